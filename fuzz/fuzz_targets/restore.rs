//! RestoreSettings with arbitrary maps and texts, tolerant or not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use masquerade::{anonymize::restore::{MapEntry, Position}, engine::RestoreSettings};
use masquerade_detect::text::Unit;
use masquerade_fuzz::{INSTANCE, now};

/// Separates the parts of an input.
const SEPARATOR: char = '\u{1f}';

/// Small enough to be reached.
const MAX_BYTES: usize = 1 << 16;

fuzz_target!(|data: &[u8]| {
    let Some((&flags, rest)) = data.split_first() else { return };
    let Ok(rest) = std::str::from_utf8(rest) else { return };
    let parts: Vec<&str> = rest.split(SEPARATOR).collect();
    let (texts, pairs) = parts.split_at(parts.len().min(1 + usize::from(flags & 3)));
    let unit = Unit::ALL[usize::from(flags >> 2) % Unit::ALL.len()];
    let tolerant = flags & 0x40 != 0;
    let map: Vec<_> = pairs.chunks(3).filter_map(|pair| entry(pair, flags & 0x80 != 0)).collect();
    let how = RestoreSettings { unit, tolerant, restorable: None, max_bytes: MAX_BYTES };
    let Ok(done) = now(INSTANCE.engine.restore(texts, &map, &INSTANCE.owner, how)) else { return };
    assert_eq!(done.texts.len(), texts.len());
    assert!(done.unresolved.len() <= done.unresolved_count);
    assert!(done.texts.iter().map(|text| text.len()).sum::<usize>() <= MAX_BYTES.max(rest.len()));
    let is_untouched = texts.iter().zip(&done.texts).all(|(text, restored)| text == restored);
    assert!(is_untouched || done.restored > 0, "something changed, and nothing was restored");
});

/// Original, replacement and three numbers: text, start and end.
fn entry<'d>(pair: &[&'d str], placed: bool) -> Option<MapEntry<'d>> {
    let [original, replacement, place] = *pair else { return None };
    let mut numbers = place.bytes().map(usize::from);
    let mut position = || {
        let (text_index, start, end) = (numbers.next()?, numbers.next()?, numbers.next()?);
        Some(Position { text_index, start, end, text_length: numbers.next() })
    };
    let position = if placed { position() } else { None };
    Some(MapEntry { original, replacement, position })
}
