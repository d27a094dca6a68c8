//! [`Protobuf`]: the messages of an API that is spoken in Protocol Buffers.

use super::api::Action;

/// The form of a body of Protocol Buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protobuf {
    /// The message that it is.
    pub message: &'static Message,
    /// True if the body is a block of Snappy, without an entry in `Content-Encoding`.
    pub snappy: bool,
}

/// A message of Protocol Buffers. Of fields that are not listed, texts are payload, and messages are read by the same rule.
#[derive(Clone, Copy)]
pub struct Message {
    /// The name of the message, unique among all messages.
    pub name: &'static str,
    /// The fields of the message, by number.
    pub fields: &'static [(u64, MessageField)],
}

impl Message {
    /// A message of which nothing is known.
    pub const UNKNOWN: &'static Self = &Self { name: "", fields: &[] };

    /// The field of a number.
    pub fn field(&self, number: u64) -> Option<MessageField> {
        self.fields.iter().find(|(known, _)| *known == number).map(|&(_, field)| field)
    }
}

// Messages may hold themselves.
impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Message {}

impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// A field of a [`Message`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MessageField {
    /// A message.
    Message(&'static Message),
    /// A value with its treatment; [`Action::PairName`] names the values of the message that stand behind it.
    Value(Action),
}
