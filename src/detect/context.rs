//! [`Contexts`]: which rules the words around a place speak for.
//!
//! Words are looked for in the name of the field, before the place (on its line and the one
//! before) and after it. The nearest ones decide: in `ssn 078051120, phone 4155552671` each number
//! has one word of its own, because the value between cuts the text before into segments, and only
//! the last segment that holds any known word counts. The text after counts if none before does.
//!
//! Texts and phrases are brought to one form: lower case, words between single spaces, names such
//! as `passportNo` and `passport_no` split, values replaced by a mark.

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind, BuildError};

use super::Rule;
use crate::text::{Field, is_boundary, is_word};

/// Bytes looked at before a place: several words.
const BEFORE: usize = 64;
/// Bytes looked at after a place.
const AFTER: usize = 40;
/// Longest name of a field that is looked at, in bytes.
const KEY: usize = 256;
/// Digits in a row that make a value, which separates what belongs to it from the rest.
const VALUE_DIGITS: usize = 3;
/// The mark of a value in the common form.
const VALUE: char = '\n';

/// The context words of all rules in one automaton.
pub struct Contexts {
    phrases: AhoCorasick,
    /// By phrase, the rules that know it, ascending.
    rules: Vec<Vec<usize>>,
}

/// Memory of lookups, kept from place to place: several rules often ask of the same.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Phrases in the name of the field.
    named: Known,
    /// Phrases before a start.
    before: Known,
    /// Phrases after an end.
    after: Known,
    /// The common form of what is looked at.
    text: String,
}

/// The phrases known at one place.
#[derive(Debug, Default)]
struct Known {
    place: Option<usize>,
    phrases: Vec<usize>,
}

impl Known {
    /// Whether nothing is known of `place` yet; from now on there is.
    fn misses(&mut self, place: usize) -> bool {
        let misses = self.place != Some(place);
        if misses {
            self.place = Some(place);
            self.phrases.clear();
        }
        misses
    }
}

impl Scratch {
    /// Forgets all places: another field begins.
    pub fn clear(&mut self) {
        for known in [&mut self.named, &mut self.before, &mut self.after] {
            known.place = None;
        }
    }
}

impl Contexts {
    /// Gathers the words of `rules`; a rule is named by its place among them afterwards.
    pub fn new(rules: &[Rule]) -> Result<Self, BuildError> {
        let mut known: Vec<(String, usize)> = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            for phrase in rule.context.iter() {
                let mut text = String::new();
                normalize(phrase, 0..phrase.len(), &mut text);
                if text.len() > 1 {
                    known.push((text, number));
                }
            }
        }
        known.sort();
        known.dedup();
        let (mut texts, mut owners): (Vec<String>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
        for (text, number) in known {
            match owners.last_mut() {
                Some(last) if texts.last() == Some(&text) => last.push(number),
                _ => {
                    texts.push(text);
                    owners.push(vec![number]);
                }
            }
        }
        let phrases = AhoCorasick::builder().kind(Some(AhoCorasickKind::ContiguousNFA)).build(&texts)?;
        Ok(Self { phrases, rules: owners })
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        self.phrases.memory_usage()
    }

    /// Whether a word of rule number `rule` stands around `place`.
    pub fn supports(&self, rule: usize, field: &Field<'_>, place: &Range<usize>, scratch: &mut Scratch) -> bool {
        let Scratch { named, before, after, text } = scratch;
        let is_known = |phrase: &usize| self.rules.get(*phrase).is_some_and(|rules| rules.binary_search(&rule).is_ok());
        if named.misses(0)
            && let Some(key) = field.key
        {
            normalize(key, 0..floor(key, KEY), text);
            self.gather(text, &mut named.phrases);
        }
        if before.misses(place.start) {
            normalize(field.text, window_before(field.text, place.start), text);
            for segment in text.rsplit(VALUE) {
                self.gather(segment, &mut before.phrases);
                if !before.phrases.is_empty() {
                    break;
                }
            }
        }
        if named.phrases.iter().chain(&before.phrases).any(is_known) {
            return true;
        }
        if !before.phrases.is_empty() {
            return false;
        }
        if after.misses(place.end) {
            normalize(field.text, window_after(field.text, place.end), text);
            if let Some(segment) = text.split(VALUE).next() {
                self.gather(segment, &mut after.phrases);
            }
        }
        after.phrases.iter().any(is_known)
    }

    fn gather(&self, text: &str, phrases: &mut Vec<usize>) {
        phrases.extend(self.phrases.find_overlapping_iter(text).map(|found| found.pattern().as_usize()));
    }
}

/// `at`, or the next character boundary before it.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at.min(text.len()))
}

/// What is looked at before `start`: whole words, and no more than the line before.
fn window_before(text: &str, start: usize) -> Range<usize> {
    let mut from = floor(text, start.saturating_sub(BEFORE));
    while from < start && !is_boundary(text, from) {
        from = text.ceil_char_boundary(from + 1);
    }
    let window = text.as_bytes().get(from..start).unwrap_or_default();
    match memchr::memrchr_iter(b'\n', window).nth(1) {
        Some(line) => from + line + 1..start,
        None => from..start,
    }
}

/// What is looked at after `end`: whole words, to the end of the sentence, line, cell or member, and
/// not the name of the next value.
fn window_after(text: &str, end: usize) -> Range<usize> {
    let mut to = floor(text, end.saturating_add(AFTER));
    while to > end && !is_boundary(text, to) {
        to = floor(text, to - 1);
    }
    let window = text.as_bytes().get(end..to).unwrap_or_default();
    let (mut word, mut in_word) = (0, false);
    for (i, &byte) in window.iter().enumerate() {
        let next_is_space = window.get(i + 1).is_none_or(u8::is_ascii_whitespace);
        match byte {
            b'\n' | b';' | b'&' | b'|' | b'}' | b'"' | b'<' => return end..end + i,
            b'.' | b'!' | b'?' if next_is_space => return end..end + i,
            b',' if !next_is_space => return end..end + i,
            b':' | b'=' => return end..end + word,
            _ => {}
        }
        let is_word = !byte.is_ascii() || is_word(char::from(byte)) || byte == b'-';
        if is_word && !in_word {
            word = i;
        }
        in_word = is_word;
    }
    end..to
}

/// What a character is to the form of names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Gap,
    Lower,
    Upper,
    Digit,
}

impl Class {
    const ASCII: [Self; 128] = {
        let mut classes = [Self::Gap; 128];
        let mut byte = 0;
        while byte < 128 {
            classes[byte] = match byte as u8 {
                b'a'..=b'z' => Self::Lower,
                b'A'..=b'Z' => Self::Upper,
                b'0'..=b'9' => Self::Digit,
                _ => Self::Gap,
            };
            byte += 1;
        }
        classes
    };

    fn of(c: char) -> Self {
        match Self::ASCII.get(c as usize) {
            Some(class) => *class,
            None if !is_word(c) => Self::Gap,
            None if c.is_numeric() => Self::Digit,
            None if c.is_uppercase() => Self::Upper,
            None => Self::Lower,
        }
    }
}

/// Brings `range` of `text` to the common form, in `out`.
fn normalize(text: &str, range: Range<usize>, out: &mut String) {
    out.clear();
    out.push(' ');
    let mut chars = text.get(range.clone()).unwrap_or_default().chars();
    let mut last = (' ', Class::Gap);
    // Characters since the last gap.
    let mut run = 0;
    while let Some(c) = chars.next() {
        let class = Class::of(c);
        if class == Class::Gap {
            gap(out);
            (last, run) = ((c, class), 0);
            continue;
        }
        let splits = match (last.1, class) {
            (Class::Gap, _) => false,
            (Class::Digit, Class::Digit) => false,
            (Class::Digit, _) | (_, Class::Digit) => true,
            // `passportNo`, but not `iPhone`.
            (Class::Lower, Class::Upper) => run > 1,
            // The last letter of an acronym begins the next name: `SSNValue`, but not `SSNs`.
            (Class::Upper, Class::Upper) => {
                let mut rest = chars.clone().map(Class::of);
                rest.next() == Some(Class::Lower) && rest.next() == Some(Class::Lower)
            }
            _ => false,
        };
        let is_plain = c.is_ascii() && last.0.is_ascii();
        if splits || !is_plain && is_boundary(text, range.end - chars.as_str().len() - c.len_utf8()) {
            gap(out);
            run = 0;
        }
        run += 1;
        match class {
            Class::Digit if run > VALUE_DIGITS => {}
            Class::Digit if run == VALUE_DIGITS => {
                // The digits so far make a value: they give way to its mark.
                out.truncate(out.trim_end_matches(char::is_numeric).len());
                out.push(VALUE);
            }
            _ if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            _ => out.extend(c.to_lowercase()),
        }
        last = (c, class);
    }
    gap(out);
}

/// Ends a word.
fn gap(out: &mut String) {
    if !out.ends_with(' ') {
        out.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::entity::{Label, LabelInfo};

    #[test]
    fn names_and_texts_come_to_one_form() {
        for (text, expected) in [
            ("passportNo", " passport no "),
            ("PASSPORT_NO.", " passport no "),
            ("passport-no", " passport no "),
            ("userSSNValue", " user ssn value "),
            ("IBANs", " ibans "),
            ("iPhone", " iphone "),
            ("phone2", " phone 2 "),
            ("Straße 12", " straße 12 "),
            ("id 123456 x", " id \n x "),
            ("护照号", " 护 照 号 "),
            ("我的SSN是", " 我 的 ssn 是 "),
            ("  ", " "),
            ("número: ", " número "),
        ] {
            let mut out = String::new();
            normalize(text, 0..text.len(), &mut out);
            assert_eq!(out, expected, "{text:?}");
        }
    }

    fn contexts() -> Contexts {
        let rule = |words: &'static [Cow<'static, str>]| Rule {
            info: LabelInfo::new(Label::new("A"), "", ""),
            patterns: Cow::Borrowed(&[]),
            context: Cow::Borrowed(words),
            check: |_| None,
        };
        Contexts::new(&[
            rule(&[Cow::Borrowed("ssn"), Cow::Borrowed("social security"), Cow::Borrowed("社保")]),
            rule(&[Cow::Borrowed("phone"), Cow::Borrowed("call"), Cow::Borrowed("social security")]),
        ])
        .unwrap()
    }

    /// Which of the two rules are supported at `§…§`.
    fn supported(text: &str, key: Option<&str>) -> Vec<usize> {
        let (start, end) = (text.find('§').unwrap(), text.rfind('§').unwrap() - '§'.len_utf8());
        let text = text.replace('§', "");
        let field = Field { text: &text, key };
        let (contexts, mut scratch) = (contexts(), Scratch::default());
        (0..2).filter(|&rule| contexts.supports(rule, &field, &(start..end), &mut scratch)).collect()
    }

    #[test]
    fn the_nearest_words_decide() {
        let far = format!("ssn {} §1§", "x ".repeat(40));
        for (text, expected) in [
            ("my SSN is §078051120§", vec![0]),
            ("Social Security No. §078051120§", vec![0, 1]),
            ("lessn §078051120§", vec![]),
            ("SSN:\n§078051120§", vec![0]),
            ("SSN\n\n\n§078051120§", vec![]),
            ("ssn 078051120 phone §4155552671§", vec![1]),
            ("SSNs: ssn 078051120, §219099999§", vec![0]),
            (r#"{"userSsn":"§078051120§","phone":"4155552671"}"#, vec![0]),
            (r#"{"ssn":"078051120","phone":"§4155552671§"}"#, vec![1]),
            (r#"{"type":"ssn","value":"§078051120§"}"#, vec![0]),
            (r#"{"x":"§078051120§","ssn":"1"}"#, vec![]),
            ("§078051120§ (SSN)", vec![0]),
            ("§078051120§ is my ssn, call", vec![0, 1]),
            ("§078051120§. SSN", vec![]),
            ("x=§078051120§&ssn=1", vec![]),
            ("x: §078051120§, ssn: 1", vec![]),
            ("call §078051120§ ssn", vec![1]),
            ("我的社保是§078051120§", vec![0]),
            (&far, vec![]),
            ("§078051120§", vec![]),
        ] {
            assert_eq!(supported(text, None), expected, "{text}");
        }
    }

    #[test]
    fn the_name_of_the_field_counts_like_a_word_before() {
        assert_eq!(supported("§078051120§", Some("customerSSN")), [0]);
        assert_eq!(supported("call §078051120§", Some("social_security")), [0, 1]);
        assert_eq!(supported("§078051120§", Some(&"é".repeat(1000))), [] as [usize; 0]);
    }
}
