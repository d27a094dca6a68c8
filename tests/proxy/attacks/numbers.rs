//! Long numbers, however they are spelled, and names of members are searched wherever no profile says protocol.

use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{ask, post},
};

/// Members with personal data in numbers and names.
const MEMBERS: &str = r#""card_number": 4111111111111111, "phone": 14155552671, "jane.roe@example.com": {},
    "credit_card": 4111111111111111.0, "card": 4.111111111111111e15, "card_no": 41111111111111110E-1"#;

#[test]
fn numbers_and_member_names_are_searched_outside_of_protocols() {
    let fake = Fake::ok();
    let route = |prefix: &str, profile: &str| {
        format!(
            "[[routes]]\nname = {prefix:?}\npath_prefix = \"/{prefix}\"\nupstreams = [{:?}]\nprofile = {profile}\n",
            fake.url()
        )
    };
    let config = format!(
        "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n{}{}{}",
        route("auto", "\"auto\""),
        route("json", "\"json\""),
        route("logs", "\"elasticsearch\"")
    );
    let proxy = Masquerade::start(&config);
    let said = r#""messages": [{"role": "user", "content": "hello"}]"#;
    let cases = [
        ("/json/x", format!("{{{MEMBERS}}}")),
        ("/json/x", format!("{{\"a\": [{{{MEMBERS}}}]}}")),
        ("/auto/new/api", format!("{{{MEMBERS}}}")),
        ("/auto/v1/chat/completions", format!("{{{said}, {MEMBERS}}}")),
        ("/auto/v1/chat/completions", format!("{{{said}, \"customer\": {{{MEMBERS}}}}}")),
        ("/auto/v1/messages", format!("{{{said}, \"customer\": {{{MEMBERS}}}}}")),
        ("/logs/l/_search", format!("{{\"query\": {{\"term\": {{{MEMBERS}}}}}}}")),
        ("/logs/l/_mapping", format!("{{\"properties\": {{{MEMBERS}}}}}")),
    ];
    for (path, body) in cases {
        let method = if path.ends_with("_mapping") { "PUT" } else { "POST" };
        let request = String::from_utf8(post(path, "", &body)).unwrap().replacen("POST", method, 1);
        assert_eq!(ask(&proxy, request).status, 200, "{path}");
        let sent = String::from_utf8(fake.recorded().pop().unwrap().body).unwrap();
        for leak in ["411111", "4.1111", "14155552671", "jane"] {
            assert!(!sent.contains(leak), "{path}: {leak} in {sent}");
        }
    }
    // Protocol stays as it is: a schema's names agree with those of calls.
    let schema = r#"{"type":"object","properties":{"jane.roe@example.com":{"type":"string"}},"required":["x"]}"#;
    let tools = format!(
        r#"{{{said}, "seed": 4111111111111111, "tools": [{{"function": {{"name": "f", "parameters": {schema}}}}}]}}"#
    );
    assert_eq!(ask(&proxy, post("/auto/v1/chat/completions", "", &tools)).status, 200);
    assert_eq!(String::from_utf8(fake.recorded().pop().unwrap().body).unwrap(), tools);
}

#[test]
fn a_masked_member_name_comes_back() {
    let fake = Fake::start(|request, talk| talk.json(std::str::from_utf8(&request.body).unwrap()));
    let proxy = crate::setup::proxy(&[&fake], "profile = \"json\"");
    let body = r#"{"jane.roe@example.com":{"n":1}}"#;
    assert_eq!(String::from_utf8(ask(&proxy, post("/x", "", body)).body).unwrap(), body);
    assert_eq!(fake.only().body, br#"{"[EMAIL_ADDRESS_1]":{"n":1}}"#);
}
