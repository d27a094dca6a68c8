//! Lines: a name alone on a line, and the value or the list below it.

use std::ops::Range;

use super::{
    Cell, MAX_NAME, Names,
    cells::behind_mail_quote,
    opening::{field_number_len, leader_len},
    table, trimmed,
};
use crate::{keys::is_alike, text::line};

/// Marks around a name that is a heading.
const MARKS: &[char] = &['#', '*', '_', ':', '>', '=', '-', '：'];
/// Longest value that a line above names, in bytes.
const MAX_VALUE: usize = 128;
/// Most words of such a value.
const MAX_WORDS: usize = 8;
/// Most lines behind the first one that hold more values of its kind.
const MOST_ALIKE: usize = 16;

/// Adds the values below `line`, a name alone, that it introduces, and returns the place behind the last; `None` if
/// there is no value.
pub fn read_below(text: &str, line: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    // Most short texts are one line.
    if line.end >= text.len() {
        return None;
    }
    let number = field_number_len(text.get(line.clone())?.as_bytes());
    let name = trimmed(text, line.start + number..line.end, MARKS);
    let word = text.get(name.clone()).filter(|word| word.len() <= 4 * MAX_NAME && !word.is_empty())?;
    let Some(known) = names.keys.of_heading(word) else { return read_label(text, line, name, names, found) };
    // A heading, or a name with a colon, may have blank lines below.
    let is_heading = name.start > line.start || text.get(name.end..line.end)?.trim_end().ends_with([':', '：']);
    let mut below = first_below(text, line, is_heading);
    if !is_heading && text.get(below.clone())?.trim().is_empty() {
        // A scan has blank lines between a label and its number.
        let next = first_below(text, line, true);
        let number = value(text, next.clone()).filter(|number| is_number(&text[number.clone()]));
        below = number.map_or(below, |_| next);
    }
    let cell = |name, value| Cell { name, value, known: Some(known) };
    let from = found.len();
    // In a list of arguments an option names the next one alone: `- "--user"`, `- "agent"`, `- "--cap-drop"`.
    let is_option = text.get(line.clone()).and_then(|line| line.get(line.len() - item(line)?..));
    if is_option.is_some_and(|option| option.trim_start().trim_start_matches(['"', '\'']).starts_with("--")) {
        let argument = text.get(below.clone()).and_then(item)?;
        let value = value(text, below.end - argument..below.end)?;
        found.push(cell(name, value));
        return Some(below.end + 1);
    }
    // A list begins with its first item, a date with any day: `19. marraskuuta 1976`.
    let number =
        text.get(below.clone())?.trim_start().split_once('.').and_then(|(number, _)| number.parse::<u16>().ok());
    let is_list = number.is_none_or(|number| number < 2);
    while is_list && let Some(item) = text.get(below.clone()).and_then(item) {
        let start = below.end - item;
        found.extend(value(text, start..below.end).map(|value| cell(name.clone(), value)));
        if below.end >= text.len() {
            return Some(text.len());
        }
        below = line::row(text, below.end + 1);
    }
    if found.len() > from {
        return Some(below.start);
    }
    // The members of a map are read behind its sign.
    if names.keys.of_map_name(word).is_some() && text.get(below.clone())?.contains(": ") {
        return None;
    }
    let first = value(text, below.clone())?;
    found.push(cell(name.clone(), first.clone()));
    // More values of the kind may stand below, a line each.
    for _ in 0..MOST_ALIKE {
        let next = line::row(text, (below.end + 1).min(text.len()));
        let Some(other) = value(text, next.clone()).filter(|other| is_alike(text, &first, other)) else { break };
        found.push(cell(name.clone(), other));
        below = next;
    }
    Some(below.end + 1)
}

/// Adds the value on the line below `line`, which a `name` that is not known may introduce, and returns the place behind it.
fn read_label(
    text: &str,
    line: &Range<usize>,
    name: Range<usize>,
    names: &Names<'_>,
    found: &mut Vec<Cell>,
) -> Option<usize> {
    let below = line::row(text, line.end + 1);
    let value = value(text, below.clone()).filter(|value| is_code(&text[value.clone()]))?;
    let may_name = table::is_label(&text[name.clone()]) && names.keys.of_heading(&text[value.clone()]).is_none();
    may_name.then(|| found.push(Cell { name, value, known: None }))?;
    Some(below.end + 1)
}

/// Reports whether words may be what a label introduces: few, with a number among them, or one word with the signs of a password.
fn is_code(words: &str) -> bool {
    /// Most words, and fewest digits of several.
    const WORDS: usize = 4;
    const DIGITS: usize = 3;
    let count = words.split(' ').count();
    let digits = words.bytes().filter(u8::is_ascii_digit).count();
    let has_sign = || words.contains(|c: char| "!@#$%^&*?+~".contains(c)) && !words.ends_with(':');
    let is_list = words.contains([',', ';', '|', '\t', '=', '{', '(']) && count > 1;
    !is_list && (digits > 0 && count == 1 || digits >= DIGITS && count <= WORDS || count == 1 && has_sign())
}

/// Reports whether words are the number of a document: groups of digits and capitals, with many digits.
fn is_number(words: &str) -> bool {
    /// Fewest digits.
    const DIGITS: usize = 5;
    let stands = |b: &u8| b.is_ascii_digit() || b.is_ascii_uppercase() || b" -./()".contains(b);
    words.bytes().filter(u8::is_ascii_digit).count() >= DIGITS && words.bytes().all(|b| stands(&b))
}

/// Reads the value before its name on a line of nothing else, `4471 = PIN`, and returns the end of the line.
pub fn read_reversed(text: &str, line: &Range<usize>, names: &Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    /// Fewest digits of a number; a word with fewer is one of a program.
    const DIGITS: usize = 4;
    let content = text.get(line.clone()).filter(|line| line.len() <= MAX_VALUE)?;
    let (value, name) = content.split_once(" = ")?;
    let value = value.trim();
    let is_number =
        value.bytes().filter(u8::is_ascii_digit).count() >= DIGITS && value.bytes().all(|b| !b.is_ascii_lowercase());
    let is_secret = || !value.contains(' ') && value.contains(['!', '#', '$', '%', '&', '?', '@', '+']);
    let known = (is_number || is_secret() && is_code(value)).then(|| names.keys.of_whole_name(name.trim()))??;
    let [name, value] = [name.trim(), value].map(|part| crate::text::place_of(text, part));
    found.push(Cell { name: name?, value: value?, known: Some(known) });
    Some(line.end + 1)
}

/// Reads the value behind a label that is set off by marks, `- **PIN:** 4471`, `:PIN: 4471`, and returns the end of the line.
pub fn read_marked(text: &str, line: &Range<usize>, names: &Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    /// Signs of items of lists.
    const ITEMS: [&str; 7] = ["- ", "* ", "+ ", "• ", "– ", "> ", "· "];
    /// Marks before a label, and behind it.
    const MARKS: [(&str, &str); 9] = [
        ("**", ":** "),
        ("**", "**: "),
        ("**", "** "),
        ("__", ":__ "),
        ("__", "__: "),
        ("_", ":_ "),
        ("*", ":* "),
        (":", ": "),
        ("`", "`: "),
    ];
    let content = text.get(line.clone())?.trim_start();
    let content = ITEMS.iter().find_map(|item| content.strip_prefix(item)).unwrap_or(content).trim_start();
    let (name, rest) = MARKS.iter().find_map(|(open, close)| content.strip_prefix(open)?.split_once(close))?;
    let name = crate::text::place_of(text, name).filter(|name| !name.is_empty())?;
    let known = names.keys.of_whole_name(&text[name.clone()]);
    (known.is_some() || table::is_label(&text[name.clone()])).then_some(())?;
    let value = value(text, line.end - rest.len()..line.end)?;
    found.push(Cell { name, value, known });
    Some(line.end + 1)
}

/// The line on which the value of the name on `line` begins: the next one, behind the line below a heading and the fence around a
/// block of code. Blank lines may stand below a name that `is_heading`.
fn first_below(text: &str, line: &Range<usize>, is_heading: bool) -> Range<usize> {
    /// Most blank lines.
    const MOST: usize = 2;
    let content = |row: &Range<usize>| text.get(row.clone()).unwrap_or_default().trim();
    let is_all = |line: &str, sign: char| line.len() > 2 && line.chars().all(|c| c == sign);
    let next = |row: &Range<usize>| line::row(text, (row.end + 1).min(text.len()));
    let mut below = next(line);
    let is_underlined = is_all(content(&below), '-') || is_all(content(&below), '=') || is_all(content(&below), '~');
    if is_underlined && !is_fence(content(&below)) {
        below = next(&below);
    }
    for _ in 0..MOST {
        if (is_heading || is_underlined) && content(&below).is_empty() {
            below = next(&below);
        }
    }
    if is_fence(content(&below)) { next(&below) } else { below }
}

/// Reports whether a line begins a block of code, perhaps with the name of its language behind.
fn is_fence(line: &str) -> bool {
    let rest = line.strip_prefix("```").or_else(|| line.strip_prefix("~~~"));
    rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Adds the settings in the section that `line` heads, if its name says that they are secrets of one kind: `[passwords]`. Returns
/// the place behind the last.
pub fn read_section(text: &str, line: &Range<usize>, names: &Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    /// Most settings of a section.
    const MOST: usize = 256;
    let head = trimmed(text, line.clone(), &['[', ']', '"', '\'', '\r']);
    let name = text.get(head.clone())?;
    let name = head.end - name.rsplit('.').next()?.len()..head.end;
    let (known, _) = names.keys.of_map_name(text.get(name.clone())?)?;
    let mut at = line.end + 1;
    for _ in 0..MOST {
        let row = line::row(text, at);
        let content = text.get(row.clone()).unwrap_or_default();
        if content.trim().is_empty() || content.starts_with('[') {
            break;
        }
        if let Some(sign) = content.find(['=', ':']).filter(|_| !content.trim_start().starts_with(['#', ';'])) {
            let value = trimmed(text, row.start + sign + 1..row.end, &['"', '\'', ',']);
            found.extend((!value.is_empty()).then(|| Cell { name: name.clone(), value, known: Some(known) }));
        }
        at = row.end + 1;
    }
    Some(at)
}

/// Reads the value of a field of a form as browsers send it (RFC 7578), whose heading `line` is: `Content-Disposition: form-data;
/// name="ssn"`, perhaps more headings, an empty line, and the value. Returns the place behind the value.
pub fn read_part(text: &str, line: &Range<usize>, names: &Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    const HEAD: &str = "content-disposition: form-data; name=\"";
    /// Most headings behind this one.
    const MOST: usize = 3;
    let heading = text.get(line.clone())?;
    heading.get(..HEAD.len()).filter(|head| head.eq_ignore_ascii_case(HEAD))?;
    let name = line.start + HEAD.len()..line.start + HEAD.len() + heading.get(HEAD.len()..)?.find('"')?;
    let known = names.keys.of_whole_name(text.get(name.clone()).filter(|name| !name.is_empty())?)?;
    let mut below = line.clone();
    for _ in 0..=MOST {
        below = line::row(text, below.end + 1);
        if text.get(below.clone())?.trim().is_empty() {
            let row = line::row(text, below.end + 1);
            let value = trimmed(text, row.clone(), &[]);
            found.extend((!value.is_empty()).then_some(Cell { name, value, known: Some(known) }));
            return Some(row.end + 1);
        }
    }
    None
}

/// Reads the value behind a dash, or behind dots that lead to it, of a line that begins with its name, `- **SSN** –
/// 078-05-1120`, and returns the end of the line.
pub fn read_beside(text: &str, line: &Range<usize>, names: &Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    let content = text.get(line.clone())?;
    let dash = [" - ", " – ", " — "].into_iter().find_map(|dash| Some((content.find(dash)?, dash.len())));
    let (at, len) = dash.or_else(|| leader(content))?;
    let name = trimmed(text, line.start..line.start + at, MARKS);
    let word = text.get(name.clone()).filter(|name| !name.is_empty())?;
    let known = names.keys.of_whole_name(word);
    let value = value(text, line.start + at + len..line.end)?;
    if known.is_none() && !(table::is_label(word) && is_code(&text[value.clone()])) {
        return None;
    }
    found.push(Cell { name, value, known });
    Some(line.end + 1)
}

/// The place and the length of the dots in `line` that lead from a name to its value.
fn leader(line: &str) -> Option<(usize, usize)> {
    let blank = |at: usize| line.as_bytes().get(at.wrapping_sub(1)) == Some(&b' ');
    let places = |dots| line.match_indices(dots).map(|(at, _)| at);
    places("...").chain(places(". . .")).find_map(|at| {
        let len = leader_len(&line.as_bytes()[at..], blank(at));
        (len > 0).then_some((at, len))
    })
}

/// The length of the text behind the mark of a list item: `- x`, `* x`, `2. x`.
fn item(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..)?;
    let mark = if digits > 0 { rest.strip_prefix(['.', ')']) } else { rest.strip_prefix(['-', '*', '•', '+']) };
    mark.filter(|rest| rest.starts_with(' ')).map(str::len)
}

/// The value that fills `line`, if it may be one.
pub(super) fn value(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    // Mail quotes lines of others.
    let start = behind_mail_quote(text, line.start).min(line.end);
    let value = trimmed(text, start..line.end, &['"', '\'', '`', '*']);
    let words = text.get(value.clone())?;
    let is_short = !words.is_empty() && words.len() <= MAX_VALUE && words.split(' ').count() <= MAX_WORDS;
    is_short.then_some(value)
}
