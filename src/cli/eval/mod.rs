//! `masquerade eval`.

mod arguments;
mod errors;
mod lines;
mod mapping;

use std::{
    collections::{BTreeSet, HashMap},
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

pub(super) use self::arguments::Eval;
use self::{
    errors::ErrorLog,
    lines::{Lines, Place},
};
use super::{
    Exit,
    detection::{DetectionSetup, labels},
    document::{Failure, create_private, refuse_input, with_external_model},
    print_error,
};
use crate::eval::{
    Gold, Mention,
    corpus::{self, Document},
    gate::Gate,
    join_parts,
    mapping::{Mapping, Target},
    plot,
    report::{Facts, LabelCount, LabelSelection, Report},
    score::Scores,
    table,
};
use crate::telemetry::processor_time;
use masquerade_detect::text::{Field, Unit};
use masquerade_detect::{Detector, Options};

/// Stands for standard output where a file is named.
const STDOUT: &str = "-";

/// The confidence from which curves are drawn. Below it hardly anything is right, and what is wrong competes. Higher
/// thresholds are then applied to the same finds, which is what they would find but where finds compete.
const SWEEP: f32 = 0.05;

/// Bad lines that are told of one by one where they are left out.
const TOLD: usize = 5;

/// Different labels of a corpus that are counted where they stand for nothing. Their names, too, are the corpus's.
const MAX_NAMES: usize = 1_000;

/// Most characters of such a name that are shown.
const MAX_NAME: usize = 40;

pub(super) fn run(arguments: &Eval) -> Exit {
    match evaluate(arguments) {
        Ok(exit) => exit,
        Err(failure) => failure.end(),
    }
}

fn evaluate(arguments: &Eval) -> Result<Exit, Failure> {
    let DetectionSetup { detector, ask, .. } = arguments.detection.prepare()?;
    let wanted = wanted(arguments, &detector, &ask.detection)?;
    let gates = gates(arguments, &detector)?;
    let rules = mapping::rules(arguments, &detector)?;
    let mut lines = Lines::new(&arguments.files)?;
    // What cannot be written is better known before the work than after it.
    let outputs = Outputs::create(arguments)?;
    let log = match &arguments.errors {
        Some(path) => Some(error_log(arguments, path, wanted.clone())?),
        None => None,
    };
    let mut run = Run {
        detector: &detector,
        sweep: arguments.plots.is_some().then(|| Options { threshold: Some(SWEEP), ..ask.detection.clone() }),
        options: ask.detection,
        unit: arguments.span_unit,
        mapping: Mapping::new(rules, |name| detector.catalogue().find_label(name)),
        scores: Scores::new(usize::try_from(arguments.bootstrap).unwrap_or_default(), arguments.seed),
        log,
        not_mapped: HashMap::new(),
        elapsed: Duration::ZERO,
        cpu: Some(Duration::ZERO),
    };
    let skipped = with_external_model(|| run.work(&mut lines, arguments.skip_bad))?;
    let files = lines.files();
    // The progress is cleared away before anything is printed.
    drop(lines);
    let report = run.finish(&wanted, files, skipped)?;
    outputs.write(&report)?;
    let unmet: Vec<_> = gates.iter().filter_map(|gate| gate.check(&report).err()).collect();
    unmet.iter().for_each(|unmet| print_error(&format!("not met: {unmet}")));
    Ok(if unmet.is_empty() { Exit::Done } else { Exit::Unmet })
}

/// The labels that are scored.
fn wanted(arguments: &Eval, detector: &Detector, options: &Options) -> Result<LabelSelection, Failure> {
    Ok(if arguments.all_labels {
        LabelSelection::AlsoThese(options.labels.iter().collect())
    } else if arguments.labels.is_empty() {
        LabelSelection::Annotated
    } else {
        LabelSelection::Only(labels(detector, "--labels", &arguments.labels)?)
    })
}

/// The bounds to keep, with the labels' own names.
fn gates(arguments: &Eval, detector: &Detector) -> Result<Vec<Gate>, Failure> {
    let canonical = |gate: Gate| {
        let Some(name) = &gate.label else { return Ok(gate) };
        match detector.catalogue().find_label(name) {
            Some(label) => Ok(Gate { label: Some(label.name().to_owned()), ..gate }),
            None => Err(Failure::Usage(format!("a bound is set for {name}, which is no label"))),
        }
    };
    arguments.gates().map(canonical).collect()
}

/// The log of errors at `path`, readable by its owner alone, since it may hold texts.
fn error_log(arguments: &Eval, path: &Path, wanted: LabelSelection) -> Result<ErrorLog, Failure> {
    let out: Box<dyn Write> = if path == Path::new(STDOUT) {
        Box::new(io::stdout())
    } else {
        Box::new(io::BufWriter::new(create_private("--errors", path, &arguments.files)?))
    };
    Ok(ErrorLog::new(out, arguments.span_unit, arguments.show_text, wanted))
}

/// An evaluation in progress.
struct Run<'d> {
    detector: &'d Detector,
    options: Options,
    /// The options of detection for curves.
    sweep: Option<Options>,
    unit: Unit,
    mapping: Mapping<'d>,
    scores: Scores,
    log: Option<ErrorLog>,
    /// Mentions by label of the corpus.
    not_mapped: HashMap<String, u64>,
    elapsed: Duration,
    /// `None` where the system does not tell.
    cpu: Option<Duration>,
}

impl Run<'_> {
    /// Works through all lines. Those that are no annotated text are left out if `skips_bad`; answers how many.
    fn work(&mut self, lines: &mut Lines, skips_bad: bool) -> Result<u64, Failure> {
        let (mut line, mut skipped, mut told) = (Vec::new(), 0, Vec::new());
        while let Some(place) = lines.next(&mut line)? {
            match corpus::parse(&line, self.unit) {
                Ok(document) => self.add(&place, &document)?,
                Err(error) if skips_bad => {
                    skipped += 1;
                    if told.len() < TOLD {
                        told.push(format!("warning: skipped {place}: {error}"));
                    }
                }
                Err(error) => return Err(Failure::Data(format!("{place}: {error}"))),
            }
        }
        told.iter().for_each(|warning| print_error(warning));
        Ok(skipped)
    }

    fn add(&mut self, place: &Place, document: &Document<'_>) -> Result<(), Failure> {
        let gold = self.gold(document);
        let fields = [Field::new(&document.text)];
        let (start, cpu) = (Instant::now(), processor_time());
        let found = self.detector.detect(&fields, &self.options).into_iter().next().unwrap_or_default();
        self.elapsed += start.elapsed();
        let spent = cpu.zip(processor_time()).map(|(before, now)| now.saturating_sub(before));
        self.cpu = self.cpu.zip(spent).map(|(sum, spent)| sum + spent);
        let judgement = self.scores.add(&document.text, &gold, &found);
        if let Some(sweep) = &self.sweep {
            let found = self.detector.detect(&fields, sweep).into_iter().next().unwrap_or_default();
            self.scores.add_sweep(&gold, &found);
        }
        match &mut self.log {
            Some(log) => {
                log.add(place, &document.text, (&gold, &found, &judgement), &self.scores).map_err(unwritten_errors)
            }
            None => Ok(()),
        }
    }

    /// The mentions in the house's labels.
    fn gold(&mut self, document: &Document<'_>) -> Gold {
        let (mut parts, mut ignored) = (Vec::new(), Vec::new());
        for annotation in &document.mentions {
            match self.mapping.target(&annotation.label) {
                Some(Target::Label(label)) => {
                    parts.push((Mention { span: annotation.span, label }, &*annotation.label));
                }
                Some(Target::Ignored) => ignored.push(annotation.span),
                None => {
                    ignored.push(annotation.span);
                    self.count_unmapped(&annotation.label);
                }
            }
        }
        Gold::new(join_parts(&document.text, parts), ignored)
    }

    fn count_unmapped(&mut self, label: &str) {
        let is_known = self.not_mapped.contains_key(label);
        let name = if is_known || self.not_mapped.len() < MAX_NAMES { label } else { "…" };
        *self.not_mapped.entry(name.to_owned()).or_default() += 1;
    }

    fn finish(self, wanted: &LabelSelection, files: u64, skipped: u64) -> Result<Report, Failure> {
        if let Some(log) = self.log {
            log.finish().map_err(unwritten_errors)?;
        }
        let mut not_mapped: Vec<LabelCount> =
            self.not_mapped.iter().map(|(name, &count)| LabelCount { label: shown(name), count }).collect();
        not_mapped.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.label.cmp(&b.label)));
        let sought: BTreeSet<_> = self.options.labels.iter().collect();
        let facts = Facts { files, skipped, not_mapped, sought, elapsed: self.elapsed, cpu: self.cpu };
        Ok(Report::new(&self.scores, wanted, facts))
    }
}

fn unwritten_errors(error: io::Error) -> Failure {
    Failure::File(PathBuf::from("--errors"), error)
}

/// A name that somebody else has written.
fn shown(name: &str) -> String {
    name.chars().take(MAX_NAME).map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// The destinations of the report.
struct Outputs<'a> {
    /// A file, and its name.
    json: Option<(File, &'a Path)>,
    /// True if JSON goes to standard output instead of the table.
    prints_json: bool,
    plots: Option<&'a Path>,
}

impl<'a> Outputs<'a> {
    fn create(arguments: &'a Eval) -> Result<Self, Failure> {
        let prints_json = arguments.json.as_deref() == Some(Path::new(STDOUT));
        let json = match arguments.json.as_deref().filter(|_| !prints_json) {
            Some(path) => {
                refuse_input("--json", path, &arguments.files)?;
                Some((File::create(path).map_err(|error| Failure::File(path.to_owned(), error))?, path))
            }
            None => None,
        };
        if let Some(directory) = &arguments.plots {
            fs::create_dir_all(directory).map_err(|error| Failure::File(directory.clone(), error))?;
        }
        Ok(Self { json, prints_json, plots: arguments.plots.as_deref() })
    }

    fn write(self, report: &Report) -> Result<(), Failure> {
        let json = || {
            let mut json =
                serde_json::to_string_pretty(report).map_err(|error| Failure::Internal(error.to_string()))?;
            json.push('\n');
            Ok::<_, Failure>(json)
        };
        if let Some((mut file, path)) = self.json {
            file.write_all(json()?.as_bytes()).map_err(|error| Failure::File(path.to_owned(), error))?;
        }
        if let Some(directory) = self.plots {
            let plots = [
                ("precision-recall.svg", plot::precision_recall(report)),
                ("reliability.svg", plot::reliability(report)),
            ];
            for (name, svg) in plots {
                let path = directory.join(name);
                let written = svg.map_or(Ok(()), |svg| fs::write(&path, svg));
                written.map_err(|error| Failure::File(path, error))?;
            }
        }
        let text = if self.prints_json { json()? } else { table::render(report) };
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Failure::Stdout)
    }
}
