//! The cells of a line: the parts between its separators, without blanks and quotes.

use std::ops::Range;

use crate::text::line;
use memchr::memchr;

/// A separator of the cells of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// An ASCII sign. Cells may be quoted as in CSV (RFC 4180). With `&` a row is one of LaTeX.
    Quoted(u8),
    /// A bar, as in Markdown and in drawn tables.
    Bar(&'static str),
    /// Two blanks or more.
    Blanks,
}

/// Longest quoted cell, in bytes.
const MAX_QUOTED: usize = 4096;
/// Most cells of a line.
const MAX_CELLS: usize = 256;

impl Separator {
    /// The place of the first separator in `text`.
    pub fn first(self, text: &str) -> Option<usize> {
        match self {
            Self::Quoted(sign) => memchr(sign, text.as_bytes()),
            Self::Bar(bar) => text.find(bar),
            Self::Blanks => text.trim_start().find("  ").map(|at| at + (text.len() - text.trim_start().len())),
        }
    }
}

/// The place behind the signs with which mail quotes the line at `at`, `> > `.
pub fn behind_mail_quote(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let len = rest.bytes().take_while(|b| matches!(b, b'>' | b' ')).count();
    if rest.starts_with('>') && rest[..len].ends_with(' ') { at + len } else { at }
}

/// Cuts the record of `text` that begins at `at` into cells, and returns its end: the end of its line, or of the last line
/// that a quoted cell reaches into. `None` if a quote is never closed or the cells are too many.
pub fn cut(text: &str, at: usize, separator: Separator, cells: &mut Vec<Range<usize>>) -> Option<usize> {
    cells.clear();
    let mut start = at;
    loop {
        let (cell, next) = match separator {
            Separator::Quoted(sign) => quoted_cell(text, start, sign)?,
            Separator::Bar(bar) => bar_cell(text, start, bar),
            Separator::Blanks => blank_cell(text, start),
        };
        cells.push(cell);
        match next {
            Next::Cell(at) if cells.len() < MAX_CELLS => start = at,
            Next::Cell(_) => return None,
            Next::End(end) => return Some(end),
        }
    }
}

/// The continuation of a line behind a cell.
enum Next {
    /// The start of another cell.
    Cell(usize),
    /// The end of the line.
    End(usize),
}

/// A cell as RFC 4180 writes it, or one without quotes.
fn quoted_cell(text: &str, start: usize, sign: u8) -> Option<(Range<usize>, Next)> {
    let bytes = text.as_bytes();
    let blanks = bytes.get(start..)?.iter().take_while(|b| **b == b' ').count();
    let open = start + blanks;
    let quote = bytes.get(open).copied().filter(|quote| matches!(quote, b'"' | b'\''));
    let Some(quote) = quote else { return plain_cell(text, start, sign) };
    let limit = (open + MAX_QUOTED).min(bytes.len());
    // An apostrophe may begin a word, too: such a cell ends on its line.
    let limit = if quote == b'"' { limit } else { limit.min(line::row(text, open).end + 1).min(bytes.len()) };
    let mut at = open + 1;
    loop {
        let close = match memchr(quote, bytes.get(at..limit)?) {
            Some(len) => at + len,
            None if quote == b'"' => return None,
            None => return plain_cell(text, start, sign),
        };
        if bytes.get(close + 1) == Some(&quote) {
            at = close + 2;
            continue;
        }
        let rest = bytes.get(close + 1..)?;
        let behind = close + 1 + rest.iter().take_while(|b| matches!(b, b' ' | b'\r')).count();
        return match bytes.get(behind) {
            None | Some(b'\n') => Some((open + 1..close, Next::End(behind))),
            Some(next) if *next == sign => Some((open + 1..close, Next::Cell(behind + 1))),
            // A quote that belongs to the text.
            Some(_) => plain_cell(text, start, sign),
        };
    }
}

fn plain_cell(text: &str, start: usize, sign: u8) -> Option<(Range<usize>, Next)> {
    let rest = text.as_bytes().get(start..)?;
    let end = start + memchr::memchr2(sign, b'\n', rest).unwrap_or(rest.len());
    let next = if text.as_bytes().get(end) == Some(&sign) { Next::Cell(end + 1) } else { Next::End(end) };
    // A row of LaTeX ends before its line does.
    let row = rest.get(..end - start).filter(|_| sign == b'&').and_then(|cell| memchr::memmem::find(cell, b"\\\\"));
    Some((super::trimmed(text, start..row.map_or(end, |len| start + len), &[]), next))
}

fn bar_cell(text: &str, start: usize, bar: &str) -> (Range<usize>, Next) {
    let line = line::row(text, start);
    let mut from = start;
    // Polars draws a thinner bar between cells than around them.
    let inner = if bar == "│" { "┆" } else { bar };
    while let Some(len) = text.get(from..line.end).and_then(|rest| first_of(rest, bar, inner)) {
        let at = from + len;
        from = at + bar.len();
        // Markdown writes a bar within a cell with a backslash before it.
        if text.as_bytes().get(at.wrapping_sub(1)) != Some(&b'\\') {
            return (unmarked(text, start..at), Next::Cell(from));
        }
    }
    (unmarked(text, start..line.end), Next::End(line.end))
}

/// The cell at `range` without the blanks and the marks of emphasis and of code around it: `` `x` ``, `**x**`.
fn unmarked(text: &str, range: Range<usize>) -> Range<usize> {
    const MARKS: [&str; 3] = ["`", "**", "~~"];
    let cell = super::trimmed(text, range, &[]);
    let inner = |mark: &&str| text[cell.clone()].strip_prefix(*mark)?.strip_suffix(*mark).map(str::len);
    let marked = MARKS.iter().find_map(|mark| Some((mark.len(), inner(mark).filter(|len| *len > 0)?)));
    marked.map_or(cell.clone(), |(mark, len)| cell.start + mark..cell.start + mark + len)
}

/// The place of the first of two bars in `rest`, which are as long as each other.
fn first_of(rest: &str, bar: &str, inner: &str) -> Option<usize> {
    let at = rest.find(bar);
    let other = if inner == bar { None } else { rest[..at.unwrap_or(rest.len())].find(inner) };
    other.or(at)
}

fn blank_cell(text: &str, start: usize) -> (Range<usize>, Next) {
    let line = line::row(text, start);
    let rest = text.get(start..line.end).unwrap_or_default();
    let from = start + (rest.len() - rest.trim_start_matches(' ').len());
    let rest = text.get(from..line.end).unwrap_or_default().trim_end();
    match rest.find("  ") {
        Some(len) => {
            let gap = rest.get(len..).unwrap_or_default();
            (from..from + len, Next::Cell(from + len + (gap.len() - gap.trim_start_matches(' ').len())))
        }
        None => (from..from + rest.len(), Next::End(line.end)),
    }
}
