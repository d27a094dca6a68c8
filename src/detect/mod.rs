//! Detection: fields in, entities out.
//!
//! A [`Detector`] holds the rules of all recognizers, compiled once. For each field it
//!
//! 1. searches the text for the patterns of all rules in one pass (`prefilter`),
//! 2. has each candidate checked by its rule, and weighs the words around it (`context`),
//! 3. adds look-alikes of our placeholders and the caller's deny list (`lists`),
//! 4. resolves overlaps among all of these, and only then looks at what was asked for (`resolve`),
//! 5. spreads what was found to its other occurrences in all fields (`propagate`).
//!
//! Detection cannot fail. It takes linear time and allocates nothing where nothing is found.

mod catalogue;
pub mod checksum;
mod context;
pub mod custom;
mod gate;
mod lists;
mod prefilter;
mod propagate;
pub mod recognizers;
mod resolve;
mod rule;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;

pub use catalogue::{LabelSet, UnknownName};
pub use checksum::checksums;
pub use lists::{AllowList, DenyList, ListTooLarge};
pub use prefilter::{REACH, RegexError};
pub use propagate::Spread;
pub use rule::{Candidate, Finder, Finding, Pattern, Rule};

use self::{
    catalogue::Catalogue,
    context::Contexts,
    prefilter::{Prefilter, Search},
    resolve::{CERTAIN, Confidence, Hypothesis, quantize},
};
use crate::{
    entity::{Entity, Label, LabelInfo, Source, Validation, find_placeholders},
    text::{Field, Span},
};

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
}

impl Options {
    /// `labels` at their own thresholds, without lists.
    pub fn new(labels: LabelSet) -> Self {
        Self { labels, threshold: None, allow: AllowList::default(), deny: DenyList::default() }
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
    /// A finder for a byte that is not ASCII.
    Byte(Label),
    /// The regular expressions of all rules together take too much memory.
    Regexes,
    /// The context words of all rules together do.
    Contexts,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regex { label, pattern, error } => write!(f, "{label}, pattern {pattern}: {error}"),
            Self::Byte(label) => write!(f, "{label}: only an ASCII byte can be searched for"),
            Self::Regexes => f.write_str("the recognizers' regular expressions are together too large"),
            Self::Contexts => f.write_str("the recognizers' context words are together too many"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Finds entities. Immutable; shared by all threads.
pub struct Detector {
    rules: Vec<Rule>,
    /// By pattern number.
    patterns: Vec<Compiled>,
    prefilter: Prefilter,
    contexts: Contexts,
    catalogue: Catalogue,
}

/// From this probability on, looking at the words around a find is not worth its time.
const SURE: f32 = 0.9;

/// What is needed of a pattern when it is found.
struct Compiled {
    /// The number of its rule.
    rule: usize,
    /// Its own place in the rule.
    place: usize,
    bare: Confidence,
    supported: Confidence,
    /// Whether the words around a find tell anything: not where it is as good as sure without them.
    is_doubtful: bool,
    /// The default threshold of its label.
    threshold: f32,
    /// Whether its label lets through what stands inside.
    transparent: bool,
}

/// Memory of one call, kept from field to field.
#[derive(Default)]
pub struct Scratch {
    scan: prefilter::Scratch,
    context: context::Scratch,
    hypotheses: Vec<Hypothesis>,
    shadows: Vec<Shadow>,
}

/// A find that spares checks of what begins inside it.
struct Shadow {
    span: Span,
    rule: usize,
    /// No other rule's find inside it wins unless it is more confident than this; 0 if that is not certain.
    confidence: Confidence,
}

impl Detector {
    /// A detector with all built-in rules and `custom` ones.
    ///
    /// # Errors
    /// If a regular expression is malformed, or all together are too large.
    pub fn new(custom: Vec<Rule>) -> Result<Self, BuildError> {
        let mut rules = recognizers::all();
        rules.extend(custom);
        Self::with_rules(rules)
    }

    /// A detector with `rules` alone.
    ///
    /// # Errors
    /// As [`Detector::new`].
    pub fn with_rules(rules: Vec<Rule>) -> Result<Self, BuildError> {
        let catalogue = Catalogue::new(rules.iter().map(|rule| &rule.info));
        let (mut patterns, mut searches) = (Vec::new(), Vec::new());
        for (number, rule) in rules.iter().enumerate() {
            // Where several rules share a label, the first one's word on it counts.
            let info = catalogue.info(rule.info.label).unwrap_or(&rule.info);
            for (place, pattern) in rule.patterns.iter().enumerate() {
                patterns.push(Compiled {
                    rule: number,
                    place,
                    bare: quantize(pattern.bare),
                    supported: quantize(pattern.supported),
                    is_doubtful: pattern.bare < SURE && pattern.supported != pattern.bare,
                    threshold: info.threshold,
                    transparent: info.transparent,
                });
                searches.push(search(rule.info.label, place, pattern)?);
            }
        }
        let prefilter = Prefilter::new(searches).map_err(|_| BuildError::Regexes)?;
        let contexts = Contexts::new(&rules).map_err(|_| BuildError::Contexts)?;
        Ok(Self { rules, patterns, prefilter, contexts, catalogue })
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

    /// Memory of the automata and tables, in bytes.
    pub fn memory(&self) -> usize {
        self.prefilter.memory() + self.contexts.memory()
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
        let propagates = |label| self.catalogue.info(label).is_some_and(|info| info.propagates);
        propagate::propagate(fields, found, propagates, &options.allow, spread);
    }

    /// The entities of one field, by place, without overlaps: they depend on nothing but the field.
    pub fn detect_field(&self, field: &Field<'_>, options: &Options, scratch: &mut Scratch) -> Vec<Entity> {
        self.recognize(field, options, scratch);
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
        if hypotheses.is_empty() { Vec::new() } else { resolve::resolve(field.text, hypotheses) }
    }

    /// Whether this instance writes placeholders with `name` in them: the name of a label that it
    /// detects, or that a request's deny list may give.
    pub fn writes(&self, name: &str) -> bool {
        let detected = self.catalogue.infos().binary_search_by(|info| info.label.name().cmp(name)).is_ok();
        detected || name == Label::LITERAL.name() || Label::LISTED.iter().any(|label| label.name() == name)
    }

    /// Gathers what the rules find.
    fn recognize(&self, field: &Field<'_>, options: &Options, scratch: &mut Scratch) {
        let Scratch { scan, context, hypotheses, shadows } = scratch;
        context.clear();
        shadows.clear();
        self.prefilter.scan(field.text, scan, |number, range| {
            let pattern = self.patterns.get(number)?;
            let rule = self.rules.get(pattern.rule)?;
            let (start, end) = (range.start, range.end);
            shadows.retain(|shadow| shadow.span.end() > start);
            let is_shadowed = |shadow: &Shadow| {
                let beaten = shadow.rule == pattern.rule || pattern.supported <= shadow.confidence;
                beaten && shadow.span.start() < start && end <= shadow.span.end()
            };
            if shadows.iter().any(is_shadowed) {
                return None;
            }
            let finding = (rule.check)(&Candidate { field, range, pattern: pattern.place })?;
            let span = Span::new(field.text, finding.range.clone()).filter(|span| !span.is_empty())?;
            let supported = finding.sure
                || pattern.is_doubtful && self.contexts.supports(pattern.rule, field, &finding.range, context);
            let confidence = if supported { pattern.supported } else { pattern.bare };
            let hypothesis = pattern.hypothesis(span, &rule.info, confidence, options);
            hypotheses.push(hypothesis);
            if !hypothesis.likely {
                // What is too weak to count must not hide a better find that begins inside it.
                return Some(start + 1);
            }
            let is_proof = rule.info.validation == Validation::Checksum && !hypothesis.transparent;
            shadows.push(Shadow { span, rule: pattern.rule, confidence: if is_proof { confidence } else { 0 } });
            Some(span.end())
        });
    }
}

impl Compiled {
    fn hypothesis(&self, span: Span, info: &LabelInfo, confidence: Confidence, options: &Options) -> Hypothesis {
        let probability = resolve::probability(confidence);
        let asked = options.labels.contains(info.label);
        Hypothesis {
            span,
            label: info.label,
            confidence,
            validation: info.validation,
            source: Source::Recognizer,
            likely: probability >= self.threshold,
            reported: asked && probability >= options.threshold.unwrap_or(self.threshold),
            asked,
            transparent: self.transparent,
        }
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

/// What to search for to find candidates of `pattern`, number `at` of a rule for `label`.
fn search(label: Label, at: usize, pattern: &Pattern) -> Result<Search, BuildError> {
    match &pattern.finder {
        Finder::Byte(byte) if byte.is_ascii() => Ok(Search::Byte(*byte)),
        Finder::Byte(_) => Err(BuildError::Byte(label)),
        Finder::Regex(regex) => match prefilter::parse(regex) {
            Ok(hir) => Ok(Search::Regex(hir)),
            Err(error) => Err(BuildError::Regex { label, pattern: at, error }),
        },
    }
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
    }
}
