//! Numbers of persons in rows without a header: the first cell of a row with a full name and what belongs to a person, or one of many
//! digits: `EMP-5612 | Jane Roe | 1960-06-26`, `Jane Roe; 12/08/1952; P86081505`.
//!
//! Where such a number begins, the names of others are looked for, too: `the volunteer id is V4711`.

use std::borrow::Cow;

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::person::person_rows::{is_first_cell, is_number_in_row};
use crate::recognizers::support::numerals::stands_alone;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[A-Z]{1,4}-?[0-9]{3,9}", 0.65, 0.7)]),
    context: words![],
    check: |candidate| is_of_row(candidate).then(|| candidate.whole())?,
}];

/// Reports whether the match is a number in a row of a person.
fn is_of_row(candidate: &Candidate<'_>) -> bool {
    /// Fewest digits of a number behind other cells.
    const DIGITS: usize = 7;
    let (text, range) = (candidate.field.text, &candidate.range);
    let digits = candidate.matched().bytes().filter(u8::is_ascii_digit).count();
    (digits >= DIGITS || is_first_cell(text, range)) && stands_alone(candidate) && is_number_in_row(text, range)
}
