//! Credentials in HTTP: RFC 7617 (Basic), RFC 6750 (Bearer), RFC 6265 (cookies).

use std::{borrow::Cow, ops::Range};

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use crate::entity::{LabelInfo, Surrogate, Validation};
use crate::recognizers::secrets::key_names::Strength;
use crate::recognizers::secrets::key_value::{is_key, is_uuid, may_be_key};
use crate::recognizers::secrets::password_value::has_digit;
use crate::recognizers::secrets::randomness::is_random;
use crate::recognizers::secrets::shape::{info, is_dummy};
use crate::recognizers::secrets::stand_ins::{is_name, is_placeholder};
use crate::recognizers::support::neighbours::{alphabet_continues, byte_at, byte_before, is_one_of};
use crate::recognizers::support::value::{is_closed, token};
use crate::text::{line, window};
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[BASIC_AUTH, BEARER_TOKEN, COOKIE];

const BASIC_AUTH: Rule = Rule {
    info: info(
        "BASIC_AUTH",
        &["HTTP_BASIC_AUTH", "BASIC_CREDENTIALS"],
        "The credentials of HTTP's Basic scheme: in base 64 in a header, or as `user:password` behind curl's `-u`.",
        "Authorization: Basic ZXhhbXBsZTpvcGVuIHNlc2FtZQ==",
        Surrogate::Alike,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?i:basic) [0-9A-Za-z+/]{6,}={0,2}", 0.95, 0.98),
        // Also as items of a list, and as the kernel reports them: `a1="-u" a2="…`
        Pattern::regex(
            "(?:-s?k?[uaU]|--(?:proxy-)?user|--auth)(?:[ =]['\"]?|['\"](?:, ?| a[0-9]{1,2}=)['\"])",
            0.85,
            0.95,
        ),
    ]),
    context: words!["authorization", "auth", "header", "proxy authorization", "curl", "credentials"],
    check: check_basic,
};

/// Padding is often lost in copying.
pub(super) const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

fn check_basic(candidate: &Candidate<'_>) -> Option<Finding> {
    const SCHEME: usize = "basic ".len();
    /// Fewest bytes of a key.
    const KEY: usize = 16;
    let (text, range) = (candidate.field.text, &candidate.range);
    if candidate.pattern == 0 {
        let mut end = range.end;
        while byte_at(text, end) == Some(b'=') {
            end += 1;
        }
        let encoded = text.get(range.start + SCHEME..end)?;
        // What stands in the header is none but credentials, though it may be cut or mistyped.
        let is_header = || is_of_header(text, range.start) && is_drawn(encoded);
        return (is_credentials(encoded) || is_header()).then(|| candidate.part(range.start + SCHEME..end))?;
    }
    let rest = text.get(range.end..)?;
    let stops = |b: u8| b.is_ascii_whitespace() || b"'\"|<>;)".contains(&b);
    let len = rest.bytes().take(256).position(stops).unwrap_or(rest.len().min(256));
    let len = len + quoted_password_len(&rest[..len], &rest[len..]);
    let (user, password) = rest.get(..len)?.split_once(':')?;
    let numeric = user.bytes().all(|b| b.is_ascii_digit());
    let real = password.len() > 2 && !user.is_empty() && !numeric && !is_placeholder(password) && !is_placeholder(user);
    // As manuals write it: `curl -u username:password`.
    let real = real && !(is_name(password) && is_one_of(user, &["user", "username", "login"]));
    let is_client = match candidate.matched().trim_start_matches('-').starts_with('a') {
        true => is_httpie(text, range.start),
        false => is_curl(text, range.start),
    };
    // A key may stand for the user, without a password: `-u '…:'`.
    let is_key = || password.is_empty() && user.len() >= KEY && has_digit(user) && may_be_key(user);
    let end = range.end + if password.is_empty() { user.len() } else { len };
    (is_client && (real || is_key() && (is_random(user) || is_uuid(user)))).then(|| candidate.part(range.end..end))?
}

/// The length of a password in quotes of its own, which `rest` begins with behind a user and a colon: `-u jdoe:'…'`.
fn quoted_password_len(user: &str, rest: &str) -> usize {
    /// Longest password, in bytes.
    const LONGEST: usize = 96;
    let Some(quote) = rest.chars().next().filter(|quote| user.ends_with(':') && matches!(quote, '\'' | '"')) else {
        return 0;
    };
    line::behind(rest, 1, LONGEST).find(quote).map_or(0, |len| len + 2)
}

/// Reports whether the header for credentials stands before `at`: `Authorization: `.
fn is_of_header(text: &str, at: usize) -> bool {
    const LONGEST: usize = 32;
    let head = line::before(text, at, LONGEST).trim_end_matches([' ', '"', '\'', '\\', ':', '=', '>', '[', ',']);
    ["uthorization", "UTHORIZATION"].iter().any(|name| head.ends_with(name))
}

/// Reports whether letters of both cases and digits are mixed as in no word and no sample.
fn is_drawn(encoded: &str) -> bool {
    const SHORTEST: usize = 12;
    let has = |wanted: fn(&u8) -> bool| encoded.as_bytes().iter().any(wanted);
    encoded.len() >= SHORTEST
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && is_random(encoded.trim_end_matches('='))
        && !is_dummy(encoded)
}

/// Reports whether the command line before `at` is one of curl.
fn is_curl(text: &str, at: usize) -> bool {
    const NEAR: usize = 512;
    let head = window::before(text, at, NEAR);
    head.contains("curl") || head.contains("http")
}

/// Reports whether the command line before `at` is one of HTTPie, or of a program that is called like it.
fn is_httpie(text: &str, at: usize) -> bool {
    const NEAR: usize = 96;
    line::before(text, at, NEAR).split(' ').any(|word| matches!(word, "http" | "https" | "xh" | "xhs"))
}

/// Reports whether it is `user:password` in base 64, in readable characters.
fn is_credentials(encoded: &str) -> bool {
    const LONGEST: usize = 512;
    let mut decoded = [0; LONGEST];
    let Ok(len) = LENIENT.decode_slice(encoded, &mut decoded) else { return false };
    let Some(Ok(credentials)) = decoded.get(..len).map(std::str::from_utf8) else { return false };
    credentials.contains(':') && credentials.chars().all(|c| !c.is_control())
}

const BEARER_TOKEN: Rule = Rule {
    info: LabelInfo {
        validation: Validation::None,
        ..info(
            "BEARER_TOKEN",
            &["HTTP_BEARER_TOKEN", "OAUTH_TOKEN", "AUTHORIZATION_HEADER"],
            "The token of HTTP's Bearer scheme.",
            "Authorization: Bearer mF_9.B5f-4.1JqM",
            Surrogate::Alike,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(
        "(?i:bearer(?: token)?(?: is| ist| est| es)?|authorization: token|ssws|geniekey|dpop|api-?key|klaviyo-api-key|splunk) [0-9A-Za-z._~+/-]+=*",
        0.9,
        0.95,
    )]),
    context: words!["authorization", "auth", "header", "headers", "token", "curl"],
    check: check_bearer,
};

fn check_bearer(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let (scheme, _) = candidate.matched().rsplit_once(' ')?;
    let start = range.start + scheme.len() + 1;
    let mut end = range.end;
    while byte_at(text, end) == Some(b'=') {
        end += 1;
    }
    end = behind_escapes(text, end);
    let found = text.get(start..end)?.trim_end_matches('.');
    // Those of some services begin with a run of one letter.
    let random = is_random(found) && !is_dummy(found.trim_start_matches('A'));
    let whole = !alphabet_continues(text, &(start..end), b"-+/");
    (found.len() > 14 && random && whole).then(|| candidate.part(start..start + found.len()))?
}

/// The end of the token at `end`, with the signs of base 64 that some services write as in addresses: `AAAA…0%3DSu6m…`.
fn behind_escapes(text: &str, mut end: usize) -> usize {
    /// Longest token, in bytes.
    const LONGEST: usize = 512;
    let is_escape = |rest: &str| ["%2B", "%2F", "%3D", "%2b", "%2f", "%3d"].iter().any(|code| rest.starts_with(code));
    let stop = end + LONGEST;
    while end < stop && is_escape(&text[end..]) {
        let stands = |b: &u8| b.is_ascii_alphanumeric() || b"._~+/-".contains(b);
        end +=
            "%3D".len() + text.as_bytes()[end + "%3D".len()..].iter().take(LONGEST).take_while(|b| stands(b)).count();
    }
    end
}

const COOKIE: Rule = Rule {
    info: LabelInfo {
        validation: Validation::None,
        ..info(
            "COOKIE",
            &["HTTP_COOKIE", "SESSION_COOKIE", "SESSION_ID"],
            "What a Cookie header carries, the pair that a Set-Cookie header sets, and the value of a session cookie.",
            "Cookie: sid=31d4d96e407aad42; theme=dark",
            Surrogate::Alike,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::key(keys!["cookie", "cookies", "http cookie", "cookie header", "document cookie"], 0.9),
        Pattern::key(keys!["set cookie"], 0.92),
        Pattern::key(
            keys![
                "session id",
                "sessid",
                "sid",
                "jsessionid",
                "phpsessid",
                "asp net sessionid",
                "session token",
                "session key",
                "session cookie",
                "auth cookie",
                "laravel session",
                "xsrf",
                "sessionid",
            ],
            0.8,
        ),
        // The name and the value of a header as a pair: `("Cookie", "…")`, `(b'cookie', b'…')`
        header("[Cc]ookie['\"], ?b?['\"]"),
        header("[Ss]et-[Cc]ookie['\"], ?b?['\"]"),
        // Tokens of a session against forged requests, and those that keep somebody logged in.
        Pattern::key(
            keys![
                "csrf",
                "csrf token",
                "csrftoken",
                "x csrftoken",
                "xsrf token",
                "xsrftoken",
                "csrf middleware token",
                "csrfmiddlewaretoken",
                "authenticity token",
                "anti csrf token",
                "request verification token",
                "requestverificationtoken",
                "remember token",
                "remember me token",
            ],
            0.8,
        ),
        // The sign before it may be of an address: `?session=…`
        Pattern::key(keys!["session", "sess", "user session"], 0.8),
        // Cookies of a command line: `curl -b "…"`
        Pattern::prefix("-(?:b|-cookie) ?=?['\"][A-Za-z_]", 0.9, 0.92),
        // Keys of stores of sessions: `GET sess:…`
        Pattern::prefix("(?:sess|sessions?|SESSION|user_session|PHPREDIS_SESSION):[0-9A-Za-z]", 0.85, 0.9),
        // In a sentence: `Session ID …`, `session …`
        Pattern::prefix("[Ss]ession (?:(?:ID|id|token|key) )?[0-9A-Za-z]", 0.8, 0.88),
        // In a sentence.
        Pattern::prefix("[Cc]ookies?(?: value)? (?:is|was|ist|est|es|è|é):? [\"'`]?[0-9A-Za-z]", 0.85, 0.9),
    ]),
    context: words!["cookie", "session"],
    check: check_cookie,
};

/// The name of a header in quotes, with the quote before its value.
const fn header(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.9, 0.92)
}

fn check_cookie(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let is_quoted = matches!(byte_before(text, candidate.range.start), Some(b'"' | b'\''));
    if matches!(candidate.pattern, 3 | 4) && !is_quoted {
        return None;
    }
    if let pattern @ (2 | 5 | 6) = candidate.pattern {
        let strength = if pattern != 5 { Strength::Weak } else { Strength::Likely };
        let place = token(candidate, b"")?;
        let found = text.get(place.clone())?;
        let fits = is_key(found, strength, true)
            && found.len() <= 256
            && !is_of_resource(found)
            && (pattern != 6 || is_of_session(found) || is_closed(candidate) && is_digest(found));
        return fits.then(|| candidate.part(place))?;
    }
    let place = match candidate.pattern {
        7 => of_curl(text, &candidate.range)?,
        8 => return candidate.part(of_store(text, candidate.range.end - 1)?),
        9 => return candidate.part(told_session(text, &candidate.range)?),
        10 => pairs_of_sentence(text, candidate.range.end - 1)?,
        pattern => pairs(candidate, matches!(pattern, 1 | 4))?,
    };
    let found = text.get(place.clone())?;
    // The value alone.
    if matches!(candidate.pattern, 0 | 10) && !found.contains('=') && is_key(found, Strength::Weak, true) {
        return candidate.part(place);
    }
    // Within an address or another value the sign is encoded.
    let (name, value) =
        found.split_once('=').or_else(|| found.split_once("%3D")).or_else(|| found.split_once("%3d"))?;
    let plain = name.bytes().all(|b| b.is_ascii_graphic() && !b"()<>@,;:\\\"/[]?{}".contains(&b));
    let real = plain && !name.is_empty() && value.len() > 3 && !is_placeholder(value) && !value.contains('(');
    real.then(|| candidate.part(place))?
}

/// The token of a session at the end of `range`, behind its name and a blank. Without a word for its number it looks like one of the web.
fn told_session(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Fewest and most bytes, and most of the name.
    const LEN: std::ops::RangeInclusive<usize> = 20..=128;
    const BARE: usize = "session x".len();
    let at = range.end - 1;
    let near = line::behind(text, at, LEN.end() + 1);
    let len = near.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"-_.".contains(b)).count();
    let found = near.get(..len)?.trim_end_matches('.');
    let is_named = range.len() > BARE;
    let is_one = if is_named { has_digit(found) && is_random(found) && !is_uuid(found) } else { is_of_session(found) };
    (LEN.contains(&found.len()) && is_one).then(|| at..at + found.len())
}

/// Reports whether `found` is the number of an object at Twilio, whose name ends in `sid`, too: `SM1f0e…`.
fn is_of_resource(found: &str) -> bool {
    /// Digits behind the two capitals for the kind of the object.
    const DIGITS: usize = 32;
    found.split_at_checked(2).is_some_and(|(kind, number)| {
        kind.bytes().all(|b| b.is_ascii_uppercase())
            && number.len() == DIGITS
            && number.bytes().all(|b| b.is_ascii_hexdigit())
    })
}

/// Reports whether `found` is the token of a session of the web: others have short names and numbers, and logs number theirs in
/// hexadecimal digits.
fn is_of_session(found: &str) -> bool {
    const SHORTEST: usize = 16;
    const LONG: usize = 22;
    let has = |kind: fn(&u8) -> bool| found.bytes().any(|b| kind(&b));
    let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
    // Small letters beyond those of hexadecimal digits, as PHP and Rails draw them.
    let is_long = || found.len() >= LONG && has(|b| (b'g'..=b'z').contains(b)) && is_random(found);
    let is_drawn = || is_mixed && (has(u8::is_ascii_uppercase) || is_long());
    let stands = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    found.len() >= SHORTEST && found.bytes().all(stands) && is_drawn()
}

/// Reports whether `found` has as many hexadecimal digits as a digest of 160 bits or more, which nothing is numbered with.
fn is_digest(found: &str) -> bool {
    const SHORTEST: usize = 40;
    found.len() >= SHORTEST && found.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The key in a store of sessions at `at`, which its kind stands before: `sess:…`, `session:…`.
fn of_store(text: &str, at: usize) -> Option<Range<usize>> {
    /// Fewest and most bytes.
    const LEN: std::ops::RangeInclusive<usize> = 20..=128;
    let near = line::behind(text, at, LEN.end() + 1);
    let len = near.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"-_.".contains(b)).count();
    let found = near.get(..len)?.trim_end_matches('.');
    let is_key = LEN.contains(&found.len()) && (is_random(found) || is_uuid(found)) && !is_placeholder(found);
    is_key.then(|| at..at + found.len())
}

/// The cookies in the quotes that open at the end of the option at `range`, in a command line of curl.
fn of_curl(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Longest list, in bytes.
    const LONGEST: usize = 4096;
    let open = range.end - 2;
    let quote = char::from(byte_at(text, open)?);
    let len = window::behind(text, open + 1, LONGEST).find([quote, '\n'])?;
    is_curl(text, range.start).then_some(open + 1..open + 1 + len)
}

/// The cookies at `at`, where a sentence goes on or ends behind them.
fn pairs_of_sentence(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest list, in bytes.
    const LONGEST: usize = 1024;
    let near = line::behind(text, at, LONGEST);
    let ends = |c: char| c.is_whitespace() || "\"'`<>,)".contains(c);
    let mut len = near.find(ends).unwrap_or(near.len());
    // Another pair may follow: `sid=…; theme=dark`.
    while near[..len].ends_with(';') && near[len..].starts_with(' ') {
        let next = &near[len + 1..];
        let pair = &next[..next.find(ends).unwrap_or(next.len())];
        if !pair.contains('=') {
            break;
        }
        len += 1 + pair.len();
    }
    let found = near[..len].trim_end_matches(['.', ';', ':']);
    let value = found.split_once('=').map_or(found, |(_, value)| value);
    (is_key(value, Strength::Weak, true) || found.contains("; ")).then(|| at..at + found.len())
}

/// The pairs `name=value` of a header that begin at the candidate; only the first if `alone`.
fn pairs(candidate: &Candidate<'_>, alone: bool) -> Option<Range<usize>> {
    const LONGEST: usize = 4096;
    let text = candidate.field.text;
    let start = if candidate.form == Form::Shape { candidate.range.end } else { candidate.range.start };
    let rest = match candidate.form {
        Form::Field | Form::Member => candidate.matched(),
        _ => text.get(start..)?,
    };
    let stops = |b: u8| b < b' ' || b"\"'<>\\`".contains(&b) || alone && b == b';';
    let len = rest.bytes().take(LONGEST).position(stops).unwrap_or(rest.len().min(LONGEST));
    let found = window::behind(rest, 0, len);
    // The next pair of a form.
    let found = if candidate.form == Form::Pair { found.split('&').next().unwrap_or(found) } else { found };
    let found = found[..pairs_len(found)].trim_end_matches([' ', ';', ',']);
    Some(start..start + found.len())
}

/// The length of the pairs that `found` begins with: a blank stands between two of them alone, and not before other words of the line.
fn pairs_len(found: &str) -> usize {
    let is_end = |at: &usize| {
        let next = found[at + 1..].split(' ').next().unwrap_or_default();
        !(found[..*at].ends_with(';') || found[..*at].ends_with(',') && next.contains('='))
    };
    memchr::memchr_iter(b' ', found.as_bytes()).find(is_end).unwrap_or(found.len())
}
