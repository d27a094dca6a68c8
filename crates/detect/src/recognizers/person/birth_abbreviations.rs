//! Abbreviations for birth behind a date, with the name before it, as files in Russian and Ukrainian have them: `Соколова Тамара
//! Ильинична, 04.11.1972 г.р.`, `Петренко О. В., 1980 р.н.`

use std::{borrow::Cow, ops::Range};

use super::{birth, introduced_name};
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Words for birth behind a date.
const WORDS: Pattern = Pattern::within("г\\. ?р\\.|года рожд|р\\. ?н\\.|року народ", 0.9, 0.95);

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: birth::INFO,
        patterns: Cow::Borrowed(&[WORDS]),
        context: words![],
        check: |candidate| candidate.part(date_before(candidate.field.text, candidate.range.start)?),
    },
    Rule { info: introduced_name::INFO, patterns: Cow::Borrowed(&[WORDS]), context: words![], check: named },
    Rule {
        info: introduced_name::INFO,
        patterns: Cow::Borrowed(&[Pattern::within(
            "(?:geb\\.|n[ée]e? le|nat[oa] il|nacid[oa] el|DOB:?|ur\\.|nar\\.) [0-9*]",
            0.85,
            0.9,
        )]),
        context: words![],
        check: turned,
    },
];

/// The name before a birth whose surname stands first: `Pat.: Kornbichler, Wiebke, geb. 04.11.1958`.
fn turned(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest name, in bytes.
    const LONGEST: usize = 96;
    /// Cities that stand in rows of places.
    const CITIES: &WordList = &WordList::new(
        "berlin|hamburg|münchen|köln|frankfurt|stuttgart|düsseldorf|leipzig|dresden|bremen|hannover|nürnberg|essen|dortmund|wien|graz|\
         zürich|bern|basel|genf|paris|lyon|marseille|london|madrid|barcelona|sevilla|valencia|rom|roma|mailand|milano|torino|napoli|\
         lisboa|porto|amsterdam|rotterdam|brüssel|bruxelles|prag|praha|brno|warszawa|kraków|budapest|bukarest|stockholm|oslo|helsinki|\
         kopenhagen|istanbul|ankara|izmir|athen|moskau",
    );
    let (text, at) = (candidate.field.text, candidate.range.start);
    let near = line::before(text, at, LONGEST);
    let head = near.trim_end_matches([' ', ',', '(', ';']);
    let parted = (near.len() - head.len() > 1).then_some(head)?;
    let (before, first) = parted.rsplit_once(", ")?;
    let last = before.rsplit([':', '|', ';', '(', '\t']).next()?.trim_start_matches(' ');
    let are_names =
        !is_listed(last, CITIES) && name_words(last) == Some(1) && name_words(first).is_some_and(|words| words < 4);
    let end = at - (near.len() - head.len());
    let start = end - first.len() - ", ".len() - last.len();
    (are_names && is_value_edge(text, start)).then(|| candidate.part(start..end))?
}

/// The date or year that ends before `at`.
fn date_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest date, in bytes.
    const LONGEST: usize = 12;
    let near = line::before(text, at, LONGEST);
    let head = near.trim_end_matches(' ');
    let len = head.bytes().rev().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let end = at - (near.len() - head.len());
    let found = text.get(end - len..end)?;
    let mut parts = found.rsplit('.');
    let year: u16 = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let rest: Vec<&str> = parts.collect();
    let is_date = matches!(rest.len(), 0 | 2) && rest.iter().all(|part| matches!(part.len(), 1 | 2));
    ((1900..2050).contains(&year) && is_date && is_value_edge(text, end - len)).then_some(end - len..end)
}

/// The name of two words or three before the date.
fn named(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest name, in bytes.
    const LONGEST: usize = 96;
    let text = candidate.field.text;
    let date = date_before(text, candidate.range.start)?;
    let near = line::before(text, date.start, LONGEST);
    let head = near.trim_end_matches([' ', ',', '(']);
    let end = date.start - (near.len() - head.len());
    let is_cased = |word: &&str| word.chars().next().is_some_and(char::is_uppercase);
    let words: Vec<&str> = head.rsplit(' ').take(3).take_while(is_cased).collect();
    let len = |words: &[&str]| words.iter().map(|word| word.len() + 1).sum::<usize>() - 1;
    // Of three words the first may begin the sentence.
    (2..=words.len()).rev().find_map(|count| {
        let start = end - len(&words[..count]);
        let found = text.get(start..end)?;
        let is_name = name_words(found).is_some_and(|words| words > 1) && !found.contains([',', ';', ':']);
        (is_name && is_value_edge(text, start)).then(|| candidate.part(start..end))?
    })
}
