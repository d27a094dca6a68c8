//! Features of the CRF, as hashes: words and shapes around a token, alone and in conjunction.
//!
//! There are three groups, so that sums over the first two can be cached for each word form: features of a form for its
//! own token ([`own`]), features of a form for its neighbours ([`beside`]), and conjunctions over several tokens
//! ([`joint`]). [`features`] yields all three groups.

use super::{
    features::{Form, LIST_BITS, flags, places},
    lexicon::class,
};

#[inline(always)]
fn mix(seed: u64, a: u64, b: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ a.wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ b.rotate_left(32).wrapping_mul(0x1656_67B1_9E37_79F9);
    z = (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 32)
}

/// Position of a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Two tokens before.
    Before2,
    /// The token before.
    Before,
    /// The token after.
    After,
    /// Two tokens after.
    After2,
}

impl Place {
    /// All, in the order of the text.
    pub const ALL: [Self; 4] = [Self::Before2, Self::Before, Self::After, Self::After2];
}

/// Features of a form for its own token; `grams` are the rows of its character n-grams.
#[inline(always)]
pub fn own(form: &Form, grams: &[u32], mut row: impl FnMut(u64)) {
    let mut f = |seed: u64, a: u64, b: u64| row(mix(seed, a, b));
    let shape = u64::from(form.shape);
    f(0, 0, 0);
    f(1, form.hash, 0);
    f(10, shape, 0);
    for (seed, affix) in (20..).zip(form.affixes) {
        f(seed, u64::from(affix), 0);
        f(seed + 4, u64::from(affix), shape);
    }
    for gram in grams {
        f(30, u64::from(*gram), 0);
    }
    f(31, u64::from(form.cluster), 0);
    for place in places(form.bits & WORD_BITS) {
        f(40, place as u64, 0);
        f(41, place as u64, shape);
    }
}

/// The bits of lists that a word's form has alone.
const WORD_BITS: u64 = (1 << class::COUNT) - 1;

/// Features of `form` for the token beside it; of [`Form::NONE`] at an end of the text.
#[inline(always)]
pub fn beside(form: &Form, place: Place, mut row: impl FnMut(u64)) {
    let (last, cluster) = (u64::from(form.affixes[2]), u64::from(form.cluster));
    let mut f = |seed: u64, a: u64| row(mix(seed, a, 0));
    match place {
        Place::Before => {
            f(2, form.hash);
            f(28, last);
            f(32, cluster);
        }
        Place::After => {
            f(3, form.hash);
            f(29, last);
            f(33, cluster);
        }
        Place::Before2 => f(4, form.hash),
        Place::After2 => f(5, form.hash),
    }
}

/// Conjunctions of token `at` and its neighbours, given forms and bits of all tokens of a stretch of text.
#[inline(always)]
pub fn joint(forms: &[Form], bits: &[u64], at: usize, mut row: impl FnMut(u64)) {
    let [b2, b1, own, n1, n2] = neighbourhood(forms, at);
    let bit = |offset: isize| at.checked_add_signed(offset).and_then(|at| bits.get(at)).copied().unwrap_or_default();
    let (before, bits, after) = (bit(-1) & LIST_BITS, bit(0), bit(1) & LIST_BITS);
    let (lists, flags) = (bits & LIST_BITS, flags(bits));
    let mut f = |seed: u64, a: u64, b: u64| row(mix(seed, a, b));
    f(6, b1.hash, own.hash);
    f(7, own.hash, n1.hash);
    f(8, b1.hash, n1.hash);
    let s = |form: &Form| u64::from(form.shape);
    f(11, s(&b1), s(&own));
    f(12, s(&own), s(&n1));
    f(13, s(&b1), mix(1, s(&own), s(&n1)));
    f(14, s(&own), b1.hash);
    f(15, s(&own), n1.hash);
    f(16, s(&own), flags);
    f(17, mix(1, s(&b2), s(&b1)), s(&own));
    f(18, mix(1, s(&n2), s(&n1)), s(&own));
    let c = |form: &Form| u64::from(form.cluster);
    f(34, c(&b1), c(&own));
    f(35, c(&own), c(&n1));
    f(36, c(&b1), c(&n1));
    f(37, c(&b1), s(&own));
    f(38, c(&n1), s(&own));
    f(46, lists, 0);
    f(47, lists, after);
    f(48, before, lists);
    f(49, flags, 0);
    for place in places(lists) {
        let place = place as u64;
        f(42, place, s(&n1));
        f(43, place, c(&b1));
    }
    for place in places(lists & !WORD_BITS) {
        f(40, place as u64, 0);
        f(41, place as u64, s(&own));
    }
    for place in places(before) {
        f(44, place as u64, s(&own));
    }
    for place in places(after) {
        f(45, place as u64, s(&own));
    }
}

/// Calls `row` with the hash of each feature of token `at`, given forms and bits of all tokens of a stretch of text
/// and the rows of its own n-grams. Each hash is to be reduced to a row by the caller.
pub fn features(forms: &[Form], bits: &[u64], grams: &[u32], at: usize, mut row: impl FnMut(u64)) {
    let [b2, b1, form, n1, n2] = neighbourhood(forms, at);
    own(&form, grams, &mut row);
    for (place, form) in Place::ALL.into_iter().zip([b2, b1, n1, n2]) {
        beside(&form, place, &mut row);
    }
    joint(forms, bits, at, row);
}

/// The forms from two before `at` to two after it; [`Form::NONE`] where the text ends.
fn neighbourhood(forms: &[Form], at: usize) -> [Form; 5] {
    [-2, -1, 0, 1, 2]
        .map(|offset| at.checked_add_signed(offset).and_then(|at| forms.get(at)).copied().unwrap_or(Form::NONE))
}
