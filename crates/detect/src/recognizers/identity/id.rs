//! Identifiers of Indonesia.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, is_day, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[NIK, NPWP];

const NIK: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::ID],
        aliases: &["NIK", "INDONESIA_NIK", "ID_KTP"],
        validation: Validation::Structure,
        languages: &["id", "en"],
        ..LabelInfo::new(
            "ID_NIK",
            "The number of a resident in Indonesia's register, which holds the date of birth.",
            "3171011708450001",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[1-9][0-9]{15}", 0.02, 0.95)]),
    context: words![
        "nik",
        "ktp",
        "e-ktp",
        "nomor induk kependudukan",
        "no ktp",
        "nomor ktp",
        "kartu tanda penduduk",
        "identitas",
        "indonesian id"
    ],
    check: check_nik,
};

/// Regulation 37 of 2007: province, regency and district; the day (40 more for women), month and year of birth; a number.
fn check_nik(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<16>(candidate.matched())?;
    let day = part(&number, 6, 2);
    let is_born = is_day(part(&number, 10, 2), part(&number, 8, 2), if day > 40 { day - 40 } else { day });
    let is_province =
        matches!(part(&number, 0, 2), 11..=21 | 31..=36 | 51..=53 | 61..=65 | 71..=76 | 81..=82 | 91..=97);
    (is_born && is_province && part(&number, 12, 4) != 0 && stands_alone(candidate)).then(|| candidate.whole())?
}

const NPWP: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::ID],
        aliases: &["NPWP", "INDONESIA_TAX_ID"],
        validation: Validation::Checksum,
        languages: &["id", "en"],
        ..LabelInfo::new(
            "ID_NPWP",
            "The taxpayer number of a person or company in Indonesia.",
            "01.312.166.0-091.000",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}\.[0-9]-[0-9]{3}\.[0-9]{3}", 0.95, 0.99),
        Pattern::regex(r"[0-9]{15}", 0.02, 0.95),
    ]),
    context: words![
        "npwp",
        "no npwp",
        "nomor npwp",
        "nomor pokok wajib pajak",
        "wajib pajak",
        "pajak",
        "indonesian tax number"
    ],
    check: check_npwp,
};

/// The ninth digit is Luhn's of the eight before it; the office and the branch follow.
fn check_npwp(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<15>(matched)?;
    let head: String = matched.chars().filter(char::is_ascii_digit).take(9).collect();
    (number != [0; 15] && luhn(&head) && stands_alone(candidate)).then(|| candidate.whole())?
}
