//! [`Placeholder`]: a bracketed name that stands for an entity in masked text.
//!
//! ```text
//! [LABEL_17]                 a number, without leading zeros
//! [LABEL_9f86d081884c7d65]   16 lower-case hex digits
//! [LABEL:3q2-7w_A…]          base64url without padding, at least 16 characters
//! ```
//!
//! Anything else in brackets is ordinary text.

use super::label::is_label;
use crate::text::Span;

/// The part of a placeholder behind its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark<'a> {
    /// The number of a distinct text, from 1.
    Number(u64),
    /// A keyed hash: 16 lower-case hex digits.
    Hash(&'a str),
    /// A sealed text: base64url.
    Token(&'a str),
}

/// A parsed placeholder. Its label may be one that no detector knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placeholder<'a> {
    /// The name of the label.
    pub label: &'a str,
    /// The part behind the label.
    pub mark: Mark<'a>,
}

/// Fewest characters of a token: AES-SIV's tag (16 bytes) alone has 22.
const MIN_TOKEN: usize = 22;

impl<'a> Placeholder<'a> {
    /// Longest placeholder with a number or a hash, in bytes: brackets, label, `_`, and 20 digits.
    pub const MAX_PLAIN_LEN: usize = 2 + super::Label::MAX_LEN + 1 + 20;

    /// Reads `text` as exactly one placeholder.
    ///
    /// ```
    /// use masquerade_detect::entity::{Mark, Placeholder};
    /// assert_eq!(Placeholder::parse("[PERSON_1]").unwrap().mark, Mark::Number(1));
    /// assert!(Placeholder::parse("[PERSON_01]").is_none());
    /// ```
    pub fn parse(text: &'a str) -> Option<Self> {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        // Names are short: looking at each byte takes less than setting a search up.
        if let Some(colon) = inner.bytes().position(|b| b == b':') {
            let (label, token) = (&inner[..colon], &inner[colon + 1..]);
            return (is_label(label) && is_token(token)).then_some(Self { label, mark: Mark::Token(token) });
        }
        let low_line = inner.bytes().rposition(|b| b == b'_')?;
        let (label, mark) = (&inner[..low_line], &inner[low_line + 1..]);
        if !is_label(label) {
            return None;
        }
        if let Some(number) = parse_number(mark) {
            return Some(Self { label, mark: Mark::Number(number) });
        }
        let is_hash = mark.len() == 16 && mark.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        is_hash.then_some(Self { label, mark: Mark::Hash(mark) })
    }
}

fn is_token(token: &str) -> bool {
    token.len() >= MIN_TOKEN && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

fn parse_number(digits: &str) -> Option<u64> {
    let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

/// All placeholders in `text`, from left to right, in linear time.
pub fn find_placeholders(text: &str) -> Placeholders<'_> {
    Placeholders { text, at: 0 }
}

/// The iterator of [`find_placeholders`].
#[derive(Clone, Debug)]
pub struct Placeholders<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Placeholders<'a> {
    type Item = (Span, Placeholder<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at + memchr::memchr(b'[', bytes.get(self.at..)?)?;
            // Only bytes that may stand between the brackets are passed over, so no byte is seen twice.
            let inner = bytes[start + 1..]
                .iter()
                .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b'-'))
                .count();
            let close = start + 1 + inner;
            self.at = close;
            if bytes.get(close) != Some(&b']') {
                continue;
            }
            self.at = close + 1;
            let span = Span::new(self.text, start..close + 1).expect("brackets are ASCII");
            if let Some(placeholder) = Placeholder::parse(span.slice(self.text)) {
                return Some((span, placeholder));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_exact_forms_and_nothing_else() {
        let text = "[PERSON_1] [PERSON_0] [person_1] [[US_SSN_12]] [A_9f86d081884c7d65] [A:0123456789abcdefABCDE_-] \
                    [A:short] [A_9F86D081884C7D65] [PERSON_1";
        let found: Vec<_> = find_placeholders(text).map(|(span, _)| span.slice(text)).collect();
        assert_eq!(found, ["[PERSON_1]", "[US_SSN_12]", "[A_9f86d081884c7d65]", "[A:0123456789abcdefABCDE_-]"]);
    }

    #[test]
    fn a_hash_of_digits_only_is_read_as_a_number() {
        let placeholder = Placeholder::parse("[A_1234567890123456]").unwrap();
        assert_eq!(placeholder.mark, Mark::Number(1_234_567_890_123_456));
    }
}
