//! Names of the lines of customers, as providers give them to addresses (`p5dd4a1c7.dip0.example.net`), and those that people give their own
//! routers and servers at home with a service for changing addresses (`jane.example.net`).

use std::borrow::Cow;

use super::internal_host::INFO;
use crate::text::is_value_edge;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Lines of Telekom, Virgin Media, Vodafone, Orange, Telecom Italia, Telefónica and others.
        Pattern::regex(
            "\\.(?:dip0?\\.t-(?:ipconnect|dialin)|(?:cable|dsl)\\.virginm|abo\\.wanadoo|fbx\\.proxad|retail\\.telecomitalia|dyn\\.telefonica|rima-tde|res(?:idential)?\\.(?:spectrum|rr)|hsd1\\.[a-z]{2}\\.comcast|cable\\.dyn\\.cableonline|dynamic\\.ziggo|upc-[a-z]\\.chello)\\.(?:de|net|fr|it|com|at|nl|es)",
            0.9,
            0.95,
        ),
        // Services for names of addresses that change.
        Pattern::regex(
            "\\.(?:myfritz|dyndns|dynv6|ddns|duckdns|no-ip|hopto|zapto|sytes|spdns|selfhost|homeip|dnsalias|synology|myds|mynetgear|tplinkdns|asuscomm|freeddns|goip)\\.(?:net|org|de|info|me|com|eu|biz|ws)",
            0.85,
            0.95,
        ),
    ]),
    context: words![],
    check,
}];

/// The whole name, which is more than that of the service.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest name of a host (RFC 1035), in bytes.
    const LONGEST: usize = 253;
    const SERVICES: [&str; 8] = ["www", "api", "dynupdate", "update", "members", "account", "docs", "help"];
    let text = candidate.field.text;
    // An address in brackets may follow: `client=p5dd4a1c7.dip0.example.net[203.0.113.7]`.
    let (dot, end) = (candidate.range.start, candidate.range.end);
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.');
    let len = text.as_bytes()[..dot].iter().rev().take(LONGEST).take_while(|b| stands(b)).count();
    let head = text.get(dot - len..dot)?.trim_start_matches(['-', '.']);
    let range = dot - head.len()..end;
    let is_whole =
        is_value_edge(text, range.start) && !text.as_bytes().get(end).is_some_and(|b| stands(b) && *b != b'.');
    let is_host = !head.split('.').any(str::is_empty) && !SERVICES.contains(&head);
    (is_whole && is_host).then(|| candidate.part(range))?
}
