//! Tokens in addresses that let in who has them: links that reset a password or confirm an account, and the codes that OAuth
//! sends back (RFC 6749, 4.1.2).

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::recognizers::secrets::{key_value::is_uuid, randomness::is_random, shape::is_dummy};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "/(?:reset-?password|password-?reset|reset_password|password_reset|password/reset|forgot-password|set-password|magic-?link|verify-?email|confirm-?email|confirmation|activate|activation|activations|invite|invites|invitation|invitations|unsubscribe)/",
            0.85,
            0.88,
        ),
        Pattern::regex("[?&]code=", 0.85, 0.88),
        // Behind such a path and a short name: `/reset?t=…`.
        Pattern::regex(
            "/(?:reset|recover|pwreset|unlock|verify|confirm|activate|invite|unsubscribe|optout|ack|approve|magic|login|signin|share)(?:\\.(?:php|aspx?|html?|jsp|do))?[?](?:[a-z_]{1,12}=[^&\\s\"']{1,64}&){0,2}[a-z_]{1,12}=",
            0.85,
            0.88,
        ),
        // Short names, behind any path: `/pay?t=…`, `/confirm?name=…&h=…`.
        Pattern::regex("[?&](?:t|k|tk|tok|tkn|ticket|h|hash|appid)=", 0.85, 0.88),
        // A link that is said to let in, whatever its path: `reset link: https://example.com/r/…`.
        Pattern::prefix(
            "(?i:reset|log-?in|sign-?in|magic|invit(?:e|ation)|activation|confirmation|verification|unlock|recovery)(?i: password)?(?i: link| url)(?i: is)?:? [<\"(]?https?://",
            0.85,
            0.88,
        ),
    ]),
    context: words![],
    check,
    ..PREFIXED
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest token, and fewest bytes of one, by pattern.
    const LONGEST: usize = 512;
    const SHORTEST: [usize; 5] = [16, 20, 16, 28, 16];
    let (text, mut start) = (candidate.field.text, candidate.range.end);
    if candidate.pattern == LINK {
        start = last_part(text, start)?;
    }
    let is_code = candidate.pattern == 1;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || b"-_.~".contains(b) || is_code && b"/%".contains(b);
    let len = text.as_bytes().get(start..)?.iter().take(LONGEST).take_while(|b| stands(b)).count();
    let found = text.get(start..start + len)?;
    let place: Range<usize> = start..start + len;
    let is_token = found.len() >= SHORTEST[candidate.pattern]
        && is_random(found)
        && !is_dummy(found)
        && (candidate.pattern != SHORT_NAME || is_of_page(text, candidate.range.start));
    (is_token || !is_code && candidate.pattern != SHORT_NAME && is_uuid(found)).then(|| candidate.part(place))?
}

/// The pattern of links that a word announces.
const LINK: usize = 4;

/// The start of the last part of the path of the address at `at`.
fn last_part(text: &str, at: usize) -> Option<usize> {
    /// Longest address, in bytes.
    const FAR: usize = 512;
    let near = line::behind(text, at, FAR);
    let path = &near[..near.find([' ', '"', '<', '>', ')', '?', '#']).unwrap_or(near.len())];
    let slash = path.rfind('/')?;
    // Versions and files have such names, too.
    let is_file = path[..slash].ends_with("/commit") || path[slash..].contains('.');
    (!is_file).then_some(at + slash + 1)
}

/// The pattern of short names.
const SHORT_NAME: usize = 3;

/// Reports whether the address before its parameter at `at` is one of a page, and not of a file, whose version or checksum such a
/// parameter tells: `/app.js?h=…`.
fn is_of_page(text: &str, at: usize) -> bool {
    /// Longest address before it, in bytes.
    const FAR: usize = 256;
    let head = line::before(text, at, FAR);
    let address = head.rsplit([' ', '"', '\'', '<', '>', '(']).next().unwrap_or_default();
    let path = address.split('?').next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_file =
        last.rsplit_once('.').is_some_and(|(_, end)| !["php", "html", "htm", "aspx", "jsp", "do"].contains(&end));
    path.contains('/') && !is_file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_files_are_no_tokens() {
        for (text, expected) in [
            ("https://example.com/pay?t=", true),
            ("GET /confirm.php?name=x&h=", true),
            ("GET /static/app.js?h=", false),
            ("src=\"/img/logo.png?v=1&t=", false),
            ("/v1.2/pay?t=", true),
            ("x?t=", false),
            ("?t=", false),
        ] {
            let at = text.rfind(['?', '&']).unwrap();
            assert_eq!(is_of_page(text, at), expected, "{text}");
        }
    }
}
