//! [`PlainRestorer`]: the restorer of a response that is plain text.

use bytes::BytesMut;

use super::Counts;
use crate::{
    anonymize::restore::{RestoreTable, Restorer},
    codec::syntax::splice,
};

/// The restoring of a text that arrives in chunks, cut anywhere.
#[derive(Default)]
pub(super) struct PlainRestorer {
    restorer: Restorer,
    /// Bytes that are not decided, or are no whole character yet.
    held: Vec<u8>,
    /// The number of these bytes that the restorer has read.
    seen: usize,
}

impl PlainRestorer {
    /// Reads the next chunk, the last one if `eof`, and writes what is decided.
    pub(super) fn push(
        &mut self,
        table: &RestoreTable,
        chunk: &[u8],
        eof: bool,
        out: &mut BytesMut,
        counts: &mut Counts,
    ) {
        let mut bytes = std::mem::take(&mut self.held);
        bytes.extend_from_slice(chunk);
        let mut at = 0;
        loop {
            let unseen = &bytes[at + self.seen..];
            let (text, broken) = match std::str::from_utf8(unseen) {
                Ok(text) => (text, None),
                Err(error) => {
                    let text = &unseen[..error.valid_up_to()];
                    let rest = unseen.len() - text.len();
                    let broken = error.error_len().or(eof.then_some(rest));
                    (std::str::from_utf8(text).expect("it is valid up to there"), broken)
                }
            };
            let last = broken.is_some() || eof;
            at += self.text(table, &bytes[at..], text, last, out, counts);
            let Some(broken) = broken else { break };
            // Bytes that are no text go through, and no placeholder lies across them.
            out.extend_from_slice(&bytes[at..at + broken]);
            at += broken;
            counts.withheld += self.restorer.withheld();
            self.restorer = Restorer::behind(self.restorer.links());
        }
        bytes.drain(..at);
        self.held = bytes;
        if eof {
            counts.withheld += self.restorer.withheld();
        }
    }

    /// The number of bytes that wait.
    pub(super) fn held(&self) -> usize {
        self.held.len()
    }

    /// Pushes `text` to the restorer and writes the decided part of `bytes`. Returns the length of that part.
    fn text(
        &mut self,
        table: &RestoreTable,
        bytes: &[u8],
        text: &str,
        last: bool,
        out: &mut BytesMut,
        counts: &mut Counts,
    ) -> usize {
        let base = self.restorer.decided();
        let mut restorations = Vec::new();
        let decided = self.restorer.push(table, text, last, &mut restorations);
        counts.restored += restorations.len() as u64;
        let local = |at: u64| (at - base) as usize;
        let edits = restorations.iter().map(|restoration| {
            (local(restoration.range.start)..local(restoration.range.end), table.original(restoration))
        });
        splice(&bytes[..local(decided)], edits, out).expect("the restorer's edits are in order");
        self.seen = self.restorer.waiting();
        local(decided)
    }
}
