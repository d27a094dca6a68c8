//! HASH: a placeholder with a keyed hash, so that equal texts correlate and tell nothing else.

use super::{MapRestoration, Operator, Outcome, PlaceholderForm, Subject};
use crate::anonymize::substitute::SubstituteKind;

/// 64 bits of HMAC-SHA-256 of label and text under the tenant's key, in hexadecimal.
pub(super) const HASH: Operator = Operator {
    name: "HASH",
    placeholder: Some(PlaceholderForm::Hash),
    by_map: MapRestoration::Matching,
    by_session: true,
    stable: true,
    operate,
    ..Operator::REPLACING
};

fn operate(subject: Subject<'_>) -> Outcome {
    let label = subject.label.name();
    let hash = u64::from_be_bytes(subject.cipher.hash(label, subject.text));
    Outcome::Request(SubstituteKind::Fixed(format!("[{label}_{hash:016x}]").into()))
}
