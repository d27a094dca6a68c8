//! The meanings of the words around a candidate: sums of word vectors, by where the words stand.

use std::ops::Range;

use super::{
    features::{BEHIND, FAR, NEAR, PLACED, PLACED_BEHIND, REACH},
    words::{Item, Kind, Vocabulary, Words},
};
use crate::weights::VECTOR;

/// Places of words: each of the nearest on both sides, and the means of those before, of those further, and of those behind.
const PLACES: usize = PLACED + PLACED_BEHIND + 3;
/// Places of words in English, then of those in other languages, whose vectors are others.
pub const SLOTS: usize = 2 * PLACES;
/// The number of values.
pub const MEANINGS: usize = SLOTS * VECTOR;

/// Sets `out` to the meanings of the words around `place`, by slot; words without a vector count as zeros.
pub fn meanings(words: &Words, place: &Range<usize>, vocabulary: Vocabulary<'_>, out: &mut Vec<f32>) {
    out.clear();
    out.resize(MEANINGS, 0.0);
    let (before, behind) = words.around(place);
    let first = if words.is_european() { PLACES } else { 0 };
    let mut add = |place: usize, item: &Item, part: f32| {
        let Some((vector, scale)) = words.vector(item, vocabulary) else { return };
        let slot = first + place;
        for (out, value) in out[slot * VECTOR..(slot + 1) * VECTOR].iter_mut().zip(vector) {
            *out += f32::from(*value) * (scale * part);
        }
    };
    let is_word = |item: &&Item| item.kind == Kind::Word;
    for (at, item) in (0..).zip(before.iter().rev().take(REACH).filter(is_word).take(FAR)) {
        if at < PLACED {
            add(at, item, 1.0);
        }
        if at < NEAR {
            add(PLACED, item, 0.3);
        } else {
            add(PLACED + 1, item, 0.2);
        }
    }
    for (at, item) in (0..).zip(behind.iter().take(REACH).filter(is_word).take(BEHIND)) {
        if at < PLACED_BEHIND {
            add(PLACED + 2 + at, item, 1.0);
        }
        add(PLACES - 1, item, 0.3);
    }
}
