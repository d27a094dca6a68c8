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

/// A certificate chain with the matching private key of its first certificate.
#[derive(Clone)]
pub struct Tls(pub Arc<CertifiedKey>);

impl PartialEq for Tls {
    fn eq(&self, other: &Self) -> bool {
        self.0.cert == other.0.cert
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tls({} certificates)", self.0.cert.len())
    }
}

/// `[server.tls]`
pub(super) fn tls(item: Item<'_, '_>, context: &Context<'_>) -> Option<Tls> {
    let mut object = item.object()?;
    let certificate = object.required("certificate", |item| item.parse(|path| chain(path, context)));
    let key = object.required("key", |item| item.parse(|path| private_key(path, context)));
    object.finish();
    match CertifiedKey::from_der(certificate?, key?, &ring::default_provider()) {
        Ok(certified) => Some(Tls(Arc::new(certified))),
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
    let mut store = RootCertStore::empty();
    // Checked here, so that later uses cannot fail.
    let is_good = chain.iter().all(|certificate| store.add(certificate.clone()).is_ok());
    if is_good { Ok(chain) } else { Err("must hold certificates of authorities".to_owned()) }
}

fn private_key(path: &str, context: &Context<'_>) -> Result<PrivateKeyDer<'static>, String> {
    let pem = source::file(path, context)?;
    PrivateKeyDer::from_pem_slice(&pem).map_err(|_| "must be a file with a private key in PEM".to_owned())
}
