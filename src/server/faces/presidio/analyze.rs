//! The requests of the analyzer: texts to entities.

use std::{borrow::Cow, collections::HashMap};

use serde::Serialize;

use masquerade_detect::{
    AllowList, Language,
    entity::{Entity, Label, Validated},
    text::{Field, Unit, UnitCursor},
};

use super::{
    ad_hoc::{self, AdHocFind, AdHocRecognizer, DEFAULT_FLAGS, Description},
    answer,
    names::{self, WantedEntities},
    refusal::Refusal,
};
use crate::{
    config::Limits,
    engine::wire::rounded,
    input::{Dialect, Fault, Item, Value, json, read},
    server::{Reply, Reservation, faces::FaceContext},
};

/// The most entities, allowed texts or context words of a request.
const MAX_NAMES: usize = 10_000;

/// The memory that searching for one byte of an allow list takes, in bytes.
const LIST_MEMORY: usize = 70;

/// The body of a request.
struct Request<'b> {
    texts: Vec<Cow<'b, str>>,
    /// True if the texts stood in a list.
    is_batch: bool,
    has_language: bool,
    language: Option<Language>,
    /// Empty: all.
    entities: Vec<Cow<'b, str>>,
    threshold: Option<f64>,
    allowed: Vec<Cow<'b, str>>,
    /// True if the allowed texts are regular expressions.
    allows_patterns: bool,
    flags: u64,
    recognizers: Vec<Description<'b>>,
    context: Vec<String>,
    explains: bool,
}

/// An element of an answer.
#[derive(Serialize)]
struct RecognizerResult<'a> {
    analysis_explanation: Option<Explanation<'a>>,
    end: usize,
    entity_type: &'a str,
    score: f64,
    start: usize,
}

#[derive(Serialize)]
struct Explanation<'a> {
    original_score: f64,
    pattern: Option<&'a str>,
    pattern_name: Option<&'a str>,
    recognizer: Cow<'a, str>,
    regex_flags: Option<u64>,
    score: f64,
    score_context_improvement: f64,
    supportive_context_word: &'a str,
    textual_explanation: String,
    validation_result: Option<bool>,
}

/// A find in a text, by bytes.
struct Find<'a> {
    start: usize,
    end: usize,
    entity: &'a str,
    score: f64,
    source: FindSource<'a>,
}

/// The source of a find.
enum FindSource<'a> {
    Engine(&'a Entity),
    AdHoc(&'a AdHocFind<'a, 'a>),
}

/// The answer to a request.
///
/// # Errors
/// If the request is invalid.
pub fn analyze(context: &FaceContext, body: &[u8], memory: &mut Reservation) -> Result<Reply, Refusal> {
    let limits = &context.limits;
    let body = json::parse(body, json::Limits::default())?;
    let request = read(body, Dialect::Json, |item| request(item, limits))?;
    if request.texts.iter().all(|text| text.is_empty()) && (!request.is_batch || request.texts.is_empty()) {
        return Err(Refusal::failed("No text provided"));
    }
    if !request.has_language {
        return Err(Refusal::failed("No language provided"));
    }
    let listed = request.allowed.iter().map(|text| text.len()).sum::<usize>()
        + request.recognizers.iter().map(Description::words_bytes).sum::<usize>();
    if listed > limits.list_bytes {
        return Err(Refusal::invalid(format!(
            "allow_list and deny_list may have {} bytes together",
            limits.list_bytes
        )));
    }
    memory.grow(listed.saturating_mul(LIST_MEMORY))?;

    let recognizers = AdHocRecognizer::compile(request.recognizers, request.flags)?;
    let detector = context.engine.detector();
    let wanted = match &request.entities[..] {
        [] => WantedEntities::all(context.defaults.detection.labels.clone()),
        names => WantedEntities::new(detector.catalogue(), names.iter().map(AsRef::as_ref)),
    };
    let is_wanted = |entity: &str| request.entities.is_empty() || request.entities.iter().any(|name| name == entity);
    let recognizers: Vec<_> = recognizers.into_iter().filter(|one| is_wanted(&one.entity)).collect();
    if wanted.labels.is_empty() && recognizers.is_empty() {
        return Err(Refusal::failed("No matching recognizers were found to serve the request."));
    }

    let mut options = context.defaults.detection.clone();
    options.labels = wanted.labels.clone();
    options.language = request.language;
    #[allow(clippy::cast_possible_truncation)]
    if let Some(threshold) = request.threshold {
        options.threshold = Some(threshold as f32);
    }
    let allowed = match (request.allows_patterns, &request.allowed[..]) {
        (_, []) => None,
        (true, patterns) => Some(ad_hoc::compile(&patterns.join("|"), request.flags, limits.list_bytes)?),
        (false, texts) => {
            let list = AllowList::new(texts).map_err(|error| Refusal::invalid(format!("allow_list: {error}")))?;
            options.allow = options.allow.union(&list);
            None
        }
    };
    let is_allowed = |text: &str| match &allowed {
        Some(pattern) => pattern.is_match(text),
        None => request.allowed.iter().any(|allowed| *allowed == text),
    };

    let key = request.context.join(" ");
    let field = |text| if key.is_empty() { Field::new(text) } else { Field::with_key(text, &key) };
    let fields: Vec<_> = request.texts.iter().map(|text| field(text)).collect();
    let entities = context.engine.detect(&fields, &options, limits.answer_entities).map_err(|_| {
        let most = limits.answer_entities;
        Refusal::invalid(format!("the texts have more than {most} entities; send them in several requests"))
    })?;

    let mut ad_hoc = Vec::with_capacity(request.texts.len());
    for text in &request.texts {
        let mut found = Vec::new();
        for recognizer in &recognizers {
            recognizer.find(text, &request.context, &mut found)?;
        }
        ad_hoc.push(found);
    }
    let threshold = request.threshold.unwrap_or_default();
    let mut all = Vec::with_capacity(request.texts.len());
    for ((text, entities), ad_hoc) in request.texts.iter().zip(&entities).zip(&ad_hoc) {
        let mut finds: Vec<Find<'_>> = Vec::with_capacity(entities.len() + ad_hoc.len());
        finds.extend(entities.iter().filter(|entity| entity.label != Label::LITERAL).map(|entity| Find {
            start: entity.span.start(),
            end: entity.span.end(),
            entity: wanted.name(entity.label),
            score: rounded(f64::from(entity.confidence)),
            source: FindSource::Engine(entity),
        }));
        finds.extend(ad_hoc.iter().filter(|find| find.score >= threshold).map(|find| Find {
            start: find.start,
            end: find.end,
            entity: &find.recognizer.entity,
            score: find.score,
            source: FindSource::AdHoc(find),
        }));
        finds.retain(|find| text.get(find.start..find.end).is_some_and(|text| !is_allowed(text)));
        all.push(results(text, without_duplicates(finds), request.explains.then_some(request.flags)));
    }
    match (&all[..], request.is_batch) {
        ([one], false) => answer(one),
        _ => answer(&all),
    }
}

/// The finds by start, without those within a find of the same entity and at least the same score.
fn without_duplicates(mut finds: Vec<Find<'_>>) -> Vec<Find<'_>> {
    finds.sort_by(|a, b| (a.start, b.end).cmp(&(b.start, a.end)).then_with(|| b.score.total_cmp(&a.score)));
    let mut kept: Vec<Find<'_>> = Vec::with_capacity(finds.len());
    // The end and the score of each find that may hold another one, by entity.
    let mut open: HashMap<&str, Vec<(usize, f64)>> = HashMap::new();
    for find in finds {
        let open = open.entry(find.entity).or_default();
        open.retain(|(end, _)| *end > find.start);
        if !open.iter().any(|(end, score)| *end >= find.end && *score >= find.score) {
            open.push((find.end, find.score));
            kept.push(find);
        }
    }
    kept
}

fn results<'a>(text: &str, finds: Vec<Find<'a>>, explained: Option<u64>) -> Vec<RecognizerResult<'a>> {
    let mut starts = UnitCursor::new(text, Unit::Codepoint);
    let result = |find: Find<'a>| {
        let start = starts.unit_at(find.start).expect("finds lie on characters of their text, in order");
        let length = text.get(find.start..find.end).map_or(0, |text| Unit::Codepoint.count(text));
        RecognizerResult {
            analysis_explanation: explained.map(|flags| explanation(&find, flags)),
            end: start + length,
            entity_type: find.entity,
            score: find.score,
            start,
        }
    };
    finds.into_iter().map(result).collect()
}

fn explanation<'a>(find: &Find<'a>, flags: u64) -> Explanation<'a> {
    match find.source {
        FindSource::Engine(entity) => Explanation {
            original_score: find.score,
            pattern: None,
            pattern_name: None,
            recognizer: names::recognizer(entity.label.name()).into(),
            regex_flags: None,
            score: find.score,
            score_context_improvement: 0.0,
            supportive_context_word: "",
            textual_explanation: match entity.alternative {
                Some((label, confidence)) => {
                    format!("runner-up: {} with {}", label.name(), rounded(f64::from(confidence)))
                }
                None => "no other label competes".to_owned(),
            },
            validation_result: match entity.validated {
                Validated::Passed => Some(true),
                Validated::Failed => Some(false),
                Validated::None => None,
            },
        },
        FindSource::AdHoc(ad_hoc) => {
            let (recognizer, pattern) = (ad_hoc.recognizer, ad_hoc.pattern);
            Explanation {
                original_score: ad_hoc.original_score,
                pattern: Some(pattern.regex()),
                pattern_name: Some(&pattern.name),
                recognizer: Cow::Borrowed(&recognizer.name),
                regex_flags: Some(flags),
                score: ad_hoc.score,
                score_context_improvement: ad_hoc.score - ad_hoc.original_score,
                supportive_context_word: ad_hoc.supportive_word.as_deref().unwrap_or_default(),
                textual_explanation: format!("Detected by `{}` using pattern `{}`", recognizer.name, pattern.name),
                validation_result: None,
            }
        }
    }
}

fn request<'b>(item: Item<'_, 'b>, limits: &Limits) -> Option<Request<'b>> {
    let mut object = item.object()?;
    let mut is_batch = false;
    let texts = object.or_else("text", Vec::new, |item| match item.value() {
        Value::Array(_) => {
            is_batch = true;
            item.list(limits.texts, |item| text(item, limits))
        }
        _ => Some(vec![text(item, limits)?]),
    });
    let language = object.optional("language", |item| item.string()).filter(|language| !language.is_empty());
    let entities = object.optional_list("entities", MAX_NAMES, |item| item.string());
    let threshold = object.optional("score_threshold", |item| item.number(0.0..=1.0));
    let allowed = object.optional_list("allow_list", MAX_NAMES, |item| item.string());
    let allows_patterns =
        object.or_else("allow_list_match", || false, |item| item.name(&[("exact", false), ("regex", true)]));
    let flags = object.or_else("regex_flags", || DEFAULT_FLAGS, |item| item.integer(0..=u64::from(u32::MAX)));
    let recognizers = object.or_else("ad_hoc_recognizers", Vec::new, Description::read_all);
    let context = object.optional_list("context", MAX_NAMES, |item| Some(item.string()?.to_lowercase()));
    let explains = object.or_else("return_decision_process", || false, |item| item.boolean());
    // The id goes into Presidio's logs; ours name the request's own.
    object.ignore_rest();
    Some(Request {
        texts: texts?,
        is_batch,
        has_language: language.is_some(),
        language: language.as_deref().and_then(Language::of_tag),
        entities,
        threshold,
        allowed,
        allows_patterns: allows_patterns?,
        flags: flags?,
        recognizers: recognizers?,
        context,
        explains: explains?,
    })
}

fn text<'b>(item: Item<'_, 'b>, limits: &Limits) -> Option<Cow<'b, str>> {
    match item.value() {
        Value::String(text) if text.len() > limits.text_bytes => {
            item.refuse(Fault::TooLong, || format!("must have at most {} bytes", limits.text_bytes))
        }
        _ => item.string(),
    }
}
