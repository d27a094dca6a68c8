//! Dates of birth: a date near a word for birth.

use std::borrow::Cow;

use super::birth_keys::{CONTEXT, NAMES};
use super::birth_lookalikes::{is_bound, is_of_file, is_of_log};
use super::licence_births::is_third_field;
use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::person::date_time::{
    Numbers, has_one_separator, is_date, is_short_date, is_written, month_names, months,
};
use crate::recognizers::support::neighbours::continues;
use crate::text::{identifier, line};
use crate::{Candidate, Finding, Form, Pattern, Rule};

/// The facts about the label.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::HIPAA],
    aliases: &["DOB", "BIRTH_DATE", "BIRTHDATE", "BIRTHDAY"],
    validation: Validation::Structure,
    languages: &["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "ru", "ja", "zh", "ko"],
    ..LabelInfo::new(
        "DATE_OF_BIRTH",
        "A date on which a word near it says that somebody was born.",
        "born on 29 February 1984",
        Handling { surrogate: Surrogate::Date, ..Handling::COMMON },
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[12][0-9]{3}[-/.][01]?[0-9][-/.][0-3]?[0-9]", 0.05, 0.995),
        Pattern::regex("[0-3]?[0-9][/.-][0-3]?[0-9][/.-](?:[12][0-9])?[0-9]{2}", 0.05, 0.995),
        Pattern::regex("[0-3]?[0-9] [0-3]?[0-9] (?:19|20)[0-9]{2}", 0.01, 0.9),
        Pattern::regex(
            concat!(
                "[0-3]?[0-9](?:st|nd|rd|th|\\.|er|º)?[ /-](?:of |de |di )?",
                month_names!(),
                "(?:[./-]|,? (?:de |del )?)[12][0-9]{3}"
            ),
            0.05,
            0.995,
        ),
        Pattern::regex(concat!(months!(), "\\.? [0-3]?[0-9](?:st|nd|rd|th)?,? [12][0-9]{3}"), 0.05, 0.995),
        Pattern::regex("[12][0-9]{3} ?(?:年|년) ?[01]?[0-9] ?(?:月|월) ?[0-3]?[0-9] ?(?:日|일)", 0.05, 0.995),
        Pattern::key(NAMES, 0.97),
    ]),
    context: CONTEXT,
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, matched) = (candidate.field.text, candidate.matched());
    if candidate.pattern == 6 {
        return is_whole_date(candidate).then(|| candidate.whole())?;
    }
    if continues(text, &candidate.range) {
        return None;
    }
    let numbers = Numbers::of(matched);
    let (date, year) = match candidate.pattern {
        0 => (is_date(numbers.at(0), numbers.at(1), numbers.at(2)) && has_one_separator(matched), numbers.at(0)),
        1 => (is_short_date(&numbers, matched.contains('.')) && has_one_separator(matched), numbers.at(2)),
        2 => (is_short_date(&numbers, false), numbers.at(2)),
        3 | 4 => (is_written(matched, numbers.at(0), Some(numbers.at(1))), numbers.at(1)),
        _ => (is_date(numbers.at(0), numbers.at(1), numbers.at(2)), numbers.at(0)),
    };
    let start = candidate.range.start;
    if is_of_another_name(text, start)
        || is_second(text, start)
        || is_bound(text, start)
        || is_of_file(text, start)
        || is_of_log(text, &candidate.range)
    {
        return None;
    }
    // Two digits are a year of this century or the last.
    let found = candidate.whole().filter(|_| date && matches!(year, 0..=99 | 1850..=2099))?;
    Some(Finding { sure: found.sure || is_third_field(text, &candidate.range), ..found })
}

/// Reports whether a name that says nothing of a birth stands right before the date at `at`, with its sign:
/// `due_date: 2024-04-10` below a line about a birthday.
fn is_of_another_name(text: &str, at: usize) -> bool {
    /// Longest name that is looked at, in bytes, and most signs behind it.
    const LONGEST: usize = 48;
    const MOST: usize = 6;
    const DATES: &[&str] =
        &["date", "datum", "data", "fecha", "dato", "дата", "day", "value", "text", "am", "le", "on"];
    let line = line::before(text, at, LONGEST + MOST);
    let signs = line.bytes().rev().take(MOST).take_while(|b| b" \t\"'\\:=>*".contains(b)).count();
    let (name, signs) = line.split_at(line.len() - signs);
    if !signs.contains([':', '=']) {
        return false;
    }
    let name = name.rsplit(['"', '\'', ',', ';', ':', '=', '|', '{', '<', '>', '\t']).next().unwrap_or_default();
    let name = name.trim().rsplit("  ").next().unwrap_or_default();
    // The end of a compound goes on a name: `Geburtsdatum, -ort: 29.02.1984`.
    if name.starts_with('-') {
        return false;
    }
    let is_latin = name.chars().all(|c| c.is_ascii() || c.is_lowercase() || c.is_uppercase());
    let words = || identifier::words(name).filter(|word| word.chars().any(char::is_alphabetic));
    let is_of_birth = |word: &str| {
        let word = word.to_lowercase();
        let is_part = |part: &str| part == word && part.len() > 3 && !DATES.contains(&part);
        CONTEXT.iter().any(|known| *known == word || known.split(' ').any(is_part))
    };
    let is_neutral = words().count() == 1 && words().all(|word| DATES.contains(&word.to_lowercase().as_str()));
    is_latin && name.contains(char::is_alphabetic) && !is_neutral && !words().any(is_of_birth)
}

/// Reports whether another date of the sentence stands between the word for birth and the date at `at`, which another word
/// introduces: `born 11 March 1984, employed since 1 April 2019`.
fn is_second(text: &str, at: usize) -> bool {
    /// Farthest date before, in bytes, and shortest word that introduces one.
    const FAR: usize = 64;
    const SHORTEST: usize = 4;
    let head = line::before(text, at, FAR);
    let Some(year) = head.rfind(|c: char| c.is_ascii_digit()).filter(|_| is_year_at_end(head)) else { return false };
    let between = head.get(year + 1..).unwrap_or_default();
    let words = || between.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_told = words().any(|word| CONTEXT.iter().any(|known| *known == word.to_lowercase()));
    // Of a span of time: `geboren am 3.9.2026, vom 1.1.2027 bis 31.12.2027`.
    const SPANS: [&str; 23] = [
        "von", "vom", "bis", "ab", "zum", "to", "du", "au", "dal", "al", "del", "van", "tot", "od", "do", "til", "fra",
        "la", "från", "till", "das", "às", "a",
    ];
    let is_introduced = words()
        .any(|word| word.chars().count() >= SHORTEST && word.starts_with(char::is_lowercase) || SPANS.contains(&word));
    is_introduced && !is_told
}

/// Reports whether the last number of `text` is a year of four digits.
fn is_year_at_end(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let digits = text.bytes().rev().take(5).take_while(u8::is_ascii_digit).count();
    let year = &text[text.len() - digits..];
    // `22-Apr-70`
    let is_short = digits == 2 && text[..text.len() - 2].ends_with(['-', '/', '.']);
    is_short || digits == 4 && (year.starts_with("19") || year.starts_with("20"))
}

/// Reports whether a field of that name holds something like a date, in forms that nothing else knows: `19840229`,
/// `Feb 29 '84`.
fn is_whole_date(candidate: &Candidate<'_>) -> bool {
    let matched = candidate.matched();
    let digits = matched.bytes().filter(u8::is_ascii_digit).count();
    let letters = matched.chars().filter(|c| c.is_alphabetic()).count();
    candidate.form == Form::Field && (4..=8).contains(&digits) && letters <= 12 && matched.len() <= 32
}
