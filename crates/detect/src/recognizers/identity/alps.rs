//! Identifiers of persons in Austria and Switzerland.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validated, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule, checksum::gs1};

pub(super) const RULES: &[Rule] = &[AT_SVNR, CH_AHV];

const AT_SVNR: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::AT, Group::EU, Group::HEALTH],
        aliases: &["AT_VSNR", "AUSTRIA_SSN", "AT_SSN", "AT_SOZIALVERSICHERUNGSNUMMER"],
        validation: Validation::Checksum,
        languages: &["de", "en"],
        ..LabelInfo::new(
            "AT_SVNR",
            "The social insurance number of a person in Austria, in context.",
            "1237 010180",
            Handling::IDENTIFIER,
        )
    },
    // One in 260 passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{4}[ -][0-9]{6}", 0.45, 0.97),
        Pattern::regex("[0-9]{4}[ /][0-9]{2}[ .]?[0-9]{2}[ .]?[0-9]{2}", 0.4, 0.97),
        Pattern::regex("[0-9]{10}", 0.1, 0.96),
    ]),
    context: words![
        "svnr",
        "sv-nr",
        "sv nr",
        "sv-nummer",
        "svnummer",
        "vsnr",
        "vnr",
        "sozialversicherungsnummer",
        "sozialversicherung",
        "versicherungsnummer",
        "e-card",
        "ecard",
        "ögk",
        "social insurance number",
        "social security number",
        "austrian ssn",
    ],
    check: check_svnr,
};

/// Section 31 ASVG: a serial number, a check digit modulo 11, and the day of birth, with months up to 15 where
/// serial numbers ran out.
fn check_svnr(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    let rest = weighted(&number, &[3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11;
    let is_born = (1..=31).contains(&part(&number, 4, 2)) && (1..=15).contains(&part(&number, 6, 2));
    (number[0] != 0 && is_born && rest == part(&number, 3, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}

const CH_AHV: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CH],
        aliases: &["CH_SSN", "CH_AVS", "CH_AHV_NUMBER", "AHV_NUMMER", "SWITZERLAND_SOCIAL_SECURITY_NUMBER"],
        validation: Validation::Checksum,
        languages: &["de", "fr", "it", "en"],
        ..LabelInfo::new(
            "CH_AHV",
            "The number of a person in Switzerland's old-age insurance.",
            "756.9217.0769.85",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3}[ .-][0-9]{4}[ .-][0-9]{4}[ .-][0-9]{2}", 0.97, 0.99),
        // One number in 10,000 passes.
        Pattern::regex("[0-9]{13}", 0.85, 0.98),
    ]),
    context: words![
        "ahv",
        "ahv-nr",
        "ahv-nummer",
        "ahvn13",
        "ahv nr",
        "sozialversicherungsnummer",
        "versichertennummer",
        "avs",
        "numéro avs",
        "no avs",
        "navs13",
        "numero avs",
        "oasi",
        "swiss social security",
        "social security number",
    ],
    check: |candidate| {
        let matched = candidate.matched();
        // The groups with points behind the country's digits are of nothing else: such a number is mistyped.
        let is_grouped = || candidate.pattern == 0 && matched.matches('.').count() == 3;
        let fits = matched.starts_with("756") && stands_alone(candidate);
        match gs1(matched) {
            true => fits.then(|| candidate.whole())?,
            false => (fits && is_grouped()).then(|| Finding {
                range: candidate.range.clone(),
                sure: false,
                validated: Some(Validated::Failed),
            }),
        }
    },
};
