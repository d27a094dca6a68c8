//! The table of token formats: a line for each, as the services publish them.

mod addresses;
mod ai;
mod clouds;
mod code;
mod data;
mod messages;
mod payments;
mod products;
mod watch;

/// The format of the tokens of a service.
pub(super) struct Format {
    /// The service, in lower case, as in the names of keys.
    pub(super) service: &'static str,
    pub(super) label: &'static str,
    /// The part of a token before the prefix, in the notation of the body; empty if the token begins with the prefix.
    pub(super) before: &'static str,
    pub(super) prefix: &'static str,
    /// The part of a token behind the prefix, in the notation of [`Body`](super::body::Body).
    pub(super) body: &'static str,
    /// True if the last six characters are the CRC-32 of the others behind the prefix.
    pub(super) has_checksum: bool,
}

/// All tables of formats.
pub(super) const FORMATS: &[&[Format]] = &[
    addresses::FORMATS,
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
