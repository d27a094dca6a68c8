//! Identifiers of Spain.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{code, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[NIE, NIF, PASSPORT, PASSPORT_UNNAMED];

const NIE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::ES, Group::EU],
        aliases: &["NIE", "SPAIN_NIE_NUMBER"],
        validation: Validation::Checksum,
        languages: &["es", "ca", "en"],
        ..LabelInfo::new("ES_NIE", "The identity number of a foreigner in Spain.", "X-2482300-W", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Za-z]-[0-9]{7}-[A-Za-z]", 0.85, 0.98),
        // Of codes of this shape one in 200 passes.
        Pattern::regex("[A-Za-z][ -]?[0-9]{7}[ -]?[0-9A-Za-z]", 0.45, 0.97),
    ]),
    context: words![
        "nie",
        "n.i.e",
        "número de identidad de extranjero",
        "numero de identidad de extranjero",
        "número de identificación de extranjero",
        "identidad de extranjero",
        "extranjero",
        "extranjería",
        "dni",
        "nif",
        "residencia",
        "permiso de residencia",
        "tarjeta de residencia",
        "documento",
        "foreigner",
        "foreigner identity number",
        "identity number",
        "identification number",
    ],
    check: |candidate| check_nif(candidate, true),
};

const NIF: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::ES, Group::EU],
        aliases: &["DNI", "ES_DNI", "SPAIN_NIF_NUMBER", "SPAIN_DNI_NUMBER", "SPAIN_CIF_NUMBER", "ES_CIF"],
        validation: Validation::Checksum,
        languages: &["es", "ca", "en"],
        shapes: &[Shape::Mixed(9, 9)],
        ..LabelInfo::new(
            "ES_NIF",
            "The identity card's or tax number of a person or company in Spain.",
            "54.362.315-K",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{1,2}\\.[0-9]{3}\\.[0-9]{3}[ -]?[A-Za-z]", 0.85, 0.98),
        // Every 23rd passes.
        Pattern::regex("[0-9]{8}[ -]?[A-Za-z]", 0.4, 0.97),
        Pattern::regex("[0-9]{7}-?[A-Za-z]", 0.15, 0.9),
        // Persons without an identity card, and companies: of a letter and eight digits every 15th.
        Pattern::regex("[A-Za-z][ -]?[0-9]{7}[ -]?[0-9A-Za-z]", 0.3, 0.95),
        Pattern::regex("ES-?[0-9A-Z][0-9]{7}[0-9A-Z]", 0.85, 0.98),
    ]),
    context: words![
        "dni",
        "d.n.i",
        "nif",
        "n.i.f",
        "cif",
        "c.i.f",
        "documento nacional de identidad",
        "documento de identidad",
        "número de identificación fiscal",
        "numero de identificacion fiscal",
        "identificación fiscal",
        "identidad",
        "carnet de identidad",
        "documento",
        "agencia tributaria",
        "hacienda",
        "identity card",
        "identity number",
        "tax id",
        "vat",
        "vat number",
        "national id",
    ],
    check: |candidate| check_nif(candidate, false),
};

/// The letter by the remainder of the number divided by 23 (article 11 of Royal Decree 1553/2005).
const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";

/// Order EHA/451/2008 and article 19 of Royal Decree 1065/2007.
fn check_nif(candidate: &Candidate<'_>, of_foreigner: bool) -> Option<Finding> {
    let matched = candidate.matched();
    let number = match matched.get(..2) {
        Some("ES") => matched.get(2..)?,
        _ => matched,
    };
    // An identity card's leading zeros are left out at times.
    let lacking = 9 - number.bytes().filter(u8::is_ascii_alphanumeric).count().min(9);
    let raw = match lacking {
        0 => code::<9>(number)?,
        1 => prefixed(b'0', code::<8>(number)?),
        _ => return None,
    };
    let [head, body @ .., last] = raw;
    let digits = std::str::from_utf8(&body).ok()?;
    let number: usize = digits.parse().ok()?;
    let letter = |head: usize| LETTERS.get((head * 10_000_000 + number) % LETTERS.len()) == Some(&last);
    let fits = match head {
        b'0'..=b'9' => letter(usize::from(head - b'0')) && (head, number) != (b'0', 0),
        b'X' | b'Y' | b'Z' => letter(usize::from(head - b'X')),
        b'K' | b'L' | b'M' => letter(0),
        _ => is_company(head, &body, last),
    };
    let is_kind = matches!(head, b'X'..=b'Z') == of_foreigner;
    (fits && is_kind && stands_alone(candidate)).then(|| candidate.whole())?
}

fn prefixed(head: u8, tail: [u8; 8]) -> [u8; 9] {
    let mut all = [head; 9];
    all.iter_mut().skip(1).zip(tail).for_each(|(place, b)| *place = b);
    all
}

/// Companies: Luhn, the check digit as a digit or as one of the letters from J on, whatever the kind.
fn is_company(kind: u8, body: &[u8; 7], check: u8) -> bool {
    let digit = match check {
        b'0'..=b'9' => check,
        b'J' => b'0',
        b'A'..=b'I' => check - b'A' + b'1',
        _ => return false,
    };
    let mut number = [digit; 8];
    number.iter_mut().zip(body).for_each(|(place, b)| *place = *b);
    b"ABCDEFGHJNPQRSUVW".contains(&kind) && std::str::from_utf8(&number).is_ok_and(luhn)
}

const PASSPORT_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::ES, Group::EU],
    aliases: &["SPAIN_PASSPORT", "ES_PASSPORT_NUMBER"],
    languages: &["es", "en"],
    ..LabelInfo::new("ES_PASSPORT", "The number of a Spanish passport, in context.", "PAA123456", Handling::IDENTIFIER)
};

const PASSPORT: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[A-Z]{2}[A-Z]?[0-9]{6}", 0.1, 0.93)]),
    context: words![
        "pasaporte",
        "número de pasaporte",
        "numero de pasaporte",
        "nº de pasaporte",
        "pasaporte español",
        "passaport",
        "spanish passport",
        "es passport",
        "passport es",
        "esp passport",
        "passport spain",
    ],
    check: |candidate| stands_alone(candidate).then(|| candidate.whole())?,
};

/// Passport numbers of this shape without the country's name: less probable.
const PASSPORT_UNNAMED: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[A-Z]{3}[0-9]{6}", 0.1, 0.6)]),
    context: words!["passport", "passport no", "passport number"],
    check: |candidate| stands_alone(candidate).then(|| candidate.whole())?,
};
