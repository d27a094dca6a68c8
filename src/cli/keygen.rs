//! `masquerade keygen`.

use super::{Exit, identifier, print, print_error};
use crate::config::ApiKey;

/// Make an API key
///
/// Prints the key, which is shown this once and stored nowhere, and the block that lets it in: it
/// goes into the configuration file and holds only the key's hash.
#[derive(Debug, clap::Args)]
pub(super) struct Keygen {
    /// The key's name in logs and metrics [default: made from the hash]
    #[arg(long, value_parser = identifier)]
    name: Option<String>,

    /// Tenant whose data the key sees; keys of one tenant share sessions and pseudonyms
    #[arg(long, default_value = "default", value_parser = identifier)]
    tenant: String,
}

pub(super) fn run(arguments: &Keygen) -> Exit {
    let key = match ApiKey::generate() {
        Ok(key) => key,
        Err(error) => {
            print_error(&format!("error: no randomness: {error}"));
            return Exit::Internal;
        }
    };
    let hash = ApiKey::written_hash(&key);
    let short = hash.get("sha256:".len()..).and_then(|digits| digits.get(..8)).unwrap_or_default();
    let name = arguments.name.clone().unwrap_or_else(|| format!("key-{short}"));
    let tenant = &arguments.tenant;
    print(&format!(
        "{key}\n\n\
         # The key is the line above; it is not shown again. Send it as the header X-API-Key.\n\
         # These lines let it in; put them into the configuration file:\n\n\
         [[keys]]\nname = \"{name}\"\nhash = \"{hash}\"\ntenant = \"{tenant}\"\n\
         permissions = [\"anonymize\", \"deanonymize\"]",
        key = key.as_str()
    ))
}
