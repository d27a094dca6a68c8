//! India's registers: taxpayers and vehicles.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::grouping::base36;
use crate::recognizers::support::numerals::{code, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[GSTIN, PAN, VEHICLE];

const PAN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IN, Group::FINANCIAL],
        aliases: &["IN_PERMANENT_ACCOUNT_NUMBER", "INDIA_PAN_INDIVIDUAL", "INDIA_PAN", "PERMANENT_ACCOUNT_NUMBER"],
        validation: Validation::Structure,
        // Too few digits for a shape by itself.
        shapes: &[Shape::Like("ACUPA7085R")],
        languages: &["en", "hi"],
        ..LabelInfo::new(
            "IN_PAN",
            "A permanent account number of a taxpayer of India.",
            "ACUPA7085R",
            Handling::IDENTIFIER,
        )
    },
    // Of random letters and digits in these places 42 % pass.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z]{5}[0-9]{4}[A-Z]", 0.45, 0.98),
        Pattern::regex("[A-Z]{5}[ -][0-9]{4}[ -][A-Z]", 0.45, 0.98),
    ]),
    context: words![
        "pan",
        "pans",
        "pan no",
        "panno",
        "pan number",
        "pan card",
        "pancard",
        "permanent account",
        "permanent account number",
        "income tax",
        "tax",
        "taxpayer",
        "itr",
        "form 16",
        "tds",
        "assessee",
        "kyc",
        "पैन",
        "पैन कार्ड",
        "पैन नंबर",
        "स्थायी खाता संख्या",
    ],
    check: check_pan,
};

/// Check by the fourth letter, which gives the kind of the holder; no number is zero (Income Tax Department).
fn check_pan(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = code::<10>(candidate.matched())?;
    (is_pan(&number) && stands_alone(candidate)).then(|| candidate.whole())?
}

fn is_pan(number: &[u8]) -> bool {
    let holder = number.get(3).is_some_and(|b| b"ABCFGHJLPTK".contains(b));
    holder && number.get(5..9) != Some(b"0000")
}

const GSTIN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IN, Group::FINANCIAL],
        aliases: &["GSTIN", "INDIA_GST_INDIVIDUAL", "INDIA_GSTIN", "IN_GST", "GST_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en", "hi"],
        shapes: &[Shape::Mixed(15, 15)],
        ..LabelInfo::new(
            "IN_GSTIN",
            "The number of a payer of goods and services tax in India.",
            "27AAPFU0939F1ZV",
            Handling::IDENTIFIER,
        )
    },
    // Of random letters and digits in these places one in 10,000 passes.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{3}", 0.95, 0.99)]),
    context: words![
        "gstin",
        "gst",
        "gst no",
        "gstno",
        "gst number",
        "gst registration",
        "goods and services tax",
        "supplier gstin",
        "tax invoice",
        "जीएसटी",
    ],
    check: check_gstin,
};

/// A state, a permanent account number, its count, `Z`, and Luhn's check modulo 36.
fn check_gstin(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = matched.as_bytes();
    let state: u32 = matched.get(..2)?.parse().ok()?;
    let fits = matches!(state, 1..=38 | 97 | 99)
        && is_pan(number.get(2..12)?)
        && number.get(12) != Some(&b'0')
        && number.get(13) == Some(&b'Z')
        && is_luhn36(number);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

fn is_luhn36(number: &[u8]) -> bool {
    let doubled = |(i, &b): (usize, &u8)| {
        let value = base36(b) * if i % 2 == 1 { 2 } else { 1 };
        value / 36 + value % 36
    };
    number.iter().rev().enumerate().map(doubled).sum::<u32>().is_multiple_of(36)
}

const VEHICLE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IN],
        aliases: &["INDIA_VEHICLE_REGISTRATION", "IN_LICENSE_PLATE", "IN_VEHICLE_NUMBER"],
        validation: Validation::Structure,
        languages: &["en", "hi"],
        ..LabelInfo::new(
            "IN_VEHICLE_REGISTRATION",
            "The registration mark of a vehicle of India.",
            "MH 12 DE 1433",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // As on the plate. Of random letters in the first two places every 18th pair is a state.
        Pattern::regex("[A-Z]{2}[ -][0-9]{2}[ -][A-Z]{1,3}[ -][0-9]{4}", 0.65, 0.97),
        Pattern::regex("[0-9]{2}[ -]BH[ -][0-9]{4}[ -][A-HJ-NP-Z]{1,2}", 0.85, 0.98),
        Pattern::regex("[A-Z]{2}[ -]?[0-9]{1,2}[ -]?(?:[A-Z][ -])?[A-Z]{1,3}[ -]?[0-9]{1,4}", 0.15, 0.93),
        Pattern::regex("[0-9]{2}BH[0-9]{4}[A-HJ-NP-Z]{1,2}", 0.3, 0.95),
    ]),
    context: words![
        "vehicle",
        "veh",
        "veh no",
        "vehicle no",
        "vehicle number",
        "vehicle registration",
        "vehicle reg",
        "registration no",
        "registration number",
        "regn no",
        "reg no",
        "reg number",
        "registration mark",
        "number plate",
        "license plate",
        "licence plate",
        "plate",
        "plate no",
        "plate number",
        "car no",
        "car number",
        "rto",
        "rc",
        "fastag",
        "challan",
        "वाहन",
        "वाहन संख्या",
        "गाड़ी नंबर",
    ],
    check: check_vehicle,
};

/// States and territories, the office within it (none is 00), a series without I and O, and a number that is not 0.
fn check_vehicle(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let groups = matched.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let mut runs = groups.map(|group| group.trim_ascii()).filter(|group| !matches!(group, [] | [b'-']));
    let [first, second, third, fourth] = [runs.next()?, runs.next()?, runs.next()?, runs.next()?];
    let trim = |run: &'_ [u8]| run.iter().filter(|b| b.is_ascii_alphanumeric()).count();
    let zero = |run: &[u8]| run.iter().all(|b| !b.is_ascii_digit() || *b == b'0');
    let fits = match candidate.pattern {
        // Two digits of the year, from 2021 on.
        1 | 3 => matches!(first, [b'2'..=b'3', _]) && first != b"20" && !zero(third),
        _ => {
            let series = !third.iter().any(|b| b"IO".contains(b)) && trim(third) > 0;
            is_state(matched.get(..2)?) && !zero(second) && !zero(fourth) && series
        }
    };
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

/// Form 14B of the Central Motor Vehicles Rules, former codes included.
fn is_state(code: &str) -> bool {
    const STATES: [&str; 41] = [
        "AN", "AP", "AR", "AS", "BR", "CG", "CH", "DD", "DL", "DN", "GA", "GJ", "HP", "HR", "JH", "JK", "KA", "KL",
        "LA", "LD", "MH", "ML", "MN", "MP", "MZ", "NL", "OD", "OR", "PB", "PY", "RJ", "SK", "TN", "TG", "TR", "TS",
        "UA", "UK", "UP", "WB", "DH",
    ];
    STATES.contains(&code)
}
