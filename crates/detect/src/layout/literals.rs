//! [`Places`]: the places of the literals beside which readers of layouts find values, all of them found in one pass.
//!
//! Nearly no text has any of them, and most texts are short, so that a search for each would cost more than all the rest.

use std::{ops::Range, sync::LazyLock};

use aho_corasick::{AhoCorasick, Input, MatchKind};

use super::{bound, joined, redis};

/// The literals of all readers. None begins with another.
static LITERALS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| [&bound::literals()[..], &joined::literals()[..], &redis::LITERALS[..]].concat());

static SEARCHER: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let builder = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(&*LITERALS);
    builder.expect("a few short literals")
});

/// The places of the literals in a text, in order.
pub struct Places(Vec<(&'static str, usize)>);

impl Places {
    /// The places in `text`.
    pub fn of(text: &str) -> Self {
        let (mut places, mut from) = (Vec::new(), 0);
        // One literal may begin within another.
        while let Some(found) = SEARCHER.find(Input::new(text).range(from..)) {
            places.push((LITERALS[found.pattern()], found.start()));
            from = found.start() + 1;
        }
        Self(places)
    }

    /// The places of `literal`, in order.
    pub fn find(&self, literal: &str) -> impl Iterator<Item = Range<usize>> {
        self.0.iter().filter(move |(other, _)| *other == literal).map(|(literal, at)| *at..at + literal.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_literal_begins_with_another() {
        for (number, literal) in LITERALS.iter().enumerate() {
            let others = LITERALS.iter().enumerate().filter(|(other, _)| *other != number);
            assert!(others.into_iter().all(|(_, other)| !other.starts_with(literal)), "{literal}");
        }
    }

    #[test]
    fn literals_are_found_within_others() {
        let text = "DETAIL:  Parameters: $1 = \"SET\" \" to \"SET\" ";
        let places = Places::of(text);
        let found = |literal| places.find(literal).map(|place| place.start).collect::<Vec<_>>();
        assert_eq!(found("Parameters: "), [9]);
        assert_eq!(found("arameters: $1 = "), [10]);
        assert_eq!(found("SET\" "), [27, 38]);
        assert_eq!(found("\" to \""), [32]);
        assert_eq!(Places::of("Parameters of a set").0, []);
    }
}
