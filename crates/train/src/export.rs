//! Export of trained models as [`Weights`].

use super::{crf::Crf, network::Net, vectors::Vectors};
use masquerade_ner::{
    lexicon::Lexicon,
    tag::TYPES,
    weights::{VECTOR, WIDTH, Weights},
};

/// Features of the CRF whose weights are all smaller than this are left out: they decide nothing, and zeros pack well.
const NEGLIGIBLE: f32 = 0.02;

/// The weights of both models with their lists and vectors, a calibration that changes nothing, and thresholds of one
/// half.
pub fn weights(net: &Net, crf: &Crf, vectors: &Vectors, clusters: &[u16], lexicon: &Lexicon, mix: f32) -> Weights {
    let is_kept = |row: &[f32]| row.iter().any(|weight| weight.abs() >= NEGLIGIBLE);
    let kept = |row: &[f32]| -> Vec<f32> { if is_kept(row) { row.to_vec() } else { vec![0.0; row.len()] } };
    Weights {
        rows: net.tables.w.clone(),
        bits: net.bits.w.clone(),
        source: net.sources.row(0).to_vec(),
        hashes: vectors.hashes.clone(),
        vectors: vectors.values.iter().take(vectors.hashes.len() * VECTOR).copied().collect(),
        vector_steps: vectors.steps,
        clusters: clusters.to_vec(),
        rare: vectors.rare.clone(),
        project: net.project.w.clone(),
        layers: net.layers.iter().map(|layer| layer.w.clone()).collect(),
        norms: net.norms.w.iter().take(2 * (net.layers.len() + 1) * WIDTH).copied().collect(),
        output: net.output.w.clone(),
        crf: crf.weights.chunks_exact(masquerade_ner::tag::TAGS).flat_map(kept).collect(),
        moves: crf.moves,
        starts: crf.starts,
        lexicon: lexicon.clone(),
        mix,
        calibration: [Vec::new(), Vec::new()],
        thresholds: [0.5; TYPES],
    }
}
