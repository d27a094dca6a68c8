//! Distant security codes: those of cards some words or a turn behind their name: `then he wanted the security code, too, so I gave …`.

use std::ops::Range;

use super::card::is_issued;
use crate::checksum::luhn;
use crate::layout::answers;
use crate::text::line;

/// The code behind the name that ends at `at`: alone in the next turn, or the next number of the sentence if the number of a card stands on
/// the line before: `then he wanted the security code, too, so I gave 271`.
pub(super) fn told_later(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest code, in bytes.
    const FAR: usize = 56;
    let rest = line::behind(text, at, FAR);
    // `cvc`, `the three digits on the back?`
    let asks = rest.trim_end().ends_with('?') && !rest.contains(|c: char| c.is_ascii_digit());
    let is_turn = text[at + rest.len()..].starts_with(['\n', '\r'])
        && (asks || rest.chars().all(|c| matches!(c, ' ' | '.' | ':' | '!')));
    if is_turn {
        let start = answers::begin(text, at + rest.len());
        let len = text[start..].bytes().take(5).take_while(u8::is_ascii_digit).count();
        return (matches!(len, 3 | 4) && line::ends(text, start + len)).then_some(start..start + len);
    }
    let first = rest.find(|c: char| c.is_ascii_digit() || matches!(c, '.' | ';' | '?' | '!'))?;
    let len = rest[first..].bytes().take_while(u8::is_ascii_digit).count();
    let goes_on = rest[first + len..]
        .starts_with(|c: char| c.is_alphanumeric() || matches!(c, '%' | '/' | '-' | '€' | '$'))
        || rest[first + len..]
            .strip_prefix(['.', ',', ' ', ':'])
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_apart = rest[..first].ends_with([' ', '"']);
    (matches!(len, 3 | 4) && is_apart && !goes_on && has_card_before(text, at)).then_some(at + first..at + first + len)
}

/// Reports whether a number that is a card's by its check stands on the line before `at`.
fn has_card_before(text: &str, at: usize) -> bool {
    /// Farthest end of it, in bytes, and longest number.
    const FAR: usize = 160;
    let head = line::before(text, at, FAR);
    let numbers = head.split(|c: char| !c.is_ascii_digit() && !matches!(c, ' ' | '-'));
    numbers
        .map(|part| part.chars().filter(char::is_ascii_digit).collect::<String>())
        .any(|digits| is_issued(digits.as_bytes()) && luhn(&digits))
}
