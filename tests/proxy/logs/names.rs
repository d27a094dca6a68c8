//! Names of members that are read together with the name of the object around them, and values that are known from another
//! member of the record.

use serde_json::{Value, json};

use super::{sent, shipped};
use crate::{fake::Fake, logs::log_proxy, setup::ask};

#[track_caller]
fn seen(path: &str, document: &Value) -> Value {
    let seen = sent("elasticsearch", path, "Content-Type: application/json\r\n", document.to_string().as_bytes()).body;
    serde_json::from_slice(&seen).unwrap()
}

#[test]
fn nested_names_are_read_as_dotted_ones_are() {
    for (parent, key, value) in [
        ("user", "name", "mkowalska7"),
        ("user", "name", "Jane Roe"),
        ("usr", "name", "Jane Roe"),
        ("usr", "id", "mkowalska7"),
        ("enduser", "id", "mkowalska7"),
        ("user", "id", "mkowalska7"),
        ("customer", "name", "Jane Roe"),
        ("patient", "name", "Jane Roe"),
        ("billing_details", "name", "Jane Roe"),
    ] {
        let name = format!("{parent}.{key}");
        let document = json!({ name.clone(): value, "a": { parent: { key: value } }, format!("{parent}s"): [{ key: value }],
            "b": { parent: { "attributes": { key: [value] } } } });
        let seen = seen("/logs/_doc", &document);
        let dotted = seen[&name].as_str().unwrap();
        assert!(dotted.starts_with('['), "{name} {value} {seen}");
        assert_eq!(seen["a"][parent][key], dotted, "{name}");
        assert_eq!(seen["b"][parent]["attributes"][key][0], dotted, "{name}");
        if parent == "user" || parent == "customer" || parent == "patient" {
            assert_eq!(seen[format!("{parent}s")][0][key], dotted, "{name}");
        }
    }
}

#[test]
fn other_names_stay() {
    for document in [
        json!({"service": {"name": "checkout"}, "host": {"name": "web-1"}, "os": {"name": "Ubuntu"}}),
        json!({"user": {"name": "root"}, "process": {"name": "sshd", "id": 4711}}),
        json!({"event": {"code": "4624", "id": "17"}, "metric": {"value": 12.5}}),
        json!({"user_agent": {"name": "Chrome"}, "geo": {"name": "Boston"}, "labels": {"name": "blue"}}),
    ] {
        assert_eq!(seen("/logs/_doc", &document), document);
    }
}

#[test]
fn nested_names_are_read_in_other_forms_too() {
    // {"user":{"name":"mkowalska7"}} in MessagePack.
    let packed = b"\x81\xa4user\x81\xa4name\xaamkowalska7";
    let masked = sent("logs", "/ingest", "Content-Type: application/msgpack\r\n", packed).body;
    let dotted = sent("logs", "/ingest", "Content-Type: application/json\r\n", br#"{"user.name":"mkowalska7"}"#).body;
    let dotted: Value = serde_json::from_slice(&dotted).unwrap();
    assert!(String::from_utf8_lossy(&masked).contains(dotted["user.name"].as_str().unwrap()));
    let attribute = json!({"key": "user", "value": {"kvlistValue": {"values": [
        {"key": "name", "value": {"stringValue": "mkowalska7"}}]}}});
    let body = json!({"resourceLogs": [{"resource": {"attributes": [attribute]}}]}).to_string();
    let masked = sent("otlp", "/v1/logs", "Content-Type: application/json\r\n", body.as_bytes()).body;
    assert!(String::from_utf8_lossy(&masked).contains(dotted["user.name"].as_str().unwrap()));
}

#[test]
fn terms_of_searches_become_what_documents_hold() {
    let dotted = seen("/logs/_doc", &json!({"user.name": "mkowalska7"}))["user.name"].clone();
    for (query, pointer) in [
        (json!({"term": {"user.name": "mkowalska7"}}), "/term/user.name"),
        (json!({"term": {"user.name": {"value": "mkowalska7"}}}), "/term/user.name/value"),
        (json!({"match": {"user.name": {"query": "mkowalska7", "operator": "and"}}}), "/match/user.name/query"),
        (json!({"match_phrase": {"user.name": {"query": "mkowalska7"}}}), "/match_phrase/user.name/query"),
        (json!({"terms": {"user.name": ["mkowalska7"]}}), "/terms/user.name/0"),
    ] {
        let seen = seen("/logs/_search", &json!({ "query": query }));
        assert_eq!(seen["query"].pointer(pointer), Some(&dotted), "{seen}");
    }
}

#[test]
fn values_of_queries_become_what_documents_hold() {
    let dotted = seen("/logs/_doc", &json!({"user.name": "mkowalska7"}))["user.name"].clone();
    let name = dotted.as_str().unwrap();
    let escaped = name.replace('[', "\\[").replace(']', "\\]");
    for (path, query, pointer, expected) in [
        (
            "/logs/_search",
            json!({"query_string": {"query": "user.name:mkowalska7 AND level:error"}}),
            "/query_string/query",
            &*escaped,
        ),
        ("/logs/_search", json!({"query_string": {"query": "user.name:\"mkowalska7\""}}), "/query_string/query", name),
        (
            "/logs/_search",
            json!({"simple_query_string": {"query": "user.name:mkowalska7"}}),
            "/simple_query_string/query",
            name,
        ),
        ("/_query", json!("from logs | where user.name == \"mkowalska7\" | limit 10"), "", name),
        ("/_sql", json!("select * from logs where user.name = 'mkowalska7' limit 10"), "", name),
        ("/logs/_eql/search", json!("process where user.name == \"mkowalska7\""), "", name),
    ] {
        let seen = seen(path, &json!({ "query": query }));
        let before = query.pointer(pointer).unwrap().as_str().unwrap();
        let behind = seen["query"].pointer(pointer).unwrap().as_str().unwrap();
        assert_eq!(behind, before.replace("mkowalska7", expected), "{path}");
    }
}

#[test]
fn tags_and_pairs_are_read_as_members() {
    let dotted = seen("/logs/_doc", &json!({"user.name": "mkowalska7"}))["user.name"].clone();
    let name = dotted.as_str().unwrap();
    let sid = "sid=4Tq9Lw2Zx7Vb1Nm8";
    let document = json!({
        "tags": ["user:mkowalska7", "env:prod", "https://example.com", "10:30"],
        "ddtags": "env:prod,user:mkowalska7,version:1.2",
        "attributes": [{"key": "user.name", "value": "mkowalska7"}, {"key": "cpu", "value": "4"}],
        "parameters": [{"Name": "TargetUserName", "Value": "mkowalska7"}],
        "headers": [["Cookie", sid], ["Accept", "text/html"]],
        "allowed": ["Cookie", "Authorization"],
    });
    let seen = seen("/logs/_doc", &document);
    assert!(!seen.to_string().contains("mkowalska7") && !seen.to_string().contains(sid), "{seen}");
    assert_eq!(seen["tags"], json!([format!("user:{name}"), "env:prod", "https://example.com", "10:30"]));
    assert_eq!(seen["ddtags"], format!("env:prod,user:{name},version:1.2"));
    assert_eq!(seen["attributes"][1], document["attributes"][1]);
    assert_eq!(seen["allowed"], document["allowed"]);
}

#[test]
fn the_order_of_members_and_records_does_not_matter() {
    let message = "Login of mkowalska7 failed";
    for document in
        [json!([{"message": message}, {"user": "mkowalska7"}]), json!([{"user": "mkowalska7"}, {"message": message}])]
    {
        let seen = sent("logs", "/ingest", "Content-Type: application/json\r\n", document.to_string().as_bytes()).body;
        assert!(!String::from_utf8_lossy(&seen).contains("mkowalska7"), "{document}");
    }
    let line = format!("{{\"message\":\"{message}\",\"user\":\"mkowalska7\"}}");
    let seen = seen("/logs/_doc", &serde_json::from_str(&line).unwrap());
    assert_eq!(seen["message"], message.replace("mkowalska7", seen["user"].as_str().unwrap()));
}

#[test]
fn names_of_indices_with_dates_reach_elasticsearch_alone() {
    for (profile, path, status) in [
        ("elasticsearch", "/%3Cfilebeat-8.1-%7Bnow%2Fd%7D-000001%3E", 200),
        ("elasticsearch", "/%3Clogs-%7Bnow%2Fd%7D%3E/_doc", 200),
        ("elasticsearch", "/logs%2Fd/_doc", 400),
        ("logs", "/%3Cfilebeat-8.1-%7Bnow%2Fd%7D-000001%3E", 400),
        ("auto", "/%3Cfilebeat-8.1-%7Bnow%2Fd%7D-000001%3E", 400),
    ] {
        let fake = Fake::ok();
        let proxy = log_proxy(&fake, &format!("profile = \"{profile}\""));
        let request = shipped(path, "Content-Type: application/json\r\n", b"{}");
        let request = String::from_utf8(request).unwrap().replacen(
            "POST",
            if path.ends_with("_doc") { "POST" } else { "PUT" },
            1,
        );
        let answer = ask(&proxy, request.into_bytes());
        assert_eq!(answer.status, status, "{profile} {path} {answer:?}");
        if status == 200 {
            assert!(fake.only().line().contains(path), "the path stays as it was sent");
        }
    }
}
