//! Measurements of detection that take minutes, and print tables:
//!
//! ```text
//! cargo bench --bench measure -- pass-rates          share of random strings that pass as numbers of each label
//! cargo bench --bench measure -- sources DIR [BYTES] false entities in the text files of a folder
//! cargo bench --bench measure -- logs                false entities in 10 MB of generated logs
//! ```
//!
//! Entities of sources and logs are counted with rules alone and with the language model, at default settings. Whether
//! a find is right is for the reader to tell: e-mail addresses, which are mostly those of maintainers, are listed but
//! not counted.

#[path = "../../tests/detection/files.rs"]
mod files;
#[path = "../../tests/detection/logs.rs"]
mod logs;
#[path = "../../tests/detection/numbers.rs"]
#[allow(dead_code, unused_imports, reason = "its tests are not compiled here")]
mod numbers;
#[path = "../../tests/detection/random.rs"]
mod random;
mod silence;

use std::sync::LazyLock;

use masquerade_detect::Detector;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A detector with the built-in rules alone.
static DETECTOR: LazyLock<Detector> = LazyLock::new(|| Detector::new(Vec::new()).expect("built-in rules compile"));

fn main() {
    // Cargo passes `--bench`, too.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["pass-rates"] => numbers::pass_rates(),
        ["sources", folder] => silence::sources(folder, silence::BYTES),
        ["sources", folder, bytes] => silence::sources(folder, bytes.parse().expect("a number of bytes")),
        ["logs"] => silence::logs(),
        _ => println!("measure: pass-rates, sources DIR [BYTES], or logs; see benches/measure/main.rs"),
    }
}
