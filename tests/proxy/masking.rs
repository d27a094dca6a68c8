//! Masking of requests to upstreams, and restoring of the answers to clients.

use crate::{
    common::wait::eventually,
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Then},
    setup::{ask, connect, get, metric, post, proxy, route},
};

const EMAIL: &str = "jane.roe@example.com";
const CARD: &str = "4111 1111 1111 1111";

/// The substitute of the first entity of a label in a body that the upstream saw.
fn placeholder(body: &[u8], label: &str) -> String {
    let text = std::str::from_utf8(body).unwrap();
    let start = text.find(&format!("[{label}_")).unwrap_or_else(|| panic!("no {label} in {text}"));
    let end = text[start..].find(']').unwrap() + start;
    text[start..=end].to_owned()
}

/// A chat with these words of the user.
fn chat(words: &str, more: &str) -> String {
    format!("{{\"model\":\"m\",\"messages\":[{{\"role\":\"user\",\"content\":\"{words}\"}}]{more}}}")
}

#[track_caller]
fn coverage(response: &Response) -> Vec<(String, u64)> {
    let header = response.header("x-masquerade-coverage").expect("a coverage header");
    let counts = header.split(", ").map(|part| part.split_once('=').unwrap());
    counts.map(|(name, count)| (name.to_owned(), count.parse().unwrap())).collect()
}

/// An upstream that answers a chat with the words that it was sent.
fn parrot() -> Fake {
    Fake::start(|request, talk| {
        let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
        let words = body["messages"][0]["content"].as_str().unwrap();
        talk.json(
            &serde_json::json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": words}}]})
                .to_string(),
        )
    })
}

#[test]
fn a_chat_leaves_masked_and_comes_back_restored() {
    let fake = parrot();
    let proxy = proxy(&[&fake], "");
    let words = format!("Write to {EMAIL}, card {CARD}.");
    let answer = ask(&proxy, post("/v1/chat/completions", "Authorization: Bearer sk\r\n", &chat(&words, "")));
    assert_eq!(answer.json()["choices"][0]["message"]["content"], words);
    assert_eq!(answer.header("content-length").map(str::to_owned), Some(answer.body.len().to_string()));
    let seen = fake.only();
    let text = String::from_utf8(seen.body.clone()).unwrap();
    assert!(!text.contains("jane") && !text.contains("4111"), "{text}");
    assert_eq!(seen.header("content-length"), Some(text.len().to_string().as_str()));
    let counts = coverage(&answer);
    assert_eq!(counts[0].0, "scanned");
    assert!(counts[0].1 >= 1 && counts[1] == ("replaced".to_owned(), 1), "{counts:?}");
    assert_eq!(metric(&proxy, "masquerade_proxy_strings_total{outcome=\"replaced\",route=\"test\"}"), 1.0);
    assert_eq!(metric(&proxy, "masquerade_entities_total{label=\"EMAIL_ADDRESS\",method=\"REDACT\"}"), 1.0);
    // An answer is counted when its client has all of it already.
    eventually(|| metric(&proxy, "masquerade_proxy_restores_total{outcome=\"restored\",route=\"test\"}") == 2.0);
    eventually(|| metric(&proxy, "masquerade_http_requests_total{route=\"test\",status=\"200\"}") == 1.0);
}

#[test]
fn streams_split_anywhere_come_back_restored() {
    for step in [1, 2, 3, 7, 1000] {
        let fake = Fake::start(move |request, talk| {
            let email = placeholder(&request.body, "EMAIL_ADDRESS");
            let (a, b) = email.split_at(5);
            let pieces = ["Gr\u{fc}\u{df}e an ", a, b, " \u{1f600}!"];
            let mut stream = String::new();
            for piece in pieces {
                let delta = serde_json::json!({"choices": [{"index": 0, "delta": {"content": piece}}]});
                stream.push_str(&format!("data: {delta}\r\n\r\n"));
            }
            stream.push_str("data: [DONE]\r\n\r\n");
            talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            for piece in stream.as_bytes().chunks(step) {
                talk.send(format!("{:x}\r\n", piece.len())).send(piece).send("\r\n");
            }
            talk.send("0\r\n\r\n");
            Then::Keep
        });
        let proxy = proxy(&[&fake], "");
        let answer = ask(&proxy, post("/v1/chat/completions", "", &chat(EMAIL, ",\"stream\":true")));
        let text = String::from_utf8(answer.body).unwrap();
        let events = text.split("\r\n\r\n").filter_map(|event| event.strip_prefix("data: "));
        let deltas: Vec<serde_json::Value> = events.filter_map(|event| serde_json::from_str(event).ok()).collect();
        assert_eq!(deltas.len(), 4, "{text}");
        let said = deltas.iter().map(|delta| delta["choices"][0]["delta"]["content"].as_str().unwrap());
        assert_eq!(said.collect::<String>(), format!("Gr\u{fc}\u{df}e an {EMAIL} \u{1f600}!"));
        assert!(text.ends_with("data: [DONE]\r\n\r\n"));
    }
}

#[test]
fn errors_that_repeat_the_prompt_are_restored() {
    let fake = Fake::start(|request, talk| {
        let email = placeholder(&request.body, "EMAIL_ADDRESS");
        let body = format!("{{\"error\":{{\"message\":\"bad words: {email}\"}}}}");
        talk.send(format!(
            "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        ));
        talk.send(body);
        Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    let answer = ask(&proxy, post("/v1/chat/completions", "", &chat(EMAIL, "")));
    assert_eq!(
        (answer.status, answer.json()["error"]["message"].as_str().unwrap()),
        (400, "bad words: jane.roe@example.com")
    );
}

#[test]
fn what_cannot_be_read_is_refused_and_never_sent() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let cases = [
        ("application/json", "{\"a\":", 400),
        ("application/json", "{\"messages\":[{\"role\":\"user\",\"role\":\"x\",\"content\":\"a\"}]}", 400),
        ("application/octet-stream", "\u{1}\u{2}", 415),
        ("application/json", "{\"model\":\"m\",\"prompt\":[1,2,3]}", 422),
    ];
    for (media_type, body, status) in cases {
        let path = if body.contains("prompt") { "/v1/completions" } else { "/v1/chat/completions" };
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: h\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let answer = ask(&proxy, request);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (status, Some("application/problem+json")),
            "{body}"
        );
    }
    assert_eq!(fake.connections(), 0);
}

#[test]
fn what_a_route_lets_pass_is_counted() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "on_unknown = \"pass\"");
    let request = "POST /v1/audio HTTP/1.1\r\nHost: h\r\nContent-Type: audio/wav\r\nContent-Length: 4\r\n\r\nRIFF";
    assert_eq!(ask(&proxy, request).status, 200);
    assert_eq!(fake.only().body, b"RIFF");
    assert_eq!(metric(&proxy, "masquerade_proxy_unvetted_passes_total{route=\"test\"}"), 1.0);
}

#[test]
fn unknown_apis_queries_and_listed_headers_are_looked_through() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "scan_headers = [\"X-End-User\"]");
    let headers = format!("X-End-User: {EMAIL}\r\nX-Other: kept\r\n");
    let body = format!("{{\"brand_new\":{{\"deep\":[\"{EMAIL}\"]}}}}");
    let answer = ask(&proxy, post("/new/api?mail=jane.roe%40example.com&key=AIza", &headers, &body));
    assert_eq!(answer.status, 200);
    let seen = fake.only();
    let everything = format!("{}{}", seen.head, String::from_utf8(seen.body.clone()).unwrap());
    assert!(!everything.contains("jane"), "{everything}");
    assert!(seen.line().contains("key=AIza") && seen.header("x-other") == Some("kept"), "{everything}");
    assert!(seen.header("x-end-user").unwrap().starts_with("[EMAIL_ADDRESS_"));
}

#[test]
fn state_that_the_upstream_keeps_goes_on_with_its_map() {
    let fake = Fake::start(|request, talk| {
        let email = placeholder(&request.body, "EMAIL_ADDRESS");
        let id = if request.body.windows(20).any(|w| w == b"previous_response_id") { "resp_2" } else { "resp_1" };
        let output = serde_json::json!([{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": email}]}]);
        talk.json(&serde_json::json!({"id": id, "object": "response", "output": output}).to_string())
    });
    let proxy = proxy(&[&fake], "");
    let said = |answer: &Response| answer.json()["output"][0]["content"][0]["text"].as_str().unwrap().to_owned();
    let credential = "Authorization: Bearer sk-1\r\n";
    let first = ask(&proxy, post("/v1/responses", credential, &format!("{{\"model\":\"m\",\"input\":\"{EMAIL}\"}}")));
    assert_eq!(said(&first), EMAIL);
    let again = "{\"model\":\"m\",\"previous_response_id\":\"resp_1\",\"input\":\"and joe@example.org\"}";
    let second = ask(&proxy, post("/v1/responses", credential, again));
    assert_eq!(said(&second), "joe@example.org");
    let bodies: Vec<_> = fake.recorded().iter().map(|seen| placeholder(&seen.body, "EMAIL_ADDRESS")).collect();
    assert_ne!(bodies[0], bodies[1], "numbers go on where they were");
    // Another tenant cannot go on with it.
    let other = ask(&proxy, post("/v1/responses", "Authorization: Bearer sk-2\r\n", again));
    assert_eq!(other.status, 422, "{other:?}");
    assert_eq!(fake.recorded().len(), 2);
}

#[test]
fn a_route_without_restoring_leaves_placeholders() {
    let fake = parrot();
    let proxy = proxy(&[&fake], "restore = false");
    let answer = ask(&proxy, post("/v1/chat/completions", "", &chat(EMAIL, "")));
    assert!(answer.json()["choices"][0]["message"]["content"].as_str().unwrap().starts_with("[EMAIL_ADDRESS_"));
}

#[test]
fn logs_are_hashed_under_the_secret_and_not_restored() {
    let fake = Fake::start(|request, talk| {
        let seen = String::from_utf8(request.body.clone()).unwrap();
        talk.json(&serde_json::json!({"errors": false, "seen": seen}).to_string())
    });
    let config = format!(
        "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n{}",
        route(&[&fake], "profile = \"elasticsearch\"")
    );
    let proxy = Masquerade::start(&config);
    let lines = format!("{{\"index\":{{\"_index\":\"l\"}}}}\n{{\"message\":\"mail {EMAIL}\"}}\n");
    let mut hashes = Vec::new();
    for credential in ["Authorization: Basic YQ==\r\n", "Authorization: Basic Yg==\r\n"] {
        let request = format!(
            "POST /_bulk HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-ndjson\r\n{credential}Content-Length: {}\r\n\r\n{lines}",
            lines.len()
        );
        let answer = ask(&proxy, request);
        assert_eq!(answer.status, 200, "{answer:?}");
        assert!(!String::from_utf8_lossy(&answer.body).contains("jane"));
        let body = String::from_utf8(fake.recorded().pop().unwrap().body).unwrap();
        assert!(body.starts_with("{\"index\":{\"_index\":\"l\"}}\n") && body.ends_with("\n"), "{body}");
        hashes.push(placeholder(body.as_bytes(), "EMAIL_ADDRESS"));
    }
    assert_eq!(hashes[0], hashes[1], "pseudonyms outlive credentials");
}

#[test]
fn logs_without_a_secret_are_refused() {
    let fake = Fake::ok();
    // Other stores need a secret.
    let proxy = Masquerade::start(&format!("[store]\nkind = \"memory\"\n\n{}", route(&[&fake], "")));
    let request =
        "POST /_bulk HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-ndjson\r\nContent-Length: 3\r\n\r\n{}\n";
    ask(&proxy, request).assert_problem(422, "cannot-be-vetted");
    assert_eq!(get(&proxy, "/", "").status, 200, "what sends nothing passes");
    assert_eq!(fake.recorded().len(), 1);
}

#[test]
fn a_path_that_could_be_anybodys_is_not_taken_for_a_logs() {
    let fake = Fake::start(|request, talk| {
        let target = request.line().split(' ').nth(1).unwrap().to_owned();
        let said = target.split_once("q=").unwrap().1.replace("%5B", "[").replace("%5D", "]");
        talk.json(&format!("{{\"said\":\"{said}\"}}"))
    });
    let secret = "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n";
    let proxy = Masquerade::start(&format!("{secret}{}", route(&[&fake], "")));
    let answer = get(&proxy, "/search?q=jane.roe%40example.com", "");
    assert_eq!(answer.json()["said"], EMAIL);
    assert!(fake.only().line().contains("EMAIL_ADDRESS_1"), "{}", fake.only().line());
}

#[test]
fn clients_never_see_each_others_data() {
    let fake = parrot();
    let proxy = proxy(&[&fake], "");
    std::thread::scope(|scope| {
        for n in 0..8 {
            let mut client = connect(&proxy);
            scope.spawn(move || {
                for m in 0..10 {
                    let words = format!("mail client{n}.{m}@example.com");
                    client.send(post("/v1/chat/completions", "", &chat(&words, "")));
                    assert_eq!(client.receive_whole().json()["choices"][0]["message"]["content"], words);
                }
            });
        }
    });
    assert!(fake.recorded().iter().all(|seen| !String::from_utf8_lossy(&seen.body).contains("client")));
}
