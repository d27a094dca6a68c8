//! The unit before the number of a house: `Unit 6, 12 High St`, `Building 7, Floor 2, 19 Park Avenue`.

use super::address_house_names::part_start;
use super::address_token::word_start;
use super::address_words::UNITS;
use crate::recognizers::support::neighbours::is_one_of;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;

/// The start of the units that stand before the house number at `number`, each with a comma behind it, or `number`.
pub(crate) fn units_before(text: &str, number: usize) -> usize {
    /// Most units: building, floor, flat.
    const MOST: usize = 3;
    let mut start = unit_joined(text, number).or_else(|| lot_before(text, number)).unwrap_or(number);
    // `Room 1204, No. 88 Jianguo Road`
    let is_begun = |head: &str| head.is_empty() || head.ends_with([',', '\n', '(', ':']) || head.ends_with(", ");
    if text.get(..start).and_then(|head| head.strip_suffix("No. ")).is_some_and(is_begun) {
        start -= "No. ".len();
    }
    for _ in 0..MOST {
        match unit_before(text, start) {
            Some(unit) => start = unit,
            None => break,
        }
    }
    let Some(house) = named_house(text, start) else { return start };
    // `Flat B, 12/F, Block 3, Lucky Mansion, 88 Queen's Road`
    let further = std::iter::successors(Some(house), |at| unit_before(text, *at)).take(MOST + 1);
    further.last().unwrap_or(house)
}

/// Last words of the names of houses, flats and floors.
pub(super) const HOUSES: &WordList = &WordList::new(
    "mansion|centre|estate|residence|condominium|house|cottage|cottages|flat|floor|lodge|farm|farmhouse|barn|mill|court|hall|villa|forge|rectory|vicarage|manor|grange|building|\
     buildings|apartments|tower|towers|mansions|maltings|malthouse|heights|residences|bungalow|stables|schoolhouse|croft|chambers",
);

/// First words of the names of houses and groups of houses in Romance languages: `Résidence Les Cèdres`.
const FIRST_HOUSES: &WordList = &WordList::new(
    "résidence|residence|immeuble|bâtiment|domaine|château|villa|lotissement|hameau|tour|clos|cité|palazzo|condominio|residenza|edificio|\
     edifício|urbanización|residencial|conjunto|condomínio|quinta|finca",
);

/// The start of the named house or the flat before the part of an address at `at`: `The Old Forge, 3 Gander Lane`.
fn named_house(text: &str, at: usize) -> Option<usize> {
    /// Longest name, in bytes.
    const LONGEST: usize = 48;
    let head = text.get(..at)?.strip_suffix(", ")?;
    let near = line::before(head, head.len(), LONGEST);
    let start = part_start(near, near.len())?;
    let name = near.get(start..)?;
    let (first, last) = (name.split(' ').next()?, name.rsplit(' ').next()?);
    // One word names a kind of houses, and a sentence may begin the name: `In House, 12 Main St`.
    let is_name = first.len() < name.len() && !is_one_of(first, &["in", "at", "on", "dear", "from", "our", "my"]);
    (is_name && (is_listed(last, HOUSES) || is_listed(first, FIRST_HOUSES))).then_some(head.len() - near.len() + start)
}

/// The start of the word for a unit whose number a slash joins to that of the house: `Unit 5/12 Wattle Street`.
fn unit_joined(text: &str, number: usize) -> Option<usize> {
    let rest = text.get(number..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    // Of `Lot 7, Jalan …` the number is the unit's.
    let is_unit = rest[digits..].starts_with('/') || rest[digits..].starts_with(", ");
    let head = text.get(..number)?.strip_suffix(' ').filter(|_| is_unit)?;
    let word = word_start(head, head.len())?;
    (head[word..].starts_with(char::is_uppercase) && is_listed(&head[word..], UNITS)).then_some(word)
}

/// The start of the word for a lot or a block whose number is that of the house at `number`: `Lot 12 Old Mill Road`.
fn lot_before(text: &str, number: usize) -> Option<usize> {
    const LOTS: &WordList = &WordList::new("lot|blk|block|plot|stand|erf|hse|apt|apartment|bsmt|unit|flat");
    let head = text.get(..number)?.strip_suffix([' ', '#']).map(|head| head.strip_suffix(' ').unwrap_or(head))?;
    let word = word_start(head, head.len())?;
    let found = head[word..].trim_end_matches('.');
    (found.starts_with(char::is_uppercase) && is_listed(found, LOTS)).then_some(word)
}

/// The start of the unit before the part of an address at `at`.
pub(super) fn unit_before(text: &str, at: usize) -> Option<usize> {
    /// Units that stand before streets alone.
    const OTHERS: [&str; 11] =
        ["shop", "villa", "house", "block", "blk", "tower", "office", "studio", "erf", "plot", "stand"];
    /// Most letters and digits of the number of a unit.
    const LONGEST: usize = 6;
    // The number of a flat may stand before the name of its house without a comma: `Flat 19 Heron House`.
    let whole = text.get(..at)?;
    let head = whole.strip_suffix(", ").or_else(|| whole.strip_suffix(' '))?;
    let has_comma = whole.len() - head.len() > 1;
    let number = word_start(head, head.len())?;
    let found = &head[number..];
    // A unit in Australia: `U4, 16 Wattle Street`.
    let is_digits =
        |digits: &str| !digits.is_empty() && digits.len() < LONGEST && digits.bytes().all(|b| b.is_ascii_digit());
    if has_comma && found.strip_prefix('U').is_some_and(is_digits) {
        return Some(number);
    }
    // A floor in Hong Kong: `12/F`.
    if found.strip_suffix("/F").is_some_and(|floor| floor.bytes().all(|b| b.is_ascii_digit()) && !floor.is_empty()) {
        return Some(number);
    }
    // A floor in Japan, and one behind an ordinal: `4F`, `B1F`, `5th Floor`.
    let is_floor = |floor: &str| !floor.is_empty() && floor.len() < 3 && floor.bytes().all(|b| b.is_ascii_digit());
    if has_comma && found.strip_suffix('F').is_some_and(|floor| is_floor(floor.strip_prefix('B').unwrap_or(floor))) {
        return Some(number);
    }
    if has_comma && is_one_of(found, &["floor", "flr", "fl"]) {
        let head = head.get(..number)?.strip_suffix(' ')?;
        let word = word_start(head, head.len())?;
        let is_ordinal =
            ["st", "nd", "rd", "th"].iter().any(|end| head[word..].strip_suffix(end).is_some_and(is_floor));
        if is_ordinal || is_one_of(&head[word..], &["ground", "first", "second", "third", "fourth", "fifth", "top"]) {
            return Some(word);
        }
    }
    let is_number = found.len() <= LONGEST
        && (found.bytes().any(|b| b.is_ascii_digit())
            || found.len() == 1 && found.bytes().all(|b| b.is_ascii_uppercase()));
    let head = head.get(..number)?.strip_suffix(' ')?;
    let word = word_start(head, head.len())?;
    let name = head[word..].trim_end_matches('.');
    // French has small letters before a house: `bât. C, apt 22, 14 allée …`.
    let is_small = has_comma
        && is_one_of(name, &["bât", "bat", "bâtiment", "apt", "appt", "app", "esc", "escalier", "hall", "bloc"]);
    let is_unit = is_small
        || name.starts_with(char::is_uppercase)
            && (is_listed(name, UNITS) && (has_comma || is_digits(found)) || has_comma && is_one_of(name, &OTHERS));
    (is_number && is_unit).then_some(word)
}

/// The length of the postcode of Singapore behind the floor and the unit that end at `at`: of `#09-58 S(600283)`, `#05-261, 820614`.
pub(super) fn code_of_singapore(text: &str, at: usize) -> usize {
    const DIGITS: usize = 6;
    let near = line::behind(text, at, 24);
    let rest = near.trim_start_matches([',', ' ']);
    let rest = rest.strip_prefix("Singapore ").unwrap_or(rest);
    let rest = rest.strip_prefix("(S)").or_else(|| rest.strip_prefix(['S', 's'])).unwrap_or(rest);
    let rest = rest.strip_prefix(['(', ' ']).unwrap_or(rest);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let tail = &rest[digits..];
    let tail = tail.strip_prefix(')').filter(|_| near[..near.len() - rest.len()].ends_with('(')).unwrap_or(tail);
    let is_code = digits == DIGITS && !tail.starts_with(char::is_alphanumeric) && near.len() > rest.len();
    if is_code { near.len() - tail.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_stand_before_the_house() {
        for (text, expected) in [
            ("at Unit 6, |12 High St", "Unit 6, "),
            ("Building 7, Floor 2, |19 Park Avenue", "Building 7, Floor 2, "),
            ("Block B, |45 Long Street", "Block B, "),
            ("to Unit |5/12 Wattle Street", "Unit "),
            ("at The Old Forge, |3 Gander Lane", "The Old Forge, "),
            ("Apt 4, Mill House, |12 River St", "Apt 4, Mill House, "),
            ("at Flat 19 |Heron House", "Flat 19 "),
            ("U4, |16 Wattle St", "U4, "),
            ("at 5th Floor, |16 Wattle St", "5th Floor, "),
            ("4F, |16 Wattle St", "4F, "),
            ("In House, |12 Main St", ""),
            ("in unit 6, |12 High St", ""),
            ("logement bât. C, apt 22, |14 allée", "bât. C, apt 22, "),
            ("at Lot |12 Old Mill Rd", "Lot "),
            ("addr Blk |283 Palm Rd", "Blk "),
            ("Chapter 6, |12 High St", ""),
            ("sis Résidence Les Ormes, |12 rue Cler", "Résidence Les Ormes, "),
            ("at Unit |12 Canal Quay", "Unit "),
            ("|12 High St", ""),
        ] {
            let at = text.find('|').unwrap();
            let plain = text.replace('|', "");
            assert_eq!(&plain[units_before(&plain, at)..at], expected, "{text}");
        }
    }
}
