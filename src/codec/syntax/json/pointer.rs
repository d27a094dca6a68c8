//! [`pointer()`]: the JSON Pointer (RFC 6901) of a place in a document.

use super::{Scalar, Stack, Start, Str, Visitor, walk};
use crate::codec::CodecError;

/// Longest member name that a pointer repeats, in bytes.
const MAX_NAME: usize = 64;

/// The pointer to the value or the member at byte `at` of a document; that of the document if nothing is there. A member
/// name with other characters than ASCII letters, digits, `_` and `-` is written as `*`: it may be anybody's.
pub fn pointer(doc: &str, at: usize) -> String {
    let mut search = Search { doc, at, found: String::new() };
    // Where the document breaks its grammar, the innermost place before counts.
    let _ = walk(doc, &mut Stack::default(), &mut search);
    search.found
}

struct Search<'d> {
    doc: &'d str,
    at: usize,
    found: String,
}

/// An open object or array.
struct Container {
    path: String,
    /// The path of the member whose value comes next; `None` in an array.
    member: Option<String>,
    elements: usize,
}

/// The end of the search, whether the place was found or the document is broken.
struct SearchEnd;

impl From<CodecError> for SearchEnd {
    fn from(_: CodecError) -> Self {
        Self
    }
}

impl Search<'_> {
    fn path(parent: Option<&mut Container>) -> String {
        let Some(parent) = parent else { return String::new() };
        parent.member.take().unwrap_or_else(|| {
            parent.elements += 1;
            format!("{}/{}", parent.path, parent.elements - 1)
        })
    }
}

impl Visitor for Search<'_> {
    type Container = Container;
    type Error = SearchEnd;

    fn open(
        &mut self,
        parent: Option<&mut Container>,
        _: Option<&Str>,
        _: Start,
    ) -> Result<Option<Container>, SearchEnd> {
        Ok(Some(Container { path: Self::path(parent), member: None, elements: 0 }))
    }

    fn name(&mut self, object: &mut Container, name: &Str) -> Result<(), SearchEnd> {
        let raw = name.raw(self.doc);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let shown = if raw.len() <= MAX_NAME && raw.bytes().all(is_plain) { raw } else { "*" };
        let path = format!("{}/{shown}", object.path);
        if self.at <= name.range.end {
            self.found = path;
            return Err(SearchEnd);
        }
        object.member = Some(path);
        Ok(())
    }

    fn scalar(&mut self, parent: Option<&mut Container>, _: Option<&Str>, scalar: Scalar) -> Result<(), SearchEnd> {
        let range = match scalar {
            Scalar::String(string) => string.range,
            Scalar::Number(range) | Scalar::Literal(range) => range,
        };
        let path = Self::path(parent);
        if self.at <= range.end {
            self.found = path;
            return Err(SearchEnd);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_their_pointers() {
        let doc = r#"{"a": [1, {"b": "x", "jane@x.example": "y"}], "c": {"d": 4111}}"#;
        for (mark, expected) in
            [("1,", "/a/0"), ("x\"", "/a/1/b"), ("y\"", "/a/1/*"), ("jane", "/a/1/*"), ("41", "/c/d")]
        {
            assert_eq!(pointer(doc, doc.find(mark).unwrap()), expected, "{mark}");
        }
        assert_eq!(pointer("\"x\"", 1), "");
    }
}
