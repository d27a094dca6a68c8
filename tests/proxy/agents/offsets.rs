//! Offsets of citations: they select the same words in the client's text as in the provider's, in characters.

use serde_json::{Value, json};

use crate::{
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Talk, Then},
    setup::{ask, post, proxy},
};

const JANE: &str = "jane.roe@example.com";
const BOB: &str = "bob@example.org";
/// A text as the provider has it, with a character of two UTF-16 units and others that JSON escapes.
const MASKED: &str =
    "😀 \"Ask\"\n[EMAIL_ADDRESS_1] or [EMAIL_ADDRESS_2]: the report says ü. Write to [EMAIL_ADDRESS_1]!";
/// Words of it: before, between, behind and around placeholders.
const CITED: [&str; 5] = ["Ask", " or ", "the report says ü", "[EMAIL_ADDRESS_2]: the", "Write to [EMAIL_ADDRESS_1]"];

fn clear(text: &str) -> String {
    text.replace("[EMAIL_ADDRESS_1]", JANE).replace("[EMAIL_ADDRESS_2]", BOB)
}

/// The offsets of a part of a text, in characters.
fn cite(text: &str, part: &str) -> (usize, usize) {
    let start = text[..text.find(part).unwrap()].chars().count();
    (start, start + part.chars().count())
}

/// The part of a text at these offsets.
fn cited(text: &str, start: &Value, end: &Value) -> String {
    let [start, end] = [start, end].map(|at| usize::try_from(at.as_u64().unwrap()).unwrap());
    text.chars().skip(start).take(end - start).collect()
}

fn annotation(text: &str, part: &str) -> Value {
    let (start, end) = cite(text, part);
    json!({"type": "url_citation", "url": "https://example.net", "title": "T", "start_index": start, "end_index": end})
}

fn chat_annotations(text: &str, parts: &[String]) -> Vec<Value> {
    parts.iter().map(|part| json!({"type": "url_citation", "url_citation": annotation(text, part)})).collect()
}

fn annotations(text: &str, parts: &[String]) -> Vec<Value> {
    parts.iter().map(|part| annotation(text, part)).collect()
}

fn masked_parts() -> Vec<String> {
    CITED.map(str::to_owned).to_vec()
}

/// Asserts that annotations select the parts of a text that the client reads.
#[track_caller]
fn assert_selects<'v>(text: &str, annotations: impl Iterator<Item = &'v Value>) {
    let found: Vec<_> = annotations.map(|found| cited(text, &found["start_index"], &found["end_index"])).collect();
    assert_eq!(found, CITED.map(clear), "{text}");
}

/// An upstream that gives the answer of the request's header `X-Answer`.
fn scripted() -> Fake {
    Fake::start(|request, talk| talk.json(request.header("x-answer").unwrap()))
}

fn call(proxy: &Masquerade, path: &str, body: &Value, answer: &Value) -> Value {
    ask(proxy, post(path, &format!("Authorization: Bearer sk\r\nX-Answer: {answer}\r\n"), &body.to_string())).json()
}

fn sent(fake: &Fake) -> Value {
    serde_json::from_slice(&fake.recorded().pop().unwrap().body).unwrap()
}

fn asked() -> String {
    format!("{JANE} and {BOB}")
}

#[test]
fn annotations_of_chats_move_with_the_text_and_back() {
    let fake = scripted();
    let proxy = proxy(&[&fake], "");
    let said =
        json!({"role": "assistant", "content": MASKED, "annotations": chat_annotations(MASKED, &masked_parts())});
    let body = json!({"model": "m", "messages": [{"role": "user", "content": asked()}]});
    let answer =
        call(&proxy, "/v1/chat/completions", &body, &json!({"choices": [{"index": 0, "message": said.clone()}]}));
    let message = &answer["choices"][0]["message"];
    let text = message["content"].as_str().unwrap();
    assert_eq!(text, clear(MASKED));
    assert_selects(text, message["annotations"].as_array().unwrap().iter().map(|found| &found["url_citation"]));
    let history = json!({"model": "m", "messages": [{"role": "user", "content": asked()}, message]});
    call(&proxy, "/v1/chat/completions", &history, &json!({}));
    assert_eq!(sent(&fake)["messages"][1], said);
}

#[test]
fn annotations_of_responses_move_with_the_text_and_back() {
    let fake = scripted();
    let proxy = proxy(&[&fake], "");
    let file = json!({"type": "file_citation", "index": cite(MASKED, "Write").0, "file_id": "file-1"});
    let mut all = annotations(MASKED, &masked_parts());
    all.push(file);
    let said = json!({"type": "message", "role": "assistant", "id": "msg_1", "status": "completed",
                      "content": [{"type": "output_text", "text": "Hi", "annotations": []},
                                  {"type": "output_text", "text": MASKED, "annotations": all}]});
    let body = json!({"model": "m", "store": false, "input": asked()});
    let answer = call(&proxy, "/v1/responses", &body, &json!({"id": "resp_1", "output": [said.clone()]}));
    let item = &answer["output"][0];
    let (text, found) = (item["content"][1]["text"].as_str().unwrap(), item["content"][1]["annotations"].as_array());
    let found = found.unwrap();
    assert_selects(text, found[..5].iter());
    assert_eq!(found[5]["index"], cite(&clear(MASKED), "Write").0);
    let history =
        json!({"model": "m", "store": false, "input": [{"type": "message", "role": "user", "content": asked()}, item]});
    call(&proxy, "/v1/responses", &history, &json!({}));
    assert_eq!(sent(&fake)["input"][1], said);
}

/// Sends a stream of events in chunks of `step` bytes.
fn stream(talk: &mut Talk<'_>, events: &[Value], step: usize) -> Then {
    talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    for piece in body.as_bytes().chunks(step) {
        talk.send(format!("{:x}\r\n", piece.len())).send(piece).send("\r\n");
    }
    talk.send("0\r\n\r\n");
    Then::Keep
}

fn events(answer: &Response) -> Vec<Value> {
    let text = std::str::from_utf8(&answer.body).unwrap();
    text.lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

fn streamed(path: &'static str, body: &Value, said: Vec<Value>, step: usize) -> Vec<Value> {
    let fake = Fake::start(move |_, talk| stream(talk, &said, step));
    let proxy = proxy(&[&fake], "");
    events(&ask(&proxy, post(path, "", &body.to_string())))
}

/// A text in pieces of `size` characters.
fn pieces(text: &str, size: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(size).map(|piece| piece.iter().collect()).collect()
}

#[test]
fn annotations_move_in_streams_of_chats() {
    for size in [1, 3, 1000] {
        let delta = |delta: Value| json!({"choices": [{"index": 0, "delta": delta}]});
        let mut said: Vec<_> = pieces(MASKED, size).iter().map(|text| delta(json!({"content": text}))).collect();
        said.push(delta(json!({"annotations": chat_annotations(MASKED, &masked_parts()[..2])})));
        said.push(json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}));
        said.push(delta(json!({"annotations": chat_annotations(MASKED, &masked_parts()[2..])})));
        let body = json!({"model": "m", "stream": true, "messages": [{"role": "user", "content": asked()}]});
        let events = streamed("/v1/chat/completions", &body, said, 7 * size);
        let deltas: Vec<_> = events.iter().map(|event| &event["choices"][0]["delta"]).collect();
        let text: String = deltas.iter().filter_map(|delta| delta["content"].as_str()).collect();
        assert_eq!(text, clear(MASKED));
        let found = deltas.iter().filter_map(|delta| delta["annotations"].as_array()).flatten();
        assert_selects(&text, found.map(|found| &found["url_citation"]));
    }
}

#[test]
fn annotations_move_in_streams_of_responses() {
    for size in [1, 5, 1000] {
        let event = |kind: &str, mut more: Value| {
            more["type"] = json!(kind);
            more["item_id"] = json!("msg_1");
            more["output_index"] = json!(0);
            more["content_index"] = json!(0);
            more
        };
        let mut said: Vec<_> = pieces(MASKED, size)
            .iter()
            .map(|text| event("response.output_text.delta", json!({"delta": text})))
            .collect();
        for part in CITED {
            let more = json!({"annotation": annotation(MASKED, part)});
            said.push(event("response.output_text.annotation.added", more));
        }
        let part = json!({"type": "output_text", "text": MASKED, "annotations": annotations(MASKED, &masked_parts())});
        let item = json!({"type": "message", "role": "assistant", "content": [part]});
        said.push(event("response.output_text.done", json!({"text": MASKED})));
        said.push(event("response.content_part.done", json!({"part": part})));
        said.push(json!({"type": "response.output_item.done", "output_index": 0, "item": item}));
        said.push(json!({"type": "response.completed", "response": {"id": "resp_1", "output": [item]}}));
        let body = json!({"model": "m", "stream": true, "store": false, "input": asked()});
        let events = streamed("/v1/responses", &body, said, 11 * size);
        let text: String = events.iter().filter_map(|event| event["delta"].as_str()).collect();
        assert_eq!(text, clear(MASKED));
        assert_selects(&text, events.iter().map(|event| &event["annotation"]).filter(|found| found.is_object()));
        for pointer in ["/part", "/item/content/0", "/response/output/0/content/0"] {
            let part = events.iter().find_map(|event| event.pointer(pointer)).unwrap();
            assert_selects(part["text"].as_str().unwrap(), part["annotations"].as_array().unwrap().iter());
        }
    }
}

fn char_location(document: usize, text: &str, part: &str, quoted: &str) -> Value {
    let (start, end) = cite(text, part);
    json!({"type": "char_location", "cited_text": quoted, "document_index": document, "document_title": null,
           "start_char_index": start, "end_char_index": end})
}

#[test]
fn citations_of_documents_point_into_the_documents_of_the_client() {
    let document = |text: &str| {
        json!({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": text},
                                       "citations": {"enabled": true}})
    };
    let image = json!({"type": "image", "source": {"type": "url", "url": "https://example.net/a.png"}});
    let other = format!("Nothing but {BOB} here");
    let question = json!({"role": "user", "content": [document(&other), image, document(&clear(MASKED)),
                                                      {"type": "text", "text": "What do they say?"}]});
    // Addresses are numbered in the order of the request.
    let masked = MASKED.replace("_1]", "_x]").replace("_2]", "_1]").replace("_x]", "_2]");
    let parts: Vec<String> =
        CITED.iter().map(|part| part.replace("_1]", "_x]").replace("_2]", "_1]").replace("_x]", "_2]")).collect();
    let locations: Vec<_> = parts.iter().map(|part| char_location(1, &masked, part, part)).collect();
    let said = json!([{"type": "text", "text": "They say a lot.", "citations": locations}]);
    let fake = scripted();
    let proxy = proxy(&[&fake], "");
    let body = json!({"model": "m", "max_tokens": 9, "messages": [question]});
    let answer = call(&proxy, "/v1/messages", &body, &json!({"type": "message", "role": "assistant", "content": said}));
    let check = |found: &Value| {
        let part = cited(&clear(MASKED), &found["start_char_index"], &found["end_char_index"]);
        assert_eq!(part, found["cited_text"].as_str().unwrap());
        part
    };
    let found: Vec<_> = answer["content"][0]["citations"].as_array().unwrap().iter().map(check).collect();
    assert_eq!(found, CITED.map(clear));
    let history = json!({"model": "m", "max_tokens": 9, "messages": [question, {"role": "assistant", "content": answer["content"]}]});
    call(&proxy, "/v1/messages", &history, &json!({}));
    assert_eq!(sent(&fake)["messages"][1]["content"], said);
    let mut said =
        vec![json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})];
    let delta = |delta: Value| json!({"type": "content_block_delta", "index": 0, "delta": delta});
    said.extend(locations.iter().map(|citation| delta(json!({"type": "citations_delta", "citation": citation}))));
    said.push(json!({"type": "content_block_stop", "index": 0}));
    let events = streamed("/v1/messages", &body, said, 9);
    let found: Vec<_> = events.iter().filter_map(|event| event.pointer("/delta/citation")).map(check).collect();
    assert_eq!(found, CITED.map(clear));
}
