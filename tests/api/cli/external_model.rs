//! Models of the user's own on the command line: folders, and addresses.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::run;

/// Small models with random weights.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/transformer/tests/models").join(name)
}

/// The exit status of `check` for a configuration with this model, and what it says.
fn checked(model: &str, more: &str) -> (Option<i32>, String) {
    let directory = tempfile::tempdir().unwrap();
    let config = directory.path().join("masquerade.toml");
    fs::write(&config, format!("[detection]\nmodel = {model:?}\n[external_model]\n{more}\n")).unwrap();
    let output = run(&["check", "--config", config.to_str().unwrap()], "");
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn the_settings_of_a_service_are_checked() {
    let address = "http://127.0.0.1:9/analyze";
    let (code, said) = checked(address, "labels = { PER = \"person\", DATE = \"\" }\ntimeout = \"2s\"");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("external model: the service at 127.0.0.1:9, which gets all texts that are read; 2s"),
        "{said}"
    );
    for (model, more, words) in [
        (
            address,
            "",
            "masquerade.toml:2: external_model.labels: must give at least one label of the model one of ours",
        ),
        (address, "labels = { PER = \"PERSN\" }", "external_model.labels.PER: unknown label; did you mean `PERSON`?"),
        (address, "threshold = 2", "external_model.threshold: must be a number from 0 to 1"),
        (address, "thresholds = { PERSN = 0.5 }", "external_model.thresholds.PERSN: unknown label"),
        (address, "timeout = \"0s\"", "external_model.timeout: must be from "),
        (address, "aggregation = \"last\"", "external_model.aggregation: must be one of simple, first, average, max"),
        (address, "urls = []", "external_model.urls: unknown key"),
        ("http://u:p@127.0.0.1:9/", "", "detection.model: must be a URL such as \"http://127.0.0.1:5002/analyze\""),
        ("ftp://127.0.0.1:9/", "", "detection.model: must be a URL such as"),
    ] {
        let (code, said) = checked(model, more);
        assert_eq!(code, Some(64), "{said}");
        assert!(said.contains(words), "{said}");
    }
    let (code, said) = checked("http://analyzer.example.com", "labels = { PER = \"PERSON\" }");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("warning: detection.model: all texts that are read are sent there unencrypted"), "{said}");
}

#[test]
fn a_service_that_is_away_fails_a_command() {
    let directory = tempfile::tempdir().unwrap();
    let config = directory.path().join("masquerade.toml");
    fs::write(&config, "[external_model.labels]\nPER = \"PERSON\"\n").unwrap();
    let arguments = ["anonymize", "--config", config.to_str().unwrap(), "--model", "http://127.0.0.1:9/analyze"];
    let output = run(&arguments, "My name is John Smith.\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(69), 0), "{said}");
    assert_eq!(said, "error: the external model's service cannot be reached\n");
}

#[cfg(not(feature = "transformers"))]
#[test]
fn a_folder_takes_the_feature() {
    let (code, said) = checked(folder("bert").to_str().unwrap(), "");
    assert_eq!(code, Some(64), "{said}");
    assert!(said.contains("detection.model: a folder's model takes a build with the feature `transformers`"), "{said}");
}

#[cfg(feature = "transformers")]
mod folders {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_architecture_is_run() {
        for name in ["bert", "roberta", "xlm-roberta", "deberta-v2", "deberta-v3", "modernbert"] {
            let (code, said) = checked(folder(name).to_str().unwrap(), "");
            assert_eq!(code, Some(0), "{name}: {said}");
            assert!(said.contains("external model: the folder "), "{said}");
        }
        let labels = "labels = { CITY = \"LOCATION\", DISEASE = \"\" }";
        let (code, said) = checked(folder("distilbert").to_str().unwrap(), labels);
        assert_eq!(code, Some(0), "{said}");
    }

    #[test]
    fn what_cannot_be_run_is_refused_in_words() {
        let directory = tempfile::tempdir().unwrap();
        let copy = |change: &dyn Fn(&Path)| {
            let target = directory.path().join("model");
            let _ = fs::remove_dir_all(&target);
            fs::create_dir(&target).unwrap();
            for name in ["config.json", "tokenizer.json", "model.safetensors"] {
                fs::copy(folder("bert").join(name), target.join(name)).unwrap();
            }
            change(&target);
            checked(target.to_str().unwrap(), "")
        };
        let (code, said) = copy(&|target| fs::remove_file(target.join("tokenizer.json")).unwrap());
        assert_eq!(code, Some(64), "{said}");
        assert!(said.contains("masquerade.toml:2: detection.model: the folder has no tokenizer.json"), "{said}");
        let (_, said) = copy(&|target| {
            let config = fs::read_to_string(target.join("config.json")).unwrap();
            let config = config.replace("\"model_type\": \"bert\"", "\"model_type\": \"gpt2\"");
            fs::write(target.join("config.json"), config).unwrap();
        });
        assert!(said.contains("models of the type \"gpt2\" cannot be run; known are bert, "), "{said}");
        let distilbert = folder("distilbert");
        for (more, words) in [
            ("", "external_model.labels: the model's labels CITY, DISEASE stand for nothing here"),
            ("labels = { TOWN = \"LOCATION\" }", "the model has no label TOWN; it has PERSON, CITY, DISEASE"),
        ] {
            let (code, said) = checked(distilbert.to_str().unwrap(), more);
            assert_eq!(code, Some(64), "{said}");
            assert!(said.contains(words), "{said}");
        }
    }

    #[test]
    fn what_a_folder_s_model_finds_is_masked() {
        let expected = fs::read_to_string(folder("bert").join("expected.json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        let text = expected[0]["text"].as_str().unwrap();
        let model = folder("bert");
        let output = run(&["anonymize", "--json", "--threshold", "0", "--model", model.to_str().unwrap()], text);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let found = answer["detected_entities"].as_array().unwrap();
        let covers = |start: u64, end: u64| {
            found.iter().any(|one| {
                one["span"]["start"].as_u64().unwrap() <= start && end <= one["span"]["end"].as_u64().unwrap()
            })
        };
        for span in expected[0]["spans"]["simple"].as_array().unwrap() {
            let (start, end) = (span[0].as_u64().unwrap(), span[1].as_u64().unwrap());
            let has_letter = text.chars().skip(start as usize).take((end - start) as usize).any(char::is_alphanumeric);
            assert!(!has_letter || covers(start, end), "{span}: {found:?}");
        }
        assert!(!found.is_empty());
    }
}
