//! Resolution: of all hypotheses about a text, the entities that are reported.
//!
//! 1. A hypothesis below the default threshold of its label suppresses no hypothesis that reaches its own, and is an
//!    alternative. If the threshold of a request is lower, it is an entity where nothing else takes its place.
//! 2. Placeholders of ours go before the deny list, and the deny list before all recognizers. Where they cut a
//!    recognizer's find, its label covers the pieces that are left, so that no part of the find shows.
//! 3. Of hypotheses for one span, the most confident counts, then the better validated.
//! 4. A hypothesis that strictly covers another goes before it. Otherwise the more confident, the better validated, the
//!    longer goes first.
//! 5. The labels and the threshold of a request play no part in this. If a request did not ask for the label of a
//!    winner, the best hypothesis for its span with a label that was asked for takes its place, else the hypotheses
//!    that it suppressed, except less confident parts of a find that a checksum proves. A transparent winner that was
//!    not asked for gives way to everything. So a request for fewer labels gets no worse entities, and a lower
//!    threshold only adds some.
//!
//! # Confidence
//!
//! A rule's probability is the share of its finds that are right, with nothing else known. A runner-up that is not
//! likely by itself takes nothing from the best one; it is named with its own probability, cut so that the sum is at
//! most 1. If two are likely for one span, they exclude each other and share: with odds `a` and `b` against "nothing at
//! all" they get `a / (1 + a + b)` and `b / (1 + a + b)`, as independent evidence for exclusive readings adds up.
//! Further readings change nothing: a number that ten countries might have issued is no less personal for it. For the
//! same reason sharing never takes the best below the default threshold that it reached alone. The alternative is the
//! runner-up: no label where "nothing at all" is more probable than any.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    Options,
    entity::{Entity, Label, LabelInfo, Source, Validated, Validation},
    text::{Span, is_word},
};

/// A probability in ten-thousandths, so that results are equal on every machine.
pub type Confidence = u16;

/// The confidence of a certain entity.
pub const CERTAIN: Confidence = 10_000;

/// Rounds a probability.
pub fn quantize(probability: f32) -> Confidence {
    (probability.clamp(0.0, 1.0) * f32::from(CERTAIN)).round() as Confidence
}

/// The lowest confidence that reaches `threshold`.
pub fn reaching(threshold: f32) -> Confidence {
    (threshold.clamp(0.0, 1.0) * f32::from(CERTAIN)).ceil() as Confidence
}

/// The probability as a number in `[0, 1]`.
pub fn probability(confidence: Confidence) -> f32 {
    f32::from(confidence) / f32::from(CERTAIN)
}

/// A claim that a span is an entity of a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypothesis {
    /// The span of the possible entity.
    pub span: Span,
    /// The label of the possible entity.
    pub label: Label,
    /// The probability that the claim is right.
    pub confidence: Confidence,
    /// The kind of check of its label.
    pub validation: Validation,
    /// The outcome of its check.
    pub validated: Validated,
    /// The origin of the claim.
    pub source: Source,
    /// True if the confidence reaches the default threshold of the label.
    pub likely: bool,
    /// True if the claim is reported once it wins: the label was asked for, and the confidence reaches the threshold.
    pub reported: bool,
    /// True if the label was asked for.
    pub asked: bool,
    /// True if finds inside the span are reported where the label was not asked for.
    pub transparent: bool,
    /// The confidence it had to reach: sharing takes it no lower.
    pub floor: Confidence,
}

impl Hypothesis {
    /// The claim of a rule that checks nothing: the span is the label of `info` with this probability.
    pub fn of_rule(span: Span, info: &LabelInfo, probability: f32, options: &Options) -> Self {
        let label = info.label();
        let asked = options.labels.contains(label);
        Self {
            span,
            label,
            confidence: quantize(probability),
            validation: Validation::None,
            validated: Validated::None,
            source: Source::Recognizer,
            likely: probability >= info.threshold,
            reported: asked && probability >= options.threshold.unwrap_or(info.threshold),
            asked,
            transparent: false,
            floor: reaching(info.threshold),
        }
    }

    /// Literals and denied texts, which no evidence overrules.
    fn is_fixed(&self) -> bool {
        matches!(self.source, Source::Literal | Source::DenyList)
    }

    fn strictly_covers(&self, other: &Self) -> bool {
        self.span.covers(other.span) && self.span != other.span
    }

    /// Order among hypotheses of which neither covers the other, the best first.
    fn rank(&self) -> impl Ord + use<> {
        let source = match self.source {
            Source::Literal => 0,
            Source::DenyList => 1,
            Source::Recognizer | Source::Model | Source::Propagated => 2,
        };
        let validation = match (self.validation, self.validated) {
            (_, Validated::Failed) => 3,
            (Validation::Checksum, _) => 0,
            (Validation::Structure, _) => 1,
            (Validation::None | Validation::LanguageModel, _) => 2,
        };
        // Of equal ones a country's (`TR_PHONE_NUMBER`) goes before the general one, by the order of their names.
        let place = (Reverse(self.span.len()), self.span, Reverse(self.label));
        (source, Reverse(self.confidence), validation, place)
    }
}

/// A hypothesis with its share of the confidence beside its alternative.
#[derive(Clone, Copy, Debug)]
struct Reading {
    hypothesis: Hypothesis,
    share: Confidence,
    alternative: Option<(Label, f32)>,
}

impl Reading {
    fn new(best: &Hypothesis, same_span: &[Hypothesis]) -> Self {
        let (share, alternative) = shares(best, same_span);
        Self { hypothesis: *best, share, alternative }
    }

    fn entity(&self) -> Entity {
        let Hypothesis { span, label, source, validated, .. } = self.hypothesis;
        Entity { span, label, confidence: probability(self.share), alternative: self.alternative, source, validated }
    }
}

/// The best hypothesis for one span.
#[derive(Clone, Copy, Debug)]
struct Contender {
    best: Hypothesis,
    /// The best hypothesis with a label that was asked for, if any.
    asked: Option<Reading>,
    /// The number of likely contenders that strictly cover it.
    depth: usize,
}

impl Contender {
    /// Reports whether `part`, strictly inside, is refuted by the winner: its own checksum passes, and it is as
    /// confident.
    fn disproves(&self, part: &Hypothesis) -> bool {
        let is_proven = self.best.validation == Validation::Checksum && self.best.validated != Validated::Failed;
        is_proven && self.best.strictly_covers(part) && self.best.confidence >= part.confidence
    }

    fn rank(&self) -> impl Ord + use<> {
        (!self.best.is_fixed(), self.depth, self.best.rank())
    }
}

/// The entities of `text`, by place, that do not overlap, with at least the confidence `threshold`, or their labels'
/// own thresholds. `hypotheses` is emptied.
pub fn resolve(text: &str, hypotheses: &mut Vec<Hypothesis>, threshold: Option<Confidence>) -> Vec<Entity> {
    sort(hypotheses);
    let (mut entities, mut cluster, mut end) = (Vec::with_capacity(hypotheses.len()), Vec::new(), 0);
    let mut weak = Vec::new();
    for same_span in hypotheses.chunk_by(|a, b| a.span == b.span) {
        let takes_part = |h: &&Hypothesis| h.likely && (h.asked || !h.transparent);
        let Some(best) = same_span.iter().find(takes_part) else {
            let best = same_span.first().filter(|h| h.asked && !h.likely);
            weak.extend(best.filter(|h| threshold.is_some_and(|least| h.confidence >= least)).map(|h| (*h, same_span)));
            continue;
        };
        if best.span.start() >= end {
            settle(text, &mut cluster, &mut entities);
        }
        end = end.max(best.span.end());
        let asked = same_span.iter().find(|h| h.likely && h.asked).map(|asked| Reading::new(asked, same_span));
        cluster.push(Contender { best: *best, asked, depth: 0 });
    }
    settle(text, &mut cluster, &mut entities);
    if !weak.is_empty() {
        add_weak(&mut entities, hypotheses, weak);
    }
    if let Some(least) = threshold {
        entities.retain(|entity| quantize(entity.confidence) >= least);
    }
    hypotheses.clear();
    entities
}

/// Adds those of the `weak` hypotheses, each with all for its span, that overlap no likely one: the most confident
/// first, so that a lower threshold only adds entities.
fn add_weak(entities: &mut Vec<Entity>, all: &[Hypothesis], mut weak: Vec<(Hypothesis, &[Hypothesis])>) {
    let likely = all.iter().filter(|h| h.likely && (h.asked || !h.transparent)).map(|h| h.span);
    let mut taken = Spans::default();
    likely.for_each(|span| taken.insert(span));
    weak.sort_by_key(|(h, _)| h.rank());
    for (hypothesis, same_span) in weak {
        if !taken.overlaps(hypothesis.span) {
            taken.insert(hypothesis.span);
            entities.push(Reading::new(&hypothesis, same_span).entity());
        }
    }
    entities.sort_unstable_by_key(|entity| entity.span);
}

/// Spans that may overlap, merged.
#[derive(Default)]
struct Spans(BTreeMap<usize, usize>);

impl Spans {
    fn insert(&mut self, span: Span) {
        let (mut start, mut end) = (span.start(), span.end());
        while let Some((&from, &to)) = self.0.range(..end).next_back().filter(|(_, to)| **to > start) {
            self.0.remove(&from);
            (start, end) = (start.min(from), end.max(to));
        }
        self.0.insert(start, end);
    }

    fn overlaps(&self, span: Span) -> bool {
        self.0.range(..span.end()).next_back().is_some_and(|(_, end)| *end > span.start())
    }
}

/// Sorts by place, the longest first of hypotheses that begin alike, and by rank. They come nearly in order, so
/// insertion costs less than a merge sort; if it takes long, the merge sort takes over.
fn sort(hypotheses: &mut [Hypothesis]) {
    /// Most places that each goes back, on average.
    const NEAR: usize = 4;
    let place = |h: &Hypothesis| (h.span.start(), Reverse(h.span.end()));
    let order = |a: &Hypothesis, b: &Hypothesis| place(a).cmp(&place(b)).then_with(|| a.rank().cmp(&b.rank()));
    let mut left = NEAR * hypotheses.len();
    for from in 1..hypotheses.len() {
        let mut at = from;
        while let Some([before, behind]) = at.checked_sub(1).and_then(|before| hypotheses.get_mut(before..=at)) {
            if order(before, behind).is_le() {
                break;
            }
            std::mem::swap(before, behind);
            (at, left) = (at - 1, left - 1);
            if left == 0 {
                return hypotheses.sort_by(order);
            }
        }
    }
}

/// The confidence of `best` after sharing with the best other label for its span, and that label with its own
/// confidence. The two sum to at most 1.
fn shares(best: &Hypothesis, same_span: &[Hypothesis]) -> (Confidence, Option<(Label, f32)>) {
    let is_other = |h: &&Hypothesis| h.label != best.label && !h.is_fixed() && (h.asked || !h.transparent);
    let others = same_span.iter().filter(is_other);
    let Some(other) = others.max_by_key(|h| (h.confidence, Reverse(h.label))).filter(|_| best.confidence < CERTAIN)
    else {
        return (best.confidence, None);
    };
    let runner_up = |kept: Confidence, left: Confidence| {
        let outside = CERTAIN - kept - left;
        (left > 0 && left >= outside).then(|| (other.label, probability(left)))
    };
    if !other.likely {
        let left = other.confidence.min(CERTAIN - best.confidence);
        return (best.confidence, runner_up(best.confidence, left));
    }
    // In ten-thousandths: a (1 - b) and b (1 - a), over 1 - ab.
    let (one, a, b) = (u64::from(CERTAIN), u64::from(best.confidence), u64::from(other.confidence));
    let share = |p: u64, q: u64| (p * (one - q) * one + (one * one - p * q) / 2) / (one * one - p * q);
    let shared = Confidence::try_from(share(a, b)).unwrap_or(best.confidence);
    let kept = shared.max(best.floor.min(best.confidence)).min(best.confidence);
    let left = Confidence::try_from(share(b, a)).unwrap_or_default().min(CERTAIN - kept);
    (kept, runner_up(kept, left))
}

/// Resolves contenders that overlap one another, which come by start, the longest first, and leaves none.
fn settle(text: &str, cluster: &mut Vec<Contender>, entities: &mut Vec<Entity>) {
    if let [alone] = cluster.as_slice() {
        entities.extend(alone.asked.as_ref().map(Reading::entity));
        return cluster.clear();
    }
    if cluster.iter().any(|c| c.best.is_fixed()) {
        *cluster = cut_out(text, cluster);
    }
    set_depths(cluster);
    cluster.sort_unstable_by_key(Contender::rank);
    let (mut winners, mut revived) = (DisjointContenders::default(), DisjointContenders::default());
    for contender in cluster.iter() {
        if winners.overlapping(contender.best.span).next().is_none() {
            winners.insert(contender);
        }
    }
    let from = entities.len();
    for contender in cluster.iter() {
        let Some(reading) = &contender.asked else { continue };
        let span = contender.best.span;
        if !winners.has(contender) {
            let overruled =
                winners.overlapping(span).any(|winner| winner.asked.is_some() || winner.disproves(&reading.hypothesis));
            if overruled || revived.overlapping(span).next().is_some() {
                continue;
            }
            revived.insert(contender);
        }
        entities.push(reading.entity());
    }
    entities[from..].sort_unstable_by_key(|entity| entity.span);
    cluster.clear();
}

/// Sets [`Contender::depth`] of all contenders of a cluster.
fn set_depths(cluster: &mut [Contender]) {
    let mut open: Vec<Hypothesis> = Vec::new();
    for contender in cluster {
        open.retain(|earlier| earlier.span.end() > contender.best.span.start());
        contender.depth = open.iter().filter(|earlier| earlier.strictly_covers(&contender.best)).count();
        open.push(contender.best);
    }
}

/// The contenders with the fixed ones settled among themselves, and cut out of all others, by start.
fn cut_out(text: &str, cluster: &[Contender]) -> Vec<Contender> {
    let mut fixed: Vec<_> = cluster.iter().filter(|c| c.best.is_fixed()).collect();
    fixed.sort_unstable_by_key(|c| c.rank());
    let mut taken = DisjointContenders::default();
    for contender in fixed {
        if taken.overlapping(contender.best.span).next().is_none() {
            taken.insert(contender);
        }
    }
    let mut pieces: Vec<_> = taken.0.values().copied().collect();
    for contender in cluster {
        let mut end = contender.best.span.end();
        let mut whole = true;
        // The pieces between the parts that were cut out, from right to left.
        for cut in taken.overlapping(contender.best.span) {
            whole = false;
            pieces.extend(piece(text, contender, cut.best.span.end(), end));
            end = cut.best.span.start();
        }
        if whole {
            pieces.push(*contender);
        } else {
            pieces.extend(piece(text, contender, contender.best.span.start(), end));
        }
    }
    pieces.sort_by_key(|c| (c.best.span.start(), Reverse(c.best.span.end()), c.rank()));
    // Contenders that reached differently far may leave the same piece.
    pieces.dedup_by(|other, kept| {
        let is_same = other.best.span == kept.best.span;
        if is_same {
            kept.asked = kept.asked.or(other.asked);
        }
        is_same
    });
    pieces
}

/// The piece of `contender` from `start` to `end`, if it has anything to hide.
fn piece(text: &str, contender: &Contender, start: usize, end: usize) -> Option<Contender> {
    let part = text.get(start..end)?;
    let start = end - part.trim_start().len();
    let span = Span::new(text, start..start + part.trim().len())?;
    let has_word = !contender.best.is_fixed() && part.contains(is_word);
    let piece = |hypothesis: Hypothesis| Hypothesis { span, ..hypothesis };
    let asked = contender.asked.map(|reading| {
        let hypothesis = piece(reading.hypothesis);
        Reading { hypothesis, share: hypothesis.confidence, alternative: None }
    });
    has_word.then_some(Contender { best: piece(contender.best), asked, depth: 0 })
}

/// Contenders that do not overlap, by start.
#[derive(Default)]
struct DisjointContenders(BTreeMap<usize, Contender>);

impl DisjointContenders {
    fn insert(&mut self, contender: &Contender) {
        self.0.insert(contender.best.span.start(), *contender);
    }

    fn has(&self, contender: &Contender) -> bool {
        self.0.get(&contender.best.span.start()).is_some_and(|c| c.best == contender.best)
    }

    /// The contenders that overlap `span`, from right to left.
    fn overlapping(&self, span: Span) -> impl Iterator<Item = &Contender> {
        let before = self.0.range(..span.end()).rev().map(|(_, contender)| contender);
        before.take_while(move |contender| contender.best.span.end() > span.start())
    }
}

#[cfg(test)]
mod tests;
