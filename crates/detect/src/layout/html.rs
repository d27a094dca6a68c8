//! HTML: the cells of tables behind their headers, and the pairs of rows (`<tr><th>SSN</th><td>…</td></tr>`) and of
//! description lists (`<dt>SSN</dt><dd>…</dd>`), in documents of office programs, too; and the values of elements whose class says
//! so, behind one that is a label (`<span class="label">SSN</span><span class="value">…`).
//!
//! Tags are read one by one, once each, and closing tags may be missing. A text without such tags costs a search for `<`.

use std::ops::Range;

use super::{Cell, Known, Names, captions::Caption, has_known, table, trimmed};
use crate::{keys::is_pair_header, text::place_of};

/// Marks around names, in addition to blanks.
const MARKS: &[char] = &['"', '\'', '`', '*', '_', '#', ':', '：', '?', '\u{a0}', '\u{feff}'];
/// Longest value, in bytes.
const MAX_VALUE: usize = 512;
/// Most texts of a cell that has values, and most words of several: in more, a page is laid out, or a sentence is marked.
const MAX_RUNS: usize = 8;
const MAX_WORDS: usize = 8;
/// Most columns of a table.
const MAX_COLUMNS: usize = 256;
/// Most tables within each other.
const MAX_DEPTH: usize = 16;

/// Adds the values in the tables and description lists of `text`, by place; they do not overlap.
pub fn read(text: &str, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let mut reader = Reader {
        text,
        names,
        tables: Vec::new(),
        label: None,
        in_label: false,
        caption: Caption::None,
        found: Vec::new(),
    };
    let (mut at, mut run) = (0, 0);
    while let Some(len) = text.as_bytes().get(at..).and_then(|rest| memchr::memchr(b'<', rest)) {
        let open = at + len;
        let Some(tag) = Tag::at(text, open) else {
            at = open + 1;
            continue;
        };
        reader.add_run(run..open);
        reader.read_tag(&tag);
        (at, run) = (tag.end, tag.end);
    }
    reader.add_run(run..text.len());
    while !reader.tables.is_empty() {
        reader.end_table();
    }
    merge(found, reader.found);
}

/// Adds `cells` to `found` in place of those that they overlap.
pub(super) fn merge(found: &mut Vec<Cell>, mut cells: Vec<Cell>) {
    if cells.is_empty() {
        return;
    }
    // An inner table ends before the row around it.
    cells.sort_by_key(|cell| cell.value.start);
    found.retain(|other| {
        let next = cells.partition_point(|cell| cell.value.end <= other.value.start);
        cells.get(next).is_none_or(|cell| other.value.end <= cell.value.start)
    });
    found.append(&mut cells);
    found.sort_by_key(|cell| cell.value.start);
}

/// The elements that tables and lists are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    /// `table`, `dl`
    Table,
    /// `tr`
    Row,
    /// `th`
    Header,
    /// `td`, `dd`
    Data,
    /// `dt`, which begins a row of its own.
    Term,
    /// `label`, which names the next control of a form.
    Label,
    /// `input`, whose value is an attribute.
    Input,
    /// Any other, whose contents belong to the cell around it.
    Other,
}

/// A tag, or a comment.
struct Tag<'a> {
    element: Element,
    closes: bool,
    attributes: &'a str,
    /// The place behind it.
    end: usize,
}

impl<'a> Tag<'a> {
    /// The tag that begins with the `<` at `open`.
    fn at(text: &'a str, open: usize) -> Option<Self> {
        let rest = text.get(open + 1..)?;
        if rest.starts_with("!--") {
            let end = memchr::memmem::find(rest.as_bytes(), b"-->").map_or(text.len(), |len| open + 1 + len + 3);
            return Some(Self { element: Element::Other, closes: false, attributes: "", end });
        }
        // Within a script the slash may be escaped.
        let name = rest.strip_prefix("\\/").or_else(|| rest.strip_prefix('/'));
        let (closes, rest) = (name.is_some(), name.unwrap_or(rest));
        let name_len = |rest: &str| rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        // The prefix of a namespace: `<w:tr>`.
        let rest = rest.get(name_len(rest)..)?.strip_prefix(':').unwrap_or(rest);
        let len = name_len(rest);
        let element = element(rest.get(..len)?)?;
        let behind = rest.get(len..)?;
        let attributes = behind.get(..tag_end(behind.as_bytes())?)?;
        Some(Self { element, closes, attributes, end: text.len() - behind.len() + attributes.len() + 1 })
    }

    /// The value in quotes of the attribute `name`, if it has one that is not empty.
    fn attribute(&self, name: &str) -> Option<&'a str> {
        let mut places = self.attributes.match_indices('=');
        places.find_map(|(at, _)| {
            let (before, behind) = (self.attributes[..at].trim_end(), self.attributes[at + 1..].trim_start());
            let word = before.rsplit(|c: char| c.is_ascii_whitespace()).next()?;
            let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let value = behind[1..].split(quote).next()?;
            (word.eq_ignore_ascii_case(name) && !value.is_empty()).then_some(value)
        })
    }

    /// The number that the attribute `name` has, 1 if it is missing.
    fn number(&self, name: &str) -> usize {
        /// Most columns or rows of a cell.
        const MOST: usize = 64;
        let places = self.attributes.match_indices('=');
        let mut values = places.filter_map(|(at, _)| {
            let (before, behind) = (self.attributes.get(..at)?, self.attributes.get(at + 1..)?);
            let is_it = before.len() >= name.len()
                && before.get(before.len() - name.len()..).is_some_and(|tail| tail.eq_ignore_ascii_case(name));
            let digits = behind.trim_start_matches(['"', '\'', '\\']);
            is_it.then(|| digits.get(..digits.bytes().take_while(u8::is_ascii_digit).count()))?
        });
        values.next().and_then(|value| value.parse().ok()).unwrap_or(1).clamp(1, MOST)
    }
}

/// The element of a tag's name; `None` if it is no name.
fn element(name: &str) -> Option<Element> {
    const NAMES: [(&str, Element); 12] = [
        ("table", Element::Table),
        ("dl", Element::Table),
        ("tr", Element::Row),
        ("th", Element::Header),
        ("td", Element::Data),
        ("dd", Element::Data),
        ("dt", Element::Term),
        ("label", Element::Label),
        ("input", Element::Input),
        // Of spreadsheets, and of a text in Word.
        ("row", Element::Row),
        ("cell", Element::Data),
        ("tc", Element::Data),
    ];
    let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
    known.map(|(_, element)| *element).or(is_name.then_some(Element::Other))
}

/// The length of the attributes at the start of `rest`, up to the `>` behind them; `None` if another tag begins before.
fn tag_end(rest: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in rest.iter().enumerate() {
        match (byte, quote) {
            (b'<', _) => return None,
            (b'>', None) => return Some(at),
            (b'"' | b'\'', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    None
}

/// A cell of the row that is read.
struct TableCell {
    is_header: bool,
    column: usize,
    /// The number of columns.
    span: usize,
    /// Its texts, as places in [`Table::runs`].
    runs: Range<usize>,
}

/// The name of a column, a row or a value, and what is known of it.
type Name = (Range<usize>, Option<Known>);

/// The cell of `value` with this name.
fn named((name, known): &Name, value: Range<usize>) -> Cell {
    Cell { name: name.clone(), value, known: known.and_then(|known| known.0) }
}

/// A table or a list.
#[derive(Default)]
struct Table {
    /// The names of columns.
    header: Vec<Option<Name>>,
    /// Rows that a cell above still fills, by column.
    filled: Vec<usize>,
    /// True for a list of terms, which has no header.
    is_list: bool,
    /// The rows of several cells that have ended.
    rows: usize,
    /// The name and the value that the first row is unless it is a header, and that header.
    doubt: Option<Cell>,
    /// The cells of the row that is read.
    cells: Vec<TableCell>,
    /// The texts of those cells.
    runs: Vec<Range<usize>>,
    /// True within a cell.
    open: bool,
}

struct Reader<'a, 'n, 'k> {
    text: &'a str,
    names: &'n mut Names<'k>,
    /// The tables that are open, from the outermost on.
    tables: Vec<Table>,
    /// The text of the last label, whose control is still to come.
    label: Option<Range<usize>>,
    /// True within a label.
    in_label: bool,
    caption: Caption,
    found: Vec<Cell>,
}

impl Reader<'_, '_, '_> {
    /// Adds a text of the cell that is open.
    fn add_run(&mut self, run: Range<usize>) {
        if self.in_label && self.label.is_none() {
            self.label = Some(trimmed(self.text, run.clone(), MARKS)).filter(|label| !label.is_empty());
        }
        if self.caption != Caption::None {
            self.add_captioned(run.clone());
        }
        let Some(table) = self.tables.last_mut().filter(|table| table.open) else { return };
        let run = trimmed_of_blanks(self.text, run);
        if !run.is_empty() {
            table.runs.push(run);
            if let Some(cell) = table.cells.last_mut() {
                cell.runs.end = table.runs.len();
            }
        }
    }

    /// Reads a text as the label, or as the value behind it.
    fn add_captioned(&mut self, run: Range<usize>) {
        let run = trimmed(self.text, run, MARKS);
        if run.is_empty() {
            return;
        }
        match std::mem::replace(&mut self.caption, Caption::None) {
            Caption::Open if table::is_label(&self.text[run.clone()]) => self.caption = Caption::Read(run),
            Caption::Due(label) if run.len() <= MAX_VALUE => {
                let known = self.names.look_up(&self.text[label.clone()]);
                self.found.push(named(&(label, known), run));
            }
            _ => {}
        }
    }

    fn read_tag(&mut self, tag: &Tag<'_>) {
        match (tag.element, tag.closes) {
            (Element::Other, closes) if !closes && !tag.attributes.is_empty() => self.caption.open(tag.attributes),
            (Element::Other, _) => {}
            (Element::Label, closes) => {
                self.in_label = !closes;
                self.label.take_if(|_| !closes);
            }
            (Element::Input, _) => self.add_control(tag),
            (Element::Table, false) if self.tables.len() < MAX_DEPTH => self.tables.push(Table::default()),
            (Element::Table, false) => {}
            (Element::Table, true) => self.end_table(),
            (Element::Row, _) => self.end_row(),
            (Element::Header | Element::Data | Element::Term, true) => {
                if let Some(table) = self.tables.last_mut() {
                    table.open = false;
                }
            }
            (Element::Term, false) => {
                self.end_row();
                self.begin_cell(tag);
                if let Some(table) = self.tables.last_mut() {
                    table.is_list = true;
                }
            }
            (Element::Header | Element::Data, false) => self.begin_cell(tag),
        }
    }

    /// Adds the value of a control behind its label: `<label>PIN<input value="4471"></label>`.
    fn add_control(&mut self, tag: &Tag<'_>) {
        let Some(label) = self.label.take().filter(|label| table::is_label(&self.text[label.clone()])) else { return };
        let Some(value) = tag.attribute("value").and_then(|value| place_of(self.text, value)) else { return };
        let known = self.names.look_up(&self.text[label.clone()]);
        self.found.push(named(&(label, known), value));
    }

    fn begin_cell(&mut self, tag: &Tag<'_>) {
        if self.tables.is_empty() {
            self.tables.push(Table::default());
        }
        let Some(table) = self.tables.last_mut() else { return };
        table.begin_cell(tag.element != Element::Data, tag.number("colspan"), tag.number("rowspan"));
    }

    fn end_table(&mut self) {
        self.end_row();
        if let Some(table) = self.tables.pop() {
            self.found.extend(table.doubt);
        }
    }

    /// Reads the row that ends here: a header, or values.
    fn end_row(&mut self) {
        let Some(mut table) = self.tables.pop() else { return };
        table.open = false;
        if let Some(last) = table.cells.last() {
            let next = last.column + last.span;
            table.filled.iter_mut().skip(next).for_each(|rows| *rows = rows.saturating_sub(1));
            table.rows += usize::from(table.cells.len() > 1);
            if !self.read_header(&mut table) {
                self.read_values(&mut table);
            }
            table.cells.clear();
            table.runs.clear();
        }
        self.tables.push(table);
    }

    /// Reads the row as a header, if it is one: all of its cells are headers, or it is the first one and has names alone.
    fn read_header(&mut self, table: &mut Table) -> bool {
        if table.is_list {
            return false;
        }
        let all = table.cells.iter().all(|cell| cell.is_header);
        let may_head = |cell: &TableCell| !cell.is_header && self.may_be(table, cell);
        if !all && (table.rows > 1 || table.cells.len() < 2 || !table.cells.iter().all(may_head)) {
            return false;
        }
        let names: Vec<_> = table.cells.iter().map(|cell| self.name(table, cell)).collect();
        if !all && !has_known(&names) {
            return false;
        }
        // `Key`, `Value`: names and values are data.
        if let [first, second] = table.cells.as_slice()
            && is_pair_header(self.words(table, first), self.words(table, second))
        {
            return true;
        }
        // A pair looks like a header; the next row tells.
        if let ([_, value], [Some(name), _], false) = (table.cells.as_slice(), names.as_slice(), all)
            && let [value] = &table.runs[value.runs.clone()]
        {
            table.doubt = name.1.is_some().then(|| named(name, value.clone()));
        }
        for (cell, name) in table.cells.iter().zip(names) {
            let end = cell.column + cell.span;
            if table.header.len() < end {
                table.header.resize(end, None);
            }
            // A name over several columns is one of a group.
            table.header[cell.column..end].fill(name.filter(|_| cell.span == 1));
        }
        true
    }

    /// Adds the values of the row: those of named columns, and those behind a name in the row.
    fn read_values(&mut self, table: &mut Table) {
        if let Some(pair) = table.doubt.take() {
            let first = table.cells.first().map_or("", |cell| self.words(table, cell));
            let is_known = |name: &Option<Name>| name.as_ref().is_some_and(|(_, known)| known.is_some());
            let has_unknown = !table.header.iter().all(is_known);
            if has_unknown && !first.bytes().any(|b| b.is_ascii_digit() || b == b'@') {
                table.header.clear();
                self.found.push(pair);
            }
        }
        let is_headed = has_known(&table.header);
        let mut last: Option<(Name, bool)> = None;
        for cell in &table.cells {
            let column = table.header.get(cell.column).and_then(Option::as_ref);
            let of_row = last.as_ref().map(|(name, _)| name);
            let name = column.filter(|(_, known)| known.is_some()).or(of_row).or(column).cloned();
            if last.is_none() && (cell.is_header || !is_headed) {
                // Of two cells the first one may name the other, whether it is known or not.
                let may_name = |name: &Name| cell.is_header || name.1.is_some() || table.cells.len() == 2;
                let own = self.name(table, cell).filter(|name| may_name(name) && self.may_be(table, cell));
                last = own.map(|name| (name, cell.is_header));
                if last.is_some() {
                    continue;
                }
            }
            if let Some(name) = name {
                self.add_values(table, cell, &name);
            }
            // A header names all of its row, another cell the next one.
            last = last.filter(|(_, of_row)| *of_row);
        }
    }

    fn add_values(&mut self, table: &Table, cell: &TableCell, name: &Name) {
        let runs = &table.runs[cell.runs.clone()];
        let words = |run: &Range<usize>| self.text[run.clone()].split_ascii_whitespace().take(MAX_WORDS + 1).count();
        let is_page = runs.len() > MAX_RUNS || runs.len() > 1 && runs.iter().map(words).sum::<usize>() > MAX_WORDS;
        let values = runs.iter().filter(|run| run.len() <= MAX_VALUE && !is_page);
        self.found.extend(values.map(|run| named(name, run.clone())));
    }

    /// The name that fills a cell.
    fn name(&mut self, table: &Table, cell: &TableCell) -> Option<Name> {
        let place = self.place(table, cell)?;
        let name = self.text.get(place.clone()).filter(|name| table::is_name(name) && !name.is_empty())?;
        let known = self.names.look_up(name);
        Some((place, known))
    }

    /// Reports whether a cell may be a name.
    fn may_be(&self, table: &Table, cell: &TableCell) -> bool {
        let words = self.words(table, cell);
        table::is_name(words) && !table::is_number(words) && cell.runs.len() < 2
    }

    /// The text of a cell, if it were a name.
    fn words(&self, table: &Table, cell: &TableCell) -> &str {
        self.place(table, cell).and_then(|place| self.text.get(place)).unwrap_or_default()
    }

    /// The place of the text of a cell that has letters, without the marks around it, if it is the only one.
    fn place(&self, table: &Table, cell: &TableCell) -> Option<Range<usize>> {
        let runs = table.runs.get(cell.runs.clone())?;
        let has_letters = |run: &&Range<usize>| self.text[(*run).clone()].chars().any(char::is_alphanumeric);
        let mut words = runs.iter().filter(has_letters);
        let run = words.next().filter(|_| words.next().is_none())?;
        Some(trimmed(self.text, run.clone(), MARKS))
    }
}

impl Table {
    /// Begins a cell in the next column that no cell above fills.
    fn begin_cell(&mut self, is_header: bool, span: usize, rows: usize) {
        let mut column = self.cells.last().map_or(0, |cell| cell.column + cell.span);
        while let Some(rows) = self.filled.get_mut(column).filter(|rows| **rows > 0) {
            *rows -= 1;
            column += 1;
        }
        self.open = column + span <= MAX_COLUMNS;
        if !self.open {
            return;
        }
        if rows > 1 {
            self.filled.resize(self.filled.len().max(column + span), 0);
            self.filled[column..column + span].fill(rows - 1);
        }
        let runs = self.runs.len();
        self.cells.push(TableCell { is_header, column, span, runs: runs..runs });
    }
}

/// `range` of `text` without blanks around it, those of HTML included.
fn trimmed_of_blanks(text: &str, range: Range<usize>) -> Range<usize> {
    const BLANKS: [&str; 4] = ["&nbsp;", "&#160;", "&#xa0;", "\u{a0}"];
    let mut range = trimmed(text, range, &[]);
    loop {
        let part = text.get(range.clone()).unwrap_or_default();
        if let Some(blank) = BLANKS.iter().find(|blank| part.starts_with(**blank)) {
            range.start += blank.len();
        } else if let Some(blank) = BLANKS.iter().find(|blank| part.ends_with(**blank)) {
            range.end -= blank.len();
        } else {
            return range;
        }
        range = trimmed(text, range, &[]);
    }
}
