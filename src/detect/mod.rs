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
pub use rule::{Candidate, Finder, Finding, Pattern, Rule};

use self::{
    catalogue::Catalogue,
    context::Contexts,
    prefilter::{Prefilter, Search},
    resolve::{CERTAIN, Hypothesis, quantize},
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
    /// By pattern number: the rule, and the pattern's own place in it.
    patterns: Vec<(usize, usize)>,
    prefilter: Prefilter,
    contexts: Contexts,
    catalogue: Catalogue,
}

/// Memory of one call, kept from field to field.
#[derive(Default)]
struct Scratch {
    scan: prefilter::Scratch,
    context: context::Scratch,
    hypotheses: Vec<Hypothesis>,
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
        let (mut patterns, mut searches) = (Vec::new(), Vec::new());
        for (number, rule) in rules.iter().enumerate() {
            for (at, pattern) in rule.patterns.iter().enumerate() {
                patterns.push((number, at));
                searches.push(search(rule.info.label, at, pattern)?);
            }
        }
        let prefilter = Prefilter::new(searches).map_err(|_| BuildError::Regexes)?;
        let contexts = Contexts::new(&rules).map_err(|_| BuildError::Contexts)?;
        let catalogue = Catalogue::new(rules.iter().map(|rule| &rule.info));
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

    /// The entities of each field, by place, without overlaps.
    pub fn detect(&self, fields: &[Field<'_>], options: &Options) -> Vec<Vec<Entity>> {
        let mut scratch = Scratch::default();
        let mut found: Vec<_> = fields.iter().map(|field| self.detect_field(field, options, &mut scratch)).collect();
        let propagates = |label| self.catalogue.info(label).is_some_and(|info| info.propagates);
        propagate::propagate(fields, &mut found, propagates, &options.allow);
        found
    }

    fn detect_field(&self, field: &Field<'_>, options: &Options, scratch: &mut Scratch) -> Vec<Entity> {
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
        let Scratch { scan, context, hypotheses } = scratch;
        context.clear();
        self.prefilter.scan(field.text, scan, |number, range| {
            let &(rule_number, pattern) = self.patterns.get(number)?;
            let rule = self.rules.get(rule_number)?;
            let start = range.start;
            let finding = (rule.check)(&Candidate { field, range, pattern })?;
            let span = Span::new(field.text, finding.range.clone()).filter(|span| !span.is_empty())?;
            let pattern = rule.patterns.get(pattern)?;
            let supported = finding.sure
                || pattern.supported != pattern.bare
                    && self.contexts.supports(rule_number, field, &finding.range, context);
            let confidence = quantize(if supported { pattern.supported } else { pattern.bare });
            let hypothesis = self.hypothesis(span, &rule.info, confidence, options);
            hypotheses.push(hypothesis);
            // What is too weak to count must not hide a better find that begins inside it.
            Some(if hypothesis.likely { span.end() } else { start + 1 })
        });
    }

    fn hypothesis(&self, span: Span, info: &LabelInfo, confidence: u16, options: &Options) -> Hypothesis {
        let label = info.label;
        let published = self.catalogue.info(label).unwrap_or(info);
        let probability = resolve::probability(confidence);
        let asked = options.labels.contains(label);
        let threshold = options.threshold.unwrap_or(published.threshold);
        Hypothesis {
            span,
            label,
            confidence,
            validation: info.validation,
            source: Source::Recognizer,
            likely: probability >= published.threshold,
            reported: asked && probability >= threshold,
            asked,
            transparent: published.transparent,
        }
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
