//! Identifiers of Czechia, Hungary, Poland and Slovakia.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, is_date, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[CZ_BIRTH_NUMBER, HU_TAJ, PL_NIP, PL_PESEL];

const CZ_BIRTH_NUMBER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CZ, Group::SK, Group::EU],
        aliases: &["SK_BIRTH_NUMBER", "RODNE_CISLO", "CZ_RODNE_CISLO", "SK_RODNE_CISLO", "CZ_PERSONAL_ID_NUMBER"],
        validation: Validation::Checksum,
        languages: &["cs", "sk", "en"],
        ..LabelInfo::new(
            "CZ_BIRTH_NUMBER",
            "The birth number of a person in Czechia or Slovakia.",
            "710319/2745",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // As it is printed: one in 70 passes.
        Pattern::regex("[0-9]{6}/[0-9]{4}", 0.65, 0.98),
        Pattern::regex("[0-9]{10}", 0.1, 0.96),
        // Of those born before 1954, without a check digit.
        Pattern::regex("[0-9]{6}/[0-9]{3}", 0.3, 0.95),
        Pattern::regex("[0-9]{6} [0-9]{4}", 0.1, 0.95),
    ]),
    context: words![
        "rodné číslo",
        "rodne cislo",
        "rodného čísla",
        "rodným číslem",
        "r.č",
        "r. č",
        "rč",
        "rc",
        "rodné č",
        "rodnecislo",
        "osobní číslo",
        "narozen",
        "narozena",
        "birth number",
        "czech birth number",
        "slovak birth number",
        "national id",
        "personal number",
    ],
    check: check_birth_number,
};

/// Act 133/2000 of Czechia, act 301/1995 of Slovakia: date of birth (month 50 more for women, and 20 more where
/// numbers ran out), divisible by 11; until 1985 the last digit was 0 where the rest of the others was 10.
fn check_birth_number(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let (head, is_checked) = match candidate.pattern {
        2 => (digits::<9>(matched)?, true),
        _ => {
            let number = digits::<10>(matched)?;
            let head = *number.first_chunk::<9>()?;
            (head, part(&head, 0, 9) % 11 % 10 == part(&number, 9, 1))
        }
    };
    let short = candidate.pattern == 2;
    let (year, month, day) = (part(&head, 0, 2), part(&head, 2, 2), part(&head, 4, 2));
    let century = match (short, year) {
        (true, 80..) => 1800,
        (true, 54..) => return None,
        (false, ..54) => 2000,
        _ => 1900,
    };
    let month = match month {
        21..=32 => month - 20,
        51..=62 => month - 50,
        71..=82 => month - 70,
        _ => month,
    };
    (is_checked && is_date(century + year, month, day) && stands_alone(candidate)).then(|| candidate.whole())?
}

const HU_TAJ: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HU, Group::EU, Group::HEALTH],
        aliases: &["TAJ", "TAJ_NUMBER", "HU_SSN", "HU_TAJ_NUMBER"],
        validation: Validation::Checksum,
        languages: &["hu", "en"],
        ..LabelInfo::new(
            "HU_TAJ",
            "The social security number of a person in Hungary, in context.",
            "111 111 110",
            Handling::IDENTIFIER,
        )
    },
    // Every tenth number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3}[ -][0-9]{3}[ -][0-9]{3}", 0.1, 0.96),
        Pattern::regex("[0-9]{9}", 0.04, 0.95),
    ]),
    context: words![
        "taj",
        "taj-szám",
        "taj szám",
        "tajszám",
        "taj száma",
        "taj-száma",
        "tajkártya",
        "társadalombiztosítási",
        "társadalombiztosítási azonosító jel",
        "hungarian social security",
        "hungarian social security number",
    ],
    check: check_taj,
};

/// Act XX of 1996: weights 3 and 7 by turns, the last digit of the sum is the check digit.
fn check_taj(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let sum = weighted(&number, &[3, 7, 3, 7, 3, 7, 3, 7]);
    (sum != 0 && sum % 10 == part(&number, 8, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}

const PL_NIP: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::PL, Group::EU],
        aliases: &["NIP", "POLAND_TAX_ID", "PL_TAX_ID", "PL_VAT_ID"],
        validation: Validation::Checksum,
        languages: &["pl", "en"],
        ..LabelInfo::new(
            "PL_NIP",
            "A tax identification number of Poland, in context.",
            "774-000-14-54",
            Handling::IDENTIFIER,
        )
    },
    // Every twelfth number passes; telephone numbers of other countries are grouped like this, too.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3}[ -][0-9]{3}[ -][0-9]{2}[ -][0-9]{2}", 0.4, 0.97),
        Pattern::regex("[0-9]{3}[ -][0-9]{2}[ -][0-9]{2}[ -][0-9]{3}", 0.4, 0.97),
        Pattern::regex("[0-9]{10}", 0.05, 0.96),
        Pattern::regex("PL ?[0-9]{10}", 0.85, 0.98),
    ]),
    context: words![
        "nip",
        "n.i.p",
        "nr nip",
        "numer nip",
        "numer identyfikacji podatkowej",
        "identyfikacji podatkowej",
        "podatnik",
        "podatnika",
        "faktura",
        "vat",
        "tax id",
        "tax number",
        "polish tax",
    ],
    check: check_nip,
};

/// Act of 13 October 1995: weights 6, 5, 7, 2, 3, 4, 5, 6, 7 modulo 11.
fn check_nip(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    let sum = weighted(&number, &[6, 5, 7, 2, 3, 4, 5, 6, 7]);
    (number[0] != 0 && sum % 11 == part(&number, 9, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}

const PL_PESEL: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::PL, Group::EU],
        aliases: &["PESEL", "POLAND_PESEL_NUMBER"],
        validation: Validation::Checksum,
        languages: &["pl", "en"],
        ..LabelInfo::new(
            "PL_PESEL",
            "The number of a person in Poland's register.",
            "44051401359",
            Handling::IDENTIFIER,
        )
    },
    // One number in 55 passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{11}", 0.25, 0.97),
        Pattern::regex("[0-9]{6}[ -][0-9]{5}", 0.1, 0.95),
    ]),
    context: words![
        "pesel",
        "nr pesel",
        "numer pesel",
        "pesel-u",
        "peselem",
        "numer ewidencyjny",
        "numer identyfikacyjny",
        "polish id",
        "national id",
        "personal number",
    ],
    check: check_pesel,
};

/// Act of 24 September 2010: date of birth with the century in the month, weights 1, 3, 7, 9 by turns.
fn check_pesel(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    let (year, month, day) = (part(&number, 0, 2), part(&number, 2, 2), part(&number, 4, 2));
    let century = match month / 20 {
        4 => 1800,
        centuries => 1900 + 100 * centuries,
    };
    let is_born = is_date(century + year, month % 20, day);
    let sum = weighted(&number, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]);
    (is_born && sum.is_multiple_of(10) && stands_alone(candidate)).then(|| candidate.whole())?
}
