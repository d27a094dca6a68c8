//! What stands between a client and an upstream, as the server sees it.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, HeaderName, HeaderValue, Method};

use super::tenant::Tenant;
use crate::problem::Problem;

/// A request as its client sent it, decoded.
#[derive(Debug)]
pub struct Plain {
    /// Its method.
    pub method: Method,
    /// Its path behind the route's prefix.
    pub path: String,
    /// Its query.
    pub query: Option<String>,
    /// All of its headers.
    pub headers: HeaderMap,
    /// Its body; empty without one.
    pub body: Bytes,
    /// Whose it is.
    pub tenant: Arc<Tenant>,
}

/// A request that may leave.
pub struct Masked {
    /// Its body.
    pub body: Bytes,
    /// Its query.
    pub query: Option<String>,
    /// Headers that were scanned, with their masked values.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// What was looked at.
    pub coverage: Coverage,
    /// Whether it passed without being looked into.
    pub unvetted: bool,
    /// What restores its response.
    pub restorer: Box<dyn Restore>,
}

/// How many strings were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Looked through.
    pub scanned: u64,
    /// Of these: changed.
    pub replaced: u64,
    /// Not looked at, by rule.
    pub skipped: u64,
}

/// Masks the requests of one route.
#[async_trait]
pub trait Vet: Send + Sync {
    /// Masks `request`.
    ///
    /// # Errors
    /// Why it cannot be masked.
    async fn mask(&self, request: Plain) -> Result<Masked, Problem>;
}

/// The headers of a response, as far as restoring needs them.
#[derive(Debug)]
pub struct Answer<'a> {
    /// Its status.
    pub status: u16,
    /// Its media type.
    pub media_type: &'a [u8],
}

/// Restores one response.
#[async_trait]
pub trait Restore: Send {
    /// Takes the headers of the response.
    ///
    /// # Errors
    /// If such a response cannot be restored.
    fn begin(&mut self, answer: &Answer<'_>) -> Result<(), Unvettable>;

    /// Takes the next piece, in which `eof` says that it is the last one, and adds what can be told to `out`.
    /// What has to be remembered is remembered when this returns.
    ///
    /// # Errors
    /// If the response is not what it says it is.
    async fn push(&mut self, piece: &[u8], eof: bool, out: &mut BytesMut) -> Result<(), Unvettable>;

    /// How many placeholders were restored, and how many stayed.
    fn counts(&self) -> (u64, u64);
}

/// A response cannot be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unvettable;
