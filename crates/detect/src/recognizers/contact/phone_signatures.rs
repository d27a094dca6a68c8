//! Telephone numbers before what they are called, alone on their line, as signatures have them: `781 1704 office`.

use std::borrow::Cow;

use super::phone::INFO;
use crate::recognizers::support::numerals::is_date_shape;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::regex(
        "(?i:office|fax|mobile|cell|home|work|desk|direct|phone|tel)",
        0.85,
        0.95,
    )]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest number, in bytes, and its digits.
    const LONGEST: usize = 24;
    const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, LONGEST + 1);
    let is_line =
        text.get(..range.start - head.len()).is_some_and(|before| before.is_empty() || before.ends_with('\n'));
    if !is_line || !line::ends(text, range.end) {
        return None;
    }
    let found = head.trim_end_matches([' ', '(']);
    let number = found.trim_start_matches([' ', '\t']);
    let stands = number.bytes().all(|b| b.is_ascii_digit() || b" ()+.-".contains(&b));
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let begins = number.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '(');
    let start = range.start - head.len() + found.len() - number.len();
    (found.len() < head.len() && stands && begins && !is_date_shape(number) && DIGITS.contains(&digits))
        .then(|| candidate.part(start..start + number.len()))?
}
