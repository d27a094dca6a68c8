//! The vocabulary of the configuration, from detection, anonymization and profiles.

use crate::{
    anonymize::Method,
    config::{JsonSelectors, KnownProfile, Vocabulary},
    engine::{proxy::setup::user_rules, setup},
    profile::{Api, DOCUMENT, Profile, UserRules, registry},
};
use masquerade_detect::custom::CustomRecognizer;
use masquerade_detect::{Catalogue, checksums, recognizers::LISTED};

/// Calls `work` with the vocabulary of this program.
pub(super) fn with_vocabulary<T>(work: impl FnOnce(Option<&Vocabulary<'_>>) -> T) -> T {
    let catalogue = Catalogue::built_in();
    let listed = LISTED.iter().map(|info| info.name);
    let mut labels: Vec<&str> = catalogue.infos().iter().map(|info| info.name).chain(listed).collect();
    labels.sort_unstable();
    labels.dedup();
    let groups: Vec<&str> = catalogue.names().filter(|name| !labels.contains(name)).collect();
    let methods = Method::ALL.map(Method::name);
    let known =
        |api: &&'static Api| KnownProfile { name: api.name, is_log: api.is_log(), masks_answers: api.masks_answers };
    let profiles: Vec<KnownProfile<'_>> = registry().iter().map(known).collect();
    let checksums: Vec<&str> = checksums().iter().map(|(name, _)| *name).collect();
    work(Some(&Vocabulary {
        labels: &labels,
        groups: &groups,
        methods: &methods,
        checksums: &checksums,
        recognizer,
        model: setup::check_model,
        profiles: &profiles,
        selector,
        selectors,
    }))
}

/// Checks a selector of the profile `json`.
fn selector(text: &str) -> Result<(), String> {
    let user = UserRules { never: vec![text.to_owned()], ..UserRules::default() };
    Profile::with(&DOCUMENT, &user).map(drop).map_err(|error| error.to_string())
}

/// Checks the selectors of one profile `json` together.
fn selectors(all: &JsonSelectors) -> Result<(), String> {
    Profile::with(&DOCUMENT, &user_rules(all)).map(drop).map_err(|error| error.to_string())
}

/// Checks that a custom recognizer can be built.
fn recognizer(custom: &CustomRecognizer) -> Result<(), String> {
    setup::recognizer(custom).map_err(|error| error.to_string())
}
