//! Arguments of `masquerade eval`.

use std::path::PathBuf;

use crate::{
    cli::detection::DetectionArguments,
    eval::gate::{Gate, Measure},
    input::did_you_mean,
};
use masquerade_detect::text::Unit;

const AFTER_HELP: &str = "\
Examples:
  masquerade eval my.jsonl                       score the detector on your texts
  masquerade eval my.jsonl --map CLIENT=PERSON --map TITLE=-
                                                 CLIENT means PERSON; TITLE is neither right nor wrong
  masquerade eval my.jsonl --errors errors.jsonl --show-text
                                                 and list every error, with the words
  masquerade eval my.jsonl --json report.json --plots plots
  zcat *.gz | masquerade eval - --threshold 0.3 --min-recall 0.9 --max-leak US_SSN=0
                                                 exit with 1 if that is not kept
  jq -c '.text |= ascii_downcase' my.jsonl | masquerade eval
                                                 the same texts in lower case
  jq -cR '{text: ., entities: []}' app.log | masquerade eval --all-labels
                                                 nothing to find: count false alarms

A line of a file is one text with what is annotated in it, offsets in code points, the end exclusive; other members are \
ignored, and files may be gzip:
  {\"text\": \"Ann is 7\", \"entities\": [{\"start\": 0, \"end\": 3, \"label\": \"PER\"}]}

Labels are taken in any case, and usual ones for what they mean (PER, GPE, ORG, EMAIL, SSN, …). Mentions under labels \
that stand for nothing here are ignored, and told of. Only labels that the corpus annotates are scored, since it says \
nothing of others.

PRECISION, RECALL, F1   of finds whose span and label are exactly those of a mention
F1 95 %                 confidence interval of F1 (bootstrap over texts)
OVERLAP                 F1 if sharing a character and the label is enough
SPAN                    F1 if the span must be the same, but not the label
LEAK                    share of annotated characters that no find covers: what would go out in clear
FALSE, FALSE/1K         finds where nothing is annotated, and how many by 1,000 tokens
A token is a run of letters and digits, or one other visible character. CONFIDENCE holds what finds say of themselves \
against the share of them that is right.";

/// Score the detector on annotated texts
///
/// Prints precision, recall, F1, leaks and false alarms by label, how reliable confidence is, and how fast it went.
/// Settings of the detector come from the configuration, where a flag does not say otherwise. Of the texts nothing is
/// kept, nor printed without `--show-text`.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct Eval {
    /// JSON Lines files to read, plain or gzip; `-` or none: standard input
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) detection: DetectionArguments,

    /// Name here of a label of the corpus; `-`: ignore its mentions; may be given several times
    #[arg(long, value_name = "THEIRS=OURS", value_parser = pair)]
    pub(super) map: Vec<(String, String)>,

    /// TOML or JSON file with names here of labels of the corpus, in one table
    #[arg(long, value_name = "FILE")]
    pub(super) map_file: Option<PathBuf>,

    /// Unit of offsets: codepoint, utf16 or byte
    #[arg(long, value_name = "UNIT", default_value_t, value_parser = unit)]
    pub(super) span_unit: Unit,

    /// Labels and groups to score, separated by commas [default: those that are annotated]
    #[arg(long, value_delimiter = ',', conflicts_with = "all_labels")]
    pub(super) labels: Vec<String>,

    /// Score all labels that are looked for, also where nothing is annotated
    #[arg(long)]
    pub(super) all_labels: bool,

    /// Leave out lines that are no annotated text, and count them
    #[arg(long)]
    pub(super) skip_bad: bool,

    /// Write the numbers to this file as JSON; `-`: to standard output, instead of the table
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,

    /// Write precision-recall.svg and reliability.svg to this directory; detects each text a second time, from a
    /// confidence of 0.05 on
    #[arg(long, value_name = "DIR")]
    pub(super) plots: Option<PathBuf>,

    /// List every error in this file, a JSON object a line, by offsets; `-`: standard output
    #[arg(long, value_name = "FILE")]
    pub(super) errors: Option<PathBuf>,

    /// Show in the list of errors what stands there: personal data
    #[arg(long, requires = "errors")]
    pub(super) show_text: bool,

    /// Resamples of the texts that confidence intervals are made of; 0: no intervals
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(..=100_000))]
    pub(super) bootstrap: u32,

    /// Seed of resamples: equal seeds give equal intervals
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,

    /// Exit with 1 if F1, of all labels or of one, is lower; may be given several times, as may the bounds below
    #[arg(long, value_name = "[LABEL=]X", value_parser = bound)]
    min_f1: Vec<Bound>,

    /// Exit with 1 if precision, of all labels or of one, is lower
    #[arg(long, value_name = "[LABEL=]X", value_parser = bound)]
    min_precision: Vec<Bound>,

    /// Exit with 1 if recall, of all labels or of one, is lower
    #[arg(long, value_name = "[LABEL=]X", value_parser = bound)]
    min_recall: Vec<Bound>,

    /// Exit with 1 if the share of annotated characters that leak is higher
    #[arg(long, value_name = "[LABEL=]X", value_parser = bound)]
    max_leak: Vec<Bound>,

    /// Exit with 1 if there are more false alarms by 1,000 tokens
    #[arg(long, value_name = "[LABEL=]X", value_parser = bound)]
    max_false_alarms: Vec<Bound>,
}

impl Eval {
    /// The bounds to keep.
    pub(super) fn gates(&self) -> impl Iterator<Item = Gate> + '_ {
        let all = [
            (Measure::F1, &self.min_f1),
            (Measure::Precision, &self.min_precision),
            (Measure::Recall, &self.min_recall),
            (Measure::Leak, &self.max_leak),
            (Measure::FalseAlarms, &self.max_false_alarms),
        ];
        all.into_iter().flat_map(|(measure, bounds)| {
            bounds.iter().map(move |(label, bound)| Gate { measure, label: label.clone(), bound: *bound })
        })
    }
}

/// A label, if it is one label's, and a number.
type Bound = (Option<String>, f64);

fn bound(text: &str) -> Result<Bound, &'static str> {
    let (label, number) = match text.rsplit_once('=') {
        Some((label, number)) => (Some(label.trim().to_owned()), number),
        None => (None, text),
    };
    match number.trim().parse() {
        Ok(number) if (0.0..=1e9).contains(&number) => Ok((label, number)),
        _ => Err("must be a number of at least 0, or LABEL=NUMBER"),
    }
}

fn pair(text: &str) -> Result<(String, String), &'static str> {
    // A label of the corpus may hold anything; one of the house's holds no sign of equality.
    let (theirs, ours) = text.rsplit_once('=').ok_or("must be THEIRS=OURS, or THEIRS=- to ignore that label")?;
    Ok((theirs.trim().to_owned(), ours.trim().to_owned()))
}

fn unit(name: &str) -> Result<Unit, String> {
    let names = Unit::ALL.map(Unit::name);
    let unknown = || format!("must be one of {}{}", names.join(", "), did_you_mean(name, names));
    Unit::ALL.into_iter().find(|unit| unit.name() == name).ok_or_else(unknown)
}
