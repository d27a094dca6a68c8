//! [`Session`]: the map of a conversation that the provider keeps.

use std::{collections::HashMap, sync::Arc, time::Duration};

use super::{
    incoming::Incoming,
    refusal::Refusal,
    rules::{Caller, OnUnknown, Rules, Style},
    texts::RequestTexts,
};
use crate::{
    anonymize::{Original, Substitute},
    keys::AliasKey,
    profile::{Exchange, Retention},
    store::{Scope, Store, StoreError},
};
use masquerade_detect::entity::Entity;

/// The session that keeps the map of a request whose text the provider keeps.
#[derive(Clone, Debug)]
pub struct Session {
    scope: Scope,
    aliases: AliasKey,
    /// The session of ids that could be those of several, in which nothing is kept.
    ambiguous: Scope,
    /// The least life of its entries after their last use.
    life: Duration,
}

/// The id of [`Session::ambiguous`] before it is hashed.
const AMBIGUOUS: &str = "state/ambiguous";

impl Session {
    /// Makes `id`, which the provider issued in its answer, a name of this session. An id that is a name of another
    /// session with another map, as a summary that two conversations have in common, is the name of neither from then
    /// on: a request that continues it is refused. State without a placeholder has no map yet, and takes this one.
    ///
    /// # Errors
    /// If the store cannot be reached. Then the answer must not go on: what it starts could not be
    /// continued.
    pub async fn remember(&self, store: &dyn Store, id: &str) -> Result<(), StoreError> {
        let alias = self.aliases.id(id);
        let is_other = match store.resolve_alias(&self.scope.tenant, alias).await? {
            Some(known) if known == self.ambiguous => true,
            Some(known) if known != self.scope => {
                let known = map(store, &known).await?;
                !known.is_empty() && known != map(store, &self.scope).await?
            }
            _ => false,
        };
        store.alias(if is_other { &self.ambiguous } else { &self.scope }, alias, self.life).await
    }

    /// The session's tenant and id.
    pub(super) fn scope(&self) -> &Scope {
        &self.scope
    }
}

/// The session of a request that continues `continued`, if it continues one, and whose model reads `files`, which have maps of
/// their own if they were masked here.
///
/// # Errors
/// If the store cannot be reached, or if two of these maps have entries: a placeholder could stand for two people.
async fn with_files(
    store: &dyn Store,
    caller: &Caller,
    continued: Option<Scope>,
    files: &[String],
    ambiguous: &Scope,
) -> Result<Option<Scope>, Refusal> {
    let mut filled = None;
    for file in files {
        let Some(scope) = store.resolve_alias(&caller.tenant, caller.aliases.id(file)).await? else { continue };
        if scope == *ambiguous {
            return Err(Refusal::UnknownState { kind: kind_of(file) });
        }
        if filled.as_ref() == Some(&scope) || map(store, &scope).await?.is_empty() {
            continue;
        }
        if filled.replace(scope).is_some() {
            return Err(Refusal::ApartState);
        }
    }
    match (continued, filled) {
        (Some(continued), Some(file)) if continued != file => match map(store, &continued).await?.is_empty() {
            // The provider answers with an id of its own, which then names the file's session.
            true => Ok(Some(file)),
            false => Err(Refusal::ApartState),
        },
        (continued, file) => Ok(continued.or(file)),
    }
}

/// The map of a session.
async fn map(store: &dyn Store, scope: &Scope) -> Result<HashMap<Substitute, Original>, StoreError> {
    Ok(store.load(scope).await?.into_iter().collect())
}

/// Refuses a request that would put substitutes into state of the provider that no map follows.
///
/// # Errors
/// [`Refusal::UnfollowedState`].
pub(super) fn check_followed(exchange: &Exchange, rules: &Rules, found: &[Vec<Entity>]) -> Result<(), Refusal> {
    let is_unfollowed = exchange.provider_state.is_some_and(|state| state.retention == Retention::Unfollowed);
    let is_refused = is_unfollowed && rules.restore().is_some() && rules.on_unknown == OnUnknown::Refuse;
    let mut entities = found.iter().flatten();
    match is_refused && entities.any(|entity| rules.method(entity.label).operator().replaces) {
        true => Err(Refusal::UnfollowedState),
        false => Ok(()),
    }
}

/// The kind of state that a provider gave `id` to, by its beginning.
fn kind_of(id: &str) -> &'static str {
    let kinds = [
        ("resp_", "response"),
        ("conv_", "conversation"),
        ("thread_", "thread"),
        ("chatcmpl", "stored chat"),
        ("file", "file"),
        ("batch", "batch"),
        ("msgbatch_", "batch"),
        ("container_", "container"),
        ("cachedContents/", "cached content"),
    ];
    kinds.into_iter().find(|(beginning, _)| id.starts_with(beginning)).map_or("state", |(_, kind)| kind)
}

/// The session of a request and its map so far; `None` if no state is kept.
///
/// # Errors
/// If the store cannot be reached, or if the request adds to state whose map is not known: numbers given
/// afresh would be taken for those that stand in it.
pub(super) async fn open(
    store: &dyn Store,
    exchange: &Exchange,
    rules: &Rules,
    caller: &Caller,
    texts: &RequestTexts<'_>,
    incoming: &Incoming<'_>,
) -> Result<(Option<Session>, Vec<(Substitute, Original)>), Refusal> {
    let Some(state) = exchange.provider_state.filter(|_| matches!(rules.style, Style::Dialogue(_))) else {
        return Ok((None, Vec::new()));
    };
    let aliases = &caller.aliases;
    let session = |scope, ambiguous| Session { scope, aliases: aliases.clone(), ambiguous, life: rules.state_ttl };
    let ambiguous = Scope { tenant: Arc::clone(&caller.tenant), session: caller.sessions.id(AMBIGUOUS) };
    // A request names the state that it continues; a path, or a socket, the state that it stands in.
    let ids = || texts.ids.iter().map(String::as_str).chain(incoming.id);
    let unknown = || Refusal::UnknownState { kind: kind_of(ids().next().unwrap_or_default()) };
    let ends_state = incoming.ends_state && !texts.has_body();
    let mut continued = None;
    for id in ids() {
        continued = store.resolve_alias(&caller.tenant, aliases.id(id)).await?;
        if continued.is_some() {
            break;
        }
    }
    if continued.as_ref() == Some(&ambiguous) && !ends_state {
        return Err(unknown());
    }
    if continued.is_some() || ids().next().is_none() {
        continued = with_files(store, caller, continued, &texts.files, &ambiguous).await?;
    }
    if let Some(scope) = continued.filter(|scope| *scope != ambiguous) {
        let known = store.load(&scope).await?;
        return Ok((Some(session(scope, ambiguous)), known));
    }
    if ids().next().is_some() && ends_state {
        return Ok((None, Vec::new()));
    }
    if ids().next().is_some() && !texts.all.is_empty() && rules.on_unknown == OnUnknown::Refuse {
        return Err(unknown());
    }
    let is_kept = state.retention.holds(texts.retention_flag) || texts.asks_state;
    // Where there is nothing to send, nothing begins but what may begin empty.
    let begins = !texts.all.is_empty() || state.starts_empty && ids().next().is_none();
    if !is_kept || !begins {
        return Ok((None, Vec::new()));
    }
    let mut fresh = [0; 16];
    getrandom::fill(&mut fresh).map_err(|_| Refusal::Internal)?;
    let id = caller.sessions.id(&format!("state/{:032x}", u128::from_ne_bytes(fresh)));
    let scope = Scope { tenant: Arc::clone(&caller.tenant), session: id };
    Ok((Some(session(scope, ambiguous)), Vec::new()))
}
