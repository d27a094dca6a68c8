//! A scripted agent reads, edits, copies and writes files, with and without the proxy between it and its model.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::files::{FILES, PLANTED};
use crate::{
    common::raw::{Raw, Response},
    fake::{Fake, Recorded, Talk, Then},
    setup::{post, route},
};

/// Files by name.
type Files = BTreeMap<String, String>;

/// The text of the last tool result of a request, with the turn's number: how many results there are.
fn last_result(body: &Value) -> (usize, String) {
    let messages = body["messages"].as_array().unwrap();
    let results: Vec<&str> = messages
        .iter()
        .filter_map(|message| message["content"].as_array())
        .flatten()
        .filter_map(|block| block["content"].as_str())
        .collect();
    (results.len(), results.last().map(|text| (*text).to_owned()).unwrap_or_default())
}

/// The call that the model makes next in its work on `path`, having seen the file `read` and `turn` results.
fn call(path: &str, read: &str, turn: usize) -> Option<(&'static str, Value)> {
    let lines: Vec<&str> = read.lines().collect();
    let edit = |at: usize| {
        let old = lines[at];
        json!({"path": path, "old_str": old, "new_str": format!("{old} checked")})
    };
    Some(match turn {
        0 => ("read", json!({"path": path})),
        1..=3 => ("str_replace", edit((turn * 2).min(lines.len() - 1))),
        4 => ("write", json!({"path": format!("copy-{path}"), "content": format!("{read}end\n")})),
        // The same lines in other quotes and other syntax.
        5 => {
            let quoted: Vec<String> = lines.iter().map(|line| format!("  lines.push({});\n", json!(line))).collect();
            ("write", json!({"path": format!("{path}.js"), "content": quoted.concat()}))
        }
        6 => ("write", json!({"path": format!("{path}.list.json"), "content": json!({"lines": lines}).to_string()})),
        7 => ("bash", json!({"command": format!("grep -n {:?} {path}", lines[lines.len() / 2])})),
        _ => return None,
    })
}

/// Streams a call as Anthropic's API does, its arguments in pieces of `step` characters.
fn stream_call(talk: &mut Talk<'_>, name: &str, input: &Value, step: usize) -> Then {
    let source = input.to_string();
    let characters: Vec<char> = source.chars().collect();
    let mut events = vec![
        json!({"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "content": []}}),
        json!({"type": "content_block_start", "index": 0,
               "content_block": {"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}}),
    ];
    for piece in characters.chunks(step) {
        let partial: String = piece.iter().collect();
        events.push(json!({"type": "content_block_delta", "index": 0,
                           "delta": {"type": "input_json_delta", "partial_json": partial}}));
    }
    events.push(json!({"type": "content_block_stop", "index": 0}));
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}));
    events.push(json!({"type": "message_stop"}));
    let stream: String =
        events.iter().map(|event| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap())).collect();
    talk.send(format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {}\r\n\r\n{stream}",
        stream.len()
    ));
    Then::Keep
}

/// The model: it does the next step of its work with what it has been shown.
fn model(request: &Recorded, talk: &mut Talk<'_>) -> Then {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let path = request.header("x-file").unwrap();
    let messages = body["messages"].as_array().unwrap();
    let read = messages.iter().filter_map(|message| message["content"].as_array()).flatten();
    let read = read.filter_map(|block| block["content"].as_str()).next().unwrap_or_default();
    let (turn, _) = last_result(&body);
    match call(path, read, turn) {
        Some((name, input)) => stream_call(talk, name, &input, 1 + turn * 3),
        None => talk.json(
            &json!({"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Done."}]})
                .to_string(),
        ),
    }
}

/// The call in a streamed answer; `None` if it is a plain one.
fn call_of(answer: &Response) -> Option<(String, Value)> {
    let text = std::str::from_utf8(&answer.body).unwrap();
    let (mut name, mut source) = (String::new(), String::new());
    for data in text.lines().filter_map(|line| line.strip_prefix("data: ")) {
        let event: Value = serde_json::from_str(data).unwrap();
        if let Some(of_block) = event["content_block"]["name"].as_str() {
            name = of_block.to_owned();
        }
        source.push_str(event["delta"]["partial_json"].as_str().unwrap_or_default());
    }
    (!name.is_empty()).then(|| (name, serde_json::from_str(&source).unwrap()))
}

/// Does what a call says to the files; the result that the model is shown.
fn act(files: &mut Files, name: &str, input: &Value) -> String {
    let text = |member: &str| input[member].as_str().unwrap().to_owned();
    match name {
        "read" => files[&text("path")].clone(),
        "str_replace" => {
            let (path, old) = (text("path"), text("old_str"));
            let file = files.get_mut(&path).unwrap();
            if file.matches(&old).count() == 0 {
                return format!("{path}: the old text is not in the file: {old}");
            }
            *file = file.replacen(&old, &text("new_str"), 1);
            "ok".to_owned()
        }
        "write" => {
            files.insert(text("path"), text("content"));
            "ok".to_owned()
        }
        _ => {
            files.insert(format!("history-{}", files.len()), text("command"));
            "ok".to_owned()
        }
    }
}

/// The files after the work of an agent that reaches its model at `address`.
fn work(address: std::net::SocketAddr) -> Files {
    let mut files: Files = FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    for (path, _) in FILES {
        let mut messages = vec![json!({"role": "user", "content": format!("Check {path}, please.")})];
        for turn in 0..20 {
            let body = json!({"model": "m", "max_tokens": 100, "stream": true, "messages": messages});
            let headers = format!("X-Api-Key: sk\r\nX-File: {path}\r\n");
            let answer = Raw::connect(address).send(post("/v1/messages", &headers, &body.to_string())).receive_whole();
            assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
            let Some((name, input)) = call_of(&answer) else { break };
            let result = act(&mut files, &name, &input);
            assert!(!result.contains("is not in the file"), "turn {turn}: {result}");
            let id = format!("toolu_{turn}");
            messages.push(json!({"role": "assistant",
                                 "content": [{"type": "tool_use", "id": id, "name": name, "input": input}]}));
            messages.push(json!({"role": "user",
                                 "content": [{"type": "tool_result", "tool_use_id": id, "content": result}]}));
        }
    }
    files
}

#[track_caller]
fn assert_equal_work(method: &str) {
    let plain = Fake::start(model);
    let expected = work(plain.address);
    let fake = Fake::start(model);
    let config = route(&[&fake], &format!("method = {method:?}"));
    let proxy = crate::common::binary::Masquerade::start(&config);
    let files = work(proxy.api);
    for (name, text) in &expected {
        assert_eq!(files.get(name), Some(text), "{method}: {name}");
    }
    assert_eq!(files.len(), expected.len());
    let sent: String = fake.recorded().iter().map(|request| String::from_utf8_lossy(&request.body)).collect();
    let leaked: Vec<_> = PLANTED.iter().filter(|planted| sent.contains(**planted)).collect();
    assert!(leaked.is_empty(), "{method}: {leaked:?}");
}

#[test]
fn files_are_the_same_as_without_the_proxy() {
    assert_equal_work("REDACT");
}

#[test]
fn files_are_the_same_as_without_the_proxy_with_surrogates() {
    assert_equal_work("SYNTHETIC");
}
