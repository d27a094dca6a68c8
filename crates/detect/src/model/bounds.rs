//! The bounds of a person's name that the case of its words and the lists of names tell.
//!
//! The models take words around a name for parts of it where a text is written in small letters, or in a language of which
//! they have seen little: `klaus krank`, `Jukan sisko asuu Oulussa`, `Pérez de Toulouse`.
//!
//! | mention | what stays |
//! |---|---|
//! | `van Hanna`, `hanna de la` | a name without particles at its ends, but `van Roe` |
//! | `Roe de Toulouse` | `Roe`, and `Toulouse` as a place |
//! | `Hallo Jörg Weiß` | the name behind the greeting |
//! | `klaus krank` | a first name with the surnames behind it, in small letters |
//! | `Anna mieszka w Lublinie` | words with capitals, if lists hold them |

use masquerade_ner::{FAINT_FORM, Mention, Type, lexicon::class, titles};

use super::{
    case_forms::may_be_inflected,
    function_words::{is_english_function_word, is_function_word},
    place::Place,
    sentence_beginnings::Beginnings,
    technical,
    words::{NAMES, OTHERS, PLACES, Words},
};
use crate::{
    common_words::is_common_word,
    model::false_positives::is_date_word,
    recognizers::support::{
        greetings::greetings_of,
        name_shape::is_particle,
        word_list::{WordList, is_listed as is_listed_word},
    },
    text::{Span, place_of},
};

/// Most words of a mention that is looked at: longer ones are lists without signs between them.
const MOST: usize = 12;

/// Words within names, besides particles: titles of nobility, and `of`.
const JOINING: [&str; 9] = ["baron", "graf", "freiherr", "ritter", "graaf", "jonkheer", "ridder", "conte", "of"];
/// Words between a name and the place that somebody is from, besides particles.
const FROM: [&str; 10] = ["from", "in", "aus", "z", "ze", "iz", "fra", "från", "din", "uit"];

/// What somebody is in politics or by trade, as it stands before names in the news.
const STANDINGS: &WordList = &WordList::new(
    "liberal|democrat|republican|conservative|socialist|communist|independent|novelist|poet|writer|author|singer|songwriter|rapper|\
     actor|actress|director|producer|guitarist|drummer|bassist|keyboardist|composer|conductor|painter|sculptor|architect|\
     journalist|historian|philosopher|scientist|physicist|chemist|biologist|economist|mathematician|lawyer|activist|comedian|\
     photographer",
);

/// Greetings, which the models take for first names where a text begins. Nobody, or hardly anybody, bears them.
const GREETINGS: &WordList =
    &WordList::new(concat!(greetings_of!(plain, familiar, formal), "|grüezi|heippa|zdravo|sveiki",));

/// Verbs of asking and parties of trials, which begin sentences before names and which nobody bears either.
const CALLS: &WordList = &WordList::new(
    "fråga|paklausk|vprašaj|pitaj|spørg|vraag|küsi|kysy|pajautā|питай|спитай|спроси|tanya|selam|chào|salam|hageja|kostja|saksøker|saksøkte|sagsøger|stefnandi|stefndi|žalobca|žalobce|\
     žalovaný|žalovaná|eiser|gedaagde|tužitelj|tuženik|käranden|svaranden|kläger|klägerin|yengem|mașina|машина",
);

/// A word of a mention.
#[derive(Clone, Copy)]
struct Word<'t> {
    start: usize,
    of: &'t str,
}

impl Word<'_> {
    fn end(&self) -> usize {
        self.start + self.of.len()
    }

    /// `al-Roe` is none.
    fn is_lower(&self) -> bool {
        self.of.starts_with(char::is_lowercase) && !self.of.contains(char::is_uppercase)
    }

    fn is_particle(&self) -> bool {
        self.is_lower() && is_particle(self.of)
    }
}

/// Calls `each` with the parts of `mention` that name somebody, and with a place behind one.
pub fn names(words: &Words<'_>, text: &str, mention: Mention, place: Place, mut each: impl FnMut(Mention)) {
    let mention = without_date(text, without_stop(words, text, mention));
    let found = mention.span.slice(text);
    if mention.kind != Type::Person || !found.contains(' ') {
        return each(mention);
    }
    let split = found.split(' ').filter(|word| !word.is_empty());
    let all: Vec<Word<'_>> = split
        .map(|of| Word { start: place_of(text, of).expect("a word is a part of its text").start, of })
        .take(MOST + 1)
        .collect();
    // A capital behind an initial or a sign is no beginning; such names and lists stay as they are.
    if all.len() > MOST || !found.chars().any(char::is_lowercase) || found.contains([',', '\n', '\t']) {
        return each(mention);
    }
    let mut part = |range: &[Word<'_>], kind: Type| {
        let (Some(first), Some(last)) = (range.first(), range.last()) else { return };
        let span = Span::new(text, first.start..last.end()).expect("words are whole");
        let alternative = mention.alternative.filter(|_| kind == mention.kind);
        each(Mention { span, kind, alternative, ..mention });
    };
    // An abbreviation before or behind a name, as of a task or a role, is no part of it; a surname may be in capitals.
    let is_listed = |word: &Word<'_>| words.classes(word.of) & NAMES != 0 && !is_common_word(word.of);
    let is_first = |word: &Word<'_>| !word.is_lower() && words.classes(word.of) & class::FIRST != 0;
    let begins_behind = words.classes(all[0].of) & NAMES == 0 && all.get(1).is_some_and(is_first);
    let is_trade = all[0].is_lower() && !all[0].is_particle() && all.len() > 2 && begins_behind;
    let has_standing = is_listed_word(all[0].of, STANDINGS) && all.get(1).is_some_and(is_first);
    let is_job =
        all[0].is_lower() && words.classes(all[0].of) & (class::JOB | NAMES) == class::JOB || is_trade || has_standing;
    let is_abbreviation = technical::ABBREVIATIONS.contains(&all[0].of) && all.get(1).is_some_and(is_listed);
    let is_greeting = all.len() > 1 && [GREETINGS, CALLS].iter().any(|list| is_listed_word(all[0].of, list));
    let is_other = is_abbreviation || is_greeting || is_job && all.get(1).is_some_and(|next| !next.is_lower());
    let skipped = usize::from(is_other);
    let is_role = |word: &Word<'_>| {
        let is_name = words.classes(word.of) & NAMES != 0 && is_listed(&all[0]);
        technical::ABBREVIATIONS.contains(&word.of) && !is_name
    };
    let end = all.iter().rposition(|word| !is_role(word)).map_or(skipped, |last| skipped.max(last + 1));
    let all = without_particles(words, &all[skipped..end]);
    if all.iter().all(Word::is_lower) {
        return part(&all[..lower_len(words, all, place)], Type::Person);
    }
    if let Some((name, place)) = before_place(words, all) {
        part(name, Type::Person);
        return part(place, Type::Location);
    }
    if is_whole(words, text, &mention, all, place) {
        return part(all, Type::Person);
    }
    for run in all.split(breaks) {
        let titles = run.iter().take_while(|word| titles::is_title(word.of)).count();
        let run = without_particles(words, &run[titles..]);
        if run.iter().any(is_listed) {
            part(run, Type::Person);
        }
    }
}

/// `mention` without the stop of its sentence: the models take that of the last word of a line for one of an abbreviation.
fn without_stop(words: &Words<'_>, text: &str, mention: Mention) -> Mention {
    let found = mention.span.slice(text);
    let Some(bare) = found.strip_suffix('.') else { return mention };
    let last = bare.rsplit(' ').next().unwrap_or_default();
    // `U.S.` and `Inc.` keep their stop.
    let is_word = match mention.kind {
        Type::Location => words.classes(last) & PLACES != 0,
        Type::Organization => last.len() > 4 && words.classes(last) & class::COMPANY_SUFFIX == 0,
        Type::Person | Type::Nrp => false,
    };
    if last.contains('.') || !is_word {
        return mention;
    }
    let span = Span::new(text, mention.span.start()..mention.span.end() - 1).expect("a stop is one byte");
    Mention { span, ..mention }
}

/// `mention` without the month or the weekday before its surname, where a date stands: `In April Roe moved`, `since Sunday Roe`.
fn without_date(text: &str, mention: Mention) -> Mention {
    const BEFORE: &WordList = &WordList::new(
        "in|on|since|until|till|by|before|after|last|next|this|every|each|during|of|im|am|seit|bis|ab|vor|nach|letzten|nächsten|en|el|desde|\
         le|depuis|dès|à|nel|da|dal|a|em|no|op|sinds|vanaf|w|we|od|v|ve|den|på|i|om|siden|från|til",
    );
    let found = mention.span.slice(text);
    let bare = found.split_once(' ').filter(|_| mention.kind == Type::Person);
    let (Some((first, rest)), head) = (bare, &text[..mention.span.start()]) else { return mention };
    // The models take `In` for a part of the name, too.
    if is_listed_word(first, BEFORE) && rest.contains(' ') && is_date_word(rest.split(' ').next().unwrap_or_default()) {
        let span = Span::new(text, mention.span.end() - rest.len()..mention.span.end()).expect("words are whole");
        return without_date(text, Mention { span, ..mention });
    }
    let before = head.trim_end_matches(' ').rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_date = is_date_word(first) && head.ends_with(' ') && is_listed_word(before, BEFORE);
    if !is_date || !rest.starts_with(char::is_uppercase) {
        return mention;
    }
    let span = Span::new(text, mention.span.end() - rest.len()..mention.span.end()).expect("words are whole");
    Mention { span, alternative: None, ..mention }
}

/// Reports whether a word in small letters parts names.
fn breaks(word: &Word<'_>) -> bool {
    word.is_lower() && !word.is_particle() && !JOINING.contains(&word.of)
}

/// Reports whether all words of a mention with capitals belong to one name, in small letters or not: `Jane roe`, `jane Roe`.
fn is_whole(words: &Words<'_>, text: &str, mention: &Mention, all: &[Word<'_>], place: Place) -> bool {
    let Some((first, rest)) = all.split_first().filter(|_| all.iter().any(breaks)) else { return true };
    let is_known = |word: &Word<'_>| words.classes(word.of) & NAMES != 0 || !words.is_frequent(word.of, place);
    let begins_name = words.classes(first.of) & class::FIRST != 0 || first.of.ends_with('.');
    if breaks(first) {
        return !words.is_frequent(first.of, place) && !rest.iter().any(breaks);
    }
    begins_name && (fills_line(text, mention) || rest.iter().filter(|word| breaks(word)).all(is_known))
}

/// `all` without particles at its end, and without those at its beginning that stand before a first name alone.
fn without_particles<'a, 't>(words: &Words<'_>, all: &'a [Word<'t>]) -> &'a [Word<'t>] {
    let end = all.iter().rposition(|word| !word.is_particle()).map_or(0, |last| last + 1);
    let start = all[..end].iter().position(|word| !word.is_particle()).unwrap_or(end);
    let is_first =
        |word: &Word<'_>| words.classes(word.of) & (class::COMMON_FIRST | class::COMMON_LAST) == class::COMMON_FIRST;
    match all[..end].get(start) {
        Some(first) if start > 0 && (is_first(first) || first.is_lower()) => &all[start..end],
        _ => &all[..end],
    }
}

/// Reports whether a mention is all of its line.
fn fills_line(text: &str, mention: &Mention) -> bool {
    let (head, tail) = (&text[..mention.span.start()], &text[mention.span.end()..]);
    (head.is_empty() || head.ends_with('\n')) && (tail.is_empty() || tail.starts_with('\n'))
}

/// The number of words of a name in small letters at the beginning of `all`; all of them if none is a first name.
fn lower_len(words: &Words<'_>, all: &[Word<'_>], place: Place) -> usize {
    if all.first().is_none_or(|first| words.classes(first.of) & class::FIRST == 0) {
        return all.len();
    }
    let goes_on = |word: &Word<'_>| {
        // Surnames are words of many kinds in English.
        let is_name = match place {
            Place::Prose => !is_english_function_word(word.of),
            _ => {
                (words.classes(word.of) & NAMES != 0 || !words.is_frequent(word.of, place))
                    && !is_function_word(word.of)
            }
        };
        word.is_particle() || is_name
    };
    let len = 1 + all[1..].iter().take_while(|word| goes_on(word)).count();
    all[..len].iter().rposition(|word| !word.is_particle()).map_or(1, |last| last + 1)
}

/// A name before a particle with the place behind it, which is nothing but a place.
fn before_place<'a, 't>(words: &Words<'_>, all: &'a [Word<'t>]) -> Option<(&'a [Word<'t>], &'a [Word<'t>])> {
    let at = all.iter().rposition(|word| word.is_particle() || FROM.contains(&word.of))?;
    let (name, place) = (&all[..at], &all[at + 1..]);
    let is_first = |word: &Word<'_>| words.classes(word.of) & class::FIRST != 0 || word.of.ends_with('.');
    // Behind a first name and a particle it is rather a surname.
    if all[at].is_particle() && (name.len() != 1 || is_first(&name[0])) {
        return None;
    }
    let is_place = |word: &Word<'_>| {
        let classes = words.classes(word.of);
        classes & PLACES != 0 && classes & class::COMMON_FIRST == 0
    };
    let is_alone = !name.is_empty() && name.iter().all(|word| !word.is_lower());
    (is_alone && !place.is_empty() && place.iter().all(is_place)).then_some((name, place))
}

/// A first name that the model hardly believes in, with the surname behind it, if it is one: see [`Words::is_first_name`].
pub fn first_name(words: &Words<'_>, text: &str, mention: &Mention, place: Place) -> Option<Mention> {
    /// Least presence of a first name in small letters, or as a speaker at the beginning of a line.
    const LOWER: f32 = 0.12;
    /// Least presence of a first name that is a frequent word, too.
    const FREQUENT: f32 = 0.2;
    let found = mention.span.slice(text);
    let is_prose = matches!(place, Place::Prose | Place::European | Place::German | Place::Kindred);
    let is_assistant = || technical::ASSISTANTS.iter().any(|(name, _)| name.eq_ignore_ascii_case(found));
    if !is_prose || is_assistant() || found.chars().count() < 3 || !found.chars().all(char::is_alphabetic) {
        return None;
    }
    let least = if words.is_frequent(found, place) { FREQUENT } else { LOWER };
    let is_name = if found.starts_with(char::is_lowercase) {
        let is_listed = || mention.presence >= least && words.is_first_name(found, place);
        is_free(text, mention) && (is_listed() || is_form_of_name(words, text, mention, place))
    } else {
        let classes = words.classes(found);
        // Within a sentence a capital tells a name from the word: `tell Mark`.
        let is_within = || place == Place::Prose && mention.presence >= FREQUENT && stands_within(text, mention);
        let is_listed = classes & (class::FIRST | OTHERS) == class::FIRST
            && (classes & class::COMMON_FIRST != 0 || !words.is_frequent(found, place))
            && !is_common_word(found)
            || is_common_word(found) && classes & class::FIRST != 0 && is_within();
        let is_word = found.chars().skip(1).all(char::is_lowercase);
        is_listed && is_word && (is_speaker(text, mention) || mention.presence >= least && is_free(text, mention))
    };
    let behind = text[mention.span.end()..].strip_prefix(' ').unwrap_or_default();
    let next = behind.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_same = next.starts_with(char::is_lowercase) == found.starts_with(char::is_lowercase);
    let len = if is_same && words.is_surname(next, place) { 1 + next.len() } else { 0 };
    let span = Span::new(text, mention.span.start()..mention.span.end() + len).expect("words are whole");
    is_name.then_some(Mention { span, ..*mention })
}

/// Reports whether a word in small letters is a first name in another case than the basic one, in a text without capitals: `volej lídě`.
fn is_form_of_name(words: &Words<'_>, text: &str, mention: &Mention, place: Place) -> bool {
    let found = mention.span.slice(text);
    mention.presence >= FAINT_FORM
        && matches!(place, Place::European | Place::Kindred)
        && !words.is_frequent(found, place)
        && may_be_inflected(words, found)
        && Beginnings::around(text, &mention.span.range()).are_small()
}

/// Reports whether a word stands behind a word in small letters, and before none with a capital.
fn stands_within(text: &str, mention: &Mention) -> bool {
    let (head, tail) = (&text[..mention.span.start()], &text[mention.span.end()..]);
    let before = head.strip_suffix(' ').and_then(|head| head.rsplit(|c: char| !c.is_alphabetic()).next());
    let is_lower = before.is_some_and(|word| word.len() > 1 && word.chars().all(char::is_lowercase));
    is_lower
        && !tail
            .strip_prefix(' ')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()))
}

/// Reports whether a word stands free between blanks and the signs of sentences.
fn is_free(text: &str, mention: &Mention) -> bool {
    let (head, tail) = (&text[..mention.span.start()], &text[mention.span.end()..]);
    let begins = head.is_empty() || head.ends_with([' ', '\n', '(', '"', '“', '¿', '¡']);
    // A number before it makes it a street.
    let begins = begins && !head.trim_end().ends_with(|c: char| c.is_ascii_digit());
    begins && (tail.is_empty() || tail.starts_with([' ', '\n', ',', '.', '!', '?', ';', ')', '\'', '’', '"']))
}

/// Reports whether a mention speaks at the beginning of a line, and somebody else in another line: `Anna: yes`.
fn is_speaker(text: &str, mention: &Mention) -> bool {
    /// Reach of the look for another line, in bytes.
    const NEAR: usize = 512;
    let near = text.ceil_char_boundary(mention.span.start().saturating_sub(NEAR));
    let Some(begin) = text[near..mention.span.start()].rfind('\n').map(|at| near + at + 1).or((near == 0).then_some(0))
    else {
        return false;
    };
    let speaks = |line: &str| {
        let line = line.trim_start_matches([' ', '-', '*', '•']);
        line.split_once(": ").is_some_and(|(name, said)| {
            let mut letters = name.chars();
            letters.next().is_some_and(char::is_uppercase)
                && name.chars().count() <= 20
                && letters.all(char::is_alphabetic)
                && said.chars().filter(|c| c.is_alphabetic()).take(2).count() == 2
        })
    };
    let rest = &text[begin..text.floor_char_boundary((begin + NEAR).min(text.len()))];
    let before = &text[text.ceil_char_boundary(begin.saturating_sub(NEAR))..begin];
    let here = rest.lines().next().unwrap_or_default();
    let stands = here.trim_start_matches([' ', '-', '*', '•']).starts_with(mention.span.slice(text));
    stands && speaks(here) && rest.lines().skip(1).chain(before.lines()).any(speaks)
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    /// The names in `found`, a mention of a person that is all of a text.
    fn named(found: &str) -> Vec<&str> {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let span = Span::new(found, 0..found.len()).unwrap();
        let mention = Mention { span, kind: Type::Person, presence: 0.9, confidence: 0.9, alternative: None };
        let mut all = Vec::new();
        names(&words, found, mention, Place::Prose, |part| all.push(part.span.slice(found)));
        all
    }

    #[test]
    fn abbreviations_around_a_name_are_no_part_of_it() {
        assert_eq!(named("Jane Roe QA"), ["Jane Roe"]);
        assert_eq!(named("QA Jane Roe"), ["Jane Roe"]);
        assert_eq!(named("Idle GUI"), ["Idle"]);
        assert_eq!(named("Anita RAM"), ["Anita RAM"], "some are surnames, too");
        assert_eq!(named("keyboardist Butch Taylor"), ["Butch Taylor"]);
        assert_eq!(named("Democrat Jane Roe"), ["Jane Roe"]);
        assert_eq!(named("Novelist James Joyce"), ["James Joyce"]);
        assert_eq!(named("Hallo Jörg Weiß"), ["Jörg Weiß"]);
        assert_eq!(named("Cara Roe"), ["Cara Roe"]);
    }
}
