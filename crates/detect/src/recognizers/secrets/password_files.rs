//! Passwords as systems store them: hashes with the name of their scheme, lines of PostgreSQL's password file, networks in
//! QR codes.
//!
//! Patterns match what begins a format; checks read the rest of it, bounded.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    password::INFO,
    password_value::{MIN_LEN, has_digit},
    randomness::is_random,
    shape::is_dummy,
    stand_ins::{is_name, is_placeholder},
};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // crypt(3) and PHC strings: `$6$salt$…`, `$argon2id$v=19$m=65536,t=3,p=4$…`
        Pattern::within(
            "\\$(?:1|2[abxy]?|5|6|7|8|9|y|gy|apr1|sha1|P|H|S|argon2(?:id|i|d)|scrypt|pbkdf2|pbkdf2-sha(?:1|256|512)|bcrypt-sha256)\\$",
            0.96,
            0.97,
        ),
        // LDAP, Dovecot, Spring: `{SSHA}…`
        Pattern::within("\\{(?i:s?sha|s?md5|crypt|pbkdf2|argon2|bcrypt|blf-crypt|scrypt|noop|plain|clear)", 0.96, 0.97),
        // Django: `pbkdf2_sha256$600000$…`
        Pattern::regex("(?:pbkdf2_sha(?:1|256)|bcrypt|bcrypt_sha256|argon2|scrypt|sha1|md5)\\$", 0.96, 0.97),
        // Werkzeug: `scrypt:32768:8:1$…`
        Pattern::regex("(?:scrypt|pbkdf2):", 0.96, 0.97),
        // PostgreSQL: `SCRAM-SHA-256$4096:…`
        Pattern::regex("SCRAM-SHA-(?:1|256)\\$", 0.96, 0.97),
        // GRUB
        Pattern::regex("grub\\.pbkdf2\\.sha512\\.", 0.96, 0.97),
        // MySQL
        Pattern::within("\\*[0-9A-F]{40}", 0.95, 0.97),
        // LDIF, which writes such values in base64.
        Pattern::regex("(?i:userpassword):: ", 0.95, 0.97),
        // PostgreSQL's password file: `db.example.com:5432:shop:app:…`
        Pattern::within(":(?:[0-9]{4,5}|\\*):", 0.9, 0.95),
        // `WIFI:T:WPA;S:net;P:…;;`
        Pattern::regex("(?i:wifi):[A-Za-z]{1,3}[0-9]?:", 0.97, 0.98),
        // Windows, as dumps write it: `curator:1001:…:…:::`
        Pattern::within(":[0-9A-Fa-f]{32}:[0-9A-Fa-f]{32}:::", 0.97, 0.98),
        // The same alone, with its name: `NTLM: …`
        Pattern::regex("(?i:ntlm|nthash|nt hash|lm hash|nt-hash)(?i: hash)? ?[:=] ?[0-9A-Fa-f]{32}", 0.95, 0.97),
        // A line of `passwd` or `shadow` with the oldest hash of crypt(3).
        Pattern::within(":[0-9]{1,6}:[0-9]{1,6}:(?:[^:\\n]{0,64}:/|[0-9]{1,6}:[0-9]{1,3}:::)", 0.95, 0.97),
    ]),
    context: words![],
    check,
}];

/// Longest stored password, in bytes.
const LONGEST: usize = 640;
/// Characters of a hash in the oldest format of crypt(3): two of salt and eleven of the hash.
const DES: usize = 13;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Shortest hash of PostgreSQL, in bytes.
    const MIN_SCRAM: usize = 64;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => doubled(text, start).or_else(|| Some(start..start + crypt_len(text.get(start..)?)?))?,
        1 => tagged(text, start)?,
        2 => start..end + sections_len(text.get(end..)?, 1)?,
        3 => {
            let parameters = run_of(text, end, |b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b':');
            start..parameters.end + sections_len(text.get(parameters.end..)?, 2)?
        }
        4 => {
            let hash = run_of(text, end, |b| b.is_ascii_alphanumeric() || b"+/=:$".contains(&b));
            let parts: Vec<&str> = text.get(hash.clone())?.split(['$', ':']).take(4).collect();
            let len = parts.iter().map(|part| part.len() + 1).sum::<usize>() - 1;
            (parts.len() == 4 && len > MIN_SCRAM).then_some(start..hash.start + len)?
        }
        5 => {
            let hash = run_of(text, end, |b| b.is_ascii_hexdigit() || b == b'.');
            (hash.len() > 2 * MIN_SCRAM).then_some(start..hash.end)?
        }
        6 => (!continues(text, end)).then_some(start..end)?,
        7 => end..end + base64_len(text.get(end..)?, 8)?,
        8 => password_of_line(text, start)?,
        9 => password_of_network(text, start + "wifi:".len())?,
        10 => start + 1..end - ":::".len(),
        11 => (!continues(text, end)).then_some(end - 32..end)?,
        _ => {
            let from = start.checked_sub(DES)?;
            let hash = text.get(from..start).filter(|hash| hash.bytes().all(is_crypt))?;
            let has = |wanted: fn(&u8) -> bool| hash.as_bytes().iter().any(wanted);
            let is_field = text.get(..from)?.ends_with(':');
            (is_field && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase)).then_some(from..start)?
        }
    };
    candidate.part(place)
}

/// The characters of a hash or salt in crypt's base64.
fn is_crypt(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/')
}

/// Reports whether a word of crypt's or base64's alphabet goes on at `at`. A full stop may end a sentence.
fn continues(text: &str, at: usize) -> bool {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    match *rest {
        [b'.', next, ..] => is_crypt(next),
        [b'.'] | [] => false,
        [next, ..] => is_crypt(next) || matches!(next, b'+' | b'='),
    }
}

/// The formats of crypt(3): the scheme, the parts between it and the hash, the length of the hash.
const CRYPT: &[(&str, usize, usize)] = &[
    ("1", 1, 22),
    ("apr1", 1, 22),
    ("2", 1, 53),
    ("2a", 1, 53),
    ("2b", 1, 53),
    ("2x", 1, 53),
    ("2y", 1, 53),
    ("5", 1, 43),
    ("6", 1, 86),
    ("7", 1, 43),
    ("8", 1, 43),
    ("9", 1, 43),
    ("y", 2, 43),
    ("gy", 2, 43),
    ("sha1", 2, 28),
    ("P", 0, 31),
    ("H", 0, 31),
    ("S", 0, 52),
];

/// The hash in crypt's format around the scheme at `start`, with each of its dollars doubled as files of containers have it:
/// `$$apr1$$salt$$…`.
fn doubled(text: &str, start: usize) -> Option<Range<usize>> {
    /// Longest such hash, in bytes.
    const LONGEST: usize = 256;
    let from = start.checked_sub(1).filter(|from| text.as_bytes()[*from] == b'$')?;
    let single = window::behind(text, from, LONGEST).replace("$$", "$");
    let len = crypt_len(&single)?;
    // A dollar may stand alone: `bcrypt_sha256$$2b$12$…`.
    let is_doubled = |at: usize| text[at..].starts_with("$$");
    let width = |at: usize, byte: u8| if byte == b'$' && is_doubled(at) { 2 } else { 1 };
    Some(from..single.bytes().take(len).fold(from, |at, byte| at + width(at, byte)))
}

/// The length of the hash in crypt's format, or of the PHC string, that begins `rest`.
fn crypt_len(rest: &str) -> Option<usize> {
    /// Shortest hash of another length than its scheme has, in bytes.
    const SHORTEST: usize = 20;
    let scheme = rest.get(1..)?.split('$').next()?;
    let behind = scheme.len() + 2;
    let Some((_, parts, digest)) = CRYPT.iter().find(|(name, ..)| *name == scheme) else {
        return Some(behind + sections_len(rest.get(behind..)?, 2)?);
    };
    let mut at = behind;
    let mut parts = *parts;
    // `rounds=5000` is one more.
    if rest.get(at..)?.starts_with("rounds=") {
        parts += 1;
    }
    for _ in 0..parts {
        let part = rest.as_bytes().get(at..)?;
        let len = part.iter().take(LONGEST).take_while(|b| is_crypt(**b) || matches!(b, b'=' | b'_' | b'-')).count();
        at += part.get(len).filter(|b| **b == b'$').map(|_| len + 1)?;
    }
    let run = rest.get(run_of(rest, at, is_crypt))?;
    // A full stop belongs to the hash, or ends a sentence.
    let hash = if run.len() == *digest { run } else { run.trim_end_matches('.') };
    // One of another length was cut or mistyped: the scheme says what it is.
    let fits = hash.len() == *digest || hash.len() >= SHORTEST && is_random(hash);
    let end = at + hash.len();
    (fits && !continues(rest, end) && !is_dummy(hash)).then_some(end)
}

/// The run of bytes from `at` on that `stands` admits.
fn run_of(text: &str, at: usize, stands: impl Fn(u8) -> bool) -> Range<usize> {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at..at + rest.iter().take(LONGEST).take_while(|b| stands(**b)).count()
}

/// The length of the parts at the start of `rest`, a `$` between each: `least` parts or more before the last one, and in
/// that a hash in any base.
fn sections_len(rest: &str, least: usize) -> Option<usize> {
    /// Shortest hash, in characters.
    const SHORTEST: usize = 20;
    let len = run_of(rest, 0, |b| is_crypt(b) || b"$+=,_-".contains(&b)).len();
    let found = rest.get(..len)?.trim_end_matches(['.', ',', '-', '$']);
    let (before, hash) = found.rsplit_once('$')?;
    let is_hash = hash.len() >= SHORTEST && !is_dummy(hash) && hash.bytes().any(|b| b.is_ascii_digit());
    (is_hash && before.split('$').count() >= least && len < LONGEST).then_some(found.len())
}

/// The length of the base64 at the start of `rest`, of `least` characters or more, padded if need be.
fn base64_len(rest: &str, least: usize) -> Option<usize> {
    let len = rest.bytes().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric() || b"+/".contains(b)).count();
    let padding = rest.as_bytes().get(len..)?.iter().take(2).take_while(|b| **b == b'=').count();
    let is_whole = (len + padding).is_multiple_of(4) && len + padding >= least && !continues(rest, len + padding);
    is_whole.then_some(len + padding)
}

/// The hash or password behind the scheme in braces at `start`, the scheme included where it is that of a hash.
fn tagged(text: &str, start: usize) -> Option<Range<usize>> {
    /// Longest scheme, in bytes.
    const MAX_SCHEME: usize = 24;
    /// Lengths of hashes in hexadecimal digits.
    const HEX: [usize; 6] = [32, 40, 48, 64, 96, 128];
    let rest = text.get(start..)?;
    let close = rest.bytes().take(MAX_SCHEME).position(|b| b == b'}')?;
    let scheme = rest.get(1..close)?.to_ascii_uppercase();
    let at = start + close + 1;
    let rest = text.get(at..)?;
    if matches!(scheme.as_str(), "NOOP" | "PLAIN" | "CLEAR" | "CLEARTEXT") {
        let len = rest.bytes().take(LONGEST).take_while(|b| b.is_ascii_graphic() && !b"\"'<>`,;".contains(b)).count();
        let found = rest.get(..len)?;
        let is_value = len >= MIN_LEN && !is_placeholder(found) && !is_name(found) && !found.starts_with(['/', '.']);
        return is_value.then_some(at..at + len);
    }
    let hex = rest.bytes().take(LONGEST).take_while(u8::is_ascii_hexdigit).count();
    let len = if rest.starts_with('$') {
        crypt_len(rest)?
    } else if HEX.contains(&hex) && !continues(text, at + hex) {
        hex
    } else if scheme.starts_with("PBKDF2") {
        sections_len(rest, 2)?
    } else if scheme == "CRYPT" {
        let hash = rest.get(..DES)?;
        (hash.bytes().all(is_crypt) && !continues(text, at + DES) && is_random(hash)).then_some(DES)?
    } else {
        const SHORTEST: usize = 24;
        let len = base64_len(rest, SHORTEST)?;
        rest.get(..len).filter(|hash| !is_dummy(hash) && is_random(hash)).map(str::len)?
    };
    Some(start..at + len)
}

/// Reports whether `byte` ends the line of a password file, or the text in quotes that has it.
fn ends_line(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>')
}

/// The password in the line of PostgreSQL's password file whose port stands behind the colon at `colon`: host, port,
/// database, user and password, apart by colons, with `*` for any.
pub(crate) fn password_of_line(text: &str, colon: usize) -> Option<Range<usize>> {
    /// Longest line, in bytes.
    const MAX_LINE: usize = 512;
    let bytes = text.as_bytes();
    let head = bytes.get(colon.saturating_sub(MAX_LINE)..colon)?;
    let mut start = colon - head.iter().rev().take_while(|b| !ends_line(**b)).count();
    start = colon - line::behind_escaped_end(text.get(start..colon)?).len();
    let rest = bytes.get(start..)?;
    let len = rest.iter().take(MAX_LINE).position(|b| ends_line(*b)).unwrap_or(rest.len().min(MAX_LINE));
    let line = line::before_escaped_end(text.get(start..start + len)?);
    let mut fields: Vec<&str> = Vec::with_capacity(5);
    let mut from = 0;
    let is_apart = |at: usize| line.as_bytes().get(at.wrapping_sub(1)) != Some(&b'\\');
    for at in memchr::memchr_iter(b':', line.as_bytes()).filter(|at| is_apart(*at)) {
        fields.push(line.get(from..at)?);
        from = at + 1;
        if fields.len() > 4 {
            return None;
        }
    }
    let ([host, port, database, user], password) = (<[&str; 4]>::try_from(fields).ok()?, line.get(from..)?);
    let is_name_of =
        |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/*@".contains(&b));
    let has_names = [host, database, user].into_iter().all(is_name_of) && start + host.len() == colon;
    // Another line with four colons is none: a place in a file, an address, a time.
    let is_any = [host, port, database].contains(&"*");
    let is_usual = matches!(port, "5432" | "5433" | "5434" | "5439" | "6432" | "6543");
    let is_number = |name: &str| name.bytes().all(|b| b.is_ascii_digit());
    // At another port, host and password tell.
    let is_host = host == "localhost" || host.contains('.') && !host.ends_with(['.', '/']);
    let is_mixed = has_digit(password) && password.bytes().any(|b| b.is_ascii_uppercase());
    let is_told = (is_any || is_usual || is_host && is_mixed) && !is_number(database) && !is_number(user);
    let is_value = password.len() >= MIN_LEN && !is_placeholder(password) && !is_name(password);
    (has_names && is_told && is_value).then_some(start + from..start + line.len())
}

/// The password among the members that begin at `at` of a network in a QR code, `T:WPA;S:net;P:…;;`, in any order.
fn password_of_network(text: &str, at: usize) -> Option<Range<usize>> {
    let mut from = at;
    let mut found = None;
    loop {
        let rest = text.as_bytes().get(from..)?;
        let mut escaped = false;
        let len = rest.iter().take(LONGEST).position(|b| {
            let ends = line::is_end(*b) || *b == b';' && !escaped;
            escaped = *b == b'\\' && !escaped;
            ends
        });
        let len = len.filter(|len| rest.get(*len) == Some(&b';') && from - at < LONGEST);
        let Some(len) = len else { return found };
        let member = text.get(from..from + len)?;
        match member.split_once(':') {
            Some(("P" | "p", password)) => {
                let bare = password.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(password);
                let start = from + 2 + (password.len() - bare.len()) / 2;
                found =
                    (!bare.is_empty() && !is_placeholder(bare) && !is_name(bare)).then_some(start..start + bare.len());
            }
            Some((name, _)) if name.len() < 4 => {}
            _ => return found,
        }
        from += len + 1;
    }
}
