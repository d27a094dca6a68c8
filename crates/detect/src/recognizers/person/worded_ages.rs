//! Ages in words, and those of several children: `he was forty-two when …`, `my grandad, ninety-one, lives alone`, `at twenty-nine she
//! moved`, `the kids are 4 and 7`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::person::age::INFO;
use crate::recognizers::person::stated_ages::{Subject, is_name, last_subject};
use crate::recognizers::support::neighbours::continues;
use crate::recognizers::support::number_words::is_number_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{
    Candidate, Finding, Pattern, Rule,
    text::{line, window},
};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[Pattern::regex(
            "(?i:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?i:one|two|three|four|five|six|seven|eight|nine))?",
            0.75,
            0.9,
        )]),
        context: words![],
        check: number_of_person,
    },
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[Pattern::regex(
            "(?i:they['’]?re|they are|(?:kids|children|boys|girls|sons|daughters|twins|ones|kinder|jungs|töchter|söhne) (?:are|were|sind)) \
             (?:[1-9][0-9]?|[a-z]{3,6})(?:, [1-9][0-9]?)? (?:and|und|&) (?:[1-9][0-9]?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)",
            0.75,
            0.9,
        )]),
        context: words![],
        check: numbers_of_children,
    },
];

/// `she's thirty-five now`, `my grandad, ninety-one, lives`, `at twenty-nine she moved`.
fn number_of_person(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, 48);
    let behind = line::behind(text, range.end, 24);
    let fits = is_said_of_person(head) && ends_clause(behind)
        || is_apposition(head) && behind.starts_with([',', ')', '.', ';'])
        || head.to_lowercase().ends_with("at ") && begins_with_person(behind);
    (fits && !continues(text, range)).then(|| candidate.whole())?
}

/// Reports whether `head` ends with a person and a form of `be`: `I'm `, `she's only `, `my dad was `.
fn is_said_of_person(head: &str) -> bool {
    const ADVERBS: &WordList = &WordList::new("now|only|just|nearly|almost|about|already|still|barely|over");
    const OWN: &WordList = &WordList::new("i'm|i’m|he's|he’s|she's|she’s|shes");
    /// Who is told of without a noun, with what will be.
    const FIRST: &WordList = &WordList::new("i|i'll|i’ll|he'll|he’ll|she'll|she’ll|will|he|she");
    const VERBS: &WordList = &WordList::new("am|was|is|be|turns|turned|turning");
    let Some(head) = head.strip_suffix(' ') else { return false };
    let last = |head: &str| head.rsplit_once(' ').map_or(0, |(before, _)| before.len() + 1);
    let at = last(head);
    let head = if is_listed(&head[at..], ADVERBS) { head[..at].trim_end() } else { head };
    let at = last(head);
    let (subject, verb) = (&head[..at], &head[at..]);
    let subject = subject.trim_end();
    let is_own = |word: &str| is_listed(word, FIRST);
    is_listed(verb, OWN)
        || is_listed(verb, VERBS)
            && (subject.rsplit(' ').next().is_some_and(is_own)
                || matches!(last_subject(subject, false), Some(Subject::Person)))
}

/// Reports whether `head` ends with somebody's relative and a comma: `my grandad, `.
fn is_apposition(head: &str) -> bool {
    let Some(head) = head.strip_suffix(", ") else { return false };
    let has_full_name = head.rsplit(' ').take(2).filter(|word| is_name(word)).count() == 2;
    has_full_name || matches!(last_subject(head, false), Some(Subject::Person))
}

/// Reports whether a clause about a person begins with `behind`: ` she moved`, `, he`.
fn begins_with_person(behind: &str) -> bool {
    let rest = behind.strip_prefix(',').unwrap_or(behind);
    let word = rest.strip_prefix(' ').and_then(|rest| rest.split([' ', '\'', '’']).next());
    word.is_some_and(|word| ["i", "he", "she"].iter().any(|person| word.eq_ignore_ascii_case(person)))
}

/// Reports whether nothing that is counted follows a number: a clause ends there, or goes on with a word that is no unit.
fn ends_clause(behind: &str) -> bool {
    const WORDS: &WordList = &WordList::new(
        "when|and|now|but|so|then|last|this|next|today|tomorrow|tho|though|too|btw|lol|or|because|cos|already|if|who|living|married|single|\
         years|yrs|in|on|by|years-old",
    );
    let Some(rest) = behind.strip_prefix(' ') else { return !behind.starts_with(['%', '-', '/', ':', '°']) };
    is_listed(rest.split(|c: char| !c.is_alphabetic() && c != '-').next().unwrap_or_default(), WORDS)
}

/// `the kids are 4 and 7`; of `they`, children must be told of before.
fn numbers_of_children(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest children, in bytes.
    const FAR: usize = 160;
    const CHILDREN: &WordList = &WordList::new(
        "kids|children|boys|girls|sons|daughters|twins|grandkids|grandchildren|grandsons|granddaughters|nieces|nephews|siblings|brothers|\
         sisters|toddlers|babysitter|babysitting|babysit|nanny",
    );
    let (text, range, matched) = (candidate.field.text, &candidate.range, candidate.matched());
    // The first of them stands behind the verb, in digits or in words.
    let ages = matched
        .split_inclusive(' ')
        .skip_while(|word| !is_age(word.trim_end_matches([' ', ','])))
        .map(str::len)
        .sum::<usize>();
    let start = range.end - ages;
    let is_they = matched.to_ascii_lowercase().starts_with("they");
    let near = window::before(text, range.start, FAR);
    let has_children = || near.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, CHILDREN));
    let place: Range<usize> = start..range.end;
    let fits = ages > 0
        && (!is_they || has_children())
        && ends_clause(line::behind(text, range.end, 24))
        && !continues(text, &place);
    fits.then(|| candidate.part(place))?
}

/// Reports whether `word` is a number, in digits or in letters.
fn is_age(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) || is_number_word(&word.to_lowercase())
}
