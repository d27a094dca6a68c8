//! Rows of SQL: `INSERT INTO t (id, ssn) VALUES (7, '078-05-1120'), (8, …)`; and those of dumps of PostgreSQL, in lines of their
//! own behind `COPY t (id, ssn) FROM stdin;`.

use std::ops::Range;

use super::{Cell, Names, trimmed};
use crate::text::{line, window};

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
    loop {
        let (cells, end) = row(text, from);
        for (column, value) in columns.iter().zip(cells) {
            if let Some((known, name)) = column
                && !value.is_empty()
            {
                found.push(Cell { name: name.clone(), value, known: known.0 });
            }
        }
        let Some(end) = end else { return };
        let rest = text.get(end..).unwrap_or_default();
        let next = rest.trim_start_matches([',', ' ', '\n', '\r', '\t']);
        match next.strip_prefix('(') {
            Some(next) => from = text.len() - next.len(),
            None => return,
        }
    }
}

/// Adds the values of named columns in the rows below `head`, the command of a dump that they follow, and returns the place
/// behind them; `None` if it is none.
pub fn read_copy(text: &str, head: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    const TAIL: &str = "FROM stdin";
    let command = text.get(head.clone()).filter(|command| command.starts_with("COPY "))?;
    let tail = command.rfind(TAIL).or_else(|| command.rfind("from stdin"))?;
    let columns = columns(text, head.start + tail)?;
    let columns: Vec<_> =
        columns.into_iter().map(|name| Some((names.look_up(text.get(name.clone())?)?, name))).collect();
    let mut at = head.end + 1;
    while at < text.len() {
        let row = line::row(text, at);
        let content = text.get(row.clone())?;
        if content.trim_end() == "\\." || content.trim().is_empty() {
            break;
        }
        let mut start = row.start;
        for (cell, column) in content.split('\t').zip(&columns) {
            let value = trimmed(text, start..start + cell.len(), &[]);
            if let Some((known, name)) = column
                && !value.is_empty()
                && cell != "\\N"
            {
                found.push(Cell { name: name.clone(), value, known: known.0 });
            }
            start += cell.len() + 1;
        }
        at = row.end + 1;
    }
    Some(at)
}

/// The names in the brackets before `VALUES` at `word`.
pub fn columns(text: &str, word: usize) -> Option<Vec<Range<usize>>> {
    let near = window::before(text, word, MAX_COLUMNS);
    let (before, list) = near.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let mut at = word - near.len() + before.len() + 1;
    let names = list.split(',').map(|name| {
        let place = trimmed(text, at..at + name.len(), &['"', '\'', '`', '[', ']']);
        at += name.len() + 1;
        place
    });
    Some(names.collect())
}

/// The values of the row that begins at `at`, behind its `(`, and the end of the row, behind its `)`; `None` if it has none.
/// Strings are without quotes; a quote within a string is doubled.
pub fn row(text: &str, at: usize) -> (Vec<Range<usize>>, Option<usize>) {
    let (mut values, mut start, mut depth) = (Vec::new(), at, 0_usize);
    let mut bytes = text.as_bytes().iter().enumerate().skip(at).take(MAX_ROW);
    let value = |start: usize, end: usize| trimmed(text, start..end, &['\'', '"']);
    while let Some((place, byte)) = bytes.next() {
        match byte {
            b'\'' | b'"' => {
                // A doubled quote closes and opens again.
                let Some(_) = bytes.find(|(_, next)| next == &byte) else { break };
            }
            b'(' => depth += 1,
            b')' if depth == 0 => {
                values.push(value(start, place));
                return (values, Some(place + 1));
            }
            b')' => depth -= 1,
            b',' if depth == 0 => {
                values.push(value(start, place));
                start = place + 1;
            }
            _ => {}
        }
    }
    (values, None)
}
