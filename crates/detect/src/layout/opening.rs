//! The opening of a line: its first name and the sign behind it, by which headers and labels differ from other lines.

use std::ops::Range;

use super::{MAX_NAME, cells::Separator};

/// The kinds of lines that may name values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The header of a table, or a label beside its value, in cells with this separator.
    Cells(Separator),
    /// A name and nothing else.
    Name,
    /// A name, and a dash or dots that lead to its value.
    Dash,
    /// A name in square brackets, which heads the settings below.
    Section,
    /// The name of a cell of a spreadsheet, and its contents.
    Sheet,
    /// A name and a blank as wide as a sign of Chinese, before its value.
    Wide,
}

/// A byte's part in a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A character in or around a name.
    Name,
    Blank,
    Separator,
    /// A colon: it ends a name, and only blanks may follow.
    Colon,
    /// The line begins with no name.
    Other,
}

const PARTS: [Part; 256] = {
    let (mut parts, mut byte) = ([Part::Other; 256], 0);
    while byte < 256 {
        parts[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80.. => Part::Name,
            b'_' | b'-' | b'.' | b'/' | b'#' | b'\'' | b'"' | b'`' | b'*' | b'>' => Part::Name,
            b' ' | b'\r' => Part::Blank,
            b',' | b';' | b'\t' | b'|' => Part::Separator,
            b':' => Part::Colon,
            _ => Part::Other,
        };
        byte += 1;
    }
    parts
};

/// The opening of the line at `line` of `text`; `None` if it is neither of a table nor a name alone.
///
/// Reads no more than the first cell, which costs a few nanoseconds: most lines of prose, code and logs end here.
pub fn opening(text: &[u8], line: &Range<usize>) -> Option<Opening> {
    let content = text.get(line.clone())?;
    let blanks = content.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let content = content.get(blanks..)?;
    if content.starts_with("│".as_bytes()) || content.starts_with("┃".as_bytes()) {
        let bar = if content.starts_with("│".as_bytes()) { "│" } else { "┃" };
        return Some(Opening::Cells(Separator::Bar(bar)));
    }
    if let [b'[', .., b']'] = content.trim_ascii_end()
        && content.len() < MAX_NAME
    {
        return Some(Opening::Section);
    }
    // The number of a field of a form: `(3) PIN`.
    let content = content.get(field_number_len(content)..)?;
    let (mut bracket, mut characters) = (false, 0);
    for (at, byte) in content.iter().enumerate() {
        // All bytes of a character but its first one have these bits.
        characters += usize::from(byte & 0xC0 != 0x80);
        if characters > MAX_NAME + 8 {
            return None;
        }
        match PARTS[usize::from(*byte)] {
            Part::Name if *byte == WIDE_BLANK[0] && at > 0 && content[at..].starts_with(&WIDE_BLANK) => {
                return Some(Opening::Wide);
            }
            Part::Name if *byte == b'.' && at > 0 && leader_len(&content[at..], content[at - 1] == b' ') > 0 => {
                return Some(Opening::Dash);
            }
            Part::Name => {}
            // A comma within the name of a column, whose table has another separator: `Name, first name; Phone`.
            Part::Separator if *byte == b',' && content.get(at + 1) == Some(&b' ') => {
                let other = memchr::memchr3(b';', b'\t', b'|', &content[at..]).map(|len| content[at + len]);
                return Some(Opening::Cells(match other {
                    Some(b'|') => Separator::Bar("|"),
                    other => Separator::Quoted(other.unwrap_or(b',')),
                }));
            }
            Part::Separator => {
                return Some(Opening::Cells(match byte {
                    b'|' => Separator::Bar(bar_at(&content[at..])),
                    sign => Separator::Quoted(*sign),
                }));
            }
            Part::Blank => match content.get(at + 1..) {
                None | Some([] | [b'\r', ..]) => {}
                Some([b' ', rest @ ..]) => {
                    // Blanks may fill a cell up to its bar.
                    return Some(match rest.iter().find(|b| !matches!(b, b' ' | b'\r')) {
                        None => Opening::Name,
                        Some(b'|') => Opening::Cells(Separator::Bar("|")),
                        Some(b'&') if is_latex(content) => Opening::Cells(Separator::Quoted(b'&')),
                        Some(_) => Opening::Cells(Separator::Blanks),
                    });
                }
                // A bracket explains a name: `Phone (home)`.
                Some([b'(', ..]) => bracket = true,
                Some([b'-', b' ', ..]) if at > 0 => return Some(Opening::Dash),
                Some([0xE2, 0x80, 0x93 | 0x94, b' ', ..]) if at > 0 => return Some(Opening::Dash),
                Some(_) => {}
            },
            Part::Colon if is_cell(&content[..at]) => return Some(Opening::Sheet),
            // More labels with a colon on the line, over their values: `PIN:      City:`.
            Part::Colon
                if content[at + 1..].starts_with(b"  ") && content[at + 1..].trim_ascii_end().ends_with(b":") =>
            {
                return Some(Opening::Cells(Separator::Blanks));
            }
            Part::Colon => {
                let rest = content.get(at + 1..)?;
                return rest.iter().all(|b| matches!(b, b' ' | b'\r' | b'*' | b'_')).then_some(Opening::Name);
            }
            Part::Other if at > 0 && long_separator(&content[at..]).is_some() => {
                return long_separator(&content[at..]).map(|bar| Opening::Cells(Separator::Bar(bar)));
            }
            Part::Other if *byte == b'&' && is_latex(content) => return Some(Opening::Cells(Separator::Quoted(b'&'))),
            Part::Other if *byte == b'=' && is_cell(&content[..at]) => return Some(Opening::Sheet),
            Part::Other if bracket && matches!(byte, b'(' | b')') => {}
            Part::Other => return None,
        }
    }
    (characters < MAX_NAME + 8 && !content.is_empty()).then_some(Opening::Name)
}

/// The length of the number in brackets with the blank behind it that begins a line of a form: `(3) `; 0 if it has none.
pub fn field_number_len(line: &[u8]) -> usize {
    let digits = line.iter().skip(1).take(2).take_while(|b| b.is_ascii_digit() || b.is_ascii_lowercase()).count();
    let is_number = line.first() == Some(&b'(') && digits > 0 && line[digits + 1..].starts_with(b") ");
    if is_number { digits + 3 } else { 0 }
}

/// Separators of several signs, which exports of warehouses and of machines for health have, since no value contains them.
const LONG_SEPARATORS: [&str; 7] = ["|^|", "|~|", "|#|", "|@|", "^|^", "~|~", "~^~"];

/// The separator of several signs that `rest` begins with.
fn long_separator(rest: &[u8]) -> Option<&'static str> {
    LONG_SEPARATORS.into_iter().find(|separator| rest.starts_with(separator.as_bytes()))
}

/// The separator that the bar at the beginning of `rest` is or begins.
fn bar_at(rest: &[u8]) -> &'static str {
    long_separator(rest).unwrap_or("|")
}

/// The blank of Chinese and Japanese, in bytes.
const WIDE_BLANK: [u8; 3] = [0xE3, 0x80, 0x80];

/// Reports whether `name` is that of a cell of a spreadsheet, perhaps in quotes: `B12`.
fn is_cell(name: &[u8]) -> bool {
    /// Longest name of a cell with its quotes, in bytes.
    const LONGEST: usize = 9;
    name.len() <= LONGEST && super::spreadsheet::cell_of(name).is_some()
}

/// Reports whether a line is a row of a table of LaTeX, which ends in `\\` and may have a rule behind.
fn is_latex(line: &[u8]) -> bool {
    const RULES: [&[u8]; 3] = [b"\\hline", b"\\midrule", b"\\bottomrule"];
    let mut line = line.trim_ascii_end();
    while let Some(rest) = RULES.into_iter().find_map(|rule| line.strip_suffix(rule)) {
        line = rest.trim_ascii_end();
    }
    line.ends_with(b"\\\\")
}

/// The length of the dots that `rest` begins with, if they lead from a name to its value: four, or three behind a blank, perhaps with a
/// blank between each.
pub fn leader_len(rest: &[u8], is_behind_blank: bool) -> usize {
    let dots = rest.iter().take_while(|b| **b == b'.').count();
    let spaced = 1 + 2 * rest.get(1..).unwrap_or_default().chunks_exact(2).take_while(|pair| *pair == b" .").count();
    match dots {
        4.. => dots,
        3 if is_behind_blank => dots,
        1 if is_behind_blank && spaced > 4 => spaced,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_by_what_follows_their_first_name() {
        for (line, expected) in [
            ("id,ssn", Some(Opening::Cells(Separator::Quoted(b',')))),
            ("\"id\";\"ssn\"", Some(Opening::Cells(Separator::Quoted(b';')))),
            ("| id | ssn |", Some(Opening::Cells(Separator::Bar("|")))),
            ("ID . . . . 12", Some(Opening::Dash)),
            ("ID . . 12", Some(Opening::Name)),
            ("ID    SSN", Some(Opening::Cells(Separator::Blanks))),
            ("Phone (home),x", Some(Opening::Cells(Separator::Quoted(b',')))),
            ("## SSN", Some(Opening::Name)),
            ("**SSN:**", Some(Opening::Name)),
            ("SSN:  ", Some(Opening::Name)),
            ("- **SSN** - 7", Some(Opening::Dash)),
            ("SSN – 7", Some(Opening::Dash)),
            ("SSN ..... 7", Some(Opening::Dash)),
            ("Kontonr......7", Some(Opening::Dash)),
            ("Loading... done", Some(Opening::Name)),
            ("SSN     | 7", Some(Opening::Cells(Separator::Bar("|")))),
            ("Name & SSN \\\\ \\hline", Some(Opening::Cells(Separator::Quoted(b'&')))),
            ("Smith & Sons", None),
            ("Name, first; SSN", Some(Opening::Cells(Separator::Quoted(b';')))),
            ("id|^|ssn", Some(Opening::Cells(Separator::Bar("|^|")))),
            ("id~|~ssn", Some(Opening::Cells(Separator::Bar("~|~")))),
            ("id||ssn", Some(Opening::Cells(Separator::Bar("|")))),
            ("Name, first | SSN", Some(Opening::Cells(Separator::Bar("|")))),
            ("A1: SSN", Some(Opening::Sheet)),
            ("\"AB12\": 7", Some(Opening::Sheet)),
            ("B2 = 7", Some(Opening::Sheet)),
            ("H2O: 7", None),
            ("氏名　7", Some(Opening::Wide)),
            ("[db.passwords]", Some(Opening::Section)),
            ("ssn: 7", None),
            ("{\"a\":1,", None),
            ("let x = f(a, b);", None),
            ("    call(a, b)", None),
            ("", None),
            (
                "A sentence that goes on and on, as sentences that are long do now and then",
                Some(Opening::Cells(Separator::Quoted(b','))),
            ),
            ("A sentence that goes on and on as sentences that are long do now and then", None),
        ] {
            assert_eq!(opening(line.as_bytes(), &(0..line.len())), expected, "{line}");
        }
    }
}
