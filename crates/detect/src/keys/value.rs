//! The value behind a sign: its bounds, in quotes or without, alone or in a list.

use std::ops::Range;

use super::{
    MAX_GAP, MAX_VALUE,
    declared_type::declared_type_len,
    markup::emphasis_len,
    quote::{closing_quote, quoted_len, wrapper_len},
};
use crate::{rule::Form, text::escape_before};

/// The value behind the sign at `at`, and the form of its introduction. `quoted`: quotes enclose the name; `spaced`: a
/// blank precedes the sign.
pub fn value(text: &str, at: usize, quoted: bool, spaced: bool) -> Option<(Range<usize>, Form)> {
    let equals = text.as_bytes().get(at) == Some(&b'=');
    let mut start = at + 1;
    // `=>` and `:=`
    if matches!(text.as_bytes().get(start), Some(b'>' | b'=')) {
        start += 1;
        start += text.get(start..).map_or(0, dumped_len);
    }
    // `**Name:** value`, `*Name:* value`
    let rest = text.get(start..)?;
    let ended = ["**", "__", "* ", "_ "].iter().any(|mark| rest.starts_with(mark));
    let rest = if ended { rest.trim_start_matches(['*', '_']) } else { rest };
    let rest = match text.as_bytes().get(at) {
        Some(b':') => rest.get(type_len(rest)..)?,
        _ => rest,
    };
    let blanks = rest.bytes().take(MAX_GAP).take_while(|b| matches!(b, b' ' | b'\t')).count();
    let rest = rest.get(blanks..)?;
    let rest = rest.get(printed_type_len(rest)..)?;
    let block = if text.as_bytes().get(at) == Some(&b':') { block_len(rest) } else { 0 };
    let rest = rest.get(block..)?;
    // `name: **value**`
    let rest = rest.strip_prefix("**").unwrap_or(rest);
    let marked = emphasis_len(rest);
    let rest = rest.get(marked..)?;
    let wrapper = wrapper_len(rest);
    let (wrapped, rest) = (rest.get(..wrapper)?, rest.get(wrapper..)?);
    start = text.len() - rest.len();
    // The type of a trace around a value without quotes: `Str(…)`.
    if wrapped == "Str(" {
        let near = rest.get(..rest.floor_char_boundary(MAX_VALUE)).unwrap_or(rest);
        let line = near.split('\n').next()?;
        return line
            .strip_suffix(')')
            .filter(|inner| !inner.is_empty())
            .map(|inner| (start..start + inner.len(), Form::Member));
    }
    // The kind of a literal stands before its quote: `u'…'`, `@"…"`.
    let kind = usize::from(matches!(rest.as_bytes(), [b'u' | b'b' | b'U' | b'L' | b'N' | b'@', b'"' | b'\'', ..]));
    let (start, rest) = (start + kind, rest.get(kind..)?);
    if let Some(len) = entity_quote_len(rest) {
        let inner = start + len;
        let near = text.get(inner..)?;
        let near = near.get(..near.floor_char_boundary(MAX_VALUE))?;
        return near.find(rest.get(..len)?).map(|end| (inner..inner + end, Form::Member));
    }
    let escapes = rest.bytes().take(4).take_while(|b| *b == b'\\').count();
    let opening = rest.get(escapes..)?.chars().next()?;
    if let Some(closing) = closing_quote(opening) {
        let inner = start + escapes + opening.len_utf8();
        let len = quoted_len(text.get(inner..)?, closing, escapes, MAX_VALUE)?;
        let len = if closing == '\'' { behind_prefix(&text[inner..], len) } else { len };
        return Some((inner..inner + len, Form::Member));
    }
    // PHP prints arrays so: `[ssn] => 078-05-1120`.
    let is_printed = equals && text.as_bytes().get(at + 1) == Some(&b'>') && text[..at].ends_with("] ");
    let form = match (equals, quoted) {
        _ if is_printed => Form::Member,
        (false, _) => Form::Line,
        (true, false) if blanks == 0 && !spaced => Form::Pair,
        (true, _) => Form::Setting,
    };
    let len = bare_len(rest, form, quoted);
    // Tags around a value are as good as quotes.
    let form = if marked > 0 && rest.get(len..)?.starts_with("</") { Form::Member } else { form };
    let marks = emphasis(rest.get(..len)?);
    (len > 2 * marks).then_some((start + marks..start + len - marks, form))
}

/// The length of the beginning of a block of YAML and the indentation of its first line, `>-` and a line end; 0 if none begins.
fn block_len(rest: &str) -> usize {
    /// Most blanks before the first line.
    const MOST: usize = 32;
    if !rest.starts_with(['>', '|']) {
        return 0;
    }
    let head = rest[1..].trim_start_matches(['-', '+']);
    let below = head.trim_start_matches('\r').strip_prefix('\n').unwrap_or_default();
    let blanks = below.bytes().take(MOST).take_while(|b| *b == b' ').count();
    if blanks > 0 { rest.len() - below.len() + blanks } else { 0 }
}

/// The length of the entity for a quote that `rest` begins with, as attributes of markup have it: `&quot;`.
fn entity_quote_len(rest: &str) -> Option<usize> {
    ENTITY_QUOTES.iter().find(|entity| rest.starts_with(**entity)).map(|entity| entity.len())
}

/// Entities for quotes in markup.
pub const ENTITY_QUOTES: [&str; 4] = ["&quot;", "&#34;", "&#39;", "&#x27;"];

/// The number of signs of emphasis around `value`, on either side: `_x_`, `*x*`.
pub fn emphasis(value: &str) -> usize {
    let is_mark = |byte: &u8| matches!(byte, b'_' | b'*');
    let (first, last) = (value.bytes().take_while(is_mark).count(), value.bytes().rev().take_while(is_mark).count());
    if first < value.len() { first.min(last) } else { 0 }
}

/// The length of the value in single quotes at the start of `rest`, whose first quote is at `len`: that is an apostrophe behind the
/// prefix of a family name, `'Jane O'Hara'`, if another word in capitals and another quote follow.
fn behind_prefix(rest: &str, len: usize) -> usize {
    /// Longest rest of a name, in bytes.
    const LONGEST: usize = 32;
    let is_prefix = rest.as_bytes()[..len].ends_with(b" O")
        || rest.as_bytes()[..len].ends_with(b" D")
        || matches!(&rest[..len], "O" | "D");
    let behind = &rest[len + 1..];
    let name: usize =
        behind.chars().take(LONGEST).take_while(|c| c.is_alphabetic() || *c == '-').map(char::len_utf8).sum();
    let is_name = behind.starts_with(char::is_uppercase) && name > 2 && behind[name..].starts_with('\'');
    if is_prefix && is_name { len + 1 + name } else { len }
}

/// The length of the line end and the type before a string that PHP dumps behind `=>`: `["name"]=>\n  string(4) "…"`.
fn dumped_len(rest: &str) -> usize {
    /// Most blanks, and most digits of a length.
    const BLANKS: usize = 64;
    const DIGITS: usize = 4;
    let blanks = rest.bytes().take(BLANKS).take_while(u8::is_ascii_whitespace).count();
    let Some(kind) = rest[blanks..].strip_prefix("string(").filter(|_| blanks > 0) else { return 0 };
    let digits = kind.bytes().take(DIGITS).take_while(u8::is_ascii_digit).count();
    let is_dumped = digits > 0 && kind[digits..].starts_with(") \"");
    if is_dumped { blanks + "string(".len() + digits + 1 } else { 0 }
}

/// The length of the type and the length before a string that Go prints: `(string) (len=6) "…"`; 0 if none stands there.
fn printed_type_len(rest: &str) -> usize {
    /// Most digits of a length.
    const DIGITS: usize = 5;
    const TYPE: &str = "(string) (len=";
    let Some(len) = rest.strip_prefix(TYPE) else { return 0 };
    let digits = len.bytes().take(DIGITS).take_while(u8::is_ascii_digit).count();
    if len[digits..].starts_with(") \"") { TYPE.len() + digits + ") ".len() } else { 0 }
}

/// The length of the type of a declaration that stands between a name and its value in quotes, with the sign behind it; 0 if
/// none does.
fn type_len(rest: &str) -> usize {
    let is_quoted = |value: &str| value.trim_start().starts_with(['"', '\'', '`']);
    // Without a blank before its sign, an attribute of markup would be a type, too.
    declared_type_len(rest).filter(|&len| rest[..len].ends_with(" =") && is_quoted(&rest[len..])).unwrap_or(0)
}

/// `found` without the next pair behind a caret, which parts the pairs of some events (LEEF 2.0): `jdoe^src=…`.
fn before_next_pair(found: &str) -> &str {
    let Some((value, next)) = found.split_once('^') else { return found };
    let name = next.bytes().take_while(u8::is_ascii_alphanumeric).count();
    if name > 1 && next[name..].starts_with('=') { value } else { found }
}

/// `found` without the next name and its value behind a comma: `12 Elm Street, Status: open`.
fn before_next_name(found: &str) -> &str {
    let is_name = |at: &usize| {
        let rest = &found[at + ", ".len()..];
        let len = rest.bytes().take(24).take_while(|b| b.is_ascii_alphabetic() || *b == b' ').count();
        len > 1 && rest.starts_with(|c: char| c.is_ascii_uppercase()) && rest[len..].starts_with(": ")
    };
    found.match_indices(", ").map(|(at, _)| at).find(is_name).map_or(found, |at| &found[..at])
}

/// The length of the value without quotes at the start of `rest`.
fn bare_len(rest: &str, form: Form, member: bool) -> usize {
    let ends = |c: char| match c {
        '\n' | '\r' | '\t' | '"' | '<' | '>' | '|' | ';' | '{' | '}' => true,
        ',' | ']' => member || form == Form::Pair,
        '&' | '\'' | ')' | ' ' => form == Form::Pair,
        _ => false,
    };
    let len = rest.char_indices().find(|(at, c)| *at > MAX_VALUE || ends(*c)).map_or(rest.len(), |(at, _)| at);
    let found = rest.get(..len).unwrap_or_default();
    let found = if form == Form::Pair { before_next_pair(found) } else { found };
    let found = if form == Form::Line { before_next_name(found) } else { found };
    // Line ends within a string of JSON or code are escaped.
    let escape = found.match_indices('\\').map(|(at, _)| at).find(|&at| escape_before(found, at + 2) == Some(at));
    let found = escape.map_or(found, |at| found.get(..at).unwrap_or_default());
    found.trim_end_matches([' ', ',', '\\', '.', '*']).len()
}
