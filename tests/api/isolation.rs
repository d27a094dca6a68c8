//! Isolation of tenants: names, sessions and keys of one mean nothing to another.

use serde_json::json;

use crate::service::Service;

const TEXT: &str = "a@example.com";

#[test]
fn sessions_of_one_name_are_not_one_session() {
    let service = Service::shared();
    let (own, rival) = (service.client("first").session("same"), service.client("rival").session("same"));
    let masked = own.anonymize(&[TEXT]).texts;
    for more in [json!({}), json!({ "tolerant": true, "report_unresolved": true })] {
        let restored = rival.restore_with(&masked, &more);
        assert_eq!((restored.texts, restored.unresolved), (masked.clone(), 1));
    }
    assert_eq!(rival.anonymize(&["b@example.com"]).texts, ["[EMAIL_ADDRESS_1]"], "numbers tell nothing");
    assert_eq!(own.restore(&masked).texts, [TEXT]);
}

#[test]
fn another_tenant_cannot_delete() {
    let service = Service::shared();
    let own = service.client("first").session("kept-from-rivals");
    let masked = own.anonymize(&[TEXT]).texts;
    let answer = service.client("rival").send("DELETE", "/v1/sessions/kept-from-rivals");
    assert_eq!(answer.status, 204, "whether there was one is not told");
    assert_eq!(own.restore(&masked).texts, [TEXT]);
    assert_eq!(service.client("second").send("DELETE", "/v1/sessions/kept-from-rivals").status, 204);
    assert_eq!(own.restore(&masked).unresolved, 1, "another key of the tenant may");
}

#[test]
fn hashes_tokens_and_surrogates_of_two_tenants_tell_nothing_of_each_other() {
    let service = Service::shared();
    let (own, rival) = (service.client("first").session("walls"), service.client("rival").session("walls"));
    for method in ["HASH", "ENCRYPT", "SYNTHETIC"] {
        let masked = own.by_method(TEXT, method).texts;
        assert_ne!(rival.by_method(TEXT, method).texts, masked, "{method} correlates");
        assert_eq!(rival.restore(&masked).texts, masked, "{method}");
        assert_eq!(own.restore(&masked).texts, [TEXT], "{method}");
    }
}

#[test]
fn a_default_session_cannot_be_named_by_another_key() {
    let service = Service::shared();
    let own = service.client("default-three");
    let masked = own.anonymize(&[TEXT]).texts;
    for (key, id) in [("second", "default"), ("second", "default-three"), ("rival", "default")] {
        assert_eq!(service.client(key).session(id).restore(&masked).unresolved, 1, "{key} {id}");
        assert_eq!(service.client(key).send("DELETE", &format!("/v1/sessions/{id}")).status, 204);
    }
    assert_eq!(own.restore(&masked).texts, [TEXT]);
}
