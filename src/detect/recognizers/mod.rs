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

mod alps;
mod balkans;
mod baltic;
mod benelux;
mod card;
mod central_europe;
mod crypto;
mod date_time;
mod de_documents;
mod de_health;
mod de_tax;
mod email;
mod es;
mod fr;
mod iban;
mod ie;
mod ip;
mod it;
mod mac;
mod neighbours;
mod nordic;
mod numerals;
mod password;
mod password_value;
mod phone;
mod phone_shapes;
mod private_key;
mod pt;
mod tokens;
mod tr;
mod uk;
mod uk_places;
mod url;
mod us;
mod uuid;

use super::Rule;

/// Every built-in rule.
pub fn all() -> Vec<Rule> {
    let families: &[&[Rule]] = &[
        alps::RULES,
        balkans::RULES,
        baltic::RULES,
        benelux::RULES,
        card::RULES,
        central_europe::RULES,
        crypto::RULES,
        date_time::RULES,
        de_documents::RULES,
        de_health::RULES,
        de_tax::RULES,
        email::RULES,
        es::RULES,
        fr::RULES,
        iban::RULES,
        ie::RULES,
        ip::RULES,
        it::RULES,
        mac::RULES,
        nordic::RULES,
        password::RULES,
        phone::RULES,
        private_key::RULES,
        pt::RULES,
        tokens::RULES,
        tr::RULES,
        uk::RULES,
        uk_places::RULES,
        url::RULES,
        us::RULES,
        uuid::RULES,
    ];
    families.concat()
}
