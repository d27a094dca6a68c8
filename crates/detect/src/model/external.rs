//! [`ExternalRecognizer`]: a model of the caller's own, whose finds count beside those of rules and built-in models.
//!
//! It may live anywhere (a folder of weights, a service on the network), so unlike all else in detection it can fail.
//! A failure ends the call of the detector: it unwinds with an [`ExternalFailure`] as payload, as a spent allowance does
//! ([`crate::text::steps`]), and no panic hook runs. Nothing is known about the text then.

use std::{fmt, sync::Arc};

use crate::{
    Options,
    catalogue::Catalogue,
    entity::{Label, LabelSet, Source, Validated, Validation},
    model::reconcile::Reconciler,
    overlap::{Hypothesis, quantize, reaching},
    text::{Field, Span, is_boundary, is_word, steps},
};
use masquerade_ner::Level;

/// Longest way, in characters, that a find is widened to the ends of its words: what is longer is no word.
const LONGEST_WORD: usize = 64;

/// A recognizer of names and the like that is no part of this crate.
pub trait ExternalRecognizer: Send + Sync {
    /// The labels that it finds, each once. Where the built-in model finds one of them, it no longer does.
    fn labels(&self) -> &[ExternalLabel];

    /// A reader for the texts of one call. Its time begins with its first text.
    fn reader(&self) -> Box<dyn ExternalReader>;
}

/// A reader of the texts of one call of the detector.
pub trait ExternalReader: Send {
    /// The entities of `text`, in any order.
    ///
    /// # Errors
    /// If the text could not be read to its end, for whatever reason.
    fn find(&mut self, text: &str) -> Result<Vec<ExternalFind>, ExternalFailure>;
}

/// A label that a recognizer finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExternalLabel {
    /// The label.
    pub label: Label,
    /// The confidence, in `[0, 1]`, from which its finds count unless a request says otherwise.
    pub threshold: f32,
}

/// An entity that a recognizer found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExternalFind {
    /// Its place in the text.
    pub span: Span,
    /// Its label, one of [`ExternalRecognizer::labels`].
    pub label: Label,
    /// The probability of the label, in `[0, 1]`.
    pub confidence: f32,
}

/// The reason that a recognizer has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalFailure {
    /// It took longer than it may.
    Late,
    /// It cannot be reached.
    Unreachable,
    /// Its answer cannot be read, or fits the text in no way.
    Nonsense,
    /// It failed by itself.
    Fault,
}

impl fmt::Display for ExternalFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Late => "the external model took longer than `external_model.timeout`",
            Self::Unreachable => "the external model's service cannot be reached",
            Self::Nonsense => "the external model's answer cannot be read",
            Self::Fault => "the external model failed",
        })
    }
}

impl std::error::Error for ExternalFailure {}

/// A recognizer as the detector uses it.
pub struct External {
    recognizer: Arc<dyn ExternalRecognizer>,
    labels: LabelSet,
}

/// The reader of the call, made for the first text.
#[derive(Default)]
pub struct Scratch {
    reader: Option<Box<dyn ExternalReader>>,
    reconciler: Reconciler,
}

impl External {
    /// A recognizer with its labels as a set.
    pub fn new(recognizer: Arc<dyn ExternalRecognizer>) -> Self {
        let labels = recognizer.labels().iter().map(|known| known.label).collect();
        Self { recognizer, labels }
    }

    /// The labels that it finds.
    pub fn labels(&self) -> &LabelSet {
        &self.labels
    }

    /// Adds its finds in `field` to `hypotheses`, which are the finds of the rules. Unwinds if it fails.
    pub fn find(
        &self,
        field: &Field<'_>,
        options: &Options,
        catalogue: &Catalogue,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        if options.ner == Level::Off || !field.text.contains(is_word) {
            return;
        }
        // Nobody may wait for the job any more.
        steps::spend(0);
        let Scratch { reader, reconciler } = scratch;
        let found = reader.get_or_insert_with(|| self.recognizer.reader()).find(field.text);
        let mut finds = found.unwrap_or_else(|failure| std::panic::resume_unwind(Box::new(failure)));
        finds.iter_mut().for_each(|find| find.span = whole_words(field.text, find.span));
        finds.sort_by_key(|find| find.span);
        reconciler.begin(hypotheses);
        for find in finds {
            let hypothesis = self.hypothesis(&find, options, catalogue);
            reconciler.reconcile(field.text, find.span, find.confidence, |span| {
                hypotheses.push(Hypothesis { span, ..hypothesis })
            });
        }
    }

    /// The claim of a find.
    fn hypothesis(&self, find: &ExternalFind, options: &Options, catalogue: &Catalogue) -> Hypothesis {
        let announced = self.recognizer.labels().iter().find(|known| known.label == find.label);
        let known = announced.expect("the model finds labels that it announced");
        let asked = options.labels.contains(find.label);
        let least = options.threshold.unwrap_or(known.threshold);
        Hypothesis {
            span: find.span,
            label: find.label,
            confidence: quantize(find.confidence),
            validation: Validation::LanguageModel,
            validated: Validated::None,
            source: Source::Model,
            likely: find.confidence >= known.threshold,
            reported: asked && find.confidence >= least,
            asked,
            transparent: catalogue.info(find.label).is_some_and(|info| info.transparent),
            floor: reaching(known.threshold),
        }
    }
}

/// `span`, widened to the ends of its words: models cut words into pieces, and no piece may stay.
fn whole_words(text: &str, span: Span) -> Span {
    let (mut start, mut end) = (span.start(), span.end());
    for c in text[..start].chars().rev().take(LONGEST_WORD) {
        if is_boundary(text, start) {
            break;
        }
        start -= c.len_utf8();
    }
    for c in text[end..].chars().take(LONGEST_WORD) {
        if is_boundary(text, end) {
            break;
        }
        end += c.len_utf8();
    }
    Span::new(text, start..end).expect("whole characters were added")
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::{Detector, Models};

    /// A recognizer of the word `heron`; one that never answers has a failure.
    struct Herons {
        labels: [ExternalLabel; 1],
        failure: Option<ExternalFailure>,
    }

    struct Reader(Label, Option<ExternalFailure>);

    impl ExternalRecognizer for Herons {
        fn labels(&self) -> &[ExternalLabel] {
            &self.labels
        }

        fn reader(&self) -> Box<dyn ExternalReader> {
            Box::new(Reader(self.labels[0].label, self.failure))
        }
    }

    impl ExternalReader for Reader {
        fn find(&mut self, text: &str) -> Result<Vec<ExternalFind>, ExternalFailure> {
            let find = |(at, part): (usize, &str)| {
                let span = Span::new(text, at..at + part.len()).unwrap();
                ExternalFind { span, label: self.0, confidence: 0.7 }
            };
            let finds = text.rmatch_indices("heron").map(find).collect();
            self.1.map_or(Ok(finds), Err)
        }
    }

    fn detector(label: Label, failure: Option<ExternalFailure>) -> Detector {
        let external = Herons { labels: [ExternalLabel { label, threshold: 0.6 }], failure };
        let models = Models { external: Some(Arc::new(external)), ..Models::default() };
        Detector::cached(Vec::new(), &models, None).unwrap()
    }

    fn found(detector: &Detector, text: &str, options: &Options) -> Vec<(&'static str, String)> {
        let found = detector.detect(&[Field::new(text)], options).remove(0);
        found.iter().map(|entity| (entity.label.name(), entity.span.slice(text).to_owned())).collect()
    }

    #[test]
    fn finds_count_beside_those_of_rules_at_their_own_threshold() {
        let detector = detector(Label::NRP, None);
        let options = Options { ner: Level::Fast, ..Options::new(detector.default_labels().clone()) };
        let text = "a heron, two herons, and heron@example.com";
        let heron = |text: &str| ("NRP", text.to_owned());
        let all = [heron("heron"), heron("herons"), ("EMAIL_ADDRESS", "heron@example.com".to_owned())];
        assert_eq!(found(&detector, text, &options), all);
        let strict = Options { threshold: Some(0.8), ..options.clone() };
        assert_eq!(found(&detector, text, &strict), all[2..]);
        let off = Options { ner: Level::Off, ..options };
        assert_eq!(found(&detector, text, &off), all[2..]);
        let info = detector.catalogue().info(Label::NRP).unwrap();
        assert_eq!((info.threshold, detector.has_model()), (0.6, true));
    }

    #[test]
    fn a_failure_ends_the_call() {
        let detector = detector(Label::PERSON, Some(ExternalFailure::Late));
        let options = Options { ner: Level::Full, ..Options::new(detector.default_labels().clone()) };
        let payload = catch_unwind(AssertUnwindSafe(|| found(&detector, "a text", &options))).unwrap_err();
        assert_eq!(payload.downcast_ref(), Some(&ExternalFailure::Late));
        // What holds no letter and no digit is not read, and what is made ready at the start neither.
        assert!(found(&detector, "…", &options).is_empty());
        detector.warm_up(&Field::new("a text"), &options);
    }

    #[test]
    fn finds_are_widened_to_whole_words() {
        for (text, part, whole) in [
            ("in Neustadt, today", "eust", "Neustadt"),
            ("in Neustadt, today", "Neustadt", "Neustadt"),
            ("x東京都y", "京", "京"),
            ("an Ångström", "str", "Ångström"),
            ("Neustadt", "N", "Neustadt"),
        ] {
            let start = text.find(part).unwrap();
            let span = Span::new(text, start..start + part.len()).unwrap();
            assert_eq!(whole_words(text, span).slice(text), whole, "{text}");
        }
    }
}
