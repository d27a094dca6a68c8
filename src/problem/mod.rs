//! Problem documents (RFC 9457): every refusal and failure that a client can see.
//!
//! A [`Problem`] is built from facts (limits, positions, configured names), never from the text of a request, a map or a
//! key. `Problem::facts` is the only place that words one.

mod api_error;
mod facts;
mod pages;
mod proxy;
#[cfg(test)]
mod tests;

use std::time::Duration;

use http::{HeaderName, HeaderValue, StatusCode};
use serde::Serialize;

use crate::input::{
    Fault, Problem as Violation, Problems,
    json::{Reason, SyntaxError},
};

pub use api_error::ErrorShape;
pub use pages::{PAGES, ProblemPage};
pub use proxy::{Unvettable, UpstreamFault};

/// Media type of a problem document.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// A limit on the requests of a key or a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestLimit {
    /// The rate of a key.
    KeyRate,
    /// The requests of a key at once.
    KeyInFlight,
    /// The rate of a route.
    RouteRate,
    /// The requests of a route at once.
    RouteInFlight,
}

/// A refusal or failure of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The request is not a valid HTTP message; the text names the fault.
    Malformed(&'static str),
    /// A header is malformed.
    InvalidHeader {
        /// The header's name.
        name: &'static str,
        /// The form it must have.
        expected: &'static str,
    },
    /// The body is not strict JSON (RFC 8259, RFC 7493).
    InvalidJson(SyntaxError),
    /// The body is not what its `Content-Encoding` says.
    InvalidEncoding,
    /// The key is missing or unknown; the answer does not say which.
    Unauthorized,
    /// The key lacks a permission.
    Forbidden {
        /// The permission's name.
        permission: &'static str,
    },
    /// The path does not exist.
    NotFound,
    /// The path does not have the method.
    MethodNotAllowed {
        /// The methods of the path, as in `Allow`.
        allow: String,
    },
    /// The headers did not arrive in time.
    HeaderTimeout,
    /// The body did not arrive in time.
    BodyTimeout,
    /// The body, as sent or inflated, is too large.
    BodyTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The request target is too long.
    TargetTooLong {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The headers are too large.
    HeadersTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The headers are too many.
    TooManyHeaders {
        /// The most headers of a request.
        limit: usize,
    },
    /// The body is not declared as JSON.
    UnsupportedMediaType,
    /// The content coding of the body is not supported.
    UnsupportedEncoding,
    /// The body is well-formed, but invalid; all its problems.
    Invalid(Problems),
    /// The key may not use this route.
    ForbiddenRoute,
    /// A rate or a number of requests at once is exceeded.
    TooManyRequests {
        /// The limit.
        limit: RequestLimit,
        /// The time until a request will be admitted.
        retry_after: Duration,
    },
    /// A resource is exhausted.
    Overloaded(Resource),
    /// The key of a proxied route is missing or unknown; the answer does not say which.
    ProxyUnauthorized,
    /// A key of this instance stands where an upstream's credential belongs.
    MisplacedKey,
    /// The policy blocks what the request holds: the labels with their places.
    Blocked {
        /// The names of the labels.
        labels: Vec<&'static str>,
        /// A place of a label each.
        places: Problems,
    },
    /// The request cannot be masked.
    Unvettable(Unvettable),
    /// The upstream gave no response that can be passed on.
    Upstream(UpstreamFault),
    /// A fault of this program.
    Internal,
}

/// An exhausted resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Connections, in all or from one address.
    Connections,
    /// Memory for bodies.
    Memory,
    /// Places in the queue for CPU work.
    Cpu,
    /// The steps that a request may take.
    Steps,
    /// The store of sessions.
    Store,
    /// The audit stream.
    Audit,
    /// The model of the user's own.
    ExternalModel,
}

impl From<SyntaxError> for Problem {
    fn from(error: SyntaxError) -> Self {
        match error.reason {
            // The document is well-formed JSON.
            Reason::TooManyValues(limit) => Self::from(Violation {
                fault: Fault::TooLong,
                pointer: String::new(),
                detail: format!("must have at most {limit} values in all"),
                place: None,
            }),
            _ => Self::InvalidJson(error),
        }
    }
}

impl From<Problems> for Problem {
    fn from(problems: Problems) -> Self {
        Self::Invalid(problems)
    }
}

impl From<Violation> for Problem {
    fn from(violation: Violation) -> Self {
        Self::Invalid(Problems { list: vec![violation], more: 0 })
    }
}

impl Problem {
    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.facts().status
    }

    /// The last part of the problem's `type`.
    pub fn slug(&self) -> &'static str {
        self.facts().slug
    }

    /// The reason in metrics and logs: the slug, with the resource of an overload.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Overloaded(Resource::Connections) => "overloaded-connections",
            Self::Overloaded(Resource::Memory) => "overloaded-memory",
            Self::Overloaded(Resource::Cpu) => "overloaded-cpu",
            Self::Overloaded(Resource::Store) => "overloaded-store",
            Self::Overloaded(Resource::Steps) => "overloaded-steps",
            Self::Overloaded(Resource::Audit) => "overloaded-audit",
            Self::Overloaded(Resource::ExternalModel) => "model-unavailable",
            _ => self.slug(),
        }
    }

    /// The document with its status and header, without the media type.
    pub fn render(&self) -> RenderedProblem {
        self.render_for(ErrorShape::Problem)
    }

    /// The document with the error member of an API.
    pub fn render_for(&self, shape: ErrorShape) -> RenderedProblem {
        let facts = self.facts();
        debug_assert!(ProblemPage::find(facts.slug).is_some(), "no page explains {}", facts.slug);
        let errors: &[Violation] = match self {
            Self::Invalid(problems) | Self::Blocked { places: problems, .. } => &problems.list,
            _ => &[],
        };
        let document = Document {
            r#type: format!("/problems/{}", facts.slug),
            title: facts.title,
            status: facts.status.as_u16(),
            detail: &facts.detail,
            errors: errors.iter().map(|v| WireViolation { pointer: &v.pointer, detail: &v.detail }).collect(),
            of_api: shape.members(facts.status, facts.slug, &facts.detail),
        };
        // Strings and numbers always serialize; an empty body would still carry the status.
        let body = serde_json::to_vec(&document).unwrap_or_default();
        RenderedProblem { status: facts.status, header: facts.header, body }
    }
}

/// A rendered problem.
#[derive(Debug)]
pub struct RenderedProblem {
    /// The HTTP status.
    pub status: StatusCode,
    /// The header of the problem, such as `Allow`.
    pub header: Option<(HeaderName, HeaderValue)>,
    /// The document, of media type [`MEDIA_TYPE`].
    pub body: Vec<u8>,
}

#[derive(Serialize)]
struct Document<'a> {
    r#type: String,
    title: &'a str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<WireViolation<'a>>,
    #[serde(flatten)]
    of_api: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct WireViolation<'a> {
    pointer: &'a str,
    detail: &'a str,
}
