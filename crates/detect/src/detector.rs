//! [`Detector`]: rules, language model and lists put together.

use std::{fmt, mem, sync::Arc};

use masquerade_ner::{Level, Model};
use masquerade_scan::TableCache;

use crate::{
    BuildError, Catalogue, LabelSet, Options, PropagationScope, Rule, UnknownName,
    entity::{Entity, Label, LabelInfo, Source, Validated, Validation, find_placeholders},
    model::{self, Known, LanguageModel, Models, external::External},
    overlap::{self, CERTAIN, Hypothesis},
    propagate, question, recognizers, rule_set,
    rule_set::RuleSet,
    text::{Field, Span},
};

/// A compiled set of rules, with or without a language model. It is immutable, and one serves all threads.
pub struct Detector {
    pub(crate) rules: RuleSet,
    catalogue: Catalogue,
    model: Option<LanguageModel>,
    external: Option<External>,
    /// The labels that the language model leaves to the external one.
    replaced: LabelSet,
}

/// Buffers of a caller of [`Detector::detect_field`], kept from field to field.
#[derive(Default)]
pub struct Scratch {
    rules: rule_set::Scratch,
    model: model::Scratch,
    external: model::external::Scratch,
    hypotheses: Vec<Hypothesis>,
}

impl Detector {
    /// A detector with all built-in rules and `custom` ones, without a language model.
    ///
    /// # Errors
    /// If a regular expression is malformed, or all together are too large.
    ///
    /// # Panics
    /// If a label's name is malformed.
    pub fn new(custom: Vec<Rule>) -> Result<Self, BuildError> {
        Self::cached(custom, &Models::default(), None)
    }

    /// A detector with all built-in rules, `custom` ones and a language model. The thresholds of the model's labels are
    /// the calibrated ones.
    ///
    /// # Errors
    /// As [`Detector::new`].
    pub fn with_model(custom: Vec<Rule>, model: Arc<Model>) -> Result<Self, BuildError> {
        Self::cached(custom, &Models::built_in(Some(model)), None)
    }

    /// A detector with all built-in rules, `custom` ones and models, if there are any. Its tables are taken from
    /// `cache`, or built and stored there.
    ///
    /// # Errors
    /// As [`Detector::new`].
    pub fn cached(custom: Vec<Rule>, models: &Models, cache: Option<&dyn TableCache>) -> Result<Self, BuildError> {
        let mut rules = recognizers::all();
        rules.extend(custom);
        Self::build(rules, models, cache)
    }

    /// A detector with `rules` alone.
    ///
    /// # Errors
    /// As [`Detector::new`].
    pub fn with_rules(rules: Vec<Rule>) -> Result<Self, BuildError> {
        Self::build(rules, &Models::default(), None)
    }

    fn build(rules: Vec<Rule>, models: &Models, cache: Option<&dyn TableCache>) -> Result<Self, BuildError> {
        let catalogue = Catalogue::of(&rules, models);
        let rules = RuleSet::new(rules, &catalogue, cache)?;
        let model = models.needed_built_in().cloned().map(LanguageModel::new);
        let external = models.external.clone().map(External::new);
        let replaced = external.as_ref().map_or_else(|| LabelSet::from_iter([]), |external| external.labels().clone());
        Ok(Self { rules, catalogue, model, external, replaced })
    }

    /// The labels that it detects, and the names by which callers select them.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The facts about the labels that it detects, by name.
    pub fn labels(&self) -> &[LabelInfo] {
        self.catalogue.infos()
    }

    /// The labels that `names` stand for, see [`Catalogue::select`].
    ///
    /// # Errors
    /// All names that are unknown, with the nearest known ones.
    pub fn select(&self, names: &[impl AsRef<str>]) -> Result<LabelSet, Vec<UnknownName>> {
        self.catalogue.select(names)
    }

    /// The labels that are reported where none is named.
    pub fn default_labels(&self) -> &LabelSet {
        self.catalogue.default_labels()
    }

    /// Reports whether it has a language model.
    pub fn has_model(&self) -> bool {
        self.model.is_some() || self.external.is_some()
    }

    /// Reports whether it has a model of the caller's own, which may take long and may fail.
    pub fn has_external_model(&self) -> bool {
        self.external.is_some()
    }

    /// Memory of the automata and tables, the language model set aside, in bytes.
    pub fn memory(&self) -> usize {
        self.rules.memory()
    }

    /// The entities of each field, by place, without overlaps. A short field may answer the field before it, see
    /// [`Detector::detect_answer`].
    pub fn detect(&self, fields: &[Field<'_>], options: &Options) -> Vec<Vec<Entity>> {
        let mut scratch = Scratch::default();
        let mut before = "";
        let mut found = Vec::with_capacity(fields.len());
        for field in fields {
            found.push(self.detect_answer(before, field, options, &mut scratch));
            before = field.text;
        }
        self.propagate(fields, &mut found, options, PropagationScope::Everywhere);
        found
    }

    /// Adds the other occurrences of the entities in `found`, which [`Detector::detect_field`] found in each of
    /// `fields` on its own.
    ///
    /// # Panics
    /// If `found` has not one list for each field.
    pub fn propagate(
        &self,
        fields: &[Field<'_>],
        found: &mut [Vec<Entity>],
        options: &Options,
        scope: PropagationScope,
    ) {
        let propagates = |label| self.catalogue.handling(label).propagates;
        let model = self.model.as_ref().filter(|_| options.ner != Level::Off);
        let is_word = model.map(|model| |word: &str| model.is_no_name(word));
        let is_word = is_word.as_ref().map(|is_word| is_word as &dyn Fn(&str) -> bool);
        propagate::propagate(fields, found, propagates, is_word, &options.allow, scope);
    }

    /// Adds to `found`, the entities of each of `fields`, the occurrences of texts that are known from elsewhere, with
    /// their labels. An occurrence is a whole word in the same case, as in [`Detector::propagate`]; only those with
    /// reported labels are added.
    ///
    /// # Panics
    /// If `found` has not one list for each field.
    pub fn find_known(
        &self,
        known: &[(Label, &str)],
        fields: &[Field<'_>],
        found: &mut [Vec<Entity>],
        options: &Options,
    ) {
        let entity = |label, text: &str| Entity {
            span: Span::new(text, 0..text.len()).expect("the whole of a text"),
            label,
            confidence: 1.0,
            alternative: None,
            source: Source::Recognizer,
            validated: Validated::None,
        };
        let sources = known.iter().filter(|(label, _)| options.labels.contains(*label));
        let (mut all_fields, mut all_found): (Vec<Field<'_>>, Vec<Vec<Entity>>) =
            sources.map(|(label, text)| (Field::new(text), vec![entity(*label, text)])).unzip();
        let texts = all_fields.len();
        if texts == 0 {
            return;
        }
        all_fields.extend_from_slice(fields);
        all_found.extend(found.iter_mut().map(mem::take));
        self.propagate(&all_fields, &mut all_found, options, PropagationScope::Forward);
        for (found, all) in found.iter_mut().zip(all_found.into_iter().skip(texts)) {
            *found = all;
        }
    }

    /// The entities of one field, by place, without overlaps: they depend on nothing but the field. Unwinds with an
    /// [`ExternalFailure`](crate::ExternalFailure) if there is an external model and it fails.
    pub fn detect_field(&self, field: &Field<'_>, options: &Options, scratch: &mut Scratch) -> Vec<Entity> {
        self.detect_with(self.external.as_ref(), field, options, scratch)
    }

    /// Reads `field` with all but the external model, so that the tables that are built at their first use are.
    pub fn warm_up(&self, field: &Field<'_>, options: &Options) {
        self.detect_with(None, field, options, &mut Scratch::default());
    }

    fn detect_with(
        &self,
        external_model: Option<&External>,
        field: &Field<'_>,
        options: &Options,
        scratch: &mut Scratch,
    ) -> Vec<Entity> {
        let Scratch { rules, model, external, hypotheses } = scratch;
        // A call that panicked may have left some.
        hypotheses.clear();
        self.rules.find(field, options, hypotheses, rules);
        if let Some(external_model) = external_model {
            external_model.find(field, options, &self.catalogue, hypotheses, external);
        }
        if let Some(language_model) = &self.model {
            let RuleSet { keys, contexts, .. } = &self.rules;
            let known = Known { catalogue: &self.catalogue, replaced: &self.replaced, keys, contexts };
            language_model.find(field, options, &known, hypotheses, model);
        }
        options.deny.find(field.text, |span, label| hypotheses.push(certain(span, label, Source::DenyList)));
        if !hypotheses.is_empty() && !options.allow.is_empty() {
            let allowed = options.allow.spans(field.text);
            hypotheses.retain(|hypothesis| !allowed.covers(hypothesis.span));
        }
        for (span, placeholder) in find_placeholders(field.text) {
            if self.writes(placeholder.label) || options.deny.labels().any(|label| label.name() == placeholder.label) {
                hypotheses.push(certain(span, Label::LITERAL, Source::Literal));
            }
        }
        let threshold = options.threshold.map(overlap::reaching);
        if hypotheses.is_empty() { Vec::new() } else { overlap::resolve(field.text, hypotheses, threshold) }
    }

    /// The entities of a field behind the text `before`. Where that ends with a question or a request and the field is
    /// short and has no name of its own, the question says what the field is: `meena` behind `What is your name?`. It adds
    /// entities to those of the field alone, and may give them other labels; it takes none away.
    pub fn detect_answer(
        &self,
        before: &str,
        field: &Field<'_>,
        options: &Options,
        scratch: &mut Scratch,
    ) -> Vec<Entity> {
        let found = self.detect_field(field, options, scratch);
        let question = question::before_answer(before, field.text).filter(|_| field.key.is_none());
        let Some(question) = question else { return found };
        let lines = [question, "\n", field.text].concat();
        let below = self.detect_field(&Field::new(&lines), options, scratch);
        question::with_answers(field.text, found, below, lines.len() - field.text.len())
    }

    /// Reports whether a field behind the text `before` has entities that it would not have alone.
    pub fn is_answer(before: &str, field: &Field<'_>) -> bool {
        field.key.is_none() && question::before_answer(before, field.text).is_some()
    }

    /// Reports whether placeholders of this detector's entities may have the label `name`: it detects the label, or a
    /// deny list may give it.
    pub fn writes(&self, name: &str) -> bool {
        let is_detected = self.catalogue.infos().binary_search_by_key(&name, |info| info.name).is_ok();
        is_detected || name == Label::LITERAL.name() || recognizers::LISTED.iter().any(|info| info.name == name)
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scratch(…)")
    }
}

impl fmt::Debug for Detector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Detector").field("labels", &self.labels().len()).field("model", &self.has_model()).finish()
    }
}

/// A hypothesis that no evidence overrules.
fn certain(span: Span, label: Label, source: Source) -> Hypothesis {
    Hypothesis {
        span,
        label,
        confidence: CERTAIN,
        validation: Validation::None,
        validated: Validated::None,
        source,
        likely: true,
        reported: true,
        asked: true,
        transparent: false,
        floor: CERTAIN,
    }
}
