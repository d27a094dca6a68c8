//! Germany: passports, identity cards, driving licences, number plates and postcodes.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{code, digits, may_be_named, part, stands_alone};
use crate::text::window;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[FUEHRERSCHEIN, ID_CARD, KFZ, PASSPORT, PLZ];

const FUEHRERSCHEIN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["DE_DRIVER_LICENSE", "DE_DRIVING_LICENCE", "FUEHRERSCHEINNUMMER", "DE_FUEHRERSCHEINNUMMER"],
        validation: Validation::Structure,
        languages: &["de", "en"],
        ..LabelInfo::new(
            "DE_FUEHRERSCHEIN",
            "The number of a German driving licence, in context.",
            "B072RRE2I55",
            Handling::IDENTIFIER,
        )
    },
    // The authority (four), a running number (five), a check digit, the number of the issue.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9A-Z][0-9]{2}[0-9A-Z]{6}[0-9X][0-9A-Z]", 0.1, 0.93)]),
    context: words![
        "führerschein",
        "führerscheinnummer",
        "führerschein-nr",
        "fuehrerschein",
        "fuehrerscheinnummer",
        "fahrerlaubnis",
        "fahrerlaubnisklasse",
        "driving licence",
        "driver's license",
        "driver license",
        "drivers license",
        "driving license",
    ],
    check: |candidate| {
        let has_letter = candidate.matched().bytes().take(9).any(|b| b.is_ascii_uppercase());
        (has_letter && stands_alone(candidate)).then(|| candidate.whole())?
    },
};

const ID_CARD: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["DE_PERSONALAUSWEIS", "PERSONALAUSWEISNUMMER", "DE_IDENTITY_CARD", "GERMANY_IDENTITY_CARD_NUMBER"],
        validation: Validation::Checksum,
        languages: &["de", "en"],
        shapes: &[Shape::Mixed(9, 10)],
        ..LabelInfo::new(
            "DE_ID_CARD",
            "The serial number of a German identity card, with or without its check digit.",
            "T220001293",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // With the check digit every tenth code of the shape passes, without it every one.
        Pattern::regex("[A-Z][0-9A-Z]{8}[0-9]D?", 0.3, 0.97),
        Pattern::regex("[A-Z][0-9A-Z]{8}", 0.1, 0.93),
        // Until October 2010.
        Pattern::regex("[0-9]{10}D?", 0.05, 0.93),
    ]),
    context: words![
        "personalausweis",
        "personalausweisnummer",
        "personalausweis-nr",
        "ausweisnummer",
        "ausweis-nr",
        "ausweisnr",
        "ausweis",
        "perso",
        "personalausweisnr",
        "seriennummer des ausweises",
        "identity card",
        "id card",
        "german id",
        "national id",
    ],
    // Until October 2010 all was digits.
    check: |candidate| check_document(candidate, b"0123456789LMNPRTVWXY"),
};

const PASSPORT: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["DE_PASSPORT_NUMBER", "DE_REISEPASS", "REISEPASSNUMMER", "GERMANY_PASSPORT"],
        validation: Validation::Checksum,
        languages: &["de", "en"],
        shapes: &[Shape::Mixed(9, 10)],
        ..LabelInfo::new(
            "DE_PASSPORT",
            "The number of a German passport, with or without its check digit.",
            "C01X00T478",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z][0-9A-Z]{8}[0-9]D?", 0.3, 0.96),
        Pattern::regex("[A-Z][0-9A-Z]{8}", 0.1, 0.92),
    ]),
    context: words![
        "reisepass",
        "reisepassnummer",
        "reisepass-nr",
        "reisepassnr",
        "passnummer",
        "pass-nr",
        "pass nr",
        "passnr",
        "pass",
        "deutscher pass",
        "passport",
        "passport number",
        "passport no",
        "german passport",
    ],
    check: |candidate| check_document(candidate, b"CFGHJK"),
};

/// Serial numbers of both documents are of digits and consonants; the check digit is ICAO Doc 9303's.
fn check_document(candidate: &Candidate<'_>, first: &[u8]) -> Option<Finding> {
    let matched = candidate.matched();
    let serial = matched.get(..9).and_then(code::<9>)?;
    let is_used =
        first.contains(&serial[0]) && serial.iter().all(|b| b.is_ascii_digit() || b"CFGHJKLMNPRTVWXYZ".contains(b));
    let has_digit = serial.iter().any(u8::is_ascii_digit);
    let fits = match matched.as_bytes().get(9) {
        Some(check) => icao_check(&serial) == u32::from(check.wrapping_sub(b'0')),
        None => true,
    };
    (is_used && has_digit && fits && serial != [b'0'; 9] && stands_alone(candidate)).then(|| candidate.whole())?
}

/// ICAO Doc 9303, part 3: digits as they are, letters from 10 on, weights 7, 3, 1 by turns, modulo 10.
fn icao_check(serial: &[u8]) -> u32 {
    let value = |b: u8| char::from(b).to_digit(36).unwrap_or_default();
    serial.iter().zip([7, 3, 1].into_iter().cycle()).map(|(&b, weight)| value(b) * weight).sum::<u32>() % 10
}

const KFZ: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["DE_LICENSE_PLATE", "KFZ_KENNZEICHEN", "DE_KFZ_KENNZEICHEN"],
        validation: Validation::Structure,
        languages: &["de", "en"],
        shapes: &[Shape::Mixed(5, 9)],
        ..LabelInfo::new("DE_KFZ", "A number plate of Germany, in context.", "B-MW 1234", Handling::IDENTIFIER)
    },
    // District, letters, number; names of cars and parts look like this, too (`HR-V 2021`).
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[A-Z](?-u:[A-Z]|[\x80-\xFF]{2}){0,2}-[A-Z]{1,2} [0-9]{1,4}[EH]?", 0.45, 0.96),
        Pattern::regex(r"[A-Z](?-u:[A-Z]|[\x80-\xFF]{2}){0,2}[ -][A-Z]{1,2}[ -]?[0-9]{1,4}[EH]?", 0.15, 0.9),
    ]),
    context: words![
        "kennzeichen",
        "kfz",
        "kfz-kennzeichen",
        "autokennzeichen",
        "nummernschild",
        "amtliches kennzeichen",
        "fahrzeug",
        "auto",
        "pkw",
        "lkw",
        "wagen",
        "zulassung",
        "halter",
        "license plate",
        "licence plate",
        "number plate",
        "plate",
        "vehicle",
        "car",
    ],
    check: |candidate| {
        // Annex 4 of the FZV: eight characters at most, no zero in front.
        let matched = candidate.matched();
        let count = matched.chars().filter(|c| c.is_alphanumeric()).count();
        let is_used = matched.chars().all(|c| c.is_ascii() || "ÄÖÜ".contains(c));
        let leads = matched.bytes().find(u8::is_ascii_digit).is_some_and(|b| b != b'0');
        // A word for plates before one of another country: `VRM AB12 CDE`.
        const WORDS: [&str; 8] = ["VRM", "VRN", "REG", "KFZ", "VIN", "FIN", "TAG", "NR"];
        let is_word = WORDS.iter().any(|word| matched.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')));
        (count <= 8 && is_used && leads && !is_word && stands_alone(candidate)).then(|| candidate.whole())?
    },
};

const PLZ: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["DE_POSTLEITZAHL", "DE_POSTAL_CODE", "DE_ZIP_CODE"],
        validation: Validation::Structure,
        languages: &["de", "en"],
        ..LabelInfo::new("DE_PLZ", "A postcode of Germany, in context.", "10115", Handling::COMMON)
    },
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{5}", 0.05, 0.88), Pattern::regex("D-[0-9]{5}", 0.4, 0.95)]),
    context: words![
        "plz",
        "postleitzahl",
        "anschrift",
        "adresse",
        "wohnhaft",
        "wohnort",
        "wohnt in",
        "straße",
        "strasse",
        "german postcode",
        "german zip",
    ],
    check: check_plz,
};

/// Endings of German street names.
const STREETS: [&str; 8] = ["straße", "strasse", "str.", "weg", "platz", "allee", "gasse", "damm"];

/// Deutsche Post gives out 01067 to 99998; none begins with 00 or 05. Between a street and a name there is
/// hardly anything else.
fn check_plz(candidate: &Candidate<'_>) -> Option<Finding> {
    const NEAR: usize = 32;
    let (text, range) = (candidate.field.text, &candidate.range);
    let number = digits::<5>(candidate.matched())?;
    let fits = (1067..=99998).contains(&part(&number, 0, 5)) && part(&number, 0, 2) != 5;
    let is_town = |rest: &str| rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_uppercase));
    let is_before_town = text.get(range.end..).is_some_and(is_town);
    let may_fit =
        fits && (is_before_town || may_be_named(candidate, &["PLZ", "plz", "Plz", "eitzahl", "EITZAHL", "german"]));
    if !may_fit || !stands_alone(candidate) {
        return None;
    }
    let before = window::before(text, range.start, NEAR);
    let has_street = |line: &str| STREETS.iter().any(|end| line.contains(end));
    let is_after_street =
        before.trim_end_matches(' ').ends_with([',', ';', '\n']) && before.lines().rev().take(2).any(has_street);
    match is_before_town && is_after_street {
        true => candidate.certain(),
        false => candidate.whole(),
    }
}
