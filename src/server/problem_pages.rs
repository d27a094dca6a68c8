//! The pages to which the `type` of problem documents leads.

use std::sync::Arc;

use async_trait::async_trait;
use http::{
    HeaderValue, Method,
    header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY},
};

use super::{Call, Endpoint, EndpointAction, EndpointCall, Handler, Reply};
use crate::{
    access::Client,
    problem::{ErrorShape, Problem, ProblemPage},
};

/// The endpoint of all pages, which needs no key.
pub fn endpoint() -> Endpoint {
    let client = Some(Arc::new(Client::open("face:problems")));
    let (handler, error_shape) = (Arc::new(Pages), ErrorShape::Problem);
    let call = EndpointCall { permission: None, json: None, handler, client, error_shape };
    Endpoint { method: Method::GET, path: "/problems/{slug}".into(), action: EndpointAction::Call(call) }
}

/// The handler of the pages.
struct Pages;

#[async_trait]
impl Handler for Pages {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let slug = call.params.first().copied().unwrap_or_default();
        let page = ProblemPage::find(slug).ok_or(Problem::NotFound)?;
        Ok(Reply::new("text/html; charset=utf-8", page.html())
            .with_header(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'"))
            .with_header(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")))
    }
}
