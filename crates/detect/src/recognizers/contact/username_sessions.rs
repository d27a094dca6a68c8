//! Names of accounts in messages of VPNs, portals, proxies and databases about sessions, and of what is done to accounts:
//! `x/203.0.113.7:1194 MULTI: …`, `x@203.0.113.7`, `created user x`.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, is_account, is_plain_word, name_at};
use super::username_messages::is_host;
use super::username_places::is_shared;
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Connections of OpenVPN, behind the user and the address: `x/203.0.113.7:1194 MULTI: …`
        Pattern::within("/[0-9]{1,3}(?:\\.[0-9]{1,3}){3}:[0-9]{1,5}(?:[ \r\n]|$)", 0.85, 0.95),
        // Sessions: `x@203.0.113.7`
        Pattern::within("@[0-9]{1,3}(?:\\.[0-9]{1,3}){3}", 0.85, 0.95),
        // The trail of audits of Oracle: `DATABASE USER:[7] 'x'`
        behind("USER ?: ?\\[[0-9]{1,3}\\] ?['\"]"),
        // Logins that failed: `Login failed: 'x' (Remote IP: …)`, `Username 'x'`
        behind("(?:[Ll]og[io]n failed:|[Uu]ser ?name|USERNAME) ?['\"]"),
        // Logins, before the address they come from: `Authentication failure for x from 203.0.113.7`
        // Administration: `created user x, role=editor`
        behind(
            "(?i:added|created|deleted|disabled|enabled|imported|invited|locked|registered|removed|suspended|unlocked|updated) (?:new )?user ",
        ),
        // Requests to Jira and Confluence, behind the user: `x 651x7834x1 1a2b3c4 203.0.113.7 /browse`
        Pattern::within(" [0-9]{1,4}x[0-9]{1,10}x[0-9]{1,2} ", 0.85, 0.95),
        // Proxies of Blue Coat, behind the client and the user: `203.0.113.7 x - - OBSERVED`
        Pattern::within(" - - (?:OBSERVED|PROXIED|DENIED) ", 0.85, 0.95),
        behind(
            "(?i:authentication|log-?[io]n)(?: attempt)? (?:failure|failed|success|succeeded|successful|error)(?: for|:|,)? |\
             (?i:log-?in|log in|logged in|login ok|logon)(?: ok)? (?:as|for user) ",
        ),
        // What servers of RADIUS answer: `Access-Reject for x from NAS 203.0.113.7`
        behind("Access-(?:Accept|Reject|Request|Challenge) for (?:user )?"),
        // Who logs in to a market, in messages between traders (FIX): `8=FIX.4.4|…|553=x|`
        Pattern::within("[|\x01^;]553=", 0.85, 0.95),
    ]),
    context: words![],
    check,
}];

const fn behind(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.85, 0.95)
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let is_quoted = |place: &Range<usize>| byte_at(text, place.end) == byte_before(text, end);
    let is_own = |place: &Range<usize>| {
        let found = &text[place.clone()];
        !is_plain_word(found) && !is_shared(found) && !is_host(found)
    };
    let place = match candidate.pattern {
        0 => of_tunnel(text, start, end)?,
        1 => before_address(text, start)?,
        2 => name_at(text, end).filter(is_quoted)?,
        3 => name_at(text, end).filter(|place| is_quoted(place) && is_own(place))?,
        4 => administered(text, end)?,
        5 => name_before(text, start).filter(|place| is_request(text, place, end))?,
        6 => name_before(text, start).filter(|place| is_behind_host(text, place.start))?,
        8 => name_at(text, end).filter(|place| is_own(place))?,
        9 => name_at(text, end).filter(|_| line::before(text, start, 512).contains("8=FIX"))?,
        _ => name_at(text, end).filter(|place| is_from_address(&text[place.end..]) && is_own(place))?,
    };
    is_account(text.get(place.clone())?).then(|| candidate.part(place))?
}

/// The user of a tunnel before the slash at `at`, behind which its address ends before `end`. Java writes hosts in this way, too,
/// so that the line has to be one of OpenVPN.
fn of_tunnel(text: &str, at: usize, end: usize) -> Option<Range<usize>> {
    /// Farthest name of the program, in bytes.
    const FAR: usize = 160;
    const EVENTS: [&str; 13] = [
        "MULTI",
        "TLS: ",
        "TLS Error",
        "PUSH",
        "SENT CONTROL",
        "Data Channel",
        "peer info",
        "VERIFY",
        "Outgoing",
        "Incoming",
        "Inactivity",
        "Connection reset",
        "SIGTERM",
    ];
    let place = name_before(text, at)?;
    let is_openvpn =
        EVENTS.iter().any(|event| text[end..].starts_with(event)) || line::before(text, at, FAR).contains("openvpn");
    (is_openvpn && !is_shared(&text[place.clone()])).then_some(place)
}

/// The user behind a verb of administration, with nothing but details behind it.
fn administered(text: &str, at: usize) -> Option<Range<usize>> {
    const DETAILS: [&str; 8] = [" (", " as ", " by ", " from ", " in ", " on ", " to ", " with "];
    let place = name_at(text, at)?;
    let (found, rest) = (&text[place.clone()], &text[place.end..]);
    let ends = line::ends(text, place.end)
        || rest.starts_with([',', ';', '.', ':'])
        || DETAILS.iter().any(|word| rest.starts_with(word));
    (ends && !is_plain_word(found) && !is_shared(found) && !is_uuid(found)).then_some(place)
}

/// Reports whether an address in a network stands before `at` on its line.
fn is_behind_host(text: &str, at: usize) -> bool {
    /// Longest address, in bytes.
    const LONGEST: usize = 48;
    let head = line::before(text, at, LONGEST).trim_end();
    head.rsplit(' ').next().is_some_and(|host| host.contains('.') && is_host(host))
}

/// Reports whether a user stands at `place` before the number of a request, behind which a session or an address begins at
/// `end`: sizes of pictures have such numbers, too.
fn is_request(text: &str, place: &Range<usize>, end: usize) -> bool {
    let next = line::behind(text, end, 64).split(' ').next().unwrap_or_default();
    let is_session = next == "-" || next.len() > 4 && next.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.');
    is_session && next.bytes().any(|b| b.is_ascii_digit() || b == b'-') && !is_plain_word(&text[place.clone()])
}

/// The user before the sign at `at`, behind which an address follows: of a session, and of no URL.
fn before_address(text: &str, at: usize) -> Option<Range<usize>> {
    /// Programs whose nodes have such names.
    const NODES: &WordList =
        &WordList::new("akka|celery|consul|couchdb|ejabberd|emqx|etcd|memcached|rabbitmq|riak|vault|vernemq|zookeeper");
    let place = name_before(text, at)?;
    let found = text.get(place.clone())?;
    // Programs number themselves: `worker3`.
    let base = found.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_user = !is_plain_word(base) && !is_shared(found) && !is_host(found) && !is_listed(found, NODES);
    is_user.then_some(place)
}

/// The name of an account that ends at `at` and follows a blank, a sign of a log or a domain of Windows.
fn name_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name of an account, in bytes.
    const LONGEST: usize = 64;
    let head = line::before(text, at, LONGEST);
    let name = head.rsplit([' ', '\t', '[', '(', '<', '"', '\'', '=', ',', '|', '\\']).next()?;
    let place = name_at(text, at - name.len())?;
    // A host behind `//`, and a name of which the beginning is not seen.
    (place.end == at && (name.len() < head.len() || line::begins(text, place.start))).then_some(place)
}

/// Reports whether a message goes on with the address that a login comes from.
fn is_from_address(rest: &str) -> bool {
    let address = [" from ", " from IP ", " from ip ", " [", " (", " rhost=", " via "];
    address.iter().any(|word| {
        let behind = rest.strip_prefix(word).unwrap_or_default().trim_start_matches(['[', '(']);
        behind.starts_with(|c: char| c.is_ascii_digit()) && window::behind(behind, 0, 16).contains(['.', ':'])
    })
}
