//! The commands of the documentation: each block of shell lines is run as it stands, or listed with the reason why not.

use std::{fs, path::Path, process::Command};

use crate::common::binary::Masquerade;

/// The key that the documentation uses.
const KEY: &str = "try-me-0123456789abcdef01";

/// The documents with commands.
const DOCUMENTS: [&str; 5] =
    ["README.md", "docs/detection.md", "docs/litellm.md", "docs/presidio.md", "docs/scaling.md"];

/// The treatment of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Treatment {
    /// Run in a folder of its own, beside a service; its output is that of the block of this language behind it.
    Run(Option<&'static str>),
    /// Run, beside a service, with the block of this language before it in this file.
    RunWith { language: &'static str, file: &'static str, prints: Option<&'static str> },
    /// A block that is not run, for this reason.
    Elsewhere(&'static str),
}

use Treatment::{Elsewhere, Run, RunWith};

/// The treatment of all blocks, by their first line.
const BLOCKS: &[(&str, Treatment)] = &[
    (
        "MASQUERADE_API_KEY=try-me-0123456789abcdef01 cargo run --release",
        Elsewhere("a release build; the service of these tests has this key"),
    ),
    ("curl -s http://127.0.0.1:8080/v1/anonymize \\", Run(Some("json"))),
    ("curl -s http://127.0.0.1:8080/v1/deanonymize \\", Run(Some("json"))),
    ("cargo test", Elsewhere("this is one of them")),
    ("echo 'Dear Ms Roe, we have written to jane.roe@example.com.' > letter.txt", Run(None)),
    (
        "masquerade serve --config gateway.toml",
        // The service of the tests runs already, so that the file is only checked.
        RunWith { language: "toml", file: "gateway.toml", prints: None },
    ),
    (
        "export PRESIDIO_ANALYZER_API_BASE=http://127.0.0.1:8080/presidio",
        Elsewhere("settings of LiteLLM, which tests/litellm/run tries"),
    ),
    (
        "masquerade eval my.jsonl --map CLIENT=PERSON",
        RunWith { language: "json", file: "my.jsonl", prints: Some("text") },
    ),
    (
        "masquerade eval texts.jsonl --ner off --entities PHONE_NUMBER,PASSWORD,US_ZIP_CODE,CREDIT_CARD,US_SSN --map-file names.toml \\",
        Elsewhere("the texts belong to others"),
    ),
    ("curl -s http://127.0.0.1:8080/presidio/analyze -H 'Content-Type: application/json' \\", Run(None)),
];

/// A fenced block of a document.
#[derive(Clone, Debug)]
struct Block {
    document: &'static str,
    language: String,
    text: String,
}

fn blocks() -> Vec<Block> {
    let mut found = Vec::new();
    for document in DOCUMENTS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
        let text = fs::read_to_string(path).expect("a document");
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(language) = line.strip_prefix("```") {
                let inside: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
                found.push(Block { document, language: language.to_owned(), text: inside.join("\n") + "\n" });
            }
        }
    }
    found
}

fn treatment(block: &Block) -> Option<Treatment> {
    let first = block.text.lines().next().unwrap_or_default();
    BLOCKS.iter().find(|(line, _)| *line == first).map(|(_, treatment)| *treatment)
}

#[test]
fn every_block_of_commands_is_run_or_has_a_reason() {
    let blocks: Vec<Block> = blocks().into_iter().filter(|block| block.language == "sh").collect();
    for block in &blocks {
        assert!(
            treatment(block).is_some(),
            "{}: say in tests/api/readme.rs what becomes of\n{}",
            block.document,
            block.text
        );
    }
    for (line, _) in BLOCKS {
        assert!(blocks.iter().any(|block| block.text.lines().next() == Some(*line)), "no document has: {line}");
    }
}

/// The documents with further commands.
#[test]
fn no_other_document_has_commands() {
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = format!("docs/{}", path.file_name().expect("a name").to_string_lossy());
        let has_commands = path.extension().is_some_and(|extension| extension == "md")
            && fs::read_to_string(&path).expect("a document").lines().any(|line| line == "```sh");
        assert!(!has_commands || DOCUMENTS.contains(&name.as_str()), "{name} is missing in tests/api/readme.rs");
    }
}

/// The text of the first block of this language in the document of `block`.
fn of<'b>(language: &str, block: &Block, mut blocks: impl Iterator<Item = &'b Block>) -> String {
    let is_same = |other: &&Block| other.document == block.document && other.language == language;
    blocks.find(is_same).unwrap_or_else(|| panic!("a {language} block at {}", block.text)).text.clone()
}

#[test]
fn the_commands_of_the_documentation_do_what_it_says() {
    let service = Masquerade::start_with(
        "[faces.presidio]\nauth = \"none\"\n",
        &[("MASQUERADE_API_KEY", KEY), ("MASQUERADE_DETECTION__NER", "full")],
    );
    let folder = tempfile::tempdir().expect("a folder");
    let blocks = blocks();
    let binary = Path::new(env!("CARGO_BIN_EXE_masquerade")).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.language == "sh") {
        let prints = match treatment(block).expect("a treatment") {
            Elsewhere(_) => continue,
            Run(prints) => prints,
            RunWith { language, file, prints } => {
                let text = of(language, block, blocks[..at].iter().rev());
                fs::write(folder.path().join(file), text).expect("a file");
                prints
            }
        };
        let script = block.text.replace("127.0.0.1:8080", &service.api.to_string());
        let script = script.replace("masquerade serve --config", "masquerade check --config");
        let done = Command::new("sh")
            .args(["-e", "-c", &script])
            .current_dir(folder.path())
            .env_clear()
            .env("PATH", &path)
            .output()
            .expect("a shell");
        let said = String::from_utf8(done.stdout).expect("text");
        let errors = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{}\n{said}\n{errors}", block.text);
        let expected = prints.map(|language| of(language, block, blocks[at..].iter()));
        match (prints, expected) {
            (Some("json"), Some(expected)) => {
                let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
                assert_eq!(json(&said), json(&expected), "{}", block.text);
            }
            // A last line says how long it took.
            (_, Some(expected)) => assert!(said.starts_with(expected.trim_end()), "{}\n{said}", block.text),
            _ if block.text.contains("deanonymize --map") => {
                let file = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
                assert_eq!(said, file("letter.txt"));
                assert_eq!(file("masked.txt"), "Dear Ms [PERSON_1], we have written to [EMAIL_ADDRESS_1].\n");
            }
            _ => assert!(block.text.contains("check") || !said.contains("error"), "{said}"),
        }
    }
}
