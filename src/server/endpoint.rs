//! The table of endpoints that this instance answers itself: method, path, permission and a handler over plain data,
//! without sockets or pingora.

use std::{borrow::Cow, sync::Arc};

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header::CONTENT_TYPE};

use super::memory_budget::Reservation;
use crate::{
    access::Client,
    config::Permission,
    problem::{self, ErrorShape, Problem},
    telemetry::{Metrics, RouteMetrics, audit::AuditFacts},
};

/// An endpoint: a method of a path.
pub struct Endpoint {
    /// `GET` answers `HEAD` as well. `OPTIONS` is answered for every path.
    pub method: Method,
    /// Segments in braces match any one non-empty segment: `/v1/sessions/{id}`.
    pub path: Cow<'static, str>,
    /// The action of the endpoint.
    pub action: EndpointAction,
}

/// The action of an endpoint.
#[derive(Clone)]
pub enum EndpointAction {
    /// A constant answer, without a key.
    Static(Reply),
    /// A page for browsers, without a key. Requests that do not ask for HTML go to a route, if one takes them: a proxied
    /// API may have a resource at the same path.
    Page(Reply),
    /// A handler.
    Call(EndpointCall),
}

/// A handler with the checks before it.
#[derive(Clone)]
pub struct EndpointCall {
    /// The permission that the key needs; `None`: any key will do.
    pub permission: Option<Permission>,
    /// The most bytes of the JSON body that is read; `None`: bodies are ignored.
    pub json: Option<usize>,
    /// The handler of the call.
    pub handler: Arc<dyn Handler>,
    /// The client of all requests, which then need no key.
    pub client: Option<Arc<Client>>,
    /// The form of errors.
    pub error_shape: ErrorShape,
}

/// The handler of one endpoint.
#[async_trait]
pub trait Handler: Send + Sync {
    /// Answers one call. Work of more than about 200 µs belongs into [`super::CpuPool::run`].
    ///
    /// # Errors
    /// The problem that the client gets instead of an answer.
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem>;
}

/// An authorized request with its decoded body.
#[derive(Debug)]
pub struct Call<'a> {
    /// The client of the request's key.
    pub client: &'a Arc<Client>,
    /// The values of the segments in braces, in order, not percent-decoded: no valid value needs encoding.
    pub params: &'a [&'a str],
    /// All headers.
    pub headers: &'a HeaderMap,
    /// The decoded body; empty if the endpoint takes none.
    pub body: Bytes,
    /// The request id, for audit events.
    pub request_id: &'a str,
    /// The memory that the request holds; a handler that keeps much besides the body lets it grow.
    pub memory: &'a mut Reservation,
}

/// The answer of an endpoint.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: StatusCode,
    /// The endpoint's headers. Length, date, connection and request id are added to them.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// The body.
    pub body: Bytes,
    /// The facts for the audit stream, if there are any.
    pub audit: Option<Box<AuditFacts>>,
}

impl Reply {
    /// A 200 with a body of this media type.
    pub fn new(media_type: &'static str, body: impl Into<Bytes>) -> Self {
        let media_type = (CONTENT_TYPE, HeaderValue::from_static(media_type));
        Self { status: StatusCode::OK, headers: vec![media_type], body: body.into(), audit: None }
    }

    /// A 200 with a JSON body.
    pub fn json(body: impl Into<Bytes>) -> Self {
        Self::new("application/json", body)
    }

    /// A 204.
    pub fn no_content() -> Self {
        Self { status: StatusCode::NO_CONTENT, headers: Vec::new(), body: Bytes::new(), audit: None }
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }
}

impl Reply {
    /// Adds facts for the audit stream.
    #[must_use]
    pub fn with_audit(mut self, facts: AuditFacts) -> Self {
        self.audit = Some(Box::new(facts));
        self
    }
}

impl From<&Problem> for Reply {
    fn from(problem: &Problem) -> Self {
        Self::problem(problem, ErrorShape::Problem)
    }
}

impl Reply {
    /// The answer to a request that failed, with the error member of an API.
    pub fn problem(problem: &Problem, shape: ErrorShape) -> Self {
        let rendered = problem.render_for(shape);
        let mut reply = Self::new(problem::MEDIA_TYPE, rendered.body);
        reply.status = rendered.status;
        reply.headers.extend(rendered.header);
        reply
    }
}

/// The table of all endpoints, by path.
pub struct Endpoints {
    routes: Vec<PathEndpoints>,
}

/// The endpoints of one path.
pub struct PathEndpoints {
    /// The path with its segments in braces.
    pub pattern: Cow<'static, str>,
    /// The length of the pattern's part before its first brace, in bytes.
    literal_prefix: usize,
    /// The pattern, for logs.
    pub name: Arc<str>,
    /// The value of `Allow`.
    pub allow: String,
    /// The metrics of the path.
    pub metrics: RouteMetrics,
    methods: Vec<(Method, EndpointAction)>,
}

impl Endpoints {
    /// A table of these endpoints.
    pub fn new(endpoints: Vec<Endpoint>, metrics: &Metrics) -> Self {
        let mut routes: Vec<PathEndpoints> = Vec::new();
        for Endpoint { method, path, action } in endpoints {
            match routes.iter_mut().find(|route| route.pattern == path) {
                Some(route) => route.methods.push((method, action)),
                None => routes.push(PathEndpoints {
                    literal_prefix: path.find('{').unwrap_or(path.len()),
                    name: path.as_ref().into(),
                    allow: String::new(),
                    metrics: metrics.route(&path),
                    methods: vec![(method, action)],
                    pattern: path,
                }),
            }
        }
        for route in &mut routes {
            route.allow = allow(&route.methods);
        }
        Self { routes }
    }

    /// The endpoints of a path, with the values of its segments in braces.
    pub fn find<'p>(&self, path: &'p str) -> Option<(&PathEndpoints, Vec<&'p str>)> {
        let mut likely = self.routes.iter().filter(|route| path.starts_with(&route.pattern[..route.literal_prefix]));
        likely.find_map(|route| Some((route, matches(&route.pattern, path)?)))
    }
}

impl PathEndpoints {
    /// Reports whether the path is that of a page for browsers.
    pub fn is_page(&self) -> bool {
        self.methods.iter().any(|(_, action)| matches!(action, EndpointAction::Page(_)))
    }

    /// The action for a method.
    pub fn action(&self, method: &Method) -> Option<&EndpointAction> {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        self.methods.iter().find(|(known, _)| known == method).map(|(_, action)| action)
    }
}

fn allow(methods: &[(Method, EndpointAction)]) -> String {
    let mut names: Vec<&str> = methods.iter().map(|(method, _)| method.as_str()).collect();
    if names.contains(&"GET") {
        names.push("HEAD");
    }
    names.push("OPTIONS");
    names.sort_unstable();
    names.join(", ")
}

/// The values of the segments in braces if `path` matches `pattern`.
fn matches<'p>(pattern: &str, path: &'p str) -> Option<Vec<&'p str>> {
    let mut values = Vec::new();
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(values),
            (Some(name), Some(value)) if name.starts_with('{') && !value.is_empty() => values.push(value),
            (Some(name), Some(value)) if name == value => {}
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(method: Method, path: &'static str) -> Endpoint {
        Endpoint { method, path: path.into(), action: EndpointAction::Static(Reply::json("{}")) }
    }

    fn table() -> Endpoints {
        let metrics = Metrics::new().unwrap();
        Endpoints::new(
            vec![
                page(Method::GET, "/a"),
                page(Method::POST, "/a"),
                page(Method::DELETE, "/s/{id}"),
                page(Method::GET, "/"),
            ],
            &metrics,
        )
    }

    #[test]
    fn paths_match_whole_and_segments_in_braces_are_given_out() {
        let table = table();
        let find = |path| table.find(path).map(|(route, values)| (route.pattern.as_ref(), values));
        assert_eq!(find("/a"), Some(("/a", vec![])));
        assert_eq!(find("/"), Some(("/", vec![])));
        assert_eq!(find("/s/x%20y"), Some(("/s/{id}", vec!["x%20y"])));
        for unknown in ["", "/a/", "//a", "/A", "/s", "/s/", "/s/x/y", "/{id}", "*"] {
            assert_eq!(find(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn routes_know_their_methods() {
        let table = table();
        let (route, _) = table.find("/a").unwrap();
        assert_eq!(route.allow, "GET, HEAD, OPTIONS, POST");
        assert!(route.action(&Method::HEAD).is_some());
        assert!(route.action(&Method::DELETE).is_none());
        let (route, _) = table.find("/s/1").unwrap();
        assert_eq!(route.allow, "DELETE, OPTIONS");
        assert!(route.action(&Method::HEAD).is_none());
    }
}
