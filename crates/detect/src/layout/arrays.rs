//! Rows of JSON: lists of lists of values, whose names stand in the first row or in a list of columns before or behind them.
//!
//! ```json
//! {"columns": ["name", "ssn"], "rows": [["Ann Sample", "078-05-1120"]]}
//! {"rows": [["Ann Sample", "078-05-1120"]], "columns": ["name", "ssn"]}
//! [["name", "ssn"], ["Ann Sample", "078-05-1120"]]
//! ```

use std::ops::Range;

use super::{Cell, Known, Names, html::merge, table::is_name};
use crate::text::window;

/// Most columns.
const MAX_COLUMNS: usize = 64;
/// Longest row, in bytes.
const MAX_ROW: usize = 8192;
/// Farthest list of columns before the rows, in bytes.
const FAR: usize = 2048;

/// Adds the values in the rows of `text`, by place.
pub fn read(text: &str, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let bytes = text.as_bytes();
    let (mut at, mut cells) = (0, Vec::new());
    while let Some(len) = bytes.get(at..).and_then(|rest| memchr::memchr(b'[', rest)) {
        let open = at + len;
        at = open + 1;
        let next = behind_blanks(bytes, at);
        if bytes.get(next) == Some(&b'[') {
            at = rows(text, open, next, names, &mut cells);
        }
    }
    merge(found, cells);
}

/// Reads the rows from the one at `first` on, whose list begins at `open`, and returns the place behind the last of them.
fn rows(text: &str, open: usize, first: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) -> usize {
    let bytes = text.as_bytes();
    let Some((head, mut end)) = row(text, first) else { return first + 1 };
    let columns = match columns_before(text, open) {
        Some(columns) if columns.len() == head.len() || columns.len() + 1 == head.len() => {
            let known = known(text, &columns, names);
            add(&known, &head, found);
            known
        }
        _ => {
            let named = known(text, &head, names);
            match columns_behind(text, end).filter(|columns| columns.len() == head.len()) {
                Some(columns) if named.iter().all(Option::is_none) => {
                    let known = known(text, &columns, names);
                    add(&known, &head, found);
                    known
                }
                _ => named,
            }
        }
    };
    if columns.iter().all(Option::is_none) {
        return end;
    }
    while bytes.get(behind_blanks(bytes, end)) == Some(&b',') {
        let next = behind_blanks(bytes, behind_blanks(bytes, end) + 1);
        let Some((cells, behind)) = row(text, next) else { break };
        add(&columns, &cells, found);
        end = behind;
    }
    end
}

/// The name of a column and its place.
type Column = Option<(Range<usize>, Known)>;

/// The names of `columns` that are known.
fn known(text: &str, columns: &[Range<usize>], names: &mut Names<'_>) -> Vec<Column> {
    let known = |place: &Range<usize>| {
        let name = text.get(place.clone()).filter(|name| !name.is_empty() && is_name(name))?;
        Some((place.clone(), names.look_up(name)?))
    };
    columns.iter().map(known).collect()
}

/// Adds the cells of a row that have a name.
fn add(columns: &[Column], cells: &[Range<usize>], found: &mut Vec<Cell>) {
    for (column, value) in columns.iter().zip(cells) {
        if let Some((name, known)) = column
            && !value.is_empty()
        {
            found.push(Cell { name: name.clone(), value: value.clone(), known: known.0 });
        }
    }
}

/// Members that hold the names of columns.
const LISTS: [&str; 6] = ["columns\"", "fields\"", "headers\"", "header\"", "cols\"", "columnNames\""];

/// The values of the list of names that stands right behind the rows, of which one ends at `end`: `"rows": [[…]], "columns": ["name", …]`.
fn columns_behind(text: &str, end: usize) -> Option<Vec<Range<usize>>> {
    let near = window::behind(text, end, FAR);
    let close = near.trim_start().strip_prefix(']').map(|rest| near.len() - rest.len());
    let behind = close.or_else(|| near.find("]]").map(|at| at + 2))?;
    let rest = near[behind..].trim_start().strip_prefix(',')?.trim_start().strip_prefix('"')?;
    let list = LISTS.iter().find_map(|list| rest.strip_prefix(list))?.trim_start().strip_prefix(':')?.trim_start();
    row(text, end + near.len() - list.len()).map(|(columns, _)| columns)
}

/// The values of the list of names that stands nearest before the rows at `open`: `"columns": ["name", …], "data": [[…`, or
/// `"fields": [{"name": "name", …}, …]`.
fn columns_before(text: &str, open: usize) -> Option<Vec<Range<usize>>> {
    let head = window::before(text, open, FAR);
    let from = open - head.len();
    let place = LISTS.iter().filter_map(|list| Some(head.rfind(list)? + list.len())).max()?;
    let bytes = text.as_bytes();
    let list = behind_blanks(bytes, behind_blanks(bytes, from + place) + 1);
    if bytes.get(list) != Some(&b'[') {
        return None;
    }
    if bytes.get(behind_blanks(bytes, list + 1)) != Some(&b'{') {
        return row(text, list).map(|(columns, _)| columns);
    }
    // Objects with the name of each column.
    const NAME: &str = "\"name\"";
    let mut columns = Vec::new();
    for (at, _) in text.get(list..open)?.match_indices(NAME).take(MAX_COLUMNS) {
        let value = behind_blanks(bytes, behind_blanks(bytes, list + at + NAME.len()) + 1);
        columns.push(string(text, value)?.0);
    }
    Some(columns)
}

/// The values of the flat list at `at` and the place behind it; strings are without quotes, and `null` is empty. `None` if it holds
/// lists or objects, or is no list.
fn row(text: &str, at: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let bytes = text.as_bytes().get(..(at + MAX_ROW).min(text.len()))?;
    (bytes.get(at) == Some(&b'[')).then_some(())?;
    let (mut values, mut from) = (Vec::new(), behind_blanks(bytes, at + 1));
    while values.len() < MAX_COLUMNS {
        let (value, end) = match bytes.get(from)? {
            b'"' => string(text, from)?,
            b'[' | b'{' => return None,
            _ => {
                let len = bytes.get(from..)?.iter().position(|b| matches!(b, b',' | b']' | b'[' | b'{'))?;
                let value = super::trimmed(text, from..from + len, &[]);
                let is_null = text.get(value.clone()) == Some("null");
                (if is_null { from..from } else { value }, from + len)
            }
        };
        values.push(value);
        let sign = behind_blanks(bytes, end);
        match bytes.get(sign)? {
            b',' => from = behind_blanks(bytes, sign + 1),
            b']' => return Some((values, sign + 1)),
            _ => return None,
        }
    }
    None
}

/// The contents of the string at `at`, and the place behind it.
fn string(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let bytes = text.as_bytes().get(..(at + MAX_ROW).min(text.len()))?;
    (bytes.get(at) == Some(&b'"')).then_some(())?;
    let mut close = at + 1;
    loop {
        close += memchr::memchr(b'"', bytes.get(close..)?)?;
        let escapes = bytes[at + 1..close].iter().rev().take_while(|b| **b == b'\\').count();
        if escapes % 2 == 0 {
            return Some((at + 1..close, close + 1));
        }
        close += 1;
    }
}

/// The place of the first byte from `at` on that is no blank.
fn behind_blanks(bytes: &[u8], at: usize) -> usize {
    /// Most blanks.
    const MOST: usize = 256;
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take(MOST).take_while(|b| b.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn lists_of_lists_have_columns() {
        for (text, expected) in [
            (r#"[["hue","ssn"],["X","7-8"],["Y","8-9"]]"#, vec![("ssn", "7-8"), ("ssn", "8-9")]),
            (
                "{\"columns\": [\"hue\", \"ssn\"], \"rows\": [\n  [\"X\", \"7-8\"],\n  [\"Y\", null]\n]}",
                vec![("ssn", "7-8")],
            ),
            (
                r#"{"columns":["hue","ssn"],"index":[0,1],"data":[["a]\"b",7],["Y",8]]}"#,
                vec![("ssn", "7"), ("ssn", "8")],
            ),
            (r#"{"fields":[{"name":"hue"},{"name":"ssn","type":"x"}],"data":[["X","7"]]}"#, vec![("ssn", "7")]),
            (r#"{"rows":[["X","7-8"],["Y","8-9"]],"columns":["hue","ssn"]}"#, vec![("ssn", "7-8"), ("ssn", "8-9")]),
            (r#"{"rows":[["X","7-8"]], "columns": ["hue", "ssn"]}"#, vec![("ssn", "7-8")]),
            (r#"[["hue","sum"],["X","7"]]"#, vec![]),
            ("let x = [[1, 2], [3, 4]]; m[[", vec![]),
            ("[[\"ssn\", {", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
