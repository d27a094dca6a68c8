//! Addresses whose streets have names of any kind, told by the flat, the floor or the city behind the house number:
//! `Los Alerces 2245, depto. 904, Ñuñoa`, `Mickiewicza 7/3, Toruń`.

use std::ops::Range;

use crate::recognizers::contact::address::COUNTED;
use crate::recognizers::contact::address_city::{MONTHS, city_part, house_end, quarters_end, street_start};
use crate::recognizers::contact::address_tail::{tail, units_end};
use crate::recognizers::contact::address_token::{is_capital, word_start};
use crate::recognizers::contact::address_words::UNITS;
use crate::recognizers::support::neighbours::{byte_at, is_one_of};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;

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

/// The address of a street whose name is all of it, with a flat behind it: `212 Broadway #14`, `77 Bowery Apt 3`.
pub(super) fn before_unit(text: &str, house: &Range<usize>) -> Option<Range<usize>> {
    const STREETS: [&str; 5] = ["Broadway ", "Bowery ", "Embarcadero ", "Strand ", "Piccadilly "];
    let at = house.end + 1;
    let rest = text.get(at..).filter(|_| byte_at(text, house.end) == Some(b' '))?;
    let street = STREETS.iter().find(|street| rest.starts_with(**street))?;
    let end = at + street.len() - 1;
    let whole = tail(text, end);
    let unit = text.get(end..whole)?.trim_start();
    let is_unit = unit.starts_with('#') || unit.split([' ', '.']).next().is_some_and(|word| is_listed(word, UNITS));
    is_unit.then_some(house.start..whole)
}

/// What is behind the house number of a street of any name.
struct Behind<'a> {
    text: &'a str,
    /// The street from its first word on, and its last word.
    street: &'a str,
    last_word: &'a str,
    /// Digits of the house number, and where its letter or second number ends.
    digits: usize,
    house: usize,
    /// Where the units, floors and doors behind it end; `house` without any.
    units: usize,
    /// The rest of the line behind the separator.
    parted: &'a str,
}

/// The address whose street, of any name, ends `head`, before a number that ends at `at`, with a flat, a floor or a door behind it, or
/// a city whose streets are called by a name alone.
pub(super) fn before_flat(text: &str, head: &str, at: usize) -> Option<Range<usize>> {
    /// Most bytes of what is looked at.
    const NEAR: usize = 48;
    let house = house_end(text, at);
    let near = line::behind(text, house, NEAR);
    // Nearly every number of a text is answered here.
    let parted = near.strip_prefix(", ").or_else(|| near.strip_prefix(' '))?;
    let last = word_start(head, head.len()).filter(|start| is_capital(&head[*start..]))?;
    let last_word = &head[last..];
    if last_word.chars().nth(2).is_none()
        || last_word.contains('.')
        || is_listed(last_word, MONTHS)
        || is_listed(last_word, NUMBERED)
        || is_one_of(last_word, &COUNTED)
    {
        return None;
    }
    let digits = text[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
    let start = behind_label(head, behind_sentence(head, street_start(head, last)));
    let units = units_end(text, house);
    let behind = Behind { text, street: &head[start..], last_word, digits, house, units, parted };
    let end = behind.named_flat().or_else(|| behind.floor()).or_else(|| behind.icelandic_town());
    Some(start..end.or_else(|| behind.slavic_city())?)
}

/// Each gives the end of the address.
impl Behind<'_> {
    /// A flat that its word names: `, depto. 904, Ñuñoa`, and behind the abbreviation of a street in Brazil `R. Ipê 44, ap 12`.
    fn named_flat(&self) -> Option<usize> {
        let word = self.parted.split([' ', '.']).next().unwrap_or_default();
        let is_brazilian = || {
            self.street.starts_with("R. ") && is_one_of(word, &["ap", "apto", "bl", "bloco", "casa", "sala", "fundos"])
        };
        let is_named = self.units > self.house && self.digits < 6 && (is_listed(word, FLATS) || is_brazilian());
        is_named.then(|| quarters_end(self.text, self.units))
    }

    /// A floor and a door before the city: `Belgrano 1180 2º B, Rosario`.
    fn floor(&self) -> Option<usize> {
        let is_floor = self.units > self.house
            && (3..6).contains(&self.digits)
            && self.parted.contains(['º', 'ª', '°'])
            && city_part(self.text, self.units) > self.units;
        is_floor.then(|| quarters_end(self.text, self.units))
    }

    /// The postcode of three digits and the town of Iceland: `, 101 Reykjavík`.
    fn icelandic_town(&self) -> Option<usize> {
        const TOWNS: &WordList = &WordList::new(
            "reykjavík|reykjavik|kópavogur|kópavogi|hafnarfjörður|hafnarfirði|garðabær|garðabæ|mosfellsbær|akureyri|keflavík|selfoss|selfossi|akranes|seltjarnarnes",
        );
        let near = line::behind(self.text, self.units, 32);
        let town = near.strip_prefix(", ")?.get(3..)?.strip_prefix(' ')?;
        let is_code = near.as_bytes()[2..5].iter().all(u8::is_ascii_digit);
        let name = &town[..town.find(|c: char| !c.is_alphabetic()).unwrap_or(town.len())];
        let end = self.units + near.len() - town.len() + name.len();
        (is_code && is_listed(&name.to_lowercase(), TOWNS)).then_some(end)
    }

    /// A large city of Poland, Czechia or Slovakia behind a street that ends as their streets do: `Mickiewicza 7/3, Toruń`.
    fn slavic_city(&self) -> Option<usize> {
        /// Ends of streets of one word.
        const ENDS: [&str; 12] = ["a", "ej", "ego", "ów", "i", "ich", "ych", "ova", "á", "ní", "ého", "y"];
        let city = self.text[self.units..].strip_prefix(", ")?;
        let city = &city[..city.find(|c: char| !(c.is_alphabetic() || c == '-')).unwrap_or(city.len())];
        let is_street = ENDS.iter().any(|end| self.last_word.ends_with(end)) && self.digits < 4;
        let end = city_part(self.text, self.units);
        (is_street && end > self.units && is_capital(city) && is_listed(city, SLAVIC_CITIES)).then_some(end)
    }
}

/// The start of the street from `start` of `head` on, behind the last sentence that ends there.
fn behind_sentence(head: &str, start: usize) -> usize {
    // A sentence ends with a word, and no abbreviation.
    let ends = |at: &usize| head[..*at].rsplit(' ').next().is_some_and(|word| word.chars().count() > 3);
    let stop = head[start..].rmatch_indices(". ").map(|(at, _)| start + at).find(ends);
    stop.map_or(start, |at| at + ". ".len())
}

/// The start of the street from `start` of `head` on, without the label of an address: of `Dirección Los Leones` that of `Los Leones`.
fn behind_label(head: &str, start: usize) -> usize {
    const LABELS: &WordList = &WordList::new(
        "dirección|direccion|domicilio|endereço|endereco|morada|adres|adresa|adresát|address|ulica|zamieszkały|bydliště",
    );
    let first = head[start..].split(' ').next().unwrap_or_default();
    if first.len() + start < head.len() && is_listed(first, LABELS) { start + first.len() + 1 } else { start }
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
}
