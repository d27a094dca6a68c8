//! Stores: where a session's map is kept, and where its numbers are given out.
//!
//! [`mask`] and [`restore`] are the two ways through a store; [`Numbering`] alone serves requests
//! of which nothing may be kept.

use std::{fmt, sync::Arc, time::Duration};

use async_trait::async_trait;

use crate::{
    anonymize::{
        Masked, Name, Original, Plan, Surrogates, Wanted,
        restore::{Options, Restored, Scan, TooLong},
    },
    keys::{AliasId, SessionId},
};

mod entry;
mod memory;
mod numbering;
mod tenant;

#[cfg(test)]
mod tests;

pub use memory::MemoryStore;
pub use numbering::Numbering;

/// Whose session.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The tenant: no other one can reach the session.
    pub tenant: Arc<str>,
    /// The session, by the keyed hash of its id.
    pub session: SessionId,
}

/// Keeps sessions. Every operation is atomic with regard to every other on the same tenant.
#[async_trait]
pub trait Store: Send + Sync {
    /// A name for each of `wanted`, in that order: the one that a text has in the session
    /// already, or a new one that nothing else has or had, and that is none of `avoid`.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn assign(&self, scope: &Scope, wanted: &[Wanted], avoid: &[Name]) -> Result<Vec<Name>, StoreError>;

    /// What each of `names` stands for in the session, in that order.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn lookup(&self, scope: &Scope, names: &[&str]) -> Result<Vec<Option<Original>>, StoreError>;

    /// The surrogates that the session can restore.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn surrogates(&self, scope: &Scope) -> Result<Vec<Name>, StoreError>;

    /// All that the session can restore, each name with what it stands for, in no order. Counts as a use
    /// of every entry.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn load(&self, scope: &Scope) -> Result<Vec<(Name, Original)>, StoreError>;

    /// Lets `alias`, an id that a provider gave, stand for the session, and no longer for another.
    ///
    /// An alias is an entry of the session: it counts against the same ceilings, expires as one does,
    /// and goes when the session is forgotten. A session may have many.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn alias(&self, scope: &Scope, alias: AliasId) -> Result<(), StoreError>;

    /// The session of `tenant` that `alias` stands for. Counts as a use of the alias and of all that the
    /// session can restore.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn resolve_alias(&self, tenant: &Arc<str>, alias: AliasId) -> Result<Option<Scope>, StoreError>;

    /// Forgets the session's map and its aliases. Its numbers go on where they were.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn forget(&self, scope: &Scope) -> Result<(), StoreError>;

    /// Drops what has expired. To be called every few seconds, so that idle tenants, too, are
    /// forgotten in time.
    async fn sweep(&self);

    /// How full the store is.
    fn stats(&self) -> Stats;
}

/// Why a store did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// It could not be reached, or not in time.
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

/// Reads a clock that never goes back, as time since any fixed moment.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// How full a store is, and what it has dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Tenants with a session.
    pub tenants: usize,
    /// Sessions with an entry.
    pub sessions: usize,
    /// Entries of all sessions, their aliases among them.
    pub entries: usize,
    /// Bytes that all of it is reckoned at.
    pub bytes: usize,
    /// Entries dropped, by reason.
    pub dropped: [(Reason, u64); 5],
}

/// Why an entry was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reason {
    /// It was not used for so long.
    #[default]
    Ttl,
    /// It was kept for as long as entries are, however often used.
    MaxAge,
    /// The tenant had too much.
    TenantCeiling,
    /// All tenants together had too much.
    GlobalCeiling,
    /// The session was deleted.
    Forgotten,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 5] = [Self::Ttl, Self::MaxAge, Self::TenantCeiling, Self::GlobalCeiling, Self::Forgotten];

    /// Its name in metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ttl => "ttl",
            Self::MaxAge => "max_age",
            Self::TenantCeiling => "tenant_ceiling",
            Self::GlobalCeiling => "global_ceiling",
            Self::Forgotten => "forgotten",
        }
    }
}

/// Takes `plan` through the session: names are assigned and put in.
///
/// `live` are the session's surrogates, as [`live_surrogates`] gives them.
///
/// # Errors
/// If the store cannot be reached.
pub async fn mask<'t>(
    store: &dyn Store,
    scope: &Scope,
    plan: Plan<'t>,
    live: &Surrogates,
) -> Result<Masked<'t>, StoreError> {
    let mut plan = Box::new(plan);
    loop {
        let names = match plan.wanted() {
            [] => Vec::new(),
            wanted => store.assign(scope, wanted, plan.avoid()).await?,
        };
        match plan.apply(&names, live) {
            Ok(masked) => return Ok(masked),
            Err(again) => plan = again,
        }
    }
}

/// Takes `plan` through no session at all: numbers begin at 1, and nothing is kept.
pub fn mask_unkept(plan: Plan<'_>) -> Masked<'_> {
    let mut plan = Box::new(plan);
    loop {
        let names = Numbering::default().assign(plan.wanted(), plan.avoid());
        match plan.apply(&names, &Surrogates::NONE) {
            Ok(masked) => return masked,
            Err(again) => plan = again,
        }
    }
}

/// The session's surrogates, ready to be looked for.
///
/// # Errors
/// If the store cannot be reached.
pub async fn live_surrogates(store: &dyn Store, scope: &Scope) -> Result<Surrogates, StoreError> {
    Ok(Surrogates::new(&store.surrogates(scope).await?))
}

/// Restores `texts` from the session: one look-up for all of them.
///
/// # Errors
/// If the store cannot be reached; the inner one if the result would be too long.
pub async fn restore<'t>(
    store: &dyn Store,
    scope: &Scope,
    texts: &[&'t str],
    options: &Options<'_>,
) -> Result<Result<Restored<'t>, TooLong>, StoreError> {
    let live = live_surrogates(store, scope).await?;
    let scan = Scan::new(texts, &live, options);
    let names = scan.names();
    let originals = match &names[..] {
        [] => Vec::new(),
        names => store.lookup(scope, names).await?,
    };
    let found: std::collections::HashMap<String, Original> =
        names.into_iter().zip(originals).filter_map(|(name, original)| Some((name.to_owned(), original?))).collect();
    Ok(scan.resolve(options, |name| found.get(name).map(Original::as_str)))
}
