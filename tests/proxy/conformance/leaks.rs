//! The leak test: invented values of 45 kinds in every place of requests and answers, none of which may pass in clear.

use std::{fs, path::PathBuf};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

use super::{
    Bench,
    apis::{APIS, Conversation},
    at, conversation, escaped, filled, masked, said, send, whole,
};

/// The kinds of values: their texts are the first of their case files, in the languages of these.
const KINDS: [&str; 45] = [
    "email_address",
    "phone_number",
    "credit_card",
    "iban_code",
    "us_ssn",
    "ip_address",
    "mac_address",
    "date_of_birth",
    "aws_access_key",
    "aws_secret_key",
    "anthropic_key",
    "openai_key",
    "gcp_api_key",
    "github_token",
    "gitlab_token",
    "npm_token",
    "slack_token",
    "sendgrid_key",
    "twilio_key",
    "huggingface_token",
    "discord_token",
    "jwt",
    "private_key",
    "passport_mrz",
    "bearer_token",
    "basic_auth",
    "stripe_key",
    "crypto",
    "vin",
    "imei",
    "bg_egn",
    "br_cpf",
    "ca_sin",
    "ch_ahv",
    "cn_resident_id",
    "cz_birth_number",
    "de_tax_id",
    "fr_nir",
    "gr_afm",
    "in_aadhaar",
    "it_fiscal_code",
    "jp_my_number",
    "kr_rrn",
    "ru_snils",
    "th_tnin",
];

/// A text with a value in it.
#[derive(Clone)]
struct Planted {
    kind: &'static str,
    text: String,
    value: String,
}

fn planted() -> Vec<Planted> {
    let cases = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let of = |kind: &'static str| {
        let file = fs::read_to_string(cases.join(kind).with_extension("toml")).unwrap();
        let file: toml::Table = toml::from_str(&file).unwrap();
        let entities = |case: &toml::Value| case["entities"].as_array().unwrap().clone();
        let mut cases = file["match"].as_array().unwrap().iter();
        let case = cases.find(|case| entities(case).len() == 1).unwrap();
        let value = entities(case)[0].as_str().unwrap().to_owned();
        Planted { kind, text: format!("{}\n", case["text"].as_str().unwrap()), value }
    };
    KINDS.map(of).to_vec()
}

/// All texts, between marks.
fn all(planted: &[Planted]) -> String {
    let texts: String = planted.iter().map(|planted| planted.text.as_str()).collect();
    format!("«\n{texts}»")
}

/// The kinds of which a value, or half of one in a row, stands in a text.
fn leaked(planted: &[Planted], text: &str) -> Vec<String> {
    let leak = |planted: &Planted| {
        let value: Vec<char> = planted.value.chars().collect();
        let length = value.len().div_ceil(2).max(6).min(value.len());
        let windows = value.windows(length).map(|window| window.iter().collect::<String>());
        let found = windows.into_iter().find(|window| text.contains(window) || text.contains(&escaped(window)))?;
        Some(format!("{}: {found}", planted.kind))
    };
    planted.iter().filter_map(leak).collect()
}

#[track_caller]
fn check(planted: &[Planted], text: &str, place: &str) {
    let leaked = leaked(planted, text);
    assert!(leaked.is_empty(), "{place}: {leaked:?} in {text}");
}

/// The strings under the name `text` in a document, joined.
fn texts(document: &Value, out: &mut String) {
    match document {
        Value::Array(items) => items.iter().for_each(|item| texts(item, out)),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "text" => out.push_str(text),
                    other => texts(other, out),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn no_value_of_a_request_leaves_and_each_comes_back() {
    let bench = Bench::with("allow_list = [\"«\", \"»\"]");
    let (planted, words) = (planted(), all(&planted()));
    for api in APIS {
        let places = [Some(api.user), api.model, api.call, api.result];
        for (message, place) in places.into_iter().zip(["user", "model", "call", "result"]) {
            let Some(message) = message else { continue };
            let body = conversation(api, &[filled(message, &words)]);
            let answer = api.answer;
            let reply = move |seen: &str| whole("200 OK", &filled(answer, &masked(seen)));
            let (seen, got) = bench.send((api.path, api.headers), &body, reply);
            check(&planted, &seen, &format!("{} {place}", api.name));
            assert_eq!(at(&got.json(), api.text_at), words, "{} {place}", api.name);
        }
    }
}

/// Requests with one text in a place of their own: the path, and the body with `$0` or, in base64, `$64`.
const PLACES: &[(&str, &str, &str)] = &[
    (
        "openai tool",
        "/v1/chat/completions",
        r#"{"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"f","description":"$0","parameters":{"type":"object","properties":{"a":{"type":"string","description":"$0"}}}}}]}"#,
    ),
    (
        "openai file",
        "/v1/chat/completions",
        r#"{"model":"m","messages":[{"role":"user","content":[{"type":"file","file":{"filename":"a.txt","file_data":"data:text/plain;base64,$64"}}]}]}"#,
    ),
    (
        "openai metadata",
        "/v1/chat/completions",
        r#"{"model":"m","messages":[],"metadata":{"note":"$0"},"invented":[{"deep":["$0"]}]}"#,
    ),
    (
        "responses file",
        "/v1/responses",
        r#"{"model":"m","store":false,"instructions":"$0","input":[{"role":"user","content":[{"type":"input_file","filename":"a","file_data":"data:text/csv;base64,$64"}]}]}"#,
    ),
    (
        "anthropic tool",
        "/v1/messages",
        r#"{"model":"m","messages":[],"system":"$0","tools":[{"name":"f","description":"$0","input_schema":{"type":"object"}}]}"#,
    ),
    (
        "anthropic file",
        "/v1/messages",
        r#"{"model":"m","messages":[{"role":"user","content":[{"type":"document","title":"a","source":{"type":"base64","media_type":"text/plain","data":"$64"}},{"type":"document","source":{"type":"text","media_type":"text/plain","data":"$0"}}]}]}"#,
    ),
    (
        "gemini tool",
        "/v1beta/models/g:generateContent",
        r#"{"contents":[],"tools":[{"functionDeclarations":[{"name":"f","description":"$0"}]}]}"#,
    ),
    (
        "gemini file",
        "/v1beta/models/g:generateContent",
        r#"{"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"text/plain","data":"$64"}}]}]}"#,
    ),
    (
        "converse tool",
        "/model/m/converse",
        r#"{"messages":[],"toolConfig":{"tools":[{"toolSpec":{"name":"f","description":"$0","inputSchema":{"json":{}}}}]}}"#,
    ),
    ("cohere document", "/v2/chat", r#"{"model":"m","messages":[],"documents":[{"data":{"text":"$0"}}]}"#),
    (
        "ollama tool",
        "/api/chat",
        r#"{"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"f","description":"$0"}}]}"#,
    ),
    ("unknown path", "/v9/invented", r#"{"a":{"b":["$0"]}}"#),
];

#[test]
fn no_value_leaves_in_tools_and_files() {
    let bench = Bench::with("");
    let (planted, words) = (planted(), all(&planted()));
    for (name, path, template) in PLACES {
        let body = filled(template, &words).replace("$64", &STANDARD.encode(&words));
        let (seen, got) = bench.send((path, "Authorization: Bearer k\r\n"), &body, |_| whole("200 OK", "{}"));
        assert_eq!(got.status, 200, "{name}: {got:?}");
        check(&planted, &seen, name);
        let data = seen.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')));
        for bytes in data.filter(|word| word.len() > 200).filter_map(|word| STANDARD.decode(word).ok()) {
            check(&planted, &String::from_utf8(bytes).unwrap(), name);
        }
    }
}

/// Messages of many parts: the API's name, the message around its parts, and a part.
const PARTS: &[(&str, &str, &str, &str)] = &[
    ("openai chat", r#"{"role":"user","content":["#, r#"{"type":"text","text":"$0"}"#, "]}"),
    ("openai responses", r#"{"role":"user","content":["#, r#"{"type":"input_text","text":"$0"}"#, "]}"),
    ("anthropic", r#"{"role":"user","content":["#, r#"{"type":"text","text":"$0"}"#, "]}"),
    ("gemini (events)", r#"{"role":"user","parts":["#, r#"{"text":"$0"}"#, "]}"),
    ("bedrock converse", r#"{"role":"user","content":["#, r#"{"text":"$0"}"#, "]}"),
    ("cohere v2", r#"{"role":"user","content":["#, r#"{"type":"text","text":"$0"}"#, "]}"),
];

#[test]
fn no_value_leaves_split_over_parts_of_a_message() {
    let bench = Bench::with("");
    let planted = planted();
    for (name, before, part, behind) in PARTS {
        let api = APIS.iter().find(|api| api.name == *name).unwrap();
        for quarters in 1..4 {
            let (mut parts, mut words) = (Vec::new(), String::new());
            for Planted { text, value, .. } in &planted {
                let start = text.find(value.as_str()).unwrap();
                let at = text.floor_char_boundary(start + value.len() * quarters / 4);
                parts.extend([filled(part, &text[..at]), filled(part, &text[at..])]);
                words.push_str(text);
            }
            let message = format!("{before}{}{behind}", parts.join(","));
            let body = conversation(api, &[message]);
            let answer = api.answer;
            let reply = move |seen: &str| {
                let mut joined = String::new();
                texts(&serde_json::from_str(seen).unwrap(), &mut joined);
                whole("200 OK", &filled(answer, &joined.replace("Be brief.", "")))
            };
            let (seen, got) = bench.send((api.path, api.headers), &body, reply);
            let mut joined = String::new();
            texts(&serde_json::from_str(&seen).unwrap(), &mut joined);
            check(&planted, &joined, &format!("{name} {quarters}"));
            assert_eq!(at(&got.json(), api.text_at), words, "{name} {quarters}");
        }
    }
}

/// The user's own value, which the model repeats among what it makes up.
const OWN: &str = "zoe.brown@example.org";

/// The model's text: its own values around the user's, as it knows it.
fn spoken(planted: &[Planted], own: &str) -> String {
    let texts: String = planted.iter().map(|planted| planted.text.as_str()).collect();
    format!("To {own}:\n{texts}As {own} knows.")
}

/// `text` in pieces: each line with a value is cut at its character `at`.
fn cut(planted: &[Planted], text: &str, at: usize) -> Vec<String> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    for Planted { text, .. } in planted {
        let start = rest.find(text.as_str()).unwrap();
        let line = &rest[start..start + text.len()];
        let middle = line.char_indices().nth(at % line.chars().count()).unwrap().0;
        pieces.extend([rest[..start + middle].to_owned(), line[middle..].to_owned()]);
        rest = &rest[start + text.len()..];
    }
    pieces.push(rest.to_owned());
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn question(api: &Conversation) -> String {
    conversation(api, &[filled(api.user, &format!("«{OWN}»"))])
}

/// The user's value as the model was told it.
fn told(seen: &str) -> String {
    masked(seen).trim_matches(['«', '»']).to_owned()
}

#[track_caller]
fn check_answer(planted: &[Planted], text: &str, own: &str, place: &str) {
    check(planted, text, place);
    assert!(text.starts_with(&format!("To {own}:\n")), "{place}: {text}");
    assert!(text.ends_with(&format!("As {own} knows.")), "{place}: {text}");
}

#[test]
fn no_value_that_a_model_makes_up_arrives_whole() {
    for (policy, own) in [("both", OWN), ("mask-new", "[EMAIL_ADDRESS_1]")] {
        let bench = Bench::with(&format!("responses = \"{policy}\"\nallow_list = [\"«\", \"»\"]"));
        for api in APIS {
            let (planted, answer) = (planted(), api.answer);
            let values = planted.clone();
            let reply = move |seen: &str| whole("200 OK", &filled(answer, &spoken(&values, &told(seen))));
            let (_, got) = bench.send((api.path, api.headers), &question(api), reply);
            check_answer(&planted, &at(&got.json(), api.text_at), own, api.name);
            if api.call.is_some() {
                let (values, answer) = (planted.clone(), api.call_answer);
                let reply = move |seen: &str| whole("200 OK", &filled(answer, &spoken(&values, &told(seen))));
                let (_, got) = bench.send((api.path, api.headers), &question(api), reply);
                let mut arguments = got.json().pointer(api.call_at).unwrap().clone();
                if let Some(source) = arguments.as_str() {
                    arguments = serde_json::from_str(source).unwrap_or_else(|error| panic!("{error}: {source}"));
                }
                check_answer(&planted, arguments["to"].as_str().unwrap(), own, api.name);
            }
            let (values, error) = (planted.clone(), api.error);
            let reply = move |seen: &str| whole("400 Bad", &filled(error, &spoken(&values, &told(seen))));
            let (_, got) = bench.send((api.path, api.headers), &question(api), reply);
            check_answer(&planted, &at(&got.json(), api.error_at), own, api.name);
        }
    }
}

#[test]
fn no_value_that_a_model_makes_up_arrives_however_a_stream_is_cut() {
    let bench = Bench::with("responses = \"both\"\nallow_list = [\"«\", \"»\"]");
    let planted = planted();
    let longest = planted.iter().map(|planted| planted.text.chars().count()).max().unwrap();
    for api in APIS {
        let Some(stream) = api.stream else { continue };
        let question = question(api).replacen('{', &format!("{{{}", stream.request), 1);
        // One API is cut at every place, the others at some: at every place they take two minutes.
        let step = if api.name == "openai chat" { 1 } else { 13 };
        for place in (1..longest).step_by(step) {
            let values = planted.clone();
            let (_, got) = bench.send((stream.path, api.headers), &question, move |seen| {
                let pieces = cut(&values, &spoken(&values, &told(seen)), place);
                let deltas = pieces.iter().map(|piece| filled(stream.delta.1, piece)).collect();
                send(&stream, stream.delta.0, deltas, 4096)
            });
            check_answer(&planted, &said(&stream, &got, stream.text_at), OWN, &format!("{} {place}", api.name));
            let Some((event, template, pointer)) = stream.call_delta.filter(|_| place % 3 == 1) else { continue };
            let values = planted.clone();
            let (_, got) = bench.send((stream.path, api.headers), &question, move |seen| {
                let spoken = spoken(&values, &told(seen));
                let source = serde_json::json!({"to": spoken, "card": 4_111_111_111_111_111_u64, "n": 7}).to_string();
                let chars: Vec<char> = source.chars().collect();
                let pieces = chars.chunks(place).map(|piece| piece.iter().collect::<String>());
                send(&stream, event, pieces.map(|piece| filled(template, &piece)).collect(), 4096)
            });
            let source = said(&stream, &got, pointer);
            let arguments: Value = serde_json::from_str(&source).unwrap_or_else(|error| panic!("{error}: {source}"));
            check_answer(&planted, arguments["to"].as_str().unwrap(), OWN, &format!("{} call {place}", api.name));
            assert!(arguments["card"].as_str().is_some_and(|card| card.starts_with("[CREDIT_CARD_")), "{arguments}");
            assert_eq!(arguments["n"], 7);
        }
    }
}
