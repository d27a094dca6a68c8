//! [`Explained`]: the places of a text that finds explain already.

use std::ops::Range;

use crate::overlap::Hypothesis;

/// The places that finds explain.
pub struct Explained {
    /// Where they start, ascending, and the greatest end of those up to there.
    places: Vec<(usize, usize)>,
}

impl Explained {
    /// The places of those of `hypotheses` that `explains`.
    pub fn new(hypotheses: &[Hypothesis], explains: impl Fn(&Hypothesis) -> bool) -> Self {
        let finds = hypotheses.iter().filter(|find| explains(find));
        let mut places: Vec<_> = finds.map(|find| (find.span.start(), find.span.end())).collect();
        places.sort_unstable();
        let mut greatest = 0;
        for (_, end) in &mut places {
            greatest = greatest.max(*end);
            *end = greatest;
        }
        Self { places }
    }

    /// Reports whether one of them overlaps `place`.
    pub fn overlaps(&self, place: &Range<usize>) -> bool {
        let before = self.places.partition_point(|(start, _)| *start < place.end);
        self.places[..before].last().is_some_and(|(_, end)| *end > place.start)
    }
}
