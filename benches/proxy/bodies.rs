//! Chat requests of about 4.6 KB with six entities, in varied prose, chat and source code.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::texts;

/// Bytes of text before and behind the entity of a message.
const PART: usize = 290;

/// Kinds of text that messages are cut from: prose, chat with URLs, source code.
static TEXTS: LazyLock<[String; 3]> = LazyLock::new(|| {
    let [(_, prose), _, _, (_, code), (_, chat), _] = texts::all(&["in the usual place"]);
    [prose, chat, code]
});

/// A stretch of about [`PART`] bytes, whole characters, of the text of kind `kind`. Different numbers hardly ever give
/// the same stretch.
fn part(kind: usize, number: usize) -> &'static str {
    let text = &TEXTS[kind % TEXTS.len()];
    // Any odd multiplier scatters neighbouring numbers over the text.
    let start = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) % (text.len() - 2 * PART);
    let (start, end) = (text.floor_char_boundary(start), text.floor_char_boundary(start + PART));
    &text[start..end]
}

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
    let number = seed.wrapping_mul(14).wrapping_add(place * 2);
    let (before, behind) = (part(place, number), part(place, number + 1));
    json!({ "role": role, "content": format!("[{place}/{seed}] {before}\n\n{entity}\n\n{behind}") })
}

/// A conversation of seven messages.
fn conversation(seed: usize) -> Vec<Value> {
    (0..7).map(|place| message(place, seed)).collect()
}

fn body(model: &str, messages: &[Value], stream: bool) -> Vec<u8> {
    json!({ "model": model, "messages": messages, "temperature": 0.5, "stream": stream }).to_string().into_bytes()
}

/// A body of which no string was ever sent before, if `seed` was not.
pub fn fresh(seed: usize) -> Vec<u8> {
    body("bench-1", &conversation(seed), false)
}

/// The conversation number `known` with one new, short message.
pub fn continued(known: usize, seed: usize) -> Vec<u8> {
    let mut messages = conversation(known);
    messages.push(json!({ "role": "user", "content": format!("And number {seed}?") }));
    body("bench-1", &messages, false)
}

/// A request for a stream.
pub fn streamed() -> Vec<u8> {
    body("bench-1", &conversation(0), true)
}

/// A request for a stream with a second between its chunks.
pub fn slowly_streamed(seed: usize) -> Vec<u8> {
    body(super::upstream::SLOW_MODEL, &conversation(seed), true)
}

/// A body of about 100 KB.
pub fn large(seed: usize) -> Vec<u8> {
    let messages: Vec<_> = (0..22).flat_map(|part| conversation(seed * 100 + part)).collect();
    body("bench-1", &messages, false)
}
