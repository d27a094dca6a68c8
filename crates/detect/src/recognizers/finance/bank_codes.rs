//! Codes of banks and their branches, behind their names: sort codes, Bankleitzahl, BSB, IFSC, БИК and their like.
//!
//! They say with the account where somebody's money is. None but the American one has a checksum, so the name and the
//! shape tell them.

use std::{borrow::Cow, ops::Range};

use super::us_bank::{ROUTING_INFO, is_routing};
use crate::entity::Validated;
use crate::recognizers::support::identifiers::called;
use crate::recognizers::support::numerals::digits;
use crate::recognizers::support::value::is_closed;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{
    Candidate, Finding, Form, Pattern, Rule,
    text::{is_value_edge, window},
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ROUTING_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "sort code",
                "sortcode",
                "bank sort code",
                "blz",
                "bankleitzahl",
                "bsb",
                "bsb number",
                "bsb code",
                "clearingnr",
                "clearingnummer",
                "clearing number",
                "bank clearing",
                "bank state branch",
                "ifsc",
                "ifsc code",
                "ifs code",
                "bank code",
                "bankcode",
                "bank branch code",
                "bank clearing number",
                "bank transit number",
                "branch transit number",
                "банковский идентификационный код",
                "bik",
                "бик",
                "код банка",
                "мфо",
                "銀行コード",
                "联行号",
                "聯行號",
            ],
            NAMED,
        ),
        Pattern::regex(
            called!(
                "sort[ -]?codes?|blz|bankleitzahl|bsb(?: code)?|ifsc?(?: code)|ifsc|bank code|bank state branch|bank transit|branch transit|bik|бик"
            ),
            SAID,
            NAMED,
        ),
        // Names of the code of the United States, whose checksum may fail.
        Pattern::key(AMERICAN_NAMES, 0.75),
        Pattern::regex(
            called!(
                "aba(?: routing)?|routing (?:transit )?(?:number|no\\.?)|bank routing|transit (?:number|no\\.?)|rtn"
            ),
            0.72,
            0.75,
        ),
        // Words of many other things, beside an account.
        Pattern::key(keys!["sort", "sc", "s/c", "agência", "agencia", "ag"], 0.8),
        Pattern::regex("(?i:sc|s/c|sort|agência|agencia|ag\\.?) ", 0.75, 0.8),
    ]),
    context: words![],
    check,
}];

const NAMED: f32 = 0.9;
const SAID: f32 = 0.85;

const AMERICAN_NAMES: &[Cow<'static, str>] = keys![
    "aba",
    "aba number",
    "aba routing number",
    "rtn",
    "aba rtn",
    "aba routing",
    "routing number",
    "routing code",
    "routing transit number",
    "routingnumber",
    "bank routing",
    "bank routing number",
    "transit number",
];

/// Shapes of codes: `9` a digit, `A` a letter, `*` either.
const SHAPES: &[&str] = &[
    "99-99-99",
    "99 99 99",
    "999-999",
    "999 999",
    "999999",
    "999 999 99",
    "99999999",
    "AAAA0******",
    "999999999",
    "99999-999",
];
const AMERICAN_SHAPES: &[&str] = &["999999999", "9999-9999-9", "9999 9999 9", "99999-999"];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let start = match candidate.form {
        Form::Shape => candidate.range.end,
        _ => candidate.range.start,
    };
    let rest = text.get(start..)?;
    let shapes = match candidate.pattern {
        0 | 1 => SHAPES,
        2 | 3 => AMERICAN_SHAPES,
        _ if is_beside_account(text, &candidate.range) => BESIDE_ACCOUNT,
        _ => return None,
    };
    let len = shapes.iter().filter(|shape| fits(rest, shape)).map(|shape| shape.len()).max()?;
    let (end, behind) = (start + len, rest.as_bytes().get(len..)?);
    let goes_on = matches!(behind, [b'-' | b'.' | b'/' | b':', next, ..] if next.is_ascii_alphanumeric());
    let code = rest.get(..len)?;
    let mut numbers = code.bytes().filter(u8::is_ascii_digit);
    let first = numbers.next();
    let is_dummy = numbers.all(|b| Some(b) == first);
    if !is_value_edge(text, end) || goes_on || is_dummy || is_closed(candidate) && end != candidate.range.end {
        return None;
    }
    let is_american = |number| is_routing(&number);
    let validated = match digits::<9>(code).filter(|_| shapes == AMERICAN_SHAPES).is_some_and(is_american) {
        true => Validated::Passed,
        false if shapes == AMERICAN_SHAPES => Validated::Failed,
        false => Validated::None,
    };
    Some(Finding { range: start..end, sure: false, validated: Some(validated) })
}

/// Shapes of codes behind words that only an account beside them makes names of codes.
const BESIDE_ACCOUNT: &[&str] = &["99-99-99", "9999-9", "9999"];

/// Reports whether a word for an account stands on the line around `place`, or on one next to it.
fn is_beside_account(text: &str, place: &Range<usize>) -> bool {
    /// Farthest word, in bytes.
    const FAR: usize = 48;
    const WORDS: &WordList = &WordList::new("account|acct|acc|konto|compte|cuenta|conto|conta|a/c|c/c|iban|pix|swift");
    let sides = [window::before(text, place.start, FAR), window::behind(text, place.end, FAR)];
    sides
        .iter()
        .flat_map(|side| side.split(|c: char| !c.is_alphanumeric() && c != '/'))
        .any(|word| is_listed(word, WORDS))
}

/// Reports whether `rest` begins with a code of `shape`.
fn fits(rest: &str, shape: &str) -> bool {
    let same = |(kind, b): (u8, u8)| match kind {
        b'9' => b.is_ascii_digit(),
        b'A' => b.is_ascii_alphabetic(),
        b'*' => b.is_ascii_alphanumeric(),
        kind => kind == b,
    };
    rest.len() >= shape.len() && shape.bytes().zip(rest.bytes()).all(same)
}
