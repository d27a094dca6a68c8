//! `anonymize`, `deanonymize` and `entities`, on the real binary.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too, fail by panicking")]

use std::{fs, io::Read, process::Output};

use masquerade::anonymize::{
    Method,
    restore::{MapEntry, Options, PlaceholderVariants, Position, by_map},
};
use masquerade_detect::entity::find_placeholders;
use masquerade_detect::text::Unit;
use masquerade_detect::{Detector, Model};
use serde_json::Value;

use super::{scene::Scene, status, stderr};

const SECRET: (&str, &str) = ("MASQUERADE_SECRET", "0123456789abcdef0123456789abcdef");

/// Five scripts, emoji, combining marks, CRLF, NUL, look-alikes of placeholders, no line end at the end.
const TEXT: &str = "Dear Jane, write to jane.roe@example.com or call +1 415 555 2671.\r\n\
    Карта 4111 1111 1111 1111, почта ivan@example.org\r\n\
    電話番号は03-1234-5678です、jane.roe@example.com😀\n\
    البريد ali@example.net، IBAN GB82 WEST 1234 5698 7654 32\n\
    e\u{301}mail: रवि ravi@example.in 👩‍👩‍👧 [EMAIL_ADDRESS_1] [LITERAL_1] **** \0\n\
    password: hunter2Xy\n\
    he typed hunter2Xy, and [EMAIL_ADDRESS_9f86d081884c7d65] and jane.roe@example.com";

const KEY: &str = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1c7+9z5Pad7OejecsQ0buozHSRZaBCDeFGhIjKlMnOpQrStU\n\
    vWxYz0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW\n-----END RSA PRIVATE KEY-----";

impl Scene {
    fn run(&self, arguments: &[&str], input: &[u8]) -> Output {
        self.run_with(arguments, &[SECRET], input)
    }

    /// The standard output of a run that must succeed.
    fn printed(&self, arguments: &[&str], input: &[u8]) -> Vec<u8> {
        let output = self.run(arguments, input);
        assert_eq!((status(&output), stderr(&output)), (0, ""), "{arguments:?}");
        output.stdout
    }

    fn text(&self, arguments: &[&str], input: &[u8]) -> String {
        String::from_utf8(self.printed(arguments, input)).unwrap()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(name)).unwrap()).unwrap()
    }
}

fn methods() -> Vec<&'static str> {
    Method::passing().into_iter().map(Method::name).collect()
}

#[test]
fn a_blocked_text_is_refused_by_the_names_of_its_labels() {
    let output = Scene::new().run(&["anonymize", "--method", "block"], TEXT.as_bytes());
    assert_eq!((status(&output), output.stdout.is_empty()), (65, true));
    let told = stderr(&output);
    assert!(told.starts_with("error: the policy blocks ") && told.contains("EMAIL_ADDRESS"), "{told}");
    assert!(!told.contains("jane"), "{told}");
}

#[test]
fn an_address_for_the_service_asks_no_key_of_commands_that_serve_nothing() {
    let scene = Scene::new();
    let everywhere = [("MASQUERADE_SERVER__LISTEN", "0.0.0.0:8080")];
    let output = scene.run_with(&["anonymize"], &everywhere, b"jane@example.com");
    assert_eq!((status(&output), &*output.stdout), (0, &b"[EMAIL_ADDRESS_1]"[..]), "{}", stderr(&output));
    assert_eq!(status(&scene.run_with(&["check"], &everywhere, b"")), 64);
}

#[test]
fn every_method_is_undone_by_its_map() {
    for text in [TEXT, "", "\n", "nothing here\r\n", "jane@example.com", "\u{feff}jane@example.com\r\n\r\n"] {
        let scene = Scene::new().with("in", text);
        for method in methods() {
            let masked = scene.printed(&["anonymize", "--method", method, "--map", "map", "in"], b"");
            assert!(method == "KEEP" || !String::from_utf8_lossy(&masked).contains("jane"), "{method}");
            let restored = scene.printed(&["deanonymize", "--map", "map"], &masked);
            assert_eq!(String::from_utf8(restored).unwrap(), text, "{method}");
        }
    }
}

#[test]
fn encrypt_needs_no_map_and_is_its_tenants_own() {
    let scene = Scene::new();
    let sealed = scene.printed(&["anonymize", "--method", "encrypt"], TEXT.as_bytes());
    assert_eq!(scene.text(&["deanonymize"], &sealed), TEXT);
    let other = scene.run(&["deanonymize", "--tenant", "other"], &sealed);
    assert_eq!((status(&other), other.stdout == sealed), (0, true));
    let count = find_placeholders(std::str::from_utf8(&sealed).unwrap()).count();
    assert_eq!(stderr(&other), format!("{count} placeholders unresolved\n"));
}

#[test]
fn files_and_standard_input_are_one_document() {
    let scene = Scene::new().with("a", "jane@exam").with("b", "ple.com\n");
    assert_eq!(scene.text(&["anonymize", "a", "b", "-"], b"bob@example.org"), "[EMAIL_ADDRESS_1]\n[EMAIL_ADDRESS_2]");
}

#[test]
fn a_key_and_a_password_are_seen_over_lines() {
    let scene = Scene::new();
    let masked = scene.text(&["anonymize"], format!("password: hunter2Xy\n{KEY}\nuse hunter2Xy").as_bytes());
    assert_eq!(masked, "password: [PASSWORD_1]\n[PRIVATE_KEY_1]\nuse [PASSWORD_1]");
}

/// Lines of about 40 bytes, with an address in every tenth, and what must not be cut near each border of a
/// piece, at a new distance from it each time.
fn long_text(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 4096);
    let mut line = 0;
    let mut next_key = (1 << 20) - 700;
    while text.len() < bytes {
        line += 1;
        match line % 10 {
            0 => text.push_str(&format!("row {line}: user{}@example.com wrote\r\n", line % 700)),
            _ => text.push_str("the quick brown fox jumps over 13 dogs\n"),
        }
        if text.len() > next_key {
            let body = "MIIEpAIBAAKCAQEA1c7+9z5Pad7OejecsQ0buozHSRZaBCDeFGhIjKlMnOpQrStU\n".repeat(40);
            text.push_str(&format!("-----BEGIN PRIVATE KEY-----\n{body}-----END PRIVATE KEY-----\n"));
            next_key += (1 << 20) - 500;
        }
    }
    text
}

#[test]
fn pieces_of_a_long_text_are_masked_alike_and_restored() {
    let text = long_text(4 << 20);
    let scene = Scene::new().with("in", &text);
    let masked = scene.text(&["anonymize", "--map", "map", "in"], b"");
    assert!(!masked.contains("@example.com") && !masked.contains("MIIEpAIBAAKC") && !masked.contains("PRIVATE KEY"));
    // One session: as many numbers as there are texts, over all pieces.
    let mut numbers: Vec<&str> = masked.match_indices("[EMAIL_ADDRESS_").map(|(at, _)| &masked[at..at + 20]).collect();
    assert!(numbers.len() > 8000);
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 70);
    let plain = |text: &str| text.lines().filter(|line| line.starts_with("the quick")).count();
    assert_eq!(plain(&masked), plain(&text));
    assert!(scene.printed(&["deanonymize", "--map", "map"], masked.as_bytes()) == text.as_bytes());
}

#[test]
fn a_surrogate_is_none_that_stands_in_an_earlier_piece() {
    let scene = Scene::new();
    let listed = "[detection]\ndeny_list = [{ text = \"Jane Q. Roe\", label = \"PERSON\" }]\n";
    let scene = scene.with("conf", listed);
    // The language model would read the surrogate as a name, too.
    let arguments = ["anonymize", "--ner", "off", "--config", "conf", "--method", "synthetic", "--map", "map"];
    let name = scene.text(&arguments, b"Jane Q. Roe");
    assert_ne!(name, "Jane Q. Roe");
    let text = format!("{name}\n{}Jane Q. Roe\n", long_text(2 << 20));
    let masked = scene.printed(&arguments, text.as_bytes());
    assert!(masked.starts_with(name.as_bytes()) && !String::from_utf8_lossy(&masked).contains("Jane Q. Roe"));
    assert!(scene.printed(&["deanonymize", "--map", "map"], &masked) == text.as_bytes());
}

#[test]
fn a_line_without_end_is_cut_where_nothing_is_torn() {
    let words = "lorem ipsum jane.roe@example.com dolor ".repeat((5 << 20) / 39);
    let run_on = "jane.roe@example.com;\u{65e5},".repeat((5 << 20) / 25);
    for text in [words, run_on] {
        let scene = Scene::new().with("in", &text);
        let masked = scene.text(&["anonymize", "--map", "map", "in"], b"");
        assert_eq!(masked, text.replace("jane.roe@example.com", "[EMAIL_ADDRESS_1]"));
        assert!(scene.printed(&["deanonymize", "--map", "map"], masked.as_bytes()) == text.as_bytes());
    }
    let nothing = "x".repeat(5 << 20);
    assert!(Scene::new().text(&["anonymize"], nothing.as_bytes()) == nothing);
}

#[test]
fn sealed_texts_are_opened_piece_by_piece() {
    let text = long_text(2 << 20);
    let scene = Scene::new();
    let sealed = scene.printed(&["anonymize", "--method", "ENCRYPT", "--entities", "EMAIL_ADDRESS"], text.as_bytes());
    assert!(scene.printed(&["deanonymize"], &sealed) == text.as_bytes());
    // All of it in one line, too.
    let one_line = |text: &str| text.replace(['\r', '\n'], "");
    let sealed = one_line(&String::from_utf8(sealed).unwrap());
    assert!(scene.printed(&["deanonymize"], sealed.as_bytes()) == one_line(&text).as_bytes());
}

#[test]
fn json_is_what_the_service_answers_and_a_map_too() {
    let scene = Scene::new();
    let text = format!("{TEXT}\n{}", long_text(2 << 20));
    let json = scene.printed(&["anonymize", "--json", "--map", "map"], text.as_bytes());
    let answer: Value = serde_json::from_slice(&json).unwrap();
    let plain = scene.text(&["anonymize"], text.as_bytes());
    assert_eq!(answer["anonymized_text"].as_array().unwrap().len(), 1);
    assert!(answer["anonymized_text"][0] == plain.as_str());
    assert!(answer["detected_entities"] == scene.json("map"));
    let points: Vec<char> = text.chars().collect();
    for entity in answer["detected_entities"].as_array().unwrap() {
        let at = |name: &str| usize::try_from(entity["span"][name].as_u64().unwrap()).unwrap();
        assert_eq!(points[at("start")..at("end")].iter().collect::<String>(), entity["text"].as_str().unwrap());
        assert_eq!(entity["text_index"], 0);
        assert!(entity["confidence"].is_f64() && entity["alternatives"]["label"].is_string());
    }
    let scene = scene.with("answer", json);
    assert!(scene.text(&["deanonymize", "--map", "answer"], plain.as_bytes()) == text);
}

#[test]
fn a_map_is_one_that_the_service_restores_from() {
    let scene = Scene::new();
    for method in methods() {
        let masked = scene.text(&["anonymize", "--method", method, "--map", "map"], TEXT.as_bytes());
        let map = scene.json("map");
        let number = |value: &Value| value.as_u64().map(|n| usize::try_from(n).unwrap());
        let entries = map.as_array().unwrap().iter().map(|element| MapEntry {
            original: element["text"].as_str().unwrap(),
            replacement: element["anonymized_text"].as_str().unwrap(),
            position: Some(Position {
                text_index: number(&element["text_index"]).unwrap(),
                start: number(&element["span"]["start"]).unwrap(),
                end: number(&element["span"]["end"]).unwrap(),
                text_length: number(&element["text_length"]),
            }),
        });
        let entries: Vec<_> = entries.collect();
        // Only a length tells whether something stands behind what was removed.
        let length = entries.iter().find_map(|entry| entry.position.unwrap().text_length);
        assert_eq!(length, (method == "REMOVE").then(|| TEXT.chars().count()));
        let (is_label, taken) = (|_: &str| true, PlaceholderVariants::default());
        let options = Options {
            cipher: None,
            is_label: &is_label,
            tolerant: false,
            taken: &taken,
            is_restorable: None,
            max_bytes: usize::MAX,
        };
        let restored = by_map(&[&masked], &entries, Unit::Codepoint, &options).unwrap();
        assert_eq!(restored.texts[0], TEXT, "{method}");
    }
}

#[test]
fn an_edited_text_is_restored_by_matching_and_the_rest_is_counted() {
    let scene = Scene::new();
    scene.text(&["anonymize", "--map", "map"], b"jane@example.com and bob@example.com");
    let answer = b"Dear [EMAIL_ADDRESS_2], [EMAIL_ADDRESS_7] and [email address 1] say [EMAIL_ADDRESS_7]";
    let output = scene.run(&["deanonymize", "--map", "map"], answer);
    assert_eq!(stderr(&output), "2 placeholders unresolved\n");
    let expected = "Dear bob@example.com, [EMAIL_ADDRESS_7] and [email address 1] say [EMAIL_ADDRESS_7]";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    let output = scene.run(&["deanonymize", "--map", "map", "--tolerant"], answer);
    let expected = "Dear bob@example.com, [EMAIL_ADDRESS_7] and jane@example.com say [EMAIL_ADDRESS_7]";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

#[cfg(unix)]
#[test]
fn a_map_is_for_its_owner_only_even_where_a_file_was_before() {
    use std::os::unix::fs::PermissionsExt;
    let scene = Scene::new().with("old", "x".repeat(10_000)).with("in", "jane@example.com");
    fs::set_permissions(scene.path("old"), fs::Permissions::from_mode(0o644)).unwrap();
    for map in ["old", "new"] {
        scene.text(&["anonymize", "--map", map, "in"], b"");
        assert_eq!(fs::metadata(scene.path(map)).unwrap().permissions().mode() & 0o777, 0o600, "{map}");
        assert_eq!(scene.json(map).as_array().unwrap().len(), 1);
    }
    let output = scene.run(&["anonymize", "--map", "in", "in"], b"");
    assert_eq!((status(&output), stderr(&output)), (64, "error: --map in: is an input, too\n"));
    assert_eq!(fs::read(scene.path("in")).unwrap(), b"jane@example.com");
}

#[test]
fn what_is_not_utf_8_is_named_by_its_line_and_not_printed() {
    let scene = Scene::new();
    for (bytes, line) in [
        (&b"hidden\r\nsecret \xff rest"[..], 2),
        (b"\xc3(", 1),
        (b"a\nb\n\xed\xa0\x80", 3),
        (b"cut off \xf0\x9f\x98", 1),
    ] {
        let scene = Scene::new().with("good", "fine\nlines\n").with("bad", bytes);
        let output = scene.run(&["anonymize", "--map", "map", "good", "bad"], b"");
        assert_eq!((status(&output), output.stdout.as_slice()), (65, &b""[..]));
        assert_eq!(stderr(&output), format!("error: bad, line {line}: not UTF-8\n"));
        assert_eq!(scene.json("map"), serde_json::json!([]));
        let output = scene.run(&["deanonymize"], bytes);
        assert_eq!(status(&output), 65);
        assert_eq!(stderr(&output), format!("error: standard input, line {line}: not UTF-8\n"));
    }
    // What was printed before can be restored.
    let text = long_text(3 << 20);
    let output = scene.run(&["anonymize", "--map", "map"], &[text.as_bytes(), b"\xff"].concat());
    assert_eq!(status(&output), 65);
    assert!(output.stdout.len() > 1 << 20);
    let restored = scene.printed(&["deanonymize", "--map", "map"], &output.stdout);
    assert!(text.as_bytes().starts_with(&restored));
}

#[test]
fn characters_cut_by_reads_are_put_together() {
    let scene = Scene::new();
    for shift in 0..4 {
        let text = format!("{}{}", "-".repeat(shift), "😀\n".repeat(500_000));
        assert!(scene.text(&["anonymize"], text.as_bytes()) == text);
    }
}

#[test]
fn misspelt_names_are_answered_with_the_nearest() {
    let scene = Scene::new();
    for (arguments, words) in [
        (&["--method", "redcat"][..], "did you mean `REDACT`?"),
        (
            &["--entities", "EMAIL_ADDRESS,emial_address"],
            "unknown label emial_address; the nearest known: EMAIL_ADDRESS",
        ),
        (&["--entities", "zzz"], "unknown label zzz; `masquerade entities` lists the known ones"),
        (&["--threshold", "1.5"], "must be a number from 0 to 1"),
        (&["--threshold", "NaN"], "must be a number from 0 to 1"),
        (&["--ner", "ful"], "full"),
        (&["--tenant", "a/b"], "must be 1 to 64 letters"),
    ] {
        let output = scene.run(&[&["anonymize"], arguments].concat(), b"jane@example.com");
        assert_eq!((status(&output), output.stdout.len()), (64, 0), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(
        scene.text(&["anonymize", "--ner", "off", "--entities", "contact", "--threshold", "0.5"], b"a@x.org"),
        "[EMAIL_ADDRESS_1]"
    );
}

#[test]
fn keyed_methods_and_restoring_without_a_map_need_a_secret() {
    let scene = Scene::new().with("conf", "[anonymization.methods]\nEMAIL_ADDRESS = \"ENCRYPT\"\n");
    for arguments in [&["anonymize", "--method", "HASH"][..], &["anonymize", "--config", "conf"], &["deanonymize"]] {
        let output = scene.run_with(arguments, &[], b"jane@example.com");
        assert_eq!((status(&output), output.stdout.len()), (64, 0), "{arguments:?}");
        assert!(stderr(&output).contains("MASQUERADE_SECRET"), "{}", stderr(&output));
    }
    let output = scene.run_with(&["anonymize", "--method", "SYNTHETIC"], &[], b"jane@example.com");
    assert_eq!((status(&output), stderr(&output)), (0, ""));
    let hash = ["anonymize", "--method", "HASH"];
    assert_eq!(scene.text(&hash, b"jane@example.com"), scene.text(&hash, b"jane@example.com"));
    // A flag's method holds for all labels.
    assert_eq!(scene.text(&["anonymize", "--config", "conf", "--method", "redact"], b"a@x.org"), "[EMAIL_ADDRESS_1]");
}

#[test]
fn files_that_cannot_be_used_are_named_before_anything_is_printed() {
    let scene =
        Scene::new().with("in", "jane@example.com").with("broken", "[{\"text\": \"SECRET\"}, 5]").with("no", "{");
    for (arguments, code, words) in [
        (&["anonymize", "in", "missing"][..], 74, "missing: No such file"),
        (&["anonymize", "in", "."], 74, ".: is a directory"),
        (&["anonymize", "--map", "x/y", "in"], 74, "x/y: No such file"),
        (&["deanonymize", "--map", "missing", "in"], 74, "missing: No such file"),
        (&["deanonymize", "--map", "broken", "in"], 65, "broken: /0/anonymized_text: is required\nbroken: /1: must be"),
        (&["deanonymize", "--map", "no", "in"], 65, "no: line 1, column 1"),
    ] {
        let output = scene.run(arguments, b"");
        assert_eq!((status(&output), output.stdout.len()), (code, 0), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words) && !stderr(&output).contains("SECRET"), "{}", stderr(&output));
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let scene = Scene::new().with("in", long_text(3 << 20));
    for arguments in [&["anonymize", "in"][..], &["entities"]] {
        let mut child = scene.command(arguments, &[SECRET]).spawn().unwrap();
        let mut first = [0; 1];
        child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((status(&output), stderr(&output)), (0, ""), "{arguments:?}");
    }
}

#[test]
fn entities_lists_every_label_as_a_table_and_as_json() {
    let recognizer = "[[recognizers]]\nname = \"staff\"\nlabel = \"STAFF_ID\"\nregex = 'S-\\d{6}'\n";
    let scene = Scene::new().with("conf", recognizer);
    let table = scene.text(&["entities", "--config", "conf"], b"");
    let mut lines = table.lines();
    let head = lines.next().unwrap();
    let columns: Vec<usize> = ["VALIDATION", "THRESHOLD", "DEFAULT", "LANGUAGES", "GROUPS", "EXAMPLE", "DESCRIPTION"]
        .iter()
        .map(|name| head.find(name).unwrap())
        .collect();
    let rows: Vec<&str> = lines.collect();
    let detector = Detector::with_model(Vec::new(), Model::embedded().unwrap()).unwrap();
    let json: Value = serde_json::from_slice(&scene.printed(&["entities", "--json", "--config", "conf"], b"")).unwrap();
    let listed = json["entities"].as_array().unwrap();
    assert_eq!((rows.len(), listed.len()), (detector.labels().len() + 1, detector.labels().len() + 1));
    for name in detector.labels().iter().map(|info| info.name).chain(["STAFF_ID"]) {
        let row = rows.iter().find(|row| row.starts_with(&format!("{name} "))).unwrap();
        for &at in &columns {
            assert!(row[..at].ends_with("  ") && !row[at..].starts_with(' '), "{row}");
        }
        let entity = listed.iter().find(|entity| entity["label"] == name).unwrap();
        for member in ["description", "groups", "validation", "threshold", "languages", "example"] {
            assert!(!entity[member].is_null(), "{name}: {member}");
        }
    }
    assert_eq!(scene.text(&["anonymize", "--config", "conf"], b"by S-123456"), "by [STAFF_ID_1]");
}

#[test]
fn help_teaches() {
    let scene = Scene::new();
    for command in ["anonymize", "deanonymize", "entities"] {
        let help = scene.text(&[command, "--help"], b"");
        assert!(help.contains("Examples:") && help.contains(&format!("masquerade {command}")), "{help}");
        assert!(scene.text(&["--help"], b"").contains(&format!("masquerade {command}")));
    }
}
