//! Tests of stability: the same prefix of a conversation gives the same bytes, whatever follows.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// Messages of a conversation with names in system, tool calls, history and tool results.
fn conversation() -> Vec<Value> {
    vec![
        json!({"role": "system", "content": "You serve Ada Lovelace, ada@maths.example."}),
        json!({"role": "user", "content": "Write to bob@x.example that [EMAIL_ADDRESS_1] is a form."}),
        json!({"role": "assistant", "content": null, "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "mail", "arguments": "{\"to\": \"bob@x.example\", \"cc\": [\"eve@y.example\"]}"}}]}),
        json!({"role": "tool", "tool_call_id": "c1", "content": "{\"sent\": true, \"by\": \"mallory@z.example\", \"iban\": \"DE89 3704 0044 0532 0130 00\"}"}),
        json!({"role": "assistant", "content": "Sent to bob@x.example, see https://x.example/[EMAIL_ADDRESS_2]."}),
        json!({"role": "user", "content": "Thanks! Also ask carol@w.example, +1 415-555-2671, and token ghp_0123456789."}),
        json!({"role": "user", "content": "Ada Lovelace again; bob@x.example; card 4111 1111 1111 1111."}),
    ]
}

fn body(messages: &[Value]) -> String {
    // As SDKs write it: messages first, tools last.
    json!({"messages": messages, "tools": [{"type": "function", "function": {"name": "mail", "description": "Asks zoe@t.example"}}]}).to_string()
}

/// Up to the end of the last of so many messages.
fn head(masked: &str, messages: usize) -> String {
    let value: Value = serde_json::from_str(masked).unwrap();
    format!("{:?}", &value["messages"].as_array().unwrap()[..messages])
}

#[test]
fn each_turn_begins_with_the_bytes_of_the_turn_before() {
    for method in [Method::Redact, Method::Encrypt, Method::Hash] {
        let bench = Bench::new(method, dialogue());
        let messages = conversation();
        let last = bench.masked(CHAT, &body(&messages));
        for until in 1..messages.len() {
            let turn = Bench::new(method, dialogue()).masked(CHAT, &body(&messages[..until]));
            assert_eq!(head(&turn, until), head(&last, until), "{method}, {until} messages");
            let ends = turn.find("],\"tools\"").unwrap();
            assert_eq!(turn[..ends], last[..ends], "{method}, {until} messages");
        }
    }
}

#[test]
fn strings_are_taken_in_the_order_of_the_cache() {
    let bench = Bench::redacting();
    let masked = bench.masked(CHAT, &body(&conversation()));
    assert!(masked.contains("Asks [EMAIL_ADDRESS_1]"), "tools come first: {masked}");
    assert!(masked.contains("[PERSON_1], [EMAIL_ADDRESS_2]"), "{masked}");
    let anthropic = r#"{"messages":[{"role":"user","content":"c@x.example"}],"metadata":{"note":"d@x.example"},"system":"b@x.example","tools":[{"name":"f","description":"a@x.example"}]}"#;
    let expected = r#"{"messages":[{"role":"user","content":"[EMAIL_ADDRESS_3]"}],"metadata":{"note":"[EMAIL_ADDRESS_4]"},"system":"[EMAIL_ADDRESS_2]","tools":[{"name":"f","description":"[EMAIL_ADDRESS_1]"}]}"#;
    assert_eq!(bench.masked(MESSAGES, anthropic), expected);
}

#[test]
fn look_alikes_get_their_own_placeholder_but_for_the_models_own() {
    let bench = Bench::redacting();
    let said = |role: &str, content: &str| {
        json!({"messages": [{"role": "user", "content": "a@x.example"}, {"role": role, "content": content}]})
            .to_string()
    };
    let content = |body: String| {
        let masked: Value = serde_json::from_str(&bench.masked(CHAT, &body)).unwrap();
        masked["messages"][1]["content"].as_str().unwrap().to_owned()
    };
    assert_eq!(content(said("user", "[EMAIL_ADDRESS_1] b@x.example")), "[LITERAL_1] [EMAIL_ADDRESS_2]");
    assert_eq!(content(said("assistant", "[EMAIL_ADDRESS_1] b@x.example")), "[EMAIL_ADDRESS_1] [EMAIL_ADDRESS_2]");
    assert_eq!(content(said("assistant", "[EMAIL_ADDRESS_2] b@x.example")), "[LITERAL_1] [EMAIL_ADDRESS_2]");
    assert_eq!(content(said("tool", "[EMAIL_ADDRESS_1]")), "[LITERAL_1]");
}

#[test]
fn history_is_remembered_and_masked_alike() {
    let bench = Bench::redacting();
    let body = body(&conversation());
    let (first, second) = (bench.request(CHAT, &body), bench.request(CHAT, &body));
    assert_eq!(text(&first), text(&second));
    assert_eq!((first.coverage.remembered, second.coverage.remembered > 4), (0, true));
}

/// Any JSON with personal data in some of its strings.
fn values() -> impl Strategy<Value = Value> {
    // Without the signs that make a link of words: into one to a host that nobody named nothing is put.
    let plain = any::<String>().prop_map(|text| text.replace(['/', '?', '#', ':'], "-"));
    let text = prop_oneof![
        plain,
        "([a-z]{0,8} )?(bob@x\\.example|Ada Lovelace|4111 1111 1111 1111|\\[EMAIL_ADDRESS_1\\])( [a-z\"]{0,8})?",
        Just("{\"mail\":\"eve@y.example\",\"card\":\"4111111111111111\"}".to_owned()),
    ];
    // Numbers of eight digits and more may be a card's or an account's, and become texts then: see `tests/proxy/attacks`.
    let number = -9_999_999..=9_999_999_i64;
    let leaf = prop_oneof![Just(Value::Null), number.prop_map(Value::from), text.prop_map(Value::from)];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::hash_map("content|text|arguments|input|k[a-z]{1,3}", inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn masked_bodies_hold_no_original_and_come_back(value in values()) {
        let bench = Bench::redacting();
        let body = json!({"messages": [{"role": "user", "content": value}]}).to_string();
        let request = bench.request(CHAT, &body);
        let masked = text(&request);
        prop_assert!(!["bob@x.example", "Ada Lovelace", "4111 1111 1111 1111", "eve@y.example"].iter().any(|text| masked.contains(text)), "{}", masked);
        let after: Value = serde_json::from_str(&masked).unwrap();
        prop_assert_eq!(shape(&after), shape(&serde_json::from_str(&body).unwrap()));
        prop_assert_eq!(restored(CHAT, &request, &masked), body);
    }

    #[test]
    fn a_prefix_does_not_depend_on_what_follows(texts in proptest::collection::vec("( [a-z]{0,6} (ann|bob|eve)@x\\.example| Ada Lovelace| \\[EMAIL_ADDRESS_[12]\\]){0,3}", 1..6), role in 0..3_usize) {
        let messages: Vec<_> = texts.iter().enumerate().map(|(at, text)| json!({"role": (["user", "assistant", "tool"][(at + role) % 3]), "content": text})).collect();
        let all = Bench::redacting().masked(CHAT, &body(&messages));
        for until in 1..messages.len() {
            let turn = Bench::redacting().masked(CHAT, &body(&messages[..until]));
            prop_assert_eq!(head(&turn, until), head(&all, until));
        }
    }
}

/// A document without its texts.
fn shape(value: &Value) -> Value {
    match value {
        Value::String(_) => Value::from("text"),
        Value::Array(elements) => elements.iter().map(shape).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), shape(value))).collect(),
        other => other.clone(),
    }
}
