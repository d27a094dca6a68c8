//! Self-training: the ensemble labels plain text, and models are trained on the labels that it is sure of.

use super::{
    argmax, corpora,
    data::{MAX_WORDS, Sequence, Word},
    ensemble::Ensemble,
    sampler::Sampler,
};
use masquerade_ner::{
    tag::{ANY, Mask, TAGS, parts},
    token::{Gap, tokenize},
};

/// A tag is taken for true from this probability on.
const SURE: f32 = 0.85;
/// Without a tag as likely as [`SURE`], the tags from this probability on remain possible.
const POSSIBLE: f32 = 0.05;

/// Adds the sequences of `texts` as `pair` labels them.
pub fn add(texts: &[(String, String)], pair: &mut Ensemble<'_>, sampler: &mut Sampler) {
    for (name, text) in texts {
        let source = sampler.source(name, 1.0);
        let end = text.floor_char_boundary(corpora::taught(name));
        label(text.get(..end).unwrap_or_default(), pair, source, &mut sampler.sequences);
    }
}

/// The sequences of `text` as `pair` labels them.
fn label(text: &str, pair: &mut Ensemble<'_>, source: usize, out: &mut Vec<Sequence>) {
    let mut tokens = Vec::new();
    tokenize(text, &mut tokens);
    let mut start = 0;
    while start < tokens.len() {
        let limit = (start + MAX_WORDS).min(tokens.len());
        let ends = |at: &usize| tokens[*at].gap == Gap::Line || matches!(tokens[*at - 1].of(text), "." | "!" | "?");
        let end = if limit == tokens.len() {
            limit
        } else {
            (start + MAX_WORDS / 2..limit).rev().find(ends).unwrap_or(limit)
        };
        let words = (tokens[start..end].iter())
            .map(|token| Word { form: token.of(text).to_owned(), token: *token, allowed: ANY, belief: None })
            .collect();
        out.extend(labelled(Sequence { words, entities: Vec::new(), source }, pair));
        start = end;
    }
}

fn labelled(mut sequence: Sequence, pair: &mut Ensemble<'_>) -> Option<Sequence> {
    let probabilities = pair.probabilities(&sequence.words);
    let tags = argmax::tags(&probabilities);
    for ((word, row), tag) in sequence.words.iter_mut().zip(probabilities.chunks_exact(TAGS)).zip(&tags) {
        word.allowed = allowed(row, *tag);
        word.belief = row.try_into().ok();
    }
    let is_sure = |at: usize| sequence.words[at].allowed.count_ones() == 1;
    sequence.entities = argmax::entities(&tags).into_iter().filter(|(range, _)| range.clone().all(is_sure)).collect();
    // An inside that lost its beginning to doubt would be a sequence that no tagging fits.
    let is_whole = sequence.words.windows(2).all(|pair| match pair {
        [before, word] => fits(before.allowed, word.allowed),
        _ => true,
    });
    is_whole.then_some(sequence)
}

fn allowed(row: &[f32], tag: usize) -> Mask {
    if row.get(tag).is_some_and(|p| *p >= SURE) {
        return 1 << tag;
    }
    row.iter().enumerate().filter(|(_, p)| **p >= POSSIBLE).fold(1 << tag, |mask, (tag, _)| mask | 1 << tag)
}

fn fits(before: Mask, mask: Mask) -> bool {
    (0..TAGS).filter(|tag| mask >> tag & 1 == 1).any(|tag| match parts(tag) {
        Some((kind, false)) => before >> kind.begin() & 1 == 1 || before >> kind.inside() & 1 == 1,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use masquerade_ner::tag::{OUTSIDE, Type};

    #[test]
    fn what_is_sure_is_learnt_and_the_rest_left_open() {
        let begin = Type::Person.begin();
        let mut row = [0.0; TAGS];
        (row[OUTSIDE], row[begin]) = (0.1, 0.9);
        assert_eq!(allowed(&row, begin), 1 << begin);
        (row[OUTSIDE], row[begin]) = (0.4, 0.6);
        assert_eq!(allowed(&row, begin), 1 << begin | 1 << OUTSIDE);
    }

    #[test]
    fn an_inside_needs_what_it_goes_on_with() {
        let (begin, inside) = (1 << Type::Person.begin(), 1 << Type::Person.inside());
        assert!(fits(begin, inside) && fits(1, begin) && fits(1, inside | 1));
        assert!(!fits(1, inside) && !fits(1 << Type::Location.begin(), inside));
    }
}
