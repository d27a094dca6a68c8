//! Whose a telephone number is, where no word names it as one: it stands in brackets behind a person's name, in a row with it, or
//! alone on the line below it.

use std::ops::Range;

use crate::recognizers::support::name_shape::name_words;
use crate::text::line;

/// Farthest name, in bytes.
const NEAR: usize = 64;

/// Reports whether the number at `range` belongs to the name of a person beside it: `Lubomír Kratochvíl (607 441 820)`.
pub(super) fn stands_with_name(text: &str, range: &Range<usize>) -> bool {
    in_brackets(text, range) || in_signature(text, range) || in_row(text, range)
}

/// Behind a comma, and before another or the end of the line: `Modpart: Verner Lund, 33 71 26 04, Birkevej 118`. Sums and counts have groups
/// of three digits.
fn in_row(text: &str, range: &Range<usize>) -> bool {
    let head = line::before(text, range.start, NEAR).strip_suffix(", ");
    let mut groups = text[range.clone()].split([' ', '-']);
    let is_grouped = groups.clone().count() > 2 && !groups.all(|group| group.len() == 3);
    let is_last = text[range.end..].starts_with([',', '\n', '\r', ';']) || text.len() == range.end;
    is_grouped && is_last && head.is_some_and(ends_in_name)
}

fn in_brackets(text: &str, range: &Range<usize>) -> bool {
    let head = line::before(text, range.start, NEAR).strip_suffix('(');
    let is_closed = text[range.end..].starts_with(')');
    is_closed && head.and_then(|head| head.strip_suffix(' ')).is_some_and(ends_in_name)
}

/// A line of its own below one that ends in a name. Sums and counts in columns have groups of three digits.
fn in_signature(text: &str, range: &Range<usize>) -> bool {
    let is_alone = line::begins(text, range.start) && line::ends(text, range.end);
    let is_count = text[range.clone()].split([' ', '.']).skip(1).all(|group| group.len() == 3);
    let above = text[..range.start].strip_suffix('\n').map(|head| head.strip_suffix('\r').unwrap_or(head));
    is_alone && !is_count && above.is_some_and(|head| ends_in_name(line::before(head, head.len(), NEAR)))
}

/// Reports whether the last two words of `head` are written as those of a name.
fn ends_in_name(head: &str) -> bool {
    let mut spaces = head.rmatch_indices(' ').map(|(at, _)| at + 1);
    let second = spaces.next().and(spaces.next()).unwrap_or(0);
    let last = &head[second..];
    last.contains(' ') && name_words(last) == Some(2) && last.contains(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_with_names() {
        let stands = |text: &str, number: &str| {
            let start = text.find(number).unwrap();
            stands_with_name(text, &(start..start + number.len()))
        };
        assert!(stands("svědek Lubomír Kratochvíl (607 441 820)\n", "607 441 820"));
        assert!(stands("hilsen Torbjørn Aasheim\n917 44 820", "917 44 820"));
        assert!(stands("Modpart: Verner Lund, 33 71 26 04, Birkevej", "33 71 26 04"));
        assert!(!stands("Verner Lund, 752 209 410, and", "752 209 410"));
        assert!(!stands("Gross Receipts\n612 441 820", "612 441 820"));
        assert!(!stands("v řadě (607 441 820)", "607 441 820"));
        assert!(!stands("ANNUAL TOTAL (607 441 820)", "607 441 820"));
    }
}
