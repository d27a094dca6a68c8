//! TLS and HTTP/2, towards clients and towards upstreams, and tunnels through a proxy.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rustls::{ClientConfig, ClientConnection, StreamOwned, pki_types::ServerName};

use crate::{
    certificates::Certificate,
    common::binary::Masquerade,
    common::wait::eventually,
    fake::{Fake, Signal, Then},
    http2::{self, H2Echo, ask_all},
    setup::{ask, connect, get, metric, post, route},
};

/// The configuration of a route to this URL that trusts this certificate.
fn secure(url: &str, certificate: &Certificate, more: &str) -> String {
    let file = certificate.certificate();
    format!("[[routes]]\nname = \"test\"\nupstreams = [\"{url}\"]\nca_file = {file:?}\n{more}\n")
}

/// The response to a request over TLS and HTTP/1.1, or the error of the handshake.
pub fn h1(address: std::net::SocketAddr, tls: Arc<ClientConfig>, request: &str) -> std::io::Result<String> {
    let stream = TcpStream::connect(address)?;
    let session = ClientConnection::new(tls, ServerName::try_from("localhost").unwrap()).unwrap();
    let mut stream = StreamOwned::new(session, stream);
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    // The peer may leave out the last alert.
    let read = stream.read_to_end(&mut answer);
    if answer.is_empty() {
        read?;
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

const CLOSING: &str = "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\
                       Connection: close\r\n\r\n{}";

#[test]
fn upstreams_prove_themselves_to_the_routes_own_authority() {
    let certificate = Certificate::new(&["localhost"]);
    let fake = Fake::start_tls(certificate.server(&["http/1.1"]), |_, talk| talk.json("{\"a\":1}"));
    let url = format!("https://localhost:{}", fake.address.port());
    let proxy = Masquerade::start(&secure(&url, &certificate, ""));
    let mut client = connect(&proxy);
    for _ in 0..2 {
        assert_eq!(client.send(post("/x", "", "{}")).receive_whole().json()["a"], 1);
    }
    assert_eq!(fake.only_connection(), 0);
}

#[test]
fn upstreams_that_prove_somebody_else_get_nothing() {
    let (right, wrong) = (Certificate::new(&["localhost"]), Certificate::new(&["localhost"]));
    let other_name = Certificate::new(&["example.com"]);
    for (served, trusted) in [(&wrong, &right), (&other_name, &other_name)] {
        let fake = Fake::start_tls(served.server(&[]), |_, talk| talk.json("{}"));
        let url = format!("https://localhost:{}", fake.address.port());
        let proxy = Masquerade::start(&secure(&url, trusted, ""));
        ask(&proxy, post("/x", "", "{}")).assert_problem(502, "upstream-unreachable");
        assert!(fake.recorded().is_empty());
    }
}

#[test]
fn upstreams_are_spoken_to_in_http_2_where_they_know_it() {
    let certificate = Certificate::new(&["localhost"]);
    let echo = H2Echo::start(Some(certificate.server(&["h2", "http/1.1"])));
    let url = format!("https://localhost:{}/base", echo.address.port());
    let proxy = Masquerade::start(&secure(&url, &certificate, ""));
    for size in [2, 70_000, 1_000_000] {
        let body = format!("\"{}\"", "x".repeat(size - 2));
        let answer = ask(&proxy, post("/v1/x?a=b", "Cookie: c\r\nConnection: close\r\n", &body));
        assert_eq!((answer.status, answer.body.len()), (200, size));
    }
    let recorded = echo.recorded();
    assert_eq!(recorded.len(), 3);
    let first = &recorded[0];
    assert_eq!(first.uri().path_and_query().unwrap(), "/base/v1/x?a=b");
    assert_eq!(first.uri().authority().unwrap().as_str(), format!("localhost:{}", echo.address.port()));
    assert_eq!(first.headers()["content-length"], "2");
    for name in ["host", "connection", "cookie", "transfer-encoding"] {
        assert!(!first.headers().contains_key(name), "{name}");
    }
}

#[test]
fn http_2_without_tls_is_spoken_where_a_route_says_so() {
    let echo = H2Echo::start(None);
    let config = format!("[[routes]]\nname = \"test\"\nupstreams = [\"http://{}\"]\nhttp = \"h2\"\n", echo.address);
    let proxy = Masquerade::start(&config);
    assert_eq!(ask(&proxy, post("/x", "", "{\"a\":1}")).json()["a"], 1);
    assert_eq!(get(&proxy, "/y", "").status, 200);
    assert_eq!(echo.recorded()[1].method(), "GET");
}

#[test]
fn listeners_speak_http_2_and_http_1_by_tls() {
    let certificate = Certificate::new(&["localhost"]);
    let fake = Fake::start(|request, talk| {
        let body = String::from_utf8(request.body.clone()).unwrap();
        talk.json(&body)
    });
    let proxy = Masquerade::start(&format!("{}{}", certificate.listener(), route(&[&fake], "")));
    let bodies: Vec<String> = (0..20).map(|n| format!("[{n},\"{}\"]", "x".repeat(n * 10_000))).collect();
    let requests = bodies.iter().map(|body| http2::post("/v1/x", body.as_bytes())).collect();
    let answers = ask_all(proxy.api, certificate.client(&["h2"]), requests);
    for (answer, body) in answers.iter().zip(&bodies) {
        let answer = answer.as_ref().unwrap();
        assert_eq!((answer.status().as_u16(), answer.body().as_slice()), (200, body.as_bytes()));
        assert!(answer.headers().contains_key("x-masquerade-coverage"));
        assert!(!answer.headers().contains_key("transfer-encoding"));
    }
    assert_eq!(fake.recorded()[0].header("host"), Some(fake.address.to_string().as_str()));
    let plain = h1(proxy.api, certificate.client(&["http/1.1"]), CLOSING).unwrap();
    assert!(plain.starts_with("HTTP/1.1 200 ") && plain.ends_with("{}"), "{plain}");
    // Our own endpoints are there, too, and refuse as ever.
    let refused = ask_all(proxy.api, certificate.client(&["h2"]), vec![http2::post("/v1/anonymize", "{}")]);
    let refused = refused[0].as_ref().unwrap();
    assert_eq!(refused.status(), 401);
    assert_eq!(refused.headers()["content-type"], "application/problem+json");
}

#[test]
fn refusals_on_http_2_reach_clients_that_still_send() {
    let certificate = Certificate::new(&["localhost"]);
    let proxy = Masquerade::start(&certificate.listener());
    let body = vec![b' '; 1 << 20];
    for (path, status) in [("/v1/anonymize", 401), ("/nowhere", 404), ("/v1/entities", 405)] {
        let mut request = http2::post(path, body.clone());
        request.headers_mut().insert("content-length", body.len().into());
        assert_eq!(http2::send_all(proxy.api, certificate.client(&["h2"]), request), (status, true), "{path}");
    }
}

#[test]
fn http_2_on_both_sides() {
    let certificate = Certificate::new(&["localhost"]);
    let echo = H2Echo::start(Some(certificate.server(&["h2"])));
    let url = format!("https://localhost:{}", echo.address.port());
    let config = format!("{}{}", certificate.listener(), secure(&url, &certificate, ""));
    let proxy = Masquerade::start(&config);
    let requests = (0..10).map(|n| http2::post("/x", format!("[{n}]"))).collect();
    let answers = ask_all(proxy.api, certificate.client(&["h2"]), requests);
    for (n, answer) in answers.iter().enumerate() {
        assert_eq!(answer.as_ref().unwrap().body().as_slice(), format!("[{n}]").as_bytes());
    }
    assert!(!echo.recorded()[0].headers().contains_key("host"));
}

#[test]
fn a_stream_whose_upstream_dies_is_reset() {
    let certificate = Certificate::new(&["localhost"]);
    let fake = Fake::start(|request, talk| {
        if request.body == b"[1]" {
            return talk.json("{}");
        }
        talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 99\r\n\r\ndata: x\n\n");
        Then::Close
    });
    let proxy = Masquerade::start(&format!("{}{}", certificate.listener(), route(&[&fake], "")));
    let requests = vec![http2::post("/x", "[0]"), http2::post("/x", "[1]")];
    let answers = ask_all(proxy.api, certificate.client(&["h2"]), requests);
    assert!(answers[0].is_none(), "a response that is cut off must not look whole");
    assert_eq!(answers[1].as_ref().unwrap().status(), 200, "other streams go on");
}

#[test]
fn a_reload_brings_a_new_certificate() {
    let (old, new) = (Certificate::new(&["localhost"]), Certificate::new(&["localhost"]));
    let proxy = Masquerade::start(&old.listener());
    let request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert!(h1(proxy.api, old.client(&[]), request).unwrap().starts_with("HTTP/1.1 200 "));
    assert!(h1(proxy.api, new.client(&[]), request).is_err());
    std::fs::copy(new.certificate(), old.certificate()).unwrap();
    std::fs::copy(new.key(), old.key()).unwrap();
    proxy.signal("HUP");
    eventually(|| metric(&proxy, "masquerade_config_reloads_total") == 1.0);
    assert!(h1(proxy.api, new.client(&[]), request).unwrap().starts_with("HTTP/1.1 200 "));
}

#[test]
fn clients_prove_themselves_where_the_listener_asks_for_it() {
    let server = Certificate::new(&["localhost"]);
    let (known, stranger) = (Certificate::new(&["client"]), Certificate::new(&["client"]));
    let proxy = Masquerade::start(&format!("{}client_ca = {:?}\n", server.listener(), known.certificate()));
    let request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let is_served = |own: Option<&Certificate>| {
        h1(proxy.api, server.client_as(own, &[]), request).is_ok_and(|answer| answer.starts_with("HTTP/1.1 200 "))
    };
    assert!(is_served(Some(&known)));
    assert!(!is_served(Some(&stranger)) && !is_served(None));
    // A reload brings new authorities.
    std::fs::copy(stranger.certificate(), known.certificate()).unwrap();
    proxy.signal("HUP");
    eventually(|| metric(&proxy, "masquerade_config_reloads_total") == 1.0);
    assert!(is_served(Some(&stranger)));
}

#[test]
fn clients_that_never_finish_a_handshake_or_begin_to_speak_are_let_go() {
    let certificate = Certificate::new(&["localhost"]);
    let proxy = Masquerade::start(&format!("{}[limits]\nheader_timeout = \"1s\"\n", certificate.listener()));
    let mut silent = TcpStream::connect(proxy.api).unwrap();
    silent.set_read_timeout(Some(crate::common::wait::PATIENCE)).unwrap();
    assert_eq!(silent.read(&mut [0; 16]).unwrap(), 0);
    // Shakes hands for HTTP/2, and then says nothing.
    let told = h1(proxy.api, certificate.client(&["h2"]), "").unwrap_or_default();
    assert!(!told.contains("HTTP/1.1"), "nothing but frames: {told}");
    eventually(|| metric(&proxy, "masquerade_connections") == 1.0);
}

/// A forward proxy to `target`: its address, the number of its tunnels, and the heads of its requests.
fn tunnels(
    target: std::net::SocketAddr,
) -> (std::net::SocketAddr, Arc<AtomicUsize>, std::sync::mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let (heads, asked) = std::sync::mpsc::channel();
    let counter = Arc::clone(&count);
    std::thread::spawn(move || {
        for mut client in listener.incoming().map_while(Result::ok) {
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && client.read(&mut byte).is_ok_and(|n| n == 1) {
                head.extend_from_slice(&byte);
            }
            counter.fetch_add(1, Ordering::SeqCst);
            let _ = heads.send(String::from_utf8_lossy(&head).into_owned());
            let Ok(mut upstream) = TcpStream::connect(target) else { continue };
            let _ = client.write_all(b"HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n");
            let (mut back, mut there) = (upstream.try_clone().unwrap(), client.try_clone().unwrap());
            std::thread::spawn(move || std::io::copy(&mut back, &mut there));
            std::thread::spawn(move || std::io::copy(&mut client, &mut upstream));
        }
    });
    (address, count, asked)
}

#[test]
fn the_environments_proxy_is_asked_for_a_tunnel() {
    let certificate = Certificate::new(&["api.example"]);
    let fake = Fake::start_tls(certificate.server(&[]), |_, talk| talk.json("{\"a\":1}"));
    let (address, count, asked) = tunnels(fake.address);
    let config = secure("https://api.example", &certificate, "");
    let url = format!("http://user:pass@{address}");
    let proxy = Masquerade::start_with(&config, &[("HTTPS_PROXY", url.as_str())]);
    let mut client = connect(&proxy);
    for _ in 0..2 {
        assert_eq!(client.send(post("/x", "", "{}")).receive_whole().json()["a"], 1);
    }
    assert_eq!(count.load(Ordering::SeqCst), 1, "tunnels are reused");
    let head = asked.recv().unwrap();
    assert!(head.starts_with("CONNECT api.example:443 HTTP/1.1\r\nHost: api.example:443\r\n"), "{head}");
    assert!(head.contains("Proxy-Authorization: Basic dXNlcjpwYXNz\r\n"), "{head}");
    assert_eq!(fake.recorded()[0].header("host"), Some("api.example"));
}

#[test]
fn exempt_hosts_are_reached_without_the_proxy() {
    let certificate = Certificate::new(&["localhost"]);
    let fake = Fake::start_tls(certificate.server(&[]), |_, talk| talk.json("{}"));
    let config = secure(&format!("https://localhost:{}", fake.address.port()), &certificate, "");
    let variables = [("HTTPS_PROXY", "http://127.0.0.1:1"), ("NO_PROXY", "example.com,localhost")];
    let proxy = Masquerade::start_with(&config, &variables);
    assert_eq!(ask(&proxy, post("/x", "", "{}")).status, 200);
}

#[test]
fn a_stream_that_is_taken_back_ends_the_work_of_its_upstream() {
    let certificate = Certificate::new(&["localhost"]);
    let (reached, ended) = (Signal::default(), Signal::default());
    let fake = Fake::start({
        let (reached, ended) = (reached.clone(), ended.clone());
        move |_, talk| {
            reached.set();
            talk.await_close();
            ended.set();
            Then::Close
        }
    });
    let proxy = Masquerade::start(&format!("{}{}", certificate.listener(), route(&[&fake], "")));
    let (reached, ended) = (move || reached.wait(), move || ended.wait());
    http2::take_back(proxy.api, certificate.client(&["h2"]), http2::post("/x", "{}"), reached, ended);
}

#[test]
fn streams_beyond_the_limit_of_a_connection_are_refused_before_anything_is_done() {
    let certificate = Certificate::new(&["localhost"]);
    let fake = Fake::ok();
    let proxy = Masquerade::start(&format!("{}{}", certificate.listener(), route(&[&fake], "")));
    let requests = (0..150).map(|_| http2::post("/x", "{}")).collect();
    let answers = ask_all(proxy.api, certificate.client(&["h2"]), requests);
    let statuses: Vec<_> = answers.iter().map(|answer| answer.as_ref().map_or(0, |a| a.status().as_u16())).collect();
    // A client that knows the limit by then waits instead.
    assert!(statuses.iter().all(|status| matches!(status, 0 | 200)), "{statuses:?}");
    let answered = statuses.iter().filter(|status| **status == 200).count();
    assert!(answered >= 100);
    assert_eq!(fake.recorded().len(), answered);
}
