//! Sealed placeholders of other conversations are opened only for a key that may deanonymize.

use masquerade::config::ApiKey;
use serde_json::{Value, json};

use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{ask, post},
};

const EMAIL: &str = "jane.roe@example.com";

fn chat(proxy: &Masquerade, headers: &str, messages: &Value) -> String {
    let body = json!({"model": "m", "messages": messages}).to_string();
    let answer = ask(proxy, post("/v1/chat/completions", headers, &body));
    answer.json()["choices"][0]["message"]["content"].as_str().unwrap().to_owned()
}

#[test]
fn a_sealed_text_of_another_conversation_stays_sealed() {
    // Repeats the last message.
    let fake = Fake::start(|request, talk| {
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        let last = body["messages"].as_array().unwrap().last().unwrap()["content"].clone();
        talk.json(&json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": last}}]}).to_string())
    });
    let key = |name: &str, permissions: &str| {
        let hash = ApiKey::written_hash(&format!("the key of {name}"));
        format!("[[keys]]\nname = {name:?}\nhash = \"{hash}\"\ntenant = \"t\"\npermissions = [{permissions}]\n")
    };
    let config = format!(
        "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n{}{}\
         [[routes]]\nname = \"test\"\nupstreams = [{:?}]\nauth = \"key\"\nrealm = \"/v1\"\nmethod = \"ENCRYPT\"\n",
        key("low", "\"proxy\", \"anonymize\""),
        key("high", "\"proxy\", \"deanonymize\""),
        fake.url()
    );
    let proxy = Masquerade::start(&config);
    let body = json!({"text": [EMAIL], "anonymization_config": {"deidentification_method": "ENCRYPT"}});
    let masked = ask(&proxy, post("/v1/anonymize", "X-API-Key: the key of low\r\n", &body.to_string())).json();
    let token = masked["anonymized_text"][0].as_str().unwrap().to_owned();
    assert!(token.starts_with("[EMAIL_ADDRESS:"), "{masked}");
    let (low, high) = ("X-Masquerade-Key: the key of low\r\n", "X-Masquerade-Key: the key of high\r\n");
    let planted = json!([{"role": "assistant", "content": token}]);
    assert_eq!(chat(&proxy, low, &planted), token);
    assert_eq!(chat(&proxy, high, &planted), EMAIL);
    // A conversation opens what it sealed itself.
    let own = json!([{"role": "user", "content": EMAIL}, {"role": "assistant", "content": token}]);
    assert_eq!(chat(&proxy, low, &own), EMAIL);
}
