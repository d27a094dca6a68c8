//! Certificates made for a test, and those who trust them.

use std::{path::PathBuf, sync::Arc};

use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};
use rustls::{
    ClientConfig, RootCertStore, ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use tempfile::TempDir;

/// A certificate that is its own authority, with its key, as files and otherwise.
pub struct Certificate {
    directory: TempDir,
    der: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
}

impl Certificate {
    /// A certificate for these names.
    pub fn new(names: &[&str]) -> Self {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        Self::of(CertificateParams::new(names).unwrap())
    }

    /// With a common name, and nothing else that names anybody; empty: without that, too.
    pub fn of_subject(common_name: &str) -> Self {
        let mut parameters = CertificateParams::new([]).unwrap();
        parameters.distinguished_name = DistinguishedName::new();
        if !common_name.is_empty() {
            parameters.distinguished_name.push(DnType::CommonName, common_name);
        }
        Self::of(parameters)
    }

    fn of(parameters: CertificateParams) -> Self {
        let key = KeyPair::generate().unwrap();
        let made = parameters.self_signed(&key).unwrap();
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("cert.pem"), made.pem()).unwrap();
        std::fs::write(directory.path().join("key.pem"), key.serialize_pem()).unwrap();
        let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        Self { directory, der: made.der().clone(), key }
    }

    pub fn certificate(&self) -> PathBuf {
        self.directory.path().join("cert.pem")
    }

    pub fn key(&self) -> PathBuf {
        self.directory.path().join("key.pem")
    }

    /// `[server.tls]` with it.
    pub fn listener(&self) -> String {
        format!("[server.tls]\ncertificate = {:?}\nkey = {:?}\n", self.certificate(), self.key())
    }

    /// A server that has it.
    pub fn server(&self, protocols: &[&str]) -> ServerConfig {
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        let mut config = config.with_single_cert(vec![self.der.clone()], self.key.clone_key()).unwrap();
        config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
        config
    }

    /// A client that trusts it and nobody else.
    pub fn client(&self, protocols: &[&str]) -> Arc<ClientConfig> {
        self.client_as(None, protocols)
    }

    /// A client that trusts it and nobody else, with a certificate of its own.
    pub fn client_as(&self, own: Option<&Self>, protocols: &[&str]) -> Arc<ClientConfig> {
        let mut roots = RootCertStore::empty();
        roots.add(self.der.clone()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots);
        let mut config = match own {
            Some(own) => config.with_client_auth_cert(vec![own.der.clone()], own.key.clone_key()).unwrap(),
            None => config.with_no_client_auth(),
        };
        config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
        Arc::new(config)
    }
}
