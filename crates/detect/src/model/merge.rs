//! [`with_persons`]: persons that rules tell, merged into the mentions of the models in one pass, since hostile texts have many of
//! both.

use masquerade_ner::{Mention, Type};

use super::place::Place;
use crate::text::Span;

/// `named` with a person at each span of `persons`; both are in order. `settle` is asked for each of them with the mentions that
/// it overlaps: it returns the presence and the place of the person, which then stands instead of these, or `None` if they stay.
pub fn with_persons<T>(
    named: Vec<(Mention, Place)>,
    persons: impl IntoIterator<Item = (Span, T)>,
    mut settle: impl FnMut(Span, T, &[(Mention, Place)]) -> Option<(f32, Place)>,
) -> Vec<(Mention, Place)> {
    let mut all: Vec<(Mention, Place)> = Vec::with_capacity(named.len());
    let mut rest = named.into_iter().peekable();
    for (span, told) in persons {
        all.extend(std::iter::from_fn(|| rest.next_if(|(mention, _)| mention.span.end() <= span.start())));
        // The one before may reach into this one.
        let mut overlapped = Vec::from_iter(all.pop_if(|(mention, _)| mention.span.end() > span.start()));
        overlapped.extend(std::iter::from_fn(|| rest.next_if(|(mention, _)| mention.span.start() < span.end())));
        match settle(span, told, &overlapped) {
            Some((presence, place)) => {
                let mention = Mention { span, kind: Type::Person, presence, confidence: presence, alternative: None };
                all.push((mention, place));
            }
            None => all.append(&mut overlapped),
        }
    }
    all.extend(rest);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_stands_beside_other_mentions_or_instead_of_them() {
        let text = "0123456789";
        let span = |(start, end): (usize, usize)| Span::new(text, start..end).unwrap();
        let named = |places: &[(usize, usize)]| {
            let mention = |place: &(usize, usize)| Mention {
                span: span(*place),
                kind: Type::Location,
                presence: 0.5,
                confidence: 0.5,
                alternative: None,
            };
            places.iter().map(|place| (mention(place), Place::Prose)).collect::<Vec<_>>()
        };
        for (mentions, persons, wins, expected) in [
            (vec![], vec![(1, 2)], false, vec![(1, 2)]),
            (vec![(0, 1), (4, 5)], vec![(2, 3), (7, 8)], false, vec![(0, 1), (2, 3), (4, 5), (7, 8)]),
            (vec![(0, 4), (5, 6)], vec![(3, 5)], true, vec![(3, 5), (5, 6)]),
            (vec![(0, 4), (5, 6)], vec![(3, 6)], true, vec![(3, 6)]),
            (vec![(0, 4), (5, 6)], vec![(3, 6)], false, vec![(0, 4), (5, 6)]),
            // It reaches into the second person, too.
            (vec![(0, 6)], vec![(1, 2), (4, 5)], false, vec![(0, 6)]),
            (vec![], vec![(1, 3), (1, 3), (5, 6)], false, vec![(1, 3), (5, 6)]),
        ] {
            let persons = persons.into_iter().map(|place| (span(place), ()));
            let settle =
                |_, (), overlapped: &[(Mention, Place)]| (wins || overlapped.is_empty()).then_some((0.8, Place::Prose));
            let found = with_persons(named(&mentions), persons, settle);
            let places: Vec<_> = found.iter().map(|(mention, _)| (mention.span.start(), mention.span.end())).collect();
            assert_eq!(places, expected);
        }
    }
}
