//! The commands of the documentation, each with its trial: the one place that says what runs it.

/// The trial of a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trial {
    /// The command is run as it stands.
    Run,
    /// This script is run, which has the command with its gaps filled.
    Script(&'static str),
    /// A check runs it, since a test has not what it needs.
    Check {
        /// The script.
        file: &'static str,
        /// The line in it that has the command with its gaps filled.
        line: &'static str,
        /// What a test does not have: the script says so in these words.
        needs: &'static str,
    },
}

use Trial::{Check, Run, Script};

/// A way of installing, tried by its own script in a fresh clone.
const fn install(line: &'static str, needs: &'static str) -> Trial {
    Check { file: "tests/install/run", line, needs }
}

/// A script with other people's programs.
const fn all(line: &'static str, needs: &'static str) -> Trial {
    Check { file: ".ci/all", line, needs }
}

/// The blocks of shell lines of all documents by their first line, each with the language of the block behind it that has its output.
pub(super) const BLOCKS: &[(&str, Trial, Option<&str>)] = &[
    (
        "MASQUERADE_API_KEY=try-me-0123456789abcdef01 cargo run --release",
        install("MASQUERADE_API_KEY=try-me-0123456789abcdef01 cargo run --release &", "cargo"),
        None,
    ),
    ("curl -s http://127.0.0.1:8080/v1/anonymize \\", Run, Some("json")),
    ("curl -s http://127.0.0.1:8080/v1/deanonymize \\", Run, Some("json")),
    ("cargo test", Check { file: ".ci/run", line: "cargo test --locked --workspace", needs: "Rust" }, None),
    ("echo 'Dear Ms Roe, we have written to jane.roe@example.com.' > letter.txt", Run, None),
    // Served, too: the service of these tests has the same routes.
    (
        "masquerade serve --config gateway.toml",
        Script("masquerade check --config gateway.toml # serve: the service of these tests"),
        None,
    ),
    (
        "export PRESIDIO_ANALYZER_API_BASE=http://127.0.0.1:8080/presidio",
        Script(
            "export PRESIDIO_ANALYZER_API_BASE=http://127.0.0.1:8080/presidio
             export PRESIDIO_ANONYMIZER_API_BASE=http://127.0.0.1:8080/presidio
             curl -sf $PRESIDIO_ANALYZER_API_BASE/supportedentities && curl -sf $PRESIDIO_ANONYMIZER_API_BASE/anonymizers",
        ),
        None,
    ),
    ("masquerade eval my.jsonl --map CLIENT=PERSON", Run, Some("text")),
    // The texts of the document belong to others; these are annotated with the same names.
    (
        "masquerade eval texts.jsonl --ner off --entities PHONE_NUMBER,PASSWORD,US_ZIP_CODE,CREDIT_CARD,US_SSN --map-file names.toml \\",
        Run,
        None,
    ),
    ("curl -s http://127.0.0.1:8080/presidio/analyze -H 'Content-Type: application/json' \\", Run, None),
];

/// The chat that is sent to a base URL.
macro_rules! chat {
    ($before:literal, $url:literal) => {
        Script(concat!(
            $before,
            "\ncurl -sf -H 'Content-Type: application/json' -d '{\"model\": \"m\", \"max_tokens\": 9, \"messages\": ",
            "[{\"role\": \"user\", \"content\": \"Write to jane.roe@example.com\"}]}' ",
            $url,
            " | grep -q ok"
        ))
    };
}

/// The scored texts with one more flag.
macro_rules! eval {
    ($flags:literal) => {
        Script(concat!("masquerade eval my.jsonl --map CLIENT=PERSON ", $flags))
    };
}

/// The commands within the README's lines.
pub(super) const SPANS: &[(&str, Trial)] = &[
    ("cargo run --release", install("MASQUERADE_API_KEY=try-me-0123456789abcdef01 cargo run --release &", "cargo")),
    ("rustup target add x86_64-unknown-linux-musl", install("rustup target add x86_64-unknown-linux-musl", "rustup")),
    (
        "cargo build --release --bin masquerade --target x86_64-unknown-linux-musl",
        install("cargo build --release --bin masquerade --target x86_64-unknown-linux-musl", "musl-gcc"),
    ),
    (
        "export MASQUERADE_SECRET=$(openssl rand -hex 32) MASQUERADE_API_KEY=$(openssl rand -hex 16)",
        install(
            "export MASQUERADE_SECRET=$(openssl rand -hex 32) MASQUERADE_API_KEY=$(openssl rand -hex 16)",
            "openssl",
        ),
    ),
    (
        "docker compose -f conf/deploy/compose.yaml up --build",
        install("docker compose -f conf/deploy/compose.yaml up --build --detach", "docker"),
    ),
    (
        "--profile monitoring",
        install("docker compose -f conf/deploy/compose.yaml --profile monitoring up --build --detach", "docker"),
    ),
    (
        "helm install masquerade conf/helm/masquerade --set secret.value=$(openssl rand -hex 32) --set image.repository=…",
        install(
            "helm install masquerade conf/helm/masquerade --set secret.value=$(openssl rand -hex 32) --set image.repository=localhost/masquerade",
            "helm",
        ),
    ),
    ("cargo install --path .", install("cargo install --path .", "cargo")),
    (
        "OPENAI_BASE_URL=http://127.0.0.1:8080/v1",
        chat!("OPENAI_BASE_URL=http://127.0.0.1:8080/v1", "$OPENAI_BASE_URL/chat/completions"),
    ),
    (
        "ANTHROPIC_BASE_URL=http://127.0.0.1:8080/anthropic",
        chat!("ANTHROPIC_BASE_URL=http://127.0.0.1:8080/anthropic", "$ANTHROPIC_BASE_URL/v1/messages"),
    ),
    ("OLLAMA_HOST=http://127.0.0.1:8080", chat!("OLLAMA_HOST=http://127.0.0.1:8080", "$OLLAMA_HOST/api/chat")),
    ("curl http://127.0.0.1:8080/v1/chat/completions …", chat!("", "http://127.0.0.1:8080/v1/chat/completions")),
    (
        "masquerade setup claude-code",
        Script("masquerade setup claude-code\ngrep -q 127.0.0.1 $HOME/.claude/settings.json"),
    ),
    (
        "masquerade setup claude-code --undo",
        Script("masquerade setup claude-code --undo\ntest ! -e $HOME/.claude/settings.json"),
    ),
    ("--dry-run", Script("masquerade setup claude-code --dry-run\ntest ! -e $HOME/.claude/settings.json")),
    (
        "masquerade run -- my-agent",
        Script("OPENAI_BASE_URL=$UPSTREAM/v1 masquerade run -- my-agent 2>&1 | grep -q 'masked EMAIL_ADDRESS 1'"),
    ),
    ("masquerade verify --config gateway.toml", Run),
    (
        "cargo test --test proxy conformance -- --nocapture",
        Check { file: "tests/install/run", line: "cargo test --test proxy conformance -- --nocapture", needs: "cargo" },
    ),
    ("tests/clients/run", Check { file: ".ci/run", line: "tests/clients/run", needs: "pip" }),
    ("tests/agents/run", all("tests/agents/run", "npm")),
    ("tests/shippers/run", all("tests/shippers/run", "pip")),
    ("tests/litellm/run", all("tests/litellm/run", "pip")),
    ("tests/browser/run", all("tests/browser/run", "Chromium")),
    ("tests/install/run", all("tests/install/run", "podman")),
    (".ci/run", all(".ci/run", "Rust")),
    (
        "masquerade policy test cases.toml --config gateway.toml",
        Script("cd policy && masquerade policy test cases.toml --config gateway.toml"),
    ),
    ("--route", Script("cd policy && masquerade policy test cases.toml --config gateway.toml --route llm")),
    ("--ner", Script("echo 'Write to Jane Roe' | masquerade anonymize --ner fast")),
    ("masquerade-train", install("cargo run --release -p masquerade-train -- --help", "cargo")),
    (
        "cargo run --release -p masquerade-train -- --help",
        install("cargo run --release -p masquerade-train -- --help", "cargo"),
    ),
    ("masquerade check", Run),
    ("masquerade check --config FILE", Script("masquerade check --config gateway.toml")),
    ("--config", Script("masquerade check --config gateway.toml")),
    (
        "MASQUERADE_SERVER__LISTEN=…",
        Script("MASQUERADE_SERVER__LISTEN=127.0.0.1:1 masquerade check | grep 127.0.0.1:1"),
    ),
    ("masquerade keygen", Run),
    ("--entities", eval!("--entities EMAIL_ADDRESS")),
    ("--threshold", eval!("--threshold 0.9")),
    ("--plots DIR", eval!("--plots plots\ntest -n \"$(ls plots)\"")),
    ("--json FILE", eval!("--json report.json\ntest -s report.json")),
    ("--errors FILE", eval!("--errors errors.jsonl\ntest -s errors.jsonl")),
    ("--min-f1 0.8 --max-leak CREDIT_CARD=0", eval!("--min-f1 0.8 --max-leak CREDIT_CARD=0")),
    ("--show-text", eval!("--show-text --errors errors.jsonl\ngrep -q 4000 errors.jsonl")),
    ("masquerade eval --help", Run),
    ("masquerade verify-audit", Script("masquerade verify-audit audit.jsonl")),
    ("masquerade health", Script("masquerade health --config running.toml")),
    ("masquerade entities", Run),
];
