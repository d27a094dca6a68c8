//! The command line: one file and one line of `Command` for each subcommand.

mod anonymize;
mod check;
mod deanonymize;
mod detection;
mod document;
mod entities;
mod eval;
mod exit;
mod health;
mod keygen;
mod local;
mod policy;
mod run;
mod serve;
mod setup;
mod verify;
mod verify_audit;
mod vocabulary;

pub use exit::Exit;

use std::{ffi::OsString, io::Write, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

use self::vocabulary::with_vocabulary;
use crate::config::{Config, Flag, FlagValue, IDENTIFIER, Problem, Sources, is_identifier};

const AFTER_HELP: &str = "\
Examples:
  masquerade                                  serve on 127.0.0.1:8080, with a key made for this run
  masquerade anonymize mail.txt --map mail.map > masked.txt
                                              mask a file, and keep what the placeholders stand for
  masquerade deanonymize --map mail.map < answer.txt
                                              put it back into what came of the masked file
  masquerade entities                         list what is found, by label
  masquerade eval my.jsonl                    score it on annotated texts of your own
  masquerade keygen --name billing            make a key, and the lines that configure it
  masquerade check --config masquerade.toml   find everything that is wrong with a configuration
  masquerade policy test cases.toml --config masquerade.toml
                                              try a route's policy on texts of your own
  masquerade verify --config masquerade.toml  send planted values through its routes: which leak?
  masquerade --config masquerade.toml         serve with it
  masquerade setup claude-code                lead a coding agent to the gateway; --undo: back
  masquerade verify-audit audit.jsonl         verify the hash chain of an audit stream
  masquerade run -- my-agent                  run a program with its requests to models masked

Every setting can come from the file, from the environment (MASQUERADE_SERVER__LISTEN=0.0.0.0:8080)
or, where there is one, from a flag; the later wins. conf/masquerade.toml lists and explains them.

Exit status: 0 done; 1 unhealthy, a bound of `eval` or a case of `policy test` not kept, or a value
in clear for `verify`; 64 wrong arguments or configuration; 65 wrong data; 69 cannot listen;
70 internal error; 74 reading or writing failed.";

/// The error of a subcommand that works on routes.
const NO_ROUTE: &str = "the configuration has no route; name a file that has one by --config";

/// NAT for personal data: masks names, numbers and secrets in texts on their way out, and restores
/// them on the way back.
#[derive(Debug, Parser)]
#[command(name = "masquerade", version, after_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    serve: serve::Serve,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Serve),
    Anonymize(anonymize::Anonymize),
    Deanonymize(deanonymize::Deanonymize),
    Entities(entities::Entities),
    Eval(Box<eval::Eval>),
    Check(check::Check),
    Policy(policy::Policy),
    Keygen(keygen::Keygen),
    Health(health::Health),
    Run(run::Run),
    Setup(setup::Setup),
    Verify(verify::Verify),
    VerifyAudit(verify_audit::VerifyAudit),
}

/// The argument that selects the configuration, for subcommands that use no language model.
#[derive(Clone, Debug, Default, clap::Args)]
struct FileArgument {
    /// The configuration file; else the variable MASQUERADE_CONFIG names it; else the defaults hold
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The arguments that select the configuration.
#[derive(Clone, Debug, Default, clap::Args)]
struct ConfigArguments {
    #[command(flatten)]
    file: FileArgument,

    #[command(flatten)]
    model: ModelArguments,
}

/// The arguments of the language model.
#[derive(Clone, Debug, Default, clap::Args)]
struct ModelArguments {
    /// Level of the language model: off, fast or full [default: the configured one, else full]
    #[arg(long, value_name = "LEVEL")]
    ner: Option<String>,

    /// Another language model than the one that is built in: a file, a folder, or the address of a service
    #[arg(long, value_name = "MODEL")]
    model: Option<PathBuf>,
}

impl ModelArguments {
    fn flags(self) -> impl Iterator<Item = Flag> {
        // Absolute, because relative paths of settings start at the directory of the configuration file.
        let is_address = |path: &PathBuf| path.to_string_lossy().contains("://");
        let path = self.model.map(|path| match is_address(&path) {
            true => path,
            false => std::path::absolute(&path).unwrap_or(path),
        });
        let path = path.map(|path| path.to_string_lossy().into_owned());
        let flags = [("--ner", "ner", self.ner), ("--model", "model", path)];
        let flag = |(name, key, value): (_, _, Option<String>)| {
            Some(Flag { name, key: ("detection", key), value: FlagValue::One(value?) })
        };
        flags.into_iter().filter_map(flag)
    }
}

impl FileArgument {
    fn sources(self) -> Sources {
        Sources { file: self.config, ..Sources::from_environment() }
    }
}

impl ConfigArguments {
    fn sources(self) -> Sources {
        Sources { flags: self.model.flags().collect(), ..self.file.sources() }
    }
}

/// Runs the program with `arguments`, its own name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Cli::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are not errors and go to standard output.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Done };
            return if error.print().is_ok() { exit } else { Exit::Io }.into();
        }
    };
    let exit = match arguments.command.unwrap_or(Command::Serve(arguments.serve)) {
        Command::Serve(arguments) => return serve::run(arguments),
        Command::Run(arguments) => return run::run(arguments),
        Command::Setup(arguments) => setup::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Anonymize(arguments) => anonymize::run(arguments),
        Command::Deanonymize(arguments) => deanonymize::run(arguments),
        Command::Entities(arguments) => entities::run(arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Policy(arguments) => policy::run(arguments),
        Command::Keygen(arguments) => keygen::run(&arguments),
        Command::Health(arguments) => health::run(arguments),
        Command::VerifyAudit(arguments) => verify_audit::run(&arguments),
    };
    exit.into()
}

/// Loads the configuration; prints every problem if that fails.
fn load(sources: &Sources) -> Result<(Config, Vec<Problem>), Exit> {
    with_vocabulary(|vocabulary| Config::load(sources, vocabulary)).map_err(|problems| {
        let lines = problems.iter().map(|problem| format!("error: {problem}\n")).collect::<String>();
        let count = if problems.len() == 1 { "1 problem".to_owned() } else { format!("{} problems", problems.len()) };
        print_error(&format!("{lines}{count} in the configuration"));
        Exit::Usage
    })
}

/// Parses the name of a key or a tenant.
fn identifier(text: &str) -> Result<String, &'static str> {
    if is_identifier(text) { Ok(text.to_owned()) } else { Err(IDENTIFIER) }
}

/// Writes `text` and a line end to standard output.
fn print(text: &str) -> Exit {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Ok(()) => Exit::Done,
        Err(_) => Exit::Io,
    }
}

/// Writes `text` and a line end to standard error. If that is closed, the exit status has to suffice.
fn print_error(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
