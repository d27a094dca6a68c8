//! Clusters of words by their vectors: k-means (Lloyd, 1982), started from frequent words.

use super::{network::VECTOR, vectors::Vectors};

/// The number of clusters.
pub const CLUSTERS: usize = 256;
const ROUNDS: usize = 12;

/// The cluster of each word, from 1.
pub fn of(vectors: &Vectors) -> Vec<u16> {
    let rows: Vec<&[f32]> = vectors.values.chunks_exact(VECTOR).collect();
    let apart = (rows.len() / CLUSTERS).clamp(1, 7);
    let mut centres: Vec<Vec<f32>> = rows.iter().step_by(apart).take(CLUSTERS).map(|row| row.to_vec()).collect();
    let mut clusters = vec![0_u16; rows.len()];
    for _ in 0..ROUNDS {
        for (row, cluster) in rows.iter().zip(&mut clusters) {
            *cluster = nearest(row, &centres);
        }
        let mut sums = vec![(vec![0.0_f32; VECTOR], 0.0_f32); centres.len()];
        for (row, cluster) in rows.iter().zip(&clusters) {
            let (sum, count) = &mut sums[*cluster as usize];
            sum.iter_mut().zip(*row).for_each(|(sum, value)| *sum += value);
            *count += 1.0;
        }
        for (centre, (sum, count)) in centres.iter_mut().zip(sums).filter(|(_, (_, count))| *count > 0.0) {
            *centre = sum.into_iter().map(|sum| sum / count).collect();
        }
    }
    clusters.into_iter().map(|cluster| cluster + 1).collect()
}

fn nearest(row: &[f32], centres: &[Vec<f32>]) -> u16 {
    let mut best = (f32::MAX, 0);
    for (place, centre) in (0..).zip(centres) {
        let apart: f32 = row.iter().zip(centre).map(|(a, b)| (a - b) * (a - b)).sum();
        if apart < best.0 {
            best = (apart, place);
        }
    }
    best.1
}
