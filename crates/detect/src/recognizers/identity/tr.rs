//! Identifiers of Turkey.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::contact::phone_context;
use crate::recognizers::support::numerals::{digits, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[LICENSE_PLATE, NATIONAL_ID, PHONE_NUMBER];

const LICENSE_PLATE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::TR],
        aliases: &["TR_PLATE", "TR_PLAKA", "TURKEY_LICENSE_PLATE"],
        validation: Validation::Structure,
        languages: &["tr", "en"],
        ..LabelInfo::new("TR_LICENSE_PLATE", "A number plate of Turkey.", "34 ABC 123", Handling::IDENTIFIER)
    },
    // Of this shape most pass, amounts and dates (`12 USD 500`) among them.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{2}[ -]?[A-Z]{1,3}[ -]?[0-9]{2,5}", 0.3, 0.95),
        Pattern::regex("[0-9]{2}[a-z]{1,3}[0-9]{2,5}", 0.1, 0.9),
    ]),
    context: words![
        "plaka",
        "plakası",
        "plakalı",
        "plakali",
        "plaka no",
        "plaka numarası",
        "araç",
        "aracın",
        "araba",
        "otomobil",
        "ruhsat",
        "license plate",
        "licence plate",
        "number plate",
        "plate",
        "vehicle",
        "car",
    ],
    check: check_license_plate,
};

/// Highway traffic regulation, annex: province 01 to 81; one letter with four or five digits, two with three or
/// four, three with two or three.
fn check_license_plate(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched().as_bytes();
    let province = matched.iter().take(2).fold(0, |number, b| number * 10 + u32::from(b.wrapping_sub(b'0')));
    let letters = matched.iter().filter(|b| b.is_ascii_alphabetic()).count();
    let is_turkish = matched.iter().all(|b| !b"QWXqwx".contains(b));
    let digits = matched.iter().filter(|b| b.is_ascii_digit()).count() - 2;
    let fits = (1..=81).contains(&province) && matches!((letters, digits), (1, 4 | 5) | (2, 3 | 4) | (3, 2 | 3));
    (fits && is_turkish && stands_alone(candidate)).then(|| candidate.whole())?
}

const NATIONAL_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::TR],
        aliases: &["TCKN", "TC_KIMLIK_NO", "TR_TCKN", "TURKEY_ID_NUMBER", "TR_KIMLIK_NO"],
        validation: Validation::Checksum,
        languages: &["tr", "en"],
        ..LabelInfo::new(
            "TR_NATIONAL_ID",
            "The identity number of a citizen of Turkey.",
            "17291716060",
            Handling::IDENTIFIER,
        )
    },
    // One number in a hundred passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{11}", 0.25, 0.97),
        Pattern::regex("[0-9]{3} [0-9]{3} [0-9]{3} [0-9]{2}", 0.2, 0.96),
    ]),
    context: words![
        "tc",
        "t.c",
        "t.c. kimlik",
        "tc kimlik",
        "kimlik",
        "kimlik no",
        "kimlik numarası",
        "kimlik numaram",
        "tckn",
        "tc no",
        "tckimlik",
        "nüfus cüzdanı",
        "vatandaşlık numarası",
        "turkish id",
        "turkish identification number",
        "national id",
        "identity number",
    ],
    check: check_national_id,
};

/// Regulation on the civil registry: seven times the digits at odd places less those at even ones, modulo 10,
/// is the tenth; the sum of the ten the last.
fn check_national_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    let sum = |from: usize, to: usize, step: usize| -> u32 {
        number.iter().take(to).skip(from).step_by(step).map(|&d| u32::from(d)).sum()
    };
    // Less once is nine times more, modulo 10.
    let tenth = (7 * sum(0, 9, 2) + 9 * sum(1, 9, 2)) % 10;
    let fits = part(&number, 0, 1) != 0 && tenth == part(&number, 9, 1) && sum(0, 10, 1) % 10 == part(&number, 10, 1);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

// As probable as the same number is as a telephone number of any region, so that the label asked for counts.
const PHONE_NUMBER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::TR, Group::CONTACT],
        aliases: &["TR_PHONE", "TURKEY_PHONE_NUMBER", "TR_TELEFON"],
        validation: Validation::Structure,
        languages: &["tr", "en"],
        ..LabelInfo::new("TR_PHONE_NUMBER", "A telephone number of Turkey.", "+90 532 123 45 67", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"\+90[ -]?\(?[2-58][0-9]{2}\)?[ -]?[0-9]{3}[ -]?[0-9]{2}[ -]?[0-9]{2}", 0.95, 0.98),
        Pattern::regex(r"0090[ -]\(?[2-58][0-9]{2}\)?[ -]?[0-9]{3}[ -]?[0-9]{2}[ -]?[0-9]{2}", 0.6, 0.95),
        // Grouped as in Turkey: a number in another way may be of any region.
        Pattern::regex(r"\(?0[ -]?\(?[2-58][0-9]{2}\)?[ -][0-9]{3}[ -][0-9]{2}[ -][0-9]{2}", 0.7, 0.97),
        Pattern::regex(r"\(?[2-58][0-9]{2}\)?[ -][0-9]{3}[ -][0-9]{2}[ -][0-9]{2}", 0.3, 0.9),
    ]),
    context: phone_context::CONTEXT,
    check: check_phone_number,
};

/// Numbering plan of the BTK: mobile numbers from 501 to 561, landlines by province, and services.
fn check_phone_number(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let mut digits = matched.bytes().rev().filter(u8::is_ascii_digit).map(|b| b - b'0');
    let [third, second, first] = [digits.nth(7)?, digits.next()?, digits.next()?];
    let area = part(&[first, second, third], 0, 3);
    let is_area = matches!(area,
        212 | 216 | 222 | 224 | 226 | 228 | 232 | 236 | 242 | 246 | 248 | 252 | 256 | 258 | 262 | 264 | 266 | 272
        | 274 | 276 | 282 | 284 | 286 | 288 | 312 | 318 | 322 | 324 | 326 | 328 | 332 | 338 | 342 | 344 | 346 | 348
        | 352 | 354 | 356 | 358 | 362 | 364 | 366 | 368 | 370 | 372 | 374 | 376 | 378 | 380 | 382 | 384 | 386 | 388
        | 392 | 412 | 414 | 416 | 422 | 424 | 426 | 428 | 432 | 434 | 436 | 438 | 442 | 446 | 452 | 454 | 456 | 458
        | 462 | 464 | 466 | 472 | 474 | 476 | 478 | 482 | 484 | 486 | 488 | 501..=507 | 510 | 512 | 516 | 522 | 524
        | 525..=528 | 530..=539 | 540..=549 | 551..=556 | 559 | 561 | 800 | 811 | 822 | 850 | 888);
    let brackets = matched.matches('(').count() == matched.matches(')').count();
    (is_area && brackets && stands_alone(candidate)).then(|| candidate.whole())?
}
