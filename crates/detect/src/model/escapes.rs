//! Texts as the model reads them: escape sequences that stand for blanks, and colours of terminals, are blanks.
//!
//! Blanks of HTML that end no line are blanks, too: `Jane&nbsp;Roe`. JSON Lines, log lines and string literals hold `there,\nJane Roe`, which would be a word `nJane` to the model. Each
//! sequence becomes as many blanks as it has bytes, so that offsets stay.

use std::borrow::Cow;

use masquerade_text::escape_before;

/// The character that begins colours of terminals.
const ESCAPE: u8 = 0x1B;
/// A blank of HTML.
const NBSP: &[u8] = b"&nbsp;";
/// Longest run of digits and semicolons of a colour.
const LONGEST_COLOR: usize = 12;
/// Most backslashes before a letter: those of JSON within JSON within JSON.
const MOST_BACKSLASHES: usize = 8;

/// `text` with blanks for escape sequences.
pub fn blanked(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let entity = memchr::memmem::find(bytes, NBSP);
    let Some(first) = memchr::memchr2(b'\\', ESCAPE, bytes) else {
        return entity.map_or(Cow::Borrowed(text), |_| Cow::Owned(text.replace("&nbsp;", "      ")));
    };
    let mut blanked = bytes.to_vec();
    if let Some(first) = entity {
        let places: Vec<_> = memchr::memmem::find_iter(&bytes[first..], NBSP).map(|at| first + at).collect();
        places.into_iter().for_each(|at| blanked[at..at + NBSP.len()].fill(b' '));
    }
    let (mut at, mut path_end) = (first, 0);
    while let Some(next) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'\\', ESCAPE, rest)) {
        at += next;
        let len = if at < path_end { 0 } else { escape_len(text, at) };
        if len == 0 {
            let run = backslashes(bytes, at).max(1);
            let is_word = bytes.get(at + run).is_some_and(u8::is_ascii_alphanumeric) && !is_letter(bytes, at + run);
            // A path, a pattern or a command of a typesetter: what follows in this word is no escape.
            if is_word && at >= path_end {
                path_end = at + bytes.iter().skip(at).take_while(|b| !b.is_ascii_whitespace() && **b != b'"').count();
            }
            at += run;
            continue;
        }
        let len = len + color_len(bytes, at + len);
        if let Some(sequence) = blanked.get_mut(at..at + len) {
            let is_line = matches!(sequence.last(), Some(b'n' | b'r'));
            sequence.fill(b' ');
            if let Some(last) = sequence.last_mut().filter(|_| is_line) {
                *last = b'\n';
            }
        }
        at += len;
    }
    Cow::Owned(String::from_utf8(blanked).expect("ASCII was replaced by ASCII"))
}

/// The length of the escape sequence at `at` that stands for a blank, a line end or another sign; 0 if none does.
fn escape_len(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let rest = bytes.get(at..).unwrap_or_default();
    if rest.first() == Some(&ESCAPE) {
        return usize::from(color_len(bytes, at + 1) > 0);
    }
    let run = backslashes(bytes, at);
    // A drive before it: `C:\new`.
    let is_drive = at.checked_sub(1).and_then(|colon| bytes.get(colon)) == Some(&b':')
        && at.checked_sub(2).and_then(|letter| bytes.get(letter)).is_some_and(u8::is_ascii_alphabetic)
        && at.checked_sub(3).and_then(|before| bytes.get(before)).is_none_or(|b| !b.is_ascii_alphanumeric());
    match rest.get(run..).unwrap_or_default() {
        _ if is_drive || run > MOST_BACKSLASHES => 0,
        [b'n' | b'r' | b't', ..] => run + 1,
        [b'e', ..] if color_len(bytes, at + run + 1) > 0 => run + 1,
        [b'0', b'3', b'3', ..] if color_len(bytes, at + run + 3) > 0 => run + 3,
        [b'x', ..] if escape_before(text, at + run + 3).is_some() => run + 3,
        [b'u', ..] if escape_before(text, at + run + 5).is_some() => run + 5,
        _ => 0,
    }
}

/// Reports whether the code of a character (`u00eb`, `xeb`) stands at `at`, behind a backslash.
fn is_letter(bytes: &[u8], at: usize) -> bool {
    let digits = |len: usize| bytes.iter().skip(at + 1).take(len).filter(|b| b.is_ascii_hexdigit()).count() == len;
    match bytes.get(at) {
        Some(b'u') => digits(4),
        Some(b'x') => digits(2),
        _ => false,
    }
}

/// The number of backslashes from `at` on.
fn backslashes(bytes: &[u8], at: usize) -> usize {
    bytes.iter().skip(at).take(MOST_BACKSLASHES + 1).take_while(|b| **b == b'\\').count()
}

/// The length of the colour of a terminal behind its escape character, such as `[1;31m`; 0 if none is there.
fn color_len(bytes: &[u8], at: usize) -> usize {
    let Some(code) = bytes.get(at..).and_then(|rest| rest.strip_prefix(b"[")) else { return 0 };
    let len = code.iter().take(LONGEST_COLOR).take_while(|b| b.is_ascii_digit() || **b == b';').count();
    if code.get(len).is_some_and(|end| matches!(end, b'm' | b'K')) { len + 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_blanks_of_the_same_length() {
        for (text, expected) in [
            (r"there,\nJane Roe", "there, \nJane Roe"),
            (r"there,\\r\\nJane\tRoe", "there,  \n  \nJane  Roe"),
            ("\u{1b}[1;31mJane\u{1b}[0m ok", "       Jane     ok"),
            (r"\x1b[32mJane\033[0m\u001b[K", "        Jane               "),
            (r"Zo\u00eb\u0020Roe é\n", "Zo\\u00eb      Roe é \n"),
            ("Zo\u{eb} Roe", "Zo\u{eb} Roe"),
            ("Jane&nbsp;Roe", "Jane      Roe"),
            (r"Jane&nbsp;Roe\nx", "Jane      Roe \nx"),
            (r"C:\new\Jane\roe and \Users\nina \d+\n \nJane", "C:\\new\\Jane\\roe and \\Users\\nina \\d+\\n  \nJane"),
            ("\\", "\\"),
            ("\u{1b}", "\u{1b}"),
        ] {
            assert_eq!(blanked(text), expected, "{text}");
            assert_eq!(blanked(text).len(), text.len());
        }
    }
}
