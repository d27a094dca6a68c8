//! Tests of the typed reader.

use std::sync::Arc;

use crate::input::{Dialect, Item, Member, Node, Place, Problems, Value, json, nearest, read};

fn reads<T>(text: &str, reader: impl FnOnce(Item<'_, '_>) -> Option<T>) -> Result<T, Problems> {
    read(json::parse(text.as_bytes(), json::Limits::default()).unwrap(), Dialect::Json, reader)
}

fn problems<T: std::fmt::Debug>(result: Result<T, Problems>) -> Vec<(String, String)> {
    result.unwrap_err().list.into_iter().map(|problem| (problem.pointer, problem.detail)).collect()
}

fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

/// A reader of a request with texts, a nested object, a number, a name and a list of integers.
fn request(item: Item<'_, '_>) -> Option<(Vec<String>, Option<f64>, Vec<u64>)> {
    let mut object = item.object()?;
    let text = object.required("text", |item| item.list(3, |item| item.string().map(String::from)));
    let config = object.optional("config", |item| {
        let mut object = item.object()?;
        let threshold = object.optional("threshold", |item| item.number(0.0..=1.0));
        let unit = object.optional("unit", |item| item.name(&[("codepoint", 1), ("utf16", 2)]));
        object.finish();
        Some((threshold, unit))
    });
    let spans = object.optional_list("spans", 10, |item| item.integer(0..=9));
    object.finish();
    Some((text?, config.and_then(|(threshold, _)| threshold), spans))
}

#[test]
fn reads_what_is_well_formed() {
    let full = r#"{"spans": [0, 9.0], "text": ["a", "b"], "config": {"threshold": 1, "unit": "UTF16"}}"#;
    assert_eq!(reads(full, request).unwrap(), (vec!["a".into(), "b".into()], Some(1.0), vec![0, 9]));
    for absent in [r#"{"text": []}"#, r#"{"text": [], "config": null, "spans": null}"#, r#"{"text": [], "spans": []}"#]
    {
        assert_eq!(reads(absent, request).unwrap(), (vec![], None, vec![]));
    }
}

#[test]
fn reports_all_problems_at_once_with_their_pointers() {
    let text = r#"{"config": {"threshold": 1e400, "unit": "utf61", "a/b~c": 1, "treshold": 0}, "spans": [-1, "1", 1.5, 10], "span": 1}"#;
    assert_eq!(
        problems(reads(text, request)),
        owned(&[
            ("/text", "is required"),
            ("/config/threshold", "must be a number from 0 to 1"),
            ("/config/unit", "must be one of codepoint, utf16; did you mean `utf16`?"),
            ("/config/a~1b~0c", "unknown member; known here: threshold, unit"),
            ("/config/treshold", "unknown member; did you mean `threshold`?"),
            ("/spans/0", "must be an integer from 0 to 9"),
            ("/spans/1", "must be an integer from 0 to 9"),
            ("/spans/2", "must be an integer from 0 to 9"),
            ("/spans/3", "must be an integer from 0 to 9"),
            ("/span", "unknown member; did you mean `spans`?"),
        ])
    );
    assert_eq!(problems(reads("[]", request)), owned(&[("", "must be an object")]));
    assert_eq!(problems(reads(r#"{"text": null}"#, request)), owned(&[("/text", "must be an array")]));
    let many = r#"{"text": ["", "", "", ""]}"#;
    assert_eq!(problems(reads(many, request)), owned(&[("/text", "must have at most 3 items")]));
}

#[test]
fn hostile_input_is_reported_briefly() {
    let name = "é".repeat(10_000);
    let found = problems(reads(&format!(r#"{{"text": [], "{name}": 1}}"#), request));
    assert_eq!(found[0].0, format!("/{}…", "é".repeat(32)));
    let wrong: Vec<_> = (0..5000).map(|i| format!("\"key{i}\": 1")).collect();
    let report = reads(&format!("{{\"text\": [], {}}}", wrong.join(",")), request).unwrap_err();
    assert_eq!((report.list.len(), report.more), (100, 4900));
}

#[test]
fn entries_are_read_under_their_own_names() {
    let reader = |item: Item<'_, '_>| item.entries(|name, item| Some((name.to_owned(), item.boolean()?)));
    assert_eq!(reads(r#"{"b": true, "a": false}"#, reader).unwrap(), [("b".into(), true), ("a".into(), false)]);
    assert_eq!(problems(reads(r#"{"b": 1, "a": null}"#, reader)).len(), 2);
}

#[test]
fn parse_reports_the_words_of_the_parser() {
    let reader = |item: Item<'_, '_>| item.parse(|text| text.parse::<std::net::IpAddr>().map_err(|e| e.to_string()));
    assert_eq!(reads(r#""::1""#, reader).unwrap(), std::net::IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]));
    assert_eq!(problems(reads(r#""x""#, reader)), owned(&[("", "invalid IP address syntax")]));
    assert_eq!(problems(reads("1", reader)), owned(&[("", "must be a string")]));
}

#[test]
fn values_of_variables_and_flags_take_the_type_asked_for() {
    let place = Arc::new(Place::Variable("MASQUERADE_A".into()));
    let member = |name: &'static str, text: &'static str| Member {
        name: name.into(),
        node: Node { value: Value::String(text.into()), place: Some(Arc::clone(&place)) },
    };
    let members =
        [member("a", "12"), member("b", "0.5"), member("c", "true"), member("d", "x, y,"), member("e", "12x")];
    let node = Node { value: Value::Object(Box::new(members)), place: None };
    let mut values = None;
    let report = read(node, Dialect::Toml, |item| {
        let mut object = item.object()?;
        let a = object.required("a", |item| item.integer(0..=100));
        let b = object.required("b", |item| item.number(0.0..=1.0));
        let c = object.required("c", |item| item.boolean());
        let d = object.required("d", |item| item.list(9, |item| item.string()));
        let e: Option<u64> = object.required("e", |item| item.integer(0..=100));
        object.finish();
        values = Some((a, b, c, d.map(|d| d.join("|"))));
        e
    })
    .unwrap_err();
    assert_eq!(values.unwrap(), (Some(12), Some(0.5), Some(true), Some("x|y".into())));
    assert_eq!(report.list[0].place.as_ref().unwrap().to_string(), "MASQUERADE_A");
    assert_eq!(report.list[0].detail, "must be an integer from 0 to 100");
}

#[test]
fn text_in_a_body_is_never_taken_for_a_number() {
    assert!(reads(r#""12""#, |item| item.integer(0..=100)).is_err());
    assert!(reads(r#""true""#, |item| item.boolean()).is_err());
    assert!(reads(r#""a,b""#, |item| item.list(5, |item| item.string().map(String::from))).is_err());
}

#[test]
fn nearest_names_are_near() {
    let known = ["EMAIL_ADDRESS", "PHONE_NUMBER", "US_SSN", "IP_ADDRESS"];
    for (name, expected) in [
        ("EMAIL_ADRES", &["EMAIL_ADDRESS"][..]),
        ("email-address", &["EMAIL_ADDRESS"]),
        ("EMAIL", &["EMAIL_ADDRESS"]),
        ("US_SNS", &["US_SSN"]),
        ("COLOUR", &[]),
        ("", &[]),
    ] {
        assert_eq!(nearest(name, known, 2), expected, "{name}");
    }
    assert!(nearest(&"A".repeat(100_000), known, 1).is_empty());
}

#[test]
fn offsets_are_whole_numbers_that_fit() {
    for (text, value) in [("0", 0), ("5.0", 5), ("1e15", 1_000_000_000_000_000), ("18446744073709551615", usize::MAX)] {
        assert_eq!(reads(text, |item| item.offset()).unwrap(), value);
    }
    for text in ["-1", "0.5", "1e19", "18446744073709551616", "1180591620717411303424", "1e400", "\"1\""] {
        let detail = "must be an integer from 0 to 18446744073709551615";
        assert_eq!(problems(reads(text, |item| item.offset())), owned(&[("", detail)]));
    }
}
