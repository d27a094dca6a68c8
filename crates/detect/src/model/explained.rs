//! [`Explained`]: the places of a text that finds explain already.

use std::ops::Range;

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

    /// Reports whether they leave no letter and no digit of `text` at `place`.
    pub fn cover(&self, text: &str, place: &Range<usize>) -> bool {
        let is_bare = |gap: Range<usize>| !text[gap].contains(char::is_alphanumeric);
        let mut at = place.start;
        self.over(place).all(|(find, _)| {
            let gap = at..find.start.max(at);
            at = find.end;
            is_bare(gap)
        }) && (at >= place.end || is_bare(at..place.end))
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
        assert!(explained.cover(text, &(2..9)) && explained.cover(text, &(7..8)));
        assert!(
            !explained.cover(text, &(0..9)) && !explained.cover(text, &(6..11)) && !explained.cover(text, &(10..11))
        );
    }
}
