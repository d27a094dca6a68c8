//! Exports of chats from messengers: who wrote each message, `[12.03.24, 19:04:50] Ana Reyes: hi`, `12/03/24, 7:04 pm - Ana: hi`.

use std::borrow::Cow;

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, is_other, is_particle};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The comma between the date and the time.
    patterns: Cow::Borrowed(&[Pattern::within("[0-9], ?[0-9]{1,2}:[0-9]{2}", 0.8, 0.9)]),
    context: words![],
    check,
}];

/// Longest name, and longest date, in bytes.
const LONGEST: usize = 48;
/// Most words of a name.
const MOST: usize = 4;

/// Writers that are no persons, or the one whose phone it is.
const OTHERS: &WordList =
    &WordList::new("you|du|tú|vous|você|tu|jij|ty|meta ai|info|error|warn|warning|debug|trace|fatal");

/// The name between the time and the colon.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, LONGEST);
    // A line begins with the date.
    let is_date = head.trim_start_matches(['[', '\u{200e}']).bytes().all(|b| b.is_ascii_digit() || b"./-".contains(&b));
    let start = is_date.then(|| name_start(text, range.end))??;
    let near = line::behind(text, start, LONGEST);
    let name = &near[..near.find(": ")?];
    let is_word = |word: &str| is_name_word(word) || is_particle(word);
    let is_name = name.split(' ').all(is_word) && is_name_word(name.split(' ').next()?);
    let lower = name.to_lowercase();
    let fits = is_name && name.split(' ').count() <= MOST && !is_other(&lower) && !is_listed(&lower, OTHERS);
    fits.then(|| candidate.part(start..start + name.len()))?
}

/// The place behind the seconds and the half of the day that may follow the minutes which end at `at`, and the sign behind them.
fn name_start(text: &str, at: usize) -> Option<usize> {
    /// Longest rest of a time: `:50 p. m.] `.
    const LONGEST: usize = 16;
    let near = line::behind(text, at, LONGEST);
    let sign = ["] ", " - "].into_iter().filter_map(|sign| Some((near.find(sign)?, sign.len()))).min()?;
    let stands = |c: char| c.is_ascii_digit() || ": .aApPmM\u{202f}\u{a0}".contains(c);
    let end = sign.0 + sign.1;
    let mark = near.get(end..)?.len() - near.get(end..)?.trim_start_matches(['~', ' ', '\u{200e}']).len();
    near[..sign.0].chars().all(stands).then_some(at + end + mark)
}
