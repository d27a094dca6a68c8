//! `masquerade verify-audit`.

use std::path::PathBuf;

use super::{Exit, print, print_error};
use crate::telemetry::audit::{VerifiedStream, verify};

/// Verify the hash chain of an audit stream
///
/// Reads the file and all that were rotated before it, checks that every line continues the one before, and names the first
/// that does not. The hashes take no key: whoever can write the file can also write a new chain. So keep the hash that this
/// prints elsewhere from time to time, and ask for it with --contains: a stream that was rewritten does not hold it.
///
/// Exits with 65 if the stream is broken or does not hold that hash.
#[derive(Debug, clap::Args)]
pub(super) struct VerifyAudit {
    /// The file that `[audit]` names
    file: PathBuf,

    /// The hash of a line that the stream must hold
    #[arg(long, value_name = "HASH")]
    contains: Option<String>,
}

pub(super) fn run(arguments: &VerifyAudit) -> Exit {
    let VerifiedStream { files, first, last, hash, has_anchor } =
        match verify(&arguments.file, arguments.contains.as_deref()) {
            Ok(Ok(verified)) => verified,
            Ok(Err(broken)) => {
                print_error(&format!("broken: {broken}"));
                return Exit::Data;
            }
            Err(error) => {
                print_error(&format!("error: {}: {error}", arguments.file.display()));
                return Exit::Io;
            }
        };
    if has_anchor == Some(false) {
        print_error("broken: no line has the hash of --contains: the stream was cut or written anew");
        return Exit::Data;
    }
    let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    let gone = if first > 1 { format!(" (lines 1 to {} are gone with their files)", first - 1) } else { String::new() };
    print(&format!("ok: lines {first} to {last} in {files}{gone}; the last hash is {hash}"))
}
