//! Type correction by first names: a mention that the model takes for a place or an organization becomes a person
//! where a list of first names says so.
//!
//! Corpora disagree about the type of many names, so the model doubts the type of a mention more often than the mention
//! itself. A full name that begins with a known first name (`Yasser Arafat`) is a person; one whose last word is the kind
//! of thing that is named after people (`street`, `hospital`) is not.

use super::{
    decode::{Mention, Thresholds},
    lexicon::{Lexicon, class, fingerprint},
    tag::Type,
};

/// Lowest probability of PERSON at which a mention may become one.
const LEAST: f32 = 0.1;
/// The same for a single word: many a place is called like a person.
const LEAST_SINGLE: f32 = 0.15;
/// Words of a full name.
const WORDS: std::ops::RangeInclusive<usize> = 2..=4;
/// Classes of words that are no first names, even where a list of first names holds them.
const OTHERS: u16 = class::CITY | class::REGION | class::COUNTRY | class::NATIONALITY | class::COMPANY;
/// Last words of things that are named after people, in lower case, singular.
const HEADS: [&str; 32] = [
    "street",
    "road",
    "avenue",
    "lane",
    "drive",
    "square",
    "hall",
    "house",
    "park",
    "field",
    "arena",
    "river",
    "mountain",
    "county",
    "hospital",
    "college",
    "university",
    "school",
    "institute",
    "church",
    "museum",
    "band",
    "orchestra",
    "family",
    "boy",
    "club",
    "team",
    "studio",
    "administration",
    "corp",
    "foundation",
    "award",
];

/// `mention`, as a person if it is named as one.
pub fn correct_type(text: &str, mention: Mention, lexicon: &Lexicon, thresholds: &Thresholds) -> Mention {
    let Some((Type::Person, person)) = mention.alternative else { return mention };
    let is_doubtful = matches!(mention.kind, Type::Location | Type::Organization)
        && person >= LEAST * mention.presence
        && mention.presence >= thresholds[Type::Person as usize];
    let found = mention.span.slice(text);
    let is_single = || person >= LEAST_SINGLE * mention.presence && is_first_name(found, lexicon);
    if !is_doubtful || !is_full_name(found, lexicon) && !is_single() {
        return mention;
    }
    // By its context, a person was the less likely reading. The list outweighs that.
    let alternative = Some((mention.kind, person));
    Mention { kind: Type::Person, alternative, ..mention }
}

/// Reports whether `name` is a first name, in the genitive of Germanic languages or without it, and nothing else that lists
/// or the model's texts know.
fn is_first_name(name: &str, lexicon: &Lexicon) -> bool {
    let is_first = |name: &str| {
        let entry = lexicon.word(fingerprint(&name.to_lowercase()));
        let is_common = entry.classes & (class::COMMON_FIRST | class::LAST) == class::COMMON_FIRST;
        entry.classes & (class::FIRST | OTHERS) == class::FIRST && (is_common || !entry.is_frequent)
    };
    name.starts_with(char::is_uppercase) && (is_first(name) || name.strip_suffix('s').is_some_and(is_first))
}

/// Reports whether `name` has words of letters only, of which the first is a first name and nothing else, and the last
/// is none of the things that are named after people.
fn is_full_name(name: &str, lexicon: &Lexicon) -> bool {
    let is_word = |word: &str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '.' | '\'' | '\u{2019}'));
    let (Some(first), Some(last)) = (name.split_whitespace().next(), name.split_whitespace().next_back()) else {
        return false;
    };
    let last = last.to_lowercase();
    let classes = |first: &str| lexicon.word(fingerprint(&first.to_lowercase())).classes;
    WORDS.contains(&name.split_whitespace().count())
        && name.split_whitespace().all(is_word)
        && !["'s", "\u{2019}s"].iter().any(|ending| name.contains(ending))
        && !HEADS.contains(&last.strip_suffix('s').unwrap_or(&last))
        && classes(first) & (class::FIRST | OTHERS) == class::FIRST
}

#[cfg(test)]
mod tests {
    use super::*;
    use masquerade_text::Span;

    fn corrected(text: &'static str, kind: Type, person: f32) -> Type {
        let mut lexicon = Lexicon::default();
        lexicon.add(&["petra"], class::FIRST);
        lexicon.add(&["arlen"], class::FIRST | class::CITY);
        let span = Span::new(text, 0..text.len()).unwrap();
        let alternative = Some((Type::Person, person));
        let mention = Mention { span, kind, presence: 0.8, confidence: 0.6, alternative };
        correct_type(text, mention, &lexicon, &[0.5; 4]).kind
    }

    #[test]
    fn first_names_tell_persons_from_places_and_organizations() {
        for kind in [Type::Location, Type::Organization] {
            assert_eq!(corrected("Petra Okafor", kind, 0.2), Type::Person);
            assert_eq!(corrected("Petra J. Okafor-Roe", kind, 0.2), Type::Person);
            for text in [
                "petra",
                "Arlen",
                "Arlen Okafor",
                "Okafor Petra",
                "Petra Streets",
                "Petra's Grill",
                "Petra & Co",
                "Petra 2",
            ] {
                assert_eq!(corrected(text, kind, 0.2), kind, "{text}");
            }
            assert_eq!(corrected("Petra", kind, 0.2), Type::Person);
            assert_eq!(corrected("Petra", kind, 0.1), kind);
            assert_eq!(corrected("Petra Okafor", kind, 0.05), kind);
        }
        assert_eq!(corrected("Petra Okafor", Type::Nrp, 0.2), Type::Nrp);
    }
}
