//! Secrets in what programs print of accounts and sessions: hashes of Windows' logins, cookies of a browser in a file, the keys of a
//! storage account in a table, cracked hashes with their passwords, streams with their keys.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    generic_secret::PREFIXED,
    key_value::may_be_key,
    password::INFO,
    password_value::{MIN_LEN, has_digit, has_letter},
    randomness::is_random,
    stand_ins::{is_name, is_placeholder},
};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[
            // `* NTLM : …` of a dump of logins.
            Pattern::within("\\* (?:NTLM|SHA1|LM|DPAPI)", 0.9, 0.95),
            // A hash and the password that made it: `$2b$12$…:…`.
            Pattern::within("\\$(?:2[abxy]|[156y])\\$", 0.85, 0.9),
        ]),
        context: words![],
        check: |candidate| match candidate.pattern {
            0 => candidate.part(hash_of_login(candidate)?),
            _ => candidate.part(cracked(candidate)?),
        },
    },
    Rule {
        patterns: Cow::Borrowed(&[
            // A cookie in the format of Netscape.
            Pattern::within("\t(?:TRUE|FALSE)\t[0-9]{1,12}\t", 0.88, 0.92),
            // The key of a stream.
            Pattern::within("rtmps?://", 0.88, 0.92),
            // The keys of a storage account in a table, and behind its name in a property.
            Pattern::within("key[12] +(?:FULL|Full|READ|Read) +", 0.9, 0.95),
            Pattern::within("account\\.key\\.[0-9a-z]", 0.9, 0.95),
        ]),
        context: words![],
        check: |candidate| match candidate.pattern {
            0 => candidate.part(cookie(candidate)?),
            1 => candidate.part(key_of_stream(candidate)?),
            2 => candidate.part(base64_at(candidate.field.text, candidate.range.end)?),
            _ => candidate.part(key_of_property(candidate)?),
        },
        ..PREFIXED
    },
];

/// The hexadecimal digits behind the colon on the line of `candidate`.
fn hash_of_login(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Lengths of hashes.
    const LENGTHS: [usize; 3] = [32, 40, 64];
    let (text, end) = (candidate.field.text, candidate.range.end);
    let rest = line::behind(text, end, 96);
    let behind = rest.trim_start().strip_prefix(':')?.trim_start();
    let start = end + rest.len() - behind.len();
    let len = behind.bytes().take_while(u8::is_ascii_hexdigit).count();
    LENGTHS.contains(&len).then_some(start..start + len)
}

/// The password behind the hash that begins with the scheme of `candidate`, to the end of its line.
fn cracked(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest line, fewest bytes of a hash, and most of a password.
    const FAR: usize = 256;
    const LEAST: usize = 20;
    const LONGEST: usize = 48;
    let (text, end) = (candidate.field.text, candidate.range.end);
    let line = line::whole_behind(text, end, FAR)?;
    let (hash, password) = line.split_once(':')?;
    let password = password.trim_end();
    let is_hash = hash.len() >= LEAST && hash.bytes().all(|b| b.is_ascii_alphanumeric() || b"./$=,".contains(&b));
    // The files of accounts have numbers behind it.
    let is_other = password.contains([':', '/', ' ', '"', ',']) || password.bytes().all(|b| b.is_ascii_digit());
    let fits = (MIN_LEN..=LONGEST).contains(&password.len()) && !is_other && !is_placeholder(password);
    (is_hash && fits).then(|| end + hash.len() + 1..end + hash.len() + 1 + password.len())
}

/// The value of the cookie whose row `candidate` is a part of.
fn cookie(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest name and value, in bytes, and shortest value.
    const FAR: usize = 4096;
    const LEAST: usize = 16;
    let (text, end) = (candidate.field.text, candidate.range.end);
    let line = line::behind(text, end, FAR);
    let (name, value) = line.split_once('\t')?;
    let value = value.trim_end();
    let is_row = !name.is_empty() && !value.contains('\t') && !name.starts_with("_ga");
    let start = end + name.len() + 1;
    (is_row && value.len() >= LEAST && has_letter(value) && is_random(value)).then(|| start..start + value.len())
}

/// The last part of the address of the stream that `candidate` begins, if it is drawn.
fn key_of_stream(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest address, and fewest bytes of a key.
    const LONGEST: usize = 192;
    const LEAST: usize = 10;
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, LONGEST);
    let address = &near[..near.find([' ', '"', '\'', '`', '<', '>', ')', '?']).unwrap_or(near.len())];
    let (head, key) = address.rsplit_once('/')?;
    let fits = key.len() >= LEAST && has_digit(key) && has_letter(key) && !key.contains('.') && !is_name(key);
    let is_drawn =
        is_random(key) || key.split(['-', '_']).filter(|part| has_digit(part) && has_letter(part)).count() > 2;
    (head.contains('/') && fits && is_drawn).then(|| end + head.len() + 1..end + address.len())
}

/// The key of a storage account at `at`, 64 bytes in base 64.
fn base64_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Characters of one, with its padding.
    const LEN: usize = 88;
    let found = text.get(at..at + LEN)?;
    let is_base64 = found.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b));
    (is_base64 && found.ends_with("==") && is_random(found)).then_some(at..at + LEN)
}

/// The value of the property whose name `candidate` is a part of.
fn key_of_property(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest rest of the name, and of signs behind it, in bytes.
    const LONGEST: usize = 96;
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, LONGEST);
    let name = near.bytes().take_while(|b| b.is_ascii_alphanumeric() || b".-".contains(b)).count();
    let signs = near[name..].bytes().take_while(|b| b" \"',:=>()\\".contains(b)).count();
    let place = base64_at(text, end + name + signs)?;
    may_be_key(&text[place.clone()]).then_some(place)
}
