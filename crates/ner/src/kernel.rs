//! [`Kernel`]: the vector instructions that the processor has, chosen while the program runs.
//!
//! The one file of this package with `unsafe` code. Matrices are multiplied and rows added in integers, so every variant gives
//! the same numbers, whatever its order. Everything else is plain code in one fixed order, which [`Kernel::run`] has
//! compiled once for each set of instructions: wider vectors, the same additions.
//!
//! # Safety
//!
//! - Code compiled for instructions that the processor lacks must not run. A [`Kernel`] other than the scalar one is
//!   made in [`Kernel::all`] only, after the processor was asked, and the calls here are the only ones.
//! - Vectors are loaded from and stored to arrays of exactly their size, so no access is out of bounds; the
//!   instructions used need no alignment.
#![allow(unsafe_code)]

/// A matrix of small integers, laid out for the kernel.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Panels of `panel` outputs each; in a panel, for each pair of inputs, the pair of weights of each output.
    pairs: Vec<[i16; 2]>,
    inputs: usize,
    outputs: usize,
    panel: usize,
}

/// Outputs of a wide panel: as many sums as fit the registers for a few tokens at a time.
const WIDE: usize = 48;
/// Outputs of a narrow panel.
const NARROW: usize = 16;

impl Matrix {
    /// A matrix of rows of `inputs` weights, one row for each output. `inputs` must be even; rows of zeros are added
    /// until the outputs fill whole vectors.
    pub fn new(rows: &[i8], inputs: usize) -> Self {
        let outputs = (rows.len() / inputs.max(1)).next_multiple_of(NARROW);
        let panel = if outputs.is_multiple_of(WIDE) { WIDE } else { NARROW };
        let weight = |output: usize, input: usize| {
            let row = rows.get(output * inputs..(output + 1) * inputs);
            row.and_then(|row| row.get(input)).copied().map_or(0, i16::from)
        };
        let mut pairs = Vec::with_capacity(outputs * inputs / 2);
        for first in (0..outputs).step_by(panel) {
            for input in (0..inputs).step_by(2) {
                pairs.extend((first..first + panel).map(|output| [weight(output, input), weight(output, input + 1)]));
            }
        }
        Self { pairs, inputs, outputs, panel }
    }

    /// Number of outputs, padding included.
    pub fn outputs(&self) -> usize {
        self.outputs
    }
}

/// A piece of plain code to be compiled for each set of instructions; `run` should be marked `#[inline(always)]`.
pub trait Task {
    /// Result of the task.
    type Output;
    /// Runs the task.
    fn run(self) -> Self::Output;
}

/// A set of vector instructions to compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// Plain instructions, which every processor has.
    pub const SCALAR: Self = Self(Set::Scalar);

    /// Kernels that this processor can run, the fastest last.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Self(Set::Avx2));
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vnni")
                {
                    all.push(Self(Set::Avx512));
                }
            }
        }
        all
    }

    /// The fastest kernel that this processor can run.
    pub fn best() -> Self {
        Self::all().pop().unwrap_or(Self::SCALAR)
    }

    /// Runs a task, compiled for these instructions.
    #[inline]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Set::Scalar => task.run(),
            // SAFETY: the processor was asked, see above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { x86::run_avx2(task) },
            // SAFETY: the processor was asked, see above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { x86::run_avx512(task) },
        }
    }

    /// Multiplies: for each of the rows of `out`, as wide as the matrix has outputs, the inputs begin `step` further
    /// on in `x`. Rows whose inputs are not all there stay as they are. No sum may leave the 32 bits: that is the
    /// case for up to 500 inputs.
    pub fn multiply(self, matrix: &Matrix, x: &[i16], step: usize, out: &mut [i32]) {
        let rows = out.len() / matrix.outputs.max(1);
        let whole = x.len().checked_sub(matrix.inputs).map_or(0, |rest| rest / step.max(1) + 1);
        let work = Work { matrix, x, step, rows: rows.min(whole) };
        match self.0 {
            Set::Scalar => scalar(&work, out),
            // SAFETY: the processor was asked, see above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { x86::multiply_avx2(&work, out) },
            // SAFETY: the processor was asked, see above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { x86::multiply_avx512(&work, out) },
        }
    }

    /// Adds to `sums`, for each of `hashes`, the row whose place is the last bits of the hash. There must be a power of two of rows;
    /// sums beyond 16 bits wrap around.
    ///
    /// Its rows lie far apart in a large table, so that the time is that of waiting for memory: as few instructions stand between two
    /// rows as can be, for the processor to ask for many at a time.
    #[inline]
    pub fn add_rows(self, rows: &[[i8; NARROW]], hashes: &[u64], sums: &mut [i16; NARROW]) {
        match self.0 {
            Set::Scalar => add_rows(rows, hashes, sums),
            // SAFETY: the processor was asked, see above; one that has AVX-512 has AVX2.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 | Set::Avx512 => unsafe { x86::add_rows_avx2(rows, hashes, sums) },
        }
    }
}

/// A multiplication to do; the inputs of all `rows` are in `x`.
struct Work<'w> {
    matrix: &'w Matrix,
    x: &'w [i16],
    step: usize,
    rows: usize,
}

impl<'w> Work<'w> {
    /// The panels, each with its first output.
    #[inline(always)]
    fn panels(&self) -> impl Iterator<Item = (usize, &'w [[i16; 2]])> {
        let size = self.matrix.inputs / 2 * self.matrix.panel;
        let panels = self.matrix.pairs.chunks_exact(size.max(1)).enumerate();
        panels.map(|(at, panel)| (at * self.matrix.panel, panel))
    }

    /// The inputs of a row, in pairs.
    #[inline(always)]
    fn inputs(&self, row: usize) -> &'w [[i16; 2]] {
        let start = row * self.step;
        self.x.get(start..start + self.matrix.inputs).unwrap_or_default().as_chunks().0
    }
}

/// The row of each hash.
#[inline(always)]
fn rows_of<'r>(rows: &'r [[i8; NARROW]], hashes: &[u64]) -> impl Iterator<Item = &'r [i8; NARROW]> {
    let mask = rows.len().wrapping_sub(1);
    hashes.iter().filter_map(move |hash| rows.get(*hash as usize & mask))
}

fn add_rows(rows: &[[i8; NARROW]], hashes: &[u64], sums: &mut [i16; NARROW]) {
    for row in rows_of(rows, hashes) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(i16::from(*weight));
        }
    }
}

fn scalar(work: &Work, out: &mut [i32]) {
    let wide = work.matrix.panel / NARROW;
    for (first, panel) in work.panels() {
        let blocks = panel.as_chunks::<NARROW>().0;
        for (row, out) in out.chunks_exact_mut(work.matrix.outputs).enumerate().take(work.rows) {
            let x = work.inputs(row);
            let out = out.get_mut(first..first + work.matrix.panel).unwrap_or_default();
            for (place, out) in out.as_chunks_mut::<NARROW>().0.iter_mut().enumerate() {
                // Few enough for the compiler to keep them in registers.
                let mut sums = [0; NARROW];
                for (x, weights) in x.iter().zip(blocks.iter().skip(place).step_by(wide)) {
                    for (sum, w) in sums.iter_mut().zip(weights) {
                        *sum += i32::from(x[0]) * i32::from(w[0]) + i32::from(x[1]) * i32::from(w[1]);
                    }
                }
                *out = sums;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{NARROW, Task, WIDE, Work, rows_of};

    #[target_feature(enable = "avx2")]
    pub fn run_avx2<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub fn run_avx512<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "avx2")]
    pub fn add_rows_avx2(rows: &[[i8; NARROW]], hashes: &[u64], sums: &mut [i16; NARROW]) {
        // SAFETY: sixteen 16-bit numbers are the 32 bytes that are read.
        let mut all = unsafe { _mm256_loadu_si256(sums.as_ptr().cast()) };
        for row in rows_of(rows, hashes) {
            // SAFETY: sixteen 8-bit numbers are the 16 bytes that are read.
            let row = unsafe { _mm_loadu_si128(row.as_ptr().cast()) };
            all = _mm256_add_epi16(all, _mm256_cvtepi8_epi16(row));
        }
        // SAFETY: as above, of the bytes that are written.
        unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), all) };
    }

    /// A pair of inputs as the processor wants it: the first one in the lower half.
    #[inline(always)]
    fn pair(x: [i16; 2]) -> i32 {
        (u32::from(x[0] as u16) | u32::from(x[1] as u16) << 16) as i32
    }

    #[target_feature(enable = "avx2")]
    pub fn multiply_avx2(work: &Work, out: &mut [i32]) {
        for (first, panel) in work.panels() {
            if work.matrix.panel == WIDE {
                let row = tiles_avx2::<2, 6>(work, first, panel, 0, out);
                tiles_avx2::<1, 6>(work, first, panel, row, out);
            } else {
                let row = tiles_avx2::<4, 2>(work, first, panel, 0, out);
                tiles_avx2::<1, 2>(work, first, panel, row, out);
            }
        }
    }

    /// `ROWS` rows at a time from `row` on, `VECTORS` vectors of eight outputs; the first row that is left.
    #[target_feature(enable = "avx2")]
    fn tiles_avx2<const ROWS: usize, const VECTORS: usize>(
        work: &Work,
        first: usize,
        panel: &[[i16; 2]],
        mut row: usize,
        out: &mut [i32],
    ) -> usize {
        let count = work.matrix.inputs / 2;
        while row + ROWS <= work.rows {
            let mut x: [&[[i16; 2]]; ROWS] = [&[]; ROWS];
            for (at, x) in x.iter_mut().enumerate() {
                *x = &work.inputs(row + at)[..count];
            }
            let mut sums = [[_mm256_setzero_si256(); VECTORS]; ROWS];
            for (k, weights) in panel.as_chunks::<8>().0.chunks_exact(VECTORS).enumerate().take(count) {
                let mut pairs = [_mm256_setzero_si256(); ROWS];
                for (pairs, x) in pairs.iter_mut().zip(&x) {
                    *pairs = _mm256_set1_epi32(pair(x[k]));
                }
                // One vector of weights at a time: with the sums, these fill the sixteen registers.
                for (v, weights) in weights.iter().enumerate() {
                    // SAFETY: eight pairs of 16-bit numbers are the 32 bytes that are read.
                    let w = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
                    for (sums, x) in sums.iter_mut().zip(&pairs) {
                        sums[v] = _mm256_add_epi32(sums[v], _mm256_madd_epi16(*x, w));
                    }
                }
            }
            for (at, sums) in sums.iter().enumerate() {
                let start = (row + at) * work.matrix.outputs + first;
                for (out, sum) in out[start..start + 8 * VECTORS].as_chunks_mut::<8>().0.iter_mut().zip(sums) {
                    // SAFETY: `out` has the 32 bytes that are written.
                    unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), *sum) };
                }
            }
            row += ROWS;
        }
        row
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub fn multiply_avx512(work: &Work, out: &mut [i32]) {
        const _: () = assert!(WIDE == 3 * 16 && NARROW == 16, "the numbers of vectors below");
        for (first, panel) in work.panels() {
            if work.matrix.panel == WIDE {
                let row = tiles_avx512::<8, 3>(work, first, panel, 0, out);
                tiles_avx512::<1, 3>(work, first, panel, row, out);
            } else {
                let row = tiles_avx512::<8, 1>(work, first, panel, 0, out);
                tiles_avx512::<1, 1>(work, first, panel, row, out);
            }
        }
    }

    /// Tiles as [`tiles_avx2`] computes them, with vectors of sixteen outputs.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    fn tiles_avx512<const ROWS: usize, const VECTORS: usize>(
        work: &Work,
        first: usize,
        panel: &[[i16; 2]],
        mut row: usize,
        out: &mut [i32],
    ) -> usize {
        let count = work.matrix.inputs / 2;
        while row + ROWS <= work.rows {
            let mut x: [&[[i16; 2]]; ROWS] = [&[]; ROWS];
            for (at, x) in x.iter_mut().enumerate() {
                *x = &work.inputs(row + at)[..count];
            }
            let mut sums = [[_mm512_setzero_si512(); VECTORS]; ROWS];
            for (k, weights) in panel.as_chunks::<16>().0.chunks_exact(VECTORS).enumerate().take(count) {
                let mut w = [_mm512_setzero_si512(); VECTORS];
                for (w, weights) in w.iter_mut().zip(weights) {
                    // SAFETY: sixteen pairs of 16-bit numbers are the 64 bytes that are read.
                    *w = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
                }
                for (sums, x) in sums.iter_mut().zip(&x) {
                    let x = _mm512_set1_epi32(pair(x[k]));
                    for (sum, w) in sums.iter_mut().zip(&w) {
                        *sum = _mm512_dpwssd_epi32(*sum, x, *w);
                    }
                }
            }
            for (at, sums) in sums.iter().enumerate() {
                let start = (row + at) * work.matrix.outputs + first;
                for (out, sum) in out[start..start + 16 * VECTORS].as_chunks_mut::<16>().0.iter_mut().zip(sums) {
                    // SAFETY: `out` has the 64 bytes that are written.
                    unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), *sum) };
                }
            }
            row += ROWS;
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The products in plain arithmetic, to compare kernels with.
    fn expected(rows: &[i8], inputs: usize, x: &[i16], step: usize, count: usize) -> Vec<i32> {
        let outputs = (rows.len() / inputs).next_multiple_of(16);
        let mut all = vec![0; outputs * count];
        for t in 0..count {
            for (o, row) in rows.chunks(inputs).enumerate() {
                let products = row.iter().zip(&x[t * step..]).map(|(w, x)| i32::from(*w) * i32::from(*x));
                all[t * outputs + o] = products.sum();
            }
        }
        all
    }

    proptest! {
        #[test]
        fn every_kernel_multiplies_alike(
            (pairs, outputs, step, count) in (1..40_usize, 1..100_usize, 1..50_usize, 0..20_usize),
            seed: u64,
        ) {
            let inputs = 2 * pairs;
            let mut state = seed;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 40) as i32
            };
            let rows: Vec<i8> = (0..inputs * outputs).map(|_| (next() % 255 - 127) as i8).collect();
            let x: Vec<i16> = (0..inputs + step * count).map(|_| next() as i16).collect();
            let matrix = Matrix::new(&rows, inputs);
            let expected = expected(&rows, inputs, &x, step, count);
            for kernel in Kernel::all() {
                let mut out = vec![7; matrix.outputs() * count];
                kernel.multiply(&matrix, &x, step, &mut out);
                prop_assert_eq!(&out, &expected, "{:?}", kernel);
            }
        }
    }

    proptest! {
        #[test]
        fn every_kernel_adds_rows_alike(
            bits in 0..8_u32,
            hashes in proptest::collection::vec(any::<u64>(), 0..300),
            start: [i16; NARROW],
            seed: u64,
        ) {
            let weight = |at: usize, lane: usize| (seed.rotate_left((at * 7 + lane * 3) as u32 % 64) >> 9) as i8;
            let rows: Vec<[i8; NARROW]> = (0..1 << bits).map(|at| std::array::from_fn(|lane| weight(at, lane))).collect();
            let mut expected = start;
            for hash in &hashes {
                let at = (hash % rows.len() as u64) as usize;
                expected.iter_mut().enumerate().for_each(|(lane, sum)| *sum = sum.wrapping_add(weight(at, lane).into()));
            }
            for kernel in Kernel::all() {
                let mut sums = start;
                kernel.add_rows(&rows, &hashes, &mut sums);
                prop_assert_eq!(sums, expected, "{:?}", kernel);
            }
        }
    }

    #[test]
    fn rows_without_inputs_stay_as_they_are() {
        let matrix = Matrix::new(&[1; 4 * 16], 4);
        for kernel in Kernel::all() {
            let mut out = vec![7; 3 * 16];
            kernel.multiply(&matrix, &[1, 1, 1, 1, 1], 1, &mut out);
            assert_eq!(out[..32], [4; 32], "{kernel:?}");
            assert_eq!(out[32..], [7; 16], "{kernel:?}");
            kernel.multiply(&matrix, &[1], 1, &mut out);
            assert_eq!(out[..32], [4; 32], "{kernel:?}");
        }
    }
}
