//! Security identifiers of accounts on Windows (MS-DTYP, 2.4.2): `S-1-5-21-…`, whose last number is the account's.

use std::borrow::Cow;

use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::neighbours::alphabet_continues;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix("S-1-(?:5-21|12-1)-", 0.9, 0.95)]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest identifier, in bytes, and the numbers of an authority and an account.
    const LONGEST: usize = 64;
    const NUMBERS: usize = 4;
    let (text, range) = (candidate.field.text, &candidate.range);
    let rest = text.get(range.end..)?;
    let len = rest.bytes().take(LONGEST).take_while(|b| b.is_ascii_digit() || *b == b'-').count();
    let found = rest.get(..len)?.trim_end_matches('-');
    let is_account =
        found.split('-').count() == NUMBERS && found.split('-').all(|number| (3..=10).contains(&number.len()));
    let place = range.start..range.end + found.len();
    (is_account && !alphabet_continues(text, &place, b"_")).then(|| candidate.part(place))?
}
