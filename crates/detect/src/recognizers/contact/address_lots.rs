//! Addresses that begin with a unit, a block or a lot and have no number of a house: `Blk 7 Lot 21 Phase 2, Jasmine St., Brgy. San Roque`,
//! `Unit 9-D Solana Twr 2, N. Reyes St., Cebu City 6000`, `Hse 14, Jamhuri Rd, Kisumu`; and houses on numbered avenues: `10835 52 Ave NW`.

use std::borrow::Cow;

use super::address::INFO;
use super::address_tail::tail;
use crate::recognizers::support::name_shape::is_particle;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix("(?:Blk|BLK|Block|BLOCK)\\.? ?[0-9]{1,3}[A-Z]?,? (?:Lot|LOT|L)\\.? ?[0-9]", 0.85, 0.95),
        Pattern::regex("[0-9]{3,5} [0-9]{1,3} (?:Avenue|Ave|Street|St)\\.? (?:NW|SW|NE|SE)", 0.9, 0.95),
        Pattern::prefix("(?:Unit|Apt|Apartment|Rm|Room|Suite|Ste|Flat|Hse|House)\\.? #?(?:[0-9]|[A-Z],)", 0.8, 0.9),
        // Of sales and games, too, so that words before must tell where somebody lives: `lives Stand 4418, Ext 7, Soshanguve`.
        Pattern::prefix("(?:[Ll]ot|[Ss]tand|[Ee]rf|[Pp]lot|[Tt]ower) (?:[Nn]o\\.? )?[0-9]", 0.8, 0.9),
    ]),
    context: words![],
    check: |candidate| {
        let (text, range) = (candidate.field.text, candidate.range.clone());
        let place = match candidate.pattern {
            0 => range.start..parts_end(text, number_end(text, range.end - 1), |_, parts| parts > 0)?,
            1 => range.start..tail(text, range.end),
            LOT => {
                let is_told = is_told(line::before(text, range.start, BEFORE));
                let fits = |said: &str, parts| parts > 0 && (is_told || has_street(said));
                range.start..parts_end(text, unit_end(text, range.end)?, fits)?
            }
            _ => range.start..parts_end(text, unit_end(text, range.end)?, |said, _| has_street(said))?,
        };
        is_value_edge(text, place.end).then(|| candidate.part(place))?
    },
}];

/// The pattern of lots and stands.
const LOT: usize = 3;
/// Farthest word before a lot, in bytes.
const BEFORE: usize = 24;

/// Reports whether the word that ends `head` says that somebody lives there, or something is there.
fn is_told(head: &str) -> bool {
    const WORDS: &WordList =
        &WordList::new("at|of|live|lives|lived|living|address|resides|residing|to|from|home|property|house");
    let last = head.trim_end_matches([' ', ':', ',']).rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    is_listed(last, WORDS)
}

/// The end of the letters, digits and hyphens at `at`.
fn number_end(text: &str, at: usize) -> usize {
    const LONGEST: usize = 8;
    let near = line::behind(text, at, LONGEST);
    at + near.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count()
}

/// The end of the number of a unit whose first sign ends before `at`, or of its letter before a comma.
fn unit_end(text: &str, at: usize) -> Option<usize> {
    let first = text[..at].bytes().next_back()?;
    Some(if first == b',' { at - 1 } else { number_end(text, at - 1) })
}

/// The end of the parts of an address behind `at`, apart by commas, of words with capitals and numbers, if `fits` accepts them and
/// their count.
fn parts_end(text: &str, at: usize, fits: impl Fn(&str, usize) -> bool) -> Option<usize> {
    /// Longest address behind the unit, in bytes, most words of all, and most of one part.
    const FAR: usize = 120;
    const WORDS: usize = 18;
    const PART: usize = 6;
    /// Most digits of a postcode.
    const DIGITS: usize = 6;
    let near = line::behind(text, at, FAR);
    let near = near.split("\\n").next().unwrap_or_default();
    let (mut end, mut from, mut parts, mut in_part) = (0, 0, 0, 0);
    for _ in 0..WORDS {
        let rest = &near[from..];
        let gap = match rest.as_bytes() {
            [b',', b' ', ..] => {
                (parts, in_part) = (parts + 1, 0);
                2
            }
            [b'\\', b',', b' ', ..] => {
                (parts, in_part) = (parts + 1, 0);
                3
            }
            [b' ', ..] => 1,
            _ => break,
        };
        let word = &rest[gap..];
        let len = word.find([' ', ',', '(', ')', '"', '<', ';', '\\']).unwrap_or(word.len());
        let word = &word[..len];
        in_part += 1;
        let bare = word.trim_end_matches(['.', ':', '!', '?']);
        let begins = bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '#');
        let stands = bare.chars().all(|c| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '/' | '#' | '&' | '.'));
        let is_link = in_part > 1 && is_particle(word);
        // A telephone number is none of it.
        let is_long = bare.bytes().filter(u8::is_ascii_digit).count() > DIGITS;
        if !stands || is_long || bare.is_empty() || in_part > PART || !begins && !is_link {
            break;
        }
        from += gap + len;
        // The end of a sentence, unless an abbreviation ends the word.
        let is_end = bare.len() < word.len() && !near[from..].starts_with(',') && bare.len() > 4;
        if begins {
            end = from - (word.len() - bare.len());
        }
        if is_end {
            break;
        }
    }
    (end > 0 && fits(&near[..end], parts)).then_some(at + end)
}

/// Reports whether one of the words in `said`, behind another with a capital, is a word for a street.
fn has_street(said: &str) -> bool {
    const STREETS: &WordList = &WordList::new(
        "street|st|road|rd|avenue|ave|av|lane|ln|crescent|cres|terrace|tce|boulevard|blvd|highway|hwy|hl|gardens|gdns|mews|grove|jalan|\
         jln|ext|extn|estate|tower|towers|twr|mansions|dock|quay|wharf",
    );
    said.split(',').any(|part| {
        let mut words = part.trim().split(' ');
        words.next().is_some_and(|first| first.starts_with(char::is_alphanumeric))
            && words.any(|word| is_listed(word.trim_end_matches('.'), STREETS))
    })
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::{Candidate, Form, text::Field};

    /// The place of the address at the match.
    fn found(text: &str, matched: &str, pattern: usize) -> Option<Range<usize>> {
        let (field, start) = (Field::new(text), text.find(matched).unwrap());
        let range = start..start + matched.len();
        let candidate = Candidate { field: &field, range, pattern, form: Form::Shape, name: "" };
        (RULES[0].check)(&candidate).map(|found| found.range)
    }

    #[test]
    fn addresses_begin_with_lots_and_units() {
        for (text, matched, pattern, expected) in [
            (
                "at Blk 4 Lot 21 Phase 2, Jasmine St., Brgy. San Roque, Cainta, Rizal 1900 since",
                "Blk 4 Lot 2",
                0,
                Some("Blk 4 Lot 21 Phase 2, Jasmine St., Brgy. San Roque, Cainta, Rizal 1900"),
            ),
            ("10835 52 Ave NW basement", "10835 52 Ave NW", 1, Some("10835 52 Ave NW")),
            (
                "po: Unit 9-D Solana Twr 2, N. Reyes St., Cebu City 6000.",
                "Unit 9",
                2,
                Some("Unit 9-D Solana Twr 2, N. Reyes St., Cebu City 6000"),
            ),
            ("<del>Hse 14, Jamhuri Rd Court, leave", "Hse 1", 2, Some("Hse 14, Jamhuri Rd Court")),
            ("Flat B, 52 Signal Hl, buzzer", "Flat B,", 2, Some("Flat B, 52 Signal Hl")),
            ("Unit is Unit 31B Laurel Tower. Tks", "Unit 3", 2, Some("Unit 31B Laurel Tower")),
            ("Unit 3, Past Tense, page 4", "Unit 3", 2, None),
            ("Room 4 is free", "Room 4", 2, None),
            ("lives Stand 4418, Ext 7, Soshanguve.", "Stand 4", 3, Some("Stand 4418, Ext 7, Soshanguve")),
            (
                "roof at lot 3, 118 Wattle Track, Yackandandah",
                "lot 3",
                3,
                Some("lot 3, 118 Wattle Track, Yackandandah"),
            ),
            ("Lot 44, Victorian chest", "Lot 4", 3, None),
            ("Block 7 Lot 2 sold", "Block 7 Lot 2", 0, None),
        ] {
            assert_eq!(found(text, matched, pattern).map(|range| &text[range]), expected, "{text}");
        }
    }
}
