//! [`Hints`]: a quick look at the bytes of a text for placeholders and links, which matter for restoring.

use crate::anonymize::restore::PlaceholderVariants;

/// The possible contents of a text. Parsing them takes longer than all else that is done with most texts, and a look
/// at the bytes shows that there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hints {
    /// Variants of placeholders.
    pub(super) variants: bool,
    /// URLs, or targets of links.
    pub(super) links: bool,
}

impl Hints {
    /// The hints of `text`.
    pub(super) fn of(text: &str) -> Self {
        Self { variants: PlaceholderVariants::may_be_in(text), links: may_hold_link(text) }
    }
}

/// Reports whether a text may hold a URL or the target of a link: a byte that a host may stand before, that may open a tag,
/// or behind which the value of an attribute may stand, or what else opens a target or begins an address.
pub(super) fn may_hold_link(text: &str) -> bool {
    let bytes = text.as_bytes();
    if memchr::memchr3(b'/', b'=', b'#', bytes).or_else(|| memchr::memchr2(b'<', b'?', bytes)).is_some() {
        return true;
    }
    let is_target = |at: usize| match bytes[at] {
        b']' => matches!(bytes.get(at + 1), Some(b'(' | b':')),
        b'(' => bytes[..at].last_chunk().is_some_and(|word: &[u8; 3]| word.eq_ignore_ascii_case(b"url")),
        _ => [&b"mailto"[..], b"tel"].iter().any(|scheme| bytes[..at].ends_with(scheme)),
    };
    memchr::memchr3_iter(b']', b'(', b':', bytes).any(is_target)
}
