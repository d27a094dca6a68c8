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

/// Reports whether a text may hold a URL or the target of a link.
pub(super) fn may_hold_link(text: &str) -> bool {
    let bytes = text.as_bytes();
    let behind = |at: usize| bytes.get(at + 1);
    let before = |at: usize| &bytes[..at];
    // A path alone is no link, unless an attribute or a reference makes it one.
    let (mut slash, mut is_marked) = (false, false);
    for at in memchr::memchr3_iter(b'/', b'=', b']', bytes) {
        match (bytes.get(at), behind(at)) {
            (Some(b'/'), Some(b'/')) | (Some(b']'), Some(b'(')) => return true,
            (Some(b'/'), _) => slash = true,
            (Some(b'='), _) | (Some(b']'), Some(b':')) => is_marked = true,
            _ => {}
        }
        if slash && is_marked {
            return true;
        }
    }
    memchr::memchr_iter(b':', bytes).any(|at| [&b"mailto"[..], b"tel"].iter().any(|s| before(at).ends_with(s)))
}
