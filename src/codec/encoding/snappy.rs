//! Snappy's block format, which agents of Loki and of Prometheus send without an entry in `Content-Encoding` of its own.
//!
//! A block is decoded as a whole: its copies may reach back to its beginning.

use snap::raw::{Decoder, Encoder, decompress_len};

use crate::codec::CodecError;

/// The content of a block.
///
/// # Errors
/// [`CodecError::TooLarge`] if it declares more than `limit` bytes, [`CodecError::BadCoding`] if it is no block.
pub fn decode(block: &[u8], limit: usize) -> Result<Vec<u8>, CodecError> {
    let length = decompress_len(block).map_err(|_| CodecError::BadCoding)?;
    if length > limit {
        return Err(CodecError::TooLarge { limit });
    }
    Decoder::new().decompress_vec(block).map_err(|_| CodecError::BadCoding)
}

/// `content` as a block.
///
/// # Errors
/// [`CodecError::TooLarge`] over 4 GiB, which the format cannot declare.
pub fn encode(content: &[u8]) -> Result<Vec<u8>, CodecError> {
    Encoder::new().compress_vec(content).map_err(|_| CodecError::TooLarge { limit: u32::MAX as usize })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_under_a_limit() {
        let text = b"a line of a log, a line of a log, a line of a log".to_vec();
        let block = encode(&text).unwrap();
        assert_eq!(decode(&block, 100).unwrap(), text);
        assert_eq!(decode(&block, 10), Err(CodecError::TooLarge { limit: 10 }));
        for bad in [&block[..block.len() - 1], b"", b"\xff\xff\xff\xff\xff\xff", b"{\"a\":1}"] {
            assert_eq!(decode(bad, 1 << 40), Err(CodecError::BadCoding));
        }
    }
}
