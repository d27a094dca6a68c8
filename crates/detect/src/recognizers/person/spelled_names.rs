//! Names that are spelled out, letter by letter, as in transcripts of calls: `Tomasz, T-O-M-A-S-Z`, `spelled K O W A L`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::letter_case::is_same;
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix("[A-Za-z](?:[- ][A-Za-z]){2}", 0.75, 0.9)]),
    context: words![],
    check,
}];

/// Words before letters that say that a name is spelled, in small letters.
const SPELLING: [&str; 14] = [
    "spell",
    "spelt",
    "name is",
    "surname",
    "last name",
    "first name",
    "buchstabier",
    "épel",
    "epel",
    "deletre",
    "scrive",
    "nachname",
    "apellido",
    "cognome",
];

/// The letters, if they spell a word that stands near, or words before say that they spell a name.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest words that announce the letters, in bytes, and farthest question to spell something.
    const NEAR: usize = 24;
    const ASKED: usize = 96;
    let (text, start) = (candidate.field.text, candidate.range.start);
    let mut place = start..start + letters_len(text.get(start..)?);
    // The first letter of the next word: `r o e that's`.
    if !is_value_edge(text, place.end) && text[..place.end - 1].ends_with(' ') {
        place.end -= 2;
    }
    let found = is_value_edge(text, place.end).then(|| text.get(place.clone()))??;
    let before = line::before(text, start, NEAR).to_lowercase();
    // `Could you spell your surname?`, and the answer on the next line.
    let is_asked = || {
        let asked = window::before(text, start, ASKED).to_lowercase();
        let last = asked.trim_end().rsplit_once('\n').filter(|(_, said)| said.len() < ASKED / 2);
        last.is_some_and(|(question, _)| question.rsplit('\n').next().is_some_and(|line| line.contains("spell")))
    };
    let is_announced = || SPELLING.iter().any(|word| before.contains(word));
    // Letters joined by dashes may be of several names, which blanks part.
    let sign = if found.contains('-') { ' ' } else { '\n' };
    let is_repeated = || found.split(sign).any(|letters| is_near(text, &place, letters));
    (is_announced() || is_repeated() || is_asked()).then(|| candidate.part(place.clone()))?
}

/// The length of the single letters that `text` begins with, each behind a dash or a blank.
fn letters_len(text: &str) -> usize {
    /// Most letters.
    const MOST: usize = 32;
    let pairs = text.as_bytes().get(1..).unwrap_or_default().chunks_exact(2).take(MOST);
    1 + 2 * pairs.take_while(|pair| matches!(pair, [b'-' | b' ', letter] if letter.is_ascii_alphabetic())).count()
}

/// Reports whether a word of these letters stands near `place`.
fn is_near(text: &str, place: &Range<usize>, letters: &str) -> bool {
    /// Farthest word, in bytes, and fewest letters of one.
    const FAR: usize = 160;
    const FEWEST: usize = 3;
    let word: String = letters.chars().filter(char::is_ascii_alphabetic).collect();
    let near = [window::before(text, place.start, FAR), window::behind(text, place.end, FAR)];
    let mut words = near.into_iter().flat_map(|near| near.split(|c: char| !c.is_alphabetic()));
    // In small letters a short word may be any.
    let is_name = |near: &str| near.starts_with(char::is_uppercase) || near.len() > FEWEST;
    word.len() >= FEWEST && words.any(|near| is_name(near) && is_same(near, &word))
}
