//! From a body to its pieces: by the records that it is made of.

use bytes::Bytes;

use super::{pieces::Pieces, refusal::Refusal, walk::Paths};
use crate::{
    codec::syntax::{
        self,
        json::{Scanner, Token},
    },
    profile::{Profile, Records, Walk},
};

/// Reads a body; an empty one has no pieces.
///
/// # Errors
/// If it is not of a media type that is known, or cannot be read whole.
pub(super) fn body<'b>(profile: &Profile, body: &'b Bytes, media_type: Option<&str>) -> Result<Pieces<'b>, Refusal> {
    let mut pieces = Pieces::default();
    if body.is_empty() {
        return Ok(pieces);
    }
    let exchange = profile.exchange;
    if !media_type.is_none_or(|media_type| is_readable(media_type, exchange.records)) {
        return Err(Refusal::MediaType);
    }
    let (text, walk) = (syntax::text(body)?, &profile.request);
    let kept = exchange.state.and_then(|state| state.kept.member());
    match exchange.records {
        Records::One => pieces.add(text, 0, Paths::Profile(walk, walk.root()), kept)?,
        Records::Lines => {
            for (base, line) in lines(text) {
                pieces.add(line, base, Paths::Profile(walk, walk.root()), None)?;
            }
        }
        Records::Actions { with, without } => actions(&mut pieces, walk, text, with, without)?,
    }
    Ok(pieces)
}

/// Actions and their sources, in turn.
fn actions<'b>(
    pieces: &mut Pieces<'b>,
    walk: &Walk,
    text: &'b str,
    with: &[&str],
    without: &[&str],
) -> Result<(), Refusal> {
    let (action, _) = walk.member(walk.root(), b"action");
    let mut lines = lines(text);
    while let Some((base, line)) = lines.next() {
        let unknown = Refusal::Action { at: base };
        pieces.add(line, base, Paths::Profile(walk, action), None)?;
        let name = only_member(line).ok_or(unknown)?;
        if without.contains(&name.as_str()) {
            continue;
        }
        if !with.contains(&name.as_str()) {
            return Err(unknown);
        }
        let (base, line) = lines.next().ok_or(unknown)?;
        let (source, _) = walk.member(walk.root(), name.as_bytes());
        pieces.add(line, base, Paths::Profile(walk, source), None)?;
    }
    Ok(())
}

/// The name of the only member of an object.
fn only_member(doc: &str) -> Option<String> {
    let mut scanner = Scanner::new(doc);
    let mut name = None;
    while let Ok(Some(token)) = scanner.next_token() {
        if let Token::Name(found) = token
            && scanner.depth() == 1
        {
            let found = found.decoded(doc)?.into_owned();
            if name.replace(found).is_some() {
                return None;
            }
        }
    }
    name
}

/// The lines of a text that are not blank, with where each begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let numbered = text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (start, line)
    });
    numbered.filter(|(_, line)| !line.bytes().all(|b| b.is_ascii_whitespace()))
}

/// Whether a body of this media type is JSON, or lines of it where those are read.
fn is_readable(media_type: &str, records: Records) -> bool {
    let mut parts = media_type.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default().to_ascii_lowercase();
    // JSON is UTF-8 (RFC 8259, 8.1).
    let is_utf8 = |part: &str| match part.split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
            matches!(value.trim().trim_matches('"').to_ascii_lowercase().as_str(), "utf-8" | "utf8" | "us-ascii")
        }
        _ => true,
    };
    let Some(subtype) = essence.strip_prefix("application/") else { return false };
    let is_lines = matches!(subtype, "x-ndjson" | "ndjson" | "x-jsonlines" | "jsonl" | "jsonlines" | "stream+json")
        || subtype.ends_with("+x-ndjson");
    let is_json = subtype == "json" || subtype.ends_with("+json");
    parts.all(is_utf8) && (is_json || is_lines && records != Records::One)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_are_known_by_their_essence() {
        let lines = Records::Lines;
        for (media_type, records, expected) in [
            ("application/json", Records::One, true),
            ("Application/JSON; charset=\"UTF-8\"", Records::One, true),
            ("application/problem+json", Records::One, true),
            ("application/json; charset=utf-16", Records::One, false),
            ("application/json;a=b ;charset = \"utf-16\"", Records::One, false),
            ("application/x-ndjson", Records::One, false),
            ("application/x-ndjson", lines, true),
            ("application/vnd.elasticsearch+x-ndjson;compatible-with=9", lines, true),
            ("multipart/form-data; boundary=x", lines, false),
            ("text/plain", lines, false),
            ("", lines, false),
        ] {
            assert_eq!(is_readable(media_type, records), expected, "{media_type}");
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

    #[test]
    fn an_action_has_one_member() {
        assert_eq!(only_member(r#"{"index":{"_id":1}}"#).as_deref(), Some("index"));
        assert_eq!(only_member(r#"{"a":1,"b":2}"#), None);
        assert_eq!(only_member("[]"), None);
    }
}
