//! BLOCK: a request with such an entity is refused.

use super::{Operator, remove::REMOVE};

/// Whoever masks refuses a request with an entity of this method before anything is replaced; a text that is masked all
/// the same loses the entity.
pub(super) const BLOCK: Operator = Operator { name: "BLOCK", ..REMOVE };
