//! [`mend`]: lengths that a binary document declares, corrected for the edits of their contents.
//!
//! Formats such as Protocol Buffers and MessagePack put the length of a value before it. An edit within the value makes
//! that length wrong, and with it the length of each value around it, since a length may itself take more bytes than
//! before. [`mend`] adds the edits of all these lengths to those of the contents.

use std::{fmt, ops::Range};

use super::{Edit, msgpack, protobuf};
use crate::codec::CodecError;

/// The spelling of a length or of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A varint of Protocol Buffers.
    Varint,
    /// The head of a MessagePack string, or a MessagePack integer.
    MessagePack,
    /// The head of MessagePack bytes that are no string.
    MessagePackBytes,
    /// Decimal digits.
    Decimal,
}

impl Form {
    fn length(self, length: usize) -> Vec<u8> {
        match self {
            Self::Varint => protobuf::varint(length as u64),
            Self::MessagePack => msgpack::string_head(length),
            Self::MessagePackBytes => msgpack::bytes_head(length),
            Self::Decimal => length.to_string().into_bytes(),
        }
    }

    fn integer(self, digits: &str) -> Option<Vec<u8>> {
        let value: i128 = digits.parse().ok()?;
        match self {
            Self::Varint => Some(protobuf::varint(to_u64(value)?)),
            Self::MessagePack | Self::MessagePackBytes => Some(msgpack::integer(to_u64(value)?, value < 0)),
            Self::Decimal => Some(digits.as_bytes().to_vec()),
        }
    }
}

/// The bits of an integer of 64 bits, in two's complement if it is negative.
fn to_u64(value: i128) -> Option<u64> {
    u64::try_from(value).ok().or_else(|| i64::try_from(value).ok().map(|value| value as u64))
}

/// A declared length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Length {
    /// The bytes that declare it.
    pub prefix: Range<usize>,
    /// The bytes whose number it is.
    pub content: Range<usize>,
    /// The spelling of the length.
    pub form: Form,
}

/// An integer that is a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer {
    /// The bytes of the integer.
    pub range: Range<usize>,
    /// The spelling of the integer.
    pub form: Form,
}

/// A replacement of bytes that need not be text.
#[derive(Clone, PartialEq, Eq)]
pub struct Patch {
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// The replacement of the bytes.
    pub replacement: Vec<u8>,
}

impl fmt::Debug for Patch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Patch({:?} -> {} bytes)", self.range, self.replacement.len())
    }
}

/// The patches of a document that `edits` make. `lengths` are in the order of their prefixes, and contents lie within each
/// other or apart; `integers` are in the order of the document. The replacement of an integer is decimal digits.
///
/// # Errors
/// [`CodecError::BadEdits`] if an edit lies across the border of a content, or an integer's replacement is none.
pub fn mend(mut edits: Vec<Edit>, lengths: &[Length], integers: &[Integer]) -> Result<Vec<Patch>, CodecError> {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut patches = Vec::with_capacity(edits.len() + lengths.len().min(4 * edits.len()));
    let mut open: Vec<(&Length, isize)> = Vec::new();
    let mut lengths = lengths.iter().peekable();
    for Edit { range, replacement } in edits {
        while let Some(length) = lengths.next_if(|length| length.prefix.start <= range.start) {
            close(&mut open, length.prefix.start, &mut patches);
            open.push((length, 0));
        }
        close(&mut open, range.start, &mut patches);
        if open.last().is_some_and(|(length, _)| range.start < length.content.start || range.end > length.content.end) {
            return Err(CodecError::BadEdits);
        }
        let integer = integers.binary_search_by_key(&range.start, |integer| integer.range.start).ok();
        let replacement = match integer.map(|at| &integers[at]) {
            Some(integer) => integer.form.integer(&replacement).ok_or(CodecError::BadEdits)?,
            None => replacement.into_bytes(),
        };
        if let Some((_, growth)) = open.last_mut() {
            *growth += replacement.len() as isize - range.len() as isize;
        }
        patches.push(Patch { range, replacement });
    }
    close(&mut open, usize::MAX, &mut patches);
    patches.sort_by_key(|patch| patch.range.start);
    Ok(patches)
}

/// Patches the lengths of contents that end at or before byte `at`, innermost first.
fn close(open: &mut Vec<(&Length, isize)>, at: usize, patches: &mut Vec<Patch>) {
    while let Some((length, growth)) = open.pop_if(|(length, _)| length.content.end <= at) {
        if growth == 0 {
            continue;
        }
        let replacement = length.form.length(length.content.len().saturating_add_signed(growth));
        let growth = growth + replacement.len() as isize - length.prefix.len() as isize;
        if let Some((_, outer)) = open.last_mut() {
            *outer += growth;
        }
        patches.push(Patch { range: length.prefix.clone(), replacement });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::codec::syntax::{
        protobuf::{Fields, Value},
        splice_bytes,
    };

    /// A message of strings and messages, and the lengths and strings in it.
    #[derive(Clone, Debug)]
    enum Node {
        Text(String),
        Message(Vec<Node>),
    }

    fn node() -> impl Strategy<Value = Node> {
        let leaf = "[a-z]{0,150}".prop_map(Node::Text);
        leaf.prop_recursive(4, 40, 5, |inner| proptest::collection::vec(inner, 0..5).prop_map(Node::Message))
    }

    fn write(nodes: &[Node], out: &mut Vec<u8>) {
        for node in nodes {
            let content = match node {
                Node::Text(text) => text.as_bytes().to_vec(),
                Node::Message(nodes) => {
                    let mut content = Vec::new();
                    write(nodes, &mut content);
                    content
                }
            };
            let number = if matches!(node, Node::Text(_)) { 1 } else { 2 };
            out.extend(protobuf::varint(number << 3 | 2));
            out.extend(protobuf::varint(content.len() as u64));
            out.extend(content);
        }
    }

    /// Replaces each `a` by `replacement` in all strings.
    fn replaced(nodes: &[Node], replacement: &str) -> Vec<Node> {
        let replace = |node: &Node| match node {
            Node::Text(text) => Node::Text(text.replace('a', replacement)),
            Node::Message(nodes) => Node::Message(replaced(nodes, replacement)),
        };
        nodes.iter().map(replace).collect()
    }

    fn edits(doc: &[u8], range: Range<usize>, replacement: &str, lengths: &mut Vec<Length>, edits: &mut Vec<Edit>) {
        for field in Fields::new(doc, range) {
            let field = field.unwrap();
            let Value::Bytes { prefix, content } = field.value else { panic!("{field:?}") };
            lengths.push(Length { prefix, content: content.clone(), form: Form::Varint });
            if field.number == 2 {
                self::edits(doc, content, replacement, lengths, edits);
                continue;
            }
            let found = content.clone().filter(|&at| doc[at] == b'a');
            edits.extend(found.map(|at| Edit { range: at..at + 1, replacement: replacement.to_owned() }));
        }
    }

    proptest! {
        #[test]
        fn mended_documents_are_those_written_anew(
            nodes in proptest::collection::vec(node(), 0..5),
            replacement in "[A-Z]{0,90}",
        ) {
            let (mut before, mut after) = (Vec::new(), Vec::new());
            write(&nodes, &mut before);
            write(&replaced(&nodes, &replacement), &mut after);
            let (mut lengths, mut found) = (Vec::new(), Vec::new());
            edits(&before, 0..before.len(), &replacement, &mut lengths, &mut found);
            let patches = mend(found, &lengths, &[]).unwrap();
            let mut out = Vec::new();
            splice_bytes(&before, patches.iter().map(|patch| (patch.range.clone(), &*patch.replacement)), &mut out).unwrap();
            prop_assert_eq!(out, after);
        }
    }

    #[test]
    fn edits_across_a_border_are_refused() {
        let length = Length { prefix: 1..2, content: 2..5, form: Form::Varint };
        let edit = Edit { range: 4..6, replacement: String::new() };
        assert_eq!(mend(vec![edit], &[length], &[]), Err(CodecError::BadEdits));
        let integer = Integer { range: 0..1, form: Form::Varint };
        let edit = Edit { range: 0..1, replacement: "x".to_owned() };
        assert_eq!(mend(vec![edit], &[], &[integer]), Err(CodecError::BadEdits));
    }
}
