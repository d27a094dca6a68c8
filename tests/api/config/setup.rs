//! A configuration in a file and an environment of its own.

use std::fs;

use masquerade::config::{Config, Flag, FlagValue, Problem, Sources, Vocabulary};
use masquerade_detect::custom::CustomRecognizer;

pub const HASH: &str = "sha256:0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef";
pub const LONG: &str = "0123456789abcdef0123456789abcdef";

const VOCABULARY: Vocabulary<'static> = Vocabulary {
    labels: &["EMAIL_ADDRESS", "PHONE_NUMBER", "PERSON"],
    groups: &["ALL", "CONTACT"],
    methods: &["REDACT", "MASK", "HASH"],
    checksums: &["luhn", "iban"],
    recognizer: |recognizer: &CustomRecognizer| {
        if recognizer.regex.contains("(?=") { Err("look-around is not supported".to_owned()) } else { Ok(()) }
    },
    model: |path| if path.ends_with("bad.bin") { Err("cannot be used: it is bad".to_owned()) } else { Ok(()) },
    profiles: &[],
    selector: |_| Ok(()),
    selectors: |_| Ok(()),
};

/// A configuration file in a directory of its own, and an environment.
pub struct Setup {
    pub directory: tempfile::TempDir,
    pub sources: Sources,
}

impl Setup {
    pub fn new(text: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("test.toml");
        fs::write(&file, text).unwrap();
        Self { directory, sources: Sources { file: Some(file), ..Sources::default() } }
    }

    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.sources.environment.push((name.into(), value.into()));
        self
    }

    pub fn flag(mut self, name: &'static str, key: (&'static str, &'static str), value: FlagValue) -> Self {
        self.sources.flags.push(Flag { name, key, value });
        self
    }

    pub fn load(&self) -> Result<(Config, Vec<Problem>), Vec<Problem>> {
        Config::load(&self.sources, Some(&VOCABULARY))
    }

    pub fn config(&self) -> Config {
        self.load().unwrap_or_else(|problems| panic!("{}", self.shown(&problems).join("\n"))).0
    }

    pub fn warnings(&self) -> Vec<String> {
        self.shown(&self.load().unwrap().1)
    }

    pub fn problems(&self) -> Vec<String> {
        self.shown(&self.load().unwrap_err())
    }

    fn shown(&self, problems: &[Problem]) -> Vec<String> {
        let directory = format!("{}/", self.directory.path().display());
        problems.iter().map(|problem| problem.to_string().replace(&directory, "")).collect()
    }
}

#[track_caller]
pub fn refused(text: &str, expected: &[&str]) {
    assert_eq!(Setup::new(text).problems(), expected, "{text}");
}
