//! [`Place`]: a place of an answer where an original is put in, and the spelling of the original that fits there.
//!
//! An agent works on texts byte by byte: what a model copies from a request must come back as it stood there, whatever
//! escapes it has. So an original is put in as it was spelled where the surroundings are those of the request; without
//! the escapes of the strings that are gone, or with those of strings that are new, where they differ.

use std::borrow::Cow;

use super::embedded_json::{is_string_content, is_valid_content};
use crate::{
    anonymize::restore::{SourceSpelling, Surroundings},
    codec::syntax::json::{Str, escape},
};

/// Fewest bytes before a place by which it is known as a copy of another.
const COPIED: usize = 4;

/// A place of a text.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The surroundings as the line tells.
    pub(super) line: Surroundings,
    /// The number of JSON strings around it, as far as the text is known to be JSON.
    pub(super) levels: u8,
    /// True if the text is JSON as a whole.
    pub(super) is_json: bool,
}

impl Place {
    /// The spelling of `original` here, of which the request had these `spellings`, the latest last.
    pub(super) fn spell<'t>(&self, original: &'t str, spellings: &'t [SourceSpelling]) -> Cow<'t, str> {
        let Some((spelling, agreement)) = self.best(spellings) else {
            return self.escaped(original.into());
        };
        let text = self.moved(spelling, agreement);
        // A document must stay one.
        if self.levels == 0 || is_valid_content(&text) { text } else { escaped(text) }
    }

    /// The spelling whose place is most like this one, with the number of bytes before both that are equal.
    fn best<'t>(&self, spellings: &'t [SourceSpelling]) -> Option<(&'t SourceSpelling, usize)> {
        let ranked = spellings.iter().map(|spelling| (spelling, spelling.place.agreement(&self.line)));
        ranked.max_by_key(|(spelling, agreement)| (depth(spelling) == self.depth(), *agreement))
    }

    /// `spelling` as it is spelled here, where `agreement` bytes before are those before it.
    fn moved<'t>(&self, spelling: &'t SourceSpelling, agreement: usize) -> Cow<'t, str> {
        let (there, here, levels) = (depth(spelling), self.depth(), spelling.levels());
        let (text, is_certain) = (Cow::Borrowed(spelling.in_text()), self.certain_strings() > 0);
        if levels > 0 {
            let more = usize::from(self.certain_strings()).saturating_sub(levels);
            return match here <= there {
                // A quote in prose begins no string.
                _ if !is_certain && agreement < COPIED => spelling.forms[0].as_str().into(),
                true => spelling.raised_by(there - here).into(),
                false => (0..more.min(here - there)).fold(text, |text, _| escaped(text)),
            };
        }
        match here {
            _ if there == 0 => self.escaped(text),
            0 => text,
            _ if here < there => (here..there).fold(text, |text, _| unescaped(text)),
            _ if is_certain => {
                // An unescaped path may look as if it had escapes.
                let text = if is_string_content(&text) { text } else { escaped(text) };
                (there..here).fold(text, |text, _| escaped(text))
            }
            _ => text,
        }
    }

    /// `text`, which stood in no string, in the strings around the place.
    fn escaped<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        let strings = self.certain_strings();
        (0..strings).fold(text, |text, string| {
            // In a document that is JSON as a whole, the outermost string escapes whatever it holds.
            let is_document = self.is_json && string + 1 == strings;
            if !is_document && is_string_content(&text) { text } else { escaped(text) }
        })
    }

    /// The number of strings around the place that no prose has.
    fn certain_strings(&self) -> u8 {
        if self.line.is_member { self.levels.max(self.line.depth) } else { self.levels }
    }

    /// The number of strings around the place, by which it is compared with others.
    fn depth(&self) -> usize {
        if self.line.depth > 0 { self.line.depth.into() } else { self.levels.into() }
    }
}

/// The number of strings around the place of a spelling.
fn depth(spelling: &SourceSpelling) -> usize {
    if spelling.place.depth > 0 { spelling.place.depth.into() } else { spelling.levels() }
}

/// `text` with the escapes of one string more.
pub(in crate::engine::proxy) fn escaped(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut escaped = String::with_capacity(text.len() + 8);
    escape(&text, &mut escaped);
    escaped.into()
}

/// `text` without the escapes of a string, if it is the content of one.
pub(in crate::engine::proxy) fn unescaped(text: Cow<'_, str>) -> Cow<'_, str> {
    if !is_string_content(&text) {
        return text;
    }
    let content = Str { range: 0..text.len(), escaped: text.contains('\\') };
    let unescaped = content.decoded(&text).map(Cow::into_owned);
    unescaped.map_or(text, Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{anonymize::Original, engine::proxy::quotes::QuoteReader};

    /// The spelling behind `before`, in so many documents.
    fn spelling(before: &str, forms: &[&str]) -> SourceSpelling {
        let place = QuoteReader::default().behind(before);
        SourceSpelling { forms: forms.iter().map(|form| Original::new(form)).collect(), place }
    }

    /// The place behind `before`.
    fn place(before: &str, levels: u8, is_json: bool) -> Place {
        Place { line: QuoteReader::default().behind(before), levels, is_json }
    }

    #[test]
    fn an_original_has_the_escapes_of_the_strings_around_it() {
        let in_json = spelling("  \"key\": \"", &["a\"\\n", "a\\\"\\\\n"]);
        let in_line = spelling("KEY=\"", &["a\\\"\\\\n"]);
        let in_prose = spelling("the key is ", &["a\"\\n"]);
        let in_wrapped_line = spelling("{\"out\": \"KEY=\\\"", &["a\\\"\\\\n", "a\\\\\\\"\\\\\\\\n"]);
        for (source, before, levels, is_json, expected) in [
            (&in_json, "  \"key\": \"", 0, false, "a\\\"\\\\n"),
            (&in_json, "{\"key\":\"", 1, true, "a\\\"\\\\n"),
            (&in_json, "export KEY=", 0, false, "a\"\\n"),
            (&in_json, "he called it \"", 0, false, "a\"\\n"),
            (&in_json, "{\"lines\": [\"  \\\"key\\\": \\\"", 1, true, "a\\\\\\\"\\\\\\\\n"),
            (&in_line, "KEY=\"", 0, false, "a\\\"\\\\n"),
            (&in_line, "{\"key\": \"", 1, true, "a\\\"\\\\n"),
            (&in_line, "{\"lines\": [\"KEY=\\\"", 1, true, "a\\\\\\\"\\\\\\\\n"),
            (&in_line, "KEY=", 0, false, "a\\\"\\\\n"),
            (&in_prose, "the key is ", 0, false, "a\"\\n"),
            (&in_prose, "key = \"", 0, false, "a\"\\n"),
            (&in_prose, "  \"key\": \"", 0, false, "a\\\"\\\\n"),
            (&in_prose, "{\"key\": \"", 1, true, "a\\\"\\\\n"),
            (&in_wrapped_line, "KEY=\"", 0, false, "a\\\"\\\\n"),
            (&in_wrapped_line, "{\"key\": \"", 1, true, "a\\\"\\\\n"),
            (&in_wrapped_line, "{\"out\": \"KEY=\\\"", 1, true, "a\\\\\\\"\\\\\\\\n"),
        ] {
            let spellings = std::slice::from_ref(source);
            let spelled = place(before, levels, is_json).spell(source.forms[0].as_str(), spellings);
            assert_eq!(spelled, expected, "{before}");
        }
    }

    #[test]
    fn the_spelling_of_the_most_similar_place_counts() {
        let spellings = [
            spelling("\"first\": \"", &["\u{eb}", "\\u00eb"]),
            spelling("\"second\": \"", &["\u{eb}", "\u{eb}"]),
            spelling("third ", &["\u{eb}"]),
        ];
        for (before, expected) in
            [("\"first\": \"", "\\u00eb"), ("\"second\": \"", "\u{eb}"), ("\"first\" is ", "\u{eb}")]
        {
            assert_eq!(place(before, 0, false).spell("\u{eb}", &spellings), expected, "{before}");
        }
    }

    #[test]
    fn originals_of_unknown_spelling_are_escaped_unless_they_look_as_if_they_were() {
        for (original, levels, is_json, expected) in [
            ("a\"b", 0, false, "a\"b"),
            ("a\"b", 1, false, "a\\\"b"),
            ("a\\\"b", 1, false, "a\\\"b"),
            ("C:\\new", 1, false, "C:\\\\new"),
            ("a\\\"b", 1, true, "a\\\\\\\"b"),
            ("a\"b", 2, true, "a\\\\\\\"b"),
        ] {
            assert_eq!(place("", levels, is_json).spell(original, &[]), expected, "{original}");
        }
    }
}
