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
pub enum SessionUse {
    /// Entries are added to it.
    Write,
    /// Entries are looked up in it.
    Read,
}

/// Whose session, and how the client gets to know of it.
#[derive(Debug)]
pub struct SessionChoice {
    /// The session with the tenant's keys.
    pub owner: Owner,
    /// The id of a session that was made for this request.
    pub fresh: Option<HeaderValue>,
}

/// The keys of the clients' tenants, and the ids of their sessions.
#[derive(Debug)]
pub struct ClientSessions {
    keyring: Keyring,
    /// By name of the client, derived once; as many as there are keys in the configuration.
    clients: DashMap<String, Arc<ClientKeys>>,
}

/// What is derived for a client.
#[derive(Debug)]
struct ClientKeys {
    tenant: Arc<str>,
    cipher: Cipher,
    sessions: SessionKey,
    /// The default session belongs to the key, all others to the tenant.
    default: SessionId,
}

impl ClientSessions {
    /// The sessions under the keys of `keyring`.
    pub fn new(keyring: Keyring) -> Self {
        Self { keyring, clients: DashMap::new() }
    }

    /// The session that a request with these headers uses.
    ///
    /// # Errors
    /// If `X-Session-Id` is out of form, or no fresh id can be made.
    pub fn choose(&self, client: &Client, headers: &HeaderMap, usage: SessionUse) -> Result<SessionChoice, Problem> {
        let named = named_session(headers)?;
        let derived = self.derived(client);
        let owner = |session: Option<SessionId>| Owner {
            cipher: derived.cipher.clone(),
            scope: session.map(|session| Scope { tenant: Arc::clone(&derived.tenant), session }),
        };
        let known = |session| SessionChoice { owner: owner(session), fresh: None };
        if is_no_store(headers) {
            return Ok(known(None));
        }
        Ok(match named {
            Some(id) => known(Some(derived.session(id))),
            None if client.default_session => known(Some(derived.default)),
            // There is nothing to look up, and nothing worth a new session.
            None if usage == SessionUse::Read => known(None),
            None => {
                let id = fresh_id()?;
                let fresh = HeaderValue::from_str(&id).map_err(|_| Problem::Internal)?;
                SessionChoice { owner: owner(Some(derived.session(&id))), fresh: Some(fresh) }
            }
        })
    }

    /// The session that `id` names; `None` if that is no id at all.
    pub fn named(&self, client: &Client, id: &str) -> Option<Scope> {
        let derived = self.derived(client);
        is_id(id).then(|| Scope { tenant: Arc::clone(&derived.tenant), session: derived.session(id) })
    }

    fn derived(&self, client: &Client) -> Arc<ClientKeys> {
        if let Some(derived) = self.clients.get(&client.name) {
            return Arc::clone(&derived);
        }
        let sessions = self.keyring.sessions(&client.tenant);
        let derived = Arc::new(ClientKeys {
            tenant: client.tenant.as_str().into(),
            cipher: self.keyring.cipher(&client.tenant, REALM),
            // A slash cannot stand in a client's id, so the two kinds can never meet.
            default: sessions.id(&format!("{DEFAULT}/{}", client.name)),
            sessions,
        });
        self.clients.insert(client.name.clone(), Arc::clone(&derived));
        derived
    }
}

impl ClientKeys {
    fn session(&self, id: &str) -> SessionId {
        if id == DEFAULT { self.default } else { self.sessions.id(id) }
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

/// The form of a session's id in audit events: 64 bits of its keyed hash, enough to tell sessions apart.
pub fn display_id(session: &SessionId) -> String {
    session.as_bytes().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
