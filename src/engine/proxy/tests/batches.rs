//! Tests of bodies of records that are masked batch by batch: they come out as they do in one piece.

use proptest::prelude::*;

use super::*;
use crate::codec::syntax::{msgpack::string_head, protobuf::varint};

fn records() -> Bench {
    Bench::new(Method::Hash, Style::Records)
}

impl Bench {
    /// `body` masked batch by batch, as it comes in chunks of `step` bytes, and the number of batches.
    fn streamed(&self, path: &str, media_type: &str, body: &[u8], step: usize) -> Result<(Vec<u8>, usize), Refusal> {
        let profile = profile(path);
        let mut batches = Batches::new(profile, &self.rules, Some(media_type), 10 << 20).expect("text records");
        let (mut out, mut count, mut chunks) = (Vec::new(), 0, body.chunks(step).peekable());
        while let Some(chunk) = chunks.next() {
            batches.push(chunk);
            while let Some(batch) = batches.next_batch(&self.masker(), chunks.peek().is_none())? {
                let masked = self.masker().mask_batch(profile, batch, Some(media_type));
                out.extend_from_slice(ready(masked)?.body.bytes());
                count += 1;
            }
        }
        Ok((out, count))
    }

    fn in_one_piece(&self, path: &str, media_type: &str, body: &[u8]) -> Result<Vec<u8>, Refusal> {
        let incoming = Incoming { media_type: Some(media_type), ..Incoming::default() };
        let body = Bytes::copy_from_slice(body);
        ready(self.masker().mask(profile(path), &body, incoming)).map(|masked| masked.body.bytes().to_vec())
    }
}

/// Three batches of records in each form.
fn bodies() -> Vec<(&'static str, &'static str, String)> {
    let line = |at: usize| {
        format!(
            "{{\"n\":{at},\"mail\":\"user{}@mail.example\",\"text\":\"[1,2] }} \\\" {}\"}}",
            at % 7,
            "x".repeat(2000)
        )
    };
    let lines: Vec<String> = (0..300).map(line).collect();
    let bulk: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| match at % 3 {
            0 => format!("{{\"delete\":{{\"_id\":\"{at}\"}}}}\n"),
            _ => format!("{{\"index\":{{}}}}\n{line}\n"),
        })
        .collect();
    let text: String = (0..9000)
        .map(|at| format!("<34>1 host app - user{}@mail.example logged in, take {at}\n\tat x\n", at % 7))
        .collect();
    vec![
        ("/lines", "application/x-ndjson", lines.join("\n") + "\n"),
        ("/lines", "application/json", lines.concat()),
        ("/lines", "application/json", format!("[{}]\n{{\"last\":\"user1@mail.example\"}}", lines.join(" ,\n"))),
        ("/lines", "text/plain", lines.join("\n")),
        ("/lines", "text/plain", text),
        (BULK, "application/x-ndjson", bulk.concat()),
    ]
}

#[test]
fn records_are_masked_alike_in_one_piece_and_in_any_chunks() {
    let bench = records();
    for (path, media_type, body) in bodies() {
        let whole = bench.in_one_piece(path, media_type, body.as_bytes()).unwrap();
        assert!(!whole.is_empty() && memchr::memmem::find(&whole, b"@mail.example").is_none());
        for step in [997, 100_000, body.len()] {
            let (streamed, count) = bench.streamed(path, media_type, body.as_bytes(), step).unwrap();
            assert!(streamed == whole, "{media_type} by {step}");
            assert!(count >= 2, "{media_type} {count}");
        }
        let hash = |mail: &str| {
            let alone = bench.in_one_piece("/lines", "application/json", format!("\"{mail}\"").as_bytes()).unwrap();
            String::from_utf8(alone).unwrap().trim_matches('"').to_owned()
        };
        let expected = (0..7).fold(body, |body, at| {
            let mail = format!("user{at}@mail.example");
            body.replace(&mail, &hash(&mail))
        });
        assert!(whole == expected.as_bytes(), "{media_type}: only addresses change");
    }
}

/// A string of MessagePack.
fn packed(text: &str) -> Vec<u8> {
    [string_head(text.len()), text.as_bytes().to_vec()].concat()
}

/// A record of MessagePack as Fluent Bit sends it, with a time in a type of its own.
fn packed_record(at: usize, mail: &str) -> Vec<u8> {
    let pairs = [packed("n"), vec![0xcd, (at >> 8) as u8, at as u8], packed("mail"), packed(mail)].concat();
    let text = [packed("text"), packed(&format!("{} by {mail}", "x".repeat(2000)))].concat();
    let time = [0xd7, 0, 0x69, 0x57, 0x36, 0xe5, 0, 0, 0, 0];
    [&[0x92][..], &time, &[0x84], &pairs, &text, &packed("none"), &[0xc0]].concat()
}

/// A field of bytes of Protocol Buffers.
fn field(number: u64, content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    [varint(number << 3 | 2), varint(content.len() as u64), content.to_vec()].concat()
}

/// The logs of a resource in Protocol Buffers, with fields of later versions at each level.
fn resource_logs(at: usize, mail: &str) -> Vec<u8> {
    let later = [vec![0x98, 0x06, 0x81, 0x00], field(98, [0xff, 0xfe, 0x00])].concat();
    let record = |n: usize| {
        let body = field(5, field(1, format!("{} take {n}: {mail}", "x".repeat(300))));
        field(2, [vec![0x10, 9], body, later.clone()].concat())
    };
    let resource = field(1, field(1, [field(1, "user.mail"), field(2, field(1, mail))].concat()));
    let records: Vec<u8> = (at..at + 6).flat_map(record).collect();
    let logs = field(1, [resource, field(2, [records, later.clone()].concat()), later.clone()].concat());
    [logs, later].concat()
}

/// A binary body of some batches, by the addresses in it, with its path and media type.
type BinaryBody = (&'static str, &'static str, fn(&dyn Fn(usize) -> String) -> Vec<u8>);

const BINARY_BODIES: [BinaryBody; 3] = [
    ("/lines", "application/msgpack", |mail| (0..300).flat_map(|at| packed_record(at, &mail(at))).collect()),
    ("/lines", "application/msgpack", |mail| {
        let records: Vec<u8> = (0..300).flat_map(|at| packed_record(at, &mail(at))).collect();
        [&[0xdd, 0, 0, 1, 44][..], &records, &packed_record(300, &mail(300))].concat()
    }),
    ("/v1/logs", "application/x-protobuf", |mail| (0..300).flat_map(|at| resource_logs(at, &mail(at))).collect()),
];

fn mail(at: usize) -> String {
    format!("user{}@mail.example", at % 7)
}

#[test]
fn binary_records_are_masked_alike_in_one_piece_and_in_any_chunks() {
    let bench = records();
    for (path, media_type, body) in BINARY_BODIES {
        let plain = body(&mail);
        let whole = bench.in_one_piece(path, media_type, &plain).unwrap();
        for step in [997, 100_000, plain.len()] {
            let (streamed, count) = bench.streamed(path, media_type, &plain, step).unwrap();
            assert!(streamed == whole, "{media_type} by {step}");
            assert!(count >= 2, "{media_type} {count}");
        }
        let hash = |at| {
            let alone = format!("\"{}\"", mail(at));
            let alone = bench.in_one_piece("/lines", "application/json", alone.as_bytes()).unwrap();
            String::from_utf8(alone).unwrap().trim_matches('"').to_owned()
        };
        let expected = body(&hash);
        assert!(whole == expected, "{media_type}: only addresses and the lengths around them change");
    }
}

#[test]
fn a_binary_body_that_ends_too_early_is_refused() {
    let bench = records();
    for (path, media_type, body) in BINARY_BODIES {
        let plain = body(&mail);
        for end in [plain.len() - 1, plain.len() / 2 + 3, 1] {
            let refusal = bench.streamed(path, media_type, &plain[..end], 4096).map(|_| ());
            assert!(matches!(refusal, Err(Refusal::Body(_))), "{media_type} to {end}: {refusal:?}");
            assert!(bench.in_one_piece(path, media_type, &plain[..end]).is_err());
        }
    }
    // An array that has fewer records than it says, all of which are whole.
    let record = packed_record(0, "a@b.example");
    let body = [&[0xdd, 0, 0, 1, 45][..], &record.repeat(300)].concat();
    let refusal = bench.streamed("/lines", "application/msgpack", &body, 4096).unwrap_err();
    assert!(refusal.to_string().contains(&format!("byte {}", body.len())), "{refusal}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]
    #[test]
    fn any_cut_of_a_body_gives_the_same_bytes(
        cuts in prop::collection::vec(1_usize..200_000, 1..8),
        form in 0..=BINARY_BODIES.len(),
    ) {
        let bench = records();
        let (path, media_type, body) = match BINARY_BODIES.get(form) {
            Some((path, media_type, body)) => (*path, *media_type, body(&mail)),
            None => {
                let (path, media_type, body) = bodies().swap_remove(2);
                (path, media_type, body.into_bytes())
            }
        };
        let whole = bench.in_one_piece(path, media_type, &body).unwrap();
        let mut batches = Batches::new(profile(path), &bench.rules, Some(media_type), 10 << 20).unwrap();
        let (mut out, mut rest, mut cuts) = (Vec::new(), &*body, cuts.into_iter().cycle());
        while !rest.is_empty() {
            let (chunk, behind) = rest.split_at(cuts.next().unwrap().min(rest.len()));
            batches.push(chunk);
            rest = behind;
            while let Some(batch) = batches.next_batch(&bench.masker(), rest.is_empty()).unwrap() {
                let masked = bench.masker().mask_batch(profile(path), batch, Some(media_type));
                out.extend_from_slice(ready(masked).unwrap().body.bytes());
            }
        }
        prop_assert!(out == whole);
    }
}

#[test]
fn a_text_is_not_cut_within_an_entity() {
    let bench = records();
    let key = |letter: &str| {
        let line = letter.repeat(16) + "\n";
        format!("-----BEGIN RSA PRIVATE KEY-----\n{}-----END RSA PRIVATE KEY-----\n", line.repeat(50))
    };
    // A key stands at every place where a batch could end.
    let body = key("Ab3x").replace("Ab3xAb3x", "Qm7/kLp2").repeat(400);
    let (masked, count) = bench.streamed("/lines", "text/plain", body.as_bytes(), 65_536).unwrap();
    let masked = String::from_utf8(masked).unwrap();
    assert!(count >= 2 && !masked.contains("Qm7/kLp2"), "{count}");
    assert_eq!(masked.matches("[PRIVATE_KEY").count(), 400);
}

#[test]
fn a_bad_record_is_refused_at_its_byte() {
    let bench = records();
    let (path, media_type, body) = bodies().remove(0);
    let broken = body.clone() + "{\"a\":}\n";
    let refusal = bench.streamed(path, media_type, broken.as_bytes(), 4096).unwrap_err();
    assert!(refusal.to_string().contains(&format!("byte {}", body.len() + 5)), "{refusal}");
    assert_eq!(bench.in_one_piece(path, media_type, broken.as_bytes()).unwrap_err(), refusal);
}

#[test]
fn bodies_whose_substitutes_depend_on_all_of_them_are_not_divided() {
    let media_type = Some("application/json");
    let may =
        |bench: &Bench, path, media_type| Batches::new(profile(path), &bench.rules, media_type, 1 << 20).is_some();
    assert!(may(&records(), "/lines", media_type) && may(&records(), BULK, None));
    assert!(may(&records(), "/lines", Some("application/msgpack")) && !may(&records(), "/lines", Some("text/csv")));
    let protobuf = Some("application/x-protobuf");
    assert!(may(&records(), "/v1/logs", protobuf) && !may(&records(), "/lines", protobuf));
    assert!(!may(&records(), "/logs/_doc", media_type));
    for method in [Method::Redact, Method::Synthetic] {
        assert!(!may(&Bench::new(method, Style::Records), "/lines", media_type));
    }
    assert!(!may(&Bench::redacting(), "/lines", media_type));
}
