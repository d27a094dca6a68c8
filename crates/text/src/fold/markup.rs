//! Numbers whose groups markup and forms part: `4111<b> 1111</b>`, `card=4111+1111+1111+1111`.

use super::Reading;

/// Elements within lines of text.
const INLINE: [&str; 15] =
    ["a", "b", "br", "code", "em", "font", "i", "mark", "nobr", "small", "span", "strong", "tt", "u", "wbr"];
/// Longest tag, in bytes.
const LONGEST: usize = 64;
/// Most tags and blanks between two groups.
const MOST: usize = 4;

/// A tag of an element within a line, between two groups of digits: it vanishes. The end of a line is a blank.
pub fn tag(text: &str, at: usize) -> Option<Reading> {
    let (before, rest) = text.split_at_checked(at)?;
    let len = opening_tag(rest)?;
    let (mut head, mut tail) = (before, rest.get(len..)?);
    for _ in 0..MOST {
        head = head.strip_suffix(' ').or_else(|| without_tag(head)).unwrap_or(head);
        tail = tail.strip_prefix(' ').or_else(|| tail.get(opening_tag(tail)?..)).unwrap_or(tail);
    }
    let digit = |c: char| c.is_ascii_digit();
    if !head.ends_with(digit) || !tail.starts_with(digit) {
        return None;
    }
    match rest.starts_with("<br") && !before.ends_with(' ') {
        true => Reading::char(len, ' '),
        false => Some(Reading { len, plain: None }),
    }
}

/// The length of the tag of an element of [`INLINE`] at the start of `text`.
fn opening_tag(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('<')?;
    let len = inner.bytes().take(LONGEST).position(|b| matches!(b, b'<' | b'>'))?;
    let tag = inner.get(..len).filter(|_| inner.as_bytes().get(len) == Some(&b'>'))?;
    let name = tag.strip_prefix('/').unwrap_or(tag).split([' ', '/']).next()?;
    INLINE.iter().any(|known| known.eq_ignore_ascii_case(name)).then_some(len + 2)
}

/// `head` without the tag of such an element at its end.
fn without_tag(head: &str) -> Option<&str> {
    let inner = head.strip_suffix('>')?;
    let near = crate::window::before(inner, inner.len(), LONGEST);
    let start = inner.len() - (near.len() - near.rfind('<')?);
    let tag = head.get(start..)?;
    (opening_tag(tag) == Some(tag.len())).then(|| head.get(..start))?
}

/// A plus between the groups of a number that is the value of a form: a blank.
pub fn plus(text: &str, at: usize) -> Option<Reading> {
    /// Longest part of a number on each side.
    const FAR: usize = 40;
    let (before, rest) = text.split_at_checked(at)?;
    if is_of_form(before, rest) {
        return Reading::char(1, ' ');
    }
    let is_part = |b: &u8| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b'+' | b'%');
    let ahead = before.bytes().rev().take(FAR).take_while(is_part).count();
    let behind = rest.bytes().take(FAR).take_while(is_part).count();
    let name = before.get(..before.len() - ahead)?.strip_suffix('=')?;
    let is_named = name.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ']' | 'D'));
    let ends = rest.as_bytes().get(behind).is_none_or(|b| b"&;\"'\\ \t\r\n<,)".contains(b));
    let value = text.get(at - ahead..at + behind)?;
    let value = value.strip_prefix("%2B").unwrap_or(value);
    let value = value.strip_prefix('+').unwrap_or(value);
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_group = |group: &str| (1..=12).contains(&group.len()) && group.bytes().any(|b| b.is_ascii_digit());
    let is_number = digits > 7 && value.split('+').count() > 2 && value.split('+').all(is_group);
    // The plus of a telephone number stays.
    let is_between = before.ends_with(|c: char| c.is_ascii_alphanumeric()) && !before.ends_with("%2B");
    (is_named && ends && is_number && is_between).then(|| Reading::char(1, ' '))?
}

/// Reports whether the plus behind `before`, with which `rest` begins, parts words in a form that a browser sent: the value of one
/// of several pairs, `&addr=12+Elm+Street&…`.
fn is_of_form(before: &str, rest: &str) -> bool {
    /// Longest part of a value on each side, longest name of a pair, and longest word, in bytes.
    const FAR: usize = 160;
    const NAME: usize = 32;
    const WORD: usize = 24;
    /// Fewest digits of a number in groups.
    const DIGITS: usize = 7;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || !b.is_ascii() || b"+%._,'-".contains(b);
    let ahead = before.bytes().rev().take(FAR).take_while(stands).count();
    let behind = rest.bytes().take(FAR).take_while(stands).count();
    let (Some(value), Some(head)) = (before.get(before.len() - ahead..), before.get(..before.len() - ahead)) else {
        return false;
    };
    let Some(head) = head.strip_suffix('=') else { return false };
    let name = head.bytes().rev().take(NAME).take_while(|b| b.is_ascii_alphanumeric() || b"_-.[]%".contains(b)).count();
    let is_pair = head[..head.len() - name].ends_with(['&', '?']) || rest[behind..].starts_with('&');
    let words = || value.split('+').chain(rest[1..behind].split('+'));
    // An encoded sign may stand behind it.
    let bare = |word: &'_ str| word.find('%').unwrap_or(word.len());
    let is_word = |word: &str| word.len() > 2 && word.bytes().all(|b| b.is_ascii_alphabetic() || !b.is_ascii());
    let has_word = words().any(|word| is_word(&word[..bare(word)]));
    // Groups of a number: `&snils=485-548-824+47`.
    let is_group = |word: &str| {
        word.bytes().all(|b| b.is_ascii_digit() || b == b'-')
            || word.len() < 3 && word.bytes().all(|b| b.is_ascii_uppercase())
    };
    let digits = || words().flat_map(str::bytes).filter(u8::is_ascii_digit).count();
    let is_number = || words().all(is_group) && digits() >= DIGITS;
    // The text that is encoded in base 64 has longer parts.
    name > 0 && is_pair && (has_word || is_number()) && words().all(|word| word.len() <= WORD && !word.is_empty())
}
