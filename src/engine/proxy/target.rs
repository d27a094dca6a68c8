//! Texts of the request target: names and values of the query, segments of the path.

use std::{borrow::Cow, ops::Range};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::{refusal::Refusal, string_shape};
use crate::profile::{CREDENTIALS, VERSION};

/// The characters that are escaped in a value: all but RFC 3986's unreserved ones.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A text of a query.
#[derive(Debug)]
pub(super) struct Part<'q> {
    /// The bytes of the text, encoded.
    pub(super) range: Range<usize>,
    /// The text.
    pub(super) text: Cow<'q, str>,
    /// The parameter that it is the value of; `None`: it is a name itself.
    pub(super) key: Option<&'q str>,
}

/// The texts of a query: names and values, as forms encode them.
///
/// # Errors
/// If one is not UTF-8.
pub(super) fn parts(query: &str) -> Result<Vec<Part<'_>>, Refusal> {
    let (mut found, mut at) = (Vec::new(), 0);
    for pair in query.split('&') {
        let start = at;
        at += pair.len() + 1;
        let (name, value) = pair.split_once('=').map_or((pair, None), |(name, value)| (name, Some(value)));
        let is_version = || name.eq_ignore_ascii_case(VERSION) && value.is_some_and(is_version);
        if pair.is_empty() || CREDENTIALS.iter().any(|plain| plain.eq_ignore_ascii_case(name)) || is_version() {
            continue;
        }
        if !name.is_empty() {
            found.push(Part { range: start..start + name.len(), text: decode(name)?, key: None });
        }
        if let Some(value) = value {
            let from = start + name.len() + 1;
            found.push(Part { range: from..from + value.len(), text: decode(value)?, key: Some(name) });
        }
    }
    Ok(found)
}

/// Reports whether a path has no [`texts`]: nothing in it is escaped, or could not stand in an identifier.
pub(super) fn is_plain(path: &str) -> bool {
    string_shape::is_id(path) && !path.contains('%')
}

/// The segments of a path that are no identifiers: they may be texts.
pub(super) fn texts(path: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let is_text = |segment: &Cow<'_, str>| !string_shape::is_id(segment) || segment.contains('%');
    path.split('/').map(|segment| percent_decode_str(segment).decode_utf8_lossy()).filter(is_text)
}

fn decode(part: &str) -> Result<Cow<'_, str>, Refusal> {
    let decoded = match part.contains('+') {
        true => {
            Cow::Owned(percent_decode_str(&with_blanks(part)).decode_utf8().map_err(|_| Refusal::Query)?.into_owned())
        }
        false => percent_decode_str(part).decode_utf8().map_err(|_| Refusal::Query)?,
    };
    Ok(decoded)
}

/// `part` with blanks for plus signs. One that begins a number, as that of a telephone, was meant as a plus sign.
fn with_blanks(part: &str) -> String {
    let (mut out, bytes) = (String::with_capacity(part.len()), part.as_bytes());
    for (at, c) in part.char_indices() {
        let is_first = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        let is_sign = is_first && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        out.push(if c == '+' && !is_sign { ' ' } else { c });
    }
    out
}

/// Reports whether the value of [`VERSION`] is a date, perhaps with a word behind it, or a short version.
fn is_version(value: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.');
    value.bytes().filter(u8::is_ascii_digit).count() <= 8 && value.len() <= 24 && value.bytes().all(is_plain)
}

/// `text` as it may stand in a query.
pub(super) fn encode(text: &str) -> String {
    utf8_percent_encode(text, VALUE).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_of_paths_are_identifiers_unless_they_hold_what_none_does() {
        let path = "/v1/models/gpt-4.1/4111111111111111//bob%40x.example/a%20b/%C3%BC/c%2540d/%ff";
        assert_eq!(texts(path).collect::<Vec<_>>(), ["bob@x.example", "a b", "ü", "c%40d", "\u{fffd}"]);
    }

    #[test]
    fn reads_names_and_values_but_no_credentials() {
        let query = "q=bob%40x.example&key=AIza&a+b=c+d&flag&api-version=2024-01-01&=x&p=+1415&t=a++49+30&\
                     api-version=bob%40x.example";
        let texts: Vec<_> = parts(query).unwrap().into_iter().map(|part| (part.text.into_owned(), part.key)).collect();
        let expected = [
            ("q", None),
            ("bob@x.example", Some("q")),
            ("a b", None),
            ("c d", Some("a+b")),
            ("flag", None),
            ("x", Some("")),
            ("p", None),
            ("+1415", Some("p")),
            ("t", None),
            ("a +49 30", Some("t")),
            ("api-version", None),
            ("bob@x.example", Some("api-version")),
        ];
        assert_eq!(texts, expected.map(|(text, key)| (text.to_owned(), key)));
        for part in parts(query).unwrap() {
            assert_eq!(decode(&query[part.range]).unwrap(), part.text);
        }
        assert!(matches!(parts("q=%ff"), Err(Refusal::Query)));
        assert_eq!(encode("[A_1] ü"), "%5BA_1%5D%20%C3%BC");
    }
}
