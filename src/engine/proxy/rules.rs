//! [`Rules`]: what a route wants of its requests.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use super::RestoreRules;
use crate::{
    anonymize::{Method, Policy},
    engine::Ask,
    keys::{AliasKey, Cipher, SessionKey},
};
use masquerade_detect::Level;
use masquerade_detect::entity::{Entity, Label, LabelInfo, Source, Validation};
use masquerade_detect::{Detector, Options};

/// Labels that say of an address that it is one.
const ADDRESSES: [&str; 3] = ["URL", "DOMAIN_NAME", "IP_ADDRESS"];

/// What a route wants of its requests. Built once per route.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) detection: Options,
    /// For addresses that the provider is to fetch, which are no prose.
    pub(super) links: Options,
    /// For paths of targets, whose parts are no prose either.
    pub(super) paths: Options,
    pub(super) policy: Policy,
    pub(super) style: Style,
    pub(super) on_unknown: OnUnknown,
    pub(super) note: Option<Arc<str>>,
    /// Distinguishes what was found under these settings from what was found under others.
    pub(super) settings: u64,
}

/// What a route is for.
#[derive(Clone, Debug)]
pub enum Style {
    /// Conversations: what is masked is restored in the answer.
    Dialogue(RestoreRules),
    /// Records: what is masked stays so, equal values are equal ever after, and values stay of their
    /// type.
    Records,
}

/// What becomes of what cannot be looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnUnknown {
    /// It is refused.
    #[default]
    Refuse,
    /// It is passed on as it is, and counted.
    Pass,
}

impl Rules {
    /// Rules of what to detect and what becomes of it.
    pub fn new(ask: Ask, style: Style) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let Ask { detection, policy } = ask;
        let labels = detection.labels.iter().filter(|label| !ADDRESSES.contains(&label.name()));
        let links = Options { labels: labels.collect(), ner: Level::Off, ..detection.clone() };
        let paths = Options { ner: Level::Off, ..detection.clone() };
        let settings = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { detection, links, paths, policy, style, on_unknown: OnUnknown::default(), note: None, settings }
    }

    /// The same, with what becomes of what cannot be looked through.
    pub fn with_unknown(self, on_unknown: OnUnknown) -> Self {
        Self { on_unknown, ..self }
    }

    /// The same, with a note to the model in every request of an API that has a place for one.
    pub fn with_note(self, note: Option<Arc<str>>) -> Self {
        Self { note, ..self }
    }

    /// How much the language model does.
    pub fn level(&self) -> Level {
        self.detection.ner
    }

    /// What becomes of what cannot be looked through.
    pub fn on_unknown(&self) -> OnUnknown {
        self.on_unknown
    }

    /// How the answer is restored, if it is.
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

/// Whether what was found in a number counts: digits alone look like many things.
pub(super) fn counts_in_number(detector: &Detector, entity: &Entity) -> bool {
    let is_validated = |info: &LabelInfo| !matches!(info.validation, Validation::None | Validation::LanguageModel);
    entity.source == Source::DenyList || detector.catalogue().info(entity.label).is_some_and(is_validated)
}

/// Whose request it is.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The tenant: no other one can reach what is kept of the request.
    pub tenant: Arc<str>,
    /// The tenant's keys in the route's realm.
    pub cipher: Cipher,
    /// The key of the tenant's sessions, for state that the provider keeps.
    pub sessions: SessionKey,
    /// The key of the ids that the route's providers give to such state.
    pub aliases: AliasKey,
}
