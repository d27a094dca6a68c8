//! Joints of names: mentions that the models cut where a name goes on, and those that hold two names.
//!
//! | mentions | names |
//! |---|---|
//! | `Roeish`, with or without `Peasant Party` behind it | `Roeish Peasant Party`, an organization |
//! | `Roe Library` and `Rome` in `Roe Library of Rome` | all of it, an organization |
//! | `Duchy` and `Roeland` in `Duchy of Roeland` | all of it, a place |
//! | `Roe Union and Rome Association`, `Roe Union, Rome Association` | two organizations |
//! | `Jane Jane Roe` | `Jane` and `Jane Roe`, as mails have them whose line ends are lost |

use masquerade_ner::{Mention, Type, lexicon::class};

use super::words::{NAMES, Words};
use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, place_of, run_before, run_behind},
};

/// Last words of the names of bodies. What stands before them, a country, a place or a people, is part of the name.
const BODIES: &WordList = &WordList::new(
    "party|council|senate|congress|parliament|committee|commission|association|federation|foundation|army|league|union|\
     university|institute|academy|society|ministry|agency|club|movement|authority|alliance|coalition|consortium|library|\
     embassy|front|corporation|organization|organisation|assembly",
);
/// Kinds of states, before `of`.
const STATES: &WordList =
    &WordList::new("kingdom|duchy|colony|principality|republic|sultanate|emirate|empire|province");
/// Blanks that part columns.
const WIDE: &str = "   ";
/// Most words behind a mention that belong to its name.
const MOST: usize = 4;

/// `mentions` of `text`, in order, each on to the end of its name.
pub fn joined(text: &str, mentions: &[Mention]) -> Vec<Mention> {
    let mut whole: Vec<Mention> = Vec::with_capacity(mentions.len());
    let mut rest = mentions;
    while let Some((mention, others)) = rest.split_first() {
        let last_end = whole.last().map_or(0, |last| last.span.end());
        let mut mention = with_state(text, *mention, last_end);
        rest = others;
        while let Some((end, kind)) = longer(text, &mention, rest) {
            let (parts, behind) = rest.split_at(rest.partition_point(|part| part.span.start() < end));
            let end = parts.last().map_or(end, |last| end.max(last.span.end()));
            let presence = parts.iter().map(|part| part.presence).fold(mention.presence, f32::max);
            let span = Span::new(text, mention.span.start()..end).expect("mentions and words are whole");
            mention = Mention { span, kind, presence, alternative: None, ..mention };
            rest = behind;
        }
        whole.push(mention);
    }
    whole
}

/// A place with the kind of its state before it, if that begins behind `least`: `Duchy of Roeland`, of which the models find the land
/// alone.
fn with_state(text: &str, mention: Mention, least: usize) -> Mention {
    let head = &text[least.min(mention.span.start())..mention.span.start()];
    let bare = [" of ", " of the "].iter().find_map(|link| head.strip_suffix(link)).unwrap_or_default();
    let kind = run_before(bare, char::is_alphabetic);
    if mention.kind != Type::Location || !kind.starts_with(char::is_uppercase) || !is_listed(kind, STATES) {
        return mention;
    }
    let start = least.min(mention.span.start()) + bare.len() - kind.len();
    let span = Span::new(text, start..mention.span.end()).expect("words are whole");
    Mention { span, ..mention }
}

/// The end and the type of the name that `mention` begins, if it is longer than that; `rest` are the mentions behind it.
fn longer(text: &str, mention: &Mention, rest: &[Mention]) -> Option<(usize, Type)> {
    if mention.kind == Type::Person || !mention.span.slice(text).starts_with(char::is_uppercase) {
        return None;
    }
    of_body(text, mention, rest).or_else(|| of_place(text, mention, rest))
}

/// The end of a body's name that goes on to a noun such as `Party`, through mentions of bodies and peoples alone.
fn of_body(text: &str, mention: &Mention, rest: &[Mention]) -> Option<(usize, Type)> {
    let (mut end, mut last) = (mention.span.end(), None);
    for _ in 0..MOST {
        let word = text[end..].strip_prefix(' ').map(word).filter(|word| word.starts_with(char::is_uppercase));
        let Some(word) = word else { break };
        end += 1 + word.len();
        if is_listed(word, BODIES) {
            last = Some(end);
        }
    }
    let end = last?;
    let mut parts = rest.iter().take_while(|part| part.span.start() < end);
    parts.all(|part| matches!(part.kind, Type::Organization | Type::Nrp)).then_some((end, Type::Organization))
}

/// The first word of `text`, with hyphens and apostrophes in it.
fn word(text: &str) -> &str {
    run_behind(text, |c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’'))
}

/// The end of the name of a body or a state with a place behind `of`.
fn of_place(text: &str, mention: &Mention, rest: &[Mention]) -> Option<(usize, Type)> {
    let found = mention.span.slice(text);
    let head = found.rsplit(' ').next().unwrap_or_default();
    let kind = if is_listed(found, STATES) {
        Type::Location
    } else if mention.kind == Type::Organization && is_listed(head, BODIES) {
        Type::Organization
    } else {
        return None;
    };
    let next = rest.first()?;
    let between = text.get(mention.span.end()..next.span.start())?;
    // The models take a land that no list has for a person.
    let is_place = next.kind == Type::Location || kind == Type::Location && next.kind == Type::Person;
    (matches!(between, " of " | " of the ") && is_place).then_some((next.span.end(), kind))
}

/// Calls `each` with the names in `mention`. A people with the noun of a body is that body.
pub fn parts(words: &Words<'_>, text: &str, mention: Mention, mut each: impl FnMut(Mention)) {
    let found = mention.span.slice(text);
    let mention = if mention.kind == Type::Nrp && is_body(found) {
        Mention { kind: Type::Organization, alternative: None, ..mention }
    } else {
        mention
    };
    let cut = match mention.kind {
        Type::Person => repetition(words, found),
        Type::Organization => two_bodies(found),
        Type::Location | Type::Nrp => None,
    };
    let start = mention.span.start();
    let Some((end, next)) = cut else {
        // Columns of a form stand apart: `Jane Roe      N° SS`.
        let is_named = |word: &str| words.classes(word) & NAMES != 0;
        let are_names =
            || mention.kind == Type::Person && found.split(' ').filter(|word| !word.is_empty()).all(is_named);
        if !found.contains(WIDE) || are_names() {
            return each(mention);
        }
        // A small word alone names nobody.
        let is_part = |part: &&str| part.contains(' ') || part.starts_with(|c: char| !c.is_lowercase());
        for part in found.split(WIDE).map(|part| part.trim_matches(' ')).filter(is_part).filter(|part| !part.is_empty())
        {
            let place = place_of(text, part).expect("a part stands in its text");
            each(Mention { span: Span::new(text, place).expect("words are whole"), ..mention });
        }
        return;
    };
    for range in [start..start + end, start + next..mention.span.end()] {
        let span = Span::new(text, range).expect("words are whole");
        each(Mention { span, ..mention });
    }
}

/// The end of a first name and the start of the person behind it, who begins with the same name: a signature, and the
/// next mail's salutation.
fn repetition(words: &Words<'_>, found: &str) -> Option<(usize, usize)> {
    let mut all = found.split(' ');
    let (first, second) = (all.next()?, all.next()?);
    let is_name = first == second && first.chars().count() > 2 && words.classes(first) & class::FIRST != 0;
    is_name.then_some((first.len(), first.len() + 1))
}

/// The end of the first and the start of the second of two names of bodies.
fn two_bodies(found: &str) -> Option<(usize, usize)> {
    [" and ", ", "].iter().find_map(|sign| {
        let (before, behind) = found.split_once(sign)?;
        (is_body(before) && is_body(behind)).then_some((before.len(), before.len() + sign.len()))
    })
}

/// Reports whether a name of several words is that of a body: by its last word, or by the one before `of` or `for`.
fn is_body(name: &str) -> bool {
    let head = name.split(" of ").next().unwrap_or_default();
    let head = head.split(" for ").next().unwrap_or_default();
    name.contains(' ')
        && name.starts_with(char::is_uppercase)
        && [head, name].iter().any(|name| is_listed(name.rsplit(' ').next().unwrap_or_default(), BODIES))
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    use Type::{Location, Nrp, Organization, Person};

    /// The names that `text` has, where the models find `mentions`.
    fn names<'t>(text: &'t str, mentions: &[(&str, Type)]) -> Vec<(&'t str, Type)> {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let mention = |&(part, kind): &(&str, Type)| {
            let start = text.find(part).unwrap();
            let span = Span::new(text, start..start + part.len()).unwrap();
            Mention { span, kind, presence: 0.8, confidence: 0.6, alternative: None }
        };
        let mentions: Vec<Mention> = mentions.iter().map(mention).collect();
        let mut found = Vec::new();
        for mention in joined(text, &mentions) {
            parts(&words, text, mention, |part| found.push((part.span.slice(text), part.kind)));
        }
        found
    }

    #[test]
    fn names_go_on_to_the_noun_of_a_body_and_its_place() {
        for (text, mentions, expected) in [
            ("the Danish Harbour Union said", &[("Danish", Nrp)][..], ("Danish Harbour Union", Organization)),
            (
                "Danish Harbour Union",
                &[("Danish", Nrp), ("Harbour Union", Organization)],
                ("Danish Harbour Union", Organization),
            ),
            ("at Lima Chess Club.", &[("Lima", Location)], ("Lima Chess Club", Organization)),
            ("Danish Senate", &[("Danish Senate", Nrp)], ("Danish Senate", Organization)),
            (
                "City Library of Oslo",
                &[("City Library", Organization), ("Oslo", Location)],
                ("City Library of Oslo", Organization),
            ),
            ("the Duchy of Roeland", &[("Duchy", Location), ("Roeland", Person)], ("Duchy of Roeland", Location)),
            ("the Duchy of Roeland", &[("Roeland", Location)], ("Duchy of Roeland", Location)),
        ] {
            assert_eq!(names(text, mentions), [expected], "{text}");
        }
    }

    #[test]
    fn names_end_where_others_begin() {
        for (text, mentions) in [
            ("Danish Jane Roe Union", &[("Danish", Nrp), ("Jane Roe", Person)][..]),
            ("the Danish party", &[("Danish", Nrp)]),
            ("Lima, Chess Club", &[("Lima", Location)]),
            ("Jane Club", &[("Jane", Person)]),
            ("Roe Library in Oslo", &[("Roe Library", Organization), ("Oslo", Location)]),
            ("Roe Library of Jane", &[("Roe Library", Organization), ("Jane", Person)]),
        ] {
            assert_eq!(names(text, mentions), mentions, "{text}");
        }
    }

    #[test]
    fn mentions_of_two_names_are_cut() {
        for (text, kind, expected) in [
            ("Harbour Union and Lima Association", Organization, &["Harbour Union", "Lima Association"][..]),
            ("Harbour Union, University of Lima", Organization, &["Harbour Union", "University of Lima"]),
            ("Trade and Harbour Union", Organization, &["Trade and Harbour Union"]),
            ("University of Roeland, San Roe", Organization, &["University of Roeland, San Roe"]),
            ("Petra Petra", Person, &["Petra", "Petra"]),
            ("Petra Petra Okafor", Person, &["Petra", "Petra Okafor"]),
            ("Petra Jane Okafor", Person, &["Petra Jane Okafor"]),
            ("Bo Bo", Person, &["Bo Bo"]),
            ("Petra      Schmidt", Person, &["Petra      Schmidt"]),
            ("Petra Okafor     N° SS   Datum", Person, &["Petra Okafor", "N° SS", "Datum"]),
            ("Zwolp      ou      Le Distrait", Person, &["Zwolp", "Le Distrait"]),
        ] {
            let expected: Vec<_> = expected.iter().map(|name| (*name, kind)).collect();
            assert_eq!(names(text, &[(text, kind)]), expected, "{text}");
        }
    }
}
