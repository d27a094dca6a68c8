//! KEEP: detection without replacement.

use super::{Operator, Outcome};

/// The text itself.
pub(super) const KEEP: Operator =
    Operator { name: "KEEP", replaces: false, operate: |_| Outcome::Keep, ..Operator::REPLACING };
