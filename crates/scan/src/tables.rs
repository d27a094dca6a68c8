//! [`TableCache`]: tables of scanners that outlive the process, and their form in bytes.

use regex_syntax::hir::Hir;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::{dfa::Dfa, prefix_filter::PrefixFilter, scanner::Pattern};

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

/// The tables of a scanner that take long to build.
pub struct Tables {
    /// The automata.
    pub dfas: Vec<Dfa>,
    /// The filter before them.
    pub prefix_filter: PrefixFilter,
}

impl Tables {
    /// The tables in `bytes`; `None` if they are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (tables, sum) = bytes.split_last_chunk()?;
        if xxh3_128(tables).to_le_bytes() != *sum {
            return None;
        }
        let mut rest = tables;
        let tables = Self { dfas: Stored::read(&mut rest)?, prefix_filter: Stored::read(&mut rest)? };
        rest.is_empty().then_some(tables)
    }

    /// The tables with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.dfas.write(&mut bytes);
        self.prefix_filter.write(&mut bytes);
        let sum = xxh3_128(&bytes).to_le_bytes();
        bytes.extend(sum);
        bytes
    }
}

/// The key of the tables of `patterns`.
pub fn key(patterns: &[Pattern]) -> String {
    let mut hash = Xxh3::new();
    let mut add = |kind: u8, hir: &Hir| {
        hash.update(&[kind]);
        hash.update(hir.to_string().as_bytes());
    };
    for pattern in patterns {
        match pattern {
            Pattern::Word(hir) => add(0, hir),
            Pattern::Anywhere(hir) => add(1, hir),
            Pattern::AfterBlank(hir) => add(2, hir),
            Pattern::Prefix(hir) => add(3, hir),
            Pattern::Byte(byte) => add(4, &Hir::literal([*byte])),
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

impl<T: Stored, const N: usize> Stored for [T; N] {
    fn write(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|value| value.write(out));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        T::read_many(bytes, N)?.try_into().ok()
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
