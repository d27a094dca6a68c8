//! Dates of birth on driving licences of the European Union and the United Kingdom, whose fields have numbers for names: the third one holds
//! the date and the place of birth (Directive 2006/126/EC, annex I).
//!
//! ```text
//! 1. ROE
//! 2. JANE
//! 3. 29.02.84 LEEDS
//! 4a. 03.06.2019  4b. 02.06.2029
//! ```

use std::ops::Range;

use crate::text::{line, window};

/// Reports whether the date at `range` is the third field of a licence, between the fields before and behind it.
pub(super) fn is_third_field(text: &str, range: &Range<usize>) -> bool {
    /// Longest number of the field, and farthest field, in bytes.
    const NUMBER: usize = 8;
    const FAR: usize = 160;
    let before = line::before(text, range.start, NUMBER);
    let number = before.trim_end_matches(' ');
    let number = number.strip_suffix('.').unwrap_or(number);
    let stands = number.strip_suffix('3').is_some_and(|head| head.trim_start().is_empty() || head.ends_with("  "));
    let begins = |near: &str, field: &str| near.split(['\n', '\t']).any(|line| line.trim_start().starts_with(field));
    let is_licence = || {
        let head = window::before(text, range.start, FAR);
        ["1", "2"].iter().all(|field| begins(head, &[field, ". "].concat()) || begins(head, &[field, " "].concat()))
            && window::behind(text, range.end, FAR).contains("4a")
    };
    stands && is_licence()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_field_of_a_licence_is_a_date_of_birth() {
        for (text, expected) in [
            ("1. ROE\n2. JANE\n3. 29.02.1984 LEEDS\n4a. 03.06.2019", true),
            ("1 ROE\n2 JANE\n3 29.02.1984 LEEDS\n4a 03.06.2019", true),
            ("1. Open\n2. Close\n3. 29.02.1984 Report\n4. Send", false),
            ("1. ROE\n2. JANE\n13. 29.02.1984 LEEDS\n4a. 03.06.2019", false),
        ] {
            let at = text.find("29.02").unwrap();
            assert_eq!(is_third_field(text, &(at..at + "29.02.1984".len())), expected, "{text}");
        }
    }
}
