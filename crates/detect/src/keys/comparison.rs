//! Comparisons whose sign is a word or a call, as of SQL and of tests, `expect(user.ssn).toBe('078-05-1120')`: `phone LIKE '%600123987%'`, `ssn IN ('078-05-1120', …)`; assignments of R, `ssn <- c("078-05-1120")`, `ssn = c("078-05-1120")`; and what databases say of
//! values that break a constraint: `Key (ssn)=(078-05-1120) already exists.`, `Duplicate entry '078-05-1120' for key 'uk_ssn'`.

use std::ops::Range;

use super::{Keys, MAX_NAME, MAX_VALUE, Value, named_calls, quote::quoted_len};
use crate::text::{line, place_of, run_before, window};

/// The literals behind an operator that may be values.
#[derive(Clone, Copy)]
enum Words {
    /// Those with digits enough for a number of somebody.
    Numbered,
    /// Those that are no single word.
    Plain,
    All,
}

/// Fewest digits of such a number.
pub(super) const FEWEST: usize = 3;

/// Most values of a list that are looked at.
const MOST: usize = 32;

impl Keys {
    /// The literals behind `LIKE`, `IN (`, `<-`, `toBe(` or another operator, which stands at `word` and whose first quote ends it, if a pattern knows the
    /// column before.
    pub fn of_comparison<'a>(&'a self, text: &'a str, word: &Range<usize>) -> impl Iterator<Item = Value<'a>> {
        let column = match &text[word.clone()] {
            operator if operator.starts_with("default") => {
                named_calls::declared(line::before(text, word.start, MAX_NAME)).and_then(|name| place_of(text, name))
            }
            // Steps of tests: `When I fill in "ssn" with "…"`.
            operator if operator.starts_with("with") => {
                let head = line::before(text, word.start, MAX_NAME).strip_suffix("\" ");
                head.and_then(|head| place_of(text, &head[head.rfind('"')? + 1..]))
            }
            operator if operator.starts_with(['|', '?']) => assigned(text, word.start),
            _ => column(text, word.start),
        };
        let known = column.clone().and_then(|name| Some((self.of_name(text.get(name.clone())?)?, name)));
        let operator = &text[word.clone()];
        let is_list = operator.contains("c(") || operator.contains(" (");
        let most = match operator.as_bytes() {
            // What a program compares with, or stands in for what is missing, is a word of its own more often than a value.
            [b'=' | b'|' | b'?', ..] if !is_list => Words::Numbered,
            [b't' | b'i' | b'e', ..] if operator.contains('(') && !operator.contains("type(") && !is_list => {
                Words::Plain
            }
            _ => Words::All,
        };
        let mut from = Some(word.end);
        let literals = std::iter::from_fn(move || {
            let start = from?;
            let quote = text.as_bytes().get(start - 1).copied().map(char::from)?;
            let end = start + quoted_len(text.get(start..)?, quote, 0, MAX_VALUE)?;
            let behind = text.get(end + 1..).unwrap_or_default();
            let next = behind.strip_prefix(',').map(|rest| rest.trim_start_matches([' ', '\n', '\r', '\t']));
            let next = next.filter(|next| is_list && next.starts_with(quote));
            from = next.map(|next| text.len() - next.len() + 1);
            Some(start..end)
        });
        let literals = literals.take(MOST).map(move |place| without_wildcards(text, place));
        let named = move |place: Range<usize>| known.clone().map(|(known, name)| self.named(known, name, place));
        let is_value = move |place: &Range<usize>| {
            let found = &text[place.clone()];
            let digits = found.bytes().filter(u8::is_ascii_digit).count();
            let fits = match most {
                Words::Numbered => digits >= FEWEST,
                Words::Plain => digits > 0 || found.contains([' ', '@']),
                Words::All => true,
            };
            fits && !found.is_empty()
        };
        literals.filter(is_value).filter_map(named)
    }
}

impl Keys {
    /// The values that a message about a broken constraint, which begins with `word`, tells with the names of their columns.
    pub fn of_violation<'a>(&'a self, text: &'a str, word: &Range<usize>) -> Vec<Value<'a>> {
        let pairs = match text[word.clone()].ends_with('\'') {
            true => duplicate_entry(text, word.end).into_iter().collect(),
            false => key_of_constraint(text, word.end),
        };
        let known = |name: Range<usize>| Some((self.of_name(text.get(name.clone())?)?, name));
        let named = |(name, value)| known(name).map(|(known, name)| self.named(known, name, value));
        pairs.into_iter().filter_map(named).collect()
    }
}

/// The column and the value of MySQL's message whose value begins at `at`. An index has the name of its column in its own.
fn duplicate_entry(text: &str, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    const MARKS: [&str; 9] = ["uk", "uq", "ux", "idx", "ix", "unique", "uniq", "key", "index"];
    let end = at + quoted_len(text.get(at..)?, '\'', 0, MAX_VALUE)?;
    let rest = text.get(end + 1..)?.strip_prefix(" for key '")?;
    let name = rest.get(..rest.find('\'').filter(|len| *len <= MAX_NAME)?)?;
    let name = name.rsplit('.').next().unwrap_or(name);
    let mut parts: Vec<&str> = name.split('_').collect();
    while parts.last().is_some_and(|part| MARKS.contains(part)) {
        parts.pop();
    }
    let first = parts.iter().take_while(|part| MARKS.contains(part)).count();
    let (first, last) = (parts.get(first)?, parts.last()?);
    let start = place_of(text, first)?.start;
    Some((start..place_of(text, last)?.end, at..end))
}

/// The columns and the values of PostgreSQL's message whose columns begin at `at`: `(name, ssn)=(Ann, 078-05-1120)`.
fn key_of_constraint(text: &str, at: usize) -> Vec<(Range<usize>, Range<usize>)> {
    let near = window::behind(text, at, MAX_NAME + MAX_VALUE);
    let Some((columns, rest)) = near.split_once(")=(") else { return Vec::new() };
    let Some(values) = rest.split(')').next().filter(|_| columns.len() <= MAX_NAME) else { return Vec::new() };
    let is_one = !columns.contains(", ");
    let values: Vec<&str> = if is_one { vec![values] } else { values.split(", ").collect() };
    let columns = columns.split(", ").map(|column| column.trim_matches('"'));
    columns.zip(values).filter_map(|(column, value)| Some((place_of(text, column)?, place_of(text, value)?))).collect()
}

/// The name of the column before the word at `at`, with that of its table: `p.phone`, `lower(email)`.
fn column(text: &str, at: usize) -> Option<Range<usize>> {
    let head = window::before(text, at, MAX_NAME).trim_end_matches([' ', '\n', '\t', '.', '{', ':']);
    let head = [" NOT", " not", ".not"].iter().find_map(|not| head.strip_suffix(not)).unwrap_or(head);
    let head = head.trim_end_matches([')', '"', '\'', '`', ']']);
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let name = run_before(head, stands);
    place_of(text, name).filter(|place| !place.is_empty())
}

/// The name of what is assigned behind it, where another value stands in for it at `at`: `ssn = process.env.X || '…'`.
fn assigned(text: &str, at: usize) -> Option<Range<usize>> {
    let head = line::before(text, at, 2 * MAX_NAME);
    let (name, first) = head.rsplit_once('=')?;
    let is_path =
        first.trim().chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '\'' | '"' | '?'));
    let name = run_before(name.trim_end(), |c| c.is_alphanumeric() || c == '_');
    (is_path && !name.is_empty()).then(|| place_of(text, name))?
}

/// `place` without the signs of patterns at its ends.
fn without_wildcards(text: &str, place: Range<usize>) -> Range<usize> {
    let found = text.get(place.clone()).unwrap_or_default();
    let bare = found.trim_start_matches('%');
    let start = place.end - bare.len();
    start..start + bare.trim_end_matches('%').len()
}
