//! A user and a password in one value behind a name for both: `BASIC_AUTH=jdoe:…`, `credentials: "jdoe:…"`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    chosen_words::{is_rare_word, of_clause},
    code_shapes::{is_algorithm, is_path},
    passphrase::groups_behind,
    password::INFO,
    password_value::{has_digit, has_letter},
    randomness::is_common,
    stand_ins::{is_name, is_placeholder},
};
use crate::recognizers::support::{
    neighbours::is_one_of,
    value::{is_closed, token},
};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

/// Names of such pairs.
pub(crate) const PAIR_NAMES: &[Cow<'static, str>] = keys![
    "auth",
    "basic auth",
    "http auth",
    "auth basic",
    "proxy auth",
    "login",
    "credential",
    "credentials",
    "creds",
    "userinfo",
    "zugangsdaten",
    "identifiants",
    "credenciales",
];

/// The sign between a user and a password that a line of a chat answers with: `jane: ops-runner / Tern.2023x`.
pub(crate) const ANSWER: Pattern = Pattern::within(" / [!-~]", 0.85, 0.9);

/// What stands between two spans of code: "log in as `door-admin` / `…`".
pub(crate) const SPANS: Pattern = Pattern::within("` ?[/,:|] ?`|` (?:and|with|und|et|y|e|en|i) `", 0.85, 0.9);

/// The beginning of a sentence that tells a user and a password: `Creds are jane/…`, `new login is admin:…`.
const LOGIN: Pattern = Pattern::prefix(
    "(?i:log-?in|creds|credentials|zugangsdaten|zugang)(?: is| are| ist| sind| lauten|:| -) ",
    0.85,
    0.9,
);

/// The password of a body with short names: `{"u":"jane","p":"…"}`.
const MEMBERS: Pattern = Pattern::within("\"(?:p|pw|pwd)\": ?\"", 0.85, 0.9);

/// Names of a password that are those of other keys and codes, too.
const CLAVE: Pattern = Pattern::prefix("(?i:clave|chave|chiave|klucz|code|schlüssel): ", 0.8, 0.85);

/// The password at `at` behind a user and a slash or a colon, which a sentence or a line ends.
fn login(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest user and password, in bytes.
    const LONGEST: usize = 96;
    const SIGNS: [&str; 4] = [" / ", "/", ":", " : "];
    let near = line::behind(text, at, LONGEST);
    let user = near.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"._-".contains(b)).count();
    let rest = near.get(user..).filter(|_| user > 1 && has_letter(&near[..user]))?;
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign))?;
    let behind = &rest[sign.len()..];
    let end = |c: char| c.is_whitespace() || "\"'`<>|,;()".contains(c);
    let found = behind[..behind.find(end).unwrap_or(behind.len())].trim_end_matches(['.', '!', '?']);
    let is_word = is_rare_word(found) && found.starts_with(char::is_uppercase);
    let is_other = found.contains(['/', ':', '@', '=']) || is_placeholder(found) || is_name(found) || is_path(found);
    let start = at + user + sign.len();
    let is_mixed = sign.len() > 1
        && found.len() > 5
        && has_letter(found)
        && has_digit(found)
        && !found.contains('.')
        && !is_algorithm(found);
    ((is_word || is_mixed) && !is_other).then(|| start..start + found.len())
}

/// The value of the member whose name and quote stand at `name`, if one before it names a user.
fn member(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    /// Farthest user, and longest password, in bytes.
    const FAR: usize = 96;
    const LONGEST: usize = 64;
    const USERS: [&str; 6] = ["\"u\":", "\"user\":", "\"login\":", "\"usr\":", "\"name\":", "\"username\":"];
    let head = line::before(text, name.start, FAR);
    let near = line::behind(text, name.end, LONGEST);
    let found = near.get(..near.find('"')?)?;
    let is_mixed = has_letter(found) && has_digit(found) && found.len() > 5;
    let fits = (is_mixed || is_rare_word(found)) && !is_placeholder(found) && !found.contains([' ', '/', ':']);
    (fits && USERS.iter().any(|user| head.contains(user))).then(|| name.end..name.end + found.len())
}

/// The word behind the name at `name` on a line that names a user before it.
fn behind_user(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    /// Farthest user, in bytes.
    const FAR: usize = 64;
    const USERS: [&str; 6] = ["usuario", "usuário", "utente", "użytkownik", "user", "benutzer"];
    let head = line::before(text, name.start, FAR).to_lowercase();
    USERS.iter().any(|user| head.contains(user)).then(|| of_clause(text, name.end))?
}

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(PAIR_NAMES, 0.88),
        Pattern::around(b'@', 0.85, 0.9),
        SPANS,
        ANSWER,
        LOGIN,
        MEMBERS,
        CLAVE,
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => candidate.part(credentials_of(candidate)?.1),
        2 => candidate.part(in_code_spans(candidate.field.text, &candidate.range)?.1),
        3 => candidate.part(answer(candidate)?.1),
        4 => candidate.part(login(candidate.field.text, candidate.range.end)?),
        5 => candidate.part(member(candidate.field.text, &candidate.range)?),
        6 => candidate.part(behind_user(candidate.field.text, &candidate.range)?),
        _ => candidate.part(behind_address(candidate.field.text, candidate.range.start)?),
    },
}];

/// The password behind the address of mail with the `@` at `at`, as lists of accounts have them: `jane.roe@example.com:…`,
/// `jane.roe@example.com / …`.
fn behind_address(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest domain and password, in bytes, and shortest password.
    const DOMAIN: usize = 64;
    const LEN: std::ops::RangeInclusive<usize> = 8..=64;
    const SIGNS: [&str; 11] = [":", ";", " / ", " : ", " | ", " - ", "** / **", "` / `", "* / *", "\", \"", "', '"];
    let rest = text.get(at + 1..)?;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-');
    let domain = rest.bytes().take(DOMAIN).take_while(stands).count();
    let behind = rest.get(domain..)?;
    let sign = SIGNS.iter().find(|sign| behind.starts_with(**sign))?;
    let password = behind.get(sign.len()..)?;
    let end = password.bytes().take(LEN.end() + 1).position(|b| b.is_ascii_whitespace() || b"\"'<>`|,;".contains(&b));
    let found = password.get(..end.unwrap_or(password.len().min(*LEN.end())))?;
    let groups = groups_behind(found, password.get(found.len()..)?);
    if groups > 0 {
        let start = at + 1 + domain + sign.len();
        return Some(start..start + found.len() + groups);
    }
    let found = if sign.starts_with('*') { found.trim_end_matches(['*', '.']) } else { found };
    let has = |wanted: fn(&u8) -> bool| found.as_bytes().iter().any(wanted);
    let word = found.trim_matches(|c: char| c.is_ascii_digit());
    let has_sign = || found.contains(|c: char| c.is_ascii_punctuation() && !"._-:/+".contains(c));
    let is_chosen = has(u8::is_ascii_lowercase)
        && (has(u8::is_ascii_uppercase) || word.len() > 3 && !word.split(['-', '_']).all(is_common))
        || has_letter(found) && has_sign();
    // A path on a host, a port, a place in a file.
    let is_other =
        found.contains(['/', ':', '@', '(', '=']) || found.rsplit_once('.').is_some_and(|(_, end)| end.len() < 5);
    let is_account = rest.get(..domain)?.contains('.') && LEN.contains(&found.len()) && has_digit(found);
    let start = at + 1 + domain + sign.len();
    // Among other literals in quotes it has a sign, too.
    let is_chosen = is_chosen && (!sign.starts_with(['"', '\'']) || has_sign());
    (is_account && is_chosen && !is_other && !is_placeholder(found)).then_some(start..start + found.len())
}

/// The user and the password in two spans of code, of which `signs` opens the second, behind words of a login.
pub(crate) fn in_code_spans(text: &str, signs: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    /// Longest account, password and words before them, in bytes.
    const LONGEST: usize = 64;
    const LOGINS: [&str; 16] = [
        "log in",
        "login",
        "log on",
        "logon",
        "sign in",
        "credentials",
        "creds",
        "username",
        "account",
        "anmelden",
        "zugang",
        "connexion",
        "identifiants",
        "acceso",
        "accesso",
        "inloggen",
    ];
    let (head, user) = line::before(text, signs.start, 2 * LONGEST).rsplit_once('`')?;
    let is_user = (2..=LONGEST).contains(&user.len())
        && user.bytes().all(|b| b.is_ascii_alphanumeric() || b"._@+-\\".contains(&b))
        && has_letter(user);
    let near = line::behind(text, signs.end, LONGEST + 1);
    let found = near.get(..near.find('`')?)?;
    let head = head.to_lowercase();
    let is_login = LOGINS.iter().any(|word| head.contains(word));
    let is_mixed = has_letter(found)
        && (has_digit(found)
            || found.bytes().any(|b| b.is_ascii_punctuation() && !b"._-/:".contains(&b))
            || is_rare_word(found));
    let fits =
        found.len() > 4 && !found.contains([' ', '/', '(']) && is_mixed && !is_placeholder(found) && !is_path(found);
    (is_user && is_login && fits).then(|| (signs.start - user.len()..signs.start, signs.end..signs.end + found.len()))
}

/// The user and the password beside the sign that `candidate` matched, which fill the end of their line, if words of a login stand
/// before them.
pub(crate) fn answer(candidate: &Candidate<'_>) -> Option<(Range<usize>, Range<usize>)> {
    /// Bytes before both in which a login is spoken of, longest user, and fewest and most bytes of a password.
    const FAR: usize = 240;
    const USER: usize = 40;
    const LEN: std::ops::RangeInclusive<usize> = 7..=48;
    const LEAST: usize = 6;
    const LOGINS: [&str; 22] = [
        "login",
        "log in",
        "user",
        "usuario",
        "usuário",
        "utente",
        "utilisateur",
        "identifiant",
        "benutzer",
        "gebruiker",
        "użytkownik",
        "credential",
        "zugang",
        "acceso",
        "accesso",
        "accès",
        "account",
        "passwor",
        "contraseña",
        "senha",
        "wachtwoord",
        "mot de passe",
    ];
    let (text, sign) = (candidate.field.text, candidate.range.start);
    let at = candidate.range.end - 1;
    let found = line::whole_behind(text, at, *LEN.end())?.trim_end();
    let head = line::before(text, sign, USER);
    let user = head.rsplit([' ', '\t', '"', '`', '(']).next()?;
    let is_user = (3..USER).contains(&user.len())
        && has_letter(user)
        && user.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'));
    let has = |wanted: fn(&u8) -> bool| found.as_bytes().iter().any(wanted);
    let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) && has_digit(found);
    let is_other = found.contains([' ', '/', '(', '=', '<', ':']) || is_placeholder(found) || is_path(found);
    let before = window::before(text, sign - user.len(), FAR).to_lowercase();
    let is_login = LOGINS.iter().any(|word| before.contains(word));
    // Administrators need no word for a login before them, nor their passwords capitals; numbers of versions have stops.
    const ADMINISTRATORS: [&str; 9] =
        ["root", "admin", "administrator", "sysadmin", "superuser", "postgres", "ubnt", "cisco", "netadmin"];
    let is_administrator = is_one_of(user, &ADMINISTRATORS) && found.len() >= LEAST && !found.contains('.');
    let is_mixed = is_mixed || is_administrator && has_letter(found) && has_digit(found);
    let is_login = is_login || is_administrator;
    let fits = (LEAST..=*LEN.end()).contains(&found.len()) && found.is_ascii() && is_mixed && !is_other;
    let fits = fits && (is_administrator || LEN.contains(&found.len()));
    (is_user && fits && is_login).then(|| (sign - user.len()..sign, at..at + found.len()))
}

/// The user and the password in the value that `candidate` introduces: the user has letters, and the password is none of the
/// other things behind a colon, such as a port, a version, a role or a tag.
pub(crate) fn credentials_of(candidate: &Candidate<'_>) -> Option<(Range<usize>, Range<usize>)> {
    /// Longest user, in bytes, and shortest password.
    const LONGEST: usize = 64;
    const SHORTEST: usize = 6;
    let place = match is_closed(candidate) {
        true => candidate.range.clone(),
        false => token(candidate, b"")?,
    };
    let text = candidate.field.text;
    let pair = text.get(place.clone())?;
    let sign = pair.find([':', '/'])?;
    let (user, password) = (pair.get(..sign)?, pair.get(sign + 1..)?);
    let is_user = (2..=LONGEST).contains(&user.len())
        && has_letter(user)
        && user.bytes().all(|b| b.is_ascii_alphanumeric() || b"._@+-".contains(&b));
    let has = |wanted: fn(&u8) -> bool| password.as_bytes().iter().any(wanted);
    let has_sign = has(|b| b.is_ascii_punctuation() && !b"._-:/".contains(b));
    // Of a program's options and scopes no part is an uncommon word with a capital.
    let is_titled = is_rare_word(password) && password.starts_with(char::is_uppercase);
    let is_mixed = has_letter(password) && (has_digit(password) || has_sign) || is_titled;
    // A path, or the parts of an identifier: `oauth/v2/token`, `arn:aws:iam`.
    let is_other = password.contains([':', '/', ' ', '(', '<', '{'])
        || password.starts_with(['v', 'V'])
            && password.get(1..).is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
        || pair.as_bytes().get(sign) == Some(&b'/')
            && !(has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has_digit(password))
            && !is_titled;
    let is_literal = password.len() >= SHORTEST
        && is_mixed
        && !is_other
        && !password.split(['-', '_', '.']).all(|part| is_common(part.trim_matches(|c: char| c.is_ascii_digit())))
        && !is_placeholder(password)
        && !is_path(password)
        && !is_name(password);
    let start = place.start + sign + 1;
    (is_user && is_literal).then_some((place.start..place.start + sign, start..start + password.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn lines_answer_with_a_user_and_a_password() {
        for (text, expected) in [
            ("and the user of the runner?\n[10:02] Jo: build-07 / Dohle.2019x\n", Some(("build-07", "Dohle.2019x"))),
            ("Zugang zum Wiki\nteam-wiki / 7Sperber-Ast", Some(("team-wiki", "7Sperber-Ast"))),
            ("which ports?\nJo: build-07 / Dohle.2019x\n", None),
            ("the user guide\nJo: IPv4 / IPv6 stacks\n", None),
            ("login\nsrc / lib/Main2Class\n", None),
            ("login é / é", None),
        ] {
            let field = Field::new(text);
            let Some(start) = text.find(" / ").filter(|at| text.is_char_boundary(at + 4)) else { continue };
            let candidate =
                Candidate { field: &field, range: start..start + 4, pattern: 3, form: Form::Shape, name: "" };
            let found = answer(&candidate).map(|(user, password)| (&text[user], &text[password]));
            assert_eq!(found, expected, "{text}");
        }
    }
}
