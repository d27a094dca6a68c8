//! Bodies of `/v1/anonymize` and `/v1/deanonymize`, from bytes to bytes. Whatever is masked must come back
//! byte for byte from the answer itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use masquerade::{engine::RestoreSettings, input::json::{self, Limits}, server::v1::{request::RequestReader, response::AnonymizeResponse}};
use masquerade_detect::text::Unit;
use masquerade_fuzz::{INSTANCE, now};
use serde_json::{Value, json};

/// The limit of growth by masking that `/v1` has.
const GROWTH: usize = 4;

fuzz_target!(|data: &[u8]| {
    let Some((endpoint, body)) = data.split_first() else { return };
    if endpoint % 2 == 0 {
        anonymize(body);
    } else {
        restored(body);
    }
});

fn rules() -> RequestReader<'static> {
    let instance = &*INSTANCE;
    RequestReader { detector: instance.engine.detector(), limits: &instance.config.limits, defaults: &instance.defaults }
}

fn anonymize(body: &[u8]) {
    let Ok(node) = json::parse(body, Limits::default()) else { return };
    let Ok(mut request) = rules().anonymize(node) else { return };
    if request.lists.add_to(&mut request.ask.detection).is_err() {
        return;
    }
    let texts: Vec<&str> = request.texts.iter().map(AsRef::as_ref).collect();
    let done = now(INSTANCE.engine.anonymize(&texts, &request.ask, &INSTANCE.owner)).expect("nothing is stored");
    let answer = AnonymizeResponse::new(&texts, &done, request.unit, None).written(0, usize::MAX).expect("no limit");
    let answer: Value = serde_json::from_slice(&answer).expect("the answer is JSON");
    let back = json!({
        "anonymized_text": answer["anonymized_text"],
        "entities_map": answer["detected_entities"],
        "span_unit": request.unit.name(),
    });
    // An answer may nest or hold no more than a request, but it may be longer than one.
    let originals = restored(back.to_string().as_bytes());
    assert!(originals.is_none_or(|originals| originals == texts), "what was masked did not come back");
}

fn restored(body: &[u8]) -> Option<Vec<String>> {
    let node = json::parse(body, Limits::default()).ok()?;
    let request = rules().deanonymize(node).ok()?;
    let texts: Vec<&str> = request.texts.iter().map(AsRef::as_ref).collect();
    let map: Vec<_> = request.map.iter().map(|element| element.entry()).collect();
    let max_bytes = INSTANCE.config.limits.body_bytes * GROWTH;
    let how = RestoreSettings { unit: request.unit, tolerant: request.tolerant, restorable: None, max_bytes };
    let done = now(INSTANCE.engine.restore(&texts, &map, &INSTANCE.owner, how)).ok()?;
    assert_eq!(done.texts.len(), texts.len());
    assert!(done.unresolved.len() <= done.unresolved_count);
    assert!(done.texts.iter().map(|text| Unit::Byte.count(text)).sum::<usize>() <= max_bytes);
    Some(done.texts.into_iter().map(|text| text.into_owned()).collect())
}
