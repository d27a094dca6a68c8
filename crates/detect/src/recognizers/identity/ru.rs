//! Identifiers of Russia.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[INN, OGRN, SNILS];

const INN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::RU],
        aliases: &["INN", "RU_TAX_ID"],
        validation: Validation::Checksum,
        languages: &["ru", "en"],
        shapes: &[Shape::Like("7830002293"), Shape::Like("500100732259")],
        ..LabelInfo::new(
            "RU_INN",
            "The taxpayer number of a person or company in Russia.",
            "7830002293",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{10}", 0.02, 0.96), Pattern::regex(r"[0-9]{12}", 0.02, 0.96)]),
    context: words![
        "инн",
        "инн организации",
        "инн физлица",
        "идентификационный номер налогоплательщика",
        "номер налогоплательщика",
        "налогоплательщик",
        "inn",
        "russian tax number"
    ],
    check: check_inn,
};

/// Order of the Federal Tax Service: sums of weighted digits modulo 11, modulo 10; a person's number has two check digits.
fn check_inn(candidate: &Candidate<'_>) -> Option<Finding> {
    const WEIGHTS: [u32; 11] = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
    let matched = candidate.matched();
    let check = |number: &[u8], at: usize| {
        let weights = WEIGHTS.get(WEIGHTS.len() - at..).unwrap_or_default();
        number.get(..at).is_some_and(|head| weighted(head, weights) % 11 % 10 == part(number, at, 1))
    };
    let fits = match matched.len() {
        10 => digits::<10>(matched).is_some_and(|number| check(&number, 9)),
        _ => digits::<12>(matched).is_some_and(|number| check(&number, 10) && check(&number, 11)),
    };
    (fits && !matched.starts_with("00") && stands_alone(candidate)).then(|| candidate.whole())?
}

const OGRN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::RU],
        aliases: &["OGRN", "OGRNIP", "RU_OGRNIP"],
        validation: Validation::Checksum,
        languages: &["ru", "en"],
        shapes: &[Shape::Like("1022200525819"), Shape::Like("304500116000157")],
        ..LabelInfo::new(
            "RU_OGRN",
            "The number of a company or entrepreneur in the state register of Russia.",
            "1022200525819",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[15][0-9]{12}", 0.02, 0.96), Pattern::regex(r"3[0-9]{14}", 0.02, 0.96)]),
    context: words!["огрн", "огрнип", "номер огрн", "государственный регистрационный номер", "ogrn", "ogrnip"],
    check: check_ogrn,
};

/// Check by the rules for keeping the register: the remainder of the number before its last digit, modulo 11 (13 for
/// entrepreneurs).
fn check_ogrn(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let (head, last) = matched.split_at_checked(matched.len() - 1)?;
    let modulus = if head.len() == 12 { 11 } else { 13 };
    let fits = head.parse::<u64>().ok()? % modulus % 10 == last.parse::<u64>().ok()?;
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const SNILS: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::RU],
        aliases: &["SNILS"],
        validation: Validation::Checksum,
        languages: &["ru", "en"],
        ..LabelInfo::new(
            "RU_SNILS",
            "The number of an insured person's account in Russia.",
            "112-233-445 95",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{3}-[0-9]{3}-[0-9]{3}[ -][0-9]{2}", 0.92, 0.98),
        Pattern::regex(r"[0-9]{11}", 0.02, 0.96),
    ]),
    context: words![
        "снилс",
        "номер снилс",
        "страховой номер",
        "лицевого счета",
        "пенсионное страхование",
        "snils",
        "russian insurance number"
    ],
    check: check_snils,
};

/// The pension fund's rule: digits times 9 to 1, modulo 101.
fn check_snils(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    let sum = weighted(&number, &[9, 8, 7, 6, 5, 4, 3, 2, 1]);
    // Numbers up to 001-001-998 have no check.
    let fits = part(&number, 0, 9) > 1_001_998 && sum % 101 % 100 == part(&number, 9, 2);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
