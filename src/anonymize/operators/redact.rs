//! REDACT: a numbered placeholder.

use super::{MapRestoration, Operator, Outcome, PlaceholderForm};
use crate::anonymize::substitute::SubstituteKind;

/// The store assigns the numbers, so that each distinct text of a session has its own.
pub(super) const REDACT: Operator = Operator {
    name: "REDACT",
    placeholder: Some(PlaceholderForm::Number),
    by_map: MapRestoration::Matching,
    by_session: true,
    operate: |_| Outcome::Request(SubstituteKind::Numbered),
    ..Operator::REPLACING
};
