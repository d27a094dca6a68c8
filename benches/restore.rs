//! Throughput of masking and restoring: `cargo bench --bench restore`.

use std::{future::Future, hint::black_box, sync::Arc, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use masquerade::{
    anonymize::{
        Method, Policy, plan,
        restore::{MapEntry, Options, PlaceholderVariants, Position, by_map},
    },
    config::Sessions,
    engine::session::{mask, mask_without_session, restore, surrogates},
    keys::{Cipher, Keyring},
    store::{MemoryStore, Scope},
};
use masquerade_detect::Catalogue;
use masquerade_detect::entity::{Entity, Label, Source, Validated};
use masquerade_detect::text::{Span, Unit};

const PERSON: Label = Label::PERSON;

/// About 64 KB of prose with a name every 400 bytes, and where the names are.
fn prose() -> (String, Vec<Entity>) {
    const SENTENCE: &str = "The committee met again in the small room behind the library and went on with what it had \
                            left open the week before; nobody had read the minutes, and so the first hour was lost. ";
    let (mut text, mut entities) = (String::new(), Vec::new());
    for n in 0..160 {
        text.push_str(SENTENCE);
        text.push_str(SENTENCE);
        let start = text.len();
        text.push_str(["Ada Lovelace", "Alan Turing", "Grace Hopper", "Emmy Noether"][n % 4]);
        text.push(char::from(b'A' + (n % 23) as u8));
        let span = Span::new(&text, start..text.len()).expect("a span");
        entities.push(Entity {
            span,
            label: PERSON,
            confidence: 1.0,
            alternative: None,
            source: Source::Recognizer,
            validated: Validated::None,
        });
        text.push_str(" said so. ");
    }
    (text, entities)
}

fn now<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(future)
}

fn store() -> (MemoryStore, Scope, Keyring) {
    let hour = Duration::from_secs(3600);
    let store = MemoryStore::new(Sessions {
        ttl: hour,
        max_age: hour,
        counters_ttl: hour,
        tenant_entries: 100_000,
        tenant_bytes: 64 << 20,
        entries: 100_000,
        bytes: 64 << 20,
    });
    let keys = Keyring::random().expect("randomness");
    let scope = Scope { tenant: Arc::from("t"), session: keys.sessions("t").id("s") };
    (store, scope, keys)
}

fn options<'a>(cipher: &'a Cipher, taken: &'a PlaceholderVariants, tolerant: bool) -> Options<'a> {
    Options {
        cipher: Some(cipher),
        is_label: &|name| name == "PERSON",
        tolerant,
        taken,
        is_restorable: None,
        max_bytes: usize::MAX,
    }
}

fn masking(criterion: &mut Criterion) {
    let (text, entities) = prose();
    let (cipher, labels) = (store().2.cipher("t", "/v1"), Catalogue::built_in());
    let mut group = criterion.benchmark_group("mask");
    group.throughput(Throughput::Bytes(text.len() as u64));
    let entities = [entities];
    for method in Method::passing() {
        group.bench_function(method.name(), |bench| {
            bench.iter(|| {
                let texts = [black_box(text.as_str())];
                mask_without_session(plan(&texts, &entities, &labels, &Policy::all(method), &cipher)).texts[0].len()
            });
        });
    }
    group.finish();
}

fn restoring(criterion: &mut Criterion) {
    let (text, entities) = prose();
    let (store, scope, keys) = store();
    let labels = Catalogue::built_in();
    let (cipher, taken) = (keys.cipher("t", "/v1"), PlaceholderVariants::default());
    let mut group = criterion.benchmark_group("restore");
    let entities = [entities];
    for method in [Method::Redact, Method::Synthetic] {
        let texts = [text.as_str()];
        let live = now(surrogates(&store, &scope)).expect("memory");
        let plan = plan(&texts, &entities, &labels, &Policy::all(method), &cipher);
        let masked = now(mask(&store, &scope, plan, &live)).expect("memory");
        let out = [&*masked.texts[0]];
        let positioned: Vec<_> = entities[0]
            .iter()
            .zip(masked.replacements(0))
            .map(|(entity, replacement)| MapEntry {
                original: entity.span.slice(&text),
                replacement: replacement.as_str(),
                position: Some(Position {
                    text_index: 0,
                    start: entity.span.start(),
                    end: entity.span.end(),
                    text_length: None,
                }),
            })
            .collect();
        let matched: Vec<_> = positioned.iter().map(|entry| MapEntry { position: None, ..*entry }).collect();
        group.throughput(Throughput::Bytes(out[0].len() as u64));
        for (name, map, tolerant) in
            [("position", &positioned, false), ("exact", &matched, false), ("tolerant", &matched, true)]
        {
            let options = options(&cipher, &taken, tolerant);
            let restore = || by_map(black_box(&out), map, Unit::Codepoint, &options).expect("short").texts[0].len();
            assert_eq!(restore(), text.len());
            group.bench_function(format!("{name}/{method}"), |bench| bench.iter(restore));
        }
        let options = options(&cipher, &taken, false);
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        group.bench_function(format!("session/{method}"), |bench| {
            bench.iter(|| {
                let restored = runtime.block_on(restore(&store, &scope, black_box(&out), &options));
                restored.expect("memory").expect("short").texts[0].len()
            });
        });
    }
    let options = options(&cipher, &taken, true);
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("nothing to restore", |bench| {
        let map = [MapEntry { original: "Ada", replacement: "[PERSON_1]", position: None }];
        let texts = [text.as_str()];
        bench.iter(|| by_map(black_box(&texts), &map, Unit::Codepoint, &options).expect("short").texts[0].len());
    });
    group.finish();
}

criterion_group!(benches, masking, restoring);
criterion_main!(benches);
