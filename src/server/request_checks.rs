//! Checks of a request's headers, as pure functions.

use http::{
    HeaderMap, HeaderName, Version,
    header::{ACCEPT, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, EXPECT, HOST, TRANSFER_ENCODING},
};
use pingora_http::RequestHeader;

use crate::{
    access::{Access, Client},
    config::{Limits, Permission, is_identifier},
    problem::Problem,
};

/// The header with the API key.
pub static X_API_KEY: HeaderName = HeaderName::from_static("x-api-key");
/// The header with the request id.
pub static X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Refuses requests that two servers could frame differently (request smuggling). `raw` is the header section as it
/// arrived: the library drops a `Content-Length` beside a `Transfer-Encoding`.
///
/// # Errors
/// [`Problem::Malformed`].
pub fn framing(request: &RequestHeader, raw: Option<&[u8]>) -> Result<(), Problem> {
    let mut codings = request.headers.get_all(TRANSFER_ENCODING).iter();
    if let Some(coding) = codings.next() {
        if codings.next().is_some() || !coding.as_bytes().eq_ignore_ascii_case(b"chunked") {
            return Err(Problem::Malformed("The only transfer coding of requests is chunked, once."));
        }
        if raw.is_some_and(|raw| has_line_of(raw, b"content-length:")) {
            return Err(Problem::Malformed("Content-Length and Transfer-Encoding exclude each other."));
        }
    }
    if request.version == Version::HTTP_11 && !request.headers.contains_key(HOST) {
        return Err(Problem::Malformed("A request of HTTP/1.1 has a Host header."));
    }
    Ok(())
}

fn has_line_of(raw: &[u8], name: &[u8]) -> bool {
    raw.split(|&b| b == b'\n').any(|line| line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)))
}

/// Refuses targets and headers over their limits. `raw` is the length of the header section, in bytes.
///
/// # Errors
/// [`Problem::TargetTooLong`] or [`Problem::HeadersTooLarge`].
pub fn sizes(request: &RequestHeader, raw: Option<usize>, limits: &Limits) -> Result<(), Problem> {
    let target = request.raw_path().len();
    if target > limits.target_bytes {
        return Err(Problem::TargetTooLong { limit: limits.target_bytes });
    }
    // HTTP/2 has no raw section; there a header costs 32 bytes beside its name and value (RFC 9113, 6.5.2).
    let counted = || request.headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 32).sum();
    let headers = raw.map_or_else(counted, |raw| raw.saturating_sub(target));
    if headers > limits.header_bytes {
        return Err(Problem::HeadersTooLarge { limit: limits.header_bytes });
    }
    Ok(())
}

/// The client of the request's key: in `X-API-Key`, or else as a bearer token (RFC 6750). Missing, repeated and unknown keys
/// get the same answer.
///
/// # Errors
/// [`Problem::Unauthorized`].
pub fn client<'a>(headers: &HeaderMap, access: &'a Access) -> Result<&'a std::sync::Arc<Client>, Problem> {
    let mut keys = headers.get_all(&X_API_KEY).iter();
    let key = match (keys.next(), keys.next()) {
        (Some(key), None) => Some(key.as_bytes()),
        (None, _) => bearer(headers),
        (Some(_), Some(_)) => None,
    };
    key.and_then(|key| access.find(key)).ok_or(Problem::Unauthorized)
}

/// The bearer token of a request; `None`: it has none, or several.
fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    const SCHEME: &[u8] = b"bearer ";
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.as_bytes().split_at_checked(SCHEME.len())?;
    scheme.eq_ignore_ascii_case(SCHEME).then(|| token.trim_ascii())
}

/// Refuses a client that lacks a permission.
///
/// # Errors
/// [`Problem::Forbidden`].
pub fn permission(client: &Client, needed: Option<Permission>) -> Result<(), Problem> {
    match needed {
        Some(needed) if !client.may(needed) => Err(Problem::Forbidden { permission: needed.name() }),
        _ => Ok(()),
    }
}

/// Refuses media types other than JSON in UTF-8.
///
/// # Errors
/// [`Problem::UnsupportedMediaType`].
pub fn media_type(headers: &HeaderMap) -> Result<(), Problem> {
    let mut types = headers.get_all(CONTENT_TYPE).iter();
    match (types.next(), types.next()) {
        (Some(value), None) if is_json(value.as_bytes()) => Ok(()),
        _ => Err(Problem::UnsupportedMediaType),
    }
}

fn is_json(value: &[u8]) -> bool {
    let mut parts = value.split(|&b| b == b';').map(<[u8]>::trim_ascii);
    let essence = parts.next().unwrap_or_default();
    essence.eq_ignore_ascii_case(b"application/json")
        && parts.all(|parameter| {
            let mut sides = parameter.splitn(2, |&b| b == b'=');
            let name = sides.next().unwrap_or_default();
            let value = sides.next().unwrap_or_default();
            let value = value.strip_prefix(b"\"").and_then(|v| v.strip_suffix(b"\"")).unwrap_or(value);
            !name.eq_ignore_ascii_case(b"charset") || value.eq_ignore_ascii_case(b"utf-8")
        })
}

/// Reports whether the client asks for HTML, as browsers do when they open a page.
pub fn accepts_html(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut ranges = values.flat_map(|value| value.split(','));
    ranges.any(|range| range.split(';').next().is_some_and(|range| range.trim().eq_ignore_ascii_case("text/html")))
}

/// The declared length of the body, in bytes. The library has checked that all values agree.
pub fn declared_length(headers: &HeaderMap) -> Option<u64> {
    let value = headers.get(CONTENT_LENGTH)?.as_bytes();
    let first = value.split(|&b| b == b',').next()?;
    std::str::from_utf8(first.trim_ascii()).ok()?.parse().ok()
}

/// Reports whether the client waits for `100 Continue` before it sends the body.
pub fn expects_continue(request: &RequestHeader) -> bool {
    request.version == Version::HTTP_11
        && request.headers.get(EXPECT).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue"))
}

/// The request id: the client's if it is an identifier, since ids go into logs; else a random one.
pub fn request_id(headers: &HeaderMap) -> String {
    match headers.get(&X_REQUEST_ID).and_then(|value| value.to_str().ok()) {
        Some(id) if is_identifier(id) => id.to_owned(),
        _ => hex(rand::random()),
    }
}

/// A number as 32 hexadecimal digits.
fn hex(number: u128) -> String {
    let digit = |at: u32| char::from_digit((number >> (4 * at)) as u32 & 0xf, 16).unwrap_or_default();
    (0..32).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &[(&'static str, &'static str)]) -> RequestHeader {
        let mut request = RequestHeader::build("POST", b"/x", None).unwrap();
        for (name, value) in headers {
            request.append_header(*name, *value).unwrap();
        }
        request
    }

    fn header(name: &'static str, value: &'static str) -> HeaderMap {
        request(&[(name, value)]).headers.clone()
    }

    #[test]
    fn only_one_way_to_frame_a_body_is_left() {
        let host = ("host", "h");
        let framing = |headers: &[_], raw: &[u8]| framing(&request(headers), Some(raw)).is_ok();
        assert!(framing(&[host], b""));
        assert!(framing(&[host, ("transfer-encoding", "Chunked")], b"POST / HTTP/1.1\r\nhost: h\r\n"));
        assert!(!framing(&[], b""), "no Host");
        for coding in ["gzip, chunked", "chunked, chunked", "identity", "xchunked", "\"chunked\"", ""] {
            assert!(!framing(&[host, ("transfer-encoding", coding)], b""), "{coding}");
        }
        let twice = [host, ("transfer-encoding", "chunked"), ("transfer-encoding", "chunked")];
        assert!(!framing(&twice, b""));
        assert!(!framing(&[host, ("transfer-encoding", "chunked")], b"POST / HTTP/1.1\r\nCONTENT-length: 4\r\n"));
    }

    #[test]
    fn json_is_the_only_media_type() {
        let accepted = |value| media_type(&header("content-type", value)).is_ok();
        for good in [
            "application/json",
            "Application/JSON ; charset=UTF-8",
            "application/json;charset=\"utf-8\"",
            "application/json; v=1",
        ] {
            assert!(accepted(good), "{good}");
        }
        for bad in
            ["", "text/json", "application/json5", "application/json; charset=latin1", "application/problem+json"]
        {
            assert!(!accepted(bad), "{bad}");
        }
        assert!(media_type(&HeaderMap::new()).is_err());
    }

    #[test]
    fn request_ids_are_kept_if_well_formed_and_made_otherwise() {
        assert_eq!(request_id(&header("x-request-id", "Ab-1_2.3")), "Ab-1_2.3");
        for bad in ["", "a b", "a@b", "ü", "0123456789012345678901234567890123456789012345678901234567890123x"] {
            let id = request_id(&header("x-request-id", bad));
            assert!(id.len() == 32 && is_identifier(&id), "{bad}: {id}");
        }
        assert_ne!(request_id(&HeaderMap::new()), request_id(&HeaderMap::new()));
    }

    #[test]
    fn lengths_are_read_also_from_agreeing_lists() {
        assert_eq!(declared_length(&header("content-length", "12")), Some(12));
        assert_eq!(declared_length(&header("content-length", "12, 12")), Some(12));
        assert_eq!(declared_length(&HeaderMap::new()), None);
    }
}
