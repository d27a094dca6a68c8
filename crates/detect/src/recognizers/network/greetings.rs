//! Names of machines in the greetings of mail (RFC 5321), in dialogues, in logs and in the heads of messages: `EHLO LAPTOP-JROE`,
//! `helo=<janes-macbook>`, `Received: from DESKTOP-7Q2 (…)`.

use std::borrow::Cow;

use super::internal_host::INFO;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?:helo=<|EHLO |HELO |ehlo |helo |Received: from )[A-Za-z0-9]",
        0.85,
        0.95,
    )]),
    context: words![],
    check,
}];

/// The name of a single machine, without a domain, with a dash or a digit, as no word of a sentence has.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest and shortest name, in bytes.
    const LONGEST: usize = 63;
    const SHORTEST: usize = 4;
    let (text, start) = (candidate.field.text, candidate.range.end - 1);
    let near = line::behind(text, start, LONGEST + 1);
    let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name = &near[..near.find(|c| !stands(c)).unwrap_or(near.len())];
    let end = start + name.len();
    let has_sign =
        name.contains(|c: char| !c.is_ascii_alphabetic()) && name.contains(|c: char| c.is_ascii_alphabetic());
    let is_machine =
        (SHORTEST..=LONGEST).contains(&name.len()) && has_sign && !text[end..].starts_with(['.', ':', '@']);
    (is_machine && is_value_edge(text, end)).then(|| candidate.part(start..end))?
}
