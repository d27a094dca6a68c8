//! Tables: rows of CSV and its kin, of Markdown, drawn with signs, or aligned with blanks, behind a header.

use std::ops::Range;

use super::{
    Cell, Known, MAX_NAME, Names,
    cells::{Separator, cut},
    opening::{Opening, opening},
    primary_keys::are_of_persons,
    trimmed,
};
use crate::{
    keys::is_pair_header,
    text::{is_word, line},
};

/// Marks around the name of a column.
const MARKS: &[char] = &['"', '\'', '`', '*', '_', '#', ':', '?', '%', '$', '€', '£', '\u{feff}'];
/// Rows with another number of cells, one behind the other, that end a table.
const STRAYS: usize = 3;

/// A header: its separator, and by column the place and the patterns of the name.
struct Header<'a> {
    separator: Separator,
    cells: Vec<Range<usize>>,
    names: Vec<Option<(Range<usize>, Known)>>,
    /// True for each cell that may be a name.
    are_names: bool,
    /// True if the rows are names and values of any kind.
    of_pairs: bool,
    /// The name of the file that a search prints before each row, with the sign behind it; empty elsewhere.
    printed: &'a str,
}

/// The name of a file and its sign at the beginning of `line`, and the length of them and the number of the line behind, as searches
/// print both: `data/patients.csv:7:…`.
fn printed_before(line: &str) -> Option<(&str, usize)> {
    /// Longest name of a file, in bytes, and most digits of a number.
    const LONGEST: usize = 128;
    const DIGITS: usize = 7;
    let near = line.as_bytes().get(..LONGEST.min(line.len()))?;
    let sign = memchr::memchr(b':', near)?;
    let digits = line[sign + 1..].bytes().take(DIGITS).take_while(u8::is_ascii_digit).count();
    let behind = sign + 1 + digits;
    let name = &line[..sign];
    let is_file = name.ends_with("csv") || name.ends_with("tsv") || name.ends_with("txt");
    (is_file && digits > 0 && line.as_bytes().get(behind) == Some(&b':')).then_some((&line[..=sign], behind + 1))
}

/// Reads the table whose header a search printed in `line`, behind the name of its file and its number.
pub fn read_printed(text: &str, line: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    let (file, len) = printed_before(text.get(line.clone())?)?;
    let head = line.start + len..line.end;
    let Some(Opening::Cells(separator)) = opening(text.as_bytes(), &head) else { return None };
    let (mut header, behind) = header(text, &head, separator, names)?;
    header.printed = file;
    let from = found.len();
    let end = rows(text, &header, behind, names, found);
    (header.are_names && found.len() > from).then_some(end)
}

/// Reads the table whose header is `line`, in cells apart by `separator`, and says where it ends; `None` if it heads none.
pub fn read(
    text: &str,
    line: &Range<usize>,
    separator: Separator,
    names: &mut Names<'_>,
    found: &mut Vec<Cell>,
) -> Option<usize> {
    let (header, behind) = header(text, line, separator, names)?;
    let from = found.len();
    let end = match header.names.as_slice() {
        // A label and its value beside it, as in forms.
        _ if is_form(text, &header, behind) => {
            let mut cells = header.cells.iter().zip(&header.names).filter(|(cell, _)| !cell.is_empty());
            let (name, value) = (cells.next()?.1.clone()?, behind_sign(text, cells.next()?.0));
            found.extend((!value.is_empty()).then_some(Cell { name: name.0, value, known: name.1.0 }));
            behind
        }
        _ if !header.are_names => return None,
        _ => rows(text, &header, behind, names, found),
    };
    // A table of names and values is read once, whatever it holds.
    (found.len() > from || header.of_pairs).then_some(end)
}

/// The header that `line` is, and where the next line begins.
fn header<'a>(
    text: &str,
    line: &Range<usize>,
    separator: Separator,
    names: &mut Names<'_>,
) -> Option<(Header<'a>, usize)> {
    if !may_head(text, line, separator) {
        return None;
    }
    let mut cells = Vec::new();
    // Headers have two bars in Jira: `||id||SSN||`.
    let is_doubled = separator == Separator::Bar("|") && text[line.clone()].starts_with("||");
    let end = cut(text, line.start, if is_doubled { Separator::Bar("||") } else { separator }, &mut cells)?;
    let place = |cell: &Range<usize>| trimmed(text, cell.clone(), MARKS);
    // `Name, first name` may head a column where no comma parts columns.
    let has_name = |name: &str| match separator {
        Separator::Quoted(b',') => is_name(name),
        _ => name.len() <= MAX_NAME && name.split(", ").all(is_name),
    };
    let may_be = |cell: &Range<usize>| text.get(place(cell)).is_some_and(|name| has_name(name) && !is_number(name));
    if is_list(text, line, separator, &cells) {
        return None;
    }
    // Of a form the second cell is the value.
    let are_names = cells.iter().all(may_be);
    let filled = || cells.iter().filter(|cell| !cell.is_empty());
    if cells.len() < 2 || !(are_names || filled().count() == 2 && filled().next().is_some_and(may_be)) {
        return None;
    }
    let of_persons = are_of_persons(cells.iter().filter_map(|cell| text.get(place(cell))));
    let known: Vec<_> = cells
        .iter()
        .map(|cell| {
            let place = place(cell);
            let name = text.get(place.clone()).filter(|name| !name.is_empty() && may_be(cell))?;
            // `Customer #`
            let whole = text.get(place.start..cell.end).map_or(name, str::trim_end);
            let known = match whole.ends_with('#') {
                true => names.look_up(whole),
                false => names.column(text, place.start..place.start + name.len(), of_persons),
            };
            Some((place, known?))
        })
        .collect();
    let any = known.iter().any(Option::is_some);
    let words = |cell: &Range<usize>| text.get(place(cell)).unwrap_or_default();
    let of_pairs = matches!(cells.as_slice(), [first, second] if is_pair_header(words(first), words(second)));
    (any || of_pairs).then_some((Header { separator, cells, names: known, are_names, of_pairs, printed: "" }, end + 1))
}

/// Reports whether the cells of `line` are items of a list in code, one or several to a line: `User,`, or indented
/// `Action, Author,`.
fn is_list(text: &str, line: &Range<usize>, separator: Separator, cells: &[Range<usize>]) -> bool {
    let Separator::Quoted(b',' | b';') = separator else { return false };
    let is_indented = text.as_bytes().get(line.start).is_some_and(u8::is_ascii_whitespace);
    let is_blank = |cell: &Range<usize>| text.get(cell.clone()).is_some_and(|cell| cell.trim().is_empty());
    let filled = cells.iter().filter(|cell| !is_blank(cell)).count();
    filled < 2 || is_indented && cells.last().is_some_and(is_blank)
}

/// The bytes of names, of the marks around them, and of blanks.
const IN_HEADERS: [bool; 256] = {
    let (mut stands, mut byte) = ([false; 256], 0);
    while byte < 256 {
        stands[byte] = matches!(byte as u8,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80.. | b' ' | b'_' | b'-' | b'.' | b'/' | b'#' | b'(' | b')'
            | b'\'' | b'"' | b'`' | b'*' | b':' | b'?' | b'%' | b'$' | b'&' | b'+' | b'\t' | b'\r');
        byte += 1;
    }
    stands
};

/// Reports whether `line` may be a header, by the signs of ASCII between its cells: the next line has as many at least,
/// so many lines of prose are none.
fn may_head(text: &str, line: &Range<usize>, separator: Separator) -> bool {
    let Separator::Quoted(sign @ (b',' | b';')) = separator else { return true };
    let bytes = text.as_bytes();
    let count = |line: Range<usize>| memchr::memchr_iter(sign, &bytes[line]).count();
    let below = line::row(text, (line.end + 1).min(text.len()));
    if below.is_empty() || count(line.clone()) > count(below.clone()) && !bytes[below].contains(&b'"') {
        return false;
    }
    // Code and prose have a sign that no name has.
    bytes[line.clone()].iter().all(|b| IN_HEADERS[usize::from(*b)] || *b == sign || *b == b',')
}

/// Reports whether `cell` is a value, as names of columns are none: `line2`, but not `DL123456`, `9id` or `2.6.1`.
pub(super) fn is_number(cell: &str) -> bool {
    const DIGITS: usize = 4;
    let is_split = |pair: &[u8]| pair[0].is_ascii_digit() && (pair[1].is_ascii_alphabetic() || pair[1] == b'.');
    cell.bytes().filter(u8::is_ascii_digit).count() >= DIGITS || cell.as_bytes().windows(2).any(is_split)
}

/// Reports whether `cell` may be the name of a column: short, of few words, without the signs of sentences and code; or
/// empty.
pub(super) fn is_name(cell: &str) -> bool {
    const WORDS: usize = 5;
    let stands = |c: char| is_word(c) || " -./#№()'°%$€£&+".contains(c);
    cell.len() <= MAX_NAME && cell.split(' ').nth(WORDS).is_none() && cell.chars().all(stands)
}

/// Reports whether a line of two cells is no header, but a label beside its value: no row below it has the value's
/// shape.
fn is_form(text: &str, header: &Header<'_>, behind: usize) -> bool {
    if matches!(header.separator, Separator::Quoted(b',' | b';')) {
        return false;
    }
    let mut cells = header.cells.iter().zip(&header.names).filter(|(cell, _)| !cell.is_empty());
    let (Some((_, Some(_))), Some((value, None)), None) = (cells.next(), cells.next(), cells.next()) else {
        return false;
    };
    let has_digit = |text: &str| text.bytes().any(|b| b.is_ascii_digit() || b == b'@');
    let below = text.get(line::row(text, behind)).unwrap_or_default();
    let first = header.separator.first(below).and_then(|at| below.get(..at)).unwrap_or_default();
    has_digit(text.get(value.clone()).unwrap_or_default()) || !is_rule(below) && !has_digit(first)
}

/// The value without the sign that lines up with those of other lines, `Ref.     : 4471`, and without the box around it,
/// `Ref.     [ 4471 ]`.
fn behind_sign(text: &str, value: &Range<usize>) -> Range<usize> {
    let content = text.get(value.clone()).unwrap_or_default();
    if let Some(boxed) = content.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let start = value.end - 1 - boxed.trim_start().len();
        return start..start + boxed.trim().len();
    }
    let behind = content.strip_prefix([':', '=']);
    behind.map_or(value.clone(), |rest| value.end - rest.trim_start().len()..value.end)
}

/// Reports whether a line only separates: `|---|:-:|`, `+====+`, `├──┼──┤`, `\hline`.
fn is_rule(line: &str) -> bool {
    let is_part = |c: char| c.is_whitespace() || "-=+|:─━═┼├┤╪╞╡┿┝┥┌┬┐└┴┘╒╤╕╘╧╛┏┳┓┗┻┛┡╇┩".contains(c);
    let line = line.trim();
    const LATEX: [&str; 4] = ["\\hline", "\\cline", "\\midrule", "\\cmidrule"];
    !line.is_empty() && line.chars().all(is_part) || LATEX.iter().any(|rule| line.starts_with(rule))
}

/// Adds the cells of named columns in the rows behind `header`, and says where the table ends.
fn rows(text: &str, header: &Header<'_>, behind: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) -> usize {
    let (mut cells, mut at, mut strays) = (Vec::new(), behind, 0);
    let from = found.len();
    while at < text.len() {
        let line = line::row(text, at);
        let content = text.get(line.clone()).unwrap_or_default();
        if content.trim().is_empty() {
            // Reports of statistics leave a line between the header and the rows.
            if at == behind && header.separator == Separator::Blanks && header.cells.len() > 2 {
                at = line.end + 1;
                continue;
            }
            break;
        }
        if is_rule(content) {
            at = line.end + 1;
            continue;
        }
        let printed = match header.printed {
            "" => 0,
            file => match printed_before(content).filter(|(name, _)| *name == file) {
                Some((_, len)) => len,
                None => break,
            },
        };
        let end = cut(text, at + printed, header.separator, &mut cells).unwrap_or(line.end);
        match columns(text, header, &cells) {
            Some(columns) if header.of_pairs => {
                strays = 0;
                found.extend(pair(text, &columns, names));
            }
            Some(columns) => {
                strays = 0;
                for (column, value) in columns {
                    if let Some(Some((name, known))) = header.names.get(column)
                        && !value.is_empty()
                    {
                        found.push(Cell { name: name.clone(), value, known: known.0 });
                    }
                }
            }
            None if strays + 1 == STRAYS || found.len() == from && !header.of_pairs => break,
            None => strays += 1,
        }
        at = end + 1;
    }
    at
}

/// The value of a row of a name and a value, if the name is known.
fn pair(text: &str, columns: &[(usize, Range<usize>)], names: &mut Names<'_>) -> Option<Cell> {
    let [(_, name), (_, value)] = columns else { return None };
    let name = trimmed(text, name.clone(), MARKS);
    let known = names.look_up(text.get(name.clone()).filter(|name| is_name(name) && !name.is_empty())?)?;
    (!value.is_empty()).then(|| Cell { name, value: value.clone(), known: known.0 })
}

/// The cells without the commas that belong to values in no quotes, since a blank follows them: `Roe, Jane,jane@example.com`.
fn joined(text: &str, cells: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(cells.len());
    for cell in cells {
        let goes_on = text.get(..cell.start).is_some_and(|head| head.ends_with(", "));
        match joined.last_mut().filter(|last| goes_on && last.end + ", ".len() == cell.start) {
            Some(last) => last.end = cell.end,
            None => joined.push(cell.clone()),
        }
    }
    joined
}

/// The column of each of `cells`; `None` if the row is none of the table's.
fn columns(text: &str, header: &Header<'_>, cells: &[Range<usize>]) -> Option<Vec<(usize, Range<usize>)>> {
    if cells.len() == header.cells.len() {
        return Some(cells.iter().cloned().enumerate().collect());
    }
    if header.separator == Separator::Quoted(b',') && cells.len() > header.cells.len() {
        let joined = joined(text, cells);
        return (joined.len() == header.cells.len()).then(|| joined.into_iter().enumerate().collect());
    }
    if header.separator != Separator::Blanks {
        return None;
    }
    // Cells that are left out, or that a single blank divides: told by where they stand.
    let (first, row) = (header.cells.first()?.start, cells.first()?.start);
    let line = |start: usize, from: usize| start.saturating_sub(from);
    let column = |cell: &Range<usize>| {
        let place = line(cell.start, row);
        header.cells.iter().rposition(|head| line(head.start, first) <= place)
    };
    let placed: Vec<_> = cells.iter().filter_map(|cell| Some((column(cell)?, cell.clone()))).collect();
    let is_ordered = placed.windows(2).all(|pair| pair[0].0 < pair[1].0);
    (cells.len() < header.cells.len() && cells.len() > 1 && is_ordered).then_some(placed)
}
