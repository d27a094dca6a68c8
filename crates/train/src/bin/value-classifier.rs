//! The maker of `models/values.bin`: texts with marked values in, a classifier out.

use std::{fs, path::PathBuf, process::ExitCode};

use clap::Parser;
use masquerade_train::values::{ValueOptions, train_values};

/// Train the classifier that tells personal numbers and codes from harmless ones
///
/// Reads texts in *.txt files, parted by lines `%%`, in which personal values are marked: `my badge is [[id|48213]]`. What has a digit
/// and no mark is harmless. One text in ten is kept to measure with. The same texts give the same file.
#[derive(Debug, Parser)]
#[command(name = "value-classifier", version)]
struct Arguments {
    /// The folder of the marked texts
    #[arg(long, value_name = "DIR")]
    texts: PathBuf,

    /// A folder of texts without marks, in which nearly all numbers are harmless
    #[arg(long, value_name = "DIR")]
    plain: Option<PathBuf>,

    /// A folder of marked texts to measure with, instead of one text in ten of the others
    #[arg(long, value_name = "DIR")]
    measure: Option<PathBuf>,

    /// The classifier's file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 8)]
    epochs: usize,

    /// Number of features that are kept
    #[arg(long, value_name = "N", default_value_t = 36_000)]
    features: usize,

    /// The weight of a harmless number of a text without marks
    #[arg(long, value_name = "W", default_value_t = 0.2)]
    plain_weight: f32,
}

fn main() -> ExitCode {
    let Arguments { texts, plain, measure, out, epochs, features, plain_weight } = Arguments::parse();
    let options = ValueOptions { texts, plain, measure, epochs, features, plain_weight };
    let trained = train_values(&options, &mut |note| println!("{note}"))
        .map_err(|error| error.to_string())
        .and_then(|file| fs::write(&out, file).map_err(|error| error.to_string()));
    match trained {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
