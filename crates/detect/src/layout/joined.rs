//! Names and values that something else than a sign joins: entries of lists in programs, changes of attributes in plans, answers of
//! forms.
//!
//! ```text
//! mapOf("ssn" to "078-05-1120"), Map("ssn" -> "078-05-1120")
//! ~ ssn = "078-05-1120" -> "219-09-9999"
//! {"type":"text","text":"078-05-1120","field":{"ref":"ssn"}}
//! {{ person.ssn|default('078-05-1120') }}
//! Map.of("hue", "X", "ssn", "078-05-1120")
//! [("hue", "X"), ("ssn", "078-05-1120")]
//! s:3:"ssn";s:11:"078-05-1120";
//! {&quot;ssn&quot;:&quot;078-05-1120&quot;}, ?next=%2Fa%3Fssn%3D078-05-1120%26x, ssn\u003d078-05-1120
//! {"ssn": {"S": "078-05-1120"}, "dob": {"$date": "1984-02-29T00:00:00Z"}}
//! ```

use std::ops::Range;

use super::{Cell, Names, html::merge, literals::Places, table::is_name};
use crate::{keys::told, text::line};

/// Reads the value that a sign at a place of a text joins to its name.
type Reader = fn(&str, Range<usize>, &mut Names<'_>) -> Option<Cell>;

/// The signs between names and values, or behind both.
const SIGNS: [(&str, Reader); 15] = [
    // Elements of markup that is escaped within other markup.
    ("&gt;", element),
    // Between a name and its old value, behind which the new one stands.
    (" changed from ", changed),
    ("changed from ", unchanged),
    // Equals signs in strings of JSON and in parameters that hold an address.
    ("\\u003d", encoded),
    ("%3D", encoded),
    // Between a name and a value whose quotes markup escapes.
    ("&quot;:&quot;", escaped),
    ("&quot;: &quot;", escaped),
    // Between strings that PHP serialized, up to the length of the next one. In SQL its quote has a backslash before it.
    ("\";s:", serialized),
    // Before values in braces with their types, as DynamoDB and MongoDB write them.
    ("{\"S\":", of_type),
    ("{\"N\":", of_type),
    ("{\"$date\":", of_type),
    // The filter of templates that gives a missing variable a value.
    ("default(", stand_in),
    // Between the two literals of an entry.
    ("\" to \"", entry),
    ("\" -> \"", entry),
    // The field that an answer belongs to, behind the answer.
    ("\"field\":", answer),
];
/// Maps of Java, whose arguments are names and values in turn.
const MAP: &str = "Map.of(";
/// Longest name and longest value, in bytes.
const NAME: usize = 64;
const VALUE: usize = 256;

/// The literals that [`read`] takes the places of.
pub fn literals() -> Vec<&'static str> {
    SIGNS.iter().map(|(sign, _)| *sign).chain([MAP]).collect()
}

/// Adds the values of `text` that are joined to their names so, by place.
pub fn read(text: &str, places: &Places, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let mut cells = Vec::new();
    for place in places.find(MAP) {
        arguments(text, place.end, names, &mut cells);
    }
    // Most texts, and nearly all values of records, have no quote.
    if memchr::memchr2(b'"', b'\'', text.as_bytes()).is_some() {
        for at in memchr::memchr2_iter(b'(', b'[', text.as_bytes()) {
            if matches!(text.as_bytes().get(at + 1), Some(b'"' | b'\'')) {
                cells.extend(pair(text, at, names));
            }
        }
    }
    for (sign, read) in SIGNS {
        cells.extend(places.find(sign).filter_map(|place| read(text, place, names)));
    }
    cells.sort_by_key(|cell| cell.value.start);
    cells.dedup_by(|next, kept| next.value.start < kept.value.end);
    merge(found, cells);
}

/// The cell of `value` under the name at `place`, if it is known.
fn cell(text: &str, name: Range<usize>, value: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    let known = names.look_up(text.get(name.clone()).filter(|name| !name.is_empty() && is_name(name))?)?;
    (!value.is_empty()).then_some(Cell { name, value, known: known.0 })
}

/// The entry whose literals `sign` joins, from the quote that closes the first one to the quote that opens the second one.
fn entry(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    let (at, value) = (sign.start, literal(text, sign.end)?);
    let (before, first) = line::before(text, at, NAME + VALUE).rsplit_once('"')?;
    let head = before.trim_end();
    // The old value of an attribute stands first in a plan.
    if let Some(head) = head.strip_suffix('=').filter(|_| text[sign].contains('>')) {
        let name = head.trim_end().rsplit([' ', '\t']).next()?;
        let end = at - first.len() - 1 - (before.len() - head.trim_end().len());
        return cell(text, end - name.len()..end, value, names);
    }
    let is_entry = head.is_empty() || head.ends_with(['(', ',', '{']);
    let rest = text.get(value.end + 1..)?.trim_start_matches(' ');
    let ends = rest.starts_with([',', ')']) || line::ends(rest, 0);
    (is_entry && ends && first.len() <= NAME).then(|| cell(text, at - first.len()..at, value, names))?
}

/// The contents of the element whose tag ends with `sign`: `&lt;ssn&gt;078-05-1120&lt;/ssn&gt;`.
fn element(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    let rest = line::behind(text, sign.end, VALUE);
    let len = rest.find("&lt;/").filter(|len| *len > 0)?;
    let head = line::before(text, sign.start, NAME);
    let tag = &head[head.rfind("&lt;")? + "&lt;".len()..];
    let name = tag.split(' ').next()?.rsplit(':').next()?;
    let start = sign.start - tag.len() + tag.find(name)?;
    cell(text, start..start + name.len(), sign.end..sign.end + len, names)
}

/// The old value of what changed at `sign`.
fn unchanged(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    let head = line::before(text, sign.start, NAME).strip_suffix(' ')?;
    let name = sign.start - 1 - head.len()..sign.start - 1;
    let rest = line::behind(text, sign.end, VALUE);
    let quotes = rest.len() - rest.trim_start_matches(['"', '\'', '`']).len();
    let known = names.keys.of_name(&text[name.clone()])?;
    Some(Cell { name, value: told(text, sign.end + quotes)?, known: Some(known) })
}

/// The new value of what changed at `sign`: `SSN changed from 078-05-1120 to 219-09-9999`.
fn changed(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    let head = line::before(text, sign.start, NAME);
    let name = sign.start - head.len()..sign.start;
    let rest = line::behind(text, sign.end, VALUE);
    let to = rest.find(" to ")? + " to ".len();
    let quotes = rest[to..].len() - rest[to..].trim_start_matches(['"', '\'', '`']).len();
    let known = names.keys.of_name(&text[name.clone()])?;
    Some(Cell { name, value: told(text, sign.end + to + quotes)?, known: Some(known) })
}

/// The value that stands in for the variable before the filter `sign`: `{{ person.ssn | default('7') }}`.
fn stand_in(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    let (at, open) = (sign.start, sign.end);
    let head = line::before(text, at, NAME).trim_end().strip_suffix('|')?.trim_end();
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.');
    let variable = &head[head.len() - head.bytes().rev().take_while(stands).count()..];
    let name = variable.rsplit('.').next()?;
    let end = at - (line::before(text, at, NAME).len() - head.len());
    let rest = line::behind(text, open, VALUE);
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let len = rest[1..].find(quote)?;
    cell(text, end - name.len()..end, open + 1..open + 1 + len, names)
}

/// Adds the values of the map whose arguments begin at `at`.
fn arguments(text: &str, at: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    /// Most entries (`Map.of` takes ten).
    const MOST: usize = 10;
    let mut next = at;
    // The literal at `next`, and whether another argument follows.
    let mut argument = || {
        let blanks = text.get(next..)?.bytes().take(NAME).take_while(u8::is_ascii_whitespace).count();
        let place = text.get(next + blanks..)?.starts_with('"').then(|| literal(text, next + blanks + 1))??;
        let behind = text.get(place.end + 1..)?;
        next = place.end + 1 + usize::from(behind.starts_with(','));
        Some((place, behind.starts_with(',')))
    };
    for _ in 0..MOST {
        let Some((name, true)) = argument() else { return };
        let Some((value, goes_on)) = argument() else { return };
        found.extend(cell(text, name, value, names));
        if !goes_on {
            return;
        }
    }
}

/// The value of the list or the tuple of two literals that the bracket at `at` opens: `['ssn', '078-05-1120']`. The name of a function
/// stands before no list, and words in a list are names of their own: `["phone", "email"]`.
fn pair(text: &str, at: usize, names: &mut Names<'_>) -> Option<Cell> {
    let is_call = at.checked_sub(1).and_then(|before| text.as_bytes().get(before));
    if is_call.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b')' | b']' | b'"' | b'\'' | b'$')) {
        return None;
    }
    let near = line::behind(text, at + 1, NAME + VALUE);
    let quote = near.chars().next()?;
    let name_len = near[1..].find(quote).filter(|len| *len <= NAME)?;
    let rest = &near[1 + name_len + 1..];
    let second = rest.strip_prefix(',').map(|rest| rest.trim_start_matches(' ').trim_start_matches('u'))?;
    let inner = second.strip_prefix(quote)?;
    let len = inner.find(quote)?;
    let closing = if text.as_bytes()[at] == b'(' { ')' } else { ']' };
    // A rule for a value is none: `["password", "min:8"]`.
    let is_rule = inner[..len].split_once(':').is_some_and(|(rule, bound)| {
        rule.bytes().all(|b| b.is_ascii_lowercase()) && bound.bytes().all(|b| b.is_ascii_digit())
    });
    let has_digit = inner[..len].bytes().any(|b| b.is_ascii_digit());
    let is_value = has_digit && !is_rule && inner[len + 1..].starts_with(closing);
    let start = at + 1 + near.len() - inner.len();
    is_value.then(|| cell(text, at + 2..at + 2 + name_len, start..start + len, names))?
}

/// The string or the number that PHP serialized behind the one that `sign` ends: `s:3:"ssn";s:11:"078-05-1120";`.
fn serialized(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    const DIGITS: usize = 5;
    let (at, from) = (sign.start, sign.end);
    let head = line::before(text, at, NAME);
    let is_escaped = head.ends_with('\\');
    let head = head.strip_suffix('\\').unwrap_or(head);
    let name = head.rsplit('"').next()?;
    let end = at - usize::from(is_escaped);
    let rest = line::behind(text, from, VALUE);
    let digits = rest.bytes().take(DIGITS).take_while(u8::is_ascii_digit).count();
    let open = if is_escaped { ":\\\"" } else { ":\"" };
    let inner = rest[digits..].strip_prefix(open)?;
    let len: usize = rest[..digits].parse().ok()?;
    let close = if is_escaped { "\\\"" } else { "\"" };
    let is_whole = inner.get(len..)?.starts_with(close) && head.len() > name.len();
    let start = from + rest.len() - inner.len();
    is_whole.then(|| cell(text, end - name.len()..end, start..start + len, names))?
}

/// The value behind the encoded equals sign, which an encoded `&` ends, or what ends the whole.
fn encoded(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    let (at, end) = (sign.start, sign.end);
    let head = line::before(text, at, NAME);
    let name = &head[head.len() - head.bytes().rev().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count()..];
    // The digits of the sign before it belong to no name: `%26ssn`, `\u0026ssn`.
    let name = match &head.as_bytes()[..head.len() - name.len()] {
        [.., b'%'] => name.get(2..)?,
        [.., b'\\'] => name.get(5..)?,
        _ => name,
    };
    let rest = line::behind(text, end, VALUE);
    let len = rest.find(['&', '"', '\'', ' ', '<', '\\', ',', ';', ')']).unwrap_or(rest.len());
    let len = rest[..len].find("%26").or_else(|| rest[..len].find("%22")).unwrap_or(len);
    cell(text, at - name.len()..at, end..end + len, names)
}

/// The value behind `sign`, whose quotes markup escapes, as attributes hold JSON.
fn escaped(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    const QUOTE: &str = "&quot;";
    let (at, end) = (sign.start, sign.end);
    let head = line::before(text, at, NAME);
    let name = head.rsplit(QUOTE).next().filter(|name| name.len() < head.len())?;
    let rest = line::behind(text, end, VALUE);
    let len = rest.find(QUOTE)?;
    cell(text, at - name.len()..at, end..end + len, names)
}

/// The value behind its brace and its type, which are `sign`, under the name before the brace: `"ssn": {"S": "7"}`.
fn of_type(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    let (open, end) = (sign.start, sign.end);
    let head = line::before(text, open, NAME);
    let inner = head.trim_end().strip_suffix(':')?.trim_end().strip_suffix('"')?;
    let name = inner.rsplit('"').next()?;
    let name_end = open - (head.len() - inner.len());
    let blanks = usize::from(text.get(end..)?.starts_with(' '));
    let value = text.get(end + blanks..)?.starts_with('"').then(|| literal(text, end + blanks + 1))??;
    cell(text, name_end - name.len()..name_end, value, names)
}

/// The answer before `sign`, with which the field that it belongs to begins: `"text":"7","field":{"id":"x","ref":"ssn"}`.
fn answer(text: &str, sign: Range<usize>, names: &mut Names<'_>) -> Option<Cell> {
    /// Longest description of a field, in bytes.
    const FIELD: usize = 192;
    let at = sign.start;
    let head = line::before(text, at, VALUE).trim_end_matches([',', ' ']);
    let inner = head.strip_suffix('"')?;
    let open = inner.rfind('"')?;
    let end = at - (line::before(text, at, VALUE).len() - inner.len());
    let value = end - (inner.len() - open - 1)..end;
    let field = line::behind(text, at, FIELD);
    let field = &field[..field.find('}')?];
    let name = field.find("\"ref\":").map(|key| key + "\"ref\":".len())?;
    let quote = name + field[name..].find('"')? + 1;
    let len = field[quote..].find('"')?;
    let is_answer = inner[..open].trim_end().ends_with(':');
    is_answer.then(|| cell(text, at + quote..at + quote + len, value, names))?
}

/// The inside of the literal that begins at `at`, behind its quote.
fn literal(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, VALUE);
    let mut quotes = near.match_indices('"').map(|(quote, _)| quote);
    let len = quotes.find(|quote| !near[..*quote].ends_with('\\'))?;
    Some(at..at + len)
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn entries_and_answers_have_names() {
        for (text, expected) in [
            ("val m = mapOf(\"hue\" to \"X\", \"ssn\" to \"7-8\")", vec![("ssn", "7-8")]),
            ("mapOf(\n    \"ssn\" to \"7 \\\" 8\",\n)", vec![("ssn", "7 \\\" 8")]),
            ("Map(\"ssn\" -> \"7-8\", \"hue\" -> \"X\")", vec![("ssn", "7-8")]),
            ("  ~ ssn    = \"7\" -> \"8-1\"\n  ~ hue = \"X\" -> \"Y\"\n", vec![("ssn", "8-1")]),
            (
                r#"[{"type":"text","text":"7-8","field":{"id":"x","ref":"q_ssn"}},{"text":"9","field":{"ref":"hue"}}]"#,
                vec![("q_ssn", "7-8")],
            ),
            ("Your number: {{ person.ssn|default('7-8') }}", vec![("ssn", "7-8")]),
            ("{{ ssn | default(\"7-8\", true) }} {{ hue|default('X') }} {{ ssn|default(x) }}", vec![("ssn", "7-8")]),
            ("Map.of(\"hue\", \"X\", \"ssn\", \"7-8\")", vec![("ssn", "7-8")]),
            ("ImmutableMap.of(\n  \"ssn\", \"7-8\",\n  \"hue\", x)", vec![("ssn", "7-8")]),
            ("Map.of(ssn, \"7-8\") Map.of(\"ssn\", y) Map.of(", vec![]),
            ("{\"ssn\": {\"S\": \"7-8\"}, \"hue\": {\"S\": \"X\"}}", vec![("ssn", "7-8")]),
            ("{\"ssn\":{\"$date\":\"7-8\"},\"x\":{\"$date\":7}} {\"S\":", vec![("ssn", "7-8")]),
            ("OrderedDict([('hue', 'X'), ('ssn', '7-8')])", vec![("ssn", "7-8")]),
            ("&lt;ns:ssn x=1&gt;7-80&lt;/ns:ssn&gt; &gt; x", vec![("ssn", "7-80")]),
            ("my SSN changed from 7-88 to \"7-80\".", vec![("my SSN", "7-88"), ("my SSN", "7-80")]),
            ("bind: [\"ssn\",\"7-8\"] [\"hue\",\"7\"]", vec![("ssn", "7-8")]),
            ("f('ssn', '7-8') ['ssn', 'min:8'] ['ssn', 'hue'] x['ssn', '7'] ('ssn', '7', 8) ('", vec![]),
            ("a:2:{s:3:\"ssn\";s:3:\"7-8\";s:3:\"hue\";s:1:\"X\";}", vec![("ssn", "7-8")]),
            (r#"s:3:\"ssn\";s:3:\"7-8\";"#, vec![("ssn", "7-8")]),
            ("s:3:\"ssn\";s:9:\"7-8\"; \";s:", vec![]),
            ("<a data-x='{&quot;hue&quot;: &quot;X&quot;,&quot;ssn&quot;:&quot;7-8&quot;}'>", vec![("ssn", "7-8")]),
            ("/in?next=%2Fa%3Fssn%3D7-8%26hue%3DX", vec![("ssn", "7-8")]),
            (r#"{"url":"/a?hue\u003dX\u0026ssn\u003d7-8\u0026x\u003d1"}"#, vec![("ssn", "7-8")]),
            ("%3D %3D7 é%3Dé \\u003d &quot;:&quot;", vec![]),
            ("rename \"ssn\" to \"number\" everywhere", vec![]),
            ("from \"ssn\" to \"hue\" and", vec![]),
            ("\"x\" to \"", vec![]),
            ("\" -> \"\" to \"", vec![]),
            ("{\"field\":{\"ref\":\"ssn\"}}", vec![]),
            ("\"7\",\"field\":{\"ref\":\"ssn\"}", vec![]),
            ("é\" to \"é\"field\":é\"", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
