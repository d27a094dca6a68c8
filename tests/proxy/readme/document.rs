//! The parts of a document that a reader may type: blocks, code within a line, and requests to the API.

use std::{fs, path::Path};

/// The root of the repository.
pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A fenced block of a document.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) document: &'static str,
    pub(super) language: String,
    pub(super) text: String,
    /// The last heading before it.
    pub(super) heading: String,
}

impl Block {
    pub(super) fn first_line(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

/// A document as its blocks and the text outside of them.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) blocks: Vec<Block>,
    prose: String,
}

impl Document {
    pub(super) fn read(path: &'static str) -> Self {
        let text = fs::read_to_string(root().join(path)).expect("a document");
        let (mut document, mut heading) = (Self::default(), String::new());
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(language) = line.strip_prefix("```") {
                let inside: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
                let (language, text) = (language.to_owned(), inside.join("\n") + "\n");
                document.blocks.push(Block { document: path, language, text, heading: heading.clone() });
                continue;
            }
            if let Some(title) = line.strip_prefix('#') {
                heading = title.trim_start_matches('#').trim().to_owned();
            }
            document.prose.push_str(line);
            document.prose.push('\n');
        }
        document
    }

    /// The first block of a language with these words.
    pub(super) fn block(&self, language: &str, words: &str) -> &Block {
        let mut blocks = self.blocks.iter();
        let found = blocks.find(|block| block.language == language && block.text.contains(words));
        found.unwrap_or_else(|| panic!("no {language} block has {words}"))
    }

    /// The headings that are requests: a method and a path.
    pub(super) fn requests_of_headings(&self) -> Vec<&str> {
        let headings = self.prose.lines().filter(|line| line.starts_with('#'));
        headings.map(|line| line.trim_start_matches('#').trim()).filter(|line| is_request(line)).collect()
    }

    /// Code within the lines, in prose, in tables and in the comments of settings, with single spaces.
    fn spans(&self) -> Vec<String> {
        let settings = self.blocks.iter().filter(|block| matches!(block.language.as_str(), "toml" | "yaml"));
        let comments = settings.flat_map(|block| block.text.lines().filter_map(|line| line.split_once('#')));
        let comments = comments.flat_map(|(_, comment)| spans(comment));
        self.prose.split("\n\n").flat_map(spans).chain(comments).collect()
    }

    /// Commands within the lines.
    pub(super) fn commands(&self) -> Vec<String> {
        let mut commands: Vec<String> = self.spans().into_iter().filter(|span| is_command(span)).collect();
        commands.dedup();
        commands
    }

    /// Requests to the API within the lines.
    pub(super) fn requests(&self) -> Vec<String> {
        self.spans().into_iter().filter(|span| is_request(span)).collect()
    }
}

/// The code between backticks of a paragraph.
fn spans(paragraph: &str) -> Vec<String> {
    let parts = paragraph.split('`').skip(1).step_by(2);
    parts.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn is_request(span: &str) -> bool {
    span.split_once(' ').is_some_and(|(method, path)| {
        matches!(method, "GET" | "POST" | "PUT" | "PATCH" | "DELETE") && path.starts_with('/')
    })
}

/// Reports whether code is something that a reader may type into a shell: a program with arguments, a variable with its value, a flag, a
/// program of this workspace, or a script of this repository.
fn is_command(span: &str) -> bool {
    let (first, rest) = span.split_once(' ').unwrap_or((span, ""));
    let is_program = first.starts_with(|c: char| c.is_ascii_lowercase() || c == '.' || c == '/')
        && first.chars().all(|c| c.is_ascii_alphanumeric() || "._/-".contains(c));
    let is_value = rest.starts_with(['=', ':']) || rest.is_empty();
    let is_variable = first.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    });
    let is_flag = first.len() > 2 && first.starts_with("--");
    let is_ours = matches!(span, "masquerade" | "masquerade-train") || is_script(span);
    (is_program && !is_value) || is_variable || is_flag || is_ours
}

/// Reports whether this is the path of a script of the repository.
fn is_script(path: &str) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let metadata = if path.contains('/') { fs::metadata(root().join(path)) } else { return false };
    metadata.is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[test]
fn what_a_reader_may_type_is_a_command() {
    for command in [
        "npx something --new",
        "pip install masquerade",
        "./run this",
        "OPENAI_BASE_URL=http://127.0.0.1:8080/v1",
        "--new-flag",
        "masquerade new",
        "tests/browser/run",
        "export A=b",
    ] {
        assert!(is_command(command), "{command}");
    }
    for other in [
        "profile = \"json\"",
        "[store] kind = \"disk\"",
        "Ville : …",
        "Jane Roe",
        "first_name",
        "src/lib.rs",
        "GET /x",
        "docs/audit.md",
    ] {
        assert!(!is_command(other), "{other}");
    }
    assert_eq!(spans("a `b\n c` and `d`."), ["b c", "d"]);
}
