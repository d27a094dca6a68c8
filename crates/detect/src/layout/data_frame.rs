//! Data frames: tables as R and pandas print them, in columns that only share their place, behind a header without a name
//! for the numbers of rows.
//!
//! ```text
//!             name       ssn  age
//! 0  Ann Sample Li 078051120   41
//! 1      Bob Marsh 219099999    7
//! ```
//!
//! Julia draws a bar behind the numbers, and prints types below the header.
//!
//! Columns are parted by one blank now and then, so the columns of characters that are blank in the header and in all rows part
//! them. Reading is linear: the first rows decide, and later ones have to fit.

use std::ops::Range;

use super::{
    Cell, Known, Names,
    cells::{Separator, cut},
    has_known,
    table::is_name,
    trimmed,
};
use crate::text::{line, place_of};

/// The rows by which columns are told.
const SAMPLE: usize = 16;
/// Longest line, in bytes, and most columns.
const MAX_LINE: usize = 1024;
const MAX_COLUMNS: usize = 64;
/// The bar that Julia draws behind the numbers of rows, below their name.
const BAR: char = '│';
const BAR_HEAD: &str = "Row";

/// Adds the cells of named columns of the frame whose header is `line`, and returns the place behind the last row; `None` if it
/// heads no frame.
pub fn read(text: &str, line: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    let content = text.get(line.clone())?;
    if !content.starts_with(' ') || line.len() > MAX_LINE {
        return None;
    }
    // A frame that is too wide goes on below.
    let head = line.start..line.start + content.trim_end().trim_end_matches('\\').len();
    let first = if content.contains(BAR) { behind_types(text, line.end + 1) } else { line.end + 1 };
    let rows = || Rows { text, at: first };
    rows().next()?;
    let sample: Vec<_> = rows().take(SAMPLE).collect();
    let header = Line::new(text, &head);
    let Some(columns) = columns(text, &header, &sample) else {
        return read_by_number(text, &head, rows(), names, found);
    };
    let known: Vec<Option<(Range<usize>, Option<Known>)>> = columns
        .iter()
        .map(|column| {
            let place = header.place(column)?;
            Some((place.clone(), names.look_up(text.get(place)?)))
        })
        .collect();
    if !has_known(&known) {
        return None;
    }
    let mut end = line.end + 1;
    for row in rows() {
        let cells = Line::new(text, &row);
        if !cells.fits(&columns) {
            break;
        }
        for (column, name) in columns.iter().zip(&known) {
            if let (Some((name, known)), Some(value)) = (name, cells.place(column)) {
                found.push(Cell { name: name.clone(), value, known: known.and_then(|known| known.0) });
            }
        }
        end = row.end + 1;
    }
    Some(end)
}

/// The place behind the types of columns and the rule that Julia prints below its header.
fn behind_types(text: &str, at: usize) -> usize {
    /// Most such lines.
    const MOST: usize = 2;
    let is_head = |line: &str| line.trim_start().starts_with([BAR, '─']);
    let mut at = at;
    for _ in 0..MOST {
        let line = line::row(text, at.min(text.len()));
        if !text.get(line.clone()).is_some_and(is_head) {
            break;
        }
        at = line.end + 1;
    }
    at
}

/// Reads a frame whose cells do not stand below their names, as after a change of blanks or in letters of other widths: as many
/// cells as names, of which no one has a blank.
fn read_by_number(
    text: &str,
    head: &Range<usize>,
    rows: Rows<'_>,
    names: &mut Names<'_>,
    found: &mut Vec<Cell>,
) -> Option<usize> {
    /// Fewest columns.
    const FEWEST: usize = 3;
    let words: Vec<&str> = text.get(head.clone())?.split_ascii_whitespace().collect();
    if !(FEWEST..=MAX_COLUMNS).contains(&words.len()) || !words.iter().all(|word| is_name(word)) {
        return None;
    }
    let known: Vec<_> = words.iter().map(|word| Some((place_of(text, word)?, names.look_up(word)))).collect();
    let (mut cells, mut end) = (Vec::new(), None);
    for row in rows.take_while(|_| has_known(&known)) {
        cut(text, row.start, Separator::Blanks, &mut cells)?;
        // The number of the row, with one blank behind it or more.
        let index = cells.first_mut()?;
        match text.get(index.clone())?.find(' ') {
            Some(len) => *index = trimmed(text, index.start + len..index.end, &[]),
            None => drop(cells.remove(0)),
        }
        if cells.len() != words.len() {
            break;
        }
        for (name, value) in known.iter().zip(&cells) {
            if let Some((name, known)) = name {
                found.push(Cell { name: name.clone(), value: value.clone(), known: known.and_then(|known| known.0) });
            }
        }
        end = Some(row.end + 1);
    }
    end
}

/// The lines from a place on that begin with the number of a row.
struct Rows<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Rows<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.text.len() {
            return None;
        }
        let row = line::row(self.text, self.at);
        let content = self.text.get(row.clone())?;
        let number = content.trim_start_matches(' ').split(' ').next()?;
        let is_row = row.len() <= MAX_LINE && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        self.at = row.end + 1;
        is_row.then_some(row)
    }
}

/// A line, with the places of its characters.
struct Line<'a> {
    text: &'a str,
    line: Range<usize>,
    /// The byte at which each character begins.
    starts: Vec<usize>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, line: &Range<usize>) -> Self {
        let content = text.get(line.clone()).unwrap_or_default();
        Self { text, line: line.clone(), starts: content.char_indices().map(|(at, _)| line.start + at).collect() }
    }

    /// The place of the character of index `at`, or the end of the line.
    fn start(&self, at: usize) -> usize {
        self.starts.get(at).copied().unwrap_or(self.line.end)
    }

    /// Reports whether the character of index `at` is a blank, or the line has none there.
    fn is_blank(&self, at: usize) -> bool {
        self.starts.get(at).is_none_or(|start| self.text[*start..].starts_with(is_gap))
    }

    /// The place of what stands in a column, without blanks; `None` if nothing does.
    fn place(&self, column: &Range<usize>) -> Option<Range<usize>> {
        let place = trimmed(self.text, self.start(column.start)..self.start(column.end), &[]);
        (!place.is_empty()).then_some(place)
    }

    /// Reports whether no cell reaches over the edges of its column.
    fn fits(&self, columns: &[Range<usize>]) -> bool {
        columns.iter().all(|column| self.is_blank(column.start.wrapping_sub(1)) && self.is_blank(column.end))
    }
}

/// Reports whether a character may part columns.
fn is_gap(c: char) -> bool {
    c.is_ascii_whitespace() || c == BAR
}

/// The named columns, in characters; `None` if the first rows do not share them with the header.
fn columns(text: &str, header: &Line<'_>, rows: &[Range<usize>]) -> Option<Vec<Range<usize>>> {
    let lines = std::iter::once(&header.line).chain(rows).filter_map(|line| text.get(line.clone()));
    let mut filled = Vec::new();
    for line in lines {
        for (at, character) in line.chars().enumerate() {
            if at >= filled.len() {
                filled.resize(at + 1, false);
            }
            filled[at] |= !is_gap(character);
        }
    }
    let mut parts: Vec<Range<usize>> = Vec::new();
    for at in (0..filled.len()).filter(|at| filled[*at]) {
        match parts.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => parts.push(at..at + 1),
        }
    }
    // The numbers of rows have no name.
    let (index, parts) = parts.split_first()?;
    if header.place(index).is_some_and(|name| header.text.get(name) != Some(BAR_HEAD)) {
        return None;
    }
    named(header, parts)
}

/// The columns with a name. A part without one belongs to the nearer of its neighbours, and to the one behind it where both
/// are as near, since numbers and most words end where their column does.
fn named(header: &Line<'_>, parts: &[Range<usize>]) -> Option<Vec<Range<usize>>> {
    let mut columns: Vec<Range<usize>> = Vec::new();
    let mut open: Option<usize> = None;
    for (at, part) in parts.iter().enumerate() {
        if let Some(name) = header.place(part) {
            header.text.get(name).filter(|name| is_name(name))?;
            columns.push(open.take().unwrap_or(part.start)..part.end);
            continue;
        }
        let before = columns.last().map_or(usize::MAX, |last| part.start - last.end);
        let behind = parts.get(at + 1).map_or(usize::MAX, |next| next.start - part.end);
        match columns.last_mut() {
            Some(last) if before < behind && open.is_none() => last.end = part.end,
            _ => open = open.or(Some(part.start)),
        }
    }
    let is_frame = (2..=MAX_COLUMNS).contains(&columns.len()) && open.is_none();
    is_frame.then_some(columns)
}
