//! Searches through a route whose records are sealed.

use masquerade::config::ApiKey;

use super::EMAIL;
use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{ask, post, route},
};

const READER: &str = "a key of ours that may not restore";
const AUDITOR: &str = "a key of ours that may restore";

/// Keys of one tenant.
fn keys() -> String {
    let key = |name: &str, key: &str, permissions: &str| {
        let hash = ApiKey::written_hash(key);
        format!("[[keys]]\nname = \"{name}\"\nhash = \"{hash}\"\ntenant = \"shop\"\npermissions = [{permissions}]\n")
    };
    key("reader", READER, "\"proxy\"") + &key("auditor", AUDITOR, "\"proxy\", \"deanonymize\"")
}

#[test]
fn a_search_finds_and_only_keys_that_may_see_originals() {
    // Finds documents that hold the term of the query.
    let stored = std::sync::Mutex::new(Vec::<serde_json::Value>::new());
    let fake = Fake::start(move |request, talk| {
        let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
        let mut stored = stored.lock().unwrap();
        if request.line().contains("_doc") {
            stored.push(body);
            return talk.json("{\"result\":\"created\"}");
        }
        let term = &body["query"]["term"]["user.email"];
        let found = stored.iter().filter(|document| document["user"]["email"] == *term);
        let hits: Vec<_> = found.map(|found| serde_json::json!({"_index": "logs", "_source": found})).collect();
        talk.json(&serde_json::json!({"hits": {"hits": hits}}).to_string())
    });
    let secret = "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n";
    let more = "profile = \"elasticsearch\"\nmethod = \"ENCRYPT\"\nauth = \"key\"";
    let proxy = Masquerade::start(&format!("{secret}{}{}", keys(), route(&[&fake], more)));
    let document = |mail: &str| serde_json::json!({"user": {"email": mail}, "message": format!("by {mail}")});
    for mail in [EMAIL, "bob.miller@example.com"] {
        let key = format!("X-Masquerade-Key: {READER}\r\n");
        assert_eq!(ask(&proxy, post("/logs/_doc", &key, &document(mail).to_string())).status, 200);
    }
    let query = serde_json::json!({"query": {"term": {"user.email": EMAIL}}}).to_string();
    let hits = |key: &str| {
        let key = format!("X-Masquerade-Key: {key}\r\n");
        let answer = ask(&proxy, post("/logs/_search", &key, &query)).json();
        answer["hits"]["hits"].as_array().unwrap().clone()
    };
    let seen = hits(AUDITOR);
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!(seen[0]["_source"], document(EMAIL));
    let sealed = hits(READER);
    assert!(sealed.len() == 1 && !sealed[0].to_string().contains("jane"), "{sealed:?}");
    assert!(fake.recorded().iter().all(|seen| !String::from_utf8_lossy(&seen.body).contains("jane")));
}
