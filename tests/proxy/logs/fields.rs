//! Fields that a route masks always or never, wherever they stand.

use super::{EMAIL, log_proxy, shipped};
use crate::{fake::Fake, setup::ask};

const SETTINGS: &str = "always = [\"user.name\", \"seat\"]\nnever = [\"contact\", \"labels\"]";

#[track_caller]
fn masked(path: &str, body: &str) -> String {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, SETTINGS);
    let answer = ask(&proxy, shipped(path, "Content-Type: application/json\r\n", body.as_bytes()));
    assert_eq!(answer.status, 200, "{answer:?}");
    String::from_utf8(fake.only().body).unwrap()
}

#[test]
fn fields_are_known_as_paths_as_dotted_names_and_within_strings() {
    let inner = "{\\\"user\\\":{\\\"name\\\":\\\"qwertz\\\"},\\\"contact\\\":\\\"jane.roe@example.com\\\"}";
    let body = format!(
        "{{\"user\":{{\"name\":\"qwertz\",\"id\":\"u-1\"}},\"user.name\":\"qwertz\",\"seat\":42.5,\"contact\":\"{EMAIL}\",\
         \"labels\":{{\"a\":[\"{EMAIL}\"]}},\"log\":\"{inner}\"}}"
    );
    let seen = masked("/logs/_doc", &body);
    assert!(!seen.contains("qwertz") && !seen.contains("42.5"), "{seen}");
    assert_eq!(seen.matches(EMAIL).count(), 3, "{seen}");
    let seen: serde_json::Value = serde_json::from_str(&seen).unwrap();
    assert!(seen["seat"].is_f64() && seen["user"]["id"] == "u-1");
    assert_eq!(seen["user"]["name"], seen["user.name"]);
    let inner: serde_json::Value = serde_json::from_str(seen["log"].as_str().unwrap()).unwrap();
    assert_eq!(inner["user"]["name"], seen["user.name"]);
}

#[test]
fn fields_are_known_as_attributes() {
    let pair = |key: &str, value: &str| format!("{{\"key\":\"{key}\",\"value\":{{\"stringValue\":\"{value}\"}}}}");
    let body = format!(
        "{{\"resourceSpans\":[{{\"resource\":{{\"attributes\":[{},{}]}}}}]}}",
        pair("user.name", "qwertz"),
        pair("contact", EMAIL)
    );
    let seen = masked("/v1/traces", &body);
    assert!(!seen.contains("qwertz") && seen.contains(EMAIL), "{seen}");
}

#[test]
fn fields_are_known_as_pairs_of_logfmt() {
    let line = format!("level=info user.name=\\\"qw ertz\\\" seat=42 contact={EMAIL} mail={EMAIL}");
    let seen = masked("/logs/_doc", &format!("{{\"message\":\"{line}\"}}"));
    let seen: serde_json::Value = serde_json::from_str(&seen).unwrap();
    let seen = seen["message"].as_str().unwrap();
    assert!(!seen.contains("qw ertz") && !seen.contains("seat=42"), "{seen}");
    assert!(seen.starts_with("level=info user.name=\"[ID_NUMBER_"), "{seen}");
    assert!(seen.contains(&format!(" contact={EMAIL} mail=[EMAIL_ADDRESS_")), "{seen}");
}
