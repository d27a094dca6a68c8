//! The request bodies of `/v1`, from JSON to engine calls, with all problems reported at once.

use std::borrow::Cow;

use crate::{
    anonymize::{Method, Policy},
    config::Limits,
    engine::{MaskSettings, wire::MapElement},
    input::{Dialect, Fault, Item, Node, Problems, Value, did_you_mean, read},
};
use masquerade_detect::Level;
use masquerade_detect::entity::Label;
use masquerade_detect::text::Unit;
use masquerade_detect::{AllowList, DenyList, Detector, LabelSet, Language, ListTooLarge, Options};

/// The most labels, allowed texts or denied texts of one request, far above any list made by hand.
const MAX_NAMES: usize = 10_000;

/// The longest entry of an allow or deny list, in bytes.
const MAX_LISTED: usize = 1_024;

/// Body of `POST /v1/anonymize`.
#[derive(Debug)]
pub struct AnonymizeRequest<'b> {
    /// The texts.
    pub texts: Vec<Cow<'b, str>>,
    /// The settings of detection and anonymization, without the request's lists.
    pub ask: MaskSettings,
    /// The request's allow and deny lists.
    pub lists: RequestLists<'b>,
    /// The unit of offsets.
    pub unit: Unit,
    /// True for an observation: the texts stay as they are, and the answer tells the masking that they would get.
    pub observes: bool,
}

/// Body of `POST /v1/detect`.
#[derive(Debug)]
pub struct DetectRequest<'b> {
    /// The texts.
    pub texts: Vec<Cow<'b, str>>,
    /// The settings of detection, without the request's lists.
    pub options: Options,
    /// The request's allow and deny lists.
    pub lists: RequestLists<'b>,
    /// The unit of offsets.
    pub unit: Unit,
}

/// The allow and deny lists of a request, before they are searched for.
#[derive(Debug, Default)]
pub struct RequestLists<'b> {
    allowed: Vec<Cow<'b, str>>,
    denied: Vec<(Cow<'b, str>, Label)>,
}

impl RequestLists<'_> {
    /// The length of all texts together, in bytes.
    pub fn bytes(&self) -> usize {
        let denied = self.denied.iter().map(|(text, _)| text);
        self.allowed.iter().chain(denied).map(|text| text.len()).sum()
    }

    /// Adds the lists to those of the instance.
    ///
    /// # Errors
    /// If a list is larger than can be searched for.
    pub fn add_to(&self, options: &mut Options) -> Result<(), ListTooLarge> {
        options.allow = options.allow.union(&AllowList::new(&self.allowed)?);
        options.deny = options.deny.union(&DenyList::new(&self.denied)?);
        Ok(())
    }
}

/// Body of `POST /v1/deanonymize`.
#[derive(Debug)]
pub struct DeanonymizeRequest<'b> {
    /// The texts.
    pub texts: Vec<Cow<'b, str>>,
    /// The map; empty: the session restores.
    pub map: Vec<MapElement<'b>>,
    /// The unit of the map's offsets.
    pub unit: Unit,
    /// True if variants of placeholders are restored.
    pub tolerant: bool,
    /// True if the answer lists unresolved placeholders.
    pub report_unresolved: bool,
}

/// A reader of request bodies.
#[derive(Clone, Copy, Debug)]
pub struct RequestReader<'r> {
    /// The detector, for its labels.
    pub detector: &'r Detector,
    /// The limits of a request.
    pub limits: &'r Limits,
    /// The settings of a request that names none.
    pub defaults: &'r MaskSettings,
}

impl RequestReader<'_> {
    /// Reads the body of an anonymize request.
    ///
    /// # Errors
    /// All problems of the body.
    pub fn anonymize<'b>(&self, body: Node<'b>) -> Result<AnonymizeRequest<'b>, Problems> {
        read(body, Dialect::Json, |item| {
            let mut object = item.object()?;
            let texts = object.required("text", |item| self.texts(item));
            let mut ask = self.defaults.clone();
            let mut unit = Unit::default();
            let lists = object
                .optional("detection_config", |item| self.detection(item, &mut ask.detection, &mut unit))
                .unwrap_or_default();
            object.optional("anonymization_config", |item| {
                self.anonymization(item, &mut ask.policy, &mut ask.detection.threshold)
            });
            if let Some(wanted) = object.optional("use_session", |item| item.boolean()) {
                ask.uses_session = wanted;
            }
            let observes = object.optional("observe", |item| item.boolean()).unwrap_or_default();
            object.finish();
            Some(AnonymizeRequest { texts: texts?, ask, lists, unit, observes })
        })
    }

    /// Reads the body of a detect request.
    ///
    /// # Errors
    /// All problems of the body.
    pub fn detect<'b>(&self, body: Node<'b>) -> Result<DetectRequest<'b>, Problems> {
        read(body, Dialect::Json, |item| {
            let mut object = item.object()?;
            let texts = object.required("text", |item| self.texts(item));
            let mut options = self.defaults.detection.clone();
            let mut unit = Unit::default();
            let lists = object
                .optional("detection_config", |item| self.detection(item, &mut options, &mut unit))
                .unwrap_or_default();
            options.threshold = object.optional("threshold", threshold).or(options.threshold);
            object.finish();
            Some(DetectRequest { texts: texts?, options, lists, unit })
        })
    }

    /// Reads the body of a deanonymize request.
    ///
    /// # Errors
    /// All problems of the body.
    pub fn deanonymize<'b>(&self, body: Node<'b>) -> Result<DeanonymizeRequest<'b>, Problems> {
        read(body, Dialect::Json, |item| {
            let mut object = item.object()?;
            // Masked texts may be longer than the texts were.
            let text = |item: Item<'_, 'b>| bounded(item, self.limits.answer_bytes.max(self.limits.text_bytes));
            let texts = object.required("anonymized_text", |item| item.list(self.limits.texts, text));
            let map = object.optional_list("entities_map", usize::MAX, MapElement::read);
            let unit = object.optional("span_unit", span_unit).unwrap_or_default();
            let tolerant = object.optional("tolerant", |item| item.boolean()).unwrap_or_default();
            let report_unresolved = object.optional("report_unresolved", |item| item.boolean()).unwrap_or_default();
            object.finish();
            Some(DeanonymizeRequest { texts: texts?, map, unit, tolerant, report_unresolved })
        })
    }

    /// Reads the body of a forget request: the texts to forget.
    ///
    /// # Errors
    /// All problems of the body.
    pub fn forget<'b>(&self, body: Node<'b>) -> Result<Vec<Cow<'b, str>>, Problems> {
        read(body, Dialect::Json, |item| {
            let mut object = item.object()?;
            let texts = object.required("text", |item| self.texts(item));
            object.finish();
            texts
        })
    }

    fn texts<'b>(&self, item: Item<'_, 'b>) -> Option<Vec<Cow<'b, str>>> {
        item.list(self.limits.texts, |item| bounded(item, self.limits.text_bytes))
    }

    /// Reads the settings of detection, of which the lists are returned.
    fn detection<'b>(&self, item: Item<'_, 'b>, options: &mut Options, unit: &mut Unit) -> Option<RequestLists<'b>> {
        let mut object = item.object()?;
        if let Some(level) = object.optional("ner", |item| self.level(item)) {
            options.ner = level;
        }
        let sets = object.optional_list("entities", MAX_NAMES, |item| self.labels(item, options.ner));
        if !sets.is_empty() {
            options.labels = sets.iter().flat_map(LabelSet::iter).collect();
        }
        if let Some(wanted) = object.optional("span_unit", span_unit) {
            *unit = wanted;
        }
        let allowed = object.optional_list("allow_list", MAX_NAMES, |item| bounded(item, MAX_LISTED));
        let denied = object.optional_list("deny_list", MAX_NAMES, |item| self.denied(item));
        let lists = RequestLists { allowed, denied };
        let limit = self.limits.list_bytes;
        if lists.bytes() > limit {
            let name = if lists.denied.is_empty() { "allow_list" } else { "deny_list" };
            object.refuse(Fault::TooLong, name, || {
                format!("the allow and deny lists must have at most {limit} bytes together")
            });
        }
        options.language = object.optional("language", |item| item.parse(language_tag)).or(options.language);
        object.finish();
        Some(lists)
    }

    fn anonymization(&self, item: Item<'_, '_>, policy: &mut Policy, threshold: &mut Option<f32>) -> Option<()> {
        let mut object = item.object()?;
        if let Some(method) = object.optional("deidentification_method", method) {
            // The request's method for all labels overrides the instance's methods for single labels.
            *policy = Policy::all(method);
        }
        *threshold = object.optional("threshold", self::threshold).or(*threshold);
        let wanted = object.optional("methods", |item| item.entries(|name, item| self.method_of(name, item)));
        let mut wanted: Vec<_> = wanted.unwrap_or_default().into_iter().flatten().collect();
        // A label overrides a group, whatever their order.
        wanted.sort_by_key(|(is_label, ..)| *is_label);
        for (_, labels, method) in &wanted {
            policy.by_label.extend(labels.iter().map(|label| (label, *method)));
        }
        object.finish();
        Some(())
    }

    /// Reports whether `name` is a single label, its labels, and their method; `Some(None)` for a method of `null`,
    /// which counts as absent.
    fn method_of(&self, name: &str, item: Item<'_, '_>) -> Option<Option<(bool, LabelSet, Method)>> {
        let label = self.detector.catalogue().find_label(name);
        let Some(labels) = label
            .map(|label| LabelSet::from_iter([label]))
            .or_else(|| self.detector.catalogue().find_labels(name).cloned())
        else {
            return self.refuse_label(&item, name);
        };
        match item.value() {
            Value::Null => Some(None),
            _ => Some(Some((label.is_some(), labels, method(item)?))),
        }
    }

    /// The level of the language model.
    fn level(&self, item: Item<'_, '_>) -> Option<Level> {
        item.parse(|name| match Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name)) {
            Some(level) if level != Level::Off && !self.detector.has_model() => {
                Err("the language model of this instance is off")
            }
            level => level.ok_or("must be one of off, fast, full"),
        })
    }

    fn labels(&self, item: Item<'_, '_>, ner: Level) -> Option<LabelSet> {
        let Value::String(name) = item.value() else { return item.refuse(Fault::WrongType, || "must be a string") };
        let needs_model =
            || self.detector.catalogue().find_label(name).is_some_and(|label| Label::MODEL.contains(&label));
        if ner == Level::Off && needs_model() {
            return item.refuse(Fault::UnknownLabel, || "takes the language model, and `ner` is off");
        }
        match self.detector.catalogue().find_labels(name) {
            Some(labels) => Some(labels.clone()),
            None => self.refuse_label(&item, name),
        }
    }

    fn denied<'b>(&self, item: Item<'_, 'b>) -> Option<(Cow<'b, str>, Label)> {
        let mut object = item.object()?;
        let text = object.required("text", |item| bounded(item, MAX_LISTED));
        let label = object.required("label", |item| {
            let Value::String(name) = item.value() else { return item.refuse(Fault::WrongType, || "must be a string") };
            self.detector.catalogue().find_label(name).or_else(|| self.refuse_label(&item, name))
        });
        object.finish();
        Some((text?, label?))
    }

    /// Refuses an unknown label and names the nearest. They are computed only for refusals that are reported: a request
    /// may hold thousands.
    fn refuse_label<T>(&self, item: &Item<'_, '_>, name: &str) -> Option<T> {
        item.refuse(Fault::UnknownLabel, || match self.detector.catalogue().nearest(name).join(", ").as_str() {
            "" => "unknown label; GET /v1/entities lists the known ones".to_owned(),
            nearest => format!("unknown label; the nearest known: {nearest}"),
        })
    }
}

/// A string of at most `max` bytes.
fn bounded<'b>(item: Item<'_, 'b>, max: usize) -> Option<Cow<'b, str>> {
    match item.value() {
        Value::String(text) if text.len() > max => {
            item.refuse(Fault::TooLong, || format!("must have at most {max} bytes"))
        }
        _ => item.string(),
    }
}

fn method(item: Item<'_, '_>) -> Option<Method> {
    let Value::String(name) = item.value() else { return item.refuse(Fault::WrongType, || "must be a string") };
    if let Some(method) = Method::parse(name) {
        return Some(method);
    }
    let names = Method::ALL.map(Method::name);
    item.refuse(Fault::UnknownMethod, || format!("must be one of {}{}", names.join(", "), did_you_mean(name, names)))
}

/// Reads a threshold, a probability.
#[allow(clippy::cast_possible_truncation)]
fn threshold(item: Item<'_, '_>) -> Option<f32> {
    item.number(0.0..=1.0).map(|threshold| threshold as f32)
}

fn span_unit(item: Item<'_, '_>) -> Option<Unit> {
    item.name(&Unit::ALL.map(|unit| (unit.name(), unit)))
}

/// Reads a language tag.
fn language_tag(tag: &str) -> Result<Language, &'static str> {
    Language::of_tag(tag).ok_or("must be a language tag such as en or de-CH")
}
