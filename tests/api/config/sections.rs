//! Checks of files and sections.

use std::time::Duration;

use masquerade::{
    config::{Config, FlagValue},
    engine::setup::detector,
};

use crate::config::setup::{HASH, LONG, Setup, refused};

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
fn a_model_is_named_and_not_loaded() {
    let text = "[detection]\nner = \"full\"\nmodel = \"missing.bin\"\n";
    let setup = Setup::new(text);
    let model = setup.config().model.unwrap();
    assert_eq!(model.path, setup.directory.path().join("missing.bin"));
    // Without a vocabulary nothing is read before the detector is built.
    let (config, _) = Config::load(&setup.sources, None).unwrap();
    let error = detector(&config, None, None).unwrap_err().to_string();
    assert!(error.contains("test.toml:3: detection.model: cannot be read: "), "{error}");
    refused(
        "[detection]\nmodel = \"bad.bin\"\nthreshold = 2\n",
        &[
            "test.toml:2: detection.model: cannot be used: it is bad",
            "test.toml:3: detection.threshold: must be a number from 0 to 1",
        ],
    );
}

#[test]
fn the_collector_of_traces_is_a_url_with_its_credentials_in_headers() {
    let config = |text: &str| Setup::new(text).config().traces;
    assert!(config("").collector.is_none());
    let traces = config(
        "[telemetry.traces]\nendpoint = \"https://otel.example.com\"\nsample_ratio = 0.1\nheaders = { x-key = \"k\" }\n",
    );
    let collector = traces.collector.expect("a collector");
    assert_eq!((collector.tls, &*collector.host, collector.port), (true, "otel.example.com", 443));
    assert_eq!((&*collector.path, traces.sample_ratio, traces.headers.len()), ("/v1/traces", 0.1, 1));
    refused(
        "[telemetry.traces]\nendpoint = \"otel:4318\"\nsample_ratio = 2\nheaders = { host = \"a\" }\n[telemetry.metrics]\n",
        &[
            "test.toml:2: telemetry.traces.endpoint: must be a URL such as \"http://127.0.0.1:4318\"; credentials belong into \
             `headers`",
            "test.toml:3: telemetry.traces.sample_ratio: must be a number from 0 to 1",
            "test.toml:4: telemetry.traces.headers.host: is no header that can be set",
            "test.toml:5: telemetry.metrics: unknown key; known here: traces",
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
    assert_eq!(
        Setup::new(listen).variable("MASQUERADE_API_KEY", "a").problems().last().map(String::as_str),
        Some(
            "test.toml:2: server.listen: listening beyond loopback needs a key that cannot be guessed: MASQUERADE_API_KEY has \
             fewer than 16 characters"
        )
    );
    for loopback in ["127.1.2.3:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
        Setup::new(&format!("server.listen = [\"{loopback}\"]")).config();
    }
    let flagged = Setup::new("").flag("--listen", ("server", "listen"), FlagValue::Many(vec!["[::]:1".into()]));
    assert!(flagged.problems()[0].starts_with("--listen: server.listen: listening beyond loopback"));
}

#[test]
fn a_face_without_a_key_listens_on_loopback_only() {
    let config = Setup::new("[faces.presidio]\nauth = \"none\"").config();
    assert_eq!(config.faces.presidio.unwrap().path, "/presidio");
    let open = "[server]\nlisten = [\"0.0.0.0:8080\"]\n[faces.presidio]\nauth = \"none\"";
    let problems = Setup::new(open).variable("MASQUERADE_API_KEY", LONG).problems();
    assert!(problems.iter().any(|problem| problem.contains("faces.presidio.auth")), "{problems:?}");
    for path in ["presidio", "/a//b", "/{id}", "/v1", "/v1/presidio"] {
        let problems = Setup::new(&format!("[faces.presidio]\npath = \"{path}\"")).problems();
        assert!(problems.iter().any(|problem| problem.contains("faces.presidio.path")), "{path}: {problems:?}");
    }
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
