//! Identifiers of Iceland.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, is_date, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[KENNITALA];

const KENNITALA: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IS],
        aliases: &["KENNITALA", "ICELAND_ID"],
        validation: Validation::Checksum,
        languages: &["is", "en"],
        ..LabelInfo::new(
            "IS_KENNITALA",
            "The number of a person or company in the register of Iceland, which holds a date.",
            "120174-3399",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{6}-[0-9]{4}", 0.8, 0.98),
        Pattern::regex(r"[0-9]{10}", 0.02, 0.96),
    ]),
    context: words!["kennitala", "kt", "kennitölu", "kennitalan", "þjóðskrá", "icelandic id"],
    check: check_kennitala,
};

/// The register's rule: date (40 days more for companies), two digits, weights 3, 2 and 7 to 2 modulo 11, the century.
fn check_kennitala(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    let day = part(&number, 0, 2);
    let century = match number.last()? {
        9 => 1900,
        0 => 2000,
        _ => return None,
    };
    let is_dated = is_date(century + part(&number, 4, 2), part(&number, 2, 2), if day > 40 { day - 40 } else { day });
    let fits = weighted(&number, &[3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11);
    (is_dated && fits && stands_alone(candidate)).then(|| candidate.whole())?
}
