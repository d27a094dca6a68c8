//! The Valkey store from outside: several services that share a server, and a server that goes.

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{
    binary::Masquerade,
    raw::{Response, exchange},
};

const KEY: &str = "a-key-of-the-test-of-servers-0123456789";

/// A running server; killed when dropped.
struct Server {
    child: Child,
    port: u16,
    _directory: TempDir,
}

impl Server {
    /// A server; `None`, and a word, where none is installed.
    fn start(policy: &str) -> Option<Self> {
        let runs = |program: &&str| Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
        let Some(program) = ["valkey-server", "redis-server"].into_iter().find(runs) else {
            eprintln!("skipped: neither valkey-server nor redis-server is installed");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").and_then(|bound| bound.local_addr()).expect("a port").port();
        let directory = tempfile::tempdir().expect("a directory");
        let child = Command::new(program)
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--maxmemory-policy", policy])
            .arg("--dir")
            .arg(directory.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("a server");
        let server = Self { child, port, _directory: directory };
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::yield_now();
        }
        Some(server)
    }

    fn config(&self) -> String {
        let secret = "0123456789abcdef".repeat(4);
        let url = format!("redis://127.0.0.1:{}", self.port);
        format!("[store]\nkind = \"valkey\"\nurl = \"{url}\"\n\n[[secrets]]\nvalue = \"{secret}\"\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn post(service: &Masquerade, path: &str, body: &Value) -> Response {
    post_in(service, "shared", path, body)
}

fn post_in(service: &Masquerade, session: &str, path: &str, body: &Value) -> Response {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: a\r\nX-API-Key: {KEY}\r\nX-Session-Id: {session}\r\nContent-Type: \
         application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    exchange(service.api, request)
}

fn mask(service: &Masquerade, text: &str, method: &str) -> Response {
    let method = json!({ "deidentification_method": method });
    post(service, "/v1/anonymize", &json!({ "text": [text], "anonymization_config": method }))
}

fn restore(service: &Masquerade, text: &str) -> Response {
    post(service, "/v1/deanonymize", &json!({ "anonymized_text": [text] }))
}

#[test]
fn services_share_sessions_and_do_what_they_can_without_the_server() {
    let Some(server) = Server::start("noeviction") else { return };
    let start = || Masquerade::start_with(&server.config(), &[("MASQUERADE_API_KEY", KEY)]);
    let (one, two) = (start(), start());
    let masked = |response: Response| response.json()["anonymized_text"][0].clone();
    assert_eq!(masked(mask(&one, "a@example.com", "REDACT")), "[EMAIL_ADDRESS_1]");
    assert_eq!(masked(mask(&two, "b@example.com a@example.com", "REDACT")), "[EMAIL_ADDRESS_2] [EMAIL_ADDRESS_1]");
    assert_eq!(masked(mask(&one, "c@example.com", "REDACT")), "[EMAIL_ADDRESS_3]");
    let all = "[EMAIL_ADDRESS_1] [EMAIL_ADDRESS_2] [EMAIL_ADDRESS_3]";
    for service in [&one, &two] {
        assert_eq!(restore(service, all).json()["deanonymized_text"][0], "a@example.com b@example.com c@example.com");
    }
    let forgotten = post(&one, "/v1/forget", &json!({ "text": ["b@example.com"] }));
    assert_eq!(forgotten.json(), json!({ "entries": 1, "sessions": 1 }));
    assert_eq!(restore(&one, "[EMAIL_ADDRESS_2]").json()["deanonymized_text"][0], "[EMAIL_ADDRESS_2]");
    assert_eq!(restore(&two, all).json()["deanonymized_text"][0], "a@example.com [EMAIL_ADDRESS_2] c@example.com");

    drop(server);
    let refused = mask(&two, "new@example.com", "REDACT");
    refused.assert_problem(503, "overloaded");
    assert!(refused.header("retry-after").is_some());
    // What is at hand, and what needs nobody else.
    let known = restore(&two, "[EMAIL_ADDRESS_1] [EMAIL_ADDRESS_3]");
    assert_eq!(known.json()["deanonymized_text"][0], "a@example.com c@example.com");
    for method in ["HASH", "ENCRYPT", "MASK"] {
        assert_eq!(mask(&two, "new@example.com", method).status, 200, "{method}");
    }
    // In a session that this process has never seen, too.
    let hashed = json!({ "text": ["new@example.com"], "anonymization_config": { "deidentification_method": "HASH" } });
    assert_eq!(post_in(&two, "fresh", "/v1/anonymize", &hashed).status, 200);
    assert_eq!(two.admin("/readyz").status, 503);
    assert_eq!(two.admin("/healthz").status, 200);
}

#[test]
fn a_server_that_evicts_is_refused_at_the_start() {
    let Some(server) = Server::start("allkeys-lru") else { return };
    let output = Command::new(env!("CARGO_BIN_EXE_masquerade"))
        .args(["serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"])
        .env_clear()
        .env("MASQUERADE_STORE__KIND", "valkey")
        .env("MASQUERADE_STORE__URL", format!("redis://127.0.0.1:{}", server.port))
        .env("MASQUERADE_SECRET", "0123456789abcdef".repeat(4))
        .output()
        .unwrap();
    let check = Command::new(env!("CARGO_BIN_EXE_masquerade"))
        .arg("check")
        .env_clear()
        .env("MASQUERADE_STORE__KIND", "valkey")
        .env("MASQUERADE_STORE__URL", format!("redis://127.0.0.1:{}", server.port))
        .env("MASQUERADE_SECRET", "0123456789abcdef".repeat(4))
        .output()
        .expect("the binary");
    let checked = String::from_utf8_lossy(&check.stderr).into_owned();
    assert!(check.status.success() && checked.contains("warning") && checked.contains("noeviction"), "{checked}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("noeviction") && said.contains("allkeys-lru"), "{said}");
}

#[test]
fn the_server_is_reached_over_tls_if_its_certificate_is_trusted() {
    let Some(server) = Server::start("noeviction") else { return };
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: String| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let (certificate, key) = (file("cert.pem", made.cert.pem()), file("key.pem", made.signing_key.serialize_pem()));
    let port = TcpListener::bind("127.0.0.1:0").and_then(|bound| bound.local_addr()).expect("a port").port();
    let settings = [("tls-cert-file", &*certificate), ("tls-key-file", &key), ("tls-ca-cert-file", &certificate)];
    let settings = settings.into_iter().chain([("tls-auth-clients", "no")]);
    let set: String = settings.map(|(name, value)| format!("CONFIG SET {name} {value}\r\n")).collect();
    let set = format!("{set}CONFIG SET tls-port {port}\r\nQUIT\r\n");
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", server.port)).expect("a server");
    std::io::Write::write_all(&mut stream, set.as_bytes()).expect("a server");
    let said = std::io::read_to_string(stream).expect("answers");
    if said.contains("-ERR") {
        eprintln!("skipped: this server has no TLS: {said}");
        return;
    }
    let config =
        server.config().replace(&format!("redis://127.0.0.1:{}", server.port), &format!("rediss://localhost:{port}"));
    let service = Masquerade::start_with(&config, &[("MASQUERADE_API_KEY", KEY), ("SSL_CERT_FILE", &certificate)]);
    let masked = mask(&service, "a@example.com", "REDACT");
    assert_eq!(masked.json()["anonymized_text"][0], "[EMAIL_ADDRESS_1]");
    let check = Command::new(env!("CARGO_BIN_EXE_masquerade"))
        .arg("check")
        .env_clear()
        .env("MASQUERADE_STORE__KIND", "valkey")
        .env("MASQUERADE_STORE__URL", format!("rediss://localhost:{port}"))
        .env("MASQUERADE_SECRET", "0123456789abcdef".repeat(4))
        .output()
        .expect("the binary");
    let checked = String::from_utf8_lossy(&check.stderr).into_owned();
    assert!(checked.contains("cannot be reached"), "nobody vouches for it: {checked}");
}
