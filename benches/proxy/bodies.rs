//! Chat requests of about 4.6 KB with six entities.

use serde_json::{Value, json};

const PROSE: &str = "The delivery was late again and nobody at the depot could tell us why, although the driver had \
                     called twice from the road and the goods were already signed for at the gate by the night \
                     shift. We would like to know what happened and whom to ask when it happens the next time. ";

/// Message number `place` of a conversation; no two with different `seed`s are equal.
fn message(place: usize, seed: usize) -> Value {
    let entity = match place {
        1 => format!("Please answer to customer{seed}@example.com."),
        2 => format!("The number is +1 212 555 {:04}.", seed % 10_000),
        3 => "The card is 4111 1111 1111 1111.".to_owned(),
        4 => "The account is DE89 3704 0044 0532 0130 00.".to_owned(),
        5 => format!("It came from 203.0.113.{}.", seed % 250),
        6 => format!("In copy: office{seed}@example.org."),
        _ => "Be kind.".to_owned(),
    };
    let role = match place {
        0 => "system",
        place if place % 2 == 1 => "user",
        _ => "assistant",
    };
    json!({ "role": role, "content": format!("[{place}/{seed}] {PROSE}{entity} {PROSE}") })
}

/// A conversation of seven messages.
fn conversation(seed: usize) -> Vec<Value> {
    (0..7).map(|place| message(place, seed)).collect()
}

fn body(messages: &[Value], stream: bool) -> Vec<u8> {
    json!({ "model": "bench-1", "messages": messages, "temperature": 0.5, "stream": stream }).to_string().into_bytes()
}

/// A body of which no string was ever sent before, if `seed` was not.
pub fn fresh(seed: usize) -> Vec<u8> {
    body(&conversation(seed), false)
}

/// The conversation number `known` with one new, short message.
pub fn continued(known: usize, seed: usize) -> Vec<u8> {
    let mut messages = conversation(known);
    if let Some(last) = messages.last_mut() {
        *last = message(6, known);
    }
    messages.push(json!({ "role": "user", "content": format!("And number {seed}?") }));
    body(&messages, false)
}

/// A request for a stream.
pub fn streamed() -> Vec<u8> {
    body(&conversation(0), true)
}

/// A body of about 100 KB.
pub fn large(seed: usize) -> Vec<u8> {
    let messages: Vec<_> = (0..22).flat_map(|part| conversation(seed * 100 + part)).collect();
    body(&messages, false)
}
