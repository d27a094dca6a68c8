//! Postal addresses in Arabic, Persian and Greek that no word for a street and a number behind it tell: parts apart by commas, each of
//! which begins with a word for a part of a town or a house (`خیابان ولیعصر، کوچه یاس، پلاک ۱۲، واحد ۳`), a number before the street
//! (`١٢ شارع النيل، الدقي`), or a street of any name before a city and its postcode (`Σόλωνος 12, Βόλος 382 21`).

use std::{borrow::Cow, ops::Range};

use super::address::INFO;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_word, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of an address from its middle, in bytes.
const NEAR: usize = 200;

/// The patterns, by their places.
const PARTS: usize = 0;
const NUMBERED: usize = 1;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "[،,] ?(?:پلاک|واحد|طبقه|کوچه|بن\u{200c}?بست|زقاق|محلة|شقة|عمارة|عمارت|قطعة|بناية|دار|منزل|بلوک|مجمع|الدور|الطابق|مبنى|شارع|برج|فيلا|عقار|وحدة) ",
            0.8,
            0.9,
        ),
        Pattern::within("[0-9٠-٩۰-۹] (?:شارع|ش|طريق|خیابان|زنقة|نهج) ", 0.8, 0.9),
        Pattern::within("[α-ωάέήίόύώς] [0-9]{3} ?[0-9]{2}", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = match candidate.pattern {
        PARTS => parts(text, range.start)?,
        NUMBERED => numbered(text, range)?,
        _ => greek(text, range)?,
    };
    candidate.part(place)
}

/// Words that begin the parts of an address.
const KINDS: &WordList = &WordList::new(
    "خیابان|خيابان|کوچه|بن‌بست|بنبست|پلاک|واحد|طبقه|میدان|بلوار|شهرک|محله|بلوک|مجتمع|مجمع|ساختمان|برج|فاز|اتوبان|بزرگراه|شارع|طريق|حي|محلة|زقاق|دار|عمارة|\
     عمارت|شقة|الدور|الطابق|طابق|قطعة|بناية|منزل|فيلا|برج|ميدان|منطقة|مدينة|بلوك|مربع|مبنى|عقار|وحدة|الحي|نهج|زنقة|إقامة",
);

/// The signs between parts.
const COMMAS: [char; 2] = ['،', ','];

/// The parts around the comma at `comma`, if three of them are of an address and one has a number.
fn parts(text: &str, comma: usize) -> Option<Range<usize>> {
    /// Most words of a part, and fewest parts.
    const WORDS: usize = 4;
    const FEWEST: usize = 3;
    let is_part = |part: &str| {
        let bare = part.trim();
        let first = bare.split(' ').next().unwrap_or_default();
        is_listed(first, KINDS) && bare.split(' ').count() <= WORDS && bare.len() > first.len()
    };
    let head = line::before(text, comma, NEAR);
    let (mut first, mut until, mut count) = (comma, head.len(), 0);
    loop {
        let begin =
            head[..until].rfind(COMMAS).map_or(0, |at| at + head[at..].chars().next().map_or(0, char::len_utf8));
        let part = &head[begin..until];
        // Words of the sentence stand before the first part.
        let mut inner = part.match_indices(' ').map(|(at, _)| &part[at + 1..]).chain([part]);
        let Some(own) = inner.find(|own| is_part(own)) else { break };
        first = comma - head.len() + until - own.trim_start().len();
        count += 1;
        let is_whole = own.trim().len() == part.trim().len();
        match head[..begin].char_indices().next_back() {
            Some((at, _)) if is_whole => until = at,
            _ => break,
        }
    }
    first = city_before(text, first);
    let rest = line::behind(text, comma, NEAR);
    let mut end = 0;
    for part in rest.split(COMMAS).skip(1) {
        let sign = rest[end..].chars().next().map_or(0, char::len_utf8);
        // A sentence goes on behind the last part.
        let cut = part.find(['.', '؛', '؟', '(', ':', '!']).unwrap_or(part.len());
        let own = number_end(&part[..cut])
            .filter(|_| is_listed(part.trim_start().split(' ').next().unwrap_or_default(), KINDS));
        let len = match own {
            Some(len) => len,
            None if is_part(&part[..cut]) => part[..cut].trim_end().len(),
            None => {
                let city = city_len(&part[..cut]);
                end += if city > 0 && count > 1 { sign + city } else { 0 };
                count += usize::from(city > 0);
                break;
            }
        };
        end += sign + len;
        count += 1;
        if len < part.len() {
            break;
        }
    }
    let found = text.get(first..comma + end)?;
    (count >= FEWEST && found.contains(char::is_numeric)).then_some(first..comma + end)
}

/// The start of the city that begins its line or field before the first part at `first`, else `first`: `تهران، خیابان …`.
fn city_before(text: &str, first: usize) -> usize {
    let head = line::before(text, first, 64);
    let Some(before) = head.trim_end().strip_suffix(COMMAS) else { return first };
    let start = before.rfind([':', ';', '\t', '"']).map_or(0, |at| at + 1);
    let city = before[start..].trim_start();
    let is_city = !city.is_empty()
        && city.split(' ').count() < 3
        && city.chars().all(|c| c == ' ' || is_word(c) && !c.is_numeric());
    if is_city { first - head.len() + before.len() - city.len() } else { first }
}

/// The length of a city of up to two words with its postcode, which is the whole of the last part, else 0: ` الرياض 13327`.
fn city_len(part: &str) -> usize {
    const DIGITS: std::ops::RangeInclusive<usize> = 4..=10;
    let bare = part.trim();
    let Some((city, code)) = bare.rsplit_once(' ') else { return 0 };
    let is_city = city.split(' ').count() < 3 && city.chars().all(|c| c == ' ' || c.is_alphabetic());
    let is_code = code.chars().all(|c| c.is_numeric() || c == '-') && DIGITS.contains(&code.chars().count());
    if is_city && is_code { part.trim_end().len() } else { 0 }
}

/// The end of the number that ends a part: of ` پلاک ۱۸ را` that behind `۱۸`.
fn number_end(part: &str) -> Option<usize> {
    let mut words = part.trim_start().splitn(3, ' ');
    let (kind, number) = (words.next()?, words.next()?);
    let is_number = number.starts_with(char::is_numeric);
    let lead = part.len() - part.trim_start().len();
    is_number.then_some(lead + kind.len() + 1 + number.trim_end_matches(|c: char| !c.is_numeric()).len())
}

/// The number before a street, its name, and the parts behind it up to a sign.
fn numbered(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Most digits of the number, most words of the street and of each part behind it, and most such parts.
    const DIGITS: usize = 4;
    const WORDS: usize = 4;
    const PARTS: usize = 3;
    let head = line::before(text, range.end, NEAR);
    let matched = &text[range.clone()];
    let digit = matched.chars().next()?.len_utf8();
    let before = &head[..head.len() - (matched.len() - digit)];
    let len: usize = before.chars().rev().take(DIGITS + 1).take_while(|c| c.is_numeric()).map(char::len_utf8).sum();
    let number = &before[before.len() - len..];
    let stands = !before[..before.len() - len].ends_with(|c: char| is_word(c) || matches!(c, '/' | '-' | '.' | ':'));
    let rest = line::behind(text, range.end, NEAR);
    let is_name = |part: &str| {
        let bare = part.trim();
        !bare.is_empty()
            && bare.split(' ').count() <= WORDS
            && bare.chars().all(|c| c == ' ' || c.is_alphabetic() || is_word(c))
    };
    let mut end = 0;
    for (place, part) in rest.split(COMMAS).take(PARTS).enumerate() {
        let cut = part.find(['.', '؛', '؟', '(', ')', ':', '!', '-']).unwrap_or(part.len());
        let own = &part[..cut];
        if !is_name(own) {
            break;
        }
        let sign = if place == 0 { 0 } else { rest[end..].chars().next().map_or(0, char::len_utf8) };
        end += sign + own.trim_end().len();
        if cut < part.len() {
            break;
        }
    }
    let start = range.start + digit - len;
    (end > 0 && stands && number.chars().count() <= DIGITS).then_some(start..range.end + end)
}

/// The street of any name and its number before the city and the postcode which end the match.
fn greek(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let letter = text[range.clone()].chars().next()?.len_utf8();
    let near = line::before(text, range.start + letter, NEAR);
    let (street, city) = near.rsplit_once(", ")?;
    let is_capital =
        |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(|c| c.is_alphabetic() || c == '-');
    let is_city = (1..=3).contains(&city.split(' ').count()) && city.split(' ').all(is_capital);
    let (name, number) = street.rsplit_once(' ')?;
    let is_house = number.len() <= "118-120".len() && number.starts_with(|c: char| c.is_ascii_digit());
    let mut start = name.len();
    for word in name.rsplit(' ').take(4) {
        let inner = word.rsplit([',', '(', ':']).next().unwrap_or_default();
        if !is_capital(inner.trim_end_matches('.')) {
            break;
        }
        start -= inner.len();
        if inner.len() < word.len() {
            break;
        }
        start = start.saturating_sub(1);
    }
    let begin = start + name[start..].len() - name[start..].trim_start_matches(' ').len();
    let goes_on = text[range.end..].starts_with(|c: char| c.is_alphanumeric());
    let first = range.start + letter - near.len() + begin;
    (is_city && is_house && begin < name.len() && !goes_on).then_some(first..range.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn addresses_are_told_by_their_parts() {
        for (text, matched, pattern, expected) in [
            (
                "دفتر: خیابان ولیعصر، کوچه یاس، پلاک ۱۲، واحد ۳ است",
                "، پلاک ",
                PARTS,
                Some("خیابان ولیعصر، کوچه یاس، پلاک ۱۲، واحد ۳"),
            ),
            (
                "نسكن في حي النور، محلة 412، زقاق 7، دار 31. شكرا",
                "، زقاق ",
                PARTS,
                Some("حي النور، محلة 412، زقاق 7، دار 31"),
            ),
            ("در کتاب، واحد درسی، کوچه", "، واحد ", PARTS, None),
            ("مقيم ١٢ شارع النيل، الدقي، الجيزة (طرف", "٢ شارع ", NUMBERED, Some("١٢ شارع النيل، الدقي، الجيزة")),
            ("με, Σόλωνος 12, Βόλος 382 21, εκεί", "ς 382 21", 2, Some("Σόλωνος 12, Βόλος 382 21")),
            ("το 2019, Βόλος 382 21", "ς 382 21", 2, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
