//! Media types of bodies.

/// The type and subtype, in lower case, without parameters.
pub(super) fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Reports whether the parameters name no other character set than UTF-8, which JSON has in any case (RFC 8259, 8.1).
pub(super) fn is_utf8(media_type: &str) -> bool {
    let is_utf8 = |part: &str| match part.split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
            matches!(value.trim().trim_matches('"').to_ascii_lowercase().as_str(), "utf-8" | "utf8" | "us-ascii")
        }
        _ => true,
    };
    media_type.split(';').skip(1).all(is_utf8)
}

/// A media type as it may be told to its sender and to whoever reads logs: type, subtype and character set, if they are plain
/// words.
pub(in crate::engine::proxy) fn plain(media_type: &str) -> Option<String> {
    /// Longest name, in bytes.
    const LONGEST: usize = 80;
    let is_plain = |name: &str| {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+' | b'_' | b'*');
        !name.is_empty() && name.len() <= LONGEST && name.bytes().all(is_word)
    };
    let essence = essence(media_type);
    let (kind, subtype) = essence.split_once('/')?;
    let charset = media_type.split(';').skip(1).filter_map(|part| part.split_once('='));
    let mut charset = charset.filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    let charset = charset.next().map(|(_, value)| value.trim().trim_matches('"')).filter(|value| is_plain(value));
    let charset = charset.map(|charset| format!("; charset={charset}")).unwrap_or_default();
    (is_plain(kind) && is_plain(subtype)).then(|| format!("{essence}{charset}"))
}

/// Reports whether this is the type of a form in percent-encoding.
pub(super) fn is_form(media_type: &str) -> bool {
    essence(media_type) == "application/x-www-form-urlencoded" && is_utf8(media_type)
}

/// Reports whether this is the essence of JSON.
pub(super) fn is_json(essence: &str) -> bool {
    essence.strip_prefix("application/").is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

/// Reports whether this is the essence of lines of JSON.
pub(super) fn is_json_lines(essence: &str) -> bool {
    let is_lines = |subtype: &str| {
        let plain = subtype.strip_prefix("x-").unwrap_or(subtype);
        let is_known = matches!(
            plain,
            "ndjson" | "nd-json" | "jsonlines" | "json-lines" | "jsonl" | "json-seq" | "json-stream" | "stream+json"
        );
        is_known || ["+x-ndjson", "+json-seq"].iter().any(|suffix| subtype.ends_with(suffix))
    };
    essence.strip_prefix("application/").is_some_and(is_lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_words_of_a_media_type_are_told() {
        for (media_type, expected) in [
            ("Image/PNG", Some("image/png")),
            ("application/vnd.a+json; a=b; Charset=\"utf-16\"", Some("application/vnd.a+json; charset=utf-16")),
            ("text/plain; charset=a b", Some("text/plain")),
            ("text/a b", None),
            ("text/<x>", None),
            ("text", None),
            ("", None),
        ] {
            assert_eq!(plain(media_type).as_deref(), expected, "{media_type}");
        }
        assert_eq!(plain(&format!("text/{}", "x".repeat(100))), None);
    }
}
