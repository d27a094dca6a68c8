//! Documents: the places of their strings, and edits that leave every other byte as it was.

mod edit;
pub mod json;
pub mod lengths;
pub mod msgpack;
pub mod protobuf;

use super::CodecError;

pub use edit::{Edit, splice, splice_bytes};

/// `bytes` as text. UTF-8 is checked here and nowhere else.
///
/// # Errors
/// [`CodecError::NotUtf8`] with the first offset that is wrong.
pub fn text(bytes: &[u8]) -> Result<&str, CodecError> {
    std::str::from_utf8(bytes).map_err(|error| CodecError::NotUtf8 { at: error.valid_up_to() })
}
