//! HASH: equal texts correlate, and nothing else can be told.

use super::{Operator, Outcome, Subject};
use crate::anonymize::map::Form;

/// 64 bits of HMAC-SHA-256, in hex.
pub(super) struct Hash;

impl Operator for Hash {
    fn operate(&self, subject: Subject<'_>) -> Outcome {
        let label = subject.label.name();
        let hash = u64::from_be_bytes(subject.cipher.hash(label, subject.text));
        Outcome::Name(Form::Fixed(format!("[{label}_{hash:016x}]").into()))
    }
}
