//! Case variants of names: persons who are found by their full names, in small letters or in capitals elsewhere in the text: `From: Jane
//! Roe` above `hi all, jane here`, `Jane Roe called. Ask jane, JANE knows.`
//!
//! A part of a name counts wherever it stands if it is no other word. One that texts often have, and a short one, must stand where
//! somebody is named.

use std::{collections::BTreeMap, ops::Range};

use masquerade_ner::{Mention, Model, Type, lexicon::class};

use super::{
    addressees::is_first_name,
    function_words::is_function_word,
    place::Place,
    technical,
    told_persons::{Mentions, Reading, add_at},
    words::{NAMES, OTHERS, Words},
};
use crate::{
    common_words::is_common_word,
    entity::Label,
    name_parts,
    recognizers::support::word_list::{WordList, is_listed},
    text::{is_word, run_before, run_behind},
};

/// The presence of a name in another case.
const PRESENCE: f32 = 0.8;
/// Least presence of the full name.
const SURE: f32 = 0.8;
/// Least presence of one with a surname that no list has.
const CERTAIN: f32 = 0.95;
/// Most parts of names that are looked for.
const MOST: usize = 24;
/// Fewest letters of a part that need not stand where somebody is named.
const LONG: usize = 4;

/// Words before somebody who is named.
const BEFORE: &WordList = &WordList::new(
    "to|with|cc|ask|tell|told|asked|call|called|from|for|by|and|so|but|hi|hey|hello|ok|thanks|thx|poor|dear|that|then|when|because|a|à|con|\
     para|por|y|e|o|avec|pour|chez|et|mais|que|dile|di|da|per|da|med|til|till|för|för|från|fra|och|og|mit|von|für|zu|und|der|dem|den|frag|sag|dass|\
     hallo|hoi|aan|met|voor|van|en|z|ze|od|do|dla|i|s|se|od|pro|k|ke|cu|lui|și|hola|ciao|salut|hej|moi|oi|szia|tak|merci|danke|gracias",
);
/// Words behind somebody who is named.
const BEHIND: &WordList = &WordList::new(
    "said|says|say|here|asked|asks|called|calls|told|tells|wants|wanted|needs|thinks|knows|will|would|has|had|is|was|and|also|left|came|\
     dijo|dice|aquí|y|sagte|sagt|hier|hat|ist|und|meint|will|kommt|dit|ici|et|est|ha|è|e|disse|diz|aqui|zei|zegt|komt|en|sa|säger|siger|sier|\
     och|og|mówi|powiedziała|powiedział|říká|řekl|řekla|sanoi|sanoo|mondta|dedi",
);

/// Adds the names of `named` and of the finds of the rules, in other cases.
pub fn add_case_variants(reading: &mut Reading<'_, '_>, named: &mut Mentions) -> Vec<Range<usize>> {
    let Reading { words, text, finds, .. } = *reading;
    let of_rules = finds.iter().filter(|find| find.label == Label::PERSON && find.likely).map(|find| find.span);
    // What the models take for a person may be something else, unless lists of names have its words.
    let is_sure = |mention: &Mention| {
        let mut parts = mention.span.slice(text).split(' ');
        let (first, last) = (parts.next().unwrap_or_default(), parts.next_back().unwrap_or_default());
        mention.kind == Type::Person
            && mention.presence >= SURE
            && words.classes(first) & class::FIRST != 0
            && (mention.presence >= CERTAIN || words.classes(last) & NAMES != 0)
    };
    let of_models =
        named.iter().map(|(mention, _)| mention).filter(|mention| is_sure(mention)).map(|mention| mention.span);
    let full = of_rules.map(|span| (span, true)).chain(of_models.map(|span| (span, false)));
    let parts: BTreeMap<&str, bool> = full
        .flat_map(|(span, is_told)| name_parts::parts(span.slice(text)).map(move |part| (part, is_told)))
        .take(MOST)
        .collect();
    let mut places: Vec<Range<usize>> =
        parts.into_iter().flat_map(|(part, is_told)| others(words, text, part, is_told)).collect();
    places.sort_unstable_by_key(|place| place.start);
    add_at(named, text, &places, |span, overlapped| match overlapped {
        [] => Some((PRESENCE, Place::Prose)),
        [(other, place)] if other.span == span => Some((PRESENCE.max(other.presence), *place)),
        _ => None,
    });
    places
}

/// The places of `part` of a name in small letters and in capitals. A rule has told the full name, or the models.
fn others(words: &Words<'_>, text: &str, part: &str, is_told: bool) -> Vec<Range<usize>> {
    let (lower, upper) = (part.to_lowercase(), part.to_uppercase());
    if is_common_word(&lower) || is_function_word(&lower) || technical::names_technology(&lower) {
        return Vec::new();
    }
    let classes = words.classes(part);
    let is_first = is_first_name(words, part);
    let is_frequent = Model::european().is_some_and(|model| model.is_frequent(&lower));
    let is_last = classes & (class::LAST | OTHERS) == class::LAST && !is_frequent && !words.model.is_frequent(&lower);
    let is_rare = is_told && classes == 0 && !is_frequent && !words.model.is_frequent(&lower);
    let is_other_first = classes & class::FIRST != 0;
    if !is_first && !is_last && !is_rare && !is_other_first {
        return Vec::new();
    }
    let is_long = lower.chars().nth(LONG - 1).is_some();
    let needs_context = is_frequent || !is_long || is_rare || !is_first && !is_last;
    let stands = |range: &Range<usize>| {
        let (Some(head), Some(tail)) = (text.get(..range.start), text.get(range.end..)) else { return false };
        !head.ends_with(is_joined)
            && !tail.starts_with(is_joined)
            && (!needs_context || is_long && text[range.clone()] == *upper || is_named(head, tail))
    };
    let find = |form: &str| {
        let all = memchr::memmem::find_iter(text.as_bytes(), form.as_bytes());
        all.map(|at| at..at + form.len()).filter(stands).collect::<Vec<_>>()
    };
    let mut places = if lower == part { Vec::new() } else { find(&lower) };
    if upper != part {
        places.append(&mut find(&upper));
    }
    places
}

/// Reports whether a word goes on at `c`, or an address or a name of a file.
fn is_joined(c: char) -> bool {
    is_word(c) || matches!(c, '@' | '/' | '\\' | '-' | '=' | '#')
}

/// Reports whether somebody is named between `head` and `tail`.
fn is_named(head: &str, tail: &str) -> bool {
    let before = run_before(head.strip_suffix(' ').unwrap_or_default(), char::is_alphabetic);
    let behind = run_behind(tail.strip_prefix(' ').unwrap_or_default(), char::is_alphabetic);
    is_listed(before, BEFORE) || is_listed(behind, BEHIND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::told_persons::tests::told;

    #[test]
    fn parts_of_full_names_stand_in_other_cases() {
        for (text, full, expected) in [
            ("From: Monika Okafor\n\nhi all, monika here. MONIKA out.", "Monika Okafor", &["monika", "MONIKA"][..]),
            ("Paula Vega vino. Dile a paula que llamo.", "Paula Vega", &["paula"]),
            ("Ann Lee left. cc ann, and so lee said no.", "Ann Lee", &["ann", "lee"]),
            ("Ann Lee left in ann arbor.", "Ann Lee", &[]),
            ("Éva Nagy járt ott, a nagy házban.", "Éva Nagy", &[]),
            ("Rosa Okafor kam in einem rosa Kleid.", "Rosa Okafor", &[]),
            ("Will Stone came. We will see a stone.", "Will Stone", &[]),
            ("Monika Okafor: see monika@example.com, /home/monika, monika-2", "Monika Okafor", &[]),
        ] {
            assert_eq!(told(add_case_variants, text, Some(full)), expected, "{text}");
        }
    }
}
