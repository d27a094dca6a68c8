//! Messages of Protocol Buffers, read on their wire format: fields by number, without a schema.
//!
//! <https://protobuf.dev/programming-guides/encoding/>

use std::ops::Range;

use crate::codec::{CodecError, Fault};

/// A field of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The number of the field.
    pub number: u64,
    /// The value of the field.
    pub value: Value,
}

/// A value on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A varint, with its bytes.
    Varint(u64, Range<usize>),
    /// 4 or 8 bytes.
    Fixed,
    /// Bytes: a text, a message, or packed numbers.
    Bytes {
        /// The bytes of their length.
        prefix: Range<usize>,
        /// The bytes.
        content: Range<usize>,
    },
}

/// The fields of a message in a document. Offsets are those of the document.
#[derive(Clone, Debug)]
pub struct Fields<'d> {
    doc: &'d [u8],
    at: usize,
    end: usize,
}

impl<'d> Fields<'d> {
    /// The fields of the message at `range` of `doc`.
    pub fn new(doc: &'d [u8], range: Range<usize>) -> Self {
        Self { doc, at: range.start, end: range.end }
    }

    /// The offset behind the last field.
    pub fn position(&self) -> usize {
        self.at
    }

    fn field(&mut self) -> Result<Field, CodecError> {
        let tag = self.varint()?;
        let value = match tag & 7 {
            0 => {
                let start = self.at;
                Value::Varint(self.varint()?, start..self.at)
            }
            1 => self.skip(8).map(|_| Value::Fixed)?,
            5 => self.skip(4).map(|_| Value::Fixed)?,
            2 => {
                let start = self.at;
                let length = self.varint()?;
                let prefix = start..self.at;
                let content = self.skip(usize::try_from(length).map_err(|_| self.fault(Fault::End))?)?;
                Value::Bytes { prefix, content }
            }
            // Groups have been out of use since before all that is read here.
            _ => return Err(self.fault(Fault::Unexpected)),
        };
        match tag >> 3 {
            0 => Err(self.fault(Fault::Unexpected)),
            number => Ok(Field { number, value }),
        }
    }

    fn varint(&mut self) -> Result<u64, CodecError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let range = self.skip(1)?;
            let byte = self.doc[range.start];
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.fault(Fault::Number))
    }

    fn skip(&mut self, bytes: usize) -> Result<Range<usize>, CodecError> {
        let start = self.at;
        let end = start.checked_add(bytes).filter(|&end| end <= self.end).ok_or(self.fault(Fault::End))?;
        self.at = end;
        Ok(start..end)
    }

    fn fault(&self, fault: Fault) -> CodecError {
        CodecError::Syntax { at: self.at, fault }
    }
}

impl Iterator for Fields<'_> {
    type Item = Result<Field, CodecError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let field = self.field();
        if field.is_err() {
            self.at = self.end;
        }
        Some(field)
    }
}

/// A number as a varint.
pub fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2);
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_numbers_and_places() {
        let doc = [0x08, 0x96, 0x01, 0x12, 0x02, b'h', b'i', 0x1d, 1, 2, 3, 4, 0x21, 1, 2, 3, 4, 5, 6, 7, 8];
        let fields: Vec<_> = Fields::new(&doc, 0..doc.len()).map(Result::unwrap).collect();
        let expected = [
            (1, Value::Varint(150, 1..3)),
            (2, Value::Bytes { prefix: 4..5, content: 5..7 }),
            (3, Value::Fixed),
            (4, Value::Fixed),
        ];
        assert_eq!(fields, expected.map(|(number, value)| Field { number, value }));
        for bad in [&[0x08][..], &[0x12, 5, 1], &[0x00, 0], &[0x0b], &[0xff; 11], &[0x19, 1]] {
            assert!(Fields::new(bad, 0..bad.len()).any(|field| field.is_err()), "{bad:?}");
        }
        for value in [0, 1, 127, 128, 300, u64::MAX] {
            let bytes = varint(value);
            assert_eq!(Fields::new(&bytes, 0..bytes.len()).varint(), Ok(value));
        }
    }
}
