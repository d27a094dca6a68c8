//! The application of the admin listener: metrics, probes and the status page.

use std::sync::{Arc, atomic::Ordering};

use async_trait::async_trait;
use http::{
    Method, Response, StatusCode,
    header::{ALLOW, CONTENT_LENGTH, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS},
};
use pingora_core::{apps::http_app::ServeHttp, protocols::http::ServerSession};

use super::{SharedContext, connection, pages};
use crate::problem::{MEDIA_TYPE, Problem};

/// The HTTP application of the admin listener, one request per connection.
pub struct Admin {
    shared: Arc<SharedContext>,
}

impl Admin {
    /// The admin application over the context that all connections share.
    pub fn new(shared: Arc<SharedContext>) -> Self {
        Self { shared }
    }

    fn answer(&self, method: &Method, path: &str) -> Result<(StatusCode, &'static str, String), Problem> {
        const TEXT: &str = "text/plain; charset=utf-8";
        let answer = match path {
            // Prometheus' text format, version 0.0.4.
            "/metrics" => (
                StatusCode::OK,
                "text/plain; version=0.0.4; charset=utf-8",
                self.shared.metrics.render().map_err(|_| Problem::Internal)?,
            ),
            "/healthz" => (StatusCode::OK, TEXT, "ok\n".into()),
            "/readyz" if self.shared.draining.load(Ordering::Relaxed) => {
                (StatusCode::SERVICE_UNAVAILABLE, TEXT, "draining\n".into())
            }
            "/readyz" if !self.shared.store.is_available() => {
                (StatusCode::SERVICE_UNAVAILABLE, TEXT, "the session store is not available\n".into())
            }
            "/readyz" if !self.shared.audit.is_available() => {
                (StatusCode::SERVICE_UNAVAILABLE, TEXT, "the audit stream cannot be written\n".into())
            }
            "/readyz" => (StatusCode::OK, TEXT, "ready\n".into()),
            path => {
                let asset = pages::status(path).ok_or(Problem::NotFound)?;
                (StatusCode::OK, asset.media_type, asset.content.to_owned())
            }
        };
        match *method {
            Method::GET | Method::HEAD => Ok(answer),
            _ => Err(Problem::MethodNotAllowed { allow: "GET, HEAD".into() }),
        }
    }
}

#[async_trait]
impl ServeHttp for Admin {
    async fn response(&self, session: &mut ServerSession) -> Response<Vec<u8>> {
        connection::mark_headers_complete();
        connection::mark_lingering();
        session.set_keepalive(None);
        let request = session.req_header();
        let answer = self.answer(&request.method, request.uri.path());
        let (status, media_type, header, body) = match answer {
            Ok((status, media_type, body)) => (status, media_type, None, body.into_bytes()),
            Err(problem) => {
                let rendered = problem.render();
                (rendered.status, MEDIA_TYPE, rendered.header, rendered.body)
            }
        };
        let mut response =
            Response::builder().status(status).header(CONTENT_TYPE, media_type).header(CONTENT_LENGTH, body.len());
        response = response.header(X_CONTENT_TYPE_OPTIONS, "nosniff");
        for (name, value) in pages::headers() {
            response = response.header(name, value);
        }
        if let Some((ALLOW, value)) = header {
            response = response.header(ALLOW, value);
        }
        let body = if request.method == Method::HEAD { Vec::new() } else { body };
        // All parts are constants or rendered by this instance, and valid.
        response.body(body).unwrap_or_default()
    }
}
