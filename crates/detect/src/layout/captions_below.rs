//! Captions below values, as forms on paper have them: in brackets under the value, or under the line that the value is written on.
//!
//! ```text
//! Roe, Jane                     29.02.1984
//! (Name, Vorname)               (Geburtsdatum)
//!
//! Jane Roe                      02/29/1984
//! __________________________    ______________
//! Print name                    Date of birth
//! ```

use std::ops::Range;

use super::{Cell, MAX_NAME, Names, trimmed};
use crate::text::line;

/// Longest line, in bytes, and longest value.
const MAX_LINE: usize = 240;
const MAX_VALUE: usize = 96;

/// Adds the values above `line`, which captions in brackets or a line to write on and captions below it name, and returns the place behind
/// the captions; `None` if there are none.
pub fn read(text: &str, line: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    let content = text.get(line.clone()).filter(|content| content.len() <= MAX_LINE)?;
    let captions = match content.trim_start_matches([' ', '\t']).as_bytes().first()? {
        b'(' => bracketed(text, line)?,
        b'_' if is_rule(content) && line.end < text.len() => fields(text, line::row(text, line.end + 1))?,
        _ => return None,
    };
    let above = line_above(text, line.start)?;
    let values = fields(text, above.clone())?;
    // The line above may have been read as a label and its value.
    while found.last().is_some_and(|last| last.value.start >= above.start && last.known.is_none()) {
        found.pop();
    }
    let from = found.len();
    for (number, caption) in captions.iter().enumerate() {
        let known =
            text.get(caption.clone()).filter(|name| name.len() <= MAX_NAME).and_then(|name| names.look_up(name));
        let value = match values.len() == captions.len() {
            true => values.get(number),
            false => values.iter().find(|value| is_above(text, value, &above, caption)),
        };
        let (Some(known), Some(value)) = (known, value) else { continue };
        let words = text.get(value.clone()).unwrap_or_default();
        let is_value = words.len() <= MAX_VALUE && !words.contains([':', '_']) && names.look_up(words).is_none();
        let follows = found.last().is_none_or(|last| last.value.end <= value.start);
        if is_value && follows {
            found.push(Cell { name: caption.clone(), value: value.clone(), known: known.0 });
        }
    }
    (found.len() > from).then(|| captions.last().map_or(line.end, |caption| line::row(text, caption.start).end) + 1)
}

/// Reports whether `line` is one to write on: nothing but underscores and blanks, with several underscores in a row.
fn is_rule(line: &str) -> bool {
    /// Fewest underscores.
    const LEAST: usize = 6;
    line.bytes().all(|b| matches!(b, b'_' | b' ' | b'\t' | b'\r'))
        && line.bytes().filter(|b| *b == b'_').count() >= LEAST
}

/// The captions of a line that is of brackets alone, without them.
fn bracketed(text: &str, line: &Range<usize>) -> Option<Vec<Range<usize>>> {
    let (mut at, mut found) = (line.start, Vec::new());
    loop {
        let rest = text.get(at..line.end)?;
        let blanks = rest.len() - rest.trim_start().len();
        let Some(inner) = rest[blanks..].strip_prefix('(') else {
            return (rest.len() == blanks && !found.is_empty()).then_some(found);
        };
        let len = inner.find([')', '('])?;
        if !inner[len..].starts_with(')')
            || inner[..len].contains(|c: char| c.is_ascii_digit() || matches!(c, '=' | '"'))
        {
            return None;
        }
        let start = at + blanks + 1;
        found.push(trimmed(text, start..start + len, &[]));
        at = start + len + 1;
    }
}

/// The parts of the line at `line` that two blanks or more divide; `None` if it is blank or long.
fn fields(text: &str, line: Range<usize>) -> Option<Vec<Range<usize>>> {
    let content = text.get(line.clone()).filter(|content| content.len() <= MAX_LINE)?;
    let (mut at, mut found) = (line.start, Vec::new());
    for part in content.split("  ") {
        let place = trimmed(text, at..at + part.len(), &[]);
        if !place.is_empty() {
            found.push(place);
        }
        at += part.len() + "  ".len();
    }
    (!found.is_empty()).then_some(found)
}

/// The line above the one that begins at `start`.
fn line_above(text: &str, start: usize) -> Option<Range<usize>> {
    let end = start.checked_sub(1)?;
    let far = text.ceil_char_boundary(end.saturating_sub(MAX_LINE));
    let from = memchr::memrchr(b'\n', &text.as_bytes()[far..end]).map_or(far, |at| far + at + 1);
    (from > far || far == 0).then_some(from..end)
}

/// Reports whether `value`, on the line at `above`, stands over `caption`, counted in characters from the start of each line.
fn is_above(text: &str, value: &Range<usize>, above: &Range<usize>, caption: &Range<usize>) -> bool {
    let below = caption.start - line::before(text, caption.start, MAX_LINE).len();
    let column = |from: usize, at: usize| text.get(from..at).map_or(0, |head| head.chars().count());
    let [start, end] = [value.start, value.end].map(|at| column(above.start, at));
    let [first, last] = [caption.start, caption.end].map(|at| column(below, at));
    start < last && first < end
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn captions_name_what_stands_above_them() {
        for (text, expected) in [
            ("8-1\n(SSN)\n", vec![("SSN", "8-1")]),
            ("8-1          X Y\n(SSN)        (Hue)\n", vec![("SSN", "8-1")]),
            ("X            8-1\n_________    ______\nHue          SSN\n\nZ\n", vec![("SSN", "8-1")]),
            ("             8-1\n______________________\nHue          SSN\n", vec![("SSN", "8-1")]),
            ("8-1\n(ssn = 7)\n", vec![]),
            ("8-1\n\n(SSN)\n", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
