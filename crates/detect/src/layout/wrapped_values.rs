//! Wrapped values: those behind a name and no sign but what they are wrapped in, or an arrow.
//!
//! ```text
//! our SSN is [078-05-1120], SSN **078-05-1120**, SSN « 078-05-1120 », SSN → 078-05-1120
//! ```
//!
//! A value that stands so looks like one, [`told`].

use std::ops::Range;

use super::{Cell, Names, html::merge};
use crate::{
    find_bounds::is_blank,
    keys::{ARTICLES, LINKS, bare_tag_len, told},
    text::{line, window},
};

/// What opens and closes around a value.
const WRAPPERS: [(&str, &str); 18] = [
    ("***", "***"),
    ("**", "**"),
    ("*", "*"),
    ("__", "__"),
    ("_", "_"),
    ("~~", "~~"),
    ("`", "`"),
    ("[", "]"),
    ("{", "}"),
    ("<", ">"),
    ("(", ")"),
    ("\"", "\""),
    ("'", "'"),
    ("„", "“"),
    ("“", "”"),
    ("«", "»"),
    ("‹", "›"),
    ("|", "|"),
];
/// Signs that lead from a name to its value, with a blank on each side.
const ARROWS: [&str; 11] = ["->", "=>", "→", "⇒", "➜", "➡", "➔", "»", "›", "•", "👉"];

/// Adds the wrapped values of `text` that stand behind a known name.
pub fn read(text: &str, names: &Names<'_>, found: &mut Vec<Cell>) {
    let bytes = text.as_bytes();
    let mut cells = Vec::new();
    let mut look = |at: usize| {
        // Most of these signs stand behind no blank, or before one.
        if at > 1 && matches!(bytes[at - 1], b' ' | 0xA0) {
            cells.extend(wrapped(text, at, names).or_else(|| pointed(text, at, names)));
        } else if at > 1 && matches!(bytes[at..], [0xC2, 0xA0, ..] | [0xE2, 0x80, 0xAF, ..]) {
            cells.extend(spaced(text, at, names));
        }
    };
    memchr::memchr3_iter(b'[', b'{', b'<', bytes).for_each(&mut look);
    let is_closing =
        |at: &usize| *at > 1 && (bytes[at - 1].is_ascii_alphanumeric() || matches!(bytes[at - 1], b'.' | b'#'));
    memchr::memchr3_iter(b'*', b'`', b'~', bytes).for_each(&mut look);
    memchr::memchr3_iter(b'"', b'(', b'\'', bytes).for_each(&mut look);
    memchr::memchr2_iter(b'|', b'_', bytes).for_each(&mut look);
    memchr::memchr3_iter(0xC2, 0xE2, 0xF0, bytes).for_each(&mut look);
    memchr::memchr_iter(b'>', bytes).filter_map(|at| at.checked_sub(1)).for_each(&mut look);
    cells.extend(memchr::memchr_iter(b'<', bytes).filter(is_closing).filter_map(|at| between_tags(text, at, names)));
    cells.sort_by_key(|cell: &Cell| cell.value.start);
    cells.dedup_by(|next, kept| next.value.start < kept.value.end);
    // What is read by its place is read better.
    cells.retain(|cell| {
        let before = found.partition_point(|other| other.value.start < cell.value.end);
        before.checked_sub(1).is_none_or(|other| found[other].value.end <= cell.value.start)
    });
    merge(found, cells);
}

/// The value in the wrapper that opens at `at`.
fn wrapped(text: &str, at: usize, names: &Names<'_>) -> Option<Cell> {
    let rest = text.get(at..)?;
    let (open, close) = WRAPPERS.into_iter().find(|(open, _)| rest.starts_with(open))?;
    let inner = rest[open.len()..].trim_start_matches(|c| open == "«" && is_blank(c));
    let value = told(text, at + rest.len() - inner.len())?;
    let behind = text[value.end..].trim_start_matches(|c| open == "«" && is_blank(c));
    // A mark of emphasis belongs to no value.
    let found = behind.starts_with(close).then(|| cell(text, at, value, names))??;
    // Messages quote the names of things: `secret "web-tls-7f9c5" not found`.
    let is_linked = text[found.name.end..at].trim() != "" || is_of_code(&text[found.name.clone()]);
    (is_linked || !matches!(open, "\"" | "'")).then_some(found)
}

/// Reports whether the last word of `name` is written as names of code and abbreviations are: `member_id`, `memberId`, `MRN`.
fn is_of_code(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default();
    last.contains('_') || last.chars().skip(1).any(|c| c.is_ascii_uppercase())
}

/// The value between the tags that begin at `at`, behind a text that is a name and nothing else: `<p>SSN<br>078-05-1120</p>`.
fn between_tags(text: &str, at: usize, names: &Names<'_>) -> Option<Cell> {
    /// Longest tags, in bytes.
    const LONGEST: usize = 160;
    /// Most tags.
    const MOST: usize = 4;
    if !matches!(text.as_bytes().get(at + 1..at + 3), Some([b'/', _] | [b'b' | b'B', b'r' | b'R'])) {
        return None;
    }
    let near = window::behind(text, at, LONGEST);
    let mut rest = near;
    for _ in 0..MOST {
        let Some(len) = bare_tag_len(rest) else { break };
        rest = rest[len..].trim_start();
    }
    let start = at + near.len() - rest.len();
    let value = told(text, start).filter(|value| start > at && text[value.end..].starts_with('<'))?;
    let head = line::before(text, at, LONGEST);
    let name = at - (head.len() - head.rfind('>')? - 1)..at;
    let known = names.keys.of_whole_name(&text[name.clone()])?;
    Some(Cell { name, value, known: Some(known) })
}

/// The value behind the wide or hard blank at `at`, if it is behind a word for "is" or behind a name and nothing else.
fn spaced(text: &str, at: usize, names: &Names<'_>) -> Option<Cell> {
    let behind = text.get(at..)?.trim_start_matches(is_blank);
    let value = told(text, text.len() - behind.len())?;
    let found = cell(text, at, value, names)?;
    let name = &text[found.name.clone()];
    (found.name.end < at || names.keys.of_whole_name(name) == found.known).then_some(found)
}

/// The value behind the arrow at `at`.
fn pointed(text: &str, at: usize, names: &Names<'_>) -> Option<Cell> {
    let rest = text.get(at..)?;
    let arrow = ARROWS.into_iter().find(|arrow| rest.starts_with(arrow))?;
    let behind = rest[arrow.len()..].strip_prefix(' ')?.trim_start_matches(['`', '"', '*']);
    cell(text, at, told(text, text.len() - behind.len())?, names)
}

/// Reports whether a word of a name is cut short before its full stop: `Kundennr.`.
fn is_abbreviation(word: &str) -> bool {
    ["nr", "no", "num", "tel", "id"].iter().any(|end| word.ends_with(end))
}

/// The cell of `value`, if the words before `at` end with its name.
fn cell(text: &str, at: usize, value: Range<usize>, names: &Names<'_>) -> Option<Cell> {
    let name = name_before(text, at)?;
    let known = names.keys.of_name(&text[name.clone()])?;
    Some(Cell { name, value, known: Some(known) })
}

/// The place of the words before `at` that may be a name, without a word for "is" and an article behind it.
fn name_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest words, in bytes.
    const LONGEST: usize = 64;
    let head = line::before(text, at, LONGEST);
    let start = at - head.len();
    let part = window::before(head, head.len(), LONGEST);
    let cut =
        part.rfind([',', ';', ':', '(', ')', '"', '|', '=', '[', ']', '{', '}', '<', '>']).map_or(0, |sign| sign + 1);
    let part = part.get(cut..).unwrap_or_default();
    let bare = part.trim_end_matches(is_blank);
    let last = |words: &str, list: &[&str]| {
        let (before, last) = words.rsplit_once(' ')?;
        list.contains(&last).then_some(before.len())
    };
    let articled = last(bare, &ARTICLES).map(|len| &bare[..len]).filter(|words| last(words, &LINKS).is_some());
    let words = articled.unwrap_or(bare);
    let words = last(words, &LINKS).map_or(words, |len| &words[..len]).trim_end_matches(is_blank);
    let is_sentence = words
        .strip_suffix('.')
        .is_some_and(|words| words.rsplit(' ').next().is_some_and(|word| word.len() > 4 && !is_abbreviation(word)));
    let begin = start + cut;
    // `for c in "123456789"` is no CIN.
    (!words.is_empty() && !is_sentence && !words.ends_with(" in")).then_some(begin..begin + words.len())
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn values_are_wrapped_behind_names() {
        for (text, expected) in [
            ("our SSN is [078-05-1120].", vec![("our SSN", "078-05-1120")]),
            ("SSN **078 05 1120** ok", vec![("SSN", "078 05 1120")]),
            ("Mein Konto, die SSN lautet „078-05-1120“", vec![(" die SSN", "078-05-1120")]),
            ("mon SSN est le « 078-05-1120 »", vec![("mon SSN", "078-05-1120")]),
            ("SSN ~~078-05-1120~~, SSN __7-80__", vec![("SSN", "078-05-1120"), (" SSN", "7-80")]),
            ("SSN -> 078-05-1120\nSSN 👉 7-80", vec![("SSN", "078-05-1120"), ("SSN", "7-80")]),
            ("SSN [see below] SSN [078-05", vec![]),
            ("hue [078-05-1120]", vec![]),
            ("an SSN. [078-05-1120]", vec![("an SSN.", "078-05-1120")]),
            ("about numbers. [078-05-1120]", vec![]),
            ("SSN -> next", vec![]),
            (
                "my SSN is\u{a0}7-80, SSN\u{202f}7-80, a page of SSN\u{a0}7-80",
                vec![("my SSN", "7-80"), (" SSN", "7-80")],
            ),
            ("<p>SSN<br/>078-05-1120</p>", vec![("SSN", "078-05-1120")]),
            ("<i>SSN</i> <b>078-05-1120</b> <p>no SSN<br>7-80</p>", vec![("SSN", "078-05-1120")]),
            ("ssn \"078-05-1120\" not found, SSN \"078-05-1120\"", vec![(" SSN", "078-05-1120")]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
