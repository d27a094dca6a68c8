//! Spans, offsets, word boundaries and folding of Unicode text.
//!
//! # Types
//!
//! - [`Field`]: one string to look through, with the name of the member that holds it.
//! - [`Span`]: a byte range of a text on character boundaries.
//! - [`place_of`]: the place of a slice in its text.
//! - [`Splice`]: a copy of a text with ranges of it replaced.
//! - [`Unit`], [`UnitCursor`]: the units of offsets on the wire, and their translation to bytes.
//! - [`identifier`]: the words of identifiers, `passportNo` as well as `passport_no`.
//! - [`mod@line`], [`window`]: the parts of a line, and of a text, before and behind a place.
//! - [`run_before`], [`run_behind`]: the characters of one kind at an end of a text.
//! - [`is_boundary`], [`is_word`]: word boundaries and word characters, for scripts with and without spaces.
//! - [`steps`]: a bound on the work for one job, wherever it is done.
//! - [`FoldedText`]: a text without its disguises (full-width letters, escapes, spelled signs), with the way back to
//!   the original.
//!
//! # Example
//!
//! ```
//! use masquerade_text::{FoldedText, Span, is_boundary};
//!
//! let text = "write to jane&#64;example.com";
//! let folded = FoldedText::new(text).expect("there is an escape");
//! let at = folded.text().find("jane@example.com").expect("the address can be read");
//! let range = folded.original(at..folded.text().len()).expect("the range is not empty");
//! let span = Span::new(text, range).expect("the range lies on characters");
//! assert_eq!(span.slice(text), "jane&#64;example.com");
//! assert!(is_boundary(text, span.start()));
//! ```
//!
//! # Traps
//!
//! - All offsets are bytes, but for those that a [`UnitCursor`] translates.
//! - A [`Span`] does not hold its text: [`Span::slice`] with another text panics, or gives another part.
//!
//! This is the lowest crate: it knows nothing of entities, networks or configuration.

mod boundary;
mod field;
mod fold;
pub mod identifier;
pub mod line;
mod properties;
mod run;
mod span;
mod splice;
pub mod steps;
mod units;
pub mod window;

pub use boundary::{escape_before, is_boundary, is_boundary_between, is_value_edge, is_word};
pub use field::Field;
pub use fold::{FoldedText, base_letter, has_encoded_letter, is_invisible, may_hide};
pub use run::{run_before, run_behind};
pub use span::{Span, place_of};
pub use splice::Splice;
pub use units::{Unit, UnitCursor};
