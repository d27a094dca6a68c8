//! From bytes to documents and back, without losing a byte of what is not rewritten.
//!
//! Three layers, each sans-IO and each fed in whatever pieces the network brings:
//!
//! 1. [`encoding`] undoes content codings under a ceiling;
//! 2. [`framing`] cuts a body into frames (the whole body, server-sent events, lines), keeps the raw
//!    bytes of each, and puts a rewritten document back into its frame;
//! 3. [`syntax`] finds the strings of a document with their places, and splices edits into it.
//!
//! Nothing here knows what a document means. Errors are made of offsets and limits, never of payload.

pub mod encoding;
mod error;
pub mod framing;
pub mod syntax;

pub use error::{CodecError, Fault};
