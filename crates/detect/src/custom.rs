//! [`CustomRecognizer`]: a recognizer that a user describes by a regular expression and context words.

use std::{
    borrow::Cow,
    collections::HashSet,
    fmt,
    sync::{LazyLock, Mutex, PoisonError},
};

use super::{Candidate, Finder, Finding, Pattern, Rule, checksum::CHECKSUMS};
use masquerade_scan::{RegexError, check_size, parse};

use crate::entity::{Handling, Label, LabelInfo, Validation};

/// Labels that have no built-in recognizer, and whose finds are ordinary words: characters drawn in their place would
/// not be words.
const WORDS: [&str; 2] = ["MEDICAL_CONDITION", "MEDICATION"];

/// The description of a recognizer.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomRecognizer {
    /// The name of the recognizer in error messages.
    pub name: String,
    /// The label it reports; may be a built-in one.
    pub label: Label,
    /// The description that is published with the label.
    pub description: String,
    /// The regular expression, in `regex-syntax`'s language.
    pub regex: String,
    /// The probability that a match is right without context, in `(0, 1]`.
    pub score: f32,
    /// The probability that a match is right with a context word nearby, in `(0, 1]`.
    pub score_in_context: f32,
    /// Context words, in lower case.
    pub context: Vec<String>,
    /// The name of a checksum that a match must pass, one of [`checksums`](crate::checksums).
    pub checksum: Option<String>,
    /// The place of its definition (`file:line`), for error messages.
    pub place: String,
}

/// A recognizer that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomError {
    /// The recognizer's name.
    pub name: String,
    /// The place of its definition.
    pub place: String,
    /// The fault.
    pub problem: Problem,
}

/// The fault of a recognizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The regular expression cannot be used.
    Regex(RegexError),
    /// The name of the checksum is unknown. The known names are given.
    Checksum(Vec<&'static str>),
    /// A score is not a probability in `(0, 1]`, or the one in context is the lower one.
    Score,
}

impl fmt::Display for CustomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: recognizer `{}`: {}", self.place, self.name, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regex(error) => error.fmt(f),
            Self::Checksum(known) => write!(f, "there is no such checksum; there are {}", known.join(", ")),
            Self::Score => f.write_str("scores lie above 0 and up to 1, and the one in context is not the lower one"),
        }
    }
}

impl std::error::Error for CustomError {}

/// The rule of a custom recognizer.
///
/// # Errors
/// If its regular expression, its checksum or its scores cannot be used.
pub fn rule(custom: &CustomRecognizer) -> Result<Rule, CustomError> {
    check(custom).map_err(|problem| CustomError { name: custom.name.clone(), place: custom.place.clone(), problem })
}

fn check(custom: &CustomRecognizer) -> Result<Rule, Problem> {
    let hir = parse(&custom.regex).map_err(Problem::Regex)?;
    check_size(&hir).map_err(Problem::Regex)?;
    let (score, in_context) = (custom.score, custom.score_in_context);
    if !(score > 0.0 && score <= in_context && in_context <= 1.0) {
        return Err(Problem::Score);
    }
    let (validation, check): (_, fn(&Candidate<'_>) -> _) = match &custom.checksum {
        None => (Validation::None, |candidate| candidate.whole()),
        Some(name) => {
            let known = || CHECKSUMS.iter().map(|(known, _)| *known).collect();
            let at = CHECKSUMS.iter().position(|(known, _)| known == name);
            (Validation::Checksum, CHECKED[at.ok_or_else(|| Problem::Checksum(known()))?])
        }
    };
    let name = custom.label.name();
    let handling = if WORDS.contains(&name) { Handling::COMMON } else { Handling::CUSTOM };
    let info = LabelInfo { validation, ..LabelInfo::new(name, intern(&custom.description), "", handling) };
    let finder = Finder::Regex(Cow::Owned(custom.regex.clone()));
    Ok(Rule {
        info,
        patterns: Cow::Owned(vec![Pattern { finder, bare: score, supported: in_context, begins: None }]),
        context: custom.context.iter().cloned().map(Cow::Owned).collect(),
        check,
    })
}

/// The check of a rule for each of [`CHECKSUMS`]: a rule's check is a plain function.
const CHECKED: [fn(&Candidate<'_>) -> Option<Finding>; CHECKSUMS.len()] = [
    checked::<0>,
    checked::<1>,
    checked::<2>,
    checked::<3>,
    checked::<4>,
    checked::<5>,
    checked::<6>,
    checked::<7>,
    checked::<8>,
];

fn checked<const N: usize>(candidate: &Candidate<'_>) -> Option<Finding> {
    (CHECKSUMS[N].1)(candidate.matched()).then(|| candidate.whole()).flatten()
}

/// `text` for the life of the process, kept once. Descriptions come from the operator, not from requests.
fn intern(text: &str) -> &'static str {
    static TEXTS: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let kept: &'static str = Box::leak(text.into());
    texts.insert(kept);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Detector, Form, Options};
    use crate::{entity::Label, text::Field};

    fn badge() -> CustomRecognizer {
        CustomRecognizer {
            name: "badge".to_owned(),
            label: Label::new("BADGE"),
            description: "A badge".to_owned(),
            regex: r"\bB-\d{4}\b".to_owned(),
            score: 0.4,
            score_in_context: 0.9,
            context: vec!["badge".to_owned()],
            checksum: Some("luhn".to_owned()),
            place: "masquerade.toml:7".to_owned(),
        }
    }

    #[test]
    fn a_configured_recognizer_is_a_rule_like_any_other() {
        let detector = Detector::with_rules(vec![rule(&badge()).unwrap()]).unwrap();
        let options = Options::new(detector.default_labels().clone());
        for (text, expected) in [("badge B-1230", 1), ("B-1230", 0), ("badge B-1234", 0), ("badge XB-1230", 0)] {
            assert_eq!(detector.detect(&[Field::new(text)], &options)[0].len(), expected, "{text}");
        }
        assert_eq!(detector.labels()[0].description, "A badge");
    }

    #[test]
    fn what_is_wrong_is_told_with_name_and_place() {
        for (custom, expected) in [
            (
                CustomRecognizer { regex: "(".to_owned(), ..badge() },
                "the regular expression is malformed: unclosed group",
            ),
            (CustomRecognizer { regex: "a*".to_owned(), ..badge() }, "the regular expression matches the empty text"),
            (CustomRecognizer { score: 0.95, ..badge() }, "scores lie above 0"),
            (CustomRecognizer { score: f32::NAN, ..badge() }, "scores lie above 0"),
            (
                CustomRecognizer { checksum: Some("crc".to_owned()), ..badge() },
                "there is no such checksum; there are damm",
            ),
        ] {
            let error = rule(&custom).unwrap_err().to_string();
            assert!(error.starts_with(&format!("masquerade.toml:7: recognizer `badge`: {expected}")), "{error}");
        }
    }

    #[test]
    fn every_checksum_has_its_own_check() {
        for (name, check) in CHECKSUMS {
            let custom =
                CustomRecognizer { checksum: Some((*name).to_owned()), regex: "[0-9X]{4,16}".to_owned(), ..badge() };
            let rule = rule(&custom).unwrap();
            for number in 1000..1200 {
                let text = number.to_string();
                let candidate =
                    Candidate { field: &Field::new(&text), range: 0..4, pattern: 0, form: Form::Shape, name: "" };
                assert_eq!((rule.check)(&candidate).is_some(), check(&text), "{name} {text}");
            }
        }
    }
}
