//! Content codings of log bodies.

use masquerade::codec::encoding::{Coding, Decoder, encode};

use super::{EMAIL, address, log_proxy, sent, shipped};
use crate::{fake::Fake, setup::ask};

fn decoded(codings: &[Coding], body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    Decoder::new(codings).push(body, true, 1 << 20, &mut out).unwrap();
    out
}

#[test]
fn bodies_go_on_in_the_codings_in_which_they_came() {
    let record = format!("{{\"m\":\"{EMAIL}\"}}\n").repeat(20);
    let lists: [&[Coding]; 5] =
        [&[Coding::Gzip], &[Coding::Deflate], &[Coding::Zstd], &[Coding::Brotli], &[Coding::Gzip, Coding::Zstd]];
    for codings in lists {
        let names: Vec<_> = codings.iter().map(|coding| coding.name()).collect();
        let headers = format!("Content-Type: application/x-ndjson\r\nContent-Encoding: {}\r\n", names.join(", "));
        let seen = sent("logs", "/", &headers, &encode(codings, record.clone().into_bytes()).unwrap());
        assert_eq!(seen.header("content-encoding"), Some(&*names.join(", ")));
        let plain = String::from_utf8(decoded(codings, &seen.body)).unwrap();
        assert_eq!(plain, record.replace(EMAIL, &address(plain.as_bytes())));
    }
}

#[test]
fn a_route_may_send_bodies_without_codings() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"logs\"\nreencode = \"identity\"");
    let body = encode(&[Coding::Gzip], format!("{{\"m\":\"{EMAIL}\"}}").into_bytes()).unwrap();
    let headers = "Content-Type: application/json\r\nContent-Encoding: gzip\r\n";
    assert_eq!(ask(&proxy, shipped("/", headers, &body)).status, 200);
    let seen = fake.only();
    assert_eq!(seen.header("content-encoding"), None);
    assert!(seen.body.starts_with(b"{\"m\":\"[EMAIL_ADDRESS_"));
}
