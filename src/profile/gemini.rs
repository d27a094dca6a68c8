//! Google's Gemini, by its own API and on Vertex AI.
//!
//! <https://ai.google.dev/api/generate-content>. Requests may spell members in camel case or in snake case.

use super::{
    api::{
        Action, Api, Author, AuthorRule, BodyFormat, CallRule, Channel, ChannelEnd, EndCondition, Endpoint, Exchange,
        ProviderState, Retention, Rule, StreamFormat, rule,
    },
    gemini_interactions::INTERACTIONS,
    shared::{PLAIN, PROTOCOL},
};
use crate::{codec::framing::Carrier, problem::ErrorShape};

/// Gemini's endpoints. On Vertex AI models are Google's or deployed ones, below a project and a location.
pub(super) const API: Api = Api {
    name: "gemini",
    bases: &[
        "/{version}",
        "/{version}/publishers/google",
        "/{version}/projects/{project}/locations/{location}",
        "/{version}/projects/{project}/locations/{location}/publishers/google",
    ],
    auto: true,
    any_base: true,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::Google,
    endpoints: &[
        endpoint("POST", "/models/{model}:generateContent", &GENERATE),
        endpoint("POST", "/models/{model}:streamGenerateContent", &GENERATE_STREAM),
        endpoint("POST", "/models/{model}:countTokens", &GENERATE),
        endpoint("POST", "/models/{model}:embedContent", &EMBED),
        endpoint("POST", "/models/{model}:batchEmbedContents", &EMBED),
        endpoint("POST", "/models/{model}:predict", &EMBED),
        endpoint("POST", "/tunedModels/{model}:generateContent", &GENERATE),
        endpoint("POST", "/tunedModels/{model}:streamGenerateContent", &GENERATE_STREAM),
        endpoint("POST", "/endpoints/{model}:generateContent", &GENERATE),
        endpoint("POST", "/endpoints/{model}:streamGenerateContent", &GENERATE_STREAM),
        endpoint("POST", "/endpoints/{model}:countTokens", &GENERATE),
        endpoint("POST", "/cachedContents", &CACHED),
        endpoint("GET", "/cachedContents/{cache}", &CACHED),
        endpoint("DELETE", "/cachedContents/{cache}", &CACHED),
        endpoint("POST", "/interactions", &INTERACTIONS),
        endpoint("GET", "/interactions/{id}", &INTERACTIONS),
        endpoint("DELETE", "/interactions/{id}", &INTERACTIONS),
        endpoint("POST", "/interactions/{id}/cancel", &INTERACTIONS),
        endpoint("GET", "/models", &PLAIN),
        endpoint("GET", "/models/{model}", &PLAIN),
    ],
};

const fn endpoint(method: &'static str, path: &'static str, exchange: &'static Exchange) -> Endpoint {
    Endpoint { method, path, exchange }
}

/// Generation of content, answered by a document or by events.
const GENERATE: Exchange = Exchange {
    name: "gemini-generate",
    format: BodyFormat::Document,
    records: None,
    request: REQUEST,
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["tools", "systemInstruction", "system_instruction", "contents"],
    author_rules: AUTHORS,
    response: ANSWER,
    calls: CALLS,
    stream: Some(&EVENTS),
    // A cached content that the request continues has a map of its own.
    provider_state: Some(&ProviderState {
        continues: &["cachedContent", "cached_content"],
        issues: &[],
        retention: Retention::If("store"),
        seals: None,
        starts_empty: false,
        asks: &[],
        attaches: &[],
    }),
    system_note: None,
    offsets: None,
};

/// Generation of content in a stream, which is one JSON array without `alt=sse`; its elements arrive one by one.
const GENERATE_STREAM: Exchange = Exchange {
    name: "gemini-stream",
    stream: Some(&StreamFormat { carrier: Carrier::JsonArray, ..EVENTS }),
    ..GENERATE
};

/// A prompt that the provider keeps.
const CACHED: Exchange = Exchange {
    name: "gemini-cached",
    stream: None,
    calls: &[],
    provider_state: Some(&ProviderState {
        continues: &[],
        issues: &["name"],
        retention: Retention::Always,
        seals: None,
        starts_empty: false,
        asks: &[],
        attaches: &[],
    }),
    ..GENERATE
};

/// Texts whose vectors are asked for.
const EMBED: Exchange = Exchange { name: "gemini-embed", stream: None, calls: &[], provider_state: None, ..GENERATE };

const REQUEST: &[Rule] = &[
    rule("contents[*].parts[*].{functionCall,function_call}.args.**", Action::CallArguments),
    rule("contents[*].parts[*].{functionResponse,function_response}.response.**", Action::Payload),
    rule("contents[*].parts[*].{functionCall,function_call,functionResponse,function_response}.name", Action::Id),
    rule("tools[*].{functionDeclarations,function_declarations}[*].name", Action::Id),
    // What is counted may be a whole request.
    rule("generateContentRequest.contents[*].parts[*].functionCall.args.**", Action::CallArguments),
    rule("generateContentRequest.contents[*].parts[*].functionResponse.response.**", Action::Payload),
    rule("generateContentRequest.contents[*].parts[*].{functionCall,functionResponse}.name", Action::Id),
    rule("generateContentRequest.tools[*].functionDeclarations[*].name", Action::Id),
    rule("{toolConfig,tool_config,safetySettings,safety_settings}.**", Action::Id),
    rule("{generationConfig,generation_config}.{speechConfig,speech_config,thinkingConfig}.**", Action::Id),
    rule("{generationConfig,generation_config}.{responseModalities,response_modalities}[*]", Action::Id),
    rule("**.{cachedContent,cached_content,mimeType,mime_type,responseMimeType,response_mime_type}", Action::Id),
    rule("**.{taskType,task_type,outcome,language,mediaResolution,media_resolution,ttl}", Action::Id),
    rule("**.{fileUri,file_uri}", Action::Link),
    rule("**.thought_signature", Action::Sealed),
    rule("labels.**", Action::Payload),
];

const ANSWER: &[Rule] = &[
    rule("candidates[*].content.parts[*].functionCall.args.**", Action::CallArguments),
    rule("candidates[*].content.parts[*].functionCall.name", Action::Id),
    rule("candidates[*].finishReason", Action::Skip),
    rule("candidates[*].logprobsResult.**", Action::Alignment),
    rule("candidates[*].safetyRatings.**", Action::Id),
    rule("candidates[*].content.parts[*].executableCode.language", Action::Id),
    rule("candidates[*].content.parts[*].inlineData.mimeType", Action::Id),
    rule("{usageMetadata,promptFeedback}.**", Action::Id),
    rule("{modelVersion,responseId,createTime}", Action::Id),
    rule("error.status", Action::Id),
];

const EVENTS: StreamFormat = StreamFormat {
    carrier: Carrier::Sse,
    rules: &[
        piece("candidates[*].content.parts[*].text", PART),
        piece("candidates[*].content.parts[*].executableCode.code", CANDIDATE),
        piece("candidates[*].content.parts[*].codeExecutionResult.output", CANDIDATE),
        piece("candidates[*].content.parts[*].functionCall.partialArgs[*].stringValue", ARGUMENT),
        rule("candidates[*].content.parts[*].functionCall.partialArgs[*].jsonPath", Action::Id),
    ],
    ends: &[ChannelEnd { at: "candidates[*].finishReason", value: EndCondition::Present, keys: CANDIDATE }],
    tools: &[],
    last: None,
    resumption: None,
};

const CANDIDATE: &[&str] = &["candidates[*].index"];
/// Thoughts and what is said are texts of their own.
const PART: &[&str] = &["candidates[*].index", "candidates[*].content.parts[*].thought"];
const ARGUMENT: &[&str] =
    &["candidates[*].index", "candidates[*].content.parts[*].functionCall.partialArgs[*].jsonPath"];

const fn piece(at: &'static str, keys: &'static [&'static str]) -> Rule {
    rule(at, Action::Channel(Channel { keys, json: false }))
}

/// Message text of answers; all else that the model says is a call.
const CALLS: &[CallRule] = &[
    CallRule::text("{candidates,error,promptFeedback,usageMetadata,modelVersion,responseId}"),
    CallRule::call("*", &[]),
    CallRule::text("candidates[*].{content,finishReason,finishMessage,citationMetadata,groundingMetadata}"),
    CallRule::text("candidates[*].{groundingAttributions,urlContextMetadata,safetyRatings,logprobsResult}"),
    CallRule::call("candidates[*].*", &[]),
    CallRule::text("candidates[*].content.{parts,role}"),
    CallRule::call("candidates[*].content.*", &[]),
    CallRule::text("candidates[*].content.parts[*].{text,thought,thoughtSignature,inlineData,fileData}"),
    CallRule::call("candidates[*].content.parts[*].functionCall", &["functionCall.name"]),
    CallRule::call("candidates[*].content.parts[*].*", &[]),
];

const AUTHORS: &[AuthorRule] = &[
    AuthorRule { at: "{tools,generationConfig,generation_config}", member: "", authors: &[("", Author::Tools)] },
    AuthorRule { at: "{systemInstruction,system_instruction}", member: "", authors: &[("", Author::System)] },
    AuthorRule { at: "{contents,content,instances,requests}", member: "", authors: &[("", Author::User)] },
    AuthorRule { at: "contents[*]", member: "role", authors: ROLES },
    AuthorRule {
        at: "contents[*].parts[*].{functionResponse,function_response}",
        member: "",
        authors: &[("", Author::Tool)],
    },
];

const ROLES: &[(&str, Author)] =
    &[("user", Author::User), ("model", Author::Model), ("function", Author::Tool), ("system", Author::System)];
