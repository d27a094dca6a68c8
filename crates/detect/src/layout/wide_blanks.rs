//! Names before blanks as wide as a sign of Chinese, as forms of Japan have them: `氏名　山田　太郎`, `住　所　　京都市…`.

use std::ops::Range;

use super::{Cell, MAX_NAME, Names, trimmed};
use crate::text::place_of;

/// The blank.
const BLANK: char = '\u{3000}';
/// Longest value, in bytes.
const MAX_VALUE: usize = 256;

/// Adds the values of `line` that stand behind such blanks and a known name, and returns the end of the line; `None` if it has
/// none.
pub fn read(text: &str, line: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    let from = found.len();
    // Two blanks part a value from the next name, or from its own.
    let parts = text.get(line.clone())?.split("\u{3000}\u{3000}").map(|part| part.trim_matches(is_blank));
    let mut named = None;
    for part in parts.filter(|part| !part.is_empty()) {
        let start = place_of(text, part).map_or(line.start, |place| place.start);
        let len = name_len(part);
        let name = start..start + len;
        let value = match named.take() {
            Some((name, known)) => Some((name, known, start..start + part.len())),
            None => {
                let known = text.get(name.clone()).and_then(|name| names.keys.of_whole_name(name));
                known.map(|known| (name.clone(), known, trimmed(text, name.end..start + part.len(), &[BLANK])))
            }
        };
        let Some((name, known, value)) = value else { continue };
        match value.len() {
            0 => named = Some((name, known)),
            1..=MAX_VALUE => found.push(Cell { name, value, known: Some(known) }),
            _ => {}
        }
    }
    (found.len() > from).then_some(line.end + 1)
}

fn is_blank(c: char) -> bool {
    c == BLANK || c.is_ascii_whitespace()
}

/// The length of the name that `part` begins with, up to a blank; blanks may part its signs: `氏　名　山田`.
fn name_len(part: &str) -> usize {
    let is_sign = |word: &str| word.chars().nth(1).is_none();
    let mut words = part.split(BLANK);
    let first = words.next().unwrap_or_default();
    let signs =
        if is_sign(first) { words.take_while(|word| is_sign(word) && !word.is_empty()) } else { return first.len() };
    signs.fold(first.len(), |len, sign| len + BLANK.len_utf8() + sign.len()).min(MAX_NAME)
}
