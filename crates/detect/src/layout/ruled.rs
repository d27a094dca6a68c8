//! Ruled tables: a line of dashes below the header shows where each column begins, as the clients of Oracle and SQL Server
//! and PowerShell print them.
//!
//! ```text
//! ENAME                EMPNO SSN
//! -------------------- ----- -----------
//! ROE, JANE            70218 078-05-1120
//! ```
//!
//! One blank may part two columns, so cells are told by their place alone. A number that is wider than its name, at the right edge of its
//! column, begins before the ruler does.

use std::ops::Range;

use super::{Cell, Known, Names, has_known, table::is_name, trimmed};
use crate::{keys::is_pair_header, text::line};

/// Longest line, in bytes, and most columns.
const MAX_LINE: usize = 4096;
const MAX_COLUMNS: usize = 64;

/// Adds the cells of named columns of the table whose header is `line`, and returns the place behind the last row; `None` if no
/// ruler stands below it.
pub fn read(text: &str, line: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    let below = line::row(text, (line.end + 1).min(text.len()));
    let columns = columns(text.get(below.clone())?)?;
    let heads = cells(text, line, &columns)?;
    let known: Vec<Option<(Range<usize>, Option<Known>)>> = heads
        .iter()
        .map(|place| {
            let name = text.get(place.clone()).filter(|name| !name.is_empty() && is_name(name))?;
            Some((place.clone(), names.look_up(name)))
        })
        .collect();
    let words = |number: usize| heads.get(number).and_then(|place| text.get(place.clone())).unwrap_or_default();
    let of_pairs = columns.len() == 2 && is_pair_header(words(0), words(1));
    if !has_known(&known) && !of_pairs {
        return None;
    }
    let mut at = below.end + 1;
    while at < text.len() {
        let row = line::row(text, at);
        let is_blank = text.get(row.clone()).is_none_or(|row| row.trim().is_empty());
        let Some(cells) = cells(text, &row, &columns).filter(|_| !is_blank) else { break };
        if of_pairs {
            found.extend(pair(text, &cells, names));
            at = row.end + 1;
            continue;
        }
        for (name, value) in known.iter().zip(cells) {
            if let Some((name, known)) = name
                && !value.is_empty()
            {
                found.push(Cell { name: name.clone(), value, known: known.and_then(|known| known.0) });
            }
        }
        at = row.end + 1;
    }
    // The rows are read, whether they have values or not.
    Some(at)
}

/// The value of a row of a name and a value, if the name is known.
fn pair(text: &str, cells: &[Range<usize>], names: &mut Names<'_>) -> Option<Cell> {
    let [name, value] = cells else { return None };
    let known = names.look_up(text.get(name.clone()).filter(|name| !name.is_empty() && is_name(name))?)?;
    (!value.is_empty()).then(|| Cell { name: name.clone(), value: value.clone(), known: known.0 })
}

/// The first character of each column of a ruler, counted from the start of the line; `None` if `line` is none, or has one column.
fn columns(line: &str) -> Option<Vec<usize>> {
    /// Fewest dashes of the longest column.
    const DASHES: usize = 3;
    let line = line.trim_end();
    if line.len() > MAX_LINE
        || !line.starts_with(['-', '=', ' '])
        || !line.bytes().all(|b| matches!(b, b'-' | b'=' | b' '))
    {
        return None;
    }
    let starts: Vec<usize> = line
        .bytes()
        .enumerate()
        .filter(|(at, b)| *b != b' ' && (*at == 0 || line.as_bytes()[at - 1] == b' '))
        .map(|(at, _)| at)
        .collect();
    let is_ruler = line.split(' ').any(|dashes| dashes.len() >= DASHES);
    (is_ruler && (2..=MAX_COLUMNS).contains(&starts.len())).then_some(starts)
}

/// The cells of the line at `row`, by `columns`; `None` if a word reaches over the beginning of a column and is no number at its right
/// edge.
fn cells(text: &str, row: &Range<usize>, columns: &[usize]) -> Option<Vec<Range<usize>>> {
    let content = text.get(row.clone()).filter(|content| content.len() <= MAX_LINE)?;
    // The place of each character, and the end of the line.
    let places: Vec<usize> = content.char_indices().map(|(at, _)| at).chain([content.len()]).collect();
    let is_blank =
        |at: usize| places.get(at).and_then(|at| content.as_bytes().get(*at)).is_none_or(u8::is_ascii_whitespace);
    let mut starts = Vec::with_capacity(columns.len() + 1);
    let mut last = 0;
    for (number, &column) in columns.iter().enumerate() {
        let mut start = column;
        while number > 0 && start > last && !is_blank(start - 1) && !is_blank(start) {
            start -= 1;
        }
        if number > 0 && start <= last {
            return None;
        }
        starts.push(start);
        last = start;
    }
    let place = |at: usize| row.start + places.get(at).copied().unwrap_or(content.len());
    let ends = starts.iter().skip(1).copied().chain([places.len()]);
    Some(starts.iter().zip(ends).map(|(start, end)| trimmed(text, place(*start)..place(end), &[])).collect())
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn rulers_part_columns() {
        for (text, expected) in [
            (
                "HUE             N SSN\n---------- ------ -----------\nX Y, Ü      70218 8 1\nZ             7 8-2\n\n2 rows\n",
                vec![("SSN", "8 1"), ("SSN", "8-2")],
            ),
            ("Ssn Hue\n--- ---\n12345 X\n1   Y\n", vec![]),
            ("Hue Ssn\n--- ---\nX 78051\nY     1\n", vec![("Ssn", "78051"), ("Ssn", "1")]),
            ("  ssn hue\n----- ---\n 7  8 X\n", vec![("ssn", "7  8")]),
            ("Key   Value\n---   -----\nhue   X\nssn   8-1\n", vec![("ssn", "8-1")]),
            ("SSN HUE\n- -\n1 2\n", vec![]),
            ("Hue Mix\n--- ---\n1   2\n", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
