//! Merging of states and of columns that are alike.
//!
//! Determinization makes a state for every set of open continuations, and where patterns end alike, as many do that end
//! with some digits and a word boundary, many of these sets go on alike. States are merged from the ends of matches
//! backwards: two that match the same patterns and lead to the same states, by the same bytes, are one. This is a single
//! pass, unlike the minimization of Hopcroft or Moore, and may leave states apart that are alike only by way of circles
//! of several states. The automata of the detector have none of these, so that it is as good there, and far faster.
//!
//! Bytes share a column if they lead to the same states everywhere. The library's classes of bytes are ranges, so that
//! it has one for each gap between the letters that expressions name.

use std::{collections::HashMap, hash::Hasher};

use rustc_hash::{FxBuildHasher, FxHasher};

use crate::state_table::{DEAD, StateTable};

/// The next state of a state that leads to itself: two that repeat the same bytes are alike.
const ITSELF: u32 = u32::MAX;

/// Places by a hash of what stands there, since different things may have the same hash.
type PlacesByHash<T> = HashMap<u64, Vec<T>, FxBuildHasher>;

impl StateTable {
    /// Leaves one state for all that behave alike, and none that no start leads to.
    pub fn merge_states(&mut self) {
        let representatives = self.representatives();
        // Their order stays: matching states are merged with matching ones alone, and so stay in front.
        let is_kept = |state: &usize| representatives[*state] == Some(*state as u32);
        let kept: Vec<usize> = (0..self.len()).filter(is_kept).collect();
        let mut numbers = vec![DEAD; self.len()];
        (0..).zip(&kept).for_each(|(number, state)| numbers[*state] = number);
        let number = |state: u32| {
            let representative = representatives[state as usize].expect("the starts lead to it");
            numbers[representative as usize]
        };
        self.starts.iter_mut().for_each(|start| *start = number(*start));
        let mut states = 0..;
        self.matched.retain(|_| states.next().as_ref().is_some_and(is_kept));
        // Rows move forwards, each to where nothing is read any more.
        for (place, state) in kept.iter().enumerate() {
            for column in 0..self.width {
                self.next[place * self.width + column] = number(self.next[state * self.width + column]);
            }
        }
        self.next.truncate(kept.len() * self.width);
    }

    /// Leaves one column for all bytes that lead to the same states.
    pub fn merge_columns(&mut self) {
        let (kept, places) = self.distinct_columns();
        for state in 0..self.len() {
            for (place, column) in kept.iter().enumerate() {
                self.next[state * kept.len() + place] = self.next[state * self.width + column];
            }
        }
        self.next.truncate(self.len() * kept.len());
        self.width = kept.len();
        self.columns = self.columns.map(|column| places[usize::from(column)] as u8);
    }

    /// The first column of each content, and the place there of each column. The last column, which is the end of the
    /// text's, stays apart from those of bytes.
    fn distinct_columns(&self) -> (Vec<usize>, Vec<usize>) {
        let rows = || self.next.chunks_exact(self.width);
        let mut hashes = vec![FxHasher::default(); self.width];
        for row in rows() {
            hashes.iter_mut().zip(row).for_each(|(hasher, next)| hasher.write_u32(*next));
        }
        let is_alike = |a: usize, b: usize| rows().all(|row| row[a] == row[b]);
        let (mut kept, mut places, mut known) = (Vec::new(), Vec::new(), PlacesByHash::<usize>::default());
        for (column, hash) in hashes.iter().enumerate() {
            let alike = known.entry(hash.finish()).or_default();
            let is_byte = column < self.width - 1;
            let place = alike.iter().copied().find(|place| is_byte && is_alike(kept[*place], column));
            if place.is_none() {
                alike.push(kept.len());
                kept.push(column);
            }
            places.push(place.unwrap_or(kept.len() - 1));
        }
        (kept, places)
    }

    /// The state that stands for each state that a start leads to: itself, or one like it.
    fn representatives(&self) -> Vec<Option<u32>> {
        let mut representatives = vec![None; self.len()];
        let mut known = PlacesByHash::<u32>::default();
        for state in self.postorder() {
            let next_states = |state: u32| {
                let representatives = &representatives;
                let next_state = move |next: &u32| match representatives[*next as usize].unwrap_or(*next) {
                    next if next == state => ITSELF,
                    next => next,
                };
                self.row(state).iter().map(next_state)
            };
            let mut hasher = FxHasher::default();
            self.matched(state).iter().chain(&[ITSELF]).for_each(|pattern| hasher.write_u32(*pattern));
            next_states(state).for_each(|next| hasher.write_u32(next));
            let alike = known.entry(hasher.finish()).or_default();
            let is_alike =
                |other: &u32| self.matched(*other) == self.matched(state) && next_states(*other).eq(next_states(state));
            let representative = alike.iter().copied().find(is_alike);
            if representative.is_none() {
                alike.push(state);
            }
            representatives[state as usize] = Some(representative.unwrap_or(state));
        }
        representatives
    }

    /// [`DEAD`] and all states that starts lead to, each behind all that it leads to, but for circles.
    fn postorder(&self) -> Vec<u32> {
        let mut is_seen = vec![false; self.len()];
        let (mut order, mut path) = (Vec::with_capacity(self.len()), Vec::new());
        for &start in [DEAD].iter().chain(&self.starts) {
            if std::mem::replace(&mut is_seen[start as usize], true) {
                continue;
            }
            path.push((start, self.row(start).iter()));
            while let Some((state, rest)) = path.last_mut() {
                match rest.find(|next| !is_seen[**next as usize]) {
                    Some(&next) => {
                        is_seen[next as usize] = true;
                        path.push((next, self.row(next).iter()));
                    }
                    None => {
                        order.push(*state);
                        path.pop();
                    }
                }
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex_syntax::hir::Hir;

    use super::*;
    use crate::{
        bucket::Bucket,
        dfa::{Dfa, build_dfa, start_states},
        regex::parse,
    };

    fn states(hirs: &[Hir]) -> StateTable {
        let dfa = build_dfa(hirs, 1 << 22).unwrap();
        let patterns: Vec<usize> = (0..hirs.len()).collect();
        StateTable::new(&dfa, &start_states(&dfa), &patterns)
    }

    fn merged(states: &StateTable) -> StateTable {
        let mut merged = states.clone();
        merged.merge_states();
        merged.merge_columns();
        merged
    }

    #[test]
    fn states_and_bytes_that_lead_to_the_same_are_merged() {
        for (patterns, count, width) in [
            // Dead, matching, at the start, after one letter, after two; `x`, the letters before it, all others, the end.
            (&["ax|bx|dx"][..], 5, 4),
            // Digits end alike, but for the pattern that they match.
            (&["a[0-9]{3}|b[0-9]{3}"], 7, 4),
            (&["a[0-9]{3}", "b[0-9]{3}"], 12, 5),
            (&["a[0-9]+x|b[0-9]+x"], 6, 5),
        ] {
            let hirs: Vec<_> = patterns.iter().map(|regex| parse(regex).unwrap()).collect();
            let (states, merged) = (states(&hirs), merged(&states(&hirs)));
            assert_eq!((merged.len(), merged.width), (count, width), "{patterns:?}");
            assert!(states.len() > count && states.width > width, "{patterns:?}");
        }
    }

    /// Expressions that begin and end alike, with repetitions and looks at what is around.
    fn regexes() -> impl Strategy<Value = Vec<Hir>> {
        const PIECES: [&str; 11] =
            ["a", "[ab]", "9", "[0-9]{1,2}", "(?:a9|9a)", "-*", "(?:a|b9)+", "b?", "\\b", "$", "é"];
        let regex = prop::collection::vec(prop::sample::select(&PIECES), 1..5).prop_map(|pieces| pieces.concat());
        let alternatives = prop::collection::vec(regex, 1..4).prop_map(|alternatives| alternatives.join("|"));
        let hir = alternatives.prop_filter_map("it matches the empty text", |regex| parse(&regex).ok());
        prop::collection::vec(hir, 1..4)
    }

    proptest! {
        #[test]
        fn merged_states_find_the_same_in_as_many_steps(hirs in regexes(), texts in prop::collection::vec("[ab9é-]{0,12}", 1..8)) {
            let states = states(&hirs);
            let merged = merged(&states);
            prop_assert!(merged.len() <= states.len() && merged.width <= states.width);
            for bucket in [Bucket::Other, Bucket::Anywhere] {
                let dfas = [&states, &merged].map(|states| Dfa::of_states(bucket, states).unwrap());
                for text in &texts {
                    for (at, _) in text.char_indices() {
                        let [plain, merged] = dfas.each_ref().map(|dfa| {
                            let mut ends = Vec::new();
                            (dfa.run(text, at, &mut ends), ends)
                        });
                        prop_assert_eq!(plain, merged, "{} at {}", text, at);
                    }
                }
            }
        }
    }
}
