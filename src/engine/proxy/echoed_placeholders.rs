//! Echoed placeholders: those of this gateway that come back in a request, and pass as they are.
//!
//! A placeholder that was not restored in an answer comes back in the history, and must look to the
//! provider as it did when its model wrote it. On log routes a masked value is not masked again.

use std::collections::{HashMap, HashSet};

use super::{
    rules::{Rules, Style},
    texts::RequestText,
};
use crate::{
    anonymize::{Original, Substitute, operators::PlaceholderForm},
    keys::Cipher,
    profile::Author,
};
use masquerade_detect::entity::{Entity, Label, Mark, Placeholder, Source};

/// Retains, in `found`, the literal placeholders that are not this gateway's own.
///
/// In a text of the model those are its own that earlier texts of this request are given, or that the
/// session has (`known`); a label's numbers run up to the count of its distinct originals in earlier texts.
pub(super) fn retain(
    found: &mut [Vec<Entity>],
    texts: &[RequestText<'_>],
    rules: &Rules,
    cipher: &Cipher,
    known: &[(Substitute, Original)],
) {
    let is_literal = |entity: &Entity| entity.source == Source::Literal;
    if !found.iter().flatten().any(is_literal) {
        return;
    }
    let known: HashSet<&str> = known.iter().map(|(name, _)| &**name).collect();
    let mut given: HashMap<Label, GivenTexts<'_>> = HashMap::new();
    for (entities, text) in found.iter_mut().zip(texts) {
        let content = text.content();
        entities.retain(|entity| {
            if !is_literal(entity) {
                return true;
            }
            let literal = entity.span.slice(content);
            let Some(placeholder) = Placeholder::parse(literal) else { return true };
            let is_own = match (&rules.style, text.author) {
                (Style::Records, _) => match placeholder.mark {
                    Mark::Hash(_) => true,
                    Mark::Token(token) => cipher.open(placeholder.label, token).is_some(),
                    Mark::Number(_) => false,
                },
                (Style::Dialogue(_), Author::Model) => {
                    known.contains(literal) || is_given(&placeholder, &given, rules, cipher)
                }
                _ => false,
            };
            !is_own
        });
        for entity in entities.iter().filter(|entity| !is_literal(entity)) {
            let original = entity.span.slice(content);
            let texts = given.entry(entity.label).or_default();
            if texts.texts.insert(original) && writes(rules, entity.label, PlaceholderForm::Hash) {
                let hash = u64::from_be_bytes(cipher.hash(entity.label.name(), original));
                texts.hashes.insert(format!("{hash:016x}"));
            }
        }
    }
}

/// The distinct originals of one label in the texts so far.
#[derive(Default)]
struct GivenTexts<'t> {
    texts: HashSet<&'t str>,
    /// Their hashes, in hexadecimal, if the label's method writes such placeholders.
    hashes: HashSet<String>,
}

/// Reports whether the method of a label writes placeholders of this form.
fn writes(rules: &Rules, label: Label, form: PlaceholderForm) -> bool {
    rules.method(label).operator().placeholder == Some(form)
}

/// Reports whether an original in an earlier text has this placeholder.
fn is_given(
    placeholder: &Placeholder<'_>,
    given: &HashMap<Label, GivenTexts<'_>>,
    rules: &Rules,
    cipher: &Cipher,
) -> bool {
    let texts = given.iter().find(|(label, _)| label.name() == placeholder.label);
    match placeholder.mark {
        Mark::Number(number) => texts.is_some_and(|(&label, given)| {
            let is_number = writes(rules, label, PlaceholderForm::Number) && number <= given.texts.len() as u64;
            // One hash in some two thousand has no letter.
            is_number || given.hashes.contains(&number.to_string())
        }),
        Mark::Hash(hash) => texts.is_some_and(|(_, given)| given.hashes.contains(hash)),
        Mark::Token(token) => cipher.open(placeholder.label, token).is_some(),
    }
}
