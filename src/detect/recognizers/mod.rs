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

mod card;
mod crypto;
mod date_time;
mod email;
mod iban;
mod ip;
mod mac;
mod neighbours;
mod password;
mod password_value;
mod phone;
mod phone_shapes;
mod private_key;
mod tokens;
mod uk;
mod url;
mod us;
mod uuid;

use super::Rule;

/// Every built-in rule.
pub fn all() -> Vec<Rule> {
    let families: &[&[Rule]] = &[
        card::RULES,
        crypto::RULES,
        date_time::RULES,
        email::RULES,
        iban::RULES,
        ip::RULES,
        mac::RULES,
        password::RULES,
        phone::RULES,
        private_key::RULES,
        tokens::RULES,
        uk::RULES,
        url::RULES,
        us::RULES,
        uuid::RULES,
    ];
    families.concat()
}
