//! Addresses of the upstream in its answers: a client that follows them stays behind the gateway.

use serde_json::{Value, json};

use crate::{
    common::binary::Masquerade,
    fake::{Fake, Then},
    setup::{ask, get, post},
};

/// An upstream that answers with the status of the request's header `X-Status` and the header line in `X-Line`, where `HOST`
/// stands for its own host.
fn redirecting() -> Fake {
    Fake::start(|request, talk| {
        let (status, line) = (request.header("x-status").unwrap(), request.header("x-line").unwrap());
        let line = line.replace("HOST", request.header("host").unwrap());
        talk.send(format!(
            "HTTP/1.1 {status} X\r\n{line}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
        ));
        Then::Keep
    })
}

/// A proxy with a route at `/llm` to the upstream's `/base`.
fn proxy(fake: &Fake) -> Masquerade {
    Masquerade::start(&format!(
        "[[routes]]\nname = \"test\"\npath_prefix = \"/llm\"\nupstreams = [\"{}/base\"]\n",
        fake.url()
    ))
}

#[test]
fn redirections_lead_back_to_the_gateway() {
    let fake = redirecting();
    let proxy = proxy(&fake);
    let body = json!({"model": "m", "messages": [{"role": "user", "content": "jane.roe@example.com"}]}).to_string();
    for (status, address, expected) in [
        (307, "http://HOST/base/v1/chat/completions/", Some("/llm/v1/chat/completions/")),
        (308, "https://HOST/base/v1/chat/completions?a=b", Some("/llm/v1/chat/completions?a=b")),
        (307, "/base/v1/chat/completions/", Some("/llm/v1/chat/completions/")),
        (307, "completions/", Some("completions/")),
        // The body would go there, unmasked.
        (307, "https://other.example/v1/chat/completions", None),
        (308, "//other.example/v1/chat/completions", None),
        (301, "https://other.example/", None),
        (303, "https://other.example/", Some("https://other.example/")),
        (201, "https://other.example/", Some("https://other.example/")),
    ] {
        let headers = format!("X-Status: {status}\r\nX-Line: Location: {address}\r\n");
        let answer = ask(&proxy, post("/llm/v1/chat/completions", &headers, &body));
        assert_eq!((answer.status, answer.header("location")), (status, expected), "{address}");
    }
    let headers = "X-Status: 302\r\nX-Line: Location: https://other.example/file\r\n";
    assert_eq!(get(&proxy, "/llm/v1/models", headers).header("location"), Some("https://other.example/file"));
    let headers = "X-Status: 200\r\nX-Line: Link: <http://HOST/base/v1/models?page=2>; rel=\"next\"\r\n";
    assert_eq!(get(&proxy, "/llm/v1/models", headers).header("link"), Some("</llm/v1/models?page=2>; rel=\"next\""));
    let headers = "X-Status: 202\r\nX-Line: Operation-Location: http://HOST/base/v1/batches/1\r\n";
    assert_eq!(get(&proxy, "/llm/v1/models", headers).header("operation-location"), Some("/llm/v1/batches/1"));
}

#[test]
fn further_pages_of_lists_are_reached_through_the_gateway() {
    let answers = [
        ("/v1/files", json!({"object": "list", "data": [], "next": "https://api.example.com/v1/files?after=file-1"})),
        (
            "/v1/models",
            json!({"data": [], "nextLink": "https://api.example.com/v1/models?page=2", "next_page": "tok_1"}),
        ),
        (
            "/v1/messages/batches",
            json!({"data": [{"id": "b", "results_url": "https://api.anthropic.com/v1/messages/batches/b/results"}]}),
        ),
    ];
    let known = answers.clone();
    let fake = Fake::start(move |request, talk| {
        let path = request.line().split(' ').nth(1).unwrap().to_owned();
        talk.json(&known.iter().find(|(known, _)| *known == path).unwrap().1.to_string())
    });
    let proxy = crate::setup::proxy(&[&fake], "");
    for (path, answer) in answers {
        let expected =
            answer.to_string().replace("https://api.example.com", "").replace("https://api.anthropic.com", "");
        assert_eq!(get(&proxy, path, "").json(), serde_json::from_str::<Value>(&expected).unwrap());
    }
}
