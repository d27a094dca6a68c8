//! Framings of streams, written and read apart from the program's own.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

/// The framing of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    Sse,
    Ndjson,
    JsonArray,
    /// Binary messages whose payloads are the documents.
    AwsEvents,
    /// Binary messages whose payloads hold the documents in base64.
    AwsChunks,
}

/// A stream of documents, each with the name of its event; empty: it has none.
pub fn encode(carrier: Carrier, events: &[(&str, String)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (at, (event, doc)) in events.iter().enumerate() {
        match carrier {
            Carrier::Sse => {
                if !event.is_empty() {
                    out.extend_from_slice(format!("event: {event}\n").as_bytes());
                }
                out.extend_from_slice(format!("data: {doc}\n\n").as_bytes());
            }
            Carrier::Ndjson => out.extend_from_slice(format!("{doc}\n").as_bytes()),
            Carrier::JsonArray => {
                out.extend_from_slice(if at == 0 { b"[" } else { b",\r\n" });
                out.extend_from_slice(doc.as_bytes());
            }
            Carrier::AwsEvents => out.extend_from_slice(&message(event, doc.as_bytes())),
            Carrier::AwsChunks => {
                let payload = format!("{{\"bytes\":\"{}\",\"p\":\"abcd\"}}", STANDARD.encode(doc));
                out.extend_from_slice(&message("chunk", payload.as_bytes()));
            }
        }
    }
    if carrier == Carrier::JsonArray {
        out.extend_from_slice(b"]");
    }
    out
}

/// The JSON documents of a stream.
pub fn decode(carrier: Carrier, body: &[u8]) -> Vec<Value> {
    let text = || std::str::from_utf8(body).unwrap();
    match carrier {
        Carrier::Sse => {
            let data = text().lines().filter_map(|line| line.strip_prefix("data: "));
            data.filter(|data| *data != "[DONE]").map(|data| serde_json::from_str(data).unwrap()).collect()
        }
        Carrier::Ndjson => text().lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        Carrier::JsonArray => serde_json::from_str(text()).unwrap(),
        Carrier::AwsEvents => payloads(body),
        Carrier::AwsChunks => {
            let inner = |payload: Value| STANDARD.decode(payload["bytes"].as_str().unwrap()).unwrap();
            payloads(body).into_iter().map(|payload| serde_json::from_slice(&inner(payload)).unwrap()).collect()
        }
    }
}

/// A binary message.
fn message(event: &str, payload: &[u8]) -> Vec<u8> {
    let mut headers = Vec::new();
    for (name, value) in [(":event-type", event), (":content-type", "application/json"), (":message-type", "event")] {
        headers.push(u8::try_from(name.len()).unwrap());
        headers.extend_from_slice(name.as_bytes());
        headers.push(7);
        headers.extend_from_slice(&u16::try_from(value.len()).unwrap().to_be_bytes());
        headers.extend_from_slice(value.as_bytes());
    }
    let total = u32::try_from(16 + headers.len() + payload.len()).unwrap();
    let mut out = [total.to_be_bytes(), u32::try_from(headers.len()).unwrap().to_be_bytes()].concat();
    out.extend_from_slice(&crc32fast::hash(&out).to_be_bytes());
    out.extend_from_slice(&headers);
    out.extend_from_slice(payload);
    out.extend_from_slice(&crc32fast::hash(&out).to_be_bytes());
    out
}

/// The payloads of binary messages whose lengths and CRCs are right.
fn payloads(mut body: &[u8]) -> Vec<Value> {
    let number = |at: usize, body: &[u8]| u32::from_be_bytes(body[at..at + 4].try_into().unwrap());
    let mut found = Vec::new();
    while !body.is_empty() {
        let (total, headers) = (number(0, body) as usize, number(4, body) as usize);
        let (message, rest) = body.split_at(total);
        assert_eq!(crc32fast::hash(&message[..8]), number(8, message), "the CRC of the prelude");
        assert_eq!(crc32fast::hash(&message[..total - 4]), number(total - 4, message), "the CRC of the message");
        found.push(serde_json::from_slice(&message[12 + headers..total - 4]).unwrap());
        body = rest;
    }
    found
}
