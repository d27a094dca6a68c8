//! Names of machines that hold the account of who works on them: `WS-MSCHULZE`, `laptop-mschulze`.

use std::{borrow::Cow, ops::Range};

use super::internal_host::INFO;
use crate::common_words::is_common_word;
use crate::name_parts::is_initial_and_name;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::value::token;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, run_before, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?:WS|WKS|PC|NB|LT|LAP|LAPTOP|NOTEBOOK|DESKTOP|WORKSTATION|TABLET|MBP|CLIENT)-[A-Z]{5,16}",
            0.75,
            0.8,
        ),
        Pattern::regex("(?:ws|wks|pc|nb|laptop|notebook|desktop|workstation|tablet|mbp)-[a-z]{5,16}", 0.75, 0.8),
        // The account first: `MSCHULZE-LAPTOP`.
        Pattern::regex("[A-Z]{4,16}-(?:LAPTOP|NOTEBOOK|DESKTOP|WORKSTATION|PC|NB|WS|MBP|MACBOOK|SURFACE)", 0.75, 0.8),
        // Behind their name in the logs of Windows.
        Pattern::key(
            keys![
                "workstation name",
                "workstation",
                "computer name",
                "client computer name",
                "source workstation",
                "shost",
                "dhost",
                "hostname",
                "host name",
                "ident host name",
                "device name",
                "machine name",
                "client name",
                "asset name",
                "endpoint name"
            ],
            0.75,
        ),
        // The server and the instance of a database in a connection string or a command: `Data Source=SQLCL7\\PAY;`.
        Pattern::within(
            "(?:(?:Data Source|DataSource|Server|Network Address|SERVER)=|(?:sqlcmd|bcp) -S )(?:tcp:|np:)?[A-Za-z]",
            0.85,
            0.9,
        ),
        // The owner first, in small letters: `marek-thinkpad`.
        Pattern::within("-(?:laptop|thinkpad|macbook|mbp|iphone|ipad)", 0.75, 0.8),
    ]),
    context: words![],
    check,
}];

/// The server at `at` and its instance behind a backslash, which strings of programs double.
fn of_database(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name of a server and of an instance, in bytes.
    const SERVER: usize = 63;
    const INSTANCE: usize = 16;
    const OTHERS: [&str; 3] = ["localhost", "local", "localdb"];
    let near = line::behind(text, at, SERVER + INSTANCE + 3);
    let (server, rest) = near.split_once('\\')?;
    let is_server = (2..=SERVER).contains(&server.len())
        && server.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
        && !OTHERS.iter().any(|other| server.eq_ignore_ascii_case(other));
    let instance = rest.strip_prefix('\\').unwrap_or(rest);
    let len = instance.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$')).count();
    let ends = instance[len..].is_empty() || instance[len..].starts_with([';', '"', '\'', ',', ' ']);
    let fits = is_server && (1..=INSTANCE).contains(&len) && ends;
    fits.then(|| at..at + near.len() - instance.len() + len)
}

/// The pattern of names of machines behind their name.
const NAMED: usize = 3;
/// The pattern of servers of databases.
const DATABASE: usize = 4;
/// The pattern of names that begin with the account.
const FIRST: usize = 2;
/// The pattern of names that begin with the owner.
const OWNED: usize = 5;
/// Fewest and most letters of an owner.
const SHORTEST_OWNER: usize = 3;
const LONGEST_OWNER: usize = 16;

/// Words in capitals for the kinds of machines that people work at.
const KINDS: [&str; 15] = [
    "LAPTOP",
    "DESKTOP",
    "PC",
    "WS",
    "NB",
    "LT",
    "WKS",
    "NOTEBOOK",
    "WORKSTATION",
    "CLIENT",
    "TABLET",
    "MBP",
    "MACBOOK",
    "THINKPAD",
    "SURFACE",
];

/// The name of somebody's machine that the value is: a word for its kind in capitals, and what tells it from others.
fn named(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let place = token(candidate, b"&,")?;
    is_machine(candidate.field.text.get(place.clone())?).then_some(place)
}

/// Reports whether a name in capitals has a word for the kind of a machine among its parts: `LT-9347`, `LON-LT-9347`, `JANE-LAPTOP`.
fn is_machine(name: &str) -> bool {
    /// Environments of servers, of which some are called clients, too.
    const SERVERS: [&str; 8] = ["PROD", "TEST", "DEV", "STG", "QA", "SRV", "WEB", "API"];
    let stands = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-';
    if name.split('-').any(|part| SERVERS.contains(&part)) {
        return false;
    }
    let others = name.split('-').filter(|part| !KINDS.contains(part)).map(str::len).sum::<usize>();
    name.bytes().all(stands) && others > 2 && name.split('-').any(|part| KINDS.contains(&part))
}

/// Accepts a machine whose second part is made as accounts are, or is an account that stands alone near it.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest account, in bytes.
    const FAR: usize = 256;
    let (text, range) = (candidate.field.text, candidate.range.clone());
    if candidate.pattern == NAMED {
        return candidate.part(named(candidate)?);
    }
    if candidate.pattern == DATABASE {
        return candidate.part(of_database(text, range.end - 1)?);
    }
    if candidate.pattern == OWNED {
        let owner = run_before(window::before(text, range.start, LONGEST_OWNER + 1), |c| c.is_ascii_lowercase());
        let whole = range.start - owner.len()..range.end;
        let fits = (SHORTEST_OWNER..=LONGEST_OWNER).contains(&owner.len()) && is_apart(text, &whole);
        return (fits && is_owner(owner)).then(|| candidate.part(whole))?;
    }
    let (first, last) = candidate.matched().split_once('-')?;
    let account = if candidate.pattern == FIRST { first } else { last }.to_lowercase();
    let is_word = is_common(&account) || is_common_word(&account);
    let around = [window::before(text, range.start, FAR), window::behind(text, range.end, FAR)];
    let stands_alone = |near: &str| {
        near.match_indices(account.as_str()).any(|(at, _)| {
            let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            !near[..at].ends_with(is_part) && !near[at + account.len()..].starts_with(is_part)
        })
    };
    let is_account = || is_initial_and_name(&account) || !is_word && around.into_iter().any(stands_alone);
    (is_apart(text, &range) && is_account()).then(|| candidate.whole())?
}

/// Reports whether no path, no other name and no longer word goes on at either end of `range`.
fn is_apart(text: &str, range: &Range<usize>) -> bool {
    let goes_on = |b: Option<u8>| matches!(b, Some(b'-' | b'_' | b'/'));
    is_value_edge(text, range.end)
        && !goes_on(byte_at(text, range.end))
        && !goes_on(byte_before(text, range.start))
        && byte_before(text, range.start) != Some(b'.')
}

/// Reports whether a machine can be called after somebody of this name: it is no word of prose or programs, and no make.
fn is_owner(word: &str) -> bool {
    const MAKES: &WordList = &WordList::new(
        "dell|lenovo|asus|acer|apple|sony|toshiba|samsung|microsoft|ibm|msi|razer|huawei|fujitsu|panasonic|gigabyte|framework|tuxedo|ubuntu|\
         linux|windows|macos|nixos|debian|fedora|gaming|gamer|refurb|refurbished|intel|amd|nvidia|ryzen|pool|loaner|spare|kiosk|reception|\
         lobby|office|homeoffice|firmen|buero|schul|your|her|his|their|mein|meine|work|demo|testing|ultra|mini",
    );
    !is_listed(word, MAKES) && !is_common(word) && !is_common_word(word)
}
