//! Spans of a text: conflicts between them, and their replacement. Offsets count code points.

use std::{borrow::Cow, cmp::Reverse, collections::HashMap};

use super::refusal::Refusal;

/// A span with its entity.
#[derive(Clone, Debug)]
pub struct EntitySpan<'b> {
    /// The first code point.
    pub start: usize,
    /// The code point behind the last one.
    pub end: usize,
    /// The name of its entity.
    pub entity: Cow<'b, str>,
    /// The score; `None` in requests to restore.
    pub score: Option<f64>,
}

impl EntitySpan<'_> {
    fn score(&self) -> f64 {
        self.score.unwrap_or_default()
    }
}

/// The spans to replace, of all that a request names, by start: overlapping ones of one entity become one, those within
/// another go, and of equal ones the best stays; neighbours of one entity with blanks between become one.
pub fn resolve<'b>(mut spans: Vec<EntitySpan<'b>>, text: &Characters<'_>) -> Vec<EntitySpan<'b>> {
    spans.sort_by_key(|span| (span.start, Reverse(span.end)));
    let spans = without_contained(merged(spans));
    let mut joined: Vec<EntitySpan<'b>> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if last.entity == span.entity && text.is_blank(last.end, span.start) => {
                last.end = span.end;
                last.score = span.score;
            }
            _ => joined.push(span),
        }
    }
    joined
}

/// The spans, in order, where overlapping ones of one entity are one.
fn merged(spans: Vec<EntitySpan<'_>>) -> Vec<EntitySpan<'_>> {
    let mut last: HashMap<Cow<'_, str>, usize> = HashMap::new();
    let mut merged: Vec<EntitySpan<'_>> = Vec::with_capacity(spans.len());
    for span in spans {
        let at = last.get(&span.entity).copied();
        match at.and_then(|at| merged.get_mut(at)).filter(|last| last.end > span.start) {
            Some(last) => {
                last.end = last.end.max(span.end);
                last.score = Some(last.score().max(span.score()));
            }
            None => {
                last.insert(span.entity.clone(), merged.len());
                merged.push(span);
            }
        }
    }
    merged
}

/// The spans without those within another.
fn without_contained(mut spans: Vec<EntitySpan<'_>>) -> Vec<EntitySpan<'_>> {
    spans.sort_by(|a, b| {
        (a.start, Reverse(a.end)).cmp(&(b.start, Reverse(b.end))).then_with(|| b.score().total_cmp(&a.score()))
    });
    let mut end = None;
    spans.retain(|span| {
        let is_outside = end.is_none_or(|end| span.end > end);
        end = end.max(Some(span.end));
        is_outside
    });
    spans
}

/// A text with the places of its code points.
pub struct Characters<'t> {
    text: &'t str,
    /// The first byte of each code point, and the length of the text, in bytes.
    places: Vec<usize>,
}

impl<'t> Characters<'t> {
    /// The memory for a byte of text, in bytes.
    pub const MEMORY: usize = size_of::<usize>();

    /// The places in `text`.
    pub fn new(text: &'t str) -> Self {
        let places = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        Self { text, places }
    }

    fn count(&self) -> usize {
        self.places.len() - 1
    }

    /// The text between two code points, of which none lies outside and the first is not behind the second.
    fn slice(&self, start: usize, end: usize) -> &'t str {
        &self.text[self.places[start]..self.places[end]]
    }

    /// Reports whether there are blanks between two code points, at least one, and nothing else.
    fn is_blank(&self, start: usize, end: usize) -> bool {
        start < end && end <= self.count() && self.slice(start, end).bytes().all(|byte| byte == b' ')
    }
}

/// A span of the text that came out.
#[derive(Debug)]
pub struct Replacement<'t> {
    /// The first code point.
    pub start: usize,
    /// The code point behind the last one.
    pub end: usize,
    /// The text that stands there.
    pub text: Cow<'t, str>,
}

/// The text with each span replaced, and the replacements in the order of the spans, which are sorted by start.
///
/// # Errors
/// If a span lies outside the text, `replace` refuses, or the result has more than `max_bytes`.
pub fn replace<'t>(
    text: &Characters<'t>,
    spans: &'t [EntitySpan<'_>],
    max_bytes: usize,
    replace: impl Fn(&'t EntitySpan<'_>, &'t str) -> Result<Cow<'t, str>, Refusal>,
) -> Result<(String, Vec<Replacement<'t>>), Refusal> {
    let count = text.count();
    let (mut whole, mut replacements) = (String::with_capacity(text.text.len()), Vec::with_capacity(spans.len()));
    // The part of the text and the part of the result that are done, in code points.
    let (mut done, mut written) = (0, 0);
    for (at, span) in spans.iter().enumerate() {
        let (start, end) = (span.start, span.end);
        if start > count || end > count {
            return Err(Refusal::invalid(format!(
                "Invalid analyzer result, start: {start} and end: {end}, while text length is only {count}."
            )));
        }
        whole.push_str(text.slice(done.min(start), start));
        written += start.saturating_sub(done);
        let replacement = replace(span, text.slice(start, end))?;
        whole.push_str(&replacement);
        if whole.len() > max_bytes {
            return Err(Refusal::invalid(format!("the result would have more than {max_bytes} bytes")));
        }
        let start = written;
        written += replacement.chars().count();
        replacements.push(Replacement { start, end: written, text: replacement });
        // Where the next span begins within this one, the text goes on there.
        done = spans.get(at + 1).map_or(end, |next| end.min(next.start));
    }
    whole.push_str(text.slice(done, count));
    Ok((whole, replacements))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(list: &[(usize, usize, &'static str, f64)]) -> Vec<EntitySpan<'static>> {
        let span = |&(start, end, entity, score): &(usize, usize, &'static str, f64)| EntitySpan {
            start,
            end,
            entity: entity.into(),
            score: Some(score),
        };
        list.iter().map(span).collect()
    }

    fn resolved(text: &str, list: &[(usize, usize, &'static str, f64)]) -> Vec<(usize, usize, String)> {
        let resolved = resolve(spans(list), &Characters::new(text));
        resolved.into_iter().map(|span| (span.start, span.end, span.entity.into_owned())).collect()
    }

    #[test]
    fn conflicts_are_resolved_as_presidio_does() {
        let text = "ab  cd efghijk";
        for (list, expected) in [
            (&[(0, 5, "A", 0.5), (3, 8, "A", 0.9)][..], &[(0, 8, "A")][..]),
            (&[(0, 5, "A", 0.5), (1, 4, "B", 0.9)], &[(0, 5, "A")]),
            (&[(0, 5, "A", 0.5), (0, 5, "B", 0.9)], &[(0, 5, "B")]),
            (&[(0, 5, "A", 0.5), (3, 8, "B", 0.9)], &[(0, 5, "A"), (3, 8, "B")]),
            (&[(0, 2, "A", 0.5), (4, 6, "A", 0.9)], &[(0, 6, "A")]),
            (&[(0, 2, "A", 0.5), (4, 6, "B", 0.9)], &[(0, 2, "A"), (4, 6, "B")]),
        ] {
            let expected: Vec<_> = expected.iter().map(|&(start, end, name)| (start, end, name.to_owned())).collect();
            assert_eq!(resolved(text, list), expected, "{list:?}");
        }
    }

    #[test]
    fn overlapping_spans_are_replaced_without_repeating_text() {
        let (text, list) = (Characters::new("äbcdefgh"), spans(&[(1, 5, "A", 1.0), (3, 6, "B", 1.0)]));
        let named = |span: &EntitySpan<'_>, _: &str| Ok(Cow::Owned(format!("<{}>", span.entity)));
        let (whole, replacements) = replace(&text, &list, 100, named).unwrap();
        assert_eq!(whole, "ä<A><B>gh");
        let places: Vec<_> = replacements.iter().map(|one| (one.start, one.end)).collect();
        assert_eq!(places, [(1, 4), (4, 7)]);
        assert!(replace(&text, &list, 5, named).is_err());
        assert!(replace(&text, &spans(&[(0, 9, "A", 1.0)]), 100, named).is_err());
    }
}
