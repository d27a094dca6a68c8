//! Tests of restored answers, in chunks of any size.

mod documents;
mod events;

use bytes::{Bytes, BytesMut};

use super::*;
use crate::{
    anonymize::{
        Original,
        restore::{Hosts, PlaceholderVariants},
    },
    engine::proxy::{RestoreRules, Tools},
    profile::Profiles,
};

const NAMES: [(&str, &str); 5] = [
    ("[EMAIL_ADDRESS_1]", "ada@example.com"),
    ("[PERSON_1]", "Ada \"Countess\" Lovelace"),
    ("[PERSON_2]", "Zoë\n😀"),
    ("[PHONE_NUMBER_1]", "+44 20 7946 0000"),
    ("Eve Miller", "Ada Byron"),
];

fn map_of(names: &[(&str, &str)], tools: Tools) -> RestoreMap {
    let hosts = Hosts::new(["good.example"]).unwrap().into();
    let rules =
        RestoreRules { tolerant: true, hosts, tools: tools.into(), refuses_withheld: false, max_bytes: usize::MAX };
    let names = names.iter().map(|(name, original)| ((*name).into(), Original::new(original)));
    RestoreMap::new(&rules, names, &PlaceholderVariants::default(), [], [])
}

fn map() -> RestoreMap {
    map_of(&NAMES, Tools::All)
}

fn profile(path: &str) -> &'static Profile {
    let profiles = Profiles::all();
    let method = if path.ends_with("results") || path.ends_with("content") { "GET" } else { "POST" };
    profiles.find(None, method, path).expect("a known path").profile
}

fn response(path: &str, media_type: &str, map: RestoreMap) -> Response<&'static Profile> {
    let profile = profile(path);
    Response::new(profile, Shape::of(media_type.as_bytes(), profile), map, 1 << 20)
}

/// The output for `body`, cut behind `cuts`, piece by piece.
fn pieces(mut response: Response<&'static Profile>, body: &[u8], cuts: &[usize]) -> (Vec<Vec<u8>>, Counts) {
    let mut out = Vec::new();
    let mut at = 0;
    for &cut in cuts.iter().chain([&body.len()]) {
        let mut buffer = BytesMut::new();
        response.push(Bytes::copy_from_slice(&body[at..cut]), cut == body.len(), &mut buffer);
        out.push(buffer.to_vec());
        at = cut;
    }
    (out, response.counts().clone())
}

#[track_caller]
fn restored(path: &str, media_type: &str, body: &str) -> String {
    let (out, _) = pieces(response(path, media_type, map()), body.as_bytes(), &[]);
    String::from_utf8(out.concat()).unwrap()
}

/// Random cuts of a body, in order: from one byte each to a few large ones.
fn cuts(seed: &mut u64, length: usize) -> Vec<usize> {
    let mut random = |below: usize| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % below
    };
    let largest = 1 << random(12);
    let (mut cuts, mut at) = (Vec::new(), 0);
    loop {
        at += 1 + random(largest);
        if at >= length {
            return cuts;
        }
        cuts.push(at);
    }
}
