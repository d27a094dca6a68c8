//! Lists of cells of a spreadsheet, by their names: `B1: Phone`, `B2: 555-0142`. The name of a value stands in the cell on its
//! left, or at the head of its column.

use std::ops::Range;

use super::{Cell, Names, table, trimmed};
use crate::text::line;

/// Most columns of a sheet that are named.
const MAX_NAMED: usize = 64;
/// Most letters and digits of the name of a cell.
const MAX_COLUMN: usize = 2;
const MAX_ROW: usize = 5;

/// A cell that holds the name of values, and the number of its patterns.
struct Label {
    column: u32,
    row: u32,
    place: Range<usize>,
    known: usize,
    /// True if its value stands beside it, so that it heads no column.
    is_of_row: bool,
}

/// The column and the row of the cell that `name` is, perhaps in quotes: `B12`.
pub(super) fn cell_of(name: &[u8]) -> Option<(u32, u32)> {
    let name = name.trim_ascii();
    let name = name.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")).unwrap_or(name);
    let letters = name.iter().take(MAX_COLUMN + 1).take_while(|b| b.is_ascii_uppercase()).count();
    let (column, row) = name.split_at_checked(letters)?;
    let is_cell = (1..=MAX_COLUMN).contains(&letters)
        && (1..=MAX_ROW).contains(&row.len())
        && row[0] != b'0'
        && row.iter().all(u8::is_ascii_digit);
    let number = |part: &[u8], base: u32, first: u8| part.iter().fold(0, |sum, b| sum * base + u32::from(b - first));
    is_cell.then(|| (number(column, 27, b'A' - 1), number(row, 10, b'0')))
}

/// Adds the values of the cells that are listed from `line` on, and returns the place behind the list; as an error if none of
/// them has a name, so that nothing of it need be read as a list again.
pub fn read(text: &str, line: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Result<usize, usize> {
    let (from, mut at) = (found.len(), line.start);
    let (mut labels, mut behind, mut first): (Vec<Label>, usize, Option<u32>) = (Vec::new(), at, None);
    // A cell in the first row, and the place of a name that would make it a value.
    let mut doubtful: Option<(Cell, (u32, u32))> = None;
    while at < text.len() {
        let row = line::row(text, at);
        at = row.end + 1;
        let Some(((column, number), value)) = cell(text, &row) else {
            if text[row].trim().is_empty() && behind > line.start {
                continue;
            }
            break;
        };
        behind = at;
        first = first.or(Some(number));
        let content = text.get(value.clone()).unwrap_or_default();
        let name = Some(content).filter(|name| table::is_name(name) && !table::is_number(name));
        let known = name.and_then(|name| names.keys.of_whole_name(name));
        // The next name below: what stands beside the first one is its value.
        if let Some((cell, below)) = doubtful.take_if(|(_, below)| *below == (column, number))
            && name.is_some_and(|name| known.is_some() || names.contexts.knows(name, names.tokens))
        {
            labels.iter_mut().filter(|label| label.column == below.0).for_each(|label| label.is_of_row = true);
            found.push(cell);
        }
        if let Some(known) = known {
            labels.retain(|label| label.column != column);
            if labels.len() < MAX_NAMED {
                labels.push(Label { column, row: number, place: value, known, is_of_row: false });
            }
            continue;
        }
        if value.is_empty() {
            continue;
        }
        let beside = labels.iter().position(|label| label.row == number && label.column + 1 == column);
        let above = || labels.iter().position(|label| label.row < number && label.column == column && !label.is_of_row);
        let Some(label) = beside.or_else(above) else { continue };
        let cell = Cell { name: labels[label].place.clone(), value, known: Some(labels[label].known) };
        // The first row may be a header, whose other names are not known.
        let is_head = first == Some(number) && !content.contains(|c: char| c.is_ascii_digit() || c == '@');
        if is_head && beside.is_some() {
            doubtful = Some((cell, (column - 1, number + 1)));
            continue;
        }
        labels[label].is_of_row |= beside.is_some();
        found.push(cell);
    }
    if found.len() > from { Ok(behind) } else { Err(behind) }
}

/// The cell that a line lists, and the place of its contents.
fn cell(text: &str, row: &Range<usize>) -> Option<((u32, u32), Range<usize>)> {
    /// Longest name of a cell with the blanks and quotes around it, in bytes.
    const LONGEST: usize = 16;
    let content = text.get(row.clone())?;
    let sign = content.bytes().take(LONGEST).position(|b| matches!(b, b':' | b'='))?;
    let cell = cell_of(content.as_bytes().get(..sign)?)?;
    Some((cell, trimmed(text, row.start + sign + 1..row.end, &['"', '\'', ','])))
}
