//! Model files whose checksum is right, whatever their contents: an error or a model, never a panic, in bounded memory.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use masquerade_ner::{Artefact, Level, Model, Scratch};
use xxhash_rust::xxh3::Xxh3Default;

/// The beginning of every model file of this version: magic and versions.
static HEAD: LazyLock<Vec<u8>> = LazyLock::new(|| Artefact::default().write().expect("an empty model")[..16].to_vec());

fuzz_target!(|contents: &[u8]| {
    let Ok(packed) = zstd::bulk::compress(contents, 1) else { return };
    let mut file = HEAD.clone();
    file.extend((contents.len() as u64).to_le_bytes());
    let mut hasher = Xxh3Default::new();
    hasher.update(&file);
    hasher.update(&packed);
    file.extend(hasher.digest().to_le_bytes());
    file.extend(&packed);
    if let Ok(model) = Model::from_bytes(&file) {
        let mut words = 0;
        model.read("Ada Byron met Grace in London.", Level::Full, &mut Scratch::default(), |_, _| words += 1);
        assert!(words > 0);
    }
});
