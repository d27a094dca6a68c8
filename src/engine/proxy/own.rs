//! Placeholders of our own that come back in a request, and are to pass as they are.
//!
//! What the restore rule left standing in an answer comes back in the history, and must look to the
//! provider as it did when its model wrote it. On log routes what was masked before is not masked again.

use std::collections::{HashMap, HashSet};

use super::{
    pieces::Piece,
    rules::{Rules, Style},
};
use crate::{
    anonymize::{Method, Name, Original},
    keys::Cipher,
    profile::Author,
};
use masquerade_detect::entity::{Entity, Label, Mark, Placeholder, Source};

/// Takes look-alikes that are our own out of `found`.
///
/// In what the model wrote those are our own that this request's earlier strings are given, or that its
/// session `knows`; a number is given to as many texts of a label as came before.
pub(super) fn leave(
    found: &mut [Vec<Entity>],
    pieces: &[Piece<'_>],
    rules: &Rules,
    cipher: &Cipher,
    known: &[(Name, Original)],
) {
    let is_literal = |entity: &Entity| entity.source == Source::Literal;
    if !found.iter().flatten().any(is_literal) {
        return;
    }
    let known: HashSet<&str> = known.iter().map(|(name, _)| &**name).collect();
    let mut given: HashMap<Label, HashSet<&str>> = HashMap::new();
    for (entities, piece) in found.iter_mut().zip(pieces) {
        let text = piece.text.as_str();
        entities.retain(|entity| {
            if !is_literal(entity) {
                return true;
            }
            let literal = entity.span.slice(text);
            let Some(placeholder) = Placeholder::parse(literal) else { return true };
            let is_own = match (&rules.style, piece.author) {
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
            given.entry(entity.label).or_default().insert(entity.span.slice(text));
        }
    }
}

/// Whether a text before has this placeholder.
fn is_given(
    placeholder: &Placeholder<'_>,
    given: &HashMap<Label, HashSet<&str>>,
    rules: &Rules,
    cipher: &Cipher,
) -> bool {
    let texts = given.iter().find(|(label, _)| label.name() == placeholder.label);
    match placeholder.mark {
        Mark::Number(number) => {
            texts.is_some_and(|(label, texts)| rules.method(*label) == Method::Redact && number <= texts.len() as u64)
        }
        Mark::Hash(hash) => texts.is_some_and(|(label, texts)| {
            let is_of = |text: &&str| format!("{:016x}", u64::from_be_bytes(cipher.hash(label.name(), text))) == hash;
            rules.method(*label) == Method::Hash && texts.iter().any(is_of)
        }),
        Mark::Token(token) => cipher.open(placeholder.label, token).is_some(),
    }
}
