//! Identifiers of Nigeria.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::{is_uniform, joiner};
use crate::recognizers::support::numerals::{digits, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::verhoeff};

pub(super) const RULES: &[Rule] = &[NIN, VEHICLE];

const NIN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NG],
        aliases: &["NIGERIA_NIN", "NG_NATIONAL_ID", "NIGERIA_NATIONAL_IDENTIFICATION_NUMBER"],
        validation: Validation::Structure,
        languages: &["en"],
        ..LabelInfo::new(
            "NG_NIN",
            "A national identification number of Nigeria, in context.",
            "12345678902",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // The check digit's rule has not been published. Many call it Verhoeff's, others differ: a match only raises
        // the probability.
        Pattern::regex("[0-9]{11}", 0.03, 0.95),
        Pattern::regex("[0-9]{11}", 0.01, 0.8),
        Pattern::regex("[0-9]{4}[ -][0-9]{3}[ -][0-9]{4}", 0.05, 0.88),
        Pattern::regex("[0-9]{4}[ -][0-9]{4}[ -][0-9]{3}", 0.05, 0.88),
    ]),
    context: words![
        "nin",
        "nin no",
        "nin number",
        "nin slip",
        "vnin",
        "nimc",
        "national identification number",
        "national identity number",
        "national identity management",
        "national id",
        "national id number",
        "nigeria",
        "nigerian",
    ],
    check: check_nin,
};

fn check_nin(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<11>(matched)?;
    let checked = verhoeff(matched);
    let fits = match candidate.pattern {
        0 => checked,
        1 => !checked,
        _ => true,
    };
    // A telephone number begins with 0.
    let fits = fits && number[0] != 0 && !is_uniform(&number) && joiner(matched, b" -").is_some();
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const VEHICLE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NG],
        aliases: &["NIGERIA_VEHICLE_REGISTRATION", "NG_LICENSE_PLATE"],
        validation: Validation::Structure,
        languages: &["en"],
        ..LabelInfo::new(
            "NG_VEHICLE_REGISTRATION",
            "The registration number of a vehicle of Nigeria, in context.",
            "LSD-214AB",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z]{3}[ -]?[0-9]{3}[ -]?[A-Z]{2}", 0.2, 0.93),
        // Until 2011.
        Pattern::regex("[A-Z]{2}[ -]?[0-9]{3}[ -]?[A-Z]{3}", 0.1, 0.9),
    ]),
    context: words![
        "plate",
        "plate no",
        "plate number",
        "plates",
        "number plate",
        "license plate",
        "licence plate",
        "vehicle",
        "vehicle no",
        "vehicle number",
        "vehicle registration",
        "vehicle reg",
        "registration number",
        "registration no",
        "reg no",
        "reg number",
        "car",
        "frsc",
        "road safety",
        "nigeria",
        "nigerian",
    ],
    check: check_vehicle,
};

/// The Federal Road Safety Corps begins with the code of a local government, and numbers from 001 on.
fn check_vehicle(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<3>(matched)?;
    (number != [0; 3] && stands_alone(candidate)).then(|| candidate.whole())?
}
