//! [`Tables`]: what a scanner builds from its expressions, and the form in bytes in which it outlives the process.

use std::{fmt, sync::Mutex};

use regex_syntax::hir::Hir;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::{
    bucket::Bucket,
    dfa::Dfa,
    digit_runs::DigitRunFilter,
    prefix_filter::PrefixFilter,
    regex::{RegexError, parse},
    scanner::Pattern,
};

/// A store of the tables of scanners that outlives the process: building them takes most of the time of a short call.
///
/// It must return only bytes that the same build of the program has stored, and none that others have written: the
/// tables decide which matches are found.
pub trait TableCache {
    /// The bytes that were stored under `key`.
    fn load(&self, key: &str) -> Option<Vec<u8>>;

    /// Keeps `tables` under `key`, if it can.
    fn store(&self, key: &str, tables: &[u8]);
}

/// An error of building a scanner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScannerError {
    /// The expression of a pattern cannot be used.
    Pattern {
        /// The pattern's number.
        number: usize,
        /// The fault.
        error: RegexError,
    },
    /// The automata of all patterns together take too much memory.
    TooLarge,
}

impl fmt::Display for ScannerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern { number, error } => write!(f, "pattern {number}: {error}"),
            Self::TooLarge => f.write_str("the regular expressions are together too large"),
        }
    }
}

impl std::error::Error for ScannerError {}

/// All of a scanner that depends on its expressions. Where it is stored, no expression is parsed.
pub struct Tables {
    /// The automata.
    pub dfas: Vec<Dfa>,
    /// The filter before them.
    pub prefix_filter: PrefixFilter,
    /// The filter of words of digits.
    pub digit_runs: DigitRunFilter,
}

/// The patterns of one bucket: expressions and their numbers.
type BucketPatterns = (Vec<Hir>, Vec<usize>);

impl Tables {
    /// The tables of `patterns` that `cache` keeps. If it has none, they are built and stored there.
    ///
    /// # Errors
    /// If an expression cannot be used, or the automata take too much memory.
    pub fn kept(patterns: &[Pattern], cache: Option<&dyn TableCache>) -> Result<Self, ScannerError> {
        let Some(cache) = cache else { return Self::build(patterns) };
        let key = key(patterns);
        if let Some(tables) = cache.load(&key).and_then(|bytes| Self::from_bytes(&bytes)) {
            return Ok(tables);
        }
        let tables = Self::build(patterns)?;
        cache.store(&key, &tables.to_bytes());
        Ok(tables)
    }

    fn build(patterns: &[Pattern]) -> Result<Self, ScannerError> {
        let mut buckets: [BucketPatterns; Bucket::ALL.len()] = Default::default();
        let (mut prefix_filter, mut digit_runs) = (PrefixFilter::empty(), DigitRunFilter::empty());
        for (number, pattern) in patterns.iter().enumerate() {
            let parsed = |regex: &str| parse(regex).map_err(|error| ScannerError::Pattern { number, error });
            let (bucket, hir) = match pattern {
                Pattern::Word(regex) => {
                    let hir = parsed(regex)?;
                    (Bucket::of(&hir), hir)
                }
                Pattern::Anywhere(regex) => (Bucket::Anywhere, parsed(regex)?),
                Pattern::AfterBlank(regex) => (Bucket::AfterBlank, parsed(regex)?),
                Pattern::Prefix(regex) => (Bucket::Prefix, parsed(regex)?),
                Pattern::Byte(byte) => {
                    prefix_filter.add_byte(*byte);
                    continue;
                }
            };
            digit_runs.add(&hir, bucket);
            for (bucket, part) in bucket.parts(hir) {
                let (hirs, numbers) = &mut buckets[bucket as usize];
                hirs.push(part);
                numbers.push(number);
            }
        }
        let built = build_dfas(buckets).map_err(|_| ScannerError::TooLarge)?;
        let (dfas, filters): (Vec<_>, Vec<_>) = built.into_iter().unzip();
        filters.iter().for_each(|filter| prefix_filter.merge(filter));
        Ok(Self { dfas, prefix_filter, digit_runs })
    }

    /// The tables in `bytes`; `None` if they are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (tables, sum) = bytes.split_last_chunk()?;
        if xxh3_128(tables).to_le_bytes() != *sum {
            return None;
        }
        let mut rest = tables;
        let tables = Self {
            dfas: Stored::read(&mut rest)?,
            prefix_filter: Stored::read(&mut rest)?,
            digit_runs: Stored::read(&mut rest)?,
        };
        rest.is_empty().then_some(tables)
    }

    /// The tables with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.dfas.write(&mut bytes);
        self.prefix_filter.write(&mut bytes);
        self.digit_runs.write(&mut bytes);
        let sum = xxh3_128(&bytes).to_le_bytes();
        bytes.extend(sum);
        bytes
    }
}

/// Builds the automata of all buckets that have patterns, on all processors, and the largest buckets first. They come in the
/// order of [`Bucket::ALL`], so that equal patterns give equal tables.
fn build_dfas(buckets: [BucketPatterns; Bucket::ALL.len()]) -> Result<Vec<(Dfa, PrefixFilter)>, RegexError> {
    let mut jobs: Vec<_> =
        Bucket::ALL.into_iter().zip(buckets).enumerate().filter(|(_, (_, (hirs, _)))| !hirs.is_empty()).collect();
    jobs.sort_by_key(|(_, (_, (hirs, _)))| hirs.len());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let queue = Mutex::new(jobs);
    let next = || queue.lock().expect("nothing panics while it holds the queue").pop();
    let work = || {
        let build = |(place, (bucket, (hirs, patterns))): (usize, (Bucket, BucketPatterns))| {
            (place, Dfa::new(bucket, &hirs, &patterns))
        };
        std::iter::from_fn(next).map(build).collect::<Vec<_>>()
    };
    let mut built: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mine = work();
        let join = |other: std::thread::ScopedJoinHandle<'_, Vec<_>>| {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        mine.into_iter().chain(others.into_iter().flat_map(join)).collect()
    });
    built.sort_by_key(|(place, _)| *place);
    built.into_iter().map(|(_, built)| built).collect()
}

/// The key of the tables of `patterns`.
pub fn key(patterns: &[Pattern]) -> String {
    let mut hash = Xxh3::new();
    let mut add = |kind: u8, regex: &[u8]| {
        hash.update(&[kind]);
        hash.update(&regex.len().to_le_bytes());
        hash.update(regex);
    };
    for pattern in patterns {
        match pattern {
            Pattern::Word(regex) => add(0, regex.as_bytes()),
            Pattern::Anywhere(regex) => add(1, regex.as_bytes()),
            Pattern::AfterBlank(regex) => add(2, regex.as_bytes()),
            Pattern::Prefix(regex) => add(3, regex.as_bytes()),
            Pattern::Byte(byte) => add(4, &[*byte]),
        }
    }
    format!("{:032x}", hash.digest128())
}

/// A value with a form in bytes, of little-endian numbers.
pub trait Stored: Sized {
    /// Appends the value.
    fn write(&self, out: &mut Vec<u8>);

    /// Takes a value off the beginning of `bytes`; `None` if there is none.
    fn read(bytes: &mut &[u8]) -> Option<Self>;

    /// Takes `count` values off the beginning of `bytes`; `None` if there are fewer.
    fn read_many(bytes: &mut &[u8], count: usize) -> Option<Vec<Self>> {
        // A number that the bytes cannot hold must not reserve memory.
        let mut values = Vec::with_capacity(count.min(bytes.len()));
        for _ in 0..count {
            values.push(Self::read(bytes)?);
        }
        Some(values)
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Stored for $number {
            fn write(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                let (number, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*number))
            }

            /// Nearly all that is stored are numbers, which are copied at once.
            fn read_many(bytes: &mut &[u8], count: usize) -> Option<Vec<Self>> {
                let (numbers, rest) = bytes.split_at_checked(count.checked_mul(size_of::<Self>())?)?;
                *bytes = rest;
                let (numbers, _) = numbers.as_chunks();
                Some(numbers.iter().copied().map(Self::from_le_bytes).collect())
            }
        }
    )*};
}
numbers!(u8, u16, u32);

impl<T: Stored> Stored for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        u32::try_from(self.len()).expect("no table has so many entries").write(out);
        self.iter().for_each(|value| value.write(out));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let count = u32::read(bytes)? as usize;
        T::read_many(bytes, count)
    }
}

impl<T: Stored + Copy, const N: usize> Stored for [T; N] {
    fn write(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|value| value.write(out));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        T::read_many(bytes, N)?.try_into().ok()
    }

    fn read_many(bytes: &mut &[u8], count: usize) -> Option<Vec<Self>> {
        let values = T::read_many(bytes, count.checked_mul(N)?)?;
        let (arrays, _) = values.as_chunks();
        Some(arrays.to_vec())
    }
}

impl<T: Stored, const N: usize> Stored for Box<[T; N]> {
    fn write(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|value| value.write(out));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        // Not by way of the stack, which may be small.
        T::read_many(bytes, N)?.into_boxed_slice().try_into().ok()
    }
}
