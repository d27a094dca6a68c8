//! The type between a name and its value in a declaration: `let ssn: Option<&str> = …`.

use crate::text::line;

/// The length of the type at the start of `rest`, which follows a colon, with the sign of assignment behind it; `None` if no
/// type stands there, or no value follows it.
pub(crate) fn declared_type_len(rest: &str) -> Option<usize> {
    /// Longest type, in bytes.
    const LONGEST: usize = 48;
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || b" _&<>'[]?.,*|;".contains(b);
    let mut open = 0_usize;
    let within = |b: &u8| {
        open = (open + usize::from(*b == b'[')).saturating_sub(usize::from(*b == b']'));
        is_part(b) && (*b != b';' || open > 0)
    };
    // The length of an array stands behind a semicolon: `[u8; 16]`.
    let len = rest.bytes().take(LONGEST).take_while(within).count();
    let begins = |c: char| c.is_ascii_alphabetic() || matches!(c, '&' | '[' | '*');
    // The padding of base 64 ends its line: `password: c3VtbWVyMjQ=`.
    let is_base64 =
        |found: &str| found.len() >= 7 && found.len() % 4 == 3 && found.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_padding = |next: u8| line::is_end(next) && is_base64(rest[..len].trim_start());
    match rest.as_bytes().get(len..)? {
        [b'=', next, ..] if !b"=>~".contains(next) && !is_padding(*next) => {
            rest.trim_start().starts_with(begins).then_some(len + 1)
        }
        _ => None,
    }
}
