//! Positions: the places where replacements must stand if nothing but masking happened to the texts.

use std::ops::Range;

use super::map::MapEntry;
use masquerade_detect::text::{Unit, UnitCursor};

/// The place of a replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Bytes of the masked text.
    pub(super) range: Range<usize>,
    /// The index of its entry in the map.
    pub(super) entry: usize,
}

/// The place of every entry, by text and in order; `None` unless all entries have positions and all replacements stand
/// where these imply.
pub(super) fn places(texts: &[&str], map: &[MapEntry<'_>], unit: Unit) -> Option<Vec<Vec<Place>>> {
    let mut order = Vec::with_capacity(map.len());
    for (index, entry) in map.iter().enumerate() {
        let position = entry.position?;
        order.push((position.text_index, position.start, position.end, index));
    }
    order.sort_unstable();
    let mut places = vec![Vec::new(); texts.len()];
    for group in order.chunk_by(|one, other| one.0 == other.0) {
        let &(text_index, ..) = group.first()?;
        let entries = group.iter().map(|&(.., index)| index);
        *places.get_mut(text_index)? = places_in(texts.get(text_index)?, map, entries, unit)?;
    }
    Some(places)
}

fn places_in(text: &str, map: &[MapEntry<'_>], entries: impl Iterator<Item = usize>, unit: Unit) -> Option<Vec<Place>> {
    let mut cursor = UnitCursor::new(text, unit);
    let mut places = Vec::new();
    // The ends of what is dealt with in the original and in the masked text, both in `unit`.
    let (mut original_at, mut masked_at) = (0, 0_usize);
    let mut length = None;
    for index in entries {
        let entry = map.get(index)?;
        let position = entry.position?;
        let gap = position.start.checked_sub(original_at)?;
        if position.end.checked_sub(position.start)? != unit.count(entry.original) {
            return None;
        }
        let start = cursor.byte_at(masked_at.checked_add(gap)?)?;
        let range = start..start + entry.replacement.len();
        if text.get(range.clone())? != entry.replacement {
            return None;
        }
        masked_at = masked_at + gap + unit.count(entry.replacement);
        original_at = position.end;
        length = length.or(position.text_length);
        places.push(Place { range, entry: index });
    }
    let end = cursor.byte_at(masked_at)?;
    if let Some(length) = length
        && length.checked_sub(original_at)? != unit.count(text.get(end..)?)
    {
        return None;
    }
    Some(places)
}
