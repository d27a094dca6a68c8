//! REMOVE: nothing is left.

use super::{Operator, Outcome, Subject};

/// Leaves nothing.
pub(super) struct Remove;

impl Operator for Remove {
    fn operate(&self, _: Subject<'_>) -> Outcome {
        Outcome::Replace(String::new())
    }
}
