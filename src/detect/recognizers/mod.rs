//! The built-in recognizers: one file per family, and the registry.
//!
//! A family is a file with `pub(super) const RULES: &[Rule]`, declared here and named in [`all`],
//! both in alphabetical order. Nothing else in the program names a recognizer.

/// Context words as a constant: `words!["iban", "konto"]`.
macro_rules! words {
    ($($word:literal),* $(,)?) => {
        std::borrow::Cow::Borrowed(&[$(std::borrow::Cow::Borrowed($word)),*])
    };
}

/// Names of values as a constant: `keys!["date of birth"]`.
macro_rules! keys {
    ($($name:literal),* $(,)?) => {
        &[$(std::borrow::Cow::Borrowed($name)),*]
    };
}

mod ai_keys;
mod card;
mod cloud_keys;
mod crc;
mod crypto;
mod database_url;
mod date_time;
mod email;
mod forge_tokens;
mod generic_secret;
mod http_auth;
mod iban;
mod ip;
mod jwt;
mod mac;
mod neighbours;
mod password;
mod password_value;
mod phone;
mod phone_shapes;
mod private_key;
mod secrets;
mod service_tokens;
mod uk;
mod url;
mod us;
mod uuid;
mod value;

use super::Rule;

/// Every built-in rule.
pub fn all() -> Vec<Rule> {
    let families: &[&[Rule]] = &[
        ai_keys::RULES,
        card::RULES,
        cloud_keys::RULES,
        crypto::RULES,
        database_url::RULES,
        date_time::RULES,
        email::RULES,
        forge_tokens::RULES,
        generic_secret::RULES,
        http_auth::RULES,
        iban::RULES,
        ip::RULES,
        jwt::RULES,
        mac::RULES,
        password::RULES,
        phone::RULES,
        private_key::RULES,
        service_tokens::RULES,
        uk::RULES,
        url::RULES,
        us::RULES,
        uuid::RULES,
    ];
    families.concat()
}
