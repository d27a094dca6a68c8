//! Identifiers of persons in Estonia, Latvia and Lithuania.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, is_date, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[EE_IK, LT_AK, LV_PK];

const EE_IK: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::EE, Group::EU],
        aliases: &["EE_ISIKUKOOD", "ISIKUKOOD", "ESTONIA_PERSONAL_CODE"],
        validation: Validation::Checksum,
        languages: &["et", "en"],
        ..LabelInfo::new(
            "EE_IK",
            "The personal identification code of a person in Estonia.",
            "37605030299",
            Handling::IDENTIFIER,
        )
    },
    // One number in 350 passes.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{11}", 0.3, 0.97)]),
    context: words![
        "isikukood",
        "isikukoodi",
        "isikukoodiga",
        "ik",
        "estonian id",
        "estonian personal code",
        "personal identification code",
        "personal code",
        "national id",
    ],
    check: check_baltic,
};

const LT_AK: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::LT, Group::EU],
        aliases: &["LT_ASMENS_KODAS", "ASMENS_KODAS", "LITHUANIA_PERSONAL_CODE"],
        validation: Validation::Checksum,
        languages: &["lt", "en"],
        ..LabelInfo::new("LT_AK", "The personal code of a person in Lithuania.", "33309240064", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{11}", 0.3, 0.97),
        // The name says little, but a date of birth and a check digit do not meet behind it by chance.
        Pattern::regex("(?i:(?:person(?:al)?_?)?code|kodas)[=:] ?[0-9]{11}", 0.9, 0.97),
    ]),
    context: words![
        "asmens kodas",
        "asmens kodo",
        "asmens kodą",
        "a.k",
        "ak",
        "lithuanian id",
        "lithuanian personal code",
    ],
    check: check_baltic,
};

/// Estonia's standard EVS 585 and Lithuania's population register: sex and century, date of birth, a serial
/// number, and a check digit modulo 11 by the second row of weights where the first one gives 10.
fn check_baltic(candidate: &Candidate<'_>) -> Option<Finding> {
    let name = candidate.matched().len().checked_sub(11)?;
    let place = candidate.range.start + name..candidate.range.end;
    let number = digits::<11>(candidate.matched().get(name..)?)?;
    let century = match part(&number, 0, 1) {
        sex @ 1..=8 => 1800 + (sex - 1) / 2 * 100,
        _ => return None,
    };
    let is_born = is_date(century + part(&number, 1, 2), part(&number, 3, 2), part(&number, 5, 2));
    let check = match weighted(&number, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11 {
        10 => weighted(&number, &[3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 % 10,
        check => check,
    };
    (is_born && check == part(&number, 10, 1) && stands_alone(candidate)).then(|| candidate.part(place))?
}

const LV_PK: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::LV, Group::EU],
        aliases: &["LV_PERSONAS_KODS", "PERSONAS_KODS", "LATVIA_PERSONAL_CODE"],
        validation: Validation::Structure,
        languages: &["lv", "en"],
        ..LabelInfo::new("LV_PK", "The personal code of a person in Latvia.", "161175-19997", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        // With a date and a check digit one in a thousand passes, without them two in a hundred.
        Pattern::regex("[0-9]{6}-[0-9]{5}", 0.7, 0.98),
        Pattern::regex("[0-9]{6}-[0-9]{5}", 0.4, 0.96),
        Pattern::regex("[0-9]{11}", 0.1, 0.92),
    ]),
    context: words![
        "personas kods",
        "personas koda",
        "personas kodu",
        "personas kodam",
        "p.k",
        "pk",
        "latvian id",
        "latvian personal code",
        "personal code",
        "national id",
    ],
    check: check_latvian,
};

/// Act on the register of natural persons: until June 2017 the day of birth, the century and a serial number,
/// with a check digit; since then 32 and digits without a meaning.
fn check_latvian(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    let (day, month, year) = (part(&number, 0, 2), part(&number, 2, 2), part(&number, 4, 2));
    let is_born = is_date(1800 + part(&number, 6, 1) * 100 + year, month, day) && part(&number, 6, 1) <= 2;
    let check = (1 + weighted(&number, &[10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11 % 10;
    let fits = match candidate.pattern {
        1 => day == 32 || is_born,
        _ => (day == 32 || is_born) && check == part(&number, 10, 1),
    };
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn a_name_of_codes_may_stand_before() {
        for (text, expected) in [
            ("code=33309240064", Some("33309240064")),
            ("33309240064", Some("33309240064")),
            ("code=33309240065", None),
        ] {
            let field = Field::new(text);
            let candidate = Candidate { field: &field, range: 0..text.len(), pattern: 1, form: Form::Shape, name: "" };
            assert_eq!(check_baltic(&candidate).map(|found| &text[found.range]), expected, "{text}");
        }
    }
}
