//! Postal addresses in small letters, as people type them: `12 rue victor hugo 75016 paris`, `vivo en calle mayor 12`.
//!
//! A street in small letters is hardly told from prose by itself: what counts is a postcode behind it, a unit, or words before it
//! that say where somebody lives or where something goes.

use std::ops::Range;

use super::address_number::house_number;
use super::address_residence::{PREPOSITIONS, VERBS};
use super::address_tail::lower_state;
use super::address_token::word_at;
use super::address_unit::units_before;
use super::address_words::{DOORS, ENDINGS, FRENCH, NO_STREETS, PARTICLES, SHORTEST_ENDING};
use crate::recognizers::support::months::months_of;
use crate::recognizers::support::neighbours::{byte_at, is_one_of};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};

/// Farthest word before a street and farthest part behind it, in bytes.
const NEAR: usize = 48;

/// Words besides the [`VERBS`] of living behind which an address follows.
const PLACES: &WordList = &WordList::new(
    "address|adresse|adress|adres|adresim|dirección|direccion|indirizzo|endereço|endereco|morada|anschrift|lieferadresse|domicile|chez",
);

/// Words for what goes somewhere, before a preposition and the place.
const SENDING: &WordList = &WordList::new(
    "ship|shipped|deliver|delivered|send|sent|moved|home|house|zuhause|liefern|livrer|bezorgen|wysłać|enviar|spedire|entregar",
);

/// Kinds of streets that mean nothing else: before a name behind a number, before a name and a number, at the end of a name.
const SURE: &WordList = &WordList::new("rue|impasse|allée|boulevard|avenue");
const SURE_PREFIXES: &WordList =
    &WordList::new("calle|c/|avenida|avda|carrer|rua|travessa|alameda|viale|vicolo|ulica|ul.");
const SURE_ENDINGS: [&str; 7] = ["straße", "strasse", "str.", "straat", "gracht", "gatan", "gasse"];

/// English words behind the name of a street, less those that end other phrases, too.
const SUFFIXES: &WordList = &WordList::new(
    "street|st|avenue|ave|av|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|way|place|pl|square|sq|terrace|parkway|pkwy|highway|\
     hwy|circle|cir|close|crescent|gardens|grove|mews|trail|trl|alley|plaza|loop|crossing|commons",
);

/// Words that are in no name of a street.
const NO_NAMES: &WordList = &WordList::new(
    "the|their|my|your|our|his|her|its|a|an|by|in|of|to|and|or|for|from|is|are|was|at|on|with|more|this|that|one|called|has|have|than|\
     per|each|other",
);

/// Words for parts of a building before their numbers.
const UNITS: &WordList = &WordList::new(
    "portal|bloque|bl|esc|escalera|planta|pta|torre|casa|local|apt|apartment|suite|ste|unit|floor|flat|room|rm|piso|puerta|escalera|interno|int|scala|apto|bloco|lok|lgh|depto|dpto|dto|oficina|\
     kat|daire|wohnung|whg|appt|appartement|étage|bus|blk",
);

/// The address whose house number, `house`, stands before its street: `12 rue des lilas`, `12 oak street`.
pub(super) fn ahead(text: &str, house: Range<usize>) -> Option<Range<usize>> {
    let behind = text.as_bytes().get(house.end..)?;
    let gap = behind.iter().take(3).take_while(|b| matches!(b, b',' | b' ')).count();
    let first = Some(gap).filter(|gap| (1..=2).contains(gap)).and_then(|gap| word_at(text, house.end + gap))?;
    let is_repeated = is_one_of(&text[first.clone()], &["bis", "ter"]);
    let first = if is_repeated { word_at(text, first.end + 1)? } else { first };
    if !is_small(&text[first.clone()]) && !is_ordinal(&text[first.clone()]) {
        return None;
    }
    let kind = text[first.clone()].trim_end_matches('.');
    let end = match is_listed(kind, FRENCH) {
        true => named(text, first.end)?,
        false => match suffixed(text, first.clone()) {
            Some(end) => end,
            None => return british(text, first.start).map(|end| units_before(text, house.start)..end),
        },
    };
    proven(text, house.start..end, is_listed(kind, SURE))
}

/// The address whose kind of street stands at `kind`, before its name and number: `calle mayor 12`, `via roma 12`.
pub(super) fn prefixed(text: &str, kind: &Range<usize>) -> Option<Range<usize>> {
    /// Most words of the name of a street.
    const MOST: usize = 4;
    let mut at = kind.end;
    let found = text.get(kind.clone())?.trim_end_matches([' ', ',']);
    if !is_small(found) {
        return None;
    }
    for place in 0..=MOST {
        if byte_at(text, at)?.is_ascii_digit() {
            let house = house_number(text, at).filter(|_| place > 0)?;
            return proven(text, kind.start..house.end, is_listed(found, SURE_PREFIXES));
        }
        let is_name = |word: &str| is_small(word) && (is_listed(word, PARTICLES) || !is_listed(word, NO_NAMES));
        let word = word_at(text, at).filter(|word| is_name(&text[word.clone()]))?;
        let behind = &text[word.end..];
        at = word.end + behind.len() - behind.trim_start_matches([',', ' ']).len();
        // A comma stands before the number only.
        let is_number = byte_at(text, at)?.is_ascii_digit();
        if at == word.end || at > word.end + 2 || behind.starts_with(',') && !is_number {
            return None;
        }
    }
    None
}

/// The address whose street ends `head` with its kind, before the house number at `number`: `lindenweg 7`, `kerkstraat 12`.
pub(super) fn ended(text: &str, head: &str, number: usize) -> Option<Range<usize>> {
    /// Fewest letters of a name before its kind.
    const FEWEST: usize = 3;
    let head = head.strip_suffix(',').unwrap_or(head);
    let word = head.rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-'))).next()?;
    if word.len() < FEWEST + SHORTEST_ENDING {
        return None;
    }
    let house = house_number(text, number)?;
    let start = head.len() - word.len();
    let name = ENDINGS.iter().find_map(|ending| word.strip_suffix(*ending))?;
    let is_street =
        name.chars().count() >= FEWEST && is_small(word.trim_end_matches('.')) && !is_listed(word, NO_STREETS);
    is_street.then(|| proven(text, start..house.end, SURE_ENDINGS.iter().any(|ending| word.ends_with(ending))))?
}

/// The address of a street whose name is a place in German, before the house number at `number`: `am alten markt 3, 50667 köln`. A
/// postcode with a city, or the words before, tell it from prose.
pub(super) fn prepositional(text: &str, head: &str, number: usize) -> Option<Range<usize>> {
    /// Fewest letters of the noun.
    const FEWEST: usize = 3;
    /// Nouns that are counted, and those whose number is of another thing.
    const OTHERS: &WordList = &WordList::new(concat!(
        months_of!(german),
        "|jahr|jahre|alter|schnitt|durchschnitt|mittel|test|fall|kapitel|abschnitt|artikel|absatz|raum|zimmer|stock|saal|monat|tag|\
         woche|seite|zeile|spalte|version|nummer|klasse|gruppe|uhr|platz|halle|reihe|runde|phase|stufe|liga|folge|staffel|wg|schule|etage|linie|bus|gleis|zug",
    ));
    // Nearly every number is answered here: a word of small letters stands before it.
    let letters = head.strip_suffix(',').unwrap_or(head);
    if !letters.ends_with(|c: char| c.is_lowercase()) {
        return None;
    }
    let mut before = Some(line::before(letters, letters.len(), NEAR));
    let mut words_before = std::iter::from_fn(|| {
        let line = before?;
        let start = line.bytes().rposition(|b| b == b' ').map_or(0, |blank| blank + 1);
        before = start.checked_sub(1).map(|blank| &line[..blank]);
        Some(&line[start..])
    });
    let noun = words_before.next().filter(|noun| is_small_word(noun) && noun.chars().nth(FEWEST - 1).is_some())?;
    let len = noun.len() + placed_len(words_before)?;
    if is_listed(noun, OTHERS) {
        return None;
    }
    let house = house_number(text, number)?;
    proven(text, letters.len() - len..house.end, false)
}

/// The length of the words that stand before a noun, the last one first, as far as a preposition of place, with the blanks
/// behind them: `am alten `, `an der alten `.
fn placed_len<'t>(words_before: impl Iterator<Item = &'t str>) -> Option<usize> {
    /// Most words behind the preposition.
    const MOST: usize = 3;
    const CONTRACTED: &WordList = &WordList::new("am|im|zum|zur|beim|vorm|hinterm");
    const ARTICLES: &WordList = &WordList::new("den|der|dem|de");
    const PLACES: &WordList = &WordList::new("an|auf|in|unter|hinter|vor|bei|zu|ob|aan|op|achter");
    let mut words_before = words_before.peekable();
    let mut len = 0;
    for _ in 0..MOST {
        let word = words_before.next()?;
        len += word.len() + 1;
        if is_listed(word, CONTRACTED) {
            return Some(len);
        }
        if !is_small_word(word) {
            return None;
        }
        if is_listed(word, ARTICLES)
            && let Some(place) = words_before.peek().filter(|place| is_listed(place, PLACES))
        {
            return Some(len + place.len() + 1);
        }
    }
    None
}

/// Reports whether `word` is of small letters and dashes alone.
fn is_small_word(word: &str) -> bool {
    is_small(word) && word.chars().all(|c| c.is_alphabetic() || c == '-')
}

/// Reports whether `found`, the value of an address, holds words, the number of a house and a postcode with a city in small letters
/// behind it.
pub(super) fn has_postcode(found: &str) -> bool {
    let mut houses = found.match_indices([' ', ',']).map(|(at, _)| at + 1);
    found.starts_with(char::is_alphabetic)
        && houses.any(|at| house_number(found, at).is_some_and(|house| code(found, house.end).is_some()))
}

/// Reports whether `word` is of small letters.
fn is_small(word: &str) -> bool {
    if word.is_ascii() {
        return word.starts_with(|c: char| c.is_ascii_lowercase()) && !word.bytes().any(|b| b.is_ascii_uppercase());
    }
    word.starts_with(char::is_lowercase) && !word.contains(char::is_uppercase)
}

/// The end of the name of the French street whose kind ends at `at`: up to a number, a comma or the end of the line, else its first
/// word.
fn named(text: &str, at: usize) -> Option<usize> {
    /// Most words of a name.
    const MOST: usize = 5;
    let (mut end, mut first) = (at, None);
    for _ in 0..MOST {
        let Some(word) = word_at(text, end + 1).filter(|_| byte_at(text, end) == Some(b' ')) else { break };
        let found = &text[word.clone()];
        if !is_small(found) {
            break;
        }
        end = word.end - usize::from(found.ends_with('.'));
        if first.is_none() && !is_listed(found, PARTICLES) {
            first = Some(end);
        }
    }
    let rest = text.get(end..)?;
    let is_closed = line::ends(text, end)
        || rest.starts_with([',', '.', ';'])
        || rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if is_closed { first.map(|_| end) } else { first }
}

/// The end of the English street whose first word is `first`: some words and a kind of street.
fn suffixed(text: &str, first: Range<usize>) -> Option<usize> {
    /// Most words before the kind.
    const MOST: usize = 3;
    let mut word = first;
    for _ in 0..MOST {
        let found = &text[word.clone()];
        if !is_small(found) && !is_ordinal(found) || is_listed(found, NO_NAMES) || byte_at(text, word.end) != Some(b' ')
        {
            return None;
        }
        word = word_at(text, word.end + 1)?;
        let bare = text[word.clone()].trim_end_matches('.');
        if is_listed(bare, SUFFIXES) && is_small(bare) {
            return Some(word.start + bare.len());
        }
    }
    None
}

/// The end of the postcode of the United Kingdom in small letters behind the words at `at`, of a street of any name and a city: of `14 heol y
/// bryn, cardiff cf14 2ab`.
fn british(text: &str, at: usize) -> Option<usize> {
    /// Most words before the postcode.
    const MOST: usize = 7;
    let near = line::behind(text, at, NEAR + NEAR / 2);
    let mut start = 0;
    for count in 0..=MOST {
        let rest = near.get(start..)?;
        if count > 1 && rest.starts_with(|c: char| c.is_ascii_lowercase()) {
            let len = code_len(rest, false).filter(|len| rest[..*len].ends_with(|c: char| c.is_ascii_lowercase()));
            if let Some(len) = len.filter(|len| is_value_edge(text, at + start + len)) {
                return Some(at + start + len);
            }
        }
        let word = rest.split(' ').next()?;
        let bare = word.trim_end_matches(',');
        let is_word = bare.chars().all(|c| c.is_lowercase() || matches!(c, '-' | '\'' | '’' | '.')) && !bare.is_empty();
        if !is_word || is_listed(bare, NO_STREET) {
            return None;
        }
        start += word.len() + 1;
    }
    None
}

/// Words of sentences that stand in no street.
const NO_STREET: &WordList = &WordList::new(
    "i|you|he|she|it|we|they|is|are|was|were|has|have|had|do|does|did|will|would|can|could|should|not|my|your|his|her|their|our|this|that|these|\
     those|there|here|what|who|when|where|why|how|if|so|but|because|than|then|for|with|from|about|into|minutes|hours|days|weeks|months|years|people|times",
);

/// Reports whether `word` is the number of a street: `9th`.
fn is_ordinal(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&digits) && matches!(&word[digits..], "st" | "nd" | "rd" | "th")
}

/// The address of the street at `street` with the units before it and what follows it, if its kind is `sure`, or a postcode, a unit
/// or the words before tell that it is one.
fn proven(text: &str, street: Range<usize>, sure: bool) -> Option<Range<usize>> {
    let start = units_before(text, street.start);
    let units = units(text, street.end);
    if let Some(end) = lower_state(text, units).or_else(|| code(text, units)) {
        return Some(start..end);
    }
    let is_told = sure
        || units > street.end
        || start < street.start
        || is_introduced(text, start)
        || stands_alone(text, &(start..street.end));
    is_told.then(|| start..city(text, units, false).unwrap_or(units))
}

/// Reports whether an English street with its number stands where an address does and a measure does not: at the beginning of its clause or
/// behind a preposition, and at the end of one: `from 12 roebuck close and`, `31 toller lane, bradford`.
fn stands_alone(text: &str, street: &Range<usize>) -> bool {
    /// Kinds of streets that end few other phrases.
    const PLAIN: &WordList = &WordList::new(
        "road|rd|street|st|avenue|ave|av|lane|ln|crescent|terrace|boulevard|blvd|mews|close|grove|gardens",
    );
    /// Words of measures and of other things that are numbered, before a kind of street.
    const MEASURES: &WordList = &WordList::new(
        "minute|min|minutes|hour|hr|hours|mile|miles|km|day|star|way|lane|point|year|second|foot|ft|metre|meter|inch|car|person|man|bit|byte|main|\
         dead|busy|long|short|very|too|quite|so|week|month|step|track|door|bed|bedroom",
    );
    let found = &text[street.clone()];
    let mut words = found.split([' ', ',']).filter(|word| !word.is_empty());
    let kind = words.next_back().unwrap_or_default().trim_end_matches('.');
    let is_street = is_listed(kind, PLAIN) && words.clone().count() > 1 && !words.any(|word| is_listed(word, MEASURES));
    let head = line::before(text, street.start, NEAR);
    let last = head.trim_end_matches(' ').rsplit([' ', '(']).next().unwrap_or_default();
    let begins = head.trim_start_matches(['>', '-', '*', ' ', '"']).is_empty()
        || [": ", ", ", ". ", "; ", "(", "| ", "? ", "- "].iter().any(|sign| head.ends_with(sign))
        || is_one_of(last, &["from", "at", "to", "of", "into", "near", "outside"]);
    let rest = line::behind(text, street.end, NEAR);
    // A town without a comma: `12b allen avenue ikeja.`
    let town = rest
        .strip_prefix(' ')
        .map_or("", |rest| &rest[rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())..]);
    let ends = rest.trim().is_empty()
        || rest.starts_with(' ') && town.starts_with(['.', ',', ';', '\n'])
        || rest.starts_with([',', '.', ';', '!', '?', ')', '"'])
        || [" and ", " is ", " but ", " in "].iter().any(|word| rest.starts_with(word));
    is_street && begins && ends
}

/// Reports whether words before `at` say that somebody lives there or something goes there.
fn is_introduced(text: &str, at: usize) -> bool {
    /// Most words between: `at number`, `in der`.
    const MOST: usize = 3;
    // `sent via port 8080`
    let is_way = text[at..].starts_with("via ");
    let before = line::before(text, at, NEAR);
    let sentence = before.rsplit(['.', ';', '!', '?']).next().unwrap_or_default();
    let words = sentence.split([' ', '\'', '’', ',']).filter(|word| !word.is_empty()).rev();
    for (place, word) in words.take(MOST + 1).enumerate() {
        let bare = word.trim_end_matches(':');
        if is_listed(bare, VERBS) || !is_way && (is_listed(bare, PLACES) || place > 0 && is_listed(bare, SENDING)) {
            return true;
        }
        if !is_listed(bare, PREPOSITIONS)
            && !is_listed(bare, PARTICLES)
            && !is_one_of(bare, &["to", "number", "flat", "unit"])
        {
            return false;
        }
    }
    false
}

/// The end of the units behind `at`: `, apto 5`, ` 3b`, `, m. 5`, `, portal 2, 3º b`.
pub(super) fn units(text: &str, at: usize) -> usize {
    /// Most units.
    const MOST: usize = 4;
    let next = |at: &usize| Some(unit(text, *at)).filter(|end| end > at);
    std::iter::successors(Some(at), next).take(MOST).last().unwrap_or(at)
}

/// The end of the unit behind `at`, else `at`.
fn unit(text: &str, at: usize) -> usize {
    let rest = line::behind(text, at, NEAR);
    let unit = rest.trim_start_matches([',', ' ']);
    let gap = rest.len() - unit.len();
    if let Some(len) = door_len(unit).filter(|_| (1..=2).contains(&gap)) {
        return at + gap + len;
    }
    let word = unit.find(|c: char| !c.is_alphabetic()).unwrap_or(unit.len());
    let behind = unit[word..].trim_start_matches(['.', ' ', ':']);
    let number = behind.bytes().take_while(u8::is_ascii_digit).count();
    // `apt 4b`
    let letter = usize::from(behind[number..].starts_with(|c: char| c.is_ascii_lowercase()));
    let end = rest.len() - behind.len() + number;
    let end = if is_value_edge(text, at + end) { end } else { end + letter };
    // `depto b`
    let is_letter = number == 0
        && letter == 1
        && behind.len() < unit.len() - word
        && is_value_edge(text, at + rest.len() - behind.len() + 1);
    let end = if is_letter { rest.len() - behind.len() + 1 } else { end };
    let is_unit = word > 0
        && (is_letter || (1..=4).contains(&number))
        && is_listed(&unit[..word], UNITS)
        && is_value_edge(text, at + end);
    if is_unit && (1..=2).contains(&gap) { at + end } else { at }
}

/// The length of the floor and the door that `text` begins with, before a comma or the end of the line: `3b`, `2ºa`.
fn door_len(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.get(digits..)?;
    let door = rest.trim_start_matches(['º', 'ª', '°']);
    // `3º b`
    let apart = door.strip_prefix(' ').filter(|apart| {
        let mut letters = apart.chars();
        let is_letter = letters.next().is_some_and(|c| c.is_ascii_lowercase());
        door.len() < rest.len() && is_letter && letters.next().is_none_or(|c| matches!(c, ',' | '.' | ';'))
    });
    let door = apart.unwrap_or(door);
    // `4º izq`
    let side = door.strip_prefix(' ').map(|rest| rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default());
    if let Some(side) = side.filter(|side| is_listed(side, DOORS) && (1..=2).contains(&digits)) {
        return Some(text.len() - door.len() + 1 + side.len());
    }
    let letter = usize::from(door.starts_with(|c: char| c.is_ascii_alphabetic()));
    let len = text.len() - door.len() + letter;
    let ends = text[len..].is_empty() || text[len..].starts_with([',', ' ', '.', ';']);
    ((1..=2).contains(&digits) && len > digits && ends).then_some(len)
}

/// The end of the postcode behind `at`, with the city that follows it or stands before it.
pub(super) fn code(text: &str, at: usize) -> Option<usize> {
    /// Most words of a city before its postcode.
    const MOST: usize = 2;
    let mut start = at;
    for place in 0..=MOST {
        let rest = line::behind(text, start, NEAR);
        let bare = rest.trim_start_matches([',', ' ']);
        if !(1..=2).contains(&(rest.len() - bare.len())) {
            return None;
        }
        let bare = bare.strip_prefix("in ").unwrap_or(bare);
        let from = start + rest.len() - bare.len();
        if let Some(len) = code_len(bare, place == 0).filter(|len| is_value_edge(text, from + len)) {
            // British ones, which begin with letters, stand behind the city or alone.
            let is_last = place > 0 || bare.starts_with(|c: char| c.is_ascii_lowercase());
            return if is_last { Some(from + len) } else { city(text, from + len, true) };
        }
        let len = word_len(bare);
        if len < 2 || !is_small(&bare[..len]) {
            return None;
        }
        start = from + len;
    }
    None
}

/// The length of the postcode that `text` begins with: `75016`, `1017 gp`, `00-238`, `111 22`, `1200-161`, `ls1 4ab`; of four digits
/// alone if a city is to follow, and it is no year.
fn code_len(text: &str, is_before_city: bool) -> Option<usize> {
    const SHAPES: [&str; 10] =
        ["9999-999", "99-999", "999 99", "99999", "aa9 9aa", "aa99 9aa", "a9 9aa", "a99 9aa", "a9a 9aa", "aa9a 9aa"];
    const SHORT: [&str; 3] = ["9999 aa", "9999aa", "9999"];
    let fits = |shape: &&&str| {
        let is_alike = |(kind, b): (u8, u8)| match kind {
            b'9' => b.is_ascii_digit(),
            b'a' => b.is_ascii_lowercase(),
            sign => b == sign,
        };
        let ends = !text.as_bytes().get(shape.len()).is_some_and(u8::is_ascii_alphanumeric);
        text.len() >= shape.len() && ends && shape.bytes().zip(text.bytes()).all(is_alike)
    };
    let is_year = text.starts_with("19") || text.starts_with("20");
    let short = || SHORT.iter().filter(|_| is_before_city && !is_year).find(fits);
    SHAPES.iter().find(fits).or_else(short).map(|shape| shape.len())
}

/// The length of the word that `text` begins with.
fn word_len(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphabetic() || c == '-')).unwrap_or(text.len())
}

/// The end of the city behind `at`, one word in small letters or two at the end of the sentence: behind a postcode (`coded`), a
/// comma or a small word.
fn city(text: &str, at: usize, coded: bool) -> Option<usize> {
    const LINKS: [&str; 9] = ["in ", "a ", "à ", "en ", "em ", "w ", "te ", "i ", "v "];
    let rest = line::behind(text, at, NEAR);
    let bare = rest.trim_start_matches([',', ' ']);
    let gap = rest.len() - bare.len();
    let linked = LINKS.iter().find_map(|link| bare.strip_prefix(link));
    let named = linked.unwrap_or(bare);
    let first = word_len(named);
    let second = named[first..].strip_prefix(' ').map_or(0, word_len);
    let both = first + 1 + second;
    let ends = |len: usize| named[len..].is_empty() || named[len..].starts_with([',', '.', ';', '!', '"']);
    let may_follow = coded || linked.is_some() || rest.starts_with(',');
    let is_city = (1..=2).contains(&gap) && first > 2 && may_follow && (coded || is_small(named));
    let len = match is_city {
        true if second > 2 && ends(both) => both,
        true if coded || linked.is_some() || ends(first) => first,
        _ => return None,
    };
    Some(at + rest.len() - named.len() + len)
}
