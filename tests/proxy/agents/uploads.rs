//! Files inside requests: what is text is masked, whatever carries it, and for the rest the route decides.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::{
    common::raw::Response,
    fake::Fake,
    setup::{ask, post, proxy},
};

const CSV: &str = "name,email,card\nJane,jane.roe@example.com,4111 1111 1111 1111\n";
const MASKED: &str = "name,email,card\n[PERSON_1],[EMAIL_ADDRESS_1],[CREDIT_CARD_1]\n";

/// The beginnings of a PDF and of a PNG.
const PDF: &[u8] = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj << /Type /Catalog >> endobj trailer << /Root 1 0 R >>";
const PNG: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89 and more of it that is no text";

/// A chat with a file of this media type, and the place of its data.
fn chat(media_type: &str, content: &[u8]) -> (&'static str, Value, &'static str) {
    let data = format!("data:{media_type};base64,{}", STANDARD.encode(content));
    let file = json!({"type": "file", "file": {"filename": "a", "file_data": data}});
    let body = json!({"model": "m", "messages": [{"role": "user", "content": [file]}]});
    ("/v1/chat/completions", body, "/messages/0/content/0/file/file_data")
}

/// Requests of the Responses API and of Anthropic's with a file of this media type, and the places of its data.
fn others(media_type: &str, content: &[u8]) -> [(&'static str, Value, &'static str); 3] {
    let data = STANDARD.encode(content);
    let url = format!("data:{media_type};base64,{data}");
    let item = json!({"role": "user", "content": [{"type": "input_file", "filename": "a", "file_data": url}]});
    let image = json!({"type": "image_url", "image_url": {"url": url}});
    let document = json!({"type": "document", "source": {"type": "base64", "media_type": media_type, "data": data}});
    [
        ("/v1/responses", json!({"model": "m", "store": false, "input": [item]}), "/input/0/content/0/file_data"),
        (
            "/v1/chat/completions",
            json!({"model": "m", "messages": [{"role": "user", "content": [image]}]}),
            "/messages/0/content/0/image_url/url",
        ),
        (
            "/v1/messages",
            json!({"model": "m", "messages": [{"role": "user", "content": [document]}]}),
            "/messages/0/content/0/source/data",
        ),
    ]
}

/// The content of the file that the upstream got.
fn content(body: &[u8], pointer: &str) -> String {
    let body: Value = serde_json::from_slice(body).unwrap();
    let data = body.pointer(pointer).unwrap().as_str().unwrap();
    let data = data.rsplit(',').next().unwrap();
    String::from_utf8(STANDARD.decode(data).unwrap()).unwrap()
}

#[test]
fn text_in_base64_is_masked() {
    let fake = Fake::start(|request, talk| talk.json(&String::from_utf8(request.body.clone()).unwrap()));
    let proxy = proxy(&[&fake], "");
    let mut cases = vec![chat("text/csv", CSV.as_bytes())];
    cases.extend(others("image/svg+xml", CSV.as_bytes()));
    cases.extend(others("text/plain", CSV.as_bytes()));
    for (path, body, pointer) in cases {
        let answer = ask(&proxy, post(path, "Authorization: Bearer sk\r\n", &body.to_string()));
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(content(&fake.recorded().pop().unwrap().body, pointer), MASKED, "{path}");
    }
    let json_text = "{\"note\":\"jane.roe@example.com\",\"card\":4111111111111111}";
    let lines = format!("{json_text}\n{json_text}\n");
    for (text, expected) in [
        (json_text.to_owned(), "{\"note\":\"[EMAIL_ADDRESS_1]\",\"card\":\"[CREDIT_CARD_1]\"}".to_owned()),
        (lines, "{\"note\":\"[EMAIL_ADDRESS_1]\",\"card\":\"[CREDIT_CARD_1]\"}\n".repeat(2)),
        (CSV.replace('\n', "\r\n"), MASKED.replace('\n', "\r\n")),
    ] {
        let (path, body, pointer) = chat("application/json", text.as_bytes());
        ask(&proxy, post(path, "", &body.to_string()));
        assert_eq!(content(&fake.recorded().pop().unwrap().body, pointer), expected);
    }
}

#[test]
fn what_is_no_text_goes_by_the_route() {
    // Bytes that are all text spell the content of a PDF by codes.
    let ascii = b"%PDF-1.4\n1 0 obj<</Length 42/Filter/ASCIIHexDecode>>stream\n4A616E65>\nendstream endobj\n%%EOF";
    for (opaque, passes_pdf, passes_png) in
        [("", false, true), ("opaque = \"refuse\"", false, false), ("opaque = \"pass\"", true, true)]
    {
        let fake = Fake::ok();
        let proxy = proxy(&[&fake], opaque);
        for (kind, file, passes) in [
            ("application/pdf", PDF, passes_pdf),
            ("application/pdf", &ascii[..], passes_pdf),
            ("text/plain", &ascii[..], passes_pdf),
            ("image/png", PNG, passes_png),
        ] {
            for (path, body, _) in others(kind, file).into_iter().chain([chat(kind, file)]) {
                let answer = ask(&proxy, post(path, "", &body.to_string()));
                assert_passes(&answer, passes, &format!("{opaque} {kind} {path}"));
                let sent = fake.recorded().pop().map(|request| request.body);
                assert!(!passes || sent == Some(body.to_string().into_bytes()), "{path}");
            }
            let answer = ask(&proxy, form(kind, file));
            assert_passes(&answer, passes, &format!("{opaque} {kind} form"));
        }
    }
}

#[track_caller]
fn assert_passes(answer: &Response, passes: bool, case: &str) {
    match passes {
        true => assert!(answer.header("x-masquerade-coverage").unwrap().contains("skipped="), "{case}"),
        false => {
            assert_eq!(answer.status, 422, "{case}");
            answer.assert_problem(422, "opaque-file");
            assert!(answer.json()["error"]["message"].as_str().unwrap().contains("opaque"), "{case}");
        }
    }
}

/// A form with a file of this media type, and with a text beside it.
fn form(media_type: &str, content: &[u8]) -> Vec<u8> {
    let mut body =
        b"--b\r\nContent-Disposition: form-data; name=\"prompt\"\r\n\r\nAsk jane.roe@example.com\r\n".to_vec();
    body.extend_from_slice(b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n");
    body.extend_from_slice(format!("Content-Type: {media_type}\r\n\r\n").as_bytes());
    body.extend_from_slice(content);
    body.extend_from_slice(b"\r\n--b--\r\n");
    let head = format!(
        "POST /v1/audio/transcriptions HTTP/1.1\r\nHost: c\r\nContent-Type: multipart/form-data; boundary=b\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    [head.into_bytes(), body].concat()
}

#[test]
fn text_beside_a_recording_is_masked_and_what_comes_of_it_restored() {
    let fake = Fake::start(|_, talk| talk.json("{\"text\":\"Call [EMAIL_ADDRESS_1]\"}"));
    let proxy = proxy(&[&fake], "");
    let wav = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0jane.roe@example.com";
    let answer = ask(&proxy, form("audio/wav", wav));
    assert_eq!(answer.json()["text"], "Call jane.roe@example.com");
    let sent = fake.only().body;
    let has = |needle: &[u8]| sent.windows(needle.len()).any(|window| window == needle);
    assert!(has(b"Ask [EMAIL_ADDRESS_1]") && has(wav), "{}", String::from_utf8_lossy(&sent));
}

#[test]
fn broken_forms_are_refused() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    for body in ["", "--x\r\n\r\na", "--b\r\n\r\njane.roe@example.com", "--b\r\n\r\na\r\n--b--\r\njane.roe@example.com"]
    {
        let head = "POST /v1/files HTTP/1.1\r\nHost: c\r\nContent-Type: multipart/form-data; boundary=b\r\n";
        let answer = ask(&proxy, format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()));
        match body {
            "" => assert_eq!(answer.status, 200),
            _ => answer.assert_problem(400, "malformed-body"),
        }
    }
    assert_eq!(fake.recorded().len(), 1);
}
