//! Markup that touches words, which the models read without it: the sentence is the same with `**Jane**` as with `Jane`.
//!
//! | written | read |
//! |---|---|
//! | `**Jane**`, `_Jane_`, `~~Jane~~`, `` `Jane` `` | `Jane`, in backticks a name alone |
//! | `<b>Jane</b>`, `[b]Jane[/b]`, `[Jane](https://…)` | `Jane` |
//! | `Regards,<br>Jane<br>Sales`, `<td>Jane</td>` | lines and cells |
//! | `<boss>Jane</boss>` | `boss: Jane`, as in a form |
//! | `{"name":"Jane","id":7}` | `{"name": "Jane", "id": 7}` |
//! | `\"Jane\"`, `{Jane}`, `@Jane`, `❤️Jane` | `"Jane"`, `Jane` |
//!
//! Source code and documentation of software are read as they stand: there these signs are part of what is written.

mod emphasis;
mod tags;

use std::ops::Range;

use masquerade_ner::lexicon::class;

use super::{
    addressees,
    place::is_plain,
    rosters,
    words::{PLACES, Words},
};
use crate::{
    common_words::is_common_word,
    text::{FoldedText, run_behind, window},
};

/// Longest stretch that marks enclose, in bytes.
const FAR: usize = 160;

/// A stretch of a text, and what is read instead.
type Edit = (Range<usize>, &'static str);

/// The stretches of a text that are read otherwise, in the order in which they are found.
#[derive(Default)]
struct Edits {
    all: Vec<Edit>,
    /// Where marks begin that close others.
    closing: Vec<usize>,
    /// Where a line begins behind the last stretch that ends one.
    line: Option<usize>,
}

impl Edits {
    fn push(&mut self, range: Range<usize>, plain: &'static str) {
        self.all.push((range, plain));
    }

    /// Adds a pair of marks that are left out.
    fn push_pair(&mut self, opening: Range<usize>, closing: Range<usize>) {
        self.closing.push(closing.start);
        self.push(opening, "");
        self.push(closing, "");
    }

    /// Reports whether one of the marks in `run` closes another one.
    fn closes(&mut self, run: &Range<usize>) -> bool {
        let closes = self.closing.iter().any(|closing| run.contains(closing));
        self.closing.retain(|closing| *closing >= run.end);
        closes
    }

    /// Adds the stretch `range` that ends a line, unless one begins there.
    fn push_line(&mut self, text: &str, range: Range<usize>) {
        let begins = self.line == Some(range.start) || text[..range.start].ends_with('\n') || range.start == 0;
        self.line = Some(range.end);
        self.push(range, if begins { "" } else { "\n" });
    }

    /// All stretches in order, without those that overlap one before.
    fn in_order(self) -> Vec<Edit> {
        let mut all = self.all;
        all.sort_by_key(|(range, _)| range.start);
        let mut last = 0;
        all.retain(|(range, _)| {
            let is_free = range.start >= last;
            last = if is_free { range.end } else { last };
            is_free
        });
        all
    }
}

/// `text` without the markup that touches its words; `None` if it has none, or is source code or documentation of software.
pub fn left_out<'t>(words: &Words<'_>, text: &'t str) -> Option<FoldedText<'t>> {
    let mut edits = Edits::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b'*' | b'_' | b'~' | b'`' => emphasis::read(words, text, at, &mut edits),
            b'<' => tags::element(text, at, &mut edits),
            b'[' => tags::bracketed(text, at, &mut edits),
            b'{' => braces(words, text, at, &mut edits),
            b'@' => mention(words, text, at, &mut edits),
            b'\\' => escaped_quote(bytes, at, &mut edits),
            b'%' => escaped_blank(text, at, &mut edits),
            b':' | b',' => compact(bytes, at, &mut edits),
            0xE2 | 0xF0 => emoji(text, at, &mut edits),
            _ => 1,
        };
    }
    if edits.all.is_empty() || !is_plain(text) {
        return None;
    }
    FoldedText::edited(text, &edits.in_order())
}

/// Reports whether `word` is a first name in the lists, and no ordinary word.
fn is_capital_first_name(words: &Words<'_>, word: &str) -> bool {
    word.starts_with(char::is_uppercase) && words.classes(word) & class::FIRST != 0 && !is_common_word(word)
}

/// Reports whether `text` is a name alone: words with capitals, of which the first is a first name.
fn is_name(words: &Words<'_>, text: &str) -> bool {
    /// Most words.
    const MOST: usize = 3;
    let is_word =
        |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(|c| c.is_alphabetic() || c == '-');
    text.split(' ').count() <= MOST
        && text.split(' ').all(is_word)
        && text.split([' ', '-']).next().is_some_and(|first| is_capital_first_name(words, first))
}

/// The character before `at`.
fn before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// The character at `at`.
fn behind(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// Braces around a name alone: `{Jane}`.
fn braces(words: &Words<'_>, text: &str, at: usize, edits: &mut Edits) -> usize {
    let inner = window::behind(text, at + 1, FAR);
    let Some(len) = inner.find(['}', '\n', '{']).filter(|len| inner[*len..].starts_with('}')) else { return 1 };
    let is_begun = before(text, at).is_some_and(|c| c.is_alphanumeric() || matches!(c, '$' | '{' | '%' | '#' | '\\'));
    if !is_begun && is_name(words, &inner[..len]) {
        edits.push_pair(at..at + 1, at + 1 + len..at + 2 + len);
    }
    1
}

/// The places of first names that signs set apart, outside of source code and documentation of software: somebody is addressed by them in
/// a chat, `@Jane`, or they stand alone in bold letters, a cell or an item, `**Jane**`, `<td>Jane</td>`.
pub fn set_apart(words: &Words<'_>, text: &str) -> Vec<Range<usize>> {
    /// Marks before and behind such names; all begin with one of the signs that are searched.
    const MARKS: [(&str, &str); 5] =
        [("**", "**"), ("<b>", "</b>"), ("<strong>", "</strong>"), ("<td>", "</td>"), ("<li>", "</li>")];
    let named = |at: usize| {
        let (start, close) = match text.as_bytes()[at] {
            b'@' => return Some(at + 1..at + 1 + mention_len(words, text, at)?),
            _ => {
                MARKS.iter().find_map(|(open, close)| text[at..].starts_with(open).then(|| (at + open.len(), close)))?
            }
        };
        let near = window::behind(text, start, FAR);
        let name = run_behind(near, |c| c.is_alphabetic() || c == '-');
        let sign = near[name.len()..].strip_prefix(':').unwrap_or(&near[name.len()..]);
        (sign.starts_with(close) && is_alone(words, name)).then(|| start..start + name.len())
    };
    let mut places: Vec<_> = memchr::memchr3_iter(b'@', b'*', b'<', text.as_bytes()).filter_map(named).collect();
    places.sort_unstable_by_key(|place| place.start);
    places.dedup();
    if places.is_empty() || is_plain(text) { places } else { Vec::new() }
}

/// Reports whether one word is a first name and hardly anything else: other words stand in bold letters and in cells, too.
fn is_alone(words: &Words<'_>, name: &str) -> bool {
    /// Fewest letters of it.
    const SHORTEST: usize = 3;
    name.chars().nth(SHORTEST - 1).is_some()
        && name.starts_with(char::is_uppercase)
        && name.chars().any(char::is_lowercase)
        && addressees::is_first_name(words, name)
        && words.classes(name) & PLACES == 0
        && !rosters::is_thing(name)
}

/// The sign before a first name that somebody is addressed by in a chat.
fn mention(words: &Words<'_>, text: &str, at: usize, edits: &mut Edits) -> usize {
    if mention_len(words, text, at).is_some() {
        edits.push(at..at + 1, "");
    }
    1
}

/// The length of the first name behind the sign at `at`.
fn mention_len(words: &Words<'_>, text: &str, at: usize) -> Option<usize> {
    let is_begun = before(text, at).is_none_or(|c| c.is_whitespace() || "([{>\"“„*_—–-,;:/".contains(c));
    let rest = window::behind(text, at + 1, FAR);
    let name = run_behind(rest, |c| c.is_alphabetic() || c == '-');
    let mut tail = rest.get(name.len()..).unwrap_or_default().chars();
    let ends = match tail.next() {
        Some('.') => tail.next().is_none_or(char::is_whitespace),
        Some(c) => !c.is_alphanumeric() && !matches!(c, '_' | '@' | '(' | '/' | '='),
        None => true,
    };
    let is_name = is_begun && ends && name.split('-').next().is_some_and(|first| is_capital_first_name(words, first));
    is_name.then_some(name.len())
}

/// The backslashes before a quotation mark in a text within a text.
fn escaped_quote(bytes: &[u8], at: usize, edits: &mut Edits) -> usize {
    let run = bytes.iter().skip(at).take_while(|b| **b == b'\\').count();
    // A tag in a string of a program is none of this text.
    let is_of_tag = at.checked_sub(1).is_some_and(|at| bytes[at] == b'=') || bytes.get(at + run + 1) == Some(&b'>');
    if bytes.get(at + run) == Some(&b'"') && !is_of_tag {
        edits.push(at..at + run, "");
    }
    run
}

/// A blank in an escape that touches a letter, outside of addresses: `%20Jane%20`.
fn escaped_blank(text: &str, at: usize, edits: &mut Edits) -> usize {
    const BLANK: &str = "%20";
    let touches = || {
        let near = window::before(text, at, FAR);
        let word = near.rsplit(char::is_whitespace).next().unwrap_or_default();
        let is_address = word.contains(['/', '?', '=', '&', ':']);
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        !is_address && (is_letter(before(text, at)) || is_letter(behind(text, at + BLANK.len())))
    };
    if text.get(at..).is_some_and(|rest| rest.starts_with(BLANK)) && touches() {
        edits.push(at..at + BLANK.len(), " ");
    }
    1
}

/// A sign between members of JSON that no blank follows: it is read with one.
fn compact(bytes: &[u8], at: usize, edits: &mut Edits) -> usize {
    let (before, behind) = (at.checked_sub(1).and_then(|at| bytes.get(at)), bytes.get(at + 1));
    let begins = |b: &u8| matches!(b, b'"' | b'[' | b'{');
    match (before, bytes.get(at), behind) {
        (Some(b'"'), Some(b':'), Some(next)) if begins(next) || matches!(next, b'\\') => edits.push(at..at + 1, ": "),
        (Some(b'"' | b']' | b'}' | b'0'..=b'9' | b'e' | b'l'), Some(b','), Some(next)) if begins(next) => {
            edits.push(at..at + 1, ", ");
        }
        _ => {}
    }
    1
}

/// Signs such as `❤️` that touch a letter: they are read as a blank.
fn emoji(text: &str, at: usize, edits: &mut Edits) -> usize {
    let rest = window::behind(text, at, FAR);
    let sign = run_behind(rest, is_emoji);
    if sign.is_empty() {
        return behind(text, at).map_or(1, char::len_utf8);
    }
    let end = at + sign.len();
    let (before, behind) = (before(text, at), behind(text, end));
    let begins = before.is_none_or(char::is_whitespace);
    if begins && behind == Some(' ') {
        edits.push(at..end + 1, "");
    } else if begins && behind.is_some_and(char::is_alphabetic) || behind.is_none_or(char::is_whitespace) {
        edits.push(at..end, "");
    } else if before.is_some_and(char::is_alphabetic) || behind.is_some_and(char::is_alphabetic) {
        edits.push(at..end, " ");
    }
    sign.len()
}

/// Reports whether `c` is a sign for a picture, or a part of one.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{26ff}' | '\u{2700}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}' | '\u{fe0f}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    /// What is read of `text`.
    fn reading(text: &str) -> String {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        left_out(&words, text).map_or_else(|| text.to_owned(), |bare| bare.text().to_owned())
    }

    #[test]
    fn markup_that_touches_words_is_left_out() {
        for (text, expected) in [
            ("I spoke to **Nora** and *Ivo* yesterday", "I spoke to Nora and Ivo yesterday"),
            ("_Nora Roe_, __Ivo__, ***Uta***, ~~Ina~~", "Nora Roe, Ivo, Uta, Ina"),
            ("**Nora:** ask `Ivo` now", "Nora: ask Ivo now"),
            ("**_Nora_** (*Ivo*)", "Nora (Ivo)"),
            ("<b>Nora</b> and <i>Ivo</i>", "Nora and Ivo"),
            ("<a href=\"https://a.example\" class='x'>Nora</a>", "Nora"),
            ("Thanks,<br>Nora<br/>Sales", "Thanks,\nNora\nSales"),
            ("<p>Hi Nora,</p><p>yes</p>", "Hi Nora,\nyes\n"),
            ("<tr><td>Nora</td><td>Room 4</td></tr>", "Nora\tRoom 4\t\n"),
            ("<ul><li>Nora</li><li>Ivo</li></ul>", "Nora\nIvo\n"),
            ("<x><boss>Nora</boss></x>", "<x>boss: Nora\n</x>"),
            ("[b]Nora[/b] [url=http://a.example]Ivo[/url]", "Nora Ivo"),
            ("[Nora](https://a.example/p/7) posted", "Nora posted"),
            (r#"said \"Nora\" and \\\"Ivo\\\""#, r#"said "Nora" and "Ivo""#),
            ("love ❤️Nora, 😀 Ivo and Uta😀!", "love Nora, Ivo and Uta !"),
            ("{Nora} and %20Ivo%20", "Nora and  Ivo "),
            ("hey @Nora, ask @Ivo Roe", "hey Nora, ask Ivo Roe"),
            (r#"{"a":"Nora","b":["Ivo","Uta"],"c":{"d":1}}"#, r#"{"a": "Nora", "b": ["Ivo", "Uta"], "c": {"d":1}}"#),
        ] {
            assert_eq!(reading(text), expected, "{text}");
        }
    }

    #[test]
    fn first_names_are_set_apart_by_signs() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let found = |text: &str| {
            let places = set_apart(&words, text).into_iter();
            places.map(|place| text[place].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            found("ask @Ornella, **Mieke** and <b>Ornella</b>; <td>Mieke</td>"),
            ["Ornella", "Mieke", "Ornella", "Mieke"]
        );
        assert_eq!(found("**Mieke:** yes"), ["Mieke"]);
        assert!(found("**Note** <td>Paris</td> <li>Alpha</li> **Will** nora@a.example").is_empty());
    }

    #[test]
    fn other_signs_are_read_as_they_stand() {
        for text in [
            "2 * 3 * 4, *args and **kwargs",
            "* Nora\n* Ivo",
            "a_b_c, _id, __init__, snake_case_",
            "run `cargo build` and `Iterator`",
            "a < b and c > d",
            "<img alt=\"Nora\" src=\"x.png\">",
            "<code>Nora</code>",
            "[1] see [2], [x] done",
            "Hello {name} and ${Nora}",
            "@Override, @media, nora@a.example, @Nora_x",
            "https://a.example/?q=hello%20Nora%20x",
            "C:\\new\\Nora",
            "a:b, c,d",
        ] {
            assert_eq!(reading(text), text);
        }
        let source =
            "use std::fmt;\n\n/// Says *Nora*.\npub fn name(self) -> &'static str {\n    let a = b(c);\n    d(a)\n}\n";
        assert_eq!(reading(source), source);
    }

    #[test]
    fn names_lead_back_to_their_places() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let text = "ask **Nora**, ❤️Ivo<br>Uta";
        let bare = left_out(&words, text).unwrap();
        for name in ["Nora", "Ivo", "Uta"] {
            let start = bare.text().find(name).unwrap();
            assert_eq!(bare.original_text(start..start + name.len()), Some(name));
            let place = text.find(name).unwrap();
            assert_eq!(bare.folded(place..place + name.len()), Some(start..start + name.len()));
        }
    }
}
