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

mod address;
mod address_tail;
mod address_words;
mod age;
mod ai_keys;
mod birth;
mod card;
mod card_details;
mod cloud_keys;
mod coordinate;
mod crc;
mod crypto;
mod database_url;
mod date_time;
mod device;
mod domain;
mod email;
mod forge_tokens;
mod generic_secret;
mod health;
mod http_auth;
mod iban;
mod identifiers;
mod ip;
mod jwt;
mod mac;
mod money;
mod neighbours;
mod numbers;
mod password;
mod password_value;
mod phone;
mod phone_shapes;
mod plate;
mod private_key;
mod secrets;
mod service_tokens;
mod traits;
mod uk;
mod url;
mod us;
mod username;
mod uuid;
mod value;

use super::Rule;

/// Every built-in rule.
pub fn all() -> Vec<Rule> {
    let families: &[&[Rule]] = &[
        address::RULES,
        age::RULES,
        ai_keys::RULES,
        birth::RULES,
        card::RULES,
        card_details::RULES,
        cloud_keys::RULES,
        coordinate::RULES,
        crypto::RULES,
        database_url::RULES,
        date_time::RULES,
        device::RULES,
        domain::RULES,
        email::RULES,
        forge_tokens::RULES,
        generic_secret::RULES,
        health::RULES,
        http_auth::RULES,
        iban::RULES,
        ip::RULES,
        jwt::RULES,
        mac::RULES,
        money::RULES,
        numbers::RULES,
        password::RULES,
        phone::RULES,
        plate::RULES,
        private_key::RULES,
        service_tokens::RULES,
        traits::RULES,
        uk::RULES,
        url::RULES,
        us::RULES,
        username::RULES,
        uuid::RULES,
    ];
    families.concat()
}
