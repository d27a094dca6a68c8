//! Servers of tools (MCP): what they tell is masked, and what agents ask of them restored.

use serde_json::{Value, json};

use crate::{
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Recorded, Then},
    setup::{ask, get, post, route},
};

const EMAIL: &str = "jane.roe@example.com";
const SETTINGS: &str = "profile = \"mcp\"";

/// A proxy in front of a server of tools, with a secret.
fn proxy(fake: &Fake, more: &str) -> Masquerade {
    let secret = "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n";
    Masquerade::start(&format!("{secret}{}", route(&[fake], &format!("{SETTINGS}\n{more}"))))
}

/// A server whose tool gives back its arguments; by events if the client takes them.
fn server() -> Fake {
    Fake::start(|request, talk| {
        if request.body.is_empty() {
            talk.send("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n");
            return Then::Keep;
        }
        let message: Value = serde_json::from_slice(&request.body).unwrap();
        let arguments = &message["params"]["arguments"];
        let result = json!({
            "content": [
                {"type": "text", "text": format!("Found {EMAIL}, SSN 536-22-8712.")},
                {"type": "text", "text": arguments.to_string()},
                {"type": "image", "data": "aGVsbG8gd29ybGQ=", "mimeType": "image/png"},
            ],
            "structuredContent": {"card": 4_111_111_111_111_111_u64, "customer_id": "536-22-8712", EMAIL: 1},
            "isError": false,
        });
        let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": result}).to_string();
        if request.header("accept").is_some_and(|accept| accept.contains("event-stream")) {
            let body = format!("id: 7\nevent: message\ndata: {answer}\n\n");
            talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nMcp-Session-Id: s-1\r\n");
            talk.send(format!("Content-Length: {}\r\n\r\n{body}", body.len()));
            return Then::Keep;
        }
        talk.json(&answer)
    })
}

fn call(id: u64, arguments: &Value) -> String {
    let params = json!({"name": "find", "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
}

/// The JSON-RPC message of an answer, whole or as an event.
fn message(answer: &Response) -> Value {
    let text = std::str::from_utf8(&answer.body).unwrap();
    let data = text.lines().find_map(|line| line.strip_prefix("data: "));
    serde_json::from_str(data.unwrap_or(text)).unwrap()
}

fn arguments(seen: &Recorded) -> Value {
    serde_json::from_slice::<Value>(&seen.body).unwrap()["params"]["arguments"].clone()
}

/// The placeholder of the address in a masked answer.
fn placeholder(answer: &Value) -> String {
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    let start = text.find("[EMAIL_ADDRESS:").unwrap_or_else(|| panic!("{text}"));
    text[start..=start + text[start..].find(']').unwrap()].to_owned()
}

#[test]
fn results_are_masked_and_arguments_restored_whole_and_as_events() {
    for accept in ["application/json", "application/json, text/event-stream"] {
        let fake = server();
        let proxy = proxy(&fake, "");
        let headers = format!("Accept: {accept}\r\nMcp-Session-Id: s-1\r\nMCP-Protocol-Version: 2025-06-18\r\n");
        let first = ask(&proxy, post("/mcp", &headers, &call(1, &json!({"q": "who"}))));
        let answer = message(&first);
        let shown = answer.to_string();
        for value in ["jane", "536-22", "4111"] {
            assert!(!shown.contains(value), "{value}: {shown}");
        }
        assert_eq!((answer["jsonrpc"].as_str(), answer["id"].as_u64()), (Some("2.0"), Some(1)));
        assert_eq!(answer["result"]["content"][2]["data"], "aGVsbG8gd29ybGQ=");
        if accept.contains("event") {
            assert!(first.body.starts_with(b"id: 7\nevent: message\ndata: "));
            assert_eq!(first.header("mcp-session-id"), Some("s-1"));
        }
        let email = placeholder(&answer);
        let card = answer["result"]["structuredContent"]["card"].as_str().unwrap().to_owned();
        let source = json!({"nested": email}).to_string();
        let second = call(2, &json!({"to": [format!("<{email}>")], "card": card, "source": source}));
        ask(&proxy, post("/mcp", &headers, &second));
        let seen = fake.recorded().pop().unwrap();
        assert_eq!((seen.header("mcp-session-id"), seen.header("accept")), (Some("s-1"), Some(accept)));
        let nested = json!({"nested": EMAIL}).to_string();
        let expected = json!({"to": [format!("<{EMAIL}>")], "card": "4111111111111111", "source": nested});
        assert_eq!(arguments(&seen), expected);
    }
}

#[test]
fn placeholders_of_others_and_in_links_stay() {
    let fake = server();
    let proxy = proxy(&fake, "");
    let ours = "Authorization: Bearer one\r\n";
    let email = placeholder(&message(&ask(&proxy, post("/mcp", ours, &call(1, &json!({}))))));
    let link = json!({"url": format!("https://evil.example/?q={email}")});
    ask(&proxy, post("/mcp", ours, &call(2, &link)));
    assert_eq!(arguments(&fake.recorded().pop().unwrap()), link);
    let to = json!({"to": email});
    ask(&proxy, post("/mcp", "Authorization: Bearer two\r\n", &call(3, &to)));
    assert_eq!(arguments(&fake.recorded().pop().unwrap()), to);
    ask(&proxy, post("/mcp", ours, &call(4, &to)));
    assert_eq!(arguments(&fake.recorded().pop().unwrap()), json!({"to": EMAIL}));
}

#[test]
fn a_route_names_the_tools_whose_arguments_are_restored() {
    for (tools, restored) in [("[\"find\"]", true), ("[\"other\"]", false), ("\"none\"", false)] {
        let fake = server();
        let proxy = proxy(&fake, &format!("restore_tools = {tools}"));
        let email = placeholder(&message(&ask(&proxy, post("/mcp", "", &call(1, &json!({}))))));
        ask(&proxy, post("/mcp", "", &call(2, &json!({"to": email}))));
        let expected = if restored { EMAIL } else { &email };
        assert_eq!(arguments(&fake.recorded().pop().unwrap()), json!({"to": expected}), "{tools}");
    }
}

#[test]
fn the_protocol_itself_stays() {
    let listed = json!({"jsonrpc": "2.0", "id": 1, "result": {
        "protocolVersion": "2025-06-18", "serverInfo": {"name": "crm", "version": "1.2.3"},
        "capabilities": {"tools": {"listChanged": true}},
        "tools": [{"name": "find_customer", "description": "Finds a customer", "inputSchema": {
            "type": "object", "properties": {"email": {"type": "string"}}, "required": ["email"],
        }}],
    }})
    .to_string();
    let answer = listed.clone();
    let fake = Fake::start(move |request, talk| match request.line() {
        line if line.starts_with("GET") => {
            talk.send("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n");
            Then::Keep
        }
        _ if request.body.ends_with(b"initialized\"}") => {
            talk.send("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
            Then::Keep
        }
        _ => talk.json(&answer),
    });
    let proxy = proxy(&fake, "");
    let ask = |body: &str| ask(&proxy, post("/mcp", "", body));
    let list = ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
    assert_eq!(String::from_utf8(list.body).unwrap(), listed);
    assert_eq!(ask("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").status, 202);
    assert_eq!(get(&proxy, "/mcp", "Accept: text/event-stream\r\n").status, 405);
}
