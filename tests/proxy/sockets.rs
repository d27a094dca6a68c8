//! WebSockets: messages masked on their way out, restored on their way back.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::mpsc,
    time::Duration,
};

use serde_json::{Value, json};
use tungstenite::{
    Message, WebSocket,
    protocol::{
        CloseFrame, Role,
        frame::{
            Frame,
            coding::{CloseCode, Data, OpCode},
        },
    },
};

use crate::{
    common::binary::Masquerade,
    fake::{Fake, Recorded, Talk, Then},
    setup::proxy,
};

const EMAIL: &str = "jane.roe@example.com";
const CARD: &str = "4111 1111 1111 1111";

const SWITCH: &str = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

type Upstream<'t, 'w> = WebSocket<&'t mut Talk<'w>>;

/// An upstream that opens each socket and answers each text by `script`, and all texts that it gets.
fn upstream(script: impl Fn(&mut Upstream<'_, '_>, &str) + Send + Sync + 'static) -> (Fake, mpsc::Receiver<String>) {
    let (sender, texts) = mpsc::channel();
    let fake = Fake::start(move |_: &Recorded, talk: &mut Talk<'_>| {
        talk.send(SWITCH);
        let mut socket = WebSocket::from_raw_socket(talk, Role::Server, None);
        while let Ok(message) = socket.read() {
            if let Message::Text(text) = message {
                let _ = sender.send(text.to_string());
                script(&mut socket, &text);
            }
        }
        Then::Close
    });
    (fake, texts)
}

struct Client(WebSocket<TcpStream>);

impl Client {
    fn open(proxy: &Masquerade, path: &str) -> Self {
        let (stream, head) = handshake(proxy, path);
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        let lower = head.to_ascii_lowercase();
        assert!(lower.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="), "{head}");
        assert!(lower.contains("upgrade: websocket") && !lower.contains("transfer-encoding"), "{head}");
        Self(WebSocket::from_raw_socket(stream, Role::Client, None))
    }

    fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    fn receive(&mut self) -> Value {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The events up to one of this type.
    fn until(&mut self, last: &str) -> Vec<Value> {
        let mut events = vec![self.receive()];
        while events.last().unwrap()["type"] != last {
            events.push(self.receive());
        }
        events
    }

    /// The code with which the other side closes.
    fn closed(&mut self) -> u16 {
        loop {
            match self.0.read() {
                Ok(Message::Close(Some(frame))) => return frame.code.into(),
                Ok(Message::Text(_) | Message::Pong(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

/// A connection behind its handshake, and the head of the answer.
fn handshake(proxy: &Masquerade, path: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(proxy.api).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: client\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Sec-WebSocket-Extensions: permessage-deflate\r\nAuthorization: Bearer k\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        assert_eq!(stream.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&head));
        head.push(byte[0]);
    }
    (stream, String::from_utf8(head).unwrap())
}

fn text(socket: &mut Upstream<'_, '_>, event: &Value) {
    socket.send(Message::text(event.to_string())).unwrap();
}

/// Streams a text in pieces of three characters, as one response.
fn stream(socket: &mut Upstream<'_, '_>, said: &str) {
    let chars: Vec<char> = said.chars().collect();
    for piece in chars.chunks(3) {
        let piece: String = piece.iter().collect();
        let place =
            json!({"type": "response.output_text.delta", "item_id": "m", "output_index": 0, "content_index": 0});
        let mut event = place;
        event["delta"] = piece.into();
        text(socket, &event);
    }
    let done = json!({"type": "response.output_text.done", "item_id": "m", "output_index": 0, "content_index": 0,
                      "text": said});
    text(socket, &done);
    text(socket, &json!({"type": "response.completed", "response": {"id": "resp_1", "output": []}}));
}

fn said(events: &[Value]) -> String {
    events.iter().filter_map(|event| event["delta"].as_str()).collect()
}

/// The last text of a request.
fn words(request: &str) -> String {
    let request: Value = serde_json::from_str(request).unwrap();
    request["input"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned()
}

fn create(content: &str) -> Value {
    json!({"type": "response.create", "model": "m", "store": false, "input": [{"role": "user", "content": content}]})
}

#[test]
fn responses_over_a_socket_are_masked_and_restored_turn_by_turn() {
    let (fake, texts) = upstream(|socket, seen| stream(socket, &format!("I wrote: {}.", words(seen))));
    let proxy = proxy(&[&fake], "");
    let mut client = Client::open(&proxy, "/v1/responses");
    assert!(fake.only().header("sec-websocket-extensions").is_none());
    assert_eq!(fake.only().header("authorization"), Some("Bearer k"));
    client.send(&create(&format!("mail {EMAIL}")));
    let events = client.until("response.completed");
    assert_eq!(said(&events), format!("I wrote: mail {EMAIL}."));
    assert_eq!(events[events.len() - 2]["text"], format!("I wrote: mail {EMAIL}."));
    assert_eq!(words(&texts.recv().unwrap()), "mail [EMAIL_ADDRESS_1]");
    // The map goes on: numbers do not start again, and what the model knows from before is restored.
    let mut next = create("and zoe.new@example.com? You know [EMAIL_ADDRESS_1]");
    next["previous_response_id"] = "resp_1".into();
    client.send(&next);
    assert_eq!(
        said(&client.until("response.completed")),
        "I wrote: and zoe.new@example.com? You know [EMAIL_ADDRESS_1]."
    );
    let seen = words(&texts.recv().unwrap());
    assert!(seen.starts_with("and [EMAIL_ADDRESS_2]?"), "{seen}");
}

#[test]
fn realtime_events_are_masked_and_audio_passes() {
    let audio = "AAAA//8BAAIAAwAEAAUABgAHAAgACQAKAAsADAANAA4ADwAQABEAEgATABQAFQAWABcAGAAZABoAGwAcAB0AHgAfACAA";
    let (fake, texts) = upstream(move |socket, seen| {
        let event: Value = serde_json::from_str(seen).unwrap();
        match event["type"].as_str().unwrap() {
            "session.update" => text(socket, &json!({"type": "session.updated", "session": event["session"]})),
            "conversation.item.create" => {
                let item = &event["item"];
                text(socket, &json!({"type": "conversation.item.added", "item": item}));
                let known = item["content"][0]["text"].as_str().unwrap();
                let arguments = json!({"to": known}).to_string();
                for piece in [&arguments[..5], &arguments[5..12], &arguments[12..]] {
                    text(
                        socket,
                        &json!({"type": "response.function_call_arguments.delta", "item_id": "f",
                                         "output_index": 0, "delta": piece}),
                    );
                }
                text(
                    socket,
                    &json!({"type": "response.output_audio.delta", "item_id": "a", "output_index": 1,
                                     "content_index": 0, "delta": audio}),
                );
                text(socket, &json!({"type": "response.done", "response": {"id": "resp_2", "output": []}}));
            }
            _ => {}
        }
    });
    let proxy = proxy(&[&fake], "");
    let mut client = Client::open(&proxy, "/v1/realtime?model=gpt-realtime");
    assert_eq!(fake.only().line(), "GET /v1/realtime?model=gpt-realtime HTTP/1.1");
    let tools = json!([{"type": "function", "name": "send_mail", "description": format!("Mails {EMAIL}")}]);
    let session = json!({"type": "realtime", "instructions": format!("You work for {EMAIL}."), "tools": tools});
    client.send(&json!({"type": "session.update", "session": session}));
    assert_eq!(client.receive()["session"], session);
    let seen = texts.recv().unwrap();
    assert!(!seen.contains(EMAIL) && seen.contains("send_mail"), "{seen}");
    client.send(&json!({"type": "input_audio_buffer.append", "audio": audio}));
    assert!(texts.recv().unwrap().contains(audio));
    let content = json!([{"type": "input_text", "text": format!("card {CARD} of {EMAIL}")}]);
    let item = json!({"type": "message", "role": "user", "content": content});
    client.send(&json!({"type": "conversation.item.create", "item": item}));
    let seen = texts.recv().unwrap();
    assert!(seen.contains("card [CREDIT_CARD_1] of [EMAIL_ADDRESS_1]"), "{seen}");
    let events = client.until("response.done");
    assert_eq!(events[0]["item"], item);
    let arguments: String =
        events.iter().filter(|event| event["item_id"] == "f").filter_map(|event| event["delta"].as_str()).collect();
    assert_eq!(serde_json::from_str::<Value>(&arguments).unwrap()["to"], format!("card {CARD} of {EMAIL}"));
    assert!(events.iter().any(|event| event["delta"] == audio));
}

#[test]
fn what_cannot_be_masked_does_not_leave_and_the_client_is_told() {
    let (fake, texts) = upstream(|socket, seen| stream(socket, &words(seen)));
    let proxy = proxy(&[&fake], "methods = { CREDIT_CARD = \"BLOCK\" }\nbody_bytes = 20_000");
    let mut client = Client::open(&proxy, "/v1/responses");
    client.send(&create(&format!("card {CARD}")));
    let error = client.receive();
    assert_eq!((error["type"].as_str(), error["status"].as_u64()), (Some("error"), Some(422)), "{error}");
    assert!(error["error"]["message"].as_str().unwrap().contains("CREDIT_CARD"), "{error}");
    assert!(!error.to_string().contains("4111"), "{error}");
    client.0.send(Message::text("{\"broken\": \"jane.roe@example.com\"")).unwrap();
    assert_eq!(client.receive()["status"], 400);
    client.send(&create("fine"));
    assert_eq!(said(&client.until("response.completed")), "fine");
    assert_eq!(texts.try_iter().count(), 1);
    client.0.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(client.closed(), 1003);
    let mut long = Client::open(&proxy, "/v1/responses");
    let _ = long.0.send(Message::text(create(&"a".repeat(30_000)).to_string()));
    assert_eq!(long.closed(), 1009);
    assert_eq!(texts.try_iter().count(), 0);
}

#[test]
fn audio_that_a_route_refuses_does_not_leave() {
    let audio = "AAAA//8BAAIAAwAEAAUABgAHAAgACQAKAAsADAANAA4ADwAQABEAEgATABQAFQAWABcAGAAZABoAGwAcAB0AHgAfACAA";
    let (fake, texts) = upstream(|_, _| {});
    let proxy = proxy(&[&fake], "opaque = \"refuse\"");
    let mut client = Client::open(&proxy, "/v1/realtime?model=gpt-realtime");
    client.send(&json!({"type": "input_audio_buffer.append", "audio": audio}));
    let error = client.receive();
    assert_eq!((error["type"].as_str(), error["status"].as_u64()), (Some("error"), Some(422)), "{error}");
    assert!(error["error"]["message"].as_str().unwrap().contains("opaque"), "{error}");
    client.send(&json!({"type": "session.update", "session": {"instructions": "Be brief."}}));
    assert!(texts.recv().unwrap().contains("Be brief."));
    assert_eq!(texts.try_iter().count(), 0);
}

#[test]
fn fragments_pings_and_codes_of_closing_pass() {
    let (fake, texts) = upstream(|socket, seen| {
        stream(socket, &words(seen));
        let _ = socket.close(Some(CloseFrame { code: CloseCode::from(4001), reason: "enough".into() }));
    });
    let proxy = proxy(&[&fake], "");
    let mut client = Client::open(&proxy, "/v1/responses");
    let message = create(EMAIL).to_string();
    let (first, rest) = message.split_at(message.find("roe").unwrap());
    let frame = |payload: &str, code, last| {
        Message::Frame(Frame::message(payload.as_bytes().to_vec(), OpCode::Data(code), last))
    };
    client.0.send(frame(first, Data::Text, false)).unwrap();
    client.0.send(Message::Ping("are you there?".into())).unwrap();
    client.0.send(frame(rest, Data::Continue, true)).unwrap();
    assert!(matches!(client.0.read().unwrap(), Message::Pong(payload) if &payload[..] == b"are you there?"));
    assert_eq!(said(&client.until("response.completed")), EMAIL);
    assert_eq!(words(&texts.recv().unwrap()), "[EMAIL_ADDRESS_1]");
    assert_eq!(client.closed(), 4001);
}

#[test]
fn data_of_the_models_own_are_masked_in_sockets_too() {
    let (fake, _texts) = upstream(|socket, seen| stream(socket, &format!("{}, and zoe@example.org. Bye", words(seen))));
    let proxy = proxy(&[&fake], "responses = \"both\"");
    let mut client = Client::open(&proxy, "/v1/responses");
    client.send(&create(EMAIL));
    let text = said(&client.until("response.completed"));
    assert!(text.starts_with(&format!("{EMAIL}, and [EMAIL_ADDRESS_")) && text.ends_with(". Bye"), "{text}");
}

#[test]
fn a_refused_handshake_is_passed_on() {
    let fake = Fake::start(|_, talk| {
        talk.send("HTTP/1.1 401 No\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
        Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    let (_, head) = handshake(&proxy, "/v1/realtime");
    assert!(head.starts_with("HTTP/1.1 401 "), "{head}");
    let (_, head) = handshake(&proxy, "/v1/chat/completions");
    assert!(head.starts_with("HTTP/1.1 422 "), "{head}");
}
