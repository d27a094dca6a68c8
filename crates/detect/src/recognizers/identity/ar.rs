//! Identifiers of Argentina.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::joiner;
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::AR],
        aliases: &["CUIT", "CUIL", "AR_CUIL", "ARGENTINA_CUIT", "ARGENTINA_CUIL"],
        validation: Validation::Checksum,
        languages: &["es", "en"],
        ..LabelInfo::new("AR_CUIT", "A tax or labour number of Argentina.", "20-05536168-2", Handling::IDENTIFIER)
    },
    // Of eleven random digits 1.2 % pass.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{2}-[0-9]{8}-[0-9]", 0.88, 0.99),
        Pattern::regex("[0-9]{11}", 0.1, 0.97),
        Pattern::regex(r"[0-9]{2}[ .][0-9]{8}[ .][0-9]|[0-9]{2}-[0-9]{2}\.[0-9]{3}\.[0-9]{3}-[0-9]", 0.45, 0.97),
    ]),
    context: words![
        "cuit",
        "cuits",
        "cuil",
        "cdi",
        "cuit/cuil",
        "c.u.i.t",
        "c.u.i.l",
        "clave única de identificación tributaria",
        "código único de identificación laboral",
        "identificación tributaria",
        "afip",
        "arca",
        "monotributo",
        "monotributista",
        "contribuyente",
        "argentina",
    ],
    check,
}];

/// The revenue service's kinds of holders, and weights modulo 11.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    let kind = matches!(part(&number, 0, 2), 20 | 23..=27 | 30 | 33 | 34 | 50 | 51 | 55);
    let check = match 11 - weighted(&number, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11 {
        11 => 0,
        // A number with the check 10 is issued with another kind; old numbers have 9.
        10 => 9,
        check => check,
    };
    let even = candidate.pattern == 2 || joiner(candidate.matched(), b"-").is_some();
    (kind && check == part(&number, 10, 1) && even && stands_alone(candidate)).then(|| candidate.whole())?
}
