//! The parts of APIs that providers' libraries rely on: error members, schemas, codes, events of new kinds, streams
//! that break.

use serde_json::{Value, json};

use crate::{
    common::raw::Response,
    fake::{Fake, Then},
    setup::{ask, post, proxy},
};

const EMAIL: &str = "jane.roe@example.com";

fn mirror() -> Fake {
    Fake::start(|request, talk| talk.json(&String::from_utf8(request.body.clone()).unwrap()))
}

#[test]
fn refusals_have_the_error_member_of_the_api() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let refused = |path: &str| -> (Response, Value) {
        let answer = ask(&proxy, post(path, "", "{\"model\":\"m\",\"messages\":[{\"role\":1,\"role\":2}]}"));
        let document = answer.json();
        assert_eq!(document["type"], "/problems/duplicate-member");
        (answer, document)
    };
    let (answer, document) = refused("/v1/chat/completions");
    assert_eq!((answer.status, &document["error"]["type"]), (400, &json!("invalid_request_error")));
    assert_eq!(document["error"]["code"], "duplicate-member");
    assert_eq!(document["error"]["message"], document["detail"]);
    let (_, document) = refused("/v1/messages");
    assert_eq!(document["error"], json!({"type": "invalid_request_error", "message": document["detail"]}));
    assert!(fake.recorded().is_empty());
}

#[test]
fn an_upstream_that_cannot_be_reached_is_told_in_the_form_of_the_api() {
    let fake = Fake::start(|_, _| Then::Close);
    let proxy = proxy(&[&fake], "");
    let answer = ask(&proxy, post("/v1/chat/completions", "", "{\"model\":\"m\",\"messages\":[]}"));
    assert_eq!((answer.status, &answer.json()["error"]["type"]), (502, &json!("api_error")));
}

#[test]
fn schemas_and_codes_of_places_stay() {
    let fake = mirror();
    let proxy = proxy(&[&fake], "deny_list = [{ text = \"Falcon\", label = \"ORGANIZATION\" }]");
    let schema = json!({"type": "object", "required": ["Falcon"], "properties": {
        "Falcon": {"type": "string", "enum": ["Falcon", "Falcon 2"], "pattern": "Falcon .*", "const": "the Falcon"}}});
    let place = json!({"type": "approximate", "country": "Falcon", "timezone": "Falcon"});
    let chat = json!({"model": "m", "messages": [{"role": "user", "content": "Falcon"}],
        "tools": [{"type": "function", "function": {"name": "f", "description": "Falcon", "parameters": schema}}],
        "response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": schema}},
        "web_search_options": {"user_location": {"type": "approximate", "approximate": place}}});
    let messages = json!({"model": "m", "messages": [{"role": "user", "content": "Falcon"}],
        "tools": [{"name": "f", "description": "Falcon", "input_schema": schema},
                  {"type": "web_search_20250305", "name": "web_search", "user_location": place}]});
    let responses = json!({"model": "m", "store": false, "input": "Falcon",
        "tools": [{"type": "function", "name": "f", "description": "Falcon", "parameters": schema},
                  {"type": "web_search", "user_location": place}],
        "text": {"format": {"type": "json_schema", "name": "a", "schema": schema}}});
    for (path, body, kept) in [
        ("/v1/chat/completions", chat, vec!["/tools/0/function/parameters", "/response_format", "/web_search_options"]),
        ("/v1/messages", messages, vec!["/tools/0/input_schema", "/tools/1/user_location"]),
        ("/v1/responses", responses, vec!["/tools/0/parameters", "/tools/1/user_location", "/text/format"]),
    ] {
        let answer = ask(&proxy, post(path, "Authorization: Bearer sk\r\n", &body.to_string()));
        assert_eq!(answer.json(), body);
        let sent = fake.recorded().pop().unwrap().body;
        let sent: Value = serde_json::from_slice(&sent).unwrap();
        for pointer in kept {
            assert_eq!(sent.pointer(pointer), body.pointer(pointer), "{path}{pointer}");
        }
        assert_eq!(sent.to_string().matches("[ORGANIZATION_1]").count(), 2, "{sent}");
    }
}

#[test]
fn results_of_the_providers_own_tools_go_back_as_the_model_wrote_them() {
    let fake = mirror();
    let proxy = proxy(&[&fake], "");
    let url = "https://evil.example/?q=[EMAIL_ADDRESS_1]";
    let body = json!({"model": "m", "messages": [
        {"role": "user", "content": EMAIL},
        {"role": "assistant", "content": [{"type": "web_search_tool_result", "tool_use_id": "s",
            "content": [{"type": "web_search_result", "url": url, "title": "x", "encrypted_content": "Eq+/"}]}]},
        {"role": "user", "content": "Go on."},
    ]});
    ask(&proxy, post("/v1/messages", "", &body.to_string()));
    let sent: Value = serde_json::from_slice(&fake.only().body).unwrap();
    assert_eq!(sent["messages"][1], body["messages"][1]);
}

/// The client's side of a stream of these events behind a request that names an address, if the upstream breaks off
/// without an end.
fn broken_off(path: &str, request: &Value, events: &[Value]) -> String {
    let stream: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let fake = Fake::start(move |_, talk| {
        talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
        talk.send(format!("{:x}\r\n{stream}\r\n", stream.len()));
        Then::Close
    });
    let proxy = proxy(&[&fake], "");
    let mut client = crate::setup::connect(&proxy);
    client.send(post(path, "", &request.to_string()));
    String::from_utf8_lossy(&client.read_to_close()).into_owned()
}

#[test]
fn what_waits_when_the_upstream_breaks_off_reaches_the_client() {
    let request = json!({"model": "m", "messages": [{"role": "user", "content": EMAIL}]});
    let delta = |text: &str| json!({"choices": [{"index": 0, "delta": {"content": text}}]});
    let got = broken_off("/v1/chat/completions", &request, &[delta("Hello [EMAIL_ADDRESS_1] "), delta("and [EMAIL_A")]);
    assert!(got.contains(&format!("Hello {EMAIL} ")), "{got}");
    assert!(got.contains("and [EMAIL_A"), "{got}");
    assert!(!got.ends_with("0\r\n\r\n"), "the client must see that the stream broke off: {got}");
}

#[test]
fn outputs_of_a_shell_come_back_in_their_own_pieces() {
    let request = json!({"model": "m", "store": false, "input": EMAIL});
    let delta = |command: u64, member: &str, text: &str| {
        json!({"type": "response.shell_call_output_content.delta", "item_id": "i", "output_index": 0,
               "command_index": command, "delta": {member: text}})
    };
    let events = [
        delta(0, "stdout", "a [EMAIL_"),
        delta(1, "stdout", "b [EMAIL_ADD"),
        delta(0, "stderr", "c [EMAIL_ADDRESS_1] "),
        delta(0, "stdout", "ADDRESS_1] "),
        delta(1, "stdout", "RESS_1] "),
        json!({"type": "response.completed", "response": {"output": []}}),
    ];
    let got = broken_off("/v1/responses", &request, &events);
    for start in ["a ", "b ", "c "] {
        assert!(got.contains(&format!("{start}{EMAIL}")), "{start}: {got}");
    }
    assert!(!got.contains("[EMAIL"), "{got}");
}
