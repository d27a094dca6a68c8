//! Dates of birth that correct another one on their line: `昭和52年6月3日生の記載は誤り、正しくは昭和53年6月3日`, `geb. 3.6.1952 (richtig: 3.6.1953)`.

use std::{borrow::Cow, ops::Range};

use super::{birth::INFO, birth_dates::date_len};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("正しくは|訂正後は|正：|更正为|更正為|应为|應為|정정: ?|올바른 날짜는 ", 0.8, 0.9),
        Pattern::within(
            "(?i:richtig(?: ist)?|recte|should be|should read|corrected to|correctly|lire plutôt|lire|leggasi|léase|debe decir|leia-se|system shows|system says|system has|shows as|showing as|recorded as|entered as|winno być|\
             powinno być|správně|moet zijn|ska vara|skal være|правильно|вірно|верно)(?-u::? [0-9])",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check: |candidate| candidate.part(corrected(candidate.field.text, &candidate.range)?),
}];

/// The date behind the match, if a word for a birth and another date stand before it on the line.
fn corrected(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Farthest word for a birth, in bytes.
    const FAR: usize = 128;
    const BIRTHS: &WordList = &WordList::new(
        "born|birth|dob|geb|geboren|geburtsdatum|né|née|naissance|nacido|nacida|nacimiento|nato|nata|nascita|nascido|nascida|nascimento|ur|urodzony|\
         urodzona|urodzenia|nar|narozen|narozena|narození|geboortedatum|född|født|fødd|födelsedatum|рождения|родился|родилась|народження",
    );
    // The first digit may be a part of the match.
    let at = range.end - usize::from(text[range.clone()].ends_with(|c: char| c.is_ascii_digit()));
    let date = date_len(text.get(at..)?, false)?;
    let before = line::before(text, range.start, FAR);
    let is_of_birth = before.contains(['生', '생'])
        || before.contains("出生")
        || before.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, BIRTHS));
    let has_other = before.bytes().filter(u8::is_ascii_digit).count() > 2;
    let place = at..at + date;
    (is_of_birth && has_other && is_value_edge(text, place.end)).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn dates_correct_others() {
        for (text, matched, pattern, expected) in [
            ("平成2年5月9日生は誤り、正しくは平成3年5月9日）", "正しくは", 0, Some("平成3年5月9日")),
            ("geb. 9.5.1961 (richtig: 9.5.1962)", "richtig: 9", 1, Some("9.5.1962")),
            ("DOB 05/09/1961, should be 05/09/1962.", "should be 0", 1, Some("05/09/1962")),
            ("invoice of 05/09/1961, should be 05/09/1962.", "should be 0", 1, None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, matched, pattern), expected, "{text}");
        }
    }
}
