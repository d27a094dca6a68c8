//! Propagation: a text found once is found at its other occurrences in the request, too.

use std::collections::HashMap;

use super::{lists::AllowList, words::WordMatcher};
use crate::{
    entity::{Entity, Label, Source},
    text::{Field, Span},
};

/// Fewest characters of a text that is spread.
const MIN_CHARS: usize = 4;
/// Fewest digits of a text of digits alone: shorter ones are years, ages and counts.
const MIN_DIGITS: usize = 6;
/// Most distinct texts of one request that are spread.
const MAX_TEXTS: usize = 1000;

/// Whether a text may be spread: long enough, no word that a dictionary may hold, no short number.
fn spreads(text: &str) -> bool {
    let is_word = text.bytes().all(|b| b.is_ascii_lowercase());
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    text.chars().take(MIN_CHARS).count() == MIN_CHARS && !is_word && !(is_number && text.len() < MIN_DIGITS)
}

/// Adds the other whole-word, same-case occurrences of entities whose label `propagates` to `found`,
/// the entities of each field by place. What was found stays; where `allow` has a text nothing is added.
pub fn propagate(
    fields: &[Field<'_>],
    found: &mut [Vec<Entity>],
    propagates: impl Fn(Label) -> bool,
    allow: &AllowList,
) {
    let sources = sources(fields, found, propagates);
    if sources.is_empty() {
        return;
    }
    let (texts, sources): (Vec<_>, Vec<_>) = sources.into_iter().unzip();
    let Ok(matcher) = WordMatcher::exact(&texts) else { return };
    let mut added: Vec<Entity> = Vec::new();
    for (field, entities) in fields.iter().zip(found.iter_mut()) {
        // Both lists run by place: what was found before, and occurrences by end.
        matcher.find(field.text, |text, place| {
            let (Some(span), Some(source)) = (Span::new(field.text, place), sources.get(text)) else { return };
            let next = entities.partition_point(|entity| entity.span.end() <= span.start());
            let is_free = entities.get(next).is_none_or(|entity| !entity.span.overlaps(span));
            // A longer occurrence takes the place of shorter ones within it.
            while is_free && added.last().is_some_and(|last| span.covers(last.span)) {
                added.pop();
            }
            if is_free && added.last().is_none_or(|last| !last.span.overlaps(span)) {
                added.push(Entity { span, alternative: None, source: Source::Propagated, ..*source });
            }
        });
        if !added.is_empty() {
            let allowed = allow.places(field.text);
            added.retain(|entity| !allowed.covers(entity.span));
            entities.append(&mut added);
            entities.sort_unstable_by_key(|entity| entity.span);
        }
    }
}

/// The distinct texts to spread with the entity that each was found as: the most confident.
fn sources<'a>(
    fields: &[Field<'a>],
    found: &[Vec<Entity>],
    propagates: impl Fn(Label) -> bool,
) -> Vec<(&'a str, Entity)> {
    let mut sources: Vec<(&str, Entity)> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (field, entities) in fields.iter().zip(found) {
        for entity in entities.iter().filter(|e| e.source == Source::Recognizer && propagates(e.label)) {
            let text = entity.span.slice(field.text);
            let room = sources.len() < MAX_TEXTS;
            match known.get(text).and_then(|&at| sources.get_mut(at)) {
                Some((_, best)) if best.confidence < entity.confidence => *best = *entity,
                Some(_) => {}
                None if room && spreads(text) => {
                    known.insert(text, sources.len());
                    sources.push((text, *entity));
                }
                None => {}
            }
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Label = Label::new("A");
    const B: Label = Label::new("B");

    fn entity(text: &str, part: &str, label: Label, confidence: f32) -> Entity {
        let start = text.find(part).unwrap();
        let span = Span::new(text, start..start + part.len()).unwrap();
        Entity { span, label, confidence, alternative: Some((B, 0.1)), source: Source::Recognizer }
    }

    /// The fields' entities as text after spreading label `A`; `None` stands for a field where nothing was found.
    fn spread(fields: &[(&str, Option<(&str, Label, f32)>)]) -> Vec<String> {
        let mut found: Vec<Vec<Entity>> = Vec::new();
        for (text, part) in fields {
            found.push(part.iter().map(|&(part, label, confidence)| entity(text, part, label, confidence)).collect());
        }
        let fields: Vec<_> = fields.iter().map(|(text, _)| Field::new(text)).collect();
        propagate(&fields, &mut found, |label| label == A, &AllowList::new(&["jDoe7 (sic)"]).unwrap());
        let shown = |(field, entities): (&Field<'_>, &Vec<Entity>)| {
            let spread = |e: &Entity| if e.source == Source::Propagated { "+" } else { "" };
            let all = entities.iter().map(|e| format!("{}{}={}", spread(e), e.span.slice(field.text), e.confidence));
            all.collect::<Vec<_>>().join(" ")
        };
        fields.iter().zip(&found).map(shown).collect()
    }

    #[test]
    fn spreads_both_ways_as_whole_words_in_the_same_case() {
        let all =
            spread(&[("jDoe7 said", None), ("by jDoe7: jDoe7, jDoe77 jdoe7 jDoe7 (SIC)", Some(("jDoe7", A, 0.8)))]);
        assert_eq!(all, ["+jDoe7=0.8", "jDoe7=0.8 +jDoe7=0.8"]);
    }

    #[test]
    fn leaves_words_and_short_texts_alone() {
        for text in ["abc", "summer", "1984", "12345", "日本人"] {
            assert_eq!(spread(&[(text, Some((text, A, 0.8))), (text, None)])[1], "", "{text}");
        }
        for text in ["summer1", "Summer", "123456", "日本太郎", "über"] {
            assert_eq!(spread(&[(text, Some((text, A, 0.8))), (text, None)])[1], format!("+{text}=0.8"));
        }
        assert_eq!(spread(&[("jDoe7", Some(("jDoe7", B, 0.8))), ("jDoe7", None)])[1], "");
    }

    #[test]
    fn never_overrides_what_was_found_and_takes_the_surest_source() {
        let all = spread(&[
            ("jDoe7", Some(("jDoe7", A, 0.6))),
            ("jDoe7 x", Some(("jDoe7", A, 0.9))),
            ("jDoe7 x", Some(("7 x", B, 0.7))),
            ("jDoe7 x Xyz1", Some(("Xyz1", A, 0.7))),
            ("jDoe7 x", Some(("jDoe7 x", A, 0.5))),
        ]);
        assert_eq!(all, ["jDoe7=0.6", "jDoe7=0.9", "7 x=0.7", "+jDoe7 x=0.5 Xyz1=0.7", "jDoe7 x=0.5"]);
    }
}
