//! Names of persons of Georgia: a family name that its end tells, in any case, and the word before it.

use std::ops::Range;

use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before, run_behind};

/// Farthest beginning and end of a name, in bytes.
const NEAR: usize = 192;

/// The family name around the letters at `end`, which end it but for its case, and the word before it.
pub(super) fn georgian(text: &str, end: &Range<usize>) -> Option<Range<usize>> {
    /// Fewest letters before the end of a family name.
    const LEAST: usize = 3;
    let is_letter = |c: char| ('ა'..='ჿ').contains(&c);
    let head = line::before(text, end.start, NEAR);
    let stem = run_before(head, is_letter);
    if stem.chars().count() < LEAST {
        return None;
    }
    let behind = line::behind(text, end.end, NEAR);
    let ending = run_behind(behind, is_letter);
    const OTHERS: [&str; 10] = ["სიგრ", "შვილი", "დის", "ძმის", "ბიძა", "დეიდა", "მამიდა", "ნაშ", "ქალი", "ვაჟი"];
    if OTHERS.iter().any(|word| stem.ends_with(word)) {
        return None;
    }
    let is_case =
        ["", "ს", "მ", "ის", "ით", "ად", "ო", "ი", "მა", "სთან", "სა", "თან", "სთვის", "ისთვის"].contains(&ending);
    let family = end.start - stem.len();
    let head = line::before(text, family, NEAR).strip_suffix(' ').unwrap_or_default();
    let first = run_before(head, is_letter);
    let is_other = first.is_empty() || is_listed(first, GEORGIAN_WORDS);
    is_case.then(|| if is_other { family } else { family - 1 - first.len() }..end.end + ending.len())
}

/// Words before family names that are no first names.
const GEORGIAN_WORDS: &WordList = &WordList::new(
    "ბატონი|ბატონმა|ბატონს|ქალბატონი|ქალბატონმა|ქალბატონს|პრეზიდენტი|პრეზიდენტმა|პრემიერი|მინისტრი|მინისტრმა|დეპუტატი|დეპუტატმა|ექიმი|პროფესორი|დირექტორი|\
     მწერალი|მსახიობი|რეჟისორი|და|რომ|არის|იყო|უთხრა|ასევე|ქუჩა|ქუჩის",
);
