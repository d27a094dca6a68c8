//! Mentions that hold several persons, or a person and something else.
//!
//! | mention | names |
//! |---|---|
//! | `Amy & Alistair`, taken for a firm | two first names |
//! | `Doug Sewell Jeffrey Synder` | two full names, as mails have them whose line ends are lost |
//! | `Donna - Associate`, `Roe -`, `Roe of` | the person before the sign or the word |

use masquerade_ner::{Mention, Type, lexicon::class};

use super::{
    place::Place,
    words::{NAMES, OTHERS, Words},
};
use crate::{common_words::is_common_word, text::Span};

/// Calls `each` with the persons in `mention`, or with `mention` if it holds one name.
pub fn each(words: &Words<'_>, text: &str, mention: Mention, place: Place, mut each: impl FnMut(Mention)) {
    let found = mention.span.slice(text);
    let (start, tail) = (mention.span.start(), &text[mention.span.end()..]);
    let cuts = match mention.kind {
        Type::Organization => couple(words, found, tail),
        Type::Person if place == Place::Prose => before_sign(words, found).or_else(|| full_names(words, found)),
        Type::Person => before_sign(words, found),
        Type::Location | Type::Nrp => None,
    };
    let Some(cuts) = cuts else { return each(mention) };
    for (from, to) in cuts {
        let span = Span::new(text, start + from..start + to).expect("words are whole");
        each(Mention { span, kind: Type::Person, alternative: None, ..mention });
    }
}

/// The places of two first names around `&`; a firm has a genitive behind it: `Ben & Jerry's`.
fn couple(words: &Words<'_>, found: &str, tail: &str) -> Option<Vec<(usize, usize)>> {
    let (one, other) = found.split_once(" & ")?;
    let is_first = |word: &str| {
        let classes = words.classes(word);
        let is_surname = classes & (class::LAST | class::COMMON_FIRST) == class::LAST;
        classes & (class::FIRST | OTHERS) == class::FIRST && !is_surname && !is_common_word(word)
    };
    let is_couple = is_first(one) && is_first(other) && !tail.starts_with(['\'', '’']);
    is_couple.then(|| vec![(0, one.len()), (found.len() - other.len(), found.len())])
}

/// The place of the person before a dash with something else behind it, or before `of` at the end.
fn before_sign(words: &Words<'_>, found: &str) -> Option<Vec<(usize, usize)>> {
    let is_named = |part: &str| part.split(' ').any(|word| words.classes(word) & NAMES != 0 && !is_common_word(word));
    let dash = [" - ", " – ", " — "].iter().find_map(|dash| {
        let (before, behind) = found.split_once(dash)?;
        // A hyphen may stand apart: `Roe - Doe`.
        (is_named(before) && !is_named(behind)).then_some(before.len())
    });
    let open = || [" of", " -", " –", " —", " &"].iter().find_map(|end| found.strip_suffix(end)).map(str::len);
    dash.or_else(open).filter(|end| *end > 1).map(|end| vec![(0, end)])
}

/// The places of full names behind each other, each a first name and a surname.
fn full_names(words: &Words<'_>, found: &str) -> Option<Vec<(usize, usize)>> {
    /// Fewest words of two full names.
    const FEWEST: usize = 4;
    let all: Vec<&str> = found.split(' ').collect();
    let is_word = |word: &&str| word.starts_with(char::is_uppercase) && word.chars().skip(1).all(char::is_lowercase);
    if all.len() < FEWEST || !all.len().is_multiple_of(2) || !all.iter().all(is_word) {
        return None;
    }
    let is_last_only = |word: &str| words.classes(word) & class::FIRST == 0;
    let is_first_only = |word: &str| {
        let classes = words.classes(word);
        classes & class::FIRST != 0 && classes & class::COMMON_LAST == 0
    };
    let (begins, ends) = (all.iter().step_by(2), all.iter().skip(1).step_by(2));
    // The last surname may be a first name, too.
    let inner = ends.len() - 1;
    if !begins.into_iter().all(|word| is_first_only(word)) || !ends.take(inner).all(|word| is_last_only(word)) {
        return None;
    }
    let mut at = 0;
    let places = all.chunks(2).map(|pair| {
        let len = pair.iter().map(|word| word.len()).sum::<usize>() + 1;
        let place = (at, at + len);
        at += len + 1;
        place
    });
    Some(places.collect())
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn several_persons_are_several_names() {
        use Type::{Organization, Person};
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, kind, expected) in [
            ("Amy & Alistair", Organization, &["Amy", "Alistair"][..]),
            ("Smith & Jones", Organization, &["Smith & Jones"]),
            ("Doug Sewell Jeffrey Synder", Person, &["Doug Sewell", "Jeffrey Synder"]),
            ("Lisa Gilette Kristen Quinn", Person, &["Lisa Gilette", "Kristen Quinn"]),
            ("Jacqueline Bouvier Kennedy Onassis", Person, &["Jacqueline Bouvier Kennedy Onassis"]),
            ("Mary Elizabeth Anne Smith", Person, &["Mary Elizabeth Anne Smith"]),
            ("George Herbert Walker Bush", Person, &["George Herbert Walker Bush"]),
            ("Donna - Associate", Person, &["Donna"]),
            ("Tracy Flynn - Scott", Person, &["Tracy Flynn - Scott"]),
            ("Albert Chan of", Person, &["Albert Chan"]),
            ("Anna-Lena Roe", Person, &["Anna-Lena Roe"]),
        ] {
            let span = Span::new(text, 0..text.len()).unwrap();
            let mention = Mention { span, kind, presence: 0.8, confidence: 0.8, alternative: None };
            let mut found = Vec::new();
            each(&words, text, mention, Place::Prose, |part| found.push(part.span.slice(text)));
            assert_eq!(found, expected, "{text}");
        }
    }
}
