//! KEEP: detect only.

use super::{Operator, Outcome, Subject};

/// Leaves the text as it is.
pub(super) struct Keep;

impl Operator for Keep {
    fn operate(&self, _: Subject<'_>) -> Outcome {
        Outcome::Keep
    }
}
