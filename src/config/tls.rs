//! `[server.tls]`: the certificate of the listeners.

use std::{fmt, sync::Arc};

use rustls::{
    RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    sign::CertifiedKey,
};

use super::{Context, source};
use crate::input::{Fault, Item};

/// The certificates of listeners.
#[derive(Clone)]
pub struct Tls {
    /// A certificate chain with the matching private key of its first certificate.
    pub certificate: Arc<CertifiedKey>,
    /// The authorities of clients, which must then have a certificate (mutual TLS).
    pub client_authorities: Option<Arc<RootCertStore>>,
}

impl PartialEq for Tls {
    fn eq(&self, other: &Self) -> bool {
        let authorities = |tls: &Self| tls.client_authorities.as_ref().map(|store| store.roots.clone());
        self.certificate.cert == other.certificate.cert && authorities(self) == authorities(other)
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tls({} certificates)", self.certificate.cert.len())
    }
}

/// `[server.tls]`
pub(super) fn tls(item: Item<'_, '_>, context: &Context<'_>) -> Option<Tls> {
    let mut object = item.object()?;
    let certificate = object.required("certificate", |item| item.parse(|path| chain(path, context)));
    let key = object.required("key", |item| item.parse(|path| private_key(path, context)));
    let client_authorities = object.or_else(
        "client_ca",
        || None,
        |item| item.parse(|path| authority_store(path, context)).map(|store| Some(Arc::new(store))),
    );
    object.finish();
    match CertifiedKey::from_der(certificate?, key?, &ring::default_provider()) {
        Ok(certified) => Some(Tls { certificate: Arc::new(certified), client_authorities: client_authorities? }),
        Err(_) => {
            object.refuse(Fault::OutOfRange, "key", || "is not the private key of the certificate");
            None
        }
    }
}

/// Reads certificates from a PEM file.
fn chain(path: &str, context: &Context<'_>) -> Result<Vec<CertificateDer<'static>>, String> {
    let pem = source::file(path, context)?;
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    match chain {
        Ok(chain) if !chain.is_empty() => Ok(chain),
        _ => Err("must be a file of certificates in PEM".to_owned()),
    }
}

/// Reads the certificates of authorities from a PEM file.
pub(super) fn authorities(path: &str, context: &Context<'_>) -> Result<Vec<CertificateDer<'static>>, String> {
    let chain = chain(path, context)?;
    // Checked here, so that later uses cannot fail.
    store_of(&chain).map(|_| chain)
}

fn authority_store(path: &str, context: &Context<'_>) -> Result<RootCertStore, String> {
    store_of(&chain(path, context)?)
}

fn store_of(chain: &[CertificateDer<'static>]) -> Result<RootCertStore, String> {
    let mut store = RootCertStore::empty();
    let is_good = chain.iter().all(|certificate| store.add(certificate.clone()).is_ok());
    if is_good { Ok(store) } else { Err("must hold certificates of authorities".to_owned()) }
}

fn private_key(path: &str, context: &Context<'_>) -> Result<PrivateKeyDer<'static>, String> {
    let pem = source::file(path, context)?;
    PrivateKeyDer::from_pem_slice(&pem).map_err(|_| "must be a file with a private key in PEM".to_owned())
}
