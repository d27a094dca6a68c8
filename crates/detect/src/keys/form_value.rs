//! Values of forms as browsers encode them, read in clear: `Jane+Roe`, `Ana%20Mar%C3%ADa`.

use percent_encoding::percent_decode_str;

/// Longest value, in bytes.
const LONGEST: usize = 256;

/// `value` in clear; `None` if nothing in it is encoded, if it is long, or if it is no text.
pub fn decoded(value: &str) -> Option<String> {
    if value.len() > LONGEST || memchr::memchr2(b'%', b'+', value.as_bytes()).is_none() {
        return None;
    }
    let spaced = value.replace('+', " ");
    let plain = percent_decode_str(&spaced).decode_utf8().ok()?;
    (plain != value && !plain.contains(char::is_control)).then(|| plain.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_values_are_read_in_clear() {
        for (value, expected) in [
            ("Jane+Roe", Some("Jane Roe")),
            ("6316%20AB", Some("6316 AB")),
            ("Mar%C3%ADa", Some("María")),
            ("Jane", None),
            ("100%", None),
            ("%zz", None),
            ("%C3", None),
            ("a%00b", None),
        ] {
            assert_eq!(decoded(value).as_deref(), expected, "{value}");
        }
    }
}
