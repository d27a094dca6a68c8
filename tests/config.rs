//! Configuration: layers, checks, and that `conf/masquerade.toml` knows every key.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too, fail by panicking")]

use std::{fs, path::PathBuf, time::Duration};

use masquerade::config::{
    Config, CustomRecognizer, DEFAULTS, Flag, FlagValue, LogFormat, Permission, Problem, Rate, Sources, Vocabulary,
};

const HASH: &str = "sha256:0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef";
const LONG: &str = "0123456789abcdef0123456789abcdef";

const VOCABULARY: Vocabulary<'static> = Vocabulary {
    labels: &["EMAIL_ADDRESS", "PHONE_NUMBER", "PERSON"],
    groups: &["ALL", "CONTACT"],
    methods: &["REDACT", "MASK", "HASH"],
    checksums: &["luhn", "iban"],
    recognizer: |recognizer: &CustomRecognizer| {
        if recognizer.regex.contains("(?=") { Err("look-around is not supported".to_owned()) } else { Ok(()) }
    },
    profiles: &[],
    selector: |_| Ok(()),
};

/// A configuration file in a directory of its own, and an environment.
struct Setup {
    directory: tempfile::TempDir,
    sources: Sources,
}

impl Setup {
    fn new(text: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("test.toml");
        fs::write(&file, text).unwrap();
        Self { directory, sources: Sources { file: Some(file), ..Sources::default() } }
    }

    fn variable(mut self, name: &str, value: &str) -> Self {
        self.sources.environment.push((name.into(), value.into()));
        self
    }

    fn flag(mut self, name: &'static str, key: (&'static str, &'static str), value: FlagValue) -> Self {
        self.sources.flags.push(Flag { name, key, value });
        self
    }

    fn load(&self) -> Result<(Config, Vec<Problem>), Vec<Problem>> {
        Config::load(&self.sources, Some(&VOCABULARY))
    }

    fn config(&self) -> Config {
        self.load().unwrap_or_else(|problems| panic!("{}", self.shown(&problems).join("\n"))).0
    }

    fn warnings(&self) -> Vec<String> {
        self.shown(&self.load().unwrap().1)
    }

    fn problems(&self) -> Vec<String> {
        self.shown(&self.load().unwrap_err())
    }

    fn shown(&self, problems: &[Problem]) -> Vec<String> {
        let directory = format!("{}/", self.directory.path().display());
        problems.iter().map(|problem| problem.to_string().replace(&directory, "")).collect()
    }
}

#[track_caller]
fn refused(text: &str, expected: &[&str]) {
    assert_eq!(Setup::new(text).problems(), expected, "{text}");
}

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
    root.push("routes".to_owned());
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
            "MASQUERADE_KEYS__0__NAME: keys: must be an array",
            "MASQUERADE_SECRET: secrets[0].env: a secret must have at least 32 bytes: `openssl rand -hex 32` makes one",
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

#[test]
fn all_problems_of_a_file_come_at_once_from_top_to_bottom() {
    refused(
        "[server]\nlisten = [\"localhost:80\", \"127.0.0.1\"]\nthreads = -1\n\n[limits]\nbody_bytes = \"10 megs\"\n\
         header_timeout = 10\ntext = 1\n[detection]\nthreshold = 1.5\nentities = [\"EMIAL_ADDRESS\"]\n\
         [anonymization]\nmethod = \"REDCAT\"\n[sesions]\nttl = \"1h\"\n[log]\nlevel = \"loud\"\nformat = 1\n",
        &[
            "test.toml:2: server.listen[0]: must be an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080",
            "test.toml:2: server.listen[1]: must be an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080",
            "test.toml:3: server.threads: must be an integer from 0 to 1024",
            "test.toml:6: limits.body_bytes: must be a size such as 1048576, \"512KiB\", \"10MiB\" or \"1GB\"",
            "test.toml:7: limits.header_timeout: must be a string",
            "test.toml:8: limits.text: unknown key; did you mean `texts`?",
            "test.toml:10: detection.threshold: must be a number from 0 to 1",
            "test.toml:11: detection.entities[0]: unknown label or group; did you mean `EMAIL_ADDRESS`?",
            "test.toml:13: anonymization.method: unknown method; did you mean `REDACT`?",
            "test.toml:14: sesions: unknown key; did you mean `sessions`?",
            "test.toml:17: log.level: must be one of error, warn, info, debug, trace",
            "test.toml:18: log.format: must be a string",
        ],
    );
}

#[test]
fn sections_of_another_type_are_refused() {
    refused(
        "server = 1\nkeys = 1\n[secrets]\n",
        &[
            "test.toml:1: server: must be a table",
            "test.toml:2: keys: must be an array",
            "test.toml:3: secrets: must be an array",
        ],
    );
}

#[test]
fn broken_syntax_is_reported_without_the_text() {
    let problems = Setup::new("[[secrets]]\nvalue = sesame-open\n[server\n").problems();
    assert!(problems.iter().any(|problem| problem.starts_with("test.toml:2: ")), "{problems:?}");
    assert!(problems.iter().any(|problem| problem.starts_with("test.toml:3: ")), "{problems:?}");
    assert!(problems.iter().all(|problem| !problem.contains("sesame")), "{problems:?}");
}

#[test]
fn it_listens_beyond_loopback_only_with_a_key() {
    let listen = "[server]\nlisten = [\"127.0.0.1:1\", \"0.0.0.0:2\"]\n";
    let problems = Setup::new(listen).problems();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].starts_with("test.toml:2: server.listen: listening beyond loopback needs a configured key"));
    Setup::new(&format!("{listen}[[keys]]\nname = \"a\"\nhash = \"{HASH}\"")).config();
    Setup::new(listen).variable("MASQUERADE_API_KEY", LONG).config();
    for loopback in ["127.1.2.3:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
        Setup::new(&format!("server.listen = [\"{loopback}\"]")).config();
    }
    let flagged = Setup::new("").flag("--listen", ("server", "listen"), FlagValue::Many(vec!["[::]:1".into()]));
    assert!(flagged.problems()[0].starts_with("--listen: server.listen: listening beyond loopback"));
}

#[test]
fn addresses_may_not_clash() {
    refused("server.listen = []", &["test.toml:1: server.listen: must name at least one address"]);
    refused(
        "[server]\nlisten = [\"127.0.0.1:1\", \"127.0.0.1:1\"]\nadmin_listen = \"127.0.0.1:1\"",
        &[
            "test.toml:2: server.listen: names an address twice",
            "test.toml:3: server.admin_listen: must differ from the addresses of `listen`",
        ],
    );
    Setup::new("server.listen = [\"127.0.0.1:0\", \"127.0.0.1:0\"]\nserver.admin_listen = \"127.0.0.1:0\"").config();
}

#[test]
fn ceilings_that_contradict_each_other_are_refused_but_defaults_give_way() {
    refused(
        "[limits]\nbody_bytes = \"1MiB\"\ntext_bytes = \"2MiB\"\nconnections = 10\nconnections_per_address = 11\n\
         [sessions]\nttl = \"2h\"\nmax_age = \"1h\"\nentries = 5\ntenant_entries = 6\nbytes = 2048\ntenant_bytes = 4096",
        &[
            "test.toml:3: limits.text_bytes: must not exceed `body_bytes`",
            "test.toml:5: limits.connections_per_address: must not exceed `connections`",
            "test.toml:7: sessions.ttl: must not exceed `max_age`",
            "test.toml:10: sessions.tenant_entries: must not exceed `entries`",
            "test.toml:12: sessions.tenant_bytes: must not exceed `bytes`",
        ],
    );
    refused("limits.body_bytes = \"1GiB\"", &["test.toml:1: limits.body_bytes: must not exceed `inflight_bytes`"]);
    let config = Setup::new("[limits]\ninflight_bytes = 2048\n[sessions]\nmax_age = \"30m\"").config();
    assert_eq!((config.limits.body_bytes, config.limits.text_bytes), (2048, 2048));
    assert_eq!(config.sessions.ttl, Duration::from_secs(1800));
}

#[test]
fn keys_are_checked() {
    let text = format!(
        "[[keys]]\nname = \"a\"\nhash = \"{HASH}\"\nrate = \"5/min\"\npermissions = [\"admin\", \"Proxy\"]\ntenant = \"t\"\n\
         default_session = false"
    );
    let key = &Setup::new(&text).config().keys[0];
    assert_eq!((key.name.as_str(), key.tenant.as_str(), key.default_session), ("a", "t", false));
    assert_eq!((key.hash[0], key.hash[15]), (0x01, 0xEF));
    assert_eq!(key.permissions, [Permission::Admin, Permission::Proxy]);
    assert_eq!(key.rate, Some(Rate { requests: 5, period: Duration::from_secs(60) }));
    let form =
        "must be \"sha256:\" and 64 hex digits, as `masquerade keygen` prints it; the key itself does not belong here";
    refused(
        &format!(
            "[[keys]]\nname = \"a\"\nhash = \"{HASH}\"\nscope = \"x\"\n[[keys]]\nname = \"a\"\nhash = \"{}\"\nrate = \"fast\"\n\
             [[keys]]\nname = \"é\"\nhash = \"mk_0123\"\npermissions = [\"restore\"]\n[[keys]]\nhash = \"sha256:{}\"\ntenant = \"\"",
            HASH.to_lowercase(),
            "é".repeat(32),
        ),
        &[
            "test.toml:4: keys[0].scope: unknown key; known here: name, hash, tenant, permissions, rate, default_session",
            "test.toml:6: keys[1].name: is the name of another key, too",
            "test.toml:7: keys[1].hash: is the hash of key `a`, too",
            "test.toml:8: keys[1].rate: must be a rate of at least one request, such as \"100/s\" or \"5/min\"",
            "test.toml:10: keys[2].name: must be 1 to 64 letters, digits, \".\", \"_\" or \"-\"",
            &format!("test.toml:11: keys[2].hash: {form}"),
            "test.toml:12: keys[2].permissions[0]: must be one of anonymize, deanonymize, proxy, admin",
            "test.toml:13: keys[3].name: is required",
            &format!("test.toml:14: keys[3].hash: {form}"),
            "test.toml:15: keys[3].tenant: must be 1 to 64 letters, digits, \".\", \"_\" or \"-\"",
        ],
    );
}

#[test]
fn secrets_are_read_from_files_variables_and_values() {
    let setup = Setup::new(&format!(
        "[[secrets]]\nfile = \"text.secret\"\n[[secrets]]\nfile = \"binary.secret\"\n[[secrets]]\nenv = \"OLD\"\n\
         [[secrets]]\nvalue = \"{LONG}!\""
    ))
    .variable("OLD", &format!("{LONG}?"));
    let binary = [[0xFF; 31].as_slice(), b"\n"].concat();
    fs::write(setup.directory.path().join("text.secret"), format!("{LONG}\r\n")).unwrap();
    fs::write(setup.directory.path().join("binary.secret"), &binary).unwrap();
    let secrets: Vec<_> = setup.config().secrets.iter().map(|secret| secret.0.to_vec()).collect();
    assert_eq!(secrets, [LONG.into(), binary, format!("{LONG}?").into_bytes(), format!("{LONG}!").into_bytes()]);
}

#[test]
fn secrets_that_are_missing_short_or_ambiguous_are_refused() {
    refused(
        "[[secrets]]\nfile = \"none\"\n[[secrets]]\nenv = \"NONE\"\n[[secrets]]\nvalue = \"sesame\"\n[[secrets]]\n\
         [[secrets]]\nenv = \"A\"\nfile = \"b\"\n[[secrets]]\nvalue = 1\npath = \"a\"",
        &[
            "test.toml:2: secrets[0].file: cannot be read: No such file or directory (os error 2)",
            "test.toml:4: secrets[1].env: names a variable that is not set",
            "test.toml:6: secrets[2].value: a secret must have at least 32 bytes: `openssl rand -hex 32` makes one",
            "test.toml:7: secrets[3].file: exactly one of `file`, `env` and `value` must be set",
            "test.toml:10: secrets[4].file: exactly one of `file`, `env` and `value` must be set",
            "test.toml:12: secrets[5].value: must be a string",
            "test.toml:13: secrets[5].path: unknown key; known here: file, env, value",
        ],
    );
}

#[test]
fn recognizers_are_checked_and_their_labels_are_known_elsewhere() {
    let config = Setup::new(
        "[detection]\nentities = [\"badge\"]\ndeny_list = [{ text = \"Falcon\", label = \"badge\" }]\n\
         [anonymization.methods]\nBADGE = \"hash\"\n\
         [[recognizers]]\nname = \"badge\"\nlabel = \"badge\"\nregex = 'B\\d+'\ncontext = [\"Badge\"]\nchecksum = \"LUHN\"",
    )
    .config();
    let recognizer = &config.recognizers[0];
    assert_eq!((recognizer.label.name(), recognizer.regex.as_str()), ("BADGE", r"B\d+"));
    assert_eq!((recognizer.score, recognizer.score_in_context), (0.6, 0.95));
    assert_eq!(
        (recognizer.context.as_slice(), recognizer.checksum.as_deref()),
        (&["badge".to_owned()][..], Some("luhn"))
    );
    assert!(recognizer.place.ends_with("test.toml:6"));
    assert_eq!(config.detection.entities, ["BADGE"]);
    assert_eq!(config.detection.deny_list, [("Falcon".to_owned(), recognizer.label)]);
    assert_eq!(config.anonymization.methods, [("BADGE".to_owned(), "HASH".to_owned())]);
    refused(
        "[[recognizers]]\nname = \"a\"\nlabel = \"LITERAL\"\nregex = \"\"\nregexp = \"a\"\n\
         [[recognizers]]\nname = \"a\"\nlabel = \"9\"\nregex = \"(?=a)\"\nscore = 0.9\nscore_in_context = 0.8\n\
         [[recognizers]]\nname = \"b\"\nlabel = \"B\"\nregex = \"(?=a)\"\nchecksum = \"lune\"\n\
         [[recognizers]]\nname = \"c\"\nlabel = \"B\"\nregex = \"(?=a)\"",
        &[
            "test.toml:3: recognizers[0].label: LITERAL has a meaning of its own",
            "test.toml:4: recognizers[0].regex: must not be empty",
            "test.toml:5: recognizers[0].regexp: unknown key; did you mean `regex`?",
            "test.toml:7: recognizers[1].name: is the name of another recognizer, too",
            "test.toml:8: recognizers[1].label: must be of A-Z, 0-9 and _, begin with a letter, and have at most 40 characters",
            "test.toml:11: recognizers[1].score_in_context: must be a number from 0.9 to 1",
            "test.toml:16: recognizers[2].checksum: unknown checksum; known: luhn, iban",
            "test.toml:20: recognizers[3].regex: look-around is not supported",
        ],
    );
}

#[test]
fn names_of_labels_and_methods_are_checked() {
    refused(
        "[detection]\nallow_list = [\" \"]\ndeny_list = [{ text = \"a\", label = \"PRESON\" }, { text = \"a\", label = \"ALL\" }]\n\
         [anonymization.methods]\nEMAIL = \"MASK\"\nPERSON = \"mash\"\nall = \"MASK\"\nALL = \"MASK\"",
        &[
            "test.toml:2: detection.allow_list[0]: must not be empty",
            "test.toml:3: detection.deny_list[0].label: unknown label; did you mean `PERSON`?",
            "test.toml:3: detection.deny_list[1].label: unknown label",
            "test.toml:5: anonymization.methods.EMAIL: unknown label or group; did you mean `EMAIL_ADDRESS`?",
            "test.toml:6: anonymization.methods.PERSON: unknown method; did you mean `HASH` or `MASK`?",
        ],
    );
    refused(
        "[anonymization.methods]\nall = \"MASK\"\nALL = \"MASK\"",
        &["test.toml:1: anonymization.methods: names a label twice, in different case"],
    );
}

#[test]
fn debug_shows_no_listed_texts() {
    let text = "[detection]\nallow_list = [\"Jane Doe\"]\ndeny_list = [{ text = \"Jane Doe\", label = \"PERSON\" }]";
    assert!(!format!("{:?}", Setup::new(text).config()).contains("Jane"));
}
