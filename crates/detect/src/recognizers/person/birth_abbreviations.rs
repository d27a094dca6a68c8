//! Abbreviations for birth behind a date, with the name before it, as files in Russian and Ukrainian have them: `Соколова Тамара
//! Ильинична, 04.11.1972 г.р.`, `Петренко О. В., 1980 р.н.`; and those before a date or a place and a date: `roj. 4. 11. 1972`,
//! `szül.: Győr, 1972.11.04.`, `Д.р.: 04.11.1972`, `TTL: Bandung, 4 November 1972`.

use std::{borrow::Cow, ops::Range};

use super::birth_dates::date_len;
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
            "(?:geb\\.|roj\\.|rođ\\.|szül\\.|n[ée]e? le|nat[oa] il|nacid[oa] el|DOB:?|ur\\.|nar\\.) [0-9*]",
            0.85,
            0.9,
        )]),
        context: words![],
        check: turned,
    },
    Rule {
        info: birth::INFO,
        patterns: Cow::Borrowed(&[Pattern::within(
            "[Rr]oj\\.|[Ss]zül(?:\\.|:)|TTL|[Ss]inh |[Nn]ar\\.|[Uu]r\\.|[Rr]ođ\\.|[Gg]im\\.|[Ff]\\. ?[Nn](?:ac)?\\.|[Нн]ар\\.|[Рр]од\\.|\
             [Рр]ођ\\.|[Дд]\\. ?[рн]\\.|[Dd]\\.? ?[Nn]\\.?:|DDN|D\\.T\\.|[Dd]oğ\\.|[Γγ]ενν?\\.|[Dd]z\\.|[Ss]ünd\\.|ת\\. ?ל(?:ידה)?|ت\\. ?(?:الميلاد|م)|生日|[MF]/[WBHAIU] ",
            0.85,
            0.9,
        )]),
        context: words![],
        check: |candidate| candidate.part(date_behind(candidate.field.text, &candidate.range)?),
    },
    Rule {
        info: birth::INFO,
        patterns: Cow::Borrowed(&[Pattern::within("\\([0-9]{1,2}[./-][0-9]{1,2}[./-](?:19|20)[0-9]{2}\\)", 0.8, 0.9)]),
        context: words![],
        check: |candidate| candidate.part(of_child(candidate.field.text, candidate.range.start)?),
    },
];

/// Children and what tells of them.
const CHILDREN: &WordList = &WordList::new(
    "ch1|ch2|ch3|child|children|kids|siblings|kind|kinder|geschwister|enfants|enfant|fratrie|hijos|hijas|figli|figlie|filhos|filhas|kinderen|dzieci|\
     děti|deti|gyerekek|gyermekek|copii|copiii|barn|børn|lapset|çocuklar|дети|детей|діти|деца",
);

/// The date in the brackets that begin at `bracket`, behind a name with a capital and on a line that speaks of children: `ch1 Mia
/// (14.2.2017)`.
fn of_child(text: &str, bracket: usize) -> Option<Range<usize>> {
    const FAR: usize = 160;
    let head = line::before(text, bracket, FAR).strip_suffix(' ')?;
    let name = head.rsplit(' ').next()?;
    let clause = head.rsplit([';', '.', '?', '!']).next().unwrap_or_default();
    let is_child = || clause.split(|c: char| !c.is_alphanumeric()).any(|word| is_listed(word, CHILDREN));
    let start = bracket + 1;
    let len = date_len(text.get(start..)?, false)?;
    (name_words(name) == Some(1) && text[start + len..].starts_with(')') && is_child()).then_some(start..start + len)
}

/// The date behind the abbreviation at `range`, perhaps with the place of the birth between both.
fn date_behind(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Farthest end of a date, and longest name of a place, in bytes.
    const FAR: usize = 80;
    const PLACE: usize = 40;
    let is_unspaced = text[range.clone()].starts_with('生');
    if !is_unspaced && text[..range.start].ends_with(char::is_alphanumeric) {
        return None;
    }
    let near = line::behind(text, range.end, FAR);
    let rest = near.trim_start_matches([' ', ':', '：', '.']);
    let is_part = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '.' | '(' | ')' | '/');
    let place = rest
        .find(',')
        .filter(|len| *len <= PLACE && rest.starts_with(char::is_uppercase) && rest[..*len].chars().all(is_part));
    let behind = place.map_or(rest, |len| rest[len + 1..].trim_start_matches(' '));
    let start = range.end + near.len() - behind.len();
    let len = date_len(behind, is_unspaced)?;
    is_value_edge(text, start + len).then_some(start..start + len)
}

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
