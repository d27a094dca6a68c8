//! [`Scanner`]: a lexer and grammar check of JSON, token by token.

use std::{fmt, ops::Range};

use super::{escape, string::Str};
use crate::codec::{CodecError, Fault};

/// Objects and arrays within each other, the outermost being 1. One bit each in [`Scanner`].
pub const MAX_DEPTH: usize = 128;

/// A token of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `{` at this byte.
    ObjectStart(usize),
    /// `}` at this byte.
    ObjectEnd(usize),
    /// `[` at this byte.
    ArrayStart(usize),
    /// `]` at this byte.
    ArrayEnd(usize),
    /// The name of an object's member; its value follows.
    Name(Str),
    /// A string that is a value.
    String(Str),
    /// A number, as it is spelled at these bytes.
    Number(Range<usize>),
    /// `true`, `false` or `null`, at these bytes.
    Literal(Range<usize>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before a document.
    Start,
    /// Behind `{`.
    FirstMember,
    /// Behind `,` in an object.
    Member,
    /// Behind `[`.
    FirstElement,
    /// Behind `:`.
    Value,
    /// Behind a value.
    After,
}

/// Reads a document token by token, by the grammar of RFC 8259 and nothing looser.
///
/// Takes a `&str`, so that UTF-8 is checked once, by whoever made it, and never here. Works without
/// recursion and without memory of its own, in time linear in the text. A byte order mark is refused.
/// A clone goes on from the same place, which is how to look ahead.
#[derive(Clone)]
pub struct Scanner<'d> {
    doc: &'d [u8],
    at: usize,
    /// A bit for each open container, the innermost lowest; set for an object.
    objects: u128,
    depth: usize,
    state: State,
    glued: bool,
}

impl fmt::Debug for Scanner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scanner(at {} of {}, depth {})", self.at, self.doc.len(), self.depth)
    }
}

impl<'d> Scanner<'d> {
    /// Reads exactly one document.
    pub fn new(doc: &'d str) -> Self {
        Self { doc: doc.as_bytes(), at: 0, objects: 0, depth: 0, state: State::Start, glued: false }
    }

    /// Reads any number of documents, one after another, with or without white space between them.
    ///
    /// A document has ended whenever [`Scanner::depth`] is 0 behind a token. Two numbers or literals
    /// need white space between them.
    pub fn glued(docs: &'d str) -> Self {
        Self { glued: true, ..Self::new(docs) }
    }

    /// A scanner before a value at byte `at` of `doc`, whatever stands around it.
    pub(super) fn before_value(doc: &'d str, at: usize) -> Self {
        Self { at, state: State::Value, ..Self::new(doc) }
    }

    /// Containers that are open behind the last token.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The offset behind the last token.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The next token, or `None` behind the last one.
    ///
    /// # Errors
    /// [`CodecError::Syntax`] where the grammar is broken, [`CodecError::TooDeep`] beyond
    /// [`MAX_DEPTH`]. Stop then: what a later call gives is not specified.
    #[inline]
    pub fn next_token(&mut self) -> Result<Option<Token>, CodecError> {
        let mut next = self.skip_space();
        let mut state = self.state;
        if state == State::After {
            if self.depth == 0 {
                if !self.begins_document(next)? {
                    return Ok(None);
                }
            } else if next == Some(b',') {
                self.at += 1;
                next = self.skip_space();
                state = if self.objects & 1 == 1 { State::Member } else { State::Value };
            } else {
                return self.close(next).map(Some);
            }
        }
        match state {
            State::FirstMember if next == Some(b'}') => self.close(next).map(Some),
            State::FirstMember | State::Member => self.member(next).map(Some),
            State::FirstElement if next == Some(b']') => self.close(next).map(Some),
            State::Start if self.glued && next.is_none() => Ok(None),
            _ => self.value(next).map(Some),
        }
    }

    /// Reports whether another document begins, behind one that has ended.
    fn begins_document(&self, next: Option<u8>) -> Result<bool, CodecError> {
        let Some(byte) = next else { return Ok(false) };
        // `truefalse` and `12` must not fall apart into two documents.
        let before = self.at.checked_sub(1).and_then(|at| self.doc.get(at));
        if !self.glued || is_word(byte) && before.is_some_and(|&byte| is_word(byte)) {
            return Err(self.fault(Fault::Trailing));
        }
        Ok(true)
    }

    #[inline(always)]
    fn member(&mut self, next: Option<u8>) -> Result<Token, CodecError> {
        if next != Some(b'"') {
            return Err(self.unexpected());
        }
        let name = self.string()?;
        if self.skip_space() != Some(b':') {
            return Err(self.unexpected());
        }
        self.at += 1;
        self.state = State::Value;
        Ok(Token::Name(name))
    }

    #[inline(always)]
    fn value(&mut self, next: Option<u8>) -> Result<Token, CodecError> {
        let start = self.at;
        match next {
            Some(b'"') => {
                let string = self.string()?;
                self.state = State::After;
                Ok(Token::String(string))
            }
            Some(b'{') => self.open(true),
            Some(b'[') => self.open(false),
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                self.state = State::After;
                Ok(Token::Number(start..self.at))
            }
            Some(b't') => self.literal(b"true"),
            Some(b'f') => self.literal(b"false"),
            Some(b'n') => self.literal(b"null"),
            _ => Err(self.unexpected()),
        }
    }

    fn open(&mut self, is_object: bool) -> Result<Token, CodecError> {
        if self.depth == MAX_DEPTH {
            return Err(CodecError::TooDeep { limit: MAX_DEPTH });
        }
        let start = self.at;
        self.at += 1;
        self.depth += 1;
        self.objects = self.objects << 1 | u128::from(is_object);
        if is_object {
            self.state = State::FirstMember;
            Ok(Token::ObjectStart(start))
        } else {
            self.state = State::FirstElement;
            Ok(Token::ArrayStart(start))
        }
    }

    /// The end of the innermost container, if that is what comes next.
    fn close(&mut self, next: Option<u8>) -> Result<Token, CodecError> {
        let end = self.at;
        let is_object = self.objects & 1 == 1;
        if next != Some(if is_object { b'}' } else { b']' }) {
            return Err(self.unexpected());
        }
        self.at += 1;
        self.depth -= 1;
        self.objects >>= 1;
        self.state = State::After;
        Ok(if is_object { Token::ObjectEnd(end) } else { Token::ArrayEnd(end) })
    }

    /// A string whose opening quote is at the current place.
    #[inline]
    fn string(&mut self) -> Result<Str, CodecError> {
        let start = self.at + 1;
        let mut escaped = false;
        self.at = start;
        loop {
            self.at = special(self.doc, self.at);
            match self.doc.get(self.at) {
                Some(b'"') => {
                    let range = start..self.at;
                    self.at += 1;
                    return Ok(Str::new(range, escaped));
                }
                Some(b'\\') => {
                    escaped = true;
                    self.at += escape::length(self.doc, self.at).ok_or_else(|| self.fault(Fault::Escape))?;
                }
                Some(_) => return Err(self.fault(Fault::Control)),
                None => return Err(self.fault(Fault::End)),
            }
        }
    }

    fn number(&mut self) -> Result<(), CodecError> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err(self.fault(Fault::Number));
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    /// Reads digits, at least one.
    fn digits(&mut self) -> Result<(), CodecError> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(self.fault(Fault::Number)) } else { Ok(()) }
    }

    fn literal(&mut self, word: &[u8]) -> Result<Token, CodecError> {
        let start = self.at;
        let end = start + word.len();
        let behind = self.doc.get(end);
        if self.doc.get(start..end) != Some(word) || behind.is_some_and(|&byte| is_word(byte)) {
            return Err(self.fault(Fault::Literal));
        }
        self.at = end;
        self.state = State::After;
        Ok(Token::Literal(start..end))
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.doc.get(self.at).copied()
    }

    /// Skips white space, and returns the byte behind it.
    #[inline]
    fn skip_space(&mut self) -> Option<u8> {
        loop {
            let byte = self.peek()?;
            if byte > b' ' || !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    #[cold]
    fn unexpected(&self) -> CodecError {
        self.fault(if self.at < self.doc.len() { Fault::Unexpected } else { Fault::End })
    }

    #[cold]
    fn fault(&self, fault: Fault) -> CodecError {
        CodecError::Syntax { at: self.at, fault }
    }
}

/// Reports whether a number or a literal may go on with this byte.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_')
}

/// Eight copies of a byte.
const fn eight(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The first byte from `from` on that a string cannot hold as it is: a quote, a backslash or a
/// control character. The length of `doc`, if there is none.
///
/// Member names and short values end within the first two words; only behind those do vectors pay.
#[inline]
fn special(doc: &[u8], from: usize) -> usize {
    let mut at = from;
    for _ in 0..2 {
        match doc.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
            Some(word) => match first_special(*word) {
                Some(offset) => return at + offset,
                None => at += 8,
            },
            None => return special_in_tail(doc, at),
        }
    }
    special_in_long(doc, at)
}

fn special_in_long(doc: &[u8], at: usize) -> usize {
    let rest = &doc[at..];
    let end = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
    let plain = &rest[..end];
    // Without a way out of the loop, the compiler looks at many bytes at a time.
    if plain.iter().fold(false, |found, &byte| found | (byte < 0x20)) {
        return special_in_tail(doc, at);
    }
    at + end
}

fn special_in_tail(doc: &[u8], at: usize) -> usize {
    let tail = &doc[at..];
    tail.iter().position(|&byte| is_special(byte)).map_or(doc.len(), |offset| at + offset)
}

#[inline]
fn is_special(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

/// The index of the first special byte of eight.
///
/// Subtracting one from each byte borrows into its high bit only where the byte was zero, or where a
/// lower one was: so the lowest bit that is found is always right, and no other is looked at.
#[inline]
fn first_special(word: [u8; 8]) -> Option<usize> {
    let word = u64::from_le_bytes(word);
    let zero = |word: u64| word.wrapping_sub(eight(1)) & !word;
    let control = word.wrapping_sub(eight(0x20)) & !word;
    let found = (zero(word ^ eight(b'"')) | zero(word ^ eight(b'\\')) | control) & eight(0x80);
    if found == 0 { None } else { Some(found.trailing_zeros() as usize / 8) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specials_are_found_at_every_place_and_among_all_bytes() {
        for len in 0..100 {
            for byte in 0..=255_u8 {
                let mut doc = vec![0x80; len];
                doc.push(byte);
                doc.extend([b'"'; 3]);
                let expected = if is_special(byte) { len } else { len + 1 };
                assert_eq!(special(&doc, 0), expected, "byte {byte} behind {len}");
            }
        }
        for len in 0..100 {
            assert_eq!(special(&vec![b'!'; len], 0), len);
        }
    }
}
