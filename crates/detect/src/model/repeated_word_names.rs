//! Names that are words, too, at their other places in a text that tells whose they are: `Mr. Young lives alone. Young was found`,
//! `mum Hope … Hope worries`.
//!
//! Propagation leaves such words alone. Here a capital within a sentence counts, and at the beginning of one a word that persons do
//! something before.

use std::{borrow::Cow, collections::BTreeSet, ops::Range};

use masquerade_ner::{Mention, Type};

use super::{
    evidence,
    place::Place,
    told_persons::{Mentions, Reading, add_at},
    word_names,
};
use crate::{
    common_words::is_common_word,
    entity::Label,
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, is_word, run_before, run_behind, window},
};

/// The presence of such a name.
const PRESENCE: f32 = 0.75;
/// Least presence of the mention that tells a name.
const SURE: f32 = 0.7;
/// Most names that are looked for, and fewest letters of one.
const MOST: usize = 24;
const SHORTEST: usize = 3;
/// Longest look around a name, in bytes.
const NEAR: usize = 24;

/// What those do who begin a sentence.
const VERBS: &WordList = &WordList::new(
    "is|was|has|had|does|did|says|said|called|calls|asked|asks|told|tells|wants|wanted|needs|needed|thinks|thought|knows|knew|lives|lived|works|\
     worked|loves|likes|feels|felt|went|goes|came|comes|left|leaves|takes|took|gave|gives|got|gets|made|makes|also|already|still|just|never|then|\
     may|can|can't|could|couldn't|would|wouldn't|should|didn't|doesn't|hasn't|wasn't|isn't|won't|attends|attended|worries|worried|reports|reported|\
     states|stated|denies|denied|owns|owned|plays|struggles|admits|admitted|explained|confirmed|joins|joined|helps|helped|remains|appears|presents|\
     presented|requests|requested|describes|described|declined|declines|notes|noted|suggested|opposed|seconded|mentioned|agrees|agreed|speaks|\
     spoke|complains|complained|refuses|refused|found|brought|sent|wrote|replied|insisted|rang|phoned|tested|testified|argued|argues|submitted|\
     drove|drives|moved|arrived|sat|read|reads|ran|runs|became|began|started|finished|signed|to|entered|visited|and|who|will|paid|pays|booked|offered|promised",
);
/// Words that begin a sentence before its subject.
const OPENERS: &WordList = &WordList::new(
    "today|yesterday|tonight|then|and|but|so|when|if|while|because|since|although|both|now|before|after|until|once|as|currently|recently|later|does|did|is|was|has|why|how|where",
);
/// Words before the name of a month or season that is none of somebody.
const BEFORE_TIME: &WordList =
    &WordList::new("in|since|by|until|till|to|from|of|this|last|next|early|late|mid|every|before|after|during|for|on");
/// Words behind verbs.
const BEFORE_OBJECT: &WordList =
    &WordList::new("on|in|at|to|with|from|the|a|an|his|her|their|my|our|that|about|up|off|out|by|not|phones|well");
/// Names that are words of time.
const TIMES: &WordList = &WordList::new("april|june|may|summer|autumn|dawn|august|march|day|winter");

/// Adds the other places of names that are words, which `named` and the finds of the rules tell.
pub fn add_repeated_word_names(reading: &mut Reading<'_, '_>, named: &mut Mentions) -> Vec<Range<usize>> {
    let Reading { words: lists, text, finds, .. } = *reading;
    let of_rules = finds.iter().filter(|find| find.label == Label::PERSON && find.likely).map(|find| find.span);
    let is_sure = |(mention, place): &&(Mention, Place)| {
        mention.kind == Type::Person
            && mention.presence >= SURE
            && parts(mention.span.slice(text)).next().is_some()
            && evidence::is_enough(lists, text, mention, *place)
    };
    let of_models = named.iter().filter(is_sure).map(|(mention, _)| mention.span);
    let sources: Vec<Span> =
        of_rules.chain(of_models).filter(|span| parts(span.slice(text)).next().is_some()).take(MOST).collect();
    if sources.is_empty() {
        return Vec::new();
    }
    let words: BTreeSet<Cow<'_, str>> = sources.iter().flat_map(|span| parts(span.slice(text))).collect();
    let mut places: Vec<Range<usize>> = words.iter().flat_map(|word| others(text, word)).collect();
    places.retain(|place| sources.iter().all(|source| source.end() <= place.start || place.end <= source.start()));
    places.sort_unstable_by_key(|place| place.start);
    places.retain(|place| reading.kinds.of(text, place.start, place.end).is_prose());
    add_at(named, text, &places, |span, overlapped| match overlapped {
        [] => Some((PRESENCE, Place::Prose)),
        [(other, place)] if other.span == span => Some((PRESENCE.max(other.presence), *place)),
        _ => None,
    });
    places
}

/// The first and the last word of `name` that are other words, too, with one capital each, as names in capitals are written elsewhere.
fn parts(name: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let words = || name.split([' ', ',']).filter(|word| !word.is_empty());
    let (first, last) = (words().next(), words().next_back());
    let is_capital = |word: &str| {
        word.chars().nth(SHORTEST - 1).is_some()
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.bytes().skip(1).all(|b| b.is_ascii_lowercase())
    };
    let is_word =
        move |word: &Cow<'_, str>| is_capital(word) && (is_common_word(word) || word_names::is_word_name(word));
    first.into_iter().chain(last).map(titled).filter(is_word)
}

/// `word` with one capital, if it is written in capitals alone.
fn titled(word: &str) -> Cow<'_, str> {
    if word.len() < SHORTEST || !word.bytes().all(|b| b.is_ascii_uppercase()) {
        return Cow::Borrowed(word);
    }
    Cow::Owned([&word[..1], &word[1..].to_ascii_lowercase()].concat())
}

/// The places of `word` in `text` where it is somebody's name.
fn others<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let places = memchr::memmem::find_iter(text.as_bytes(), word.as_bytes()).map(|at| at..at + word.len());
    places.filter(|place| names_person(text, place))
}

/// Reports whether the word at `place` names somebody.
fn names_person(text: &str, place: &Range<usize>) -> bool {
    let (head, tail) = (window::before(text, place.start, NEAR), window::behind(text, place.end, NEAR));
    let is_joined = |c: char| is_word(c) || matches!(c, '@' | '/' | '\\' | '-' | '=' | '#' | '_' | '.' | '\'' | '’');
    let is_whole =
        !head.ends_with(is_joined) && !tail.starts_with(|c: char| is_word(c) || matches!(c, '-' | '@' | '_' | '='));
    let next = run_behind(tail.strip_prefix(' ').unwrap_or_default(), |c| c.is_alphabetic() || c == '\'');
    let last = run_before(head.strip_suffix(' ').unwrap_or_default(), char::is_alphabetic);
    let is_behind_name = head.ends_with(' ') && last.starts_with(char::is_uppercase) && !is_listed(last, OPENERS);
    if !is_whole || next.starts_with(char::is_uppercase) || is_behind_name {
        return false;
    }
    let is_of_time = is_listed(&text[place.clone()], TIMES) && is_listed(last, BEFORE_TIME);
    let bare = head.trim_end_matches([' ', '"', '“', '>']);
    let begins = bare.is_empty() || bare.ends_with(['.', '!', '?', '\n', '\r', ';', ':', '—', '|', '•', '*', '-']);
    let is_turn =
        || tail.starts_with(": ") || tail.starts_with(":\n") || tail.starts_with("'s ") || tail.starts_with("’s ");
    // `Grant sits on 4`, but not `Young adults in`: what people do stands before a preposition or an article.
    let is_deed = || {
        let behind = run_behind(tail.get(1 + next.len() + 1..).unwrap_or_default(), char::is_alphabetic);
        next.ends_with("ed")
            || next.ends_with('s') && word_names::is_word_name(&text[place.clone()]) && is_listed(behind, BEFORE_OBJECT)
    };
    !is_of_time && (!begins || is_turn() || is_listed(next, VERBS) || is_deed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::told_persons::tests::told;

    #[test]
    fn words_that_are_told_as_names_are_names_elsewhere() {
        for (text, full, expected) in [
            ("Mr. Young lives alone. Young was found. He asked Young, or Young's son.", "Young", &["Young"; 3][..]),
            ("Panel: Mark, Joy. Mark: strong. Joy: weak", "Mark", &["Mark"; 1]),
            ("with Ms. Long. He owns 60%, Long the remainder. Long's home", "Long", &["Long"; 2]),
            ("Jane Rose came. Rose owns it.", "Jane Rose", &["Rose"; 1]),
            ("Jane Rose came. Today Rose is ill.", "Jane Rose", &["Rose"; 1]),
            ("JANE SUMMERS, Defendant. I saw Summers sign", "JANE SUMMERS", &["Summers"; 1]),
        ] {
            assert_eq!(told(add_repeated_word_names, text, Some(full)), expected, "{text}");
        }
        for (text, full) in [
            ("Mr. Young lives alone. Young people left. Young Street. New Young", "Young"),
            ("I am May, born in May. May I come?", "May"),
            ("Ms. Hope is in. Hope this finds you. hope", "Hope"),
        ] {
            assert!(told(add_repeated_word_names, text, Some(full)).is_empty(), "{text}");
        }
    }
}
