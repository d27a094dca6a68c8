//! Identifiers of Denmark, Finland, Norway and Sweden.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{digits, is_date, is_day, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] =
    &[DK_CPR, FI_PERSONAL_IDENTITY_CODE, NO_FODSELSNUMMER, SE_ORGANISATIONSNUMMER, SE_PERSONNUMMER];

const DK_CPR: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DK, Group::EU],
        aliases: &["CPR", "CPR_NUMBER", "DENMARK_CPR_NUMBER", "DK_PERSONNUMMER"],
        validation: Validation::Structure,
        languages: &["da", "en"],
        ..LabelInfo::new(
            "DK_CPR",
            "The number of a person in Denmark's civil register, in context.",
            "211062-5629",
            Handling::IDENTIFIER,
        )
    },
    // One in 27 passes: there is no check digit any more since 2007.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{6}[ -][0-9]{4}", 0.35, 0.96),
        Pattern::regex("[0-9]{10}", 0.05, 0.93),
    ]),
    context: words![
        "cpr",
        "cpr-nr",
        "cpr nr",
        "cprnr",
        "cpr-nummer",
        "cprnummer",
        "cpr nummer",
        "cpr number",
        "personnummer",
        "person nr",
        "det centrale personregister",
        "civil registration number",
        "danish id",
        "sygesikring",
    ],
    check: check_cpr,
};

fn check_cpr(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    // The seventh digit tells the century.
    let year = part(&number, 4, 2);
    let century = match (part(&number, 6, 1), year) {
        (0..=3, _) | (4 | 9, 37..) => 1900,
        (5..=8, 58..) => 1800,
        _ => 2000,
    };
    let is_born = is_date(century + year, part(&number, 2, 2), part(&number, 0, 2));
    (is_born && stands_alone(candidate)).then(|| candidate.whole())?
}

const FI_PERSONAL_IDENTITY_CODE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FI, Group::EU],
        aliases: &["FI_HETU", "HETU", "FINLAND_NATIONAL_ID_NUMBER", "FI_HENKILOTUNNUS"],
        validation: Validation::Checksum,
        languages: &["fi", "sv", "en"],
        shapes: &[Shape::Digits(10, 10), Shape::Mixed(10, 11)],
        ..LabelInfo::new(
            "FI_PERSONAL_IDENTITY_CODE",
            "The personal identity code of a person in Finland.",
            "131052-308T",
            Handling::IDENTIFIER,
        )
    },
    // One in a thousand of the shape with a dash passes; other signs are rarer.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{6}[-+A-Za-z][0-9]{3}[0-9A-Za-z]", 0.9, 0.99)]),
    context: words![
        "hetu",
        "henkilötunnus",
        "henkilotunnus",
        "henkilötunnukseni",
        "sosiaaliturvatunnus",
        "sotu",
        "personbeteckning",
        "personal identity code",
        "personal identity number",
        "finnish id",
        "finnish ssn",
        "kela",
    ],
    check: check_hetu,
};

/// Act 661/2009 and decree 690/2022: day of birth, a sign for the century, an individual number, and the rest
/// of all digits divided by 31 as a character.
fn check_hetu(candidate: &Candidate<'_>) -> Option<Finding> {
    const CHECKS: &[u8; 31] = b"0123456789ABCDEFHJKLMNPRSTUVWXY";
    let matched = candidate.matched().as_bytes();
    let (sign, check) = (matched.get(6)?.to_ascii_uppercase(), matched.get(10)?.to_ascii_uppercase());
    let mut number = [0; 9];
    let all = matched.iter().take(6).chain(matched.iter().skip(7).take(3));
    number.iter_mut().zip(all).for_each(|(place, b)| *place = b - b'0');
    let century = match sign {
        b'+' => 1800,
        b'-' | b'U'..=b'Y' => 1900,
        b'A'..=b'F' => 2000,
        _ => return None,
    };
    let is_born = is_date(century + part(&number, 4, 2), part(&number, 2, 2), part(&number, 0, 2));
    let rest = usize::try_from(part(&number, 0, 9) % 31).ok()?;
    let fits = is_born && part(&number, 6, 3) >= 2 && CHECKS.get(rest) == Some(&check);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const NO_FODSELSNUMMER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NO],
        aliases: &["NO_FNR", "FODSELSNUMMER", "NORWAY_NI_NUMBER", "NO_PERSONNUMMER", "NO_D_NUMMER"],
        validation: Validation::Checksum,
        languages: &["nb", "nn", "en"],
        ..LabelInfo::new(
            "NO_FODSELSNUMMER",
            "The birth number or D number of a person in Norway.",
            "151086 95088",
            Handling::IDENTIFIER,
        )
    },
    // One number in a thousand passes, and of eleven digits other countries make numbers, too.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{6} [0-9]{5}", 0.85, 0.98),
        Pattern::regex("[0-9]{11}", 0.4, 0.97),
        Pattern::regex("[0-9]{6}[-.][0-9]{5}", 0.6, 0.97),
    ]),
    context: words![
        "fødselsnummer",
        "fodselsnummer",
        "fødselsnr",
        "fnr",
        "f.nr",
        "personnummer",
        "d-nummer",
        "dnr",
        "dnummer",
        "fødselsnummeret",
        "norwegian id",
        "birth number",
        "national identity number",
        "national id",
    ],
    check: check_fodselsnummer,
};

/// Regulation on population registration, sections 2-2-1 to 2-2-3: day of birth (D numbers 40 more; month 40
/// more in numbers of health services), an individual number, two check digits modulo 11.
fn check_fodselsnummer(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    let sums =
        [weighted(&number, &[3, 7, 6, 1, 8, 9, 4, 5, 2, 1]), weighted(&number, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1])];
    let (day, month, year) = (part(&number, 0, 2), part(&number, 2, 2), part(&number, 4, 2));
    let century = match (part(&number, 6, 3), year) {
        (0..=499, _) | (900..=999, 40..) => Some(1900),
        (500..=749, 54..) => Some(1800),
        (500..=999, ..40) => Some(2000),
        _ => None,
    };
    let (day, month) = (if day > 40 { day - 40 } else { day }, if month > 40 { month - 40 } else { month });
    let is_born = century.is_some_and(|century| is_date(century + year, month, day));
    let fits = sums.iter().all(|sum| sum.is_multiple_of(11));
    (fits && is_born && stands_alone(candidate)).then(|| candidate.whole())?
}

const SE_ORGANISATIONSNUMMER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::SE, Group::EU],
        aliases: &["SE_ORGNR", "ORGANISATIONSNUMMER", "SWEDEN_ORGANISATION_NUMBER"],
        validation: Validation::Checksum,
        languages: &["sv", "en"],
        ..LabelInfo::new(
            "SE_ORGANISATIONSNUMMER",
            "The number of an organisation in Sweden.",
            "556016-0680",
            Handling::IDENTIFIER,
        )
    },
    // One in 13 passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?:[0-9]{2})?[0-9]{6}-[0-9]{4}", 0.45, 0.97),
        Pattern::regex("(?:[0-9]{2})?[0-9]{10}", 0.05, 0.94),
        Pattern::regex("SE[0-9]{12}", 0.9, 0.98),
    ]),
    context: words![
        "organisationsnummer",
        "organisationsnr",
        "org.nr",
        "orgnr",
        "org nr",
        "org-nr",
        "org.nummer",
        "momsregistreringsnummer",
        "bolagsverket",
        "organisation number",
        "organization number",
        "company number",
        "registration number",
        "vat",
    ],
    check: check_organisationsnummer,
};

/// Act 1974:174: the third digit is 2 at least, which no month begins with; Luhn.
fn check_organisationsnummer(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    // A value-added tax number ends in 01; where persons have twelve digits, organisations have 16 in front.
    let number = match candidate.pattern {
        2 => matched.strip_prefix("SE")?.strip_suffix("01")?,
        _ if digits::<12>(matched).is_some() => matched.strip_prefix("16")?,
        _ => matched,
    };
    let digits = digits::<10>(number)?;
    let fits = digits[0] != 0 && digits[2] >= 2 && luhn(number);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const SE_PERSONNUMMER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::SE, Group::EU],
        aliases: &["PERSONNUMMER", "SWEDEN_NATIONAL_ID_NUMBER", "SE_SAMORDNINGSNUMMER"],
        validation: Validation::Checksum,
        languages: &["sv", "en"],
        shapes: &[Shape::Digits(10, 12)],
        ..LabelInfo::new(
            "SE_PERSONNUMMER",
            "The identity number or coordination number of a person in Sweden.",
            "811228-9874",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{8}[-+][0-9]{4}", 0.9, 0.99),
        // One in 140 passes, and numbers of orders may be a date and a count.
        Pattern::regex("[0-9]{6}[-+][0-9]{4}", 0.55, 0.98),
        Pattern::regex("[0-9]{10}", 0.1, 0.96),
        // A time to the minute has this form, too.
        Pattern::regex("[0-9]{12}", 0.3, 0.97),
        Pattern::regex("(?:[0-9]{2})?[0-9]{6} [0-9]{4}", 0.2, 0.96),
    ]),
    context: words![
        "personnummer",
        "personnr",
        "person nr",
        "pers.nr",
        "persnr",
        "pnr",
        "p.nr",
        "samordningsnummer",
        "personnumret",
        "swedish id",
        "personal identity number",
        "personal number",
        "national id",
    ],
    check: check_personnummer,
};

/// Population Registration Act (1991:481), section 18: date of birth (coordination numbers: day and 60), a
/// birth number, Luhn over the last ten digits.
fn check_personnummer(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let (year, rest) = match digits::<12>(matched) {
        Some(number) => (Some(part(&number, 0, 4)), *number.last_chunk::<10>()?),
        None => (None, digits::<10>(matched)?),
    };
    let (month, day) = (part(&rest, 2, 2), part(&rest, 4, 2));
    let day = if day > 60 { day - 60 } else { day };
    let is_born = match year {
        Some(year) => (1840..=2039).contains(&year) && is_date(year, month, day),
        None => is_day(part(&rest, 0, 2), month, day),
    };
    let text = rest.map(|d| d + b'0');
    let fits = std::str::from_utf8(&text).is_ok_and(luhn) && part(&rest, 6, 3) != 0;
    (is_born && fits && stands_alone(candidate)).then(|| candidate.whole())?
}
