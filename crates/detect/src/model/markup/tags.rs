//! Tags of HTML, members of XML, and marks in brackets: `<b>Jane</b>`, `<boss>Jane</boss>`, `[b]Jane[/b]`, `[Jane](https://…)`.

use super::{Edits, FAR};
use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{run_behind, window},
};

/// Longest tag, in bytes.
const LONGEST: usize = 512;
/// Elements within lines.
const INLINE: &WordList = &WordList::new(
    "a|abbr|b|big|center|cite|del|em|font|i|ins|kbd|mark|nobr|q|s|small|span|strike|strong|sub|sup|tt|u|wbr",
);
/// Elements that are lines or hold lines.
const LINES: &WordList = &WordList::new(
    "address|article|aside|blockquote|body|br|caption|dd|div|dl|dt|figcaption|figure|footer|h1|h2|h3|h4|h5|h6|header|hr|html|li|main|\
     nav|ol|p|section|table|tbody|tfoot|thead|tr|ul",
);
/// Elements that are cells of a row.
const CELLS: &WordList = &WordList::new("td|th");
/// Elements whose text is no prose.
const OTHERS: &WordList = &WordList::new(
    "code|pre|script|style|head|title|meta|link|img|input|svg|path|option|select|button|form|label|textarea",
);
/// Attributes whose values name nobody.
const ATTRIBUTES: &WordList = &WordList::new(
    "class|id|href|style|rel|target|src|width|height|colspan|rowspan|align|valign|dir|lang|type|role|border|cellpadding|\
     cellspacing|color|size|face|bgcolor|start|scope",
);
/// Marks in brackets that forums have.
const BRACKETED: &WordList = &WordList::new("b|i|u|s|url|quote|color|size|center|font|email|list|spoiler");

/// Reads the tag at `at`, and gives the number of bytes that are read.
pub fn element(text: &str, at: usize, edits: &mut Edits) -> usize {
    let inner = window::behind(text, at + 1, LONGEST);
    let Some(len) = inner.find(['>', '<']).filter(|len| inner[*len..].starts_with('>')) else { return 1 };
    let tag = &inner[..len];
    let end = at + 1 + len + 1;
    let bare = tag.strip_prefix('/').unwrap_or(tag);
    let name = run_behind(bare, |c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    // Programs that write pages escape the quotes of their tags.
    if name.is_empty() || !name.starts_with(|c: char| c.is_ascii_alphabetic()) || tag.contains('\\') {
        return 1;
    }
    let rest = bare[name.len()..].trim_end_matches('/');
    let is_closing = tag.starts_with('/');
    let is_read = || rest.trim().is_empty() || rest.starts_with(char::is_whitespace) && has_no_names(rest);
    if is_listed(name, INLINE) {
        if is_read() {
            edits.push(at..end, "");
        }
    } else if is_listed(name, LINES) {
        if is_read() {
            edits.push_line(text, at..end);
        }
    } else if is_listed(name, CELLS) {
        if is_read() {
            edits.push(at..end, if is_closing { "\t" } else { "" });
        }
    } else if !is_closing && rest.is_empty() && !is_listed(name, OTHERS) {
        member(text, at, end, name, edits);
    }
    1
}

/// Reads a member of XML with a short text in it, `<boss>Jane</boss>`, as one of a form.
fn member(text: &str, at: usize, end: usize, name: &str, edits: &mut Edits) {
    let inner = window::behind(text, end, FAR);
    let Some(len) = inner.find(['<', '\n']).filter(|len| *len > 0 && inner[*len..].starts_with("</")) else { return };
    let close = &inner[len + 2..];
    if close.strip_prefix(name).is_some_and(|tail| tail.starts_with('>')) {
        edits.push(at..at + 1, "");
        edits.push(end - 1..end, ": ");
        edits.push(end + len..end + len + name.len() + 3, "\n");
    }
}

/// Reports whether the attributes of a tag hold no name: all of them are of [`ATTRIBUTES`].
fn has_no_names(attributes: &str) -> bool {
    let mut quote = None;
    let mut name = 0;
    for (at, byte) in attributes.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => {
                let key = attributes.get(name..at).unwrap_or_default().trim();
                if !is_listed(key, ATTRIBUTES) {
                    return false;
                }
            }
            (None, b' ' | b'\t' | b'\n' | b'\r') => name = at,
            (None, _) => {}
        }
    }
    quote.is_none()
}

/// Reads a mark in brackets or the text of a link at `at`, and gives the number of bytes that are read.
pub fn bracketed(text: &str, at: usize, edits: &mut Edits) -> usize {
    let inner = window::behind(text, at + 1, FAR);
    let Some(len) = inner.find([']', '[', '\n']).filter(|len| inner[*len..].starts_with(']')) else { return 1 };
    let end = at + 1 + len + 1;
    let mark = &inner[..len];
    let name = mark.strip_prefix('/').unwrap_or(mark);
    let name = name.split('=').next().unwrap_or_default();
    if is_listed(name, BRACKETED) && (mark.starts_with('/') || has_closing(text, end, name)) {
        edits.push(at..end, "");
        return end - at;
    }
    let Some(address) = text.get(end..).and_then(|rest| rest.strip_prefix('(')) else { return 1 };
    let address = window::behind(address, 0, LONGEST);
    let Some(address_len) = address.find([')', ' ', '\n']).filter(|len| address[*len..].starts_with(')')) else {
        return 1;
    };
    if len > 0 && !text[..at].ends_with('!') {
        edits.push_pair(at..at + 1, end - 1..end + 1 + address_len + 1);
    }
    1
}

/// Reports whether a mark `name` is closed behind `end`.
fn has_closing(text: &str, end: usize, name: &str) -> bool {
    let near = window::behind(text, end, LONGEST);
    memchr::memmem::find_iter(near.as_bytes(), b"[/")
        .any(|at| near[at + 2..].strip_prefix(name).is_some_and(|tail| tail.starts_with(']')))
}
