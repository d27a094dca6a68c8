//! Sealed placeholders of a tenant, restored in requests of an API whose answers are masked, and in answers of backends
//! that keep logs.

use bytes::{Bytes, BytesMut};

use super::{
    Coverage, RestoreMap,
    request::{MaskedBody, MaskedRequest},
    response::{Response, Shape},
    rules::{Caller, Rules},
};
use crate::{
    anonymize::{Original, Substitute, restore::PlaceholderVariants},
    profile::Profile,
};
use masquerade_detect::entity::{Mark, Placeholder, find_placeholders};

/// Restores the sealed placeholders of a request that the caller's tenant sealed, by the rules of restoring: in no URL of a
/// host that is not named, and in the calls of the tools that are. A body that is no JSON goes on as it came.
pub fn restore_request(profile: &Profile, rules: &Rules, caller: &Caller, body: Bytes, limit: usize) -> MaskedRequest {
    MaskedRequest {
        body: MaskedBody::restored(restored(profile, rules, caller, body, limit)),
        query: None,
        headers: Vec::new(),
        restore: RestoreMap::nothing(),
        coverage: Coverage::default(),
        session: None,
        unvetted: false,
    }
}

/// Restores the sealed placeholders of a whole answer that the caller's tenant sealed, for a caller who may open them: as
/// [`restore_request`] does, which texts of the profile's answers are restored.
pub fn open_answer(profile: &Profile, rules: &Rules, caller: &Caller, body: Bytes, limit: usize) -> Bytes {
    restored(profile, rules, caller, body, limit)
}

fn restored(profile: &Profile, rules: &Rules, caller: &Caller, body: Bytes, limit: usize) -> Bytes {
    let known = std::str::from_utf8(&body).map(|text| sealed(text, caller)).unwrap_or_default();
    let map = match rules.restore().filter(|_| !known.is_empty()) {
        Some(restore) => RestoreMap::new(restore, known, &PlaceholderVariants::default(), [], []),
        None => return body,
    };
    let mut restored = BytesMut::new();
    let mut document = Response::new(profile, Shape::Whole, map, limit);
    document.push(body, true, &mut restored);
    restored.freeze()
}

/// The sealed placeholders of a text that open, with their originals.
fn sealed(text: &str, caller: &Caller) -> Vec<(Substitute, Original)> {
    let open = |(span, placeholder): (masquerade_detect::text::Span, Placeholder<'_>)| {
        let Placeholder { label, mark: Mark::Token(token) } = placeholder else { return None };
        let original = caller.cipher.open(label, token)?;
        Some((Substitute::from(span.slice(text)), Original::from(original)))
    };
    find_placeholders(text).filter_map(open).collect()
}
