//! TLS of the listeners, with certificates that a reload can replace.

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
    server::{ClientHello, ResolvesServerCert, WebPkiClientVerifier},
    sign::CertifiedKey,
};

use super::StartError;
use crate::config::Tls;

/// Application protocols for ALPN, the preferred one first (RFC 7301).
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// A resolver of one certificate.
#[derive(Debug)]
struct CertificateResolver(Arc<CertifiedKey>);

impl ResolvesServerCert for CertificateResolver {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0))
    }
}

/// An acceptor of TLS handshakes.
pub struct TlsAcceptor(ArcSwap<Acceptor>);

impl TlsAcceptor {
    /// An acceptor with these certificates, for HTTP/2 and HTTP/1.1.
    ///
    /// # Errors
    /// If the library supports no version of TLS, which cannot happen with the provider that is used, or cannot use the
    /// authorities of clients.
    pub fn new(tls: &Tls) -> std::result::Result<Self, StartError> {
        Ok(Self(ArcSwap::from_pointee(acceptor(tls)?)))
    }

    /// Replaces the certificates for later handshakes; sessions of before are not resumed.
    ///
    /// # Errors
    /// As [`TlsAcceptor::new`]; the old certificates then stay.
    pub fn replace(&self, tls: &Tls) -> std::result::Result<(), StartError> {
        self.0.store(Arc::new(acceptor(tls)?));
        Ok(())
    }

    /// Performs the handshake on a TCP connection.
    ///
    /// # Errors
    /// If the handshake fails or the client closes the connection.
    pub async fn accept(&self, connection: Stream) -> Result<Stream> {
        let connection = connection.into_any().downcast::<TcpConnection>();
        let connection = connection.map_err(|_| Error::new(ErrorType::TLSHandshakeFailure))?;
        Ok(Box::new(self.0.load_full().tls_handshake(*connection).await?))
    }
}

fn acceptor(tls: &Tls) -> std::result::Result<Acceptor, StartError> {
    let failed = |error: &dyn std::fmt::Display| StartError::System(std::io::Error::other(error.to_string()));
    let provider = Arc::new(ring::default_provider());
    let config = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(&error))?;
    let config = match &tls.client_authorities {
        Some(authorities) => {
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::clone(authorities), provider).build();
            config.with_client_cert_verifier(verifier.map_err(|error| failed(&error))?)
        }
        None => config.with_no_client_auth(),
    };
    let resolver = CertificateResolver(Arc::clone(&tls.certificate));
    let mut config = config.with_cert_resolver(Arc::new(resolver));
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
    Ok(Acceptor::from_server_config(Arc::new(config)))
}
