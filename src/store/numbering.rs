//! [`Numbering`]: the counters of a session, and the choice of its substitutes.

use std::collections::HashSet;

use crate::anonymize::{Substitute, SubstituteKind, SubstituteRequest};
use masquerade_detect::entity::Label;

/// The counters of one session: the last number assigned, by label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// The highest number that must not be assigned.
    floor: u64,
    last: Vec<(Label, u64)>,
}

impl Numbering {
    /// Counters that begin above `floor`.
    pub(super) fn above(floor: u64) -> Self {
        Self { floor, last: Vec::new() }
    }

    /// Counters that are kept as a floor and the last number of each label.
    pub(super) fn from_parts(floor: u64, last: Vec<(Label, u64)>) -> Self {
        Self { floor, last }
    }

    /// The floor, and the last number of each label.
    pub(super) fn parts(&self) -> (u64, &[(Label, u64)]) {
        (self.floor, &self.last)
    }

    /// The highest number that may have been assigned.
    pub(super) fn highest(&self) -> u64 {
        self.last.iter().map(|(_, last)| *last).max().unwrap_or_default().max(self.floor)
    }

    /// Labels with a counter.
    pub(super) fn len(&self) -> usize {
        self.last.len()
    }

    /// The substitute of each of `requests`, distinct texts each, of which only the counters are kept.
    pub fn assign(&mut self, requests: &[SubstituteRequest], reserved: &[Substitute]) -> Vec<Substitute> {
        let originals: HashSet<&str> = match requests.iter().any(SubstituteRequest::is_for_surrogate) {
            true => requests.iter().map(|request| request.original.as_str()).collect(),
            false => HashSet::new(),
        };
        let reserved: HashSet<&str> = reserved.iter().map(|substitute| &**substitute).collect();
        // Numbered placeholders never equal each other, so they need no look-up as long as they are alone.
        let are_numbered = requests.iter().all(|request| request.kind == SubstituteKind::Numbered);
        let mut taken: HashSet<Substitute> = HashSet::new();
        let mut assigned = Vec::with_capacity(requests.len());
        let mut buffer = String::new();
        for request in requests {
            let is_taken = |substitute: &str| {
                !taken.is_empty() && taken.contains(substitute) || !reserved.is_empty() && reserved.contains(substitute)
            };
            let request = request.with_joints_resolved(&assigned);
            let substitute = self.choose(&request, is_taken, |text| originals.contains(text), &mut buffer);
            if !are_numbered {
                taken.insert(substitute.clone());
            }
            assigned.push(substitute);
        }
        assigned
    }

    /// A substitute for `request`, whose joints are resolved, that is not taken; no text of the session either if it
    /// is a surrogate. `buffer` is working memory.
    pub(super) fn choose(
        &mut self,
        request: &SubstituteRequest,
        is_taken: impl Fn(&str) -> bool,
        is_text: impl Fn(&str) -> bool,
        buffer: &mut String,
    ) -> Substitute {
        let free = match &request.kind {
            SubstituteKind::Numbered | SubstituteKind::Joined(_) => None,
            SubstituteKind::Fixed(substitute) => Some(substitute).filter(|substitute| !is_taken(substitute)),
            SubstituteKind::AnyOf(candidates) => {
                candidates.iter().find(|candidate| !is_taken(candidate) && !is_text(candidate))
            }
        };
        if let Some(substitute) = free {
            return substitute.clone();
        }
        let last = self.last(request.label);
        let label = request.label.name();
        loop {
            *last = last.saturating_add(1);
            buffer.clear();
            buffer.reserve(label.len() + 8);
            let mut digits = itoa::Buffer::new();
            ["[", label, "_", digits.format(*last), "]"].into_iter().for_each(|part| buffer.push_str(part));
            // A look-alike of the next placeholder must not be replaced by itself.
            if !is_taken(buffer) && buffer != request.original.as_str() {
                return buffer.as_str().into();
            }
        }
    }

    /// The counter of `label`. There are few, so a linear search is quicker than hashing.
    fn last(&mut self, label: Label) -> &mut u64 {
        let known = self.last.iter().position(|(known, _)| *known == label);
        let at = known.unwrap_or_else(|| {
            self.last.push((label, self.floor));
            self.last.len() - 1
        });
        &mut self.last[at].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anonymize::Original;

    fn request(label: &'static str, text: &str, kind: SubstituteKind) -> SubstituteRequest {
        SubstituteRequest { label: Label::new(label), original: Original::new(text), kind }
    }

    #[test]
    fn numbers_count_per_label_and_pass_over_what_is_taken() {
        let mut numbering = Numbering::default();
        let assigned = numbering.assign(
            &[
                request("PERSON", "a", SubstituteKind::Numbered),
                request("CITY", "b", SubstituteKind::Numbered),
                request("PERSON", "c", SubstituteKind::Numbered),
                request("PERSON", "d", SubstituteKind::Fixed("[PERSON_3]".into())),
                request("PERSON", "e", SubstituteKind::Fixed("[PERSON_3]".into())),
                request("PERSON", "f", SubstituteKind::AnyOf(vec!["a".into(), "[PERSON_3]".into(), "Eve".into()])),
                request("PERSON", "g", SubstituteKind::AnyOf(vec!["Eve".into()])),
            ],
            &["[PERSON_2]".into()],
        );
        let assigned: Vec<&str> = assigned.iter().map(|substitute| &**substitute).collect();
        let expected = ["[PERSON_1]", "[CITY_1]", "[PERSON_3]", "[PERSON_4]", "[PERSON_5]", "Eve", "[PERSON_6]"];
        assert_eq!(assigned, expected);
        assert_eq!(numbering.highest(), 6);
    }
}
