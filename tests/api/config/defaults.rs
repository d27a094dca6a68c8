//! The defaults, and the file that describes them.

use std::time::Duration;

use masquerade::config::{Config, DEFAULTS, LogFormat, Sources};

use crate::config::setup::Setup;

#[test]
fn defaults_stand_alone() {
    let (config, warnings) = Config::load(&Sources::default(), None).unwrap();
    assert_eq!(config.server.listen, ["127.0.0.1:8080".parse().unwrap()]);
    assert_eq!(config.server.admin_listen, "127.0.0.1:9090".parse().unwrap());
    assert_eq!(config.limits.texts, 10_000);
    assert_eq!(config.limits.text_bytes, 1 << 20);
    assert_eq!(config.detection.threshold, None);
    assert_eq!(config.anonymization.method, "REDACT");
    assert_eq!(config.sessions.ttl, Duration::from_secs(3600));
    assert_eq!(config.log.format, LogFormat::Auto);
    assert!(config.keys.is_empty() && config.secrets.is_empty() && config.recognizers.is_empty());
    assert_eq!(warnings.len(), 1, "a random secret is warned of");
}

/// The keys that the program names when it meets one that it does not know.
fn known_keys(text: &str) -> Vec<String> {
    let problems = Setup::new(text).problems();
    let known = problems.iter().find_map(|problem| problem.split_once("unknown key; known here: "));
    let (_, known) = known.unwrap_or_else(|| panic!("{problems:?}"));
    let mut known: Vec<_> = known.split(", ").map(String::from).collect();
    known.sort();
    known
}

fn keys_of(table: &toml::Table) -> Vec<String> {
    let mut keys: Vec<_> = table.keys().cloned().collect();
    keys.sort();
    keys
}

/// A table of the defaults that stands in comments.
fn commented_table(name: &str) -> toml::Table {
    let header = format!("# [[{name}]]");
    let lines = DEFAULTS.lines().skip_while(|line| *line != header).skip(1);
    let block = lines.take_while(|line| line.starts_with("# ") && !line.starts_with("# [["));
    let text: Vec<_> =
        block.map(|line| &line[2..]).take_while(|line| line.starts_with('#') || line.contains(" = ")).collect();
    toml::from_str(&text.join("\n")).unwrap()
}

#[test]
fn the_defaults_file_holds_every_key_and_no_other() {
    let defaults: toml::Table = toml::from_str(DEFAULTS).unwrap();
    let tables = ["keys", "recognizers", "secrets"];
    let mut root = keys_of(&defaults);
    root.extend(tables.map(String::from));
    root.extend(["faces", "routes"].map(String::from));
    root.sort();
    assert_eq!(known_keys("zzzzzzzzzzzz = 1"), root);
    for (name, section) in &defaults {
        let known = known_keys(&format!("[{name}]\nzzzzzzzzzzzz = 1"));
        let mut keys = keys_of(section.as_table().unwrap());
        keys.extend((name == "server").then(|| "tls".to_owned()));
        keys.sort();
        assert_eq!(known, keys, "[{name}]");
    }
    for name in tables {
        let known = known_keys(&format!("[[{name}]]\nzzzzzzzzzzzz = 1"));
        assert_eq!(known, keys_of(&commented_table(name)), "[[{name}]]");
    }
}

#[test]
fn every_key_of_the_defaults_file_has_a_reason_above_it() {
    let lines: Vec<_> = DEFAULTS.lines().collect();
    for pair in lines.windows(2) {
        let is_key = pair[1].contains(" = ") && !pair[1].starts_with('#');
        let follows = pair[0].starts_with('#') || pair[0].contains(" = ");
        assert!(!is_key || follows, "{}", pair[1]);
    }
}

#[test]
fn the_examples_of_the_defaults_file_work() {
    for name in ["keys", "recognizers"] {
        let table = toml::to_string(&commented_table(name)).unwrap();
        let setup = Setup::new(&format!("[[{name}]]\n{table}"));
        assert_eq!(setup.config().keys.len() + setup.config().recognizers.len(), 1);
    }
    let config = Setup::new(DEFAULTS).config();
    assert_eq!(config.server, Config::load(&Sources::default(), None).unwrap().0.server);
}
