//! Names of hosts inside an organization's network: RFC 6762 (`.local`), RFC 8375 (`.home.arpa`), ICANN's `.internal`,
//! and the endings that administrators made up.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::network::domain::{host_around, is_file_ending, is_registered};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{Candidate, Finding, Pattern, Rule};

/// The facts about the label.
pub(super) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::NETWORK],
    aliases: &["INTERNAL_HOST", "INTERNAL_HOST_NAME", "PRIVATE_HOSTNAME", "INTRANET_HOST"],
    validation: Validation::Structure,
    languages: &["en"],
    ..LabelInfo::new(
        "INTERNAL_HOSTNAME",
        "The name of a host inside an organization's network.",
        "db-01.infra.example.com",
        Handling { surrogate: Surrogate::Domain, ..Handling::IDENTIFIER },
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // They are found by the dot before a telling label.
    patterns: Cow::Borrowed(&[Pattern::regex(
        r"\.(?:ad|corp|dmz|home\.arpa|infra|int|intern|internal|intra|intranet|lan|local|localdomain|mgmt|priv|private|CORP|INTERNAL|LAN|LOCAL)",
        0.3,
        0.96,
    )]),
    context: words![
        "host",
        "hosts",
        "hostname",
        "server",
        "servers",
        "node",
        "machine",
        "instance",
        "cluster",
        "endpoint",
        "dns",
        "fqdn",
        "nameserver",
        "gateway",
        "proxy",
        "bastion",
        "jump",
        "jumphost",
        "jumpbox",
        "vm",
        "ssh",
        "scp",
        "rsync",
        "ping",
        "curl",
        "telnet",
        "database",
        "rechner",
        "serveur",
        "servidor"
    ],
    check,
}];

/// Endings of whole names. The ambiguous endings also end names of members of objects and of packages.
const ENDINGS: &WordList = &WordList::new("corp|home.arpa|intranet|lan|localdomain");
const AMBIGUOUS: &WordList = &WordList::new("intern|internal|local");
/// Labels before an organization's own domain.
const ZONES: &WordList = &WordList::new("corp|infra|internal|intra|intranet|lan|mgmt|priv|private");
/// Labels that are words of programs and of advertising, too: only a machine stands before them.
const LOOSE_ZONES: &WordList = &WordList::new("ad|dmz|int|intern");
/// Parts of names of hosts that tell what they are for.
const PURPOSES: &WordList = &WordList::new(
    "prod|prd|production|preprod|dev|test|qa|uat|stage|staging|stg|corp|infra|ops|lab|build|data|db|svc|cluster|node|nodes|eng|services|k8s|mgmt|office|hq|dc|vault|consul|ldap|nexus|jenkins|gitlab|grafana|artifactory|bastion|vpn|gw|dmz|lan|idc",
);
/// Parts of programs before the name of a network.
const NETWORKS: &WordList = &WordList::new("memberlist|serf");
/// First parts of package names.
const PACKAGES: &WordList = &WordList::new(
    "com|org|net|io|edu|gov|java|javax|jdk|sun|dev|github|golang|kotlin|scala|android|androidx|\
    self|this|cls|config|settings|env|module|exports|window|document",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, dot) = (candidate.field.text, candidate.range.start);
    let range = host_around(text, dot)?;
    let name = text.get(range.clone())?;
    let (head, zone) = (text.get(range.start..dot)?, text.get(dot + 1..candidate.range.end)?);
    let domain = text.get(candidate.range.end..range.end)?;
    let first = head.split('.').next()?;
    // Windows gives a machine a name in capitals: `PC-14.example.local`.
    let rest =
        if first.bytes().any(|b| b.is_ascii_lowercase()) || !first.contains('-') { name } else { &name[first.len()..] };
    let mixed = rest.bytes().any(|b| b.is_ascii_uppercase()) && rest.bytes().any(|b| b.is_ascii_lowercase());
    // Parts of programs that are named for networks (`agent.server.memberlist.lan`), and the machine itself.
    let is_part = head.rsplit('.').next().is_some_and(|last| is_listed(last, NETWORKS)) || head == "localhost";
    if head.is_empty() || mixed || is_part || is_listed(first, PACKAGES) {
        return None;
    }
    let is_sure = match domain.strip_prefix('.') {
        None if is_listed(zone, ENDINGS) => true,
        None if is_listed(zone, AMBIGUOUS) => {
            let is_called = text[range.end..].starts_with('(');
            !is_called
                && (is_addressed(text, range.start, range.end)
                    || is_machine(head)
                    || has_purpose(head) && !is_in_path(text, range.start))
        }
        Some(domain) if is_listed(zone, LOOSE_ZONES) && is_registered(domain) && !is_file_ending(domain) => {
            let is_host = is_machine(first) || is_listed(first, PURPOSES) || is_addressed(text, range.start, range.end);
            is_host.then_some(true)?
        }
        Some(domain) if is_listed(zone, ZONES) && is_registered(domain) && !is_file_ending(domain) => true,
        _ => return None,
    };
    Some(Finding { sure: is_sure, ..candidate.part(range)? })
}

/// Reports whether it stands where only hosts do: behind a scheme or a user, before a port.
fn is_addressed(text: &str, start: usize, end: usize) -> bool {
    let port = text.as_bytes().get(end..end + 3).unwrap_or_default();
    let head = text.get(..start).unwrap_or_default();
    head.ends_with("://")
        || head.ends_with('@')
        || matches!(port, [b':', a, b] if a.is_ascii_digit() && b.is_ascii_digit())
}

/// Reports whether a path or a reference goes on at `start`: `./vault.prod.internal`.
fn is_in_path(text: &str, start: usize) -> bool {
    text[..start].ends_with(['/', '\\', '.', '$', '#'])
}

/// Reports whether one of several parts of `head` tells what the host is for: `vault.prod.example`.
fn has_purpose(head: &str) -> bool {
    /// Fewest parts: members of objects have fewer.
    const PARTS: usize = 3;
    head.split('.').count() >= PARTS && head.split('.').any(|part| is_listed(part, PURPOSES))
}

/// Reports whether one of the names is numbered or hyphenated, as names of machines are: `db01`, `web-prod`.
fn is_machine(head: &str) -> bool {
    head.bytes().any(|b| b == b'-' || b.is_ascii_digit()) && head.bytes().any(|b| b.is_ascii_alphabetic())
}
