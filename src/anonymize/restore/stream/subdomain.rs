//! [`Subdomain`]: an original as a label of somebody's host.
//!
//! What shows a text makes a link of `Ada.evil.example`, too, and looks its host up as soon as it does: whoever serves
//! names below `evil.example` is told the label. So a substitute with a domain behind it is restored only if the host is
//! allowed, or stood in the request.

use super::{
    hosts::{Hosts, is_local},
    known_urls::MarkedUrl,
};

/// The host that the text behind a substitute makes of its original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subdomain<'t> {
    /// None.
    No,
    /// A decision that more text must precede.
    Wait,
    /// The part of a name behind a registered domain, which it is under.
    Of(&'t str),
}

/// The longest rest of a name, in bytes (RFC 1035).
const MAX_REST: usize = Hosts::MAX_LEN;

impl<'t> Subdomain<'t> {
    /// The subdomain that `rest` makes of `original` before it; `eof`: no text follows `rest`.
    pub(super) fn find(original: &str, rest: &'t str, eof: bool) -> Self {
        if !original.chars().next_back().is_some_and(char::is_alphanumeric) {
            return Self::No;
        }
        let len = rest.bytes().take(MAX_REST).take_while(|byte| is_of_host(*byte)).count();
        if len == rest.len() && !eof {
            return Self::Wait;
        }
        // A name of this length, which may be cut within a character, is none; it is held all the same.
        let Some(name) = rest.get(..len).filter(|_| len < MAX_REST) else { return Self::Of("") };
        let name = name.trim_end_matches(['.', '-']);
        let Some(label) = name.find('.') else { return Self::No };
        let lower = name.to_lowercase();
        let behind = lower.len() - lower.find('.').map_or(lower.len(), |dot| dot + 1);
        let is_domain = |domain: psl::Domain<'_>| domain.suffix().is_known() && domain.as_bytes().len() <= behind;
        let is_held = label + 1 < name.len() && psl::domain(lower.as_bytes()).is_some_and(is_domain);
        if is_held { Self::Of(name) } else { Self::No }
    }
}

/// Reports whether the host of `original` and the rest of its name is one of `hosts`, or of this network.
pub(super) fn is_allowed(original: &str, rest: &str, hosts: &Hosts) -> bool {
    let label = original.rsplit(|c: char| !c.is_ascii() || !is_of_host(c as u8)).next().unwrap_or_default();
    let host = [label, rest].concat().to_ascii_lowercase();
    !rest.is_empty() && (hosts.contains(&host) || is_local(&host))
}

/// `substitute` with the rest of a host's name, for the list of what is known.
pub(super) fn known(substitute: &str, rest: &str) -> MarkedUrl {
    let (text, place) = ([substitute, rest].concat(), 0..substitute.len());
    MarkedUrl { text: text.into(), marks: vec![place], is_cut: false }
}

fn is_of_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registered_domain_behind_an_original_makes_a_host_of_it() {
        for (original, rest, expected) in [
            ("Ada", ".evil.example", Subdomain::No),
            ("Ada", ".evil.com and", Subdomain::Of(".evil.com")),
            ("Ada Byron", "-x.evil.co.uk.", Subdomain::Of("-x.evil.co.uk")),
            ("ada@example.com", ".a.evil.com/x", Subdomain::Of(".a.evil.com")),
            ("Ada", ".com", Subdomain::No),
            ("Ada", ". Then", Subdomain::No),
            ("Ada", ".Then", Subdomain::No),
            ("Ada", ".md", Subdomain::No),
            ("Ada", ".notes.txt", Subdomain::No),
            ("Ada", "'s.evil.com", Subdomain::No),
            ("Ada!", ".evil.com", Subdomain::No),
            ("Ada", "", Subdomain::No),
        ] {
            assert_eq!(Subdomain::find(original, rest, true), expected, "{original}{rest}");
        }
        assert_eq!(Subdomain::find("Ada", ".evil.c", false), Subdomain::Wait);
        assert_eq!(Subdomain::find("Ada", "", false), Subdomain::Wait);
        assert_eq!(Subdomain::find("Ada", &".a".repeat(MAX_REST), false), Subdomain::Of(""));
    }

    #[test]
    fn hosts_of_the_route_and_of_this_network_are_allowed() {
        let hosts = Hosts::new(["*.corp.example", "ada.good.example"]).expect("hosts");
        for (rest, expected) in
            [(".corp.example", true), (".good.example", true), (".b.good.example", false), (".x.internal", true)]
        {
            assert_eq!(is_allowed("Ms Ada", rest, &hosts), expected, "{rest}");
        }
    }
}
