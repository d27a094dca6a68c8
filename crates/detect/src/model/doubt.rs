//! Doubts about mentions: those that are rather a place or a body than a person, and those whose bounds signs give away.
//!
//! | mention | name |
//! |---|---|
//! | a word in another language that no list of names has, hardly a person rather than a place | the place: it stays masked |
//! | `Roe "Gartenhaus`, `WLAN "Gartenhaus` | `Roe` and `Gartenhaus`, each by itself; nothing behind an abbreviation |
//! | a place before an ending of Turkish: `Manchester'in` | the place |
//! | a firm or goods named like somebody: `Hugo Boss` | the firm |
//! | a people that is a state: `California` behind the plate of a car | a place |

use masquerade_ner::{Mention, Type, lexicon::class, titles};

use super::{
    false_positives::names_brand,
    place::Place,
    technical::ABBREVIATIONS,
    words::{NAMES, PLACES, Words},
};
use crate::text::Span;

/// The probability of a person below which another type may be as likely.
const DOUBTFUL: f32 = 0.5;
/// Least share of the second type's probability in the first one's.
const SHARE: f32 = 0.75;

/// `mention` with the type that it rather has.
pub fn typed(words: &Words<'_>, text: &str, mention: Mention, place: Place) -> Mention {
    let found = mention.span.slice(text);
    let is_place = || mention.kind == Type::Person && is_inflected_place(words, found);
    let is_brand = || mention.kind == Type::Person && names_brand(text, mention.span);
    let certain = certain(words, found)
        .or_else(|| is_place().then_some(Type::Location))
        .or_else(|| is_brand().then_some(Type::Organization));
    if let Some(kind) = certain.filter(|kind| *kind != mention.kind) {
        return Mention { kind, alternative: None, ..mention };
    }
    let Some((other, probability)) = mention.alternative else { return mention };
    let is_other = match mention.kind {
        Type::Person => {
            matches!(place, Place::European | Place::Kindred)
                && !found.contains(' ')
                && words.classes(found) & NAMES == 0
                && mention.confidence < DOUBTFUL
                && probability >= SHARE * mention.confidence
                && found.starts_with(char::is_uppercase)
                && !has_saint(&text[..mention.span.start()])
        }
        Type::Nrp => other == Type::Location && is_state(words, found),
        Type::Location | Type::Organization => false,
    };
    if !is_other {
        return mention;
    }
    Mention { kind: other, confidence: probability, alternative: Some((mention.kind, mention.confidence)), ..mention }
}

/// The type of a name that the models confuse and that has one all the same: states that are united, and places in hashtags.
fn certain(words: &Words<'_>, found: &str) -> Option<Type> {
    const STATES: [&str; 3] = ["United States", "United Kingdom", "United Arab Emirates"];
    let tag = found.strip_prefix('#').unwrap_or_default();
    // Short ones are abbreviations: `#DB`.
    let is_place = tag.len() > 3 && words.classes(tag) & PLACES != 0 && words.classes(tag) & NAMES == 0;
    (STATES.contains(&found) || is_place).then_some(Type::Location)
}

/// Reports whether `found` is one word that is nothing but a place before an apostrophe and an ending: `Manchester'in`.
fn is_inflected_place(words: &Words<'_>, found: &str) -> bool {
    let Some((name, ending)) = found.split_once(['\'', '’']) else { return false };
    let is_ending = (1..=6).contains(&ending.len()) && ending.chars().all(char::is_lowercase);
    let classes = words.classes(name);
    is_ending && !name.contains(' ') && classes & PLACES != 0 && classes & NAMES == 0
}

/// Reports whether `head` ends in a title or an abbreviation of one: `św. Piotra`.
fn has_saint(head: &str) -> bool {
    let word = head.trim_end().rsplit(' ').next().unwrap_or_default();
    titles::is_title(word) || word.ends_with('.') && word.chars().count() <= 4 && word.starts_with(char::is_alphabetic)
}

/// Reports whether `found` is a state or a country, without the ending of a people or a language.
fn is_state(words: &Words<'_>, found: &str) -> bool {
    const ENDINGS: [&str; 9] = ["an", "ish", "ese", "i", "ic", "er", "ch", "ine", "s"];
    words.classes(found) & (class::REGION | class::COUNTRY) & PLACES != 0
        && !ENDINGS.iter().any(|ending| found.ends_with(ending))
}

/// Calls `each` with `mention`, or with its parts before and behind a quotation mark that is never closed in it.
pub fn unquoted(text: &str, mention: Mention, mut each: impl FnMut(Mention)) {
    const MARKS: [char; 4] = ['"', '“', '„', '»'];
    let found = mention.span.slice(text);
    let mut marks = found.match_indices(MARKS);
    let (Some((at, mark)), None) = (marks.next(), marks.next()) else { return each(mention) };
    // `„Roe“` closes with another sign.
    if found.contains(['”', '“', '«']) && mark != "“" {
        return each(mention);
    }
    // What bears an abbreviation's name is a thing: a network, a machine.
    if ABBREVIATIONS.contains(&found[..at].trim()) {
        return;
    }
    let start = mention.span.start();
    for range in [start..start + at, start + at + mark.len()..mention.span.end()] {
        let part = &text[range.clone()];
        let begin = range.start + (part.len() - part.trim_start().len());
        let end = begin + part.trim().len();
        if part.chars().filter(|c| c.is_alphabetic()).count() > 1 {
            let span = Span::new(text, begin..end).expect("blanks were trimmed");
            each(Mention { span, ..mention });
        }
    }
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    fn mention(text: &str, kind: Type, confidence: f32, other: (Type, f32)) -> Mention {
        let span = Span::new(text, 0..text.len()).unwrap();
        Mention { span, kind, presence: 0.8, confidence, alternative: Some(other) }
    }

    #[test]
    fn types_are_told_by_what_is_likelier() {
        use Type::{Location, Nrp, Organization, Person};
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, kind, confidence, other, expected) in [
            ("Longobardský", Person, 0.4, (Location, 0.35), Location),
            ("Longobardský", Person, 0.4, (Location, 0.1), Person),
            ("Longobardský", Person, 0.7, (Organization, 0.6), Person),
            ("Milan", Person, 0.4, (Location, 0.3), Person),
            ("California", Nrp, 0.6, (Location, 0.2), Location),
            ("Danish", Nrp, 0.6, (Location, 0.2), Nrp),
            ("Hugo Boss", Person, 0.9, (Location, 0.1), Organization),
            ("Hugo Boos", Person, 0.9, (Location, 0.1), Person),
            ("Zimbabwe'nin", Person, 0.9, (Location, 0.1), Location),
            ("Jane'in", Person, 0.9, (Location, 0.1), Person),
        ] {
            let typed = typed(&words, text, mention(text, kind, confidence, other), Place::European);
            assert_eq!(typed.kind, expected, "{text}");
        }
    }

    #[test]
    fn a_quotation_mark_ends_a_name() {
        let parts = |text: &str| {
            let mut parts = Vec::new();
            let whole = mention(text, Type::Organization, 0.5, (Type::Person, 0.1));
            unquoted(text, whole, |part| parts.push(part.span.slice(text).to_owned()));
            parts
        };
        assert_eq!(parts("Roe \"Gartenhaus"), ["Roe", "Gartenhaus"]);
        assert!(parts("WLAN \"Gartenhaus").is_empty());
        assert_eq!(parts("Jane \"Janie\" Roe"), ["Jane \"Janie\" Roe"]);
        assert_eq!(parts("Roe Club"), ["Roe Club"]);
    }
}
