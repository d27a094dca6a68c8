//! [`LanguageModel`]: the mentions that the language model finds, reconciled with the finds of the rules.
//!
//! 1. Texts that can hold no name are skipped, and the model's memory is not touched for them.
//! 2. A short value is read behind the name of its field (`first name: …`), as in a form.
//! 3. The language of a text is told stretch by stretch, by its letters and small words (`language`,
//!    `function_words`). One model reads English, another one the other European languages in Latin letters.
//! 4. The head noun of a mention of several words tells its type (`head_nouns`). It goes on behind a word that links its parts
//!    (`link_words`) and to the noun of a body, mentions of two names are cut (`joints`), and a name is told from the words
//!    around it (`bounds`).
//! 5. The kind of text around a mention is told (`place`: prose, another language, code, comment, log). A mention counts if
//!    there is evidence enough for its place (`evidence`): the models were trained on prose; elsewhere lists of names and
//!    titles must speak for it, too.
//!    Roles in salutations (`Liebe Eltern`) and names of fields (`field_names`) are no names, nor are things (`false_positives`).
//! 6. Labels that a model of the caller's own finds are left to it (`external`).
//! 7. Names that lists alone tell (`listed_names`) numbers that their form tells (`unnamed_numbers`) and values that the words
//!    around them tell (`contextual_values`) are added, and persons in Cyrillic and Greek, which are read in Latin letters (`readings`).
//! 8. Finds that the rules have checked are cut out of mentions (`reconcile`); `overlap` decides among the rest.

mod addressees;
mod answers;
mod attendance;
mod bounds;
mod case_forms;
mod case_variants;
mod code_line;
mod contextual_values;
mod doubt;
mod drugs;
mod escapes;
mod evidence;
mod explained;
pub mod external;
pub(crate) mod false_positives;
mod family_names;
mod field_names;
mod formulas;
pub mod function_words;
mod head_nouns;
mod inverted_names;
mod inverted_rows;
mod joints;
mod language;
mod link_words;
mod listed_names;
mod lone_name;
mod markup;
mod memory_pool;
mod merge;
mod models;
mod name_lists;
mod name_rows;
mod peoples_names;
mod person_joints;
mod person_members;
mod person_parts;
mod place;
mod readings;
mod reconcile;
mod repeated_word_names;
mod role_speakers;
mod rosters;
mod sentence_beginnings;
mod sign_offs;
mod small_names;
mod speakers;
mod spellings;
pub(crate) mod technical;
mod titled;
mod told_persons;
mod transliterated_names;
mod unnamed_numbers;
mod word_first_names;
mod word_name_neighbours;
mod word_names;
mod words;

use std::{fmt, sync::Arc};

pub use self::models::Models;
use self::{
    field_names::FieldNames,
    function_words::is_function_word,
    language::{Language, Languages, Vocabulary},
    lone_name::LoneName,
    memory_pool::{Lease, Memory, Pool},
    place::{Place, Places},
    reconcile::Reconciler,
    told_persons::Reading,
    words::Words,
};
use super::{
    Options,
    catalogue::Catalogue,
    context::Contexts,
    keys::Keys,
    overlap::{CERTAIN, Hypothesis, quantize, reaching},
};
use crate::{
    entity::{Label, LabelInfo, LabelSet, Source, Validated, Validation},
    recognizers::support::salutation::addresses_roles,
    text::{Field, Span, identifier},
};
use masquerade_ner::{Level, Mention, Model, Thresholds, Type};

/// Longest value that is read behind the name of its field, in bytes: longer ones are prose.
const MAX_VALUE: usize = 96;
/// Longest name of a field that is put before its value, in bytes.
const MAX_NAME: usize = 48;

/// The models with a pool of the memory that they work in.
pub struct LanguageModel {
    model: Arc<Model>,
    /// True if texts in other European languages are read by the embedded model for these.
    reads_european: bool,
    pool: Arc<Pool>,
}

/// The parts of a detector that its language model asks.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The labels and their thresholds.
    pub catalogue: &'a Catalogue,
    /// Labels whose mentions are left to another model.
    pub replaced: &'a LabelSet,
    /// The names of fields that introduce values.
    pub keys: &'a Keys,
    /// The words that support rules.
    pub contexts: &'a Contexts,
}

/// The work of the models for one field.
struct Asked {
    level: Level,
    thresholds: Thresholds,
    /// Set if the caller named no threshold.
    is_default: bool,
}

impl Asked {
    /// The thresholds for `model`, which is calibrated apart from the one whose defaults the labels have: by default, its
    /// own where they are higher.
    fn stricter(&self, model: &Model) -> Thresholds {
        let mut thresholds = self.thresholds;
        if self.is_default {
            for (threshold, own) in thresholds.iter_mut().zip(model.thresholds()) {
                *threshold = threshold.max(*own);
            }
        }
        thresholds
    }
}

/// Buffers of one caller, kept from field to field.
#[derive(Default)]
pub struct Scratch {
    lease: Option<Lease>,
    /// A value behind the name of its field.
    line: String,
    reconciler: Reconciler,
}

impl fmt::Debug for LanguageModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LanguageModel(…)")
    }
}

/// The label of a type of mentions.
pub fn label(kind: Type) -> Label {
    match kind {
        Type::Person => Label::PERSON,
        Type::Location => Label::LOCATION,
        Type::Organization => Label::ORGANIZATION,
        Type::Nrp => Label::NRP,
    }
}

/// `info` with the threshold that `model` is calibrated for, if it finds that label.
pub fn with_threshold(model: &Model, info: LabelInfo) -> LabelInfo {
    let mut kinds = Type::ALL.into_iter().zip(model.thresholds());
    match kinds.find(|(kind, _)| label(*kind).name() == info.name) {
        Some((_, threshold)) => LabelInfo { threshold: *threshold, ..info },
        None => info,
    }
}

impl LanguageModel {
    /// A language model with an empty pool. The embedded model for English has one for other European languages beside
    /// it; any other model reads all languages alone.
    pub fn new(model: Arc<Model>) -> Self {
        let reads_european = Model::embedded().is_some_and(|embedded| Arc::ptr_eq(&embedded, &model));
        Self { model, reads_european, pool: Arc::default() }
    }

    /// The languages of the stretches of a text, none of which is told yet.
    fn languages(&self) -> Languages {
        Languages::new(self.reads_european.then(|| Vocabulary { english: Arc::clone(&self.model) }))
    }

    /// The words that the models know.
    fn words(&self) -> Words<'_> {
        Words { model: &self.model, reads_european: self.reads_european }
    }

    /// Reports whether `word`, in any case, is no name of a person in the lists, and a place or a word that texts often have.
    pub fn is_no_name(&self, word: &str) -> bool {
        let words = self.words();
        let classes = words.classes(word);
        let is_frequent = || [Place::Prose, Place::European].into_iter().any(|place| words.is_frequent(word, place));
        let is_other = || classes & words::OTHERS != 0 || is_frequent();
        is_function_word(&word.to_lowercase()) || classes & words::NAMES == 0 && is_other()
    }

    /// As [`Self::find`], of a text as it stands.
    fn find_in_clear(
        &self,
        field: &Field<'_>,
        options: &Options,
        known: &Known<'_>,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        let words = self.words();
        let lone = LoneName::of(&words, field);
        if lone.is_none() && !language::may_hold_names(field.text) {
            return;
        }
        let Known { catalogue, replaced, keys, contexts } = *known;
        let default =
            |kind: Type| catalogue.info(label(kind)).expect("the model's labels are in the catalogue").threshold;
        let threshold = |kind: Type| {
            let threshold = options.threshold.filter(|_| options.labels.contains(label(kind)));
            threshold.unwrap_or_else(|| default(kind))
        };
        let thresholds: Thresholds = Type::ALL.map(threshold);
        let Scratch { lease, line, reconciler } = scratch;
        let mut languages = self.languages();
        let readable = spellings::with_case(escapes::blanked(field.text));
        let readable = Field { text: &readable, ..*field };
        let asked = Asked { level: options.ner, thresholds, is_default: options.threshold.is_none() };
        let (all, first_names) = self.mentions(&readable, &asked, lease, line, &mut languages);
        let all = match lone {
            Some(lone) => self.lone(lone, field.text, all, &asked, lease, line),
            None => all,
        };
        let answers = answers::places(&words, field.text);
        let mut places = Places::new(&mut languages, self.reads_european);
        let mentions = named(&words, field.text, all, first_names, &mut places, default(Type::Person));
        let mut mentions = answers::with_answers(&words, field.text, mentions, &answers);
        let mut reading =
            Reading { words: &words, text: field.text, answers: &answers, finds: hypotheses, kinds: &mut places };
        let told = told_persons::add_told_persons(&mut reading, &mut mentions);
        if mentions.is_empty() {
            return;
        }
        let begun = mentions.iter().map(|(mention, _)| mention.span.start());
        let field_names = FieldNames::new(keys, contexts, hypotheses, begun);
        reconciler.begin(hypotheses);
        for (mention, place) in &mentions {
            // A message of one word is no code, and in no language.
            let place = if lone.is_some() { Place::Prose } else { *place };
            let is_assistant =
                mention.kind == Type::Person && places.is_assistant(field.text, mention.span.slice(field.text));
            let is_role = addresses_roles(field.text, &mention.span.range());
            let begin = mention.span.start();
            let answer = answers.binary_search_by_key(&begin, |place| place.start);
            let is_told =
                answer.is_ok_and(|at| answers[at] == mention.span.range()) || told.binary_search(&begin).is_ok();
            if is_assistant
                || is_role
                || replaced.contains(label(mention.kind))
                || !is_told && !evidence::is_enough(&words, field.text, mention, place)
            {
                continue;
            }
            let hypothesis = |span: Span, kind: Type, confidence: f32| {
                let (label, threshold) = (label(kind), threshold(kind));
                let asked = options.labels.contains(label);
                let (likely, reported) = (mention.presence >= default(kind), asked && mention.presence >= threshold);
                // The threshold decides on personal data of any kind. The threshold of a request moves no confidence.
                let confidence = quantize(confidence).max(reaching(default(kind).min(mention.presence)));
                let (validation, source) = (Validation::LanguageModel, Source::Model);
                let floor = reaching(default(kind));
                let transparent = false;
                Hypothesis {
                    span,
                    label,
                    confidence,
                    validation,
                    validated: Validated::None,
                    source,
                    likely,
                    reported,
                    asked,
                    transparent,
                    floor,
                }
            };
            reconciler.reconcile(field.text, mention.span, mention.confidence, |span| {
                if field_names.hold(&words, field.text, &Mention { span, ..*mention }, place) {
                    return;
                }
                hypotheses.push(hypothesis(span, mention.kind, mention.confidence));
                if let Some((kind, confidence)) = mention.alternative {
                    let confidence = quantize(confidence).min(CERTAIN);
                    let other = hypothesis(span, kind, 0.0);
                    hypotheses.push(Hypothesis { confidence, likely: false, reported: false, ..other });
                }
            });
        }
    }

    /// The mentions of a field's text, and first names outside of them that the model hardly believes in.
    fn mentions(
        &self,
        field: &Field<'_>,
        asked: &Asked,
        lease: &mut Option<Lease>,
        line: &mut String,
        languages: &mut Languages,
    ) -> (Vec<Mention>, Vec<Mention>) {
        let memory = lease.get_or_insert_with(|| Lease::of(&self.pool)).memory();
        let european = self.reads_european.then(Model::european).flatten();
        if let Some(european) = european.filter(|_| languages.all(field.text).any(Language::is_european)) {
            return self.mentions_by_language(&european, field.text, asked, memory, languages);
        }
        let Asked { level, thresholds, .. } = asked;
        let (level, memory) = (*level, &mut memory.main);
        let key = field.key.filter(|key| field.text.len() <= MAX_VALUE && is_word_like(key));
        let Some(key) = key else {
            let mut first_names = Vec::new();
            let found = self.model.mentions_where(field.text, level, thresholds, memory, |_| true, &mut first_names);
            return (found, first_names);
        };
        line.clear();
        push_words(key, line);
        line.push_str(": ");
        let before = line.len();
        line.push_str(field.text);
        let found = self.model.mentions(line, level, thresholds, memory);
        let within = |mention: Mention| {
            let (start, end) = (mention.span.start().max(before), mention.span.end());
            let place = (start < end).then(|| start - before..end - before)?;
            let span = Span::new(field.text, place).expect("mentions are whole words");
            Some(Mention { span, ..mention })
        };
        (found.into_iter().filter_map(within).collect(), Vec::new())
    }

    /// As [`Self::mentions`], of a text in which some stretch is in another European language, each by the model for its
    /// place.
    fn mentions_by_language(
        &self,
        european: &Model,
        text: &str,
        asked: &Asked,
        memory: &mut Memory,
        languages: &mut Languages,
    ) -> (Vec<Mention>, Vec<Mention>) {
        let mut first_names = Vec::new();
        let Memory { main, european: scratch, .. } = memory;
        let mut is_european = |at: usize| languages.at(text, at).is_european();
        let Asked { level, thresholds, .. } = *asked;
        let scratch = scratch.get_or_insert_default();
        let mut mentions = european.mentions_where(
            text,
            level,
            &asked.stricter(european),
            scratch,
            &mut is_european,
            &mut first_names,
        );
        mentions.retain(|mention| is_european(mention.span.start()));
        first_names.retain(|name| is_european(name.span.start()));
        let overlaps = |mentions: &[Mention], one: &Mention| {
            let at = mentions.partition_point(|other| other.span.end() <= one.span.start());
            mentions.get(at).is_some_and(|other| other.span.overlaps(one.span))
        };
        let mut other_names = Vec::new();
        let is_other = |at: usize| !is_european(at);
        let mut others = self.model.mentions_where(text, level, &thresholds, main, is_other, &mut other_names);
        let mut is_kept = |mention: &Mention| !is_european(mention.span.start()) && !overlaps(&mentions, mention);
        others.retain(&mut is_kept);
        other_names.retain(is_kept);
        mentions.append(&mut others);
        mentions.sort_by_key(|mention| mention.span.start());
        first_names.append(&mut other_names);
        first_names.retain(|name| !overlaps(&mentions, name));
        first_names.sort_by_key(|name| name.span.start());
        (mentions, first_names)
    }
}

/// The parts of `mentions` that are names (see [`bounds`]), and those of `first_names` that count for all their doubt, with
/// their places. A first name that counts has the presence `threshold`.
fn named(
    words: &Words<'_>,
    text: &str,
    mentions: Vec<Mention>,
    first_names: Vec<Mention>,
    places: &mut Places<'_>,
    threshold: f32,
) -> Vec<(Mention, Place)> {
    let mut named = Vec::with_capacity(mentions.len());
    let mut first_names = first_names.into_iter().peekable();
    let add_first = |name: Mention, places: &mut Places<'_>, named: &mut Vec<(Mention, Place)>| {
        let place = places.of(text, name.span.start(), name.span.end());
        if let Some(name) = bounds::first_name(words, text, &name, place) {
            named.push((Mention { presence: threshold, ..name }, place));
        }
    };
    for mention in joints::joined(text, &link_words::names(text, mentions)) {
        while let Some(name) = first_names.next_if(|name| name.span.start() < mention.span.start()) {
            add_first(name, places, &mut named);
        }
        let place = places.of(text, mention.span.start(), mention.span.end());
        joints::parts(words, text, mention, |part| {
            doubt::unquoted(text, part, |part| {
                let part = head_nouns::typed(words, text, doubt::typed(words, text, part, place));
                person_parts::each(words, text, part, place, |part| {
                    bounds::names(words, text, part, place, |part| named.push((part, place)));
                });
            });
        });
    }
    first_names.for_each(|name| add_first(name, places, &mut named));
    let named = person_joints::joined(words, text, named);
    let named = family_names::with_family_names(words, text, named);
    let named = inverted_names::with_inverted(words, text, named, places, threshold);
    let named = titled::with_titled(words, text, named, threshold);
    let named = addressees::with_addressed(words, text, named, threshold);
    let named = word_names::with_word_names(words, text, named, places, threshold);
    let named = word_first_names::with_whole_names(words, text, named);
    let named = name_lists::with_listed(words, text, named, threshold);
    let named = name_rows::with_rows(words, text, named, threshold);
    spellings::with_hashtags(words, text, named, threshold)
}

/// Reports whether the name of a field is made of words.
fn is_word_like(key: &str) -> bool {
    let stands = |b: u8| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-' | b'.' | b' ');
    key.len() <= MAX_NAME && key.bytes().all(stands) && key.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Adds the words of a name such as `firstName` or `first_name` to `line`.
fn push_words(key: &str, line: &mut String) {
    for (at, word) in identifier::words(key).enumerate() {
        line.push_str(if at > 0 { " " } else { "" });
        line.push_str(&word.to_ascii_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_european_model_has_thresholds_of_its_own_unless_the_caller_names_one() {
        let (english, european) = (Model::embedded().unwrap(), Model::european().unwrap());
        let asked = |thresholds, is_default| Asked { level: Level::Full, thresholds, is_default };
        let own = asked(*english.thresholds(), true).stricter(&european);
        assert!(own.iter().zip(european.thresholds()).all(|(threshold, least)| threshold >= least), "{own:?}");
        assert_ne!(own, *english.thresholds(), "the European model needs more evidence");
        assert_eq!(asked([0.2; 4], false).stricter(&european), [0.2; 4]);
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
