//! The language model on one core: `cargo bench --bench ner`.
//!
//! Tokens per second of both levels over long texts: the documents of this repository, and the varied texts that detection is
//! measured by, so that words come as seldom and as often as they do in texts. Prompts of 4 KB, cut out of these texts one behind another,
//! with and without memory of their words; texts made to be slow.
//! Where no model is built in, weights are drawn at random: the work is the same, what is found is not.

#[path = "../../crates/ner/src/tests/random.rs"]
mod random;
#[path = "../../crates/detect/benches/texts/mod.rs"]
mod texts;

use std::{
    collections::BTreeSet,
    hint::black_box,
    sync::{Arc, LazyLock},
};

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use masquerade_ner::{
    self as ner, Level, Model, Scratch,
    kernel::Kernel,
    lexicon::{class, fingerprint},
    token::Tokens,
    weights::VECTOR,
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The documents of this repository: text by people.
const DOCUMENTS: [&str; 9] = [
    include_str!("../../README.md"),
    include_str!("../../CHANGELOG.md"),
    include_str!("../../docs/decisions.md"),
    include_str!("../../docs/detection.md"),
    include_str!("../../docs/names.md"),
    include_str!("../../docs/presidio.md"),
    include_str!("../../docs/security.md"),
    include_str!("../../benches/README.md"),
    include_str!("../../crates/scan/DESIGN.md"),
];

/// Persons and organizations among the generated sentences.
const NAMES: [&str; 5] =
    ["Jane Roe", "Richard Roe of Example Holdings Ltd.", "the Danish staff", "offices in New York", "j. roe"];

/// The texts, by name, with at most [`LONG`] bytes of each.
static TEXTS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let [prose, _, log, source, chat, _] = texts::all(&NAMES);
    let all = [("documents", DOCUMENTS.concat()), prose, chat, source, log];
    all.map(|(name, text)| (name, text[..text.floor_char_boundary(LONG)].to_owned())).into()
});

/// Length of the long texts, in bytes.
const LONG: usize = 1 << 18;
/// Length of a prompt, in bytes.
const PROMPT: usize = 4096;

static MODEL: LazyLock<Model> = LazyLock::new(|| Model::embedded().map_or_else(random_model, Arc::unwrap_or_clone));

/// A model with random weights of the size of a trained one: half a million rows of features, thirty thousand vectors,
/// lists of names.
fn random_model() -> Model {
    let mut weights = random::weights(1, 1 << 19);
    let words: BTreeSet<String> =
        TEXTS.iter().flat_map(|(_, text)| Tokens::new(text).map(|token| token.of(text).to_lowercase())).collect();
    for (place, word) in words.iter().enumerate().filter(|(place, _)| place % 3 == 0) {
        weights.lexicon.add(&[word], 1 << (place % class::COUNT));
    }
    for place in 0..300_000_usize {
        weights.lexicon.add(&[&format!("entry{place}")], 1 << (place % class::COUNT));
    }
    weights.hashes = words.iter().map(|word| fingerprint(word)).collect();
    weights.hashes.extend((weights.hashes.len()..30_000).map(|place| fingerprint(&format!("vector{place}"))));
    weights.clusters = (0..30_000_u16).map(|place| place % 256 + 1).collect();
    weights.vectors = weights.vectors.iter().copied().cycle().take(30_000 * VECTOR).collect();
    Model::new(weights.artefact()).expect("weights of the right shapes")
}

/// Words that no other text has, in sentences, to the length of `bytes`.
fn unseen(seed: u64, bytes: usize) -> String {
    let (mut state, mut text) = (seed, String::new());
    while text.len() < bytes {
        for _ in 0..9 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let letters = (0..3 + (state >> 60) / 3).map(|at| char::from(b'a' + (state >> (8 + 5 * at) & 15) as u8));
            text.extend(letters);
            text.push(' ');
        }
        text.push_str("and The Others said so. ");
    }
    text.truncate(bytes);
    text
}

fn tokens(criterion: &mut Criterion) {
    for (name, text) in TEXTS.iter() {
        let mut group = criterion.benchmark_group(format!("ner/{name}"));
        group.throughput(Throughput::Elements(Tokens::new(text).count() as u64));
        group.sample_size(20);
        for level in [Level::Fast, Level::Full] {
            for kernel in Kernel::all() {
                let model = MODEL.clone().with_kernel(kernel);
                let mut scratch = Scratch::default();
                group.bench_function(BenchmarkId::new(level.name(), format!("{kernel:?}")), |bencher| {
                    bencher.iter(|| model.mentions(black_box(text), level, model.thresholds(), &mut scratch));
                });
            }
        }
        group.finish();
    }
}

/// The next piece of 4 KB of the texts in turn.
fn prompts_in_turn() -> impl FnMut() -> &'static str {
    let pieces = TEXTS.iter().flat_map(|(_, text)| {
        (0..text.len() / PROMPT).map(|at| {
            let [start, end] = [at, at + 1].map(|at| text.floor_char_boundary(at * PROMPT));
            &text[start..end]
        })
    });
    let mut pieces = pieces.cycle();
    move || pieces.next().expect("the texts are longer than a prompt")
}

fn prompts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ner/prompt");
    group.throughput(Throughput::Bytes(PROMPT as u64));
    for level in [Level::Fast, Level::Full] {
        let mut scratch = Scratch::default();
        group.bench_function(BenchmarkId::new("in turn", level.name()), |bencher| {
            bencher.iter_batched(
                prompts_in_turn(),
                |text| MODEL.mentions(black_box(text), level, MODEL.thresholds(), &mut scratch),
                BatchSize::SmallInput,
            );
        });
        let mut next = prompts_in_turn();
        group.bench_function(BenchmarkId::new("first of a thread", level.name()), |bencher| {
            bencher.iter_batched_ref(
                || (Scratch::default(), next()),
                |(scratch, text)| MODEL.mentions(black_box(text), level, MODEL.thresholds(), scratch),
                BatchSize::PerIteration,
            );
        });
        let mut seed = 0;
        group.bench_function(BenchmarkId::new("words never seen", level.name()), |bencher| {
            bencher.iter_batched(
                || {
                    seed += 1;
                    unseen(seed, PROMPT)
                },
                |text| MODEL.mentions(black_box(&text), level, MODEL.thresholds(), &mut scratch),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

fn hostile(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ner/hostile");
    group.sample_size(10);
    let texts = [
        ("no space", "x".repeat(1 << 20)),
        ("one letter", "a ".repeat(1 << 17)),
        ("only names", "Jane Roe ".repeat(1 << 14)),
        ("marks", "\u{301}".repeat(1 << 19)),
    ];
    for (name, text) in &texts {
        group.throughput(Throughput::Bytes(text.len() as u64));
        let mut scratch = Scratch::default();
        group.bench_function(*name, |bencher| {
            bencher.iter(|| MODEL.mentions(black_box(text), Level::Full, MODEL.thresholds(), &mut scratch));
        });
    }
    group.finish();
}

criterion_group!(benches, tokens, prompts, hostile);
criterion_main!(benches);
