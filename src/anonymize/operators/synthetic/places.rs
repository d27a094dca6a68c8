//! Surrogates for places: another country for a country, another region for a region, an invented town for
//! the rest.

use fake::locales::{DE_DE, Data, EN, FR_FR, IT_IT, NL_NL, PT_BR, PT_PT};
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};

use super::{
    letters::{Script, cased_as, titled, weight},
    people::{self, NAMES},
    random, shape,
};
use crate::{
    anonymize::{operators::Piece, substitute::Substitute},
    keys::Cipher,
};

/// Surrogates offered for one place.
const CANDIDATES: usize = 6;

/// Names of places of one kind. The surrogate of a place comes from the first list that has it.
const LISTS: &[&[&str]] = &[
    <EN as Data>::ADDRESS_COUNTRY,
    <EN as Data>::ADDRESS_STATE,
    <DE_DE as Data>::ADDRESS_STATE,
    <FR_FR as Data>::ADDRESS_COUNTRY,
    <IT_IT as Data>::ADDRESS_COUNTRY,
    <NL_NL as Data>::ADDRESS_COUNTRY,
    <PT_PT as Data>::ADDRESS_COUNTRY,
    <PT_BR as Data>::ADDRESS_STATE,
    <NL_NL as Data>::ADDRESS_STATE,
];

/// Names of the countries of Europe and the states of America in German, for which `fake` has no list.
const LAENDER: &[&str] = &[
    "Deutschland",
    "Österreich",
    "Schweiz",
    "Frankreich",
    "Italien",
    "Spanien",
    "Polen",
    "Niederlande",
    "Belgien",
    "Luxemburg",
    "Tschechien",
    "Ungarn",
    "Griechenland",
    "Portugal",
    "Schweden",
    "Norwegen",
    "Dänemark",
    "Finnland",
    "Russland",
    "Türkei",
    "England",
    "Irland",
    "Kroatien",
    "Slowenien",
    "Rumänien",
    "Bulgarien",
    "Litauen",
    "Estland",
    "Lettland",
    "Slowakei",
    "Brasilien",
    "Argentinien",
    "Kanada",
    "Australien",
    "Neuseeland",
    "Japan",
    "Indien",
];

/// The place in pieces, one for each part between commas.
pub(super) fn pieces(text: &str, cipher: &Cipher) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for segment in text.split([',', '\n', '/', '(', ')']) {
        let start = at + (segment.len() - segment.trim_start().len());
        let range = start..start + segment.trim().len();
        at += segment.len();
        let next = text.get(at..).and_then(|rest| rest.chars().next());
        if pieces.len() > MOST {
            return None;
        }
        if !range.is_empty() {
            let from = pieces.last().map_or(0, |(end, _): &(usize, Piece)| *end);
            pieces.extend(
                text.get(from..range.start)
                    .filter(|gap| !gap.is_empty())
                    .map(|gap| (range.start, Piece::Text(gap.to_owned()))),
            );
            let part = text.get(range.clone())?;
            let piece = match code(part, cipher) {
                Some(code) => Piece::Text(code),
                None => Piece::Part { candidates: names(text, part, cipher)?, range: range.clone() },
            };
            pieces.push((range.end, piece));
        }
        at += next.map_or(0, char::len_utf8);
    }
    let end = pieces.last().map_or(0, |(end, _)| *end);
    pieces.extend(text.get(end..).filter(|gap| !gap.is_empty()).map(|gap| (text.len(), Piece::Text(gap.to_owned()))));
    let has_part = pieces.iter().any(|(_, piece)| matches!(piece, Piece::Part { .. }));
    has_part.then(|| pieces.into_iter().map(|(_, piece)| piece).collect())
}

/// Most pieces of one place, but for two at its end.
const MOST: usize = 16;

/// The two-letter code of a random state, for a code beside a town.
pub(super) fn code(part: &str, cipher: &Cipher) -> Option<String> {
    let codes = <EN as Data>::ADDRESS_STATE_ABBR;
    let at = codes.iter().position(|code| *code == part)?;
    let shift = random(cipher, "LOCATION", part).random_range(1..codes.len());
    codes.get((at + shift) % codes.len()).map(|code| (*code).to_owned())
}

/// Surrogates for one place.
pub(super) fn names(text: &str, part: &str, cipher: &Cipher) -> Option<Vec<Substitute>> {
    let lower = part.to_lowercase();
    let mut random = random(cipher, "LOCATION", &lower);
    let is_part = |name: &&str| name.chars().flat_map(char::to_lowercase).eq(lower.chars());
    let is_code = part.len() <= 3 && part.bytes().all(|b| b.is_ascii_uppercase());
    let list = LISTS.iter().chain(&[LAENDER]).find(|list| is_code || list.iter().any(is_part));
    let made: Vec<String> = match list {
        Some(list) => {
            let plain = |name: &&&str| name.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '-');
            let names: Vec<&str> = list.iter().filter(plain).copied().collect();
            names.sample(&mut random, CANDIDATES).map(|name| (*name).to_owned()).collect()
        }
        None => (0..CANDIDATES).filter_map(|_| town(part, &mut random)).collect(),
    };
    let fits = |name: &String| {
        weight(name) >= super::LEAST
            && !text.contains(name.as_str())
            && !name.contains(part)
            && name.to_lowercase() != lower
    };
    let cased = |name: &String| if is_code { name.clone() } else { cased_as(part, name) };
    let mut names: Vec<Substitute> = made.iter().map(cased).filter(fits).map(Substitute::from).collect();
    names.dedup();
    (!names.is_empty()).then_some(names)
}

/// An invented town with as many words as the text, if there are enough.
pub(super) fn town(part: &str, random: &mut StdRng) -> Option<String> {
    if Script::of(part) != Script::Latin {
        return people::another(part, random);
    }
    let is_german = part.contains(['ä', 'ö', 'ü', 'ß'])
        || ends(part, &["burg", "stadt", "dorf", "heim", "hausen", "furt", "feld", "ingen"]);
    let is_french = part.contains(['é', 'è', 'ê', 'ç', 'î', 'ô', 'œ']) || ends(part, &["court", "eaux", "ville", "ac"]);
    let (language, prefixes, suffixes): (usize, &[&str], &[&str]) = if is_german {
        (2, &["Alt", "Bad", "Groß", "Klein", "Neu", "Nieder"], <DE_DE as Data>::ADDRESS_CITY_SUFFIX)
    } else if is_french {
        (1, &["Saint", "Mont", "Bois"], &["ville", "court", "mont"])
    } else {
        (0, <EN as Data>::ADDRESS_CITY_PREFIX, <EN as Data>::ADDRESS_CITY_SUFFIX)
    };
    let names = NAMES.latin(language).first()?.entries(true);
    let stem = names.choose(random)?.name.to_lowercase();
    let town = titled(&format!("{}{}", stem.trim_end_matches(['e', 's']), suffixes.choose(random)?));
    let words = part.split([' ', '-']).filter(|word| !word.is_empty()).count();
    let joint = if part.contains('-') { "-" } else { " " };
    Some(if words > 1 { format!("{}{joint}{town}", prefixes.choose(random)?) } else { town })
}

fn ends(part: &str, endings: &[&str]) -> bool {
    let lower = part.to_lowercase();
    endings.iter().any(|ending| lower.len() > ending.len() + 1 && lower.ends_with(ending))
}

/// Words for the kinds of parts of an address.
const KEPT: &str = "
    street st avenue ave road rd boulevard blvd lane ln drive dr court ct place pl square sq terrace ter way circle cir
    highway hwy parkway pkwy alley close crescent gardens grove mews row hill park rue allée cours quai chemin impasse route
    via viale piazza corso vicolo largo calle avenida av paseo plaza carrer rua travessa alameda straße strasse str weg platz
    allee gasse ring ufer damm laan straat plein gracht kade ulica ul aleja al plac
    apt apartment suite ste unit floor fl room rm building bldg block flat po p o box postfach no nr number n north south
    east west ne nw se sw bis ter c lo co of the de la le les du des d l del della di da do dos van der den a am an auf im in
    zum zur upper lower old new";

/// Endings that stay, while the beginning of the word changes.
const ENDINGS: &[&str] =
    &["straße", "strasse", "str", "weg", "platz", "allee", "gasse", "ring", "straat", "laan", "plein", "gracht"];

/// Longest address that gets a surrogate, in bytes.
const LONGEST: usize = 256;

/// An address of the same shape: words for the kinds of its parts stay, digits and letters of codes are replaced, and so
/// are names.
pub(super) fn address(text: &str, random: &mut StdRng) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let mut made = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_in = |c: char| masquerade_detect::text::is_word(c) || matches!(c, '\'' | '’');
        let end = if is_in(c) { rest.find(|c| !is_in(c)) } else { rest.find(is_in) };
        let (word, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        rest = after;
        if is_in(c) {
            made.push_str(&address_word(word, random)?);
            continue;
        }
        made.push_str(word);
        // The letter of an escaped line end belongs to the sign: `… 12\n…`.
        if let Some(letter) = rest.chars().next().filter(|letter| word.ends_with('\\') && "nrt".contains(*letter)) {
            made.push(letter);
            rest = rest.get(1..)?;
        }
    }
    Some(made)
}

fn address_word(word: &str, random: &mut StdRng) -> Option<String> {
    let lower = word.to_lowercase();
    if word.chars().any(char::is_numeric) {
        return number(word, random);
    }
    if KEPT.split_ascii_whitespace().any(|kept| kept == lower) {
        return Some(word.to_owned());
    }
    if <EN as Data>::ADDRESS_STATE_ABBR.contains(&word) {
        return <EN as Data>::ADDRESS_STATE_ABBR.choose(random).map(|code| (*code).to_owned());
    }
    let letters = word.chars().count();
    if Script::of(word) != Script::Latin || letters < 4 && word.chars().all(char::is_uppercase) {
        return shape::alike(word, random);
    }
    let name = NAMES.english()?.entries(true).choose(random)?.name;
    let ending = ENDINGS.iter().find(|ending| lower.len() > ending.len() + 2 && lower.ends_with(**ending));
    let kept = ending.and_then(|ending| word.get(word.len().checked_sub(ending.len())?..)).unwrap_or_default();
    Some(format!("{}{kept}", cased_as(word, name)))
}

/// Digits and letters of a number or a code: as many others, and a zero first only where there was one.
fn number(word: &str, random: &mut StdRng) -> Option<String> {
    for _ in 0..super::ATTEMPTS {
        let mut code = shape::alike(word, random)?;
        if word.starts_with('0') && code.starts_with(|c: char| c.is_ascii_digit()) {
            code.replace_range(..1, "0");
        }
        if code != word && code.starts_with('0') == word.starts_with('0') {
            return Some(code);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::tests::surrogates;

    #[test]
    fn places_keep_their_kind() {
        let has = |list: &[&str], name: &str| list.contains(&name);
        for name in surrogates("LOCATION", "France") {
            assert!(has(super::LISTS[0], &name), "{name}");
        }
        assert!(surrogates("LOCATION", "Bayern").iter().all(|name| has(super::LISTS[2], name)));
        assert!(surrogates("LOCATION", "Österreich").iter().all(|name| has(super::LAENDER, name)));
        for name in surrogates("LOCATION", "Austin, TX") {
            let (town, state) = name.split_once(", ").unwrap();
            assert!(!town.contains(' ') && state.len() == 2 && state != "TX", "{name}");
        }
        assert!(surrogates("LOCATION", "NEW HAVEN").iter().all(|name| name.split(' ').count() == 2));
        assert!(surrogates("LOCATION", "TX").is_empty());
    }

    #[test]
    fn addresses_keep_their_shape() {
        for (text, kept) in [
            ("12 High Street, Leeds LS1 4AP", &[" Street, "][..]),
            ("Lindenstraße 5, 10969 Berlin", &["straße "]),
            ("10 rue de Rivoli\n75001 Paris", &[" rue de ", "\n"]),
            ("P.O. Box 1234", &["P.O. Box "]),
            ("Via Appia 3, 00184 Roma", &["Via ", ", 0"]),
        ] {
            let shape = |text: &str| -> String {
                let kind = |c: char| if c.is_ascii_digit() { '9' } else { c };
                text.chars().filter(|c| !c.is_alphabetic()).map(kind).collect()
            };
            let names = surrogates("ADDRESS", text);
            assert!(!names.is_empty(), "{text}");
            for name in names {
                assert_eq!(shape(&name), shape(text), "{name}");
                assert!(kept.iter().all(|kept| name.contains(kept)), "{name}");
            }
        }
    }
}
