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
const MONTHS: &WordList = &WordList::new(
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

/// Words for parts of buildings in the languages of the Americas and of Poland, before their numbers.
const FLATS: &WordList =
    &WordList::new("depto|dpto|departamento|apto|apartamento|oficina|torre|lokal|mieszk|mieszkanie");

/// Large cities of Poland, Czechia and Slovakia, whose streets are called by a name alone.
const SLAVIC_CITIES: &WordList = &WordList::new(
    "warszawa|kraków|łódź|wrocław|poznań|gdańsk|szczecin|bydgoszcz|lublin|białystok|katowice|gdynia|częstochowa|radom|toruń|sosnowiec|rzeszów|\
     kielce|gliwice|olsztyn|zabrze|bielsko-biała|bytom|zielona|rybnik|ruda|opole|tychy|gorzów|elbląg|dąbrowa|płock|wałbrzych|włocławek|tarnów|\
     chorzów|koszalin|kalisz|legnica|grudziądz|jaworzno|słupsk|siedlce|piła|lubin|zamość|chełm|sopot|tczew|gniezno|ostrołęka|praha|brno|ostrava|\
     plzeň|liberec|olomouc|budějovice|pardubice|zlín|jihlava|opava|bratislava|košice|prešov|žilina|nitra|trnava|trenčín|martin|poprad",
);

/// Things that are numbered, and parts of texts.
const NUMBERED: &WordList = &WordList::new(
    "sonata|symfonia|psalm|salmo|tabla|figura|versión|versão|capítulo|sección|seção|página|artículo|artigo|anexo|nota|módulo|unidad|unidade|nivel|fase|etapa|línea|paso|semana|día|\
     clase|grupo|tomo|volumen|parte|ley|decreto|número|serie|temporada|episodio|rozdział|tabela|rysunek|wersja|strona|część|artykuł|punkt|zadanie|mecz|\
     chapter|section|figure|table|step|part|page|level|volume|module|unit|week|day|polska|czechy|słowacja",
);

/// The address whose street, of any name, ends `head`, before a number that ends at `at`, with a flat behind it, `Los Alerces 2245,
/// depto. 904, Ñuñoa`, or a city whose streets are called by a name alone, `Mickiewicza 7/3, Toruń`.
pub(super) fn before_flat(text: &str, head: &str, at: usize) -> Option<Range<usize>> {
    /// Most bytes of what is looked at, and letters of the ends of streets of one word.
    const NEAR: usize = 48;
    const ENDS: [&str; 12] = ["a", "ej", "ego", "ów", "i", "ich", "ych", "ova", "á", "ní", "ého", "y"];
    let house = house_end(text, at);
    let near = line::behind(text, house, NEAR);
    // Nearly every number of a text is answered here.
    let parted = near.strip_prefix(", ").or_else(|| near.strip_prefix(' '))?;
    let last = word_start(head, head.len()).filter(|start| is_capital(&head[*start..]))?;
    let street = &head[last..];
    if street.chars().nth(2).is_none()
        || street.contains('.')
        || is_listed(street, MONTHS)
        || is_listed(street, NUMBERED)
        || is_one_of(street, &COUNTED)
    {
        return None;
    }
    let word = parted.split([' ', '.']).next().unwrap_or_default();
    let digits = text[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
    // A sentence ends with a word, and no abbreviation.
    let start = street_start(head, last);
    let sentence = head[start..].rmatch_indices(". ").map(|(at, _)| start + at).find(|at| {
        let word = head[..*at].rsplit(' ').next().unwrap_or_default();
        word.chars().count() > 3
    });
    let start = behind_label(head, sentence.map_or(start, |at| at + ". ".len()));
    if is_listed(word, FLATS) && digits < 6 {
        let end = units_end(text, house);
        return (end > house).then(|| start..quarters_end(text, end));
    }
    let units = units_end(text, house);
    // The abbreviation of a street in Brazil with a flat, or a floor and a door before the city: `R. Ipê 44, ap 12`, `Belgrano 1180 2º B, Rosario`.
    let is_brazilian =
        head[start..].starts_with("R. ") && is_one_of(word, &["ap", "apto", "bl", "bloco", "casa", "sala", "fundos"]);
    let is_floor = || parted.contains(['º', 'ª', '°']) && digits >= 3 && city_part(text, units) > units;
    if units > house && digits < 6 && (is_brazilian || is_floor()) {
        return Some(start..quarters_end(text, units));
    }
    let city = text[units..].strip_prefix(", ").filter(|city| !city.is_empty())?;
    let city = &city[..city.find(|c: char| !(c.is_alphabetic() || c == '-')).unwrap_or(city.len())];
    let is_street = ENDS.iter().any(|end| street.ends_with(end)) && digits < 4;
    if let Some(end) = icelandic_end(text, units) {
        return Some(start..end);
    }
    let end = city_part(text, units);
    (is_street && end > units && is_capital(city) && is_listed(city, SLAVIC_CITIES)).then_some(start..end)
}

/// The end of the postcode of three digits and the town of Iceland behind `at`: `, 101 Reykjavík`.
fn icelandic_end(text: &str, at: usize) -> Option<usize> {
    const TOWNS: &WordList = &WordList::new(
        "reykjavík|reykjavik|kópavogur|kópavogi|hafnarfjörður|hafnarfirði|garðabær|garðabæ|mosfellsbær|akureyri|keflavík|selfoss|selfossi|akranes|seltjarnarnes",
    );
    let near = line::behind(text, at, 32);
    let town = near.strip_prefix(", ")?.get(3..)?.strip_prefix(' ')?;
    let is_code = near.as_bytes()[2..5].iter().all(u8::is_ascii_digit);
    let name = &town[..town.find(|c: char| !c.is_alphabetic()).unwrap_or(town.len())];
    (is_code && is_listed(&name.to_lowercase(), TOWNS)).then(|| at + near.len() - town.len() + name.len())
}

/// The start of the street from `start` of `head` on, without the label of an address: of `Dirección Los Leones` that of `Los Leones`.
fn behind_label(head: &str, start: usize) -> usize {
    const LABELS: &WordList = &WordList::new(
        "dirección|direccion|domicilio|endereço|endereco|morada|adres|adresa|adresát|address|ulica|zamieszkały|bydliště",
    );
    let first = head[start..].split(' ').next().unwrap_or_default();
    if first.len() + start < head.len() && is_listed(first, LABELS) { start + first.len() + 1 } else { start }
}

/// The end of the words with capitals that fill the part of an address behind a comma at `at`, else `at`.
fn city_part(text: &str, at: usize) -> usize {
    let end = text[at..].strip_prefix(", ").and_then(|_| capitals_end(text, at + ", ".len()));
    // A sentence may end with it.
    let end = end.map(|end| text[at..end].find(". ").map_or(end, |stop| at + stop));
    end.filter(|end| ends_part(&text[*end..])).unwrap_or(at)
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
fn house_end(text: &str, at: usize) -> usize {
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
        if !is_capital(found) && !is_listed(found, PARTICLES) && found != "cel" {
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
fn street_start(head: &str, last: usize) -> usize {
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
    fn streets_of_any_name_stand_before_flats_and_cities() {
        for (text, expected) in [
            ("RUT 1-9 · Los Aromos| 318, depto. 12, Macul · +56", Some("Los Aromos 318, depto. 12, Macul")),
            ("czynsz, Kopernika| 9/4, Opole", Some("Kopernika 9/4, Opole")),
            ("nájem Lidická| 17/3, Brno", Some("Lidická 17/3, Brno")),
            ("Kopernika| 9/4, Jowisz", None),
            ("wygrał Chopin. Kopernika| 9/4, Opole", Some("Kopernika 9/4, Opole")),
            ("Tabla| 12, oficina 3.", None),
            ("Kopernika| 9/4, Opole wygrało", None),
            ("Chopin| 9/4, Opole", None),
            ("end. R. Ipê| 44, ap 12, Centro, Sorocaba-SP", Some("R. Ipê 44, ap 12, Centro, Sorocaba-SP")),
            ("domicilio Belgrano| 1180 2º B, Rosario", Some("Belgrano 1180 2º B, Rosario")),
            ("heima Laugavegur| 44, 101 Reykjavík", Some("Laugavegur 44, 101 Reykjavík")),
            ("Chapter| 12, torre 3", None),
            ("on May| 12, depto 3", None),
        ] {
            let (plain, at) = (text.replace('|', ""), text.find('|').unwrap());
            let digits = plain[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
            let found = before_flat(&plain, &plain[..at], at + 1 + digits);
            assert_eq!(found.map(|place| &plain[place]), expected, "{text}");
        }
    }

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
