//! Tables of wikis and of manuals, whose cells may stand on lines of their own: MediaWiki's, from `{|` to `|}`, and AsciiDoc's,
//! between lines of `|===`.

use std::ops::Range;

use super::{Cell, Known, Names, table::is_name, trimmed};
use crate::text::line;

/// Most columns of a table.
const MAX_COLUMNS: usize = 64;
/// The line around a table of AsciiDoc.
const FENCE: &str = "|===";

/// The name of a column and its place.
type Column = Option<(Range<usize>, Known)>;

/// Adds the cells of named columns of the table that `line` begins, and returns the place behind it; `None` if it begins none.
pub fn read(text: &str, line: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    let content = text.get(line.clone())?;
    if content.starts_with("{|") {
        return Some(read_media_wiki(text, line.end + 1, names, found));
    }
    (content.trim_end() == FENCE).then(|| read_ascii_doc(text, line.end + 1, names, found))?
}

/// Reads rows of `| a || b`, or of a cell to a line, behind `! Name !! Phone` and between lines of `|-`.
fn read_media_wiki(text: &str, from: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) -> usize {
    let (mut columns, mut column, mut at): (Vec<Column>, usize, usize) = (Vec::new(), 0, from);
    while at < text.len() {
        let row = line::row(text, at);
        at = row.end + 1;
        let content = text.get(row.clone()).unwrap_or_default();
        let is_head = content.starts_with('!');
        match content.as_bytes() {
            [b'|', b'}', ..] => break,
            [b'|', b'-', ..] => column = 0,
            [b'|', b'+', ..] => {}
            [b'|' | b'!', ..] => {
                let mut start = row.start + 1;
                for part in content[1..].split(if is_head { "!!" } else { "||" }) {
                    // Attributes stand before a bar of their own.
                    let bare = part.rsplit('|').next().unwrap_or(part);
                    let place = trimmed(text, start + part.len() - bare.len()..start + part.len(), &['\'']);
                    start += part.len() + "||".len();
                    if is_head && columns.len() < MAX_COLUMNS {
                        columns.push(name(text, place, names));
                    } else {
                        found.extend(cell(&columns, column, place));
                        column += 1;
                    }
                }
            }
            _ => {}
        }
    }
    at
}

/// Reads cells that each begin with a bar, as many to a row as the first line has.
fn read_ascii_doc(text: &str, from: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    let (mut columns, mut column, mut at): (Vec<Column>, usize, usize) = (Vec::new(), 0, from);
    while at < text.len() {
        let row = line::row(text, at);
        at = row.end + 1;
        let content = text.get(row.clone()).unwrap_or_default();
        if content.trim_end() == FENCE {
            return (!columns.is_empty()).then_some(at);
        }
        let is_head = columns.is_empty();
        let mut start = row.end;
        let mut parts: Vec<Range<usize>> = Vec::new();
        for part in content.rsplit('|') {
            start -= part.len();
            parts.push(trimmed(text, start..start + part.len(), &['*', '`', '_', '+']));
            start = start.saturating_sub(1);
        }
        // What stands before the first bar belongs to the cell above.
        parts.pop();
        for place in parts.into_iter().rev() {
            if is_head && columns.len() < MAX_COLUMNS {
                columns.push(name(text, place, names));
            } else {
                found.extend(cell(&columns, column, place));
                column = (column + 1) % columns.len();
            }
        }
        if is_head && columns.iter().all(Option::is_none) && !columns.is_empty() {
            return None;
        }
    }
    None
}

/// The name that stands at `place`, if it is known.
fn name(text: &str, place: Range<usize>, names: &mut Names<'_>) -> Column {
    let name = text.get(place.clone()).filter(|name| !name.is_empty() && is_name(name))?;
    Some((place, names.look_up(name)?))
}

/// The cell at `value` in a named column.
fn cell(columns: &[Column], column: usize, value: Range<usize>) -> Option<Cell> {
    let (name, known) = columns.get(column)?.clone()?;
    (!value.is_empty()).then_some(Cell { name, value, known: known.0 })
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn tables_of_wikis_are_read() {
        for (text, expected) in [
            (
                "{| class=\"x\"\n! Hue !! SSN\n|-\n| X || 7-8\n|-\n| Y\n| 8-9\n|}\n",
                vec![("SSN", "7-8"), ("SSN", "8-9")],
            ),
            ("{|\n! scope=\"col\" | Hue\n! SSN\n|-\n| style=\"y\" | X || z | 7\n|}", vec![("SSN", "7")]),
            ("|===\n|Hue |SSN\n\n|X\n|7-8\n\n|Y |8-9\n|===\n", vec![("SSN", "7-8"), ("SSN", "8-9")]),
            ("|===\n|Hue |Sum\n\n|X\n|7-8\n|===\n", vec![]),
            ("|===\n", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
