//! TLS of the listeners, with certificates that a reload can replace.

use std::{any::Any, sync::Arc};

use arc_swap::ArcSwap;
use async_trait::async_trait;
use pingora_core::{
    Error, ErrorType, Result,
    listeners::{
        TlsAccept,
        tls::{Acceptor, TlsSettings},
    },
    protocols::{ALPN, Digest, Stream, l4::stream::Stream as TcpConnection, tls::TlsRef},
};
use rustls::{
    crypto::ring,
    server::{ClientHello, ResolvesServerCert, WebPkiClientVerifier},
    sign::CertifiedKey,
};
use x509_parser::{certificate::X509Certificate, extensions::GeneralName, prelude::FromDer};

use super::StartError;
use crate::config::Tls;

/// The name of a client in the certificate that it has proved to be its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateName {
    /// The kind of the name: names of different kinds are different clients.
    pub kind: &'static str,
    /// The name.
    pub value: Box<str>,
}

impl CertificateName {
    /// The name in a certificate in DER: the subject's alternative names before its common name; of the first, URIs (SPIFFE)
    /// before e-mail addresses before host names; of several of one kind, the first. `None`: it has no such name.
    fn of(certificate: &[u8]) -> Option<Self> {
        let (_, certificate) = X509Certificate::from_der(certificate).ok()?;
        let alternatives = certificate.subject_alternative_name().ok()?;
        let alternatives = alternatives.map_or(&[][..], |extension| &extension.value.general_names);
        let uri = |name: &GeneralName<'_>| match name {
            GeneralName::URI(uri) => Some(Self::new("uri", uri)),
            _ => None,
        };
        let email = |name: &GeneralName<'_>| match name {
            GeneralName::RFC822Name(address) => Some(Self::new("email", address)),
            _ => None,
        };
        let host = |name: &GeneralName<'_>| match name {
            GeneralName::DNSName(host) => Some(Self::new("dns", &host.to_ascii_lowercase())),
            _ => None,
        };
        let common = || Some(Self::new("cn", certificate.subject().iter_common_name().next()?.as_str().ok()?));
        let first = alternatives.iter().find_map(uri).or_else(|| alternatives.iter().find_map(email));
        let name = first.or_else(|| alternatives.iter().find_map(host)).or_else(common);
        name.filter(|name| !name.value.is_empty())
    }

    fn new(kind: &'static str, value: &str) -> Self {
        Self { kind, value: value.into() }
    }
}

/// The name in the certificate of the client at the other end of a connection.
pub fn certificate_name(connection: Option<&Digest>) -> Option<&CertificateName> {
    connection?.ssl_digest.as_ref()?.extension.get()
}

/// The callback that notes the names of clients at the end of their handshakes.
struct NameNote;

#[async_trait]
impl TlsAccept for NameNote {
    async fn handshake_complete_callback(&self, tls: &TlsRef) -> Option<Arc<dyn Any + Send + Sync>> {
        let name = CertificateName::of(tls.peer_certificate_der()?)?;
        Some(Arc::new(name))
    }
}

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
    /// If the library cannot use the authorities of clients.
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
    let mut settings = TlsSettings::with_callbacks(Box::new(NameNote)).map_err(|error| failed(&error))?;
    if let Some(authorities) = &tls.client_authorities {
        let provider = Arc::new(ring::default_provider());
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::clone(authorities), provider).build();
        settings.set_client_cert_verifier(verifier.map_err(|error| failed(&error))?);
    }
    settings.set_cert_resolver(Arc::new(CertificateResolver(Arc::clone(&tls.certificate))));
    // HTTP/2 is preferred.
    settings.set_alpn(ALPN::H2H1);
    Ok(settings.build())
}
