//! Spoken e-mail addresses with more than a word on a side of the sign: `info dot kemi at naija mail dot com`, `j underscore castellanos
//! eighty four at yahoo dot com`.
//!
//! Those of one word on each side are read in clear as addresses in other disguises are.

use std::{borrow::Cow, ops::Range};

use super::email::INFO;
use crate::recognizers::support::number_words::is_number_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::within(
        "(?i-u: dot (?:com|net|org|edu|gov|info|co|ie|uk|au|nz|za|ng|ke|gh|in|sg|ca|us|me|io|biz))",
        0.95,
        0.97,
    )]),
    context: words![],
    check: |candidate| candidate.part(spoken(candidate.field.text, &candidate.range)?),
}];

/// Words for signs of addresses.
const SIGNS: &WordList = &WordList::new("dot|underscore|dash|hyphen|minus|plus|point");
/// Words before an address, in small letters, which are no part of it.
const NO_PARTS: &WordList = &WordList::new(
    "is|it|it's|its|that's|email|e-mail|mail|address|to|at|on|my|his|her|the|um|uh|so|and|or|yes|yeah|ok|okay|me|us|use|try|be|was|old|new|for|like|so|then|with|from",
);

/// Words in no host.
const ARTICLES: &WordList = &WordList::new("the|this|that|a|an|my|your|his|her|our|their|these|those");

/// The address whose host ends with the word for a sign and the ending at `range`.
fn spoken(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Longest address before its ending, in bytes, and most words of the host and of the name.
    const FAR: usize = 112;
    const HOST: usize = 4;
    const NAME: usize = 12;
    let head = line::before(text, range.start, FAR);
    let at = head.to_ascii_lowercase().rfind(" at ")?;
    let host = &head[at + " at ".len()..];
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    // `look at the new site dot com`
    let is_part = |word: &str| is_word(word) && !is_listed(word, ARTICLES);
    if host.split(' ').count() > HOST || !host.split(' ').all(is_part) {
        return None;
    }
    let (mut start, mut is_open, mut count) = (at, true, 0);
    while count < NAME {
        let before = head[..start].trim_end_matches([' ', ',']);
        let word = before.rsplit([' ', ',', '.', ':', '"']).next().unwrap_or_default();
        let lower = word.to_ascii_lowercase();
        let is_sign = is_listed(&lower, SIGNS);
        let is_small = word.len() == 1 && lower != "i" && lower != "a"
            || is_number_word(&lower)
            || word.bytes().all(|b| b.is_ascii_digit());
        let is_spelled = before[..before.len() - word.len()].ends_with(" for ");
        // A word goes on before a sign, and before a number or letters.
        if !is_word(word) || !is_sign && !is_small && !is_spelled && (!is_open || is_listed(&lower, NO_PARTS)) {
            break;
        }
        is_open = is_sign || is_small;
        start = before.len() - word.len();
        count += 1;
        // `s for sierra`
        let letter = before[..start].strip_suffix(" for ").filter(|head| {
            head.ends_with(|c: char| c.is_ascii_alphabetic())
                && !head[..head.len() - 1].ends_with(|c: char| c.is_alphanumeric())
        });
        if let Some(head) = letter {
            (start, is_open) = (head.len() - 1, false);
            let more = head[..start].trim_end_matches([' ', ',']);
            is_open |= more.rsplit_once(" for ").is_some_and(|(_, word)| is_word(word));
        }
    }
    let behind = line::behind(text, range.end, 8);
    let country = [" dot uk", " dot au", " dot nz", " dot za", " dot ng", " dot in", " dot ke"];
    let more =
        country.iter().find(|country| behind.get(..country.len()).is_some_and(|end| end.eq_ignore_ascii_case(country)));
    let end = range.end + more.map_or(0, |country| country.len());
    (count > 0 && is_value_edge(text, end)).then(|| range.start - head.len() + start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_spoken() {
        for (text, expected) in [
            ("the email, it's info dot kemi at naija mail dot com. yes", Some("info dot kemi at naija mail dot com")),
            (
                "uh it's j underscore castellanos eighty four at yahoo dot com",
                Some("j underscore castellanos eighty four at yahoo dot com"),
            ),
            ("mail sharon dot whitlock at big pond dot com", Some("sharon dot whitlock at big pond dot com")),
            ("we looked at the new site dot com era", None),
            ("d for delta, s for sierra, m at gmail dot com", Some("d for delta, s for sierra, m at gmail dot com")),
            ("see example dot com", None),
        ] {
            let at = text.find(" dot com").unwrap();
            assert_eq!(spoken(text, &(at..at + " dot com".len())).map(|range| &text[range]), expected, "{text}");
        }
    }
}
