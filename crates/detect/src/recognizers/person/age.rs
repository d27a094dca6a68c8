//! Ages of people.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::support::neighbours::continues;
use crate::recognizers::support::value::token;
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HIPAA],
        validation: Validation::Structure,
        languages: &["en", "de", "fr", "es", "it", "pt", "nl", "pl"],
        ..LabelInfo::new(
            "AGE",
            "The age of a person in years, months or weeks.",
            "34 years old",
            Handling { surrogate: Surrogate::Age, ..Handling::COMMON },
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{1,3}[ -](?i:years?|yrs?|months?|weeks?)[ -](?i:old|of age)", 0.85, 0.95),
        Pattern::regex("[0-9]{1,3}[ -]?(?i:y/o|yo|y\\.o\\.?|yrs old)", 0.75, 0.95),
        Pattern::regex("[0-9]{1,3} (?i:jahre|monate|wochen) (?i:alt|jung)", 0.85, 0.95),
        Pattern::regex("[0-9]{1,3}[ -]?(?i:jährige?[rnsm]?|jarige?)", 0.7, 0.95),
        Pattern::regex("[0-9]{1,3} (?i:jaar oud|anos de idade|años de edad|anni di età|ans révolus)", 0.85, 0.95),
        // These are also spans of time.
        Pattern::regex("[0-9]{1,3} (?i:ans|años|anni|anos|jaar|lat)", 0.3, 0.85),
        Pattern::regex(
            "(?i:aged?|age of|at the age of|turned|turning|âgée? de|im alter von|edad de|wiek) [0-9]{1,3}",
            0.8,
            0.95,
        ),
        // (34M), (27 f)
        Pattern::regex(r"\([1-9][0-9] ?[MFmf]\)", 0.7, 0.9),
        Pattern::key(
            keys![
                "age",
                "patient age",
                "alter",
                "âge",
                "edad",
                "età",
                "idade",
                "leeftijd",
                "wiek",
                "ålder",
                "возраст",
                "年齢",
                "年龄",
                "나이"
            ],
            0.8,
        ),
    ]),
    context: words![
        "age", "aged", "old", "patient", "man", "woman", "boy", "girl", "male", "female", "child", "son", "daughter",
        "born", "birthday", "alter", "alt", "âge", "âgé", "âgée", "fille", "garçon", "homme", "femme", "fils", "edad",
        "tiene", "hombre", "mujer", "hijo", "hija", "niño", "niña", "età", "uomo", "donna", "figlio", "idade", "tem",
        "homem", "mulher", "leeftijd", "ha", "il a", "elle a", "j'ai", "qui a",
    ],
    check,
}];

/// Oldest age in years, a little above the oldest that is proven.
const OLDEST: u16 = 125;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range, matched) = (candidate.field.text, &candidate.range, candidate.matched());
    let place = match candidate.pattern {
        6 => range.start + matched.rfind(' ')? + 1..range.end,
        7 => range.start + 1..range.end - 1,
        8 => token(candidate, b"")?,
        _ => range.clone(),
    };
    let found = text.get(place.clone())?;
    let digits = found.bytes().take_while(u8::is_ascii_digit).count();
    let number: u16 = found.get(..digits)?.parse().ok()?;
    // Behind a name nothing but the number counts: `age: 3600s` is none of a person.
    let plain = candidate.pattern != 8 || digits == found.len() && candidate.form != Form::Setting && number > 0;
    // "turned 180 degrees", "aged 20 %".
    let unit = candidate.pattern == 6 && text.get(range.end..)?.trim_start().starts_with(['%', '°', '$', '€']);
    let turned = candidate.pattern == 6
        && matched.as_bytes().first().is_some_and(|b| b.eq_ignore_ascii_case(&b't'))
        && number < 10;
    (number <= OLDEST && plain && !unit && !turned && !continues(text, &place)).then(|| candidate.part(place))?
}
