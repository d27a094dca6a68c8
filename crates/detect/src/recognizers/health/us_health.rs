//! Health care of the United States: numbers of patients and practitioners.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{code, digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[DEA, MBI, NPI];

const DEA: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HEALTH, Group::US, Group::HIPAA],
        aliases: &["DEA", "DEA_NUMBER", "US_DEA_NUMBER", "DRUG_ENFORCEMENT_AGENCY_NUMBER", "US_MEDICAL_LICENSE"],
        validation: Validation::Checksum,
        languages: &["en"],
        ..LabelInfo::new(
            "MEDICAL_LICENSE",
            "A prescriber's registration with the Drug Enforcement Administration of the United States.",
            "BB1388568",
            Handling::IDENTIFIER,
        )
    },
    // Of two letters and seven digits, 7 % pass.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z][A-Z9][0-9]{7}", 0.3, 0.97),
        Pattern::regex("[A-Z][A-Z9]-[0-9]{7}", 0.3, 0.97),
    ]),
    context: words![
        "dea",
        "dea no",
        "dea number",
        "dea#",
        "drug enforcement",
        "medical license",
        "medical licence",
        "prescriber",
        "prescribing",
        "physician",
        "practitioner",
        "registrant",
        "certificate",
        "narcotics",
        "controlled substance",
        "controlled substances",
    ],
    check: check_dea,
};

/// A registrant's type, the first letter of the name (9 for a firm), six digits and their check digit.
fn check_dea(candidate: &Candidate<'_>) -> Option<Finding> {
    let [kind, _, body @ ..] = code::<9>(candidate.matched())?;
    let number = body.map(|b| b.wrapping_sub(b'0'));
    let sum = weighted(&number, &[1, 2, 1, 2, 1, 2]);
    let fits = b"ABCDEFGHJKLMPRSTUX".contains(&kind) && sum % 10 == part(&number, 6, 1) && sum > 0;
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const NPI: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HEALTH, Group::US, Group::HIPAA],
        aliases: &["NPI", "US_HEALTHCARE_NPI", "NATIONAL_PROVIDER_IDENTIFIER", "US_NATIONAL_PROVIDER_IDENTIFIER"],
        validation: Validation::Checksum,
        languages: &["en"],
        ..LabelInfo::new(
            "US_NPI",
            "The national provider identifier of somebody in health care in the United States.",
            "1234567893",
            Handling::IDENTIFIER,
        )
    },
    // Every tenth of the seconds since 1970 passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{10}", 0.03, 0.97),
        Pattern::regex("[0-9]{4}[ -][0-9]{3}[ -][0-9]{3}", 0.3, 0.97),
        Pattern::regex("80840[0-9]{10}", 0.45, 0.97),
    ]),
    context: words![
        "npi",
        "npi no",
        "npi number",
        "npi#",
        "national provider",
        "national provider identifier",
        "provider id",
        "provider identifier",
        "provider number",
        "provider npi",
        "rendering provider",
        "referring provider",
        "billing provider",
        "nppes",
        "hipaa",
    ],
    check: check_npi,
};

/// 45 CFR 162.406: Luhn with the issuer 80840 before it, whose share in the sum is 24.
fn check_npi(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<10>(if candidate.pattern == 2 { matched.get(5..)? } else { matched })?;
    let doubled = |(i, &d): (usize, &u8)| u32::from(if i % 2 == 0 { d * 2 % 10 + d / 5 } else { d });
    let sum: u32 = number.iter().enumerate().map(doubled).sum();
    let fits = matches!(number[0], 1 | 2) && (sum + 24).is_multiple_of(10);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const MBI: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HEALTH, Group::US, Group::HIPAA],
        aliases: &["MBI", "MEDICARE_ID", "US_MEDICARE_BENEFICIARY_ID_NUMBER", "MEDICARE_BENEFICIARY_IDENTIFIER"],
        validation: Validation::Structure,
        languages: &["en", "es"],
        ..LabelInfo::new(
            "US_MBI",
            "A Medicare beneficiary identifier of the United States.",
            "1EG4-TE5-MK73",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[1-9][A-Z][0-9A-Z][0-9]-[A-Z][0-9A-Z][0-9]-[A-Z]{2}[0-9]{2}", 0.95, 0.99),
        // Of eleven random letters and digits one in ten thousand passes; with letters and digits in their places, a
        // third.
        Pattern::regex("[1-9][A-Z][0-9A-Z][0-9][A-Z][0-9A-Z][0-9][A-Z]{2}[0-9]{2}", 0.45, 0.98),
    ]),
    context: words![
        "mbi",
        "medicare",
        "medicare id",
        "medicare number",
        "medicare card",
        "medicare beneficiary",
        "beneficiary",
        "beneficiary id",
        "beneficiary identifier",
        "hicn",
        "cms",
        "número de medicare",
    ],
    check: check_mbi,
};

/// The Centers for Medicare and Medicaid Services leave out the letters S, L, O, I, B and Z.
fn check_mbi(candidate: &Candidate<'_>) -> Option<Finding> {
    let used = !candidate.matched().bytes().any(|b| b"SLOIBZ".contains(&b));
    (used && stands_alone(candidate)).then(|| candidate.whole())?
}
