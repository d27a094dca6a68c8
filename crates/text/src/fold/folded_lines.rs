//! Folded lines: long lines of calendars (RFC 5545, 3.1), of contacts (RFC 6350, 3.2) and of LDIF (RFC 2849) that go on behind a
//! line end and a blank, also within words: `ATTENDEE;CN=Jane R␊ oe:mailto:…`.

use super::Reading;
use crate::line;

/// Lengths of lines at which programs fold, in bytes: those of calendars hold at most 75, and fewer where a character of several
/// bytes comes next; those of LDIF up to 79.
const LENGTHS: std::ops::RangeInclusive<usize> = 71..=79;
/// Most lines of one property that are looked at before a line end.
const MOST: usize = 24;

/// The line end at `at` and the blank behind it, if they fold a property.
pub fn fold(text: &str, at: usize) -> Option<Reading> {
    let (head, rest) = text.split_at_checked(at)?;
    let behind = rest.strip_prefix("\r\n ").or_else(|| rest.strip_prefix("\n "))?;
    let goes_on = behind.starts_with(|c: char| !c.is_whitespace());
    (goes_on && is_full(head)).then_some(Reading { len: rest.len() - behind.len(), plain: None })
}

/// Reports whether `head` ends with a line as long as folded ones are, of a property: a line that begins with its name, or goes on
/// from one that does.
fn is_full(head: &str) -> bool {
    let mut head = head;
    for _ in 0..MOST {
        let Some(last) =
            line::whole_before(head, head.len(), *LENGTHS.end()).filter(|line| LENGTHS.contains(&line.len()))
        else {
            return false;
        };
        if !last.starts_with(' ') {
            return begins_property(last);
        }
        let before = &head[..head.len() - last.len()];
        head = before.strip_suffix("\r\n").or_else(|| before.strip_suffix('\n')).unwrap_or_default();
    }
    false
}

/// Reports whether a line begins with the name of a property and the sign behind it: `EMAIL;TYPE=work:`, `description::`.
fn begins_property(line: &str) -> bool {
    let name = line.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_')).count();
    name > 0 && matches!(line.as_bytes().get(name), Some(b':' | b';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_properties_are_folded_where_they_are_full() {
        let full = |name: &str| format!("{name}{}", "x".repeat(75 - name.len()));
        for (head, behind, expected) in [
            (full("EMAIL;TYPE=work:"), "\r\n y", Some(3)),
            (full("mail: "), "\n y", Some(2)),
            (full("NOTE:") + "\n" + &full(" "), "\n y", Some(2)),
            // A line that is short, that begins with no name, or whose next one is empty or goes on behind two blanks.
            ("NOTE:x".to_owned(), "\n y", None),
            (full("Note that it "), "\n y", None),
            (full("NOTE:"), "\n  y", None),
            (full("NOTE:"), "\n \n", None),
            (full(" "), "\n y", None),
            (full("NOTE:") + "\n" + " x", "\n y", None),
        ] {
            let text = head.clone() + behind;
            assert_eq!(fold(&text, head.len()).map(|reading| reading.len), expected, "{text:?}");
        }
    }
}
