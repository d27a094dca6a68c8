//! REMOVE: no substitute at all.

use super::{MapRestoration, Operator, Outcome};

/// An empty text, of which only its position in a map tells what stood there.
pub(super) const REMOVE: Operator = Operator {
    name: "REMOVE",
    by_map: MapRestoration::Positions,
    leaves_nothing: true,
    operate: |_| Outcome::Replace(String::new()),
    ..Operator::REPLACING
};
