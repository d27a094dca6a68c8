//! [`Tag`]: the place in an HTML tag.

/// The place in an HTML tag, as the tokenizer of the HTML standard (13.2.5) and CommonMark's raw HTML know it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Tag {
    /// Outside of all tags.
    #[default]
    Out,
    /// Between attributes, or in their names.
    In,
    /// Behind an equals sign.
    Value,
    /// In a value, which this quote ends.
    Quoted(u8),
}

impl Tag {
    /// Reports whether this place is in a tag.
    pub(super) fn is_open(self) -> bool {
        self != Self::Out
    }

    /// Opens a tag, unless one is open.
    pub(super) fn open(&mut self) {
        if !self.is_open() {
            *self = Self::In;
        }
    }

    /// Goes on behind `byte`. Source escapes its quotes.
    pub(super) fn step(&mut self, byte: u8, is_source: bool) {
        *self = match (*self, byte) {
            (Self::Out, _) => Self::Out,
            (Self::Quoted(quote), _) if byte == quote => Self::In,
            (Self::Quoted(quote), _) => Self::Quoted(quote),
            (_, b'>') => Self::Out,
            (Self::In, b'=') => Self::Value,
            (Self::Value, b'"' | b'\'') => Self::Quoted(byte),
            (Self::Value, _) if byte.is_ascii_whitespace() || byte == b'=' || is_source && byte == b'\\' => Self::Value,
            _ => Self::In,
        };
    }
}
