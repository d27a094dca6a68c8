//! The program: see [`masquerade::cli`].

use std::process::ExitCode;

use masquerade::cli::{self, Exit};

fn main() -> ExitCode {
    cli::run(std::env::args_os(), None, |startup| {
        eprintln!("no server in this build for {:?}", startup.config.server.listen);
        Exit::Internal.into()
    })
}
