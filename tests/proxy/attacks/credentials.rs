//! A key of this gateway, wherever a client puts its credential: used or refused, and never sent to an upstream.

use masquerade::config::ApiKey;

use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{ask, post},
};

const KEY: &str = "a key of ours, long enough";

/// `user:` and the key, in base64.
const BASIC: &str = "dXNlcjphIGtleSBvZiBvdXJzLCBsb25nIGVub3VnaA==";

/// Requests with the key in each place: the query and a header line.
fn places() -> Vec<(&'static str, String)> {
    let header = |name: &str, value: &str| ("", format!("{name}: {value}\r\n"));
    vec![
        header("Authorization", &format!("Bearer {KEY}")),
        header("Authorization", KEY),
        header("Authorization", &format!("Basic {BASIC}")),
        header("Proxy-Authorization", &format!("Bearer {KEY}")),
        header("Api-Key", KEY),
        header("X-Goog-Api-Key", KEY),
        header("X-Auth-Token", KEY),
        ("?key=a%20key%20of%20ours%2C%20long%20enough", String::new()),
        ("?a=b&api_key=a%20key%20of%20ours%2c%20long%20enough", String::new()),
    ]
}

#[test]
fn a_key_of_ours_is_used_or_refused_wherever_it_stands() {
    let fake = Fake::ok();
    let route = |name: &str, auth: &str| {
        format!(
            "[[routes]]\nname = {name:?}\npath_prefix = \"/{name}\"\nupstreams = [{:?}]\nauth = {auth:?}\nconfirm_open = true\n",
            fake.url()
        )
    };
    let config = format!(
        "[[keys]]\nname = \"k\"\nhash = \"{}\"\npermissions = [\"proxy\"]\n{}{}{}",
        ApiKey::written_hash(KEY),
        route("keyed", "key"),
        route("passing", "upstream"),
        route("open", "none")
    );
    let proxy = Masquerade::start(&config);
    let mut sent = 0;
    let mut all = places();
    all.push(("", format!("X-Api-Key: {KEY}\r\n")));
    for (query, headers) in &all {
        assert_eq!(ask(&proxy, post(&format!("/keyed/x{query}"), headers, "{}")).status, 200, "{query} {headers}");
        sent += 1;
    }
    for (query, headers) in &places() {
        for prefix in ["/passing/x", "/open/x"] {
            let refused = ask(&proxy, post(&format!("{prefix}{query}"), headers, "{}"));
            refused.assert_problem(401, "unauthorized");
        }
    }
    // This gateway's own header beside the upstream's credential is only left out.
    let headers = format!("X-Api-Key: {KEY}\r\nAuthorization: Bearer upstream\r\n");
    assert_eq!(ask(&proxy, post("/passing/x", &headers, "{}")).status, 200);
    assert_eq!(ask(&proxy, post("/keyed/x", "Authorization: Bearer another\r\n", "{}")).status, 401);
    let recorded = fake.recorded();
    assert_eq!(recorded.len(), sent + 1);
    for request in recorded {
        let head = &request.head;
        assert!(!head.contains("ours") && !head.contains(BASIC), "{head}");
        assert!(request.line().starts_with("POST /x HTTP") || request.line().starts_with("POST /x?a=b HTTP"), "{head}");
    }
}
