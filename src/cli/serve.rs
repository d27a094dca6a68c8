//! `masquerade serve`, which is also what `masquerade` alone does.

use std::process::ExitCode;

use super::{ConfigArguments, load};
use crate::config::{Config, Flag, FlagValue, Problem, Sources, Vocabulary};

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

    /// How log lines look: auto, human or json
    #[arg(long, value_name = "FORMAT")]
    log_format: Option<String>,

    /// Least severe level logged: error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL")]
    log_level: Option<String>,
}

/// All that the service needs to start, and to load its configuration again.
#[derive(Debug)]
pub struct Startup {
    /// The checked configuration.
    pub config: Config,
    /// What is allowed and yet unwise; to be logged.
    pub warnings: Vec<Problem>,
    /// Where it came from.
    pub sources: Sources,
}

pub(super) fn run(
    arguments: Serve,
    vocabulary: Option<&Vocabulary<'_>>,
    serve: impl FnOnce(Startup) -> ExitCode,
) -> ExitCode {
    let sources = arguments.sources();
    match load(&sources, vocabulary) {
        Ok((config, warnings)) => serve(Startup { config, warnings, sources }),
        Err(exit) => exit.into(),
    }
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
        Sources { flags: flags.collect(), ..self.config.sources() }
    }
}
