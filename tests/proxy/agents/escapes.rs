//! Values with escapes: whatever form a tool shows a file in, and however much of it the model copies, the bytes of the
//! file come back.

use serde_json::{Value, json};

use crate::{
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Recorded, Talk, Then},
    setup::{ask, post, proxy},
};

/// Names of members with values as JSON files spell them.
const MEMBERS: [(&str, &str); 7] = [
    ("password", "pa\\\"ss\\\\w0rd#9"),
    ("db_password", "C:\\\\Qx7\\\\nZk4!v"),
    ("client_secret", "q8\\/Wz3\\tLm\\u00e9Xr2#"),
    ("street_address", "Kastanienallee 12\\n10435 Berlin"),
    ("name", "Zo\\u00eb M\\u00fcller"),
    ("full_name", "J\\u00fcrgen Schr\\u00f6der"),
    (
        "private_key",
        "-----BEGIN EC PRIVATE KEY-----\\nMHcCAQEEIOv0T3rQd8sWbX5kYz1LhJ6fGm9cVn2aPe4uRi7oKxSwoAoGCCqGSM49\\n\
         AwEHoUQDQgAE9sKd2LmWq8ZxVb4Tn6Yc1Rf3Hg5Jp7UoEiAaQwXzSvDlBkMtNyPr\\n-----END EC PRIVATE KEY-----\\n",
    ),
];

/// The file, a member on each line.
fn file() -> String {
    let lines: Vec<String> = MEMBERS.iter().map(|(name, value)| format!("  \"{name}\": \"{value}\"")).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// A form in which a tool shows a file: its name, the text, and whether a line has another text before it.
fn forms() -> Vec<(&'static str, String, usize)> {
    let file = file();
    let numbered: String = file.lines().enumerate().map(|(at, line)| format!("{:6}\t{line}\n", at + 1)).collect();
    let members = || MEMBERS.iter().map(|(name, value)| format!("{{\"{name}\": \"{value}\"}}"));
    let lines: String = members().map(|line| line + "\n").collect();
    let log: String = members().map(|line| format!("2026-01-02 INFO {line}\n")).collect();
    let dotenv: String = MEMBERS.iter().map(|(name, value)| format!("{}=\"{value}\"\n", name.to_uppercase())).collect();
    vec![
        ("JSON", file.clone(), 0),
        ("numbered JSON", numbered, 7),
        ("JSON Lines", lines, 0),
        ("log", log, "2026-01-02 INFO ".len()),
        ("Markdown", format!("See:\n```json\n{file}```\n"), 0),
        ("one line", format!("{}\n", file.replace('\n', "")), 0),
        ("text with a file", format!("$ cat .env\n{dotenv}$\n"), 0),
        ("JSON with a file", json!({"stdout": file, "code": 0}).to_string(), usize::MAX),
    ]
}

/// The copies that a model makes of a text, without the first bytes of each line.
fn copies(text: &str, skipped: usize) -> Vec<String> {
    // A model that is shown a file in JSON copies the file.
    let shown: Option<Value> = (skipped == usize::MAX).then(|| serde_json::from_str(text).unwrap());
    let (text, skipped) = match &shown {
        Some(shown) => (shown["stdout"].as_str().unwrap(), 0),
        None => (text, skipped),
    };
    let lines: Vec<&str> = text.lines().map(|line| line.get(skipped..).unwrap_or(line)).collect();
    let mut copies: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    copies.push(lines.join("\n"));
    copies.push(lines.join("\n") + "\n");
    copies.extend(lines.windows(2).map(|pair| pair.join("\n")));
    copies.push(format!("```\n{}\n```", lines.join("\n")));
    copies
}

/// An API: its path, and whether the answer comes as a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Api {
    Chat,
    Responses,
    Messages,
    Gemini,
}

const APIS: [Api; 4] = [Api::Chat, Api::Responses, Api::Messages, Api::Gemini];

impl Api {
    fn path(self, is_stream: bool) -> &'static str {
        match (self, is_stream) {
            (Self::Chat, _) => "/v1/chat/completions",
            (Self::Responses, _) => "/v1/responses",
            (Self::Messages, _) => "/v1/messages",
            (Self::Gemini, false) => "/v1beta/models/g:generateContent",
            (Self::Gemini, true) => "/v1beta/models/g:streamGenerateContent?alt=sse",
        }
    }

    /// A request with the result of a tool.
    fn request(self, result: &str, is_stream: bool) -> Value {
        let arguments = "{\"file_path\":\"a\"}";
        match self {
            Self::Chat => json!({"model": "m", "stream": is_stream, "messages": [
                {"role": "user", "content": "Look."},
                {"role": "assistant", "content": null, "tool_calls": [
                    {"id": "c", "type": "function", "function": {"name": "Read", "arguments": arguments}}]},
                {"role": "tool", "tool_call_id": "c", "content": result}]}),
            Self::Responses => json!({"model": "m", "stream": is_stream, "store": false, "input": [
                {"type": "message", "role": "user", "content": "Look."},
                {"type": "function_call", "call_id": "c", "name": "Read", "arguments": arguments},
                {"type": "function_call_output", "call_id": "c", "output": result}]}),
            Self::Messages => json!({"model": "m", "max_tokens": 9, "stream": is_stream, "messages": [
                {"role": "user", "content": "Look."},
                {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "Read", "input": {"a": "b"}}]},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": result}]}]}),
            Self::Gemini => json!({"contents": [
                {"role": "user", "parts": [{"text": "Look."}]},
                {"role": "model", "parts": [{"functionCall": {"name": "Read", "args": {"a": "b"}}}]},
                {"role": "user", "parts": [{"functionResponse": {"name": "Read", "response": {"output": result}}}]}]}),
        }
    }

    /// The place of the result in the request.
    fn result(self) -> &'static str {
        match self {
            Self::Chat => "/messages/2/content",
            Self::Responses => "/input/2/output",
            Self::Messages => "/messages/2/content/0/content",
            Self::Gemini => "/contents/2/parts/0/functionResponse/response/output",
        }
    }

    /// An answer with `text` as a message, or in the arguments of a call.
    fn answer(self, text: &str, is_call: bool) -> Value {
        let input = json!({"file_path": "a", "old_string": text});
        match (self, is_call) {
            (Self::Chat, true) => json!({"choices": [{"index": 0, "message": {"role": "assistant", "tool_calls": [
                {"id": "d", "type": "function", "function": {"name": "Edit", "arguments": input.to_string()}}]}}]}),
            (Self::Chat, false) => {
                json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]})
            }
            (Self::Responses, true) => json!({"output": [
                {"type": "function_call", "call_id": "d", "name": "Edit", "arguments": input.to_string()}]}),
            (Self::Responses, false) => json!({"output": [
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}]}),
            (Self::Messages, true) => json!({"type": "message", "role": "assistant", "content": [
                {"type": "tool_use", "id": "u", "name": "Edit", "input": input}]}),
            (Self::Messages, false) => {
                json!({"type": "message", "role": "assistant", "content": [{"type": "text", "text": text}]})
            }
            (Self::Gemini, true) => json!({"candidates": [{"content": {"role": "model", "parts": [
                {"functionCall": {"name": "Edit", "args": input}}]}}]}),
            (Self::Gemini, false) => {
                json!({"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}}]})
            }
        }
    }

    /// The events of a stream with the same, in pieces of some characters.
    fn events(self, text: &str, is_call: bool, size: usize) -> Vec<Value> {
        let input = json!({"file_path": "a", "old_string": text});
        let source: Vec<char> = if is_call { input.to_string() } else { text.to_owned() }.chars().collect();
        let mut events = Vec::new();
        if self == Self::Messages {
            let block = match is_call {
                true => json!({"type": "tool_use", "id": "u", "name": "Edit", "input": {}}),
                false => json!({"type": "text", "text": ""}),
            };
            events.push(json!({"type": "content_block_start", "index": 0, "content_block": block}));
        }
        for piece in source.chunks(size) {
            let piece: String = piece.iter().collect();
            events.push(match (self, is_call) {
                (Self::Chat, true) => json!({"choices": [{"index": 0, "delta": {"tool_calls": [
                    {"index": 0, "function": {"arguments": piece}}]}}]}),
                (Self::Chat, false) => json!({"choices": [{"index": 0, "delta": {"content": piece}}]}),
                (Self::Responses, true) => json!({"type": "response.function_call_arguments.delta",
                    "item_id": "i", "output_index": 0, "delta": piece}),
                (Self::Responses, false) => json!({"type": "response.output_text.delta",
                    "item_id": "i", "output_index": 0, "content_index": 0, "delta": piece}),
                (Self::Messages, true) => json!({"type": "content_block_delta", "index": 0,
                    "delta": {"type": "input_json_delta", "partial_json": piece}}),
                (Self::Messages, false) => json!({"type": "content_block_delta", "index": 0,
                    "delta": {"type": "text_delta", "text": piece}}),
                (Self::Gemini, true) => break,
                (Self::Gemini, false) => self.answer(&piece, false),
            });
        }
        if self == Self::Messages {
            events.push(json!({"type": "content_block_stop", "index": 0}));
        }
        if self == Self::Gemini && is_call {
            events.push(self.answer(text, true));
        }
        events
    }

    /// The text in an answer or event; of a call, its arguments.
    fn said(self, answer: &Value) -> Option<String> {
        let pointers: &[&str] = match self {
            Self::Chat => &[
                "/choices/0/message/content",
                "/choices/0/message/tool_calls/0/function/arguments",
                "/choices/0/delta/content",
                "/choices/0/delta/tool_calls/0/function/arguments",
            ],
            Self::Responses => &["/output/0/content/0/text", "/output/0/arguments", "/delta"],
            Self::Messages => &["/content/0/text", "/content/0/input", "/delta/partial_json", "/delta/text"],
            Self::Gemini => &["/candidates/0/content/parts/0/text", "/candidates/0/content/parts/0/functionCall/args"],
        };
        let found = pointers.iter().find_map(|pointer| answer.pointer(pointer).filter(|found| !found.is_null()))?;
        Some(found.as_str().map_or_else(|| found.to_string(), str::to_owned))
    }
}

/// The number in a header of the request.
fn number(request: &Recorded, name: &str) -> usize {
    request.header(name).unwrap().parse().unwrap()
}

/// The model: it says the copy of the tool's result that the headers ask for.
fn model(request: &Recorded, talk: &mut Talk<'_>) -> Then {
    let api = APIS[number(request, "x-api")];
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let result = body.pointer(api.result()).and_then(Value::as_str).unwrap();
    let text = copies(result, number(request, "x-skipped")).swap_remove(number(request, "x-copy"));
    let (is_call, size) = (number(request, "x-call") == 1, number(request, "x-size"));
    if size == 0 {
        return talk.json(&api.answer(&text, is_call).to_string());
    }
    let events = api.events(&text, is_call, size);
    let stream: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    talk.send(format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {}\r\n\r\n{stream}",
        stream.len()
    ));
    Then::Keep
}

/// The text that a client gets in an answer.
fn got(api: Api, answer: &Response, is_call: bool) -> String {
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    let body = std::str::from_utf8(&answer.body).unwrap();
    let events = body.lines().filter_map(|line| line.strip_prefix("data: ")).map(|data| data.to_owned());
    let mut events: Vec<String> = events.collect();
    if events.is_empty() {
        events.push(body.to_owned());
    }
    let said: String = events.iter().filter_map(|event| api.said(&serde_json::from_str(event).unwrap())).collect();
    if !is_call {
        return said;
    }
    let arguments: Value = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"));
    arguments["old_string"].as_str().unwrap().to_owned()
}

/// The faults of all copies of a form, in an API.
fn faults(proxy: &Masquerade, api: Api, (form, text, skipped): &(&str, String, usize), sizes: &[usize]) -> Vec<String> {
    let mut faults = Vec::new();
    for (copy, expected) in copies(text, *skipped).iter().enumerate() {
        for (call, &size) in [0, 1].into_iter().flat_map(|call| sizes.iter().map(move |size| (call, size))) {
            let place = APIS.iter().position(|known| *known == api).unwrap();
            let headers = format!(
                "Authorization: Bearer sk\r\nX-Api-Key: sk\r\nX-Api: {place}\r\nX-Skipped: {skipped}\r\n\
                 X-Copy: {copy}\r\nX-Call: {call}\r\nX-Size: {size}\r\n"
            );
            let request = api.request(text, size > 0).to_string();
            let got = got(api, &ask(proxy, post(api.path(size > 0), &headers, &request)), call == 1);
            if got != *expected {
                faults.push(format!("{form} {api:?} call={call} size={size}\n  {expected:?}\n  {got:?}"));
            }
        }
    }
    faults
}

#[track_caller]
fn assert_exact(method: &str, apis: &[Api], sizes: &[usize]) {
    let fake = Fake::start(model);
    let proxy = proxy(&[&fake], &format!("method = {method:?}"));
    let faults: Vec<String> = forms()
        .iter()
        .flat_map(|form| apis.iter().flat_map(|api| faults(&proxy, *api, form, sizes)).collect::<Vec<_>>())
        .collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    let sent = fake.recorded();
    let is_masked = |request: &&Recorded| !String::from_utf8_lossy(&request.body).contains("w0rd#9");
    assert_eq!(sent.iter().filter(is_masked).count(), sent.len(), "passwords leave masked");
}

#[test]
fn copies_of_a_file_are_exact_in_whole_answers() {
    assert_exact("REDACT", &APIS, &[0]);
}

#[test]
fn copies_of_a_file_are_exact_in_streams() {
    assert_exact("REDACT", &APIS, &[5]);
}

#[test]
fn copies_of_a_file_are_exact_with_surrogates() {
    assert_exact("SYNTHETIC", &[Api::Messages], &[0, 7]);
}
