//! `masquerade eval`, on the real binary.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too, fail by panicking")]

use std::{fs, io::Write, process::Output};

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};

use crate::cli::{scene::Scene, status, stderr};

impl Scene {
    /// A run with rules alone, so that what is found is known.
    fn eval(&self, arguments: &[&str], input: &[u8]) -> Output {
        let arguments: Vec<_> = ["eval", "--ner", "off"].into_iter().chain(arguments.iter().copied()).collect();
        self.run_with(&arguments, &[], input)
    }

    /// The standard output of a run that must succeed.
    fn score(&self, arguments: &[&str], input: &[u8]) -> String {
        let output = self.eval(arguments, input);
        assert_eq!((status(&output), stderr(&output)), (0, ""), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn report(&self, arguments: &[&str], input: &[u8]) -> Value {
        let arguments: Vec<_> = arguments.iter().copied().chain(["--json", "-"]).collect();
        serde_json::from_str(&self.score(&arguments, input)).unwrap()
    }
}

/// A line with `text`, in which each of `mentions` is annotated where it stands first.
fn line(text: &str, mentions: &[(&str, &str)]) -> String {
    let entities = mentions.iter().map(|(part, label)| {
        let start = text[..text.find(part).unwrap()].chars().count();
        json!({"start": start, "end": start + part.chars().count(), "label": label})
    });
    json!({"text": text, "entities": entities.collect::<Vec<_>>(), "source": "made up"}).to_string()
}

/// Six texts: of five addresses three are found as they are annotated, one with less than what is annotated, one not
/// at all; one is no address, and one is found that nobody has annotated. A number is found under another label.
fn corpus() -> String {
    [
        line("Write to jane.roe@example.com, née Müller", &[("jane.roe@example.com", "Email"), ("Müller", "SURNAME")]),
        line("é: bob@example.org and ann@example.net", &[("bob@example.org", "email")]),
        line("mail <eve@example.com> now", &[("<eve@example.com>", "E-MAIL")]),
        line("mallory at home", &[("mallory", "EMAIL_ADDRESS")]),
        line("by zoe@example.com in the Flat", &[("zoe@example.com", "EMAIL"), ("Flat", "PRODUCT")]),
        line("call +1 415 555 2671", &[("+1 415 555 2671", "EMAIL")]),
    ]
    .join("\n")
}

#[test]
fn a_corpus_is_scored_by_label_and_texts_stay_unseen() {
    let scene = Scene::new().with("corpus.jsonl", corpus());
    let table = scene.score(&["corpus.jsonl", "--json", "report", "--plots", "deep/plots"], b"");
    assert!(table.starts_with("1 file, 6 texts, "), "{table}");
    assert!(table.contains("labels not mapped (ignored; say --map THEIRS=OURS, or --map THEIRS=-): PRODUCT (1)\n"));
    assert!(table.contains("expected calibration error") && table.contains("\ndetection took "), "{table}");
    for secret in ["jane", "example", "Müller", "Flat", "415"] {
        assert!(!table.contains(secret), "{secret} in {table}");
    }
    let report: Value = serde_json::from_str(&scene.read("report")).unwrap();
    let row = report["labels"].as_array().unwrap().iter().find(|row| row["label"] == "EMAIL_ADDRESS").unwrap();
    assert_eq!([&row["gold"], &row["found"], &row["correct"]], [6, 5, 3]);
    assert_eq!([&row["precision"], &row["recall"]], [0.6, 0.5]);
    assert_eq!(row["errors"], json!({"missed": 1, "boundary": 1, "label": 1, "both": 0}));
    assert_eq!(row["false_alarms"], 1);
    // Of 20 + 15 + 17 + 7 + 15 + 15 characters leak the two brackets and "mallory".
    assert_eq!(row["characters"], 89);
    assert!((row["leak"].as_f64().unwrap() - 9.0 / 89.0).abs() < 1e-9);
    let bounds = row["f1_interval"].as_array().unwrap();
    assert!(bounds[0].as_f64() < row["f1"].as_f64() && row["f1"].as_f64() < bounds[1].as_f64(), "{row}");
    assert_eq!(report["corpus"]["texts"], 6);
    assert_eq!(report["not_mapped"], json!([{"label": "PRODUCT", "count": 1}]));
    // The phone number is looked for and not annotated, so that it was found is no fault.
    assert!(report["labels"].as_array().unwrap().iter().all(|row| row["label"] != "PHONE_NUMBER"));
    let curve = &report["curves"][1];
    assert_eq!(curve["label"], "EMAIL_ADDRESS");
    // At a low threshold at least as much is found as at the label's own.
    assert!(curve["points"][0]["recall"].as_f64() >= Some(0.5), "{curve}");
    for name in ["precision-recall.svg", "reliability.svg"] {
        let svg = scene.read(&format!("deep/plots/{name}"));
        assert!(svg.contains("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.contains(">EMAIL_ADDRESS<"));
    }
}

#[test]
fn files_may_be_plain_or_gzip_or_standard_input() {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(corpus().as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let scene = Scene::new().with("gz", &gzip).with("cut", &gzip[..gzip.len() - 20]);
    let scene = scene.with("crlf", format!("\u{feff}{}\r\n\r\n", corpus().replace('\n', "\r\n")));
    let report = scene.report(&["gz", "crlf", "-"], &gzip);
    assert_eq!((&report["corpus"]["files"], &report["corpus"]["texts"]), (&json!(3), &json!(18)));
    let all = &report["all"];
    assert_eq!([&all["gold"], &all["found"], &all["correct"]], [21, 15, 9]);
    let cut = scene.eval(&["cut"], b"");
    assert_eq!(status(&cut), 65);
    assert!(stderr(&cut).ends_with(": the gzip file is damaged or cut off\n"), "{}", stderr(&cut));
}

#[test]
fn labels_are_mapped_as_told() {
    let scene = Scene::new().with("in", corpus()).with("map.toml", "PRODUCT = \"LOCATION\"\nSURNAME = \"-\"\n");
    let scene = scene.with("map.json", "{\"product\": \"-\"}").with("bad.toml", "A = \"PERSON\"\nB = \"NOTHING\"\n");
    let labels = |arguments: &[&str]| {
        let report = scene.report(&[&["in"], arguments].concat(), b"");
        assert_eq!(report["not_mapped"], json!([]));
        let row = |row: &Value| format!("{} {}", row["label"].as_str().unwrap(), row["gold"]);
        report["labels"].as_array().unwrap().iter().map(row).collect::<Vec<_>>().join(", ")
    };
    let flags = ["--map-file", "map.toml", "--map", "product=organization", "--map", "email=-"];
    assert_eq!(labels(&flags), "EMAIL_ADDRESS 2, ORGANIZATION 1");
    assert_eq!(labels(&["--map-file", "map.json", "--labels", "person,phone"]), "PERSON 1, PHONE_NUMBER 0");
    for (arguments, message) in [
        (["--map", "x=PRESON"], "error: --map x: no label of ours has that name"),
        (["--map-file", "bad.toml"], "error: bad.toml:2: /B: no label of ours"),
    ] {
        let output = scene.eval(&[&["in"][..], &arguments].concat(), b"");
        assert_eq!(status(&output), 64);
        assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
    }
}

#[test]
fn ignored_mentions_are_no_false_alarms_and_settings_count() {
    let scene = Scene::new().with("in", line("to ann@example.net and bob@example.org", &[("ann@example.net", "MISC")]));
    let alarms = |arguments: &[&str]| {
        let report = scene.report(&[&["in", "--labels", "EMAIL_ADDRESS"], arguments].concat(), b"");
        report["labels"][0]["false_alarms"].clone()
    };
    assert_eq!(alarms(&["--map", "MISC=-"]), 1);
    assert_eq!(alarms(&["--threshold", "1"]), 0);
    let everything = scene.report(&["in", "--all-labels", "--entities", "CONTACT"], b"");
    assert_eq!(everything["labels"][0]["label"], "EMAIL_ADDRESS");
    let scene = Scene::new().with("in", line("The falconer is here", &[("falconer", "Job")]));
    let scene = scene.with("conf", "[detection]\ndeny_list = [{ text = \"falconer\", label = \"OCCUPATION\" }]\n");
    assert_eq!(scene.report(&["in"], b"")["not_sought"], json!([{"label": "OCCUPATION", "count": 1}]));
    let listed = scene.report(&["in", "--config", "conf"], b"");
    assert_eq!((&listed["all"]["f1"], &listed["not_sought"]), (&json!(1.0), &json!([])));
    // Nothing is annotated.
    let table = Scene::new().score(&[], line("ann@example.net", &[]).as_bytes());
    assert!(table.contains("Nothing is annotated, and nothing was found that is scored."), "{table}");
}

#[test]
fn bad_lines_are_named_or_skipped() {
    let good = line("to ann@example.net", &[("ann@example.net", "EMAIL")]);
    let bad = [
        (&b"{\"text\": \"hidden\", \"entities\": ["[..], "not JSON: "),
        (b"{\"text\": \"hidden \xff\"}", "not UTF-8 at byte 17\n"),
        (
            b"{\"text\": \"hidden\", \"entities\": [{\"start\": 0, \"end\": 7, \"label\": \"A\"}]}",
            "/entities/0/end is 7, past the end of the text, which has 6 codepoints\n",
        ),
    ];
    for (bad, problem) in &bad[1..] {
        let scene = Scene::new().with("in", [good.as_bytes(), b"\n", bad, b"\n", good.as_bytes()].concat());
        let output = scene.eval(&["in"], b"");
        assert_eq!((status(&output), output.stdout.len()), (65, 0));
        assert_eq!(stderr(&output), format!("error: in, line 2: {problem}"));
    }
    let lines = bad.map(|(bad, _)| [bad, b"\n", good.as_bytes(), b"\n"].concat()).concat();
    let output = Scene::new().eval(&["--skip-bad"], &lines);
    assert_eq!(status(&output), 0);
    let warnings: Vec<_> = stderr(&output).split_inclusive('\n').collect();
    assert_eq!(warnings.len(), 3);
    for (at, (warning, (_, problem))) in warnings.iter().zip(bad).enumerate() {
        let start = format!("warning: skipped standard input, line {}: {problem}", 2 * at + 1);
        assert!(warning.starts_with(&start) && !warning.contains("hidden"), "{warning}");
    }
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.starts_with("1 file, 3 texts, ") && table.contains(", 3 bad lines skipped\n"), "{table}");
    assert_eq!(status(&Scene::new().eval(&["nowhere"], b"")), 74);
}

#[test]
fn offsets_may_count_other_units() {
    let entity = json!({"start": 4, "end": 19, "label": "EMAIL"});
    let scene = Scene::new().with("in", json!({"text": "é😀 ann@example.net", "entities": [entity]}).to_string());
    assert_eq!(scene.report(&["in", "--span-unit", "utf16"], b"")["all"]["f1"], 1.0);
}

#[test]
fn errors_are_listed_by_offsets_and_with_words_on_demand_only() {
    let scene = Scene::new().with("in", corpus());
    scene.score(&["in", "--errors", "errors"], b"");
    let listed: Vec<Value> = scene.read("errors").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<_> = listed.iter().map(|e| format!("{} {}", e["line"], e["error"].as_str().unwrap())).collect();
    assert_eq!(kinds, ["1 missed", "2 false_alarm", "3 boundary", "4 missed", "6 label"]);
    assert_eq!(listed[2]["annotated"], json!({"start": 5, "end": 22, "label": "EMAIL_ADDRESS"}));
    assert_eq!((&listed[2]["found"]["start"], &listed[2]["found"]["end"]), (&json!(6), &json!(21)));
    // Code points: what stands before it begins with an accent.
    assert_eq!((&listed[1]["found"]["start"], &listed[1]["found"]["label"]), (&json!(23), &json!("EMAIL_ADDRESS")));
    assert!(!scene.read("errors").contains("example"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(scene.path("errors")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    scene.score(&["in", "--errors", "errors", "--show-text", "--labels", "PERSON"], b"");
    let listed: Value = serde_json::from_str(&scene.read("errors")).unwrap();
    assert_eq!(listed["annotated"]["text"], "Müller");
    let output = scene.eval(&["in", "--errors", "in"], b"");
    assert_eq!((status(&output), stderr(&output)), (64, "error: --errors in: is an input, too\n"));
    assert_eq!(scene.read("in"), corpus());
    assert_eq!(status(&scene.eval(&["in", "--show-text"], b"")), 64);
}

#[test]
fn bounds_that_are_not_kept_end_with_1() {
    let scene = Scene::new().with("in", corpus());
    let kept = ["in", "--labels", "EMAIL_ADDRESS", "--min-f1", "0.5", "--max-leak", "EMAIL=0.2", "--min-recall", "0.5"];
    scene.score(&kept, b"");
    let output = scene.eval(&["in", "--min-precision", "email_address=0.9", "--max-false-alarms", "1"], b"");
    assert_eq!(status(&output), 1);
    assert!(!output.stdout.is_empty());
    let lines: Vec<_> = stderr(&output).lines().collect();
    assert_eq!(lines[0], "not met: precision of EMAIL_ADDRESS is 0.6000, and must be at least 0.9");
    assert!(lines[1].starts_with("not met: false alarms by 1,000 tokens of all labels is "), "{}", lines[1]);
    for arguments in [["--min-f1", "X=high"], ["--min-f1", "NOTHING=0.5"], ["--map", "alone"], ["--bootstrap", "-1"]] {
        let output = scene.eval(&[&["in"][..], &arguments].concat(), b"");
        assert_eq!((status(&output), output.stdout.len()), (64, 0), "{arguments:?}");
    }
}

#[test]
fn a_long_corpus_is_read_line_by_line() {
    let scene = Scene::new().with("in", format!("{}\n", corpus()).repeat(500));
    let report = scene.report(&["in", "--bootstrap", "20"], b"");
    assert_eq!((&report["corpus"]["texts"], &report["all"]["gold"]), (&json!(3000), &json!(3500)));
    assert!(report["speed"]["seconds"].as_f64() > Some(0.0));
}
