//! The command line, on the real binary.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too, fail by panicking")]

mod external_model;
mod names;
mod policy;
pub(crate) mod scene;
mod tables;
mod texts;

use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

/// The program, without settings of the environment.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_masquerade"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("MASQUERADE_")) {
        command.env_remove(name);
    }
    command
}

/// A run of the program with an input of a few lines.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = program();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses the arguments does not read on.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn masquerade(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = program();
    // The user's own cache is none of the tests'.
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.args(arguments).envs(environment.iter().copied()).output().unwrap()
}

pub(crate) fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn file(directory: &Path, text: &str) -> String {
    let path = directory.join("test.toml");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn every_sample_configuration_passes_check() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut samples: Vec<PathBuf> =
        fs::read_dir(root.join("conf/examples")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(samples.len() >= 3);
    samples.push(root.join("conf/masquerade.toml"));
    for sample in samples {
        let output = masquerade(&["check", "--config", sample.to_str().unwrap()], &[]);
        assert_eq!(status(&output), 0, "{}: {}", sample.display(), stderr(&output));
        assert!(stdout(&output).starts_with("ok: API on "));
    }
}

#[test]
fn check_says_what_routes_do() {
    let directory = tempfile::tempdir().unwrap();
    let path = file(
        directory.path(),
        "[[routes]]\nname = \"llm\"\nupstreams = [\"https://api.example.com\"]\n[[routes]]\nname = \"strict\"\npath_prefix = \"/g\"\n\
         upstreams = [\"https://api.example.com\"]\nprofile = \"gemini\"\nmethod = \"SYNTHETIC\"\non_unknown = \"refuse\"\n\
         restore_tools = \"none\"\nmode = \"observe\"\nresponses = \"both\"\n\
         [[routes]]\nname = \"logs\"\npath_prefix = \"/l\"\nupstreams = [\"https://logs.example.com\"]\nprofile = \"loki\"\n\
         restore = false\nnever = [\"trace_id\"]\n[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n",
    );
    let checked = masquerade(&["check", "--config", &path], &[]);
    let output = stdout(&checked);
    let lines: Vec<&str> = output.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "route llm on /: API by its path; method REDACT (logs: HASH); unknown paths are masked as payload, unreadable \
             bodies refused; answers are restored; logs: JSON, text, MessagePack and Protocol Buffers go on as they arrive, all else as a whole",
            "route strict on /g/: API gemini, by the end of its path; method SYNTHETIC; unknown paths and unreadable bodies \
             are refused; answers are restored, but no tool calls, what the model itself writes is masked; observes alone: \
             requests pass as they are; bodies: JSON, forms",
            "route logs on /l/: API loki, by the end of its path; method HASH; unknown paths are masked as \
             payload, unreadable bodies refused; answers pass as they come; bodies: JSON, lines of JSON, MessagePack, text, Protocol \
             Buffers, forms; logs: JSON, text, MessagePack and Protocol Buffers go on as they arrive, all else as a whole; fields of logs: 0 always masked, 1 never",
        ]
    );
}

#[test]
fn check_prints_all_problems_with_their_lines_and_exits_with_64() {
    let directory = tempfile::tempdir().unwrap();
    let path = file(directory.path(), "[limits]\ntexts = 0\n[server]\nlistn = []\n");
    let output = masquerade(&["check", "--config", &path], &[("MASQUERADE_LOG__LEVEL", "loud")]);
    assert_eq!(status(&output), 64);
    assert_eq!(stdout(&output), "");
    let expected = [
        format!("error: {path}:2: limits.texts: must be an integer from 1 to 10000000"),
        format!("error: {path}:4: server.listn: unknown key; did you mean `listen`?"),
        "error: MASQUERADE_LOG__LEVEL: log.level: must be one of error, warn, info, debug, trace".to_owned(),
        "3 problems in the configuration".to_owned(),
    ];
    assert_eq!(stderr(&output).lines().collect::<Vec<_>>(), expected);
}

#[test]
fn serve_refuses_a_wrong_flag_or_file_like_check_does() {
    for arguments in [&["--listen", "nowhere"][..], &["serve", "--listen", "nowhere"]] {
        let output = masquerade(arguments, &[]);
        assert_eq!(status(&output), 64);
        assert!(
            stderr(&output).starts_with("error: --listen: server.listen[0]: must be an IP address"),
            "{}",
            stderr(&output)
        );
    }
    let output = masquerade(&[], &[("MASQUERADE_CONFIG", "/nonexistent.toml")]);
    assert_eq!(status(&output), 64);
    assert!(stderr(&output).contains("cannot read /nonexistent.toml"));
    let output = masquerade(&["serve", "--listen", "0.0.0.0:1"], &[]);
    assert_eq!(status(&output), 64);
    assert!(stderr(&output).contains("listening beyond loopback needs a configured key"));
}

#[test]
fn wrong_arguments_exit_with_64_and_help_with_0() {
    for arguments in [&["--lisen", "a"][..], &["frobnicate"], &["check", "--conf"], &["keygen", "--name", "a b"]] {
        let output = masquerade(arguments, &[]);
        assert_eq!((status(&output), stdout(&output)), (64, ""), "{arguments:?}");
    }
    for arguments in [&["--help"][..], &["--version"], &["serve", "--help"], &["help", "keygen"]] {
        let output = masquerade(arguments, &[]);
        assert_eq!((status(&output), stderr(&output)), (0, ""), "{arguments:?}");
    }
    let help = masquerade(&["--help"], &[]);
    for word in ["Examples:", "serve", "check", "keygen", "health", "--config", "MASQUERADE_SERVER__LISTEN", "64"] {
        assert!(stdout(&help).contains(word), "{word}");
    }
}

#[test]
fn keygen_prints_a_key_and_the_block_that_lets_it_in() {
    let output = masquerade(&["keygen", "--name", "billing", "--tenant", "sales"], &[]);
    assert_eq!(status(&output), 0);
    let (key, block) = stdout(&output).split_once('\n').unwrap();
    assert!(key.starts_with("mk_") && key.len() == 46, "{key}");
    assert!(!block.contains(key));
    let directory = tempfile::tempdir().unwrap();
    let path = file(directory.path(), &format!("[server]\nlisten = [\"0.0.0.0:1\"]\n{block}"));
    let check = masquerade(&["check", "--config", &path], &[]);
    assert_eq!(status(&check), 0, "{}", stderr(&check));
    assert!(block.contains("name = \"billing\"") && block.contains("tenant = \"sales\""));
    // The block is of this key: the key itself beside it is the same one twice.
    let twice = masquerade(&["check", "--config", &path], &[("MASQUERADE_API_KEY", key)]);
    assert_eq!(
        stderr(&twice).lines().next(),
        Some("error: MASQUERADE_API_KEY: keys[1].hash: is the hash of key `billing`, too")
    );
    let names = [masquerade(&["keygen"], &[]), masquerade(&["keygen"], &[])]
        .map(|output| stdout(&output).lines().find(|line| line.starts_with("name = ")).unwrap().to_owned());
    assert_ne!(names[0], names[1]);
}

/// A listener that gives these answers, one a connection, and checks what was asked.
fn fake(answers: Vec<(&'static str, &'static str)>) -> (SocketAddr, thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let handle = thread::spawn(move || {
        for (path, answer) in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            let mut byte = [0];
            while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() == 1 {
                request.push(byte[0]);
            }
            assert!(
                String::from_utf8(request).unwrap().starts_with(&format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n"))
            );
            // Byte by byte, as a network may deliver it.
            for byte in answer.as_bytes().chunks(1) {
                if stream.write_all(byte).is_err() {
                    break;
                }
            }
        }
    });
    (address, handle)
}

#[test]
fn health_asks_both_questions() {
    const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    for (answers, expected) in [
        (vec![("/healthz", OK), ("/readyz", OK)], 0),
        (vec![("/healthz", OK), ("/readyz", "HTTP/1.1 503 Service Unavailable\r\n\r\n")], 1),
        (vec![("/healthz", "HTTP/1.0 500 \r\n\r\n")], 1),
        (vec![("/healthz", "SSH-2.0-OpenSSH_9.6\r\n")], 1),
        (vec![("/healthz", "HTTP/")], 1),
    ] {
        let (address, handle) = fake(answers);
        let output = masquerade(&["health", "--address", &address.to_string()], &[]);
        // In this order, so that a failure is not a listener waiting for ever.
        assert_eq!(status(&output), expected, "{}", stderr(&output));
        handle.join().unwrap();
    }
}

#[test]
fn health_finds_the_configured_listener() {
    const OK: &str = "HTTP/1.1 200 OK\r\n\r\n";
    let (address, handle) = fake(vec![("/healthz", OK), ("/readyz", OK)]);
    let everywhere = format!("0.0.0.0:{}", address.port());
    let output = masquerade(&["health"], &[("MASQUERADE_SERVER__ADMIN_LISTEN", &everywhere)]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    handle.join().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = masquerade(&["health", "--address", &free.to_string()], &[]);
    assert_eq!((status(&nobody), stderr(&nobody).contains("no instance has its admin listener there")), (1, true));
}
