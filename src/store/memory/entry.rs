//! [`Entry`]: one text or one alias of a session.

use std::time::Duration;

use super::Reason;
use crate::{
    anonymize::{Namespace, Original, Substitute},
    config::Sessions,
    keys::AliasId,
};
use masquerade_detect::entity::Label;

/// The estimate of an entry's memory beside its texts, in bytes: slots in lists and tables, and the allocator's share.
const ENTRY_BYTES: usize = 384;

/// A text or an alias of a session, with its times.
pub(super) struct Entry {
    pub(super) content: Content,
    created: Duration,
    /// The last use.
    pub(super) used: Duration,
}

/// The content of an entry.
pub(super) enum Content {
    Text(Text),
    /// An id that a provider gave to the session.
    Alias(AliasId),
}

/// A text and its substitute.
pub(super) struct Text {
    pub(super) namespace: Namespace,
    pub(super) label: Label,
    pub(super) original: Original,
    pub(super) substitute: Substitute,
}

impl Entry {
    pub(super) fn new(content: Content, now: Duration) -> Self {
        Self { content, created: now, used: now }
    }

    /// The text of an entry that is no alias.
    pub(super) fn text(&self) -> Option<&Text> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Alias(_) => None,
        }
    }

    /// The reason why it has expired; `None` if it has not.
    pub(super) fn expiry(&self, now: Duration, limits: &Sessions) -> Option<Reason> {
        if now >= self.used + limits.ttl {
            return Some(Reason::Ttl);
        }
        (now >= self.created + limits.max_age).then_some(Reason::MaxAge)
    }

    /// Its estimated memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        ENTRY_BYTES + self.text().map_or(0, |text| text.original.as_str().len() + text.substitute.len())
    }
}
