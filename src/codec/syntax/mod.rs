//! Documents: where their strings are, and how to rewrite some of them and nothing else.

mod edit;
pub mod json;

use super::CodecError;

pub use edit::{Edit, splice};

/// `bytes` as text, checked once for all that is done with the document.
///
/// # Errors
/// [`CodecError::NotUtf8`] with the first offset that is wrong.
pub fn text(bytes: &[u8]) -> Result<&str, CodecError> {
    std::str::from_utf8(bytes).map_err(|error| CodecError::NotUtf8 { at: error.valid_up_to() })
}
