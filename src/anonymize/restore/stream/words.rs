//! The words and bytes by which a text begins and ends links.

/// A word of up to 16 letters in small letters, as a guard keeps them.
pub(super) const fn pack(word: &str) -> u128 {
    let bytes = word.as_bytes();
    let (mut packed, mut at) = (0, 0);
    while at < bytes.len() {
        packed = packed << 8 | bytes[at] as u128;
        at += 1;
    }
    packed
}

/// Schemes after which browsers take anything for a host, whatever slashes there are.
pub(super) const SPECIAL: [u128; 6] = [pack("https"), pack("http"), pack("wss"), pack("ws"), pack("ftp"), pack("file")];

/// Attributes that are fetched or followed. Attribute lists of Markdown hold them outside of tags, too.
pub(super) const ATTRIBUTES: [u128; 11] = [
    pack("src"),
    pack("href"),
    pack("srcset"),
    pack("imagesrcset"),
    pack("srcdoc"),
    pack("poster"),
    pack("background"),
    pack("formaction"),
    pack("longdesc"),
    pack("lowsrc"),
    pack("dynsrc"),
];

/// Attributes that are fetched or followed in a tag, beside handlers of events (`onerror`).
pub(super) const TAG_ATTRIBUTES: [u128; 10] = [
    pack("style"),
    pack("content"),
    pack("data"),
    pack("action"),
    pack("cite"),
    pack("ping"),
    pack("manifest"),
    pack("codebase"),
    pack("archive"),
    pack("profile"),
];

/// Reports whether a byte may open or close anything by itself. All others only matter for what they are followed by.
pub(super) fn is_telling(byte: u8) -> bool {
    matches!(byte, b':' | b'/' | b'.' | b'?' | b'#' | b'=' | b'(' | b'[' | b']' | b'<' | b'>')
}

/// Reports whether a URL that stands in a text as such ends before `byte`, for all that find URLs in texts.
pub(super) fn ends_url(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'<' || byte == 0x0b
}

/// Reports whether what stands before a scheme begins no URL of its own.
pub(super) fn is_opening(byte: u8) -> bool {
    byte == 0 || byte.is_ascii_whitespace() || b"([{<\"'`*_~|,;".contains(&byte)
}
