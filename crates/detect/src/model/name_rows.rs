//! Names in rows: where one row of a list in source code or data has a person in a string, the string at the same place of the
//! next row is one, too, if it looks like a name: of `("Jane Roe", "7-141", "gold"),` and `("Thandi Mvubu", "7-142", "basic"),`.
//!
//! The models read each row for itself, and take rare names in code for words.

use std::{
    collections::{BTreeSet, VecDeque},
    ops::Range,
};

use masquerade_ner::{Mention, Type};

use super::{
    evidence,
    merge::with_persons,
    place::Place,
    words::{NAMES, Words},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::name_shape::is_name_word,
    text::{Span, line},
};

/// The presence of a name that its place in a row tells.
const PRESENCE: f32 = 0.8;
/// Farthest end of a string from the beginning of its row, and longest name, in bytes.
const FAR: usize = 256;
const LONGEST: usize = 48;
/// Most words of a name.
const MOST: usize = 5;
/// What strings are written in.
const QUOTES: [u8; 3] = *b"\"'`";

/// `named` with the names in the rows above and below those of persons.
pub fn with_rows(words: &Words<'_>, text: &str, named: Vec<(Mention, Place)>, threshold: f32) -> Vec<(Mention, Place)> {
    let is_sure = |(mention, place): &&(Mention, Place)| evidence::is_enough(words, text, mention, *place);
    let in_string =
        |(mention, _): &&(Mention, Place)| mention.kind == Type::Person && is_string(text, &mention.span.range());
    let persons = named.iter().filter(in_string).filter(is_sure);
    let mut known: VecDeque<Range<usize>> = persons.map(|(mention, _)| mention.span.range()).collect();
    // Nearly all texts.
    if known.is_empty() {
        return named;
    }
    let mut starts: BTreeSet<usize> = known.iter().map(|place| place.start).collect();
    let mut found: Vec<Range<usize>> = Vec::new();
    while let Some(place) = known.pop_front() {
        let Some(head) = line::whole_before(text, place.start, FAR) else { continue };
        let Some(form) = form(head) else { continue };
        for row in [row_above(text, place.start - head.len()), row_below(text, place.end)].into_iter().flatten() {
            let Some(other) = string_at(text, row, &form) else { continue };
            // What is known already has had its turn, or will have.
            if is_name(words, &text[other.clone()]) && starts.insert(other.start) {
                found.push(other.clone());
                known.push_back(other);
            }
        }
    }
    if found.is_empty() {
        return named;
    }
    found.sort_by_key(|place| place.start);
    let spans = found.into_iter().map(|place| (Span::new(text, place).expect("strings are whole"), ()));
    let presence = threshold.max(PRESENCE);
    with_persons(named, spans, |_, (), overlapped| {
        let are_persons = overlapped.iter().all(|(mention, _)| mention.kind == Type::Person);
        are_persons.then_some((presence, Place::Prose))
    })
}

/// Reports whether `place` is the whole of a string.
fn is_string(text: &str, place: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let quote = place.start.checked_sub(1).and_then(|at| bytes.get(at)).filter(|quote| QUOTES.contains(quote));
    quote.is_some() && quote == bytes.get(place.end)
}

/// The start of the row above the one that begins at `start`.
fn row_above(text: &str, start: usize) -> Option<usize> {
    let above = text.get(..start)?.strip_suffix('\n')?;
    let above = above.strip_suffix('\r').unwrap_or(above);
    line::whole_before(above, above.len(), FAR).map(|row| above.len() - row.len())
}

/// The start of the row below the one in which a string ends at `end`.
fn row_below(text: &str, end: usize) -> Option<usize> {
    let ends = end + line::whole_behind(text, end, FAR)?.len();
    let rest = text.get(ends..)?;
    let below = rest.strip_prefix('\r').unwrap_or(rest).strip_prefix('\n')?;
    Some(text.len() - below.len())
}

/// The form of the beginning of a row, up to a string that begins behind it: strings empty, and numbers `0`. `None` if nothing
/// but blanks stands there, as in lists of strings of any kind.
fn form(head: &str) -> Option<String> {
    let mut form = Form::default();
    head.bytes().for_each(|b| form.push(b));
    (form.text.len() > 1).then_some(form.text)
}

/// The string in the row at `row` before which the row has that form.
fn string_at(text: &str, row: usize, form: &str) -> Option<Range<usize>> {
    let near = line::behind(text, row, FAR);
    let mut own = Form::default();
    for (at, byte) in near.bytes().enumerate() {
        own.push(byte);
        if own.open.is_some() && own.text == form {
            let start = row + at + 1;
            let len = near[at + 1..].bytes().position(|b| Some(b) == own.open)?;
            return Some(start..start + len);
        }
        if own.text.len() > form.len() {
            return None;
        }
    }
    None
}

/// A row that is read byte by byte.
#[derive(Default)]
struct Form {
    text: String,
    /// The quote of the string that is open.
    open: Option<u8>,
}

impl Form {
    fn push(&mut self, byte: u8) {
        if self.open.is_some() {
            self.open = self.open.filter(|open| *open != byte);
            return;
        }
        let is_repeated = byte.is_ascii_digit() && self.text.ends_with('0');
        if byte.is_ascii_whitespace() || is_repeated {
            return;
        }
        self.open = QUOTES.contains(&byte).then_some(byte);
        self.text.push(if byte.is_ascii_digit() { '0' } else { char::from(byte) });
    }
}

/// Reports whether `found` looks like a name: words with capitals and particles, of which one at least is no ordinary word, or a single one that
/// a list of names has.
fn is_name(words: &Words<'_>, found: &str) -> bool {
    const PARTICLES: [&str; 24] = [
        "de", "del", "della", "di", "da", "do", "dos", "das", "la", "le", "van", "von", "der", "den", "ter", "ten",
        "el", "al", "bin", "binti", "y", "e", "zu", "af",
    ];
    let parts: Vec<&str> = found.split(' ').collect();
    let is_initial = |part: &str| part.len() == 2 && part.ends_with('.') && part.as_bytes()[0].is_ascii_uppercase();
    let fits = |part: &&str| is_name_word(part) || is_initial(part) || PARTICLES.contains(part);
    let is_known = |part: &&str| words.classes(part) & NAMES != 0;
    let names = parts.iter().filter(|part| is_name_word(part));
    let is_told = match parts.len() {
        1 => names.clone().any(is_known),
        2..=MOST => names.clone().count() > 1 && names.clone().any(|part| !is_common_word(part)),
        _ => false,
    };
    found.len() <= LONGEST && is_told && parts.iter().all(fits)
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    /// The names in `text`, of which those in brackets are known before.
    fn names(text: &str) -> Vec<String> {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let mut named = Vec::new();
        let (mut clear, mut start) = (String::new(), 0);
        for c in text.chars() {
            match c {
                '⟦' => start = clear.len(),
                '⟧' => named.push(start..clear.len()),
                c => clear.push(c),
            }
        }
        let mention = |place: Range<usize>| Mention {
            span: Span::new(&clear, place).unwrap(),
            kind: Type::Person,
            presence: 0.9,
            confidence: 0.9,
            alternative: None,
        };
        let known = named.len();
        let named = named.into_iter().map(|place| (mention(place), Place::Prose)).collect();
        let all = with_rows(&words, &clear, named, 0.3);
        assert!(all.len() >= known);
        all.iter().map(|(mention, _)| mention.span.slice(&clear).to_owned()).collect()
    }

    #[test]
    fn rows_above_and_below_a_person_have_persons_at_the_same_place() {
        assert_eq!(
            names(
                "(\"Thandi Mvubu\", \"7-141\", 4),\n(\"⟦Jane Roe⟧\", \"7-2\", 19),\n(\"Ole van der Zyl\", \"\", 1),\n(\"Ida B. Kvist\", \"x\", 0)"
            ),
            ["Thandi Mvubu", "Jane Roe", "Ole van der Zyl", "Ida B. Kvist"]
        );
        assert_eq!(names("(1, 'A', 'Thandi Mvubu'),\n(20, 'Bc', '⟦Jane Roe⟧'),"), ["Thandi Mvubu", "Jane Roe"]);
        assert_eq!(names("\tUser{\"⟦Jane Roe⟧\"},\n\tUser{\"Jens\"},\n\tUser{\"Admin\"},"), ["Jane Roe", "Jens"]);
    }

    #[test]
    fn other_strings_are_left_alone() {
        for text in [
            // Another place, another row, no name.
            "(\"⟦Jane Roe⟧\", 1),\n(1, \"Thandi Mvubu\"),",
            "(\"⟦Jane Roe⟧\", 1),\n\n(\"Thandi Mvubu\", 1),",
            "(\"⟦Jane Roe⟧\", 1),\n(\"thandi mvubu\", 1),\n(\"Grand Total\", 2),",
            "(\"⟦Jane Roe⟧\", 1),\n(\"Thandi Mvubu",
            // Lists of strings of any kind.
            "\"⟦Jane Roe⟧\",\n\"Thandi Mvubu\",",
            "⟦Jane Roe⟧ (1),\nThandi Mvubu (2)",
        ] {
            assert_eq!(names(text), ["Jane Roe"], "{text}");
        }
    }
}
