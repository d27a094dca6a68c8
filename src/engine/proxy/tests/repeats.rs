//! Tests of texts that records have more than once: each occurrence is masked as if it stood alone.

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::config::Voice;

/// Names and values with and without entities, and what looks alike: JSON, base64 and a placeholder.
const STRINGS: [&str; 11] = [
    "info",
    "user",
    "text",
    "name",
    "a@b.example",
    "login of a@b.example",
    "Ada Lovelace",
    "203.0.113.7",
    r#"{"mail":"a@b.example"}"#,
    "bG9naW4gb2YgYUBiLmV4YW1wbGU=",
    "[EMAIL_ADDRESS_7]",
];

/// A value of a record: a string, an object of strings, or an array of them, by their numbers.
#[derive(Clone, Debug)]
enum Part {
    String(usize),
    Object(Vec<(usize, usize)>),
    Array(Vec<usize>),
}

type Record = Vec<(usize, Part)>;

fn record() -> impl Strategy<Value = Record> {
    let string = || 0..STRINGS.len();
    let part = prop_oneof![
        string().prop_map(Part::String),
        prop::collection::vec((string(), string()), 0..3).prop_map(Part::Object),
        prop::collection::vec(string(), 0..3).prop_map(Part::Array),
    ];
    prop::collection::vec((string(), part), 0..5)
}

/// The spelling of a string, by its number, in JSON.
type Spell = fn(usize) -> String;

/// A record in JSON with names and values as these spell them.
fn spelled(record: &Record, (name, value): (Spell, Spell)) -> String {
    let member = |(key, at): &(usize, usize)| format!("{}:{}", name(*key), value(*at));
    let part = |part: &Part| match part {
        Part::String(at) => value(*at),
        Part::Object(members) => format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(",")),
        Part::Array(all) => format!("[{}]", all.iter().map(|at| value(*at)).collect::<Vec<_>>().join(",")),
    };
    let members: Vec<String> = record.iter().map(|(key, value)| format!("{}:{}", name(*key), part(value))).collect();
    format!("{{{}}}", members.join(","))
}

fn plain(number: usize) -> String {
    serde_json::to_string(STRINGS[number]).unwrap()
}

/// A string whose first character is an escape: such a one is no repeat.
fn escaped(number: usize) -> String {
    let (text, first) = (STRINGS[number], STRINGS[number].as_bytes()[0]);
    format!("\"\\u{first:04x}{}", &serde_json::to_string(&text[1..]).unwrap()[1..])
}

fn body(path: &str, records: &[Record], spell: (Spell, Spell)) -> String {
    let operation = if path == BULK { "{\"index\":{\"_index\":\"app\"}}\n" } else { "" };
    records.iter().map(|record| format!("{operation}{}\n", spelled(record, spell))).collect()
}

fn values(body: &str) -> Vec<Value> {
    body.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

proptest! {
    #[test]
    fn each_occurrence_is_masked_as_the_first_one(records in prop::collection::vec(record(), 0..6)) {
        for path in [BULK, "/lines"] {
            // Other rules have other places in the memo, which would know the texts of the second request from the first one.
            let request = |spell: Spell| {
                Bench::new(Method::Hash, Style::Records).request(path, &body(path, &records, (spell, spell)))
            };
            let (repeated, single) = (request(plain), request(escaped));
            prop_assert_eq!(values(&text(&repeated)), values(&text(&single)));
            // An equal text that is no repeat is in the memo by then.
            let counted = |request: &MaskedRequest| Coverage { remembered: 0, ..request.coverage.clone() };
            prop_assert_eq!(counted(&repeated), counted(&single));
        }
    }

    #[test]
    fn each_occurrence_is_blocked_at_its_place(records in prop::collection::vec(record(), 0..6)) {
        let mut bench = Bench::new(Method::Hash, Style::Records);
        let labels = [Label::new("EMAIL_ADDRESS")].into_iter().collect();
        let voices: Vec<Voice> = Vec::new();
        let rule = PolicyRule { labels, voices, method: Method::Block, threshold: None };
        bench.rules = bench.rules.with_policy(vec![rule]);
        // A name is shown as it is spelled.
        let blocked = |value| {
            let body = body(BULK, &records, (plain, value));
            bench.try_mask(BULK, &body, Incoming::default()).map(|request| values(&text(&request)))
        };
        prop_assert_eq!(blocked(plain), blocked(escaped));
    }
}

#[test]
fn base64_is_decoded_wherever_it_stands() {
    let bench = Bench::new(Method::Hash, Style::Records);
    let line = r#"{"text":"bG9naW4gb2YgYUBiLmV4YW1wbGU=","data":"bG9naW4gb2YgYUBiLmV4YW1wbGU="}"#;
    let once = bench.masked("/lines", line);
    assert_ne!(once, line);
    assert_eq!(bench.masked("/lines", &[line; 3].join("\n")), [&*once; 3].join("\n"));
}
