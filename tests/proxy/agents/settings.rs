//! `masquerade setup`, in homes made for a test.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Output};

use super::command::masquerade;

/// An agent, its file below the home, and what its file may hold before and after.
const CASES: [(&str, &str, &str, &[&str]); 9] = [
    ("aider", ".aider.conf.yml", "# mine\nmodel: gpt-4o\n", &["openai-api-base: http://127.0.0.1:8080/v1\n"]),
    (
        "claude-code",
        ".claude/settings.json",
        "{\n  // mine\n  \"permissions\": {\"allow\": [\"Bash(ls:*)\"]},\n  \"env\": {\n    \"A\": \"b\"\n  },\n}\n",
        &["\"ANTHROPIC_BASE_URL\": \"http://127.0.0.1:8080/anthropic\""],
    ),
    (
        "cline",
        ".cline/data/settings/providers.json",
        "{\n  \"version\": 1,\n  \"lastUsedProvider\": \"anthropic\",\n  \"providers\": {\n    \"anthropic\": {\n      \
         \"settings\": {\n        \"provider\": \"anthropic\",\n        \"apiKey\": \"mine\"\n      },\n      \
         \"updatedAt\": \"2026-05-05T05:05:05.000Z\"\n    }\n  }\n}\n",
        &[
            "\"baseUrl\": \"http://127.0.0.1:8080/anthropic/v1\"",
            "\"updatedAt\": \"2026-05-05T05:05:05.000Z\"",
            "\"provider\": \"openai-native\"",
            "\"baseUrl\": \"http://127.0.0.1:8080/v1\"",
            "\"baseUrl\": \"http://127.0.0.1:8080/gemini/v1beta\"",
        ],
    ),
    (
        "codex",
        ".codex/config.toml",
        "model = \"m\" # mine\nmodel_provider = \"openai\"\n\n[projects.\"/x\"]\ntrust_level = \"trusted\"\n",
        &[
            "model_provider = \"masquerade\"\n",
            "[model_providers.masquerade]\n",
            "base_url = \"http://127.0.0.1:8080/v1\"\n",
        ],
    ),
    (
        "continue",
        ".continue/config.yaml",
        "name: Mine\nmodels:\n  - name: A # mine\n    provider: anthropic\n    model: m\n  - name: Local\n    provider: openai\n    \
         apiBase: http://127.0.0.1:1234/v1\n",
        &[
            "    provider: anthropic\n    apiBase: http://127.0.0.1:8080/anthropic/v1 # masquerade\n    model: m\n",
            "    apiBase: http://127.0.0.1:1234/v1\n",
        ],
    ),
    ("gemini-cli", ".gemini/.env", "# mine\nA=b", &["A=b\nGOOGLE_GEMINI_BASE_URL=http://127.0.0.1:8080/gemini\n"]),
    (
        "goose",
        ".config/goose/config.yaml",
        "GOOSE_MODEL: m\nOPENAI_HOST: https://x.example\n",
        &["OPENAI_HOST: http://127.0.0.1:8080\n"],
    ),
    (
        "opencode",
        ".config/opencode/opencode.json",
        "{\"theme\": \"t\"}",
        &["\"baseURL\": \"http://127.0.0.1:8080/anthropic/v1\""],
    ),
    (
        "zed",
        ".config/zed/settings.json",
        "// Zed\n{\n  \"vim_mode\": true,\n}\n",
        &["\"api_url\": \"http://127.0.0.1:8080/v1\""],
    ),
];

fn setup(home: &Path, arguments: &[&str]) -> Output {
    masquerade(&[&["setup"], arguments].concat(), &[("HOME", home.to_str().unwrap())])
}

#[track_caller]
fn succeed(home: &Path, arguments: &[&str]) -> String {
    let output = setup(home, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The message of a setup that fails for what the files hold.
#[track_caller]
fn fail(home: &Path, arguments: &[&str]) -> String {
    let output = setup(home, arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(matches!(output.status.code(), Some(65 | 74)), "{said}");
    said
}

/// All files below a directory, with their texts.
fn files(directory: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push((entry.path().display().to_string(), fs::read_to_string(entry.path()).unwrap()));
        }
    }
    found.sort();
    found
}

/// A home in which the agent's file has this text.
fn home(file: &str, text: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    home
}

#[test]
fn settings_are_written_into_the_file_and_taken_back_to_the_byte() {
    for (agent, file, before, expected) in CASES {
        let home = home(file, before);
        let (path, all) = (home.path().join(file), files(home.path()));
        let said = succeed(home.path(), &[agent, "--dry-run"]);
        assert!(said.starts_with("would change ") && said.contains("127.0.0.1:8080"), "{said}");
        assert_eq!(files(home.path()), all, "{agent}");
        for _ in 0..2 {
            succeed(home.path(), &[agent]);
            let after = fs::read_to_string(&path).unwrap();
            for part in expected {
                assert!(after.contains(part), "{agent}: {part}: {after}");
            }
            for line in before.lines().filter(|line| line.contains("mine") || line.contains("trust")) {
                assert!(after.contains(line), "{agent}: {after}");
            }
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640, "{agent}");
        }
        let said = succeed(home.path(), &[agent, "--undo", "--dry-run"]);
        assert_eq!(said, format!("would restore {}\n", path.display()));
        let said = succeed(home.path(), &[agent, "--undo"]);
        assert_eq!(said, format!("restored {}\n", path.display()));
        assert_eq!(files(home.path()), all, "{agent}");
        let again = fail(home.path(), &[agent, "--undo"]);
        assert!(again.ends_with("has changed nothing here, so there is nothing to undo\n"), "{again}");
    }
}

#[test]
fn a_file_that_was_not_there_goes_again() {
    for (agent, file, ..) in CASES.into_iter().filter(|(agent, ..)| *agent != "continue") {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(file);
        let dry = succeed(home.path(), &[agent, "--gateway", "https://gateway.example.com/", "--dry-run"]);
        assert!(dry.starts_with(&format!("would create {}:\n", path.display())), "{dry}");
        assert!(files(home.path()).is_empty(), "{agent}");
        let said = succeed(home.path(), &[agent, "--gateway", "https://gateway.example.com/"]);
        assert!(said.starts_with(&format!("created {}:\n", path.display())), "{said}");
        assert!(said.contains("\nroutes that the gateway needs: /"), "{said}");
        assert!(said.ends_with(&format!("\nto undo: masquerade setup {agent} --undo\n")), "{said}");
        assert!(fs::read_to_string(&path).unwrap().contains("https://gateway.example.com"), "{agent}");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{agent}");
        assert_eq!(succeed(home.path(), &[agent, "--undo"]), format!("removed {}\n", path.display()));
        assert!(files(home.path()).is_empty(), "{agent}");
    }
}

#[test]
fn without_models_the_error_says_which_file_was_looked_for_and_what_to_do() {
    let nobody = tempfile::tempdir().unwrap();
    for arguments in [&["continue"][..], &["continue", "--dry-run"]] {
        let said = fail(nobody.path(), arguments);
        let path = nobody.path().join(".continue/config.yaml");
        assert!(said.starts_with(&format!("error: {}: there is no such file", path.display())), "{said}");
        for way_out in ["CONTINUE_GLOBAL_DIR", "`provider: openai`", "`provider: anthropic`", "try again"] {
            assert!(said.contains(way_out), "{way_out}: {said}");
        }
    }
    assert!(files(nobody.path()).is_empty());
    for models in
        ["name: Mine\n", "models:\n  - provider: ollama\n", "models:\n  - provider: openai\n    apiBase: http://x/v1\n"]
    {
        let home = home(".continue/config.yaml", models);
        let said = fail(home.path(), &["continue"]);
        assert!(
            said.contains("config.yaml: no model can be led to the gateway: one needs `provider: openai`"),
            "{said}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_edited_is_named_with_the_reason() {
    for (agent, file, text, reason) in [
        ("claude-code", ".claude/settings.json", "{\"env\": ", "is not valid JSON; mend it"),
        ("claude-code", ".claude/settings.json", "{\"env\": 1}", "stands where `env.ANTHROPIC_BASE_URL` belongs"),
        ("codex", ".codex/config.toml", "a =", "is not valid TOML; mend it"),
        (
            "codex",
            ".codex/config.toml",
            "model_providers = 1\n",
            "stands where `model_providers.masquerade.name` belongs",
        ),
    ] {
        let home = home(file, text);
        let said = fail(home.path(), &[agent]);
        assert!(said.contains(file) && said.contains(reason), "{said}");
    }
    let home = home(".claude/settings.json", "{}");
    succeed(home.path(), &["claude-code"]);
    let backup = home.path().join(".claude/settings.json.masquerade-backup");
    fs::write(&backup, "written = ").unwrap();
    let said = fail(home.path(), &["claude-code", "--undo"]);
    assert!(said.contains(&format!("{}, is damaged; remove it", backup.display())), "{said}");
}

#[test]
fn an_undo_keeps_what_was_changed_since() {
    let changed = |path: &Path, from: &str, to: &str| {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(path, text.replace(from, to)).unwrap();
    };
    for (agent, file, before, (from, to)) in [
        ("codex", ".codex/config.toml", "model_provider = \"openai\"\nmodel = \"m\"\n", ("\"m\"", "\"n\"")),
        ("claude-code", ".claude/settings.json", "{\"model\": \"m\", \"env\": {\"A\": \"b\"}}", ("\"m\"", "\"n\"")),
        ("goose", ".config/goose/config.yaml", "OPENAI_HOST: https://x.example\nGOOSE_MODEL: m\n", ("L: m", "L: n")),
    ] {
        let home = home(file, before);
        let path = home.path().join(file);
        succeed(home.path(), &[agent]);
        changed(&path, from, to);
        succeed(home.path(), &[agent, "--undo"]);
        let after = fs::read_to_string(&path).unwrap();
        assert!(!after.contains("127.0.0.1"), "{agent}: {after}");
        let blanks = |text: &str| text.split_whitespace().collect::<String>();
        assert!(blanks(&after).starts_with(&blanks(&before.replace(from, to))), "{agent}: {after}");
    }
    // A base URL of the user's own stays.
    let home = home(".gemini/.env", "A=b\n");
    let path = home.path().join(".gemini/.env");
    succeed(home.path(), &["gemini-cli"]);
    changed(&path, "http://127.0.0.1:8080/gemini", "https://own.example");
    succeed(home.path(), &["gemini-cli", "--undo"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "A=b\nGOOGLE_GEMINI_BASE_URL=https://own.example\n");
}

#[test]
fn other_directories_links_and_broken_files_are_respected() {
    let home = tempfile::tempdir().unwrap();
    let elsewhere = home.path().join("elsewhere");
    let variables = [("HOME", home.path().to_str().unwrap()), ("CODEX_HOME", elsewhere.to_str().unwrap())];
    assert_eq!(masquerade(&["setup", "codex"], &variables).status.code(), Some(0));
    assert!(elsewhere.join("config.toml").exists() && !home.path().join(".codex").exists());

    let dotfiles = home.path().join("dotfiles.json");
    fs::write(&dotfiles, "{}").unwrap();
    fs::create_dir(home.path().join(".claude")).unwrap();
    let link = home.path().join(".claude/settings.json");
    std::os::unix::fs::symlink(&dotfiles, &link).unwrap();
    succeed(home.path(), &["claude-code"]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&dotfiles).unwrap().contains("ANTHROPIC_BASE_URL"));

    for broken in ["{\"env\": ", "{\"env\": \"text\"}", "[]"] {
        fs::write(&dotfiles, broken).unwrap();
        let output = setup(home.path(), &["claude-code"]);
        assert_eq!(output.status.code(), Some(65), "{broken}");
        assert_eq!(fs::read_to_string(&dotfiles).unwrap(), broken);
    }
    assert_eq!(setup(home.path(), &["nobody"]).status.code(), Some(64));
    assert_eq!(setup(home.path(), &["zed", "--gateway", "127.0.0.1:8080"]).status.code(), Some(64));
}

#[test]
fn the_file_of_cline_stays_whole_when_the_agent_has_written_it_since() {
    let home = tempfile::tempdir().unwrap();
    succeed(home.path(), &["cline"]);
    let path = home.path().join(".cline/data/settings/providers.json");
    // As Cline does when its user logs in: the entry is new, and keeps its base URL.
    let mut document: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    document["providers"]["anthropic"]["settings"]["apiKey"] = "mine".into();
    document["providers"]["anthropic"]["updatedAt"] = "2026-06-06T06:06:06.000Z".into();
    fs::write(&path, document.to_string()).unwrap();
    succeed(home.path(), &["cline", "--gateway", "https://gateway.example.com"]);
    succeed(home.path(), &["cline", "--undo"]);
    let after: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(after["version"], 1);
    let anthropic = &after["providers"]["anthropic"];
    assert_eq!(anthropic["settings"], serde_json::json!({"provider": "anthropic", "apiKey": "mine"}));
    assert_eq!(anthropic["updatedAt"], "2026-06-06T06:06:06.000Z");
    assert!(!after.to_string().contains("example.com") && !after.to_string().contains("127.0.0.1"), "{after}");
}
