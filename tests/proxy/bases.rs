//! Bases of providers that speak an API of others: what leaves is masked and what comes back restored, with the path
//! alone and with the API named.

use crate::{
    fake::Fake,
    setup::{ask, post, proxy},
};

/// A provider, the path of a chat behind its host, and the API that it speaks.
const PROVIDERS: &[(&str, &str, &str)] = &[
    ("OpenAI", "/v1/chat/completions", "openai"),
    ("Azure OpenAI", "/openai/deployments/d/chat/completions?api-version=2024-10-21", "openai"),
    ("Azure OpenAI v1", "/openai/v1/chat/completions", "openai"),
    ("Azure AI Foundry", "/models/chat/completions?api-version=2024-05-01-preview", "openai"),
    ("GitHub Models", "/inference/chat/completions", "openai"),
    ("Groq", "/openai/v1/chat/completions", "openai"),
    ("Together", "/v1/chat/completions", "openai"),
    ("Fireworks", "/inference/v1/chat/completions", "openai"),
    ("Perplexity", "/chat/completions", "openai"),
    ("DeepSeek", "/chat/completions", "openai"),
    ("DeepSeek beta", "/beta/chat/completions", "openai"),
    ("Mistral", "/v1/chat/completions", "openai"),
    ("xAI", "/v1/chat/completions", "openai"),
    ("OpenRouter", "/api/v1/chat/completions", "openai"),
    ("Gemini", "/v1beta/openai/chat/completions", "openai"),
    ("Vertex AI", "/v1/projects/p/locations/l/endpoints/openapi/chat/completions", "openai"),
    ("Alibaba Model Studio", "/compatible-mode/v1/chat/completions", "openai"),
    ("Volcengine Ark", "/api/v3/chat/completions", "openai"),
    ("Zhipu", "/api/paas/v4/chat/completions", "openai"),
    ("Baidu Qianfan", "/v2/chat/completions", "openai"),
    ("Moonshot", "/v1/chat/completions", "openai"),
    ("MiniMax", "/v1/chat/completions", "openai"),
    ("DeepInfra", "/v1/openai/chat/completions", "openai"),
    ("Novita", "/v3/openai/chat/completions", "openai"),
    ("Databricks", "/serving-endpoints/chat/completions", "openai"),
    ("Snowflake Cortex", "/api/v2/cortex/v1/chat/completions", "openai"),
    ("Cohere", "/compatibility/v1/chat/completions", "openai"),
    ("Cloudflare Workers AI", "/client/v4/accounts/a/ai/v1/chat/completions", "openai"),
    ("Cloudflare AI Gateway", "/v1/a/g/compat/chat/completions", "openai"),
    ("Amazon Bedrock", "/openai/v1/chat/completions", "openai"),
    ("NVIDIA NIM, vLLM, llama.cpp, LM Studio", "/v1/chat/completions", "openai"),
    ("Anthropic", "/v1/messages", "anthropic"),
    ("DeepSeek, Moonshot, MiniMax (Anthropic)", "/anthropic/v1/messages", "anthropic"),
    ("Zhipu (Anthropic)", "/api/anthropic/v1/messages", "anthropic"),
    ("Databricks (Anthropic)", "/serving-endpoints/anthropic/v1/messages", "anthropic"),
];

/// Bases that only a route that names the API knows.
const GATEWAYS: &[(&str, &str, &str)] = &[
    ("a gateway", "/llm/team-7/v9/chat/completions", "openai"),
    ("a gateway", "/proxy/claude/v1/messages", "anthropic"),
];

/// An upstream that says what the user said, in the forms of both APIs.
fn parrot() -> Fake {
    Fake::start(|request, talk| {
        let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
        let said = &body["messages"][0]["content"];
        let message = serde_json::json!({"role": "assistant", "content": said});
        let blocks = serde_json::json!([{"type": "text", "text": said}]);
        talk.json(&serde_json::json!({"choices": [{"index": 0, "message": message}], "content": blocks}).to_string())
    })
}

fn chat_by(profile: Option<&str>, providers: &[(&str, &str, &str)]) {
    let fake = parrot();
    let proxy = proxy(&[&fake], &profile.map(|name| format!("profile = \"{name}\"")).unwrap_or_default());
    let body = r#"{"model":"m","user":"u-1","messages":[{"role":"user","content":"Ask jane.roe@example.com."}]}"#;
    for (provider, path, api) in providers {
        let answer = ask(&proxy, post(path, "", body)).json();
        let said = match *api {
            "anthropic" => &answer["content"][0]["text"],
            _ => &answer["choices"][0]["message"]["content"],
        };
        assert_eq!(said, "Ask jane.roe@example.com.", "{provider}");
        let seen = fake.recorded().pop().unwrap();
        assert_eq!(seen.line(), format!("POST {path} HTTP/1.1"), "{provider}");
        let sent = String::from_utf8(seen.body).unwrap();
        assert!(sent.contains("Ask [EMAIL_ADDRESS_1].") && !sent.contains("jane"), "{provider}: {sent}");
    }
}

#[test]
fn known_providers_are_told_by_their_paths() {
    chat_by(None, PROVIDERS);
}

#[test]
fn a_route_that_names_the_api_knows_every_base() {
    for api in ["openai", "anthropic"] {
        let own = |list: &[(&'static str, &'static str, &'static str)]| {
            list.iter().filter(|(.., of)| *of == api).copied().collect::<Vec<_>>()
        };
        chat_by(Some(api), &[own(PROVIDERS), own(GATEWAYS)].concat());
    }
}
