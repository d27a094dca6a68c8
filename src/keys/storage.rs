//! [`StorageKey`]: blinded names and sealed values of records that leave this process's memory.

use std::{fmt, sync::Arc};

use aes_gcm_siv::{
    Aes256GcmSiv, KeyInit,
    aead::{Aead, Nonce, Payload},
};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use super::{BLOCK, Keyring, derive, mac};

/// The length of a nonce, in bytes.
const NONCE: usize = 12;

/// The length of a blinded name, in bytes.
pub const BLIND: usize = 16;

/// The keys of a store outside this process's memory. Cheap to clone.
#[derive(Clone)]
pub struct StorageKey {
    blind: Hmac<Sha256>,
    seal: Aes256GcmSiv,
    older: Arc<[Aes256GcmSiv]>,
}

/// The generation of the secret under which a value was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedUnder {
    /// The newest generation.
    Newest,
    /// An older generation.
    Older,
    /// A generation that the keyring does not have.
    Unknown,
}

impl Keyring {
    /// The keys of a store outside this process's memory. As costly as [`Keyring::cipher`].
    pub fn storage(&self) -> StorageKey {
        let seal = |generation| Aes256GcmSiv::new((&*derive::<32>(generation, "storage", "", "seal")).into());
        StorageKey {
            blind: mac(&derive::<32>(&self.newest, "storage", "", "blind")),
            seal: seal(&self.newest),
            older: self.older.iter().map(seal).collect(),
        }
    }
}

impl StorageKey {
    /// The name under which a record of `parts` is kept: 128 bits of HMAC-SHA-256, each part with its length.
    pub fn blind(&self, parts: &[&[u8]]) -> [u8; BLIND] {
        let mut mac = self.blind.clone();
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        let mut name = [0; BLIND];
        name.copy_from_slice(&mac.finalize().into_bytes()[..BLIND]);
        name
    }

    /// `value` under AES-256-GCM-SIV (RFC 8452), padded to 16 bytes (ISO/IEC 7816-4), with `context` as associated data:
    /// a random nonce and the ciphertext.
    ///
    /// # Errors
    /// If the operating system has no randomness to give.
    pub fn seal(&self, context: &[u8], value: &[u8]) -> Result<Vec<u8>, getrandom::Error> {
        let mut padded = Zeroizing::new(Vec::with_capacity((value.len() / BLOCK + 1) * BLOCK));
        padded.extend_from_slice(value);
        padded.push(0x80);
        let length = padded.len().next_multiple_of(BLOCK);
        padded.resize(length, 0);
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce)?;
        let sealed = self.seal.encrypt(&nonce.into(), Payload { msg: &padded, aad: context });
        // Only texts of more than 64 GiB cannot be sealed.
        let sealed = sealed.map_err(|_| getrandom::Error::UNEXPECTED)?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// The value that [`StorageKey::seal`] sealed in this `context` under the newest generation; `None` for anything
    /// else.
    pub fn open(&self, context: &[u8], sealed: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let mut padded = open(&self.seal, context, sealed)?;
        let length = padded.iter().rposition(|&byte| byte == 0x80)?;
        padded.truncate(length);
        Some(padded)
    }

    /// The generation under which a value was sealed in this `context`.
    pub fn sealed_under(&self, context: &[u8], sealed: &[u8]) -> SealedUnder {
        if open(&self.seal, context, sealed).is_some() {
            SealedUnder::Newest
        } else if self.older.iter().any(|key| open(key, context, sealed).is_some()) {
            SealedUnder::Older
        } else {
            SealedUnder::Unknown
        }
    }
}

fn open(key: &Aes256GcmSiv, context: &[u8], sealed: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (nonce, text) = sealed.split_first_chunk::<NONCE>()?;
    let nonce: &Nonce<Aes256GcmSiv> = nonce.into();
    key.decrypt(nonce, Payload { msg: text, aad: context }).ok().map(Zeroizing::new)
}

impl fmt::Debug for StorageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StorageKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn storage(generations: &[&str]) -> StorageKey {
        let generations: Vec<_> = generations.iter().map(|text| Zeroizing::new(text.as_bytes().to_vec())).collect();
        Keyring::new(&generations).unwrap().storage()
    }

    #[test]
    fn values_open_in_their_own_context_and_generation_only() {
        let (old, both, other) = (storage(&["old"]), storage(&["new", "old"]), storage(&["other"]));
        for value in [&b""[..], b"Ada", &[0x80; 16], &[0; 33]] {
            let mut sealed = old.seal(b"context", value).unwrap();
            assert_eq!(old.open(b"context", &sealed).unwrap().as_slice(), value);
            assert_ne!(old.seal(b"context", value).unwrap(), sealed, "nonces differ");
            assert_eq!(old.open(b"another", &sealed), None);
            assert_eq!(both.open(b"context", &sealed), None);
            assert_eq!(old.sealed_under(b"context", &sealed), SealedUnder::Newest);
            assert_eq!(both.sealed_under(b"context", &sealed), SealedUnder::Older);
            assert_eq!(other.sealed_under(b"context", &sealed), SealedUnder::Unknown);
            sealed[NONCE] ^= 1;
            assert_eq!(old.open(b"context", &sealed), None);
            assert_eq!(old.open(b"context", &sealed[..NONCE - 1]), None);
        }
    }

    #[test]
    fn blinded_names_never_run_parts_together() {
        let key = storage(&["secret"]);
        assert_eq!(key.blind(&[b"ab", b"c"]), storage(&["secret"]).blind(&[b"ab", b"c"]));
        for other in [&[&b"a"[..], b"bc"][..], &[b"abc"], &[b"ab", b"c", b""]] {
            assert_ne!(key.blind(&[b"ab", b"c"]), key.blind(other));
        }
        assert_ne!(key.blind(&[b"ab", b"c"]), storage(&["other"]).blind(&[b"ab", b"c"]));
        assert_eq!(format!("{key:?}"), "StorageKey(…)");
    }
}
