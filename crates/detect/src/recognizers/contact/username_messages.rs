//! Names of accounts in messages of logins and sessions, as servers, databases and systems log them.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, has_mark, is_account, is_initial_with_dot, is_plain_word, name_at};
use super::username_places::{is_of_person, is_shared};
use crate::name_parts::is_initial_and_name;
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Messages in which nothing but a name can follow.
        message(
            "(?:(?:authentication|[Ll]ogin|[Ll]ogon) failed for user|[Aa]ccess denied for user|[Dd]isconnected from(?: (?:invalid|authenticating))? user|(?:invalid|authenticating) user|[Ss]ession [0-9a-z]{1,8} (?:of|for) [Uu]ser|authentication attempts exceeded for|password changed for|authentication for user|[Ff]ailed to authenticate user|unix-user|authentication attempt for) ?\\\\?[:'\"\\[]?",
        ),
        message("sudo(?:\\[[0-9]{1,8}\\])?: {1,12}"),
        // `User x from 203.0.113.7 not allowed`, `User x failed auth`, `by user x`
        message("(?:[Uu]ser|USER)(?: ['\"`\\[<]?|=<)"),
        // A unique column of PostgreSQL: `Key (username)=(x) already exists.`
        message("\\((?i:user_?name|login|user_?id|nick_?name)\\)=\\("),
        // A member of a domain of Windows: `CORP\\x`
        Pattern::within("\\\\[0-9A-Za-z]", 0.85, 0.95),
        // Jobs of cron: `CRON[118]: (x) CMD (…)`
        message("(?:CRON|crond|cron|crontab)\\[[0-9]{1,8}\\]: \\("),
        // PostgreSQL's messages, behind the user and the database: `x@shop FATAL:  …`
        message("(?:LOG|FATAL|ERROR|PANIC|DETAIL|HINT|STATEMENT|WARNING|NOTICE):  "),
        // Users of Amazon's accounts: `arn:aws:iam::123456789012:user/x`
        message("arn:aws[a-z-]{0,8}:iam::[0-9]{0,12}:(?:user|mfa)/"),
        // Terminals, behind the user, in lists of logins.
        message("(?:pts/[0-9]{1,3}|tty[0-9]{1,2}|ttyS[0-9]) "),
        // Accounts of databases, devices, login modules.
        message("(?i:create|alter) (?i:user|role|login) (?:(?i:if not exists) )?['\"`\\[]?"),
        message("username "),
        message("(?:required|requisite|sufficient|optional) username=\\\\?[\"']"),
        // Proxies, behind the address that somebody asked for; and OpenVPN, behind its user in brackets.
        message("HIER_[A-Z_]{3,24}/"),
        Pattern::within("\\] Peer Connection Initiated", 0.85, 0.95),
        // The identity of a process: `uid=1001(x) gid=…`
        message("e?uid=[0-9]{1,10}\\("),
        // Accounts of MySQL: `'x'@'%'`
        Pattern::within("['`]@['`]", 0.85, 0.95),
        // VPNs: `EAP identity 'x'`, `assigning virtual IP 10.1.0.7 to peer 'x'`
        message("(?:EAP[- ][Ii]dentity|XAuth (?:user|identity)|virtual IP [0-9a-f.:]{3,45} to peer) '"),
        // `su` on Linux: `(to root) x on pts/1`
        message("\\(to [a-z]{2,16}\\) "),
        // Messages of programs in other languages: `Benutzer x hat …`
        message("(?:Benutzer|Nutzer|Utilisateur|Usuario|Usuário|Utente|Gebruiker) ['\"]?"),
        // The names of entries in a directory: `cn=x,ou=people,dc=example,dc=com`
        message("(?:cn|CN|uid|UID)="),
        // The address from which somebody did it: `POST /orders by x (203.0.113.7)`
        Pattern::within(" [(\\[][0-9]{1,3}\\.[0-9]{1,3}\\.", 0.85, 0.95),
        // A process of the server of remote shells, which has the name of its user: `811/sshd: x`, `sshd: x@pts/0`, `sshd: x [priv]`
        message("sshd: "),
    ]),
    context: words![],
    check,
}];

const fn message(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.85, 0.95)
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => name_at(text, end).filter(|place| !is_host(&text[place.clone()]))?,
        1 => name_at(text, end).filter(|place| text[place.end..].starts_with(" : "))?,
        2 => of_user(text, end)?,
        3 => name_at(text, end).filter(|place| byte_at(text, place.end) == Some(b')'))?,
        4 => of_domain(text, start, end)?,
        5 | 7 => name_at(text, end)?,
        6 => before_database(text, start).filter(|place| !is_shared(&text[place.clone()]))?,
        8 => of_session(text, start)?,
        9 => name_at(text, end).filter(|place| is_statement(text, place.end))?,
        10 => name_at(text, end).filter(|place| is_device(text, start, place.end))?,
        11 => name_at(text, end).filter(|place| matches!(byte_at(text, place.end), Some(b'"' | b'\'' | b'\\')))?,
        12 => before_blank(text, start, ' ')?,
        13 => before_blank(text, start, '[')?,
        14 => name_at(text, end).filter(|place| byte_at(text, place.end) == Some(b')'))?,
        15 => in_quotes_before(text, start)?,
        16 => name_at(text, end).filter(|place| byte_at(text, place.end) == Some(b'\''))?,
        17 => name_at(text, end).filter(|place| text[place.end..].starts_with(" on "))?,
        18 => name_at(text, end).filter(|place| is_made_of_name(&text[place.clone()]))?,
        21 => name_at(text, end).filter(|place| is_process(text, start, place))?,
        20 => before_client(text, start)
            .filter(|place| is_made_of_name(&text[place.clone()]) && !is_shared(&text[place.clone()]))?,
        _ => name_at(text, end)
            .filter(|place| is_entry(text, place.end) && !is_listed(&text[place.clone()], CONTAINERS))?,
    };
    is_account(text.get(place.clone())?).then(|| candidate.part(place))?
}

/// Reports whether the name of a process, which begins at `start`, ends with the account at `place`: in a list of processes or of
/// connections.
fn is_process(text: &str, start: usize, place: &Range<usize>) -> bool {
    let rest = &text[place.end..];
    let is_numbered = text[..start].strip_suffix('/').is_some_and(|head| head.ends_with(|c: char| c.is_ascii_digit()));
    let ends = is_numbered && (line::ends(text, place.end) || rest.starts_with(' '));
    ends || ["@pts/", "@notty", " [priv]", " [net]"].iter().any(|end| rest.starts_with(end))
}

/// Reports whether an account is made of the name of a person, and no word of a sentence.
fn is_made_of_name(found: &str) -> bool {
    is_initial_and_name(found) || is_of_person(found)
}

/// The user before the database and the severity at `at`: ` x@shop FATAL:`.
fn before_database(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest user and database, in bytes.
    const LONGEST: usize = 128;
    let head = text.get(..at)?.strip_suffix(' ')?;
    let pair = line::before(head, head.len(), LONGEST).rsplit(' ').next()?;
    let (user, database) = pair.split_once('@')?;
    // An address has a host behind the sign.
    let is_user = user.len() > 1 && !database.is_empty() && !database.contains(['.', '@']) && user != "[unknown]";
    let start = head.len() - pair.len();
    is_user.then_some(start..start + user.len())
}

/// The name before the client's address, whose bracket follows `at`, behind a word for who does something.
fn before_client(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name and word before it, in bytes.
    const LONGEST: usize = 80;
    const WORDS: &WordList = &WordList::new(
        "by|from|user|for|as|of|account|login|von|par|por|da|door|av|af|przez|durch|benutzer|utilisateur|usuario|utente",
    );
    let head = line::before(text, at, LONGEST);
    let (before, name) = head.rsplit_once([' ', '='])?;
    let word = before.rsplit(|c: char| !c.is_ascii_alphabetic()).next()?;
    let place = name_at(text, at - name.len()).filter(|place| place.end == at)?;
    is_listed(&word.to_ascii_lowercase(), WORDS).then_some(place)
}

/// The name between `sign` and the blank or bracket at `at`.
fn before_blank(text: &str, at: usize, sign: char) -> Option<Range<usize>> {
    /// Longest name of an account, in bytes.
    const LONGEST: usize = 64;
    let head = text.get(..at)?;
    let head = head.strip_suffix(' ').unwrap_or(head);
    let name = line::before(head, head.len(), LONGEST).rsplit_once(sign)?.1;
    let place = name_at(text, head.len() - name.len())?;
    (place.end == head.len()).then_some(place)
}

/// The name in the quotes that close at `close`.
fn in_quotes_before(text: &str, close: usize) -> Option<Range<usize>> {
    /// Longest name of an account of MySQL, in bytes.
    const LONGEST: usize = 32;
    let quote = text.get(close..close + 1)?;
    let name = line::before(text, close, LONGEST + 1).rsplit_once(quote)?.1;
    let place = name_at(text, close - name.len())?;
    (place.end == close).then_some(place)
}

/// The user at the beginning of the line before the terminal at `at`, as `last`, `who` and `w` list sessions.
fn of_session(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest beginning of such a line, in bytes.
    const LONGEST: usize = 40;
    let line = line::whole_before(text, at, LONGEST)?;
    let place = name_at(text, at - line.len())?;
    let user = place.len();
    let is_terminal = line.starts_with("tty") || line.starts_with("pts");
    (!is_terminal && line.len() > user && line.get(user..)?.bytes().all(|b| b == b' ')).then_some(place)
}

/// Reports whether a statement about an account of a database goes on at `at`.
fn is_statement(text: &str, at: usize) -> bool {
    const CLAUSES: [&str; 9] =
        [" with ", " login", " password", " identified ", " superuser", " createdb", "'@", "`@", "@"];
    let rest = window::behind(text, at, 16).to_ascii_lowercase();
    let rest = rest.trim_start_matches(['"', ']']);
    CLAUSES.iter().any(|clause| rest.starts_with(clause) || rest.get(1..).is_some_and(|rest| rest.starts_with(clause)))
}

/// Reports whether a line of a device's configuration, which begins with the word at `start`, goes on at `at`:
/// `username x privilege 15 secret …`.
fn is_device(text: &str, start: usize, at: usize) -> bool {
    const CLAUSES: [&str; 4] = [" privilege ", " secret ", " password ", " role "];
    let rest = window::behind(text, at, 12);
    line::begins(text, start) && CLAUSES.iter().any(|clause| rest.starts_with(clause))
}

/// Entries of directories that hold others.
const CONTAINERS: &WordList = &WordList::new(
    "builtin|users|computers|configuration|schema|services|people|groups|accounts|managers|admins|config|monitor",
);

/// Reports whether the name of an entry in a directory goes on at `at` with its place there, which is not that of groups.
fn is_entry(text: &str, at: usize) -> bool {
    /// Longest name that is looked at, in bytes.
    const LONGEST: usize = 160;
    let rest = line::behind(text, at, LONGEST).to_ascii_lowercase();
    let first = rest.strip_prefix(',').unwrap_or_default().trim_start();
    let is_of_group = ["ou=group", "cn=group", "ou=role", "cn=builtin"].iter().any(|group| first.starts_with(group));
    (first.starts_with("ou=") || first.starts_with("cn=") || first.starts_with("dc="))
        && first.contains("dc=")
        && !is_of_group
}

/// Reports whether it is an address rather than a name.
pub(super) fn is_host(found: &str) -> bool {
    found.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// The name behind `user` at `at`: in quotes or brackets, or before a verb of a login.
fn of_user(text: &str, at: usize) -> Option<Range<usize>> {
    // What moderators of forums do.
    const BANS: [&str; 6] =
        [" banned", " was banned", " has been banned", " suspended", " was suspended", " was blocked"];
    const VERBS: &[&str] = &[
        " may run the following commands",
        " is not in the sudoers file",
        " is not allowed to run",
        " locked out",
        " is locked",
        " was locked",
        " has been locked",
        " got locked out",
        " cannot log in",
        " can't log in",
        " from ",
        " logged ",
        " failed auth",
        " failed login",
        " signed in",
        " signed out",
        " authenticated",
        " has logged ",
        " was terminated",
        " not allowed",
        " in security realm",
        ": authentication ",
        ": Login ",
        ": no such user",
        ": password mismatch",
        " already exists",
        " connected from",
        " denied by ",
        " disconnected",
        " does not exist",
        " executed ",
        " failed to authenticate",
        " failed to log in",
        " is disabled",
        " not found",
        " was created",
        " was deleted",
        " was disabled",
        " - Client",
    ];
    let place = name_at(text, at)?;
    let (found, rest) = (text.get(place.clone())?, text.get(place.end..)?);
    let closing = match byte_before(text, at)? {
        quote @ (b'"' | b'\'' | b'`') => Some(quote),
        b'[' => Some(b']'),
        b'<' => Some(b'>'),
        _ => None,
    };
    let fits = match closing {
        Some(closing) => byte_at(text, place.end) == Some(closing) && (has_mark(found) || !is_plain_word(found)),
        None => {
            let rest = behind_full_name(rest);
            let is_banned = has_mark(found) && BANS.iter().any(|verb| rest.starts_with(verb));
            let is_told =
                is_banned || VERBS.iter().any(|verb| rest.starts_with(verb)) || is_of_settings(text, at, rest);
            is_told && !is_plain_word(found)
        }
    };
    // The identifier of an object that is called user: `user "0b5e2c2d-…" synced`.
    (fits && !is_uuid(found)).then_some(place)
}

/// The rest of a message behind the full name in brackets that may stand behind an account: `jdoe (Jane Doe) logged in`.
fn behind_full_name(rest: &str) -> &str {
    /// Longest full name, in bytes.
    const LONGEST: usize = 48;
    let near = window::behind(rest, 0, LONGEST);
    let name = near.strip_prefix(" (").and_then(|inner| inner.split_once(')'));
    match name {
        Some((name, _)) if name.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '.' | '\'')) => {
            &rest[name.len() + " ()".len()..]
        }
        _ => rest,
    }
}

/// Reports whether `User x` or `user x`, whose name begins at `at` and goes on with `rest`, is a line of the settings of SSH,
/// below the name of a host, or an account in those of Redis: `user x on >…`.
fn is_of_settings(text: &str, at: usize, rest: &str) -> bool {
    /// Farthest name of the host, in bytes.
    const FAR: usize = 240;
    let head = window::before(text, at, FAR);
    let (above, line) = head.rsplit_once(['\n', '\r']).unwrap_or(("", head));
    let is_line = matches!(line.trim_start(), "User " | "user ");
    let is_ssh =
        || line.contains('U') && line::ends(rest, 0) && (above.contains("HostName ") || above.contains("Host "));
    let is_redis = || rest.starts_with(" on ") && window::behind(rest, 0, FAR).contains(['>', '~', '+']);
    is_line && (is_ssh() || is_redis())
}

/// The name whose first letter ends before `end`, behind the name of a domain at `start` and a backslash; not a part of a
/// path, and no escape sequence. Domains of Kerberos have dots: `CORP.LOCAL\x`; in small letters only before what is made of
/// a name: `corp\j.roe`.
fn of_domain(text: &str, slash: usize, end: usize) -> Option<Range<usize>> {
    /// Roots of registries, and domains of Windows itself.
    const OTHERS: &WordList =
        &WordList::new("hklm|hkcu|hkcr|hku|hkcc|builtin|authority|service|windows|system|system32|nt|iis|program|font");
    /// Letters, digits, dots and hyphens of the domain.
    const DOMAIN: std::ops::RangeInclusive<usize> = 2..=40;
    /// Letters, digits and hyphens of each part.
    const PART: std::ops::RangeInclusive<usize> = 2..=15;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.');
    let len = text.as_bytes()[..slash].iter().rev().take(DOMAIN.end() + 1).take_while(|b| stands(b)).count();
    let start = slash - len;
    let domain = text.get(start..slash)?;
    let is_part = |part: &str| PART.contains(&part.len()) && part.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_upper = !domain.bytes().any(|b| b.is_ascii_lowercase());
    let is_lower = !domain.bytes().any(|b| b.is_ascii_uppercase() || b == b'.');
    if !DOMAIN.contains(&len) || !domain.split('.').all(is_part) || !is_upper && !is_lower {
        return None;
    }
    let begins = byte_before(text, start).is_none_or(|b| b" \t\n\"'=[(<,:".contains(&b));
    let place = name_at(text, end - 1)?;
    let found = text.get(place.clone())?;
    let is_file =
        found.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "exe" | "dll" | "sys" | "txt" | "log"));
    // `ERROR\nmore`: the letter belongs to an escape sequence.
    let is_hex = |len: usize| found.get(1..1 + len).is_some_and(|code| code.bytes().all(|b| b.is_ascii_hexdigit()));
    let begins_escape = match found.as_bytes().first() {
        Some(b'u') => is_hex(4),
        Some(b'x') => is_hex(2),
        _ => found.starts_with(['n', 'r', 't', 'b', 'f', 'v', 's', 'd', 'w', '0']),
    };
    let is_initial = is_initial_with_dot(found);
    let is_escape = begins_escape && !has_digit_behind(found) && !is_initial && !domain.contains('.');
    let is_path = found.contains('\\') || is_lower && !is_initial;
    let fits = begins && !is_path && !is_file && !is_escape && !is_listed(domain, OTHERS);
    fits.then_some(place)
}

/// Reports whether a number ends it, as many names of accounts have one.
fn has_digit_behind(found: &str) -> bool {
    found.ends_with(|c: char| c.is_ascii_digit()) && found.bytes().filter(u8::is_ascii_alphabetic).count() > 2
}
