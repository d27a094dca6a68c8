//! [`Sniff`]: detection of the actual format under the labels `gzip` and `deflate`.

use super::{Coding, Stage, Step, deflate::Deflate, gzip::Gzip, zstd::Zstd};
use crate::codec::CodecError;

/// A decoder that is chosen by the first two bytes of the data.
pub(super) struct Sniff {
    label: Coding,
    first: Option<u8>,
    found: Option<Box<dyn Stage>>,
}

impl Sniff {
    pub(super) fn new(label: Coding) -> Self {
        Self { label, first: None, found: None }
    }

    fn find(&self, head: [u8; 2]) -> Result<Box<dyn Stage>, CodecError> {
        Ok(match (self.label, head) {
            // RFC 1952, 2.3.1.
            (Coding::Gzip, [0x1f, 0x8b]) => Box::new(Gzip::new()),
            // The low half of the magic number of RFC 8878, 3.1.1.
            (Coding::Gzip, [0x28, 0xb5]) => Box::new(Zstd::new()),
            _ if is_zlib(head) => Box::new(Deflate::new(true)),
            (Coding::Deflate, _) => Box::new(Deflate::new(false)),
            _ => return Err(CodecError::BadCoding),
        })
    }
}

/// Reports whether this is zlib's header (RFC 1950, 2.2): method 8, a window it allows, and its check bits.
fn is_zlib([cmf, flg]: [u8; 2]) -> bool {
    cmf & 0x0f == 8 && cmf >> 4 <= 7 && u16::from_be_bytes([cmf, flg]).is_multiple_of(31)
}

impl Stage for Sniff {
    fn step(&mut self, input: &[u8], out: &mut [u8]) -> Result<Step, CodecError> {
        if let Some(found) = &mut self.found {
            return found.step(input, out);
        }
        let (first, second) = match (self.first, input) {
            (_, []) => return Ok(Step::default()),
            (None, [first]) => {
                self.first = Some(*first);
                return Ok(Step { read: 1, written: 0 });
            }
            (None, [first, second, ..]) => (*first, *second),
            (Some(first), [second, ..]) => (first, *second),
        };
        let mut found = self.find([first, second])?;
        let read = if self.first.is_none() { 2 } else { 1 };
        // No format is complete, and no output is full, within two bytes but for an empty raw deflate.
        let Step { read: used, written } = found.step(&[first, second], out)?;
        self.found = Some(found);
        if used == 2 { Ok(Step { read, written }) } else { Err(CodecError::BadCoding) }
    }

    fn is_whole(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.is_whole())
    }
}
