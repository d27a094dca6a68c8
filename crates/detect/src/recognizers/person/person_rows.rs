//! Rows of persons without a header: lines whose cells are a full name and what belongs to a person, a telephone, an address or a number,
//! as people paste them: `- Jane Roe / June 26, 1960 / 12 Elm Road, Leeds, LS1 4AP`.

use std::ops::Range;

use super::row_births::{is_full_name, is_mail, is_phone};
use crate::recognizers::secrets::randomness::is_common;
use crate::text::line;

/// What parts the cells of a row. A comma and a blank part the lines of an address, too.
const SEPARATORS: [&str; 10] = ["\t", " | ", "; ", " / ", " - ", " – ", " — ", " · ", "  ", ", "];
/// Bytes that are read on each side.
const FAR: usize = 160;

/// Reports whether the value at `range` is a cell of a row in which a person and something of that person stand.
pub(in crate::recognizers) fn is_in_row(text: &str, range: &Range<usize>) -> bool {
    let head = line::before(text, range.start, FAR);
    let tail = line::behind(text, range.end, FAR);
    // Most values stand in sentences.
    let Some(sign) = separator(head, tail) else { return false };
    let cells = || head.split(sign).chain(tail.split(sign)).map(bare);
    let of_person = |cell: &str| is_mail(cell) || is_telephone(cell) || is_number(cell) || begins_address(cell);
    cells().any(is_name) && cells().any(of_person)
}

/// Reports whether the number at `range` is a cell of such a row, in which a date of birth may stand, too.
pub(in crate::recognizers) fn is_number_in_row(text: &str, range: &Range<usize>) -> bool {
    let head = line::before(text, range.start, FAR);
    let tail = line::behind(text, range.end, FAR);
    let Some(sign) = separator(head, tail) else { return false };
    let cells = || head.split(sign).chain(tail.split(sign)).map(bare);
    cells().any(is_name) && cells().any(may_be_birth) || is_in_row(text, range)
}

/// Reports whether a cell may be a date of birth, by its year and its length.
fn may_be_birth(cell: &str) -> bool {
    const LENGTHS: std::ops::RangeInclusive<usize> = 8..=18;
    const YEARS: std::ops::RangeInclusive<u16> = 1920..=2009;
    let mut numbers = cell.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    let is_year = |number: &str| number.len() == 4 && number.parse().is_ok_and(|year| YEARS.contains(&year));
    let count = numbers.clone().count();
    LENGTHS.contains(&cell.len()) && (2..=3).contains(&count) && numbers.any(is_year)
}

/// Reports whether the value at `range` is the first cell of its line.
pub(in crate::recognizers) fn is_first_cell(text: &str, range: &Range<usize>) -> bool {
    line::whole_before(text, range.start, 8).is_some_and(|head| bare(head).is_empty())
}

/// The separator on both sides of a value, of which one may be an end of the line.
fn separator(head: &str, tail: &str) -> Option<&'static str> {
    let (begins, ends) = (bare(head).is_empty(), tail.trim_end().is_empty());
    SEPARATORS.into_iter().find(|sign| {
        let (before, behind) = (head.ends_with(sign), tail.starts_with(sign));
        before && (behind || ends) || behind && begins
    })
}

/// `cell` without the marks of a list and quotes around it.
fn bare(cell: &str) -> &str {
    let cell = cell.trim_matches([' ', '"', '\'', '|', '*', '•', '-', '–', '.', ',', ';']);
    // The number of an item: `3. Jane Roe`, `3) Jane Roe`.
    let digits = cell.bytes().take_while(u8::is_ascii_digit).count();
    match cell[digits..].strip_prefix(['.', ')']) {
        Some(rest) if (1..3).contains(&digits) => rest.trim_start(),
        _ => cell,
    }
}

/// Reports whether a cell is a full name, of which a word is no ordinary one.
fn is_name(cell: &str) -> bool {
    is_full_name(cell) && cell.split(' ').any(|word| word.len() > 2 && !is_common(&word.to_lowercase()))
}

/// Reports whether a cell is a number of a telephone, with its prefix or in the groups of North America: `702-555-0143`.
fn is_telephone(cell: &str) -> bool {
    let is_group = |group: &str, len: usize| group.len() == len && group.bytes().all(|b| b.is_ascii_digit());
    let mut groups = cell.split(['-', '.', ' ']);
    let lengths = [3, 3, 4];
    is_phone(cell)
        || lengths.iter().all(|len| groups.next().is_some_and(|group| is_group(group, *len))) && groups.next().is_none()
}

/// Reports whether a cell is the number of a person or a document: `219-09-9999`, `A7404461`, `EMP-5612`.
fn is_number(cell: &str) -> bool {
    const LENGTHS: std::ops::RangeInclusive<usize> = 7..=16;
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    let capitals = cell.bytes().filter(u8::is_ascii_uppercase).count();
    let is_social = digits == 9 && (cell.len() == 9 || cell.split('-').map(str::len).eq([3, 2, 4]));
    let stands = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase() || b == b'-';
    let is_code =
        LENGTHS.contains(&cell.len()) && digits > 3 && (1..=4).contains(&capitals) && cell.bytes().all(stands);
    is_social || is_code && cell.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Reports whether an address begins a cell: the number of a house and a street with a capital, `12 Elm Road`.
fn begins_address(cell: &str) -> bool {
    let (number, street) = cell.split_once(' ').unwrap_or_default();
    let is_house = (1..=5).contains(&number.len()) && number.starts_with(|c: char| c.is_ascii_digit());
    let words = street.split([' ', ',']).take(2).filter(|word| word.starts_with(char::is_uppercase) && word.len() > 1);
    is_house && number.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'/') && words.count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_rows_of_persons() {
        for (text, value, expected) in [
            ("- Nadia Osborne / June 26, 1960 / 12 Elm Road, Leeds", "June 26, 1960", true),
            ("1. Nadia Osborne\t26/06/1960\t702-555-0143", "26/06/1960", true),
            ("EMP-5612 | Nadia Osborne | 1960-06-26", "1960-06-26", true),
            ("26/06/1960; Nadia Osborne; n.osborne@example.com", "26/06/1960", true),
            ("Nadia Osborne, 26/06/1960, (702) 555-0143", "26/06/1960", true),
            ("Nadia Osborne / 26/06/1960", "26/06/1960", false),
            ("Nadia Osborne met on 26/06/1960, 702-555-0143", "26/06/1960", false),
            ("Summer Sale; 26/06/2000; SKU-55120", "26/06/2000", false),
            ("é; 26/06/2000; ü", "26/06/2000", false),
        ] {
            let start = text.find(value).unwrap();
            assert_eq!(is_in_row(text, &(start..start + value.len())), expected, "{text}");
        }
    }

    #[test]
    fn numbers_stand_beside_births() {
        for (text, value, expected) in [
            ("Nadia Osborne; 12/08/1952; P86081505", "P86081505", true),
            ("Nadia Osborne; 12/08/2022; P86081505", "P86081505", false),
            ("Nadia Osborne; P86081505", "P86081505", false),
        ] {
            let start = text.find(value).unwrap();
            assert_eq!(is_number_in_row(text, &(start..start + value.len())), expected, "{text}");
        }
    }

    #[test]
    fn first_cells_begin_their_line() {
        for (text, value, expected) in
            [("x\n- K-204, a", "K-204", true), ("2) K-204 | a", "K-204", true), ("a, K-204", "K-204", false)]
        {
            let start = text.find(value).unwrap();
            assert_eq!(is_first_cell(text, &(start..start + value.len())), expected, "{text}");
        }
    }
}
