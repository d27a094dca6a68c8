//! Attendance lists of minutes, with surnames or full names: `Anwesend: Brüning, Abdallah (Protokoll)`, `Jelen vannak: Dobos Lívia, Kántor Ákos`.
//!
//! What stands between commas is a person unless it is a body, an office or a word that texts often have.

use std::ops::Range;

use masquerade_ner::{Mention, Type, lexicon::class, titles, word_filter::WordFilter};

use super::{
    function_words::is_function_word,
    place::Place,
    told_persons::{Mentions, Reading, add_at},
    words::{NAMES, OTHERS as OTHER_CLASSES, Words},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::{
        name_shape::name_words,
        salutation::{is_role, names_department},
        word_list::{WordList, is_listed},
    },
    text::{line, run_before},
};

/// Words before who is present, who is not, and who else takes part.
const PRESENT: &WordList = &WordList::new(
    "present|attendees|attendance|attending|absent|apologies|participants|anwesend|anwesende|abwesend|entschuldigt|teilnehmer|teilnehmende|teilnehmerinnen|\
     présents|présent|absents|excusés|excusé|participants|presentes|asistentes|ausentes|participantes|faltas|presenti|assenti|partecipanti|aanwezig|aanwezigen|afwezig|afgemeld|deelnemers|\
     tilstede|stede|fraværende|deltagere|deltakere|närvarande|frånvarande|deltagare|läsnä|läsnäolijat|poissa|osallistujat|kohal|puudusid|osalejad|piedalās|klāt|dalyvauja|dalyvavo|dalyviai|\
     obecni|nieobecni|uczestnicy|przítomni|přítomni|přítomen|omluveni|nepřítomni|účastníci|prítomní|ospravedlnení|neprítomní|účastníci|vannak|jelen|hiányzik|hiányoznak|résztvevők|\
     nazočni|prisutni|odsutni|sudionici|učesnici|prisotni|odsotni|udeleženci|prezenți|absenți|participanți|katılanlar|katılımcılar|bulunanlar|присутні|відсутні|учасники|присутствовали|\
     присутствуют|участники|отсутствуют|присъстват|присъстващи|участници|присутни|одсутни|учесници|παρόντες|απόντες|συμμετέχοντες",
);
/// Bodies and words that such lists have, too.
const OTHERS: &WordList = &WordList::new(
    "vorstand|beirat|betriebsrat|personalrat|elternbeirat|gäste|alle|niemand|keine|presse|öffentlichkeit|verwaltung|geschäftsführung|board|staff|everyone|all|none|nobody|guests|public|press|team|\
     direction|bureau|conseil|tous|personne|todos|nadie|nenhum|ninguém|tutti|nessuno|iedereen|niemand|bestuur|alle|ingen|styret|bestyrelsen|styrelsen|kaikki|hallitus|kõik|juhatus|visi|valde|taryba|valdyba|\
     wszyscy|zarząd|rada|všichni|výbor|rada|všetci|mindenki|elnökség|senki|svi|uprava|odbor|vsi|toți|nimeni|consiliul|herkes|kimse|yönetim",
);
/// Longest list, in bytes, and most items.
const FAR: usize = 600;
const MOST: usize = 40;
/// Longest word before the list, in bytes.
const NEAR: usize = 48;
/// Most words of a name.
const MOST_WORDS: usize = 4;
/// The presence of a name in such a list.
const PRESENCE: f32 = 0.8;

/// What the item of a list is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    /// A name that a list has, or several words.
    Name,
    /// A word that no list has and that is no ordinary one: a name beside others.
    Unknown,
    Other,
}

/// Adds the names in attendance lists.
pub fn add_attendees(reading: &mut Reading<'_, '_>, named: &mut Mentions) -> Vec<Range<usize>> {
    let Reading { words, text, .. } = *reading;
    let mut places: Vec<Range<usize>> = Vec::new();
    for colon in memchr::memchr_iter(b':', text.as_bytes()) {
        if is_listed(run_before(line::before(text, colon, NEAR), char::is_alphabetic), PRESENT) {
            let all = items(text, colon + 1).map(|place| (item(words, &text[place.clone()]), place));
            let mut all: Vec<(Item, Range<usize>)> = all.collect();
            let count = |kind: Item| all.iter().filter(|(item, _)| *item == kind).count();
            let are_persons = count(Item::Name) > 0 && count(Item::Name) >= count(Item::Unknown);
            all.retain(|(item, _)| *item == Item::Name || *item == Item::Unknown && are_persons);
            places.extend(all.into_iter().map(|(_, place)| place));
        }
    }
    places.sort_by_key(|place| place.start);
    places.dedup_by(|next, place| next.start < place.end);
    add_at(named, text, &places, |span, overlapped| {
        let is_part = |other: &Mention| span.covers(other.span) && (other.kind != Type::Person || other.span != span);
        overlapped.iter().all(|(other, _)| is_part(other)).then_some((PRESENCE, Place::Prose))
    });
    places
}

/// The places of the items of the list at `start`, without titles and what stands in brackets.
fn items(text: &str, start: usize) -> impl Iterator<Item = Range<usize>> {
    let list = line::behind(text, start, FAR);
    let mut at = 0;
    list.split_inclusive([',', ';'])
        .take(MOST)
        .map_while(move |part| {
            let from = start + at;
            at += part.len();
            // The list ends with its sentence; the stop of a title is within it.
            let item = part.trim_end_matches([',', ';']);
            (!text[start..from].trim_end().ends_with('.')).then_some((from, item))
        })
        .filter_map(move |(from, item)| {
            let bare = item.split(['(', ':', '–']).next().unwrap_or_default();
            let sentence =
                bare.split_once(". ").filter(|(head, _)| !head.contains('.') && head.chars().nth(4).is_some());
            let bare = sentence.map_or(bare, |(head, _)| head).trim_end_matches(['.', ' ', '\t']);
            let mut begin = bare.len() - bare.trim_start().len();
            while let Some((title, _)) = bare[begin..].split_once(' ').filter(|(title, _)| is_title(title)) {
                begin += title.len() + 1;
            }
            let place = from + begin..from + bare.len();
            (place.start < place.end).then_some(place)
        })
}

fn is_title(word: &str) -> bool {
    word.ends_with('.') || titles::is_title(word)
}

/// What `item` is.
fn item(words: &Words<'_>, item: &str) -> Item {
    let all = || item.split(' ');
    let is_capital =
        |word: &str| word.starts_with(char::is_uppercase) && word.chars().nth(1).is_some_and(char::is_lowercase);
    let is_word = |word: &str| {
        let classes = words.classes(word);
        let is_borne = classes & (class::FIRST | class::COMMON_LAST) != 0;
        let lower = word.to_lowercase();
        let is_frequent = || {
            WordFilter::embedded().has(word)
                || [Place::Prose, Place::European].iter().any(|place| words.is_frequent(word, *place))
        };
        is_function_word(&lower)
            || is_common_word(&lower)
            || !is_borne && (classes & (class::JOB | OTHER_CLASSES) != 0 || is_frequent())
    };
    let is_known = || item.split([' ', '-']).any(|word| words.classes(word) & NAMES != 0);
    let is_name = name_words(item).is_some()
        && all().count() <= MOST_WORDS
        && all().all(|word| is_capital(word) || word.starts_with(char::is_lowercase))
        && all().all(|word| !is_listed(word, OTHERS) && !is_role(word))
        && !names_department(item)
        && !all().all(is_word);
    match is_name {
        true if item.contains(' ') || is_known() => Item::Name,
        true => Item::Unknown,
        false => Item::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::told_persons::tests::told;

    #[test]
    fn who_is_present_is_a_person() {
        for (text, expected) in [
            ("Anwesend: Brüning, Dr. Abdallah (Protokoll), Vorstand. TOP 1: Haushalt", &["Brüning", "Abdallah"][..]),
            ("Jelen vannak: Dobos Lívia, Kántor Ákos.", &["Dobos Lívia", "Kántor Ákos"]),
            ("Obecni: Dorota Mroczek; Ireneusz Gołąb", &["Dorota Mroczek", "Ireneusz Gołąb"]),
            ("Present: everyone, Board, Staff", &[]),
            ("Anwesend: alle, Presse, Gäste der Verwaltung", &[]),
        ] {
            assert_eq!(told(add_attendees, text, None), expected, "{text}");
        }
    }
}
