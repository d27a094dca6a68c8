//! MessagePack, read token by token with the places of its values.
//!
//! <https://github.com/msgpack/msgpack/blob/master/spec.md>

use std::ops::Range;

use crate::codec::{CodecError, Fault};

/// A token of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A map of this many pairs, which follow.
    Map(usize),
    /// An array of this many elements, which follow.
    Array(usize),
    /// A string.
    String {
        /// The bytes of its head, with its length.
        head: Range<usize>,
        /// The bytes of its text.
        content: Range<usize>,
    },
    /// Bytes, which may hold a text.
    Bytes {
        /// The bytes of their head, with their length.
        head: Range<usize>,
        /// The bytes.
        content: Range<usize>,
    },
    /// An integer, with its bytes.
    Integer(i128, Range<usize>),
    /// A value that is no text: nil, a boolean, a floating-point number, an extension such as a time.
    Other,
}

/// A lexer of documents, one after another.
#[derive(Clone, Debug)]
pub struct Scanner<'d> {
    doc: &'d [u8],
    at: usize,
}

impl<'d> Scanner<'d> {
    /// Reads `doc` from its beginning.
    pub fn new(doc: &'d [u8]) -> Self {
        Self { doc, at: 0 }
    }

    /// Reports whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.at >= self.doc.len()
    }

    /// The offset behind the last token.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The next token.
    ///
    /// # Errors
    /// [`CodecError::Syntax`] if the document ends within it, or its first byte begins none.
    pub fn next_token(&mut self) -> Result<Token, CodecError> {
        let start = self.at;
        let head = self.uint(1)? as u8;
        Ok(match head {
            0x00..=0x7f => Token::Integer(head.into(), start..self.at),
            0xe0..=0xff => Token::Integer((head as i8).into(), start..self.at),
            0x80..=0x8f => Token::Map(usize::from(head & 0x0f)),
            0x90..=0x9f => Token::Array(usize::from(head & 0x0f)),
            0xa0..=0xbf => self.string(start, usize::from(head & 0x1f))?,
            0xc0 | 0xc2 | 0xc3 => Token::Other,
            0xc1 => return Err(CodecError::Syntax { at: start, fault: Fault::Unexpected }),
            0xc4..=0xc6 => {
                let length = self.size(1 << (head - 0xc4))?;
                let head = start..self.at;
                Token::Bytes { head, content: self.skip(length)? }
            }
            0xc7..=0xc9 => {
                let length = self.size(1 << (head - 0xc7))?;
                self.skip(length + 1).map(|_| Token::Other)?
            }
            0xca => self.skip(4).map(|_| Token::Other)?,
            0xcb => self.skip(8).map(|_| Token::Other)?,
            0xcc..=0xcf => {
                let value = self.uint(1 << (head - 0xcc))?;
                Token::Integer(value.into(), start..self.at)
            }
            0xd0..=0xd3 => {
                let bytes = 1 << (head - 0xd0);
                let unused = 64 - 8 * bytes;
                let value = (self.uint(bytes)? << unused) as i64 >> unused;
                Token::Integer(value.into(), start..self.at)
            }
            0xd4..=0xd8 => self.skip(1 + (1 << (head - 0xd4))).map(|_| Token::Other)?,
            0xd9..=0xdb => {
                let length = self.size(1 << (head - 0xd9))?;
                self.string(start, length)?
            }
            0xdc | 0xdd => Token::Array(self.size(2 << (head - 0xdc))?),
            0xde | 0xdf => Token::Map(self.size(2 << (head - 0xde))?),
        })
    }

    fn string(&mut self, start: usize, length: usize) -> Result<Token, CodecError> {
        let head = start..self.at;
        Ok(Token::String { head, content: self.skip(length)? })
    }

    fn size(&mut self, bytes: usize) -> Result<usize, CodecError> {
        usize::try_from(self.uint(bytes)?).map_err(|_| CodecError::Syntax { at: self.at, fault: Fault::End })
    }

    fn uint(&mut self, bytes: usize) -> Result<u64, CodecError> {
        let range = self.skip(bytes)?;
        Ok(self.doc[range].iter().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    fn skip(&mut self, bytes: usize) -> Result<Range<usize>, CodecError> {
        let start = self.at;
        let end = start.checked_add(bytes).filter(|&end| end <= self.doc.len());
        self.at = end.ok_or(CodecError::Syntax { at: start, fault: Fault::End })?;
        Ok(start..self.at)
    }
}

/// The head of a string of this many bytes.
pub fn string_head(length: usize) -> Vec<u8> {
    match length {
        0..=31 => vec![0xa0 | length as u8],
        32..=0xff => vec![0xd9, length as u8],
        0x100..=0xffff => [&[0xda][..], &(length as u16).to_be_bytes()].concat(),
        _ => [&[0xdb][..], &(length as u32).to_be_bytes()].concat(),
    }
}

/// The head of this many bytes that are no string.
pub fn bytes_head(length: usize) -> Vec<u8> {
    match length {
        0..=0xff => vec![0xc4, length as u8],
        0x100..=0xffff => [&[0xc5][..], &(length as u16).to_be_bytes()].concat(),
        _ => [&[0xc6][..], &(length as u32).to_be_bytes()].concat(),
    }
}

/// An integer of 64 bits.
pub fn integer(bits: u64, is_negative: bool) -> Vec<u8> {
    [&[if is_negative { 0xd3 } else { 0xcf }][..], &bits.to_be_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(doc: &[u8]) -> Result<Vec<Token>, CodecError> {
        let mut scanner = Scanner::new(doc);
        let mut tokens = Vec::new();
        while !scanner.is_done() {
            tokens.push(scanner.next_token()?);
        }
        Ok(tokens)
    }

    #[test]
    fn tokens_have_values_and_places() {
        let doc = [
            &[0x82, 0xa1, b'a', 0x92, 0x01, 0xff, 0xd9, 2, b'h', b'i', 0xc4, 1, 7][..],
            &[0xcd, 1, 0, 0xd1, 0xff, 0xfe, 0xc0, 0xcb, 0, 0, 0, 0, 0, 0, 0, 0],
            &[0xd7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0xc7, 1, 9, 9, 0xdc, 0, 2],
        ]
        .concat();
        let expected = [
            Token::Map(2),
            Token::String { head: 1..2, content: 2..3 },
            Token::Array(2),
            Token::Integer(1, 4..5),
            Token::Integer(-1, 5..6),
            Token::String { head: 6..8, content: 8..10 },
            Token::Bytes { head: 10..12, content: 12..13 },
            Token::Integer(256, 13..16),
            Token::Integer(-2, 16..19),
            Token::Other,
            Token::Other,
            Token::Other,
            Token::Other,
            Token::Array(2),
        ];
        assert_eq!(tokens(&doc).unwrap(), expected);
        for bad in [&[0xc1][..], &[0xa2, b'a'], &[0xcf, 1], &[0xdb, 0xff, 0xff, 0xff, 0xff], &[0xc7, 0xff]] {
            assert!(tokens(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn heads_and_integers_are_read_back() {
        for length in [0, 31, 32, 255, 256, 65_535, 65_536] {
            let doc = [string_head(length), vec![b'x'; length]].concat();
            let Ok(Token::String { content, .. }) = Scanner::new(&doc).next_token() else { panic!("{length}") };
            assert_eq!((content.len(), content.end), (length, doc.len()));
        }
        for value in [0_i64, 1, -1, i64::MAX, i64::MIN] {
            let doc = integer(value as u64, value < 0);
            assert_eq!(Scanner::new(&doc).next_token(), Ok(Token::Integer(value.into(), 0..9)));
        }
    }
}
