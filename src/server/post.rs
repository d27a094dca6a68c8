//! Posts over HTTP/1.1 that this process sends of its own accord: to a collector of traces, and to a model's service.

use std::{error::Error, net::SocketAddr};

use http::{
    HeaderValue, Method,
    header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, USER_AGENT},
};
use pingora_core::{protocols::ALPN, upstreams::peer::HttpPeer};
use pingora_http::RequestHeader;
use tokio::net::lookup_host;

use crate::config::{SetHeader, Upstream};

/// An error of a post. It may name addresses, and is never shown.
pub type PostError = Box<dyn Error + Send + Sync>;

/// The peer at `address`, whose name is looked up.
///
/// # Errors
/// If it has no address.
pub async fn peer(address: &Upstream) -> Result<HttpPeer, PostError> {
    let found: SocketAddr = lookup_host((address.host.as_str(), address.port)).await?.next().ok_or("no address")?;
    let mut peer = HttpPeer::new(found, address.tls, address.host.clone());
    peer.options.alpn = ALPN::H1;
    Ok(peer)
}

/// The head of a post of `length` bytes to `address`, with the configured `headers`.
///
/// # Errors
/// If a part of it cannot stand in a request.
pub fn head(
    address: &Upstream,
    content_type: &'static str,
    length: usize,
    headers: &[SetHeader],
) -> Result<RequestHeader, PostError> {
    let mut request = RequestHeader::build(Method::POST, address.path.as_bytes(), Some(headers.len() + 5))?;
    request.insert_header(HOST, address.authority.as_str())?;
    request.insert_header(CONTENT_TYPE, HeaderValue::from_static(content_type))?;
    request.insert_header(CONTENT_LENGTH, HeaderValue::from(length))?;
    request.insert_header(USER_AGENT, concat!("masquerade/", env!("CARGO_PKG_VERSION")))?;
    for header in headers {
        request.insert_header(header.name.clone(), header.value.clone())?;
    }
    Ok(request)
}
