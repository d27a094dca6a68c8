//! [`LabelSet`]: a set of labels as bits.

use std::{fmt, sync::Arc};

use super::Label;

/// A set of labels. Membership is one bit, and cloning copies no labels.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct LabelSet {
    /// A bit for each label by its number; the last word is not zero, so that equal sets have equal words.
    words: Arc<[u64]>,
}

impl LabelSet {
    /// Reports whether `label` belongs to it.
    pub fn contains(&self, label: Label) -> bool {
        let (word, bit) = place(label);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Reports whether no label belongs to it.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The labels of the set, in no specified order.
    pub fn iter(&self) -> impl Iterator<Item = Label> + '_ {
        let labels = |(at, word): (usize, &u64)| {
            let word = *word;
            (0..u64::BITS as usize).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        };
        self.words.iter().enumerate().flat_map(labels).map(Label::from_index)
    }
}

/// The word that holds the bit of `label`, and the bit.
fn place(label: Label) -> (usize, u64) {
    (label.index() / 64, 1 << (label.index() % 64))
}

impl FromIterator<Label> for LabelSet {
    fn from_iter<I: IntoIterator<Item = Label>>(labels: I) -> Self {
        let mut words = Vec::new();
        for label in labels {
            let (word, bit) = place(label);
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= bit;
        }
        Self { words: words.into() }
    }
}

impl fmt::Debug for LabelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn labels() -> impl Strategy<Value = BTreeSet<Label>> {
        prop::collection::btree_set((0..200u8).prop_map(|at| Label::new(&format!("SET_{at}"))), 0..20)
    }

    proptest! {
        #[test]
        fn is_the_set_of_its_labels(one in labels(), other in labels()) {
            let set: LabelSet = one.iter().copied().collect();
            prop_assert_eq!(set.iter().collect::<BTreeSet<_>>(), one.clone());
            prop_assert!(other.iter().all(|label| set.contains(*label) == one.contains(label)));
            prop_assert_eq!(set.is_empty(), one.is_empty());
            prop_assert_eq!(set == other.iter().copied().collect(), one == other);
        }
    }
}
