//! Records of session stores as they stand under the seal: what is read is written alike, and a store of any records assigns
//! and restores without a panic.

#![no_main]

use std::{sync::LazyLock, time::Duration};

use libfuzzer_sys::fuzz_target;
use masquerade::{
    anonymize::{Original, SubstituteKind, SubstituteRequest},
    store::{Store as _, fuzzing},
};
use masquerade_detect::entity::Label;
use masquerade_fuzz::{INSTANCE, now};

static PERSON: LazyLock<Label> = LazyLock::new(|| Label::intern("PERSON").expect("a label"));

fuzz_target!(|data: &[u8]| {
    fuzzing::is_function_answer(data);
    let records = Records(data);
    let (store, scopes) = fuzzing::restore(INSTANCE.config.sessions.clone(), Duration::from_secs(1 << 30), records);
    for scope in &scopes {
        let original = Original::new("Ada Byron");
        let request = SubstituteRequest { label: *PERSON, original, kind: SubstituteKind::Numbered };
        let Ok(substitutes) = now(store.assign(scope, &[request], &[])) else { continue };
        let names: Vec<&str> = substitutes.iter().map(|substitute| &**substitute).collect();
        let found = now(store.lookup(scope, &names)).expect("memory is at hand");
        assert!(found.iter().flatten().all(|original| original.as_str() == "Ada Byron"));
        now(store.summary(scope)).expect("memory is at hand");
        now(store.load(scope)).expect("memory is at hand");
    }
    store.sweep();
});

/// Records, each behind its kind and the length of its value in two bytes.
struct Records<'d>(&'d [u8]);

impl<'d> Iterator for Records<'d> {
    type Item = (u8, &'d [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let [kind, high, low, rest @ ..] = self.0 else { return None };
        let length = usize::from(u16::from_be_bytes([*high, *low])).min(rest.len());
        let (value, rest) = rest.split_at(length);
        self.0 = rest;
        Some((*kind, value))
    }
}
