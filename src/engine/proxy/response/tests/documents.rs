//! Tests of answers that are one document.

use super::*;

const JSON: &str = "application/json";

#[test]
fn restores_documents_and_changes_nothing_else() {
    for (path, input, output) in [
        (
            "/v1/chat/completions",
            r#"{ "id":"chatcmpl-[1]","n":1.50e2,"choices":[{"index":0,"message":{"role":"assistant","content":"Hi [PERSON_1],\u005bPERSON_2] \ud83d Eve Miller","refusal":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"send","arguments":"{\"to\":\"[PERSON_1]\",\"k\":\"\\u005bEMAIL_ADDRESS_1]\"}"}}]},"logprobs":{"content":[{"token":"[PERSON"}]},"finish_reason":"stop"}],"x":{"new":["[PERSON_2]"]} }"#,
            r#"{ "id":"chatcmpl-[1]","n":1.50e2,"choices":[{"index":0,"message":{"role":"assistant","content":"Hi Ada \"Countess\" Lovelace,Zoë\n😀 \ud83d Ada Byron","refusal":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"send","arguments":"{\"to\":\"Ada \\\"Countess\\\" Lovelace\",\"k\":\"ada@example.com\"}"}}]},"logprobs":null,"finish_reason":"stop"}],"x":{"new":["Zoë\n😀"]} }"#,
        ),
        (
            "/v1/chat/completions",
            r#"{"choices":[{"message":{"content":"Hi"},"logprobs":{"content":[{"token":"[PERSON"}]}}]}"#,
            r#"{"choices":[{"message":{"content":"Hi"},"logprobs":{"content":[{"token":"[PERSON"}]}}]}"#,
        ),
        (
            "/v1/messages",
            r#"{"type":"message","content":[{"type":"thinking","thinking":"[PERSON_1]","signature":"a[PERSON_1]/Eve Miller"},{"type":"redacted_thinking","data":"+Eve/Miller/"},{"type":"text","text":"[PERSON_2]"},{"type":"tool_use","id":"toolu_1","name":"f","input":{"[PERSON_2]":{"b":["[EMAIL_ADDRESS_1]"]}}}]}"#,
            r#"{"type":"message","content":[{"type":"thinking","thinking":"[PERSON_1]","signature":"a[PERSON_1]/Eve Miller"},{"type":"redacted_thinking","data":"+Eve/Miller/"},{"type":"text","text":"Zoë\n😀"},{"type":"tool_use","id":"toolu_1","name":"f","input":{"Zoë\n😀":{"b":["ada@example.com"]}}}]}"#,
        ),
        (
            "/v1/responses",
            r#"{"error":{"message":"Invalid '[EMAIL_ADDRESS_1]'","type":"invalid_request_error","param":null,"code":"x"}}"#,
            r#"{"error":{"message":"Invalid 'ada@example.com'","type":"invalid_request_error","param":null,"code":"x"}}"#,
        ),
        (
            "/v1/messages",
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"[PERSON_2] at https://evil.example/[PERSON_2]"}}"#,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Zoë\n😀 at https://evil.example/[PERSON_2]"}}"#,
        ),
        // A content that is JSON gets what is put in escaped for it.
        (
            "/v1/chat/completions",
            r#"{"choices":[{"message":{"content":"{\"name\":\"[PERSON_1]\"}"}}]}"#,
            r#"{"choices":[{"message":{"content":"{\"name\":\"Ada \\\"Countess\\\" Lovelace\"}"}}]}"#,
        ),
    ] {
        assert_eq!(restored(path, JSON, input), output, "{path}");
    }
}

#[test]
fn reads_bodies_by_their_media_type() {
    let path = "/v1/chat/completions";
    let json = r#"{"a":"[PERSON_1]"}"#;
    let done = r#"{"a":"Ada \"Countess\" Lovelace"}"#;
    let raw = r#"{"a":"Ada "Countess" Lovelace"}"#;
    for (media_type, expected) in [
        ("application/json; charset=utf-8", done),
        ("application/problem+json", done),
        ("", done),
        ("text/html", raw),
        ("text/plain;charset=utf-8", raw),
        ("application/xml", raw),
        ("application/octet-stream", json),
        ("image/svg", json),
        ("audio/mpeg", json),
    ] {
        assert_eq!(restored(path, media_type, json), expected, "{media_type}");
    }
    for broken in ["[PERSON_1]", "", "{\"a\":\"[PERSON_1]\"", "\u{feff}{}"] {
        assert_eq!(restored(path, JSON, broken), broken);
    }
}

#[test]
fn texts_may_be_cut_anywhere_and_hold_anything() {
    let body = b"<h1>Zo\xc3\xab [PERSON_2]\xff[PERSON_\xf0\x9f1] [EMAIL\\_ADDRESS\\_1] <a href=//evil/[PERSON_2]> [PERSON_2\xc3";
    let expected: &[u8] =
        "<h1>Zoë Zoë\n😀\u{1}[PERSON_\u{2}1] ada@example.com <a href=//evil/[PERSON_2]> Zoë\n😀\u{3}".as_bytes();
    let expected =
        [(1, &b"\xff"[..]), (2, b"\xf0\x9f"), (3, b"\xc3")].iter().fold(expected.to_vec(), |bytes, (mark, with)| {
            let at = bytes.iter().position(|byte| byte == mark).unwrap();
            [&bytes[..at], with, &bytes[at + 1..]].concat()
        });
    let mut seed = 3;
    for _ in 0..1000 {
        let cuts = cuts(&mut seed, body.len());
        let (out, _) = pieces(response("/v1/messages", "text/html", map()), body, &cuts);
        assert_eq!(out.concat(), expected, "{cuts:?}");
    }
}

#[test]
fn long_documents_go_through() {
    let body = format!("{{\"a\":\"[PERSON_1]{}\"}}", "x".repeat(1 << 20));
    let (out, counts) = pieces(response("/v1/messages", JSON, map()), body.as_bytes(), &[1, 70_000]);
    assert!(out.concat() == body.as_bytes());
    assert_eq!(counts.unread, 1);
}

#[test]
fn tool_calls_of_documents_are_told_by_name() {
    let call = |name: &str| {
        format!(r#"{{"input":{{"to":"[PERSON_2]"}},"x":{{"name":"send"}},"name":"{name}","type":"tool_use"}}"#)
    };
    let body = format!(r#"{{"content":[{},{}]}}"#, call("send"), call("look"));
    let only = Tools::Only(["send".into()].into());
    let (out, _) = pieces(response("/v1/messages", JSON, map_of(&NAMES, only)), body.as_bytes(), &[]);
    assert_eq!(String::from_utf8(out.concat()).unwrap(), body.replacen("[PERSON_2]", "Zoë\\n😀", 1));
}

#[test]
fn files_are_read_by_their_first_bytes() {
    let line = r#"{"custom_id":"a","response":{"body":{"choices":[{"message":{"content":"[EMAIL_ADDRESS_1]"}}]}}}"#;
    for (body, expected) in [
        (format!("\n{line}\n{line}\n"), format!("\n{line}\n{line}\n").replace("[EMAIL_ADDRESS_1]", NAMES[0].1)),
        ("id,name\n1,[EMAIL_ADDRESS_1]\n".to_owned(), format!("id,name\n1,{}\n", NAMES[0].1)),
        ("\u{1}\u{2} [EMAIL_ADDRESS_1]".to_owned(), "\u{1}\u{2} [EMAIL_ADDRESS_1]".to_owned()),
        (" \n".to_owned(), " \n".to_owned()),
    ] {
        for media_type in ["application/octet-stream", "application/binary"] {
            assert_eq!(restored("/v1/files/file-1/content", media_type, &body), expected);
        }
    }
}

#[test]
fn the_work_of_a_document_is_known_before_it_is_done() {
    let path = "/v1/chat/completions";
    let names = [("[PERSON_1]", "x".repeat(4000))];
    let map = || map_of(&names.each_ref().map(|(name, original)| (*name, original.as_str())), Tools::All);
    let body = format!(r#"{{"choices":[{{"message":{{"content":"{}"}}}}]}}"#, "[PERSON_1]".repeat(100));
    let mut document = response(path, JSON, map());
    // What only waits is no work.
    assert_eq!(document.work(100, false), Work::NONE);
    document.push(Bytes::copy_from_slice(&body.as_bytes()[..100]), false, &mut BytesMut::new());
    let work = document.work(body.len() - 100, true);
    assert_eq!((work.read, work.level), (body.len(), Level::Off));
    let mut out = BytesMut::new();
    document.push(Bytes::copy_from_slice(&body.as_bytes()[100..]), true, &mut out);
    assert!(out.len() > 400_000 && work.restored >= out.len() - body.len(), "{work:?}");
    // A body that goes through as it is needs none, and a stream is read as it comes.
    assert_eq!(response(path, "image/png", map()).work(1 << 20, true), Work::NONE);
    assert_eq!(response(path, "text/event-stream", map()).work(1000, false).read, 1000);
}
