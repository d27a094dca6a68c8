//! Evaluation on the development texts.

use std::collections::BTreeMap;

use super::{
    argmax,
    corpora::{self, Meaning},
    data::{Document, MAX_WORDS, Word, byte_offsets},
    dataset::Corpus,
    ensemble::Ensemble,
    score::{EntityRange, Scores},
};
use masquerade_ner::{
    tag::{ANY, OUTSIDE, TAGS},
    token::{Gap, tokenize},
};

/// The annotations of a document, and the ranges whose annotation is open.
pub fn gold(document: &Document) -> (Vec<EntityRange>, Vec<(usize, usize)>) {
    let bytes = byte_offsets(&document.text);
    let (mut certain, mut open) = (Vec::new(), Vec::new());
    for annotation in &document.entities {
        let (Some(&start), Some(&end)) = (bytes.get(annotation.start), bytes.get(annotation.end)) else { continue };
        match corpora::meaning(&document.source, &annotation.label) {
            Meaning::Is(kind) => certain.push((start, end, kind)),
            Meaning::Nothing => {}
            _ => open.push((start, end)),
        }
    }
    (certain, open)
}

/// The mentions that `pair` finds in `text`. The probability of no mention is multiplied by `keep`.
pub fn find(text: &str, pair: &mut Ensemble<'_>, keep: f32) -> Vec<EntityRange> {
    let mut tokens = Vec::new();
    tokenize(text, &mut tokens);
    let mut found = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let limit = (start + MAX_WORDS).min(tokens.len());
        let ends = |at: &usize| tokens[*at].gap == Gap::Line || tokens[*at - 1].of(text) == ".";
        let end = if limit == tokens.len() {
            limit
        } else {
            (start + MAX_WORDS / 2..limit).rev().find(ends).unwrap_or(limit)
        };
        let words: Vec<Word> = (tokens[start..end].iter())
            .map(|token| Word { form: token.of(text).to_owned(), token: *token, allowed: ANY, belief: None })
            .collect();
        let mut probabilities = pair.probabilities(&words);
        probabilities.chunks_exact_mut(TAGS).for_each(|row| row[OUTSIDE] *= keep);
        for (range, kind) in argmax::entities(&argmax::tags(&probabilities)) {
            found.push((tokens[start + range.start].start as usize, tokens[start + range.end - 1].end as usize, kind));
        }
        start = end;
    }
    found
}

/// Finds entities in a text.
pub type Find<'f> = &'f mut dyn FnMut(&str) -> Vec<EntityRange>;

/// Scores of `find` on `documents`. With `is_lower`: on copies in lower case, of documents whose copy is as long.
pub fn scores(documents: &[Document], is_lower: bool, find: Find<'_>) -> Scores {
    let mut scores = Scores::default();
    for document in documents {
        let (certain, open) = gold(document);
        let text = if is_lower { document.text.to_lowercase() } else { document.text.clone() };
        if text.len() == document.text.len() {
            scores.add(&certain, &open, &find(&text));
        }
    }
    scores
}

/// The corpora that [`MEAN_OF`] names; where there are none of those, all that are annotated whole and not made of
/// templates.
pub fn for_calibration(dev: &[Corpus]) -> impl Iterator<Item = &Corpus> {
    let is_named = |corpus: &&Corpus| MEAN_OF.iter().any(|name| corpus.0.starts_with(name));
    let none = !dev.iter().any(|corpus| is_named(&corpus));
    // Templates, and corpora that leave names unmarked, tell little of real texts.
    let is_real =
        |corpus: &Corpus| !matches!(corpus.0.as_str(), "layouts" | "quiet") && corpora::annotated(&corpus.0).len() >= 3;
    dev.iter().filter(move |corpus| if none { is_real(corpus) } else { is_named(corpus) })
}

/// The [`mean`] of `pair`.
pub fn mean_of_pair(dev: &[Corpus], pair: &mut Ensemble<'_>) -> f32 {
    let scored: Vec<(&str, Scores)> = for_calibration(dev)
        .map(|(name, documents)| (name.as_str(), scores(documents, false, &mut |text| find(text, pair, 1.0))))
        .collect();
    mean(scored.iter().map(|(name, scores)| (*name, scores)))
}

/// The number of tokens of `documents`.
pub fn tokens(documents: &[Document]) -> usize {
    let mut tokens = Vec::new();
    documents.iter().for_each(|document| tokenize(&document.text, &mut tokens));
    tokens.len()
}

/// Corpora that are annotated whole and by hand, on which the mean is taken. Corpora whose names begin with the same
/// entry count as one.
pub const MEAN_OF: [&str; 6] = ["btc", "wnut17", "wikigold", "uner_en_ewt", "gum_by", "crossner"];

/// The mean strict F1 of persons, places and organizations over [`MEAN_OF`]; over all sets, if there are none of these.
pub fn mean<'s>(scores: impl Iterator<Item = (&'s str, &'s Scores)>) -> f32 {
    let mut groups: BTreeMap<&str, (f32, f32)> = BTreeMap::new();
    for (name, scores) in scores {
        let group = MEAN_OF.iter().find(|group| name.starts_with(*group)).copied().unwrap_or(name);
        let (sum, count) = groups.entry(group).or_default();
        *sum += scores.three().f1();
        *count += 1.0;
    }
    groups.values().map(|(sum, count)| sum / count).sum::<f32>() / groups.len().max(1) as f32
}
