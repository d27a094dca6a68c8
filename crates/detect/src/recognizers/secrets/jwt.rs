//! JSON Web Tokens: RFC 7519.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Deserialize;

use crate::recognizers::secrets::shape::is_dummy;
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo, Surrogate, Validation},
    text::is_value_edge,
};

pub(super) const RULES: &[Rule] = &[JWT];

const JWT: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::SECRETS],
        aliases: &["JSON_WEB_TOKEN", "JSONWEBTOKEN"],
        validation: Validation::Structure,
        ..LabelInfo::new(
            "JWT",
            "A JSON Web Token (RFC 7519), signed or encrypted.",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJlLW9mLW5vYm9keQ",
            Handling { surrogate: Surrogate::Token, ..Handling::IDENTIFIER },
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
    let (end, segments) = segments_end(candidate.field.text, candidate.range.end);
    let complete = segments > 0 && has_algorithm(candidate.matched());
    (complete || is_signed(candidate.field.text.get(candidate.range.end..end)?))
        .then(|| Some(Finding { sure: true, ..candidate.part(candidate.range.start..end)? }))?
}

/// Reports whether the header in base64url, with the dot behind it, names an algorithm.
fn has_algorithm(header: &str) -> bool {
    let decoded = header.strip_suffix('.').and_then(|header| URL_SAFE_NO_PAD.decode(header).ok()).unwrap_or_default();
    serde_json::from_slice(&decoded).is_ok_and(|header: Header<'_>| !header.alg.is_empty())
}

/// Reports whether it is the claims, an object of JSON, and a signature, so that nothing but a token stands here, though its header is
/// cut or mistyped.
fn is_signed(segments: &str) -> bool {
    /// Fewest bytes of the claims and of a signature.
    const LEAST: usize = 16;
    let Some((claims, signature)) = segments.split_once('.') else { return false };
    let is_long = |segment: &str| segment.len() >= LEAST && !is_dummy(segment);
    claims.starts_with("eyJ") && is_long(claims) && is_long(signature) && !signature.contains('.')
}

/// The end of the base64url segments that follow at `at`, up to the four that JWE has, and their number. The signature
/// of an unsecured token is empty.
pub(crate) fn segments_end(text: &str, at: usize) -> (usize, usize) {
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
    if segments == 1 && bytes.get(end) == Some(&b'.') && is_value_edge(text, end + 1) {
        let unsecured = bytes.get(end + 1).is_none_or(|b| !b.is_ascii_whitespace());
        return if unsecured { (end + 1, 2) } else { (end, 1) };
    }
    (end, segments)
}
