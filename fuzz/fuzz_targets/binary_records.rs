//! Log records in binary forms. What is masked can be read again, and its lengths hold.

#![no_main]

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use masquerade::{
    codec::encoding::snappy,
    engine::proxy::{Incoming, RequestMasker},
    profile::Profiles,
};
use masquerade_fuzz::{INSTANCE, now};

const PROTOBUF: &str = "application/x-protobuf";

/// The paths whose bodies are read, with their media types.
const READERS: [(&str, &str); 6] = [
    ("/loki/api/v1/push", PROTOBUF),
    ("/v1/logs", PROTOBUF),
    ("/v1/traces", PROTOBUF),
    ("/v1/metrics", PROTOBUF),
    ("/api/v2/logs", "application/msgpack"),
    ("/api/42/envelope/", "application/x-sentry-envelope"),
];

/// The most bytes of a block.
const LIMIT: usize = 1 << 20;

// A byte that picks the reader, or a block of Snappy, then the body.
fuzz_target!(|data: &[u8]| {
    let [reader, body @ ..] = data else { return };
    let Some((path, media_type)) = READERS.get(usize::from(*reader) % (READERS.len() + 1)) else {
        return block(body);
    };
    let found = Profiles::all().find(None, "POST", path).expect("the path is known");
    let incoming = Incoming { media_type: Some(media_type), ..Incoming::default() };
    let masked = |body: &Bytes| {
        let masked = now(RequestMasker { rules: &INSTANCE.records, ..INSTANCE.masker() }.mask(found.profile, body, incoming));
        masked.map(|masked| masked.body.bytes().clone())
    };
    let body = Bytes::copy_from_slice(body);
    let Ok(once) = masked(&body) else { return };
    assert_eq!(masked(&body).expect("it was masked before"), once);
    masked(&once).expect("what is masked has the form of what came");
});

fn block(body: &[u8]) {
    if let Ok(content) = snappy::decode(body, LIMIT) {
        let again = snappy::encode(&content).expect("it is short");
        assert_eq!(snappy::decode(&again, LIMIT).expect("it is a block"), content);
    }
}
