//! The tenant of a proxied request, with the keys that its data is masked with.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use http::{HeaderMap, HeaderName, header::AUTHORIZATION};
use lru::LruCache;

use super::{
    super::{memory_budget::MemoryBudget, request_checks},
    own_keys,
};
use crate::{
    access::{Access, Client},
    config::{Limits, Permission, RouteAuth},
    keys::{AliasKey, Cipher, Keyring, SessionKey, TenantKey},
    problem::Problem,
};

/// The most tenants of a route whose derived keys are cached: a derivation takes some microseconds.
const CACHED_TENANTS: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// The headers of providers' credentials, the most usual first.
static CREDENTIALS: [HeaderName; 4] = [
    AUTHORIZATION,
    HeaderName::from_static("x-api-key"),
    HeaderName::from_static("api-key"),
    HeaderName::from_static("x-goog-api-key"),
];

/// A tenant of one route, with its keys.
#[derive(Debug)]
pub struct Tenant {
    /// The name, which is never a credential.
    pub name: Arc<str>,
    /// The keys of its placeholders and pseudonyms.
    pub cipher: Cipher,
    /// The keys of the route as a tenant, for pseudonyms that outlive credentials.
    pub route_cipher: Cipher,
    /// The key of its session ids.
    pub sessions: SessionKey,
    /// The key of its aliases: ids that upstreams give.
    pub aliases: AliasKey,
    /// The memory budget of its requests, a part of the instance's.
    pub budget: MemoryBudget,
}

/// The identity behind a request.
#[derive(Debug)]
pub struct Identity {
    /// The tenant.
    pub tenant: Arc<Tenant>,
    /// The client, if the route asks for an API key.
    pub client: Option<Arc<Client>>,
}

/// The tenants of one route.
#[derive(Debug)]
pub struct Tenants {
    auth: RouteAuth,
    route: String,
    realm: String,
    keyring: Keyring,
    /// The memory budget of each tenant, in bytes.
    budget: usize,
    key: TenantKey,
    route_cipher: Cipher,
    derived: Mutex<LruCache<[u8; 32], Arc<Tenant>>>,
}

impl Tenants {
    /// The tenants of the route of this name and realm.
    pub fn new(route: &str, realm: &str, auth: RouteAuth, keyring: Keyring, limits: &Limits) -> Self {
        Self {
            auth,
            // Half of the instance's budget, and at least three of the largest bodies.
            budget: (limits.inflight_bytes / 2).max(limits.body_bytes.saturating_mul(3)),
            route: format!("route/{route}"),
            realm: realm.to_owned(),
            key: keyring.tenants(realm),
            route_cipher: keyring.cipher(&format!("route/{route}"), realm),
            keyring,
            derived: Mutex::new(LruCache::new(CACHED_TENANTS)),
        }
    }

    /// The identity behind these headers and this query.
    ///
    /// # Errors
    /// [`Problem::ProxyUnauthorized`] or [`Problem::Forbidden`], if the route asks for an API key;
    /// [`Problem::MisplacedKey`], if it does not and one stands in the place of the upstream's credential.
    pub fn identify(&self, headers: &HeaderMap, query: Option<&str>, access: &Access) -> Result<Identity, Problem> {
        if self.auth != RouteAuth::Key && own_keys::is_misplaced(headers, query, access) {
            return Err(Problem::MisplacedKey);
        }
        match self.auth {
            RouteAuth::Key => {
                let mut keys = headers.get_all(&super::headers::X_MASQUERADE_KEY).iter();
                let client = match (keys.next(), keys.next()) {
                    (Some(key), None) => access.find(key.as_bytes()),
                    // Libraries have one place for a key, which is that of the upstream's.
                    (None, _) => own_keys::find(headers, query, access),
                    (Some(_), Some(_)) => None,
                };
                let client = client.ok_or(Problem::ProxyUnauthorized)?;
                request_checks::permission(client, Some(Permission::Proxy))?;
                let tenant = self.tenant(&self.key.of(client.tenant.as_bytes()), || client.tenant.clone());
                Ok(Identity { tenant, client: Some(Arc::clone(client)) })
            }
            RouteAuth::Upstream => {
                let id = credential(headers, query).map(|credential| self.key.of(credential));
                let tenant = match id {
                    Some(id) => self.tenant(&id, || upstream_tenant(&id)),
                    // Private upstreams need no credentials.
                    None => self.shared(),
                };
                Ok(Identity { tenant, client: None })
            }
            RouteAuth::None => Ok(Identity { tenant: self.shared(), client: None }),
        }
    }

    /// The one tenant of all requests without a credential.
    fn shared(&self) -> Arc<Tenant> {
        self.tenant(&[0; 32], || self.route.clone())
    }

    fn tenant(&self, id: &[u8; 32], name: impl FnOnce() -> String) -> Arc<Tenant> {
        let mut derived = self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tenant) = derived.get(id) {
            return Arc::clone(tenant);
        }
        let name = name();
        let tenant = Arc::new(Tenant {
            cipher: self.keyring.cipher(&name, &self.realm),
            route_cipher: self.route_cipher.clone(),
            sessions: self.keyring.sessions(&name),
            aliases: self.keyring.aliases(&name, &self.realm),
            name: name.into(),
            budget: MemoryBudget::new(self.budget),
        });
        derived.put(*id, Arc::clone(&tenant));
        tenant
    }
}

/// The name of a tenant that is known by the keyed hash of its credential. Configured names have no slash.
fn upstream_tenant(id: &[u8; 32]) -> String {
    id.iter().take(16).fold("upstream/".to_owned(), |name, byte| format!("{name}{byte:02x}"))
}

/// The client's credential for the upstream.
fn credential<'r>(headers: &'r HeaderMap, query: Option<&'r str>) -> Option<&'r [u8]> {
    let in_header = || CREDENTIALS.iter().find_map(|name| headers.get(name)).map(|value| value.as_bytes());
    let in_query = || query?.split('&').find_map(|part| part.strip_prefix("key=")).map(str::as_bytes);
    in_header().or_else(in_query).filter(|credential| !credential.is_empty())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn tenants(auth: RouteAuth) -> Tenants {
        let keyring = Keyring::new(&[zeroize::Zeroizing::new(vec![7; 32])]).unwrap();
        let limits = crate::config::Config::load(&crate::config::Sources::default(), None).unwrap().0.limits;
        Tenants::new("llm", "route/llm", auth, keyring, &limits)
    }

    fn name(tenants: &Tenants, headers: &[(&'static str, &'static str)], query: Option<&str>) -> String {
        let headers = headers
            .iter()
            .map(|(n, v)| (HeaderName::from_static(n), HeaderValue::from_static(v)))
            .collect::<HeaderMap>();
        tenants.identify(&headers, query, &Access::default()).unwrap().tenant.name.to_string()
    }

    #[test]
    fn credentials_of_the_upstream_tell_tenants_apart_and_are_not_their_names() {
        let tenants = tenants(RouteAuth::Upstream);
        let ada = name(&tenants, &[("authorization", "Bearer ada")], None);
        assert_eq!(name(&tenants, &[("authorization", "Bearer ada"), ("x-api-key", "x")], None), ada);
        assert_ne!(name(&tenants, &[("authorization", "Bearer eve")], None), ada);
        assert_ne!(name(&tenants, &[("x-api-key", "ada")], None), name(&tenants, &[], Some("a=b&key=eve")));
        assert!(ada.starts_with("upstream/") && !ada.contains("ada"));
        assert_eq!(name(&tenants, &[], None), "route/llm");
    }

    #[test]
    fn a_key_of_ours_is_asked_for_where_it_should_be() {
        let tenants = tenants(RouteAuth::Key);
        let refused = tenants.identify(&HeaderMap::new(), None, &Access::default());
        assert_eq!(refused.unwrap_err(), Problem::ProxyUnauthorized);
    }
}
