//! The keyring: every key of the instance, derived from its secret.
//!
//! HKDF-SHA-256 (RFC 5869) derives each key from one generation of the instance's secret, for one purpose, tenant and
//! realm. No tenant's key tells anything of another's.

mod storage;

pub use storage::{BLIND, SealedUnder, StorageKey};

use std::{fmt, sync::Arc};

use aes_siv::{KeyInit, siv::Aes256Siv};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

/// The salt that keeps our keys apart from those of another program with the same secret.
const SALT: &[u8] = b"masquerade/1";

/// Bytes to a multiple of which texts are padded, so that a token tells little of a length.
const BLOCK: usize = 16;

/// The pseudo-random key that HKDF extracts from one generation of the instance's secret.
type Generation = Hkdf<Sha256>;

/// All generations of the instance's secret. Cheap to clone.
#[derive(Clone)]
pub struct Keyring {
    newest: Arc<Generation>,
    older: Arc<[Generation]>,
}

impl Keyring {
    /// A keyring over `generations`, newest first; `None` if there is none.
    pub fn new(generations: &[Zeroizing<Vec<u8>>]) -> Option<Self> {
        let (newest, older) = generations.split_first()?;
        let extract = |secret: &Zeroizing<Vec<u8>>| Generation::new(Some(SALT), secret);
        Some(Self { newest: Arc::new(extract(newest)), older: older.iter().map(extract).collect() })
    }

    /// A keyring that lives as long as the process.
    ///
    /// # Errors
    /// If the operating system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::fill(secret.as_mut_slice())?;
        Ok(Self { newest: Arc::new(Generation::new(Some(SALT), secret.as_slice())), older: Arc::new([]) })
    }

    /// The keys of one tenant in one realm (`/v1`, or a route's own). Derived in some microseconds; callers keep them.
    pub fn cipher(&self, tenant: &str, realm: &str) -> Cipher {
        let seal = |generation| derive::<64>(generation, "seal", tenant, realm);
        Cipher(Arc::new(Keys {
            tenant: tenant.into(),
            hash: mac(&derive::<32>(&self.newest, "hash", tenant, realm)),
            seed: mac(&derive::<32>(&self.newest, "seed", tenant, realm)),
            seal: seal(&self.newest),
            open: self.older.iter().map(seal).collect(),
        }))
    }

    /// The key that hashes the ids of one tenant's sessions. A rotation of the secret ends all sessions. As costly as
    /// [`Keyring::cipher`].
    pub fn sessions(&self, tenant: &str) -> SessionKey {
        SessionKey(mac(&derive::<32>(&self.newest, "session", tenant, "")))
    }

    /// The key that hashes the ids which a provider gives to one tenant's sessions, one per realm, since two providers
    /// may give the same id. As costly as [`Keyring::cipher`].
    pub fn aliases(&self, tenant: &str, realm: &str) -> AliasKey {
        AliasKey(mac(&derive::<32>(&self.newest, "alias", tenant, realm)))
    }

    /// The key that hashes foreign credentials into tenants, in one realm. As costly as [`Keyring::cipher`].
    pub fn tenants(&self, realm: &str) -> TenantKey {
        TenantKey(mac(&derive::<32>(&self.newest, "tenant", "", realm)))
    }
}

/// A key that hashes credentials of other services, so that their holders are told apart and nothing of them is kept.
#[derive(Clone)]
pub struct TenantKey(Hmac<Sha256>);

impl TenantKey {
    /// The tenant of whoever holds `credential`.
    pub fn of(&self, credential: &[u8]) -> [u8; 32] {
        self.0.clone().chain_update(credential).finalize().into_bytes().into()
    }
}

impl fmt::Debug for TenantKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TenantKey(…)")
    }
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keyring({} generations)", 1 + self.older.len())
    }
}

fn derive<const N: usize>(generation: &Generation, purpose: &str, tenant: &str, realm: &str) -> Zeroizing<[u8; N]> {
    let mut key = Zeroizing::new([0; N]);
    let lengths = [purpose, tenant, realm].map(prefix);
    let info = [&lengths[0], purpose.as_bytes(), &lengths[1], tenant.as_bytes(), &lengths[2], realm.as_bytes()];
    // HKDF gives up to 255 hashes of 32 bytes; N is 32 or 64.
    let expanded = generation.expand_multi_info(&info, key.as_mut_slice());
    debug_assert!(expanded.is_ok());
    key
}

/// The length prefix of `part`, which keeps `("ab", "c")` and `("a", "bc")` apart.
fn prefix(part: &str) -> [u8; 8] {
    (part.len() as u64).to_be_bytes()
}

fn mac(key: &[u8; 32]) -> Hmac<Sha256> {
    // A key of one hash's length fits HMAC's block (64 bytes) when padded with zeros (RFC 2104).
    let mut block = Zeroizing::new([0; 64]);
    block[..32].copy_from_slice(key);
    <Hmac<Sha256> as KeyInit>::new((&*block).into())
}

/// A key that hashes the ids of one tenant's sessions.
#[derive(Clone)]
pub struct SessionKey(Hmac<Sha256>);

impl SessionKey {
    /// The hash of the session `id`.
    pub fn id(&self, id: &str) -> SessionId {
        SessionId(self.0.clone().chain_update(id.as_bytes()).finalize().into_bytes().into())
    }
}

impl fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionKey(…)")
    }
}

/// The keyed hash of a session's id. The id itself is never kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId([u8; 32]);

impl SessionId {
    /// The bytes that a store keeps.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The hash that [`SessionId::as_bytes`] gave to a store.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId(…)")
    }
}

/// A key that hashes the ids which a provider gives to one tenant's sessions.
#[derive(Clone)]
pub struct AliasKey(Hmac<Sha256>);

impl AliasKey {
    /// The hash of the provider's `id`.
    pub fn id(&self, id: &str) -> AliasId {
        AliasId(self.0.clone().chain_update(id.as_bytes()).finalize().into_bytes().into())
    }
}

impl fmt::Debug for AliasKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AliasKey(…)")
    }
}

/// The keyed hash of a provider's id. The id itself is never kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AliasId([u8; 32]);

impl AliasId {
    /// The bytes that a store keeps.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The hash that [`AliasId::as_bytes`] gave to a store.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for AliasId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AliasId(…)")
    }
}

/// The keys of one tenant in one realm. Cheap to clone.
#[derive(Clone)]
pub struct Cipher(Arc<Keys>);

struct Keys {
    tenant: Box<str>,
    hash: Hmac<Sha256>,
    seed: Hmac<Sha256>,
    seal: Zeroizing<[u8; 64]>,
    open: Box<[Zeroizing<[u8; 64]>]>,
}

impl Cipher {
    /// 64 bits of HMAC-SHA-256 over `label` and `text`: equal for equal ones, on every replica.
    pub fn hash(&self, label: &str, text: &str) -> [u8; 8] {
        let mut short = [0; 8];
        short.copy_from_slice(&digest(&self.0.hash, label, text)[..8]);
        short
    }

    /// The seed of the surrogates of `text`.
    pub fn seed(&self, label: &str, text: &str) -> Zeroizing<[u8; 32]> {
        digest(&self.0.seed, label, text)
    }

    /// `text` under AES-256-SIV (RFC 5297), padded to 16 bytes (ISO/IEC 7816-4), with `label` and
    /// the tenant as associated data, in base64url without padding. Deterministic.
    pub fn seal(&self, label: &str, text: &str) -> String {
        let mut padded = Zeroizing::new(Vec::with_capacity((text.len() / BLOCK + 1) * BLOCK));
        padded.extend_from_slice(text.as_bytes());
        padded.push(0x80);
        let length = padded.len().next_multiple_of(BLOCK);
        padded.resize(length, 0);
        let sealed = siv(&self.0.seal).encrypt(self.associated(label), &padded);
        // Encryption fails only over 126 associated strings; there are two.
        debug_assert!(sealed.is_ok());
        URL_SAFE_NO_PAD.encode(sealed.unwrap_or_default())
    }

    /// The text in a token of [`Cipher::seal`], under any generation; `None` for anything else.
    pub fn open(&self, label: &str, token: &str) -> Option<Zeroizing<String>> {
        let sealed = URL_SAFE_NO_PAD.decode(token).ok()?;
        let keys = std::iter::once(&self.0.seal).chain(&self.0.open);
        let opened = keys.into_iter().find_map(|key| siv(key).decrypt(self.associated(label), &sealed).ok());
        let mut padded = Zeroizing::new(opened?);
        let length = padded.iter().rposition(|&byte| byte == 0x80)?;
        padded.truncate(length);
        let text = std::str::from_utf8(&padded).ok()?;
        Some(Zeroizing::new(text.to_owned()))
    }

    fn associated<'a>(&'a self, label: &'a str) -> [&'a [u8]; 2] {
        [label.as_bytes(), self.0.tenant.as_bytes()]
    }
}

impl fmt::Debug for Cipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cipher(…)")
    }
}

fn siv(key: &[u8; 64]) -> Aes256Siv {
    Aes256Siv::new(key.into())
}

fn digest(key: &Hmac<Sha256>, label: &str, text: &str) -> Zeroizing<[u8; 32]> {
    let mac = key.clone().chain_update(prefix(label)).chain_update(label.as_bytes()).chain_update(text.as_bytes());
    Zeroizing::new(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyring(secrets: &[&[u8]]) -> Keyring {
        let generations: Vec<_> = secrets.iter().map(|secret| Zeroizing::new(secret.to_vec())).collect();
        Keyring::new(&generations).unwrap()
    }

    #[test]
    fn sealed_texts_open_for_their_tenant_realm_and_label_only() {
        let keys = keyring(&[b"secret"]);
        let cipher = keys.cipher("a", "/v1");
        for text in ["", "x", "0123456789abcdef", "ends in \u{80}\0\0", "日本\u{301}😀\r\n", &"long ".repeat(99)] {
            let token = cipher.seal("PERSON", text);
            assert_eq!(cipher.open("PERSON", &token).as_deref().map(String::as_str), Some(text));
            assert_eq!(cipher.seal("PERSON", text), token);
            assert!(cipher.open("US_SSN", &token).is_none());
            assert!(keys.cipher("b", "/v1").open("PERSON", &token).is_none());
            assert!(keys.cipher("a", "/other").open("PERSON", &token).is_none());
        }
        for broken in ["", "AAAA", "not base64!", &"A".repeat(43)] {
            assert!(cipher.open("PERSON", broken).is_none());
        }
    }

    #[test]
    fn tokens_tell_lengths_in_steps_of_16_bytes_only() {
        let cipher = keyring(&[b"secret"]).cipher("a", "/v1");
        let length = |n: usize| cipher.seal("PERSON", &"x".repeat(n)).len();
        assert!((0..16).all(|n| length(n) == length(0)));
        assert!(length(16) > length(15));
    }

    #[test]
    fn older_generations_still_open_but_no_longer_hash() {
        let old = keyring(&[b"old"]).cipher("a", "/v1");
        let both = keyring(&[b"new", b"old"]).cipher("a", "/v1");
        let token = old.seal("PERSON", "Ada");
        assert_eq!(both.open("PERSON", &token).as_deref().map(String::as_str), Some("Ada"));
        assert_ne!(both.seal("PERSON", "Ada"), token);
        assert_ne!(both.hash("PERSON", "Ada"), old.hash("PERSON", "Ada"));
    }

    #[test]
    fn parts_are_never_run_together() {
        let keys = keyring(&[b"secret"]);
        let hash = |tenant, realm, label, text| keys.cipher(tenant, realm).hash(label, text);
        let reference = hash("ab", "c", "LA", "BX");
        assert_eq!(hash("ab", "c", "LA", "BX"), reference);
        for other in [hash("a", "bc", "LA", "BX"), hash("ab", "c", "LAB", "X"), hash("ab", "c", "L", "ABX")] {
            assert_ne!(other, reference);
        }
        assert_ne!(keys.sessions("ab").id("c"), keys.sessions("a").id("bc"));
        let alias = |tenant, realm, id| keys.aliases(tenant, realm).id(id);
        assert_eq!(alias("a", "b", "c"), alias("a", "b", "c"));
        for other in [alias("ab", "", "c"), alias("", "ab", "c"), alias("a", "bc", ""), alias("b", "a", "c")] {
            assert_ne!(other, alias("a", "b", "c"));
        }
        assert_ne!(keys.sessions("a").id("c").as_bytes(), alias("a", "", "c").as_bytes());
        assert_ne!(keys.cipher("a", "b").seed("L", "x")[..8], keys.cipher("a", "b").hash("L", "x"));
    }

    #[test]
    fn debug_shows_no_key() {
        let keys = keyring(&[b"secret"]);
        assert_eq!(
            format!("{keys:?}{:?}{:?}", keys.cipher("t", "r"), keys.sessions("t").id("i")).matches('…').count(),
            2
        );
        let aliases = keys.aliases("t", "r");
        assert_eq!(format!("{aliases:?}{:?}", aliases.id("i")), "AliasKey(…)AliasId(…)");
        assert!(Keyring::random().is_ok() && Keyring::new(&[]).is_none());
    }
}
