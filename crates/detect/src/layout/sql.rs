//! Rows of SQL: `INSERT INTO t (id, ssn) VALUES (7, '078-05-1120'), (8, …)`, `(VALUES (7, N'…')) AS t (id, ssn)`; and those of dumps of PostgreSQL, in lines of their
//! own behind `COPY t (id, ssn) FROM stdin;`. In tables of settings a column
//! names the value beside it: `(7, 'ssn', '078-05-1120')`.

use std::ops::Range;

use super::{Cell, Known, Names, primary_keys::are_of_persons, table::is_name, trimmed, unnamed_rows};
use crate::text::{line, window};

/// Longest list of columns, in bytes.
const MAX_COLUMNS: usize = 2048;
/// Longest row, in bytes.
const MAX_ROW: usize = 8192;
/// Most blanks before a word.
const MAX_GAP: usize = 32;

/// Adds the values of named columns in the rows that begin with the `(` before `at`, behind `VALUES` at `word`.
pub fn read(text: &str, word: usize, at: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let Some(columns) =
        columns(text, word).or_else(|| columns_behind(text, word, at)).or_else(|| columns_of_table(text, word))
    else {
        let is_settings = names_settings(text, word);
        each_row(text, at, |cells| match is_settings {
            true => found.extend(setting(text, &cells, None, names)),
            false => unnamed_rows::read(text, &cells, names, found),
        });
        return;
    };
    if let Some(place) = columns.windows(2).position(|pair| is_setting(text, pair)) {
        each_row(text, at, |cells| found.extend(setting(text, &cells, Some(place), names)));
        return;
    }
    let columns = known_columns(text, columns, names);
    if columns.iter().all(Option::is_none) {
        return;
    }
    each_row(text, at, |cells| {
        for (column, value) in columns.iter().zip(cells) {
            if let Some((known, name)) = column
                && !value.is_empty()
            {
                found.push(Cell { name: name.clone(), value, known: known.0 });
            }
        }
    });
}

/// The columns whose names are known.
fn known_columns(text: &str, columns: Vec<Range<usize>>, names: &mut Names<'_>) -> Vec<Option<(Known, Range<usize>)>> {
    let of_persons = are_of_persons(columns.iter().filter_map(|name| text.get(name.clone())));
    columns.into_iter().map(|name| Some((names.column(text, name.clone(), of_persons)?, name))).collect()
}

/// Hands the values of each of the rows to `read`, the first of which begins at `at`.
fn each_row(text: &str, at: usize, mut read: impl FnMut(Vec<Range<usize>>)) {
    let mut from = at;
    loop {
        let (cells, end) = row(text, from);
        read(cells);
        let Some(end) = end else { return };
        let rest = text.get(end..).unwrap_or_default();
        let next = rest.trim_start_matches([',', ' ', '\n', '\r', '\t']);
        match next.strip_prefix('(') {
            Some(next) => from = text.len() - next.len(),
            None => return,
        }
    }
}

/// Reports whether two columns hold names and values of any kind: `meta_key, meta_value`.
fn is_setting(text: &str, pair: &[Range<usize>]) -> bool {
    const NAMES: [&str; 7] = ["key", "name", "code", "attribute", "setting", "option", "field"];
    let last = |column: &Range<usize>| {
        let name = text.get(column.clone()).unwrap_or_default();
        name.rsplit('_').next().unwrap_or_default().to_ascii_lowercase()
    };
    matches!(pair, [name, value] if NAMES.contains(&last(name).as_str()) && last(value) == "value")
}

/// Reports whether the table before `VALUES` at `word` is called one of names and values: `wp_usermeta`, `user_settings`.
fn names_settings(text: &str, word: usize) -> bool {
    /// Longest name of a table, in bytes.
    const NAME: usize = 64;
    const KINDS: [&str; 7] = ["meta", "setting", "option", "attribute", "propert", "config", "preference"];
    let head = window::before(text, word, NAME + MAX_GAP).trim_end();
    let table = head.rsplit([' ', '\n']).next().unwrap_or_default().to_ascii_lowercase();
    KINDS.iter().any(|kind| table.contains(kind))
}

/// The value in a row of a name and its value, the name in column `place` or in any one before the value.
fn setting(text: &str, cells: &[Range<usize>], place: Option<usize>, names: &mut Names<'_>) -> Option<Cell> {
    /// Most values of a row whose columns have no names.
    const MOST: usize = 6;
    let is_short = place.is_some() || cells.len() <= MOST;
    let columns = place.map_or(0..cells.len().saturating_sub(1), |place| place..place + 1);
    columns.filter(|_| is_short).find_map(|column| {
        let (name, value) = (cells.get(column)?.clone(), cells.get(column + 1)?.clone());
        let known = names.look_up(text.get(name.clone()).filter(|name| !name.is_empty() && is_name(name))?)?;
        let is_literal = text[..value.start].ends_with('\'') && text[..name.start].ends_with('\'');
        (is_literal && !value.is_empty()).then_some(Cell { name, value, known: known.0 })
    })
}

/// Adds the values of named columns in the rows below `head`, the command of a dump that they follow, and returns the place
/// behind them; `None` if it is none.
pub fn read_copy(text: &str, head: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    const TAIL: &str = "FROM stdin";
    let command = text.get(head.clone()).filter(|command| command.starts_with("COPY "))?;
    let tail = command.rfind(TAIL).or_else(|| command.rfind("from stdin"))?;
    let columns = columns(text, head.start + tail)?;
    let columns = known_columns(text, columns, names);
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
    Some(names_in(text, word - near.len() + before.len() + 1, list))
}

/// The places of the names in `list`, which begins at `at`.
fn names_in(text: &str, mut at: usize, list: &str) -> Vec<Range<usize>> {
    let names = list.split(',').map(|name| {
        let place = trimmed(text, at..at + name.len(), &['"', '\'', '`', '[', ']']);
        at += name.len() + 1;
        place
    });
    names.collect()
}

/// The names of the columns of the table before `VALUES` at `word`, as the statement that makes the table lists them: dumps of MySQL
/// name none in their rows.
fn columns_of_table(text: &str, word: usize) -> Option<Vec<Range<usize>>> {
    /// Farthest statement, longest name of a table and longest definition, in bytes, and most columns.
    const FAR: usize = 8 << 10;
    const NAME: usize = 64;
    const LONGEST: usize = 8192;
    const MOST: usize = 128;
    const OTHERS: [&str; 9] =
        ["PRIMARY", "KEY", "UNIQUE", "CONSTRAINT", "INDEX", "FOREIGN", "FULLTEXT", "SPATIAL", "CHECK"];
    let head = window::before(text, word, NAME + MAX_GAP).trim_end();
    let last = head.rsplit([' ', '\n', '.']).next()?;
    let table = last.trim_matches(['`', '"', '[', ']']);
    let is_name = !table.is_empty() && table.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let before = head[..head.len() - last.len()].trim_end_matches(['`', '"', '[', ' ', '.']);
    if !is_name || !before.to_ascii_uppercase().contains("INTO") {
        return None;
    }
    let near = window::before(text, word, FAR);
    let made = near.rfind("CREATE TABLE ").or_else(|| near.rfind("create table "))?;
    let definition = window::behind(near, made, LONGEST);
    let open = definition.find('(').filter(|open| definition[..*open].contains(table))?;
    let (mut names, mut depth, mut from) = (Vec::new(), 0_usize, open + 1);
    let offset = word - near.len() + made;
    for (at, byte) in definition.bytes().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b',' | b')' if depth == 1 => {
                let item = trimmed(text, offset + from..offset + at, &[]);
                let first = text.get(item.clone())?.split_ascii_whitespace().next()?;
                if !OTHERS.iter().any(|other| first.eq_ignore_ascii_case(other)) && names.len() < MOST {
                    names.push(trimmed(text, item.start..item.start + first.len(), &['"', '\'', '`', '[', ']']));
                }
                from = at + 1;
                if byte == b')' {
                    return Some(names);
                }
            }
            b')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// The names in the brackets of the table that the rows from `at` on are called, behind them: `FROM (VALUES …) AS t (id, ssn)`.
fn columns_behind(text: &str, word: usize, at: usize) -> Option<Vec<Range<usize>>> {
    /// Longest rows, in bytes, and longest name of the table.
    const ROWS: usize = 16 << 10;
    const NAME: usize = 64;
    window::before(text, word, MAX_GAP).trim_end().strip_suffix('(')?;
    let mut from = at;
    let rest = loop {
        let (_, end) = row(text, from);
        let end = end.filter(|end| *end < at + ROWS)?;
        let gap = window::behind(text, end, MAX_GAP);
        let rest = text.get(end + gap.len() - gap.trim_start().len()..)?;
        let Some(next) = rest.strip_prefix(',').and_then(|rest| rest.trim_start().strip_prefix('(')) else {
            break rest;
        };
        from = text.len() - next.len();
    };
    let rest = rest.strip_prefix(')')?.trim_start();
    let name = rest.strip_prefix("AS ").or_else(|| rest.strip_prefix("as ")).unwrap_or(rest);
    let open = window::behind(name, 0, NAME).find('(')?;
    let is_table = name[..open].trim_end().bytes().all(|b| b.is_ascii_alphanumeric() || b"_\"[]`".contains(&b));
    let list = window::behind(name, open + 1, MAX_COLUMNS);
    let close = list.find(')').filter(|_| is_table)?;
    Some(names_in(text, text.len() - name.len() + open + 1, &list[..close]))
}

/// Reports whether the quote at `at` closes its string: MySQL writes one within it behind a backslash, `'O\'Neill'`, while elsewhere a
/// backslash may end a string, `'C:\', …`.
fn closes(bytes: &[u8], at: usize) -> bool {
    /// Most backslashes that are looked at.
    const MOST: usize = 8;
    let backslashes = bytes[..at].iter().rev().take(MOST).take_while(|b| **b == b'\\').count();
    backslashes % 2 == 0 || matches!(bytes.get(at + 1), None | Some(b',' | b')' | b';' | b' ' | b'\n'))
}

/// The values of the row that begins at `at`, behind its `(`, and the end of the row, behind its `)`; `None` if it has none.
/// Strings are without quotes; a quote within a string is doubled, or stands behind a backslash.
pub fn row(text: &str, at: usize) -> (Vec<Range<usize>>, Option<usize>) {
    let (mut values, mut start, mut depth) = (Vec::new(), at, 0_usize);
    let mut bytes = text.as_bytes().iter().enumerate().skip(at).take(MAX_ROW);
    // The kind of a string stands before its quote: `N'…'`, `E'…'`.
    let value = |start: usize, end: usize| {
        let place = trimmed(text, start..end, &[]);
        let kind =
            usize::from(matches!(text.as_bytes()[place.clone()], [b'N' | b'n' | b'E' | b'e' | b'U', b'\'', _, ..]));
        trimmed(text, place.start + kind..place.end, &['\'', '"'])
    };
    while let Some((place, byte)) = bytes.next() {
        match byte {
            b'\'' | b'"' => {
                // A doubled quote closes and opens again.
                let Some(_) = bytes.find(|(at, next)| next == &byte && closes(text.as_bytes(), *at)) else { break };
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
