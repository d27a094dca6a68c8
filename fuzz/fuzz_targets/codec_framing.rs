//! Framings and content codings: the pieces of a body do not matter, and no byte of it is lost.

#![no_main]

use bytes::{Bytes, BytesMut};
use libfuzzer_sys::fuzz_target;
use masquerade::codec::{
    CodecError,
    encoding::{Coding, Decoder},
    framing::{Carrier, Frame},
};

/// Small enough to be reached.
const LIMIT: usize = 1 << 12;

/// A document shorter than most, in one line.
const NEW: &[u8] = b"1";

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Some((&piece, body)) = rest.split_first() else { return };
    let piece = usize::from(piece).max(1);
    for carrier in Carrier::ALL {
        let whole = frames(carrier, body, body.len().max(1), LIMIT);
        assert_eq!(frames(carrier, body, piece, LIMIT), whole);
        let Ok(frames) = whole else { continue };
        let (framing, mut same, mut emitted) = (carrier.framing(LIMIT), BytesMut::new(), BytesMut::new());
        for frame in &frames {
            framing.emit(frame, None, &mut same).expect("room");
            framing.emit(frame, frame.doc.as_deref(), &mut emitted).expect("its own document fits");
        }
        assert!(same == body && emitted == body);
        let mut replaced = BytesMut::new();
        for frame in &frames {
            framing.emit(frame, frame.doc.as_ref().map(|_| NEW), &mut replaced).expect("one line fits everywhere");
        }
        let read = self::frames(carrier, &replaced, piece, 2 * LIMIT).expect("no frame has grown that much");
        let docs = frames.iter().filter(|frame| frame.doc.is_some()).count();
        assert_eq!(read.iter().filter(|frame| frame.doc.as_deref() == Some(NEW)).count(), docs);
    }
    let coding = Coding::ALL[usize::from(choice) % Coding::ALL.len()];
    assert_eq!(decoded(coding, body, piece).ok(), decoded(coding, body, body.len().max(1)).ok());
});

fn frames(carrier: Carrier, body: &[u8], piece: usize, limit: usize) -> Result<Vec<Frame>, CodecError> {
    let mut framing = carrier.framing(limit);
    let mut frames = Vec::new();
    let mut pieces = body.chunks(piece).peekable();
    while let Some(input) = pieces.next() {
        framing.push(Bytes::copy_from_slice(input), pieces.peek().is_none());
        while let Some(frame) = framing.next_frame()? {
            frames.push(frame);
        }
    }
    Ok(frames)
}

fn decoded(coding: Coding, body: &[u8], piece: usize) -> Result<Vec<u8>, CodecError> {
    let mut decoder = Decoder::new(&[coding]);
    let mut out = Vec::new();
    for input in body.chunks(piece) {
        decoder.push(input, false, LIMIT - out.len(), &mut out)?;
    }
    decoder.push(&[], true, 0, &mut out)?;
    assert!(out.len() <= LIMIT);
    Ok(out)
}
