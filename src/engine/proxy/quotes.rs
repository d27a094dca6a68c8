//! [`QuoteReader`]: the strings around a place of any text, as far as the quotes of its line tell.

use crate::anonymize::restore::Surroundings;

/// A reader that counts the strings around each place of a text: in `{"a": "b`, one; in `"{\"a\": \"b`, two. It knows no
/// language, so it reads source of any kind, and a line of a document as the whole document: what is copied from one text
/// to another has the same strings around it in both.
#[derive(Default)]
pub(super) struct QuoteReader {
    /// Text of which the beginning is read.
    ahead: String,
    /// The length of that beginning.
    passed: usize,
    /// The length of the text that is read, in bytes.
    at: u64,
    /// The backslashes right before the next byte.
    backslashes: u32,
    opening: Opening,
    place: Surroundings,
}

/// The bytes before a string that make it the value of a member.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Opening {
    #[default]
    Other,
    /// A string has ended, and only blanks follow.
    Name,
    /// A colon stands behind it.
    Colon,
}

impl QuoteReader {
    /// Adds the next piece of the text.
    pub(super) fn push(&mut self, text: &str) {
        self.ahead.push_str(text);
    }

    /// The surroundings of byte `place` of the text, which must not lie before an earlier one.
    pub(super) fn place(&mut self, place: u64) -> Surroundings {
        self.read_to(place);
        self.place
    }

    /// Reads on to byte `place` of the text.
    pub(super) fn read_to(&mut self, place: u64) {
        let left = self.ahead.len() - self.passed;
        let count = usize::try_from(place.saturating_sub(self.at)).unwrap_or(usize::MAX).min(left);
        let ahead = std::mem::take(&mut self.ahead);
        self.read(&ahead.as_bytes()[self.passed..self.passed + count]);
        self.ahead = ahead;
        self.passed += count;
        self.at += count as u64;
        // Now and then, so that a long text with many places is not moved at each.
        if 2 * self.passed >= self.ahead.len() {
            self.ahead.drain(..self.passed);
            self.passed = 0;
        }
    }

    /// The surroundings behind `text`, which follows what is read.
    pub(super) fn behind(&mut self, text: &str) -> Surroundings {
        self.read(text.as_bytes());
        self.place
    }

    /// Passes a text that a substitute replaces.
    pub(super) fn pass_substitute(&mut self) {
        self.backslashes = 0;
        self.opening = Opening::Other;
        self.place.before = Surroundings::default().before;
    }

    fn read(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        // Most bytes are neither; blanks and colons matter between strings alone.
        while let Some(next) = self.next_mark(rest) {
            if next > 0 {
                self.backslashes = 0;
                if self.opening != Opening::Other && rest[..next].iter().any(|byte| !byte.is_ascii_whitespace()) {
                    self.opening = Opening::Other;
                }
            }
            self.step(rest[next]);
            rest = &rest[next + 1..];
        }
        if !rest.is_empty() {
            self.backslashes = 0;
            if rest.iter().any(|byte| !byte.is_ascii_whitespace()) {
                self.opening = Opening::Other;
            }
        }
        self.keep(bytes);
    }

    /// The place of the next byte that changes the state, but for words between strings.
    fn next_mark(&self, bytes: &[u8]) -> Option<usize> {
        let mark = memchr::memchr3(b'"', b'\\', b'\n', bytes);
        if self.opening != Opening::Name {
            return mark;
        }
        let before = &bytes[..mark.unwrap_or(bytes.len())];
        memchr::memchr(b':', before).or(mark)
    }

    fn step(&mut self, byte: u8) {
        match byte {
            b'\\' => self.backslashes += 1,
            b'"' => {
                let level = level(self.backslashes);
                let is_open = self.place.depth >= level;
                self.place.depth = if is_open { level - 1 } else { level };
                self.place.is_member = !is_open && self.opening == Opening::Colon;
                self.opening = if is_open { Opening::Name } else { Opening::Other };
                self.backslashes = 0;
            }
            b':' => {
                self.opening = Opening::Colon;
                self.backslashes = 0;
            }
            // Strings end with their line, if not before.
            _ => {
                (self.place.depth, self.place.is_member) = (0, false);
                (self.backslashes, self.opening) = (0, Opening::Other);
            }
        }
    }

    /// Keeps the end of what is read.
    fn keep(&mut self, bytes: &[u8]) {
        let before = &mut self.place.before;
        let length = before.len();
        let end = &bytes[bytes.len().saturating_sub(length)..];
        before.copy_within(end.len().., 0);
        before[length - end.len()..].copy_from_slice(end);
    }
}

/// The level of the string that a quote behind so many backslashes opens or closes: each level of strings escapes the
/// quotes and backslashes of the one within.
fn level(backslashes: u32) -> u8 {
    u8::try_from(backslashes.trailing_ones()).expect("a number has few bits") + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_strings_around_a_place() {
        for (text, depth, is_member) in [
            ("^", 0, false),
            ("\"^\"", 1, false),
            ("\"a\" ^", 0, false),
            ("{\"a\": \"^\"", 1, true),
            ("{\"a\"\t:\"b ^\"", 1, true),
            ("{\"a\": x(\"^\"", 1, false),
            ("[\"a\", \"^\"", 1, false),
            ("f(\"a\\\\\", \"^\"", 1, false),
            ("f(\"a \\\"b\\\" ^\"", 1, false),
            ("f(\"{\\\"a\\\": \\\"^\\\"}\"", 2, true),
            ("\\\"a\\\": \\\"^\\\"", 2, true),
            ("\"\\\"\\\\\\\"^", 3, false),
            ("\"\\\"\\\\\\\"\" ^", 0, false),
            ("say \"\n^", 0, false),
        ] {
            let at = text.find('^').unwrap();
            let mut whole = QuoteReader::default();
            whole.push(text);
            let place = whole.place(at as u64);
            assert_eq!((place.depth, place.is_member), (depth, is_member), "{text}");
            let mut bytewise = QuoteReader::default();
            for c in text.chars() {
                let before = bytewise.at;
                bytewise.push(c.encode_utf8(&mut [0; 4]));
                bytewise.read_to((before + c.len_utf8() as u64).min(at as u64));
            }
            assert_eq!(bytewise.place(at as u64), place, "{text}");
            assert_eq!(QuoteReader::default().behind(&text[..at]), place, "{text}");
        }
    }

    #[test]
    fn the_end_of_the_text_is_kept() {
        let mut reader = QuoteReader::default();
        let first = reader.behind("a long beginning, \"name\": \"");
        let second = QuoteReader::default().behind("\"name\": \"");
        assert_eq!(first.agreement(&second), "\"name\": \"".len());
        reader.pass_substitute();
        assert_eq!(reader.behind("x").agreement(&first), 0);
    }
}
