//! Accounts in the groups of their country behind a bank, a word for an account or its sort code: `ไทยพาณิชย์ 417-2-60358-4` (Thailand), `POSB
//! 118-40527-3` (Singapore), `bank 60-11-27 / 44718205` (United Kingdom).

use std::{borrow::Cow, ops::Range};

use crate::recognizers::identity::record_numbers::ACCOUNT_INFO;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Pattern, Rule};

/// Farthest account behind a bank, in bytes.
const FAR: usize = 32;

pub(super) const RULES: &[Rule] = &[Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("กสิกรไทย|กสิกร|กรุงไทย|ไทยพาณิชย์|กรุงเทพ|ออมสิน|กรุงศรี|ทหารไทย|ทีทีบี|เลขบัญชี|เลขที่บัญชี|บัญชี|ธกส", 0.8, 0.9),
        Pattern::prefix("(?:DBS|POSB|OCBC|UOB|GIRO|giro)[ :]", 0.8, 0.9),
        Pattern::regex("[0-9]{2}-[0-9]{2}-[0-9]{2}(?: ?[/|,;] ?| )[0-9]{8}", 0.1, 0.9),
    ]),
    context: words!["account", "acc", "acct", "a/c", "bank", "sort code", "sort", "my account", "bacs"],
    check: |candidate| match candidate.pattern {
        0 => candidate.part(grouped(candidate.field.text, candidate.range.end, &[&[3, 1, 5, 1], &[3, 1, 6, 1]])?),
        1 => candidate.part(grouped(
            candidate.field.text,
            candidate.range.end,
            &[&[3, 5, 1], &[3, 6, 3], &[3, 3, 3, 1]],
        )?),
        _ => {
            const WORDS: &WordList = &WordList::new("account|acc|acct|bank|sort|bacs|payee|transfer|a/c");
            let (text, range) = (candidate.field.text, &candidate.range);
            let head = line::before(text, range.start, 2 * FAR);
            let is_told = head.split(|c: char| !c.is_alphabetic() && c != '/').any(|word| is_listed(word, WORDS));
            let is_told = is_told || !is_day(candidate.matched());
            (is_told && is_value_edge(text, range.end)).then(|| candidate.certain())?
        }
    },
}];

/// Reports whether `found` may begin with a day: `03-11-24`, `24-11-03`.
fn is_day(found: &str) -> bool {
    let part = |at: usize| found.get(at..at + 2).and_then(|part| part.parse::<u8>().ok()).unwrap_or_default();
    let is_between = |part: u8, most| (1..=most).contains(&part);
    is_between(part(3), 12) && (is_between(part(0), 31) || is_between(part(6), 31))
        || is_between(part(0), 12) && is_between(part(3), 31)
}

/// The number behind `at` whose groups have one of these lengths, with hyphens between them and no other digit before.
fn grouped(text: &str, at: usize, shapes: &[&[usize]]) -> Option<Range<usize>> {
    let near = line::behind(text, at, FAR);
    let first = near.find(|c: char| c.is_ascii_digit())?;
    let rest = &near[first..];
    let len = rest.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(rest.len());
    let groups: Vec<usize> = rest[..len].split('-').map(str::len).collect();
    let start = at + first;
    (shapes.contains(&groups.as_slice()) && is_value_edge(text, start + len)).then_some(start..start + len)
}
