//! LiteLLM's generic guardrail API: texts of a call are masked before the model sees them, and restored in its answer.
//! `docs/litellm.md` describes it.
//!
//! | module | content |
//! |---|---|
//! | `body` | the body of a request |
//! | `messages` | the strings of messages and tools that are texts, and their replacement |

mod body;
mod messages;

use std::{borrow::Cow, sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use http::Method;
use masquerade_detect::text::Unit;
use serde::Serialize;

use self::{
    body::{GuardrailRequest, InputType},
    messages::TextTable,
};
use super::FaceContext;
use crate::{
    access::Client,
    config::{Face, Permission},
    engine::{self, MAX_GROWTH, MaskError, Owner, RestoreError, RestoreSettings},
    problem::{ErrorShape, Problem},
    server::{
        Call, Endpoint, EndpointAction, EndpointCall, Handler, Job, Reply, request_checks,
        v1::{count_entities, session, too_long},
    },
    telemetry::{self, RestoreEvent, audit::AuditFacts},
};

/// The path that LiteLLM puts behind the address of a guardrail.
const PATH: &str = "/beta/litellm_basic_guardrail_api";

/// The CPU time of a byte of body without the language model.
const TIME_PER_BYTE: Duration = Duration::from_nanos(10);

/// The longest placeholder that an answer may break off in, in bytes.
const MAX_PLACEHOLDER: usize = 4096;

/// The endpoint below the face's path.
pub(super) fn endpoint(face: &Face, context: &FaceContext) -> Endpoint {
    let call = EndpointCall {
        // Which one a call needs stands in its body.
        permission: None,
        json: Some(context.limits.body_bytes),
        handler: Arc::new(Guardrail(context.clone())),
        client: super::open_client(face, "litellm"),
        error_shape: ErrorShape::Text,
    };
    Endpoint { method: Method::POST, path: format!("{}{PATH}", face.path).into(), action: EndpointAction::Call(call) }
}

/// The decision on a call, LiteLLM's `action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum Action {
    /// The call goes on unchanged.
    #[serde(rename = "NONE")]
    None,
    /// The texts of the answer take the place of those of the call.
    #[serde(rename = "GUARDRAIL_INTERVENED")]
    Intervened,
    /// The call ends.
    #[serde(rename = "BLOCKED")]
    Blocked,
}

/// An answer without the parts that are spliced.
#[derive(Serialize)]
struct Answer<'a> {
    action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<&'a [Cow<'a, str>]>,
    /// The characters at the end of each text that may change with the next piece of a stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_holdback_chars: Option<Vec<usize>>,
}

impl Answer<'_> {
    fn new(action: Action) -> Self {
        Self { action, blocked_reason: None, texts: None, stream_holdback_chars: None }
    }

    /// The answer with further members, whose values are JSON already.
    fn written(&self, more: &[(&str, Option<String>)], limit: usize) -> Result<Reply, Problem> {
        let mut body = serde_json::to_string(self).map_err(|_| Problem::Internal)?;
        for (name, value) in more {
            if let Some(value) = value {
                body.pop();
                body.push_str(&format!(",\"{name}\":{value}}}"));
            }
        }
        if body.len() > limit {
            let detail = format!("the answer would have more than {limit} bytes");
            return Err(too_long("/texts", detail));
        }
        Ok(Reply::json(body))
    }
}

/// The handler of all calls.
struct Guardrail(FaceContext);

#[async_trait]
impl Handler for Guardrail {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let (context, body) = (self.0.clone(), call.body.clone());
        let (client, request_id) = (Arc::clone(call.client), call.request_id.to_owned());
        let reading = TIME_PER_BYTE * u32::try_from(body.len()).unwrap_or(u32::MAX);
        let inference = engine::inference_time(context.engine.detector(), context.defaults.detection.ner, body.len());
        let estimate = reading.saturating_add(inference);
        let job = Job { tenant: &call.client.tenant, estimate, bytes: Some(body.len()) };
        let cpu = Arc::clone(&context.cpu);
        cpu.run(job, async move { context.decide(&client, &request_id, &body).await }).await?
    }
}

impl FaceContext {
    async fn decide(&self, client: &Client, request_id: &str, body: &Bytes) -> Result<Reply, Problem> {
        let request = GuardrailRequest::read(body, &self.limits)?;
        let owner = self.sessions.of_conversation(client, request.conversation().as_deref());
        match request.input_type {
            InputType::Request => {
                request_checks::permission(client, Some(Permission::Anonymize))?;
                self.mask(&request, &owner).await
            }
            InputType::Response => {
                request_checks::permission(client, Some(Permission::Deanonymize))?;
                self.restore(&request, &owner, client, request_id).await
            }
        }
    }

    async fn mask(&self, request: &GuardrailRequest<'_>, owner: &Owner) -> Result<Reply, Problem> {
        let mut table = TextTable::new(&request.texts);
        let messages = request.structured_messages.map(|doc| messages::of_messages(doc, &mut table)).transpose()?;
        let tools = request.tools.map(|doc| messages::of_tools(doc, &mut table)).transpose()?;
        // Calls that stand in no message, since no messages were sent.
        if messages.is_none()
            && let Some(doc) = request.tool_calls
        {
            messages::of_tool_calls(doc, &mut table)?;
        }
        let mut ask = self.defaults.clone();
        ask.max_entities = self.limits.answer_entities;
        let masked = self.engine.anonymize_fields(&table.fields(), &ask, owner).await;
        let done = match masked {
            Ok(done) => done,
            Err(MaskError::Store(error)) => return Err(error.into()),
            Err(MaskError::TooManyEntities) => {
                let most = self.limits.answer_entities;
                return Err(too_long("/texts", format!("the texts have more than {most} entities")));
            }
            Err(MaskError::Blocked(places)) => {
                let mut labels: Vec<_> = places.iter().map(|(_, label)| label.name()).collect();
                labels.sort_unstable();
                labels.dedup();
                let blocked_reason = Some(format!("The policy blocks {}.", labels.join(", ")));
                let answer = Answer { blocked_reason, ..Answer::new(Action::Blocked) };
                let facts = AuditFacts { action: "blocked", blocked: labels, ..AuditFacts::default() };
                return Ok(answer.written(&[], self.limits.answer_bytes)?.with_audit(facts));
            }
        };
        let facts = count_entities(&self.metrics, &done, &ask, false);
        let texts = &done.masked.texts[..];
        if table.is_unchanged(texts) {
            return Ok(Answer::new(Action::None).written(&[], self.limits.answer_bytes)?.with_audit(facts));
        }
        let spliced = |doc: Option<&str>, pieces: &Option<Vec<messages::Piece>>| {
            doc.zip(pieces.as_ref()).and_then(|(doc, pieces)| table.spliced(doc, pieces, texts))
        };
        // LiteLLM takes messages for the whole, and without them puts each text into its place itself. It does not take
        // the arguments of tool calls back, which stand in messages alone.
        let needs_messages = messages.as_ref().is_some_and(|pieces| table.changes_more(pieces, texts));
        let messages = spliced(request.structured_messages.filter(|_| needs_messages), &messages);
        let tools = spliced(request.tools, &tools);
        let texts = texts.get(..request.texts.len());
        let answer = Answer { texts, ..Answer::new(Action::Intervened) };
        let parts = [("structured_messages", messages), ("tools", tools)];
        Ok(answer.written(&parts, self.limits.answer_bytes)?.with_audit(facts))
    }

    async fn restore(
        &self,
        request: &GuardrailRequest<'_>,
        owner: &Owner,
        client: &Client,
        request_id: &str,
    ) -> Result<Reply, Problem> {
        let texts: Vec<&str> = request.texts.iter().map(AsRef::as_ref).collect();
        let max_bytes = self.limits.body_bytes.saturating_mul(MAX_GROWTH);
        let how = RestoreSettings { unit: Unit::default(), tolerant: true, restorable: client.restorable(), max_bytes };
        let done = self.engine.restore(&texts, &[], owner, how).await.map_err(|error| match error {
            RestoreError::Store(error) => Problem::from(error),
            RestoreError::TooLong => {
                too_long("/texts", format!("the restored texts would have more than {max_bytes} bytes"))
            }
        })?;
        let session = owner.scope.as_ref().map(|scope| session::display_id(&scope.session));
        telemetry::audit_restore(&RestoreEvent {
            request_id,
            client: &client.name,
            tenant: &client.tenant,
            source: if session.is_some() { "session" } else { "token" },
            session: session.as_deref().unwrap_or_default(),
            restored: done.restored,
            unresolved: done.unresolved_count,
        });
        self.metrics.restored(done.restored as u64, done.unresolved_count as u64);
        let holdback: Vec<usize> = done.texts.iter().map(|text| holdback(text)).collect();
        let is_unchanged = texts.iter().zip(&done.texts).all(|(text, restored)| text == restored);
        let answer = Answer {
            texts: (!is_unchanged).then_some(&done.texts[..]),
            stream_holdback_chars: Some(holdback),
            ..Answer::new(if is_unchanged { Action::None } else { Action::Intervened })
        };
        let facts = AuditFacts::restored(done.restored, done.unresolved_count);
        Ok(answer.written(&[], self.limits.answer_bytes)?.with_audit(facts))
    }
}

/// The characters at the end of a text that may be the start of a placeholder: from its last open bracket, and the marks
/// of an altered placeholder in front of it.
fn holdback(text: &str) -> usize {
    let tail = text.get(text.floor_char_boundary(text.len().saturating_sub(MAX_PLACEHOLDER))..).unwrap_or_default();
    let open = tail.rfind(['[', '［', '【', '&', '\\', '%', '<']);
    let is_open = |at: &usize| !tail.get(*at..).is_some_and(|rest| rest.contains([']', '］', '】', '>', '\n']));
    let bracket = open.filter(is_open).map_or(0, |at| tail.get(at..).unwrap_or_default().chars().count());
    // A word in capitals may be a placeholder that has lost its bracket.
    let is_part = |c: &char| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '_' | '*' | '`' | '"');
    bracket.max(tail.chars().rev().take_while(is_part).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_of_a_placeholder_is_held_back() {
        for (text, held) in [
            ("", 0),
            ("all is said", 0),
            ("Dear [PERSON_1]", 0),
            ("Dear [", 1),
            ("Dear [PERSON_1", 9),
            ("Dear [PERSON_1], and [EM", 3),
            ("Dear PERSON_", 7),
            ("grüße, \\[PER", 4),
            ("[a line\nthat goes on", 0),
        ] {
            assert_eq!(holdback(text), held, "{text}");
        }
    }
}
