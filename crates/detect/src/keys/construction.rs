//! Building of [`Keys`] from the names of patterns.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::{
    Keys, SIGN, STRUCTURAL, STRUCTURE, VALUE, ascii, asides, compound,
    ending_set::EndingSet,
    misread_keys,
    name::TAILS,
    name_table::NameTable,
    normalize::{self, NUMBER, NormalizedName},
    prose::{ADVERBS, ARTICLES, LINKS, NUMBER_WORDS, POSSESSIVES},
    suffix_filter::{NameEnding, SuffixFilter},
};

impl Keys {
    /// Gathers `names`, each with the number of the pattern that knows it.
    pub fn new<'a>(names: impl IntoIterator<Item = (&'a str, usize)>) -> Self {
        let mut keys = Self {
            known: NameTable::new(),
            name_endings: EndingSet::new(),
            sets: Vec::new(),
            signs: Vec::new(),
            introduced: usize::MAX,
            endings: [SuffixFilter::new(), SuffixFilter::new()],
            prose_endings: SuffixFilter::new(),
        };
        LINKS
            .into_iter()
            .chain(ADVERBS)
            .chain(["number's", "numerze", "numerem", "numret"])
            .chain(ARTICLES)
            .chain(POSSESSIVES)
            .chain(NUMBER_WORDS)
            .chain(NUMBER)
            .chain(asides::words())
            .for_each(|word| keys.prose_endings.add(word));
        let mut names = names.into_iter().peekable();
        if names.peek().is_some() {
            keys.add_structure();
        }
        // Labels share thousands of names, each of which is brought to its forms once.
        let mut written: HashMap<&str, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (name, pattern) in names {
            for &set in &*written.entry(name).or_insert_with(|| keys.add_spellings(name)) {
                if !keys.sets[set].contains(&pattern) {
                    keys.sets[set].push(pattern);
                }
            }
        }
        keys.share_sets();
        keys
    }

    /// Keeps each set of patterns once, since thousands of names share a few hundred. Names of [`STRUCTURE`] are told by their
    /// places.
    fn share_sets(&mut self) {
        let mut shared: HashMap<Vec<usize>, usize, FxBuildHasher> = HashMap::default();
        let mut kept = Vec::new();
        let mut moved = Vec::with_capacity(self.sets.len());
        for (place, set) in std::mem::take(&mut self.sets).into_iter().enumerate() {
            if let Some(known) = shared.get(&set) {
                moved.push(*known);
                continue;
            }
            moved.push(kept.len());
            if place >= STRUCTURAL {
                shared.insert(set.clone(), kept.len());
            }
            kept.push(set);
        }
        self.known.move_places(&moved);
        self.sets = kept;
    }

    /// Adds a name and its other spellings, and returns the places of their patterns in `sets`.
    fn add_spellings(&mut self, name: &str) -> Vec<usize> {
        let compounds = normalize::other_compounds(name).into_iter().flatten();
        let compounds: Vec<String> = compounds.chain(normalize::abbreviated(name)).collect();
        let spelled = std::iter::once(name).chain(compounds.iter().map(String::as_str)).flat_map(ascii::spellings);
        let others: Vec<String> = spelled.chain(compounds.iter().cloned()).collect();
        std::iter::once(name).chain(others.iter().map(String::as_str)).map(|name| self.add_name(name)).collect()
    }

    /// Adds a name, and returns the place of its patterns in `sets`.
    fn add_name(&mut self, written: &str) -> usize {
        let normalized = NormalizedName::of(written);
        let name = normalized.from(0);
        let plural = [name, "s"].concat();
        for name in [name, &plural] {
            self.add_ending(name, VALUE);
            self.name_endings.add(name);
            for misread in misread_keys::spellings(name) {
                self.endings[VALUE].add(&misread);
            }
        }
        if let Some(stem) = name.strip_suffix("number") {
            self.add_numbers(stem);
        }
        // The filter skips letters beyond ASCII, the dotless i of Turkish among them, which a normalized name has with its dot.
        if written.contains('ı') {
            let skipped = NormalizedName::of(&written.replace('ı', ""));
            let skipped = skipped.from(0);
            self.add_ending(skipped, VALUE);
            if let Some(stem) = skipped.strip_suffix("number") {
                NUMBER.iter().for_each(|number| self.add_ending(&[stem, number].concat(), VALUE));
            }
        }
        let set = self.known.get_or_insert(name, self.sets.len());
        if set == self.sets.len() {
            self.sets.push(Vec::new());
        }
        set
    }

    /// Adds the names of [`STRUCTURE`], and the ends of names in prose.
    fn add_structure(&mut self) {
        for name in STRUCTURE.into_iter().flatten() {
            self.add_ending(name, VALUE);
            self.name_endings.add(name);
            self.known.get_or_insert(name, self.sets.len());
            self.sets.push(Vec::new());
        }
        compound::members().for_each(|name| self.add_ending(name, VALUE));
        for tail in TAILS {
            self.add_ending(tail.rsplit(' ').next().unwrap_or_default(), VALUE);
        }
    }

    /// Adds pattern number `pattern`, which looks at the signs behind `names` itself.
    pub fn add_sign<'a>(&mut self, pattern: usize, names: impl IntoIterator<Item = &'a str>) {
        names.into_iter().for_each(|name| self.add_ending(NormalizedName::of(name).from(0), SIGN));
        self.signs.push(pattern);
    }

    fn add_ending(&mut self, name: &str, kind: usize) {
        let ending = NameEnding::of(name);
        self.endings[kind].add_ending(&ending);
        if kind == VALUE {
            self.prose_endings.add_ending(&ending);
        }
    }

    /// Adds the spellings of a name that end in another word for "number".
    fn add_numbers(&mut self, stem: &str) {
        for number in NUMBER {
            let name = [stem, number].concat();
            self.add_ending(&name, VALUE);
            self.name_endings.add(&name);
        }
    }
}
