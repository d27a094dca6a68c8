//! The places where a body of records may be divided.

use super::{BYTE_ORDER_MARK, documents, is_readable, lines, media, records::RecordsForm};
use crate::{codec::framing::RecordEnds, engine::proxy::document, profile::BodyFormat};

/// Reports whether a body is records that can be read by themselves. The rows of a table cannot: its header names them.
pub(in crate::engine::proxy) fn has_records(format: BodyFormat, media_type: Option<&str>) -> bool {
    match format {
        BodyFormat::Bulk { .. } => media_type.is_none_or(|media_type| is_readable(media_type, format)),
        BodyFormat::Records { protobuf } => {
            let is_table = media_type.is_some_and(|media_type| media::essence(media_type) == "text/csv");
            match RecordsForm::of(media_type) {
                Some(RecordsForm::Json | RecordsForm::Text) => !is_table,
                Some(RecordsForm::MessagePack) => true,
                Some(RecordsForm::Protobuf) => protobuf.is_some(),
                None => false,
            }
        }
        BodyFormat::Document | BodyFormat::Envelope => false,
    }
}

/// The places where records end in a body that begins with `beginning`.
pub(in crate::engine::proxy) fn record_ends(
    format: BodyFormat,
    media_type: Option<&str>,
    beginning: &[u8],
) -> RecordEnds {
    match (format, RecordsForm::of(media_type)) {
        (BodyFormat::Bulk { .. }, _) => RecordEnds::Operations,
        (_, Some(RecordsForm::Text)) => ends_in_text(beginning),
        (_, Some(RecordsForm::MessagePack)) => RecordEnds::PackedDocuments,
        (_, Some(RecordsForm::Protobuf)) => RecordEnds::Fields,
        _ => RecordEnds::Documents,
    }
}

/// The places where records end in a body that may be JSON or not. JSON on lines is read by lines, so that lines of another
/// kind among them do no harm.
fn ends_in_text(beginning: &[u8]) -> RecordEnds {
    let beginning = beginning.strip_prefix(BYTE_ORDER_MARK).unwrap_or(beginning);
    let text = beginning.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    if is_table(text) {
        return RecordEnds::Nowhere;
    }
    let Some((at, first)) = documents(text).next() else { return RecordEnds::Lines };
    if !first.starts_with(['{', '[']) {
        return RecordEnds::Lines;
    }
    let behind = &text[at + first.len()..];
    let is_line = !first.contains('\n') && behind.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    // A document that is longer than the beginning is known by its first bytes.
    let is_document = match behind.is_empty() {
        true => first[1..].trim_start().starts_with(['"', '{', '[']),
        false => document::is_json(first),
    };
    if is_document && !is_line { RecordEnds::Documents } else { RecordEnds::Lines }
}

/// Reports whether a text seems to be a table: its first two lines have as many separators of one kind.
fn is_table(text: &str) -> bool {
    let mut lines = lines(text).map(|(_, line)| line);
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    [',', ';', '\t', '|'].iter().any(|&separator| {
        let columns = first.matches(separator).count();
        columns > 0 && second.matches(separator).count() == columns && !first.starts_with(['{', '['])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_text_tells_where_its_records_end() {
        for (text, expected) in [
            ("{\"a\":1}\n{\"a\":2}\n", RecordEnds::Lines),
            ("{\"a\":1}{\"a\":2}", RecordEnds::Documents),
            ("{\n \"a\":1\n}\n", RecordEnds::Documents),
            ("[\n{\"a\":1}\n]\n", RecordEnds::Documents),
            ("[2026-01-02T03:04:05Z] started\n", RecordEnds::Lines),
            ("<34>1 host app - - - started\n", RecordEnds::Lines),
            ("{ not JSON\n", RecordEnds::Lines),
            ("{\"a\":[1,", RecordEnds::Documents),
            ("id;mail\n1;a\n", RecordEnds::Nowhere),
            ("", RecordEnds::Lines),
            ("\u{feff}{\"a\":1}\n{\"a\":2}\n", RecordEnds::Lines),
            ("\u{feff}{\"a\":1}{\"a\":2}", RecordEnds::Documents),
            ("\u{1e}{\"a\":1}\n\u{1e}{\"a\":2}\n", RecordEnds::Lines),
        ] {
            assert_eq!(ends_in_text(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn tables_are_known_by_their_separators() {
        for (text, expected) in [
            ("id,mail\n1,a\n", true),
            ("id\tmail\n1\ta\n", true),
            ("one line, alone", false),
            ("started, at last\nstopped\n", false),
            ("{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":2}\n", false),
        ] {
            assert_eq!(is_table(text), expected, "{text}");
        }
    }
}
