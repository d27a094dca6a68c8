//! [`Layer`]: the hidden layer of the classifier, over the meanings of words and the form of a value.

use super::{
    CLASSES, ClassProbabilities,
    meanings::{MEANINGS, SLOTS},
};
use crate::{
    artefact::{Artefact, ArtefactError, Elements},
    math,
    weights::VECTOR,
};

/// Values of the hidden layer.
pub const HIDDEN: usize = 64;
/// Rows of the table of forms.
pub const FORM_ROWS: usize = 512;
/// Features of a candidate that stand in the table of forms: the first ones.
pub const FORMS: usize = 5;

/// The weights of the hidden layer.
#[derive(Clone, Debug)]
pub struct Layer {
    /// A row for each value of the meanings.
    meanings: Vec<[f32; HIDDEN]>,
    /// A row for each form.
    forms: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    /// A row for each class.
    output: [[f32; HIDDEN]; CLASSES],
}

/// Weights in single precision, as trained.
#[derive(Clone, Debug)]
pub struct LayerWeights {
    /// [`MEANINGS`] rows of [`HIDDEN`].
    pub meanings: Vec<f32>,
    /// [`FORM_ROWS`] rows of [`HIDDEN`].
    pub forms: Vec<f32>,
    /// [`HIDDEN`] values.
    pub bias: Vec<f32>,
    /// A row of [`HIDDEN`] for each class.
    pub output: Vec<f32>,
}

/// The row of a feature in the table of forms.
pub fn form_row(feature: u32) -> usize {
    feature as usize % FORM_ROWS
}

impl LayerWeights {
    /// Adds the tensors to `artefact`.
    pub(super) fn write(&self, artefact: &mut Artefact) {
        for (name, scale, values) in [
            ("values.meanings", "values.meanings.scale", &self.meanings),
            ("values.forms", "values.forms.scale", &self.forms),
        ] {
            let step = values.iter().fold(1e-6_f32, |most, value| most.max(value.abs())) / 127.0;
            let steps = values.iter().map(|value| (value / step).round() as i8).collect();
            artefact.set(name, HIDDEN, Elements::I8(steps));
            artefact.set(scale, 1, Elements::F32(vec![step]));
        }
        artefact.set("values.hidden.bias", 1, Elements::F32(self.bias.clone()));
        artefact.set("values.output", HIDDEN, Elements::F32(self.output.clone()));
    }
}

impl Layer {
    /// Reads the layer out of a file.
    pub(super) fn new(artefact: &Artefact) -> Result<Self, ArtefactError> {
        let table = |name, scale, rows| -> Result<Vec<[f32; HIDDEN]>, ArtefactError> {
            let step = artefact.get::<f32>(scale, Some(1), 1)?[0];
            let rows = artefact.get::<i8>(name, Some(rows), HIDDEN)?.as_chunks::<HIDDEN>().0;
            Ok(rows.iter().map(|row| row.map(|value| f32::from(value) * step)).collect())
        };
        let bias = artefact.get::<f32>("values.hidden.bias", Some(HIDDEN), 1)?;
        let output = artefact.get::<f32>("values.output", Some(CLASSES), HIDDEN)?.as_chunks::<HIDDEN>().0;
        Ok(Self {
            meanings: table("values.meanings", "values.meanings.scale", MEANINGS)?,
            forms: table("values.forms", "values.forms.scale", FORM_ROWS)?,
            bias: bias.try_into().map_err(|_| ArtefactError::Tensor("values.hidden.bias"))?,
            output: output.try_into().map_err(|_| ArtefactError::Tensor("values.output"))?,
        })
    }

    /// Adds to `scores` what the layer makes of a candidate.
    pub(super) fn add(&self, meanings: &[f32], features: &[u32], scores: &mut ClassProbabilities) {
        let mut hidden = self.bias;
        for slot in 0..SLOTS {
            let values = &meanings[slot * VECTOR..(slot + 1) * VECTOR];
            if values.iter().all(|value| *value == 0.0) {
                continue;
            }
            for (value, row) in values.iter().zip(&self.meanings[slot * VECTOR..]) {
                add(&mut hidden, row, *value);
            }
        }
        for feature in features.iter().take(FORMS) {
            add(&mut hidden, &self.forms[form_row(*feature)], 1.0);
        }
        let hidden = hidden.map(math::gelu);
        for (score, row) in scores.iter_mut().zip(&self.output) {
            *score += hidden.iter().zip(row).map(|(value, weight)| value * weight).sum::<f32>();
        }
    }
}

fn add(sum: &mut [f32; HIDDEN], row: &[f32; HIDDEN], factor: f32) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value * factor;
    }
}
