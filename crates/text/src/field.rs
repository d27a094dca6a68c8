//! [`Field`]: a string together with the name of its place.

/// One string to look through, and the name of the member that holds it (`"ssn": "…"`, `?passport_no=…`).
///
/// The name is context, like a word before the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The string.
    pub text: &'a str,
    /// The name of the member, if there is one.
    pub key: Option<&'a str>,
}

impl<'a> Field<'a> {
    /// A text without a name.
    pub fn new(text: &'a str) -> Self {
        Self { text, key: None }
    }

    /// The value of a member named `key`.
    pub fn with_key(text: &'a str, key: &'a str) -> Self {
        Self { text, key: Some(key) }
    }
}
