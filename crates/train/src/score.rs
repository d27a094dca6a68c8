//! Scores: precision, recall and F1 of strict spans; recall and precision of characters.

use std::collections::BTreeMap;

use masquerade_ner::tag::Type;

/// Counts of one type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Mentions that were found and are right.
    pub hit: usize,
    /// Mentions that were found and are not annotated.
    pub spurious: usize,
    /// Mentions that are annotated and were not found.
    pub missed: usize,
    /// Characters found and annotated.
    pub chars_hit: usize,
    /// Characters found.
    pub chars_found: usize,
    /// Characters annotated.
    pub chars_gold: usize,
    /// Annotated characters that were found with any type.
    pub chars_covered: usize,
}

impl Count {
    /// The harmonic mean of precision and recall, in percent.
    pub fn f1(&self) -> f32 {
        let all = 2 * self.hit + self.spurious + self.missed;
        if all == 0 { 0.0 } else { 200.0 * self.hit as f32 / all as f32 }
    }

    /// The part of annotated characters that was found, in percent.
    pub fn chars_recall(&self) -> f32 {
        100.0 * self.chars_hit as f32 / self.chars_gold.max(1) as f32
    }

    /// The part of annotated characters that was found with any type, and so is masked, in percent.
    pub fn chars_coverage(&self) -> f32 {
        100.0 * self.chars_covered as f32 / self.chars_gold.max(1) as f32
    }

    /// The part of the characters found that was annotated, in percent.
    pub fn chars_precision(&self) -> f32 {
        100.0 * self.chars_hit as f32 / self.chars_found.max(1) as f32
    }

    fn add(&mut self, other: &Self) {
        self.hit += other.hit;
        self.spurious += other.spurious;
        self.missed += other.missed;
        self.chars_hit += other.chars_hit;
        self.chars_found += other.chars_found;
        self.chars_gold += other.chars_gold;
        self.chars_covered += other.chars_covered;
    }
}

/// Counts by type.
#[derive(Clone, Debug, Default)]
pub struct Scores(pub BTreeMap<Type, Count>);

/// An entity as a range of bytes.
pub type EntityRange = (usize, usize, Type);

/// The number of characters that two finds have in common.
fn common(a: &EntityRange, b: &EntityRange) -> usize {
    a.1.min(b.1).saturating_sub(a.0.max(b.0))
}

impl Scores {
    /// Adds one text.
    pub fn add(&mut self, gold: &[EntityRange], ambiguous: &[(usize, usize)], found: &[EntityRange]) {
        let is_open = |f: &EntityRange| ambiguous.iter().any(|(s, e)| f.0 < *e && *s < f.1);
        for kind in Type::ALL {
            let count = self.0.entry(kind).or_default();
            for f in found.iter().filter(|f| f.2 == kind) {
                if gold.contains(f) {
                    count.hit += 1;
                } else if !is_open(f) {
                    count.spurious += 1;
                }
                let overlap: usize = gold.iter().filter(|g| g.2 == kind).map(|g| common(f, g)).sum();
                count.chars_hit += overlap;
                count.chars_found += if is_open(f) { overlap } else { f.1 - f.0 };
            }
            for g in gold.iter().filter(|g| g.2 == kind) {
                count.chars_gold += g.1 - g.0;
                count.chars_covered += found.iter().map(|f| common(f, g)).sum::<usize>();
                count.missed += usize::from(!found.contains(g));
            }
        }
    }

    /// The counts of persons, places and organizations together.
    pub fn three(&self) -> Count {
        let mut sum = Count::default();
        for kind in [Type::Person, Type::Location, Type::Organization] {
            sum.add(&self.of(kind));
        }
        sum
    }

    /// The counts of one type.
    pub fn of(&self, kind: Type) -> Count {
        self.0.get(&kind).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_is_right_what_is_covered_and_what_is_neither() {
        let (person, place) = (Type::Person, Type::Location);
        let mut scores = Scores::default();
        scores.add(
            &[(0, 4, person), (10, 16, person)],
            &[(30, 35)],
            &[(0, 4, person), (10, 13, place), (32, 34, person)],
        );
        let count = scores.of(person);
        assert_eq!((count.hit, count.spurious, count.missed), (1, 0, 1));
        assert_eq!((count.chars_recall(), count.chars_coverage(), count.chars_precision()), (40.0, 70.0, 100.0));
        assert_eq!(scores.of(place).spurious, 1);
    }
}
