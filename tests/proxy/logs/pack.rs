//! Records in MessagePack.

use masquerade::codec::syntax::msgpack::{bytes_head, string_head};

use super::{EMAIL, address, check_breaks_off, sent, streamed};

/// A string.
fn string(text: &str) -> Vec<u8> {
    [string_head(text.len()), text.as_bytes().to_vec()].concat()
}

/// A record of Fluent Bit: an array of a time and a map.
fn record(mail: &str) -> Vec<u8> {
    let long = format!("{} {mail}", "x".repeat(240));
    let fields = [
        string("log"),
        string(&format!("{{\"user\":\"{mail}\"}}")),
        string("card"),
        [&[0xcf][..], &1_767_323_045_u64.to_be_bytes()].concat(),
        string("long"),
        string(&long),
        string("raw"),
        [bytes_head(mail.len()), mail.as_bytes().to_vec()].concat(),
        string("list"),
        [&[0x92][..], &string(mail), &[0xc3]].concat(),
        string(mail),
        vec![0xcb, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0],
    ];
    let time = [0xd7, 0, 0x69, 0x57, 0x36, 0xe5, 0, 0, 0, 0];
    [&[0x92][..], &time, &[0x86], &fields.concat()].concat()
}

#[test]
fn strings_are_masked_and_their_lengths_mended() {
    let headers = "Content-Type: application/msgpack\r\n";
    for records in [1, 3] {
        let body = record(EMAIL).repeat(records);
        let seen = sent("logs", "/", headers, &body).body;
        let expected = record(&address(&seen)).repeat(records);
        assert_eq!(seen, expected, "{}", String::from_utf8_lossy(&seen));
    }
}

#[test]
fn a_card_number_becomes_another_number_of_as_many_digits() {
    let map = |card: u64| [&[0x81][..], &string("card"), &[0xcf], &card.to_be_bytes()].concat();
    let seen = sent("logs", "/", "Content-Type: application/x-msgpack\r\n", &map(4_111_111_111_111_111)).body;
    let card = u64::from_be_bytes(seen[seen.len() - 8..].try_into().unwrap());
    assert_eq!(seen, map(card));
    assert!(card != 4_111_111_111_111_111 && card.to_string().len() == 16, "{card}");
}

#[test]
fn records_go_on_as_they_arrive_and_a_bad_one_breaks_off() {
    let headers = "Content-Type: application/msgpack\r\n";
    const RECORDS: u16 = 2_000;
    let in_array = |mail: &str| [&[0xdc][..], &RECORDS.to_be_bytes(), &record(mail).repeat(RECORDS.into())].concat();
    let glued = |mail: &str| record(mail).repeat(RECORDS.into());
    for body in [&in_array as &dyn Fn(&str) -> Vec<u8>, &glued] {
        let seen = streamed("logs", "/", headers, &body(EMAIL));
        assert!(seen == body(&address(&seen)));
        check_breaks_off("logs", "/", headers, &[&body(EMAIL)[..], &[0xc1], &record(EMAIL)].concat());
    }
    let (body, last) = (in_array(EMAIL), record(EMAIL));
    check_breaks_off("logs", "/", headers, &body[..body.len() - last.len()]);
}
