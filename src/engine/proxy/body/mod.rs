//! The documents of a request's body, each read into its texts.

mod division;
mod envelope;
mod media;
mod message_pack;
mod operations;
mod protobuf;
mod records;

use bytes::Bytes;

pub(super) use self::division::{has_records, record_ends};
pub(super) use self::{media::plain, operations::LastOperation, records::documents};
use super::{
    document::{self, Paths},
    files::{FileKind, OpaqueFiles},
    form::{self, Part},
    refusal::Refusal,
    rules::{Rules, Style},
    texts::RequestTexts,
};
use crate::{
    codec::syntax,
    profile::{Author, BodyFormat, Exchange, FieldScope, PathTable, Profile},
};

/// The sign of UTF-8 that some programs put before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The part of a body that is read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The whole body.
    Body,
    /// A batch of its records, whose place in arrays around them was read before.
    Batch,
}

/// The media type that a body is read by: the declared one, unless the exchange knows better. A declared character set counts
/// in any case.
pub(super) fn declared<'m>(exchange: &Exchange, media_type: Option<&'m str>) -> Option<&'m str> {
    exchange.records().media_type.filter(|_| media_type.is_none_or(media::is_utf8)).or(media_type)
}

/// Reads the texts of a body or of a batch of its records; an empty one has none.
///
/// # Errors
/// If its media type is not known, or if it cannot be read whole.
pub(super) fn read<'b>(
    profile: &'b Profile,
    (body, extent): (&'b Bytes, Extent),
    media_type: Option<&str>,
    rules: &Rules,
) -> Result<RequestTexts<'b>, Refusal> {
    let (mut texts, opaque) = (RequestTexts::of(rules, profile.fields.as_ref()), rules.opaque);
    let exchange = profile.exchange;
    texts.is_search = exchange.records().fields == FieldScope::Searches;
    if body.is_empty() {
        return Ok(texts);
    }
    let media_type = declared(exchange, media_type);
    // Shippers put it there; clients of conversations do not.
    let is_marked = matches!(rules.style, Style::Records) && body.starts_with(BYTE_ORDER_MARK);
    let mark = if is_marked { BYTE_ORDER_MARK.len() } else { 0 };
    if let Some(boundary) = media_type.and_then(form::boundary).filter(|_| exchange.format == BodyFormat::Document) {
        form_texts(&mut texts, &profile.request, body, boundary, opaque)?;
        return Ok(texts);
    }
    if exchange.records().may_be_form && media_type.is_some_and(media::is_form) {
        texts.add_form(syntax::text(body)?)?;
        return Ok(texts);
    }
    let table = &profile.request;
    match exchange.format {
        BodyFormat::Records { protobuf } => {
            records::read(&mut texts, Paths::records(table), (body, extent), mark, media_type, protobuf)?;
            return Ok(texts);
        }
        // Clients label envelopes as they like.
        BodyFormat::Envelope => {
            envelope::read(&mut texts, Paths::of(table), body, opaque)?;
            return Ok(texts);
        }
        BodyFormat::Document | BodyFormat::Bulk { .. } => {}
    }
    if !media_type.is_none_or(|media_type| is_readable(media_type, exchange.format)) {
        return Err(Refusal::media_type(media_type));
    }
    let text = &syntax::text(body)?[mark..];
    let retention = exchange.provider_state.and_then(|state| state.retention.member());
    match exchange.format {
        BodyFormat::Bulk { with_source, without_source } => {
            operations::read(&mut texts, table, (text, mark), (with_source, without_source))?
        }
        _ => texts.add(text, mark, Paths::of(table), retention)?,
    }
    Ok(texts)
}

/// Adds the parts of a form. JSON in them, whole or by lines, is read by the paths of `table`.
fn form_texts<'b>(
    texts: &mut RequestTexts<'b>,
    table: &PathTable,
    body: &'b Bytes,
    boundary: &str,
    opaque: OpaqueFiles,
) -> Result<(), Refusal> {
    for Part { headers, content } in form::parts(body, boundary)? {
        let broken = || Refusal::Form { at: headers.start };
        let lines = std::str::from_utf8(&body[headers.clone()]).map_err(|_| broken())?;
        let coding = form::header(lines, "content-transfer-encoding").unwrap_or("binary");
        if !["7bit", "8bit", "binary"].iter().any(|plain| coding.eq_ignore_ascii_case(plain)) {
            return Err(broken());
        }
        match form::file_name(lines) {
            // People name files, and programs write what stands around their names.
            Some(name) => {
                texts.add_source(&lines[..name.start], headers.start, Author::Tools);
                texts.add_source(&lines[name.clone()], headers.start + name.start, Author::Other);
                texts.add_source(&lines[name.end..], headers.start + name.end, Author::Tools);
            }
            None => texts.add_source(lines, headers.start, Author::Tools),
        }
        let kind = FileKind::of(&body[content.clone()], form::header(lines, "content-type").unwrap_or_default());
        if kind != FileKind::Text {
            if opaque.refuses(kind) {
                return Err(Refusal::OpaqueFile { at: content.start });
            }
            texts.coverage.opaque += 1;
            texts.coverage.skipped += 1;
            continue;
        }
        let text = std::str::from_utf8(&body[content.clone()]).map_err(|_| broken())?;
        if !json_texts(texts, table, text, content.start)? {
            texts.add_source(text, content.start, Author::Other);
        }
    }
    Ok(())
}

/// Adds a JSON text, or lines of JSON objects, that begin at byte `base` of the body; returns whether `text` is such.
fn json_texts<'b>(
    texts: &mut RequestTexts<'b>,
    table: &PathTable,
    text: &'b str,
    base: usize,
) -> Result<bool, Refusal> {
    if document::is_json(text) {
        texts.add(text, base, Paths::of(table), None)?;
        return Ok(true);
    }
    if !document::is_json_lines(text) {
        return Ok(false);
    }
    for (at, line) in lines(text) {
        texts.add(line, base + at, Paths::of(table), None)?;
    }
    Ok(true)
}

/// The lines of a text that are not blank, each with its offset.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let numbered = text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (start, line)
    });
    numbered.filter(|(_, line)| !line.bytes().all(|b| b.is_ascii_whitespace()))
}

/// Reports whether a media type is that of JSON, or of lines of JSON if the format has lines.
fn is_readable(media_type: &str, format: BodyFormat) -> bool {
    let essence = media::essence(media_type);
    let has_lines = format != BodyFormat::Document;
    media::is_utf8(media_type) && (media::is_json(&essence) || has_lines && media::is_json_lines(&essence))
}

/// Reports whether bytes are text in UTF-8 without control characters but white space.
fn printable(bytes: &[u8]) -> bool {
    let is_control = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x1b);
    !bytes.iter().any(is_control) && std::str::from_utf8(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_are_known_by_their_essence() {
        let lines = BodyFormat::Bulk { with_source: &[], without_source: &[] };
        for (media_type, format, expected) in [
            ("application/json", BodyFormat::Document, true),
            ("Application/JSON; charset=\"UTF-8\"", BodyFormat::Document, true),
            ("application/problem+json", BodyFormat::Document, true),
            ("application/json; charset=utf-16", BodyFormat::Document, false),
            ("application/json;a=b ;charset = \"utf-16\"", BodyFormat::Document, false),
            ("application/x-ndjson", BodyFormat::Document, false),
            ("application/x-ndjson", lines, true),
            ("application/vnd.elasticsearch+x-ndjson;compatible-with=9", lines, true),
            ("multipart/form-data; boundary=x", lines, false),
            ("text/plain", lines, false),
            ("", lines, false),
        ] {
            assert_eq!(is_readable(media_type, format), expected, "{media_type}");
        }
    }

    #[test]
    fn lines_keep_their_places() {
        let text = "{}\r\n\n  \n[1]\n{}";
        assert_eq!(lines(text).collect::<Vec<_>>(), [(0, "{}\r"), (8, "[1]"), (12, "{}")]);
        for (base, line) in lines(text) {
            assert_eq!(&text[base..base + line.len()], line);
        }
    }
}
