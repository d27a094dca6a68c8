//! ENCRYPT: the text itself, sealed.

use super::{Operator, Outcome, Subject};

/// The token alone brings the text back, for whoever has the tenant's key.
pub(super) struct Encrypt;

impl Operator for Encrypt {
    fn operate(&self, subject: Subject<'_>) -> Outcome {
        let label = subject.label.name();
        let token = subject.cipher.seal(label, subject.text);
        Outcome::Replace(format!("[{label}:{token}]"))
    }
}
