//! Identifiers of Italy.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{code, digits, is_day, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[DRIVER_LICENSE, FISCAL_CODE, IDENTITY_CARD, PASSPORT, PASSPORT_UNNAMED, VAT_CODE];

const DRIVER_LICENSE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IT, Group::EU],
        aliases: &["IT_DRIVING_LICENCE", "IT_PATENTE", "ITALY_DRIVER_LICENSE"],
        languages: &["it", "en"],
        ..LabelInfo::new(
            "IT_DRIVER_LICENSE",
            "The number of an Italian driving licence, in context.",
            "U1H00A000B",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z]{2}[0-9]{7}[A-Z]", 0.2, 0.93),
        Pattern::regex("U[0-9][0-9A-Z]{7}[A-Z]", 0.2, 0.93),
    ]),
    context: words![
        "patente",
        "patente di guida",
        "numero patente",
        "patente n",
        "guida",
        "motorizzazione",
        "driver license",
        "driver's license",
        "drivers license",
        "driving licence",
        "driving license",
        "licence",
        "license",
    ],
    check: |candidate| {
        let fits = candidate.pattern == 0 || candidate.matched().starts_with("U1");
        (fits && stands_alone(candidate)).then(|| candidate.whole())?
    },
};

const FISCAL_CODE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IT, Group::EU],
        aliases: &["CODICE_FISCALE", "IT_CODICE_FISCALE", "ITALY_FISCAL_CODE"],
        validation: Validation::Checksum,
        languages: &["it", "en"],
        ..LabelInfo::new(
            "IT_FISCAL_CODE",
            "The fiscal code of a person in Italy.",
            "RCCMNL83S18D969H",
            Handling::IDENTIFIER,
        )
    },
    // Of random capitals and digits of this length one in 80,000 passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z]{6}[0-9A-Z]{10}", 0.96, 0.99),
        Pattern::regex("[A-Z]{3} [A-Z]{3} [0-9A-Z]{5} [0-9A-Z]{5}", 0.96, 0.99),
    ]),
    context: words![
        "codice fiscale",
        "cod. fisc",
        "cod.fisc",
        "cod fisc",
        "c.f",
        "cf",
        "fiscale",
        "tessera sanitaria",
        "codicefiscale",
        "fiscal code",
        "tax code",
        "tax id",
    ],
    check: check_fiscal_code,
};

/// Decree of the Ministry of Finance of 23 December 1976: digits may be written as letters where two persons
/// would have the same code; the day of women is 40 more.
fn check_fiscal_code(candidate: &Candidate<'_>) -> Option<Finding> {
    // Values of characters at odd places, counted from one; a digit counts like its letter.
    const ODD: [u32; 26] =
        [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    const MONTHS: &[u8; 12] = b"ABCDEHLMPRST";
    let raw = code::<16>(candidate.matched())?;
    let value = |b: u8| if b.is_ascii_digit() { b - b'0' } else { b - b'A' };
    let sum = raw.iter().take(15).enumerate().fold(0, |sum, (i, &b)| match i % 2 {
        0 => sum + ODD.get(usize::from(value(b))).copied().unwrap_or_default(),
        _ => sum + u32::from(value(b)),
    });
    let digit = |b: &u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        _ => b"LMNPQRSTUV".iter().position(|letter| letter == b).and_then(|at| u8::try_from(at).ok()),
    };
    let mut date = [0; 4];
    for (place, at) in date.iter_mut().zip([6, 7, 9, 10]) {
        *place = digit(raw.get(at)?)?;
    }
    let month = MONTHS.iter().zip(1..).find_map(|(letter, month)| (Some(letter) == raw.get(8)).then_some(month))?;
    let day = part(&date, 2, 2);
    let is_born = is_day(part(&date, 0, 2), month, if day > 40 { day - 40 } else { day });
    let has_place = raw.iter().skip(12).take(3).all(|b| digit(b).is_some());
    let has_letters = [11, 15].into_iter().all(|at| raw.get(at).is_some_and(u8::is_ascii_uppercase));
    let fits = is_born && has_place && has_letters && sum % 26 == u32::from(value(*raw.last()?));
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const IDENTITY_CARD: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IT, Group::EU],
        aliases: &["IT_ID_CARD", "CARTA_IDENTITA", "IT_CARTA_IDENTITA"],
        languages: &["it", "en"],
        ..LabelInfo::new(
            "IT_IDENTITY_CARD",
            "The number of an Italian identity card, in context.",
            "CA00000AA",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // The electronic card of today, its forerunner, and the paper card.
        Pattern::regex("[A-Z]{2} ?[0-9]{5} ?[A-Z]{2}", 0.2, 0.94),
        Pattern::regex("[0-9]{7}[A-Z]{2}", 0.15, 0.93),
        Pattern::regex("[A-Z]{2} ?[0-9]{7}", 0.1, 0.93),
    ]),
    context: words![
        "carta d'identità",
        "carta d'identita",
        "carta d’identità",
        "carta identità",
        "carta identita",
        "carta di identità",
        "carta di identita",
        "cie",
        "c.i",
        "documento d'identità",
        "documento di identità",
        "documento di riconoscimento",
        "italian identity card",
        "italian id card",
        "identity card",
        "id card",
    ],
    check: |candidate| stands_alone(candidate).then(|| candidate.whole())?,
};

const PASSPORT_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::IT, Group::EU],
    aliases: &["ITALY_PASSPORT", "IT_PASSPORT_NUMBER"],
    languages: &["it", "en"],
    ..LabelInfo::new("IT_PASSPORT", "The number of an Italian passport, in context.", "YA1234567", Handling::IDENTIFIER)
};

const PASSPORT: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[A-Z]{2} ?[0-9]{7}", 0.1, 0.93)]),
    context: words![
        "passaporto",
        "numero passaporto",
        "passaporto n",
        "passaporto italiano",
        "italian passport",
        "it passport",
        "ita passport",
        "passport ita",
        "passport it",
        "passport italy",
    ],
    check: |candidate| stands_alone(candidate).then(|| candidate.whole())?,
};

/// Passport numbers of this shape without the country's name: less probable.
const PASSPORT_UNNAMED: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[A-Z]{2}[0-9]{7}", 0.1, 0.58)]),
    context: words!["passport", "passport no", "passport number"],
    check: |candidate| stands_alone(candidate).then(|| candidate.whole())?,
};

const VAT_CODE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IT, Group::EU],
        aliases: &["PARTITA_IVA", "IT_PARTITA_IVA", "IT_VAT", "IT_VAT_ID"],
        validation: Validation::Checksum,
        languages: &["it", "en"],
        ..LabelInfo::new("IT_VAT_CODE", "A value-added tax number of Italy.", "IT00743110157", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        // Of codes of two letters and eleven digits one in 60,000 passes, without the letters one in 100.
        Pattern::regex("IT[ -]?[0-9]{11}", 0.88, 0.98),
        Pattern::regex("[0-9]{11}", 0.1, 0.96),
    ]),
    context: words![
        "partita iva",
        "p.iva",
        "p iva",
        "piva",
        "p. iva",
        "part iva",
        "iva",
        "partitaiva",
        "codice fiscale",
        "italian vat",
        "vat",
        "vat number",
        "vat code",
        "vat id",
        "vat it",
    ],
    check: check_vat_code,
};

/// Luhn; digits 8 to 10 are the province of the office, or one of the revenue agency's own.
fn check_vat_code(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<11>(matched)?;
    let fits = matches!(part(&number, 7, 3), 1..=100 | 120 | 121 | 888 | 999) && part(&number, 0, 7) != 0;
    (fits && luhn(matched) && stands_alone(candidate)).then(|| candidate.whole())?
}
