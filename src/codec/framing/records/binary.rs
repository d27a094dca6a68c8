//! The ends of records in binary bodies, which tell them by counts and lengths.

use crate::codec::{
    CodecError, Fault,
    syntax::{json::MAX_DEPTH, msgpack, protobuf::Fields},
};

/// The place of the next byte in documents of MessagePack.
///
/// Arrays that stand in no map hold records, as in JSON. Their heads count elements, not bytes, so that a batch may end
/// between two elements.
#[derive(Default)]
pub(super) struct PackedDocuments {
    open: Vec<OpenContainer>,
}

/// An open map or array.
struct OpenContainer {
    /// Names and values, or elements, that are left.
    left: usize,
    holds_records: bool,
}

impl PackedDocuments {
    /// The end of a batch of at least `target` bytes; `None`: it is not there yet.
    ///
    /// # Errors
    /// If there is a byte that begins nothing, or more levels than are read.
    pub(super) fn end(&mut self, data: &[u8], seen: &mut usize, target: usize) -> Result<Option<usize>, CodecError> {
        loop {
            while self.open.pop_if(|open| open.left == 0).is_some() {}
            let is_between_records = self.open.last().is_none_or(|open| open.holds_records);
            if is_between_records && *seen >= target {
                return Ok(Some(*seen));
            }
            let mut scanner = msgpack::Scanner::new(&data[*seen..]);
            let token = match scanner.next_token() {
                Ok(token) => token,
                Err(CodecError::Syntax { fault: Fault::End, .. }) => return Ok(None),
                Err(error) => return Err(error.shifted(*seen)),
            };
            *seen += scanner.position();
            if let Some(open) = self.open.last_mut() {
                open.left -= 1;
            }
            let (left, holds_records) = match token {
                msgpack::Token::Map(pairs) => (2 * pairs, false),
                msgpack::Token::Array(elements) => (elements, is_between_records),
                _ => continue,
            };
            if self.open.len() == MAX_DEPTH {
                return Err(CodecError::TooDeep { limit: MAX_DEPTH });
            }
            self.open.push(OpenContainer { left, holds_records });
        }
    }

    /// Reports whether no map and no array is open, all of whose values were read.
    pub(super) fn is_whole(&self) -> bool {
        self.open.iter().all(|open| open.left == 0)
    }
}

/// The end of a batch of whole fields of the outermost message, of at least `target` bytes; `None`: it is not there yet. The
/// length of a field stands before it and depends on all that is masked in it, so that a batch cannot end within one.
///
/// # Errors
/// If there is a byte that begins nothing.
pub(super) fn end_of_fields(data: &[u8], seen: &mut usize, target: usize) -> Result<Option<usize>, CodecError> {
    let mut fields = Fields::new(data, *seen..data.len());
    while *seen < target {
        match fields.next() {
            Some(Ok(_)) => *seen = fields.position(),
            None | Some(Err(CodecError::Syntax { fault: Fault::End, .. })) => return Ok(None),
            Some(Err(error)) => return Err(error),
        }
    }
    Ok(Some(*seen))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::{Answer, Batch, RecordCutter, RecordEnds},
        *,
    };
    use crate::codec::syntax::{msgpack::string_head, protobuf::varint};

    fn batches(ends: RecordEnds, body: &[u8], step: usize, target: usize) -> Result<Vec<Batch>, CodecError> {
        let mut cutter = RecordCutter::new(ends, target, 1 << 20);
        let (mut found, mut chunks) = (Vec::new(), body.chunks(step).peekable());
        while let Some(chunk) = chunks.next() {
            cutter.push(chunk);
            while let Some(batch) = cutter.next_batch(chunks.peek().is_none(), &mut |_| Answer::Yes)? {
                found.push(batch);
            }
        }
        assert_eq!(cutter.held(), 0);
        Ok(found)
    }

    fn lengths(ends: RecordEnds, body: &[u8], step: usize) -> Vec<usize> {
        batches(ends, body, step, 3).unwrap().iter().map(|batch| batch.bytes.len()).collect()
    }

    #[test]
    fn batches_end_between_records_and_not_within_them() {
        let map = [0x82, 0xa1, b'a', 0x92, 1, 2, 0xa1, b'b', 0xc0];
        let cases: [(Vec<u8>, &[usize]); 4] = [
            ([map, map].concat(), &[9, 9]),
            // Elements of arrays that stand in no map are records, and there may be more than one such array around them.
            ([&[0x92][..], &map, &map].concat(), &[10, 9]),
            ([&[0x92, 0x92, 1][..], &map, &[0xc3, 0xc3, 0xc3, 0xc3]].concat(), &[3, 9, 3, 1]),
            ([&[0xdd, 0, 0, 0, 2, 0xd9, 3][..], b"abc", &map, &[0x90]].concat(), &[5, 5, 9, 1]),
        ];
        for (body, expected) in cases {
            for step in [1, 2, 3, 100] {
                assert_eq!(lengths(RecordEnds::PackedDocuments, &body, step), expected, "{body:x?} by {step}");
            }
        }
        let fields = [&[0x0a, 4][..], b"abcd", &[0x10, 7, 0x0d, 1, 2, 3, 4, 0x0a, 0]].concat();
        for step in [1, 2, 3, 100] {
            assert_eq!(lengths(RecordEnds::Fields, &fields, step), [6, 7, 2], "by {step}");
        }
    }

    #[test]
    fn what_ends_too_early_or_begins_nothing_is_refused() {
        let end = |at| Err(CodecError::Syntax { at, fault: Fault::End });
        for step in [1, 2, 100] {
            let refused = |body: &[u8]| batches(RecordEnds::PackedDocuments, body, step, 3).map(|_| ());
            assert_eq!(refused(&[0x93, 1, 2]), end(3), "an element is missing behind a batch");
            assert_eq!(refused(&[0x92, 1]), end(2));
            assert_eq!(refused(&[0x81, 0xa1]), end(2));
            assert_eq!(refused(&[1, 1, 1, 1, 0x81, 0xa1, b'a']), end(7));
            let unknown = Err(CodecError::Syntax { at: 5, fault: Fault::Unexpected });
            assert_eq!(refused(&[1, 1, 1, 1, 1, 0xc1]), unknown);
            let fields = batches(RecordEnds::Fields, &[0x10, 7, 0x10, 7, 0x10, 7, 0x0b], step, 4).map(|_| ());
            assert_eq!(fields, Err(CodecError::Syntax { at: 7, fault: Fault::Unexpected }));
            assert_eq!(refused(&[0x91; MAX_DEPTH + 1]), Err(CodecError::TooDeep { limit: MAX_DEPTH }));
        }
        let whole = [&[0x91; MAX_DEPTH][..], &[1]].concat();
        assert!(batches(RecordEnds::PackedDocuments, &whole, 100, 3).is_ok());
    }

    #[test]
    fn a_field_over_the_limit_is_refused() {
        let mut cutter = RecordCutter::new(RecordEnds::Fields, 10, 100);
        cutter.push(&[&[0x0a][..], &varint(1000), &[b'a'; 200]].concat());
        let refused = cutter.next_batch(false, &mut |_| Answer::Yes);
        assert_eq!(refused, Err(CodecError::FrameTooLarge { limit: 100 }));
    }

    /// A document of MessagePack.
    fn document() -> impl Strategy<Value = Vec<u8>> {
        let text = |text: String| [string_head(text.len()), text.into_bytes()].concat();
        let leaf = prop_oneof![
            "[a-z]{0,40}".prop_map(text),
            any::<u64>().prop_map(|value| [&[0xcf][..], &value.to_be_bytes()].concat()),
            Just(vec![0xd7, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
            Just(vec![0xc0]),
        ];
        leaf.prop_recursive(4, 60, 6, |inner| {
            prop::collection::vec(inner, 0..6).prop_flat_map(|parts| {
                let array = [vec![0x90 | parts.len() as u8], parts.concat()].concat();
                let pairs = parts.iter().flat_map(|part| [vec![0xa1, b'k'], part.clone()]).collect::<Vec<_>>().concat();
                let map = [vec![0x80 | parts.len() as u8], pairs].concat();
                prop_oneof![Just(array), Just(map)]
            })
        })
    }

    proptest! {
        #[test]
        fn batches_depend_on_the_body_alone(
            documents in prop::collection::vec(document(), 0..8),
            step in 1_usize..40,
            target in 1_usize..60,
        ) {
            let field = |content: &Vec<u8>| [vec![0x0a], varint(content.len() as u64), content.clone()].concat();
            let fields: Vec<_> = documents.iter().map(field).collect();
            for (ends, body) in [
                (RecordEnds::PackedDocuments, documents.concat()),
                (RecordEnds::Fields, fields.concat()),
            ] {
                let whole = batches(ends, &body, body.len().max(1), target).unwrap();
                prop_assert_eq!(&batches(ends, &body, step, target).unwrap(), &whole);
                let joined: Vec<u8> = whole.iter().flat_map(|batch| batch.bytes.to_vec()).collect();
                prop_assert_eq!(joined, body);
            }
        }
    }
}
