//! Spelled signs and spaced numbers: `jane (at) example dot com`, `078 - 05 - 1120`.

use super::{Reading, address};

/// Words for `@`.
const AT: &[&str] = &["at", "@", "ät", "arroba", "chiocciola", "arobase", "klammeraffe", "apenstaartje"];
/// Words for `.`.
const DOT: &[&str] = &["dot", ".", "punkt", "punto", "ponto", "point", "punt", "dt"];
/// Words after "at" that are no host.
const NO_HOST: &[&str] = &[
    "the", "a", "an", "this", "that", "these", "those", "my", "your", "our", "his", "her", "their", "its", "every",
    "each",
];

/// A spelled sign between two names: in brackets, or as a word between blanks. The blanks belong to it.
pub fn sign(text: &str, at: usize) -> Option<Reading> {
    let (blanks, inner) = behind_blanks(text.get(at..)?)?;
    if text.get(..at).is_none_or(|before| !before.ends_with(is_name)) {
        return None;
    }
    if let Some(reading) =
        (blanks == 1).then(|| address::ending(text, at).or_else(|| address::number(text, at))).flatten()
    {
        return Some(reading);
    }
    let spelled = || word(inner).or_else(|| address::spoken(text, at + blanks));
    let (c, len) = bracketed(inner).or_else(|| (blanks > 0).then(spelled).flatten())?;
    let (gap, behind) = behind_blanks(inner.get(len..)?)?;
    behind.starts_with(is_name).then(|| Reading::char(blanks + len + gap, c))?
}

/// The number of blanks at the start of `text`, two at most, and what stands behind them; `None` if there are more.
fn behind_blanks(text: &str) -> Option<(usize, &str)> {
    let blanks = text.bytes().take(3).take_while(|b| *b == b' ').count();
    (blanks <= 2).then(|| Some((blanks, text.get(blanks..)?)))?
}

/// Reports whether `c` may stand beside a sign in an address.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '+')
}

/// A sign in brackets at the start of `text` (`(at)`, `[ dot ]`), and the length of both.
fn bracketed(text: &str) -> Option<(char, usize)> {
    const LONGEST: usize = 16;
    let close = match text.as_bytes().first()? {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        _ => return None,
    };
    let len = text.bytes().take(LONGEST).position(|b| b == close)?;
    let word = text.get(1..len)?.trim_matches([' ', '_', '-']);
    named(word).map(|c| (c, len + 1))
}

/// The sign that `word` names.
fn named(word: &str) -> Option<char> {
    let is = |known: &&str| word.eq_ignore_ascii_case(known);
    let at = AT.iter().any(is).then_some('@');
    at.or_else(|| DOT.iter().any(is).then_some('.'))
}

/// A sign as a word at the start of `text`, and its length: "dot", and "at" before a host with a spelled dot.
fn word(text: &str) -> Option<(char, usize)> {
    if spells(text, "dot") {
        return Some(('.', 3));
    }
    if !spells(text, "at") {
        return None;
    }
    let host = text.get(2..)?.trim_start_matches(' ');
    let len = host.bytes().take(64).take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    let (name, behind) = host.split_at_checked(len)?;
    let dot = behind.trim_start_matches(' ');
    let dotted = dot.len() < behind.len() && spells(dot, "dot") || bracketed(dot).is_some_and(|(sign, _)| sign == '.');
    let is_host = len > 0 && dotted && !NO_HOST.iter().any(|word| name.eq_ignore_ascii_case(word));
    is_host.then_some(('@', 2))
}

/// Reports whether `text` begins with `word` and a blank.
pub(super) fn spells(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
        && text.as_bytes().get(word.len()) == Some(&b' ')
}

/// Reports whether `c` is a dash of any length.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}')
}

/// A gap between digits: a dash beyond ASCII or with blanks around it, which is read as `-`; or a blank in a row of
/// single digits, which vanishes.
pub fn gap(text: &str, at: usize) -> Option<Reading> {
    let (before, rest) = text.split_at_checked(at)?;
    if !before.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let inner = rest.strip_prefix(' ').unwrap_or(rest);
    if let Some(behind) = inner.strip_prefix(is_dash) {
        let behind = behind.strip_prefix(' ').unwrap_or(behind);
        return behind
            .starts_with(|c: char| c.is_ascii_digit())
            .then(|| Reading::char(rest.len() - behind.len(), '-'))?;
    }
    if is_wide(before, rest) {
        return Reading::char(2, ' ');
    }
    is_spelled(before, rest).then_some(Reading { len: 1, plain: None })
}

/// Reports whether two blanks stand at the start of `rest`, as they do between all groups of a number of three groups
/// and more that one blank parts from the word before it. Columns have words as far away as numbers.
fn is_wide(before: &str, rest: &str) -> bool {
    /// Longest group, and most groups that are read on each side.
    const LONGEST: usize = 6;
    const MOST: usize = 8;
    let is_part = |b: &&u8| b.is_ascii_digit() || b.is_ascii_uppercase();
    let (mut ahead, mut head) = (0, before.as_bytes());
    let is_named = loop {
        let group = head.iter().rev().take(LONGEST + 1).take_while(is_part).count();
        if !(1..=LONGEST).contains(&group) || ahead == MOST {
            return false;
        }
        (ahead, head) = (ahead + 1, head.get(..head.len() - group).unwrap_or_default());
        match head {
            [name @ .., b' ', b' '] if name.last().is_some_and(u8::is_ascii_digit) => head = name,
            [.., name, b' '] => break name.is_ascii_alphabetic() || matches!(name, b':' | b'#'),
            _ => return false,
        }
    };
    let (mut behind, mut tail) = (0, rest.as_bytes());
    while let [b' ', b' ', next @ ..] = tail
        && behind < MOST
    {
        let group = next.iter().take(LONGEST + 1).take_while(|b| b.is_ascii_digit()).count();
        if !(1..=LONGEST).contains(&group) {
            return false;
        }
        (behind, tail) = (behind + 1, next.get(group..).unwrap_or_default());
    }
    is_named && behind > 0 && ahead + behind > 2 && !tail.first().is_some_and(u8::is_ascii_alphanumeric)
}

/// The end of a line within a number in groups, with the marks of quoting before the next line, in a line of words: a
/// blank, or nothing behind a dash.
pub fn line_end(text: &str, at: usize) -> Option<Reading> {
    /// Longest line of a wrapped text that is looked at.
    const LINE: usize = 120;
    let (before, rest) = text.split_at_checked(at)?;
    let line = crate::line::before(text, at, LINE);
    let ending = line.trim_end_matches([' ', '-']);
    let group = ending.bytes().rev().take_while(u8::is_ascii_digit).count();
    let head = ending.get(..ending.len() - group)?;
    // The country and the check digits of an account, and the code of a country: `DE89`, `+40`.
    let head = match head.as_bytes() {
        [.., b' ', b'A'..=b'Z', b'A'..=b'Z'] if group == 2 => &head[..head.len() - 2],
        [.., b' ', b'+'] => &head[..head.len() - 1],
        _ => head,
    };
    let is_grouped = (2..=6).contains(&group) && line.len() - ending.len() < 2 && head.ends_with([' ', '-']);
    let is_prose =
        head.split(' ').any(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_alphabetic() || b == b':'));
    let quoted = rest.trim_start_matches(['\r', '\n']).trim_start_matches(['>', '|', ' ']);
    let digits = quoted.bytes().take_while(u8::is_ascii_digit).count();
    let is_last = digits < 9 && ends_line(&quoted[digits..]);
    if !is_grouped || !is_prose || !((2..=6).contains(&digits) || is_last) {
        return None;
    }
    let len = rest.len() - quoted.len();
    let is_joined = before.ends_with(['-', ' ']);
    Some(Reading { len, plain: (!is_joined).then_some(super::Plain::Char(' ')) })
}

/// Reports whether the end of the line at `at` breaks a number that the words of its line introduce, and nothing but the rest of the
/// number stands on the next line.
pub fn breaks_number(text: &str, at: usize) -> bool {
    let is_digit = at.checked_sub(1).and_then(|before| text.as_bytes().get(before)).is_some_and(u8::is_ascii_digit);
    let next = |len: usize| {
        let rest = text.get(at + len..).unwrap_or_default();
        ends_line(
            rest.trim_start_matches(['\r', '\n', '>', ' '])
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == ' '),
        )
    };
    is_digit && line_end(text, at).is_some_and(|reading| next(reading.len))
}

/// Reports whether a sentence or a line ends at the start of `rest`.
fn ends_line(rest: &str) -> bool {
    rest.trim_start_matches(['.', ',', '!', '?', ')']).bytes().next().is_none_or(|b| b"\r\n \"\\".contains(&b))
}

/// Reports whether the blank at the start of `rest` is one of at least five between single digits.
fn is_spelled(before: &str, rest: &str) -> bool {
    /// Fewest blanks of a row; no more than twice as many are counted.
    const ROW: usize = 5;
    let lone = |pair: &[u8]| matches!(pair, [b' ', digit] if digit.is_ascii_digit());
    let behind = rest.as_bytes().chunks(2).take(2 * ROW).take_while(|pair| lone(pair)).count();
    // No digit may follow the last one.
    let next = rest.as_bytes().get(2 * behind);
    let whole = if next.is_some_and(u8::is_ascii_digit) { behind.saturating_sub(1) } else { behind };
    let ahead = before.as_bytes().rchunks(2).take(2 * ROW).take_while(|pair| lone(pair)).count();
    // The first digit has none before it.
    let first = before.len().checked_sub(2 * ahead + 2).and_then(|at| before.as_bytes().get(at));
    let first = if first.is_some_and(u8::is_ascii_digit) { ahead.saturating_sub(1) } else { ahead };
    whole > 0 && whole + first >= ROW
}
