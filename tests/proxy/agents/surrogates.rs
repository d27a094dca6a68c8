//! Surrogates in answers: known in other spellings, and never in another person's name.

use serde_json::json;

use crate::{
    fake::Fake,
    setup::{ask, post, proxy},
};

#[test]
fn surrogates_come_back_in_other_spellings_and_stay_out_of_other_names() {
    let fake = Fake::start(|request, talk| {
        let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
        let words = body["messages"][0]["content"].as_str().unwrap();
        let (name, phone) = words.strip_prefix("Call ").unwrap().split_once(" at ").unwrap();
        assert!(name != "Emma Stonefield" && phone != "+49 30 901820", "{words}");
        let (first, last) = name.split_once(' ').unwrap();
        let digits: String = phone.chars().filter(|c| c.is_ascii_digit()).collect();
        let text = format!(
            "It was Boris {last} and {first} Smith, not {}. Dear Ms {last}, dial +{digits} or {}. {}",
            name.to_uppercase(),
            phone.replace([' ', '-'], "."),
            name.to_lowercase()
        );
        let expected = format!("Boris {last} and {first} Smith");
        let message = json!({"role": "assistant", "content": text, "expected": expected});
        talk.json(&json!({"choices": [{"index": 0, "message": message}]}).to_string())
    });
    let proxy =
        proxy(&[&fake], "method = \"SYNTHETIC\"\ndeny_list = [{ text = \"Emma Stonefield\", label = \"PERSON\" }]");
    let body =
        json!({"model": "m", "messages": [{"role": "user", "content": "Call Emma Stonefield at +49 30 901820"}]});
    let answer = ask(&proxy, post("/v1/chat/completions", "", &body.to_string())).json();
    let message = &answer["choices"][0]["message"];
    let boris = message["expected"].as_str().unwrap();
    assert!(!boris.contains("Stonefield") && !boris.contains("Emma"), "{boris}");
    let expected = format!(
        "It was {boris}, not EMMA STONEFIELD. Dear Ms Stonefield, dial +4930901820 or +49.30.901820. emma stonefield"
    );
    assert_eq!(message["content"], expected);
}
