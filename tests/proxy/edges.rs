//! Limits and corner cases: requests that go on, values that stay, bodies that are refused.

use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{JSON, ask, connect, get, post, proxy, route},
};

#[test]
fn the_longest_prefix_wins_and_is_cut_off_and_our_endpoints_come_first() {
    let (all, openai, host) = (Fake::ok(), Fake::ok(), Fake::ok());
    let config = format!(
        "{}[[routes]]\nname = \"openai\"\npath_prefix = \"/openai\"\nupstreams = [\"{}/base\"]\n\
         [[routes]]\nname = \"host\"\nhost = \"llm.example\"\nupstreams = [\"{}\"]\n",
        route(&[&all], ""),
        openai.url(),
        host.url()
    );
    let proxy = Masquerade::start(&config);
    assert_eq!(get(&proxy, "/openai/v1/models?limit=2", "").status, 200);
    assert_eq!(openai.only().line(), "GET /base/v1/models?limit=2 HTTP/1.1");
    assert_eq!(openai.only().header("host"), Some(openai.address.to_string().as_str()));
    assert_eq!(get(&proxy, "/openai2", "").status, 200);
    assert_eq!(all.only().line(), "GET /openai2 HTTP/1.1");
    let named = ask(&proxy, "GET /openai/x HTTP/1.1\r\nHost: LLM.example:99\r\n\r\n");
    assert_eq!(named.status, 200);
    assert_eq!(host.only().line(), "GET /openai/x HTTP/1.1");
    get(&proxy, "/v1/entities", "").assert_problem(401, "unauthorized");
    assert_eq!(get(&proxy, "/openapi.json", "").status, 200);
    assert_eq!((all.recorded().len(), openai.recorded().len(), host.recorded().len()), (1, 1, 1));
}

#[test]
fn without_a_route_nothing_is_there() {
    let proxy = Masquerade::start("");
    get(&proxy, "/v1/models", "").assert_problem(404, "not-found");
    let fake = Fake::ok();
    let proxy = crate::setup::proxy(&[&fake], "path_prefix = \"/a\"");
    get(&proxy, "/b", "").assert_problem(404, "not-found");
}

#[test]
fn ambiguous_targets_are_refused() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    for target in [
        "/a/../b",
        "/a/./b",
        "/%2e%2e/b",
        "/a%2Fb",
        "/a%5cb",
        "/a\\b",
        "/a%00b",
        "/a%0d%0ab",
        "//evil.example/a",
        "/a%zz",
    ] {
        get(&proxy, target, "").assert_problem(400, "malformed-request");
    }
    assert!(fake.recorded().is_empty());
}

#[test]
fn requests_that_cannot_be_masked_are_refused() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    for headers in [
        "Connection: Upgrade\r\nUpgrade: websocket\r\n",
        "Authorization: AWS4-HMAC-SHA256 Credential=x\r\n",
        "Signature-Input: sig1=()\r\n",
    ] {
        get(&proxy, "/v1/realtime", headers).assert_problem(422, "cannot-be-vetted");
    }
    get(&proxy, "/x?X-Amz-Signature=0", "").assert_problem(422, "cannot-be-vetted");
    ask(&proxy, "BREW /pot HTTP/1.1\r\nHost: h\r\n\r\n").assert_problem(405, "method-not-allowed");
    let both = format!("POST / HTTP/1.1\r\n{JSON}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n");
    ask(&proxy, both).assert_problem(400, "malformed-request");
    assert!(fake.recorded().is_empty());
}

#[test]
fn headers_are_kept_or_dropped_by_rule() {
    let fake = Fake::start(|_, talk| {
        talk.send(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nX-Request-Id: req_1\r\n\
             Set-Cookie: a=b\r\nAlt-Svc: h3=\":443\"\r\nKeep-Alive: timeout=5\r\nConnection: X-Private\r\n\
             X-Private: 1\r\nX-Masquerade-Coverage: forged\r\nRetry-After: 3\r\n\r\n{}",
        );
        crate::fake::Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    let dropped = [
        "Cookie: c=1",
        "Referer: https://example.com/secret",
        "Baggage: user=jane",
        "From: jane@example.com",
        "X-Forwarded-For: 192.0.2.1",
        "X-Forwarded-Anything: 1",
        "Forwarded: for=192.0.2.1",
        "Via: 1.1 me",
        "Proxy-Authorization: Basic eA==",
        "TE: trailers",
        "X-Hop: 1",
        "Content-MD5: x",
        "Digest: x",
        "X-Masquerade-Key: k",
        "X-Session-Id: s",
        "Range: bytes=0-1",
    ];
    let kept = ["Authorization: Bearer sk-1", "OpenAI-Beta: assistants=v2", "User-Agent: test/1", "X-Api-Key: sk-ant"];
    let lines = dropped.iter().chain(&kept).map(|line| format!("{line}\r\n")).collect::<String>();
    let headers = format!("{lines}Connection: keep-alive, X-Hop\r\nAccept-Encoding: gzip, br\r\n");
    let response = ask(&proxy, post("/v1/x", &headers, "{}"));
    let seen = fake.only();
    for line in dropped {
        let name = line.split(':').next().unwrap();
        assert_eq!(seen.header(name), None, "{name}");
    }
    for line in kept {
        let (name, value) = line.split_once(": ").unwrap();
        assert_eq!(seen.header(name), Some(value));
    }
    assert_eq!(seen.header("accept-encoding"), Some("identity"));
    assert_eq!(seen.header("content-length"), Some("2"));
    assert_eq!(seen.header("content-type"), Some("application/json"));
    assert_eq!(seen.header("connection"), None);
    assert_eq!(response.header("x-request-id"), Some("req_1"));
    assert_eq!(response.header("retry-after"), Some("3"));
    assert!(response.header("x-masquerade-request-id").is_some());
    assert!(response.header("x-masquerade-coverage").unwrap().starts_with("scanned="), "{response:?}");
    for name in ["set-cookie", "alt-svc", "keep-alive", "x-private"] {
        assert_eq!(response.header(name), None, "{name}");
    }
}

#[test]
fn clients_that_expect_a_word_get_it_before_their_body_is_sent_on() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let mut client = connect(&proxy);
    client.send(format!("POST /x HTTP/1.1\r\n{JSON}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"));
    assert_eq!(client.receive().status, 100);
    assert!(fake.recorded().is_empty());
    client.send("{}");
    assert_eq!(client.receive().status, 200);
    assert_eq!(fake.only().header("expect"), None);
}

#[test]
fn answers_without_a_body_stay_without() {
    let fake = Fake::start(|request, talk| {
        let path = request.line().split(' ').nth(1).unwrap();
        talk.send(match path {
            "/204" => "HTTP/1.1 204 No Content\r\n\r\n",
            "/304" => "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n",
            _ => "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
        });
        crate::fake::Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    let mut client = connect(&proxy);
    client.send("HEAD /head HTTP/1.1\r\nHost: h\r\n\r\n");
    let head = client.receive_head();
    assert_eq!((head.status, head.header("content-type")), (200, Some("application/json")));
    for (path, status) in [("/204", 204), ("/304", 304)] {
        client.send(format!("GET {path} HTTP/1.1\r\nHost: h\r\n\r\n"));
        let answer = client.receive_head();
        assert_eq!((answer.status, answer.header("transfer-encoding")), (status, None));
    }
    assert_eq!(fake.connections(), 1, "nothing was left unread");
}
