//! Configuration files of any content: they are valid, or every problem is told, without a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use masquerade::config::{Config, Sources};

fuzz_target!(|text: &[u8]| {
    let file = std::env::temp_dir().join(format!("masquerade-fuzz-{}.toml", std::process::id()));
    std::fs::write(&file, text).expect("a file for temporary use");
    let sources = Sources { file: Some(file), ..Sources::default() };
    if let Err(problems) = Config::load(&sources, None) {
        assert!(!problems.is_empty() && problems.iter().all(|problem| !problem.to_string().is_empty()));
    }
});
