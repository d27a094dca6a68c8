//! Files in requests: base64 that is text is searched like any text, and for the rest the route decides.

use base64::{
    Engine,
    alphabet::{Alphabet, STANDARD, URL_SAFE},
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

/// The treatment of files that cannot be searched: documents in binary form, pictures, recordings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpaqueFiles {
    /// Documents are refused; pictures, sound and films pass, and are counted.
    #[default]
    RefuseDocuments,
    /// All files are refused.
    Refuse,
    /// All files pass, and are counted.
    Pass,
}

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// Text.
    Text,
    /// A picture, sound or a film.
    Media,
    /// Any other file, such as PDF and office documents.
    Document,
}

impl OpaqueFiles {
    /// Reports whether a file of this kind, which is not text, is refused.
    pub(super) fn refuses(self, kind: FileKind) -> bool {
        match self {
            Self::RefuseDocuments => kind == FileKind::Document,
            Self::Refuse => true,
            Self::Pass => false,
        }
    }
}

/// Signatures at the beginnings of pictures, sound and films.
const MEDIA: &[&[u8]] = &[
    b"\x89PNG",
    b"\xFF\xD8\xFF",
    b"GIF8",
    b"BM",
    b"II*\0",
    b"MM\0*",
    b"\0\0\x01\0",
    b"ID3",
    b"\xFF\xFB",
    b"\xFF\xF3",
    b"\xFF\xF2",
    b"\xFF\xFA",
    b"\xFF\xF1",
    b"\xFF\xF9",
    b"OggS",
    b"fLaC",
    b"FORM",
    b"#!AMR",
    b"\x1A\x45\xDF\xA3",
];

/// Signatures that stand behind others.
const LATER: &[(usize, &[u8])] = &[(4, b"ftyp"), (8, b"WEBP"), (8, b"WAVE"), (8, b"AVI ")];

impl FileKind {
    /// The kind of a file by its content and, where that tells nothing, by its media type, which may be empty.
    pub(super) fn of(content: &[u8], media_type: &str) -> Self {
        if is_pdf(content, media_type) {
            return Self::Document;
        }
        if is_text(content) {
            return Self::Text;
        }
        let is_at =
            |(at, signature): &(usize, &[u8])| content.get(*at..).is_some_and(|rest| rest.starts_with(signature));
        let is_media = |kind: &&str| media_type.get(..kind.len()).is_some_and(|start| start.eq_ignore_ascii_case(kind));
        let is_media = MEDIA.iter().any(|signature| content.starts_with(signature))
            || LATER.iter().any(is_at)
            || ["image/", "audio/", "video/"].iter().any(is_media);
        if is_media { Self::Media } else { Self::Document }
    }
}

/// The distance from the beginning of a file within which readers of PDF look for its signature.
const PDF_HEAD: usize = 1024;

/// Reports whether a file is PDF by its media type, or by its signature at the beginning of a line. Such a file may be
/// text by its bytes, and still spell its content by codes.
fn is_pdf(content: &[u8], media_type: &str) -> bool {
    let kind = media_type.split(';').next().unwrap_or_default().trim();
    let head = &content[..content.len().min(PDF_HEAD)];
    let begins_line = |at: usize| at == 0 || matches!(head[at - 1], b'\n' | b'\r' | 0xbf);
    let is_version = |at: usize| head.get(at + 5).is_some_and(u8::is_ascii_digit);
    kind.eq_ignore_ascii_case("application/pdf")
        || memchr::memmem::find_iter(head, b"%PDF-").any(|at| begins_line(at) && is_version(at))
}

/// Reports whether a file is text in UTF-8: it has no control characters but white space.
fn is_text(content: &[u8]) -> bool {
    let is_control = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    std::str::from_utf8(content).is_ok() && !content.iter().any(is_control)
}

/// The spelling of base64: its alphabet, and whether it is padded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base64 {
    is_url_safe: bool,
    is_padded: bool,
}

impl Base64 {
    /// The bytes that `text` stands for, and its spelling; `None` if it is no base64.
    pub(super) fn decode(text: &str) -> Option<(Vec<u8>, Self)> {
        // Most texts that are no base64 show it soon.
        const BEGINNING: usize = 64;
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'=');
        if !text.as_bytes().iter().take(BEGINNING).all(is_letter) {
            return None;
        }
        let is_url_safe = text.contains(['-', '_']);
        let base64 = Self { is_url_safe, is_padded: text.ends_with('=') || text.len().is_multiple_of(4) };
        Some((base64.engine().decode(text).ok()?, base64))
    }

    /// `bytes` in this spelling.
    pub(super) fn encode(self, bytes: &[u8]) -> String {
        self.engine().encode(bytes)
    }

    fn engine(self) -> GeneralPurpose {
        let alphabet: &Alphabet = if self.is_url_safe { &URL_SAFE } else { &STANDARD };
        let config = GeneralPurposeConfig::new()
            .with_encode_padding(self.is_padded)
            .with_decode_padding_mode(DecodePaddingMode::Indifferent);
        GeneralPurpose::new(alphabet, config)
    }
}

/// The media type of a `data:` URL in base64, and the place of its data; `None`: `text` is none.
pub(super) fn data_url(text: &str) -> Option<(&str, usize)> {
    let rest = text.get(5..).filter(|_| text[..5].eq_ignore_ascii_case("data:"))?;
    let (kind, data) = rest.split_once(',')?;
    Some((kind.strip_suffix(";base64")?, text.len() - data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_content() {
        for (content, media_type, expected) in [
            (&b"id,name\n1,Jane\n"[..], "text/csv", FileKind::Text),
            (b"%PDF-1.4\n1 0 obj<</Filter/ASCIIHexDecode>>", "", FileKind::Document),
            (b"\xEF\xBB\xBF%PDF-2.0\n", "text/plain", FileKind::Document),
            (b"\n\n%PDF-1.4\n", "text/plain", FileKind::Document),
            (b"id,name\n1,Jane\n", "Application/PDF; v=1", FileKind::Document),
            (b"A file that begins with %PDF-1.4 is refused", "", FileKind::Text),
            ("Größe\t1".as_bytes(), "", FileKind::Text),
            (b"%PDF-1.7\n%\xE2\xE3\xCF\xD3", "application/pdf", FileKind::Document),
            (b"PK\x03\x04\x14\x00", "", FileKind::Document),
            (b"\x89PNG\r\n\x1a\n\0", "", FileKind::Media),
            (b"RIFF\x24\0\0\0WAVEfmt ", "", FileKind::Media),
            (b"\0\0\0\x20ftypisom", "", FileKind::Media),
            (b"\x01\x02\x03", "Audio/pcm", FileKind::Media),
            (b"\x01\x02\x03", "", FileKind::Document),
        ] {
            assert_eq!(FileKind::of(content, media_type), expected, "{media_type}");
        }
    }

    #[test]
    fn base64_keeps_its_spelling() {
        for text in ["SGVsbG8=", "SGVsbG8", "SGVsbG8h", "-_-_", "+/+/", "_w==", "_w"] {
            let (bytes, base64) = Base64::decode(text).unwrap();
            assert_eq!(base64.encode(&bytes), text);
        }
        assert!(Base64::decode("a b").is_none() && Base64::decode("SGVsbG8h===").is_none());
    }
}
