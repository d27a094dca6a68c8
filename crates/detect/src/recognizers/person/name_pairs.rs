//! Names of persons behind keys that are ambiguous alone, and plain in pairs: `first` and `last`, `nombre` and `apellidos`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::support::name_shape::{before_next_key, is_other, name_words};
use crate::recognizers::support::script_names::{begins_name, name_len};
use crate::recognizers::support::value::{is_closed, words};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_word, line, place_of, window};
use crate::{Candidate, Finding, Form, Pattern, Rule};

use super::introduced_name::INFO;

/// Farthest place of the other key of a pair, in bytes.
const FAR: usize = 256;
/// Most words of one part of a name.
const MAX_WORDS: usize = 3;

/// The keys that stand beside those of each pattern, as they are or before `name`.
const PARTNERS: [&WordList; 6] = [
    &WordList::new("last|family|lname|surname|middle"),
    &WordList::new("first|given|fname|forename|middle|use"),
    &WordList::new(
        "surname|last_name|lastname|family_name|apellido|apellidos|cognome|sobrenome|apelido|prénom|prenom|achternaam|efternamn|\
         efternavn|etternavn|sukunimi|příjmení|priezvisko|prezime|priimek|prenume|soyad|soyadı|vezetéknév|nazwisko|pavardė|uzvārds|\
         perekonnanimi|voornaam|vorname|fornavn|förnamn|etunimi|keresztnév|utónév|imię|eesnimi",
    ),
    &WordList::new("ln"),
    &WordList::new("fn"),
    &WordList::new("vorn|vorna|vname|vn|nachn|nname|nn|name"),
];

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(keys!["first", "given", "fname", "middle"], 0.75),
        Pattern::key(keys!["last", "family", "lname"], 0.75),
        Pattern::key(
            keys![
                "name", "nombre", "nombres", "nome", "nom", "naam", "namn", "navn", "nimi", "jméno", "meno", "ime",
                "nume", "ad", "név", "vardas", "vārds", "imię",
            ],
            0.75,
        ),
        // Of passengers, in quotes.
        Pattern::key(keys!["fn"], 0.75),
        Pattern::key(keys!["ln"], 0.75),
        // Short for `Vorname` and `Nachname`.
        Pattern::key(keys!["vorn", "vorna", "vname", "nachn", "nname", "vn", "nn"], 0.75),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let partners = PARTNERS.get(candidate.pattern)?;
    // `fn` and `ln` are short for functions and lines, too.
    let partner = if candidate.pattern == 3 { "\"ln\"" } else { "\"fn\"" };
    if matches!(candidate.pattern, 3 | 4) && !(candidate.form == Form::Member && is_beside_name(candidate, partner)) {
        return None;
    }
    let rest = text.get(start..)?;
    let place = if begins_name(rest) {
        let end = if is_closed(candidate) { candidate.range.end } else { text.len() };
        start..start + name_len(text.get(start..end)?)?
    } else {
        let place = words(candidate)?;
        let found = before_next_key(text.get(place.clone())?);
        is_part(candidate, found).then(|| place.start..place.start + found.len())?
    };
    (is_data(candidate, &place) && has_partner(candidate, &place, partners)).then(|| candidate.part(place))?
}

/// Reports whether `found` may be a part of a name: in lower case only where it fills its quotes or its pair.
fn is_part(candidate: &Candidate<'_>, found: &str) -> bool {
    let is_short = found.chars().nth(1).is_none();
    let is_ordinary = found.split(' ').any(|word| is_listed(word, ORDINARY));
    let is_lower = || {
        (is_closed(candidate) && candidate.pattern < 2 || candidate.form == Form::Pair)
            && found.chars().all(|c| c.is_lowercase() || matches!(c, '-' | '\''))
            && found.chars().nth(2).is_some()
            && !is_other(found)
    };
    !is_short && !is_ordinary && (name_words(found).is_some_and(|words| words <= MAX_WORDS) || is_lower())
}

/// Reports whether a key and its value are data rather than code, `first: Span, last: Span`: quoted or in a cell, sent by a
/// browser, alone on their line, or in a form, whose names begin with capitals.
fn is_data(candidate: &Candidate<'_>, value: &Range<usize>) -> bool {
    /// Longest key that is looked at, in bytes.
    const LONGEST: usize = 32;
    if is_closed(candidate) {
        return true;
    }
    let text = candidate.field.text;
    let head = text.get(..value.start).unwrap_or_default().trim_end_matches([' ', '\t', ':', '=', '*', '：']);
    let stands = |c: &char| is_word(*c) || *c == '-' || *c == '.';
    let len: usize = head.chars().rev().take(LONGEST).take_while(stands).map(char::len_utf8).sum();
    let (before, key) = head.split_at_checked(head.len() - len).unwrap_or_default();
    let behind = text.get(value.end..).unwrap_or_default();
    let is_strong = candidate.pattern == 2 || is_listed(key, STRONG) || !key.is_ascii();
    match candidate.form {
        Form::Pair => is_strong || before.ends_with(['&', '?']) || behind.starts_with('&'),
        _ if is_strong || key.starts_with(char::is_uppercase) => true,
        Form::Line => {
            let around = [window::before(text, value.start, FAR), window::behind(text, value.end, FAR)];
            let found = text.get(value.clone()).unwrap_or_default();
            let repeats = around.into_iter().any(|part| part.contains(found));
            let begins = before.trim_end_matches([' ', '-', '\t']);
            line::begins(text, begins.len()) && line::ends(text, value.end) && !repeats
        }
        _ => false,
    }
}

/// Keys that are hardly used for anything but names of persons.
const STRONG: &WordList = &WordList::new("fname|lname|f_name|l_name");

/// Reports whether `partner` near the value names a value in quotes that begins with a capital: `"ln":"ROE","fn":"JANE"`.
fn is_beside_name(candidate: &Candidate<'_>, partner: &str) -> bool {
    const NEAR: usize = 96;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let is_named = |part: &str| {
        part.rsplit_once(partner).is_some_and(|(_, rest)| {
            let value = rest.trim_start_matches([' ', ':']);
            value.strip_prefix('"').is_some_and(|value| value.starts_with(char::is_uppercase))
        })
    };
    let parts = [window::before(text, start, NEAR), window::behind(text, end, NEAR)];
    candidate.matched().starts_with(char::is_uppercase) && parts.into_iter().any(is_named)
}

/// Reports whether one of `partners` names another value of the same object, row or form as `value`.
fn has_partner(candidate: &Candidate<'_>, value: &Range<usize>, partners: &WordList) -> bool {
    let text = candidate.field.text;
    let own = candidate.name;
    // A header: the names of the columns stand on one line. Else the values around.
    let place = place_of(text, own).filter(|place| !place.is_empty()).unwrap_or(value.clone());
    let is_header = place != *value;
    let head = match is_header {
        true => line::before(text, place.start, FAR),
        false => behind_last(behind_last(window::before(text, place.start, FAR), "\n\n"), "{"),
    };
    let tail = match is_header {
        true => line::behind(text, place.end, FAR),
        false => before_first(before_first(window::behind(text, place.end, FAR), "\n\n"), "}"),
    };
    [head, tail].into_iter().any(|part| {
        let is_partner = |word: &str| is_listed(word, partners);
        let names_other = |at: usize| {
            let len = part[at..].find(|c| !is_word(c)).unwrap_or(part.len() - at);
            let word = &part[at..at + len];
            let bare = strip_name(word).map(|bare| bare.strip_suffix('_').unwrap_or(bare));
            (is_partner(word) || bare.is_some_and(is_partner)) && is_key(part, at, at + len)
        };
        word_starts(part).any(names_other)
    })
}

/// `word` without `name` at its end.
fn strip_name(word: &str) -> Option<&str> {
    const NAME: &str = "name";
    let (bare, end) = word.split_at_checked(word.len().checked_sub(NAME.len())?)?;
    end.eq_ignore_ascii_case(NAME).then_some(bare)
}

/// The places where a word of `part` begins, also behind a low line.
fn word_starts(part: &str) -> impl Iterator<Item = usize> + '_ {
    let mut before = '_';
    part.char_indices().filter_map(move |(at, c)| {
        let begins = is_word(c) && (before == '_' || !is_word(before));
        before = c;
        begins.then_some(at)
    })
}

/// Reports whether the word from `start` to `end` is a key or the name of a column: a sign follows.
fn is_key(part: &str, start: usize, end: usize) -> bool {
    let rest = part.get(end..).unwrap_or_default();
    // An attribute of the element may hold the value: `<given value="Jane"/>`.
    let bare = rest.strip_prefix(" value").unwrap_or(rest).trim_start_matches(['\\', '"', '\'', ' ', '\t', '*', '`']);
    let quoted = part.get(..start).is_some_and(|head| head.ends_with(['"', '\'']));
    let is_end = bare.is_empty() && !rest.contains(is_word) || bare.starts_with(['\r', '\n']);
    bare.starts_with([':', '=', ',', ';', '|', '>', '：'])
        // Columns of the same width.
        || rest.starts_with("  ")
        || rest.contains('\t') && bare.len() < rest.len()
        || is_end && !quoted
}

/// The part of `text` behind the last `sign`.
fn behind_last<'a>(text: &'a str, sign: &str) -> &'a str {
    text.rsplit(sign).next().unwrap_or_default()
}

/// The part of `text` before the first `sign`.
fn before_first<'a>(text: &'a str, sign: &str) -> &'a str {
    text.split(sign).next().unwrap_or_default()
}

/// Words that are first and last of other things, and names of things.
const ORDINARY: &WordList = &WordList::new(
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|\
     october|november|december|page|item|row|column|entry|element|node|child|line|char|word|byte|index|next|prev|previous|\
     start|end|begin|stop|head|tail|left|right|top|bottom|before|after|alpha|beta|gamma|delta|omega|one|two|three|four|\
     five|ten|second|third|level|step|half|part|red|green|blue|sans|serif|monospace|arial|helvetica|roboto|inter|courier|\
     times|georgia|verdana|mono|semibold|bold|italic|linear|poisson|binomial|gaussian|unix|inet|ipv4|ipv6|now|today|\
     tomorrow|yesterday|week|month|year|day|seen|updated|created|modified|message|post|image|product|order|error|result|\
     response|request|event|option|case|then|else|when|version|release|major|minor|patch|premium|basic|plan|main",
);
