//! [`Card`]: the model card, a Markdown page of provenance and scores that lies beside the model.

use std::{
    fmt::{self, Display, Write as _},
    path::Path,
};

use sha2::{Digest, Sha256};

use super::{
    calibrate::Reliability,
    corpora,
    dataset::Corpus,
    evaluate::{self, Find},
    pipeline::{Options, TrainingResult},
    score::Scores,
};
use masquerade_ner::{Thresholds, tag::Type};

/// Scores of one level.
pub struct Level {
    /// `fast` or `full`.
    pub name: &'static str,
    /// Scores by corpus.
    pub scores: Vec<(String, Scores)>,
    /// Scores on copies of the texts in lower case, by corpus.
    pub lower: Vec<(String, Scores)>,
    /// Persons found in 1,000 tokens of corpora without names, by corpus.
    pub false_persons: Vec<(String, f32)>,
    /// Presences and whether something was annotated there.
    pub reliability: [Reliability; 10],
}

impl Level {
    /// Scores the mentions that `find` finds in `dev`.
    pub fn score(name: &'static str, dev: &[Corpus], reliability: [Reliability; 10], find: Find<'_>) -> Self {
        let mut level = Self { name, scores: Vec::new(), lower: Vec::new(), false_persons: Vec::new(), reliability };
        for (corpus, documents) in dev {
            let scores = evaluate::scores(documents, false, find);
            if documents.iter().all(|document| document.entities.is_empty()) {
                let found = scores.of(Type::Person).spurious as f32;
                level.false_persons.push((corpus.clone(), 1000.0 * found / evaluate::tokens(documents).max(1) as f32));
            } else {
                level.scores.push((corpus.clone(), scores));
                level.lower.push((corpus.clone(), evaluate::scores(documents, true, find)));
            }
        }
        level
    }

    /// The [mean](evaluate::mean) of the scores.
    pub fn mean(&self) -> f32 {
        let is_named = |name: &str| evaluate::MEAN_OF.iter().any(|group| name.starts_with(group));
        let none = !self.scores.iter().any(|(name, _)| is_named(name));
        let is_counted = |name: &str| if none { name != "layouts" } else { is_named(name) };
        evaluate::mean(
            self.scores.iter().filter(|(name, _)| is_counted(name)).map(|(name, scores)| (name.as_str(), scores)),
        )
    }
}

/// A model's card.
pub struct Card<'c> {
    /// The options of the training.
    pub options: &'c Options,
    /// The model's file.
    pub file: &'c [u8],
    /// The models and data at the end of training.
    pub trained: &'c TrainingResult,
    /// The presence from which each type is reported.
    pub thresholds: &'c Thresholds,
    /// Scores of each level.
    pub levels: &'c [Level],
}

impl Display for Card<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = Sha256::digest(self.file).iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        writeln!(f, "# Card of the language model\n")?;
        writeln!(f, "Written by `masquerade-train` beside the model that it describes.\n")?;
        writeln!(f, "| | |\n|---|---|")?;
        writeln!(f, "| SHA-256 | `{sum}` |")?;
        writeln!(f, "| size | {} bytes |", self.file.len())?;
        writeln!(f, "| trainer | masquerade {}, commit {} |", env!("CARGO_PKG_VERSION"), self.options.commit)?;
        let Options { seed, epochs, crf_epochs, layers, annotated_only, without, vectors, words, vector_steps, .. } =
            self.options;
        writeln!(f, "| seed | {seed} |\n| epochs | network {epochs}, CRF {crf_epochs} |")?;
        writeln!(f, "| layers of the network | {layers} |")?;
        if *annotated_only {
            writeln!(f, "| plain text | for word vectors alone |")?;
        } else if self.options.new_student {
            let teachers = self.options.teachers;
            writeln!(f, "| plain text | labelled by {teachers} networks and the CRF, for a new network |")?;
        }
        writeln!(
            f,
            "| corpora left out | {} |",
            if without.is_empty() { "none".to_owned() } else { without.join(", ") }
        )?;
        if let Some(name) = vectors.as_deref().and_then(Path::file_name) {
            writeln!(f, "| word vectors | the first {words} words of `{}`, and our own |", name.display())?;
        }
        if *vector_steps > 0 {
            writeln!(f, "| steps of word vectors | 1/{vector_steps} |")?;
        }
        for (kind, threshold) in Type::ALL.iter().zip(self.thresholds) {
            writeln!(f, "| threshold of {} | {threshold} |", kind.name())?;
        }
        self.corpora(f)?;
        for level in self.levels {
            level.fmt(f)?;
        }
        Ok(())
    }
}

impl Card<'_> {
    fn corpora(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sampler = &self.trained.sampler;
        writeln!(f, "\n## Trained on\n\n| corpus | licence | sequences | seen in an epoch |\n|---|---|---|---|")?;
        for ((place, name), weight) in (1..).zip(&sampler.sources).zip(&sampler.weights) {
            let count = sampler.sequences.iter().filter(|sequence| sequence.source == place).count();
            let licence = corpora::licence(name).unwrap_or("not known here");
            writeln!(f, "| {name} | {licence} | {count} | {weight} times |")?;
        }
        Ok(())
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n## Level `{}`\n", self.name)?;
        let is_named = |name: &str| evaluate::MEAN_OF.iter().any(|group| name.starts_with(group));
        let named = self.scores.iter().any(|(name, _)| is_named(name));
        let over = if named { evaluate::MEAN_OF.join(", ") } else { "all corpora below but templates".to_owned() };
        writeln!(f, "Mean strict F1 over {over}: **{:.1}**.\n", self.mean())?;
        table(f, "Texts for development, at the default thresholds", &self.scores)?;
        table(f, "The same in lower case", &self.lower)?;
        for (corpus, count) in &self.false_persons {
            writeln!(f, "False persons for 1,000 tokens of {corpus} (code and logs of templates): {count:.2}.\n")?;
        }
        writeln!(
            f,
            "### Reliability of presences\n\n| presence | mentions | mean presence | something is annotated there |\n|---|---|---|---|"
        )?;
        for (place, bin) in self.reliability.iter().enumerate() {
            writeln!(f, "| from 0.{place} | {} | {:.3} | {:.3} |", bin.count, bin.belief, bin.right)?;
        }
        Ok(())
    }
}

fn table(f: &mut fmt::Formatter<'_>, title: &str, rows: &[(String, Scores)]) -> fmt::Result {
    writeln!(f, "### {title}\n")?;
    writeln!(
        f,
        "Strict F1 of persons, places and organizations together and each; of the characters of persons how many were found as persons, how many as anything, and how many of those found as persons are right.\n"
    )?;
    writeln!(
        f,
        "| corpus | F1 | PERSON | LOCATION | ORGANIZATION | recall | as anything | precision |\n|---|---|---|---|---|---|---|---|"
    )?;
    for (name, scores) in rows {
        let f1 = |kind| scores.of(kind).f1();
        let person = scores.of(Type::Person);
        let (recall, covered, precision) = (person.chars_recall(), person.chars_coverage(), person.chars_precision());
        let (three, places, firms) = (scores.three().f1(), f1(Type::Location), f1(Type::Organization));
        writeln!(
            f,
            "| {name} | {three:.1} | {:.1} | {places:.1} | {firms:.1} | {recall:.1} | {covered:.1} | {precision:.1} |",
            person.f1()
        )?;
    }
    writeln!(f)
}
