//! Addresses and identifiers of machines.

pub(crate) mod domain;
mod greetings;
pub(crate) mod imei;
pub(crate) mod internal_host;
pub(crate) mod ip;
mod line_names;
pub(crate) mod mac;
mod machine_names;
pub(crate) mod url;
pub(crate) mod uuid;

use crate::Rule;

/// The rules of each file.
pub(super) const RULES: &[&[Rule]] = &[
    domain::RULES,
    greetings::RULES,
    imei::RULES,
    internal_host::RULES,
    ip::RULES,
    line_names::RULES,
    mac::RULES,
    machine_names::RULES,
    url::RULES,
    uuid::RULES,
];
