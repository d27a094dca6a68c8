//! Cases of courts and prosecutors by their files: `2:21-cv-04455-JFW`, `Дело № 2-1184/2025`, `Az.: 14 C 882/25`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::numerals::stands_alone;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Cases of the federal courts of the United States, by the office, the year and the kind: `2:21-cv-04455-JFW` (the form that PACER,
/// the courts' public register, shows).
pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "[0-9]:[0-9]{2}-(?:cv|cr|mc|mj|bk|ap|md|po|sw|CV|CR|MC|MJ|BK|AP|MD|PO|SW)-[0-9]{3,6}(?:-[A-Z]{2,4}){0,3}",
            0.8,
            0.9,
        ),
        // Cases of courts and the police, contracts and policies in Russian and Ukrainian: `Дело № 2-1184/2025`
        Pattern::within("(?:ел[оауе]|прав[аиіу]|овора?|олис|явка) ?№ ?[0-9АA-Z]", 0.8, 0.9),
        // Files of courts and prosecutors in Germany, behind a name or without a sign: `Az.: 14 C 882/25`
        Pattern::key(FILE_NAMES, 0.85),
        Pattern::regex("(?:Az|AZ|Gz|GZ)\\.? [0-9]", 0.8, 0.9),
        // Files of courts in Israel, by the kind: `ת"ק 41207-03-24`
        Pattern::within(
            "(?:ת[\"״][אקפחמעד]|תמ[\"״]ש|תע[\"״]א|ע[\"״][אפחמ]|בש[\"״]א|רע[\"״]א|בג[\"״]ץ|תיק|הליך) [0-9]",
            0.8,
            0.9,
        ),
        Pattern::regex("(?:Aktenzeichen|Geschäftszeichen|Zeichen|Az\\.?|Gz\\.?) [A-Z]", 0.8, 0.9),
        // Registers that number nothing else, behind their office.
        Pattern::regex("(?:Js|UJs|KLs|Ks|Ls|Ds|Cs|OWi|StVK) [0-9]{1,6}/[0-9]{2}", 0.8, 0.9),
        // Of the police and courts of India, Africa and the United Kingdom, by the number and the year: `FIR No. 118/2023`, `CAS 118/06/2021`,
        // `Case SH 44/2021`, `custody no 0417/25`.
        Pattern::prefix(
            "(?:FIR|CAS|OB|CR|[Cc]ase|[Cc]ustody|[Cc]harge|[Ss]uit|[Aa]ppeal|[Pp]etition)(?: [Nn]o\\.?| [Nn]umber| record)?:? [A-Z0-9]",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => stands_alone(candidate).then(|| candidate.whole())?,
        1 => cyrillic_case(candidate),
        2 => {
            let (text, start) = (candidate.field.text, candidate.range.start);
            candidate.part(german_file(text, start).or_else(|| dashed_file(text, start))?)
        }
        3 => candidate.part(german_file(candidate.field.text, candidate.range.end - 1)?),
        4 => candidate.part(israeli_file(candidate.field.text, candidate.range.end - 1)?),
        POLICE => candidate.part(police_file(candidate.field.text, &candidate.range)?),
        DASHED => candidate.part(dashed_file(candidate.field.text, candidate.range.end - 1)?),
        _ => {
            let head = line::before(candidate.field.text, candidate.range.start, 8).strip_suffix(' ')?;
            let office = head.len() - head.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            candidate.part(german_file(candidate.field.text, candidate.range.start - 1 - office)?)
        }
    },
}];

/// The pattern of files of the police.
const POLICE: usize = 7;
/// The pattern of a file of an authority without a sign before it.
const DASHED: usize = 5;

/// Names of files of courts in German.
const FILE_NAMES: &[Cow<'static, str>] = keys![
    "az",
    "gz",
    "aktenzeichen",
    "geschäftszeichen",
    "geschäftsnummer",
    "unser zeichen",
    "ihr zeichen",
    "mein zeichen",
    "dortiges az",
];

/// The file at `at`: the chamber, the letters of the register, the number and the year.
fn german_file(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest file, in bytes, and most letters of a register.
    const LONGEST: usize = 24;
    const LETTERS: usize = 5;
    let near = line::behind(text, at, LONGEST);
    let is_number =
        |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let mut parts = near.split(' ');
    let (chamber, register, number) = (parts.next()?, parts.next()?, parts.next()?);
    let len = number.find(|c: char| !c.is_ascii_digit() && c != '/').unwrap_or(number.len());
    let (serial, year) = number[..len].split_once('/')?;
    // In Austria a letter checks the file: `14 C 882/25k`.
    let check = number[len..].chars().take_while(char::is_ascii_lowercase).count();
    let len = len + usize::from(check == 1);
    let is_register = (1..=LETTERS).contains(&register.len())
        && register.starts_with(|c: char| c.is_ascii_uppercase())
        && register.bytes().all(|b| b.is_ascii_alphabetic());
    let end = at + chamber.len() + 1 + register.len() + 1 + len;
    let is_file = is_number(chamber, 4) && is_register && is_number(serial, 6) && matches!(year.len(), 2 | 4);
    (is_file && is_number(year, 4) && is_value_edge(text, end)).then_some(at..end)
}

/// The file behind its name in `range`, which ends with the first byte of the file: letters of a series, if it has one, the number and the year,
/// `SH 44/2021`.
fn police_file(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Longest file, in bytes, most letters of a series and most digits of its number.
    const LONGEST: usize = 24;
    const LETTERS: usize = 5;
    const DIGITS: usize = 6;
    let start = range.end - 1;
    let near = line::behind(text, start, LONGEST);
    let digits = |part: &str| part.bytes().take_while(u8::is_ascii_digit).count();
    let letters = near.bytes().take_while(u8::is_ascii_uppercase).count();
    let series = near.get(letters..)?;
    let series = series.strip_prefix('.').filter(|_| letters > 0).unwrap_or(series);
    let number = series.strip_prefix(' ').filter(|_| letters > 0).unwrap_or(series);
    let serial = digits(number);
    let last = number.get(serial..)?.strip_prefix('/')?;
    let len = digits(last);
    let year = last.get(len..)?.strip_prefix('/').map_or(0, digits);
    let end = start + near.len() - last.len() + len;
    // `CAS 118/06/2021`, which is no date.
    let end = match (len, year) {
        (2 | 4, 0) => end,
        (1 | 2, 4) if serial > 2 || text[range.clone()].starts_with("CAS") => end + 1 + year,
        _ => return None,
    };
    let is_file = letters <= LETTERS && (1..=DIGITS).contains(&serial);
    (is_file && is_value_edge(text, end) && is_value_edge(text, range.start)).then_some(start..end)
}

/// The file of an authority at `at`: its letters and the number of a department, and the number and the year behind a dash, `S 14 – 3381/25`.
fn dashed_file(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest file, in bytes, most letters and most digits of a part.
    const LONGEST: usize = 32;
    const LETTERS: usize = 4;
    const DIGITS: usize = 6;
    let near = line::behind(text, at, LONGEST);
    let digits = |part: &str| part.bytes().take_while(u8::is_ascii_digit).count();
    let letters = near.bytes().take_while(u8::is_ascii_uppercase).count();
    let department = near.get(letters..)?.trim_start_matches(' ');
    let rest = department.get(digits(department)..)?;
    let number = rest.trim_start_matches(' ').strip_prefix(['-', '–'])?.trim_start_matches(' ');
    let serial = digits(number);
    let year = number.get(serial..)?.strip_prefix('/')?;
    let (len, start) = (digits(year), near.len() - year.len());
    let is_file = (1..=LETTERS).contains(&letters)
        && rest.len() < department.len()
        && department.len() - rest.len() <= DIGITS
        && (1..=DIGITS).contains(&serial)
        && matches!(len, 2 | 4);
    (is_file && is_value_edge(text, at + start + len)).then_some(at..at + start + len)
}

/// The file at `at`: the number, the month and the year, `41207-03-24`; or the number and the year, `1184/24`.
fn israeli_file(text: &str, at: usize) -> Option<Range<usize>> {
    const LONGEST: usize = 16;
    let near = line::behind(text, at, LONGEST);
    let len = near.find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '/'))).unwrap_or(near.len());
    let mut lens = near[..len].split(['-', '/']).map(str::len);
    let parts = (lens.next(), lens.next(), lens.next(), lens.next());
    let is_file = matches!(parts, (Some(3..=6), Some(2), Some(2 | 4), None) | (Some(2..=6), Some(2 | 4), None, None));
    (is_file && is_value_edge(text, at + len)).then_some(at..at + len)
}

/// The number of a case behind the sign of the match.
fn cyrillic_case(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest number, in bytes, and fewest digits.
    const LONGEST: usize = 40;
    const DIGITS: usize = 4;
    let text = candidate.field.text;
    let at = candidate.range.start
        + candidate
            .matched()
            .rfind(['№', ' '])
            .map(|at| at + candidate.matched()[at..].chars().next().map_or(1, char::len_utf8))?;
    let near = line::behind(text, at, LONGEST);
    let stands = |c: char| c.is_ascii_digit() || c.is_uppercase() || matches!(c, '-' | '/' | '.' | '\\');
    let len = near.find(|c| !stands(c)).unwrap_or(near.len());
    let found = near.get(..len)?.trim_end_matches(['.', '-']);
    let is_case = found.contains(['/', '-']) && found.bytes().filter(u8::is_ascii_digit).count() >= DIGITS;
    is_case.then(|| candidate.part(at..at + found.len()))?
}
