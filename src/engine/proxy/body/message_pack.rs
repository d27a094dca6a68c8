//! Records in MessagePack, as Fluent Bit and Fluentd send them: maps, or arrays of a time and a map.

use std::{borrow::Cow, ops::Range};

use super::Extent;
use crate::{
    codec::{
        CodecError,
        syntax::{
            json::MAX_DEPTH,
            lengths::{Form, Integer, Length},
            msgpack::{Scanner, Token},
        },
    },
    engine::proxy::{document::Paths, names, refusal::Refusal, texts::RequestTexts},
    profile::{Action, PathState},
};

/// An open map or array.
struct Level<'b> {
    /// Names and values, or elements, that are left.
    left: usize,
    is_map: bool,
    /// True if the elements are records.
    is_outer: bool,
    state: PathState,
    /// The name of the next value in a map; the name of the array in an array.
    name: Option<&'b str>,
    /// The name of the map around the next value.
    outer: Option<&'b str>,
    next: Option<PathState>,
}

/// Adds the texts of a body of documents, one after another, or of a batch of their records: then an array of records may have
/// begun before, or may go on behind.
///
/// # Errors
/// If it is malformed or too deep.
pub(super) fn read<'b>(
    texts: &mut RequestTexts<'b>,
    paths: Paths<'_>,
    body: &'b [u8],
    extent: Extent,
) -> Result<(), Refusal> {
    let (mut scanner, mut stack) = (Scanner::new(body), Vec::<Level<'_>>::new());
    loop {
        while stack.pop_if(|level| level.left == 0).is_some() {}
        let may_end = match extent {
            Extent::Body => stack.is_empty(),
            Extent::Batch => stack.last().is_none_or(|level| level.is_outer),
        };
        if may_end && scanner.is_done() {
            return Ok(());
        }
        let token = scanner.next_token()?;
        let is_within_outer = stack.last().is_none_or(|level| level.is_outer);
        let outer = stack.last().and_then(|level| level.outer);
        let (state, name) = match stack.last_mut() {
            None => (paths.root, None),
            Some(level) => {
                level.left -= 1;
                match (level.is_map, level.next.take()) {
                    (true, Some(state)) => (state, level.name),
                    (true, None) => {
                        let (state, name) = member(texts, paths, level.state, body, &token)?;
                        (level.next, level.name) = (Some(state), name);
                        continue;
                    }
                    (false, _) if level.is_outer => (paths.root, None),
                    (false, _) => (paths.table.element(level.state), level.name),
                }
            }
        };
        let (left, is_map) = match token {
            Token::Map(pairs) => (2 * pairs, true),
            Token::Array(elements) => (elements, false),
            Token::String { head, content } | Token::Bytes { head, content } => {
                text(texts, body, head, content, key(outer, name), action(paths, state))?;
                continue;
            }
            Token::Integer(value, range) => {
                let integer = Integer { range, form: Form::MessagePack };
                texts.add_integer(value, integer, key(outer, name), action(paths, state))?;
                continue;
            }
            Token::Other => continue,
        };
        if stack.len() == MAX_DEPTH {
            return Err(Refusal::Body(CodecError::TooDeep { limit: MAX_DEPTH }));
        }
        let is_outer = !is_map && is_within_outer;
        let outer = name.filter(|name| is_map && !names::is_wrapper(name)).or(outer);
        stack.push(Level { left, is_map, is_outer, state, name, outer, next: None });
    }
}

/// Reads the name of a member: the state of its value, and the name.
fn member<'b>(
    texts: &mut RequestTexts<'b>,
    paths: Paths<'_>,
    object: PathState,
    body: &'b [u8],
    token: &Token,
) -> Result<(PathState, Option<&'b str>), Refusal> {
    match token {
        Token::String { head, content } | Token::Bytes { head, content } => {
            let name = &body[content.clone()];
            if action(paths, object) == Action::Payload {
                text(texts, body, head.clone(), content.clone(), None, Action::Payload)?;
            }
            Ok((paths.table.member(object, name).0, std::str::from_utf8(name).ok()))
        }
        // No selector names what is no text.
        Token::Integer(..) | Token::Other => Ok((paths.table.member(object, b"").0, None)),
        Token::Map(_) | Token::Array(_) => Err(Refusal::Body(CodecError::TooDeep { limit: 0 })),
    }
}

/// The name of a value, with that of the map around it.
fn key<'b>(outer: Option<&str>, name: Option<&'b str>) -> Option<Cow<'b, str>> {
    name.map(|name| names::with_parent(outer, Cow::Borrowed(name)))
}

fn text<'b>(
    texts: &mut RequestTexts<'b>,
    body: &'b [u8],
    head: Range<usize>,
    content: Range<usize>,
    name: Option<Cow<'b, str>>,
    action: Action,
) -> Result<(), Refusal> {
    let form = if matches!(body[head.start], 0xc4..=0xc6) { Form::MessagePackBytes } else { Form::MessagePack };
    texts.lengths.push(Length { prefix: head, content: content.clone(), form });
    texts.add_bytes(body, content, name, action)
}

fn action(paths: Paths<'_>, state: PathState) -> Action {
    paths.table.action(state, |_| None)
}
