//! State that the provider keeps, or that clients keep for it: numbers never start again while old ones live.

use serde_json::{Value, json};

use crate::{
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Then},
    setup::{ask, get, post, proxy},
};

const JANE: &str = "jane.roe@example.com";
const BOB: &str = "bob.miller@example.com";
const KEY: &str = "Authorization: Bearer sk\r\n";

/// An upstream that gives the answer of the request's header `X-Answer`.
fn scripted() -> Fake {
    Fake::start(|request, talk| talk.json(request.header("x-answer").unwrap()))
}

fn call(proxy: &Masquerade, path: &str, body: &Value, answer: &Value) -> Response {
    ask(proxy, post(path, &format!("{KEY}X-Answer: {answer}\r\n"), &body.to_string()))
}

/// The last body that the upstream got.
fn sent(fake: &Fake) -> String {
    String::from_utf8(fake.recorded().pop().unwrap().body).unwrap()
}

fn said(text: &str) -> Value {
    json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]})
}

#[test]
fn a_conversation_may_begin_without_items() {
    let fake = scripted();
    let proxy = proxy(&[&fake], "");
    let made = call(&proxy, "/v1/conversations", &json!({}), &json!({"id": "conv_1", "object": "conversation"}));
    assert_eq!(made.status, 200);
    for (input, placeholder) in [(JANE, "[EMAIL_ADDRESS_1]"), (BOB, "[EMAIL_ADDRESS_2]")] {
        let body = json!({"model": "m", "conversation": "conv_1", "input": input});
        let answer =
            call(&proxy, "/v1/responses", &body, &json!({"id": "resp", "output": [said("[EMAIL_ADDRESS_1]")]}));
        assert_eq!(answer.status, 200);
        assert!(sent(&fake).contains(placeholder));
        assert_eq!(answer.json()["output"][0]["content"][0]["text"], JANE);
    }
}

/// Asserts that a summary of Jane's conversation goes on with its map in a request that names Bob.
#[track_caller]
fn assert_goes_on(path: &str, first: &Value, answer: &Value, second: &Value, reply: &Value, pointer: &str) {
    let fake = scripted();
    let proxy = proxy(&[&fake], "");
    let unknown = call(&proxy, second_path(path), second, reply);
    unknown.assert_problem(422, "unknown-state");
    assert!(unknown.json()["error"]["message"].as_str().unwrap().contains("state"));
    assert_eq!(call(&proxy, path, first, answer).status, 200);
    assert!(sent(&fake).contains("[EMAIL_ADDRESS_1]"));
    let done = call(&proxy, second_path(path), second, reply);
    assert_eq!(done.status, 200);
    assert!(sent(&fake).contains("[EMAIL_ADDRESS_2]") && !sent(&fake).contains(BOB), "{}", sent(&fake));
    assert_eq!(done.json().pointer(pointer).unwrap(), JANE);
}

fn second_path(path: &str) -> &str {
    path.strip_suffix("/compact").unwrap_or(path)
}

#[test]
fn compacted_responses_go_on_with_their_map() {
    let item = json!({"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAAABo9+/="});
    let second = json!({"model": "m", "store": false, "input": [item, {"role": "user", "content": BOB}]});
    let reply = json!({"id": "resp_2", "output": [said("[EMAIL_ADDRESS_1]")]});
    let pointer = "/output/0/content/0/text";
    let first = json!({"model": "m", "store": false, "input": JANE,
                       "context_management": [{"type": "compaction", "compact_threshold": 1000}]});
    let answer = json!({"id": "resp_1", "output": [item, said("Hi")]});
    assert_goes_on("/v1/responses", &first, &answer, &second, &reply, pointer);
    let first = json!({"model": "m", "input": JANE});
    assert_goes_on("/v1/responses/compact", &first, &answer, &second, &reply, pointer);
}

#[test]
fn compaction_blocks_go_back_as_they_came() {
    let block = json!({"type": "compaction", "content": "The user is [EMAIL_ADDRESS_1]."});
    let first = json!({"model": "m", "messages": [{"role": "user", "content": JANE}],
                       "context_management": {"edits": [{"type": "compact_20260112"}]}});
    let answer = json!({"type": "message", "role": "assistant", "content": [block]});
    let second = json!({"model": "m", "messages": [
        {"role": "assistant", "content": [block]}, {"role": "user", "content": BOB}]});
    let reply = json!({"type": "message", "role": "assistant",
                       "content": [{"type": "text", "text": "[EMAIL_ADDRESS_1]"}]});
    assert_goes_on("/v1/messages", &first, &answer, &second, &reply, "/content/0/text");
}

#[test]
fn results_of_batches_are_reached_through_the_gateway() {
    let fake = scripted();
    let proxy = proxy(&[&fake], "");
    let answer = json!({"id": "msgbatch_1", "type": "message_batch", "processing_status": "ended",
                        "results_url": "https://api.anthropic.com/v1/messages/batches/msgbatch_1/results"});
    let body = json!({"requests": [{"custom_id": "a", "params": {"messages": [{"role": "user", "content": JANE}]}}]});
    let made = call(&proxy, "/v1/messages/batches", &body, &answer).json();
    assert_eq!(made["results_url"], "/v1/messages/batches/msgbatch_1/results");
}

#[test]
fn batches_of_uploaded_requests_come_back_restored() {
    let fake = Fake::start(|request, talk| {
        let body = match request.line().split(' ').take(2).collect::<Vec<_>>()[..] {
            ["POST", "/v1/files"] => "{\"id\":\"file-1\",\"object\":\"file\"}".to_owned(),
            ["POST", "/v1/batches"] => "{\"id\":\"batch_1\",\"status\":\"validating\"}".to_owned(),
            ["GET", "/v1/batches/batch_1"] => "{\"id\":\"batch_1\",\"output_file_id\":\"file-2\"}".to_owned(),
            ["GET", "/v1/files/file-2/content"] => {
                let message = json!({"role": "assistant", "content": "Dear [EMAIL_ADDRESS_2], [EMAIL_ADDRESS_1]"});
                let body = json!({"choices": [{"index": 0, "message": message}]});
                let line = json!({"custom_id": "b", "response": {"status_code": 200, "body": body}}).to_string();
                talk.send(format!(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: {}\r\n\r\n{line}\n",
                    line.len() + 1
                ));
                return Then::Keep;
            }
            _ => panic!("{}", request.head),
        };
        talk.json(&body)
    });
    let proxy = proxy(&[&fake], "");
    let line = |id: &str, mail: &str| {
        json!({"custom_id": id, "method": "POST", "url": "/v1/chat/completions",
               "body": {"model": "gpt-4o", "messages": [{"role": "user", "content": format!("I am {mail}")}]}})
    };
    let lines = format!("{}\n{}\n", line("a", JANE), line("b", BOB));
    let form = format!(
        "--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n--b\r\nContent-Disposition: form-data; \
         name=\"file\"; filename=\"{JANE}.jsonl\"\r\nContent-Type: application/jsonl\r\n\r\n{lines}\r\n--b--\r\n"
    );
    let upload = format!(
        "POST /v1/files HTTP/1.1\r\nHost: c\r\n{KEY}Content-Type: multipart/form-data; boundary=b\r\n\
         Content-Length: {}\r\n\r\n{form}",
        form.len()
    );
    assert_eq!(ask(&proxy, upload).status, 200);
    let seen = sent(&fake);
    assert_eq!(seen, form.replace(JANE, "[EMAIL_ADDRESS_1]").replace(BOB, "[EMAIL_ADDRESS_2]"));
    let create = json!({"input_file_id": "file-1", "endpoint": "/v1/chat/completions", "completion_window": "24h"});
    assert_eq!(ask(&proxy, post("/v1/batches", KEY, &create.to_string())).status, 200);
    assert_eq!(get(&proxy, "/v1/batches/batch_1", KEY).status, 200);
    let results = get(&proxy, "/v1/files/file-2/content", KEY);
    let results = String::from_utf8(results.body).unwrap();
    assert!(results.contains(&format!("Dear {BOB}, {JANE}")), "{results}");
}

#[test]
fn personal_data_in_state_that_no_map_follows_is_refused_in_the_words_of_the_api() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    for path in
        ["/v1/assistants", "/openai/assistants/asst_1", "/v1/chatkit/sessions", "/v1/agents", "/v1/sessions/s/events"]
    {
        let body = json!({"instructions": format!("Write to {JANE}")});
        let answer = ask(&proxy, post(path, KEY, &body.to_string()));
        answer.assert_problem(422, "unknown-state");
        let error = &answer.json()["error"];
        assert_eq!(error["type"], "invalid_request_error", "{path}");
        assert!(error["message"].as_str().unwrap().contains("state"), "{path}");
    }
    assert!(fake.recorded().is_empty());
    let plain = json!({"instructions": "You are helpful."}).to_string();
    assert_eq!(ask(&proxy, post("/v1/assistants", KEY, &plain)).status, 200);
}

#[test]
fn threads_go_on_with_their_map() {
    let fake = scripted();
    let proxy = proxy(&[&fake], "");
    call(&proxy, "/v1/threads", &json!({}), &json!({"id": "thread_1", "object": "thread"}));
    let text = |text: &str| json!([{"type": "text", "text": {"value": text, "annotations": []}}]);
    let message = |id: &str, value: &str| json!({"id": id, "object": "thread.message", "thread_id": "thread_1", "role": "user", "content": text(value)});
    for (id, who, placeholder) in [("msg_1", JANE, "[EMAIL_ADDRESS_1]"), ("msg_2", BOB, "[EMAIL_ADDRESS_2]")] {
        let body = json!({"role": "user", "content": format!("I am {who}")});
        let made = call(&proxy, "/v1/threads/thread_1/messages", &body, &message(id, placeholder));
        assert!(sent(&fake).contains(placeholder) && !sent(&fake).contains(who), "{}", sent(&fake));
        assert_eq!(made.json()["content"][0]["text"]["value"], who);
    }
    let action = json!({"type": "submit_tool_outputs", "submit_tool_outputs": {"tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "mail", "arguments": "{\"to\":\"[EMAIL_ADDRESS_2]\"}"}}]}});
    let run = json!({"id": "run_1", "object": "thread.run", "thread_id": "thread_1", "required_action": action});
    let ran = call(&proxy, "/v1/threads/thread_1/runs", &json!({"assistant_id": "asst_1"}), &run).json();
    let arguments = ran.pointer("/required_action/submit_tool_outputs/tool_calls/0/function/arguments").unwrap();
    assert_eq!(*arguments, json!({"to": BOB}).to_string());
    // A thread that is not known here any more.
    let body = json!({"role": "user", "content": format!("I am {JANE}")}).to_string();
    ask(&proxy, post("/v1/threads/thread_9/messages", KEY, &body)).assert_problem(422, "unknown-state");
}

#[test]
fn streams_of_runs_come_back_restored() {
    let delta = |index: u8, value: &str| {
        let content = json!([{"index": index, "type": "text", "text": {"value": value}}]);
        let data = json!({"id": "msg_1", "object": "thread.message.delta", "delta": {"content": content}});
        format!("event: thread.message.delta\ndata: {data}\n\n")
    };
    let pieces = [(0, "Dear [EMAIL_"), (1, "to [EMA"), (0, "ADDRESS_1], hello"), (1, "IL_ADDRESS_1]")];
    let content = json!([{"type": "text", "text": {"value": "Dear [EMAIL_ADDRESS_1], hello"}}]);
    let whole = json!({"id": "msg_1", "object": "thread.message", "thread_id": "thread_1", "content": content});
    let events = pieces.map(|(index, value)| delta(index, value)).concat()
        + &format!("event: thread.message.completed\ndata: {whole}\n\nevent: done\ndata: [DONE]\n\n");
    let fake = Fake::start(move |_, talk| {
        let length = events.len();
        talk.send(format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {length}\r\n\r\n{events}"
        ));
        Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    let thread = json!({"messages": [{"role": "user", "content": format!("I am {JANE}")}]});
    let body = json!({"assistant_id": "asst_1", "stream": true, "thread": thread}).to_string();
    let streamed = String::from_utf8(ask(&proxy, post("/v1/threads/runs", KEY, &body)).body).unwrap();
    assert!(sent(&fake).contains("I am [EMAIL_ADDRESS_1]"), "{}", sent(&fake));
    let mut texts = [String::new(), String::new()];
    for data in streamed.lines().filter_map(|line| line.strip_prefix("data: {")) {
        let data: Value = serde_json::from_str(&format!("{{{data}")).unwrap();
        for part in data["delta"]["content"].as_array().into_iter().flatten() {
            texts[part["index"].as_u64().unwrap() as usize] += part["text"]["value"].as_str().unwrap();
        }
        if data["object"] == "thread.message" {
            assert_eq!(data["content"][0]["text"]["value"], format!("Dear {JANE}, hello"));
        }
    }
    assert_eq!(texts, [format!("Dear {JANE}, hello"), format!("to {JANE}")], "{streamed}");
}

/// An upload of a text file.
fn upload(text: &str, answer: &Value) -> String {
    let form =
        format!("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n{text}\r\n--b--\r\n");
    format!(
        "POST /v1/files HTTP/1.1\r\nHost: c\r\n{KEY}X-Answer: {answer}\r\nContent-Type: multipart/form-data; boundary=b\r\n\
         Content-Length: {}\r\n\r\n{form}",
        form.len()
    )
}

#[test]
fn nobody_in_a_file_becomes_somebody_beside_it() {
    let fake = scripted();
    let proxy = proxy(&[&fake], "");
    for (id, text) in [("file-1", JANE), ("file-2", BOB), ("file-3", "nobody")] {
        assert_eq!(ask(&proxy, upload(text, &json!({"id": id, "object": "file"}))).status, 200);
    }
    let responses = |files: &[&str]| {
        let files = files.iter().map(|id| json!({"type": "input_file", "file_id": id}));
        let parts: Vec<_> = files.chain([json!({"type": "input_text", "text": format!("I am {BOB}")})]).collect();
        json!({"model": "m", "store": false, "input": [{"role": "user", "content": parts}]})
    };
    let chat = json!({"model": "m", "messages": [{"role": "user", "content": [
        {"type": "file", "file": {"file_id": "file-1"}}, {"type": "text", "text": BOB}]}]});
    let messages = json!({"model": "m", "messages": [{"role": "user", "content": [
        {"type": "document", "source": {"type": "file", "file_id": "file-1"}}, {"type": "text", "text": BOB}]}]});
    // A file without anybody, and one that nobody knows here, say nothing of who is who.
    for (path, body) in [
        ("/v1/responses", &responses(&["file-3", "file-1", "file-0"])),
        ("/v1/chat/completions", &chat),
        ("/v1/messages", &messages),
    ] {
        let answer = json!({"id": "a", "output": [said("[EMAIL_ADDRESS_1]")],
            "choices": [{"index": 0, "message": {"role": "assistant", "content": "[EMAIL_ADDRESS_1]"}}],
            "content": [{"type": "text", "text": "[EMAIL_ADDRESS_1]"}]});
        let answer = String::from_utf8(call(&proxy, path, body, &answer).body).unwrap();
        assert!(sent(&fake).contains("[EMAIL_ADDRESS_2]") && !sent(&fake).contains(BOB), "{path}: {}", sent(&fake));
        assert!(answer.contains(JANE) && !answer.contains("[EMAIL_ADDRESS_1]"), "{path}: {answer}");
    }
    let both = call(&proxy, "/v1/responses", &responses(&["file-1", "file-2"]), &json!({}));
    both.assert_problem(422, "unknown-state");
    assert!(both.json()["error"]["message"].as_str().unwrap().contains("masked apart"));
    // A conversation that began without anybody goes on with the file's people, and one with others does not.
    let asks = |body: &mut Value, id: &str| body["conversation"] = json!(id);
    for (id, items) in [("conv_1", json!([])), ("conv_2", json!([{"role": "user", "content": BOB}]))] {
        call(&proxy, "/v1/conversations", &json!({"items": items}), &json!({"id": id, "object": "conversation"}));
    }
    let mut body = responses(&["file-1"]);
    asks(&mut body, "conv_2");
    call(&proxy, "/v1/responses", &body, &json!({})).assert_problem(422, "unknown-state");
    asks(&mut body, "conv_1");
    let answer = json!({"id": "resp_1", "conversation": {"id": "conv_1"}, "output": []});
    assert_eq!(call(&proxy, "/v1/responses", &body, &answer).status, 200);
    let next = json!({"model": "m", "conversation": "conv_1", "input": "Who is it?"});
    let answer =
        call(&proxy, "/v1/responses", &next, &json!({"output": [said("[EMAIL_ADDRESS_1], [EMAIL_ADDRESS_2]")]}));
    assert_eq!(answer.json()["output"][0]["content"][0]["text"], format!("{JANE}, {BOB}"));
}

#[test]
fn a_conversation_that_is_summed_up_goes_on_with_its_map() {
    let block = json!({"type": "compaction", "content": "The user is [EMAIL_ADDRESS_1].", "signature": "c2ln"});
    let first =
        json!({"model": "m", "messages": [{"role": "user", "content": JANE}], "compaction": {"type": "summarize"}});
    let answer =
        json!({"type": "message", "id": "msg_1", "role": "assistant", "content": [block], "stop_reason": "compaction"});
    let second = json!({"model": "m", "messages": [
        {"role": "assistant", "content": [block]}, {"role": "user", "content": BOB}]});
    let reply = json!({"type": "message", "role": "assistant",
                       "content": [{"type": "text", "text": "[EMAIL_ADDRESS_1]"}]});
    assert_goes_on("/v1/messages", &first, &answer, &second, &reply, "/content/0/text");
}

#[test]
fn a_stream_is_resumed_behind_the_event_in_which_a_placeholder_began() {
    let deltas = ["Dear [EMAIL_", "ADDRESS_", "1], hello"];
    let event = |(number, delta): (usize, &str)| {
        let data = json!({"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "item_id": "m",
                          "sequence_number": number, "delta": delta});
        format!("event: response.output_text.delta\ndata: {data}\n\n")
    };
    let begun = json!({"type": "response.created", "sequence_number": 0, "response": {"id": "resp_1", "output": []}});
    let events = format!("data: {begun}\n\n{}", (1..).zip(deltas).map(event).collect::<String>());
    let fake = Fake::start(move |_, talk| {
        let length = events.len();
        talk.send(format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {length}\r\n\r\n{events}"
        ));
        Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    let body = json!({"model": "m", "input": JANE, "stream": true}).to_string();
    let whole = ask(&proxy, post("/v1/responses", KEY, &body)).body;
    let whole: Vec<_> = String::from_utf8(whole).unwrap().split_inclusive("\n\n").map(str::to_owned).collect();
    assert!(whole[1].contains(&format!("Dear {JANE}")), "{whole:?}");
    for last in 0..4 {
        let rest = get(&proxy, &format!("/v1/responses/resp_1?stream=true&starting_after={last}"), KEY).body;
        assert_eq!(String::from_utf8(rest).unwrap(), whole[last + 1..].concat(), "behind {last}");
        assert!(fake.recorded().last().unwrap().line().starts_with("GET /v1/responses/resp_1?stream=true HTTP"));
    }
}

#[test]
fn state_whose_map_is_gone_can_be_deleted_and_cancelled() {
    let fake = Fake::start(|_, talk| talk.json("{\"id\":\"resp_9\",\"output\":[\"[EMAIL_ADDRESS_1]\"]}"));
    let proxy = proxy(&[&fake], "");
    let head = format!("Host: c\r\n{KEY}User-Agent: client {JANE}\r\n");
    for line in ["DELETE /v1/responses/resp_9", "DELETE /v1/conversations/conv_9", "DELETE /v1/files/file-9"] {
        let answer = ask(&proxy, format!("{line} HTTP/1.1\r\n{head}\r\n"));
        assert_eq!(answer.status, 200, "{line}");
        // Whatever stands in its answer, it is none of this request.
        assert_eq!(answer.json()["output"][0], "[EMAIL_ADDRESS_1]", "{line}");
    }
    let cancel = format!("POST /v1/responses/resp_9/cancel HTTP/1.1\r\n{head}Content-Length: 0\r\n\r\n");
    assert_eq!(ask(&proxy, cancel).status, 200);
    let read = get(&proxy, "/v1/responses/resp_9", &format!("{KEY}User-Agent: client {JANE}\r\n"));
    read.assert_problem(422, "unknown-state");
    let words = String::from_utf8(read.body).unwrap();
    assert!(words.contains("continues a response") && words.contains("new request"), "{words}");
}
