//! Germany: tax numbers and the commercial register.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{digits, is_even, may_be_named, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::mod11_10};

pub(super) const RULES: &[Rule] = &[HANDELSREGISTER, TAX_ID, TAX_NUMBER, VAT_ID];

const HANDELSREGISTER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["HANDELSREGISTERNUMMER", "DE_HANDELSREGISTERNUMMER", "DE_COMMERCIAL_REGISTER"],
        languages: &["de", "en"],
        shapes: &[Shape::Mixed(6, 10)],
        ..LabelInfo::new(
            "DE_HANDELSREGISTER",
            "An entry in Germany's commercial register, section A or B, or in a sister register.",
            "HRB 204711",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // A hardness on Rockwell's scale B has at most three digits.
        Pattern::regex("HR[AB][ -]?[0-9]{4,6}(?: [A-Z]{1,2})?", 0.9, 0.98),
        Pattern::regex("HR[AB][ -](?:Nr\\.? )?[0-9]{1,6}(?: [A-Z]{1,2})?", 0.4, 0.95),
        Pattern::regex("(?:VR|PR|GnR|GsR) (?:Nr\\.? )?[0-9]{1,6}", 0.2, 0.9),
    ]),
    context: words![
        "handelsregister",
        "handelsregisternummer",
        "handelsregistereintrag",
        "registergericht",
        "registernummer",
        "amtsgericht",
        "ag",
        "hrb",
        "hra",
        "vereinsregister",
        "genossenschaftsregister",
        "partnerschaftsregister",
        "commercial register",
        "trade register",
        "company register",
        "gmbh",
        "kg",
        "ug",
        "ohg",
        "e.v",
        "sitz der gesellschaft",
    ],
    check: |candidate| {
        let first = candidate.matched().bytes().find(u8::is_ascii_digit)?;
        (first != b'0' && stands_alone(candidate)).then(|| candidate.whole())?
    },
};

const TAX_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["DE_STEUER_ID", "STEUER_ID", "DE_IDNR", "GERMANY_TAXPAYER_IDENTIFICATION_NUMBER", "DE_TIN"],
        validation: Validation::Checksum,
        languages: &["de", "en"],
        ..LabelInfo::new(
            "DE_TAX_ID",
            "The tax identification number of a person in Germany.",
            "36 574 261 809",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // As the tax offices print it: every 300th number passes, and so may one with its thousands grouped.
        Pattern::regex("[0-9]{2} [0-9]{3} [0-9]{3} [0-9]{3}", 0.6, 0.98),
        Pattern::regex("[0-9]{11}", 0.2, 0.97),
        Pattern::regex("[0-9]{2}/[0-9]{3}/[0-9]{3}/[0-9]{3}", 0.6, 0.97),
    ]),
    context: words![
        "steuer-id",
        "steuer-idnr",
        "steuer-identifikationsnummer",
        "steueridentifikationsnummer",
        "steuerid",
        "steueridnr",
        "steuerliche identifikationsnummer",
        "identifikationsnummer",
        "idnr",
        "id-nr",
        "tin",
        "tax id",
        "tax identification number",
        "tax number",
        "german tax id",
        "taxpayer",
        "finanzamt",
        "steuernummer",
        "bundeszentralamt für steuern",
        "bzst",
    ],
    check: check_tax_id,
};

/// Federal Central Tax Office: of the first ten digits one stands there twice, or three times (then not in a
/// row), all others at most once; ISO 7064 MOD 11,10.
fn check_tax_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<11>(matched)?;
    let body = number.split_last()?.1;
    let count = |digit| body.iter().filter(|&&d| d == digit).count();
    let mut repeated = (0..10).map(count).filter(|&count| count > 1);
    let once = matches!((repeated.next(), repeated.next()), (Some(2 | 3), None));
    let in_a_row = number.windows(3).take(8).any(|three| three.iter().all(|d| Some(d) == three.first()));
    (once && !in_a_row && number[0] != 0 && mod11_10(matched) && stands_alone(candidate)).then(|| candidate.whole())?
}

const TAX_NUMBER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["DE_STEUERNUMMER", "STEUERNUMMER", "DE_STNR"],
        validation: Validation::Structure,
        languages: &["de", "en"],
        ..LabelInfo::new(
            "DE_TAX_NUMBER",
            "A tax number of a German tax office, in its state's form or the federal one.",
            "181/815/08155",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // The states' forms: office, district, number and check digit.
        Pattern::regex("[0-9]{2,3}/[0-9]{3,4}/[0-9]{4,5}", 0.6, 0.97),
        Pattern::regex("[0-9]{5}/[0-9]{5}", 0.2, 0.95),
        Pattern::regex("[0-9]{2,3} [0-9]{3,4} [0-9]{4,5}", 0.1, 0.9),
        Pattern::regex("[0-9]{10,11}", 0.03, 0.6),
        // The federal form: every 30th number passes.
        Pattern::regex("[0-9]{13}", 0.1, 0.93),
    ]),
    context: words![
        "steuernummer",
        "steuer-nr",
        "steuernr",
        "st-nr",
        "stnr",
        "st.nr",
        "steuer nummer",
        "finanzamt",
        "elster",
        "tax number",
        "tax no",
        "german tax number",
        "tax reference",
    ],
    check: check_tax_number,
};

/// The federal form's first digits, by state.
fn is_state(number: &[u8; 13]) -> bool {
    matches!(part(number, 0, 1), 5 | 9) || matches!(part(number, 0, 2), 10 | 11 | 21..=24 | 26..=28 | 30..=32 | 40 | 41)
}

fn check_tax_number(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let len = matched.bytes().filter(u8::is_ascii_digit).count();
    let fits = match len {
        13 => digits::<13>(matched).is_some_and(|number| is_state(&number) && number[4] == 0),
        _ => matches!(len, 10 | 11) && !matched.starts_with("00") && is_even(matched),
    };
    // All digits alone are mostly no tax number.
    let fits = fits
        && match candidate.pattern {
            3 => may_be_named(candidate, &["teuer", "inanz", "TEUER", "INANZ", "St", "st", "ST", "ax", "AX", "lster"]),
            _ => true,
        };
    // A thousand and one groups of three and four digits are years and pages: the last one has five, but in
    // North Rhine-Westphalia, where the middle one has four.
    let mut groups = matched.split(['/', ' ']).map(str::len);
    let grouped = match (groups.next(), groups.next(), groups.next()) {
        (Some(_), Some(middle), Some(last)) => middle + last == 8,
        _ => true,
    };
    (fits && grouped && stands_alone(candidate)).then(|| candidate.whole())?
}

const VAT_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::DE, Group::EU],
        aliases: &["DE_UST_ID", "DE_USTID", "UST_ID", "DE_UST_IDNR", "DE_VAT", "DE_VAT_CODE"],
        validation: Validation::Checksum,
        languages: &["de", "en"],
        ..LabelInfo::new("DE_VAT_ID", "A value-added tax number of Germany.", "DE136695976", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        // Of codes of two letters and nine digits one in 7,000 passes.
        Pattern::regex("DE ?[0-9]{9}", 0.85, 0.98),
        Pattern::regex("DE[ -][0-9]{3}[ .-][0-9]{3}[ .-][0-9]{3}", 0.85, 0.98),
        Pattern::regex("de[0-9]{9}", 0.6, 0.97),
    ]),
    context: words![
        "ust-id",
        "ust-idnr",
        "ust-id-nr",
        "ustid",
        "ustidnr",
        "umsatzsteuer",
        "umsatzsteuer-id",
        "umsatzsteuer-identifikationsnummer",
        "umsatzsteueridentifikationsnummer",
        "mwst",
        "vat",
        "vat id",
        "vat number",
        "vat no",
        "tax id",
    ],
    check: |candidate| {
        let is_number = digits::<9>(candidate.matched())?[0] != 0 && mod11_10(candidate.matched());
        (is_number && stands_alone(candidate)).then(|| candidate.whole())?
    },
};
