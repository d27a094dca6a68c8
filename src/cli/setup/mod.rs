//! `masquerade setup`.

mod agents;
mod backup;
mod model_list;
mod settings_file;

use std::{fs, io, path::Path};

use self::{
    agents::{AGENTS, Agent},
    backup::Backup,
    settings_file::{EditError, Setting},
};
use super::{Exit, print, print_error};

/// Lead the requests of a coding agent or an editor to a gateway, or back to its provider
///
/// Changes the agent's own settings file and nothing else in it, and leaves a backup beside it, from which `--undo` restores the
/// file. The gateway must have the routes of the agent's providers: OpenAI's at `/`, Anthropic's at `/anthropic`, Google's at
/// `/gemini`.
#[derive(Debug, clap::Args)]
pub(super) struct Setup {
    /// The agent or editor
    #[arg(value_name = "AGENT", value_parser = clap::builder::PossibleValuesParser::new(agents::names()))]
    agent: String,

    /// The base URL of the gateway
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080", value_parser = gateway)]
    gateway: String,

    /// Take the settings back
    #[arg(long)]
    undo: bool,

    /// Print what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// Parses the base URL of a gateway, to one without a slash at the end.
fn gateway(text: &str) -> Result<String, &'static str> {
    let uri = text.parse::<http::Uri>().ok().filter(|uri| uri.query().is_none() && uri.host().is_some());
    let is_http = uri.is_some_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")));
    if is_http { Ok(text.trim_end_matches('/').to_owned()) } else { Err("must be a URL such as http://127.0.0.1:8080") }
}

/// The reason why a setup failed.
enum Failure {
    Io(io::Error),
    /// The file is not in its syntax.
    Syntax,
    /// A value of another type stands where this setting belongs.
    Type(String),
    /// No backup to restore.
    NoBackup,
    /// No file, where the settings belong to models that only the file can name.
    NoFile,
    /// No model in the file that can be led to the gateway.
    NoModel,
}

impl Failure {
    /// The reason why a setting at this path cannot be read or written.
    fn at(path: &[&str], error: EditError) -> Self {
        match error {
            EditError::Syntax => Self::Syntax,
            EditError::Type => Self::Type(path.join(".")),
        }
    }

    /// The message behind the path of the file, and the exit code.
    fn describe(self, agent: &Agent) -> (String, Exit) {
        let name = agent.name;
        let text = match self {
            Self::Io(error) => return (error.to_string(), Exit::Io),
            Self::Syntax => format!("is not valid {}; mend it and try again", agent.format.syntax()),
            Self::Type(setting) => {
                format!("another kind of value stands where `{setting}` belongs; remove it and try again")
            }
            Self::NoBackup => {
                format!("`masquerade setup {name}` has changed nothing here, so there is nothing to undo")
            }
            Self::NoFile => format!(
                "there is no such file, and only the models in it can be led to the gateway. Start {name} once so that it makes \
                 the file{}, add a model with `provider: openai` or `provider: anthropic`, and try again",
                agent.variable().map(|name| format!(" (or name another folder in {name})")).unwrap_or_default()
            ),
            Self::NoModel => {
                "no model can be led to the gateway: one needs `provider: openai` or `provider: anthropic` on a \
                              line of its own below `models:`, and no `apiBase` of another host. Add one and try again"
                    .to_owned()
            }
        };
        (text, Exit::Data)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

pub(super) fn run(arguments: &Setup) -> Exit {
    let agent = AGENTS.iter().find(|agent| agent.name == arguments.agent).expect("the parser knows the names alone");
    let Some(path) = agent.path() else {
        print_error("error: there is no home directory; set HOME");
        return Exit::Usage;
    };
    // A link stays one: dotfiles often are.
    let path = fs::canonicalize(&path).unwrap_or(path);
    let done = if arguments.undo {
        undo(agent, &path, arguments.dry_run)
    } else {
        set(agent, &path, &arguments.gateway, arguments.dry_run)
    };
    match done {
        Ok(lines) => print(&lines),
        Err(failure) => {
            let (text, exit) = failure.describe(agent);
            print_error(&format!("error: {}: {text}", path.display()));
            exit
        }
    }
}

/// Writes the settings. Returns what changed.
fn set(agent: &Agent, path: &Path, gateway: &str, is_dry: bool) -> Result<String, Failure> {
    let current = backup::text(path)?;
    let is_new = current.is_none();
    let settings = agent.settings(gateway);
    let mut written = current.clone().unwrap_or_default();
    let mut done = Vec::new();
    for Setting { path, value, is_required } in &settings {
        let failure = |error| Failure::at(path, error);
        if *is_required && agent.format.get(&written, path).map_err(failure)?.is_some() {
            continue;
        }
        written = agent.format.set(&written, path, Some(value)).map_err(failure)?;
        if !is_required && agent.format.get(&written, path).map_err(failure)?.is_some() {
            done.push(format!("\n  {} = {value}", path.join(".")));
        }
    }
    if done.is_empty() {
        return Err(if is_new { Failure::NoFile } else { Failure::NoModel });
    }
    if !is_dry {
        // A second setup goes back to what was before the first.
        let original = match Backup::read(path)? {
            Some(before) if is_set(agent, current.as_deref(), &before)? => {
                taken_back(agent, &before, current.as_deref())?
            }
            _ => current,
        };
        Backup { original, written: written.clone() }.write(path)?;
        backup::replace(path, &written)?;
    }
    let verb = match (is_dry, is_new) {
        (true, true) => "would create",
        (true, false) => "would change",
        (false, true) => "created",
        (false, false) => "changed",
    };
    let routes = agent.routes().join(", ");
    let undo = if is_dry { String::new() } else { format!("\nto undo: masquerade setup {} --undo", agent.name) };
    Ok(format!("{verb} {}:{}\nroutes that the gateway needs: {routes}{undo}", path.display(), done.concat()))
}

/// Reports whether the settings that a backup tells of still stand in the file.
fn is_set(agent: &Agent, current: Option<&str>, backup: &Backup) -> Result<bool, Failure> {
    let Some(current) = current else { return Ok(false) };
    for Setting { path, .. } in agent.settings("").into_iter().filter(|setting| !setting.is_required) {
        let value = |text| agent.format.get(text, path).map_err(|error| Failure::at(path, error));
        if value(current)? != value(&backup.written)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Takes the settings back.
fn undo(agent: &Agent, path: &Path, is_dry: bool) -> Result<String, Failure> {
    let backup = Backup::read(path)?.ok_or(Failure::NoBackup)?;
    let current = backup::text(path)?;
    let before = taken_back(agent, &backup, current.as_deref())?;
    let verb = match (is_dry, before.is_none()) {
        (true, true) => "would remove",
        (true, false) => "would restore",
        (false, true) => "removed",
        (false, false) => "restored",
    };
    if !is_dry {
        match before {
            Some(text) => backup::replace(path, &text)?,
            None if current.is_some() => fs::remove_file(path)?,
            None => {}
        }
        Backup::remove(path)?;
    }
    Ok(format!("{verb} {}", path.display()))
}

/// The text of a settings file without the settings: that of before where nothing else changed since, else the current one
/// without the settings alone. `None`: there is no file then.
fn taken_back(agent: &Agent, backup: &Backup, current: Option<&str>) -> Result<Option<String>, Failure> {
    let Some(current) = current else { return Ok(None) };
    if current == backup.written {
        return Ok(backup.original.clone());
    }
    let mut text = current.to_owned();
    let original = backup.original.as_deref().unwrap_or_default();
    for Setting { path, .. } in agent.settings("").into_iter().filter(|setting| !setting.is_required) {
        let failure = |error| Failure::at(path, error);
        let value = |text: &str| agent.format.get(text, path).map_err(failure);
        // What the user has changed since is the user's.
        if value(&text)? == value(&backup.written)? {
            let before = if original.is_empty() { None } else { value(original)? };
            text = agent.format.set(&text, path, before.as_ref()).map_err(failure)?;
        }
    }
    Ok(Some(text))
}
