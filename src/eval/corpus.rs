//! Annotated texts: one line of a JSON Lines file each.
//!
//! ```
//! use masquerade::eval::corpus;
//! use masquerade_detect::text::Unit;
//! let line = br#"{"text": "Ann is 7", "entities": [{"start": 0, "end": 3, "label": "PER"}], "source": "me"}"#;
//! let document = corpus::parse(line, Unit::Codepoint).unwrap();
//! assert_eq!(document.mentions[0].span.slice(&document.text), "Ann");
//! ```

use std::{borrow::Cow, fmt};

use crate::input::{Dialect, Fault, Item, Problem, Problems, json, read};
use masquerade_detect::text::{Span, Unit, UnitCursor};

/// A text with its annotations.
#[derive(Clone)]
pub struct Document<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// The annotations, in the order of the line.
    pub mentions: Vec<Annotation<'a>>,
}

/// An annotation: a span with a label of the corpus.
#[derive(Clone)]
pub struct Annotation<'a> {
    /// The span, in bytes of the text.
    pub span: Span,
    /// The label, as the corpus spells it.
    pub label: Cow<'a, str>,
}

/// The error of a line that is not an annotated text. Holds nothing of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// The line is not a JSON document.
    Syntax(json::SyntaxError),
    /// A member is missing, or offsets do not fit the text.
    Content(Problems),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problems = match self {
            Self::Syntax(error) if matches!(error.reason, json::Reason::NotUtf8(_)) => {
                return write!(f, "{}", error.reason);
            }
            Self::Syntax(error) => return write!(f, "not JSON: {}, at byte {}", error.reason, error.column),
            Self::Content(problems) => problems,
        };
        for (at, problem) in problems.list.iter().enumerate() {
            let separator = if at == 0 { "" } else { "; " };
            let pointer = if problem.pointer.is_empty() { "the line" } else { &problem.pointer };
            write!(f, "{separator}{pointer} {}", problem.detail)?;
        }
        if problems.more > 0 {
            write!(f, "; and {} more", problems.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for LineError {}

/// A mention with the offsets of the line.
struct RawMention<'a> {
    start: usize,
    end: usize,
    label: Cow<'a, str>,
}

/// Parses a line, whose offsets count `unit`s. Unknown members are ignored.
///
/// # Errors
/// All that is wrong with it.
pub fn parse(line: &[u8], unit: Unit) -> Result<Document<'_>, LineError> {
    // The corpus is the user's own, so only the depth is limited.
    let limits = json::Limits { depth: json::Limits::MAX_DEPTH, values: usize::MAX };
    let node = json::parse(line, limits).map_err(LineError::Syntax)?;
    let (text, raw) = read(node, Dialect::Json, |item| {
        let mut object = item.object()?;
        let text = object.required("text", |item| item.string());
        let mentions = object.required("entities", |item| item.list(usize::MAX, mention));
        object.ignore_rest();
        Some((text?, mentions?))
    })
    .map_err(LineError::Content)?;
    let spans = spans(&text, &raw, unit).map_err(LineError::Content)?;
    let mentions = raw.into_iter().zip(spans).map(|(raw, span)| Annotation { span, label: raw.label }).collect();
    Ok(Document { text, mentions })
}

fn mention<'a>(item: Item<'_, 'a>) -> Option<RawMention<'a>> {
    let mut object = item.object()?;
    let start = object.required("start", |item| item.offset());
    let end = object.required("end", |item| item.offset());
    let label = object.required("label", |item| item.string());
    object.ignore_rest();
    Some(RawMention { start: start?, end: end?, label: label? })
}

/// The spans of mentions, in bytes.
fn spans(text: &str, mentions: &[RawMention<'_>], unit: Unit) -> Result<Vec<Span>, Problems> {
    // Sorted, for one pass over the text.
    let mut offsets: Vec<usize> = mentions.iter().flat_map(|mention| [mention.start, mention.end]).collect();
    offsets.sort_unstable();
    offsets.dedup();
    let mut cursor = UnitCursor::new(text, unit);
    let bytes: Vec<Option<usize>> = offsets.iter().map(|&offset| cursor.byte_at(offset)).collect();
    let byte_at = |offset: usize| offsets.binary_search(&offset).ok().and_then(|at| *bytes.get(at)?);
    let (mut spans, mut problems) = (Vec::with_capacity(mentions.len()), Problems::default());
    for (index, &RawMention { start, end, .. }) in mentions.iter().enumerate() {
        let mut refuse = |name: &str, detail: String| {
            let pointer = format!("/entities/{index}/{name}");
            problems.list.push(Problem { fault: Fault::OutOfRange, pointer, detail, place: None });
        };
        if start >= end {
            refuse("end", format!("must be greater than its start, {start}, and is {end}"));
            continue;
        }
        let range = (byte_at(start), byte_at(end));
        for (name, offset, byte) in [("start", start, range.0), ("end", end, range.1)] {
            match byte {
                Some(_) => {}
                None if offset > unit.count(text) => {
                    refuse(
                        name,
                        format!("is {offset}, past the end of the text, which has {} {unit}s", unit.count(text)),
                    );
                }
                None => refuse(name, format!("is {offset}, which lies within a character")),
            }
        }
        if let (Some(start), Some(end)) = range {
            spans.extend(Span::new(text, start..end));
        }
    }
    if problems.list.is_empty() { Ok(spans) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        parse(line.as_bytes(), Unit::Codepoint).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn offsets_are_counted_in_the_unit_and_may_come_in_any_order() {
        let units = [(Unit::Codepoint, [3, 6, 0, 2]), (Unit::Utf16, [4, 7, 0, 3]), (Unit::Byte, [7, 11, 0, 6])];
        for (unit, [a, b, c, d]) in units {
            let line = format!(
                r#"{{"lang": {{"x": [1]}}, "entities": [{{"start": {a}, "end": {b}, "label": "A", "id": 7}},
                   {{"end": {d}, "start": {c}, "label": "B"}}], "text": "é😀 Jöe"}}"#
            );
            let document = parse(line.as_bytes(), unit).ok().unwrap();
            let shown = |mention: &Annotation<'_>| format!("{}={}", mention.label, mention.span.slice(&document.text));
            assert_eq!(document.mentions.iter().map(shown).collect::<Vec<_>>(), ["A=Jöe", "B=é😀"], "{unit}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_without_the_text() {
        for (line, expected) in [
            (r#"{"text": "secret""#, "not JSON: EOF while parsing an object, at byte 17"),
            ("[1]", "the line must be an object"),
            (r#"{"text": "secret"}"#, "/entities "),
            (r#"{"text": 5, "entities": []}"#, "/text must be a string"),
            (r#"{"text": "secret", "entities": [{"start": 1}]}"#, "/entities/0/end "),
            (
                r#"{"text": "sécret", "entities": [{"start": 0, "end": 7, "label": "A"}]}"#,
                "/entities/0/end is 7, past the end of the text, which has 6 codepoints",
            ),
            (
                r#"{"text": "secret", "entities": [{"start": 0, "end": 1, "label": "A"}, {"start": 3, "end": 3, "label": "A"}]}"#,
                "/entities/1/end must be greater than its start, 3, and is 3",
            ),
            (r#"{"text": "secret", "entities": [{"start": -1, "end": 3, "label": "A"}]}"#, "/entities/0/start must be"),
        ] {
            let found = error(line);
            assert!(found.contains(expected), "{line}: {found}");
            assert!(!found.is_empty() && !found.contains("secret") && !found.contains("sécret"), "{found}");
        }
        let split =
            parse(r#"{"text": "😀", "entities": [{"start": 0, "end": 1, "label": "A"}]}"#.as_bytes(), Unit::Utf16);
        assert_eq!(split.err().unwrap().to_string(), "/entities/0/end is 1, which lies within a character");
        let latin = parse(b"{\"text\": \"\xff\"}", Unit::Codepoint).err().unwrap();
        assert_eq!(latin.to_string(), "not UTF-8 at byte 10");
    }
}
