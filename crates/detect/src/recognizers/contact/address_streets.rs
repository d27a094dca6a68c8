//! Postal addresses in Cyrillic, Greek, Hebrew and Arabic: a word for a street, its name and a number, with the parts before
//! and behind them: `г. Москва, ул. Ленина, д. 5, кв. 12`, `רחוב הרצל 12, תל אביב`.

use std::{borrow::Cow, ops::Range};

use super::address::INFO;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of an address from its street, in bytes.
const NEAR: usize = 160;
/// Most words of the name of a street or a city.
const MOST_WORDS: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?:[Уу]л|[Пп]росп|[Пп]р|[Пп]ер|[Бб]ул|[Нн]аб|[Пп]л|[Вв]ул|[Пп]ров|[Шш]|[Пп]р-т|[Пп]р-кт|[Бб]-р)\\. ?|(?:[Уу]лиц[аеиуы]|[Пп]роспекті?е?|[Пп]ереул(?:ок|ке)|[Бб]ульваре?|[Шш]оссе|[Нн]абережн(?:ая|ой)|[Пп]лощад[ьи]|[Вв]улиц[яію]|[Пп]ровул(?:ок|ку)|[Бб]улевард) ",
            0.8,
            0.95,
        ),
        Pattern::regex("(?:[Οο]δός|[Οο]δού|[Οο]δό|[Λλ]εωφόρος|[Λλ]εωφόρου|[Λλ]εωφ\\.|[Ππ]λατεία) ", 0.8, 0.95),
        Pattern::regex("(?:רחוב|[במלהו]רחוב|שברחוב|רח['׳]|שדרות|שד['׳]) ", 0.8, 0.95),
        Pattern::regex("(?:شارع|طريق|خیابان) ", 0.75, 0.95),
    ]),
    context: words!["адрес", "адреса", "живу", "проживает", "διεύθυνση", "כתובת", "גר", "العنوان"],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    // `عن طريق البريد 24`: by way of.
    if line::before(text, start, NEAR).ends_with("عن ") {
        return None;
    }
    let rest = line::behind(text, end, NEAR);
    let street = street(rest).or_else(|| lower_street(rest, candidate.matched()))?;
    let tail = tail(rest.get(street..)?);
    let head = head(line::before(text, start, NEAR));
    candidate.part(start - head..end + street + tail)
}

/// The length of the word that `text` begins with: letters, with dashes, apostrophes and the points of abbreviations
/// between and behind them.
fn word_len(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '״' | '׳' | '\u{300}'..='\u{36F}')))
        .unwrap_or(text.len())
}

fn digits_len(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Reports whether `word` may be one of a name: a capital first, or letters without capitals at all.
fn is_named(word: &str) -> bool {
    word.chars().next().is_some_and(|c| c.is_uppercase() || c.is_alphabetic() && !c.is_lowercase())
}

/// The length of the name and the number of a street that `text` begins with: `Ленина, д. 5`, `8 Марта 12а`.
fn street(text: &str) -> Option<usize> {
    /// Longest name in quotes, in bytes.
    const QUOTED: usize = 64;
    const LINKS: &WordList = &WordList::new("лет|летия|років|річчя|и|і|на|της|του|των|και");
    // `8 Марта`, `50-летия Октября`
    let lead = digits_len(text);
    let mut at = lead + usize::from(lead > 0 && text.get(lead..)?.starts_with([' ', '-']));
    let mut named = 0;
    // `ул. „Шипка“ № 12`
    let quote = [('„', '“'), ('«', '»'), ('"', '"'), ('“', '”'), ('„', '”')].into_iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?;
        let len = inner
            .find(close)
            .filter(|len| *len <= QUOTED && inner[..*len].chars().next().is_some_and(char::is_uppercase))?;
        Some(open.len_utf8() + len + close.len_utf8())
    });
    if let Some(quoted) = quote {
        return Some(quoted + house(text.get(quoted..)?)?);
    }
    for _ in 0..=MOST_WORDS {
        let rest = text.get(at..)?;
        let word = rest.get(..word_len(rest))?;
        let is_name = is_named(word);
        if word.is_empty() || !(is_name || is_listed(word, LINKS) || named == 0 && lead > 0) {
            break;
        }
        named += usize::from(is_name);
        at += word.len() + usize::from(rest.get(word.len()..)?.starts_with('.') && word.chars().count() < 4);
        if !text.get(at..)?.starts_with(' ') {
            break;
        }
        at += 1;
    }
    let at = text.get(..at)?.trim_end_matches(' ').len();
    let number = house(text.get(at..)?)?;
    ((1..=MOST_WORDS).contains(&named)).then_some(at + number)
}

/// The length of the name in small letters and the number of a street that `text` begins with, behind `kind`: `ленина 14, кв. 7`.
/// Behind a whole word, which sentences have, too, a word for the house or a unit is there as well.
fn lower_street(text: &str, kind: &str) -> Option<usize> {
    /// Most words of a name in small letters.
    const MOST: usize = 3;
    const KINDS: [&str; 3] = ["ул.", "вул.", "пер."];
    /// What is counted behind the words of a sentence.
    const COUNTED: [&str; 8] = ["год", "лет", "час", "мин", "град", "чел", "руб", "км"];
    let mut at = 0;
    for _ in 0..MOST {
        let rest = text.get(at..)?;
        let word = rest.get(..word_len(rest))?;
        if word.is_empty() || !word.chars().all(|c| c.is_lowercase() || c == '-') || word.chars().count() < 3 {
            return None;
        }
        at += word.len();
        let rest = text.get(at..)?;
        if let Some(house) = house(rest) {
            let behind = rest.get(house..)?;
            let has_unit = unit(behind.trim_start_matches([',', ' '])).is_some();
            let has_word = rest.get(..house)?.contains(['д', 'б']);
            let is_count = COUNTED.iter().any(|word| behind.trim_start().starts_with(word));
            return ((KINDS.contains(&kind.trim_end()) || has_word || has_unit) && !is_count).then_some(at + house);
        }
        at += 1;
        rest.strip_prefix(' ')?;
    }
    None
}

/// The length of the number of a house that `text` begins with, with the separator and the word before it: `, д. 5а`, ` 12/3`.
fn house(text: &str) -> Option<usize> {
    const WORDS: [&str; 12] = ["дом", "д.", "д", "будинок", "буд.", "буд", "№", "номер", "αρ.", "מספר", "رقم", "پلاک"];
    let bare = text.trim_start_matches([',', ' ', '،']);
    if bare.len() == text.len() || text.len() - bare.len() > 4 {
        return None;
    }
    let word = WORDS.iter().find(|word| bare.starts_with(**word)).map_or("", |word| *word);
    let behind = bare.get(word.len()..)?;
    let number = behind.trim_start_matches(' ');
    let digits = digits_len(number);
    let rest = number.get(digits..)?;
    // `5а`, `5/7`, `5-7`; not `5 июня` or `5%`.
    let letter = rest.chars().next().filter(|c| c.is_alphabetic()).map_or(0, char::len_utf8);
    let letter = if word_len(rest) == letter { letter } else { 0 };
    let slash = parts_len(rest);
    let end = digits + letter.max(slash);
    let stands = !number.get(end..)?.starts_with(|c: char| c.is_alphanumeric() || c == '%' || c == '-');
    ((1..=3).contains(&digits) && stands).then_some(text.len() - number.len() + end)
}

/// The length of the further parts of a house number that `text` begins with, behind slashes or dashes: `/7`, `-3-77`.
fn parts_len(text: &str) -> usize {
    /// Most parts: the building and the flat.
    const MOST: usize = 2;
    let mut end = 0;
    for _ in 0..MOST {
        let digits = text[end..].strip_prefix(['/', '-']).map_or(0, digits_len);
        end += if (1..=4).contains(&digits) { 1 + digits } else { 0 };
    }
    end
}

/// The length of the parts behind the house that `text` begins with: units, cities, postcodes.
fn tail(text: &str) -> usize {
    const MOST_PARTS: usize = 5;
    let (mut end, mut cities) = (0, 0);
    for _ in 0..MOST_PARTS {
        let rest = text.get(end..).unwrap_or_default();
        let bare = rest.trim_start_matches([',', ' ', '،']);
        let gap = rest.len() - bare.len();
        if gap == 0 || gap > 3 {
            break;
        }
        let has_comma = rest.get(..gap).is_some_and(|gap| gap.contains([',', '،']));
        // In Greece the postcode may stand behind the city: `Πάτρα 262 21`.
        let code = || (cities > 0 && digits_len(bare) == 3).then(|| greek_code(bare))?;
        let part = unit(bare).or_else(|| postcode(bare)).or_else(code).or_else(|| {
            let city = city(bare).filter(|_| has_comma && cities < 2)?;
            cities += 1;
            Some(city)
        });
        let Some(part) = part else { break };
        end += gap + part;
    }
    end
}

/// The length of a unit and its number: `кв. 12`, `корп. 2`, `офис 5`, `דירה 3`.
fn unit(text: &str) -> Option<usize> {
    const UNITS: &WordList = &WordList::new(
        "кв|квартира|корп|корпус|к|стр|строение|оф|офис|эт|этаж|под|подъезд|пом|помещение|каб|ком|блок|вх|ап|ет|бл|спр|стан|\
         поверх|під|секція|όροφος|διαμ|דירה|קומה|כניסה|شقة|طابق|الطابق|بناية|واحد|طبقه",
    );
    let word = text.get(..word_len(text))?;
    let rest = text.get(word.len()..)?;
    let number = rest.trim_start_matches(['.', ' ']);
    let gap = rest.len() - number.len();
    let digits = digits_len(number);
    let letter = number.get(digits..)?.chars().next().filter(|c| c.is_alphabetic()).map_or(0, char::len_utf8);
    let letter = if word_len(number.get(digits..)?) == letter { letter } else { 0 };
    let fits = is_listed(word, UNITS) && gap < 3 && digits < 6 && digits + letter > 0;
    fits.then_some(word.len() + gap + digits + letter)
}

/// The length of a postcode, with the city behind it: `101000`, `1000 София`, `105 63 Αθήνα`.
fn postcode(text: &str) -> Option<usize> {
    let first = digits_len(text);
    let second = text.get(first..)?.strip_prefix(' ').map_or(0, digits_len);
    let code = match (first, second) {
        (3, 2) => 6,
        (4..=7, _) => first,
        _ => return None,
    };
    let rest = text.get(code..)?;
    let city = rest.strip_prefix(' ').and_then(city).map_or(0, |city| 1 + city);
    let stands = !rest.starts_with(|c: char| c.is_alphanumeric());
    (stands && (city > 0 || first > 4)).then_some(code + city)
}

/// The length of the postcode of two groups that `text` begins with: `262 21`.
fn greek_code(text: &str) -> Option<usize> {
    let second = text.get(3..)?.strip_prefix(' ')?;
    (digits_len(second) == 2 && !second[2..].starts_with(char::is_alphanumeric)).then_some(6)
}

/// The length of a city or region, with the word for it: `г. Москва`, `Киевская область`.
fn city(text: &str) -> Option<usize> {
    const KINDS: &WordList = &WordList::new(
        "г|гр|гор|город|м|місто|с|село|п|пос|посёлок|поселок|пгт|смт|дер|обл|область|край|район|р-н|мкр|жк|град",
    );
    let (mut at, mut named, mut end) = (0, 0, 0);
    for _ in 0..MOST_WORDS {
        let rest = text.get(at..)?;
        let word = rest.get(..word_len(rest))?;
        if word.is_empty() || named > 1 && !is_listed(word, KINDS) {
            break;
        }
        if is_listed(word, KINDS) {
            at += word.len() + usize::from(rest.get(word.len()..)?.starts_with('.'));
            end = if named > 0 { at } else { end };
        } else if is_named(word) {
            named += 1;
            at += word.len();
            end = at;
        } else {
            break;
        }
        if !text.get(at..)?.starts_with(' ') {
            break;
        }
        at += 1;
    }
    (named > 0).then_some(end)
}

/// Reports whether `part` is a postcode that stands before its city.
fn is_code(part: &str) -> bool {
    (5..=6).contains(&part.len()) && digits_len(part) == part.len()
}

/// Reports whether `part` is a settlement of gardens or houses by its name in quotes: `СНТ «Берёзка-2»`.
fn is_settlement(part: &str) -> bool {
    const KINDS: &WordList = &WordList::new("снт|днт|тсн|жк|кп|мкр|кс|гк|гск|пгт|пос|дп|спк|ст");
    part.split_once(' ').is_some_and(|(kind, name)| {
        is_listed(kind.trim_end_matches('.'), KINDS)
            && name.starts_with(['«', '"', '„'])
            && name.ends_with(['»', '"', '“'])
    })
}

/// The length of the parts before the word for a street that end `text`: `101000, г. Москва, `.
fn head(text: &str) -> usize {
    const MOST_PARTS: usize = 4;
    let mut start = text.len();
    for _ in 0..MOST_PARTS {
        let Some(rest) = text.get(..start).and_then(|head| head.strip_suffix(", ")) else { break };
        let before = rest.rfind([',', ':', ';', '(', '\t', '|']).map_or(0, |at| at + 1);
        let before = rest.rfind('"').filter(|at| *at > before && *at + 1 < rest.len()).map_or(before, |at| at + 1);
        let part = rest.get(before..).unwrap_or_default();
        let blank = part.len() - part.trim_start_matches(' ').len();
        let bare = &part[blank..];
        // `живу в г. Москва`: the city is the end of a sentence.
        let code = || bare.rfind(' ').filter(|at| is_code(&bare[at + 1..]));
        const KINDS: [&str; 9] = [" г. ", " м. ", " гр. ", " с. ", " пос. ", " СНТ ", " ДНТ ", " ЖК ", " КП "];
        let inner = KINDS.iter().find_map(|kind| bare.rfind(kind)).or_else(code).map(|at| at + 1);
        let bare = inner.map_or(bare, |at| &bare[at..]);
        if !is_code(bare) && city(bare) != Some(bare.len()) && !is_settlement(bare) {
            break;
        }
        start = rest.len() - bare.len();
        if inner.is_some() {
            break;
        }
    }
    text.len() - start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_to_their_ends() {
        for (text, expected) in [
            ("Ленина, д. 5, кв. 12, Москва, 101000 и", "Ленина, д. 5, кв. 12, Москва, 101000"),
            ("Хрещатик 22, кв. 5, м. Київ, 01001", "Хрещатик 22, кв. 5, м. Київ, 01001"),
            ("8 Марта, 12а.", "8 Марта, 12а"),
            ("Граф Игнатиев 12, 1000 София", "Граф Игнатиев 12, 1000 София"),
            ("Σόλωνος 12, 106 71 Αθήνα, τηλ.", "Σόλωνος 12, 106 71 Αθήνα"),
            ("הרצל 12, תל אביב", "הרצל 12, תל אביב"),
        ] {
            let end = street(text).map(|street| street + tail(&text[street..]));
            assert_eq!(end.map(|end| &text[..end]), Some(expected));
        }
        for (text, kind, expected) in [
            ("ленина 14, кв. 7", "улица ", Some("ленина 14")),
            ("ленина д. 14", "улица ", Some("ленина д. 14")),
            ("розы люксембург 14", "ул. ", Some("розы люксембург 14")),
            ("было 14 градусов", "улице ", None),
            ("мира 14 лет", "ул. ", None),
        ] {
            assert_eq!(lower_street(text, kind).map(|len| &text[..len]), expected);
        }
        for text in ["Ленина", "Ленина 5%", "работы 12", "Ленина 2024-01-02", "Ленина 5 июня"]
        {
            let end = street(text).map(|street| &text[..street]);
            assert!(end.is_none() || end == Some("Ленина 5"), "{text}: {end:?}");
        }
    }

    #[test]
    fn cities_and_postcodes_before_streets_belong_to_them() {
        for (text, expected) in [
            ("Адрес: 101000, г. Москва, ", "101000, г. Москва, "),
            ("живу в г. Москва, ", "г. Москва, "),
            ("Адрес доставки 101000, г. Москва, ", "101000, г. Москва, "),
            ("Москва, ", "Москва, "),
            ("Он жил долго, ", ""),
        ] {
            assert_eq!(&text[text.len() - head(text)..], expected);
        }
    }
}
