//! The policy of a route: blocking, exceptions by voice and confidence, observation.

use crate::{
    common::raw::Response,
    fake::Fake,
    setup::{ask, metric, post, proxy},
};

const EMAIL: &str = "jane.roe@example.com";
const SSN: &str = "536-22-8712";
const CHAT: &str = "/v1/chat/completions";

/// A chat of a user who says `words` after a tool said `told`.
fn chat(told: &str, words: &str) -> String {
    serde_json::json!({"model": "m", "messages": [
        {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c", "content": told},
        {"role": "user", "content": [{"type": "text", "text": words}]},
    ]})
    .to_string()
}

/// The pointers and details of a refusal that names `label`, which holds no value.
#[track_caller]
fn blocked(answer: &Response, label: &str) -> Vec<(String, String)> {
    assert_eq!(answer.status, 422, "{answer:?}");
    let document = answer.json();
    assert_eq!(document["type"], "/problems/blocked");
    assert!(document["detail"].as_str().unwrap().contains(label), "{document}");
    let text = document.to_string();
    assert!(!text.contains("536") && !text.contains("jane"), "{text}");
    let errors = document["errors"].as_array().unwrap().iter();
    let member = |error: &serde_json::Value, name: &str| error[name].as_str().unwrap().to_owned();
    errors.map(|error| (member(error, "pointer"), member(error, "detail"))).collect()
}

#[test]
fn a_label_is_blocked_with_its_places_and_without_its_values() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "methods = { US_SSN = \"BLOCK\" }");
    let answer = ask(&proxy, post(CHAT, "", &chat("nothing", &format!("my SSN is {SSN}"))));
    let value = "the value holds US_SSN".to_owned();
    assert_eq!(blocked(&answer, "US_SSN"), [("/messages/2/content/0/text".to_owned(), value.clone())]);
    // JSON within a string has the pointer of the string; a name that may be anybody's is not repeated.
    let nested = serde_json::json!({"x": [{"ssn": SSN}]}).to_string();
    let body = serde_json::json!({"metadata": {"a": nested, "jane@x.example": format!("SSN {SSN}")}}).to_string();
    let places = blocked(&ask(&proxy, post(CHAT, "", &body)), "US_SSN");
    assert_eq!(places, [("/metadata/a".to_owned(), value.clone()), ("/metadata/*".to_owned(), value)]);
    let query = ask(&proxy, post(&format!("{CHAT}?note=SSN%20{SSN}"), "", &chat("a", "b")));
    assert_eq!(blocked(&query, "US_SSN"), [(String::new(), "the query holds US_SSN".to_owned())]);
    assert!(fake.recorded().is_empty());
    assert_eq!(ask(&proxy, post(CHAT, "", &chat("a", EMAIL))).status, 200);
}

#[test]
fn a_policy_tells_voices_and_confidence_apart() {
    let fake = Fake::ok();
    let policy = "policy = [\n\
        { entities = [\"US_SSN\"], voices = [\"user\"], method = \"BLOCK\" },\n\
        { entities = [\"EMAIL_ADDRESS\"], voices = [\"tool\"], method = \"KEEP\" },\n\
        { entities = [\"EMAIL_ADDRESS\"], method = \"MASK\" },\n\
        { entities = [\"IP_ADDRESS\"], method = \"REDACT\", threshold = 1.0 },\n\
    ]";
    let proxy = proxy(&[&fake], policy);
    let refused = ask(&proxy, post(CHAT, "", &chat("a", &format!("SSN {SSN}"))));
    assert_eq!(blocked(&refused, "US_SSN").len(), 1);
    let words = "Mail zoe@example.org from 203.0.113.77.";
    assert_eq!(ask(&proxy, post(CHAT, "", &chat(&format!("SSN {SSN}, {EMAIL}"), words))).status, 200);
    let seen = String::from_utf8(fake.only().body).unwrap();
    assert!(seen.contains("[US_SSN_1]") && seen.contains(EMAIL), "{seen}");
    assert!(seen.contains("Mail ***") && !seen.contains("zoe") && seen.contains("203.0.113.77"), "{seen}");
}

#[test]
fn an_observing_route_changes_nothing_and_counts_what_it_would() {
    let fake = Fake::start(|request, talk| talk.json(&String::from_utf8(request.body.clone()).unwrap()));
    let proxy = proxy(&[&fake], "mode = \"observe\"\nmethods = { US_SSN = \"BLOCK\" }");
    let body = chat("Reply to [EMAIL_ADDRESS_1]", EMAIL);
    let answer = ask(&proxy, post(&format!("{CHAT}?who={EMAIL}"), &format!("X-User: {EMAIL}\r\n"), &body));
    assert_eq!(String::from_utf8(answer.body.clone()).unwrap(), body);
    let coverage = answer.header("x-masquerade-coverage").unwrap();
    assert!(coverage.contains("replaced=4") && coverage.ends_with(", mode=observe"), "{coverage}");
    let seen = fake.only();
    assert_eq!((String::from_utf8(seen.body.clone()).unwrap(), seen.header("x-user")), (body, Some(EMAIL)));
    assert!(seen.line().contains(EMAIL), "{}", seen.line());
    let count = |label: &str, method: &str| {
        let name = format!(
            "masquerade_proxy_unenforced_total{{label=\"{label}\",method=\"{method}\",policy=\"observe\",route=\"test\"}}"
        );
        metric(&proxy, &name)
    };
    assert_eq!(count("EMAIL_ADDRESS", "REDACT"), 3.0);
    assert_eq!(metric(&proxy, "masquerade_entities_total{label=\"EMAIL_ADDRESS\",method=\"REDACT\"}"), 0.0);
    // What would be refused passes, too.
    for (body, reason) in [(chat("a", &format!("SSN {SSN}")), "blocked"), ("{\"broken".to_owned(), "malformed-body")] {
        let answer = ask(&proxy, post(CHAT, "", &body));
        assert_eq!(answer.status, 200);
        assert!(answer.header("x-masquerade-coverage").unwrap().ends_with(&format!("would-refuse={reason}")));
        assert_eq!(count("", reason), 1.0);
    }
}

#[test]
fn a_text_in_the_form_of_a_placeholder_with_an_attribute_comes_back_as_it_was() {
    let fake = Fake::start(|request, talk| {
        let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
        let message = serde_json::json!({"role": "assistant", "content": body["messages"][0]["content"]});
        talk.json(&serde_json::json!({"choices": [{"index": 0, "message": message}]}).to_string())
    });
    let proxy = proxy(&[&fake], "attributes = true\ndeny_list = [{ text = \"Jane Roe\", label = \"PERSON\" }]");
    let text = "Ask Jane Roe; the form says [PERSON_1 f], [person_1 f] and [PERSON_2 f].";
    let body = serde_json::json!({"model": "m", "messages": [{"role": "user", "content": text}]}).to_string();
    let answer = ask(&proxy, post(CHAT, "", &body));
    assert!(!String::from_utf8(fake.only().body).unwrap().contains("Jane"));
    assert_eq!(answer.json()["choices"][0]["message"]["content"], text);
}

#[test]
fn placeholders_may_tell_attributes_and_are_restored_with_and_without_them() {
    let fake = Fake::start(|request, talk| {
        let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
        let told = body["messages"][0]["content"].as_str().unwrap();
        let said = format!("{told} And again: [PERSON_1], [PHONE_NUMBER_1], [DATE_OF_BIRTH_1].");
        let answer = serde_json::json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": said}}]});
        talk.json(&answer.to_string())
    });
    let settings = "attributes = true\ndeny_list = [{ text = \"Jane Roe\", label = \"PERSON\" }]";
    let proxy = proxy(&[&fake], settings);
    let text = "Jane Roe, born on 12.03.1961, has the number +48 22 555 01 23.";
    let body = serde_json::json!({"model": "m", "messages": [{"role": "user", "content": text}]}).to_string();
    let answer = ask(&proxy, post(CHAT, "", &body));
    let seen = String::from_utf8(fake.only().body).unwrap();
    for placeholder in ["[PERSON_1 f]", "[DATE_OF_BIRTH_1 year=1961]", "[PHONE_NUMBER_1 country=PL]"] {
        assert!(seen.contains(placeholder), "{seen}");
    }
    let said = format!("{text} And again: Jane Roe, +48 22 555 01 23, 12.03.1961.");
    assert_eq!(answer.json()["choices"][0]["message"]["content"], said);
}

#[test]
fn a_shadow_policy_is_only_counted() {
    let fake = Fake::ok();
    let proxy = proxy(
        &[&fake],
        "[routes.shadow]\nmethod = \"HASH\"\nentities = [\"EMAIL_ADDRESS\", \"US_SSN\"]\nmethods = { US_SSN = \"BLOCK\" }",
    );
    assert_eq!(ask(&proxy, post(CHAT, "", &chat("a", EMAIL))).status, 200);
    assert_eq!(ask(&proxy, post(CHAT, "", &chat("a", &format!("SSN {SSN}")))).status, 200);
    let seen = fake.recorded().iter().map(|seen| String::from_utf8(seen.body.clone()).unwrap()).collect::<String>();
    assert!(seen.contains("[EMAIL_ADDRESS_1]") && seen.contains("[US_SSN_1]"), "{seen}");
    for (label, method) in [("EMAIL_ADDRESS", "HASH"), ("", "blocked")] {
        let name = format!(
            "masquerade_proxy_unenforced_total{{label=\"{label}\",method=\"{method}\",policy=\"shadow\",route=\"test\"}}"
        );
        assert_eq!(metric(&proxy, &name), 1.0, "{label} {method}");
    }
}
