//! Self-training: the ensemble labels plain text, and models are trained on the labels that it is sure of.

use super::{
    argmax, corpora,
    data::{MAX_WORDS, Sequence, Word},
    ensemble::Ensemble,
    gazetteers::FrequentWords,
    ordinary::{ENGLISH, OrdinaryWords, Role, language},
    sampler::Sampler,
};
use masquerade_ner::{
    tag::{ANY, Mask, OUTSIDE, TAGS, Type, parts},
    token::{Gap, Token, tokenize},
};

/// A tag is taken for true from this probability on.
const SURE: f32 = 0.85;
/// Without a tag as likely as [`SURE`], the tags from this probability on remain possible.
const POSSIBLE: f32 = 0.05;

/// Adds the sequences of `texts` as `pair` labels them. In languages other than English, no name begins with an ordinary
/// word: where nothing is annotated, the models take the first word of many a sentence for one. No person begins with a
/// `frequent` word there either: in languages that write all nouns with a capital, and in those whose words have many
/// endings, the models take many of them for somebody.
pub fn add(texts: &[(String, String)], frequent: &FrequentWords, pair: &mut Ensemble<'_>, sampler: &mut Sampler) {
    let ordinary = OrdinaryWords::of(texts, Some(frequent));
    for (name, text) in texts {
        let source = sampler.source(name, 1.0);
        let end = text.floor_char_boundary(corpora::taught(name));
        let text = text.get(..end).unwrap_or_default();
        let mut tokens = Vec::new();
        tokenize(text, &mut tokens);
        // What limits other languages would forbid "The Hague" here, and much is annotated in English.
        let is_limited = language(name) != ENGLISH;
        let possible = |at: usize| if is_limited { possible(&ordinary, name, &tokens, at, text) } else { ANY };
        label(text, &tokens, &possible, pair, source, &mut sampler.sequences);
    }
}

/// The tags that the token at `at` may have as far as its form tells.
fn possible(ordinary: &OrdinaryWords<'_>, name: &str, tokens: &[Token], at: usize, text: &str) -> Mask {
    if ordinary.has(name, tokens, at, text) {
        return Type::ALL.iter().fold(ANY, |mask, kind| mask & !(1 << kind.begin()));
    }
    let (begin, inside) = (1 << Type::Person.begin(), 1 << Type::Person.inside());
    match tokens.get(at).map_or(Role::Any, |token| ordinary.role(name, token.of(text))) {
        Role::Any => ANY,
        Role::Within => ANY & !begin,
        Role::Outside => ANY & !(begin | inside),
    }
}

/// The sequences of `text` as `pair` labels them.
fn label(
    text: &str,
    tokens: &[Token],
    possible: &dyn Fn(usize) -> Mask,
    pair: &mut Ensemble<'_>,
    source: usize,
    out: &mut Vec<Sequence>,
) {
    let mut start = 0;
    while start < tokens.len() {
        let limit = (start + MAX_WORDS).min(tokens.len());
        let ends = |at: &usize| tokens[*at].gap == Gap::Line || matches!(tokens[*at - 1].of(text), "." | "!" | "?");
        let end = if limit == tokens.len() {
            limit
        } else {
            (start + MAX_WORDS / 2..limit).rev().find(ends).unwrap_or(limit)
        };
        let words = (tokens[start..end].iter().zip(start..))
            .map(|(token, at)| Word {
                form: token.of(text).to_owned(),
                token: *token,
                allowed: possible(at),
                belief: None,
            })
            .collect();
        out.extend(labelled(Sequence { words, entities: Vec::new(), source }, pair));
        start = end;
    }
}

fn labelled(mut sequence: Sequence, pair: &mut Ensemble<'_>) -> Option<Sequence> {
    let mut probabilities = pair.probabilities(&sequence.words);
    rule_out(&sequence.words, &mut probabilities);
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

/// Takes the tags that a word may not have out of `probabilities`, and the insides that would begin a name then.
fn rule_out(words: &[Word], probabilities: &mut [f32]) {
    let mut before = 1 << OUTSIDE;
    for (word, row) in words.iter().zip(probabilities.chunks_exact_mut(TAGS)) {
        let is_possible = |tag: usize| {
            word.allowed >> tag & 1 == 1
                && parts(tag)
                    .is_none_or(|(kind, begins)| begins || before & (1 << kind.begin() | 1 << kind.inside()) != 0)
        };
        row.iter_mut().enumerate().filter(|(tag, _)| !is_possible(*tag)).for_each(|(_, p)| *p = 0.0);
        row[OUTSIDE] = row[OUTSIDE].max(f32::MIN_POSITIVE);
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= sum);
        before = row.iter().enumerate().filter(|(_, p)| **p > 0.0).fold(0, |mask, (tag, _)| mask | 1 << tag);
    }
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
