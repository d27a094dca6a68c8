//! Address context: the words around a street that tell an address from prose: a city behind it, a word for a place before it.

use crate::recognizers::support::neighbours::{is_one_of, word_before};

/// Reports whether the street at `start`, with its number to `end`, is a part of a list whose next part is one name, or all of the text's
/// line: `riunione, via Cernaia 31, Torino`. A flight goes `via Dubai 3` in the midst of a part.
pub(super) fn stands_as_part(head: &str, start: usize, text: &str, end: usize) -> bool {
    let before = head[..start].trim_end_matches(' ');
    let begins = before.len() < start && before.ends_with([',', ':', '(', '–', '—']);
    let city = text.get(end..).and_then(|rest| rest.strip_prefix(", ")).unwrap_or_default();
    let len = city.find(|c: char| !c.is_alphabetic()).unwrap_or(city.len());
    let rest = city[len..].trim_start_matches(' ');
    let is_city = len > 2 && city.starts_with(char::is_uppercase);
    let ends = rest.is_empty() || rest.starts_with([',', '.', ';', ')', '\n', '\r', '–', '—', '-', '(']);
    begins && is_city && ends
}

/// Reports whether the digits from `start` to `code`, on the line below the end of an address at `end`, begin a telephone number:
/// `Leeds␤07597 553299`.
pub(super) fn begins_number(text: &str, end: usize, start: usize, code: usize) -> bool {
    let behind = text[code..].strip_prefix([' ', '-']).unwrap_or_default();
    text[end..start].contains('\n') && behind.starts_with(|c: char| c.is_ascii_digit())
}

/// Reports whether a word for a place stands before the street at `start`, and a city behind its number, which ends at `end`: `en plaza del Pilar, 35,
/// en Zaragoza`, `in corso Umberto 62/B, Napoli`.
pub(super) fn stands_in_city(head: &str, start: usize, text: &str, end: usize) -> bool {
    /// Most letters behind the number: `62/B`.
    const MOST: usize = 3;
    let word = word_before(head, start);
    let is_place = is_one_of(word, &["en", "a", "in", "à", "em", "na", "al", "la", "est"]);
    let behind = text.get(end..).unwrap_or_default();
    let letters = behind.bytes().take(MOST).take_while(|b| *b == b'/' || b.is_ascii_uppercase()).count();
    let behind = behind.get(letters..).unwrap_or_default().trim_start_matches(',');
    let city = [" en ", " a ", " in ", " à ", " em ", " "].iter().find_map(|link| behind.strip_prefix(*link));
    is_place && city.is_some_and(|city| city.starts_with(char::is_uppercase))
}

/// Reports whether `found` ends in a postcode of the United Kingdom: `, Settle, BD24 9NB`.
pub(super) fn ends_in_british_code(found: &str) -> bool {
    let Some((head, inward)) = found.rsplit_once(' ') else { return false };
    let outward = head.rsplit([' ', ',']).next().unwrap_or_default();
    let is_inward = matches!(inward.as_bytes(), [a, b, c] if a.is_ascii_digit() && b.is_ascii_uppercase() && c.is_ascii_uppercase());
    let letters = outward.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = outward.as_bytes().get(letters..).unwrap_or_default();
    is_inward && (1..=2).contains(&letters) && (1..=2).contains(&rest.len()) && rest[0].is_ascii_digit()
}

/// The length of the number of a street that follows its kind, as in Singapore: `Ave 3 #04-567`, `Street 21, …`.
pub(super) fn numbered(behind: &str) -> usize {
    let Some(number) = behind.strip_prefix(' ') else { return 0 };
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let rest = number.get(digits..).unwrap_or_default();
    let ends = rest.is_empty() || rest.starts_with([',', '\n', '\r']) || rest.starts_with(" #");
    if (1..=2).contains(&digits) && ends { 1 + digits } else { 0 }
}
