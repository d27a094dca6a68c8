//! [`Restorer`]: restores a text that arrives in pieces.
//!
//! Everything that can be decided is decided at once; what may be the beginning of a live name waits
//! for what follows. However the text is cut, the outcome is the same. All waits are bounded by the
//! longest name, or the longest known URL.

mod altered;
mod find;
mod hosts;
mod links;
mod live;
mod target;
#[cfg(test)]
mod tests;
mod url;

use std::{fmt, ops::Range};

use self::{
    find::{Found, find, next_start},
    links::{Links, Verdict},
};

pub use hosts::{BadHost, Hosts};
pub use live::Live;

/// Restores one text.
#[derive(Clone, Default)]
pub struct Restorer {
    /// What waits for what follows.
    tail: String,
    /// Where that begins, in bytes of the whole text.
    base: u64,
    /// What stands before that.
    before: Option<char>,
    links: Links,
    withheld: u64,
}

/// A name that is to be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// Where it stands, in bytes of the whole text.
    pub range: Range<u64>,
    /// Its place in [`Live`].
    pub(super) name: usize,
}

impl Restorer {
    /// Goes on with `piece`, the last one if `eof`. What is to be restored goes to `puts`.
    ///
    /// Returns up to where the text is decided, in bytes from its beginning: nothing before that
    /// changes any more.
    pub fn push(&mut self, live: &Live, piece: &str, eof: bool, puts: &mut Vec<Put>) -> u64 {
        if self.tail.is_empty() {
            let decided = self.scan(live, piece, eof, puts);
            self.tail.push_str(piece.get(decided..).unwrap_or_default());
        } else {
            let mut text = std::mem::take(&mut self.tail);
            text.push_str(piece);
            let decided = self.scan(live, &text, eof, puts);
            text.drain(..decided);
            self.tail = text;
        }
        self.base
    }

    /// Up to where the text is decided.
    pub fn decided(&self) -> u64 {
        self.base
    }

    /// How many bytes behind that wait for what follows.
    pub fn waiting(&self) -> usize {
        self.tail.len()
    }

    /// Live names that stayed as they are, because they stood in a URL or a link's target.
    pub fn withheld(&self) -> u64 {
        self.withheld
    }

    /// `text` restored, as a whole; `None` if nothing in it is.
    pub fn restore(live: &Live, text: &str) -> Option<String> {
        let mut puts = Vec::new();
        Self::default().push(live, text, true, &mut puts);
        if puts.is_empty() {
            return None;
        }
        let mut out = String::with_capacity(text.len() + 64);
        let mut copied = 0;
        for put in &puts {
            let [start, end] = [put.range.start, put.range.end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
            out.push_str(text.get(copied..start).unwrap_or_default());
            out.push_str(live.original(put));
            copied = end;
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Some(out)
    }

    /// The URLs in the masked text `text` that have a name in them.
    fn urls(live: &Live, text: &str) -> Vec<Box<str>> {
        let mut restorer = Self { links: Links::collecting(), ..Self::default() };
        restorer.push(live, text, true, &mut Vec::new());
        restorer.links.finish()
    }

    /// Decides as much of `text`, which follows what is decided already, as possible, and returns how
    /// much that is.
    fn scan(&mut self, live: &Live, text: &str, eof: bool, puts: &mut Vec<Put>) -> usize {
        // Up to where the text is decided, and where a name may begin next.
        let (mut decided, mut from) = (0, 0);
        loop {
            let at = next_start(live, self.before, text, from);
            let found = if at < text.len() { find(live, self.before, text, at, eof) } else { Found::Perhaps };
            if found == Found::No {
                from = at + 1;
                continue;
            }
            self.links.pass(live, text.get(decided..at).unwrap_or_default());
            decided = at;
            let Found::One { length, name: index } = found else { break };
            let end = at + length;
            let Some((name, original)) = live.entry(index) else { break };
            match self.links.judge(live, (name, original), text.get(end..).unwrap_or_default(), eof) {
                Verdict::Wait => break,
                Verdict::Leave => {
                    self.withheld += 1;
                    self.links.pass(live, text.get(at..end).unwrap_or_default());
                }
                Verdict::Restore => {
                    self.links.put(live, name, original);
                    let [start, end] = [at, end].map(|at| self.base + at as u64);
                    puts.push(Put { range: start..end, name: index });
                }
            }
            (decided, from) = (end, end);
        }
        self.before = text.get(..decided).and_then(|decided| decided.chars().next_back()).or(self.before);
        self.base += decided as u64;
        decided
    }
}

impl fmt::Debug for Restorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Restorer")
            .field("decided", &self.base)
            .field("waiting", &self.tail.len())
            .finish_non_exhaustive()
    }
}
