//! Accounts in statements of servers, resources of clouds and comparisons of programs: `stats auth jdoe:…`, `"AUTH" "jdoe" "…"`,
//! `resource "aws_iam_user" "ops" { name = "jdoe" }`, `if (c.username === "jane.roe")`; and before a password that answers a question.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, has_mark, is_account, is_plain_word, name_at};
use super::username_places::is_shared;
use crate::recognizers::secrets::user_pairs::{ANSWER, SPANS, answer, in_code_spans};
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // HAProxy.
        Pattern::regex("stats auth ", 0.9, 0.95),
        // Redis, as its monitor prints commands.
        Pattern::regex("\"(?i:auth)\" \"", 0.9, 0.95),
        // Users in files of Terraform.
        Pattern::within("_user\" \"", 0.85, 0.9),
        Pattern::within("(?:user[nN]ame|user_name|login|userId)\\)? ?={2,3} ?[\"']", 0.8, 0.85),
        ANSWER,
        SPANS,
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let place = match candidate.pattern {
        0 => name_at(text, end).filter(|place| byte_at(text, place.end) == Some(b':'))?,
        1 => name_at(text, end).filter(|place| text[place.end..].starts_with("\" \""))?,
        2 => of_resource(text, end)?,
        3 => {
            let place = name_at(text, end).filter(|place| byte_at(text, place.end) == byte_before(text, end))?;
            has_mark(&text[place.clone()]).then_some(place)?
        }
        4 => answer(candidate)?.0,
        _ => in_code_spans(text, &candidate.range)?.0,
    };
    let found = text.get(place.clone())?;
    // Of comparisons programs have words, too.
    let is_sure = candidate.pattern < 2 || !is_plain_word(found) && (candidate.pattern != 3 || !is_shared(found));
    (is_account(found) && is_sure).then(|| candidate.part(place))?
}

/// The value of the name in the block of the resource, a user, whose own name begins at `at`.
fn of_resource(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest block, in bytes, and most blanks around a sign.
    const FAR: usize = 320;
    const NAMES: [&str; 4] = ["name", "username", "user_name", "login_name"];
    let head = line::before(text, at, FAR);
    let near = window::behind(text, at, FAR);
    let block = near.split("\n}").next()?;
    // A plan has signs of changes before each line.
    let is_sign = |c: char| matches!(c, ' ' | '+' | '-' | '~' | '\t');
    let (_, inner) = block.split_once('{').filter(|_| head.trim_start_matches(is_sign).starts_with("resource "))?;
    let mut start = at + block.len() - inner.len();
    for line in inner.split_inclusive('\n') {
        let value = line.split_once('=').filter(|(name, _)| NAMES.contains(&name.trim_matches(is_sign)));
        if let Some((name, value)) = value {
            let open = start + name.len() + 1 + value.len() - value.trim_start().len();
            return name_at(text, open + 1)
                .filter(|place| byte_at(text, open) == Some(b'"') && byte_at(text, place.end) == Some(b'"'));
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    fn found<'t>(text: &'t str, sign: &str, pattern: usize) -> Option<&'t str> {
        let field = Field::new(text);
        let start = text.find(sign).unwrap();
        let range = start..start + sign.len();
        let finding = check(&Candidate { field: &field, range, pattern, form: Form::Shape, name: "" })?;
        Some(&text[finding.range])
    }

    #[test]
    fn statements_and_blocks_name_accounts() {
        for (text, sign, pattern, expected) in [
            ("    stats auth hoffmann:Zinnober", "stats auth ", 0, Some("hoffmann")),
            ("1.2 [0 x] \"AUTH\" \"queue_ro\" \"c41f\"", "\"AUTH\" \"", 1, Some("queue_ro")),
            ("\"AUTH\" \"c41f\"", "\"AUTH\" \"", 1, None),
            (
                "resource \"x_iam_user\" \"a\" {\n  path = \"/\"\n  name = \"jane.roe\"\n}",
                "_user\" \"",
                2,
                Some("jane.roe"),
            ),
            (
                "resource \"x_iam_user\" \"a\" {\n  path = \"/\"\n}\n\nx = { name = \"jane.roe\" }",
                "_user\" \"",
                2,
                None,
            ),
            (
                "  + resource \"x_iam_user\" \"a\" {\n      + path = \"/\"\n      + name          = \"jane.roe\"\n    }",
                "_user\" \"",
                2,
                Some("jane.roe"),
            ),
            ("data \"x_iam_user\" \"a\" {\n  name = \"jane.roe\"\n}", "_user\" \"", 2, None),
            ("if (u.username === \"jane.roe\")", "username === \"", 3, Some("jane.roe")),
            ("if (u.username === \"required\")", "username === \"", 3, None),
            ("é_user\" \"é", "_user\" \"", 2, None),
        ] {
            assert_eq!(found(text, sign, pattern), expected, "{text}");
        }
    }
}
