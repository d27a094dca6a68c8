//! The report of an evaluation, for JSON and for [`super::table`].

use std::{collections::BTreeSet, time::Duration};

use serde::Serialize;

use super::{
    histogram::{Bin, Histogram, Point},
    ratio,
    resample::Resamples,
    score::{Scores, Tally},
};
use masquerade_detect::entity::Label;

/// The name of the row that holds all labels.
pub const ALL: &str = "all";

/// The number of thresholds of a curve in JSON, evenly spaced. Plots are finer.
const THRESHOLDS: u32 = 20;

/// The choice of scored labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelSelection {
    /// The labels that the corpus annotates: it says nothing of others, so finding them is no fault.
    Annotated,
    /// The named labels alone.
    Only(BTreeSet<Label>),
    /// The labels that the corpus annotates, and the named ones.
    AlsoThese(BTreeSet<Label>),
}

impl LabelSelection {
    /// Reports whether a label is scored, given whether it is annotated.
    pub fn holds(&self, label: Label, is_annotated: bool) -> bool {
        match self {
            Self::Annotated => is_annotated,
            Self::Only(labels) => labels.contains(&label),
            Self::AlsoThese(labels) => is_annotated || labels.contains(&label),
        }
    }

    /// The scored labels that were neither annotated nor found.
    fn silent(&self, scores: &Scores) -> BTreeSet<&'static str> {
        match self {
            Self::Annotated | Self::Only(_) => BTreeSet::new(),
            Self::AlsoThese(labels) => {
                labels.iter().filter(|label| !scores.labels().contains_key(label)).map(|label| label.name()).collect()
            }
        }
    }
}

/// The result of an evaluation.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of the program.
    pub version: &'static str,
    /// The sizes of the corpus.
    pub corpus: Corpus,
    /// Labels of the corpus that stand for none here, the most frequent first. Their mentions were ignored.
    pub not_mapped: Vec<LabelCount>,
    /// Labels that are annotated, but that the detector was not asked for or does not know. Their mentions were missed.
    pub not_sought: Vec<LabelCount>,
    /// The scored labels by name, but for those that are neither annotated nor found, unless they were named.
    pub labels: Vec<Row>,
    /// The scored labels that are neither annotated nor found, by name.
    #[serde(skip)]
    pub silent: BTreeSet<&'static str>,
    /// The scores over all labels taken as one ("micro").
    pub all: Row,
    /// The mean over the scored labels that are annotated ("macro").
    pub mean: Mean,
    /// The reliability of confidence.
    pub reliability: Reliability,
    /// Precision and recall by threshold, of all labels first; only if finds from a low threshold on were given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
    /// The speed of detection.
    pub speed: Speed,
}

/// A label of the corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LabelCount {
    /// The label's name in the corpus.
    pub label: String,
    /// The number of mentions.
    pub count: u64,
}

/// The sizes of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Corpus {
    /// Files, standard input included.
    pub files: u64,
    /// Lines that were left out because something was wrong with them.
    pub skipped: u64,
    /// Texts.
    pub texts: u64,
    /// Bytes of the texts.
    pub bytes: u64,
    /// Code points of the texts.
    pub characters: u64,
    /// Tokens of the texts.
    pub tokens: u64,
}

/// The scores of a label, or of all labels. A share of nothing is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The label.
    pub label: &'static str,
    /// Mentions.
    pub gold: u64,
    /// Finds.
    pub found: u64,
    /// Finds that are mentions.
    pub correct: u64,
    /// Share of finds that is correct.
    pub precision: Option<f64>,
    /// Share of mentions that is found.
    pub recall: Option<f64>,
    /// The harmonic mean of precision and recall.
    pub f1: Option<f64>,
    /// The bounds of the 95 % confidence interval of F1.
    pub f1_interval: Option<[f64; 2]>,
    /// F1 of finds and mentions that overlap and have the same label.
    pub overlap_f1: Option<f64>,
    /// Share of mentions that a find of their label overlaps.
    pub overlap_recall: Option<f64>,
    /// F1 of finds and mentions that have the same span, whatever their labels.
    pub span_f1: Option<f64>,
    /// Annotated code points.
    pub characters: u64,
    /// Share of the annotated code points that no find covers.
    pub leak: Option<f64>,
    /// Mentions that were not found exactly, by error.
    pub errors: Errors,
    /// Finds that touch no mention.
    pub false_alarms: u64,
    /// Finds that touch no mention, by 1,000 tokens.
    pub false_alarms_per_1000_tokens: Option<f64>,
    /// Finds that touch no mention, by 100,000 bytes.
    pub false_alarms_per_100_kb: Option<f64>,
    /// The expected calibration error of its confidence.
    pub calibration_error: Option<f64>,
}

/// The counts of mentions that were not found exactly, by error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Errors {
    /// Mentions that no find overlaps.
    pub missed: u64,
    /// Mentions found under their label with other bounds.
    pub boundary: u64,
    /// Mentions found with their bounds under another label.
    pub label: u64,
    /// Mentions found with other bounds and under another label.
    pub both: u64,
}

/// Means over labels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The number of labels.
    pub labels: usize,
    /// The mean precision; that of a label of which nothing is found counts as 0.
    pub precision: Option<f64>,
    /// The mean recall.
    pub recall: Option<f64>,
    /// The mean F1.
    pub f1: Option<f64>,
    /// The bounds of the 95 % confidence interval of the mean F1.
    pub f1_interval: Option<[f64; 2]>,
    /// The mean leak.
    pub leak: Option<f64>,
}

/// Observed precision by confidence, of the finds of scored labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reliability {
    /// The bins that hold finds, by confidence.
    pub bins: Vec<Bin>,
    /// The mean distance between confidence and observed precision, over the finds.
    pub calibration_error: Option<f64>,
}

/// Precision and recall by threshold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The label.
    pub label: &'static str,
    /// Points at evenly spaced thresholds, ascending.
    pub points: Vec<Point>,
    /// The threshold of the best F1.
    pub best: Option<Point>,
    /// Points at every threshold that makes a difference, descending: for plots.
    #[serde(skip)]
    pub fine: Vec<Point>,
    /// The reliability of the label's confidence, from the low threshold on.
    pub reliability: Reliability,
}

/// The speed of detection, reading and scoring aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Speed {
    /// Time that passed, in seconds.
    pub seconds: f64,
    /// Time of the processor, in seconds; absent where the system does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// Million bytes of text by second.
    pub megabytes_per_second: Option<f64>,
    /// Texts by second.
    pub texts_per_second: Option<f64>,
    /// Tokens by second.
    pub tokens_per_second: Option<f64>,
}

/// The facts of a run that scores do not hold: counts of the corpus, times.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Files.
    pub files: u64,
    /// Lines that were left out.
    pub skipped: u64,
    /// [`Report::not_mapped`].
    pub not_mapped: Vec<LabelCount>,
    /// Labels that the detector was asked for.
    pub sought: BTreeSet<Label>,
    /// Time that detection took.
    pub elapsed: Duration,
    /// Time of the processor that it took.
    pub cpu: Option<Duration>,
}

impl Report {
    /// The report on `scores`, with the labels that are `wanted`.
    pub fn new(scores: &Scores, wanted: &LabelSelection, facts: Facts) -> Self {
        let mut scored: Vec<(Label, Tally)> = scores
            .labels()
            .iter()
            .filter(|(label, tally)| wanted.holds(**label, tally.strict.gold > 0))
            .map(|(label, tally)| (*label, tally.clone()))
            .collect();
        if let LabelSelection::Only(labels) = wanted {
            let unseen = labels.iter().filter(|label| !scores.labels().contains_key(label));
            scored.extend(unseen.map(|label| (*label, Tally::default())));
            scored.sort_by_key(|(label, _)| *label);
        }
        let mut all = Tally::default();
        scored.iter().for_each(|(_, tally)| all.add(tally));
        let names: Vec<Label> = scored.iter().map(|(label, _)| *label).collect();
        let (all_interval, mean_interval) =
            scores.resamples().map_or((None, None), |resamples| resamples.intervals(&names));
        let interval = |label| scores.resamples().and_then(|resamples: &Resamples| resamples.interval(label));
        let row = |(label, tally): &(Label, Tally)| Row::new(label.name(), tally, scores, interval(*label));
        let labels: Vec<Row> = scored.iter().map(row).collect();
        let not_sought = scored
            .iter()
            .filter(|(label, tally)| tally.strict.gold > 0 && tally.strict.found == 0 && !facts.sought.contains(label));
        let curves = if scores.has_sweep() {
            let each = scored.iter().filter(|(_, tally)| tally.strict.gold > 0);
            let each = each.map(|(label, tally)| Curve::new(label.name(), tally));
            std::iter::once(Curve::new(ALL, &all)).chain(each).collect()
        } else {
            Vec::new()
        };
        Self {
            version: env!("CARGO_PKG_VERSION"),
            corpus: Corpus {
                files: facts.files,
                skipped: facts.skipped,
                texts: scores.texts(),
                bytes: scores.bytes(),
                characters: scores.characters(),
                tokens: scores.tokens(),
            },
            not_sought: not_sought
                .map(|(label, tally)| LabelCount { label: label.name().to_owned(), count: tally.strict.gold })
                .collect(),
            not_mapped: facts.not_mapped,
            mean: Mean::of(&labels, mean_interval),
            silent: wanted.silent(scores),
            labels,
            all: Row::new(ALL, &all, scores, all_interval),
            reliability: Reliability::of(&all.confidence),
            curves,
            speed: Speed::new(scores, facts.elapsed, facts.cpu),
        }
    }

    /// The row of a label, or of [`ALL`].
    pub fn row(&self, label: &str) -> Option<&Row> {
        if label == ALL { Some(&self.all) } else { self.labels.iter().find(|row| row.label == label) }
    }
}

impl Row {
    fn new(label: &'static str, tally: &Tally, scores: &Scores, f1_interval: Option<[f64; 2]>) -> Self {
        let strict = tally.strict;
        let [missed, boundary, other, both] = tally.errors;
        let by = |whole: u64, unit: f64| ratio(tally.spurious, whole).map(|rate| rate * unit);
        Self {
            label,
            gold: strict.gold,
            found: strict.found,
            correct: strict.correct,
            precision: strict.precision(),
            recall: strict.recall(),
            f1: strict.f1(),
            f1_interval,
            overlap_f1: tally.overlap_f1(),
            overlap_recall: ratio(tally.mentions_overlapped, strict.gold),
            span_f1: tally.span_f1(),
            characters: tally.characters,
            leak: tally.leak(),
            errors: Errors { missed, boundary, label: other, both },
            false_alarms: tally.spurious,
            false_alarms_per_1000_tokens: by(scores.tokens(), 1_000.0),
            false_alarms_per_100_kb: by(scores.bytes(), 100_000.0),
            calibration_error: tally.confidence.calibration_error(),
        }
    }
}

impl Mean {
    fn of(rows: &[Row], f1_interval: Option<[f64; 2]>) -> Self {
        let annotated: Vec<&Row> = rows.iter().filter(|row| row.gold > 0).collect();
        let mean = |value: &dyn Fn(&Row) -> Option<f64>| {
            let sum: f64 = annotated.iter().map(|row| value(row).unwrap_or(0.0)).sum();
            (!annotated.is_empty()).then(|| sum / annotated.len() as f64)
        };
        Self {
            labels: annotated.len(),
            precision: mean(&|row| row.precision),
            recall: mean(&|row| row.recall),
            f1: mean(&|row| row.f1),
            f1_interval,
            leak: mean(&|row| row.leak),
        }
    }
}

impl Reliability {
    fn of(confidence: &Histogram) -> Self {
        Self { bins: confidence.bins(), calibration_error: confidence.calibration_error() }
    }
}

impl Curve {
    fn new(label: &'static str, tally: &Tally) -> Self {
        let fine = tally.sweep.curve(tally.strict.gold);
        let at = |step: u32| {
            let threshold = f64::from(step) / f64::from(THRESHOLDS);
            // Thresholds descend: the last one that is no lower says what is reported.
            let point = fine.iter().take_while(|point| point.threshold >= threshold).last()?;
            Some(Point { threshold, ..*point })
        };
        Self {
            label,
            points: (1..THRESHOLDS).filter_map(at).collect(),
            best: fine.iter().copied().max_by(|a, b| a.f1().total_cmp(&b.f1())),
            reliability: Reliability::of(&tally.sweep),
            fine,
        }
    }
}

impl Speed {
    #[allow(clippy::cast_precision_loss)]
    fn new(scores: &Scores, elapsed: Duration, cpu: Option<Duration>) -> Self {
        let seconds = elapsed.as_secs_f64();
        let by_second = |count: u64| (seconds > 0.0).then(|| count as f64 / seconds);
        Self {
            seconds,
            cpu_seconds: cpu.map(|cpu| cpu.as_secs_f64()),
            megabytes_per_second: by_second(scores.bytes()).map(|bytes| bytes / 1e6),
            texts_per_second: by_second(scores.texts()),
            tokens_per_second: by_second(scores.tokens()),
        }
    }
}
