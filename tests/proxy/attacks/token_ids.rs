//! Token ids stand for a text: they are refused on every spelling of a path, and on paths that nobody knows.

use crate::{
    fake::Fake,
    setup::{ask, post, proxy},
};

#[test]
fn token_ids_are_refused_on_every_spelling_of_a_path() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let cases = [
        ("/v1/embeddings", r#"{"input": [1, 2, 3]}"#),
        ("/v1/embeddings/", r#"{"input": [1, 2, 3]}"#),
        ("/v1//embeddings", r#"{"input": [[1, 2], [3]]}"#),
        ("/v1/embedding%73", r#"{"input": [1, 2, 3]}"#),
        ("/v1/engines/e/embeddings", r#"{"input": [1, 2, 3]}"#),
        ("/v1/completions/", r#"{"prompt": [1, 2, 3]}"#),
        ("/v1/rerank", r#"{"query": "x", "documents": [[1, 2]]}"#),
        ("/v1/tokenize", r#"{"tokens": [1, 2, 3]}"#),
        ("/v2/embed", r#"{"texts": [[1, 2, 3]]}"#),
        ("/v1/chat/completions", r#"{"messages": [], "prompt_token_ids": [1, 2, 3]}"#),
        ("/unknown/base/completions", r#"{"a": {"prompt": [1, 2, 3]}}"#),
    ];
    for (path, body) in cases {
        ask(&proxy, post(path, "", body)).assert_problem(422, "token-ids");
    }
    assert!(fake.recorded().is_empty());
    // Numbers elsewhere hide no text.
    assert_eq!(ask(&proxy, post("/v2/things", "", r#"{"ids": [1, 2, 3], "vector": [0.5, 1]}"#)).status, 200);
}
