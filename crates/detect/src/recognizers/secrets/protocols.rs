//! Credentials in the lines of protocols, as clients send them and servers log them: FTP and POP3 (`PASS …`), IMAP (`a1 LOGIN
//! user …`), SMTP (`AUTH PLAIN …`), Redis (`AUTH …`, `"CONFIG" "SET" "requirepass" "…"`).

use std::{borrow::Cow, ops::Range};

use base64::Engine;

use crate::recognizers::secrets::{
    http_auth::LENIENT,
    password::INFO,
    password_value::{MIN_LEN, has_digit, has_letter},
    randomness::is_common,
    stand_ins::{is_name, is_placeholder},
};
use crate::text::{escape_before, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // The monitor of Redis quotes each argument.
        Pattern::regex("\"(?i:auth)\" (?:\"[!#-~]{1,64}\" )?\"", 0.95, 0.97),
        // Its answers have a line for each name and value, with a number before it in a terminal.
        Pattern::regex(
            "\"(?i:requirepass|masterauth|tls-(?:client-)?key-file-pass)\"(?: |\r?\n ?[0-9]{1,3}\\) )\"",
            0.95,
            0.97,
        ),
        // Without a terminal the answer has nothing but the name and the value.
        Pattern::within("(?i:get) (?:requirepass|masterauth)\r?\n(?:requirepass|masterauth)\r?\n", 0.95, 0.97),
        prefix("PASS "),
        prefix("AUTH "),
        prefix("LOGIN "),
        prefix("(?:AUTH|AUTHENTICATE) PLAIN "),
        // The answer to a challenge of HTTP and SIP (RFC 7616), a hash of the password.
        Pattern::within("response=\"[0-9a-f]{4}", 0.95, 0.97),
        // Servers of dial-in log it: `Login OK: [jdoe/…] (from client …)`
        Pattern::within("Login (?:OK|incorrect)", 0.9, 0.95),
        // So do servers that let attackers in to watch them: `login attempt [root/…] failed`
        Pattern::within("login attempt \\[", 0.9, 0.95),
        // Keys of encrypted calls (RFC 4568): `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:…`
        Pattern::within("_80 inline:|_32 inline:|GCM inline:", 0.95, 0.97),
        // What Dovecot logs of its clients: `client in: AUTH PLAIN service=imap … resp=…`
        Pattern::within("\tresp=[0-9A-Za-z+/]| resp=[0-9A-Za-z+/]", 0.9, 0.95),
        // Fields of messages between traders (FIX 4.3 and later), whose password and new password have numbers: `…|553=jdoe|554=…|`
        Pattern::within("[|\x01^;](?:554|925)=", 0.9, 0.95),
    ]),
    context: words![],
    check,
}];

const fn prefix(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.9, 0.95)
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 | 1 => quoted(text, end)?,
        2 => word(text, end).filter(|place| line::ends(text, place.end))?,
        3 => {
            let is_login = || has_user(text, start);
            is_client(text, start)
                .then(|| last(text, end))
                .flatten()
                .filter(|place| !is_test(&text[place.clone()]) || is_login())?
        }
        4 => {
            // At a prompt nothing else stands there.
            let is_prompted = || line::before(text, start, 32).ends_with("> ");
            let alone = || last(text, end).filter(|place| is_mixed(&text[place.clone()]) || is_prompted());
            // Redis takes a user before it: `AUTH app …`.
            let behind_user = || {
                let user = word(text, end).filter(|user| !is_mechanism(&text[user.clone()]))?;
                let place = text.get(user.end..)?.starts_with(' ').then(|| last(text, user.end + 1))??;
                (!is_common(&text[place.clone()])).then_some(place)
            };
            is_client(text, start).then(|| alone().or_else(behind_user)).flatten()?
        }
        5 => {
            let user = word(text, end)?;
            let rest = text.get(user.end..)?.strip_prefix(' ')?;
            let at = user.end + 1;
            let place = if rest.starts_with('"') { quoted(text, at + 1)? } else { last(text, at)? };
            is_tagged(text, start).then_some(place)?
        }
        6 => word(text, end).filter(|place| is_plain(&text[place.clone()]))?,
        7 => digest_answer(text, start)?,
        8 => behind_slash(text, end)?,
        9 => {
            let near = line::behind(text, end, 96);
            let (user, password) = near[..near.find(']')?].split_once('/')?;
            (!password.contains(' ')).then(|| end + user.len() + 1..end + user.len() + 1 + password.len())?
        }
        12 => of_trader(text, start, end)?,
        11 => {
            /// Fewest bytes of an answer.
            const LEAST: usize = 12;
            let place = word(text, end - 1)?;
            let is_base64 = |b: u8| b.is_ascii_alphanumeric() || b"+/=".contains(&b);
            (place.len() >= LEAST && text[place.clone()].bytes().all(is_base64)).then_some(place)?
        }
        _ => master_key(text, end)?,
    };
    let found = text.get(place.clone())?;
    let is_value = found.len() >= MIN_LEN && !is_placeholder(found) && !is_name(found);
    is_value.then(|| candidate.part(place))?
}

/// The value at `end` of the field of a message between traders whose separator stands at `start`.
fn of_trader(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Longest message before it, and longest value, in bytes.
    const FAR: usize = 512;
    const LONGEST: usize = 64;
    let separator = text.get(start..end)?.chars().next()?;
    let len = line::behind(text, end, LONGEST).find(separator)?;
    line::before(text, start, FAR).contains("8=FIX").then(|| end..end + len)
}

/// The hash in the answer at `at` to a challenge, on the line that has the challenge.
fn digest_answer(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest line before it, in bytes, and lengths of hashes.
    const FAR: usize = 1024;
    const LENGTHS: [usize; 2] = [32, 64];
    let place = quoted(text, at + "response=\"".len())?;
    let is_hash = LENGTHS.contains(&place.len()) && text[place.clone()].bytes().all(|b| b.is_ascii_hexdigit());
    let is_answer = || {
        let sides = [line::before(text, at, FAR), line::behind(text, place.end, FAR)];
        sides.iter().any(|side| side.contains("nonce=") || side.contains("Digest "))
    };
    (is_hash && is_answer()).then_some(place)
}

/// The password behind the user in the first brackets behind `at`: `: [jdoe/…]`.
fn behind_slash(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest line of the log, in bytes.
    const FAR: usize = 160;
    let near = line::behind(text, at, FAR);
    let open = near.find(": [")? + ": [".len();
    let inner = near[open..].split(']').next()?;
    let (user, password) = inner.split_once('/')?;
    // Servers that hide it say how it was sent.
    let is_told = !password.starts_with('<') && !password.contains(' ') && near[open..].len() > inner.len();
    let start = at + open + user.len() + 1;
    is_told.then_some(start..start + password.len())
}

/// The key and its salt at `at`, in base 64, without what is told about their life behind a bar.
fn master_key(text: &str, at: usize) -> Option<Range<usize>> {
    /// Fewest bytes of a key and a salt.
    const LEAST: usize = 40;
    let place = word(text, at)?;
    let len = text[place.clone()].bytes().take_while(|b| b.is_ascii_alphanumeric() || b"+/=".contains(b)).count();
    (len >= LEAST).then_some(at..at + len)
}

/// The quoted text whose quote ends before `at`.
fn quoted(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest password, in bytes.
    const LONGEST: usize = 256;
    let rest = text.as_bytes().get(at..)?;
    let len = rest.iter().take(LONGEST).position(|b| *b == b'"')?;
    Some(at..at + len)
}

/// The word at `at`, without the quotes of a list.
fn word(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest word, in bytes.
    const LONGEST: usize = 256;
    let rest = text.get(at..)?;
    let is_graphic = |b: u8| b.is_ascii_graphic() || !b.is_ascii();
    let stands = |(place, b): &(usize, u8)| is_graphic(*b) && !b"\"'`".contains(b) && !is_escape(rest, *place);
    let len = rest.floor_char_boundary(rest.bytes().enumerate().take(LONGEST).take_while(stands).count());
    (len > 0).then_some(at..at + len)
}

/// Reports whether the escape of a line's end begins at `at`.
fn is_escape(text: &str, at: usize) -> bool {
    text.as_bytes().get(at) == Some(&b'\\') && escape_before(text, at + 2) == Some(at)
}

/// The word at `at`, if it ends its line or its quotes.
fn last(text: &str, at: usize) -> Option<Range<usize>> {
    let place = word(text, at)?;
    let ends = line::ends(text, place.end)
        || text.get(place.end..)?.starts_with(['"', '\'', '`'])
        || is_escape(text, place.end);
    ends.then_some(place)
}

/// Reports whether a command of a client begins at `at`: a line, behind a prompt or the sign of a client, or behind the
/// command that names the user.
fn is_client(text: &str, at: usize) -> bool {
    /// Longest text before it on its line, in bytes.
    const LONGEST: usize = 96;
    let head = line::before(text, at, LONGEST);
    let head = line::behind_escaped_end(head);
    let user = head.strip_suffix(' ').and_then(|head| head.rsplit(' ').nth(1));
    head.is_empty() || head.ends_with("> ") || head.ends_with("C: ") || user == Some("USER")
}

/// Reports whether the command that names the user, or the answer to it, stands on the lines before `at`.
fn has_user(text: &str, at: usize) -> bool {
    /// Farthest line, in bytes.
    const FAR: usize = 160;
    let lines = window::before(text, at, FAR).lines().rev().take(3);
    let commands: Vec<&str> = lines.map(|line| line.trim_start_matches(['>', '<', ' ', 'C', 'S', ':'])).collect();
    commands.iter().any(|line| line.starts_with("USER ") || line.starts_with("331 "))
}

/// Reports whether a tag of IMAP stands before `at`, letters and a number: `a1 LOGIN …`.
fn is_tagged(text: &str, at: usize) -> bool {
    /// Longest tag, in bytes.
    const LONGEST: usize = 12;
    let tag = line::before(text, at, LONGEST).strip_suffix(' ').and_then(|head| head.rsplit(' ').next());
    tag.is_some_and(|tag| has_digit(tag) && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.'))
}

/// Reports whether it is the name of a way to authenticate: `PLAIN`, `CRAM-MD5`.
fn is_mechanism(found: &str) -> bool {
    found.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-')
}

/// Reports whether letters and digits are mixed as in no word.
fn is_mixed(found: &str) -> bool {
    has_digit(found) && has_letter(found)
}

/// Reports whether it is the name of a test that passed, or its file: `PASS check-42`, `PASS src/x.test.js`.
fn is_test(found: &str) -> bool {
    let has_words = || found.split(['-', '_']).filter(|word| word.len() > 2).any(is_common);
    !is_mixed(found) || found.contains(['/', '.', '(']) || found.contains(['-', '_']) && has_words()
}

/// Reports whether it is an identity, a name and a password with zero bytes between, in base 64 (RFC 4616); or, as people write it by
/// hand, a name and a password with a colon between.
fn is_plain(encoded: &str) -> bool {
    const LONGEST: usize = 512;
    let mut decoded = [0; LONGEST];
    let Ok(len) = LENIENT.decode_slice(encoded, &mut decoded) else { return false };
    let decoded = decoded.get(..len).unwrap_or_default();
    let is_pair = || decoded.iter().all(u8::is_ascii_graphic) && decoded.iter().skip(1).any(|b| *b == b':');
    decoded.iter().filter(|b| **b == 0).count() == 2 || is_pair()
}
