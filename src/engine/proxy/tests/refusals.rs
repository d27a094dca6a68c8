//! Tests of refusals, and of routes that let requests pass.

use super::*;
use crate::codec::CodecError;

fn refusal(path: &str, body: &str) -> Refusal {
    Bench::redacting().try_mask(path, body, Incoming::default()).unwrap_err()
}

#[test]
fn what_cannot_be_read_whole_is_refused() {
    for body in ["{", "[1,]", "{\"a\":\"\n\"}", "\u{feff}{}", "{}{}", "nothing"] {
        assert!(matches!(refusal(CHAT, body), Refusal::Body(CodecError::Syntax { .. })), "{body}");
    }
    assert!(matches!(refusal(CHAT, &"[".repeat(200)), Refusal::Body(CodecError::TooDeep { .. })));
    let deep = serde_json::Value::from(format!("{}{}", "[".repeat(200), "]".repeat(200)));
    assert!(matches!(refusal(CHAT, &format!("{{\"a\":{deep}}}")), Refusal::Body(CodecError::TooDeep { .. })));
    let bench = Bench::redacting();
    let broken = Bytes::from_static(b"{\"a\":\"\xff\"}");
    let masked = ready(bench.masker().mask(profile(CHAT), &broken, Incoming::default()));
    assert_eq!(masked.unwrap_err(), Refusal::Body(CodecError::NotUtf8 { at: 6 }));
}

#[test]
fn json_within_strings_has_an_end() {
    let mut body = "\"a@b.example\"".to_owned();
    for _ in 0..18 {
        // Arrays double no backslash but those of the quotes.
        body = serde_json::Value::from(body).to_string();
        if body.len() > 1 << 20 {
            break;
        }
    }
    let result = Bench::redacting().try_mask(CHAT, &format!("{{\"a\":{body}}}"), Incoming::default());
    assert!(matches!(result, Err(Refusal::Body(CodecError::TooDeep { .. }))), "{result:?}");
}

#[test]
fn strings_are_counted() {
    let many = format!("[{}\"\"]", "\"\",".repeat(1_000_000));
    assert_eq!(refusal(CHAT, &many), Refusal::TooMany { limit: 1_000_000 });
    let lines = "[\"ab\",\"ab\",\"ab\",\"ab\"]\n".repeat(250_001);
    assert_eq!(refusal("/lines", &lines), Refusal::TooMany { limit: 1_000_000 });
}

#[test]
fn deciding_members_stand_once() {
    for (path, body) in [
        (MESSAGES, r#"{"messages":[{"content":[{"source":{"type":"base64","data":"a@b.example","type":"text"}}]}]}"#),
        (MESSAGES, r#"{"messages":[{"content":[{"source":{},"source":{}}]}]}"#),
        (CHAT, r#"{"messages":[{"role":"user","r\u006fle":"tool"}]}"#),
        (RESPONSES, r#"{"previous_response_id":"a","previous_response_id":"b"}"#),
        (RESPONSES, r#"{"store":true,"store":false}"#),
    ] {
        assert!(matches!(refusal(path, body), Refusal::Duplicate { .. }), "{body}");
    }
    let bench = Bench::redacting();
    // In payload they decide nothing, and elsewhere every copy is looked through.
    for body in [
        r#"{"messages":[{"tool_calls":[{"function":{"arguments":{"type":"a@b.example","type":"a@b.example"}}}]}]}"#,
        r#"{"x":"a@b.example","x":"a@b.example"}"#,
    ] {
        assert_eq!(bench.masked(CHAT, body), body.replace("a@b.example", "[EMAIL_ADDRESS_1]"));
    }
}

#[test]
fn token_ids_are_refused_with_their_place() {
    assert_eq!(refusal("/v1/completions", r#"{"prompt":[1, 2]}"#), Refusal::Tokens { at: 11 });
    assert_eq!(refusal("/v1/embeddings", r#"{"input":[[15339]]}"#), Refusal::Tokens { at: 11 });
    assert!(
        Bench::redacting()
            .try_mask("/v1/embeddings", r#"{"input":["1"],"dimensions":256}"#, Incoming::default())
            .is_ok()
    );
}

#[test]
fn media_types_and_queries_are_checked() {
    let bench = Bench::redacting();
    let with = |media_type, query| bench.try_mask(CHAT, "{}", Incoming { media_type, query, ..Incoming::default() });
    assert_eq!(with(Some("text/plain"), None).unwrap_err(), Refusal::media_type(Some("text/plain")));
    assert_eq!(with(Some("multipart/form-data; boundary=b"), None).unwrap_err(), Refusal::Form { at: 0 });
    assert_eq!(
        with(Some("multipart/mixed; boundary=b"), None).unwrap_err(),
        Refusal::media_type(Some("multipart/mixed"))
    );
    assert_eq!(with(None, Some("q=%ff")).unwrap_err(), Refusal::Query);
    assert!(with(Some("application/json; charset=utf-8"), Some("q=%20")).is_ok());
}

#[test]
fn paths_that_name_somebody_are_refused_unless_that_is_kept() {
    let with = |bench: &Bench, path| bench.try_mask(CHAT, "{}", Incoming { path, ..Incoming::default() }).err();
    let bench = Bench::redacting();
    for path in ["/users/bob@x.example", "/users/bob%40x.example/keys", "/people/Ada%20Lovelace"] {
        assert_eq!(with(&bench, path), Some(Refusal::Path), "{path}");
        assert_eq!(with(&Bench::new(Method::Keep, dialogue()), path), None, "{path}");
    }
    for path in ["/v1/models/claude@20240620", "/logs-2026.01.02/_doc/4111111111111111", "/a%20b", "/"] {
        assert_eq!(with(&bench, path), None, "{path}");
    }
}

#[test]
fn a_route_may_let_pass_what_cannot_be_read_and_nothing_else() {
    let bench = Bench::redacting();
    let body = Bytes::from_static(b"\xff");
    let rules = bench.rules.clone().with_unknown(OnUnknown::Pass);
    for refusal in [Refusal::media_type(None), Refusal::Body(CodecError::NotUtf8 { at: 0 })] {
        assert!(rules.passes(&refusal) && !bench.rules.passes(&refusal));
    }
    for refusal in [Refusal::Duplicate { at: 0 }, Refusal::Tokens { at: 0 }, Refusal::Path, Refusal::Internal] {
        assert!(!rules.passes(&refusal), "{refusal}");
    }
    let incoming = Incoming { query: Some("q=a%40b.example"), ..Incoming::default() };
    let passed = RequestMasker { rules: &rules, ..bench.masker() }.pass(profile(CHAT), body.clone(), incoming);
    let passed = ready(passed).unwrap();
    assert!(passed.unvetted && passed.body.bytes() == &body);
    assert_eq!(passed.query.as_deref(), Some("q=%5BEMAIL_ADDRESS_1%5D"));
}

#[test]
fn nothing_of_a_body_is_shown() {
    let bench = Bench::redacting();
    let request = bench.request(CHAT, r#"{"x":"a@b.example"}"#);
    let shown = format!("{request:?} {:?} {:?}", Incoming::default(), bench.engine.memo(false));
    assert!(!shown.contains("EMAIL_ADDRESS_1") && !shown.contains("b.example"), "{shown}");
    assert!(!refusal(CHAT, r#"{"a@b.example" "#).to_string().contains("b.example"));
}
