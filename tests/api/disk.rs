//! The disk store under `kill -9`: nothing that was acknowledged is lost.

use std::{
    collections::HashMap,
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    sync::{Mutex, mpsc},
    time::Duration,
};

use serde_json::{Value, json};

use crate::common::binary::Masquerade;

const KEY: &str = "a-key-of-the-test-of-disks-0123456789";
const KILLS: usize = 50;
const WRITERS: usize = 4;

/// Acknowledged answers between two kills, of all writers together.
const ACKNOWLEDGED: usize = 25;

fn start(file: &Path) -> Masquerade {
    let secret = "0123456789abcdef".repeat(4);
    let config = format!("[store]\nkind = \"disk\"\npath = {file:?}\n\n[[secrets]]\nvalue = \"{secret}\"\n");
    Masquerade::start_with(&config, &[("MASQUERADE_API_KEY", KEY)])
}

/// The answer's body; `None` unless all of a 200 arrived.
fn post(api: SocketAddr, path: &str, session: &str, body: &Value) -> Option<Value> {
    let mut stream = TcpStream::connect(api).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: a\r\nX-API-Key: {KEY}\r\nX-Session-Id: {session}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8(answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    serde_json::from_str(body).ok()
}

/// The original of each placeholder, by session.
type Acknowledged = HashMap<String, HashMap<String, String>>;

fn assert_all_restored(api: SocketAddr, acknowledged: &Acknowledged) {
    for (session, known) in acknowledged {
        let (placeholders, originals): (Vec<_>, Vec<_>) = known.iter().unzip();
        let answer = post(api, "/v1/deanonymize", session, &json!({ "anonymized_text": placeholders }));
        assert_eq!(answer.expect("an answer")["deanonymized_text"], json!(originals), "{session}");
    }
}

#[test]
fn nothing_acknowledged_is_lost_by_kills_during_writes() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store.redb");
    let acknowledged = Mutex::new(Acknowledged::new());
    for round in 0..KILLS {
        let mut running = start(&file);
        let api = running.api;
        assert_all_restored(api, &acknowledged.lock().unwrap());
        let (report, reports) = mpsc::channel();
        std::thread::scope(|threads| {
            for writer in 0..WRITERS {
                let (report, acknowledged) = (report.clone(), &acknowledged);
                threads.spawn(move || {
                    // Two writers share a session.
                    let session = format!("s{}", writer % 2);
                    for n in 0.. {
                        let original = format!("w{writer}.r{round}.n{n}@example.com");
                        let Some(answer) = post(api, "/v1/anonymize", &session, &json!({ "text": [original] })) else {
                            return;
                        };
                        let placeholder = answer["anonymized_text"][0].as_str().expect("a text").to_owned();
                        let former = {
                            let mut all = acknowledged.lock().unwrap();
                            all.entry(session.clone()).or_default().insert(placeholder, original)
                        };
                        assert_eq!(former, None, "a number was given twice");
                        let _ = report.send(());
                    }
                });
            }
            (0..ACKNOWLEDGED).for_each(|_| reports.recv().expect("a writer at work"));
            // The writers are in the middle of their next requests.
            running.signal("KILL");
            running.wait();
        });
    }
    let last = start(&file);
    let acknowledged = acknowledged.into_inner().unwrap();
    assert!(acknowledged.values().map(HashMap::len).sum::<usize>() >= KILLS * ACKNOWLEDGED);
    assert_all_restored(last.api, &acknowledged);
}

#[test]
fn a_second_process_cannot_have_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store.redb");
    let _running = start(&file);
    let secret = "0123456789abcdef".repeat(4);
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_masquerade"))
        .args(["serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"])
        .env_clear()
        .env("MASQUERADE_STORE__KIND", "disk")
        .env("MASQUERADE_STORE__PATH", &file)
        .env("MASQUERADE_SECRET", secret)
        .output()
        .expect("the binary");
    assert!(!second.status.success());
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(said.contains("the session store's file cannot be used"), "{said}");
}

#[test]
fn a_disk_store_needs_a_secret() {
    let check = std::process::Command::new(env!("CARGO_BIN_EXE_masquerade"))
        .arg("check")
        .env_clear()
        .env("MASQUERADE_STORE__KIND", "disk")
        .output()
        .expect("the binary");
    let said = String::from_utf8_lossy(&check.stderr).into_owned();
    assert!(check.status.code() == Some(64) && said.contains("store.kind") && said.contains("[[secrets]]"), "{said}");
}
