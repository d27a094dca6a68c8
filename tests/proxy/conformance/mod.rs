//! Conformance of every API: the same checks on the same values, driven by the formats in `apis`.
//!
//! `cargo test --test proxy conformance -- --nocapture` prints the table.

mod apis;
mod leaks;
mod wire;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

use self::{
    apis::{APIS, Conversation, EMBEDDINGS, Stream},
    wire::Carrier,
};
use crate::{
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Recorded, Then},
    setup::{ask, post, route},
};

/// Values that no upstream may see.
const CANARIES: &[&str] = &[
    "jane.roe@example.com",
    "4111 1111 1111 1111",
    "DE89 3704 0044 0532 0130 00",
    "536-22-8712",
    "AKIAIOSFODNN7EXAMPLE",
    "203.0.113.77",
    "+1 415 555 2671",
    "postgres://root:hunter2secret@db.example.net/x",
    "00:1b:44:11:3a:b7",
    // In quotes, so that it has to be escaped in JSON, and twice in JSON within JSON.
    "Jane \"JJ\" Roe",
];

const SETTINGS: &str = "deny_list = [{ text = 'Jane \"JJ\" Roe', label = \"PERSON\" }]\nallow_list = [\"«\", \"»\"]";

/// All canaries in one text, between marks by which the masked text is found again.
fn words() -> String {
    format!(
        "«mail {}, SSN {}, call {}»",
        CANARIES[..3].join(", card or IBAN "),
        CANARIES[3],
        CANARIES[4..].join("; key ")
    )
}

/// The reply of the upstream to a request.
type Reply = Box<dyn Fn(&Recorded) -> Vec<Vec<u8>> + Send>;

/// A proxy before an upstream whose replies can be changed.
struct Bench {
    proxy: Masquerade,
    /// A proxy before the same upstream that blocks one label.
    blocking: Masquerade,
    fake: Fake,
    reply: Arc<Mutex<Reply>>,
}

impl Bench {
    fn start() -> Self {
        Self::with(SETTINGS)
    }

    /// A bench with further lines of configuration.
    fn with(settings: &str) -> Self {
        let reply: Arc<Mutex<Reply>> = Arc::new(Mutex::new(Box::new(|_| Vec::new())));
        let shared = Arc::clone(&reply);
        let fake = Fake::start(move |request, talk| {
            for piece in (shared.lock().unwrap_or_else(|poison| poison.into_inner()))(request) {
                talk.send(piece);
            }
            Then::Keep
        });
        let proxy = Masquerade::start(&route(&[&fake], settings));
        let blocking = Masquerade::start(&route(&[&fake], "methods = { US_SSN = \"BLOCK\" }"));
        Self { proxy, blocking, fake, reply }
    }

    /// Sends `body` and has it answered by `reply`; gives what the upstream saw and what the client got.
    fn exchange(
        &self,
        (path, headers): (&str, &str),
        body: &str,
        reply: impl Fn(&str) -> Vec<Vec<u8>> + Send + 'static,
    ) -> (String, Response) {
        let (seen, answer) = self.send((path, headers), body, reply);
        for canary in CANARIES {
            assert!(!seen.contains(canary), "{canary} was sent: {seen}");
            assert!(!seen.contains(&escaped(canary)), "{canary} was sent: {seen}");
        }
        (seen, answer)
    }

    fn send(
        &self,
        (path, headers): (&str, &str),
        body: &str,
        reply: impl Fn(&str) -> Vec<Vec<u8>> + Send + 'static,
    ) -> (String, Response) {
        *self.reply.lock().unwrap() = Box::new(move |seen| reply(std::str::from_utf8(&seen.body).unwrap()));
        let answer = ask(&self.proxy, post(path, headers, body));
        let seen = self.fake.recorded().pop().unwrap_or_else(|| panic!("nothing was sent: {answer:?}"));
        (String::from_utf8(seen.body).unwrap(), answer)
    }
}

/// A whole answer with its length.
fn whole(status: &str, body: &str) -> Vec<Vec<u8>> {
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
    vec![head.into_bytes(), body.as_bytes().to_vec()]
}

/// The text between the marks of a masked request, unescaped.
fn masked(seen: &str) -> String {
    let start = seen.find('«').unwrap_or_else(|| panic!("no mark in {seen}"));
    let end = start + seen[start..].find('»').unwrap() + "»".len();
    let mut text = seen[start..end].to_owned();
    // The text may stand in JSON within JSON.
    while let Ok(inner) = serde_json::from_str::<String>(&format!("\"{text}\"")) {
        if inner == text {
            break;
        }
        text = inner;
    }
    text
}

/// A text as the content of a JSON string.
fn escaped(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap();
    quoted[1..quoted.len() - 1].to_owned()
}

/// A template with `$0` replaced by a text in a JSON string, `$1` by one in JSON source in a JSON string.
fn filled(template: &str, text: &str) -> String {
    template.replace("$0", &escaped(text)).replace("$1", &escaped(&escaped(text)))
}

fn at(document: &Value, pointer: &str) -> String {
    let found = document.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {document}"));
    found.as_str().unwrap_or_else(|| panic!("no string at {pointer} in {document}")).to_owned()
}

fn conversation(api: &Conversation, messages: &[String]) -> String {
    format!("{}{}{}", api.head, messages.join(","), api.tail)
}

fn plain(bench: &Bench, api: &Conversation) {
    let body = conversation(api, &[filled(api.user, &words())]);
    let answer = api.answer;
    let (_, got) =
        bench.exchange((api.path, api.headers), &body, move |seen| whole("200 OK", &filled(answer, &masked(seen))));
    assert_eq!(at(&got.json(), api.text_at), words());
}

fn errors(bench: &Bench, api: &Conversation) {
    let body = conversation(api, &[filled(api.user, &words())]);
    let error = api.error;
    let reply = move |seen: &str| whole("400 Bad Request", &filled(error, &masked(seen)));
    let (_, got) = bench.exchange((api.path, api.headers), &body, reply);
    assert_eq!((got.status, at(&got.json(), api.error_at)), (400, words()));
}

/// Checks that arguments of tool calls are restored, and results of tools masked.
fn tools(bench: &Bench, api: &Conversation) {
    let (Some(call), Some(result)) = (api.call, api.result) else { return };
    let body = conversation(api, &[filled(api.user, &words())]);
    let answer = api.call_answer;
    let (_, got) =
        bench.exchange((api.path, api.headers), &body, move |seen| whole("200 OK", &filled(answer, &masked(seen))));
    let mut arguments = got.json().pointer(api.call_at).unwrap_or_else(|| panic!("no call in {got:?}")).clone();
    if let Some(source) = arguments.as_str() {
        arguments = serde_json::from_str(source).unwrap_or_else(|error| panic!("{error}: {source}"));
    }
    assert_eq!(arguments["to"], words());
    let messages = [filled(api.user, &words()), filled(call, &words()), filled(result, &words())];
    let body = conversation(api, &messages);
    let answer = api.answer;
    let (_, got) =
        bench.exchange((api.path, api.headers), &body, move |seen| whole("200 OK", &filled(answer, &masked(seen))));
    assert_eq!(at(&got.json(), api.text_at), words());
}

/// Checks that earlier messages leave in the same bytes at every turn.
fn turns(bench: &Bench, api: &Conversation) {
    let Some(model) = api.model else { return };
    let answer = api.answer;
    let reply = move |seen: &str| whole("200 OK", &filled(answer, &masked(seen)));
    let mut messages = vec![filled(api.user, &words())];
    let (first, _) = bench.exchange((api.path, api.headers), &conversation(api, &messages), reply);
    messages.extend([filled(model, &words()), filled(api.user, "And zoe.new@example.com?")]);
    let (second, _) = bench.exchange((api.path, api.headers), &conversation(api, &messages), reply);
    let prefix = first.strip_suffix(api.tail).unwrap();
    assert!(second.starts_with(prefix), "{second}\n{prefix}");
    assert!(!second.contains("zoe.new"), "{second}");
}

/// Streams, in pieces of three characters, cut after every `step` bytes.
fn streams(bench: &Bench, api: &Conversation, step: usize) {
    let Some(stream) = api.stream else { return };
    let body = conversation(api, &[filled(api.user, &words())]);
    let body = body.replacen('{', &format!("{{{}", stream.request), 1);
    let (_, got) = bench.exchange((stream.path, api.headers), &body, move |seen| {
        let pieces = pieces(&masked(seen)).into_iter().map(|piece| filled(stream.delta.1, &piece)).collect();
        send(&stream, stream.delta.0, pieces, step)
    });
    let said = said(&stream, &got, stream.text_at);
    assert_eq!(said, words());
    if let Some((event, template, pointer)) = stream.call_delta {
        let body = body.clone();
        let (_, got) = bench.exchange((stream.path, api.headers), &body, move |seen| {
            let source = serde_json::json!({"to": masked(seen)}).to_string();
            let deltas = pieces(&source).into_iter().map(|piece| filled(template, &piece)).collect();
            send(&stream, event, deltas, step)
        });
        let said = self::said(&stream, &got, pointer);
        let arguments: Value = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"));
        assert_eq!(arguments["to"], words());
    }
}

fn pieces(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(3).map(|piece| piece.iter().collect()).collect()
}

/// A stream of these deltas, in chunks of `step` bytes.
fn send(stream: &Stream, event: &'static str, deltas: Vec<String>, step: usize) -> Vec<Vec<u8>> {
    let before = stream.before.iter().map(|&(event, doc)| (event, doc.to_owned()));
    let after = stream.after.iter().map(|&(event, doc)| (event, doc.to_owned()));
    let deltas = deltas.into_iter().map(|doc| (event, doc));
    let body = wire::encode(stream.carrier, &before.chain(deltas).chain(after).collect::<Vec<_>>());
    let media_type = match stream.carrier {
        Carrier::Sse => "text/event-stream",
        Carrier::Ndjson => "application/x-ndjson",
        Carrier::JsonArray => "application/json; charset=UTF-8",
        Carrier::AwsEvents | Carrier::AwsChunks => "application/vnd.amazon.eventstream",
    };
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nTransfer-Encoding: chunked\r\n\r\n");
    let mut sent = vec![head.into_bytes()];
    for piece in body.chunks(step) {
        sent.push([format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat());
    }
    sent.push(b"0\r\n\r\n".to_vec());
    sent
}

/// The strings at a pointer of all documents of a stream, joined.
fn said(stream: &Stream, got: &Response, pointer: &str) -> String {
    assert_eq!(got.status, 200, "{got:?}");
    let docs = wire::decode(stream.carrier, &got.body);
    docs.iter().filter_map(|doc| doc.pointer(pointer).and_then(Value::as_str)).collect()
}

/// Checks that state that the provider keeps of one request is restored in the answer to the next.
fn state(bench: &Bench, api: &Conversation) {
    let Some(kept) = api.state else { return };
    let body = format!("{}{}{}", kept.head, filled(api.user, &words()), api.tail);
    let (seen, _) = bench.exchange((kept.path, api.headers), &body, move |_| whole("200 OK", kept.answer));
    let (known, answer) = (masked(&seen), api.answer);
    let body = format!("{}{}{}", kept.next_head, filled(api.user, "Say it again."), api.tail);
    let (_, got) =
        bench.exchange((kept.next_path, api.headers), &body, move |_| whole("200 OK", &filled(answer, &known)));
    // A URL of an earlier request is no URL of this one, and nothing is restored in its user info.
    let expected = words().replace("root:hunter2secret", "[DATABASE_URL_1]");
    assert_eq!(at(&got.json(), api.text_at), expected);
}

/// Text in base64 is masked, and what the model repeats of it restored.
fn files(bench: &Bench, api: &Conversation) {
    let Some(file) = api.file else { return };
    let body = conversation(api, &[file.replace("$64", &STANDARD.encode(words()))]);
    let answer = api.answer;
    let (seen, got) = bench.exchange((api.path, api.headers), &body, move |seen| {
        whole("200 OK", &filled(answer, &masked(&content(seen))))
    });
    let content = content(&seen);
    assert!(CANARIES.iter().all(|canary| !content.contains(canary)), "{content}");
    assert_eq!(at(&got.json(), api.text_at), words());
}

/// The text of the file in a request.
fn content(seen: &str) -> String {
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let runs = seen.split(|c| !is_base64(c)).filter(|run| run.len() > 100);
    let mut texts = runs.filter_map(|run| String::from_utf8(STANDARD.decode(run).ok()?).ok());
    texts.next().unwrap_or_else(|| panic!("no file in {seen}"))
}

/// Checks that no value leaves in members that the API does not have, at any depth, nor in their names.
fn canaries(bench: &Bench, api: &Conversation) {
    let strange = r#"{"invented":{"deep":[{"note":"$0"},["$0"]]},"other":"$0",$rest"#;
    let body = conversation(api, &[filled(api.user, &words())]);
    let rest = body.strip_prefix('{').unwrap();
    let answer = api.answer;
    let body = filled(strange, &words()).replace("$rest", rest);
    let (_, got) =
        bench.exchange((api.path, api.headers), &body, move |seen| whole("200 OK", &filled(answer, &masked(seen))));
    assert_eq!(at(&got.json(), api.text_at), words());
}

/// A refusal has the form of the API's errors, and names labels and places, never values. Nothing is sent.
fn blocked(bench: &Bench, api: &Conversation) {
    let before = bench.fake.recorded().len();
    for message in [Some(api.user), api.model, api.call, api.result].into_iter().flatten() {
        let body = conversation(api, &[filled(message, &words())]);
        let got = ask(&bench.blocking, post(api.path, api.headers, &body));
        let document = got.json();
        assert_eq!((got.status, document["type"].as_str()), (422, Some("/problems/blocked")), "{got:?}");
        let told = at(&document, api.error_at);
        assert!(told.contains("US_SSN"), "{told}");
        let places: Vec<String> =
            document["errors"].as_array().unwrap().iter().map(|error| at(error, "/pointer")).collect();
        assert!(!places.is_empty() && places.iter().all(|place| place.starts_with('/')), "{document}");
        let whole = format!("{:?}{}", got.headers, String::from_utf8_lossy(&got.body));
        for canary in CANARIES {
            assert!(!whole.contains(canary) && !whole.contains(&escaped(canary)), "{canary} was told: {whole}");
        }
    }
    assert_eq!(bench.fake.recorded().len(), before, "a blocked request was sent");
}

/// A check of an API, with its name.
type Check = (&'static str, fn(&Bench, &Conversation));

const CHECKS: &[Check] = &[
    ("plain", plain),
    ("errors", errors),
    ("tools", tools),
    ("turns", turns),
    ("state", state),
    ("files", files),
    ("canaries", canaries),
    ("blocked", blocked),
    ("stream", |bench, api| streams(bench, api, 4096)),
    ("chopped", |bench, api| [1, 2, 7].into_iter().for_each(|step| streams(bench, api, step))),
];

#[test]
fn every_api_masks_and_restores_in_every_form() {
    let bench = Bench::start();
    let header: Vec<&str> = CHECKS.iter().map(|(name, _)| *name).collect();
    println!("{:<22} {}", "API", header.join("  "));
    let mut failed = Vec::new();
    for api in APIS {
        let mut line = format!("{:<22}", api.name);
        for (name, check) in CHECKS {
            let passed = catch_unwind(AssertUnwindSafe(|| check(&bench, api))).is_ok();
            let is_absent = match *name {
                "tools" => api.call.is_none(),
                "turns" => api.model.is_none(),
                "state" => api.state.is_none(),
                "files" => api.file.is_none(),
                "stream" | "chopped" => api.stream.is_none(),
                _ => false,
            };
            let mark = if is_absent {
                "–"
            } else if passed {
                "ok"
            } else {
                "FAIL"
            };
            line.push_str(&format!(" {mark:<width$} ", width = name.len()));
            failed.extend((!passed).then(|| format!("{} {name}", api.name)));
        }
        println!("{line}");
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn texts_to_embed_or_rank_leave_masked() {
    let bench = Bench::start();
    for &(path, body) in EMBEDDINGS {
        let (seen, got) = bench.exchange((path, ""), &filled(body, &words()), |_| whole("200 OK", "{}"));
        assert_eq!(got.status, 200, "{path}");
        assert!(seen.contains("[EMAIL_ADDRESS_1]"), "{path}: {seen}");
    }
}
