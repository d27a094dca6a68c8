//! Speakers of chats, `Iker: hola` beside `Lucía: ¿qué tal?`, and their names in small letters in what is said there: `gracias lucía`.
//!
//! Who speaks beside somebody whose name the models or their lists know, and speaks again, is a person, whatever the name; forms and
//! settings, whose lines begin alike, repeat no names of persons. Where each line begins with a time, `[16:20] Terka: jdu`, whoever speaks in
//! a chat with a known name or a question is one.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use masquerade_ner::{Mention, Model, Type, lexicon::class};

use super::{
    addressees::is_first_name,
    function_words::is_function_word,
    place::Place,
    technical,
    told_persons::{Mentions, Reading, add_at},
    words::Words,
};
use crate::{
    common_words::is_common_word,
    recognizers::support::{
        log_levels::LOG_LEVELS,
        name_shape::is_name_word,
        salutation::is_role,
        script_names,
        word_list::{WordList, is_listed},
    },
    text::{is_word, line},
};

/// Longest name of a speaker, in bytes, and most words of it.
const LONGEST: usize = 28;
const MOST_WORDS: usize = 3;
/// Fewest lines of a chat, and most speakers.
const FEWEST_LINES: usize = 3;
const MOST_SPEAKERS: usize = 24;
/// Most mentions that the name of a speaker is compared with.
const MOST_NAMED: usize = 64;
/// Longest line that is read, in bytes, and longest time before a speaker, in characters.
const LONGEST_LINE: usize = 160;
const LONGEST_TIME: usize = 24;
/// Fewest letters of a name that is looked for in small letters.
const FEWEST_LETTERS: usize = 4;
/// The presence of a name that its place tells.
const PRESENCE: f32 = 0.8;

/// What speakers are in dialogues, besides those that salutations address.
pub const ROLES: &WordList = &WordList::new(
    "agent|advisor|adviser|caller|player|rider|passenger|candidate|applicant|tenant|landlord|operator|rep|representative|speaker|moderator|mod|\
     interviewer|interviewee|host|visitor|customer|client|cust|user|guest|patient|member|participant|respondent|teacher|pupil|student|\
     narrator|therapist|counselor|counsellor|doctor|nurse|officer|clerk|driver|dispatcher|reporter|analyst|\
     mother|father|mom|mum|dad|son|daughter|wife|husband|buyer|seller|witness|judge|attorney|bailiff|\
     anrufer|anruferin|berater|beraterin|mitarbeiter|sprecher|arzt|ärztin|agente|asesor|asesora|operador|operadora|\
     operatore|operatrice|conseiller|conseillère|opérateur|interlocuteur|médecin|atendente|vendedor|terapeuta|médico|medewerker|\
     beller|arts|konsultant|konsultantka|pacjent|lekarz|operátor|lékař|handläggare|läkare|kundeservice|læge|lege|asiakaspalvelija|\
     lääkäri|ügyintéző|orvos|temsilci|doktor|besucher|visiteur|visitante|klient|bezoeker|besøkende|kund|kunde",
);
/// Programs that speak, parts of a talk, and heads of mails.
const NO_PERSONS: &WordList = &WordList::new(
    "bot|chatbot|support|assistant|system|admin|human|ai|gpt|claude|court|question|answer|note|frage|antwort|soru|cevap|\
     from|to|cc|bcc|re|fwd|subject|date|sent|von|an|betreff|datum|de|à|objet|para|asunto|da|oggetto|van|aan|od|do|till|til|fra",
);

/// Kinds of changes and fields of packages, which begin the lines of changelogs and records as speakers begin those of chats.
const CHANGES: &WordList = &WordList::new(
    "fix|fixed|fixes|feat|feature|doc|docs|misc|build|perf|chore|refactor|revert|style|test|tests|ci|cli|api|lib|bug|new|added|changed|removed|\
     deprecated|security|bench|port|portability|legacy|examples|\
     classifier|dynamic|requires-dist|requires-python|provides-extra|project-url|license-file",
);

/// Reports whether `name` of a speaker is a role or another word that is no person's name.
fn names_role(name: &str) -> bool {
    [ROLES, NO_PERSONS, LOG_LEVELS].iter().any(|list| is_listed(name, list))
}

/// Reports whether `found` before `tail` is what speakers are, with the sign between it and what is said: `Caller- it burns`, `Player: yes`.
pub fn is_role_of_turn(found: &str, tail: &str) -> bool {
    let dashed = found.strip_suffix(['-', '–', '—']).map(str::trim_end);
    let role = dashed.or_else(|| tail.starts_with(": ").then_some(found));
    role.is_some_and(names_role)
}

/// The beginning of a line of a chat.
struct Turn<'t> {
    name: &'t str,
    start: usize,
    /// True if the line begins with a time.
    is_timed: bool,
}

/// Adds the speakers of a chat, and in small letters their names and those of answers, which were asked for.
pub fn add_speakers(reading: &mut Reading<'_, '_>, named: &mut Mentions) -> Vec<Range<usize>> {
    let Reading { words, text, answers, .. } = *reading;
    let mut places = speakers(words, text, named);
    let said = answers.iter().take(MOST_SPEAKERS).flat_map(|answer| text[answer.clone()].split(' '));
    places.extend(said.flat_map(|name| lower_case(words, text, name)));
    places.sort_unstable_by_key(|place| (place.start, place.end));
    places.dedup();
    places.retain(|place| answers.iter().take(MOST_SPEAKERS).all(|answer| !answer.contains(&place.start)));
    add_at(named, text, &places, |span, overlapped| match overlapped {
        [(other, _), ..] if other.span != span || other.kind == Type::Person => None,
        _ => Some((PRESENCE, Place::Prose)),
    });
    places
}

/// The places of the speakers of a chat, and of their names in small letters.
fn speakers(words: &Words<'_>, text: &str, named: &[(Mention, Place)]) -> Vec<Range<usize>> {
    let Some(turns) = turns(text) else { return Vec::new() };
    let is_mention = |turn: &Turn<'_>| {
        let at = named.partition_point(|(mention, _)| mention.span.end() <= turn.start);
        let found = named.get(at).map(|(mention, _)| mention);
        found.is_some_and(|found| found.kind == Type::Person && found.span.range() == place(turn))
    };
    // `DELROY: …` is greeted as `Delroy`.
    let is_named = |name: &str| {
        let is_same = |(mention, _): &(Mention, Place)| {
            mention.kind == Type::Person && mention.span.slice(text).eq_ignore_ascii_case(name)
        };
        named.iter().take(MOST_NAMED).any(is_same)
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    turns.iter().for_each(|turn| *counts.entry(turn.name).or_default() += 1);
    let mut speakers: BTreeSet<&str> = counts
        .keys()
        .copied()
        .filter(|name| !names_role(name) && (is_known_first(words, name) || may_speak(words, name) && is_named(name)))
        .collect();
    let mut known = speakers.clone();
    known.extend(turns.iter().filter(|turn| is_mention(turn)).map(|turn| turn.name));
    let is_talk = || turns.iter().any(|turn| asks(line::behind(text, turn.start, LONGEST_LINE)));
    let is_timed = turns.iter().all(|turn| turn.is_timed);
    if is_timed && (!known.is_empty() || is_talk()) {
        speakers.extend(
            counts.iter().filter(|(name, count)| may_speak_at_a_time(words, name, **count)).map(|(name, _)| *name),
        );
    } else if known.is_empty() {
        // Nobody is known, but none of the names is another word, and somebody asks something.
        return match counts.keys().all(|name| !name.contains(' ') && may_speak(words, name)) && is_talk() {
            true => turns.iter().map(place).collect(),
            false => Vec::new(),
        };
    }
    let is_known = |at: Option<usize>| at.and_then(|at| turns.get(at)).is_some_and(|turn| known.contains(turn.name));
    let (mut others, mut between) = (BTreeSet::new(), BTreeSet::new());
    for (at, turn) in turns.iter().enumerate() {
        let (before, behind) = (is_known(at.checked_sub(1)), is_known(Some(at + 1)));
        if before && behind || (before || behind) && counts[turn.name] > 1 {
            others.insert(turn.name);
        }
        if before && behind {
            between.insert(turn.name);
        }
    }
    let is_nick = |name: &str| {
        counts[name] > 1 && is_handle(name)
            || (counts[name] > 1 || between.contains(name)) && may_speak_small(words, name)
    };
    others.retain(|name| !speakers.contains(name) && (may_speak(words, name) || is_nick(name)));
    speakers.append(&mut others);
    let mut places: Vec<_> = turns.iter().filter(|turn| speakers.contains(turn.name)).map(place).collect();
    let addressed =
        speakers.iter().copied().filter(|name| !name.contains(' ')).flat_map(|name| lower_case(words, text, name));
    places.extend(addressed);
    let singles: BTreeSet<&str> = named
        .iter()
        .filter(|(mention, _)| mention.kind == Type::Person)
        .map(|(mention, _)| mention.span.slice(text))
        .filter(|name| name.starts_with(char::is_uppercase) && is_first_name(words, name) && !speakers.contains(name))
        .take(MOST_SPEAKERS)
        .collect();
    places.extend(singles.into_iter().flat_map(|name| lower_case(words, text, name)));
    places
}

/// The turns of `text`, if it is a chat: most of its lines begin with a name and a colon, and names come again.
fn turns(text: &str) -> Option<Vec<Turn<'_>>> {
    let mut turns = Vec::new();
    let (mut start, mut others) = (0, 0);
    for line in text.split_inclusive('\n') {
        let time = time(line);
        match speaker(&line[time..]) {
            Some(name) => turns.push(Turn { name, start: start + time, is_timed: time > 0 }),
            None => others += usize::from(!line.trim().is_empty()),
        }
        start += line.len();
        // Prose, or a list of something.
        if others > 2 * turns.len() + FEWEST_LINES {
            return None;
        }
    }
    let names: BTreeSet<&str> = turns.iter().map(|turn| turn.name).collect();
    if names.iter().filter(|name| is_listed(name, CHANGES)).nth(1).is_some() {
        return None;
    }
    let is_chat =
        turns.len() >= FEWEST_LINES && (2..=MOST_SPEAKERS).contains(&names.len()) && names.len() < turns.len();
    (is_chat && others <= turns.len()).then_some(turns)
}

/// Reports whether a turn of several words in small letters ends in a question mark.
fn asks(line: &str) -> bool {
    let words = || line.split(' ').skip(1);
    line.trim_end().ends_with('?') && words().filter(|word| word.starts_with(char::is_lowercase)).nth(1).is_some()
}

/// The length of the time with which a line of an exported chat begins, with the signs around it, in bytes: of `[16:20] `, `16:20 - `,
/// `(4:20 pm) `. 0 if there is none.
fn time(line: &str) -> usize {
    let stands = |c: char| c.is_ascii_digit() || ":.[]() -–APMapm\u{202f}\u{200e}".contains(c);
    let behind_colon = |rest: &str| rest.bytes().take_while(u8::is_ascii_digit).count() == 2;
    let near = &line[..line.char_indices().take(LONGEST_TIME).find(|(_, c)| !stands(*c)).map_or(0, |(at, _)| at)];
    let end = ["] ", ") ", "- ", "– "]
        .iter()
        .filter_map(|sign| Some(near.find(sign)? + sign.len()))
        .min()
        .unwrap_or_default();
    let is_time = near[..end].split_once(':').is_some_and(|(hours, rest)| {
        hours.ends_with(|c: char| c.is_ascii_digit()) && behind_colon(rest) && !hours.contains(char::is_alphabetic)
    });
    if is_time { end } else { 0 }
}

/// The name before the colon with which `line` begins.
fn speaker(line: &str) -> Option<&str> {
    let near = line.as_bytes().get(..LONGEST.min(line.len()))?;
    let colon = memchr::memchr(b':', near)?;
    let name = line.get(..colon).filter(|_| near.get(colon + 1).is_some_and(u8::is_ascii_whitespace))?;
    let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\'' | '’');
    let is_name = name.starts_with(char::is_alphabetic) && name.chars().all(stands);
    (is_name || is_handle(name)).then_some(name.trim_end())
}

/// Reports whether it is the name of an account as people choose them, with a mark that words have not: `mia_77`, `jo.k`.
pub fn is_handle(name: &str) -> bool {
    let stands = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'.' | b'-');
    let letters = name.bytes().filter(u8::is_ascii_lowercase).count();
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(stands)
        && name.ends_with(|c: char| c.is_ascii_alphanumeric())
        && name.contains(|c: char| c.is_ascii_digit() || matches!(c, '_' | '.'))
        && letters > 1
}

/// Reports whether `name` is a first name, in any script.
fn is_known_first(words: &Words<'_>, name: &str) -> bool {
    is_first_name(words, name) || !name.is_ascii() && script_names::is_first_name(name)
}

fn place(turn: &Turn<'_>) -> Range<usize> {
    turn.start..turn.start + turn.name.len()
}

/// Reports whether a word that begins a turn may be the name of who speaks: none of what people are there, and no ordinary word.
fn may_speak(words: &Words<'_>, name: &str) -> bool {
    name.split(' ').count() <= MOST_WORDS && name.split(' ').all(|word| is_name_word(word) && !is_ordinary(words, word))
}

/// Reports whether `name` may be the one of who speaks `count` times in a chat whose lines begin with times: a name, also one that is another
/// word (`Jelen`), or that of an account, if it comes again.
fn may_speak_at_a_time(words: &Words<'_>, name: &str, count: usize) -> bool {
    let is_name = || name.split(' ').count() <= MOST_WORDS && name.split(' ').all(is_name_word);
    let is_account = || {
        is_handle(name)
            || may_speak_small(words, name)
            || name.chars().all(char::is_alphanumeric) && name.chars().skip(1).any(char::is_uppercase)
    };
    !names_role(name) && !name.split(' ').any(is_no_name) && (is_name() || count > 1 && is_account())
}

/// Reports whether one word in small letters may be the name of who speaks, as chats without capitals have it.
fn may_speak_small(words: &Words<'_>, name: &str) -> bool {
    name.chars().nth(2).is_some() && name.chars().all(char::is_lowercase) && !is_ordinary(words, name)
}

/// Reports whether `word` is a common one, of programs, or what people are in dialogues.
fn is_no_name(word: &str) -> bool {
    let lower = word.to_lowercase();
    is_common_word(&lower)
        || is_function_word(&lower)
        || is_role(&lower)
        || names_role(&lower)
        || technical::WORDS.contains(&&*lower)
}

/// Reports whether `word` is of prose or programs, or of what people are in dialogues.
pub fn is_ordinary(words: &Words<'_>, word: &str) -> bool {
    let lower = word.to_lowercase();
    let is_frequent = || words.model.is_frequent(&lower) || Model::european().is_some_and(|m| m.is_frequent(&lower));
    is_no_name(word) || words.classes(word) & (class::FIRST | class::LAST) == 0 && is_frequent()
}

/// The places of `name` in small letters, unless it is another word, too.
pub fn lower_case(words: &Words<'_>, text: &str, name: &str) -> Vec<Range<usize>> {
    let lower = name.to_lowercase();
    let is_word_alone =
        |range: &Range<usize>| !text[..range.start].ends_with(is_word) && !text[range.end..].starts_with(is_word);
    let is_name = lower.chars().count() >= FEWEST_LETTERS
        && !is_common_word(&lower)
        && !is_function_word(&lower)
        && (is_first_name(words, name) || !words.model.is_frequent(&lower));
    let found = is_name.then(|| memchr::memmem::find_iter(text.as_bytes(), lower.as_bytes()));
    let places = found.into_iter().flatten().map(|at| at..at + lower.len());
    places.filter(|range| text.is_char_boundary(range.start) && is_word_alone(range)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::told_persons::tests::told;

    fn found(text: &str) -> Vec<&str> {
        told(add_speakers, text, None)
    }

    #[test]
    fn who_speaks_beside_a_known_name_is_a_person() {
        assert_eq!(
            found("Laura: hi\nQuvenzo: hey laura\nLaura: is it done?\nQuvenzo: yes, ask quvenzo"),
            ["Laura", "Quvenzo", "laura", "Laura", "Quvenzo", "quvenzo"]
        );
        assert_eq!(found("Laura: hi\nQuvenzo: hey\nLaura: ok"), ["Laura", "Quvenzo", "Laura"]);
    }

    #[test]
    fn accounts_speak_beside_a_known_name_and_names_have_any_script() {
        assert_eq!(found("Laura: hi\nmoss_77: hey\nLaura: ok\nmoss_77: bye"), ["Laura", "moss_77", "Laura", "moss_77"]);
        assert_eq!(found("תמר: שלום\nלקוח: יש לי שאלה\nתמר: כן"), ["תמר", "תמר"]);
        assert!(found("Laura: hi\nuser_id: 5\nLaura: ok\nuser_name: x").iter().all(|name| *name == "Laura"));
        for (found, tail, expected) in [
            ("Caller-", " it burns", true),
            ("Player", ": yes", true),
            ("Caller", " it burns", false),
            ("Laura-", " hi", false),
            ("Laura", ": hi", false),
        ] {
            assert_eq!(is_role_of_turn(found, tail), expected, "{found}{tail}");
        }
    }

    #[test]
    fn chats_have_names_in_small_letters() {
        assert_eq!(found("quvenzo: ej masz?\nlaura: tak\nquvenzo: dzieki\n"), ["quvenzo", "laura", "quvenzo"]);
        assert_eq!(found("status: a b\nlaura: tak\nstatus: c d\n"), ["laura"]);
    }

    #[test]
    fn whoever_speaks_at_a_time_is_a_person() {
        assert_eq!(
            found(
                "[16:20] Honza: kdo jde na pivo\n[16:20] Quvenzo: já\n[16:21] Jelen: a co Laura?\n[16:24] Honza: tak jo\n"
            ),
            ["Honza", "Quvenzo", "Jelen", "Honza"]
        );
        assert_eq!(
            found("9:01 pm - Laura: hi\n9:01 pm - mossBear: hey\n9:02 pm - mossBear: ok"),
            ["Laura", "mossBear", "mossBear"]
        );
        assert_eq!(
            found(
                "(21:14) nettlesoup: is the server down?\n(21:15) GrizzledOwl: no\n(21:15) nettlesoup: k\n(21:16) GrizzledOwl: bye"
            ),
            ["nettlesoup", "GrizzledOwl", "nettlesoup", "GrizzledOwl"]
        );
        for text in [
            "[16:20:01] Quvenzo: started\n[16:20:02] Brendok: stopped\n[16:20:03] Quvenzo: started",
            "[10:02] Agent: how can I help you?\n[10:03] Customer: it burns\n[10:03] Agent: ok",
            "[10:02] INFO: is it up to date?\n[10:03] WARN: it is not\n[10:03] INFO: ok",
            "Room 16:20 - Quvenzo: is it on?\nRoom 16:20 - Brendok: no\nRoom 16:20 - Quvenzo: ok",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn fields_and_roles_are_no_speakers() {
        for text in [
            "Laura: hi\nQuvenzo: hey",
            "Name: Laura\nStatus: open\nName: Quvenzo\nStatus: closed",
            "Note: one\nTip: two\nNote: three",
            "Input: a\nOutput: b\nInput: c",
            "quvenzo: a\nfix: b\nlaura: c\nfix: d\nbuild: e\nlaura: f",
            "Quvenzo: 12\nBrendok: 15\nQuvenzo: 17",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
        assert_eq!(
            found("Quvenzo: hey\nBrendok: can you send it to me?\nQuvenzo: ok"),
            ["Quvenzo", "Brendok", "Quvenzo"]
        );
        assert_eq!(found("Laura: hi\nAgent: hey\nLaura: ok\nAgent: bye"), ["Laura", "Laura"]);
        assert_eq!(found("Laura: hi\nStatus: open\nLaura: ok\nStatus: closed"), ["Laura", "Laura"]);
    }
}
