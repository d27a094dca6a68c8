//! [`Entry`]: one thing that is remembered of a session.

use std::time::Duration;

use super::Reason;
use crate::{
    anonymize::{Kind, Name, Original},
    config::Sessions,
    keys::{AliasId, SessionId},
};
use masquerade_detect::entity::Label;

/// What an entry is reckoned at beside its texts, in bytes: list and table slots, and the allocator's share.
const ENTRY_BYTES: usize = 384;

/// Something remembered of a session, and since when.
pub(super) struct Entry {
    pub(super) session: SessionId,
    pub(super) held: Held,
    pub(super) created: Duration,
    pub(super) used: Duration,
}

/// What an entry holds.
pub(super) enum Held {
    /// A text and its name.
    Text(Text),
    /// An id that stands for the session.
    Alias(AliasId),
}

/// A text and its name.
pub(super) struct Text {
    pub(super) kind: Kind,
    pub(super) label: Label,
    pub(super) original: Original,
    pub(super) name: Name,
}

impl Entry {
    pub(super) fn new(session: SessionId, held: Held, now: Duration) -> Self {
        Self { session, held, created: now, used: now }
    }

    /// The text, if it holds one.
    pub(super) fn text(&self) -> Option<&Text> {
        match &self.held {
            Held::Text(text) => Some(text),
            Held::Alias(_) => None,
        }
    }

    /// Why it is too old, if it is.
    pub(super) fn expired(&self, now: Duration, settings: &Sessions) -> Option<Reason> {
        if now >= self.used + settings.ttl {
            return Some(Reason::Ttl);
        }
        (now >= self.created + settings.max_age).then_some(Reason::MaxAge)
    }

    pub(super) fn bytes(&self) -> usize {
        ENTRY_BYTES + self.text().map_or(0, |text| text.original.as_str().len() + text.name.len())
    }
}
