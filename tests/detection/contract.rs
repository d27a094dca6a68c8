//! What every recognizer must keep to, whatever the text.

use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
    time::Instant,
};

use masquerade_detect::Options;
use masquerade_detect::entity::LabelInfo;
use masquerade_detect::text::{Field, is_boundary};
use serde::Deserialize;

use crate::{DETECTOR, all};

/// What is needed of a case file.
#[derive(Deserialize)]
struct Cases {
    #[serde(rename = "match")]
    matches: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    text: String,
}

/// Texts of a label that have something for its recognizer to look at: its example and its cases.
fn texts(label: &str, example: &str) -> Vec<String> {
    let path = format!("{}/tests/cases/{}.toml", env!("CARGO_MANIFEST_DIR"), label.to_lowercase());
    let cases: Cases = toml::from_str(&fs::read_to_string(path).expect("a case file")).expect("cases");
    std::iter::once(example.to_owned()).chain(cases.matches.into_iter().map(|case| case.text)).collect()
}

/// Texts that make the recognizer of `text` work as much as may be: over and over, cut short over
/// and over, without anything between, and in one endless word.
pub fn hostile(text: &str, len: usize) -> Vec<String> {
    let half = text.get(..text.floor_char_boundary(text.len() / 2)).unwrap_or_default();
    let head = text.get(..text.floor_char_boundary(text.len() - 1)).unwrap_or_default();
    let word: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let units = [format!("{text} "), text.to_owned(), format!("{head} "), format!("{half}\n"), word];
    units.iter().filter(|unit| !unit.trim().is_empty()).map(|unit| unit.repeat(len / unit.len() + 1)).collect()
}

/// Nanoseconds of this thread's own work where the system tells, else those that passed.
fn work(run: impl FnOnce()) -> u64 {
    let spent = || {
        let all = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        all.split_whitespace().next()?.parse::<u64>().ok()
    };
    let (from, start) = (spent(), Instant::now());
    run();
    let passed = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
    from.zip(spent()).map_or(passed, |(from, to)| to - from)
}

fn detect(text: &str, options: &Options) {
    for entity in DETECTOR.detect(&[Field::new(text)], options).remove(0) {
        let range = entity.span.range();
        assert!(text.get(range.clone()).is_some() && !range.is_empty());
    }
}

#[test]
fn hostile_texts_of_every_recognizer_are_searched_to_their_end() {
    let options = all();
    for info in DETECTOR.labels() {
        for text in hostile(info.example, 2 << 10) {
            detect(&text, &options);
            // Cut anywhere, so that each check also meets the end of the text.
            for cut in (0..info.example.len()).map(|cut| text.floor_char_boundary(cut)) {
                detect(&text[..cut], &options);
            }
        }
    }
}

/// Texts of 1 MiB that take more than eight times the work of their first fourth: caches and allocations are not linear.
fn steep(info: &LabelInfo, options: &Options) -> Vec<String> {
    const LONG: usize = 1 << 20;
    const LIMIT: u64 = 8;
    /// Less is not told apart, in nanoseconds: some systems count a thread's work by ticks.
    const LEAST: u64 = 4_000_000;
    let texts = texts(info.name, info.example).into_iter().flat_map(|text| hostile(&text, LONG));
    let is_steep = |long: &String| {
        let short = &long[..long.floor_char_boundary(LONG / 4)];
        let measure = || (work(|| detect(short, options)), work(|| detect(long, options)));
        // Measured again where a disturbance may have been.
        !(0..3).map(|_| measure()).any(|(short, long)| long < LIMIT * short.max(LEAST))
    };
    let steep = texts.filter(is_steep);
    steep.map(|long| format!("{}: {:?}", info.name, &long[..long.floor_char_boundary(60)])).collect()
}

/// For a build with optimizations: `cargo test --release --test detection -- --ignored linear`.
#[test]
#[ignore = "takes minutes without optimizations"]
fn time_is_linear_on_a_mebibyte_of_hostile_text() {
    let (options, next) = (all(), AtomicUsize::new(0));
    let work = || -> Vec<String> {
        let next = || DETECTOR.labels().get(next.fetch_add(1, Ordering::Relaxed));
        std::iter::from_fn(next).flat_map(|info| steep(info, &options)).collect()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let failures: Vec<_> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        all.into_iter().flat_map(|one| one.join().expect("no panic")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn finds_begin_and_end_where_nothing_of_a_word_is_cut() {
    // A secret may end within what looks like a word; numbers and names may not.
    let secrets = DETECTOR.select(&["SECRETS"]).unwrap();
    let options = all();
    for info in DETECTOR.labels().iter().filter(|info| !secrets.contains(info.label())) {
        for text in texts(info.name, info.example) {
            for entity in DETECTOR.detect(&[Field::new(&text)], &options).remove(0) {
                let range = entity.span.range();
                let whole = is_boundary(&text, range.start) && is_boundary(&text, range.end);
                assert!(whole || secrets.contains(entity.label), "{}: {:?} of {text:?}", entity.label, &text[range]);
            }
        }
    }
}
