//! Dates of birth that name the year alone, the day alone, or all of it in words: `Jahrgang 1959`, `birthday: 15 April`,
//! `born on the third of May nineteen eighty-four`.

use std::{borrow::Cow, ops::Range};

use super::birth::INFO;
use super::birth_keys::NAMES;
use crate::recognizers::support::months::months_of;
use crate::recognizers::support::number_words::{is_number_link, is_number_word};
use crate::recognizers::support::numerals::is_date;
use crate::recognizers::support::ordinal_words::is_ordinal_word;
use crate::recognizers::support::value::{is_closed, token};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?i:born(?: in)?|year of birth|birth year|geboren(?: im jahr)?|geburtsjahr|jahrgang|née? en|année de naissance|nacid[oa] en|año de nacimiento|nat[oa] nel|anno di nascita|nascid[oa] em|ano de nascimento|geboortejaar|rok urodzenia|födelseår|fødselsår|syntymävuosi|doğum yılı|rok narození|född|født|год рождения)[:：]? (?:19|20)[0-9]{2}",
            0.8,
            0.9,
        ),
        Pattern::regex(
            "(?i:birthday|b-?day|geburtstag|anniversaire|cumpleaños|compleanno|aniversário|verjaardag|urodziny|födelsedag|bursdag|fødselsdag|syntymäpäivä|narozeniny|doğum günü(?:m)?)(?:(?: is| ist| est| es| è| é| är| er| on)?(?: on| am| op)?(?: the| le| el| il| den| em)? |: ?)",
            0.8,
            0.9,
        ),
        Pattern::regex(
            "(?i:born|dob:?|date of birth:?|geboren|geb\\.?|née?|nacid[oa]|nat[oa]|nascid[oa]|född|født|geburtsdatum:?)(?: (?:on|am|le|el|il|em|op|den|the|is|was|ist|war|est|es))? ",
            0.8,
            0.9,
        ),
        Pattern::key(YEARS, 0.9),
        Pattern::key(NAMES, 0.9),
        // Behind the day: `May 14 is my birthday`
        Pattern::regex(
            "(?i:my|his|her|our|their|mein|sein|ihr|unser|mon|son|mi|su|mio|suo|meu|seu|min|hans|hennes|hendes|mijn|zijn|haar) (?i:birthday|b-?day|geburtstag|anniversaire|cumpleaños|compleanno|aniversário|verjaardag|födelsedag|bursdag|fødselsdag)",
            0.8,
            0.9,
        ),
        // The year in words: `born in nineteen seventy-one`
        Pattern::regex(
            "(?i:born(?: back)? in|née? en|nac(?:id[oa]|í|ió) en|nat[oa] nel|nascid[oa] em|geboren(?: im jahre?| in)?|född(?: år)?|født i) ",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

/// Names of years of birth.
const YEARS: &[Cow<'static, str>] = keys![
    "year of birth",
    "birth year",
    "yob",
    "geburtsjahr",
    "jahrgang",
    "année de naissance",
    "année naissance",
    "año de nacimiento",
    "año nacimiento",
    "anno di nascita",
    "ano de nascimento",
    "geboortejaar",
    "rok urodzenia",
    "födelseår",
    "fødselsår",
    "syntymävuosi",
    "doğum yılı",
    "rok narození",
    "год рождения",
];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest date in words, in bytes.
    const LONGEST: usize = 96;
    let (text, range) = (candidate.field.text, &candidate.range);
    let at = |start: usize, len: usize| {
        let is_whole = !is_closed(candidate) || start + len == range.end;
        (is_whole && is_value_edge(text, start + len)).then(|| candidate.part(start..start + len))?
    };
    let rest = |start: usize| line::behind(text, start, LONGEST);
    match candidate.pattern {
        0 => {
            // A date follows: `born 1984-02-29`.
            let goes_on = rest(range.end).starts_with(['-', '/', '.', '–'])
                && rest(range.end).get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            (!goes_on).then(|| candidate.part(range.end - 4..range.end))?
        }
        1 => at(range.end, day_len(rest(range.end)).or_else(|| spelled_len(rest(range.end)))?),
        2 => {
            let day = rest(range.end);
            let short =
                day_len(day).filter(|len| day.contains(['\'', '’']) || is_told(candidate.matched(), &day[*len..]));
            at(range.end, spelled_len(day).or(short)?)
        }
        5 => candidate.part(day_before(text, range.start)?),
        6 => at(range.end, year_len(rest(range.end))?),
        3 => {
            let place = token(candidate, b"")?;
            let found = text.get(place.clone())?;
            let is_year = found.len() == 4 && matches!(found.parse(), Ok(1900..=2030_u16));
            is_year.then(|| candidate.part(place))?
        }
        _ => at(range.start, day_len(rest(range.start)).or_else(|| spelled_len(rest(range.start)))?),
    }
}

/// Reports whether a day without a year behind `matched`, which goes on with `rest`, is one of a birth, and not a ratio or the
/// day of something that was founded: `born 14/5`, `né le 14 juillet`.
fn is_told(matched: &str, rest: &str) -> bool {
    let is_alone =
        rest.trim_end().is_empty() || rest.starts_with([',', '.', ';', ')', '\n']) || rest.starts_with(" in ");
    let is_person = !matched.starts_with(char::is_uppercase) || matched.starts_with(['B', 'D', 'G']);
    is_alone && is_person
}

/// The day before the verb that ends at `at`, which says whose birthday it is: `May 14 is `.
fn day_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest day with the verb, in bytes.
    const LONGEST: usize = 32;
    const VERBS: [&str; 9] = [" is ", " ist ", " est ", " es ", " è ", " é ", " är ", " er ", "'s "];
    let head = line::before(text, at, LONGEST);
    let day = VERBS.iter().find_map(|verb| head.strip_suffix(verb))?;
    let day = day.trim_end_matches([',', ' ']);
    let mut starts =
        day.char_indices().map(|(start, _)| start).filter(|start| *start == 0 || day[..*start].ends_with(' '));
    let start = starts.find(|start| day_len(&day[*start..]) == Some(day.len() - start))?;
    let from = at - head.len();
    Some(from + start..from + day.len())
}

/// The number that `text` begins with, and its digits.
pub(super) fn number(text: &str) -> (u32, usize) {
    let digits = text.bytes().take(5).take_while(u8::is_ascii_digit).count();
    (text.get(..digits).and_then(|number| number.parse().ok()).unwrap_or_default(), digits)
}

/// The length of the day of a year that `text` begins with: `15 April`, `April 15th`, `04-15`, `--0415`; of a month with its
/// year, too: `May 1984`, `May '84`.
fn day_len(text: &str) -> Option<usize> {
    let body = text.strip_prefix("--").unwrap_or(text);
    let (first, digits) = number(body);
    let first_digits = digits;
    let rest = body.get(digits..)?;
    let at = |rest: &str| text.len() - rest.len();
    match digits {
        4 if body.len() < text.len() => is_date(2000, first / 100, first % 100).then(|| at(rest)),
        1 | 2 => {
            // A month and its year: `12/'07`
            if let Some(year) =
                rest.strip_prefix("/'").or_else(|| rest.strip_prefix("/’")).filter(|rest| number(rest).1 == 2)
            {
                return (1..=12).contains(&first).then(|| at(&year[2..]));
            }
            if let Some(behind) = rest.strip_prefix(['-', '/', '.']).filter(|rest| number(rest).1 > 0) {
                let (second, digits) = number(behind);
                let rest = behind.get(digits..)?;
                let rest = ["/'", ".'", "-'", "/’", ".’"]
                    .iter()
                    .find_map(|sign| rest.strip_prefix(sign))
                    .filter(|rest| number(rest).1 == 2)
                    .map_or(rest, |year| &year[2..]);
                // Germans end the number of a month with a dot, too.
                let is_dotted = body.as_bytes().get(first_digits) == Some(&b'.')
                    && rest.strip_prefix('.').is_some_and(|rest| number(rest).1 == 0);
                let rest = if is_dotted { &rest[1..] } else { rest };
                let is_longer =
                    rest.starts_with(['-', '/', '.']) && rest.get(1..).is_some_and(|rest| number(rest).1 > 0);
                let is_day = digits < 3 && (is_date(2000, first, second) || is_date(2000, second, first));
                return (is_day && !is_longer).then(|| at(rest));
            }
            let rest =
                ["st", "nd", "rd", "th", "er", "º", "."].iter().find_map(|end| rest.strip_prefix(end)).unwrap_or(rest);
            let rest = rest.strip_prefix(' ').or_else(|| rest.strip_prefix('-'))?;
            let rest = ["of ", "de ", "di "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
            (is_date(2000, 1, first)).then(|| Some(at(short_year(joined_year(month(rest)?)))))?
        }
        0 => {
            let rest = month(text)?;
            let short = short_year(rest);
            if short.len() < rest.len() {
                return Some(at(short));
            }
            let behind = rest.strip_prefix(' ')?;
            let (number, digits) = number(behind);
            let rest = behind.get(digits..)?;
            let rest = ["st", "nd", "rd", "th"].iter().find_map(|end| rest.strip_prefix(end)).unwrap_or(rest);
            let fits = digits < 3 && is_date(2000, 1, number) || digits == 4 && (1900..2031).contains(&number);
            (digits > 0 && fits).then(|| at(short_year(rest)))
        }
        _ => None,
    }
}

/// `text` behind the year of two digits that it begins with: ` '84`, and ` 84` at the end of a clause.
fn short_year(text: &str) -> &str {
    let marked = text.strip_prefix(" '").or_else(|| text.strip_prefix(" ’"));
    let Some(rest) = marked.or_else(|| text.strip_prefix(' ')).filter(|rest| number(rest).1 == 2) else { return text };
    let behind = rest.get(2..).unwrap_or_default();
    let ends = behind.trim_end_matches(' ').is_empty() || behind.starts_with([',', ';', ')', '\n', '\r', '\t', '|']);
    let is_end = behind.strip_prefix('.').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']));
    if marked.is_some() || ends || is_end { behind } else { text }
}

/// `text` behind the year of two or four digits that a dash or a slash joins to its beginning: `-78`.
fn joined_year(text: &str) -> &str {
    let rest = text.strip_prefix(['-', '/']).filter(|rest| matches!(number(rest).1, 2 | 4));
    rest.map_or(text, |rest| &rest[number(rest).1..])
}

/// `text` behind the name of a month that it begins with.
fn month(text: &str) -> Option<&str> {
    let len = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    is_listed(text.get(..len)?, MONTHS).then(|| text.get(len..))?
}

/// Names of months, as they stand beside a day.
const MONTHS: &WordList = &WordList::new(months_of!(
    english,
    english_short,
    german,
    german_short,
    austrian,
    french,
    spanish,
    italian,
    portuguese,
    dutch,
    danish,
    swedish,
    polish,
    turkish
));

/// The length of the date in words that `text` begins with: the day and the month, and the year, if there is one.
fn spelled_len(text: &str) -> Option<usize> {
    /// Most words of a date.
    const MOST: usize = 14;
    const LINKS: &WordList = &WordList::new("the|of|de|del|di|in|den|des|year|år|jahr|jahre|l");
    let (mut end, mut numbers, mut has_month) = (None, 0, false);
    let mut at = 0;
    for word in text.split([' ', '-', ',']).take(MOST) {
        let is_ordinal = word.split('-').any(|part| is_ordinal_word(&part.to_lowercase()));
        let is_digits = has_month && word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
        if is_number_word(word) || is_ordinal || is_digits {
            numbers += 1;
            end = Some(at + word.len());
        } else if !has_month && is_listed(word, MONTHS) {
            (has_month, end) = (true, Some(at + word.len()));
        } else if !(word.is_empty() || is_listed(word, LINKS) || is_number_link(word)) {
            break;
        }
        at += word.len() + 1;
    }
    end.filter(|_| has_month && numbers > 0)
}

/// The length of the year in words that `text` begins with: several numbers, or a long one.
fn year_len(text: &str) -> Option<usize> {
    /// Most words of a year, and fewest bytes of one in a single word: `neunzehnhundertsechs`.
    const MOST: usize = 9;
    const LONG: usize = 15;
    let (mut at, mut end, mut numbers) = (0, 0, 0);
    for word in text.split([' ', '-', ',', '.']).take(MOST) {
        if is_number_word(word) {
            numbers += if word.len() < LONG { 1 } else { 2 };
            end = at + word.len();
        } else if numbers == 0 || !is_number_link(word) {
            break;
        }
        at += word.len() + 1;
    }
    (numbers > 1).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_words_are_read_to_their_end() {
        for (text, expected) in [
            ("the third of May nineteen eighty-four in Leeds", "the third of May nineteen eighty-four"),
            ("dritten Mai neunzehnhundertvierundachtzig, in Bonn", "dritten Mai neunzehnhundertvierundachtzig"),
            ("uno de enero de mil novecientos setenta", "uno de enero de mil novecientos setenta"),
            ("twenty-first of June 1990 and", "twenty-first of June 1990"),
        ] {
            assert_eq!(spelled_len(text).map(|len| &text[..len]), Some(expected));
        }
        for text in ["the first of many", "may be", "in one of the towns", "May"] {
            assert_eq!(spelled_len(text), None, "{text}");
        }
    }

    #[test]
    fn years_in_words_have_several_numbers() {
        for (text, expected) in [
            ("nineteen seventy-one, in Leeds", Some("nineteen seventy-one")),
            ("mil novecientos setenta y uno", Some("mil novecientos setenta y uno")),
            ("mille neuf cent soixante et onze et", Some("mille neuf cent soixante et onze")),
            ("neunzehnhunderteinundsiebzig in Bonn", Some("neunzehnhunderteinundsiebzig")),
            ("two towns", None),
            ("one of the", None),
        ] {
            assert_eq!(year_len(text).map(|len| &text[..len]), expected, "{text}");
        }
    }

    #[test]
    fn days_have_no_year() {
        for (text, expected) in [
            ("15. April", "15. April"),
            ("July 4th and", "July 4th"),
            ("04-15", "04-15"),
            ("--0415", "--0415"),
            ("12 de agosto", "12 de agosto"),
            ("May '84", "May '84"),
            ("12/'07", "12/'07"),
            ("3.4.'71", "3.4.'71"),
            ("12.5. war", "12.5."),
            ("12th Dec '07", "12th Dec '07"),
            ("4-Mar-78, in", "4-Mar-78"),
        ] {
            assert_eq!(day_len(text).map(|len| &text[..len]), Some(expected), "{text}");
        }
        for text in ["14/05/1990", "4 people", "party", "45-99", "20 percent"] {
            assert_eq!(day_len(text), None, "{text}");
        }
    }
}
