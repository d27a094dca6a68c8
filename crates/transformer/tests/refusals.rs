//! What cannot be run is refused, in words that say what is wrong.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::{fs, path::Path};

use masquerade_transformer::{Aggregation, TokenClassifier};
use serde_json::{Value, json};

/// The folder of the small BERT with one file changed.
fn changed(file: &str, change: impl FnOnce(Vec<u8>) -> Option<Vec<u8>>) -> String {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/bert");
    let folder = tempfile::tempdir().unwrap();
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        fs::copy(from.join(name), folder.path().join(name)).unwrap();
    }
    let path = folder.path().join(file);
    match change(fs::read(&path).unwrap()) {
        Some(bytes) => fs::write(&path, bytes).unwrap(),
        None => fs::remove_file(&path).unwrap(),
    }
    TokenClassifier::load(folder.path(), Aggregation::Simple).map(drop).unwrap_err().to_string()
}

fn with_setting(name: &str, value: Value) -> String {
    changed("config.json", |bytes| {
        let mut config: Value = serde_json::from_slice(&bytes).unwrap();
        match value.is_null() {
            true => _ = config.as_object_mut().unwrap().remove(name),
            false => config[name] = value,
        }
        Some(serde_json::to_vec(&config).unwrap())
    })
}

#[test]
fn what_is_missing_is_named() {
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        let words = changed(file, |_| None);
        assert!(words.starts_with(&format!("the folder has no {file}: ")), "{words}");
    }
    for setting in ["hidden_size", "vocab_size", "num_hidden_layers", "model_type"] {
        assert!(with_setting(setting, Value::Null).starts_with(&format!("config.json: {setting} is missing")));
    }
}

#[test]
fn what_is_damaged_is_named() {
    assert!(changed("config.json", |_| Some(b"[]".to_vec())).starts_with("config.json is no object"));
    assert!(changed("config.json", |_| Some(b"{\n!".to_vec())).starts_with("config.json is no JSON (line 2)"));
    assert!(changed("tokenizer.json", |_| Some(b"{}".to_vec())).starts_with("tokenizer.json is damaged"));
    for bytes in [b"".to_vec(), vec![0xff; 64]] {
        assert!(changed("model.safetensors", |_| Some(bytes)).starts_with("model.safetensors is damaged"));
    }
    assert!(
        changed("model.safetensors", |bytes| Some(bytes[..bytes.len() / 2].to_vec())).starts_with("model.safetensors")
    );
}

#[test]
fn what_cannot_be_run_is_named() {
    for (setting, value, words) in [
        ("model_type", json!("t5"), "models of the type \"t5\" cannot be run; known are bert, distilbert"),
        ("architectures", json!(["BertForMaskedLM"]), "no model for token classification"),
        ("hidden_act", json!("mish"), "the activation function of hidden_act is not known; known are gelu"),
        ("hidden_size", json!(32), "has not the shape [2, 32] that config.json gives it"),
        ("hidden_size", json!(-1), "hidden_size must be an integer"),
        ("num_attention_heads", json!(3), "16 numbers cannot be shared by 3 heads"),
        ("num_attention_heads", json!(0), "cannot be shared by 0 heads"),
        ("num_hidden_layers", json!(3), "no tensor bert.encoder.layer.2.attention.self.query.weight"),
        ("vocab_size", json!(319), "tokenizer.json has 320 tokens, and config.json says vocab_size 319"),
        ("max_position_embeddings", json!(2), "leaves no room for tokens"),
        ("position_embedding_type", json!("relative_key"), "position_embedding_type must be \"absolute\""),
        ("id2label", json!({"1": "B-PER"}), "id2label must be an object"),
        ("id2label", json!({"0": "O"}), "classifier"),
        ("layer_norm_eps", json!(0), "layer_norm_eps must be a number above 0"),
    ] {
        let told = with_setting(setting, value);
        assert!(told.contains(words), "{setting}: {told}");
    }
}

#[test]
fn a_model_of_another_architecture_is_refused() {
    let words = with_setting("model_type", json!("roberta"));
    assert!(words.contains("no tensor roberta.embeddings."), "{words}");
}
