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

mod ar;
mod au;
mod br;
mod ca;
mod card;
mod cl;
mod cn;
mod crypto;
mod date_time;
mod email;
mod grouping;
mod hk;
mod iban;
mod il;
mod imei;
mod india;
mod india_registers;
mod ip;
mod jp;
mod kr;
mod kr_documents;
mod mac;
mod mrz;
mod mx;
mod my;
mod neighbours;
mod ng;
mod numerals;
mod nz;
mod password;
mod password_value;
mod ph;
mod phone;
mod phone_shapes;
mod private_key;
mod sg;
mod swift;
mod th;
mod tokens;
mod tw;
mod uk;
mod url;
mod us;
mod us_bank;
mod us_driver_license;
mod us_health;
mod us_zip;
mod uuid;
mod vin;
mod za;

use super::Rule;

/// Every built-in rule.
pub fn all() -> Vec<Rule> {
    let families: &[&[Rule]] = &[
        ar::RULES,
        au::RULES,
        br::RULES,
        ca::RULES,
        card::RULES,
        cl::RULES,
        cn::RULES,
        crypto::RULES,
        date_time::RULES,
        email::RULES,
        hk::RULES,
        iban::RULES,
        il::RULES,
        imei::RULES,
        india::RULES,
        india_registers::RULES,
        ip::RULES,
        jp::RULES,
        kr::RULES,
        kr_documents::RULES,
        mac::RULES,
        mrz::RULES,
        mx::RULES,
        my::RULES,
        ng::RULES,
        nz::RULES,
        password::RULES,
        ph::RULES,
        phone::RULES,
        private_key::RULES,
        sg::RULES,
        swift::RULES,
        th::RULES,
        tokens::RULES,
        tw::RULES,
        uk::RULES,
        url::RULES,
        us::RULES,
        us_bank::RULES,
        us_driver_license::RULES,
        us_health::RULES,
        us_zip::RULES,
        uuid::RULES,
        vin::RULES,
        za::RULES,
    ];
    families.concat()
}
