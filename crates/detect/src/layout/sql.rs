//! Rows of SQL: `INSERT INTO t (id, ssn) VALUES (7, '078-05-1120'), (8, …)`.

use std::ops::Range;

use super::{Cell, Names, trimmed};

/// Longest list of columns, in bytes.
const MAX_COLUMNS: usize = 2048;
/// Longest row, in bytes.
const MAX_ROW: usize = 8192;

/// Adds the values of named columns in the rows that begin with the `(` before `at`, behind `VALUES` at `word`.
pub fn read(text: &str, word: usize, at: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let Some(columns) = columns(text, word) else { return };
    let columns: Vec<_> =
        columns.into_iter().map(|name| Some((names.look_up(text.get(name.clone())?)?, name))).collect();
    if columns.iter().all(Option::is_none) {
        return;
    }
    let mut from = at;
    while let Some((cells, end)) = row(text, from) {
        for (column, value) in columns.iter().zip(cells) {
            if let Some((known, name)) = column
                && !value.is_empty()
            {
                found.push(Cell { name: name.clone(), value, known: known.0 });
            }
        }
        let rest = text.get(end..).unwrap_or_default();
        let next = rest.trim_start_matches([',', ' ', '\n', '\r', '\t']);
        match next.strip_prefix('(') {
            Some(next) => from = text.len() - next.len(),
            None => return,
        }
    }
}

/// The names in the brackets before `word`.
fn columns(text: &str, word: usize) -> Option<Vec<Range<usize>>> {
    let from = text.ceil_char_boundary(word.saturating_sub(MAX_COLUMNS));
    let head = text.get(from..word)?.trim_end();
    let list = head.strip_suffix(')')?;
    let open = list.rfind('(')?;
    let mut at = from + open + 1;
    let names = list.get(open + 1..)?.split(',').map(|name| {
        let place = trimmed(text, at..at + name.len(), &['"', '`', '[', ']']);
        at += name.len() + 1;
        place
    });
    Some(names.collect())
}

/// The values of the row that begins at `at`, behind its `(`, and the end of the row, behind its `)`. Strings are without
/// quotes; a quote within a string is doubled.
fn row(text: &str, at: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let (mut values, mut start, mut depth) = (Vec::new(), at, 0_usize);
    let mut bytes = text.as_bytes().iter().enumerate().skip(at).take(MAX_ROW);
    let value = |start: usize, end: usize| trimmed(text, start..end, &['\'', '"']);
    while let Some((place, byte)) = bytes.next() {
        match byte {
            b'\'' => {
                // A doubled quote closes and opens again.
                bytes.find(|(_, byte)| **byte == b'\'')?;
            }
            b'(' => depth += 1,
            b')' if depth == 0 => {
                values.push(value(start, place));
                return Some((values, place + 1));
            }
            b')' => depth -= 1,
            b',' if depth == 0 => {
                values.push(value(start, place));
                start = place + 1;
            }
            _ => {}
        }
    }
    None
}
