//! The language model on the command line: levels, and models of files.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::{fs, path::Path};

use super::run;

const PROSE: &str = "My name is John Smith and I live in London.\n";
const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/models/names.bin");

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn levels_are_chosen_by_a_flag_and_full_is_the_default() {
    let masked = |arguments: &[&str]| text(&run(&[&["anonymize"], arguments].concat(), PROSE).stdout).to_owned();
    assert_eq!(masked(&["--ner", "off"]), PROSE);
    let full = masked(&[]);
    assert!(!full.contains("Smith") && full.contains("[PERSON_1]"), "{full}");
    assert_eq!(masked(&["--ner", "full", "--model", MODEL]), full);
    assert!(!masked(&["--ner", "fast"]).contains("Smith"));
}

#[test]
fn what_takes_the_model_is_refused_without_it() {
    let output = run(&["anonymize", "--ner", "off", "--entities", "EMAIL_ADDRESS,NAME"], PROSE);
    assert_eq!(output.status.code(), Some(64));
    assert!(text(&output.stderr).contains("NAME takes the language model"), "{}", text(&output.stderr));
    let output = run(&["anonymize", "--ner", "best"], PROSE);
    assert_eq!(output.status.code(), Some(64));
    assert!(text(&output.stderr).contains("--ner: detection.ner: must be one of off, fast, full"));
}

/// The output and exit status of `check` for a model file with these bytes.
fn checked(directory: &Path, bytes: &[u8]) -> (Option<i32>, String) {
    fs::write(directory.join("own.bin"), bytes).unwrap();
    let config = directory.join("masquerade.toml");
    fs::write(&config, "[detection]\nmodel = \"own.bin\"\n").unwrap();
    let output = run(&["check", "--config", config.to_str().unwrap()], "");
    (output.status.code(), text(&output.stderr).to_owned())
}

#[test]
fn models_of_files_are_checked() {
    let directory = tempfile::tempdir().unwrap();
    let good = fs::read(MODEL).unwrap();
    assert_eq!(checked(directory.path(), &good).0, Some(0));
    let mut damaged = good.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let mut other = good.clone();
    other[8] ^= 0x40;
    for (bytes, words) in [
        (&damaged[..], "the model is damaged"),
        (&good[..good.len() / 2], "the model is damaged"),
        (&other[..], "version"),
        (b"", "truncated"),
        (b"MSQ", "truncated"),
        (b"[server]\nlisten = []\n", "not a model"),
    ] {
        let (code, said) = checked(directory.path(), bytes);
        assert_eq!(code, Some(64), "{said}");
        assert!(said.contains("masquerade.toml:2: detection.model: cannot be used") && said.contains(words), "{said}");
    }
    let output = run(&["anonymize", "--model", "/nowhere/names.bin"], PROSE);
    assert_eq!(output.status.code(), Some(64));
    assert!(output.stdout.is_empty() && text(&output.stderr).contains("cannot be read"));
}

#[test]
fn contradictions_in_a_configuration_are_told() {
    let directory = tempfile::tempdir().unwrap();
    let config = directory.path().join("masquerade.toml");
    fs::write(&config, "[detection]\nentities = [\"person\"]\nner = \"off\"\n").unwrap();
    let output = run(&["check", "--config", config.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(64));
    let said = text(&output.stderr);
    assert!(said.contains("masquerade.toml:3: detection.ner: `entities` asks for PERSON"), "{said}");
}

#[test]
fn the_model_s_labels_are_listed_with_its_thresholds() {
    let listed = |arguments: &[&str]| text(&run(&[&["entities"], arguments].concat(), "").stdout).to_owned();
    let table = listed(&["PERSON", "NRP"]);
    assert_eq!(table.matches("language_model").count(), 2, "{table}");
    // Rules find them behind their names without the model, too, with the threshold of rules.
    let by_rules = listed(&["PERSON", "NRP", "--ner", "off"]);
    assert_eq!((by_rules.matches("language_model").count(), by_rules.matches(" 0.50 ").count()), (2, 2), "{by_rules}");
    assert!(!table.contains(" 0.50 "), "{table}");
}
