//! Configuration: defaults, file, environment and flags, checked into a [`Config`].
//!
//! `conf/masquerade.toml` is built in as the layer of defaults: a key that it lacks is a problem like any other, so the file
//! cannot fall behind the program. [`Config::load`] merges the layers, reads the result once, and reports all problems at
//! once, each with its file and line, variable or flag.
//!
//! ```
//! use masquerade::config::{Config, Sources};
//! let (config, _warnings) = Config::load(&Sources::default(), None).unwrap();
//! assert_eq!(config.limits.body_bytes, 10 << 20);
//! ```

mod environment;
mod external_model;
mod faces;
mod key;
mod layers;
mod report;
mod routes;
mod sections;
mod settings;
mod source;
mod tables;
mod telemetry;
mod tls;
mod units;
mod vocabulary;

pub use external_model::{Aggregation, ExternalModel, ExternalSettings, ModelSource};
pub use faces::{Face, FaceAuth, Faces};
pub use layers::{Flag, FlagValue, Sources};
pub use report::Problem;
pub use routes::{
    AwsCredentials, Balance, EgressProxy, HealthCheck, HttpVersions, JsonSelectors, Mode, OnUnknown, OpaqueFileRule,
    PolicyRule, Profile, Reencode, Responses, RestoreTools, Route, RouteAuth, SetHeader, Shadow, TenantName, Upstream,
    UpstreamTimeouts, Voice, VoiceLevel, Voices, WithholdRule,
};
pub use settings::{
    Acknowledgement, Anonymization, ApiKey, Audit, AuditFailure, Config, Detection, KeyScope, Limits, Log, LogFormat,
    ModelFile, Permission, Rate, Secret, Server, Sessions, StoreKind, StoreSettings, StoreUrl, TablePlace, Topology,
    ValkeySettings,
};
pub(crate) use tables::{IDENTIFIER, is_identifier};
pub use telemetry::Traces;
pub use tls::Tls;
pub use vocabulary::{KnownProfile, Vocabulary};

use std::{
    cell::RefCell,
    path::{Path, PathBuf},
};

use self::sections::NamedModel;
use crate::input::{self, Dialect, Item};

/// The defaults and their documentation: `conf/masquerade.toml`.
pub const DEFAULTS: &str = include_str!("../../conf/masquerade.toml");

impl Config {
    /// Loads and checks the configuration. The list holds warnings about settings that are valid and unwise.
    ///
    /// With a `vocabulary` names are resolved, without one only their form is checked.
    ///
    /// # Errors
    /// All problems; at least one.
    pub fn load(sources: &Sources, vocabulary: Option<&Vocabulary<'_>>) -> Result<(Self, Vec<Problem>), Vec<Problem>> {
        let path = sources.path();
        let text = layers::read_file(path.as_deref())?;
        let layered = layers::merge(sources, text.as_ref())?;
        let context = Context {
            sources,
            directory: path.as_deref().and_then(Path::parent),
            vocabulary,
            warnings: RefCell::new(layered.warnings),
        };
        match input::read(layered.root, Dialect::Toml, |item| config(item, &context)) {
            Ok(config) => Ok((config, context.warnings.into_inner())),
            Err(problems) => Err(report::from_reader(problems)),
        }
    }
}

/// The context of reading, besides the tree.
struct Context<'c> {
    sources: &'c Sources,
    /// The base of relative paths.
    directory: Option<&'c Path>,
    vocabulary: Option<&'c Vocabulary<'c>>,
    warnings: RefCell<Vec<Problem>>,
}

impl Context<'_> {
    /// `path`, relative to the configuration file's directory unless it is absolute.
    fn resolve(&self, path: &str) -> PathBuf {
        self.directory.map_or_else(|| PathBuf::from(path), |directory| directory.join(path))
    }

    fn warn(&self, key: &str, detail: &str) {
        self.warnings.borrow_mut().push(Problem { place: None, key: key.to_owned(), detail: detail.to_owned() });
    }
}

/// Reads the whole configuration. Tables come first, because sections refer to them.
fn config(item: Item<'_, '_>, context: &Context<'_>) -> Option<Config> {
    let mut root = item.object()?;
    let secrets = tables::secrets(&mut root, context);
    let recognizers = tables::recognizers(&mut root, context);
    let names =
        vocabulary::Names { vocabulary: context.vocabulary, recognizers: recognizers.as_deref().unwrap_or(&[]) };
    let keys = tables::keys(&mut root, &names);
    let is_keyed = keys.as_ref().is_none_or(|keys| !keys.is_empty());
    let server = root.required("server", |item| sections::server(item, is_keyed, context));
    let limits = root.required("limits", sections::limits);
    let detection = root.required("detection", |item| sections::detection(item, &names, context));
    let (detection, model) = detection.unzip();
    let external = root.required("external_model", |item| external_model::settings(item, &names, context));
    let anonymization = root.required("anonymization", |item| sections::anonymization(item, &names));
    let has_secret = secrets.as_ref().is_none_or(|secrets| !secrets.is_empty());
    let store = root.required("store", |item| sections::store(item, has_secret, context));
    let sessions = root.required("sessions", sections::sessions);
    let log = root.required("log", sections::log);
    let audit = root.required("audit", |item| sections::audit(item, context));
    let traces = root.required("telemetry", |item| telemetry::telemetry(item, context));
    let route_context = routes::RouteContext {
        context,
        names: &names,
        detection: detection.as_ref(),
        limits: limits.as_ref(),
        is_loopback: server.as_ref().is_none_or(Server::is_loopback),
        // Where the section is broken, that alone is the problem.
        has_client_authorities: server.as_ref().is_none_or(Server::asks_for_certificates),
        has_secret,
    };
    let routes = routes::routes(&mut root, &route_context);
    tables::check_key_routes(&root, keys.as_deref(), routes.as_deref());
    let faces = faces::faces(&mut root, route_context.is_loopback);
    root.finish();
    let (model, external_model) = match model? {
        NamedModel::BuiltIn => (None, None),
        NamedModel::File(file) => (Some(file), None),
        NamedModel::External(source, place) => {
            (None, Some(ExternalModel { source, place, settings: external.clone()? }))
        }
    };
    external?;
    Some(Config {
        server: server?,
        limits: limits?,
        detection: detection?,
        model,
        external_model,
        recognizers: recognizers?,
        anonymization: anonymization?,
        store: store?,
        sessions: sessions?,
        secrets: secrets?,
        keys: keys?,
        log: log?,
        audit: audit?,
        traces: traces?,
        routes: routes?,
        faces: faces?,
    })
}
