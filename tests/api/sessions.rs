//! The map that is kept.

use serde_json::json;

use crate::service::Service;

const FORM: [&str; 5] = ["a", "7", "A.b_c-d", "0..__--", "default"];

#[test]
fn ids_of_the_contracts_form_are_taken() {
    let service = Service::shared();
    let longest = "x".repeat(128);
    for id in FORM.into_iter().chain([longest.as_str()]) {
        let client = service.client("first").session(id);
        let masked = client.anonymize(&["q@example.com"]).texts;
        assert_eq!(client.restore(&masked).texts, ["q@example.com"], "{id}");
    }
}

#[test]
fn ids_out_of_form_are_400() {
    let service = Service::shared();
    let too_long = "x".repeat(129);
    let bad = ["", "-a", ".a", "_a", "a b", "a/b", "a@b", "ä", "a%20", "a\tb", too_long.as_str()];
    for id in bad {
        for client in [service.client("first").session(id), service.unkept().session(id)] {
            client.post("/v1/anonymize", r#"{"text":[]}"#).assert_problem(400, "invalid-header");
            client.post("/v1/deanonymize", r#"{"anonymized_text":[]}"#).assert_problem(400, "invalid-header");
        }
    }
    let twice = service.client("first").session("a").session("a");
    twice.post("/v1/anonymize", r#"{"text":[]}"#).assert_problem(400, "invalid-header");
}

#[test]
fn a_session_remembers_and_numbers_on() {
    let service = Service::shared();
    let client = service.client("first").session("remembers");
    assert_eq!(client.anonymize(&["a@example.com", "192.0.2.1"]).texts, ["[EMAIL_ADDRESS_1]", "[IP_ADDRESS_1]"]);
    assert_eq!(client.anonymize(&["b@example.com a@example.com"]).texts, ["[EMAIL_ADDRESS_2] [EMAIL_ADDRESS_1]"]);
    let restored = client.restore(&["[EMAIL_ADDRESS_2] [EMAIL_ADDRESS_1] [IP_ADDRESS_1] [IP_ADDRESS_2]"]);
    assert_eq!(restored.texts, ["b@example.com a@example.com 192.0.2.1 [IP_ADDRESS_2]"]);
    assert_eq!(restored.unresolved, 1);
}

#[test]
fn sessions_know_nothing_of_each_other() {
    let service = Service::shared();
    let (one, other) = (service.client("first").session("one"), service.client("first").session("other"));
    one.anonymize(&["a@example.com"]);
    assert_eq!(other.restore(&["[EMAIL_ADDRESS_1]"]).unresolved, 1);
    assert_eq!(other.anonymize(&["b@example.com"]).texts, ["[EMAIL_ADDRESS_1]"]);
    assert_eq!(one.restore(&["[EMAIL_ADDRESS_1]"]).texts, ["a@example.com"]);
}

#[test]
fn keys_of_one_tenant_share_named_sessions() {
    let service = Service::shared();
    let masked = service.client("first").session("shared").anonymize(&["a@example.com"]).texts;
    assert_eq!(service.client("second").session("shared").restore(&masked).texts, ["a@example.com"]);
    assert_eq!(service.client("reader").session("shared").restore(&masked).texts, ["a@example.com"]);
}

#[test]
fn each_key_has_a_default_session() {
    let service = Service::shared();
    let (one, two) = (service.client("default-one"), service.client("default-two"));
    let masked = one.anonymize(&["a@example.com"]);
    assert_eq!(masked.response.header("x-session-id"), None);
    assert_eq!(one.restore(&masked.texts).texts, ["a@example.com"]);
    assert_eq!(two.restore(&masked.texts).texts, masked.texts, "the default session is the key's own");
    assert_eq!(one.session("default").restore(&masked.texts).texts, ["a@example.com"]);
    assert_eq!(one.send("DELETE", "/v1/sessions/default").status, 204);
    assert_eq!(one.restore(&masked.texts).unresolved, 1);
}

#[test]
fn without_a_default_session_the_answer_names_a_fresh_one() {
    let service = Service::shared();
    let client = service.client("loner");
    let answers = [client.anonymize(&["a@example.com"]), client.anonymize(&["b@example.com"])];
    let ids = answers.each_ref().map(|answer| answer.response.header("x-session-id").expect("an id").to_owned());
    assert!(ids[0] != ids[1] && ids.iter().all(|id| id.len() >= 32), "{ids:?}");
    for (answer, (id, original)) in answers.iter().zip(ids.iter().zip(["a@example.com", "b@example.com"])) {
        assert_eq!(answer.texts, ["[EMAIL_ADDRESS_1]"]);
        assert_eq!(client.session(id).restore(&answer.texts).texts, [original]);
    }
    assert_eq!(client.restore(&["[EMAIL_ADDRESS_1]"]).unresolved, 1);
    assert_eq!(client.session("named").anonymize(&["c@example.com"]).response.header("x-session-id"), None);
    let unkept = client.header("Cache-Control", "no-store").anonymize(&["c@example.com"]);
    assert_eq!(unkept.response.header("x-session-id"), None, "there is none");
}

#[test]
fn no_store_neither_reads_nor_writes() {
    let service = Service::shared();
    let client = service.client("first").session("no-store");
    client.anonymize(&["a@example.com b@example.com"]);
    for directive in ["no-store", "max-age=0, No-Store"] {
        let unkept = client.header("Cache-Control", directive);
        assert_eq!(unkept.anonymize(&["c@example.com"]).texts, ["[EMAIL_ADDRESS_1]"]);
        assert_eq!(unkept.restore(&["[EMAIL_ADDRESS_2]"]).unresolved, 1);
    }
    assert_eq!(client.restore(&["[EMAIL_ADDRESS_1]"]).texts, ["a@example.com"]);
    assert_eq!(client.anonymize(&["d@example.com"]).texts, ["[EMAIL_ADDRESS_3]"]);
    assert_eq!(client.header("Cache-Control", "no-cache").restore(&["[EMAIL_ADDRESS_3]"]).texts, ["d@example.com"]);
}

#[test]
fn delete_is_always_204_and_numbers_are_never_given_again() {
    let service = Service::shared();
    let client = service.client("first").session("forgotten");
    assert_eq!(client.anonymize(&["a@example.com b@example.com"]).texts, ["[EMAIL_ADDRESS_1] [EMAIL_ADDRESS_2]"]);
    for _ in 0..2 {
        let deleted = client.send("DELETE", "/v1/sessions/forgotten");
        assert_eq!((deleted.status, deleted.body.len()), (204, 0));
    }
    assert_eq!(client.restore(&["[EMAIL_ADDRESS_1]"]).unresolved, 1);
    assert_eq!(client.anonymize(&["a@example.com"]).texts, ["[EMAIL_ADDRESS_3]"]);
    assert_eq!(client.restore(&["[EMAIL_ADDRESS_1] [EMAIL_ADDRESS_3]"]).texts, ["[EMAIL_ADDRESS_1] a@example.com"]);
    for unknown in ["nothing-here", "-out-of-form", "a%20b"] {
        assert_eq!(client.send("DELETE", &format!("/v1/sessions/{unknown}")).status, 204);
    }
    client.send("DELETE", "/v1/sessions/").assert_problem(404, "not-found");
}

#[test]
fn hashes_and_surrogates_are_restored_from_the_session() {
    let service = Service::shared();
    let client = service.client("first").session("hashes");
    for method in ["HASH", "SYNTHETIC"] {
        let masked = client.by_method("Write to a@example.com", method).texts;
        assert_eq!(client.restore(&masked).texts, ["Write to a@example.com"], "{method}");
    }
}

#[test]
fn kept_entities_never_reach_a_session() {
    let service = Service::shared();
    let client = service.client("first").session("kept");
    client.by_method("a@example.com [EMAIL_ADDRESS_1]", "KEEP");
    assert_eq!(client.anonymize(&["b@example.com"]).texts, ["[EMAIL_ADDRESS_1]"]);
    assert_eq!(client.restore(&["[EMAIL_ADDRESS_1]"]).texts, ["b@example.com"]);
}

#[test]
fn tolerance_works_from_the_session() {
    let service = Service::shared();
    let client = service.client("first").session("tolerant");
    client.anonymize(&["a@example.com"]);
    let restored = client.restore_with(&["[email_address_1]"], &json!({ "tolerant": true }));
    assert_eq!(restored.texts, ["a@example.com"]);
}

#[test]
fn a_session_shows_counts_and_times() {
    let service = Service::shared();
    let client = service.client("first");
    client.send("GET", "/v1/sessions/shown").assert_problem(404, "not-found");
    client.send("GET", "/v1/sessions/a@b").assert_problem(404, "not-found");
    client.send("POST", "/v1/sessions/shown/extend").assert_problem(404, "not-found");
    client.session("shown").anonymize(&["shown@example.com 192.0.2.7"]);
    for (method, path) in [("GET", "/v1/sessions/shown"), ("POST", "/v1/sessions/shown/extend")] {
        let answer = service.client("second").send(method, path);
        assert_eq!((answer.status, answer.json()["entries"].as_u64()), (200, Some(2)));
        assert!(answer.json()["expires_in_seconds"].as_u64() > Some(3000));
        assert!(!String::from_utf8_lossy(&answer.body).contains("example.com"));
    }
    client.send("DELETE", "/v1/sessions/shown");
    client.send("GET", "/v1/sessions/shown").assert_problem(404, "not-found");
}

#[test]
fn a_person_is_forgotten_in_all_sessions() {
    let service = Service::shared();
    let (one, two) = (service.client("first").session("forget-1"), service.client("first").session("forget-2"));
    for client in [&one, &two] {
        client.anonymize(&["forgotten@example.com kept@example.com"]);
    }
    let body = json!({ "text": ["forgotten@example.com", "unknown@example.com"] }).to_string();
    let answer = service.client("second").post("/v1/forget", &body);
    assert_eq!((answer.status, answer.json()), (200, json!({ "entries": 2, "sessions": 2 })));
    for client in [&one, &two] {
        let restored = client.restore(&["[EMAIL_ADDRESS_1] [EMAIL_ADDRESS_2]"]);
        assert_eq!(restored.texts, ["[EMAIL_ADDRESS_1] kept@example.com"]);
        assert_eq!(client.anonymize(&["forgotten@example.com"]).texts, ["[EMAIL_ADDRESS_3]"]);
    }
    one.post("/v1/forget", r#"{"text":"a"}"#).assert_problem(422, "wrong-type");
}

#[test]
fn what_a_session_knows_is_found_in_its_later_requests_if_asked_for() {
    let service = Service::shared();
    let client = service.client("first").session("use-session");
    let masked = |text: &str, uses: bool, client: &crate::client::Client<'_>| {
        let body = json!({ "text": [text], "use_session": uses, "detection_config": { "ner": "off" } });
        let answer = client.post("/v1/anonymize", body.to_string());
        answer.json()["anonymized_text"][0].as_str().expect("a text").to_owned()
    };
    let known = json!({
        "text": ["ask Zyqvarn Holt about it"],
        "detection_config": { "deny_list": [{ "text": "Zyqvarn Holt", "label": "PERSON" }] },
    });
    client.post("/v1/anonymize", known.to_string());
    let later = "Zyqvarn Holt, and zyqvarn holt";
    assert_eq!(masked(later, true, &client), "[PERSON_1], and zyqvarn holt");
    assert_eq!(masked(later, false, &client), later);
    assert_eq!(masked(later, true, &service.client("first").session("use-session-2")), later);
    client.post("/v1/detect", r#"{"text":["a"],"use_session":true}"#).assert_problem(422, "unknown-member");
}
