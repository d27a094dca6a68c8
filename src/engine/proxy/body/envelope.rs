//! Envelopes of Sentry: a line of headers, then items, each a line of headers and its payload.

use std::ops::Range;

use super::{super::document, documents};
use crate::{
    codec::{
        CodecError, Fault,
        syntax::{
            self,
            json::{Cursor, Token},
            lengths::{Form, Length},
        },
    },
    engine::proxy::{
        document::Paths,
        files::{FileKind, OpaqueFiles},
        refusal::Refusal,
        texts::RequestTexts,
    },
    profile::{Author, BodyFormat},
};

/// Adds the texts of an envelope.
///
/// # Errors
/// If it is none, or holds a file that `opaque` refuses.
pub(super) fn read<'b>(
    texts: &mut RequestTexts<'b>,
    paths: Paths<'_>,
    body: &'b [u8],
    opaque: OpaqueFiles,
) -> Result<(), Refusal> {
    let below = |name: &str| paths.at(paths.table.member(paths.root, name.as_bytes()).0);
    let line = line(body, 0);
    texts.add(syntax::text(&body[line.clone()])?, 0, below(BodyFormat::HEADER), None)?;
    let mut at = line.end;
    loop {
        at += body[at..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        if at == body.len() {
            return Ok(());
        }
        let line = self::line(body, at);
        let header = syntax::text(&body[line.clone()])?;
        texts.add(header, at, below(BodyFormat::ITEM), None)?;
        let start = (line.end + 1).min(body.len());
        let broken = || Refusal::Body(CodecError::Syntax { at: start, fault: Fault::Unexpected });
        let content = match length(header).ok_or_else(broken)? {
            None => self::line(body, start),
            Some((prefix, length)) => {
                let end = start.checked_add(length).filter(|&end| end <= body.len()).ok_or_else(broken)?;
                let content = start..end;
                if !matches!(body.get(end), None | Some(b'\n' | b'\r')) {
                    return Err(broken());
                }
                let prefix = prefix.start + at..prefix.end + at;
                texts.lengths.push(Length { prefix, content: content.clone(), form: Form::Decimal });
                content
            }
        };
        at = content.end;
        payload(texts, below(BodyFormat::PAYLOAD), body, content, opaque)?;
    }
}

/// Adds the texts of the payload of an item: JSON, other text, or a file.
fn payload<'b>(
    texts: &mut RequestTexts<'b>,
    paths: Paths<'_>,
    body: &'b [u8],
    content: Range<usize>,
    opaque: OpaqueFiles,
) -> Result<(), Refusal> {
    let kind = FileKind::of(&body[content.clone()], "");
    if kind != FileKind::Text {
        if opaque.refuses(kind) {
            return Err(Refusal::OpaqueFile { at: content.start });
        }
        texts.coverage.opaque += 1;
        texts.coverage.skipped += 1;
        return Ok(());
    }
    let text = syntax::text(&body[content.clone()])?;
    if !documents(text).all(|(_, document)| document::is_json(document)) {
        texts.add_source(text, content.start, Author::Other);
        return Ok(());
    }
    for (base, document) in documents(text) {
        texts.add(document, content.start + base, paths, None)?;
    }
    Ok(())
}

/// The bytes of the line that begins at byte `at`, without its end.
fn line(body: &[u8], at: usize) -> Range<usize> {
    at..memchr::memchr(b'\n', &body[at..]).map_or(body.len(), |end| at + end)
}

/// The length that an item's header declares, with the bytes of its number; `None` if it declares two, or no number.
fn length(header: &str) -> Option<Option<(Range<usize>, usize)>> {
    let object = Cursor::object(header)?;
    let is_length = |name: &syntax::json::Str| name.decoded(header).is_some_and(|name| name == "length");
    let mut lengths = object.members().filter(|(name, ..)| is_length(name)).map(|(_, value, _)| value);
    let (length, second) = (lengths.next(), lengths.next());
    match (length, second) {
        (None, _) => Some(None),
        (Some(Token::Literal(_)), None) => Some(None),
        (Some(Token::Number(range)), None) => Some(Some((range.clone(), header[range].parse().ok()?))),
        _ => None,
    }
}
