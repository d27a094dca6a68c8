//! Names in proxied requests: levels by route, and what became of them stays.

use serde_json::json;

use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{ask, post, route},
};

const WORDS: &str = "My name is John Smith and I live in London.";

fn mirror() -> Fake {
    Fake::start(|request, talk| talk.json(&String::from_utf8(request.body.clone()).unwrap()))
}

/// The texts of these messages as the upstream sees them.
fn seen(proxy: &Masquerade, fake: &Fake, messages: &[&str]) -> Vec<String> {
    let messages: Vec<_> = messages.iter().map(|words| json!({"role": "user", "content": words})).collect();
    let tools = json!([{"type": "function", "function": {"name": "get_weather", "description": "Weather of a city."}}]);
    let body = json!({"model": "m", "tools": tools, "messages": messages});
    let answer = ask(proxy, post("/v1/chat/completions", "Authorization: Bearer sk\r\n", &body.to_string()));
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json(), body);
    let sent: serde_json::Value = serde_json::from_slice(&fake.recorded().pop().unwrap().body).unwrap();
    assert_eq!(sent["tools"], tools);
    sent["messages"].as_array().unwrap().iter().map(|message| message["content"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn chats_are_read_at_the_level_of_the_route() {
    let fake = mirror();
    let full = Masquerade::start(&route(&[&fake], ""));
    let sent = seen(&full, &fake, &[WORDS, "So long, Smith!"]);
    assert!(!sent[0].contains("Smith") && !sent[0].contains("London") && !sent[1].contains("Smith"), "{sent:?}");
    // A turn later nothing of what was said changes, however it is known.
    let later = seen(&full, &fake, &[WORDS, "So long, Smith!", "Ask Anneliese Zimmermann in Berlin."]);
    assert_eq!(later[..2], sent[..]);
    assert!(!later[2].contains("Zimmermann"));
    let off = Masquerade::start(&route(&[&fake], "ner = \"off\""));
    assert_eq!(seen(&off, &fake, &[WORDS]), [WORDS]);
}

#[test]
fn logs_are_read_only_where_the_route_says_so() {
    let fake = mirror();
    let record = format!("{{\"index\":{{}}}}\n{}\n", json!({"message": WORDS}));
    let config = |level: &str| {
        let route = route(&[&fake], &format!("profile = \"elasticsearch\"\n{level}"));
        format!("[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n{route}")
    };
    for (level, names) in [("", true), ("ner = \"fast\"", false)] {
        let proxy = Masquerade::start(&config(level));
        let request = format!(
            "POST /_bulk HTTP/1.1\r\nHost: c\r\nContent-Type: application/x-ndjson\r\nContent-Length: {}\r\n\r\n{record}",
            record.len()
        );
        assert_eq!(ask(&proxy, request).status, 200);
        let sent = String::from_utf8(fake.recorded().pop().unwrap().body).unwrap();
        assert_eq!(sent.contains("John Smith"), names, "{sent}");
    }
}

#[test]
fn answers_to_questions_of_the_model_are_read_with_them() {
    let fake = mirror();
    let proxy = Masquerade::start(&route(&[&fake], ""));
    let sent = |turns: &[(&str, &str)]| {
        let messages: Vec<_> = turns.iter().map(|(role, words)| json!({"role": role, "content": words})).collect();
        let body = json!({"model": "m", "messages": messages});
        let answer = ask(&proxy, post("/v1/chat/completions", "Authorization: Bearer sk\r\n", &body.to_string()));
        assert_eq!(answer.json(), body);
        let sent: serde_json::Value = serde_json::from_slice(&fake.recorded().pop().unwrap().body).unwrap();
        let told = sent["messages"].as_array().unwrap().iter().map(|one| one["content"].as_str().unwrap().to_owned());
        told.collect::<Vec<_>>()
    };
    let turns = [
        ("user", "I want to book a table"),
        ("assistant", "Gladly. What is your name?"),
        ("user", "okwudi"),
        ("assistant", "Thank you. For when?"),
        ("user", "monday"),
    ];
    let first = sent(&turns[..3]);
    assert_eq!(first[2], "[PERSON_1]");
    assert_eq!(sent(&turns)[..3], first, "a later turn changes none before it");
    assert_eq!(sent(&[("user", "okwudi")]), ["okwudi"], "without the question nothing says that it is a name");
}

#[test]
fn persons_in_the_names_of_uploaded_files_are_masked() {
    let fake = mirror();
    let proxy = Masquerade::start(&route(&[&fake], ""));
    for (file, name) in [("Kündigung Petra Lustig.txt", "Lustig"), ("Petra_Lustig_CV.pdf", "Lustig"), ("notes.txt", "")]
    {
        let body = format!(
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{file}\"\r\nContent-Type: text/plain\r\n\r\nnotes\r\n--b--\r\n"
        );
        let head = "POST /v1/files HTTP/1.1\r\nHost: c\r\nContent-Type: multipart/form-data; boundary=b\r\n";
        ask(&proxy, format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()));
        let sent = String::from_utf8(fake.recorded().pop().unwrap().body).unwrap();
        assert!(sent.starts_with("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\""), "{sent}");
        assert_eq!(sent == body, name.is_empty(), "{sent}");
        assert!(name.is_empty() || !sent.contains(name), "{sent}");
    }
}
