//! The cases of `hostile.rs`, generated over the contract's table: here those of bodies.

use std::io::Write;

use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder, ZlibEncoder},
};

use crate::{common::raw::post, hostile_http, service::secret_of};

/// Stands in every part of the requests that must not be told on.
pub const CANARY: &str = "canary";

/// The part of a request that its refusal may repeat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Echo {
    Nothing,
    /// The name of a member, in a JSON Pointer.
    MemberName,
}

/// A request and its answer.
pub struct Case {
    pub name: String,
    pub bytes: Vec<u8>,
    pub status: u16,
    pub echo: Echo,
}

pub const ANONYMIZE: &str = "/v1/anonymize";
pub const DEANONYMIZE: &str = "/v1/deanonymize";
pub const VALID: &str = r#"{"text":["canary@example.com"],"detection_config":{"entities":["EMAIL"]}}"#;
pub const VALID_MAP: &str =
    r#"{"anonymized_text":["[X_1]"],"entities_map":[{"text":"canary","anonymized_text":"[X_1]"}]}"#;

pub fn key() -> String {
    format!("X-API-Key: {}\r\nCache-Control: no-store\r\n", secret_of("first"))
}

pub fn case(name: impl Into<String>, status: u16, bytes: impl Into<Vec<u8>>) -> Case {
    Case { name: name.into(), bytes: bytes.into(), status, echo: Echo::Nothing }
}

/// A case that is all about its body.
fn body(status: u16, path: &str, body: impl AsRef<[u8]>) -> Case {
    let body = body.as_ref();
    let shown: String = String::from_utf8_lossy(body).chars().take(120).collect();
    case(format!("{path} {shown}"), status, post(path, &key(), body))
}

/// All cases.
pub fn all() -> Vec<Case> {
    [truncated(), malformed_json(), bad_strings(), wrong_types(), duplicates(), numbers(), too_much(), encodings()]
        .into_iter()
        .flatten()
        .chain(hostile_http::all())
        .collect()
}

/// Every beginning of a valid body.
fn truncated() -> Vec<Case> {
    let cut = |path: &'static str, valid: &'static str| (0..valid.len()).map(move |end| body(400, path, &valid[..end]));
    cut(ANONYMIZE, VALID).chain(cut(DEANONYMIZE, VALID_MAP)).collect()
}

fn malformed_json() -> Vec<Case> {
    let bad = [
        "canary",
        "'canary'",
        "{canary:1}",
        "{'text':['canary']}",
        r#"{"text":["canary"],}"#,
        r#"{"text":["canary",]}"#,
        r#"{"text":[,"canary"]}"#,
        r#"{"text" ["canary"]}"#,
        r#"{"text":["canary"]}}"#,
        r#"{"text":["canary"]} x"#,
        r#"{"text":["canary"]}{"text":["canary"]}"#,
        r#"{"text":["canary"]} // canary"#,
        r#"/* canary */{"text":["canary"]}"#,
        r#"{"text":["canary" "canary"]}"#,
        r#"{"text":["canary"],"detection_config":undefined}"#,
        r#"{"text":["canary"],"detection_config":None}"#,
        r#"{"text":["canary"],"detection_config":TRUE}"#,
        r#"{"text":["canary"],"anonymization_config":{"threshold":NaN}}"#,
        r#"{"text":["canary"],"anonymization_config":{"threshold":Infinity}}"#,
        "\u{feff}{\"text\":[\"canary\"]}",
        "{\"text\":[\"canary\"]}\0",
        "{\"text\":[\"canary\n\"]}",
        "{\"text\":[\"canary\t\"]}",
        "{\"text\":[\"canary\u{1}\"]}",
        "{\"text\":[\"canary\0\"]}",
        "{\"text\":\u{a0}[\"canary\"]}",
        "\u{c}{\"text\":[\"canary\"]}",
        r#"{"text":["canary\x41"]}"#,
        r#"{"text":["canary\u00"]}"#,
        r#"{"text":["canary\u{41}"]}"#,
        r#"{"text":["canary\'"]}"#,
        r#"{1:["canary"]}"#,
        r#"{null:["canary"]}"#,
        "--canary\r\nContent-Disposition: form-data\r\n\r\ncanary",
        "text=canary",
        "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY canary SYSTEM 'file:///etc/passwd'>]><a>&canary;</a>",
    ];
    [ANONYMIZE, DEANONYMIZE].into_iter().flat_map(|path| bad.map(|text| body(400, path, text))).collect()
}

/// Lone surrogates (RFC 7493, 2.1) and what is no UTF-8 (RFC 3629, 3).
fn bad_strings() -> Vec<Case> {
    let surrogates =
        [r"\ud800", r"\udc00", r"\ud83d", r"\ud800\ud800", r"\ude00\ud83d", r"\ud83d\u0041", r"\uD83D x", r"\udbff\n"];
    let bytes: [&[u8]; 11] = [
        b"\xff",
        b"\xfe\xff",
        b"\x80",
        b"\xc3",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xc0\xaf",
        b"\xe0\x80\xaf",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
    ];
    let shapes: [(&str, &[u8], &[u8]); 4] = [
        (ANONYMIZE, br#"{"text":["canary"#, br#""]}"#),
        (ANONYMIZE, br#"{"text":["x"],"canary"#, br#"":1}"#),
        (DEANONYMIZE, br#"{"anonymized_text":["canary"#, br#""]}"#),
        (
            DEANONYMIZE,
            br#"{"anonymized_text":[""],"entities_map":[{"text":"","anonymized_text":"","x":"canary"#,
            br#""}]}"#,
        ),
    ];
    let strings = surrogates.iter().map(|text| text.as_bytes()).chain(bytes);
    let with = |string: &[u8]| shapes.map(|(path, before, after)| body(400, path, [before, string, after].concat()));
    strings.flat_map(with).collect()
}

/// Every member with every sort of value that it does not take.
fn wrong_types() -> Vec<Case> {
    let values = [
        ("null", "null"),
        ("boolean", "true"),
        ("number", "7.5"),
        ("string", "\"canary\""),
        ("array", "[]"),
        ("array", "[[\"canary\"]]"),
        ("object", "{\"canary\":\"canary\"}"),
    ];
    let anonymize = [
        ("{\"text\":@}", "array"),
        ("{\"text\":[@]}", "string"),
        ("{\"text\":[\"canary\"],\"detection_config\":@}", "null"),
        ("{\"text\":[\"canary\"],\"anonymization_config\":@}", "null"),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"entities\":@}}", "null array"),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"entities\":[@]}}", ""),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"span_unit\":@}}", "null"),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"ner\":@}}", "null"),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"language\":@}}", "null string"),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"allow_list\":@}}", "null array"),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"deny_list\":@}}", "null array"),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"deny_list\":[@]}}", ""),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"deny_list\":[{\"text\":@,\"label\":\"PERSON\"}]}}", "string"),
        ("{\"text\":[\"canary\"],\"detection_config\":{\"deny_list\":[{\"text\":\"canary\",\"label\":@}]}}", ""),
        ("{\"text\":[\"canary\"],\"anonymization_config\":{\"threshold\":@}}", "null"),
        ("{\"text\":[\"canary\"],\"anonymization_config\":{\"deidentification_method\":@}}", "null"),
        ("{\"text\":[\"canary\"],\"anonymization_config\":{\"methods\":@}}", "null"),
        ("{\"text\":[\"canary\"],\"anonymization_config\":{\"methods\":{\"EMAIL\":@}}}", "null"),
        ("@", ""),
    ];
    let deanonymize = [
        ("{\"anonymized_text\":@}", "array"),
        ("{\"anonymized_text\":[@]}", "string"),
        ("{\"anonymized_text\":[\"canary\"],\"entities_map\":@}", "null array"),
        ("{\"anonymized_text\":[\"canary\"],\"entities_map\":[@]}", ""),
        ("{\"anonymized_text\":[\"canary\"],\"entities_map\":[{\"text\":@,\"anonymized_text\":\"\"}]}", "string"),
        ("{\"anonymized_text\":[\"canary\"],\"entities_map\":[{\"text\":\"\",\"anonymized_text\":@}]}", "string"),
        (
            "{\"anonymized_text\":[\"canary\"],\"entities_map\":[{\"text\":\"\",\"anonymized_text\":\"\",\"span\":@}]}",
            "null",
        ),
        (
            "{\"anonymized_text\":[\"canary\"],\"entities_map\":[{\"text\":\"\",\"anonymized_text\":\"\",\"text_index\":@}]}",
            "null",
        ),
        ("{\"anonymized_text\":[\"canary\"],\"span_unit\":@}", "null"),
        ("{\"anonymized_text\":[\"canary\"],\"tolerant\":@}", "null boolean"),
        ("{\"anonymized_text\":[\"canary\"],\"report_unresolved\":@}", "null boolean"),
        ("@", ""),
    ];
    let mut cases = Vec::new();
    for (path, shapes) in [(ANONYMIZE, &anonymize[..]), (DEANONYMIZE, &deanonymize[..])] {
        for (shape, taken) in shapes {
            for (sort, value) in values {
                let is_good = taken.split(' ').any(|taken| taken == sort) && !value.starts_with("[[");
                let status = if is_good { 200 } else { 422 };
                cases.push(Case { echo: Echo::MemberName, ..body(status, path, shape.replace('@', value)) });
            }
        }
    }
    cases
}

fn duplicates() -> Vec<Case> {
    let bad = [
        (ANONYMIZE, r#"{"text":["canary"],"text":["canary"]}"#),
        (ANONYMIZE, r#"{"text":["canary"],"t\u0065xt":["canary"]}"#),
        (ANONYMIZE, r#"{"text":[],"canary":1,"canary":2}"#),
        (ANONYMIZE, r#"{"text":[],"detection_config":{"ner":"off","ner":"off"}}"#),
        (ANONYMIZE, r#"{"text":[],"anonymization_config":{"methods":{"EMAIL":"MASK","EMAIL":"KEEP"}}}"#),
        (ANONYMIZE, r#"{"text":[],"detection_config":{"deny_list":[{"text":"canary","text":"","label":"PERSON"}]}}"#),
        (DEANONYMIZE, r#"{"anonymized_text":[],"anonymized_text":[]}"#),
        (
            DEANONYMIZE,
            r#"{"anonymized_text":[],"entities_map":[{"text":"canary","anonymized_text":"","text":"canary"}]}"#,
        ),
        (
            DEANONYMIZE,
            r#"{"anonymized_text":[],"entities_map":[{"text":"","anonymized_text":"","x":{"y":{"":1,"":2}}}]}"#,
        ),
    ];
    let mut cases: Vec<_> = bad.iter().map(|(path, text)| body(400, path, text)).collect();
    let many: String = (0..50_000).map(|n| format!("\"canary{n}\":0,")).collect();
    cases.push(body(400, ANONYMIZE, format!("{{{many}\"canary7\":0}}")));
    cases.push(Case { echo: Echo::MemberName, ..body(422, ANONYMIZE, format!("{{{many}\"text\":[]}}")) });
    cases
}

fn numbers() -> Vec<Case> {
    let threshold = |status, number: &str| {
        body(status, ANONYMIZE, format!(r#"{{"text":["canary"],"anonymization_config":{{"threshold":{number}}}}}"#))
    };
    let index = |status, number: &str| {
        let map = format!(r#"[{{"text":"canary","anonymized_text":"x","text_index":{number}}}]"#);
        body(status, DEANONYMIZE, format!(r#"{{"anonymized_text":["canary"],"entities_map":{map}}}"#))
    };
    let mut cases = Vec::new();
    for grammar in
        ["+1", ".5", "1.", "01", "-", "1e", "1e+", "0x1", "1_0", "1,0", "--1", "1e1.5", "\u{661}", "1f", "-Infinity"]
    {
        cases.extend([threshold(400, grammar), index(400, grammar)]);
    }
    let long = "9".repeat(100_000);
    let tiny = format!("0.{}1", "0".repeat(10_000));
    for out in ["1e400", "-1e400", "1e999999999999", "1.0000001", "-0.0000001", "2", "18446744073709551616", &long] {
        cases.push(threshold(422, out));
    }
    for fits in ["0", "-0", "1", "1.0", "1e0", "0e999", "1e-400", "0.5E-3", &tiny] {
        cases.push(threshold(200, fits));
    }
    for out in ["-1", "0.5", "1e400", "18446744073709551616", "1e19", &long] {
        cases.push(index(422, out));
    }
    for fits in ["0", "18446744073709551615", "1.0", "1e3"] {
        cases.push(index(200, fits));
    }
    let offsets =
        [("0", "18446744073709551615"), ("18446744073709551615", "0"), ("5", "5"), ("4294967296", "4294967297")];
    for (start, end) in offsets {
        let span = format!(r#""span":{{"start":{start},"end":{end}}},"text_index":0"#);
        let map = format!(r#"[{{"text":"canary","anonymized_text":"x",{span}}}]"#);
        cases.push(body(200, DEANONYMIZE, format!(r#"{{"anonymized_text":["canary"],"entities_map":{map}}}"#)));
    }
    cases
}

fn too_much() -> Vec<Case> {
    let nested = |open: &str, close: &str, depth: usize| format!("{}{}", open.repeat(depth), close.repeat(depth));
    let mut cases = Vec::new();
    for path in [ANONYMIZE, DEANONYMIZE] {
        for depth in [33, 127, 128, 1000, 100_000] {
            cases.push(body(400, path, nested("[", "]", depth)));
            cases.push(body(400, path, nested("{\"canary\":[", "]}", depth)));
            cases.push(body(400, path, "[".repeat(depth)));
        }
        cases.push(body(422, path, nested("[", "]", 32)));
    }
    let long = "canary ".repeat(150_000);
    let many = "\"canary\",".repeat(10_000);
    cases.push(body(422, ANONYMIZE, format!(r#"{{"text":["{long}"]}}"#)));
    cases.push(body(422, ANONYMIZE, format!(r#"{{"text":[{many}""]}}"#)));
    cases.push(body(422, DEANONYMIZE, format!(r#"{{"anonymized_text":[{many}""]}}"#)));
    cases.push(body(422, ANONYMIZE, format!(r#"{{"text":[],"detection_config":{{"entities":[{many}"canary"]}}}}"#)));
    cases.push(body(422, ANONYMIZE, format!(r#"{{"text":[],"detection_config":{{"allow_list":[{many}"canary"]}}}}"#)));
    cases.push(body(422, ANONYMIZE, format!(r#"{{"text":[],"detection_config":{{"language":"{long}"}}}}"#)));
    let name = "canary".repeat(50_000);
    cases.push(Case { echo: Echo::MemberName, ..body(422, ANONYMIZE, format!(r#"{{"text":[],"{name}":1}}"#)) });
    cases.push(body(422, ANONYMIZE, format!(r#"{{"text":[],"detection_config":{{"entities":["{name}"]}}}}"#)));
    let announced = "Content-Type: application/json\r\nContent-Length: 10485761\r\n";
    cases.push(case("a large body", 413, format!("POST {ANONYMIZE} HTTP/1.1\r\nHost: t\r\n{announced}{}\r\n", key())));
    cases
}

fn write(mut encoder: impl Write, bytes: &[u8]) {
    encoder.write_all(bytes).expect("memory");
}

/// The bytes in each coding.
fn encoded(bytes: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let level = Compression::best;
    let (mut gzip, mut zlib, mut raw, mut brotli) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    write(GzEncoder::new(&mut gzip, level()), bytes);
    write(ZlibEncoder::new(&mut zlib, level()), bytes);
    write(DeflateEncoder::new(&mut raw, level()), bytes);
    let fast = brotli::enc::BrotliEncoderParams { quality: 3, ..Default::default() };
    brotli::BrotliCompress(&mut &*bytes, &mut brotli, &fast).expect("memory");
    let zstd = zstd::encode_all(bytes, 3).expect("memory");
    vec![("gzip", gzip), ("deflate", zlib), ("deflate", raw), ("br", brotli), ("zstd", zstd)]
}

fn encodings() -> Vec<Case> {
    let with = |status, coding: &str, bytes: &[u8]| {
        let headers = format!("{}Content-Encoding: {coding}\r\n", key());
        case(format!("Content-Encoding: {coding}, {} bytes", bytes.len()), status, post(ANONYMIZE, &headers, bytes))
    };
    let mut cases = Vec::new();
    for (coding, bytes) in encoded(VALID.as_bytes()) {
        cases.push(with(200, coding, &bytes));
        cases.push(with(200, &coding.to_uppercase(), &bytes));
        cases.push(with(400, coding, &bytes[..bytes.len() - 1]));
        cases.push(with(400, coding, &bytes[..bytes.len() / 2]));
        cases.push(with(400, coding, &[&bytes[..], b"canary"].concat()));
        cases.push(with(400, coding, VALID.as_bytes()));
        cases.push(with(400, "identity", &bytes));
        cases.push(with(400, coding, b""));
    }
    for (coding, bytes) in encoded(&vec![b' '; 12_000_000]) {
        cases.push(with(413, coding, &bytes));
        for (outer, bytes) in encoded(&bytes) {
            cases.push(with(413, &format!("{coding}, {outer}"), &bytes));
        }
    }
    for (coding, bytes) in encoded(b"{\"text\":[\"canary\",}") {
        cases.push(with(400, coding, &bytes));
    }
    for unknown in ["compress", "lzma", "canary", "gzip;q=1", "*", "chunked", "gzip, gzip, gzip", "br gzip"] {
        cases.push(with(415, unknown, VALID.as_bytes()));
    }
    cases
}
