//! Search for byte strings by prefix.

use std::ops::Range;

/// The part of `range` of `sorted`, whose items agree in their first `length` bytes, that goes on with `byte`.
pub(super) fn narrow<T>(
    sorted: &[T],
    range: Range<usize>,
    length: usize,
    byte: u8,
    bytes: impl Fn(&T) -> &[u8],
) -> Range<usize> {
    let within = &sorted[range.clone()];
    // What ends here comes first, as `None` does.
    let start = within.partition_point(|item| bytes(item).get(length).copied() < Some(byte));
    let count = within[start..].partition_point(|item| bytes(item).get(length).copied() == Some(byte));
    range.start + start..range.start + start + count
}
