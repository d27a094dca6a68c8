//! Deobfuscation: values in other letters, in escapes, with spelled signs, in base64.
//!
//! Its marks are searched for in the pass of all patterns, so a text without marks pays nothing. Around each mark a
//! window is folded ([`FoldedText`]) and recognized as a text of its own. A find in it counts if folding changed it,
//! and covers the whole stretch of the original.

mod base64_tokens;

use std::ops::Range;

use masquerade_scan::Pattern;

pub use base64_tokens::{Base64Tokens, DecodedToken};

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
    "&(?:[A-Za-z](?:uml|acute|grave|circ|tilde|ring|cedil|caron|slash|strok);|(?:szlig|aelig|AElig);)",
    "&(?:#|commat;|period;|lowbar;|UnderBar;|hyphen;|dash;|plus;|nbsp;|ensp;|emsp;|thinsp;|shy;|zw|lrm;|rlm;|ZeroWidthSpace;|NoBreak;)",
    r"\\(?:u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]|x[0-9A-Fa-f]{2})",
    // Quoted-printable: an at sign, and a line that goes on.
    "=(?:40[A-Za-z]|\r?\n[0-9A-Za-z])",
    // Letters outside ASCII in it.
    "=(?:C[2-9A-F]|D[0-9A-F]|E[0-9A-F]|F0)=(?:\r?\n=)?[89AB][0-9A-F]",
    // Those of one byte, in the encodings of Western Europe.
    "=[C-F][0-9A-F][a-z]",
    "=(?:20|2D|2E|A0)[0-9A-Z]{2,12}(?:=\r?\n)?=(?:20|2D|2E|A0)",
    // Blanks of forms within a number, and within words with a number before them: an address.
    r"\+[0-9A-Z]{2,12}\+[0-9A-Z]{1,12}",
    r"[=+][0-9]{1,5}\+[A-Z][a-z]",
    r"\+[0-9]{2,4}&",
    r"[a-z]\+[0-9]{1,4}(?:%2C|\+|&)",
    // Lines of calendars and contacts that go on, also within words, and signs within their values.
    r"\\[,;] ?[0-9A-Za-z]",
    "\r?\n [0-9A-Za-z@.+_=:;-]",
    // A number that the end of a line breaks, also in quoted mail.
    "\r?\n(?:> ?)?[0-9]{2,8}",
    // Blanks of forms between words.
    r"\+[A-Za-z]{2,16}\+[0-9A-Za-z]{1,16}",
    r"(?:Herr|Frau|Mme|Mrs?|Ms|Dr|[Dd]r\.|Hr\.?)\+[A-Z]",
    // Spelled signs.
    r"[(\[{<][ _-]?(?i:at|@|ät|arroba|chiocciola|arobase|klammeraffe|apenstaartje|dot|dt|\.|punkt|punto|ponto|point|punt)[ _-]?[)\]}>]",
];

/// Escape sequences that are read as they are written, but are no part of the words beside them: blanks of string
/// literals and of quoted-printable texts, colours of terminals.
const ESCAPES: &[&str] = &[r"\\[nrt]", "=(?:3D|20|09|0A|0D|A0)", r"\[[0-9;]{0,11}m"];

/// Patterns of marks between word boundaries: a sign that is spelled, and numbers whose digits are spaced out, parted
/// by dashes that are not ASCII's or have blanks around them, by two blanks, by tags, or by the end of a line.
const SPACED: &[&str] = &[
    "(?i:dot) |(?:arroba|arobase|arobas|chiocciola|snabel-?a|apenstaartje|kukac|małpa|zavináč) ",
    // Behind "at" and words for animals alone the end of the host tells an address.
    "(?:[Pp]unkt (?:de|at|ch|com|net|org|info|eu)|kropka (?:pl|com|net|org|eu)|tečka (?:cz|com|eu|sk)|bodka (?:sk|com|cz|eu)|nokta (?:com|net|org|tr|edu|gov)|точка (?:ру|ком|ru|com|рф|by|ua|net|org))",
    r"[0-9]{2,6}[ -][0-9]{2,6}[ -]?\r?\n[> |]{0,8}[0-9]{2,6}",
    "[0-9](?: [0-9]){5,18}",
    r"[0-9]+(?:(?: ?[\u{2010}-\u{2015}\u{2212}\u{FE58}\u{FE63}\u{FF0D}] ?| - ?|- |[\u{2000}-\u{200A}\u{202F}\u{205F}\u{3000}])[0-9]+){2}",
    "[A-Z]{0,2}[0-9]{1,6}(?:  [0-9]{1,6}){2}",
    "[0-9]+ ?</?(?i:a|b|br|code|em|font|i|mark|nobr|small|span|strong|tt|u|wbr)(?:[ /][^<>]{0,48})?>(?: ?</?[^<>]{1,48}>)? ?[0-9]+",
];

/// Bytes before a mark that are folded with it: the beginning of its value, and context words.
const BEFORE: usize = 128;
/// Bytes after a mark.
const AFTER: usize = 160;
/// Most bytes by which a window is extended to begin and end between words.
const SLACK: usize = 64;

/// The patterns of marks for the scanner.
pub fn searches() -> impl Iterator<Item = Pattern> {
    let marks = MARKS.iter().map(|regex| Pattern::Anywhere((*regex).into()));
    marks.chain(SPACED.iter().map(|regex| Pattern::Word((*regex).into())))
}

/// The searches for escape sequences behind which words begin.
pub fn escapes() -> impl Iterator<Item = Pattern> {
    ESCAPES.iter().map(|regex| Pattern::Anywhere((*regex).into()))
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
