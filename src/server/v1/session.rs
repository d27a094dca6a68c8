//! Which session a request uses.

use std::sync::Arc;

use dashmap::DashMap;
use http::{HeaderName, HeaderValue, header::HeaderMap};

use super::is_no_store;
use crate::{
    access::Client,
    engine::{Owner, wire::REALM},
    keys::{Cipher, Keyring, SessionId, SessionKey},
    problem::Problem,
    store::Scope,
};

/// Names the session of a request, or of its answer.
pub const HEADER: HeaderName = HeaderName::from_static("x-session-id");

/// The name of a key's default session, where sessions are named.
const DEFAULT: &str = "default";

/// Longest id, in bytes.
const MAX_LEN: usize = 128;

/// What a request does with its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Entries are added to it.
    Write,
    /// Entries are looked up in it.
    Read,
}

/// Whose session, and how the client gets to know of it.
#[derive(Debug)]
pub struct Chosen {
    /// The session with the tenant's keys.
    pub owner: Owner,
    /// The id of a session that was made for this request.
    pub fresh: Option<HeaderValue>,
}

/// The keys of the tenants, and the ids of their sessions.
#[derive(Debug)]
pub struct Sessions {
    keyring: Keyring,
    /// Derived once; as many as there are keys in the configuration.
    tenants: DashMap<String, Arc<Tenant>>,
}

#[derive(Debug)]
struct Tenant {
    name: Arc<str>,
    cipher: Cipher,
    sessions: SessionKey,
}

impl Sessions {
    /// Sessions under the keys of `keyring`.
    pub fn new(keyring: Keyring) -> Self {
        Self { keyring, tenants: DashMap::new() }
    }

    /// The session that a request with these headers uses.
    ///
    /// # Errors
    /// If `X-Session-Id` is out of form, or no fresh id can be made.
    pub fn choose(&self, client: &Client, headers: &HeaderMap, usage: Use) -> Result<Chosen, Problem> {
        let named = named_session(headers)?;
        let tenant = self.tenant(client);
        let owner = |scope| Owner { cipher: tenant.cipher.clone(), scope };
        if is_no_store(headers) {
            return Ok(Chosen { owner: owner(None), fresh: None });
        }
        let scope = |session| Some(Scope { tenant: Arc::clone(&tenant.name), session });
        match named {
            Some(id) => Ok(Chosen { owner: owner(scope(tenant.session(client, id))), fresh: None }),
            None if client.default_session => {
                Ok(Chosen { owner: owner(scope(tenant.session(client, DEFAULT))), fresh: None })
            }
            // There is nothing to look up, and nothing worth a new session.
            None if usage == Use::Read => Ok(Chosen { owner: owner(None), fresh: None }),
            None => {
                let id = fresh_id()?;
                let session = tenant.session(client, &id);
                let fresh = HeaderValue::from_str(&id).map_err(|_| Problem::Internal)?;
                Ok(Chosen { owner: owner(scope(session)), fresh: Some(fresh) })
            }
        }
    }

    /// The session that `id` names; `None` if that is no id at all.
    pub fn named(&self, client: &Client, id: &str) -> Option<Scope> {
        let tenant = self.tenant(client);
        is_id(id).then(|| Scope { tenant: Arc::clone(&tenant.name), session: tenant.session(client, id) })
    }

    fn tenant(&self, client: &Client) -> Arc<Tenant> {
        if let Some(tenant) = self.tenants.get(&client.tenant) {
            return Arc::clone(&tenant);
        }
        let tenant = Arc::new(Tenant {
            name: client.tenant.as_str().into(),
            cipher: self.keyring.cipher(&client.tenant, REALM),
            sessions: self.keyring.sessions(&client.tenant),
        });
        self.tenants.insert(client.tenant.clone(), Arc::clone(&tenant));
        tenant
    }
}

impl Tenant {
    /// The default session belongs to the key, all others to the tenant. A slash cannot stand in a
    /// client's id, so the two can never meet.
    fn session(&self, client: &Client, id: &str) -> SessionId {
        match id {
            DEFAULT => self.sessions.id(&format!("{DEFAULT}/{}", client.name)),
            id => self.sessions.id(id),
        }
    }
}

fn named_session(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let mut values = headers.get_all(HEADER).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let id = value.to_str().ok().filter(|id| is_id(id) && values.next().is_none());
    let expected = "1 to 128 of A-Z a-z 0-9 . _ -, beginning with a letter or digit";
    id.map(Some).ok_or(Problem::InvalidHeader { name: "X-Session-Id", expected })
}

fn is_id(id: &str) -> bool {
    id.len() <= MAX_LEN
        && id.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

/// 128 bits that nobody can guess.
fn fresh_id() -> Result<String, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Problem::Internal)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// What of a session's id is shown in audit events: enough of its keyed hash to tell sessions apart.
pub fn shown(session: &SessionId) -> String {
    session.as_bytes().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
