//! The server in a process of its own: signals and log lines.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    sync::mpsc::Receiver,
    time::Duration,
};

use masquerade::{
    config::{Log, LogFormat, Server},
    server::{Control, Listeners},
    telemetry,
};

use crate::{
    common::{
        binary::{collect, send_signal},
        raw::{Raw, bare, exchange, post},
    },
    server::host::{Gate, KEY, eventually, keys, limits, services, settings, state},
};

/// Set for the process that [`Process::start`] makes of this test binary.
const CHILD: &str = "MASQUERADE_TEST_CHILD";

/// Not a test: what the child process runs.
#[test]
#[ignore = "the other tests of this file start it in a process of its own"]
fn child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let _drain = telemetry::log::init(&Log { format: LogFormat::Json, level: "info".into() }).unwrap();
    let settings = Server { shutdown_grace: Duration::from_secs(3600), ..settings() };
    let limits = limits();
    let bound = Listeners::bind(&settings).unwrap();
    println!("\nlistening {} {}", bound.api_addresses()[0], bound.admin_address().unwrap());
    let services = services(&limits);
    let (gate, keys) = (Gate::default(), keys());
    let first = state(&services, &gate, &keys, &limits);
    let reload = || Err("reload refused on purpose".into());
    bound.serve(&settings, &limits, services, first, reload, Control::Signals).unwrap();
}

struct Process {
    child: Child,
    api: SocketAddr,
    admin: SocketAddr,
    log: Receiver<String>,
}

impl Process {
    fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["server::process::child", "--exact", "--ignored", "--nocapture"])
            .env(CHILD, "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = collect(child.stderr.take().unwrap());
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let addresses = lines.find_map(|line| line.strip_prefix("listening ").map(str::to_owned)).unwrap();
        let (api, admin) = addresses.split_once(' ').unwrap();
        let (api, admin) = (api.parse().unwrap(), admin.parse().unwrap());
        // Nobody may block on a full pipe.
        std::thread::spawn(move || lines.count());
        Self { child, api, admin, log }
    }

    /// Waits for the end; exit code and log.
    fn end(&mut self) -> (Option<i32>, String) {
        let code = self.child.wait().unwrap().code();
        (code, self.log.recv().unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[test]
fn signals_reload_and_stop() {
    for stop in ["TERM", "INT"] {
        let mut process = Process::start();
        assert_eq!(exchange(process.api, bare("GET", "/openapi.json", "")).status, 200);
        send_signal(&process.child, "HUP");
        eventually(|| {
            let metrics = exchange(process.admin, bare("GET", "/metrics", "")).body;
            String::from_utf8(metrics).unwrap().contains("masquerade_config_reload_failures_total 1")
        });
        send_signal(&process.child, stop);
        let (code, log) = process.end();
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("reload refused on purpose") && log.contains("\"event\":\"stopped\""), "{log}");
    }
}

#[test]
fn a_later_second_signal_ends_at_once() {
    let mut process = Process::start();
    let mut working = Raw::connect(process.api);
    working.send(post("/v1/work", KEY, "{}"));
    eventually(|| {
        let metrics = exchange(process.admin, bare("GET", "/metrics", "")).body;
        String::from_utf8(metrics).unwrap().contains("masquerade_http_requests_in_flight 1")
    });
    // The first repetitions are taken for echoes, a later one is not.
    eventually(|| {
        send_signal(&process.child, "TERM");
        process.child.try_wait().unwrap().is_some()
    });
    let (code, log) = process.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("\"event\":\"stopped-at-once\""), "{log}");
}

#[test]
fn log_lines_hold_nothing_that_a_client_sent() {
    let mut process = Process::start();
    let canary = "CANARY";
    let requests = [
        bare("GET", &format!("/{canary}/x?q={canary}"), KEY).into_bytes(),
        bare("GET", &format!("/openapi.json?{canary}"), &format!("X-{canary}: {canary}\r\n")).into_bytes(),
        bare("DELETE", &format!("/v1/things/{canary}"), KEY).into_bytes(),
        bare(canary, "/openapi.json", "").into_bytes(),
        bare("GET", "/v1/who", &format!("X-API-Key: {canary}\r\n")).into_bytes(),
        bare("GET", "/openapi.json", &format!("X-Request-Id: {canary}@x\r\n")).into_bytes(),
        post("/v1/echo", KEY, format!("{{\"text\":\"{canary}\"}}")),
        post("/v1/panic", KEY, canary),
        post("/v1/echo", &format!("{KEY}Content-Encoding: {canary}\r\n"), canary),
        format!("{canary}\r\n\r\n").into_bytes(),
        format!("GET /{canary} HTTP/1.1\r\nHost: {canary}\r\nBad header {canary}\r\n\r\n").into_bytes(),
        format!("GET /{canary} HTTP/1.1\r\nHost: a@{canary}\r\n\r\n").into_bytes(),
        format!("POST /v1/echo HTTP/1.1\r\nHost: t\r\nContent-Length: {canary}\r\n\r\n").into_bytes(),
        format!("CONNECT {canary}:1 HTTP/1.1\r\nHost: {canary}:1\r\n\r\n").into_bytes(),
    ];
    for request in &requests {
        exchange(process.api, request);
    }
    // Clients that leave in the middle make the library write lines of its own.
    Raw::connect(process.api).send(format!("GET /{canary} HTTP/1.1\r\nX: {canary}"));
    Raw::connect(process.api).send(&post("/v1/echo", KEY, vec![b' '; 90_000])[..500]);
    send_signal(&process.child, "TERM");
    let (code, log) = process.end();
    assert_eq!(code, Some(0));
    assert!(!log.to_uppercase().contains(canary), "{log}");
    let lines: Vec<serde_json::Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let echo = lines.iter().find(|line| line["route"] == "/v1/echo" && line["status"] == 200).expect("an access line");
    assert_eq!((&echo["client"], &echo["method"], &echo["received"]), (&"all".into(), &"POST".into(), &17.into()));
    assert_eq!(echo["request_id"].as_str().map(str::len), Some(32));
    assert!(lines.iter().any(|line| line["target"] == "masquerade::panic" && line["line"].is_number()), "{log}");
    assert!(lines.iter().any(|line| line["reason"] == "not-found" && line["status"] == 404), "{log}");
}
