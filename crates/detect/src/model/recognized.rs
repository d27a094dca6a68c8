//! Hypotheses of rules in the stage of the models: names that lists have, and numbers whose form tells them.

use crate::{
    Options,
    entity::{LabelInfo, Source, Validated, Validation},
    overlap::{Hypothesis, quantize, reaching},
    text::Span,
};

/// A hypothesis that lists or the form of a text support with this probability, and the models do not.
pub fn recognized(span: Span, info: &LabelInfo, probability: f32, options: &Options) -> Hypothesis {
    let label = info.label();
    let asked = options.labels.contains(label);
    let threshold = options.threshold.filter(|_| asked).unwrap_or(info.threshold);
    Hypothesis {
        span,
        label,
        confidence: quantize(probability),
        validation: Validation::None,
        validated: Validated::None,
        source: Source::Recognizer,
        likely: probability >= info.threshold,
        reported: asked && probability >= threshold,
        asked,
        transparent: false,
        floor: reaching(info.threshold),
    }
}
