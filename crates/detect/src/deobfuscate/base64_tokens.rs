//! [`Base64Tokens`]: texts that a text holds in base64.

use std::ops::Range;

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use crate::text::is_value_edge;

/// Shortest token of base64 that is read, without padding: eleven bytes. It covers eight places in a row of which the
/// first one is a multiple of eight.
const MIN_TOKEN: usize = 15;
/// The number of places in a row that the scanner reports together.
const LANE: usize = 8;

/// Base64Tokens of base64 (RFC 4648, either alphabet) in a text that hold text.
#[derive(Debug, Default)]
pub struct Base64Tokens {
    /// The end of the text that was looked at.
    passed: usize,
    /// The tokens so far.
    found: Vec<DecodedToken>,
}

/// A token of base64 whose bytes are text.
pub struct DecodedToken {
    /// The place of the token in the text.
    pub range: Range<usize>,
    /// The decoded text.
    pub plain: String,
}

impl std::fmt::Debug for DecodedToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DecodedToken(…)")
    }
}

impl Base64Tokens {
    /// Forgets all tokens: another text begins.
    pub fn clear(&mut self) {
        self.passed = 0;
        self.found.clear();
    }

    /// Takes the tokens found so far, and leaves none.
    pub fn take(&mut self) -> Vec<DecodedToken> {
        std::mem::take(&mut self.found)
    }

    /// Decodes the token around `at`, if there is one. At `at` stand eight letters and digits, which every token has at
    /// some multiple of eight bytes. Calls come in ascending order of `at`.
    pub fn look(&mut self, text: &str, at: usize) {
        if at < self.passed {
            return;
        }
        let bytes = text.as_bytes();
        let behind = at + LANE;
        let (more, kinds) = digits(bytes.get(behind..).unwrap_or_default().iter());
        let (before, others) = digits(bytes.get(self.passed..at).unwrap_or_default().iter().rev());
        let (start, end) = (at - before, behind + more);
        self.passed = end;
        // Most words are short.
        if end - start < MIN_TOKEN {
            return;
        }
        let kinds = kinds | others | digits(bytes.get(at..behind).unwrap_or_default().iter()).1;
        // Hashes and numbers of traces are of hexadecimal digits alone, and base64 of text is not.
        if kinds & NOT_HEX == 0 {
            return;
        }
        self.passed += bytes.get(end..).unwrap_or_default().iter().take(2).take_while(|byte| **byte == b'=').count();
        let plain = text.get(start..end).and_then(|token| {
            let whole = decode(token).map(|plain| (start, plain));
            // A path may stand before the last slash.
            let name = || (kinds & SLASH != 0).then(|| token.rfind('/').map(|slash| start + slash + 1))?;
            whole.or_else(|| name().and_then(|start| Some((start, decode(text.get(start..end)?)?))))
        });
        // Beside a letter of another script or a combining sign it is a part of a word.
        let found = plain.map(|(start, plain)| DecodedToken { range: start..self.passed, plain });
        let is_apart =
            |token: &DecodedToken| is_value_edge(text, token.range.start) && is_value_edge(text, token.range.end);
        self.found.extend(found.filter(is_apart));
    }
}

/// The kind of a digit of either alphabet.
const DIGIT: u8 = 1;
/// The kind of a digit that is not hexadecimal.
const NOT_HEX: u8 = 2;
/// The kind of the digit that separates parts of a path.
const SLASH: u8 = 4;

/// The kinds of each byte, a bit each; 0: no digit of base64.
const KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < kinds.len() {
        kinds[byte] = match byte as u8 {
            b'0'..=b'9' | b'a'..=b'f' => DIGIT,
            b'g'..=b'z' | b'A'..=b'Z' | b'+' | b'-' | b'_' => DIGIT | NOT_HEX,
            b'/' => DIGIT | NOT_HEX | SLASH,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

/// The number of digits that `bytes` begin with, and all their kinds.
fn digits<'a>(bytes: impl Iterator<Item = &'a u8>) -> (usize, u8) {
    let kinds = bytes.map(|byte| KINDS[usize::from(*byte)]).take_while(|kinds| *kinds != 0);
    kinds.fold((0, 0), |(len, all), kinds| (len + 1, all | kinds))
}

/// The decoded text of `token`; `None` if its bytes are no text.
fn decode(token: &str) -> Option<String> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true);
    const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
    const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);
    if token.len() < MIN_TOKEN || digits(token.as_bytes().iter()).1 & NOT_HEX == 0 {
        return None;
    }
    let engine = if token.contains(['-', '_']) { URL_SAFE } else { STANDARD };
    let is_text = |text: &str| !text.chars().any(|c| c.is_control() && !c.is_whitespace());
    String::from_utf8(engine.decode(token).ok()?).ok().filter(|text| is_text(text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The lanes of `text` that are eight letters and digits.
    fn long(text: &str) -> Vec<usize> {
        let (lanes, _) = text.as_bytes().as_chunks::<8>();
        let long = |lane: &[u8; 8]| lane.iter().all(u8::is_ascii_alphanumeric);
        lanes.iter().enumerate().filter(|(_, lane)| long(lane)).map(|(number, _)| 8 * number).collect()
    }

    fn all_decoded(text: &str) -> Vec<(String, String)> {
        let mut tokens = Base64Tokens::default();
        long(text).into_iter().for_each(|at| tokens.look(text, at));
        tokens.take().into_iter().map(|token| (text[token.range].to_owned(), token.plain)).collect()
    }

    #[test]
    fn a_token_in_a_word_of_another_script_is_none() {
        let token = "MTIzNDU2Nzg5MDEyMzQ1Njc4";
        assert_eq!(all_decoded(&format!("\u{1b00}{token}")), []);
        assert_eq!(all_decoded(&format!("\u{430} {token}")).len(), 1);
    }

    #[test]
    fn tokens_that_hold_text_are_decoded() {
        for (text, expected) in [
            ("x amFuZS5kb2VAZXhhbXBsZS5jb20= y", vec![("amFuZS5kb2VAZXhhbXBsZS5jb20=", "jane.doe@example.com")]),
            ("data:text/plain;base64,MDc4LTA1LTExMjA=", vec![("MDc4LTA1LTExMjA=", "078-05-1120")]),
            ("\"MDc4LTA1LTExMjA\"", vec![("MDc4LTA1LTExMjA", "078-05-1120")]),
            ("/u/MDc4LTA1LTExMjA/", vec![]),
            ("/u/MDc4LTA1LTExMjAg", vec![("MDc4LTA1LTExMjAg", "078-05-1120 ")]),
            ("w6nDqcOpw6nDqcOpw6nDqQ", vec![("w6nDqcOpw6nDqcOpw6nDqQ", "éééééééé")]),
            ("internationalization of implementations", vec![]),
            ("9e3779b97f4a7c15f39cc0605cedc834 AbstractSingletonProxyFactoryBean", vec![]),
            ("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", vec![]),
        ] {
            let expected: Vec<_> =
                expected.iter().map(|(token, plain)| (token.to_string(), plain.to_string())).collect();
            assert_eq!(all_decoded(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn tokens_lie_on_characters(text in "[0-9A-Za-z+/=_é -]{0,80}") {
            // A part that does not would panic.
            all_decoded(&text);
        }
    }
}
