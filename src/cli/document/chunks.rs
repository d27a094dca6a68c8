//! [`Chunks`]: a document in pieces that can be worked on one by one.
//!
//! Pieces end where a line ends, and only where that makes no difference: the caller says of each place
//! whether the text reads the same in two pieces as in one. Memory is bounded, whatever the document.

use super::{Failure, Reader};

/// How long a piece is meant to be, in bytes.
const CHUNK: usize = 1 << 20;

/// How long it gets at most where no place is good, in bytes. Then the least bad one has to do.
const MAX_CHUNK: usize = 4 * CHUNK;

/// How much of the text must be known around a place to tell whether it is good, in bytes: an armored key
/// of 64 KiB, or the placeholder that it is sealed in.
pub(in crate::cli) const SIGHT: usize = 96 << 10;

/// Most places that are looked at before more is read.
const TRIES: usize = 16;

/// What a place in a text is, seen as the end of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Seam {
    /// Nothing goes over it.
    Clean,
    /// The text reads differently with it, though nothing stands across it.
    Differs,
    /// Something that begins here, before it, stands across it.
    Within(usize),
}

/// Cuts what a [`Reader`] reads.
pub(in crate::cli) struct Chunks {
    reader: Reader,
    text: String,
    is_end: bool,
}

impl Chunks {
    /// The pieces of all that `reader` has.
    pub(in crate::cli) fn new(reader: Reader) -> Self {
        Self { reader, text: String::new(), is_end: false }
    }

    /// Calls `work` with each piece in turn. `seam` says what the place (its second argument, in bytes) is
    /// in a text.
    ///
    /// # Errors
    /// What `work` answers, and whatever goes wrong in reading. Of a piece that is not UTF-8 `work` sees
    /// nothing.
    pub(in crate::cli) fn each(
        mut self,
        seam: impl Fn(&str, usize) -> Seam,
        mut work: impl FnMut(&str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        while let Some(end) = self.next_end(&seam)? {
            work(self.text.get(..end).unwrap_or_default())?;
            self.text.drain(..end);
        }
        Ok(())
    }

    /// Where the next piece ends; `None` at the end of the document.
    fn next_end(&mut self, seam: &impl Fn(&str, usize) -> Seam) -> Result<Option<usize>, Failure> {
        let (mut from, mut limit) = (0, CHUNK);
        loop {
            let wanted = (limit + SIGHT).saturating_sub(self.text.len());
            if !self.is_end && wanted > 0 {
                self.is_end = self.reader.fill(&mut self.text, wanted)?;
            }
            if self.is_end && self.text.len() <= limit + SIGHT {
                return Ok(Some(self.text.len()).filter(|&end| end > 0));
            }
            if let Some(end) = self.place(from..limit, line_end, |at| seam(&self.text, at)) {
                return Ok(Some(end));
            }
            if limit >= MAX_CHUNK {
                return Ok(Some(self.least_bad(limit, seam)));
            }
            (from, limit) = (limit, limit + CHUNK);
        }
    }

    /// The last good place of `range` among those that `before` gives: the last one up to a byte.
    fn place(
        &self,
        range: std::ops::Range<usize>,
        before: impl Fn(&str, usize) -> Option<usize>,
        seam: impl Fn(usize) -> Seam,
    ) -> Option<usize> {
        let mut up_to = range.end;
        for _ in 0..TRIES {
            let at = before(&self.text, up_to).filter(|&at| at > range.start)?;
            up_to = match seam(at) {
                Seam::Clean => return Some(at),
                Seam::Differs => at - 1,
                Seam::Within(start) => start.min(at - 1),
            };
        }
        None
    }

    /// A place at which nothing is torn apart, if there is one.
    fn least_bad(&self, limit: usize, seam: &impl Fn(&str, usize) -> Seam) -> usize {
        let untorn = |at: usize| match seam(&self.text, at) {
            Seam::Within(start) => Seam::Within(start),
            Seam::Clean | Seam::Differs => Seam::Clean,
        };
        let range = limit - CHUNK..limit;
        self.place(range.clone(), line_end, untorn)
            .or_else(|| self.place(range.clone(), blank, untorn))
            .or_else(|| self.place(range, character, untorn))
            .unwrap_or_else(|| self.text.floor_char_boundary(limit))
    }
}

/// Behind the last line end of the first `up_to` bytes.
fn line_end(text: &str, up_to: usize) -> Option<usize> {
    memchr::memrchr(b'\n', text.as_bytes().get(..up_to)?).map(|at| at + 1)
}

/// Behind the last other white space there.
fn blank(text: &str, up_to: usize) -> Option<usize> {
    memchr::memrchr3(b' ', b'\t', b'\r', text.as_bytes().get(..up_to)?).map(|at| at + 1)
}

/// Behind the last character there.
fn character(text: &str, up_to: usize) -> Option<usize> {
    Some(text.floor_char_boundary(up_to))
}
