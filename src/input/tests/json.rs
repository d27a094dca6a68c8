//! Tests of the parser of JSON.

use proptest::prelude::*;
use serde_json::{Number, json};

use crate::input::{
    Node, Value,
    json::{Limits, Reason, SyntaxError, parse},
};

fn parsed(text: &str) -> Result<Node<'_>, SyntaxError> {
    parse(text.as_bytes(), Limits::default())
}

fn reason(text: &str) -> Reason {
    parsed(text).unwrap_err().reason
}

/// Our tree in the library's terms.
fn plain(value: &Value<'_>) -> serde_json::Value {
    match value {
        Value::Null => json!(null),
        Value::Bool(value) => json!(value),
        Value::Integer(value) => json!(value),
        Value::Unsigned(value) => json!(value),
        Value::Float(value) => Number::from_f64(*value).map_or(json!(null), serde_json::Value::Number),
        Value::OutOfRange => json!("out of range"),
        Value::String(text) => json!(text),
        Value::Array(items) => items.iter().map(|item| plain(&item.value)).collect(),
        Value::Object(members) => serde_json::Value::Object(
            members.iter().map(|member| (member.name.to_string(), plain(&member.node.value))).collect(),
        ),
    }
}

fn documents() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i64>().prop_map(|value| json!(value)),
        any::<u64>().prop_map(|value| json!(value)),
        any::<f64>().prop_map(|value| json!(value)),
        any::<String>().prop_map(|value| json!(value)),
    ];
    leaf.prop_recursive(6, 128, 24, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..24).prop_map(serde_json::Value::from),
            prop::collection::vec((any::<String>(), inner), 0..24)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn means_what_the_library_means(document in documents(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&document) } else { serde_json::to_string(&document) }.unwrap();
        let expected: serde_json::Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(plain(&parsed(&text).unwrap().value), expected);
    }

    #[test]
    fn never_panics_on_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes, Limits::default());
    }

    #[test]
    fn takes_no_more_than_the_library_takes(text in r#"([\[\]{},:"\\ 0-9eE.+-]|null|true|\\u[dD][89a-f]00|"a"|1e999){0,40}"#) {
        let ours = parsed(&text);
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        let overflows = theirs.as_ref().is_err_and(|error| error.to_string().contains("out of range"));
        let duplicate = ours.as_ref().is_err_and(|error| error.reason == Reason::DuplicateMember);
        prop_assert!(overflows || duplicate || ours.is_ok() == theirs.is_ok(), "{:?} {:?}", ours, theirs);
    }

    #[test]
    fn an_object_with_a_name_twice_is_refused_at_any_size(count in 1..60usize, twice in any::<prop::sample::Index>()) {
        let mut members: Vec<_> = (0..count).map(|i| format!(r#""name{i}":{i}"#)).collect();
        let object = |members: &[String]| format!("{{{}}}", members.join(","));
        let accepted = parsed(&object(&members)).is_ok();
        prop_assert!(accepted);
        // The same name, spelt with an escape.
        members.push(format!(r#""\u006eame{}":0"#, twice.index(count)));
        prop_assert_eq!(reason(&object(&members)), Reason::DuplicateMember);
    }

    #[test]
    fn nesting_is_limited_exactly(depth in 1..60usize, limit in 1..60usize, objects in any::<bool>()) {
        let (open, close) = if objects { (r#"{"a":"#, "}") } else { ("[", "]") };
        let text = format!("{}1{}", open.repeat(depth), close.repeat(depth));
        let result = parse(text.as_bytes(), Limits { depth: limit, ..Limits::default() });
        prop_assert_eq!(result.is_ok(), depth <= limit);
        if let Err(error) = result {
            prop_assert_eq!(error.reason, Reason::TooDeep(limit));
        }
    }
}

#[test]
fn hostile_depth_and_width_end_early() {
    let deep = "[".repeat(1_000_000);
    assert_eq!(reason(&deep), Reason::TooDeep(32));
    assert_eq!(
        parse(deep.as_bytes(), Limits { depth: usize::MAX, values: 1_000_000 }).unwrap_err().reason,
        Reason::TooDeep(Limits::MAX_DEPTH)
    );
    let wide = format!("[{}0]", "0,".repeat(1_000_000));
    assert_eq!(reason(&wide), Reason::TooManyValues(1_000_000));
}

#[test]
fn strings_are_borrowed_unless_escaped() {
    let text = r#"["plain é", "esc\n"]"#;
    let node = parsed(text).unwrap();
    let Value::Array(items) = node.value else { panic!("an array") };
    let borrowed: Vec<_> =
        items.iter().map(|item| matches!(&item.value, Value::String(std::borrow::Cow::Borrowed(_)))).collect();
    assert_eq!(borrowed, [true, false]);
}

#[test]
fn errors_name_line_column_and_reason_but_never_the_text() {
    for (text, line, column, words) in [
        ("{\n  \"secret\": secret\n}", 2, 13, "expected value"),
        ("[1] [2]", 1, 5, "trailing characters"),
        ("", 1, 0, "EOF while parsing a value"),
        (r#"["\ud800"]"#, 1, 9, "unexpected end of hex escape"),
        (r#"["\udc00"]"#, 1, 8, "lone leading surrogate in hex escape"),
        (r#"["\ud800\u0041"]"#, 1, 14, "lone leading surrogate in hex escape"),
        (r#"{"\ud800": 1}"#, 1, 9, "unexpected end of hex escape"),
        ("{\"a\": 1,\n\"a\": 2}", 2, 3, "an object has the same member twice"),
        ("\u{feff}[]", 1, 1, "expected value"),
        ("[01]", 1, 3, "invalid number"),
        ("[1e400, 01]", 1, 10, "invalid number"),
        ("[1e400,\n x]", 2, 2, "expected value"),
        ("[1e400] x", 1, 9, "trailing characters"),
        ("[-1e400, \"\\udc00\"]", 1, 16, "lone leading surrogate in hex escape"),
        ("[NaN]", 1, 2, "expected value"),
        ("[\"\u{1}\"]", 1, 3, "control character (\\u0000-\\u001F) found while parsing a string"),
    ] {
        let error = parsed(text).unwrap_err();
        assert_eq!((error.line, error.column, error.reason.to_string().as_str()), (line, column, words), "{text}");
    }
    let error = parse(b"[\"a\",\n \"\xff\"]", Limits::default()).unwrap_err();
    assert_eq!((error.line, error.column, error.reason), (2, 3, Reason::NotUtf8(8)));
}

#[test]
fn numbers_too_large_are_values_not_syntax_errors() {
    // More digits than a field of a format string may be wide.
    let zeros = "0".repeat(100_000);
    let text = format!(
        r#"{{"1e400": 1e400, "a": [1, -2E+999, "1e400\"", 1{zeros}, 1.5, 0e999, 1e-999], "b": 9e99999999999}}"#
    );
    let node = parsed(&text).unwrap();
    assert_eq!(
        plain(&node.value),
        json!({
            "1e400": "out of range", "a": [1, "out of range", "1e400\"", "out of range", 1.5, 0.0, 0.0],
            "b": "out of range",
        })
    );
}

#[test]
fn whole_numbers_keep_every_digit() {
    for (text, value) in [
        ("9223372036854775807", Value::Integer(i64::MAX)),
        ("-9223372036854775808", Value::Integer(i64::MIN)),
        ("9223372036854775808", Value::Unsigned(9_223_372_036_854_775_808)),
        ("18446744073709551616", Value::Float(18_446_744_073_709_551_616.0)),
    ] {
        assert_eq!(parsed(text).unwrap().value, value);
    }
}

#[test]
fn debug_shows_no_contents() {
    let shown = format!("{:?}", parsed(r#"{"name": ["Jane", 4711]}"#).unwrap());
    assert!(!shown.contains("Jane") && !shown.contains("4711") && !shown.contains("name"), "{shown}");
}

#[test]
fn a_node_is_small() {
    assert_eq!(size_of::<Node<'_>>(), 32);
}
