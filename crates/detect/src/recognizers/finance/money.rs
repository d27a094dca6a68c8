//! Amounts of money with their currency: ISO 4217 codes, signs and names.
//!
//! Found from the currency: amounts alone stand everywhere.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::support::neighbours::{alphabet_continues, byte_at, byte_before};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo, Validation},
    text::is_value_edge,
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FINANCIAL],
        aliases: &["AMOUNT", "MONETARY_AMOUNT", "CURRENCY_AMOUNT"],
        validation: Validation::Structure,
        // Prices are seldom about somebody.
        default: false,
        languages: &["en", "de", "fr", "es", "it", "pt", "nl"],
        ..LabelInfo::new("MONEY", "An amount of money with its currency.", "$1,234.56", Handling::COMMON)
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"(?:US|CA|AU|NZ|HK|A|C|R|S)?\$", 0.85, 0.95),
        Pattern::regex(r"[\u{A3}\u{A5}\u{20A0}-\u{20BF}]", 0.9, 0.95),
        Pattern::regex(
            concat!(
                "(?:AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KES|KRW|MXN|MYR|NGN|",
                "NOK|NZD|PHP|PLN|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR)"
            ),
            0.9,
            0.95,
        ),
        Pattern::regex(
            "(?i:dollars?|euros?|pounds(?: sterling)?|yen|rupees?|francs|franken|pesos|cents|kr|zł|kč)",
            0.85,
            0.95,
        ),
    ]),
    context: words![
        "salary", "price", "paid", "pay", "cost", "amount", "income", "total", "gehalt", "betrag", "salaire"
    ],
    check,
}];

/// Words of magnitude behind the digits of an amount.
const SCALES: &WordList = &WordList::new(
    "k|m|bn|mn|thousand|million|billion|trillion|mio|mrd|tausend|millionen|milliarden|millions|milliards|millones|mil",
);

/// Longest amount that is looked at, in bytes.
const MAX_LEN: usize = 32;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let named = candidate.pattern == 3;
    let place = match ahead(text, range.end).filter(|_| !named) {
        Some(end) => range.start..end,
        None => behind(text, range.start)?..range.end,
    };
    (!continues_amount(text, &place)).then(|| candidate.part(place))?
}

/// Reports whether a number goes on beside the amount at `place`; behind a comma only digits do.
fn continues_amount(text: &str, place: &Range<usize>) -> bool {
    let digit = |at: Option<usize>| at.and_then(|at| byte_at(text, at)).is_some_and(|b| b.is_ascii_digit());
    alphabet_continues(text, place, b".'-/")
        || byte_at(text, place.end) == Some(b',') && digit(Some(place.end + 1))
        || byte_before(text, place.start) == Some(b',') && digit(place.start.checked_sub(2))
}

/// The end of the amount that follows at `at`, with its scale.
fn ahead(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let blank = rest.chars().next().filter(|c| is_blank(*c)).map_or(0, char::len_utf8);
    let digits = rest.get(blank..)?;
    let near = digits.get(..digits.floor_char_boundary(MAX_LEN.min(digits.len())))?;
    let mut len = near.find(|c: char| !c.is_ascii_digit()).unwrap_or(near.len());
    // Groups, as long as a digit follows the separator.
    while let Some((sign, group)) = next_group(near, len) {
        let count = group.bytes().take_while(u8::is_ascii_digit).count();
        let parts = matches!(sign, '.' | ',' | '\'') && count > 0 || is_blank(sign) && count == 3;
        if len == 0 || !parts {
            break;
        }
        len += sign.len_utf8() + count;
    }
    let end = at + blank + len;
    (is_amount(near.get(..len)?) && is_value_edge(text, end) || has_scale(text, end))
        .then(|| scaled(text, end))
        .filter(|_| len > 0)
}

/// Reports whether letters of a scale follow without a blank: `5k`.
fn has_scale(text: &str, at: usize) -> bool {
    scaled(text, at) > at
}

/// The end of the word for a scale behind `at`, else `at`.
fn scaled(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let blank = rest.chars().next().filter(|c| is_blank(*c)).map_or(0, char::len_utf8);
    let word = rest.get(blank..).unwrap_or_default();
    let len = word.bytes().take(12).take_while(u8::is_ascii_alphabetic).count();
    let known = word.get(..len).is_some_and(|word| is_listed(word, SCALES)) && is_value_edge(text, at + blank + len);
    if known { at + blank + len } else { at }
}

/// The beginning of the amount that ends before `at`, perhaps with a scale and a blank between.
fn behind(text: &str, at: usize) -> Option<usize> {
    let head = text.get(..at)?;
    let from = head.ceil_char_boundary(at.saturating_sub(MAX_LEN));
    let near = head.get(from..)?.trim_end_matches(is_blank);
    let bare = near.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '.');
    let word = near.get(bare.len()..)?.trim_end_matches('.');
    let amount = if word.is_empty() { near } else { is_listed(word, SCALES).then_some(bare)? };
    let amount = amount.trim_end_matches(is_blank);
    let amount = amount.strip_suffix(",-").unwrap_or(amount);
    let digits = |part: &str| part.len() - part.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let mut len = digits(amount);
    while let Some(sign) = amount.get(..amount.len() - len).and_then(|rest| rest.chars().next_back()) {
        let before = amount.get(..amount.len() - len - sign.len_utf8()).unwrap_or_default();
        let count = digits(before);
        let first =
            amount.get(amount.len() - len..).map_or(0, |part| part.bytes().take_while(u8::is_ascii_digit).count());
        let parts = matches!(sign, '.' | ',' | '\'') || is_blank(sign) && first == 3;
        if len == 0 || count == 0 || !parts {
            break;
        }
        len += sign.len_utf8() + count;
    }
    let range: Range<usize> = amount.len() - len..amount.len();
    let start = from + range.start;
    (is_amount(amount.get(range)?) && is_value_edge(text, start)).then_some(start)
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{A0}' | '\u{202F}')
}

/// Reports whether the digits of `amount` are in one row or in groups of three (of two in India), but for a fraction.
fn is_amount(amount: &str) -> bool {
    let mut groups = amount.split(|c: char| !c.is_ascii_digit()).map(str::len);
    let first = groups.next().unwrap_or_default();
    let (mut last, mut even) = (None, true);
    for group in groups {
        even &= last.is_none_or(|last| matches!(last, 2 | 3));
        last = Some(group);
    }
    let fraction = matches!(last, Some(1 | 2));
    (1..16).contains(&first) && even && (last.is_none() || first < 4 || fraction) && last.is_none_or(|last| last < 4)
}

/// The character at `at` of `text`, and the text behind it.
fn next_group(text: &str, at: usize) -> Option<(char, &str)> {
    let mut rest = text.get(at..)?.chars();
    Some((rest.next()?, rest.as_str()))
}
