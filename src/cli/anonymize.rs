//! `masquerade anonymize`.

use std::{
    fs::File,
    io::{self, BufWriter, StdoutLock, Write},
    ops::Range,
    path::PathBuf,
    sync::Arc,
};

use super::{
    Exit,
    detection::{DetectionArguments, DetectionSetup},
    document::{
        Chunks, DocumentStore, EntityWriter, Failure, LOOKAROUND, Reader, SplitPoint, Spool, runtime,
        with_external_model,
    },
    identifier,
};
use crate::{
    anonymize::{Method, Policy},
    config::Config,
    engine::{
        AnonymizedTexts, Engine, Owner, setup,
        wire::{DetectedEntity, REALM},
    },
    input::did_you_mean,
};
use masquerade_detect::entity::{Label, Source};
use masquerade_detect::text::{Field, Unit};
use masquerade_detect::{Detector, Options};

const AFTER_HELP: &str = "\
Examples:
  masquerade anonymize letter.txt                      print the letter with placeholders
  masquerade anonymize letter.txt --map letter.map     and keep what they stand for
  masquerade deanonymize --map letter.map < answer.txt
                                                       put it back into what came of the letter
  tar cO logs | masquerade anonymize --method HASH     equal texts stay comparable (needs a secret)
  masquerade anonymize --entities SECRETS,EMAIL_ADDRESS --threshold 0.9 notes.md
  masquerade anonymize --json notes.md | jq .detected_entities

Methods: REDACT [EMAIL_ADDRESS_1], MASK ****, HASH [EMAIL_ADDRESS_9f86d081884c7d65], ENCRYPT (restored by the \
secret alone, without a map), SYNTHETIC (a realistic surrogate), REMOVE, KEEP (detect only). `masquerade entities` \
lists the labels and groups.

All inputs are taken as one document. It is read in pieces of about 1 MiB, so its length does not matter: numbers and \
replacements are the same throughout, but a password that only the words around it give away is replaced at its other \
places within the same piece. Bytes outside entities do not change.

The map holds the originals. It is written for your eyes only (mode 0600); delete it when you are done. Without it, \
only what ENCRYPT has replaced can be restored.";

/// Replace personal data and secrets in files or in standard input
///
/// Prints the text with placeholders to standard output. Settings come from the configuration, where a
/// flag does not say otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Anonymize {
    /// Files to read, one after another; `-` or none: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    detection: DetectionArguments,

    /// Method for all entities: REDACT, MASK, HASH, ENCRYPT, SYNTHETIC, REMOVE or KEEP
    #[arg(long, value_parser = method)]
    method: Option<Method>,

    /// Write what was found and replaced to this file, for `deanonymize --map`
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// Print JSON as /v1/anonymize answers: `anonymized_text`, of one text, and `detected_entities`
    #[arg(long)]
    json: bool,

    /// Tenant whose keys HASH, ENCRYPT and SYNTHETIC use, as of an API key of the service
    #[arg(long, default_value = "default", value_parser = identifier)]
    tenant: String,
}

fn method(name: &str) -> Result<Method, String> {
    let names = Method::ALL.map(Method::name);
    let unknown = || format!("must be one of {}{}", names.join(", "), did_you_mean(name, names));
    Method::parse(name).ok_or_else(unknown)
}

pub(super) fn run(arguments: Anonymize) -> Exit {
    match anonymize(arguments) {
        Ok(()) => Exit::Done,
        Err(failure) => failure.end(),
    }
}

fn anonymize(arguments: Anonymize) -> Result<(), Failure> {
    let DetectionSetup { config, detector, mut ask } = arguments.detection.prepare()?;
    if let Some(method) = arguments.method {
        // The flag's method for all labels overrides the configuration's methods for single labels.
        ask.policy = Policy::all(method);
    }
    let owner = owner(&arguments.tenant, &ask.policy, &config)?;
    let reader = Reader::new(&arguments.files)?;
    let runtime = runtime()?;
    let session = Arc::new(DocumentStore::new());
    let engine = Engine::new(detector, session.clone());
    let has_surrogates = ask.policy.methods().any(|method| method.operator().writes_surrogates);
    let mut output = Output::create(&arguments)?;
    let mut mask = |text: &str| {
        let texts = [text];
        let done = runtime.block_on(engine.anonymize(&texts, &ask, &owner))?;
        if has_surrogates && let [masked] = &done.masked.texts[..] {
            session.written(masked);
        }
        output.add(text, &done)
    };
    let masked = with_external_model(|| {
        Chunks::new(reader).each(|text, at| split_point(engine.detector(), &ask.detection, text, at), &mut mask)
    });
    // The printed part can be restored even after an error.
    let finished = output.finish(masked.is_ok());
    masked.and(finished)
}

/// The keys and the session of the run.
fn owner(tenant: &str, policy: &Policy, config: &Config) -> Result<Owner, Failure> {
    let keyring = match setup::keyring(config) {
        Some(keyring) => keyring,
        None => match policy.methods().find(|method| method.operator().stable) {
            Some(method) => {
                return Err(Failure::Usage(format!(
                    "{method} needs a secret that outlives this run: set MASQUERADE_SECRET (`openssl rand -hex 32` \
                     makes one) or [[secrets]] in the configuration, the same as the service has"
                )));
            }
            None => setup::random_keyring().map_err(|error| Failure::Internal(error.to_string()))?,
        },
    };
    let session = keyring.sessions(tenant).id("masquerade anonymize");
    Ok(Owner::with_session(tenant.into(), keyring.cipher(tenant, REALM), session))
}

/// The reach of context words, in bytes, with room to spare.
const CONTEXT: usize = 4 << 10;

/// Judges `text` at `at` as a split point: detection has to find the same in two pieces as in one.
fn split_point(detector: &Detector, options: &Options, text: &str, at: usize) -> SplitPoint {
    let whole = Window::around(text, at, LOOKAROUND);
    let found = whole.find(detector, options);
    if let Some((range, ..)) = found.iter().find(|(range, ..)| range.start < at && at < range.end) {
        return SplitPoint::Within(range.start);
    }
    let near = Window::around(text, at, CONTEXT);
    let mut parts = near.before(at).find(detector, options);
    parts.extend(near.after(at).find(detector, options));
    if parts == near.find(detector, options) { SplitPoint::Safe } else { SplitPoint::Differs }
}

/// A part of a text.
#[derive(Clone, Copy)]
struct Window<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Window<'t> {
    /// The part within `reach` bytes of `at`.
    fn around(text: &'t str, at: usize, reach: usize) -> Self {
        let start = text.floor_char_boundary(at.saturating_sub(reach));
        Self { text, start, end: text.floor_char_boundary(at.saturating_add(reach)) }
    }

    fn before(self, at: usize) -> Self {
        Self { end: at, ..self }
    }

    fn after(self, at: usize) -> Self {
        Self { start: at, ..self }
    }

    /// The entities of the part, with ranges in the whole text.
    fn find(self, detector: &Detector, options: &Options) -> Vec<(Range<usize>, Label, f32)> {
        let field = Field::new(self.text.get(self.start..self.end).unwrap_or_default());
        let found = detector.detect(&[field], options).into_iter().flatten();
        // Propagated entities follow from others in every piece that holds both.
        let own = found.filter(|entity| entity.source != Source::Propagated);
        own.map(|entity| {
            let Range { start, end } = entity.span.range();
            (self.start + start..self.start + end, entity.label, entity.confidence)
        })
        .collect()
    }
}

/// The output: the masked document, the map, the list of entities.
struct Output {
    stdout: StdoutLock<'static>,
    json: Option<EntityWriter<Spool>>,
    map: Option<(PathBuf, EntityWriter<BufWriter<File>>)>,
    /// The code points of the original document so far.
    units: usize,
}

impl Output {
    /// Opens the outputs of `arguments`.
    fn create(arguments: &Anonymize) -> Result<Self, Failure> {
        let map = match &arguments.map {
            Some(path) => Some((path.clone(), EntityWriter::create(path, &arguments.files)?)),
            None => None,
        };
        let json =
            if arguments.json { Some(EntityWriter::new(Spool::default()).map_err(Failure::Stdout)?) } else { None };
        let mut output = Self { stdout: io::stdout().lock(), json, map, units: 0 };
        if output.json.is_some() {
            output.print(b"{\"anonymized_text\":[\"")?;
        }
        Ok(output)
    }

    fn print(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.stdout.write_all(bytes).map_err(Failure::Stdout)
    }

    /// Adds a piece of the document, masked.
    fn add(&mut self, text: &str, done: &AnonymizedTexts<'_>) -> Result<(), Failure> {
        let base = self.units;
        self.units += Unit::Codepoint.count(text);
        let entities = || DetectedEntity::of_text(done, 0, text, Unit::Codepoint).map(|entity| entity.in_longer(base));
        // The map is written first: printed text without it could not be restored.
        if let Some((path, map)) = &mut self.map {
            map.add(entities()).map_err(|error| Failure::File(path.clone(), error))?;
        }
        let masked = done.masked.texts.first().map(AsRef::as_ref).unwrap_or_default();
        match &mut self.json {
            Some(json) => {
                json.add(entities()).map_err(Failure::Stdout)?;
                let string = serde_json::to_string(masked).map_err(|error| Failure::Internal(error.to_string()))?;
                // Without its quotes: the pieces make one string.
                let inner = string.get(1..string.len() - 1).unwrap_or_default();
                self.print(inner.as_bytes())
            }
            None => self.print(masked.as_bytes()),
        }
    }

    /// Finishes the outputs; JSON only if it `is_complete`.
    fn finish(mut self, is_complete: bool) -> Result<(), Failure> {
        if let Some((path, map)) = self.map.take() {
            map.finish(self.units).map_err(|error| Failure::File(path, error))?;
        }
        if let Some(json) = self.json.take().filter(|_| is_complete) {
            let json = json.finish(self.units).map_err(Failure::Stdout)?;
            self.print(b"\"],\"detected_entities\":")?;
            self.print(json.bytes())?;
            self.print(b"}\n")?;
        }
        self.stdout.flush().map_err(Failure::Stdout)
    }
}
