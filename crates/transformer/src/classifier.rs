//! [`TokenClassifier`]: a folder's model.

use std::{fmt, fs, io, path::Path, time::Instant};

use candle_core::{D, DType};
use candle_nn::ops::softmax;

use crate::{
    LoadError, RunError,
    batch::Batch,
    config::ModelConfig,
    encoder::Encoder,
    spans::{self, Aggregation, Find, Tags, Token},
    weights::Weights,
    windows::{Tokenizer, Window},
};

/// The most tokens of a batch: the scores of 12 heads take 48 MiB then, and more does not run faster.
const BATCH: usize = 2048;

/// A model that finds the entities of texts. It is immutable, and one serves all threads.
pub struct TokenClassifier {
    tokenizer: Tokenizer,
    encoder: Encoder,
    tags: Tags,
    pad: u32,
    aggregation: Aggregation,
}

impl fmt::Debug for TokenClassifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenClassifier").field("labels", &self.tags.names()).finish_non_exhaustive()
    }
}

impl TokenClassifier {
    /// Loads the model of `folder`.
    ///
    /// # Errors
    /// If a file is missing, or is nothing that can be run: in words that name the file and what is wrong.
    pub fn load(folder: &Path, aggregation: Aggregation) -> Result<Self, LoadError> {
        let config = ModelConfig::read(&read(folder, "config.json")?)?;
        let tokenizer = folder.join("tokenizer.json");
        if !tokenizer.is_file() {
            return Err(missing("tokenizer.json"));
        }
        let tokenizer = Tokenizer::load(&tokenizer, &config)?;
        let bytes = read(folder, "model.safetensors")?;
        let encoder = Encoder::load(&Weights::of(&bytes)?, &config)?;
        let tags = Tags::new(&config.labels);
        if tags.names().is_empty() {
            return Err(LoadError::new("config.json: id2label names no entities"));
        }
        Ok(Self { tokenizer, encoder, tags, pad: config.pad_token, aggregation })
    }

    /// The names of the entities that it finds, without prefixes, as `id2label` has them.
    pub fn labels(&self) -> &[String] {
        self.tags.names()
    }

    /// The entities of `text`, by place, without overlaps.
    ///
    /// # Errors
    /// If it cannot be read to its end, or not until `deadline`.
    pub fn find(&self, text: &str, deadline: Instant) -> Result<Vec<Find>, RunError> {
        let windows = self.tokenizer.windows(text)?;
        let mut finds = Vec::new();
        for batch in batches(&windows) {
            let probabilities = self.probabilities(batch, deadline)?;
            for (window, probabilities) in batch.iter().zip(&probabilities) {
                let tokens: Option<Vec<_>> = window
                    .tokens
                    .iter()
                    .map(|token| {
                        let (range, continues) = (token.range.clone(), token.continues);
                        Some(Token { range, continues, probabilities: probabilities.get(token.place)? })
                    })
                    .collect();
                let tokens = tokens.ok_or(RunError::Arithmetic)?;
                finds.extend(spans::of_window(&tokens, &self.tags, self.aggregation));
            }
        }
        // Windows are merged first: their lengths decide, and those are of tokens.
        let finds = if windows.len() > 1 { spans::merged(text, finds) } else { finds };
        Ok(finds.into_iter().filter_map(|find| spans::trimmed(text, find)).collect())
    }

    /// The logits of each label of each token of each window, padding left out.
    ///
    /// # Errors
    /// As [`TokenClassifier::find`].
    pub fn logits(&self, text: &str, deadline: Instant) -> Result<Vec<Vec<Vec<f32>>>, RunError> {
        let windows = self.tokenizer.windows(text)?;
        let mut all = Vec::with_capacity(windows.len());
        for batch in batches(&windows) {
            let logits = self.encoder.logits(&self.batch(batch, deadline))?.to_vec3::<f32>()?;
            all.extend(logits.into_iter().zip(batch).map(|(mut logits, window)| {
                logits.truncate(window.ids.len());
                logits
            }));
        }
        Ok(all)
    }

    fn batch(&self, windows: &[Window], deadline: Instant) -> Batch {
        let ids: Vec<_> = windows.iter().map(|window| window.ids.as_slice()).collect();
        Batch::new(&ids, self.pad, deadline)
    }

    /// The probabilities, by window, place and label.
    fn probabilities(&self, windows: &[Window], deadline: Instant) -> Result<Vec<Vec<Vec<f32>>>, RunError> {
        let batch = self.batch(windows, deadline);
        let logits = self.encoder.logits(&batch)?.to_dtype(DType::F32)?;
        batch.in_time()?;
        let probabilities = softmax(&logits, D::Minus1)?.to_vec3::<f32>()?;
        let is_number = |window: &Vec<Vec<f32>>| window.iter().flatten().all(|number| number.is_finite());
        if probabilities.iter().all(is_number) { Ok(probabilities) } else { Err(RunError::NotANumber) }
    }
}

/// Windows that are run together. All but the last window of a text are of one length.
fn batches(windows: &[Window]) -> impl Iterator<Item = &[Window]> {
    let longest = windows.iter().map(|window| window.ids.len()).max().unwrap_or_default();
    windows
        .chunks((BATCH / longest.max(1)).max(1))
        .filter(|windows| windows.iter().any(|window| !window.ids.is_empty()))
}

fn read(folder: &Path, name: &str) -> Result<Vec<u8>, LoadError> {
    fs::read(folder.join(name)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => missing(name),
        _ => LoadError::new(format!("{name} cannot be read: {error}")),
    })
}

/// The error of a file that is not there, and what its owner can do.
fn missing(name: &str) -> LoadError {
    let way = match name {
        "model.safetensors" => {
            "save the weights as one file of this format, with `save_pretrained(folder, max_shard_size=\"100GB\")`"
        }
        "tokenizer.json" => "save the fast tokenizer of the model into it, with `save_pretrained(folder)`",
        _ => "a folder of the hub has it beside tokenizer.json and model.safetensors",
    };
    LoadError::new(format!("the folder has no {name}: {way}"))
}
