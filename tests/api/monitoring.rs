//! The dashboards and alerts in `conf`: every metric that they name is one that the program exposes.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::{Value, json};

use crate::common::{
    binary::Masquerade,
    raw::{exchange, post},
};

const KEY: &str = "monitoring-test-0123456789abcdef";

/// Nobody listens at the upstreams: requests are masked, counted, and fail.
const CONFIG: &str = r#"
[store]
kind = "memory"
[[routes]]
name = "enforced"
path_prefix = "/enforced"
upstreams = ["http://127.0.0.1:1"]
[[routes]]
name = "observed"
path_prefix = "/observed"
mode = "observe"
upstreams = ["http://127.0.0.1:1"]
"#;

/// The metrics that a file names.
fn named(file: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("conf").join(file);
    let text = fs::read_to_string(path).expect("a file");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("masquerade_") || word.starts_with("process_")).map(str::to_owned).collect()
}

fn exposed(running: &Masquerade) -> BTreeSet<String> {
    let text = String::from_utf8(running.admin("/metrics").body).expect("UTF-8");
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    samples.filter_map(|line| line.split(['{', ' ']).next()).map(str::to_owned).collect()
}

#[test]
fn every_metric_of_dashboards_and_alerts_exists() {
    let running = Masquerade::start_with(CONFIG, &[("MASQUERADE_API_KEY", KEY)]);
    let key = format!("X-API-Key: {KEY}\r\n");
    let texts = json!({ "text": ["jane.roe@example.com"] });
    assert_eq!(exchange(running.api, post("/v1/anonymize", &key, texts.to_string())).status, 200);
    let chat = json!({ "model": "m", "messages": [{ "role": "user", "content": "jane.roe@example.com" }] });
    for route in ["enforced", "observed"] {
        let request = post(&format!("/{route}/v1/chat/completions"), "Authorization: Bearer p\r\n", chat.to_string());
        assert_eq!(exchange(running.api, request).status, 502);
    }
    let exposed = exposed(&running);
    for file in ["grafana/dashboards/masquerade.json", "prometheus/alerts.yml", "prometheus/alerts_test.yml"] {
        let named = named(file);
        assert!(named.len() >= 10, "{file} names {named:?}");
        let missing: Vec<_> = named.difference(&exposed).collect();
        assert!(missing.is_empty(), "{file} names {missing:?}, which {exposed:?} lacks");
    }
}

#[test]
fn what_alerts_watch_for_an_increase_begins_at_zero() {
    let running = Masquerade::start_with(CONFIG, &[]);
    let text = String::from_utf8(running.admin("/metrics").body).expect("UTF-8");
    for series in [
        r#"masquerade_proxy_requests_total{api="unknown",route="enforced"} 0"#,
        r#"masquerade_proxy_unvetted_passes_total{route="enforced"} 0"#,
        r#"masquerade_session_evictions_total{reason="tenant_ceiling"} 0"#,
        r#"masquerade_rejections_total{reason="overloaded-cpu"} 0"#,
        r#"masquerade_restores_total{outcome="unresolved"} 0"#,
        "masquerade_config_reload_failures_total 0",
        "masquerade_audit_lines_lost_total 0",
        "masquerade_store_available 1",
    ] {
        assert!(text.lines().any(|line| line == series), "{series} is missing from\n{text}");
    }
}

#[test]
fn the_dashboard_is_whole() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("conf/grafana/dashboards/masquerade.json");
    let dashboard: Value = serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let ids: BTreeSet<_> = panels.iter().map(|panel| panel["id"].as_u64().expect("an id")).collect();
    assert_eq!(ids.len(), panels.len(), "ids are unique");
    for panel in panels.iter().filter(|panel| panel["type"] != "row") {
        let targets = panel["targets"].as_array().expect("targets");
        assert!(!targets.is_empty() && targets.iter().all(|target| target["expr"].is_string()), "{}", panel["title"]);
    }
}
