//! [`Explained`]: the places of a text that finds explain already.

use std::ops::Range;

use masquerade_ner::values::has_digit;

use crate::overlap::Hypothesis;

/// The places that finds explain.
pub struct Explained {
    /// Ascending, and apart from each other, each with the longest find in it.
    places: Vec<(Range<usize>, Hypothesis)>,
}

impl Explained {
    /// The places of those of `hypotheses` that `explains`.
    pub fn new(hypotheses: &[Hypothesis], explains: impl Fn(&Hypothesis) -> bool) -> Self {
        let mut finds: Vec<Hypothesis> = hypotheses.iter().filter(|find| explains(find)).copied().collect();
        finds.sort_by_key(|find| (find.span.start(), find.span.end()));
        let mut places: Vec<(Range<usize>, Hypothesis)> = Vec::with_capacity(finds.len());
        for find in finds {
            match places.last_mut() {
                Some((last, longest)) if find.span.start() < last.end => {
                    last.end = last.end.max(find.span.end());
                    if find.span.len() > longest.span.len() {
                        *longest = find;
                    }
                }
                _ => places.push((find.span.range(), find)),
            }
        }
        Self { places }
    }

    /// The find at the first of them that overlaps `place`, the longest one there.
    pub fn at(&self, place: &Range<usize>) -> Option<&Hypothesis> {
        self.over(place).next().map(|(_, find)| find)
    }

    /// Reports whether one of them overlaps `place`.
    pub fn overlaps(&self, place: &Range<usize>) -> bool {
        self.over(place).next().is_some()
    }

    /// The parts of `place` with a digit that they leave, from the first letter or digit of each to its last. What has none is the name of
    /// a number: `MRN 00418872`.
    pub fn gaps(&self, text: &str, place: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let ends = std::iter::once(place.start).chain(self.over(place).map(|(find, _)| find.end));
        let starts = self.over(place).map(|(find, _)| find.start).chain([place.end]);
        ends.zip(starts).filter_map(|(start, end)| {
            let gap = text.get(start..end)?;
            let kept = gap.trim_end_matches(|c: char| !c.is_alphanumeric());
            let start = start + kept.find(char::is_alphanumeric)?;
            has_digit(kept).then_some(start..end - (gap.len() - kept.len()))
        })
    }

    /// Those that overlap `place`.
    fn over(&self, place: &Range<usize>) -> impl Iterator<Item = &(Range<usize>, Hypothesis)> {
        let first = self.places.partition_point(|(find, _)| find.end <= place.start);
        let end = place.end;
        self.places[first..].iter().take_while(move |(find, _)| find.start < end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, entity::Label, recognizers::identity::record_numbers::ID_NUMBER_INFO, text::Span};

    #[test]
    fn what_is_left_of_a_place_is_told() {
        let text = "ab12 -345 6";
        let options = Options::new([Label::PERSON].into_iter().collect());
        let find = |place: Range<usize>| {
            let span = Span::new(text, place).unwrap();
            Hypothesis::of_rule(span, &ID_NUMBER_INFO, 0.9, &options)
        };
        let explained = Explained::new(&[find(6..9), find(2..3), find(2..4)], |_| true);
        assert_eq!(explained.at(&(0..5)).unwrap().span.range(), 2..4);
        assert!(explained.overlaps(&(3..5)) && !explained.overlaps(&(4..6)) && !explained.overlaps(&(9..11)));
        let gaps = |place| explained.gaps(text, &place).map(|gap| (gap.start, gap.end)).collect::<Vec<_>>();
        assert_eq!((gaps(2..9), gaps(7..8)), (vec![], vec![]));
        assert_eq!((gaps(0..9), gaps(6..11)), (vec![], vec![(10, 11)]));
        assert_eq!(gaps(0..7), []);
    }
}
