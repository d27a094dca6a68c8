//! Numbers for value-added tax in the European Union, with the letters of the country, in the formats that the members
//! publish through the information exchange system (VIES).
//!
//! Croatia, Germany, Greece, Italy, Poland, Portugal, Romania and Sweden have recognizers of their own.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{
    Candidate, Finding, Pattern, Rule,
    checksum::{luhn, mod97},
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[
            Group::PII,
            Group::EU,
            Group::AT,
            Group::BE,
            Group::BG,
            Group::CY,
            Group::CZ,
            Group::DK,
            Group::EE,
            Group::ES,
            Group::FI,
            Group::FR,
            Group::HU,
            Group::IE,
            Group::LT,
            Group::LU,
            Group::LV,
            Group::MT,
            Group::NL,
            Group::SI,
            Group::SK,
        ],
        aliases: &["EU_VAT", "EU_VAT_NUMBER", "AT_UID", "BE_VAT", "FR_TVA", "NL_BTW", "ES_VAT", "IE_VAT"],
        validation: Validation::Checksum,
        languages: &[
            "en", "de", "fr", "es", "nl", "da", "sv", "fi", "et", "lv", "lt", "cs", "sk", "hu", "sl", "bg", "el", "mt",
            "ga",
        ],
        shapes: &[Shape::Code(10, 14)],
        ..LabelInfo::new(
            "EU_VAT_ID",
            "A number for value-added tax of a member of the European Union, with the letters of the country.",
            "ATU13585627",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            concat!(
                "(?:ATU ?[0-9]{8}|BE ?[01][0-9]{9}|BG ?[0-9]{9}|CY ?[0-9]{8}[A-Z]|CZ ?[0-9]{8}|DK ?[0-9]{8}|EE ?[0-9]{9}|",
                "ES ?[A-Z][0-9]{7}[0-9A-Z]|FI ?[0-9]{8}|FR ?[0-9]{11}|HU ?[0-9]{8}|IE ?[0-9]{7}[A-W][A-I]?|",
                "LT ?(?:[0-9]{9}|[0-9]{12})|LU ?[0-9]{8}|LV ?[0-9]{11}|MT ?[0-9]{8}|NL ?[0-9]{9}B[0-9]{2}|",
                "SI ?[0-9]{8}|SK ?[0-9]{10})"
            ),
            0.9,
            0.98,
        ),
        // As printed: in groups.
        Pattern::regex(
            r"(?:BE ?[01][0-9]{3}[. ][0-9]{3}[. ][0-9]{3}|FR ?[0-9]{2} [0-9]{3} ?[0-9]{3} ?[0-9]{3}|DK ?(?:[0-9]{2} ){3}[0-9]{2}|NL ?[0-9]{4}\.?[0-9]{2}\.?[0-9]{3}\.?B\.?[0-9]{2})",
            0.92,
            0.98,
        ),
    ]),
    context: words![
        "vat",
        "vat id",
        "vat number",
        "vat no",
        "vat reg",
        "uid",
        "uid-nummer",
        "ust-id",
        "ust-idnr",
        "mwst",
        "tva",
        "n° tva",
        "numéro de tva",
        "tva intracommunautaire",
        "btw",
        "btw-nummer",
        "btw-nr",
        "btw-id",
        "iva",
        "nif-iva",
        "moms",
        "momsnummer",
        "momsregistreringsnummer",
        "cvr",
        "alv",
        "alv-numero",
        "kmkr",
        "käibemaks",
        "pvn",
        "pvm",
        "pvm kodas",
        "dič",
        "ič dph",
        "dph",
        "adószám",
        "közösségi adószám",
        "áfa",
        "ddv",
        "id za ddv",
        "ддс",
        "φπα",
        "cbl"
    ],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let (country, number) = matched.split_at_checked(2)?;
    let number = number.trim_start_matches([' ', 'U']);
    let fits =
        match country {
            "AT" => is_austrian(number),
            "BE" => is_belgian(number),
            "BG" => is_bulgarian(number),
            "CY" => is_cypriot(number),
            "CZ" => is_eleven(number, &[8, 7, 6, 5, 4, 3, 2]),
            "DK" => digits::<8>(number)
                .is_some_and(|number| weighted(&number, &[2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)),
            "EE" => digits::<9>(number)
                .is_some_and(|number| weighted(&number, &[3, 7, 1, 3, 7, 1, 3, 7, 1]).is_multiple_of(10)),
            "ES" => is_spanish(number),
            "FI" => is_finnish(number),
            "FR" => is_french(number),
            "HU" => digits::<8>(number)
                .is_some_and(|number| weighted(&number, &[9, 7, 3, 1, 9, 7, 3, 1]).is_multiple_of(10)),
            "IE" => is_irish(number),
            "LT" => is_lithuanian(number),
            "LU" => digits::<8>(number).is_some_and(|number| part(&number, 0, 6) % 89 == part(&number, 6, 2)),
            "LV" => is_latvian(number),
            "MT" => is_maltese(number),
            "NL" => is_dutch(number),
            "SI" => is_slovenian(number),
            "SK" => is_slovak(number),
            _ => false,
        };
    let dummy = number.bytes().filter(u8::is_ascii_digit).all(|b| b == b'0');
    (fits && !dummy && stands_alone(candidate)).then(|| candidate.whole())?
}

/// Every other digit doubled, cross sums, 96 less the sum.
fn is_austrian(number: &str) -> bool {
    let Some(number) = digits::<8>(number) else { return false };
    let double = |digit: u32| 2 * digit / 10 + 2 * digit % 10;
    let sum: u32 = (0..7).map(|at| if at % 2 == 0 { part(&number, at, 1) } else { double(part(&number, at, 1)) }).sum();
    (96 - sum) % 10 == part(&number, 7, 1)
}

/// Check of a Belgian number: the last two digits are the difference to a multiple of 97.
fn is_belgian(number: &str) -> bool {
    digits::<10>(number).is_some_and(|number| 97 - part(&number, 0, 8) % 97 == part(&number, 8, 2))
}

/// Weights 1 to 8, or 3 to 10 where they leave ten.
fn is_bulgarian(number: &str) -> bool {
    let Some(number) = digits::<9>(number) else { return false };
    let rest = match weighted(&number, &[1, 2, 3, 4, 5, 6, 7, 8]) % 11 {
        10 => weighted(&number, &[3, 4, 5, 6, 7, 8, 9, 10]) % 11 % 10,
        rest => rest,
    };
    rest == part(&number, 8, 1)
}

/// Digits at odd places count by a table; the letter is the sum modulo 26.
fn is_cypriot(number: &str) -> bool {
    const ODD: [u32; 10] = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
    let Some((head, letter)) = number.split_at_checked(8) else { return false };
    let Some(head) = digits::<8>(head) else { return false };
    let value = |at: usize| match part(&head, at, 1) {
        digit if at.is_multiple_of(2) => ODD.get(digit as usize).copied().unwrap_or_default(),
        digit => digit,
    };
    let sum: u32 = (0..8).map(value).sum();
    part(&head, 0, 2) != 12 && letter.bytes().next().map(|b| u32::from(b.wrapping_sub(b'A'))) == Some(sum % 26)
}

/// Check modulo eleven: the difference to a multiple of eleven, where ten and eleven become nought and one.
fn is_eleven(number: &str, weights: &[u32; 7]) -> bool {
    let Some(number) = digits::<8>(number) else { return false };
    (11 - weighted(&number, weights) % 11) % 10 == part(&number, 7, 1)
}

/// A company's letter, seven digits, and Luhn's digit or the letter for it.
fn is_spanish(number: &str) -> bool {
    const CHECKS: &[u8; 10] = b"JABCDEFGHI";
    let Some((body, check)) = number.get(1..8).zip(number.as_bytes().get(8)) else { return false };
    let Some(digit) = (b'0'..=b'9').find(|&digit| luhn(&[body, char::from(digit).to_string().as_str()].concat()))
    else {
        return false;
    };
    let letter = CHECKS.get(usize::from(digit - b'0'));
    b"ABCDEFGHJNPQRSUVW".contains(&number.as_bytes()[0]) && (*check == digit || Some(check) == letter)
}

fn is_finnish(number: &str) -> bool {
    let Some(number) = digits::<8>(number) else { return false };
    match weighted(&number, &[7, 9, 10, 5, 8, 4, 2]) % 11 {
        0 => part(&number, 7, 1) == 0,
        1 => false,
        rest => part(&number, 7, 1) + rest == 11,
    }
}

/// A key of two digits, and the number of the company.
fn is_french(number: &str) -> bool {
    let Some(number) = digits::<11>(number) else { return false };
    let siren: String = number.iter().skip(2).map(|&digit| char::from(b'0' + digit)).collect();
    luhn(&siren) && (12 + 3 * (part(&number, 2, 9) % 97)) % 97 == part(&number, 0, 2)
}

/// Weights 8 to 2, nine times the second letter, modulo 23.
fn is_irish(number: &str) -> bool {
    let Some((head, letters)) = number.split_at_checked(7) else { return false };
    let (Some(head), [check, second @ ..]) = (digits::<7>(head), letters.as_bytes()) else { return false };
    let second = second.first().map_or(0, |&b| u32::from(b - b'A') + 1);
    let rest = (weighted(&head, &[8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23;
    b"WABCDEFGHIJKLMNOPQRSTUV".get(rest as usize) == Some(check)
}

/// Weights 1 to 9 over and over, or 3 on where they leave ten; before the check digit stands a one.
fn is_lithuanian(number: &str) -> bool {
    let all: Vec<u32> = number.bytes().filter(u8::is_ascii_digit).map(|b| u32::from(b - b'0')).collect();
    let Some((check, body)) = all.split_last() else { return false };
    let sum = |from: u32| -> u32 { body.iter().zip(0..).map(|(digit, at)| digit * (1 + (at + from) % 9)).sum() };
    let rest = match sum(0) % 11 {
        10 => sum(2) % 11 % 10,
        rest => rest,
    };
    body.last() == Some(&1) && rest == *check
}

/// Companies begin with more than three.
fn is_latvian(number: &str) -> bool {
    let Some(number) = digits::<11>(number) else { return false };
    part(&number, 0, 1) > 3 && weighted(&number, &[9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 == 3
}

fn is_maltese(number: &str) -> bool {
    let Some(number) = digits::<8>(number) else { return false };
    part(&number, 0, 6) > 100_000 && weighted(&number, &[3, 4, 6, 7, 8, 9, 10, 1]).is_multiple_of(37)
}

/// A company's nine digits as of a person (weights 9 to 2, less the last), or, since 2020, mod 97 of all of it.
fn is_dutch(number: &str) -> bool {
    let Some((head, tail)) = number.rsplit_once('B') else { return false };
    let (Some(head), Some(tail)) = (digits::<9>(head), digits::<2>(tail)) else { return false };
    let sum = weighted(&head, &[9, 8, 7, 6, 5, 4, 3, 2, 10]);
    // The last weight is one less than none, modulo 11.
    let all: String = number.chars().filter(char::is_ascii_alphanumeric).collect();
    part(&tail, 0, 2) != 0 && (sum.is_multiple_of(11) || mod97(&["NL", all.as_str()].concat()))
}

fn is_slovenian(number: &str) -> bool {
    let Some(number) = digits::<8>(number) else { return false };
    let rest = 11 - weighted(&number, &[8, 7, 6, 5, 4, 3, 2]) % 11;
    part(&number, 0, 1) != 0 && rest < 11 && rest % 10 == part(&number, 7, 1)
}

fn is_slovak(number: &str) -> bool {
    let Some(number) = digits::<10>(number) else { return false };
    let whole = number.iter().fold(0_u64, |whole, &digit| whole * 10 + u64::from(digit));
    part(&number, 0, 1) != 0 && matches!(part(&number, 2, 1), 2..=4 | 7..=9) && whole % 11 == 0
}
