//! Tracks of payment cards (ISO/IEC 7813) and encrypted PINs (ISO 9564), as terminals and their hosts log them: `4111111111111111D2809201…`,
//! `B4111111111111111^ROE/JANE^2809201…`, `<field id="52" value="…"/>`.

use std::{borrow::Cow, ops::Range};

use super::card::{INFO, is_issued};
use crate::recognizers::secrets::password::INFO as PASSWORD;
use crate::text::line;
use crate::{Candidate, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[
            // The sign, the year and month of the end, and the code of the service behind the number on the second track.
            Pattern::within("[D=][2-4][0-9](?:0[1-9]|1[0-2])[0-9]{3}", 0.9, 0.95),
            // The name between number and end on the first.
            Pattern::within("\\^[A-Z][A-Z .'-]{0,24}/[A-Z .'-]{0,24}\\^[2-4][0-9](?:0[1-9]|1[0-2])[0-9]{3}", 0.9, 0.95),
        ]),
        context: words![],
        check: |candidate| candidate.part(track(candidate)?),
    },
    Rule {
        info: PASSWORD,
        patterns: Cow::Borrowed(&[
            Pattern::within("id=\"0?52\" value=\"[0-9A-Fa-f]{16}\"", 0.85, 0.9),
            Pattern::within("[FD](?:E)?0?52[ :=]{1,4}[0-9A-Fa-f]{16}", 0.8, 0.85),
        ]),
        context: words![],
        check: |candidate| {
            let matched = candidate.matched().trim_end_matches('"');
            let end = candidate.range.start + matched.len();
            candidate.part(end - 16..end)
        },
    },
];

/// The track around the match: the number of a card before it, and the digits behind it.
fn track(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Digits of the number of a card, and longest rest of a track.
    const DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
    const REST: usize = 40;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = line::before(text, start, DIGITS.end() + 1);
    let digits = head.bytes().rev().take_while(u8::is_ascii_digit).count();
    let number = &head[head.len() - digits..];
    if !DIGITS.contains(&digits) || !is_issued(number.as_bytes()) || !luhn(number) {
        return None;
    }
    // The letter of the format stands before the first track.
    let format = usize::from(candidate.pattern == 1 && head[..head.len() - digits].ends_with('B'));
    let rest = line::behind(text, end, REST).bytes().take_while(|b| b.is_ascii_digit() || *b == b'F').count();
    Some(start - digits - format..end + rest)
}
