//! `masquerade run`.

use std::{
    env,
    ffi::OsString,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use super::{ConfigArguments, Exit, FileArgument, load, local::LocalServer, print_error};
use crate::config::Config;

/// Run a program whose requests to language models go through a gateway of its own
///
/// Starts the gateway on a free port of this machine, and the program with the base URLs of OpenAI's, Anthropic's and
/// Google's libraries set to it; where one is set already, that is the upstream. At the end it prints what was
/// masked, by label, and exits as the program did.
#[derive(Debug, clap::Args)]
pub(super) struct Run {
    #[command(flatten)]
    config: ConfigArguments,

    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// A provider: its route, the variables that libraries read its base URL from, the path that these have behind the
/// host, and the usual upstream.
struct Provider {
    route: &'static str,
    variables: &'static [&'static str],
    path: &'static str,
    upstream: &'static str,
}

const PROVIDERS: [Provider; 3] = [
    Provider {
        route: "openai",
        variables: &["OPENAI_BASE_URL", "OPENAI_API_BASE"],
        path: "/v1",
        upstream: "https://api.openai.com",
    },
    Provider {
        route: "anthropic",
        variables: &["ANTHROPIC_BASE_URL"],
        path: "",
        upstream: "https://api.anthropic.com",
    },
    Provider {
        route: "gemini",
        variables: &["GOOGLE_GEMINI_BASE_URL"],
        path: "",
        upstream: "https://generativelanguage.googleapis.com",
    },
];

pub(super) fn run(arguments: Run) -> ExitCode {
    let Some((program, rest)) = arguments.command.split_first() else { return Exit::Usage.into() };
    let server = match config(arguments.config).and_then(LocalServer::start) {
        Ok(server) => server,
        Err(exit) => return exit.into(),
    };
    // A terminal's interrupt is for the program; this one ends with it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let _interrupts = runtime.as_ref().ok().map(|runtime| {
        let _within = runtime.enter();
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())
    });
    let mut command = Command::new(program);
    command.args(rest);
    for provider in &PROVIDERS {
        let base = format!("http://{}/{}{}", server.api, provider.route, provider.path);
        command.envs(provider.variables.iter().map(|variable| (variable, &base)));
    }
    let status = match command.status() {
        Ok(status) => status,
        Err(error) => {
            print_error(&format!("error: {}: {error}", Path::new(program).display()));
            return Exit::Usage.into();
        }
    };
    report(&server);
    match status.code() {
        Some(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        None => Exit::Internal.into(),
    }
}

/// Prints what was masked, to standard error: standard output is the program's.
fn report(server: &LocalServer) {
    let text = match server.masked() {
        Ok(counts) if counts.is_empty() => "masquerade: nothing was masked".to_owned(),
        Ok(counts) => {
            let counts: Vec<_> = counts.iter().map(|(label, count)| format!("{label} {count}")).collect();
            format!("masquerade: masked {}", counts.join(", "))
        }
        Err(error) => format!("masquerade: {error}"),
    };
    print_error(&text);
}

/// The configuration of the gateway: the user's with a route for each provider that it has none of.
fn config(arguments: ConfigArguments) -> Result<Config, Exit> {
    let (mut config, _) = load(&arguments.clone().sources())?;
    let own = routes()?;
    let known = |name: &str, config: &Config| config.routes.iter().any(|route| route.path_prefix == format!("/{name}"));
    for route in own.routes {
        if !known(&route.name, &config) {
            config.routes.push(route);
        }
    }
    Ok(config)
}

/// A configuration with a route for each provider.
fn routes() -> Result<Config, Exit> {
    let mut text = String::new();
    for Provider { route, variables, path, upstream } in &PROVIDERS {
        let set = variables.iter().find_map(|variable| env::var(variable).ok()).filter(|url| !url.is_empty());
        let upstream = set.map_or((*upstream).to_owned(), |url| {
            let url = url.trim_end_matches('/');
            url.strip_suffix(path).unwrap_or(url).to_owned()
        });
        text.push_str(&format!(
            "[[routes]]\nname = {route:?}\npath_prefix = \"/{route}\"\nprofile = {route:?}\nupstreams = [{upstream:?}]\n\n"
        ));
    }
    let file = TemporaryFile::new(&text).map_err(|error| {
        print_error(&format!("error: {error}"));
        Exit::Io
    })?;
    let arguments = FileArgument { config: Some(file.0.clone()) };
    load(&arguments.sources()).map(|(config, _)| config)
}

/// A file that goes with this value.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(text: &str) -> std::io::Result<Self> {
        let path = env::temp_dir().join(format!("masquerade-run-{}.toml", std::process::id()));
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&path)?;
        file.write_all(text.as_bytes())?;
        Ok(Self(path))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
