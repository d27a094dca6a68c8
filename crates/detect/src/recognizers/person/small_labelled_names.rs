//! Names in small letters behind what a whole name is called, as people fill in forms in a hurry: `nombre completo: zoraida bustillo`,
//! `піб: остапенко роман ігорович`.

use std::ops::Range;

use masquerade_ner::word_filter::WordFilter;

use super::cyrillic_names::is_patronymic;
use crate::Candidate;
use crate::model::function_words::is_function_word;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::first_names::first_name;
use crate::recognizers::support::name_shape::{is_other, is_particle};
use crate::recognizers::support::value::is_closed;

/// Fewest and most words.
const WORDS: std::ops::RangeInclusive<usize> = 2..=5;

/// The name in small letters that is the whole value.
pub(super) fn in_small_letters(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let matched = candidate.matched();
    let len =
        if is_closed(candidate) { matched.len() } else { matched.find([',', ';', '\t', '|']).unwrap_or(matched.len()) };
    let found = matched.get(..len)?.trim_end();
    let words = || found.split(' ');
    let count = words().count();
    let is_shaped = WORDS.contains(&count) && words().all(is_small);
    // `<nom>  choisir le lien <nom>` of a program's help is no element.
    let behind = candidate.field.text.get(candidate.range.end..)?.trim_start();
    if behind.starts_with('<') && !behind.starts_with("</") {
        return None;
    }
    let ends = words().next().into_iter().chain(words().next_back());
    if !is_shaped || ends.into_iter().any(is_particle) || words().any(|word| is_other(word) || is_of_sentence(word)) {
        return None;
    }
    let is_name = if found.starts_with(|c: char| c >= '\u{370}') { is_eastern(found) } else { words().any(is_rare) };
    is_name.then(|| candidate.range.start..candidate.range.start + found.len())
}

/// Reports whether `word` is written in small letters, as one of a name may be.
pub(super) fn is_small(word: &str) -> bool {
    let is_letter = |c: char| c.is_lowercase() || matches!(c, '-' | '\'' | '’' | '\u{300}'..='\u{36F}');
    let bare = word.strip_suffix('.').filter(|bare| bare.chars().count() < 4).unwrap_or(word);
    !bare.is_empty() && bare.chars().all(is_letter) && bare.starts_with(char::is_alphabetic)
}

/// Reports whether `word` is one of sentences that no name holds.
pub(super) fn is_of_sentence(word: &str) -> bool {
    is_function_word(word) && !is_particle(word) && first_name(word).is_none()
}

/// Reports whether `word` is no ordinary one of any language.
pub(super) fn is_rare(word: &str) -> bool {
    word.chars().count() > 2 && !is_particle(word) && !is_common(word) && !WordFilter::embedded().has(word)
}

/// Reports whether a word of `found`, in Cyrillic or Greek, is a first name or a father's name.
fn is_eastern(found: &str) -> bool {
    found.split([' ', '-']).any(|word| first_name(word).is_some() || is_patronymic(word))
}

/// Reports whether `key` is what a whole name is called in Cyrillic or Greek, and not what somebody is.
pub(super) fn is_of_whole_name(key: &str) -> bool {
    const KEYS: [&str; 18] = [
        "фио",
        "ф.и.о",
        "ф. и. о",
        "полное имя",
        "имя и фамилия",
        "фамилия и имя",
        "фамилия имя отчество",
        "піб",
        "п.і.б",
        "ім'я та прізвище",
        "прізвище та ім'я",
        "име и фамилия",
        "три имена",
        "име и презиме",
        "презиме и име",
        "ονοματεπώνυμο",
        "πλήρες όνομα",
        "όνομα και επώνυμο",
    ];
    let key = key.trim_matches([' ', '"', '*', '_', '.', '-']).to_lowercase();
    KEYS.iter().any(|known| *known == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;
    use crate::text::Field;

    #[test]
    fn names_in_small_letters_fill_their_line() {
        for (text, expected) in [
            ("nombre completo: zoraida bustillo", Some("zoraida bustillo")),
            ("vor- und nachname: ann-kathrin möhrle", Some("ann-kathrin möhrle")),
            ("nome completo: rute de sá nogueira, porto", Some("rute de sá nogueira")),
            ("піб: остапенко роман ігорович", Some("остапенко роман ігорович")),
            ("nombre completo: no consta", None),
            ("full name: to be announced", None),
            ("titular: la noticia del día", None),
            ("фио: не указано", None),
            ("full name: jane", None),
        ] {
            let (field, colon) = (Field::new(text), text.find(": ").unwrap() + 2);
            let candidate =
                Candidate { field: &field, range: colon..text.len(), pattern: 1, form: Form::Line, name: "" };
            assert_eq!(in_small_letters(&candidate).map(|range| &text[range]), expected, "{text}");
        }
    }
}
