//! JSON (RFC 8259), read strictly and rewritten in place.
//!
//! [`Scanner`] yields the tokens of a document with their offsets and builds nothing; [`walk()`] traverses a document
//! with a visitor, and a [`Cursor`] looks up single members. A string's
//! [`Segment`]s are its decoded texts; a replacement in one becomes an [`Edit`] of the
//! document, and [`splice`](super::splice) does them all:
//!
//! ```
//! use masquerade::codec::syntax::{json::{Scanner, Token}, splice};
//!
//! let doc = r#"{"n": 1.0e0, "text": "for \u0042ob"}"#;
//! let mut scanner = Scanner::new(doc);
//! let mut edits = Vec::new();
//! while let Some(token) = scanner.next_token().unwrap() {
//!     let Token::String(string) = token else { continue };
//!     for segment in string.segments(doc) {
//!         if let Some(at) = segment.text().find("Bob") {
//!             edits.extend(segment.edit(at..at + 3, "[PERSON_1]"));
//!         }
//!     }
//! }
//! let mut out = Vec::new();
//! splice(doc.as_bytes(), &edits, &mut out).unwrap();
//! assert_eq!(out, br#"{"n": 1.0e0, "text": "for [PERSON_1]"}"#);
//! ```
//!
//! JSON in a string is no special case: scan the segment's text as a document of its own, and
//! [`Segment::lift`] its edits into edits of the outer document, however deep.

mod cursor;
mod escape;
mod pointer;
mod scan;
mod string;
mod walk;

#[cfg(test)]
mod tests;

pub use cursor::Cursor;
pub use escape::{escape, unescape};
pub use pointer::pointer;
pub use scan::{MAX_DEPTH, Scanner, Token};
pub use string::{Segment, Segments, Str};
pub use walk::{Scalar, Stack, Start, Visitor, walk};

#[cfg(doc)]
use super::Edit;
