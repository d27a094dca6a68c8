//! The contract of stores, as tests: [`contract!`] runs them all against one.

use std::{future::Future, time::Duration};

use tokio::runtime::{Builder, Runtime};

use super::{ForgetCounts, Scope, Store};
use crate::{
    anonymize::{Joint, Original, Substitute, SubstituteKind, SubstituteRequest},
    config::Sessions,
    keys::Keyring,
};
use masquerade_detect::entity::Label;

mod concurrency;
mod lifetimes;
mod sessions;
mod substitutes;

pub(crate) use self::{concurrency::*, lifetimes::*, sessions::*, substitutes::*};

/// A store under test, with a clock in the test's hand.
pub(crate) trait Fixture: Sync {
    /// Random histories that are tried.
    const HISTORIES: u32 = 48;

    /// The reason that the store cannot be tested here.
    fn is_missing() -> Option<&'static str> {
        None
    }

    /// An empty store within `limits`.
    fn new(limits: Sessions) -> Self;

    /// The store.
    fn store(&self) -> &dyn Store;

    /// Lets time pass on the store's clock.
    fn advance(&self, time: Duration);

    /// Does what the store does from time to time by itself: it may keep to ceilings only then.
    fn sweep(&self);
}

/// Declares a test for each function of the contract, of the store that `$fixture` sets up.
macro_rules! contract {
    ($fixture:ty) => {
        $crate::store::contract::contract!($fixture:
            a_text_has_one_substitute_in_its_session_and_only_there,
            assigning_again_gives_the_same,
            numbers_count_per_label_and_leave_out_what_is_reserved,
            namespaces_leave_each_other_alone,
            surrogates_stand_for_one_text_and_are_none,
            joined_surrogates_are_made_of_their_parts,
            tenants_are_apart,
            what_is_unknown_has_no_original,
            entries_live_for_a_time_after_their_own_last_use,
            a_whole_session_is_loaded_and_used_by_that,
            counters_outlive_entries_and_deletion,
            counters_expire_in_the_end,
            the_least_recently_used_entry_of_a_tenant_goes_first,
            the_least_recently_used_entry_of_all_goes_first,
            bytes_are_limited_as_well,
            a_flood_of_sessions_brings_no_number_again,
            an_alias_leads_to_its_session_within_its_tenant_only,
            an_alias_stands_for_the_session_that_it_was_given_to_last,
            an_alias_expires_as_a_text_does,
            aliases_go_with_their_session,
            a_session_may_have_a_longer_life_than_others,
            a_long_life_keeps_no_other_entry_alive,
            a_person_is_forgotten_in_all_sessions_of_the_tenant,
            a_session_is_summed_up,
            the_texts_of_a_session_are_listed_and_not_used_by_that,
            threads_agree_on_substitutes,
            threads_never_share_a_number,
            no_number_is_assigned_twice,
        );
    };
    ($fixture:ty: $($test:ident,)*) => {
        $(
            #[test]
            fn $test() {
                if let Some(reason) = <$fixture as $crate::store::contract::Fixture>::is_missing() {
                    eprintln!("skipped: {reason}");
                    return;
                }
                $crate::store::contract::$test::<$fixture>();
            }
        )*
    };
}
pub(crate) use contract;

const PERSON: Label = Label::PERSON;
const PLACE: Label = Label::LOCATION;

/// Seconds that a text lives after its last use, that it lives at most, and that counters live.
const TTL: u64 = 10;
const MAX_AGE: u64 = 25;
pub(crate) const COUNTERS: u64 = 100;

/// Limits that no test reaches unless it lowers them.
pub(crate) fn limits() -> Sessions {
    Sessions {
        ttl: Duration::from_secs(TTL),
        max_age: Duration::from_secs(MAX_AGE),
        counters_ttl: Duration::from_secs(COUNTERS),
        tenant_entries: 1000,
        tenant_bytes: 1 << 20,
        entries: 10_000,
        bytes: 10 << 20,
    }
}

/// A store with shorthands for its operations.
pub(crate) struct Client<F> {
    pub(crate) fixture: F,
    keys: Keyring,
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    thread_local! {
        static RUNTIME: Runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    }
    RUNTIME.with(|runtime| runtime.block_on(future))
}

fn request(label: Label, text: &str, kind: SubstituteKind) -> SubstituteRequest {
    SubstituteRequest { label, original: Original::new(text), kind }
}

fn any_of(candidates: &[&str]) -> SubstituteKind {
    SubstituteKind::AnyOf(candidates.iter().map(|candidate| Substitute::from(*candidate)).collect())
}

impl<F: Fixture> Client<F> {
    pub(crate) fn new(limits: Sessions) -> Self {
        Self::with(F::new(limits))
    }

    pub(crate) fn with(fixture: F) -> Self {
        Self { fixture, keys: Keyring::random().expect("randomness") }
    }

    pub(crate) fn scope(&self, tenant: &str, session: &str) -> Scope {
        Scope { tenant: tenant.into(), session: self.keys.sessions(tenant).id(session) }
    }

    pub(crate) fn advance(&self, seconds: u64) {
        self.fixture.advance(Duration::from_secs(seconds));
    }

    fn assign_all(&self, scope: &Scope, requests: &[SubstituteRequest], reserved: &[&str]) -> Vec<String> {
        let reserved: Vec<Substitute> = reserved.iter().map(|substitute| Substitute::from(*substitute)).collect();
        let assigned = wait(self.fixture.store().assign(scope, requests, &reserved)).expect("an answer");
        assert_eq!(assigned.len(), requests.len());
        assigned.iter().map(|substitute| substitute.to_string()).collect()
    }

    /// Numbered placeholders for persons of these names.
    pub(crate) fn assign(&self, scope: &Scope, texts: &[&str]) -> Vec<String> {
        let requests: Vec<_> = texts.iter().map(|text| request(PERSON, text, SubstituteKind::Numbered)).collect();
        self.assign_all(scope, &requests, &[])
    }

    fn assign_one(&self, scope: &Scope, text: &str, kind: SubstituteKind) -> String {
        self.assign_all(scope, &[request(PERSON, text, kind)], &[]).remove(0)
    }

    pub(crate) fn lookup(&self, scope: &Scope, substitute: &str) -> Option<String> {
        let found = wait(self.fixture.store().lookup(scope, &[substitute])).expect("an answer");
        found[0].as_ref().map(|original| original.as_str().to_owned())
    }

    fn load(&self, scope: &Scope) -> Vec<(String, String)> {
        let all = wait(self.fixture.store().load(scope)).expect("an answer");
        let pair =
            |(substitute, original): &(Substitute, Original)| (substitute.to_string(), original.as_str().to_owned());
        let mut all: Vec<_> = all.iter().map(pair).collect();
        all.sort();
        all
    }

    fn texts(&self, scope: &Scope) -> Vec<(Label, String)> {
        let all = wait(self.fixture.store().texts(scope)).expect("an answer");
        let mut all: Vec<_> = all.iter().map(|(label, original)| (*label, original.as_str().to_owned())).collect();
        all.sort_by_key(|(label, text)| (label.name(), text.clone()));
        all
    }

    fn surrogates(&self, scope: &Scope) -> Vec<String> {
        let mut all = wait(self.fixture.store().surrogates(scope)).expect("an answer");
        all.sort();
        all.iter().map(|surrogate| surrogate.to_string()).collect()
    }

    pub(crate) fn alias(&self, scope: &Scope, id: &str) {
        self.alias_for(scope, id, 0);
    }

    /// Gives the session an alias, and its entries a life of at least so many seconds.
    pub(crate) fn alias_for(&self, scope: &Scope, id: &str, life: u64) {
        let alias = self.keys.aliases(&scope.tenant, "route").id(id);
        wait(self.fixture.store().alias(scope, alias, Duration::from_secs(life))).expect("an answer");
    }

    pub(crate) fn resolve(&self, tenant: &str, id: &str) -> Option<Scope> {
        let alias = self.keys.aliases(tenant, "route").id(id);
        wait(self.fixture.store().resolve_alias(&tenant.into(), alias)).expect("an answer")
    }

    pub(crate) fn forget(&self, scope: &Scope) {
        wait(self.fixture.store().forget(scope)).expect("an answer");
    }
}
