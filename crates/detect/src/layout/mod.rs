//! Layout: values whose names lie elsewhere in the text, in the header of a column, on the line above, in the cell before.
//!
//! A text is read line by line, before its patterns are searched for. A line whose cells are short, and one of which is
//! a known name, heads a table; the rows behind it that have as many cells belong to it ([`table`]; [`data_frame`] where cells
//! only share their place, [`ruled`] where a line of dashes shows it). A line that is nothing but a known name introduces the value on the next line, or the items of the list below ([`lines`]). A question that
//! ends in one introduces its answer ([`answers`]). Captions may stand below their values ([`captions_below`]). A list of cells of a spreadsheet has the names of its columns in cells of its
//! own ([`spreadsheet`]). Tables and lists of HTML are read by their tags ([`html`]), those of wikis by their marks ([`wiki`]), lines
//! of logs by the one that names their fields ([`log_fields`]), lists
//! of lists of JSON by their brackets ([`arrays`]), hashes in commands of Redis by their quotes ([`redis`]), entries of lists in programs by what joins them ([`joined`]), values that are bound to statements of SQL by their placeholders ([`bound`]), rows of SQL where the scanner meets them ([`sql`]), values that
//! are wrapped by what they stand in ([`wrapped_values`]), and the lines of a text within a string of JSON ([`written_lines`]).
//!
//! The first few bytes of a line rule out all of this for most lines ([`opening`]), so texts without tables cost little
//! more than the search for their line ends.

mod answer_words;
pub mod answers;
mod arrays;
mod bound;
mod captions;
mod captions_below;
mod cells;
mod data_frame;
mod html;
mod joined;
mod lines;
mod literals;
mod log_fields;
mod opening;
mod primary_keys;
mod redis;
mod ruled;
mod spreadsheet;
pub mod sql;
mod table;
mod unnamed_rows;
mod wide_blanks;
mod wiki;
mod wrapped_values;
mod written_lines;

pub use self::table::is_made_up;
use self::{cells::Separator, literals::Places, opening::Opening};

use std::ops::Range;

use crate::{context::Contexts, context_words::Token, keys::Keys, text::line};

/// Longest name of a column or a line, in bytes.
const MAX_NAME: usize = 48;

/// A value, and the name that its place gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The place of the name.
    pub name: Range<usize>,
    /// The place of the value, which is not empty.
    pub value: Range<usize>,
    /// The patterns that know the name, as [`Keys::of_name`] says; `None`: it supports rules, or is only read before the value.
    pub known: Option<usize>,
}

/// The names that introduce values, and the words that support rules.
pub struct Names<'a> {
    /// The names that introduce values.
    pub keys: &'a Keys,
    /// The context words, which support rules.
    pub contexts: &'a Contexts,
    /// Words of the name that is looked up.
    pub tokens: &'a mut Vec<Token>,
}

/// A known name: its number for [`Keys::patterns`], or `None` for one that only supports rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known(Option<usize>);

/// Reports whether one of the names of columns is known.
fn has_known(names: &[Option<(Range<usize>, Option<Known>)>]) -> bool {
    names.iter().flatten().any(|(_, known)| known.is_some())
}

impl Names<'_> {
    /// The known name that `name` is; `None` if it is not known.
    fn look_up(&mut self, name: &str) -> Option<Known> {
        match self.keys.of_name(name) {
            Some(known) => Some(Known(Some(known))),
            None => self.contexts.knows(name, self.tokens).then_some(Known(None)),
        }
    }
}

/// Adds the values of `text` that have a name elsewhere, by place; they do not overlap.
pub fn read(text: &str, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    if !has_no_layout(text) {
        read_layer(text, 0, names, found);
    }
}

/// Adds the values of `text`, around which `layer` strings are.
fn read_layer(text: &str, layer: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    // A list of cells without names is not read again from each of its lines, up to this place.
    let (mut at, mut unnamed) = (0, 0);
    while at < text.len() {
        let line = line::row(text, at);
        let read = captions_below::read(text, &line, names, found);
        let read = read.or_else(|| match opening::opening(text.as_bytes(), &line) {
            Some(Opening::Cells(Separator::Blanks)) => ruled::read(text, &line, names, found)
                .or_else(|| data_frame::read(text, &line, names, found))
                .or_else(|| table::read(text, &line, Separator::Blanks, names, found)),
            Some(Opening::Cells(separator)) => table::read(text, &line, separator, names, found),
            Some(Opening::Name) => ruled::read(text, &line, names, found)
                .or_else(|| data_frame::read(text, &line, names, found))
                .or_else(|| lines::read_below(text, &line, names, found)),
            Some(Opening::Dash) => lines::read_beside(text, &line, names, found),
            Some(Opening::Section) => lines::read_section(text, &line, names, found),
            Some(Opening::Sheet) if at < unnamed => None,
            Some(Opening::Sheet) => spreadsheet::read(text, &line, names, found).map_err(|end| unnamed = end).ok(),
            Some(Opening::Wide) => wide_blanks::read(text, &line, names, found),
            None => lines::read_part(text, &line, names, found)
                .or_else(|| table::read_printed(text, &line, names, found))
                .or_else(|| lines::read_marked(text, &line, names, found))
                .or_else(|| lines::read_reversed(text, &line, names, found)),
        });
        let read = read.or_else(|| match text.as_bytes()[line.start..] {
            [b'#', b'F' | b'f', ..] => log_fields::read(text, &line, names, found),
            [b'C', ..] => sql::read_copy(text, &line, names, found),
            [b'|', ..] | [b'{', b'|', ..] => wiki::read(text, &line, names, found),
            _ => None,
        });
        at = read.or_else(|| answers::read_answers(text, &line, names, found)).unwrap_or(line.end + 1);
    }
    html::read(text, names, found);
    arrays::read(text, names, found);
    let places = Places::of(text);
    redis::read(text, &places, names, found);
    joined::read(text, &places, names, found);
    bound::read(text, &places, names, found);
    wrapped_values::read(text, names, found);
    written_lines::read(text, layer, names, found);
    found.retain(|cell| !is_missing(&text[cell.value.clone()]));
}

/// Reports whether no reader of layouts finds anything in `text`, as in nearly all values and messages of records: it is of letters, digits and
/// signs within values alone, or a [flat line](is_flat_line), or has no letters but those of points in time, and so no names.
fn has_no_layout(text: &str) -> bool {
    let is_within = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'@');
    let names_nothing = |b: u8| b.is_ascii() && !b.is_ascii_alphabetic() || matches!(b, b'T' | b'Z');
    text.bytes().all(is_within) && !text.contains("..") || is_flat_line(text) || text.bytes().all(names_nothing)
}

/// Reports whether a text is one line of words, numbers and paths with single blanks between, and of the signs that divide names from values
/// has those alone that are read where the scanner meets them: `GET /jobs/17: 204 in 12ms status=ok`.
fn is_flat_line(text: &str) -> bool {
    let is_flat = |b: u8| b.is_ascii_alphanumeric() || b" _-./@:=+$!".contains(&b);
    // Columns, dashes and dots that lead to a value, marks around it, a name behind its value.
    let leads = |[before, b]: &[u8; 2]| matches!((before, b), (b' ', b' ' | b'-' | b'.' | b'_' | b'=') | (b'.', b'.'));
    text.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
        && text.bytes().all(is_flat)
        && !text.as_bytes().array_windows().any(leads)
        && !text.contains("changed from ")
}

/// Reports whether a value only says that there is none, as data frames, databases and spreadsheets write it.
fn is_missing(value: &str) -> bool {
    matches!(
        value,
        "NaN" | "NaT" | "NA" | "<NA>" | "N/A" | "#N/A" | "None" | "NULL" | "null" | "nil" | "missing" | "-" | "—"
    )
}

/// `range` of `text` without blanks and the marks of emphasis and quotes around it.
fn trimmed(text: &str, range: Range<usize>, marks: &[char]) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let is_mark = |c: char| c.is_ascii_whitespace() || marks.contains(&c);
    let start = range.start + (part.len() - part.trim_start_matches(is_mark).len());
    let len = part.trim_matches(is_mark).len();
    start..start + len
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Detector;

    /// The result of `read` with the names of the built-in rules.
    pub(super) fn with_names<T>(read: impl FnOnce(&mut Names<'_>) -> T) -> T {
        static DETECTOR: std::sync::LazyLock<Detector> =
            std::sync::LazyLock::new(|| Detector::new(Vec::new()).expect("built-in rules compile"));
        let (rules, mut tokens) = (&DETECTOR.rules, Vec::new());
        read(&mut Names { keys: &rules.keys, contexts: &rules.contexts, tokens: &mut tokens })
    }

    /// The names and values that are read in `text`.
    pub(super) fn all_cells(text: &str) -> Vec<(&str, &str)> {
        let pair = |cell: Cell| (&text[cell.name], &text[cell.value]);
        read_cells(text).into_iter().map(pair).collect()
    }

    /// Those whose names are known.
    pub(super) fn cells(text: &str) -> Vec<(&str, &str)> {
        let mut found = read_cells(text);
        let is_known =
            |cell: &Cell| cell.known.is_some() || with_names(|names| names.look_up(&text[cell.name.clone()])).is_some();
        found.retain(is_known);
        found.into_iter().map(|cell| (&text[cell.name], &text[cell.value])).collect()
    }

    fn read_cells(text: &str) -> Vec<Cell> {
        let mut found = Vec::new();
        with_names(|names| read(text, names, &mut found));
        assert!(found.windows(2).all(|pair| pair[0].value.end <= pair[1].value.start), "{text}: {found:?}");
        found
    }

    #[test]
    fn unknown_names_are_those_of_columns_and_lines() {
        for (text, expected) in [
            ("ssn;Sum 2025;Note [m²]\n8-1;2;x\n", vec![("ssn", "8-1"), ("Sum 2025", "2"), ("Note [m²]", "x")]),
            ("ssn,\"Sum, net\"\n8-1,2\n", vec![("ssn", "8-1"), ("Sum, net", "2")]),
            ("ssn;n;;\n8-1;2;;\n8-2;3\n", vec![("ssn", "8-1"), ("n", "2"), ("ssn", "8-2"), ("n", "3")]),
            ("ssn;n;m\n\n8-1;2;3\n", vec![("ssn", "8-1"), ("n", "2"), ("m", "3")]),
            ("> ssn;n\n> 8-1;2\n", vec![("ssn", "8-1"), ("n", "2")]),
            ("hue;mix\n8-1;48213907\n", vec![("hue", "8-1"), ("mix", "48213907")]),
            ("hue;mix\nX;Y\n", vec![]),
            ("Hue | 8-1\nMix | x\n", vec![("Hue", "8-1")]),
            ("Hue\n48213907\n\nMix\nwords of prose\n", vec![("Hue", "48213907")]),
            ("Hue ..... 8-1\n- **Mix:** 8-2\n:Note: 8-3\n", vec![("Hue", "8-1"), ("Mix", "8-2"), ("Note", "8-3")]),
            ("<dl><dt>Hue</dt><dd>8-1</dd></dl>", vec![("Hue", "8-1")]),
            ("<label>Hue<input type=\"text\" value=\"8-1\"></label><input value=\"8-2\">", vec![("Hue", "8-1")]),
            ("[10:41] Ana: Hue?\n[10:42] Ben: 8-14\n", vec![("Hue", "8-14")]),
            ("48213907 = ssn\nx1 = ssn\n", vec![("ssn", "48213907")]),
            ("- X Y\nmix_keys:\n- 8-1\n", vec![("mix_keys", "8-1")]),
            ("| Hue | Mix | Note |\n|---|---|---|\n| `DB_SSN` | – | x y |\n| `MIX` | 8 | z |\n", vec![]),
        ] {
            assert_eq!(all_cells(text), expected, "{text}");
        }
    }

    #[test]
    fn a_list_of_cells_tells_its_end_with_and_without_names() {
        for (text, expected) in [
            ("A1: x\nA2: y\n\nz", Err("A1: x\nA2: y\n")),
            ("A1: SSN\nA2: 078-05-1120\nz", Ok("A1: SSN\nA2: 078-05-1120\n")),
        ] {
            let line = line::row(text, 0);
            let end = with_names(|names| spreadsheet::read(text, &line, names, &mut Vec::new()));
            assert_eq!(end, expected.map(str::len).map_err(str::len), "{text}");
        }
    }

    #[test]
    fn plain_values_and_flat_lines_have_no_layout() {
        for (text, expected) in [
            ("2ab6-x_y", true),
            ("7.15.70", true),
            ("2026-03-19T02:16:07.507+01:00", true),
            ("7; 8\n9, 10", true),
            ("7: x", true),
            ("ssn 7", true),
            ("ssn:7", true),
            ("GET /jobs/17: 204 in 12ms status=ok", true),
            ("ssn....7", false),
            ("ssn  7", false),
            ("ssn - 7", false),
            ("ssn _7_", false),
            ("7000 = ssn", false),
            (":ssn: 7", false),
            ("ssn changed from 7 to 8", false),
            ("ssn? 7", false),
            ("x\n", false),
            ("身", false),
        ] {
            assert_eq!(has_no_layout(text), expected, "{text}");
        }
    }

    /// What is left unread would have had no cells: words and names with all signs of flat lines between.
    #[test]
    fn flat_lines_would_have_no_cells() {
        let parts =
            ["ssn", "SSN", "B2", "a/b.csv", "7", "078-05-1120", "hue", "changed", "from", "to", "Parameters", "W+x$9!"];
        let signs = [" ", ":", ": ", "=", "-", "_", ".", "/", "@", ":_ ", "= "];
        let mut random = crate::random::Random::new(7);
        let mut flat = 0;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..2 + random.below(5) {
                text.push_str(random.pick(&parts));
                text.push_str(random.pick(&signs));
            }
            if is_flat_line(&text) {
                let mut found = Vec::new();
                with_names(|names| read_layer(&text, 0, names, &mut found));
                assert_eq!(found, [], "{text}");
                flat += 1;
            }
        }
        assert!(flat > 1000, "{flat} flat lines");
    }

    #[test]
    fn columns_are_read_behind_their_headers() {
        for (text, expected) in [
            ("id,ssn,hue\n7,078-05-1120,X\n8,219-09-9999,Y\n", vec![("ssn", "078-05-1120"), ("ssn", "219-09-9999")]),
            ("\"id\",\"ssn\"\r\n\"7\",\"078-05-1120\"\r\n", vec![("ssn", "078-05-1120")]),
            ("id,note,ssn\n1,\"a, \"\"b\"\"\nc\",7\n", vec![("ssn", "7")]),
            ("id;ssn\n1;2\n\nid;x\n1;2", vec![("ssn", "2")]),
            ("a/b.csv:1:ssn;id\na/b.csv:2:7;8\na/b.csv:9:5;6\n", vec![("ssn", "7"), ("ssn", "5")]),
            ("a/b.csv:1:ssn;id\nc.rs:2:7;8\n", vec![]),
            ("b.rs:1:let ssn;id\nb.rs:2:x;8\n", vec![]),
            ("№ | ssn | № x\n1 | 2 | 3\n", vec![("ssn", "2")]),
            ("id\tssn\thue\n1\t2\tx\n", vec![("ssn", "2")]),
            ("| id | SSN |\n|----|:---:|\n| 1 | 2 |\n\n| 3 | 4 |", vec![("SSN", "2")]),
            ("SSN | n\n--- | ---\n2 | 1\n", vec![("SSN", "2")]),
            ("+---+-----+\n| n | ssn |\n+---+-----+\n| 1 | 2   |\n+---+-----+\n", vec![("ssn", "2")]),
            (" id | ssn | n\n----+-----+---\n 7 | 8 | 2\n(1 row)\n", vec![("ssn", "8")]),
            ("│ id │ ssn │\n├────┼─────┤\n│ 7  │ 8   │\n", vec![("ssn", "8")]),
            (
                "ID    SSN         HUE\n7     078 05 1120 X Y\n8     219 09 9999 Z\n",
                vec![("SSN", "078 05 1120 X Y"), ("SSN", "219 09 9999 Z")],
            ),
            (
                "ID    SSN            HUE\n7     078 05 1120    X\n8                    Z\n",
                vec![("SSN", "078 05 1120")],
            ),
            (
                "    HUE MIX    SSN  Ü\n0   X Y  11 078051 12\n1 Üzz Y   7 219099  0\n[2 rows x 4 columns]\n",
                vec![("SSN", "078051"), ("SSN", "219099")],
            ),
            ("   SSN HUE\n10 1 2   X\n11 2 1   Y\n\n", vec![("SSN", "1 2"), ("SSN", "2 1")]),
            ("id;ssn;Sum (%);Net $\n7;8;1;2\n", vec![("ssn", "8")]),
            ("id & SSN & Sum \\\\ \\hline\n\\hline\n7 & 8-1 & 2 \\\\\n", vec![("SSN", "8-1")]),
            ("Sum & SSN \\\\\n7 & 8-1 \\\\ \\hline\n", vec![("SSN", "8-1")]),
            ("-[ RECORD 1 ]-+----\nhue     | X\nssn     | 8-1\nsum     | 2\n", vec![("ssn", "8-1")]),
            ("'hue','ssn'\n'X, Y','8-1'\n'','8-2'\n", vec![("ssn", "8-1"), ("ssn", "8-2")]),
            ("│ hue ┆ ssn │\n╞═════╪═════╡\n│ X   ┆ 8-1 │\n", vec![("ssn", "8-1")]),
            ("OBS    HUE    SSN\n\n  1    X      8-1\n  2    Y      8-2\n", vec![("SSN", "8-1"), ("SSN", "8-2")]),
            (
                " Row │ hue    ssn\n     │ String Int64\n─────┼─────────────\n   1 │ X Y    78051\n   2 │ Z      21909\n",
                vec![("ssn", "78051"), ("ssn", "21909")],
            ),
            ("     hue    ssn  \\\n302  X Y  78051\n877    Z  21909\n", vec![("ssn", "78051"), ("ssn", "21909")]),
            (
                "    hue    ssn      mix\n1 Xx  Y  78-0-5    41\n2 Zz  X  21-9    7\n",
                vec![("ssn", "78-0-5"), ("ssn", "21-9")],
            ),
            ("COPY public.t (hue, ssn, n) FROM stdin;\nX\t8-1\t7\nY\t\\N\t\\N\n\\.\n", vec![("ssn", "8-1")]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }

    #[test]
    fn names_stand_before_and_above() {
        for (text, expected) in [
            ("SSN\n078-05-1120\n", vec![("SSN", "078-05-1120")]),
            ("## SSN\n\n078-05-1120\n", vec![("SSN", "078-05-1120")]),
            ("x\n\nSSN:\n    078-05-1120\n\nBye", vec![("SSN", "078-05-1120")]),
            ("SSN\t078-05-1120\n", vec![("SSN", "078-05-1120")]),
            ("SSN       078-05-1120\nHue      X\n", vec![("SSN", "078-05-1120")]),
            ("| SSN | 078-05-1120 |\n", vec![("SSN", "078-05-1120")]),
            ("SSN:\n- 1\n- 2\nx", vec![("SSN", "1"), ("SSN", "2")]),
            ("[db.passwords]\napp = \"x1\"\nweb=x2\n\n[other]\na = 1", vec![("passwords", "x1"), ("passwords", "x2")]),
            ("[colors]\napp = \"x1\"\n", vec![]),
            ("SSN\n\n\n1", vec![]),
            ("Ref.     : 7\nSSN      : 8-1\n", vec![("SSN", "8-1")]),
            ("SSN      [ 8 / 1 ]\nHue      [ X ]\n", vec![("SSN", "8 / 1")]),
            ("--x\r\nContent-Disposition: form-data; name=\"ssn\"\r\n\r\n8-1\r\n--x--", vec![("ssn", "8-1")]),
            ("- \"--ssn\"\n- \"1\"\n- \"--drop\"\n- \"2\"\n", vec![("\"--ssn\"", "1")]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }

    #[test]
    fn cells_of_spreadsheets_are_named_above_and_beside() {
        for (text, expected) in [
            ("A1: Hue\nB1: SSN\nA2: X\nB2: 7\nA3: Y\nB3: 8\n", vec![("SSN", "7"), ("SSN", "8")]),
            ("{\n  \"A1\": \"SSN\",\n  \"B1\": \"Hue\",\n  \"A2\": \"7 8\"\n}", vec![("SSN", "7 8")]),
            ("B4 = \"SSN\"\nC4 = 7\nB5 = \"Hue\"\nC5 = 8\n", vec![("SSN", "7")]),
            ("A1: SSN\n\nA2: 7\nB9: 8\n", vec![("SSN", "7")]),
            ("A1: SSN\nB1: X\nA2: Phone\nB2: 7\n", vec![("SSN", "X"), ("Phone", "7")]),
            ("A1: hue\nA2: 7\n", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }

    #[test]
    fn names_stand_before_wide_blanks() {
        for (text, expected) in [
            ("電話番号　075-1\nX", vec![("電話番号", "075-1")]),
            ("電　話　075-1\n", vec![("電　話", "075-1")]),
            ("氏名　山田　太郎　　電話　075-1\n", vec![("氏名", "山田　太郎"), ("電話", "075-1")]),
            ("電話番号　　075-1\n", vec![("電話番号", "075-1")]),
            ("今日　075-1\n", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }

    #[test]
    fn questions_introduce_their_answers() {
        for (text, expected) in [
            ("Your SSN?\nUser: It's 078-05-1120, thanks\n", vec![("Your SSN", "078-05-1120")]),
            ("Bot: SSN? Caller: Yes, it's 7.", vec![("Bot: SSN", "7")]),
            ("SSN? 7. And the hue? 8. SSN, please? 9", vec![("SSN", "7"), ("SSN", "9")]),
            ("May I have your SSN please? sure 078 05 1120 sir", vec![("May I have your SSN", "078 05 1120")]),
            ("A: Your SSN for verification?\nB: 7, and the hue is red. Why?\n", vec![("A: Your SSN", "7")]),
            ("A: The SSN on file, please?\nB: It's 7. Why?\n", vec![("A: The SSN on file", "7")]),
            ("A: Please confirm your SSN.\nB: ok, 7\nA: 8", vec![("A: Please confirm your SSN", "7")]),
            ("Please confirm your SSN.\n7 people did\n", vec![]),
            ("I told them my SSN.\nB: 7\n", vec![]),
            ("SSN? I forgot it\n", vec![]),
            ("Forgot your SSN?\nA: 7-80\n", vec![]),
            ("Ana, 10:41\nSSN?\nBen, 10:42\n7-80\n", vec![("SSN", "7-80")]),
            ("Ana (10:41): your SSN?\nBen (10:42): 7-80\n", vec![("Ana (10:41): your SSN", "7-80")]),
            ("A: Ihre SSN?\nB: Das ist die 7-80.\n", vec![("A: Ihre SSN", "7-80")]),
            ("https://example.com/?ssn?7\n", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }

    #[test]
    fn tables_of_html_are_read_by_their_tags() {
        for (text, expected) in [
            ("<table><tr><th>SSN</th><th>Hue</th></tr><tr><td>1</td><td>X</td></tr></table>", vec![("SSN", "1")]),
            ("<TABLE><TR><TH>Hue<TH CLASS=\"a>b\"><B>SSN</B><TR><TD>X<TD>&nbsp;<I>1</I>", vec![("SSN", "1")]),
            ("<tr><td>id</td><td>ssn</td></tr><tr><td>1</td><td>2</td></tr>", vec![("ssn", "2")]),
            ("<tr><td>ssn</td><td>hue</td></tr><tr><td>1</td><td>x</td></tr>", vec![("ssn", "1")]),
            ("<tr><td>SSN:</td><td>X Y</td></tr><tr><td>Hue</td><td>Z</td></tr>", vec![("SSN", "X Y")]),
            ("<tr><th scope='row'>SSN</th>\n<td>1<br>2</td></tr>", vec![("SSN", "1"), ("SSN", "2")]),
            ("<tr><th>Hue</th><td>X</td></tr><tr><th>SSN</th><td>Y</td></tr>", vec![("SSN", "Y")]),
            ("<tr><th>Field</th><th>Value</th></tr><tr><td>SSN</td><td>1</td></tr>", vec![("SSN", "1")]),
            ("<tr><th rowspan=2>Hue<th>Note<tr><th>SSN<tr><td>X<td>1", vec![("SSN", "1")]),
            ("<tr><th>A<th>SSN<tr><td rowspan=2>X<td>1<tr><td>2", vec![("SSN", "1"), ("SSN", "2")]),
            ("<tr><th colspan=\"2\">A<th>SSN<tr><td>X<td>Y<td>1", vec![("SSN", "1")]),
            ("<tr><td>SSN<td><table><tr><td>SSN<td>1</table>2<tr>", vec![("SSN", "1"), ("SSN", "2")]),
            ("<dl><dt>SSN<dd>1<dd>2<dt>Hue<dd>3</dl>", vec![("SSN", "1"), ("SSN", "2")]),
            ("<dl><dt>SSN<dt>Hue<dd>3<dt>X<dd>4</dl>", vec![]),
            ("<dl><dt><i>x</i> <b>SSN</b><dd>1</dl>", vec![]),
            ("<tr><!-- <td>SSN --><td>X<td>1</tr> a < b <tr", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }

    #[test]
    fn prose_and_code_have_no_columns() {
        for text in [
            "",
            "\n\n",
            "We need your ssn, the hue and more of it, all in all.\nThank you, Bob, for that, and a nice day\n",
            "let ssn = f(a, b);\nlet b = g(c, d);\n",
            "ssn\n",
            "    Ssn,\n    /// The hue.\n    Hue,\n    Note,\n",
            "\"ssn\",\n\"hue\",\n\"note\",\n",
            "    Id, Ssn, Hue,\n    Note, Other, More,\n",
            "id,hue\n7,X\n",
            "ii  apt   2.6.1     amd64   ssn\nii  gdb   13.1-3    amd64   GNU Debugger\n",
        ] {
            assert_eq!(cells(text), [], "{text}");
        }
    }
}
