//! Recognizers that a request brings along: regular expressions and lists of words, each with a score.

use std::{borrow::Cow, sync::LazyLock};

use memchr::memmem;
use regex::{Regex, RegexBuilder};

use super::refusal::Refusal;
use crate::input::{Fault, Item, Value};

/// The member of a body that holds recognizers.
static MEMBER: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(b"\"ad_hoc_recognizers\""));

/// The most recognizers of a request, and the most patterns of all of them.
const MAX_RECOGNIZERS: usize = 50;
/// The longest regular expression, in bytes.
const MAX_REGEX: usize = 4 << 10;
/// The most words of a list.
const MAX_WORDS: usize = 10_000;
/// The most memory of a compiled pattern, and of a compiled list of words, in bytes.
const PATTERN_SIZE: usize = 256 << 10;
const LIST_SIZE: usize = 4 << 20;
/// The most finds of all recognizers in a request: each costs a search of [`WINDOW`] bytes.
const MAX_FINDS: usize = 10_000;
/// The part of a text that one search reads, in bytes, so that the time is linear in the text for any expression.
const WINDOW: usize = 4 << 10;
/// The part of a window in which a match begins; the rest is the longest match that is found whole.
const STRIDE: usize = 3 << 10;

/// The flags of Python's `re` that a request may set, and the default: all three.
const IGNORECASE: u64 = 2;
const MULTILINE: u64 = 8;
const DOTALL: u64 = 16;
pub const DEFAULT_FLAGS: u64 = IGNORECASE | MULTILINE | DOTALL;

/// The words before a find among which context words are looked for, and the gain of one in Presidio's scale.
const CONTEXT_WORDS: usize = 5;
const CONTEXT_GAIN: f64 = 0.35;
const LEAST_IN_CONTEXT: f64 = 0.4;

/// Reports whether a body seems to hold recognizers.
pub fn has_recognizers(body: &[u8]) -> bool {
    MEMBER.find(body).is_some()
}

/// A recognizer as a request describes it.
#[derive(Debug)]
pub struct Description<'b> {
    name: Cow<'b, str>,
    entity: Cow<'b, str>,
    patterns: Vec<(Cow<'b, str>, Cow<'b, str>, f64)>,
    words: Vec<Cow<'b, str>>,
    words_score: f64,
    context: Vec<String>,
}

/// A recognizer of a request.
#[derive(Debug)]
pub struct AdHocRecognizer<'b> {
    /// The name of the recognizer.
    pub name: Cow<'b, str>,
    /// The entity that it finds.
    pub entity: Cow<'b, str>,
    patterns: Vec<AdHocPattern<'b>>,
    context: Vec<String>,
}

/// A pattern of a recognizer.
#[derive(Debug)]
pub struct AdHocPattern<'b> {
    /// The name of the pattern.
    pub name: Cow<'b, str>,
    regex: Regex,
    score: f64,
}

/// A find of a recognizer.
#[derive(Debug)]
pub struct AdHocFind<'r, 'b> {
    /// The recognizer.
    pub recognizer: &'r AdHocRecognizer<'b>,
    /// The pattern.
    pub pattern: &'r AdHocPattern<'b>,
    /// The place of its first byte.
    pub start: usize,
    /// The place behind its last byte.
    pub end: usize,
    /// The score without context.
    pub original_score: f64,
    /// The score.
    pub score: f64,
    /// The word that raised the score.
    pub supportive_word: Option<String>,
}

impl AdHocPattern<'_> {
    /// The pattern's regular expression.
    pub fn regex(&self) -> &str {
        self.regex.as_str()
    }
}

impl<'b> Description<'b> {
    /// Reads a list of recognizers.
    pub fn read_all(item: Item<'_, 'b>) -> Option<Vec<Self>> {
        item.list(MAX_RECOGNIZERS, Self::read)
    }

    fn read(item: Item<'_, 'b>) -> Option<Self> {
        let score = |item: Item<'_, '_>| item.number(0.0..=1.0);
        let mut object = item.object()?;
        let name = object.optional("name", |item| item.string()).unwrap_or(Cow::Borrowed("PatternRecognizer"));
        let mut entity = object.optional("supported_entity", |item| item.string());
        let entities = object.optional_list("supported_entities", 1, |item| item.string());
        entity = entity.or_else(|| entities.into_iter().next());
        let patterns = object.optional_list("patterns", MAX_RECOGNIZERS, |item| {
            let mut object = item.object()?;
            let name = object.required("name", |item| item.string());
            let regex = object.required("regex", |item| match item.value() {
                Value::String(text) if text.len() > MAX_REGEX => {
                    item.refuse(Fault::TooLong, || format!("must have at most {MAX_REGEX} bytes"))
                }
                _ => item.string(),
            });
            let score = object.required("score", score);
            object.ignore_rest();
            Some((name?, regex?, score?))
        });
        let words = object.optional_list("deny_list", MAX_WORDS, |item| item.string());
        let words_score = object.optional("deny_list_score", score).unwrap_or(1.0);
        let context = object.optional_list("context", MAX_WORDS, |item| Some(item.string()?.to_lowercase()));
        if entity.is_none() {
            object.refuse(Fault::MissingMember, "supported_entity", || "is required");
        }
        if patterns.is_empty() && words.is_empty() {
            object.refuse(Fault::MissingMember, "patterns", || "a recognizer has patterns or a deny_list");
        }
        object.ignore_rest();
        Some(Self { name, entity: entity?, patterns, words, words_score, context })
    }

    /// The length of its words together, in bytes.
    pub fn words_bytes(&self) -> usize {
        self.words.iter().map(|word| word.len()).sum()
    }
}

impl<'b> AdHocRecognizer<'b> {
    /// The compiled recognizers.
    ///
    /// # Errors
    /// If a regular expression cannot be compiled, or if they are too many.
    pub fn compile(all: Vec<Description<'b>>, flags: u64) -> Result<Vec<Self>, Refusal> {
        if all.iter().map(|one| one.patterns.len()).sum::<usize>() > MAX_RECOGNIZERS {
            return Err(Refusal::invalid(format!(
                "the recognizers of a request may have {MAX_RECOGNIZERS} patterns in all"
            )));
        }
        all.into_iter().map(|one| Self::new(one, flags)).collect()
    }

    fn new(description: Description<'b>, flags: u64) -> Result<Self, Refusal> {
        let Description { name, entity, patterns, words, words_score, context } = description;
        let mut compiled = Vec::with_capacity(patterns.len() + 1);
        for (name, regex, score) in patterns {
            compiled.push(AdHocPattern { name, regex: compile(&regex, flags, PATTERN_SIZE)?, score });
        }
        let words: Vec<_> = words.iter().filter(|word| !word.is_empty()).map(|word| regex::escape(word)).collect();
        if !words.is_empty() {
            let any = format!(r"\b{{start-half}}(?:{})\b{{end-half}}", words.join("|"));
            let regex = compile(&any, flags, LIST_SIZE)?;
            compiled.push(AdHocPattern { name: Cow::Borrowed("deny_list"), regex, score: words_score });
        }
        Ok(Self { name, entity, patterns: compiled, context })
    }

    /// Adds the finds in a text whose surrounding words include `context`.
    ///
    /// # Errors
    /// If there are more than a request may have.
    pub fn find<'r>(
        &'r self,
        text: &str,
        context: &[String],
        found: &mut Vec<AdHocFind<'r, 'b>>,
    ) -> Result<(), Refusal> {
        for pattern in &self.patterns {
            let matches = Matches { regex: &pattern.regex, text, at: 0 };
            for (start, end) in matches {
                if found.len() == MAX_FINDS {
                    return Err(Refusal::invalid(format!(
                        "ad_hoc_recognizers find more than {MAX_FINDS} entities; send the text in several requests"
                    )));
                }
                if pattern.score <= 0.0 {
                    continue;
                }
                let supportive_word = self.supportive_word(text.get(..start).unwrap_or_default(), context);
                let score = match supportive_word {
                    Some(_) => (pattern.score + CONTEXT_GAIN).clamp(LEAST_IN_CONTEXT, 1.0),
                    None => pattern.score,
                };
                let original_score = pattern.score;
                found.push(AdHocFind { recognizer: self, pattern, start, end, original_score, score, supportive_word });
            }
        }
        Ok(())
    }

    fn supportive_word(&self, before: &str, context: &[String]) -> Option<String> {
        if self.context.is_empty() {
            return None;
        }
        // Words are short: what is farther away is not read.
        let from = before.len().saturating_sub(64 * CONTEXT_WORDS);
        let near = before.get(before.ceil_char_boundary(from)..).unwrap_or_default();
        let words = near.rsplit(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(CONTEXT_WORDS);
        let words: Vec<String> = words.map(str::to_lowercase).collect();
        let mut around = words.iter().chain(context);
        around.find(|word| self.context.iter().any(|known| word.contains(known.as_str()))).cloned()
    }
}

/// Compiles an expression with the flags of Python's `re`.
///
/// # Errors
/// If it is malformed, too large, or needs backtracking.
pub fn compile(regex: &str, flags: u64, size: usize) -> Result<Regex, Refusal> {
    RegexBuilder::new(regex)
        .case_insensitive(flags & IGNORECASE != 0)
        .multi_line(flags & MULTILINE != 0)
        .dot_matches_new_line(flags & DOTALL != 0)
        .size_limit(size)
        .dfa_size_limit(2 * size)
        .build()
        .map_err(|_| {
            Refusal::invalid(
                "Invalid regex pattern: it is malformed, too large, or has look-around or back-references, which are not \
                 supported",
            )
        })
}

/// The non-empty matches of an expression, left to right.
struct Matches<'t> {
    regex: &'t Regex,
    text: &'t str,
    at: usize,
}

impl Iterator for Matches<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        while self.at < self.text.len() {
            let end = self.text.ceil_char_boundary(self.at.saturating_add(WINDOW));
            let stride = self.text.ceil_char_boundary(self.at.saturating_add(STRIDE));
            let window = self.text.get(..end)?;
            match self.regex.find_at(window, self.at) {
                // In the last part of a window a match may be cut short: the next window has it whole.
                Some(found) if found.start() < stride || end == self.text.len() => {
                    if found.is_empty() {
                        self.at = self.text.ceil_char_boundary(found.end() + 1);
                        continue;
                    }
                    self.at = found.end();
                    return Some((found.start(), found.end()));
                }
                _ => self.at = stride,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(regex: &str, text: &str) -> Vec<(usize, usize)> {
        let regex = compile(regex, DEFAULT_FLAGS, PATTERN_SIZE).unwrap();
        Matches { regex: &regex, text, at: 0 }.collect()
    }

    #[test]
    fn matches_are_those_of_the_whole_text_wherever_windows_end() {
        for before in [0, 1, STRIDE - 3, STRIDE - 1, STRIDE, STRIDE + 1, WINDOW - 3, WINDOW, 3 * WINDOW + 5] {
            let text = format!("{}E-12345 é{} e-7", "ü".repeat(before / 2), " ".repeat(before));
            let regex = compile(r"\be-\d+", DEFAULT_FLAGS, PATTERN_SIZE).unwrap();
            let whole: Vec<_> = regex.find_iter(&text).map(|found| (found.start(), found.end())).collect();
            assert_eq!(matches(r"\be-\d+", &text), whole, "{before}");
        }
        assert_eq!(matches("x*", "aéxx"), [(3, 5)]);
    }

    #[test]
    fn expressions_that_need_backtracking_are_refused() {
        for regex in ["(?=a)", r"(a)\1", "(", r"\w{1000000}"] {
            assert!(compile(regex, DEFAULT_FLAGS, PATTERN_SIZE).is_err(), "{regex}");
        }
    }
}
