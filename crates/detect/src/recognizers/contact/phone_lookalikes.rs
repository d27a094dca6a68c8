//! Numbers in the shapes of telephone numbers that count or measure something: differences, offsets, sizes of screens,
//! air waybills.

use std::ops::Range;

use crate::recognizers::support::neighbours::word_before;
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Words before a signed number that is a difference.
const DIFFERENCES: &WordList = &WordList::new(
    "\
    delta|diff|difference|offset|change|changed|changes|net|skew|drift|adj|adjust|adjusted|adjustment|shift|shifted|\
    increase|increased|grew|grown|gain|growth|score|sum|size|len|length|pos|position|seek|balance|profit|pnl|error|\
    correction|jitter|latency|elapsed|lag|rss|heap|memory|alloc|used|bytes|tx|rx",
);

/// Words before the number of a shipment.
const SHIPMENTS: &WordList = &WordList::new("awb|awbs|mawb|hawb|waybill|airwaybill");

/// Units behind a signed number that is a difference.
const UNITS: &WordList = &WordList::new(
    "\
    b|kb|mb|gb|kib|mib|gib|byte|bytes|bit|bits|ms|us|ns|s|sec|secs|second|seconds|msec|usec|nsec|hz|px|lines|rows|\
    blocks|pages|sectors|items|entries|points|pts|times|ticks|cycles|usd|eur|gbp|dollars|euros",
);

/// Reports whether the number at `range` counts or measures something, by its form and the words beside it.
pub(crate) fn is_quantity(text: &str, range: &Range<usize>) -> bool {
    let matched = text.get(range.clone()).unwrap_or_default();
    if is_listed(word_before(text, range.start), SHIPMENTS) {
        return true;
    }
    match matched.strip_prefix('+') {
        Some(digits) => is_difference(text, range, digits),
        None => is_of_round_groups(matched),
    }
}

/// Reports whether a signed number without groups is a difference: `delta +35236450 bytes`, `+35236450.6`.
fn is_difference(text: &str, range: &Range<usize>, digits: &str) -> bool {
    /// Most digits of a fraction: no country code and number are joined like that.
    const MOST: usize = 3;
    let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if let Some((whole, fraction)) = digits.split_once('.') {
        return whole.len() > MOST && fraction.len() <= MOST && is_number(whole) && is_number(fraction);
    }
    if !is_number(digits) {
        return false;
    }
    let behind = text.get(range.end..).and_then(|rest| rest.strip_prefix([' ', '_'])).unwrap_or_default();
    let unit = behind.bytes().take(8).take_while(u8::is_ascii_alphabetic).count();
    let is_named = || is_listed(word_before(text, range.start), DIFFERENCES);
    behind.get(..unit).is_some_and(|unit| is_listed(unit, UNITS)) || is_named()
}

/// Reports whether three groups are hundreds alone, or sizes of screens: `100-200-3000`, `640-480-1080`.
fn is_of_round_groups(matched: &str) -> bool {
    const SIZES: [&str; 24] = [
        "240", "320", "360", "480", "540", "576", "600", "640", "720", "750", "768", "800", "900", "960", "1024",
        "1080", "1200", "1280", "1366", "1440", "1600", "1920", "2160", "2560",
    ];
    let groups = || matched.split(['-', ' ', '.']);
    groups().count() == 3
        && (groups().all(|group| group.ends_with("00") && group.len() > 2)
            || groups().all(|group| SIZES.contains(&group)))
}
