//! ENCRYPT: a placeholder with the sealed text itself.

use super::{MapRestoration, Operator, Outcome, PlaceholderForm, Subject};

/// Deterministic encryption under the tenant's key, so that no map is needed.
pub(super) const ENCRYPT: Operator = Operator {
    name: "ENCRYPT",
    placeholder: Some(PlaceholderForm::Token),
    by_map: MapRestoration::Matching,
    without_state: true,
    stable: true,
    operate,
    ..Operator::REPLACING
};

fn operate(subject: Subject<'_>) -> Outcome {
    let label = subject.label.name();
    let token = subject.cipher.seal(label, subject.text);
    Outcome::Replace(format!("[{label}:{token}]"))
}
