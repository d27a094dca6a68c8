//! [`PrefixMatch`]: the match of a spelling at the beginning of a text of which more may follow.

/// The outcome of looking for a spelling at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrefixMatch {
    /// A spelling of so many bytes.
    Whole(usize),
    /// The beginning of a spelling: more text decides.
    Partial,
    None,
}

impl PrefixMatch {
    /// The match of one of `spellings`, in any case, at the beginning of `text`, which is all there is if `eof`.
    pub(super) fn of(spellings: &[&str], text: &[u8], eof: bool) -> Self {
        let mut is_partial = false;
        for spelling in spellings {
            let length = spelling.len().min(text.len());
            let is_same = text[..length].eq_ignore_ascii_case(&spelling.as_bytes()[..length]);
            if is_same && length == spelling.len() {
                return Self::Whole(length);
            }
            is_partial |= is_same;
        }
        if is_partial && !eof { Self::Partial } else { Self::None }
    }
}
