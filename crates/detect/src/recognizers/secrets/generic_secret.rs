//! Secrets of any service: high entropy behind a key-like name, and prefixes of many more services.

use std::borrow::Cow;

use crate::entity::{LabelInfo, Surrogate, Validation};
use crate::recognizers::secrets::password_value::is_placeholder;
use crate::recognizers::secrets::shape::{entropy, info, is_dummy, is_wordy};
use crate::recognizers::secrets::tokens;
use crate::recognizers::support::value::token;
use crate::{Candidate, Finding, Form, Pattern, Rule};

/// What keys and tokens are called.
const NAMES: &[Cow<'static, str>] = keys![
    "api key",
    "apikey number",
    "api secret",
    "api token",
    "access token",
    "auth token",
    "auth key",
    "authentication token",
    "authorization token",
    "authorization",
    "client secret",
    "client key",
    "consumer secret",
    "consumer key",
    "app secret",
    "app key",
    "application key",
    "application secret",
    "secret",
    "secret key",
    "secret token",
    "secret key base",
    "token",
    "refresh token",
    "id token",
    "bot token",
    "bearer token",
    "jwt secret",
    "signing key",
    "signing secret",
    "encryption key",
    "master key",
    "private key",
    "private token",
    "personal access token",
    "webhook secret",
    "shared secret",
    "hmac key",
    "hmac secret",
    "deploy key",
    "deploy token",
    "license secret",
    "credential",
    "credentials",
    "service key",
    "service token",
    "access key",
    "account secret",
    "user token",
    "device token",
    "registration token",
    "session secret",
    "cookie secret",
    "encryption secret",
    "oauth token",
    "oauth secret",
    "password hash salt",
    "x api key",
    "x auth token",
    "private token",
    "schlüssel",
    "geheimnis",
    "clé api",
    "clave api",
    "chiave api",
    "clave secreta",
    "jeton",
    "token de acceso",
    "zugriffstoken",
];

pub(super) const RULES: &[Rule] = &[NAMED];

/// Secrets that a prefix tells.
pub(super) const PREFIXED: Rule = Rule {
    info: LabelInfo {
        validation: Validation::None,
        ..info(
            "GENERIC_SECRET",
            &["SECRET", "API_KEY", "APIKEY", "ACCESS_TOKEN", "CLIENT_SECRET", "GENERIC_API_KEY"],
            "A key or token of any service: random characters behind a key-like name, or a known prefix.",
            "api_key=q7Zr2Lx9Tt4Vw8Ks3Np6",
            Surrogate::Alike,
        )
    },
    patterns: Cow::Borrowed(&[]),
    context: words![
        "token",
        "key",
        "secret",
        "api",
        "auth",
        "credential",
        "credentials",
        "digitalocean",
        "shopify",
        "databricks",
        "doppler",
        "notion",
        "grafana",
        "vault",
        "atlassian",
        "docker",
        "groq",
        "linear",
        "postman",
        "square",
    ],
    check: |candidate| tokens::check(candidate, "GENERIC_SECRET"),
};

/// Secrets that their name tells.
const NAMED: Rule = Rule {
    patterns: Cow::Borrowed(&[
        Pattern::key(NAMES, 0.85),
        // More than a UUID is elsewhere.
        Pattern::key(NAMES, 0.995),
        // Names that end likewise, of what is no secret.
        Pattern::key(
            keys![
                "page token",
                "next token",
                "continuation token",
                "cursor token",
                "sync token",
                "public key",
                "csrf token",
                "xsrf token",
                "cancellation token",
                "idempotency token",
                "client token",
                "request token",
                "public token",
                "publishable key",
                "site key",
                "token type",
                "primary key",
                "foreign key",
                "sort key",
                "cache token",
            ],
            0.85,
        ),
    ]),
    check,
    ..PREFIXED
};

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    match candidate.pattern {
        0 => {
            let place = token(candidate, b"")?;
            is_secret(candidate.field.text.get(place.clone())?, candidate.form).then(|| candidate.part(place))?
        }
        1 => {
            let place = token(candidate, b"")?;
            is_uuid(candidate.field.text.get(place.clone())?).then(|| candidate.part(place))?
        }
        _ => None,
    }
}

/// Whether `found`, behind a key-like name, is random rather than a name, a number, a path or code.
pub(crate) fn is_secret(found: &str, form: Form) -> bool {
    /// Fewest characters of a secret, and of one that may be code.
    const SHORTEST: usize = 12;
    const SHORTEST_BARE: usize = 16;
    let closed = matches!(form, Form::Field | Form::Member);
    let count = |kind: fn(&u8) -> bool| found.as_bytes().iter().filter(|b| kind(b)).count();
    let (digits, letters) = (count(u8::is_ascii_digit), count(u8::is_ascii_alphabetic));
    let stands = |b: u8| b.is_ascii_alphanumeric() || b"_.=+/~!#$%^&*-".contains(&b);
    let sized = (if closed { SHORTEST } else { SHORTEST_BARE }..=512).contains(&found.len());
    sized
        && digits > 1
        && letters > 1
        && found.bytes().all(stands)
        && !found.starts_with(['/', '.', '$', '&', '*', '#', '@', ':'])
        && !found.contains("://")
        && !is_number(found)
        && !is_placeholder(found)
        && !is_dummy(found)
        && !is_wordy(found)
        && entropy(found) > if found.len() < 20 { 2.9 } else { 3.1 }
}

/// Whether it is a UUID (RFC 9562) in its usual form.
fn is_uuid(found: &str) -> bool {
    let dashes = found.len() == 36 && found.split('-').map(str::len).eq([8, 4, 4, 4, 12]);
    dashes && found.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-') && !is_dummy(found)
}

/// Whether it is a number, a date or a version with a few letters: `0x1234…`, `2024-01-02T03:04:05Z`.
fn is_number(found: &str) -> bool {
    let others = found.bytes().filter(|b| !b.is_ascii_digit() && !b":.-+_".contains(b)).count();
    others < 3 || found.starts_with("0x")
}
