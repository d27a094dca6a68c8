//! The Presidio face: the requests of Presidio's clients, answered by the real program.

use serde_json::{Value, json};

use crate::{
    common::{
        binary::Masquerade,
        raw::{Response, bare, exchange, post},
    },
    service::{config, secret_of},
};

/// A face that asks for no key.
struct Face(Masquerade);

impl Face {
    fn start() -> Self {
        Self(Masquerade::start("[faces.presidio]\nauth = \"none\"\n"))
    }

    fn ask(&self, path: &str, body: &Value) -> Response {
        exchange(self.0.api, post(&format!("/presidio{path}"), "", body.to_string()))
    }

    #[track_caller]
    fn succeed(&self, path: &str, body: &Value) -> Value {
        let response = self.ask(path, body);
        assert_eq!(response.status, 200, "{path} {body} is answered by {}", response.json());
        assert_eq!(response.header("content-type"), Some("application/json"));
        response.json()
    }

    /// The entities of a text, each with its part of the text.
    #[track_caller]
    fn found(&self, text: &str, more: &Value) -> Vec<(String, String)> {
        let mut body = more.clone();
        body["text"] = json!(text);
        body["language"] = json!("en");
        let results = self.succeed("/analyze", &body);
        let of = |result: &Value| {
            let place = |name: &str| usize::try_from(result[name].as_u64().expect("a number")).expect("a place");
            let part = text.chars().skip(place("start")).take(place("end") - place("start")).collect();
            (result["entity_type"].as_str().expect("a name").to_owned(), part)
        };
        results.as_array().expect("a list").iter().map(of).collect()
    }

    #[track_caller]
    fn refused(&self, path: &str, body: &Value, status: u16) -> String {
        let response = self.ask(path, body);
        assert_eq!(response.status, status, "{path} {body} is answered by {}", response.json());
        response.json()["error"].as_str().expect("a message").to_owned()
    }
}

fn pair(entity: &str, text: &str) -> (String, String) {
    (entity.to_owned(), text.to_owned())
}

#[test]
fn texts_are_analyzed_in_the_form_of_the_analyzer() {
    let face = Face::start();
    let text = "grüße an jane.roe@example.com, card 4111 1111 1111 1111";
    let results = face.succeed("/analyze", &json!({ "text": text, "language": "en", "correlation_id": "7" }));
    let expected = json!({ "analysis_explanation": null, "end": 29, "entity_type": "EMAIL_ADDRESS", "start": 9 });
    let mut first = results[0].clone();
    let score = first.as_object_mut().unwrap().remove("score").unwrap().as_f64().unwrap();
    assert_eq!(first, expected);
    assert!(score > 0.5 && score <= 1.0);
    let card = pair("CREDIT_CARD", "4111 1111 1111 1111");
    assert_eq!(face.found(text, &json!({})), [pair("EMAIL_ADDRESS", "jane.roe@example.com"), card.clone()]);
    // A list of texts has a list of lists.
    let both = face.succeed("/analyze", &json!({ "text": [text, "none", ""], "language": "en" }));
    assert_eq!(both, json!([results, [], []]));
    // Entities, in our names and in theirs.
    let card = [card];
    assert_eq!(face.found(text, &json!({ "entities": ["CREDIT_CARD", "UNKNOWN"] })), card);
    let phone = "call +27 82 123 4567 now";
    let asked = json!({ "entities": ["ZA_MOBILE_NUMBER"] });
    assert_eq!(face.found(phone, &asked), [pair("ZA_MOBILE_NUMBER", "+27 82 123 4567")]);
    // What is allowed, as text and as expression.
    for allowed in [
        json!({ "allow_list": ["jane.roe@example.com"] }),
        json!({ "allow_list": ["^jane", "@nowhere$"], "allow_list_match": "regex" }),
    ] {
        assert_eq!(face.found(text, &allowed), card, "{allowed}");
    }
    // Context raises what the text alone does not tell.
    let bare = "it is 536-22-8712 then";
    let score = |context: Value| {
        let body = json!({ "text": bare, "language": "en", "entities": ["US_SSN"], "score_threshold": 0,
            "context": context });
        face.succeed("/analyze", &body)[0]["score"].as_f64().unwrap()
    };
    assert!(score(json!(["ssn"])) >= score(json!([])));
    let explained = json!({ "text": text, "language": "en", "return_decision_process": true });
    let explanation = &face.succeed("/analyze", &explained)[1]["analysis_explanation"];
    assert_eq!(
        (&explanation["recognizer"], &explanation["validation_result"]),
        (&json!("CreditCardRecognizer"), &json!(true))
    );
}

#[test]
fn recognizers_of_a_request_are_used_for_it_alone() {
    let face = Face::start();
    let recognizers = json!([
        { "name": "Zip", "supported_language": "en", "supported_entity": "TRIAL_ZIP", "context": ["zip"],
          "patterns": [{ "name": "zip", "regex": r"(\b\d{5}\b)", "score": 0.01 }] },
        { "name": "Titles", "supported_language": "en", "supported_entity": "TITLE", "deny_list": ["Mr.", "Sir"] },
    ]);
    let text = "Sir, my zip is 10023, sirs; é 55555";
    let all = json!({ "ad_hoc_recognizers": recognizers, "entities": ["TRIAL_ZIP", "TITLE"] });
    let expected = [pair("TITLE", "Sir"), pair("TRIAL_ZIP", "10023"), pair("TRIAL_ZIP", "55555")];
    assert_eq!(face.found(text, &all), expected);
    let sure = json!({ "ad_hoc_recognizers": recognizers, "entities": ["TRIAL_ZIP", "TITLE"], "score_threshold": 0.3 });
    assert_eq!(face.found("zip 10023 and, far from it, by the way, 55555", &sure), [pair("TRIAL_ZIP", "10023")]);
    let body = json!({ "text": "zip 10023", "language": "en", "ad_hoc_recognizers": recognizers, "entities": ["TRIAL_ZIP"],
        "return_decision_process": true });
    let result = &face.succeed("/analyze", &body)[0];
    let explanation = &result["analysis_explanation"];
    assert_eq!((&explanation["recognizer"], &explanation["pattern_name"]), (&json!("Zip"), &json!("zip")));
    assert_eq!((&explanation["supportive_context_word"], &result["score"]), (&json!("zip"), &json!(0.4)));
    for regex in ["(?=a)", "("] {
        let recognizers =
            json!([{ "supported_entity": "A", "patterns": [{ "name": "a", "regex": regex, "score": 1 }] }]);
        face.refused("/analyze", &json!({ "text": "a", "language": "en", "ad_hoc_recognizers": recognizers }), 422);
    }
}

#[test]
fn spans_are_replaced_by_operators() {
    let face = Face::start();
    let text = "héllo world, my name is Jane Doe. My number is: 034453334";
    let spans = json!([
        { "start": 24, "end": 32, "score": 0.8, "entity_type": "NAME" },
        { "start": 24, "end": 28, "score": 0.8, "entity_type": "FIRST_NAME" },
        { "start": 29, "end": 32, "score": 0.6, "entity_type": "LAST_NAME" },
        { "start": 48, "end": 57, "score": 0.95, "entity_type": "PHONE_NUMBER" },
    ]);
    let ask = |anonymizers: Value| {
        face.succeed("/anonymize", &json!({ "text": text, "analyzer_results": spans, "anonymizers": anonymizers }))
    };
    let mask = json!({ "type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": true });
    let replaced = ask(json!({ "DEFAULT": { "type": "replace", "new_value": "ANON" }, "PHONE_NUMBER": mask }));
    let expected = json!({
        "text": "héllo world, my name is ANON. My number is: 03445****",
        "items": [
            { "start": 44, "end": 53, "entity_type": "PHONE_NUMBER", "text": "03445****", "operator": "mask", "score": 0.95 },
            { "start": 24, "end": 28, "entity_type": "NAME", "text": "ANON", "operator": "replace", "score": 0.8 },
        ],
    });
    assert_eq!(replaced, expected);
    assert_eq!(ask(Value::Null)["text"], "héllo world, my name is <NAME>. My number is: <PHONE_NUMBER>");
    let redacted = ask(json!({ "NAME": { "type": "redact" }, "DEFAULT": { "type": "keep" } }));
    assert_eq!(redacted["text"], "héllo world, my name is . My number is: 034453334");
    assert_eq!(redacted["items"][0]["operator"], "keep");
    // SHA-256 and SHA-512 of "034453334" and the salt.
    let salt = "0123456789abcdef";
    let hashed = |kind: &str| {
        let hash = json!({ "type": "hash", "hash_type": kind, "salt": salt });
        ask(json!({ "PHONE_NUMBER": hash, "DEFAULT": { "type": "keep" } }))["items"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(hashed("sha256"), SHA256);
    assert_eq!(hashed("sha512"), SHA512);
    let random = json!({ "DEFAULT": { "type": "hash" } });
    assert_ne!(ask(random.clone())["text"], ask(random)["text"]);
}

const SHA256: &str = "ad95272591cc388e0a6b8f8eb8030826135ac7bb7364ee27f57c7d0501002d40";
const SHA512: &str = "955c0118e75377aef2cb29e9da92a10c6d171a5a4a0167f88206d2909cf9db9b3e8dfb86679b8b6159f920cc5ba1ca43a957efff0a18b1da5ad713ed5eab5d74";

#[test]
fn what_is_encrypted_is_decrypted_by_the_key_alone() {
    let face = Face::start();
    for key in ["WmZq4t7w!z%C&F)J", "WmZq4t7w!z%C&F)JWmZq4t7w", "WmZq4t7w!z%C&F)JWmZq4t7w!z%C&F)J"] {
        let spans = json!([{ "start": 3, "end": 11, "score": 1, "entity_type": "NAME" }]);
        let sealed = face.succeed(
            "/anonymize",
            &json!({ "text": "I, Jäne Doe, sign", "analyzer_results": spans,
            "anonymizers": { "NAME": { "type": "encrypt", "key": key } } }),
        );
        let results = |text: &Value, items: &Value, key: &str| json!({ "text": text, "anonymizer_results": items, "deanonymizers": { "DEFAULT": { "type": "decrypt", "key": key } } });
        let opened = face.succeed("/deanonymize", &results(&sealed["text"], &sealed["items"], key));
        assert_eq!(opened["text"], "I, Jäne Doe, sign");
        let item = json!({ "start": 3, "end": 11, "entity_type": "NAME", "text": "Jäne Doe", "operator": "decrypt", "score": 1.0 });
        assert_eq!(opened["items"], json!([item]));
        let wrong = "x".repeat(key.len());
        face.refused("/deanonymize", &results(&sealed["text"], &sealed["items"], &wrong), 422);
    }
    // Sealed by Presidio's own anonymizer.
    let theirs = json!({ "text": format!("I, {THEIRS}"), "anonymizer_results":
        [{ "start": 3, "end": 3 + THEIRS.len(), "entity_type": "NAME" }],
        "deanonymizers": { "NAME": { "type": "decrypt", "key": "WmZq4t7w!z%C&F)J" } } });
    assert_eq!(face.succeed("/deanonymize", &theirs)["text"], "I, Jane Doe");
}

/// `Jane Doe` by AES-CBC, made with OpenSSL.
const THEIRS: &str = "AAECAwQFBgcICQoLDA0OD15muEpuVxuYhOdd8jQRAHc=";

#[test]
fn errors_have_the_form_and_the_status_of_presidios() {
    let face = Face::start();
    assert_eq!(face.refused("/analyze", &json!({ "language": "en" }), 500), "No text provided");
    assert_eq!(face.refused("/analyze", &json!({ "text": "", "language": "en" }), 500), "No text provided");
    assert_eq!(face.refused("/analyze", &json!({ "text": "a" }), 500), "No language provided");
    let unknown = json!({ "text": "a", "language": "en", "entities": ["UNKNOWN"] });
    face.refused("/analyze", &unknown, 500);
    face.refused("/anonymize", &json!({ "text": "a" }), 422);
    let ask = |operator: Value| {
        let spans = json!([{ "start": 0, "end": 1, "score": 1, "entity_type": "A" }]);
        json!({ "text": "secret", "analyzer_results": spans, "anonymizers": { "A": operator } })
    };
    assert!(
        face.refused("/anonymize", &ask(json!({ "type": "encrypt", "key": "short" })), 422).contains("128, 192 or 256")
    );
    assert!(face.refused("/anonymize", &ask(json!({ "type": "none" })), 422).contains("Invalid operator class"));
    face.refused("/anonymize", &ask(json!({ "type": "mask", "masking_char": "**" })), 422);
    face.refused("/anonymize", &ask(json!({ "type": "hash", "salt": "short" })), 422);
    face.refused("/anonymize", &ask(json!({ "type": "custom" })), 400);
    let outside =
        json!({ "text": "secret", "analyzer_results": [{ "start": 2, "end": 9, "score": 1, "entity_type": "A" }] });
    let words = face.refused("/anonymize", &outside, 422);
    assert_eq!(words, "Invalid analyzer result, start: 2 and end: 9, while text length is only 6.");
    let broken = exchange(face.0.api, post("/presidio/analyze", "", "{"));
    assert_eq!(broken.status, 400);
    assert!(broken.json()["error"].is_string());
}

#[test]
fn lists_and_health_are_answered() {
    let face = Face::start();
    let list = |path: &str| {
        let response = exchange(face.0.api, bare("GET", &format!("/presidio{path}"), ""));
        assert_eq!(response.status, 200, "{path}");
        crate::client::strings(&response.json())
    };
    assert!(list("/supportedentities?language=en").contains(&"US_SSN".to_owned()));
    assert!(list("/recognizers").contains(&"UsSsnRecognizer".to_owned()));
    assert_eq!(list("/anonymizers"), ["encrypt", "hash", "keep", "mask", "redact", "replace"]);
    assert_eq!(list("/deanonymizers"), ["decrypt", "deanonymize_keep"]);
    assert_eq!(exchange(face.0.api, bare("GET", "/presidio/health", "")).status, 200);
    assert_eq!(exchange(face.0.api, bare("GET", "/analyze", "")).status, 404);
}

#[test]
fn a_face_asks_for_a_key_unless_its_configuration_says_otherwise() {
    let running = Masquerade::start(&config("[faces.presidio]\npath = \"/\"\n"));
    let body = json!({ "text": "a", "language": "en" }).to_string();
    let ask = |path: &str, headers: &str| exchange(running.api, post(path, headers, &body)).status;
    let key = |name: &str| format!("X-API-Key: {}\r\n", secret_of(name));
    assert_eq!(ask("/analyze", ""), 401);
    assert_eq!(ask("/analyze", &key("first")), 200);
    assert_eq!(ask("/analyze", &key("reader")), 403);
    assert_eq!(ask("/deanonymize", &key("writer")), 403);
}
