//! Detection, all labels on, one core: `cargo bench --bench detect`.
//!
//! Throughput over texts of 1 MiB, the cost of short texts, and texts made to be slow.

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

/// Length of the long texts.
const LONG: usize = 1 << 20;
/// Length of the texts made to be slow.
const HOSTILE: usize = 1 << 16;

/// `paragraph` over and over with an entity after each, to the length of a long text.
fn with_entities(paragraph: &str) -> String {
    let mut text = String::new();
    for entity in ENTITIES.iter().cycle() {
        text.push_str(paragraph);
        text.push_str(entity);
        text.push_str(". ");
        if text.len() >= LONG {
            return text;
        }
    }
    text
}

/// `text` with one letter in fifty out of another alphabet.
fn accented(text: &str) -> String {
    let accent = |(at, c): (usize, char)| if c.is_ascii_lowercase() && at % 50 == 7 { 'é' } else { c };
    text.chars().enumerate().map(accent).collect()
}

/// Lines of a service's log, one entity in each.
fn json_log() -> String {
    let (mut text, mut number) = (String::new(), 0_u64);
    while text.len() < LONG {
        let entity = ENTITIES[number as usize % ENTITIES.len()];
        let trace = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        text.push_str(&format!(
            "{{\"level\":\"info\",\"service\":\"checkout-api\",\"status\":200,\"duration_ms\":{},\"path\":\"/v1/orders\",\
             \"message\":\"order accepted\",\"user\":\"{entity}\",\"region\":\"eu-central\",\"trace\":\"{trace:016x}\"}}\n",
            number % 977
        ));
        number += 1;
    }
    text
}

fn throughput(c: &mut Criterion) {
    let detector = Detector::new(Vec::new()).expect("the built-in rules are sound");
    let options = Options::new(detector.select(&["ALL"]).expect("ALL is a group"));
    let mut group = c.benchmark_group("detect");
    let texts = [
        ("prose, one entity in 400 bytes", with_entities(PROSE)),
        ("the same, 2 % non-ASCII letters", with_entities(&accented(PROSE))),
        ("prose without entities", PROSE.repeat(LONG / PROSE.len())),
        ("JSON log, one entity in 200 bytes", json_log()),
    ];
    for (name, text) in &texts {
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
    for piece in ["1 ", "1.", "1-", "a@", "::", "031 ", "4111 1111 1111 1111 ", "password=", "http://", "[US_SSN_1]"] {
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
