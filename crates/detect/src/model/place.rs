//! [`Places`]: the kind of text in which a mention stands, by its line and the lines around it.
//!
//! The model was trained on prose. Elsewhere it takes types, formats and products for names, so there a mention needs
//! more evidence than its probability (see [`evidence`](super::evidence)). Forms, tables, JSON and mail are prose here:
//! they hold data.

use std::{ops::Range, sync::LazyLock};

use aho_corasick::AhoCorasick;

use super::{
    code_line::{begins, code_score, ends, starts_with_any},
    language::{Language, Languages},
    technical::ASSISTANTS,
};
use crate::text::{line, window};

/// Kind of text around a mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Prose, forms, tables and mail in English.
    Prose,
    /// Prose in another European language, which a model of its own reads.
    European,
    /// Prose in German, which this model reads, too. A capital tells a noun there, not a name.
    German,
    /// Prose in a language that this model knows by what kindred languages have in common.
    Kindred,
    /// Prose in a language that no model reads.
    Foreign,
    /// Documentation of software: Markdown with code in it.
    Technical,
    /// A comment or a text within source code.
    Comment,
    /// A string in a line of code.
    Literal,
    /// A line of code.
    Code,
    /// A line of a log.
    Log,
}

impl Place {
    /// Reports whether it is one of prose, in any language.
    pub fn is_prose(self) -> bool {
        matches!(self, Self::Prose | Self::European | Self::German | Self::Kindred | Self::Foreign)
    }
}

/// Bytes of a text that decide whether it is source code or documentation of software.
const SAMPLE: usize = 32 << 10;
/// Least lines of source code, or marks of documentation.
const FEW: usize = 4;
/// Least marks of documentation besides headings.
const FEW_OTHERS: usize = 2;
/// Least headings of a documentation that is mostly code.
const HEADINGS: usize = 2;
/// Reach of the look at a line, in bytes.
const NEAR: usize = 512;

/// Members of settings of machines, of which no form of a person has one: workflows, manifests, compositions.
const SETTINGS: &[&str] = &[
    "uses:",
    "runs-on:",
    "run:",
    "steps:",
    "jobs:",
    "with:",
    "env:",
    "image:",
    "apiVersion:",
    "kind:",
    "metadata:",
    "spec:",
    "on:",
    "branches:",
    "script:",
    "stage:",
    "stages:",
    "services:",
    "volumes:",
    "ports:",
    "depends_on:",
    "build:",
    "matrix:",
    "strategy:",
    "timeout-minutes:",
    "needs:",
    "if:",
    "permissions:",
    "containers:",
    "labels:",
    "selector:",
    "template:",
    "hosts:",
    "tasks:",
    "become:",
    "when:",
    "register:",
    "repos:",
    "hooks:",
    "rev:",
    "pull_request:",
    "push:",
    "cron:",
];
/// Marks of comments at the beginning of a line.
const COMMENTS: &[&str] =
    &["//", "/*", "*/", "* ", "# ", "#:", "-- ", ";;", "\"\"\"", "'''", "<!--", "--- ", "% ", ".. ", "=back", "=head"];
/// Marks of documentation of software.
const MARKS: &[&str] = &[
    "```", "](http", "[![", "`", "](#", "](./", "=\"http", "npm ", "cargo ", "pip ", "## ", "crate", "github", "API",
    "::", "compile", "Linux", "Windows", "bench", "library", "install", ".SH ", ".TP", ".PP", ".IP ", "\\fB", "\\fI",
];

/// A search for all of [`MARKS`] in one pass.
static MARK_SEARCH: LazyLock<AhoCorasick> =
    LazyLock::new(|| AhoCorasick::new(MARKS).expect("a few short texts make a small automaton"));

/// The places in a text, asked for from left to right.
#[derive(Debug)]
pub struct Places<'l> {
    languages: &'l mut Languages,
    /// True if a model reads other European languages than English.
    reads_european: bool,
    kind: Option<Kind>,
    /// The line of the place that was asked for last: mentions often share one.
    line: Option<LineFacts>,
    /// True for each of [`ASSISTANTS`] that the text is about; `None`: not yet known.
    assistants: [Option<bool>; ASSISTANTS.len()],
    /// Up to where block comments were looked for, and whether one is open there.
    scanned: usize,
    is_open: bool,
}

/// The facts about a line that the kind of its text follows from.
#[derive(Clone, Debug)]
struct LineFacts {
    range: Range<usize>,
    is_log: bool,
    /// Its [`code_score`].
    score: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Source,
    Technical,
}

impl<'l> Places<'l> {
    /// The places in a text of these languages.
    pub fn new(languages: &'l mut Languages, reads_european: bool) -> Self {
        let assistants = [None; ASSISTANTS.len()];
        Self { languages, reads_european, kind: None, line: None, assistants, scanned: 0, is_open: false }
    }

    /// The place of the bytes from `start` to `end`. Going back costs another search for comments from the beginning of the
    /// text, so mentions are asked for in their order.
    pub fn of(&mut self, text: &str, start: usize, end: usize) -> Place {
        let range = line_around(text, start, end);
        let (head, tail) = (&text[range.start..start], &text[end..range.end]);
        let line = &text[range.clone()];
        let facts = self.line.take().filter(|facts| facts.range == range).unwrap_or_else(|| LineFacts::of(text, range));
        let LineFacts { is_log, score, .. } = *self.line.insert(facts);
        if is_log {
            return Place::Log;
        }
        let kind = *self.kind.get_or_insert_with(|| kind_of(text));
        if kind == Kind::Source {
            let is_open = self.in_block_comment(text, start);
            if is_open || is_comment(head) {
                return Place::Comment;
            }
        }
        if is_code(line, score, kind) {
            return if is_comment(head) && kind != Kind::Plain {
                Place::Comment
            } else if is_quoted(head, tail) {
                Place::Literal
            } else {
                Place::Code
            };
        }
        match kind {
            Kind::Source if line.starts_with([' ', '\t']) || is_quoted(head, tail) => return Place::Comment,
            Kind::Technical => return Place::Technical,
            Kind::Source | Kind::Plain => {}
        }
        match self.languages.at(text, start) {
            Language::English => Place::Prose,
            Language::European if self.reads_european => Place::European,
            Language::German if self.reads_european => Place::German,
            Language::Kindred if self.reads_european => Place::Kindred,
            Language::European | Language::German | Language::Kindred | Language::OtherScript => Place::Foreign,
        }
    }

    /// Reports whether `found` is the name of an assistant in a text that is about it, as the beginning of the text tells.
    pub fn is_assistant(&mut self, text: &str, found: &str) -> bool {
        let mut all = ASSISTANTS.iter().zip(&mut self.assistants);
        let Some(((_, marks), is_about)) = all.find(|((name, marks), _)| found == *name || marks.contains(&found))
        else {
            return false;
        };
        let sample = window::behind(text, 0, SAMPLE);
        *is_about.get_or_insert_with(|| marks.iter().any(|mark| sample.contains(mark)))
    }

    /// Reports whether a comment of several lines, or a text in three quotation marks, is open at `at`.
    fn in_block_comment(&mut self, text: &str, at: usize) -> bool {
        /// Longest mark, in bytes.
        const MARK: usize = 3;
        // A mark may reach over the place; a mention before it is one of another list.
        if at + MARK <= self.scanned {
            (self.is_open, self.scanned) = (false, 0);
        }
        if at < self.scanned {
            return self.is_open;
        }
        while let Some(found) = text[self.scanned..at].find(['/', '*', '"', '\'']) {
            let here = self.scanned + found;
            let rest = &text[here..];
            let (is_open, len) = match &rest.as_bytes()[..rest.len().min(MARK)] {
                [b'/', b'*', ..] => (true, 2),
                [b'*', b'/', ..] => (false, 2),
                [b'"', b'"', b'"'] | [b'\'', b'\'', b'\''] => (!self.is_open, 3),
                _ => (self.is_open, 1),
            };
            (self.is_open, self.scanned) = (is_open, here + len);
            if self.scanned >= at {
                return self.is_open;
            }
        }
        self.scanned = at;
        self.is_open
    }
}

/// The line around a mention, as far as [`NEAR`] on both sides.
fn line_around(text: &str, start: usize, end: usize) -> Range<usize> {
    start - line::before(text, start, NEAR).len()..end + line::behind(text, end, NEAR).len()
}

/// Reports whether `text` is neither source code nor documentation of software.
pub fn is_plain(text: &str) -> bool {
    kind_of(text) == Kind::Plain
}

/// The kind of text that `text` is, by a sample of its beginning.
fn kind_of(text: &str) -> Kind {
    let sample = window::behind(text, 0, SAMPLE);
    let (mut lines, mut code, mut marks, mut comments, mut run) = (0, 0, 0, 0, 0);
    let (mut headings, mut others, mut settings, mut is_markdown) = (0, 0, 0, false);
    // Rows of tables say nothing of the text around them.
    for line in sample.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('|')) {
        lines += 1;
        let near = window::behind(line, 0, NEAR);
        let bare = near.trim();
        // Headings of Markdown seldom stand below each other.
        run = if bare.starts_with("# ") || bare == "#" { run + 1 } else { 0 };
        headings += usize::from(run < 2 && line.trim_start_matches('#').starts_with(' ') && line.starts_with('#'));
        is_markdown |= line.starts_with("```") || near.contains("](");
        code += usize::from(code_score(bare) >= 2);
        settings += usize::from(bare.contains(':') && starts_with_any(bare.trim_start_matches("- "), SETTINGS));
        comments += usize::from(
            run > 2
                || ["//", "/*", "* ", "#!", "\"\"\""].iter().any(|mark| bare.starts_with(mark))
                    && !line.starts_with('*'),
        );
        marks += usize::from(MARK_SEARCH.is_match(near));
        // Notes and answers in Markdown have headings, too.
        others += usize::from(MARK_SEARCH.is_match(near.trim_start_matches('#')));
    }
    if settings >= FEW && 8 * settings > lines {
        return Kind::Source;
    }
    let all = code + comments;
    let is_technical = marks >= FEW && 12 * marks > lines && others >= FEW_OTHERS;
    // Much of a documentation may be code between its headings.
    let is_documentation = is_technical && is_markdown && headings >= HEADINGS;
    if !is_documentation && all >= FEW && 5 * all > lines && (2 * code > marks || 2 * comments > marks) {
        Kind::Source
    } else if is_technical {
        Kind::Technical
    } else {
        Kind::Plain
    }
}

impl LineFacts {
    /// The facts about the line at `range` of `text`.
    fn of(text: &str, range: Range<usize>) -> Self {
        let line = &text[range.clone()];
        let is_log = is_log(line);
        Self { range, is_log, score: if is_log { 0 } else { code_score(line) } }
    }
}

/// Reports whether a line with this [`code_score`] is one of code; among prose it must begin or end as code does, too.
fn is_code(line: &str, score: usize, kind: Kind) -> bool {
    match kind {
        Kind::Source => score >= 2,
        Kind::Technical | Kind::Plain => score >= 3 && (begins(line.trim()) || ends(line.trim())),
    }
}

/// Reports whether the place behind `head` is in a comment.
fn is_comment(head: &str) -> bool {
    let line = head.trim_start();
    COMMENTS.iter().any(|mark| line.starts_with(mark))
        || head.contains(" // ")
        || head.contains("  # ")
        || head.contains("; // ")
        || head.contains("/* ")
}

/// Reports whether the place between `head` and `tail` is in a string.
fn is_quoted(head: &str, tail: &str) -> bool {
    ['"', '\'', '`'].iter().any(|sign| head.matches(*sign).count() % 2 == 1 && tail.contains(*sign))
}

/// Reports whether a line is one of a log: a time with seconds, and a level, or a program with its number.
fn is_log(line: &str) -> bool {
    const LEVELS: [&str; 12] =
        ["TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL", "info", "warn", "error", "debug"];
    // Lists of packages.
    if [":amd64", ":arm64", ":i386"].iter().any(|machine| line.contains(machine)) {
        return true;
    }
    let near = window::behind(line, 0, 80);
    let bytes = near.as_bytes();
    let is_time = |at: &[u8; 8]| {
        at.iter().enumerate().all(|(place, b)| if place % 3 == 2 { *b == b':' } else { b.is_ascii_digit() })
    };
    let Some(time) = bytes.array_windows().position(is_time) else { return false };
    let words = || near.split(|c: char| !c.is_ascii_alphanumeric());
    let has_level = words().any(|word| LEVELS.contains(&word));
    let has_number = near.contains("]: ") && near.contains('[');
    // Programs begin their messages with small letters: `2025-01-02 03:04:05 status installed`; people write names
    // there.
    let is_dated = time >= 11
        && bytes[time - 11..time - 1]
            .iter()
            .enumerate()
            .all(|(at, b)| if matches!(at, 4 | 7) { *b == b'-' } else { b.is_ascii_digit() });
    let rest = near[time + 8..].trim_start_matches([':', ' ']);
    let is_program = is_dated && rest.starts_with(|c: char| c.is_ascii_lowercase());
    has_level || has_number || is_program
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, part: &str) -> Place {
        let start = text.find(part).unwrap();
        Places::new(&mut Languages::default(), false).of(text, start, start + part.len())
    }

    const SOURCE: &str = "use std::fmt;\n\n/// Written by Jane Roe.\npub fn name(self) -> &'static str {\n    let city = \"Rome\"; // of Iterator\n    \
                          Self::Jackson(city)\n}\n";
    const ROWS: &str = "pub const SCRIPTS: &[(&str, &[char])] = &[\n    (\"Oriya\", ORIYA),\n    (\"Osage\", OSAGE),\n    (\"Thai\", THAI),\n];\n\npub fn first() {}\n";
    const DOCSTRING: &str = "import os\n\ndef first(a_b):\n    \"\"\"Return it.\n\n    Ukkonen says so.\n    \"\"\"\n    return os.path.join(a_b)\n\nx = first(2)\n";

    #[test]
    fn places_are_told_by_their_lines() {
        for (text, part, expected) in [
            ("Please ask Jane Roe (she knows).", "Jane", Place::Prose),
            ("name: Jane Roe\ncity: Rome", "Jane", Place::Prose),
            ("{\"name\": \"Jane Roe\", \"city\": \"Rome\"}", "Jane", Place::Prose),
            ("Hi, I'm Jane from Rome; can you help me?", "Jane", Place::Prose),
            ("Der Vertrag mit Jane ist nicht bei der Leitung.", "Jane", Place::Foreign),
            (SOURCE, "Jane", Place::Comment),
            (SOURCE, "Rome", Place::Literal),
            (ROWS, "Osage", Place::Literal),
            (ROWS, "OSAGE", Place::Code),
            (SOURCE, "Iterator", Place::Comment),
            (SOURCE, "Jackson", Place::Code),
            (DOCSTRING, "Ukkonen", Place::Comment),
            ("12:00:01 INFO Jane started", "Jane", Place::Log),
            ("[12:00] Jane: hello", "Jane", Place::Prose),
            ("on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - name: Rand\n", "Rand", Place::Comment),
            ("# Rand\n\nUse `rand`.\n\n```\nx\n```\n\nSee [it](http://a.example).\n", "Rand", Place::Technical),
        ] {
            assert_eq!(place(text, part), expected, "{part} in {text}");
        }
    }

    #[test]
    fn documentation_is_technical_for_all_its_code_and_tables() {
        let code = "```rust\nlet a_b = c::d(e);\nf.g_h();\n```\n".repeat(9);
        let documentation = format!("# Moka\n\nSee [it](http://a.example).\n\n## Use\n\nAsk Moka `now`.\n\n{code}");
        assert_eq!(place(&documentation, "Moka `now`"), Place::Technical);
        let rows = "| 1 | 2 |\n".repeat(99);
        let table = format!(
            "# Moka\n\nSee [it](http://a.example), `x`, a crate.\n\n## Use\n\n`cargo`\n\n`it`\n\n| a | b |\n{rows}Moka\n"
        );
        assert_eq!(place(&table, "Moka\n\nSee"), Place::Technical);
    }

    #[test]
    fn notes_with_headings_alone_are_prose() {
        let notes = "# Notes\n\n## Who\n\nJane\n\n## What\n\nThe bank.\n\n## When\n\nFriday.\n\n## Next\n\nNothing.\n";
        assert_eq!(place(notes, "Jane"), Place::Prose);
        assert_eq!(
            place(&format!("{notes}\nRun `x`, then `y`.\n\nSee [it](http://a.example).\n"), "Jane"),
            Place::Technical
        );
    }

    #[test]
    fn places_may_be_asked_for_again() {
        let text = format!("{SOURCE}/* by Jane Doe */");
        let (mut languages, mut asked) = (Languages::default(), Vec::new());
        let mut places = Places::new(&mut languages, false);
        for part in ["Jane Doe", "Jane Roe", "Jackson", "Jane Doe"] {
            let start = text.rfind(part).unwrap();
            asked.push(places.of(&text, start, start + part.len()));
        }
        let comment = Place::Comment;
        assert_eq!(asked, [comment, comment, Place::Code, comment]);
    }

    #[test]
    fn prose_before_code_is_prose() {
        let text = format!("Hi, I'm Jane Roe, please mend this:\n\n{SOURCE}");
        assert_eq!(place(&text, "Jane Roe,"), Place::Prose);
    }
}
