//! The policy of a route: `[[routes.policy]]`, `mode` and `[routes.shadow]`.

use super::{MAX_NAMES, RouteContext, agents::Voices, detection};
use crate::{
    config::{
        Detection,
        sections::{check_methods, methods},
    },
    input::{Fault, Item, Object},
};

/// Most rules of a policy.
const MAX_RULES: usize = 1000;

/// The treatment of a route's requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Requests are masked, and refused where they cannot be.
    #[default]
    Enforce,
    /// Requests pass as they are; what would become of them is counted.
    Observe,
}

/// The treatment of personal data in answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Responses {
    /// Placeholders of the request are restored.
    #[default]
    Restore,
    /// New personal data that the model writes are masked, and nothing is restored.
    MaskNew,
    /// Placeholders of the request are restored, and what the model itself writes is masked.
    Both,
}

/// A writer of texts in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// Descriptions and schemas of tools.
    Tools,
    /// Prompts of the system.
    System,
    /// The user, and texts of unknown authors.
    User,
    /// Earlier turns of the model.
    Model,
    /// Results of tools.
    Tool,
}

impl Voice {
    /// All voices with their names.
    pub const ALL: [(&str, Self); 5] = [
        ("tools", Self::Tools),
        ("system", Self::System),
        ("user", Self::User),
        ("model", Self::Model),
        ("tool", Self::Tool),
    ];
}

/// A rule of a policy. The first one counts whose labels and voices an entity has.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyRule {
    /// Labels and groups.
    pub entities: Vec<String>,
    /// The voices; empty: all.
    pub voices: Vec<Voice>,
    /// The method.
    pub method: String,
    /// The least confidence of an entity; one below it is left as it is.
    pub threshold: Option<f32>,
}

/// A policy that is only counted.
#[derive(Clone, Debug)]
pub struct Shadow {
    /// The default method; `None`: the profile's.
    pub method: Option<String>,
    /// Methods by label or group.
    pub methods: Vec<(String, String)>,
    /// The settings of detection.
    pub detection: Detection,
    /// The level of the language model for each voice; `None`: the usual ones.
    pub ner: Option<Voices>,
    /// The rules.
    pub policy: Vec<PolicyRule>,
}

/// Reads `mode`.
pub(super) fn mode(object: &mut Object<'_, '_>) -> Option<Mode> {
    let names = [("enforce", Mode::Enforce), ("observe", Mode::Observe)];
    object.or_else("mode", Mode::default, |item| item.name(&names))
}

/// Reads `attributes`, which only altered forms of placeholders have.
pub(super) fn attributes(object: &mut Object<'_, '_>, tolerant: bool) -> Option<bool> {
    let attributes = object.or_else("attributes", || false, |item| item.boolean())?;
    if attributes && !tolerant {
        object.refuse(
            Fault::OutOfRange,
            "attributes",
            || "needs `tolerant`, without which nothing with an attribute is restored",
        );
        return None;
    }
    Some(attributes)
}

/// Reads `responses`.
pub(super) fn responses(object: &mut Object<'_, '_>) -> Option<Responses> {
    let names = [("restore", Responses::Restore), ("mask-new", Responses::MaskNew), ("both", Responses::Both)];
    object.or_else("responses", Responses::default, |item| item.name(&names))
}

/// Reads `policy`.
pub(super) fn policy(object: &mut Object<'_, '_>, around: &RouteContext<'_>) -> Option<Vec<PolicyRule>> {
    object.or_else("policy", Vec::new, |item| item.list(MAX_RULES, |item| rule(item, around)))
}

fn rule(item: Item<'_, '_>, around: &RouteContext<'_>) -> Option<PolicyRule> {
    let names = around.names;
    let mut object = item.object()?;
    let entities =
        object.required("entities", |item| item.list(MAX_NAMES, |item| item.parse(|name| names.entity(name))));
    let voices = object.or_else("voices", Vec::new, |item| item.list(Voice::ALL.len(), |item| item.name(&Voice::ALL)));
    let method = object.required("method", |item| item.parse(|name| names.method(name)));
    #[allow(clippy::cast_possible_truncation)]
    let threshold = object.or_else("threshold", || None, |item| item.number(0.0..=1.0).map(|n| Some(n as f32)));
    let is_of_voices = voices.as_ref().is_some_and(|voices| !voices.is_empty());
    if is_of_voices && method.as_deref().is_some_and(|method| !matches!(method, "KEEP" | "BLOCK")) {
        object.refuse(
            Fault::OutOfRange,
            "method",
            || "must be KEEP or BLOCK in a rule with voices: a text has one substitute, whoever repeats it",
        );
    }
    if !around.has_secret && method.as_deref().is_some_and(|method| matches!(method, "HASH" | "ENCRYPT")) {
        object.refuse(
            Fault::OutOfRange,
            "method",
            || "HASH and ENCRYPT of a route need a secret of your own: add [[secrets]], or set MASQUERADE_SECRET",
        );
    }
    object.finish();
    Some(PolicyRule { entities: entities?, voices: voices?, method: method?, threshold: threshold? })
}

/// Reads `shadow`.
pub(super) fn shadow(object: &mut Object<'_, '_>, around: &RouteContext<'_>) -> Option<Option<Shadow>> {
    object.or_else(
        "shadow",
        || None,
        |item| {
            let mut object = item.object()?;
            let names = around.names;
            let method = object.or_else("method", || None, |item| item.parse(|name| names.method(name)).map(Some));
            let methods = object.or_else("methods", Vec::new, |item| methods(item, names));
            check_methods(&object, methods.as_deref());
            let (detection, ner) = detection(&mut object, around).unzip();
            let policy = policy(&mut object, around);
            object.finish();
            Some(Some(Shadow { method: method?, methods: methods?, detection: detection?, ner: ner?, policy: policy? }))
        },
    )
}
