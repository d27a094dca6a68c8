//! Names of labels: groups, aliases, the default set.

use std::collections::BTreeMap;

use masquerade_detect::entity::Label;

use crate::DETECTOR;

/// Labels that break tool calls and logs where they are masked unasked.
const NOT_BY_DEFAULT: [&str; 6] = ["DATE_TIME", "URL", "UUID", "DOMAIN_NAME", "MONEY", "OCCUPATION"];

#[test]
fn the_default_set_is_all_but_what_breaks_tool_calls_and_logs() {
    for info in DETECTOR.labels() {
        let expected = !NOT_BY_DEFAULT.contains(&info.name);
        assert_eq!(DETECTOR.default_labels().contains(info.label()), expected, "{}", info.name);
    }
}

#[test]
fn every_group_and_alias_stands_for_what_names_it_in_any_case() {
    for info in DETECTOR.labels() {
        for group in info.groups {
            let set = DETECTOR.select(&[group.name().to_lowercase()]).unwrap();
            assert!(set.contains(info.label()), "{} of {}", info.name, group.name());
        }
        for alias in info.aliases {
            assert_eq!(DETECTOR.catalogue().label(&alias.to_lowercase()), Ok(info.label()), "{alias}");
        }
        assert_eq!(DETECTOR.catalogue().label(&info.name.to_lowercase()), Ok(info.label()));
    }
}

#[test]
fn no_alias_stands_for_two_labels_or_hides_a_label() {
    let mut owners: BTreeMap<&str, Label> = BTreeMap::new();
    for info in DETECTOR.labels() {
        for name in info.aliases.iter().copied().chain([info.name]) {
            assert_eq!(owners.insert(name, info.label()), None, "{name}");
        }
    }
}

#[test]
fn usual_spellings_of_other_tools_are_understood() {
    for (name, label) in [
        ("EMAIL", "EMAIL_ADDRESS"),
        ("PHONE", "PHONE_NUMBER"),
        ("SSN", "US_SSN"),
        ("IBAN", "IBAN_CODE"),
        ("NAME", "PERSON"),
        ("ORG", "ORGANIZATION"),
        ("GPE", "LOCATION"),
    ] {
        assert_eq!(DETECTOR.catalogue().label(name).map(Label::name), Ok(label));
    }
    let set = |name: &str| DETECTOR.select(&[name]).unwrap();
    assert_eq!(set("pci"), set("FINANCIAL"));
    assert_eq!(set("HIPAA"), set("HIPAA_SAFE_HARBOR"));
    for group in ["PII", "CONTACT", "FINANCIAL", "SECRETS", "NETWORK", "HIPAA_SAFE_HARBOR", "US", "UK"] {
        assert!(set(group).iter().next().is_some(), "{group}");
    }
}

#[test]
fn what_is_published_is_whole_and_readable() {
    for info in DETECTOR.labels() {
        let description = info.description;
        assert!(description.ends_with('.') && description.len() > 10, "{}: {description}", info.name);
        assert!(!description.contains('\n') && description.chars().count() <= 200, "{}: {description}", info.name);
        assert!(!info.example.is_empty() && info.threshold > 0.0 && info.threshold <= 1.0, "{}", info.name);
        for alias in info.aliases {
            let is_name = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
            assert!(alias.bytes().all(is_name) && alias.len() <= Label::MAX_LEN, "{}: {alias}", info.name);
        }
    }
}
