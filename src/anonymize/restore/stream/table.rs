//! [`RestoreTable`]: the substitutes of one response, ready to be found in chunks of text.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::{
    Restoration, Restorer, find::next_start, hosts::Hosts, known_urls::KnownUrls, parts::parts, source_spelling,
    source_spelling::SourceSpelling, spellings::spellings,
};
use crate::anonymize::{
    Original, Substitute,
    restore::{
        PlaceholderVariants,
        variants::{FirstBytes, VariantIndex},
    },
};

/// Longest substitute that is restored, in bytes: a placeholder with a sealed text of some hundred bytes. Texts that
/// arrive in chunks wait for a few times as much at most.
const MAX_SUBSTITUTE: usize = 512;

/// The substitutes with which one response may be restored, and their originals.
#[derive(Default)]
pub struct RestoreTable {
    /// The originals by substitute, in byte order.
    pub(super) entries: Vec<(Substitute, Original)>,
    /// The placeholders among them, by their places in `entries`; empty if variants are not restored.
    pub(super) variants: VariantIndex,
    /// The places in `entries` of words that are parts of other surrogates.
    pub(super) parts: HashSet<usize>,
    pub(super) first: FirstBytes,
    pub(super) hosts: Arc<Hosts>,
    pub(super) known_urls: KnownUrls,
    /// The spellings of originals in the request, by the places of these in `entries`.
    source_spellings: HashMap<usize, Vec<SourceSpelling>>,
    /// True if an original has characters that strings escape, or other spellings.
    has_escapes: bool,
    /// The bytes of originals that may still be put into the response: a few long originals, each named many times,
    /// could make a short answer longer than memory.
    room: AtomicUsize,
    /// The most bytes of an original for each byte of its substitute.
    growth: usize,
}

impl RestoreTable {
    /// A table of `entries`, of which the first counts where a substitute comes twice. With `tolerant`, variants of
    /// placeholders are restored, too, but for those `taken` by the request itself. At most `room` bytes of originals
    /// are put into the response; further substitutes stay.
    pub fn new(
        entries: impl IntoIterator<Item = (Substitute, Original)>,
        tolerant: bool,
        taken: &PlaceholderVariants,
        hosts: Arc<Hosts>,
        room: usize,
    ) -> Self {
        let is_restored = |(substitute, _): &(Substitute, _)| (1..=MAX_SUBSTITUTE).contains(&substitute.len());
        let mut entries: Vec<_> = entries.into_iter().filter(is_restored).collect();
        if tolerant {
            let others = |(substitute, original): &(Substitute, Original)| spellings(substitute, original.as_str());
            let spellings: Vec<_> = entries.iter().flat_map(others).collect();
            entries.extend(spellings);
        }
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        entries.dedup_by(|(later, _), (first, _)| later == first);
        let mut first = FirstBytes::default();
        for (substitute, _) in &entries {
            first.add(substitute.as_bytes()[0], FirstBytes::EXACT);
        }
        let substitutes = entries.iter().enumerate().map(|(at, (substitute, _))| (at, substitute));
        let variable = substitutes.filter(|(_, substitute)| tolerant && !taken.contains(substitute));
        let variants = VariantIndex::new(variable, &mut first);
        let parts = parts(&entries);
        let growths = entries.iter().map(|(substitute, original)| original.as_str().len().div_ceil(substitute.len()));
        let growth = growths.max().unwrap_or_default();
        let has_escapes = entries.iter().any(|(_, original)| has_escapes(original.as_str()));
        Self {
            entries,
            variants,
            parts,
            first,
            hosts,
            known_urls: KnownUrls::default(),
            source_spellings: HashMap::new(),
            has_escapes,
            room: room.into(),
            growth,
        }
    }

    /// Reports whether it has no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// About the most bytes of originals that may be put into `bytes` bytes of the response: variants of a substitute may be
    /// shorter than it.
    pub fn most_restored(&self, bytes: usize) -> usize {
        bytes.saturating_mul(self.growth).min(self.room.load(Ordering::Relaxed))
    }

    /// Reports whether a substitute or a variant may begin in `text`: a look at each byte.
    pub fn may_begin_in(&self, text: &str) -> bool {
        next_start(self, None, text, 0) < text.len()
    }

    /// Remembers the URLs with substitutes in `texts`, masked texts of the request with the places of their substitutes in
    /// order: such a URL is restored where it comes back.
    pub fn trust<'t>(&mut self, texts: impl IntoIterator<Item = (&'t str, &'t [Range<usize>])>) {
        let urls: Vec<_> = texts.into_iter().flat_map(|(text, places)| Restorer::urls(self, text, places)).collect();
        urls.iter().for_each(|url| self.known_urls.add(url));
    }

    /// Remembers the spellings of originals in the request, in the order of their places: each with its substitute. Those of
    /// others than the originals of the table are left out.
    pub fn note_spellings(&mut self, spellings: impl IntoIterator<Item = (Substitute, SourceSpelling)>) {
        for (substitute, spelling) in spellings {
            let known = self.entries.binary_search_by(|(known, _)| known.cmp(&substitute)).ok();
            let is_original = |at: &usize| spelling.forms.first() == Some(&self.entries[*at].1);
            let Some(at) = known.filter(is_original) else { continue };
            self.growth = self.growth.max(spelling.in_text().len().div_ceil(substitute.len()));
            self.has_escapes = true;
            source_spelling::add(self.source_spellings.entry(at).or_default(), spelling);
        }
    }

    /// Reports whether the place of a substitute decides how its original is spelled.
    pub fn has_escapes(&self) -> bool {
        self.has_escapes
    }

    /// The spellings in the request of the original that a restoration puts in, the latest last.
    pub fn source_spellings(&self, restoration: &Restoration) -> &[SourceSpelling] {
        self.source_spellings.get(&restoration.entry).map_or(&[], Vec::as_slice)
    }

    /// The length of the longest spelling of an original, in bytes.
    pub(super) fn longest(&self, at: usize) -> usize {
        let spellings = self.source_spellings.get(&at).map_or(&[][..], Vec::as_slice);
        let longest = spellings.iter().map(|spelling| spelling.in_text().len()).max().unwrap_or_default();
        longest.max(self.entry(at).1.len())
    }

    /// Takes `bytes` of the room for originals; returns whether there was as much.
    pub(super) fn take_room(&self, bytes: usize) -> bool {
        self.room.try_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(bytes)).is_ok()
    }

    /// The original that a restoration puts in.
    pub fn original(&self, restoration: &Restoration) -> &str {
        self.entry(restoration.entry).1
    }

    /// The substitute and the original at a place of the table.
    pub(super) fn entry(&self, at: usize) -> (&str, &str) {
        let (substitute, original) = &self.entries[at];
        (substitute, original.as_str())
    }
}

/// Reports whether strings escape a character of `text`, or `text` may have escapes.
fn has_escapes(text: &str) -> bool {
    text.bytes().any(|byte| byte < 0x20 || matches!(byte, b'"' | b'\\'))
}

impl fmt::Debug for RestoreTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RestoreTable({} entries)", self.entries.len())
    }
}
