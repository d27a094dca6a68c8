//! Originals, their substitutes, and requests for substitutes: the parts of an entity map.

use std::{
    borrow::{Borrow, Cow},
    fmt,
    sync::Arc,
};

use zeroize::Zeroizing;

use masquerade_detect::entity::Label;

/// A replaced text: shared, zeroed when its last copy is dropped, and never shown by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Original(Arc<Zeroizing<String>>);

impl Original {
    /// A copy of `text`.
    pub fn new(text: &str) -> Self {
        Self(Arc::new(Zeroizing::new(text.to_owned())))
    }

    /// The text itself.
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

/// The text that stands in the place of an [`Original`]: a placeholder or a surrogate. No secret, as it is what
/// leaves.
pub type Substitute = Arc<str>;

/// A request for the substitute of one distinct text in a session.
#[derive(Clone, Debug)]
pub struct SubstituteRequest {
    /// The label of the entity.
    pub label: Label,
    /// The text to be replaced.
    pub original: Original,
    /// The kind of substitutes that would do.
    pub kind: SubstituteKind,
}

impl SubstituteRequest {
    /// Reports whether the substitute is kept among the surrogates.
    pub fn is_for_surrogate(&self) -> bool {
        self.kind.namespace() == Namespace::Surrogate
    }

    /// The request with [`SubstituteKind::Joined`] turned into the candidate that it describes, made of the substitutes
    /// `assigned` to the requests before it.
    pub fn with_joints_resolved(&self, assigned: &[Substitute]) -> Cow<'_, Self> {
        let SubstituteKind::Joined(joints) = &self.kind else { return Cow::Borrowed(self) };
        let candidate = joined(joints, assigned).filter(|candidate| *candidate != self.original.as_str());
        // Without a candidate it stays a request for a surrogate: a text that has a surrogate already gets that one.
        let kind = SubstituteKind::AnyOf(candidate.into_iter().map(Substitute::from).collect());
        Cow::Owned(Self { label: self.label, original: self.original.clone(), kind })
    }
}

/// A piece of a surrogate that is made of other surrogates.
#[derive(Clone, PartialEq, Eq)]
pub enum Joint {
    /// A fixed text.
    Text(Box<str>),
    /// The substitute assigned to an earlier request, by the index of that request.
    Substitute(usize),
}

/// The surrogate that `joints` make; `None` if one of the substitutes is missing or is a placeholder.
fn joined(joints: &[Joint], assigned: &[Substitute]) -> Option<String> {
    let mut surrogate = String::new();
    for joint in joints {
        surrogate.push_str(match joint {
            Joint::Text(text) => text,
            Joint::Substitute(at) => assigned.get(*at).filter(|substitute| !substitute.starts_with('['))?,
        });
    }
    Some(surrogate)
}

/// The substitutes that would do for a text.
#[derive(Clone, PartialEq, Eq)]
pub enum SubstituteKind {
    /// `[LABEL_n]` with the label's next number.
    Numbered,
    /// This placeholder exactly; a numbered one if it stands for another text already.
    Fixed(Substitute),
    /// The first of these surrogates that stands for nothing else in the session and is no text of it; a numbered
    /// placeholder if all are taken.
    AnyOf(Vec<Substitute>),
    /// A surrogate made of the substitutes of other requests, so that a part of a name has one surrogate alone and
    /// in the whole; a numbered placeholder if one of those is numbered.
    Joined(Vec<Joint>),
}

impl SubstituteKind {
    /// The namespace in which the substitute is kept.
    pub fn namespace(&self) -> Namespace {
        match self {
            Self::Numbered => Namespace::Number,
            Self::Fixed(_) => Namespace::Hash,
            Self::AnyOf(_) | Self::Joined(_) => Namespace::Surrogate,
        }
    }
}

impl fmt::Debug for SubstituteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.namespace(), f)
    }
}

/// A namespace of a session's substitutes: a text has at most one substitute in each, so that its hash stays the
/// same in a session that numbers it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Namespace {
    /// Numbered placeholders.
    Number,
    /// Keyed hashes.
    Hash,
    /// Surrogates, and the numbered placeholders that stand in for missing ones.
    Surrogate,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrogates_are_joined_of_those_assigned_before() {
        let joints = || vec![Joint::Text("Ms ".into()), Joint::Substitute(1)];
        let request = SubstituteRequest {
            label: Label::PERSON,
            original: Original::new("Ms Roe"),
            kind: SubstituteKind::Joined(joints()),
        };
        for (assigned, expected) in [
            (&["Emily", "Clark"][..], vec!["Ms Clark".into()]),
            (&["Emily", "[PERSON_1]"], vec![]),
            (&["Emily", "Roe"], vec![]),
            (&["Emily"], vec![]),
        ] {
            let assigned: Vec<Substitute> = assigned.iter().map(|substitute| Substitute::from(*substitute)).collect();
            assert_eq!(request.with_joints_resolved(&assigned).kind, SubstituteKind::AnyOf(expected));
        }
        assert_eq!(request.kind.namespace(), Namespace::Surrogate);
    }

    #[test]
    fn nothing_of_an_original_is_shown() {
        let request = SubstituteRequest {
            label: Label::PERSON,
            original: Original::new("Ada"),
            kind: SubstituteKind::AnyOf(vec!["Eve".into()]),
        };
        assert_eq!(
            format!("{request:?}"),
            "SubstituteRequest { label: PERSON, original: Original(…), kind: Surrogate }"
        );
    }
}
