//! The table of token formats: a line each, with what the services publish.

mod ai;
mod clouds;
mod code;
mod data;
mod messages;
mod payments;
mod products;
mod watch;

/// How the tokens of a service are written.
pub(super) struct Format {
    /// Who gives them out, in lower case, as in the names of keys.
    pub(super) service: &'static str,
    pub(super) label: &'static str,
    /// What stands before the prefix, in the notation of the body, if the prefix stands within the token.
    pub(super) before: &'static str,
    pub(super) prefix: &'static str,
    /// What follows the prefix, in the notation of [`Body`](super::body::Body).
    pub(super) body: &'static str,
    /// Whether the last six characters are the CRC-32 of those behind the prefix.
    pub(super) has_checksum: bool,
}

/// All of the table.
pub(super) const FORMATS: &[&[Format]] = &[
    ai::FORMATS,
    clouds::FORMATS,
    code::FORMATS,
    data::FORMATS,
    messages::FORMATS,
    payments::FORMATS,
    products::FORMATS,
    watch::FORMATS,
];

/// A format without a label of its own.
const fn secret(service: &'static str, prefix: &'static str, body: &'static str) -> Format {
    labelled("GENERIC_SECRET", service, prefix, body)
}

/// A format with a label.
const fn labelled(label: &'static str, service: &'static str, prefix: &'static str, body: &'static str) -> Format {
    Format { service, label, before: "", prefix, body, has_checksum: false }
}

/// A format that ends in a checksum.
const fn checked(label: &'static str, service: &'static str, prefix: &'static str, body: &'static str) -> Format {
    Format { has_checksum: true, ..labelled(label, service, prefix, body) }
}

/// A format without a label of its own, whose mark stands within its tokens.
const fn marked(service: &'static str, before: &'static str, mark: &'static str, body: &'static str) -> Format {
    Format { before, ..secret(service, mark, body) }
}
