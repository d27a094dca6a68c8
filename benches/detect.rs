//! Detection, all labels on, one core: `cargo bench --bench detect`.
//!
//! Throughput over varied texts of 1 MiB, the cost of short texts, and texts made to be slow.

#[path = "../crates/detect/benches/texts/mod.rs"]
mod texts;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use masquerade_detect::text::Field;
use masquerade_detect::{Detector, Options};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PROSE: &str = "It was raining when the committee met, and nobody had brought the minutes. They spoke about the library, \
    whether it should open on weekends, and who would pay for the heating. The neighbours had not been asked, which \
    turned out to be a mistake; they held strong views on parking, noise and the colour of the doors. Meanwhile the \
    architect kept drawing, as architects do when others talk. ";

const ENTITIES: [&str; 7] = [
    "bob.jones@example.com",
    "+1 415-555-2671",
    "4111 1111 1111 1111",
    "DE89 3704 0044 0532 0130 00",
    "192.168.1.77",
    "my ssn is 536-90-4399",
    "00:1b:44:11:3a:b7",
];

/// Length of the text without entities.
const LONG: usize = 1 << 20;
/// Length of the texts made to be slow.
const HOSTILE: usize = 1 << 16;

fn throughput(c: &mut Criterion) {
    let detector = Detector::new(Vec::new()).expect("the built-in rules are sound");
    let options = Options::new(detector.select(&["ALL"]).expect("ALL is a group"));
    let mut group = c.benchmark_group("detect");
    let examples: Vec<_> = detector.labels().iter().map(|info| info.example).collect();
    let nothing = ("prose without entities, one paragraph repeated", PROSE.repeat(LONG / PROSE.len()));
    for (name, text) in texts::all(&examples).iter().chain([&nothing]) {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(*name, |b| b.iter(|| detector.detect(&[Field::new(black_box(text))], &options)));
    }
    group.finish();
}

fn short_texts(c: &mut Criterion) {
    let detector = Detector::new(Vec::new()).expect("the built-in rules are sound");
    let options = Options::new(detector.default_labels().clone());
    let part: String = PROSE.chars().take(180).collect();
    let five: String = ENTITIES.iter().take(5).map(|entity| format!("{part} {entity} ")).collect();
    let nothing: String = PROSE.repeat(3).chars().take(1024).collect();
    let mut group = c.benchmark_group("short");
    for (name, text) in [("1 KiB, five entities", &five), ("1 KiB, nothing", &nothing), ("a word", &"hello".to_owned())]
    {
        group.bench_function(name, |b| b.iter(|| detector.detect(&[Field::new(black_box(text))], &options)));
    }
    group.finish();
}

fn hostile_texts(c: &mut Criterion) {
    let detector = Detector::new(Vec::new()).expect("the built-in rules are sound");
    let options = Options::new(detector.select(&["ALL"]).expect("ALL is a group"));
    let mut group = c.benchmark_group("hostile");
    group.sample_size(10).throughput(Throughput::Bytes(HOSTILE as u64));
    for piece in [
        "1 ",
        "1.",
        "1-",
        "a@",
        "::",
        "031 ",
        "4111 1111 1111 1111 ",
        "password=",
        "password=x&",
        "Cher Abonné, ",
        "http://",
        "[US_SSN_1]",
    ] {
        let text = piece.repeat(HOSTILE / piece.len());
        group.bench_with_input(BenchmarkId::from_parameter(piece.trim()), &text, |b, text| {
            b.iter(|| detector.detect(&[Field::new(black_box(text))], &options));
        });
    }
    group.finish();
}

fn start(c: &mut Criterion) {
    c.bench_function("build", |b| b.iter(|| Detector::new(Vec::new())));
}

criterion_group!(benches, throughput, short_texts, hostile_texts, start);
criterion_main!(benches);
