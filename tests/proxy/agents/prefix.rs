//! Thirty turns of an agent with tools and a summary: the provider gets each turn the bytes of the turn before, so that its
//! prompt cache keeps hitting.

use serde_json::{Value, json};

use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{ask, post, proxy},
};

const TURNS: usize = 30;
/// The turn whose answer begins with a summary, behind which the client leaves out what was before.
const SUMMARY: usize = 15;

/// An API, with the shapes of its messages.
struct Api {
    path: &'static str,
    /// The member with the messages.
    list: &'static str,
    user: fn(&str) -> Value,
    /// The result of the call in an answer.
    result: fn(&Value, &str) -> Value,
    /// The messages of an answer that the client sends back.
    kept: fn(&Value) -> Vec<Value>,
    /// The rest of a request.
    rest: fn() -> Value,
    /// The answer of the model: a call of the tool with this text, or the text.
    answer: fn(&str, bool) -> Value,
    /// The summary that an answer begins with, if the API has them.
    summary: Option<fn(&str) -> Value>,
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"note": {"type": "string"}}})
}

const CHAT: Api = Api {
    path: "/v1/chat/completions",
    list: "messages",
    user: |text| json!({"role": "user", "content": text}),
    result: |answer, text| {
        let call = answer.pointer("/choices/0/message/tool_calls/0/id").unwrap();
        json!({"role": "tool", "tool_call_id": call, "content": text})
    },
    kept: |answer| vec![answer["choices"][0]["message"].clone()],
    rest: || {
        let function = json!({"name": "note", "description": "Notes for ops@kestrel.example.", "parameters": schema()});
        json!({"model": "m", "tools": [{"type": "function", "function": function}]})
    },
    answer: |text, calls| {
        let function = json!({"name": "note", "arguments": json!({"note": text}).to_string()});
        let message = match calls {
            true => {
                let call = json!({"id": "call_1", "type": "function", "function": function});
                json!({"role": "assistant", "content": null, "tool_calls": [call]})
            }
            false => json!({"role": "assistant", "content": text}),
        };
        json!({"id": "chatcmpl-1", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    },
    summary: None,
};

const MESSAGES: Api = Api {
    path: "/v1/messages",
    list: "messages",
    user: |text| json!({"role": "user", "content": [{"type": "text", "text": text}]}),
    result: |answer, text| {
        let blocks = answer["content"].as_array().unwrap();
        let id = &blocks.iter().find(|block| block["type"] == "tool_use").unwrap()["id"];
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": text}]})
    },
    kept: |answer| vec![json!({"role": "assistant", "content": answer["content"]})],
    rest: || {
        let tool = json!({"name": "note", "description": "Notes for ops@kestrel.example.", "input_schema": schema()});
        json!({"model": "m", "max_tokens": 100, "system": "Serve boss@kestrel.example.", "tools": [tool],
               "context_management": {"edits": [{"type": "compact_20260112"}]}})
    },
    answer: |text, calls| {
        let block = match calls {
            true => json!({"type": "tool_use", "id": "toolu_1", "name": "note", "input": {"note": text}}),
            false => json!({"type": "text", "text": text}),
        };
        let thinking = json!({"type": "thinking", "thinking": format!("They said {text}"), "signature": "c2lnbmVk"});
        json!({"id": "msg_1", "type": "message", "role": "assistant", "content": [thinking, block]})
    },
    summary: Some(|text| json!({"type": "compaction", "content": text, "signature": "c2ln"})),
};

const RESPONSES: Api = Api {
    path: "/v1/responses",
    list: "input",
    user: |text| json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}),
    result: |answer, text| {
        let items = answer["output"].as_array().unwrap();
        let id = &items.iter().find(|item| item["type"] == "shell_call").unwrap()["call_id"];
        let output = json!({"stdout": text, "stderr": "", "outcome": {"type": "exit", "exit_code": 0}});
        json!({"type": "shell_call_output", "call_id": id, "output": [output]})
    },
    kept: |answer| answer["output"].as_array().unwrap().clone(),
    rest: || {
        json!({"model": "m", "store": false, "instructions": "Serve boss@kestrel.example.", "tools": [{"type": "shell"}],
               "context_management": [{"type": "compaction", "compact_threshold": 1000}]})
    },
    answer: |text, calls| {
        let content = json!([{"type": "output_text", "text": text, "annotations": []}]);
        let item = match calls {
            true => {
                json!({"type": "shell_call", "call_id": "call_1", "action": {"commands": [format!("echo '{text}'")]}})
            }
            false => json!({"type": "message", "role": "assistant", "content": content}),
        };
        let reasoning = json!({"type": "reasoning", "summary": [], "encrypted_content": "gAAAAABo9+/="});
        json!({"id": "resp_1", "output": [reasoning, item]})
    },
    summary: Some(|text| json!({"type": "compaction", "encrypted_content": format!("gAAAA{}", text.len())})),
};

/// The text of a message, whatever its form.
fn text(message: &Value) -> String {
    match message {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text).collect(),
        Value::Object(members) => {
            ["content", "text", "output", "stdout"].iter().filter_map(|name| members.get(*name)).map(text).collect()
        }
        _ => String::new(),
    }
}

/// The model: it calls the tool with the words of its user, and repeats what comes of it.
fn provider(api: &'static Api) -> Fake {
    Fake::start(move |request, talk| {
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        let last = body[api.list].as_array().unwrap().last().unwrap();
        let said = text(last);
        let calls = said.contains("Turn ");
        let mut answer = (api.answer)(&said, calls);
        if let Some(summary) = api.summary.filter(|_| said.contains(&format!("Turn {SUMMARY} "))) {
            let list = if api.list == "input" { "output" } else { "content" };
            answer[list].as_array_mut().unwrap().insert(0, summary(&said));
        }
        talk.json(&answer.to_string())
    })
}

/// The bytes of the list in the body of a request, up to the end of its last element.
fn list(body: &[u8], name: &str) -> String {
    let body = std::str::from_utf8(body).unwrap();
    let start = body.find(&format!("\"{name}\":[")).unwrap() + name.len() + 3;
    let mut values = serde_json::Deserializer::from_str(&body[start..]).into_iter::<Value>();
    values.next().unwrap().unwrap();
    body[start..start + values.byte_offset() - 1].to_owned()
}

/// Sends the history; the answer as the client gets it.
fn send(proxy: &Masquerade, api: &Api, history: &[Value]) -> Value {
    let mut body = (api.rest)();
    body[api.list] = json!(history);
    let answer = ask(proxy, post(api.path, "Authorization: Bearer sk\r\n", &body.to_string()));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

#[track_caller]
fn assert_stable(api: &'static Api, settings: &str) {
    let fake = provider(api);
    let proxy = proxy(&[&fake], &format!("ner = \"off\"\n{settings}"));
    let mut history = Vec::new();
    // The requests before which the client left something out.
    let mut cuts = Vec::new();
    for turn in 1..=TURNS {
        let card = 4_000_000_000_000_002_u64 + 10 * turn as u64;
        let says = format!(
            "Turn {turn} of p{turn}@kestrel.example \"and\" p{}@kestrel.example, card {card}, [EMAIL_ADDRESS_{turn}].",
            turn / 2
        );
        history.push((api.user)(&says));
        let answer = send(&proxy, api, &history);
        let new = (api.kept)(&answer);
        if turn == SUMMARY && api.summary.is_some() {
            history.clear();
            cuts.push(fake.recorded().len());
        }
        history.extend(new);
        let read = json!({"file": format!("/home/p{turn}/.env"), "text": format!(
            "DB=postgres://admin:s3cr3t{turn}@db{turn}.example.com/app\nTO=q{turn}@kestrel.example\nAS=p1@kestrel.example \\ ünïcode 🎉"
        )});
        history.push((api.result)(&answer, &read.to_string()));
        let answer = send(&proxy, api, &history);
        history.extend((api.kept)(&answer));
    }
    let bodies: Vec<_> = fake.recorded().iter().map(|request| list(&request.body, api.list)).collect();
    assert_eq!(bodies.len(), 2 * TURNS);
    for (number, pair) in (1..).zip(bodies.windows(2)) {
        let is_cut = cuts.contains(&number);
        assert!(is_cut || pair[1].starts_with(&pair[0]), "request {number}:\n{}\n{}", pair[0], pair[1]);
    }
    for body in &bodies {
        assert!(!body.contains("@kestrel.example") && !body.contains("s3cr3t"), "{body}");
    }
}

#[test]
fn chats_keep_their_prefix() {
    assert_stable(&CHAT, "");
    assert_stable(&CHAT, "method = \"SYNTHETIC\"");
}

#[test]
fn messages_keep_their_prefix_before_and_behind_a_summary() {
    assert_stable(&MESSAGES, "");
}

#[test]
fn responses_keep_their_prefix_before_and_behind_a_summary() {
    assert_stable(&RESPONSES, "");
}
