//! Postal addresses that fill a line or a field and that no word for a street tells: parts apart by commas, of which one is a unit, a house or
//! a block with its number and the last a place: `Los Leones 1120, depto 804, Providencia, Santiago`, `House 41-B, Street 9, DHA Phase 5,
//! Lahore 54792`.

use std::{borrow::Cow, ops::Range};

use super::address::INFO;
use super::address_unit::code_of_singapore;
use super::address_words::PARTICLES;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of an address from its unit, in bytes.
const NEAR: usize = 160;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix(
            "(?:[Dd]e?pto|[Dd]pto|[Dd]epartamento|[Aa]pto|[Aa]partamento|APTO|[Aa]pt|[Aa]ppt?|[Ff]lat|[Hh]ouse|[Uu]nit|[Bb]lock|[Bb]lk|[Pp]lot|[Ff]loor|[Pp]iso|[Tt]orre|[Ee]dificio|\
         [Ii]nt|[Ii]nterior|[Cc]asa|[Bb]loco|[Vv]illa|[Rr]oom|[Ss]uite|[Oo]ficina|[Oo]f|[Dd]oor|H\\.? ?[Nn]o|[Nn]o|[Ll]gh|[Bb]yt|[Dd]aire|D|[Ss]treet|[Ss]ector|[Pp]hase)[.:]? ?#?[0-9]",
            0.75,
            0.9,
        ),
        // Singapore: a block, a street of any name, the floor and the unit.
        Pattern::within("#[0-9BRM][0-9]-[0-9]", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

/// Words that stand before the number of a part and begin with a small letter, too.
const UNITS: &WordList = &WordList::new(
    "depto|dpto|departamento|apto|apartamento|apt|app|appt|flat|house|unit|block|blk|plot|floor|piso|torre|edificio|int|interior|casa|bloco|villa|room|suite|oficina|of|door|no|lgh|\
     byt|daire|bl|bloque|local|lote|mz|manzana|etapa|phase|sector|street|st|road|lane|gali|mohalla|near|opp|opposite|behind|sur|norte|este|oeste|bis|esq|entre|street|kat|d|km|nr|n°|nº|#|c/|av|cl|cra|kr|cll|tv|dg|calle|carrera",
);

/// Units of flats alone.
const STRONG: &WordList = &WordList::new(
    "depto|dpto|departamento|apto|apartamento|apt|app|appt|flat|piso|torre|edificio|int|interior|casa|bloco|oficina|of|lgh|byt|daire|d",
);

/// The pattern of units in blocks of Singapore.
const BLOCK: usize = 1;

/// The address of the block before the unit at `at`: `Blk 12 Toa Payoh Lor 1 #04-112, S310012`.
fn block(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest block, in bytes, and most words behind it.
    const FAR: usize = 64;
    const WORDS: usize = 8;
    let head = line::before(text, at, FAR);
    let begin = ["Blk ", "BLK ", "Block ", "Apt Blk ", "blk "].iter().filter_map(|word| head.rfind(word)).min()?;
    let words = head[begin..].trim_end_matches([' ', ',']).split([' ', ',']).filter(|word| !word.is_empty());
    let is_named = words.clone().skip(1).all(|word| {
        word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
            && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '\'' | '-'))
    });
    let has_number = words.clone().nth(1).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let unit = line::behind(text, at, 16);
    let len = 1 + unit[1..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    let end = at + len + code_of_singapore(text, at + len);
    (is_named && has_number && words.count() <= WORDS).then_some(at - head.len() + begin..end)
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Fewest and most parts.
    const PARTS: std::ops::RangeInclusive<usize> = 3..=8;
    let (text, at) = (candidate.field.text, candidate.range.start);
    if candidate.pattern == BLOCK {
        return candidate.part(block(text, at)?);
    }
    let (head, rest) = (line::before(text, at, NEAR), line::behind(text, at, NEAR));
    let begin = head.rfind([':', ';', '\t', '"', '|', '=', '(', '>']).map_or(0, |sign| sign + 1);
    let begin = begin + head[begin..].len() - head[begin..].trim_start().len();
    // What begins before is no line of its own.
    (at - head.len() + begin == 0 || begin > 0 || text[..at - head.len()].ends_with('\n')).then_some(())?;
    let end = rest.find([';', '\t', '"', '|', '<', '(', '\n', '\r']).unwrap_or(rest.len());
    let end = rest[..end]
        .find(". ")
        .map_or(end, |stop| if rest[stop + 2..].starts_with(char::is_uppercase) && stop > 12 { stop } else { end });
    let whole = text.get(at - head.len() + begin..at + end)?.trim_end_matches([' ', '.', ',']);
    let place = parts(whole, PARTS)?;
    // Plans of buildings have the units of English, too, so that a postcode or more places must follow.
    let found = &whole[place.clone()];
    let is_strong = is_listed(candidate.matched().split(['.', ' ', ':', '#']).next()?, STRONG);
    let ends_in_code = found.bytes().rev().take_while(u8::is_ascii_digit).count() > 3;
    let places = found.split(", ").filter(|part| !part.contains(|c: char| c.is_ascii_digit())).count();
    (is_strong || ends_in_code || places > 1).then_some(())?;
    let start = at - head.len() + begin;
    (place.end > head.len() - begin).then(|| candidate.part(start..start + place.end))?
}

/// The parts of an address that `whole` begins with.
fn parts(whole: &str, counts: std::ops::RangeInclusive<usize>) -> Option<Range<usize>> {
    let (mut end, mut count, mut numbers, mut is_last_named) = (0, 0, 0, false);
    for part in whole.split(", ") {
        if !is_part(part) || count == *counts.end() {
            break;
        }
        end += part.len() + if count > 0 { ", ".len() } else { 0 };
        count += 1;
        numbers += usize::from(part.contains(|c: char| c.is_ascii_digit()));
        is_last_named = part.split(' ').any(|word| word.chars().count() > 3 && word.starts_with(char::is_uppercase))
            && part.split(' ').next().is_none_or(|word| !is_listed(word.trim_end_matches('.'), UNITS));
    }
    // A short number ends what is counted: `Section 4, Phase 5, Figure 6`.
    let last = whole[..end].rsplit(", ").next()?;
    let digits = last.bytes().filter(u8::is_ascii_digit).count();
    let is_last_named = is_last_named && (digits == 0 || digits > 3);
    let first = whole.split(", ").next()?;
    let has_house = first.contains(|c: char| c.is_ascii_digit());
    (counts.contains(&count) && numbers > 1 && has_house && is_last_named).then_some(0..end)
}

/// Reports whether `part` is of names with capitals, of numbers and of words for units.
fn is_part(part: &str) -> bool {
    /// Most words.
    const WORDS: usize = 7;
    let is_word = |word: &str| {
        let bare = word.trim_matches(['#', '.', '\'', '’']);
        let plain = bare.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '/' | '\'' | '’' | '.' | '°' | 'º'));
        let is_named = bare.starts_with(char::is_uppercase) || bare.starts_with(|c: char| c.is_ascii_digit());
        let is_small = is_listed(bare, UNITS) || is_listed(bare, PARTICLES);
        // A telephone number is none of an address.
        let digits = bare.bytes().filter(u8::is_ascii_digit).count();
        plain && digits < 8 && bare.chars().count() < 20 && (is_named || is_small || word == "#")
    };
    !part.is_empty() && part.split(' ').count() <= WORDS && part.split(' ').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn addresses_fill_their_line() {
        for (text, unit, expected) in [
            (
                "Los Leones 1120, depto 804, Providencia, Santiago",
                "depto 8",
                Some("Los Leones 1120, depto 804, Providencia, Santiago"),
            ),
            (
                "address: House 41-B, Street 9, DHA Phase 5, Lahore 54792\nphone",
                "House 4",
                Some("House 41-B, Street 9, DHA Phase 5, Lahore 54792"),
            ),
            (
                "Cra. 43A #18 Sur-135, Apto 1204, El Poblado, Medellín; cel",
                "Apto 1",
                Some("Cra. 43A #18 Sur-135, Apto 1204, El Poblado, Medellín"),
            ),
            ("see Block 4, line 12, and Phase 5, which is done", "Block 4", None),
            ("House 4, Room 12, Team Alpha", "House 4", None),
            ("Section 4, Phase 5, Figure 6", "Phase 5", None),
            ("Unit 4, Unit 5, Unit 6", "Unit 4", None),
            ("we met in House 4, Room 12 and left", "House 4", None),
        ] {
            assert_eq!(check_match(check, text, unit, 0), expected, "{text}");
        }
    }
}
