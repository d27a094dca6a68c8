//! The type between a name and its value in a declaration: `let ssn: Option<&str> = …`.

/// The length of the type at the start of `rest`, which follows a colon, with the sign of assignment behind it; `None` if no
/// type stands there, or no value follows it.
pub(crate) fn declared_type_len(rest: &str) -> Option<usize> {
    /// Longest type, in bytes.
    const LONGEST: usize = 48;
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || b" _&<>'[]?.,*|".contains(b);
    let len = rest.bytes().take(LONGEST).take_while(is_part).count();
    let begins = |c: char| c.is_ascii_alphabetic() || matches!(c, '&' | '[' | '*');
    match rest.as_bytes().get(len..)? {
        [b'=', next, ..] if !b"=>~".contains(next) => rest.trim_start().starts_with(begins).then_some(len + 1),
        _ => None,
    }
}
