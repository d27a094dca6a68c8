//! Makes sure that names can be told apart from the rest of a masked text.

use std::ops::Range;

use super::{
    matcher::{Found, Matcher},
    surrogates::Surrogates,
};
use masquerade_detect::entity::find_placeholders;

/// A replacement in a masked text.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// Where, in bytes of the masked text.
    pub(super) range: Range<usize>,
    /// What it replaces.
    pub(super) distinct: usize,
    /// Whether a numbered name would be safer.
    pub(super) fragile: bool,
    /// Whether it is a surrogate: a shorter one within it is not looked for when texts are restored.
    pub(super) surrogate: bool,
}

impl Placed {
    /// Whether a name found in `range` is taken for this, as it should.
    fn explains(&self, range: &Range<usize>) -> bool {
        self.range == *range || self.surrogate && self.range.start <= range.start && range.end <= self.range.end
    }
}

/// Looks for names where none was put in.
#[derive(Debug)]
pub(super) struct Verifier<'a> {
    given: Option<Matcher>,
    live: Option<&'a Matcher>,
}

impl<'a> Verifier<'a> {
    /// A verifier for texts that were given these surrogates, beside the session's `live` ones.
    pub(super) fn new<'n>(given: impl Iterator<Item = &'n str>, live: &'a Surrogates) -> Self {
        // Numbered names that stand in for surrogates have brackets; they are checked as such.
        let given = Matcher::new(given.filter(|name| !name.is_empty() && !name.starts_with('[')));
        Self { given, live: live.matcher() }
    }

    /// What of `placed`, in order in `text`, could be mistaken or lets something else be
    /// mistaken: it makes up part of a name that was not put in there.
    pub(super) fn mistakable(&self, text: &str, placed: &[Placed]) -> Vec<usize> {
        let mut suspects = Vec::new();
        let forms = find_placeholders(text).map(|(span, _)| span.range());
        compare(forms, placed, &mut suspects);
        let mut scratch = Vec::new();
        for matcher in self.given.as_ref().into_iter().chain(self.live) {
            let found = matcher.find(text, &mut scratch);
            compare(found.into_iter().map(|Found { range, .. }| range), placed, &mut suspects);
        }
        suspects
    }
}

/// Adds to `suspects` what touches an occurrence without explaining it. Both sides are in order.
fn compare(found: impl Iterator<Item = Range<usize>>, placed: &[Placed], suspects: &mut Vec<usize>) {
    let mut rest = placed;
    for found in found {
        let passed = rest.partition_point(|placed| placed.range.end < found.start);
        rest = rest.get(passed..).unwrap_or_default();
        let touching = rest.iter().take_while(|placed| placed.range.start <= found.end);
        if touching.clone().any(|placed| placed.explains(&found)) {
            continue;
        }
        suspects.extend(touching.filter(|placed| placed.fragile).map(|placed| placed.distinct));
    }
}
