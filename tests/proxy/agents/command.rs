//! `masquerade run` and `masquerade verify`.

use std::process::{Command, Output};

use serde_json::json;

use crate::fake::Fake;

pub(super) fn masquerade(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_masquerade"));
    command.args(arguments).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.envs(environment.iter().copied()).output().unwrap()
}

/// The output and exit status of `verify` for a route with these lines.
fn verify(lines: &str) -> (String, Option<i32>) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("masquerade.toml");
    std::fs::write(&file, format!("[[routes]]\nname = \"r\"\nupstreams = [\"https://llm.example.com\"]\n{lines}"))
        .unwrap();
    let output = masquerade(&["verify", "--route", "r", "--config", file.to_str().unwrap()], &[]);
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn verify_tells_what_arrives_in_clear() {
    let few = "entities = [\"EMAIL_ADDRESS\", \"CREDIT_CARD\"]\ndeny_list = [{ text = \"Katarzyna Wolski\", label = \"PERSON\" }]\n";
    let (text, code) = verify(&format!("on_unknown = \"pass\"\n{few}"));
    assert_eq!(code, Some(1), "{text}");
    let user = line(" user ", &text);
    assert!(user.contains("IN CLEAR") && user.contains("US_SSN") && !user.contains("EMAIL_ADDRESS"), "{user}");
    assert!(line("unknown media type", &text).contains("EMAIL_ADDRESS"), "{text}");
    assert!(line("header", &text).ends_with("masked"), "{text}");
    let (text, _) = verify(few);
    assert!(line("unknown media type", &text).contains("refused (415)"), "{text}");
}

#[test]
fn verify_tells_names_that_no_model_looks_for() {
    let (text, code) = verify("ner = \"off\"\non_unknown = \"pass\"\n");
    assert_eq!(code, Some(1), "{text}");
    let user = line(" user ", &text);
    assert!(user.contains("PERSON") && user.contains("LOCATION") && !user.contains("US_SSN"), "{user}");
    // A surname that a list masks leaves the first name in clear.
    let (text, _) = verify("ner = \"off\"\ndeny_list = [{ text = \"Wolski\", label = \"PERSON\" }]\n");
    assert!(line(" user ", &text).contains("PERSON"), "{text}");
}

/// The line about a part of a request.
fn line(part: &str, text: &str) -> String {
    let found = text.lines().find(|line| line.contains(part));
    found.unwrap_or_else(|| panic!("{part}: {text}")).to_owned()
}

#[test]
fn run_puts_a_gateway_before_a_program_and_tells_what_it_masked() {
    let fake = Fake::ok();
    let body = json!({"model": "m", "messages": [{"role": "user", "content": "jane.roe@example.com"}]}).to_string();
    let curl =
        "curl -sS -H 'Content-Type: application/json' -d \"$BODY\" \"$OPENAI_BASE_URL/chat/completions\"; exit 3";
    let upstream = format!("{}/v1", fake.url());
    let output = masquerade(&["run", "--", "sh", "-c", curl], &[("OPENAI_BASE_URL", &upstream), ("BODY", &body)]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "{\"ok\":true}");
    assert!(error.contains("masquerade: masked EMAIL_ADDRESS 1"), "{error}");
    let seen = fake.only();
    assert!(seen.line().starts_with("POST /v1/chat/completions "), "{}", seen.head);
    assert!(String::from_utf8(seen.body).unwrap().contains("[EMAIL_ADDRESS_1]"));
}
