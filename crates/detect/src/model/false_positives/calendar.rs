//! Parts of dates, and the planets, which the models take for persons and places.

use crate::recognizers::support::months::months_of;
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Planets, the sun and the moon by names that nobody bears, or hardly anybody, in languages of Europe and in their cases.
const PLANETS: &WordList = &WordList::new(
    "merkur|merkúr|merkúra|merkury|merkurego|merkurius|merkür|vénusz|vénuszt|vénusznak|venuše|venuša|venušu|wenus|saturn|saturne|\
     saturno|szaturnusz|szaturnuszt|satürn|saturnus|jupiter|jupitera|jüpiter|jowisz|jowisza|jupitert|uranus|uránusz|uranüs|\
     neptun|neptuno|nettuno|neptunusz|neptün|pluto|plútó|plutone|plüton|slnko|slnka|slunce|mesiac|mesiaca|mesiaci|měsíc|\
     měsíce",
);

/// Months and weekdays, in languages of Europe. Some are names, so that they count beside other parts of dates alone.
const DATES: &WordList = &WordList::new(
    "mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|april|june|august|mai|juni|juli|januar",
);

/// Further months and weekdays, which count beside each other alone.
const MONTHS: &WordList = &WordList::new(concat!(
    months_of!(spanish, italian, portuguese, turkish),
    "|january|february|march|july|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|\
     sunday|jänner|februar|märz|oktober|dezember|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|janvier|février|\
     mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|\
     lunes|martes|miércoles|jueves|viernes|sábado|domingo|januari|februari|maart|mei|augustus|maandag|dinsdag|woensdag|\
     donderdag|vrijdag|zaterdag|zondag|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar|januar|január|február|március|\
     április|május|június|július|augusztus|szeptember|október|december|ianuarie|februarie|martie|aprilie|iunie|iulie|\
     septembrie|octombrie|noiembrie|decembrie|janvāris|februāris|maijs|jūnijs|jūlijs|augusts|sausis|vasaris|kovas|balandis|\
     gegužė|birželis|liepa|rugpjūtis",
));

/// Reports whether `word` is a month or a weekday.
pub fn is_date_word(word: &str) -> bool {
    is_listed(word, DATES) && (word.len() > 3 || word == "May") || is_listed(word, MONTHS) || is_listed(word, WEEKDAYS)
}

/// Reports whether a mention is a planet.
pub(super) fn names_planet(found: &str) -> bool {
    is_listed(found, PLANETS)
}

/// Reports whether a mention is part of the name of a time zone (RFC 9557): `Europe` of `TZ=Europe/Berlin`.
pub(super) fn names_zone(found: &str, head: &str, tail: &str) -> bool {
    const AREAS: [&str; 9] =
        ["Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];
    let is_area = AREAS.contains(&found)
        && tail.strip_prefix('/').is_some_and(|city| city.starts_with(|c: char| c.is_ascii_uppercase()));
    let is_city = || {
        let area = head.strip_suffix('/');
        area.is_some_and(|area| AREAS.iter().any(|known| area.ends_with(known)))
    };
    is_area || is_city()
}

/// Reports whether a mention is part of a date: `Sun` of `Sun Jul 25`, `Eylül` of `7 Eylül 1901`; or one of several months:
/// `Nisan, Mayıs, Haziran`.
pub(super) fn is_date(found: &str, head: &str, tail: &str) -> bool {
    let signs = [' ', ',', '.', '/', '-'];
    let next = tail.trim_start_matches(signs).split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let last = head.trim_end_matches(signs).rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_near = |is_part: &dyn Fn(&str) -> bool| {
        tail.starts_with([' ', ',']) && is_part(next) || head.ends_with([' ', ',']) && is_part(last)
    };
    let is_month = |word: &str| is_listed(word, MONTHS) || is_listed(word, DATES) && word.len() > 3;
    let are_dates = || found.contains(' ') && found.split(' ').all(|word| is_listed(word, DATES));
    are_dates() && next.starts_with(|c: char| c.is_ascii_digit())
        || is_listed(found, DATES)
            && is_near(&|word| is_listed(word, DATES) || word.starts_with(|c: char| c.is_ascii_digit()))
        || is_listed(found, MONTHS) && (is_near(&is_month) || is_behind_day(head) || is_before_year(tail))
        || is_listed(found, WEEKDAYS) && is_before_day(tail)
}

/// Weekdays that begin sentences with a capital, in further languages.
const WEEKDAYS: &WordList = &WordList::new(
    "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|sábado|domingo|sabado|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|\
     pondělí|úterý|středa|čtvrtek|pátek|neděle|pondelok|utorok|streda|štvrtok|piatok|nedeľa|ponedjeljak|četvrtak|petak|subota|nedjelja|luni|marți|\
     miercuri|joi|vineri|sâmbătă|duminică|hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|lørdag|søndag",
);

/// Reports whether `tail` begins with the number of a day: ` 22 marzo`.
fn is_before_day(tail: &str) -> bool {
    let rest = tail.trim_start_matches([',', ' ']);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest.len() < tail.len() && (1..=2).contains(&digits)
}

/// Reports whether `head` ends with the number of a day: `7 `, `7. `.
fn is_behind_day(head: &str) -> bool {
    let day = head.strip_suffix(' ').unwrap_or_default();
    let day = day.strip_suffix('.').unwrap_or(day);
    let digits = day.bytes().rev().take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits)
        && !day[..day.len() - digits].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ','))
}

/// Reports whether `tail` begins with a year: ` 1901`.
fn is_before_year(tail: &str) -> bool {
    let year = tail.strip_prefix(' ').unwrap_or_default();
    let digits = year.bytes().take_while(u8::is_ascii_digit).count();
    digits == 4 && year.starts_with(['1', '2'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_beside_days_and_years_are_parts_of_dates() {
        for (head, found, tail, expected) in [
            ("Ayaklanma 7 ", "Eylül", " 1901'de sona erdi", true),
            ("Find (", "Temmuz", " 2008)", true),
            ("am 3. ", "Oktober", "", true),
            ("Dün ", "Eylül", " geldi", false),
            ("pokoj 12,7 ", "Eylül", "", false),
            ("", "Eylül", " 19 yaşında", false),
            ("7 ", "Elif", " 1901", false),
        ] {
            assert_eq!(is_date(found, head, tail), expected, "{head}{found}{tail}");
        }
    }
}
