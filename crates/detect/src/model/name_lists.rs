//! First names in a list of persons that the models take for words (`Ava, Jack and Bobby`, `Deb & Grant`, `max and jen`): what stands
//! beside a first name, linked to it as one of several, is another one if a list of names has it.

use std::ops::Range;

use masquerade_ner::{Mention, Type, lexicon::class};

use super::{
    function_words::is_function_word,
    merge::with_persons,
    place::Place,
    words::{OTHERS, Words},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, is_value_edge, line, run_before, run_behind},
};

/// The presence of a name that its place in a list tells.
const PRESENCE: f32 = 0.8;
/// Fewest letters of a name, and most names on one side of another one.
const SHORTEST: usize = 3;
const MOST: usize = 12;

/// What links two items of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    And,
    Comma,
}

/// Links, the longer before those that end them.
const LINKS: [(&str, Link); 30] = [
    (", and ", Link::And),
    (", & ", Link::And),
    (" and ", Link::And),
    (" & ", Link::And),
    (" + ", Link::And),
    (" und ", Link::And),
    (" et ", Link::And),
    (" y ", Link::And),
    (" e ", Link::And),
    (" en ", Link::And),
    (" og ", Link::And),
    (" och ", Link::And),
    (" ja ", Link::And),
    (" és ", Link::And),
    (" i ", Link::And),
    (" ve ", Link::And),
    (" și ", Link::And),
    (" or ", Link::And),
    (" oder ", Link::And),
    (" ou ", Link::And),
    (" o ", Link::And),
    (" albo ", Link::And),
    (" lub ", Link::And),
    (" eller ", Link::And),
    (" tai ", Link::And),
    (" veya ", Link::And),
    (" → ", Link::And),
    (" / ", Link::And),
    ("/", Link::And),
    (", ", Link::Comma),
];

/// Longest of them and longest name, in bytes.
const NEAR: usize = 8;
const LONGEST: usize = 24;

/// `named` with the first names beside those in it.
pub fn with_listed(
    words: &Words<'_>,
    text: &str,
    named: Vec<(Mention, Place)>,
    threshold: f32,
) -> Vec<(Mention, Place)> {
    let is_anchor = |(mention, place): &&(Mention, Place)| {
        let found = mention.span.slice(text);
        mention.kind == Type::Person
            && matches!(place, Place::Prose | Place::European | Place::German | Place::Kindred)
            && found.chars().all(|c| c.is_alphabetic() || c == '-')
    };
    let persons: Vec<Range<usize>> = named.iter().filter(is_anchor).map(|(mention, _)| mention.span.range()).collect();
    let mut found: Vec<Range<usize>> = Vec::new();
    for anchor in &persons {
        let list = List { words, text, persons: &persons, anchor };
        list.behind(&mut found);
        list.before(&mut found);
    }
    if found.is_empty() {
        return named;
    }
    found.sort_by_key(|place| place.start);
    found.dedup();
    let spans = found.into_iter().map(|place| (Span::new(text, place).expect("words are whole"), ()));
    let presence = threshold.max(PRESENCE);
    with_persons(named, spans, |span, (), overlapped| {
        // The models take many first names for places, as some are.
        let gives_way = |other: &Mention| {
            other.span == span
                && other.kind != Type::Person
                && other.presence < PRESENCE
                && words.classes(span.slice(text)) & class::COMMON_FIRST != 0
        };
        overlapped.iter().all(|(other, _)| gives_way(other)).then_some((presence, Place::Prose))
    })
}

/// The items around a first name.
struct List<'a> {
    words: &'a Words<'a>,
    text: &'a str,
    /// The places of first names that are known, in order.
    persons: &'a [Range<usize>],
    anchor: &'a Range<usize>,
}

impl List<'_> {
    /// Adds the names behind the anchor, as far as no other known name stands there.
    fn behind(&self, found: &mut Vec<Range<usize>>) {
        let (mut at, mut pending, mut are_sure) = (self.anchor.end, Vec::new(), true);
        while pending.len() < MOST {
            let Some((len, link)) = link_behind(self.text, at) else { break };
            let place = word_behind(self.text, at + len);
            if self.is_known(&place) {
                return found.append(&mut pending);
            }
            let Some(is_sure) = self.name(&place) else { break };
            at = place.end;
            pending.push(place);
            are_sure &= is_sure;
            if link == Link::And && are_sure {
                found.append(&mut pending);
            }
        }
        // Of two words behind commas the second may begin a sentence.
        if are_sure && pending.len() > 1 {
            found.append(&mut pending);
        }
    }

    /// Adds the names before the anchor, as far as no other known name stands there.
    fn before(&self, found: &mut Vec<Range<usize>>) {
        let (mut at, mut pending, mut are_sure) = (self.anchor.start, Vec::new(), true);
        let goes_on = link_behind(self.text, self.anchor.end).is_some_and(|(len, _)| {
            let next = word_behind(self.text, self.anchor.end + len);
            self.is_known(&next) || self.name(&next) == Some(true)
        });
        let mut is_list = goes_on;
        while pending.len() < MOST {
            let Some((len, link)) = link_before(self.text, at) else { break };
            let place = word_before(self.text, at - len);
            is_list |= link == Link::And;
            if self.is_known(&place) {
                return found.append(&mut pending);
            }
            let Some(is_sure) = self.name(&place) else { break };
            at = place.start;
            pending.push(place);
            are_sure &= is_sure;
        }
        if are_sure && (is_list || pending.len() > 1) {
            found.append(&mut pending);
        }
    }

    /// Reports whether a known first name stands at `place`.
    fn is_known(&self, place: &Range<usize>) -> bool {
        self.persons.binary_search_by_key(&place.start, |known| known.start).is_ok()
    }

    /// Reports whether the word at `place`, in the case of the anchor, is a first name for sure, or one only between two names that are
    /// known; `None` if it is none.
    fn name(&self, place: &Range<usize>) -> Option<bool> {
        /// Small words that are frequent names with a capital, and names of months.
        const SMALL: &WordList = &WordList::new("will|may|mark|art|bill|don|sue");
        const MONTHS: &WordList =
            &WordList::new("april|may|june|august|avril|mai|juni|juin|abril|mayo|junio|agosto|aprile|maj|juli|julio");
        let (text, words) = (self.text, self.words);
        let (word, known) = (&text[place.clone()], &text[self.anchor.clone()]);
        let classes = words.classes(word);
        let is_capital =
            |word: &str| word.starts_with(char::is_uppercase) && word.chars().skip(1).any(char::is_lowercase);
        let is_lower = |word: &str| word.chars().all(char::is_lowercase);
        let is_whole = is_value_edge(text, place.start) && is_value_edge(text, place.end);
        let is_small = is_function_word(&word.to_lowercase()) && !is_listed(word, SMALL);
        if word.chars().count() < SHORTEST || classes & class::FIRST == 0 || !is_whole || is_small {
            return None;
        }
        let rest = line::behind(text, place.end, NEAR);
        let has_surname = rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_uppercase));
        // `left in May and …`
        let is_behind_word = || line::before(text, place.start, NEAR).trim_end().ends_with(char::is_lowercase);
        let is_month = || is_listed(word, MONTHS) && (is_listed(known, MONTHS) || is_behind_word());
        let is_frequent = classes & class::COMMON_FIRST != 0;
        let is_word = is_common_word(word);
        match (is_capital(known) && is_capital(word), is_lower(known) && is_lower(word)) {
            (true, _) if !has_surname && !is_month() => {
                Some(is_frequent || classes & OTHERS == 0 && (!is_word || classes & class::LAST != 0))
            }
            // `frank i said`
            (_, true)
                if word != "said"
                    && words.is_first_name(word, Place::Prose)
                    && words.is_first_name(word, Place::European) =>
            {
                Some(true)
            }
            _ => None,
        }
    }
}

/// The length of the link at `at`, and the link.
fn link_behind(text: &str, at: usize) -> Option<(usize, Link)> {
    let rest = line::behind(text, at, NEAR);
    LINKS.iter().find(|(link, _)| rest.starts_with(link)).map(|(text, link)| (text.len(), *link))
}

/// The length of the link that ends at `at`, and the link.
fn link_before(text: &str, at: usize) -> Option<(usize, Link)> {
    let head = line::before(text, at, NEAR);
    LINKS.iter().find(|(link, _)| head.ends_with(link)).map(|(text, link)| (text.len(), *link))
}

/// The place of the word at `at`.
fn word_behind(text: &str, at: usize) -> Range<usize> {
    at..at + run_behind(line::behind(text, at, LONGEST), |c| c.is_alphabetic() || c == '-').len()
}

/// The place of the word that ends at `at`.
fn word_before(text: &str, at: usize) -> Range<usize> {
    at - run_before(line::before(text, at, LONGEST), |c| c.is_alphabetic() || c == '-').len()..at
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn names_stand_beside_names() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, anchor, expected) in [
            ("her nephews Tobias, Jack and Colin came", "Tobias", &["Jack", "Colin"][..]),
            ("love from Petra & Jack", "Petra", &["Jack"]),
            ("oskar and james are late", "oskar", &["james"]),
            ("Ask Petra, Rod and Colin", "Colin", &["Petra", "Rod"]),
            ("they left in May and Petra stayed", "Petra", &[]),
            ("Invited: Jack, Rose, Martin", "Martin", &["Jack", "Rose"]),
            ("Thanks Petra, Will you come?", "Petra", &[]),
            ("Petra and Will come", "Petra", &["Will"]),
            ("Petra and Berlin", "Petra", &[]),
            ("Petra and Siemens", "Petra", &[]),
            ("April and May", "April", &[]),
            ("petra and will you", "petra", &[]),
            ("Petra, Paris and Rome", "Petra", &[]),
        ] {
            let start = text.find(anchor).unwrap();
            let span = Span::new(text, start..start + anchor.len()).unwrap();
            let mention = Mention { span, kind: Type::Person, presence: 0.8, confidence: 0.8, alternative: None };
            let named = with_listed(&words, text, vec![(mention, Place::Prose)], 0.4);
            let others = named.iter().map(|(mention, _)| mention.span.slice(text)).filter(|name| *name != anchor);
            assert_eq!(others.collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
