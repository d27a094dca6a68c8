//! Tests of JSON: grammar, places of tokens, escapes, edits.

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::codec::{CodecError, Fault, syntax::splice};

/// Reads all tokens of one document.
fn scan(doc: &str) -> Result<Vec<Token>, CodecError> {
    collect(Scanner::new(doc))
}

fn collect(mut scanner: Scanner<'_>) -> Result<Vec<Token>, CodecError> {
    let mut tokens = Vec::new();
    while let Some(token) = scanner.next_token()? {
        tokens.push(token);
    }
    assert_eq!(scanner.depth(), 0);
    Ok(tokens)
}

fn nested(depth: usize) -> String {
    let open: String = (0..depth).map(|level| if level % 2 == 0 { "[" } else { "{\"a\":" }).collect();
    let close: String = (0..depth).rev().map(|level| if level % 2 == 0 { ']' } else { '}' }).collect();
    format!("{open}0{close}")
}

/// The only string of a document.
fn only(doc: &str) -> Str {
    match scan(doc).unwrap().as_slice() {
        [Token::String(string)] => string.clone(),
        other => panic!("{other:?} is not one string"),
    }
}

fn texts(doc: &str) -> Vec<String> {
    only(doc).segments(doc).map(|segment| segment.into_text().into_owned()).collect()
}

fn spliced(doc: &str, edits: &[super::super::Edit]) -> String {
    let mut out = Vec::new();
    splice(doc.as_bytes(), edits, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_grammar_accepts_what_it_should() {
    for doc in [
        "null",
        "true",
        " false ",
        "0",
        "-0",
        "-0.0",
        "10",
        "1.5",
        "1e5",
        "1E+5",
        "1e-05",
        "123456789012345678901234567890.12345678901234567890e999999",
        "\"\"",
        "\"a\"",
        "\"\u{7f}\u{80}\u{2028}\u{ffff}\u{10ffff}\"",
        r#""\"\\\/\b\f\n\r\t\u0000\uABCD\uabcd""#,
        r#""\ud83d\ude00""#,
        r#""\ud83d""#,
        r#""\ude00\ud83d x""#,
        "[]",
        "[ ]",
        "{}",
        "{ }",
        "[1]",
        "[ 1 , 2 ]",
        "\r\n\t [\n]\r\n\t ",
        r#"{"":0}"#,
        r#"{"a":1,"a":2}"#,
        r#"{"a" : [ {} , [] , "" ] , "b" : { "c" : null } }"#,
    ] {
        assert!(scan(doc).is_ok(), "{doc} is refused: {:?}", scan(doc));
        assert!(scan(&format!("[{doc}]")).is_ok(), "[{doc}]");
        assert!(scan(&format!("{{\"x\":{doc}}}")).is_ok(), "{{\"x\":{doc}}}");
    }
}

#[test]
fn the_grammar_refuses_everything_else_and_says_where() {
    use Fault::*;
    for (doc, at, fault) in [
        ("", 0, End),
        (" ", 1, End),
        ("\u{feff}1", 0, Unexpected),
        ("nul", 0, Literal),
        ("nulls", 0, Literal),
        ("True", 0, Unexpected),
        ("truefalse", 0, Literal),
        ("NaN", 0, Unexpected),
        ("Infinity", 0, Unexpected),
        ("undefined", 0, Unexpected),
        ("-", 1, Number),
        ("-a", 1, Number),
        ("-Infinity", 1, Number),
        ("+1", 0, Unexpected),
        (".5", 0, Unexpected),
        ("5.", 2, Number),
        ("1.e1", 2, Number),
        ("01", 1, Number),
        ("-01", 2, Number),
        ("00", 1, Number),
        ("1e", 2, Number),
        ("1e+", 3, Number),
        ("1e1.5", 3, Trailing),
        ("0x10", 1, Trailing),
        ("1_000", 1, Trailing),
        ("1 2", 2, Trailing),
        ("{}{}", 2, Trailing),
        ("[]]", 2, Trailing),
        ("null\0", 4, Trailing),
        ("null\u{a0}", 4, Trailing),
        ("[1,]", 3, Unexpected),
        ("[,1]", 1, Unexpected),
        ("[1,,2]", 3, Unexpected),
        ("[1 2]", 3, Unexpected),
        ("[1:2]", 2, Unexpected),
        ("[1}", 2, Unexpected),
        ("[", 1, End),
        ("[1", 2, End),
        ("[1,", 3, End),
        ("]", 0, Unexpected),
        ("{", 1, End),
        ("{\"a\"", 4, End),
        ("{\"a\":", 5, End),
        ("{\"a\":1", 6, End),
        ("{\"a\":1,", 7, End),
        ("{\"a\":1,}", 7, Unexpected),
        ("{,}", 1, Unexpected),
        ("{\"a\"}", 4, Unexpected),
        ("{\"a\" 1}", 5, Unexpected),
        ("{\"a\":}", 5, Unexpected),
        ("{\"a\"::1}", 5, Unexpected),
        ("{\"a\",1}", 4, Unexpected),
        ("{\"a\":1]", 6, Unexpected),
        ("{a:1}", 1, Unexpected),
        ("{1:1}", 1, Unexpected),
        ("{null:1}", 1, Unexpected),
        ("{[]:1}", 1, Unexpected),
        ("'a'", 0, Unexpected),
        ("/**/1", 0, Unexpected),
        ("1//", 1, Trailing),
        ("\u{a0}1", 0, Unexpected),
        ("\u{c}1", 0, Unexpected),
        ("\"", 1, End),
        ("\"a", 2, End),
        ("\"a\\\"", 4, End),
        ("\"\\", 1, Escape),
        ("\"\\\"", 3, End),
        ("\"\\a\"", 1, Escape),
        ("\"\\'\"", 1, Escape),
        ("\"\\0\"", 1, Escape),
        ("\"\\x41\"", 1, Escape),
        ("\"\\U0041\"", 1, Escape),
        ("\"\\u\"", 1, Escape),
        ("\"\\u00\"", 1, Escape),
        ("\"\\u00g0\"", 1, Escape),
        ("\"\\u+041\"", 1, Escape),
        ("\"\\u00é\"", 1, Escape),
        ("\"ab\\ud83d\\u12\"", 9, Escape),
        ("\"\n\"", 1, Control),
        ("\"\t\"", 1, Control),
        ("\"\0\"", 1, Control),
        ("\"0123456789012345678901234567890123456789012345678901234567890\u{1f}\"", 62, Control),
        ("\"a\" \"b\"", 4, Trailing),
    ] {
        assert_eq!(scan(doc), Err(CodecError::Syntax { at, fault }), "{doc:?}");
        assert!(serde_json::from_str::<serde::de::IgnoredAny>(doc).is_err(), "serde_json takes {doc:?}");
    }
}

#[test]
fn nesting_ends_at_the_limit() {
    assert!(scan(&nested(MAX_DEPTH)).is_ok());
    assert_eq!(scan(&nested(MAX_DEPTH + 1)), Err(CodecError::TooDeep { limit: MAX_DEPTH }));
    assert_eq!(scan(&"[".repeat(1 << 20)), Err(CodecError::TooDeep { limit: MAX_DEPTH }));
}

#[test]
fn tokens_have_their_places() {
    let doc = r#" {"a": [1.50, "b\n"], "é":null}"#;
    let string = |range, escaped| Str { range, escaped };
    assert_eq!(
        scan(doc).unwrap(),
        [
            Token::ObjectStart(1),
            Token::Name(string(3..4, false)),
            Token::ArrayStart(7),
            Token::Number(8..12),
            Token::String(string(15..18, true)),
            Token::ArrayEnd(19),
            Token::Name(string(23..25, false)),
            Token::Literal(27..31),
            Token::ObjectEnd(31),
        ]
    );
}

#[test]
fn glued_documents_are_read_one_after_another() {
    for (docs, count) in [
        ("", 0),
        (" \n", 0),
        ("1", 1),
        ("{}{}", 2),
        ("{\"a\":1}\n{\"b\":2}\n", 2),
        ("[1]2[3]", 3),
        ("\"a\"\"b\"", 2),
        ("1 2 null\ttrue", 4),
        ("1\"a\"null{}", 4),
    ] {
        let mut scanner = Scanner::glued(docs);
        let mut ends = 0;
        while scanner.next_token().unwrap().is_some() {
            ends += usize::from(scanner.depth() == 0);
        }
        assert_eq!(ends, count, "{docs:?}");
        assert_eq!(scanner.position(), docs.len());
    }
    for docs in ["truefalse", "1null", "nulltrue", "{},{}", "{}}", "[1", "1-1", "1 .5", "{} x"] {
        assert!(collect(Scanner::glued(docs)).is_err(), "{docs:?}");
    }
}

#[test]
fn a_clone_goes_on_from_the_same_place() {
    let mut scanner = Scanner::new(r#"[{"a":[1,2]},3]"#);
    scanner.next_token().unwrap();
    scanner.next_token().unwrap();
    let ahead = collect(scanner.clone()).unwrap();
    assert_eq!(ahead, collect(scanner).unwrap());
}

#[test]
fn escapes_are_undone() {
    assert_eq!(texts(r#""\"\\\/\b\f\n\r\t\u0041\u00fC\uFFFF""#), ["\"\\/\u{8}\u{c}\n\r\tAü\u{ffff}"]);
    assert_eq!(texts(r#""a\ud83d\ude00b""#), ["a😀b"]);
    assert_eq!(texts(r#""""#), [""; 0]);
    assert!(matches!(
        only("\"plain\"").segments("\"plain\"").next().unwrap().into_text(),
        std::borrow::Cow::Borrowed(_)
    ));
}

#[test]
fn lone_surrogates_divide_a_string_and_belong_to_no_text() {
    assert_eq!(texts(r#""a\ud83db""#), ["a", "b"]);
    assert_eq!(texts(r#""\ude00a\n\ud83d\ud83d\ude00""#), ["a\n", "😀"]);
    assert_eq!(texts(r#""\ud83d\u0041""#), ["A"]);
    assert_eq!(texts(r#""\ud83d\n""#), ["\n"]);
    assert_eq!(texts(r#""\ud83d""#), [""; 0]);
    for (doc, text) in
        [(r#""\ud83d""#, None), (r#""a\ud83d""#, None), (r#""""#, Some("")), (r#""\u0061b""#, Some("ab"))]
    {
        assert_eq!(only(doc).decoded(doc).as_deref(), text, "{doc}");
    }
    let doc = r#""x\ud83dBob\ude00""#;
    let segments: Vec<_> = only(doc).segments(doc).collect();
    assert_eq!(spliced(doc, &[segments[1].edit(0..3, "B").unwrap()]), r#""x\ud83dB\ude00""#);
}

#[test]
fn edits_touch_only_the_bytes_of_their_range() {
    let doc = r#"["\u0041\nf\u00fcr B\u006fb \ud83d\ude00\/"]"#;
    let Token::String(string) = &scan(doc).unwrap()[1] else { panic!() };
    let segment = string.segments(doc).next().unwrap();
    let at = segment.text().find("Bob").unwrap();
    assert_eq!(
        spliced(doc, &[segment.edit(at..at + 3, "a\"b").unwrap()]),
        r#"["\u0041\nf\u00fcr a\"b \ud83d\ude00\/"]"#
    );
    let smile = segment.text().find('😀').unwrap();
    assert_eq!(spliced(doc, &[segment.edit(smile..smile + 4, "").unwrap()]), r#"["\u0041\nf\u00fcr B\u006fb \/"]"#);
    assert_eq!(segment.raw(smile + 1..smile + 4), None);
    assert_eq!(segment.raw(0..1000), None);
}

#[test]
fn edits_of_json_in_a_string_become_edits_around_it_at_any_depth() {
    // Each level is a string that spells the level below, so backslashes double each time.
    let mut doc = r#"{"to": "Bob\n", "n": 1.0}"#.to_owned();
    for _ in 0..5 {
        doc = format!("{{\"inner\": {}}}", Value::from(doc));
    }
    let edits = rename(&doc);
    assert_eq!(edits.len(), 1);
    assert_eq!(spliced(&doc, &edits), doc.replace("Bob", "[PERSON_1]"));
}

/// Replaces `Bob` in the first string of a document or of the documents in its strings.
fn rename(doc: &str) -> Vec<super::super::Edit> {
    let mut scanner = Scanner::new(doc);
    let mut edits = Vec::new();
    while let Some(token) = scanner.next_token().unwrap() {
        let Token::String(string) = token else { continue };
        for segment in string.segments(doc) {
            if segment.text().starts_with('{') {
                segment.lift(&rename(segment.text()), &mut edits).unwrap();
            } else if let Some(at) = segment.text().find("Bob") {
                edits.extend(segment.edit(at..at + 3, "[PERSON_1]"));
            }
        }
    }
    edits
}

#[test]
fn quotes_put_into_json_in_a_string_are_escaped_twice() {
    let doc = Value::from(r#"{"a":"Bob"}"#).to_string();
    let outer = only(&doc).segments(&doc).next().unwrap();
    let Token::String(inner) = &scan(outer.text()).unwrap()[2] else { panic!() };
    let inner = inner.segments(outer.text()).next().unwrap();
    let mut edits = Vec::new();
    outer.lift(&[inner.edit(0..3, "B\"\n").unwrap()], &mut edits).unwrap();
    assert_eq!(spliced(&doc, &edits), r#""{\"a\":\"B\\\"\\n\"}""#);
}

#[test]
fn debug_output_shows_no_text() {
    let doc = r#""Bob\n""#;
    let segment = only(doc).segments(doc).next().unwrap();
    let shown = format!("{:?} {:?} {:?}", Scanner::new(doc), only(doc).segments(doc), segment);
    assert!(!shown.contains("Bob"), "{shown}");
}

/// Any JSON value, with strings of all sorts.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[a-z\"\\\\\n]{0,70}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::hash_map(any::<String>(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// The tokens of `value` by serde_json, with texts instead of offsets.
fn expected(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            out.push("{".into());
            for (name, value) in members {
                out.push(format!("name {name}"));
                expected(value, out);
            }
            out.push("}".into());
        }
        Value::Array(elements) => {
            out.push("[".into());
            elements.iter().for_each(|element| expected(element, out));
            out.push("]".into());
        }
        Value::String(text) => out.push(format!("string {text}")),
        Value::Null | Value::Bool(_) | Value::Number(_) => out.push(value.to_string()),
    }
}

fn described(doc: &str, token: &Token) -> String {
    let text = |string: &Str| string.decoded(doc).unwrap().into_owned();
    match token {
        Token::ObjectStart(at) | Token::ObjectEnd(at) | Token::ArrayStart(at) | Token::ArrayEnd(at) => {
            doc[*at..at + 1].to_owned()
        }
        Token::Name(name) => format!("name {}", text(name)),
        Token::String(string) => format!("string {}", text(string)),
        Token::Number(range) | Token::Literal(range) => doc[range.clone()].to_owned(),
    }
}

/// `\u` escapes for every character outside of ASCII, as many clients write.
fn in_ascii(doc: &str) -> String {
    doc.chars()
        .map(|c| {
            let mut units = [0; 2];
            if c.is_ascii() {
                c.to_string()
            } else {
                c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
            }
        })
        .collect()
}

proptest! {
    #[test]
    fn tokens_agree_with_serde_json(value in values(), pretty: bool, ascii: bool) {
        let doc = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
        let doc = if ascii { in_ascii(&doc) } else { doc };
        let mut wanted = Vec::new();
        expected(&value, &mut wanted);
        let tokens: Vec<String> = scan(&doc).unwrap().iter().map(|token| described(&doc, token)).collect();
        prop_assert_eq!(tokens, wanted);
    }

    #[test]
    fn accepts_and_refuses_what_serde_json_does(doc in "[\\[\\]{},:\"\\\\ntruefalse0-9.eE+\\-\u{0}-\u{20}]{0,24}") {
        let mut json = serde_json::Deserializer::from_str(&doc);
        // `serde_json` judges surrogates when it decodes, not when it skips; skipping is the grammar alone.
        let theirs = serde::Deserialize::deserialize(&mut json).map(|_: serde::de::IgnoredAny| ()).and_then(|()| json.end());
        prop_assert_eq!(scan(&doc).is_ok(), theirs.is_ok(), "{:?}", doc);
    }

    #[test]
    fn cutting_a_document_anywhere_is_never_accepted_whole(value in values(), cut: prop::sample::Index) {
        let doc = Value::from(vec![value]).to_string();
        let mut at = cut.index(doc.len());
        while !doc.is_char_boundary(at) {
            at -= 1;
        }
        prop_assert!(scan(&doc[..at]).is_err());
    }

    #[test]
    fn splicing_each_string_into_itself_keeps_its_meaning(value in values(), ascii: bool) {
        let doc = if ascii { in_ascii(&value.to_string()) } else { value.to_string() };
        let mut edits = Vec::new();
        for token in scan(&doc).unwrap() {
            let (Token::String(string) | Token::Name(string)) = token else { continue };
            for segment in string.segments(&doc) {
                edits.extend(segment.edit(0..segment.text().len(), segment.text()));
            }
        }
        prop_assert_eq!(spliced(&doc, &[]), doc.clone());
        let rewritten: Value = serde_json::from_str(&spliced(&doc, &edits)).unwrap();
        prop_assert_eq!(rewritten, value);
    }

    #[test]
    fn raw_places_spell_the_text_they_stand_for(text: String, from: prop::sample::Index, to: prop::sample::Index) {
        let doc = in_ascii(&Value::from(text.clone()).to_string());
        let Some(segment) = only(&doc).segments(&doc).next() else { return Ok(()) };
        prop_assert_eq!(segment.text(), &text);
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let (a, b) = (ends[from.index(ends.len())], ends[to.index(ends.len())]);
        let range = a.min(b)..a.max(b);
        let raw = format!("\"{}\"", &doc[segment.raw(range.clone()).unwrap()]);
        prop_assert_eq!(serde_json::from_str::<String>(&raw).unwrap(), &text[range]);
    }

    #[test]
    fn escaped_text_reads_as_itself(text: String) {
        let mut doc = String::from("\"");
        escape(&text, &mut doc);
        doc.push('"');
        prop_assert_eq!(serde_json::from_str::<String>(&doc).unwrap(), text);
    }
}
