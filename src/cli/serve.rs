//! `masquerade serve`, the default subcommand.

use std::process::ExitCode;

use zeroize::Zeroizing;

use super::{ConfigArguments, Exit, load, print, print_error, vocabulary::with_vocabulary};
use crate::{
    config::{ApiKey, Config, Flag, FlagValue, KeyScope, Permission, Problem, Sources},
    server::{Listeners, ReloadError, ServeError, serve},
    telemetry,
};

/// Serve the API (this is what `masquerade` without a subcommand does)
///
/// Without a configured key one is made for this run and printed once; it then listens on loopback
/// only. SIGHUP loads the configuration again, SIGTERM and SIGINT stop gracefully.
#[derive(Debug, clap::Args)]
pub(super) struct Serve {
    #[command(flatten)]
    config: ConfigArguments,

    /// Address and port of the API; may be given several times
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',')]
    listen: Vec<String>,

    /// Address and port of /metrics, /healthz and /readyz
    #[arg(long, value_name = "ADDRESS")]
    admin_listen: Option<String>,

    /// Format of log lines: auto, human or json
    #[arg(long, value_name = "FORMAT")]
    log_format: Option<String>,

    /// Least severe level logged: error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL")]
    log_level: Option<String>,
}

/// The name of the key that is generated if none is configured.
const GENERATED: &str = "generated";

pub(super) fn run(arguments: Serve) -> ExitCode {
    let sources = arguments.sources();
    let (mut config, warnings) = match load(&sources) {
        Ok(loaded) => loaded,
        Err(exit) => return exit.into(),
    };
    let generated = match generated_key(&config) {
        Ok(generated) => generated,
        Err(error) => {
            print_error(&format!("error: no randomness: {error}"));
            return Exit::Internal.into();
        }
    };
    config.keys.extend(generated.as_ref().map(|(_, key)| key.clone()));
    // Dropped at the end, when it writes the last lines.
    let _drain = match telemetry::log::init(&config.log) {
        Ok(drain) => drain,
        Err(error) => {
            print_error(&format!("error: cannot log: {error}"));
            return Exit::Internal.into();
        }
    };
    match start(config, &warnings, sources, generated) {
        Ok(()) => Exit::Done.into(),
        Err(error) => {
            print_error(&format!("error: {error}"));
            error.exit_code().into()
        }
    }
}

fn start(
    config: Config,
    warnings: &[Problem],
    sources: Sources,
    generated: Option<(Zeroizing<String>, ApiKey)>,
) -> Result<(), ServeError> {
    let bound = Listeners::bind(&config.server)?;
    for warning in warnings {
        tracing::warn!(target: "masquerade::config", "{warning}");
    }
    let (text, own_key) = generated.unzip();
    let scheme = if config.server.tls.is_some() { "https" } else { "http" };
    welcome(&bound, scheme, config.server.playground, text.as_ref().map(|key| key.as_str()));
    drop(text);
    let reload = move || {
        let (mut config, _) = with_vocabulary(|vocabulary| Config::load(&sources, vocabulary)).map_err(joined)?;
        if config.keys.is_empty() {
            config.keys.extend(own_key.clone());
        }
        Ok(config)
    };
    serve(bound, &config, reload)
}

fn joined(problems: Vec<Problem>) -> ReloadError {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ").into()
}

/// A key for this run, if none is configured. [`Config::load`] then allows loopback listeners only.
fn generated_key(config: &Config) -> Result<Option<(Zeroizing<String>, ApiKey)>, getrandom::Error> {
    if !config.keys.is_empty() {
        return Ok(None);
    }
    let text = ApiKey::generate()?;
    let key = ApiKey {
        name: GENERATED.to_owned(),
        hash: ApiKey::hash_of(text.as_bytes()),
        tenant: "default".to_owned(),
        permissions: vec![Permission::Anonymize, Permission::Deanonymize, Permission::Proxy],
        rate: None,
        default_session: true,
        scope: KeyScope::default(),
    };
    Ok(Some((text, key)))
}

/// Prints the addresses and a command to try. The service starts even if standard output is closed.
fn welcome(bound: &Listeners, scheme: &str, has_playground: bool, key: Option<&str>) {
    let api: Vec<_> = bound.api_addresses().iter().map(|address| format!("{scheme}://{address}")).collect();
    let admin = bound.admin_address().map(|address| format!("; admin: http://{address}")).unwrap_or_default();
    let mut text = format!("masquerade {} listens on {}{admin}", env!("CARGO_PKG_VERSION"), api.join(", "));
    if let (Some(key), Some(api)) = (key, api.first()) {
        text.push_str(&format!(
            "\n\nNo API key is configured, so this one was made for this run:\n\n  {key}\n\nTry it:\n\n  \
             curl -s {api}/v1/anonymize -H 'X-API-Key: {key}' -H 'Content-Type: application/json' \\\n    \
             -d '{{\"text\": [\"Write to jane.roe@example.com, card 4111 1111 1111 1111.\"]}}'\n"
        ));
        if has_playground {
            text.push_str(&format!("\nOr in a browser: {api}/\n"));
        }
    }
    let _ = print(&text);
}

impl Serve {
    fn sources(self) -> Sources {
        let listen = (!self.listen.is_empty()).then_some(FlagValue::Many(self.listen));
        let flags = [
            ("--listen", ("server", "listen"), listen),
            ("--admin-listen", ("server", "admin_listen"), self.admin_listen.map(FlagValue::One)),
            ("--log-format", ("log", "format"), self.log_format.map(FlagValue::One)),
            ("--log-level", ("log", "level"), self.log_level.map(FlagValue::One)),
        ];
        let flags = flags.into_iter().filter_map(|(name, key, value)| Some(Flag { name, key, value: value? }));
        let mut sources = self.config.sources();
        sources.flags.extend(flags);
        sources
    }
}
