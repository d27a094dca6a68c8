//! The floors of the house: which module may import which. See the architecture in `src/lib.rs`.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Each floor with the floors it may stand on.
const FLOORS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("entity", &["text"]),
    ("input", &[]),
    ("keys", &[]),
    ("ner", &["text"]),
    ("config", &["entity", "input", "ner"]),
    ("codec", &["text"]),
    ("detect", &["text", "entity", "config", "ner"]),
    ("anonymize", &["text", "entity", "keys"]),
    ("store", &["anonymize", "entity", "keys", "config"]),
    ("access", &["config"]),
    ("problem", &["input"]),
    ("telemetry", &["config"]),
    ("profile", &["text"]),
    (
        "engine",
        &["profile", "codec", "text", "entity", "input", "keys", "ner", "config", "detect", "anonymize", "store"],
    ),
    ("eval", &["text", "entity", "input"]),
    (
        "server",
        &[
            "text",
            "entity",
            "input",
            "keys",
            "ner",
            "config",
            "codec",
            "detect",
            "anonymize",
            "store",
            "access",
            "problem",
            "telemetry",
            "profile",
            "engine",
        ],
    ),
    (
        "cli",
        &[
            "text",
            "entity",
            "input",
            "keys",
            "ner",
            "config",
            "codec",
            "detect",
            "anonymize",
            "store",
            "access",
            "problem",
            "telemetry",
            "profile",
            "engine",
            "eval",
            "server",
        ],
    ),
];

fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The code of a file without its comments and without its tests, which may look anywhere.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The top-level modules that `code` names, by `crate::x` or `use crate::{x::…, y}`.
fn imports(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut word = String::new();
            for c in list.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => found.extend(Some(std::mem::take(&mut word))),
                    _ if depth == 0 => word.push(c),
                    _ => {}
                }
            }
            found.insert(word);
        } else {
            found.insert(rest.to_owned());
        }
    }
    let first =
        |path: &String| path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    found.iter().map(first).filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_module_imports_only_the_floors_below_it() {
    let mut seen = BTreeSet::new();
    for path in sources(&src()) {
        let inside = path.strip_prefix(src()).unwrap();
        let name = inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if name == "lib" || name == "main" {
            continue;
        }
        let (_, below) = *FLOORS
            .iter()
            .find(|(floor, _)| *floor == name)
            .unwrap_or_else(|| panic!("{name} is not in the list of floors: add it, and to src/lib.rs"));
        seen.insert(name.clone());
        for import in imports(&code(&path)) {
            assert!(
                import == name || below.contains(&import.as_str()),
                "{} imports {import}, which is not below {name}",
                inside.display()
            );
        }
    }
    for (floor, _) in FLOORS {
        assert!(seen.contains(*floor), "the list of floors names {floor}, which is gone");
    }
}

#[test]
fn only_the_server_and_its_start_know_pingora() {
    for path in sources(&src()) {
        let inside = path.strip_prefix(src()).unwrap();
        let allowed = inside.starts_with("server") || inside == Path::new("main.rs");
        assert!(allowed || !code(&path).contains("pingora_"), "{} names pingora", inside.display());
    }
}

#[test]
fn the_library_describes_every_floor() {
    let architecture = fs::read_to_string(src().join("lib.rs")).unwrap();
    for (floor, _) in FLOORS {
        assert!(architecture.contains(&format!("`{floor}`")), "src/lib.rs does not describe `{floor}`");
    }
}

#[test]
fn imports_are_read_in_every_spelling() {
    let code = "use crate::{text::{Span, Unit}, entity::Label, keys};\nlet x = crate::store::Memory::new();";
    assert_eq!(imports(code).into_iter().collect::<Vec<_>>(), ["entity", "keys", "store", "text"]);
}
