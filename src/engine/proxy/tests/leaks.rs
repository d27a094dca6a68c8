//! Tests with canaries in every string: none leaves, in any spelling.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::*;

/// Personal data that a detector of shapes finds, and an entry of a deny list.
const CANARIES: [&str; 4] =
    ["canary@leak.example", "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00", "Ada Lovelace"];

/// Bodies with `CANARY` wherever a text may stand. Member names of payload hold it, too.
fn bodies() -> Vec<(&'static str, Value)> {
    let part = || json!([{"type": "text", "text": "CANARY"}, {"type": "new_kind", "CANARY_free": "CANARY", "deep": [["CANARY"]]}]);
    vec![
        (
            CHAT,
            json!({
                "model": "m", "user": "CANARY", "safety_identifier": "CANARY", "metadata": {"CANARY": "CANARY", "user_id": "CANARY"},
                "stop": ["CANARY"], "prediction": {"type": "content", "content": "CANARY"}, "invented_by_the_provider": {"x": "CANARY"},
                "tools": [{"type": "function", "function": {"name": "f", "description": "CANARY",
                    "parameters": {"type": "object", "properties": {"type": {"description": "CANARY", "default": "CANARY"}}}}}],
                "messages": [
                    {"role": "system", "content": "CANARY"},
                    {"role": "user", "content": part(), "name": "CANARY"},
                    {"role": "assistant", "content": null, "refusal": "CANARY", "reasoning_content": "CANARY", "tool_calls": [
                        {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{\"CANARY\": [\"CANARY\", {\"id\": \"CANARY\"}]}"}},
                        {"id": "call_2", "type": "custom", "custom": {"name": "f", "input": "CANARY"}}]},
                    {"role": "assistant", "function_call": {"name": "f", "arguments": "not JSON: CANARY"}},
                    {"role": "tool", "tool_call_id": "call_1", "content": "{\"a\": \"{\\\"CANARY\\\": \\\"CANARY\\\"}\"}"},
                ],
            }),
        ),
        (
            RESPONSES,
            json!({
                "store": false, "instructions": "CANARY", "prompt": {"id": "p", "variables": {"who": "CANARY"}}, "metadata": {"k": "CANARY"},
                "input": [
                    {"role": "user", "content": part()},
                    {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{\"CANARY\": \"CANARY\"}"},
                    {"type": "function_call_output", "call_id": "c", "output": "CANARY"},
                    {"type": "custom_tool_call", "call_id": "c", "name": "f", "input": "CANARY"},
                    {"type": "reasoning", "summary": [{"type": "summary_text", "text": "CANARY"}]},
                    {"type": "local_shell_call", "call_id": "c", "action": {"type": "exec", "command": ["CANARY"], "env": {"CANARY": "CANARY"}}},
                    {"type": "shell_call_output", "call_id": "c", "output": [{"stdout": "CANARY", "stderr": "CANARY"}]},
                    {"type": "apply_patch_call", "call_id": "c", "operation": {"type": "update_file", "path": "CANARY", "diff": "CANARY"}},
                    {"type": "mcp_call", "id": "m", "name": "f", "arguments": "CANARY", "output": "CANARY", "error": "CANARY"},
                    {"type": "code_interpreter_call", "id": "i", "code": "CANARY", "outputs": [{"type": "logs", "logs": "CANARY"}]},
                    {"type": "kind_of_tomorrow", "CANARY_free": "CANARY"},
                ],
            }),
        ),
        (
            MESSAGES,
            json!({
                "model": "m", "system": [{"type": "text", "text": "CANARY", "cache_control": {"type": "ephemeral"}}],
                "metadata": {"user_id": "CANARY"}, "tools": [{"name": "f", "description": "CANARY", "input_schema": {"type": "object"}}],
                "messages": [
                    {"role": "user", "content": [
                        {"type": "document", "title": "CANARY", "context": "CANARY", "source": {"type": "text", "media_type": "text/plain", "data": "CANARY"}},
                        {"type": "search_result", "title": "CANARY", "source": "CANARY", "content": part()},
                        {"type": "tool_result", "tool_use_id": "t", "content": part()},
                        {"type": "tool_result", "tool_use_id": "t", "content": "[\"CANARY\"]"}]},
                    {"role": "assistant", "content": [
                        {"type": "text", "text": "CANARY", "citations": [{"type": "char_location", "cited_text": "CANARY", "document_title": "CANARY"}]},
                        {"type": "thinking", "thinking": "CANARY"},
                        {"type": "tool_use", "id": "t", "name": "f", "input": {"CANARY": {"type": "CANARY", "role": ["CANARY"]}}},
                        {"type": "mcp_tool_use", "id": "t", "name": "f", "server_name": "s", "input": {"q": "CANARY"}},
                        {"type": "bash_code_execution_tool_result", "tool_use_id": "t", "content": {"stdout": "CANARY"}}]},
                ],
            }),
        ),
        ("/v1/completions", json!({"prompt": ["CANARY", ["CANARY"]], "suffix": "CANARY"})),
        ("/v1/embeddings", json!({"input": ["CANARY"]})),
        ("/v1/moderations", json!({"input": [{"type": "text", "text": "CANARY"}]})),
        (
            "/v1/messages/batches",
            json!({"requests": [{"custom_id": "c", "params": {"system": "CANARY", "messages": [
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {"CANARY": "CANARY"}}]}]}}]}),
        ),
        (
            "/logs/_doc",
            json!({"message": "CANARY", "CANARY": {"id": "CANARY"}, "type": "CANARY", "@timestamp": "CANARY"}),
        ),
        (
            "/logs/_update/1",
            json!({"doc": {"CANARY": "CANARY"}, "script": {"source": "CANARY", "params": {"CANARY": "CANARY"}}}),
        ),
        ("/logs/_search", json!({"query": {"match": {"user.email": "CANARY"}}})),
    ]
}

/// JSON with `\u` escapes for every character of every string.
fn escaped(body: &str) -> String {
    let (mut out, mut inside, mut backslash) = (String::new(), false, false);
    for c in body.chars() {
        match c {
            '"' if !backslash => {
                inside = !inside;
                out.push(c);
            }
            // What is escaped already stays so.
            _ if inside && !backslash && c != '\\' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => out.push(c),
        }
        backslash = c == '\\' && !backslash;
    }
    out
}

/// `body` with what its strings say decoded through all levels of JSON in JSON.
fn decoded(value: &Value) -> String {
    match value {
        Value::String(text) => match serde_json::from_str::<Value>(text) {
            Ok(inner @ (Value::Object(_) | Value::Array(_) | Value::String(_))) => decoded(&inner),
            _ => format!("{text}\n"),
        },
        Value::Array(elements) => elements.iter().map(decoded).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| format!("{name}\n{}", decoded(value))).collect(),
        other => format!("{other}\n"),
    }
}

#[test]
fn no_canary_leaves_however_it_is_spelled() {
    for method in [Method::Redact, Method::Hash, Method::Encrypt, Method::Mask, Method::Remove, Method::Synthetic] {
        let bench = Bench::new(method, dialogue());
        for (path, body) in bodies() {
            for canary in CANARIES {
                let plain = body.to_string().replace("CANARY_free", "free").replace("CANARY", canary);
                for body in [escaped(&plain), plain] {
                    let masked = bench.masked(path, &body);
                    let value: Value = serde_json::from_str(&masked).unwrap();
                    let left: Vec<_> =
                        decoded(&value).lines().filter(|line| line.contains(canary)).map(str::to_owned).collect();
                    assert!(left.is_empty(), "{method} {path}: {left:?}");
                }
            }
        }
    }
}

/// `text` with every byte that is no letter or digit as a percent escape.
fn percent(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(escape).collect()
}

#[test]
fn no_canary_leaves_in_a_form_that_hides_it() {
    let bench = Bench::new(Method::Redact, dialogue());
    let sentence = |canary: &str| format!("The customer gave {canary} when we asked him.");
    for (path, body) in bodies() {
        // Names from a deny list are looked for as they are written.
        for canary in &CANARIES[..3] {
            for hidden in [percent(canary), STANDARD.encode(sentence(canary))] {
                let plain = body.to_string().replace("CANARY_free", "free").replace("CANARY", &hidden);
                let masked = bench.masked(path, &plain);
                assert!(!masked.contains(&hidden), "{path}: {hidden} in {masked}");
            }
        }
    }
}

#[test]
fn numbers_of_payload_leave_as_strings_but_in_text_for_a_model() {
    let bench = Bench::redacting();
    let body = json!({"seed": 4111111111111111_u64, "card": 4111111111111111_u64, "messages": [{"role": "tool", "content": "{\"card\": 4111111111111111, \"n\": 12345678}"}]});
    let masked: Value = serde_json::from_str(&bench.masked(CHAT, &body.to_string())).unwrap();
    assert_eq!(masked["seed"], body["seed"]);
    assert_eq!(masked["card"], "[CREDIT_CARD_1]");
    assert_eq!(masked["messages"][0]["content"], "{\"card\": [CREDIT_CARD_1], \"n\": 12345678}");
}

#[test]
fn texts_in_nested_json_are_read_as_they_are_meant() {
    let bench = Bench::redacting();
    let mut inner = json!({"name": "Jörg Öztürk", "note": "a\"b"})
        .to_string()
        .replace('ö', "\\u00f6")
        .replace('Ö', "\\u00D6")
        .replace('ü', "\\u00fc");
    for _ in 0..5 {
        inner = Value::from(inner).to_string();
        let body = format!(r#"{{"messages":[{{"role":"tool","content":{inner}}}]}}"#);
        let masked = bench.masked(CHAT, &body);
        assert!(masked.contains("[PERSON_1]") && !masked.contains("rk"), "{masked}");
        let mut value: Value = serde_json::from_str::<Value>(&masked).unwrap()["messages"][0]["content"].clone();
        while let Value::String(text) = &value {
            value = serde_json::from_str(text).unwrap();
        }
        assert_eq!(value, json!({"name": "[PERSON_1]", "note": "a\"b"}));
    }
}

#[test]
fn no_tenant_learns_from_the_memo_what_another_has_sent() {
    let mut bench = Bench::redacting();
    let body =
        r#"{"messages":[{"role":"user","content":"a text that only this test sends, long enough to be remembered"}]}"#;
    let mut remembered = |tenant: &str| {
        bench.caller.tenant = tenant.into();
        bench.request(CHAT, body).coverage.remembered
    };
    assert_eq!(["first", "second", "first", "second"].map(&mut remembered), [0, 0, 1, 1]);
}
