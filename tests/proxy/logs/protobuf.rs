//! Protocol Buffers of OpenTelemetry and of Loki.

use masquerade::codec::{encoding::snappy, syntax::protobuf::varint};

use super::{EMAIL, address, check_breaks_off, log_proxy, sent, shipped, streamed};
use crate::{fake::Fake, setup::ask};

const PROTOBUF: &str = "Content-Type: application/x-protobuf\r\n";

/// A field of bytes.
fn field(number: u64, content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    [varint(number << 3 | 2), varint(content.len() as u64), content.to_vec()].concat()
}

fn fields(fields: &[Vec<u8>]) -> Vec<u8> {
    fields.concat()
}

/// An attribute of a text.
fn attribute(key: &str, value: &str) -> Vec<u8> {
    fields(&[field(1, key), field(2, field(1, value))])
}

/// A request of logs with fields of later versions, at each level.
fn logs(mail: &str, password: &str, card: u64) -> Vec<u8> {
    let time = [0x09, 1, 2, 3, 4, 5, 6, 7, 8].to_vec();
    let padding = "x".repeat(100);
    let record = fields(&[
        time.clone(),
        vec![0x10, 9],
        field(3, "INFO"),
        field(5, field(1, format!("{padding} {mail}"))),
        field(6, attribute("db.password", password)),
        field(6, fields(&[field(1, "card"), field(2, [vec![0x18], varint(card)].concat())])),
        field(6, fields(&[field(1, "list"), field(2, field(5, field(1, field(1, mail))))])),
        field(9, [0xa0; 16]),
        field(10, *b"a@b.c.de"),
        field(99, format!("later: {mail}")),
        field(98, field(1, mail)),
        field(97, [0xff, 0xfe, 0x00]),
    ]);
    let resource = field(1, attribute("service.name", "shop"));
    let scope = fields(&[field(1, field(1, "my.logger")), field(2, record), field(3, "https://schema.example/1")]);
    field(1, fields(&[field(1, resource), field(2, scope)]))
}

#[test]
fn messages_are_rewritten_by_field_numbers_and_the_rest_survives() {
    let seen = sent("auto", "/v1/logs", PROTOBUF, &logs(EMAIL, "correct-horse-7", 4_111_111_111_111_111)).body;
    let text = String::from_utf8_lossy(&seen);
    assert!(!text.contains("jane") && !text.contains("horse"), "{text}");
    let password = &text[text.find("[PASSWORD").unwrap()..];
    let password = &password[..=password.find(']').unwrap()];
    // The card's number is not known beforehand: both bodies are compared without it.
    let key = b"\x0a\x04card\x12\x09\x18";
    let at = seen.windows(key.len()).position(|window| window == key).unwrap() + key.len();
    let card = seen[at..at + 8].iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7f));
    assert!(card != 4_111_111_111_111_111 && card.to_string().len() == 16, "{card}");
    assert_eq!(seen, logs(&address(&seen), password, card));
}

#[test]
fn spans_and_metrics_are_read_by_their_own_messages() {
    let span = |mail: &str| {
        let event = fields(&[field(2, "exception"), field(3, attribute("exception.message", mail))]);
        let status = field(2, format!("failed for {mail}"));
        let span = fields(&[
            field(1, [0xa0; 16]),
            field(2, *b"a@b.c.de"),
            field(5, format!("GET /users/{mail}")),
            field(11, event),
            field(15, status),
        ]);
        field(1, field(2, field(2, span)))
    };
    let seen = sent("auto", "/v1/traces", PROTOBUF, &span(EMAIL)).body;
    assert_eq!(seen, span(&address(&seen)));
    let metric = |mail: &str| {
        let histogram = field(1, fields(&[field(6, *b"a@b.c.de"), field(9, attribute("user", mail))]));
        let metric = fields(&[field(1, "http.server.duration"), field(3, "ms"), field(9, histogram)]);
        field(1, field(2, field(2, metric)))
    };
    let seen = sent("auto", "/v1/metrics", PROTOBUF, &metric(EMAIL)).body;
    assert_eq!(seen, metric(&address(&seen)));
}

/// Resources with some kilobytes of records each, and a field of a later version behind each.
fn resources(mail: &str, count: usize) -> Vec<u8> {
    let record = field(2, field(5, field(1, format!("{} {mail}", "lorem ipsum ".repeat(20)))));
    let resource = field(1, fields(&[field(1, field(1, attribute("user", mail))), field(2, record.repeat(10))]));
    [resource, field(99, [0xff, 0xfe, 0x00])].concat().repeat(count)
}

#[test]
fn resources_go_on_as_they_arrive_and_a_bad_one_breaks_off() {
    let body = resources(EMAIL, 300);
    let seen = streamed("otlp", "/v1/logs", PROTOBUF, &body);
    assert!(seen == resources(&address(&seen), 300));
    check_breaks_off("otlp", "/v1/logs", PROTOBUF, &[&body[..], &field(1, [0x0a, 9]), &body].concat());
    check_breaks_off("otlp", "/v1/logs", PROTOBUF, &body[..body.len() - 1]);
}

#[test]
fn a_resource_over_the_limit_is_refused_in_a_body_of_any_length() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"otlp\"\nbody_bytes = \"300KiB\"");
    assert_eq!(ask(&proxy, shipped("/v1/logs", PROTOBUF, &resources(EMAIL, 300))).status, 200);
    assert_eq!(fake.recorded().len(), 1);
    // One resource has its length before it, which is known when all of it is masked.
    let record = field(2, field(5, field(1, "lorem ipsum ".repeat(20))));
    let resource = field(1, field(2, record.repeat(5_000)));
    let answer = ask(&proxy, shipped("/v1/logs", PROTOBUF, &resource));
    answer.assert_problem(413, "body-too-large");
    assert_eq!(fake.recorded().len(), 1);
}

/// A push of Loki's agents, before its coding.
fn push(mail: &str) -> Vec<u8> {
    let entry = fields(&[
        field(1, [0x08, 1]),
        field(2, format!("{{\"level\":\"info\",\"user\":\"{mail}\"}}")),
        field(3, fields(&[field(1, "mail"), field(2, mail)])),
    ]);
    let entries = [field(2, &entry), field(2, entry)].concat();
    field(1, fields(&[field(1, "{job=\"a\", host=\"web-1\"}"), entries, vec![0x18, 7]]))
}

#[test]
fn agents_of_loki_push_blocks_of_snappy() {
    for (headers, coding) in [("", None), ("Content-Encoding: snappy\r\n", Some("snappy"))] {
        let body = snappy::encode(&push(EMAIL)).unwrap();
        let seen = sent("auto", "/loki/api/v1/push", &format!("{PROTOBUF}{headers}"), &body);
        assert_eq!(seen.header("content-encoding"), coding);
        let plain = snappy::decode(&seen.body, 1 << 20).unwrap();
        assert_eq!(plain, push(&address(&plain)));
    }
}

#[test]
fn a_push_in_snappy_is_read_whole_and_refused_above_the_limit() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"loki\"\nbody_bytes = \"1MiB\"");
    let push = |count| snappy::encode(&push(EMAIL).repeat(count)).unwrap();
    assert_eq!(ask(&proxy, shipped("/loki/api/v1/push", PROTOBUF, &push(3_000))).status, 200);
    let seen = fake.only();
    assert_eq!(seen.header("content-length"), Some(seen.body.len().to_string().as_str()));
    // A block says at its beginning how many bytes it stands for.
    let answer = ask(&proxy, shipped("/loki/api/v1/push", PROTOBUF, &push(6_000)));
    answer.assert_problem(413, "body-too-large");
    assert!(String::from_utf8_lossy(&answer.body).contains("1048576 bytes"), "{answer:?}");
    assert_eq!(fake.recorded().len(), 1);
}

#[test]
fn text_with_bytes_that_are_no_text_is_searched_around_them() {
    let line = [&b"\xff\xfe "[..], EMAIL.as_bytes(), b" \xc3"].concat();
    let body = field(1, field(2, field(2, &line)));
    let seen = sent("loki", "/loki/api/v1/push", PROTOBUF, &snappy::encode(&body).unwrap()).body;
    let plain = snappy::decode(&seen, 1 << 20).unwrap();
    let masked = [&b"\xff\xfe "[..], address(&plain).as_bytes(), b" \xc3"].concat();
    assert_eq!(plain, field(1, field(2, field(2, masked))));
}

#[test]
fn messages_that_are_none_and_bombs_are_refused() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "body_bytes = \"1MiB\"");
    let deep = (0..200).fold(Vec::new(), |inner, _| field(5, field(1, inner)));
    for (path, body, status) in [
        ("/v1/logs", b"\x0a\x05ab".to_vec(), 400),
        ("/v1/logs", b"{}".to_vec(), 400),
        ("/v1/logs", field(1, field(2, field(2, field(5, deep)))), 400),
        ("/loki/api/v1/push", push(EMAIL), 400),
        ("/loki/api/v1/push", snappy::encode(&vec![b'a'; 2 << 20]).unwrap(), 413),
    ] {
        let answer = ask(&proxy, shipped(path, PROTOBUF, &body));
        assert_eq!(answer.status, status, "{path} {answer:?}");
    }
    assert_eq!(fake.connections(), 0);
}
