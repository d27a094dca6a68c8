//! Every recognizer against its case file, `tests/cases/<label>.toml`, with all others enabled; and
//! silence on code and logs.

use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf};

use masquerade_detect::entity::{Label, Validated};
use masquerade_detect::text::Field;
use masquerade_detect::{LabelSet, Options};
use proptest::{collection::vec, prelude::*, sample::select};
use serde::Deserialize;

use crate::{DETECTOR, READER, random::Random, reading};

/// A case file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    /// Texts in which the label must be found.
    #[serde(rename = "match")]
    matches: Vec<Case>,
    /// Texts that name the label before a value whose check fails.
    #[serde(default)]
    failed: Vec<Case>,
    /// Texts in which it must not be.
    silent: Vec<Case>,
}

/// A text with the entities in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    text: String,
    /// The entities of the label, in order.
    #[serde(default)]
    entities: Vec<String>,
    /// The name of the member that held the text.
    key: Option<String>,
}

/// Fewest cases of each kind.
const MIN_CASES: usize = 10;

fn case_path(label: Label) -> PathBuf {
    let name = format!("tests/cases/{}.toml", label.name().to_lowercase());
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read_cases(label: Label) -> Result<Cases, String> {
    let text = fs::read_to_string(case_path(label)).map_err(|error| error.to_string())?;
    toml::from_str(&text).map_err(|error| error.to_string())
}

/// The entities of `label` in one text, where `labels` are asked for.
fn found(case: &Case, label: Label, labels: LabelSet) -> Vec<String> {
    found_so(case, label, labels, |_| true)
}

/// The entities of `label` with an outcome of its check that `is_wanted`.
fn found_so(case: &Case, label: Label, labels: LabelSet, is_wanted: fn(Validated) -> bool) -> Vec<String> {
    let field = Field { text: &case.text, key: case.key.as_deref() };
    let entities = DETECTOR.detect(&[field], &Options::new(labels)).remove(0);
    entities
        .iter()
        .filter(|entity| entity.label == label && is_wanted(entity.validated))
        .map(|entity| entity.span.slice(&case.text).to_owned())
        .collect()
}

#[test]
fn every_label_is_found_where_its_cases_say_and_nowhere_else() {
    let mut failures = String::new();
    for info in DETECTOR.labels() {
        let label = info.label();
        let cases = match read_cases(label) {
            Ok(cases) => cases,
            Err(error) => {
                let _ = writeln!(failures, "{label}: {error}");
                continue;
            }
        };
        if cases.matches.len() < MIN_CASES || cases.silent.len() + cases.failed.len() < MIN_CASES {
            let _ = writeln!(failures, "{label}: fewer than {MIN_CASES} cases of a kind");
        }
        let labels: LabelSet = DETECTOR.default_labels().iter().chain([label]).collect();
        for case in cases.matches.iter().chain(&cases.silent) {
            let found = found(case, label, labels.clone());
            if found != case.entities {
                let _ = writeln!(failures, "{label}: {:?}: found {found:?}, not {:?}", case.text, case.entities);
            }
        }
        for case in &cases.failed {
            let found = found_so(case, label, labels.clone(), |validated| validated == Validated::Failed);
            if found != case.entities || found.is_empty() {
                let _ = writeln!(failures, "{label}: {:?}: failed {found:?}, not {:?}", case.text, case.entities);
            }
        }
        for case in cases.matches.iter().filter(|case| case.entities.is_empty()) {
            let _ = writeln!(failures, "{label}: {:?} is to match, but names no entity", case.text);
        }
        for case in cases.silent.iter().filter(|case| !case.entities.is_empty()) {
            let _ = writeln!(failures, "{label}: {:?} is to be silent, but names an entity", case.text);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn what_is_to_be_found_is_covered_whatever_else_is_asked_for() {
    let all = DETECTOR.select(&["ALL"]).unwrap();
    let mut failures = String::new();
    for info in DETECTOR.labels() {
        let Ok(cases) = read_cases(info.label()) else { continue };
        for case in cases.matches {
            let field = Field { text: &case.text, key: case.key.as_deref() };
            let entities = DETECTOR.detect(&[field], &Options::new(all.clone())).remove(0);
            let mut from = 0;
            for expected in &case.entities {
                let start = from + case.text[from..].find(expected.as_str()).expect("entities are named in order");
                from = start + expected.len();
                let covered = (start..from).all(|at| entities.iter().any(|entity| entity.span.range().contains(&at)));
                if !covered {
                    let _ = writeln!(failures, "{}: {expected:?} of {:?} shows", info.name, case.text);
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn the_published_example_of_each_label_is_found() {
    for info in DETECTOR.labels() {
        let case = Case { text: info.example.to_owned(), entities: Vec::new(), key: Some(info.name.to_owned()) };
        let found = found(&case, info.label(), [info.label()].into_iter().collect());
        assert!(!found.is_empty(), "{}: {:?}", info.name, info.example);
    }
}

#[test]
fn no_case_file_is_left_over() {
    let labels: Vec<_> = DETECTOR.labels().iter().map(|info| case_path(info.label())).collect();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(labels.contains(&path), "{} belongs to no label", path.display());
    }
}

const NAMES: &[&str] = &[
    "self",
    "user",
    "secrets",
    "tokens",
    "value",
    "index",
    "parse",
    "Node",
    "handler",
    "buffer",
    "request",
    "id",
    "phone",
    "card",
    "address",
    "count",
    "path",
    "config",
    "pass_through",
    "session",
    "ip",
    "email",
    "host",
    "item",
    "state",
    "mark",
    "may",
];

/// About `len` bytes that look like source code.
fn code(random: &mut Random, len: usize) -> String {
    let mut text = String::new();
    while text.len() < len {
        let (a, b, c) = (random.pick(NAMES), random.pick(NAMES), random.pick(NAMES));
        let (n, m) = (random.below(100_000), random.below(4096));
        let line = match random.below(24) {
            0 => format!("    let {a} = {b}.{c}({n}, 0x{m:04x});"),
            1 => format!("fn {a}_{b}(&self, {c}: &str, {a}: Option<String>) -> Result<u{m}, Error> {{"),
            2 => format!("    if {a}.len() > {n} && {b} != {c} {{ return Err({a}::{b}({m})); }}"),
            3 => format!("const {}: [u32; 4] = [{n}, {m}, {}, {}];", a.to_uppercase(), n + m, n * 7),
            4 => format!("import {{ {a}, {b} }} from '@{c}/{a}@{}.{}.{}';", m % 20, n % 30, m % 9),
            5 => format!("{a}-{b} = {{ version = \"{}.{}.{}\", features = [\"{c}\"] }}", m % 9, n % 90, m % 30),
            6 => format!("@{a}.{b}(\"/{c}/<int:{a}>\", methods=[\"GET\"])"),
            7 => format!("    self.{a}: {b} = {c}  # see issue #{n}, RFC {m}, section {}.{}.{}", m % 9, n % 9, m % 5),
            8 => format!("  {a}: z.string().min({m}), // {b}::{c}::{a}"),
            9 => format!("    std::{a}::{b}::<{c}>(x as u64 >> {}, {n}..{});", m % 64, n + 10),
            10 => format!("index {}..{} 100644", random.hex(7), random.hex(7)),
            11 => format!("checksum = \"{}\"", random.hex(64)),
            12 => format!("    {a}(password={b}, {c}=None, host=\"localhost:{m}\")"),
            13 => format!("  \"{a}\": {{ \"type\": \"string\", \"{b}\": {n}.{m}, \"password\": null }},"),
            14 => format!("#define {}_{} 0x{}UL /* {n} */", a.to_uppercase(), b.to_uppercase(), random.hex(8)),
            15 => format!("    for ({a} = 0; {a} < {n}; {a} += {}) {b}[{a}] ^= {c}[{a} % {}];", m % 9, m % 100 + 1),
            16 => format!("password: String, {a}_password: Option<{b}>, // {c}"),
            17 => format!("{a}.password = hash({b}.password, {c}); assert_eq!({a}, {n}_{m:03});"),
            18 => format!("x = {n}.{m}e-{} * (y @ W.T) + {}", m % 20, random.hex(4)),
            19 => format!("    at {a}.{b}.{c}({b}.java:{m})"),
            20 => format!("  File \"/usr/lib/python3.{}/{a}/{b}.py\", line {m}, in {c}", m % 14),
            21 => format!(
                "ssh://git@{a}:{}/{b}/{c}.git; docker pull {a}/{b}:{}.{}@sha256:{}",
                m,
                m % 9,
                n % 40,
                random.hex(64)
            ),
            22 => format!(
                "  rgba({}, {}, {}, 0.{}), #{}, {}px {}em",
                m % 256,
                n % 256,
                m % 99,
                n % 9,
                random.hex(6),
                m,
                n % 10
            ),
            _ => format!(
                "    // {a} the {b} of {c}: {n} - {m}, {}/{} and $1,{:03}.{:02}",
                m % 31,
                n % 12,
                m % 1000,
                n % 100
            ),
        };
        text += &line;
        text.push('\n');
    }
    text
}

/// About `len` bytes that look like logs.
fn logs(random: &mut Random, len: usize) -> String {
    let mut text = String::new();
    while text.len() < len {
        let (a, b) = (random.pick(NAMES), random.pick(NAMES));
        let (n, m) = (random.below(1_000_000), random.below(60));
        let time = format!("2024-0{}-{:02}T{:02}:{:02}:{:02}.{:06}Z", m % 9 + 1, n % 28 + 1, m % 24, m, n % 60, n);
        let line = match random.below(12) {
            0 => format!("{time} INFO {a}::{b}: took {n}ms ({m}.{}s), {} rows", n % 1000, n * 31),
            1 => format!("[{}] {a}[{n}]: started {b} pid={n} tid={m} fd={}", 1_700_000_000 + n, m * 7),
            2 => format!(
                "{{\"ts\":{}{:03},\"level\":\"info\",\"{a}\":{n},\"{b}\":\"{}\"}}",
                1_700_000_000 + n,
                m,
                random.hex(16)
            ),
            3 => format!("{time} WARN order {}{n:06} total {}.{:02} EUR qty {m}", m + 10, n, m),
            4 => {
                format!("commit {} by build {n}.{m}.{}.{} on v{m}.{}.{}", random.hex(40), m % 9, n % 9, n % 40, m % 7)
            }
            5 => format!("trace_id={} span_id={} {a}={b} duration={n}us", random.hex(32), random.hex(16)),
            6 => format!(
                "{a}: {}-{}-{}-{}-{} done",
                random.hex(8),
                random.hex(4),
                random.hex(4),
                random.hex(4),
                random.hex(12)
            ),
            7 => format!("{:08x}  {} {} {} {}  |....|", n, random.hex(4), random.hex(4), random.hex(4), random.hex(4)),
            8 => format!("{time} DEBUG 127.0.0.1:{} GET /{a}/{b}/{n}?page={m} HTTP/1.1 200 {n}", 30_000 + m),
            9 => format!("worker-{m} invoice INV-2024-{n:06} ref {}-{}-{} amount ${},{:03}.00", m, n, m, m, n % 1000),
            10 => format!("kernel: [{n}.{:06}] 0000:{:02x}:1f.{} BAR {}: 0x{}", n, m, m % 8, m % 6, random.hex(16)),
            _ => format!("{time} ERROR login failed: invalid password for {a}, password incorrect, {b} (attempt {m})"),
        };
        text += &line;
        text.push('\n');
    }
    text
}

/// The line of `text` around `at`.
fn line_of(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or_default()
}

#[test]
fn code_and_logs_without_personal_data_stay_as_they_are() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let texts = [code(&mut random, 100 << 10), logs(&mut random, 100 << 10)];
    let fields: Vec<_> = texts.iter().map(|text| Field::new(text)).collect();
    let entities = DETECTOR.detect(&fields, &Options::new(DETECTOR.default_labels().clone()));
    let mut by_label: BTreeMap<Label, Vec<&str>> = BTreeMap::new();
    for (text, entities) in texts.iter().zip(&entities) {
        for entity in entities {
            by_label.entry(entity.label).or_default().push(line_of(text, entity.span.start()));
        }
    }
    let count: usize = by_label.values().map(Vec::len).sum();
    // 200 KB; the aim for real code and logs is fewer than one in 100 KB.
    assert!(count < 2, "{by_label:?}");
}

#[test]
fn bare_forms_that_random_strings_pass_are_not_reported() {
    const SHAPES: &[&str] = &[
        "999999999",
        "9999999999",
        "99999999999",
        "999999999999",
        "9999999999999",
        "999999999999999",
        "9999999999999999",
        "9999999999999999999",
        "0999999999",
        "999-9999",
        "9999 9999",
        "999 99 9999",
        "AA999999A",
        "AA99999999999999999999",
        "0xhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh",
        "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh",
        "1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ];
    const TRIES: usize = 5_000;
    let mut random = Random::new(0x2545_F491_4F6C_DD1D);
    let all = DETECTOR.select(&["ALL"]).unwrap();
    // Numbers as long as an issuer's cards that pass Luhn are reported wherever they stand.
    let card = DETECTOR.catalogue().label("CREDIT_CARD").unwrap();
    for shape in SHAPES {
        let texts: Vec<_> = (0..TRIES).map(|_| random.fill(shape)).collect();
        let fields: Vec<_> = texts.iter().map(|text| Field::new(text)).collect();
        let found = DETECTOR.detect(&fields, &Options::new(all.clone()));
        let hits: Vec<_> = found.iter().flatten().map(|entity| entity.label).filter(|label| *label != card).collect();
        assert!(hits.len() * 1000 <= TRIES, "{shape}: {} of {TRIES}, {:?}", hits.len(), hits.first());
    }
}

#[test]
fn hostile_texts_are_searched_to_their_end() {
    const UNITS: &[&str] = &[
        "http://",
        "www.a.",
        "https://a:b",
        "-----BEGIN RSA PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nMIIBVQIBADANBgkqhkiG\n",
        "PuTTY-User-Key-File-2: Private-Lines: ",
        "@",
        "a.b@c.",
        "\"a\"@b",
        "eyJ.",
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.",
        ":",
        "a::",
        "2001:",
        "password=",
        "password is ",
        "\\\"password\\\":\\\"",
        "1.",
        "4111 ",
        "4111-",
        "+49 30 ",
        "(0",
        "01 ",
        "202-555-",
        "DE89 ",
        "0x",
        "bc1q",
        "00:",
        "0a0a.",
        "1 Jan ",
        "2024-01-01 ",
        "ghs_aaaaaaaa.",
        "é@é.",
        "日1",
        "AB 12 34 ",
        "a://b:",
        "&quot;",
        "\u{301}@",
        "password=\u{a0}",
        "é:é=",
        "\0",
        "=\"",
        "pwd:'",
    ];
    let options = Options::new(DETECTOR.select(&["ALL"]).unwrap());
    for unit in UNITS {
        // Cut at every place of a unit, so that each check also meets the end of the text.
        for cut in 0..=unit.len() {
            let text = unit.repeat(20) + &unit[..unit.floor_char_boundary(cut)];
            DETECTOR.detect(&[Field::new(&text)], &options);
        }
        let text = unit.repeat((16 << 10) / unit.len());
        DETECTOR.detect(&[Field::new(&text), Field::with_key(&text, &text)], &options);
    }
}

proptest! {
    #[test]
    fn entities_lie_on_characters_and_do_not_overlap(parts in vec(prop_oneof![
        "[0-9a-fA-F:.@ +()/-]{1,12}",
        "\\PC{1,4}",
        select(&["password", "=", "\"", "\\", "https://", "www.", "eyJ", "DE89", "+49", "-----BEGIN PRIVATE KEY-----", "\n"][..]).prop_map(str::to_owned),
    ], 0..24)) {
        let text = parts.concat();
        let entities = DETECTOR.detect(&[Field::new(&text)], &Options::new(DETECTOR.select(&["ALL"]).unwrap())).remove(0);
        let mut end = 0;
        for entity in entities {
            let range = entity.span.range();
            prop_assert!(range.start >= end && !range.is_empty() && text.get(range.clone()).is_some(), "{:?}", entity);
            end = range.end;
        }
    }
}

/// Names that the language model reads in a value, or beside it, uncover nothing of it: neither in its own text nor in
/// others that it stands in.
#[test]
fn what_the_rules_find_stays_masked_with_the_language_model() {
    let (rules, reading) = (crate::default(), reading());
    let mut failures = String::new();
    for info in DETECTOR.labels() {
        let Cases { matches, failed, silent } = read_cases(info.label()).expect("a case file");
        let cases: Vec<_> = matches.into_iter().chain(failed).chain(silent).collect();
        let field = |case| -> Field<'_> {
            let Case { text, key, .. }: &Case = case;
            Field { text, key: key.as_deref() }
        };
        let fields: Vec<_> = cases.iter().map(field).collect();
        let (by_rules, with_model) = (DETECTOR.detect(&fields, &rules), READER.detect(&fields, &reading));
        for ((field, by_rules), with_model) in fields.iter().zip(by_rules).zip(with_model) {
            let is_masked = |at: usize| with_model.iter().any(|entity| entity.span.range().contains(&at));
            for entity in by_rules {
                let value = entity.span.slice(field.text).char_indices();
                let mut places = value.filter(|(_, c)| c.is_alphanumeric()).map(|(at, _)| entity.span.start() + at);
                if !places.all(is_masked) {
                    let _ =
                        writeln!(failures, "{}: {:?} in {:?}", entity.label, entity.span.slice(field.text), field.text);
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
