//! The verdicts of a route's policy on the entities of a request: masked, left as they are, or refused.

use super::{
    refusal::{BlockedEntities, Refusal},
    rules::Rules,
    texts::RequestTexts,
};
use crate::{anonymize::Method, config::Voice, profile::Author};
use masquerade_detect::LabelSet;
use masquerade_detect::entity::{Entity, Label};

/// A rule of a route's policy. The first one counts whose labels and voices an entity has.
#[derive(Clone, Debug)]
pub struct PolicyRule {
    /// The labels.
    pub labels: LabelSet,
    /// The voices; empty: all.
    pub voices: Vec<Voice>,
    /// The method.
    pub method: Method,
    /// The least confidence of an entity; one below it is left as it is.
    pub threshold: Option<f32>,
}

/// The decision of a policy on an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The method of its label holds.
    Mask,
    Keep,
    Block,
}

/// The voice of an author's texts. Those of unknown authors are taken for the user's.
pub(super) fn voice_of(author: Author) -> Voice {
    match author {
        Author::Tools => Voice::Tools,
        Author::System => Voice::System,
        Author::User | Author::Other => Voice::User,
        Author::Model => Voice::Model,
        Author::Tool => Voice::Tool,
    }
}

/// An author whose texts are those of a voice.
pub(super) fn author_of(voice: Voice) -> Author {
    let authors = [Author::Tools, Author::System, Author::User, Author::Model, Author::Tool];
    authors.into_iter().find(|author| voice_of(*author) == voice).unwrap_or(Author::Other)
}

impl Rules {
    fn verdict(&self, entity: &Entity, author: Author) -> Verdict {
        let is_of_rule = |rule: &&PolicyRule| {
            rule.labels.contains(entity.label) && (rule.voices.is_empty() || rule.voices.contains(&voice_of(author)))
        };
        match self.policy_rules.iter().find(is_of_rule) {
            Some(rule) if rule.threshold.is_some_and(|least| entity.confidence < least) => Verdict::Keep,
            Some(PolicyRule { method: Method::Keep, .. }) => Verdict::Keep,
            Some(PolicyRule { method: Method::Block, .. }) => Verdict::Block,
            Some(_) => Verdict::Mask,
            None if self.method(entity.label) == Method::Block => Verdict::Block,
            None => Verdict::Mask,
        }
    }
}

impl Rules {
    /// The method for an entity that a model wrote of its own; `None`: it stays.
    pub(super) fn method_in_answer(&self, entity: &Entity) -> Option<Method> {
        match self.verdict(entity, Author::Model) {
            Verdict::Keep => None,
            Verdict::Block => Some(Method::Block),
            Verdict::Mask => Some(self.method(entity.label)).filter(|method| method.operator().replaces),
        }
    }
}

/// Takes out the entities that the policy leaves as they are.
///
/// # Errors
/// [`Refusal::Blocked`] if the policy blocks one.
pub(super) fn apply(
    rules: &Rules,
    texts: &RequestTexts<'_>,
    found: &mut [Vec<Entity>],
    body: &[u8],
) -> Result<(), Refusal> {
    let mut has_blocked = false;
    for (text, entities) in texts.all.iter().zip(&mut *found) {
        entities.retain(|entity| {
            let verdict = rules.verdict(entity, text.author);
            has_blocked |= verdict == Verdict::Block;
            verdict != Verdict::Keep
        });
    }
    if !has_blocked {
        return Ok(());
    }
    let mut blocked = BlockedEntities::default();
    for occurrence in texts.occurrences() {
        let author = texts.all[occurrence.text].author;
        for entity in &found[occurrence.text] {
            if rules.verdict(entity, author) == Verdict::Block {
                blocked.add(entity.label, || texts.place(occurrence, body));
            }
        }
    }
    Err(Refusal::Blocked(Box::new(blocked)))
}

/// The methods by label of the rules that hold for all voices, the first rule for a label first.
pub(super) fn methods(rules: &[PolicyRule]) -> Vec<(Label, Method)> {
    let of_all = rules.iter().filter(|rule| rule.voices.is_empty());
    let mut methods: Vec<(Label, Method)> = Vec::new();
    for rule in of_all {
        for label in rule.labels.iter() {
            if !methods.iter().any(|(known, _)| *known == label) {
                methods.push((label, rule.method));
            }
        }
    }
    methods
}
