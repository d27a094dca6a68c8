//! The Model Context Protocol over streamable HTTP: messages of a tool server to an agent are masked, those of the agent
//! to the server restored.
//!
//! <https://modelcontextprotocol.io/specification/2025-06-18/basic/transports>. Messages are JSON-RPC in both directions,
//! so that one table describes requests and answers.

use super::{
    api::{Action, Api, BodyFormat, CallRule, Endpoint, Exchange, Rule, StreamFormat, rule},
    shared::PROTOCOL,
};
use crate::{codec::framing::Carrier, problem::ErrorShape};

/// The API: a single endpoint, at any path.
pub(super) const API: Api = Api {
    name: "mcp",
    bases: &[""],
    auto: false,
    any_base: false,
    masks_answers: true,
    has_indices: false,
    errors: ErrorShape::Problem,
    endpoints: &[endpoint("POST"), endpoint("GET"), endpoint("DELETE")],
};

const fn endpoint(method: &'static str) -> Endpoint {
    Endpoint { method, path: "/**", exchange: &MESSAGES }
}

const MESSAGES: Exchange = Exchange {
    name: "mcp",
    format: BodyFormat::Document,
    records: None,
    request: &[],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &[],
    author_rules: &[],
    response: RULES,
    // A call that the agent asks for; an entry of a batch has it as well.
    calls: &[CallRule::call("params.arguments", &["name"]), CallRule::call("[*].params.arguments", &["name"])],
    // Each event is a message, whole.
    stream: Some(&StreamFormat {
        carrier: Carrier::Sse,
        rules: &[],
        ends: &[],
        tools: &[],
        last: None,
        resumption: None,
    }),
    provider_state: None,
    system_note: None,
    offsets: None,
};

const RULES: &[Rule] = &[
    rule("params.arguments.**", Action::CallArguments),
    rule("[*].params.arguments.**", Action::CallArguments),
    rule("{params,result}._meta.**", Action::Skip),
    rule("params.{name,level,cursor,protocolVersion,requestId,progressToken}", Action::Skip),
    rule("params.{capabilities,clientInfo}.**", Action::Skip),
    rule("result.{capabilities,serverInfo}.**", Action::Skip),
    rule("result.{protocolVersion,nextCursor}", Action::Skip),
    rule("result.{tools,prompts,resources,resourceTemplates}[*].{name,mimeType,uri,uriTemplate}", Action::Skip),
    rule("result.prompts[*].arguments[*].name", Action::Skip),
    rule("result.structuredContent.**", Action::Payload),
    rule("result.content[*].data", Action::Opaque),
    rule("result.content[*].{mimeType,name}", Action::Skip),
    rule("result.content[*].annotations.**", Action::Skip),
    rule("result.content[*].resource.{mimeType,uri}", Action::Skip),
    rule("result.content[*].uri", Action::Skip),
    rule("result.contents[*].{mimeType,uri}", Action::Skip),
    rule("**.blob", Action::Opaque),
    rule("{jsonrpc,id,method}", Action::Skip),
    rule("[*].{jsonrpc,id,method}", Action::Skip),
];
