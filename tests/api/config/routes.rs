//! Configuration of routes: defaults, checks, and that `conf/masquerade.toml` describes every key.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too, fail by panicking")]

use std::{fs, time::Duration};

use masquerade::config::{
    Balance, Config, DEFAULTS, HttpVersions, KnownProfile, OnUnknown, Profile, RestoreTools, Route, RouteAuth, Sources,
    Vocabulary,
};

const VOCABULARY: Vocabulary<'static> = Vocabulary {
    labels: &["EMAIL_ADDRESS", "PHONE_NUMBER", "CREDIT_CARD", "US_SSN", "IP_ADDRESS"],
    groups: &["ALL"],
    methods: &["REDACT", "MASK", "HASH", "ENCRYPT", "BLOCK"],
    checksums: &["luhn"],
    recognizer: |_| Ok(()),
    model: |_| Ok(()),
    profiles: &[
        KnownProfile { name: "openai", is_log: false, masks_answers: false },
        KnownProfile { name: "elasticsearch", is_log: true, masks_answers: false },
        KnownProfile { name: "mcp", is_log: false, masks_answers: true },
    ],
    selector: |text| if text.contains("[[") { Err("is no selector".to_owned()) } else { Ok(()) },
    selectors: |all| if all.never.len() > 2 { Err("are too many".to_owned()) } else { Ok(()) },
};

/// Loads `text` from a directory that also holds a secret, with variables.
fn load(text: &str, variables: &[(&str, &str)]) -> Result<Config, Vec<String>> {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("test.toml");
    fs::write(&file, text).unwrap();
    fs::write(directory.path().join("secret"), "sk-from-a-file\n").unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    fs::write(directory.path().join("ca.pem"), made.cert.pem()).unwrap();
    let junk = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    fs::write(directory.path().join("junk.pem"), junk).unwrap();
    fs::write(directory.path().join("ca.key"), made.signing_key.serialize_pem()).unwrap();
    let environment = variables.iter().map(|(name, value)| (name.into(), value.into())).collect();
    let sources = Sources { file: Some(file), environment, ..Sources::default() };
    let place = format!("{}/", directory.path().display());
    Config::load(&sources, Some(&VOCABULARY))
        .map(|(config, _)| config)
        .map_err(|problems| problems.iter().map(|problem| problem.to_string().replace(&place, "")).collect())
}

#[track_caller]
fn only(text: &str) -> Route {
    let mut routes = load(text, &[("KEY", "sk-1")]).unwrap_or_else(|problems| panic!("{problems:?}")).routes;
    assert_eq!(routes.len(), 1);
    routes.remove(0)
}

/// A route with these further lines.
fn route(more: &str) -> String {
    format!("[[routes]]\nname = \"r\"\nupstreams = [\"https://api.example.com\"]\n{more}\n")
}

#[track_caller]
fn refused(text: &str, expected: &[&str]) {
    assert_eq!(load(text, &[("KEY", "sk-1")]).map(|_| ()).unwrap_err(), expected, "{text}");
}

#[test]
fn a_name_and_an_upstream_are_enough() {
    let route = only(&route(""));
    assert_eq!((route.host, route.path_prefix.as_str()), (None, ""));
    assert_eq!((route.profile, route.auth, route.on_unknown), (Profile::Auto, RouteAuth::Upstream, OnUnknown::Vet));
    assert_eq!((route.method, route.restore, route.tolerant, route.note), (None, None, true, None));
    assert_eq!((route.restore_tools, route.realm.as_str()), (RestoreTools::All, "route/r"));
    assert_eq!(route.body_bytes, 10 << 20);
    assert_eq!((route.http, route.balance, route.health), (HttpVersions::Auto, Balance::RoundRobin, None));
    assert_eq!(route.timeouts.first_byte, Duration::from_secs(600));
    assert!(load("", &[]).unwrap().server.tls.is_none());
    let upstream = &route.upstreams[0];
    assert_eq!((upstream.tls, upstream.host.as_str(), upstream.port), (true, "api.example.com", 443));
    assert!(upstream.proxy.is_none() && route.authorities.is_empty());
}

#[test]
fn what_the_sections_say_holds_where_a_route_says_nothing() {
    let sections = "[detection]\nentities = [\"email_address\"]\nthreshold = 0.3\nallow_list = [\"a\"]\n\
                    deny_list = [{ text = \"b\", label = \"PHONE_NUMBER\" }]\n[limits]\nbody_bytes = \"1MiB\"\n";
    let inherited = only(&format!("{sections}{}", route("")));
    assert_eq!((inherited.detection.entities[0].as_str(), inherited.detection.threshold), ("EMAIL_ADDRESS", Some(0.3)));
    assert_eq!((inherited.detection.allow_list.len(), inherited.detection.deny_list.len()), (1, 1));
    assert_eq!(inherited.body_bytes, 1 << 20);
    let own = only(&format!("{sections}{}", route("entities = []\nthreshold = \"per-label\"\nallow_list = []")));
    assert_eq!((own.detection.entities.len(), own.detection.threshold, own.detection.allow_list.len()), (0, None, 0));
    assert!(!format!("{own:?}{:?}", own.detection).contains("\"b\""));
}

#[test]
fn all_problems_are_reported_at_once() {
    let text = "[[routes]]\nname = \"a b\"\npath_prefix = \"x\"\nhost = \"h:1\"\nupstreams = [\"ftp://h\", \"https://u@h\"]\n\
                profile = \"opena\"\nauth = \"basic\"\nmethod = \"HASHH\"\nthreshhold = 0.5\nner = \"best\"\n\
                [routes.timeouts]\nconnect = \"0s\"\n[routes.json]\nnever = [\"a[[\"]\n\
                nested = [\"a.b\", \"b[[\"]\nrestore = [\"c[[\"]\n";
    let problems = load(text, &[]).unwrap_err();
    let has = |words: &str| assert!(problems.iter().any(|problem| problem.contains(words)), "{words}: {problems:#?}");
    for words in [
        "test.toml:2: routes[0].name",
        "test.toml:3: routes[0].path_prefix",
        "test.toml:4: routes[0].host",
        "routes[0].upstreams[0]",
        "routes[0].upstreams[1]: must hold neither credentials nor a query",
        "routes[0].profile: must be one of auto, json, openai, elasticsearch, mcp; did you mean `openai`?",
        "routes[0].auth: must be one of upstream, key, none",
        "routes[0].method: unknown method; did you mean `HASH`?",
        "routes[0].threshhold: unknown key; did you mean `threshold`?",
        "routes[0].ner: must be one of off, fast, full",
        "routes[0].timeouts.connect",
        "test.toml:14: routes[0].json.never[0]: is no selector",
        "test.toml:15: routes[0].json.nested[1]: is no selector",
        "test.toml:16: routes[0].json.restore[0]: is no selector",
    ] {
        has(words);
    }
}

#[test]
fn selectors_have_to_work_together() {
    let json = "profile = \"json\"\n[routes.json]\nnever = [\"a\", \"b\", \"c\"]";
    refused(&route(json), &["test.toml:6: routes[0].json.never: are too many"]);
}

#[test]
fn names_and_places_are_taken_once() {
    let two = format!("{}{}", route(""), route("path_prefix = \"/\""));
    refused(
        &two,
        &[
            "test.toml:6: routes[1].name: is the name of another route, too",
            "test.toml:8: routes[1].path_prefix: is the host and prefix of another route, too",
        ],
    );
    refused(
        "[[routes]]\nname = \"r\"\nupstreams = []\n",
        &["test.toml:3: routes[0].upstreams: must name at least one"],
    );
}

#[test]
fn secrets_for_the_upstream_come_from_the_environment_or_a_file_and_stay_hidden() {
    let header = "[routes.set_headers]\nAuthorization = { env = \"KEY\", prefix = \"Bearer \" }\n\
                  X-Second = { file = \"secret\" }\nX-Plain = \"no secret\"";
    let route = only(&route(&format!("auth = \"key\"\n{header}")));
    let values: Vec<_> = route.set_headers.iter().map(|header| header.value.to_str().unwrap()).collect();
    assert_eq!(values, ["Bearer sk-1", "sk-from-a-file", "no secret"]);
    assert!(!format!("{route:?}").contains("sk-"));
}

#[test]
fn secrets_go_to_holders_of_a_key_and_never_in_the_clear() {
    let secret = "[routes.set_headers]\nAuthorization = { env = \"KEY\" }";
    let plain =
        |url: &str, more: &str| format!("[[routes]]\nname = \"r\"\nupstreams = [\"{url}\"]\n{more}\n{secret}\n");
    let exposed = "test.toml:5: routes[0].set_headers: would send a secret without TLS: use an https upstream, or set \
                   `confirm_plain_http = true`";
    refused(&plain("http://internal.example", "auth = \"key\""), &[exposed]);
    only(&plain("http://127.0.0.1:8000", "auth = \"key\""));
    only(&plain("http://internal.example", "auth = \"key\"\nconfirm_plain_http = true"));
    let open = "routes[0].auth: must be \"key\" where `set_headers` or `aws` adds a secret: else everybody who can connect uses it";
    refused(&route(&format!("auth = \"none\"\n{secret}")), &[&format!("test.toml:4: {open}")]);
    refused(&route(secret), &[&format!("test.toml:1: {open}")]);
    only(&route("[routes.set_headers]\nX-Team = \"a\""));
    let missing = route("auth = \"key\"\n[routes.set_headers]\nA = { env = \"NOT_SET\" }\nHost = \"x\"");
    refused(
        &missing,
        &[
            "test.toml:6: routes[0].set_headers.A.env: names a variable that is not set",
            "test.toml:7: routes[0].set_headers.Host: is no header that can be set",
        ],
    );
}

#[test]
fn open_routes_are_for_loopback_unless_confirmed() {
    let hash = "0".repeat(64);
    let beyond = format!("[server]\nlisten = [\"0.0.0.0:1\"]\n[[keys]]\nname = \"k\"\nhash = \"sha256:{hash}\"\n");
    only(&route("auth = \"none\""));
    only(&format!("{beyond}{}", route("auth = \"none\"\nconfirm_open = true")));
    let problems = load(&format!("{beyond}{}", route("auth = \"none\"")), &[]).map(|_| ()).unwrap_err();
    assert!(problems.len() == 1 && problems[0].contains("routes[0].auth: \"none\" lets everybody"), "{problems:?}");
}

#[test]
fn pseudonyms_that_must_last_need_a_secret() {
    let words = "HASH and ENCRYPT of a route need a secret of your own";
    for more in [
        "method = \"HASH\"",
        "methods = { CREDIT_CARD = \"ENCRYPT\" }",
        "profile = \"elasticsearch\"",
        "profile = \"mcp\"",
        "policy = [{ entities = [\"US_SSN\"], method = \"HASH\" }]",
    ] {
        let problems = load(&route(more), &[]).map(|_| ()).unwrap_err();
        assert!(problems.len() == 1 && problems[0].contains(words), "{more}: {problems:?}");
        let secret = "0123456789abcdef0123456789abcdef";
        assert!(load(&route(more), &[("MASQUERADE_SECRET", secret)]).is_ok(), "{more}");
    }
    assert!(load(&route("profile = \"elasticsearch\"\nmethod = \"REDACT\""), &[]).is_ok());
}

#[test]
fn the_proxy_of_the_environment_is_for_tls() {
    let text =
        "[[routes]]\nname = \"r\"\nupstreams = [\"https://a.example\", \"https://b.example\", \"http://c.example\"]\n";
    let variables = [("https_proxy", "http://u:p@proxy.example:3128"), ("NO_PROXY", "b.example")];
    let proxies = |text: &str| -> Vec<Option<String>> {
        let routes = load(text, &variables).unwrap().routes;
        let upstreams = routes[0].upstreams.iter();
        upstreams.map(|upstream| upstream.proxy.as_ref().map(|proxy| proxy.host.clone())).collect()
    };
    assert_eq!(proxies(text), [Some("proxy.example".to_owned()), None, None]);
    assert_eq!(proxies(&format!("{text}proxy = \"none\"\n")), [None, None, None]);
    let bad = load(text, &[("HTTPS_PROXY", "socks5://h:1")]).map(|_| ()).unwrap_err();
    assert!(bad[0].contains("HTTPS_PROXY must be a URL") && !bad[0].contains("socks5://h"), "{bad:?}");
}

#[test]
fn certificates_are_read_and_proved() {
    assert_eq!(only(&route("ca_file = \"ca.pem\"")).authorities.len(), 1);
    refused(&route("ca_file = \"ca.key\""), &["test.toml:4: routes[0].ca_file: must be a file of certificates in PEM"]);
    let tls = |key: &str| load(&format!("[server.tls]\ncertificate = \"ca.pem\"\nkey = \"{key}\"\n"), &[]);
    assert!(tls("ca.key").unwrap().server.tls.is_some());
    let problems = tls("ca.pem").map(|_| ()).unwrap_err();
    assert_eq!(problems, ["test.toml:3: server.tls.key: must be a file with a private key in PEM"]);
    let missing = tls("nothing.key").map(|_| ()).unwrap_err();
    assert!(missing[0].contains("cannot be read"), "{missing:?}");
}

/// The routes that comments of `conf/masquerade.toml` show, with the comment signs taken off.
fn described() -> toml::Table {
    let lines = DEFAULTS.lines().skip_while(|line| *line != "# [[routes]]");
    let text: Vec<_> = lines.filter_map(|line| line.strip_prefix("# ")).collect();
    toml::from_str(&text.join("\n")).unwrap()
}

/// The keys that the program names when it meets one that it does not know.
fn known_keys(text: &str) -> Vec<String> {
    let problems = load(text, &[]).map(|_| ()).unwrap_err();
    let known = problems.iter().find_map(|problem| problem.split_once("unknown key; known here: "));
    let mut known: Vec<_> = known.unwrap_or_else(|| panic!("{problems:?}")).1.split(", ").map(String::from).collect();
    known.sort();
    known
}

#[test]
fn the_defaults_file_describes_every_key_of_routes_and_its_example_works() {
    let mut all = described();
    let table = all["routes"].as_array().unwrap()[0].as_table().unwrap().clone();
    let sorted = |table: &toml::Table| {
        let mut keys: Vec<_> = table.keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(known_keys("[[routes]]\nzzzzzzzzzzzz = 1"), sorted(&table));
    for name in ["timeouts", "health", "json", "aws"] {
        let known = known_keys(&route(&format!("[routes.{name}]\nzzzzzzzzzzzz = 1")));
        assert_eq!(known, sorted(table[name].as_table().unwrap()), "{name}");
    }
    // As it stands it shows things that exclude each other.
    let mut example = table;
    example.insert("auth".into(), "key".into());
    example.remove("tenant");
    example.insert("profile".into(), "json".into());
    example.insert("ca_file".into(), "ca.pem".into());
    all.insert("routes".into(), toml::Value::Array(vec![example.into()]));
    let names = ["PROVIDER_KEY", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"];
    let config = load(&toml::to_string(&all).unwrap(), &names.map(|name| (name, "secret-1"))).unwrap();
    assert_eq!(config.routes[0].set_headers.len(), 2);
}

#[test]
fn tenants_are_told_apart_by_a_header_a_claim_or_a_certificate() {
    use masquerade::config::TenantName;
    assert_eq!(only(&route("")).tenant, TenantName::Credential);
    assert_eq!(only(&route("tenant = { claim = \"sub\" }")).tenant, TenantName::Claim("sub".to_owned()));
    let header = TenantName::Header("x-team".parse().unwrap());
    assert_eq!(only(&route("tenant = { header = \"X-Team\" }")).tenant, header);
    let is_refused = |text: &str, part: &str| {
        let problems = load(text, &[]).map(|_| ()).unwrap_err();
        assert!(problems.len() == 1 && problems[0].contains(part), "{problems:?}");
    };
    for (lines, problem) in [
        ("auth = \"key\"\ntenant = { claim = \"sub\" }", "routes[0].tenant: goes with `auth = \"upstream\"` only"),
        ("tenant = {}", "routes[0].tenant.header: must stand alone"),
        ("tenant = { claim = \"sub\", header = \"x-team\" }", "routes[0].tenant.header: must stand alone"),
        ("tenant = { claim = \"sub\", trusted = true }", "routes[0].tenant.header: must stand alone"),
        ("tenant = { header = \"x team\" }", "routes[0].tenant.header: must be the name of a header"),
        ("tenant = { certificate = false }", "routes[0].tenant.header: must stand alone"),
        ("tenant = { certificate = true, claim = \"sub\" }", "routes[0].tenant.header: must stand alone"),
        ("tenant = { certificate = true }", "routes[0].tenant.certificate: goes with `client_ca` in [server.tls]"),
    ] {
        is_refused(&route(lines), problem);
    }
    let hash = "0".repeat(64);
    let open = format!("[server]\nlisten = [\"0.0.0.0:8080\"]\n[[keys]]\nname = \"k\"\nhash = \"sha256:{hash}\"\n");
    let by_header = |more: &str| format!("{open}{}", route(&format!("tenant = {{ header = \"x-team\"{more} }}")));
    is_refused(&by_header(""), "routes[0].tenant.header: lets whoever sets it choose the tenant");
    assert_eq!(load(&by_header(", trusted = true"), &[]).unwrap().routes[0].tenant, header);
}
