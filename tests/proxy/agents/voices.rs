//! The levels at which the language model reads what programmers, users and tools wrote, and identifiers of end users.

use serde_json::{Value, json};

use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{ask, post, route},
};

const WORDS: &str = "My name is John Smith and I live in London.";

fn mirror() -> Fake {
    Fake::start(|request, talk| talk.json(&String::from_utf8(request.body.clone()).unwrap()))
}

/// The body that reaches the upstream for `body`.
fn sent(config: &str, path: &str, body: &Value) -> Value {
    let fake = mirror();
    let proxy = Masquerade::start(&route(&[&fake], config));
    let answer = ask(&proxy, post(path, "Authorization: Bearer sk\r\n", &body.to_string()));
    assert_eq!((answer.status, answer.json()), (200, body.clone()));
    serde_json::from_slice(&fake.only().body).unwrap()
}

/// True for each voice in whose texts names stay: tools, system, user, model, tool.
fn names_stay(config: &str) -> [bool; 5] {
    let body = json!({"model": "m",
        "tools": [{"type": "function", "function": {"name": "f", "description": WORDS}}],
        "messages": [
            {"role": "system", "content": "The assistant is Claude, and speaks like a Haiku in Kubernetes."},
            {"role": "assistant", "content": "I have met Peter Jackson in Berlin."},
            {"role": "tool", "tool_call_id": "c", "content": "Her name is Maria Lopez and she lives in Madrid."},
            {"role": "user", "content": WORDS}]});
    let sent = sent(config, "/v1/chat/completions", &body);
    let text = |pointer: &str| sent.pointer(pointer).unwrap().as_str().unwrap().to_owned();
    [
        text("/tools/0/function/description") == WORDS,
        text("/messages/0/content").contains("Claude"),
        text("/messages/3/content").contains("Smith"),
        text("/messages/1/content").contains("Jackson"),
        text("/messages/2/content").contains("Lopez"),
    ]
}

#[test]
fn programmers_texts_are_left_alone_and_conversations_are_read() {
    assert_eq!(names_stay(""), [true, true, false, false, false]);
    assert_eq!(names_stay("ner = { model = \"off\", tool = \"off\" }"), [true, true, false, true, true]);
    assert!(!names_stay("ner = \"full\"")[0]);
    assert_eq!(names_stay("ner = \"off\"")[2..], [true, true, true]);
}

#[test]
fn secrets_are_found_whoever_wrote_them() {
    let body = json!({"model": "m", "messages": [{"role": "user", "content": "Hi"}],
        "tools": [{"type": "function", "function": {"name": "f", "description": "Mail jane.roe@example.com"}}]});
    let sent = sent("", "/v1/chat/completions", &body);
    assert_eq!(sent["tools"][0]["function"]["description"], "Mail [EMAIL_ADDRESS_1]");
}

#[test]
fn end_users_stay_apart() {
    let fake = mirror();
    let proxy = Masquerade::start(&route(&[&fake], ""));
    for (path, member) in [
        ("/v1/chat/completions", "user"),
        ("/v1/chat/completions", "safety_identifier"),
        ("/v1/chat/completions", "prompt_cache_key"),
        ("/v1/responses", "user"),
        ("/v1/messages", "user_id"),
    ] {
        let of = |name: &str| {
            let mail = json!(format!("{name}@example.com"));
            let message = json!([{"role": "user", "content": "Hi"}]);
            let mut body = json!({"model": "m", "store": false, "messages": message, "input": name});
            let (holder, pointer) = match member {
                "user_id" => ("metadata", "/metadata/user_id".to_owned()),
                _ => (member, format!("/{member}")),
            };
            body[holder] = if holder == member { mail } else { json!({member: mail}) };
            let answer = ask(&proxy, post(path, "Authorization: Bearer sk\r\n", &body.to_string()));
            assert_eq!((answer.status, answer.json()), (200, body));
            let sent: Value = serde_json::from_slice(&fake.recorded().pop().unwrap().body).unwrap();
            sent.pointer(&pointer).unwrap().as_str().unwrap().to_owned()
        };
        let (jane, bob) = (of("jane.roe"), of("bob.miller"));
        assert!(jane.starts_with("[EMAIL_ADDRESS_") && jane.len() == "[EMAIL_ADDRESS_]".len() + 16, "{jane}");
        assert_ne!(jane, bob);
    }
}

#[test]
fn keys_of_caches_without_personal_data_stay() {
    let body = json!({"model": "m", "prompt_cache_key": "team-7", "messages": []});
    assert_eq!(sent("", "/v1/chat/completions", &body), body);
}
