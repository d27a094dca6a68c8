//! [`Restorer`]: the restoring of a text that arrives in chunks.
//!
//! Whatever can be decided is decided at once; what may be the beginning of a substitute waits for what follows. Any
//! chunking gives the same result. The longest substitute, or the longest known URL, bounds each wait.

mod bare_host;
mod find;
mod hosts;
mod known_urls;
mod line;
mod link_guard;
mod parts;
mod source_spelling;
mod spellings;
mod subdomain;
mod table;
mod tag;
mod target;
#[cfg(test)]
mod tests;
mod url;
mod words;

use std::{fmt, ops::Range};

use self::{
    find::{find, next_start},
    known_urls::MarkedUrl,
    link_guard::{LinkGuard, Verdict},
    parts::{WordsBefore, judge_given_name},
};
use super::variants::SubstituteMatch;
use masquerade_detect::text::Splice;

pub use hosts::{BadHost, Hosts};
pub use source_spelling::{SourceSpelling, Surroundings};
pub use table::RestoreTable;

/// The restoring of one text.
#[derive(Clone, Default)]
pub struct Restorer {
    /// The end of the text so far, which waits for what follows.
    tail: String,
    /// The beginning of the tail, in bytes of the whole text.
    base: u64,
    /// The character before the tail.
    before: Option<char>,
    guard: LinkGuard,
    /// The words before the tail, as they were masked.
    words: WordsBefore,
    withheld: u64,
}

/// The links that are open where a text ends. A client that shows the next text right behind it shows one link.
#[derive(Clone, Default)]
pub struct LinkState(LinkGuard);

impl LinkState {
    /// The state at the beginning of source that nothing renders.
    pub fn of_source() -> Self {
        Self(LinkGuard::of_source())
    }

    /// Reports whether a link or a URL is open.
    pub fn is_open(&self) -> bool {
        self.0.is_open()
    }
}

/// A substitute or a variant to be replaced by its original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restoration {
    /// Bytes of the whole text.
    pub range: Range<u64>,
    /// The index of the entry in the [`RestoreTable`].
    pub(super) entry: usize,
}

impl Restorer {
    /// The restoring of a text behind another one, in which `links` are open.
    pub fn behind(links: LinkState) -> Self {
        Self { guard: links.0, ..Self::default() }
    }

    /// The links that are open at the end of what is decided.
    pub fn links(&self) -> LinkState {
        LinkState(self.guard.clone())
    }

    /// Goes on with `chunk`, the last one if `eof`, and adds to `restorations`. Returns the offset up to which the text is
    /// decided, in bytes from its beginning: nothing before it changes any more.
    pub fn push(&mut self, table: &RestoreTable, chunk: &str, eof: bool, restorations: &mut Vec<Restoration>) -> u64 {
        if self.tail.is_empty() {
            let decided = self.scan(table, chunk, eof, restorations);
            self.tail.push_str(&chunk[decided..]);
        } else {
            let mut text = std::mem::take(&mut self.tail);
            text.push_str(chunk);
            let decided = self.scan(table, &text, eof, restorations);
            text.drain(..decided);
            self.tail = text;
        }
        self.base
    }

    /// The offset up to which the text is decided, in bytes.
    pub fn decided(&self) -> u64 {
        self.base
    }

    /// Bytes behind that which wait for what follows.
    pub fn waiting(&self) -> usize {
        self.tail.len()
    }

    /// The number of substitutes that stayed: they stood in a URL or a link's target, or there was no room for their
    /// originals.
    pub fn withheld(&self) -> u64 {
        self.withheld
    }

    /// `text`, a whole one, restored; `None` if nothing in it is.
    pub fn restore(table: &RestoreTable, text: &str) -> Option<String> {
        let mut restorations = Vec::new();
        Self::default().push(table, text, true, &mut restorations);
        if restorations.is_empty() {
            return None;
        }
        let mut splice = Splice::new(text);
        for restoration in &restorations {
            let local = |at: u64| usize::try_from(at).expect("an offset in a text in memory");
            let range = local(restoration.range.start)..local(restoration.range.end);
            splice.replace(range, table.original(restoration));
        }
        Some(splice.finish().into_owned())
    }

    /// The URLs in the masked text `text` that have a substitute in them, if all of those stand at `places`, which are in
    /// order. The text has others where a model's earlier turn holds placeholders that stayed.
    fn urls(table: &RestoreTable, text: &str, places: &[Range<usize>]) -> Vec<MarkedUrl> {
        let mut guard = LinkGuard::collecting();
        let (mut decided, mut from) = (0, 0);
        loop {
            let at = next_start(table, None, text, from);
            if at >= text.len() {
                break;
            }
            let SubstituteMatch::Whole { length, id } = find(table, None, text, at, true) else {
                from = at + 1;
                continue;
            };
            guard.pass(table, &text[decided..at]);
            from = at + length;
            decided = from;
            let is_ours =
                places.binary_search_by_key(&at, |place| place.start).is_ok_and(|place| places[place].end == from);
            if !is_ours {
                // A blank in the original may end what is open.
                guard.taint();
            }
            guard.restore(table, table.entry(id));
            if is_ours {
                guard.know_subdomain(table.entry(id), &text[from..]);
            } else {
                guard.taint();
            }
        }
        guard.pass(table, &text[decided..]);
        guard.finish()
    }

    /// Decides as much of `text`, which follows what is decided already, as possible, and returns how many bytes that
    /// is.
    fn scan(&mut self, table: &RestoreTable, text: &str, eof: bool, restorations: &mut Vec<Restoration>) -> usize {
        // Up to where the text is decided, and where a substitute may begin next.
        let (mut decided, mut from) = (0, 0);
        loop {
            let at = next_start(table, self.before, text, from);
            let found =
                if at < text.len() { find(table, self.before, text, at, eof) } else { SubstituteMatch::Partial };
            if found == SubstituteMatch::None {
                from = at + 1;
                continue;
            }
            self.guard.pass(table, &text[decided..at]);
            decided = at;
            let SubstituteMatch::Whole { length, id: entry } = found else { break };
            let end = at + length;
            if table.parts.contains(&entry) {
                let is_behind_another = self.words.end_in_another_given_name(table, &text[..at]);
                match judge_given_name(table, table.entry(entry).0, &text[end..], eof) {
                    Verdict::Restore if !is_behind_another => {}
                    Verdict::Wait if !is_behind_another => break,
                    _ => {
                        from = end;
                        continue;
                    }
                }
            }
            let verdict = match self.guard.judge(table, table.entry(entry), &text[end..], eof) {
                Verdict::Restore if !table.take_room(table.longest(entry)) => Verdict::Leave,
                verdict => verdict,
            };
            match verdict {
                Verdict::Wait => break,
                Verdict::Leave => {
                    self.withheld += 1;
                    self.guard.pass(table, &text[at..end]);
                }
                Verdict::Restore => {
                    self.guard.restore(table, table.entry(entry));
                    let [start, end] = [at, end].map(|at| self.base + at as u64);
                    restorations.push(Restoration { range: start..end, entry });
                }
            }
            (decided, from) = (end, end);
        }
        self.before = text[..decided].chars().next_back().or(self.before);
        if !table.parts.is_empty() {
            self.words.read(&text[..decided]);
        }
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
