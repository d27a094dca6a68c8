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

use crate::config::{ApiKey, Permission, Rate};

/// The holder of an API key.
#[derive(Debug)]
pub struct Client {
    /// The name of the key, in logs.
    pub name: String,
    /// The tenant whose data the client sees.
    pub tenant: String,
    /// Whether requests without `X-Session-Id` share the key's default session.
    pub default_session: bool,
    permissions: Vec<Permission>,
    limiter: Option<Arc<Limiter>>,
}

impl Client {
    /// A client without a key, which may call all of the API and is a tenant of its own.
    pub fn open(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            tenant: name.to_owned(),
            default_session: false,
            permissions: vec![Permission::Anonymize, Permission::Deanonymize],
            limiter: None,
        }
    }

    /// Whether the client has a permission.
    pub fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    /// Counts a request against the key's rate limit; `None` without one.
    pub fn admit(&self) -> Option<Admission> {
        self.limiter.as_ref().map(|limiter| limiter.admit())
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
                    permissions: key.permissions.clone(),
                    limiter: key.rate.and_then(Limiter::new).map(Arc::new),
                };
                (KeyHash(key.hash), Arc::new(client))
            })
            .collect();
        Self { clients }
    }

    /// Takes the rate limiters of `old` for keys with an unchanged rate, so that a reload does not reset a quota.
    #[must_use]
    pub fn continuing(self, old: &Self) -> Self {
        let clients = self
            .clients
            .into_iter()
            .map(|(hash, client)| {
                let kept = old.clients.get(&hash).and_then(|old| old.limiter.clone());
                let same = |kept: &Arc<Limiter>| client.limiter.as_ref().is_some_and(|new| new.rate == kept.rate);
                match kept.filter(same) {
                    None => (hash, client),
                    Some(limiter) => {
                        let client = Client {
                            name: client.name.clone(),
                            tenant: client.tenant.clone(),
                            default_session: client.default_session,
                            permissions: client.permissions.clone(),
                            limiter: Some(limiter),
                        };
                        (hash, Arc::new(client))
                    }
                }
            })
            .collect();
        Self { clients }
    }

    /// Whether there are no keys.
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
        assert_eq!(client.admit(), None);
    }

    #[test]
    fn rates_admit_their_number_and_then_tell_when() {
        let access = Access::new(&[key("a", "one", hourly(2))]);
        let client = access.find(b"one").unwrap();
        let first = client.admit().unwrap();
        assert_eq!((first.retry_after, first.remaining), (None, 1));
        assert_eq!(first.policy_header(), "\"key\";q=2;w=3600");
        assert_eq!(first.limit_header(), "\"key\";r=1;t=1800");
        assert_eq!(client.admit().unwrap().remaining, 0);
        let refused = client.admit().unwrap();
        let wait = refused.retry_after.unwrap();
        assert!(wait > Duration::from_secs(1700) && wait <= Duration::from_secs(1800), "{wait:?}");
    }

    #[test]
    fn a_reload_keeps_what_was_spent_of_unchanged_rates_only() {
        let old = Access::new(&[key("a", "one", hourly(1)), key("b", "two", hourly(1))]);
        for secret in [b"one", b"two"] {
            old.find(secret).unwrap().admit();
        }
        let new = Access::new(&[key("a", "one", hourly(1)), key("b", "two", hourly(5))]).continuing(&old);
        assert!(new.find(b"one").unwrap().admit().unwrap().retry_after.is_some());
        assert!(new.find(b"two").unwrap().admit().unwrap().retry_after.is_none());
    }

    #[test]
    fn debug_output_shows_no_hash() {
        let access = Access::new(&[key("a", "one", None)]);
        assert_eq!(format!("{access:?}"), "Access { keys: 1 }");
    }
}
