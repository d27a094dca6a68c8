//! Tests of the whole detector, through small rules of their own and through all built-in ones.

use std::{borrow::Cow, fs, path::Path, sync::LazyLock};

use proptest::prelude::*;

use super::*;
use crate::{
    entity::{Entity, Group, Handling, Label, LabelInfo, Source, Validation},
    text::{Field, is_value_edge},
};

/// All built-in rules: building them anew for every test would take most of its time.
static BUILT_IN: LazyLock<Detector> = LazyLock::new(|| Detector::new(Vec::new()).unwrap());

const CODE: &str = "CODE";
const PIN: &str = "PIN";
const LINK: &str = "LINK";
const KEY: &str = "KEY";

/// A rule for `regex` with two probabilities, and `code` as its context word.
fn rule(name: &'static str, regex: &'static str, bare: f32, supported: f32) -> Rule {
    Rule {
        info: LabelInfo::new(name, "", "", Handling::CUSTOM),
        patterns: Cow::Owned(vec![Pattern::regex(regex, bare, supported)]),
        context: Cow::Borrowed(&[Cow::Borrowed("code")]),
        check: |candidate| candidate.whole(),
    }
}

/// `CODE`, 3 to 6 digits, likely in context; `PIN`, 4 digits, as likely but in no need of it; `KEY`,
/// which is spread; `LINK`, transparent and not in the default set.
fn detector() -> Detector {
    let link = LabelInfo { transparent: true, default: false, ..LabelInfo::new(LINK, "", "", Handling::CUSTOM) };
    let key = LabelInfo::new(KEY, "", "", Handling::IDENTIFIER);
    let checked: fn(&Candidate<'_>) -> _ = |c| if c.matched() == "999999" { c.certain() } else { c.whole() };
    Detector::with_rules(vec![
        Rule { check: checked, ..rule(CODE, "[0-9]{3,6}", 0.3, 0.8) },
        rule(PIN, "[0-9]{4}", 0.55, 0.55),
        Rule { info: link, ..rule(LINK, "x:[!-~]{1,50}", 0.9, 0.9) },
        Rule { info: key, ..rule(KEY, "k-[0-9a-z]{1,20}", 0.7, 0.7) },
    ])
    .unwrap()
}

/// The entities of `texts` as `text=label:confidence`, one string for each text.
fn shown(detector: &Detector, texts: &[&str], options: &Options) -> Vec<String> {
    let fields: Vec<_> = texts.iter().map(|text| Field::new(text)).collect();
    let found = detector.detect(&fields, options);
    assert_eq!(found.len(), fields.len());
    let show = |(field, entities): (&Field<'_>, &Vec<Entity>)| {
        let all = entities.iter().map(|e| format!("{}={}:{}", e.span.slice(field.text), e.label, e.confidence));
        all.collect::<Vec<_>>().join(" ")
    };
    fields.iter().zip(&found).map(show).collect()
}

fn options(detector: &Detector, names: &[&str]) -> Options {
    Options::new(detector.select(names).unwrap())
}

/// Checks inside a find that is as good as sure are spared, but not beside it.
#[test]
fn what_stands_beside_a_sure_find_is_found() {
    let sure = ["jane@example.com", "+1 202-555-0143", "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00"];
    let others = ["00:1b:44:11:3a:b7", "bob@example.org", "+49 30 901820", "203.0.113.7", "https://example.net/a?b=c"];
    let options = options(&BUILT_IN, &["ALL"]);
    for between in [" ", ", ", ". ", "; ", "\n", "|", "\",\"", "> <", ") (", " and ", " or Mr ", "-> "] {
        for (first, second) in sure.iter().flat_map(|first| others.map(|second| (first, second))) {
            let text = format!("{first}{between}{second}");
            let found = BUILT_IN.detect(&[Field::new(&text)], &options).concat();
            let covered = |at: usize| found.iter().any(|entity| entity.span.range().contains(&at));
            let open: Vec<_> = [0, first.len() - 1, text.len() - second.len(), text.len() - 1]
                .into_iter()
                .filter(|&at| !covered(at))
                .collect();
            assert!(open.is_empty(), "{text}: {open:?}");
        }
    }
}

#[test]
fn what_is_sure_but_may_lose_its_beginning_is_looked_into() {
    const HEAD: &str = "HEAD";
    const PAIR: &str = "PAIR";
    let detector = Detector::with_rules(vec![
        rule(HEAD, "x [0-9]{4}", 0.99, 0.99),
        rule(PAIR, "[0-9]{4}-[0-9]{4}", 0.95, 0.95),
        rule(PIN, "[0-9]{4}", 0.55, 0.55),
    ])
    .unwrap();
    let options = options(&detector, &["ALL"]);
    let found = shown(&detector, &["1234-5678", "x 1234-5678", "y 1234-5678"], &options);
    assert_eq!(found, ["1234-5678=PAIR:0.95", "x 1234=HEAD:0.99 5678=PIN:0.55", "1234-5678=PAIR:0.95"]);
}

#[test]
fn context_and_certainty_raise_the_probability() {
    let detector = detector();
    let options = options(&detector, &[]);
    for (text, expected) in [
        ("12345", ""),
        ("code 12345", "12345=CODE:0.8"),
        ("12345 is the code", "12345=CODE:0.8"),
        ("999999", "999999=CODE:0.8"),
        ("1234", "1234=PIN:0.55"),
        ("code 1234", "1234=CODE:0.6429"),
        ("123456789", ""),
    ] {
        assert_eq!(shown(&detector, &[text], &options), [expected], "{text}");
    }
    let field = Field::with_key("12345", "customerCode");
    assert_eq!(detector.detect(&[field], &options)[0].len(), 1);
}

#[test]
fn labels_and_thresholds_apply_after_resolution() {
    let detector = detector();
    let code = options(&detector, &["code"]);
    assert_eq!(shown(&detector, &["1234", "12345", "code 1234"], &code), ["", "", "1234=CODE:0.6429"]);
    let low = Options { threshold: Some(0.2), ..code.clone() };
    assert_eq!(shown(&detector, &["1234", "12345"], &low), ["", "12345=CODE:0.3"]);
    let high = Options { threshold: Some(0.8), ..options(&detector, &["all"]) };
    assert_eq!(shown(&detector, &["1234", "code 12345"], &high), ["", "12345=CODE:0.8"]);
    let entity = detector.detect(&[Field::new("1234")], &options(&detector, &[]))[0][0];
    assert_eq!(entity.alternative, Some((Label::new(CODE), 0.3)));
}

#[test]
fn a_transparent_label_shows_what_is_inside_unless_asked_for() {
    let detector = detector();
    let text = ["x:1234/k-1"];
    assert_eq!(shown(&detector, &text, &options(&detector, &[])), ["1234=PIN:0.55 k-1=KEY:0.7"]);
    assert_eq!(shown(&detector, &text, &options(&detector, &["all"])), ["x:1234/k-1=LINK:0.9"]);
}

#[test]
fn placeholders_of_known_labels_are_literals_whatever_is_asked_for() {
    let detector = detector();
    let mut options = options(&detector, &["pin"]);
    options.allow = AllowList::new(&["[CODE_1]"]).unwrap();
    options.deny = DenyList::new(&[("code", Label::new("SECRET_PROJECT"))]).unwrap();
    let text = ["[CODE_1] [SECRET_PROJECT_1] [OTHER_1] [LITERAL_2] [code_1] [PIN_0123456789abcdef]"];
    let expected =
        "[CODE_1]=LITERAL:1 [SECRET_PROJECT_1]=LITERAL:1 [LITERAL_2]=LITERAL:1 [PIN_0123456789abcdef]=LITERAL:1";
    assert_eq!(shown(&detector, &text, &options), [expected]);
}

#[test]
fn lists_overrule_recognizers_and_the_allow_list_wins() {
    let detector = detector();
    let mut options = options(&detector, &[]);
    options.allow = AllowList::new(&["1234", "Gamma 9"]).unwrap();
    let code = Label::new(CODE);
    options.deny =
        DenyList::new(&[("alpha", code), ("GAMMA", code), ("1234", code), ("k-77-x", Label::new(PIN))]).unwrap();
    let texts = ["1234 5678", "Alpha beta alphabet", "gamma gamma 9", "k-77-x k-77"];
    let expected = ["5678=PIN:0.55", "Alpha=CODE:1", "gamma=CODE:1", "k-77-x=PIN:1 k-77=KEY:0.7"];
    assert_eq!(shown(&detector, &texts, &options), expected);
    let none = Options { labels: LabelSet::from_iter([]), threshold: Some(1.0), ..options };
    assert_eq!(shown(&detector, &texts, &none), ["", "Alpha=CODE:1", "gamma=CODE:1", "k-77-x=PIN:1"]);
}

#[test]
fn what_is_found_once_is_found_elsewhere() {
    let detector = Detector::with_rules(vec![Rule {
        info: LabelInfo::new(KEY, "", "", Handling::IDENTIFIER),
        ..rule(KEY, "[a-z]{1,9}[0-9]{1,4}", 0.3, 0.7)
    }])
    .unwrap();
    let options = options(&detector, &[]);
    let texts = ["jdoe77 was here", "code jdoe77", "xjdoe77 jdoe7 (jdoe77)"];
    let expected = ["jdoe77=KEY:0.7", "jdoe77=KEY:0.7", "jdoe77=KEY:0.7"];
    assert_eq!(shown(&detector, &texts, &options), expected);
    let sources = detector.detect(&[Field::new(texts[0]), Field::new(texts[1])], &options);
    assert_eq!((sources[0][0].source, sources[1][0].source), (Source::Propagated, Source::Recognizer));
    let allow = AllowList::new(&["jdoe77 was"]).unwrap();
    assert_eq!(shown(&detector, &texts, &Options { allow, ..options })[0], "");
}

/// Checks inside a proven find are spared, but only where they could not have won.
#[test]
fn inside_a_proven_find_only_the_more_confident_is_looked_for() {
    let proven = |confidence| Rule {
        info: LabelInfo { validation: Validation::Checksum, ..LabelInfo::new(KEY, "", "", Handling::CUSTOM) },
        ..rule(KEY, "[0-9]{4} [0-9]{4}", confidence, confidence)
    };
    for (confidence, expected) in
        [(0.9, ""), (0.6, ""), (0.55, "1234=PIN:0.6 5678=PIN:0.6"), (0.4, "1234=PIN:0.6 5678=PIN:0.6")]
    {
        let detector = Detector::with_rules(vec![rule(PIN, "[0-9]{4}", 0.6, 0.6), proven(confidence)]).unwrap();
        assert_eq!(shown(&detector, &["1234 5678"], &options(&detector, &["pin"])), [expected], "{confidence}");
    }
}

#[test]
fn a_bad_rule_is_refused_by_label_and_pattern() {
    let error = Detector::with_rules(vec![rule(PIN, "[0-9]", 0.5, 0.5), rule(KEY, "(", 0.5, 0.5)]).unwrap_err();
    assert!(matches!(error, BuildError::Regex { label, pattern: 0, .. } if label == Label::new(KEY)));
    for byte in [0xC3, b':', b'='] {
        let patterns = Cow::Owned(vec![Pattern::around(byte, 0.5, 0.5)]);
        let error = Detector::with_rules(vec![Rule { patterns, ..rule(KEY, "a", 0.5, 0.5) }]).unwrap_err();
        assert_eq!(error, BuildError::Byte(Label::new(KEY)));
    }
}

/// The contract of every built-in rule.
mod built_in {
    use super::*;

    #[test]
    fn probabilities_and_thresholds_are_sound() {
        for rule in recognizers::all() {
            let label = rule.info.name;
            assert!(!rule.patterns.is_empty() && !rule.info.description.is_empty(), "{label}");
            for pattern in rule.patterns.iter() {
                assert!(0.0 < pattern.bare && pattern.bare <= pattern.supported && pattern.supported <= 1.0, "{label}");
            }
            assert!((0.0..=1.0).contains(&rule.info.threshold), "{label}");
            let reachable = rule.patterns.iter().any(|pattern| pattern.supported >= rule.info.threshold);
            assert!(reachable, "{label} is never reported");
        }
    }

    /// A family of rules is one file and two lines of its folder's `mod.rs`, both in alphabetical order.
    #[test]
    fn every_family_is_declared_and_listed_in_order() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/recognizers");
        let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
        let mut families = 0;
        for folder in folders.filter(|folder| !folder.ends_with("support")) {
            let code = fs::read_to_string(folder.join("mod.rs")).unwrap();
            let declared: Vec<_> =
                code.lines().filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';')).collect();
            assert!(declared.is_sorted(), "{}: {declared:?}", folder.display());
            let has_rules = |name: &&str| {
                let file = fs::read_to_string(folder.join(format!("{name}.rs")));
                let file = file.or_else(|_| fs::read_to_string(folder.join(name).join("mod.rs"))).unwrap();
                file.contains("pub(super) const RULES:")
            };
            let expected: Vec<_> = declared.into_iter().filter(has_rules).collect();
            let listed: Vec<_> =
                code.split("::RULES").map(|before| before.rsplit([' ', '[']).next().unwrap()).collect();
            assert_eq!(listed[..listed.len() - 1], expected, "{}", folder.display());
            families += expected.len();
        }
        assert!(families > 50, "{families}");
    }

    #[test]
    fn names_are_unambiguous() {
        let infos = BUILT_IN.labels();
        let groups: Vec<_> = infos.iter().flat_map(|info| info.groups).map(|group| group.name()).collect();
        for info in infos {
            assert_eq!(BUILT_IN.catalogue().label(info.name), Ok(info.label()));
            for alias in info.aliases {
                assert_eq!(BUILT_IN.catalogue().label(alias), Ok(info.label()), "{alias}");
                assert!(!groups.contains(alias), "{alias} is a group");
            }
            assert!(info.groups.contains(&Group::PII) || info.groups.contains(&Group::SECRETS), "{}", info.name);
        }
    }

    /// Every example stands on its own, or behind a context word or a key, among all other rules.
    #[test]
    fn examples_are_found_as_what_they_are() {
        let options = options(&BUILT_IN, &["ALL"]);
        for info in BUILT_IN.labels() {
            let rules = recognizers::all();
            let own: Vec<_> = rules.iter().filter(|rule| rule.info.name == info.name).collect();
            let mut keys: Vec<_> = own.iter().flat_map(|rule| rule.context.iter()).map(Cow::as_ref).collect();
            for pattern in own.iter().flat_map(|rule| rule.patterns.iter()) {
                if let Finder::Key(names) = &pattern.finder {
                    keys.extend(names.iter().map(Cow::as_ref));
                }
            }
            let mut fields = vec![Field::new(info.example)];
            fields.extend(keys.iter().map(|key| Field::with_key(info.example, key)));
            let found = BUILT_IN.detect(&fields, &options).concat();
            assert!(found.iter().any(|entity| entity.label == info.label()), "{}: {}", info.name, info.example);
        }
    }

    /// The number of checks for each byte is bounded, whatever the text.
    #[test]
    fn hostile_texts_make_few_candidates() {
        for piece in
            ["1 ", "1.", "1-", "0", "a@", "::", "1:", "(1)", "031 ", "A1 ", "a.b", "=", "[", "4111 1111 1111 1111 "]
        {
            let text = piece.repeat(4096 / piece.len());
            let mut offers = 0;
            BUILT_IN.rules.scanner.scan(
                &text,
                &mut masquerade_scan::Scratch::default(),
                |_: usize, _: std::ops::Range<usize>| {
                    offers += 1;
                    masquerade_scan::Verdict::TryShorter
                },
            );
            assert!(offers < 40 * text.len(), "{piece:?}: {offers}");
        }
    }

    #[test]
    fn the_detector_is_small() {
        const MOST: usize = (8 << 20) + (128 << 10);
        assert!(BUILT_IN.memory() < MOST, "{} bytes", BUILT_IN.memory());
    }

    /// Texts of the pieces of patterns, so that they come close to matching.
    fn near_misses() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            "[0-9]{1,12}",
            "[-+(). :/@_,=]{1,3}",
            "[A-Za-z]{1,6}",
            "\\PC{1,3}",
            Just("password: ".to_owned()),
            Just("[US_SSN_1]".to_owned()),
            Just("http://".to_owned()),
            Just("-----BEGIN RSA PRIVATE KEY-----\n".to_owned()),
            Just("eyJhbGciOiJIUzI1NiJ9.".to_owned()),
            prop::sample::select(recognizers::all().iter().map(|rule| rule.info.example).collect::<Vec<_>>())
                .prop_map(str::to_owned),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn entities_lie_on_boundaries_sorted_and_apart(
            texts in prop::collection::vec(near_misses(), 1..4), threshold in prop::option::of(0f32..1.0),
        ) {
            let fields: Vec<_> = texts.iter().map(|text| Field::new(text)).collect();
            let options = Options { threshold, ..options(&BUILT_IN, &["ALL"]) };
            for (field, entities) in fields.iter().zip(BUILT_IN.detect(&fields, &options)) {
                let mut end = 0;
                for entity in entities {
                    let text = entity.span.slice(field.text);
                    prop_assert!(!text.is_empty() && entity.span.start() >= end, "{:?} in {:?}", entity, field.text);
                    prop_assert!(is_value_edge(field.text, entity.span.start()), "{:?} in {:?}", entity, field.text);
                    end = entity.span.end();
                    let sum = entity.confidence + entity.alternative.map_or(0.0, |(_, p)| p);
                    prop_assert!((0.0..=1.0001).contains(&sum));
                    prop_assert!(entity.source == Source::Literal || threshold.is_none_or(|t| entity.confidence >= t));
                }
            }
        }
    }
}

#[test]
fn buffers_of_one_detector_serve_another() {
    // A rule that knows a name which no built-in one does.
    const BADGE: Rule = Rule {
        info: LabelInfo::new("BADGE", "", "", Handling::CUSTOM),
        patterns: Cow::Borrowed(&[Pattern::key(&[Cow::Borrowed("badge colour")], 0.9)]),
        context: Cow::Borrowed(&[]),
        check: |candidate| candidate.whole(),
    };
    let other = Detector::with_rules(vec![BADGE]).unwrap();
    let field = Field::new("badge colour: green\nbadge colour: blue\npassword: tr0ub4dor-3\n");
    let mut shared = Scratch::default();
    for detector in [&other, &BUILT_IN, &other, &BUILT_IN] {
        let options = options(detector, &["ALL"]);
        let alone = detector.detect_field(&field, &options, &mut Scratch::default());
        assert!(!alone.is_empty());
        assert_eq!(detector.detect_field(&field, &options, &mut shared), alone);
    }
}
