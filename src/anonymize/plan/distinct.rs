//! [`DistinctText`]: the distinct entity texts of a plan, each with its replacement.

use std::collections::{HashMap, hash_map::Entry};

use crate::anonymize::substitute::{Original, Substitute, SubstituteKind, SubstituteRequest};
use masquerade_detect::entity::Label;

/// The replacement of one distinct entity text.
pub(super) enum Slot {
    /// The entity's own text.
    Original,
    /// A substitute that needs no store.
    Text(Substitute),
    /// The substitute assigned to the request of this index.
    Request(usize),
}

/// A distinct entity text under one label.
pub(super) struct DistinctText<'t> {
    pub(super) label: Label,
    pub(super) text: &'t str,
    /// True if the text stands between word boundaries in every place.
    pub(super) bounded: bool,
    pub(super) slot: Slot,
}

/// An index of distinct texts by label and text; a linear search while they are few.
#[derive(Default)]
pub(super) struct DistinctIndex<'t> {
    /// Empty up to [`FEW`] texts.
    many: HashMap<(Label, &'t str), usize>,
}

/// Distinct texts up to which a linear search is quicker than hashing.
pub(super) const FEW: usize = 16;

impl<'t> DistinctIndex<'t> {
    /// The position of `text` in `distinct`, to which it is added if it is new.
    pub(super) fn position(&mut self, distinct: &mut Vec<DistinctText<'t>>, label: Label, text: &'t str) -> usize {
        let fresh = distinct.len();
        let known = if fresh <= FEW {
            distinct.iter().position(|known| known.text == text && known.label == label)
        } else {
            if self.many.is_empty() {
                self.many = distinct.iter().enumerate().map(|(at, known)| ((known.label, known.text), at)).collect();
            }
            match self.many.entry((label, text)) {
                Entry::Occupied(known) => Some(*known.get()),
                Entry::Vacant(place) => {
                    place.insert(fresh);
                    None
                }
            }
        };
        known.unwrap_or_else(|| {
            distinct.push(DistinctText { label, text, bounded: true, slot: Slot::Original });
            fresh
        })
    }
}

impl DistinctText<'_> {
    /// Reports whether the substitute could be taken for another text, or make another text of its surroundings, as
    /// placeholders cannot.
    pub(super) fn is_fragile(&self, requests: &[SubstituteRequest]) -> bool {
        match &self.slot {
            Slot::Original => false,
            Slot::Text(text) => !text.starts_with('['),
            Slot::Request(_) => self.is_surrogate(requests),
        }
    }

    /// Reports whether the substitute is a surrogate that the store assigns.
    pub(super) fn is_surrogate(&self, requests: &[SubstituteRequest]) -> bool {
        let Slot::Request(index) = &self.slot else { return false };
        requests[*index].is_for_surrogate()
    }

    /// Requests a numbered placeholder instead, unless the present substitute is as safe.
    pub(super) fn use_number(&mut self, requests: &mut Vec<SubstituteRequest>) {
        if !self.is_fragile(requests) {
            return;
        }
        if let Slot::Request(index) = self.slot {
            requests[index].kind = SubstituteKind::Numbered;
            return;
        }
        let (original, kind) = (Original::new(self.text), SubstituteKind::Numbered);
        requests.push(SubstituteRequest { label: self.label, original, kind });
        self.slot = Slot::Request(requests.len() - 1);
    }
}
