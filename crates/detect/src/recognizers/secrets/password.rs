//! Passwords, where something says that they are: assignments and members by name, command lines,
//! user info of URLs, sentences.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::password_value::{Form, MIN_LEN, is_name, is_placeholder, is_whole, value};
use crate::recognizers::support::neighbours::{byte_at, byte_before, is_one_of};
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo},
    text::is_word,
};

/// What a password is called in sentences.
macro_rules! names {
    () => {
        "(?i:password|passcode|passphrase|passwd|pwd|passwort|kennwort|mot de passe|contraseña|contrasena|senha|wachtwoord)"
    };
}

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::SECRETS],
        aliases: &["PWD", "PASSWD", "PASSPHRASE", "PASSCODE"],
        languages: &["en", "de", "fr", "es", "it", "pt", "nl"],
        ..LabelInfo::new(
            "PASSWORD",
            "A password or passphrase that is introduced as one; the value alone.",
            "password=correct-horse-7",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // The sign behind a name.
        Pattern::sign(NAMES, 0.75, 0.95),
        // User info of a URL.
        Pattern::within("://", 0.75, 0.95),
        Pattern::regex(
            concat!(
                names!(),
                "[\"']?(?: (?:for|of|to|on) (?:the |my |our |this )?[0-9A-Za-z.@_-]+)? (?:is|was|ist|war|lautet|est|es|era|é|è|to):? "
            ),
            0.85,
            0.95,
        ),
        Pattern::regex("--(?:[a-z]{1,12}-)?(?:password|passwd|passphrase|pass|pwd) ", 0.8, 0.95),
        Pattern::regex("<(?i:password|passwd|pwd|passphrase|passwort|kennwort)>", 0.8, 0.95),
        Pattern::regex("(?i:with (?:encrypted )?password|identified by) ['\"]", 0.8, 0.95),
        // Signs in a text are looked at above; this is for fields.
        Pattern::key(
            keys![
                "password",
                "passwd",
                "passphrase",
                "passcode",
                "passwort",
                "kennwort",
                "contraseña",
                "contrasena",
                "mot de passe",
                "wachtwoord",
                "senha",
                "пароль",
                "パスワード",
                "密码",
                "密碼",
                "비밀번호",
                "pass",
                "pwd",
                "pw",
                "mdp",
                "psw",
                "hasło",
                "lösenord",
                "adgangskode",
                "parola",
            ],
            0.95,
        ),
    ]),
    context: words![
        "login",
        "log in",
        "username",
        "user",
        "credentials",
        "account",
        "sign in",
        "secret",
        "zugangsdaten",
        "identifiants"
    ],
    check,
}];

/// What the name before `=` or `:` ends in; the short ones only as a whole word (`db_pass`, but not `bypass`).
const NAMES: &[Cow<'static, str>] = keys![
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "passwort",
    "kennwort",
    "contraseña",
    "contrasena",
    "motdepasse",
    "mot de passe",
    "wachtwoord",
    "senha",
    "пароль",
    "Пароль",
    "パスワード",
    "密码",
    "密碼",
    "비밀번호",
    "pass",
    "pwd",
    "pw",
    "mdp",
    "psw",
];
/// Longest short name, in bytes: no other is as short.
const SHORT: usize = 4;

/// What stands before "password" where somebody tells one.
const OWNERS: [&str; 18] = [
    "my",
    "our",
    "his",
    "her",
    "their",
    "your",
    "mein",
    "unser",
    "dein",
    "mon",
    "notre",
    "mi",
    "minha",
    "mijn",
    "with",
    "temporary",
    "wifi",
    "and",
];

/// What before the name says that no password follows: messages and settings about passwords.
const ABOUT: [&str; 24] = [
    "forgot",
    "reset",
    "change",
    "invalid",
    "wrong",
    "incorrect",
    "missing",
    "show",
    "hide",
    "has",
    "is",
    "no",
    "enter",
    "needs",
    "need",
    "require",
    "requires",
    "required",
    "toggle",
    "forgotten",
    "without",
    "bad",
    "weak",
    "expired",
];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let (place, form) = match candidate.pattern {
        0 => assignment(text, candidate.range.start)?,
        1 => return candidate.part(user_info(text, candidate.range.start)?),
        2 => (candidate.range.end, sentence(text, candidate)),
        3 => (candidate.range.end, Form::Argument),
        // From the quote on, which is part of the match.
        5 => (candidate.range.end - 1, Form::Member),
        6 => {
            let field = candidate.form == crate::Form::Field;
            return (field && is_whole(candidate.matched())).then(|| candidate.whole())?;
        }
        _ => (candidate.range.end, Form::Element),
    };
    candidate.part(value(text, place, form)?)
}

/// The password in `scheme://user:password@host`, found from the colon behind the scheme.
fn user_info(text: &str, colon: usize) -> Option<Range<usize>> {
    /// Longest user info that is looked at, in bytes.
    const MAX_LEN: usize = 256;
    let rest = text.get(colon..)?.strip_prefix("://")?;
    let start = colon + 3;
    let authority = rest.bytes().take(MAX_LEN).position(|b| b.is_ascii_whitespace() || b"/\"'<>`|\\".contains(&b));
    let authority = rest.get(..authority.unwrap_or(rest.len().min(MAX_LEN)))?;
    let at = authority.rfind('@')?;
    let separator = authority.get(..at)?.find(':')?;
    let password = authority.get(separator + 1..at)?;
    let literal = password.len() >= MIN_LEN && !is_placeholder(password) && !is_name(password);
    literal.then_some(start + separator + 1..start + at)
}

/// Where the value of the assignment at `at` begins, if a password is what its name says it holds.
fn assignment(text: &str, at: usize) -> Option<(usize, Form)> {
    /// Most blanks, and quotes and brackets, between a name and the sign.
    const MOST: [usize; 2] = [16, 8];
    let head = text.get(..at)?;
    let trimmed = |head: &str, signs: &[u8], most: usize| {
        head.len() - head.bytes().rev().take(most).take_while(|byte| signs.contains(byte)).count()
    };
    let unquoted = head.get(..trimmed(head, b" \t", MOST[0]))?;
    let spaced = unquoted.len() < head.len();
    let bare = unquoted.get(..trimmed(unquoted, b"\"'\\]`*", MOST[1]))?;
    let name = name_before(bare)?;
    let quoted = bare.len() < unquoted.len();
    if is_comparison(head) {
        return None;
    }
    let mut start = at + 1;
    while matches!(byte_at(text, start), Some(b'=' | b'>')) {
        start += 1;
    }
    if byte_at(text, start) == Some(b':') {
        return None;
    }
    // A variable before a colon stands in a message: `"$pwd: $!"`.
    if byte_at(text, at) == Some(b':') && bare.get(..bare.len() - name.len())?.ends_with('$') {
        return None;
    }
    let form = match byte_at(text, at)? {
        b':' if start == at + 1 && quoted => Form::Member,
        b':' if start == at + 1 => Form::Line { titled: !spaced && is_titled(bare, name) },
        b'=' if start == at + 1 && !spaced && !quoted => Form::Pair { bounded: is_pair(head, bare, name) },
        b'=' if start == at + 1 && !quoted && begins_line(bare, name) => Form::Setting,
        _ => Form::Code,
    };
    Some((start, form))
}

/// The name that `bare` ends in, if it is one of a password.
fn name_before(bare: &str) -> Option<&str> {
    /// Longest name that is looked at, in bytes.
    const MAX_LEN: usize = 48;
    let len: usize =
        bare.chars().rev().take(MAX_LEN).take_while(|c| is_word(*c) || *c == '-').map(char::len_utf8).sum();
    let word = bare.get(bare.len() - len..)?;
    // The last part of a path (`Event::Pass`) names a type, and behind a `@` stands a host.
    let before = bare.get(..bare.len() - len)?;
    if before.ends_with("::") || before.ends_with('@') {
        return None;
    }
    let ends = |name: &&str| ends_with(bare, name) && (name.len() <= word.len() || name.contains(' '));
    let mut long = NAMES.iter().filter(|name| name.len() > SHORT).map(|name| &**name);
    if let Some(name) = long.find(ends) {
        let prefix = word.get(..word.len().saturating_sub(name.len())).unwrap_or_default();
        return (!is_about(prefix)).then_some(word);
    }
    let name = NAMES.iter().find(|name| name.len() <= SHORT && ends_with(word, name))?;
    let prefix = word.get(..word.len() - name.len())?;
    let begins = word.get(prefix.len()..)?.starts_with(|c: char| c.is_ascii_uppercase());
    let apart = prefix.is_empty()
        || prefix.ends_with(['_', '-'])
        || begins && prefix.ends_with(|c: char| c.is_ascii_lowercase());
    (apart && !is_about(prefix)).then_some(word)
}

fn ends_with(word: &str, name: &str) -> bool {
    let tail = word.len().checked_sub(name.len()).and_then(|at| word.get(at..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(name))
}

/// Whether the part of a name before "password" makes it one about passwords.
fn is_about(prefix: &str) -> bool {
    let prefix = prefix.trim_end_matches(['_', '-']);
    let last = prefix.rsplit(['_', '-']).next().unwrap_or_default();
    ABOUT.iter().any(|word| {
        let at = last.len().checked_sub(word.len());
        at.and_then(|at| last.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(word))
            && at.is_some_and(|at| at == 0 || last.as_bytes().get(at).is_some_and(u8::is_ascii_uppercase))
    })
}

/// Whether the sign behind `head` belongs to `!=`, `<=`, `>=`, `==`, `::` or `?:`.
fn is_comparison(head: &str) -> bool {
    head.ends_with(['=', '!', '<', '>', ':', '?', '+', '~'])
}

/// Whether the name is written as in a form or a sentence: `Password: …`, `my password: …`.
fn is_titled(bare: &str, name: &str) -> bool {
    let before = bare.get(..bare.len().saturating_sub(name.len())).unwrap_or_default();
    let word = before.strip_suffix(' ').map_or("", last_word);
    name.starts_with(|c: char| c.is_ascii_uppercase()) || is_one_of(word, &OWNERS)
}

/// Whether nothing stands before the name on its line, as in a file of settings.
fn begins_line(bare: &str, name: &str) -> bool {
    matches!(byte_before(bare, bare.len().saturating_sub(name.len())), None | Some(b'\n'))
}

/// Whether the assignment stands in a query, a form body, a connection string, a log line or an
/// environment, where even a plain word is a value: `?pwd=swordfish`, `DB_PASSWORD=swordfish`.
fn is_pair(head: &str, bare: &str, name: &str) -> bool {
    let start = bare.len().saturating_sub(name.len());
    match byte_before(head, start) {
        None | Some(b'?' | b'&' | b';' | b'\n') => true,
        Some(b' ') => !head.get(..start).unwrap_or_default().trim_end().ends_with([',', '(']),
        _ => false,
    }
}

/// How the sentence goes that candidate `candidate` begins.
fn sentence(text: &str, candidate: &Candidate<'_>) -> Form {
    let before = text.get(..candidate.range.start).unwrap_or_default();
    Form::Sentence { owned: before.strip_suffix(' ').is_some_and(|before| is_one_of(last_word(before), &OWNERS)) }
}

/// The ASCII word that `text` ends in.
fn last_word(text: &str) -> &str {
    let len = text.bytes().rev().take(12).take_while(u8::is_ascii_alphabetic).count();
    text.get(text.len() - len..).unwrap_or_default()
}
