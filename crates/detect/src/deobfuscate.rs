//! Deobfuscation: values in other letters, in escapes, with spelled signs, in base64.
//!
//! Its marks are searched for in the pass of all patterns, so a text without marks pays nothing. Around each mark a
//! window is folded ([`FoldedText`]) and recognized as a text of its own. A find in it counts if folding changed it,
//! and covers the whole stretch of the original.

use std::ops::Range;

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use masquerade_scan::{Pattern, RegexError, parse};

use crate::text::{FoldedText, is_invisible, may_hide};

/// Patterns of marks: characters and signs that may disguise a value. They are searched for within words, too.
const MARKS: &[&str] = &[
    // Invisible characters.
    r"[\u{AD}\u{34F}\u{61C}\u{115F}\u{1160}\u{17B4}\u{17B5}\u{180B}-\u{180F}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{3164}\u{FE00}-\u{FE0F}\u{FEFF}\u{FFA0}\u{E0000}-\u{E0FFF}]",
    // Full-width and small letters, digits and signs of addresses.
    r"[\u{FE52}\u{FE63}\u{FE6B}\u{FF0B}\u{FF0D}\u{FF0E}\u{FF10}-\u{FF19}\u{FF20}-\u{FF3A}\u{FF3F}\u{FF41}-\u{FF5A}]",
    // Mathematical and enclosed ones.
    r"[\u{2460}-\u{2473}\u{24B6}-\u{24EA}\u{1D400}-\u{1D7FF}\u{1F110}-\u{1F129}\u{1F130}-\u{1F149}\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}]",
    // High and low ones, in a row; alone they are powers and notes.
    r"[\u{B2}\u{B3}\u{B9}\u{2070}-\u{208E}]{2}",
    // Digits of other scripts, in a row: see `FoldedText`.
    r"[\u{660}-\u{669}\u{6F0}-\u{6F9}\u{7C0}-\u{7C9}\u{966}-\u{96F}\u{9E6}-\u{9EF}\u{A66}-\u{A6F}\u{AE6}-\u{AEF}\u{B66}-\u{B6F}\u{BE6}-\u{BEF}\u{C66}-\u{C6F}\u{CE6}-\u{CEF}\u{D66}-\u{D6F}\u{DE6}-\u{DEF}\u{E50}-\u{E59}\u{ED0}-\u{ED9}\u{F20}-\u{F29}\u{1040}-\u{1049}\u{17E0}-\u{17E9}\u{1810}-\u{1819}]{2}",
    // Escapes.
    "%[0-9A-Fa-f]{2}",
    "&(?:#|commat;|period;|lowbar;|UnderBar;|hyphen;|dash;|plus;|nbsp;|ensp;|emsp;|thinsp;|shy;|zw|lrm;|rlm;|ZeroWidthSpace;|NoBreak;)",
    r"\\(?:u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]|x[0-9A-Fa-f]{2})",
    // Quoted-printable: an at sign, and a line that goes on.
    "=(?:40[A-Za-z]|\r?\n[0-9A-Za-z])",
    // Spelled signs.
    r"[(\[{<][ _-]?(?i:at|@|ät|arroba|chiocciola|arobase|klammeraffe|apenstaartje|dot|dt|\.|punkt|punto|ponto|point|punt)[ _-]?[)\]}>]",
];

/// Escape sequences that are read as they are written, but are no part of the words beside them: blanks of string
/// literals and of quoted-printable texts, colours of terminals.
const ESCAPES: &[&str] = &[r"\\[nrt]", "=(?:3D|20|09|0A|0D|A0)", r"\[[0-9;]{0,11}m"];

/// Patterns of marks between word boundaries: a sign that is spelled, and numbers whose digits are spaced out, parted
/// by dashes that are not ASCII's or have blanks around them, or parted by the end of a line.
const SPACED: &[&str] = &[
    "(?i:dot) ",
    r"[0-9]{2,6}[ -][0-9]{2,6}[ -]?\r?\n[> |]{0,8}[0-9]{2,6}",
    "[0-9](?: [0-9]){5,18}",
    r"[0-9]+(?:(?: ?[\u{2010}-\u{2015}\u{2212}\u{FE58}\u{FE63}\u{FF0D}] ?| - ?|- |[\u{2000}-\u{200A}\u{205F}\u{3000}])[0-9]+){2}",
];

/// Bytes before a mark that are folded with it: the beginning of its value, and context words.
const BEFORE: usize = 128;
/// Bytes after a mark.
const AFTER: usize = 160;
/// Most bytes by which a window is extended to begin and end between words.
const SLACK: usize = 64;

/// The patterns of marks for the scanner.
pub fn searches() -> Result<Vec<Pattern>, RegexError> {
    let marks = MARKS.iter().map(|regex| parse(regex).map(Pattern::Anywhere));
    marks.chain(SPACED.iter().map(|regex| parse(regex).map(Pattern::Word))).collect()
}

/// The searches for escape sequences behind which words begin.
pub fn escapes() -> Result<Vec<Pattern>, RegexError> {
    ESCAPES.iter().map(|regex| parse(regex).map(Pattern::Anywhere)).collect()
}

/// The windows around `marks` (places in `text`, ascending) that folding changes, with their starts.
pub fn windows<'a>(text: &'a str, marks: &[usize]) -> Vec<(usize, FoldedText<'a>)> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for &mark in marks {
        // In a row of invisible characters the first one has decided.
        let parts = text.split_at_checked(mark);
        let is_rest = parts.is_some_and(|(head, rest)| head.ends_with(is_invisible) && rest.starts_with(is_invisible));
        if !is_rest && !may_hide(text, mark) {
            continue;
        }
        match ranges.last_mut() {
            Some(last) if is_rest && mark <= last.end => last.end = last.end.max(end(text, mark)),
            _ if is_rest => {}
            Some(last) if mark.saturating_sub(BEFORE + SLACK) <= last.end => last.end = last.end.max(end(text, mark)),
            _ => ranges.push(start(text, mark)..end(text, mark)),
        }
    }
    let fold = |range: Range<usize>| Some((range.start, FoldedText::new(text.get(range)?)?));
    ranges.into_iter().filter_map(fold).collect()
}

/// The start of the window around `mark`: between words, if a blank is near.
fn start(text: &str, mark: usize) -> usize {
    let near = mark.saturating_sub(BEFORE);
    let far = mark.saturating_sub(BEFORE + SLACK);
    let space = text.as_bytes().get(far..near).and_then(|slack| slack.iter().rposition(u8::is_ascii_whitespace));
    space.map_or(text.ceil_char_boundary(if far == 0 { 0 } else { near }), |space| far + space + 1)
}

/// The end of the window around `mark`: between words, if a blank is near.
fn end(text: &str, mark: usize) -> usize {
    let near = text.len().min(mark.saturating_add(AFTER));
    let far = text.len().min(near.saturating_add(SLACK));
    let space = text.as_bytes().get(near..far).and_then(|slack| slack.iter().position(u8::is_ascii_whitespace));
    text.ceil_char_boundary(space.map_or(if far == text.len() { far } else { near }, |space| near + space))
}

/// Shortest token of base64 that is read, without padding: eleven bytes. It covers eight places in a row of which the
/// first one is a multiple of eight.
const MIN_TOKEN: usize = 15;
/// The number of places in a row that the scanner reports together.
const LANE: usize = 8;

/// Tokens of base64 (RFC 4648, either alphabet) in a text that hold text.
#[derive(Debug, Default)]
pub struct Tokens {
    /// The end of the text that was looked at.
    passed: usize,
    /// The tokens so far.
    found: Vec<Token>,
}

/// A token of base64 that holds text.
pub struct Token {
    /// The place of the token in the text.
    pub range: Range<usize>,
    /// The text that it holds.
    pub plain: String,
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Tokens {
    /// Forgets them: another text begins.
    pub fn clear(&mut self) {
        self.passed = 0;
        self.found.clear();
    }

    /// Takes the tokens found so far, and leaves none.
    pub fn take(&mut self) -> Vec<Token> {
        std::mem::take(&mut self.found)
    }

    /// Looks for one around `at`, where eight letters and digits stand, which every token has at some multiple of eight
    /// bytes. Places come in order.
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
        if kinds & NO_HASH == 0 {
            return;
        }
        self.passed += bytes.get(end..).unwrap_or_default().iter().take(2).take_while(|byte| **byte == b'=').count();
        let plain = text.get(start..end).and_then(|token| {
            let whole = decode(token).map(|plain| (start, plain));
            // A path may stand before the last slash.
            let name = || (kinds & SLASH != 0).then(|| token.rfind('/').map(|slash| start + slash + 1))?;
            whole.or_else(|| name().and_then(|start| Some((start, decode(text.get(start..end)?)?))))
        });
        self.found.extend(plain.map(|(start, plain)| Token { range: start..self.passed, plain }));
    }
}

/// Kinds of bytes: a digit of either alphabet, one that is not hexadecimal, and one that parts paths.
const DIGIT: u8 = 1;
const NO_HASH: u8 = 2;
const SLASH: u8 = 4;

/// The kinds of each byte, a bit each; 0: no digit of base64.
const KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < kinds.len() {
        kinds[byte] = match byte as u8 {
            b'0'..=b'9' | b'a'..=b'f' => DIGIT,
            b'g'..=b'z' | b'A'..=b'Z' | b'+' | b'-' | b'_' => DIGIT | NO_HASH,
            b'/' => DIGIT | NO_HASH | SLASH,
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

/// The text that `token` holds, if it holds one.
fn decode(token: &str) -> Option<String> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true);
    const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
    const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);
    if token.len() < MIN_TOKEN || digits(token.as_bytes().iter()).1 & NO_HASH == 0 {
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
        let mut tokens = Tokens::default();
        long(text).into_iter().for_each(|at| tokens.look(text, at));
        tokens.take().into_iter().map(|token| (text[token.range].to_owned(), token.plain)).collect()
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

    #[test]
    fn windows_lie_on_characters_and_do_not_overlap() {
        let text = "é日 ".repeat(100) + "jane%40example.com " + &"日é".repeat(200) + "%41";
        let marks: Vec<_> = text.match_indices('%').map(|(at, _)| at).collect();
        let windows = windows(&text, &marks);
        assert_eq!(windows.len(), 2);
        assert!(windows[0].1.text().contains("jane@example.com") && windows[1].1.text().ends_with('A'));
        assert!(windows[0].1.text().len() < 2 * (BEFORE + AFTER + 2 * SLACK));
    }

    #[test]
    fn a_long_row_of_what_nobody_sees_is_one_window() {
        let text = format!("x 4111{}1111 y", "\u{200b}".repeat(1000));
        let marks: Vec<_> = text.match_indices('\u{200b}').map(|(at, _)| at).collect();
        let windows = windows(&text, &marks);
        assert_eq!(windows.len(), 1);
        assert_eq!(windows[0].1.text(), "x 41111111 y");
    }

    proptest! {
        #[test]
        fn tokens_lie_on_characters(text in "[0-9A-Za-z+/=_é -]{0,80}") {
            // A part that does not would panic.
            all_decoded(&text);
        }
    }
}
