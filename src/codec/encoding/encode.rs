//! [`Encoder`]: a body under content codings.

use std::{
    fmt,
    io::{self, Write},
};

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
pub fn encode(codings: &[Coding], body: Vec<u8>) -> io::Result<Vec<u8>> {
    if codings.is_empty() {
        return Ok(body);
    }
    let mut encoder = Encoder::new(codings)?;
    let mut encoded = encoder.push(&body)?;
    encoded.extend(encoder.finish()?);
    Ok(encoded)
}

/// The encoder of one body, which is given in pieces of any size.
pub struct Encoder {
    /// The stages, in the order in which they are applied.
    stages: Vec<Stage>,
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoder({} codings)", self.stages.len())
    }
}

/// The encoder of one coding, with its output.
enum Stage {
    Gzip(write::GzEncoder<Vec<u8>>),
    Deflate(write::ZlibEncoder<Vec<u8>>),
    Brotli(Box<brotli::CompressorWriter<Vec<u8>>>),
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
}

impl Encoder {
    /// An encoder that applies `codings` in that order. With none, bytes go through.
    ///
    /// # Errors
    /// If a library has no memory left.
    pub fn new(codings: &[Coding]) -> io::Result<Self> {
        let stages = codings.iter().map(|coding| Stage::new(*coding)).collect::<io::Result<_>>()?;
        Ok(Self { stages })
    }

    /// Encodes the next piece; the output may be empty, since the codings collect bytes.
    ///
    /// # Errors
    /// If a library has no memory left.
    pub fn push(&mut self, piece: &[u8]) -> io::Result<Vec<u8>> {
        let mut piece = piece.to_vec();
        for stage in &mut self.stages {
            piece = stage.push(&piece)?;
        }
        Ok(piece)
    }

    /// The end of the encoded body.
    ///
    /// # Errors
    /// If a library has no memory left.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        let mut end = Vec::new();
        for mut stage in self.stages {
            let mut encoded = stage.push(&end)?;
            encoded.extend(stage.finish()?);
            end = encoded;
        }
        Ok(end)
    }
}

impl Stage {
    fn new(coding: Coding) -> io::Result<Self> {
        let (quality, window) = BROTLI;
        Ok(match coding {
            Coding::Gzip => Self::Gzip(write::GzEncoder::new(Vec::new(), Compression::fast())),
            Coding::Deflate => Self::Deflate(write::ZlibEncoder::new(Vec::new(), Compression::fast())),
            Coding::Brotli => Self::Brotli(Box::new(brotli::CompressorWriter::new(Vec::new(), 4096, quality, window))),
            Coding::Zstd => Self::Zstd(zstd::stream::write::Encoder::new(Vec::new(), ZSTD_LEVEL)?),
        })
    }

    fn push(&mut self, piece: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Gzip(encoder) => encoder.write_all(piece).map(|()| std::mem::take(encoder.get_mut())),
            Self::Deflate(encoder) => encoder.write_all(piece).map(|()| std::mem::take(encoder.get_mut())),
            Self::Brotli(encoder) => encoder.write_all(piece).map(|()| std::mem::take(encoder.get_mut())),
            Self::Zstd(encoder) => encoder.write_all(piece).map(|()| std::mem::take(encoder.get_mut())),
        }
    }

    fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Gzip(encoder) => encoder.finish(),
            Self::Deflate(encoder) => encoder.finish(),
            Self::Brotli(encoder) => Ok(encoder.into_inner()),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }
}
