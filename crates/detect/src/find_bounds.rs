//! The bounds of finds: without the marks, quotes, brackets and escapes that stand around values and belong to none.

use std::ops::Range;

use crate::{keys::color_len, text::line};

/// `range` of `text`, a find, without what stands around a value.
pub fn bare(text: &str, range: Range<usize>) -> Range<usize> {
    without_bracket(text, without_emphasis(text, without_escapes(text, range)))
}

/// `range` without the marks of emphasis and the quotes of print around it or at one of its ends, `**x**`, `_x_`, `„x“`, if the other
/// end has them, too.
fn without_emphasis(text: &str, range: Range<usize>) -> Range<usize> {
    const MARKS: [(&str, &str); 9] = [
        ("***", "***"),
        ("**", "**"),
        ("*", "*"),
        ("___", "___"),
        ("__", "__"),
        ("_", "_"),
        ("~~", "~~"),
        ("„", "“"),
        ("«", "»"),
    ];
    let Some(found) = text.get(range.clone()) else { return range };
    // Most finds begin and end with a letter or a digit.
    let is_plain = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
    if is_plain(found.as_bytes().first()) && !found.ends_with('_') {
        return range;
    }
    let (head, tail) = (&text[..range.start], &text[range.end..]);
    for (open, close) in MARKS {
        let (opens, closes) = (found.starts_with(open), found.ends_with(close));
        if opens && (closes && found.len() > open.len() + close.len() || tail.starts_with(close)) {
            let inner = &found[open.len()..found.len() - if closes { close.len() } else { 0 }];
            let start = range.start + open.len() + inner.len() - inner.trim_start_matches(is_blank).len();
            return start..start + inner.trim_matches(is_blank).len();
        }
        if closes && head.ends_with(open) && found.len() > close.len() {
            return range.start..range.end - close.len();
        }
    }
    range
}

/// `range` without the escapes of blanks and the colours of terminals around it: `&nbsp;x`, `Passport:=20x=20`, `\u{1b}[1mx\u{1b}[0m`.
fn without_escapes(text: &str, range: Range<usize>) -> Range<usize> {
    let Some(found) = text.get(range.clone()) else { return range };
    let head = &text.as_bytes()[..range.start];
    let is_quoted = matches!((head, found.as_bytes()), ([.., b':', b'='], [b'2', b'0', ..]));
    let start = match found.as_bytes() {
        _ if is_quoted => "20".len(),
        [b'=', b'2', b'0', ..] if head.ends_with(b":") => "=20".len(),
        [b'&', ..] if found.starts_with("&nbsp;") => "&nbsp;".len(),
        [0x1B, ..] => color_len(found).unwrap_or(0),
        _ => 0,
    };
    let found = &found[start..];
    // A sentence ends before the end of its line.
    if let Some(at) = found.find("\\n").filter(|at| found[..*at].ends_with(['.', ',', '!', '?'])) {
        return range.start + start..range.start + start + at - 1;
    }
    let end = match found.as_bytes() {
        [.., b'=', b'2', b'0'] if line::ends(text, range.end) => "=20".len(),
        [.., b'm'] => found.rfind('\u{1b}').filter(|at| found.len() - at < 8).map_or(0, |at| found.len() - at),
        _ => 0,
    };
    range.start + start..range.end - end
}

/// Reports whether `c` is a blank that stands within quotes of print.
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}')
}

/// `range` without a bracket at its beginning that closes behind it: `(0171 2345678)`.
fn without_bracket(text: &str, range: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    match bytes.get(range.clone()) {
        Some([b'(', inner @ ..]) if bytes.get(range.end) == Some(&b')') && !inner.contains(&b')') => {
            range.start + 1..range.end
        }
        _ => range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_end_within_what_stands_around_them() {
        for (text, found, expected) in [
            ("**x7**", "**x7**", "x7"),
            ("_x7_", "x7_", "x7"),
            ("~~x7~~", "~~x7", "x7"),
            ("„x7“", "„x7“", "x7"),
            ("« x7 »", "« x7 »", "x7"),
            ("(x7)", "(x7", "x7"),
            ("&nbsp;x7", "&nbsp;x7", "x7"),
            ("a:=20x7=20\n", "20x7=20", "x7"),
            ("\u{1b}[1mx7\u{1b}[0m", "\u{1b}[1mx7\u{1b}[0m", "x7"),
            ("x7.\\nok", "x7.\\nok", "x7"),
            ("2020", "2020", "2020"),
            ("**", "**", "**"),
            ("", "", ""),
        ] {
            let start = text.find(found).unwrap();
            assert_eq!(&text[bare(text, start..start + found.len())], expected, "{text}");
        }
    }
}
