//! The program: see [`masquerade::cli`].

use std::process::ExitCode;

/// Half the time of the system's allocator for the many small pieces that requests are made of.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    masquerade::cli::run(std::env::args_os())
}
