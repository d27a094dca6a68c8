//! Access: places of keys, narrower keys, requests at once, and browsers of other origins.

use serde_json::{Value, json};

use crate::{
    common::{
        binary::Masquerade,
        raw::{Raw, Response, bare, exchange, post},
    },
    service::{Service, config, secret_of},
};

const VALID: &str = r#"{"text":["a@example.com"]}"#;

fn ask(service: &Masquerade, method: &str, path: &str, headers: &str, body: &Value) -> Response {
    match method {
        "POST" => exchange(service.api, post(path, headers, body.to_string())),
        _ => exchange(service.api, bare(method, path, headers)),
    }
}

#[test]
fn a_key_may_be_a_bearer_token() {
    let service = Service::shared();
    let key = secret_of("first");
    let status = |headers: &str| exchange(service.api, post("/v1/detect", headers, VALID)).status;
    assert_eq!(status(&format!("Authorization: Bearer {key}\r\n")), 200);
    assert_eq!(status(&format!("authorization: bearer  {key}\r\n")), 200);
    for refused in [
        "Authorization: Bearer \r\n".to_owned(),
        format!("Authorization: Basic {key}\r\n"),
        format!("Authorization: {key}\r\n"),
        format!("Authorization: Bearer {key}\r\nAuthorization: Bearer {key}\r\n"),
        format!("X-API-Key: none\r\nAuthorization: Bearer {key}\r\n"),
    ] {
        let answer = exchange(service.api, post("/v1/detect", &refused, VALID));
        answer.assert_problem(401, "unauthorized");
        assert!(answer.header("www-authenticate").is_some_and(|challenge| challenge.contains("Bearer")), "{refused}");
    }
}

#[test]
fn a_key_restores_the_labels_that_it_may() {
    let narrow = "restore = [\"EMAIL_ADDRESS\"]";
    let hash = masquerade::config::ApiKey::written_hash("narrow key of the tests");
    let key = format!("[[keys]]\nname = \"narrow\"\nhash = \"{hash}\"\ntenant = \"acme\"\n{narrow}\n");
    let service = Masquerade::start(&format!("{}{key}", config("")));
    let wide = format!("X-API-Key: {}\r\nX-Session-Id: s\r\n", secret_of("first"));
    let narrow = "X-API-Key: narrow key of the tests\r\nX-Session-Id: s\r\n";
    for method in ["REDACT", "HASH", "ENCRYPT", "SYNTHETIC"] {
        let text = "jane.roe@example.com, card 4111 1111 1111 1111";
        let body = json!({ "text": [text], "anonymization_config": { "deidentification_method": method } });
        let masked = ask(&service, "POST", "/v1/anonymize", &wide, &body).json();
        let restored = |headers: &str, map: &Value| {
            let body = json!({ "anonymized_text": masked["anonymized_text"], "entities_map": map });
            let answer = ask(&service, "POST", "/v1/deanonymize", headers, &body).json();
            answer["deanonymized_text"][0].as_str().expect("a text").to_owned()
        };
        assert_eq!(restored(&wide, &json!(null)), text, "{method}");
        let part = restored(narrow, &json!(null));
        assert!(!part.contains("4111 1111 1111 1111"), "{method}: {part}");
        assert_eq!(part.contains("jane.roe@example.com"), method != "SYNTHETIC", "{method}: {part}");
        // Who holds the map needs nothing of ours.
        assert_eq!(restored(narrow, &masked["detected_entities"]), text, "{method}");
    }
}

#[test]
fn a_key_has_as_many_requests_at_once_as_it_may() {
    let hash = masquerade::config::ApiKey::written_hash("one at a time");
    let key = format!("[[keys]]\nname = \"single\"\nhash = \"{hash}\"\nin_flight = 1\n");
    let service = Masquerade::start(&format!("{}{key}", config("")));
    let key = "X-API-Key: one at a time\r\n";
    let mut held = Raw::connect(service.api);
    let head = format!(
        "POST /v1/detect HTTP/1.1\r\nHost: t\r\n{key}Content-Type: application/json\r\nContent-Length: {}\r\n\
         Expect: 100-continue\r\n\r\n",
        VALID.len()
    );
    // Whoever is told to go on has a place.
    held.send(head).await_bytes(b"100 Continue");
    let refused = exchange(service.api, post("/v1/detect", key, VALID));
    refused.assert_problem(429, "too-many-requests");
    assert_eq!(refused.header("retry-after"), Some("1"));
    let other = format!("X-API-Key: {}\r\n", secret_of("first"));
    assert_eq!(exchange(service.api, post("/v1/detect", &other, VALID)).status, 200);
    held.send(VALID);
    held.await_bytes(b"200 OK");
    crate::common::wait::eventually(|| exchange(service.api, post("/v1/detect", key, VALID)).status == 200);
}

#[test]
fn browsers_of_known_origins_may_read_answers() {
    let origins = [("MASQUERADE_SERVER__CORS_ORIGINS", "https://app.example.com,http://localhost:3000")];
    let service = Masquerade::start_with(&config(""), &origins);
    let key = format!("X-API-Key: {}\r\n", secret_of("first"));
    let from = |origin: &str| format!("Origin: {origin}\r\n");
    let preflight = format!("{}Access-Control-Request-Method: POST\r\n", from("https://app.example.com"));
    let allowed = ask(&service, "OPTIONS", "/v1/anonymize", &preflight, &json!({}));
    assert_eq!(allowed.status, 204);
    assert_eq!(allowed.header("access-control-allow-origin"), Some("https://app.example.com"));
    assert_eq!(allowed.header("access-control-allow-methods"), Some("OPTIONS, POST"));
    let headers = allowed.header("access-control-allow-headers").expect("headers");
    assert!(["authorization", "content-type", "x-api-key", "x-session-id"].iter().all(|name| headers.contains(name)));
    let body: Value = serde_json::from_str(VALID).expect("JSON");
    let answer = ask(&service, "POST", "/v1/detect", &format!("{key}{}", from("http://localhost:3000")), &body);
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, Some("http://localhost:3000")));
    assert!(answer.header("access-control-expose-headers").is_some_and(|names| names.contains("x-session-id")));
    assert_eq!(answer.header("vary"), Some("origin"));
    // A page can read why it was refused.
    let refused = ask(&service, "POST", "/v1/detect", &from("http://localhost:3000"), &body);
    assert_eq!((refused.status, refused.header("access-control-allow-origin")), (401, Some("http://localhost:3000")));
    for stranger in ["https://app.example.com.evil.example", "http://app.example.com", "null"] {
        let answer = ask(&service, "POST", "/v1/detect", &format!("{key}{}", from(stranger)), &body);
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, None), "{stranger}");
    }
    let shared = Service::shared();
    let silent = exchange(shared.api, bare("OPTIONS", "/v1/anonymize", &preflight));
    assert_eq!((silent.header("access-control-allow-origin"), silent.header("vary")), (None, None));
}
