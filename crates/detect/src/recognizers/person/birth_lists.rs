//! Lists of birthdays: lines of a name and a date below a heading that says so, `Family birthdays`, `Aunt Nell 14/2/71`, with the names.

use std::{borrow::Cow, ops::Range};

use super::{birth::INFO as BIRTH_INFO, date_time::month, introduced_name::INFO as NAME_INFO};
use crate::entity::LabelInfo;
use crate::recognizers::support::name_shape::{is_name_word, is_particle};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// A date at the end of a line of a list, in digits.
const DIGITS: Pattern = Pattern::apart(
    "[0-3]?[0-9][/.-][01]?[0-9][/.-](?:19|20)?[0-9]{2}|(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]",
    0.8,
    0.9,
);
/// A date with the name of its month, perhaps without the year; the check knows the months.
const WRITTEN: Pattern =
    Pattern::apart("[0-3]?[0-9](?:st|nd|rd|th|\\.)? [A-Z][a-zäéû]{2,8}\\.?(?:,? '?(?:19|20)?[0-9]{2})?", 0.8, 0.9);
/// The month first.
const MONTH_FIRST: Pattern =
    Pattern::apart("[A-Z][a-z]+\\.? [0-3]?[0-9](?:st|nd|rd|th)?(?:,? '?(?:19|20)?[0-9]{2})?", 0.8, 0.9);

pub(super) const RULES: &[Rule] = &[
    rule(BIRTH_INFO, |candidate| {
        let entry = entry(candidate)?;
        candidate.part(entry.date)
    }),
    rule(NAME_INFO, |candidate| {
        let entry = entry(candidate)?;
        candidate.part(entry.name)
    }),
];

const fn rule(info: LabelInfo, check: fn(&Candidate<'_>) -> Option<Finding>) -> Rule {
    const PATTERNS: &[Pattern] = &[DIGITS, WRITTEN, MONTH_FIRST];
    Rule { info, patterns: Cow::Borrowed(PATTERNS), context: words![], check }
}

/// A line of a list: a name and a date.
struct Entry {
    name: Range<usize>,
    date: Range<usize>,
}

/// Longest line of a list, in bytes.
const LONGEST: usize = 72;

/// The entry whose date is the match, below a heading about birthdays.
fn entry(candidate: &Candidate<'_>) -> Option<Entry> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    if candidate.pattern > 0 && !has_month(candidate.matched()) {
        return None;
    }
    let head = line::whole_before(text, range.start, LONGEST)?;
    let tail = line::whole_behind(text, range.end, LONGEST)?;
    let name = name_of(head).filter(|_| is_remark(tail))?;
    let start = range.start - head.len();
    has_heading(text, start).then_some(Entry { name: start + name.start..start + name.end, date: range })
}

/// The place of the name in `head`, the line before a date: a few words with capitals, behind the sign of a list.
fn name_of(head: &str) -> Option<Range<usize>> {
    /// Most words.
    const MOST: usize = 5;
    let bare = head.trim_start_matches([' ', '\t', '-', '*', '•', '·', '–']);
    let start = head.len() - bare.len();
    let name = bare.trim_end_matches([' ', '\t', '-', '–', '—', ':', ',', '=', '.', '(']);
    let is_word = |word: &str| {
        let bare = word.trim_matches(['(', ')', '"', ',', '&', '+']);
        is_name_word(bare) || is_particle(bare) || bare.is_empty() || bare == "and"
    };
    let begins = name.trim_start_matches(['"', '(']).starts_with(char::is_uppercase);
    let fits = begins && name.split(' ').count() <= MOST && name.split(' ').all(is_word);
    fits.then(|| start..start + name.len())
}

/// Reports whether `tail`, the rest of the line behind a date, is nothing, a sign or a remark in brackets.
fn is_remark(tail: &str) -> bool {
    let bare = tail.trim_matches(|c: char| !c.is_alphanumeric() && c != '(' && c != ')');
    bare.is_empty() || bare.starts_with('(') || tail.starts_with([',', '!', '-', '–']) || tail.starts_with(" - ")
}

/// Reports whether the first line above the one at `start` that is none of the list speaks of birthdays.
fn has_heading(text: &str, start: usize) -> bool {
    /// Bytes above, most lines, and longest heading.
    const FAR: usize = 1024;
    const LINES: usize = 24;
    const HEADING: usize = 80;
    const STEMS: [&str; 22] = [
        "birthday",
        "b-day",
        "bday",
        "dobs",
        "dates of birth",
        "geburtstag",
        "geburtsdat",
        "anniversaires",
        "cumpleaños",
        "compleann",
        "aniversari",
        "aniversári",
        "verjaardag",
        "verjaarsda",
        "urodzin",
        "narozenin",
        "narodenin",
        "födelsedag",
        "fødselsdag",
        "syntymäpäiv",
        "születésnap",
        "дни рождения",
    ];
    let above = window::before(text, start, FAR);
    let lines = above.lines().rev().map(str::trim).filter(|line| !line.is_empty()).take(LINES);
    let heading = lines.into_iter().find(|line| !is_line_of_list(line));
    heading.is_some_and(|heading| {
        let lower = heading.to_lowercase();
        heading.len() <= HEADING && STEMS.iter().any(|stem| lower.contains(stem))
    })
}

/// Reports whether `line` begins like a name and has a number of a day.
fn is_line_of_list(line: &str) -> bool {
    line.len() <= LONGEST
        && line.contains(|c: char| c.is_ascii_digit())
        && line.find(|c: char| c.is_ascii_digit()).is_some_and(|at| name_of(&line[..at]).is_some())
}

/// Reports whether `date` has the name of a month in a language of Europe.
fn has_month(date: &str) -> bool {
    month(&date.trim_start_matches(|c: char| !c.is_uppercase()).to_lowercase()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn names_and_dates_stand_below_a_heading() {
        for (text, date, pattern, expected) in [
            ("Roe family birthdays\n\nAunt Nell 14/2/71\nBaby Finn 3 Sept 2023\n", "14/2/71", 0, Some("Aunt Nell")),
            ("Roe family birthdays\n\nAunt Nell 14/2/71\nBaby Finn 3 Sept 2023\n", "3 Sept 2023", 1, Some("Baby Finn")),
            ("Geburtstage\n- Oma Hanne: 3. Mai 1944 (80!)\n", "3. Mai 1944", 1, Some("Oma Hanne")),
            ("Milestones\n\nKick Off 14/2/25\n", "14/2/25", 0, None),
            ("Birthday cake\n\nOrder by 14/2/25\n", "14/2/25", 0, None),
            ("Birthdays\n\nCall Rosie on 14/2/25\n", "14/2/25", 0, None),
            ("Birthdays\n\nLou 3 Cakes 2020\n", "3 Cakes 2020", 1, None),
        ] {
            let (field, start) = (Field::new(text), text.find(date).unwrap());
            let range = start..start + date.len();
            let candidate = Candidate { field: &field, range, pattern, form: crate::Form::Shape, name: "" };
            assert_eq!(entry(&candidate).map(|entry| &text[entry.name]), expected, "{text}");
        }
    }
}
