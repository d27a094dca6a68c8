//! Numbers that states and registers give to persons, companies and things.

mod account_ids;
pub(crate) mod alps;
pub(crate) mod americas_registers;
pub(crate) mod ar;
pub(crate) mod asia_companies;
pub(crate) mod au;
pub(crate) mod balkan_companies;
pub(crate) mod balkans;
pub(crate) mod baltic;
pub(crate) mod benelux;
pub(crate) mod br;
pub(crate) mod ca;
pub(crate) mod central_europe;
pub(crate) mod central_europe_registers;
pub(crate) mod certificates;
mod chip_numbers;
pub(crate) mod cl;
mod cloud_accounts;
pub(crate) mod cn;
pub(crate) mod co;
mod court_files;
mod customer_cards;
pub(crate) mod de_documents;
pub(crate) mod de_health;
pub(crate) mod de_tax;
pub(crate) mod device;
pub(crate) mod dictated_codes;
mod dictated_numbers;
mod direct_plates;
pub(crate) mod east_africa;
pub(crate) mod eg;
pub(crate) mod es;
pub(crate) mod eu_vat;
mod file_numbers;
pub(crate) mod fr;
pub(crate) mod generic;
pub(crate) mod gulf;
mod health_identifiers;
pub(crate) mod hk;
pub(crate) mod iceland;
pub(crate) mod id;
mod identity_cards;
pub(crate) mod ie;
pub(crate) mod il;
pub(crate) mod india;
pub(crate) mod india_registers;
mod institutional_ids;
pub(crate) mod ir;
pub(crate) mod it;
pub(crate) mod jp;
pub(crate) mod kr;
pub(crate) mod kr_documents;
mod last_digits;
pub(crate) mod license_numbers;
mod lk;
pub(crate) mod ma;
mod metering_points;
mod misread_numbers;
pub(crate) mod mm;
mod modelled_plates;
pub(crate) mod mrz;
pub(crate) mod mx;
pub(crate) mod my;
pub(crate) mod named_registers;
mod national_documents;
pub(crate) mod ng;
pub(crate) mod nordic;
pub(crate) mod nordic_companies;
mod number_nouns;
mod numero_signs;
pub(crate) mod nz;
mod path_ids;
mod payment_references;
mod person_objects;
pub(crate) mod ph;
pub(crate) mod pk;
pub(crate) mod plate;
mod preceding_numbers;
pub(crate) mod pt;
pub(crate) mod record_numbers;
mod record_shapes;
pub(crate) mod reference_numbers;
mod reservations;
mod role_numbers;
mod row_numbers;
pub(crate) mod ru;
mod sap_fields;
mod script_plates;
mod script_records;
mod second_numbers;
pub(crate) mod security_identifiers;
pub(crate) mod sg;
mod shaped_numbers;
mod short_cards;
pub(crate) mod southern_registers;
pub(crate) mod spelled_codes;
pub(crate) mod stated_numbers;
pub(crate) mod stated_plates;
mod statement_accounts;
pub(crate) mod th;
pub(crate) mod told_numbers;
pub(crate) mod tr;
mod tracking_numbers;
pub(crate) mod tw;
pub(crate) mod ua;
pub(crate) mod uk;
pub(crate) mod uk_places;
pub(crate) mod us;
pub(crate) mod us_driver_license;
pub(crate) mod us_zip;
mod value_first_numbers;
mod vehicle_plates;
pub(crate) mod vin;
pub(crate) mod vn;
pub(crate) mod western_registers;
mod world_plates;
pub(crate) mod za;

use crate::Rule;

/// The rules of each file.
pub(super) const RULES: &[&[Rule]] = &[
    account_ids::RULES,
    alps::RULES,
    americas_registers::RULES,
    ar::RULES,
    asia_companies::RULES,
    au::RULES,
    balkan_companies::RULES,
    balkans::RULES,
    baltic::RULES,
    benelux::RULES,
    br::RULES,
    ca::RULES,
    central_europe::RULES,
    central_europe_registers::RULES,
    certificates::RULES,
    chip_numbers::RULES,
    cl::RULES,
    cloud_accounts::RULES,
    cn::RULES,
    co::RULES,
    court_files::RULES,
    customer_cards::RULES,
    de_documents::RULES,
    de_health::RULES,
    de_tax::RULES,
    device::RULES,
    dictated_codes::RULES,
    dictated_numbers::RULES,
    direct_plates::RULES,
    east_africa::RULES,
    eg::RULES,
    es::RULES,
    eu_vat::RULES,
    file_numbers::RULES,
    fr::RULES,
    generic::RULES,
    gulf::RULES,
    health_identifiers::RULES,
    hk::RULES,
    iceland::RULES,
    id::RULES,
    identity_cards::RULES,
    ie::RULES,
    il::RULES,
    india::RULES,
    india_registers::RULES,
    institutional_ids::RULES,
    ir::RULES,
    it::RULES,
    jp::RULES,
    kr::RULES,
    kr_documents::RULES,
    last_digits::RULES,
    license_numbers::RULES,
    lk::RULES,
    ma::RULES,
    metering_points::RULES,
    misread_numbers::RULES,
    mm::RULES,
    modelled_plates::RULES,
    mrz::RULES,
    mx::RULES,
    my::RULES,
    named_registers::RULES,
    national_documents::RULES,
    ng::RULES,
    nordic::RULES,
    nordic_companies::RULES,
    numero_signs::RULES,
    nz::RULES,
    path_ids::RULES,
    payment_references::RULES,
    person_objects::RULES,
    ph::RULES,
    pk::RULES,
    plate::RULES,
    preceding_numbers::RULES,
    pt::RULES,
    record_numbers::RULES,
    reference_numbers::RULES,
    reservations::RULES,
    role_numbers::RULES,
    row_numbers::RULES,
    ru::RULES,
    sap_fields::RULES,
    script_plates::RULES,
    script_records::RULES,
    second_numbers::RULES,
    security_identifiers::RULES,
    sg::RULES,
    shaped_numbers::RULES,
    short_cards::RULES,
    southern_registers::RULES,
    spelled_codes::RULES,
    stated_numbers::RULES,
    stated_plates::RULES,
    statement_accounts::RULES,
    th::RULES,
    told_numbers::RULES,
    tr::RULES,
    tracking_numbers::RULES,
    tw::RULES,
    ua::RULES,
    uk::RULES,
    uk_places::RULES,
    us::RULES,
    us_driver_license::RULES,
    us_zip::RULES,
    value_first_numbers::RULES,
    vehicle_plates::RULES,
    vin::RULES,
    vn::RULES,
    western_registers::RULES,
    world_plates::RULES,
    za::RULES,
];
