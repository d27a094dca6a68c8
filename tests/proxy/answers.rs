//! Personal data that a model itself writes: masked on their way to a client that may not see them.

use crate::{
    common::raw::Response,
    common::wait::eventually,
    fake::{Fake, Talk, Then},
    setup::{ask, connect, metric, post, proxy},
};

const OWN: &str = "jane.roe@example.com";
const CHAT: &str = "/v1/chat/completions";
/// The model's text: `$own` stands for the user's address, as the model knows it.
const SAID: &str = "I wrote to $own. The other one is zoe.brown@example.org, SSN 536-22-8712! Her card is \
    4111 1111 1111 1111\nand more. Ask $own again";
/// Values of that text that no client may see.
const NEW: [&str; 4] = ["zoe.brown", "536-22-8712", "4111", "example.org"];

fn request() -> String {
    serde_json::json!({"model": "m", "messages": [{"role": "user", "content": format!("I am {OWN}")}]}).to_string()
}

/// The substitute of the user's address in a masked request.
fn known(body: &[u8]) -> String {
    let body: serde_json::Value = serde_json::from_slice(body).unwrap();
    let words = body["messages"][0]["content"].as_str().unwrap();
    words.strip_prefix("I am ").unwrap().to_owned()
}

fn completion(text: &str) -> String {
    serde_json::json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}).to_string()
}

/// Sends a stream of these events in chunks of `step` bytes.
fn stream(talk: &mut Talk<'_>, events: &[String], step: usize) {
    talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    for piece in body.as_bytes().chunks(step) {
        talk.send(format!("{:x}\r\n", piece.len())).send(piece).send("\r\n");
    }
    talk.send("0\r\n\r\n");
}

/// An upstream that streams what it says in pieces of `size` characters.
fn streaming(size: usize, step: usize) -> Fake {
    Fake::start(move |request, talk| {
        let said: Vec<char> = SAID.replace("$own", &known(&request.body)).chars().collect();
        let delta = |text: &[char]| {
            let text: String = text.iter().collect();
            serde_json::json!({"choices": [{"index": 0, "delta": {"content": text}}]}).to_string()
        };
        let mut events: Vec<String> = said.chunks(size).map(delta).collect();
        events.push(r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#.to_owned());
        events.push("[DONE]".to_owned());
        stream(talk, &events, step);
        Then::Keep
    })
}

fn streamed(answer: &Response) -> String {
    let text = std::str::from_utf8(&answer.body).unwrap();
    let events = text.lines().filter_map(|line| line.strip_prefix("data: ")).filter(|data| *data != "[DONE]");
    let docs = events.map(|data| serde_json::from_str::<serde_json::Value>(data).unwrap());
    docs.map(|doc| doc["choices"][0]["delta"]["content"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Checks that nothing new is in a text, and that what is its client's own is where it was said.
#[track_caller]
fn check(text: &str, own: &str) {
    for new in NEW {
        assert!(!text.contains(new), "{new}: {text}");
    }
    for label in ["EMAIL_ADDRESS", "US_SSN", "CREDIT_CARD"] {
        assert!(text.contains(&format!("[{label}_")), "{label}: {text}");
    }
    assert!(text.starts_with(&format!("I wrote to {own}. The other one is [")), "{text}");
    assert!(text.ends_with(&format!("\nand more. Ask {own} again")), "{text}");
}

#[test]
fn new_data_are_masked_and_own_ones_restored_whole_and_in_streams() {
    let fake = Fake::start(|request, talk| talk.json(&completion(&SAID.replace("$own", &known(&request.body)))));
    let both = "responses = \"both\"";
    let whole_proxy = proxy(&[&fake], both);
    let whole = ask(&whole_proxy, post(CHAT, "", &request())).json()["choices"][0]["message"]["content"].clone();
    let whole = whole.as_str().unwrap();
    check(whole, OWN);
    eventually(|| metric(&whole_proxy, "masquerade_proxy_restores_total{outcome=\"masked\",route=\"test\"}") == 3.0);
    assert_eq!(metric(&whole_proxy, "masquerade_proxy_restores_total{outcome=\"restored\",route=\"test\"}"), 2.0);
    for (size, step) in [(1, 7), (3, 4096), (7, 1), (40, 4096), (1000, 64)] {
        let fake = streaming(size, step);
        let text = streamed(&ask(&proxy(&[&fake], both), post(CHAT, "", &request())));
        check(&text, OWN);
        // Labels and places are those of the whole text; only the keys of the two proxies differ.
        let shape = |text: &str| {
            let mut out = String::new();
            for part in text.split('[') {
                let (inside, behind) = part.split_once(']').unwrap_or(("", part));
                out.push_str(inside.rsplit_once('_').map_or("", |(label, _)| label));
                out.push_str(behind);
            }
            out
        };
        assert_eq!(shape(&text), shape(whole), "{size} {step}");
    }
}

#[test]
fn surrogates_of_own_data_are_restored_and_not_taken_for_new_ones() {
    for (size, step) in [(3, 4096), (1000, 5)] {
        let fake = streaming(size, step);
        let proxy = proxy(&[&fake], "responses = \"both\"\nmethod = \"SYNTHETIC\"");
        check(&streamed(&ask(&proxy, post(CHAT, "", &request()))), OWN);
    }
}

#[test]
fn a_route_may_mask_new_data_and_restore_nothing() {
    let fake = streaming(5, 4096);
    let proxy = proxy(&[&fake], "responses = \"mask-new\"");
    check(&streamed(&ask(&proxy, post(CHAT, "", &request()))), "[EMAIL_ADDRESS_1]");
}

#[test]
fn calls_of_tools_stay_json_and_plain_text_is_screened() {
    let arguments = serde_json::json!({"to": "zoe.brown@example.org", "cc": ["$own"]}).to_string();
    let fake = Fake::start(move |request, talk| {
        let own = known(&request.body);
        if request.line().contains("text") {
            let text = SAID.replace("$own", &own);
            talk.send(format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{text}",
                text.len()
            ));
            return Then::Keep;
        }
        let arguments = arguments.replace("$own", &own);
        let call =
            serde_json::json!({"id": "c", "type": "function", "function": {"name": "f", "arguments": arguments}});
        talk.json(&serde_json::json!({"choices": [{"index": 0, "message": {"tool_calls": [call]}}]}).to_string())
    });
    let proxy = proxy(&[&fake], "responses = \"both\"");
    let answer = ask(&proxy, post(CHAT, "", &request())).json();
    let source = answer["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"].as_str().unwrap();
    let arguments: serde_json::Value = serde_json::from_str(source).unwrap();
    assert!(arguments["to"].as_str().unwrap().starts_with("[EMAIL_ADDRESS_"), "{source}");
    assert_eq!(arguments["cc"][0], OWN);
    let plain = ask(&proxy, post("/v1/text", "", &request()));
    check(std::str::from_utf8(&plain.body).unwrap(), OWN);
}

#[test]
fn an_answer_that_cannot_be_read_is_not_passed_on() {
    let fake = Fake::start(|request, talk| {
        if request.line().contains("whole") {
            return talk.json("{\"broken\": \"zoe.brown@example.org\"");
        }
        let events = ["{\"choices\":[]}".to_owned(), "{broken zoe.brown@example.org".to_owned(), "[DONE]".to_owned()];
        stream(talk, &events, 4096);
        Then::Keep
    });
    let proxy = proxy(&[&fake], "responses = \"both\"");
    let whole = ask(&proxy, post(&format!("{CHAT}?whole"), "", &request()));
    assert_eq!((whole.status, whole.json()["type"].as_str()), (502, Some("/problems/upstream-unvettable")));
    let mut client = connect(&proxy);
    client.send(post(CHAT, "", &request()));
    let seen = client.read_to_close();
    assert!(!String::from_utf8_lossy(&seen).contains("zoe"), "{}", String::from_utf8_lossy(&seen));
}
