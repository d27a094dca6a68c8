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
/// Changes the agent's own settings file, of which all else stays, and leaves a backup beside it; `--undo` gives the file back
/// as it was. The gateway must have the route of the agent's API: OpenAI's at `/`, Anthropic's at `/anthropic`, Google's at
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
    Edit(EditError),
    /// No backup to restore.
    NoBackup,
    /// No place for the settings in the file.
    NoPlace,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

pub(super) fn run(arguments: &Setup) -> Exit {
    let agent = AGENTS.iter().find(|agent| agent.name == arguments.agent).expect("the parser knows the names alone");
    let Some(path) = agent.path() else {
        print_error("error: there is no home directory");
        return Exit::Usage;
    };
    // A link stays one: dotfiles often are.
    let path = fs::canonicalize(&path).unwrap_or(path);
    let done = if arguments.undo {
        undo(agent, &path, arguments.dry_run)
    } else {
        set(agent, &path, &arguments.gateway, arguments.dry_run)
    };
    let (text, exit) = match done {
        Ok(lines) => return print(&lines),
        Err(Failure::Io(error)) => (error.to_string(), Exit::Io),
        Err(Failure::Edit(EditError::Syntax)) => ("is not in the syntax of its settings".to_owned(), Exit::Data),
        Err(Failure::Edit(EditError::Type)) => ("has another value where a setting belongs".to_owned(), Exit::Data),
        Err(Failure::NoPlace) => {
            ("has no models, on lines of their own, that go to a provider of the gateway".to_owned(), Exit::Data)
        }
        Err(Failure::NoBackup) => (format!("was not set up by `masquerade setup {}`", agent.name), Exit::Data),
    };
    print_error(&format!("error: {}: {text}", path.display()));
    exit
}

/// Writes the settings. Returns what changed.
fn set(agent: &Agent, path: &Path, gateway: &str, is_dry: bool) -> Result<String, Failure> {
    let current = backup::text(path)?;
    let settings = agent.settings(gateway);
    let mut written = current.clone().unwrap_or_default();
    let mut done = Vec::new();
    for Setting { path, value, is_required } in &settings {
        if *is_required && agent.format.get(&written, path)?.is_some() {
            continue;
        }
        written = agent.format.set(&written, path, Some(value))?;
        if !is_required && agent.format.get(&written, path)?.is_some() {
            done.push(format!("\n  {} = {value}", path.join(".")));
        }
    }
    if done.is_empty() {
        return Err(Failure::NoPlace);
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
    Ok(format!("{}{}:{}", if is_dry { "would write to " } else { "" }, path.display(), done.concat()))
}

/// Reports whether the settings that a backup tells of still stand in the file.
fn is_set(agent: &Agent, current: Option<&str>, backup: &Backup) -> Result<bool, Failure> {
    let Some(current) = current else { return Ok(false) };
    for Setting { path, .. } in agent.settings("").into_iter().filter(|setting| !setting.is_required) {
        if agent.format.get(current, path)? != agent.format.get(&backup.written, path)? {
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
    let is_removed = before.is_none();
    if !is_dry {
        match before {
            Some(text) => backup::replace(path, &text)?,
            None if current.is_some() => fs::remove_file(path)?,
            None => {}
        }
        Backup::remove(path)?;
    }
    let done = if is_removed { "removed" } else { "as before" };
    Ok(format!("{}{}: {done}", if is_dry { "would be so: " } else { "" }, path.display()))
}

/// The text of a settings file without the settings: that of before where nothing else changed since, else the current one
/// without the settings alone. `None`: there is no file then.
fn taken_back(agent: &Agent, backup: &Backup, current: Option<&str>) -> Result<Option<String>, EditError> {
    let Some(current) = current else { return Ok(None) };
    if current == backup.written {
        return Ok(backup.original.clone());
    }
    let mut text = current.to_owned();
    let original = backup.original.as_deref().unwrap_or_default();
    for Setting { path, .. } in agent.settings("").into_iter().filter(|setting| !setting.is_required) {
        // What the user has changed since is the user's.
        if agent.format.get(&text, path)? == agent.format.get(&backup.written, path)? {
            let value = if original.is_empty() { None } else { agent.format.get(original, path)? };
            text = agent.format.set(&text, path, value.as_ref())?;
        }
    }
    Ok(Some(text))
}
