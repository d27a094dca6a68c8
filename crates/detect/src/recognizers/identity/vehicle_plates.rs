//! Registration plates in the groups of their country where a vehicle is spoken of: `auto nr. CJ 44 KRN`, `vozilo LJ 44-KRN`, `номер машини: …
//! — АХ 4481 КВ`.
//!
//! The groups alone number many other things, so a word for a vehicle, a road or a place to park must stand near, in the cases in which
//! sentences have it.

use std::borrow::Cow;

use crate::recognizers::identity::plate::INFO;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Slovenia, whose registration areas are left to the check, as automata of them are large.
        Pattern::regex("[A-Z]{2} ?[A-Z0-9]{2,3}-[A-Z0-9]{2,3}", 0.8, 0.85),
        // Romania, whose counties are left to the check.
        Pattern::regex("[A-Z]{1,2}[ -]?[0-9]{2,3}[ -]?[A-Z]{3}", 0.8, 0.85),
        // Serbia, Croatia, Bosnia, Montenegro.
        Pattern::regex("[A-ZČĆŽŠĐ]{2}[ -][A-Z]{0,2}[0-9]{3,4}-?[A-ZČĆŽŠĐ]{1,2}", 0.8, 0.85),
        // Slovakia, Italy, France, Czechia.
        Pattern::regex("[A-Z]{2}[ -]?[0-9]{3}[ -]?[A-Z]{2}|[0-9][A-Z][0-9A-Z] ?[0-9]{4}", 0.8, 0.85),
        // Ukraine, Bulgaria, Russia, in Cyrillic letters that Latin has, too.
        Pattern::regex(
            "[АВЕІІКМНОРСТХУ]{1,2} ?[0-9]{4} ?[АВЕІКМНОРСТХУ]{2}|[АВЕКМНОРСТУХ] ?[0-9]{3} ?[АВЕКМНОРСТУХ]{2} ?[0-9]{2,3}",
            0.8,
            0.85,
        ),
        // Greece.
        Pattern::regex("[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]{2,3}[ -]?[0-9]{3,4}", 0.8, 0.85),
        // Vietnam.
        Pattern::regex(r"[0-9]{2}[A-Z]{1,2}[0-9]?[- ][0-9]{3}\.[0-9]{2}", 0.8, 0.85),
        // Germany, with a word for the plate.
        Pattern::regex("[A-ZÄÖÜ]{1,3}-[A-ZÄÖÜ]{1,2} ?[0-9]{1,4}[EH]?", 0.8, 0.85),
        // Finland, Hungary, Lithuania, Sweden, Norway, Denmark, Spain.
        Pattern::regex(
            "[A-ZÅÄÖ]{3}[ -][0-9]{2}[0-9A-Z]|[A-Z]{2} [A-Z]{2}-[0-9]{3}|[A-Z]{2} ?[0-9]{2} ?[0-9]{3}|[0-9]{4} ?[B-DF-HJ-NP-TV-Z]{3}",
            0.75,
            0.85,
        ),
        // Chile.
        Pattern::regex("[BCDFGHJKLPRSTVWXYZ]{4}[-·.]?[0-9]{2}", 0.75, 0.85),
    ]),
    context: words![],
    check,
}];

/// Registration areas of Slovenia and counties of Romania, by the numbers of their patterns.
const AREAS: [&WordList; 2] = [
    &WordList::new("ce|go|kk|kp|kr|lj|mb|ms|nm|po|sg"),
    &WordList::new(
        "ab|ag|ar|b|bc|bh|bn|br|bt|bv|bz|cj|cl|cs|ct|cv|db|dj|gj|gl|gr|hd|hr|if|il|is|mh|mm|ms|nt|ot|ph|sb|sj|sm|sv|tl|tm|tr|vl|vn|vs",
    ),
];

/// Reports whether `found`, which the pattern of this number matches, begins with an area of its country and has its length.
fn is_of_area(pattern: usize, found: &str) -> bool {
    /// Signs of a plate of Slovenia behind its area, with the hyphen.
    const SLOVENIAN: usize = 6;
    let Some(areas) = AREAS.get(pattern) else { return true };
    let letters = found.bytes().take_while(u8::is_ascii_uppercase).count();
    let area = &found[..letters.min(2)];
    let rest = found[area.len()..].trim_start_matches(' ');
    is_listed(area, areas) && (pattern != 0 || rest.len() == SLOVENIAN)
}

/// The pattern of groups that other things have, too.
const LOOSE: usize = 8;

/// Vehicles, their parts and papers, and what they do, in the cases in which they stand beside a plate.
const VEHICLES: &WordList = &WordList::new(
    "vehicul|vehiculul|vehiculului|vehicule|vehiculele|xe|biển|mobil|motor|kendaraan|parkiram|parkiran|parkirano|parkiral|parkirala|dovolilnica|dovolilnico|parkuję|parkuje|parkowanie|parkuju|parkování|parkovanie|parkovisko|\
     parkovisku|parkovišti|parcat|parcată|parcare|parkoló|parkolok|parkolási|parkovi|паркирам|avto|avta|avtu|avtom|avtomobil|avtomobila|vozilo|vozila|vozilu|vozilom|vozilih|auto|auta|autu|autem|autom|automobil|automobila|automobilu|kola|kolima|\
     kamion|kamiona|kombi|kombija|motocikl|motocikla|motora|prikolica|prikolice|tablicama|registracija|registracije|registrska|registarska|\
     registarske|registracijska|vozidlo|vozidla|vozidle|vozidlu|vozidlom|vozidlem|vůz|vozu|vozem|dodávka|dodávku|přívěs|technického|technický|špz|spz|ečv|rz|mașina|mașină|\
     mașinii|mașini|masina|masini|autoturism|autoturismul|autoturismului|autovehicul|autovehiculul|autovehiculului|autoutilitara|înmatriculare|inmatriculare|motocicleta|\
     remorca|машина|машини|машину|машиною|машины|машиной|машине|авто|автомобіль|автомобіля|автомобілем|автомобиль|автомобиля|автомобилем|\
     автомобил|автомобила|кола|колата|камион|мотор|мотоцикл|мотоцикла|мотоциклет|возило|возила|возилото|шлагбаум|шлагбауму|шлагбаума|паркинг|паркинга|парковка|\
     парковки|парковці|тз|мпс|рег|дрз|держномер|госномер|όχημα|οχήματος|οχήματα|αυτοκίνητο|αυτοκινήτου|αυτοκίνητό|μηχανή|μοτοσικλέτα|δίκυκλο|φορτηγό|ι.χ|ιχ|κυκλοφορίας|\
     πινακίδα|πινακίδες|bil|bilen|bilens|biler|bilar|släp|tilhenger|varebil|lastbil|motorsykkel|motorcykel|regnr|registreringsnummer|auton|autoni|autonsa|autossa|autoa|\
     pakettiauto|pakettiauton|moottoripyörä|moottoripyörän|rekisterinumero|kocsi|kocsim|kocsit|autó|autóm|autót|autója|gépkocsi|gépjármű|rendszám|rendszámú|furgon|\
     automobilis|automobilio|mašina|mašinos|macchina|veicolo|veicoli|furgone|scooter|targa|targata|coche|vehículo|furgoneta|matrícula|voiture|véhicule|camion|\
     immatriculé|immatriculée|immatriculation|kennz|unfallgegner|fahrzeughalter|wagen|fahrzeug|pkw|lkw|kennzeichen|samochód|samochodu|samochodem|pojazd|pojazdu|busa|matriculado|viatura|carro|car|vehicle",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest word for a vehicle before a plate and behind it, in bytes.
    const BEFORE: usize = 120;
    const BEHIND: usize = 40;
    /// Series of other things that have such groups.
    const OTHERS: [&str; 23] = [
        "ISO", "DIN", "IEC", "RAL", "EUR", "USD", "GBP", "CHF", "PLN", "CZK", "HUF", "RON", "SEK", "NOK", "DKK", "KRS",
        "NIP", "TEL", "BMW", "GLS", "DPD", "DHL", "UPS",
    ];
    let (text, range) = (candidate.field.text, &candidate.range);
    let found = candidate.matched();
    let joined = |c: char| c.is_alphanumeric() || matches!(c, '-' | '/' | '_' | '.' | '+' | '#');
    let goes_on = text[range.end..].starts_with(['-', '/', '_', '%'])
        || text[range.end..]
            .strip_prefix([',', '.', ':', ' '])
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_series = found.get(..3).is_some_and(|series| OTHERS.contains(&series));
    let is_other = goes_on || digits < 2 || is_series || !is_of_area(candidate.pattern, found);
    if text[..range.start].ends_with(joined) || is_other || !is_value_edge(text, range.end) {
        return None;
    }
    let behind = line::behind(text, range.end, BEHIND).split([',', '.', ';', '!', '?']).next().unwrap_or_default();
    let near = [line::before(text, range.start, BEFORE), behind];
    // Other things have groups such as those of the last pattern, unless the sentence is about a vehicle.
    let sentence = |near: &'_ str| near.rfind(['.', '!', '?', ';']).map_or(0, |at| at + 1);
    let near = match candidate.pattern {
        LOOSE.. => near.map(|near| &near[sentence(near)..]),
        _ => near,
    };
    // A list of plates may stand below what it is of.
    let above = || window::before(text, range.start, BEFORE).rsplit("\n\n").next().unwrap_or_default();
    let speaks = |near: &str| {
        near.split(|c: char| !c.is_alphanumeric() && c != '.')
            .any(|word| is_listed(word.trim_end_matches('.'), VEHICLES))
    };
    (near.into_iter().any(speaks) || candidate.pattern < LOOSE && speaks(above())).then(|| candidate.whole())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn plates_stand_near_words_for_vehicles() {
        for (text, plate, pattern, expected) in [
            ("avto je doma, LJ 44-KRN", "LJ 44-KRN", 0, true),
            ("conducând auto cu nr. CJ 44 KRN, serie", "CJ 44 KRN", 1, true),
            ("auton (KXR-448) ikkuna", "KXR-448", 8, true),
            ("για το όχημα ΙΚΜ 4481, λόγω", "ΙΚΜ 4481", 5, true),
            ("номер машини: Гнат — АХ 4481 КВ, далі", "АХ 4481 КВ", 4, true),
            ("Vehículo PPLK-41 (Chile)", "PPLK-41", 9, true),
            ("ticket PPLK-41 is open", "PPLK-41", 9, false),
            ("the car has ISO 448 seats", "ISO 448", 8, false),
            ("ticket KXR-448 is open", "KXR-448", 8, false),
            ("avto je doma, XX 44-KRN", "XX 44-KRN", 0, false),
            ("auto kostet EUR 448", "EUR 448", 8, false),
            ("bilen har AB 12 345,50", "AB 12 345", 8, false),
        ] {
            assert_eq!(check_match(check, text, plate, pattern).is_some(), expected, "{text}");
        }
    }
}
