//! Postal addresses of Thailand, from the house to the postcode: `99/1 ถนนสุขุมวิท แขวงคลองเตย กรุงเทพฯ 10110`.

use std::borrow::Cow;

use super::address::INFO;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The last digit of the house, before a group of houses, a lane, a road or a part of a town.
    patterns: Cow::Borrowed(&[Pattern::within("[0-9] (?:หมู่|ซอย|ถนน|แขวง|ตำบล)", 0.8, 0.95)]),
    context: words!["ที่อยู่", "บ้านเลขที่", "อาศัยอยู่", "จัดส่ง"],
    check,
}];

/// Words for parts of an address, with which its words begin.
const PARTS: [&str; 20] = [
    "หมู่",
    "ซอย",
    "ถนน",
    "แขวง",
    "เขต",
    "ตำบล",
    "อำเภอ",
    "จังหวัด",
    "กรุงเทพ",
    "ม.",
    "ซ.",
    "ถ.",
    "ต.",
    "อ.",
    "จ.",
    "อาคาร",
    "คอนโด",
    "ชั้น",
    "ห้อง",
    "กทม",
];

/// The address from its house to the last part of it, with a postcode behind; a part's name may stand behind a blank.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest address behind its first part, in bytes.
    const LONGEST: usize = 320;
    let text = candidate.field.text;
    let head = text.get(..=candidate.range.start)?;
    let start = head.len() - head.bytes().rev().take_while(|b| b.is_ascii_digit() || *b == b'/').count();
    is_value_edge(text, start).then_some(())?;
    let at = head.len() + 1;
    let (mut end, mut next, mut parts, mut is_open, mut is_named) = (at, at, 0, false, false);
    let mut words = line::behind(text, at, LONGEST).split(' ').peekable();
    while let Some(word) = words.next() {
        let bare = word.trim_end_matches([',', '.', ')']);
        let part = PARTS.iter().find(|part| word.starts_with(**part));
        let is_code = bare.len() == 5 && bare.bytes().all(|b| b.is_ascii_digit());
        let is_number = is_open && bare.bytes().next().is_some_and(|b| b.is_ascii_digit());
        // The number of a lane, before the next part: `ซ.รัชดา 28 ต.…`
        let is_lane = bare.len() < 5 && bare.bytes().all(|b| b.is_ascii_digit() || b == b'/') && parts > 0;
        let is_lane = is_lane && words.peek().is_some_and(|next| PARTS.iter().any(|part| next.starts_with(part)));
        if part.is_none() && !is_code && !is_open && !is_lane {
            break;
        }
        parts += usize::from(part.is_some());
        // A road with its name; villages have numbers alone.
        is_named |= part.is_some_and(|part| *part != "หมู่" && bare.len() > part.len());
        end = next + bare.len();
        next += word.len() + 1;
        if is_code && !is_number {
            break;
        }
        // Of `ถนน สุขุมวิท` and `จ.เชียงใหม่` the first is open; so is a province before its postcode.
        is_open = part.is_some_and(|part| bare == part.trim_end_matches('.'));
    }
    (parts > 1 || is_named).then(|| candidate.part(start..end))?
}
