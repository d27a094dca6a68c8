//! Numbers of accounts of Amazon's clouds in the names of their resources and hosts: `arn:aws:sqs:eu-west-1:402817339561:orders`,
//! `402817339561.dkr.ecr.eu-west-1.amazonaws.com`.
//!
//! Source: the format of resource names in Amazon's reference of identity and access management.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ACCOUNT_INFO;
use crate::recognizers::secrets::stand_ins::is_placeholder;
use crate::recognizers::support::grouping::has_one_digit;
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix("arn:aws[a-z-]{0,8}:", 0.75, 0.8),
        Pattern::within("\\.dkr\\.ecr\\.", 0.75, 0.8),
    ]),
    context: words![],
    check: |candidate| candidate.part(account(candidate)?),
}];

/// The twelve digits of the account in the name of a resource, behind its service and region, or at the beginning of a host.
fn account(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Digits of an account, and longest service and region, in bytes.
    const DIGITS: usize = 12;
    const FAR: usize = 64;
    /// Accounts of examples in Amazon's documentation.
    const EXAMPLES: [&str; 4] = ["123456789012", "111122223333", "444455556666", "777788889999"];
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let at = match candidate.pattern {
        0 => {
            let near = line::behind(text, end, FAR);
            let service = near.find(':')? + 1;
            end + service + near[service..].find(':')? + 1
        }
        _ => start.checked_sub(DIGITS)?,
    };
    let found = text.get(at..at + DIGITS)?;
    let is_number =
        found.bytes().all(|b| b.is_ascii_digit()) && !text[at + DIGITS..].starts_with(|c: char| c.is_ascii_digit());
    let is_begun = !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    (is_number && is_begun && !has_one_digit(found.as_bytes()) && !is_placeholder(found) && !EXAMPLES.contains(&found))
        .then(|| at..at + DIGITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn accounts_stand_behind_service_and_region() {
        for (text, sign, pattern, expected) in [
            ("arn:aws:sqs:eu-west-1:402817339561:orders", "arn:aws:", 0, Some("402817339561")),
            ("arn:aws:iam::402817339561:role/deploy", "arn:aws:", 0, Some("402817339561")),
            ("arn:aws:s3:::shop-assets", "arn:aws:", 0, None),
            ("arn:aws:iam::aws:policy/ReadOnlyAccess", "arn:aws:", 0, None),
            ("arn:aws:iam::000000000000:role/x", "arn:aws:", 0, None),
            ("arn:aws:iam::123456789012:role/x", "arn:aws:", 0, None),
            ("arn:aws:iam::é", "arn:aws:", 0, None),
            ("402817339561.dkr.ecr.eu-west-1.amazonaws.com/api", ".dkr.ecr.", 1, Some("402817339561")),
        ] {
            assert_eq!(check_match(RULES[0].check, text, sign, pattern), expected, "{text}");
        }
    }
}
