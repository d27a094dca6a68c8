//! Matching of requests to routes by host and path, as pure functions.

use http::{Uri, header::HOST, uri::PathAndQuery};
use pingora_http::RequestHeader;

use crate::problem::Problem;

/// An unambiguous request target: every server on its way reads it alike.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestTarget<'r> {
    /// The path, from its first slash.
    pub path: &'r str,
    /// The query, without the question mark.
    pub query: Option<&'r str>,
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
        if !is_graphic || !path.starts_with('/') || path.starts_with("//") || !is_unambiguous(path) {
            return Err(FORBIDDEN);
        }
        // The target must be valid in the upstream's request, too; usually the library has parsed it already.
        if request.uri.path_and_query().is_none_or(|read| read.as_str() != target) {
            target.parse::<PathAndQuery>().map_err(|_| FORBIDDEN)?;
        }
        Ok(Self { path, query })
    }
}

const FORBIDDEN: Problem = Problem::Malformed(
    "A proxied target is a path without dot segments, backslashes, control characters and encoded slashes.",
);

/// Reports whether `path` has no dot segments, encoded or not, and no encoded separators or control characters.
fn is_unambiguous(path: &str) -> bool {
    path.as_bytes().split(|&byte| byte == b'/').all(|segment| {
        let mut dots = 0;
        let mut others = false;
        let mut bytes = segment.iter().copied();
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
    })
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
    fn queries_are_split_off_at_the_first_question_mark() {
        assert_eq!(RequestTarget::of(&request("/a?b?c")), Ok(RequestTarget { path: "/a", query: Some("b?c") }));
        assert_eq!(RequestTarget::of(&request("/a?")), Ok(RequestTarget { path: "/a", query: Some("") }));
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
