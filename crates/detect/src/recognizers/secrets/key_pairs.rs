//! Secrets right behind the identifiers of access keys of clouds, as their consoles and notes pair them: `LTAI… / …` of Alibaba, `AKID… …`
//! of Tencent. Those of Amazon have labels of their own.

use std::borrow::Cow;

use super::generic_secret::PREFIXED;
use crate::recognizers::secrets::{randomness::is_random, shape::is_dummy};
use crate::text::{is_value_edge, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[
        Pattern::regex("LTAI[0-9A-Za-z]{12,24}", 0.95, 0.95),
        Pattern::regex("AKID[0-9A-Za-z]{32}", 0.95, 0.95),
    ]),
    check,
    ..PREFIXED
}];

/// Bytes of the secrets, by pattern.
const LENGTHS: [usize; 2] = [30, 32];

/// The random word behind the identifier, with a sign or two between.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Most signs between both, in bytes.
    const GAP: usize = 8;
    let (text, end) = (candidate.field.text, candidate.range.end);
    let len = LENGTHS[candidate.pattern];
    let rest = window::behind(text, end, GAP + len);
    let gap = rest.bytes().take(GAP).take_while(|b| b" ,:;\t\"'|/=\n\r".contains(b)).count();
    let start = end + gap;
    let found = text.get(start..start + len)?;
    let is_secret = found.bytes().all(|b| b.is_ascii_alphanumeric()) && is_random(found) && !is_dummy(found);
    (gap > 0 && is_secret && is_value_edge(text, start + len)).then(|| candidate.part(start..start + len))?
}
