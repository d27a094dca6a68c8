//! [`Incoming`]: the parts of a request beside its body, and the entities that are masked in them.

use super::rules::{counts_in_number, is_denied};
use masquerade_detect::Detector;
use masquerade_detect::entity::{Entity, Group};

/// The parts of a request beside its body, which is decoded.
#[derive(Clone, Copy, Default)]
pub struct Incoming<'r> {
    /// `Content-Type`, if there is one.
    pub media_type: Option<&'r str>,
    /// The path of its target.
    pub path: &'r str,
    /// The query of its target, without the question mark.
    pub query: Option<&'r str>,
    /// Headers whose values are searched.
    pub headers: &'r [IncomingHeader<'r>],
    /// The segment of its path that names state of the provider.
    pub id: Option<&'r str>,
    /// True if it deletes or cancels state of the provider, to which it adds nothing.
    pub ends_state: bool,
}

/// A header whose value is searched.
#[derive(Clone, Copy)]
pub struct IncomingHeader<'r> {
    /// The name of the header.
    pub name: &'r str,
    /// The value of the header.
    pub value: &'r str,
    /// The entities that are masked in it.
    pub scope: HeaderScope,
}

/// The entities that are masked in a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeaderScope {
    /// E-mail addresses.
    Addresses,
    /// E-mail addresses, and personal data with a validation. Headers hold names of hosts, and credentials.
    Identifiers,
    /// All entities.
    All,
}

impl std::fmt::Debug for Incoming<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Incoming(…)")
    }
}

/// Labels of names of hosts, which headers hold as a rule.
const HOSTS: [&str; 2] = ["URL", "DOMAIN_NAME"];

/// Reports whether an entity in a header of this scope is masked.
pub(super) fn is_in(scope: HeaderScope, detector: &Detector, entity: &Entity) -> bool {
    let name = entity.label.name();
    let info = detector.catalogue().info(entity.label);
    match scope {
        HeaderScope::All => true,
        _ if name == "EMAIL_ADDRESS" || is_denied(entity) => true,
        HeaderScope::Addresses => false,
        HeaderScope::Identifiers => {
            let is_secret = info.is_some_and(|info| info.groups.contains(&Group::SECRETS));
            !is_secret && !HOSTS.contains(&name) && counts_in_number(detector, entity)
        }
    }
}
