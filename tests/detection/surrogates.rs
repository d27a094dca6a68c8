//! Properties of the surrogates of names: alone, in parts, in every case and order, and back again.

use std::{collections::HashMap, future::Future, time::Duration};

use masquerade::{
    anonymize::{
        Method, Policy, plan,
        restore::{Options, PlaceholderVariants},
    },
    config::Sessions,
    engine::session::{mask, mask_without_session, restore, surrogates},
    keys::{Cipher, Keyring},
    store::{MemoryStore, Scope},
};
use masquerade_detect::entity::{Entity, Label, Source, Validated};
use masquerade_detect::text::Span;
use proptest::prelude::*;
use zeroize::Zeroizing;

use crate::DETECTOR;

const GIVEN: &[&str] = &[
    "Jane", "John", "Emma", "Jürgen", "Giulia", "Chloé", "Wei", "Al", "Xavier", "Ursula", "Anna", "Zoë", "Łukasz",
    "O'Shea", "Анна", "Иван", "محمد",
];
const FAMILY: &[&str] = &[
    "Roe",
    "Doe",
    "Clark",
    "Müller",
    "Rossi",
    "O’Brien",
    "McDonald",
    "Ng",
    "Underwood",
    "Yilmaz",
    "Sørensen",
    "Каренина",
    "علي",
];
const SHAPES: &[&str] = &[
    "{g} {f}",
    "{f}, {g}",
    "{g}",
    "{f}",
    "Ms {f}",
    "Dr. {g} {f}",
    "{i}. {f}",
    "{i}.{j}. {f}",
    "{g} {i}. {f}",
    "{g} {f}'s",
    "{g} {f}’s",
    "{g} {f} Jr.",
    "{g} {f} III",
    "{g} van der {f}",
    "{g} de la {f}",
    "{g}-{h} {f}",
    "{g} {f}-{e}",
    "{g}  {h}\t{f}",
    "{f}, {g} {i}.",
    "{g} bin {f}",
    "{g} al-{f}",
];
const FIRMS: &[&str] =
    &["{f} GmbH", "{f} & Sons, Inc.", "University of {f}", "{f}", "{f} Widget S.p.A.", "The {f} Group"];
const PLACES: &[&str] = &["{f}", "New {f}", "France", "Paris, France", "Austin, TX", "{f}-{e}"];

/// Labels whose surrogates are made word by word.
const LABELS: &[&str] = &["PERSON", "ORGANIZATION", "LOCATION", "ADDRESS", "OCCUPATION", "NRP", "AGE", "USERNAME"];

/// A pattern of texts that no list knows: letters of many scripts, marks, digits, and signs between words.
const ODD: &str = "[a-zA-ZÀ-ÿА-яא-תء-يぁ-んァ-ヶ一-龥가-힣\u{301}\u{5b0}ßİı.,'’\\-/&()0-9٣４ \t\n_@#😀]{1,24}";

#[derive(Clone, Copy, Debug)]
enum Case {
    Written,
    Lower,
    Upper,
}

/// A name of many forms, under its label.
fn name() -> impl Strategy<Value = (Label, String)> {
    let pick = |list: &'static [&'static str]| proptest::sample::select(list);
    let shape = prop_oneof![
        6 => pick(SHAPES).prop_map(|shape| ("PERSON", shape)),
        1 => pick(FIRMS).prop_map(|shape| ("ORGANIZATION", shape)),
        1 => pick(PLACES).prop_map(|shape| ("LOCATION", shape)),
    ];
    let case = prop_oneof![4 => Just(Case::Written), 1 => Just(Case::Lower), 1 => Just(Case::Upper)];
    (shape, (pick(GIVEN), pick(GIVEN)), (pick(FAMILY), pick(FAMILY)), "[A-Z]", "[A-Z]", case).prop_map(
        |((label, shape), (given, other), (family, further), initial, middle, case)| {
            let text = shape
                .replace("{g}", given)
                .replace("{h}", other)
                .replace("{f}", family)
                .replace("{e}", further)
                .replace("{i}", &initial)
                .replace("{j}", &middle);
            let text = match case {
                Case::Written => text,
                Case::Lower => text.to_lowercase(),
                Case::Upper => text.to_uppercase(),
            };
            (Label::new(label), text)
        },
    )
}

/// Texts of one request with what was found in each.
fn request(names: &[(Label, String)]) -> (Vec<String>, Vec<Vec<Entity>>) {
    let mut texts = Vec::new();
    let mut entities = Vec::new();
    for names in names.chunks(3) {
        let (mut text, mut found) = (String::from("«"), Vec::new());
        for (label, name) in names {
            let start = text.len();
            text.push_str(name);
            let span = Span::new(&text, start..text.len()).expect("a span");
            found.push(Entity {
                span,
                label: *label,
                confidence: 1.0,
                alternative: None,
                source: Source::Recognizer,
                validated: Validated::None,
            });
            text.push_str(" – und ");
        }
        texts.push(text);
        entities.push(found);
    }
    (texts, entities)
}

fn keys() -> Keyring {
    Keyring::new(&[Zeroizing::new(b"a secret for tests".to_vec())]).expect("a secret")
}

fn now<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
}

fn store() -> MemoryStore {
    let (hour, many) = (Duration::from_secs(3600), 1 << 24);
    MemoryStore::new(Sessions {
        ttl: hour,
        max_age: hour,
        counters_ttl: hour,
        tenant_entries: many,
        tenant_bytes: many,
        entries: many,
        bytes: many,
    })
}

fn slices(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// The surrogate of each text.
type Given = HashMap<(Label, String), String>;

/// Masks a request in a session: its texts, what goes out, and what stands for what.
fn masked(
    session: &(MemoryStore, Scope),
    cipher: &Cipher,
    names: &[(Label, String)],
) -> (Vec<String>, Vec<String>, Given) {
    let (texts, mut entities) = request(names);
    let (store, scope) = session;
    let live = now(surrogates(store, scope)).expect("memory");
    // What detection would do last: surrogates of the session are taken for entities, too.
    for (text, entities) in texts.iter().zip(&mut entities) {
        let literals = live.find(text, entities.iter().map(|entity| entity.span));
        entities.extend(literals.into_iter().map(|span| Entity {
            span,
            label: Label::LITERAL,
            confidence: 1.0,
            alternative: None,
            source: Source::Literal,
            validated: Validated::None,
        }));
        entities.sort_by_key(|entity| entity.span);
    }
    let slices = slices(&texts);
    let plan = plan(&slices, &entities, DETECTOR.catalogue(), &Policy::all(Method::Synthetic), cipher);
    let masked = now(mask(store, scope, plan, &live)).expect("memory");
    let mut given = HashMap::new();
    for (at, (text, entities)) in texts.iter().zip(&entities).enumerate() {
        let replacements = masked.replacements(at);
        for (entity, replacement) in entities.iter().zip(replacements) {
            given.insert((entity.label, entity.span.slice(text).to_owned()), replacement.as_str().to_owned());
        }
    }
    let out = masked.texts.iter().map(|text| text.to_string()).collect();
    (texts, out, given)
}

fn restored(session: &(MemoryStore, Scope), texts: &[&str]) -> Vec<String> {
    let taken = PlaceholderVariants::default();
    let options = Options {
        cipher: None,
        is_label: &|_| true,
        tolerant: false,
        taken: &taken,
        is_restorable: None,
        max_bytes: 1 << 24,
    };
    let restored = now(restore(&session.0, &session.1, texts, &options)).expect("memory").expect("short");
    restored.texts.iter().map(|text| text.to_string()).collect()
}

fn session(keys: &Keyring) -> (MemoryStore, Scope) {
    (store(), Scope { tenant: "ours".into(), session: keys.sessions("ours").id("s") })
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphabetic() && c != '\'' && c != '’').filter(|word| !word.is_empty()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn names_come_back_byte_for_byte_and_stay_apart(
        requests in proptest::collection::vec(proptest::collection::vec(name(), 1..12), 1..4),
    ) {
        let keys = keys();
        let (cipher, session) = (keys.cipher("ours", "/v1"), session(&keys));
        let mut given = Given::new();
        let mut sent = Vec::new();
        for names in &requests {
            let (texts, out, replaced) = masked(&session, &cipher, names);
            given.extend(replaced);
            sent.push((texts, out));
        }
        for (texts, out) in &sent {
            prop_assert_eq!(&restored(&session, &slices(out)), texts);
        }
        let mut originals: HashMap<&str, &(Label, String)> = HashMap::new();
        for (original, surrogate) in &given {
            prop_assert!(*surrogate != original.1);
            let other = originals.insert(surrogate, original);
            prop_assert!(other.is_none(), "{:?} and {:?}", original, other);
        }
    }

    #[test]
    fn whatever_is_taken_for_a_name_comes_back(
        texts in proptest::collection::vec((proptest::sample::select(LABELS), ODD), 1..8),
    ) {
        let keys = keys();
        let (cipher, session) = (keys.cipher("ours", "/v1"), session(&keys));
        let names: Vec<_> = texts.into_iter().map(|(label, text)| (Label::new(label), text)).collect();
        let (texts, out, _) = masked(&session, &cipher, &names);
        prop_assert_eq!(restored(&session, &slices(&out)), texts);
    }

    #[test]
    fn surrogates_keep_case_and_the_count_of_words((label, text) in name()) {
        let keys = keys();
        let (_, _, given) = masked(&session(&keys), &keys.cipher("ours", "/v1"), &[(label, text.clone())]);
        let surrogate = &given[&(label, text.clone())];
        if surrogate.starts_with('[') {
            return Ok(());
        }
        // The code of a country becomes another country's name.
        let is_code = label == Label::LOCATION && text.len() <= 3;
        let has_case = !is_code && text.to_lowercase() != text.to_uppercase();
        if has_case && words(&text).iter().any(|word| word.chars().count() > 1) {
            prop_assert_eq!(*surrogate == surrogate.to_lowercase(), text == text.to_lowercase(), "{} {}", text, surrogate);
            let is_upper = |text: &str| words(text).iter().all(|word| *word == word.to_uppercase());
            prop_assert!(!is_upper(&text) || is_upper(surrogate), "{} {}", text, surrogate);
        }
        if label == Label::PERSON {
            let marks = |text: &str| text.chars().filter(|c| ",.\t’".contains(*c)).collect::<String>();
            let ends_alike = ["'s", "’s", "'S", "’S", "Jr.", "III"].iter().all(|end| text.ends_with(end) == surrogate.ends_with(end));
            prop_assert!(ends_alike, "{} {}", text, surrogate);
            prop_assert_eq!(text.split_whitespace().count(), surrogate.split_whitespace().count(), "{} {}", text, surrogate);
            prop_assert!(marks(surrogate).len() <= marks(&text).len());
        }
    }
}

#[test]
fn parts_of_a_name_agree_with_the_whole() {
    let keys = keys();
    let cipher = keys.cipher("ours", "/v1");
    let person = |text: &str| (Label::PERSON, text.to_owned());
    for (given, family) in [("Jane", "Roe"), ("Hans", "Müller"), ("Giulia", "Rossi"), ("Анна", "Каренина")]
    {
        let session = session(&keys);
        let forms = [
            "{g} {f}",
            "{g}",
            "{f}",
            "{f}, {g}",
            "Ms {f}",
            "Dr. {g} {f}'s",
            "{G} {F}",
            "{i}. {f}",
            "{f}, {i}.",
            "{g} {f} III",
        ];
        let initial: String = given.chars().take(1).collect();
        let fill = |form: &str, given: &str, family: &str, initial: &str| {
            let upper = (given.to_uppercase(), family.to_uppercase());
            form.replace("{g}", given)
                .replace("{f}", family)
                .replace("{i}", initial)
                .replace("{G}", &upper.0)
                .replace("{F}", &upper.1)
        };
        let texts: Vec<String> = forms.iter().map(|form| fill(form, given, family, &initial)).collect();
        // Some in one request, the others in later ones.
        let (_, _, mut all) =
            masked(&session, &cipher, &texts[..4].iter().map(|text| person(text)).collect::<Vec<_>>());
        for text in &texts[4..] {
            all.extend(masked(&session, &cipher, &[person(text)]).2);
        }
        let whole = all[&person(&texts[0])].clone();
        let (first, last) = whole.split_once(' ').expect("two words");
        let letter: String = first.chars().take(1).collect();
        for (form, text) in forms.iter().zip(&texts) {
            let surrogate = &all[&person(text)];
            let is_latin = given.is_ascii();
            if is_latin || !form.contains("{i}") {
                assert_eq!(*surrogate, fill(form, first, last, &letter), "{text}");
            }
        }
        // Whoever answers may use any part.
        let answer = format!("{first} said that {last}’s, {whole}");
        assert_eq!(restored(&session, &[&answer]), [format!("{given} said that {family}’s, {given} {family}")]);
    }
}

#[test]
fn places_and_organisations_agree_with_their_parts() {
    let keys = keys();
    let cipher = keys.cipher("ours", "/v1");
    for (label, whole, part) in [
        ("ORGANIZATION", "Initech GmbH", "Initech"),
        ("LOCATION", "Paris, France", "France"),
        ("LOCATION", "Leeds", "Leeds"),
    ] {
        let label = Label::new(label);
        let names = [(label, whole.to_owned()), (label, part.to_owned())];
        let (_, _, given) = masked(&session(&keys), &cipher, &names);
        let [whole, part] = names.map(|name| given[&name].clone());
        assert!(whole.contains(&part) && !part.starts_with('['), "{whole} {part}");
    }
}

#[test]
fn many_people_have_a_surrogate_each() {
    let keys = keys();
    let cipher = keys.cipher("ours", "/v1");
    let syllables = ["ba", "do", "ki", "lu", "me", "no", "ra", "si", "tu", "ve"];
    let word = |at: usize| format!("X{}{}{}", syllables[at % 10], syllables[at / 10 % 10], syllables[at / 100 % 10]);
    let names: Vec<_> = (0..1000).map(|at| (Label::PERSON, format!("Jane {}", word(at)))).collect();
    let (texts, entities) = request(&names);
    let slices = slices(&texts);
    let masked =
        mask_without_session(plan(&slices, &entities, DETECTOR.catalogue(), &Policy::all(Method::Synthetic), &cipher));
    let all: std::collections::HashSet<&str> =
        (0..texts.len()).flat_map(|at| masked.replacements(at)).map(|name| name.as_str()).collect();
    assert_eq!(all.len(), 1000);
    let numbered = all.iter().filter(|name| name.starts_with('[')).count();
    assert!(numbered < 20, "{numbered}");
}
