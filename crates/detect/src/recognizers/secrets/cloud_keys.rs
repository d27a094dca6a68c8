//! Keys of cloud providers: Amazon Web Services, Google Cloud, Microsoft Azure.

use std::{borrow::Cow, ops::Range};

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::recognizers::secrets::{
    randomness::is_random,
    shape::{info, is_dummy},
    tokens,
};
use crate::recognizers::support::neighbours::byte_at;
use crate::recognizers::support::value::token;
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{LabelInfo, Surrogate, Validation},
    text::{is_value_edge, line, window},
};

pub(super) const RULES: &[Rule] = &[AWS_ACCESS_KEY, AWS_SECRET_KEY, AZURE_KEY];

/// Prefixes of IAM's unique identifiers that stand for credentials.
const ACCESS_KEY: &str = "(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}";

const AWS_ACCESS_KEY: Rule = Rule {
    info: info(
        "AWS_ACCESS_KEY",
        &["AWS_ACCESS_KEY_ID", "AWS_KEY"],
        "The identifier of an access key of Amazon Web Services.",
        "AKIAIOSFODNN7EXAMPLE",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[Pattern::regex(ACCESS_KEY, 0.95, 0.99)]),
    context: words!["aws", "access key", "aws_access_key_id", "accesskeyid"],
    check: |candidate| (!is_dummy(candidate.matched())).then(|| candidate.whole())?,
};

/// Characters of a secret access key: thirty bytes in base 64.
const SECRET_LEN: usize = 40;

const AWS_SECRET_KEY: Rule = Rule {
    info: info(
        "AWS_SECRET_KEY",
        &["AWS_SECRET_ACCESS_KEY", "AWS_SECRET"],
        "The secret of an access key of Amazon Web Services, or a session token, where its name or its identifier \
         stands before it.",
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        Surrogate::Alike,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "secret access key",
                "aws secret key",
                "aws secret",
                "aws key",
                "s3 secret key",
                "s3 secret",
                "secret key"
            ],
            0.97,
        ),
        Pattern::key(keys!["aws session token", "session token"], 0.95),
        // As in the file of credentials that the console gives: the identifier, a comma, the secret.
        Pattern::regex(ACCESS_KEY, 0.95, 0.95),
        Pattern::regex("(?i:secret[ _]access[ _]key)(?: (?:is|was|=>|->))? ", 0.95, 0.95),
    ]),
    context: words!["aws"],
    check: check_aws_secret,
};

fn check_aws_secret(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let place = match candidate.pattern {
        0 => token(candidate, b"")?,
        1 => {
            let place = token(candidate, b"")?;
            let matched = text.get(place.clone())?;
            let is_token =
                (100..=2048).contains(&matched.len()) && matched.bytes().all(is_base64) && is_random(matched);
            return is_token.then(|| candidate.part(place))?;
        }
        pattern => {
            let rest = text.as_bytes().get(end..)?;
            let gap = rest.iter().take(8).take_while(|b| b" ,:;\t\"'|/=\n\r".contains(b)).count();
            // Behind a quote a slash belongs to the secret.
            let slash = rest[..gap].iter().rev().take_while(|b| **b == b'/').count();
            let gap = if rest[..gap - slash].ends_with(b"\"") { gap - slash } else { gap };
            let from =
                end + if pattern == 2 { gap } else { rest.iter().take(1).filter(|b| b"\"'".contains(b)).count() };
            let len = text.as_bytes().get(from..)?.iter().take(SECRET_LEN + 1).take_while(|b| is_base64(**b)).count();
            if from == end && pattern == 2 {
                return None;
            }
            let place = from..from + len;
            // In a table a date may stand between both.
            if pattern == 2 && !is_aws_secret(text, &place) { behind_column(text, end)? } else { place }
        }
    };
    is_aws_secret(text, &place).then(|| candidate.part(place))?
}

/// The second column behind the one that ends at `at` of a row with tabulators.
fn behind_column(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest column between, in bytes.
    const LONGEST: usize = 32;
    let rest = line::behind(text, at, 2 * LONGEST + SECRET_LEN).strip_prefix('\t')?;
    let between = rest.find('\t').filter(|len| *len <= LONGEST)?;
    let start = at + 1 + between + 1;
    let len = rest[between + 1..].find('\t').unwrap_or(rest.len() - between - 1);
    Some(start..start + len)
}

/// Reports whether forty characters of base 64 of all kinds stand at `place`, and no more.
fn is_aws_secret(text: &str, place: &Range<usize>) -> bool {
    let secret = text.get(place.clone()).unwrap_or_default();
    let has = |kind: fn(&u8) -> bool| secret.as_bytes().iter().any(kind);
    secret.len() == SECRET_LEN
        && secret.bytes().all(is_base64)
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && !is_dummy(secret)
        && (is_random(secret) || secret.contains(['+', '/']))
        && !byte_at(text, place.end).is_some_and(|b| is_base64(b) || b == b'=')
}

fn is_base64(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'-' | b'_')
}

const AZURE_KEY: Rule = Rule {
    info: LabelInfo {
        validation: Validation::Structure,
        ..info(
            "AZURE_KEY",
            &["AZURE_STORAGE_KEY", "AZURE_CLIENT_SECRET", "AZURE_ACCOUNT_KEY"],
            "A secret of Microsoft Azure: of a storage account, a shared access policy or signature, an application, a \
             service.",
            "abc8Q~Ej7TTbvRyQ3Wd9ZAf2mK5sHpLcXeGiNu4o",
            Surrogate::Alike,
        )
    },
    patterns: Cow::Borrowed(&[
        // A client secret carries `Q~` in its fifth and sixth place.
        Pattern::around(b'~', 0.97, 0.99),
        Pattern::key(
            keys![
                "account key",
                "storage key",
                "azure storage key",
                "shared access key",
                "primary key",
                "secondary key",
                "sig",
                "azure key",
                "azure service bus key",
                "service bus key",
                "event hub key",
                "storage account key",
                "azure storage account key",
                "cosmos key"
            ],
            0.95,
        ),
        Pattern::key(
            keys![
                "ocp apim subscription key",
                "subscription key",
                "azure openai key",
                "azure openai api key",
                "azure api key",
                "azure search key",
                "cognitive services key"
            ],
            0.95,
        ),
        // The name of a setting ends in the host of the account: `fs.azure.account.key.lake.dfs.core.windows.net`.
        Pattern::prefix("fs\\.azure\\.account\\.key\\.", 0.97, 0.99),
        // Lists of keys tell what each may do: `key1	FULL	…`.
        Pattern::prefix("(?:FULL|Full)[\t\", ]", 0.97, 0.99),
    ]),
    context: words!["azure", "client secret", "storage", "account key"],
    check: check_azure,
};

fn check_azure(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    match candidate.pattern {
        0 => client_secret(text, candidate.range.start).map(|place| candidate.part(place))?,
        1 => {
            let place = token(candidate, b"")?;
            is_key_bytes(text.get(place.clone())?).then(|| candidate.part(place))?
        }
        3 | 4 => candidate.part(long_key(text, candidate.range.end)?),
        _ => {
            let place = token(candidate, b"")?;
            let key = text.get(place.clone())?;
            let hex = key.len() == 32 && key.bytes().all(|b| b.is_ascii_hexdigit());
            let long = key.len() == 84 && key.bytes().all(|b| b.is_ascii_alphanumeric());
            ((hex || long) && !is_dummy(key)).then(|| candidate.part(place))?
        }
    }
}

/// The key of 64 bytes in base 64 near behind `at`: names and signs stand between.
fn long_key(text: &str, at: usize) -> Option<Range<usize>> {
    /// Length of a key, and farthest one, in bytes.
    const LEN: usize = 88;
    const FAR: usize = 96;
    let near = window::behind(text, at, FAR + LEN);
    let close = near.find("==")?;
    let start = (at + close + 2).checked_sub(LEN).filter(|start| *start >= at)?;
    let place = start..start + LEN;
    let is_whole = text.get(start - 1..start)?.bytes().all(|b| !is_base64(b) || b == b'=');
    (is_whole && is_key_bytes(text.get(place.clone())?)).then_some(place)
}

/// The client secret around the `~` at `tilde`: three characters, a digit, `Q~`, 31 to 34 characters.
fn client_secret(text: &str, tilde: usize) -> Option<Range<usize>> {
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~');
    let start = tilde.checked_sub(5)?;
    let [a, b, c, digit, b'Q'] = text.as_bytes().get(start..tilde)? else { return None };
    let head = [a, b, c].into_iter().all(stands) && digit.is_ascii_digit();
    let rest = text.as_bytes().get(tilde + 1..)?;
    let len = rest.iter().take(36).take_while(|b| stands(b)).count();
    let len = if rest.get(len.wrapping_sub(1)) == Some(&b'.') { len - 1 } else { len };
    let end = tilde + 1 + len;
    (head && (31..=34).contains(&len) && is_value_edge(text, start)).then_some(start..end)
}

/// Reports whether it is 32 or 64 bytes in base 64, perhaps percent-encoded: SHA-256's block or half.
fn is_key_bytes(key: &str) -> bool {
    let plain = match key.len() {
        44 | 88 => STANDARD.decode(key).is_ok_and(|bytes| matches!(bytes.len(), 32 | 64)),
        // A signature in a query has its padding encoded, and perhaps more.
        45..=70 => key.strip_suffix("%3D").or_else(|| key.strip_suffix("%3d")).is_some_and(is_encoded),
        _ => false,
    };
    plain && !is_dummy(key)
}

/// Reports whether `key` is 43 characters of base 64, `+` and `/` percent-encoded.
fn is_encoded(key: &str) -> bool {
    let escapes = key.bytes().filter(|b| *b == b'%').count();
    key.len() == 43 + 2 * escapes && key.bytes().all(|b| is_base64(b) || b == b'%')
}

pub(super) const GCP_API_KEY: Rule = Rule {
    info: info(
        "GCP_API_KEY",
        &["GOOGLE_API_KEY", "GCP_KEY", "GOOGLE_OAUTH_SECRET"],
        "An API key, OAuth client secret or access token of Google.",
        "AIzaSyExample0Example1Example2Example34",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["google", "gcp", "api key", "key", "token", "maps", "firebase"],
    check: |candidate| tokens::check(candidate, "GCP_API_KEY"),
};
