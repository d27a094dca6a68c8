//! [`Reader`]: what the language model says of a text, fitted among what the rules found.
//!
//! 1. Texts that can hold no name are not read, and the model's memory is not touched for them.
//! 2. A short value is read behind the name of its field (`first name: …`), as in a form.
//! 3. In texts that are plainly not English only what the model is sure of counts: it was trained for English,
//!    and other languages begin other words with capitals.
//! 4. A single word that is an ordinary word, too, counts only if the model is sure of it.
//! 5. What the rules know better is cut out of mentions (`fit`); the rest is for `resolve` to decide.

mod fit;
mod language;

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use self::fit::Fitting;
use super::{
    Options,
    catalogue::Catalogue,
    common_words::is_common_word,
    overlap::{CERTAIN, Hypothesis, quantize, reaching},
};
use crate::{
    entity::{Label, LabelInfo, Source, Validation},
    text::{Field, Span},
};
use masquerade_ner::{Level, Mention, Model, Thresholds, Type};

/// From this presence on a mention counts in a text that is not English.
const FOREIGN: f32 = 0.8;
/// From this presence on a word that is a name as well as an ordinary word is taken for a name.
const PLAIN: f32 = 0.7;
/// Longest value that is read behind the name of its field, in bytes: longer ones are prose.
const MAX_VALUE: usize = 96;
/// Longest name that is put before it.
const MAX_NAME: usize = 48;

/// The model, and the memory of those who are reading.
pub struct Reader {
    model: Arc<Model>,
    /// Memory that nobody uses at the moment: as much of it as there ever were readers at a time.
    idle: Arc<Idle>,
}

type Idle = Mutex<Vec<Box<masquerade_ner::Scratch>>>;

/// Memory of one caller.
#[derive(Default)]
pub struct Scratch {
    lease: Option<Lease>,
    /// A value behind the name of its field.
    line: String,
    fitting: Fitting,
}

/// The model's memory, lent for as long as its caller has more to read.
struct Lease {
    /// `None` only while it is given back.
    memory: Option<Box<masquerade_ner::Scratch>>,
    idle: Arc<Idle>,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).extend(self.memory.take());
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader(…)")
    }
}

/// The label that a type is reported as.
pub fn label(kind: Type) -> Label {
    match kind {
        Type::Person => Label::PERSON,
        Type::Location => Label::LOCATION,
        Type::Organization => Label::ORGANIZATION,
        Type::Nrp => Label::NRP,
    }
}

impl Reader {
    /// A reader with this model.
    pub fn new(model: Arc<Model>) -> Self {
        Self { model, idle: Arc::default() }
    }

    /// What is published of a label: of one of the model's, with its threshold.
    pub fn described(&self, info: LabelInfo) -> LabelInfo {
        let mut kinds = Type::ALL.into_iter().zip(self.model.thresholds());
        match kinds.find(|(kind, _)| label(*kind).name() == info.name) {
            Some((_, threshold)) => LabelInfo { threshold: *threshold, ..info },
            None => info,
        }
    }

    /// Adds what the model finds in `field` to what the rules found, which `hypotheses` holds.
    pub fn read(
        &self,
        field: &Field<'_>,
        options: &Options,
        catalogue: &Catalogue,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        if options.ner == Level::Off || !language::may_hold_names(field.text) {
            return;
        }
        let is_foreign = language::is_foreign(field.text);
        let own = |kind: Type| catalogue.info(label(kind)).map_or(1.0, |info| info.threshold);
        let wanted = |kind: Type| {
            let threshold = options.threshold.filter(|_| options.labels.contains(label(kind)));
            threshold.unwrap_or_else(|| if is_foreign { own(kind).max(FOREIGN) } else { own(kind) })
        };
        let thresholds: Thresholds = Type::ALL.map(wanted);
        let Scratch { lease, line, fitting } = scratch;
        let mentions = self.mentions(field, options.ner, &thresholds, lease, line);
        if mentions.is_empty() {
            return;
        }
        fitting.begin(hypotheses);
        for mention in mentions.iter().filter(|mention| !is_doubtful(field.text, mention)) {
            let hypothesis = |span: Span, kind: Type, confidence: f32| {
                let (label, wanted) = (label(kind), wanted(kind));
                let asked = options.labels.contains(label);
                let (likely, reported) = (mention.presence >= own(kind), asked && mention.presence >= wanted);
                // That it is personal data of some kind is what the threshold is for.
                let confidence = quantize(confidence).max(reaching(wanted.min(mention.presence)));
                let (validation, source) = (Validation::LanguageModel, Source::Model);
                let floor = reaching(wanted);
                let transparent = false;
                Hypothesis { span, label, confidence, validation, source, likely, reported, asked, transparent, floor }
            };
            fitting.fit(field.text, mention, |span| {
                hypotheses.push(hypothesis(span, mention.kind, mention.confidence));
                if let Some((kind, confidence)) = mention.alternative {
                    let confidence = quantize(confidence).min(CERTAIN);
                    let other = hypothesis(span, kind, 0.0);
                    hypotheses.push(Hypothesis { confidence, likely: false, reported: false, ..other });
                }
            });
        }
    }

    /// The mentions of a field's text.
    fn mentions(
        &self,
        field: &Field<'_>,
        level: Level,
        thresholds: &Thresholds,
        lease: &mut Option<Lease>,
        line: &mut String,
    ) -> Vec<Mention> {
        let lease = lease.get_or_insert_with(|| self.lend());
        let Some(memory) = &mut lease.memory else { return Vec::new() };
        let key = field.key.filter(|key| field.text.len() <= MAX_VALUE && is_word_like(key));
        let Some(key) = key else { return self.model.mentions(field.text, level, thresholds, memory) };
        line.clear();
        push_words(key, line);
        line.push_str(": ");
        let before = line.len();
        line.push_str(field.text);
        let found = self.model.mentions(line, level, thresholds, memory);
        let within = |mention: Mention| {
            let (start, end) = (mention.span.start().max(before), mention.span.end());
            let span = Span::new(field.text, start.checked_sub(before)?..end.checked_sub(before)?)?;
            (!span.is_empty()).then_some(Mention { span, ..mention })
        };
        found.into_iter().filter_map(within).collect()
    }

    fn lend(&self) -> Lease {
        let memory = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        Lease { memory: Some(memory), idle: Arc::clone(&self.idle) }
    }
}

/// Whether `mention` is a person of one word that is an ordinary word, too, and the model is not sure of it.
fn is_doubtful(text: &str, mention: &Mention) -> bool {
    let found = mention.span.slice(text);
    let is_single = !found.bytes().any(|b| b.is_ascii_whitespace());
    mention.kind == Type::Person && is_single && mention.presence < PLAIN && is_common_word(found)
}

/// Whether the name of a field is made of words.
fn is_word_like(key: &str) -> bool {
    let stands = |b: u8| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-' | b'.' | b' ');
    key.len() <= MAX_NAME && key.bytes().all(stands) && key.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Adds the words of a name such as `firstName` or `first_name` to `line`.
fn push_words(key: &str, line: &mut String) {
    let mut last = ' ';
    for c in key.chars() {
        let c = if c.is_ascii_alphabetic() { c } else { ' ' };
        if last.is_ascii_lowercase() && c.is_ascii_uppercase() {
            line.push(' ');
        }
        line.push(c.to_ascii_lowercase());
        last = c;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_names_too_need_a_sure_model() {
        let mention = |text: &str, presence: f32| {
            let span = Span::new(text, 0..text.len()).unwrap();
            Mention { span, kind: Type::Person, presence, confidence: presence, alternative: None }
        };
        assert!(is_doubtful("Will", &mention("Will", 0.5)) && !is_doubtful("Will", &mention("Will", 0.9)));
        assert!(!is_doubtful("Jane", &mention("Jane", 0.5)) && !is_doubtful("Will Roe", &mention("Will Roe", 0.5)));
    }

    #[test]
    fn names_of_fields_become_words() {
        let words = |key: &str| {
            let mut line = String::new();
            push_words(key, &mut line);
            line
        };
        assert_eq!(words("firstName"), "first name");
        assert_eq!(words("FIRST_NAME"), "first name");
        assert_eq!(words("customer.city"), "customer city");
        assert!(is_word_like("firstName") && !is_word_like("x1") && !is_word_like("_") && !is_word_like("é"));
    }
}
