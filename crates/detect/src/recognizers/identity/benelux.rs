//! Identifiers of persons in Belgium, Luxembourg and the Netherlands.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, is_date, is_day, part, stands_alone, weighted};
use crate::{
    Candidate, Finding, Pattern, Rule,
    checksum::{luhn, verhoeff},
};

pub(super) const RULES: &[Rule] = &[BE_NATIONAL_NUMBER, LU_MATRICULE, NL_BSN];

const BE_NATIONAL_NUMBER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::BE, Group::EU],
        aliases: &["BE_NRN", "BE_NISS", "BE_INSZ", "BE_RIJKSREGISTERNUMMER", "BELGIUM_NATIONAL_ID_CARD_NUMBER"],
        validation: Validation::Checksum,
        languages: &["nl", "fr", "de", "en"],
        ..LabelInfo::new(
            "BE_NATIONAL_NUMBER",
            "The number of a person in Belgium's national register, or a BIS number.",
            "85.07.30-033.28",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // As the identity card prints it.
        Pattern::regex("[0-9]{2}\\.[0-9]{2}\\.[0-9]{2}-[0-9]{3}\\.[0-9]{2}", 0.97, 0.99),
        Pattern::regex("[0-9]{2}[ .][0-9]{2}[ .][0-9]{2}[ -][0-9]{3}[ .-][0-9]{2}", 0.8, 0.98),
        Pattern::regex("[0-9]{6}[ -][0-9]{3}[ .-]?[0-9]{2}", 0.45, 0.97),
        // One number in 600 passes.
        Pattern::regex("[0-9]{11}", 0.3, 0.97),
    ]),
    context: words![
        "rijksregisternummer",
        "rijksregister",
        "rrn",
        "rijksregisternr",
        "nationaal nummer",
        "insz",
        "insz-nummer",
        "niss",
        "bis-nummer",
        "numéro national",
        "numero national",
        "registre national",
        "numéro de registre national",
        "numéro bis",
        "nn",
        "nationalregisternummer",
        "nationalregister",
        "erkennungsnummer der sozialen sicherheit",
        "belgian national number",
        "national number",
        "national register number",
        "social security number",
    ],
    check: check_national_number,
};

/// Royal decree of 3 April 1984: date of birth (BIS numbers: month and 20 or 40; zeros where it is unknown), a
/// serial number, and 97 less the rest of all before, with a 2 in front for those born from 2000 on.
fn check_national_number(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    let (year, month, day) = (part(&number, 0, 2), part(&number, 2, 2), part(&number, 4, 2));
    let (body, check) = (u64::from(part(&number, 0, 9)), u64::from(part(&number, 9, 2)));
    let month = match month {
        20..=32 => month - 20,
        40..=52 => month - 40,
        _ => month,
    };
    // Not all is known of some dates, and a day's numbers may run out.
    let is_born = is_day(year, month, day) || day <= 31 && (month == 0 || day == 0 && month <= 12);
    let serial = part(&number, 6, 3);
    let is_key = |body: u64| 97 - body % 97 == check;
    // Nobody has been born after 2039 yet.
    let fits = is_key(body) || year < 40 && is_key(2_000_000_000 + body);
    (is_born && (1..=998).contains(&serial) && fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const LU_MATRICULE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::LU, Group::EU],
        aliases: &["LU_NATIONAL_ID", "LU_NIN", "LU_SSN", "LUXEMBOURG_MATRICULE"],
        validation: Validation::Checksum,
        languages: &["fr", "de", "lb", "en"],
        ..LabelInfo::new(
            "LU_MATRICULE",
            "The national identification number of a person in Luxembourg.",
            "1893 12 01 057 32",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{4} [0-9]{2} ?[0-9]{2} [0-9]{3} ?[0-9]{2}", 0.95, 0.99),
        // Of random numbers one in 100,000 passes, of numbers that begin with a date one in 100.
        Pattern::regex("[0-9]{13}", 0.6, 0.98),
        Pattern::regex("[0-9]{8}[ -][0-9]{5}", 0.6, 0.98),
    ]),
    context: words![
        "matricule",
        "numéro de matricule",
        "numéro matricule",
        "numéro national",
        "matricule nationale",
        "ccss",
        "cns",
        "sozialversicherungsnummer",
        "matrikelnummer",
        "identifikationsnummer",
        "national identification number",
        "national id",
        "social security number",
    ],
    check: check_matricule,
};

/// Grand-ducal regulation of 28 November 2013: date of birth, a serial number, and of these eleven digits the
/// check digits of Luhn and of Verhoeff.
fn check_matricule(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<13>(candidate.matched())?;
    let (year, month, day) = (part(&number, 0, 4), part(&number, 4, 2), part(&number, 6, 2));
    if !((1850..=2099).contains(&year) && is_date(year, month, day)) {
        return None;
    }
    let mut text = number.map(|d| d + b'0');
    let is_luhn = std::str::from_utf8(text.get(..12)?).is_ok_and(luhn);
    // The digit behind Luhn's is Verhoeff's of the same eleven.
    text.swap(11, 12);
    let is_verhoeff = std::str::from_utf8(text.get(..12)?).is_ok_and(verhoeff);
    (is_luhn && is_verhoeff && stands_alone(candidate)).then(|| candidate.whole())?
}

const NL_BSN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NL, Group::EU],
        aliases: &["BSN", "NL_SOFINUMMER", "NETHERLANDS_BSN_NUMBER", "BURGERSERVICENUMMER", "NL_BURGERSERVICENUMMER"],
        validation: Validation::Checksum,
        languages: &["nl", "en"],
        ..LabelInfo::new(
            "NL_BSN",
            "The citizen service number of a person in the Netherlands, in context.",
            "1112.22.333",
            Handling::IDENTIFIER,
        )
    },
    // Every eleventh number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{4}\\.[0-9]{2}\\.[0-9]{3}", 0.45, 0.97),
        Pattern::regex("[0-9]{9}", 0.05, 0.96),
        Pattern::regex("[0-9]{3}[ .-][0-9]{3}[ .-][0-9]{3}", 0.1, 0.96),
        Pattern::regex("[0-9]{4}[ -][0-9]{2}[ -][0-9]{3}", 0.1, 0.96),
        // A leading zero is left out at times.
        Pattern::regex("[0-9]{8}", 0.02, 0.9),
    ]),
    context: words![
        "bsn",
        "bsn-nummer",
        "bsnnummer",
        "burgerservicenummer",
        "burger service nummer",
        "sofinummer",
        "sofi-nummer",
        "sofi",
        "persoonsnummer",
        "citizen service number",
        "dutch bsn",
    ],
    check: check_bsn,
};

/// Regulation on the citizen service number, article 2: weights 9 to 2, and minus 1 (10 is the same modulo 11).
fn check_bsn(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let sum = match candidate.pattern {
        4 => weighted(&digits::<8>(matched)?, &[8, 7, 6, 5, 4, 3, 2, 10]),
        _ => weighted(&digits::<9>(matched)?, &[9, 8, 7, 6, 5, 4, 3, 2, 10]),
    };
    let is_short_of_zero = candidate.pattern == 4 && matched.starts_with('0');
    (!is_short_of_zero && sum != 0 && sum.is_multiple_of(11) && stands_alone(candidate)).then(|| candidate.whole())?
}
