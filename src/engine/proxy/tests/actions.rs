//! Tests of actions: the masked bodies of requests with texts at paths of every kind.

use base64::{Engine, engine::general_purpose::STANDARD};

use super::*;

#[test]
fn each_profile_masks_its_texts_and_leaves_its_protocol() {
    let bench = Bench::redacting();
    for (path, body, expected) in [
        (
            CHAT,
            r#"{"model":"m","messages":[{"role":"user","content":"I am a@b.example","name":"c@d.example"}],"note":"a@b.example"}"#,
            r#"{"model":"m","messages":[{"role":"user","content":"I am [EMAIL_ADDRESS_1]","name":"[EMAIL_ADDRESS_2]"}],"note":"[EMAIL_ADDRESS_1]"}"#,
        ),
        (
            CHAT,
            r#"{"messages":[{"role":"assistant","tool_calls":[{"id":"call_1","function":{"name":"f","arguments":"{\"to\":\"a@b.example\",\"card\": 4111111111111111}"}}]}]}"#,
            r#"{"messages":[{"role":"assistant","tool_calls":[{"id":"call_1","function":{"name":"f","arguments":"{\"to\":\"[EMAIL_ADDRESS_1]\",\"card\": \"[CREDIT_CARD_1]\"}"}}]}]}"#,
        ),
        (
            CHAT,
            r#"{"messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":{"a@b.example":1}}}]}]}"#,
            r#"{"messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":{"[EMAIL_ADDRESS_1]":1}}}]}]}"#,
        ),
        (
            CHAT,
            r#"{"messages":[{"role":"user","content":[{"type":"text","text":"a@b.example"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]}]}"#,
            r#"{"messages":[{"role":"user","content":[{"type":"text","text":"[EMAIL_ADDRESS_1]"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]}]}"#,
        ),
        (
            RESPONSES,
            r#"{"store":false,"instructions":"Be a@b.example","input":[{"type":"function_call_output","call_id":"c","output":"{\"mail\":\"c@d.example\"}"}]}"#,
            r#"{"store":false,"instructions":"Be [EMAIL_ADDRESS_1]","input":[{"type":"function_call_output","call_id":"c","output":"{\"mail\":\"[EMAIL_ADDRESS_2]\"}"}]}"#,
        ),
        ("/v1/completions", r#"{"prompt":["to a@b.example"]}"#, r#"{"prompt":["to [EMAIL_ADDRESS_1]"]}"#),
        (
            "/v1/embeddings",
            r#"{"input":"a@b.example","note":"u@b.example"}"#,
            r#"{"input":"[EMAIL_ADDRESS_1]","note":"[EMAIL_ADDRESS_2]"}"#,
        ),
        (
            "/v1/moderations",
            r#"{"input":[{"type":"text","text":"a@b.example"}]}"#,
            r#"{"input":[{"type":"text","text":"[EMAIL_ADDRESS_1]"}]}"#,
        ),
        (
            MESSAGES,
            r#"{"system":[{"type":"text","text":"a@b.example"}],"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"id":"a@b.example","card":4111111111111111}}]}]}"#,
            r#"{"system":[{"type":"text","text":"[EMAIL_ADDRESS_1]"}],"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"id":"[EMAIL_ADDRESS_1]","card":"[CREDIT_CARD_1]"}}]}]}"#,
        ),
        (
            MESSAGES,
            r#"{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","data":"a@b.example"}},{"source":{"data":"c@d.example","type":"text"}}]}]}"#,
            r#"{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","data":"[EMAIL_ADDRESS_1]"}},{"source":{"data":"[EMAIL_ADDRESS_2]","type":"text"}}]}]}"#,
        ),
        (
            "/v1/messages/batches",
            r#"{"requests":[{"custom_id":"1","params":{"messages":[{"role":"user","content":"a@b.example"}]}}]}"#,
            r#"{"requests":[{"custom_id":"1","params":{"messages":[{"role":"user","content":"[EMAIL_ADDRESS_1]"}]}}]}"#,
        ),
    ] {
        assert_eq!(bench.masked(path, body), expected, "{path}");
    }
}

#[test]
fn signed_and_opaque_parts_stay_as_they_are() {
    let bench = Bench::redacting();
    let base64 = STANDARD.encode(b"\xFF\xD8\xFF a@b.example ".repeat(8));
    for body in [
        r#"{"messages":[{"role":"assistant","content":[{"thinking":"about a@b.example","signature":"c2ln","type":"thinking"}]}]}"#.to_owned(),
        r#"{"messages":[{"role":"assistant","content":[{"type":"redacted_thinking","data":"Zm9v4111111111111111"}]}]}"#.to_owned(),
        format!(r#"{{"messages":[{{"role":"user","content":[{{"source":{{"data":"{base64}","type":"base64"}}}}]}}]}}"#),
    ] {
        let request = bench.request(MESSAGES, &body);
        assert_eq!(text(&request), body);
        assert!(request.coverage.skipped > 0);
    }
    let unsigned =
        r#"{"messages":[{"role":"assistant","content":[{"thinking":"about a@b.example","type":"thinking"}]}]}"#;
    assert!(bench.masked(MESSAGES, unsigned).contains("[EMAIL_ADDRESS_1]"));
}

#[test]
fn only_what_changes_changes() {
    let bench = Bench::redacting();
    let body = " {\"b\":1.0e00, \"x\" :\"\\u0041\\/ a@b.example \\ud83d\\ude00\",\"n\":123456789012345678901234567890,\"b\":[ ] , \
                \"lone\":\"\\ud83d a@b.example\" }\n";
    assert_eq!(bench.masked(CHAT, body), body.replace("a@b.example", "[EMAIL_ADDRESS_1]"));
    let clean = Bytes::from_static(br#"{"messages":[{"role":"user","content":"nothing here"}]}"#);
    let request = bench.masker().mask(profile(CHAT), &clean, Incoming::default());
    let request = ready(request).unwrap();
    assert_eq!(request.body.bytes().as_ptr(), clean.as_ptr(), "a copy was made of what did not change");
    assert!(request.restore.is_empty());
    assert_eq!(request.coverage.to_string(), "scanned=1, replaced=0, skipped=1");
}

#[test]
fn the_query_and_listed_headers_are_looked_through() {
    let bench = Bench::redacting();
    let header = |name, value| IncomingHeader { name, value, scope: HeaderScope::All };
    let headers = [header("x-user", "a@b.example"), header("x-trace", "1")];
    let query = Some("q=a%40b.example&limit=5&key=a%40b.example&z=%7E");
    let incoming = Incoming { query, headers: &headers, ..Incoming::default() };
    let request = bench.try_mask(RESPONSES, r#"{"input":"c@d.example"}"#, incoming).unwrap();
    assert_eq!(request.query.as_deref(), Some("q=%5BEMAIL_ADDRESS_2%5D&limit=5&key=a%40b.example&z=%7E"));
    assert_eq!(request.headers, [(0, "[EMAIL_ADDRESS_2]".to_owned())]);
    let plain = bench.try_mask("GET /v1/models", "", Incoming { query: Some("a=%7E+x"), ..Incoming::default() });
    assert_eq!(plain.unwrap().query, None);
}

#[test]
fn addresses_that_the_provider_fetches_stay_addresses() {
    let bench = Bench::redacting();
    let body = r#"{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://192.168.1.77/a.png?u=1"}}]}]}"#;
    assert_eq!(bench.masked(CHAT, body), body);
    let refused = bench.try_mask(CHAT, &body.replace("u=1", "u=a@b.example"), Incoming::default()).unwrap_err();
    assert_eq!(refused, Refusal::Link(vec!["EMAIL_ADDRESS"]));
}

#[test]
fn the_note_goes_where_the_api_has_a_place_and_moves_nothing() {
    let mut bench = Bench::redacting();
    bench.rules = bench.rules.with_note(Some("Keep names.".into()));
    let chat = r#"{"messages":[{"role":"user","content":"a@b.example"}]}"#;
    assert_eq!(
        bench.masked(CHAT, chat),
        r#"{"messages":[{"role":"system","content":"Keep names."},{"role":"user","content":"[EMAIL_ADDRESS_1]"}]}"#
    );
    let system = r#"{"system":"For a@b.example","messages":[]}"#;
    assert_eq!(bench.masked(MESSAGES, system), r#"{"system":"For [EMAIL_ADDRESS_1]\n\nKeep names.","messages":[]}"#);
    assert_eq!(bench.masked("/v1/embeddings", r#"{"input":"x"}"#), r#"{"input":"x"}"#);
}

#[test]
fn what_was_masked_comes_back() {
    for method in [Method::Redact, Method::Encrypt, Method::Hash, Method::Synthetic] {
        let bench = Bench::new(method, dialogue());
        let said = "Ada Lovelace <ada.lovelace@maths.example>, card 4111 1111 1111 1111";
        let request = bench.request(CHAT, &format!(r#"{{"messages":[{{"role":"user","content":"{said}"}}]}}"#));
        let sent: serde_json::Value = serde_json::from_str(&text(&request)).unwrap();
        let echo =
            serde_json::json!({"choices": [{"message": {"content": sent["messages"][0]["content"]}}]}).to_string();
        assert!(!echo.contains("Lovelace"), "{method} {echo}");
        assert_eq!(
            restored(CHAT, &request, &echo),
            serde_json::json!({"choices": [{"message": {"content": said}}]}).to_string(),
            "{method}"
        );
    }
}

#[test]
fn a_part_of_a_surrogate_comes_back_as_the_part_of_the_name() {
    let bench = Bench::new(Method::Synthetic, dialogue());
    for path in [CHAT, RESPONSES] {
        let body = match path {
            CHAT => r#"{"messages":[{"role":"user","content":"ADA LOVELACE wrote to Ada Lovelace"}]}"#,
            _ => r#"{"input":"ADA LOVELACE wrote to Ada Lovelace"}"#,
        };
        let request = bench.request(path, body);
        let sent: serde_json::Value = serde_json::from_str(&text(&request)).unwrap();
        let sent = sent["messages"][0]["content"].as_str().or(sent["input"].as_str()).unwrap().to_owned();
        let (capitals, whole) = sent.split_once(" wrote to ").unwrap();
        assert_eq!(capitals, whole.to_uppercase());
        let (given, family) = whole.split_once(' ').unwrap();
        let answer = |text: String| match path {
            CHAT => serde_json::json!({"choices": [{"message": {"content": text}}]}).to_string(),
            _ => {
                serde_json::json!({"output": [{"type": "message", "content": [{"type": "output_text", "text": text}]}]})
                    .to_string()
            }
        };
        let said = answer(format!("{given}’s aunt, Ms {family}; {capitals}"));
        let expected = answer("Ada’s aunt, Ms Lovelace; ADA LOVELACE".to_owned());
        assert_eq!(restored(path, &request, &said), expected);
    }
}

#[test]
fn only_short_texts_are_sealed_and_none_where_a_session_is_kept() {
    let bench = Bench::new(Method::Encrypt, dialogue());
    let long = format!("https://x.example a@{}.example", ["abcdefghij"; 9].join("."));
    let masked = bench.masked(CHAT, &format!(r#"{{"x":"{long} and a@b.example"}}"#));
    assert!(masked.contains("[EMAIL_ADDRESS_1]") && masked.contains("[EMAIL_ADDRESS:"), "{masked}");
    let kept = bench.masked(RESPONSES, r#"{"input":"a@b.example"}"#);
    assert_eq!(kept, r#"{"input":"[EMAIL_ADDRESS_1]"}"#);
}
