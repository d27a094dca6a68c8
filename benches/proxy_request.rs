//! A request through a proxied route, from its decoded body to the masked one: a chat of about 4.6 KB with six
//! entities, never seen before and seen before.
//!
//! ```text
//! cargo bench --bench proxy_request
//! ```

use std::{hint::black_box, sync::Arc};

use bytes::Bytes;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use masquerade::{
    anonymize::{Method, Policy},
    config::{Config, Sources},
    engine::{
        Engine, MaskSettings,
        proxy::{Caller, Incoming, RequestMasker, RestoreRules, Rules, Style},
    },
    keys::Keyring,
    profile::Profiles,
    store::MemoryStore,
};
use masquerade_detect::text::Field;
use masquerade_detect::{Detector, Options, Scratch};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PROSE: &str = "The delivery was late again and nobody at the depot could tell us why, although the driver had called \
    twice from the road and the goods were already signed for at the gate by the night shift.\\n";

const ENTITIES: [&str; 6] = [
    "customer7@example.com",
    "+1 212 555 0143",
    "4111 1111 1111 1111",
    "DE89 3704 0044 0532 0130 00",
    "203.0.113.77",
    "depot.manager@example.org",
];

/// A conversation; `mark` makes its texts ones that were never seen.
fn chat(mark: usize) -> String {
    let mut messages = vec![format!(r#"{{"role":"system","content":"{mark} You are the clerk of a depot. {PROSE}"}}"#)];
    for (turn, entity) in ENTITIES.iter().enumerate() {
        let role = if turn % 2 == 0 { "user" } else { "assistant" };
        messages.push(format!(r#"{{"role":"{role}","content":"{mark} {PROSE}{PROSE}About {entity}. {PROSE}"}}"#));
    }
    format!(r#"{{"model":"gpt-4o","messages":[{}],"temperature":0.2,"stream":true}}"#, messages.join(","))
}

fn request(c: &mut Criterion) {
    let (config, _) = Config::load(&Sources::default(), None).expect("the defaults");
    let detector = Detector::new(Vec::new()).expect("a detector");
    let options = Options::new(detector.default_labels().clone());
    let ask = MaskSettings {
        detection: options.clone(),
        policy: Policy::all(Method::Redact),
        max_entities: usize::MAX,
        uses_session: false,
    };
    let rules = Rules::new(ask, Style::Dialogue(RestoreRules::default()));
    let keyring = Keyring::random().expect("randomness");
    let caller = Caller {
        tenant: "bench".into(),
        cipher: keyring.cipher("bench", "bench"),
        sessions: keyring.sessions("bench"),
        aliases: keyring.aliases("bench", "bench"),
        may_deanonymize: false,
    };
    let engine = Engine::new(detector, Arc::new(MemoryStore::new(config.sessions)));
    let found = Profiles::all().find(None, "POST", "/v1/chat/completions").expect("a profile");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let masker = RequestMasker { engine: &engine, rules: &rules, caller: &caller };
    let mask = |body: &Bytes| {
        let masked = masker.mask(found.profile, black_box(body), Incoming::default());
        runtime.block_on(masked).expect("a masked request")
    };
    let seen = Bytes::from(chat(0));
    let entities: u64 = mask(&seen).coverage.entities.iter().map(|(_, _, count)| count).sum();
    assert_eq!(entities, 6);
    let clean = Bytes::from(ENTITIES.iter().fold(chat(0), |body, entity| body.replace(entity, "nobody")));

    let mut group = c.benchmark_group("proxy request");
    group.throughput(Throughput::Bytes(seen.len() as u64));
    // What finding alone costs, for comparison: one field per message.
    let texts: Vec<String> = (0..7).map(|turn| seen_text(&seen, turn)).collect();
    group.bench_function("detection alone", |b| {
        b.iter(|| {
            let mut scratch = Scratch::default();
            for text in &texts {
                black_box(engine.detector().detect_field(&Field::new(text), &options, &mut scratch));
            }
        });
    });
    let mut mark = 1;
    group.bench_function("fresh", |b| {
        let fresh = || {
            mark += 1;
            Bytes::from(chat(mark))
        };
        b.iter_batched(fresh, |body| mask(&body), BatchSize::SmallInput);
    });
    group.bench_function("seen", |b| b.iter(|| mask(&seen)));
    mask(&clean);
    group.bench_function("seen, nothing in it", |b| b.iter(|| mask(&clean)));
    group.finish();
}

/// The text of one message.
fn seen_text(body: &[u8], turn: usize) -> String {
    let body: serde_json::Value = serde_json::from_slice(body).expect("JSON");
    body["messages"][turn]["content"].as_str().unwrap_or_default().to_owned()
}

criterion_group!(benches, request);
criterion_main!(benches);
