//! Fields that a route masks always or never, wherever they stand.

use super::{EMAIL, log_proxy, log_stage, shipped};
use crate::{fake::Fake, setup::ask};

const SETTINGS: &str = "always = [\"user.name\", \"seat\"]\nnever = [\"contact\", \"labels\"]";

#[track_caller]
fn masked(path: &str, body: &str) -> String {
    let stage = log_stage(SETTINGS);
    let answer = ask(&stage.proxy, shipped(path, "Content-Type: application/json\r\n", body.as_bytes()));
    assert_eq!(answer.status, 200, "{answer:?}");
    String::from_utf8(stage.fake.only().body).unwrap()
}

#[test]
fn fields_are_known_as_paths_as_dotted_names_and_within_strings() {
    let inner = "{\\\"user\\\":{\\\"name\\\":\\\"qwertz\\\"},\\\"contact\\\":\\\"jane.roe@example.com\\\"}";
    let body = format!(
        "{{\"user\":{{\"name\":\"qwertz\",\"id\":\"417\"}},\"user.name\":\"qwertz\",\"seat\":42.5,\"contact\":\"{EMAIL}\",\
         \"labels\":{{\"a\":[\"{EMAIL}\"]}},\"log\":\"{inner}\"}}"
    );
    let seen = masked("/logs/_doc", &body);
    assert!(!seen.contains("qwertz") && !seen.contains("42.5"), "{seen}");
    assert_eq!(seen.matches(EMAIL).count(), 3, "{seen}");
    let seen: serde_json::Value = serde_json::from_str(&seen).unwrap();
    assert!(seen["seat"].is_f64() && seen["user"]["id"] == "417");
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

/// Documents with a user, and searches for that user in each form that finds them.
#[test]
fn searches_hold_the_values_of_fields_and_keep_their_syntax() {
    let document = masked("/logs/_doc", "{\"user.name\":\"mkowalska7\"}");
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let name = document["user.name"].as_str().unwrap();
    for query in [
        r#"{"query":{"term":{"user.name":"mkowalska7"}}}"#,
        r#"{"query":{"term":{"user.name":{"value":"mkowalska7","boost":2.0}}}}"#,
        r#"{"query":{"terms":{"user.name":["mkowalska7"],"boost":1}}}"#,
        r#"{"query":{"match":{"user.name":{"query":"mkowalska7","operator":"and","fuzziness":"AUTO"}}}}"#,
        r#"{"query":{"query_string":{"query":"(user.name:\"mkowalska7\") AND level:info"}}}"#,
    ] {
        assert_eq!(masked("/logs/_search", query), query.replace("mkowalska7", name), "{query}");
    }
    // Brackets are those of ranges but in phrases.
    let escaped = name.replace('[', "\\\\[").replace(']', "\\\\]");
    for query in [
        r#"{"query":{"query_string":{"query":"user.name:mkowalska7 AND level:info"}}}"#,
        r#"{"query":{"query_string":{"query":"user.name:(mkowalska7 OR mkowalska7)"}}}"#,
        r#"{"query":{"query_string":{"query":"mkowalska7 OR (level:info)","default_field":"user.name"}}}"#,
        r#"{"query":{"query_string":{"fields":["message","user.name^2"],"query":"+mkowalska7"}}}"#,
    ] {
        assert_eq!(masked("/logs/_search", query), query.replace("mkowalska7", &escaped), "{query}");
    }
    for query in [
        r#"{"sort":[{"user.name":"asc"},{"user.name":{"order":"desc","unmapped_type":"keyword"}}]}"#,
        r#"{"aggs":{"user.name":{"terms":{"field":"user.name","order":{"_count":"asc"}}}}}"#,
        r#"{"collapse":{"field":"user.name"},"_source":["user.name"]}"#,
        r#"{"highlight":{"fields":{"user.name":{"type":"plain","number_of_fragments":0}}}}"#,
        r#"{"runtime_mappings":{"user.name":{"type":"keyword"}}}"#,
    ] {
        assert_eq!(masked("/logs/_search", query), query, "{query}");
    }
    for path in ["/logs/_mapping", "/_index_template/logs", "/_component_template/logs"] {
        let stage = log_stage(&format!("profile = \"elasticsearch\"\n{SETTINGS}"));
        let body = r#"{"mappings":{"properties":{"user.name":{"type":"keyword"},"seat":{"type":"long"}}}}"#;
        let request = shipped(path, "Content-Type: application/json\r\n", body.as_bytes());
        let request = String::from_utf8(request).unwrap().replacen("POST", "PUT", 1);
        assert_eq!(ask(&stage.proxy, request.into_bytes()).status, 200);
        assert_eq!(String::from_utf8(stage.fake.only().body).unwrap(), body, "{path}");
    }
}

/// Searches that name the field of a value in a member beside it.
#[test]
fn searches_hold_the_values_of_fields_that_are_named_beside_them() {
    let document = masked("/logs/_doc", "{\"user.name\":\"mkowalska7\"}");
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let name = document["user.name"].as_str().unwrap();
    for (path, query) in [
        ("/logs/_search", r#"{"query":{"multi_match":{"query":"mkowalska7","fields":["message","user.name^3"]}}}"#),
        ("/logs/_search", r#"{"query":{"multi_match":{"fields":["user.name"],"query":"mkowalska7","type":"phrase"}}}"#),
        ("/logs/_search", r#"{"query":{"simple_query_string":{"query":"mkowalska7","fields":["user.name"]}}}"#),
        (
            "/logs/_search",
            r#"{"query":{"query_string":{"query":"\"mkowalska7\" AND level:info","default_field":"user.name"}}}"#,
        ),
        ("/logs/_search", r#"{"query":{"more_like_this":{"fields":["user.name"],"like":["mkowalska7"]}}}"#),
        ("/logs/_search", r#"{"aggs":{"u":{"terms":{"field":"user.name","include":["mkowalska7","mkowalska7"]}}}}"#),
        ("/logs/_search", r#"{"aggs":{"u":{"terms":{"field":"user.name","exclude":"mkowalska7","size":3}}}}"#),
        ("/logs/_search", r#"{"suggest":{"s":{"text":"mkowalska7","term":{"field":"user.name"}}}}"#),
        ("/_sql", r#"{"query":"SELECT * FROM logs WHERE n > ? AND user.name = ?","params":[3,"mkowalska7"]}"#),
        ("/_query", r#"{"query":"FROM logs | WHERE user.name IN (?, ?)","params":["mkowalska7","mkowalska7"]}"#),
        (
            "/_query",
            r#"{"query":"FROM logs | WHERE n > ?n AND user.name == ?who","params":[{"who":"mkowalska7"},{"n":3}]}"#,
        ),
        ("/_query", r#"{"params":[3,"mkowalska7"],"query":"FROM logs | WHERE user.name == ?2 AND n > ?1"}"#),
        (
            "/logs/_search",
            r#"{"aggs":{"p":{"composite":{"sources":[{"who":{"terms":{"field":"user.name"}}},{"n":{"terms":{"field":"n"}}}],"after":{"who":"mkowalska7","n":3}}}}}"#,
        ),
    ] {
        assert_eq!(masked(path, query), query.replace("mkowalska7", name), "{query}");
    }
    for query in [
        r#"{"query":{"multi_match":{"query":"connection refused","fields":["message","user.name"]}}}"#,
        r#"{"aggs":{"u":{"terms":{"field":"service.name","include":["checkout"]}}}}"#,
    ] {
        let stage = log_stage("");
        let answer =
            ask(&stage.proxy, shipped("/logs/_search", "Content-Type: application/json\r\n", query.as_bytes()));
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(String::from_utf8(stage.fake.only().body).unwrap(), query);
    }
}

#[test]
fn queries_of_urls_hold_the_values_of_fields() {
    let document = masked("/logs/_doc", "{\"user.name\":\"mkowalska7\"}");
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, SETTINGS);
    let request = b"GET /logs/_search?q=user.name:mkowalska7 HTTP/1.1\r\nHost: h\r\n\r\n";
    assert_eq!(ask(&proxy, request).status, 200);
    let name = document["user.name"].as_str().unwrap();
    let encoded = name.replace('[', "%5C%5B").replace(']', "%5C%5D");
    assert!(fake.only().line().contains(&format!("user.name%3A{encoded} ")));
}
