//! Authentication and permissions of routes.

use masquerade::config::ApiKey;

use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{ask, post, route},
};

const KEY: &str = "a key of ours, long enough";

fn keys() -> String {
    let hash = ApiKey::written_hash(KEY);
    let other = ApiKey::written_hash("another key");
    format!(
        "[[keys]]\nname = \"k\"\nhash = \"{hash}\"\npermissions = [\"proxy\"]\nrate = \"2/h\"\n\
         [[keys]]\nname = \"o\"\nhash = \"{other}\"\n"
    )
}

#[test]
fn a_key_of_ours_is_asked_for_counted_and_never_passed_on() {
    let fake = Fake::ok();
    let secret = "[routes.set_headers]\nAuthorization = { env = \"PROVIDER\", prefix = \"Bearer \" }\nX-Plain = \"1\"";
    let config = format!("{}{}", keys(), route(&[&fake], &format!("auth = \"key\"\n{secret}")));
    let proxy = Masquerade::start_with(&config, &[("PROVIDER", "sk-provider")]);
    ask(&proxy, post("/x", "", "{}")).assert_problem(401, "unauthorized");
    ask(&proxy, post("/x", "X-Masquerade-Key: wrong\r\n", "{}")).assert_problem(401, "unauthorized");
    ask(&proxy, post("/x", "X-Masquerade-Key: another key\r\n", "{}")).assert_problem(403, "forbidden");
    assert!(fake.recorded().is_empty());
    let headers = format!("X-Masquerade-Key: {KEY}\r\nX-API-Key: {KEY}\r\nAuthorization: Bearer client\r\n");
    assert_eq!(ask(&proxy, post("/x", &headers, "{}")).status, 200);
    let seen = fake.only();
    assert_eq!(seen.header("authorization"), Some("Bearer sk-provider"));
    assert_eq!(seen.header("x-plain"), Some("1"));
    assert!(!seen.head.contains(KEY), "{}", seen.head);
    assert_eq!(ask(&proxy, post("/x", &headers, "{}")).status, 200);
    let refused = ask(&proxy, post("/x", &headers, "{}"));
    refused.assert_problem(429, "too-many-requests");
    assert!(refused.header("retry-after").is_some());
}

#[test]
fn a_key_uses_the_routes_that_it_may_and_a_route_has_limits_of_its_own() {
    let fake = Fake::ok();
    let key = |name: &str, routes: &str| {
        let hash = ApiKey::written_hash(&format!("{KEY} {name}"));
        format!("[[keys]]\nname = \"{name}\"\nhash = \"{hash}\"\npermissions = [\"proxy\"]\nroutes = [{routes}]\n")
    };
    let config = format!(
        "{}{}{}",
        key("in", "\"test\""),
        key("out", ""),
        route(&[&fake], "auth = \"key\"\nrate = \"1/h\"\nin_flight = 1\n")
    );
    let proxy = Masquerade::start(&config);
    let with = |name: &str| post("/x", &format!("X-Masquerade-Key: {KEY} {name}\r\n"), "{}");
    ask(&proxy, with("out")).assert_problem(403, "forbidden");
    assert_eq!(ask(&proxy, with("in")).status, 200);
    let refused = ask(&proxy, with("in"));
    refused.assert_problem(429, "too-many-requests");
    assert!(refused.header("retry-after").is_some());
    assert_eq!(fake.recorded().len(), 1);
}

#[test]
fn the_clients_own_credential_passes_through() {
    let fake = Fake::ok();
    let proxy = Masquerade::start(&format!("{}{}", keys(), route(&[&fake], "")));
    assert_eq!(ask(&proxy, post("/x?key=abc", "X-Api-Key: sk-ant-1\r\n", "{}")).status, 200);
    assert_eq!(fake.only().header("x-api-key"), Some("sk-ant-1"));
    assert_eq!(fake.only().line(), "POST /x?key=abc HTTP/1.1");
}
