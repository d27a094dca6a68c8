//! Identifiers of Vietnam.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[CITIZEN_ID, TAX_CODE];

const CITIZEN_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::VN],
        aliases: &["CCCD", "VN_CITIZEN_ID", "VIETNAM_ID"],
        validation: Validation::Structure,
        languages: &["vi", "en"],
        ..LabelInfo::new(
            "VN_CCCD",
            "The number of a citizen of Vietnam, which holds province, sex and year of birth.",
            "001185000123",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"0[0-9]{11}", 0.02, 0.95)]),
    context: words![
        "cccd",
        "căn cước",
        "căn cước công dân",
        "số căn cước",
        "số cccd",
        "mã định danh",
        "số định danh",
        "cmnd",
        "chứng minh nhân dân",
        "citizen id",
        "vietnamese id"
    ],
    check: check_citizen_id,
};

/// Decree 137 of 2015: province 001 to 096, a digit for sex and century, two of the year, six random ones.
fn check_citizen_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<12>(candidate.matched())?;
    let fits = (1..=96).contains(&part(&number, 0, 3)) && part(&number, 3, 1) < 4 && part(&number, 6, 6) != 0;
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const TAX_CODE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::VN],
        aliases: &["VN_MST", "MST", "VIETNAM_TAX_CODE"],
        validation: Validation::Checksum,
        languages: &["vi", "en"],
        ..LabelInfo::new(
            "VN_TAX_CODE",
            "The tax code of a person or company in Vietnam.",
            "0100233488",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{10}", 0.02, 0.96),
        Pattern::regex(r"[0-9]{10}-[0-9]{3}", 0.6, 0.97),
    ]),
    context: words![
        "mst",
        "mã số thuế",
        "mã số doanh nghiệp",
        "mã số thuế cá nhân",
        "tax code",
        "tax id",
        "vietnamese tax code"
    ],
    check: check_tax_code,
};

/// The tax authority's rule: ten less the sum of weighted digits modulo 11; a branch's three digits follow.
fn check_tax_code(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched().split('-').next()?)?;
    let rest = weighted(&number, &[31, 29, 23, 19, 17, 13, 7, 5, 3]) % 11;
    let fits = rest + part(&number, 9, 1) == 10 && part(&number, 2, 7) != 0;
    let branch = candidate.matched().split('-').nth(1);
    (fits && branch != Some("000") && stands_alone(candidate)).then(|| candidate.whole())?
}
