//! Amounts of money with their currency: ISO 4217 codes, signs and names.

use std::borrow::Cow;

use super::neighbours::continues;
use crate::{
    detect::{Candidate, Finding, Pattern, Rule},
    entity::{Group, Label, LabelInfo, Validation},
};

/// Digits in one row or in groups, and a fraction; which of them go together is checked.
macro_rules! amount {
    () => {
        r"[0-9](?:[0-9.,']*[0-9])?(?:[ \u{A0}\u{202F}][0-9]{3})*(?:,[0-9-]{1,2})?"
    };
}
macro_rules! scale {
    () => {
        "(?: ?(?:k|m|bn|mn|thousand|million|billion|trillion|Mio\\.?|Mrd\\.?|Tausend|Millionen|Milliarden|millions|milliards|millones))?"
    };
}
macro_rules! code {
    () => {
        concat!(
            "(?:AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KES|KRW|MXN|MYR|NGN|",
            "NOK|NZD|PHP|PLN|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR)"
        )
    };
}

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FINANCIAL],
        aliases: &["AMOUNT", "MONETARY_AMOUNT", "CURRENCY_AMOUNT"],
        validation: Validation::Structure,
        // Prices are seldom about somebody.
        default: false,
        languages: &["en", "de", "fr", "es", "it", "pt", "nl"],
        ..LabelInfo::new(Label::new("MONEY"), "An amount of money with its currency.", "$1,234.56")
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(concat!(r"(?:US|CA|AU|NZ|HK|A|C|R|S)?\$ ?", amount!(), scale!()), 0.85, 0.95),
        Pattern::regex(concat!(r"[\u{A3}\u{A5}\u{20A0}-\u{20BF}] ?", amount!(), scale!()), 0.9, 0.95),
        Pattern::regex(concat!(code!(), r"[ \u{A0}]?", amount!(), scale!()), 0.9, 0.95),
        Pattern::regex(
            concat!(
                amount!(),
                scale!(),
                r"[ \u{A0}\u{202F}]?(?:[$\u{A3}\u{A5}\u{20A0}-\u{20BF}]|",
                code!(),
                "|(?i:dollars?|euros?|pounds?(?: sterling)?|yen|rupees?|francs?|franken|pesos?|cents?|kr\\.?|zł|kč))"
            ),
            0.85,
            0.95,
        ),
    ]),
    context: words![
        "salary", "price", "paid", "pay", "cost", "amount", "income", "total", "gehalt", "betrag", "salaire"
    ],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let sound = is_amount(candidate.matched()) && !continues(candidate.field.text, &candidate.range, b".,'-_/");
    sound.then(|| candidate.whole())?
}

/// Whether the digits of `matched` are in one row or in groups of three (of two in India), but for a fraction.
fn is_amount(matched: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let start = matched.find(is_digit).unwrap_or_default();
    let end = matched.rfind(is_digit).map_or(start, |at| at + 1);
    let mut groups = matched.get(start..end).unwrap_or_default().split(|c: char| !is_digit(c)).map(str::len);
    let first = groups.next().unwrap_or_default();
    let (mut last, mut even) = (None, true);
    for group in groups {
        even &= last.is_none_or(|last| matches!(last, 2 | 3));
        last = Some(group);
    }
    let plain = last.is_none() || first < 4 || matches!(last, Some(1 | 2)) && even;
    even && plain && first < 16 && last.is_none_or(|last| (1..=3).contains(&last))
}
