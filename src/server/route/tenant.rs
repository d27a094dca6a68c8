//! The tenant of a proxied request, with the keys that its data is masked with.

use std::{
    borrow::Cow,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::AUTHORIZATION};
use lru::LruCache;

use super::{
    super::{memory_budget::MemoryBudget, request_checks, tls::CertificateName},
    own_keys,
};
use crate::{
    access::{Access, Client},
    config::{self, Limits, Permission, RouteAuth, TenantName},
    keys::{AliasKey, Cipher, Keyring, SessionKey, TenantKey},
    problem::{Problem, Unvettable},
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
    /// True if the identity is the request's own claim, which nobody has verified yet.
    pub is_claimed: bool,
}

impl Identity {
    /// Reports whether the client may open placeholders that other conversations sealed.
    pub fn may_deanonymize(&self) -> bool {
        self.client.as_ref().is_some_and(|client| client.may(Permission::Deanonymize))
    }
}

/// The tenants of one route.
#[derive(Debug)]
pub struct Tenants {
    auth: RouteAuth,
    name: TenantName,
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
    /// The tenants of a route.
    pub fn new(route: &config::Route, keyring: Keyring, limits: &Limits) -> Self {
        let config::Route { name, realm, auth, tenant, .. } = route;
        Self {
            auth: *auth,
            name: tenant.clone(),
            // Half of the instance's budget, and at least three of the largest bodies.
            budget: (limits.inflight_bytes / 2).max(limits.body_bytes.saturating_mul(3)),
            route: format!("route/{name}"),
            realm: realm.clone(),
            key: keyring.tenants(realm),
            route_cipher: keyring.cipher(&format!("route/{name}"), realm),
            keyring,
            derived: Mutex::new(LruCache::new(CACHED_TENANTS)),
        }
    }

    /// The identity behind these headers and this query, of a client with a certificate of this name.
    ///
    /// # Errors
    /// [`Problem::ProxyUnauthorized`] or [`Problem::Forbidden`], if the route asks for an API key;
    /// [`Problem::MisplacedKey`], if it does not and one stands in the place of the upstream's credential;
    /// [`Problem::Unvettable`], if the request lacks what names its tenant.
    pub fn identify(
        &self,
        headers: &HeaderMap,
        query: Option<&str>,
        certificate: Option<&CertificateName>,
        access: &Access,
    ) -> Result<Identity, Problem> {
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
                Ok(Identity { tenant, client: Some(Arc::clone(client)), is_claimed: false })
            }
            RouteAuth::Upstream => {
                let id = match named(&self.name, headers, certificate) {
                    None => credential(headers, query).map(|credential| self.key.of(credential)),
                    Some(name) => Some(self.key.of(&name.ok_or(NO_TENANT)?)),
                };
                let tenant = match id {
                    Some(id) => self.tenant(&id, || upstream_tenant(&id)),
                    // Private upstreams need no credentials.
                    None => self.shared(),
                };
                Ok(Identity { tenant, client: None, is_claimed: is_claim(&self.name) })
            }
            RouteAuth::None => Ok(Identity { tenant: self.shared(), client: None, is_claimed: false }),
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

const NO_TENANT: Problem = Problem::Unvettable(Unvettable {
    status: StatusCode::UNAUTHORIZED,
    slug: "no-tenant",
    detail: Cow::Borrowed(
        "The request lacks the header, the token with the claim, or the certificate that names its tenant on this route.",
    ),
});

/// Reports whether the request itself says whose it is: TLS has verified certificates before the request.
fn is_claim(name: &TenantName) -> bool {
    match name {
        TenantName::Header(_) | TenantName::Claim(_) => true,
        TenantName::Credential | TenantName::Certificate => false,
    }
}

/// The name that a request gives its tenant, apart from the upstream's credential; `None`: the route goes by the credential.
/// The inner `None`: the request has no name, or more than one.
fn named(name: &TenantName, headers: &HeaderMap, certificate: Option<&CertificateName>) -> Option<Option<Vec<u8>>> {
    let only = |name: &HeaderName| {
        let mut values = headers.get_all(name).iter().map(HeaderValue::as_bytes);
        values.next().filter(|value| !value.is_empty() && values.next().is_none())
    };
    // No credential holds a NUL.
    match name {
        TenantName::Credential => None,
        TenantName::Header(header) => Some(only(header).map(|value| [b"header\0", value].concat())),
        TenantName::Claim(claim) => Some(only(&AUTHORIZATION).and_then(|value| {
            let (issuer, subject) = token_claim(value, claim)?;
            Some(format!("claim\0{}\0{issuer}\0{subject}", issuer.len()).into_bytes())
        })),
        TenantName::Certificate => {
            Some(certificate.map(|name| format!("certificate\0{}\0{}", name.kind, name.value).into_bytes()))
        }
    }
}

/// The issuer and a claim of a JSON Web Token (RFC 7519) behind `Bearer`, unverified.
fn token_claim(authorization: &[u8], claim: &str) -> Option<(String, String)> {
    let (scheme, token) = std::str::from_utf8(authorization).ok()?.split_once(' ')?;
    let mut parts = token.trim().split('.');
    let (_, payload, _) = (parts.next()?, parts.next()?, parts.next()?);
    if !scheme.eq_ignore_ascii_case("bearer") || parts.next().is_some() {
        return None;
    }
    let payload = URL_SAFE_NO_PAD.decode(payload).ok()?;
    let claims: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(&payload).ok()?;
    let text = |name: &str| match claims.get(name)? {
        serde_json::Value::String(text) if !text.is_empty() => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    Some((text("iss").unwrap_or_default(), text(claim)?))
}

/// The client's credential for the upstream.
fn credential<'r>(headers: &'r HeaderMap, query: Option<&'r str>) -> Option<&'r [u8]> {
    let in_header = || CREDENTIALS.iter().find_map(|name| headers.get(name)).map(|value| value.as_bytes());
    let in_query = || query?.split('&').find_map(|part| part.strip_prefix("key=")).map(str::as_bytes);
    in_header().or_else(in_query).filter(|credential| !credential.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Sources};

    /// The tenants of a route with these lines of configuration.
    fn tenants(lines: &str) -> Tenants {
        let keyring = Keyring::new(&[zeroize::Zeroizing::new(vec![7; 32])]).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("masquerade.toml");
        let text = format!("[[routes]]\nname = \"llm\"\nupstreams = [\"https://llm.example.com\"]\n{lines}\n");
        std::fs::write(&file, text).unwrap();
        let (config, _) = Config::load(&Sources { file: Some(file), ..Sources::default() }, None).unwrap();
        Tenants::new(&config.routes[0], keyring, &config.limits)
    }

    fn identity(tenants: &Tenants, headers: &[(&'static str, &str)], query: Option<&str>) -> Result<Identity, Problem> {
        let header = |(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
        };
        tenants.identify(&headers.iter().map(header).collect(), query, None, &Access::default())
    }

    fn name(tenants: &Tenants, headers: &[(&'static str, &str)], query: Option<&str>) -> String {
        identity(tenants, headers, query).unwrap().tenant.name.to_string()
    }

    fn token(payload: &str, signature: &str) -> String {
        let encode = |part: &str| URL_SAFE_NO_PAD.encode(part);
        format!("Bearer {}.{}.{}", encode("{\"alg\":\"none\"}"), encode(payload), encode(signature))
    }

    #[test]
    fn credentials_of_the_upstream_tell_tenants_apart_and_are_not_their_names() {
        let tenants = tenants("");
        let ada = name(&tenants, &[("authorization", "Bearer ada")], None);
        assert_eq!(name(&tenants, &[("authorization", "Bearer ada"), ("x-api-key", "x")], None), ada);
        assert_ne!(name(&tenants, &[("authorization", "Bearer eve")], None), ada);
        assert_ne!(name(&tenants, &[("x-api-key", "ada")], None), name(&tenants, &[], Some("a=b&key=eve")));
        assert!(ada.starts_with("upstream/") && !ada.contains("ada"));
        assert_eq!(name(&tenants, &[], None), "route/llm");
    }

    #[test]
    fn a_claim_tells_tenants_apart_with_the_issuer_of_its_token() {
        let tenants = tenants("tenant = { claim = \"sub\" }");
        let ada = name(&tenants, &[("authorization", &token(r#"{"iss":"a","sub":"ada","exp":1}"#, "1"))], None);
        let same = name(&tenants, &[("authorization", &token(r#"{"sub":"ada","exp":2,"iss":"a"}"#, "2"))], None);
        assert_eq!(ada, same);
        assert!(ada.starts_with("upstream/") && !ada.contains("ada"), "{ada}");
        for other in [r#"{"iss":"b","sub":"ada"}"#, r#"{"sub":"ada"}"#, r#"{"iss":"a","sub":"eve"}"#, r#"{"sub":7}"#] {
            assert_ne!(name(&tenants, &[("authorization", &token(other, "1"))], None), ada, "{other}");
        }
        let whole = token(r#"{"sub":"ada"}"#, "1");
        let nameless = [
            "Bearer sk-1",
            "Basic YTpi",
            "Bearer a.b.c",
            &format!("{whole}.x"),
            &token("{}", "1"),
            &token(r#"{"sub":["ada"]}"#, "1"),
            &token(r#"{"sub":""}"#, "1"),
            &token("[]", "1"),
        ];
        for value in nameless {
            assert_eq!(identity(&tenants, &[("authorization", value)], None).unwrap_err(), NO_TENANT, "{value}");
        }
        let twice = [("authorization", whole.as_str()), ("authorization", whole.as_str())];
        assert_eq!(identity(&tenants, &twice, None).unwrap_err(), NO_TENANT);
    }

    #[test]
    fn a_header_tells_tenants_apart_whatever_the_credential() {
        let tenants = tenants("tenant = { header = \"X-Team\" }");
        let ada = name(&tenants, &[("x-team", "ada"), ("x-api-key", "k")], None);
        assert_eq!(name(&tenants, &[("x-team", "ada"), ("authorization", "Bearer k")], None), ada);
        assert_ne!(name(&tenants, &[("x-team", "eve"), ("x-api-key", "k")], None), ada);
        for headers in [&[("x-api-key", "k")][..], &[("x-team", "")], &[("x-team", "ada"), ("x-team", "eve")]] {
            assert_eq!(identity(&tenants, headers, None).unwrap_err(), NO_TENANT);
        }
    }

    #[test]
    fn a_key_of_ours_is_asked_for_where_it_should_be() {
        let refused = identity(&tenants("auth = \"key\""), &[], None);
        assert_eq!(refused.unwrap_err(), Problem::ProxyUnauthorized);
    }
}
