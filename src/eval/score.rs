//! The counts of a corpus, added up text by text.

use std::collections::BTreeMap;

use super::{
    histogram::Histogram,
    judge::{Gold, Judgement, Mention, Verdict, judge, overlapping},
    ratio,
    resample::Resamples,
};
use masquerade_detect::entity::{Entity, Label};
use masquerade_detect::text::{Span, is_word};

/// The counts behind precision and recall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Mentions.
    pub gold: u64,
    /// Finds.
    pub found: u64,
    /// Finds that are mentions.
    pub correct: u64,
}

impl Counts {
    /// Share of finds that is correct; `None` without finds.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.correct, self.found)
    }

    /// Share of mentions that is found; `None` without mentions.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.correct, self.gold)
    }

    /// The harmonic mean of the two; `None` with neither mentions nor finds.
    pub fn f1(&self) -> Option<f64> {
        ratio(2 * self.correct, self.gold + self.found)
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.gold += other.gold;
        self.found += other.found;
        self.correct += other.correct;
    }

    pub(super) fn times(&self, weight: u64) -> Self {
        Self { gold: self.gold * weight, found: self.found * weight, correct: self.correct * weight }
    }
}

/// The counts of one label, or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The strict counts: span and label are equal.
    pub strict: Counts,
    /// Mentions that a find of their label overlaps.
    pub mentions_overlapped: u64,
    /// Finds that overlap a mention of their label.
    pub finds_overlapping: u64,
    /// Mentions whose very span was found, under whatever label.
    pub mentions_spanned: u64,
    /// Finds that have the span of a mention of whatever label.
    pub finds_spanning: u64,
    /// Finds that touch no mention.
    pub spurious: u64,
    /// Mentions that were not found, by what went wrong, as [`Verdict::ERRORS`] has it.
    pub errors: [u64; Verdict::ERRORS.len()],
    /// The annotated code points.
    pub characters: u64,
    /// The annotated code points that no find covers.
    pub leaked: u64,
    /// The confidence of the finds.
    pub confidence: Histogram,
    /// The confidence of the finds from a low threshold on, if they were collected.
    pub sweep: Histogram,
}

impl Tally {
    /// The harmonic mean of the share of finds and the share of mentions that overlap; `None` with neither.
    pub fn overlap_f1(&self) -> Option<f64> {
        harmonic(self.finds_overlapping, self.mentions_overlapped, self.strict)
    }

    /// F1 of finds and mentions whose spans are equal, whatever their labels.
    pub fn span_f1(&self) -> Option<f64> {
        harmonic(self.finds_spanning, self.mentions_spanned, self.strict)
    }

    /// Share of annotated code points that no find covers; `None` if none are annotated.
    pub fn leak(&self) -> Option<f64> {
        ratio(self.leaked, self.characters)
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.strict.add(&other.strict);
        self.mentions_overlapped += other.mentions_overlapped;
        self.finds_overlapping += other.finds_overlapping;
        self.mentions_spanned += other.mentions_spanned;
        self.finds_spanning += other.finds_spanning;
        self.spurious += other.spurious;
        for (sum, more) in self.errors.iter_mut().zip(other.errors) {
            *sum += more;
        }
        self.characters += other.characters;
        self.leaked += other.leaked;
        self.confidence.merge(&other.confidence);
        self.sweep.merge(&other.sweep);
    }
}

/// F1 where finds and mentions are not paired one to one.
fn harmonic(finds: u64, mentions: u64, of: Counts) -> Option<f64> {
    let (precision, recall) = (ratio(finds, of.found), ratio(mentions, of.gold));
    match (precision, recall) {
        (None, None) => None,
        (Some(precision), Some(recall)) if precision + recall > 0.0 => {
            Some(2.0 * precision * recall / (precision + recall))
        }
        _ => Some(0.0),
    }
}

/// The counts of a corpus. Memory depends on the number of labels, not of texts.
pub struct Scores {
    labels: BTreeMap<Label, Tally>,
    resamples: Option<Resamples>,
    texts: u64,
    bytes: u64,
    characters: u64,
    tokens: u64,
    has_sweep: bool,
}

impl Scores {
    /// Empty scores. Intervals will be made of `samples` resamples, drawn from `seed`; 0: there will be none.
    pub fn new(samples: usize, seed: u64) -> Self {
        let resamples = (samples > 0).then(|| Resamples::new(samples, seed));
        Self { labels: BTreeMap::new(), resamples, texts: 0, bytes: 0, characters: 0, tokens: 0, has_sweep: false }
    }

    /// Counts a text with its annotations and what was `found` in it, by place and without overlaps; tells what
    /// became of each.
    pub fn add(&mut self, text: &str, gold: &Gold, found: &[Entity]) -> Judgement {
        self.texts += 1;
        self.bytes += text.len() as u64;
        self.characters += count_characters(text);
        self.tokens += count_tokens(text);
        let judgement = judge(gold, found);
        let mut counts: BTreeMap<Label, Counts> = BTreeMap::new();
        for (mention, (verdict, _)) in gold.mentions().iter().zip(&judgement.mentions) {
            let tally = self.labels.entry(mention.label).or_default();
            let is_correct = *verdict == Verdict::Correct;
            counts.entry(mention.label).or_default().gold += 1;
            counts.entry(mention.label).or_default().correct += u64::from(is_correct);
            let overlaps = overlapping(found, mention.span).any(|at| {
                let is_exempt = judgement.finds.get(at).is_some_and(|judged| judged.exempt);
                found.get(at).is_some_and(|entity| entity.label == mention.label) && !is_exempt
            });
            tally.mentions_overlapped += u64::from(overlaps);
            tally.mentions_spanned += u64::from(matches!(verdict, Verdict::Correct | Verdict::Label));
            for (count, error) in tally.errors.iter_mut().zip(Verdict::ERRORS) {
                *count += u64::from(error == *verdict);
            }
        }
        for (entity, judged) in found.iter().zip(&judgement.finds).filter(|(_, judged)| !judged.exempt) {
            let tally = self.labels.entry(entity.label).or_default();
            counts.entry(entity.label).or_default().found += 1;
            tally.finds_overlapping += u64::from(judged.overlaps);
            tally.finds_spanning += u64::from(judged.spans);
            tally.spurious += u64::from(judged.is_spurious());
            tally.confidence.add(entity.confidence, judged);
        }
        for (label, counts) in &counts {
            self.labels.entry(*label).or_default().strict.add(counts);
        }
        if let Some(resamples) = &mut self.resamples {
            resamples.add(&counts);
        }
        self.add_leaks(text, gold.mentions(), found);
        judgement
    }

    /// Counts what was `found` in the same text from a low threshold on, for curves.
    pub fn add_sweep(&mut self, gold: &Gold, found: &[Entity]) {
        self.has_sweep = true;
        let judgement = judge(gold, found);
        for (entity, judged) in found.iter().zip(&judgement.finds).filter(|(_, judged)| !judged.exempt) {
            self.labels.entry(entity.label).or_default().sweep.add(entity.confidence, judged);
        }
    }

    fn add_leaks(&mut self, text: &str, mentions: &[Mention], found: &[Entity]) {
        // Where mentions of one label overlap, their characters count once: each label goes on where its last one ended.
        let mut ends: BTreeMap<Label, usize> = BTreeMap::new();
        for mention in mentions {
            let end = ends.entry(mention.label).or_default();
            let start = mention.span.start().max(*end);
            if start >= mention.span.end() {
                continue;
            }
            *end = mention.span.end();
            let Some(span) = Span::new(text, start..mention.span.end()) else { continue };
            let characters = count_characters(span.slice(text));
            let covered: u64 = overlapping(found, span)
                .filter_map(|at| found.get(at))
                .filter_map(|entity| text.get(entity.span.start().max(span.start())..entity.span.end().min(span.end())))
                .map(count_characters)
                .sum();
            let tally = self.labels.entry(mention.label).or_default();
            tally.characters += characters;
            tally.leaked += characters.saturating_sub(covered);
        }
    }

    /// The tallies by label: of every label that was annotated or found.
    pub fn labels(&self) -> &BTreeMap<Label, Tally> {
        &self.labels
    }

    /// Reports whether a label was annotated until now.
    pub fn is_annotated(&self, label: Label) -> bool {
        self.labels.get(&label).is_some_and(|tally| tally.strict.gold > 0)
    }

    /// Texts.
    pub fn texts(&self) -> u64 {
        self.texts
    }

    /// Bytes of all texts.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Code points of all texts.
    pub fn characters(&self) -> u64 {
        self.characters
    }

    /// Tokens of all texts: see [`count_tokens`].
    pub fn tokens(&self) -> u64 {
        self.tokens
    }

    /// Reports whether there is something to draw curves of.
    pub fn has_sweep(&self) -> bool {
        self.has_sweep
    }

    pub(super) fn resamples(&self) -> Option<&Resamples> {
        self.resamples.as_ref()
    }
}

fn count_characters(text: &str) -> u64 {
    text.chars().count() as u64
}

/// The number of tokens of `text`: runs of letters, digits, marks and underscores, and every other visible character.
///
/// ```
/// assert_eq!(masquerade::eval::score::count_tokens("Ann's e-mail, 2 pm"), 9);
/// ```
pub fn count_tokens(text: &str) -> u64 {
    let (mut tokens, mut in_word) = (0, false);
    for c in text.chars() {
        let continues = is_word(c);
        tokens += u64::from(if continues { !in_word } else { !c.is_whitespace() });
        in_word = continues;
    }
    tokens
}
