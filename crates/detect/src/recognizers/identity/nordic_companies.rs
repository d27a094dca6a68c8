//! Numbers of companies in the Nordic countries.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[DK_CVR, FI_BUSINESS_ID, NO_ORGANISASJONSNUMMER];

const DK_CVR: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DK, Group::EU],
        aliases: &["CVR", "CVR_NUMBER", "DANISH_CVR"],
        validation: Validation::Checksum,
        languages: &["da", "en"],
        ..LabelInfo::new(
            "DK_CVR",
            "The number of a company in the central business register of Denmark.",
            "13585628",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{8}", 0.02, 0.95),
        Pattern::regex(r"[0-9]{2} [0-9]{2} [0-9]{2} [0-9]{2}", 0.05, 0.94),
    ]),
    context: words!["cvr", "cvr-nr", "cvr-nummer", "cvr nummer", "virksomhedsnummer", "momsnummer", "danish company"],
    check: check_dk_cvr,
};

/// The register's weights, modulo 11.
fn check_dk_cvr(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<8>(candidate.matched())?;
    let fits = number.first() != Some(&0) && weighted(&number, &[2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const FI_BUSINESS_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FI, Group::EU],
        aliases: &["Y_TUNNUS", "FI_YTUNNUS"],
        validation: Validation::Checksum,
        languages: &["fi", "sv", "en"],
        ..LabelInfo::new(
            "FI_BUSINESS_ID",
            "The business id of a company in Finland.",
            "2077474-0",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{7}-[0-9]", 0.4, 0.97)]),
    context: words![
        "y-tunnus",
        "y-tunnuksen",
        "ytunnus",
        "yritystunnus",
        "fo-nummer",
        "fo-nr",
        "business id",
        "finnish company"
    ],
    check: check_fi_business_id,
};

/// The patent and registration office's weights, modulo 11; no number leaves one.
fn check_fi_business_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<8>(candidate.matched())?;
    let fits = match weighted(&number, &[7, 9, 10, 5, 8, 4, 2]) % 11 {
        0 => part(&number, 7, 1) == 0,
        1 => false,
        rest => part(&number, 7, 1) + rest == 11,
    };
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const NO_ORGANISASJONSNUMMER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NO],
        aliases: &["NO_ORGNR", "NORWAY_ORGANISATION_NUMBER"],
        validation: Validation::Checksum,
        languages: &["nb", "nn", "en"],
        ..LabelInfo::new(
            "NO_ORGANISASJONSNUMMER",
            "The number of an organisation in the register of Norway.",
            "988 077 917",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[89][0-9]{8} ?MVA", 0.93, 0.98),
        Pattern::regex(r"[89][0-9]{2} [0-9]{3} [0-9]{3}(?: MVA)?", 0.3, 0.96),
        Pattern::regex(r"[89][0-9]{8}", 0.02, 0.96),
    ]),
    context: words![
        "organisasjonsnummer",
        "orgnr",
        "org.nr",
        "org nr",
        "org-nr",
        "foretaksregisteret",
        "mva-nummer",
        "mva",
        "brønnøysund",
        "norwegian company"
    ],
    check: check_no_orgnr,
};

/// The register's weights, modulo 11.
fn check_no_orgnr(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let fits = weighted(&number, &[3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
