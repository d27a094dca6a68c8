//! [`Verifier`]: the check that substitutes can be told apart from the rest of a masked text.

use std::ops::Range;

use super::{
    matcher::{Matcher, Occurrence},
    surrogates::Surrogates,
};
use masquerade_detect::entity::find_placeholders;

/// A replacement in a masked text.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    /// Bytes of the masked text.
    pub(super) range: Range<usize>,
    /// The index of the distinct text that it replaces.
    pub(super) distinct: usize,
    /// True if a numbered placeholder would be safer.
    pub(super) fragile: bool,
    /// True if the substitute is a surrogate: a shorter one within it is not looked for when texts are restored.
    pub(super) surrogate: bool,
}

impl Placement {
    /// Reports whether a substitute found in `range` is this one, as it should be.
    fn explains(&self, range: &Range<usize>) -> bool {
        self.range == *range || self.surrogate && self.range.start <= range.start && range.end <= self.range.end
    }
}

/// A search for substitutes where none was put in.
#[derive(Debug)]
pub(super) struct Verifier<'a> {
    assigned: Option<Matcher>,
    active: Option<&'a Matcher>,
}

impl<'a> Verifier<'a> {
    /// A verifier for texts with the surrogates `assigned` to them and the session's `active` ones.
    pub(super) fn new<'n>(assigned: impl Iterator<Item = &'n str>, active: &'a Surrogates) -> Self {
        // Placeholders that stand in for surrogates are found by their form.
        let is_surrogate = |substitute: &&str| !substitute.is_empty() && !substitute.starts_with('[');
        Self { assigned: Matcher::new(assigned.filter(is_surrogate)), active: active.matcher() }
    }

    /// The distinct texts of those `placements`, in order in `text`, that make up part of a substitute which was
    /// not put in there.
    pub(super) fn ambiguous(&self, text: &str, placements: &[Placement]) -> Vec<usize> {
        let mut suspects = Vec::new();
        let placeholders = find_placeholders(text).map(|(span, _)| span.range());
        compare(placeholders, placements, &mut suspects);
        let mut scratch = Vec::new();
        for matcher in self.assigned.as_ref().into_iter().chain(self.active) {
            let found = matcher.find(text, &mut scratch);
            compare(found.into_iter().map(|Occurrence { range, .. }| range), placements, &mut suspects);
        }
        suspects
    }
}

/// Adds to `suspects` the fragile placements that touch an occurrence which no placement explains. Both `found` and
/// `placements` are in order.
fn compare(found: impl Iterator<Item = Range<usize>>, placements: &[Placement], suspects: &mut Vec<usize>) {
    let mut rest = placements;
    for found in found {
        let passed = rest.partition_point(|placement| placement.range.end < found.start);
        rest = rest.get(passed..).unwrap_or_default();
        let touching = rest.iter().take_while(|placement| placement.range.start <= found.end);
        if touching.clone().any(|placement| placement.explains(&found)) {
            continue;
        }
        suspects.extend(touching.filter(|placement| placement.fragile).map(|placement| placement.distinct));
    }
}
