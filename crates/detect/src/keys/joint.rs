//! Joints: what stands between the sign behind a name and its value, in texts that were marked up, escaped, coloured, quoted or
//! wrapped: `Account no.:␤```␤48213907␤```, `\textbf{PIN:} 4471`, `token:\u001b[1m …`, `VAT ID:&nbsp;…`.
//!
//! What is behind one is a value if it looks like one, [`told`]: there is no syntax that says where it ends.

use std::ops::Range;

use super::markup::bare_tag_len;
use crate::{
    recognizers::support::numerals::{is_date_shape, is_dated_time},
    text::window,
};

/// Longest joint, in bytes, and most lines that it ends.
const LONGEST: usize = 160;
const MOST_LINES: usize = 3;

/// The value behind the joint at `at`, behind a sign; `None` if nothing stands there but what values have around them everywhere,
/// or if what follows does not look like a value.
pub fn behind_joint(text: &str, at: usize) -> Option<Range<usize>> {
    // `=>`, `:=` and `==` are signs of their own.
    if matches!(text.as_bytes().get(at), Some(b'>' | b'=')) && !text[at..].starts_with("=20") {
        return None;
    }
    let near = window::behind(text, at, LONGEST);
    let first = near.trim_start_matches([' ', '\t']);
    // Most values begin with a letter, a digit or a quote.
    if !may_begin(first) {
        return None;
    }
    let mut joint = Joint { rest: near, lines: 0, is_foreign: false };
    while joint.lines <= MOST_LINES && joint.step() {}
    let start = at + near.len() - joint.rest.len();
    let (is_joint, is_below) = (joint.is_foreign && joint.lines <= MOST_LINES, joint.lines > 0);
    let value = is_joint.then(|| told(text, start))??;
    (!is_below || ends_line(&text[value.end..])).then_some(value)
}

/// Reports whether nothing but marks stands on its line at the start of `rest`.
fn ends_line(rest: &str) -> bool {
    let behind = rest.trim_start_matches([' ', '*', '_', '~', '`', '.', ',']);
    behind.is_empty()
        || behind.starts_with("=20")
        || behind.starts_with(['\n', '\r', '\\', '<', '"', '&', '}', '\u{1b}'])
}

/// Reports whether a joint may begin `rest`, by its first byte.
fn may_begin(rest: &str) -> bool {
    match rest.as_bytes() {
        [b'\n' | b'\r' | b'\\' | b'&' | b'[' | b'}' | b'`' | b'~' | b'*' | b'_' | b'>' | b'|' | 0x1B, ..] => true,
        [b'<', next, ..] => *next == b'/' || next.is_ascii_alphanumeric(),
        [b'=', b'2', b'0', ..] | [b':', b' ', ..] | [b'.', b'.' | b' ', b'.', ..] => true,
        [0xC2 | 0xE2 | 0xE3 | 0xEF, ..] => rest.starts_with(is_blank),
        _ => false,
    }
}

/// Reports whether `c` is a blank or invisible, but no blank of ASCII.
pub fn is_blank(c: char) -> bool {
    !c.is_ascii() && (c.is_whitespace() || crate::text::is_invisible(c))
}

/// A reader of a joint.
struct Joint<'a> {
    /// The text that is still to be read.
    rest: &'a str,
    /// The line ends that were read.
    lines: usize,
    /// True if anything was read that does not stand around values everywhere.
    is_foreign: bool,
}

impl Joint<'_> {
    /// Reads one mark, and reports whether there was one.
    fn step(&mut self) -> bool {
        let len = self.mark_len();
        self.rest = self.rest.get(len..).unwrap_or_default();
        len > 0
    }

    /// The length of the mark at the start of the rest; 0 if none is there.
    fn mark_len(&mut self) -> usize {
        let rest = self.rest;
        let run = |stands: fn(u8) -> bool| rest.bytes().take_while(|b| stands(*b)).count();
        match rest.as_bytes() {
            [b' ' | b'\t' | b'\r', ..] => run(|b| matches!(b, b' ' | b'\t' | b'\r')),
            [b'\n', ..] => self.line_end(1),
            [b'\\', ..] => match (command_len(rest).or_else(|| control_len(rest)), escaped_end(rest)) {
                (Some(len), _) | (None, Some((len, false))) => self.foreign(len),
                (None, Some((len, true))) => self.line_end(len),
                (None, None) => self.foreign(color_len(rest).unwrap_or(0)),
            },
            [0x1B, ..] => self.foreign(color_len(rest).unwrap_or(0)),
            [b'&', ..] => self.foreign(entity_len(rest)),
            [b'[', ..] => self.foreign(code_len(rest)),
            // No tag begins with a digit: `PIN: <4471>`.
            [b'<', b'0'..=b'9', ..] => self.foreign(1),
            [b'<', ..] => self.foreign(bare_tag_len(rest).unwrap_or(0)),
            [b'}' | b':', b' ', ..] => self.foreign(1),
            [b'=', b'2', b'0', ..] => self.foreign(3),
            // Dots that lead to the value of a form: `Account no.: . . . . 48213907`.
            [b'.', ..] => self.foreign(dots_len(rest)),
            // A fence, perhaps with the name of a language behind it, or a span of code.
            [b'`', ..] => self.emphasis(run(|b| b == b'`')),
            [b'~', ..] => self.emphasis(run(|b| b == b'~')),
            [b'*' | b'_', ..] => run(|b| matches!(b, b'*' | b'_')),
            // A quoted line of mail, or a block of YAML.
            [b'>' | b'|', ..] => self.foreign(run(|b| matches!(b, b'>' | b'|' | b'-' | b'+'))),
            [byte, ..] if !byte.is_ascii() => {
                let len = rest.len() - rest.trim_start_matches(is_blank).len();
                self.foreign(len)
            }
            _ => 0,
        }
    }

    fn foreign(&mut self, len: usize) -> usize {
        self.is_foreign |= len > 0;
        len
    }

    fn line_end(&mut self, len: usize) -> usize {
        self.lines += 1;
        self.foreign(len)
    }

    /// The length of `marks` marks of emphasis, or of the line of a fence.
    fn emphasis(&mut self, marks: usize) -> usize {
        let language = self.rest[marks..].bytes().take(16).take_while(u8::is_ascii_alphanumeric).count();
        let behind = &self.rest[marks + language..];
        let ends = behind.starts_with(['\n', '\r']) || escaped_end(behind).is_some_and(|(_, ends)| ends);
        // A mark that closes what the name began: `` `Name:` value ``.
        let closes = behind.starts_with(' ') && language == 0;
        if marks > 2 && ends || closes {
            return self.foreign(marks + language);
        }
        // A span of code or of struck text.
        marks
    }
}

/// The length of the dots that `rest` begins with, perhaps with a blank between each; 0 if they are fewer than three.
fn dots_len(rest: &str) -> usize {
    let len = rest.len() - rest.trim_start_matches(['.', ' ']).len();
    if rest[..len].matches('.').count() > 2 { len } else { 0 }
}

/// The length of the escape of a blank at the start of `rest`, as strings of programs have it, and whether it ends a line: `\n`,
/// `\\t`.
pub fn escaped_end(rest: &str) -> Option<(usize, bool)> {
    /// Most backslashes.
    const MOST: usize = 4;
    let slashes = rest.bytes().take(MOST).take_while(|b| *b == b'\\').count();
    match rest.as_bytes().get(slashes).filter(|_| slashes > 0)? {
        b'n' => Some((slashes + 1, true)),
        b'r' | b't' => Some((slashes + 1, false)),
        _ => None,
    }
}

/// The length of the colour of a terminal at the start of `rest`, with its escape character or as programs write that: `\x1b[1m`.
pub fn color_len(rest: &str) -> Option<usize> {
    const ESCAPES: [&str; 7] = ["\x1b[", "\\u001b[", "\\u001B[", "\\x1b[", "\\x1B[", "\\033[", "\\e["];
    /// Longest number.
    const LONGEST: usize = 12;
    let inner = ESCAPES.iter().find_map(|escape| rest.strip_prefix(*escape))?;
    let len = inner.bytes().take(LONGEST).take_while(|b| b.is_ascii_digit() || *b == b';').count();
    matches!(inner.as_bytes().get(len), Some(b'm' | b'K')).then(|| rest.len() - inner.len() + len + 1)
}

/// The length of the command of TeX that `rest` begins with, up to its brace: `\texttt{`.
fn command_len(rest: &str) -> Option<usize> {
    let name = rest.strip_prefix('\\')?;
    let len = name.bytes().take(12).take_while(u8::is_ascii_lowercase).count();
    (len > 1 && name.as_bytes().get(len) == Some(&b'{')).then_some(len + 2)
}

/// The length of the control word of RTF with a number that `rest` begins with, and of the blank behind it: `\b0 `.
fn control_len(rest: &str) -> Option<usize> {
    let word = rest.strip_prefix('\\')?;
    let letters = word.bytes().take(12).take_while(u8::is_ascii_lowercase).count();
    let digits = word[letters..].bytes().take(4).take_while(u8::is_ascii_digit).count();
    let is_control = letters > 0 && digits > 0 && word[letters + digits..].starts_with(' ');
    is_control.then_some(letters + digits + 2)
}

/// The length of the entity of a blank at the start of `rest`; 0 if none is there.
fn entity_len(rest: &str) -> usize {
    const BLANKS: [&str; 7] = ["&nbsp;", "&#160;", "&#xa0;", "&#xA0;", "&ensp;", "&emsp;", "&thinsp;"];
    BLANKS.iter().find(|blank| rest.starts_with(**blank)).map_or(0, |blank| blank.len())
}

/// The length of the tag of emphasis in brackets at the start of `rest`, as forums write them: `[b]`, `[/b]`; 0 if none is there.
fn code_len(rest: &str) -> usize {
    const NAMES: [&str; 9] = ["b", "i", "u", "s", "code", "tt", "quote", "color", "size"];
    let Some(len) = rest.bytes().take(24).position(|b| b == b']') else { return 0 };
    let name = rest[1..len].trim_start_matches('/').split('=').next().unwrap_or_default();
    if NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)) { len + 1 } else { 0 }
}

/// `head` without the mark that it ends in: a blank beyond ASCII, a colour, a tag in brackets, the brace of a command of TeX.
pub fn without_mark(head: &str) -> Option<&str> {
    /// Longest mark, in bytes.
    const LONGEST: usize = 24;
    let opened = |open: &str, len: fn(&str) -> Option<usize>| {
        let near = window::before(head, head.len(), LONGEST);
        let mark = &near[near.rfind(open)?..];
        (len(mark) == Some(mark.len())).then(|| &head[..head.len() - mark.len()])
    };
    match head.as_bytes() {
        // Signs that belong to the one behind: `?=`, `::=`.
        [.., b' ', b'?'] => head.strip_suffix(" ?"),
        [.., b' ', b':', b':'] => head.strip_suffix(" ::"),
        [.., b'0'..=b'9' | b'[' | b';', b'm'] => ["\x1b[", "\\"].into_iter().find_map(|open| opened(open, color_len)),
        // The brace of a command of TeX around the name: `\textbf{PIN}: 4471`.
        [.., b'}'] => {
            let near = window::before(head, head.len() - 1, 2 * LONGEST);
            let command = &near[near.rfind('\\')?..];
            command_len(command).map(|_| &head[..head.len() - 1])
        }
        [.., b']'] => opened("[", |mark| Some(code_len(mark))),
        [.., b';'] => opened("&", |mark| Some(entity_len(mark))),
        [.., 0xA0 | 0x80..=0x8F | 0xAF | 0xBF] => {
            let bare = head.trim_end_matches(is_blank);
            (bare.len() < head.len()).then_some(bare)
        }
        _ => None,
    }
}

/// The value that begins at `start`, if it looks like one: a word with a digit, or groups of digits and capitals with a blank between
/// each. It ends before a blank, a bracket, a quote, markup and escapes.
pub fn told(text: &str, start: usize) -> Option<Range<usize>> {
    /// Longest value, in bytes, and most groups.
    const LONGEST: usize = 160;
    const GROUPS: usize = 9;
    /// Signs behind a value that belong to none.
    const MARKS: [char; 6] = ['.', ',', '*', '_', '~', '?'];
    let rest = window::behind(text, start, LONGEST);
    // An item of a list, and an option: `[-W4471]`.
    let is_option = rest.strip_prefix('-').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    if is_option
        || !rest.starts_with(|c: char| {
            c.is_alphanumeric() || matches!(c, '+' | '(' | '$' | '@' | '!' | '#' | '%' | '-' | '/')
        })
    {
        return None;
    }
    let (mut last, mut end) = (0, word_len(rest));
    for _ in 0..GROUPS {
        let Some(next) = rest[end..].strip_prefix(' ').filter(|_| is_group(&rest[last..end])) else { break };
        let len = word_len(next);
        if len == 0 || !is_group(next[..len].trim_end_matches(MARKS)) {
            break;
        }
        (last, end) = (end + 1, end + 1 + len);
    }
    let value = rest[..end].trim_end_matches(MARKS);
    // The name of another value.
    (!value.ends_with(':') && is_told(value)).then_some(start..start + value.len())
}

/// The length of the word that `rest` begins with.
fn word_len(rest: &str) -> usize {
    let ends = |(at, c): &(usize, char)| match c {
        '"' | '`' | '<' | '>' | '{' | '}' | '[' | ']' | '|' | ';' | ',' | '\\' => true,
        '«' | '»' | '‹' | '›' | '„' | '“' | '”' | '’' => true,
        // An entity, and a blank of quoted-printable.
        '&' => rest[*at..].find(';').is_some_and(|len| len < 8),
        '=' => rest[*at..].starts_with("=20"),
        _ => c.is_whitespace() || c.is_control() || is_blank(*c),
    };
    rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at)
}

/// Reports whether a word may be a group of a number: digits, capitals and signs between them.
fn is_group(word: &str) -> bool {
    const LONGEST: usize = 14;
    let stands = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase() || b"+-./()#".contains(&b);
    word.len() <= LONGEST && word.bytes().all(stands)
}

/// Reports whether `value` looks like a value and not like a word or code.
pub fn is_told(value: &str) -> bool {
    /// Fewest letters and digits.
    const FEWEST: usize = 3;
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let signs = value.chars().filter(|c| c.is_alphanumeric()).count();
    // `string(9)`
    let is_call = value.ends_with(')')
        && value
            .split_once('(')
            .is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic()));
    let is_code = is_call || value.contains("::") || value.contains("://") || value.contains("->");
    // A pair of its own: `x=1`.
    let is_pair = value.split_once('=').is_some_and(|(name, rest)| {
        name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_') && !rest.trim_matches('=').is_empty()
    });
    digits > 0 && signs >= FEWEST && !is_code && !is_pair
}

/// Reports whether `other` looks like one more value of the kind of `first`, both places in `text`: as long, and no date or amount.
pub fn is_alike(text: &str, first: &Range<usize>, other: &Range<usize>) -> bool {
    /// Most letters and digits that one has more than the other, and shortest value.
    const MORE: usize = 3;
    const FEWEST: usize = 5;
    const YEAR: usize = 4;
    let [Some(first), Some(other)] = [text.get(first.clone()), text.get(other.clone())] else { return false };
    let len = |value: &str| value.chars().filter(|c| c.is_alphanumeric()).count();
    let is_whole = |value: &str| told(value, 0) == Some(0..value.len());
    let is_amount = |value: &str| {
        let fraction = value.bytes().rev().take_while(u8::is_ascii_digit).count();
        fraction == 2
            && value.bytes().all(|b| b.is_ascii_digit() || b"., ".contains(&b))
            && value[..value.len() - fraction].ends_with(['.', ','])
    };
    len(first).abs_diff(len(other)) <= MORE
        && (len(other) >= FEWEST || len(first) == len(other) && len(other) == YEAR && !other.starts_with(['1', '2']))
        && is_whole(first)
        && is_whole(other)
        && ![first, other].into_iter().any(|value| is_date_shape(value) || is_dated_time(value) || is_amount(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_behind_joints() {
        for (text, expected) in [
            ("\n```\nAB-77120\n```", Some("AB-77120")),
            ("\r\n```text\r\n7712 0044\r\n```", Some("7712 0044")),
            ("\n\n\nAB77120.", Some("AB77120")),
            ("**\n> AB77120\n", Some("AB77120")),
            (r"\nAB77120\nok", Some("AB77120")),
            (r"\\tAB77120\\n", Some("AB77120")),
            ("\u{a0}77 12 00 ok", Some("77 12 00")),
            (" \x1b[1mAB77120\x1b[0m", Some("AB77120")),
            (r" \u001b[33mAB77120\u001b[0m", Some("AB77120")),
            ("} 77120", Some("77120")),
            (r" \texttt{77120}", Some("77120")),
            ("[/b] 77120", Some("77120")),
            ("&nbsp;77120<br>", Some("77120")),
            ("</div>\n<div class=\"x\">77120</div>", Some("77120")),
            ("=2077120=20\n", Some("77120")),
            (": 77120", Some("77120")),
            (" . . . . 77120", Some("77120")),
            (" ....... AB77120", Some("AB77120")),
            (" .. 77120", None),
            ("` 77120", Some("77120")),
            (" >-\n  77120\nx", Some("77120")),
            (" 77120", None),
            (" **77120**", None),
            ("\n\n\n\n\n77120", None),
            ("\nnext line 7", None),
            ("\n  name: x1", None),
            ("\n  x1::y", None),
            ("\n  x12:\n    y", None),
            ("\n  x12 = y", None),
            ("\n- item\n", None),
            ("", None),
            ("\n", None),
        ] {
            assert_eq!(behind_joint(text, 0).map(|range| &text[range]), expected, "{text:?}");
        }
    }

    #[test]
    fn values_of_a_kind_look_alike() {
        for (first, other, expected) in [
            ("C56559319", "694096", true),
            ("QWG023187", "KTU 296151", true),
            ("48213907", "59312288", true),
            ("9982", "4471", true),
            ("48213907", "12", false),
            ("48213907", "2024-05-01", false),
            ("48213907", "1,204.50", false),
            ("48213907", "12 items", false),
            ("48213907", "approved", false),
        ] {
            let text = [first, " ", other].concat();
            let places = (0..first.len(), first.len() + 1..text.len());
            assert_eq!(is_alike(&text, &places.0, &places.1), expected, "{first} {other}");
        }
    }

    #[test]
    fn marks_end_before_signs() {
        for (head, expected) in [
            ("x\x1b[0m", Some("x")),
            (r"x\u001b[0m", Some("x")),
            ("x[/b]", Some("x")),
            ("x\u{a0}", Some("x")),
            ("x\u{202f}", Some("x")),
            ("x&nbsp;", Some("x")),
            ("x[0]", None),
            ("item", None),
            ("10m", None),
            ("xà", None),
            ("", None),
        ] {
            assert_eq!(without_mark(head), expected, "{head:?}");
        }
    }
}
