//! Identifiers of the Philippines.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::contact::phone_context;
use crate::recognizers::support::grouping::{is_uniform, joiner};
use crate::recognizers::support::numerals::{digits, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[MOBILE, TIN, TIN_UNNAMED];

const TIN_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::PH, Group::FINANCIAL],
    aliases: &["PHILIPPINES_TIN", "PHILIPPINES_TAXPAYER_NUMBER"],
    validation: Validation::Structure,
    languages: &["en", "tl"],
    ..LabelInfo::new(
        "PH_TIN",
        "A taxpayer identification number of the Philippines.",
        "123-456-789-000",
        Handling::IDENTIFIER,
    )
};

const TIN: Rule = Rule {
    info: TIN_INFO,
    patterns: Cow::Borrowed(TIN_PATTERNS_NAMED),
    context: words![
        "bir",
        "bir tin",
        "bureau of internal revenue",
        "philippine tin",
        "ph tin",
        "philippines",
        "vat reg tin",
        "non-vat reg tin",
        "tin ng",
        "buwis",
        "numero ng buwis",
    ],
    check: check_tin,
};

/// Tax numbers of this shape without the country's name: less probable.
const TIN_UNNAMED: Rule = Rule {
    info: TIN_INFO,
    patterns: Cow::Borrowed(TIN_PATTERNS),
    context: words![
        "tin",
        "tin no",
        "tin number",
        "tin#",
        "t.i.n",
        "tax identification",
        "tax identification number",
        "taxpayer identification number",
        "taxpayer",
    ],
    check: check_tin,
};

const TIN_PATTERNS_NAMED: &[Pattern] = &[
    Pattern::regex(TIN_GROUPED, 0.3, 0.96),
    Pattern::regex(TIN_BRANCH, 0.3, 0.97),
    Pattern::regex("[0-9]{9}", 0.02, 0.85),
    Pattern::regex("[0-9]{12,14}", 0.02, 0.85),
];

const TIN_PATTERNS: &[Pattern] = &[
    Pattern::regex(TIN_GROUPED, 0.3, 0.88),
    Pattern::regex(TIN_BRANCH, 0.35, 0.95),
    Pattern::regex("[0-9]{9}", 0.02, 0.6),
    Pattern::regex("[0-9]{12,14}", 0.02, 0.72),
];

const TIN_GROUPED: &str = "[0-9]{3}[ -][0-9]{3}[ -][0-9]{3}";
const TIN_BRANCH: &str = "[0-9]{3}[ -][0-9]{3}[ -][0-9]{3}[ -][0-9]{3,5}V?";

/// Nine digits, and three to five of the branch. The Bureau of Internal Revenue keeps the way to its check digit to itself.
fn check_tin(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = matched.strip_suffix('V').unwrap_or(matched);
    let mut places = number.bytes().filter(u8::is_ascii_digit);
    let first = places.next();
    let dummy = places.take(8).all(|b| Some(b) == first);
    (!dummy && joiner(number, b" -").is_some() && stands_alone(candidate)).then(|| candidate.whole())?
}

/// Mobile numbers, as probable as the label PHONE has them, so that a request for either label finds them.
const MOBILE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::PH, Group::CONTACT],
        aliases: &["PH_PHONE_NUMBER", "PHILIPPINES_MOBILE_NUMBER"],
        validation: Validation::Structure,
        languages: &["en", "tl"],
        ..LabelInfo::new(
            "PH_MOBILE_NUMBER",
            "A mobile number of the Philippines.",
            "+63 917 123 4567",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"\+63[ -]?\(?0?\)?[ -]?[89][0-9]{2}[ -]?[0-9]{3}[ -]?[0-9]{4}", 0.95, 0.98),
        Pattern::regex("0[89][0-9]{2}[ -][0-9]{3}[ -][0-9]{4}", 0.7, 0.97),
        Pattern::regex("0[89][0-9]{2}[ -]?[0-9]{7}", 0.15, 0.9),
    ]),
    context: phone_context::CONTEXT,
    check: check_mobile,
};

/// The National Telecommunications Commission's prefixes: 9xx, and 813, 817 and 89x among those from 8 on.
fn check_mobile(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let national = matched.strip_prefix("+63").unwrap_or(matched);
    let number = digits::<10>(national).or_else(|| {
        let [zero, rest @ ..] = digits::<11>(national)?;
        (zero == 0).then_some(rest)
    })?;
    let fits = matches!(number, [9, ..] | [8, 9, 5..=8, ..] | [8, 1, 3 | 7, ..]);
    (fits && !is_uniform(&number[3..]) && stands_alone(candidate)).then(|| candidate.whole())?
}
