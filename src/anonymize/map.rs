//! What a map of entities is made of.

use std::{borrow::Borrow, fmt, sync::Arc};

use zeroize::Zeroizing;

use crate::entity::Label;

/// A text that was replaced. Shared, zeroed when the last copy goes, never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Original(Arc<Zeroizing<String>>);

impl Original {
    /// A copy of `text`.
    pub fn new(text: &str) -> Self {
        Self(Arc::new(Zeroizing::new(text.to_owned())))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Zeroizing<String>> for Original {
    fn from(text: Zeroizing<String>) -> Self {
        Self(Arc::new(text))
    }
}

// Must agree with `Borrow<str>`, so that maps can be asked without a copy.
impl std::hash::Hash for Original {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Borrow<str> for Original {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for Original {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Original(…)")
    }
}

/// What stands in for a text. Not a secret: it is what goes out.
pub type Name = Arc<str>;

/// One distinct text that wants a name in the session.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// What it is.
    pub label: Label,
    /// The text.
    pub original: Original,
    /// The name it wants.
    pub form: Form,
}

/// What kind of name a text wants.
#[derive(Clone, PartialEq, Eq)]
pub enum Form {
    /// `[LABEL_n]` with the label's next number.
    Numbered,
    /// This very name. Should it stand for another text already, a numbered one instead.
    Fixed(Name),
    /// The first of these that stands for nothing else in the session and is no text of it;
    /// failing all, a numbered one.
    AnyOf(Vec<Name>),
}

impl Form {
    /// What of a form distinguishes the entries of a session: a text has one name per kind, so
    /// that hashes stay comparable in a session that also has numbers.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Numbered => Kind::Number,
            Self::Fixed(_) => Kind::Hash,
            Self::AnyOf(_) => Kind::Surrogate,
        }
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.kind(), f)
    }
}

/// The kind of a [`Form`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Numbered.
    Number,
    /// A keyed hash.
    Hash,
    /// A surrogate.
    Surrogate,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_an_original_is_shown() {
        let wanted = Wanted {
            label: Label::new("PERSON"),
            original: Original::new("Ada"),
            form: Form::AnyOf(vec!["Eve".into()]),
        };
        assert_eq!(format!("{wanted:?}"), "Wanted { label: PERSON, original: Original(…), form: Surrogate }");
    }
}
