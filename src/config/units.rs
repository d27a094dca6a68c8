//! Parsing of sizes, durations and rates.

use std::{ops::RangeInclusive, time::Duration};

use jiff::{Span, SpanRelativeTo};

use super::Rate;
use crate::input::{Item, Value};

/// The units of sizes in bytes: decimal (SI) and binary (IEC 80000-13).
const SIZES: [(&str, u64); 8] = [
    ("", 1),
    ("B", 1),
    ("kB", 1000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
];

/// Reads a size in `range`, in bytes: an integer, or a string such as `"10MiB"`.
pub(super) fn size(item: Item<'_, '_>, range: RangeInclusive<usize>) -> Option<usize> {
    if !matches!(item.value(), Value::String(_)) {
        return item.size(range);
    }
    item.parse(|text| {
        let bytes = parse_size(text).ok_or("must be a size such as 1048576, \"512KiB\", \"10MiB\" or \"1GB\"")?;
        if range.contains(&bytes) {
            return Ok(bytes);
        }
        Err(format!("must be from {} to {} bytes", range.start(), range.end()))
    })
}

fn parse_size(text: &str) -> Option<usize> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at_checked(digits)?;
    let unit = unit.trim_start();
    let (_, bytes) = SIZES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?;
    number.parse::<u64>().ok()?.checked_mul(bytes)?.try_into().ok()
}

/// Reads a duration in `range`, such as `"30s"`, `"1h 30m"` or `"PT5M"`; a day has 24 hours.
pub(super) fn duration(item: Item<'_, '_>, range: RangeInclusive<Duration>) -> Option<Duration> {
    item.parse(|text| {
        let duration = parse_duration(text).ok_or("must be a duration with its unit, such as \"30s\" or \"1h 30m\"")?;
        if range.contains(&duration) {
            return Ok(duration);
        }
        Err(format!("must be from {} to {}", shown(*range.start()), shown(*range.end())))
    })
}

fn parse_duration(text: &str) -> Option<Duration> {
    let span: Span = text.trim().parse().ok()?;
    span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()?.try_into().ok()
}

fn shown(duration: Duration) -> String {
    match jiff::SignedDuration::try_from(duration) {
        Ok(duration) => format!("{duration:#}"),
        Err(_) => format!("{duration:?}"),
    }
}

/// Reads a rate such as `"100/s"`, `"5/min"` or `"1000/15m"`.
pub(super) fn rate(item: Item<'_, '_>) -> Option<Rate> {
    item.parse(|text| parse_rate(text).ok_or("must be a rate of at least one request, such as \"100/s\" or \"5/min\""))
}

fn parse_rate(text: &str) -> Option<Rate> {
    let (requests, period) = text.split_once('/')?;
    let requests: u32 = requests.trim().parse().ok()?;
    let period = period.trim();
    // A unit without a number is one of it: `5/min`.
    let bare = period.bytes().all(|byte| byte.is_ascii_alphabetic());
    let period = parse_duration(&if bare { format!("1{period}") } else { period.to_owned() })?;
    (requests > 0 && !period.is_zero()).then_some(Rate { requests, period })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("0", Some(0)),
            ("1048576", Some(1 << 20)),
            ("10MiB", Some(10 << 20)),
            (" 10 mib ", Some(10 << 20)),
            ("1kB", Some(1000)),
            ("1KiB", Some(1024)),
            ("2GB", Some(2_000_000_000)),
            ("2GiB", Some(2 << 30)),
            ("7B", Some(7)),
            ("", None),
            ("MiB", None),
            ("-1", None),
            ("1.5MiB", None),
            ("10 MiBs", None),
            ("10M", None),
            ("1é", None),
            ("99999999999999999999", None),
            ("18446744073709551615GiB", None),
        ] {
            assert_eq!(parse_size(text), bytes, "{text}");
        }
    }

    #[test]
    fn durations() {
        for (text, seconds) in [
            ("0s", Some(0.0)),
            ("30s", Some(30.0)),
            ("250ms", Some(0.25)),
            ("1h 30m", Some(5400.0)),
            ("1h30m", Some(5400.0)),
            ("5min", Some(300.0)),
            ("2d", Some(172_800.0)),
            ("PT5M", Some(300.0)),
            ("30", None),
            ("", None),
            ("-5s", None),
            ("5 parsecs", None),
            ("1month", None),
            ("99999999999999999999h", None),
        ] {
            assert_eq!(parse_duration(text).map(|duration| duration.as_secs_f64()), seconds, "{text}");
        }
        assert_eq!(shown(Duration::from_secs(5400)), "1h 30m");
    }

    #[test]
    fn rates() {
        for (text, expected) in [
            ("100/s", Some((100, 1))),
            ("5 / min", Some((5, 60))),
            ("5/m", Some((5, 60))),
            ("7/h", Some((7, 3600))),
            ("1000/15m", Some((1000, 900))),
            ("0/s", None),
            ("5/0s", None),
            ("5", None),
            ("/s", None),
            ("5/", None),
            ("-5/s", None),
            ("99999999999/s", None),
        ] {
            let rate = expected.map(|(requests, seconds)| Rate { requests, period: Duration::from_secs(seconds) });
            assert_eq!(parse_rate(text), rate, "{text}");
        }
    }
}
