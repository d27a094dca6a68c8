//! The audit stream of the real binary, and `masquerade verify-audit`.

use std::{fs, path::Path, process::Command};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::wait::eventually;
use crate::common::{
    binary::Masquerade,
    raw::{Response, bare, exchange, post},
};

const KEY: &str = "audit-test-0123456789abcdef";
const TEXT: &str = "Write to jane.roe@example.com, copy bob@example.org, card 4111 1111 1111 1111.";

fn start(file: &Path, more: &str) -> Masquerade {
    let config = format!("[audit]\nfile = {file:?}\n{more}\n");
    Masquerade::start_with(&config, &[("MASQUERADE_API_KEY", KEY)])
}

fn call(running: &Masquerade, path: &str, body: &Value) -> Response {
    exchange(running.api, post(path, &format!("X-API-Key: {KEY}\r\nX-Request-Id: r-1\r\n"), body.to_string()))
}

fn mask(running: &Masquerade) -> Response {
    call(running, "/v1/anonymize", &json!({ "text": [TEXT] }))
}

/// Stops a service gracefully, so that all lines are written.
fn stop(mut running: Masquerade) {
    running.signal("TERM");
    assert_eq!(running.wait(), Some(0));
}

fn lines(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("the audit file");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Exit code and output of `verify-audit`.
fn verify(file: &Path, more: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_masquerade")).arg("verify-audit").arg(file).args(more).output();
    let output = output.expect("the binary");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("UTF-8"))
}

#[test]
fn each_request_has_a_line_that_says_who_what_and_how_often_and_no_value() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("audit.jsonl");
    let running = start(&file, "");
    assert_eq!(mask(&running).status, 200);
    // A line is written behind the answer; those of two connections may come in either order.
    let written =
        |count: usize| eventually(|| fs::read_to_string(&file).is_ok_and(|text| text.lines().count() == count));
    written(2);
    let restored = call(&running, "/v1/deanonymize", &json!({ "anonymized_text": ["[EMAIL_ADDRESS_1] [PERSON_9]"] }));
    assert_eq!(restored.json()["deanonymized_text"][0], "jane.roe@example.com [PERSON_9]");
    written(3);
    assert_eq!(call(&running, "/v1/detect", &json!({ "text": [TEXT] })).status, 200);
    written(4);
    let blocking = json!({ "text": [TEXT], "anonymization_config": { "methods": { "CREDIT_CARD": "BLOCK" } } });
    call(&running, "/v1/anonymize", &blocking).assert_problem(422, "blocked");
    written(5);
    exchange(running.api, post("/v1/anonymize", "X-API-Key: wrong\r\n", "{}")).assert_problem(401, "unauthorized");
    for path in ["/", "/openapi.json"] {
        assert_eq!(exchange(running.api, bare("GET", path, "")).status, 200, "has no line");
    }
    stop(running);

    let lines = lines(&file);
    let members =
        |at: usize, names: &[&str]| -> Vec<Value> { names.iter().map(|name| lines[at][name].clone()).collect() };
    assert_eq!(lines.len(), 6, "{lines:#?}");
    assert_eq!(members(0, &["sequence", "event"]), [json!(1), json!("opened")]);
    let who = ["request_id", "client", "tenant", "method", "route", "status", "decision"];
    assert_eq!(
        members(1, &who),
        [
            json!("r-1"),
            json!("env"),
            json!("default"),
            json!("POST"),
            json!("/v1/anonymize"),
            json!(200),
            json!("masked")
        ]
    );
    let mut found = lines[1]["entities"].as_array().expect("a list").clone();
    found.sort_by_key(|entity| entity["label"].to_string());
    assert_eq!(
        found,
        [
            json!({ "label": "CREDIT_CARD", "method": "REDACT", "count": 1 }),
            json!({ "label": "EMAIL_ADDRESS", "method": "REDACT", "count": 2 })
        ]
    );
    assert_eq!(members(2, &["decision", "restored", "unresolved"]), [json!("restored"), json!(1), json!(1)]);
    assert_eq!(members(3, &["route", "decision"]), [json!("/v1/detect"), json!("detected")]);
    assert_eq!(
        members(4, &["status", "decision", "reason", "blocked"]),
        [json!(422), json!("refused"), json!("blocked"), json!(["CREDIT_CARD"])]
    );
    assert_eq!(members(5, &["status", "client", "reason"]), [json!(401), Value::Null, json!("unauthorized")]);
    let text = fs::read_to_string(&file).expect("the audit file");
    for value in ["jane.roe", "bob@", "4111", "wrong", KEY] {
        assert!(!text.contains(value), "{value}");
    }
    assert_eq!(verify(&file, &[]).0, Some(0));
}

#[test]
fn the_first_broken_line_is_named() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("audit.jsonl");
    let running = start(&file, "");
    for _ in 0..4 {
        mask(&running);
    }
    stop(running);
    let whole = fs::read_to_string(&file).expect("the audit file");
    let lines: Vec<&str> = whole.lines().collect();
    assert_eq!(lines.len(), 5);
    let last = serde_json::from_str::<Value>(lines[4]).expect("JSON")["hash"].as_str().expect("a hash").to_owned();
    let (code, said) = verify(&file, &["--contains", &last]);
    assert_eq!((code, said), (Some(0), format!("ok: lines 1 to 5 in 1 file; the last hash is {last}\n")));
    assert_eq!(verify(&file, &["--contains", &last.replace(|c: char| c != 'x', "0")]).0, Some(65));

    let without = |at: usize| [&lines[..at], &lines[at + 1..]].concat();
    let swapped = [lines[0], lines[2], lines[1], lines[3], lines[4]].to_vec();
    let changed = lines[2].replacen("\"count\":2", "\"count\":1", 1);
    assert_ne!(changed, lines[2]);
    let changed = [lines[0], lines[1], &changed, lines[3], lines[4]].to_vec();
    for (broken, at) in [(without(2), 3), (without(0), 1), (swapped, 2), (changed, 3)] {
        fs::write(&file, broken.join("\n") + "\n").expect("a file");
        let (code, said) = verify(&file, &[]);
        assert_eq!(code, Some(65), "{said}");
        assert!(said.starts_with(&format!("broken: {}:{at}: ", file.display())), "{said}");
    }
    fs::write(&file, &whole[..whole.len() - 20]).expect("a file");
    assert!(verify(&file, &[]).1.contains(":5: the line is cut off"));
    // What is cut off at the end leaves an unbroken chain: the hash that was kept elsewhere tells.
    fs::write(&file, lines[..4].join("\n") + "\n").expect("a file");
    assert_eq!((verify(&file, &[]).0, verify(&file, &["--contains", &last]).0), (Some(0), Some(65)));
    assert_eq!(verify(&folder.path().join("none"), &[]).0, Some(74));
}

#[test]
fn the_chain_goes_on_over_restarts_and_rotations() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("audit.jsonl");
    let running = start(&file, "rotate_bytes = \"2KiB\"");
    for _ in 0..20 {
        mask(&running);
    }
    stop(running);
    // A line that a crash left unfinished is cut off, and the next run says so.
    let unfinished = fs::read_to_string(&file).expect("the audit file") + "{\"sequence\":99,\"ti";
    fs::write(&file, unfinished).expect("a file");
    let running = start(&file, "rotate_bytes = \"2KiB\"");
    mask(&running);
    stop(running);
    let files = || fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let texts: String = files().map(|path| fs::read_to_string(path).expect("an audit file")).collect();
    assert!(texts.contains("\"cut_bytes\":18"), "{texts}");

    let mut rotated: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    rotated.retain(|path| *path != file);
    rotated.sort();
    assert!(rotated.len() >= 2 && rotated[0].ends_with("audit.jsonl.000000000001"), "{rotated:?}");
    let (code, said) = verify(&file, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("ok: lines 1 to ") && said.contains(&format!("in {} files", rotated.len() + 1)), "{said}");

    // The oldest may go.
    fs::remove_file(&rotated[0]).expect("a file");
    let (code, said) = verify(&file, &[]);
    assert!(code == Some(0) && said.contains("are gone with their files"), "{said}");
}

#[test]
fn a_file_in_the_middle_is_missed() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("audit.jsonl");
    let running = start(&file, "rotate_bytes = \"1KiB\"");
    let rotated = || {
        let entries = fs::read_dir(folder.path()).expect("a folder");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.retain(|path| *path != file);
        paths.sort();
        paths
    };
    // Records that are written together share a file, however many they are.
    while rotated().len() < 3 {
        mask(&running);
    }
    stop(running);
    let rotated = rotated();
    fs::remove_file(&rotated[1]).expect("a file");
    let (code, said) = verify(&file, &[]);
    assert_eq!(code, Some(65), "{said}");
    assert!(said.contains(&format!("{}:1: lines are missing", rotated[2].display())), "{said}");
}

#[test]
fn a_file_that_is_no_audit_stream_or_another_process_writes_is_not_written() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("audit.jsonl");
    let running = start(&file, "");
    let second = |file: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_masquerade"))
            .args(["serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"])
            .env_clear()
            .env("MASQUERADE_AUDIT__FILE", file)
            .output()
            .expect("the binary");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = second(&file);
    assert!(code == Some(71) && said.contains("another process writes it"), "{code:?} {said}");
    stop(running);
    fs::write(&file, "a note\n").expect("a file");
    let (code, said) = second(&file);
    assert!(code == Some(71) && said.contains("no audit stream"), "{code:?} {said}");
    assert_eq!(fs::read_to_string(&file).expect("the file"), "a note\n");
}

/// Lets files grow to this many blocks of 512 bytes; a write beyond it fails.
fn limited(blocks: u32) -> String {
    format!("trap '' XFSZ; ulimit -f {blocks}")
}

#[test]
fn requests_are_refused_while_the_stream_cannot_be_written_unless_they_may_go_on() {
    for (on_failure, refused) in [("refuse", true), ("continue", false)] {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("audit.jsonl");
        let config = format!("[audit]\nfile = {file:?}\non_failure = {on_failure:?}\n");
        let running = Masquerade::start_within(&limited(4), &config, &[("MASQUERADE_API_KEY", KEY)]);
        let is_failing =
            || String::from_utf8_lossy(&running.admin("/metrics").body).contains("masquerade_audit_writable 0");
        let mut asked = 0;
        while !is_failing() {
            mask(&running);
            asked += 1;
            assert!(asked < 1000, "the file takes what it cannot hold");
        }
        match refused {
            true => {
                mask(&running).assert_problem(503, "overloaded");
                assert_eq!(running.admin("/readyz").status, 503);
                assert_eq!(exchange(running.api, bare("GET", "/openapi.json", "")).status, 200);
            }
            false => {
                assert_eq!(mask(&running).status, 200);
                assert_eq!(running.admin("/readyz").status, 200);
            }
        }
        drop(running);
        let (code, said) = verify(&file, &[]);
        assert_eq!(code, Some(0), "no part of a line stays: {said}");
    }
}

#[test]
fn the_access_log_is_sampled_and_keeps_what_is_refused() {
    let mut running = Masquerade::start_with("", &[("MASQUERADE_API_KEY", KEY), ("MASQUERADE_LOG__ACCESS", "0")]);
    assert_eq!(mask(&running).status, 200);
    exchange(running.api, post("/v1/anonymize", "X-API-Key: wrong\r\n", "{}")).assert_problem(401, "unauthorized");
    running.signal("TERM");
    let (_, log) = running.end();
    let access: Vec<&str> = log.lines().filter(|line| line.contains("masquerade::access")).collect();
    assert_eq!(access.len(), 1, "{access:?}");
    assert!(access[0].contains("401"), "{access:?}");
}
