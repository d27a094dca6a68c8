//! What becomes of an entity: one operator per file, registered in [`operator`].

use std::{fmt, ops::Range};

use super::map::{Form, Name};
use crate::keys::Cipher;
use masquerade_detect::entity::{Handling, Label};

mod encrypt;
mod hash;
mod keep;
mod mask;
mod redact;
mod remove;
mod synthetic;
mod typed;

pub use mask::is_mask_of;
pub use typed::{digits, typed};

/// How entities are replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// `[PERSON_1]`: a number per distinct text.
    #[default]
    Redact,
    /// `*` for each letter or digit.
    Mask,
    /// `[PERSON_9f86d081884c7d65]`: a keyed hash.
    Hash,
    /// `[PERSON:…]`: the text itself, encrypted.
    Encrypt,
    /// A surrogate of the same kind.
    Synthetic,
    /// Nothing.
    Remove,
    /// The text as it is.
    Keep,
}

impl Method {
    /// All methods, in the order in which documentation lists them.
    pub const ALL: [Self; 7] =
        [Self::Redact, Self::Mask, Self::Hash, Self::Encrypt, Self::Synthetic, Self::Remove, Self::Keep];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Redact => "REDACT",
            Self::Mask => "MASK",
            Self::Hash => "HASH",
            Self::Encrypt => "ENCRYPT",
            Self::Synthetic => "SYNTHETIC",
            Self::Remove => "REMOVE",
            Self::Keep => "KEEP",
        }
    }

    /// The method of that name, in any case.
    ///
    /// ```
    /// use masquerade::anonymize::Method;
    /// assert_eq!(Method::parse("redact"), Some(Method::Redact));
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What an operator is given: one distinct entity text.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// What it is.
    pub label: Label,
    /// The treatment of the label's finds.
    pub handling: Handling,
    /// The text.
    pub text: &'a str,
    /// The keys of the tenant.
    pub cipher: &'a Cipher,
    /// Whether a letter or digit at either end of the replacement would stand at a word boundary
    /// wherever the text is replaced.
    pub bounded: bool,
}

/// What an operator makes of it.
#[derive(PartialEq, Eq)]
pub enum Outcome {
    /// The text stays.
    Keep,
    /// This replaces it; no map is needed, or none can bring it back.
    Replace(String),
    /// A name of this form replaces it and enters the map.
    Name(Form),
    /// A name made of these pieces replaces it and enters the map; so do the pieces.
    Pieces(Vec<Piece>),
}

/// A piece of a text whose parts have names of their own.
#[derive(Clone, PartialEq, Eq)]
pub enum Piece {
    /// This stands in the name as well.
    Text(String),
    /// The first of `names` that is free stands for this part of the text, here and alone.
    Part {
        /// Where in the text, in bytes, on character boundaries.
        range: Range<usize>,
        /// At least one.
        names: Vec<Name>,
    },
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("Keep"),
            Self::Replace(_) => f.write_str("Replace(…)"),
            Self::Name(form) => write!(f, "Name({form:?})"),
            Self::Pieces(pieces) => write!(f, "Pieces({})", pieces.len()),
        }
    }
}

/// A way to replace entities. Cannot fail.
pub trait Operator: Sync {
    /// What becomes of one distinct text: the same for the same subject.
    fn operate(&self, subject: Subject<'_>) -> Outcome;
}

/// The operator of `method`.
pub fn operator(method: Method) -> &'static dyn Operator {
    match method {
        Method::Redact => &redact::Redact,
        Method::Mask => &mask::Mask,
        Method::Hash => &hash::Hash,
        Method::Encrypt => &encrypt::Encrypt,
        Method::Synthetic => &synthetic::Synthetic,
        Method::Remove => &remove::Remove,
        Method::Keep => &keep::Keep,
    }
}

#[cfg(test)]
mod tests {
    use zeroize::Zeroizing;

    use super::*;
    use crate::{anonymize::Kind, keys::Keyring};
    use masquerade_detect::{Catalogue, entity::Placeholder};

    #[test]
    fn methods_are_read_in_any_case() {
        for method in Method::ALL {
            assert_eq!(Method::parse(method.name()), Some(method));
            assert_eq!(Method::parse(&method.name().to_lowercase()), Some(method));
        }
        assert_eq!(Method::parse("REDACTED"), None);
    }

    #[test]
    fn every_operator_keeps_the_contract() {
        let cipher = Keyring::new(&[Zeroizing::new(b"secret".to_vec())]).unwrap().cipher("t", "/v1");
        let (label, handling) = (Label::PERSON, Catalogue::built_in().handling(Label::PERSON));
        for text in ["Ada Lovelace", "x", "", "***", "[PERSON_1]", "日本", "\0\r\n", "e\u{301}"] {
            let of =
                |method| operator(method).operate(Subject { label, handling, text, cipher: &cipher, bounded: true });
            assert_eq!(of(Method::Keep), Outcome::Keep);
            assert_eq!(of(Method::Remove), Outcome::Replace(String::new()));
            assert_eq!(of(Method::Redact), Outcome::Name(Form::Numbered));
            assert!(matches!(of(Method::Mask), Outcome::Replace(mask) if is_mask_of(text, &mask) || text.is_empty()));
            let of_synthetic = match of(Method::Synthetic) {
                Outcome::Name(form) => form.kind(),
                Outcome::Pieces(_) => Kind::Surrogate,
                Outcome::Keep | Outcome::Replace(_) => Kind::Hash,
            };
            assert_ne!(of_synthetic, Kind::Hash);
            assert!(
                matches!(of(Method::Hash), Outcome::Name(Form::Fixed(name)) if Placeholder::parse(&name).is_some())
            );
            let Outcome::Replace(token) = of(Method::Encrypt) else { panic!("a token") };
            let inner = token.strip_prefix("[PERSON:").and_then(|rest| rest.strip_suffix(']')).unwrap();
            assert_eq!(cipher.open("PERSON", inner).as_deref().map(String::as_str), Some(text));
            assert!(Placeholder::parse(&token).is_some());
        }
    }
}
