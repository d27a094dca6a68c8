//! Germany: social and health insurance, physicians and their practices.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{code, digits, is_day, letter, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[BSNR, HEALTH_INSURANCE, LANR, SOCIAL_SECURITY];

const BSNR: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU, Group::HEALTH],
        aliases: &["BSNR", "BETRIEBSSTAETTENNUMMER", "DE_BETRIEBSSTAETTENNUMMER"],
        validation: Validation::Structure,
        languages: &["de", "en"],
        ..LabelInfo::new("DE_BSNR", "The number of a doctor's practice in Germany.", "723456789", Handling::IDENTIFIER)
    },
    // Four in five numbers pass.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{9}", 0.03, 0.93)]),
    context: words![
        "bsnr",
        "betriebsstätte",
        "betriebsstättennummer",
        "betriebsstaettennummer",
        "betriebsstätten-nr",
        "nbsnr",
        "arztpraxis",
        "kassenärztliche vereinigung",
        "practice number",
    ],
    check: check_bsnr,
};

/// Check by the first two digits: a regional association of physicians, or 35 for hospitals (directive of the KBV under
/// section 75(7) SGB V).
fn check_bsnr(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let region = part(&number, 0, 2);
    let is_region = matches!(region,
        1..=3 | 6..=21 | 24..=28 | 31 | 35 | 37..=74 | 78..=81 | 83 | 85..=98);
    (is_region && stands_alone(candidate)).then(|| candidate.whole())?
}

const HEALTH_INSURANCE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU, Group::HEALTH],
        aliases: &["DE_KVNR", "KVNR", "KRANKENVERSICHERTENNUMMER", "DE_HEALTH_INSURANCE_NUMBER"],
        validation: Validation::Checksum,
        languages: &["de", "en"],
        ..LabelInfo::new(
            "DE_HEALTH_INSURANCE",
            "The number of a person insured by a German health insurance fund.",
            "A123456780",
            Handling::IDENTIFIER,
        )
    },
    // Every tenth code of this shape passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z][0-9]{9}", 0.35, 0.97),
        Pattern::regex("[A-Z] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}", 0.2, 0.95),
    ]),
    context: words![
        "krankenversicherung",
        "krankenversichertennummer",
        "krankenversicherungsnummer",
        "versichertennummer",
        "versicherten-nr",
        "versichertennr",
        "versicherten-id",
        "versichertenkarte",
        "krankenkasse",
        "gesundheitskarte",
        "kvnr",
        "kvid",
        "kvid 10",
        "kvid10",
        "kv-nummer",
        "egk",
        "aok",
        "barmer",
        "dak",
        "health insurance",
        "insurance number",
        "health card",
    ],
    check: check_health_insurance,
};

/// Section 290 SGB V: the letter as two digits, weights 1 and 2 by turns, digit sums modulo 10.
fn check_health_insurance(candidate: &Candidate<'_>) -> Option<Finding> {
    let [head, tail @ ..] = code::<10>(candidate.matched())?;
    let letter = letter(head)?;
    let digits = [letter / 10, letter % 10].into_iter().chain(tail.iter().map(|b| b - b'0'));
    let sum: u32 = digits.take(10).zip([1, 2].into_iter().cycle()).map(|(d, w)| digit_sum(u32::from(d) * w)).sum();
    let fits = sum % 10 == u32::from(tail.last()? - b'0');
    (fits && tail.iter().any(|&b| b != b'0') && stands_alone(candidate)).then(|| candidate.whole())?
}

/// The sum of the digits of a number below 100.
fn digit_sum(number: u32) -> u32 {
    number / 10 + number % 10
}

const LANR: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU, Group::HEALTH],
        aliases: &["LANR", "DE_ARZTNUMMER", "ARZTNUMMER"],
        validation: Validation::Checksum,
        languages: &["de", "en"],
        ..LabelInfo::new("DE_LANR", "The lifelong number of a physician in Germany.", "123456601", Handling::IDENTIFIER)
    },
    // Every tenth number passes.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{9}", 0.04, 0.95), Pattern::regex("[0-9]{7} [0-9]{2}", 0.04, 0.95)]),
    context: words![
        "lanr",
        "arztnummer",
        "arzt-nr",
        "arztnr",
        "lebenslange arztnummer",
        "vertragsarzt",
        "vertragsarztnummer",
        "physician number",
        "doctor number",
    ],
    check: check_lanr,
};

/// Directive of the KBV under section 75(7) SGB V: weights 4 and 9 by turns, the seventh digit fills up to
/// the next ten; the last two are the field of medicine, never 00.
fn check_lanr(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let sum = weighted(&number, &[4, 9, 4, 9, 4, 9, 1]);
    let fits = sum.is_multiple_of(10) && part(&number, 0, 6) != 0 && part(&number, 7, 2) != 0;
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const SOCIAL_SECURITY: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["DE_SVNR", "DE_RVNR", "RENTENVERSICHERUNGSNUMMER", "DE_SOCIAL_SECURITY_NUMBER", "DE_SSN"],
        validation: Validation::Checksum,
        languages: &["de", "en"],
        shapes: &[Shape::Mixed(12, 12)],
        ..LabelInfo::new(
            "DE_SOCIAL_SECURITY",
            "The insurance number of the German pension insurance.",
            "15 070649 C 103",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // As the insurance card prints it.
        Pattern::regex("[0-9]{2} [0-9]{6} [A-Z] [0-9]{3}", 0.92, 0.99),
        Pattern::regex("[0-9]{2} [0-9]{2} ?[0-9]{2} ?[0-9]{2} [A-Z] [0-9]{2} ?[0-9]", 0.9, 0.99),
        // One in 150 of this shape passes, and one in ten codes of a date, a letter and a number.
        Pattern::regex("[0-9]{8}[A-Za-z][0-9]{3}", 0.4, 0.98),
    ]),
    context: words![
        "sozialversicherungsnummer",
        "sozialversicherung",
        "sv-nummer",
        "svnr",
        "sv-nr",
        "rentenversicherung",
        "rentenversicherungsnummer",
        "rv-nummer",
        "rvnr",
        "rv-nr",
        "versicherungsnummer",
        "versicherungsnr",
        "vsnr",
        "vers-nr",
        "sozialversicherungsausweis",
        "pension insurance",
        "social security",
        "social security number",
        "social insurance number",
        "insurance number",
    ],
    check: check_social_security,
};

/// Section 2 of the VKVV: the office's number, the date of birth (days 50 more where these have run out), the
/// first letter of the name at birth as two digits, a serial number; weighted digit sums modulo 10.
fn check_social_security(candidate: &Candidate<'_>) -> Option<Finding> {
    const WEIGHTS: [u32; 11] = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2];
    let raw = code::<12>(candidate.matched())?;
    let initial = letter(*raw.get(8)?)?;
    let digit = |b: &u8| b.wrapping_sub(b'0');
    let (front, back) = (raw.iter().take(8).map(digit), raw.iter().skip(9).take(2).map(digit));
    let mut body = [0; 12];
    let all = front.chain([initial / 10, initial % 10]).chain(back);
    body.iter_mut().zip(all).for_each(|(place, d)| *place = d);
    let sum: u32 = body.iter().zip(WEIGHTS.into_iter().chain([1])).map(|(&d, w)| digit_sum(u32::from(d) * w)).sum();
    let (office, day) = (part(&body, 0, 2), part(&body, 2, 2));
    let is_born = is_day(part(&body, 6, 2), part(&body, 4, 2), if day > 50 { day - 50 } else { day });
    let fits = (2..=89).contains(&office) && is_born && sum % 10 == u32::from(digit(raw.last()?));
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
