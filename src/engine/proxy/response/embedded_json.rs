//! [`EmbeddedJson`]: the JSON strings in a text that is not JSON as a whole, such as one in a code fence or behind a
//! sentence.

/// A lexer that follows a text and knows which of its bytes stand within a string of an object or array.
///
/// An object begins with `{` and a quote, an array with `[` and a value; what no JSON has ends both.
#[derive(Default)]
pub(super) struct EmbeddedJson {
    /// The text that is not read yet.
    ahead: String,
    /// The length of the text that is read, in bytes.
    at: u64,
    /// Open objects and arrays; the last may not have begun.
    depth: u32,
    state: State,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// Text.
    #[default]
    Outside,
    /// Behind an opening brace or bracket (`is_object`), before any value.
    Opened { is_object: bool },
    /// Between strings of an object or array.
    Between,
    /// Within a string.
    Inside,
    /// Behind a backslash in a string.
    Escaped,
}

impl EmbeddedJson {
    /// Adds the next piece of the text.
    pub(super) fn push(&mut self, text: &str) {
        self.ahead.push_str(text);
    }

    /// Reports whether byte `place` of the text, which must not lie before an earlier one, stands within a JSON string.
    pub(super) fn is_in_string(&mut self, place: u64) -> bool {
        self.read_to(place);
        self.state == State::Inside
    }

    /// Reads on to byte `place` of the text.
    pub(super) fn read_to(&mut self, place: u64) {
        let count = usize::try_from(place.saturating_sub(self.at)).unwrap_or(usize::MAX).min(self.ahead.len());
        if self.state == State::Outside && memchr::memchr2(b'{', b'[', &self.ahead.as_bytes()[..count]).is_none() {
            self.at += count as u64;
            self.ahead.drain(..count);
            return;
        }
        for at in 0..count {
            self.step(self.ahead.as_bytes()[at]);
        }
        self.at += count as u64;
        self.ahead.drain(..count);
    }

    fn step(&mut self, byte: u8) {
        self.state = match (self.state, byte) {
            (State::Inside, b'"') => State::Between,
            (State::Inside, b'\\') => State::Escaped,
            // No string of JSON has a line end.
            (State::Inside | State::Escaped, b'\n') => self.leave(byte),
            (State::Inside | State::Escaped, _) => State::Inside,
            (State::Opened { is_object: true }, b'"') => State::Inside,
            (State::Opened { is_object: true }, b'}') => self.close(),
            (same @ State::Opened { .. }, _) if byte.is_ascii_whitespace() => same,
            (State::Opened { is_object: true }, _) => self.leave(byte),
            (State::Opened { .. }, b'"') => State::Inside,
            (State::Opened { .. }, b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => State::Between,
            (State::Outside | State::Opened { .. } | State::Between, b'{' | b'[') => {
                self.depth += 1;
                State::Opened { is_object: byte == b'{' }
            }
            (State::Opened { .. } | State::Between, b']' | b'}') => self.close(),
            (State::Between, b'"') => State::Inside,
            (State::Between, b',' | b':' | b'.' | b'+' | b'-') => State::Between,
            (State::Between, _) if byte.is_ascii_whitespace() || byte.is_ascii_alphanumeric() => State::Between,
            (State::Outside, _) => State::Outside,
            (State::Opened { .. } | State::Between, _) => self.leave(byte),
        };
    }

    fn close(&mut self) -> State {
        self.depth -= 1;
        if self.depth == 0 { State::Outside } else { State::Between }
    }

    /// Ends all objects and arrays at a byte that none of them has.
    fn leave(&mut self, byte: u8) -> State {
        self.depth = u32::from(matches!(byte, b'{' | b'['));
        match byte {
            b'{' | b'[' => State::Opened { is_object: byte == b'{' },
            _ => State::Outside,
        }
    }
}

/// Reports whether `text` is most probably the content of a JSON string: it may be, and is no path with backslashes, which
/// looks like a text with escapes.
pub(super) fn is_string_content(text: &str) -> bool {
    let is_path =
        |start: usize| text.get(start..).is_some_and(|rest| rest.starts_with('\\') && !rest.starts_with("\\\\"));
    let is_share = text.starts_with("\\\\") && !text.starts_with("\\\\\\");
    let is_drive = text.as_bytes().get(1) == Some(&b':') && is_path(2);
    !is_share && !is_drive && is_valid_content(text)
}

/// Reports whether `text` may stand in a JSON string as it is.
pub(super) fn is_valid_content(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let is_plain = match byte {
            b'"' | 0..0x20 => false,
            b'\\' => match bytes.next() {
                Some(b'u') => (0..4).all(|_| bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit())),
                Some(next) => b"\"\\/bfnrt".contains(&next),
                None => false,
            },
            _ => true,
        };
        if !is_plain {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_known_wherever_json_begins() {
        for text in [
            "Here: {\"a\": \"^\"}",
            "```json\n{\n  \"a\": [1, {\"b\": null, \"c\": \"x \\\" ^\"}]\n}\n```",
            "[1, \"^\"]",
            "so [[\"^\"]]",
            "{ {\"a\": \"^\"",
            "[see] {\"a\":true,\"b\":\"^\"}",
        ] {
            assert!(is_in_string(text), "{text}");
        }
        for text in [
            "He said \"^\"",
            "{\"a\": 1} \"^\"",
            "{^}",
            "{\"a\": f(\"^\")}",
            "[x] \"^\"",
            "{\"a\n\" ^",
            "{\"a\": \"b\" ^",
            "if (a) { x = \"^\"",
        ] {
            assert!(!is_in_string(text), "{text}");
        }
    }

    /// Reports whether `^` stands in a string, whichever way the text before it arrives.
    #[track_caller]
    fn is_in_string(text: &str) -> bool {
        let place = text.find('^').unwrap();
        let mut whole = EmbeddedJson::default();
        whole.push(text);
        let mut bytewise = EmbeddedJson::default();
        for (at, c) in text.char_indices() {
            bytewise.push(c.encode_utf8(&mut [0; 4]));
            if at < place {
                bytewise.read_to(at as u64);
            }
        }
        let found = whole.is_in_string(place as u64);
        assert_eq!(bytewise.is_in_string(place as u64), found, "{text}");
        found
    }

    #[test]
    fn content_of_strings_is_told_from_paths() {
        for (text, is_content) in [
            ("Ada", true),
            ("Dwayne \"The Rock\"", false),
            ("Dwayne \\\"The Rock\\\"", true),
            ("a\nb", false),
            ("a\\nb", true),
            ("C:\\new", false),
            ("C:\\\\new", true),
            ("\\\\host\\new", false),
            ("\\\\\\\\host\\\\new", true),
            ("Jos\\u00e9", true),
            ("a\\q", false),
            ("a\\", false),
        ] {
            assert_eq!(is_string_content(text), is_content, "{text}");
        }
    }
}
