//! Decoders of content codings, streaming and with a ceiling on their output, and encoders for bodies that go on as they came.
//!
//! The decoders are kept libraries'. Added to them are the ceilings on the output and on the memory of a window, the
//! refusal of truncated bodies and of bytes behind their end, and the detection of the format where labels are known to
//! be wrong.
//!
//! ```
//! use masquerade::codec::encoding::{Coding, Decoder};
//!
//! let mut decoder = Decoder::new(&[Coding::Deflate]);
//! let mut out = Vec::new();
//! decoder.push(&[0x4b, 0x4c], false, 100, &mut out).unwrap();
//! decoder.push(&[0x4a, 0x06, 0x00], true, 100, &mut out).unwrap();
//! assert_eq!(out, b"abc");
//! ```
//!
//! A coding is a file here, a variant of [`Coding`] and its lines there.

mod brotli;
mod deflate;
mod encode;
mod gzip;
pub mod snappy;
mod sniff;
mod zstd;

#[cfg(test)]
mod tests;

use std::{fmt, io};

use super::CodecError;

pub use encode::{Encoder, encode};

/// Most codings of one body: more of them only cost time.
pub const MAX_CODINGS: usize = 2;

/// Most bytes of output of one step.
const STEP: usize = 16 * 1024;

/// A content coding (RFC 9110, 8.4.1; RFC 7932; RFC 8878).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coding {
    /// `gzip`, also as `x-gzip`. Some senders label zlib's format or zstd so.
    Gzip,
    /// `deflate`: zlib's format, but many senders mean raw deflate.
    Deflate,
    /// `br`.
    Brotli,
    /// `zstd`.
    Zstd,
}

impl Coding {
    /// All codings.
    pub const ALL: [Self; 4] = [Self::Gzip, Self::Deflate, Self::Brotli, Self::Zstd];

    /// The coding's registered name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
            Self::Brotli => "br",
            Self::Zstd => "zstd",
        }
    }

    /// The coding of a name, in any case. `identity` is none.
    fn named(name: &[u8]) -> Option<Self> {
        if name.eq_ignore_ascii_case(b"x-gzip") {
            return Some(Self::Gzip);
        }
        Self::ALL.into_iter().find(|coding| name.eq_ignore_ascii_case(coding.name().as_bytes()))
    }

    fn stage(self) -> Box<dyn Stage> {
        match self {
            Self::Gzip | Self::Deflate => Box::new(sniff::Sniff::new(self)),
            Self::Brotli => Box::new(brotli::Brotli::new()),
            Self::Zstd => Box::new(zstd::Zstd::new()),
        }
    }
}

/// The codings that `Content-Encoding` lists, in all its lines, in the order in which they were applied.
///
/// # Errors
/// [`CodecError::UnknownCoding`] for one that is not known, or more than [`MAX_CODINGS`].
pub fn codings<'v>(values: impl IntoIterator<Item = &'v [u8]>) -> Result<Vec<Coding>, CodecError> {
    let mut codings = Vec::new();
    for name in values.into_iter().flat_map(|value| value.split(|&byte| byte == b',')) {
        let name = name.trim_ascii();
        if name.is_empty() || name.eq_ignore_ascii_case(b"identity") {
            continue;
        }
        let coding = Coding::named(name).ok_or(CodecError::UnknownCoding)?;
        if codings.len() == MAX_CODINGS {
            return Err(CodecError::UnknownCoding);
        }
        codings.push(coding);
    }
    Ok(codings)
}

/// The encoding of a whole body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyEncoding {
    /// The content codings of the body, in the order in which they were applied.
    pub codings: Vec<Coding>,
    /// True if a block of [`snappy`] is under the content codings.
    pub snappy: bool,
    /// True if the block is declared as a content coding, too, rather than known to both sides.
    pub declares_snappy: bool,
}

impl BodyEncoding {
    /// Reports whether the body is as it is.
    pub fn is_identity(&self) -> bool {
        self.codings.is_empty() && !self.snappy
    }

    /// The encoding without its declared codings.
    #[must_use]
    pub fn undeclared(&self) -> Self {
        Self { snappy: self.snappy && !self.declares_snappy, ..Self::default() }
    }

    /// `body` under this encoding.
    ///
    /// # Errors
    /// If a library has no memory left.
    pub fn encode(&self, body: &[u8]) -> io::Result<Vec<u8>> {
        let body = match self.snappy {
            true => snappy::encode(body).map_err(io::Error::other)?,
            false => body.to_vec(),
        };
        encode(&self.codings, body)
    }

    /// The value of `Content-Encoding`; `None`: nothing is declared.
    pub fn declaration(&self) -> Option<String> {
        let mut names: Vec<_> = self.codings.iter().map(|coding| coding.name()).collect();
        if self.declares_snappy {
            names.insert(0, "snappy");
        }
        (!names.is_empty()).then(|| names.join(", "))
    }
}

impl From<Vec<Coding>> for BodyEncoding {
    fn from(codings: Vec<Coding>) -> Self {
        Self { codings, ..Self::default() }
    }
}

/// A decoder that is run step by step.
trait Stage: Send {
    /// Decodes some of `input` to the beginning of `out`.
    ///
    /// Stops only when `out` is full or `input` is used up; with neither, it cannot go on.
    fn step(&mut self, input: &[u8], out: &mut [u8]) -> Result<Step, CodecError>;

    /// Reports whether the input may end here.
    fn is_whole(&self) -> bool;
}

/// The progress of one step of a [`Stage`].
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Bytes of input that were read.
    read: usize,
    /// Bytes of output that were written.
    written: usize,
}

/// The decoder of one body, which arrives in chunks of any size.
pub struct Decoder {
    /// Outermost first.
    stages: Vec<BufferedStage>,
}

struct BufferedStage {
    stage: Box<dyn Stage>,
    buffer: Box<[u8]>,
    /// Bytes of output from the current chunk.
    made: usize,
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decoder({} codings)", self.stages.len())
    }
}

impl Decoder {
    /// A decoder of a body to which `codings` were applied in that order, as [`codings`] gives them. With none,
    /// bytes go through.
    pub fn new(codings: &[Coding]) -> Self {
        let buffered = |coding: &Coding| BufferedStage { stage: coding.stage(), buffer: vec![0; STEP].into(), made: 0 };
        Self { stages: codings.iter().rev().map(buffered).collect() }
    }

    /// Decodes the next chunk, the last one if `eof`, to the end of `out`.
    ///
    /// `cap` bounds the output of this chunk, also between two codings: for a body that is
    /// collected whole, the rest of its limit.
    ///
    /// # Errors
    /// [`CodecError::TooLarge`] over `cap`; [`CodecError::BadCoding`], [`CodecError::Truncated`] or
    /// [`CodecError::TrailingData`] for anything but whole streams of the codings, an empty body
    /// included. Stop then.
    pub fn push(&mut self, input: &[u8], eof: bool, cap: usize, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.push_with(input, eof, cap, &mut |piece| {
            out.extend_from_slice(piece);
            Ok(())
        })
    }

    /// Decodes the next chunk as [`Decoder::push`] does, and passes the output to `sink` in pieces of at most 16 KiB.
    ///
    /// # Errors
    /// The errors of [`Decoder::push`], and of `sink`, which end the decoding.
    pub fn push_with<E: From<CodecError>>(
        &mut self,
        input: &[u8],
        eof: bool,
        cap: usize,
        sink: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.stages.iter_mut().for_each(|stage| stage.made = 0);
        if self.stages.is_empty() && input.len() > cap {
            return Err(CodecError::TooLarge { limit: cap }.into());
        }
        drive(&mut self.stages, input, eof, cap, sink)
    }
}

/// Decodes `input` by the first of `stages`, and its output by the rest.
fn drive<E: From<CodecError>>(
    stages: &mut [BufferedStage],
    mut input: &[u8],
    eof: bool,
    cap: usize,
    sink: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let Some((first, inner)) = stages.split_first_mut() else {
        return if input.is_empty() { Ok(()) } else { sink(input) };
    };
    loop {
        let step = first.stage.step(input, &mut first.buffer)?;
        input = &input[step.read..];
        first.made = first.made.saturating_add(step.written);
        if first.made > cap {
            return Err(CodecError::TooLarge { limit: cap }.into());
        }
        let made = &first.buffer[..step.written];
        if !made.is_empty() {
            drive(inner, made, false, cap, sink)?;
        }
        if step.written < first.buffer.len() {
            if input.is_empty() {
                break;
            }
            if step.read == 0 && step.written == 0 {
                return Err(CodecError::BadCoding.into());
            }
        }
    }
    if !eof {
        return Ok(());
    }
    if !first.stage.is_whole() {
        return Err(CodecError::Truncated.into());
    }
    drive(inner, &[], true, cap, sink)
}
