//! [`encode`]: a body under content codings.

use std::io::{self, Write};

use flate2::{Compression, write};

use super::Coding;

/// The quality and the window of brotli, the latter as a power of two: about the speed of gzip.
const BROTLI: (u32, u32) = (3, 22);
/// The level of zstd that is its own default for speed.
const ZSTD_LEVEL: i32 = 1;

/// `body` with `codings` applied in their order. Speed counts before size: the upstream is usually near.
///
/// # Errors
/// If a library has no memory left.
pub fn encode(codings: &[Coding], mut body: Vec<u8>) -> io::Result<Vec<u8>> {
    for coding in codings {
        let room = Vec::with_capacity(body.len() / 4 + 64);
        body = match coding {
            Coding::Gzip => {
                let mut encoder = write::GzEncoder::new(room, Compression::fast());
                encoder.write_all(&body)?;
                encoder.finish()?
            }
            Coding::Deflate => {
                let mut encoder = write::ZlibEncoder::new(room, Compression::fast());
                encoder.write_all(&body)?;
                encoder.finish()?
            }
            Coding::Brotli => {
                let (quality, window) = BROTLI;
                let mut encoder = brotli::CompressorWriter::new(room, 4096, quality, window);
                encoder.write_all(&body)?;
                encoder.into_inner()
            }
            Coding::Zstd => zstd::bulk::compress(&body, ZSTD_LEVEL)?,
        };
    }
    Ok(body)
}
