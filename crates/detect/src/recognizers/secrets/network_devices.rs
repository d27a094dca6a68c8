//! Passwords in configurations of routers, switches, firewalls and access points: Cisco's numbered encodings, `$9$` of
//! Juniper, `ENC` of Fortinet, `cipher` of Huawei, communities of SNMP, keys of AAA servers, tunnels and wireless networks.
//!
//! What follows the words of these languages is a literal, never an expression of code, so any word may be a password. In
//! prose the same words are rare, and whole statements of a line tell the two apart.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    password::INFO,
    randomness::is_common,
    stand_ins::{is_name, is_ordinary, is_placeholder},
};
use crate::recognizers::support::neighbours::is_one_of;
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Cisco: a number for the encoding, 7 for the reversible one: `password 7 0822455D0A16`.
        Pattern::regex(
            "(?:password|secret|key|key-string|authentication-key|md5|community|passphrase) [067] ",
            0.9,
            0.95,
        ),
        // Cisco: `enable password …`, `username curator privilege 15 secret …`.
        Pattern::regex("(?:enable|username [!-~]{1,64}(?: privilege [0-9]{1,2})?) (?:password|secret) ", 0.9, 0.95),
        // Cisco: what reads or writes by SNMP, what authenticates to servers, what authenticates tunnels.
        Pattern::regex(
            "snmp-server community |snmp-server host [!-~]{3,64} (?:traps |informs )?(?:version (?:1|2c) )",
            0.9,
            0.95,
        ),
        Pattern::regex(
            "(?:tacacs|radius)-server (?:host [!-~]{1,64} )?(?:[a-z-]{1,16} [0-9]{1,5} ){0,3}key |crypto isakmp key |key-string |neighbor [0-9A-Fa-f.:]{3,40} password |(?:ikev[12] )?(?:(?:local|remote)-authentication )?pre-shared-key (?:address [0-9.]{7,15} (?:[0-9.]{7,15} )?key |(?:local|remote|text) )?|ip ospf message-digest-key [0-9]{1,3} md5 ",
            0.9,
            0.95,
        ),
        // Juniper: `$9$…`, which anybody can decode.
        Pattern::within("\\$9\\$[0-9A-Za-z./-]", 0.9, 0.95),
        // Fortinet: `set password ENC …`. Huawei: `password irreversible-cipher …`.
        Pattern::regex(
            "set [a-z-]{1,24} ENC |pre-shared-secret |(?:password|key|psk|pass-phrase|community (?:read|write)) (?:irreversible-)?cipher ",
            0.9,
            0.95,
        ),
        // hostapd and wpa_supplicant: a passphrase of 8 to 63 characters, with blanks or without (IEEE 802.11, annex J.4).
        Pattern::regex("(?:wpa_passphrase|sae_password)=|psk=\"|psk '|wpa-psk (?:ascii [0-9] |\")", 0.9, 0.95),
        // The agent of net-snmp: `rocommunity …`, `com2sec name source …`, `trap2sink host …`.
        Pattern::regex(
            "(?:r[ow]community6?|trapcommunity|com2sec6? (?:-Cn [!-~]{1,32} )?[!-~]{1,32} [!-~]{1,64}|trap2?sink [!-~]{1,64}|informsink [!-~]{1,64}) ",
            0.9,
            0.95,
        ),
        // Juniper's statements with a value in quotes: `plain-text-password "…";`.
        Pattern::regex(
            "(?:plain-text-password(?:-value)?|encrypted-password|authentication-key|simple-password|authentication-password|privacy-password|ascii-text) \"",
            0.9,
            0.95,
        ),
        // Cisco: a server for logins, whose key stands in its block, and a terminal, `radius server R1`, ` key …`; and keys of clocks.
        Pattern::regex("(?:(?:radius|tacacs) server|aaa-server|line (?:con|vty|aux)) ", 0.9, 0.95),
        Pattern::regex(
            "ntp authentication-key [0-9]{1,5} (?:hmac-|cmac-)?(?:md5|sha[0-9]?|aes)[0-9-]{0,6} ",
            0.9,
            0.95,
        ),
        // Users of SNMP's third version, who authenticate with one key and encrypt with another.
        Pattern::regex("snmp-server user ", 0.9, 0.95),
        Pattern::regex("snmp-server user ", 0.9, 0.95),
        // Keys in clear of pairs of firewalls, of Fortinet and Huawei; in files of Palo Alto.
        Pattern::regex(
            "failover key |set (?:psksecret|passwd|auth-pwd|ppp-password|passphrase) |super password (?:level [0-9]{1,2} )?(?:cipher|simple) ",
            0.9,
            0.95,
        ),
        Pattern::within("<pre-shared-key>[ \\r\\n]{0,24}<key>", 0.9, 0.95),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let Range { start, end } = candidate.range;
    let place = match candidate.pattern {
        0 => encoded(text, start, end)?,
        1 => {
            let (word, rest) = word_of_line(text, end)?;
            // `enable password protection` is a heading.
            let is_plain = candidate.matched().starts_with("enable") && is_heading(word);
            (rest.is_empty() && begins_statement(text, start) && !is_plain).then_some(end..end + word.len())?
        }
        2 => {
            let (word, _) = word_of_line(text, end)?;
            (begins_statement(text, start) && !is_one_of(word, &["public", "private"]))
                .then_some(end..end + word.len())?
        }
        3 => {
            let (word, rest) = word_of_line(text, end)?;
            let is_tunnel = candidate.matched().starts_with("crypto");
            let goes_on =
                rest.is_empty() || is_tunnel && (rest.starts_with(" address ") || rest.starts_with(" hostname "));
            // `pre-shared-key authentication` is a heading, and `pre-shared-key ascii-text "…"` Juniper's.
            let is_plain = word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            let is_told = !candidate.matched().contains("pre-shared-key") || !is_plain;
            (goes_on && is_told && begins_statement(text, start)).then_some(end..end + word.len())?
        }
        4 => reversible(text, start)?,
        5 => {
            let (word, _) = word_of_line(text, end)?;
            (word.len() >= MIN_ENCODED).then_some(end..end + word.len())?
        }
        7 => {
            let (word, _) = word_of_line(text, end)?;
            (begins_statement(text, start) && !is_one_of(word, &["public", "private"]))
                .then_some(end..end + word.len())?
        }
        8 => {
            let rest = line::behind(text, end, 256);
            let len = rest.find('"').filter(|len| {
                let behind = rest[len + 1..].trim_end();
                *len > 3 && (behind.starts_with(';') || behind.is_empty() && !rest[..*len].contains(' '))
            })?;
            end..end + len
        }
        9 => in_block(text, start, end)?,
        10 => {
            let (word, rest) = word_of_line(text, end)?;
            let is_told = rest.is_empty() || matches!(rest, " 0" | " 7");
            (is_told && begins_statement(text, start)).then_some(end..end + word.len())?
        }
        11 => of_user(text, start, end, " auth ")?,
        12 => of_user(text, start, end, " priv ")?,
        13 => {
            let (word, rest) = word_of_line(text, end)?;
            let is_told = rest.is_empty() && begins_statement(text, start) && !is_heading(word);
            is_told.then_some(end..end + word.len())?
        }
        14 => {
            let len = line::behind(text, end, 256).find('<').filter(|len| *len > 3)?;
            end..end + len
        }
        _ => passphrase(text, candidate)?,
    };
    let found = text.get(place.clone())?;
    (!is_placeholder(found) && !is_name(found) && !is_ordinary(found)).then(|| candidate.part(place))?
}

/// Reports whether `word` goes on with a heading, `enable password protection`, and is no password.
fn is_heading(word: &str) -> bool {
    /// Fewest letters of a word that only a password is.
    const LEAST: usize = 6;
    const ENDINGS: [&str; 5] = ["ion", "ing", "ity", "ed", "ery"];
    let is_word = word.bytes().all(|b| b.is_ascii_lowercase());
    is_word && (word.len() < LEAST || is_common(word) || ENDINGS.iter().any(|end| word.ends_with(end)))
}

/// Fewest characters of an encoded password.
const MIN_ENCODED: usize = 6;

/// The word at `at`, and the rest of its line behind it.
fn word_of_line(text: &str, at: usize) -> Option<(&str, &str)> {
    /// Longest word, in bytes.
    const LONGEST: usize = 256;
    let line = line::before_escaped_end(line::behind(text, at, 2 * LONGEST));
    // Quotes may stand around it.
    let line = line.split(['"', '<', '`']).next()?.trim_end();
    let len = line.find(' ').unwrap_or(line.len());
    let (word, rest) = line.split_at(len);
    // A log has the statement in quotes: `executed the '…' command.`
    let (word, rest) = match word.strip_suffix('\'') {
        Some(word) if rest.is_empty() || rest.starts_with(" command") => (word, ""),
        _ => (word, rest),
    };
    (4..=LONGEST).contains(&word.len()).then_some((word, rest))
}

/// The line before `at`, of at most `near` bytes, from a quote or the sign `prompt` on. Ends of lines may be escaped.
fn behind_prompt(text: &str, at: usize, near: usize, prompt: char) -> &str {
    let line = line::before(text, at, near).rsplit(['"', '`', prompt]).next().unwrap_or_default();
    line::behind_escaped_end(line)
}

/// Reports whether nothing but blanks, a prompt or `no` stands before `start` on its line.
fn begins_statement(text: &str, start: usize) -> bool {
    /// Longest prompt, in bytes: `router(config-line)#`; and longest beginning of a statement about a tunnel.
    const PROMPT: usize = 48;
    const TUNNEL: usize = 160;
    let line = behind_prompt(text, start, PROMPT, '>').trim();
    let line = line.strip_suffix("no").unwrap_or(line).trim_end();
    if line.is_empty() || line.ends_with('#') && !line.contains(' ') || is_logged(line) {
        return true;
    }
    // A log joins it to the name of its group.
    let tunnel =
        || line::before(text, start, TUNNEL).trim_end().strip_suffix(" ipsec-attributes")?.rfind("tunnel-group ");
    line.ends_with(" ipsec-attributes") && tunnel().is_some()
}

/// What announces a statement that somebody gave, in logs and accounting.
const LOGGED: [&str; 6] = ["executed the '", "executed '", "logged command:", "cmd=", "CMD: '", "command '"];

/// Reports whether a statement that somebody gave follows `head`.
fn is_logged(head: &str) -> bool {
    LOGGED.iter().any(|mark| head.ends_with(mark))
}

/// The password that Cisco's words from `start` to `end` introduce, whose last is the number of the encoding.
fn encoded(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Largest salt of the reversible encoding, which its first two digits are.
    const MAX_SALT: u8 = 52;
    let (word, rest) = word_of_line(text, end)?;
    let fits = match text.as_bytes().get(end - 2)? {
        b'7' => {
            let is_salt =
                || word.get(..2).and_then(|salt| salt.parse::<u8>().ok()).is_some_and(|salt| salt <= MAX_SALT);
            let is_hex = word.bytes().all(|b| b.is_ascii_hexdigit()) && word.len().is_multiple_of(2);
            // In a line that is such a statement, whatever the digits are.
            let is_told = || rest.is_empty() && is_statement(text, start);
            is_hex && word.len() >= MIN_ENCODED && (is_salt() || is_told())
        }
        // In clear, or encrypted by the device's key: any word, so the whole line is to be a statement.
        _ => rest.is_empty() && is_statement(text, start),
    };
    fits.then_some(end..end + word.len())
}

/// The key behind `kind` and the name of its algorithm in the statement about a user that stands from `start` to `end`:
/// `snmp-server user … auth sha … priv aes 128 …`.
fn of_user(text: &str, start: usize, end: usize, kind: &str) -> Option<Range<usize>> {
    /// Longest statement, in bytes.
    const LONGEST: usize = 256;
    let line = line::before_escaped_end(line::behind(text, end, LONGEST));
    let at = line.find(kind)? + kind.len();
    let is_algorithm = |word: &str| {
        word.len() < 7
            && ["md5", "sha", "des", "3des", "aes", "128", "192", "256"].iter().any(|name| word.starts_with(name))
    };
    let mut place = at;
    for word in line[at..].split(' ') {
        if !is_algorithm(word) {
            let is_key = place > at && word.len() > 3 && begins_statement(text, start);
            return is_key.then_some(end + place..end + place + word.trim_end_matches('\'').len());
        }
        place += word.len() + 1;
    }
    None
}

/// The key in clear of the server whose statement stands from `start` to `end`, on its line or one of the next ones.
fn in_block(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Longest block, in bytes, and longest line.
    const LONGEST: usize = 512;
    let near = window::behind(text, end, LONGEST);
    let (name, inner) = match text[start..end].starts_with("line") {
        true => ("password ", None),
        false => ("key ", Some(" key ")),
    };
    let mut at = end;
    for (number, line) in near.split_inclusive('\n').enumerate() {
        // The block ends with a line that is not indented.
        if number > 0 && !line.starts_with([' ', '\t']) {
            return None;
        }
        let Some(sign) = (if number == 0 { inner } else { Some(name) }) else {
            at += line.len();
            continue;
        };
        let key = line.find(sign).filter(|key| number == 0 || line[..*key].trim().is_empty());
        if let Some(key) = key {
            let place = at + key + sign.len();
            let (word, rest) = word_of_line(text, place)?;
            return (rest.is_empty() && begins_statement(text, start)).then_some(place..place + word.len());
        }
        at += line.len();
    }
    None
}

/// Reports whether the line of `start` begins with a word by which statements with passwords begin.
fn is_statement(text: &str, start: usize) -> bool {
    /// Longest statement that is read back, in bytes.
    const NEAR: usize = 160;
    const COMMANDS: &str = "username enable password secret key neighbor ip ntp ppp tacacs-server radius-server server \
        crypto standby area isis line snmp-server authentication-key key-string message-digest-key wpa-psk pre-shared-key";
    let line = behind_prompt(text, start, NEAR, '#');
    let line = LOGGED.iter().filter_map(|mark| line.rsplit_once(mark)).map(|(_, line)| line).next().unwrap_or(line);
    let line = line.trim_start();
    let first = line.split(' ').next().unwrap_or_default();
    first.is_empty() || COMMANDS.split_ascii_whitespace().any(|command| command == first)
}

/// The text in Juniper's reversible encoding that begins with `$9$` at `start`.
fn reversible(text: &str, start: usize) -> Option<Range<usize>> {
    /// Longest encoded password, in bytes.
    const LONGEST: usize = 256;
    let rest = text.as_bytes().get(start + 3..)?;
    let len =
        rest.iter().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'/' | b'-')).count();
    let found = rest.get(..len)?;
    let has = |wanted: fn(&u8) -> bool| found.iter().any(wanted);
    // In a shell, `$9` is a parameter, and words may follow it.
    let is_drawn = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    (len >= MIN_ENCODED && is_drawn && rest.get(len) != Some(&b'$')).then_some(start..start + 3 + len)
}

/// The passphrase of a wireless network behind the name and sign that `candidate` matched.
fn passphrase(text: &str, candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Bytes of a passphrase.
    const LEN: std::ops::RangeInclusive<usize> = 8..=63;
    let end = candidate.range.end;
    let rest = text.get(end..)?;
    let rest = window::behind(rest, 0, *LEN.end() + 1);
    let closing: &[char] = match candidate.matched().as_bytes().last()? {
        b'"' => &['"'],
        b'\'' => &['\'', '"'],
        _ => &['\n', '\r', '"', '\\', '`', '<'],
    };
    let len = match rest.find(closing) {
        Some(len) => len,
        None if closing.len() > 2 && end + rest.len() == text.len() => rest.len(),
        None => return None,
    };
    let found = rest.get(..len)?.trim_end();
    LEN.contains(&found.len()).then_some(end..end + found.len())
}
