//! Names of accounts where programs log in: targets of remote shells, pairs of a user and a password, lines of the files that
//! systems keep their accounts in, columns of queries.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, before_account, is_account, is_log_line, is_plain_word, name_at};
use super::username_places::{is_of_person, is_shared};
use crate::name_parts::is_initial_and_name;
use crate::recognizers::secrets::commands::htpasswd_operand;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::secrets::stand_ins::{is_descriptive, is_ordinary};
use crate::recognizers::secrets::user_pairs::{PAIR_NAMES, credentials_of};
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Longest name of an account, in bytes.
const LONGEST: usize = 64;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(PAIR_NAMES, 0.85),
        // `ssh -l jdoe host`
        before_account("(?:ssh|slogin|rlogin) -"),
        // The number of an account that belongs to a person, in `passwd`: `jdoe:x:1001:…`
        Pattern::within(":x:[1-5]?[0-9]{4}:[0-9]{1,6}:", 0.9, 0.95),
        // The hash of its password, in `shadow` and the files of mail servers: `jdoe:$6$…`, `jdoe:{SSHA}…`
        Pattern::within(":(?:\\$\\$?(?:1|5|6|7|y|gy|2[abxy]?|apr1)\\$|\\{[A-Z][0-9A-Z.-]{2,16}\\})", 0.9, 0.95),
        // Servers of FTP: `[jdoe] OK LOGIN: Client "…"`
        Pattern::within("\\] (?:OK|FAIL) (?:LOGIN|DOWNLOAD|UPLOAD|MKDIR|DELETE|RENAME)|\\] FTP command", 0.9, 0.95),
        // A column of a query: `SELECT 'jdoe' AS login`
        Pattern::within("' (?i:as) [\"`\\[]?(?i:user_?name|login(?:_?name)?|user_?id)", 0.85, 0.9),
        // Oracle's clients: `CONNECT jdoe/…@service`
        before_account(
            "(?:(?:CONNECT|CONN|connect|conn|sqlplus(?: -[A-Za-z]{1,8}){0,3}) |jdbc:oracle:(?:thin|oci):)[0-9A-Za-z_.]",
        ),
        before_account("htpasswd "),
        // Keywords of Lisp: `:user "jdoe"`
        Pattern::within(":(?:user|username|login|db-user) \"", 0.85, 0.9),
        // Commands about accounts: `useradd -m jdoe`, `su - jdoe`
        before_account(
            "(?:useradd|adduser|usermod|userdel|deluser|chage|smbpasswd|createuser|dropuser|wp user (?:create|update|delete)) ",
        ),
        before_account("(?:su -|su|passwd|sudo -u|chown|chown -R) [a-z]"),
        // Accounts of databases that go: `DROP USER jdoe;`
        before_account("(?i:drop (?:user|role|login)) (?:(?i:if exists) )?['\"`\\[]?"),
        // Messages of systems, in lines of logs.
        before_account(
            "(?i:log-?in|sudo|password reset|password change|credentials|mfa|two-factor|access|session) (?:successful |succeeded |failed |failure |requested |granted |denied |revoked |opened |closed )?(?:for|by) (?:user )?",
        ),
        // Network devices: `username jdoe privilege 15 secret …`
        before_account("[uU]sername [A-Za-z]"),
        // What was done to an account: `reset pw for jdoe`
        before_account(
            "(?i:reset|changed?|unlock(?:ed)?|lock(?:ed)?|disabled?|enabled?|rotated?) (?i:the )?(?i:pw|pass|password|passwd|pwd|account|login|mfa|2fa|mailbox) (?i:for|of) (?i:user )?",
        ),
        before_account(
            "(?i:impersonat(?:ion of|ing|ed)|authenticat(?:ed|ing)(?: as)?|(?:logg|sign)(?:ed|ing) in as|user id) ",
        ),
        // Beside their email address: `user jdoe (jane@example.com)`
        before_account("(?i:user|account|member|login) "),
        // Rails: `http_basic_authenticate_with name: "jdoe"`
        before_account("http_basic_authenticate_with name: ['\"]"),
        // Options with one dash, of PowerShell and Go: `-Username jdoe`
        before_account("-(?:[uU]ser(?:[nN]ame)?) "),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => credentials_of(candidate)?.0,
        1 => name_at(text, behind_login_option(text, end - 1)?)?,
        2 | 3 => of_line(text, start)?,
        4 => enclosed(text, start, b'[')?,
        5 => enclosed(text, start, b'\'')?,
        6 => {
            let place = name_at(text, end - 1).filter(|place| byte_at(text, place.end) == Some(b'/'))?;
            let rest = line::behind(text, place.end, LONGEST);
            rest.split([' ', '"', '\'', ';']).next()?.contains('@').then_some(place)?
        }
        7 => {
            let begins = |at: &usize| text[*at..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
            name_at(text, htpasswd_operand(text, end, 1).filter(begins)?)?
        }
        9 => last_argument(text, start, end)?,
        10 => name_at(text, end - 1).filter(|place| begins_command(text, start) && is_operand(text, place))?,
        11 => name_at(text, end)?,
        13 => name_at(text, end - 1).filter(|place| {
            let rest = &text[place.end..];
            is_configured(rest) || rest.starts_with([',', ';']) && !is_told_of(&text[place.clone()])
        })?,
        14 => name_at(text, end).filter(|place| {
            let rest = &text[place.end..];
            line::ends(text, place.end) || rest.starts_with([',', '.', ';', ')'])
        })?,
        16 => name_at(text, end).filter(|place| is_before_email(&text[place.end..]))?,
        12 => name_at(text, end + quote_len(text, end)).filter(|_| is_log_line(text, start))?,
        15 => name_at(text, end).filter(|place| {
            (is_log_line(text, start) || is_marked(&text[place.clone()])) && !is_program(text, start, place.end)
        })?,
        18 => name_at(text, end + quote_len(text, end)).filter(|_| text[..start].ends_with([' ', '\t']))?,
        _ => name_at(text, end).filter(|place| byte_at(text, place.end) == Some(b'"'))?,
    };
    let found = text.get(place.clone())?;
    (is_account(found) && !is_shared(found) && !is_plain_word(found)).then(|| candidate.part(place))?
}

/// The length of the quote at `at`.
fn quote_len(text: &str, at: usize) -> usize {
    usize::from(matches!(byte_at(text, at), Some(b'"' | b'\'')))
}

/// Reports whether it is a word of programs, or one that tells what a name is like: `username taken, …`
fn is_told_of(found: &str) -> bool {
    is_common(found) || is_descriptive(found) || is_ordinary(found)
}

/// Reports whether a digit or a sign within tells it from a word.
fn is_marked(found: &str) -> bool {
    found.trim_matches(|c: char| !c.is_alphanumeric()).contains(|c: char| c.is_ascii_digit() || matches!(c, '_' | '.'))
}

/// The place behind the option `-l` of a remote shell, whose options begin at `at`: only options, numbers and files stand before it.
fn behind_login_option(text: &str, at: usize) -> Option<usize> {
    const MOST: usize = 9;
    let mut place = at;
    for argument in line::behind(text, at, 4 * LONGEST).split(' ').take(MOST) {
        place += argument.len() + 1;
        if argument == "-l" {
            return Some(place);
        }
        if !argument.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '~' | '/' | '.')) {
            return None;
        }
    }
    None
}

/// Reports whether a program is named where a session at `start` is told of, whose name ends at `end`: before its version, or
/// behind the user and the address: `User x@203.0.113.7 logged in as Client/6.5`.
fn is_program(text: &str, start: usize, end: usize) -> bool {
    let head = line::before(text, start, LONGEST).trim_end();
    let last = head.rsplit(' ').next().unwrap_or_default();
    byte_at(text, end) == Some(b'/')
        || last.contains('@') && last.ends_with(|c: char| c.is_ascii_digit()) && last.contains('.')
}

/// Reports whether `rest` begins with an email address in brackets.
fn is_before_email(rest: &str) -> bool {
    let inner = rest.strip_prefix(" (").or_else(|| rest.strip_prefix(" <"));
    let inner = inner.map(|inner| window::behind(inner, 0, LONGEST));
    // The full name may stand before it.
    inner.and_then(|inner| inner.split([')', '>']).next()).is_some_and(|found| found.contains('@'))
}

/// Reports whether the settings of an account go on with `rest`, in the configuration of a network device.
fn is_configured(rest: &str) -> bool {
    [" privilege ", " secret ", " password ", " nopassword", " role ", " algorithm-type "]
        .iter()
        .any(|word| rest.starts_with(word))
}

/// The last word of the command that begins at `start`, whose arguments begin at `end`, if it is no option's value.
fn last_argument(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Most arguments.
    const MOST: usize = 7;
    let line = line::behind(text, end, 2 * LONGEST);
    let command = line.split(['|', ';', '&', '#', '>', '"', '\'']).next()?.trim_end();
    let place = end + command.rfind(' ').map_or(0, |blank| blank + 1)..end + command.len();
    let found = name_at(text, place.start)?;
    // A sentence about the command has more words.
    let is_sentence = command.contains(", ") || command.split(' ').count() > MOST;
    (begins_command(text, start) && found.end == place.end && !is_sentence).then_some(found)
}

/// Reports whether the account at `place` is all that a command is about, which ends behind it, or that of a person for whom it goes on with
/// a program or a group: `sudo -u mfinch make`, `chown mfinch:staff`.
fn is_operand(text: &str, place: &Range<usize>) -> bool {
    let rest = &text[place.end..];
    let found = &text[place.clone()];
    line::ends(text, place.end)
        || rest.trim_start_matches(' ').starts_with([';', '&', '|'])
        || rest.starts_with([' ', ':']) && (is_of_person(found) || is_initial_and_name(found))
}

/// Reports whether a command begins at `at`: at the start of a line, or behind a prompt, a sign between commands or `sudo`.
fn begins_command(text: &str, at: usize) -> bool {
    let head = line::before(text, at, LONGEST).trim_end();
    head.is_empty() || head.ends_with(['$', '#', ';', '&', '|']) || head.ends_with("sudo")
}

/// The account that begins its line, or follows a word and a colon or a quote, and ends at `end`.
fn of_line(text: &str, end: usize) -> Option<Range<usize>> {
    let head = line::behind_escaped_end(line::before(text, end, LONGEST));
    let name = head.rsplit([' ', '"', '\'', '=', ':']).next()?;
    let start = end - name.len();
    let begins = line::begins(text, start) || byte_before(text, start).is_some_and(|b| b" \"\'=n".contains(&b));
    let place = name_at(text, start)?;
    (begins && place.end == end).then_some(place)
}

/// The account between `opening` and the sign at `close`.
fn enclosed(text: &str, close: usize, opening: u8) -> Option<Range<usize>> {
    let head = line::before(text, close, LONGEST);
    let open = memchr::memrchr(opening, head.as_bytes())?;
    let place = name_at(text, close - head.len() + open + 1)?;
    (place.end == close).then_some(place)
}

/// The user before the `@` at `at` where a host to log in to follows: behind the name of a remote shell (`ssh jdoe@host`), in the
/// question for a password (`jdoe@host's password:`), in the address of a telephone (`sip:jdoe@host`).
pub(super) fn login_target(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest command line, and longest host, in bytes.
    const COMMAND: usize = 200;
    const HOST: usize = 80;
    const SHELLS: &WordList = &WordList::new(
        "ssh|scp|sftp|rsync|mosh|autossh|ssh-copy-id|sshfs|pscp|psftp|plink|sshpass|slogin|rlogin|x2goclient",
    );
    const SCHEMES: [&str; 7] = ["sip:", "sips:", "xmpp:", "ssh:", "im:", "sftp:", "scp:"];
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
    let bytes = text.as_bytes();
    let len = bytes.get(..at)?.iter().rev().take(LONGEST).take_while(|b| stands(b)).count();
    let place = at - len..at;
    // Nearly every address is answered here: a blank or a scheme stands before the user.
    let before = byte_before(text, place.start);
    if len < 2
        || !bytes.get(at + 1).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'$' | b'{' | b'<' | b'"'))
        || !matches!(before, Some(b' ' | b':' | b'"' | b'\'' | b'`') | None | Some(b'\n'))
    {
        return None;
    }
    let head = line::before(text, place.start, COMMAND);
    let is_shell = || {
        let command = head.rsplit(['|', ';', '&', '$', '`', '#', '>']).next().unwrap_or_default();
        let words = || command.split([' ', '/', '"', '\'', '=', '(']);
        before == Some(b' ') && words().any(|word| is_listed(word, SHELLS)) && words().count() < 16
    };
    let is_prompt = || {
        let host = line::behind(text, at, HOST).split_once(' ');
        host.is_some_and(|(host, rest)| host.ends_with("'s") && rest.starts_with("password"))
    };
    let is_address = || SCHEMES.iter().any(|scheme| head.ends_with(scheme));
    let found = text.get(place.clone())?;
    // Whether it is a name that programs share is read fastest.
    let is_user = !is_shared(found) && is_account(found);
    (is_user && (is_address() || is_prompt() || is_shell())).then_some(place)
}
