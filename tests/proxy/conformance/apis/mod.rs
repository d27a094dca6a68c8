//! The formats of the APIs: templates in which `$0` is a text in a JSON string, and `$1` one in JSON source in a JSON
//! string.

mod anthropic;
mod bedrock;
mod cohere;
mod gemini;
mod mistral;
mod ollama;
mod openai;

use super::wire::Carrier;

/// An API of conversations.
pub struct Conversation {
    pub name: &'static str,
    pub path: &'static str,
    pub headers: &'static str,
    /// The request before its messages and behind them.
    pub head: &'static str,
    pub tail: &'static str,
    /// Messages of the user and of the model.
    pub user: &'static str,
    pub model: Option<&'static str>,
    /// Messages with a call of a tool, and with its result.
    pub call: Option<&'static str>,
    pub result: Option<&'static str>,
    /// An answer and the pointer to its text.
    pub answer: &'static str,
    pub text_at: &'static str,
    /// An answer that calls a tool, and the pointer to the arguments.
    pub call_answer: &'static str,
    pub call_at: &'static str,
    pub error: &'static str,
    pub error_at: &'static str,
    pub stream: Option<Stream>,
    /// A message with a text file, whose base64 is `$64`.
    pub file: Option<&'static str>,
    pub state: Option<ProviderState>,
}

/// State that the provider keeps: a request that begins it, and one that goes on with it.
#[derive(Clone, Copy)]
pub struct ProviderState {
    /// The request that begins it, around its messages, and the answer that names it.
    pub path: &'static str,
    pub head: &'static str,
    pub answer: &'static str,
    /// The request that goes on with it.
    pub next_path: &'static str,
    pub next_head: &'static str,
}

/// The stream of an API. Events have names, which may be empty.
#[derive(Clone, Copy)]
pub struct Stream {
    pub path: &'static str,
    /// Members that the request begins with.
    pub request: &'static str,
    pub carrier: Carrier,
    pub before: &'static [(&'static str, &'static str)],
    pub delta: (&'static str, &'static str),
    /// The pointer to the text of a delta.
    pub text_at: &'static str,
    /// A piece of a call's arguments, and the pointer to it.
    pub call_delta: Option<(&'static str, &'static str, &'static str)>,
    pub after: &'static [(&'static str, &'static str)],
}

/// Messages of the user and of the model, as several APIs spell them.
const MESSAGE: &str = r#"{"role":"user","content":"$0"}"#;
const MODEL: &str = r#"{"role":"assistant","content":"$0"}"#;

/// The conversations of all APIs.
pub const APIS: &[Conversation] = &[
    openai::CHAT,
    openai::RESPONSES,
    anthropic::MESSAGES,
    anthropic::VERTEX_CLAUDE,
    gemini::GENERATE_CONTENT,
    gemini::VERTEX,
    bedrock::CONVERSE,
    bedrock::INVOKE_CLAUDE,
    cohere::CHAT,
    ollama::CHAT,
    ollama::GENERATE,
    mistral::FIM,
    mistral::AGENTS,
    gemini::INTERACTIONS,
    mistral::CONVERSATIONS,
];

/// Requests without a conversation.
pub const EMBEDDINGS: &[(&str, &str)] = &[
    ("/v1/embeddings", r#"{"model":"m","input":["$0"]}"#),
    ("/v1beta/models/e:embedContent", r#"{"content":{"parts":[{"text":"$0"}]},"taskType":"RETRIEVAL_QUERY"}"#),
    (
        "/v1beta/models/e:batchEmbedContents",
        r#"{"requests":[{"model":"models/e","content":{"parts":[{"text":"$0"}]}}]}"#,
    ),
    ("/v1beta/models/g:countTokens", r#"{"generateContentRequest":{"contents":[{"parts":[{"text":"$0"}]}]}}"#),
    ("/v1/projects/p/locations/l/publishers/google/models/e:predict", r#"{"instances":[{"content":"$0"}]}"#),
    ("/v2/embed", r#"{"model":"m","texts":["$0"],"input_type":"search_query","embedding_types":["float"]}"#),
    ("/v2/rerank", r#"{"model":"m","query":"$0","documents":["$0","x"],"top_n":1}"#),
    ("/api/embed", r#"{"model":"m","input":["$0"]}"#),
    ("/model/amazon.titan-embed-text-v2%3A0/invoke", r#"{"inputText":"$0","dimensions":256}"#),
];
