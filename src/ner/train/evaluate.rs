//! Scores on the texts kept for development.

use super::{
    corpora::{self, Meaning},
    data::{Document, MAX_WORDS, Word, byte_offsets},
    pair::Pair,
    score::{Found, Scores},
};
use crate::ner::{
    decode,
    tag::{ANY, OUTSIDE, TAGS},
    token::{Gap, tokenize},
};

/// What is annotated in a document, and where it may be either way.
pub fn gold(document: &Document) -> (Vec<Found>, Vec<(usize, usize)>) {
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

/// What `pair` finds, where outside counts for `keep` of its probability.
pub fn find(text: &str, pair: &mut Pair<'_>, keep: f32) -> Vec<Found> {
    let mut tokens = Vec::new();
    tokenize(text, &mut tokens);
    let mut found = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let limit = (start + MAX_WORDS).min(tokens.len());
        let ends = |at: &usize| tokens[*at].gap == Gap::Line || tokens[*at - 1].of(text) == ".";
        let end = if limit == tokens.len() { limit } else { (start + MAX_WORDS / 2..limit).rev().find(ends).unwrap_or(limit) };
        let words: Vec<Word> = (tokens[start..end].iter())
            .map(|token| Word { form: token.of(text).to_owned(), token: *token, allowed: ANY })
            .collect();
        let mut probabilities = pair.probabilities(&words);
        probabilities.chunks_exact_mut(TAGS).for_each(|row| row[OUTSIDE] *= keep);
        for (range, kind) in decode::entities(&decode::best(&probabilities)) {
            found.push((tokens[start + range.start].start as usize, tokens[start + range.end - 1].end as usize, kind));
        }
        start = end;
    }
    found
}

/// Scores of `documents`.
pub fn scores(documents: &[Document], pair: &mut Pair<'_>, keep: f32, is_lower: bool) -> Scores {
    let mut scores = Scores::default();
    for document in documents {
        let (certain, open) = gold(document);
        let text = if is_lower { document.text.to_lowercase() } else { document.text.clone() };
        if text.len() == document.text.len() {
            scores.add(&certain, &open, &find(&text, pair, keep));
        }
    }
    scores
}
