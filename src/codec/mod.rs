//! Lossless codec of bodies: from bytes to documents and back, with every byte outside of an edit as it was.
//!
//! Three layers, each sans-IO and each fed in chunks of any size:
//!
//! 1. [`encoding`] undoes content codings under a ceiling;
//! 2. [`framing`] cuts a body into frames (the whole body, server-sent events, lines), keeps the raw
//!    bytes of each, and puts a rewritten document back into its frame;
//! 3. [`syntax`] finds the strings of a document with their offsets, and splices edits into it.
//!
//! The meaning of a document is unknown here. Errors are made of offsets and limits, never of payload.

pub mod encoding;
mod error;
pub mod framing;
pub mod syntax;

pub use error::{CodecError, Fault};
