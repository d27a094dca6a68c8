//! Dates in rows without a header that tell a person by an address of mail, years before that person could sign: a date of birth, in
//! dumps of databases and exports: `(7,'Jane Roe','jane@example.com','1984-02-29')`, `Roe, Jane | 29-02-1984 | jane@example.com`.

use std::borrow::Cow;

use super::birth::INFO;
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?:19[2-9][0-9]|200[01])-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])", 0.7, 0.75),
        Pattern::regex("(?:0[1-9]|[12][0-9]|3[01])[./-](?:0[1-9]|1[0-2])[./-](?:19[2-9][0-9]|200[01])", 0.7, 0.75),
        Pattern::regex("(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12][0-9]|3[01])/(?:19[2-9][0-9]|200[01])", 0.7, 0.75),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest address in the row, in bytes, and fewest signs between cells.
    const FAR: usize = 160;
    const SIGNS: usize = 2;
    let (text, range) = (candidate.field.text, candidate.range.clone());
    // The row is the line, or the brackets of a statement.
    let before = line::before(text, range.start, FAR).rsplit(['(', '[', '{']).next()?;
    let behind = line::behind(text, range.end, FAR).split([')', ']', '}']).next()?;
    let quote = byte_before(text, range.start).filter(|b| matches!(b, b'\'' | b'"'));
    let is_quoted = quote.is_some() && byte_at(text, range.end) == quote;
    let skipped = usize::from(is_quoted);
    let head = before.get(..before.len() - skipped)?.trim_end_matches(' ');
    let tail = behind.get(skipped..)?.trim_start_matches(' ');
    let is_sign = |b: &u8| matches!(b, b',' | b';' | b'|' | b'\t');
    let (first, last) = (head.as_bytes().last(), tail.as_bytes().first());
    // A cell of its own, with the same sign before and behind, or at an end of the row.
    let sign = first.or(last).filter(|b| is_sign(b))?;
    let is_cell = first.is_none_or(|b| b == sign) && last.is_none_or(|b| b == sign);
    let signs = [head, tail].iter().flat_map(|part| part.bytes()).filter(|b| b == sign).count();
    let has_mail = || {
        [head, tail].iter().any(|part| {
            part.split(|c: char| is_sign(&(c as u8)) && c.is_ascii() || matches!(c, '"' | '\''))
                .any(|cell| is_mail(cell.trim()))
        })
    };
    (is_cell && signs >= SIGNS && has_mail()).then(|| candidate.whole())?
}

/// Reports whether a cell is an address of mail, of a person and not of a machine.
fn is_mail(cell: &str) -> bool {
    const MACHINES: [&str; 8] = ["noreply", "no-reply", "donotreply", "info", "root", "admin", "support", "git"];
    cell.split_once('@').is_some_and(|(local, host)| {
        host.contains('.')
            && !local.is_empty()
            && !cell.contains([' ', '/', ':'])
            && !MACHINES.contains(&local.to_ascii_lowercase().as_str())
    })
}
