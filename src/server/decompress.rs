//! Decoding of content codings of request bodies, under the body limit and the memory budget.

use http::{HeaderMap, header::CONTENT_ENCODING};

use super::memory_budget::Reservation;
use crate::{
    codec::{
        CodecError,
        encoding::{self, BodyEncoding, Coding, Decoder, snappy},
    },
    problem::Problem,
};

/// The content codings of a body, in the order in which they were applied.
///
/// # Errors
/// [`Problem::UnsupportedEncoding`] for an unknown one, or more than two.
pub fn codings(headers: &HeaderMap) -> Result<Vec<Coding>, Problem> {
    let values = headers.get_all(CONTENT_ENCODING);
    encoding::codings(values.iter().map(|value| value.as_bytes())).map_err(|_| Problem::UnsupportedEncoding)
}

/// The encoding of the body of a proxied request: as [`codings`], or Snappy alone.
///
/// # Errors
/// As [`codings`].
pub fn encoding(headers: &HeaderMap) -> Result<BodyEncoding, Problem> {
    let mut values = headers.get_all(CONTENT_ENCODING).iter();
    if let (Some(value), None) = (values.next(), values.next())
        && value.as_bytes().trim_ascii().eq_ignore_ascii_case(b"snappy")
    {
        return Ok(BodyEncoding { snappy: true, declares_snappy: true, ..BodyEncoding::default() });
    }
    let mut codings = codings(headers)?;
    // Some clients of Graylog put the list of what they could take before a body in one of these, which its bytes tell.
    if codings == [Coding::Gzip, Coding::Deflate] {
        codings.truncate(1);
    }
    Ok(BodyEncoding::from(codings))
}

/// The content of a block of Snappy; `reservation` grows with it.
///
/// # Errors
/// As [`decompress`].
pub fn unblock(block: &[u8], limit: usize, reservation: &mut Reservation) -> Result<Vec<u8>, Problem> {
    let content = snappy::decode(block, limit).map_err(|error| match error {
        CodecError::TooLarge { limit } => Problem::BodyTooLarge { limit },
        _ => Problem::InvalidEncoding,
    })?;
    reservation.grow(content.len())?;
    Ok(content)
}

/// Decodes a body. `codings` are in the order in which they were applied; `reservation` grows with the result.
///
/// # Errors
/// [`Problem::InvalidEncoding`] for anything but one whole body, [`Problem::BodyTooLarge`] over
/// `limit` bytes, [`Problem::Overloaded`] if there is no memory left for bodies.
pub fn decompress(
    codings: &[Coding],
    input: &[u8],
    limit: usize,
    reservation: &mut Reservation,
) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    let decoded = Decoder::new(codings).push_with(input, true, limit, &mut |piece| {
        reservation.grow(piece.len()).map_err(DecodeError::Refused)?;
        out.extend_from_slice(piece);
        Ok(())
    });
    match decoded {
        Ok(()) => Ok(out),
        Err(DecodeError::Refused(problem)) => Err(problem),
        Err(DecodeError::Codec(CodecError::TooLarge { limit })) => Err(Problem::BodyTooLarge { limit }),
        Err(DecodeError::Codec(_)) => Err(Problem::InvalidEncoding),
    }
}

/// The reason for which decoding ended early.
enum DecodeError {
    Codec(CodecError),
    Refused(Problem),
}

impl From<CodecError> for DecodeError {
    fn from(error: CodecError) -> Self {
        Self::Codec(error)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};
    use http::HeaderValue;

    use super::*;
    use crate::server::memory_budget::MemoryBudget;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn what_is_inflated_is_held_against_the_budget() {
        let budget = MemoryBudget::new(1000);
        let mut reservation = budget.reservation();
        let body = gzip(&gzip(b"text"));
        assert_eq!(decompress(&[Coding::Gzip; 2], &body, 1000, &mut reservation).unwrap(), b"text");
        assert_eq!(budget.used(), 4);
        drop(reservation);
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn bombs_stop_at_the_limit_and_give_their_memory_back() {
        let budget = MemoryBudget::new(4 << 20);
        let bomb = gzip(&vec![0; 20 << 20]);
        let limit = 1 << 20;
        let refused = decompress(&[Coding::Gzip], &bomb, limit, &mut budget.reservation());
        assert_eq!(refused, Err(Problem::BodyTooLarge { limit }));
        assert_eq!(budget.used(), 0);
        let refused = decompress(&[Coding::Gzip], &bomb, 100 << 20, &mut budget.reservation());
        assert!(matches!(refused, Err(Problem::Overloaded(_))));
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn what_is_no_whole_body_is_refused() {
        let good = gzip(b"{}");
        for bad in [&good[..good.len() - 1], &[good.as_slice(), b"{}"].concat(), b"{}", b""] {
            let refused = decompress(&[Coding::Gzip], bad, 1000, &mut MemoryBudget::new(1000).reservation());
            assert_eq!(refused, Err(Problem::InvalidEncoding));
        }
    }

    #[test]
    fn a_list_of_what_a_client_can_take_is_one_coding() {
        let mut headers = HeaderMap::new();
        headers.append(CONTENT_ENCODING, HeaderValue::from_static("gzip,deflate"));
        assert_eq!(encoding(&headers), Ok(vec![Coding::Gzip].into()));
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("Snappy"));
        assert_eq!(encoding(&headers).unwrap().declaration().as_deref(), Some("snappy"));
        headers.append(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        assert_eq!(encoding(&headers), Err(Problem::UnsupportedEncoding));
    }

    #[test]
    fn codings_are_read_from_all_their_lines() {
        let mut headers = HeaderMap::new();
        assert_eq!(codings(&headers), Ok(vec![]));
        headers.append(CONTENT_ENCODING, HeaderValue::from_static("br"));
        headers.append(CONTENT_ENCODING, HeaderValue::from_static("x-gzip"));
        assert_eq!(codings(&headers), Ok(vec![Coding::Brotli, Coding::Gzip]));
        headers.append(CONTENT_ENCODING, HeaderValue::from_static("compress"));
        assert_eq!(codings(&headers), Err(Problem::UnsupportedEncoding));
    }
}
