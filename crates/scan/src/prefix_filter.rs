//! [`PrefixFilter`]: the groups of patterns whose matches may begin with four given bytes.
//!
//! It stands between the start filter and the automata, and spares nearly all runs that would end at once. A prefix of
//! four bytes is looked up as a whole, which tells words apart, and as three overlapping [pairs](BytePairs), which tell
//! numbers apart: a pattern of any four digits has ten thousand prefixes, but few pairs.
//!
//! It errs on one side alone. Groups are coarse and hashes collide, so some prefixes are let through in vain; none that
//! begins a match is held back.

use std::collections::BTreeMap;

use crate::{
    ablation::Accelerators,
    bucket::{Bucket, GroupSet},
    byte_pairs::BytePairs,
    prefix_automaton::{END, PrefixAutomaton, PrefixState, distinct},
    start_pairs::StartPairs,
    tables::Stored,
};

/// Length of the prefix of a match that is looked at, in bytes.
const LEN: usize = 4;
/// Most bytes behind a prefix that are stored one by one; a prefix with more of them is stored alone.
const MAX_NEXT_BYTES: usize = 20;

/// Tables of group sets by the bytes at a start.
pub struct PrefixFilter {
    /// Groups by the first byte.
    first_byte: Box<[GroupSet; 256]>,
    /// Groups by pairs of neighbouring bytes.
    byte_pairs: BytePairs,
    /// Groups by all four bytes, the last three in lower case. The detector's patterns fill 2 to 15 % of the places for
    /// most groups; of a quarter as many places they filled 10 to 50 %, and let half as many runs more through.
    four_bytes: HashTable<{ 1 << 18 }>,
    /// Groups by the first three bytes, if almost any byte may follow.
    three_bytes: HashTable<{ 1 << 16 }>,
}

impl PrefixFilter {
    /// The groups of patterns that are searched for within words.
    pub const WITHIN_WORDS: GroupSet = Bucket::ANYWHERE | Bucket::BYTES;

    /// A filter that lets nothing through.
    pub fn empty() -> Self {
        Self {
            first_byte: Box::new([0; 256]),
            byte_pairs: BytePairs::empty(),
            four_bytes: HashTable::empty(),
            three_bytes: HashTable::empty(),
        }
    }

    /// The filter that lets all matches of the automata through.
    pub fn of(automaton: &PrefixAutomaton<'_>) -> Self {
        let mut filter = Self { byte_pairs: BytePairs::of(automaton), ..Self::empty() };
        let classes = automaton.byte_classes();
        let starts = automaton.start_states();
        for group in automaton.groups() {
            let is_mine = |byte: &u8| automaton.bucket.group(*byte) == group;
            let mine = |class: &Vec<u8>| class.iter().copied().filter(is_mine).collect::<Vec<_>>();
            let first_classes: Vec<_> = classes.iter().map(mine).filter(|class| !class.is_empty()).collect();
            for class in &first_classes {
                if starts.iter().any(|&start| automaton.next(start, class[0]).is_some()) {
                    class.iter().for_each(|byte| filter.first_byte[usize::from(*byte)] |= group);
                }
            }
            let walk = PrefixWalk { automaton, classes: &classes, first_classes: &first_classes, group };
            walk.add(&mut filter, &[], &starts);
        }
        filter
    }

    /// Adds a pattern of the single byte `byte`.
    pub fn add_byte(&mut self, byte: u8) {
        self.first_byte[usize::from(byte)] |= Bucket::BYTES;
        self.byte_pairs.add_byte(byte);
    }

    /// Adds all that `other` lets through.
    pub fn merge(&mut self, other: &Self) {
        self.first_byte.iter_mut().zip(other.first_byte.iter()).for_each(|(groups, more)| *groups |= more);
        self.byte_pairs.merge(&other.byte_pairs);
        self.four_bytes.merge(&other.four_bytes);
        self.three_bytes.merge(&other.three_bytes);
    }

    /// The pairs of neighbouring bytes with which matches may begin.
    pub fn start_pairs(&self) -> StartPairs {
        StartPairs::new(|pair| self.byte_pairs.parts(pair))
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.first_byte) + self.byte_pairs.memory() + self.four_bytes.memory() + self.three_bytes.memory()
    }

    /// The groups of the patterns that may match at byte `at` of `text`.
    #[inline(always)]
    pub fn groups(&self, text: &[u8], at: usize, accelerators: Accelerators) -> GroupSet {
        if !accelerators.prefix_filter {
            return self.first_byte[usize::from(text[at])];
        }
        let prefix = match text.get(at..at + LEN).and_then(<[u8]>::first_chunk) {
            Some(prefix) => *prefix,
            None => prefix_at_end(text, at),
        };
        let (mut first, sufficient) = self.byte_pairs.first(prefix);
        if !accelerators.byte_pairs {
            first = self.first_byte[usize::from(text[at])];
        }
        // Nearly every start ends here, or behind the next look.
        if first == 0 {
            return 0;
        }
        let bytes = u32::from_le_bytes(prefix);
        let known = self.four_bytes.get(to_lower(bytes)) | self.three_bytes.get(first_three(bytes)) | sufficient;
        match first & known {
            0 => 0,
            groups if !accelerators.byte_pairs => groups,
            groups => groups & self.byte_pairs.later(prefix),
        }
    }
}

impl Stored for PrefixFilter {
    fn write(&self, out: &mut Vec<u8>) {
        self.first_byte.write(out);
        self.byte_pairs.write(out);
        self.four_bytes.0.write(out);
        self.three_bytes.0.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            first_byte: Stored::read(bytes)?,
            byte_pairs: Stored::read(bytes)?,
            four_bytes: HashTable(Stored::read(bytes)?),
            three_bytes: HashTable(Stored::read(bytes)?),
        })
    }
}

/// The prefix at `at`, of which a part lies behind the end of `text`.
#[cold]
fn prefix_at_end(text: &[u8], at: usize) -> [u8; LEN] {
    let mut prefix = [END; LEN];
    prefix.iter_mut().zip(&text[at..]).for_each(|(slot, byte)| *slot = *byte);
    prefix
}

/// A walk over the prefixes of one group's matches, by classes of bytes that lead to the same states.
struct PrefixWalk<'a> {
    automaton: &'a PrefixAutomaton<'a>,
    classes: &'a [Vec<u8>],
    /// The classes, less the bytes with which no pattern of the group begins.
    first_classes: &'a [Vec<u8>],
    group: GroupSet,
}

impl PrefixWalk<'_> {
    /// Adds to `filter` the prefixes that begin with `path`, a class for each byte, after which the automaton is in
    /// one of `states`.
    fn add(&self, filter: &mut PrefixFilter, path: &[&[u8]], states: &[PrefixState]) {
        if let [first, second, third] = path {
            let fourth = self.next_bytes(states);
            return match fourth.len() {
                0..=MAX_NEXT_BYTES => each_choice(&[first, second, third, &fourth], |prefix| {
                    filter.four_bytes.add(to_lower(prefix), self.group);
                }),
                _ => each_choice(&[first, second, third], |prefix| filter.three_bytes.add(prefix, self.group)),
            };
        }
        let mut longer = BTreeMap::<Vec<PrefixState>, Vec<u8>>::new();
        for class in if path.is_empty() { self.first_classes } else { self.classes } {
            let reached: Vec<_> = states.iter().filter_map(|state| self.automaton.next(*state, class[0])).collect();
            if !reached.is_empty() {
                longer.entry(distinct(reached)).or_default().extend(class);
            }
        }
        // The library reports a match one byte late: the match itself is as long as `path`.
        let may_match = longer.keys().any(|reached| reached.contains(&PrefixState::Matched));
        match path {
            [first] if may_match => {
                longer.values().for_each(|second| self.add_pairs(filter, first, second));
            }
            [first, second] if may_match || self.next_bytes(states).len() > MAX_NEXT_BYTES => {
                self.add_pairs(filter, first, second);
            }
            _ => {
                for (reached, class) in &longer {
                    self.add(filter, &[path, &[class]].concat(), reached);
                }
            }
        }
    }

    fn add_pairs(&self, filter: &mut PrefixFilter, first: &[u8], second: &[u8]) {
        for &a in first {
            second.iter().for_each(|&b| filter.byte_pairs.add_sufficient([a, b], self.group));
        }
    }

    /// The bytes that lead on from `states`, letters in lower case.
    fn next_bytes(&self, states: &[PrefixState]) -> Vec<u8> {
        let leads_on = |byte: u8| states.iter().any(|state| self.automaton.next(*state, byte).is_some());
        let bytes = self.classes.iter().filter(|class| leads_on(class[0])).flatten();
        distinct(bytes.map(|byte| byte | LOWER).collect())
    }
}

/// Calls `visit` with each choice of one byte from each of `classes`, the first byte lowest.
fn each_choice(classes: &[&[u8]], mut visit: impl FnMut(u32)) {
    let count = classes.iter().map(|class| class.len()).product::<usize>();
    for number in 0..count {
        let mut rest = number;
        let prefix = classes.iter().rev().fold(0, |prefix, class| {
            let byte = class[rest % class.len()];
            rest /= class.len();
            prefix << 8 | u32::from(byte)
        });
        visit(prefix);
    }
}

/// The bit that turns ASCII capitals to small letters.
const LOWER: u8 = 0x20;

/// A prefix with that bit set in all bytes but the first, letters or not.
#[inline(always)]
fn to_lower(prefix: u32) -> u32 {
    prefix | u32::from_le_bytes([0, LOWER, LOWER, LOWER])
}

/// The first three bytes of a prefix.
#[inline(always)]
fn first_three(prefix: u32) -> u32 {
    prefix & u32::from_le_bytes([0xFF, 0xFF, 0xFF, 0])
}

/// Group sets by a hash of their key: a hash table without keys, so that keys of one slot share their groups.
struct HashTable<const SLOTS: usize>(Box<[GroupSet; SLOTS]>);

impl<const SLOTS: usize> HashTable<SLOTS> {
    fn empty() -> Self {
        // Not by way of the stack, which may be small.
        Self(vec![0; SLOTS].into_boxed_slice().try_into().expect("as long as it was made"))
    }

    /// Multiplicative hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4). It is asked twice at
    /// nearly every start, where the four more instructions of a hasher for 64 bits were 5 % of a scan.
    #[inline(always)]
    fn slot(key: u32) -> usize {
        /// 2³² divided by the golden ratio.
        const MULTIPLIER: u32 = 0x9E37_79B1;
        (key.wrapping_mul(MULTIPLIER) >> (u32::BITS - SLOTS.ilog2())) as usize % SLOTS
    }

    fn add(&mut self, key: u32, groups: GroupSet) {
        self.0[Self::slot(key)] |= groups;
    }

    fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0.iter()).for_each(|(groups, more)| *groups |= more);
    }

    #[inline(always)]
    fn get(&self, key: u32) -> GroupSet {
        self.0[Self::slot(key)]
    }

    fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }
}
