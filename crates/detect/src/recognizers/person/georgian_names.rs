//! Names of persons of Georgia: a family name that its end tells, in any case, and the word before it.

use std::ops::Range;

use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;

/// Farthest beginning and end of a name, in bytes.
const NEAR: usize = 192;

/// The family name around the letters at `end`, which end it but for its case, and the word before it.
pub(super) fn georgian(text: &str, end: &Range<usize>) -> Option<Range<usize>> {
    /// Fewest letters before the end of a family name.
    const LEAST: usize = 3;
    let is_letter = |c: char| ('ა'..='ჿ').contains(&c);
    let run_before = |head: &str| head.chars().rev().take_while(|c| is_letter(*c)).map(char::len_utf8).sum::<usize>();
    let head = line::before(text, end.start, NEAR);
    let stem = run_before(head);
    if head[head.len() - stem..].chars().count() < LEAST {
        return None;
    }
    let behind = line::behind(text, end.end, NEAR);
    let case: usize = behind.chars().take_while(|c| is_letter(*c)).map(char::len_utf8).sum();
    let ending = &text[end.end..end.end + case];
    const OTHERS: [&str; 10] = ["სიგრ", "შვილი", "დის", "ძმის", "ბიძა", "დეიდა", "მამიდა", "ნაშ", "ქალი", "ვაჟი"];
    if OTHERS.iter().any(|word| head[head.len() - stem..].ends_with(word)) {
        return None;
    }
    let is_case =
        ["", "ს", "მ", "ის", "ით", "ად", "ო", "ი", "მა", "სთან", "სა", "თან", "სთვის", "ისთვის"].contains(&ending);
    let family = end.start - stem;
    let head = line::before(text, family, NEAR).strip_suffix(' ').unwrap_or_default();
    let first = &head[head.len() - run_before(head)..];
    let is_other = first.is_empty() || is_listed(first, GEORGIAN_WORDS);
    is_case.then(|| if is_other { family } else { family - 1 - first.len() }..end.end + case)
}

/// Words before family names that are no first names.
const GEORGIAN_WORDS: &WordList = &WordList::new(
    "ბატონი|ბატონმა|ბატონს|ქალბატონი|ქალბატონმა|ქალბატონს|პრეზიდენტი|პრეზიდენტმა|პრემიერი|მინისტრი|მინისტრმა|დეპუტატი|დეპუტატმა|ექიმი|პროფესორი|დირექტორი|\
     მწერალი|მსახიობი|რეჟისორი|და|რომ|არის|იყო|უთხრა|ასევე|ქუჩა|ქუჩის",
);
