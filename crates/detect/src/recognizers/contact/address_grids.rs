//! Addresses by numbers alone: houses in sectors and blocks, crossings of numbered streets, boxes of armed forces:
//! `House 22, Sector 14, Gurgaon`, `Carrera 43A # 1-50, Medellín`, `PSC 3, Box 4120, APO AE 09021`.

use std::{borrow::Cow, ops::Range};

use super::address::INFO;
use super::address_tail::tail;
use super::address_token::{is_capital, word_at};
use super::address_unit::units_before;
use super::address_words::SUFFIXES;
use crate::recognizers::support::neighbours::byte_at;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// The post office of armed forces, with its region and postcode: `APO AE 09021`.
macro_rules! military_code {
    () => {
        "(?i:apo|fpo|dpo),? (?i:aa|ae|ap),? [0-9]{5}(?:-[0-9]{4})?"
    };
}

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?:[Hh]ouse|[Pp]lot|[Ff]lat|[Vv]illa|[Bb]ungalow|[Aa]partment|H\\.? ?[Nn]o\\.?)(?: [Nn]o\\.?)? ?#?[0-9]{1,5}[A-Za-z]?(?:/[0-9]{1,4})?, (?:[Ss]ector|[Ss]treet|[Bb]lock|[Pp]hase|[Rr]oad|[Ll]ane|[Gg]ali|[Ww]ard)[ -][0-9A-Z]{1,4}",
            0.85,
            0.95,
        ),
        Pattern::regex(
            "(?:Carrera|Cra\\.?|Kra\\.?|Calle|Cll?\\.?|Avenida|Av\\.?|Avda\\.?|Transversal|Diagonal|Tv\\.?|Dg\\.?) [0-9]{1,3} ?[A-Z]?(?: [Bb]is)?(?: [Ss]ur| [Nn]orte)? ?(?:#|[Nn]o\\.?|N°|[Nn]úmero) ?[0-9]{1,3} ?[A-Z]? ?- ?[0-9]{1,3}",
            0.85,
            0.95,
        ),
        // `B-17, Sector 44, Noida`
        Pattern::regex(
            "[A-Z]-?[0-9]{1,4}[A-Za-z]?, (?:[Ss]ector|[Bb]lock|[Pp]hase)[ -][0-9A-Z]{1,4}|[A-Z]-[0-9]{1,4}[A-Za-z]? [Ss]ector[ -][0-9]{1,3}|# ?[0-9]{1,4}[A-Z]?,? [0-9]{1,2}(?:st|nd|rd|th) (?:Main|Cross)(?: Road| Rd)?",
            0.8,
            0.95,
        ),
        // `Plot 17, Admiralty Way, Lekki`, `H.No 4-7-22, Ameerpet, Hyderabad 500016`
        Pattern::prefix(
            "(?:(?:[Hh]ouse|[Pp]lot|[Vv]illa|[Ss]tand|[Ee]rf|[Bb]ungalow|[Ff]lat|[Ss]hop|[Dd]oor) (?:[Nn]o\\.? ?)?|(?:[HD]\\.? ?)?[Nn]o\\.? ?)#?[0-9]",
            0.8,
            0.95,
        ),
        // Of the armed forces of the United States, and rural routes: `PSC 3, Box 4120, APO AE 09021`, `RR 2 Box 44`
        Pattern::regex(
            concat!("(?i:psc|cmr|unit|rr|hc) [0-9]{1,5},? (?i:box) [0-9]{1,5}(?:,? ?\\n?", military_code!(), ")?"),
            0.9,
            0.95,
        ),
        Pattern::regex(military_code!(), 0.9, 0.95),
        Pattern::regex(
            "(?:USS|USNS|USNV|USCGC) [A-Z][a-z]{2,20}(?: [A-Z][a-z]{2,20})?,? ?\\n?(?:APO|FPO|DPO),? (?:AA|AE|AP),? [0-9]{5}(?:-[0-9]{4})?",
            0.9,
            0.95,
        ),
        // Japanese addresses in Latin letters: `2-11-3 Meguro, Meguro-ku, Tokyo 153-0063`
        Pattern::prefix("[1-9][0-9]?-[0-9]{1,3}-[0-9]", 0.85, 0.95),
    ]),
    context: words![],
    check,
}];

/// The pattern whose street follows with its name, and that of Japan.
const NAMED: usize = 3;
const JAPANESE: usize = 7;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let end = match candidate.pattern {
        NAMED => {
            let end = behind_number(text, end - 1)?;
            indian_end(text, end).or_else(|| typed_end(text, end)).or_else(|| street_end(text, end))?
        }
        JAPANESE => {
            let end = japanese_end(text, end)?;
            // A floor may stand before it: `4F, 2-11-3 Meguro`.
            return candidate.part(units_before(text, start)..end);
        }
        _ => end,
    };
    is_value_edge(text, end).then(|| candidate.part(start..city(text, end).max(tail(text, end))))?
}

/// The end of the city behind a comma at `at`, or `at`: `Al Barsha`.
fn city(text: &str, at: usize) -> usize {
    /// Most words of a city.
    const MOST: usize = 3;
    let (mut end, mut from) = (at, at + ", ".len());
    if text.get(at..from) != Some(", ") {
        return at;
    }
    for _ in 0..MOST {
        let Some(word) = word_at(text, from).filter(|word| is_capital(&text[word.clone()])) else { break };
        end = word.start + text[word.clone()].trim_end_matches('.').len();
        if byte_at(text, end) != Some(b' ') {
            break;
        }
        from = end + 1;
    }
    end
}

/// The end of the Japanese address whose numbers end at `at`, from its quarter to its city or postcode, if one of its words ends
/// as those for wards, cities and counties do.
fn japanese_end(text: &str, at: usize) -> Option<usize> {
    /// Most words.
    const MOST: usize = 8;
    const ENDINGS: [&str; 10] = ["-ku", "-shi", "-cho", "-machi", "-mura", "-gun", "-ken", "-fu", "City", "Ward"];
    let number = text.get(at..)?.bytes().take_while(u8::is_ascii_digit).count();
    let (mut end, mut is_told) = (at + number, false);
    for _ in 0..MOST {
        let gap = text.get(end..)?.bytes().take(2).take_while(|b| matches!(b, b',' | b' ')).count();
        let Some(word) = word_at(text, end + gap).filter(|word| gap > 0 && is_capital(&text[word.clone()])) else {
            break;
        };
        is_told |= ENDINGS.iter().any(|ending| text[word.clone()].ends_with(ending));
        end = word.start + text[word].trim_end_matches('.').len();
    }
    let code = text.get(end..)?.trim_start_matches([',', ' ', '〒']);
    let (digits, rest) = code.split_at_checked(8).unwrap_or((code, ""));
    let is_code = digits.len() == 8
        && digits.bytes().enumerate().all(|(place, b)| if place == 3 { b == b'-' } else { b.is_ascii_digit() });
    let last = if is_code { text.len() - rest.len() } else { end };
    (is_told && is_value_edge(text, last)).then_some(last)
}

/// The place behind the number of a house at `at` and the comma behind it: `12`, `4-7-22`, `17B`.
fn behind_number(text: &str, at: usize) -> Option<usize> {
    /// Longest number, in bytes.
    const LONGEST: usize = 16;
    let near = line::behind(text, at, LONGEST);
    let (number, _) = near.split_once(", ")?;
    let digits = number.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_number = |part: &str| (1..=5).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    (digits.len() + 1 >= number.len() && digits.split(['-', '/']).all(is_number))
        .then_some(at + number.len() + ", ".len())
}

/// The end of the Indian address whose parts, words with capitals and numbers between commas, begin at `at`: its postcode of six
/// digits, behind a comma, a dash or a blank.
fn indian_end(text: &str, at: usize) -> Option<usize> {
    /// Farthest postcode and most parts.
    const FAR: usize = 120;
    const MOST: usize = 7;
    let near = line::behind(text, at, FAR);
    let code = near.as_bytes().windows(6).position(|code| code.iter().all(u8::is_ascii_digit))?;
    let parts = near.get(..code)?.trim_end_matches([' ', '-', '–', ',', '.']);
    let is_part = |part: &str| {
        let words = || part.split([' ', '-']).filter(|word| !word.is_empty());
        words().count() < 5 && words().all(|word| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()))
    };
    let fits =
        parts.len() < code && parts.split(',').count() <= MOST && parts.split(',').all(|part| is_part(part.trim()));
    (fits && is_value_edge(text, at + code + 6)).then_some(at + code + 6)
}

/// The end of the Indian address in small letters whose parts begin at `at`, as people type them: `3rd cross, hsr layout, bangalore
/// 560102`. Words of such addresses must stand in two parts, or in one before a postcode.
fn typed_end(text: &str, at: usize) -> Option<usize> {
    /// Farthest end, most parts, and most words of a part.
    const FAR: usize = 120;
    const MOST: usize = 7;
    const MOST_WORDS: usize = 4;
    const KINDS: &WordList = &WordList::new(
        "layout|nagar|cross|main|street|st|road|rd|colony|sector|phase|block|society|soc|apartments|apartment|apts|enclave|vihar|puram|\
         stage|dist|district|village|taluk|mandal|marg|chowk|extension|extn|gali|galli|ward|residency|towers|tower|heights|complex|chs|\
         bagh|ganj|wadi|peth|halli|palya|circle|bazaar|floor|wing",
    );
    let near = line::behind(text, at, FAR);
    let (mut start, mut end, mut known) = (0, 0, 0);
    for part in near.split(',').take(MOST) {
        let words = || part.split([' ', '-']).filter(|word| !word.is_empty());
        let is_word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '/' | '\'' | '#'));
        let code = part.as_bytes().windows(6).position(|code| code.iter().all(u8::is_ascii_digit));
        let is_coded = |code: usize| is_value_edge(text, at + start + code + 6) && part[..code].trim().len() < 32;
        if let Some(code) = code.filter(|code| known > 0 && is_coded(*code)) {
            return Some(at + start + code + 6);
        }
        let trimmed = part.trim_end_matches(['.', '!', '?', ' ']);
        if words().count() > MOST_WORDS || !words().all(is_word) {
            break;
        }
        if words().any(|word| is_listed(word.trim_end_matches('.'), KINDS)) {
            (known, end) = (known + 1, start + trimmed.len());
        }
        start += part.len() + 1;
    }
    (known > 1).then_some(at + end)
}

/// The end of the street whose name and kind begin at `at`: `Admiralty Way`.
fn street_end(text: &str, at: usize) -> Option<usize> {
    /// Most words before the kind.
    const MOST: usize = 3;
    let mut word = word_at(text, at)?;
    for _ in 0..MOST {
        if !is_capital(&text[word.clone()]) || byte_at(text, word.end) != Some(b' ') {
            return None;
        }
        word = word_at(text, word.end + 1)?;
        let kind = text[word.clone()].trim_end_matches('.');
        if is_capital(kind) && is_listed(kind, SUFFIXES) {
            return Some(word.start + kind.len());
        }
    }
    None
}
