//! Parts of `multipart/form-data` (RFC 7578), as uploads have them.

use std::ops::Range;

use super::refusal::Refusal;

/// Most parts of a form.
const MAX_PARTS: usize = 1000;

/// A part of a form, by its places in the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The header lines of the part, without the empty line behind them.
    pub(super) headers: Range<usize>,
    /// The content of the part.
    pub(super) content: Range<usize>,
}

/// The boundary that a media type of a form names; `None`: it is no form, or has none.
pub(super) fn boundary(media_type: &str) -> Option<&str> {
    let (essence, parameters) = media_type.split_once(';')?;
    let is_form = essence.trim().eq_ignore_ascii_case("multipart/form-data");
    let value = |parameter| {
        let (name, value): (&str, &str) = str::split_once(parameter, '=')?;
        name.trim().eq_ignore_ascii_case("boundary").then(|| value.trim().trim_matches('"'))
    };
    let mut values = parameters.split(';').filter_map(value);
    let boundary = values.next().filter(|boundary| is_form && (1..=70).contains(&boundary.len()))?;
    // Two of them would leave it open which one the provider heeds.
    values.next().is_none().then_some(boundary)
}

/// The parts of the form `body`.
///
/// # Errors
/// If it is no form with this boundary, or has text around its parts.
pub(super) fn parts(body: &[u8], boundary: &str) -> Result<Vec<Part>, Refusal> {
    let broken = |at: usize| Refusal::Form { at };
    let open = format!("--{boundary}");
    if !body.starts_with(open.as_bytes()) {
        return Err(broken(0));
    }
    let delimiter = memchr::memmem::Finder::new(b"\r\n--").into_owned();
    let (mut parts, mut at) = (Vec::new(), open.len());
    loop {
        let rest = &body[at..];
        if rest.starts_with(b"--") {
            // Nothing may stand behind the last part, where nobody would look.
            return if rest[2..].trim_ascii().is_empty() { Ok(parts) } else { Err(broken(at)) };
        }
        let start = at + rest.iter().position(|&byte| byte != b' ' && byte != b'\t').ok_or(broken(at))?;
        if !body[start..].starts_with(b"\r\n") || parts.len() == MAX_PARTS {
            return Err(broken(at));
        }
        let end = memchr::memmem::find(&body[start..], b"\r\n\r\n").map(|end| start + end).ok_or(broken(at))?;
        let (headers, content) = ((start + 2).min(end)..end, end + 4);
        let mut next = delimiter.find_iter(&body[end + 2..]).map(|next| end + 2 + next);
        let is_ours = |next: &usize| body[next + 2..].starts_with(open.as_bytes());
        let close = next.find(is_ours).ok_or(broken(at))?;
        parts.push(Part { headers, content: content..close.max(content) });
        at = close + 2 + open.len();
    }
}

/// The value of a header among the header lines of a part.
pub(super) fn header<'l>(lines: &'l str, name: &str) -> Option<&'l str> {
    let mut headers = lines.split("\r\n").filter_map(|line| line.split_once(':'));
    headers.find(|(known, _)| known.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// The place of the name of a file among the header lines of a part, without its quotes (RFC 7578, 4.2). Behind words, its ending is left
/// out, which tells programs what it is; what is one word is known as the name of a file by it.
pub(super) fn file_name(lines: &str) -> Option<Range<usize>> {
    const NAME: &str = "filename=\"";
    /// Most letters and digits of an ending.
    const ENDING: usize = 5;
    let start = lines.find(NAME)? + NAME.len();
    let name = &lines[start..start + lines[start..].find(['"', '\r'])?];
    let is_ending = |end: &str| (1..=ENDING).contains(&end.len()) && end.bytes().all(|b| b.is_ascii_alphanumeric());
    let parts = name.rsplit_once('.').filter(|(stem, end)| stem.contains(' ') && is_ending(end));
    let stem = parts.map_or(name, |(stem, _)| stem);
    Some(start..start + stem.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_end_before_their_ending_behind_words() {
        for (name, expected) in
            [("Report of May.txt", "Report of May"), ("report_may.pdf", "report_may.pdf"), ("v. 2 of it", "v. 2 of it")]
        {
            let lines = format!("Content-Disposition: form-data; filename=\"{name}\"\r\n");
            assert_eq!(&lines[file_name(&lines).unwrap()], expected);
        }
        assert_eq!(file_name("Content-Disposition: form-data; name=\"a\"\r\n"), None);
    }

    #[test]
    fn a_form_is_taken_apart() {
        let body = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--x\r\nContent-Disposition: \
                    form-data; name=\"f\"; filename=\"b.txt\"\r\nContent-Type: text/plain\r\n\r\nt\r\n--y\r\n\r\n--x--\r\n";
        let parts = parts(body.as_bytes(), "x").unwrap();
        let contents: Vec<_> = parts.iter().map(|part| &body[part.content.clone()]).collect();
        assert_eq!(contents, ["one", "t\r\n--y\r\n"]);
        let lines = &body[parts[1].headers.clone()];
        assert_eq!(header(lines, "content-type"), Some("text/plain"));
        assert_eq!(header(lines, "x"), None);
    }

    #[test]
    fn what_is_no_form_is_refused() {
        for body in
            ["", "--y\r\n\r\na\r\n--y--", "--x\r\n\r\na", "--x\r\n\r\na\r\n--x--more", "pre\r\n--x\r\n\r\na\r\n--x--"]
        {
            assert!(parts(body.as_bytes(), "x").is_err(), "{body}");
        }
        assert_eq!(boundary("Multipart/Form-Data; boundary=\"a b\""), Some("a b"));
        assert_eq!(boundary("multipart/mixed; boundary=a"), None);
        assert_eq!(boundary("multipart/form-data; boundary=a; boundary=b"), None);
    }
}
