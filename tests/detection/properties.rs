//! Properties of masking and restoring, over generated texts in many scripts.
//!
//! Entities are drawn together with the texts: what is detected is no matter here.

use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, LazyLock},
    time::Duration,
};

use masquerade::{
    anonymize::{
        MaskingResult, Method, Policy, Replacement, Substitute, Surrogates, plan,
        restore::{MapEntry, Options, PlaceholderVariants, Position, RestoredTexts, by_map},
    },
    config::Sessions,
    engine::session::{mask, mask_without_session, restore, surrogates},
    keys::{Cipher, Keyring},
    store::{MemoryStore, Scope, Store},
};
use masquerade_detect::entity::{Entity, Label, Source, Validated, find_placeholders};
use masquerade_detect::text::{Span, Unit, UnitCursor};
use proptest::{prelude::*, strategy::ValueTree};
use zeroize::Zeroizing;

use crate::DETECTOR;

const PERSON: Label = Label::PERSON;
static LABELS: LazyLock<[Label; 6]> =
    LazyLock::new(|| ["PERSON", "CREDIT_CARD", "EMAIL_ADDRESS", "PHONE_NUMBER", "PASSWORD", "AGE"].map(Label::new));

/// Text between entities: five scripts, emoji, line ends, NUL, marks, and all that looks like ours.
const PLAIN: &[&str] = &[
    " ",
    " ",
    " ",
    "\r\n",
    "\0",
    "\t",
    ", ",
    "-",
    "_",
    "a",
    "Hello",
    "Anna",
    "Анна",
    "日本",
    "は",
    "한국",
    "مرحبا",
    "नमस्ते",
    "😀",
    "👩‍👩‍👧",
    "\u{301}",
    "\u{3099}",
    "e\u{301}",
    "*",
    "****",
    "*****",
    "[",
    "]",
    "[[",
    "[PERSON_1]",
    "[PERSON_2]",
    "[person_1]",
    "PERSON_1",
    "[PERSON_",
    "[PER",
    "SON_1]",
    "1]",
    "_1]",
    "[LITERAL_1]",
    "[AGE_1]",
    "[PERSON_9f86d081884c7d65]",
    "[PERSON:0123456789abcdefABCDE_-]",
    "4000 00",
    "**** **** **** 1111",
    "\\",
    "&#91;",
    "%5B",
    "@example.com",
    "555-01",
    "0",
];

/// Entities, some of them odd.
const ENTITIES: &[(usize, &str)] = &[
    (0, "John"),
    (0, "John Smith"),
    (0, "Мария Иванова"),
    (0, "王小明"),
    (0, "محمد علي"),
    (0, "e\u{301}ve"),
    (0, "ANNA"),
    (1, "4111 1111 1111 1111"),
    (1, "4111111111111111"),
    (2, "ada@maths.uk"),
    (3, "+1 415 867 5309"),
    (3, "040 123456"),
    (4, "*****"),
    (4, "hunter2"),
    (4, "a[b]c"),
    (4, "SON_1]"),
    (4, "[PERSON_"),
    (4, "[PERSON_1"),
    (4, "**x**"),
    (4, "😀😀"),
    (4, "a"),
    (5, "42"),
    (5, "1"),
];

#[derive(Clone, Debug)]
struct Texts {
    texts: Vec<String>,
    entities: Vec<Vec<Entity>>,
}

fn entity(text: &str, range: std::ops::Range<usize>, label: Label, source: Source) -> Entity {
    let span = Span::new(text, range).expect("a span");
    Entity { span, label, confidence: 1.0, alternative: None, source, validated: Validated::None }
}

/// The entities with look-alikes of placeholders, which detection adds last and which win.
fn with_literals(text: &str, mut entities: Vec<Entity>, live: &Surrogates) -> Vec<Entity> {
    let forms = find_placeholders(text).filter(|(_, form)| is_label(form.label)).map(|(span, _)| span);
    let mut literals: Vec<Entity> =
        forms.map(|span| entity(text, span.range(), Label::LITERAL, Source::Literal)).collect();
    entities.retain(|entity| !literals.iter().any(|literal| literal.span.overlaps(entity.span)));
    literals.append(&mut entities);
    entities = literals;
    entities.sort_by_key(|entity| entity.span);
    let surrogates = live.find(text, entities.iter().map(|entity| entity.span));
    entities.extend(surrogates.into_iter().map(|span| entity(text, span.range(), Label::LITERAL, Source::Literal)));
    entities.sort_by_key(|entity| entity.span);
    entities
}

fn is_label(name: &str) -> bool {
    name == "LITERAL" || LABELS.iter().any(|label| label.name() == name)
}

fn texts(extra: Vec<String>) -> impl Strategy<Value = Texts> {
    let plain = proptest::sample::select(PLAIN).prop_map(|piece| (None, piece.to_owned()));
    let found = proptest::sample::select(ENTITIES).prop_map(|(label, piece)| (Some(LABELS[label]), piece.to_owned()));
    let extra = proptest::sample::select(if extra.is_empty() { vec![String::new()] } else { extra });
    // A placeholder comes about if what stands in its middle is removed.
    let split = proptest::sample::select(vec![("[PER", "SON_1]"), ("[PERSON", "_1]"), ("[LITERAL_", "1]")]);
    let split = split.prop_map(|(head, tail)| {
        vec![(None, head.to_owned()), (Some(LABELS[5]), "42".to_owned()), (None, tail.to_owned())]
    });
    let one = |piece| vec![piece];
    let piece = prop_oneof![
        8 => plain.prop_map(one),
        4 => found.prop_map(one),
        2 => extra.prop_map(|piece| vec![(None, piece)]),
        1 => split,
    ];
    let text = proptest::collection::vec(piece, 0..24).prop_map(|pieces| {
        let (mut text, mut places) = (String::new(), Vec::new());
        for (label, piece) in pieces.into_iter().flatten() {
            let start = text.len();
            text.push_str(&piece);
            places.extend(label.map(|label| (label, start..text.len())));
        }
        let entities =
            places.into_iter().map(|(label, range)| entity(&text, range, label, Source::Recognizer)).collect();
        (text, entities)
    });
    proptest::collection::vec(text, 1..4).prop_map(|all: Vec<(String, Vec<Entity>)>| {
        let (texts, entities) = all.into_iter().unzip();
        Texts { texts, entities }
    })
}

fn method(of: &'static [Method]) -> impl Strategy<Value = Method> {
    proptest::sample::select(of)
}

fn policy(of: &'static [Method]) -> impl Strategy<Value = Policy> {
    let by_label = proptest::collection::vec((proptest::sample::select(&LABELS[..]), method(of)), 0..4);
    (method(of), by_label).prop_map(|(method, by_label)| Policy { method, by_label: by_label.into_iter().collect() })
}

/// Methods whose names can be matched without positions.
const MATCHABLE: &[Method] = &[Method::Redact, Method::Hash, Method::Synthetic];

fn keys() -> Keyring {
    Keyring::new(&[Zeroizing::new(b"a secret for tests".to_vec())]).expect("a secret")
}

fn options<'a>(cipher: Option<&'a Cipher>, taken: &'a PlaceholderVariants) -> Options<'a> {
    Options { cipher, is_label: &is_label, tolerant: false, taken, is_restorable: None, max_bytes: 1 << 24 }
}

fn now<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
}

fn store() -> MemoryStore {
    let hour = Duration::from_secs(3600);
    MemoryStore::new(Sessions {
        ttl: hour,
        max_age: hour,
        counters_ttl: hour,
        tenant_entries: 10_000,
        tenant_bytes: 16 << 20,
        entries: 10_000,
        bytes: 16 << 20,
    })
}

fn slices(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// The map that a client has after masking, with positions in `unit`.
fn map<'a>(input: &'a Texts, entities: &[Vec<Entity>], masked: &'a MaskingResult<'_>, unit: Unit) -> Vec<MapEntry<'a>> {
    let mut map = Vec::new();
    for (text_index, text) in input.texts.iter().enumerate() {
        let mut cursor = UnitCursor::new(text, unit);
        for (entity, replacement) in entities[text_index].iter().zip(masked.replacements(text_index)) {
            let position = Position {
                text_index,
                start: cursor.unit_at(entity.span.start()).expect("in order"),
                end: cursor.unit_at(entity.span.end()).expect("in order"),
                text_length: Some(unit.count(text)),
            };
            let original = entity.span.slice(text);
            map.push(MapEntry { original, replacement: replacement.as_str(), position: Some(position) });
        }
    }
    map
}

fn literals(input: &Texts, live: &Surrogates) -> Vec<Vec<Entity>> {
    let both = input.texts.iter().zip(&input.entities);
    both.map(|(text, entities)| with_literals(text, entities.clone(), live)).collect()
}

fn joined(texts: &[impl AsRef<str>]) -> String {
    texts.iter().map(|text| format!("{}\u{1F}", text.as_ref().escape_debug())).collect()
}

fn check(restored: &RestoredTexts<'_>, input: &Texts) -> Result<(), TestCaseError> {
    prop_assert_eq!(joined(&restored.texts), joined(&input.texts));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_map_with_positions_restores_every_method(
        input in texts(vec![]), policy in policy(Method::passing().leak()), unit in proptest::sample::select(&Unit::ALL[..]),
    ) {
        let cipher = keys().cipher("ours", "/v1");
        let (texts, entities) = (slices(&input.texts), literals(&input, &Surrogates::NONE));
        let masked = mask_without_session(plan(&texts, &entities, DETECTOR.catalogue(), &policy, &cipher));
        let out: Vec<&str> = masked.texts.iter().map(|text| &**text).collect();
        let map = map(&input, &entities, &masked, unit);
        let taken = PlaceholderVariants::default();
        check(&by_map(&out, &map, unit, &options(Some(&cipher), &taken)).expect("short"), &input)?;
    }

    #[test]
    fn a_map_without_positions_restores_what_can_be_matched(
        input in texts(vec![]), policy in policy(&[Method::Redact, Method::Hash, Method::Synthetic, Method::Encrypt, Method::Keep]),
    ) {
        let cipher = keys().cipher("ours", "/v1");
        let (texts, entities) = (slices(&input.texts), literals(&input, &Surrogates::NONE));
        let masked = mask_without_session(plan(&texts, &entities, DETECTOR.catalogue(), &policy, &cipher));
        let out: Vec<&str> = masked.texts.iter().map(|text| &**text).collect();
        let mut map = map(&input, &entities, &masked, Unit::Byte);
        map.iter_mut().for_each(|entry| entry.position = None);
        let taken = PlaceholderVariants::default();
        let restored = by_map(&out, &map, Unit::Byte, &options(Some(&cipher), &taken)).expect("short");
        check(&restored, &input)?;
        prop_assert_eq!(restored.unresolved_count, 0);
    }

    #[test]
    fn encrypted_texts_need_neither_map_nor_session_and_only_their_tenant_opens_them(input in texts(vec![])) {
        let keys = keys();
        let (ours, theirs) = (keys.cipher("ours", "/v1"), keys.cipher("theirs", "/v1"));
        let (texts, entities) = (slices(&input.texts), literals(&input, &Surrogates::NONE));
        let masked = mask_without_session(plan(&texts, &entities, DETECTOR.catalogue(), &Policy::all(Method::Encrypt), &ours));
        let out: Vec<&str> = masked.texts.iter().map(|text| &**text).collect();
        let (store, taken) = (store(), PlaceholderVariants::default());
        let scope = Scope { tenant: "ours".into(), session: keys.sessions("ours").id("empty") };
        let restored = now(restore(&store, &scope, &out, &options(Some(&ours), &taken))).expect("memory").expect("short");
        check(&restored, &input)?;
        let nothing = now(restore(&store, &scope, &out, &options(Some(&theirs), &taken))).expect("memory").expect("short");
        prop_assert_eq!(joined(&nothing.texts), joined(&out));
    }

    #[test]
    fn no_original_stays_where_it_was_replaced(input in texts(vec![]), policy in policy(Method::passing().leak())) {
        let cipher = keys().cipher("ours", "/v1");
        let (texts, entities) = (slices(&input.texts), literals(&input, &Surrogates::NONE));
        let masked = mask_without_session(plan(&texts, &entities, DETECTOR.catalogue(), &policy, &cipher));
        for (at, (text, entities)) in texts.iter().zip(&entities).enumerate() {
            let replacements = masked.replacements(at);
            for (entity, replacement) in entities.iter().zip(replacements) {
                let original = entity.span.slice(text);
                let kept = policy.method(entity.label) == Method::Keep;
                prop_assert_eq!(matches!(replacement, Replacement::Original(_)), kept);
                if !kept && original.chars().filter(|c| c.is_alphanumeric()).count() >= 4 {
                    prop_assert!(!replacement.as_str().contains(original));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_session_restores_all_its_requests_and_no_other_tenants(
        first in texts(vec![]), policies in proptest::collection::vec(policy(MATCHABLE), 3), seed in any::<u64>(),
    ) {
        let keys = keys();
        let cipher = keys.cipher("ours", "/v1");
        let (store, taken) = (store(), PlaceholderVariants::default());
        let scope = Scope { tenant: "ours".into(), session: keys.sessions("ours").id("s") };
        let mut requests: Vec<(Texts, Vec<String>)> = Vec::new();
        let mut input = first;
        for policy in policies {
            let live = now(surrogates(&store, &scope)).expect("memory");
            let (texts, entities) = (slices(&input.texts), literals(&input, &live));
            let masked = now(mask(&store, &scope, plan(&texts, &entities, DETECTOR.catalogue(), &policy, &cipher), &live)).expect("memory");
            let out = masked.texts.iter().map(|text| text.to_string()).collect();
            drop(masked);
            requests.push((input, out));
            // The next request holds words that are surrogates by now, and placeholders in use.
            let words: Vec<Substitute> = now(store.surrogates(&scope)).expect("memory");
            let parts = words.iter().flat_map(|word| word.split_inclusive(' ').chain([&**word])).map(str::to_owned);
            let mut runner = proptest::test_runner::TestRunner::new_with_rng(
                ProptestConfig::default(),
                proptest::test_runner::TestRng::from_seed(
                    proptest::test_runner::RngAlgorithm::ChaCha,
                    &[&seed.to_le_bytes()[..], &[requests.len() as u8; 24]].concat(),
                ),
            );
            input = self::texts(parts.collect()).new_tree(&mut runner).expect("a tree").current();
        }
        for (input, out) in &requests {
            let out = slices(out);
            let restored = now(restore(&store, &scope, &out, &options(Some(&cipher), &taken))).expect("memory").expect("short");
            check(&restored, input)?;
            prop_assert_eq!(restored.unresolved_count, 0);
            for tenant in ["theirs", "ours too"] {
                let scope = Scope { tenant: tenant.into(), session: scope.session };
                let theirs = keys.cipher(tenant, "/v1");
                let nothing = now(restore(&store, &scope, &out, &options(Some(&theirs), &taken))).expect("memory").expect("short");
                prop_assert_eq!(nothing.restored, 0);
                prop_assert_eq!(joined(&nothing.texts), joined(&out));
            }
        }
    }
}

#[test]
fn one_text_has_one_name_through_a_request_and_a_session() {
    let keys = keys();
    let cipher = keys.cipher("ours", "/v1");
    let store: Arc<dyn Store> = Arc::new(store());
    let scope = Scope { tenant: "ours".into(), session: keys.sessions("ours").id("s") };
    let text = "John, John";
    let entities =
        vec![vec![entity(text, 0..4, PERSON, Source::Recognizer), entity(text, 6..10, PERSON, Source::Propagated)]; 2];
    let mut seen: HashMap<Method, String> = HashMap::new();
    for _ in 0..2 {
        for method in [Method::Redact, Method::Hash, Method::Synthetic] {
            let plan = plan(&[text, text], &entities, DETECTOR.catalogue(), &Policy::all(method), &cipher);
            assert_eq!(plan.requests().len(), 1);
            let masked = now(mask(&*store, &scope, plan, &Surrogates::NONE)).expect("memory");
            let (one, two) = masked.texts[0].split_once(", ").expect("two names");
            assert_eq!(one, two);
            assert_eq!(masked.texts[0], masked.texts[1]);
            assert_eq!(seen.entry(method).or_insert_with(|| one.to_owned()), one);
        }
    }
    assert_eq!(seen[&Method::Redact], "[PERSON_1]");
}
