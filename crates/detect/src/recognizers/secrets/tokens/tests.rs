//! Tests of token formats, each with random tokens.

use std::cell::Cell;

use super::*;
use crate::{Detector, Options, random::Random, text::Field};

thread_local! {
    /// Bytes that bodies were read in.
    pub(super) static READ: Cell<usize> = const { Cell::new(0) };
}

/// A random token of a format.
fn token(random: &mut Random, known: &Known) -> String {
    let mut token = String::new();
    fill(random, &known.before, &mut token);
    token += known.format.prefix;
    fill(random, &known.body, &mut token);
    // A sign that may end a sentence or an address ends no token of a random length.
    while token.ends_with(['-', '.', '_', '+', '/']) {
        token.pop();
        token.push('7');
    }
    token
}

/// Appends random characters of a body to `token`.
fn fill(random: &mut Random, body: &Body, token: &mut String) {
    for part in &body.parts {
        let signs: Vec<char> = (0..128).filter(|byte| holds(part.alphabet, *byte)).map(char::from).collect();
        let len = part.least + random.below((part.most - part.least + 1).min(20));
        token.extend((0..len).map(|_| random.pick(&signs)));
    }
}

static DETECTOR: LazyLock<Detector> =
    LazyLock::new(|| Detector::new(Vec::new()).expect("the built-in rules are sound"));

/// The secrets that are found in `text`.
fn found(text: &str) -> Vec<&str> {
    let options = Options::new(DETECTOR.default_labels().clone());
    let entities = DETECTOR.detect(&[Field::new(text)], &options).remove(0);
    entities.iter().map(|entity| entity.span.slice(text)).collect()
}

fn all() -> impl Iterator<Item = &'static Known> {
    KNOWN.values().flatten()
}

#[test]
fn a_prefix_belongs_to_one_label() {
    let mut labels: HashMap<&str, &str> = HashMap::new();
    for known in all() {
        let label = *labels.entry(known.format.prefix).or_insert(known.format.label);
        assert_eq!(label, known.format.label, "{}", known.format.prefix);
        assert!(known.format.service.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
        assert!(RULES.iter().any(|rule| rule.info.name == label), "{label}");
    }
    assert!(all().count() > 400, "{}", all().count());
}

#[test]
fn tokens_of_every_format_are_found_in_every_form() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut missed, mut tries) = (Vec::new(), 0);
    // In one order, so that every run draws the same tokens.
    let mut formats: Vec<_> = all().collect();
    formats.sort_unstable_by_key(|known| (known.format.prefix, known.format.service));
    for known in formats {
        let token = token(&mut random, known);
        for text in [
            token.clone(),
            format!("it stopped working after i pasted {token} into the other window, no idea why"),
            format!("{{\"value\":\"{token}\",\"page\":2}}"),
            format!("PORT=8080\nSETTING={token}\nDEBUG=1\n"),
            format!("https://api.example.com/v1/items?auth={token}&page=2"),
            format!("({token})."),
            format!("first line\\n{token}\\nlast line"),
            format!("**{token}**"),
            format!("令牌{token}，谢谢"),
        ] {
            tries += 1;
            if !found(&text).iter().any(|value| value.contains(token.as_str())) {
                missed.push(text);
            }
        }
    }
    assert!(missed.len() * 1000 <= tries, "{} of {tries}: {missed:#?}", missed.len());
}

#[test]
fn prefixes_over_and_over_cost_little() {
    const LEN: usize = 2048;
    for known in all() {
        for between in ["", " "] {
            let text = [known.format.prefix, between].concat().repeat(LEN / known.format.prefix.len());
            READ.set(0);
            found(&text);
            assert!(READ.get() < 400 * text.len(), "{}: {} in {}", known.format.prefix, READ.get(), text.len());
        }
    }
}

#[test]
fn a_distinct_prefix_introduces_tokens_of_any_length_but_no_words() {
    for (text, expected) in [
        ("ghp_4kT9wQz7LmX2vB8nRc5Ys1Hd3Fg6Jp0", true),
        ("glpat-4kT9wQz7LmX2vB8nRc5Ys1", true),
        ("SG.4kT9wQz7LmX2vB8nRc5Ys1.Hd3Fg6Jp0", true),
        ("ghp_short", false),
        ("glpat-your-access-token-goes-here", false),
        ("npm_config_registry_for_the_project", false),
        ("dop_v1_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", false),
        ("key-value-store-for-everybody", false),
        ("patience.is.a.virtue", false),
    ] {
        assert_eq!(!found(text).is_empty(), expected, "{text}");
    }
}
