//! Starting, reloading, stopping, and what operators see of it.

use std::{
    net::TcpStream,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use masquerade::{
    config::{Limits, Permission, Rate, Server},
    server::Command,
};

use crate::{
    common::raw::{Raw, bare, exchange, post},
    common::wait::eventually,
    server::host::{Host, KEY, key, limits, settings},
};

const LONG: Duration = Duration::from_secs(3600);

#[test]
fn stopping_waits_for_what_is_in_flight_and_no_longer() {
    let mut host = Host::start();
    let mut idle = Raw::connect(host.api);
    assert_eq!(idle.send(bare("GET", "/openapi.json", "")).receive().status, 200);
    let mut working = Raw::connect(host.api);
    working.send(post("/v1/work", KEY, "{}"));
    host.gate.await_somebody();
    host.tell(Command::Stop);
    assert!(idle.is_closed(), "idle connections are closed");
    eventually(|| TcpStream::connect(host.api).is_err());
    assert_eq!(exchange(host.admin, bare("GET", "/readyz", "")).status, 503);
    assert_eq!(exchange(host.admin, bare("GET", "/healthz", "")).status, 200);
    host.gate.open();
    let last = working.receive();
    assert_eq!((last.status, last.header("connection")), (200, Some("close")));
    assert!(working.is_closed());
    host.join();
}

#[test]
fn busy_clients_are_told_that_their_connection_ends() {
    let mut host = Host::start();
    let answers = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let client = || {
            let mut connection = Raw::connect(host.api);
            loop {
                connection.send(post("/v1/echo", KEY, "{}"));
                let answer = connection.try_receive(false).expect("an answer, as no other said that it is the last");
                answers.fetch_add(1, Ordering::Relaxed);
                if answer.header("connection") == Some("close") {
                    return;
                }
            }
        };
        for _ in 0..16 {
            scope.spawn(client);
        }
        eventually(|| answers.load(Ordering::Relaxed) > 200);
        host.tell(Command::Stop);
    });
    host.join();
}

#[test]
fn work_of_clients_that_have_left_is_not_begun() {
    let host = Host::start_with(Limits { cpu_queue: 2, ..limits() });
    let mut first = Raw::connect(host.api);
    first.send(post("/v1/work", KEY, "{}"));
    host.gate.await_somebody();
    let waiting = || host.metric("masquerade_cpu_pool_queue");
    for _ in 0..10 {
        let mut second = Raw::connect(host.api);
        second.send(post("/v1/work", KEY, "{}"));
        eventually(|| waiting() == 1.0);
        drop(second);
        eventually(|| waiting() == 0.0);
    }
    host.gate.open();
    assert_eq!(first.receive().status, 200);
    assert_eq!(exchange(host.api, post("/v1/work", KEY, "{}")).status, 200);
    assert_eq!(host.gate.passed(), 2, "nobody worked for a client that had left");
}

#[test]
fn readiness_fails_before_listeners_close() {
    let mut host = Host::start_on(Server { drain_delay: LONG, ..settings() }, limits());
    assert_eq!(exchange(host.admin, bare("GET", "/readyz", "")).status, 200);
    host.tell(Command::Stop);
    eventually(|| exchange(host.admin, bare("GET", "/readyz", "")).status == 503);
    assert_eq!(exchange(host.api, post("/v1/echo", KEY, "{}")).status, 200);
    host.tell(Command::Stop);
    host.join();
}

#[test]
fn the_grace_period_is_the_longest_a_stop_takes() {
    let mut host = Host::start_on(Server { shutdown_grace: Duration::from_millis(50), ..settings() }, limits());
    let mut working = Raw::connect(host.api);
    working.send(post("/v1/work", KEY, "{}"));
    host.gate.await_somebody();
    host.tell(Command::Stop);
    host.join();
    assert!(working.is_closed());
}

#[test]
fn a_second_stop_ends_at_once() {
    let mut host = Host::start_on(Server { shutdown_grace: LONG, ..settings() }, limits());
    // A client that goes away takes its request with it.
    let mut client = Raw::connect(host.api);
    client.send(post("/v1/work", KEY, "{}"));
    host.gate.await_somebody();
    host.tell(Command::Stop);
    host.tell(Command::Stop);
    host.join();
}

#[test]
fn a_reload_swaps_the_keys_or_keeps_the_old_ones() {
    let host = Host::start();
    let status = |name: &str| {
        let key = format!("X-API-Key: {name}\r\n");
        exchange(host.api, post("/v1/echo", &key, "{}")).status
    };
    assert_eq!((status("all"), status("new"), status("once"), status("once")), (200, 401, 200, 429));
    host.tell(Command::Reload);
    eventually(|| host.metric("masquerade_config_reload_failures_total") == 1.0);
    assert_eq!((status("all"), status("new")), (200, 401));
    let rate = Some(Rate { requests: 1, period: LONG });
    let keys = vec![key("new", &[Permission::Anonymize], None), key("once", &[Permission::Anonymize], rate)];
    *host.next_keys.lock().unwrap() = Some(keys);
    host.tell(Command::Reload);
    eventually(|| host.metric("masquerade_config_reloads_total") == 1.0);
    assert_eq!((status("all"), status("new"), status("once")), (401, 200, 429));
}

#[test]
fn requests_in_flight_outlive_a_reload() {
    let host = Host::start();
    let mut working = Raw::connect(host.api);
    working.send(post("/v1/work", KEY, "{}"));
    host.gate.await_somebody();
    *host.next_keys.lock().unwrap() = Some(Vec::new());
    host.tell(Command::Reload);
    eventually(|| host.metric("masquerade_config_reloads_total") == 1.0);
    host.gate.open();
    assert_eq!(working.receive().status, 200);
    assert_eq!(working.send(post("/v1/work", KEY, "{}")).receive().status, 401);
}

#[test]
fn the_admin_listener_answers_its_own_paths_and_nothing_else() {
    let host = Host::start();
    let get = |path: &str| exchange(host.admin, bare("GET", path, ""));
    assert_eq!((get("/healthz").status, get("/readyz").status), (200, 200));
    get("/v1/echo").assert_problem(404, "not-found");
    get("/other").assert_problem(404, "not-found");
    exchange(host.admin, bare("POST", "/metrics", "")).assert_problem(405, "method-not-allowed");
    let head = Raw::connect(host.admin).send(bare("HEAD", "/healthz", "")).receive_head();
    assert_eq!((head.status, head.header("content-length")), (200, Some("3")));
    let metrics = get("/metrics");
    assert_eq!(metrics.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
}

#[test]
fn metrics_count_requests_rejections_and_bytes_by_route() {
    let host = Host::start();
    let mut client = Raw::connect(host.api);
    client.send(post("/v1/echo", KEY, "{\"a\":1}")).receive();
    client.send(bare("DELETE", "/v1/things/secret-name", KEY)).receive();
    client.send(bare("GET", "/nowhere/secret-name", KEY)).receive();
    // The next answer proves that the one before was counted.
    client.send(bare("GET", "/openapi.json", "")).receive();
    let text = String::from_utf8(exchange(host.admin, bare("GET", "/metrics", "")).body).unwrap();
    for line in [
        "masquerade_http_requests_total{route=\"/v1/echo\",status=\"200\"} 1",
        "masquerade_http_requests_total{route=\"/v1/things/{id}\",status=\"200\"} 1",
        "masquerade_http_requests_total{route=\"none\",status=\"404\"} 1",
        "masquerade_http_body_bytes_total{direction=\"received\",route=\"/v1/echo\"} 7",
        "masquerade_http_body_bytes_total{direction=\"sent\",route=\"/v1/echo\"} 7",
        "masquerade_http_request_duration_seconds_count{route=\"/v1/echo\"} 1",
        "masquerade_rejections_total{reason=\"not-found\"} 1",
        "masquerade_cpu_pool_threads 1",
    ] {
        assert!(text.contains(line), "{line} is missing from\n{text}");
    }
    assert!(!text.contains("secret-name"));
}
