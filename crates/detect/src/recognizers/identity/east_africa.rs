//! Identifiers of the states of East Africa.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, is_date, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[KE_PIN, TZ_NIDA, UG_NIN];

const KE_PIN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::KE],
        aliases: &["KRA_PIN", "KENYA_PIN"],
        validation: Validation::Structure,
        languages: &["en", "sw"],
        ..LabelInfo::new(
            "KE_PIN",
            "The tax number of a person or company in Kenya.",
            "P051365947M",
            Handling::IDENTIFIER,
        )
    },
    // Persons' begin with A, companies' with P: of random codes of this shape one in thirteen.
    patterns: Cow::Borrowed(&[Pattern::regex(r"[AP][0-9]{9}[A-Z]", 0.6, 0.97)]),
    context: words!["kra", "kra pin", "pin", "pin number", "tax pin", "itax"],
    check: check_ke_pin,
};

fn check_ke_pin(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = candidate.matched().get(1..10)?;
    (number.starts_with('0') && stands_alone(candidate)).then(|| candidate.whole())?
}

const TZ_NIDA: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::TZ],
        aliases: &["NIDA", "TANZANIA_NATIONAL_ID"],
        validation: Validation::Structure,
        languages: &["sw", "en"],
        ..LabelInfo::new(
            "TZ_NIDA",
            "The national number of a person in Tanzania, which holds the date of birth.",
            "19850412-14101-00001-23",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"(?:19|20)[0-9]{6}-[0-9]{5}-[0-9]{5}-[0-9]{2}", 0.96, 0.99),
        Pattern::regex(r"(?:19|20)[0-9]{18}", 0.4, 0.96),
    ]),
    context: words!["nida", "namba ya nida", "kitambulisho", "kitambulisho cha taifa", "national id", "tanzanian id"],
    check: check_tz_nida,
};

fn check_tz_nida(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<20>(candidate.matched())?;
    let is_born = is_date(part(&number, 0, 4), part(&number, 4, 2), part(&number, 6, 2));
    (is_born && stands_alone(candidate)).then(|| candidate.whole())?
}

const UG_NIN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UG],
        aliases: &["UGANDA_NIN", "NIRA_NIN"],
        validation: Validation::Structure,
        languages: &["en", "sw"],
        ..LabelInfo::new("UG_NIN", "The national number of a person in Uganda.", "CM85041100ABCD", Handling::IDENTIFIER)
    },
    // Citizen, sex, year of birth, district, number: few other codes are like it.
    patterns: Cow::Borrowed(&[Pattern::regex(r"C[MF][0-9]{5}[0-9A-Z]{7}", 0.85, 0.98)]),
    context: words!["nin", "nira", "ndaga muntu", "national id", "national identification number", "ugandan id"],
    check: check_ug_nin,
};

fn check_ug_nin(candidate: &Candidate<'_>) -> Option<Finding> {
    let letters = candidate.matched().bytes().skip(7).filter(u8::is_ascii_uppercase).count();
    (letters > 1 && stands_alone(candidate)).then(|| candidate.whole())?
}
