//! Passwords in the files and commands that set up systems and accounts: answers of installers, `rootpw …`, secrets of VPNs
//! and dial-up lines, what scripts type for a person.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    password::INFO,
    password_value::{MIN_LEN, has_digit, has_letter},
    stand_ins::{is_name, is_placeholder},
};
use crate::text::{line, window};
use crate::{Candidate, Finder, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Kickstart and Debian's installer: `d-i passwd/root-password password …`
        Pattern::within("rootpw (?:--plaintext )?", 0.9, 0.95),
        Pattern::within("[/_-]pass(?:word)?(?:[_-]again)? password ", 0.9, 0.95),
        // Windows' answer files: `<AdministratorPassword><Value>…`
        Pattern::within("Password>[ \\t\\r\\n]{0,32}<Value>", 0.9, 0.95),
        // Secrets of VPNs and dial-up lines: `carol : EAP "…"`, `"petra" * "…" *`
        Pattern::within(": (?:PSK|EAP|XAUTH|NTLM) (?:\"|0[sx])", 0.9, 0.95),
        Pattern::within("\" (?:\\*|pptpd|l2tpd|xl2tpd|pppd) \"", 0.9, 0.95),
        Pattern::within(" (?:pptpd|l2tpd|xl2tpd) ", 0.9, 0.95),
        // A script of `expect`: `expect "Password:"`, `send "…\r"`
        Pattern::within("assword:? ?\\*?\"[ \\t\\r\\n{]{1,16}(?:exp_)?send (?:-- )?\"", 0.9, 0.95),
        // Samba's `-U user%…`, `etcdctl --user root:…`, the tasks of Windows, curl's settings.
        option("-(?:U|-user)[ =]['\"]?"),
        option("/[rR][pP] "),
        Pattern::within("user ?= ?\"", 0.9, 0.95),
        // PowerShell: `Set-Item Env:DB_PASSWORD "…"`
        Pattern::within("[Ee]nv:", 0.9, 0.95),
        // In a list of arguments, as programs write and kernels audit them: `"-U", "user%…"`, `a2="-U" a3="user%…"`
        Pattern::within("-U[\"'],? (?:a[0-9]{1,2}=)?[\"']", 0.9, 0.95),
        // A password that Terraform drew, in its state: `"bcrypt_hash": "…", …, "result": "…"`
        Pattern::within("\"result\": ?\"", 0.9, 0.95),
    ]),
    context: words![],
    check,
}];

/// An option of a command line.
const fn option(regex: &'static str) -> Pattern {
    Pattern {
        finder: Finder::Prefix(Cow::Borrowed(regex)),
        bare: 0.85,
        supported: 0.9,
        begins: Some(|text, at| at == 0 || text.as_bytes()[at - 1].is_ascii_whitespace()),
    }
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        2 => until(text, end, b"<")?,
        // In base64 or hexadecimal digits: `: PSK 0s…`
        3 if !candidate.matched().ends_with('"') => until(text, end, b" \t\"'`")?,
        3 | 4 | 6 => until(text, end, b"\"")?,
        7 => behind_user(text, end, candidate.matched().starts_with("--"), b" \t\"'`|;<>&")?,
        9 => behind_user(text, end, true, b"\"")?,
        10 => of_environment(text, end)?,
        11 => behind_user(text, end, false, b"\"'")?,
        12 => drawn(text, start, end)?,
        _ => until(text, end, b" \t\"'`|;<>&")?,
    };
    let place = place.start..place.end - typed_end(&text[place.clone()]);
    let found = &text[place.clone()];
    let fits = match candidate.pattern {
        // The line of a file ends with the addresses that may use it.
        4 | 5 => text[place.end..].trim_start_matches('"').starts_with([' ', '\t']),
        8 => line::before(text, start, 256).contains("schtasks"),
        7 | 9 | 11 => has_digit(found) && has_letter(found) && !line::before(text, start, 256).contains("docker"),
        _ => true,
    };
    let is_value =
        found.len() >= MIN_LEN && !is_placeholder(found) && !is_name(found) && !found.starts_with(['$', '-']);
    (fits && is_value).then(|| candidate.part(place))?
}

/// The result at `at` of a resource of Terraform's that draws passwords, whose hash stands near its name at `start`.
fn drawn(text: &str, start: usize, at: usize) -> Option<Range<usize>> {
    /// Farthest hash, in bytes.
    const FAR: usize = 512;
    let is_near = [window::before(text, start, FAR), window::behind(text, at, FAR)]
        .iter()
        .any(|near| near.contains("\"bcrypt_hash\""));
    is_near.then(|| until(text, at, b"\""))?
}

/// The password behind the user at `at`: `user%…`, or with a colon, `user:…`.
fn behind_user(text: &str, at: usize, colon: bool, ends: &[u8]) -> Option<Range<usize>> {
    let place = until(text, at, ends)?;
    let sign = text[place.clone()].find(|c| c == '%' || colon && c == ':')?;
    let user = &text[at..at + sign];
    let is_user = user.starts_with(|c: char| c.is_ascii_alphabetic()) && !user.contains([' ', '{', '/', '<']);
    is_user.then_some(at + sign + 1..place.end)
}

/// The literal that is given to the variable of the environment whose name begins at `at`, if it names a secret.
fn of_environment(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name with its value, in bytes.
    const FAR: usize = 192;
    const ENDINGS: [&str; 7] = ["password", "passwd", "pwd", "pass", "secret", "token", "key"];
    let near = line::behind(text, at, FAR);
    let name = near.strip_prefix('\\').unwrap_or(near);
    let len = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let lower = name[..len].to_ascii_lowercase();
    let rest = name[len..].trim_start_matches(['"', '\'']).strip_prefix(' ')?;
    let rest = rest.strip_prefix("-Value ").unwrap_or(rest);
    let literal = rest.strip_prefix(['"', '\''])?;
    let quote = rest.as_bytes().first()?;
    let start = at + near.len() - literal.len();
    ENDINGS.iter().any(|ending| lower.ends_with(ending)).then(|| until(text, start, &[*quote]))?
}

/// The text from `at` to one of `ends` or the end of the line.
fn until(text: &str, at: usize, ends: &[u8]) -> Option<Range<usize>> {
    /// Longest password, in bytes.
    const LONGEST: usize = 128;
    let near = line::behind(text, at, LONGEST);
    let len = near.bytes().position(|b| ends.contains(&b)).unwrap_or(near.len());
    (0 < len && len < LONGEST).then_some(at..at + len)
}

/// The length of the escape of a key that a script presses at the end: `\r`.
fn typed_end(found: &str) -> usize {
    if found.ends_with("\\r") || found.ends_with("\\n") { 2 } else { 0 }
}
