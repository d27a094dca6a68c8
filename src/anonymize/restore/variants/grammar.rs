//! The grammar of placeholder variants: the spellings in which language models write placeholders.
//!
//! ```text
//! [person_1]  [ PERSON 1 ]  [PERSON\_1]  \[PERSON_1\]  &#91;PERSON_1&#93;  %5BPERSON_1%5D  【PERSON_1】
//! [PERSON_1   PERSON_1]     [**PERSON_1**]             **PERSON_1**        `PERSON_1`     [PERSON_1 f]
//! ```
//!
//! A [`Walk`] reads a variant byte by byte along the canonical forms of the placeholders that it may be: those of a
//! map or, where these are not known yet, any. A text that arrives in chunks is waited for only as long as one of them
//! may still come of it.

use std::ops::Range;

use super::Key;
use crate::anonymize::{attributes, prefix_match::PrefixMatch, restore::prefix::narrow};
use masquerade_detect::entity::Placeholder;
use masquerade_detect::text::is_boundary_between;

/// Spellings of an opening bracket.
pub(super) const OPENINGS: &[&str] = &["[", "\\[", "&#91;", "&#x5b;", "&lsqb;", "&lbrack;", "%5b", "［", "【"];
const CLOSINGS: &[&str] = &["]", "\\]", "&#93;", "&#x5d;", "&rsqb;", "&rbrack;", "%5d", "］", "】"];
const LOW_LINES: &[&str] = &["_", "\\_", "%5f", "&#95;", "&lowbar;"];
const COLONS: &[&str] = &[":", "%3a", "&#58;"];

/// Most bytes of spaces or markup between a bracket and the name.
const MAX_PADDING: usize = 4;

/// Most spaces in the place of one low line.
const MAX_SPACES: usize = 8;

/// Longest placeholder of which variants are read, in bytes without its brackets: one with a sealed text of some
/// hundred bytes.
pub(super) const MAX_LEN: usize = 510;

/// The length of the spaces and markup at the beginning of `text`, in bytes.
fn padding(text: &[u8]) -> usize {
    text.iter().take(MAX_PADDING).take_while(|byte| matches!(byte, b' ' | b'\t' | b'*' | b'`')).count()
}

/// The opening of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// An opening bracket. The closing one may lack.
    Bracket,
    /// The character before the name; `None`: the text begins with it. There must be a closing bracket, or equal markup on both sides.
    Bare(Option<char>),
    /// Any text. There need be neither bracket nor markup.
    Word,
}

/// The placeholders that a variant may still be, by the canonical form read so far: the placeholder without its
/// brackets, in capitals but for a sealed text.
pub(super) trait Candidates {
    /// A placeholder.
    type Id;

    /// Leaves those that go on with `byte`; false if there are none.
    fn push(&mut self, byte: u8) -> bool;

    /// The last byte read.
    fn last(&self) -> Option<u8>;

    /// The placeholder that has been read whole.
    fn whole(&self) -> Option<Self::Id>;
}

/// Known placeholders as candidates.
pub(super) struct KnownPlaceholders<'a> {
    /// The placeholders with their numbers, in byte order.
    keys: &'a [(Key, usize)],
    left: Range<usize>,
    length: usize,
}

impl<'a> KnownPlaceholders<'a> {
    pub(super) fn new(keys: &'a [(Key, usize)]) -> Self {
        Self { keys, left: 0..keys.len(), length: 0 }
    }

    fn first(&self) -> Option<&(Key, usize)> {
        self.keys.get(self.left.start).filter(|_| !self.left.is_empty())
    }
}

impl Candidates for KnownPlaceholders<'_> {
    type Id = usize;

    fn push(&mut self, byte: u8) -> bool {
        self.left = narrow(self.keys, self.left.clone(), self.length, byte, |(key, _)| key.as_bytes());
        self.length += 1;
        !self.left.is_empty()
    }

    fn last(&self) -> Option<u8> {
        self.first().and_then(|(key, _)| key.as_bytes().get(self.length.checked_sub(1)?).copied())
    }

    fn whole(&self) -> Option<usize> {
        self.first().filter(|(key, _)| key.as_bytes().len() == self.length).map(|(_, id)| *id)
    }
}

/// All well-formed placeholders as candidates.
#[derive(Default)]
pub(super) struct AnyPlaceholder {
    read: String,
    /// True within the sealed text.
    token: bool,
}

impl Candidates for AnyPlaceholder {
    type Id = String;

    fn push(&mut self, byte: u8) -> bool {
        let fits = match byte {
            _ if self.read.len() >= MAX_LEN => false,
            b'A'..=b'Z' => true,
            b'0'..=b'9' | b'_' => !self.read.is_empty(),
            b'a'..=b'z' | b'-' => self.token,
            b':' => !std::mem::replace(&mut self.token, true),
            _ => false,
        };
        if fits {
            self.read.push(char::from(byte));
        }
        fits
    }

    fn last(&self) -> Option<u8> {
        self.read.bytes().next_back()
    }

    fn whole(&self) -> Option<String> {
        let name = if self.token {
            format!("[{}]", self.read)
        } else {
            let (label, mark) = self.read.rsplit_once('_')?;
            format!("[{label}_{}]", mark.to_ascii_lowercase())
        };
        Placeholder::parse(&name).is_some().then_some(name)
    }
}

/// The match of a substitute at one place of a text of which more may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::anonymize::restore) enum SubstituteMatch {
    /// A placeholder or a surrogate, by its number.
    Whole {
        /// The length in the text, in bytes.
        length: usize,
        /// The number of the placeholder or the surrogate.
        id: usize,
    },
    /// The beginning of a variant: more text decides.
    Partial,
    /// None.
    None,
}

/// The end of a name.
enum End {
    /// An end behind so many bytes of the text.
    At(usize),
    /// An undecided end: more text decides.
    Partial,
    /// No end at this place.
    None,
}

/// The reading of one variant.
pub(super) struct Walk<'t, C> {
    text: &'t str,
    eof: bool,
    frame: Frame,
    /// The length of the text that has been read, in bytes.
    at: usize,
    candidates: C,
    /// The number of spaces that stood for a low line.
    spaces: usize,
    /// True within a sealed text, where case counts.
    token: bool,
}

impl<'t, C: Candidates> Walk<'t, C> {
    /// Reads from the beginning of `text`, which is all there is if `eof`, behind the opening bracket there.
    ///
    /// # Errors
    /// If there is none, or may be one once more follows.
    pub(super) fn bracketed(text: &'t str, eof: bool, candidates: C) -> Result<Self, SubstituteMatch> {
        let bytes = text.as_bytes();
        let opening = match PrefixMatch::of(OPENINGS, bytes, eof) {
            PrefixMatch::Whole(length) => length,
            PrefixMatch::Partial => return Err(SubstituteMatch::Partial),
            PrefixMatch::None => return Err(SubstituteMatch::None),
        };
        let at = opening + padding(&bytes[opening..]);
        Ok(Self { text, eof, frame: Frame::Bracket, at, candidates, spaces: 0, token: false })
    }

    /// Reads a name from the beginning of `text`, which is all there is if `eof`, without an opening bracket.
    pub(super) fn unbracketed(text: &'t str, eof: bool, frame: Frame, candidates: C) -> Self {
        Self { text, eof, frame, at: 0, candidates, spaces: 0, token: false }
    }

    fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Reads one element of the name.
    fn step(&mut self) -> PrefixMatch {
        let rest = self.rest();
        let Some(&byte) = rest.first() else { return if self.eof { PrefixMatch::None } else { PrefixMatch::Partial } };
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            return self.take(if self.token { byte } else { byte.to_ascii_uppercase() }, 1);
        }
        if matches!(byte, b' ' | b'\t') && self.frame == Frame::Bracket && !self.token {
            return self.take_spaces(rest);
        }
        match PrefixMatch::of(LOW_LINES, rest, self.eof) {
            PrefixMatch::Whole(length) => return self.take(b'_', length),
            PrefixMatch::Partial => return PrefixMatch::Partial,
            PrefixMatch::None => {}
        }
        match PrefixMatch::of(COLONS, rest, self.eof) {
            PrefixMatch::Whole(length) => {
                self.token = true;
                self.take(b':', length)
            }
            other => other,
        }
    }

    /// Takes `length` bytes of the text for `byte` of the canonical form.
    fn take(&mut self, byte: u8, length: usize) -> PrefixMatch {
        self.at += length;
        if self.candidates.push(byte) { PrefixMatch::Whole(length) } else { PrefixMatch::None }
    }

    /// Takes spaces for a low line, unless there is one beside them.
    fn take_spaces(&mut self, rest: &[u8]) -> PrefixMatch {
        let spaces = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if spaces > MAX_SPACES {
            return PrefixMatch::None;
        }
        let beside = matches!(self.candidates.last(), Some(b'_' | b':'));
        let behind = &rest[spaces..];
        let separator = match PrefixMatch::of(LOW_LINES, behind, self.eof) {
            PrefixMatch::None => PrefixMatch::of(COLONS, behind, self.eof),
            other => other,
        };
        match separator {
            PrefixMatch::Partial => PrefixMatch::Partial,
            PrefixMatch::None if !beside => {
                self.spaces += 1;
                self.take(b'_', spaces)
            }
            PrefixMatch::Whole(_) | PrefixMatch::None => {
                self.at += spaces;
                PrefixMatch::Whole(spaces)
            }
        }
    }

    /// The end of the name at this place, if it has been read whole.
    fn end(&self) -> End {
        let rest = self.rest();
        let next = self.text[self.at..].chars().next();
        if let Frame::Bare(Some(mark @ ('*' | '`'))) = self.frame
            && next == Some(mark)
        {
            return End::At(self.at);
        }
        let padding = if self.frame == Frame::Bracket { padding(rest) } else { 0 };
        match PrefixMatch::of(CLOSINGS, &rest[padding..], self.eof) {
            PrefixMatch::Whole(length) => return End::At(self.at + padding + length),
            PrefixMatch::Partial => return End::Partial,
            PrefixMatch::None => {}
        }
        match self.behind_attribute(rest) {
            End::None => {}
            end => return end,
        }
        let last = self.text[..self.at].chars().next_back();
        let is_bounded = last.zip(next).is_none_or(|(last, next)| is_boundary_between(last, next));
        let may_lack = match self.frame {
            Frame::Bracket => self.spaces_are_few(),
            Frame::Word => true,
            Frame::Bare(_) => false,
        };
        if may_lack && is_bounded && !self.token { End::At(self.at) } else { End::None }
    }

    /// The end of the name behind an attribute and a closing bracket.
    fn behind_attribute(&self, rest: &[u8]) -> End {
        if self.frame != Frame::Bracket || self.token || rest.first() != Some(&b' ') {
            return End::None;
        }
        match attributes::read(rest) {
            PrefixMatch::Whole(length) => match PrefixMatch::of(CLOSINGS, &rest[length..], self.eof) {
                PrefixMatch::Whole(closing) => End::At(self.at + length + closing),
                PrefixMatch::Partial => End::Partial,
                PrefixMatch::None => End::None,
            },
            PrefixMatch::Partial if !self.eof => End::Partial,
            PrefixMatch::Partial | PrefixMatch::None => End::None,
        }
    }

    /// Reports whether spaces are few enough for a name without a closing bracket: only a number at the end may be set
    /// off by one.
    fn spaces_are_few(&self) -> bool {
        let read = &self.text[..self.at];
        let number = read.bytes().rev().take_while(u8::is_ascii_digit).count();
        self.spaces == 0
            || self.spaces == 1 && number > 0 && read.as_bytes().get(read.len() - number - 1) == Some(&b' ')
    }
}

impl Walk<'_, KnownPlaceholders<'_>> {
    /// The known placeholder of which a variant begins here: the longest, where brackets do not decide.
    pub(super) fn find(mut self) -> SubstituteMatch {
        let mut best = SubstituteMatch::None;
        loop {
            if let Some(id) = self.candidates.whole() {
                match self.end() {
                    End::None => {}
                    // Without a bracket a longer placeholder may follow.
                    End::At(length) if length == self.at => best = SubstituteMatch::Whole { length, id },
                    End::At(length) => return SubstituteMatch::Whole { length, id },
                    End::Partial => return SubstituteMatch::Partial,
                }
            }
            match self.step() {
                PrefixMatch::Whole(_) => {}
                PrefixMatch::Partial => return SubstituteMatch::Partial,
                PrefixMatch::None => return best,
            }
        }
    }
}

impl Walk<'_, AnyPlaceholder> {
    /// Hands all placeholders of which a variant may begin here to `found`, each with its length in the text.
    pub(super) fn collect(mut self, mut found: impl FnMut(usize, String)) {
        loop {
            if let End::At(length) = self.end()
                && let Some(name) = self.candidates.whole()
            {
                found(length, name);
            }
            if !matches!(self.step(), PrefixMatch::Whole(_)) {
                return;
            }
        }
    }
}
