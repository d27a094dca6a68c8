//! [`Refusal`]: the reason why a request is not passed on.

use std::fmt;

use super::body;
use crate::{codec::CodecError, store::StoreError};
use masquerade_detect::entity::Label;

/// The reason why a request is refused: facts and offsets, nothing of its content. Offsets are in bytes of the
/// decoded body, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The body does not have its declared form.
    Body(CodecError),
    /// The body's media type is not one that is searched.
    MediaType {
        /// The type as far as it is plain words; `None`: there is none, or it is none.
        sent: Option<Box<str>>,
    },
    /// An object has a discriminator twice.
    Duplicate {
        /// Offset of the second one's name.
        at: usize,
    },
    /// The body has more strings than this: each takes memory beside its bytes.
    TooMany {
        /// Strings allowed, member names and long numbers of payload included.
        limit: usize,
    },
    /// Token ids of a model's vocabulary stand for a text.
    Tokens {
        /// Offset of the first one.
        at: usize,
    },
    /// A line of a bulk request is no known operation, or the last operation lacks its source.
    Action {
        /// Offset of the line.
        at: usize,
    },
    /// A file in the body cannot be searched.
    OpaqueFile {
        /// Offset of the file.
        at: usize,
    },
    /// A form is not of its declared form.
    Form {
        /// Offset of the part.
        at: usize,
    },
    /// A value of the request target's query is not UTF-8.
    Query,
    /// The route's policy blocks entities of the request.
    Blocked(Box<BlockedEntities>),
    /// The target's path holds an entity, and would name something else if that were masked.
    Path,
    /// An address that the provider is to fetch holds entities of these labels, which masking would break.
    Link(Vec<&'static str>),
    /// The request continues provider state whose map is not known here (any more).
    UnknownState {
        /// The kind of the state.
        kind: &'static str,
    },
    /// The request puts personal data into provider state that no map follows.
    UnfollowedState,
    /// The request brings together state and files that were masked apart, in which one placeholder may stand for two people.
    ApartState,
    /// The session store did not answer.
    Store(StoreError),
    /// The masked body could not be put together: a fault of the gateway.
    Internal,
}

impl Refusal {
    /// The refusal of a body of a media type.
    pub(super) fn media_type(sent: Option<&str>) -> Self {
        Self::MediaType { sent: sent.and_then(body::plain).map(String::into_boxed_str) }
    }

    /// A stable name, for metrics and as part of a problem's type.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Body(CodecError::TooDeep { .. }) => "too-deep",
            Self::Body(_) => "malformed-body",
            Self::MediaType { .. } => "media-type",
            Self::Duplicate { .. } => "duplicate-member",
            Self::TooMany { .. } => "too-many-strings",
            Self::Tokens { .. } => "token-ids",
            Self::Action { .. } => "unknown-action",
            Self::OpaqueFile { .. } => "opaque-file",
            Self::Form { .. } => "malformed-body",
            Self::Query => "malformed-query",
            Self::Blocked(_) => "blocked",
            Self::Path => "path",
            Self::Link(_) => "link",
            Self::UnknownState { .. } | Self::UnfollowedState | Self::ApartState => "unknown-state",
            Self::Store(_) => "store-unavailable",
            Self::Internal => "internal",
        }
    }

    /// Reports whether a route with `on_unknown = "pass"` passes the body: one that cannot be read may pass, one that
    /// could be read and cannot be masked may not, nor may any request while the gateway is out of order.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Body(_) | Self::TooMany { .. } | Self::MediaType { .. } | Self::Action { .. } => true,
            Self::OpaqueFile { .. } | Self::Form { .. } => true,
            Self::UnknownState { .. } | Self::UnfollowedState | Self::ApartState => true,
            Self::Query
            | Self::Duplicate { .. }
            | Self::Tokens { .. }
            | Self::Path
            | Self::Link(_)
            | Self::Blocked(_)
            | Self::Store(_)
            | Self::Internal => false,
        }
    }

    /// The refusal of a document that begins at `base` of the body, with offsets of the body.
    pub(super) fn shifted(self, base: usize) -> Self {
        match self {
            Self::Body(error) => Self::Body(error.shifted(base)),
            Self::Duplicate { at } => Self::Duplicate { at: at + base },
            Self::Tokens { at } => Self::Tokens { at: at + base },
            Self::OpaqueFile { at } => Self::OpaqueFile { at: at + base },
            Self::Action { at } => Self::Action { at: at + base },
            Self::Blocked(blocked) if base > 0 => Self::Blocked(Box::new(blocked.elsewhere())),
            other => other,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body(error) => error.fmt(f),
            Self::MediaType { sent: None } => f.write_str("the body's media type is not one that is looked through"),
            Self::MediaType { sent: Some(sent) } => {
                write!(f, "the body's media type, {sent}, is not one that is looked through here")
            }
            Self::Duplicate { at } => {
                write!(f, "a member that decides how others are read is there twice at byte {at}")
            }
            Self::TooMany { limit } => write!(f, "the body has more than {limit} strings"),
            Self::Tokens { at } => write!(f, "token ids cannot be looked through, at byte {at}"),
            Self::Action { at } => write!(f, "unknown action, or action without its source, at byte {at}"),
            Self::Blocked(blocked) => write!(f, "the policy blocks {}", blocked.labels().join(", ")),
            Self::OpaqueFile { at } => {
                write!(
                    f,
                    "a file in the body cannot be looked into, at byte {at}; `opaque` of the route may let it pass"
                )
            }
            Self::Form { at } => write!(f, "a part of the form is broken, at byte {at}"),
            Self::Query => f.write_str("a value of the query is not UTF-8"),
            Self::Path => {
                f.write_str("the path holds personal data, and would name something else if that were masked")
            }
            Self::Link(labels) => write!(
                f,
                "an address that the provider is to fetch holds {}, and would lead nowhere if that were masked; use an address \
                 without personal data, or send the file itself",
                labels.join(", ")
            ),
            Self::UnknownState { kind } => write!(
                f,
                "the request continues a {kind} whose map of entities is not known here: it began elsewhere, or its map has \
                 expired; send its text in a new request, or upload the file again; deleting and cancelling it work"
            ),
            Self::UnfollowedState => f.write_str(
                "the request puts personal data into state that the provider reads together with conversations of other \
                 maps; leave it out there",
            ),
            Self::ApartState => f.write_str(
                "the request brings together files or state that were masked apart, in which one placeholder may stand for \
                 two people; send the files in the request itself",
            ),
            Self::Store(error) => error.fmt(f),
            Self::Internal => f.write_str("the masked body could not be put together"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Most places of blocked entities that are told.
const MAX_PLACES: usize = 50;

/// The entities of a request that a policy blocks: their labels and places, nothing of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockedEntities {
    /// The labels, each with the place of a text, without duplicates.
    places: Vec<(Label, TextPlace)>,
    /// The number of further ones.
    more: usize,
}

/// The place of a text in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPlace {
    /// The body, with the JSON Pointer to the value; of a body of lines with the number of the line, from 0, before it.
    Body(String),
    /// The query.
    Query,
    /// A header.
    Header,
}

impl BlockedEntities {
    pub(super) fn add(&mut self, label: Label, place: impl FnOnce() -> TextPlace) {
        if self.places.len() >= MAX_PLACES {
            self.more += 1;
            return;
        }
        let place = (label, place());
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }

    /// The labels in a body whose lines before them are not counted.
    fn elsewhere(self) -> Self {
        let mut labels = Self { places: Vec::new(), more: self.more };
        for (label, _) in self.places {
            labels.add(label, || TextPlace::Body(String::new()));
        }
        labels
    }

    /// The names of the labels, in order.
    pub fn labels(&self) -> Vec<&'static str> {
        let mut labels: Vec<_> = self.places.iter().map(|(label, _)| label.name()).collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    }

    /// The labels with the places of their texts, and the number of further ones.
    pub fn places(&self) -> (&[(Label, TextPlace)], usize) {
        (&self.places, self.more)
    }
}

impl From<CodecError> for Refusal {
    fn from(error: CodecError) -> Self {
        Self::Body(error)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
