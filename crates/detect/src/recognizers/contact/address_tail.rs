//! The tail of a postal address, behind its street: unit, city, region, postcode, country.

use std::ops::Range;

use crate::recognizers::contact::address_context::begins_number;
use crate::recognizers::contact::address_token::{is_capital, word_at, word_start};
use crate::recognizers::contact::address_town::{NO_TOWNS, city, country, district};
use crate::recognizers::contact::address_unit::code_of_singapore;
use crate::recognizers::contact::address_words::{DOORS, PARTICLES, UNITS};
use crate::recognizers::support::neighbours::{byte_at, is_one_of};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};

/// Most words between a street and the postcode.
const MAX_WORDS: usize = 9;

/// The end of the address whose street ends at `at`: behind the last unit or postcode, with its city and country.
pub(crate) fn tail(text: &str, at: usize) -> usize {
    let (mut end, mut best, mut named) = (at, at, false);
    for _ in 0..MAX_WORDS {
        let Some(start) = separator(text, end) else { break };
        if let Some((code, leads)) = postcode(text, start, named) {
            if begins_number(text, end, start, code) {
                break;
            }
            best = if leads { city(text, code) } else { Some(code) }.unwrap_or(best);
            return country(text, best);
        }
        let Some(word) = word_at(text, start) else { break };
        let found = text.get(word.clone()).unwrap_or_default();
        let bare = found.trim_end_matches('.');
        if let Some(unit) = unit_end(text, &word) {
            // A postcode of Singapore ends the address, whatever the next line begins with.
            let code = if found.starts_with('#') { code_of_singapore(text, unit) } else { 0 };
            if code > 0 {
                return unit + code;
            }
            (end, best) = (unit, unit);
            continue;
        }
        // `Kerkstraat 5 te 1017 GC Amsterdam`; and no town is called so: `Schillerstr. 21, Tel. 0361`.
        let is_link = is_listed(found, PARTICLES) || found == "te";
        if !is_capital(found) && !is_link || is_one_of(bare, &NO_TOWNS) {
            break;
        }
        named = true;
        end = word.start + bare.len();
        end += province(text, end);
        // `Dublin 4`
        let numbered = district(text, end);
        // Rural delivery in New Zealand, before the town: `RD 3, Opunake 4683`
        if numbered > end && found == "RD" {
            (end, best) = (numbered, numbered);
            continue;
        }
        if numbered > end {
            return country(text, numbered);
        }
        // The end of a sentence.
        if found.ends_with('.') {
            if found.len() > 4 && !is_one_of(bare, &["brgy", "subd", "dist", "distr"]) {
                break;
            }
            // `Col. Roma`
            end = end.max(word.end);
        }
    }
    best
}

/// The end of the unit, the floor or the door that begins with `word`.
fn unit_end(text: &str, word: &Range<usize>) -> Option<usize> {
    let found = text.get(word.clone())?;
    let is_sign = found.len() > 1 && found.starts_with('#');
    let number = || {
        let place = if is_sign { word.clone() } else { word_at(text, separator(text, word.end)?)? };
        let end = floor(text, &place).unwrap_or(place.end + pair_len(text, place.end));
        is_unit(text, &place).then_some(end)
    };
    let is_named = found.starts_with('#') || is_listed(found.trim_end_matches('.'), UNITS);
    // A side of a house behind the word for its part: `esc. izda.`
    let side = || {
        let place = word_at(text, separator(text, word.end)?).filter(|_| text[word.end..].starts_with(' '))?;
        let bare = text[place.clone()].trim_end_matches('.');
        is_listed(bare, DOORS).then_some(place.start + bare.len())
    };
    let unit = is_named.then(|| number().or_else(side)).flatten();
    let unit = unit.or_else(|| stairs(text, word)).or_else(|| ground_floor(text, word));
    unit.or_else(|| floor(text, word)).or_else(|| storey(text, word)).or_else(|| {
        let end = side_end(text, word.end);
        let is_last = end > word.end || !text.get(word.end..)?.starts_with(' ');
        (is_last && is_listed(found.trim_end_matches('.'), FLOORS)).then_some(end)
    })
}

/// The length of the second number of a pair at `at`: of `RT 03/05` that of `/05`.
fn pair_len(text: &str, at: usize) -> usize {
    let digits = text
        .get(at..)
        .and_then(|rest| rest.strip_prefix('/'))
        .map_or(0, |rest| rest.bytes().take(4).take_while(u8::is_ascii_digit).count());
    if (1..=3).contains(&digits) && is_value_edge(text, at + 1 + digits) { 1 + digits } else { 0 }
}

/// Storeys that have a name and no number, as parts of their own: `Calle Mayor 4, bajo, 28013 Madrid`.
const FLOORS: &WordList = &WordList::new(
    "bajo|bajos|entresuelo|entlo|ático|sótano|principal|ppal|r/c|rdc|rez-de-chaussée|parter|parterre|prízemí|přízemí|prízemie|parterul|demisol|\
     mansarda|földszint|fszt|stuen|kælder|eg|hochparterre|erdgeschoss|souterrain|parterre|rialzato|seminterrato|beletage",
);

/// The end of the units, floors and doors behind `at`, else `at`: of `7, 3. OG links, 86152 Augsburg` the end of `links`.
pub(super) fn units_end(text: &str, at: usize) -> usize {
    /// Most of them.
    const MOST: usize = 4;
    let next = |end: &usize| unit_end(text, &word_at(text, separator(text, *end)?)?);
    std::iter::successors(Some(at), next).take(MOST).last().unwrap_or(at)
}

/// The length of a province beside a city at `at`: of `São Paulo/SP` that of `/SP`, before a postcode of Canada of ` (Québec)`.
fn province(text: &str, at: usize) -> usize {
    /// Longest name in brackets, in bytes.
    const LONGEST: usize = 32;
    let near = line::behind(text, at, LONGEST);
    if let Some(len) = near.strip_prefix(" (").and_then(|name| name.find(')')) {
        let end = at + " (".len() + len + ")".len();
        let is_canadian = separator(text, end)
            .is_some_and(|code| is_shaped(text, code, "A9A 9A9") || is_shaped(text, code, "A9A9A9"));
        return if is_canadian { end - at } else { 0 };
    }
    let letters = text.as_bytes().get(at..).and_then(|rest| rest.strip_prefix(b"/")).unwrap_or_default();
    let len = letters.iter().take(3).take_while(|b| b.is_ascii_uppercase()).count();
    if len == 2 { 3 } else { 0 }
}

/// The end of the city behind a postcode which follows the house number that ends at `at`, perhaps with a door behind it,
/// behind a comma or on the next line: `14b, 31785 Hameln`.
pub(crate) fn code_and_city(text: &str, at: usize) -> Option<usize> {
    /// Most signs of a door: `14 A 3`, `112 hs`, `5 B 12`.
    const LONGEST: usize = 8;
    let rest = text.get(at..text.floor_char_boundary(at + LONGEST).max(at))?;
    let door = rest.find([',', '\n', '\r', '\\', '·', '•']).or_else(|| rest.find(" - "))?;
    // In Czechia and Slovakia the number on the street follows that of the plot: `1412/60`.
    let is_part = |part: &str| part.len() < 5 && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'/');
    if !rest.get(..door)?.trim_start_matches(' ').split(' ').all(is_part) {
        return None;
    }
    let start = separator(text, at + door)?;
    let digits = text.get(start..)?.bytes().take_while(u8::is_ascii_digit).count();
    let is_year = digits == 4 && ["19", "20"].iter().any(|century| text[start..].starts_with(century));
    // A dash and a dot also part a model and its price: `Golf 7 - 12500 Euro`.
    let is_parted = !rest[door..].starts_with([',', '\n', '\r', '\\']);
    let is_measure = |code: usize| {
        let behind = text[code..].trim_start_matches(' ');
        let len = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        is_listed(&behind[..len], MEASURES)
    };
    let led = |start: usize| {
        let (code, leads) = postcode(text, start, false)?;
        let is_city = !is_parted || code - start > 4 && !is_measure(code);
        (leads && is_city).then(|| city(text, code))?.map(|end| country(text, end))
    };
    // A year stands in sentences: `on May 5, 2000 Antwerp was`.
    if let Some(end) = led(start) {
        return (!is_year || line::ends(text, end)).then_some(end);
    }
    // A quarter stands between, or the postcode ends the line behind its city: `Ermou 45, Athens 105 63`.
    let quarter = capitals_end(text, start).filter(|_| !is_parted)?;
    let behind = separator(text, quarter)?;
    if text.get(quarter..)?.starts_with(", ")
        && let Some(end) = led(behind).filter(|_| text[behind..].bytes().take_while(u8::is_ascii_digit).count() == 5)
    {
        return Some(end);
    }
    let code = ["999 99", "AA-9999", "99999"].into_iter().find(|shape| is_shaped(text, behind, shape))?;
    line::ends(text, behind + code.len()).then_some(behind + code.len())
}

/// Words behind amounts and measures.
const MEASURES: &WordList = &WordList::new(
    "euro|eur|usd|chf|gbp|sek|nok|dkk|pln|czk|kc|km|stück|stk|ps|kw|mah|watt|lumen|lm|teile|seiten|items|points|punkte",
);

/// The end of the words with capitals that begin at `at`, three at most.
pub(crate) fn capitals_end(text: &str, at: usize) -> Option<usize> {
    const MOST: usize = 3;
    let (mut start, mut end) = (at, None);
    for _ in 0..MOST {
        let Some(word) = word_at(text, start).filter(|word| is_capital(&text[word.clone()])) else { break };
        end = Some(word.end);
        if byte_at(text, word.end) != Some(b' ') {
            break;
        }
        start = word.end + 1;
    }
    end
}

/// Reports whether a postcode of `shape` stands at `at`: `9` is a digit, `A` a capital, `*` either, another sign itself.
fn is_shaped(text: &str, at: usize, shape: &str) -> bool {
    let is_alike = |(kind, b): (u8, u8)| match kind {
        b'9' => b.is_ascii_digit(),
        b'A' => b.is_ascii_uppercase(),
        b'*' => b.is_ascii_digit() || b.is_ascii_uppercase(),
        sign => b == sign,
    };
    let found = text.as_bytes().get(at..at + shape.len());
    found.is_some_and(|found| shape.bytes().zip(found.iter().copied()).all(is_alike))
        && is_value_edge(text, at + shape.len())
}

/// The start of the postcode and the city before the street at `street`, as in Hungary: `1051 Budapest, Nádor utca 7`; `street`
/// if there is none.
pub(crate) fn code_before(text: &str, street: usize) -> usize {
    code_and_city_before(text, street).unwrap_or(street)
}

fn code_and_city_before(text: &str, street: usize) -> Option<usize> {
    /// Most words of the city.
    const MOST: usize = 3;
    let head = text.get(..street)?.strip_suffix(' ')?;
    let mut head = head.strip_suffix(',').unwrap_or(head);
    for _ in 0..MOST {
        let city = word_start(head, head.len()).filter(|city| is_capital(&head[*city..]))?;
        head = head.get(..city)?.strip_suffix(' ')?;
        if head.ends_with(|c: char| c.is_ascii_digit()) {
            break;
        }
    }
    let digits = head.bytes().rev().take_while(u8::is_ascii_digit).count();
    let code = &head[head.len() - digits..];
    let before = &head[..head.len() - digits];
    let before = before.strip_suffix("H-").unwrap_or(before);
    let begins = before.is_empty() || before.ends_with(['\n', '\t', '"', '\'', '>', '|', '(']);
    let is_named = before.trim_end_matches(' ').ends_with([':', ',', ';', '=']);
    let is_year = digits == 4 && (code.starts_with("19") || code.starts_with("20"));
    let stands = begins || is_named || !is_year && before.ends_with(' ');
    (matches!(digits, 4..=6) && stands).then_some(before.len())
}

/// The end of the address in lower case whose street ends at `at`: behind a postcode of five digits and its city.
pub(crate) fn lower_tail(text: &str, at: usize) -> usize {
    let city = || {
        let start = separator(text, at)?;
        let rest = text.get(start..)?;
        let code = start + if rest.starts_with("in ") { "in ".len() } else { 0 };
        let end = code + 5;
        let is_code = text.as_bytes().get(code..end)?.iter().all(u8::is_ascii_digit) && byte_at(text, end)? == b' ';
        let word = word_at(text, end + 1).filter(|_| is_code)?;
        let city = text.get(word.clone())?.trim_end_matches(['.', '-']);
        (city.len() > 2 && city.chars().all(char::is_alphabetic)).then_some(word.start + city.len())
    };
    city().or_else(|| lower_state(text, at)).unwrap_or_else(|| tail(text, at))
}

/// The end of a city, the letters of its state and the postcode, all in lower case: `, washington dc 20500`.
pub(super) fn lower_state(text: &str, at: usize) -> Option<usize> {
    /// Most words of a city.
    const MAX_WORDS: usize = 3;
    let mut start = separator(text, at)?;
    for place in 0..=MAX_WORDS {
        let word = word_at(text, start)?;
        let found = text.get(word.clone())?;
        if !found.bytes().all(|b| b.is_ascii_lowercase()) {
            return None;
        }
        let code = separator(text, word.end)?;
        let digits = text.get(code..)?.bytes().take_while(u8::is_ascii_digit).count();
        if place > 0 && found.len() == 2 && digits == 5 && is_value_edge(text, code + digits) {
            return Some(code + digits);
        }
        start = code;
    }
    None
}

/// The end of the floor and door at `word`: `2º B`, `3ª`, `1. tv`, `4. OG`, `2n 1a`.
fn floor(text: &str, word: &Range<usize>) -> Option<usize> {
    let found = text.get(word.clone())?;
    let digits = found.bytes().take_while(u8::is_ascii_digit).count();
    // In Catalan, ordinals end in letters.
    if (1..=2).contains(&digits) && matches!(&found[digits..], "r" | "n" | "t" | "è") {
        let door = word_at(text, word.end + 1).filter(|_| byte_at(text, word.end) == Some(b' '))?;
        let number = text[door.clone()].strip_suffix('a')?;
        return (number.len() == 1 && number.bytes().all(|b| b.is_ascii_digit())).then_some(door.end);
    }
    // The door may be joined: `3ºB`.
    let sign = found.get(digits..)?.trim_end_matches(|c: char| c.is_ascii_uppercase());
    // The sign of degrees looks alike, and is no part of a word: `piso 7°`.
    let degree = if sign.is_empty() && text.get(word.end..)?.starts_with('°') { '°'.len_utf8() } else { 0 };
    let word = word.start..word.end + degree;
    let is_ordinal = degree > 0 || matches!(sign, "º" | "ª" | "º." | "ª." | ".º");
    // `1. tv`, `1er étage`
    let is_floor =
        matches!(found.get(digits..)?, "." | "er" | "e" | "ème" | "eme") || is_before_side(text, &word, digits);
    if !(1..=2).contains(&digits) || !is_ordinal && !is_floor {
        return None;
    }
    let next = word_at(text, word.end + 1).filter(|_| byte_at(text, word.end) == Some(b' '));
    let is_door = |door: &Range<usize>| {
        let door = text.get(door.clone()).unwrap_or_default().trim_end_matches('.');
        door.len() == 1 && is_capital(door) || is_listed(door, DOORS)
    };
    match next.filter(is_door) {
        Some(door) => Some(side_end(text, door.start + text.get(door)?.trim_end_matches('.').len())),
        None => is_ordinal.then_some(word.end),
    }
}

/// Reports whether `word` is the bare number of a floor before its Spanish side: `8 izda`.
fn is_before_side(text: &str, word: &Range<usize>, digits: usize) -> bool {
    const SIDES: [&str; 8] = ["izda", "izq", "izqda", "izquierda", "dcha", "drcha", "derecha", "ctro"];
    let next = word_at(text, word.end + 1).filter(|_| word.len() == digits && byte_at(text, word.end) == Some(b' '));
    next.is_some_and(|side| is_one_of(text[side].trim_end_matches('.'), &SIDES))
}

/// The end of the side of a floor behind `at`, else `at`: of `3. OG links` that of `links`.
fn side_end(text: &str, at: usize) -> usize {
    let next = word_at(text, at + 1).filter(|_| byte_at(text, at) == Some(b' '));
    next.filter(|side| is_listed(text[side.clone()].trim_end_matches('.'), DOORS))
        .map_or(at, |side| side.start + text[side].trim_end_matches('.').len())
}

/// The end of a storey whose word stands behind its number, or that has a name: `34th Floor`, `2 tr`, `st. tv`.
fn storey(text: &str, word: &Range<usize>) -> Option<usize> {
    let found = text.get(word.clone())?;
    let next = word_at(text, word.end + 1).filter(|_| byte_at(text, word.end) == Some(b' '))?;
    let behind = text[next.clone()].trim_end_matches('.');
    // In Hungary the door follows: `3. em. 12`.
    if found.len() < 4
        && found.strip_suffix('.').is_some_and(|floor| floor.bytes().all(|b| b.is_ascii_digit()))
        && is_one_of(behind, &["em", "emelet"])
    {
        let door = word_at(text, next.end + 1).filter(|_| byte_at(text, next.end) == Some(b' '));
        let number = |door: &Range<usize>| text[door.clone()].bytes().take_while(u8::is_ascii_digit).count();
        let door = door.map(|door| door.start..door.start + number(&door)).filter(|door| (1..=3).contains(&door.len()));
        return Some(door.map_or(next.start + behind.len(), |door| door.end));
    }
    let digits = found.bytes().take_while(u8::is_ascii_digit).count();
    let kinds: &[&str] = match &found[digits..] {
        "st" | "nd" | "rd" | "th" if digits > 0 => &["floor", "fl", "flr", "level"],
        "" if (1..=2).contains(&digits) => &["tr", "trp"],
        "st." | "kl." if digits == 0 => &["tv", "th", "mf"],
        _ => return None,
    };
    is_one_of(behind, kinds).then(|| next.start + behind.len())
}

/// The start of the next word behind a separator of parts of an address at `at`, behind the point of an abbreviation (`izq.,`,
/// `11/B. fsz. 2`).
pub(super) fn separator(text: &str, at: usize) -> Option<usize> {
    /// Most bytes of a separator.
    const LONGEST: usize = 6;
    /// Deepest indentation of the next line.
    const INDENT: usize = 48;
    let is_point = match text.as_bytes().get(at..)? {
        [b'.', b',' | b'\n' | b'\r', ..] | [b'.', b'\\', b',', ..] => true,
        [b'.', b' ', next, ..] => {
            next.is_ascii_lowercase() || is_stairs(&text[at + 2..]) || is_shaped(text, at + 2, "A9A 9A9")
        }
        _ => false,
    };
    let at = at + usize::from(is_point);
    // In calendars and cards of addresses commas are escaped: `LOCATION:Main St 4\\, 2800 Lyngby`.
    let at = at + usize::from(text.get(at..)?.starts_with("\\, "));
    let rest = text.get(at..)?;
    // The end of a line within a string of JSON.
    if let Some(below) = rest.strip_prefix("\\r\\n").or_else(|| rest.strip_prefix("\\n")) {
        return Some(text.len() - below.len());
    }
    // A slash stands before stairs and doors: `14/Stg. 2/Top 9`.
    if let Some(unit) = rest.strip_prefix('/') {
        let len = unit.bytes().take(LONGEST).take_while(u8::is_ascii_alphabetic).count();
        return (len > 1 && is_listed(&unit[..len], UNITS)).then_some(at + 1);
    }
    let sign = &rest[..rest.len() - rest.trim_start_matches([',', '\n', '\r', '-', '–', '—', '·', '•', ' ']).len()];
    let lines = sign.bytes().filter(|b| *b == b'\n').count();
    // A line that is aligned with the one before.
    let is_indented = sign.rfind('\n').is_some_and(|end| sign[end + 1..].bytes().all(|b| b == b' '));
    let fits = !sign.is_empty() && (sign.len() < LONGEST || is_indented && sign.len() < LONGEST + INDENT);
    (fits && lines < 2).then_some(at + sign.len())
}

/// Reports whether `text` begins with the Roman number of stairs or a floor, before a slash or a point: `II/5`, `III. em.`.
fn is_stairs(text: &str) -> bool {
    let len = text.bytes().take(5).take_while(|b| b"IVX".contains(b)).count();
    (1..=4).contains(&len) && text[len..].starts_with(['/', '.'])
}

/// The end of the stairs or the floor and the door at `word`: `II/5`, `III. em. 4`.
fn stairs(text: &str, word: &Range<usize>) -> Option<usize> {
    let rest = text.get(word.start..)?;
    let len = rest.bytes().take_while(|b| b"IVX".contains(b)).count();
    let behind = rest.get(len..).filter(|_| is_stairs(rest))?;
    // `III. em. 4.`
    const SIGNS: [&str; 4] = ["/", ". em. ", ". emelet ", ".em. "];
    let door = SIGNS.iter().find_map(|sign| behind.strip_prefix(*sign))?;
    let digits = door.bytes().take_while(u8::is_ascii_digit).count();
    let end = word.start + rest.len() - door.len() + digits;
    ((1..=3).contains(&digits) && is_value_edge(text, end)).then_some(end)
}

/// The end of the ground floor at `word`, whose abbreviation has a slash: `r/c`.
fn ground_floor(text: &str, word: &Range<usize>) -> Option<usize> {
    let end = word.start + "r/c".len();
    let found = text.get(word.start..end)?;
    (found.eq_ignore_ascii_case("r/c") && is_value_edge(text, end)).then_some(end)
}

/// Reports whether it is the number of a unit: `4B`, `200`, `#12`, `A`.
fn is_unit(text: &str, place: &Range<usize>) -> bool {
    let found = text.get(place.clone()).unwrap_or_default().trim_start_matches('#');
    found.len() < 8 && (found.bytes().any(|b| b.is_ascii_digit()) || found.len() == 1 && is_capital(found))
}

/// The end of the postcode at `at`, and whether its city follows it. `named` says that a city may stand before.
fn postcode(text: &str, at: usize, named: bool) -> Option<(usize, bool)> {
    /// Shapes (`9` a digit, `A` a capital, `*` either), whether the city follows, and whether it needs one before.
    const SHAPES: &[(&str, bool, bool)] = &[
        // United States: with the state before it, which makes it plain.
        ("AA 99999-9999", false, false),
        ("AA 99999", false, false),
        // United Kingdom
        ("AA9A 9AA", false, false),
        ("AA99 9AA", false, false),
        ("AA9 9AA", false, false),
        ("A9A 9AA", false, false),
        ("A99 9AA", false, false),
        ("A9 9AA", false, false),
        // Ireland
        ("A99 ****", false, true),
        ("A99****", false, true),
        // Canada, Netherlands
        ("A9A 9A9", false, false),
        ("A9A9A9", false, false),
        ("9999 AA", true, false),
        ("9999AA", true, false),
        // Argentina
        ("A9999AAA", true, false),
        ("A9999", true, false),
        // Poland, Portugal, Sweden, Japan
        ("99-999", true, false),
        ("9999-999", true, false),
        ("99999-999", true, false),
        ("999 99", true, false),
        // Australia
        ("AAA 9999", false, true),
        // Germany and Switzerland with their letter, then most of Europe
        ("A-99999", true, false),
        ("A-9999", true, false),
        ("AA-9999", true, false),
        ("AA-99999", true, false),
        ("99999", true, false),
        ("9999", true, false),
        ("99999-9999", false, true),
        ("99999-999", false, true),
        ("99999", false, true),
        ("9999", false, true),
        ("AA-9999", false, true),
        ("999999", false, true),
        // Chile
        ("9999999", false, true),
    ];
    let found = SHAPES.iter().find(|(shape, leads, follows)| {
        is_shaped(text, at, shape) && (!follows || named) && (!leads || city(text, at + shape.len()).is_some())
    });
    found.map(|(shape, leads, _)| (at + shape.len(), *leads))
}
