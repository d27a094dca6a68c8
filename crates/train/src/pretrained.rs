//! Word vectors that others trained on more text than there is here, joined with our own.
//!
//! The file is in the usual text format, as of GloVe (Pennington et al., 2014): a word and its values, parted by spaces,
//! a line, frequent words first. Their principal components (Hotelling, 1933) are kept, as many as a vector has values.
//! Words that only our texts know are brought into the same space by the linear map that takes our vectors of the shared
//! words closest to theirs (Mikolov et al., 2013, arXiv 1309.4168).

use std::{
    collections::{HashMap, HashSet},
    io::{self, BufRead, BufReader},
    path::Path,
};

use ndarray::{Array1, Array2, ArrayView2, Axis};

use super::{
    data,
    error::TrainError,
    network::{Random, VECTOR},
    vectors::{self, Vectors},
};
use masquerade_ner::lexicon::fingerprint;
use masquerade_text::FoldedText;

/// Rounds of orthogonal iteration. The components need not be told apart to the last digit, only what they span.
const ROUNDS: usize = 60;
/// The weight of small maps against close ones, for each shared word.
const RIDGE: f32 = 1e-3;
/// Fewest values of a vector: a line with fewer is no vector but the count of vectors that some tools write first.
const LEAST_WIDTH: usize = 2;

/// The vectors of the first `words` words in the file at `path`, and behind them those words of `own` that are not among
/// them.
///
/// # Errors
/// If the file cannot be read, or lines are malformed or differ in length.
pub fn join(path: &Path, words: usize, own: &Vectors) -> Result<Vectors, TrainError> {
    let (hashes, values) = read(path, words).map_err(|error| TrainError::Read(path.to_owned(), error))?;
    let ours: HashSet<u64> = own.hashes.iter().copied().collect();
    let rare = hashes.iter().map(|hash| !ours.contains(hash)).collect();
    let mut joined = Vectors { hashes, values: components(values).into_raw_vec_and_offset().0, rare, steps: 0 };
    vectors::normalize(&mut joined.values);
    let mapped = map(own, &joined);
    let known: HashSet<u64> = joined.hashes.iter().copied().collect();
    for (hash, row) in own.hashes.iter().zip(mapped.rows()).filter(|(hash, _)| !known.contains(hash)) {
        joined.hashes.push(*hash);
        joined.values.extend(row);
        joined.rare.push(false);
    }
    vectors::normalize(&mut joined.values);
    Ok(joined)
}

/// The hashes of the first words, and a row of values for each. Of words that differ in case the first one counts.
fn read(path: &Path, words: usize) -> io::Result<(Vec<u64>, Array2<f32>)> {
    let malformed = |number: usize| {
        io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: not a word and as many numbers as before"))
    };
    let (mut hashes, mut seen, mut values, mut width) = (Vec::new(), HashSet::new(), Vec::new(), None);
    for (number, line) in (1..).zip(BufReader::new(data::open(path)?).lines()) {
        let line = line?;
        let (word, rest) = line.split_once(' ').ok_or_else(|| malformed(number))?;
        let numbers: Result<Vec<f32>, _> = rest.split_ascii_whitespace().map(str::parse).collect();
        let row =
            numbers.ok().filter(|row| row.iter().all(|value| value.is_finite())).ok_or_else(|| malformed(number))?;
        if number == 1 && row.len() < LEAST_WIDTH {
            continue;
        }
        if *width.get_or_insert(row.len()) != row.len() {
            return Err(malformed(number));
        }
        let lower = word.to_lowercase();
        // As the program reads Cyrillic and Greek.
        let latin = FoldedText::in_latin(&lower);
        let hash = fingerprint(latin.as_ref().map_or(&lower, FoldedText::text));
        if seen.insert(hash) {
            hashes.push(hash);
            values.extend(row);
        }
        if hashes.len() >= words {
            break;
        }
    }
    let shape = (hashes.len(), width.unwrap_or_default());
    Ok((hashes, Array2::from_shape_vec(shape, values).map_err(|_| malformed(0))?))
}

/// The first [`VECTOR`] principal components of the rows; zeros behind them where rows have fewer values.
fn components(mut rows: Array2<f32>) -> Array2<f32> {
    if let Some(mean) = rows.mean_axis(Axis(0)) {
        rows -= &mean;
    }
    let spread = rows.t().dot(&rows) / rows.nrows().max(1) as f32;
    rows.dot(&leading(spread.view()))
}

/// The eigenvectors of the largest eigenvalues of a symmetric matrix, as columns, by orthogonal iteration.
fn leading(matrix: ArrayView2<'_, f32>) -> Array2<f32> {
    let width = matrix.nrows();
    let mut random = Random(1);
    let mut basis = Array2::from_shape_simple_fn((width, VECTOR), || random.unit() - 0.5);
    orthonormalize(&mut basis);
    for _ in 0..ROUNDS {
        basis = matrix.dot(&basis);
        orthonormalize(&mut basis);
    }
    basis
}

/// Makes the columns orthogonal and of length one, by Gram and Schmidt's process; those that depend on others become
/// zero.
fn orthonormalize(basis: &mut Array2<f32>) {
    for at in 0..basis.ncols() {
        let (before, mut rest) = basis.view_mut().split_at(Axis(1), at);
        let mut column = rest.column_mut(0);
        let length = column.dot(&column).sqrt();
        // Twice is enough (Giraud et al., 2005): once leaves what was lost in rounding.
        for _ in 0..2 {
            let along: Array1<f32> = before.t().dot(&column);
            column -= &before.dot(&along);
        }
        let left = column.dot(&column).sqrt();
        column *= if left > length * 1e-4 { 1.0 / left } else { 0.0 };
    }
}

/// The vectors of `own` in the space of `others`.
fn map(own: &Vectors, others: &Vectors) -> Array2<f32> {
    let places: HashMap<u64, usize> = others.hashes.iter().zip(0..).map(|(hash, place)| (*hash, place)).collect();
    let shared: Vec<(usize, usize)> =
        own.hashes.iter().zip(0..).filter_map(|(hash, place)| Some((place, *places.get(hash)?))).collect();
    let (own, others) = (view(own), view(others));
    let (ours, theirs): (Vec<usize>, Vec<usize>) = shared.into_iter().unzip();
    let (from, to) = (own.select(Axis(0), &ours), others.select(Axis(0), &theirs));
    let ridge = Array2::<f32>::eye(VECTOR) * (RIDGE * from.nrows() as f32 + f32::MIN_POSITIVE);
    own.dot(&solve(from.t().dot(&from) + ridge, from.t().dot(&to)))
}

fn view(vectors: &Vectors) -> ArrayView2<'_, f32> {
    ArrayView2::from_shape((vectors.hashes.len(), VECTOR), &vectors.values).expect("a row for each hash")
}

/// The solution of `matrix · x = right`, where the matrix is symmetric and positive definite, by elimination.
fn solve(mut matrix: Array2<f32>, mut right: Array2<f32>) -> Array2<f32> {
    let count = matrix.nrows();
    for at in 0..count {
        let pivot = matrix[[at, at]].max(f32::MIN_POSITIVE);
        let (row, target) = (matrix.row(at).to_owned() / pivot, right.row(at).to_owned() / pivot);
        for other in (0..count).filter(|other| *other != at) {
            let factor = matrix[[other, at]];
            matrix.row_mut(other).scaled_add(-factor, &row);
            right.row_mut(other).scaled_add(-factor, &target);
        }
        matrix.row_mut(at).assign(&row);
        right.row_mut(at).assign(&target);
    }
    right
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Words of which each has a vector of five values, in the text format.
    fn file(words: &[&str]) -> String {
        let mut random = Random(3);
        words
            .iter()
            .map(|word| (0..5).fold(word.to_string(), |line, _| format!("{line} {}", random.unit())) + "\n")
            .collect()
    }

    #[test]
    fn words_of_both_are_joined_and_the_files_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors.txt");
        fs::write(&path, format!("4 5\n{}", file(&["the", "The", "rome", "left"]))).unwrap();
        let hashes = ["rome", "okafor"].map(fingerprint).to_vec();
        let own = Vectors { hashes, values: (0..2 * VECTOR).map(|at| at as f32).collect(), rare: Vec::new(), steps: 0 };
        let joined = join(&path, 2, &own).unwrap();
        assert_eq!(joined.hashes, ["the", "rome", "okafor"].map(fingerprint));
        assert_eq!(joined.values.len(), 3 * VECTOR);
        assert_eq!(joined.rare, [true, false, false], "those that our texts lack");
        assert!(joined.values.iter().all(|value| value.is_finite()));
    }

    #[test]
    fn lines_that_are_no_vectors_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors.txt");
        for wrong in ["the 1 2 3\nof 1 2\n", "the 1 x 3\n", "the 1 NaN 3\n", "the\n"] {
            fs::write(&path, wrong).unwrap();
            assert!(read(&path, 9).is_err(), "{wrong}");
        }
    }

    #[test]
    fn components_keep_the_distances_of_rows_with_fewer_values() {
        let mut random = Random(5);
        let rows = Array2::from_shape_simple_fn((40, 6), || random.unit());
        let reduced = components(rows.clone());
        let apart = |rows: &Array2<f32>, a: usize, b: usize| (&rows.row(a) - &rows.row(b)).mapv(|v| v * v).sum().sqrt();
        assert!((0..39).all(|at| (apart(&rows, at, at + 1) - apart(&reduced, at, at + 1)).abs() < 1e-3));
    }

    #[test]
    fn the_solution_solves() {
        let matrix = ndarray::array![[4.0, 1.0], [1.0, 3.0]];
        let right = ndarray::array![[1.0], [2.0]];
        let left = matrix.dot(&solve(matrix.clone(), right.clone())) - right;
        assert!(left.iter().all(|value: &f32| value.abs() < 1e-5));
    }
}
