//! The cost of a proxied response, by event of a stream, with and without placeholders in it.

use std::{hint::black_box, time::Duration};

use bytes::{Bytes, BytesMut};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use masquerade::{
    anonymize::{
        Original,
        restore::{PlaceholderVariants, RestoreTable, Restorer},
    },
    codec::framing::Carrier,
    engine::proxy::{
        RestoreMap, RestoreRules,
        response::{Response, Shape},
    },
    profile::{Profile, Profiles},
};

/// Events in one stream.
const EVENTS: usize = 1000;

const LABELS: [&str; 6] = ["PERSON", "EMAIL_ADDRESS", "PHONE_NUMBER", "IBAN_CODE", "CREDIT_CARD", "ORGANIZATION"];

fn names() -> impl Iterator<Item = (masquerade::anonymize::Substitute, Original)> {
    let numbered = LABELS.iter().flat_map(|label| (1..=3).map(move |number| format!("[{label}_{number}]")));
    numbered.map(|name| (name.as_str().into(), Original::new("Ada Lovelace")))
}

/// The events of a chat, [`EVENTS`] of them, each with one of `texts` in turn.
fn chat(texts: &[&str]) -> Vec<Bytes> {
    let event = |text: &&str| {
        let text = text.replace('"', "\\\"");
        Bytes::from(format!(
            "data: {{\"id\":\"chatcmpl-9aBcD\",\"object\":\"chat.completion.chunk\",\"created\":1732000000,\
             \"model\":\"gpt-4o-2024-08-06\",\"system_fingerprint\":\"fp_1\",\"choices\":[{{\"index\":0,\
             \"delta\":{{\"content\":\"{text}\"}},\"logprobs\":null,\"finish_reason\":null}}]}}\n\n"
        ))
    };
    texts.iter().cycle().take(EVENTS).map(event).collect()
}

/// The events of a message as Anthropic streams it.
fn message(texts: &[&str]) -> Vec<Bytes> {
    let event = |text: &&str| {
        Bytes::from(format!(
            "event: content_block_delta\ndata: {{\"type\":\"content_block_delta\",\"index\":0,\
             \"delta\":{{\"type\":\"text_delta\",\"text\":\"{text}\"}}}}\n\n"
        ))
    };
    texts.iter().cycle().take(EVENTS).map(event).collect()
}

fn run(profile: &'static Profile, map: &RestoreMap, events: &[Bytes], out: &mut BytesMut) {
    let mut response = Response::new(profile, Shape::Stream(Carrier::Sse), map.clone(), 1 << 20);
    out.clear();
    for event in events {
        response.push(event.clone(), false, out);
    }
    response.push(Bytes::new(), true, out);
}

fn streams(c: &mut Criterion) {
    let map = RestoreMap::new(&RestoreRules::default(), names(), &PlaceholderVariants::default(), [], []);
    let plain = [" the", " report", " was", " sent", " on", " Monday", ",", " and", " it", " says"];
    let split = [" Dear", " [", "PERSON", "_", "1", "],", " your", " mail", " [EMAIL_ADDRESS_2]", " is"];
    let profile = |path| Profiles::all().find(None, "POST", path).expect("a known path").profile;
    let (chats, messages) = (profile("/v1/chat/completions"), profile("/v1/messages"));
    let mut group = c.benchmark_group("stream");
    group.throughput(Throughput::Elements(EVENTS as u64)).measurement_time(Duration::from_secs(3));
    let mut out = BytesMut::new();
    for (name, profile, events, map) in [
        ("chat/nothing-to-restore", chats, chat(&plain), &RestoreMap::nothing()),
        ("chat/no-placeholder", chats, chat(&plain), &map),
        ("chat/split-placeholders", chats, chat(&split), &map),
        ("messages/no-placeholder", messages, message(&plain), &map),
        ("messages/split-placeholders", messages, message(&split), &map),
    ] {
        group.bench_function(name, |b| b.iter(|| run(profile, map, black_box(&events), &mut out)));
    }
    group.finish();
}

fn texts(c: &mut Criterion) {
    let live = RestoreTable::new(names(), true, &PlaceholderVariants::default(), std::sync::Arc::default(), usize::MAX);
    let prose =
        "The report was sent on Monday, and it says that nothing of note was found in the records. ".repeat(100);
    let named =
        "Dear [PERSON_1], your mail [EMAIL_ADDRESS_2] is known to [ORGANIZATION_3] since Monday, it says. ".repeat(100);
    let mut group = c.benchmark_group("text");
    for (name, text) in [("no-placeholder", &prose), ("placeholders", &named)] {
        group.throughput(Throughput::Bytes(text.len() as u64)).measurement_time(Duration::from_secs(3));
        group.bench_function(name, |b| b.iter(|| Restorer::restore(&live, black_box(text))));
    }
    group.finish();
}

criterion_group!(benches, streams, texts);
criterion_main!(benches);
