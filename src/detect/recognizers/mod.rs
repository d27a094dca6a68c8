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
mod ar;
mod au;
mod balkans;
mod baltic;
mod benelux;
mod br;
mod ca;
mod card;
mod central_europe;
mod cl;
mod cn;
mod crypto;
mod date_time;
mod de_documents;
mod de_health;
mod de_tax;
mod email;
mod es;
mod fr;
mod grouping;
mod hk;
mod iban;
mod ie;
mod il;
mod imei;
mod india;
mod india_registers;
mod ip;
mod it;
mod jp;
mod kr;
mod kr_documents;
mod mac;
mod mrz;
mod mx;
mod my;
mod neighbours;
mod ng;
mod nordic;
mod numerals;
mod nz;
mod password;
mod password_value;
mod ph;
mod phone;
mod phone_shapes;
mod private_key;
mod pt;
mod sg;
mod swift;
mod th;
mod tokens;
mod tr;
mod tw;
mod uk;
mod uk_places;
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
        alps::RULES,
        ar::RULES,
        au::RULES,
        balkans::RULES,
        baltic::RULES,
        benelux::RULES,
        br::RULES,
        ca::RULES,
        card::RULES,
        central_europe::RULES,
        cl::RULES,
        cn::RULES,
        crypto::RULES,
        date_time::RULES,
        de_documents::RULES,
        de_health::RULES,
        de_tax::RULES,
        email::RULES,
        es::RULES,
        fr::RULES,
        hk::RULES,
        iban::RULES,
        ie::RULES,
        il::RULES,
        imei::RULES,
        india::RULES,
        india_registers::RULES,
        ip::RULES,
        it::RULES,
        jp::RULES,
        kr::RULES,
        kr_documents::RULES,
        mac::RULES,
        mrz::RULES,
        mx::RULES,
        my::RULES,
        ng::RULES,
        nordic::RULES,
        nz::RULES,
        password::RULES,
        ph::RULES,
        phone::RULES,
        private_key::RULES,
        pt::RULES,
        sg::RULES,
        swift::RULES,
        th::RULES,
        tokens::RULES,
        tr::RULES,
        tw::RULES,
        uk::RULES,
        uk_places::RULES,
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
