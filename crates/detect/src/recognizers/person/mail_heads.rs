//! Names in the heads of mails, the surname first: `To: Young, Hope; Banks, Will`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Most names of one line that are found: a pattern has one find.
const MOST: usize = 12;
/// Longest line, in bytes.
const LONGEST: usize = 1024;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(
        &[const {
            Pattern::prefix(
                "(?i:to|cc|bcc|from|required|optional|attendees|von|an|kopie|de|para|à|da|van|aan|od|do|från|till|fra|til|kopia): [A-ZÀ-Þ]",
                0.85,
                0.9,
            )
        }; MOST],
    ),
    context: words![],
    check,
}];

/// Names of lines in the heads of mails, as programs quote them.
const LINES: &WordList = &WordList::new(
    "to|cc|bcc|from|sent|date|subject|importance|when|where|x - to|x - cc|x-to|von|an|kopie|gesendet|datum|betreff|de|à|envoyé|objet|\
     para|enviado|asunto|fecha|da|a|inviato|oggetto|data|assunto|van|aan|verzonden|onderwerp|od|do|wysłano|temat|från|till|skickat|\
     ämne|fra|til|sendt|emne",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest beginning of the line, in bytes.
    const NEAR: usize = 16;
    let (text, start) = (candidate.field.text, candidate.range.start);
    let before = line::whole_before(text, start, NEAR)?;
    let is_head =
        before.chars().all(|c| matches!(c, ' ' | '>' | '|' | '*' | '\t')) || before.ends_with("X - ") || before == "X-";
    let at = candidate.range.end - candidate.matched().chars().next_back()?.len_utf8();
    let rest = line::behind(text, at, LONGEST);
    // Few lines have as many names as there are patterns.
    let may_have = is_head && rest.bytes().filter(|b| *b == b';').count() >= candidate.pattern;
    if !may_have || !rest.contains(", ") {
        return None;
    }
    let is_told = || rest.contains("; ") || is_followed(text, at + rest.len());
    let names = items(rest).filter_map(|item| turned(rest, item));
    let place = names.take(MOST).nth(candidate.pattern).filter(|_| is_told())?;
    candidate.part(at + place.start..at + place.end)
}

/// The places of the parts of `rest` between semicolons.
fn items(rest: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    rest.split(';').map(move |item| {
        let place = start + (item.len() - item.trim_start().len())..start + item.trim_end().len();
        start += item.len() + 1;
        place
    })
}

/// The place of the name in the part at `item` of `rest`: a surname, a comma and first names, before an address or a remark in
/// brackets, if there is one.
fn turned(rest: &str, item: Range<usize>) -> Option<Range<usize>> {
    /// Most words of a surname, and of the first names.
    const WORDS: usize = 3;
    let found = rest.get(item.clone())?.split(['<', '[', '(']).next()?.trim_end();
    let (last, first) = found.split_once(", ")?;
    let is_part = |part: &str| name_words(part).is_some_and(|words| words <= WORDS);
    (is_part(last) && is_part(first)).then_some(item.start..item.start + found.len())
}

/// Reports whether the line behind the one that ends at `end` belongs to the head of a mail, too.
fn is_followed(text: &str, end: usize) -> bool {
    /// Longest name of a line, in bytes.
    const NAME: usize = 24;
    let below = text.get(end..).unwrap_or_default().trim_start_matches(['\r', '\n', ' ', '>', '*']);
    line::behind(below, 0, NAME)
        .split_once(':')
        .is_some_and(|(name, _)| is_listed(name.trim_matches(['*', ' ']), LINES))
}
