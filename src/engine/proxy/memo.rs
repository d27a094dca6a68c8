//! [`Memo`]: a set-associative cache of the entities of strings.
//!
//! Clients of language models send the whole conversation again at every turn, and records of logs have the same hosts,
//! services and messages in every request. The findings of a string are remembered under a keyed hash of it, so that
//! the next time it costs a hash instead of a search. No text is kept: spans, labels and probabilities only.
//!
//! An entry replaces the least recently used one of its own small set, as in a processor's cache. A list of all entries
//! by their last use costs several times as many fetches from memory: libraries with such a list, or with queues, take
//! 0.15 to 0.4 µs more for each string (`benches/README.md`), which a request with many strings cannot spare.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use highway::{HighwayHash, HighwayHasher, Key};

use super::hints::Hints;
use masquerade_detect::entity::Entity;
use masquerade_detect::text::Field;

/// The number of parts with a lock each, so that threads seldom wait; a power of two.
const SHARDS: usize = 16;
/// Bytes of all entries by default.
const BYTES: usize = 32 << 20;
/// Entries in all by default.
const ENTRIES: usize = 1 << 17;
/// Entries of one set.
const WAYS: usize = 4;
/// Bytes of an entry beside its entities: its slot.
const ENTRY_BYTES: usize = size_of::<Option<Entry>>();
/// Shortest text that is remembered, in bytes: shorter ones take hardly longer to search than to look up.
const SHORTEST: usize = 4;
/// Longest text of a record that is remembered, in bytes: longer ones seldom come again.
const LONGEST_OF_RECORD: usize = 1024;

/// 128 bits of HighwayHash under a key that lives as long as the process: nobody outside can find two
/// strings that share one.
pub(super) type Digest = [u64; 2];

/// The findings of strings, by keyed hashes of them.
pub struct Memo {
    key: [u64; 4],
    shards: Box<[Mutex<Shard>]>,
    shard_bytes: usize,
    /// Longest text that is remembered, in bytes.
    longest: usize,
    hits: AtomicU64,
    misses: AtomicU64,
}

struct Shard {
    /// Each set in the order of last use, the latest first. Empty until a string is remembered.
    sets: Vec<[Option<Entry>; WAYS]>,
    /// The number of sets.
    capacity: usize,
    /// The set that loses an entry next when the shard takes too many bytes.
    hand: usize,
    entries: usize,
    bytes: usize,
}

/// The findings of one string.
struct Entry {
    digest: Digest,
    entities: Box<[Entity]>,
    hints: Hints,
}

/// The scope in which findings of equal strings are shared. Tenants share none: the time of an answer would tell one
/// tenant what another one has sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoScope<'t> {
    /// The tenant's name.
    pub(super) tenant: &'t str,
    /// The number of the settings of detection.
    pub(super) settings: u64,
}

/// The findings of detection in a string.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Findings {
    pub(super) entities: Vec<Entity>,
    pub(super) hints: Hints,
}

/// Counts of a memo's look-ups and entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoStats {
    /// Look-ups of known strings.
    pub hits: u64,
    /// Look-ups of unknown strings.
    pub misses: u64,
    /// Strings that are remembered.
    pub entries: usize,
    /// Bytes of their entries.
    pub bytes: usize,
}

impl Default for Memo {
    fn default() -> Self {
        Self::new(ENTRIES, BYTES)
    }
}

impl Memo {
    /// A memo of texts of records, apart from those of conversations, which a stream of records would drive out.
    pub fn of_records() -> Self {
        Self { longest: LONGEST_OF_RECORD, ..Self::new(ENTRIES / 2, BYTES / 4) }
    }

    /// A memo of at most so many entries and bytes.
    pub fn new(entries: usize, bytes: usize) -> Self {
        let capacity = (entries / SHARDS / WAYS).max(1);
        let shard = |_| Mutex::new(Shard { sets: Vec::new(), capacity, hand: 0, entries: 0, bytes: 0 });
        let mut seed = [0; 32];
        // Without randomness nothing is remembered: a key that can be guessed is none.
        let shards = if getrandom::fill(&mut seed).is_ok() { SHARDS } else { 0 };
        let mut key = [0; 4];
        for (word, bytes) in key.iter_mut().zip(seed.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Self {
            key,
            shards: (0..shards).map(shard).collect(),
            shard_bytes: bytes / SHARDS,
            longest: usize::MAX,
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// The findings that are remembered under `digest`.
    pub(super) fn get(&self, digest: Digest) -> Option<Findings> {
        let mut shard = self.shard(digest).lock().unwrap_or_else(PoisonError::into_inner);
        let Entry { entities, hints, .. } = shard.get(digest)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(Findings { entities: entities.to_vec(), hints: *hints })
    }

    /// The findings that are remembered under `digest`, or else those of `detect`; and whether they were known.
    /// No lock is held during detection.
    pub(super) fn get_or_detect(&self, digest: Digest, detect: impl FnOnce() -> Findings) -> (Findings, bool) {
        if let Some(known) = self.get(digest) {
            return (known, true);
        }
        self.misses.fetch_add(1, Ordering::Relaxed);
        let findings = detect();
        let entry = Entry { digest, entities: findings.entities.as_slice().into(), hints: findings.hints };
        if cost(&entry) <= self.shard_bytes {
            self.shard(digest).lock().unwrap_or_else(PoisonError::into_inner).insert(entry, self.shard_bytes);
        }
        (findings, false)
    }

    fn shard(&self, digest: Digest) -> &Mutex<Shard> {
        &self.shards[digest[0] as usize % SHARDS]
    }

    /// The counts of its look-ups and entries.
    pub fn stats(&self) -> MemoStats {
        let (hits, misses) = (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed));
        let mut stats = MemoStats { hits, misses, ..MemoStats::default() };
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            stats.entries += shard.entries;
            stats.bytes += shard.bytes;
        }
        stats
    }

    /// The digest of `field` under `scope`; `None`: its findings are not remembered.
    pub(super) fn digest(&self, field: &Field<'_>, MemoScope { tenant, settings }: MemoScope<'_>) -> Option<Digest> {
        if !(SHORTEST..=self.longest).contains(&field.text.len()) || self.shards.is_empty() {
            return None;
        }
        let mut hasher = HighwayHasher::new(Key(self.key));
        // The lengths separate tenant, key and text; no key is as long as `None`'s.
        let key = field.key.unwrap_or_default();
        let length = field.key.map_or(u64::MAX, |key| key.len() as u64);
        let mut head = [0; 24];
        head[..8].copy_from_slice(&settings.to_le_bytes());
        head[8..16].copy_from_slice(&length.to_le_bytes());
        head[16..].copy_from_slice(&(tenant.len() as u64).to_le_bytes());
        hasher.append(&head);
        hasher.append(tenant.as_bytes());
        hasher.append(key.as_bytes());
        hasher.append(field.text.as_bytes());
        Some(hasher.finalize128())
    }
}

impl std::fmt::Debug for Memo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.stats().fmt(f)
    }
}

impl Shard {
    /// The number of the set that may hold `digest`.
    fn place(&self, digest: Digest) -> usize {
        // The lowest bits are the shard's number.
        (digest[0] / SHARDS as u64 % self.capacity as u64) as usize
    }

    fn get(&mut self, digest: Digest) -> Option<&Entry> {
        let place = self.place(digest);
        let set = self.sets.get_mut(place)?;
        let at = set.iter().position(|entry| entry.as_ref().is_some_and(|entry| entry.digest == digest))?;
        set.get_mut(..=at)?.rotate_right(1);
        set.first()?.as_ref()
    }

    /// Adds an entry, and removes others until all take at most `limit` bytes.
    fn insert(&mut self, entry: Entry, limit: usize) {
        if self.sets.is_empty() {
            self.sets.resize_with(self.capacity, Default::default);
        }
        let place = self.place(entry.digest);
        let set = &mut self.sets[place];
        // Another thread may have been quicker.
        let at = set.iter().position(|known| known.as_ref().is_none_or(|known| known.digest == entry.digest));
        set[..=at.unwrap_or(WAYS - 1)].rotate_right(1);
        self.bytes += cost(&entry);
        self.entries += 1;
        let old = set[0].replace(entry);
        self.uncount(old);
        while self.bytes > limit {
            self.evict();
        }
    }

    /// Removes the least recently used entry of the next set.
    fn evict(&mut self) {
        self.hand = (self.hand + 1) % self.capacity;
        let last = self.sets[self.hand].iter_mut().rev().find(|entry| entry.is_some()).and_then(Option::take);
        self.uncount(last);
    }

    fn uncount(&mut self, entry: Option<Entry>) {
        if let Some(entry) = entry {
            self.bytes -= cost(&entry);
            self.entries -= 1;
        }
    }
}

fn cost(entry: &Entry) -> usize {
    ENTRY_BYTES + size_of_val(&*entry.entities)
}

#[cfg(test)]
mod tests {
    use super::*;
    use masquerade_detect::entity::{Label, Source, Validated};
    use masquerade_detect::text::Span;

    fn text(number: usize) -> String {
        format!("{number:0>32}")
    }

    fn scope(tenant: &str, settings: u64) -> MemoScope<'_> {
        MemoScope { tenant, settings }
    }

    /// The findings of a field, or else those of `detect`; and whether they were known.
    fn look_up(
        memo: &Memo,
        field: &Field<'_>,
        scope: MemoScope<'_>,
        detect: impl FnOnce() -> Findings,
    ) -> (Findings, bool) {
        match memo.digest(field, scope) {
            Some(digest) => memo.get_or_detect(digest, detect),
            None => (detect(), false),
        }
    }

    fn findings(text: &str, count: usize) -> Findings {
        let span = Span::new(text, 0..4).unwrap();
        let (label, source) = (Label::new("A"), Source::Recognizer);
        let entities =
            vec![Entity { span, label, confidence: 0.5, alternative: None, source, validated: Validated::None }; count];
        Findings { entities, hints: Hints { variants: true, links: false } }
    }

    #[test]
    fn remembers_by_text_name_tenant_and_settings() {
        let memo = Memo::new(100, 1 << 20);
        let (text, other) = (text(1), text(2));
        let known = |field: &Field<'_>, scope| look_up(&memo, field, scope, || findings(&text, 2)).1;
        assert!(!known(&Field::new(&text), scope("a", 1)));
        assert!(known(&Field::new(&text), scope("a", 1)));
        assert!(!known(&Field::new(&text), scope("a", 2)));
        assert!(!known(&Field::new(&text), scope("b", 1)));
        assert!(!known(&Field::with_key(&text, ""), scope("a", 1)));
        assert!(!known(&Field::with_key(&text, "ssn"), scope("a", 1)));
        assert!(!known(&Field::new(&other), scope("a", 1)));
        assert_eq!(look_up(&memo, &Field::new(&text), scope("a", 1), || panic!("known")).0, findings(&text, 2));
        let MemoStats { hits, misses, entries, .. } = memo.stats();
        assert_eq!((hits, misses, entries), (2, 6, 6));
    }

    #[test]
    fn a_name_and_a_text_are_never_run_together() {
        let memo = Memo::new(100, 1 << 20);
        let (long, short) = (text(1), text(1)[1..].to_owned() + "x");
        look_up(&memo, &Field::with_key(&long, "a0"), scope("a", 1), Findings::default);
        assert!(!look_up(&memo, &Field::with_key(&format!("0{long}"), "a"), scope("a", 1), Findings::default).1);
        assert!(!look_up(&memo, &Field::with_key(&short, "a00"), scope("a", 1), Findings::default).1);
    }

    #[test]
    fn is_bounded_in_entries_and_bytes() {
        let few = Memo::new(64, 1 << 20);
        let small = Memo::new(1 << 20, 64 << 10);
        for number in 0..5000 {
            let text = text(number);
            look_up(&few, &Field::new(&text), scope("a", 1), Findings::default);
            look_up(&small, &Field::new(&text), scope("a", 1), || findings(&text, number % 40));
        }
        assert!(few.stats().entries <= 64, "{few:?}");
        assert!(small.stats().bytes <= 64 << 10 && small.stats().entries > 16, "{small:?}");
        let huge = text(7);
        look_up(&small, &Field::new(&huge), scope("a", 9), || findings(&huge, 10_000));
        assert!(small.stats().bytes <= 64 << 10);
        let counted: usize = small
            .shards
            .iter()
            .map(|s| s.lock().unwrap().sets.iter().flatten().flatten().map(cost).sum::<usize>())
            .sum();
        assert_eq!(counted, small.stats().bytes);
    }

    #[test]
    fn the_least_recently_used_entry_goes_first() {
        let mut shard = Shard { sets: Vec::new(), capacity: 1, hand: 0, entries: 0, bytes: 0 };
        let entry = |number| Entry { digest: [0, number], entities: Box::default(), hints: Hints::default() };
        (0..4).for_each(|number| shard.insert(entry(number), usize::MAX));
        assert!(shard.get([0, 0]).is_some());
        shard.insert(entry(4), usize::MAX);
        let known = |shard: &mut Shard| (0..5).filter(|&number| shard.get([0, number]).is_some()).collect::<Vec<_>>();
        assert_eq!(known(&mut shard), [0, 2, 3, 4]);
        // The same once more takes no other's place.
        shard.insert(entry(4), usize::MAX);
        assert_eq!((known(&mut shard), shard.bytes), (vec![0, 2, 3, 4], 4 * ENTRY_BYTES));
        shard.insert(entry(5), 2 * ENTRY_BYTES);
        assert_eq!((known(&mut shard), shard.bytes), (vec![4], 2 * ENTRY_BYTES));
    }

    #[test]
    fn short_texts_and_long_ones_of_records_are_searched_every_time() {
        let memo = Memo::of_records();
        assert!(memo.digest(&Field::new(&"x".repeat(LONGEST_OF_RECORD)), scope("a", 1)).is_some());
        assert!(memo.digest(&Field::new(&"x".repeat(LONGEST_OF_RECORD + 1)), scope("a", 1)).is_none());
        assert!(
            !look_up(&memo, &Field::new("abc"), scope("a", 1), Findings::default).1
                && !look_up(&memo, &Field::new("abc"), scope("a", 1), Findings::default).1
        );
        assert_eq!(memo.stats(), MemoStats::default());
    }
}
