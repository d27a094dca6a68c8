//! Shapes of strings: an identifier, base64, a time, JSON, a number.

use std::{borrow::Cow, ops::Range};

/// Fewest characters of base64 that is left out: a shorter text may be anything.
const BASE64: usize = 64;

/// Reports whether `raw`, as it is spelled in JSON, may be an identifier, a keyword or a signature: it has no
/// white space, no `@`, nothing beyond ASCII and no escape, which could hide these.
pub(super) fn is_id(raw: &str) -> bool {
    !raw.bytes().any(|b| b.is_ascii_whitespace() || !b.is_ascii() || matches!(b, b'@' | b'\\'))
}

/// Reports whether `raw` is base64 or base64url (RFC 4648), and long enough to be nothing else.
pub(super) fn is_base64(raw: &str) -> bool {
    raw.len() >= BASE64 && is_base64_alphabet(raw)
}

/// Reports whether `raw` is a `data:` URL (RFC 2397) in base64.
pub(super) fn is_data_url(raw: &str) -> bool {
    let Some(rest) = raw.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:")).and(raw.get(5..)) else {
        return false;
    };
    let Some((kind, data)) = rest.split_once(',') else { return false };
    // The media type is short and plain, so that nothing else hides in it.
    let is_plain =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+' | b'-' | b'.' | b';' | b'=' | b'_' | b'\\');
    let kind = kind.strip_suffix(";base64");
    kind.is_some_and(|kind| kind.len() <= 128 && kind.bytes().all(is_plain)) && is_base64_alphabet(data)
}

/// JSON may spell a slash with a backslash, and break lines.
fn is_base64_alphabet(raw: &str) -> bool {
    let body = raw.trim_end_matches('=').replace("\\/", "/");
    body.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_'))
}

/// Reports whether `raw` begins with a date as in ISO 8601, and goes on with nothing but a time and a zone; or
/// is a number of seconds, or of parts of them, since 1970.
pub(super) fn is_time(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    let is_digits = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    if let [y1, y2, y3, y4, b'-' | b'/' | b'.', m1, m2, b'-' | b'/' | b'.', d1, d2, rest @ ..] = bytes {
        let rest = rest.strip_prefix(b"T").or_else(|| rest.strip_prefix(b" ")).unwrap_or(rest);
        let is_clock =
            |b: &u8| b.is_ascii_digit() || matches!(b, b':' | b'.' | b',' | b'+' | b'-' | b'Z' | b'z' | b' ');
        return is_digits(&[*y1, *y2, *y3, *y4, *m1, *m2, *d1, *d2]) && rest.len() <= 26 && rest.iter().all(is_clock);
    }
    let (seconds, fraction) = raw.split_once('.').unwrap_or((raw, "0"));
    matches!(seconds.len(), 10 | 13 | 16 | 19)
        && seconds.starts_with('1')
        && is_digits(seconds.as_bytes())
        && is_digits(fraction.as_bytes())
}

/// Longest name of a member that is plain.
const PLAIN_NAME: usize = 64;

/// Reports whether `raw` is one word, of letters without digits: a member's name as protocols have them.
pub(super) fn is_plain_name(raw: &str) -> bool {
    raw.len() <= PLAIN_NAME && raw.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-' | b'$'))
}

/// Most digits of an integer.
const DIGITS: i32 = 64;

/// The digits, with its sign, of a JSON number that is an integer, however it is spelled: `1e3`, `1000.0`. `None` for
/// other numbers and for those with more digits than any identifier has.
pub(super) fn integer(number: &str) -> Option<Cow<'_, str>> {
    if !number.bytes().any(|b| matches!(b, b'.' | b'e' | b'E')) {
        return Some(Cow::Borrowed(number));
    }
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
    let digits = [whole, fraction].concat();
    let point = exponent.parse::<i32>().ok()?.checked_add(i32::try_from(whole.len()).ok()?)?;
    if !(1..=DIGITS).contains(&point) {
        return None;
    }
    let point = point as usize;
    let (before, behind) = digits.split_at_checked(point).unwrap_or((&digits, ""));
    if behind.bytes().any(|b| b != b'0') {
        return None;
    }
    let padded = format!("{before:0<point$}");
    Some(Cow::Owned(format!("{sign}{}", padded.trim_start_matches('0'))))
}

/// Reports whether the digits at `place` of a text are a number in JSON that the text holds: `order {"id":4821,"n":1} done`.
pub(super) fn is_number_of_member(text: &str, place: Range<usize>) -> bool {
    let is_integer = text.get(place.clone()).is_some_and(|found| {
        let digits = found.strip_prefix('-').unwrap_or(found);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    let before = || text.get(..place.start).unwrap_or_default().trim_end_matches(' ');
    let behind = || text.get(place.end..).unwrap_or_default().trim_start_matches(' ');
    is_integer && before().ends_with("\":") && behind().starts_with([',', '}', ']'])
}

/// Reports whether `text` begins and ends as a JSON object, array or string does.
pub(super) fn may_be_json(text: &str) -> bool {
    let is_space = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n');
    let bytes = text.as_bytes();
    let first = bytes.iter().find(|b| !is_space(b));
    let last = bytes.iter().rfind(|b| !is_space(b));
    matches!((first, last), (Some(b'{'), Some(b'}')) | (Some(b'['), Some(b']')) | (Some(b'"'), Some(b'"')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_known_in_any_spelling() {
        for (number, expected) in [
            ("4111111111111111", Some("4111111111111111")),
            ("-12345678", Some("-12345678")),
            ("4111111111111111.0", Some("4111111111111111")),
            ("4111111111111111.00E0", Some("4111111111111111")),
            ("4.111111111111111e15", Some("4111111111111111")),
            ("4.111111111111111E+15", Some("4111111111111111")),
            ("41111111111111110e-1", Some("4111111111111111")),
            ("-0.0012e10", Some("-12000000")),
            ("1e3", Some("1000")),
            ("1.5", None),
            ("4111111111111111.5", None),
            ("0.1e0", None),
            ("1e64", None),
            ("1e999999999999", None),
            ("1e-1", None),
        ] {
            assert_eq!(integer(number).as_deref(), expected, "{number}");
        }
    }

    #[test]
    fn numbers_of_members_are_told_from_others() {
        for (text, found, expected) in [
            ("order {\"id\":4821,\"n\":1} done", "4821", true),
            ("x {\"id\": 4821 }", "4821", true),
            ("\"{\\\"id\\\":4821,\\\"n\\\":1}\"", "4821", true),
            ("{\"id\":\"4821\"}", "4821", false),
            ("id: 4821, n", "4821", false),
            ("\"id\":4821 n", "4821", false),
            ("\"id\":a4,", "a4", false),
        ] {
            let start = text.find(found).unwrap();
            assert_eq!(is_number_of_member(text, start..start + found.len()), expected, "{text}");
        }
    }

    #[test]
    fn tells_what_a_string_looks_like() {
        let base64 = "QUJD".repeat(20);
        for (looks, yes, no) in [
            (
                is_id as fn(&str) -> bool,
                &["gpt-4o", "call_1a", "Eq+/=="][..],
                &["a b", "bob@x.com", "a\\u0040b", "Jörg"][..],
            ),
            (is_base64, &[&base64, &format!("{base64}==")], &["4111111111111111", "QUJD", &format!("{base64} ")]),
            (
                is_data_url,
                &["data:image/png;base64,QUJD", "DATA:image\\/png;base64,QUJD=="],
                &["data:,bob", "data:text/plain,bob@x.com", "data:a@b;base64,QUJD", "data:image/png;base64,bob@x", "x"],
            ),
            (
                is_time,
                &[
                    "2026-01-02",
                    "2026-01-02T03:04:05.678Z",
                    "2026-01-02 03:04:05,678 +0100",
                    "1767225600",
                    "1767225600000.5",
                ],
                &[
                    "4111111111111111",
                    "14155552671",
                    "2026-01",
                    "2026-01-02 by Bob",
                    "02.01.2026",
                    "",
                    "1",
                    "2026-01-02T1111111111111111111111111111",
                ],
            ),
            (may_be_json, &["{}", " [1]\n", "\"a\""], &["{", "a", "", "{]", "\"a"]),
        ] {
            for text in yes {
                assert!(looks(text), "{text}");
            }
            for text in no {
                assert!(!looks(text), "{text}");
            }
        }
    }
}
