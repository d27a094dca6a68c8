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
mod address_number;
mod address_tail;
mod address_words;
mod age;
mod ai_keys;
mod alps;
mod ar;
mod au;
mod balkans;
mod baltic;
mod benelux;
mod birth;
mod br;
mod ca;
mod card;
mod card_details;
mod central_europe;
mod cl;
mod cloud_keys;
mod cn;
mod coordinate;
mod crc;
mod crypto;
mod database_url;
mod date_time;
mod de_documents;
mod de_health;
mod de_tax;
mod device;
mod domain;
mod email;
mod es;
mod forge_tokens;
mod fr;
mod generic_secret;
mod grouping;
mod health;
mod hk;
mod http_auth;
mod iban;
mod identifiers;
mod ie;
mod il;
mod imei;
mod india;
mod india_registers;
mod ip;
mod it;
mod jp;
mod jwt;
mod kr;
mod kr_documents;
mod mac;
mod money;
mod mrz;
mod mx;
mod my;
mod name_shape;
mod neighbours;
mod ng;
mod nordic;
mod numbers;
mod numerals;
mod nz;
mod passport_words;
mod password;
mod password_value;
mod person;
mod ph;
mod phone;
mod phone_national;
mod phone_shapes;
mod place_names;
mod plate;
mod private_key;
mod pt;
mod secrets;
mod service_tokens;
mod sg;
mod swift;
mod th;
mod tr;
mod traits;
mod tw;
mod uk;
mod uk_places;
mod url;
mod us;
mod us_bank;
mod us_driver_license;
mod us_health;
mod us_zip;
mod username;
mod uuid;
mod value;
mod vin;
mod za;

use super::Rule;

pub use place_names::NRP;

/// Every built-in rule.
pub fn all() -> Vec<Rule> {
    let families: &[&[Rule]] = &[
        address::RULES,
        age::RULES,
        ai_keys::RULES,
        alps::RULES,
        ar::RULES,
        au::RULES,
        balkans::RULES,
        baltic::RULES,
        benelux::RULES,
        birth::RULES,
        br::RULES,
        ca::RULES,
        card::RULES,
        card_details::RULES,
        central_europe::RULES,
        cl::RULES,
        cloud_keys::RULES,
        cn::RULES,
        coordinate::RULES,
        crypto::RULES,
        database_url::RULES,
        date_time::RULES,
        de_documents::RULES,
        de_health::RULES,
        de_tax::RULES,
        device::RULES,
        domain::RULES,
        email::RULES,
        es::RULES,
        forge_tokens::RULES,
        fr::RULES,
        generic_secret::RULES,
        health::RULES,
        hk::RULES,
        http_auth::RULES,
        iban::RULES,
        ie::RULES,
        il::RULES,
        imei::RULES,
        india::RULES,
        india_registers::RULES,
        ip::RULES,
        it::RULES,
        jp::RULES,
        jwt::RULES,
        kr::RULES,
        kr_documents::RULES,
        mac::RULES,
        money::RULES,
        mrz::RULES,
        mx::RULES,
        my::RULES,
        ng::RULES,
        nordic::RULES,
        numbers::RULES,
        nz::RULES,
        password::RULES,
        ph::RULES,
        person::RULES,
        phone::RULES,
        phone_national::RULES,
        place_names::RULES,
        plate::RULES,
        private_key::RULES,
        pt::RULES,
        service_tokens::RULES,
        sg::RULES,
        swift::RULES,
        th::RULES,
        tr::RULES,
        traits::RULES,
        tw::RULES,
        uk::RULES,
        uk_places::RULES,
        url::RULES,
        us::RULES,
        us_bank::RULES,
        us_driver_license::RULES,
        us_health::RULES,
        us_zip::RULES,
        username::RULES,
        uuid::RULES,
        vin::RULES,
        za::RULES,
    ];
    families.concat()
}
