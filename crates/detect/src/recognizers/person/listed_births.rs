//! Dates of birth in lists of persons without a header: the name of a person stands in the row, family name first, and a date of another
//! year in the row before or behind: `1063;Roe, Jane;Life;9/3/1941`; and dates with their type in statements of SQL, in a row with such a
//! name or an address of mail: `(7,'Jane Roe','jane@example.com',DATE '1984-02-29')`.

use std::{borrow::Cow, ops::Range};

use super::{
    birth::INFO,
    introduced_name::INFO as NAME_INFO,
    row_births::{Row, is_mail, is_separator, separator},
};
use crate::recognizers::support::name_shape::is_name_word;
use crate::text::{is_value_edge, line, place_of, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[
            // Of children, too, in lists of members, and with the letters of the month.
            Pattern::within("[;|] ?[0-9]{1,2}[./-][0-9]{1,2}[./-][12][0-9]{3}", 0.7, 0.75),
            Pattern::within("[;|] ?[0-9]{1,2}[ -][A-Z][A-Za-z]{2}[ -][12][0-9]{3}", 0.7, 0.75),
            TYPED_DATE,
        ]),
        context: words![],
        check,
    },
    // The name beside the date in a statement of SQL, whose spelling tells no name by itself.
    Rule {
        info: NAME_INFO,
        patterns: Cow::Borrowed(&[TYPED_DATE]),
        context: words![],
        check: |candidate| {
            let (_, name) = row(candidate)?;
            candidate.part(place_of(candidate.field.text, name?)?)
        },
    },
];

/// A date with its type.
const TYPED_DATE: Pattern = Pattern::within("(?:DATE|date) '[12][0-9]{3}-[01][0-9]-[0-3][0-9]", 0.7, 0.75);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    candidate.part(row(candidate)?.0)
}

/// The date of birth that is the match, and the name of the person in its row, if one with the family name first stands there.
fn row<'t>(candidate: &Candidate<'t>) -> Option<(Range<usize>, Option<&'t str>)> {
    /// Farthest name in the row, in bytes.
    const FAR: usize = 160;
    let text = candidate.field.text;
    let digit = candidate.matched().find(|c: char| c.is_ascii_digit())?;
    let range = candidate.range.start + digit..candidate.range.end;
    if !is_value_edge(text, range.end) {
        return None;
    }
    let Row { head, tail, is_quoted } = Row::around(text, &range)?;
    let head = head.trim_end_matches(' ');
    // The type of a literal of SQL: `DATE '1984-02-29'`.
    let is_typed = is_quoted && head.len() > DATE.len() && head.is_char_boundary(head.len() - DATE.len());
    let head = match is_typed && head[head.len() - DATE.len()..].eq_ignore_ascii_case(DATE) {
        true => head[..head.len() - DATE.len()].trim_end_matches(' '),
        false => head,
    };
    let tail = tail.trim_start_matches(' ');
    let sign = separator(head, tail)?;
    let has_mail = || {
        [head, tail].iter().any(|part| {
            part.split(|c: char| c.is_ascii() && is_separator(c as u8) || matches!(c, '"' | '\''))
                .any(|cell| is_mail(cell.trim()))
        })
    };
    // Brackets in a cell part no rows of a list.
    let whole = line::before(text, range.start, FAR);
    let name = [whole, tail].iter().find_map(|part| inverted_name(part, sign));
    let is_told = || is_typed && is_signable(text.get(range.clone()).unwrap_or_default()) && has_mail();
    let is_listed = || name.is_some() && is_beside_other_year(text, &range);
    (is_told() || is_listed()).then_some((range.clone(), name))
}

/// Reports whether somebody who was born on `date` can sign today.
fn is_signable(date: &str) -> bool {
    year_of(date).is_some_and(|year| (1920..2002).contains(&year))
}

/// The type of a literal in SQL.
const DATE: &str = "DATE";

/// The cell of `part`, between quotes or signs, that is a name with the family name first: `Roe, Jane`.
fn inverted_name(part: &str, sign: u8) -> Option<&str> {
    /// The cell without what is told of the name in a bracket behind it.
    fn bare(cell: &str) -> &str {
        cell.trim().split(" (").next().unwrap_or_default()
    }
    /// Most words on either side of the comma.
    const MOST: usize = 3;
    let is_part = |part: &str| part.split(' ').count() <= MOST && part.split(' ').all(is_name_word);
    let is_name = |cell: &&str| {
        let names = cell.split_once(", ");
        names.is_some_and(|(family, given)| is_part(family) && is_part(given) && family.len() > 2)
    };
    match sign {
        // A comma parts the cells, too, unless quotes enclose them.
        b',' => part.split(['\'', '"']).map(bare).find(is_name),
        sign => part.split(char::from(sign)).map(bare).find(is_name),
    }
}

/// Reports whether the rows before and behind have dates of other years, as lists of persons have, one of them long ago: what happens
/// to things and to firms happens in few years.
fn is_beside_other_year(text: &str, range: &Range<usize>) -> bool {
    /// Bytes of a row, years that lists of persons span, and the year before which most of them were born.
    const FAR: usize = 240;
    const SPAN: u32 = 2;
    const EARLY: u32 = 2006;
    /// Most rows on either side.
    const ROWS: usize = 5;
    let Some(own) = year_of(&text[range.clone()]) else { return false };
    let before = window::before(text, range.start - line::before(text, range.start, FAR).len(), 2 * FAR);
    let behind = window::behind(text, range.end + line::behind(text, range.end, FAR).len(), 2 * FAR);
    let rows = before.rsplit('\n').take(ROWS).chain(behind.split('\n').take(ROWS));
    let first_year = |row: &&str| row.split([';', '|', ',', '\t', '\'', '"']).map(str::trim).find_map(year_of);
    let years: Vec<u32> = rows.filter_map(|row| first_year(&row)).collect();
    let is_early = own < EARLY || years.iter().copied().any(|year| year + 20 < EARLY);
    is_early && years.iter().copied().any(|year| year.abs_diff(own) >= SPAN)
}

/// The year of the date that `cell` is, with the year at its start or end.
fn year_of(cell: &str) -> Option<u32> {
    let is_date = (8..=11).contains(&cell.len()) && cell.bytes().filter(|b| b"./- ".contains(b)).count() == 2;
    let number =
        |digits: Option<&str>| digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?.parse().ok();
    let year = || number(cell.get(cell.len() - 4..)).or_else(|| number(cell.get(..4)));
    is_date.then(year)?.filter(|year| (1900..2100).contains(year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn dates_of_birth_stand_in_rows_of_persons() {
        for (text, date, pattern, expected) in [
            ("(1,'Jane Roe','jane@example.com',DATE '1984-02-29','KE')", "DATE '1984-02-29", 2, true),
            ("7;Roe, Jane;Life;9/3/1941;1 Row\n8;Low, Mary;Junior;30/8/2011;", ";9/3/1941", 0, true),
            ("7;Roe, Jane;Life;9/3/1941;1 Row\n8;Low, Mary;Junior;30/8/2011;", ";30/8/2011", 0, true),
            ("x | ROE, Jane | 14-SEP-1998 | IND\nx | LOW, Mary | 02-JUN-1995 | NGA", "| 14-SEP-1998", 1, true),
            ("7;Roe, Jane;signed;9/3/2014;1\n8;Low, Mary;signed;30/8/2011;", ";9/3/2014", 0, false),
            ("7;Seal, 40 mm;new;9/3/1991;1\n8;Seal, 50 mm;old;30/8/1998;", ";9/3/1991", 0, false),
            ("7;Roe, Jane;Life;9/3/1941;1 Row", ";9/3/1941", 0, false),
        ] {
            assert_eq!(check_match(check, text, date, pattern).is_some(), expected, "{text}");
        }
    }
}
