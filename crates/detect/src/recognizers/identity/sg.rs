//! Identifiers of Singapore.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[NRIC, UEN];

const NRIC: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::SG],
        aliases: &["NRIC", "SG_NRIC", "SG_FIN", "SINGAPORE_NATIONAL_REGISTRATION_ID", "SG_UIN"],
        validation: Validation::Checksum,
        languages: &["en", "zh", "ms", "ta"],
        ..LabelInfo::new(
            "SG_NRIC_FIN",
            "A number of Singapore's national registration, or of a foreigner there.",
            "S1234567D",
            Handling::IDENTIFIER,
        )
    },
    // Of a letter, seven digits and a letter, 0.7 % pass.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[STFGM][0-9]{7}[A-Z]", 0.45, 0.98),
        Pattern::regex("[STFGMstfgm][0-9]{7}[A-Za-z]", 0.3, 0.97),
    ]),
    context: words![
        "nric",
        "nric no",
        "nric number",
        "nricno",
        "nric/fin",
        "fin",
        "fin no",
        "fin number",
        "ic",
        "ic no",
        "ic number",
        "identity card",
        "identification card",
        "national registration",
        "singpass",
        "singapore",
        "work permit",
        "work pass",
        "employment pass",
        "身份证",
        "身分证",
        "kad pengenalan",
    ],
    check: check_nric,
};

/// The Immigration and Checkpoints Authority's letters by the weighted sum, moved by the series.
fn check_nric(candidate: &Candidate<'_>) -> Option<Finding> {
    let number: &[u8; 9] = candidate.matched().as_bytes().try_into().ok()?;
    let [series, digits @ .., check] = number.map(|b| b.to_ascii_uppercase());
    let (moved, letters) = match series {
        b'S' => (0, b"JZIHGFEDCBA"),
        b'T' => (4, b"JZIHGFEDCBA"),
        b'F' => (0, b"XWUTRQPNMLK"),
        b'G' => (4, b"XWUTRQPNMLK"),
        _ => (3, b"XWUTRQPNJLK"),
    };
    let sum = moved + weighted(&digits.map(|b| b - b'0'), &[2, 7, 6, 5, 4, 3, 2]);
    let upper = candidate.matched().bytes().all(|b| !b.is_ascii_lowercase());
    let fits = letters[(sum % 11) as usize] == check && upper == (candidate.pattern == 0);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const UEN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::SG],
        aliases: &["UEN", "SINGAPORE_UEN", "UNIQUE_ENTITY_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en"],
        shapes: &[Shape::Mixed(9, 10)],
        ..LabelInfo::new("SG_UEN", "A unique entity number of Singapore.", "T01FC6132D", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        // Of eight digits and a letter every 26th passes.
        Pattern::regex("[0-9]{8}[A-Z]", 0.1, 0.96),
        // With the year first: 7 in 10,000.
        Pattern::regex("[0-9]{9}[A-Z]", 0.6, 0.97),
        // With the kind of entity: 3 in 10,000.
        Pattern::regex("[RST][0-9]{2}[A-Z]{2}[0-9]{4}[A-Z]", 0.85, 0.98),
    ]),
    context: words![
        "uen",
        "uen no",
        "uen number",
        "unique entity",
        "unique entity number",
        "acra",
        "business registration",
        "company registration",
        "registration no",
        "co reg no",
        "gst reg no",
        "roc",
        "pte ltd",
        "pte",
    ],
    check: check_uen,
};

/// The Accounting and Corporate Regulatory Authority's three forms.
fn check_uen(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = candidate.matched().as_bytes();
    let (check, body) = number.split_last()?;
    let values = values(body);
    let fits = match candidate.pattern {
        0 => letter_at(b"XMKECAWLJDB", weighted(&values, &[10, 4, 9, 3, 8, 2, 7, 1])) == Some(*check),
        1 => {
            let sum = weighted(&values, &[10, 8, 6, 4, 9, 7, 5, 3, 1]);
            (1880..2040).contains(&part(&values, 0, 4)) && letter_at(b"ZKCMDNERGWH", sum) == Some(*check)
        }
        _ => {
            // The sum is less by five, which is more by six.
            let sum = weighted(&values, &[4, 3, 5, 3, 10, 2, 2, 5, 7]) + 6;
            let (kinds, _) = KINDS.as_chunks::<2>();
            let known = kinds.iter().any(|kind| body.get(3..5) == Some(kind));
            known && letter_at(ALPHABET, sum) == Some(*check)
        }
    };
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const ALPHABET: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWX0123456789";

/// Kinds of entities, of two letters each.
const KINDS: &[u8] = b"CCCDCHCLCMCPCSCXDPFBFCFMFNGAGBGSHSLLLPMBMCMDMHMMMQNBNRPAPBPFRFRPSMSSTCTUVHXL";

/// Values of digits and, in the alphabet above, of letters.
fn values(body: &[u8]) -> [u8; 9] {
    let mut all = [0; 9];
    for (place, b) in all.iter_mut().zip(body) {
        *place = match b {
            b'0'..=b'9' => b - b'0',
            _ => ALPHABET.iter().position(|known| known == b).unwrap_or(0) as u8,
        };
    }
    all
}

fn letter_at(letters: &[u8], sum: u32) -> Option<u8> {
    letters.get((sum % 11) as usize).copied()
}
