//! The codec, one core: `cargo bench --bench codec`.
//!
//! Scanning a chat body, scanning it and splicing what stands in its strings, cutting a stream into
//! events, and bodies made to be slow.

use std::hint::black_box;

use bytes::{Bytes, BytesMut};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use masquerade::codec::{
    encoding::{Coding, Decoder},
    framing::Carrier,
    syntax::{
        self,
        json::{Scanner, Token, escape},
        splice,
    },
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PROSE: &str = "It was raining when the committee met, and nobody had brought the minutes.\nThey spoke about the \
    \"library\", whether it should open on weekends, and who would pay. Write to bob.jones@example.com about it. ";

/// The address that a masked body replaces, once in each message.
const ADDRESS: &str = "bob.jones@example.com";

/// A chat request of about `length` bytes, in messages of some 700.
fn chat(length: usize) -> String {
    let mut body = String::from(r#"{"model":"gpt-4.1","temperature":0.2,"stream":true,"messages":["#);
    while body.len() < length {
        body.push_str(r#"{"role":"user","content":[{"type":"text","text":""#);
        (0..3).for_each(|_| escape(PROSE, &mut body));
        body.push_str(r#""}]},"#);
    }
    body.push_str(r#"{"role":"user","content":null}]}"#);
    body
}

fn scan(doc: &[u8]) -> usize {
    let mut scanner = Scanner::new(syntax::text(doc).expect("UTF-8"));
    let mut tokens = 0;
    while scanner.next_token().expect("a document").is_some() {
        tokens += 1;
    }
    tokens
}

fn mask(doc: &[u8], out: &mut Vec<u8>) {
    let doc = syntax::text(doc).expect("UTF-8");
    let mut scanner = Scanner::new(doc);
    let mut edits = Vec::new();
    while let Some(token) = scanner.next_token().expect("a document") {
        let Token::String(string) = token else { continue };
        for segment in string.segments(doc) {
            if let Some(at) = memchr::memmem::find(segment.text().as_bytes(), ADDRESS.as_bytes()) {
                edits.extend(segment.edit(at..at + ADDRESS.len(), "[EMAIL_ADDRESS_1]"));
            }
        }
    }
    splice(doc.as_bytes(), &edits, out).expect("edits in order");
}

fn documents(c: &mut Criterion) {
    let small = chat(4600);
    let large = chat(1 << 20);
    let in_ascii = large.replace("weekends", "w\\u00e9\\u00e9kends");
    let mut group = c.benchmark_group("json");
    for (name, doc) in [("chat of 4.6 KB", &small), ("chat of 1 MiB", &large), ("with escapes", &in_ascii)] {
        group.throughput(Throughput::Bytes(doc.len() as u64));
        group.bench_with_input(BenchmarkId::new("scan", name), doc, |b, doc| {
            b.iter(|| scan(black_box(doc.as_bytes())));
        });
        let mut out = Vec::with_capacity(doc.len() * 2);
        group.bench_with_input(BenchmarkId::new("scan and splice", name), doc, |b, doc| {
            b.iter(|| {
                out.clear();
                mask(black_box(doc.as_bytes()), &mut out);
                out.len()
            });
        });
    }
    for (name, doc) in [
        ("brackets", format!("[{}0]", "[],{},".repeat(1 << 17))),
        ("quotes", format!("[{}0]", "\"\",".repeat(1 << 18))),
        ("escapes", format!("\"{}\"", "\\u0041\\n".repeat(1 << 16))),
        ("digits", format!("[{}0]", "1,".repeat(1 << 18))),
        ("white space", format!("[{}0]", " \n".repeat(1 << 18))),
    ] {
        group.throughput(Throughput::Bytes(doc.len() as u64));
        group.bench_with_input(BenchmarkId::new("made to be slow", name), &doc, |b, doc| {
            b.iter(|| scan(black_box(doc.as_bytes())));
        });
    }
    group.finish();
}

/// Cuts a stream that comes in pieces of `piece` bytes, and writes it out again.
fn relay(carrier: Carrier, stream: &Bytes, piece: usize, out: &mut BytesMut) {
    let mut framing = carrier.framing(1 << 20);
    let mut rest = stream.clone();
    while !rest.is_empty() {
        let input = rest.split_to(piece.min(rest.len()));
        framing.push(input, rest.is_empty());
        while let Some(frame) = framing.next_frame().expect("a frame") {
            let doc = frame.doc.clone();
            framing.emit(&frame, black_box(doc.as_deref()), out).expect("room");
        }
    }
}

fn streams(c: &mut Criterion) {
    let delta = r#"{"id":"chatcmpl-9","object":"chat.completion.chunk","created":1,"model":"gpt-4.1","choices":[{"index":0,"delta":{"content":" committee"},"finish_reason":null}]}"#;
    let events = Bytes::from(format!("data: {delta}\n\n").repeat(5000));
    let lines = Bytes::from(format!("{delta}\n").repeat(5000));
    let mut group = c.benchmark_group("frames");
    for (carrier, name, stream) in [(Carrier::Sse, "events", events), (Carrier::Ndjson, "lines", lines)] {
        let mut out = BytesMut::with_capacity(stream.len() + 1);
        group.throughput(Throughput::Bytes(stream.len() as u64));
        for piece in [100, 1400, 1 << 14] {
            group.bench_with_input(BenchmarkId::new(name, format!("pieces of {piece}")), &stream, |b, stream| {
                b.iter(|| {
                    out.clear();
                    relay(carrier, stream, piece, &mut out);
                    out.len()
                });
            });
        }
    }
    group.finish();
}

/// Decoding of a small gzip body, and of many concatenated ones, each of which needs a decoder of its own.
fn codings(c: &mut Criterion) {
    let empty = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut group = c.benchmark_group("gzip");
    for members in [1, 10_000] {
        let body = empty.repeat(members);
        group.throughput(Throughput::Bytes(body.len() as u64));
        group.bench_with_input(BenchmarkId::new("empty members", members), &body, |b, body| {
            b.iter(|| {
                let mut out = Vec::new();
                Decoder::new(&[Coding::Gzip]).push(black_box(body), true, 100, &mut out).expect("gzip");
                out.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, documents, streams, codings);
criterion_main!(benches);
