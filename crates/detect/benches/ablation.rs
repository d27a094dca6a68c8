//! Throughput of detection, all labels on, over six kinds of text: one line for each, which `benches/ablation` gathers
//! from builds with and without each accelerator.

mod texts;

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    hint::black_box,
    time::{Duration, Instant},
};

use masquerade_detect::text::Field;
use masquerade_detect::{Detector, Options};

/// Time that one kind of text is measured for.
const TIME: Duration = Duration::from_secs(1);

fn main() {
    let detector = Detector::new(Vec::new()).expect("the built-in rules are sound");
    let options = Options::new(detector.select(&["ALL"]).expect("ALL is a group"));
    let examples: Vec<_> = detector.labels().iter().map(|info| info.example).collect();
    for (kind, text) in texts::all(&examples) {
        let fields = [Field::new(&text)];
        let mut hasher = DefaultHasher::new();
        for entity in &detector.detect(&fields, &options)[0] {
            (entity.span.range(), entity.label.name()).hash(&mut hasher);
        }
        let (start, mut best) = (Instant::now(), Duration::MAX);
        while start.elapsed() < TIME {
            let from = Instant::now();
            black_box(detector.detect(black_box(&fields), &options));
            best = best.min(from.elapsed());
        }
        println!("{kind}\t{:.1}\t{:016x}", text.len() as f64 / 1e6 / best.as_secs_f64(), hasher.finish());
    }
}
