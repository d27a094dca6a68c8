//! Operators: the replacement of one span by another text, and back.

use std::borrow::Cow;

use aes::{Aes128, Aes192, Aes256};
use base64::{Engine as _, engine::general_purpose::URL_SAFE};
use cbc::{
    Decryptor, Encryptor,
    cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyIvInit, block_padding::Pkcs7},
};
use sha2::{Digest, Sha256, Sha512};
use zeroize::Zeroizing;

use super::refusal::Refusal;
use crate::{
    input::{Fault, Item, Object, Value},
    problem::Problem,
};

/// The length of an initialization vector of AES, in bytes.
const IV: usize = 16;
/// The length of a salt that is drawn, in bytes.
const SALT: usize = 32;
/// The least length of a salt, in bytes.
const MIN_SALT: usize = 16;

/// The direction of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Originals to replacements.
    Anonymize,
    /// Replacements to originals.
    Deanonymize,
}

impl Direction {
    /// The names of its operators.
    pub fn operators(self) -> &'static [&'static str] {
        match self {
            Self::Anonymize => &["encrypt", "hash", "keep", "mask", "redact", "replace"],
            Self::Deanonymize => &["decrypt", "deanonymize_keep"],
        }
    }
}

/// An operator with its parameters.
#[derive(Debug)]
pub enum Operator<'b> {
    /// A text of the request; `None`: the entity's name in angle brackets.
    Replace(Option<Cow<'b, str>>),
    /// The empty text.
    Redact,
    /// A character in place of `count` characters, from the start or from the end.
    Mask {
        /// `None` leaves the characters out.
        with: Option<char>,
        /// The number of characters.
        count: usize,
        /// True if the last characters are masked.
        from_end: bool,
    },
    /// A salted hash in hex.
    Hash {
        /// SHA-512 instead of SHA-256.
        is_long: bool,
        /// `None`: a random one for each span.
        salt: Option<Zeroizing<Vec<u8>>>,
    },
    /// AES-CBC with a random initialization vector in front, base64url.
    Encrypt(Key),
    /// The opposite of `Encrypt`.
    Decrypt(Key),
    /// The text itself, under the operator's name.
    Keep(&'static str),
    /// Code of Presidio's caller, which no interface over HTTP can run.
    Custom,
}

/// A key of AES.
pub struct Key(Zeroizing<Vec<u8>>);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

impl<'b> Operator<'b> {
    /// Reads an operator: its `type` and its parameters.
    pub fn read(item: Item<'_, 'b>, direction: Direction) -> Option<Self> {
        let names = direction.operators();
        let mut object = item.object()?;
        let kind = object.required("type", |item| {
            item.parse(|name| match names.iter().find(|known| **known == name) {
                Some(known) => Ok(*known),
                None if name == "custom" => Ok("custom"),
                None => Err(format!("Invalid operator class; there are {}", names.join(", "))),
            })
        })?;
        let operator = match kind {
            "replace" => Some(Self::Replace(object.optional("new_value", |item| item.string()))),
            "redact" => Some(Self::Redact),
            "mask" => Self::mask(&mut object),
            "hash" => Self::hash(&mut object),
            "encrypt" => object.required("key", key).map(Self::Encrypt),
            "decrypt" => object.required("key", key).map(Self::Decrypt),
            "custom" => Some(Self::Custom),
            keep => Some(Self::Keep(keep)),
        };
        object.ignore_rest();
        operator
    }

    fn mask(object: &mut Object<'_, 'b>) -> Option<Self> {
        let with = object.required("masking_char", |item| {
            item.parse(|text| {
                let mut characters = text.chars();
                let first = characters.next();
                if characters.next().is_none() { Ok(first) } else { Err("must be a character") }
            })
        });
        // Less than none is none.
        let count = object.required("chars_to_mask", |item| match item.value() {
            Value::Integer(count) if *count < 0 => Some(0),
            _ => item.offset(),
        });
        let from_end = object.required("from_end", |item| item.boolean());
        Some(Self::Mask { with: with?, count: count?, from_end: from_end? })
    }

    fn hash(object: &mut Object<'_, 'b>) -> Option<Self> {
        let is_long = object.or_else("hash_type", || false, |item| item.name(&[("sha256", false), ("sha512", true)]));
        let salt = object.or_else(
            "salt",
            || None,
            |item| {
                item.parse(|salt| match salt.len() {
                    MIN_SALT.. => Ok(Some(Zeroizing::new(salt.as_bytes().to_vec()))),
                    _ => Err("Salt must be at least 16 bytes (128 bits); without one a random salt is drawn"),
                })
            },
        );
        Some(Self::Hash { is_long: is_long?, salt: salt? })
    }

    /// The operator's name in Presidio.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Replace(_) => "replace",
            Self::Redact => "redact",
            Self::Mask { .. } => "mask",
            Self::Hash { .. } => "hash",
            Self::Encrypt(_) => "encrypt",
            Self::Decrypt(_) => "decrypt",
            Self::Keep(name) => name,
            Self::Custom => "custom",
        }
    }

    /// The replacement of a span of this text.
    ///
    /// # Errors
    /// If a text cannot be decrypted, or the system has no randomness.
    pub fn apply<'t>(&'t self, text: &'t str, entity: &str) -> Result<Cow<'t, str>, Refusal> {
        Ok(match self {
            Self::Replace(Some(new)) if !new.is_empty() => Cow::Borrowed(new.as_ref()),
            Self::Replace(_) => Cow::Owned(format!("<{entity}>")),
            Self::Redact => Cow::Borrowed(""),
            Self::Mask { with, count, from_end } => Cow::Owned(mask(text, *with, *count, *from_end)),
            Self::Hash { is_long, salt: Some(salt) } => Cow::Owned(hash(text, salt, *is_long)),
            Self::Hash { is_long, salt: None } => Cow::Owned(hash(text, &random::<SALT>()?, *is_long)),
            Self::Encrypt(key) => Cow::Owned(key.encrypt(text)?),
            Self::Decrypt(key) => Cow::Owned(
                key.decrypt(text).ok_or_else(|| Refusal::invalid("the text cannot be decrypted with this key"))?,
            ),
            Self::Keep(_) => Cow::Borrowed(text),
            Self::Custom => {
                return Err(Refusal::Worded(
                    http::StatusCode::BAD_REQUEST,
                    "Custom type anonymizer is not supported".into(),
                ));
            }
        })
    }
}

fn mask(text: &str, with: Option<char>, count: usize, from_end: bool) -> String {
    let length = text.chars().count();
    let count = count.min(length);
    let masked = if from_end { length - count..length } else { 0..count };
    let replace = |(at, character)| if masked.contains(&at) { with } else { Some(character) };
    text.chars().enumerate().filter_map(replace).collect()
}

fn hash(text: &str, salt: &[u8], is_long: bool) -> String {
    if is_long { hex(&digest::<Sha512>(text, salt)) } else { hex(&digest::<Sha256>(text, salt)) }
}

fn digest<D: Digest>(text: &str, salt: &[u8]) -> Vec<u8> {
    D::new().chain_update(text).chain_update(salt).finalize().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn random<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| Problem::Internal)?;
    Ok(bytes)
}

/// Reads a key, the bytes of a text.
fn key(item: Item<'_, '_>) -> Option<Key> {
    match item.value() {
        Value::String(text) if matches!(text.len(), 16 | 24 | 32) => {
            Some(Key(Zeroizing::new(text.as_bytes().to_vec())))
        }
        Value::String(_) => {
            item.refuse(Fault::OutOfRange, || "Invalid input, key must be of length 128, 192 or 256 bits")
        }
        _ => item.refuse(Fault::WrongType, || "must be a string"),
    }
}

impl Key {
    fn encrypt(&self, text: &str) -> Result<String, Refusal> {
        let iv = random::<IV>()?;
        let (key, text) = (&self.0, text.as_bytes());
        let sealed = match key.len() {
            16 => seal::<Encryptor<Aes128>>(key, &iv, text),
            24 => seal::<Encryptor<Aes192>>(key, &iv, text),
            _ => seal::<Encryptor<Aes256>>(key, &iv, text),
        };
        Ok(URL_SAFE.encode(sealed))
    }

    fn decrypt(&self, text: &str) -> Option<String> {
        let sealed = URL_SAFE.decode(text).ok()?;
        let (iv, sealed) = sealed.split_at_checked(IV)?;
        let key = &self.0;
        let opened = match key.len() {
            16 => open::<Decryptor<Aes128>>(key, iv, sealed),
            24 => open::<Decryptor<Aes192>>(key, iv, sealed),
            _ => open::<Decryptor<Aes256>>(key, iv, sealed),
        };
        String::from_utf8(opened?).ok()
    }
}

/// The initialization vector and the sealed text.
fn seal<E: BlockModeEncrypt + KeyIvInit>(key: &[u8], iv: &[u8], text: &[u8]) -> Vec<u8> {
    let encryptor = E::new_from_slices(key, iv).expect("the key has the length of its cipher");
    let mut sealed = iv.to_vec();
    sealed.extend(encryptor.encrypt_padded_vec::<Pkcs7>(text));
    sealed
}

fn open<D: BlockModeDecrypt + KeyIvInit>(key: &[u8], iv: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let decryptor = D::new_from_slices(key, iv).expect("the key has the length of its cipher");
    decryptor.decrypt_padded_vec::<Pkcs7>(sealed).ok()
}
