//! Log records in the forms that shippers send.

use super::{super::document, Extent, lines, media, message_pack, protobuf};
use crate::{
    codec::syntax,
    engine::proxy::{document::Paths, refusal::Refusal, texts::RequestTexts},
    profile::{Author, Protobuf},
};

/// The form of a body of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordsForm {
    /// JSON documents, with or without anything between them.
    Json,
    /// MessagePack.
    MessagePack,
    /// Protocol Buffers.
    Protobuf,
    /// JSON documents, or any other text.
    Text,
}

impl RecordsForm {
    /// The form that a media type declares; `None`: it is not known. Shippers are careless with it, so that a text may turn
    /// out to be JSON.
    pub(super) fn of(media_type: Option<&str>) -> Option<Self> {
        let Some(media_type) = media_type.filter(|media_type| !media_type.trim().is_empty()) else {
            return Some(Self::Text);
        };
        let essence = media::essence(media_type);
        let (kind, subtype) = essence.split_once('/')?;
        match (kind, subtype) {
            ("application", "msgpack" | "x-msgpack" | "vnd.msgpack") => Some(Self::MessagePack),
            ("application", "x-protobuf" | "protobuf" | "vnd.google.protobuf") => Some(Self::Protobuf),
            _ if !media::is_utf8(media_type) => None,
            // Percent-encoded pairs are no text that can be searched; `curl -d` labels any JSON so.
            ("application", "x-www-form-urlencoded") => Some(Self::Json),
            ("application", "octet-stream" | "logfmt" | "csv" | "logplex-1" | "syslog") | ("text", _) => {
                Some(Self::Text)
            }
            _ if media::is_json(&essence) || media::is_json_lines(&essence) => Some(Self::Json),
            _ => None,
        }
    }
}

/// Adds the texts of a body of records, which begin behind `mark` bytes.
///
/// # Errors
/// If its media type is not known, or it does not have its form.
pub(super) fn read<'b>(
    texts: &mut RequestTexts<'b>,
    paths: Paths<'_>,
    (body, extent): (&'b [u8], Extent),
    mark: usize,
    media_type: Option<&str>,
    protobuf: Option<&'static Protobuf>,
) -> Result<(), Refusal> {
    let other = || Refusal::media_type(media_type);
    match (RecordsForm::of(media_type).ok_or_else(other)?, protobuf) {
        (RecordsForm::Protobuf, Some(protobuf)) => protobuf::read(texts, body, protobuf.message),
        (RecordsForm::Protobuf, None) => Err(other()),
        (RecordsForm::MessagePack, _) => message_pack::read(texts, paths, body, extent),
        (RecordsForm::Json, _) => json(texts, paths, &syntax::text(body)?[mark..], mark),
        (RecordsForm::Text, _) => match syntax::text(body) {
            Ok(text) => any_text(texts, paths, &text[mark..], mark),
            Err(_) => texts.add_other_text(body),
        },
    }
}

/// Adds the texts of JSON documents, or of lines of any kind, that begin at byte `start` of the body.
fn any_text<'b>(texts: &mut RequestTexts<'b>, paths: Paths<'_>, text: &'b str, start: usize) -> Result<(), Refusal> {
    if documents(text).all(|(_, document)| document::is_json(document)) {
        return json(texts, paths, text, start);
    }
    // Lines of JSON among others keep their values' contexts only if each is read as what it is.
    if !lines(text).any(|(_, line)| line.starts_with('{')) {
        texts.add_source(text, start, Author::Other);
        return Ok(());
    }
    for (base, line) in lines(text) {
        match document::is_json(line) {
            true => texts.add(line, start + base, paths, None)?,
            false => texts.add_source(line, start + base, Author::Other),
        }
    }
    Ok(())
}

fn json<'b>(texts: &mut RequestTexts<'b>, paths: Paths<'_>, text: &'b str, start: usize) -> Result<(), Refusal> {
    for (base, document) in documents(text) {
        texts.add(document, start + base, paths, None)?;
    }
    Ok(())
}

/// The JSON documents that stand one after another in a text, each with its offset. They are cut by their brackets, and
/// are checked by their reader; anything else that is no white space is a document up to the end of its line.
pub(in crate::engine::proxy) fn documents(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        let start = at + bytes[at..].iter().position(|byte| !is_separator(*byte))?;
        at = match bytes[start] {
            b'{' | b'[' => start + bracketed(&bytes[start..]),
            _ => memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |end| start + end),
        };
        Some((start, &text[start..at]))
    })
}

/// Reports whether a byte stands between documents: white space, the signs before the documents of a text sequence (RFC 7464)
/// and behind the messages of Graylog.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0x1e | 0)
}

/// The length of the object or array that `bytes` begin with; all of them if it does not end.
fn bracketed(bytes: &[u8]) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            b'"' => at += quoted(&bytes[at..]),
            _ => {}
        }
    }
    bytes.len()
}

/// The length of the rest of a string behind its opening quote, with the closing one.
fn quoted(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at..]) {
        at += found + 1;
        if bytes[at - 1] == b'"' {
            return at;
        }
        at += 1;
        if at >= bytes.len() {
            break;
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_cut_by_their_brackets() {
        let text = " {\"a\":\"}{\\\"\"}{}\r\n[1,[2]]{\"b\":{}} 7\n\"x\"";
        let expected =
            [(1, "{\"a\":\"}{\\\"\"}"), (13, "{}"), (17, "[1,[2]]"), (24, "{\"b\":{}}"), (33, "7"), (35, "\"x\"")];
        assert_eq!(documents(text).collect::<Vec<_>>(), expected);
        assert_eq!(documents("\u{1e}{}\n\u{1e}{}\0").collect::<Vec<_>>(), [(1, "{}"), (5, "{}")]);
        for open in ["{", "[{\"a", "{\"a\\", "{\"\\\""] {
            assert_eq!(documents(open).collect::<Vec<_>>(), [(0, open)]);
        }
    }

    #[test]
    fn media_types_tell_the_form() {
        for (media_type, expected) in [
            (None, Some(RecordsForm::Text)),
            (Some("text/plain; charset=utf-8"), Some(RecordsForm::Text)),
            (Some("text/csv"), Some(RecordsForm::Text)),
            (Some("application/json"), Some(RecordsForm::Json)),
            (Some("application/cloudevents-batch+json"), Some(RecordsForm::Json)),
            (Some("application/x-ndjson"), Some(RecordsForm::Json)),
            (Some("application/json-seq"), Some(RecordsForm::Json)),
            (Some("application/nd-json"), Some(RecordsForm::Json)),
            (Some("application/msgpack"), Some(RecordsForm::MessagePack)),
            (Some("application/x-protobuf"), Some(RecordsForm::Protobuf)),
            (Some("text/plain; charset=utf-16"), None),
            (Some("image/png"), None),
            (Some("multipart/form-data; boundary=x"), None),
        ] {
            assert_eq!(RecordsForm::of(media_type), expected, "{media_type:?}");
        }
    }
}
