//! Detection: fields in, entities out.
//!
//! A [`Detector`] holds the rules of all recognizers, compiled once. For each field it
//!
//! 1. searches the text for the patterns of all rules in one pass (`scanner`),
//! 2. reads again what is written so that rules would not see it (`hidden`),
//! 3. has each candidate checked by its rule, and weighs the words around it (`context`),
//! 4. has the language model read the text, and fits its mentions among the rules' finds (`reader`),
//! 5. adds look-alikes of our placeholders and the caller's deny list (`lists`),
//! 6. resolves overlaps among all of these, and only then looks at what was asked for (`resolve`),
//! 7. spreads what was found to its other occurrences in all fields (`propagate`).
//!
//! Detection cannot fail. It takes linear time and allocates nothing where nothing is found.

mod candidates;
mod catalogue;
pub mod checksum;
mod common_words;
mod context;
mod context_words;
pub mod custom;
mod deobfuscate;
pub mod entity;
mod keys;
#[cfg(test)]
mod linear_time;
mod lists;
mod model;
mod name_parts;
mod overlap;
mod propagate;
pub mod recognizers;
mod rule;
#[cfg(test)]
mod tests;

use std::{fmt, sync::Arc};

use regex_syntax::hir::Hir;

pub use catalogue::{Catalogue, UnknownName};
pub use checksum::checksums;
pub use entity::LabelSet;
pub use lists::{AllowList, DenyList, ListTooLarge};
pub use masquerade_scan::{MAX_MATCH_LEN, RegexError};
pub use masquerade_text as text;
pub use propagate::Spread;
pub use rule::{Candidate, Finder, Finding, Form, Pattern, Rule};

use self::{
    candidates::{Compiled, Recognition, Shadow, Sorting},
    context::Contexts,
    keys::Keys,
    model::Reader,
    overlap::{CERTAIN, Hypothesis},
};
use crate::{
    entity::{Entity, Label, LabelInfo, Source, Validation, find_placeholders},
    text::{Field, Span},
};
use masquerade_ner::{Level, Model};
use masquerade_scan::{self as scan, Scanner, parse};

/// What one call of [`Detector::detect`] is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// The labels to report.
    pub labels: LabelSet,
    /// The confidence from which all labels are reported; `None`: each label's own.
    pub threshold: Option<f32>,
    /// What is never an entity.
    pub allow: AllowList,
    /// What always is.
    pub deny: DenyList,
    /// How much the language model does, if the detector has one.
    pub ner: Level,
}

impl Options {
    /// `labels` at their own thresholds, by rules alone, without lists.
    pub fn new(labels: LabelSet) -> Self {
        Self { labels, threshold: None, allow: AllowList::default(), deny: DenyList::default(), ner: Level::Off }
    }
}

/// Why a detector cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A regular expression of a rule cannot be used.
    Regex {
        /// The rule's label.
        label: Label,
        /// Which of its patterns, from 0.
        pattern: usize,
        /// What is wrong.
        error: RegexError,
    },
    /// A finder for a byte that is not ASCII, or for a sign behind names.
    Byte(Label),
    /// The regular expressions of all rules together take too much memory.
    Regexes,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regex { label, pattern, error } => write!(f, "{label}, pattern {pattern}: {error}"),
            Self::Byte(label) => write!(f, "{label}: only an ASCII byte can be searched for, and neither `:` nor `=`"),
            Self::Regexes => f.write_str("the recognizers' regular expressions are together too large"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Finds entities. Immutable; shared by all threads.
pub struct Detector {
    rules: Vec<Rule>,
    /// By pattern number.
    patterns: Vec<Compiled>,
    scanner: Scanner,
    /// From this number on the scanner's finds may be read otherwise.
    marks: usize,
    /// From this number on they are escape sequences.
    escapes: usize,
    /// From this number on they are signs between names and values.
    signs: usize,
    keys: Keys,
    contexts: Contexts,
    catalogue: Catalogue,
    reader: Option<Reader>,
}

/// Memory of one call, kept from field to field.
#[derive(Default)]
pub struct Scratch {
    scan: scan::Scratch,
    context: context::Scratch,
    keys: keys::Scratch,
    hypotheses: Vec<Hypothesis>,
    shadows: Vec<Shadow>,
    /// By rule: whether its label was asked for. Empty until a rule found something.
    asked: Vec<Option<bool>>,
    /// Where something may be read otherwise than it is written.
    marks: Vec<usize>,
    tokens: deobfuscate::Tokens,
    reader: model::Scratch,
}

impl Detector {
    /// A detector with all built-in rules and `custom` ones, without a language model.
    ///
    /// # Errors
    /// If a regular expression is malformed, or all together are too large.
    pub fn new(custom: Vec<Rule>) -> Result<Self, BuildError> {
        let mut rules = recognizers::all();
        rules.extend(custom);
        Self::with_rules(rules)
    }

    /// The same with a language model, whose labels have the thresholds that it was made with.
    ///
    /// # Errors
    /// As [`Detector::new`].
    pub fn with_model(custom: Vec<Rule>, model: Arc<Model>) -> Result<Self, BuildError> {
        let mut rules = recognizers::all();
        rules.extend(custom);
        Self::build(rules, Some(Reader::new(model)))
    }

    /// A detector with `rules` alone.
    ///
    /// # Errors
    /// As [`Detector::new`].
    pub fn with_rules(rules: Vec<Rule>) -> Result<Self, BuildError> {
        Self::build(rules, None)
    }

    fn build(rules: Vec<Rule>, reader: Option<Reader>) -> Result<Self, BuildError> {
        let infos = rules.iter().map(|rule| rule.info);
        let catalogue = match &reader {
            Some(reader) => Catalogue::new(infos.chain([recognizers::NRP]).map(|info| reader.described(info))),
            None => Catalogue::new(infos),
        };
        let (mut patterns, mut searches, mut keyed, mut signed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (number, rule) in rules.iter().enumerate() {
            // Where several rules share a label, the first one's facts count.
            let label = rule.info.label();
            let info = catalogue.info(label).expect("the catalogue is made of the rules");
            for (place, pattern) in rule.patterns.iter().enumerate() {
                let compiled = Compiled::new(number, place, pattern, info);
                match &pattern.finder {
                    Finder::Key(names) => {
                        keyed.push((compiled, names));
                        continue;
                    }
                    Finder::Sign(names) => {
                        signed.push((compiled, names));
                        continue;
                    }
                    Finder::Apart(regex) => {
                        searches.push(scan::Pattern::AfterBlank(parse_pattern(label, place, regex)?))
                    }
                    Finder::Regex(regex) => searches.push(scan::Pattern::Word(parse_pattern(label, place, regex)?)),
                    Finder::Within(regex) => {
                        searches.push(scan::Pattern::Anywhere(parse_pattern(label, place, regex)?))
                    }
                    Finder::Prefix(regex) => searches.push(scan::Pattern::Prefix(parse_pattern(label, place, regex)?)),
                    // The signs behind names are passed over where no name is.
                    Finder::Byte(byte) if byte.is_ascii() && !keys::SIGNS.contains(byte) => {
                        searches.push(scan::Pattern::Byte(*byte))
                    }
                    Finder::Byte(_) => return Err(BuildError::Byte(label)),
                }
                patterns.push(compiled);
            }
        }
        // Behind the patterns of rules: places to be read otherwise, escape sequences, signs behind names.
        let marks = searches.len();
        searches.extend(deobfuscate::searches().map_err(|_| BuildError::Regexes)?);
        let escapes = searches.len();
        searches.extend(deobfuscate::escapes().map_err(|_| BuildError::Regexes)?);
        let signs = searches.len();
        let mut names = Vec::new();
        for (compiled, keys) in keyed {
            names.extend(keys.iter().map(|name| (name.as_ref(), patterns.len())));
            patterns.push(compiled);
        }
        let mut keys = Keys::new(names);
        for (compiled, names) in signed {
            keys.add_sign(patterns.len(), names.iter().map(|name| name.as_ref()));
            patterns.push(compiled);
        }
        if !keys.is_empty() {
            searches.extend(keys::SIGNS.map(scan::Pattern::Byte));
        }
        let scanner = Scanner::new(searches).map_err(|_| BuildError::Regexes)?;
        let contexts = Contexts::new(&rules);
        Ok(Self { rules, patterns, scanner, marks, escapes, signs, keys, contexts, catalogue, reader })
    }

    /// The labels it detects, and the names by which callers select them.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The labels it detects, by name: one entry for each.
    pub fn labels(&self) -> &[LabelInfo] {
        self.catalogue.infos()
    }

    /// The labels that `names` (labels, aliases and groups in any case) stand for; the default set
    /// if there are none.
    ///
    /// # Errors
    /// All names that are unknown, with the nearest known ones.
    pub fn select(&self, names: &[impl AsRef<str>]) -> Result<LabelSet, Vec<UnknownName>> {
        self.catalogue.select(names)
    }

    /// The label that `name` is, or is another name of, in any case.
    ///
    /// # Errors
    /// If there is none, with the nearest known names.
    pub fn label(&self, name: &str) -> Result<Label, UnknownName> {
        self.catalogue.label(name)
    }

    /// The labels that one name (label, alias or group, in any case) stands for.
    pub fn find(&self, name: &str) -> Option<&LabelSet> {
        self.catalogue.find(name)
    }

    /// The label that `name` is, or is another name of, in any case. Unlike [`Detector::label`] it looks
    /// for no names that are near, which would take time where a request holds thousands of wrong ones.
    pub fn find_label(&self, name: &str) -> Option<Label> {
        self.catalogue.find_label(name)
    }

    /// Known names like `name`, best first.
    pub fn nearest(&self, name: &str) -> Vec<&'static str> {
        self.catalogue.nearest(name)
    }

    /// Every name that [`Detector::select`] takes: labels, aliases, groups; in no order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.catalogue.names()
    }

    /// The labels that are reported where none is named.
    pub fn default_labels(&self) -> &LabelSet {
        self.catalogue.default_labels()
    }

    /// Whether it has a language model.
    pub fn has_model(&self) -> bool {
        self.reader.is_some()
    }

    /// Memory of the automata and tables, in bytes.
    pub fn memory(&self) -> usize {
        self.scanner.memory() + self.keys.memory() + self.contexts.memory()
    }

    /// What is published of `label`, if it is detected.
    pub fn info(&self, label: Label) -> Option<&LabelInfo> {
        self.catalogue.info(label)
    }

    /// The entities of each field, by place, without overlaps.
    pub fn detect(&self, fields: &[Field<'_>], options: &Options) -> Vec<Vec<Entity>> {
        let mut scratch = Scratch::default();
        let mut found: Vec<_> = fields.iter().map(|field| self.detect_field(field, options, &mut scratch)).collect();
        self.propagate(fields, &mut found, options, Spread::Everywhere);
        found
    }

    /// Spreads what was found in each of `fields` on its own to its other occurrences in them.
    pub fn propagate(&self, fields: &[Field<'_>], found: &mut [Vec<Entity>], options: &Options, spread: Spread) {
        let propagates = |label| self.catalogue.info(label).is_some_and(|info| info.handling.propagates);
        propagate::propagate(fields, found, propagates, &options.allow, spread);
    }

    /// The entities of one field, by place, without overlaps: they depend on nothing but the field.
    pub fn detect_field(&self, field: &Field<'_>, options: &Options, scratch: &mut Scratch) -> Vec<Entity> {
        self.recognize(field, options, scratch);
        self.recognize_named(field, options, scratch);
        self.recognize_hidden(field, options, scratch);
        if let Some(reader) = &self.reader {
            reader.read(field, options, &self.catalogue, &mut scratch.hypotheses, &mut scratch.reader);
        }
        let hypotheses = &mut scratch.hypotheses;
        options.deny.find(field.text, |span, label| hypotheses.push(fixed(span, label, Source::DenyList)));
        if !hypotheses.is_empty() && !options.allow.is_empty() {
            let allowed = options.allow.places(field.text);
            hypotheses.retain(|hypothesis| !allowed.covers(hypothesis.span));
        }
        for (span, placeholder) in find_placeholders(field.text) {
            if self.writes(placeholder.label) || options.deny.labels().any(|label| label.name() == placeholder.label) {
                hypotheses.push(fixed(span, Label::LITERAL, Source::Literal));
            }
        }
        if hypotheses.is_empty() { Vec::new() } else { overlap::resolve(field.text, hypotheses) }
    }

    /// Whether this instance writes placeholders with `name` in them: the name of a label that it
    /// detects, or that a request's deny list may give.
    pub fn writes(&self, name: &str) -> bool {
        let detected = self.catalogue.infos().binary_search_by_key(&name, |info| info.name).is_ok();
        detected || name == Label::LITERAL.name() || recognizers::LISTED.iter().any(|info| info.name == name)
    }

    /// Adds what the rules find where `field` is read otherwise than it is written.
    fn recognize_hidden(&self, field: &Field<'_>, options: &Options, scratch: &mut Scratch) {
        /// Most finds before one that are asked whether it crosses them.
        const NEAR: usize = 8;
        let (mut marks, tokens) = (std::mem::take(&mut scratch.marks), scratch.tokens.take());
        let windows = deobfuscate::windows(field.text, &marks);
        let mut plain = Vec::new();
        if !windows.is_empty() {
            plain.extend(scratch.hypotheses.iter().filter(|hypothesis| hypothesis.likely).map(|h| h.span));
            plain.sort_unstable();
        }
        for (start, folded) in windows {
            let from = scratch.hypotheses.len();
            self.recognize(&Field { text: folded.text(), key: field.key }, options, scratch);
            let original = |hypothesis: &Hypothesis| {
                let range = hypothesis.span.range();
                let original = folded.original(range.clone()).filter(|_| folded.is_changed(range))?;
                let span = Span::new(field.text, start + original.start..start + original.end)?;
                Some(Hypothesis { span, ..*hypothesis })
            };
            let read: Vec<_> =
                scratch.hypotheses.drain(from..).filter_map(|hypothesis| original(&hypothesis)).collect();
            // Two values with a character between that nobody sees are no third one.
            let crosses = |read: &Hypothesis| {
                let before = plain.partition_point(|span| span.start() < read.span.end());
                let near = plain.get(before.saturating_sub(NEAR)..before).unwrap_or_default();
                near.iter().any(|span| span.overlaps(read.span) && !span.covers(read.span) && !read.span.covers(*span))
            };
            scratch.hypotheses.extend(read.into_iter().filter(|read| !crosses(read)));
        }
        for deobfuscate::Token { range, plain } in tokens {
            let from = scratch.hypotheses.len();
            self.recognize(&Field { text: &plain, key: field.key }, options, scratch);
            let surest = scratch.hypotheses.drain(from..).filter(|h| h.reported).max_by_key(|h| h.confidence);
            if let Some((hypothesis, span)) = surest.zip(Span::new(field.text, range)) {
                scratch.hypotheses.push(Hypothesis { span, ..hypothesis });
            }
        }
        marks.clear();
        scratch.marks = marks;
    }

    /// Gathers what the rules find.
    fn recognize(&self, field: &Field<'_>, options: &Options, scratch: &mut Scratch) {
        let Scratch { scan, context, keys, hypotheses, shadows, marks, tokens, asked, reader: _ } = scratch;
        context.clear();
        keys.clear();
        shadows.clear();
        marks.clear();
        tokens.clear();
        asked.clear();
        let search = Recognition { detector: self, field, options, context, hypotheses, shadows, asked };
        self.scanner.scan(field.text, scan, Sorting { search, keys, marks, tokens });
    }

    /// Adds what the name of `field` says its whole text is.
    fn recognize_named(&self, field: &Field<'_>, options: &Options, scratch: &mut Scratch) {
        let Some(value) = self.keys.of_field(field) else { return };
        let Scratch { context, hypotheses, shadows, asked, .. } = scratch;
        context.clear();
        shadows.clear();
        Recognition { detector: self, field, options, context, hypotheses, shadows, asked }.judge_value(&value);
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scratch(…)")
    }
}

impl fmt::Debug for Detector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Detector").field("rules", &self.rules.len()).field("patterns", &self.patterns.len()).finish()
    }
}

/// The regular expression of pattern number `at` of a rule for `label`.
fn parse_pattern(label: Label, at: usize, regex: &str) -> Result<Hir, BuildError> {
    parse(regex).map_err(|error| BuildError::Regex { label, pattern: at, error })
}

/// A hypothesis beyond doubt.
fn fixed(span: Span, label: Label, source: Source) -> Hypothesis {
    Hypothesis {
        span,
        label,
        confidence: CERTAIN,
        validation: Validation::None,
        source,
        likely: true,
        reported: true,
        asked: true,
        transparent: false,
        floor: CERTAIN,
    }
}
