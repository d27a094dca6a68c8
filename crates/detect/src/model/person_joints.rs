//! Joints of persons' names: mentions of persons that the models end before a particle, a suffix or an initial go on behind it.
//!
//! | behind a name | it goes on |
//! |---|---|
//! | `van der Roe`, `de la Roe`, `bin Roe`, `ter Roe`, `al-Roe` | always: these particles stand in names |
//! | `van Roe` | behind a first name, unless a firm or another first name follows: many surnames in Dutch are places |
//! | `de Roe`, `di Roe`, `von der Roe` | behind a first name, if a list of surnames has `Roe` and it is no place: somebody may be from there |
//! | `, Jr.`, `, III` | always |
//! | an initial at the end of a phrase: `Roe Jane B` | behind two words |
//! | the rest of a word: `-Doe` | always |
//! | a byname in quotation marks with a surname behind it: `"Janie" Roe`, `„Janie“ Roe` | behind a first name |

use masquerade_ner::{Mention, Type, lexicon::class};

use super::{
    place::Place,
    words::{OTHERS, PLACES, Words},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::word_list::{WordList, is_listed},
    text::Span,
};

/// Particles that stand in names, and seldom between other words with capitals.
const SURE: &WordList = &WordList::new(
    "ter|ten|bin|binti|binte|ibn|bint|dos|das|della|dalla|degli|delle|van der|van den|van 't|van het|van de|op den|op de|op 't",
);
/// Particles that stand before places and many other words, too.
const DOUBTFUL: &WordList =
    &WordList::new("van|von|de|di|da|du|do|del|von der|von dem|de la|de los|de las|de le|af|vom|zum|zur|el|y");
/// Particles that are joined to the word behind them by a hyphen.
const JOINED: [&str; 6] = ["al-", "el-", "ad-", "ash-", "as-", "ar-"];
/// Marks of generations behind a comma or a blank.
const SUFFIXES: [&str; 6] = ["Jr", "Sr", "Jnr", "Snr", "III", "II"];

/// `named` with each person on to the end of the name, over the mentions in the rest of it.
pub fn joined(words: &Words<'_>, text: &str, named: Vec<(Mention, Place)>) -> Vec<(Mention, Place)> {
    let mut whole: Vec<(Mention, Place)> = Vec::with_capacity(named.len());
    let mut rest = named.as_slice();
    while let Some(((mention, place), others)) = rest.split_first() {
        let mut mention = *mention;
        rest = others;
        while mention.kind == Type::Person
            && let Some(end) = end(words, text, &mention, rest.first().map(|(next, _)| next))
        {
            let (parts, behind) = rest.split_at(rest.partition_point(|(part, _)| part.span.start() < end));
            let end = parts.last().map_or(end, |(last, _)| end.max(last.span.end()));
            let span = Span::new(text, mention.span.start()..end).expect("mentions and words are whole");
            mention = Mention { span, alternative: None, ..mention };
            rest = behind;
        }
        whole.push((mention, *place));
    }
    whole
}

/// The end of the name that `mention` begins, if it goes on; `next` is the mention behind it.
fn end(words: &Words<'_>, text: &str, mention: &Mention, next: Option<&Mention>) -> Option<usize> {
    let (found, end) = (mention.span.slice(text), mention.span.end());
    let tail = &text[end..];
    let len = rest_of_word(found, tail)
        .or_else(|| suffix(tail))
        .or_else(|| initial(found, tail))
        .or_else(|| first_name(words, found, tail))
        .or_else(|| byname(words, found, tail))
        .or_else(|| particles(words, text, found, tail, next.filter(|next| next.span.start() <= end + FAR)))?;
    Some(end + len)
}

/// Farthest mention behind particles, in bytes.
const FAR: usize = 10;

/// The length of the rest of a word that the models cut at its hyphen or before its stop: `Clermont-` of `Clermont-tonnerre`,
/// `Roe Jr` of `Roe Jr.`.
fn rest_of_word(found: &str, tail: &str) -> Option<usize> {
    if tail.starts_with('.') && [" Jr", " Sr"].iter().any(|suffix| found.ends_with(suffix)) {
        return Some(1);
    }
    let len = word_len(tail);
    (found.ends_with('-') && len > 0).then_some(len)
}

/// The length of the mark of a generation, with the sign before it and the stop behind it.
fn suffix(tail: &str) -> Option<usize> {
    let rest = tail.strip_prefix(',').unwrap_or(tail);
    let rest = rest.strip_prefix(' ')?;
    let suffix = SUFFIXES.iter().find(|suffix| {
        rest.strip_prefix(**suffix).is_some_and(|behind| !behind.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
    })?;
    let has_stop = rest[suffix.len()..].starts_with('.');
    // A number with a stop is an ordinal: `Roe, II. Band`.
    let is_mark = suffix.ends_with('r') || !has_stop;
    is_mark.then_some(tail.len() - rest.len() + suffix.len() + usize::from(has_stop))
}

/// The length of a byname in quotation marks, with the surname behind it: `Jane "Janie" Roe`.
fn byname(words: &Words<'_>, found: &str, tail: &str) -> Option<usize> {
    const MARKS: [(char, &[char]); 4] = [('"', &['"']), ('“', &['”']), ('„', &['“', '”']), ('«', &['»'])];
    let rest = tail.strip_prefix(' ')?;
    let (mark, closing) = MARKS.iter().find(|(mark, _)| rest.starts_with(*mark))?;
    let quoted = &rest[mark.len_utf8()..];
    let name = word_len(quoted);
    let behind = quoted[name..].strip_prefix(*closing)?.strip_prefix(' ')?;
    let surname = word_len(behind);
    let is_name = |word: &str| word.starts_with(char::is_uppercase) && word.chars().count() > 1;
    let are_names = is_name(&quoted[..name]) && is_name(&behind[..surname]);
    let is_first = !found.contains(' ') && words.classes(found) & class::FIRST != 0;
    (are_names && is_first).then_some(tail.len() - behind.len() + surname)
}

/// Words of English behind an initial at the end of a name.
const BEHIND: &WordList = &WordList::new(
    "at|on|for|in|is|was|are|and|or|to|from|who|with|will|would|has|had|said|as|but|she|he|by|about|if|when|that|could|can|next|tomorrow",
);

/// The length of an initial behind two words, at the end of a phrase: `Roe Jane B`.
fn initial(found: &str, tail: &str) -> Option<usize> {
    let rest = tail.strip_prefix(' ')?;
    let letter = rest.chars().next().filter(|c| c.is_uppercase() && *c != 'I')?;
    let behind = &rest[letter.len_utf8()..];
    // `A` and `O` are articles in other languages.
    let next = behind.strip_prefix(' ').map(|next| &next[..word_len(next)]);
    let ends = behind.is_empty()
        || behind == "."
        || behind.starts_with([',', '?', '!', '\n', ')'])
        || behind.starts_with(" .")
        || next.is_some_and(|next| is_listed(next, BEHIND) && next.starts_with(char::is_lowercase));
    let are_words = found.split(' ').count() == 2 && found.split(' ').all(|word| word.starts_with(char::is_uppercase));
    (ends && are_words && !found.ends_with('.')).then_some(1 + letter.len_utf8())
}

/// The length of the first name behind a surname in capitals: `BENALI Leïla`.
fn first_name(words: &Words<'_>, found: &str, tail: &str) -> Option<usize> {
    /// Fewest letters of a surname that is no abbreviation.
    const FEWEST: usize = 4;
    let rest = tail.strip_prefix(' ')?;
    let name = &rest[..word_len(rest)];
    let is_surname = found.chars().nth(FEWEST - 1).is_some()
        && found.chars().all(|c| c.is_uppercase() || matches!(c, ' ' | '-' | '\'' | '’'));
    let is_first = name.starts_with(char::is_uppercase)
        && name.chars().nth(1).is_some_and(char::is_lowercase)
        && words.classes(name) & (class::FIRST | OTHERS) == class::FIRST
        && !is_common_word(name);
    (is_surname && is_first).then_some(1 + name.len())
}

/// The length of particles with the surname behind them.
fn particles(words: &Words<'_>, text: &str, found: &str, tail: &str, next: Option<&Mention>) -> Option<usize> {
    let rest = tail.strip_prefix(' ')?;
    let last = found.rsplit(' ').next()?;
    if !last.starts_with(char::is_uppercase) {
        return None;
    }
    if let Some(joined) = JOINED.iter().find_map(|particle| rest.strip_prefix(particle)) {
        let len = word_len(joined);
        return joined.starts_with(char::is_uppercase).then_some(tail.len() - joined.len() + len);
    }
    let particle = longest(rest)?;
    let behind = rest[particle.len()..].strip_prefix(' ').filter(|behind| behind.starts_with(char::is_uppercase))?;
    let name = &behind[..word_len(behind)];
    let is_body = next.is_some_and(|next| matches!(next.kind, Type::Organization | Type::Nrp));
    // Two mentions of persons with two particles between them are one: few people know each other so.
    let is_person = || {
        let is_next = |next: &Mention| text.len() - behind.len() == next.span.start();
        particle.contains(' ') && next.is_some_and(|next| next.kind == Type::Person && is_next(next))
    };
    let goes_on = || is_listed(particle, SURE) || is_person() || is_surname(words, found, particle, name);
    let is_joined = name.chars().count() > 1 && !is_body && goes_on();
    is_joined.then_some(tail.len() - behind.len() + name.len())
}

/// The particle at the start of `text`, of two words if both are one.
fn longest(text: &str) -> Option<&str> {
    let mut ends = text.match_indices(' ').map(|(at, _)| at);
    let first = text.get(..ends.next()?)?;
    let two = ends.next().and_then(|end| text.get(..end));
    let is_particle = |words: &&str| is_listed(words, SURE) || is_listed(words, DOUBTFUL);
    two.filter(is_particle)
        .or_else(|| Some(first).filter(is_particle))
        .filter(|words| words.starts_with(char::is_lowercase))
}

/// Reports whether `name` is rather the surname of `found` than another word behind a preposition.
fn is_surname(words: &Words<'_>, found: &str, particle: &str, name: &str) -> bool {
    let classes = words.classes(name);
    let first = found.split(' ').next().unwrap_or_default();
    let (is_place, is_known) = (classes & PLACES != 0, classes & class::LAST != 0);
    let is_other = classes & OTHERS != 0 && !is_place || classes & class::COMMON_FIRST != 0 || is_common_word(name);
    let is_name = match particle {
        "van" => {
            let is_frequent = masquerade_ner::Model::european().is_some_and(|model| model.is_frequent(name));
            is_known || is_place || !is_frequent
        }
        // Towns have no article.
        "von der" | "de la" => is_known,
        _ => is_known && !is_place,
    };
    words.classes(first) & class::FIRST != 0 && !is_other && is_name
}

/// The length of the word at the start of `text`, with hyphens and apostrophes in it.
fn word_len(text: &str) -> usize {
    let end = text.find(|c: char| !(c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))).unwrap_or(text.len());
    text[..end].trim_end_matches(['-', '\'', '’']).len()
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn persons_go_on_behind_particles_suffixes_and_initials() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, found, expected) in [
            ("Joost van Dalen at", "Joost", "Joost van Dalen"),
            ("Wim van der Meer komt", "Wim", "Wim van der Meer"),
            ("Anna de la Fuente firma", "Anna", "Anna de la Fuente"),
            ("Khalid bin Walid lives", "Khalid", "Khalid bin Walid"),
            ("Ahmed al-Rashid bought", "Ahmed", "Ahmed al-Rashid"),
            ("Laure de Clermont-tonnerre.", "Laure de Clermont-", "Laure de Clermont-tonnerre"),
            ("with Charles Barton, Jr. at", "Charles Barton", "Charles Barton, Jr."),
            ("his father Noah Webster Sr. was", "Noah Webster Sr", "Noah Webster Sr."),
            ("try Bower Rosemary A for", "Bower Rosemary", "Bower Rosemary A"),
            ("Anna de Toulouse", "Anna", "Anna"),
            ("Mme Roe de Toulouse", "Roe", "Roe"),
            ("Anna von Berlin nach", "Anna", "Anna"),
            ("Anna zu Hause", "Anna", "Anna"),
            ("Henrike von der Heide rief", "Henrike", "Henrike von der Heide"),
            ("Anna von der Bergwacht", "Anna", "Anna"),
            ("Bruno Fortunato A gente", "Bruno Fortunato", "Bruno Fortunato"),
            ("Anton Dostler, II. Band", "Anton Dostler", "Anton Dostler"),
            ("Jane Roe I think", "Jane Roe", "Jane Roe"),
            ("Jane Roe A Life", "Jane Roe", "Jane Roe"),
            ("el coche de Anna de Pedro", "Anna", "Anna"),
        ] {
            let start = text.find(found).unwrap();
            let span = Span::new(text, start..start + found.len()).unwrap();
            let mention = Mention { span, kind: Type::Person, presence: 0.8, confidence: 0.8, alternative: None };
            let end = end(&words, text, &mention, None).unwrap_or(span.end());
            assert_eq!(&text[start..end], expected, "{text}");
        }
    }
}
