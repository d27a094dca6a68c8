//! Postcodes and vehicle registrations of the United Kingdom.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::identity::stated_plates::MAKES;
use crate::recognizers::support::name_shape::is_name_word;
use crate::recognizers::support::numerals::stands_alone;
use crate::recognizers::support::word_list::is_listed;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[POSTCODE, VEHICLE_REGISTRATION];

const POSTCODE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UK],
        aliases: &["UK_POST_CODE", "UK_POSTAL_CODE", "GB_POSTCODE"],
        validation: Validation::Structure,
        languages: &["en"],
        ..LabelInfo::new("UK_POSTCODE", "A postcode of the United Kingdom, in context.", "SW1A 1AA", Handling::COMMON)
    },
    // Every tenth code of this shape passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}", 0.4, 0.95),
        Pattern::regex("[A-Z]{1,2}[0-9][0-9A-Z]?[0-9][A-Z]{2}", 0.15, 0.9),
        // The areas are written out so that the search passes over most words at their second letter.
        Pattern::regex(
            concat!(
                "(?:a[bl]|b[abdhlnrst]?|c[abfhmortvw]|d[adeghlnty]|e[chnx]?|f[ky]|g[luy]?|h[adgprsux]|i[gmpv]|je|",
                "k[atwy]|l[adelnsu]?|m[ekl]?|n[egnprw]?|o[lx]|p[aehlor]|r[ghm]|s[aegklmnoprstwy]?|t[adfnqrsw]|ub|",
                "w[acdfnrsv]?|yo|ze)[0-9][0-9a-z]? [0-9][a-z]{2}",
            ),
            0.2,
            0.93,
        ),
    ]),
    context: words![
        "postcode",
        "postcodes",
        "post code",
        "postal code",
        "zip",
        "address",
        "addr",
        "street",
        "road",
        "lane",
        "avenue",
        "gardens",
        "crescent",
        "london",
        "england",
        "scotland",
        "wales",
        "northern ireland",
        "united kingdom",
        "live at",
        "lives at",
        "deliver to",
        "delivery",
    ],
    check: check_postcode,
};

/// The areas of Royal Mail's postcode address file, in alphabetical order.
const AREAS: [&str; 124] = [
    "AB", "AL", "B", "BA", "BB", "BD", "BH", "BL", "BN", "BR", "BS", "BT", "CA", "CB", "CF", "CH", "CM", "CO", "CR",
    "CT", "CV", "CW", "DA", "DD", "DE", "DG", "DH", "DL", "DN", "DT", "DY", "E", "EC", "EH", "EN", "EX", "FK", "FY",
    "G", "GL", "GU", "GY", "HA", "HD", "HG", "HP", "HR", "HS", "HU", "HX", "IG", "IM", "IP", "IV", "JE", "KA", "KT",
    "KW", "KY", "L", "LA", "LD", "LE", "LL", "LN", "LS", "LU", "M", "ME", "MK", "ML", "N", "NE", "NG", "NN", "NP",
    "NR", "NW", "OL", "OX", "PA", "PE", "PH", "PL", "PO", "PR", "RG", "RH", "RM", "S", "SA", "SE", "SG", "SK", "SL",
    "SM", "SN", "SO", "SP", "SR", "SS", "ST", "SW", "SY", "TA", "TD", "TF", "TN", "TQ", "TR", "TS", "TW", "UB", "W",
    "WA", "WC", "WD", "WF", "WN", "WR", "WS", "WV", "YO", "ZE",
];

/// The postcode of an area that there is.
pub(in crate::recognizers) fn check_postcode(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let mut area = [0; 2];
    let letters = matched.bytes().take_while(u8::is_ascii_alphabetic);
    let len = area.iter_mut().zip(letters).map(|(place, b)| *place = b.to_ascii_uppercase()).count();
    let area = std::str::from_utf8(area.get(..len)?).ok()?;
    let is_inward = matched.bytes().rev().take(2).all(|b| !b"CIKMOV".contains(&b.to_ascii_uppercase()));
    let is_code = is_inward && AREAS.binary_search(&area).is_ok() && stands_alone(candidate);
    let found = is_code.then(|| candidate.whole())??;
    Some(Finding { sure: found.sure || is_behind_name(candidate), ..found })
}

/// Reports whether a code with a blank stands between two words with capitals and a sign, as those do who sign a list: `Jane Roe, LS1 4AP,
/// …`.
fn is_behind_name(candidate: &Candidate<'_>) -> bool {
    /// Longest name, in bytes.
    const LONGEST: usize = 48;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, LONGEST).strip_suffix(", ").unwrap_or_default();
    let ends = line::ends(text, range.end) || text[range.end..].starts_with([',', ';', '"', ')', '.']);
    candidate.matched().contains(' ') && ends && head.rsplit(' ').take(2).filter(|word| is_name_word(word)).count() == 2
}

const VEHICLE_REGISTRATION: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UK],
        aliases: &["UK_LICENSE_PLATE", "UK_NUMBER_PLATE", "UK_VRM", "UK_VEHICLE_REGISTRATION_NUMBER"],
        validation: Validation::Structure,
        languages: &["en"],
        ..LabelInfo::new(
            "UK_VEHICLE_REGISTRATION",
            "A vehicle's registration mark of the United Kingdom, in context.",
            "AB12 CDE",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // Since September 2001, as on the plate: half of the codes of this shape pass.
        Pattern::regex("[A-Z]{2}[0-9]{2} ?[A-Z]{3}", 0.3, 0.92),
        // Since 1983, since 1963, and Northern Ireland's: many codes look like it.
        Pattern::regex("[A-Z][0-9]{1,3} ?[A-Z]{3}", 0.1, 0.88),
        Pattern::regex("[A-Z]{3} ?[0-9]{1,3}[A-Z]", 0.1, 0.88),
        Pattern::regex("[A-Z]{2,3} ?[0-9]{1,4}", 0.05, 0.8),
    ]),
    context: words![
        "registration",
        "reg",
        "reg no",
        "registration mark",
        "registration number",
        "vehicle registration",
        "vrm",
        "vrn",
        "number plate",
        "numberplate",
        "licence plate",
        "license plate",
        "plate",
        "plates",
        "car",
        "vehicle",
        "van",
        "dvla",
        "mot",
        "v5c",
    ],
    check: check_vehicle_registration,
};

/// The DVLA's rule for the current form: the year of registration, 50 more from September on. Numbers of
/// the older forms have no leading zero; Northern Ireland's have an I or a Z, which elsewhere none has.
fn check_vehicle_registration(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let mut digits = matched.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0');
    let (first, second) = (digits.next()?, digits.next().unwrap_or_default());
    let mut letters = matched.bytes().filter(u8::is_ascii_uppercase);
    let in_use = match candidate.pattern {
        0 => {
            let is_year = matches!(first * 10 + second, 2..=49 | 51..);
            is_year && letters.enumerate().all(|(i, b)| !matches!(b, b'I' | b'Q') && (i > 1 || b != b'Z'))
        }
        3 => first != 0 && letters.skip(1).any(|b| matches!(b, b'I' | b'Z')),
        _ => first != 0 && letters.all(|b| !matches!(b, b'I' | b'Q' | b'Z')),
    };
    let fits = in_use && stands_alone(candidate);
    // Only the current form, with its blank, is told by the maker of a car alone: models have numbers, too.
    let is_of_car = || candidate.pattern == 0 && matched.contains(' ') && is_behind_car(candidate);
    candidate.whole().filter(|_| fits).map(|found| Finding { sure: is_of_car(), ..found })
}

/// Reports whether a car stands before the candidate on its line: `white Toyota Prius AB12 CDE`.
fn is_behind_car(candidate: &Candidate<'_>) -> bool {
    /// Farthest place of the car, in bytes.
    const FAR: usize = 48;
    let near = line::before(candidate.field.text, candidate.range.start, FAR);
    near.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| is_listed(word, MAKES))
}
