//! Dates of birth that a sentence states, in the inflected verbs of many languages and with any name of a month:
//! `narodil jsem se 4. března 1978`, `4 Mart 1978 doğumluyum`.

use std::{borrow::Cow, ops::Range};

use super::birth::INFO;
use super::birth_dates::date_len;
use super::dictated_births::dictated;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::statement::{name_end, statement};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(BIRTH_HEADS, 0.9, 0.95),
        // Behind the date.
        Pattern::within(
            "(?i:szület|doğumlu|doğmuş|doğdu)|생|에 태어|به دنیا|г(?:ода|\\.) ?рожд|року народж|р\\. ?нар",
            0.9,
            0.95,
        ),
        // At the end of a clause that begins with the date: `am 17.06.1959 in Ulm geboren`, `17. 6. 1959 jsem se narodil`.
        Pattern::regex(
            "(?:geboren|narodil|narodila|narozen|narozena|narodený|narodená|rojen|rojena|rođen|rođena)",
            0.9,
            0.95,
        ),
    ]),
    context: words![],
    check,
}];

/// Words between a birth and its date.
const LINKS: &WordList = &WordList::new(
    "съм|jsem|jsi|jsme|se|si|som|sa|sam|smo|su|sem|m-am|s-a|pe|data|datum|dato|datums|στις|την|en|el|le|il|em|op|am|in|im|den|dne|dňa|\
     dnia|się|на|дата|data:|року|року|году|в|في|עם|ב|ב-|בתאריך|olen|olin|idő|ideje|időpont|hely|hely,|és|vuonna|pada|tanggal|ngày|दिन|की|\
     तिथि|का|को|tarihi|tarihim|on|a|à|i|w|v|ve|u|di|de|στη|στην|تاريخ|تاریخ|date|of|birth|r|г|da|data|kell|ja|gads|metai",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let place = match candidate.pattern {
        0 => {
            if let Some(place) = begins_word(candidate).then(|| in_words(text, candidate.range.start)).flatten() {
                return candidate.part(place);
            }
            let at = statement(text, name_end(text, candidate.range.start, &BIRTH_NAMES)?, Some(LINKS), 2)
                .filter(|_| begins_word(candidate))?
                .at;
            // A preposition of Hebrew is joined to the date.
            let at = at + if text.get(at..)?.starts_with("ב-") { "ב-".len() } else { 0 };
            at..at + date_len(text.get(at..)?, false)?
        }
        1 => date_before(text, candidate.range.start)?,
        _ => date_of_clause(text, candidate.range.start)?,
    };
    let is_written = place.len() >= "S53.3.4".len();
    (is_written && is_value_edge(text, place.end) && is_value_edge(text, place.start)).then(|| candidate.part(place))?
}

/// The date in words behind the word about a birth at `at`: `nascido aos dois de maio de mil novecentos e setenta`.
fn in_words(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest word about a birth, in bytes.
    const LONGEST: usize = 24;
    let name = BIRTH_NAMES.len_at(window::behind(text, at, LONGEST))?;
    dictated(text, at + name)
}

/// Reports whether the word about a birth begins a word of its script.
fn begins_word(candidate: &Candidate<'_>) -> bool {
    let before = candidate.field.text[..candidate.range.start].chars().next_back();
    before.is_none_or(|c| !c.is_lowercase() && !c.is_uppercase() && c != '_')
}

/// Where dates begin in `near`, and their lengths.
fn dates(near: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let starts = near.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(start, _)| start);
    let free = starts.filter(|start| !near[..*start].ends_with(|c: char| c.is_alphanumeric() || c == '.'));
    free.filter_map(|start| Some((start, date_len(&near[start..], false)?)))
}

/// The date that ends before `at`, with the ending that its language gives it: `március 4-én`, `1978'de`.
fn date_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest date with an ending, in bytes.
    const LONGEST: usize = 40;
    const ENDINGS: [&str; 17] = [
        "",
        "-én",
        "-án",
        "-jén",
        "-ján",
        "-i",
        "-ai",
        "'de",
        "'da",
        "’de",
        "’da",
        "'te",
        "’te",
        " tarihinde",
        " yılında",
        "에",
        "일",
    ];
    let near = line::before(text, at, LONGEST);
    let from = at - near.len();
    dates(near).find_map(|(start, len)| {
        let rest = near[start + len..].trim_end().trim_end_matches(['.', ',']);
        // `tarihinde Bursa'da doğdum`
        let rest = rest.rsplit_once(' ').filter(|(_, place)| is_turkish_place(place)).map_or(rest, |(date, _)| date);
        ENDINGS.contains(&rest).then_some(from + start..from + start + len)
    })
}

/// Reports whether `word` is a place with the ending of where something is: `Bursa'da`.
fn is_turkish_place(word: &str) -> bool {
    let is_ending = |ending: &str| matches!(ending, "da" | "de" | "ta" | "te");
    word.starts_with(char::is_uppercase) && word.rsplit_once(['\'', '’']).is_some_and(|(_, ending)| is_ending(ending))
}

/// The date that begins the clause whose verb stands at `at`, behind a preposition or before what Slavic languages put there; a place
/// may follow it.
fn date_of_clause(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest clause, in bytes, and most words behind the date.
    const LONGEST: usize = 72;
    const WORDS: usize = 4;
    const PREPOSITIONS: [&str; 8] = ["am ", "den ", "dem ", "op ", "dne ", "dňa ", "dana ", "dne\u{A0}"];
    const VERBS: &WordList = &WordList::new("jsem|jsi|se|sa|som|sem|sam|je|byl|byla|bol|bola|bil|bila");
    const PLACES: &WordList = &WordList::new("in|zu|te|v|ve|u|bei|im");
    let near = line::before(text, at, LONGEST);
    let from = at - near.len();
    dates(near).find_map(|(start, len)| {
        let (head, tail) = (&near[..start], &near[start + len..]);
        let words = || tail.split(' ').filter(|word| !word.is_empty());
        let is_plain =
            tail.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '.')) && words().count() <= WORDS;
        let begins = |list| words().next().is_some_and(|word| is_listed(word, list));
        let is_behind = PREPOSITIONS.iter().any(|word| head.to_lowercase().ends_with(word));
        let fits = is_behind && (words().next().is_none() || begins(PLACES)) || begins(VERBS);
        (tail.ends_with(' ') && is_plain && fits).then_some(from + start..from + start + len)
    })
}

/// Words about births, in small letters, and their first letters.
static BIRTH_NAMES: PhraseList = PhraseList::new(
    "geb.-dat|doğum tarih|dzimis|dzimusi|dzimšan|fæddur|född|fødd|født|gebore |geboren|gimiau|gimimo|gimusi|gimęs|janm ta|janm ti|janam ta|janam ti|janma ti|kuzaliwa|lahir|\
    naci |nacid|nacio |nació|nací |narodená|narodený|narodil|narozen|narodenia|narození|nasceu|nasci |nascid|nascimento|nascita|nata |nato |nașterii|ngày sinh|né |né(e) |née |née(e) |\
    născut|rodjen|rojen|rođen|sinh ngày|syntymäaika|syntyny|szül. |született|születtem|születtél|születés|sündinud|sündisin|urodzenia|urodził|urodzon|\
    γέννησης|γεννήθηκ|народження|народжен|народи|роден|родил|рождения|рођен|נולד|תאריך לידה|الميلاد|تولد|متولد|مواليد|ولد في|ولدت|जन्म|\
    জন্ম|เกิด|生年月日|誕生日|생년월일",
);
const BIRTH_HEADS: &str = "(?i-u:dzim|gebor|geb\\.-|gimia|gimim|gimus|janm|janam|kuzal|lahir|naci|narod|naroz|nasce|nasci|nata |nato |rodje|rojen|sinh |synty|urodz)|\
    (?i:doğu|fædd|född|fødd|født|gimę|nací|ngày|né |né\\(e|née |née\\(|născ|nașt|rođe|szül|sünd|γέν|γεν|нар|род|рож|рођ)|נול|תאר|\
    الم|تول|متو|موا|ولد|जन्|জন্|เก|生年|誕生|생년";
