//! [`MaskedTexts`]: the entities of a request's texts with their replacements, the edits of body, query and headers that follow
//! from them, and the map that restores the answer.

use std::{borrow::Cow, ops::Range};

use super::source_spellings::{SpellingReader, spelled_surrogates};
use crate::{
    anonymize::{
        MaskingResult, Original, Replacement, Substitute,
        operators::{MapRestoration, digits},
        restore::{PlaceholderVariants, SourceSpelling},
    },
    codec::syntax::{Edit, json::escape, splice},
    engine::proxy::{
        Coverage, RestoreMap,
        hints::may_hold_link,
        incoming::Incoming,
        logfmt,
        refusal::Refusal,
        rules::{Caller, Rules, Style},
        string_shape, target,
        texts::{Occurrence, PlacedEdit, RequestText, RequestTexts, TextKind, spliced},
    },
    keys::Cipher,
    profile::Author,
};
use masquerade_detect::entity::{Entity, Mark, Placeholder};

/// A query that changed, and headers that did, by number.
pub(super) type HeadChanges = (Option<String>, Vec<(usize, String)>);

/// The entities of all texts, and their replacements.
pub(super) struct MaskedTexts<'f, 'p> {
    pub(super) found: &'f [Vec<Entity>],
    pub(super) masked: MaskingResult<'p>,
}

impl MaskedTexts<'_, '_> {
    /// The texts with entities, and these with their replacements.
    fn each<'s, 'b>(
        &'s self,
        texts: &'s RequestTexts<'b>,
    ) -> impl Iterator<Item = (&'s RequestText<'b>, TextReplacements<'s>)> {
        assert_eq!(texts.all.len(), self.found.len(), "each text was searched");
        let found = texts.all.iter().zip(self.found).enumerate().filter(|(_, (_, entities))| !entities.is_empty());
        found.map(|(at, (text, entities))| (text, TextReplacements::new(entities, self.masked.replacements(at))))
    }

    /// The occurrences of texts with entities, and the replacements of these.
    fn occurrences<'s>(
        &'s self,
        texts: &'s RequestTexts<'_>,
    ) -> impl Iterator<Item = (Occurrence<'s>, TextReplacements<'s>)> {
        assert_eq!(texts.all.len(), self.found.len(), "each text was searched");
        let found = texts.occurrences().filter(|occurrence| !self.found[occurrence.text].is_empty());
        found.map(|occurrence| {
            let entities = &self.found[occurrence.text];
            (occurrence, TextReplacements::new(entities, self.masked.replacements(occurrence.text)))
        })
    }

    /// The edits of the body.
    pub(super) fn edits(
        &self,
        texts: &RequestTexts<'_>,
        rules: &Rules,
        cipher: &Cipher,
    ) -> Result<Vec<PlacedEdit>, Refusal> {
        let mut edits = Vec::with_capacity(self.found.iter().map(Vec::len).sum());
        for (occurrence, replaced) in self.occurrences(texts) {
            let text = &texts.all[occurrence.text];
            match text.kind {
                TextKind::Query(_) | TextKind::Header(..) => {}
                TextKind::Form => {
                    if replaced.substitutes().next().is_some() {
                        let masked = replaced.text(text.content());
                        edits.push(texts.edit_whole(text, target::encode(&masked))?);
                    }
                }
                TextKind::Number => {
                    let Some((entity, _)) = replaced.substitutes().next() else { continue };
                    let masked = replaced.text(text.content());
                    // A model that repeats a number writes what it has read: without quotes, it is a number again.
                    let number = match texts.is_in_prose(text) && rules.restore().is_some() {
                        true => masked,
                        false => number(text, entity, &masked, rules, cipher),
                    };
                    edits.push(texts.edit_whole(text, number)?);
                }
                TextKind::Text | TextKind::Link | TextKind::Name | TextKind::Reference | TextKind::EndUser => {
                    for (entity, substitute) in replaced.substitutes() {
                        let replacement = in_syntax(texts, text, entity, substitute, rules, cipher);
                        edits.push(texts.edit_of(occurrence, entity.span, &replacement)?);
                    }
                }
            }
        }
        Ok(edits)
    }

    /// The query and the headers that changed.
    pub(super) fn beside(&self, texts: &RequestTexts<'_>, incoming: Incoming<'_>) -> Result<HeadChanges, Refusal> {
        let (mut query, mut headers) = (Vec::new(), Vec::new());
        let is_beside = |text: &RequestText<'_>| matches!(text.kind, TextKind::Query(_) | TextKind::Header(..));
        for (text, replaced) in self.each(texts).filter(|(text, _)| is_beside(text)) {
            if replaced.substitutes().next().is_none() {
                continue;
            }
            let masked = match logfmt::is_lucene(texts, text) {
                true => replaced.text_with(text.content(), |entity, substitute| {
                    logfmt::escaped(text.content(), entity.span.start(), substitute)
                }),
                false => replaced.text(text.content()),
            };
            match text.kind {
                TextKind::Query(at) => query.push((at, target::encode(&masked))),
                TextKind::Header(at, _) => headers.push((at, masked)),
                _ => unreachable!("only these stand beside the body"),
            }
        }
        if query.is_empty() {
            return Ok((None, headers));
        }
        let before = incoming.query.unwrap_or_default();
        let parts = target::parts(before)?;
        let edit = |(at, replacement): (usize, String)| {
            let range = parts.get(at).map(|part| part.range.clone()).ok_or(Refusal::Internal)?;
            Ok(Edit { range, replacement })
        };
        let edits = query.into_iter().map(edit).collect::<Result<Vec<_>, Refusal>>()?;
        let after = spliced(before.as_bytes(), edits)?;
        Ok((Some(String::from_utf8(after).map_err(|_| Refusal::Internal)?), headers))
    }

    /// The map that restores the answer: substitutes of this request and those that the session knows. Of sealed texts
    /// that stay as they came, this conversation sealed those whose originals stand in the request; all others are
    /// opened only for a caller who may deanonymize.
    pub(super) fn restore_map(
        &self,
        texts: &RequestTexts<'_>,
        rules: &Rules,
        caller: &Caller,
        known: Vec<(Substitute, Original)>,
    ) -> RestoreMap {
        let Some(restore) = rules.restore() else { return RestoreMap::nothing() };
        // Methods that leave no trace of a text lose it, unless a numbered placeholder replaced it.
        let is_lost = |label, name: &str| {
            rules.method(label).operator().by_map == MapRestoration::Positions && Placeholder::parse(name).is_none()
        };
        let given = self.masked.substitutions.iter();
        let restorable = given.filter(|known| !is_lost(known.label, &known.substitute));
        let mut substitutes = known;
        substitutes.reserve(self.masked.substitutions.len());
        substitutes.extend(restorable.map(|known| (known.substitute.clone(), known.original.clone())));
        substitutes.extend(self.masked.parts.iter().cloned());
        if caller.may_deanonymize {
            substitutes.extend(sealed(texts, self.found, &caller.cipher));
        }
        if substitutes.is_empty() {
            return RestoreMap::nothing();
        }
        let spellings = self.source_spellings(texts);
        substitutes
            .extend(spellings.iter().flat_map(|(substitute, spelling)| spelled_surrogates(substitute, spelling)));
        let taken = variants(texts);
        let trusted = self.trusted(texts);
        let trusted = trusted.iter().map(|(text, places)| (&**text, &**places));
        RestoreMap::new(restore, substitutes, &taken, trusted, spellings)
    }

    /// The spellings of the originals in the request, each with its substitute.
    fn source_spellings(&self, texts: &RequestTexts<'_>) -> Vec<(Substitute, SourceSpelling)> {
        let mut reader = SpellingReader::default();
        for (text, replaced) in self.each(texts) {
            for (entity, substitute) in replaced.substitutes() {
                if let Some(spelled) = texts.spelled(text, entity.span) {
                    reader.push(substitute, spelled);
                }
            }
        }
        reader.finish()
    }

    /// The masked texts with substitutes that may hold a link, with the places of these.
    fn trusted(&self, texts: &RequestTexts<'_>) -> Vec<(String, Vec<Range<usize>>)> {
        let mut trusted = Vec::new();
        for (text, replaced) in self.each(texts) {
            let content = text.content();
            // A name may make a link of what stands beside it.
            if replaced.substitutes().next().is_none()
                || !text.hints.links && !replaced.may_make_link(content) && !replaced.may_make_host(content)
            {
                continue;
            }
            let masked = replaced.text(content);
            if replaced.may_make_host(content) || may_hold_link(&masked) {
                trusted.push((masked, replaced.places()));
            }
        }
        trusted
    }

    pub(super) fn coverage(&self, texts: &RequestTexts<'_>, rules: &Rules) -> Coverage {
        let mut coverage = texts.coverage.clone();
        for (_, replaced) in self.occurrences(texts) {
            let mut count = 0;
            for (entity, _) in replaced.substitutes() {
                coverage.count(entity.label, rules.method(entity.label));
                count += 1;
            }
            coverage.replaced += u64::from(count > 0);
        }
        coverage
    }
}

/// The entities of a text, and their replacements.
#[derive(Clone, Copy)]
struct TextReplacements<'s> {
    entities: &'s [Entity],
    replacements: &'s [Replacement<'s>],
}

impl<'s> TextReplacements<'s> {
    /// Pairs entities with their replacements.
    ///
    /// # Panics
    /// If there is not one replacement for each: an entity without one would leave unmasked.
    fn new(entities: &'s [Entity], replacements: &'s [Replacement<'s>]) -> Self {
        assert_eq!(entities.len(), replacements.len(), "each entity has its replacement");
        Self { entities, replacements }
    }

    /// The entities that are replaced, and their substitutes.
    fn substitutes(self) -> impl Iterator<Item = (&'s Entity, &'s Substitute)> + Clone {
        let substituted = |(entity, replacement): (&'s Entity, &'s Replacement<'s>)| match replacement {
            Replacement::Original(_) => None,
            Replacement::Substitute(substitute) => Some((entity, substitute)),
        };
        self.entities.iter().zip(self.replacements).filter_map(substituted)
    }

    /// The masked text.
    fn text(self, text: &str) -> String {
        self.text_with(text, |_, substitute| Cow::Borrowed(substitute))
    }

    /// The masked text, with each substitute as `spell` writes it.
    fn text_with(self, text: &str, spell: impl Fn(&Entity, &'s str) -> Cow<'s, str>) -> String {
        let mut masked = Vec::with_capacity(text.len() + 16 * self.entities.len());
        let spelled =
            |(entity, substitute): (&'s Entity, &'s Substitute)| (entity.span.range(), spell(entity, substitute));
        let edits: Vec<(Range<usize>, Cow<'s, str>)> = self.substitutes().map(spelled).collect();
        splice(text.as_bytes(), edits.iter().map(|(range, text)| (range.clone(), &**text)), &mut masked)
            .expect("entities are in order and apart");
        String::from_utf8(masked).expect("entities begin and end between characters")
    }

    /// The places of the substitutes in the masked text.
    fn places(self) -> Vec<Range<usize>> {
        let (mut more, mut less) = (0, 0);
        let place = |(entity, substitute): (&Entity, &Substitute)| {
            let start = entity.span.start() + more - less;
            more += substitute.len();
            less += entity.span.range().len();
            start..start + substitute.len()
        };
        self.substitutes().map(place).collect()
    }

    /// Reports whether a link may begin in the masked text where none does in `text`.
    fn may_make_link(self, text: &str) -> bool {
        self.substitutes().any(|(entity, name)| {
            let is_plain = name.starts_with('[') && !name.contains(['/', '=']);
            !is_plain || matches!(text.as_bytes().get(entity.span.end()), Some(b'(' | b':'))
        })
    }

    /// Reports whether an entity may be a label of a host, as in `ada.example.com`.
    fn may_make_host(self, text: &str) -> bool {
        let behind = |entity: &Entity| text.as_bytes().get(entity.span.end()).copied();
        self.substitutes().any(|(entity, _)| matches!(behind(entity), Some(b'.' | b'-' | b'_')))
    }
}

/// The placeholders of which variants stand in the texts.
pub(super) fn variants(texts: &RequestTexts<'_>) -> PlaceholderVariants {
    let with_variants = texts.all.iter().filter(|text| text.hints.variants);
    PlaceholderVariants::of(with_variants.map(RequestText::content))
}

/// The substitute of an entity as the syntax around it takes it: in JSON within log records a number, in queries of Lucene
/// without brackets of ranges.
fn in_syntax<'s>(
    texts: &RequestTexts<'_>,
    text: &RequestText<'_>,
    entity: &Entity,
    substitute: &'s str,
    rules: &Rules,
    cipher: &Cipher,
) -> Cow<'s, str> {
    let content = text.content();
    if logfmt::is_lucene(texts, text) {
        return logfmt::escaped(content, entity.span.start(), substitute);
    }
    let is_record = matches!(rules.style, Style::Records);
    match is_record && string_shape::is_number_of_member(content, entity.span.range()) {
        true => Cow::Owned(digits(cipher, entity.label.name(), entity.span.slice(content))),
        false => Cow::Borrowed(substitute),
    }
}

/// The replacement of a number: a string; in records as many digits.
fn number(text: &RequestText<'_>, entity: &Entity, masked: &str, rules: &Rules, cipher: &Cipher) -> String {
    if let Style::Records = rules.style {
        return digits(cipher, entity.label.name(), text.content());
    }
    let mut quoted = String::from("\"");
    escape(masked, &mut quoted);
    quoted.push('"');
    quoted
}

/// Sealed texts in the model's earlier turns, which pass as they are, with their originals.
fn sealed(texts: &RequestTexts<'_>, found: &[Vec<Entity>], cipher: &Cipher) -> Vec<(Substitute, Original)> {
    let mut opened = Vec::new();
    for (text, entities) in texts.all.iter().zip(found).filter(|(text, _)| text.author == Author::Model) {
        let content = text.content();
        for (span, placeholder) in masquerade_detect::entity::find_placeholders(content) {
            let Placeholder { label, mark: Mark::Token(token) } = placeholder else { continue };
            let stays = !entities.iter().any(|entity| entity.span.overlaps(span));
            if let Some(original) = cipher.open(label, token).filter(|_| stays) {
                opened.push((Substitute::from(span.slice(content)), Original::from(original)));
            }
        }
    }
    opened
}
