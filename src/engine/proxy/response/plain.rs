//! [`Plain`]: restores a response that is text and nothing else.

use bytes::BytesMut;

use super::Counts;
use crate::anonymize::restore::{Live, Restorer};

/// A text as it arrives, cut anywhere.
#[derive(Default)]
pub(super) struct Plain {
    restorer: Restorer,
    /// What is not decided, or no whole character yet.
    held: Vec<u8>,
    /// How many of these bytes the restorer has seen.
    seen: usize,
}

impl Plain {
    /// Goes on with `chunk`.
    pub(super) fn push(&mut self, live: &Live, chunk: &[u8], eof: bool, out: &mut BytesMut, counts: &mut Counts) {
        let mut bytes = std::mem::take(&mut self.held);
        bytes.extend_from_slice(chunk);
        let mut at = 0;
        loop {
            let unseen = bytes.get(at + self.seen..).unwrap_or_default();
            let (text, broken) = match std::str::from_utf8(unseen) {
                Ok(text) => (text, None),
                Err(error) => {
                    let text = unseen.get(..error.valid_up_to()).unwrap_or_default();
                    let rest = unseen.len() - text.len();
                    let broken = error.error_len().or(eof.then_some(rest));
                    (std::str::from_utf8(text).unwrap_or_default(), broken)
                }
            };
            let last = broken.is_some() || eof;
            at += self.text(live, bytes.get(at..).unwrap_or_default(), text, last, out, counts);
            let Some(broken) = broken else { break };
            // What is no text goes through, and no name lies across it.
            out.extend_from_slice(bytes.get(at..at + broken).unwrap_or_default());
            at += broken;
            counts.withheld += std::mem::take(&mut self.restorer).withheld();
        }
        bytes.drain(..at.min(bytes.len()));
        self.held = bytes;
        if eof {
            counts.withheld += self.restorer.withheld();
        }
    }

    /// Gives `text` to the restorer and writes what is decided, which begins where `bytes` do. Returns
    /// how many bytes that is.
    fn text(
        &mut self,
        live: &Live,
        bytes: &[u8],
        text: &str,
        last: bool,
        out: &mut BytesMut,
        counts: &mut Counts,
    ) -> usize {
        let base = self.restorer.decided();
        let mut puts = Vec::new();
        let decided = self.restorer.push(live, text, last, &mut puts);
        counts.restored += puts.len() as u64;
        let local = |at: u64| usize::try_from(at - base).unwrap_or(usize::MAX);
        let mut copied = 0;
        for put in &puts {
            out.extend_from_slice(bytes.get(copied..local(put.range.start)).unwrap_or_default());
            out.extend_from_slice(live.original(put).as_bytes());
            copied = local(put.range.end);
        }
        out.extend_from_slice(bytes.get(copied..local(decided)).unwrap_or_default());
        self.seen = self.restorer.waiting();
        local(decided)
    }
}
