//! Full names of which the models read one word: first names that are words before a surname (`insured Will Gallagher`, `Blessing Effiong`),
//! and surnames that are words behind a first name (`Mohammed Day`).

use masquerade_ner::{Mention, Type, lexicon::class, titles::is_title};

use super::{
    function_words::is_function_word,
    place::Place,
    word_names::is_word_name,
    words::{OTHERS, Words},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, run_before, run_behind, window},
};

/// Verbs among such names, which begin questions and requests: `Will Roe come?`.
const VERBS: &WordList = &WordList::new(
    "will|may|mark|grant|bill|hope|chase|drew|rob|sue|pat|chip|skip|lance|wade|pierce|peg|trace|reed|don|guy|dear|love|art",
);
/// Names of West Africa that are words.
const WORDS: &WordList = &WordList::new(
    "favour|glory|innocent|lucky|wisdom|miracle|praise|promise|endurance|confidence|goodluck|goodness|godswill|peace|success|bright|happiness",
);
/// Surnames that are words and no kind of a place, a dish or an object.
const SURNAMES: &WordList = &WordList::new(
    "day|love|long|price|young|rice|best|cook|white|brown|black|short|small|savage|wise|sharp|swift|noble|power|powers|pope|knight|page|bush|king|\
     field|fields|bell|baker|banks|rivers|wood|woods|stone|marsh|bird|fox|wolf|bishop|butler|cash|chambers|cross|frost|hunter|moon|pickles|snow|winter|summers",
);
/// First words of days that are kept: `Valentine Day`.
const OF_DAYS: &WordList = &WordList::new(
    "valentine|valentines|patrick|george|andrew|david|martin|columbus|victoria|nicholas|stephen|father|mother|michael|john|washington|lincoln|juneteenth|king|\
     kamehameha|mandela|rizal|bonifacio",
);
/// Longest word, in bytes.
const NEAR: usize = 24;

/// `named` with such persons on to the whole name.
pub fn with_whole_names(words: &Words<'_>, text: &str, named: Vec<(Mention, Place)>) -> Vec<(Mention, Place)> {
    let mut begin = 0;
    let mut whole: Vec<(Mention, Place)> = Vec::with_capacity(named.len());
    let mut rest = named.into_iter().peekable();
    while let Some((mention, place)) = rest.next() {
        let next = rest.peek().map_or(text.len(), |(next, _)| next.span.start());
        let found = mention.span.slice(text);
        let mut span = mention.span;
        if mention.kind == Type::Person && !found.contains(' ') && found.starts_with(char::is_uppercase) {
            let start = first_name(words, text, mention.span).filter(|start| *start >= begin);
            let end = surname(words, text, mention.span).filter(|end| *end <= next);
            let bounds = start.unwrap_or(span.start())..end.unwrap_or(span.end());
            span = Span::new(text, bounds).unwrap_or(span);
        }
        begin = span.end();
        whole.push((Mention { span, ..mention }, place));
    }
    whole
}

/// The start of the first name before the surname at `span`.
fn first_name(words: &Words<'_>, text: &str, span: Span) -> Option<usize> {
    let head = text[..span.start()].strip_suffix(' ')?;
    let near = window::before(head, head.len(), NEAR);
    let name = run_before(near, char::is_alphabetic);
    let before = near[..near.len() - name.len()].trim_end_matches(' ');
    let begins = before.is_empty() || before.ends_with(['.', '!', '?', '\n', ':', '"']);
    let is_cased = name.starts_with(char::is_uppercase) && name.chars().skip(1).all(char::is_lowercase);
    // `Approved by Mei Choi`
    let is_first = || {
        let classes = words.classes(name);
        !begins && classes & class::FIRST != 0 && classes & OTHERS == 0 && is_rare(words, name) && !is_title(name)
    };
    let is_name =
        is_cased && (is_word_name(name) && !(begins && is_listed(name, VERBS)) || is_listed(name, WORDS) || is_first());
    let is_surname = words.classes(span.slice(text)) & (class::LAST | class::COMMON_LAST) != 0
        || words.classes(span.slice(text)) & class::FIRST == 0;
    (is_name && is_surname).then(|| head.len() - name.len())
}

/// Reports whether `name` is no word that texts often have.
fn is_rare(words: &Words<'_>, name: &str) -> bool {
    let lower = name.to_lowercase();
    !is_common_word(&lower) && !is_function_word(&lower) && !words.model.is_frequent(name)
}

/// The end of the surname behind the first name at `span`.
fn surname(words: &Words<'_>, text: &str, span: Span) -> Option<usize> {
    let rest = text[span.end()..].strip_prefix(' ')?;
    let name = run_behind(window::behind(rest, 0, NEAR), char::is_alphabetic);
    let behind = &rest[name.len()..];
    let found = span.slice(text);
    let goes_on = behind.starts_with(['-', '_', '@', '/'])
        || behind.strip_prefix(' ').is_some_and(|behind| behind.starts_with(char::is_uppercase));
    let classes = words.classes(found);
    let is_first =
        classes & (class::FIRST | class::COMMON_FIRST) != 0 && classes & OTHERS == 0 && !is_common_word(found);
    let is_day = name.eq_ignore_ascii_case("day") && is_listed(found, OF_DAYS);
    let is_cased = name.starts_with(char::is_uppercase) && name.chars().skip(1).all(char::is_lowercase);
    (is_first && is_cased && is_listed(name, SURNAMES) && !goes_on && !is_day).then(|| span.end() + 1 + name.len())
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn words_stand_in_full_names() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, found, expected) in [
            ("the claimant Grant Gallagher said", "Gallagher", "Grant Gallagher"),
            ("Grant Gallagher more time", "Gallagher", "Gallagher"),
            ("one Mercy Okonkwo of Enugu", "Okonkwo", "Mercy Okonkwo"),
            ("approved by Mei Castillo, and", "Castillo", "Mei Castillo"),
            ("approved by Sales Castillo, and", "Castillo", "Castillo"),
            ("Notes: Angela Long - return", "Angela", "Angela Long"),
            ("on Columbus Day", "Columbus", "Columbus"),
            ("Angela Long Island", "Angela", "Angela"),
        ] {
            let start = text.find(found).unwrap();
            let span = Span::new(text, start..start + found.len()).unwrap();
            let mention = Mention { span, kind: Type::Person, presence: 0.8, confidence: 0.8, alternative: None };
            let named = with_whole_names(&words, text, vec![(mention, Place::Prose)]);
            assert_eq!(named[0].0.span.slice(text), expected, "{text}");
        }
    }
}
