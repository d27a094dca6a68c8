//! Inverted names, the surname first: in capitals before first names (`KLEMM Arnd`), or before a comma where an item begins
//! (`- Klemm, Arnd (left early)`). Of these the models find the first name alone, or nothing.

use masquerade_ner::{Mention, Type, lexicon::class};

use super::{
    function_words::is_function_word,
    merge::with_persons,
    place::{Place, Places},
    technical,
    words::{OTHERS, Words, is_part},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::{
        name_shape::is_particle,
        word_list::{WordList, is_listed},
    },
    text::{Span, line, run_before, run_behind},
};

/// Most words of a surname, and most first names.
const MOST: usize = 3;
/// Fewest letters of a surname in capitals.
const SHORTEST: usize = 3;
/// First words of names of places.
const PLACES: &WordList = &WordList::new(
    "san|santa|santo|são|saint|sainte|los|las|lake|fort|port|mount|cape|villa|castel|bad|sankt|new|north|south|east|west",
);

/// `named` with these names, each with the presence `threshold` or that of what was found of it.
pub fn with_inverted(
    words: &Words<'_>,
    text: &str,
    named: Vec<(Mention, Place)>,
    places: &mut Places<'_>,
    threshold: f32,
) -> Vec<(Mention, Place)> {
    let mut end = 0;
    let blanks = memchr::memchr_iter(b' ', text.as_bytes());
    let inverted: Vec<_> = blanks
        .filter_map(|blank| {
            let span = at_blank(words, text, blank).filter(|span| span.start() >= end)?;
            end = span.end();
            Some((span, ()))
        })
        .collect();
    if inverted.is_empty() {
        return named;
    }
    with_persons(named, inverted, |span, (), overlapped| {
        let place = places.of(text, span.start(), span.end());
        let is_read = !matches!(place, Place::Code | Place::Literal | Place::Log | Place::Comment);
        let is_within = overlapped.iter().all(|(mention, _)| span.covers(mention.span) && mention.span != span);
        let persons = overlapped.iter().filter(|(mention, _)| mention.kind == Type::Person);
        let presence = persons.map(|(mention, _)| mention.presence).fold(threshold, f32::max);
        (is_read && is_within).then_some((presence, place))
    })
}

/// The name whose surname stands before the blank at `blank`.
fn at_blank(words: &Words<'_>, text: &str, blank: usize) -> Option<Span> {
    let first = run_behind(&text[blank + 1..], is_part);
    let is_first = |word: &str| is_cased(word) && words.classes(word) & class::FIRST != 0;
    // Most words of a text are in small letters.
    if !first.starts_with(char::is_uppercase)
        || !is_first(first)
        || words.classes(first) & (class::REGION | class::COUNTRY) != 0
    {
        return None;
    }
    let head = &text[..blank];
    let start = match head.strip_suffix(',') {
        Some(head) => before_comma(words, head)?,
        None => in_capitals(words, head)?,
    };
    let mut end = blank + 1 + first.len();
    for _ in 1..MOST {
        let next = text[end..].strip_prefix(' ').map_or("", |rest| run_behind(rest, is_part));
        if !is_first(next) {
            break;
        }
        end += 1 + next.len();
    }
    let is_inverted = !head.ends_with(',') || ends_item(&text[end..]);
    is_inverted.then(|| Span::new(text, start..end).expect("words are whole"))
}

/// The start of the surname in capitals that `head` ends with: `VAN DER HORST`.
fn in_capitals(words: &Words<'_>, head: &str) -> Option<usize> {
    let is_upper = |word: &str| word.chars().all(|c| c.is_uppercase() || matches!(c, '-' | '\'' | '’'));
    let last = run_before(head, is_part);
    if last.chars().count() < SHORTEST || !is_upper(last) || !is_surname(words, last) || is_listed(last, PLACES) {
        return None;
    }
    let mut start = head.len() - last.len();
    for _ in 1..MOST {
        let Some(before) = head[..start].strip_suffix(' ').map(|head| run_before(head, is_part)) else { break };
        if before.is_empty() || !is_upper(before) || !is_particle(&before.to_lowercase()) {
            break;
        }
        start -= 1 + before.len();
    }
    Some(start)
}

/// The start of the surname that `head` ends with, where an item begins.
fn before_comma(words: &Words<'_>, head: &str) -> Option<usize> {
    let last = run_before(head, is_part);
    let classes = words.classes(last);
    // `Anna, Maria` are two, and `Houston, Austin` are places.
    let is_numbered =
        head[..head.len() - last.len()].trim_end_matches(['.', ')', ' ']).ends_with(|c: char| c.is_ascii_digit());
    // `Name: Rivers, Javier`
    let is_named = head[..head.len() - last.len()].trim_end().strip_suffix(':').is_some_and(ends_in_person);
    let is_word_name = || {
        is_numbered && classes & class::COMMON_LAST != 0 && is_common_word(last)
            || is_named && classes & (class::LAST | class::COMMON_LAST) != 0
    };
    if !is_cased(last)
        || !(is_surname(words, last) || is_word_name())
        || classes & class::FIRST != 0 && classes & class::COMMON_LAST == 0
        || classes & OTHERS != 0
    {
        return None;
    }
    let mut start = head.len() - last.len();
    for _ in 1..MOST {
        let Some(before) = head[..start].strip_suffix(' ').map(|head| run_before(head, is_part)) else { break };
        if before.is_empty() || !is_particle(&before.to_lowercase()) {
            break;
        }
        start -= 1 + before.len();
    }
    begins_item(&head[..start]).then_some(start)
}

/// Reports whether an item of a list or a line begins behind `head`.
fn begins_item(head: &str) -> bool {
    let mark = head.trim_end_matches([' ', '\t']);
    let number = mark.strip_suffix(['.', ')']).unwrap_or_default();
    mark.is_empty()
        || mark.ends_with(['\n', '\r', '|', ';', ':', '"', '•', '·', '*', '>'])
        || head.ends_with('\t')
        || head.ends_with([' ', '\t']) && (mark.ends_with("\n-") || mark == "-" || mark.ends_with("\n–") || mark == "–")
        || number.ends_with(|c: char| c.is_ascii_digit())
        || head.ends_with([' ', '\t']) && is_behind_code(mark)
}

/// Reports whether `label` ends in a word for a person or for a name.
fn ends_in_person(label: &str) -> bool {
    const PERSONS: &WordList = &WordList::new(
        "name|patient|client|member|student|employee|guest|passenger|applicant|tenant|insured|subscriber|contact|driver|customer|pt|pat",
    );
    is_listed(run_before(label, char::is_alphabetic), PERSONS)
}

/// Reports whether the last line of `mark` is a number with some digits: `2021-04417 Roe, Jane`.
fn is_behind_code(mark: &str) -> bool {
    /// Fewest digits, and most bytes.
    const FEWEST: usize = 4;
    const LONGEST: usize = 24;
    let code = line::before(mark, mark.len(), LONGEST + 1);
    let stands = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b'-' | b'/' | b'.');
    code.len() <= LONGEST && code.bytes().all(stands) && code.bytes().filter(u8::is_ascii_digit).count() >= FEWEST
}

/// Reports whether an item of a list or a line ends before `tail`.
fn ends_item(tail: &str) -> bool {
    tail.is_empty()
        || tail.starts_with(['\n', '\r', '\t', ';', '|', '"', '<', ','])
        || [" (", " <", " [", " - ", " – ", " |", " . .", " ..", "..."].iter().any(|end| tail.starts_with(end))
        || tail
            .strip_prefix(' ')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) || begins_field(rest))
        || tail.starts_with("  ")
}

/// Reports whether the name of a field about a person begins `rest`: `Tel: …`, `ph 404-…`, `DOB …`.
fn begins_field(rest: &str) -> bool {
    const FIELDS: &WordList = &WordList::new(
        "tel|ph|phone|mob|mobile|cell|fax|dob|born|born:|ssn|mrn|id|email|e-mail|address|addr|age|sex|ext|acct|account|member",
    );
    is_listed(rest.split([':', ' ', '.']).next().unwrap_or_default(), FIELDS)
}

/// Reports whether `word` is a surname rather than another word.
fn is_surname(words: &Words<'_>, word: &str) -> bool {
    let classes = words.classes(word);
    let lower = word.to_lowercase();
    let is_known = classes & class::COMMON_LAST != 0 || classes & class::LAST != 0 && !words.model.is_frequent(word);
    is_known
        && !is_common_word(&lower)
        && !is_function_word(&lower)
        && !technical::ABBREVIATIONS.contains(&word)
        && !masquerade_ner::titles::is_title(word)
}

/// Reports whether `word` is written as a name: a capital, and small letters behind it.
fn is_cased(word: &str) -> bool {
    word.split('-').all(|part| {
        let mut letters = part.chars();
        letters.next().is_some_and(char::is_uppercase)
            && letters.next().is_some_and(char::is_lowercase)
            && letters.all(|c| c.is_lowercase() || matches!(c, '\'' | '’'))
    })
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn surnames_stand_first_in_capitals_and_before_commas() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let found = |text: &str| {
            let mut all = memchr::memchr_iter(b' ', text.as_bytes()).filter_map(|blank| at_blank(&words, text, blank));
            all.next().map(|span| span.slice(text).to_owned())
        };
        for (text, expected) in [
            ("merci de dire à LACOMBE René que", Some("LACOMBE René")),
            ("Van: VAN DER HORST Boaz", Some("VAN DER HORST Boaz")),
            ("- Klemm, Arnd (früher gegangen)", Some("Klemm, Arnd")),
            ("Teilnehmer: Klemm, Anna Maria, und zwei", Some("Klemm, Anna Maria")),
            ("1. van Klemm, Arnd\n2. x", Some("van Klemm, Arnd")),
            ("with Anna, Maria and Klemm, Arnd said", None),
            ("Patient: Fields, Arnd Tel: 555", Some("Fields, Arnd")),
            ("Weather: Fields, Arnd Tel: 555", None),
            ("- Houston, Austin\n", None),
            ("SANTA Maria", None),
            ("the CEO Anna spoke", None),
            ("TODAY Anna spoke", None),
        ] {
            assert_eq!(found(text).as_deref(), expected, "{text}");
        }
    }
}
