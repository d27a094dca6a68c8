//! [`Edit`] and [`splice`]: replacement of byte ranges in a document.

use std::{fmt, ops::Range};

use bytes::BufMut;

use crate::codec::CodecError;

/// A replacement of bytes of a document.
///
/// `replacement` is in the document's own syntax: within a JSON string, it is escaped already, as
/// [`Segment::edit`](super::json::Segment::edit) does.
#[derive(Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// The replacement of the bytes, in the document's own syntax.
    pub replacement: String,
}

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Edit({:?} -> {} bytes)", self.range, self.replacement.len())
    }
}

impl<'e> From<&'e Edit> for (Range<usize>, &'e str) {
    fn from(edit: &'e Edit) -> Self {
        (edit.range.clone(), &edit.replacement)
    }
}

/// Writes `doc` to `out` with `edits`, pairs of a range and its replacement, done, and every other byte as it was.
///
/// # Errors
/// [`CodecError::BadEdits`], with nothing written, unless the edits are in order, apart from each
/// other and within `doc`. Edits that touch, and several insertions at one offset, are in order.
pub fn splice<'e, I>(doc: &[u8], edits: I, out: &mut impl BufMut) -> Result<(), CodecError>
where
    I: IntoIterator<Item: Into<(Range<usize>, &'e str)>, IntoIter: Clone>,
{
    splice_bytes(doc, edits.into_iter().map(Into::into).map(|(range, text)| (range, text.as_bytes())), out)
}

/// [`splice`] of replacements that need not be text.
///
/// # Errors
/// As [`splice`].
pub fn splice_bytes<'e>(
    doc: &[u8],
    edits: impl Iterator<Item = (Range<usize>, &'e [u8])> + Clone,
    out: &mut impl BufMut,
) -> Result<(), CodecError> {
    let mut end = 0;
    for (range, _) in edits.clone() {
        if range.start < end || range.end < range.start {
            return Err(CodecError::BadEdits);
        }
        end = range.end;
    }
    if end > doc.len() {
        return Err(CodecError::BadEdits);
    }
    let mut rest = 0;
    for (range, replacement) in edits {
        out.put_slice(&doc[rest..range.start]);
        out.put_slice(replacement);
        rest = range.end;
    }
    out.put_slice(&doc[rest..]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(range: Range<usize>, replacement: &str) -> Edit {
        Edit { range, replacement: replacement.to_owned() }
    }

    fn spliced(doc: &str, edits: &[Edit]) -> Result<String, CodecError> {
        let mut out = Vec::new();
        splice(doc.as_bytes(), edits, &mut out).map(|()| String::from_utf8(out).unwrap())
    }

    #[test]
    fn replaces_ranges_and_keeps_the_rest() {
        assert_eq!(spliced("abcdef", &[]).unwrap(), "abcdef");
        assert_eq!(spliced("abcdef", &[edit(0..1, "XY"), edit(3..5, ""), edit(6..6, "!")]).unwrap(), "XYbcf!");
        assert_eq!(spliced("abc", &[edit(1..2, "1"), edit(2..3, "2")]).unwrap(), "a12");
        assert_eq!(spliced("", &[edit(0..0, "1"), edit(0..0, "2")]).unwrap(), "12");
    }

    #[test]
    fn refuses_edits_that_overlap_or_lie_outside() {
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = edit(2..1, "");
        for bad in [
            vec![edit(0..2, ""), edit(1..3, "")],
            vec![edit(2..3, ""), edit(0..1, "")],
            vec![edit(2..4, "")],
            vec![edit(4..4, "")],
            vec![reversed],
        ] {
            let mut out = Vec::new();
            assert_eq!(splice(b"abc", &bad, &mut out), Err(CodecError::BadEdits), "{bad:?}");
            assert!(out.is_empty(), "{bad:?} wrote something");
        }
    }

    #[test]
    fn debug_shows_no_replacement() {
        assert_eq!(format!("{:?}", edit(1..2, "secret")), "Edit(1..2 -> 6 bytes)");
    }
}
