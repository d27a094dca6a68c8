//! The maker of `models/ordinary-words.bin`: lists of frequent words in, a filter out.

use std::{fs, path::PathBuf, process::ExitCode};

use clap::Parser;
use masquerade_train::ordinary_filter;

/// Make the filter of ordinary words of the languages of Europe
///
/// Reads lists of frequent words, `freqwords_de.tsv.gz`, in the folder `gazetteers`, and texts in `train` and `text`, which tell names
/// from words by their capitals. The same data give the same file.
#[derive(Debug, Parser)]
#[command(name = "ordinary-words", version)]
struct Arguments {
    /// The folder
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// The filter's file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Bytes of the file
    #[arg(long, value_name = "N", default_value_t = 128_000)]
    bytes: usize,
}

fn main() -> ExitCode {
    let Arguments { data, out, bytes } = Arguments::parse();
    let made = ordinary_filter(&data, bytes)
        .map_err(|error| error.to_string())
        .and_then(|filter| fs::write(&out, &filter.bytes).map(|()| filter.words).map_err(|error| error.to_string()));
    match made {
        Ok(words) => {
            println!("{}: {words} words", out.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
