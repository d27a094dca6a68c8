//! Precedence of layers, and the variables of the environment.

use std::path::PathBuf;

use masquerade::config::{FlagValue, LogFormat, Permission};

use crate::config::setup::{HASH, LONG, Setup};

#[test]
fn later_layers_win() {
    let file =
        "[server]\nthreads = 1\nlisten = [\"127.0.0.1:1\", \"[::1]:1\"]\n[limits]\ntexts = 1\n[log]\nlevel = \"warn\"";
    let config = Setup::new(file)
        .variable("MASQUERADE_LIMITS__TEXTS", "2")
        .variable("MASQUERADE_LIMITS__BODY_BYTES", "2MiB")
        .variable("MASQUERADE_LOG__LEVEL", "debug")
        .variable("MASQUERADE_LOG__FORMAT", "")
        .variable("MASQUERADE_DETECTION__ENTITIES", "email_address, Contact")
        .variable("MASQUERADE_DETECTION__THRESHOLD", "0.25")
        .variable("MASQUERADE_ANONYMIZATION__METHODS__EMAIL_ADDRESS", "mask")
        .flag("--log-level", ("log", "level"), FlagValue::One("TRACE".into()))
        .flag("--listen", ("server", "listen"), FlagValue::Many(vec!["127.0.0.1:2".into()]))
        .config();
    assert_eq!(config.server.threads, 1);
    assert_eq!(config.server.listen, ["127.0.0.1:2".parse().unwrap()]);
    assert_eq!((config.limits.texts, config.limits.body_bytes), (2, 2 << 20));
    assert_eq!((config.log.level.as_str(), config.log.format), ("trace", LogFormat::Auto));
    assert_eq!(config.detection.entities, ["EMAIL_ADDRESS", "CONTACT"]);
    assert_eq!(config.detection.threshold, Some(0.25));
    assert_eq!(config.anonymization.methods, [("EMAIL_ADDRESS".into(), "MASK".into())]);
}

#[test]
fn a_variable_replaces_a_method_of_the_file_in_any_case() {
    let setup = Setup::new("[anonymization.methods]\nEMAIL_ADDRESS = \"HASH\"\nall = \"mask\"")
        .variable("MASQUERADE_ANONYMIZATION__METHODS__EMAIL_ADDRESS", "REDACT");
    let expected = [("EMAIL_ADDRESS".to_owned(), "REDACT".to_owned()), ("ALL".to_owned(), "MASK".to_owned())];
    assert_eq!(setup.config().anonymization.methods, expected);
}

#[test]
fn the_file_is_named_by_a_variable_unless_a_flag_names_one() {
    let other = Setup::new("[limits]\ntexts = 7");
    let path = other.sources.file.clone().unwrap();
    let mut setup = Setup::new("[limits]\ntexts = 8").variable("MASQUERADE_CONFIG", path.to_str().unwrap());
    assert_eq!(setup.config().limits.texts, 8);
    setup.sources.file = None;
    assert_eq!(setup.config().limits.texts, 7);
    setup.sources.file = Some(PathBuf::from("/nonexistent/masquerade.toml"));
    assert_eq!(setup.problems(), ["cannot read /nonexistent/masquerade.toml: No such file or directory (os error 2)"]);
}

#[test]
fn a_key_and_a_secret_come_from_the_environment_beside_those_of_the_file() {
    let key = "mk_0123456789012345678901234567890123456789abc";
    let file = format!("[[keys]]\nname = \"a\"\nhash = \"{HASH}\"\n[[secrets]]\nvalue = \"old-{LONG}\"");
    let setup = Setup::new(&file)
        .variable("MASQUERADE_API_KEY", key)
        .variable("MASQUERADE_SECRET", &format!("new-{LONG}"))
        .variable("MASQUERADE_SERVER__LISTEN", "0.0.0.0:80,[::]:80");
    let config = setup.config();
    let names: Vec<_> = config.keys.iter().map(|key| (key.name.as_str(), key.tenant.as_str())).collect();
    assert_eq!(names, [("a", "default"), ("env", "default")]);
    assert_eq!(config.keys[1].hash, masquerade::config::ApiKey::hash_of(key.as_bytes()));
    assert_eq!(config.keys[1].permissions, [Permission::Anonymize, Permission::Deanonymize, Permission::Proxy]);
    let secrets: Vec<_> = config.secrets.iter().map(|secret| &secret.0[..4]).collect();
    assert_eq!(secrets, [b"new-", b"old-"]);
    assert!(setup.warnings().is_empty());
    let shown = format!("{config:?} {:?}", setup.sources);
    assert!(!shown.contains(key) && !shown.contains(LONG), "{shown}");
}

#[test]
fn variables_that_are_wrong_or_unknown_are_named() {
    let setup = Setup::new("")
        .variable("MASQUERADE_LIMITS__TEXTS", "many")
        .variable("MASQUERADE_LIMITS__TEXT", "1")
        .variable("MASQUERADE_SERVRE__LISTEN", "127.0.0.1:1")
        .variable("MASQUERADE_KEYS__0__NAME", "a")
        .variable("MASQUERADE_SECRET", "short");
    assert_eq!(
        setup.problems(),
        [
            "MASQUERADE_SECRET: secrets[0].env: a secret must have at least 32 bytes: `openssl rand -hex 32` makes one",
            "MASQUERADE_KEYS__0__NAME: keys: must be an array",
            "MASQUERADE_LIMITS__TEXTS: limits.texts: must be an integer from 1 to 10000000",
            "MASQUERADE_LIMITS__TEXT: limits.text: unknown key; did you mean `texts`?",
            "MASQUERADE_SERVRE__LISTEN: servre: unknown key; did you mean `server`?",
        ]
    );
    let setup = Setup::new("").variable("MASQUERADE_API_KEY", "with blank");
    assert_eq!(
        setup.problems(),
        ["MASQUERADE_API_KEY: must be of visible ASCII characters, as it is sent in a header"]
    );
    let setup = Setup::new("")
        .variable("MASQUERADE_SECRET", LONG)
        .variable("MASQUERADE_API_KEY", "short")
        .variable("MASQUERADE_API_KEYS", "x")
        .variable("MASQUERADE_THRESHOLD", "0.9")
        .variable("MASQUERADE_PORT", "tcp://10.0.0.1:80")
        .variable("MASQUERADE_PORT_8080_TCP_ADDR", "10.0.0.1")
        .variable("MASQUERADE_SERVICE_HOST", "10.0.0.1")
        .variable("MASQUERADE_SERVICE_PORT_HTTP", "80");
    assert_eq!(
        setup.warnings(),
        [
            "MASQUERADE_API_KEY: short enough to be guessed: take 24 random characters or more",
            "MASQUERADE_API_KEYS: unknown variable, ignored (settings are called MASQUERADE_SECTION__KEY); did you mean `MASQUERADE_API_KEY`?",
            "MASQUERADE_THRESHOLD: unknown variable, ignored (settings are called MASQUERADE_SECTION__KEY)",
        ]
    );
}

#[test]
fn a_variable_of_any_depth_is_one_unknown_key() {
    let name = format!("MASQUERADE_SERVER__X__{}", "Y__".repeat(50_000));
    let problems = Setup::new("").variable(&name, "deep").problems();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].contains(": server.x: unknown key; known here: listen"));
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_not_utf8_is_refused_unless_it_is_not_ours() {
    use std::os::unix::ffi::OsStringExt;
    let mut setup = Setup::new("").variable("MASQUERADE_SECRET", LONG);
    let bytes = || std::ffi::OsString::from_vec(vec![0xFF; 40]);
    setup.sources.environment.push(("OTHER".into(), bytes()));
    assert!(setup.warnings().is_empty());
    setup.sources.environment.push(("MASQUERADE_LOG__LEVEL".into(), bytes()));
    assert_eq!(setup.problems(), ["MASQUERADE_LOG__LEVEL: must be UTF-8"]);
}
