//! REDACT: label and number.

use super::{Operator, Outcome, Subject};
use crate::anonymize::map::Form;

/// Numbers are the store's to give.
pub(super) struct Redact;

impl Operator for Redact {
    fn operate(&self, _: Subject<'_>) -> Outcome {
        Outcome::Name(Form::Numbered)
    }
}
