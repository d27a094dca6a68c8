//! Cross-origin requests of browsers (the Fetch standard): the origins that may read answers of the API.

use http::{
    HeaderMap, HeaderValue,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY,
    },
};

/// The request headers of the API.
const ALLOWED_HEADERS: &str = "authorization, cache-control, content-type, x-api-key, x-request-id, x-session-id";

/// The answer headers of the API that a browser does not show by itself.
const EXPOSED_HEADERS: &str =
    "ratelimit, ratelimit-policy, retry-after, x-request-id, x-session-id, x-unresolved-placeholders";

/// The time for which a browser may keep the answer to a preflight request, in seconds.
const MAX_AGE: &str = "600";

/// The configured origins.
#[derive(Clone, Debug, Default)]
pub struct Cors(Vec<String>);

impl Cors {
    /// The origins `origins`; `*` is any.
    pub fn new(origins: &[String]) -> Self {
        Self(origins.to_vec())
    }

    /// The headers of the answer to a request of a known origin. `allow`: the methods of its path.
    pub fn headers(&self, request: &HeaderMap, allow: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if self.0.is_empty() {
            return headers;
        }
        // Also where the origin is not known: a cache must not give this answer to another one.
        headers.insert(VARY, HeaderValue::from_static("origin"));
        let Some(origin) = request.get(ORIGIN) else { return headers };
        let is_known = |known: &String| known == "*" || known.as_bytes().eq_ignore_ascii_case(origin.as_bytes());
        if !self.0.iter().any(is_known) {
            return headers;
        }
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED_HEADERS));
        if request.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
            && let Ok(allow) = HeaderValue::from_str(allow)
        {
            headers.insert(ACCESS_CONTROL_ALLOW_METHODS, allow);
            headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(ALLOWED_HEADERS));
            headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(MAX_AGE));
        }
        headers
    }
}
