//! Masking and restoring with a session of a store, or with none.

use std::collections::HashMap;

use crate::{
    anonymize::{
        MaskingResult, Original, Plan, Substitute, SubstituteKind, SubstituteRequest, Surrogates,
        restore::{Options, RestoredTexts, Scan, TooLong},
    },
    store::{Numbering, Scope, Store, StoreError},
};

/// The masked texts of `plan`, with substitutes that the session assigns. `active` are the session's [`surrogates`].
///
/// # Errors
/// If the store cannot be reached.
pub async fn mask<'t>(
    store: &dyn Store,
    scope: &Scope,
    plan: Plan<'t>,
    active: &Surrogates,
) -> Result<MaskingResult<'t>, StoreError> {
    let mut plan = Box::new(plan);
    loop {
        let assigned = match plan.requests() {
            [] => Vec::new(),
            requests => match store.assign(scope, requests, plan.reserved()).await {
                Ok(assigned) => assigned,
                Err(error) => fixed(requests, plan.reserved()).ok_or(error)?,
            },
        };
        match plan.apply(&assigned, active) {
            Ok(masked) => return Ok(masked),
            Err(again) => plan = again,
        }
    }
}

/// The masked texts of `plan` while the store is away: those whose substitutes need no session.
///
/// # Errors
/// If one of them does.
pub fn mask_without_store(plan: Plan<'_>) -> Result<MaskingResult<'_>, StoreError> {
    let mut plan = Box::new(plan);
    loop {
        let assigned = fixed(plan.requests(), plan.reserved()).ok_or(StoreError::Unavailable)?;
        match plan.apply(&assigned, &Surrogates::NONE) {
            Ok(masked) => return Ok(masked),
            Err(again) => plan = again,
        }
    }
}

/// The substitutes of `requests` if a store would have no choice: hashes, which are the same everywhere. Only a map
/// restores them then, no session.
fn fixed(requests: &[SubstituteRequest], reserved: &[Substitute]) -> Option<Vec<Substitute>> {
    let fixed = |request: &SubstituteRequest| match &request.kind {
        SubstituteKind::Fixed(substitute) if !reserved.contains(substitute) => Some(substitute.clone()),
        _ => None,
    };
    requests.iter().map(fixed).collect()
}

/// The masked texts of `plan` without a session: numbers begin at 1, and nothing is kept.
pub fn mask_without_session(plan: Plan<'_>) -> MaskingResult<'_> {
    let mut plan = Box::new(plan);
    loop {
        let assigned = Numbering::default().assign(plan.requests(), plan.reserved());
        match plan.apply(&assigned, &Surrogates::NONE) {
            Ok(masked) => return masked,
            Err(again) => plan = again,
        }
    }
}

/// The session's surrogates, ready to be searched for.
///
/// # Errors
/// If the store cannot be reached.
pub async fn surrogates(store: &dyn Store, scope: &Scope) -> Result<Surrogates, StoreError> {
    Ok(Surrogates::new(&store.surrogates(scope).await?))
}

/// `texts` restored from the session, with one look-up for all of them.
///
/// # Errors
/// If the store cannot be reached; the inner one if the result would be too long.
pub async fn restore<'t>(
    store: &dyn Store,
    scope: &Scope,
    texts: &[&'t str],
    options: &Options<'_>,
) -> Result<Result<RestoredTexts<'t>, TooLong>, StoreError> {
    let active = surrogates(store, scope).await?;
    let scan = Scan::new(texts, &active, options);
    let mut substitutes = scan.substitutes();
    substitutes.retain(|substitute| options.may_restore(substitute));
    let originals = match &substitutes[..] {
        [] => Vec::new(),
        substitutes => store.lookup(scope, substitutes).await?,
    };
    let pairs = substitutes.into_iter().zip(originals);
    let known: HashMap<String, Original> =
        pairs.filter_map(|(substitute, original)| Some((substitute.to_owned(), original?))).collect();
    Ok(scan.resolve(options, |substitute| known.get(substitute).map(Original::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        anonymize::{Policy, plan, restore::PlaceholderVariants},
        keys::Keyring,
        store::{MemoryStore, contract::limits},
    };
    use masquerade_detect::Catalogue;

    // What it asserts the compiler checks.
    #[test]
    fn work_on_sessions_may_move_between_threads() {
        fn is_send<T: Send>(_: &T) {}
        let keys = Keyring::random().unwrap();
        let scope = Scope { tenant: "a".into(), session: keys.sessions("a").id("1") };
        let (store, cipher) = (MemoryStore::new(limits()), keys.cipher("a", "/v1"));
        let plan = plan(&["text"], &[Vec::new()], &Catalogue::built_in(), &Policy::default(), &cipher);
        let taken = PlaceholderVariants::default();
        let options = Options {
            cipher: Some(&cipher),
            is_label: &|_| true,
            tolerant: false,
            taken: &taken,
            is_restorable: None,
            max_bytes: 1000,
        };
        is_send(&mask(&store, &scope, plan, &Surrogates::NONE));
        is_send(&restore(&store, &scope, &["text"], &options));
    }
}
