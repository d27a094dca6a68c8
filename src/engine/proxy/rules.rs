//! [`Rules`]: the settings by which a route masks its requests.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use super::{
    OpaqueFiles, Refusal, RestoreRules,
    verdict::{self, PolicyRule},
};
use crate::{
    anonymize::{Method, Policy},
    config::Voices,
    engine::MaskSettings,
    keys::{AliasKey, Cipher, SessionKey},
    profile::Author,
};
use masquerade_detect::Level;
use masquerade_detect::entity::{Entity, Label, LabelInfo, Source, Validation};
use masquerade_detect::{Detector, Options};

/// Labels of addresses themselves, which say nothing of a person.
const ADDRESSES: [&str; 3] = ["URL", "DOMAIN_NAME", "IP_ADDRESS"];

/// The settings by which a route masks its requests. Built once per route.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) detection: Options,
    /// Detection in addresses that the provider is to fetch, which are no prose.
    pub(super) links: Options,
    /// Detection in paths of targets, whose segments are no prose, and in texts that the language model does not read.
    pub(super) paths: Options,
    /// Detection with the faster half of the language model.
    fast: Options,
    voices: Voices,
    pub(super) policy: Policy,
    /// The policy beside the methods of labels.
    pub(super) policy_rules: Vec<PolicyRule>,
    pub(super) style: Style,
    pub(super) on_unknown: OnUnknown,
    pub(super) opaque: OpaqueFiles,
    pub(super) note: Option<Arc<str>>,
    /// True if numbered placeholders tell attributes of their originals.
    pub(super) has_attributes: bool,
    /// True if requests pass as they are, and are only counted.
    observes: bool,
    /// True if the texts that the session of kept state knows are searched for.
    pub(super) uses_session: bool,
    /// The least life of a map of kept state after the last use of its entries.
    pub(super) state_ttl: Duration,
    /// A number of these settings, by which the memo tells their findings from those of others.
    pub(super) settings: u64,
}

/// The use of a route.
#[derive(Clone, Debug)]
pub enum Style {
    /// Conversations: masked texts are restored in the answer.
    Dialogue(RestoreRules),
    /// Records: masked values stay masked, equal values stay equal across requests, and values keep their
    /// type.
    Records,
}

/// The treatment of a request that cannot be searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnUnknown {
    /// The request is refused.
    #[default]
    Refuse,
    /// The request is passed on as it is, and counted.
    Pass,
}

impl Rules {
    /// Rules of a detection and a policy.
    pub fn new(ask: MaskSettings, style: Style) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let MaskSettings { detection, policy, uses_session, .. } = ask;
        let labels = detection.labels.iter().filter(|label| !ADDRESSES.contains(&label.name()));
        let links = Options { labels: labels.collect(), ner: Level::Off, ..detection.clone() };
        let paths = Options { ner: Level::Off, ..detection.clone() };
        let fast = Options { ner: Level::Fast, ..detection.clone() };
        let voices = Voices::all(detection.ner);
        let settings = NEXT.fetch_add(1, Ordering::Relaxed);
        Self {
            detection,
            links,
            paths,
            fast,
            voices,
            policy,
            policy_rules: Vec::new(),
            style,
            on_unknown: OnUnknown::default(),
            opaque: OpaqueFiles::default(),
            note: None,
            has_attributes: false,
            observes: false,
            uses_session,
            state_ttl: Duration::ZERO,
            settings,
        }
    }

    /// These rules with another treatment of requests that cannot be searched.
    pub fn with_unknown(self, on_unknown: OnUnknown) -> Self {
        Self { on_unknown, ..self }
    }

    /// These rules with attributes in numbered placeholders, if `has_attributes`.
    pub fn with_attributes(self, has_attributes: bool) -> Self {
        Self { has_attributes, ..self }
    }

    /// These rules with a life of maps of kept state, where it is longer than that of other sessions.
    pub fn with_state_ttl(self, state_ttl: Duration) -> Self {
        Self { state_ttl, ..self }
    }

    /// These rules with another treatment of files that cannot be searched.
    pub fn with_opaque(self, opaque: OpaqueFiles) -> Self {
        Self { opaque, ..self }
    }

    /// These rules with a level of the language model for each voice, none of them above that of the detection.
    pub fn with_voices(self, voices: Voices) -> Self {
        Self { voices, ..self }
    }

    /// The detection in texts of an author, whether only what the language model is sure of counts, and a number below 8
    /// that tells these settings from others of the route.
    pub(super) fn voice(&self, author: Author) -> (&Options, bool, u64) {
        let voice = self.voices.level(verdict::voice_of(author));
        match voice.level {
            Level::Off => (&self.paths, false, 2),
            Level::Fast => (&self.fast, voice.is_sure, 3),
            Level::Full => (&self.detection, voice.is_sure, 0),
        }
    }

    /// These rules with a note to the model in every request of an API that has a place for one.
    pub fn with_note(self, note: Option<Arc<str>>) -> Self {
        Self { note, ..self }
    }

    /// These rules with a policy, which goes before the methods of labels.
    pub fn with_policy(mut self, rules: Vec<PolicyRule>) -> Self {
        self.policy.by_label.extend(verdict::methods(&rules));
        Self { policy_rules: rules, ..self }
    }

    /// These rules in observation: requests pass as they are, and are only counted.
    pub fn with_observation(self, observes: bool) -> Self {
        Self { observes, ..self }
    }

    /// Reports whether requests pass as they are, and are only counted.
    pub fn observes(&self) -> bool {
        self.observes
    }

    /// The level of the language model.
    pub fn level(&self) -> Level {
        self.detection.ner
    }

    /// The treatment of a request that cannot be searched.
    pub fn on_unknown(&self) -> OnUnknown {
        self.on_unknown
    }

    /// Reports whether the body of a request that is refused for this reason passes as it is.
    pub fn passes(&self, refusal: &Refusal) -> bool {
        self.on_unknown == OnUnknown::Pass && refusal.may_pass()
    }

    /// The rules by which the answer is restored, if it is.
    pub fn restore(&self) -> Option<&RestoreRules> {
        match &self.style {
            Style::Dialogue(rules) => Some(rules),
            Style::Records => None,
        }
    }

    /// The method that replaces a label.
    pub(super) fn method(&self, label: Label) -> Method {
        self.policy.method(label)
    }
}

/// Reports whether a deny list has the entity.
pub(super) fn is_denied(entity: &Entity) -> bool {
    entity.source == Source::DenyList
}

/// The least confidence of a find of the language model that counts where only what it is sure of does.
const SURE: f32 = 0.9;

/// Reports whether an entity counts where only what the language model is sure of does.
pub(super) fn is_sure(entity: &Entity) -> bool {
    entity.source != Source::Model || entity.confidence >= SURE
}

/// Reports whether an entity in a number counts: digits alone look like many things, so it takes a validation.
pub(super) fn counts_in_number(detector: &Detector, entity: &Entity) -> bool {
    let is_validated = |info: &LabelInfo| !matches!(info.validation, Validation::None | Validation::LanguageModel);
    is_denied(entity) || detector.catalogue().info(entity.label).is_some_and(is_validated)
}

/// The caller of a request: a tenant and its keys.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The tenant: no other one can reach the request's session.
    pub tenant: Arc<str>,
    /// The tenant's keys in the route's realm.
    pub cipher: Cipher,
    /// The key of the tenant's sessions, for state that the provider keeps.
    pub sessions: SessionKey,
    /// The key of the ids that the route's providers give to such state.
    pub aliases: AliasKey,
    /// True if the caller may open placeholders that other conversations sealed.
    pub may_deanonymize: bool,
}
