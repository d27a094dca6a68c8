//! Access keys and tokens of services, known by their prefixes.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Deserialize;

use crate::{
    detect::{Candidate, Finding, Pattern, Rule},
    entity::{Group, Label, LabelInfo, Validation},
    text::is_boundary,
};

pub(super) const RULES: &[Rule] = &[AWS_ACCESS_KEY, GITHUB_TOKEN, JWT];

const AWS_ACCESS_KEY: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::SECRETS],
        aliases: &["AWS_ACCESS_KEY_ID", "AWS_KEY"],
        validation: Validation::Structure,
        propagates: true,
        ..LabelInfo::new(
            Label::new("AWS_ACCESS_KEY"),
            "The identifier of an access key of Amazon Web Services.",
            "AKIAIOSFODNN7EXAMPLE",
        )
    },
    // Prefixes of IAM's unique identifiers that stand for credentials.
    patterns: Cow::Borrowed(&[Pattern::regex("(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}", 0.95, 0.99)]),
    context: words!["aws", "access key", "aws_access_key_id", "accesskeyid"],
    check: |candidate| candidate.whole(),
};

const GITHUB_TOKEN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::SECRETS],
        aliases: &["GITHUB_PAT", "GH_TOKEN", "GITHUB_ACCESS_TOKEN"],
        validation: Validation::Checksum,
        propagates: true,
        ..LabelInfo::new(
            Label::new("GITHUB_TOKEN"),
            "A token of GitHub: personal, fine-grained, OAuth, user, installation or refresh.",
            "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",
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("gh[opsur]_[0-9A-Za-z]{36}", 0.98, 0.99),
        Pattern::regex("ghr_[0-9A-Za-z]{76}", 0.98, 0.99),
        Pattern::regex("github_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}", 0.98, 0.99),
        // Installation tokens that are JSON Web Tokens, since 2026.
        Pattern::regex(r"ghs_[0-9A-Za-z_]{8,}\.", 0.95, 0.99),
    ]),
    context: words!["github", "token", "gh_token", "authorization"],
    check: check_github,
};

fn check_github(candidate: &Candidate<'_>) -> Option<Finding> {
    match candidate.pattern {
        0 | 1 => has_checksum(candidate.matched().get(4..)?).then(|| candidate.certain())?,
        2 => candidate.whole(),
        _ => {
            let (end, segments) = segments_end(candidate.field.text, candidate.range.end);
            (segments == 2).then(|| candidate.part(candidate.range.start..end))?
        }
    }
}

/// Whether the last six characters are the CRC-32 of those before, in base 62.
fn has_checksum(token: &str) -> bool {
    let Some((secret, written)) = token.len().checked_sub(6).and_then(|at| token.split_at_checked(at)) else {
        return false;
    };
    let value = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'A'..=b'Z' => Some(b - b'A' + 10),
        b'a'..=b'z' => Some(b - b'a' + 36),
        _ => None,
    };
    let sum = written.bytes().try_fold(0_u64, |sum, b| Some(sum * 62 + u64::from(value(b)?)));
    sum == Some(u64::from(crc32fast::hash(secret.as_bytes())))
}

const JWT: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::SECRETS],
        aliases: &["JSON_WEB_TOKEN", "JSONWEBTOKEN"],
        validation: Validation::Structure,
        propagates: true,
        ..LabelInfo::new(
            Label::new("JWT"),
            "A JSON Web Token (RFC 7519), signed or encrypted.",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJlLW9mLW5vYm9keQ",
        )
    },
    // `{"` in base64; the header of a token is plain JSON, so neither `-` nor `_` occurs in it.
    patterns: Cow::Borrowed(&[Pattern::regex(r"eyJ[0-9A-Za-z]{12,}\.", 0.98, 0.99)]),
    context: words!["jwt", "token", "bearer", "authorization", "id_token", "access_token"],
    check: check_jwt,
};

/// The member that RFC 7515 and RFC 7516 demand of a header.
#[derive(Deserialize)]
struct Header<'a> {
    #[serde(borrow)]
    alg: Cow<'a, str>,
}

fn check_jwt(candidate: &Candidate<'_>) -> Option<Finding> {
    let header = URL_SAFE_NO_PAD.decode(candidate.matched().strip_suffix('.')?).ok()?;
    let header: Header<'_> = serde_json::from_slice(&header).ok()?;
    let (end, segments) = segments_end(candidate.field.text, candidate.range.end);
    let complete = !header.alg.is_empty() && segments > 0;
    complete.then(|| Some(Finding { sure: true, ..candidate.part(candidate.range.start..end)? }))?
}

/// The end of the base64url segments that follow at `at`, up to the four that JWE has, and how many
/// of them there are. The signature of an unsecured token is empty.
fn segments_end(text: &str, at: usize) -> (usize, usize) {
    /// A token larger than HTTP servers take in a header is none.
    const MAX_LEN: usize = 64 << 10;
    let bytes = text.as_bytes();
    let (mut end, mut segments) = (at, 0);
    while segments < 4 {
        let rest = bytes.get(end..).unwrap_or_default();
        let len =
            rest.iter().take(MAX_LEN).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')).count();
        let starts_badly = len == 0 && segments == 0;
        if starts_badly || len < 4 && segments > 0 && len > 0 {
            break;
        }
        segments += 1;
        end += len;
        if bytes.get(end) != Some(&b'.')
            || !bytes.get(end + 1).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
        {
            break;
        }
        end += 1;
    }
    // An empty last segment keeps its dot; a dot that ends a sentence is no segment.
    if segments == 1 && bytes.get(end) == Some(&b'.') && is_boundary(text, end + 1) {
        let unsecured = bytes.get(end + 1).is_none_or(|b| !b.is_ascii_whitespace());
        return if unsecured { (end + 1, 2) } else { (end, 1) };
    }
    (end, segments)
}
