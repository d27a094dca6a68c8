//! Messages of Protocol Buffers, by field numbers. Bytes outside of masked texts and of lengths around them stay as they
//! are, fields of later versions included.

use std::{borrow::Cow, ops::Range};

use super::printable;
use crate::{
    codec::{
        CodecError,
        syntax::{
            json::MAX_DEPTH,
            lengths::{Form, Integer, Length},
            protobuf::{Fields, Value},
        },
    },
    engine::proxy::{names, refusal::Refusal, texts::RequestTexts},
    profile::{Action, Message, MessageField},
};

/// Adds the texts of a body that is a message.
///
/// # Errors
/// If it is malformed or too deep.
pub(super) fn read<'b>(texts: &mut RequestTexts<'b>, body: &'b [u8], message: &'static Message) -> Result<(), Refusal> {
    let context = Context { name: None, outer: None, action: None, depth: 1 };
    add(texts, body, 0..body.len(), message, context)
}

/// The facts of a value that follow from the messages around it.
#[derive(Clone, Copy)]
struct Context<'b> {
    /// The name of the pair that it belongs to.
    name: Option<&'b str>,
    /// The name of the pair around that pair.
    outer: Option<&'b str>,
    /// The action that the route's fields give for that name.
    action: Option<Action>,
    depth: usize,
}

impl<'b> Context<'b> {
    /// The name of a value, with that of the pair around its own.
    fn key(self) -> Option<Cow<'b, str>> {
        self.name.map(|name| names::with_parent(self.outer, Cow::Borrowed(name)))
    }
}

fn add<'b>(
    texts: &mut RequestTexts<'b>,
    body: &'b [u8],
    range: Range<usize>,
    message: &'static Message,
    mut context: Context<'b>,
) -> Result<(), Refusal> {
    if context.depth > MAX_DEPTH {
        return Err(Refusal::Body(CodecError::TooDeep { limit: MAX_DEPTH }));
    }
    let outer = context.name;
    for field in Fields::new(body, range) {
        let field = field?;
        let known = message.field(field.number);
        match (field.value, known) {
            (Value::Fixed, _) | (Value::Varint(..), None | Some(MessageField::Message(_))) => {}
            (Value::Varint(value, range), Some(MessageField::Value(action))) => {
                let integer = Integer { range, form: Form::Varint };
                texts.add_integer((value as i64).into(), integer, context.key(), context.action.unwrap_or(action))?;
            }
            (Value::Bytes { .. }, Some(MessageField::Value(Action::Skip))) => texts.coverage.skipped += 1,
            (Value::Bytes { prefix, content }, known) => {
                texts.lengths.push(Length { prefix, content: content.clone(), form: Form::Varint });
                let inner = Context { depth: context.depth + 1, ..context };
                match known {
                    Some(MessageField::Message(known)) => add(texts, body, content, known, inner)?,
                    Some(MessageField::Value(Action::PairName)) => {
                        texts.add_bytes(body, content.clone(), None, Action::Id)?;
                        context.outer = outer;
                        context.name = std::str::from_utf8(&body[content]).ok();
                        context.action = context.name.and_then(|name| texts.field_action(name));
                    }
                    Some(MessageField::Value(action)) => {
                        texts.add_bytes(body, content, context.key(), context.action.unwrap_or(action))?;
                    }
                    None if printable(&body[content.clone()]) => {
                        texts.add_bytes(body, content, context.key(), context.action.unwrap_or(Action::Payload))?;
                    }
                    None if is_message(body, content.clone()) => add(texts, body, content, Message::UNKNOWN, inner)?,
                    None => {
                        texts.coverage.opaque += 1;
                        texts.coverage.skipped += 1;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Reports whether bytes have the form of a message.
fn is_message(body: &[u8], range: Range<usize>) -> bool {
    !range.is_empty() && Fields::new(body, range).all(|field| field.is_ok())
}
