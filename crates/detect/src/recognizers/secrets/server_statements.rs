//! Passwords in files of servers and daemons, and in commands that take them by place: statistics of HAProxy, secrets of PPP, IPsec
//! and VRRP, monitors of UPS, mailboxes of Asterisk, services of IRC, `chpasswd`, `lftp`, `rasdial`.
//!
//! Any word may be a password there, so the whole line has to be such a statement.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    code_shapes::is_path,
    password::INFO,
    password_value::{MIN_LEN, has_digit, has_letter},
    randomness::is_common,
    stand_ins::{is_name, is_ordinary, is_placeholder},
};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // What begins a statement; its columns are read by hand, which keeps the automata small.
    patterns: Cow::Borrowed(&[
        // HAProxy, Squid, Keepalived, bridges of Mosquitto, VyOS, Cisco's clients of LDAP and PPP.
        Pattern::regex(
            "(?:insecure-password|cachemgr_passwd|auth_pass|remote_password|plaintext-password|ldap-login-password|ppp (?:pap|chap) password) ",
            0.9,
            0.95,
        ),
        // HAProxy: `stats auth user:…`.
        Pattern::regex("stats auth ", 0.9, 0.95),
        // strongSwan: `: XAUTH user "…"`, `user : EAP "…"`.
        Pattern::regex(": (?:XAUTH|EAP|NTLM|P12) ", 0.9, 0.95),
        // Secrets of PPP: `client * "…" *`.
        Pattern::within("\\*[ \\t]+[\"0-9A-Za-z]", 0.9, 0.95),
        // Network UPS Tools: `MONITOR ups@host 1 user … primary`.
        Pattern::regex("MONITOR ", 0.9, 0.95),
        // Mailboxes of Asterisk: `305 => 4417,Jane Roe,…`.
        Pattern::within("=> ?[0-9]", 0.85, 0.9),
        // Services of IRC.
        Pattern::regex("(?i:nickserv) (?i:identify|register) ", 0.85, 0.9),
        // A user and a password in one text for a command: `chpasswd <<< "jdoe:…"`.
        Pattern::regex("chpasswd <<< ?", 0.9, 0.95),
        // `lftp -u user,…`
        Pattern::regex("lftp -u ", 0.85, 0.9),
        // Windows: `rasdial name user …`, `wmic /user:x /password:…`, `schtasks /ru x /rp …`.
        Pattern::regex("rasdial(?:\\.exe)? ", 0.85, 0.9),
        Pattern::within(" /(?:password|pass|rp)[: ]", 0.85, 0.9),
        // Procedures of SQL Server and Sybase: `sp_addlogin 'user', '…'`.
        Pattern::regex("sp_addlogin ", 0.85, 0.9),
        Pattern::regex("sp_addlinkedsrvlogin ", 0.85, 0.9),
        // PowerShell, with the switch first: `ConvertTo-SecureString -AsPlainText "…"`.
        Pattern::regex("ConvertTo-SecureString -(?:AsPlainText|Force) ", 0.9, 0.95),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => word(text, end).filter(|_| is_statement(text, start))?,
        1 => behind_user(text, end, ':').filter(|_| is_statement(text, start))?,
        2 => {
            let open = end + line::behind(text, end, 96).find('"')?;
            let user = text[end..open].trim();
            (!user.contains([' ', ',', '.']) && text[..open].ends_with(' ') || open == end).then_some(())?;
            quoted(text, open).filter(|place| line::ends(text, place.end + 1))?
        }
        3 => secret_of_ppp(text, start, end - 1)?,
        4 => {
            const ROLES: [&str; 4] = ["master", "slave", "primary", "secondary"];
            let [_, _, _, password, role] = columns(text, end)?;
            ROLES.contains(&&text[role]).then_some(password)?
        }
        5 => pin_of_mailbox(text, start, end - 1)?,
        6 => words_last(text, end)?,
        7 => behind_user(text, end, ':')?,
        8 => behind_user(text, end, ',')?,
        9 => {
            let [name, _, password] = columns(text, end)?;
            let is_told = line::ends(text, password.end) && !text[name].starts_with('/');
            is_told.then_some(password).filter(|place| !text[place.clone()].starts_with('/'))?
        }
        10 => word(text, end).filter(|_| is_windows_command(text, start))?,
        11 => {
            let [user, open] = columns(text, end)?;
            text[user].ends_with(',').then(|| quoted(text, open.start - 1))??
        }
        12 => {
            let line = line::behind(text, end, 192);
            let close = line.rfind(['\'', '"'])?;
            let open = line[..close].rfind(['\'', '"'])?;
            let is_last = line[..open].matches(',').count() == 4;
            is_last.then(|| end + open + 1..end + close)?
        }
        _ => {
            let rest = line::behind(text, end, 16);
            quoted(text, end + rest.strip_prefix("-Force ").map_or(0, |_| "-Force ".len()))?
        }
    };
    let found = text.get(place.clone())?;
    let least = if candidate.pattern == 5 { MIN_LEN - 1 } else { MIN_LEN };
    let is_other = is_placeholder(found) || is_name(found) || is_ordinary(found) || is_path(found);
    (found.len() >= least && !is_other && !found.starts_with('$')).then(|| candidate.part(place))?
}

/// The word at `at`: up to a blank, a quote or a sign that ends a statement.
fn word(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest word, in bytes.
    const LONGEST: usize = 128;
    let near = line::behind(text, at, LONGEST);
    let quote = usize::from(near.starts_with(['"', '\'']));
    let near = &near[quote..];
    let len = near.find(|c: char| c.is_whitespace() || "\"'`;<>".contains(c)).unwrap_or(near.len());
    (len > 0 && len < LONGEST - 1).then_some(at + quote..at + quote + len)
}

/// The last word at `at` of a line, or that before an address of mail: `identify …`.
fn words_last(text: &str, at: usize) -> Option<Range<usize>> {
    let place = word(text, at)?;
    let found = &text[place.clone()];
    let is_told = line::ends(text, place.end) && !is_common(found)
        || has_digit(found) && has_letter(found)
        || line::behind(text, place.end, 64).contains('@');
    is_told.then_some(place)
}

/// The first words at `at` of a line, without quotes around them.
fn columns<const MOST: usize>(text: &str, at: usize) -> Option<[Range<usize>; MOST]> {
    let mut found = [const { 0..0 }; MOST];
    let mut start = at;
    for column in &mut found {
        let rest = line::behind(text, start, 16);
        start += rest.len() - rest.trim_start_matches([' ', '\t', 'N', '\'']).len();
        let place = word(text, start)?;
        start = place.end + usize::from(text[place.end..].starts_with(['"', '\'']));
        let comma = usize::from(text[start..].starts_with(','));
        *column = place.start..if comma > 0 { start + comma } else { place.end };
        start += comma;
    }
    Some(found)
}

/// The password behind a user and `sign` in one word at `at`, which quotes may enclose: `jdoe:…`.
fn behind_user(text: &str, at: usize, sign: char) -> Option<Range<usize>> {
    let place = word(text, at)?;
    let (user, password) = text[place.clone()].split_once(sign)?;
    let is_user = !user.is_empty() && !user.contains(['$', '/', '%']);
    is_user.then(|| place.end - password.len()..place.end)
}

/// The text within the quotes of which the first one stands at `open`, on one line.
fn quoted(text: &str, open: usize) -> Option<Range<usize>> {
    /// Longest one, in bytes.
    const LONGEST: usize = 128;
    let near = line::behind(text, open, LONGEST);
    let quote = near.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let len = near[1..].find(quote)?;
    (len > 0).then_some(open + 1..open + 1 + len)
}

/// Reports whether the line of `start` is a statement of a file of settings, and no sentence: few words, none of them a part of a
/// sentence, stand before.
fn is_statement(text: &str, start: usize) -> bool {
    /// Longest beginning of a line, in bytes, and most words of it.
    const NEAR: usize = 96;
    const WORDS: usize = 8;
    const BEGINNINGS: &[&str] = &["user", "set", "password", "ppp", "vpdn"];
    let Some(head) = line::whole_before(text, start, NEAR) else { return false };
    let head = head.trim_start();
    let mut words = head.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    head.is_empty() || BEGINNINGS.contains(&first) && words.count() < WORDS && !head.contains(['.', ',', '?'])
}

/// The third column of a line of PPP's secrets whose second one, a star, stands at `star`: `jdoe * "…" *`. The secret begins at
/// `at`; without quotes the file has to name such secrets in a line above.
fn secret_of_ppp(text: &str, star: usize, at: usize) -> Option<Range<usize>> {
    /// Longest client, in bytes, and farthest heading.
    const CLIENT: usize = 80;
    const FAR: usize = 1024;
    let head = line::whole_before(text, star, CLIENT)?;
    let client = head.trim();
    let is_client =
        !client.is_empty() && head.ends_with([' ', '\t']) && !client.contains([' ', '\t', '#', '/', '(', '=']);
    if !is_client {
        return None;
    }
    let is_quoted = text[at..].starts_with('"');
    let place = if is_quoted { quoted(text, at)? } else { word(text, at)? };
    let rest = line::whole_behind(text, place.end + usize::from(is_quoted), 64)?.trim();
    let is_address = |c: char| c.is_ascii_hexdigit() || matches!(c, '.' | ':' | '*' | '/' | '-');
    let is_told = is_quoted || ["secret", "SECRET"].iter().any(|word| window::before(text, star, FAR).contains(word));
    (rest.chars().all(is_address) && is_told).then_some(place)
}

/// The number of a mailbox of Asterisk, which begins at `at` behind the arrow at `start`: `305 => 4417,Jane Roe,…`.
fn pin_of_mailbox(text: &str, start: usize, at: usize) -> Option<Range<usize>> {
    /// Longest number of a mailbox, in bytes, and digits of its PIN.
    const LONGEST: usize = 24;
    const DIGITS: std::ops::RangeInclusive<usize> = 3..=10;
    let head = line::whole_before(text, start, LONGEST)?.trim();
    let is_box = !head.is_empty() && head.bytes().all(|b| b.is_ascii_digit());
    let rest = line::behind(text, at, 96);
    let len = rest.bytes().take_while(u8::is_ascii_digit).count();
    let name = rest[len..].strip_prefix(',')?;
    let is_record = name.starts_with(char::is_uppercase) && name.contains([',', ' ']);
    (is_box && is_record && DIGITS.contains(&len)).then_some(at..at + len)
}

/// Reports whether the line before the option at `at` is a command of Windows that takes passwords so.
fn is_windows_command(text: &str, at: usize) -> bool {
    /// Longest command, in bytes.
    const LONGEST: usize = 200;
    const COMMANDS: &[&str] = &[
        "wmic",
        "schtasks",
        "cmdkey",
        "net",
        "psexec",
        "driverquery",
        "tasklist",
        "taskkill",
        "systeminfo",
        "mstsc",
        "netdom",
        "wusa",
        "dism",
        "winrs",
        "at",
        "sc",
        "msiexec",
        "bitsadmin",
        "setspn",
        "wevtutil",
        "typeperf",
        "getmac",
        "openfiles",
    ];
    let head = line::before(text, at, LONGEST);
    let is_command = |word: &str| {
        let word = word.trim_end_matches(".exe");
        COMMANDS.iter().any(|command| word.eq_ignore_ascii_case(command))
    };
    head.split([' ', '\\', '>']).any(is_command)
}
