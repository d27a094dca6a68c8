//! Values in context: numbers, codes and passwords that the words around them tell, in wordings that no rule knows: `it's 4471, same as
//! for the shed`, `quote 88-20417 when you ring`, `mein Passwort ist Quittenmarmelade, bitte nicht lachen`.
//!
//! A classifier that learnt from texts reads what no rule has explained ([`masquerade_ner::values`]). It counts where people write from
//! [`PROSE`] on, and elsewhere from [`ELSEWHERE`] on: most codes in programs and their logs are nobody's. So are numbers of goods,
//! standards and measures, whose names in many languages lists have.

use std::{cell::LazyCell, ops::Range};

use masquerade_ner::{
    Level, Model,
    values::{Class, ValueClassifier, Vocabulary, has_digit},
};

use super::{LanguageModel, Scratch, explained::Explained, memory_pool::Lease, place::Places, unnamed_numbers};
use crate::{
    Options,
    catalogue::Catalogue,
    entity::{Label, LabelInfo, Source, Validated, Validation},
    overlap::Hypothesis,
    recognizers::{
        contact::{phone, username},
        identity::{plate, record_numbers::ID_NUMBER_INFO},
        person::{age, birth, date_time},
        secrets::password,
    },
    text::{Field, Span},
};

/// Least probability of a personal value where people write, and elsewhere.
const PROSE: f32 = 0.6;
const ELSEWHERE: f32 = 0.93;
/// Elsewhere of a word without a digit.
const ELSEWHERE_WORDS: f32 = 0.95;
/// The same behind the name of a thing that is nobody's.
const OF_THINGS: f32 = 0.97;
/// Least probability of a value that is told to who asks for less.
const LEAST: f32 = 0.5;

/// The label of a class.
fn info(class: Class) -> Option<&'static LabelInfo> {
    Some(match class {
        Class::Harmless => return None,
        Class::Id => &ID_NUMBER_INFO,
        Class::Secret => &password::INFO,
        Class::User => &username::INFO,
        Class::Phone => &phone::INFO,
        Class::Birth => &birth::INFO,
        Class::Age => &age::INFO,
        Class::Plate => &plate::INFO,
    })
}

impl LanguageModel {
    /// Adds the values in `field` that the words around them tell to `hypotheses`.
    pub(super) fn find_contextual_values(
        &self,
        field: &Field<'_>,
        options: &Options,
        catalogue: &Catalogue,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        let text = field.text;
        // The classifier reads the words of the embedded model.
        if options.ner != Level::Full
            || !self.reads_european
            || !text.bytes().any(|b| b.is_ascii_alphabetic() || b >= 0x80)
        {
            return;
        }
        let Some((classifier, european)) = ValueClassifier::embedded().zip(Model::european()) else { return };
        // Most texts have nothing to ask about.
        let finds = LazyCell::new(|| Finds::new(hypotheses));
        let mut values = Vec::new();
        let is_asked = |place: &Range<usize>| match has_digit(&text[place.clone()]) {
            true => finds.others.gaps(text, place).next().is_some() && !is_constant(&text[place.clone()]),
            false => !finds.overlaps(place),
        };
        let vocabulary = Vocabulary { english: &self.model, european: &european };
        let memory = scratch.lease.get_or_insert_with(|| Lease::of(&self.pool)).memory();
        let mut languages = self.languages();
        let mut places = Places::new(&mut languages, self.reads_european);
        classifier.classify(text, is_asked, vocabulary, &mut memory.values, |place, probabilities| {
            let personal = 1.0 - probabilities[Class::Harmless as usize];
            if personal < LEAST {
                return;
            }
            let class = Class::likeliest(probabilities);
            let Some(label) = finds.label(place, class) else { return };
            let Some(info) = catalogue.info(label) else { return };
            let is_prose = places.of(text, place.start, place.end).is_prose();
            let least = match is_prose {
                _ if !has_digit(&text[place.clone()]) => match class {
                    Class::Secret | Class::User if is_prose => PROSE,
                    Class::Secret | Class::User => ELSEWHERE_WORDS,
                    _ => return,
                },
                _ if finds.others.overlaps(place) => LEAST,
                _ if class != Class::Secret && unnamed_numbers::is_of_things(text, place) => OF_THINGS,
                true => PROSE,
                false => ELSEWHERE,
            };
            let confidence = match personal >= least {
                true => personal.max(info.threshold),
                false => info.threshold * personal / least,
            };
            let spans = match finds.dates.at(place) {
                Some(date) => vec![date.span.range()],
                // The rest of a number of which a part was found.
                None if finds.others.overlaps(place) => finds.others.gaps(text, place).collect(),
                None => vec![place.clone()],
            };
            values.extend(spans.into_iter().map(|span| {
                let span = Span::new(text, span).expect("candidates are whole characters");
                Hypothesis::of_rule(span, info, confidence, options)
            }));
        });
        drop(finds);
        hypotheses.append(&mut values);
    }
}

/// What the rules have found.
struct Finds {
    /// Dates, which are nobody's unless somebody was born then.
    dates: Explained,
    others: Explained,
    /// Names that the models found.
    names: Explained,
}

impl Finds {
    fn new(hypotheses: &[Hypothesis]) -> Self {
        let is_date = |find: &Hypothesis| find.label.name() == date_time::NAME;
        let of_rules = |find: &Hypothesis| find.likely && find.source != Source::Model;
        Self {
            dates: Explained::new(hypotheses, is_date),
            others: Explained::new(hypotheses, |find| of_rules(find) && !is_date(find)),
            names: Explained::new(hypotheses, |find| find.likely && find.source == Source::Model),
        }
    }

    /// Reports whether anything was found at `place`.
    fn overlaps(&self, place: &Range<usize>) -> bool {
        [&self.dates, &self.others, &self.names].into_iter().any(|finds| finds.overlaps(place))
    }

    /// The label of a value of this class at `place`; `None` if what was found there speaks against it.
    fn label(&self, place: &Range<usize>, class: Class) -> Option<Label> {
        // The rest of a number of which a part was found belongs to it, unless that is whole by its checksum.
        if let Some(part) = self.others.at(place) {
            let is_whole = part.validation == Validation::Checksum && part.validated != Validated::Failed;
            return (!is_whole).then_some(part.label);
        }
        let label = Label::new(info(class)?.name);
        (class == Class::Birth || !self.dates.overlaps(place)).then_some(label)
    }
}

/// Reports whether `value` is the name of a constant, or somebody's placeholder: `[NAME_1]`, `OID_X509`.
fn is_constant(value: &str) -> bool {
    /// Most digits at its end.
    const DIGITS: usize = 3;
    let is_part = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    let words = value.split('_').filter(|word| word.bytes().any(|b| b.is_ascii_uppercase())).count();
    let digits = value.bytes().rev().take_while(u8::is_ascii_digit).count();
    value.bytes().all(is_part) && value.contains('_') && words > 0 && (words > 1 || digits <= DIGITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Detector;

    /// The finds in `text` at the defaults: label and text.
    fn found(text: &str, level: Level) -> Vec<(&'static str, &str)> {
        static DETECTOR: std::sync::LazyLock<Detector> =
            std::sync::LazyLock::new(|| Detector::with_model(Vec::new(), Model::embedded().unwrap()).unwrap());
        let options = Options { ner: level, ..Options::new(DETECTOR.default_labels().clone()) };
        let entities = DETECTOR.detect(&[Field::new(text)], &options).remove(0);
        entities.iter().map(|entity| (entity.label.name(), entity.span.slice(text))).collect()
    }

    #[test]
    fn the_words_around_a_value_tell_that_it_is_personal() {
        for (text, expected) in [
            ("the shed is on the same four digits as the garage, 4471, don't lose them", ("PASSWORD", "4471")),
            ("our router came with Quartz!Lamp71 on the label", ("PASSWORD", "Quartz!Lamp71")),
            ("Das Tor geht mit 7714 auf, danach fest drücken", ("PASSWORD", "7714")),
            ("the warden wants the number off the back of the tag, mine says KR 77120", ("ID_NUMBER", "KR 77120")),
            ("the bouncer said my wristband 00417882 was void", ("ID_NUMBER", "00417882")),
        ] {
            assert_eq!(found(text, Level::Full), [expected], "{text}");
            assert_ne!(found(text, Level::Fast), [expected], "the level `fast` asks no classifier: {text}");
        }
    }

    #[test]
    fn words_near_what_names_passwords_and_accounts_may_be_one() {
        for (text, label, value) in [
            ("the wifi is HollyCottage, password threegreengeese. Bins go out tonight", "PASSWORD", "threegreengeese"),
            ("wifi heslo na chatě: smrkovejles, kdyby něco", "PASSWORD", "smrkovejles"),
            ("mein Passwort ist Quittenmarmelade, bitte nicht lachen", "PASSWORD", "Quittenmarmelade"),
            ("My ancestry login's mavisgrand, can you look?", "USERNAME", "mavisgrand"),
        ] {
            assert!(found(text, Level::Full).contains(&(label, value)), "{text}: {:?}", found(text, Level::Full));
        }
        for text in [
            "the password is required for this page",
            "please enter your password and press the button",
            "login failed for this account, try again later",
            "the password must contain a symbol and a capital",
            "das Passwort muss geändert werden",
            "pass me the salt, please, and the user manual",
            "def login(user, password): return check(user, password)",
        ] {
            assert!(found(text, Level::Full).is_empty(), "{text}: {:?}", found(text, Level::Full));
        }
    }

    #[test]
    fn the_rest_of_a_number_is_masked_beside_the_part_that_was_found() {
        let text = "The old electric was under 2100 0417 88 6320, the letter says";
        let masked: String = found(text, Level::Full).iter().map(|(_, part)| *part).collect();
        assert_eq!(masked.replace(' ', ""), "21000417886320");
        assert_eq!(
            found("Pt Roe. MRN 00418872, admitted", Level::Full).last(),
            Some(&("MEDICAL_RECORD_NUMBER", "00418872"))
        );
    }

    #[test]
    fn numbers_that_are_nobodys_are_left_alone() {
        for text in [
            "the recipe says 4471 grams for 80 people",
            "the paper cites 88-20417 as the catalogue number of the lens",
            "Version 4417-22 of the form replaces version 4416",
            "the score was 4471 to 4470 after 300 rounds",
            "platform 7714 does not exist",
            "the year 1974 on 3 March was cold",
            "chapter 4417 of the code of canon law",
            "let buffer = vec![0u8; 88204]; // offset 66-0412",
            "my number is [NOBODY_1], and my code is <NAME_22>",
            "the hut is at grid reference 4471 on the map",
            "4471",
            "4471 4472 4473 4474",
        ] {
            assert!(found(text, Level::Full).is_empty(), "{text}: {:?}", found(text, Level::Full));
        }
    }

    #[test]
    fn a_subset_of_labels_loses_nothing() {
        let detector = Detector::with_model(Vec::new(), Model::embedded().unwrap()).unwrap();
        let text = "the bouncer said my wristband 00417882 was void, and the gate takes 4471 as ever";
        let of = |labels: &[&str]| {
            let options = Options { ner: Level::Full, ..Options::new(detector.select(labels).unwrap()) };
            detector.detect(&[Field::new(text)], &options).remove(0)
        };
        assert_eq!(of(&["ID_NUMBER"]).len(), 1);
        assert!(of(&["EMAIL_ADDRESS"]).is_empty());
    }
}
