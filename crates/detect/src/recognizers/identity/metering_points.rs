//! Numbers of metering points, by which suppliers of electricity and gas know a home: codes of the countries of Europe whose
//! beginning tells them, and others behind their names.
//!
//! Sources: GS1's global service relation number with the prefixes of national grid operators, the energy identification codes
//! of ENTSO-E (version 4.5 of its reference manual), and the codes of the regulators of Spain (CUPS), Portugal (CPE), Italy (POD), Germany
//! (VDE-AR-N 4400) and Austria.

use std::borrow::Cow;

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::grouping::base36;
use crate::recognizers::support::identifiers::numbered;
use crate::recognizers::support::numerals::stands_alone;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: ID_NUMBER_INFO,
        patterns: Cow::Borrowed(&[
            // Metering points of persons have the letter `Z` in an energy code; parties have others. Service relations of Belgium, Denmark, Poland, Finland, Norway, Sweden, the Czech Republic and the Netherlands.
            Pattern::regex(
                "(?:54144[89]|571313|5903[0-9]{2}|5905[0-9]{2}|6430[0-9]{2}|707057|735999|859182|8716[0-9]{2}|871[67][0-9]{2})[0-9]{12}",
                0.6,
                0.75,
            ),
            Pattern::regex(
                "(?:541 44[89]|571 313|590 [35][0-9]{2}|643 0[0-9]{2}|707 057|735 999|859 182|871 [67][0-9]{2})(?: [0-9]{3}){4}",
                0.75,
                0.8,
            ),
            Pattern::regex("ES ?(?:[0-9]{4} ?){4}[A-Z]{2}(?: ?[0-9][FPRCXYZ])?", 0.8, 0.85),
            Pattern::regex("PT ?(?:[0-9]{4} ?){4}[A-Z]{2}", 0.8, 0.85),
            Pattern::regex("IT ?[0-9]{3} ?E ?[0-9]{8}[0-9]?", 0.8, 0.85),
            Pattern::regex("(?:DE|AT)[0-9]{11}[0-9A-Z]{20}", 0.8, 0.85),
            Pattern::regex("[0-9]{2}Z[0-9A-Z-]{12}[0-9A-Z]", 0.6, 0.75),
        ]),
        context: words!["ean", "meter", "metering point", "pod", "cups", "cpe", "eic", "gsrn", "ppe"],
        check: |candidate| {
            let fits = match candidate.pattern {
                0 => is_service_relation(candidate.matched()),
                6 => is_energy_code(candidate.matched()),
                _ => true,
            };
            (fits && stands_alone(candidate)).then(|| candidate.whole())?
        },
    },
    Rule {
        info: ID_NUMBER_INFO,
        patterns: Cow::Borrowed(&[Pattern::key(
            keys![
                "mpan",
                "mprn",
                "mpxn",
                "nmi",
                "pod",
                "pdr",
                "cups",
                "cpe",
                "cui",
                "eic",
                "pdl",
                "prm",
                "pce",
                "gsrn",
                "ppe",
                "malo",
                "melo",
                "marktlokation",
                "messlokation",
                "marktlokations id",
                "messlokations id",
                "zählpunkt",
                "zählpunktnummer",
                "zählpunktbezeichnung",
                "point de livraison",
                "code pod",
                "codice pod",
                "codice pdr",
                "código cups",
                "punto de suministro",
                "unidade consumidora",
                "uc",
                "eic kód",
                "eic kod",
                "eic код",
                "ean kód",
                "odběrné místo",
                "ean odběrného místa",
                "odberné miesto",
                "felhasználási hely",
                "loc de consum",
                "anläggnings id",
                "anläggningsid",
                "områdes id",
                "målepunkt id",
                "målepunkt",
                "aftagenummer",
                "aftagenr",
                "installationsnummer",
                "käyttöpaikka",
                "käyttöpaikkatunnus",
                "punkt poboru",
                "ean code",
                "ean code elektriciteit",
                "ean code gas",
                "ean elektriciteit",
                "ean elektriciteit en gas",
                "ean gas",
            ],
            0.7,
        )]),
        context: words![],
        // Small letters and hyphens are of a pod of Kubernetes: `pod="api-7d9c5b6f4-x2x7p"`.
        check: |candidate| {
            numbered(candidate, 8, 36).filter(|finding| !is_name_of_pod(&candidate.field.text[finding.range.clone()]))
        },
    },
];

/// Reports whether it is the name of a pod of Kubernetes, in small letters with a hyphen.
fn is_name_of_pod(found: &str) -> bool {
    found.contains('-')
        && found.starts_with(|c: char| c.is_ascii_lowercase())
        && !found.contains(|c: char| c.is_ascii_uppercase())
}

/// Reports whether the last of the digits is the check digit of GS1: weights 3 and 1 from the right, and a sum that ten divides.
fn is_service_relation(digits: &str) -> bool {
    let weighted = digits.bytes().rev().zip([1, 3].into_iter().cycle());
    weighted.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum::<u32>() % 10 == 0
}

/// Reports whether the last sign is the check of an energy identification code: letters count from ten, a hyphen is 36, the weights of the
/// first fifteen go from 16 down to 2, and the check is 36 less the sum, modulo 37.
fn is_energy_code(code: &str) -> bool {
    let value = |b: u8| if b == b'-' { 36 } else { base36(b) };
    let Some((body, [check])) = code.as_bytes().split_at_checked(15) else { return false };
    let sum: u32 = body.iter().zip((2..=16).rev()).map(|(b, weight)| value(*b) * weight).sum();
    value(*check) == 36 - (sum + 36) % 37
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_of_codes_are_told() {
        // The example of a coding of ENTSO-E, and the areas of two grid operators.
        for code in ["10YDE-VE-------2", "10YFR-RTE------C", "10X1001A1001A450"] {
            assert!(is_energy_code(code), "{code}");
        }
        assert!(!is_energy_code("10YFR-RTE------D"));
        assert!(is_service_relation("571313180401234566") && is_service_relation("735999102107573121"));
        assert!(!is_service_relation("571313180401234567"));
    }
}
