//! [`Hints`]: what a text may hold besides entities that matters for restoring.

use crate::anonymize::restore::Forms;

/// What a text may hold. Reading it as such takes longer than all else that is done with most texts, and a look
/// at its bytes tells that there is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hints {
    /// Placeholders in altered forms.
    pub(super) forms: bool,
    /// URLs, or targets of links.
    pub(super) links: bool,
}

impl Hints {
    /// Those of `text`.
    pub(super) fn of(text: &str) -> Self {
        Self { forms: Forms::may_be_in(text), links: may_hold_link(text) }
    }
}

/// Whether a text may hold a URL or the target of a link.
pub(super) fn may_hold_link(text: &str) -> bool {
    let bytes = text.as_bytes();
    let behind = |at: usize| bytes.get(at + 1);
    let before = |at: usize| bytes.get(..at).unwrap_or_default();
    // A path alone is no link, unless an attribute or a reference makes it one.
    let (mut slash, mut told) = (false, false);
    for at in memchr::memchr3_iter(b'/', b'=', b']', bytes) {
        match (bytes.get(at), behind(at)) {
            (Some(b'/'), Some(b'/')) | (Some(b']'), Some(b'(')) => return true,
            (Some(b'/'), _) => slash = true,
            (Some(b'='), _) | (Some(b']'), Some(b':')) => told = true,
            _ => {}
        }
        if slash && told {
            return true;
        }
    }
    memchr::memchr_iter(b':', bytes).any(|at| [&b"mailto"[..], b"tel"].iter().any(|s| before(at).ends_with(s)))
}
