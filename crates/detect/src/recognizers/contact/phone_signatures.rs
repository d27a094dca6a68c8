//! Telephone numbers alone on their line, as signatures have them: before what they are called, `781 1704 office`, or in the groups of their
//! country below a name.

use std::borrow::Cow;

use super::phone::INFO;
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::numerals::is_date_shape;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?i:office|fax|mobile|cell|home|work|desk|direct|phone|tel)", 0.85, 0.95),
        // Numbers of nine digits, as in Portugal, Spain, Poland and Czechia, and mobile ones of France, Germany and the United Kingdom.
        Pattern::regex(
            "[2-9][0-9]{2}[ .][0-9]{3}[ .][0-9]{3}|0[67](?:[ .][0-9]{2}){4}|0[17][0-9]{3}[ /][0-9]{6,8}",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check: |candidate| if candidate.pattern == 0 { called(candidate) } else { below_name(candidate) },
}];

/// The number that is a line below a name of two words to four.
fn below_name(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest line above, in bytes, and the words of a name.
    const LONGEST: usize = 48;
    const WORDS: std::ops::RangeInclusive<usize> = 2..=4;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = text.get(..range.start)?.strip_suffix('\n')?.trim_end_matches('\r');
    let name = line::whole_before(head, head.len(), LONGEST)?.trim_matches([' ', ',', '*']);
    let is_name = name_words(name).is_some_and(|words| WORDS.contains(&words));
    (is_name && line::ends(text, range.end)).then(|| candidate.whole())?
}

/// The number before what it is called.
fn called(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest number, in bytes, and its digits.
    const LONGEST: usize = 24;
    const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, LONGEST + 1);
    let is_line =
        text.get(..range.start - head.len()).is_some_and(|before| before.is_empty() || before.ends_with('\n'));
    if !is_line || !line::ends(text, range.end) {
        return None;
    }
    let found = head.trim_end_matches([' ', '(']);
    let number = found.trim_start_matches([' ', '\t']);
    let stands = number.bytes().all(|b| b.is_ascii_digit() || b" ()+.-".contains(&b));
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let begins = number.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '(');
    let start = range.start - head.len() + found.len() - number.len();
    (found.len() < head.len() && stands && begins && !is_date_shape(number) && DIGITS.contains(&digits))
        .then(|| candidate.part(start..start + number.len()))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn numbers_stand_alone_below_a_name() {
        for (text, number, expected) in [
            ("Obrigada,\nRita Falcão\n912 345 678", "912 345 678", true),
            ("Cordialement\r\nLéa Rossignol\r\n06 12 34 56 78\r\n", "06 12 34 56 78", true),
            ("Gruß\nJan van der Zyl\n0151 22948173", "0151 22948173", true),
            ("total\n912 345 678", "912 345 678", false),
            ("Net Sales Region\n912 345 678 EUR", "912 345 678", false),
            ("Rita Falcão 912 345 678", "912 345 678", false),
            ("912 345 678", "912 345 678", false),
        ] {
            let (field, start) = (Field::new(text), text.find(number).unwrap());
            let range = start..start + number.len();
            let candidate = Candidate { field: &field, range, pattern: 1, form: Form::Shape, name: "" };
            assert_eq!(check(&candidate).is_some(), expected, "{text}");
        }
    }

    fn check(candidate: &Candidate<'_>) -> Option<Finding> {
        (RULES[0].check)(candidate)
    }
}
