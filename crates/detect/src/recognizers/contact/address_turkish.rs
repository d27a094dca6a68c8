//! Postal addresses of Turkey, whose numbers stand behind their own word: `Bahariye Cad. No:12 D:4 Kadıköy/İstanbul`,
//! `Cumhuriyet Mah. Gül Sk. No: 7 Daire: 3`.

use std::borrow::Cow;

use super::address::INFO;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest beginning and end of an address from its number, in bytes.
const NEAR: usize = 96;

/// Words for quarters, streets and buildings, which stand behind their names.
const KINDS: &WordList = &WordList::new(
    "mah|mahallesi|mh|cad|caddesi|cadde|cd|sok|sokak|sokağı|sk|bulv|bulvarı|blv|apt|apartmanı|sitesi|site|blok|plaza|köyü|yolu",
);

/// Words for the parts of a building, before their numbers.
const PARTS: &WordList = &WordList::new("no|d|daire|k|kat|da|blok|pk");

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?i:cad|caddesi|cadde|cd|sok|sokak|sokağı|sk|bulv|bulvarı|blv|mah|mahallesi|apt|sitesi)[.,]{0,2} ?(?i:no) ?[:.]? ?[0-9]{1,4}[A-Za-z]?",
            0.85,
            0.95,
        ),
        // Without a word for "number" behind an abbreviation with a point: `Lale Cad. 5/11`.
        Pattern::regex(
            "(?:Cad|CAD|Cd|Sok|SOK|Sk|SK|Bulv|Blv)\\. ?[0-9]{1,4}[A-Za-z]?|(?:Caddesi|Sokak|Sokağı|Bulvarı) [0-9]{1,4}[A-Za-z]?",
            0.85,
            0.95,
        ),
    ]),
    context: words!["adres", "adresi", "adresim", "oturuyorum", "ikamet", "mahalle", "teslimat"],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start, matched) = (candidate.field.text, candidate.range.start, candidate.matched());
    // In small letters these words are abbreviations of other things, too.
    let is_marked = matched.contains(['.', ':']) && candidate.pattern == 0;
    let names = names_before(line::before(text, start, NEAR), is_marked).filter(|len| *len > 0)?;
    let number = start + matched.find(|c: char| c.is_ascii_digit())?;
    let house = number + number_len(&text[number..])?;
    is_value_edge(text, house).then_some(())?;
    candidate.part(start - names..house + parts_len(line::behind(text, house, NEAR)))
}

/// The length of the names of streets and quarters that `head` ends with, which goes on with a word for one: words with capitals,
/// or if it `may_be_small` the last one in small letters, and such words among them.
fn names_before(head: &str, may_be_small: bool) -> Option<usize> {
    /// Most words of all names.
    const MOST: usize = 8;
    let mut rest = head.strip_suffix(' ')?;
    let mut len = 0;
    for place in 0..MOST {
        let word = rest.rsplit([' ', '\t', '(', '"']).next()?;
        let bare = word.trim_end_matches(['.', ',', ':']);
        let is_name = bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) && !word.ends_with(':');
        let is_small = may_be_small && place == 0 && bare.chars().count() > 2 && bare.starts_with(char::is_lowercase);
        if word.is_empty() || !(is_name || is_small || is_listed(bare, KINDS)) {
            break;
        }
        len = head.len() - rest.len() + word.len();
        let Some(before) = rest.get(..rest.len() - word.len())?.strip_suffix(' ') else { break };
        rest = before;
    }
    Some(len)
}

/// The length of the number of a house that `text` begins with: `12`, `5/3`, `7A`, `12-14`.
fn number_len(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take(5).take_while(u8::is_ascii_digit).count();
    let first = digits(text);
    let behind = text.get(first..)?;
    let second = behind.strip_prefix(['/', '-']).map_or(0, digits);
    let letter = usize::from(behind.starts_with(|c: char| c.is_ascii_alphabetic()));
    // `8C/21`
    let flat = behind.get(letter..)?.strip_prefix('/').map_or(0, digits);
    let rest = if second > 0 { 1 + second } else { letter + if letter > 0 && flat > 0 { 1 + flat } else { 0 } };
    (1..=4).contains(&first).then_some(first + rest)
}

/// The length of the parts behind the house that `text` begins with: doors, floors, the district with its city, a postcode.
fn parts_len(text: &str) -> usize {
    /// Most parts.
    const MOST: usize = 6;
    let mut end = 0;
    for _ in 0..MOST {
        let rest = &text[end..];
        let bare = rest.trim_start_matches([' ', ',', '-', '/']);
        let gap = rest.len() - bare.len();
        let Some(len) = part_len(bare).filter(|_| (1..=3).contains(&gap)) else { break };
        end += gap + len;
    }
    end
}

/// The length of the part that `text` begins with: `D:4`, `Kat 3`, `34710`, `Kadıköy/İstanbul`.
fn part_len(text: &str) -> Option<usize> {
    let word = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let behind = text[word..].trim_start_matches(['.', ':', ' ']);
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    if word == 0 {
        return (digits == 5 && is_value_edge(text, digits)).then_some(digits);
    }
    if is_listed(&text[..word], PARTS) && (1..=4).contains(&digits) {
        return Some(text.len() - behind.len() + digits);
    }
    let is_name = word > 2 && text.starts_with(char::is_uppercase);
    is_name.then_some(word)
}
