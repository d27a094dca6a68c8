//! [`RecordRules`]: the reading of log records and of searches for them, where it is not that of most APIs.

use super::api::Rule;

/// The reading of log records and of searches for them.
#[derive(Debug)]
pub struct RecordRules {
    /// The media type that bodies are read by, whatever their clients declare; `None`: the declared one.
    pub media_type: Option<&'static str>,
    /// The values for which a user's rules for fields hold.
    pub fields: FieldScope,
    /// Rules for paths of the request that go before a user's own: syntax that no field can be.
    pub syntax: &'static [Rule],
    /// True if a body may be the names and values of a form in percent-encoding.
    pub may_be_form: bool,
}

impl RecordRules {
    /// The reading of most APIs.
    pub const USUAL: Self = Self { media_type: None, fields: FieldScope::Documents, syntax: &[], may_be_form: false };
}

/// The values for which a user's rules for fields hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldScope {
    /// All values at and below members of that name.
    Documents,
    /// Members of that name are queries: their own value, and that of a member such as `value` or `query`.
    Searches,
    /// None: members of that name describe fields.
    Nowhere,
}
