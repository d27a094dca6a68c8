//! [`GuardrailRequest`]: the body of a call of the guardrail. Members that are not listed here tell nothing that matters.

use std::borrow::Cow;

use crate::{
    codec::CodecError,
    codec::syntax::json::{Scalar, Stack, Start, Str, Visitor, walk},
    config::Limits,
    input::{Dialect, Fault, Item, Value, json, read},
    problem::Problem,
};

/// The direction of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputType {
    /// A request, from the client to the model.
    Request,
    /// A response, from the model to the client.
    Response,
}

/// The body of a call.
pub struct GuardrailRequest<'b> {
    /// The direction.
    pub input_type: InputType,
    /// The texts.
    pub texts: Vec<Cow<'b, str>>,
    /// The messages of the call, an array, as they are spelled.
    pub structured_messages: Option<&'b str>,
    /// The descriptions of tools, an array, as they are spelled.
    pub tools: Option<&'b str>,
    /// The calls of tools, an array, as they are spelled.
    pub tool_calls: Option<&'b str>,
    call: Option<Cow<'b, str>>,
    trace: Option<Cow<'b, str>>,
    key_hash: Option<Cow<'b, str>>,
}

impl<'b> GuardrailRequest<'b> {
    /// Reads a body.
    ///
    /// # Errors
    /// If it is not JSON, or a member of it is out of form.
    pub fn read(body: &'b [u8], limits: &Limits) -> Result<Self, Problem> {
        let tree = json::parse(body, json::Limits::default())?;
        let mut request = read(tree, Dialect::Json, |item| request(item, limits))?;
        let doc = std::str::from_utf8(body).map_err(|_| Problem::Internal)?;
        let mut arrays = Arrays { doc, ..Arrays::default() };
        // The body was parsed before, so that it cannot break the grammar.
        walk(doc, &mut Stack::default(), &mut arrays).map_err(|_: CodecError| Problem::Internal)?;
        request.structured_messages = arrays.structured_messages;
        request.tools = arrays.tools;
        request.tool_calls = arrays.tool_calls;
        Ok(request)
    }

    /// The id of the conversation: of its trace, or else of the call. It holds for one key of the gateway, so that nobody
    /// can continue a conversation by naming its trace.
    pub fn conversation(&self) -> Option<String> {
        let (kind, id) = match (&self.trace, &self.call) {
            (Some(trace), _) => ("trace", trace),
            (None, Some(call)) => ("call", call),
            (None, None) => return None,
        };
        let key = self.key_hash.as_deref().unwrap_or_default();
        Some(format!("litellm/{kind}/{}/{key}/{id}", key.len()))
    }
}

fn request<'b>(item: Item<'_, 'b>, limits: &Limits) -> Option<GuardrailRequest<'b>> {
    const TYPES: [(&str, InputType); 2] = [("request", InputType::Request), ("response", InputType::Response)];
    let mut object = item.object()?;
    let input_type = object.required("input_type", |item| item.name(&TYPES));
    let texts = object.optional_list("texts", limits.texts, |item| text(item, limits));
    let id = |item: Item<'_, 'b>| item.string();
    let call = object.or_else("litellm_call_id", || None, |item| id(item).map(Some));
    let trace = object.or_else("litellm_trace_id", || None, |item| id(item).map(Some));
    let key_hash = object.or_else(
        "request_data",
        || None,
        |item| {
            let mut metadata = item.object()?;
            let hash = metadata.or_else("user_api_key_hash", || None, |item| id(item).map(Some));
            metadata.ignore_rest();
            hash
        },
    );
    for name in ["structured_messages", "tools", "tool_calls"] {
        object.optional(name, |item| match item.value() {
            Value::Array(_) => Some(()),
            _ => item.refuse(Fault::WrongType, || "must be an array"),
        });
    }
    object.ignore_rest();
    Some(GuardrailRequest {
        input_type: input_type?,
        texts,
        structured_messages: None,
        tools: None,
        tool_calls: None,
        call: call?,
        trace: trace?,
        key_hash: key_hash?,
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

/// The arrays of a body, as they are spelled.
#[derive(Default)]
struct Arrays<'d> {
    doc: &'d str,
    /// The name of the member that is passed over.
    member: Option<String>,
    structured_messages: Option<&'d str>,
    tools: Option<&'d str>,
    tool_calls: Option<&'d str>,
}

impl Visitor for Arrays<'_> {
    type Container = ();
    type Error = CodecError;

    fn open(&mut self, parent: Option<&mut ()>, key: Option<&Str>, _: Start) -> Result<Option<()>, CodecError> {
        self.member = key.and_then(|key| key.decoded(self.doc)).map(Cow::into_owned);
        Ok(parent.is_none().then_some(()))
    }

    fn name(&mut self, (): &mut (), _: &Str) -> Result<(), CodecError> {
        Ok(())
    }

    fn scalar(&mut self, _: Option<&mut ()>, _: Option<&Str>, _: Scalar) -> Result<(), CodecError> {
        Ok(())
    }

    fn passed(&mut self, range: std::ops::Range<usize>) {
        let array = self.doc.get(range).filter(|array| array.starts_with('['));
        match self.member.as_deref() {
            Some("structured_messages") => self.structured_messages = array,
            Some("tools") => self.tools = array,
            Some("tool_calls") => self.tool_calls = array,
            _ => {}
        }
    }
}
