//! Requests on their way out, read by any profile. What is masked stays JSON, and comes back if the answer repeats it.

#![no_main]

use bytes::{Bytes, BytesMut};
use libfuzzer_sys::fuzz_target;
use masquerade::{engine::proxy::{
        HeaderScope, Incoming, IncomingHeader, MaskedRequest,
        response::{Response, Shape},
    }, profile::{DOCUMENT, Profile, Profiles, BodyFormat}};
use masquerade_fuzz::{INSTANCE, now};
use serde_json::Value;

const MEDIA_TYPES: [Option<&str>; 4] =
    [None, Some("application/json"), Some("application/x-ndjson"), Some("text/plain; charset=utf-16")];

// A byte that picks the profile (0: none, the answer repeats the request), one that picks the media type, the query
// up to a line feed, the body.
fuzz_target!(|data: &[u8]| {
    let [profile, media_type, rest @ ..] = data else { return };
    let Some(end) = rest.iter().position(|&byte| byte == b'\n') else { return };
    let Ok(query) = std::str::from_utf8(&rest[..end]) else { return };
    let body = Bytes::copy_from_slice(&rest[end + 1..]);
    let incoming = Incoming {
        media_type: MEDIA_TYPES[usize::from(*media_type) % MEDIA_TYPES.len()],
        path: query,
        query: Some(query),
        headers: &[IncomingHeader { name: "x-user", value: query, scope: HeaderScope::All }],
        id: None,
        ends_state: false,
    };
    let Some(profile) = usize::from(*profile).checked_sub(1) else { return there_and_back(&body, incoming) };
    let profiles = Profiles::all();
    let Some(profile) = profiles.iter().nth(profile % profiles.iter().count()) else { return };
    if let Some(masked) = masked(profile, &body, incoming) {
        assert!(profile.exchange.format != BodyFormat::Document || is_json_still(&body, &masked));
    }
});

fn masked(profile: &Profile, body: &Bytes, incoming: Incoming<'_>) -> Option<MaskedRequest> {
    let run = || now(INSTANCE.masker().mask(profile, body, incoming)).ok();
    let masked = run()?;
    // What is masked twice is masked alike: provider caches live of it.
    if masked.session.is_none() {
        assert_eq!(run().expect("it was masked before").body.bytes(), masked.body.bytes());
    }
    Some(masked)
}

fn is_json_still(body: &[u8], masked: &MaskedRequest) -> bool {
    let is_json = |doc: &[u8]| serde_json::from_slice::<serde::de::IgnoredAny>(doc).is_ok();
    !is_json(body) || is_json(masked.body.bytes())
}

/// An answer that repeats the request is the request again.
fn there_and_back(body: &Bytes, incoming: Incoming<'_>) {
    let profile = Profile::new(&DOCUMENT).expect("it is built in");
    let Some(masked) = masked(&profile, body, incoming) else { return };
    let mut response = Response::new(&profile, Shape::Whole, masked.restore, usize::MAX);
    let mut out = BytesMut::new();
    response.push(masked.body.into(), true, &mut out);
    let (Ok(before), Ok(after)) = (serde_json::from_slice::<Value>(body), serde_json::from_slice::<Value>(&out)) else {
        return;
    };
    // Nothing is restored in the address of a link, JSON within a string may change its spelling, and a masked number
    // comes back as a string.
    if response.counts().withheld == 0 && !may_change(&before) {
        assert_eq!(before, after);
    }
}

fn may_change(value: &Value) -> bool {
    match value {
        Value::String(text) => serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
        Value::Array(elements) => elements.iter().any(may_change),
        Value::Object(members) => members.values().any(may_change),
        Value::Number(number) => number.as_f64().is_none_or(|number| number.abs() >= 1e7),
        _ => false,
    }
}
