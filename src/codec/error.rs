//! [`CodecError`]: the error of bytes that do not have their declared form.

use std::fmt;

/// The reason why a body, a frame or a document is refused. Offsets are in bytes, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodecError {
    /// The byte at this offset does not begin or continue a UTF-8 sequence (RFC 3629).
    NotUtf8 {
        /// Offset in the document.
        at: usize,
    },
    /// The document breaks its grammar.
    Syntax {
        /// Offset in the document.
        at: usize,
        /// The fault.
        fault: Fault,
    },
    /// Objects and arrays are nested deeper than this.
    TooDeep {
        /// Levels allowed.
        limit: usize,
    },
    /// Edits of a document overlap, are out of order, or lie outside of it.
    BadEdits,
    /// A frame is longer than this.
    FrameTooLarge {
        /// Bytes allowed.
        limit: usize,
    },
    /// A rewritten document cannot stand in its frame: it holds the end of a frame.
    Unframeable,
    /// A content coding that is not known, or more of them than are undone.
    UnknownCoding,
    /// The data are not of the coding they are labelled with, or are damaged.
    BadCoding,
    /// The data end before their coding does.
    Truncated,
    /// Data follow the end of a coding that ends itself.
    TrailingData,
    /// The data decode to more than this.
    TooLarge {
        /// Bytes allowed.
        limit: usize,
    },
}

/// A fault at one offset of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A byte that the grammar does not allow there.
    Unexpected,
    /// The document ends too early.
    End,
    /// Bytes behind the end of the document.
    Trailing,
    /// A control character within a string, where only its escape may stand.
    Control,
    /// A backslash that begins no escape.
    Escape,
    /// A number with a leading zero, or without the digits that a sign, a point or an exponent asks for.
    Number,
    /// A word that is not `true`, `false` or `null`.
    Literal,
}

impl CodecError {
    /// The error of a part of a document that begins at byte `base` of it.
    pub fn shifted(self, base: usize) -> Self {
        match self {
            Self::Syntax { at, fault } => Self::Syntax { at: at + base, fault },
            Self::NotUtf8 { at } => Self::NotUtf8 { at: at + base },
            other => other,
        }
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 { at } => write!(f, "not UTF-8 at byte {at}"),
            Self::Syntax { at, fault } => write!(f, "{fault} at byte {at}"),
            Self::TooDeep { limit } => write!(f, "objects and arrays are nested deeper than {limit}"),
            Self::BadEdits => f.write_str("edits overlap, are out of order or lie outside of the document"),
            Self::FrameTooLarge { limit } => write!(f, "a frame is longer than {limit} bytes"),
            Self::Unframeable => f.write_str("the rewritten document cannot stand in its frame"),
            Self::UnknownCoding => f.write_str("unknown content coding"),
            Self::BadCoding => f.write_str("the data are not of their content coding"),
            Self::Truncated => f.write_str("the encoded data are cut short"),
            Self::TrailingData => f.write_str("something stands behind the encoded data"),
            Self::TooLarge { limit } => write!(f, "the data decode to more than {limit} bytes"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unexpected => "unexpected byte",
            Self::End => "unexpected end",
            Self::Trailing => "something stands behind the document",
            Self::Control => "control character in a string",
            Self::Escape => "invalid escape",
            Self::Number => "invalid number",
            Self::Literal => "invalid literal",
        })
    }
}

impl std::error::Error for CodecError {}
