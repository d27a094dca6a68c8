//! Ways to announce a secret by a name without a sign behind it: elements, options, calls, rows of SQL, sentences.

use std::{borrow::Cow, ops::Range};

use crate::keys::{Element, is_neutral, listed_option, next_argument, option_at};
use crate::layout::sql;
use crate::recognizers::secrets::{
    assignment::{ends_with, said},
    environment_defaults::stand_in,
    expression::{Literal, Role, literals},
    key_names::{Strength, is_harmless},
    key_value::{is_key, is_uuid, key_value},
    password_value::{Form, has_digit, has_letter, value},
    randomness::{is_common, is_random},
    stand_ins::is_ordinary,
};
use crate::recognizers::support::neighbours::{byte_before, is_one_of};
use crate::text::{line, window};
use crate::{Candidate, Finder, Pattern};

/// Endings of the names of secrets.
const ENDINGS: [&str; 25] = [
    "key",
    "salt",
    "token",
    "secret",
    "secrets",
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "passwort",
    "kennwort",
    "pass",
    "pat",
    "auth",
    "credential",
    "credentials",
    "cred",
    "creds",
    "psk",
    "bearer",
    "authorization",
    "password hash",
    "passwordhash",
    "pass hash",
];

/// `<apiKey>…</apiKey>`, from its first letter on; [`element_name`] reads the name. Within other markup it is escaped.
pub(crate) const ELEMENT: Pattern = opening("(?:<|&lt;)[0-9A-Za-z_.:-]");
/// `--api-key …`
pub(crate) const OPTION: Pattern = opening("--[0-9A-Za-z]");
/// `setenv("API_KEY", "…")`, `add_argument("--api-key", default="…")`, and pairs of a list: `["api_key", "…"]`
pub(crate) const CALL: Pattern = opening("[(\\[] ?[\"'][0-9A-Za-z_.-]");

/// The first characters of a syntax. Automata that read the whole name would take most of the time that all others
/// take to build.
const fn opening(regex: &'static str) -> Pattern {
    Pattern::within(regex, 0.85, 0.88)
}

/// `mysql -p …`
pub(crate) const SHORT_OPTION: Pattern = Pattern {
    finder: Finder::Prefix(Cow::Borrowed("-(?:p|P|a|w|pw)[ -~]")),
    bare: 0.8,
    supported: 0.88,
    begins: Some(is_command),
};
/// `(id, api_key) VALUES (3, …)`: the first, the second secret of a row.
pub(crate) const ROW: Pattern = Pattern::regex("(?i:values) ?[(]", 0.85, 0.88);
/// `the api key is …`
pub(crate) const SENTENCE: Pattern = Pattern::regex(
    "(?i:key|token|secret|pat|auth|credential|cred|seed)s?(?: (?:is|was|ist|lautet|est|es|è|é|->|=>|–|-)|:|,)? ['\"`(]?",
    0.85,
    0.88,
);

/// `secret_access_key …`: the same behind a name of code and a blank.
pub(crate) const NAME_OF_CODE: Pattern = Pattern::within("[_-](?i:key|token|secret)s? ['\"`]?", 0.85, 0.88);

/// `ENV API_KEY …` of a Dockerfile, `setx API_KEY "…"`, `setenv API_KEY …`
pub(crate) const COMMAND: Pattern = Pattern {
    finder: Finder::Prefix(Cow::Borrowed(
        "(?:ENV|setx|setenv|SetEnv|set(?: -[A-Za-z]{1,8})?|#define|config(?:ure)? set|env add|secrets? (?:set|add|put)) [0-9A-Za-z_]",
    )),
    bare: 0.85,
    supported: 0.88,
    begins: None,
};

/// `name="api_key"`, an empty line and the value: a part of a form that was sent with files.
pub(crate) const PART: Pattern = Pattern::regex(
    "name=\"[0-9A-Za-z_.\\[\\]-]{2,64}\"(?:\\r\\n\\r\\n|\\n\\n|\\\\r\\\\n\\\\r\\\\n|\\\\n\\\\n)",
    0.85,
    0.88,
);

/// A way to announce a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    Element,
    Option,
    ShortOption,
    Call,
    Row(usize),
    Sentence,
    Command,
    Part,
}

impl Syntax {
    /// The strength and the place of the value if `candidate`, a match of this syntax's pattern, announces a secret.
    pub(crate) fn value(self, candidate: &Candidate<'_>) -> Option<(Strength, Range<usize>)> {
        let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
        let matched = candidate.matched();
        let (name, place, form) = match self {
            Self::Element if matched.starts_with('&') => {
                let name = name_at(text, end - 1, b"_.:-")?;
                let behind = end - 1 + name.len();
                (name, text.get(behind..)?.starts_with("&gt;").then_some(behind + "&gt;".len())?, Form::Element)
            }
            Self::Element => {
                let near = window::behind(text, start, MAX_TAG);
                let behind = start + memchr::memchr(b'>', near.as_bytes())? + 1;
                let is_literal = text.get(behind..)?.starts_with(CDATA);
                (element_name(text, behind - 1)?, behind + if is_literal { CDATA.len() } else { 0 }, Form::Element)
            }
            Self::Option => {
                let (name, place) = match listed_option(text, start) {
                    Some(listed) => listed,
                    None => option_at(text, start).map(|name| (name.clone(), name.end + 1))?,
                };
                // What Docker hands to a build says where the secret is: `--secret id=npm,src=…`.
                const SOURCES: [&str; 5] = ["id=", "src=", "source=", "type=", "env="];
                let rest = text.get(place..)?;
                let is_source = SOURCES.iter().any(|source| rest.starts_with(source));
                (secret_name(text.get(name).filter(|_| !is_source)?)?, place, Form::Argument)
            }
            Self::ShortOption => {
                // Of a list of arguments the next one: `"-p", "…"`.
                let is_item = byte_before(text, start) == byte_before(text, end) && matched.ends_with(['"', '\'']);
                let sign = usize::from(matched.ends_with('='));
                let place = if is_item { next_argument(text, &(start..end - 1))? } else { end - 1 + sign };
                let range = value(text, place, Form::Argument)?;
                let found = text.get(range.clone())?;
                // Clients of MySQL take it without a blank; behind one stands a database.
                let is_apart = is_item || matched.ends_with([' ', '=']);
                let is_alone = command_line(text, start).trim_end().ends_with("sshpass");
                let is_loose = matched.starts_with("-p") && !is_item && !is_listed_command(text, start);
                if is_loose && !(has_digit(found) && has_letter(found)) {
                    return None;
                }
                let fits = match takes_attached(text, start) {
                    // Clients of SQL Server take it with a blank, too.
                    true => {
                        !is_apart
                            || is_alone
                            || matched.starts_with("-P") && byte_before(text, range.start) == Some(b'\'')
                            || has_digit(found) && has_letter(found)
                    }
                    false => is_apart,
                };
                return fits.then_some((Strength::Password, range));
            }
            Self::Call => {
                let open = start + matched.find(['"', '\''])? + 1;
                if let Some((name, range)) = of_build(text, open) {
                    let strength = said(name)?;
                    return is_key(&text[range.clone()], strength, true).then_some((strength, range));
                }
                let name = name_at(text, open, b"_.-")?;
                let behind = open + name.len();
                let first = text.get(behind..)?.starts_with(['"', '\'']).then_some(open..behind)?;
                let is_quoted = |place: &usize| text[*place..].starts_with(['"', '\'']);
                // `("--password", default="…")`
                let stands_in =
                    |literal: &Literal| literal.role == Role::Alternative && literal.range.start > first.end;
                let default = || literals(text, start).find(stands_in);
                let second = next_argument(text, &first)
                    .filter(is_quoted)
                    .or_else(|| Some(default()?.range.start - 1))
                    .or_else(|| stand_in(text, behind_call(text, first.end)?))?;
                (name, second, Form::Member)
            }
            Self::Command => {
                let name = name_at(text, end - 1, b"_")?;
                let behind = end - 1 + name.len();
                let blanks = text.get(behind..)?.bytes().take(16).take_while(|b| *b == b' ').count();
                let place = (blanks > 0).then_some(behind + blanks)?;
                // AppleScript's `set thePassword to "…"`.
                let place = place + if text.get(place..)?.starts_with("to \"") { "to ".len() } else { 0 };
                // The value of a macro is a number or a name, or else quoted; so is that of a word that also begins sentences.
                let is_word = matched.starts_with('#') || matched.starts_with("set ") && !matched.contains('-');
                let is_literal = !is_word || text.get(place..)?.starts_with('"');
                (name, is_literal.then_some(place)?, Form::Argument)
            }
            Self::Part => (matched.split('"').nth(1).and_then(secret_name)?, end, Form::Argument),
            Self::Row(place) => return row(text, candidate.range.clone(), place),
            Self::Sentence => return sentence(candidate),
        };
        let strength = said(name)?;
        if self == Self::Element && !is_closed_behind(text, place) {
            return None;
        }
        let is_list = self == Self::Call && matched.starts_with('[');
        let range = match strength {
            Strength::Password => {
                value(text, place, form).filter(|range| self != Self::Call || !is_ordinary(&text[range.clone()]))?
            }
            _ => key_value(text, place, form, strength)?,
        };
        (!is_list || is_pair(text, &range, strength)).then_some((strength, range))
    }
}

/// Reports whether the list ends behind the value at `range`, and is no list of words: `["password", "email"]`.
fn is_pair(text: &str, range: &Range<usize>, strength: Strength) -> bool {
    let behind = text.get(range.end + 1..).unwrap_or_default().trim_start_matches(' ');
    let found = &text[range.clone()];
    // A rule for a value: `["password", "min:8"]`.
    let is_rule = found.split_once(':').is_some_and(|(rule, bound)| {
        rule.bytes().all(|b| b.is_ascii_lowercase()) && bound.bytes().all(|b| b.is_ascii_digit())
    });
    let is_word = strength == Strength::Password && !has_digit(found);
    behind.starts_with(']') && !is_word && !is_rule
}

/// The name and the value, in quotes of its own, of a field that Gradle writes into a program, whose type stands at `at`:
/// `buildConfigField("String", "API_KEY", "\"…\"")`.
fn of_build(text: &str, at: usize) -> Option<(&str, Range<usize>)> {
    /// Longest name and value, in bytes.
    const LONGEST: usize = 256;
    let near = line::behind(text, at, LONGEST);
    let (name, rest) = near.strip_prefix("String\", \"")?.split_once("\", ")?;
    let value = rest.trim_start_matches(['"', '\'', '\\']);
    let len = value.find(['"', '\'', '\\', ' '])?;
    let start = at + near.len() - value.len();
    Some((name, start..start + len))
}

/// The place behind the bracket of a call whose one argument is the literal that ends at `at`.
fn behind_call(text: &str, at: usize) -> Option<usize> {
    text.get(at + 1..)?.starts_with(')').then_some(at + 2)
}

/// Reports whether an element closes behind `at`, in markup or in escaped markup.
fn is_closed_behind(text: &str, at: usize) -> bool {
    /// Longest content, in bytes.
    const LONGEST: usize = 8 << 10;
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let near = &rest[..LONGEST.min(rest.len())];
    ["</", "&lt;/"].iter().any(|close| memchr::memmem::find(near, close.as_bytes()).is_some())
}

/// Longest tag, in bytes.
const MAX_TAG: usize = 160;
/// The beginning of text that is no markup, in XML.
const CDATA: &str = "<![CDATA[";

/// The name at `at`, of letters, digits and `signs`, if it ends like the names of secrets.
fn name_at<'a>(text: &'a str, at: usize, signs: &[u8]) -> Option<&'a str> {
    /// Longest name, in bytes.
    const LONGEST: usize = 96;
    let rest = text.get(at..)?;
    let len = rest.bytes().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric() || signs.contains(b)).count();
    rest.get(..len).and_then(secret_name)
}

/// `name`, if it ends as the names of secrets do.
fn secret_name(name: &str) -> Option<&str> {
    (ENDINGS.iter().any(|ending| ends_with(name, ending)) || said(name).is_some()).then_some(name)
}

/// The name of the contents behind the tag whose `>` stands at `close`, if it ends like the names of secrets. The
/// contents of other elements than [neutral](is_neutral) ones are what these elements say, whatever stands before.
fn element_name(text: &str, close: usize) -> Option<&str> {
    let element = Element::opened(text, close)?;
    let neighbour = || element.neighbour().and_then(secret_name).filter(|_| is_neutral(element.name));
    secret_name(element.name).or_else(|| element.attribute().and_then(secret_name)).or_else(neighbour)
}

/// The command line before the option at `at`.
fn command_line(text: &str, at: usize) -> &str {
    /// Longest command line that is looked at, in bytes.
    const LONGEST: usize = 256;
    let line = line::before(text, at, LONGEST);
    &line[memchr::memrchr3(b'|', b';', b'&', line.as_bytes()).map_or(0, |sign| sign + 1)..]
}

/// Reports whether the command takes a password right behind `-p`.
fn takes_attached(text: &str, at: usize) -> bool {
    ["mysql", "mariadb", "sshpass", "7z", "rar", "bcp", "sqlcmd"]
        .iter()
        .any(|command| command_line(text, at).contains(command))
}

/// Reports whether the option at `at` is one of a command that takes passwords so.
fn is_command(text: &str, at: usize) -> bool {
    let is_apart = matches!(byte_before(text, at), Some(b' ' | b'"' | b'\''));
    // Whatever takes a user takes a password.
    let line = command_line(text, at);
    let has_user = || [" -u ", " -U ", " -u=", " --user "].iter().any(|option| line.contains(option));
    is_apart && (is_listed_command(text, at) || has_user())
}

/// Reports whether the option at `at` stands in the command line of one of the programs that are known to take passwords so.
fn is_listed_command(text: &str, at: usize) -> bool {
    const COMMANDS: [&str; 34] = [
        "psexec",
        "psexec64",
        "psexec.exe",
        "mysql",
        "mysqldump",
        "mysqladmin",
        "mariadb",
        "sshpass",
        "redis-cli",
        "ldapsearch",
        "ldapadd",
        "ldapmodify",
        "ldappasswd",
        "sqlcmd",
        "bcp",
        "mongo",
        "mongosh",
        "mongodump",
        "mongorestore",
        "plink",
        "pscp",
        "login",
        "htpasswd",
        "zip",
        "unzip",
        "7z",
        "7za",
        "rar",
        "unrar",
        "smbclient",
        "mosquitto_pub",
        "mosquitto_sub",
        "ipmitool",
        "isql",
    ];
    command_line(text, at).split([' ', '/', '`', '"', '\'']).any(|word| COMMANDS.contains(&word))
}

/// Secret number `place` of the first row behind `values`, the word at `range`, by the columns before it.
fn row(text: &str, range: Range<usize>, place: usize) -> Option<(Strength, Range<usize>)> {
    let columns = sql::columns(text, range.start)?.into_iter().map(|column| said(text.get(column)?));
    let (column, strength) = columns.enumerate().filter_map(|(at, strength)| Some((at, strength?))).nth(place)?;
    let (values, _) = sql::row(text, range.end);
    let found = values.get(column)?;
    let is_quoted = matches!(byte_before(text, found.start), Some(b'\'' | b'"'));
    // Without quotes stand numbers, parameters, `NULL` and calls.
    let cell = text.get(found.clone())?;
    let is_literal = is_quoted || cell.contains('\'') || cell.bytes().all(|b| b.is_ascii_digit());
    let fits = match strength {
        _ if !is_literal => false,
        Strength::Password => value(text, found.start - usize::from(is_quoted), Form::Member).is_some(),
        _ => is_quoted && is_key(cell, strength, true),
    };
    fits.then(|| (strength, found.clone()))
}

/// Reports whether it is the name of an object of Kubernetes, words in small letters that a few random ones may end:
/// `secret "default-token-x7k2q" not found`.
fn is_object_name(found: &str) -> bool {
    let is_label = found.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.'));
    is_label && found.split_once('-').is_some_and(|(first, _)| first.len() > 1 && !has_digit(first) && is_common(first))
}

/// The random value that a sentence gives a key.
fn sentence(candidate: &Candidate<'_>) -> Option<(Strength, Range<usize>)> {
    /// Shortest value behind a name in a sentence.
    const SHORTEST: usize = 16;
    let (text, range) = (candidate.field.text, &candidate.range);
    let matched = candidate.matched();
    let start = range.end;
    let len = text
        .get(start..)?
        .bytes()
        .take(4096)
        .take_while(|b| b.is_ascii_alphanumeric() || b"_-.~+/=".contains(b))
        .count();
    let found = text.get(start..start + len)?.trim_end_matches(['.', '-', '/', '~']);
    if found.len() < SHORTEST {
        return None;
    }
    let sign = matched.bytes().take_while(|b| matches!(b, b'_' | b'-')).count();
    let name_len = sign + matched.bytes().skip(sign).take_while(u8::is_ascii_alphabetic).count();
    let head = text.get(range.start - window::before(text, range.start, 32).len()..range.start + name_len)?;
    let words: Vec<&str> = head.rsplitn(4, ' ').collect();
    let phrase = words.iter().take(3).rev().copied().collect::<Vec<_>>().join(" ");
    let strength = said(&phrase).or_else(|| said(words.first()?)).filter(|_| !is_harmless(&phrase))?;
    // A program's log has tokens with numbers of their own: `token "7f3e2a1b-…" synced`.
    let is_told = matched.get(name_len..).is_some_and(|link| link.contains(|c: char| !" s\"'`".contains(c)));
    let is_number = is_uuid(found) && strength == Strength::Likely && !is_told;
    let is_object = !is_told && matched.get(..name_len).is_some_and(|name| is_one_of(name, &["secret", "secrets"]));
    let is_named = is_object && is_object_name(found);
    let fits = is_random(found) && is_key(found, strength, false) && !is_number && !is_named;
    fits.then_some((strength, start..start + found.len()))
}
