//! What language models make of the live placeholders, found piece by piece.
//!
//! The forms are those of tolerant restoring (other case, spaces, one bracket lost, escapes, markup
//! inside the brackets), and full-width brackets. But as the live placeholders are known, each form is
//! read along them, byte by byte: a text is waited for only as long as one of them may still come of
//! it. Where nothing opens a placeholder (`PERSON_1]`), it must begin with a capital: else half of all
//! words would have to be waited for.

use std::ops::Range;

use super::{
    find::{Found, narrow},
    live::Live,
};
use masquerade_detect::text::is_boundary_between;

/// How an opening bracket is written.
pub(super) const OPENINGS: &[&str] = &["[", "\\[", "&#91;", "&#x5b;", "&lsqb;", "&lbrack;", "%5b", "［", "【"];
const CLOSINGS: &[&str] = &["]", "\\]", "&#93;", "&#x5d;", "&rsqb;", "&rbrack;", "%5d", "］", "】"];
const LOW_LINES: &[&str] = &["_", "\\_", "%5f", "&#95;", "&lowbar;"];
const COLONS: &[&str] = &[":", "%3a", "&#58;"];

/// Most spaces or markup between a bracket and the name.
const MAX_PADDING: usize = 4;

/// Most spaces in the place of one low line.
const MAX_SPACES: usize = 8;

/// What is at the beginning of a text.
enum Seen {
    /// One of the forms, of so many bytes.
    One(usize),
    /// Perhaps one of them, if more follows.
    Perhaps,
    /// None of them.
    No,
}

fn one_of(forms: &[&str], text: &[u8], eof: bool) -> Seen {
    let mut perhaps = false;
    for form in forms {
        let length = form.len().min(text.len());
        let same = text.get(..length).is_some_and(|start| start.eq_ignore_ascii_case(&form.as_bytes()[..length]));
        if same && length == form.len() {
            return Seen::One(length);
        }
        perhaps |= same;
    }
    if perhaps && !eof { Seen::Perhaps } else { Seen::No }
}

/// Where the brackets of a form may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    /// An opening one has been read.
    Opened,
    /// There is none; this is the character before the name.
    Bare(Option<char>),
}

/// Looks for an altered form at the beginning of `text`, which is all there is if `eof`, behind an
/// opening bracket.
pub(super) fn bracketed(live: &Live, text: &str, eof: bool) -> Found {
    let bytes = text.as_bytes();
    let mut at = match one_of(OPENINGS, bytes, eof) {
        Seen::One(length) => length,
        Seen::Perhaps => return Found::Perhaps,
        Seen::No => return Found::No,
    };
    at += padding(bytes.get(at..).unwrap_or_default());
    Walk { live, text, eof, frame: Frame::Opened, at, keys: 0..live.keys.len(), length: 0, spaces: 0, token: false }
        .run()
}

/// Looks for a name without an opening bracket at the beginning of `text`, which follows `before`.
pub(super) fn bare(live: &Live, before: Option<char>, text: &str, eof: bool) -> Found {
    let frame = Frame::Bare(before);
    Walk { live, text, eof, frame, at: 0, keys: 0..live.keys.len(), length: 0, spaces: 0, token: false }.run()
}

/// How many bytes of spaces and markup `text` begins with.
fn padding(text: &[u8]) -> usize {
    text.iter().take(MAX_PADDING).take_while(|byte| matches!(byte, b' ' | b'\t' | b'*' | b'`')).count()
}

/// Reads a form along the live placeholders.
struct Walk<'a> {
    live: &'a Live,
    text: &'a str,
    eof: bool,
    frame: Frame,
    /// Up to where the text has been read.
    at: usize,
    /// The placeholders that it may still be.
    keys: Range<usize>,
    /// How many bytes of these have been read.
    length: usize,
    /// How often spaces stood for a low line.
    spaces: usize,
    /// Whether this is in a sealed text, where case counts.
    token: bool,
}

impl Walk<'_> {
    fn run(mut self) -> Found {
        let mut best = Found::No;
        loop {
            if let Some((key, name)) = self.live.keys.get(self.keys.start)
                && key.as_bytes().len() == self.length
            {
                match self.close(*name) {
                    Found::No => {}
                    // An unclosed form: a longer placeholder may follow.
                    found @ Found::One { length, .. } if length == self.at => best = found,
                    found => return found,
                }
            }
            match self.step() {
                Seen::One(_) => {}
                Seen::Perhaps => return Found::Perhaps,
                Seen::No => return best,
            }
        }
    }

    /// Reads one element of the name.
    fn step(&mut self) -> Seen {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let Some(&byte) = rest.first() else { return if self.eof { Seen::No } else { Seen::Perhaps } };
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            return self.take(if self.token { byte } else { byte.to_ascii_uppercase() }, 1);
        }
        if matches!(byte, b' ' | b'\t') && self.frame == Frame::Opened && !self.token {
            return self.take_spaces(rest);
        }
        match one_of(LOW_LINES, rest, self.eof) {
            Seen::One(length) => return self.take(b'_', length),
            Seen::Perhaps => return Seen::Perhaps,
            Seen::No => {}
        }
        match one_of(COLONS, rest, self.eof) {
            Seen::One(length) => {
                self.token = true;
                self.take(b':', length)
            }
            other => other,
        }
    }

    /// Takes `length` bytes of the text for `byte` of the name.
    fn take(&mut self, byte: u8, length: usize) -> Seen {
        self.keys = narrow(&self.live.keys, self.keys.clone(), self.length, byte, |(key, _)| key.as_bytes());
        self.at += length;
        self.length += 1;
        if self.keys.is_empty() { Seen::No } else { Seen::One(length) }
    }

    /// Spaces stand for a low line, unless there is one beside them.
    fn take_spaces(&mut self, rest: &[u8]) -> Seen {
        let spaces = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if spaces > MAX_SPACES {
            return Seen::No;
        }
        let behind = rest.get(spaces..).unwrap_or_default();
        let after = self.length.checked_sub(1).and_then(|last| {
            self.live.keys.get(self.keys.start).and_then(|(key, _)| key.as_bytes().get(last).copied())
        });
        let beside = matches!(after, Some(b'_' | b':'));
        match one_of(&[LOW_LINES, COLONS].concat(), behind, self.eof) {
            Seen::Perhaps => Seen::Perhaps,
            Seen::No if !beside => {
                self.spaces += 1;
                self.take(b'_', spaces)
            }
            Seen::One(_) | Seen::No => {
                self.at += spaces;
                Seen::One(spaces)
            }
        }
    }

    /// Whether the name, which has been read whole, ends here.
    fn close(&self, name: usize) -> Found {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let next = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        let one = |length| Found::One { length, name };
        if let Frame::Bare(Some(mark @ ('*' | '`'))) = self.frame
            && next == Some(mark)
        {
            return one(self.at);
        }
        let padding = if self.frame == Frame::Opened { padding(rest) } else { 0 };
        match one_of(CLOSINGS, rest.get(padding..).unwrap_or_default(), self.eof) {
            Seen::One(length) => return one(self.at + padding + length),
            Seen::Perhaps => return Found::Perhaps,
            Seen::No => {}
        }
        let last = self.text.get(..self.at).and_then(|read| read.chars().next_back());
        let bounded = match (last, next) {
            (Some(last), Some(next)) => is_boundary_between(last, next),
            _ => true,
        };
        let unclosed = self.frame == Frame::Opened && bounded && !self.token && self.spaces_are_few();
        if unclosed { one(self.at) } else { Found::No }
    }

    /// Without a closing bracket, only a number at the end may be set off by a space.
    fn spaces_are_few(&self) -> bool {
        let read = self.text.get(..self.at).unwrap_or_default();
        let number = read.bytes().rev().take_while(u8::is_ascii_digit).count();
        self.spaces == 0
            || self.spaces == 1 && number > 0 && read.as_bytes().get(read.len() - number - 1) == Some(&b' ')
    }
}
