//! The trainer of the language model: annotated texts in, a model file and its card out.

use std::{fs, path::PathBuf, process::ExitCode};

use clap::{Parser, builder::RangedU64ValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use masquerade_ner::{
    Thresholds,
    weights::{MAX_LAYERS, MAX_VECTOR_STEPS},
};
use masquerade_train::{LabelRule, Options, Progress, TrainError, train};

/// Wrong data, a fault of the program, and a failure to read or write, as BSD's `sysexits.h` numbers them.
const DATA: u8 = 65;
const INTERNAL: u8 = 70;
const IO: u8 = 74;

/// Train the language model that finds names
///
/// Reads annotated texts: a JSON object a line with `text` and `entities`, each with `start` and `end` in code points
/// (the end exclusive) and a `label`: PERSON, LOCATION, ORGANIZATION or NRP. They lie in *.jsonl files (.gz is fine) in
/// the folder or in its folder `train`; texts to choose thresholds with in `dev`, lists of names in `gazetteers`, plain
/// text in `text`. The same data and seed give the same file. Beside it, its card is written: its training data and its
/// scores.
#[derive(Debug, Parser)]
#[command(name = "masquerade-train", version)]
struct Arguments {
    /// The folder
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// The model's file; its card goes beside it, ending in .md
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// A folder of texts in which names are marked, `write to [[person|Ada Roe]] at [[org|Lima Club]]`, parted by lines `%%`, in files
    /// called after their language, as fi.txt, or also after a corpus, as fi_chats.txt; other marks are place, nrp (nationalities) and any (nothing is learnt there)
    #[arg(long, value_name = "DIR")]
    marked: Option<PathBuf>,

    /// Leave out the corpora whose names begin so
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    without: Vec<String>,

    /// Meanings of the texts' labels: PERSON, LOCATION, ORGANIZATION, NRP, none (none of these) or ignore (may be
    /// anything)
    #[arg(long, value_name = "LABEL=TYPE", value_delimiter = ',')]
    map: Vec<LabelRule>,

    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 7)]
    seed: u64,

    /// Number of epochs of the network
    #[arg(long, value_name = "N", default_value_t = 3)]
    epochs: usize,

    /// Number of epochs of the CRF
    #[arg(long, value_name = "N", default_value_t = 3)]
    crf_epochs: usize,

    /// Number of layers of the network
    #[arg(long, value_name = "N", default_value_t = 6,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_LAYERS as u64))]
    layers: usize,

    /// Learn nothing from plain text but word vectors: without it, the models label plain text and learn from it, too
    #[arg(long)]
    annotated_only: bool,

    /// Number of networks that label plain text together
    #[arg(long, value_name = "N", default_value_t = 3)]
    teachers: u64,

    /// Let a new network learn from annotated and labelled text, instead of one of those that labelled it
    #[arg(long)]
    new_student: bool,

    /// Read the models that label plain text from this file; or train them and write them to it, if it is not there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Stop earlier, after so many epochs in a row without a better score on the texts for development
    #[arg(long, value_name = "N", default_value_t = 2)]
    patience: usize,

    /// Train nothing, but take this model: calibrate it, choose its thresholds, and write its card anew
    #[arg(long, value_name = "FILE")]
    tune: Option<PathBuf>,

    /// Thresholds of persons, places, organizations and nationalities, instead of those that the texts for development
    /// call for
    #[arg(long, value_name = "P,L,O,N", value_parser = thresholds)]
    thresholds: Option<Thresholds>,

    /// Word vectors that were trained on more text, to learn with: a word and its numbers a line, frequent words first
    /// (.gz is fine)
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,

    /// Number of words whose vectors are read from that file
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    words: usize,

    /// Leave the lists of names out of the file: they are those of this model, which was trained with the same lists and will be
    /// at hand
    #[arg(long, value_name = "FILE")]
    lists_of: Option<PathBuf>,

    /// Round the values of word vectors to this part of one, for a smaller file; 0: to no step
    #[arg(long, value_name = "N", default_value_t = 6,
        value_parser = clap::value_parser!(u8).range(..=i64::from(MAX_VECTOR_STEPS)))]
    vector_steps: u8,

    /// The revision of this program, for the card
    #[arg(long, value_name = "ID", default_value = "unknown")]
    commit: String,
}

fn main() -> ExitCode {
    let Arguments {
        data,
        out,
        marked,
        without,
        map,
        seed,
        epochs,
        crf_epochs,
        layers,
        annotated_only,
        teachers,
        new_student,
        checkpoint,
        patience,
        tune,
        thresholds,
        vectors,
        words,
        lists_of,
        vector_steps,
        commit,
    } = Arguments::parse();
    let options = Options {
        data,
        marked,
        without,
        map,
        seed,
        epochs,
        crf_epochs,
        layers,
        annotated_only,
        teachers,
        new_student,
        checkpoint,
        patience,
        tune,
        thresholds,
        vectors,
        words,
        lists_of,
        vector_steps,
        commit,
    };
    let (file, card) = match train(&options, &mut Bar::default()) {
        Ok(trained) => trained,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(match error {
                TrainError::Read(_, error) if error.kind() != std::io::ErrorKind::InvalidData => IO,
                TrainError::Write(..) => IO,
                TrainError::Read(..) | TrainError::Labels(..) | TrainError::Empty(_) | TrainError::Lists(_) => DATA,
                TrainError::Artefact(_) => INTERNAL,
            });
        }
    };
    for (path, contents) in [(out.with_extension("md"), card.as_bytes()), (out, &file)] {
        if let Err(error) = fs::write(&path, contents) {
            eprintln!("error: cannot write {}: {error}", path.display());
            return ExitCode::from(IO);
        }
        println!("{}", path.display());
    }
    ExitCode::SUCCESS
}

/// The thresholds that `text` lists, one for each type.
fn thresholds(text: &str) -> Result<Thresholds, String> {
    let wrong = || "not four numbers from 0 to 1".to_owned();
    let numbers: Vec<f32> = text.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
    let thresholds: Thresholds = numbers.try_into().map_err(|_| wrong())?;
    thresholds.iter().all(|threshold| (0.0..=1.0).contains(threshold)).then_some(thresholds).ok_or_else(wrong)
}

/// A bar with the time that a stage still takes; notes stand above it.
#[derive(Default)]
struct Bar {
    bar: Option<ProgressBar>,
}

/// Steps of a bar.
const STEPS: u64 = 1000;

impl Progress for Bar {
    fn stage(&mut self, name: &str) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        let bar = ProgressBar::new(STEPS).with_message(name.to_owned());
        if let Ok(style) =
            ProgressStyle::with_template("{msg:>14} {wide_bar} {percent:>3} % {elapsed} of it, {eta} left")
        {
            bar.set_style(style);
        }
        if bar.is_hidden() {
            eprintln!("{name}");
        }
        self.bar = Some(bar);
    }

    fn done(&mut self, part: f32) {
        if let Some(bar) = &self.bar {
            bar.set_position((part * STEPS as f32) as u64);
        }
    }

    fn note(&mut self, text: &str) {
        match &self.bar {
            Some(bar) if !bar.is_hidden() => bar.println(text),
            _ => eprintln!("{text}"),
        }
    }
}
