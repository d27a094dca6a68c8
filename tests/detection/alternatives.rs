//! Runners-up: what else a number may be.

use masquerade_detect::text::Field;

use crate::{DETECTOR, all};

/// Texts that hold one number which two labels fit: the label that context decides for, and the one besides.
const CASES: &[(&str, &str, &str)] = &[
    ("SSN 122105155", "US_SSN", "ABA_ROUTING_NUMBER"),
    ("routing number 122105155", "ABA_ROUTING_NUMBER", "US_SSN"),
    ("SSN or routing number: 122105155", "ABA_ROUTING_NUMBER", "US_SSN"),
    ("SSN: 122105155", "US_SSN", "ABA_ROUTING_NUMBER"),
    ("{\"ssn\":\"122105155\"}", "US_SSN", "ABA_ROUTING_NUMBER"),
    ("TFN 123456782", "AU_TFN", "CA_SIN"),
    ("passport 122105155", "US_PASSPORT", "UK_PASSPORT"),
    ("NHS 943 476 5919", "UK_NHS", "PHONE_NUMBER"),
    ("NPI 1234567893", "US_NPI", "PHONE_NUMBER"),
    ("BSN 111222333", "NL_BSN", "US_SSN"),
];

#[test]
fn a_number_that_fits_two_labels_names_the_runner_up() {
    let mut failures = Vec::new();
    for (text, label, other) in CASES {
        let entities = DETECTOR.detect(&[Field::new(text)], &all()).remove(0);
        let found: Vec<_> = entities
            .iter()
            .map(|entity| {
                (entity.label.name(), entity.confidence, entity.alternative.map(|(label, p)| (label.name(), p)))
            })
            .collect();
        let expected = matches!(found[..], [(best, _, Some((second, _)))] if best == *label && second == *other);
        if !expected {
            failures.push(format!("{text}: {found:?}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn confidence_and_runner_up_are_at_most_certain_together() {
    for (text, ..) in CASES {
        for entity in DETECTOR.detect(&[Field::new(text)], &all()).remove(0) {
            let other = entity.alternative.map_or(0.0, |(_, probability)| probability);
            assert!(entity.confidence + other <= 1.0 + f32::EPSILON, "{text}");
            // Where no label is named, that it is nothing at all is the runner-up.
            let outside = 1.0 - entity.confidence - other;
            assert!(other == 0.0 || other + f32::EPSILON >= outside, "{text}");
        }
    }
}
