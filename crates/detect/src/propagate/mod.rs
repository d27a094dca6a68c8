//! Propagation: the other occurrences of a text that was found once, and the first and last names of persons who were
//! found by their full names, in other cases, too (`inflections`).

use std::{cmp::Reverse, collections::HashMap};

mod inflections;
mod searcher;

use self::{
    inflections::Inflections,
    searcher::{FEW, Searcher},
};
use super::{lists::AllowList, name_parts, recognizers::support::script_names};
use crate::{
    entity::{Entity, Label, Source, Validated},
    text::{Field, Span},
};

/// Fewest characters of a text that is propagated.
const MIN_CHARS: usize = 4;
/// Fewest digits of a text of digits alone: shorter ones are years, ages and counts.
const MIN_DIGITS: usize = 6;
/// Most distinct texts of one request that are propagated.
const MAX_TEXTS: usize = 1000;
/// Least confidence of a find of the language model that is propagated: a mistake would be made everywhere.
const CONFIDENT: f32 = 0.5;

/// Reports whether a text may be propagated: long enough, no word that a dictionary may hold, no short number.
fn is_distinctive(text: &str) -> bool {
    let is_word = text.bytes().all(|b| b.is_ascii_lowercase());
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    text.chars().take(MIN_CHARS).count() == MIN_CHARS && !is_word && !(is_number && text.len() < MIN_DIGITS)
}

/// Reports whether a text is a bare number that no checksum confirmed: found by the words around it, it is as likely a
/// count, a time or an order elsewhere.
fn is_bare_number(text: &str, entity: &Entity) -> bool {
    /// Seconds and milliseconds since 1970 of the years that logs are of have so many digits.
    const EPOCHS: [usize; 2] = [10, 13];
    /// Digits of a number that hardly occurs elsewhere by chance.
    const LONG: usize = 12;
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    let is_epoch = EPOCHS.contains(&text.len()) && matches!(text.as_bytes(), [b'1', b'2'..=b'9', ..]);
    is_number && entity.validated != Validated::Passed && (text.len() < LONG || is_epoch)
}

/// Reports whether a person's name may be propagated: a single word must be no other word, too.
fn is_distinctive_name(text: &str) -> bool {
    text.contains(char::is_whitespace) || name_parts::stands_alone(text)
}

/// Reports whether an entity is evidence enough for its text elsewhere.
fn is_source(entity: &Entity) -> bool {
    match entity.source {
        Source::Recognizer => true,
        Source::Model => entity.confidence >= CONFIDENT,
        Source::Propagated | Source::DenyList | Source::Literal => false,
    }
}

/// Reports whether the account `text` of small letters stands at `span` as a part of a path, which agents are to see as it is.
fn is_in_path(field: &str, span: Span, text: &str) -> bool {
    let is_sign = |b: Option<&u8>| matches!(b, Some(b'/' | b'\\'));
    text.bytes().all(|b| b.is_ascii_lowercase())
        && is_sign(span.start().checked_sub(1).and_then(|at| field.as_bytes().get(at)))
}

/// The fields in which a text that was found is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropagationScope {
    /// All fields.
    Everywhere,
    /// The field of the entity and later fields, so that the entities of a field never depend on later fields.
    Forward,
}

/// Adds the other occurrences of entities whose label `propagates` to `found`, the entities of each field by place:
/// whole words in the same case. An occurrence takes the place of entities that are parts of it and no surer. None is
/// added inside a text of `allow`. With `is_word`, which knows the words that are no names, names are found in other forms, too.
pub fn propagate(
    fields: &[Field<'_>],
    found: &mut [Vec<Entity>],
    propagates: impl Fn(Label) -> bool,
    is_word: Option<&dyn Fn(&str) -> bool>,
    allow: &AllowList,
    scope: PropagationScope,
) {
    assert_eq!(fields.len(), found.len(), "each field has a list of entities");
    let all = sources(fields, found, propagates, is_word, scope);
    let Sources { texts: sources, known_until, .. } = &all;
    let Some(searcher) = Searcher::new(sources) else { return };
    let mut places = Vec::new();
    for ((field, entities), &known) in fields.iter().zip(found.iter_mut()).zip(known_until) {
        let known = if scope == PropagationScope::Everywhere { sources.len() } else { known };
        if scope == PropagationScope::Everywhere {
            // A recognized copy that was found with less evidence becomes as sure as the best find.
            for entity in entities.iter_mut().filter(|entity| entity.source == Source::Recognizer) {
                let better = all.place(entity.span.slice(field.text)).map(|place| &sources[place].1);
                if let Some(better) = better.filter(|b| b.label == entity.label && b.confidence > entity.confidence) {
                    (entity.confidence, entity.alternative) = (better.confidence, better.alternative);
                }
            }
        }
        let mut taken = EntityCursor { entities, last: 0, next: 0 };
        searcher.find(field.text, known, &mut taken, |taken, span, source| {
            let (text, entity) = &sources[source];
            let is_left = entity.label == Label::USERNAME && is_in_path(field.text, span, text);
            if !is_left && taken.gives_way(span, entity) {
                places.push((span, source));
            }
        });
        if places.is_empty() {
            continue;
        }
        // Of occurrences that overlap, the first counts, then the longest.
        places.sort_unstable_by_key(|(span, source)| (span.start(), Reverse(span.end()), *source));
        let allowed = (!allow.is_empty()).then(|| allow.spans(field.text));
        let (mut added, mut end) = (Vec::with_capacity(places.len()), 0);
        for (span, source) in places.drain(..) {
            if span.start() >= end {
                end = span.end();
                if !allowed.as_ref().is_some_and(|allowed| allowed.covers(span)) {
                    added.push(Entity { span, alternative: None, source: Source::Propagated, ..sources[source].1 });
                }
            }
        }
        entities.retain(|entity| {
            let behind = first_behind(&added, 0, entity.span.start());
            !added.get(behind).is_some_and(|added| added.span.covers(entity.span))
        });
        entities.extend(added);
        entities.sort_unstable_by_key(|entity| entity.span);
    }
}

/// A cursor over the entities of a field, which are looked up mostly from left to right.
struct EntityCursor<'a> {
    entities: &'a [Entity],
    /// The place of the last lookup.
    last: usize,
    /// The index of the first entity that ends behind `last`.
    next: usize,
}

impl EntityCursor<'_> {
    /// The first entity that ends behind `start`.
    fn behind(&mut self, start: usize) -> Option<&Entity> {
        let from = if start < self.last { 0 } else { self.next };
        (self.last, self.next) = (start, first_behind(self.entities, from, start));
        self.entities.get(self.next)
    }

    /// The end of the entity that reaches over `start` from before.
    fn end(&mut self, start: usize) -> Option<usize> {
        self.behind(start).filter(|entity| entity.span.start() < start).map(|entity| entity.span.end())
    }

    /// Reports whether the entities at `span` leave it to an occurrence of `known`, since they are parts of it: a name
    /// that the language model reads in a password. Those that are surer stay, so that what is found with a threshold is
    /// found with a lower one, too.
    fn gives_way(&mut self, span: Span, known: &Entity) -> bool {
        self.behind(span.start());
        let within = self.entities[self.next..].iter().take_while(|entity| entity.span.overlaps(span));
        let is_weaker = |entity: &Entity| {
            let is_found = !matches!(entity.source, Source::DenyList | Source::Literal);
            is_found && span.covers(entity.span) && entity.span != span && entity.confidence <= known.confidence
        };
        within.into_iter().all(is_weaker)
    }
}

/// The index of the first of `entities` from `from` on that ends behind `start`: a galloping search, since it is often
/// near.
fn first_behind(entities: &[Entity], from: usize, start: usize) -> usize {
    let is_before = |entity: &Entity| entity.span.end() <= start;
    let (mut low, mut step) = (from, 1);
    while entities.get(low + step - 1).is_some_and(is_before) {
        low += step;
        step *= 2;
    }
    low + entities[low..entities.len().min(low + step)].partition_point(is_before)
}

/// The texts that are propagated.
struct Sources<'a> {
    /// Distinct texts in order of appearance, each with its entity: the most confident one, or going forward the first.
    texts: Vec<(&'a str, Entity)>,
    /// The index of each text, once they are more than a few.
    places: HashMap<&'a str, usize>,
    /// The number of texts that had appeared by the end of each field.
    known_until: Vec<usize>,
}

impl<'a> Sources<'a> {
    /// The index of `text`, if it is there.
    fn place(&self, text: &str) -> Option<usize> {
        // A few are compared one by one.
        match self.texts.len() {
            0..=FEW => self.texts.iter().position(|(known, _)| *known == text),
            _ => self.places.get(text).copied(),
        }
    }

    /// The entity of `text`, if it is there already.
    fn known(&mut self, text: &str) -> Option<&mut Entity> {
        self.place(text).map(|place| &mut self.texts[place].1)
    }

    fn add(&mut self, text: &'a str, entity: Entity) {
        self.texts.push((text, entity));
        // The map begins where few end.
        let new = if self.texts.len() == FEW + 1 { 0 } else { self.texts.len() - 1 };
        if self.texts.len() > FEW {
            self.places.extend(self.texts.iter().enumerate().skip(new).map(|(place, (text, _))| (*text, place)));
        }
    }
}

/// The texts of `found` that are propagated.
fn sources<'a>(
    fields: &[Field<'a>],
    found: &[Vec<Entity>],
    propagates: impl Fn(Label) -> bool,
    is_word: Option<&dyn Fn(&str) -> bool>,
    scope: PropagationScope,
) -> Sources<'a> {
    let known_until = Vec::with_capacity(fields.len());
    let mut sources = Sources { texts: Vec::new(), places: HashMap::new(), known_until };
    let offer = |sources: &mut Sources<'a>, text: &'a str, entity: &Entity, accepts: fn(&str) -> bool| {
        let room = sources.texts.len() < MAX_TEXTS;
        match sources.known(text) {
            Some(best) => {
                let is_better = scope == PropagationScope::Everywhere && best.confidence < entity.confidence;
                if is_better && propagates(entity.label) {
                    *best = *entity;
                }
            }
            None if room && accepts(text) && propagates(entity.label) => sources.add(text, *entity),
            None => {}
        }
    };
    let mut inflections = Inflections::default();
    let offer_forms = |sources: &mut Sources<'a>, inflections: &Inflections<'a>, text: &'a str| {
        let Some(is_word) = is_word.filter(|_| !inflections.is_empty()) else { return };
        inflections.find(text, |form, part| {
            let known = sources.known(part).map(|known| *known);
            if let Some(entity) = known.filter(|_| name_parts::stands_alone(form) && !is_word(form)) {
                offer(sources, form, &entity, |_| true);
            }
        });
    };
    for (field, entities) in fields.iter().zip(found) {
        for entity in entities.iter().filter(|entity| is_source(entity)) {
            let text = entity.span.slice(field.text);
            if is_bare_number(text, entity) {
                continue;
            }
            if entity.label == Label::USERNAME {
                offer(&mut sources, text, entity, |text| is_distinctive(text) || name_parts::is_initial_and_name(text));
                continue;
            }
            if entity.label != Label::PERSON {
                offer(&mut sources, text, entity, is_distinctive);
                continue;
            }
            let accepts =
                |text: &str| is_distinctive(text) && is_distinctive_name(text) || script_names::is_whole(text);
            offer(&mut sources, text, entity, accepts);
            name_parts::parts(text).for_each(|part| {
                offer(&mut sources, part, entity, |_| true);
                inflections.add(part);
            });
        }
        if scope == PropagationScope::Forward {
            offer_forms(&mut sources, &inflections, field.text);
        }
        sources.known_until.push(sources.texts.len());
    }
    if scope == PropagationScope::Everywhere {
        fields.iter().for_each(|field| offer_forms(&mut sources, &inflections, field.text));
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "A";
    const B: &str = "B";

    /// A part of a text that was found, its label and its probability.
    type Part = (&'static str, &'static str, f32);

    fn entity(text: &str, part: &str, label: &str, confidence: f32) -> Entity {
        let start = text.find(part).unwrap();
        let span = Span::new(text, start..start + part.len()).unwrap();
        let alternative = Some((Label::new(B), 0.1));
        Entity {
            span,
            label: Label::new(label),
            confidence,
            alternative,
            source: Source::Recognizer,
            validated: Validated::None,
        }
    }

    /// The fields' entities as text after the propagation of label `A`; `None` stands for a field without entities.
    fn spread(fields: &[(&str, Option<Part>)]) -> Vec<String> {
        spread_in(fields, PropagationScope::Everywhere)
    }

    fn spread_in(fields: &[(&str, Option<Part>)], scope: PropagationScope) -> Vec<String> {
        let mut found: Vec<Vec<Entity>> = Vec::new();
        for (text, part) in fields {
            found.push(part.iter().map(|&(part, label, confidence)| entity(text, part, label, confidence)).collect());
        }
        let fields: Vec<_> = fields.iter().map(|(text, _)| Field::new(text)).collect();
        propagate(
            &fields,
            &mut found,
            |label| label == Label::new(A),
            None,
            &AllowList::new(&["jDoe7 (sic)"]).unwrap(),
            scope,
        );
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
    fn going_forward_a_field_never_depends_on_later_ones() {
        let fields = [
            ("jDoe7 was here", None),
            ("jDoe7, jDoe7", Some(("jDoe7", A, 0.6))),
            ("jDoe7 and kRoe8", None),
            ("jDoe7", Some(("jDoe7", A, 0.9))),
            ("kRoe8 kRoe8", Some(("kRoe8", A, 0.7))),
            ("jDoe7 kRoe8", None),
        ];
        let all = spread_in(&fields, PropagationScope::Forward);
        assert_eq!(
            all,
            ["", "jDoe7=0.6 +jDoe7=0.6", "+jDoe7=0.6", "jDoe7=0.9", "kRoe8=0.7 +kRoe8=0.7", "+jDoe7=0.6 +kRoe8=0.7"]
        );
        for until in 0..fields.len() {
            assert_eq!(spread_in(&fields[..until], PropagationScope::Forward), all[..until]);
        }
    }

    #[test]
    fn leaves_words_and_short_texts_alone() {
        for text in ["abc", "summer", "1984", "12345", "12345678", "1700000000", "日本人"] {
            assert_eq!(spread(&[(text, Some((text, A, 0.8))), (text, None)])[1], "", "{text}");
        }
        for text in ["summer1", "Summer", "123456789012", "日本太郎", "über"] {
            assert_eq!(spread(&[(text, Some((text, A, 0.8))), (text, None)])[1], format!("+{text}=0.8"));
        }
        assert_eq!(spread(&[("jDoe7", Some(("jDoe7", B, 0.8))), ("jDoe7", None)])[1], "");
    }

    #[test]
    fn who_was_named_in_full_is_found_by_a_part_of_the_name() {
        let person = |text: &'static str, name: &'static str, confidence, source| {
            let entity = entity(text, name, "PERSON", confidence);
            let (text, later) = (Field::new(text), Field::new("Jane Roe, Jane, Ms Roe, Will, May: jane, Roeburn"));
            let mut found = vec![vec![Entity { source, ..entity }], Vec::new()];
            propagate(&[text, later], &mut found, |_| true, None, &AllowList::default(), PropagationScope::Forward);
            found[1].iter().map(|e| e.span.slice(later.text)).collect::<Vec<_>>().join("|")
        };
        assert_eq!(person("Jane Roe", "Jane Roe", 0.9, Source::Recognizer), "Jane Roe|Jane|Roe");
        assert_eq!(person("Jane Roe", "Jane Roe", 0.6, Source::Model), "Jane Roe|Jane|Roe");
        assert_eq!(person("Jane Roe", "Jane Roe", 0.4, Source::Model), "");
        assert_eq!(person("Will May", "Will May", 0.9, Source::Recognizer), "");
        assert_eq!(person("so Will", "Will", 0.9, Source::Recognizer), "");
        assert_eq!(person("so Jane", "Jane", 0.9, Source::Recognizer), "Jane|Jane");
    }

    #[test]
    fn takes_no_place_of_another_find_and_is_as_sure_as_the_surest_source() {
        let all = spread(&[
            ("jDoe7", Some(("jDoe7", A, 0.6))),
            ("jDoe7 x", Some(("jDoe7", A, 0.9))),
            ("jDoe7 x", Some(("7 x", B, 0.7))),
            ("jDoe7 x Xyz1", Some(("Xyz1", A, 0.7))),
            ("jDoe7 x", Some(("jDoe7 x", A, 0.5))),
        ]);
        assert_eq!(all, ["jDoe7=0.9", "jDoe7=0.9", "7 x=0.7", "+jDoe7 x=0.5 Xyz1=0.7", "jDoe7 x=0.5"]);
    }

    #[test]
    fn takes_the_place_of_parts_that_are_no_surer() {
        for (part, confidence, expected) in [
            ("Tr0ub4dor", 0.8, "+Tr0ub4dor&3=0.8"),
            ("3", 0.7, "+Tr0ub4dor&3=0.8"),
            ("Tr0ub4dor", 0.9, "Tr0ub4dor=0.9"),
            ("Tr0ub4dor&3", 0.7, "Tr0ub4dor&3=0.7"),
            ("with Tr0ub4dor", 0.7, "with Tr0ub4dor=0.7"),
            ("3 now", 0.7, "3 now=0.7"),
        ] {
            let text = "with Tr0ub4dor&3 now";
            let fields = [("Tr0ub4dor&3", Some(("Tr0ub4dor&3", A, 0.8))), (text, Some((part, B, confidence)))];
            assert_eq!(spread(&fields)[1], expected, "{part}");
        }
    }
}
