//! `restore_tools` holds for every kind of call: what is not message text is a tool call.

use serde_json::{Value, json};

use crate::{
    common::binary::Masquerade,
    fake::{Fake, Then},
    setup::{ask, post},
};

const EMAIL: &str = "jane.roe@example.com";

/// The placeholder of [`EMAIL`], which is the only entity of every request here.
const MASKED: &str = "[EMAIL_ADDRESS_1]";

const CHAT: &str = "/v1/chat/completions";
const RESPONSES: &str = "/v1/responses";
const MESSAGES: &str = "/v1/messages";

/// Values of `restore_tools`, each with the prefix of its route.
const SETTINGS: [(&str, &str); 4] = [
    ("/none", "\"none\""),
    ("/another", "[\"another\"]"),
    ("/all", "\"all\""),
    (
        "/named",
        "[\"f\", \"shell_call\", \"local_shell_call\", \"apply_patch_call\", \"computer_call\", \
         \"code_interpreter_call\", \"next_call\", \"next_use\"]",
    ),
];

/// A proxy with a route for each setting, and an upstream with these answers.
struct Bench {
    proxy: Masquerade,
    fake: Fake,
}

impl Bench {
    fn new(media_type: &'static str, answers: Vec<String>) -> Self {
        let fake = Fake::start(move |request, talk| {
            let answer = &answers[request.header("x-case").unwrap().parse::<usize>().unwrap()];
            let length = answer.len();
            talk.send(format!("HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\r\n"));
            talk.send(answer);
            Then::Keep
        });
        let route = |(prefix, tools): (&str, &str)| {
            let name = &prefix[1..];
            format!(
                "[[routes]]\nname = {name:?}\npath_prefix = {prefix:?}\nupstreams = [{:?}]\nrestore_tools = {tools}\n",
                fake.url()
            )
        };
        let proxy = Masquerade::start(&SETTINGS.map(route).concat());
        Self { proxy, fake }
    }

    /// The client's side of an answer under one setting.
    fn relayed(&self, prefix: &str, path: &str, case: usize) -> String {
        let said = format!("I am {EMAIL}");
        let body =
            json!({"model": "m", "store": false, "messages": [{"role": "user", "content": said}], "input": said});
        let request = post(&format!("{prefix}{path}"), &format!("X-Case: {case}\r\n"), &body.to_string());
        let answer = ask(&self.proxy, request);
        assert_eq!(answer.status, 200);
        let sent = self.fake.recorded().pop().unwrap().body;
        assert!(String::from_utf8(sent).unwrap().contains(MASKED));
        String::from_utf8(answer.body).unwrap()
    }

    /// Asserts that only settings that name the tool restore its calls; a call without a name only "all" restores.
    fn assert_calls(&self, name: &str, path: &str, case: usize) {
        for prefix in ["/none", "/another"] {
            let got = self.relayed(prefix, path, case);
            assert!(!got.contains(EMAIL), "{prefix} {name} {path}: {got}");
        }
        self.assert_restored("/all", path, case);
        match name {
            "" => assert!(!self.relayed("/named", path, case).contains(EMAIL)),
            _ => self.assert_restored("/named", path, case),
        }
    }

    fn assert_restored(&self, prefix: &str, path: &str, case: usize) {
        let got = self.relayed(prefix, path, case);
        assert!(got.contains(EMAIL) && !got.contains(MASKED), "{prefix} {path}: {got}");
    }
}

fn events(documents: &[Value]) -> String {
    documents.iter().map(|document| format!("data: {document}\n\n")).collect()
}

/// Answers with a call: the name that a list must hold for the call to be restored, the path, and the answer.
fn calls() -> Vec<(&'static str, &'static str, Value)> {
    let item = |item: Value| json!({"object": "response", "output": [item]});
    let message = |message: Value| json!({"choices": [{"index": 0, "message": message}]});
    let block = |block: Value| json!({"type": "message", "role": "assistant", "content": [block]});
    vec![
        (
            "f",
            CHAT,
            message(json!({"tool_calls": [{"type": "function", "function": {"name": "f", "arguments": MASKED}}]})),
        ),
        ("f", CHAT, message(json!({"tool_calls": [{"type": "custom", "custom": {"name": "f", "input": MASKED}}]}))),
        ("f", CHAT, message(json!({"function_call": {"name": "f", "arguments": MASKED}}))),
        ("", CHAT, message(json!({"tool_calls": [{"type": "next", "next": {"command": [MASKED]}}]}))),
        ("", CHAT, message(json!({"next_call": {"command": [MASKED]}}))),
        ("f", CHAT, message(json!({"content": [{"type": "tool_use", "name": "f", "input": {"to": MASKED}}]}))),
        ("f", RESPONSES, item(json!({"type": "function_call", "name": "f", "arguments": MASKED}))),
        ("f", RESPONSES, item(json!({"type": "custom_tool_call", "name": "f", "input": MASKED}))),
        ("f", RESPONSES, item(json!({"type": "mcp_call", "name": "f", "arguments": MASKED, "output": MASKED}))),
        ("shell_call", RESPONSES, item(json!({"type": "shell_call", "action": {"commands": [MASKED]}}))),
        ("local_shell_call", RESPONSES, item(json!({"type": "local_shell_call", "action": {"command": [MASKED]}}))),
        ("apply_patch_call", RESPONSES, item(json!({"type": "apply_patch_call", "operation": {"diff": MASKED}}))),
        (
            "computer_call",
            RESPONSES,
            item(json!({"type": "computer_call", "action": {"type": "type", "text": MASKED}})),
        ),
        ("code_interpreter_call", RESPONSES, item(json!({"type": "code_interpreter_call", "code": MASKED}))),
        (
            "next_call",
            RESPONSES,
            item(json!({"type": "next_call", "content": [{"type": "output_text", "text": MASKED}]})),
        ),
        ("", RESPONSES, json!({"object": "response", "next_output": [{"type": "message", "text": MASKED}]})),
        ("f", MESSAGES, block(json!({"type": "tool_use", "name": "f", "input": {"to": MASKED, MASKED: 1}}))),
        ("f", MESSAGES, block(json!({"type": "server_tool_use", "name": "f", "input": {"to": MASKED}}))),
        (
            "f",
            MESSAGES,
            block(json!({"type": "mcp_tool_use", "name": "f", "server_name": "s", "input": {"to": MASKED}})),
        ),
        ("next_use", MESSAGES, block(json!({"type": "next_use", "text": MASKED}))),
    ]
}

/// Streams with a call, as [`calls`].
fn streamed_calls() -> Vec<(&'static str, &'static str, Vec<Value>)> {
    let delta = |delta: Value| json!({"choices": [{"index": 0, "delta": delta}]});
    let of_item = |kind: &str, member: &str, value: Value| json!({"type": kind, "output_index": 0, member: value});
    let added = |item: Value| of_item("response.output_item.added", "item", item);
    let done = |item: Value| of_item("response.output_item.done", "item", item);
    let completed = |item: Value| json!({"type": "response.completed", "response": {"output": [item]}});
    let item = |kind: &str, member: &str, value: Value| {
        let item = json!({"type": kind, member: value});
        vec![done(item.clone()), completed(item)]
    };
    vec![
        (
            "f",
            CHAT,
            vec![
                delta(json!({"tool_calls": [{"index": 0, "function": {"name": "f", "arguments": ""}}]})),
                delta(json!({"tool_calls": [{"index": 0, "function": {"arguments": MASKED}}]})),
            ],
        ),
        (
            "f",
            CHAT,
            vec![
                delta(json!({"tool_calls": [{"index": 0, "custom": {"name": "f", "input": ""}}]})),
                delta(json!({"tool_calls": [{"index": 0, "custom": {"input": MASKED}}]})),
            ],
        ),
        ("", CHAT, vec![delta(json!({"tool_calls": [{"index": 0, "custom": {"input": MASKED}}]}))]),
        ("", CHAT, vec![delta(json!({"next_call": {"input": MASKED}}))]),
        (
            "f",
            RESPONSES,
            vec![
                added(json!({"type": "function_call", "name": "f", "arguments": ""})),
                of_item("response.function_call_arguments.delta", "delta", json!(MASKED)),
                of_item("response.function_call_arguments.done", "arguments", json!(MASKED)),
                done(json!({"type": "function_call", "name": "f", "arguments": MASKED})),
                completed(json!({"type": "function_call", "name": "f", "arguments": MASKED})),
            ],
        ),
        ("", RESPONSES, vec![of_item("response.function_call_arguments.done", "arguments", json!(MASKED))]),
        (
            "f",
            RESPONSES,
            vec![
                added(json!({"type": "custom_tool_call", "name": "f", "input": ""})),
                of_item("response.custom_tool_call_input.delta", "delta", json!(MASKED)),
                of_item("response.custom_tool_call_input.done", "input", json!(MASKED)),
                done(json!({"type": "custom_tool_call", "name": "f", "input": MASKED})),
            ],
        ),
        (
            "code_interpreter_call",
            RESPONSES,
            vec![
                added(json!({"type": "code_interpreter_call", "code": ""})),
                of_item("response.code_interpreter_call_code.delta", "delta", json!(MASKED)),
                of_item("response.code_interpreter_call_code.done", "code", json!(MASKED)),
            ],
        ),
        ("shell_call", RESPONSES, item("shell_call", "action", json!({"commands": [MASKED]}))),
        ("apply_patch_call", RESPONSES, item("apply_patch_call", "operation", json!({"diff": MASKED}))),
        ("", RESPONSES, vec![of_item("response.next_call.delta", "delta", json!({"stdout": MASKED}))]),
        (
            "f",
            MESSAGES,
            vec![
                json!({"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "name": "f", "input": {}}}),
                json!({"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": MASKED}}),
            ],
        ),
        (
            "",
            MESSAGES,
            vec![json!({"type": "content_block_delta", "index": 0, "delta": {"type": "next_delta", "text": MASKED}})],
        ),
    ]
}

#[test]
fn no_kind_of_call_is_restored_that_the_setting_excludes() {
    let calls = calls();
    let bench = Bench::new("application/json", calls.iter().map(|(.., answer)| answer.to_string()).collect());
    for (case, (name, path, _)) in calls.iter().enumerate() {
        bench.assert_calls(name, path, case);
    }
}

#[test]
fn no_kind_of_streamed_call_is_restored_that_the_setting_excludes() {
    let calls = streamed_calls();
    let bench = Bench::new("text/event-stream", calls.iter().map(|(.., answer)| events(answer)).collect());
    for (case, (name, path, _)) in calls.iter().enumerate() {
        bench.assert_calls(name, path, case);
    }
}

#[test]
fn message_text_is_restored_whatever_becomes_of_calls() {
    let text = |kind: &str| json!({"type": kind, "text": MASKED});
    let whole = [
        (CHAT, json!({"choices": [{"index": 0, "message": {"content": MASKED, "reasoning_content": MASKED}}]})),
        (CHAT, json!({"choices": [{"index": 0, "message": {"content": [text("text")], "refusal": MASKED}}]})),
        (CHAT, json!({"error": {"message": MASKED}})),
        (RESPONSES, json!({"output": [{"type": "message", "content": [text("output_text")]}]})),
        (
            RESPONSES,
            json!({"output": [{"type": "reasoning", "summary": [text("summary_text")]}], "instructions": MASKED}),
        ),
        (MESSAGES, json!({"type": "message", "content": [text("text")]})),
        (MESSAGES, json!({"type": "error", "error": {"type": "x", "message": MASKED}})),
    ];
    let bench = Bench::new("application/json", whole.iter().map(|(_, answer)| answer.to_string()).collect());
    for (case, (path, _)) in whole.iter().enumerate() {
        bench.assert_restored("/none", path, case);
    }
    let delta = |kind: &str| json!({"type": kind, "output_index": 0, "content_index": 0, "delta": MASKED});
    let streams = [
        (CHAT, json!({"choices": [{"index": 0, "delta": {"content": MASKED}}]})),
        (RESPONSES, delta("response.output_text.delta")),
        (RESPONSES, delta("response.reasoning_summary_text.delta")),
        (RESPONSES, json!({"type": "response.content_part.done", "part": text("output_text")})),
        (
            RESPONSES,
            json!({"type": "response.output_item.done", "item": {"type": "message", "content": [text("output_text")]}}),
        ),
        (MESSAGES, json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": MASKED}})),
    ];
    let answers = streams.iter().map(|(_, event)| events(std::slice::from_ref(event)));
    let bench = Bench::new("text/event-stream", answers.collect());
    for (case, (path, _)) in streams.iter().enumerate() {
        bench.assert_restored("/none", path, case);
    }
}
