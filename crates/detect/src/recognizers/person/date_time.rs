//! Dates and times as forms, mails, logs and sentences write them, checked against the calendar.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::support::neighbours::{alphabet_continues, byte_before};
use crate::recognizers::support::numerals;
use crate::{Candidate, Finding, Pattern, Rule};

/// Full names of months in English, German, French and Spanish, and short ones in English.
macro_rules! months {
    () => {
        concat!(
            "(?i:",
            $crate::recognizers::support::months::months_of!(english, english_short, german, french, spanish),
            ")"
        )
    };
}
pub(crate) use months;
/// Names of months in the languages of `months!` and in Italian, Portuguese, Dutch and Polish: only behind a day, where
/// they cost nothing.
macro_rules! month_names {
    () => {
        concat!(
            "(?i:",
            $crate::recognizers::support::months::months_of!(
                english,
                english_short,
                german,
                german_short,
                austrian,
                french,
                french_short,
                spanish,
                spanish_short,
                italian,
                portuguese,
                dutch,
                dutch_short,
                polish
            ),
            ")"
        )
    };
}
pub(crate) use month_names;
macro_rules! weekday {
    () => {
        "(?:(?i:mon|tues?|wed|wednes|thu|thurs?|fri|sat|satur|sun)(?i:day)?,? )?"
    };
}
/// Hours, minutes, seconds and their fraction, and the offset.
macro_rules! clock {
    () => {
        r"[0-2][0-9]:[0-5][0-9](?::[0-6][0-9](?:[.,][0-9]{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?"
    };
}

/// The label's name.
pub(crate) const NAME: &str = "DATE_TIME";

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HIPAA],
        aliases: &["DATE", "TIME", "TIMESTAMP", "DATETIME"],
        validation: Validation::Structure,
        languages: &["en", "de", "fr", "es"],
        // Masking every date breaks tool calls and logs.
        default: false,
        everyday_context: true,
        ..LabelInfo::new(
            NAME,
            "A date, with or without a time of day, or a time, that the calendar has.",
            "2024-02-29T08:30:00Z",
            Handling { surrogate: Surrogate::Date, ..Handling::COMMON },
        )
    },
    patterns: Cow::Borrowed(&[
        // 2024-02-29, 2024/02/29, 2024-02-29T08:30:00.5+01:00
        Pattern::regex(concat!("[12][0-9]{3}[-/.][01][0-9][-/.][0-3][0-9](?:[T ]", clock!(), ")?"), 0.9, 0.98),
        // 20240229T083000Z
        Pattern::regex("[12][0-9]{3}[01][0-9][0-3][0-9]T[0-2][0-9][0-5][0-9][0-6][0-9]Z?", 0.9, 0.98),
        // 29/02/2024, 2/29/24, 29.02.2024, 29-02-2024
        Pattern::regex(
            concat!("[0-3]?[0-9][/.-][0-3]?[0-9][/.-](?:[12][0-9])?[0-9]{2}(?:,? ", clock!(), ")?"),
            0.7,
            0.95,
        ),
        // Thu, 29 Feb 2024 08:30:00 +0000; 29th of February, 2024; 29 de febrero de 2024; 29/Feb/2024:08:30:00
        Pattern::regex(
            concat!(
                weekday!(),
                "[0-3]?[0-9](?:st|nd|rd|th|\\.|er|º)?[ /-](?:of |de |di )?",
                month_names!(),
                "(?:[./-]|,? (?:de |del )?)[12][0-9]{3}(?:[ :](?:at )?",
                clock!(),
                ")?"
            ),
            0.95,
            0.99,
        ),
        // Thursday, February 29th, 2024 at 08:30; Thu Feb 29 08:30:00 2024
        Pattern::regex(
            concat!(
                weekday!(),
                months!(),
                "\\.? [0-3]?[0-9](?:st|nd|rd|th)?(?:,? [12][0-9]{3})?(?:,? (?:at )?",
                clock!(),
                ")?(?: [12][0-9]{3})?"
            ),
            0.85,
            0.95,
        ),
        // February 2024
        Pattern::regex(concat!(months!(), "\\.?,? [12][0-9]{3}"), 0.75, 0.9),
        // 29 February, 29. Februar
        Pattern::regex(concat!("[0-3]?[0-9](?:st|nd|rd|th|\\.|er|º)? (?:of |de |di )?", month_names!()), 0.7, 0.9),
        // 8:30 pm
        Pattern::regex(r"[01]?[0-9](?::[0-5][0-9]){0,2} ?(?i:am|pm|a\.m\.|p\.m\.)", 0.8, 0.95),
        // 08:30:00
        Pattern::regex(
            r"[0-2]?[0-9]:[0-5][0-9]:[0-6][0-9](?:[.,][0-9]{1,9})?(?:Z| ?[+-][0-9]{2}:?[0-9]{2})?",
            0.7,
            0.9,
        ),
        // 08:30
        Pattern::regex("[0-2]?[0-9]:[0-5][0-9]", 0.4, 0.75),
        // 2024年2月29日, 2024년 2월 29일
        Pattern::regex("[12][0-9]{3} ?(?:年|년) ?[01]?[0-9] ?(?:月|월) ?[0-3]?[0-9] ?(?:日|일)", 0.9, 0.95),
        // 14 Uhr, 14h30, 8.30 Uhr
        Pattern::regex("[0-2]?[0-9](?:[.:][0-5][0-9])? Uhr|[0-2]?[0-9] ?h ?[0-5][0-9]", 0.75, 0.9),
    ]),
    context: words![
        "date",
        "on",
        "at",
        "time",
        "since",
        "until",
        "from",
        "due",
        "datum",
        "am",
        "um",
        "uhr",
        "le",
        "fecha",
        "el",
        "scheduled",
        "meeting",
        "appointment",
        "clock",
    ],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, matched) = (candidate.field.text, candidate.matched());
    if alphabet_continues(text, &candidate.range, b"-/.:") || byte_before(text, candidate.range.start) == Some(b'$') {
        return None;
    }
    let numbers = Numbers::of(matched);
    let (date, clock) = match candidate.pattern {
        0 => (is_date(numbers.at(0), numbers.at(1), numbers.at(2)) && has_one_separator(matched), 3),
        1 => return is_compact(matched).then(|| candidate.whole())?,
        2 => (is_short_date(&numbers, matched.contains('.')) && has_one_separator(matched), 3),
        3 => (is_written(matched, numbers.at(0), Some(numbers.at(1))), 2),
        4 => (is_written(matched, numbers.at(0), numbers.year()), numbers.clock()),
        5 => return candidate.whole(),
        6 => (is_written(matched, numbers.at(0), None), usize::MAX),
        7 => (matches!(numbers.at(0), 1..=12), usize::MAX),
        10 => (is_date(numbers.at(0), numbers.at(1), numbers.at(2)), usize::MAX),
        _ => (true, 0),
    };
    (date && is_clock(&numbers, clock)).then(|| candidate.whole())?
}

/// The runs of digits of a match, as numbers.
pub(crate) struct Numbers {
    values: [i64; 8],
    len: usize,
}

impl Numbers {
    pub(crate) fn of(matched: &str) -> Self {
        let mut numbers = Self { values: [0; 8], len: 0 };
        let runs = matched.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
        for (slot, run) in numbers.values.iter_mut().zip(runs) {
            *slot = run.parse().unwrap_or(i64::MAX);
            numbers.len += 1;
        }
        numbers
    }

    pub(crate) fn at(&self, i: usize) -> i64 {
        self.values.get(i).copied().unwrap_or_default()
    }

    /// The one that is a year, behind the day.
    fn year(&self) -> Option<i64> {
        self.values.get(1..self.len)?.iter().copied().find(|value| (1000..=2999).contains(value))
    }

    /// The index of the hour, behind a day and perhaps a year.
    fn clock(&self) -> usize {
        if self.at(1) >= 1000 { 2 } else { 1 }
    }
}

/// Reports whether there is such a day, in a year of four digits that texts tell of.
pub(crate) fn is_date(year: i64, month: i64, day: i64) -> bool {
    let [Ok(year), Ok(month), Ok(day)] = [year, month, day].map(u32::try_from) else { return false };
    (1000..=2999).contains(&year) && numerals::is_date(year, month, day)
}

/// Day and month in either order, with dots the day first, the year with two digits or four.
pub(crate) fn is_short_date(numbers: &Numbers, dotted: bool) -> bool {
    let (first, second) = (numbers.at(0), numbers.at(1));
    let year = match numbers.at(2) {
        year @ 0..=99 => 2000 + year,
        year => year,
    };
    is_date(year, second, first) || !dotted && is_date(year, first, second)
}

/// The number of the month whose name, full or short, in a language of [`month_names`] begins `text`.
pub(crate) fn month(text: &str) -> Option<i64> {
    const STEMS: &[(&str, i64)] = &[
        ("jan", 1),
        ("ene", 1),
        ("feb", 2),
        ("fév", 2),
        ("mar", 3),
        ("mär", 3),
        ("apr", 4),
        ("avr", 4),
        ("abr", 4),
        ("may", 5),
        ("mai", 5),
        ("jun", 6),
        ("juin", 6),
        ("jul", 7),
        ("juil", 7),
        ("aug", 8),
        ("aoû", 8),
        ("ago", 8),
        ("sep", 9),
        ("oct", 10),
        ("okt", 10),
        ("nov", 11),
        ("dec", 12),
        ("dez", 12),
        ("des", 12),
        ("déc", 12),
        ("dic", 12),
        ("jän", 1),
        ("gen", 1),
        ("sty", 1),
        ("fev", 2),
        ("lut", 2),
        ("maa", 3),
        ("mrt", 3),
        ("kwi", 4),
        ("mag", 5),
        ("mei", 5),
        ("maj", 5),
        ("giu", 6),
        ("cze", 6),
        ("lug", 7),
        ("lip", 7),
        ("sie", 8),
        ("set", 9),
        ("wrz", 9),
        ("ott", 10),
        ("out", 10),
        ("paź", 10),
        ("lis", 11),
        ("gru", 12),
    ];
    let begins = |stem: &str| text.get(..stem.len()).is_some_and(|head| head.eq_ignore_ascii_case(stem));
    STEMS.iter().find(|(stem, _)| begins(stem)).map(|(_, month)| *month)
}

/// Reports whether the month named in `matched` has the day; a leap year's where none is given.
pub(crate) fn is_written(matched: &str, day: i64, year: Option<i64>) -> bool {
    let mut words = matched.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 2);
    let month = words.find_map(month);
    month.is_some_and(|month| is_date(year.unwrap_or(2024), month, day))
}

/// Reports whether the numbers from `from` on, if there are any, are a time of day. A leap second counts.
fn is_clock(numbers: &Numbers, from: usize) -> bool {
    let part = |i: usize| from.checked_add(i).map_or(0, |at| numbers.at(at));
    (0..24).contains(&part(0)) && (0..60).contains(&part(1)) && (0..=60).contains(&part(2))
}

/// `YYYYMMDDThhmmss`.
fn is_compact(matched: &str) -> bool {
    let number =
        |range: std::ops::Range<usize>| matched.get(range).and_then(|digits| digits.parse().ok()).unwrap_or(-1);
    is_date(number(0..4), number(4..6), number(6..8)) && number(9..11) < 24
}

/// Reports whether the first two separators are the same.
pub(crate) fn has_one_separator(matched: &str) -> bool {
    let mut separators = matched.bytes().filter(|b| !b.is_ascii_digit());
    separators.next() == separators.next()
}
