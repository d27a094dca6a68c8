//! Faults of upstreams, and retries.

use std::{
    net::TcpListener,
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::{
    common::binary::Masquerade,
    common::wait::eventually,
    fake::{Fake, Then},
    setup::{ask, connect, get, metric, post, proxy},
};

#[test]
fn a_stale_connection_is_replaced_for_requests_that_may_come_twice() {
    // The first connection answers once and is closed on its next request, unanswered.
    let fake = Fake::start(|request, talk| {
        if request.connection == 0 && request.line().contains("/second") {
            return Then::Reset;
        }
        talk.json("{}")
    });
    let proxy = proxy(&[&fake], "");
    let mut client = connect(&proxy);
    client.send(post("/first", "", "{}"));
    assert_eq!(client.receive_whole().status, 200);
    let put = String::from_utf8(post("/second", "", "{\"a\":1}")).unwrap().replacen("POST", "PUT", 1);
    client.send(put);
    assert_eq!(client.receive_whole().status, 200);
    let all = fake.recorded();
    assert_eq!(all.len(), 3);
    assert_eq!((&all[1].head, &all[1].body), (&all[2].head, &all[2].body));
    assert_eq!(metric(&proxy, "masquerade_upstream_retries_total{route=\"test\"}"), 1.0);
}

#[test]
fn a_post_is_sent_once_whatever_becomes_of_its_connection() {
    let large = format!("[{}1]", "1234567,".repeat(100_000));
    for end in [Then::Close, Then::Reset] {
        for body in ["", "{\"a\":1}", &large] {
            let fake = Fake::start(move |request, talk| {
                if request.line().contains("/second") {
                    return end;
                }
                talk.json("{}")
            });
            let proxy = proxy(&[&fake], "");
            let mut client = connect(&proxy);
            client.send(post("/first", "", "{}"));
            assert_eq!(client.receive_whole().status, 200);
            client.send(post("/second", "", body));
            client.receive_whole().assert_problem(502, "upstream-broken");
            assert_eq!(fake.only_connection(), 0);
            assert_eq!(fake.recorded().len(), 2, "{end:?} {}", body.len());
            let failures = "masquerade_upstream_failures_total{reason=\"stale\",route=\"test\"}";
            assert_eq!(metric(&proxy, failures), 1.0, "the upstream is not to blame");
        }
    }
}

#[test]
fn nothing_is_tried_again_once_a_response_has_begun() {
    for beginning in ["H", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 103 Early Hints\r\n\r\n"] {
        let fake = Fake::start(move |request, talk| {
            if request.line().contains("/second") {
                talk.send(beginning);
                return Then::Close;
            }
            talk.json("{}")
        });
        let proxy = proxy(&[&fake], "");
        let mut client = connect(&proxy);
        client.send(post("/first", "", "{}"));
        assert_eq!(client.receive_whole().status, 200);
        client.send(post("/second", "", "{}"));
        client.receive_whole().assert_problem(502, "upstream-broken");
        assert_eq!(fake.only_connection(), 0);
        get(&proxy, "/second", "").assert_problem(502, "upstream-broken");
        assert_eq!(fake.recorded().len(), 3, "{beginning}");
    }
}

#[test]
fn a_fresh_connection_that_breaks_is_not_tried_again_with_a_post() {
    let fake = Fake::start(|_, _| Then::Reset);
    let proxy = proxy(&[&fake], "");
    ask(&proxy, post("/x", "", "{\"secret\":\"CANARY\"}")).assert_problem(502, "upstream-broken");
    assert_eq!(fake.recorded().len(), 1);
    get(&proxy, "/x", "").assert_problem(502, "upstream-broken");
    assert!(fake.recorded().len() > 2, "what may be done twice is");
}

#[test]
fn nobody_there_is_a_502() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let config = format!("[[routes]]\nname = \"test\"\nupstreams = [\"http://127.0.0.1:{port}\"]\n");
    let proxy = Masquerade::start(&config);
    let answer = ask(&proxy, post("/x", "", "{}"));
    answer.assert_problem(502, "upstream-unreachable");
    assert!(metric(&proxy, "masquerade_upstream_failures_total{reason=\"connect\",route=\"test\"}") >= 1.0);
}

#[test]
fn a_name_that_cannot_be_looked_up_is_a_503() {
    let config = "[[routes]]\nname = \"test\"\nupstreams = [\"http://nobody.invalid\"]\n\
                  [routes.timeouts]\nconnect = \"500ms\"\n";
    let proxy = Masquerade::start(config);
    ask(&proxy, post("/x", "", "{}")).assert_problem(503, "upstream-unavailable");
}

#[test]
fn names_are_looked_up() {
    let fake = Fake::ok();
    let port = fake.address.port();
    let config = format!("[[routes]]\nname = \"test\"\nupstreams = [\"http://localhost:{port}\"]\n");
    let proxy = Masquerade::start(&config);
    assert_eq!(ask(&proxy, post("/x", "", "{}")).status, 200);
    assert_eq!(fake.only().header("host"), Some(format!("localhost:{port}").as_str()));
}

#[test]
fn death_in_mid_stream_does_not_look_like_an_end() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
    let fake = Fake::start(move |request, talk| {
        match request.line().split(' ').nth(1).unwrap() {
            "/chunks" => talk.send(format!("{head}Transfer-Encoding: chunked\r\n\r\nb\r\ndata: one\n\n\r\n")),
            _ => talk.send(format!("{head}Content-Length: 100\r\n\r\ndata: one\n\n")),
        };
        Then::Close
    });
    let proxy = proxy(&[&fake], "");
    for path in ["/chunks", "/length"] {
        let mut client = connect(&proxy);
        client.send(format!("GET {path} HTTP/1.1\r\nHost: h\r\n\r\n"));
        assert_eq!(client.receive_head().status, 200);
        let cut = client.read_to_close();
        assert!(!cut.ends_with(b"0\r\n\r\n"), "{path}: {}", String::from_utf8_lossy(&cut));
    }
}

#[test]
fn errors_of_the_upstream_pass_with_their_status() {
    let fake = Fake::start(|request, talk| {
        let status = request.line().split(['/', ' ']).nth(2).unwrap().to_owned();
        let body = "{\"error\":{\"message\":\"no\"}}";
        talk.send(format!(
            "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    for status in [400, 401, 404, 429, 500, 503, 529] {
        let answer = ask(&proxy, post(&format!("/{status}"), "", "{}"));
        assert_eq!(answer.status, status);
        assert_eq!(answer.json()["error"]["message"], "no");
    }
    assert_eq!(fake.recorded().len(), 7, "nothing is tried again");
}

#[test]
fn nonsense_from_the_upstream_is_a_502_without_its_words() {
    let fake = Fake::start(|_, talk| {
        talk.send("CANARY nonsense\r\n\r\n");
        Then::Close
    });
    let mut proxy = proxy(&[&fake], "");
    let answer = ask(&proxy, post("/x", "", "{}"));
    answer.assert_problem(502, "upstream-broken");
    assert!(!String::from_utf8_lossy(&answer.body).contains("CANARY"));
    assert!(!proxy.stop_and_collect().contains("CANARY"));
}

#[test]
fn interim_answers_are_not_taken_for_the_answer() {
    let fake = Fake::start(|_, talk| {
        talk.send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n");
        talk.json("{\"a\":1}")
    });
    let proxy = proxy(&[&fake], "");
    assert_eq!(ask(&proxy, post("/x", "", "{}")).json()["a"], 1);
}

#[test]
fn an_upgrade_that_nobody_asked_for_is_refused() {
    let fake = Fake::start(|_, talk| {
        talk.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
        Then::Close
    });
    let proxy = proxy(&[&fake], "");
    ask(&proxy, post("/x", "", "{}")).assert_problem(502, "upstream-broken");
}

#[test]
fn an_upstream_that_answers_before_it_has_read_everything_is_heard() {
    let served = std::sync::Arc::new(AtomicUsize::new(0));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let counter = std::sync::Arc::clone(&served);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            use std::io::{Read, Write};
            counter.fetch_add(1, Ordering::SeqCst);
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(b"HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
            let _ = stream.shutdown(std::net::Shutdown::Write);
            // It reads on, so that its words are not lost with a reset.
            while stream.read(&mut [0; 65_536]).is_ok_and(|n| n > 0) {}
        }
    });
    let config = format!("[[routes]]\nname = \"test\"\nupstreams = [\"http://{address}\"]\n");
    let proxy = Masquerade::start(&config);
    let body = format!("[{}1]", "1234567,".repeat(600_000));
    let answer = ask(&proxy, post("/x", "", &body));
    assert_eq!((answer.status, answer.body.as_slice()), (413, &b"no"[..]));
    eventually(|| served.load(Ordering::SeqCst) == 1);
}
