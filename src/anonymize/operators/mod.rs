//! The operators: one per method, each a constant in a file of its own and a line in the list of [`Method`]s.

use std::{fmt, ops::Range};

use super::substitute::{Substitute, SubstituteKind};
use crate::keys::Cipher;
use masquerade_detect::entity::{Handling, Label};

mod block;
mod encrypt;
mod hash;
mod keep;
mod mask;
mod redact;
mod remove;
mod synthetic;
mod typed;

pub use mask::is_mask_of;
pub(in crate::anonymize) use synthetic::{gender_letter, is_family_name, is_given_name};
pub use typed::{digits, typed};

/// Declares the methods with their operators.
macro_rules! methods {
    ($($(#[$attribute:meta])* $method:ident = $operator:expr;)*) => {
        /// A way to replace entities.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Method {
            $($(#[$attribute])* $method,)*
        }

        impl Method {
            /// All methods, in the order of the documentation.
            pub const ALL: [Self; [$(Self::$method),*].len()] = [$(Self::$method),*];

            /// The method's operator: name, properties and implementation.
            pub fn operator(self) -> &'static Operator {
                match self {
                    $(Self::$method => &$operator,)*
                }
            }
        }
    };
}

methods! {
    /// `[PERSON_1]`: a number per distinct text.
    #[default]
    Redact = redact::REDACT;
    /// `*` for each letter or digit.
    Mask = mask::MASK;
    /// `[PERSON_9f86d081884c7d65]`: a keyed hash.
    Hash = hash::HASH;
    /// `[PERSON:…]`: the encrypted text.
    Encrypt = encrypt::ENCRYPT;
    /// A surrogate of the same kind.
    Synthetic = synthetic::SYNTHETIC;
    /// The empty text.
    Remove = remove::REMOVE;
    /// The text itself.
    Keep = keep::KEEP;
    /// A refusal of the request.
    Block = block::BLOCK;
}

impl Method {
    /// The method's name on the wire, in capitals.
    pub fn name(self) -> &'static str {
        self.operator().name
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

    /// All methods but BLOCK, which lets no text go on.
    pub fn passing() -> Vec<Self> {
        Self::ALL.into_iter().filter(|method| *method != Self::Block).collect()
    }

    /// Reports whether the substitute of a text depends on nothing but the text and the keys: no number, and no
    /// surrogate that must differ from others.
    pub fn is_stateless(self) -> bool {
        let operator = self.operator();
        operator.placeholder != Some(PlaceholderForm::Number) && !operator.writes_surrogates
    }

    /// The outcome for one distinct entity text.
    pub fn operate(self, subject: Subject<'_>) -> Outcome {
        (self.operator().operate)(subject)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name, the properties and the work of a method.
#[derive(Clone, Copy)]
pub struct Operator {
    /// The method's name on the wire, in capitals.
    pub name: &'static str,
    /// True if the method replaces the text at all.
    pub replaces: bool,
    /// The form of its placeholders; `None` if it writes none, or only where nothing else will do.
    pub placeholder: Option<PlaceholderForm>,
    /// True if the substitutes are surrogates.
    pub writes_surrogates: bool,
    /// The members of a map that restore the text.
    pub by_map: MapRestoration,
    /// True if a session restores the text.
    pub by_session: bool,
    /// True if the substitute and the tenant's key alone restore the text.
    pub without_state: bool,
    /// True if equal texts of a tenant have equal substitutes in every session and on every replica with the same
    /// secret. Such substitutes are worthless once the secret is lost.
    pub stable: bool,
    /// True if the substitute is empty.
    pub leaves_nothing: bool,
    /// The outcome for one distinct entity text, equal for equal subjects.
    pub operate: fn(Subject<'_>) -> Outcome,
}

impl Operator {
    /// The properties of an operator that replaces a text and of which nothing else holds.
    const REPLACING: Self = Self {
        name: "",
        replaces: true,
        placeholder: None,
        writes_surrogates: false,
        by_map: MapRestoration::Never,
        by_session: false,
        without_state: false,
        stable: false,
        leaves_nothing: false,
        operate: |_| Outcome::Keep,
    };
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Operator({})", self.name)
    }
}

/// The members of a map that restore a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapRestoration {
    /// The substitute, which tells one original.
    Matching,
    /// The position as well, since several originals may share a substitute.
    Positions,
    /// None, since the text was not replaced.
    Never,
}

/// The form of a placeholder, by what follows its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceholderForm {
    /// `_` and a number.
    Number,
    /// `_` and 16 hexadecimal digits.
    Hash,
    /// `:` and a sealed text.
    Token,
}

/// A distinct entity text, the argument of operators.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The label of the entity.
    pub label: Label,
    /// The treatment of the label's finds.
    pub handling: Handling,
    /// The text of the entity.
    pub text: &'a str,
    /// The tenant's keys.
    pub cipher: &'a Cipher,
    /// True if a letter or digit at either end of the substitute would stand at a word boundary in every place.
    pub bounded: bool,
}

/// The decision of an operator on one distinct text.
#[derive(PartialEq, Eq)]
pub enum Outcome {
    /// The text stays.
    Keep,
    /// A substitute that no session keeps.
    Replace(String),
    /// A substitute that the session assigns and keeps.
    Request(SubstituteKind),
    /// A substitute joined of these pieces, which the session assigns and keeps as well.
    Pieces(Vec<Piece>),
}

/// A piece of a text, some of whose parts have substitutes of their own.
#[derive(Clone, PartialEq, Eq)]
pub enum Piece {
    /// A text that the substitute has as well.
    Text(String),
    /// A part of the text with a substitute of its own, both here and alone.
    Part {
        /// Bytes of the text, on character boundaries.
        range: Range<usize>,
        /// The surrogates to choose from, at least one.
        candidates: Vec<Substitute>,
    },
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("Keep"),
            Self::Replace(_) => f.write_str("Replace(…)"),
            Self::Request(kind) => write!(f, "Request({kind:?})"),
            Self::Pieces(pieces) => write!(f, "Pieces({})", pieces.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use zeroize::Zeroizing;

    use super::*;
    use crate::{anonymize::Namespace, keys::Keyring};
    use masquerade_detect::{
        Catalogue,
        entity::{Mark, Placeholder},
    };

    #[test]
    fn methods_are_read_in_any_case() {
        for method in Method::ALL {
            assert_eq!(Method::parse(method.name()), Some(method));
            assert_eq!(Method::parse(&method.name().to_lowercase()), Some(method));
        }
        assert_eq!(Method::parse("REDACTED"), None);
    }

    const TEXTS: [&str; 8] = ["Ada Lovelace", "x", "", "***", "[PERSON_1]", "日本", "\0\r\n", "e\u{301}"];

    fn cipher(secret: &[u8]) -> Cipher {
        Keyring::new(&[Zeroizing::new(secret.to_vec())]).unwrap().cipher("t", "/v1")
    }

    #[test]
    fn every_operator_has_the_properties_that_it_states() {
        let (cipher, same, other) = (cipher(b"secret"), cipher(b"secret"), cipher(b"other"));
        let (label, handling) = (Label::PERSON, Catalogue::built_in().handling(Label::PERSON));
        for method in Method::ALL {
            let Operator { replaces, placeholder, writes_surrogates, by_map, by_session, .. } = *method.operator();
            let Operator { without_state, stable, leaves_nothing, .. } = *method.operator();
            for text in TEXTS {
                let with = |cipher| method.operate(Subject { label, handling, text, cipher, bounded: true });
                let outcome = with(&cipher);
                assert_eq!((replaces, by_map == MapRestoration::Never), (outcome != Outcome::Keep, !replaces));
                assert_eq!(outcome, with(&same), "{method}");
                let kept = matches!(outcome, Outcome::Request(_) | Outcome::Pieces(_));
                assert_eq!(kept, by_session, "{method}");
                assert_eq!(
                    matches!(&outcome, Outcome::Replace(substitute) if substitute.is_empty()),
                    leaves_nothing || text.is_empty() && method == Method::Mask
                );
                let (written, namespace) = match &outcome {
                    Outcome::Replace(substitute) => (Some(substitute.clone()), None),
                    Outcome::Request(kind @ SubstituteKind::Fixed(substitute)) => {
                        (Some(substitute.to_string()), Some(kind.namespace()))
                    }
                    Outcome::Request(SubstituteKind::Numbered) => (Some("[PERSON_1]".into()), Some(Namespace::Number)),
                    Outcome::Request(_) | Outcome::Pieces(_) => (None, Some(Namespace::Surrogate)),
                    Outcome::Keep => (None, None),
                };
                // A text too short for a surrogate gets a number.
                assert!(writes_surrogates || namespace != Some(Namespace::Surrogate));
                let mark = written.as_deref().and_then(Placeholder::parse).map(|placeholder| placeholder.mark);
                let form = mark.map(|mark| match mark {
                    Mark::Number(_) => PlaceholderForm::Number,
                    Mark::Hash(_) => PlaceholderForm::Hash,
                    Mark::Token(_) => PlaceholderForm::Token,
                });
                assert!(form == placeholder || writes_surrogates, "{method} {text}");
                let opened = match mark {
                    Some(Mark::Token(token)) => cipher.open("PERSON", token),
                    _ => None,
                };
                assert_eq!(opened.as_deref().map(String::as_str), without_state.then_some(text));
                assert!(!stable || placeholder.is_some() && outcome != with(&other), "{method} does not use the key");
            }
        }
    }

    #[test]
    fn masks_hide_their_texts() {
        let (cipher, label) = (cipher(b"secret"), Label::PERSON);
        let handling = Catalogue::built_in().handling(label);
        for text in TEXTS.into_iter().filter(|text| !text.is_empty()) {
            let outcome = Method::Mask.operate(Subject { label, handling, text, cipher: &cipher, bounded: true });
            assert!(matches!(outcome, Outcome::Replace(mask) if is_mask_of(text, &mask)));
        }
    }
}
