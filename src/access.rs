//! Access control by API keys: client, tenant, permissions and rate limit.
//!
//! Only the SHA-256 of a key is stored. A presented key is hashed and looked up by its digest, so the time of the look-up
//! and of the comparison reveals nothing about a key.

use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
    num::NonZeroU32,
    sync::Arc,
    time::Duration,
};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::StateInformationMiddleware,
    state::{InMemoryState, NotKeyed},
};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::{ApiKey, KeyScope, Permission, Rate};

/// The holder of an API key.
#[derive(Debug)]
pub struct Client {
    /// The name of the key, in logs.
    pub name: String,
    /// The tenant whose data the client sees.
    pub tenant: String,
    /// True if requests without `X-Session-Id` share the key's default session.
    pub default_session: bool,
    /// The limits of the key on requests.
    pub throttle: Arc<Throttle>,
    permissions: Vec<Permission>,
    scope: KeyScope,
}

impl Client {
    /// A client without a key, which may call all of the API and is a tenant of its own.
    pub fn open(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            tenant: name.to_owned(),
            default_session: false,
            throttle: Arc::default(),
            permissions: vec![Permission::Anonymize, Permission::Deanonymize],
            scope: KeyScope::default(),
        }
    }

    /// Reports whether the client has a permission.
    pub fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    /// Reports whether the client may use the proxied route of this name, if it may use routes at all.
    pub fn may_use(&self, route: &str) -> bool {
        self.scope.routes.as_ref().is_none_or(|routes| routes.iter().any(|name| name == route))
    }

    /// The labels and groups whose originals the client may restore; `None`: all.
    pub fn restorable(&self) -> Option<&[String]> {
        self.scope.restore.as_deref()
    }
}

/// A place among the requests that are served at once; it is free again when dropped.
pub type Slot = OwnedSemaphorePermit;

/// A limit that a request exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExceededLimit {
    /// The rate, with the time until a request will be admitted.
    Rate(Duration),
    /// The number of requests at once.
    InFlight,
}

/// The limits of a key or a route on requests.
#[derive(Debug, Default)]
pub struct Throttle {
    limiter: Option<Limiter>,
    /// The free places, and the number of all.
    slots: Option<(Arc<Semaphore>, usize)>,
}

impl Throttle {
    /// Limits of a rate and of requests at once; `None`: no limit.
    pub fn new(rate: Option<Rate>, in_flight: Option<usize>) -> Self {
        let slots = in_flight.map(|most| (Arc::new(Semaphore::new(most)), most));
        Self { limiter: rate.and_then(Limiter::new), slots }
    }

    /// Takes a place for a request; `None` if places are not limited.
    ///
    /// # Errors
    /// [`ExceededLimit::InFlight`].
    pub fn slot(&self) -> Result<Option<Slot>, ExceededLimit> {
        let Some((slots, _)) = &self.slots else { return Ok(None) };
        Arc::clone(slots).try_acquire_owned().map(Some).map_err(|_| ExceededLimit::InFlight)
    }

    /// Counts a request against the rate; `None` without one.
    pub fn admit(&self) -> Option<Admission> {
        self.limiter.as_ref().map(Limiter::admit)
    }

    /// Reports whether both have the same limits.
    pub fn is_like(&self, other: &Self) -> bool {
        let limits = |throttle: &Self| {
            let rate = throttle.limiter.as_ref().map(|limiter| limiter.rate);
            (rate, throttle.slots.as_ref().map(|(_, most)| *most))
        };
        limits(self) == limits(other)
    }
}

/// The state of a rate limit after a request was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// The time until a request will be admitted; `None`: this one is.
    pub retry_after: Option<Duration>,
    /// The requests left now.
    pub remaining: u32,
    /// The time until the whole quota is available again.
    pub reset: Duration,
    /// The configured rate.
    pub rate: Rate,
}

impl Admission {
    /// The value of `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers).
    pub fn policy_header(&self) -> String {
        format!("\"key\";q={};w={}", self.rate.requests, self.rate.period.as_secs().max(1))
    }

    /// The value of `RateLimit` (draft-ietf-httpapi-ratelimit-headers).
    pub fn limit_header(&self) -> String {
        let seconds = self.reset.as_secs() + u64::from(self.reset.subsec_nanos() > 0);
        format!("\"key\";r={};t={seconds}", self.remaining)
    }
}

/// A rate limiter (GCRA) with a burst of one period's requests.
#[derive(Debug)]
struct Limiter {
    rate: Rate,
    /// The time in which one more request becomes available.
    interval: Duration,
    bucket: RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>,
}

impl Limiter {
    /// The limiter of a rate; `None` if the rate allows no request or is too fast to be measured.
    fn new(rate: Rate) -> Option<Self> {
        let burst = NonZeroU32::new(rate.requests)?;
        let interval = rate.period.checked_div(rate.requests)?;
        let quota = Quota::with_period(interval)?.allow_burst(burst);
        let bucket = RateLimiter::direct(quota).with_middleware::<StateInformationMiddleware>();
        Some(Self { rate, interval, bucket })
    }

    fn admit(&self) -> Admission {
        let (retry_after, remaining) = match self.bucket.check() {
            Ok(state) => (None, state.remaining_burst_capacity()),
            Err(not_until) => (Some(not_until.wait_time_from(DefaultClock::default().now())), 0),
        };
        let spent = self.rate.requests.saturating_sub(remaining);
        Admission { retry_after, remaining, reset: self.interval * spent, rate: self.rate }
    }
}

/// The SHA-256 of a key, compared in constant time.
#[derive(Clone, Copy)]
struct KeyHash([u8; 32]);

impl PartialEq for KeyHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for KeyHash {}

impl Hash for KeyHash {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// The API keys of an instance.
#[derive(Default)]
pub struct Access {
    clients: HashMap<KeyHash, Arc<Client>>,
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Access").field("keys", &self.clients.len()).finish()
    }
}

impl Access {
    /// The access control of these keys; of two with the same hash the last counts.
    pub fn new(keys: &[ApiKey]) -> Self {
        let clients = keys
            .iter()
            .map(|key| {
                let client = Client {
                    name: key.name.clone(),
                    tenant: key.tenant.clone(),
                    default_session: key.default_session,
                    throttle: Arc::new(Throttle::new(key.rate, key.scope.in_flight)),
                    permissions: key.permissions.clone(),
                    scope: key.scope.clone(),
                };
                (KeyHash(key.hash), Arc::new(client))
            })
            .collect();
        Self { clients }
    }

    /// Takes the throttles of `old` for keys with unchanged limits, so that a reload does not reset a quota.
    #[must_use]
    pub fn continuing(mut self, old: &Self) -> Self {
        for (hash, client) in &mut self.clients {
            if let Some(old) = old.clients.get(hash)
                && client.throttle.is_like(&old.throttle)
                && let Some(client) = Arc::get_mut(client)
            {
                client.throttle = Arc::clone(&old.throttle);
            }
        }
        self
    }

    /// Reports whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// The client of a key.
    pub fn find(&self, presented: &[u8]) -> Option<&Arc<Client>> {
        let hash = KeyHash(Sha256::digest(presented).into());
        self.clients.get(&hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, secret: &str, rate: Option<Rate>) -> ApiKey {
        ApiKey {
            name: name.into(),
            hash: Sha256::digest(secret.as_bytes()).into(),
            tenant: "t".into(),
            permissions: vec![Permission::Anonymize],
            rate,
            default_session: true,
            scope: KeyScope::default(),
        }
    }

    fn hourly(requests: u32) -> Option<Rate> {
        Some(Rate { requests, period: Duration::from_secs(3600) })
    }

    #[test]
    fn finds_the_holder_of_a_key_and_nobody_else() {
        let access = Access::new(&[key("a", "one", None), key("b", "two", None)]);
        assert_eq!(access.find(b"two").unwrap().name, "b");
        assert!(access.find(b"").is_none());
        assert!(access.find(b"One").is_none());
    }

    #[test]
    fn permissions_are_exactly_those_configured() {
        let access = Access::new(&[key("a", "one", None)]);
        let client = access.find(b"one").unwrap();
        assert!(client.may(Permission::Anonymize));
        assert!(!client.may(Permission::Deanonymize));
        assert_eq!(client.throttle.admit(), None);
    }

    #[test]
    fn rates_admit_their_number_and_then_tell_when() {
        let access = Access::new(&[key("a", "one", hourly(2))]);
        let client = access.find(b"one").unwrap();
        let first = client.throttle.admit().unwrap();
        assert_eq!((first.retry_after, first.remaining), (None, 1));
        assert_eq!(first.policy_header(), "\"key\";q=2;w=3600");
        assert_eq!(first.limit_header(), "\"key\";r=1;t=1800");
        assert_eq!(client.throttle.admit().unwrap().remaining, 0);
        let refused = client.throttle.admit().unwrap();
        let wait = refused.retry_after.unwrap();
        assert!(wait > Duration::from_secs(1700) && wait <= Duration::from_secs(1800), "{wait:?}");
    }

    #[test]
    fn a_reload_keeps_what_was_spent_of_unchanged_rates_only() {
        let old = Access::new(&[key("a", "one", hourly(1)), key("b", "two", hourly(1))]);
        for secret in [b"one", b"two"] {
            old.find(secret).unwrap().throttle.admit();
        }
        let new = Access::new(&[key("a", "one", hourly(1)), key("b", "two", hourly(5))]).continuing(&old);
        assert!(new.find(b"one").unwrap().throttle.admit().unwrap().retry_after.is_some());
        assert!(new.find(b"two").unwrap().throttle.admit().unwrap().retry_after.is_none());
    }

    #[test]
    fn places_are_limited_and_come_back() {
        let scope = KeyScope { in_flight: Some(2), ..KeyScope::default() };
        let one = ApiKey { scope, ..key("a", "one", None) };
        let access = Access::new(std::slice::from_ref(&one));
        let throttle = &access.find(b"one").unwrap().throttle;
        let held = (throttle.slot().unwrap(), throttle.slot().unwrap());
        assert_eq!(throttle.slot().unwrap_err(), ExceededLimit::InFlight);
        // A reload counts on.
        let again = Access::new(&[one]).continuing(&access);
        let after = &again.find(b"one").unwrap().throttle;
        assert!(after.slot().is_err());
        drop(held.0);
        assert!(after.slot().unwrap().is_some());
        assert!(access.find(b"none").is_none() && Throttle::default().slot().unwrap().is_none());
    }

    #[test]
    fn debug_output_shows_no_hash() {
        let access = Access::new(&[key("a", "one", None)]);
        assert_eq!(format!("{access:?}"), "Access { keys: 1 }");
    }
}
