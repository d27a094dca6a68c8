//! Calibration of probabilities against observed frequencies: isotonic regression (pool adjacent violators, Barlow et
//! al., 1972) over bins of equal size.

/// Tokens of a bin, at least.
const BIN: usize = 200;
/// Most points of a line.
const POINTS: usize = 16;
/// Beliefs below this are left out: they hardly matter, and most tokens have one.
const FLOOR: f32 = 0.01;

/// Points of the line that maps beliefs to frequencies, between (0, 0) and (1, 1) and rising, from beliefs and
/// whether they were right.
pub fn line(mut seen: Vec<(f32, bool)>) -> Vec<(f32, f32)> {
    seen.retain(|(belief, _)| *belief >= FLOOR);
    seen.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = BIN.max(seen.len().div_ceil(POINTS));
    // Sums of beliefs, counts of right ones among them, and counts.
    let mut blocks: Vec<(f64, f64, f64)> = Vec::new();
    for bin in seen.chunks(size) {
        let beliefs: f64 = bin.iter().map(|(belief, _)| f64::from(*belief)).sum();
        let right = bin.iter().filter(|(_, is_right)| *is_right).count() as f64;
        blocks.push((beliefs, right, bin.len() as f64));
        while let [.., before, last] = blocks.as_mut_slice() {
            if before.1 / before.2 < last.1 / last.2 {
                break;
            }
            *before = (before.0 + last.0, before.1 + last.1, before.2 + last.2);
            blocks.pop();
        }
    }
    let point = |(beliefs, right, count): (f64, f64, f64)| ((beliefs / count) as f32, (right / count) as f32);
    let is_within = |(x, y): &(f32, f32)| *x > 0.0 && *x < 1.0 && *y > 0.0 && *y < 1.0;
    blocks.into_iter().map(point).filter(is_within).collect()
}

/// One line of a reliability table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reliability {
    /// The number of tokens.
    pub count: usize,
    /// The mean belief of the tokens.
    pub belief: f32,
    /// The part of the tokens that was right.
    pub right: f32,
}

/// Ten bins of beliefs.
pub fn reliability(seen: &[(f32, bool)]) -> [Reliability; 10] {
    let mut bins = [Reliability::default(); 10];
    for (belief, is_right) in seen {
        if let Some(bin) = bins.get_mut(((belief * 10.0) as usize).min(9)) {
            bin.count += 1;
            bin.belief += belief;
            bin.right += f32::from(u8::from(*is_right));
        }
    }
    for bin in bins.iter_mut().filter(|bin| bin.count > 0) {
        bin.belief /= bin.count as f32;
        bin.right /= bin.count as f32;
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_rises_and_corrects() {
        // Beliefs from 0 to 1 that are right half as often as they say.
        let seen: Vec<(f32, bool)> = (0..20_000_u32)
            .map(|at| {
                let belief = (at % 1000) as f32 / 1000.0;
                (belief, f64::from(at.wrapping_mul(2_654_435_769)) / f64::from(u32::MAX) < f64::from(belief) / 2.0)
            })
            .collect();
        let line = line(seen);
        assert!(line.len() > 3 && line.len() <= POINTS);
        assert!(line.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        assert!(line.iter().all(|(x, y)| (y - x / 2.0).abs() < 0.06), "{line:?}");
    }

    #[test]
    fn bins_count_beliefs_and_what_became_of_them() {
        let bins = reliability(&[(0.05, false), (0.95, true), (1.0, false)]);
        assert_eq!((bins[0].count, bins[9].count), (1, 2));
        assert!((bins[9].right - 0.5).abs() < 1e-6);
    }
}
