//! Matching of requests to routes by host and path, as pure functions.

use http::{Uri, header::HOST, uri::PathAndQuery};
use percent_encoding::percent_decode_str;
use pingora_http::RequestHeader;

use crate::problem::Problem;

/// An unambiguous request target: every server on its way reads it alike.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestTarget<'r> {
    /// The path, from its first slash.
    pub path: &'r str,
    /// The query, without the question mark.
    pub query: Option<&'r str>,
    /// True if a segment is a name of indices with a date in it, as `<logs-{now/d}>`, whose slash is encoded: only an API that
    /// has such names reads it as one segment.
    pub has_date_math: bool,
}

impl<'r> RequestTarget<'r> {
    /// The target of `request`.
    ///
    /// # Errors
    /// [`Problem::Malformed`] for targets that two servers could read differently or that evade filters.
    pub fn of(request: &'r RequestHeader) -> Result<Self, Problem> {
        let raw = request.raw_path();
        let target = std::str::from_utf8(raw).map_err(|_| FORBIDDEN)?;
        let (path, query) = match target.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (target, None),
        };
        let is_graphic = target.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'#'));
        let has_date_math = path.split('/').any(is_date_math);
        let is_plain = path.split('/').all(|segment| is_unambiguous(segment) || is_date_math(segment));
        if !is_graphic || !path.starts_with('/') || path.starts_with("//") || !is_plain {
            return Err(FORBIDDEN);
        }
        // The target must be valid in the upstream's request, too; usually the library has parsed it already.
        if request.uri.path_and_query().is_none_or(|read| read.as_str() != target) {
            target.parse::<PathAndQuery>().map_err(|_| FORBIDDEN)?;
        }
        Ok(Self { path, query, has_date_math })
    }
}

pub(super) const FORBIDDEN: Problem = Problem::Malformed(
    "A proxied target is a path without dot segments, backslashes, control characters and encoded slashes.",
);

/// Reports whether a segment of a path is no dot segment, encoded or not, and has no encoded separators or control characters.
fn is_unambiguous(segment: &str) -> bool {
    let mut dots = 0;
    let mut others = false;
    let mut bytes = segment.bytes();
    while let Some(byte) = bytes.next() {
        let meant = if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16);
            match (digit(), digit()) {
                (Some(high), Some(low)) => u8::try_from(high * 16 + low).unwrap_or_default(),
                _ => return false,
            }
        } else {
            byte
        };
        match meant {
            b'/' | b'\\' | 0..=0x1f | 0x7f => return false,
            b'.' => dots += 1,
            _ => others = true,
        }
    }
    others || !matches!(dots, 1 | 2)
}

/// Reports whether a segment of a path is names of indices, one of them with a date that is rounded: `<logs-{now/d}>`. A slash
/// stands there before the letter of a unit alone, so that whoever takes it for a separator reads no dot segment.
fn is_date_math(segment: &str) -> bool {
    if !segment.contains(['%']) {
        return false;
    }
    let Ok(names) = percent_decode_str(segment).decode_utf8() else { return false };
    let is_index = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'*');
    let is_name = |name: &str| match name.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
        None => !name.is_empty() && name.bytes().all(is_index),
        Some(name) => name.split('{').enumerate().all(|(at, part)| {
            let (date, rest) = match part.split_once('}') {
                Some((date, rest)) => (date, rest.trim_start_matches('}')),
                None => (part, ""),
            };
            (at == 0 || is_date(date)) && (at > 0 || date.bytes().all(is_index)) && rest.bytes().all(is_index)
        }),
    };
    names.contains('/') && names.split(',').all(is_name)
}

/// Reports whether a part of a name is a date, or the format of one: `now-1M/M`, `yyyy.MM.dd|+12:00`.
fn is_date(date: &str) -> bool {
    /// Units of time.
    const UNITS: &[u8] = b"yMwdhHms";
    let (now, rounded) = match date.split_once('/') {
        Some((now, unit)) => (now, Some(unit)),
        None => (date, None),
    };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'+' | b':' | b'|');
    let is_unit = |unit: &str| matches!(unit.as_bytes(), [unit] if UNITS.contains(unit));
    now.bytes().all(is_plain) && rounded.is_none_or(|unit| now.starts_with("now") && is_unit(unit))
}

/// The host of a request, in lower case and without a port; empty if there is none.
pub fn host(request: &RequestHeader) -> String {
    let authority = request.uri.authority().map(ToString::to_string);
    let named = || request.headers.get(HOST).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let authority = authority.or_else(named).unwrap_or_default();
    let uri: Option<Uri> = authority.parse().ok();
    uri.and_then(|uri| uri.host().map(str::to_ascii_lowercase)).unwrap_or_default()
}

/// The host and path prefix of a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteMatch {
    /// The host; `None`: any.
    pub host: Option<String>,
    /// The prefix, without a slash at the end.
    pub prefix: String,
}

impl RouteMatch {
    /// The rest of `path` behind the prefix; `None` if the request does not match.
    pub fn rest<'p>(&self, host: &str, path: &'p str) -> Option<&'p str> {
        if self.host.as_ref().is_some_and(|wanted| wanted != host) {
            return None;
        }
        match path.strip_prefix(self.prefix.as_str())? {
            "" => Some("/"),
            rest if rest.starts_with('/') => Some(rest),
            _ => None,
        }
    }

    /// The specificity: a named host ranks over any host, then the longer prefix.
    pub fn rank(&self) -> (bool, usize) {
        (self.host.is_some(), self.prefix.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(target: &str) -> RequestHeader {
        RequestHeader::build("GET", target.as_bytes(), None).unwrap()
    }

    #[test]
    fn targets_mean_one_thing() {
        for good in ["/", "/v1/chat/completions", "/a%20b/c?x=%2F..&y=a/../b", "/a.b/..c/...", "/@u:p;v=1,2"] {
            assert!(RequestTarget::of(&request(good)).is_ok(), "{good}");
        }
        for bad in [
            "/.",
            "/..",
            "/a/../b",
            "/a/./b",
            "/%2e%2E/b",
            "/.%2e",
            "/a%2fb",
            "/a%5Cb",
            "/a\\b",
            "/a%00",
            "/a%1f",
            "/a%7F",
            "/a%",
            "/a%2",
            "/a%zz",
            "//a",
            "a",
            "*",
            "http://h/a",
            "/a?b\\c",
            "/ü",
        ] {
            assert!(RequestTarget::of(&request(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn names_of_indices_may_hold_dates_that_are_rounded() {
        for good in [
            "/%3Cfilebeat-8.1-%7Bnow%2Fd%7D-000001%3E",
            "/%3Clogs-%7Bnow%2Fd%7D%3E,logs-*/_search",
            "/%3Clogs-%7Bnow%2FM%7Byyyy.MM%7C%2B12:00%7D%7D%3E",
            "/%3Clogs-%7Bnow-1d%2Fd%7Byyyy.MM.dd%7D%7D%3E%2Cb/_doc",
        ] {
            let is_date_math = RequestTarget::of(&request(good)).map(|target| target.has_date_math);
            assert_eq!(is_date_math.ok(), Some(true), "{good}");
        }
        for bad in [
            "/logs%2Fd",
            "/%3Clogs%2Fd%3E",
            "/%3C%7Bnow%2F..%7D%3E",
            "/%3C%7Bnow%2Fdd%7D%3E",
            "/%3C%7Bx%2Fd%7D%3E",
            "/%3C%7Bnow%2Fd%7D%2F%3E",
            "/%3C%7Bnow%252Fd%7D%2F%3E",
            "/%3C%7Bnow%2Fd%7D%3E%2C..%2Fx",
            "/%3C%7Bnow%2Fd%7D%00%3E",
            "/%3C..%5C%7Bnow%2Fd%7D%3E",
        ] {
            assert!(RequestTarget::of(&request(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn queries_are_split_off_at_the_first_question_mark() {
        assert_eq!(
            RequestTarget::of(&request("/a?b?c")),
            Ok(RequestTarget { path: "/a", query: Some("b?c"), has_date_math: false })
        );
        assert_eq!(
            RequestTarget::of(&request("/a?")),
            Ok(RequestTarget { path: "/a", query: Some(""), has_date_math: false })
        );
    }

    #[test]
    fn prefixes_match_whole_segments() {
        let pattern = RouteMatch { host: None, prefix: "/openai".into() };
        assert_eq!(pattern.rest("h", "/openai/v1"), Some("/v1"));
        assert_eq!(pattern.rest("h", "/openai"), Some("/"));
        assert_eq!(pattern.rest("h", "/openai2/v1"), None);
        assert_eq!(pattern.rest("h", "/OpenAI/v1"), None);
        let root = RouteMatch { host: Some("h".into()), prefix: String::new() };
        assert_eq!(root.rest("h", "/v1"), Some("/v1"));
        assert_eq!(root.rest("other", "/v1"), None);
        assert!(root.rank() > pattern.rank());
    }

    #[test]
    fn hosts_are_compared_without_case_and_port() {
        let mut request = request("/");
        request.insert_header("Host", "LLM.Example:8080").unwrap();
        assert_eq!(host(&request), "llm.example");
        request.insert_header("Host", "[::1]:80").unwrap();
        assert_eq!(host(&request), "[::1]");
        request.insert_header("Host", "a b").unwrap();
        assert_eq!(host(&request), "");
    }
}
