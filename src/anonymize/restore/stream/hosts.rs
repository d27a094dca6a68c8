//! [`Hosts`]: the hosts in whose URLs originals may be put.

use std::{collections::HashSet, fmt, net::Ipv4Addr};

/// A set of host names. Its default is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hosts {
    exact: HashSet<Box<str>>,
    /// Domains whose every subdomain belongs to the set, without a leading dot.
    parents: HashSet<Box<str>>,
}

/// A text that is no host name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadHost;

impl fmt::Display for BadHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a host name: letters, digits, '-' and '.', perhaps with '*.' before it")
    }
}

impl std::error::Error for BadHost {}

impl Hosts {
    /// Longest host name, in bytes (RFC 1035).
    pub const MAX_LEN: usize = 253;

    /// The set of `names`, in any case: `docs.example.com`, or `*.example.com` for all below it.
    ///
    /// # Errors
    /// The place in the list of the first that is no host name.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, (usize, BadHost)> {
        let mut hosts = Self::default();
        for (at, name) in names.into_iter().enumerate() {
            let name = name.to_ascii_lowercase();
            let (set, name) = match name.strip_prefix("*.") {
                Some(parent) => (&mut hosts.parents, parent),
                None => (&mut hosts.exact, name.as_str()),
            };
            if !is_host(name) {
                return Err((at, BadHost));
            }
            set.insert(name.into());
        }
        Ok(hosts)
    }

    /// Reports whether `host`, in lower case, is in the set.
    pub fn contains(&self, host: &str) -> bool {
        let parents = || host.match_indices('.').filter_map(|(dot, _)| host.get(dot + 1..));
        self.exact.contains(host) || !self.parents.is_empty() && parents().any(|parent| self.parents.contains(parent))
    }
}

/// Reports whether `host`, in lower case, is of this machine or of a private network, so that nobody else serves it:
/// loopback names and addresses (RFC 6761, RFC 1122), private addresses (RFC 1918), and names that no public zone has.
pub(super) fn is_local(host: &str) -> bool {
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        return address.is_loopback() || address.is_private();
    }
    host == "localhost" || [".localhost", ".internal", ".home.arpa"].iter().any(|zone| host.ends_with(zone))
}

fn is_host(name: &str) -> bool {
    let is_label = |label: &str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    name.len() <= Hosts::MAX_LEN && name.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_exact_names_and_subdomains() {
        let hosts = Hosts::new(["Docs.example.com", "*.corp.example"]).unwrap();
        for (host, expected) in [
            ("docs.example.com", true),
            ("example.com", false),
            ("a.docs.example.com", false),
            ("corp.example", false),
            ("a.corp.example", true),
            ("b.a.corp.example", true),
            ("evilcorp.example", false),
            ("", false),
        ] {
            assert_eq!(hosts.contains(host), expected, "{host}");
        }
        for bad in ["", "*", "a..b", "https://a", "a/b", "a:1", "*.", "ä.example"] {
            assert_eq!(Hosts::new(["a", bad]), Err((1, BadHost)), "{bad}");
        }
    }
}
