//! Generation and hashing of API keys; a key is shown once and stored nowhere.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::ApiKey;

/// The prefix of API keys, by which scanners for leaked secrets recognize them.
const PREFIX: &str = "mk_";

impl ApiKey {
    /// A new key: `mk_` and 256 random bits in base64url.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn generate() -> Result<Zeroizing<String>, getrandom::Error> {
        let mut bytes = Zeroizing::new([0; 32]);
        getrandom::fill(bytes.as_mut_slice())?;
        let mut key = Zeroizing::new(String::with_capacity(64));
        key.push_str(PREFIX);
        URL_SAFE_NO_PAD.encode_string(bytes.as_slice(), &mut key);
        Ok(key)
    }

    /// The stored hash of a key. Keys are random, so the hash needs neither salt nor stretching.
    pub fn hash_of(key: &[u8]) -> [u8; 32] {
        Sha256::digest(key).into()
    }

    /// The hash in the form of `[[keys]]`.
    pub fn written_hash(key: &str) -> String {
        let digits: String = Self::hash_of(key.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("sha256:{digits}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_prefixed_and_never_the_same() {
        let (one, two) = (ApiKey::generate().unwrap(), ApiKey::generate().unwrap());
        assert_ne!(one, two);
        assert_eq!(one.len(), PREFIX.len() + 43);
        assert!(one.starts_with(PREFIX) && one.bytes().all(|byte| byte.is_ascii_graphic()));
    }

    #[test]
    fn hash_is_sha_256() {
        // FIPS 180-2, appendix B.1.
        let expected = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(ApiKey::written_hash("abc"), expected);
    }
}
