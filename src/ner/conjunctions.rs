//! Features of the CRF: words and shapes around a token, alone and together, as hashes.

use super::{features::WordFeatures, lexicon::class};

/// What a token adds to its neighbours' features.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around {
    /// The hash of its lower-case form.
    pub word: u64,
    /// Its shape's row.
    pub shape: u32,
    /// Classes of word and phrases.
    pub classes: u64,
    /// Prefix and suffix rows.
    pub affixes: [u32; 3],
    /// Gap, kind and text flags.
    pub flags: u32,
    /// Its cluster.
    pub cluster: u32,
}

fn mix(seed: u64, a: u64, b: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ a.wrapping_mul(0xC2B2_AE3D_27D4_EB4F) ^ b.rotate_left(32).wrapping_mul(0x1656_67B1_9E37_79F9);
    z = (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 32)
}

/// Calls `row` with each feature's hash for token `t`.
pub fn features(around: &[Around], words: &[std::rc::Rc<WordFeatures>], t: usize, source: u32, mut row: impl FnMut(u64)) {
    let none = Around::default();
    let at = |offset: isize| t.checked_add_signed(offset).and_then(|t| around.get(t)).copied().unwrap_or(none);
    let (b2, b1, own, n1, n2) = (at(-2), at(-1), at(0), at(1), at(2));
    let mut f = |seed: u64, a: u64, b: u64| row(mix(seed, a, b));
    f(0, 0, 0);
    f(1, own.word, 0);
    f(2, b1.word, 0);
    f(3, n1.word, 0);
    f(4, b2.word, 0);
    f(5, n2.word, 0);
    f(6, b1.word, own.word);
    f(7, own.word, n1.word);
    f(8, b1.word, n1.word);
    let s = |a: &Around| u64::from(a.shape);
    f(10, s(&own), 0);
    f(11, s(&b1), s(&own));
    f(12, s(&own), s(&n1));
    f(13, s(&b1), mix(1, s(&own), s(&n1)));
    f(14, s(&own), b1.word);
    f(15, s(&own), n1.word);
    f(16, s(&own), u64::from(own.flags));
    f(17, mix(1, s(&b2), s(&b1)), s(&own));
    f(18, mix(1, s(&n2), s(&n1)), s(&own));
    for (k, affix) in own.affixes.iter().enumerate() {
        f(20 + k as u64, u64::from(*affix), 0);
        f(24 + k as u64, u64::from(*affix), s(&own));
    }
    f(28, u64::from(b1.affixes[2]), 0);
    f(29, u64::from(n1.affixes[2]), 0);
    for gram in words[t].rows.get(6..).unwrap_or_default() {
        f(30, u64::from(*gram), 0);
    }
    let c = |a: &Around| u64::from(a.cluster);
    f(31, c(&own), 0);
    f(32, c(&b1), 0);
    f(33, c(&n1), 0);
    f(34, c(&b1), c(&own));
    f(35, c(&own), c(&n1));
    f(36, c(&b1), c(&n1));
    f(37, c(&b1), s(&own));
    f(38, c(&n1), s(&own));
    for place in 0..3 * class::COUNT as u64 {
        if own.classes >> place & 1 == 1 {
            f(40, place, 0);
            f(41, place, s(&own));
            f(42, place, s(&n1));
            f(43, place, c(&b1));
        }
        if b1.classes >> place & 1 == 1 {
            f(44, place, s(&own));
        }
        if n1.classes >> place & 1 == 1 {
            f(45, place, s(&own));
        }
    }
    f(46, own.classes, 0);
    f(47, own.classes, n1.classes);
    f(48, b1.classes, own.classes);
    f(49, u64::from(own.flags), 0);
    if source != 0 {
        f(60, u64::from(source), 0);
        f(61, u64::from(source), s(&own));
        f(62, u64::from(source), own.classes);
    }
}
