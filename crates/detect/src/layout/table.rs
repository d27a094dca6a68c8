//! Tables: rows of CSV and its kin, of Markdown, drawn with signs, or aligned with blanks, behind a header.

use std::ops::Range;

use super::{
    Cell, Known, MAX_NAME, Names,
    cells::{Separator, behind_mail_quote, cut},
    opening::{Opening, opening},
    primary_keys::are_of_persons,
    trimmed,
};
use crate::{
    keys::is_pair_header,
    recognizers::secrets::randomness::is_common,
    text::{is_word, line},
};

/// Marks around the name of a column.
const MARKS: &[char] = &['"', '\'', '`', '*', '_', '#', ':', '?', '%', '$', '€', '£', '\u{feff}'];
/// Most words of a note that heads a column.
const MOST_WORDS: usize = 8;
/// Rows with another number of cells, one behind the other, that end a table.
const STRAYS: usize = 3;

/// The name of a column: its place, and what is known of it.
#[derive(Clone)]
struct Column {
    place: Range<usize>,
    known: Option<Known>,
}

impl Column {
    /// The cell of the column that holds `value`.
    fn cell(&self, value: Range<usize>) -> Cell {
        Cell { name: self.place.clone(), value, known: self.known.and_then(|known| known.0) }
    }
}

/// A header: its separator, and the names of its columns.
struct Header<'a> {
    separator: Separator,
    cells: Vec<Range<usize>>,
    /// `None`: the cell is empty.
    columns: Vec<Option<Column>>,
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
    let end = match () {
        // A label and its value beside it, as in forms.
        () if is_form(text, &header, behind) => {
            let mut cells = header.cells.iter().zip(&header.columns).filter(|(cell, _)| !cell.is_empty());
            let (name, value) = (cells.next()?.1.clone()?, behind_sign(text, cells.next()?.0));
            found.extend((!value.is_empty()).then(|| name.cell(value)));
            behind
        }
        () if !header.are_names => return None,
        () => rows(text, &header, behind, names, found),
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
    let start = behind_mail_quote(text, line.start);
    let end = cut(text, start, if is_doubled { Separator::Bar("||") } else { separator }, &mut cells)?;
    let place = |cell: &Range<usize>| trimmed(text, cell.clone(), MARKS);
    let words = |cell: &Range<usize>| text.get(place(cell)).unwrap_or_default();
    let kind = |cell: &Range<usize>| head_of(words(cell));
    if cells.len() < 2 || is_list(text, line, separator, &cells) {
        return None;
    }
    let kinds: Vec<Head> = cells.iter().map(kind).collect();
    let count =
        |kind: Head| kinds.iter().zip(&cells).filter(|(other, cell)| **other == kind && !cell.is_empty()).count();
    // Of a form the second cell is the value.
    let are_names = count(Head::Value) == 0
        && (count(Head::Other) == 0 || takes_notes(text, separator, end + 1))
        && count(Head::Other) <= 2 * count(Head::Name);
    let filled = || cells.iter().zip(&kinds).filter(|(cell, _)| !cell.is_empty());
    if !(are_names || filled().count() == 2 && filled().next().is_some_and(|(_, kind)| *kind == Head::Name)) {
        return None;
    }
    let of_persons = are_of_persons(cells.iter().map(words));
    let columns: Vec<_> = cells
        .iter()
        .zip(&kinds)
        .map(|(cell, kind)| {
            let place = Some(place(cell)).filter(|place| !place.is_empty() && *kind != Head::Value)?;
            // `Customer #`
            let whole = text.get(place.start..cell.end).unwrap_or_default().trim_end();
            let known = match kind {
                Head::Name if whole.ends_with('#') => names.look_up(whole),
                Head::Name => names.column(text, place.clone(), of_persons),
                _ => None,
            };
            Some(Column { place, known })
        })
        .collect();
    // Bars stand around the cells of Markdown, too, outside of which nothing is.
    let inner: Vec<_> = cells.iter().filter(|cell| !cell.is_empty()).take(3).collect();
    // A row of a label and its value within a table of Markdown is no header by a word that only supports rules: `| Type | standard |`.
    let is_row = matches!(separator, Separator::Bar(_))
        && inner.len() == 2
        && !text.get(line::row(text, (end + 1).min(text.len()))).is_some_and(is_rule);
    let is_known = |known: Known| known.0.is_some() || !is_row;
    let any = columns.iter().flatten().any(|column| column.known.is_some_and(is_known));
    let of_pairs = matches!(inner.as_slice(), [first, second] if is_pair_header(words(first), words(second)));
    let header = Header { separator, cells, columns, are_names, of_pairs, printed: "" };
    let has_names = any || of_pairs || is_form(text, &header, end + 1) || may_be_table(text, &header, end + 1);
    has_names.then_some((header, end + 1))
}

/// Reports whether notes may head columns: in rows of CSV, and above the rule of a table that is drawn.
fn takes_notes(text: &str, separator: Separator, behind: usize) -> bool {
    match separator {
        Separator::Quoted(_) => true,
        Separator::Bar(_) => text.get(line::row(text, behind.min(text.len()))).is_some_and(is_rule),
        Separator::Blanks => false,
    }
}

/// The kinds of cells of a line that may be a header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// A name, or nothing.
    Name,
    /// A note that is no name, but may head a column: long, or with signs or a year.
    Other,
    /// A value, or a part of code.
    Value,
}

/// The kind of a cell with these words.
fn head_of(words: &str) -> Head {
    // `Name, first name` may head a column, in quotes where a comma parts columns.
    let is_name = words.split(", ").all(is_name);
    // `Umsatz 2025`, `Q1 2026`, `1. Wert`
    let dated = || {
        let mut parts = words.split(' ').map(|part| part.trim_start_matches(char::is_alphabetic).trim_end_matches('.'));
        let has_letter = words.contains(char::is_alphabetic) && words.contains(' ');
        (has_letter || is_year(words))
            && parts.all(|part| is_year(part) || part.len() < 3 && part.bytes().all(|b| b.is_ascii_digit()))
    };
    // A sentence that commas part.
    let is_prose = || words.split(' ').nth(MOST_WORDS).is_some() || words.ends_with(['.', '!']) && words.contains(' ');
    let is_value = || {
        // A quote within a cell is doubled (RFC 4180).
        let has_quote = words.contains('"') && !words.contains("\"\"");
        let has_data = has_quote || words.contains('@') || words.contains("://") || words.contains('\\');
        has_data || is_number(words) && !dated() || !is_balanced(words)
    };
    match () {
        () if is_name && !is_number(words) => Head::Name,
        () if is_value() || is_prose() || words.len() > 4 * MAX_NAME => Head::Value,
        () => Head::Other,
    }
}

/// Reports whether a word is a year of our days, perhaps with the next one.
fn is_year(word: &str) -> bool {
    let year = word.split('/').next().unwrap_or_default();
    year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit()) && (year.starts_with("19") || year.starts_with("20"))
}

/// Reports whether each bracket of a cell is closed in it, as in names and notes, but not in the parts of a call.
fn is_balanced(words: &str) -> bool {
    const PAIRS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('{', '}')];
    PAIRS.iter().all(|(open, close)| words.matches(*open).count() == words.matches(*close).count())
}

/// Reports whether a header of unknown names alone is one: the next line has as many cells, and a number or
/// a code in one of them.
fn may_be_table(text: &str, header: &Header<'_>, behind: usize) -> bool {
    /// Fewest digits of the number, and of a code of letters and digits, with its fewest characters.
    const DIGITS: usize = 4;
    const CODE_DIGITS: usize = 2;
    const CODE: usize = 6;
    // Two columns that nothing but their place parts are names and values rather.
    let fewest = if matches!(header.separator, Separator::Quoted(b',' | b';')) { 2 } else { 3 };
    if !header.are_names || header.columns.iter().flatten().count() < fewest || behind >= text.len() {
        return false;
    }
    let mut at = behind;
    if is_rule(&text[line::row(text, at)]) {
        at = (line::row(text, at).end + 1).min(text.len());
    }
    let mut cells = Vec::new();
    let is_row = cut(text, behind_mail_quote(text, at), header.separator, &mut cells).is_some()
        && columns(text, header, &cells).is_some();
    let is_told = |cell: &Range<usize>| {
        let words = &text[cell.clone()];
        let digits = words.bytes().filter(u8::is_ascii_digit).count();
        let is_code = words.len() >= CODE && !words.contains(' ') && words.contains(char::is_alphabetic);
        digits >= if is_code { CODE_DIGITS } else { DIGITS }
    };
    let has_digits = |column: &Column| text[column.place.clone()].bytes().any(|b| b.is_ascii_digit());
    is_row && cells.iter().any(is_told) && !header.columns.iter().flatten().any(has_digits)
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
            | b'\'' | b'"' | b'`' | b'*' | b':' | b'?' | b'%' | b'$' | b'&' | b'+' | b'\t' | b'\r'
            | b'=' | b'[' | b']' | b'<' | b'>' | b'!' | b'~' | b'@' | b'\\' | b'^' | b'{' | b'}');
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
    let next = |line: &Range<usize>| line::row(text, (line.end + 1).min(text.len()));
    let mut below = next(line);
    if bytes[below.clone()].trim_ascii().is_empty() {
        below = next(&below);
    }
    // Separators that end a header or a row part nothing.
    let parted =
        line.start..line.end - bytes[line.clone()].iter().rev().take_while(|b| **b == sign || **b == b'\r').count();
    let has_quotes = bytes[line.clone()].contains(&b'"');
    let has_fewer = || count(parted) > count(below.clone()) && !has_quotes && !bytes[below.clone()].contains(&b'"');
    if below.is_empty() || has_fewer() {
        return false;
    }
    // Code and prose have a sign that no name has.
    bytes[line.clone()]
        .iter()
        .all(|b| IN_HEADERS[usize::from(*b)] || *b == sign || *b == b',' || has_quotes && *b == b';')
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
    let stands = |c: char| is_word(c) || " -./#№()'’°%$€£&+".contains(c);
    let is_short = cell.len() <= MAX_NAME || cell.len() <= 4 * MAX_NAME && cell.chars().nth(MAX_NAME).is_none();
    is_short && cell.split(' ').nth(WORDS).is_none() && cell.chars().all(stands)
}

/// Reports whether `words` may be the label of a value: the name of a column, with a letter and without a number.
pub(super) fn is_label(words: &str) -> bool {
    is_name(words) && !is_number(words) && words.contains(char::is_alphabetic)
}

/// Reports whether a line of two cells is no header, but a label beside its value: no row below it has the value's
/// shape.
fn is_form(text: &str, header: &Header<'_>, behind: usize) -> bool {
    if matches!(header.separator, Separator::Quoted(b',' | b';')) {
        return false;
    }
    let mut cells = header.cells.iter().zip(&header.columns).filter(|(cell, _)| !cell.is_empty());
    let (Some((_, Some(name))), Some((value, second)), None) = (cells.next(), cells.next(), cells.next()) else {
        return false;
    };
    let value = text.get(value.clone()).unwrap_or_default();
    // Words of a value may support rules, too: `Nome | Ana do Nascimento`.
    let is_name = |second: &Column| second.known.is_some_and(|known| known.0.is_some() || !value.contains(' '));
    if second.as_ref().is_some_and(is_name) {
        return false;
    }
    let has_digit = |text: &str| text.bytes().any(|b| b.is_ascii_digit() || b == b'@');
    if name.known.is_none() {
        let has_sign = || value.contains(|c: char| c.is_ascii_punctuation() && c != '-');
        return has_digit(value) || !value.contains(' ') && (has_sign() || is_made_up(value));
    }
    let below = text.get(line::row(text, behind)).unwrap_or_default();
    let first = header.separator.first(below).and_then(|at| below.get(..at)).unwrap_or_default();
    has_digit(value) || !is_rule(below) && !has_digit(first)
}

/// Reports whether a word in small letters is none of a language, as names of users are: `mbrenko`.
pub fn is_made_up(word: &str) -> bool {
    /// Fewest letters.
    const LETTERS: usize = 4;
    word.chars().all(char::is_lowercase) && word.chars().nth(LETTERS - 1).is_some() && !is_common(word)
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

/// Reports whether the cells of a row are labels of the next one, two of which are known as a whole.
fn are_labels(text: &str, cells: &[Range<usize>], names: &Names<'_>) -> bool {
    let words =
        || cells.iter().filter_map(|cell| text.get(trimmed(text, cell.clone(), MARKS))).filter(|cell| !cell.is_empty());
    let known = || words().filter(|word| names.keys.of_heading(word).is_some());
    words().count() > 1 && words().all(is_label) && known().take(2).count() == 2
}

/// Adds the cells of named columns in the rows behind `header`, and says where the table ends.
fn rows(text: &str, header: &Header<'_>, behind: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) -> usize {
    let (mut cells, mut at, mut strays) = (Vec::new(), behind, 0);
    let from = found.len();
    while at < text.len() {
        let line = line::row(text, at);
        let content = text.get(line.clone()).unwrap_or_default();
        if content.trim().is_empty() {
            // Reports of statistics leave a line between the header and the rows, and so do mails.
            let below = line::row(text, (line.end + 1).min(text.len()));
            let mut goes_on =
                || cut(text, below.start, header.separator, &mut cells).is_some() && cells.len() == header.cells.len();
            if at == behind && header.cells.len() > 2 && (header.separator == Separator::Blanks || goes_on()) {
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
        let start = behind_mail_quote(text, at + printed);
        let end = cut(text, start, header.separator, &mut cells).unwrap_or(line.end);
        // Forms have their labels over the values, row by row.
        if header.separator == Separator::Blanks && are_labels(text, &cells, names) {
            break;
        }
        match columns(text, header, &cells) {
            Some(columns) if header.of_pairs => {
                strays = 0;
                found.extend(pair(text, &columns, names));
            }
            Some(columns) => {
                strays = 0;
                for (column, value) in columns {
                    if let Some(Some(column)) = header.columns.get(column)
                        && !value.is_empty()
                    {
                        found.push(column.cell(value));
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
    let mut cells = columns.iter().map(|(_, cell)| cell).filter(|cell| !cell.is_empty());
    let (Some(name), Some(value), None) = (cells.next(), cells.next(), cells.next()) else { return None };
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

/// The column of each of `cells`; `None` if the row is none of the table's. Separators at its end may be more or fewer than the
/// header has.
fn columns(text: &str, header: &Header<'_>, cells: &[Range<usize>]) -> Option<Vec<(usize, Range<usize>)>> {
    let is_blank = |cell: &Range<usize>| text[cell.clone()].trim().is_empty();
    let columns = header.cells.len();
    let is_filled = columns == cells.len()
        || matches!(header.separator, Separator::Quoted(_))
            && cells.len() > 1
            && (cells.get(columns..).is_some_and(|rest| rest.iter().all(is_blank))
                || header.cells.get(cells.len()..).is_some_and(|rest| rest.iter().all(is_blank)));
    if is_filled {
        return Some(cells.iter().take(columns).cloned().enumerate().collect());
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
