//! [`AllowList`] and [`DenyList`]: texts that the caller knows to be no entities, or to be some.
//!
//! Entries are found as whole words, in any case, in linear time. A list is built once, and the union of two lists
//! without building anything again.

use std::{fmt, ops::Range, sync::Arc};

use aho_corasick::BuildError;

mod word_matcher;

use self::word_matcher::WordMatcher;
use crate::{entity::Label, text::Span};

/// A list with more or longer entries than can be searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListTooLarge;

impl fmt::Display for ListTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the list is too large")
    }
}

impl std::error::Error for ListTooLarge {}

impl From<BuildError> for ListTooLarge {
    fn from(_: BuildError) -> Self {
        Self
    }
}

/// Texts that are never entities, alone or as part of a longer entry.
#[derive(Clone, Debug, Default)]
pub struct AllowList {
    parts: Vec<Arc<WordMatcher>>,
}

/// Texts that always are entities, each with its label.
#[derive(Clone, Default)]
pub struct DenyList {
    parts: Vec<Arc<(WordMatcher, Vec<Label>)>>,
}

impl fmt::Debug for DenyList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.labels()).finish()
    }
}

impl AllowList {
    /// A list of `texts`. White space around them does not count, nor do blank ones.
    pub fn new<S: AsRef<str>>(texts: &[S]) -> Result<Self, ListTooLarge> {
        let texts: Vec<_> = texts.iter().map(|text| text.as_ref().trim()).filter(|text| !text.is_empty()).collect();
        let parts = if texts.is_empty() { vec![] } else { vec![Arc::new(WordMatcher::new(&texts)?)] };
        Ok(Self { parts })
    }

    /// The entries of both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { parts: self.parts.iter().chain(&other.parts).cloned().collect() }
    }

    /// Reports whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The places of entries in `text`.
    pub(super) fn spans(&self, text: &str) -> AllowedSpans {
        let mut places = Vec::new();
        for part in &self.parts {
            part.find(text, |_, place| places.push(place));
        }
        places.sort_unstable_by_key(|place| place.start);
        let mut reach = 0;
        for place in &mut places {
            reach = reach.max(place.end);
            place.end = reach;
        }
        AllowedSpans { places }
    }
}

/// The places of allowed texts in one text.
#[derive(Debug)]
pub(super) struct AllowedSpans {
    /// The places, ordered by start, each with the farthest end of all entries that begin no later.
    places: Vec<Range<usize>>,
}

impl AllowedSpans {
    /// Reports whether `span` lies in an allowed text.
    pub fn covers(&self, span: Span) -> bool {
        let after = self.places.partition_point(|place| place.start <= span.start());
        after.checked_sub(1).and_then(|last| self.places.get(last)).is_some_and(|place| place.end >= span.end())
    }
}

impl DenyList {
    /// A list of texts with their labels. White space around texts does not count, nor do blank ones.
    pub fn new<S: AsRef<str>>(entries: &[(S, Label)]) -> Result<Self, ListTooLarge> {
        let entries = entries.iter().map(|(text, label)| (text.as_ref().trim(), *label));
        let (texts, labels): (Vec<_>, Vec<_>) = entries.filter(|(text, _)| !text.is_empty()).unzip();
        let parts = if texts.is_empty() { vec![] } else { vec![Arc::new((WordMatcher::new(&texts)?, labels))] };
        Ok(Self { parts })
    }

    /// The entries of both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { parts: self.parts.iter().chain(&other.parts).cloned().collect() }
    }

    /// The labels of its entries, with repetitions.
    pub(super) fn labels(&self) -> impl Iterator<Item = Label> + '_ {
        self.parts.iter().flat_map(|part| part.1.iter().copied())
    }

    /// Calls `found` with the place and the label of each entry in `text`.
    pub(super) fn find(&self, text: &str, mut found: impl FnMut(Span, Label)) {
        for part in &self.parts {
            let (matcher, labels) = part.as_ref();
            matcher.find(text, |index, place| {
                let span = Span::new(text, place).expect("words are whole characters");
                found(span, labels[index]);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowed_text_covers_what_lies_in_it() {
        let list = AllowList::new(&[" Main Street 5 ", ""]).unwrap().union(&AllowList::new(&["x y z", "y"]).unwrap());
        let text = "main street 5, x y z; main street 55";
        let places = list.spans(text);
        for (part, expected) in
            [("main street 5", true), ("street", true), ("5,", false), ("x y z", true), ("y z", true), ("z;", false)]
        {
            let start = text.find(part).unwrap();
            assert_eq!(places.covers(Span::new(text, start..start + part.len()).unwrap()), expected, "{part}");
        }
        assert!(!places.covers(Span::new(text, 22..26).unwrap()));
        assert!(!AllowList::default().spans(text).covers(Span::new(text, 0..1).unwrap()));
    }

    #[test]
    fn lists_are_joined_and_blank_entries_are_ignored() {
        let (a, b) = (Label::new("A"), Label::new("B"));
        let list = DenyList::new(&[("one ", a), (" ", a)]).unwrap().union(&DenyList::new(&[("TWO", b)]).unwrap());
        let mut found = Vec::new();
        list.find("One two three", |span, label| found.push((span.range(), label)));
        assert_eq!(found, [(0..3, a), (4..7, b)]);
        assert_eq!(list.labels().collect::<Vec<_>>(), [a, b]);
        assert_eq!(format!("{list:?}"), "[A, B]");
    }
}
