//! Addresses whose streets have names of any kind, told by the postcode and the city behind the house number.

use std::ops::Range;

use crate::recognizers::contact::address::COUNTED;
use crate::recognizers::contact::address_number::house_number;
use crate::recognizers::contact::address_tail::{capitals_end, code_and_city, code_before, tail, units_end};
use crate::recognizers::contact::address_token::{is_capital, word_start};
use crate::recognizers::contact::address_words::{
    FRENCH, PARTICLES, PREFIXES, RARE_PREFIXES, SURE_KINDS, before_mark, is_kind,
};
use crate::recognizers::support::neighbours::{byte_before, is_one_of};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};

/// Names of months, whose days are no houses.
pub(super) const MONTHS: &WordList = &WordList::new(
    "jan|january|januar|januari|janeiro|feb|february|februar|februari|febrero|febbraio|mar|march|marzo|mars|março|marts|apr|april|aprile|\
    may|mayo|jun|june|juni|junio|junho|jul|july|juli|julio|julho|aug|august|augusti|augustus|sep|sept|september|septiembre|septembre|oct|\
    october|octubre|octobre|nov|november|noviembre|novembre|novembro|dec|december|decembre",
);

/// The address whose street, of any name, ends `head`, before a number that ends at `at`, with a postcode and a city behind
/// it: `Lindenbreite 14b, 31785 Hameln`.
pub(super) fn before_city(text: &str, head: &str, at: usize) -> Option<Range<usize>> {
    let named = without_kind(head);
    // `Nordre Bjerke gård vei 8`: a small word stands before the kind.
    let head = if named.len() < head.len() { without_small(named) } else { named };
    let last = word_start(head, head.len()).filter(|start| is_capital(&head[*start..]))?;
    let word = &head[last..];
    // `In der Au 3`: a name of two letters needs the words before it.
    let is_short = word.len() < 3 && street_start(head, last) == last;
    if is_short || word.ends_with(['.', ',', ':']) || is_listed(word, MONTHS) || is_one_of(word, &COUNTED) {
        return None;
    }
    let end = code_and_city(text, units_end(text, house_end(text, at)))?;
    let start = street_start(head, last);
    // The quote that closes the text is none of the city's.
    Some(start..end - usize::from(text.get(..end)?.ends_with('\'')))
}

/// The end of the words with capitals that fill the part of an address behind a comma at `at`, else `at`.
pub(super) fn city_part(text: &str, at: usize) -> usize {
    let end = text[at..].strip_prefix(", ").and_then(|_| capitals_end(text, at + ", ".len()));
    // A sentence may end with it.
    let end = end.map(|end| text[at..end].find(". ").map_or(end, |stop| at + stop));
    end.filter(|end| ends_part(&text[*end..])).unwrap_or(at)
}

/// The end of the town behind the English street that ends at `at`, else `at`: of `12 Kingsbridge Ter, Bronx.` that of `Bronx`.
pub(super) fn town(text: &str, at: usize) -> usize {
    /// Words that begin another part of a sentence or a letter.
    const OTHERS: &WordList = &WordList::new(
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday|thanks|thank|please|regards|best|dear|tel|phone|mobile|mob|cell|fax|email|dob|born|apt|\
         dated|date|mr|mrs|ms|dr|he|she|they|we|it|but|and|or|the|this|that|which|where|who|yes|no|ok|ref|call|signed|phase|room|ward",
    );
    let end = city_part(text, at);
    let first = text[at..end].trim_start_matches([',', ' ']).split(' ').next().unwrap_or_default();
    // The full stop that ends the text is none of the town's.
    let end = end - usize::from(text[at..end].ends_with('.'));
    if is_listed(first, OTHERS) || is_listed(first, MONTHS) { at } else { end }
}

/// Reports whether a part of an address ends before `rest`.
pub(super) fn ends_part(rest: &str) -> bool {
    let is_sentence = rest.starts_with(". ");
    let rest = rest.trim_start_matches(['.', ' ']);
    is_sentence || rest.is_empty() || rest.starts_with(['\n', '\r', ',', ';', ')', '·', '|', '"', '–', '—'])
}

/// The end of the quarters and the city behind the street that ends at `at`, else `at`, as addresses of Indonesia, Malaysia, Brazil and
/// Chile have them: of `Jl. Kelud Raya No. 47, Petompon, Gajahmungkur, Semarang` the end of the city.
pub(super) fn quarters_end(text: &str, at: usize) -> usize {
    /// Most quarters.
    const MOST: usize = 4;
    let mut end = at;
    for _ in 0..MOST {
        let next = city_part(text, end);
        if next == end {
            break;
        }
        end = next;
    }
    end
}

/// The address whose street ends `head` with a kind that means other things, too, before a number that ends at `at`, with a
/// postcode and a city before it: `4026 Debrecen, Péterfia u. 12`.
pub(super) fn behind_city(text: &str, head: &str, at: usize) -> Option<Range<usize>> {
    let street = Some(without_kind(head)).filter(|street| street.len() < head.len())?;
    let last = word_start(street, street.len()).filter(|start| is_capital(&street[*start..]))?;
    let start = street_start(street, last);
    let first = code_before(text, start);
    let house = house_end(text, at);
    (first < start && is_value_edge(text, house)).then(|| first..units_end(text, house))
}

/// The end of the house number whose first digits end at `at`: of `11/B` the letter's, of `71-14` that of the range.
pub(super) fn house_end(text: &str, at: usize) -> usize {
    let number = || {
        let digits = text.get(..at)?.bytes().rev().take_while(u8::is_ascii_digit).count();
        house_number(text, at - digits)
    };
    let is_joined = matches!(text.as_bytes().get(at), Some(b'/' | b'-'));
    is_joined.then(number).flatten().map_or(at, |number| number.end.max(at))
}

/// The address of the street whose kind ends `head` and means nothing else, or begins its last words, before the house number at
/// `number`: `Brīvības iela 55, Rīga, LV-1010`, `Rruga e Durrësit 12`.
pub(super) fn of_kind(text: &str, head: &str, number: usize) -> Option<Range<usize>> {
    let marked = before_mark(head).map(|head| head.trim_end_matches([' ', ',']));
    // `Șos. Olteniței nr. 12`
    let head = marked.unwrap_or(head);
    let last = word_start(head, head.len())?;
    let kind = head[last..].trim_end_matches('.');
    // A sergeant has a capital.
    let is_sure = is_listed(kind, SURE_KINDS) && kind != "Sgt" || is_lithuanian(text, head, number);
    let start = match is_sure {
        true => {
            let name = head[..last].strip_suffix(' ')?;
            let last = word_start(name, name.len()).filter(|start| is_capital(&name[*start..]))?;
            street_start(name, last)
        }
        false => rare_start(head, last)?,
    };
    let house = house_number(text, number)?;
    // `Nova ulica 2024`
    let is_year = house.len() == 4 && ["19", "20"].iter().any(|century| text[house.clone()].starts_with(century));
    (!is_year).then(|| code_before(text, start)..tail(text, house.end))
}

/// Reports whether the abbreviation of a kind of street ends `head` before the house number at `number`, with a city or a postcode of
/// Lithuania behind it: `Savanorių pr. 214-17, Kaunas`.
fn is_lithuanian(text: &str, head: &str, number: usize) -> bool {
    /// Farthest city, in bytes.
    const FAR: usize = 48;
    const KINDS: [&str; 5] = [" g.", " pr.", " al.", " pl.", " a."];
    const CITIES: [&str; 8] = ["LT-", "Viln", "Kaun", "Klaip", "Šiaul", "Panev", "Alyt", "Marijamp"];
    let near = line::behind(text, number, FAR);
    KINDS.iter().any(|kind| head.ends_with(kind)) && CITIES.iter().any(|city| near.contains(city))
}

/// The beginning of the street whose name ends `head` with the word at `last`, behind one of [`RARE_PREFIXES`] with a capital.
fn rare_start(head: &str, last: usize) -> Option<usize> {
    /// Most words of the name.
    const MOST: usize = 4;
    let mut from = last;
    // `Bulevar oslobođenja 44`
    if !is_capital(&head[last..]) && !is_listed(&head[last..], SLAVIC) {
        return None;
    }
    for _ in 0..MOST {
        let before = from.checked_sub(1).filter(|_| byte_before(head, from) == Some(b' '))?;
        let earlier = word_start(head, before)?;
        let found = &head[earlier..before];
        let is_sure = is_capital(found)
            || is_one_of(found, &["aleea", "bulevardul", "b-dul", "bdul", "splaiul", "fundătura", "rruga"]);
        if is_sure && is_listed(found.trim_end_matches('.'), RARE_PREFIXES) {
            return Some(earlier);
        }
        // `Straße des Friedens 5`
        if is_one_of(found, &["straße", "strasse"])
            && ["der ", "des "].iter().any(|next| head[from..].starts_with(next))
        {
            return Some(earlier);
        }
        // `Straße des 17. Juni 135`
        let is_day = found.len() < 4 && found.ends_with('.') && found.starts_with(|c: char| c.is_ascii_digit());
        if !is_capital(found) && !is_listed(found, PARTICLES) && found != "cel" && !is_day {
            return None;
        }
        from = earlier;
    }
    None
}

/// Reports whether the last word of `head` is of small letters of ASCII and no kind of a street. The streets of this module end in
/// none, and nearly all numbers of a text stand behind one.
pub(super) fn ends_in_plain_word(head: &str) -> bool {
    let letters = head.bytes().rev().take_while(u8::is_ascii_lowercase).count();
    let (before, word) = head.split_at(head.len() - letters);
    letters > 0 && before.ends_with(' ') && !is_kind(word)
}

/// `head` without the kind of a street that ends it as a word of its own.
fn without_kind(head: &str) -> &str {
    let start = word_start(head, head.len()).filter(|start| is_kind(head[*start..].trim_end_matches('.')));
    start.and_then(|start| head[..start].strip_suffix(' ')).unwrap_or(head)
}

/// `head` without the word in small letters that ends it, behind one with a capital.
fn without_small(head: &str) -> &str {
    let shorter = || {
        let start = word_start(head, head.len()).filter(|start| head[*start..].chars().all(char::is_lowercase))?;
        let before = head[..start].strip_suffix(' ')?;
        let name = word_start(before, before.len())?;
        is_capital(&before[name..]).then_some(before)
    };
    shorter().unwrap_or(head)
}

/// Small words within the names of streets of Slavic languages: prepositions, and titles of those whom streets are called after.
const SLAVIC: &WordList = &WordList::new(
    "grada|oslobođenja|slobode|republike|žrtava|branitelja|domovinskog|revolucije|mira|na|pri|pod|nad|ob|za|do|ke|k|u|v|pred|med|kralja|kraljice|kneza|bana|cara|svetog|svete|sv|braće|generala|maršala|vojvode|bratov|herojev|talcev|narodnih|padlih|borcev|doktora|dr|gen|ks|św",
);

/// The beginning of the street whose compound begins at `start`, with the word that tells it from another one: `Lange Brugstraat`,
/// `Alte Poststraße`.
pub(super) fn described_start(head: &str, start: usize) -> usize {
    const WORDS: &WordList = &WordList::new(
        "lange|korte|oude|nieuwe|grote|kleine|brede|smalle|eerste|tweede|derde|vierde|hoge|lage|alte|neue|große|obere|untere|hintere|vordere|\
         innere|äußere|hohe|breite|lange|kurze|mittlere|erste|zweite|dritte|store|lille|gamle|nye|norra|södra|östra|västra|stora|lilla|gamla|\
         nya|övre|nedre|vestre|østre|nordre|søndre|sankt|st|sint|van|prins|prinses|koningin|koning|burgemeester|burg|dr|ds|prof|pastoor|\
         generaal|president|jan|pieter|willem|johan|anna|maria|kaiser|könig|bürgermeister|graf|johann|karl|friedrich|heinrich",
    );
    let before = start.checked_sub(1).filter(|_| byte_before(head, start) == Some(b' '));
    let Some(earlier) = before.and_then(|end| word_start(head, end)) else { return start };
    let found = &head[earlier..start - 1];
    let is_word = is_capital(found) && is_listed(found.trim_end_matches('.'), WORDS);
    if is_word { earlier } else { start }
}

/// The beginning of the street whose last word begins at `last` of `head`.
pub(super) fn street_start(head: &str, last: usize) -> usize {
    /// Most words of the street.
    const MAX_WORDS: usize = 4;
    let (mut start, mut from) = (last, last);
    for _ in 1..MAX_WORDS {
        let Some(before) = from.checked_sub(1).filter(|_| byte_before(head, from) == Some(b' ')) else { break };
        let Some(earlier) = word_start(head, before) else { break };
        let found = head.get(earlier..before).unwrap_or_default();
        // In French the number stands behind the street in Switzerland: `chemin des Vignes 9, 1096 Cully`.
        if is_listed(found.trim_end_matches('.'), PREFIXES) || is_listed(found, FRENCH) && from < last {
            start = earlier;
            break;
        }
        if found.ends_with([',', ':', ';'])
            || !is_capital(found) && !is_listed(found, PARTICLES) && !is_listed(found.trim_end_matches('.'), SLAVIC)
        {
            break;
        }
        from = earlier;
        start = if is_capital(found) { earlier } else { start };
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_and_the_city_stand_behind_a_street() {
        for (text, expected) in [
            ("|, Petompon, Gajah Mungkur, Semarang\nWA", ", Petompon, Gajah Mungkur, Semarang"),
            ("|, Petompon. Rumah", ", Petompon"),
            ("|, Siti bilang", ""),
        ] {
            let (plain, at) = (text.replace('|', ""), text.find('|').unwrap());
            assert_eq!(&plain[at..quarters_end(&plain, at)], expected, "{text}");
        }
    }
}
