//! Speakers of chats of parents, saved under the names of their children: `Jo (Tilly + Ned): yes!!`, on more than one line.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

/// Most names of a speaker: a pattern has one find.
const MOST: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[const { Pattern::within("[a-z]\\): ", 0.75, 0.85) }; MOST]),
    context: words![],
    check: |candidate: &Candidate<'_>| {
        let place = names(candidate.field.text, candidate.range.start + 1).nth(candidate.pattern)?;
        candidate.part(place)
    },
}];

/// The names in the head of a line that ends with the bracket at `at`, if another line near it has the same head.
fn names(text: &str, at: usize) -> impl Iterator<Item = Range<usize>> {
    let head = head(text, at).unwrap_or_default();
    let start = at - head.len();
    let mut from = 0;
    std::iter::from_fn(move || {
        let begin = from + head.get(from..)?.find(char::is_alphabetic)?;
        let len = head[begin..].find([' ', '(', ',', '&', '+']).unwrap_or(head.len() - begin);
        from = begin + len;
        Some(start + begin..start + from)
    })
    .filter(move |place| is_name_word(&text[place.clone()]))
}

/// The head of the line before the closing bracket at `at`: a name, and two or more in the bracket.
fn head(text: &str, at: usize) -> Option<&str> {
    /// Longest head, and farthest other one, in bytes.
    const LONGEST: usize = 48;
    const FAR: usize = 2048;
    let head = line::whole_before(text, at, LONGEST)?;
    let (name, children) = head.split_once(" (")?;
    let is_name = |word: &str| is_name_word(word) && !is_other(word);
    let joins = [" + ", " & ", " and "].iter().any(|sign| children.contains(sign));
    let mut words = children.split([' ', ',', '+', '&']).filter(|word| !word.is_empty() && *word != "and");
    let fits = joins && name.split(' ').count() < 3 && name.split(' ').all(is_name) && words.all(is_name);
    let start = at - head.len();
    let near = [window::before(text, start, FAR), window::behind(text, at, FAR)];
    let is_again = || {
        near.iter()
            .any(|part| part.split('\n').any(|line| line.strip_prefix(head).is_some_and(|rest| rest.starts_with("):"))))
    };
    (fits && is_again()).then_some(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speakers_come_back_with_their_children() {
        for (text, expected) in [
            ("Jo (Tilly + Ned): yes!!\nSam: ok\nJo (Tilly + Ned): bye", &["Jo", "Tilly", "Ned"][..]),
            ("Jo (Tilly + Ned): yes!!\nSam: ok", &[]),
            ("Linux (Debian): x\nLinux (Debian): y", &[]),
        ] {
            let at = text.find(')').unwrap();
            let found: Vec<_> = names(text, at).map(|place| &text[place]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
