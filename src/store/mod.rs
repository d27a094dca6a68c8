//! Session stores: the entity maps of sessions, and the assignment of substitutes in them.
//!
//! [`MemoryStore`] keeps sessions in this process, [`DiskStore`] in a file, too, and [`ValkeyStore`] in a server that many
//! processes share; [`Numbering`] alone serves requests of which nothing may be kept.
//! Every store must pass the tests of `contract`.

use std::{fmt, sync::Arc, time::Duration};

use async_trait::async_trait;

use crate::{
    anonymize::{Original, Substitute, SubstituteRequest},
    keys::{AliasId, SessionId},
};
use masquerade_detect::entity::Label;

#[cfg(test)]
pub(crate) mod contract;
mod disk;
mod encoding;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod memory;
mod numbering;
mod valkey;

pub use disk::{DiskError, DiskStore};
pub use memory::{MemoryLayer, MemoryStore, Reason, Stats};
pub use numbering::Numbering;
pub use valkey::{Usage, ValkeyError, ValkeyStore};

/// A session of a tenant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The tenant: no other one can reach the session.
    pub tenant: Arc<str>,
    /// The session, by the keyed hash of its id.
    pub session: SessionId,
}

/// A store of sessions.
///
/// Operations on one session are atomic with regard to each other. An entry (a text with its substitute, or an alias)
/// lives for a time after its own last use and for a longest time in all, within ceilings of its tenant and of the
/// store; the least recently used entry goes first. A session's counters outlive its entries, so that no number is
/// assigned twice.
#[async_trait]
pub trait Store: Send + Sync {
    /// The substitute of each of `requests`, in that order: the one that the text has in the session already, or else
    /// a new one that stands and stood for no other text, and that is none of `reserved`.
    ///
    /// All of them are assigned at once or none. Assigning again, after an error, say, gives the same substitutes.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn assign(
        &self,
        scope: &Scope,
        requests: &[SubstituteRequest],
        reserved: &[Substitute],
    ) -> Result<Vec<Substitute>, StoreError>;

    /// The original of each of `substitutes` in the session, in that order. Counts as a use of those found.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn lookup(&self, scope: &Scope, substitutes: &[&str]) -> Result<Vec<Option<Original>>, StoreError>;

    /// The surrogates of the session, in no order. Counts as no use.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn surrogates(&self, scope: &Scope) -> Result<Vec<Substitute>, StoreError>;

    /// The whole entity map of the session, in no order. Counts as a use of every text.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn load(&self, scope: &Scope) -> Result<Vec<(Substitute, Original)>, StoreError>;

    /// The texts of the session with their labels, each once, in no order. Counts as no use.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn texts(&self, scope: &Scope) -> Result<Vec<(Label, Original)>, StoreError>;

    /// Lets `alias`, an id that a provider gave, stand for the session, and for no other any more. A session may have
    /// many aliases. Until its last entry has gone, each of its entries lives for at least `life` after its own last use;
    /// if that is longer than what entries usually have, there is no longest time in all.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn alias(&self, scope: &Scope, alias: AliasId, life: Duration) -> Result<(), StoreError>;

    /// The session of `tenant` for which `alias` stands. Counts as a use of the alias.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn resolve_alias(&self, tenant: &Arc<str>, alias: AliasId) -> Result<Option<Scope>, StoreError>;

    /// Forgets the session's entity map and its aliases, but not its counters.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn forget(&self, scope: &Scope) -> Result<(), StoreError>;

    /// Forgets every entry of these very texts in all sessions of the tenant.
    ///
    /// # Errors
    /// If the store cannot be reached. Some entries may be forgotten already.
    async fn forget_texts(&self, tenant: &Arc<str>, texts: &[&str]) -> Result<ForgetCounts, StoreError>;

    /// The counts and times of the session; `None` if it has no entry. Counts as no use.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn summary(&self, scope: &Scope) -> Result<Option<SessionSummary>, StoreError>;

    /// Reports whether the store can assign, as far as it knows without asking.
    fn is_available(&self) -> bool {
        true
    }
}

/// Counts of entries that were forgotten by their texts, and of the sessions that had them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForgetCounts {
    /// Entries, which are several for a text that has several substitutes.
    pub entries: usize,
    /// Sessions with such an entry.
    pub sessions: usize,
}

/// Counts and times of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionSummary {
    /// Texts with a substitute.
    pub texts: usize,
    /// Ids of providers that stand for the session.
    pub aliases: usize,
    /// The time since its oldest entry was made.
    pub age: Duration,
    /// The time since an entry was last used.
    pub idle: Duration,
    /// The time until its last entry expires, unless one is used before.
    pub expires_in: Duration,
}

/// An error of a store that did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The store could not be reached, or not in time.
    Unavailable,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable => f.write_str("the session store is not available"),
        }
    }
}

impl std::error::Error for StoreError {}

/// A monotonic clock: the time since some fixed moment.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;
