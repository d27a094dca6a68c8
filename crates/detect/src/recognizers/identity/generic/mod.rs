//! Numbers of documents and registers without a telling format, behind their names in 74 languages.
//!
//! A country's own recognizer goes before these if a number fits it. The rest are mistyped numbers, and numbers of
//! countries without a recognizer: behind a name they are personal all the same.

pub(in crate::recognizers) mod labels;

use std::{borrow::Cow, ops::RangeInclusive};

use labels::{DRIVER_LICENSE_INFO, HEALTH_ID_INFO, NATIONAL_ID_INFO, PASSPORT_NUMBER_INFO, info};

use crate::entity::{Group, LabelInfo};
use crate::recognizers::support::identifiers::{called, numbered};
use crate::recognizers::support::names::names_of;
use crate::text::is_value_edge;
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[COMPANY_ID, DRIVER_LICENSE, HEALTH_ID, NATIONAL_ID, PASSPORT_NUMBER, TAX_ID];

/// The probability of a value behind a name and a sign, and behind a name in a sentence. A country's recognizer knows
/// the format, and so is surer.
const NAMED: f32 = 0.7;
const SAID: f32 = 0.65;

/// The probability of a passport number behind a name and a sign, and in a sentence: many countries' numbers have one
/// shape, which lowers the probability of each.
const PASSPORT_NAMED: f32 = 0.54;
const PASSPORT_SAID: f32 = 0.53;

/// Longest number, in bytes.
const LONGEST: usize = 32;

const COMPANY_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[
            Group::PII,
            Group::EU,
            Group::AE,
            Group::AF,
            Group::BD,
            Group::CD,
            Group::CR,
            Group::DZ,
            Group::EG,
            Group::ET,
            Group::HK,
            Group::ID,
            Group::IL,
            Group::IQ,
            Group::IR,
            Group::KE,
            Group::MM,
            Group::MY,
            Group::NG,
            Group::NZ,
            Group::PH,
            Group::PK,
            Group::SA,
            Group::SD,
            Group::TH,
            Group::TZ,
            Group::UG,
            Group::ZA,
        ],
        aliases: &["COMPANY_NUMBER", "COMPANY_REGISTRATION_NUMBER", "BUSINESS_ID", "VAT_NUMBER", "VAT_ID"],
        ..info(
            "COMPANY_ID",
            "The number of a company in a register or for value-added tax, behind what it is called.",
            "company registration number: 09876543",
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::key(COMPANY_NAMES, NAMED),
        Pattern::regex(
            called!(
                "company (?:number|no\\.?|registration (?:number|no\\.?)|id)|business (?:number|id)|corporate number|vat (?:number|no\\.?|id|reg(?:istration)?(?: number| no\\.?)?)|handelsregisternummer|numéro de tva|partita iva|kvk-nummer|cvr-nr\\.?|organisationsnummer|y-tunnus"
            ),
            SAID,
            NAMED,
        ),
    ]),
    context: words![],
    check: |candidate| check(candidate, 6),
};

const COMPANY_NAMES: &[Cow<'static, str>] = names_of!("company_id.txt");

const DRIVER_LICENSE: Rule = Rule {
    info: DRIVER_LICENSE_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(LICENSE_NAMES, NAMED),
        Pattern::regex(
            called!(
                "driver['’]?s? licen[sc]e|driving licen[sc]e|driver id|führerschein(?:nummer)?|permis de conduire|numéro de permis|permiso de conducir|licencia de conducir|patente di guida|carta de condução|rijbewijs(?:nummer)?|körkort|prawo jazdy"
            ),
            SAID,
            NAMED,
        ),
    ]),
    context: words![],
    check: |candidate| check(candidate, 5),
};

const LICENSE_NAMES: &[Cow<'static, str>] = names_of!("driver_license.txt");

const HEALTH_ID: Rule = Rule {
    info: HEALTH_ID_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(HEALTH_NAMES, NAMED),
        Pattern::regex(
            called!(
                "health (?:id|number|card)|personal health number|national health number|gesundheitskarte|carte vitale|tarjeta sanitaria|tessera sanitaria|número de utente"
            ),
            SAID,
            NAMED,
        ),
    ]),
    context: words![],
    check: |candidate| check(candidate, 5),
};

const HEALTH_NAMES: &[Cow<'static, str>] = names_of!("health_id.txt");

const NATIONAL_ID: Rule = Rule {
    info: NATIONAL_ID_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(NATIONAL_NAMES, NAMED),
        Pattern::regex(
            called!(
                "national (?:id|identity)(?: card)?|identity card|id card|citizen id|personal identification number|personalausweis(?:nummer)?|ausweisnummer|carte (?:nationale )?d['’]identité|cédula de (?:ciudadanía|identidad)|documento de identidad|carta d['’]identità|cartão de cidadão|identiteitskaart|dowód osobisty"
            ),
            SAID,
            NAMED,
        ),
        // South America's cards, behind an abbreviation that means much else: `C.I. V-18.204.551`, `C.I.: 6102845 LP`,
        // `CI 4118204-7`.
        Pattern::regex(
            "(?:C\\.I\\.(?: ?N[º°o]\\.?)?(?: es)? ?:? {1,6}(?:[VE]-? ?)?[0-9]{1,2}\\.?[0-9]{3}\\.?[0-9]{3}(?:-[0-9])?(?: (?:LP|CB|SC|OR|PT|CH|TJ|BE|PD))?|\
             CI ?:? {1,6}(?:[VE]-[0-9]{1,2}\\.?[0-9]{3}\\.?[0-9]{3}|[0-9]\\.?[0-9]{3}\\.?[0-9]{3}-[0-9]))",
            SAID,
            NAMED,
        ),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        2 => {
            let matched = candidate.matched();
            let name = matched.trim_start_matches(|c: char| "C.INºo°es: ".contains(c)).len();
            is_value_edge(candidate.field.text, candidate.range.end)
                .then(|| candidate.part(candidate.range.end - name..candidate.range.end))?
        }
        _ => check(candidate, 5),
    },
};

const NATIONAL_NAMES: &[Cow<'static, str>] = names_of!("national_id.txt");

const PASSPORT_NUMBER: Rule = Rule {
    info: PASSPORT_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(PASSPORT_NAMES, PASSPORT_NAMED),
        Pattern::regex(
            called!(
                "passport|паспорт|reisepass(?:nummer)?|passnummer|passeport|pasaporte|passaporto|passaporte|paspoort(?:nummer)?|paszport|pasaport"
            ),
            PASSPORT_SAID,
            PASSPORT_NAMED,
        ),
        // A series and a number: `серия 12 34 № 567890`, `серии 12 34 567890`.
        Pattern::regex("сер(?:ия|ии|ію|ія|ії):? ?[0-9]{2} ?[0-9]{2},? ?(?:(?:№|N|номер):? ?)?[0-9]{6}", SAID, NAMED),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        2 => {
            let start = candidate.range.start + candidate.matched().find(|c: char| c.is_ascii_digit())?;
            candidate.part(start..candidate.range.end)
        }
        _ => check(candidate, 5),
    },
};

const PASSPORT_NAMES: &[Cow<'static, str>] = names_of!("passport_number.txt");

const TAX_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[
            Group::PII,
            Group::HIPAA,
            Group::EU,
            Group::AE,
            Group::AF,
            Group::AT,
            Group::BD,
            Group::CD,
            Group::CR,
            Group::CY,
            Group::CZ,
            Group::DZ,
            Group::EG,
            Group::ET,
            Group::HK,
            Group::IQ,
            Group::IR,
            Group::MA,
            Group::MM,
            Group::MT,
            Group::MY,
            Group::NG,
            Group::SA,
            Group::SD,
            Group::SG,
            Group::SI,
            Group::SK,
            Group::TW,
            Group::TZ,
            Group::UG,
        ],
        aliases: &["TAX_NUMBER", "TAX_IDENTIFICATION_NUMBER", "TAXPAYER_ID", "TIN"],
        ..info(
            "TAX_ID",
            "The number of a person or company at a tax office, behind what it is called.",
            "taxpayer identification number: 3120448716",
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::key(TAX_NAMES, NAMED),
        Pattern::regex(
            called!(
                "tax(?:payer)? (?:id|number|no\\.?|identification number|reference|file number)|steuernummer|steuer-id|numéro fiscal|codice fiscale|número de contribuinte|belastingnummer|vergi numarası"
            ),
            SAID,
            NAMED,
        ),
    ]),
    context: words![],
    check: |candidate| check(candidate, 6),
};

const TAX_NAMES: &[Cow<'static, str>] = names_of!("tax_id.txt");

/// The number of nine signs in which letters and digits are drawn, as in Germany, France and the Netherlands, perhaps with a check digit
/// behind them, that a name introduces: `NMT2EVXZ1`.
fn drawn(candidate: &Candidate<'_>) -> Option<Finding> {
    const SIGNS: RangeInclusive<usize> = 9..=10;
    let found = numbered(candidate, 2, *SIGNS.end())?;
    let number = candidate.field.text.get(found.range.clone())?;
    let letters = number.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    (letters > 1 && letters + digits == number.len() && SIGNS.contains(&number.len())).then_some(found)
}

/// The number, with so many digits at least, that a name introduces.
fn check(candidate: &Candidate<'_>, digits: usize) -> Option<Finding> {
    let found = numbered(candidate, digits, LONGEST).or_else(|| drawn(candidate))?;
    let text = candidate.field.text.get(found.range.clone())?;
    let first = text.split(' ').next()?;
    if first.len() == text.len() || first.bytes().any(|b| b.is_ascii_digit()) {
        return Some(found);
    }
    let is_code = first.chars().all(char::is_uppercase);
    match first.chars().count() {
        // A series: `ZS 0041182`.
        1 | 2 if is_code => Some(found),
        // The country that issued it: `passport GBR 107185703`.
        3 if is_code && first.is_ascii() => candidate.part(found.range.start + 4..found.range.end),
        // A word: `passport fee 130.00`.
        _ if candidate.form == Form::Shape => None,
        _ => Some(found),
    }
}
