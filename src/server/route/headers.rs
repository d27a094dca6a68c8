//! Rules for forwarding headers, to upstreams and to clients.

use std::collections::HashSet;

use http::{
    HeaderMap, HeaderName, HeaderValue, Method,
    header::{
        ACCEPT_ENCODING, AUTHORIZATION, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, PROXY_AUTHENTICATE,
        PROXY_AUTHORIZATION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
    },
};
use pingora_http::RequestHeader;

use super::own_keys;
use crate::{
    access::Access,
    config::SetHeader,
    engine::proxy::HeaderScope,
    problem::{Problem, Unvettable},
    telemetry::traces::{RequestSpan, is_trace_context},
};

/// The header with the API key of a proxied route.
pub static X_MASQUERADE_KEY: HeaderName = HeaderName::from_static("x-masquerade-key");
/// The header with the coverage of a request.
pub static X_MASQUERADE_COVERAGE: HeaderName = HeaderName::from_static("x-masquerade-coverage");
/// The header with the request id, beside the upstream's own `X-Request-Id`.
pub static X_MASQUERADE_REQUEST_ID: HeaderName = HeaderName::from_static("x-masquerade-request-id");

/// A header of signed requests (AWS Signature Version 4).
static X_AMZ_CONTENT_SHA256: HeaderName = HeaderName::from_static("x-amz-content-sha256");
/// A header of signed requests (RFC 9421, 4.1).
static SIGNATURE_INPUT: HeaderName = HeaderName::from_static("signature-input");

/// The prefix of headers between the client and this proxy.
const OWN_PREFIX: &str = "x-masquerade-";

/// Headers of one connection (RFC 9110, 7.6.1).
static HOP_BY_HOP: [HeaderName; 9] = [
    CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    PROXY_AUTHENTICATE,
    PROXY_AUTHORIZATION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
];

/// Request headers that are dropped: set anew by the proxy, revealing of people and places, or invalid once bytes change.
static DROPPED: [&str; 24] = [
    "host",
    "content-length",
    "content-encoding",
    "accept-encoding",
    "expect",
    "range",
    "if-range",
    "http2-settings",
    "cookie",
    "referer",
    "from",
    "baggage",
    "via",
    "forwarded",
    "x-real-ip",
    "x-client-ip",
    "true-client-ip",
    "cf-connecting-ip",
    "x-session-id",
    "content-md5",
    "digest",
    "content-digest",
    "repr-digest",
    "want-digest",
];

/// Response headers that are dropped: set anew, invalid once bytes change, or leading the client past the proxy.
static DROPPED_BACK: [&str; 14] = [
    "content-length",
    "content-encoding",
    "content-md5",
    "digest",
    "content-digest",
    "repr-digest",
    "etag",
    "accept-ranges",
    "set-cookie",
    "alt-svc",
    "strict-transport-security",
    "public-key-pins",
    "proxy-authenticate",
    "proxy-connection",
];

/// Refuses requests that cannot be masked whatever their body: upgrades other than a WebSocket (`is_socket`), and requests
/// whose signature would not fit any more, unless the route signs them anew (`signs`).
///
/// # Errors
/// [`Problem::Unvettable`], [`Problem::MethodNotAllowed`].
pub fn check_maskable(
    request: &RequestHeader,
    query: Option<&str>,
    is_socket: bool,
    signs: bool,
) -> Result<(), Problem> {
    let headers = &request.headers;
    let known = [&Method::GET, &Method::HEAD, &Method::POST, &Method::PUT, &Method::PATCH, &Method::DELETE];
    if !known.contains(&&request.method) && request.method != Method::OPTIONS {
        return Err(Problem::MethodNotAllowed { allow: "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT".into() });
    }
    if headers.contains_key(UPGRADE) && !is_socket {
        return Err(Problem::Unvettable(Unvettable::kind("What follows an upgrade cannot be looked into.")));
    }
    let mut media_types = headers.get_all(CONTENT_TYPE).iter();
    if media_types.nth(1).is_some() {
        return Err(Problem::Malformed("A request has one Content-Type."));
    }
    if is_signed(headers, query, signs) {
        return Err(Problem::Unvettable(Unvettable::kind("A signed request would no longer fit its signature.")));
    }
    Ok(())
}

/// Reports whether the request carries a signature over its own content (AWS Signature Version 4, RFC 9421); `signs`:
/// other than one that the route replaces.
fn is_signed(headers: &HeaderMap, query: Option<&str>, signs: bool) -> bool {
    let aws = |value: &HeaderValue| value.as_bytes().get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"AWS4-"));
    let parameter = |part: &str| {
        let name = part.split('=').next().unwrap_or_default();
        name.eq_ignore_ascii_case("X-Amz-Signature") || name.eq_ignore_ascii_case("X-Amz-Algorithm")
    };
    !signs && (headers.get_all(AUTHORIZATION).iter().any(aws) || headers.contains_key(&X_AMZ_CONTENT_SHA256))
        || headers.contains_key(&SIGNATURE_INPUT)
        || query.is_some_and(|query| query.split('&').any(parameter))
}

/// Reports whether a client's header of this name may be forwarded.
pub fn is_forwarded(name: &HeaderName) -> bool {
    let text = name.as_str();
    !HOP_BY_HOP.contains(name)
        && !DROPPED.contains(&text)
        && !text.starts_with(OWN_PREFIX)
        && !text.starts_with("x-forwarded-")
}

/// Headers with credentials for an upstream, which are never scanned.
static CREDENTIALS: [&str; 7] = [
    "authorization",
    "api-key",
    "x-api-key",
    "x-goog-api-key",
    "dd-api-key",
    "dd-application-key",
    "x-amz-security-token",
];

/// Headers of protocols, whose values no user chooses. One that ends in a hyphen stands for all names with that beginning.
static PROTOCOL: [&str; 28] = [
    "accept",
    "accept-",
    "access-control-",
    "anthropic-",
    "cache-control",
    "content-",
    "date",
    "dnt",
    "grpc-",
    "if-",
    "keep-alive",
    "openai-",
    "origin",
    "pragma",
    "priority",
    "sec-",
    "timeout",
    "traceparent",
    "upgrade-insecure-requests",
    "user-agent",
    "x-amzn-",
    "x-b3-",
    "x-correlation-id",
    "x-goog-",
    "x-ms-",
    "x-request-",
    "x-stainless-",
    "x-trace-",
];

/// The entities that are masked in a header that no configuration lists: proxies in front add the logged-in user, and
/// clients what they like. `None`: the header is not scanned.
pub fn scope(name: &HeaderName, value: &HeaderValue) -> Option<HeaderScope> {
    let (name, value) = (name.as_str(), value.as_bytes());
    if CREDENTIALS.contains(&name) {
        return None;
    }
    let is_of = |known: &str| known == name || (known.ends_with('-') && name.starts_with(known));
    let is_like_credential = ["key", "token", "secret", "signature"].iter().any(|end| name.ends_with(end));
    let may_hold_address = memchr::memchr(b'@', value).is_some() || memchr::memmem::find(value, b"%40").is_some();
    if is_like_credential || name.ends_with("version") || PROTOCOL.iter().any(|known| is_of(known)) {
        return may_hold_address.then_some(HeaderScope::Addresses);
    }
    match may_hold_address {
        true => Some(HeaderScope::All),
        // Whatever has a validation has digits.
        false => value.iter().any(u8::is_ascii_digit).then_some(HeaderScope::Identifiers),
    }
}

/// The header names that `Connection` lists.
fn listed(headers: &HeaderMap) -> HashSet<String> {
    let values = headers.get_all(CONNECTION).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(|name| name.trim().to_ascii_lowercase()).collect()
}

/// Copies the client's headers that are forwarded. `replaced` are masked values; `keys` holds the instance's own API
/// keys, which must not leave in any header; `span` is the caller of the upstream.
pub fn forward(
    from: &HeaderMap,
    to: &mut HeaderMap,
    replaced: &[(HeaderName, HeaderValue)],
    set: &[SetHeader],
    keys: &Access,
    span: &RequestSpan,
) {
    let listed = listed(from);
    for (name, value) in from {
        let text = name.as_str();
        let is_dropped = !is_forwarded(name)
            || is_trace_context(name)
            || (!listed.is_empty() && listed.contains(text))
            || own_keys::in_value(value, keys).is_some()
            || replaced.iter().any(|(masked, _)| masked == name)
            || set.iter().any(|header| header.name == *name);
        if !is_dropped {
            to.append(name, value.clone());
        }
    }
    let is_kept = |name: &HeaderName| !listed.contains(name.as_str()) && !is_trace_context(name);
    for (name, value) in replaced.iter().filter(|(name, _)| is_kept(name)) {
        to.append(name, value.clone());
    }
    // A masked state of a trace would mean nothing to anybody.
    let is_masked = |(name, value): &(HeaderName, HeaderValue)| {
        is_trace_context(name) && from.get_all(name).iter().all(|came| came != value)
    };
    span.write(from, to, !replaced.iter().any(is_masked));
    for header in set {
        to.insert(&header.name, header.value.clone());
    }
    // A compressed response would be decoded; `identity` saves the time.
    to.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
}

/// Copies the upstream's headers that the client gets.
pub fn backward(from: &HeaderMap, to: &mut HeaderMap) {
    let listed = listed(from);
    for (name, value) in from {
        let text = name.as_str();
        let is_dropped = HOP_BY_HOP.contains(name)
            || DROPPED_BACK.contains(&text)
            || text.starts_with(OWN_PREFIX)
            || (!listed.is_empty() && listed.contains(text));
        if !is_dropped {
            to.append(name, value.clone());
        }
    }
    if !to.contains_key(CACHE_CONTROL) {
        // A restored response holds personal data.
        to.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::telemetry::traces::RequestTracer;

    fn request(headers: &[(&'static str, &'static str)]) -> RequestHeader {
        let mut request = RequestHeader::build("POST", b"/x", None).unwrap();
        for (name, value) in headers {
            request.append_header(*name, *value).unwrap();
        }
        request
    }

    fn forwarded(headers: &[(&'static str, &'static str)]) -> Vec<String> {
        let mut to = HeaderMap::new();
        let request = request(headers);
        let span = RequestTracer::default().begin(&request.headers);
        forward(&request.headers, &mut to, &[], &[], &Access::default(), &span);
        let mut names: Vec<String> = to.keys().map(ToString::to_string).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn only_what_belongs_to_the_upstream_is_forwarded() {
        let kept = ["accept-encoding", "authorization", "openai-beta", "traceparent", "user-agent", "x-api-key"];
        let names = forwarded(&[
            ("Host", "h"),
            ("Authorization", "Bearer x"),
            ("X-Api-Key", "y"),
            ("OpenAI-Beta", "v2"),
            ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
            ("baggage", "user=ada"),
            ("Cookie", "c"),
            ("Referer", "r"),
            ("From", "ada@example.com"),
            ("User-Agent", "u"),
            ("Connection", "keep-alive, X-Hop"),
            ("X-Hop", "1"),
            ("Keep-Alive", "1"),
            ("TE", "trailers"),
            ("Accept-Encoding", "gzip"),
            ("X-Forwarded-For", "192.0.2.1"),
            ("Via", "1.1 x"),
            ("X-Masquerade-Key", "k"),
            ("X-Masquerade-Future", "k"),
            ("Content-MD5", "m"),
            ("Range", "bytes=0-1"),
        ]);
        assert_eq!(names, kept);
    }

    #[test]
    fn what_cannot_be_masked_is_refused() {
        let ok = |headers: &[_], query| check_maskable(&request(headers), query, false, false).is_ok();
        assert!(ok(&[("Content-Type", "application/json"), ("Authorization", "Bearer AWS4")], Some("a=b")));
        assert!(!ok(&[("Upgrade", "websocket")], None));
        // The parts of a form are masked one by one.
        assert!(ok(&[("Content-Type", "Multipart/form-data; boundary=x")], None));
        assert!(!ok(&[("Content-Type", "application/json"), ("Content-Type", "text/plain")], None));
        assert!(!ok(&[("Authorization", "AWS4-HMAC-SHA256 Credential=x")], None));
        assert!(!ok(&[("Signature-Input", "sig=()")], None));
        assert!(!ok(&[], Some("a=b&X-Amz-Signature=00")));
        let signed = request(&[("Authorization", "AWS4-HMAC-SHA256 Credential=x")]);
        assert!(check_maskable(&signed, None, false, true).is_ok());
        let trace = RequestHeader::build("TRACE", b"/", None).unwrap();
        assert!(check_maskable(&trace, None, false, false).is_err());
    }

    #[test]
    fn responses_lose_what_would_lead_past_us() {
        let mut from = HeaderMap::new();
        for (name, value) in [
            ("content-type", "text/event-stream"),
            ("content-length", "3"),
            ("content-encoding", "gzip"),
            ("alt-svc", "h3"),
            ("set-cookie", "c"),
            ("x-masquerade-coverage", "forged"),
            ("x-request-id", "req_1"),
            ("etag", "e"),
        ] {
            from.append(name, HeaderValue::from_static(value));
        }
        let mut to = HeaderMap::new();
        backward(&from, &mut to);
        let mut names: Vec<_> = to.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["cache-control", "content-type", "x-request-id"]);
    }
}
