//! Postal addresses: a street and a house number in the order of the country, with the parts up to postcode and
//! country; boxes at post offices; and whole fields.
//!
//! Every address has a number. Texts are full of other ones, so it is found where the number stands before a word, as in
//! English and French, or else from the word for a street or a box that stands before the number.

use std::{borrow::Cow, ops::Range};

use super::address_lower_case;
use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::letter_case::is_same;
use crate::recognizers::contact::address_boxes::{box_groups, boxed};
use crate::recognizers::contact::address_city::{
    before_city, behind_city, described_start, ends_in_plain_word, of_kind, quarters_end, town,
};
use crate::recognizers::contact::address_context::{ends_in_british_code, numbered, stands_as_part, stands_in_city};
use crate::recognizers::contact::address_field::{
    eircode, is_beside_postcode, is_beside_street, member, named, part, postcode, postcode_and_city,
};
use crate::recognizers::contact::address_flats::{before_flat, before_unit};
use crate::recognizers::contact::address_names::{NAMES, OTHERS};
use crate::recognizers::contact::address_number::{house_number, is_copyright, number_behind, numberless_end};
use crate::recognizers::contact::address_part_names::{
    MEMBERS, PARTS, POSTCODES_AND_CITIES, SECOND_LINES, SHORT_NUMBERS, SHORT_STREETS,
};
use crate::recognizers::contact::address_tail::{capitals_end, code_and_city, code_before, lower_tail, tail};
use crate::recognizers::contact::address_token::{is_capital, is_elided, word_at, word_start};
use crate::recognizers::contact::address_unit::units_before;
use crate::recognizers::contact::address_words::{
    BEGINNING, BOXES, COMMON, DIRECTIONS, ENDINGS, FRENCH, NO_STREET_NAMES, NO_STREETS, PARTICLES, PLAIN_SUFFIXES,
    POSTCODES, PREFIXES, SHORTEST_ENDING, SUFFIXES, UNITS, before_mark, may_end_street,
};
use crate::recognizers::support::neighbours::{byte_at, byte_before, is_one_of, word_before};
use crate::recognizers::support::word_list::is_listed;
use crate::{Candidate, Finding, Pattern, Rule};

/// The facts about the label.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::CONTACT, Group::HIPAA],
    aliases: &["STREET_ADDRESS", "POSTAL_ADDRESS", "STREET", "MAILING_ADDRESS"],
    validation: Validation::Structure,
    languages: &[
        "en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "nb", "fi", "cs", "hu", "ro", "tr", "ru", "uk",
        "bg", "el", "he", "ar", "zh", "ja", "ko",
    ],
    ..LabelInfo::new(
        "ADDRESS",
        "A postal address: street and house number, with unit, postcode, city and country where they follow; a box at a \
         post office; a field of that name.",
        "12 Main Street, Springfield, IL 62704",
        Handling { surrogate: Surrogate::Address, ..Handling::COMMON },
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // A number before a word.
        Pattern::regex(
            r"[0-9]{1,5}(?:[A-Za-z]|[/-][0-9]{1,4}[A-Za-z]?)?,? [0-9]{0,4}(?-u:[A-Za-z\x80-\xFF][0-9A-Za-z_\x80-\xFF]*)",
            0.8,
            0.95,
        ),
        Pattern::key(NAMES, 0.9),
        Pattern::key(OTHERS, 0.9),
        // Words before a number.
        Pattern::regex(BEGINNING, 0.8, 0.95),
        // A number behind a word that ends like a word for a street.
        Pattern::apart("[0-9]{1,4}[A-Za-z]?", 0.8, 0.95),
        // The code of a single address in Ireland.
        Pattern::key(keys!["eircode", "eir code"], 0.95),
        Pattern::key(POSTCODES, 0.6),
        Pattern::regex("(?i:eircode:?(?: is)? [AC-FHKNPRTV-Y][0-9][0-9W] ?[0-9AC-FHKNPRTV-Y]{4})", 0.95, 0.95),
        Pattern::key(PARTS, 0.8),
        Pattern::key(SECOND_LINES, 0.8),
        Pattern::key(MEMBERS, 0.85),
        Pattern::key(POSTCODES_AND_CITIES, 0.85),
        Pattern::key(SHORT_STREETS, 0.85),
        Pattern::key(SHORT_NUMBERS, 0.8),
    ]),
    context: words![
        "address",
        "addr",
        "street",
        "live",
        "lives",
        "living",
        "live at",
        "residing",
        "resident",
        "home",
        "house",
        "ship",
        "shipping",
        "deliver",
        "delivery",
        "mail",
        "mailing",
        "billing",
        "postal",
        "visit",
        "office",
        "located",
        "adresse",
        "anschrift",
        "wohnhaft",
        "wohnt",
        "wohne",
        "straße",
        "domicilié",
        "habite",
        "dirección",
        "domicilio",
        "vive",
        "indirizzo",
        "residente",
        "abita",
        "endereço",
        "morada",
        "adres",
        "woont",
    ],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = match candidate.pattern {
        0 => {
            let house = house_number(text, range.start)?;
            let place = of_house(text, &house, Side::Ahead)
                .or_else(|| before_state(text, &house))
                .or_else(|| before_unit(text, &house));
            place.or_else(|| address_lower_case::ahead(text, house))
        }
        1 => return named(candidate),
        // `os. č. 20118` is the number of a person.
        3 if text[range.end..].starts_with("č.") => return None,
        3 => {
            let place = number_behind(text, range.end).and_then(|number| addressed(text, number, Side::Either));
            // In Indonesia and Malaysia quarters follow.
            let is_malay =
                is_one_of(candidate.matched().trim_end_matches([' ', '.', ',']), &["jl", "jln", "jalan", "gg"]);
            let place = match place {
                Some(place) if is_malay => Some(before_lot(text, place.start)..quarters_end(text, place.end)),
                place => place,
            };
            let place = place.or_else(|| Some(range.start..tail(text, numberless_end(text, range.end)?)));
            place.or_else(|| address_lower_case::prefixed(text, range))
        }
        4 => {
            let head = text.get(..range.start)?.strip_suffix(' ')?;
            let ends_street = may_end_street(head);
            let own = ends_street.then(|| addressed(text, range.start, Side::Either)).flatten();
            let place = if ends_in_plain_word(head) { own } else { of_any_name(text, head, range, own) };
            let place = place.or_else(|| ends_street.then(|| address_lower_case::ended(text, head, range.start))?);
            place.or_else(|| address_lower_case::prepositional(text, head, range.start))
        }
        5 | 7 => return eircode(candidate),
        6 => return postcode(candidate).or_else(|| postcode_and_city(candidate)),
        8 => return part(candidate, false),
        9 => return part(candidate, true),
        10 => return member(candidate),
        11 => return postcode_and_city(candidate),
        12 => return is_beside_postcode(candidate).then(|| named(candidate))?,
        13 => return is_beside_street(candidate).then(|| part(candidate, false))?,
        _ => None,
    };
    candidate.part(place?)
}

/// The start of the number of a house that stands before its street at `at`, as in Malaysia: `No 12, Jalan SS2/24`.
fn before_lot(text: &str, at: usize) -> usize {
    let number = || {
        let head = text[..at].strip_suffix(", ")?;
        let start =
            word_start(head, head.len()).filter(|start| head[*start..].starts_with(|c: char| c.is_ascii_digit()))?;
        let word = head[..start].strip_suffix(' ')?;
        let sign = ["No.", "No", "no.", "no", "Lot", "Unit", "Blok"].iter().find(|sign| word.ends_with(**sign))?;
        let begins = !word[..word.len() - sign.len()].ends_with(|c: char| c.is_alphanumeric());
        begins.then_some(word.len() - sign.len())
    };
    number().unwrap_or(at)
}

/// The address of a street of any name that ends `head`, before the number at `range`, or else `own`, whose street has the ending
/// of one.
fn of_any_name(text: &str, head: &str, range: &Range<usize>, own: Option<Range<usize>>) -> Option<Range<usize>> {
    // The one that reaches as far as a city.
    let is_farther = |other: &Range<usize>| own.as_ref().is_none_or(|own| own.end < other.end);
    let place = before_city(text, head, range.end).filter(is_farther).or(own);
    let place = place.or_else(|| behind_city(text, head, range.end)).or_else(|| of_kind(text, head, range.start));
    place.or_else(|| before_flat(text, head, range.end))
}

/// The address whose house number stands at `number`, with what follows its street.
fn addressed(text: &str, number: usize, side: Side) -> Option<Range<usize>> {
    of_house(text, &house_number(text, number)?, side)
}

/// The address with this house number, with what follows its street.
fn of_house(text: &str, house: &Range<usize>, side: Side) -> Option<Range<usize>> {
    let place = street(text, house, side)?;
    let is_lower = !text.get(place.clone())?.contains(char::is_uppercase);
    let street = place.end + box_groups(text.get(place.clone())?, text.get(place.end..)?);
    let end = match is_lower {
        true => lower_tail(text, street)
            .max(address_lower_case::code(text, street).unwrap_or(street))
            .max(address_lower_case::units(text, street)),
        // In front of English streets stands their number.
        false if place.start == house.start => town(text, tail(text, street)),
        false => tail(text, street),
    };
    Some(code_before(text, units_before(text, place.start))..end)
}

/// The address of a street of any name, with the city and a postcode behind it that no other text has: the state and the code of the
/// United States, `500 Capitol Mall, Suite 1000, Sacramento, CA 95814`, or a code of the United Kingdom, `5 Mill Croft, Settle, BD24 9NB`.
fn before_state(text: &str, house: &Range<usize>) -> Option<Range<usize>> {
    let at = house.end + 1;
    if byte_at(text, house.end) != Some(b' ') || !byte_at(text, at)?.is_ascii_uppercase() {
        return None;
    }
    let street = capitals_end(text, at)?;
    if !text.get(street..)?.starts_with(", ") {
        return None;
    }
    let end = tail(text, street);
    let found = text.get(street..end)?;
    let code = found.as_bytes().last_chunk::<8>()?;
    let is_state = code[..2].iter().all(u8::is_ascii_uppercase) && code[2] == b' ';
    let is_american = is_state && code[3..].iter().all(u8::is_ascii_digit);
    (is_american || ends_in_british_code(found)).then(|| units_before(text, house.start)..end)
}

/// The side of a number on which its street may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Ahead of the number, the street stands behind other patterns' matches.
    Ahead,
    Either,
}

/// Words before a number that counts something else.
pub(super) const COUNTED: [&str; 16] = [
    "chapter", "version", "section", "figure", "fig", "table", "line", "page", "step", "level", "episode", "part",
    "volume", "windows", "rfc", "issue",
];

/// The street whose house number, or the box whose number, stands at `number`.
fn street(text: &str, number: &Range<usize>, side: Side) -> Option<Range<usize>> {
    let before = |len: usize| number.start.checked_sub(len).and_then(|at| byte_at(text, at));
    let is_joined = match before(1) {
        Some(b'*') => before(2).is_some_and(|b| b.is_ascii_alphanumeric()),
        Some(b'+') => !before(2).is_some_and(|b| b.is_ascii_alphabetic()),
        // A property of a calendar: `LOCATION:12 High Street`.
        Some(b':') => !before(2).is_some_and(|b| b.is_ascii_uppercase()),
        sign => matches!(sign, Some(b'$' | b'%' | b'#' | b'@' | b'.' | b'/' | b'\\' | b'&' | b'-')),
    };
    if is_joined || is_copyright(text, number) {
        return None;
    }
    unchecked_street(text, number, side).filter(|_| !is_one_of(word_before(text, number.start), &COUNTED))
}

/// The street around `number`, even if the word before tells that the number counts something.
fn unchecked_street(text: &str, number: &Range<usize>, side: Side) -> Option<Range<usize>> {
    let has_letter = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_alphabetic() || !b.is_ascii());
    // The bytes beside a number decide on nearly every number of a text.
    let ahead = match (byte_at(text, number.end), byte_at(text, number.end + 1)) {
        (Some(b' '), next) if has_letter(next) || next.is_some_and(|b| b.is_ascii_digit()) => {
            ahead(text, number.end + 1, number)
        }
        (Some(b','), Some(b' ')) if has_letter(byte_at(text, number.end + 2)) => {
            french(text, number.end + 2).or_else(|| ahead_of_comma(text, number))
        }
        _ => None,
    };
    if let Some(end) = ahead {
        return Some(number.start..end);
    }
    if side == Side::Ahead {
        return None;
    }
    let digits = text.get(number.clone())?.bytes().take_while(u8::is_ascii_digit).count();
    let start = match byte_before(text, number.start)? {
        b' ' => behind(text, number.start - 1, digits),
        _ => None,
    };
    start.map(|start| start..number.end)
}

/// The end of an English street whose number has a comma behind it, where a word for a number or a city tells it: `number 79, Mill Lane`, `79, Mill
/// Lane, Leeds`.
fn ahead_of_comma(text: &str, number: &Range<usize>) -> Option<usize> {
    let end = ahead(text, number.end + 2, number).filter(|_| number.len() < 5)?;
    let is_named = is_one_of(word_before(text, number.start), &["number", "no", "nr", "at"]);
    let behind = text.get(end..)?.strip_prefix(", ");
    let is_in_city = behind.is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()))
        && text.as_bytes()[number.clone()].len() < 4;
    (is_named || is_in_city).then_some(end)
}

/// The end of the street that begins at `at`, behind its number.
fn ahead(text: &str, at: usize, number: &Range<usize>) -> Option<usize> {
    /// Most words of the name of a street, its kind included.
    const MAX_WORDS: usize = 5;
    let lives = || is_one_of(word_before(text, number.start), &["at", "address", "is", "on", "to", "live"]);
    if let Some(end) = french(text, at) {
        return Some(end);
    }
    // A word in lower case is the name of a street behind few words.
    if byte_at(text, at).is_some_and(|b| b.is_ascii_lowercase()) && !lives() {
        return None;
    }
    let (mut start, mut lower) = (at, false);
    for place in 0..MAX_WORDS {
        let word = word_at(text, start)?;
        let found = text.get(word.clone())?;
        let bare = found.trim_end_matches('.');
        if place > 0 && is_listed(bare, SUFFIXES) {
            let capital = is_capital(found) || is_listed(bare, PLAIN_SUFFIXES);
            if !capital || lower && !(place == 1 && lives() && is_listed(bare, PLAIN_SUFFIXES)) {
                return None;
            }
            // `12 Park Avenue West`, and `5 Hill Street` rather than `5 Hill`.
            let end = longer(text, start + bare.len(), found.len() > bare.len());
            return Some(end + numbered(text.get(end..)?));
        }
        let ordinal = found.starts_with(|c: char| c.is_ascii_digit());
        let is_name = is_capital(found) || ordinal && found.len() < 6 && !found.bytes().all(|b| b.is_ascii_digit());
        lower |= !is_name;
        // A small word ends the name: only one may stand there, and no word of measure or time.
        if !is_name && (place > 0 && !is_one_of(bare, &["of", "the", "and", "upon"]) || !lives()) {
            return None;
        }
        start = word.end + 1;
        if byte_at(text, word.end) != Some(b' ') {
            return None;
        }
    }
    None
}

/// The end of a street whose kind ends at `end`: with its full stop, another kind or a direction behind it.
fn longer(text: &str, end: usize, dotted: bool) -> usize {
    let dot = end + usize::from(dotted);
    let next = word_at(text, dot + 1).filter(|_| byte_at(text, dot) == Some(b' '));
    let word = next.clone().and_then(|next| text.get(next)).unwrap_or_default();
    let known = is_listed(word.trim_end_matches('.'), SUFFIXES) || is_listed(word.trim_end_matches('.'), DIRECTIONS);
    match next {
        Some(next) if known && is_capital(word) => next.start + word.trim_end_matches('.').len(),
        // The full stop of a sentence is no part of it.
        _ if dotted
            && matches!(byte_at(text, dot), Some(b' ' | b','))
            && byte_at(text, dot + 1).is_some_and(|b| !b.is_ascii_uppercase()) =>
        {
            dot
        }
        _ if dotted && byte_at(text, dot) == Some(b',') => dot,
        _ => end,
    }
}

/// The end of the French street at `at`: its kind, particles, and names.
fn french(text: &str, at: usize) -> Option<usize> {
    /// Most words behind the kind of street.
    const MAX_WORDS: usize = 7;
    let first = word_at(text, at)?;
    let is_repeated = is_one_of(text.get(first.clone())?, &["bis", "ter", "quater"]);
    // `27 bis, rue des Tanneurs`
    let gap = if byte_at(text, first.end) == Some(b',') { 2 } else { 1 };
    let kind = if is_repeated { word_at(text, first.end + gap)? } else { first };
    let word = text.get(kind.clone())?.trim_end_matches('.');
    // A group of houses in Thailand: `88/7 Moo 5`.
    if is_one_of(word, &["moo", "mu"]) && is_capital(word) {
        return word_at(text, kind.end + 1)
            .filter(|number| byte_at(text, number.start).is_some_and(|b| b.is_ascii_digit()))
            .map(|number| number.end);
    }
    let end = is_listed(word, FRENCH).then(|| names(text, kind.end, MAX_WORDS))??;
    // Streets of Malaysia have numbers: `Jalan SS 2/24`.
    let is_numbered = is_one_of(word, &["jalan", "jln", "lorong", "persiaran"]) && byte_at(text, end) == Some(b' ');
    let number = is_numbered.then(|| house_number(text, end + 1)).flatten();
    Some(number.map_or(end, |number| number.end))
}

/// The end of the capitalised words behind `at`, with particles among them.
fn names(text: &str, at: usize, most: usize) -> Option<usize> {
    let (mut end, mut last) = (at, None);
    for _ in 0..most {
        if byte_at(text, end) != Some(b' ') {
            break;
        }
        let Some(word) = word_at(text, end + 1) else { break };
        let found = text.get(word.clone())?;
        let named = is_capital(found) || found.split(['\'', '’']).next_back().is_some_and(is_capital);
        // `12 Rue Cler Apt 4`
        if last.is_some() && is_listed(found.trim_end_matches('.'), UNITS) {
            break;
        }
        if named {
            last = Some(word.start + found.trim_end_matches('.').len());
        } else if !is_listed(found, PARTICLES) {
            break;
        }
        end = word.end;
    }
    last
}

/// The beginning of the street or box that ends at `end`, before its number of so many digits.
fn behind(text: &str, end: usize, digits: usize) -> Option<usize> {
    /// Most words of the name of a street, its kind included.
    const MAX_WORDS: usize = 6;
    let head = text.get(..end)?;
    // `Via Roma, 12`, `Calle Mayor nº 12`, `Rua das Flores, n.º 12`
    let marked = before_mark(head);
    // A sign for "number" tells the street of `str. Lalelelor nr. 23`, which other words would not.
    let is_numbered = marked.is_some() && !head.ends_with(',');
    let head = marked.map_or(head, |head| head.trim_end_matches([' ', ',']));
    let mut start = word_start(head, head.len())?;
    let last = head.get(start..)?;
    let bare = last.trim_end_matches('.');
    if is_listed(bare, BOXES) && digits > 1 {
        return boxed(head, start, bare, text.get(end..)?);
    }
    if digits > 4 {
        return None;
    }
    if let Some(begin) = ending(head, start, last) {
        return Some(begin);
    }
    for _ in 1..MAX_WORDS {
        let word = head.get(start..)?.split(' ').next()?;
        let bare = word.trim_end_matches('.');
        if start < head.len() - last.len() && is_listed(bare, PREFIXES) {
            // An abbreviation of a letter or two has a full stop: `ul. Długa 5`.
            let short = bare.chars().count() < 3 && word.len() == bare.len() && !word.ends_with('/');
            let capital = !short && (is_capital(word) || is_numbered || !is_listed(bare, COMMON));
            let inside = bare.eq_ignore_ascii_case("via") && word_before(head, start).eq_ignore_ascii_case("in");
            // `via Roma 12 - 20831 Seregno`
            let is_sent = || code_and_city(text, end + 1 + digits).is_some();
            let is_part = || stands_as_part(head, start, text, end + 1 + digits);
            let is_place = || !bare.eq_ignore_ascii_case("via") && stands_in_city(head, start, text, end + 1 + digits);
            return (capital || inside || is_sent() || is_part() || is_place()).then_some(start);
        }
        // `Av. 18 de Julio 1234`
        let is_day = word.len() < 3 && word.bytes().all(|b| b.is_ascii_digit());
        if !is_capital(word) && !is_elided(word) && !is_day && !is_listed(word, PARTICLES) {
            return None;
        }
        start = word_start(head, start.checked_sub(1)?)?;
    }
    None
}

/// The beginning of the street whose last word, at `start`, ends in a kind of street.
fn ending(head: &str, start: usize, word: &str) -> Option<usize> {
    let last = word.bytes().next_back().map(|last| last.to_ascii_lowercase());
    let ends = |ending: &&str| {
        // The last letter rules out most endings.
        let at =
            word.len().checked_sub(ending.len()).filter(|_| ending.bytes().next_back() == last || !word.is_ascii());
        at.and_then(|at| word.get(at..)).is_some_and(|tail| is_same(tail, ending))
    };
    // Only a word that begins like a name is read further, and its length and its last two signs rule out nearly all others.
    if word.len() < SHORTEST_ENDING
        || !may_end_street(word)
        || !is_capital(word) && !word.starts_with(|c: char| c.is_lowercase())
    {
        return None;
    }
    let kind = ENDINGS.into_iter().find(ends)?;
    if word.len() > kind.len() {
        // These words are of nothing else, however they are written.
        let is_plain = matches!(kind, "straße" | "strasse");
        let is_street = (is_capital(word) || is_plain) && word.len() > kind.len() + 1 && !is_listed(word, NO_STREETS);
        return is_street.then(|| described_start(head, start));
    }
    // The kind alone: `Berliner Straße 5`, `Fő utca 5`.
    let mut begin = word_start(head, start.checked_sub(1)?).filter(|_| byte_before(head, start) == Some(b' '))?;
    if !is_capital(head.get(begin..)?) || is_listed(head.get(begin..start)?.trim_end(), NO_STREET_NAMES) {
        return None;
    }
    while let Some(earlier) =
        begin.checked_sub(1).filter(|_| byte_before(head, begin) == Some(b' ')).and_then(|end| word_start(head, end))
    {
        let found = head.get(earlier..begin - 1)?;
        if !found.contains('-') && !found.ends_with('.') || !is_capital(found) {
            break;
        }
        begin = earlier;
    }
    Some(begin)
}
