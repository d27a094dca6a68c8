//! Identifiers of Bulgaria, Croatia, Greece, Romania and Slovenia.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, is_date, is_day, part, stands_alone, weighted};
use crate::{
    Candidate, Finding, Pattern, Rule,
    checksum::{luhn, mod11_10},
};

pub(super) const RULES: &[Rule] = &[BG_EGN, GR_AFM, GR_AMKA, HR_OIB, RO_CNP, SI_EMSO];

const BG_EGN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::BG, Group::EU],
        aliases: &["EGN", "BULGARIA_UCN", "BG_UCN"],
        validation: Validation::Checksum,
        languages: &["bg", "en"],
        ..LabelInfo::new(
            "BG_EGN",
            "The uniform civil number of a person in Bulgaria.",
            "7523169263",
            Handling::IDENTIFIER,
        )
    },
    // One number in 90 passes.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{10}", 0.15, 0.97)]),
    context: words![
        "егн",
        "е.г.н",
        "единен граждански номер",
        "граждански номер",
        "личен номер",
        "egn",
        "edinen grazhdanski nomer",
        "uniform civil number",
        "unified civil number",
        "bulgarian id",
        "personal number",
        "national id",
    ],
    check: check_egn,
};

/// Ordinance RD-02-20-9 of 2012: date of birth with the century in the month, weights modulo 11, 10 as 0.
fn check_egn(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    let (year, month, day) = (part(&number, 0, 2), part(&number, 2, 2), part(&number, 4, 2));
    let is_born = match month {
        41.. => is_date(2000 + year, month - 40, day),
        21.. => is_date(1800 + year, month - 20, day),
        _ => is_date(1900 + year, month, day),
    };
    let check = weighted(&number, &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10;
    (is_born && check == part(&number, 9, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}

const GR_AFM: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::GR, Group::EU],
        aliases: &["AFM", "GR_TIN", "GREECE_AFM", "GR_VAT_ID"],
        validation: Validation::Checksum,
        languages: &["el", "en"],
        ..LabelInfo::new("GR_AFM", "A tax number of Greece, in context.", "094259216", Handling::IDENTIFIER)
    },
    // Every tenth number passes.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{9}", 0.05, 0.96), Pattern::regex("EL ?[0-9]{9}", 0.88, 0.98)]),
    context: words![
        "αφμ",
        "α.φ.μ",
        "αριθμός φορολογικού μητρώου",
        "φορολογικού μητρώου",
        "φορολογικό μητρώο",
        "δου",
        "δ.ο.υ",
        "afm",
        "a.f.m",
        "greek tax",
        "tax number",
        "tax id",
        "vat",
        "tin",
    ],
    check: check_afm,
};

/// Weights 256, 128, …, 2 modulo 11, 10 as 0.
fn check_afm(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let sum = weighted(&number, &[256, 128, 64, 32, 16, 8, 4, 2]);
    (sum != 0 && sum % 11 % 10 == part(&number, 8, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}

const GR_AMKA: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::GR, Group::EU, Group::HEALTH],
        aliases: &["AMKA", "GREECE_AMKA", "GR_SSN"],
        validation: Validation::Checksum,
        languages: &["el", "en"],
        ..LabelInfo::new(
            "GR_AMKA",
            "The social security number of a person in Greece.",
            "01013099997",
            Handling::IDENTIFIER,
        )
    },
    // One number in 270 passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{11}", 0.3, 0.97),
        Pattern::regex("[0-9]{6}[ -][0-9]{5}", 0.3, 0.96),
    ]),
    context: words![
        "αμκα",
        "α.μ.κ.α",
        "αριθμός μητρώου κοινωνικής ασφάλισης",
        "κοινωνικής ασφάλισης",
        "amka",
        "a.m.k.a",
        "greek social security",
        "social security number",
    ],
    check: check_amka,
};

/// Day of birth, a serial number, Luhn.
fn check_amka(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<11>(matched)?;
    let is_born = is_day(part(&number, 4, 2), part(&number, 2, 2), part(&number, 0, 2));
    (is_born && luhn(matched) && stands_alone(candidate)).then(|| candidate.whole())?
}

const HR_OIB: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HR, Group::EU],
        aliases: &["OIB", "CROATIA_PERSONAL_ID_NUMBER", "CROATIA_OIB"],
        validation: Validation::Checksum,
        languages: &["hr", "en"],
        ..LabelInfo::new(
            "HR_OIB",
            "The identification number of a person or company in Croatia.",
            "33392005961",
            Handling::IDENTIFIER,
        )
    },
    // Every tenth number passes.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{11}", 0.1, 0.96), Pattern::regex("HR ?[0-9]{11}", 0.88, 0.98)]),
    context: words![
        "oib",
        "o.i.b",
        "osobni identifikacijski broj",
        "identifikacijski broj",
        "porezni broj",
        "croatian id",
        "croatian personal identification number",
        "personal identification number",
        "vat",
        "tax id",
    ],
    check: |candidate| {
        let is_number = digits::<11>(candidate.matched())? != [0; 11];
        (is_number && mod11_10(candidate.matched()) && stands_alone(candidate)).then(|| candidate.whole())?
    },
};

const RO_CNP: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::RO, Group::EU],
        aliases: &["CNP", "ROMANIA_CNP", "COD_NUMERIC_PERSONAL"],
        validation: Validation::Checksum,
        languages: &["ro", "en"],
        ..LabelInfo::new(
            "RO_CNP",
            "The personal numeric code of a person in Romania.",
            "1630615123457",
            Handling::IDENTIFIER,
        )
    },
    // One number in 600 passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{13}", 0.4, 0.98),
        Pattern::regex("[0-9] [0-9]{6} [0-9]{6}", 0.6, 0.98),
    ]),
    context: words![
        "cnp",
        "cnp-ul",
        "c.n.p",
        "cod numeric personal",
        "codul numeric personal",
        "cod numeric",
        "buletin",
        "carte de identitate",
        "romanian id",
        "personal numeric code",
        "national id",
    ],
    check: check_cnp,
};

/// Emergency ordinance 97/2005: sex and century, date of birth, county, serial number, weights modulo 11.
fn check_cnp(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<13>(candidate.matched())?;
    let century = match part(&number, 0, 1) {
        0 => return None,
        3 | 4 => 1800,
        5 | 6 => 2000,
        _ => 1900,
    };
    let year = part(&number, 1, 2);
    let is_born = is_date(century + year, part(&number, 3, 2), part(&number, 5, 2));
    let is_county = matches!(part(&number, 7, 2), 1..=48 | 51 | 52 | 70 | 80..=83);
    let check = match weighted(&number, &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11 {
        10 => 1,
        check => check,
    };
    let fits = is_born && is_county && check == part(&number, 12, 1);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const SI_EMSO: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::SI, Group::EU],
        aliases: &["EMSO", "SLOVENIA_EMSO", "JMBG"],
        validation: Validation::Checksum,
        languages: &["sl", "sr", "hr", "en"],
        ..LabelInfo::new(
            "SI_EMSO",
            "The master citizen number of a person in Slovenia, or of one from elsewhere in former Yugoslavia.",
            "0101006500006",
            Handling::IDENTIFIER,
        )
    },
    // One number in 1,100 passes, and of times in milliseconds one in 330.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{13}", 0.4, 0.98), Pattern::regex("[0-9]{7} [0-9]{6}", 0.7, 0.98)]),
    context: words![
        "emšo",
        "emso",
        "enotna matična številka občana",
        "matična številka",
        "maticna stevilka",
        "jmbg",
        "jedinstveni matični broj",
        "matični broj",
        "maticni broj",
        "slovenian id",
        "unique master citizen number",
        "personal number",
        "national id",
    ],
    check: check_emso,
};

/// Act on the central population register: day of birth with three digits of the year, region, serial number,
/// weights 7 to 2 twice, modulo 11.
fn check_emso(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<13>(candidate.matched())?;
    let year = match part(&number, 4, 3) {
        year @ 800.. => 1000 + year,
        year => 2000 + year,
    };
    let is_born = (1850..=2099).contains(&year) && is_date(year, part(&number, 2, 2), part(&number, 0, 2));
    let check = match weighted(&number, &[7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    };
    (is_born && check == part(&number, 12, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}
