//! Bound values: those of the placeholders of a statement of SQL, as frameworks and databases log them behind it.
//!
//! ```text
//! insert into patient (hue, ssn) values (?, ?)
//! binding parameter [2] as [VARCHAR] - [078-05-1120]
//! ==> Parameters: X(String), 078-05-1120(String)
//! [generated in 0.00012s] ('X', '078-05-1120')
//! DETAIL:  parameters: $1 = 'X', $2 = '078-05-1120'
//! ```
//!
//! And values that do not fit the field that they are bound to: `on field 'ssn': rejected value [078-05-112]`.

use std::ops::Range;

use super::{Cell, Known, Names, html::merge, literals::Places, sql, table::is_name, trimmed};
use crate::text::{line, window};

/// Farthest statement, and longest list of values, in bytes.
const FAR: usize = 4096;
/// Most placeholders of a statement.
const MOST: usize = 64;

/// The logs of bound values, by the words before them.
const LOGS: [(&str, Log); 6] = [
    ("binding parameter ", Log::Single),
    ("Parameters: ", Log::Typed),
    ("arameters: $1 = ", Log::Numbered),
    ("[generated in ", Log::Tuple),
    ("[cached since ", Log::Tuple),
    ("[raw sql] ", Log::Tuple),
];

/// The form of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Log {
    /// One value on a line with its number, Hibernate's: `[2] as [VARCHAR] - [x]`, `(2:VARCHAR) <- [x]`.
    Single,
    /// All values with their types, MyBatis's: `x(String), 7(Integer)`.
    Typed,
    /// All values with their numbers, PostgreSQL's: `$1 = 'x', $2 = '7'`.
    Numbered,
    /// All values as one of Python's, SQLAlchemy's: `('x', 7)`.
    Tuple,
}

/// The name of a placeholder, if it is known.
type Column = Option<(Range<usize>, Known)>;

/// The literals that [`read`] takes the places of.
pub fn literals() -> Vec<&'static str> {
    LOGS.iter().map(|(word, _)| *word).chain([REJECTED]).collect()
}

/// Adds the values that are bound to placeholders beside a known name, by place.
pub fn read(text: &str, places: &Places, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let mut cells = Vec::new();
    // The last statement and its columns: many values follow one.
    let mut last: Option<(usize, Vec<Column>)> = None;
    for (word, log) in LOGS {
        for place in places.find(word) {
            let Some(start) = statement_before(text, place.start) else { continue };
            if last.as_ref().is_none_or(|(known, _)| *known != start) {
                last = Some((start, columns(text, start, place.start, names)));
            }
            let Some((_, columns)) = &last else { continue };
            add(text, place.end, log, columns, &mut cells);
        }
    }
    cells.extend(places.find(REJECTED).filter_map(|place| rejected(text, place.start, names)));
    // Two kinds of logs may have the same words.
    cells.sort_by_key(|cell| cell.value.start);
    cells.dedup_by(|next, kept| next.value.start < kept.value.end);
    merge(found, cells);
}

/// The words between a field and the value that does not fit it, as Spring reports them.
const REJECTED: &str = "': rejected value [";

/// The value that is rejected behind `at`, with the name of its field in quotes before: `on field 'ssn': rejected value [07-8]`.
fn rejected(text: &str, at: usize, names: &mut Names<'_>) -> Option<Cell> {
    /// Longest name and longest value, in bytes.
    const NAME: usize = 64;
    const VALUE: usize = 256;
    let name = line::before(text, at, NAME).rsplit('\'').next()?.rsplit('.').next()?;
    let known = names.look_up(Some(name).filter(|name| !name.is_empty() && is_name(name))?)?;
    let start = at + REJECTED.len();
    let value = line::behind(text, start, VALUE).split(']').next().filter(|value| !value.is_empty())?;
    Some(Cell { name: at - name.len()..at, value: start..start + value.len(), known: known.0 })
}

/// The place behind the verb of the last statement before `at`.
fn statement_before(text: &str, at: usize) -> Option<usize> {
    const VERBS: [&str; 8] =
        ["insert into ", "INSERT INTO ", "update ", "UPDATE ", "select ", "SELECT ", "delete from ", "DELETE FROM "];
    let near = window::before(text, at, FAR);
    let behind = VERBS.iter().filter_map(|verb| Some(near.rfind(verb)? + verb.len())).max()?;
    Some(at - near.len() + behind)
}

/// The known names of the placeholders of the statement between `start` and `end`.
fn columns(text: &str, start: usize, end: usize, names: &mut Names<'_>) -> Vec<Column> {
    let statement = text.get(start..end).unwrap_or_default();
    let values = ["values", "VALUES"].iter().filter_map(|word| statement.find(word)).min();
    let inserted = values.and_then(|values| sql::columns(text, start + values));
    let places =
        inserted.map_or_else(|| compared(text, start, statement), |places| places.into_iter().map(Some).collect());
    let known = |place: Option<Range<usize>>| {
        let name = text.get(place.clone()?).filter(|name| !name.is_empty() && is_name(name))?;
        Some((place?, names.look_up(name)?))
    };
    places.into_iter().take(MOST).map(known).collect()
}

/// The names that the placeholders of `statement`, which begins at `start`, are compared with or assigned to: `set phone = ?`.
fn compared(text: &str, start: usize, statement: &str) -> Vec<Option<Range<usize>>> {
    let bytes = statement.as_bytes();
    let is_placeholder =
        |at: usize| bytes[at] == b'?' || matches!(bytes[at..], [b'$', b'0'..=b'9', ..] | [b'%', b's', ..]);
    let places = (0..bytes.len()).filter(|at| is_placeholder(*at)).take(MOST);
    places
        .map(|at| {
            let head = window::before(statement, at, 64).trim_end();
            let head = head.trim_end_matches(['=', '<', '>', '!', ' ', '(', '\'']);
            let head =
                [" like", " LIKE", " ilike", " ILIKE"].iter().find_map(|sign| head.strip_suffix(sign)).unwrap_or(head);
            let head = head.trim_end_matches([' ', '"', '`', ')']);
            let len = head.bytes().rev().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
            let window = at - window::before(statement, at, 64).len();
            let place = trimmed(text, start + window + head.len() - len..start + window + head.len(), &[]);
            (len > 0).then_some(place)
        })
        .collect()
}

/// The length of the string that `inner` begins with, up to its quote; quotes within it are doubled.
fn string_len(inner: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + inner.get(from..)?.find('\'')?;
        if !inner[at + 1..].starts_with('\'') {
            return Some(at);
        }
        from = at + 2;
    }
}

/// Adds the values of the log behind `at` that have a known column.
fn add(text: &str, at: usize, log: Log, columns: &[Column], found: &mut Vec<Cell>) {
    let mut push = |number: usize, value: Range<usize>| {
        if let Some(Some((name, known))) = columns.get(number)
            && !value.is_empty()
        {
            found.push(Cell { name: name.clone(), value, known: known.0 });
        }
    };
    let near = line::behind(text, at, FAR);
    match log {
        Log::Single => {
            let near = line::before_escaped_end(near);
            let digits = near.get(1..).map_or(0, |rest| rest.bytes().take(4).take_while(u8::is_ascii_digit).count());
            let number = near.get(1..1 + digits).and_then(|number| number.parse::<usize>().ok());
            let open = [" - [", " <- ["].iter().filter_map(|sign| Some(near.find(sign)? + sign.len())).min();
            if let (Some(number), Some(open)) = (number, open)
                && let Some(close) = near.rfind(']').filter(|close| *close >= open)
                && let Some(number) = number.checked_sub(1)
            {
                push(number, at + open..at + close);
            }
        }
        Log::Typed => {
            let mut from = 0;
            for number in 0..columns.len() {
                let rest = near.get(from..).unwrap_or_default();
                let Some(close) = rest.find("), ").or_else(|| rest.strip_suffix(')').map(str::len)) else { return };
                let Some(open) = rest[..close].rfind('(') else { return };
                push(number, at + from..at + from + open);
                from += close + "), ".len();
            }
        }
        Log::Numbered => {
            let mut from = 0;
            for number in 0..columns.len() {
                let rest = near.get(from..).unwrap_or_default();
                // `NULL` has no quotes.
                let len = match rest.strip_prefix('\'') {
                    Some(inner) => {
                        let Some(len) = string_len(inner) else { return };
                        push(number, at + from + 1..at + from + 1 + len);
                        1 + len
                    }
                    None => 0,
                };
                let next = rest[len..].find(", $").and_then(|sign| Some(sign + rest[len + sign..].find(" = ")? + 3));
                let Some(next) = next else { return };
                from += len + next;
            }
        }
        Log::Tuple => {
            let Some(open) = near.find("] (").map(|sign| sign + 3).or_else(|| near.starts_with('(').then_some(1))
            else {
                return;
            };
            let (values, _) = sql::row(text, at + open);
            values.into_iter().enumerate().for_each(|(number, value)| push(number, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn bound_values_have_the_names_of_their_placeholders() {
        const INSERT: &str = "insert into t (hue, ssn, n) values (?, ?, ?)\n";
        for (log, expected) in [
            ("x binding parameter [2] as [VARCHAR] - [8-1]\n", vec![("ssn", "8-1")]),
            ("x binding parameter (2:VARCHAR) <- [8-1]\nx binding parameter (3:INT) <- [7]", vec![("ssn", "8-1")]),
            ("==> Parameters: X, Y(String), 8-1(String), 7(Integer)\n", vec![("ssn", "8-1")]),
            ("[generated in 0.1s] ('X', '8-1', 7)\n", vec![("ssn", "8-1")]),
            ("DETAIL:  parameters: $1 = 'X', $2 = '8-1', $3 = '7'\n", vec![("ssn", "8-1")]),
            ("DETAIL:  parameters: $1 = NULL, $2 = '8-1', $3 = '7'\n", vec![("ssn", "8-1")]),
            ("DETAIL:  parameters: $1 = 'O''X', $2 = '8-1'\n", vec![("ssn", "8-1")]),
            ("binding parameter [9] as [VARCHAR] - [8-1]\n", vec![]),
            ("binding parameter x\n", vec![]),
        ] {
            let text = [INSERT, log].concat();
            assert_eq!(cells(&text), expected, "{text}");
        }
        for (text, expected) in [
            ("select * from t where t.ssn = ? and n > ?\nParameters: 8-1(String), 7(Integer)", vec![("ssn", "8-1")]),
            ("UPDATE t SET ssn=$1 WHERE n = $2\nDETAIL:  parameters: $1 = '8-1', $2 = '7'", vec![("ssn", "8-1")]),
            ("Parameters: 8-1(String)", vec![]),
            ("Field error on field 'p.ssn': rejected value [8-1]; codes [x]", vec![("ssn", "8-1")]),
            ("on field 'hue': rejected value [8-1]; on field 'ssn': rejected value []", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
