//! Numbers of companies in China, Japan, Taiwan and Turkey.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[CN_USCC, JP_CORPORATE_NUMBER, TR_VKN, TW_UBN];

const CN_USCC: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CN],
        aliases: &["USCC", "UNIFIED_SOCIAL_CREDIT_CODE"],
        validation: Validation::Checksum,
        languages: &["zh", "en"],
        shapes: &[Shape::Mixed(18, 18)],
        ..LabelInfo::new(
            "CN_USCC",
            "The unified social credit code of an organisation in China.",
            "91110000600037341L",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[159YN][0-9A-HJ-NPQRTUWXY][0-9]{6}[0-9A-HJ-NPQRTUWXY]{10}", 0.3, 0.97)]),
    context: words![
        "统一社会信用代码",
        "社会信用代码",
        "信用代码",
        "营业执照",
        "税号",
        "纳税人识别号",
        "uscc",
        "unified social credit code",
        "social credit code"
    ],
    check: check_cn_uscc,
};

/// Check of GB 32100-2015: powers of three, modulo 31. With letters among the digits, hardly another code passes.
fn check_cn_uscc(candidate: &Candidate<'_>) -> Option<Finding> {
    const ALPHABET: &[u8; 31] = b"0123456789ABCDEFGHJKLMNPQRTUWXY";
    let matched = candidate.matched();
    let value = |byte: &u8| ALPHABET.iter().position(|known| known == byte);
    let (last, head) = matched.as_bytes().split_last()?;
    let (mut sum, mut weight) = (value(last)?, 1);
    for byte in head {
        (sum, weight) = (sum + value(byte)? * weight, weight * 3 % 31);
    }
    let fits = sum % 31 == 0 && stands_alone(candidate);
    let sure = matched.get(8..17)?.bytes().any(|b| b.is_ascii_uppercase());
    if sure { candidate.certain() } else { candidate.whole() }.filter(|_| fits)
}

const JP_CORPORATE_NUMBER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::JP],
        aliases: &["JP_HOUJIN_BANGOU", "JP_INVOICE_NUMBER"],
        validation: Validation::Checksum,
        languages: &["ja", "en"],
        ..LabelInfo::new(
            "JP_CORPORATE_NUMBER",
            "The number of a company in Japan, also as a qualified invoice issuer.",
            "5835678256246",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"T[1-9][0-9]{12}", 0.9, 0.98),
        Pattern::regex(r"[1-9][0-9]{12}", 0.02, 0.96),
        Pattern::regex(r"T?[1-9]-[0-9]{4}-[0-9]{4}-[0-9]{4}", 0.7, 0.97),
    ]),
    context: words![
        "法人番号",
        "登録番号",
        "インボイス番号",
        "インボイス登録番号",
        "適格請求書発行事業者",
        "corporate number",
        "houjin bangou",
        "japanese company"
    ],
    check: check_jp_corporate_number,
};

/// Order 70 of 2014 of the Ministry of Finance: nine less the sum of digits, every other one doubled, modulo 9, comes first.
fn check_jp_corporate_number(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<13>(candidate.matched())?;
    let sum = weighted(&number, &[0, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]);
    (9 - sum % 9 == part(&number, 0, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}

const TR_VKN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::TR],
        aliases: &["VKN", "VERGI_KIMLIK_NO", "TR_TAX_ID"],
        validation: Validation::Checksum,
        languages: &["tr", "en"],
        ..LabelInfo::new("TR_VKN", "The tax number of a company in Turkey.", "4540536920", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{10}", 0.02, 0.96)]),
    context: words![
        "vkn",
        "vergi no",
        "vergi numarası",
        "vergi numaramız",
        "vergi kimlik no",
        "vergi kimlik numarası",
        "vergi dairesi",
        "turkish tax number"
    ],
    check: check_tr_vkn,
};

/// The revenue administration's algorithm: a power of two for each digit shifted by its place, modulo 9.
fn check_tr_vkn(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    let sum: u32 = number
        .iter()
        .take(9)
        .rev()
        .zip(1..)
        .map(|(&digit, place)| {
            let shifted = (u32::from(digit) + place) % 10;
            match shifted * (1 << place) % 9 {
                0 if shifted > 0 => 9,
                rest => rest,
            }
        })
        .sum();
    (number != [0; 10] && (10 - sum % 10) % 10 == part(&number, 9, 1) && stands_alone(candidate))
        .then(|| candidate.whole())?
}

const TW_UBN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::TW],
        aliases: &["TW_COMPANY_ID", "TW_GUI_NUMBER"],
        validation: Validation::Checksum,
        languages: &["zh", "en"],
        ..LabelInfo::new(
            "TW_UBN",
            "The unified business number of a company in Taiwan.",
            "00501503",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{8}", 0.02, 0.95)]),
    context: words!["統一編號", "統編", "公司統編", "unified business number", "ubn", "gui number", "taiwan company"],
    check: check_tw_ubn,
};

/// The finance ministry's rule since 2023: cross sums of weighted digits, modulo 5; a seven in the seventh place may count one.
fn check_tw_ubn(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<8>(candidate.matched())?;
    let sum: u32 = number
        .iter()
        .zip([1, 2, 1, 2, 1, 2, 4, 1])
        .map(|(&digit, weight)| u32::from(digit) * weight)
        .map(|product| product / 10 + product % 10)
        .sum();
    let fits = sum.is_multiple_of(5) || part(&number, 6, 1) == 7 && (sum + 1).is_multiple_of(5);
    (number != [0; 8] && fits && stands_alone(candidate)).then(|| candidate.whole())?
}
