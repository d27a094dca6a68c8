//! `masquerade check`.

use super::{ConfigArguments, Exit, load, print, print_error};
use crate::anonymize::Method;
use crate::config::{
    Config, Mode, ModelSource, OnUnknown, Profile, Responses, RestoreTools, Route, StoreKind, TenantName,
};
use crate::profile::{Api, DOCUMENT, api_named};
use crate::server::external_model;
use crate::store::ValkeyStore;

/// Check a configuration and report everything that is wrong with it
///
/// Reads what `serve` would read, the environment included, and starts nothing. Each problem is
/// printed with its file and line, and the exit status is 64. A Valkey store's server is asked
/// whether it is fit; that it is not, or is away, is a warning.
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    #[command(flatten)]
    config: ConfigArguments,
}

pub(super) fn run(arguments: Check) -> Exit {
    match load(&arguments.config.sources()) {
        Ok((config, warnings)) => {
            for warning in warnings {
                print_error(&format!("warning: {warning}"));
            }
            if config.store.kind == StoreKind::Valkey
                && let Err(fault) = ValkeyStore::probe(&config.store.valkey)
            {
                print_error(&format!("warning: {fault}"));
            }
            if let Err(error) = external_model::load(&config, None) {
                print_error(&format!("error: {error}"));
                return Exit::Usage;
            }
            print(&summary(&config))
        }
        Err(exit) => exit,
    }
}

fn summary(config: &Config) -> String {
    let listen: Vec<_> = config.server.listen.iter().map(ToString::to_string).collect();
    format!(
        "ok: API on {}, admin on {}, method {}, store {}, keys: {}, secrets: {}, recognizers: {}, routes: {}",
        listen.join(", "),
        config.server.admin_listen,
        config.anonymization.method,
        config.store.kind.name(),
        config.keys.len(),
        config.secrets.len(),
        config.recognizers.len(),
        config.routes.len(),
    ) + &external(config)
        + &config.routes.iter().map(|route| format!("\n{}", treatment(config, route))).collect::<String>()
}

/// The model of the user's own, with a line before it; nothing if there is none.
fn external(config: &Config) -> String {
    let Some(model) = &config.external_model else { return String::new() };
    let (timeout, at_once) = (model.settings.timeout, model.settings.concurrency);
    let place = match &model.source {
        ModelSource::Folder(path) => format!("the folder {}", path.display()),
        ModelSource::Service(service) => {
            format!("the service at {}, which gets all texts that are read", service.authority)
        }
    };
    format!("\nexternal model: {place}; {timeout:?} for the texts of a request, {at_once} texts at once")
}

/// The APIs behind a route, as far as its settings have other defaults for them.
#[derive(Clone, Copy)]
enum Apis {
    /// The path of each request tells.
    Any,
    /// Backends for logs.
    Logs,
    /// A server of tools.
    Tools,
    /// Language models, or JSON by selectors.
    Other,
}

impl Apis {
    fn of(profile: &Profile) -> Self {
        match profile {
            Profile::Auto => Self::Any,
            Profile::Named(name) if api_named(name).is_some_and(Api::is_log) => Self::Logs,
            Profile::Named(name) if api_named(name).is_some_and(|api| api.masks_answers) => Self::Tools,
            Profile::Named(_) | Profile::Json(_) => Self::Other,
        }
    }
}

/// The treatment of a route's requests, in one line.
fn treatment(config: &Config, route: &Route) -> String {
    let place = format!("{}{}/", route.host.as_deref().unwrap_or_default(), route.path_prefix);
    let profile = match &route.profile {
        Profile::Auto => "API by its path".to_owned(),
        Profile::Named(name) if name == "mcp" => "a server of tools, whose requests are restored".to_owned(),
        Profile::Named(name) => format!("API {name}, by the end of its path"),
        Profile::Json(_) => "any path, JSON by selectors".to_owned(),
    };
    let apis = Apis::of(&route.profile);
    let chosen = route.method.as_deref().unwrap_or(&config.anonymization.method);
    let method = match (apis, chosen) {
        (Apis::Any, usual) if route.method.is_none() => format!("method {usual} (logs: HASH)"),
        (Apis::Logs, _) if route.method.is_none() => "method HASH".to_owned(),
        (Apis::Tools, "REDACT" | "SYNTHETIC") => "method ENCRYPT".to_owned(),
        (_, method) => format!("method {method}"),
    };
    let unknown = match (&route.profile, route.on_unknown) {
        (Profile::Json(_), OnUnknown::Pass) => "unreadable bodies pass",
        (Profile::Json(_), _) => "unreadable bodies are refused",
        (_, OnUnknown::Vet) => "unknown paths are masked as payload, unreadable bodies refused",
        (_, OnUnknown::Refuse) => "unknown paths and unreadable bodies are refused",
        (_, OnUnknown::Pass) => "unknown paths are masked as payload, unreadable bodies pass",
    };
    let new = match route.responses {
        Responses::Restore => "",
        Responses::MaskNew | Responses::Both => ", what the model itself writes is masked",
    };
    let mode = match route.mode {
        Mode::Enforce => "",
        Mode::Observe => "; observes alone: requests pass as they are",
    };
    let is_restored = route.restore != Some(false) && route.responses != Responses::MaskNew;
    let restored = match (apis, is_restored, &route.restore_tools) {
        (Apis::Logs, true, _) if chosen == "ENCRYPT" => "answers are restored for keys that may deanonymize".to_owned(),
        (Apis::Logs, ..) => "answers pass as they come".to_owned(),
        (Apis::Tools, ..) => "answers are masked".to_owned(),
        (_, false, _) => "answers stay masked".to_owned(),
        (_, _, RestoreTools::All) => "answers are restored".to_owned(),
        (_, _, RestoreTools::None) => "answers are restored, but no tool calls".to_owned(),
        (_, _, RestoreTools::Named(names)) => format!("answers are restored, and calls of {} tools", names.len()),
    };
    let tenants = match &route.tenant {
        TenantName::Credential => String::new(),
        TenantName::Header(name) => format!("; the header {name} names the tenant"),
        TenantName::Claim(name) => format!("; the claim {name} of the token names the tenant"),
        TenantName::Certificate => "; the client's certificate names the tenant".to_owned(),
    };
    let bodies = bodies(&route.profile).map(|forms| format!("; bodies: {forms}")).unwrap_or_default();
    let records = records(config, route);
    let fields = match (route.always.len(), route.never.len()) {
        (0, 0) => String::new(),
        (always, never) => format!("; fields of logs: {always} always masked, {never} never"),
    };
    format!(
        "route {} on {place}: {profile}; {method}; {unknown}; {restored}{new}{tenants}{mode}{bodies}{records}{fields}",
        route.name
    )
}

/// The treatment of records that are longer than a batch.
fn records(config: &Config, route: &Route) -> &'static str {
    let is_log = matches!(Apis::of(&route.profile), Apis::Any | Apis::Logs);
    let methods = config.anonymization.methods.iter().chain(&route.methods).map(|(_, method)| method.as_str());
    let mut methods = methods.chain(route.method.as_deref());
    let is_stateless = methods.all(|name| Method::parse(name).is_some_and(Method::is_stateless));
    let streams = route.stream && route.on_unknown != OnUnknown::Pass && route.mode == Mode::Enforce;
    match (is_log, streams && is_stateless && route.aws.is_none()) {
        (false, _) => "",
        (true, true) => {
            "; logs: JSON, text, MessagePack and Protocol Buffers go on as they arrive, all else as a whole"
        }
        (true, false) => "; logs: each body goes on as a whole",
    }
}

/// The forms of bodies that are read; `None`: those of the API of each path.
fn bodies(profile: &Profile) -> Option<String> {
    let forms = match profile {
        Profile::Auto => return None,
        Profile::Named(name) => api_named(name)?.forms(),
        Profile::Json(_) => DOCUMENT.format.forms().to_vec(),
    };
    Some(forms.join(", "))
}
