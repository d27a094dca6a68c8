//! Dates in rows without a header that tell a person by an address of mail, years before that person could sign: a date of birth, in
//! dumps of databases and exports: `(7,'Jane Roe','jane@example.com','1984-02-29')`, `Roe, Jane | 29-02-1984 | jane@example.com`.

use std::{borrow::Cow, ops::Range};

use super::birth::INFO;
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::value::is_mail_address;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?:19[2-9][0-9]|200[01])-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])", 0.7, 0.75),
        Pattern::regex("(?:0?[1-9]|[12][0-9]|3[01])[./-](?:0?[1-9]|1[0-2])[./-](?:19[2-9][0-9]|200[01])", 0.7, 0.75),
        Pattern::regex("(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12][0-9]|3[01])/(?:19[2-9][0-9]|200[01])", 0.7, 0.75),
        // As programs print dates: `('Jane Roe', 'jane@example.com', datetime.date(1984, 2, 29))`
        Pattern::within("[dD]ate\\((?:19[2-9][0-9]|200[01]), ?[01]?[0-9], ?[0-3]?[0-9]\\)", 0.7, 0.75),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        PRINTED => candidate.part(printed(candidate.field.text, &candidate.range)?),
        _ => check(candidate),
    },
}];

/// Farthest address in a row, in bytes.
const FAR: usize = 160;

/// The pattern of dates that programs print.
const PRINTED: usize = 3;

/// The year, the month and the day of the printed date at `said`, in a row with an address of mail and no other brackets between.
fn printed(text: &str, said: &Range<usize>) -> Option<Range<usize>> {
    let head = line::before(text, said.start, FAR).trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '.');
    let head = head.trim_end().strip_suffix(',')?;
    let before = head.rsplit(['(', '[', '{']).next()?;
    let behind = line::behind(text, said.end, FAR).split([')', ']', '}']).next()?;
    let cells = || [before, behind].into_iter().flat_map(|part| part.split([',', '\'', '"']));
    let open = text[said.clone()].find('(')? + 1;
    cells().any(|cell| is_mail(cell.trim())).then(|| said.start + open..said.end - 1)
}

/// The row around a date: its line, or the brackets of a statement.
pub(super) struct Row<'t> {
    /// What stands before the date, and before its quote.
    pub(super) head: &'t str,
    /// What stands behind the date, and behind its quote.
    pub(super) tail: &'t str,
    /// True if quotes enclose the date.
    pub(super) is_quoted: bool,
}

impl<'t> Row<'t> {
    /// The row around the date at `range`.
    pub(super) fn around(text: &'t str, range: &Range<usize>) -> Option<Self> {
        let before = line::before(text, range.start, FAR).rsplit(['(', '[', '{']).next()?;
        let behind = line::behind(text, range.end, FAR).split([')', ']', '}']).next()?;
        let quote = byte_before(text, range.start).filter(|b| matches!(b, b'\'' | b'"'));
        let is_quoted = quote.is_some() && byte_at(text, range.end) == quote;
        let skipped = usize::from(is_quoted);
        Some(Self { head: before.get(..before.len() - skipped)?, tail: behind.get(skipped..)?, is_quoted })
    }
}

/// Reports whether a sign parts the cells of rows.
pub(super) fn is_separator(sign: u8) -> bool {
    matches!(sign, b',' | b';' | b'|' | b'\t')
}

/// The sign that parts cells, of which one stands between `head` and `tail`, with the same sign before and behind, or at an end of the
/// row.
pub(super) fn separator(head: &str, tail: &str) -> Option<u8> {
    /// Fewest signs between cells.
    const FEWEST: usize = 2;
    let (first, last) = (head.as_bytes().last(), tail.as_bytes().first());
    let sign = first.or(last).copied().filter(|sign| is_separator(*sign))?;
    let is_cell = first.is_none_or(|b| *b == sign) && last.is_none_or(|b| *b == sign);
    let signs = [head, tail].iter().flat_map(|part| part.bytes()).filter(|b| *b == sign).count();
    (is_cell && signs >= FEWEST).then_some(sign)
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let Row { head, tail, .. } = Row::around(candidate.field.text, &candidate.range)?;
    // Columns of a report of data, which blanks part, at the edge of a string perhaps: `A17  Jane Roe  29.2.1984  jane@example.com`.
    let is_wide = head.ends_with("  ") && tail.starts_with("  ");
    let bare = (head.trim_end_matches(' '), tail.trim_start_matches(' '));
    let (first, last) = (bare.0.as_bytes().last(), bare.1.as_bytes().first());
    let sign = first.or(last).copied().filter(|sign| is_separator(*sign)).unwrap_or(b',');
    let cells = || {
        let part = move |c: char| c == char::from(sign) || matches!(c, '"' | '\'' | '\\');
        [head, tail].into_iter().flat_map(move |side| side.split(part)).flat_map(|cell| cell.split("  ")).map(str::trim)
    };
    let is_person = || cells().any(is_mail) || cells().any(is_full_name) && cells().any(is_phone);
    ((is_wide || separator(bare.0, bare.1).is_some()) && is_person()).then(|| candidate.whole())?
}

/// Reports whether a cell may be the name of a person: words with capitals, particles among them.
pub(super) fn is_full_name(cell: &str) -> bool {
    const WORDS: std::ops::RangeInclusive<usize> = 2..=5;
    const LONGEST: usize = 48;
    let is_capital = |word: &&str| word.starts_with(char::is_uppercase);
    // The place in a file, as searches print it: `patients.csv:7:Jane Roe`.
    let cell = cell.rsplit(':').next().unwrap_or_default();
    // The surname may stand first: `Roe, Jane`.
    let cell = &cell.replacen(", ", " ", 1);
    let is_word = |word: &str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’'));
    let mut words = cell.split(' ');
    cell.len() <= LONGEST
        && words.clone().all(is_word)
        && WORDS.contains(&words.clone().count())
        && words.clone().filter(is_capital).count() > 1
        && words.any(|word| word.chars().skip(1).any(char::is_lowercase))
}

/// Reports whether a cell is a number of a telephone with its prefix: `06-38471925`, `+31 40 245 88 17`.
pub(super) fn is_phone(cell: &str) -> bool {
    const DIGITS: std::ops::RangeInclusive<usize> = 9..=14;
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    cell.starts_with(['0', '+', '('])
        && DIGITS.contains(&digits)
        && cell.bytes().all(|b| b.is_ascii_digit() || b" -/+()".contains(&b))
        && !cell.starts_with("00000")
}

/// Reports whether a cell is an address of mail, of a person and not of a machine.
pub(super) fn is_mail(cell: &str) -> bool {
    const MACHINES: [&str; 8] = ["noreply", "no-reply", "donotreply", "info", "root", "admin", "support", "git"];
    let local = cell.split('@').next().unwrap_or_default();
    is_mail_address(cell) && !MACHINES.contains(&local.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_tell_persons() {
        for (cell, expected) in [
            ("Jane Roe", true),
            ("J. van der Roe-Smit", true),
            ("data/patients.csv:7:Jane Roe", true),
            ("Roe, Jane", true),
            ("Jane", false),
            ("JANE ROE", false),
            ("Jane Roe 7", false),
            ("red shoes", false),
        ] {
            assert_eq!(is_full_name(cell), expected, "{cell}");
        }
        for (cell, expected) in [
            ("06-38471925", true),
            ("+31 40 245 88 17", true),
            ("0402458817", true),
            ("12345", false),
            ("2024458817", false),
        ] {
            assert_eq!(is_phone(cell), expected, "{cell}");
        }
    }

    #[test]
    fn printed_dates_stand_in_rows() {
        for (text, expected) in [
            ("('Jane Roe', 'jane@example.com', datetime.date(1984, 2, 29))", Some("1984, 2, 29")),
            ("Row('jane@example.com', date(1984,2,29), 7)", Some("1984,2,29")),
            ("('Report', datetime.date(1984, 2, 29))", None),
            ("f('jane@example.com', g(datetime.date(1984, 2, 29)))", None),
            ("é date(1984, 2, 29)", None),
        ] {
            let at = text.find("date(").unwrap();
            let end = at + text[at..].find(')').unwrap() + 1;
            assert_eq!(printed(text, &(at..end)).map(|place| &text[place]), expected, "{text}");
        }
    }
}
