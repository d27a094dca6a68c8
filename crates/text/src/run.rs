//! Runs: the characters of one kind that a text begins or ends with.

/// The characters at the beginning of `text` that `stands` accepts.
#[inline]
pub fn run_behind(text: &str, stands: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !stands(c)).unwrap_or(text.len())]
}

/// The characters at the end of `head` that `stands` accepts.
#[inline]
pub fn run_before(head: &str, stands: impl Fn(char) -> bool) -> &str {
    &head[head.trim_end_matches(stands).len()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_before_other_characters() {
        assert_eq!((run_behind("né 7é", char::is_alphabetic), run_before("né 7é", char::is_alphabetic)), ("né", "é"));
        assert_eq!((run_behind("né", char::is_alphabetic), run_before("né", char::is_alphabetic)), ("né", "né"));
        assert_eq!((run_behind("7", char::is_alphabetic), run_before("", char::is_alphabetic)), ("", ""));
    }
}
