//! Paths that no profile knows: everything in them is payload, and streams are restored path by path.

use crate::{
    fake::{Fake, Then},
    setup::{ask, metric, post, proxy},
};

const EMAIL: &str = "jane.roe@example.com";

#[test]
fn names_numbers_and_nested_json_of_an_unknown_path_are_masked() {
    let fake = Fake::start(|request, talk| talk.json(&String::from_utf8(request.body.clone()).unwrap()));
    let proxy = proxy(&[&fake], "");
    let nested = serde_json::json!({"to": EMAIL}).to_string();
    let body =
        serde_json::json!({EMAIL: 1, "card": 4_111_111_111_111_111_u64, "role": EMAIL, "x": nested, "id": EMAIL});
    let answer = ask(&proxy, post("/v1/new/thing", "", &body.to_string()));
    let seen = String::from_utf8(fake.only().body).unwrap();
    assert!(!seen.contains("jane") && !seen.contains("4111"), "{seen}");
    let got = answer.json();
    assert_eq!((got["role"].as_str(), got["id"].as_str()), (Some(EMAIL), Some(EMAIL)));
    assert!(answer.header("x-masquerade-coverage").unwrap().ends_with(", api=unknown"), "{answer:?}");
    assert_eq!(metric(&proxy, "masquerade_proxy_requests_total{api=\"unknown\",route=\"test\"}"), 1.0);
    ask(&proxy, post("/v1/embeddings", "", "{\"input\":\"a\"}"));
    assert_eq!(metric(&proxy, "masquerade_proxy_requests_total{api=\"openai\",route=\"test\"}"), 1.0);
}

/// The documents of a stream that says the masked address in pieces, at two paths in turn.
fn documents(email: &str) -> Vec<serde_json::Value> {
    let (a, b) = email.split_at(7);
    [("to ", "x"), (a, a), (b, b), (" now", ".")]
        .into_iter()
        .map(|(first, second)| serde_json::json!({"kind": "piece", "parts": [{"t": first}, {"t": second}]}))
        .collect()
}

#[test]
fn streams_of_an_unknown_path_are_restored_path_by_path() {
    for (media_type, before, behind) in [("text/event-stream", "data: ", "\n\n"), ("application/x-ndjson", "", "\n")] {
        for step in [1, 5, 4096] {
            let fake = Fake::start(move |_, talk| {
                let stream: String =
                    documents("[EMAIL_ADDRESS_1]").iter().map(|doc| format!("{before}{doc}{behind}")).collect();
                talk.send(format!(
                    "HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nTransfer-Encoding: chunked\r\n\r\n"
                ));
                for piece in stream.as_bytes().chunks(step) {
                    talk.send(format!("{:x}\r\n", piece.len())).send(piece).send("\r\n");
                }
                talk.send("0\r\n\r\n");
                Then::Keep
            });
            let proxy = proxy(&[&fake], "");
            let answer = ask(&proxy, post("/v7/talk", "", &serde_json::json!({"say": EMAIL}).to_string()));
            let text = String::from_utf8(answer.body).unwrap();
            let docs: Vec<serde_json::Value> = text
                .lines()
                .filter_map(|line| line.strip_prefix(before))
                .filter(|line| !line.is_empty())
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            assert_eq!(docs.len(), 4, "{text}");
            let said =
                |part: usize| docs.iter().map(|doc| doc["parts"][part]["t"].as_str().unwrap()).collect::<String>();
            assert_eq!((said(0), said(1)), (format!("to {EMAIL} now"), format!("x{EMAIL}.")), "{media_type} {step}");
            assert!(docs.iter().all(|doc| doc["kind"] == "piece"));
        }
    }
}

#[test]
fn a_route_may_refuse_unknown_paths() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "on_unknown = \"refuse\"");
    ask(&proxy, post("/v1/new/thing", "", "{\"a\":1}")).assert_problem(422, "unknown-path");
    assert_eq!(fake.connections(), 0);
    assert_eq!(ask(&proxy, post("/v1/embeddings", "", "{\"input\":\"a\"}")).status, 200);
}
