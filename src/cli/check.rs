//! `masquerade check`.

use super::{ConfigArguments, Exit, load, print, print_error};
use crate::config::Config;

/// Check a configuration and report everything that is wrong with it
///
/// Reads what `serve` would read, the environment included, and starts nothing. Each problem is
/// printed with its file and line, and the exit status is 64.
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
    )
}
