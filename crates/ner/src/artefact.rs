//! [`Artefact`]: the file that a model is kept in.
//!
//! # Layout
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `MSQ-NER\n` |
//! | 8–9 | version of this format, [`FORMAT`] |
//! | 10–11 | version of the tokenizer, [`token::VERSION`] |
//! | 12–13 | version of the features and their hashes, [`features::VERSION`] |
//! | 14–15 | zero |
//! | 16–23 | length of the contents, unpacked |
//! | 24–31 | XXH3 (64 bits) of bytes 0–23 and 32 on |
//! | 32– | the contents, as one zstd frame (RFC 8878) |
//!
//! Numbers are little-endian. The contents are a safetensors document: named tensors with their element types and
//! shapes, and the list of labels as a JSON array in the metadata `labels`. [`weights`](super::weights) lists the
//! tensors of a model.
//!
//! Reading checks everything in this order, so that an error names the first thing that is wrong: the length, the
//! magic, the versions, the checksum, the contents. The same model always gives the same bytes.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    fmt,
};

use safetensors::{Dtype, SafeTensors, View};
use xxhash_rust::xxh3::Xxh3Default;

use super::{features, tag::Type, token};

/// Version of the layout.
pub const FORMAT: u16 = 1;

/// Limit on the unpacked contents, in bytes.
pub const MAX_CONTENTS: usize = 64 << 20;

const MAGIC: &[u8; 8] = b"MSQ-NER\n";
const HEADER: usize = 32;
const CHECKSUM: usize = 24;
/// Compression level: packing happens once for each model, so it may be slow.
const LEVEL: i32 = 19;
const LABELS: &str = "labels";

/// The reasons for which a model is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArtefactError {
    /// The file ends within the header.
    Truncated,
    /// The magic bytes are missing.
    NotAModel,
    /// A version differs: its name, the one in the file, the one this program knows.
    Version(&'static str, u16, u16),
    /// The checksum does not match: bytes are missing or were changed.
    Damaged,
    /// The contents are larger than [`MAX_CONTENTS`].
    TooLarge,
    /// The checksum matches, but the contents are no tensors.
    Malformed,
    /// The list of labels differs from the one of this program.
    Labels,
    /// The tensor of this name is missing, or its type, shape or values are wrong.
    Tensor(&'static str),
}

impl fmt::Display for ArtefactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => write!(f, "the model is truncated"),
            Self::NotAModel => write!(f, "this is not a model of Masquerade"),
            Self::Version(what, found, known) => {
                write!(f, "the model's {what} has version {found}, this build needs version {known}")
            }
            Self::Damaged => write!(f, "the model is damaged: its checksum does not match"),
            Self::TooLarge => write!(f, "the model is larger than {} MiB", MAX_CONTENTS >> 20),
            Self::Malformed => write!(f, "the model's contents cannot be read"),
            Self::Labels => write!(f, "the model was trained for other labels than this build knows"),
            Self::Tensor(name) => write!(f, "the model's tensor {name} is missing or not as it must be"),
        }
    }
}

impl std::error::Error for ArtefactError {}

/// The elements of a tensor, row after row.
#[derive(Clone, Debug, PartialEq)]
pub enum Elements {
    /// Quantised weights.
    I8(Vec<i8>),
    /// Small counts.
    U8(Vec<u8>),
    /// Classes, clusters.
    U16(Vec<u16>),
    /// Fingerprints.
    U32(Vec<u32>),
    /// Weights and scales; all finite.
    F32(Vec<f32>),
}

impl Elements {
    fn read(kind: Dtype, data: &[u8]) -> Option<Self> {
        // A parameter of its own type, since a pointer to a function would be called for each of millions of elements.
        fn all<const N: usize, T>(data: &[u8], read: impl Fn([u8; N]) -> T) -> Vec<T> {
            data.as_chunks().0.iter().map(|bytes| read(*bytes)).collect()
        }
        Some(match kind {
            Dtype::I8 => Self::I8(all(data, i8::from_le_bytes)),
            Dtype::U8 => Self::U8(data.to_vec()),
            Dtype::U16 => Self::U16(all(data, u16::from_le_bytes)),
            Dtype::U32 => Self::U32(all(data, u32::from_le_bytes)),
            Dtype::F32 => Self::F32(all(data, f32::from_le_bytes)).finite()?,
            _ => return None,
        })
    }

    fn finite(self) -> Option<Self> {
        match &self {
            Self::F32(values) if values.iter().any(|value| !value.is_finite()) => None,
            _ => Some(self),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::I8(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Self::U8(values) => values.clone(),
            Self::U16(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Self::U32(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Self::F32(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        match self {
            Self::I8(values) => values.len(),
            Self::U8(values) => values.len(),
            Self::U16(values) => values.len(),
            Self::U32(values) => values.len(),
            Self::F32(values) => values.len(),
        }
    }

    /// Reports whether the tensor has no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn kind(&self) -> (Dtype, usize) {
        match self {
            Self::I8(_) => (Dtype::I8, 1),
            Self::U8(_) => (Dtype::U8, 1),
            Self::U16(_) => (Dtype::U16, 2),
            Self::U32(_) => (Dtype::U32, 4),
            Self::F32(_) => (Dtype::F32, 4),
        }
    }
}

/// Element types of tensors.
pub trait Element: Sized {
    /// The elements as this type; `None` if `elements` are of another.
    fn of(elements: &Elements) -> Option<&[Self]>;

    /// Takes the elements out; `None` if they are of another type.
    fn take(elements: &mut Elements) -> Option<Vec<Self>>;
}

macro_rules! element {
    ($($kind:ty => $variant:ident),*) => {$(
        impl Element for $kind {
            fn of(elements: &Elements) -> Option<&[Self]> {
                if let Elements::$variant(values) = elements { Some(values) } else { None }
            }

            fn take(elements: &mut Elements) -> Option<Vec<Self>> {
                if let Elements::$variant(values) = elements { Some(std::mem::take(values)) } else { None }
            }
        }
    )*};
}

element!(i8 => I8, u8 => U8, u16 => U16, u32 => U32, f32 => F32);

/// A tensor: its width in columns, and its elements.
#[derive(Clone, Debug, PartialEq)]
struct Tensor {
    shape: Vec<usize>,
    elements: Elements,
}

impl View for &Tensor {
    fn dtype(&self) -> Dtype {
        self.elements.kind().0
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        self.elements.bytes().into()
    }

    fn data_len(&self) -> usize {
        self.elements.len() * self.elements.kind().1
    }
}

/// The tensors of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Artefact {
    tensors: BTreeMap<String, Tensor>,
}

impl Artefact {
    /// Adds a tensor of `width` columns, or replaces it. Elements that fill no whole row are a mistake of the
    /// caller, which reading will refuse.
    pub fn set(&mut self, name: &str, width: usize, elements: Elements) {
        let shape = if width == 1 { vec![elements.len()] } else { vec![elements.len() / width.max(1), width] };
        self.tensors.insert(name.to_owned(), Tensor { shape, elements });
    }

    /// Takes the tensors out whose names begin with `prefix`.
    pub fn take_all(&mut self, prefix: &str) -> Self {
        let (taken, left) =
            std::mem::take(&mut self.tensors).into_iter().partition(|(name, _)| name.starts_with(prefix));
        self.tensors = left;
        Self { tensors: taken }
    }

    /// Adds the tensors of `other`, or replaces those of the same names.
    pub fn add_all(&mut self, other: Self) {
        self.tensors.extend(other.tensors);
    }

    /// Reports whether there is a tensor of this name.
    pub fn has(&self, name: &str) -> bool {
        self.tensors.contains_key(name)
    }

    /// The elements of a tensor that must have `rows` rows (`None`: any number) of `width` columns.
    ///
    /// # Errors
    /// [`ArtefactError::Tensor`] if there is none, or its type or shape is another.
    pub fn get<T: Element>(
        &self,
        name: &'static str,
        rows: Option<usize>,
        width: usize,
    ) -> Result<&[T], ArtefactError> {
        let wrong = ArtefactError::Tensor(name);
        let tensor = self.tensors.get(name).ok_or(wrong.clone())?;
        let (found, columns) = match tensor.shape[..] {
            [count] => (count, 1),
            [rows, width] => (rows, width),
            _ => return Err(wrong),
        };
        if columns != width || rows.is_some_and(|rows| rows != found) {
            return Err(wrong);
        }
        T::of(&tensor.elements).filter(|elements| Some(elements.len()) == found.checked_mul(columns)).ok_or(wrong)
    }

    /// The elements of a tensor as [`get`](Self::get) gives them, taken out of the model, since it may be large.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn take<T: Element>(
        &mut self,
        name: &'static str,
        rows: Option<usize>,
        width: usize,
    ) -> Result<Vec<T>, ArtefactError> {
        self.get::<T>(name, rows, width)?;
        let tensor = self.tensors.remove(name);
        tensor.and_then(|mut tensor| T::take(&mut tensor.elements)).ok_or(ArtefactError::Tensor(name))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// If it is damaged, of another version, or not a model at all.
    pub fn read(bytes: &[u8]) -> Result<Self, ArtefactError> {
        if !bytes.starts_with(MAGIC.get(..bytes.len().min(MAGIC.len())).unwrap_or_default()) {
            return Err(ArtefactError::NotAModel);
        }
        let (header, packed) = bytes.split_at_checked(HEADER).ok_or(ArtefactError::Truncated)?;
        let number = |at: usize, length: usize| {
            let bytes = header.get(at..at + length).unwrap_or_default();
            bytes.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
        };
        for (what, at, known) in versions() {
            let found = u16::try_from(number(at, 2)).unwrap_or_default();
            if found != known {
                return Err(ArtefactError::Version(what, found, known));
            }
        }
        if number(CHECKSUM, 8) != checksum(header, packed) {
            return Err(ArtefactError::Damaged);
        }
        let length = usize::try_from(number(16, 8)).unwrap_or(usize::MAX);
        if length > MAX_CONTENTS {
            return Err(ArtefactError::TooLarge);
        }
        let contents = zstd::bulk::decompress(packed, length).map_err(|_| ArtefactError::Malformed)?;
        Self::parse(&contents)
    }

    fn parse(contents: &[u8]) -> Result<Self, ArtefactError> {
        let malformed = |_| ArtefactError::Malformed;
        let (_, header) = SafeTensors::read_metadata(contents).map_err(malformed)?;
        let found = header.metadata().as_ref().and_then(|data| data.get(LABELS)).ok_or(ArtefactError::Malformed)?;
        if *found != labels() {
            return Err(ArtefactError::Labels);
        }
        let mut tensors = BTreeMap::new();
        for (name, view) in SafeTensors::deserialize(contents).map_err(malformed)?.tensors() {
            let elements = Elements::read(view.dtype(), view.data()).ok_or(ArtefactError::Malformed)?;
            tensors.insert(name, Tensor { shape: view.shape().to_vec(), elements });
        }
        Ok(Self { tensors })
    }

    /// The bytes of the file; equal tensors give equal bytes.
    ///
    /// # Errors
    /// [`ArtefactError::TooLarge`]; [`ArtefactError::Malformed`] if a tensor's elements do not fill whole rows.
    pub fn write(&self) -> Result<Vec<u8>, ArtefactError> {
        // One entry only: the library writes several in no fixed order.
        let metadata = HashMap::from([(LABELS.to_owned(), labels())]);
        let contents = safetensors::serialize(&self.tensors, Some(metadata)).map_err(|_| ArtefactError::Malformed)?;
        if contents.len() > MAX_CONTENTS {
            return Err(ArtefactError::TooLarge);
        }
        let packed = zstd::bulk::compress(&contents, LEVEL).map_err(|_| ArtefactError::TooLarge)?;
        let mut file = Vec::with_capacity(HEADER + packed.len());
        file.extend_from_slice(MAGIC);
        for (_, _, version) in versions() {
            file.extend_from_slice(&version.to_le_bytes());
        }
        file.extend_from_slice(&(contents.len() as u64).to_le_bytes());
        let sum = checksum(&file, &packed);
        file.extend_from_slice(&sum.to_le_bytes());
        file.extend_from_slice(&packed);
        Ok(file)
    }
}

/// Versions in the header: name, offset, and the value that this program knows.
fn versions() -> [(&'static str, usize, u16); 4] {
    [
        ("format", 8, FORMAT),
        ("tokenizer", 10, token::VERSION),
        ("set of features", 12, features::VERSION),
        ("reserved field", 14, 0),
    ]
}

fn labels() -> String {
    serde_json::Value::from_iter(Type::ALL.map(Type::name)).to_string()
}

fn checksum(header: &[u8], packed: &[u8]) -> u64 {
    let mut hasher = Xxh3Default::new();
    hasher.update(header.get(..CHECKSUM).unwrap_or_default());
    hasher.update(packed);
    hasher.digest()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn small() -> Artefact {
        let mut artefact = Artefact::default();
        artefact.set("a", 2, Elements::I8(vec![1, -2, 3, -4]));
        artefact.set("b", 1, Elements::F32(vec![0.5]));
        artefact.set("c", 1, Elements::U32(vec![1, u32::MAX]));
        artefact.set("d", 1, Elements::U32(Vec::new()));
        artefact.set("e", 1, Elements::U16(vec![7]));
        artefact.set("f", 1, Elements::U8(vec![9]));
        artefact
    }

    /// Bytes with a matching checksum put in.
    fn sealed(mut file: Vec<u8>) -> Vec<u8> {
        let sum = checksum(&file[..HEADER], &file[HEADER..]);
        file[CHECKSUM..HEADER].copy_from_slice(&sum.to_le_bytes());
        file
    }

    #[test]
    fn is_read_as_it_was_written_and_written_alike() {
        let file = small().write().unwrap();
        assert_eq!(Artefact::read(&file).unwrap(), small());
        assert_eq!(small().write().unwrap(), file);
    }

    #[test]
    fn refuses_every_flipped_bit_and_every_cut() {
        let file = small().write().unwrap();
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut damaged = file.clone();
                damaged[at] ^= 1 << bit;
                assert!(Artefact::read(&damaged).is_err(), "byte {at} bit {bit}");
            }
            assert!(Artefact::read(&file[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let file = small().write().unwrap();
        let changed = |at: usize, value: u8| {
            let mut file = file.clone();
            file[at] = value;
            Artefact::read(&sealed(file)).unwrap_err()
        };
        assert_eq!(Artefact::read(b"PK\x03\x04").unwrap_err(), ArtefactError::NotAModel);
        assert_eq!(Artefact::read(b"").unwrap_err(), ArtefactError::Truncated);
        assert_eq!(Artefact::read(&file[..20]).unwrap_err(), ArtefactError::Truncated);
        assert_eq!(changed(8, 9), ArtefactError::Version("format", 9, FORMAT));
        assert_eq!(changed(10, 9), ArtefactError::Version("tokenizer", 9, token::VERSION));
        assert_eq!(changed(12, 9), ArtefactError::Version("set of features", 9, features::VERSION));
        assert_eq!(changed(23, 1), ArtefactError::TooLarge);
        assert_eq!(changed(HEADER, 0), ArtefactError::Malformed);
        assert_eq!(Artefact::read(&file[..file.len() - 1]).unwrap_err(), ArtefactError::Damaged);
    }

    #[test]
    fn gives_tensors_of_the_asked_type_and_shape_only() {
        let artefact = small();
        assert_eq!(artefact.get::<i8>("a", Some(2), 2).unwrap(), [1, -2, 3, -4]);
        assert!(artefact.get::<i8>("a", Some(3), 2).is_err());
        assert!(artefact.get::<i8>("a", None, 4).is_err());
        assert!(artefact.get::<u8>("a", None, 2).is_err());
        assert_eq!(artefact.get::<f32>("z", None, 1).unwrap_err(), ArtefactError::Tensor("z"));
    }

    #[test]
    fn refuses_numbers_that_are_none() {
        let mut artefact = small();
        artefact.set("b", 1, Elements::F32(vec![f32::NAN]));
        assert_eq!(Artefact::read(&artefact.write().unwrap()).unwrap_err(), ArtefactError::Malformed);
    }

    proptest! {
        #[test]
        fn reading_anything_never_panics(contents in proptest::collection::vec(any::<u8>(), 0..200), is_sealed: bool) {
            let mut file = small().write().unwrap();
            if is_sealed {
                let packed = zstd::bulk::compress(&contents, 1).unwrap();
                file.truncate(HEADER);
                file[16..24].copy_from_slice(&(contents.len() as u64).to_le_bytes());
                file.extend_from_slice(&packed);
                prop_assert!(Artefact::read(&sealed(file)).is_err());
            } else {
                prop_assert!(Artefact::read(&contents).is_err());
            }
        }
    }
}
