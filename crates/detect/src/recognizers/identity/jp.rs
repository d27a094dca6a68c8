//! Identifiers of Japan.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::{is_uniform, joiner};
use crate::recognizers::support::neighbours::has_fourth_group;
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::JP],
        aliases: &["MY_NUMBER", "JAPAN_INDIVIDUAL_NUMBER", "JAPAN_MY_NUMBER", "JP_INDIVIDUAL_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en", "ja"],
        ..LabelInfo::new("JP_MY_NUMBER", "An individual number of Japan.", "6214 9832 0257", Handling::IDENTIFIER)
    },
    // Every tenth number passes, in groups or not.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{4}[ -][0-9]{4}[ -][0-9]{4}", 0.3, 0.98),
        Pattern::regex("[0-9]{12}", 0.05, 0.96),
    ]),
    context: words![
        "my number",
        "mynumber",
        "my number card",
        "individual number",
        "individual number card",
        "kojin bango",
        "kojin bangou",
        "マイナンバー",
        "マイナンバーカード",
        "個人番号",
        "個人番号カード",
        "番号法",
        "通知カード",
    ],
    check,
}];

/// Ministerial Ordinance 85 of 2014 of the Ministry of Internal Affairs, article 5.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    // Three groups of four out of more: a card.
    if has_fourth_group(candidate) {
        return None;
    }
    let number = digits::<12>(matched)?;
    let rest = weighted(&number, &[6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
    let check = if rest < 2 { 0 } else { 11 - rest };
    let fits = check == part(&number, 11, 1) && !is_uniform(&number) && joiner(matched, b" -").is_some();
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
