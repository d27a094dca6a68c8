//! Content codings of request bodies, undone under a ceiling.
//!
//! Each decoder is a kept library's; what is ours is the ceiling on what comes out, the ceiling on the
//! memory a window may take, and that a body must be one whole stream with nothing behind it.

use std::io::{self, Read};

use brotli::{BrotliDecompressStream, BrotliResult, BrotliState, enc::StandardAlloc};
use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use http::{HeaderMap, header::CONTENT_ENCODING};

use super::budget::Share;
use crate::problem::Problem;

/// Bytes that are inflated between two looks at the ceilings.
const STEP: usize = 64 * 1024;

/// More codings than this on one body have no use but to cost us time.
const MAX_CODINGS: usize = 2;

/// Largest zstd window we make room for, as a power of two: the 8 MiB that RFC 8878 asks decoders for.
const ZSTD_WINDOW_LOG: u32 = 23;

/// A content coding (RFC 9110, 8.4.1; RFC 7932; RFC 8878).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// `gzip`, also as `x-gzip`.
    Gzip,
    /// `deflate`: zlib's format, but many clients send raw deflate under this name.
    Deflate,
    /// `br`.
    Brotli,
    /// `zstd`.
    Zstd,
}

/// The codings of a body, in the order in which they were applied.
///
/// # Errors
/// [`Problem::UnsupportedEncoding`] for an unknown one, or more than two.
pub fn codings(headers: &HeaderMap) -> Result<Vec<Coding>, Problem> {
    let mut codings = Vec::new();
    for value in headers.get_all(CONTENT_ENCODING) {
        for name in value.as_bytes().split(|&b| b == b',') {
            let coding = match name.trim_ascii().to_ascii_lowercase().as_slice() {
                b"" | b"identity" => continue,
                b"gzip" | b"x-gzip" => Coding::Gzip,
                b"deflate" => Coding::Deflate,
                b"br" => Coding::Brotli,
                b"zstd" => Coding::Zstd,
                _ => return Err(Problem::UnsupportedEncoding),
            };
            if codings.len() == MAX_CODINGS {
                return Err(Problem::UnsupportedEncoding);
            }
            codings.push(coding);
        }
    }
    Ok(codings)
}

/// Undoes one coding. `share` grows with the result.
///
/// # Errors
/// [`Problem::InvalidEncoding`] for anything but one whole stream, [`Problem::BodyTooLarge`] over
/// `limit` bytes, [`Problem::Overloaded`] if there is no memory left for bodies.
pub fn inflate(coding: Coding, input: &[u8], limit: usize, share: &mut Share) -> Result<Vec<u8>, Problem> {
    match coding {
        Coding::Gzip => read_capped(MultiGzDecoder::new(input), limit, share),
        Coding::Deflate if is_zlib(input) => {
            let mut decoder = ZlibDecoder::new(input);
            let out = read_capped(&mut decoder, limit, share)?;
            whole(decoder.into_inner(), out)
        }
        Coding::Deflate => {
            let mut decoder = DeflateDecoder::new(input);
            let out = read_capped(&mut decoder, limit, share)?;
            whole(decoder.into_inner(), out)
        }
        Coding::Brotli => inflate_brotli(input, limit, share),
        Coding::Zstd => {
            let invalid = |_: io::Error| Problem::InvalidEncoding;
            let mut decoder = zstd::stream::read::Decoder::with_buffer(input).map_err(invalid)?;
            decoder.window_log_max(ZSTD_WINDOW_LOG).map_err(invalid)?;
            read_capped(decoder, limit, share)
        }
    }
}

/// Whether this is zlib's header (RFC 1950, 2.2): method 8, a window it allows, and its check bits.
fn is_zlib(input: &[u8]) -> bool {
    match input {
        [cmf, flg, ..] => {
            cmf & 0x0f == 8 && cmf >> 4 <= 7 && (u16::from(*cmf) << 8 | u16::from(*flg)).is_multiple_of(31)
        }
        _ => false,
    }
}

fn whole(rest: &[u8], out: Vec<u8>) -> Result<Vec<u8>, Problem> {
    if rest.is_empty() { Ok(out) } else { Err(Problem::InvalidEncoding) }
}

fn read_capped(mut from: impl Read, limit: usize, share: &mut Share) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    loop {
        share.grow(STEP)?;
        let read = from.by_ref().take(STEP as u64).read_to_end(&mut out).map_err(|_| Problem::InvalidEncoding)?;
        if out.len() > limit {
            return Err(Problem::BodyTooLarge { limit });
        }
        if read < STEP {
            share.shrink(STEP - read);
            return Ok(out);
        }
    }
}

/// Brotli by its stream interface, because the crate's reader accepts the "large window" extension,
/// with which 20 bytes make it allocate a gigabyte.
fn inflate_brotli(input: &[u8], limit: usize, share: &mut Share) -> Result<Vec<u8>, Problem> {
    let alloc = StandardAlloc::default;
    let mut state = BrotliState::new_strict(alloc(), alloc(), alloc());
    let mut out = Vec::new();
    let mut step = vec![0; STEP];
    let (mut available_in, mut at_in, mut total) = (input.len(), 0, 0);
    loop {
        let (mut available_out, mut at_out) = (STEP, 0);
        let result = BrotliDecompressStream(
            &mut available_in,
            &mut at_in,
            input,
            &mut available_out,
            &mut at_out,
            &mut step,
            &mut total,
            &mut state,
        );
        let made = step.get(..at_out).ok_or(Problem::Internal)?;
        share.grow(made.len())?;
        out.extend_from_slice(made);
        if out.len() > limit {
            return Err(Problem::BodyTooLarge { limit });
        }
        match result {
            BrotliResult::ResultSuccess if available_in == 0 => return Ok(out),
            BrotliResult::NeedsMoreOutput => {}
            _ => return Err(Problem::InvalidEncoding),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{
        Compression,
        write::{DeflateEncoder, GzEncoder, ZlibEncoder},
    };
    use http::HeaderValue;

    use super::*;
    use crate::server::budget::Budget;

    const ALL: [Coding; 4] = [Coding::Gzip, Coding::Deflate, Coding::Brotli, Coding::Zstd];

    fn deflate(coding: Coding, text: &[u8]) -> Vec<u8> {
        match coding {
            Coding::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(text).unwrap();
                encoder.finish().unwrap()
            }
            Coding::Deflate => {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(text).unwrap();
                encoder.finish().unwrap()
            }
            Coding::Brotli => {
                let mut out = Vec::new();
                brotli::BrotliCompress(&mut &text[..], &mut out, &brotli::enc::BrotliEncoderParams::default()).unwrap();
                out
            }
            Coding::Zstd => zstd::encode_all(text, 3).unwrap(),
        }
    }

    fn inflated(coding: Coding, input: &[u8], limit: usize) -> Result<Vec<u8>, Problem> {
        inflate(coding, input, limit, &mut Budget::new(1 << 30).share())
    }

    #[test]
    fn every_coding_gives_the_text_back() {
        let long: Vec<u8> = (0..300_000u32).flat_map(|i| (i % 1009).to_le_bytes()).collect();
        for text in [b"".as_slice(), b"{}", &long] {
            for coding in ALL {
                assert_eq!(inflated(coding, &deflate(coding, text), 1 << 21).unwrap(), text, "{coding:?}");
            }
        }
    }

    #[test]
    fn raw_deflate_is_understood_too() {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(b"some text").unwrap();
        assert_eq!(inflated(Coding::Deflate, &encoder.finish().unwrap(), 100).unwrap(), b"some text");
    }

    #[test]
    fn bombs_stop_at_the_limit_and_give_their_memory_back() {
        let zeros = vec![0; 20 << 20];
        for coding in ALL {
            let budget = Budget::new(4 << 20);
            let bomb = deflate(coding, &zeros);
            let limit = 1 << 20;
            let refused = inflate(coding, &bomb, limit, &mut budget.share());
            assert_eq!(refused, Err(Problem::BodyTooLarge { limit }), "{coding:?}");
            assert_eq!(budget.used(), 0);
            let refused = inflate(coding, &bomb, 100 << 20, &mut budget.share());
            assert!(matches!(refused, Err(Problem::Overloaded(_))), "{coding:?}");
        }
    }

    #[test]
    fn the_limit_itself_is_allowed() {
        for coding in ALL {
            let text = vec![b'x'; STEP];
            assert!(inflated(coding, &deflate(coding, &text), STEP).is_ok(), "{coding:?}");
            assert!(inflated(coding, &deflate(coding, &text), STEP - 1).is_err(), "{coding:?}");
        }
    }

    #[test]
    fn damaged_truncated_and_trailing_bytes_are_refused() {
        for coding in ALL {
            let good = deflate(coding, &b"hello world ".repeat(100));
            let truncated = &good[..good.len() - 1];
            assert_eq!(inflated(coding, truncated, 1 << 20), Err(Problem::InvalidEncoding), "{coding:?} truncated");
            let trailing = [good.as_slice(), b"{}"].concat();
            assert_eq!(inflated(coding, &trailing, 1 << 20), Err(Problem::InvalidEncoding), "{coding:?} trailing");
            assert_eq!(inflated(coding, b"{\"text\":[]}", 1 << 20), Err(Problem::InvalidEncoding), "{coding:?} plain");
        }
    }

    #[test]
    fn oversized_windows_are_refused() {
        // Brotli's large window extension (0x11, then 30 bits of window), and a zstd frame with a window of 2 GiB.
        assert_eq!(inflated(Coding::Brotli, &[0x11, 0x1e, 0, 0, 0, 0, 3], 100), Err(Problem::InvalidEncoding));
        let zstd = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 0x01, 0x00, 0x00];
        assert_eq!(inflated(Coding::Zstd, &zstd, 100), Err(Problem::InvalidEncoding));
    }

    #[test]
    fn codings_are_read_from_lists_and_repeated_headers() {
        let parse = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_ENCODING, HeaderValue::from_static(value));
            }
            codings(&headers)
        };
        assert_eq!(parse(&[]), Ok(vec![]));
        assert_eq!(parse(&["identity"]), Ok(vec![]));
        assert_eq!(parse(&["GZip"]), Ok(vec![Coding::Gzip]));
        assert_eq!(parse(&["br, x-gzip"]), Ok(vec![Coding::Brotli, Coding::Gzip]));
        assert_eq!(parse(&["br", "zstd"]), Ok(vec![Coding::Brotli, Coding::Zstd]));
        for bad in [&["compress"][..], &["gzip, gzip, gzip"], &["gzip;q=1"]] {
            assert_eq!(parse(bad), Err(Problem::UnsupportedEncoding), "{bad:?}");
        }
    }
}
