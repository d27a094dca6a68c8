//! Numbers that states and registers give to persons, companies and things.

pub(crate) mod alps;
pub(crate) mod ar;
pub(crate) mod au;
pub(crate) mod balkans;
pub(crate) mod baltic;
pub(crate) mod benelux;
pub(crate) mod br;
pub(crate) mod ca;
pub(crate) mod central_europe;
pub(crate) mod cl;
pub(crate) mod cn;
pub(crate) mod de_documents;
pub(crate) mod de_health;
pub(crate) mod de_tax;
pub(crate) mod device;
pub(crate) mod es;
pub(crate) mod fr;
pub(crate) mod generic;
pub(crate) mod hk;
pub(crate) mod ie;
pub(crate) mod il;
pub(crate) mod india;
pub(crate) mod india_registers;
pub(crate) mod it;
pub(crate) mod jp;
pub(crate) mod kr;
pub(crate) mod kr_documents;
pub(crate) mod mrz;
pub(crate) mod mx;
pub(crate) mod my;
pub(crate) mod ng;
pub(crate) mod nordic;
pub(crate) mod nz;
pub(crate) mod ph;
pub(crate) mod plate;
pub(crate) mod pt;
pub(crate) mod record_numbers;
pub(crate) mod sg;
pub(crate) mod th;
pub(crate) mod tr;
pub(crate) mod tw;
pub(crate) mod uk;
pub(crate) mod uk_places;
pub(crate) mod us;
pub(crate) mod us_driver_license;
pub(crate) mod us_zip;
pub(crate) mod vin;
pub(crate) mod za;

use crate::Rule;

/// The rules of each file.
pub(super) const RULES: &[&[Rule]] = &[
    alps::RULES,
    ar::RULES,
    au::RULES,
    balkans::RULES,
    baltic::RULES,
    benelux::RULES,
    br::RULES,
    ca::RULES,
    central_europe::RULES,
    cl::RULES,
    cn::RULES,
    de_documents::RULES,
    de_health::RULES,
    de_tax::RULES,
    device::RULES,
    es::RULES,
    fr::RULES,
    generic::RULES,
    hk::RULES,
    ie::RULES,
    il::RULES,
    india::RULES,
    india_registers::RULES,
    it::RULES,
    jp::RULES,
    kr::RULES,
    kr_documents::RULES,
    mrz::RULES,
    mx::RULES,
    my::RULES,
    ng::RULES,
    nordic::RULES,
    nz::RULES,
    ph::RULES,
    plate::RULES,
    pt::RULES,
    record_numbers::RULES,
    sg::RULES,
    th::RULES,
    tr::RULES,
    tw::RULES,
    uk::RULES,
    uk_places::RULES,
    us::RULES,
    us_driver_license::RULES,
    us_zip::RULES,
    vin::RULES,
    za::RULES,
];
