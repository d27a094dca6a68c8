//! Tenants by a claim, a header or a certificate: credentials change, kept state stays, and nobody restores that of others.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};

use crate::{
    certificates::Certificate,
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Then},
    http2::{Whole, ask_all},
    setup::{ask, post, proxy, route},
    tls::h1,
};

const JANE: &str = "jane.roe@example.com";

/// An upstream that gives the answer of the request's header `X-Answer` with the status of `X-Status`.
fn scripted() -> Fake {
    Fake::start(|request, talk| {
        let (status, body) = (request.header("x-status").unwrap(), request.header("x-answer").unwrap());
        let length = body.len();
        talk.send(format!(
            "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ));
        Then::Keep
    })
}

fn token(payload: &Value) -> String {
    let encode = |part: &str| URL_SAFE_NO_PAD.encode(part);
    let (head, payload) = (encode("{\"alg\":\"RS256\"}"), encode(&payload.to_string()));
    format!("Authorization: Bearer {head}.{payload}.c2ln\r\n")
}

fn respond(proxy: &Masquerade, who: &str, body: &Value, status: u16, answer: &Value) -> Response {
    let headers = format!("{who}X-Status: {status}\r\nX-Answer: {answer}\r\n");
    ask(proxy, post("/v1/responses", &headers, &body.to_string()))
}

fn said(id: &str) -> Value {
    let content = json!([{"type": "output_text", "text": "[EMAIL_ADDRESS_1]"}]);
    json!({"id": id, "output": [{"type": "message", "role": "assistant", "content": content}]})
}

fn text(answer: &Response) -> String {
    answer.json()["output"][0]["content"][0]["text"].as_str().unwrap().to_owned()
}

/// Asserts that Jane's response is continued by `same` and by none of `others`.
#[track_caller]
fn assert_kept(setting: &str, first: &str, same: &str, others: &[&str]) {
    let fake = scripted();
    let proxy = proxy(&[&fake], setting);
    let begun = respond(&proxy, first, &json!({"model": "m", "input": JANE}), 200, &said("resp_1"));
    assert_eq!(text(&begun), JANE);
    let next = json!({"model": "m", "input": "Again", "previous_response_id": "resp_1"});
    for other in others {
        respond(&proxy, other, &next, 200, &said("resp_2")).assert_problem(422, "unknown-state");
    }
    assert_eq!(text(&respond(&proxy, same, &next, 200, &said("resp_2"))), JANE);
}

#[test]
fn tokens_that_are_replaced_keep_the_state_of_their_subject() {
    let claims = |issuer: &str, subject: &str, id: u64| token(&json!({"iss": issuer, "oid": subject, "jti": id}));
    let others = [claims("https://login.example", "eve", 1), claims("https://evil.example", "ada", 1)];
    assert_kept(
        "tenant = { claim = \"oid\" }",
        &claims("https://login.example", "ada", 1),
        &claims("https://login.example", "ada", 2),
        &others.each_ref().map(String::as_str),
    );
}

#[test]
fn libraries_that_move_their_credential_keep_the_state_of_their_header() {
    assert_kept(
        "tenant = { header = \"X-Team\" }",
        "X-Team: ada\r\nX-Api-Key: sk\r\n",
        "X-Team: ada\r\nAuthorization: Bearer sk\r\n",
        &["X-Team: eve\r\nX-Api-Key: sk\r\n"],
    );
}

#[test]
fn a_request_without_its_tenant_is_refused() {
    let fake = Fake::ok();
    for setting in ["tenant = { claim = \"sub\" }", "tenant = { header = \"X-Team\" }"] {
        let proxy = proxy(&[&fake], setting);
        let refused = ask(&proxy, post("/v1/responses", "Authorization: Bearer sk-1\r\n", "{\"model\":\"m\"}"));
        refused.assert_problem(401, "no-tenant");
        assert!(refused.json()["error"]["message"].as_str().unwrap().contains("tenant"));
    }
    assert!(fake.recorded().is_empty());
}

#[test]
fn a_forged_token_restores_nothing_and_keeps_nothing() {
    let fake = scripted();
    let proxy = proxy(&[&fake], "tenant = { claim = \"sub\" }");
    let (ada, forged) = (token(&json!({"sub": "ada", "jti": 1})), token(&json!({"sub": "ada", "jti": "forged"})));
    assert_eq!(text(&respond(&proxy, &ada, &json!({"model": "m", "input": JANE}), 200, &said("resp_1"))), JANE);
    let next = json!({"model": "m", "input": "Who is it?", "previous_response_id": "resp_1"});
    for status in [401, 403, 404, 500] {
        let refused = respond(&proxy, &forged, &next, status, &said("resp_evil"));
        assert_eq!((refused.status, text(&refused).as_str()), (status, "[EMAIL_ADDRESS_1]"));
    }
    let evil = json!({"model": "m", "input": "Again", "previous_response_id": "resp_evil"});
    respond(&proxy, &ada, &evil, 200, &said("resp_3")).assert_problem(422, "unknown-state");
    assert_eq!(text(&respond(&proxy, &ada, &next, 200, &said("resp_2"))), JANE);
}

/// A request to `/v1/responses` over TLS by the client with this certificate, and its answer.
fn respond_as(proxy: &Masquerade, server: &Certificate, own: &Certificate, body: &Value, answer: &Value) -> Whole {
    let request = http::Request::post("https://localhost/v1/responses")
        .header("content-type", "application/json")
        .header("authorization", "Bearer shared")
        .header("x-status", "200")
        .header("x-answer", answer.to_string())
        .body(body.to_string().into_bytes());
    let mut answers = ask_all(proxy.api, server.client_as(Some(own), &["h2"]), vec![request.unwrap()]);
    answers.remove(0).unwrap()
}

#[test]
fn certificates_of_clients_keep_the_state_of_their_names() {
    let fake = scripted();
    let server = Certificate::new(&["localhost"]);
    let [ada, renewed, eve] =
        [&["Ada.example"][..], &["ada.example"], &["eve.example", "ada.example"]].map(Certificate::new);
    let (common, nameless) = (Certificate::of_subject("ada.example"), Certificate::of_subject(""));
    let known =
        [&ada, &renewed, &eve, &common, &nameless].map(|own| std::fs::read_to_string(own.certificate()).unwrap());
    std::fs::write(server.certificate().with_file_name("clients.pem"), known.concat()).unwrap();
    let authorities = server.certificate().with_file_name("clients.pem");
    let proxy = Masquerade::start(&format!(
        "{}client_ca = {authorities:?}\n{}",
        server.listener(),
        route(&[&fake], "tenant = { certificate = true }")
    ));
    let begun = respond_as(&proxy, &server, &ada, &json!({"model": "m", "input": JANE}), &said("resp_1"));
    let email = |answer: &Whole| {
        let answer: Value = serde_json::from_slice(answer.body()).unwrap();
        answer["output"][0]["content"][0]["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(email(&begun), JANE);
    let next = json!({"model": "m", "input": "Again", "previous_response_id": "resp_1"});
    // Names of different kinds are different clients, and of several host names the first counts.
    for (other, slug) in [(&eve, "unknown-state"), (&common, "unknown-state"), (&nameless, "no-tenant")] {
        let refused = respond_as(&proxy, &server, other, &next, &said("resp_2"));
        assert!(refused.status().is_client_error());
        let problem: Value = serde_json::from_slice(refused.body()).unwrap();
        assert_eq!(problem["type"], format!("/problems/{slug}"));
    }
    assert_eq!(email(&respond_as(&proxy, &server, &renewed, &next, &said("resp_2"))), JANE);
    let (body, answer) = (next.to_string(), said("resp_3"));
    let lines = format!("Host: localhost\r\nContent-Type: application/json\r\nX-Status: 200\r\nX-Answer: {answer}\r\n");
    let request = format!(
        "POST /v1/responses HTTP/1.1\r\n{lines}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    assert!(h1(proxy.api, server.client_as(Some(&renewed), &[]), &request).unwrap().contains(JANE));
}
