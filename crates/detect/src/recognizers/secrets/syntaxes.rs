//! Ways to announce a secret by a name without a sign behind it: elements, options, calls, rows of SQL, sentences.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    assignment::{ends_with, said},
    key_names::{Strength, is_harmless},
    key_value::{is_key, is_uuid, key_value},
    password_value::{Form, Reading, has_digit, has_letter, value},
    randomness::is_random,
};
use crate::{Candidate, Finder, Pattern};

/// Endings of the names of secrets.
const ENDINGS: [&str; 20] = [
    "key",
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
];

/// `<apiKey>…</apiKey>`, from its first letter on; [`tag`] reads the name. Within other markup it is escaped.
pub(crate) const ELEMENT: Pattern = opening("(?:<|&lt;)[0-9A-Za-z_.:-]");
/// `--api-key …`
pub(crate) const OPTION: Pattern = opening("--[0-9A-Za-z]");
/// `setenv("API_KEY", "…")`
pub(crate) const CALL: Pattern = opening("\\([\"'][0-9A-Za-z_.-]");

/// The first characters of a syntax. Automata that read the whole name would take most of the time that all others
/// take to build.
const fn opening(regex: &'static str) -> Pattern {
    Pattern { finder: Finder::Within(Cow::Borrowed(regex)), bare: 0.85, supported: 0.88, begins: None }
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
    "(?i:key|token|secret|pat|auth|credential|cred)s?(?: (?:is|was|ist|lautet|est|es|è|é|->|=>|–|-)|:|,)? ['\"`]?",
    0.85,
    0.88,
);

/// `ENV API_KEY …` of a Dockerfile, `setx API_KEY "…"`, `setenv API_KEY …`
pub(crate) const COMMAND: Pattern = Pattern {
    finder: Finder::Prefix(Cow::Borrowed("(?:ENV|setx|setenv|SetEnv|#define) [0-9A-Za-z_]")),
    bare: 0.85,
    supported: 0.88,
    begins: None,
};

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
                let tag = tag(text, start)?;
                let behind = start + tag.len();
                let is_literal = text.get(behind..)?.starts_with(CDATA);
                (element_name(text, start, tag)?, behind + if is_literal { CDATA.len() } else { 0 }, Form::Element)
            }
            Self::Option => {
                let name = name_at(text, start + 2, b"-_.")?;
                let behind = start + 2 + name.len();
                (name, text.get(behind..)?.starts_with(' ').then_some(behind + 1)?, Form::Argument)
            }
            Self::ShortOption => {
                let range = value(text, end - 1, Form::Argument)?;
                let found = text.get(range.clone())?;
                // Clients of MySQL take it without a blank; behind one stands a database.
                let is_apart = matched.ends_with(' ');
                let is_alone = command_line(text, start).trim_end().ends_with("sshpass");
                let fits = match takes_attached(text, start) {
                    true => !is_apart || is_alone || has_digit(found) && has_letter(found),
                    false => is_apart,
                };
                return fits.then_some((Strength::Password, range));
            }
            Self::Call => {
                let name = name_at(text, start + 2, b"_.-")?;
                let rest = text.get(start + 2 + name.len()..)?.strip_prefix(['"', '\''])?.strip_prefix(',')?;
                let rest = rest.strip_prefix(' ').unwrap_or(rest);
                (name, rest.starts_with(['"', '\'']).then_some(text.len() - rest.len())?, Form::Member)
            }
            Self::Command => {
                let name = name_at(text, end - 1, b"_")?;
                let behind = end - 1 + name.len();
                let blanks = text.get(behind..)?.bytes().take(16).take_while(|b| *b == b' ').count();
                let place = (blanks > 0).then_some(behind + blanks)?;
                // The value of a macro is a number or a name, or else quoted.
                let is_literal = !matched.starts_with('#') || text.get(place..)?.starts_with('"');
                (name, is_literal.then_some(place)?, Form::Argument)
            }
            Self::Row(place) => return row(text, candidate.range.clone(), place),
            Self::Sentence => return sentence(candidate),
        };
        let strength = said(name)?;
        if self == Self::Element && !is_closed_behind(text, place) {
            return None;
        }
        let range = match strength {
            Strength::Password => value(text, place, form)?,
            _ => key_value(text, place, form, strength)?,
        };
        Some((strength, range))
    }
}

/// Reports whether an element closes behind `at`, in markup or in escaped markup.
fn is_closed_behind(text: &str, at: usize) -> bool {
    /// Longest content, in bytes.
    const LONGEST: usize = 8 << 10;
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let near = &rest[..LONGEST.min(rest.len())];
    ["</", "&lt;/"].iter().any(|close| memchr::memmem::find(near, close.as_bytes()).is_some())
}

/// The beginning of text that is no markup, in XML.
const CDATA: &str = "<![CDATA[";

/// The name at `at`, of letters, digits and `signs`, if it ends like the names of secrets.
fn name_at<'a>(text: &'a str, at: usize, signs: &[u8]) -> Option<&'a str> {
    /// Longest name, in bytes.
    const LONGEST: usize = 96;
    let rest = text.get(at..)?;
    let len = rest.bytes().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric() || signs.contains(b)).count();
    rest.get(..len).filter(|name| ends_as_secret(name))
}

/// Reports whether `name` ends as the names of secrets do.
fn ends_as_secret(name: &str) -> bool {
    ENDINGS.iter().any(|ending| ends_with(name, ending))
}

/// The tag at `at`, if it may name a secret: `<apiKey>`, `<value>`, `<entry key="apiKey">`.
fn tag(text: &str, at: usize) -> Option<&str> {
    /// Longest tag, in bytes.
    const LONGEST: usize = 80;
    let rest = text.get(at..)?;
    let end = memchr::memchr(b'>', rest.as_bytes().get(..LONGEST.min(rest.len()))?)?;
    let inner = rest.get(1..end)?;
    let stands = |name: &str, signs: &[u8]| name.bytes().all(|b| b.is_ascii_alphanumeric() || signs.contains(&b));
    let is_name = match inner.split_once(' ') {
        None => {
            let is_plain = inner.eq_ignore_ascii_case("value") || inner.eq_ignore_ascii_case("string");
            is_plain || stands(inner, b"_.:-") && ends_as_secret(inner)
        }
        Some((element, attribute)) => {
            let value =
                attribute.split_once('=').filter(|(key, _)| ["name", "key"].contains(key)).map(|(_, value)| value);
            let value = value.and_then(|value| value.strip_prefix(['"', '\''])?.strip_suffix(['"', '\'']));
            element.bytes().all(|b| b.is_ascii_alphabetic())
                && value.is_some_and(|value| stands(value, b"_.-") && ends_as_secret(value))
        }
    };
    is_name.then(|| rest.get(..=end))?
}

/// The name of the contents of the element whose tag `tag` begins at `at`: its own name, its attribute, or the element
/// before it (`<name>x</name><value>`, `<key>x</key><string>`).
fn element_name<'a>(text: &'a str, at: usize, tag: &'a str) -> Option<&'a str> {
    /// Farthest that the other element stands away, in bytes.
    const FAR: usize = 120;
    let inner = tag.get(1..tag.len() - 1)?;
    if !inner.eq_ignore_ascii_case("value") && !inner.eq_ignore_ascii_case("string") {
        return inner.trim_end_matches(['"', '\'']).rsplit(['"', '\'']).next();
    }
    let head = text.get(text.ceil_char_boundary(at.saturating_sub(FAR))..at)?.trim_end();
    // `<setting name="apiKey"><value>`
    if let Some(opening) = head.strip_suffix('>').and_then(|head| head.rsplit('<').next())
        && let Some((_, name)) = opening.split_once("name=")
    {
        return name.get(1..)?.split(['"', '\'']).next();
    }
    let head = ["</name>", "</Name>", "</key>"].iter().find_map(|close| head.strip_suffix(close))?;
    head.rsplit('>').next()
}

/// The command line before the option at `at`.
fn command_line(text: &str, at: usize) -> &str {
    /// Longest command line that is looked at, in bytes.
    const LONGEST: usize = 256;
    let head = text.get(text.ceil_char_boundary(at.saturating_sub(LONGEST))..at).unwrap_or_default();
    head.rsplit(['\n', '|', ';', '&']).next().unwrap_or_default()
}

/// Reports whether the command takes a password right behind `-p`.
fn takes_attached(text: &str, at: usize) -> bool {
    ["mysql", "mariadb", "sshpass", "7z", "rar", "bcp", "sqlcmd"]
        .iter()
        .any(|command| command_line(text, at).contains(command))
}

/// Reports whether the option at `at` is one of a command that takes passwords so.
fn is_command(text: &str, at: usize) -> bool {
    const COMMANDS: [&str; 30] = [
        "mysql",
        "mysqldump",
        "mysqladmin",
        "mariadb",
        "sshpass",
        "redis-cli",
        "ldapsearch",
        "ldapadd",
        "ldapmodify",
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
    let line = command_line(text, at);
    line.ends_with(' ') && line.split([' ', '/', '`']).any(|word| COMMANDS.contains(&word))
}

/// Secret number `place` of the first row behind `values`, the word at `range`, by the columns before it.
fn row(text: &str, range: Range<usize>, place: usize) -> Option<(Strength, Range<usize>)> {
    /// Longest list of columns, and longest row, in bytes.
    const LONGEST: usize = 1024;
    let head = text.get(text.ceil_char_boundary(range.start.saturating_sub(LONGEST))..range.start)?;
    let (_, columns) = head.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let name = |column: &str| column.trim().trim_matches(['`', '"', '[', ']', '\'']).to_owned();
    let (column, strength) =
        columns.split(',').enumerate().filter_map(|(at, column)| Some((at, said(&name(column))?))).nth(place)?;
    let rest = text.get(range.end..)?;
    let rest = rest.get(..rest.floor_char_boundary(LONGEST))?;
    let (mut at, mut quote, mut start) = (0, None, 0);
    for (offset, c) in rest.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, ',' | ')') => {
                if at == column {
                    let cell = rest.get(start..offset)?;
                    let inner = cell.trim();
                    let from = range.end + start + cell.find(inner)?;
                    let reading = Reading::new(text, from, Form::Member, inner.len())?;
                    let fits = match strength {
                        Strength::Password => value(text, from, Form::Member).is_some(),
                        _ => reading.quoted && is_key(reading.found, strength, true),
                    };
                    return fits.then_some((strength, reading.range));
                }
                if c == ')' {
                    return None;
                }
                (at, start) = (at + 1, offset + 1);
            }
            _ => {}
        }
    }
    None
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
    let name_len = matched.bytes().take_while(u8::is_ascii_alphabetic).count();
    let head = text.get(text.ceil_char_boundary(range.start.saturating_sub(32))..range.start + name_len)?;
    let words: Vec<&str> = head.rsplitn(4, ' ').collect();
    let phrase = words.iter().take(3).rev().copied().collect::<Vec<_>>().join(" ");
    let strength = said(&phrase).or_else(|| said(words.first()?)).filter(|_| !is_harmless(&phrase))?;
    // A program's log has tokens with numbers of their own: `token "7f3e2a1b-…" synced`.
    let is_told = matched.get(name_len..).is_some_and(|link| link.contains(|c: char| !" s\"'`".contains(c)));
    let is_number = is_uuid(found) && strength == Strength::Likely && !is_told;
    let fits = is_random(found) && is_key(found, strength, false) && !is_number;
    fits.then_some((strength, start..start + found.len()))
}
