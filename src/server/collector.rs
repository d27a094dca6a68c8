//! [`HttpCollector`]: the client of the collector of traces, OTLP over HTTP/1.1.

use std::{io, time::Duration};

use bytes::Bytes;
use http::{HeaderValue, header::CONNECTION};
use pingora_core::connectors::http::Connector;
use tokio::{
    runtime::{self, Runtime},
    time::timeout,
};

use super::post::{self, PostError};
use crate::{
    config::{SetHeader, Upstream},
    telemetry::traces::{CollectorClient, ExportError},
};

/// The timeout of one request, look-up of the collector's name included.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A client with a runtime of its own, for the thread of the export.
pub struct HttpCollector {
    runtime: Runtime,
    connector: Connector,
    collector: Upstream,
    headers: Vec<SetHeader>,
}

impl HttpCollector {
    /// A client of `collector`.
    ///
    /// # Errors
    /// If its runtime cannot be made.
    pub fn new(collector: &Upstream, headers: &[SetHeader]) -> io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { runtime, connector: Connector::new(None), collector: collector.clone(), headers: headers.to_vec() })
    }

    /// The status of the answer. Each request has a connection of its own: there are few.
    async fn status(&self, message: Bytes) -> Result<u16, PostError> {
        let collector = &self.collector;
        let peer = post::peer(collector).await?;
        let (mut session, _) = self.connector.get_http_session(&peer).await?;
        let mut request = post::head(collector, "application/x-protobuf", message.len(), &self.headers)?;
        request.insert_header(CONNECTION, HeaderValue::from_static("close"))?;
        session.write_request_header(Box::new(request)).await?;
        session.write_request_body(message, true).await?;
        session.finish_request_body().await?;
        loop {
            session.read_response_header().await?;
            let header = session.response_header().ok_or("no header")?;
            if !header.status.is_informational() {
                return Ok(header.status.as_u16());
            }
        }
    }
}

impl CollectorClient for HttpCollector {
    fn post(&self, message: Bytes) -> Result<(), ExportError> {
        match self.runtime.block_on(async { timeout(TIMEOUT, self.status(message)).await }) {
            Ok(Ok(200..=299)) => Ok(()),
            Ok(Ok(status)) => Err(ExportError::Status(status)),
            Ok(Err(_)) | Err(_) => Err(ExportError::Unreachable),
        }
    }
}
