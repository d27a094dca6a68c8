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
#[derive(Clone)]
pub(in crate::store) struct Entry {
    pub(in crate::store) content: Content,
    pub(in crate::store) created: Duration,
    /// The last use.
    pub(in crate::store) used: Duration,
}

/// The lifetime of the entries of a session.
#[derive(Clone, Copy)]
pub(super) struct Life {
    /// The lifetime after an entry's last use.
    pub(super) ttl: Duration,
    /// The lifetime in all.
    pub(super) max_age: Duration,
}

impl Life {
    /// The lifetime that `limits` have, or one of at least `least` after the last use.
    pub(super) fn new(limits: &Sessions, least: Duration) -> Self {
        match least > limits.ttl {
            true => Self { ttl: least, max_age: Duration::MAX },
            false => Self { ttl: limits.ttl, max_age: limits.max_age },
        }
    }

    /// The time that it adds to the usual one after the last use.
    pub(super) fn extra(self, limits: &Sessions) -> Duration {
        self.ttl - limits.ttl
    }
}

/// The content of an entry.
#[derive(Clone)]
pub(in crate::store) enum Content {
    Text(Text),
    /// An id that a provider gave to the session.
    Alias(AliasId),
}

/// A text and its substitute.
#[derive(Clone)]
pub(in crate::store) struct Text {
    pub(in crate::store) namespace: Namespace,
    pub(in crate::store) label: Label,
    pub(in crate::store) original: Original,
    pub(in crate::store) substitute: Substitute,
}

impl Entry {
    pub(super) fn new(content: Content, now: Duration) -> Self {
        Self { content, created: now, used: now }
    }

    /// The text of an entry that is no alias.
    pub(in crate::store) fn text(&self) -> Option<&Text> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Alias(_) => None,
        }
    }

    /// The reason why it has expired; `None` if it has not.
    pub(super) fn expiry(&self, now: Duration, life: Life) -> Option<Reason> {
        if now >= self.used + life.ttl {
            return Some(Reason::Ttl);
        }
        (now >= self.created.saturating_add(life.max_age)).then_some(Reason::MaxAge)
    }

    /// The time at which the entry expires unless it is used before.
    pub(super) fn end(&self, life: Life) -> Duration {
        (self.used + life.ttl).min(self.created.saturating_add(life.max_age))
    }

    /// The entry's estimated memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        ENTRY_BYTES + self.text().map_or(0, |text| text.original.as_str().len() + text.substitute.len())
    }
}
