//! A model of the user's own behind an address: what it finds is masked, and where it fails nothing passes.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    common::{binary::Masquerade, raw::Response, wait::eventually},
    fake::{Fake, Talk, Then},
    setup::{ask, get, metric, post, route},
};

const KEY: &str = "model-test-0123456789abcdef";

/// Names that no built-in model knows.
const NAMES: [(&str, &str); 2] = [("Zrgblk Qwvx", "WHO"), ("Pftzk", "WHERE")];

/// A text with names behind characters of several bytes and of several code points.
const TEXT: &str = "👩‍🚀 é: Zrgblk Qwvx went to Pftzk; Zrgblk Qwvx came back.";

/// A service that finds [`NAMES`], with offsets in code points.
fn analyzer() -> Fake {
    Fake::start(|request, talk| {
        let asked: Value = serde_json::from_slice(&request.body).unwrap();
        let text = asked["text"].as_str().unwrap();
        let points = |byte: usize| text[..byte].chars().count();
        let finds = NAMES.iter().flat_map(|(name, label)| {
            text.match_indices(name).map(move |(at, _)| {
                let (start, end) = (points(at), points(at + name.len()));
                json!({ "entity_type": label, "start": start, "end": end, "score": 0.85, "analysis_explanation": null })
            })
        });
        talk.json(&Value::Array(finds.collect()).to_string())
    })
}

fn config(service: &Fake, more: &str) -> String {
    format!(
        "[detection]\nmodel = \"{}\"\n[external_model]\nlabels = {{ WHO = \"PERSON\", WHERE = \"LOCATION\" }}\n{more}\n",
        service.url() + "/analyze"
    )
}

/// The binary with the model, and with an upstream if there is one.
fn start(service: &Fake, more: &str, upstream: Option<&Fake>) -> Masquerade {
    let route = upstream.map(|upstream| route(&[upstream], "")).unwrap_or_default();
    let environment = [("MASQUERADE_API_KEY", KEY), ("MASQUERADE_DETECTION__NER", "fast"), ("ANALYZER_KEY", "s3cret")];
    Masquerade::start_with(&(config(service, more) + &route), &environment)
}

fn anonymize(masquerade: &Masquerade, body: &Value) -> Response {
    ask(masquerade, post("/v1/anonymize", &format!("X-API-Key: {KEY}\r\n"), &body.to_string()))
}

fn chat(text: &str) -> String {
    json!({ "model": "m", "messages": [{ "role": "user", "content": text }] }).to_string()
}

#[test]
fn what_a_service_finds_is_masked() {
    let service = analyzer();
    let masquerade = start(&service, "headers = { x-api-key = { env = \"ANALYZER_KEY\" } }", None);
    let answer = anonymize(&masquerade, &json!({ "text": [TEXT] }));
    assert_eq!(answer.status, 200, "{answer:?}");
    let answer = answer.json();
    assert_eq!(answer["anonymized_text"][0], "👩‍🚀 é: [PERSON_1] went to [LOCATION_1]; [PERSON_1] came back.");
    let first = &answer["detected_entities"][0];
    assert_eq!((&first["text"], &first["confidence"]), (&json!("Zrgblk Qwvx"), &json!(0.85)));
    let seen = service.only();
    assert_eq!((seen.line(), seen.header("x-api-key")), ("POST /analyze HTTP/1.1", Some("s3cret")));
    let asked: Value = serde_json::from_slice(&seen.body).unwrap();
    assert_eq!(asked, json!({ "text": TEXT, "language": "en", "entities": ["WHO", "WHERE"] }));
    assert!(metric(&masquerade, "masquerade_external_model_duration_seconds_count{outcome=\"answered\"}") >= 1.0);
}

#[test]
fn a_request_says_what_counts() {
    let service = analyzer();
    let masquerade = start(&service, "threshold = 0.9\nthresholds = { LOCATION = 0.2 }", None);
    let masked = |more: Value| anonymize(&masquerade, &more).json()["anonymized_text"][0].clone();
    assert_eq!(masked(json!({ "text": ["met Zrgblk Qwvx in Pftzk"] })), "met Zrgblk Qwvx in [LOCATION_1]");
    let low = json!({ "text": ["met Zrgblk Qwvx in Pftzk"], "anonymization_config": { "threshold": 0.5 } });
    assert_eq!(masked(low), "met [PERSON_1] in [LOCATION_1]");
    let before = service.recorded().len();
    let off = json!({ "text": ["met Zrgblk Qwvx in Pftzk"], "detection_config": { "ner": "off" } });
    assert_eq!(masked(off), "met Zrgblk Qwvx in Pftzk");
    assert_eq!(service.recorded().len(), before, "it was asked at the level off");
    let listed = get(&masquerade, "/v1/entities", &format!("X-API-Key: {KEY}\r\n")).json();
    let entity = |label| listed["entities"].as_array().unwrap().iter().find(|known| known["label"] == label).unwrap();
    assert_eq!(entity("PERSON")["threshold"].as_f64().map(|threshold| (threshold * 100.0).round()), Some(90.0));
    assert_eq!(entity("LOCATION")["threshold"].as_f64().map(|threshold| (threshold * 100.0).round()), Some(20.0));
    // The built-in model goes on finding the other labels.
    assert_eq!(entity("NRP")["validation"], "language_model");
}

/// What a service may do wrong, told by its answer.
type Fault = fn(&mut Talk<'_>) -> Then;

const FAULTS: [(&str, Fault); 9] = [
    ("an error", |talk| {
        talk.send("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
        Then::Keep
    }),
    ("no JSON", |talk| talk.json("<html>")),
    ("no list", |talk| talk.json("{\"error\": \"x\"}")),
    ("a find beyond the text", |talk| {
        talk.json("[{\"entity_type\": \"WHO\", \"start\": 3, \"end\": 5000, \"score\": 0.9}]")
    }),
    ("a find that ends before it begins", |talk| {
        talk.json("[{\"entity_type\": \"WHO\", \"start\": 7, \"end\": 3, \"score\": 0.9}]")
    }),
    ("a score that is none", |talk| talk.json("[{\"entity_type\": \"WHO\", \"start\": 0, \"end\": 2, \"score\": 7}]")),
    ("an answer that is too long", |talk| talk.json(&format!("[{}]", " ".repeat(70_000)))),
    ("the end of the connection", |_| Then::Close),
    ("no answer", |talk| {
        talk.await_close();
        Then::Close
    }),
];

#[test]
fn where_a_service_fails_nothing_passes() {
    for (name, fault) in FAULTS {
        let service = Fake::start(move |_, talk| fault(talk));
        let upstream = Fake::ok();
        let mut masquerade = start(&service, "timeout = \"700ms\"\nanswer_bytes = \"64KiB\"", Some(&upstream));
        let refused = anonymize(&masquerade, &json!({ "text": ["met Zrgblk Qwvx"] }));
        refused.assert_problem(503, "model-unavailable");
        assert!(refused.header("retry-after").is_some(), "{name}: {refused:?}");
        let refused = ask(&masquerade, post("/v1/chat/completions", "", &chat("met Zrgblk Qwvx")));
        assert_eq!(refused.status, 503, "{name}: {refused:?}");
        assert!(upstream.recorded().is_empty(), "{name}: the upstream got it");
        let failed = metric(&masquerade, "masquerade_external_model_duration_seconds_count{outcome=\"failed\"}");
        assert!(failed >= 2.0, "{name}: {failed}");
        // The log is whole at the end of a process that was asked to stop.
        masquerade.signal("TERM");
        let (_, told) = masquerade.end();
        assert!(told.contains("external-model-failed"), "{name}: {told}");
        assert!(!told.contains("Zrgblk"), "{name}: {told}");
    }
}

#[test]
fn a_service_that_is_away_is_no_reason_not_to_start() {
    let service = analyzer();
    // Nobody listens there.
    let config = config(&service, "").replace(&service.url(), "http://127.0.0.1:9");
    let environment = [("MASQUERADE_API_KEY", KEY), ("MASQUERADE_DETECTION__NER", "fast")];
    let masquerade = Masquerade::start_with(&config, &environment);
    anonymize(&masquerade, &json!({ "text": ["met Zrgblk Qwvx"] })).assert_problem(503, "model-unavailable");
    // What holds no letter is not read.
    assert_eq!(anonymize(&masquerade, &json!({ "text": ["- … -"] })).status, 200);
}

#[test]
fn the_time_of_a_request_is_that_of_all_its_texts() {
    let service = Fake::start(|_, talk| {
        std::thread::sleep(Duration::from_millis(150));
        talk.json("[]")
    });
    let masquerade = start(&service, "timeout = \"1s\"", None);
    assert_eq!(anonymize(&masquerade, &json!({ "text": ["one text"] })).status, 200);
    let many: Vec<String> = (0..20).map(|number| format!("text number {number}")).collect();
    anonymize(&masquerade, &json!({ "text": many })).assert_problem(503, "model-unavailable");
}

#[test]
fn the_history_of_a_conversation_is_read_once_until_a_reload() {
    let (service, upstream) = (analyzer(), Fake::ok());
    let masquerade = start(&service, "", Some(&upstream));
    let text = "It was Zrgblk Qwvx of Pftzk who asked for the report twice.";
    let send = || ask(&masquerade, post("/v1/chat/completions", "", &chat(text))).status;
    assert_eq!((send(), send()), (200, 200));
    let bodies =
        || upstream.recorded().into_iter().map(|seen| String::from_utf8(seen.body).unwrap()).collect::<Vec<_>>();
    assert!(bodies().iter().all(|body| body.contains("[PERSON_1] of [LOCATION_1]")), "{:?}", bodies());
    let asked = || service.recorded().iter().filter(|seen| seen.body.windows(6).any(|part| part == b"Zrgblk")).count();
    assert_eq!(asked(), 1);
    masquerade.write_config(&(config(&service, "thresholds = { PERSON = 0.99 }") + &route(&[&upstream], "")));
    masquerade.signal("HUP");
    eventually(|| {
        assert_eq!(send(), 200);
        bodies().last().is_some_and(|body| body.contains(" of [LOCATION_1]") && !body.contains("[PERSON_1]"))
    });
}
