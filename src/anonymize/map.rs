//! What a map of entities is made of.

use std::{
    borrow::{Borrow, Cow},
    fmt,
    sync::Arc,
};

use zeroize::Zeroizing;

use masquerade_detect::entity::Label;

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

impl Wanted {
    /// The same, where the names `given` so far to those before it are put together.
    pub fn settled(&self, given: &[Name]) -> Cow<'_, Self> {
        let Form::Joined(joints) = &self.form else { return Cow::Borrowed(self) };
        let name = joined(joints, given).filter(|name| *name != self.original.as_str());
        // With none it stays a wish for a surrogate, so that a text that has one gets that.
        let form = Form::AnyOf(name.into_iter().map(Name::from).collect());
        Cow::Owned(Self { label: self.label, original: self.original.clone(), form })
    }
}

/// A piece of a name that is made of other names.
#[derive(Clone, PartialEq, Eq)]
pub enum Joint {
    /// This text.
    Text(Box<str>),
    /// The name that another one of those wanted, an earlier one, is given: by its place among them.
    Name(usize),
}

/// `None` if one of the names is missing or has brackets, as numbered ones have.
fn joined(joints: &[Joint], given: &[Name]) -> Option<String> {
    let mut name = String::new();
    for joint in joints {
        name.push_str(match joint {
            Joint::Text(text) => text,
            Joint::Name(at) => given.get(*at).filter(|name| !name.starts_with('['))?,
        });
    }
    Some(name)
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
    /// A surrogate made of those that others are given, so that a part of a name has the same surrogate
    /// alone and in the whole; a numbered one if one of these is numbered.
    Joined(Vec<Joint>),
}

impl Form {
    /// What of a form distinguishes the entries of a session: a text has one name per kind, so
    /// that hashes stay comparable in a session that also has numbers.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Numbered => Kind::Number,
            Self::Fixed(_) => Kind::Hash,
            Self::AnyOf(_) | Self::Joined(_) => Kind::Surrogate,
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
    fn names_are_made_of_those_given_before() {
        let joints = || vec![Joint::Text("Ms ".into()), Joint::Name(1)];
        let wanted = Wanted { label: Label::PERSON, original: Original::new("Ms Roe"), form: Form::Joined(joints()) };
        for (given, expected) in [
            (&["Emily", "Clark"][..], vec!["Ms Clark".into()]),
            (&["Emily", "[PERSON_1]"], vec![]),
            (&["Emily", "Roe"], vec![]),
            (&["Emily"], vec![]),
        ] {
            let given: Vec<Name> = given.iter().map(|name| Name::from(*name)).collect();
            assert_eq!(wanted.settled(&given).form, Form::AnyOf(expected));
        }
        assert_eq!(wanted.form.kind(), Kind::Surrogate);
    }

    #[test]
    fn nothing_of_an_original_is_shown() {
        let wanted =
            Wanted { label: Label::PERSON, original: Original::new("Ada"), form: Form::AnyOf(vec!["Eve".into()]) };
        assert_eq!(format!("{wanted:?}"), "Wanted { label: PERSON, original: Original(…), form: Surrogate }");
    }
}
