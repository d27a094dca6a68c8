//! Addresses that the provider is to fetch: whole with their credentials, or refused.

use serde_json::{Value, json};

use crate::{
    fake::Fake,
    setup::{ask, post, proxy},
};

/// Requests of several APIs with an address that the provider is to fetch.
fn requests(url: &str) -> Vec<(&'static str, Value)> {
    let user = |part: Value| json!([{"role": "user", "content": [part]}]);
    let (image, file) =
        (json!({"type": "input_image", "image_url": url}), json!({"type": "input_file", "file_url": url}));
    let parts = json!([{"parts": [{"fileData": {"mimeType": "image/png", "fileUri": url}}]}]);
    let server = json!({"type": "mcp", "server_label": "x", "server_url": url});
    let image_url = json!({"type": "image_url", "image_url": {"url": url}});
    let source = json!({"type": "image", "source": {"type": "url", "url": url}});
    vec![
        ("/v1/chat/completions", json!({"model": "m", "messages": user(image_url)})),
        ("/v1/responses", json!({"model": "m", "store": false, "input": user(image)})),
        ("/v1/responses", json!({"model": "m", "store": false, "input": user(file)})),
        ("/v1/responses", json!({"model": "m", "store": false, "input": "x", "tools": [server]})),
        ("/v1/messages", json!({"model": "m", "max_tokens": 5, "messages": user(source)})),
        ("/v1beta/models/m:generateContent", json!({"contents": parts})),
    ]
}

#[test]
fn addresses_keep_their_credentials() {
    let fake = Fake::start(|_, talk| talk.json("{}"));
    let proxy = proxy(&[&fake], "");
    let hex = "9c41d0b7e2a85f3667c1d94e08b2fa5373e6c8d1029bfa4477d5e3c60918ab2f";
    for url in [
        format!(
            "https://bucket.s3.eu-west-1.amazonaws.com/a.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=\
             AKIAQ7ZK3TWJ5XN2MV4B%2F20270301%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20270301T000000Z&X-Amz-Signature={hex}"
        ),
        format!(
            "https://storage.googleapis.com/b/a.png?X-Goog-Credential=robot%40project.iam.gserviceaccount.com%2F20270301\
             &X-Goog-Signature={hex}"
        ),
        "https://a.blob.core.windows.net/c/a.png?sv=2022-11-02&sp=r&sig=cXVpZXQtbGFudGVybi1vdmVyLXRoZS1oYXJib3VyMQ%3D%3D".to_owned(),
        "https://storage.example.com/o/a.png?alt=media&token=5d0c7e9a-3b12-4f68-9a7d-c1e2b4f60837".to_owned(),
        "https://sync:Wren-71-lantern@tools.example.com/sse".to_owned(),
        "https://tools.example.com/mcp?api_key=5d0c7e9a3b124f689a7dc1e2b4f60837&profile=a".to_owned(),
    ] {
        for (path, body) in requests(&url) {
            let answer = ask(&proxy, post(path, "Authorization: Bearer sk\r\n", &body.to_string()));
            assert_eq!(answer.status, 200, "{path} {url}");
            let sent = String::from_utf8(fake.recorded().pop().unwrap().body).unwrap();
            assert!(sent.contains(&url), "{path} {sent}");
        }
    }
}

#[test]
fn addresses_with_personal_data_are_refused_in_words() {
    let fake = Fake::start(|_, talk| talk.json("{}"));
    let proxy = proxy(&[&fake], "");
    for (path, body) in requests("https://files.example.com/jane.roe@example.com/a.png?token=5d0c7e9a") {
        let answer = ask(&proxy, post(path, "Authorization: Bearer sk\r\n", &body.to_string()));
        answer.assert_problem(422, "link");
        let text = String::from_utf8(answer.body).unwrap();
        assert!(text.contains("EMAIL_ADDRESS") && !text.contains("jane.roe"), "{text}");
    }
    assert!(fake.recorded().is_empty());
}
