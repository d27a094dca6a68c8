//! The commands of the documentation: each is run as it stands, or by a check that is named and has it.
//!
//! The README's are those of its blocks, of its prose and of its tables; other documents have theirs in blocks alone.

mod commands;
mod document;

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
};

use serde_json::Value;

use self::{
    commands::{BLOCKS, SPANS, Trial},
    document::{Block, Document, root},
};
use crate::{common::binary::Masquerade, fake::Fake};

/// The key that the documentation uses.
const KEY: &str = "try-me-0123456789abcdef01";

/// The documents with commands.
const DOCUMENTS: [&str; 5] =
    ["README.md", "docs/detection.md", "docs/litellm.md", "docs/presidio.md", "docs/scaling.md"];

/// The scripts that are run as they are: before each change, and by hand.
const CHECKS: [&str; 2] = [".ci/run", ".ci/all"];

fn blocks() -> impl Iterator<Item = Block> {
    let blocks = DOCUMENTS.into_iter().flat_map(|path| Document::read(path).blocks);
    blocks.filter(|block| block.language == "sh")
}

fn trial_of(block: &Block) -> Option<(Trial, Option<&'static str>)> {
    let found = BLOCKS.iter().find(|(line, ..)| *line == block.first_line());
    found.map(|(_, trial, prints)| (*trial, *prints))
}

#[test]
fn every_command_has_a_trial_and_every_trial_a_command() {
    let blocks: Vec<Block> = blocks().collect();
    for block in &blocks {
        let Block { document, text, .. } = block;
        assert!(trial_of(block).is_some(), "{document}: say in tests/proxy/readme/commands.rs what runs\n{text}");
    }
    for (line, trial, _) in BLOCKS {
        assert!(blocks.iter().any(|block| block.first_line() == *line), "no document has: {line}");
        check(line, trial);
    }
    let commands = Document::read("README.md").commands();
    for command in &commands {
        let is_known = SPANS.iter().any(|(known, _)| known == command);
        assert!(is_known, "README.md: say in tests/proxy/readme/commands.rs what runs `{command}`");
    }
    for (command, trial) in SPANS {
        assert!(commands.iter().any(|known| known == command), "README.md does not have `{command}`");
        check(command, trial);
    }
}

/// Holds a trial to its command: a script has its words, and so has the line of a check, which is itself run by one of [`CHECKS`].
#[track_caller]
fn check(command: &str, trial: &Trial) {
    let script = match trial {
        Trial::Run => return,
        Trial::Script(script) => script,
        Trial::Check { file, line, needs } => {
            let text = fs::read_to_string(root().join(file)).expect("a check");
            assert!(has_line(&text, line), "{file} does not run: {line}");
            assert!(text.contains(needs), "{file} does not say that it needs {needs}");
            let is_run_by = |check: &&str| {
                **check == **file || has_line(&fs::read_to_string(root().join(check)).expect("a check"), file)
            };
            assert!(CHECKS.iter().any(is_run_by), "nothing runs {file}");
            line
        }
    };
    // A name in capitals and a word with an ellipsis are the reader's to fill. `serve` does not end.
    let is_gap = |word: &str| word.chars().all(|c| c.is_ascii_uppercase()) || matches!(word, "\\" | "serve");
    for word in command.split_whitespace().filter(|word| !is_gap(word)) {
        let word = word.split('…').next().unwrap_or_default();
        assert!(script.contains(word), "`{command}` is not run by: {script}");
    }
}

/// Reports whether a script has this line, which no condition precedes.
fn has_line(script: &str, line: &str) -> bool {
    script.lines().any(|own| own.trim() == line)
}

#[test]
fn no_other_document_has_commands() {
    for entry in fs::read_dir(root().join("docs")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = format!("docs/{}", path.file_name().expect("a name").to_string_lossy());
        let has_commands = path.extension().is_some_and(|extension| extension == "md")
            && fs::read_to_string(&path).expect("a document").lines().any(|line| line == "```sh");
        assert!(!has_commands || DOCUMENTS.contains(&name.as_str()), "{name} is missing in tests/proxy/readme");
    }
}

#[test]
fn blocks_are_in_languages_that_are_tried() {
    for block in DOCUMENTS.into_iter().flat_map(|path| Document::read(path).blocks) {
        let is_known = matches!(block.language.as_str(), "sh" | "text" | "json" | "toml" | "yaml");
        assert!(is_known, "{}: ```{} (commands are `sh`)", block.document, block.language);
    }
}

/// A reader's folder with the files that the documentation names, beside a service at the address that it names.
struct Reader {
    service: Masquerade,
    upstream: Fake,
    folder: tempfile::TempDir,
}

impl Reader {
    fn new() -> Self {
        let (folder, upstream) = (tempfile::tempdir().expect("a folder"), Fake::ok());
        let readme = Document::read("README.md");
        let routes = &readme.block("toml", "name = \"anthropic\"").text;
        let audit = folder.path().join("audit.jsonl");
        let config = routes
            .replace("https://api.openai.com", &upstream.url())
            .replace("https://api.anthropic.com", &upstream.url());
        let service = Masquerade::start_with(
            &format!("{config}\n[faces.presidio]\nauth = \"none\"\n[audit]\nfile = {audit:?}\n"),
            &[("MASQUERADE_API_KEY", KEY), ("MASQUERADE_DETECTION__NER", "full")],
        );
        let texts = &readme.block("json", "\"label\": \"CLIENT\"").text;
        let agent = "#!/bin/sh\nexec curl -sf -H 'Content-Type: application/json' -d '{\"model\": \"m\", \"messages\": [{\"role\": \
                     \"user\", \"content\": \"Write to jane.roe@example.com\"}]}' \"$OPENAI_BASE_URL/chat/completions\"\n";
        for (name, text) in [
            ("gateway.toml", routes.as_str()),
            ("running.toml", &format!("[server]\nadmin_listen = \"{}\"\n", service.admin)),
            ("my.jsonl", texts),
            ("texts.jsonl", texts),
            ("names.toml", "CLIENT = \"-\"\nEMAIL = \"-\"\nPHONE = \"PHONE_NUMBER\"\nROOM = \"-\"\n"),
            ("policy/gateway.toml", &readme.block("toml", "policy = [").text),
            ("policy/cases.toml", &readme.block("toml", "[[cases]]").text),
            ("bin/my-agent", agent),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, text).expect("a file");
        }
        fs::create_dir(folder.path().join("home")).expect("a home");
        let agent = folder.path().join("bin/my-agent");
        fs::set_permissions(agent, fs::Permissions::from_mode(0o755)).expect("a program");
        Self { service, upstream, folder }
    }

    /// Runs a script. Its output and its exit status.
    fn run(&self, script: &str) -> Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_masquerade")).parent().expect("a folder");
        let own = self.folder.path().join("bin");
        let path = format!("{}:{}:{}", own.display(), binary.display(), std::env::var("PATH").unwrap_or_default());
        let script = script.replace("127.0.0.1:8080", &self.service.api.to_string());
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", &script]).current_dir(self.folder.path()).env_clear();
        shell.env("PATH", path).env("HOME", self.folder.path().join("home")).env("UPSTREAM", self.upstream.url());
        shell.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR")).output().expect("a shell")
    }

    /// Runs a script to its good end. Its output.
    #[track_caller]
    fn succeed(&self, script: &str) -> String {
        let Output { status, stdout, stderr } = self.run(script);
        let (said, errors) = (String::from_utf8(stdout).expect("text"), String::from_utf8_lossy(&stderr).into_owned());
        assert!(status.success() && !errors.contains("error"), "{script}\n{said}\n{errors}");
        said
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("a file")
    }
}

/// The text of the first block of this language behind a block.
fn behind(block: &Block, language: &str) -> String {
    let blocks = Document::read(block.document).blocks;
    let later = blocks.iter().skip_while(|other| other.text != block.text);
    later.into_iter().find(|other| other.language == language).expect("an output").text.clone()
}

#[test]
fn the_blocks_of_the_documentation_do_what_it_says() {
    let reader = Reader::new();
    for block in blocks() {
        let (trial, prints) = trial_of(&block).expect("a trial");
        let said = match trial {
            Trial::Run => reader.succeed(&block.text),
            Trial::Script(script) => reader.succeed(script),
            Trial::Check { .. } => continue,
        };
        let expected = prints.map(|language| behind(&block, language));
        match (prints, expected) {
            (Some("json"), Some(expected)) => {
                let json = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
                assert_eq!(json(&said), json(&expected), "{}", block.text);
            }
            // A last line says how long it took.
            (_, Some(expected)) => assert!(said.starts_with(expected.trim_end()), "{}\n{said}", block.text),
            _ if block.text.contains("deanonymize --map") => {
                assert_eq!(said, reader.file("letter.txt"));
                let masked = "Dear Ms [PERSON_1], we have written to [EMAIL_ADDRESS_1].\n";
                assert_eq!(reader.file("masked.txt"), masked);
            }
            _ => assert!(!said.contains("\"error\""), "{said}"),
        }
    }
}

#[test]
fn the_commands_within_the_lines_of_the_readme_do_what_it_says() {
    let reader = Reader::new();
    for (command, trial) in SPANS {
        match trial {
            Trial::Run => _ = reader.succeed(command),
            Trial::Script(script) => _ = reader.succeed(script),
            Trial::Check { .. } => {}
        }
    }
}

#[test]
fn the_requests_of_the_readme_are_answered() {
    let reader = Reader::new();
    let readme = Document::read("README.md");
    let headings = readme.requests_of_headings();
    assert!(headings.len() >= 3, "{headings:?}");
    for request in headings {
        // The body is the first block below the heading.
        let body = readme.blocks.iter().find(|block| block.heading == request && block.language == "json");
        reader.request(request, &body.expect("a body").text);
    }
    // A session that there is to ask for.
    reader.request("POST /v1/anonymize", r#"{"text": ["Write to jane.roe@example.com"]}"#);
    let requests = readme.requests();
    assert!(requests.len() >= 5, "{requests:?}");
    for request in requests {
        let (request, body) = request
            .split_once(" {\"")
            .map_or((request.as_str(), None), |(request, body)| (request, Some(format!("{{\"{body}"))));
        reader.request(&request.replace("{id}", "default"), body.as_deref().unwrap_or_default());
    }
}

impl Reader {
    /// Sends a request to the API, which must succeed.
    #[track_caller]
    fn request(&self, request: &str, body: &str) {
        let (method, path) = request.split_once(' ').expect("a method and a path");
        let body = if body.is_empty() {
            String::new()
        } else {
            format!("-H 'Content-Type: application/json' -d '{}'", body.trim().replace('\'', "'\\''"))
        };
        self.succeed(&format!("curl -sSf -X {method} -H 'X-API-Key: {KEY}' {body} http://127.0.0.1:8080{path}"));
    }
}
