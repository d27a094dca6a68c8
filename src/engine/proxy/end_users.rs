//! [`EndUsers`]: the identifiers of end users in a request, which are hashed whatever the route's method.
//!
//! Numbers are given request by request, so one placeholder would stand for every user: the provider could neither tell
//! who misuses its service nor keep their caches apart.

use super::{
    coverage::Coverage,
    refusal::Refusal,
    rules::Rules,
    texts::{PlacedEdit, RequestTexts, TextKind},
};
use crate::{
    anonymize::{
        Method, Original, Substitute, SubstituteKind,
        operators::{Outcome, Subject},
    },
    keys::Cipher,
};
use masquerade_detect::{Catalogue, entity::Entity};

/// The entities in identifiers of end users, with their substitutes.
#[derive(Default)]
pub(super) struct EndUsers {
    /// The entities, each with the index of its text and its substitute.
    hashed: Vec<(usize, Entity, Substitute)>,
}

impl EndUsers {
    /// Takes the entities of identifiers of end users out of `found`, which has those of all texts.
    pub(super) fn take(
        texts: &RequestTexts<'_>,
        found: &mut [Vec<Entity>],
        rules: &Rules,
        labels: &Catalogue,
        cipher: &Cipher,
    ) -> Self {
        let mut hashed = Vec::new();
        for (at, text) in texts.all.iter().enumerate().filter(|(_, text)| text.kind == TextKind::EndUser) {
            for entity in std::mem::take(&mut found[at]) {
                let (label, content) = (entity.label, text.content());
                let handling = labels.handling(label);
                let subject = Subject { label, handling, text: entity.span.slice(content), cipher, bounded: true };
                if !rules.method(label).operator().replaces {
                    continue;
                }
                if let Some(substitute) = hash(subject) {
                    hashed.push((at, entity, substitute));
                }
            }
        }
        Self { hashed }
    }

    /// The edits of the body.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if they do not fit.
    pub(super) fn edits(&self, texts: &RequestTexts<'_>) -> Result<Vec<PlacedEdit>, Refusal> {
        let edit = |(at, entity, substitute): &(usize, Entity, Substitute)| {
            texts.edit(&texts.all[*at], entity.span, substitute)
        };
        self.hashed.iter().map(edit).collect()
    }

    /// The substitutes with their originals, for answers that repeat them.
    pub(super) fn known(&self, texts: &RequestTexts<'_>) -> impl Iterator<Item = (Substitute, Original)> {
        self.hashed.iter().map(|(at, entity, substitute)| {
            (substitute.clone(), Original::new(entity.span.slice(texts.all[*at].content())))
        })
    }

    /// Adds them to the counts of a request.
    pub(super) fn count(&self, coverage: &mut Coverage) {
        let mut last = None;
        for (at, entity, _) in &self.hashed {
            coverage.count(entity.label, Method::Hash);
            coverage.replaced += u64::from(last != Some(at));
            last = Some(at);
        }
    }
}

/// The hashed placeholder of a text.
fn hash(subject: Subject<'_>) -> Option<Substitute> {
    match Method::Hash.operate(subject) {
        Outcome::Request(SubstituteKind::Fixed(substitute)) => Some(substitute),
        _ => None,
    }
}
