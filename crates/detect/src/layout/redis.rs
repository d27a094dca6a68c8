//! Hashes in commands of Redis, as its monitor prints them: each argument in quotes, names and values in turn behind the key.
//!
//! ```text
//! 1711555120.310042 [0 10.0.0.7:40312] "HSET" "sess:7" "user" "jdoe" "ssn" "078-05-1120"
//! ```
//!
//! Or in its answers, each of them on a line of its own behind its number:
//!
//! ```text
//! 1) "user"
//! 2) "jdoe"
//! ```

use std::ops::Range;

use super::{Cell, Names, html::merge, literals::Places, table::is_name};
use crate::text::line;

/// The ends of commands, and the beginning of an answer: the literals that [`read`] takes the places of.
pub const LITERALS: [&str; 3] = ["SET\" ", "set\" ", ANSWER];
const ANSWER: &str = "1) \"";
/// Commands that set members of a hash.
const COMMANDS: [&str; 4] = ["\"HSET\" ", "\"HMSET\" ", "\"hset\" ", "\"hmset\" "];
/// Longest command, in bytes, and most members.
const LONGEST: usize = 2048;
const MOST: usize = 32;

/// Adds the values of hashes in `text`, by place.
pub fn read(text: &str, places: &Places, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let mut cells = Vec::new();
    for end in LITERALS.iter().filter(|literal| **literal != ANSWER).flat_map(|end| places.find(end)).map(|at| at.end) {
        if COMMANDS.iter().any(|command| text[..end].ends_with(command)) {
            members(text, end, names, &mut cells);
        }
    }
    for at in places.find(ANSWER).map(|place| place.start) {
        // Numbers of one digit stand below those of two: ` 1) "user"`.
        let blanks = text[..at].bytes().rev().take(2).take_while(|b| *b == b' ').count();
        if line::begins(text, at - blanks) {
            answer(text, at - blanks, names, &mut cells);
        }
    }
    cells.sort_by_key(|cell| cell.value.start);
    merge(found, cells);
}

/// Adds the members of the hash in the answer that begins at `at`.
fn answer(text: &str, at: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let mut next = at;
    // The argument on the line that begins at `next`, behind its number.
    let mut item = |number: usize| {
        let end = next + text.get(next..).map(|rest| line::behind(rest, 0, LONGEST).len())?;
        let quote = text.get(next..end)?.trim_start_matches(' ').strip_prefix(&format!("{number}) "))?;
        let (place, behind) = argument(text, end - quote.len(), end)?;
        next = behind + usize::from(text.get(behind..)?.starts_with('\r')) + 1;
        (behind == end).then_some(place)
    };
    for number in (1..=2 * MOST).step_by(2) {
        let (Some(name), Some(value)) = (item(number), item(number + 1)) else { return };
        if is_name(&text[name.clone()])
            && let Some(known) = names.look_up(&text[name.clone()])
            && !value.is_empty()
        {
            found.push(Cell { name, value, known: known.0 });
        }
    }
}

/// Adds the members of the hash whose key stands at `at`.
fn members(text: &str, at: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let end = at + line::behind(text, at, LONGEST).len();
    let Some((_, mut next)) = argument(text, at, end) else { return };
    for _ in 0..MOST {
        let Some((name, behind)) = argument(text, next, end) else { return };
        let Some((value, behind)) = argument(text, behind, end) else { return };
        if is_name(&text[name.clone()])
            && let Some(known) = names.look_up(&text[name.clone()])
            && !value.is_empty()
        {
            found.push(Cell { name, value, known: known.0 });
        }
        next = behind;
    }
}

/// The argument in quotes at `at`, and the place behind it and a blank; none from `end` on.
fn argument(text: &str, at: usize, end: usize) -> Option<(Range<usize>, usize)> {
    let inner = text.get(at..end)?.strip_prefix('"')?;
    let bytes = inner.as_bytes();
    let len = (0..bytes.len()).find(|&quote| bytes[quote] == b'"' && (quote == 0 || bytes[quote - 1] != b'\\'))?;
    let close = at + 1 + len + 1;
    Some((at + 1..at + 1 + len, close + usize::from(text.as_bytes().get(close) == Some(&b' '))))
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn hashes_have_names_and_values_in_turn() {
        for (text, expected) in [
            (r#"1.2 [0 10.0.0.7:5] "HSET" "sess:7" "hue" "X" "ssn" "7-8""#, vec![("ssn", "7-8")]),
            (r#""hmset" "ssn" "ssn" "7 \" 8" "hue""#, vec![("ssn", r#"7 \" 8"#)]),
            ("x\n1) \"hue\"\n2) \"X\"\n3) \"ssn\"\n4) \"7-8\"\n", vec![("ssn", "7-8")]),
            (" 1) \"hue\"\n 2) \"X\"\n 3) \"ssn\"\n 4) \"7-8\"\n", vec![("ssn", "7-8")]),
            ("1) \"ssn\"\n3) \"7-8\"\n", vec![]),
            ("1) \"hue\"\n2) \"ssn\"\n3) \"7-8\"\n", vec![]),
            (r#""GET" "ssn" "7""#, vec![]),
            (r#""HSET" "ssn"#, vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
