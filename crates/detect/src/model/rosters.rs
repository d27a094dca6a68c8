//! Rosters and chats: lines that begin alike, with the name of somebody each, `- Mieke: chips` below `- Jonas: juice`,
//! `[20:12] Uta: yes`, `Uta<TAB>12`.
//!
//! | lines begin with | a name ends before |
//! |---|---|
//! | a mark of a list, a number, a box to tick, or nothing | a colon, a dash, an arrow, a time, the sign of a column |
//! | a time, with a date or without | a colon, `>`, a word in small letters |
//!
//! The models take names that no sentence stands around for words. In such lines, words are names if lists of first names have enough of
//! them, and none of the others is an ordinary word or a place.

use std::{collections::BTreeSet, ops::Range};

use masquerade_ner::{Model, Type, lexicon::class};

use super::{
    addressees::is_first_name,
    function_words::is_function_word,
    place::{Place, is_plain},
    speakers::{is_handle, is_ordinary, lower_case},
    technical::names_technology,
    told_persons::{Mentions, Reading, add_at},
    words::{OTHERS, PLACES, Words},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::{
        name_shape::is_name_word,
        salutation::is_role,
        word_list::{WordList, is_listed},
    },
    text::{Span, line, run_behind, window},
};

/// Longest beginning of a line that is read, in bytes.
const NEAR: usize = 96;
/// Most of those who speak whose names are looked for in small letters.
const MOST_SPEAKERS: usize = 24;
/// Most names at the beginning of one line, and most words of a name.
const MOST: usize = 4;
const MOST_WORDS: usize = 2;
/// Fewest letters of a name.
const SHORTEST: usize = 2;
/// The presence of a name that its place in such a list tells.
const PRESENCE: f32 = 0.8;

/// What a line begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    Nothing,
    Bullet,
    Number,
    Time,
    Day,
}

/// What stands behind the names with which a line begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Colon,
    Dash,
    Arrow,
    Column,
    Time,
    Angle,
    Word,
    End,
}

/// The beginning of a line of a roster.
struct Entry {
    shape: (Lead, Sign),
    names: Vec<Range<usize>>,
}

impl Entry {
    /// Reports whether the line is one of a chat.
    fn is_said(&self) -> bool {
        matches!(self.shape, (Lead::Time, _) | (_, Sign::Time))
    }
}

/// How a word stands to names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A first name, and hardly anything else.
    First,
    /// A first name that texts often have.
    Frequent,
    /// A first name that is another word, too.
    Listed,
    /// A word that no list has and that is no ordinary one.
    Unknown,
    /// A place that is no first name.
    Place,
    Ordinary,
}

/// Adds the names in rosters and chats.
pub fn add_rosters(reading: &mut Reading<'_, '_>, named: &mut Mentions) -> Vec<Range<usize>> {
    let Reading { words, text, .. } = *reading;
    let places = names(words, text);
    if places.is_empty() || !is_plain(text) {
        return Vec::new();
    }
    named.retain(|(mention, _)| !is_brought(words, text, &places, mention.span));
    add_at(named, text, &places, |span, overlapped| match overlapped {
        [(other, _), ..] if other.kind == Type::Person || other.span.start() < span.start() => None,
        _ => Some((PRESENCE, Place::Prose)),
    });
    places
}

/// Reports whether `span` is the first word of what somebody brings or does in a list, `- Jonas: Salat`, and no first name.
fn is_brought(words: &Words<'_>, text: &str, places: &[Range<usize>], span: Span) -> bool {
    let found = span.slice(text);
    if found.contains(' ') || words.classes(found) & class::FIRST != 0 {
        return false;
    }
    let end = text[..span.start()].trim_end_matches([' ', ':', '-', '–', '—']).len();
    let at = places.partition_point(|place| place.end < end);
    let is_behind = places.get(at).is_some_and(|place| place.end == end && end + 1 < span.start());
    is_behind && line::before(text, span.start(), NEAR).trim_start().starts_with(['-', '*', '•', '–', '—', '·', '+'])
}

/// The places of the names in the rosters of `text`, in order.
fn names(words: &Words<'_>, text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut run: Vec<Entry> = Vec::new();
    let mut spoken = BTreeSet::new();
    let (mut start, mut others) = (0, 0);
    for line in text.split_inclusive('\n') {
        let found = entry(text, start, window::behind(line, 0, NEAR));
        start += line.len();
        let Some(entry) = found else {
            // A message may go on in further lines.
            others += 1;
            if others > 1 && !run.first().is_some_and(Entry::is_said) || others > MOST {
                settle(words, text, &mut run, &mut places, &mut spoken);
            }
            continue;
        };
        if run.first().is_some_and(|first| first.shape != entry.shape) {
            settle(words, text, &mut run, &mut places, &mut spoken);
        }
        others = 0;
        run.push(entry);
    }
    settle(words, text, &mut run, &mut places, &mut spoken);
    places.extend(spoken.into_iter().flat_map(|name| lower_case(words, text, name)));
    places.sort_unstable_by_key(|place| (place.start, place.end));
    places.dedup();
    places
}

/// Adds the names of the lines of `run`, which begin alike, to `places`, if they are names, and empties it.
/// Who speaks in a chat is added to `spoken`.
fn settle<'t>(
    words: &Words<'_>,
    text: &'t str,
    run: &mut Vec<Entry>,
    places: &mut Vec<Range<usize>>,
    spoken: &mut BTreeSet<&'t str>,
) {
    let Some(first) = run.first() else { return };
    let is_said = first.is_said();
    let is_marked = matches!(first.shape.0, Lead::Bullet | Lead::Number);
    let kinds: Vec<(Range<usize>, Kind)> =
        run.drain(..).flat_map(|entry| entry.names).map(|name| (name.clone(), kind(words, &text[name]))).collect();
    let count = |kind: Kind| kinds.iter().filter(|(_, other)| *other == kind).count();
    let (frequent, ordinary) = (count(Kind::Frequent), count(Kind::Ordinary));
    // Several first names that texts often have are no words.
    let known = count(Kind::First) + if frequent > 1 || count(Kind::First) > 0 { frequent } else { 0 };
    let listed = count(Kind::Listed) + frequent + count(Kind::First) - known;
    let is_town =
        |(name, kind): &(Range<usize>, Kind)| *kind == Kind::Place || words.classes(&text[name.clone()]) & PLACES != 0;
    let is_roster = match is_said {
        true => known + listed > 0,
        false => {
            let least = if is_marked { 1 } else { 2 };
            kinds.len() > 1
                && known > 0
                && known + listed >= least
                && 2 * (known + listed) >= kinds.len()
                && count(Kind::Place) == 0
                && !kinds.iter().all(is_town)
                && (ordinary == 0 || known > 1 && known > 2 * ordinary)
        }
    };
    if !is_roster {
        return;
    }
    let names = || kinds.iter().filter(|(_, kind)| !matches!(kind, Kind::Place | Kind::Ordinary));
    if is_said {
        let room = MOST_SPEAKERS.saturating_sub(spoken.len());
        spoken.extend(names().map(|(name, _)| &text[name.clone()]).take(room));
    }
    places.extend(names().map(|(name, _)| name.clone()));
}

/// Words of forms and of lists of things that are names, too.
const THINGS: &WordList = &WordList::new(
    "basil|saffron|rosemary|clementine|on|ona|ono|oni|marca|zona|ora|titel|cena|name|nota|alpha|beta|gamma|delta|sigma|omega|apollo|zeus|hera|mars|venus|mercury|sol|luna|ruby|julia|iris",
);

/// Reports whether `word` is one of forms and of lists of things.
pub fn is_thing(word: &str) -> bool {
    is_listed(word, THINGS)
}

/// How the word or words of `name` stand to names.
fn kind(words: &Words<'_>, name: &str) -> Kind {
    let first = name.split(' ').next().unwrap_or_default();
    let lower = first.to_lowercase();
    let classes = words.classes(first);
    let is_frequent =
        || Model::european().is_some_and(|model| model.is_frequent(&lower)) || words.model.is_frequent(&lower);
    if is_handle(name) {
        Kind::Unknown
    } else if is_thing(&lower) {
        Kind::Ordinary
    } else if is_first_name(words, first) && (classes & class::COMMON_FIRST != 0 || !is_frequent()) {
        Kind::First
    } else if classes & class::FIRST != 0 && is_called(first, &lower) {
        let is_word = is_common_word(&lower) || classes & OTHERS != 0 || words.model.is_frequent(&lower);
        if is_word { Kind::Listed } else { Kind::Frequent }
    } else if classes & PLACES != 0 {
        Kind::Place
    } else if name.split(' ').any(|word| is_ordinary(words, word)) || is_frequent() || classes & OTHERS != 0 {
        Kind::Ordinary
    } else {
        Kind::Unknown
    }
}

/// Reports whether a word of the lists of first names, `lower` in small letters, may be one here, though it is another word, too.
fn is_called(word: &str, lower: &str) -> bool {
    let is_small = || word == lower && !is_common_word(lower);
    (word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase) || is_small())
        && (is_common_word(lower) || !is_function_word(lower))
        && !is_role(lower)
        && !is_listed(lower, DAYS)
        && !names_technology(lower)
}

/// The beginning of `line`, which stands at `start` of `text`, if it may be one of a roster.
fn entry(text: &str, start: usize, line: &str) -> Option<Entry> {
    let bare = line.trim_start_matches([' ', '\t']);
    let (lead, len) = lead(bare)?;
    let mut at = start + (line.len() - bare.len()) + len;
    let end = start + line.len();
    let mut names = Vec::new();
    loop {
        let rest = text.get(at..end)?;
        let len = name_len(rest, lead);
        if len == 0 || names.len() == MOST {
            return None;
        }
        names.push(at..at + len);
        let tail = &rest[len..];
        if let Some(link) = LINKS.iter().find(|link| tail.starts_with(**link)) {
            at += len + link.len();
            continue;
        }
        let is_angle = text[..names[0].start].ends_with('<');
        let sign = sign(tail, lead, is_angle)?;
        return Some(Entry { shape: (lead, sign), names });
    }
}

/// What links the names of one line.
const LINKS: [&str; 17] = [
    "/", " / ", " & ", "&", " + ", " and ", " und ", " y ", " e ", " en ", " et ", " og ", " och ", " ja ", " i ",
    " és ", ", ",
];

/// What `line` begins with, and its length.
fn lead(line: &str) -> Option<(Lead, usize)> {
    let bullet =
        line.strip_prefix(['-', '*', '•', '–', '—', '·', '▪', '◦', '+']).and_then(|rest| rest.strip_prefix(' '));
    if let Some(rest) = bullet {
        let box_len = usize::from(BOXES.iter().any(|mark| rest.starts_with(mark))) * BOXES[0].len();
        return Some((Lead::Bullet, line.len() - rest.len() + box_len));
    }
    if BOXES.iter().any(|mark| line.starts_with(mark)) {
        return Some((Lead::Bullet, BOXES[0].len()));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits) && [". ", ") "].iter().any(|mark| line[digits..].starts_with(mark)) {
        return Some((Lead::Number, digits + 2));
    }
    let day = run_behind(line, char::is_alphabetic);
    let behind_day = line[day.len()..].strip_prefix([':', '.']).unwrap_or(&line[day.len()..]);
    let gap = behind_day.len() - behind_day.trim_start_matches([' ', '\t']).len();
    let is_apart = gap > 1 || gap == 1 && (behind_day.starts_with('\t') || behind_day.len() + day.len() < line.len());
    if is_apart && is_listed(day, DAYS) {
        return Some((Lead::Day, line.len() - behind_day.len() + gap));
    }
    match time_len(line) {
        0 => line.starts_with(char::is_alphabetic).then_some((Lead::Nothing, 0)),
        len => {
            let rest = &line[len..];
            let gap = rest.len() - rest.trim_start_matches([' ', '-', '<', '\t']).len();
            (gap > 0).then_some((Lead::Time, len + gap))
        }
    }
}

/// Weekdays before who is on duty.
const DAYS: &WordList = &WordList::new(
    "mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mo|di|mi|do|fr|sa|so|montag|dienstag|\
     mittwoch|donnerstag|freitag|samstag|sonntag|lun|mar|mer|jeu|ven|sam|dim|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|mié|mie|jue|vie|\
     sáb|sab|dom|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|seg|ter|qua|qui|\
     sex|ma|wo|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|pon|wt|śr|czw|pt|nd|måndag|tisdag|onsdag|torsdag|fredag|\
     lördag|söndag|mandag|tirsdag|lørdag|søndag",
);
/// Boxes to tick.
const BOXES: [&str; 3] = ["[ ] ", "[x] ", "[X] "];

/// The length of a time at the beginning of `text`, in brackets or not, with a date or not; 0 if there is none.
fn time_len(text: &str) -> usize {
    let open = text.starts_with(['[', '(']);
    let inner = if open { &text[1..] } else { text };
    let stands = |c: char| c.is_ascii_digit() || " :./-,".contains(c);
    let numbers = run_behind(inner, stands).trim_end_matches([' ', '-', ',']);
    let half = &inner[numbers.len()..];
    let half = ["AM", "PM", "am", "pm"].iter().find(|mark| half.trim_start_matches(' ').starts_with(**mark));
    let blanks = inner[numbers.len()..].len() - inner[numbers.len()..].trim_start_matches(' ').len();
    let len = numbers.len() + half.map_or(0, |mark| blanks + mark.len());
    let is_time = numbers
        .as_bytes()
        .array_windows()
        .any(|[a, colon, b, c]| a.is_ascii_digit() && *colon == b':' && b.is_ascii_digit() && c.is_ascii_digit());
    let closes = inner[len..].starts_with([']', ')']);
    match (is_time, open) {
        (true, true) if closes => len + 2,
        (true, false) => len,
        _ => 0,
    }
}

/// The length of a name at the beginning of `text`; in small letters behind a time or before one alone.
fn name_len(text: &str, lead: Lead) -> usize {
    let mut len = 0;
    let token = run_behind(text, |c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    if is_handle(token) && is_spoken(&text[token.len()..], lead) {
        return token.len();
    }
    for count in 0..MOST_WORDS {
        let rest = &text[len..];
        let blank = usize::from(count > 0);
        if blank == 1 && !rest.starts_with(' ') {
            break;
        }
        let word = run_behind(&rest[blank..], |c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
        let is_small =
            count == 0 && word.chars().all(|c| c.is_lowercase() || c == '-') && is_spoken(&rest[word.len()..], lead);
        let is_part =
            word.chars().count() >= SHORTEST && word.ends_with(char::is_alphabetic) && (is_name_word(word) || is_small);
        if !is_part {
            break;
        }
        len += blank + word.len();
        if is_small {
            break;
        }
    }
    len
}

/// Reports whether a name in small letters before `tail` is that of who speaks.
fn is_spoken(tail: &str, lead: Lead) -> bool {
    lead == Lead::Time && tail.starts_with([':', '>']) || stamp(tail)
}

/// What stands at the beginning of `tail`, behind names.
fn sign(tail: &str, lead: Lead, is_angle: bool) -> Option<Sign> {
    let bare = tail.trim_start_matches(' ');
    if bare.trim_end().is_empty() {
        return matches!(lead, Lead::Day | Lead::Bullet | Lead::Number).then_some(Sign::End);
    }
    let gap = tail.len() - bare.len();
    let goes_on = |rest: &str| rest.starts_with([' ', '\t', '\n', '\r']) || rest.is_empty();
    if stamp(tail) {
        return Some(Sign::Time);
    }
    if let Some(rest) = bare.strip_prefix(':').filter(|_| gap < 2) {
        return goes_on(rest).then_some(Sign::Colon);
    }
    if lead == Lead::Time {
        let is_word = gap == 1 && bare.starts_with(char::is_lowercase);
        return match (is_angle && tail.starts_with('>'), is_word) {
            (true, _) => Some(Sign::Angle),
            (_, true) => Some(Sign::Word),
            _ => None,
        };
    }
    if ["→", "->", "=>"].iter().any(|arrow| bare.starts_with(arrow)) {
        return Some(Sign::Arrow);
    }
    if let Some(rest) = bare.strip_prefix(['-', '–', '—']).filter(|_| gap > 0) {
        return goes_on(rest).then_some(Sign::Dash);
    }
    let is_column = tail.starts_with(['\t', ';', '|'])
        || tail.starts_with(" | ")
        || gap > 1 && bare.starts_with(|c: char| c.is_alphanumeric());
    let is_time = gap == 1 && time_len(bare) > 0;
    let is_count = gap == 1 && bare.trim_end().bytes().all(|b| b.is_ascii_digit()) && !bare.trim_end().is_empty();
    let is_cell = tail.strip_prefix(',').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    (is_column || is_time || is_count || is_cell).then_some(Sign::Column)
}

/// Reports whether `tail` begins with a time in brackets and a colon, as behind who writes: ` [2:14 PM]: `.
fn stamp(tail: &str) -> bool {
    let Some(rest) = tail.strip_prefix(' ').filter(|rest| rest.starts_with(['[', '('])) else { return false };
    let len = time_len(rest);
    len > 0 && rest[len..].starts_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        names(&words, text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn lines_that_begin_alike_have_names() {
        for (text, expected) in [
            ("- Jonas: Saft\n- Mieke: Brot\n- Uta und Paul: Grill", &["Jonas", "Mieke", "Uta", "Paul"][..]),
            ("* Jonas – budget\n* Quvenzo – venue", &["Jonas", "Quvenzo"]),
            ("1. Monika -> bank\n2. Jonas -> phone", &["Monika", "Jonas"]),
            ("[20:11] Jonas: and you?\n[20:12] Quvenzo: yes", &["Jonas", "Quvenzo"]),
            ("(11:20 PM) jonas: hi\n(11:21 PM) quvenzo: hey", &["jonas", "quvenzo"]),
            ("2026-03-01 10:00:01 <jonas> hi", &["jonas"]),
            ("jonas [2:14 PM]: look\nMonika [2:15 PM]: ok", &["jonas", "Monika"]),
            ("12:01 Monika hi there", &["Monika"]),
            ("name\tpts\nMonika\t12\nJonas\t9", &["Monika", "Jonas"]),
            ("Monika;12\nJonas;9", &["Monika", "Jonas"]),
            ("Mon  Monika / Jonas\nTue  Quvenzo\nThu  closed", &["Monika", "Jonas", "Quvenzo"]),
            ("* Jonas\n* Quvenzo", &["Jonas", "Quvenzo"]),
            ("moss.kev [2:14 PM]: look\nmonika [2:15 PM]: ok", &["moss.kev", "monika"]),
            ("Tasks:\n[ ] Monika - bank\n[x] Jonas - phone", &["Monika", "Jonas"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn other_lines_have_none() {
        for text in [
            "- Added: a flag\n- Fixed: a bug",
            "- Name: Jonas\n- City: Bonn",
            "- Parser: new\n- Lexer: old",
            "- Jonas: one",
            "- London: 12\n- Paris: 14\n- Sydney: 22",
            "[20:11] INFO: started\n[20:12] server: up",
            "Status: open\nPriority: high\nJonas: yes",
            "12:01 Parser started",
            "Server;up\nRouter;down",
            "- Docker: a\n- Jenkins: b",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
