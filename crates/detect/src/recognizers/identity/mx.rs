//! Identifiers of Mexico.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::grouping::base36;
use crate::recognizers::support::numerals::{is_date, is_day, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[CURP, RFC];

const CURP: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::MX],
        aliases: &["CURP", "MEXICO_CURP_NUMBER", "MX_CURP_NUMBER"],
        validation: Validation::Checksum,
        languages: &["es", "en"],
        ..LabelInfo::new(
            "MX_CURP",
            "A code of Mexico's register of the population.",
            "BOXW310820HNERXN09",
            Handling::IDENTIFIER,
        )
    },
    // Of random letters and digits in these places one in 40,000 passes.
    patterns: Cow::Borrowed(&[Pattern::regex("[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]", 0.97, 0.99)]),
    context: words![
        "curp",
        "curps",
        "clave única de registro de población",
        "clave unica de registro de poblacion",
        "registro de población",
        "población",
        "renapo",
        "ine",
    ],
    check: check_curp,
};

/// The population register's sum: weights from 18 down, the alphabet with Ñ.
fn check_curp(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number: &[u8; 18] = matched.as_bytes().try_into().ok()?;
    // A digit before the check digit is of the twentieth century.
    let century = if number[16].is_ascii_digit() { 1900 } else { 2000 };
    let [year, month, day] = date(matched.get(4..10)?)?;
    let (states, _) = STATES.as_chunks::<2>();
    let state = states.iter().any(|state| number.get(11..13) == Some(state));
    let value = |b: u8| base36(b) + u32::from(b > b'N');
    let sum: u32 = number.iter().take(17).zip((2..=18).rev()).map(|(&b, weight)| value(b) * weight).sum();
    let fits = state && is_date(century + year, month, day) && (10 - sum % 10) % 10 == base36(number[17]);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

/// States, of two letters each; NE: born abroad.
const STATES: &[u8] = b"ASBCBSCCCHCLCMCSDFDGGRGTHGJCMCMNMSNENLNTOCPLQRQTSLSPSRTCTLTSVZYNZS";

/// Year, month and day of `YYMMDD`.
fn date(text: &str) -> Option<[u32; 3]> {
    let number: u32 = text.parse().ok()?;
    Some([number / 10_000, number / 100 % 100, number % 100])
}

const RFC: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::MX],
        aliases: &["RFC", "MEXICO_RFC_NUMBER", "MX_RFC_NUMBER"],
        validation: Validation::Checksum,
        languages: &["es", "en"],
        // Of a person and of a company: letters of the name, a date, three characters more.
        shapes: &[Shape::Like("GODE561231GR8"), Shape::Like("GOD561231GR8")],
        ..LabelInfo::new("MX_RFC", "A taxpayer's number of Mexico.", "GODE561231GR8", Handling::IDENTIFIER)
    },
    // Of random letters and digits in these places 0.08 % pass: so near the limit that it takes context.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z&]{3,4}[0-9]{6}[0-9A-Z]{3}", 0.45, 0.98),
        Pattern::regex("[A-Z&]{3,4}[ -][0-9]{6}[ -]?[0-9A-Z]{3}", 0.45, 0.98),
    ]),
    context: words![
        "rfc",
        "r.f.c",
        "rfcs",
        "registro federal de contribuyentes",
        "registro federal del contribuyente",
        "contribuyente",
        "contribuyentes",
        "clave del rfc",
        "cédula fiscal",
        "constancia de situación fiscal",
        "factura",
        "cfdi",
        "sat",
    ],
    check: check_rfc,
};

/// Tax Administration Service: letters of the name, a date, and two characters and a check digit to tell namesakes apart.
fn check_rfc(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    // A company has three letters, and a blank before them.
    let mut number = [b' '; 13];
    let mut places = number.iter_mut().rev();
    for b in matched.bytes().rev().filter(|b| b.is_ascii_alphanumeric() || *b == b'&') {
        *places.next()? = b;
    }
    let [year, month, day] = date(std::str::from_utf8(number.get(4..10)?).ok()?)?;
    let [.., first, second, check] = number;
    let homonym = matches!(first, b'1'..=b'9' | b'A'..=b'V') && matches!(second, b'1'..=b'9' | b'A'..=b'Z');
    let sum: u32 = number.iter().take(12).zip((2..=13).rev()).map(|(&b, weight)| value(b) * weight).sum();
    let expected = match (11 - sum % 11) % 11 {
        10 => b'A',
        digit => digit as u8 + b'0',
    };
    let fits = is_day(year, month, day) && homonym && check == expected;
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

/// Digits, A to N, `&`, O to Z, and the blank.
fn value(b: u8) -> u32 {
    match b {
        b'&' => 24,
        b' ' => 37,
        b'O'..=b'Z' => base36(b) + 1,
        _ => base36(b),
    }
}
