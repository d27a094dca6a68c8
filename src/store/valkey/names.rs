//! [`Names`]: the blinded names and the sealed values that the server sees instead of tenants, sessions, labels and texts.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::{
    anonymize::{Namespace, Original, Substitute},
    keys::{AliasId, BLIND, SessionId, StorageKey},
    store::{
        Scope,
        encoding::{Reader, Writer},
        memory::{Content, Text},
    },
};
use masquerade_detect::entity::Label;

/// The blinded name of a session, a text or an entry.
pub(super) type Blind = [u8; BLIND];

/// The short blinded name of a label, or of a namespace and a label.
pub(super) type ShortBlind = [u8; 8];

/// The flags of entries, as the functions know them.
pub(super) const PLAIN: &[u8] = b"0";
pub(super) const SURROGATE: &[u8] = b"1";
pub(super) const ALIAS: &[u8] = b"2";

/// The flag of a text's entry.
pub(super) fn flag(substitute: &str) -> &'static [u8] {
    if substitute.starts_with('[') { PLAIN } else { SURROGATE }
}

/// The blinded names and sealed values of what the server keeps.
pub(super) struct Names(StorageKey);

impl Names {
    pub(super) fn new(storage: StorageKey) -> Self {
        Self(storage)
    }

    pub(super) fn session(&self, scope: &Scope) -> Blind {
        self.0.blind(&[b"session", scope.tenant.as_bytes(), scope.session.as_bytes()])
    }

    pub(super) fn tenant(&self, tenant: &str) -> Blind {
        self.0.blind(&[b"tenant", tenant.as_bytes()])
    }

    /// The name of a text in all sessions of the tenant, so that a person can be forgotten in all of them.
    pub(super) fn text(&self, tenant: &str, text: &str) -> Blind {
        self.0.blind(&[b"text", tenant.as_bytes(), text.as_bytes()])
    }

    pub(super) fn label(&self, tenant: &str, label: Label) -> ShortBlind {
        short(self.0.blind(&[b"label", tenant.as_bytes(), label.name().as_bytes()]))
    }

    pub(super) fn namespace(&self, tenant: &str, namespace: Namespace, label: Label) -> ShortBlind {
        let namespace: &[u8] = match namespace {
            Namespace::Number => b"number",
            Namespace::Hash => b"hash",
            Namespace::Surrogate => b"surrogate",
        };
        short(self.0.blind(&[b"namespace", tenant.as_bytes(), namespace, label.name().as_bytes()]))
    }

    /// The name of a substitute's entry. It binds tenant, session, label and number.
    pub(super) fn entry(&self, scope: &Scope, substitute: &str) -> Blind {
        let (tenant, session) = (scope.tenant.as_bytes(), scope.session.as_bytes());
        self.0.blind(&[b"substitute", tenant, session, substitute.as_bytes()])
    }

    pub(super) fn alias_entry(&self, scope: &Scope, alias: AliasId) -> Blind {
        self.0.blind(&[b"alias", scope.tenant.as_bytes(), scope.session.as_bytes(), alias.as_bytes()])
    }

    pub(super) fn alias(&self, tenant: &str, alias: AliasId) -> Blind {
        self.0.blind(&[b"alias of", tenant.as_bytes(), alias.as_bytes()])
    }

    /// The sealed value of the entry called `entry`; `None` without randomness.
    pub(super) fn seal(
        &self,
        entry: &Blind,
        namespace: Namespace,
        label: Label,
        original: &Original,
        substitute: &Substitute,
    ) -> Option<Vec<u8>> {
        let mut plain = Writer::new(original.as_str().len() + substitute.len());
        let text = Text { namespace, label, original: original.clone(), substitute: substitute.clone() };
        plain.content(&Content::Text(text));
        self.0.seal(entry, &plain.finish()).ok()
    }

    /// The text in the sealed value of the entry called `entry`; `None` if it is no text, or damaged, or another's.
    pub(super) fn open(&self, entry: &[u8], sealed: &[u8]) -> Option<Text> {
        let plain = self.0.open(entry, sealed)?;
        match Reader::new(&plain).content()? {
            Content::Text(text) => Some(text),
            Content::Alias(_) => None,
        }
    }

    pub(super) fn seal_session(&self, alias: &Blind, session: &SessionId) -> Option<Vec<u8>> {
        self.0.seal(alias, session.as_bytes()).ok()
    }

    pub(super) fn open_session(&self, alias: &Blind, sealed: &[u8]) -> Option<SessionId> {
        let plain = self.0.open(alias, sealed)?;
        plain[..].try_into().ok().map(SessionId::from_bytes)
    }
}

fn short(blind: Blind) -> ShortBlind {
    let mut short = ShortBlind::default();
    short.copy_from_slice(&blind[..8]);
    short
}

/// The buckets of sessions. The keys of a bucket share a hash tag, which keeps them in one slot of a cluster, and an epoch.
pub(super) const BUCKETS: usize = 256;

/// The bucket of a session.
pub(super) fn bucket(session: &Blind) -> usize {
    usize::from(session[0])
}

/// The key of a bucket's epoch.
pub(super) fn epoch_key(prefix: &str, bucket: usize) -> String {
    format!("{{{prefix}:{bucket}}}:epoch")
}

/// The keys of a session, in the functions' order.
pub(super) fn session_keys(prefix: &str, session: &Blind) -> Vec<String> {
    let (name, bucket) = (URL_SAFE_NO_PAD.encode(session), bucket(session));
    let keys = ["n", "t", "e", "u", "g"].map(|part| format!("{{{prefix}:{bucket}}}:{name}:{part}"));
    keys.into_iter().chain([epoch_key(prefix, bucket)]).collect()
}

/// The keys of the index of sessions, in the functions' order, with the ones of this tenant.
pub(super) fn index_keys(prefix: &str, tenant: &[u8]) -> Vec<String> {
    let tenant = URL_SAFE_NO_PAD.encode(tenant);
    ["sizes".to_owned(), "order".to_owned(), format!("order:{tenant}"), "totals".to_owned()]
        .map(|part| format!("{prefix}:{{index}}:{part}"))
        .into()
}

/// The key of an alias.
pub(super) fn alias_key(prefix: &str, alias: &Blind) -> String {
    format!("{prefix}:{{{}}}:a", URL_SAFE_NO_PAD.encode(alias))
}
