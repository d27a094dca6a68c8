//! Text: spans of it, units to count it in, and what detection sees of it.
//!
//! The lowest floor: it knows nothing of entities, of networks or of configuration.

mod boundary;
mod field;
mod fold;
mod span;
mod units;

pub use boundary::{escape_before, is_boundary, is_boundary_between, is_value_edge, is_word};
pub use field::Field;
pub use fold::{Folded, is_invisible, may_hide};
pub use span::Span;
pub use units::{Unit, UnitCursor};
