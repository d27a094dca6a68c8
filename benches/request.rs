//! The steps of `POST /v1/anonymize` on a body of about 1 KB with five entities, and all of them together.
//!
//! ```text
//! cargo bench --bench request
//! ```

use std::{hint::black_box, sync::Arc};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use masquerade::{
    anonymize::{Method, Policy, plan},
    config::{Config, Sources},
    engine::session::mask_without_session,
    engine::{Engine, MaskSettings, Owner},
    input::json,
    keys::Keyring,
    store::MemoryStore,
};
use masquerade_detect::text::Field;
use masquerade_detect::{Detector, Options};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const TEXT: &str = "The delivery was late again and nobody at the depot could tell us why, although the driver had called \
    twice from the road and the goods were already signed for at the gate by the night shift. Please answer to \
    customer7@example.com or call +1 212 555 0143. The delivery was late again and nobody at the depot could tell us \
    why, although the driver had called twice from the road and the goods were already signed for at the gate by the \
    night shift. The card is 4111 1111 1111 1111 and the account DE89 3704 0044 0532 0130 00; the delivery was late \
    again and nobody at the depot could tell us why, although the driver had called twice from the road and the goods \
    were already signed for at the gate by the night shift. The request came from 203.0.113.77. The delivery was late \
    again and nobody at the depot could tell us why, although the driver had called twice from the road.";

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
    let keyring = Keyring::random().expect("randomness");
    let cipher = keyring.cipher("bench", "/v1");
    let owner = Owner::with_session("bench".into(), cipher.clone(), keyring.sessions("bench").id("bench"));
    let engine = Engine::new(detector, Arc::new(MemoryStore::new(config.sessions.clone())));
    let body = serde_json::json!({ "text": [TEXT] }).to_string();
    let texts = [TEXT];
    let fields = [Field::new(TEXT)];
    let entities = engine.detector().detect(&fields, &options);
    assert_eq!(entities[0].len(), 5);
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");

    let mut group = c.benchmark_group("request");
    group.throughput(Throughput::Bytes(body.len() as u64));
    group.bench_function("json", |b| b.iter(|| json::parse(black_box(body.as_bytes()), json::Limits::default())));
    group.bench_function("detect", |b| b.iter(|| engine.detector().detect(black_box(&fields), &options)));
    group.bench_function("replace", |b| {
        b.iter(|| {
            mask_without_session(plan(
                &texts,
                black_box(&entities),
                engine.detector().catalogue(),
                &ask.policy,
                &cipher,
            ))
        })
    });
    group.bench_function("engine with session", |b| {
        b.iter(|| runtime.block_on(engine.anonymize(black_box(&texts), &ask, &owner)).expect("an answer"));
    });
    group.finish();
}

criterion_group!(benches, request);
criterion_main!(benches);
