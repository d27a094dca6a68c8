//! Word characters and word boundaries, in scripts with and without spaces between words.

use crate::properties::Properties;

/// Reports whether `c` is a word character: a letter, a digit, `_` or a combining mark.
#[inline]
pub fn is_word(c: char) -> bool {
    match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => is_word_byte(byte),
        _ => Properties::of(c).is_word,
    }
}

/// [`is_word`] for a character of ASCII.
#[inline]
fn is_word_byte(byte: u8) -> bool {
    const WORD: [bool; 256] = {
        let (mut word, mut byte) = ([false; 256], 0);
        while byte < 128 {
            word[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
            byte += 1;
        }
        word
    };
    WORD[usize::from(byte)]
}

/// Reports whether a word boundary lies at byte `at` of `text`.
///
/// One lies at both ends of the text, and between any two characters, unless both are word characters and neither is
/// CJK. None lies within a character, before a combining mark, or outside the text.
///
/// ```
/// use masquerade_text::is_boundary;
/// assert!(is_boundary("a b", 1));
/// assert!(!is_boundary("ab", 1));
/// assert!(is_boundary("電a", 3));
/// ```
#[inline]
pub fn is_boundary(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    match (at.checked_sub(1).and_then(|before| bytes.get(before)), bytes.get(at)) {
        (Some(before), Some(after)) if before.is_ascii() && after.is_ascii() => {
            !(is_word_byte(*before) && is_word_byte(*after))
        }
        _ => is_boundary_in_unicode(text, at),
    }
}

/// [`is_boundary`] without the short cut for ASCII.
fn is_boundary_in_unicode(text: &str, at: usize) -> bool {
    if at == 0 || at == text.len() {
        return true;
    }
    if !text.is_char_boundary(at) {
        return false;
    }
    match (text[..at].chars().next_back(), text[at..].chars().next()) {
        (Some(before), Some(after)) => is_boundary_between(before, after),
        _ => true,
    }
}

/// Reports whether a word boundary lies between two neighbouring characters.
pub fn is_boundary_between(before: char, after: char) -> bool {
    let (before, after) = (Properties::of(before), Properties::of(after));
    if !(before.is_word && after.is_word) {
        return true;
    }
    !after.is_mark && (before.is_cjk || after.is_cjk || before.script != after.script)
}

/// A script, by the number of its first block: letters of two scripts are no one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Script(u32);

impl Script {
    const LATIN: Self = Self(0);

    /// First code points of the blocks of scripts other than Latin, ascending, with the first code point behind them.
    /// (Unicode 16, `Blocks.txt`; blocks of one script that follow each other are one.)
    const BLOCKS: &[(u32, u32)] = &[
        (0x370, 0x400),
        (0x400, 0x530),
        (0x530, 0x590),
        (0x590, 0x600),
        (0x600, 0x700),
        (0x700, 0x750),
        (0x750, 0x780),
        (0x780, 0x7C0),
        (0x7C0, 0x800),
        (0x860, 0x870),
        (0x870, 0x900),
        (0x900, 0x980),
        (0x980, 0xA00),
        (0xA00, 0xA80),
        (0xA80, 0xB00),
        (0xB00, 0xB80),
        (0xB80, 0xC00),
        (0xC00, 0xC80),
        (0xC80, 0xD00),
        (0xD00, 0xD80),
        (0xD80, 0xE00),
        (0xE00, 0xE80),
        (0xE80, 0xF00),
        (0xF00, 0x1000),
        (0x1000, 0x10A0),
        (0x10A0, 0x1100),
        (0x1200, 0x13A0),
        (0x13A0, 0x1400),
        (0x1400, 0x1680),
        (0x1780, 0x1800),
        (0x1800, 0x18B0),
        (0x1C80, 0x1C90),
        (0x1C90, 0x1CC0),
        (0x1F00, 0x2000),
        (0x2D00, 0x2D30),
        (0x2D80, 0x2DE0),
        (0x2DE0, 0x2E00),
        (0xA640, 0xA6A0),
        (0xFB13, 0xFB18),
        (0xFB1D, 0xFB50),
        (0xFB50, 0xFE00),
        (0xFE70, 0xFF00),
    ];

    /// The script of a letter; of digits and letters that many scripts share, Latin, which they are read as.
    pub fn of(c: char) -> Self {
        let code = u32::from(c);
        let place = Self::BLOCKS.partition_point(|(first, _)| *first <= code);
        match place.checked_sub(1).and_then(|at| Self::BLOCKS.get(at)) {
            Some((first, end)) if code < *end => Self(match first {
                // Extensions and presentation forms of a script are that script.
                0x1F00 => 0x370,
                0x1C80 | 0x2DE0 | 0xA640 => 0x400,
                0xFB13 => 0x530,
                0xFB1D => 0x590,
                0x750 | 0x870 | 0xFB50 | 0xFE70 => 0x600,
                0x1C90 | 0x2D00 => 0x10A0,
                0x2D80 => 0x1200,
                first => *first,
            }),
            _ => Self::LATIN,
        }
    }
}

/// Longest run of low lines that may belong to a word; longer ones are lines to write on.
const MAX_LOW_LINES: usize = 32;

/// Reports whether a value may begin or end at byte `at` of `text`: at word boundaries, between a value and the low
/// lines of markup around it (`_x_`, `__x__`), behind an escape sequence that stands for a blank or a sign (`\nx`,
/// `%20x`), and behind the words that Hebrew and Arabic join to the next one (`לרחל`).
///
/// Low lines belong to a word that goes on beyond them with a letter or digit (`a_x`).
///
/// ```
/// use masquerade_text::is_value_edge;
/// assert!(is_value_edge("_x_", 1) && is_value_edge("_x_", 2));
/// assert!(!is_value_edge("a_x", 2) && !is_value_edge("x_a", 1));
/// assert!(is_value_edge(r"\nx", 2) && !is_value_edge("nx", 1));
/// assert!(is_value_edge("לרחל", 2) && !is_value_edge("רחל", 2));
/// ```
#[inline]
pub fn is_value_edge(text: &str, at: usize) -> bool {
    is_boundary(text, at) || may_be_inner_edge(text.as_bytes(), at) && is_inner_edge(text, at)
}

/// Reports whether [`is_inner_edge`] may hold at `at`: nearly all places within words have neither a low line beside them nor the
/// signs of an escape sequence before them.
#[inline]
fn may_be_inner_edge(bytes: &[u8], at: usize) -> bool {
    let Some((head, behind)) = bytes.split_at_checked(at) else { return false };
    behind.first() == Some(&b'_')
        || match head {
            [.., b'_' | b'm'] | [.., b'\\', b'n' | b'r' | b't'] => true,
            // The last letter of a word that is joined to the next one, in Hebrew and Arabic.
            [.., 0xD7, 0x91..=0xA9] | [.., 0xD8, 0xA8] | [.., 0xD9, 0x80..=0x88] => true,
            [.., b'%' | b'=', _, last] | [.., b'\\', b'x', _, last] | [.., b'\\', b'u', _, _, _, last] => {
                last.is_ascii_hexdigit()
            }
            _ => false,
        }
}

/// Reports whether `at` lies behind the conjunctions and prepositions that Hebrew and Arabic join to the next word: `לרחל`, `وفاطمة`.
fn is_behind_joined(text: &str, at: usize) -> bool {
    /// Most letters of them.
    const MOST: usize = 3;
    let Some((head, behind)) = text.split_at_checked(at) else { return false };
    let is_joined = |c: &char| "ובלמשכהوبلفكـ".contains(*c);
    let is_letter = |c: char| matches!(c, '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{6D3}');
    let joined: usize = head.chars().rev().take(MOST).take_while(is_joined).map(char::len_utf8).sum();
    joined > 0 && behind.starts_with(is_letter) && is_boundary(text, at - joined)
}

#[inline(never)]
fn is_inner_edge(text: &str, at: usize) -> bool {
    if is_behind_joined(text, at) {
        return true;
    }
    let bytes = text.as_bytes();
    let Some((before, behind)) = bytes.split_at_checked(at) else { return false };
    match (before.last(), behind.first()) {
        (Some(b'_'), Some(b'_')) => false,
        (Some(b'_'), _) => {
            let run = before.iter().rev().take(MAX_LOW_LINES).take_while(|b| **b == b'_').count();
            let beyond = text.get(..at - run).and_then(|head| head.chars().next_back());
            run == MAX_LOW_LINES || !beyond.is_some_and(is_word) || escape_before(text, at - run).is_some()
        }
        (_, Some(b'_')) => {
            let run = behind.iter().take(MAX_LOW_LINES).take_while(|b| **b == b'_').count();
            let beyond = text.get(at + run..).and_then(|rest| rest.chars().next());
            run == MAX_LOW_LINES || !beyond.is_some_and(is_word) || escape_before(text, at).is_some()
        }
        _ => escape_before(text, at).is_some(),
    }
}

/// The start of the escape sequence that ends at byte `at` of `text`, if it stands for a blank, a sign or a colour;
/// `None` if it is part of a word. Escapes are those of string literals (`\n`, `\x20`, `\u0020`), URLs (`%20`),
/// quoted-printable text (`=3D`) and terminals (`ESC[31m`).
pub fn escape_before(text: &str, at: usize) -> Option<usize> {
    let head = text.as_bytes().get(..at)?;
    match head.last()? {
        b'n' | b'r' | b't' => matches!(head, [.., b'\\', _]).then(|| at - 2),
        b'm' => color_before(text, head),
        // The sign before the last digits rules out nearly all texts.
        b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f' => match head {
            [.., b'%', _, _] => percent_before(text, at),
            [.., b'=', _, _] => quoted_before(head),
            [.., b'\\', b'x', _, _] => numeric_before(head, 2),
            [.., b'\\', b'u', _, _, _, _] => numeric_before(head, 4),
            _ => None,
        },
        _ => None,
    }
}

/// The start of the colour of a terminal, such as `ESC[31m`, at the end of `head`. The escape character itself may be
/// lost, but not of one without a number, since words begin so in brackets: `[m.roe@example.com]`.
fn color_before(text: &str, head: &[u8]) -> Option<usize> {
    const LONGEST: usize = 12;
    let inner = head.strip_suffix(b"m")?;
    let len = inner.iter().rev().take(LONGEST).take_while(|b| b.is_ascii_digit() || **b == b';').count();
    let open = inner.len().checked_sub(len + 1)?;
    let is_open = inner.get(open) == Some(&b'[');
    // An index of code names no unit: `a[1m`.
    let is_index = open.checked_sub(1).and_then(|at| head.get(at)).is_some_and(u8::is_ascii_alphabetic);
    let is_escaped = || {
        head.get(..open).is_some_and(|head| head.ends_with(b"\\e") || head.ends_with(b"\x1b"))
            || escape_before(text, open).is_some()
    };
    (is_open && len < LONGEST && (len > 0 && !is_index || is_escaped())).then_some(open)
}

/// The start of the percent-encoded character that ends at `at`; `None` if it is part of a word.
fn percent_before(text: &str, at: usize) -> Option<usize> {
    (1..=4).map_while(|triplets| at.checked_sub(3 * triplets)).find_map(|start| {
        let (len, c) = crate::fold::percent(text, start)?;
        (start + len == at && !is_word(c)).then_some(start)
    })
}

/// The start of the quoted-printable sign at the end of `head`. Behind a word only the equals sign counts, since
/// `limit=20` is none.
fn quoted_before(head: &[u8]) -> Option<usize> {
    let (rest, code) = head.split_last_chunk::<3>()?;
    let stands = |b: Option<&u8>| b.is_none_or(|b| !b.is_ascii_alphanumeric());
    match code {
        b"=3D" => Some(rest.len()),
        b"=20" | b"=09" | b"=0A" | b"=0D" if stands(rest.last()) => Some(rest.len()),
        b"=A0" if rest.ends_with(b"=C2") => Some(rest.len() - 3),
        _ => None,
    }
}

/// The start of a string literal's escape at the end of `head`: a backslash, a letter and `digits` digits, such as
/// `\x20`, `\u0020`. `None` if it stands for a part of a word.
fn numeric_before(head: &[u8], digits: usize) -> Option<usize> {
    let (rest, code) = head.split_at_checked(head.len().checked_sub(digits)?)?;
    let code = std::str::from_utf8(code).ok().and_then(|code| u32::from_str_radix(code, 16).ok())?;
    let is_sign = char::from_u32(code).is_some_and(|c| !is_word(c));
    is_sign.then(|| rest.len().checked_sub(2))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_lie_between_words_and_around_cjk() {
        for (left, right, expected) in [
            ("a", "b", false),
            ("a", "1", false),
            ("_", "a", false),
            ("é", "a", false),
            ("a", "\u{301}", false),
            ("a", "-", true),
            ("a", " ", true),
            ("か", "\u{3099}", false),
            ("日", "本", true),
            ("a", "本", true),
            ("한", "a", true),
            ("ж", "ж", false),
            ("ж", "a", true),
            ("1", "ж", true),
            ("ก", "4", true),
            ("ก", "\u{e31}", false),
            ("ى", "ب", false),
            ("ß", "a", false),
            ("é", "1", false),
            ("😀", "a", true),
        ] {
            assert_eq!(is_boundary(&format!("{left}{right}"), left.len()), expected, "{left}|{right}");
        }
    }

    #[test]
    fn values_end_at_markup_and_escapes() {
        for (left, right, expected) in [
            ("_", "a", true),
            ("a_", "b", false),
            ("a", "_", true),
            ("a", "__", true),
            ("a", "_b", false),
            ("a", "__é", false),
            ("é_", "b", false),
            ("_", "_a", false),
            (r"\n", "a", true),
            (r"\n_", "a", true),
            (r"x\\t", "a", true),
            (r"\q", "a", false),
            ("n", "a", false),
            ("%20", "a", true),
            ("%41", "a", false),
            ("%C3%A9", "a", false),
            ("%C2%A0", "a", true),
            ("%2", "a", false),
            (r"\u0020", "1", true),
            (r"\u0041", "1", false),
            (r"\x20", "1", true),
            ("x=3D", "1", true),
            ("x=20", "1", false),
            (":=20", "1", true),
            ("\u{1b}[31m", "1", true),
            ("[0;1m", "1", true),
            ("a[31m", "1", false),
            ("\u{1b}[m", "1", true),
            ("[m", "1", false),
            (r"\e[31m", "1", true),
            (r"\u001b[31m", "1", true),
            ("31m", "1", false),
        ] {
            assert_eq!(is_value_edge(&format!("{left}{right}"), left.len()), expected, "{left}|{right}");
        }
        let line = "_".repeat(40);
        assert!(is_value_edge(&format!("a{line}b"), 1) && is_value_edge(&format!("a{line}b"), 41));
    }
}
