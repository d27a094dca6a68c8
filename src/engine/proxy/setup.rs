//! Setup of a route's masking rules from its checked configuration.

use std::sync::Arc;

use super::{OnUnknown, OpaqueFiles, PolicyRule, RestoreRules, Rules, Style, Tools};
use crate::{
    anonymize::{Method, restore::Hosts},
    config::{self, Anonymization, Config, JsonSelectors, RestoreTools, Route, Shadow},
    engine::{
        MAX_GROWTH, MaskSettings,
        setup::{SetupError, detection, policy},
    },
    profile::UserRules,
};
use masquerade_detect::Detector;
use masquerade_detect::{Level, entity::Label};

/// The rules of one route, for both kinds of APIs that its requests may be for.
#[derive(Debug)]
pub struct RouteRules {
    /// The rules for conversations.
    pub dialogue: Rules,
    /// The rules for logs; `None` where texts would be hashed under a secret that ends with the run.
    pub records: Option<Arc<Rules>>,
    /// The rules for conversations of the shadow policy, which is only counted.
    pub shadow: Option<Rules>,
}

impl RouteRules {
    /// The rules of `route`.
    ///
    /// # Errors
    /// If it names a label, a group or a method that does not exist.
    pub fn new(detector: &Detector, config: &Config, route: &Route) -> Result<Self, SetupError> {
        let restore = RestoreRules {
            tolerant: route.tolerant,
            hosts: Arc::new(hosts(route)?),
            tools: Arc::new(tools(&route.restore_tools)),
            refuses_withheld: route.withhold == config::WithholdRule::RefuseToolCall,
            max_bytes: route.body_bytes.saturating_mul(MAX_GROWTH),
        };
        let note = route.note.as_deref().map(Arc::from);
        let unknown = match route.on_unknown {
            config::OnUnknown::Vet | config::OnUnknown::Refuse => OnUnknown::Refuse,
            config::OnUnknown::Pass => OnUnknown::Pass,
        };
        let opaque = match route.opaque {
            config::OpaqueFileRule::RefuseDocuments => OpaqueFiles::RefuseDocuments,
            config::OpaqueFileRule::Refuse => OpaqueFiles::Refuse,
            config::OpaqueFileRule::Pass => OpaqueFiles::Pass,
        };
        let rules = |default, style| {
            let mut ask = ask(detector, config, route, default)?;
            // Logs are long and of few words; the rules find the names that keys and addresses introduce.
            if matches!(style, Style::Records) {
                ask.detection.ner = route.ner.map_or(Level::Off, |voices| voices.highest());
            }
            let voices = route.ner.unwrap_or(config::Voices::usual(ask.detection.ner));
            let policy = policy_rules(detector, &route.policy).map_err(|error| error.of_route(&route.name))?;
            let rules = Rules::new(ask, style)
                .with_unknown(unknown)
                .with_opaque(opaque)
                .with_state_ttl(route.state_ttl)
                .with_voices(voices)
                .with_policy(policy);
            Ok::<_, SetupError>(rules.with_observation(route.mode == config::Mode::Observe))
        };
        let is_lasting = route.method.is_some() || !config.secrets.is_empty();
        Ok(Self {
            dialogue: rules(&config.anonymization.method, Style::Dialogue(restore))?
                .with_note(note)
                .with_attributes(route.attributes),
            records: is_lasting.then(|| rules(Method::Hash.name(), Style::Records).map(Arc::new)).transpose()?,
            shadow: route.shadow.as_ref().map(|shadow| shadow_rules(detector, config, route, shadow)).transpose()?,
        })
    }
}

/// The rules of a shadow policy, which is in the place of the route's.
fn shadow_rules(detector: &Detector, config: &Config, route: &Route, shadow: &Shadow) -> Result<Rules, SetupError> {
    let Shadow { method, methods, detection, ner, policy } = shadow.clone();
    let voices = ner.unwrap_or(config::Voices::usual(detection.ner));
    let shadowed = Route { method, methods, detection, policy, shadow: None, ..route.clone() };
    let ask = ask(detector, config, &shadowed, &config.anonymization.method)?;
    let policy = policy_rules(detector, &shadowed.policy).map_err(|error| error.of_route(&route.name))?;
    Ok(Rules::new(ask, Style::Dialogue(RestoreRules::default())).with_voices(voices).with_policy(policy))
}

/// The rules of a policy table.
fn policy_rules(detector: &Detector, table: &[config::PolicyRule]) -> Result<Vec<PolicyRule>, SetupError> {
    let rule = |rule: &config::PolicyRule| {
        let names = &rule.entities;
        let mut labels: Vec<Label> = Vec::new();
        for name in names {
            match (detector.catalogue().find_labels(name), detector.catalogue().label(name)) {
                (Some(set), _) => labels.extend(set.iter()),
                (None, Ok(label)) => labels.push(label),
                (None, Err(_)) => return Err(SetupError::new(format!("policy: unknown label or group {name}"))),
            }
        }
        let unknown = || SetupError::new(format!("policy: unknown method {}", rule.method));
        Ok(PolicyRule {
            labels: labels.into_iter().collect(),
            voices: rule.voices.clone(),
            method: Method::parse(&rule.method).ok_or_else(unknown)?,
            threshold: rule.threshold,
        })
    };
    table.iter().map(rule).collect()
}

/// A user's own description of a JSON API, as profiles are compiled with it.
pub fn user_rules(selectors: &JsonSelectors) -> UserRules {
    let JsonSelectors { never, free, nested, restore } = selectors.clone();
    UserRules { never, free, nested, restore, ..UserRules::default() }
}

fn ask(detector: &Detector, config: &Config, route: &Route, default: &str) -> Result<MaskSettings, SetupError> {
    let settings = Anonymization {
        method: route.method.clone().unwrap_or_else(|| default.to_owned()),
        // The route's own come last, and so win.
        methods: config.anonymization.methods.iter().chain(&route.methods).cloned().collect(),
    };
    let in_route = |error: SetupError| error.of_route(&route.name);
    Ok(MaskSettings {
        detection: detection(detector, &route.detection).map_err(in_route)?,
        policy: policy(detector, &settings).map_err(in_route)?,
        max_entities: usize::MAX,
        uses_session: route.detection.use_session,
    })
}

fn hosts(route: &Route) -> Result<Hosts, SetupError> {
    Hosts::new(route.restore_hosts.iter().map(String::as_str))
        .map_err(|(_, error)| SetupError::new(format!("restore_hosts: {error}")).of_route(&route.name))
}

fn tools(tools: &RestoreTools) -> Tools {
    match tools {
        RestoreTools::All => Tools::All,
        RestoreTools::None => Tools::None,
        RestoreTools::Named(names) => Tools::Only(names.iter().map(|name| name.as_str().into()).collect()),
    }
}
