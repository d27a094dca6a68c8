//! [`NameTable`]: the normalized names of values, each with the place of the patterns that know it.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

/// A map from names to places, for thousands of short names: the standard one needs three times the memory.
pub struct NameTable {
    /// All names, one behind the other.
    text: String,
    names: Vec<Name>,
    /// A hash table with open addressing: the number of each name plus one, and 0 in empty slots.
    slots: Vec<u32>,
}

/// A name in [`NameTable::text`].
struct Name {
    end: u32,
    place: u32,
}

impl NameTable {
    /// A table of no names.
    pub fn new() -> Self {
        Self { text: String::new(), names: Vec::new(), slots: vec![0; 2] }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        self.text.len() + size_of_val(self.names.as_slice()) + size_of_val(self.slots.as_slice())
    }

    /// Reports whether it has no names.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The place of `name`.
    pub fn get(&self, name: &str) -> Option<usize> {
        let number = self.slots[self.slot(name)].checked_sub(1)?;
        Some(self.names[number as usize].place as usize)
    }

    /// The place of `name`, which is added with `place` if it is new.
    pub fn get_or_insert(&mut self, name: &str, place: usize) -> usize {
        if let Some(place) = self.get(name) {
            return place;
        }
        self.text.push_str(name);
        let end = u32::try_from(self.text.len()).expect("names fill less than 4 GiB");
        self.names.push(Name { end, place: u32::try_from(place).expect("there are as many places as names at most") });
        // A quarter stays empty.
        if 4 * self.names.len() > 3 * self.slots.len() {
            self.grow();
        } else {
            self.enter(self.names.len() - 1);
        }
        place
    }

    /// Replaces each place by what `moved` has there.
    pub fn move_places(&mut self, moved: &[usize]) {
        for name in &mut self.names {
            name.place = u32::try_from(moved[name.place as usize]).expect("no place grows");
        }
    }

    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        (0..self.names.len()).for_each(|number| self.enter(number));
    }

    /// Enters name number `number` into the slots.
    fn enter(&mut self, number: usize) {
        let slot = self.slot(self.name(number));
        self.slots[slot] = u32::try_from(number + 1).expect("names fill less than 4 GiB");
    }

    /// The slot of `name`, or the empty one where it would be.
    fn slot(&self, name: &str) -> usize {
        let mask = self.slots.len() - 1;
        // The lower bits of the hash are worse than the upper ones.
        let mut slot = (FxBuildHasher.hash_one(name) >> 32) as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.name(number as usize) == name {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn name(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.names[before].end);
        &self.text[start as usize..self.names[number].end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_places() {
        let mut table = NameTable::new();
        assert!(table.is_empty() && table.get("").is_none());
        let names: Vec<_> = (0..1000).map(|number| format!("имя{number}")).collect();
        for (place, name) in names.iter().enumerate() {
            assert_eq!(table.get_or_insert(name, place), place);
        }
        assert_eq!(table.get_or_insert("имя7", 2000), 7);
        assert!(names.iter().enumerate().all(|(place, name)| table.get(name) == Some(place)));
        assert!(["", "имя", "имя1000", "имя01"].into_iter().all(|name| table.get(name).is_none()));
        let moved: Vec<_> = (0..1000).map(|place| place / 2).collect();
        table.move_places(&moved);
        assert_eq!(table.get("имя7"), Some(3));
    }
}
