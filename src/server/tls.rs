//! TLS of the listeners, with a certificate that a reload can replace.

use std::sync::Arc;

use arc_swap::ArcSwap;
use pingora_core::{
    Error, ErrorType, Result,
    listeners::tls::Acceptor,
    protocols::{Stream, l4::stream::Stream as TcpConnection},
};
use rustls::{
    ServerConfig,
    crypto::ring,
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};

use super::StartError;
use crate::config::Tls;

/// Application protocols for ALPN, the preferred one first (RFC 7301).
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// A resolver of the current certificate.
#[derive(Debug)]
struct CertificateResolver(ArcSwap<CertifiedKey>);

impl ResolvesServerCert for CertificateResolver {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.load_full())
    }
}

/// An acceptor of TLS handshakes.
pub struct TlsAcceptor {
    acceptor: Acceptor,
    certificate: Arc<CertificateResolver>,
}

impl TlsAcceptor {
    /// An acceptor with this certificate, for HTTP/2 and HTTP/1.1.
    ///
    /// # Errors
    /// If the library supports no version of TLS, which cannot happen with the provider that is used.
    pub fn new(tls: &Tls) -> std::result::Result<Self, StartError> {
        let certificate = Arc::new(CertificateResolver(ArcSwap::new(Arc::clone(&tls.0))));
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| StartError::System(std::io::Error::other(error)))?;
        let mut config = config.with_no_client_auth().with_cert_resolver(Arc::clone(&certificate) as Arc<_>);
        config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
        Ok(Self { acceptor: Acceptor::from_server_config(Arc::new(config)), certificate })
    }

    /// Replaces the certificate for later handshakes.
    pub fn replace(&self, tls: &Tls) {
        self.certificate.0.store(Arc::clone(&tls.0));
    }

    /// Performs the handshake on a TCP connection.
    ///
    /// # Errors
    /// If the handshake fails or the client closes the connection.
    pub async fn accept(&self, connection: Stream) -> Result<Stream> {
        let connection = connection.into_any().downcast::<TcpConnection>();
        let connection = connection.map_err(|_| Error::new(ErrorType::TLSHandshakeFailure))?;
        Ok(Box::new(self.acceptor.tls_handshake(*connection).await?))
    }
}
