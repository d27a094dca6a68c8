//! Tokens in addresses that let in who has them: links that reset a password or confirm an account, and the codes that OAuth
//! sends back (RFC 6749, 4.1.2).

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::recognizers::secrets::{key_value::is_uuid, randomness::is_random, shape::is_dummy};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "/(?:reset-?password|password-?reset|reset_password|password_reset|password/reset|forgot-password|set-password|magic-?link|verify-?email|confirm-?email|confirmation|activate|activation|invite|invitation)/",
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
    ]),
    context: words![],
    check,
    ..PREFIXED
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest token, and fewest bytes of one, by pattern.
    const LONGEST: usize = 512;
    const SHORTEST: [usize; 3] = [16, 20, 16];
    let (text, start) = (candidate.field.text, candidate.range.end);
    let is_code = candidate.pattern == 1;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || b"-_.~".contains(b) || is_code && b"/%".contains(b);
    let len = text.as_bytes().get(start..)?.iter().take(LONGEST).take_while(|b| stands(b)).count();
    let found = text.get(start..start + len)?;
    let place: Range<usize> = start..start + len;
    let is_token = found.len() >= SHORTEST[candidate.pattern] && is_random(found) && !is_dummy(found);
    (is_token || !is_code && is_uuid(found)).then(|| candidate.part(place))?
}
