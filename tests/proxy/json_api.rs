//! APIs that only their user knows: `profile = "json"` with selectors.

use crate::{
    fake::Fake,
    setup::{ask, post, proxy},
};

const EMAIL: &str = "jane.roe@example.com";
/// An address in quotes, which have to be escaped within JSON.
const QUOTED: &str = "\"jane\"@example.com";

const SELECTORS: &str = "profile = \"json\"\ndeny_list = [{ text = '\"jane\"@example.com', label = \"EMAIL_ADDRESS\" }]\n\
    [routes.json]\nnever = [\"ticket.ref\"]\nfree = [\"fields.**\"]\nnested = [\"event\"]\n";

/// An upstream that gives back what it was sent, in all members of its answer.
fn mirror() -> Fake {
    Fake::start(|request, talk| talk.json(&String::from_utf8(request.body.clone()).unwrap()))
}

fn body() -> serde_json::Value {
    serde_json::json!({
        "ticket": {"ref": EMAIL, "title": format!("Call {EMAIL}")},
        "fields": {EMAIL: 1, "card": 4_111_111_111_111_111_u64},
        "event": serde_json::json!({"by": QUOTED}).to_string(),
        "answer": {"text": EMAIL},
    })
}

#[test]
fn selectors_say_what_stays_and_what_is_payload() {
    let fake = mirror();
    let proxy = proxy(&[&fake], SELECTORS);
    let answer = ask(&proxy, post("/tickets", "", &body().to_string()));
    let seen = fake.only().body;
    let sent: serde_json::Value = serde_json::from_slice(&seen).unwrap();
    assert_eq!(sent["ticket"]["ref"], EMAIL);
    assert_eq!(String::from_utf8(seen).unwrap().matches("jane").count(), 1, "{sent}");
    assert!(sent["fields"]["card"].is_string() && sent["fields"].get(EMAIL).is_none(), "{sent}");
    let event: serde_json::Value = serde_json::from_str(sent["event"].as_str().unwrap()).unwrap();
    assert!(event["by"].as_str().unwrap().starts_with("[EMAIL_ADDRESS_"), "{event}");
    let mut expected = body();
    // A number that was masked is a string since.
    expected["fields"]["card"] = "4111111111111111".into();
    assert_eq!(answer.json(), expected);
}

#[test]
fn selectors_say_what_of_an_answer_is_restored() {
    let fake = mirror();
    let proxy = proxy(&[&fake], &format!("{SELECTORS}restore = [\"answer.**\"]"));
    let answer = ask(&proxy, post("/tickets", "", &body().to_string())).json();
    assert_eq!(answer["answer"]["text"], EMAIL);
    assert_eq!(answer["event"], body()["event"]);
    assert_eq!(answer["ticket"]["title"], "Call [EMAIL_ADDRESS_1]");
}
