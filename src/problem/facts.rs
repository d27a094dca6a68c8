//! [`Facts`]: the wording of a problem.

use std::{borrow::Cow, time::Duration};

use http::{
    HeaderName, HeaderValue, StatusCode,
    header::{ACCEPT_ENCODING, ALLOW, RETRY_AFTER, WWW_AUTHENTICATE},
};

use super::{Problem, RequestLimit, Resource};
use crate::input::{Fault, Problem as Violation, json::SyntaxError};

/// The challenge of a 401. No scheme is registered for keys in a header of their own, so the scheme
/// names itself and says which header it means.
const CHALLENGE: &str = r#"ApiKey realm="masquerade", header="X-API-Key", Bearer realm="masquerade""#;

/// The challenge of a 401 on a proxied route.
const PROXY_CHALLENGE: &str = r#"ApiKey realm="masquerade", header="X-Masquerade-Key""#;

/// The `Retry-After` of an overload, long enough for a queue to drain.
pub(super) const OVERLOAD_PAUSE: Duration = Duration::from_secs(1);

/// The wording of a problem.
pub(super) struct Facts {
    pub(super) slug: &'static str,
    pub(super) status: StatusCode,
    pub(super) title: &'static str,
    pub(super) detail: Cow<'static, str>,
    pub(super) header: Option<(HeaderName, HeaderValue)>,
}

impl Facts {
    pub(super) fn new(
        status: StatusCode,
        slug: &'static str,
        title: &'static str,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { slug, status, title, detail: detail.into(), header: None }
    }

    fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.header = Some((name, value));
        self
    }

    pub(super) fn retry_after(self, after: Duration) -> Self {
        self.header(RETRY_AFTER, HeaderValue::from(whole_seconds(after)))
    }
}

impl Problem {
    /// The wording of the problem.
    pub(super) fn facts(&self) -> Facts {
        use StatusCode as S;
        match self {
            Self::Malformed(what) => Facts::new(S::BAD_REQUEST, "malformed-request", "Malformed request", *what),
            Self::InvalidHeader { name, expected } => Facts::new(
                S::BAD_REQUEST,
                "invalid-header",
                "A header is out of form",
                format!("The header {name} must be {expected}."),
            ),
            Self::InvalidJson(error) => {
                let SyntaxError { line, column, reason } = error;
                Facts::new(
                    S::BAD_REQUEST,
                    "invalid-json",
                    "The body is not valid JSON",
                    format!("Line {line}, column {column}: {reason}."),
                )
            }
            Self::InvalidEncoding => Facts::new(
                S::BAD_REQUEST,
                "invalid-encoding",
                "The body cannot be decoded",
                "The body is not what its Content-Encoding says.",
            ),
            Self::Unauthorized => Facts::new(
                S::UNAUTHORIZED,
                "unauthorized",
                "A valid API key is required",
                "Send a valid key in the header X-API-Key, or as Authorization: Bearer.",
            )
            .header(WWW_AUTHENTICATE, HeaderValue::from_static(CHALLENGE)),
            Self::Forbidden { permission } => Facts::new(
                S::FORBIDDEN,
                "forbidden",
                "The API key lacks a permission",
                format!("This needs a key with the permission '{permission}'."),
            ),
            Self::NotFound => Facts::new(S::NOT_FOUND, "not-found", "Not found", "There is nothing at this path."),
            Self::MethodNotAllowed { allow } => {
                let facts = Facts::new(
                    S::METHOD_NOT_ALLOWED,
                    "method-not-allowed",
                    "Method not allowed",
                    format!("Allowed here: {allow}."),
                );
                match HeaderValue::from_str(allow) {
                    Ok(value) => facts.header(ALLOW, value),
                    Err(_) => facts,
                }
            }
            Self::HeaderTimeout => Facts::new(
                S::REQUEST_TIMEOUT,
                "header-timeout",
                "The headers came too slowly",
                "The request's headers did not arrive in time.",
            ),
            Self::BodyTimeout => Facts::new(
                S::REQUEST_TIMEOUT,
                "body-timeout",
                "The body came too slowly",
                "The request's body did not arrive in time.",
            ),
            Self::BodyTooLarge { limit } => Facts::new(
                S::PAYLOAD_TOO_LARGE,
                "body-too-large",
                "The body is too large",
                format!("A body may have {limit} bytes, both as sent and after decompression."),
            ),
            Self::TargetTooLong { limit } => Facts::new(
                S::URI_TOO_LONG,
                "target-too-long",
                "The request target is too long",
                format!("A request target may have {limit} bytes."),
            ),
            Self::HeadersTooLarge { limit } => Facts::new(
                S::REQUEST_HEADER_FIELDS_TOO_LARGE,
                "headers-too-large",
                "The headers are too large",
                format!("All headers together may have {limit} bytes."),
            ),
            Self::TooManyHeaders { limit } => Facts::new(
                S::REQUEST_HEADER_FIELDS_TOO_LARGE,
                "too-many-headers",
                "There are too many headers",
                format!("A request may have {limit} headers."),
            ),
            Self::UnsupportedMediaType => Facts::new(
                S::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                "The body must be JSON",
                "Send the header Content-Type: application/json; the only charset is utf-8.",
            ),
            Self::UnsupportedEncoding => Facts::new(
                S::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-encoding",
                "The content encoding is not supported",
                "A body may be encoded at most twice, with gzip, deflate, br or zstd.",
            )
            .header(ACCEPT_ENCODING, HeaderValue::from_static("gzip, deflate, br, zstd")),
            Self::Invalid(problems) => {
                let (slug, title) = invalid_slug_and_title(&problems.list);
                let n = problems.list.len() + problems.more;
                let plural = if n == 1 { "" } else { "s" };
                let shown = if problems.more > 0 { "; see errors for the first of them" } else { "; see errors" };
                let detail = format!("The body has {n} problem{plural}{shown}.");
                Facts::new(S::UNPROCESSABLE_ENTITY, slug, title, detail)
            }
            Self::ForbiddenRoute => Facts::new(
                S::FORBIDDEN,
                "forbidden",
                "The API key lacks a permission",
                "This key may use other routes only.",
            ),
            Self::TooManyRequests { limit, retry_after } => {
                Facts::new(S::TOO_MANY_REQUESTS, "too-many-requests", "Too many requests", limit.detail())
                    .retry_after(*retry_after)
            }
            Self::Overloaded(Resource::Steps) => Facts::new(
                S::SERVICE_UNAVAILABLE,
                "too-much-work",
                "Too much work",
                "The body takes more work for its size than a request may take (`limits.steps_per_byte`). Sent again, it \
                 is refused again; in parts it may pass.",
            ),
            Self::Overloaded(Resource::ExternalModel) => Facts::new(
                S::SERVICE_UNAVAILABLE,
                "model-unavailable",
                "The language model has no answer",
                "The model that this instance is configured with failed, or took too long (`external_model.timeout`), so \
                 that the request's personal data is not known. Nothing of it was passed on.",
            )
            .retry_after(OVERLOAD_PAUSE),
            Self::Overloaded(_) => Facts::new(
                S::SERVICE_UNAVAILABLE,
                "overloaded",
                "Overloaded",
                "There is no room for this request at the moment.",
            )
            .retry_after(OVERLOAD_PAUSE),
            Self::ProxyUnauthorized => Facts::new(
                S::UNAUTHORIZED,
                "unauthorized",
                "A valid API key is required",
                "Send a valid key in the header X-Masquerade-Key.",
            )
            .header(WWW_AUTHENTICATE, HeaderValue::from_static(PROXY_CHALLENGE)),
            Self::MisplacedKey => Facts::new(
                S::UNAUTHORIZED,
                "unauthorized",
                "A key of this gateway is no credential of the upstream",
                "Send the upstream's own credential; a key of this gateway goes into X-Masquerade-Key.",
            )
            .header(WWW_AUTHENTICATE, HeaderValue::from_static(PROXY_CHALLENGE)),
            Self::Blocked { labels, places } => {
                let more = if places.more == 0 { String::new() } else { format!(", in {} places more", places.more) };
                Facts::new(
                    S::UNPROCESSABLE_ENTITY,
                    "blocked",
                    "The policy blocks the request",
                    format!("The policy blocks {}{more}.", labels.join(", ")),
                )
            }
            Self::Unvettable(unvettable) => unvettable.facts(),
            Self::Upstream(fault) => fault.facts(),
            Self::Internal => Facts::new(
                S::INTERNAL_SERVER_ERROR,
                "internal",
                "Internal error",
                "The request failed by a fault of the service.",
            ),
        }
    }
}

impl RequestLimit {
    fn detail(self) -> &'static str {
        match self {
            Self::KeyRate => "The rate of this API key is exceeded.",
            Self::KeyInFlight => "This API key has as many requests at once as it may.",
            Self::RouteRate => "The rate of this route is exceeded.",
            Self::RouteInFlight => "This route has as many requests at once as it may.",
        }
    }
}

/// The slug and title of an invalid body: of its only kind of fault, or general ones.
fn invalid_slug_and_title(violations: &[Violation]) -> (&'static str, &'static str) {
    match violations {
        [first, rest @ ..] if rest.iter().all(|v| v.fault == first.fault) => slug_and_title(first.fault),
        _ => ("invalid-request", "The body is invalid"),
    }
}

/// The slug and title of a kind of fault.
fn slug_and_title(fault: Fault) -> (&'static str, &'static str) {
    match fault {
        Fault::MissingMember => ("missing-member", "A required member is missing"),
        Fault::UnknownMember => ("unknown-member", "A member is unknown"),
        Fault::WrongType => ("wrong-type", "A value has the wrong type"),
        Fault::OutOfRange => ("out-of-range", "A value is out of range"),
        Fault::UnknownLabel => ("unknown-label", "A label is unknown"),
        Fault::UnknownMethod => ("unknown-method", "A method is unknown"),
        Fault::TooLong => ("too-long", "A value is too long"),
    }
}

/// A duration in whole seconds, rounded up, at least 1, for `Retry-After`.
fn whole_seconds(after: Duration) -> u64 {
    (after.as_secs() + u64::from(after.subsec_nanos() > 0)).max(1)
}
