//! The requests of the anonymizer: spans of a text are replaced by operators.

use std::{borrow::Cow, collections::HashMap};

use serde::Serialize;

use super::{
    answer,
    operators::{Direction, Operator},
    refusal::Refusal,
    spans::{self, Characters, EntitySpan},
};
use crate::{
    config::Limits,
    input::{Dialect, Fault, Item, json, read},
    server::{Reply, Reservation},
};

/// The entity whose operator is that of all others.
const DEFAULT: &str = "DEFAULT";

/// The body of a request.
struct Request<'b> {
    text: Cow<'b, str>,
    spans: Vec<EntitySpan<'b>>,
    operators: HashMap<String, Operator<'b>>,
}

/// The body of an answer.
#[derive(Serialize)]
struct EngineResult<'a> {
    text: &'a str,
    items: Vec<OperatorResult<'a>>,
}

#[derive(Serialize)]
struct OperatorResult<'a> {
    start: usize,
    end: usize,
    entity_type: &'a str,
    text: &'a str,
    operator: &'a str,
    score: Option<f64>,
}

/// The answer to a request.
///
/// # Errors
/// If the request is invalid.
pub fn replace(limits: &Limits, direction: Direction, body: &[u8], memory: &mut Reservation) -> Result<Reply, Refusal> {
    let body = json::parse(body, json::Limits::default())?;
    let Request { text, spans, operators } =
        read(body, Dialect::Json, |item| request(item, direction, limits.answer_entities))?;
    memory.grow(text.len().saturating_mul(Characters::MEMORY))?;
    let characters = Characters::new(&text);
    let spans = match direction {
        Direction::Anonymize => spans::resolve(spans, &characters),
        Direction::Deanonymize => {
            let mut spans = spans;
            spans.sort_by_key(|span| (span.start, span.end));
            spans
        }
    };
    let by_name = Operator::Replace(None);
    let operator = |entity: &str| match (operators.get(entity).or_else(|| operators.get(DEFAULT)), direction) {
        (Some(operator), _) => Ok(operator),
        (None, Direction::Anonymize) => Ok(&by_name),
        (None, Direction::Deanonymize) => {
            Err(Refusal::invalid("an entity has no deanonymizer, and there is no DEFAULT"))
        }
    };
    let apply = |span: &EntitySpan<'_>, text| operator(&span.entity)?.apply(text, &span.entity);
    let (whole, replacements) = spans::replace(&characters, &spans, limits.answer_bytes, apply)?;
    let mut items = Vec::with_capacity(spans.len());
    // Presidio replaces from the end, and lists in that order.
    for (span, replacement) in spans.iter().zip(&replacements).rev() {
        items.push(OperatorResult {
            start: replacement.start,
            end: replacement.end,
            entity_type: &span.entity,
            text: &replacement.text,
            operator: operator(&span.entity)?.name(),
            score: span.score,
        });
    }
    answer(&EngineResult { text: &whole, items })
}

fn request<'b>(item: Item<'_, 'b>, direction: Direction, max: usize) -> Option<Request<'b>> {
    let (spans, operators) = match direction {
        Direction::Anonymize => ("analyzer_results", "anonymizers"),
        Direction::Deanonymize => ("anonymizer_results", "deanonymizers"),
    };
    let mut object = item.object()?;
    let text = object.optional("text", |item| item.string()).unwrap_or_default();
    let read_all = |item: Item<'_, 'b>| item.list(max, |item| span(item, direction));
    let spans = match direction {
        Direction::Anonymize => object.required(spans, read_all),
        Direction::Deanonymize => object.or_else(spans, Vec::new, read_all),
    };
    let operators = object.or_else(operators, Vec::new, |item| {
        item.entries(|name, item| Some((name.to_owned(), Operator::read(item, direction)?)))
    });
    object.ignore_rest();
    Some(Request { text, spans: spans?, operators: operators?.into_iter().collect() })
}

fn span<'b>(item: Item<'_, 'b>, direction: Direction) -> Option<EntitySpan<'b>> {
    let offset = |item: Item<'_, '_>| item.offset();
    let score = |item: Item<'_, '_>| item.number(f64::MIN..=f64::MAX);
    let mut object = item.object()?;
    let start = object.required("start", offset);
    let end = object.required("end", offset);
    let entity = object.required("entity_type", |item| item.string());
    let score = match direction {
        Direction::Anonymize => object.required("score", score).map(Some),
        Direction::Deanonymize => object.or_else("score", || None, |item| score(item).map(Some)),
    };
    if let (Some(start), Some(end)) = (start, end)
        && start > end
    {
        object.refuse(Fault::OutOfRange, "start", || {
            format!("Invalid input, start index '{start}' must be smaller than end index '{end}'")
        });
    }
    object.ignore_rest();
    Some(EntitySpan { start: start?, end: end?, entity: entity?, score: score? })
}
