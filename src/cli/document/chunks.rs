//! [`Chunks`]: a document in pieces that are processed one by one, in bounded memory.
//!
//! A piece ends at the end of a line, and only at a safe split point: the caller judges whether two pieces give the same
//! result as one.

use super::{Failure, Reader};

/// The usual length of a piece, in bytes.
const CHUNK: usize = 1 << 20;

/// The greatest length of a piece, in bytes, if no split point is safe. Then the best one is used.
const MAX_CHUNK: usize = 4 * CHUNK;

/// The text around a split point that is needed to judge it, in bytes: an armored key of 64 KiB, or its encrypted placeholder.
pub(in crate::cli) const LOOKAROUND: usize = 96 << 10;

/// The most split points that are tried before more is read.
const TRIES: usize = 16;

/// The quality of a place as the end of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum SplitPoint {
    /// Two pieces give the same result as one.
    Safe,
    /// Two pieces give another result, although no entity or placeholder lies across the place.
    Differs,
    /// The place is within an entity or a placeholder that begins at this byte.
    Within(usize),
}

/// The pieces of a [`Reader`]'s text.
pub(in crate::cli) struct Chunks {
    reader: Reader,
    text: String,
    is_end: bool,
}

impl Chunks {
    /// The pieces of all text of `reader`.
    pub(in crate::cli) fn new(reader: Reader) -> Self {
        Self { reader, text: String::new(), is_end: false }
    }

    /// Calls `work` with each piece in turn. `split_point` judges a place of a text, given in bytes.
    ///
    /// # Errors
    /// An error of `work` or of reading. A piece that is not UTF-8 is not passed to `work`.
    pub(in crate::cli) fn each(
        mut self,
        split_point: impl Fn(&str, usize) -> SplitPoint,
        mut work: impl FnMut(&str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        while let Some(end) = self.next_end(&split_point)? {
            work(self.text.get(..end).unwrap_or_default())?;
            self.text.drain(..end);
        }
        Ok(())
    }

    /// The end of the next piece; `None` at the end of the document.
    fn next_end(&mut self, split_point: &impl Fn(&str, usize) -> SplitPoint) -> Result<Option<usize>, Failure> {
        let (mut from, mut limit) = (0, CHUNK);
        loop {
            let wanted = (limit + LOOKAROUND).saturating_sub(self.text.len());
            if !self.is_end && wanted > 0 {
                self.is_end = self.reader.fill(&mut self.text, wanted)?;
            }
            if self.is_end && self.text.len() <= limit + LOOKAROUND {
                return Ok(Some(self.text.len()).filter(|&end| end > 0));
            }
            if let Some(end) = self.place(from..limit, line_end, |at| split_point(&self.text, at)) {
                return Ok(Some(end));
            }
            if limit >= MAX_CHUNK {
                return Ok(Some(self.fallback(limit, split_point)));
            }
            (from, limit) = (limit, limit + CHUNK);
        }
    }

    /// The last safe place of `range`. `before` gives the last candidate up to a byte.
    fn place(
        &self,
        range: std::ops::Range<usize>,
        before: impl Fn(&str, usize) -> Option<usize>,
        split_point: impl Fn(usize) -> SplitPoint,
    ) -> Option<usize> {
        let mut up_to = range.end;
        for _ in 0..TRIES {
            let at = before(&self.text, up_to).filter(|&at| at > range.start)?;
            up_to = match split_point(at) {
                SplitPoint::Safe => return Some(at),
                SplitPoint::Differs => at - 1,
                SplitPoint::Within(start) => start.min(at - 1),
            };
        }
        None
    }

    /// A place within no entity and no placeholder, if there is one; else any character boundary.
    fn fallback(&self, limit: usize, split_point: &impl Fn(&str, usize) -> SplitPoint) -> usize {
        let judged = |at: usize| match split_point(&self.text, at) {
            SplitPoint::Within(start) => SplitPoint::Within(start),
            SplitPoint::Safe | SplitPoint::Differs => SplitPoint::Safe,
        };
        let range = limit - CHUNK..limit;
        self.place(range.clone(), line_end, judged)
            .or_else(|| self.place(range.clone(), blank, judged))
            .or_else(|| self.place(range, character, judged))
            .unwrap_or_else(|| self.text.floor_char_boundary(limit))
    }
}

/// The place after the last line end of the first `up_to` bytes.
fn line_end(text: &str, up_to: usize) -> Option<usize> {
    memchr::memrchr(b'\n', text.as_bytes().get(..up_to)?).map(|at| at + 1)
}

/// The place after the last other white space of the first `up_to` bytes.
fn blank(text: &str, up_to: usize) -> Option<usize> {
    memchr::memrchr3(b' ', b'\t', b'\r', text.as_bytes().get(..up_to)?).map(|at| at + 1)
}

/// The last character boundary of the first `up_to` bytes.
fn character(text: &str, up_to: usize) -> Option<usize> {
    Some(text.floor_char_boundary(up_to))
}
