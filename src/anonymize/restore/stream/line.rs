//! [`Line`]: the part of a line before which a Markdown reference definition may stand.

/// The beginning of a line, up to the label of a reference definition.
///
/// A definition (CommonMark 4.7) begins a line, at most behind the markers of quotes and lists: `[label]: destination`. So
/// `app[123]: user=…` and `- [ ]: a` define nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    /// True behind the first byte of the line that is no marker.
    is_begun: bool,
    label: Label,
    /// True if the label is not blank.
    is_named: bool,
    /// The byte before this place.
    last: u8,
}

/// The label at the beginning of a line.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Label {
    #[default]
    None,
    /// Behind its bracket.
    Open,
    /// Behind a closing bracket that may be escaped.
    Perhaps,
    Closed,
}

impl Line {
    /// Reports whether a colon here makes a definition of what stands before it.
    pub(super) fn is_definition(self) -> bool {
        self.is_named && matches!(self.label, Label::Perhaps | Label::Closed)
    }

    /// Goes on behind `bytes`.
    pub(super) fn pass(&mut self, bytes: &[u8], is_source: bool) {
        let mut rest = bytes;
        while let [byte, behind @ ..] = rest {
            if self.is_begun && self.label == Label::None && self.last != b'\\' {
                // Only the next line matters. Source spells line ends and quotes with escapes.
                let next =
                    if is_source { memchr::memchr3(b'\n', b'\\', b'"', rest) } else { memchr::memchr(b'\n', rest) };
                let next = next.unwrap_or(rest.len());
                if let Some(last) = rest[..next].last() {
                    self.last = *last;
                    rest = &rest[next..];
                    continue;
                }
            }
            self.step(*byte, is_source);
            rest = behind;
        }
    }

    /// Goes on behind `byte`.
    pub(super) fn step(&mut self, byte: u8, is_source: bool) {
        let is_end = matches!(byte, b'\n' | b'\r') || is_source && self.last == b'\\' && matches!(byte, b'n' | b'r');
        let is_blank_line = is_end && !self.is_begun;
        let is_escaped = self.last == b'\\';
        self.label = match (self.label, byte) {
            (Label::None, b'[') if !self.is_begun => {
                self.is_named = false;
                Label::Open
            }
            (Label::Open | Label::Perhaps, b']') if is_escaped => Label::Perhaps,
            (Label::Open | Label::Perhaps, b']') => Label::Closed,
            (Label::Open | Label::Perhaps, _) if !is_blank_line => {
                self.is_named |= !is_end && !byte.is_ascii_whitespace() && !matches!(byte, b'[' | b'\\');
                Label::Open
            }
            _ => Label::None,
        };
        let is_marker = byte.is_ascii_digit() || b" \t>-*+.)".contains(&byte);
        // A string of JSON begins a text of its own, and a backslash there the escape of a line end.
        let is_start = is_end || is_source && byte == b'"';
        self.is_begun = !is_start && (self.is_begun || !(is_marker || is_source && byte == b'\\'));
        self.last = byte;
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn a_definition_begins_a_line() {
        for (text, expected) in [
            ("[a]", true),
            ("x\n  [a b]", true),
            ("> - [a]", true),
            ("1. [a]", true),
            ("[a\nb]", true),
            ("[a\\]", true),
            ("[a\\] b]", true),
            ("[a\\\\]", true),
            ("app[1]", false),
            ("- [ ]", false),
            ("[]", false),
            ("[a] b[1]", false),
            ("[a\n\nb]", false),
            ("[a", false),
        ] {
            let (mut whole, mut steps) = (Line::default(), Line::default());
            whole.pass(text.as_bytes(), false);
            text.bytes().for_each(|byte| steps.step(byte, false));
            assert_eq!((whole.is_definition(), steps.is_definition()), (expected, expected), "{text}");
        }
        for (text, expected) in [(r"x\n[a]", true), ("\"[a]", true), (r"x\[a]", false), ("app[1]", false)] {
            let mut line = Line::default();
            line.pass(text.as_bytes(), true);
            assert_eq!(line.is_definition(), expected, "{text}");
        }
    }
}
