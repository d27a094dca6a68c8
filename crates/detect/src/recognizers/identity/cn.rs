//! Identifiers of China.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{is_date, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::mod11_2};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CN],
        aliases: &["CN_ID", "CN_ID_CARD", "CHINA_RESIDENT_ID_NUMBER", "CHINESE_ID", "CN_RIC"],
        validation: Validation::Checksum,
        languages: &["zh", "en"],
        shapes: &[Shape::Digits(18, 18), Shape::Mixed(18, 18)],
        ..LabelInfo::new(
            "CN_RESIDENT_ID",
            "A resident identity number of China.",
            "11010519491231002X",
            Handling::IDENTIFIER,
        )
    },
    // Of 18 random digits 3 in 100,000 pass.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[1-9][0-9]{16}[0-9Xx]", 0.97, 0.99),
        Pattern::regex("[1-9][0-9]{5}[ -][0-9]{8}[ -][0-9]{3}[0-9Xx]", 0.97, 0.99),
    ]),
    context: words![
        "身份证",
        "身份证号",
        "身份证号码",
        "公民身份号码",
        "居民身份证",
        "证件号码",
        "身分證",
        "resident id",
        "resident identity",
        "resident identity card",
        "chinese id",
        "china id",
        "id card",
        "idcard",
        "id number",
    ],
    check,
}];

/// GB 11643-1999: a division of GB/T 2260, a day of birth, a number in order, and ISO 7064's MOD 11-2.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let mut number = [0; 17];
    for (place, b) in number.iter_mut().zip(matched.bytes().filter(u8::is_ascii_digit)) {
        *place = b - b'0';
    }
    let year = part(&number, 6, 4);
    let born = (1850..=2099).contains(&year) && is_date(year, part(&number, 10, 2), part(&number, 12, 2));
    let province = matches!(
        part(&number, 0, 2),
        11..=15 | 21..=23 | 31..=37 | 41..=46 | 50..=54 | 61..=65 | 71 | 81..=83 | 91
    );
    let fits = born && province && mod11_2(matched);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
