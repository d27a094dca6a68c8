//! Dates of birth behind their names in more languages, and in forms that stand for a date only there: `19840229`,
//! `昭和59年2月29日`.

use std::{borrow::Cow, ops::Range};

use super::birth::INFO;
use super::birth_keys::NAMES;
use crate::recognizers::support::months::months_of;
use crate::recognizers::support::numerals::is_date;
use crate::recognizers::support::value::is_closed;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(NAMES, 0.95),
        Pattern::regex(
            "(?i:dob|d\\.o\\.b\\.?|date of birth|birth ?date|born(?: on)?|geburtsdatum|geb\\.|ur\\.|urodzon[ya](?: dnia)?|data urodzenia|nar\\.|narozen[aý]?|született|szül\\.|rođen[a]?|născut[ăa]?(?: la)?|data nașterii|родил(?:ся|ась)|дата рождения|г\\.р\\.|народи(?:вся|лася)|дата народження|роден[а]?(?: на)?|дата на раждане|γεννήθηκε(?: στις)?|ημ(?:ερομηνία|\\.) γέννησης|född(?: den)?|født(?: den)?|fødd|fødselsdag|födelsedag|synt\\.|nasc\\.|nascid[oa](?: em)?|nacid[oa](?: el)?|data ur\\.|doğum tarihi|ngày sinh|sinh ngày|tanggal lahir|tgl lahir|lahir(?: pada)?|syntynyt|syntymäaika|जन्म तिथि|जन्मतिथि|जन्म दिनांक|תאריך לידה|נולדה?(?: ב)?|تاريخ الميلاد|تاریخ تولد|من مواليد|วันเกิด|เกิดวันที่|เกิดเมื่อ|วันเดือนปีเกิด)[:：]? ?\\(?",
            0.9,
            0.95,
        ),
        // `f. 12.07.1984`, `b. 12.4.71`; with a star where no list begins: `(*12.07.1984)`.
        Pattern::regex(
            r"(?:[bfns]\.|\*) ?(?:[0-3]?[0-9][./]|[0-3][0-9]-[01][0-9]-|(?:19|20)[0-9]{2}-[01][0-9]-)",
            0.85,
            0.95,
        ),
        Pattern::regex("(?:明治|大正|昭和|平成|令和)[0-9]{1,2}年[0-9]{1,2}月[0-9]{1,2}日", 0.2, 0.95),
        // Behind the name of a patient: `Pat.: Müller Hans, 14.03.1958`.
        Pattern::key(PATIENTS, 0.85),
        Pattern::prefix("(?:Pat\\.|Patientin|Patient) [A-ZÄÖÜ]", 0.85, 0.9),
        // `(b. 5 Sept 2019)`
        Pattern::prefix(
            concat!(
                r"[bB]\. ?(?:[0-9]{1,2}(?:st|nd|rd|th)? (?i:of )?(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|",
                r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? [0-9])",
            ),
            0.85,
            0.95,
        ),
    ]),
    context: words!["生年月日", "生まれ", "誕生日", "出生"],
    check,
}];

/// Words for patients.
const PATIENTS: &[Cow<'static, str>] = keys![
    "pat",
    "patient",
    "patientin",
    "patiente",
    "paciente",
    "paziente",
    "pacjent",
    "pacjentka",
    "patiënt",
    "betrifft patient",
];
/// The index of their pattern.
const BEHIND_PATIENT: usize = 4;
const PATIENT: usize = 5;
/// The index of the pattern of births behind a letter or a sign.
const ABBREVIATED: usize = 2;
const ABBREVIATED_IN_WORDS: usize = 6;
/// The index of the pattern of dates in Japanese eras.
const ERAS: usize = 3;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let (matched, head) = (candidate.matched(), text.get(..candidate.range.start)?);
    if candidate.form != Form::Shape
        && let Some(date) = constructed(text, candidate.range.start)
    {
        return candidate.part(date);
    }
    let start = match (candidate.form, candidate.pattern) {
        (Form::Shape, 1) => candidate.range.end,
        (Form::Shape, ABBREVIATED_IN_WORDS) => {
            candidate.range.start + matched.len() - matched[1..].trim_start_matches(['.', ' ']).len()
        }
        (Form::Shape, ABBREVIATED) => {
            let ahead = head.trim_end_matches([' ', '*']);
            let is_item = matched.starts_with('*') && (ahead.is_empty() || ahead.ends_with(['\n', '>']));
            (!is_item).then_some(candidate.range.start + matched.find(|c: char| c.is_ascii_digit())?)?
        }
        (_, BEHIND_PATIENT) => candidate.range.start + behind_patient(matched)?,
        (_, PATIENT) => {
            let blank = candidate.range.start + matched.find(' ')? + 1;
            blank + behind_patient(line::behind(text, blank, 96))?
        }
        _ => candidate.range.start,
    };
    // `Born: le 6 janvier 2013`
    let article =
        ["le ", "el ", "il ", "den ", "am ", "on ", "the "].iter().find(|article| text[start..].starts_with(**article));
    let start = start + article.map_or(0, |article| article.len());
    let rest = text.get(start..)?;
    // Six digits behind "born" may be a place and a time.
    let is_short = candidate.form != Form::Shape || candidate.pattern == 1 && !matched.starts_with("born");
    let impossible = || if candidate.form == Form::Shape { None } else { impossible_len(rest) };
    let date = date_len(rest, is_short).or_else(impossible)?;
    let len = date + rest.get(date..).map_or(0, |rest| time_len(rest, is_closed(candidate)));
    let len = len + rest.get(len..).map_or(0, year_word_len);
    // `昭和19年4月18日生`: of a date of an era the last sign tells.
    if candidate.form == Form::Shape && candidate.pattern == ERAS && text[start + len..].starts_with('生') {
        return Some(Finding { sure: true, ..candidate.part(start..start + len)? });
    }
    // `*02-09-1978*` is set off.
    if candidate.pattern == ABBREVIATED && matched.starts_with('*') && text[start + len..].starts_with('*') {
        return None;
    }
    let whole = !is_closed(candidate) || candidate.pattern == BEHIND_PATIENT || start + len == candidate.range.end;
    (whole && is_value_edge(text, start + len)).then(|| candidate.part(start..start + len))?
}

/// The year, the month and the day in the call at `at` that makes a date of them, in any language of programs: `Date.new(1984, 2, 29)`,
/// `LocalDate.of(1984, Month.FEBRUARY, 29)`, `date(1984, 2, 29)`.
pub(super) fn constructed(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest call, in bytes.
    const LONGEST: usize = 80;
    let near = line::behind(text, at, LONGEST);
    let (name, rest) = near.split_once('(')?;
    let name = name.trim_start_matches("new ").to_ascii_lowercase();
    let is_date = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b':' | b'_'))
        && [
            "date",
            "datetime",
            "of",
            "new",
            "from_ymd_opt",
            "from_ymd",
            "dateonly",
            "datevalue",
            "create",
            "encodedate",
            "dateserial",
            "datecomponents",
            "make_date",
        ]
        .iter()
        .any(|end| name.rsplit(['.', ':']).next() == Some(*end))
        && ["date", "time", "carbon"].iter().any(|kind| name.contains(kind));
    // A date in quotes: `ISODate('1984-02-29T00:00:00Z')`, `TO_DATE('29.02.1984', …)`.
    let start = at + (near.len() - rest.len());
    if let Some(written) = rest.strip_prefix(['\'', '"']) {
        let is_call = ["date", "isodate", "to_date", "parse", "str_to_date"]
            .iter()
            .any(|end| name.rsplit(['.', ':']).next() == Some(*end));
        return is_call.then(|| date_len(written, false)).flatten().map(|len| start + 1..start + 1 + len);
    }
    let arguments = rest.get(..rest.find(')')?)?;
    // Some languages name the parts: `year: 1984, month: 2, day: 29`.
    let unnamed = |part: &'_ str| part.trim().rsplit([':', '=']).next().map_or("", str::trim).to_owned();
    let mut parts = arguments.split(',').map(unnamed);
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let (start, arguments) = match arguments.find(|c: char| c.is_ascii_digit()) {
        Some(digit) => (start + digit, &arguments[digit..]),
        None => (start, arguments),
    };
    let number = |part: &str| part.parse::<u32>().ok();
    let is_month = number(&month).is_some_and(|month| month <= 12)
        || month.contains(|c: char| c.is_ascii_alphabetic())
            && month.bytes().all(|b| b.is_ascii_alphabetic() || b == b'.');
    let is_it =
        is_date && is_year(number(&year)?, 4) && is_month && number(&day).is_some_and(|day| (1..=31).contains(&day));
    let len = arguments.match_indices(',').nth(2).map_or(arguments.len(), |(comma, _)| comma);
    is_it.then_some(start..start + len)
}

/// The place of the date in `value` behind a name and a comma.
fn behind_patient(value: &str) -> Option<usize> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let digit = value.bytes().take(LONGEST).position(|b| b.is_ascii_digit())?;
    let name = value.get(..digit)?.strip_suffix(", ")?;
    let words = name.split([' ', ',']).filter(|word| !word.is_empty());
    let is_name =
        words.clone().all(|word| word.starts_with(char::is_uppercase) && !word.contains([':', '=', '(', '/']));
    (is_name && (2..=5).contains(&words.count())).then_some(digit)
}

/// The length of a time behind a date, as programs write both: `T00:00:00.000Z`; `spaced`: a blank may stand between.
fn time_len(rest: &str, spaced: bool) -> usize {
    /// Longest one, with a fraction and an offset.
    const LONGEST: usize = 24;
    let begins = rest.starts_with('T') || spaced && rest.starts_with(' ');
    let is_clock =
        |time: &[u8]| matches!(time, [_, a, b, b':', c, d, ..] if [a, b, c, d].iter().all(|b| b.is_ascii_digit()));
    let stands = |b: &&u8| b.is_ascii_digit() || b":.+-ZT".contains(*b);
    match rest.as_bytes() {
        time if begins && is_clock(time) => 1 + time.iter().skip(1).take(LONGEST).take_while(stands).count(),
        _ => 0,
    }
}

/// The length of the abbreviation for a year that Slavic languages put behind it: `19 травня 1982 р.`, `19.05.1982 г.`
fn year_word_len(rest: &str) -> usize {
    const WORDS: [&str; 9] = [" г.р.", " р.н.", " г.", " р.", "г.", "р.", " r.", " roku", "r."];
    let ends = |word: &&&str| {
        rest.strip_prefix(**word).is_some_and(|behind| !behind.starts_with(|c: char| c.is_alphanumeric()))
    };
    WORDS.iter().find(ends).map_or(0, |word| word.len())
}

/// The length of the date that `text` begins with. `short`: it may be six digits.
pub(super) fn date_len(text: &str, short: bool) -> Option<usize> {
    let digits = number(text)?;
    match digits {
        0 => era_len(text).or_else(|| era_letter_len(text)).or_else(|| month_first_len(text)),
        8 => is_compact(text.get(..8)?).then_some(8),
        6 if short => is_compact(text.get(..6)?).then_some(6),
        4 => cjk_len(text, 4).or_else(|| groups_len(text)).or_else(|| year_first_len(text)),
        1 | 2 => groups_len(text).or_else(|| day_first_len(text, digits)).or_else(|| joined_len(text, digits)),
        _ => None,
    }
}

/// The number of digits that `text` begins with; `None` if there are more than in any date.
fn number(text: &str) -> Option<usize> {
    let len = text.bytes().take(9).take_while(u8::is_ascii_digit).count();
    (len < 9).then_some(len)
}

/// Reports whether years are such as people are born in: of two digits, of the common era, of the Buddhist or the
/// Islamic one.
fn is_year(year: u32, digits: usize) -> bool {
    match digits {
        2 => true,
        4 => matches!(year, 1850..=2099 | 2400..=2600 | 1270..=1450),
        _ => false,
    }
}

/// Reports whether a month has such a day; other eras have other leap years.
fn fits(month: u32, day: u32) -> bool {
    is_date(2000, month, day)
}

/// The length of a date whose month has no such day, at the beginning of `text`: forms take `31/02/2019`, and logs of errors tell it.
fn impossible_len(text: &str) -> Option<usize> {
    const LEN: usize = "31/02/2019".len();
    let date = text.get(..LEN)?;
    let sign = date.chars().find(|c| matches!(c, '/' | '-' | '.'))?;
    let mut parts = date.split(sign);
    let (first, month, last) = (parts.next()?, parts.next()?, parts.next()?);
    let (day, year) = if first.len() == 4 { (last, first) } else { (first, last) };
    let number = |part: &str| part.parse::<u32>().ok();
    let is_day = day.len() == 2 && number(day).is_some_and(|day| (29..=31).contains(&day));
    let is_month = month.len() == 2 && number(month).is_some_and(|month| (1..=12).contains(&month));
    let is_whole = parts.next().is_none() && !text[LEN..].starts_with(|c: char| c.is_alphanumeric());
    (is_day && is_month && is_whole && year.len() == 4 && is_year(number(year)?, 4)).then_some(LEN)
}

/// Reports whether six or eight digits are a date, year first or last.
fn is_compact(digits: &str) -> bool {
    let part = |from: usize, len: usize| digits.get(from..from + len).and_then(|part| part.parse::<u32>().ok());
    let year = digits.len() - 4;
    let fits = |from: usize, month: usize, day: usize| match (part(from, year), part(month, 2), part(day, 2)) {
        (Some(number), Some(month), Some(day)) => is_year(number, year) && number < 2400 && fits(month, day),
        _ => false,
    };
    fits(0, year, year + 2) || fits(4, 0, 2) || fits(4, 2, 0)
}

/// The length of three numbers with one sign between them: `29.02.1984`, `1984-02-29`, `29 02 1984`.
fn groups_len(text: &str) -> Option<usize> {
    let (mut at, mut groups, mut sign) = (0, [(0_u32, 0_usize); 3], None);
    for (place, group) in groups.iter_mut().enumerate() {
        let digits = number(text.get(at..)?)?;
        *group = (text.get(at..at + digits)?.parse().ok()?, digits);
        at += digits;
        if place < 2 {
            // Forms have a box for each part: `29 / 02 / 1984`.
            let is_apart = matches!(text.as_bytes().get(at..at + 3), Some([b' ', b'.' | b'/' | b'-', b' ']));
            at += usize::from(is_apart);
            let found = text.as_bytes().get(at).filter(|b| matches!(b, b'.' | b'/' | b'-' | b' '))?;
            // Danes write `9/2-1984`.
            let is_danish = sign == Some(b'/') && *found == b'-';
            if *sign.get_or_insert(*found) != *found && !is_danish {
                return None;
            }
            at += 1 + usize::from(is_apart || *found == b'.' && text.as_bytes().get(at + 1) == Some(&b' '));
        }
    }
    let [(a, first), (b, second), (c, third)] = groups;
    let is_small = |digits: usize| (1..=2).contains(&digits);
    let real = match (first, third) {
        (4, _) => is_year(a, 4) && is_small(third) && fits(b, c),
        (_, 2 | 4) => is_year(c, third) && (fits(b, a) || fits(a, b)),
        _ => false,
    };
    (real && is_small(second)).then_some(at)
}

/// The length of a day, the name of a month in any language, and a year in full: `29 февраля 1984`.
fn day_first_len(text: &str, digits: usize) -> Option<usize> {
    let day: u32 = text.get(..digits)?.parse().ok()?;
    let rest = text.get(digits..)?;
    let rest =
        ["st", "nd", "rd", "th", "er", "º", ".", "-"].iter().find_map(|end| rest.strip_prefix(end)).unwrap_or(rest);
    let rest = blank(rest);
    let rest = ["of ", "de ", "di ", "ב"].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    let rest = blank(month(rest)?);
    let rest = ["de ", "del ", ", ", "พ.ศ. "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    // `6 Feb '86`
    if let Some(short) = rest.strip_prefix(['\'', '’']).filter(|short| number(short) == Some(2)) {
        return (1..=31).contains(&day).then(|| text.len() - short.len() + 2);
    }
    let year = rest.get(..4).filter(|_| number(rest) == Some(4))?.parse().ok()?;
    ((1..=31).contains(&day) && is_year(year, 4)).then(|| text.len() - rest.len() + 4)
}

/// The length of a day, a month in three letters and a year in two digits or in full, without blanks, as airlines write dates:
/// `14MAR79`, `14-Mar-79`.
fn joined_len(text: &str, digits: usize) -> Option<usize> {
    let day: u32 = text.get(..digits)?.parse().ok()?;
    let rest = text.get(digits..)?;
    let rest = rest.strip_prefix(['-', '/']).unwrap_or(rest);
    let is_month = |month: &&str| months_of!(english_short).split('|').any(|known| known.eq_ignore_ascii_case(month));
    let month = rest.get(..3).filter(is_month)?;
    let rest = rest.get(month.len()..)?;
    let rest = rest.strip_prefix(['-', '/']).unwrap_or(rest);
    let year = number(rest).filter(|digits| matches!(digits, 2 | 4))?;
    ((1..=31).contains(&day) && is_year(rest.get(..year)?.parse().ok()?, year)).then(|| text.len() - rest.len() + year)
}

/// The length of the name of a month, a day, and a year in full: `Feb 29, 1984`.
fn month_first_len(text: &str) -> Option<usize> {
    let rest = month(text)?;
    let rest = rest.strip_prefix('-').unwrap_or_else(|| blank(rest));
    let digits = number(rest).filter(|digits| (1..=2).contains(digits))?;
    let day: u32 = rest.get(..digits)?.parse().ok()?;
    let rest = rest.get(digits..)?;
    let ordinal = ["th", "st", "nd", "rd"].iter().find_map(|ending| rest.strip_prefix(*ending)).unwrap_or(rest);
    let rest = blank(ordinal.trim_start_matches([',', '-']));
    // `Jan 5 '62`
    if let Some(short) = rest.strip_prefix(['\'', '’']).filter(|short| number(short) == Some(2)) {
        return (1..=31).contains(&day).then(|| text.len() - short.len() + 2);
    }
    let year = rest.get(..4).filter(|_| number(rest) == Some(4))?.parse().ok()?;
    ((1..=31).contains(&day) && is_year(year, 4)).then(|| text.len() - rest.len() + 4)
}

/// The length of a year in full, the name of a month and a day: `1984. február 29`, `1984 m. vasario 29 d.`,
/// `1984. gada 29. februārī`.
fn year_first_len(text: &str) -> Option<usize> {
    let (year, rest) = text.split_at_checked(4)?;
    let rest = [". gada ", " m. ", ". ", ", ", " "].iter().find_map(|end| rest.strip_prefix(end))?;
    let day_of = |text: &str| number(text).filter(|digits| (1..=2).contains(digits));
    let day = |text: &str| text.get(..day_of(text)?).and_then(|day| day.parse::<u32>().ok());
    let (day, rest) = match day_of(rest).filter(|digits| *digits > 0) {
        Some(digits) => (day(rest)?, month(rest.get(digits..)?.strip_prefix(". ")?)?),
        None => {
            let rest = blank(month(rest)?);
            let behind = rest.get(day_of(rest)?..)?;
            (day(rest)?, behind.strip_prefix(" d.").unwrap_or(behind))
        }
    };
    ((1..=31).contains(&day) && is_year(year.parse().ok()?, 4)).then(|| text.len() - rest.len())
}

/// The length of a date whose Japanese era is a letter: `S59.2.29`.
fn era_letter_len(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(['M', 'T', 'S', 'H', 'R'])?;
    let len = rest.bytes().take(9).take_while(|b| b.is_ascii_digit() || *b == b'.' || *b == b'/').count();
    let mut numbers = rest.get(..len)?.split(['.', '/']).map(|part| part.parse::<u32>().unwrap_or_default());
    let (year, month, day) = (numbers.next()?, numbers.next()?, numbers.next()?);
    ((1..=64).contains(&year) && fits(month, day) && numbers.next().is_none()).then_some(1 + len)
}

/// `text` without one blank before it.
fn blank(text: &str) -> &str {
    text.strip_prefix(' ').unwrap_or(text)
}

/// `text` behind the word of three letters and more that it begins with.
fn month(text: &str) -> Option<&str> {
    const LONGEST: usize = 16;
    let is_part = |c: &char| c.is_alphabetic() || !c.is_ascii() && crate::text::is_word(*c) && !c.is_numeric();
    let (mut count, mut len) = (0, 0);
    for c in text.chars().take(LONGEST).take_while(is_part) {
        (count, len) = (count + 1, len + c.len_utf8());
    }
    let rest = text.get(len..)?;
    (3..LONGEST).contains(&count).then(|| rest.strip_prefix('.').unwrap_or(rest))
}

/// The length of a date of a Japanese era: `昭和59年2月29日`.
fn era_len(text: &str) -> Option<usize> {
    let rest = ["明治", "大正", "昭和", "平成", "令和"].iter().find_map(|era| text.strip_prefix(era))?;
    let head = text.len() - rest.len();
    match rest.strip_prefix('元') {
        Some(behind) => cjk_len(&["1", behind].concat(), 1).map(|len| head + len - 1 + '元'.len_utf8()),
        None => cjk_len(rest, number(rest)?).map(|len| head + len),
    }
}

/// The length of a date with the signs of China, Japan or Korea behind its numbers, whose year has so many digits.
fn cjk_len(text: &str, digits: usize) -> Option<usize> {
    let mut at = 0;
    let mut numbers = [0_u32; 3];
    for (place, signs) in [['年', '년'], ['月', '월'], ['日', '일']].into_iter().enumerate() {
        at += text.get(at..)?.bytes().take(1).filter(|b| *b == b' ').count();
        let len = number(text.get(at..)?)?;
        numbers[place] = text.get(at..at + len)?.parse().ok()?;
        let rest = text.get(at + len..)?.strip_prefix(signs)?;
        at = text.len() - rest.len();
    }
    let [year, month, day] = numbers;
    (fits(month, day) && (digits < 3 || is_year(year, digits))).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_years_belong_to_dates() {
        for (rest, expected) in [
            (" r. w Radomiu", " r."),
            (" roku", " roku"),
            (" roku szkolnego", " roku"),
            (" рублей", ""),
            (" р., Київ", " р."),
            (" г.", " г."),
            (" года рождения", ""),
            (" р-н", ""),
            (" грн", ""),
            ("", ""),
        ] {
            assert_eq!(year_word_len(rest), expected.len(), "{rest}");
        }
    }

    #[test]
    fn days_that_no_month_has_are_told_in_errors() {
        for (text, expected) in [
            ("31/02/2019'", Some(10)),
            ("2019-02-30", Some(10)),
            ("30.02.1980, x", Some(10)),
            ("32/02/2019", None),
            ("30/13/2019", None),
            ("31/02/20191", None),
            ("ééééé", None),
        ] {
            assert_eq!(impossible_len(text), expected, "{text}");
        }
    }
}
