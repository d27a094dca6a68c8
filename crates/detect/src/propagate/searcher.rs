//! [`Searcher`]: a search for many texts as whole words.
//!
//! A few texts are searched for one by one or by vectors. More texts are filtered by their first bytes: a bit for each
//! hash of these decides at nearly all places, and at the others the text of each length with this beginning is looked
//! up. That costs next to nothing to build, which matters since each request has texts of its own. Where texts of many
//! lengths begin alike, as texts do that are made to slow the search down, an Aho-Corasick automaton takes over.

use std::{cell::OnceCell, collections::HashMap, ops::Range};

use aho_corasick::{AhoCorasick, AhoCorasickKind, packed};
use memchr::memmem;
use rustc_hash::FxBuildHasher;

use super::EntityCursor;
use crate::{
    entity::Entity,
    recognizers::support::script_names,
    text::{Span, is_value_edge, steps::Meter},
};

/// Most texts that are searched for one by one, or by vectors.
pub const FEW: usize = 12;
/// Longest text that is searched for by vectors or by its first bytes, in bytes: where each place of a field looks like
/// one, all of it is compared there.
const LONGEST: usize = 256;
/// Longest field that is searched for a byte of each text rather than for all texts, in bytes: up to there that
/// cannot take long, and spares the searcher.
const SHORT: usize = 4096;

/// Steps that a look at a hit and its neighbours is worth.
const STEPS_OF_HIT: u64 = 8;

/// A search for all texts that are propagated.
pub struct Searcher<'a> {
    texts: Vec<Needle<'a>>,
    /// Built for the first field that needs it.
    automaton: OnceCell<Automaton<'a>>,
}

/// A search for all texts in one pass.
enum Automaton<'a> {
    /// A search with vector instructions, for a few texts.
    Packed(packed::Searcher),
    /// A filter by first bytes, for many texts.
    Beginnings(Beginnings<'a>),
    /// An automaton, for texts that begin alike and long ones.
    AhoCorasick(AhoCorasick),
}

impl<'a> Automaton<'a> {
    fn new(texts: &[Needle<'a>]) -> Self {
        let are_short = texts.iter().all(|needle| needle.text.len() <= LONGEST);
        let few = are_short && texts.len() <= FEW;
        let texts = texts.iter().map(|needle| needle.text);
        if let Some(packed) = few.then(|| packed::Searcher::new(texts.clone())).flatten() {
            return Self::Packed(packed);
        }
        if let Some(beginnings) = are_short.then(|| Beginnings::new(texts.clone())).flatten() {
            return Self::Beginnings(beginnings);
        }
        Self::AhoCorasick(
            AhoCorasick::builder()
                .kind(Some(AhoCorasickKind::ContiguousNFA))
                .build(texts)
                .expect("a thousand entities are far shorter than 2 GB"),
        )
    }
}

/// A table of texts by their first bytes: four, or fewer if a text is shorter.
struct Beginnings<'a> {
    /// The bits of the first bytes that count, of a little-endian word.
    mask: u32,
    /// True for each hash of first bytes. Bytes rather than bits: each place of a field is looked up.
    hashes: Box<[bool; HASHES]>,
    /// The lengths of the texts that begin with some bytes.
    lengths: HashMap<u32, Vec<usize>, FxBuildHasher>,
    /// The number of each text.
    texts: HashMap<&'a [u8], usize>,
}

/// Hashes of first bytes: many times as many as there are texts.
const HASHES: usize = 1 << 14;
/// Most lengths of texts that begin alike: as many are looked up at each place that begins so.
const MOST_LENGTHS: usize = 16;

impl<'a> Beginnings<'a> {
    /// The search for `texts`; `None` if too many lengths begin alike.
    fn new(texts: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let shortest = texts.clone().map(str::len).min().filter(|len| *len > 0)?;
        let mask = u32::MAX >> (u32::BITS - 8 * shortest.min(size_of::<u32>()) as u32);
        let hashes = Box::new([false; HASHES]);
        let mut beginnings = Self { mask, hashes, lengths: HashMap::default(), texts: HashMap::new() };
        for (number, text) in texts.map(str::as_bytes).enumerate() {
            let first = beginnings.first(text, 0);
            beginnings.hashes[Self::hash(first)] = true;
            beginnings.texts.insert(text, number);
            let lengths = beginnings.lengths.entry(first).or_default();
            if !lengths.contains(&text.len()) {
                lengths.push(text.len());
            }
            if lengths.len() > MOST_LENGTHS {
                return None;
            }
        }
        Some(beginnings)
    }

    /// The bytes of `text` at `at` that count; behind its end there are zeros.
    fn first(&self, text: &[u8], at: usize) -> u32 {
        let rest = &text[at..];
        let bytes = rest.first_chunk().copied().unwrap_or_else(|| {
            let mut bytes = [0; size_of::<u32>()];
            bytes[..rest.len()].copy_from_slice(rest);
            bytes
        });
        u32::from_le_bytes(bytes) & self.mask
    }

    #[inline(always)]
    fn hash(first: u32) -> usize {
        // From the golden ratio.
        (first.wrapping_mul(0x9E37_79B1) >> (u32::BITS - HASHES.trailing_zeros())) as usize
    }

    /// Reports whether a text may begin with `first`.
    #[inline(always)]
    fn may_begin(&self, first: u32) -> bool {
        self.hashes[Self::hash(first)]
    }

    /// The first place in `field` from `from` on at which a text may begin.
    #[inline]
    fn find(&self, field: &[u8], from: usize) -> Option<usize> {
        let windows = field[from..].array_windows::<{ size_of::<u32>() }>();
        let behind = from + windows.len();
        let hit = windows.map(|bytes| u32::from_le_bytes(*bytes) & self.mask).position(|first| self.may_begin(first));
        // The last few places have too few bytes behind them.
        hit.map(|at| from + at).or_else(|| (behind..field.len()).find(|&at| self.may_begin(self.first(field, at))))
    }

    /// The numbers of the texts that stand in `field` at `at`.
    fn texts_at<'b>(&'b self, field: &'b [u8], at: usize) -> impl Iterator<Item = usize> + 'b {
        let lengths = self.lengths.get(&self.first(field, at)).map_or(&[][..], Vec::as_slice);
        lengths.iter().filter_map(move |len| self.texts.get(field.get(at..at + len)?).copied())
    }
}

/// A text that is searched for on its own.
struct Needle<'a> {
    text: &'a str,
    /// The place of a byte of it that is rare in sentences: a digit or a sign.
    rare: Option<usize>,
    /// Built for the first field that needs it.
    finder: OnceCell<memmem::Finder<'a>>,
}

impl<'a> Needle<'a> {
    fn new(text: &'a str) -> Self {
        let rare = text.bytes().position(|b| b.is_ascii_digit() || b.is_ascii_punctuation());
        Self { text, rare, finder: OnceCell::new() }
    }

    /// The first place in `field` from `from` on at which it stands.
    fn find(&self, field: &[u8], from: usize) -> Option<usize> {
        let text = self.text.as_bytes();
        let Some(rare) = self.rare else {
            let finder = self.finder.get_or_init(|| memmem::Finder::new(self.text));
            return finder.find(&field[from..]).map(|at| from + at);
        };
        // The field may end before the rare byte could stand.
        let hits = memchr::memchr_iter(text[rare], field.get(from + rare..)?);
        hits.map(|hit| from + hit).find(|&at| field[at..].starts_with(text))
    }
}

impl<'a> Searcher<'a> {
    /// The search for the texts of `sources`; `None` if there are none.
    pub fn new(sources: &[(&'a str, Entity)]) -> Option<Self> {
        let texts: Vec<_> = sources.iter().map(|(text, _)| Needle::new(text)).collect();
        (!texts.is_empty()).then(|| Self { texts, automaton: OnceCell::new() })
    }

    /// Calls `found` with each place in `text` at which one of the first `known` texts stands as a whole word, and with
    /// the index of that text, unless an entity of `taken` reaches over the start of the place.
    pub fn find(
        &self,
        text: &str,
        known: usize,
        taken: &mut EntityCursor<'_>,
        mut found: impl FnMut(&mut EntityCursor<'_>, Span, usize),
    ) {
        if known == 0 {
            return;
        }
        let mut offer = |taken: &mut EntityCursor<'_>, place: Range<usize>, source| {
            let ends = is_value_edge(text, place.end) || script_names::ends_before_particle(text, place.end);
            let is_word = is_value_edge(text, place.start) && ends;
            if is_word {
                found(taken, Span::new(text, place).expect("words are whole characters"), source);
            }
        };
        if self.texts.len() <= FEW && text.len() <= SHORT {
            return self.find_in_short(text, known, taken, offer);
        }
        let bytes = text.as_bytes();
        match self.automaton.get_or_init(|| Automaton::new(&self.texts)) {
            Automaton::Packed(packed) => {
                let next = |from| packed.find_in(text, (from..text.len()).into()).map(|hit| hit.start());
                self.find_at(next, |_| 0..known, text, taken, offer);
            }
            Automaton::Beginnings(beginnings) => {
                let texts_at = |at| beginnings.texts_at(bytes, at).filter(|source| *source < known);
                self.find_at(|from| beginnings.find(bytes, from), texts_at, text, taken, offer);
            }
            Automaton::AhoCorasick(all) => {
                // Texts that are parts of one another may be found a thousand times at one place.
                let mut meter = Meter::default();
                meter.count(text.len() as u64);
                for hit in all.find_overlapping_iter(text) {
                    meter.count(STEPS_OF_HIT);
                    if hit.pattern().as_usize() < known {
                        offer(taken, hit.range(), hit.pattern().as_usize());
                    }
                }
                meter.finish();
            }
        }
    }

    /// [`Searcher::find`] in a field where a pass for each text costs less than building an automaton.
    fn find_in_short(
        &self,
        text: &str,
        known: usize,
        taken: &mut EntityCursor<'_>,
        mut offer: impl FnMut(&mut EntityCursor<'_>, Range<usize>, usize),
    ) {
        for (source, needle) in self.texts.iter().enumerate().take(known) {
            let mut from = 0;
            while let Some(start) = needle.find(text.as_bytes(), from) {
                from = taken.end(start).unwrap_or_else(|| {
                    offer(taken, start..start + needle.text.len(), source);
                    next_boundary(text, start)
                });
            }
        }
    }

    /// [`Searcher::find`] at the places from each offset on that `next` tells, among the texts that `candidates` tells of
    /// a place.
    fn find_at<C: Iterator<Item = usize>>(
        &self,
        next: impl Fn(usize) -> Option<usize>,
        candidates: impl Fn(usize) -> C,
        text: &str,
        taken: &mut EntityCursor<'_>,
        mut offer: impl FnMut(&mut EntityCursor<'_>, Range<usize>, usize),
    ) {
        let mut from = 0;
        while let Some(start) = next(from) {
            from = taken.end(start).unwrap_or(start + 1);
            if from > start + 1 || !is_value_edge(text, start) {
                continue;
            }
            let rest = &text.as_bytes()[start..];
            for source in candidates(start).filter(|&source| rest.starts_with(self.texts[source].text.as_bytes())) {
                offer(taken, start..start + self.texts[source].text.len(), source);
            }
        }
    }
}

/// The next place behind `at` that a word may begin at.
fn next_boundary(text: &str, at: usize) -> usize {
    (at + 1..text.len()).find(|&at| is_value_edge(text, at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::entity::{Label, Source, Validated};

    /// The places of `texts` in `text` by each way to search.
    fn places(texts: &[&str], automaton: Automaton<'_>, text: &str) -> Vec<(Range<usize>, usize)> {
        let texts = texts.iter().map(|text| Needle::new(text)).collect();
        let searcher = Searcher { texts, automaton: OnceCell::from(automaton) };
        let mut taken = EntityCursor { entities: &[], last: 0, next: 0 };
        let mut found = Vec::new();
        searcher.find(text, searcher.texts.len(), &mut taken, |_, span, source| found.push((span.range(), source)));
        found.sort_unstable_by_key(|(range, source)| (range.start, range.end, *source));
        found
    }

    fn by_automaton(texts: &[&str]) -> Automaton<'static> {
        Automaton::AhoCorasick(AhoCorasick::new(texts).unwrap())
    }

    #[test]
    fn texts_of_many_lengths_that_begin_alike_are_left_to_an_automaton() {
        let texts: Vec<_> = (1..=MOST_LENGTHS + 1).map(|len| format!("Roe-{}", "x".repeat(len))).collect();
        let needles: Vec<_> = texts.iter().map(|text| Needle::new(text)).collect();
        assert!(matches!(Automaton::new(&needles), Automaton::AhoCorasick(_)));
        assert!(matches!(Automaton::new(&needles[1..]), Automaton::Beginnings(_)));
        let alike: Vec<_> = (100..900).map(|number| format!("+1 415 555 {number}")).collect();
        let needles: Vec<_> = alike.iter().map(|text| Needle::new(text)).collect();
        assert!(matches!(Automaton::new(&needles), Automaton::Beginnings(_)));
        let long = "x".repeat(LONGEST + 1);
        assert!(matches!(Automaton::new(&[Needle::new(&long)]), Automaton::AhoCorasick(_)));
    }

    #[test]
    fn places_of_other_finds_are_passed_over() {
        let text = "Roe Jane Roe, Roe";
        let label = Label::PERSON;
        let span = Span::new(text, 4..12).unwrap();
        let entity = Entity {
            span,
            label,
            confidence: 0.9,
            alternative: None,
            source: Source::Recognizer,
            validated: Validated::None,
        };
        let entities = [entity];
        let mut taken = EntityCursor { entities: &entities, last: 0, next: 0 };
        let searcher = Searcher {
            texts: vec![Needle::new("Roe")],
            automaton: OnceCell::from(Automaton::Beginnings(Beginnings::new(["Roe"].into_iter()).unwrap())),
        };
        let mut starts = Vec::new();
        let long = text.to_owned() + &" ".repeat(SHORT);
        searcher.find(&long, 1, &mut taken, |_, span, _| starts.push(span.start()));
        assert_eq!(starts, [0, 14]);
    }

    proptest! {
        #[test]
        fn beginnings_find_what_an_automaton_finds(
            texts in prop::collection::btree_set("[abé ]{0,3}[abé]", 1..20),
            text in "[abé ,_-]{0,200}",
        ) {
            let texts: Vec<_> = texts.iter().map(String::as_str).collect();
            let beginnings = Beginnings::new(texts.iter().copied()).unwrap();
            // Short fields are searched in another way.
            let text = text + &" ".repeat(SHORT);
            let found = places(&texts, Automaton::Beginnings(beginnings), &text);
            prop_assert_eq!(found, places(&texts, by_automaton(&texts), &text));
        }
    }
}
