//! `masquerade deanonymize`.

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
};

use super::{
    Exit, FileArgument,
    document::{
        Chunks, DocumentStore, Failure, LOOKAROUND, MapFile, Reader, SplitPoint, configuration, entries, runtime,
    },
    identifier, print_error,
};
use crate::{
    anonymize::restore::MapEntry,
    config::Config,
    engine::{Engine, Owner, RestoreSettings, setup, wire::REALM},
    server::TableFolder,
};
use masquerade_detect::entity::find_placeholders;
use masquerade_detect::text::Unit;

const AFTER_HELP: &str = "\
Examples:
  masquerade deanonymize --map letter.map masked.txt    the letter, byte for byte
  masquerade deanonymize --map letter.map --tolerant < answer.txt
                                                        what a language model made of it
  MASQUERADE_SECRET=... masquerade deanonymize < sealed.txt
                                                        what ENCRYPT has replaced, without a map

The map is what `anonymize --map` has written, what `anonymize --json` has printed, or an answer of /v1/anonymize. With \
a map the document is read whole. Where every replacement still stands at its place, the originals go exactly there; \
else replacements are matched wherever they stand, and those that stand for several originals, as **** may, stay. \
Without a map only ENCRYPT placeholders are opened, piece by piece.

Placeholders that nothing resolves stay as they are, and are counted on standard error.";

/// Put the originals back into files or standard input
///
/// Prints the restored text to standard output.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Deanonymize {
    /// Files to read, one after another, as one document; `-` or none: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    file: FileArgument,

    /// File with the map that `anonymize --map` has written
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// Restore placeholders that language models have altered, too: other case, spaces, a lost bracket, markup
    #[arg(long)]
    tolerant: bool,

    /// Tenant whose keys ENCRYPT has used, as of an API key of the service
    #[arg(long, default_value = "default", value_parser = identifier)]
    tenant: String,
}

pub(super) fn run(arguments: Deanonymize) -> Exit {
    match deanonymize(arguments) {
        Ok(0) => Exit::Done,
        Ok(unresolved) => {
            let placeholders = if unresolved == 1 { "placeholder" } else { "placeholders" };
            print_error(&format!("{unresolved} {placeholders} unresolved"));
            Exit::Done
        }
        Err(failure) => failure.end(),
    }
}

/// Restores the document and returns the number of unresolved placeholders.
fn deanonymize(arguments: Deanonymize) -> Result<usize, Failure> {
    let config = configuration(arguments.file.sources())?;
    let owner = owner(&arguments.tenant, arguments.map.is_some(), &config)?;
    let reader = Reader::new(&arguments.files)?;
    let tables = TableFolder::at(&config.server.table_cache);
    let detector = setup::rules_alone(&config, tables.as_ref().map(|folder| folder as _))?;
    let engine = Engine::new(detector, Arc::new(DocumentStore::new()));
    let restorer = Restorer { engine, owner, tolerant: arguments.tolerant, runtime: runtime()? };
    match arguments.map {
        Some(path) => whole(&restorer, reader, MapFile::open(path)?),
        None => pieces(&restorer, reader),
    }
}

fn owner(tenant: &str, has_map: bool, config: &Config) -> Result<Owner, Failure> {
    let keyring = match setup::keyring(config) {
        Some(keyring) => keyring,
        None if has_map => setup::random_keyring().map_err(|error| Failure::Internal(error.to_string()))?,
        None => {
            let words = "there is nothing to restore with: give a map with --map, or, for what ENCRYPT has replaced, \
                         set the secret that it was done with (MASQUERADE_SECRET, or [[secrets]] in the configuration)";
            return Err(Failure::Usage(words.to_owned()));
        }
    };
    Ok(Owner { cipher: keyring.cipher(tenant, REALM), scope: None })
}

struct Restorer {
    engine: Engine,
    owner: Owner,
    tolerant: bool,
    runtime: tokio::runtime::Runtime,
}

impl Restorer {
    /// Prints `text` restored with `map`, and returns the number of unresolved placeholders.
    fn print(&self, text: &str, map: &[MapEntry<'_>]) -> Result<usize, Failure> {
        let how =
            RestoreSettings { unit: Unit::Codepoint, tolerant: self.tolerant, restorable: None, max_bytes: usize::MAX };
        let restored = self.runtime.block_on(self.engine.restore(&[text], map, &self.owner, how))?;
        let mut stdout = io::stdout().lock();
        for text in &restored.texts {
            stdout.write_all(text.as_bytes()).map_err(Failure::Stdout)?;
        }
        stdout.flush().map_err(Failure::Stdout)?;
        Ok(restored.unresolved_count)
    }
}

fn whole(restorer: &Restorer, mut reader: Reader, map: MapFile) -> Result<usize, Failure> {
    let elements = map.elements()?;
    let mut text = String::new();
    reader.fill(&mut text, usize::MAX)?;
    drop(reader);
    restorer.print(&text, &entries(&elements))
}

fn pieces(restorer: &Restorer, reader: Reader) -> Result<usize, Failure> {
    let mut unresolved = 0;
    Chunks::new(reader).each(split_point, |text| {
        unresolved += restorer.print(text, &[])?;
        Ok(())
    })?;
    Ok(unresolved)
}

/// Judges `text` at `at` as a split point: no placeholder may lie across it.
fn split_point(text: &str, at: usize) -> SplitPoint {
    let start = text.floor_char_boundary(at.saturating_sub(LOOKAROUND));
    let end = text.floor_char_boundary(at.saturating_add(LOOKAROUND));
    let across = find_placeholders(text.get(start..end).unwrap_or_default())
        .map(|(span, _)| start + span.start()..start + span.end())
        .find(|range| range.start < at && at < range.end);
    across.map_or(SplitPoint::Safe, |range| SplitPoint::Within(range.start))
}
