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

/// Reports whether this is the essence of JSON.
pub(super) fn is_json(essence: &str) -> bool {
    essence.strip_prefix("application/").is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

/// Reports whether this is the essence of lines of JSON.
pub(super) fn is_json_lines(essence: &str) -> bool {
    let is_lines = |subtype: &str| {
        matches!(subtype, "x-ndjson" | "ndjson" | "x-jsonlines" | "jsonl" | "jsonlines" | "stream+json")
            || subtype.ends_with("+x-ndjson")
    };
    essence.strip_prefix("application/").is_some_and(is_lines)
}
