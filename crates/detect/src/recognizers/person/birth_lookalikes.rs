//! Dates beside words for births that are none of anybody's birth: bounds of conditions, days of files, times of logs.

use std::ops::Range;

use crate::text::line;

/// Reports whether the date at `at` is a bound in a condition, or the end of a time: `CHECK (birth_date > DATE '1900-01-01')`, `até
/// 31/10/2026`.
pub(super) fn is_bound(text: &str, at: usize) -> bool {
    /// Longest condition that is looked at, in bytes.
    const NEAR: usize = 16;
    /// Words before the end of a time.
    const UNTIL: [&str; 11] = [
        " até ",
        " until ",
        " till ",
        " bis ",
        " bis zum ",
        " jusqu'au ",
        " hasta el ",
        " fino al ",
        " entro il ",
        " t/m ",
        " do dnia ",
    ];
    let before = line::before(text, at, NEAR);
    if UNTIL.iter().any(|word| before.ends_with(word)) {
        return true;
    }
    let Some(head) = before.strip_suffix(['\'', '"']) else { return false };
    let head = ["DATE ", "date ", "TIMESTAMP "].iter().find_map(|kind| head.strip_suffix(kind)).unwrap_or(head);
    [" > ", " >= ", " < ", " <= "].iter().any(|sign| head.ends_with(sign))
}

/// Reports whether the date begins a line of a log, with a time of day behind it: `2024-09-02 03:00:17.402 INFO …`. A date of birth in a
/// database has none but midnight.
pub(super) fn is_of_log(text: &str, range: &Range<usize>) -> bool {
    let begins =
        line::begins(text, range.start) || text[..range.start].ends_with('[') && line::begins(text, range.start - 1);
    let is_time = |time: &[u8]| {
        let digits = [1, 2, 4, 5, 7, 8].iter().all(|at| time[*at].is_ascii_digit());
        matches!(time[0], b' ' | b'T') && time[3] == b':' && time[6] == b':' && digits && time[1..] != *b"00:00:00"
    };
    begins && text.as_bytes().get(range.end..range.end + " 03:00:17".len()).is_some_and(is_time)
}

/// Reports whether the name of a file stands right before the date at `at`, as in a list of files or migrations:
/// `add_birthdate_to_users.rb 2024-09-02`.
pub(super) fn is_of_file(text: &str, at: usize) -> bool {
    /// Longest name of a file, in bytes.
    const LONGEST: usize = 96;
    let head = line::before(text, at, LONGEST).trim_end();
    let name = head.rsplit([' ', '\t', '|', '"', '\'']).next().unwrap_or_default();
    let ending = name.rsplit_once('.').map_or("", |(stem, ending)| if stem.contains(['_', '-']) { ending } else { "" });
    (2..=4).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_conditions_files_and_logs_are_told() {
        for (text, expected) in [
            ("CHECK (dob >= '1900-01-01')", [true, false, false]),
            ("dob > DATE '1900-01-01'", [true, false, false]),
            ("<b>born</b> <i>1984-02-29</i>", [false; 3]),
            ("dob = '1984-02-29'", [false; 3]),
            ("add_birthdate_to_users.rb 2024-09-02", [false, true, false]),
            ("born in St. Roe-Mary 1984-02-29", [false; 3]),
            ("2024-09-02 03:00:17 birthdate", [false, false, true]),
            ("[2024-09-02T03:00:17] birthdate", [false, false, true]),
            ("1984-02-29 00:00:00|dob", [false; 3]),
            ("dob 1984-02-29 03:00:17", [false; 3]),
            ("é2024-09-02", [false; 3]),
        ] {
            let at = text.find(|c: char| c.is_ascii_digit()).unwrap();
            let range = at..at + "1984-02-29".len();
            assert_eq!([is_bound(text, at), is_of_file(text, at), is_of_log(text, &range)], expected, "{text}");
        }
    }
}
