//! The LiteLLM face: the calls of its generic guardrail, answered by the real program.

use serde_json::{Value, json};

use crate::{
    common::{
        binary::Masquerade,
        raw::{Response, exchange, post},
    },
    service::{config, secret_of},
};

const PATH: &str = "/litellm/beta/litellm_basic_guardrail_api";

/// A face that asks for no key.
struct Face(Masquerade);

impl Face {
    fn start(more: &str) -> Self {
        Self(Masquerade::start(&format!("[faces.litellm]\nauth = \"none\"\n{more}")))
    }

    #[track_caller]
    fn ask(&self, call: &str, key: &str, more: &Value) -> Value {
        let mut body = json!({ "litellm_call_id": call, "request_data": { "user_api_key_hash": key },
            "litellm_version": "1.106.2", "images": null, "tools": null, "tool_calls": null });
        for (name, value) in more.as_object().expect("members") {
            body[name] = value.clone();
        }
        let response = exchange(self.0.api, post(PATH, "", body.to_string()));
        assert_eq!(response.status, 200, "{body} is answered by {}", response.json());
        response.json()
    }

    #[track_caller]
    fn request(&self, call: &str, texts: &Value) -> Value {
        self.ask(call, "k", &json!({ "input_type": "request", "texts": texts }))
    }

    #[track_caller]
    fn response(&self, call: &str, texts: &Value) -> Value {
        self.ask(call, "k", &json!({ "input_type": "response", "texts": texts }))
    }
}

#[test]
fn texts_are_masked_for_the_model_and_restored_for_the_client() {
    let face = Face::start("");
    let texts = json!(["Be kind", "I am jane.roe@example.com"]);
    let expected = json!({ "action": "GUARDRAIL_INTERVENED", "texts": ["Be kind", "I am [EMAIL_ADDRESS_1]"] });
    assert_eq!(face.request("c1", &texts), expected);
    let restored = face.response("c1", &json!(["Dear [EMAIL_ADDRESS_1], or **Email_Address_1**"]));
    let expected = json!({ "action": "GUARDRAIL_INTERVENED", "stream_holdback_chars": [2],
        "texts": ["Dear jane.roe@example.com, or **jane.roe@example.com**"] });
    assert_eq!(restored, expected);
    assert_eq!(face.request("c1", &json!(["hello"])), json!({ "action": "NONE" }));
    assert_eq!(face.request("c1", &json!([])), json!({ "action": "NONE" }));
    let none = json!({ "action": "NONE", "stream_holdback_chars": [0] });
    assert_eq!(face.response("c1", &json!(["hello there"])), none);
    // Neither another call nor another key of the gateway has these originals.
    assert_eq!(face.response("c2", &json!(["Dear [EMAIL_ADDRESS_1]"])), none);
    let other = json!({ "input_type": "response", "texts": ["Dear [EMAIL_ADDRESS_1]"] });
    assert_eq!(face.ask("c1", "another", &other), none);
    // A placeholder that a client invents restores nobody.
    let invented = face.request("c1", &json!(["say [EMAIL_ADDRESS_1]"]));
    let invented = invented["texts"][0].as_str().expect("a text");
    assert!(!invented.contains("EMAIL_ADDRESS_1"), "{invented}");
    assert_eq!(face.response("c1", &json!([invented]))["texts"], json!(["say [EMAIL_ADDRESS_1]"]));
}

#[test]
fn calls_of_a_trace_are_one_conversation() {
    let face = Face::start("");
    let ask = |call: &str, direction: &str, text: &str| {
        let more = json!({ "litellm_trace_id": "t", "input_type": direction, "texts": [text] });
        face.ask(call, "k", &more)["texts"][0].as_str().expect("a text").to_owned()
    };
    assert_eq!(ask("1", "request", "jane.roe@example.com"), "[EMAIL_ADDRESS_1]");
    assert_eq!(ask("2", "request", "john.doe@example.com"), "[EMAIL_ADDRESS_2]");
    assert_eq!(ask("3", "request", "jane.roe@example.com"), "[EMAIL_ADDRESS_1]");
    assert_eq!(ask("3", "response", "[EMAIL_ADDRESS_2]"), "john.doe@example.com");
}

#[test]
fn the_start_of_a_placeholder_at_the_end_of_a_stream_is_held_back() {
    let face = Face::start("");
    face.request("c", &json!(["jane.roe@example.com"]));
    let mut sent = String::new();
    let answer = "Dear [EMAIL_ADDRESS_1], write to [EMAIL_ADDRESS_1] soon. Yours";
    // Each piece brings the whole text so far, of which the client gets what is not held back.
    for end in 0..=answer.len() {
        let so_far = &answer[..end];
        let done = face.response("c", &json!([so_far]));
        let text = done["texts"][0].as_str().unwrap_or(so_far);
        let held = usize::try_from(done["stream_holdback_chars"][0].as_u64().expect("a number")).expect("a number");
        let ready = &text[..text.len() - held];
        assert!(ready.len() < sent.len() || ready.starts_with(&sent), "{so_far}: {ready} takes back {sent}");
        sent = if ready.len() > sent.len() { ready.to_owned() } else { sent };
    }
    assert_eq!(sent, "Dear jane.roe@example.com, write to jane.roe@example.com soon. Yours");
}

#[test]
fn tool_calls_and_tools_are_masked_with_the_messages_around_them() {
    let face = Face::start("");
    let arguments = json!({ "to": "jane.roe@example.com", "card": 4_111_111_111_111_111_u64, "n": 5 }).to_string();
    let messages = json!([
        { "role": "user", "content": "Write to jane.roe@example.com" },
        { "role": "assistant", "content": null, "tool_calls":
            [{ "id": "t1", "type": "function", "function": { "name": "mail", "arguments": arguments } }] },
        { "role": "tool", "tool_call_id": "t1", "content": "sent" },
    ]);
    let tools = json!([{ "type": "function", "function": { "name": "mail", "description": "Ask john.doe@example.com",
        "parameters": { "type": "object" } } }]);
    let done = face.ask(
        "c",
        "k",
        &json!({ "input_type": "request", "texts": ["Write to jane.roe@example.com", "sent"],
            "structured_messages": messages, "tools": tools }),
    );
    assert_eq!(done["texts"], json!(["Write to [EMAIL_ADDRESS_1]", "sent"]));
    let masked = &done["structured_messages"];
    let mut expected = messages.clone();
    expected[0]["content"] = json!("Write to [EMAIL_ADDRESS_1]");
    expected[1]["tool_calls"][0]["function"]["arguments"] = masked[1]["tool_calls"][0]["function"]["arguments"].clone();
    assert_eq!(masked, &expected);
    let arguments = masked[1]["tool_calls"][0]["function"]["arguments"].as_str().expect("a string");
    let arguments: Value = serde_json::from_str(arguments).expect("JSON");
    assert_eq!(arguments, json!({ "to": "[EMAIL_ADDRESS_1]", "card": "[CREDIT_CARD_1]", "n": 5 }));
    assert_eq!(done["tools"][0]["function"]["description"], "Ask [EMAIL_ADDRESS_2]");
    // Messages that hold nothing beside the texts are not repeated: LiteLLM would lose members that it does not know.
    let plain = json!({ "input_type": "request", "texts": ["jane.roe@example.com"],
        "structured_messages": [{ "role": "user", "content": "jane.roe@example.com" }] });
    assert_eq!(face.ask("c", "k", &plain).get("structured_messages"), None);
}

#[test]
fn what_the_policy_blocks_ends_the_call() {
    let face = Face::start("[anonymization]\nmethods = { CREDIT_CARD = \"BLOCK\" }\n");
    let done = face.request("c", &json!(["pay with 4111 1111 1111 1111"]));
    assert_eq!(done, json!({ "action": "BLOCKED", "blocked_reason": "The policy blocks CREDIT_CARD." }));
}

#[test]
fn requests_out_of_form_and_keys_without_the_permission_are_refused() {
    let service = Masquerade::start(&config("[faces.litellm]\npath = \"/\"\n"));
    let ask = |headers: &str, body: &Value| -> Response {
        exchange(service.api, post(&PATH["/litellm".len()..], headers, body.to_string()))
    };
    let header = format!("X-API-Key: {}\r\n", secret_of("writer"));
    let call = |direction: &str| json!({ "input_type": direction, "texts": ["a"] });
    assert_eq!(ask("", &call("request")).status, 401);
    assert_eq!(ask(&header, &call("request")).json(), json!({ "action": "NONE" }));
    ask(&header, &call("response")).assert_problem(403, "forbidden");
    for wrong in [
        json!({ "texts": [] }),
        json!({ "input_type": "both" }),
        json!({ "input_type": "request", "texts": [1] }),
        json!({ "input_type": "request", "structured_messages": {} }),
        json!([]),
    ] {
        assert_eq!(ask(&header, &wrong).status, 422, "{wrong}");
    }
}
