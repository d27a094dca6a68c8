//! Surrogates for dates: the same date, shifted.

use jiff::{ToSpan, civil::Date};
use rand::{RngExt, rngs::StdRng};

/// Notations of whole dates. The first one that formats a parsed text back letter for letter applies.
const NOTATIONS: &[&str] = &[
    "%Y-%m-%d",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d.%m.%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%-d/%-m/%Y",
    "%-m/%-d/%Y",
    "%-d.%-m.%Y",
    "%B %d, %Y",
    "%B %-d, %Y",
    "%b %d, %Y",
    "%b %-d, %Y",
    "%d %B %Y",
    "%-d %B %Y",
    "%d %b %Y",
    "%-d %b %Y",
    "%A, %B %-d, %Y",
    "%Y%m%d",
];

/// Furthest shift, in days.
const FURTHEST: i64 = 1500;

/// A shifted date in the notation of `text`; a time behind an ISO 8601 date stays. `None` for a text that is no whole
/// date, since other texts would contain its surrogate by chance.
pub(in crate::anonymize::operators) fn shifted(text: &str, random: &mut StdRng) -> Option<String> {
    let (date, time) = match text.find('T').or_else(|| text.find(' ')) {
        Some(at) if at == "2000-01-01".len() => text.split_at_checked(at)?,
        _ => (text, ""),
    };
    let (notation, date) = NOTATIONS.iter().find_map(|notation| {
        let parsed = Date::strptime(notation, date).ok()?;
        (parsed.strftime(notation).to_string() == date).then_some((notation, parsed))
    })?;
    let days = random.random_range(1..=FURTHEST);
    let days = if random.random() { days } else { -days };
    let shifted = date.checked_add(days.days()).ok()?;
    Some(format!("{}{time}", shifted.strftime(notation)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::surrogates;

    #[test]
    fn keep_their_notation() {
        for (text, shape) in [
            ("1985-10-26", "dddd-dd-dd"),
            ("26.10.1985", "dd.dd.dddd"),
            ("10/26/1985", "dd/dd/dddd"),
            ("1985-10-26T01:21:00Z", "dddd-dd-ddTdd:dd:ddZ"),
        ] {
            for name in surrogates("DATE_OF_BIRTH", text) {
                assert_eq!(name.replace(|c: char| c.is_ascii_digit(), "d"), shape);
                assert_ne!(*name, *text);
            }
        }
        assert!(surrogates("DATE_TIME", "October 26, 1985").iter().all(|name| name.contains(", ")));
        for partial in ["1985", "26.10.", "October 1985", "tomorrow"] {
            assert!(surrogates("DATE_TIME", partial).is_empty());
        }
    }
}
