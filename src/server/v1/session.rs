//! The choice of a request's session.

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

/// The header with a session id, of a request or of its answer.
pub const HEADER: HeaderName = HeaderName::from_static("x-session-id");

/// The id of a key's default session.
const DEFAULT: &str = "default";

/// The longest session id, in bytes.
const MAX_LEN: usize = 128;

/// The use that a request makes of its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionUse {
    /// Adding of entries.
    Write,
    /// Look-up of entries.
    Read,
}

/// The session of a request.
#[derive(Debug)]
pub struct SessionChoice {
    /// The session with the tenant's keys.
    pub owner: Owner,
    /// The id of a session that was created for this request, which the answer names.
    pub fresh: Option<HeaderValue>,
}

/// The derived keys of the clients, and the ids of their sessions.
#[derive(Debug)]
pub struct ClientSessions {
    keyring: Keyring,
    /// Cached keys by name of the client; bounded by the API keys of the configuration.
    clients: DashMap<String, Arc<ClientKeys>>,
}

/// The derived keys of a client.
#[derive(Debug)]
struct ClientKeys {
    tenant: Arc<str>,
    cipher: Cipher,
    sessions: SessionKey,
    /// The default session, which belongs to the API key; all others belong to the tenant.
    default: SessionId,
}

impl ClientSessions {
    /// Sessions with keys derived from `keyring`.
    pub fn new(keyring: Keyring) -> Self {
        Self { keyring, clients: DashMap::new() }
    }

    /// The session of a request with these headers.
    ///
    /// # Errors
    /// If `X-Session-Id` is malformed, or the system has no randomness.
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
            // A new session would have no entries to look up.
            None if usage == SessionUse::Read => known(None),
            None => {
                let id = fresh_id()?;
                let fresh = HeaderValue::from_str(&id).map_err(|_| Problem::Internal)?;
                SessionChoice { owner: owner(Some(derived.session(&id))), fresh: Some(fresh) }
            }
        })
    }

    /// The owner of a conversation that a face names by an id of any form; without one nothing is kept.
    pub fn of_conversation(&self, client: &Client, id: Option<&str>) -> Owner {
        let derived = self.derived(client);
        let scope = id.map(|id| Scope {
            tenant: Arc::clone(&derived.tenant),
            // No session of the header has an id with a slash.
            session: derived.sessions.id(&format!("conversation/{id}")),
        });
        Owner { cipher: derived.cipher.clone(), scope }
    }

    /// The session that `id` names; `None` if the id is malformed.
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
            // A client's id has no slash, so the two kinds cannot collide.
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

/// A random session id of 128 bits.
fn fresh_id() -> Result<String, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Problem::Internal)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// The form of a session's id in audit events: 64 bits of its keyed hash, enough to tell sessions apart.
pub fn display_id(session: &SessionId) -> String {
    session.as_bytes().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
