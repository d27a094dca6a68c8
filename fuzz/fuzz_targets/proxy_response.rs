//! Answers in any pieces, read by any profile: the pieces do not matter, and where nothing is live nothing changes.

#![no_main]

use std::sync::LazyLock;

use bytes::{Bytes, BytesMut};
use libfuzzer_sys::fuzz_target;
use masquerade::{engine::proxy::{
        Incoming, RestoreMap,
        response::{Response, Shape},
    }, profile::{DOCUMENT, Profile, Profiles}};
use masquerade_fuzz::{INSTANCE, now};

const MEDIA_TYPES: [&[u8]; 5] =
    [b"", b"application/json", b"text/event-stream", b"application/x-ndjson", b"text/plain"];

/// A map with `[EMAIL_ADDRESS_1]` and `[CREDIT_CARD_1]`.
static MAP: LazyLock<RestoreMap> = LazyLock::new(|| {
    let body = Bytes::from_static(br#"{"a":"ann@example.com and 4111 1111 1111 1111"}"#);
    let profile = Profile::new(&DOCUMENT).expect("it is built in");
    let masked = now(INSTANCE.masker().mask(&profile, &body, Incoming::default()));
    masked.expect("it can be masked").restore
});

// A byte each for the profile, the media type and the length of the pieces, then the answer.
fuzz_target!(|data: &[u8]| {
    let [profile, media_type, piece, body @ ..] = data else { return };
    let profiles = Profiles::all();
    let Some(profile) = profiles.iter().nth(usize::from(*profile) % profiles.iter().count()) else { return };
    let shape = Shape::of(MEDIA_TYPES[usize::from(*media_type) % MEDIA_TYPES.len()], profile);
    let piece = usize::from(*piece).max(1);
    let whole = restored(profile, shape, &MAP, body, body.len().max(1));
    assert_eq!(restored(profile, shape, &MAP, body, piece), whole);
    if profile.exchange.provider_state.is_none() {
        assert_eq!(restored(profile, shape, &RestoreMap::nothing(), body, piece), body);
    }
});

fn restored(profile: &Profile, shape: Shape, map: &RestoreMap, body: &[u8], piece: usize) -> BytesMut {
    let mut response = Response::new(profile, shape, map.clone(), usize::MAX);
    let mut out = BytesMut::new();
    for piece in body.chunks(piece) {
        response.push(Bytes::copy_from_slice(piece), false, &mut out);
    }
    response.push(Bytes::new(), true, &mut out);
    out
}
