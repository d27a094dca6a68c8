//! Models on Amazon Bedrock: Converse, which is one format for all of them, and InvokeModel with each model's own.
//!
//! <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_Operations_Amazon_Bedrock_Runtime.html>. Requests have a
//! bearer key: one with a signature (AWS Signature Version 4) would no longer fit it.

use super::{
    api::{
        Action, Api, Author, AuthorRule, BodyFormat, CallRule, ChannelEnd, EndCondition, Endpoint, Exchange,
        StreamFormat, ToolNameRule, rule,
    },
    shared::{PROTOCOL, ROLES, piece},
};
use crate::{codec::framing::Carrier, problem::ErrorShape};

/// The endpoints of Bedrock's runtime.
pub(super) const API: Api = Api {
    name: "bedrock",
    bases: &[""],
    auto: true,
    any_base: true,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::Message,
    endpoints: &[
        endpoint("/model/{model}/converse", &CONVERSE),
        endpoint("/model/{model}/converse-stream", &CONVERSE),
        endpoint("/model/{model}/count-tokens", &CONVERSE),
        endpoint("/model/{model}/invoke", &INVOKE),
        endpoint("/model/{model}/invoke-with-response-stream", &INVOKE),
    ],
};

const fn endpoint(path: &'static str, exchange: &'static Exchange) -> Endpoint {
    Endpoint { method: "POST", path, exchange }
}

const CONVERSE: Exchange = Exchange {
    name: "bedrock-converse",
    format: BodyFormat::Document,
    records: None,
    request: &[
        rule("messages[*].content[*].toolUse.input.**", Action::CallArguments),
        rule("messages[*].content[*].toolUse.name", Action::Id),
        rule("messages[*].content[*].toolResult.content[*].json.**", Action::Payload),
        rule("messages[*].content[*].toolResult.status", Action::Id),
        rule("messages[*].content[*].toolResult.content[*].{image,document,video}.source.bytes", Action::Opaque),
        rule("messages[*].content[*].{image,document,video,audio}.source.bytes", Action::Opaque),
        rule("messages[*].content[*].{image,document,video}.source.s3Location.uri", Action::Link),
        // Signed text goes back as it came.
        rule("messages[*].content[*].reasoningContent.reasoningText.text", Action::Skip).with("signature"),
        rule("toolConfig.tools[*].toolSpec.name", Action::Id),
        rule("toolConfig.toolChoice.**", Action::Id),
        rule("{guardrailConfig,performanceConfig,serviceTier}.**", Action::Id),
        rule("additionalModelResponseFieldPaths[*]", Action::Id),
        rule("requestMetadata.**", Action::Payload),
    ],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["toolConfig", "system", "messages"],
    author_rules: AUTHORS,
    response: &[
        rule("output.message.content[*].toolUse.input.**", Action::CallArguments),
        rule("output.message.content[*].toolUse.name", Action::Id),
        rule("output.message.content[*].reasoningContent.reasoningText.text", Action::Skip).with("signature"),
        rule("{stopReason,performanceConfig,serviceTier}.**", Action::Id),
    ],
    calls: CALLS,
    stream: Some(&StreamFormat {
        carrier: Carrier::AwsEvents,
        rules: &[
            piece("delta.text", BLOCK, false),
            piece("delta.toolUse.input", BLOCK, true),
            // The signature that comes behind it covers it.
            rule("delta.reasoningContent.**", Action::Skip),
            rule("start.toolUse.name", Action::Id),
            // Random letters, which hide the length of the answer.
            rule("p", Action::Skip),
        ],
        // The events of blocks have no member that names them; the message ends all.
        ends: &[ChannelEnd { at: "stopReason", value: EndCondition::Present, keys: &[] }],
        tools: &[ToolNameRule { at: "start.toolUse.name", keys: BLOCK }],
        last: None,
        resumption: None,
    }),
    provider_state: None,
    system_note: None,
    offsets: None,
};

const BLOCK: &[&str] = &["contentBlockIndex"];

/// Message text of answers and events; all else that the model says is a call.
const CALLS: &[CallRule] = &[
    CallRule::text("{output,delta,start,stopReason,message,Message,trace,p}"),
    CallRule::call("*", &[]),
    CallRule::text("output.message"),
    CallRule::call("output.*", &[]),
    CallRule::text("output.message.{role,content}"),
    CallRule::call("output.message.*", &[]),
    CallRule::text("output.message.content[*].{text,reasoningContent,citationsContent,searchResult}"),
    CallRule::call("output.message.content[*].toolUse", &["toolUse.name"]),
    CallRule::call("output.message.content[*].*", &[]),
    CallRule::text("delta.{text,reasoningContent,citation}"),
    CallRule::call("delta.*", &[]),
    CallRule::call("start.*", &["toolUse.name"]),
];

const AUTHORS: &[AuthorRule] = &[
    AuthorRule { at: "{tools,toolConfig}", member: "", authors: &[("", Author::Tools)] },
    AuthorRule { at: "system", member: "", authors: &[("", Author::System)] },
    AuthorRule { at: "{prompt,inputText,texts,promptVariables}", member: "", authors: &[("", Author::User)] },
    AuthorRule { at: "messages[*]", member: "role", authors: ROLES },
    AuthorRule {
        at: "messages[*].content[*].{toolResult,document,searchResult}",
        member: "",
        authors: &[("", Author::Tool)],
    },
    AuthorRule {
        at: "messages[*].content[*]",
        member: "type",
        authors: &[("document", Author::Tool), ("search_result", Author::Tool), ("tool_result", Author::Tool)],
    },
];

/// A request in the model's own format: that of Anthropic, of Amazon's Nova and Titan, of Meta, Mistral, Cohere or
/// OpenAI.
const INVOKE: Exchange = Exchange {
    name: "bedrock-invoke",
    request: &[
        rule("messages[*].content[*].input.**", Action::CallArguments),
        rule("messages[*].content[*].name", Action::Id).when("type", &["tool_use", "server_tool_use"]),
        rule("messages[*].tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("messages[*].tool_calls[*].function.name", Action::Id),
        rule("messages[*].content[*].toolUse.input.**", Action::CallArguments),
        rule("messages[*].content[*].toolUse.name", Action::Id),
        rule("messages[*].content[*].toolResult.content[*].json.**", Action::Payload),
        rule("messages[*].content[*].reasoningContent.reasoningText.text", Action::Skip).with("signature"),
        rule("messages[*].content[*].{image,document,video,audio}.source.bytes", Action::Opaque),
        rule("toolConfig.tools[*].toolSpec.name", Action::Id),
        rule("tools[*].name", Action::Id),
        rule("tools[*].function.name", Action::Id),
        rule("tool_choice.**", Action::Id),
        rule("toolConfig.toolChoice.**", Action::Id),
        rule("{anthropic_version,schemaVersion,taskType,input_type,truncate}", Action::Id),
        rule("{anthropic_beta,embedding_types}[*]", Action::Id),
        rule("{inputImage,image}", Action::Opaque),
        rule("metadata.**", Action::Payload),
    ],
    cache_order: &["tools", "toolConfig", "system", "messages"],
    response: &[
        rule("content[*].input.**", Action::CallArguments),
        rule("content[*].name", Action::Id).when("type", &["tool_use", "server_tool_use"]),
        rule("choices[*].message.tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("choices[*].message.tool_calls[*].function.name", Action::Id),
        rule("output.message.content[*].toolUse.input.**", Action::CallArguments),
        rule("output.message.content[*].toolUse.name", Action::Id),
        rule("{stop_reason,stopReason,finish_reason}", Action::Skip),
        rule("{embedding,embeddings,embeddingsByType}.**", Action::Skip),
    ],
    calls: INVOKE_CALLS,
    stream: Some(&StreamFormat {
        carrier: Carrier::AwsEvents,
        rules: &[
            piece("delta.text", INDEX, false),
            piece("delta.partial_json", INDEX, true),
            rule("delta.{thinking,signature}", Action::Skip),
            rule("content_block.{thinking,signature}", Action::Skip),
            rule("content_block.input.**", Action::CallArguments),
            rule("content_block.name", Action::Id).when("type", &["tool_use", "server_tool_use"]),
            piece("contentBlockDelta.delta.text", NOVA_BLOCK, false),
            piece("contentBlockDelta.delta.toolUse.input", NOVA_BLOCK, true),
            rule("contentBlockDelta.delta.reasoningContent.**", Action::Skip),
            rule("contentBlockStart.start.toolUse.name", Action::Id),
            piece("choices[*].delta.{content,reasoning}", CHOICE, false),
            piece("choices[*].message.content", CHOICE, false),
            piece("{outputText,generation,completion,text}", &[], false),
            piece("outputs[*].text", &[], false),
        ],
        ends: &[
            ChannelEnd { at: "type", value: EndCondition::OneOf(&["content_block_stop"]), keys: INDEX },
            ChannelEnd {
                at: "type",
                value: EndCondition::OneOf(&["message_delta", "message_stop", "error"]),
                keys: &[],
            },
            ChannelEnd {
                at: "contentBlockStop.contentBlockIndex",
                value: EndCondition::Present,
                keys: &["contentBlockStop.contentBlockIndex"],
            },
            ChannelEnd { at: "messageStop.stopReason", value: EndCondition::Present, keys: &[] },
            ChannelEnd { at: "choices[*].finish_reason", value: EndCondition::Present, keys: CHOICE },
            ChannelEnd { at: "{stop_reason,finish_reason,completionReason}", value: EndCondition::Present, keys: &[] },
            ChannelEnd { at: "outputs[*].stop_reason", value: EndCondition::Present, keys: &[] },
        ],
        tools: &[
            ToolNameRule { at: "content_block.name", keys: INDEX },
            ToolNameRule { at: "content_block.type", keys: INDEX },
        ],
        last: None,
        resumption: None,
    }),
    ..CONVERSE
};

const INDEX: &[&str] = &["index"];
const NOVA_BLOCK: &[&str] = &["contentBlockDelta.contentBlockIndex"];
const CHOICE: &[&str] = &["choices[*].index"];

/// Message text of answers and events; all else that the model says is a call.
const INVOKE_CALLS: &[CallRule] = &[
    CallRule::text("{content,content_block,delta,message,error,stop_sequence,output,choices,contentBlockDelta}"),
    CallRule::text("{results,outputText,generation,completion,text,outputs,generations}"),
    CallRule::call("*", &[]),
    CallRule::text("output.message"),
    CallRule::call("output.*", &[]),
    CallRule::call("output.message.content[*].toolUse", &["toolUse.name"]),
    CallRule::call_unless("content[*].*", BLOCKS, &["name", "type"]),
    CallRule::call_unless("content_block.*", BLOCKS, &["name", "type"]),
    CallRule::text("delta.{stop_reason,stop_sequence}"),
    CallRule::call_unless("delta.*", BLOCKS, &["name"]),
    CallRule::text("contentBlockDelta.delta"),
    CallRule::call("contentBlockDelta.*", &[]),
    CallRule::text("contentBlockDelta.delta.{text,reasoningContent}"),
    CallRule::call("contentBlockDelta.delta.*", &[]),
    CallRule::text("choices[*].{message,delta,text,finish_reason,stop_reason}"),
    CallRule::call("choices[*].*", &[]),
    CallRule::text("choices[*].{message,delta}.{role,content,refusal,reasoning,reasoning_content}"),
    CallRule::call("choices[*].{message,delta}.*", &[]),
];

/// Blocks, and changes of blocks, that are message text.
const BLOCKS: &[&str] = &["text", "thinking", "redacted_thinking", "text_delta", "thinking_delta", "signature_delta"];
