//! [`Field`]: one string and what is known of its place, which is all that detection sees.

/// One string to look through.
///
/// Where the string came from a named member (`"ssn": "…"`, `?passport_no=…`), its name is
/// `key`: recognizers take it as context, like a word standing before the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The text itself.
    pub text: &'a str,
    /// The name of the member that held it, if any.
    pub key: Option<&'a str>,
}

impl<'a> Field<'a> {
    /// A text of which nothing else is known.
    pub fn new(text: &'a str) -> Self {
        Self { text, key: None }
    }

    /// A text that was the value of a member named `key`.
    pub fn with_key(text: &'a str, key: &'a str) -> Self {
        Self { text, key: Some(key) }
    }
}
